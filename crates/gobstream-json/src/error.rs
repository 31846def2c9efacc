//! The crate's one error.

use crate::from::Misfit;
use gobstream::ErrorKind;
use std::fmt;

/// The result of converting.
pub type Result<T> = std::result::Result<T, Error>;

/// The result of printing a token: one word where all is well, which is why the error is in a box.
pub(crate) type Put<T> = std::result::Result<T, Box<Error>>;

/// What went wrong, and on which side.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The gob stream is at fault or cannot be read; or the picture refuses a part of it, by the kinds
    /// [`NonFinite`](ErrorKind::NonFinite) and [`BadUtf8`](ErrorKind::BadUtf8), and then the stream can be read on.
    Gob(gobstream::Error),
    /// The JSON cannot be written, or the source of JSON not be read.
    Json(jsonstream::Error),
    /// The picture refuses a part of a value; of values in a stream `Gob` says so, and where.
    Refused(Box<Refusal>),
    /// JSON that gob cannot be made of.
    Misfit(Box<Misfit>),
    /// A path that cannot be read, or that no type of the stream has.
    Path(Box<str>),
}

/// What a [`Picture`](crate::Picture) refuses to show.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub(crate) kind: ErrorKind,
    pub(crate) text: &'static str,
    /// Which element, if it stands in a run.
    pub(crate) nth: usize,
}

impl Refusal {
    #[cold]
    pub(crate) fn non_finite(nth: usize) -> Box<Error> {
        let text = "NaN or an infinity, which this picture refuses";
        Box::new(Error::Refused(Box::new(Refusal { kind: ErrorKind::NonFinite, text, nth })))
    }

    #[cold]
    pub(crate) fn bad_utf8() -> Box<Error> {
        let text = "text that is not UTF-8, which this picture refuses";
        Box::new(Error::Refused(Box::new(Refusal { kind: ErrorKind::BadUtf8, text, nth: 0 })))
    }

    #[cold]
    pub(crate) fn too_big(by_keys: bool) -> Box<Error> {
        let text = match by_keys {
            true => "keys of maps, printed as text, over what a value of this size may take",
            false => "names of fields, and zeros of those not sent, over what a value of this size may take",
        };
        Box::new(Error::Refused(Box::new(Refusal { kind: ErrorKind::TooBig, text, nth: 0 })))
    }

    /// Why: [`NonFinite`](ErrorKind::NonFinite), [`BadUtf8`](ErrorKind::BadUtf8) or [`TooBig`](ErrorKind::TooBig).
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl Error {
    /// The stable code under which the manual explains it.
    ///
    /// ```
    /// let error = ".A..B".parse::<gobstream_json::Path>().unwrap_err();
    /// assert_eq!(error.code(), "usage");
    /// ```
    pub fn code(&self) -> &'static str {
        match self {
            Error::Gob(e) => e.kind().code(),
            Error::Json(_) => "io",
            Error::Refused(refusal) => refusal.kind.code(),
            Error::Misfit(misfit) => misfit.code(),
            Error::Path(_) => "usage",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Gob(e) => e.fmt(f),
            Error::Json(e) => e.fmt(f),
            Error::Refused(refusal) => write!(f, "{} [{}]", refusal.text, refusal.kind.code()),
            Error::Misfit(misfit) => misfit.fmt(f),
            Error::Path(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Gob(e) => Some(e),
            Error::Json(e) => Some(e),
            Error::Misfit(misfit) => Some(&**misfit),
            Error::Refused(_) | Error::Path(_) => None,
        }
    }
}

impl From<gobstream::Error> for Error {
    fn from(e: gobstream::Error) -> Self {
        Error::Gob(e)
    }
}

impl From<jsonstream::Error> for Box<Error> {
    #[cold]
    fn from(e: jsonstream::Error) -> Self {
        Box::new(Error::Json(e))
    }
}

impl From<Box<Error>> for Error {
    fn from(e: Box<Error>) -> Self {
        *e
    }
}

impl From<jsonstream::Error> for Error {
    fn from(e: jsonstream::Error) -> Self {
        Error::Json(e)
    }
}
