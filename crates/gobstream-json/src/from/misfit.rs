//! What is wrong with JSON that gob is to be made of.

use gobstream::{ErrorKind, ValueBuilder};
use std::fmt;

/// JSON that does not fit the type that it should have, or is no JSON: where, and why.
///
/// ```
/// use gobstream_json::{Error, FromTyped, read_options};
/// use jsonstream::Reader;
/// let mut json = Reader::from_slice_with(b"{\"of\":\"int\",\"value\":\"x\"}", &read_options());
/// let mut typed = FromTyped::new(Default::default());
/// let Err(Error::Misfit(misfit)) = typed.next_line(&mut json) else { unreachable!() };
/// assert_eq!((misfit.code(), misfit.offset()), ("wrong-type", 20));
/// ```
#[derive(Clone, Debug)]
pub struct Misfit {
    code: &'static str,
    offset: u64,
    path: Box<str>,
    text: Box<str>,
}

/// The same before its place is known.
pub(super) type Result<T> = std::result::Result<T, Box<Misfit>>;

impl Misfit {
    #[cold]
    pub(super) fn new(code: &'static str, path: String, text: impl Into<String>) -> Box<Self> {
        Box::new(Misfit { code, offset: 0, path: path.into(), text: text.into().into() })
    }

    /// JSON that is not of the form that must come here.
    #[cold]
    pub(super) fn bad_json(builder: Option<&ValueBuilder>, text: impl Into<String>) -> Box<Self> {
        Misfit::new("bad-json", builder.map_or(String::new(), ValueBuilder::path), text)
    }

    #[cold]
    pub(super) fn of_kind(kind: ErrorKind, builder: &ValueBuilder, text: impl Into<String>) -> Box<Self> {
        Misfit::new(kind.code(), builder.path(), text)
    }

    #[cold]
    pub(super) fn at(mut self: Box<Self>, offset: u64) -> Box<Self> {
        self.offset = offset;
        self
    }

    /// The code under which the manual explains it: `wrong-type`, `out-of-range`, `unknown-field`, `bad-json`, …
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The byte of the JSON at which it stands.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The way to it from the top of its value: `.Orders[2].Price`; empty at the top, and where there is no value.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What is wrong, in one clause.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// `at 0x1f (31), .X: what is wrong [code]`
impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Misfit { code, offset, path, text } = self;
        write!(f, "at {offset:#x} ({offset})")?;
        if !path.is_empty() {
            write!(f, ", {path}")?;
        }
        write!(f, ": {text} [{code}]")
    }
}

impl std::error::Error for Misfit {}

/// A part that the builder refused.
impl From<gobstream::Error> for Box<Misfit> {
    #[cold]
    fn from(error: gobstream::Error) -> Self {
        Misfit::new(error.kind().code(), error.path().into(), error.text())
    }
}
