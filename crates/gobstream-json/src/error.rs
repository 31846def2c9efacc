//! Either side's error.

use core::fmt;

/// The result of converting.
pub type Result<T> = core::result::Result<T, Error>;

/// What went wrong, and on which side.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The gob stream is at fault, or cannot be read.
    Gob(gobstream::Error),
    /// The JSON cannot be written.
    Json(jsonstream::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Gob(e) => e.fmt(f),
            Error::Json(e) => e.fmt(f),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Error::Gob(e) => Some(e),
            Error::Json(e) => Some(e),
        }
    }
}

impl From<gobstream::Error> for Error {
    fn from(e: gobstream::Error) -> Self {
        Error::Gob(e)
    }
}

impl From<jsonstream::Error> for Error {
    fn from(e: jsonstream::Error) -> Self {
        Error::Json(e)
    }
}
