//! The one error of the crate.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt;

/// The result of every fallible call of this crate.
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// What went wrong, where. One word in size, cheap to clone.
///
/// # Examples
/// ```
/// use jsonstream::{ErrorKind, Writer};
///
/// let mut w = Writer::in_memory();
/// w.begin_object()?;
/// let error = w.u64(1).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Misuse);
/// assert_eq!(error.to_string(), "a key is expected before the value (at byte 1)");
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone)]
pub struct Error(Arc<Inner>);

/// What most calls return is one word.
const _: () = assert!(size_of::<Result<()>>() == size_of::<usize>());

#[derive(Clone)]
struct Inner {
    kind: ErrorKind,
    offset: u64,
    text: Cow<'static, str>,
    pointer: Option<Box<str>>,
    /// A name on the way to the value is not known.
    has_no_pointer: bool,
    place: Option<Place>,
    #[cfg(feature = "std")]
    io: Option<Arc<std::io::Error>>,
}

/// Where an error stands, for a person: see [`Reader::locate`](crate::Reader::locate).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) context: Box<str>,
}

/// The kinds of [`Error`], each named by what causes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The sink refused bytes, or the source could not be read.
    Io,
    /// A call that would have made the output illegal: a value without a key, a closer without its opener.
    Misuse,
    /// NaN or an infinity, which JSON cannot say.
    NonFinite,
    /// Text that is not JSON: `[1,]`, `01`, `tru`.
    Syntax,
    /// A value of another type than was asked for: `"1"` where a number is. The value was not read and can be.
    Type,
    /// A number that the type asked for cannot hold: `256` as `u8`, `1e400` as `f64`. It was not read and can be.
    Range,
    /// Bytes in a string that are not UTF-8.
    Utf8,
    /// Half of a surrogate pair: `"\ud800"`.
    Surrogate,
    /// A name that its object has had already, where that is not allowed.
    Duplicate,
    /// The source has no more bytes for now (`WouldBlock`, or a chunk not fed yet): the same call can be repeated.
    NeedMore,
    /// What a type said about the data that it was to be made of.
    Data,
    /// The input ends in the middle of a value.
    Eof,
    /// More levels of arrays and objects than the limit.
    TooDeep,
    /// A token, number or document larger than its limit.
    TooBig,
}

