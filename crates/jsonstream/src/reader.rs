//! The reader: constructors, the window, errors.

mod events;
mod float;
mod grammar;
mod names;
mod number;
mod scalars;
mod skip;
mod source;
pub(crate) mod strings;
mod text;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

pub use self::events::Event;
pub use self::grammar::Kind;
pub(crate) use self::number::is_number;
pub use self::number::{Integer, Number};
#[cfg(feature = "serde")]
pub(crate) use self::scalars::AnyNumber;
pub use self::source::{Chunks, Lend, Pull, Slice, Source, Window};

use self::names::Names;
#[cfg(feature = "serde")]
pub(crate) use self::names::push_name;
use self::text::{Policies, Policy};
use crate::config::{Broken, Duplicates, ReadOptions};
use crate::error::{Error, ErrorKind, Place, Result};
use crate::scan;
use crate::stack::Levels;

/// Reads JSON token by token, from a slice or from anything that gives bytes, with one engine for both.
///
/// **What it does not do:** hold more than a buffer and the largest token, go back, or accept anything that is not
/// JSON. It does not look further than it must: after the last brace of a value the next byte is not waited for.
///
/// *Position.* The caller says what comes: [`begin_object`](Self::begin_object), [`next_key`](Self::next_key),
/// [`i64`](Self::i64) and so on; commas and colons are checked on the way. [`peek`](Self::peek) tells what comes,
/// [`skip`](Self::skip) passes it.
///
/// *Errors.* A call that fails has not read its value. After `Type` and `Range` the value can be read as something
/// else or skipped. After `NeedMore` (a source without bytes for now) the same call can be repeated, if it is for a token,
/// a [`skip`](Self::skip), a [`raw`](Self::raw) or [`str_pieces`](Self::str_pieces). After `Syntax`
/// the position stays; [`skip_line`](Self::skip_line) goes on behind it where lines are values.
///
/// *Memory.* The buffer (64 KiB), grown for a token that is longer, up to
/// [`max_token`](ReadOptions::max_token) and its normal size together; a word for each open level. A buffer that a giant has grown has its normal
/// size again once half of that has been enough four times in a row.
///
/// # Examples
/// ```
/// use jsonstream::Reader;
///
/// let mut r = Reader::from_str(r#"{"name": "Gopher", "tags": ["a", "b"], "age": 15}"#);
/// let (mut name, mut age) = (String::new(), 0);
/// r.begin_object()?;
/// while let Some(key) = r.next_key()? {
///     match key {
///         "name" => name = r.str()?.to_owned(),
///         "age" => age = r.int::<u8>()?,
///         _ => r.skip()?,
///     }
/// }
/// assert_eq!((name.as_str(), age), ("Gopher", 15));
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<S> {
    source: S,
    /// The next byte, in the window.
    at: usize,
    /// Where in the stream the window begins.
    base: u64,
    levels: Levels,
    options: ReadOptions,
    policies: Policies,
    /// Where the last token began in the stream.
    token: u64,
    /// Behind this offset of the stream the document is too large.
    document_stop: u64,
    /// The same, or where a value that is kept is too large.
    stop: u64,
    /// Strings that cannot be lent from the window.
    scratch: Vec<u8>,
    scanned: Scanned,
    names: Names,
    lines: Lines,
    under_way: UnderWay,
    #[cfg(feature = "serde")]
    pub(crate) nesting: crate::serde::Nesting,
    #[cfg(feature = "serde")]
    pub(crate) memory: crate::serde::Memory,
}

/// What is known of the string at hand, so that nothing is looked at twice when its bytes come one by one.
#[derive(Clone, Copy, Debug, Default)]
struct Scanned {
    /// Bytes behind the opening quote that do not end it.
    len: usize,
    /// There is an escape among them.
    escaped: bool,
}

/// What is known of the bytes that the window has given up.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    count: u64,
    /// Where in the stream the current line begins.
    start: u64,
}

/// Work that takes many steps and can be interrupted by a source without bytes.
#[derive(Debug, Default)]
struct UnderWay {
    /// Inside a string that is read in pieces or skipped.
    string: bool,
    /// At the value of a name that does not count, or inside it.
    passing: bool,
    /// Skipping until this many levels are open.
    skip: Option<usize>,
    /// Brackets that are open in an unchecked skip.
    unchecked: Option<u64>,
    /// From here on the window is kept.
    keep: Option<usize>,
    /// The last top-level value was a word or a number, and nothing has come behind it.
    word: bool,
    /// A newline has come since the last top-level value.
    newline: bool,
}

