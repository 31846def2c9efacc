//! Is this text one JSON value? The reader says so.

use crate::config::{Broken, Documents, ReadOptions};
use crate::error::{Error, ErrorKind, Result};
use crate::reader::{Reader, is_number};

/// Checks that `text` is one value, with white space around it allowed, of at most `max_depth` levels.
pub(crate) fn value(text: &str, max_depth: usize) -> Result<()> {
    let options = ReadOptions {
        documents: Documents::Single,
        surrogates: Broken::Replace, // it is to be passed on as it stands
        max_depth,
        max_number: usize::MAX,
        ..ReadOptions::default()
    };
    let mut reader = Reader::from_slice_with(text.as_bytes(), &options);
    reader.skip()?;
    reader.end()
}

/// Checks that `text` is one number and nothing else.
pub(crate) fn number(text: &str) -> Result<()> {
    if is_number(text) {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Syntax, 0, "not a number"))
}
