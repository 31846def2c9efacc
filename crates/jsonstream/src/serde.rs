//! serde: types in, types out, without a tree between.

mod atom;
mod de;
mod iter;
mod key;
mod names;
mod number;
mod raw;
mod ser;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde_core::{Deserialize, Serialize};

pub use self::iter::{Elements, Values};
pub use self::number::BigNumber;
pub use self::raw::{OwnedRawValue, RawValue};

use crate::config::{self, ReadOptions, WriteOptions};
use crate::error::{Error, ErrorKind, Result};
use crate::reader::{Lend, Reader};
use crate::writer::Writer;

impl serde_core::ser::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self::new(ErrorKind::Data, 0, bounded(text.to_string()))
    }
}

impl serde_core::de::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self::new(ErrorKind::Data, 0, bounded(text.to_string()))
    }
}

/// At most 1 KiB of what a type has to say: it may quote the input.
fn bounded(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(1024));
    text
}

/// How deep the code of nested types is in the program's stack, by the address of a local.
#[derive(Debug)]
pub(crate) struct Nesting {
    /// That of the outermost level; 0 if there is none.
    base: usize,
    max: usize,
}

impl Nesting {
    pub(crate) fn new(max: usize) -> Self {
        Self { base: 0, max }
    }

    /// One level more, to be followed by [`leave`](Self::leave) with what is returned: whether it is the outermost one.
    /// None if it would be too deep.
    #[inline]
    fn enter(&mut self) -> Option<bool> {
        let local = 0u8;
        let here = core::ptr::from_ref(&local).addr();
        if self.base == 0 {
            self.base = here;
            return Some(true);
        }
        (here.abs_diff(self.base) <= self.max).then_some(false)
    }

    #[inline]
    fn leave(&mut self, outermost: bool) {
        if outermost {
            self.base = 0;
        }
    }
}

/// What the large elements of a value take; elements of small types come to no more than the bytes that they are read from allow.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Memory {
    spent: u64,
    /// Where in the stream the value begins.
    from: u64,
}

impl Memory {
    const PER_BYTE: usize = 64;

    fn begin(offset: u64) -> Self {
        Self { spent: 0, from: offset }
    }

    /// Charges an element, at this offset of the stream; false if that is over the limit.
    #[inline]
    fn take<T>(&mut self, offset: u64, max: usize) -> bool {
        if size_of::<T>() <= Self::PER_BYTE {
            return true;
        }
        self.spent = self.spent.saturating_add(2 * size_of::<T>() as u64);
        self.spent <= (max as u64).max((offset - self.from).saturating_mul(Self::PER_BYTE as u64))
    }
}

/// A value as JSON, compact.
///
/// # Examples
/// ```
/// assert_eq!(jsonstream::to_vec(&(1, "a", [true]))?, br#"[1,"a",[true]]"#);
/// # Ok::<(), jsonstream::Error>(())
/// ```
///
/// # Errors
/// What JSON cannot say: `NonFinite`, and names that are no strings; what the type itself refuses.
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_vec_with(value, &WriteOptions::default())
}

/// A value as JSON, with options.
///
/// # Examples
/// ```
/// use jsonstream::{Layout, WriteOptions};
/// let options = WriteOptions { layout: Layout::Spaced, ..Default::default() };
/// assert_eq!(jsonstream::to_vec_with(&[1, 2], &options)?, b"[1, 2]");
/// # Ok::<(), jsonstream::Error>(())
/// ```
///
/// # Errors
/// As [`to_vec`].
pub fn to_vec_with<T: Serialize + ?Sized>(value: &T, options: &WriteOptions) -> Result<Vec<u8>> {
    let mut writer = Writer::with_options((), options);
    writer.value(value)?;
    writer.into_bytes()
}

/// A value as JSON text, compact.
///
/// # Examples
/// ```
/// assert_eq!(jsonstream::to_string(&Some(1.5))?, "1.5");
/// # Ok::<(), jsonstream::Error>(())
/// ```
///
/// # Errors
/// As [`to_vec`].
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    let bytes = to_vec(value)?;
    String::from_utf8(bytes).map_err(|_| Error::new(ErrorKind::Utf8, 0, "not UTF-8"))
}

/// Writes a value to a [`std::io::Write`], which needs no buffer of its own.
///
/// # Examples
/// ```
/// let mut out = Vec::new();
/// jsonstream::to_writer(&mut out, &[1, 2])?;
/// assert_eq!(out, b"[1,2]");
/// # Ok::<(), jsonstream::Error>(())
/// ```
///
/// # Errors
/// As [`to_vec`], and `Io`. Part of the value may have been written then.
#[cfg(feature = "std")]
pub fn to_writer<W: std::io::Write, T: Serialize + ?Sized>(out: W, value: &T) -> Result<()> {
    let mut writer = Writer::to_io(out);
    writer.value(value)?;
    writer.finish().map(drop)
}

/// A value from a slice that holds it and nothing else. Strings may be borrowed from it.
///
/// # Examples
/// ```
/// let (n, text): (u8, &str) = jsonstream::from_slice(br#"[1, "a"]"#)?;
/// assert_eq!((n, text), (1, "a"));
/// # Ok::<(), jsonstream::Error>(())
/// ```
///
/// # Errors
/// All of reading, with line, column and JSON pointer; `Data` for what the type refuses.
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T> {
    from_slice_with(bytes, &single())
}

/// A value from a slice, with options.
///
/// # Examples
/// ```
/// use jsonstream::ReadOptions;
/// assert_eq!(jsonstream::from_slice_with::<u8>(br#""7""#, &ReadOptions::lenient())?, 7);
/// # Ok::<(), jsonstream::Error>(())
/// ```
///
/// # Errors
/// As [`from_slice`]; with a pointer if [`ReadOptions::pointers`] is set, which it is not by default.
pub fn from_slice_with<'de, T: Deserialize<'de>>(bytes: &'de [u8], options: &ReadOptions) -> Result<T> {
    whole(&mut Reader::from_slice_with(bytes, options))
}

/// A value from a string slice that holds it and nothing else.
///
/// # Examples
/// ```
/// let error = jsonstream::from_str::<Vec<u8>>("[1,\n 256]").unwrap_err();
/// assert_eq!(error.to_string(), "the integer does not fit its type (at byte 5, line 2 column 2) in \"/1\"");
/// ```
///
/// # Errors
/// As [`from_slice`].
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T> {
    from_slice(text.as_bytes())
}

/// A value from a [`std::io::Read`] that holds it and nothing else.
///
/// # Examples
/// ```
/// let numbers: Vec<u8> = jsonstream::from_reader(&b"[1, 2]"[..])?;
/// assert_eq!(numbers, [1, 2]);
/// # Ok::<(), jsonstream::Error>(())
/// ```
///
/// # Errors
/// As [`from_slice`], and `Io`.
#[cfg(feature = "std")]
pub fn from_reader<R: std::io::Read, T: serde_core::de::DeserializeOwned>(input: R) -> Result<T> {
    whole(&mut Reader::from_io_with(input, &single()))
}

fn single() -> ReadOptions {
    ReadOptions { documents: config::Documents::Single, pointers: true, ..ReadOptions::default() }
}

/// The one value, and the end.
fn whole<'de, S: Lend<'de>, T: Deserialize<'de>>(reader: &mut Reader<S>) -> Result<T> {
    let value = reader.value().and_then(|value| reader.end().map(|()| value));
    value.map_err(|error| reader.locate(error))
}