impl<'a> Reader<Slice<'a>> {
    /// Reads a slice. Strings without escapes can be [borrowed](Self::str_borrowed) from it.
    ///
    /// # Examples
    /// ```
    /// assert!(jsonstream::Reader::from_slice(b" true ").bool()?);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn from_slice(bytes: &'a [u8]) -> Self {
        Self::from_slice_with(bytes, &ReadOptions::default())
    }

    /// Reads a slice, with options.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{ReadOptions, Reader};
    /// assert_eq!(Reader::from_slice_with(br#""5""#, &ReadOptions::lenient()).u64()?, 5);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn from_slice_with(bytes: &'a [u8], options: &ReadOptions) -> Self {
        Self::with(Slice(bytes), options)
    }

    /// Reads a string slice.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Reader::from_str("-1").i64()?, -1);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[expect(clippy::should_implement_trait, reason = "it cannot fail, and it borrows")]
    #[must_use]
    pub fn from_str(text: &'a str) -> Self {
        Self::from_slice(text.as_bytes())
    }
}

impl<'a> Reader<Slice<'a>> {
    /// The bytes that were not used, for as long as the slice lives.
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.source.0[self.at..]
    }
}

impl<P: Pull> Reader<Window<P>> {
    /// Reads a [`Pull`]. For a [`std::io::Read`] see [`from_io`](Reader::from_io).
    ///
    /// # Examples
    /// See [`Pull`].
    /// ```
    /// use jsonstream::{Io, Reader};
    /// assert!(Reader::from_pull(Io(&b"true"[..])).bool()?);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn from_pull(pull: P) -> Self {
        Self::from_pull_with(pull, &ReadOptions::default())
    }

    /// Reads a [`Pull`], with options.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Io, ReadOptions, Reader};
    /// let options = ReadOptions { buffer: 1, ..Default::default() };
    /// assert!(Reader::from_pull_with(Io(&b"true"[..]), &options).bool()?);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn from_pull_with(pull: P, options: &ReadOptions) -> Self {
        Self::with(Window::new(pull, options), options)
    }

    /// What it reads from, and the bytes that were taken from there and not used.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Io, Reader};
    /// let mut r = Reader::from_pull(Io(&br#"{"a":1}REST"#[..]));
    /// r.skip()?;
    /// assert_eq!(r.into_parts().1, b"REST");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn into_parts(self) -> (P, Vec<u8>) {
        let unused = self.unused().to_vec();
        (self.source.pull, unused)
    }

    /// Begins anew with another source, keeping memory and options; everything else is cleared. The old source is
    /// returned.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Io, Reader};
    /// let mut r = Reader::from_pull(Io(&b"[x"[..]));
    /// assert!(r.skip().is_err());
    /// r.reset(Io(&b"1"[..]));
    /// assert_eq!(r.u64()?, 1);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn reset(&mut self, pull: P) -> P {
        self.clear();
        self.source.clear();
        core::mem::replace(&mut self.source.pull, pull)
    }

    /// How many bytes its buffer takes.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Io, Reader};
    /// let mut r = Reader::from_pull(Io(&b"1"[..]));
    /// r.skip()?;
    /// assert_eq!(r.capacity(), 64 * 1024);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn capacity(&self) -> usize {
        self.source.capacity()
    }
}

impl Reader<Window<Chunks>> {
    /// Reads chunks that are [fed](Self::feed) to it, for code that is called when bytes arrive. A call that would
    /// need more than has been fed fails with `NeedMore` and can be repeated after the next chunk.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{ErrorKind, ReadOptions, Reader};
    ///
    /// let mut r = Reader::from_chunks(&ReadOptions::default());
    /// r.feed(b"12");
    /// assert_eq!(r.u64().unwrap_err().kind(), ErrorKind::NeedMore);
    /// r.feed(b"3");
    /// r.end_input();
    /// assert_eq!(r.u64()?, 123);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn from_chunks(options: &ReadOptions) -> Self {
        Self::from_pull_with(Chunks::default(), options)
    }

    /// Takes the next chunk. What it holds already and has not used stays in front of it.
    ///
    /// # Examples
    /// See [`from_chunks`](Self::from_chunks).
    /// ```
    /// let mut r = jsonstream::Reader::from_chunks(&Default::default());
    /// r.feed(b"[]");
    /// r.skip()?;
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn feed(&mut self, chunk: &[u8]) {
        self.give_up();
        self.source.append(chunk);
    }

    /// Says that no chunk will follow.
    ///
    /// # Examples
    /// See [`from_chunks`](Self::from_chunks).
    /// ```
    /// let mut r = jsonstream::Reader::from_chunks(&Default::default());
    /// r.end_input();
    /// assert!(!r.next_document()?);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn end_input(&mut self) {
        self.source.pull.ended = true;
    }
}

