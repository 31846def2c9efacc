//! The crate's one error: what is wrong, where, and what Go would say.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// The result of reading.
pub type Result<T> = core::result::Result<T, Error>;

/// What kind of fault it is; each has the code under which the command and the manual explain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ends inside a message or value: a file that was cut, a connection that broke.
    Truncated,
    /// Bytes that cannot be: counts, deltas, numbers or names past what is there.
    Corrupt,
    /// Stray bytes behind a definition or, in the strict reading, behind a value.
    ExtraData,
    /// A type is defined twice (not in the lenient reading): another encoder's stream begins.
    DuplicateType,
    /// A definition of a reserved id, below 64.
    BadTypeId,
    /// A value of a type that the input never defines: the head of the stream is missing.
    UnknownType,
    /// A definition that defines nothing, or two things at once.
    BadType,
    /// A limit on size is passed.
    TooBig,
    /// A limit on nesting is passed.
    TooDeep,
    /// The input is something else than gob.
    NotGob,
    /// A float that is not finite, where the caller refuses those: see [`Stream::refuse`](crate::Stream::refuse).
    NonFinite,
    /// A string that is not UTF-8, where the caller refuses those.
    BadUtf8,
    /// A nil pointer where gob cannot say so: anywhere but in a field.
    Nil,
    /// A number, time or duration that the other side's type cannot hold.
    OutOfRange,
    /// A value for an interface whose type has no registered name.
    Unregistered,
    /// The source could not be read, or the sink not be written.
    Io,
    /// A received type, or the name of one, that has no place in the Rust type it is decoded into.
    WrongType,
    /// A part that has no zero in Rust was not sent.
    Missing,
    /// A field that a struct does not have, in a value that is made by hand or of JSON.
    UnknownField,
    /// A write failed before, so nobody knows what the stream holds.
    Poisoned,
    /// A value that is sound, and that the Rust type's own code refuses: an error of a `Deserialize` or `Serialize`.
    Refused,
}

impl ErrorKind {
    /// All kinds there are so far.
    pub const ALL: &[ErrorKind] = &[
        ErrorKind::Truncated,
        ErrorKind::Corrupt,
        ErrorKind::ExtraData,
        ErrorKind::DuplicateType,
        ErrorKind::BadTypeId,
        ErrorKind::UnknownType,
        ErrorKind::BadType,
        ErrorKind::TooBig,
        ErrorKind::TooDeep,
        ErrorKind::NotGob,
        ErrorKind::NonFinite,
        ErrorKind::BadUtf8,
        ErrorKind::Nil,
        ErrorKind::OutOfRange,
        ErrorKind::Unregistered,
        ErrorKind::Io,
        ErrorKind::WrongType,
        ErrorKind::Missing,
        ErrorKind::UnknownField,
        ErrorKind::Poisoned,
        ErrorKind::Refused,
    ];

    /// The stable code: `truncated`, `corrupt`, …
    pub const fn code(self) -> &'static str {
        match self {
            ErrorKind::Truncated => "truncated",
            ErrorKind::Corrupt => "corrupt",
            ErrorKind::ExtraData => "extra-data",
            ErrorKind::DuplicateType => "duplicate-type",
            ErrorKind::BadTypeId => "bad-type-id",
            ErrorKind::UnknownType => "unknown-type",
            ErrorKind::BadType => "bad-type",
            ErrorKind::TooBig => "too-big",
            ErrorKind::TooDeep => "too-deep",
            ErrorKind::NotGob => "not-gob",
            ErrorKind::NonFinite => "non-finite",
            ErrorKind::BadUtf8 => "bad-utf8",
            ErrorKind::Nil => "nil",
            ErrorKind::OutOfRange => "out-of-range",
            ErrorKind::Unregistered => "unregistered",
            ErrorKind::Io => "io",
            ErrorKind::WrongType => "wrong-type",
            ErrorKind::Missing => "missing",
            ErrorKind::UnknownField => "unknown-field",
            ErrorKind::Poisoned => "poisoned",
            ErrorKind::Refused => "refused",
        }
    }
}

/// A fault in a stream: its kind, where it stands, and a bounded text of what was expected and found.
///
/// One word wide, cheap to clone, never longer than about 1 KiB in print.
///
/// ```
/// use gobstream::{ErrorKind, Stream};
/// // A message of 7 bytes that has 5.
/// let error = Stream::from_slice(b"\x07\xff\x80\x01\x2c\x01").next_value().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::UnknownType);
/// assert_eq!(error.offset(), 1);
/// ```
#[derive(Clone)]
pub struct Error(Box<Inner>);

#[derive(Clone)]
struct Inner {
    fault: Fault,
    offset: u64,
    message: u64,
    value: u64,
    path: String,
    recoverable: bool,
}

/// What is wrong, before anybody knows where.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: ErrorKind,
    pub(crate) text: String,
    pub(crate) go: &'static str,
    #[cfg(feature = "std")]
    pub(crate) io: Option<alloc::sync::Arc<std::io::Error>>,
}

impl Fault {
    /// A fault in our words and, if Go has some, in Go's ("" if it has none).
    #[cold]
    pub(crate) fn new(kind: ErrorKind, go: &'static str, text: String) -> Box<Self> {
        Box::new(Fault {
            kind,
            text: cut(one_line(text), 1024),
            go,
            #[cfg(feature = "std")]
            io: None,
        })
    }

    /// The source failed.
    #[cold]
    #[cfg(feature = "std")]
    pub(crate) fn io(error: std::io::Error) -> Box<Self> {
        Fault::of_io("cannot read", error)
    }