impl Error {
    /// What kind of failure it is.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{ErrorKind, Writer};
    /// let error = Writer::in_memory().f64(f64::NAN).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::NonFinite);
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What went wrong, without its place.
    ///
    /// # Examples
    /// ```
    /// let error = jsonstream::Reader::from_str("[1,]").skip().unwrap_err();
    /// assert!(!error.text().contains("byte"));
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The byte of the input or of the output at which it happened, counted from the start of the stream.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::Writer;
    /// let mut w = Writer::in_memory();
    /// w.begin_array()?;
    /// w.u64(7)?;
    /// assert_eq!(w.end_object().unwrap_err().offset(), 2);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.0.offset
    }

    /// The JSON pointer (RFC 6901) of the value concerned, where it is known.
    ///
    /// # Examples
    /// ```
    /// let error = jsonstream::Writer::in_memory().f64(f64::NAN).unwrap_err();
    /// assert_eq!(error.pointer(), None);
    /// ```
    #[must_use]
    pub fn pointer(&self) -> Option<&str> {
        self.0.pointer.as_deref().filter(|_| !self.0.has_no_pointer)
    }

    /// Line and column, both from 1 and the column in bytes, if the reader was asked to
    /// [`locate`](crate::Reader::locate) the error.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::Reader;
    /// let mut r = Reader::from_str("[1,\n x]");
    /// let error = r.skip().unwrap_err();
    /// assert_eq!(error.line_column(), None);
    /// assert_eq!(r.locate(error).line_column(), Some((2, 2)));
    /// ```
    #[must_use]
    pub fn line_column(&self) -> Option<(u64, u64)> {
        self.0.place.as_ref().map(|place| (place.line, place.column))
    }

    /// The input around the error, at most 48 bytes of it, if the reader was asked to
    /// [`locate`](crate::Reader::locate) the error.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::Reader;
    /// let mut r = Reader::from_str("[1, x]");
    /// let error = r.skip().unwrap_err();
    /// assert_eq!(r.locate(error).context(), Some("[1, x]"));
    /// ```
    #[must_use]
    pub fn context(&self) -> Option<&str> {
        self.0.place.as_ref().map(|place| &*place.context)
    }

    #[cold]
    pub(crate) fn with_place(mut self, place: Place) -> Self {
        Arc::make_mut(&mut self.0).place = Some(place);
        self
    }

    #[cold]
    pub(crate) fn with_pointer(mut self, pointer: Box<str>) -> Self {
        Arc::make_mut(&mut self.0).pointer.get_or_insert(pointer);
        self
    }

    /// The same error, of a part of an element.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn within_element(self, number: u64) -> Self {
        self.within(Some(&alloc::format!("{number}")))
    }

    /// The same error, of a part of a value of this name. Where a name is not known, no pointer is.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn within(mut self, name: Option<&str>) -> Self {
        let inner = Arc::make_mut(&mut self.0);
        inner.has_no_pointer |= name.is_none();
        if let Some(name) = name.filter(|_| !inner.has_no_pointer) {
            let mut pointer = alloc::string::String::new();
            crate::reader::push_name(&mut pointer, name.as_bytes());
            pointer.push_str(inner.pointer.as_deref().unwrap_or_default());
            inner.pointer = Some(pointer.into());
        }
        self
    }

    /// An error that has no offset yet gets this one.
    #[cold]
    pub(crate) fn or_offset(mut self, offset: u64) -> Self {
        if self.0.offset == 0 {
            Arc::make_mut(&mut self.0).offset = offset;
        }
        self
    }

    /// An error for a [`Sink`](crate::Sink) to return, of kind [`ErrorKind::Io`].
    ///
    /// # Examples
    /// ```
    /// let error = jsonstream::Error::sink("the flash is full");
    /// assert_eq!(error.to_string(), "the flash is full");
    /// ```
    #[must_use]
    pub fn sink(text: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Io, 0, text)
    }

    #[cold]
    pub(crate) fn new(kind: ErrorKind, offset: u64, text: impl Into<Cow<'static, str>>) -> Self {
        Self(Arc::new(Inner {
            kind,
            offset,
            text: text.into(),
            pointer: None,
            has_no_pointer: false,
            place: None,
            #[cfg(feature = "std")]
            io: None,
        }))
    }

    /// The same error, `by` bytes later: for text that was checked apart from the stream it stands in.
    #[cold]
    pub(crate) fn moved(mut self, by: u64) -> Self {
        Arc::make_mut(&mut self.0).offset += by;
        self
    }

    /// The I/O error inside, if there is one.
    ///
    /// # Examples
    /// ```
    /// use std::io::{Error, ErrorKind};
    /// let error = jsonstream::Error::from(Error::from(ErrorKind::BrokenPipe));
    /// assert_eq!(error.io().unwrap().kind(), ErrorKind::BrokenPipe);
    /// ```
    #[cfg(feature = "std")]
    #[must_use]
    pub fn io(&self) -> Option<&std::io::Error> {
        self.0.io.as_deref()
    }
}

#[cfg(feature = "std")]
impl From<std::io::Error> for Error {
    #[cold]
    fn from(error: std::io::Error) -> Self {
        let waits = error.kind() == std::io::ErrorKind::WouldBlock;
        let kind = if waits { ErrorKind::NeedMore } else { ErrorKind::Io };
        let mut new = Self::new(kind, 0, alloc::string::ToString::to_string(&error));
        Arc::make_mut(&mut new.0).io = Some(Arc::new(error));
        new
    }
}

/// The way back, for code that speaks [`std::io::Result`]: the kind of an I/O error inside is kept.
#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        let kind = error.io().map_or(std::io::ErrorKind::InvalidData, std::io::Error::kind);
        Self::new(kind, error)
    }
}

/// Bytes of the pointer that are printed: names may be as long as the input.
const POINTER: usize = 256;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)?;
        if self.0.kind != ErrorKind::Io {
            write!(f, " (at byte {}", self.0.offset)?;
            if let Some((line, column)) = self.line_column() {
                write!(f, ", line {line} column {column}")?;
            }
            f.write_str(")")?;
        }
        match self.pointer() {
            Some(pointer) => {
                let shown = &pointer[..pointer.floor_char_boundary(POINTER)];
                write!(f, " in {shown:?}{}", if shown.len() < pointer.len() { "…" } else { "" })
            }
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.0.kind)
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        #[cfg(feature = "std")]
        return self.0.io.as_deref().map(|error| error as _);
        #[cfg(not(feature = "std"))]
        return None;
    }
}