/// Position and errors.
impl<S: Source> Reader<S> {
    fn with(source: S, options: &ReadOptions) -> Self {
        let policy = |broken| {
            if broken == Broken::Reject { Policy::Reject } else { Policy::Replace }
        };
        Self {
            source,
            at: 0,
            base: 0,
            levels: Levels::new(options.max_depth),
            policies: Policies { utf8: policy(options.utf8), surrogates: policy(options.surrogates) },
            token: 0,
            document_stop: u64::MAX,
            stop: u64::MAX,
            scratch: Vec::new(),
            scanned: Scanned::default(),
            names: Names::new(matches!(options.duplicates, Duplicates::Reject | Duplicates::First), options.pointers),
            lines: Lines::default(),
            under_way: UnderWay::default(),
            #[cfg(feature = "serde")]
            nesting: crate::serde::Nesting::new(options.max_stack),
            #[cfg(feature = "serde")]
            memory: crate::serde::Memory::default(),
            options: options.clone(),
        }
    }

    fn clear(&mut self) {
        (self.at, self.base, self.token) = (0, 0, 0);
        (self.stop, self.document_stop) = (u64::MAX, u64::MAX);
        self.scanned = Scanned::default();
        self.levels.reset();
        self.names.clear();
        self.lines = Lines::default();
        self.under_way = UnderWay::default();
    }

    /// The bytes at hand that were not used.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str("1 2");
    /// r.u64()?;
    /// assert_eq!(r.unused(), b" 2");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn unused(&self) -> &[u8] {
        &self.source.window()[self.at..]
    }

    /// How many bytes were used, from the start of the stream.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str(" 1 2");
    /// r.u64()?;
    /// assert_eq!(r.offset(), 2);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn offset(&self) -> u64 {
        self.base + self.at as u64
    }

    /// Where the last token began, in bytes from the start of the stream.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str(" 12");
    /// r.u64()?;
    /// assert_eq!(r.token_offset(), 1);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn token_offset(&self) -> u64 {
        self.token
    }

    /// How many arrays and objects are open.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str("[1]");
    /// r.begin_array()?;
    /// assert_eq!(r.depth(), 1);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn depth(&self) -> usize {
        self.levels.depth()
    }

    /// The options it was made with.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Reader::from_str("1").options().max_number, 4096);
    /// ```
    pub fn options(&self) -> &ReadOptions {
        &self.options
    }

    /// The JSON pointer of the value that comes or has just come, if [`ReadOptions::pointers`] is set.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{ReadOptions, Reader};
    /// let options = ReadOptions { pointers: true, ..Default::default() };
    /// let mut r = Reader::from_slice_with(br#"{"a/b":[1,true]}"#, &options);
    /// r.begin_object()?;
    /// r.next_key()?;
    /// r.begin_array()?;
    /// r.u64()?;
    /// assert_eq!(r.u64().unwrap_err().pointer(), Some("/a~1b/1"));
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn pointer(&self) -> Option<String> {
        self.options.pointers.then(|| self.pointer_back(0))
    }

    fn pointer_back(&self, back: u64) -> String {
        self.names.pointer(&self.levels, back, |start| self.name_at(start))
    }

    /// The text of the name that begins at `start`, which is in the window. If another token does, nothing.
    fn name_at(&self, start: u64) -> Box<[u8]> {
        let utf8 = if self.policies.utf8 == Policy::Replace { Policy::Replace } else { Policy::Keep };
        let at = start.checked_sub(self.base).and_then(|at| usize::try_from(at).ok());
        match at.and_then(|at| self.source.window().get(at..)) {
            Some([b'"', rest @ ..]) => text::decoded(rest, Policies { utf8, surrogates: Policy::Replace }),
            _ => Box::default(),
        }
    }

    /// Adds line, column and the input around it to an error of this reader. It costs a look at the bytes at hand,
    /// so it is not done for every error.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::Reader;
    /// let mut r = Reader::from_str("{\n  \"a\": 01\n}");
    /// let error = r.skip().unwrap_err();
    /// assert_eq!(r.locate(error).to_string(), "not a number (at byte 10, line 2 column 9)");
    /// ```
    #[must_use]
    pub fn locate(&self, error: Error) -> Error {
        let window = self.source.window();
        let Some(at) = error.offset().checked_sub(self.base).and_then(|at| usize::try_from(at).ok()) else {
            return error;
        };
        let at = at.min(window.len());
        let lines = self.lines.after(&window[..at], self.base);
        let column = error.offset() - lines.start + 1;
        error.with_place(Place { line: lines.count + 1, column, context: context(window, at) })
    }

    /// An error that says nothing of a place gets that of the value just read.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn placed(&self, error: Error) -> Error {
        let error = error.or_offset(self.token);
        match self.options.pointers && error.pointer().is_none() {
            true => error.with_pointer(self.pointer_back(1).into_boxed_str()),
            false => error,
        }
    }

    #[cold]
    pub(crate) fn fail<T>(&self, kind: ErrorKind, offset: u64, text: &'static str) -> Result<T> {
        Err(self.error(kind, offset, text.into()))
    }

    /// What is wrong behind a limit counts no more than the limit: a source that gives its bytes one by one ends there.
    #[cold]
    fn error(&self, kind: ErrorKind, offset: u64, text: alloc::borrow::Cow<'static, str>) -> Error {
        if offset > self.stop && kind != ErrorKind::Misuse && !self.is_between_values() {
            return self.too_big();
        }
        let error = Error::new(kind, offset, text);
        match self.pointer() {
            Some(pointer) => error.with_pointer(pointer.into_boxed_str()),
            None => error,
        }
    }

    /// An error at the byte `ahead` of the next one; `Eof` if the input ends there.
    #[cold]
    fn syntax<T>(&self, ahead: usize, text: &'static str) -> Result<T> {
        let ended = self.at + ahead >= self.source.window().len();
        let offset = self.offset() + ahead as u64;
        match ended {
            true => self.fail(ErrorKind::Eof, offset, "the input ends in the middle of a value"),
            false => self.fail(ErrorKind::Syntax, offset, text),
        }
    }
}