    /// The sink failed.
    #[cold]
    #[cfg(feature = "std")]
    pub(crate) fn io_write(error: std::io::Error) -> Box<Self> {
        Fault::of_io("cannot write", error)
    }

    #[cfg(feature = "std")]
    fn of_io(what: &str, error: std::io::Error) -> Box<Self> {
        let mut fault = Fault::new(ErrorKind::Io, "", alloc::format!("{what}: {error}"));
        fault.io = Some(alloc::sync::Arc::new(error));
        fault
    }
}

/// `text`, cut to at most `max` bytes at a character's edge, with an ellipsis if it was longer.
pub(crate) fn cut(mut text: String, max: usize) -> String {
    if text.len() > max {
        text.truncate(text.floor_char_boundary(max - '…'.len_utf8()));
        text.push('…');
    }
    text
}

/// The same text, with characters that would break or turn a line escaped: it may hold names from the input.
fn one_line(text: String) -> String {
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if !text.contains(breaks) {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if breaks(c) { out.extend(c.escape_debug()) } else { out.push(c) }
    }
    out
}

/// Where a fault stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub(crate) offset: u64,
    pub(crate) message: u64,
    pub(crate) value: u64,
    pub(crate) path: String,
}

impl Error {
    #[cold]
    pub(crate) fn new(fault: Fault, place: Place) -> Self {
        let Place { offset, message, value, path } = place;
        Error(Box::new(Inner { fault, offset, message, value, path: cut(path, 256), recoverable: false }))
    }

    /// The same fault with its place in the stream: only its offset, and a way to it from there, were known.
    #[cold]
    pub(crate) fn placed(mut self, message: u64, value: u64, path: &str) -> Self {
        (self.0.message, self.0.value) = (message, value);
        self.0.path = cut(alloc::format!("{path}{}", self.0.path), 256);
        self
    }

    #[cold]
    pub(crate) fn recoverable(mut self, is: bool) -> Self {
        self.0.recoverable = is;
        self
    }

    /// Whether a decoder stands behind the value at fault, so that the next one can be read: the bytes are sound, or at
    /// least the value ends with its message.
    pub fn is_recoverable(&self) -> bool {
        self.0.recoverable
    }

    /// A [`Sink`](crate::Sink) failed.
    ///
    /// ```
    /// use gobstream::{Error, ErrorKind};
    /// assert_eq!(Error::from_sink("queue is closed").kind(), ErrorKind::Io);
    /// ```
    pub fn from_sink(text: impl fmt::Display) -> Self {
        Error::new(*Fault::new(ErrorKind::Io, "", alloc::format!("cannot write: {text}")), Place::default())
    }

    /// What kind of fault it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.fault.kind
    }

    /// The absolute offset of the first byte of what is wrong.
    pub fn offset(&self) -> u64 {
        self.0.offset
    }

    /// The message it stands in, counted from 1; 0 before the first.
    pub fn message(&self) -> u64 {
        self.0.message
    }

    /// The top-level value it stands in, counted from 1; 0 between values and in definitions.
    pub fn value(&self) -> u64 {
        self.0.value
    }

    /// The way from the top of the value to the fault, at most 256 bytes: `.Orders[2].Price`; empty at the top.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// What is wrong, in one clause without its place, at most 1 KiB.
    pub fn text(&self) -> &str {
        &self.0.fault.text
    }

    /// What Go says of the same input or value, where it says something: of its text the part that names no types, numbers or fields.
    pub fn go_text(&self) -> Option<&'static str> {
        Some(self.0.fault.go).filter(|go| !go.is_empty())
    }

    /// The error of the source, if the source failed.
    #[cfg(feature = "std")]
    pub fn io_error(&self) -> Option<&std::io::Error> {
        self.0.fault.io.as_deref()
    }
}

/// `at 0x6d (109) in message 5, value 2, .Items: what is wrong [code]`, parts that do not apply left out.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { fault, offset, message, value, path, .. } = &*self.0;
        write!(f, "at {offset:#x} ({offset})")?;
        if *message > 0 {
            write!(f, " in message {message}")?;
        }
        if *value > 0 {
            write!(f, ", value {value}")?;
        }
        if !path.is_empty() {
            write!(f, ", {path}")?;
        }
        write!(f, ": {} [{}]", fault.text, fault.kind.code())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({self})")
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        #[cfg(feature = "std")]
        return self.io_error().map(|e| e as _);
        #[cfg(not(feature = "std"))]
        None
    }
}

/// What serde's code says when it knows no place.
#[cfg(feature = "serde")]
impl Error {
    #[cold]
    pub(crate) fn without_place(kind: ErrorKind, text: String) -> Self {
        Error::new(*Fault::new(kind, "", text), Place::default())
    }

    /// The same at this offset, if it has none: no value stands at the first byte of a stream.
    #[cold]
    pub(crate) fn at_least_at(mut self, offset: u64) -> Self {
        if self.0.offset == 0 {
            self.0.offset = offset;
        }
        self
    }

    /// The same on this way, if it has none.
    #[cold]
    pub(crate) fn at_least_in(mut self, path: impl FnOnce() -> String) -> Self {
        if self.0.path.is_empty() {
            self.0.path = cut(path(), 256);
        }
        self
    }

    /// The same in a field that was not sent, of the struct at this offset.
    #[cold]
    pub(crate) fn in_unsent(mut self, offset: u64, field: &str) -> Self {
        self.0.offset = offset;
        self.0.path = cut(alloc::format!(".{field}{}", self.0.path), 256);
        self
    }
}