/// The window.
impl<S: Source> Reader<S> {
    #[inline]
    fn byte(&self) -> Option<u8> {
        self.source.window().get(self.at).copied()
    }

    /// The byte `ahead` of the next one, if there is one.
    #[inline]
    fn need(&mut self, ahead: usize) -> Result<Option<u8>> {
        loop {
            if let Some(&byte) = self.source.window().get(self.at + ahead) {
                return Ok(Some(byte));
            }
            if !self.refill()? {
                return Ok(None);
            }
        }
    }

    /// More bytes behind those at hand; false at the end of the input.
    #[cold]
    fn refill(&mut self) -> Result<bool> {
        if !self.is_between_values() {
            self.check_size()?;
        }
        self.give_up();
        self.source.more().map_err(|error| error.or_offset(self.base + self.source.window().len() as u64))
    }

    fn give_up(&mut self) {
        if !S::MOVES {
            return;
        }
        let keep = self.under_way.keep.unwrap_or(self.at);
        let mut names = core::mem::take(&mut self.names);
        names.keep(self.base + keep as u64, |start| self.name_at(start));
        self.names = names;
        self.lines = self.lines.after(&self.source.window()[..keep], self.base);
        let moved = self.source.give_up(keep);
        self.at -= moved;
        self.under_way.keep = self.under_way.keep.map(|keep| keep - moved);
        self.base += moved as u64;
    }
}

impl Lines {
    /// The same, after `bytes` that begin at the offset `base` of the stream.
    fn after(self, bytes: &[u8], base: u64) -> Self {
        let newlines = scan::newlines(bytes);
        if newlines == 0 {
            return self;
        }
        let last = bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
        Self { count: self.count + newlines, start: base + last as u64 + 1 }
    }
}

/// At most 24 bytes on either side.
fn context(window: &[u8], at: usize) -> Box<str> {
    let around = &window[at.saturating_sub(24)..window.len().min(at + 24)];
    String::from_utf8_lossy(around).into()
}
