//! Fronts: one value, or the values of a decoder.

use super::de::De;
use crate::assemble::{Chunks, Slice};
use crate::decode::{Dec, Decoder};
use crate::error::{Error, ErrorKind, Result};
use crate::types::Slot;
use core::task::Poll;
use serde_core::Deserialize;
#[cfg(feature = "std")]
use serde_core::de::DeserializeOwned;

/// The one value of a stream.
///
/// ```
/// #[derive(serde::Deserialize)]
/// #[serde(rename_all = "PascalCase")]
/// struct Point {
///     x: i64,
///     y: i64,
/// }
/// let bytes = b"\x1e\x7f\x03\x01\x01\x05Point\x01\xff\x80\x00\x01\x02\x01\x01X\x01\x04\x00\x01\x01Y\x01\x04\x00\x00\x00\x05\xff\x80\x02\x42\x00";
/// let point: Point = gobstream::serde::from_slice(bytes)?;
/// assert_eq!((point.x, point.y), (0, 33));
/// # Ok::<(), gobstream::Error>(())
/// ```
///
/// # Errors
/// What is wrong with the stream, or why the value does not go into the type; `missing` if there is no value, `extra-data` if there is more than one.
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T> {
    let mut decoder = Decoder::from_slice(bytes);
    let value = decoder.deserialize()?;
    only(value, decoder.skip()?, decoder.offset())
}

/// The one value of a source, which is read to its end. The source needs no buffer of its own.
///
/// ```
/// let text: String = gobstream::serde::from_reader(&b"\x05\x0c\x00\x02hi"[..])?;
/// assert_eq!(text, "hi");
/// # Ok::<(), gobstream::Error>(())
/// ```
///
/// # Errors
/// As [`from_slice`], and `io` if the source fails.
#[cfg(feature = "std")]
pub fn from_reader<T: DeserializeOwned>(source: impl std::io::Read) -> Result<T> {
    let mut decoder = Decoder::from_reader(source);
    let value = decoder.deserialize()?;
    only(value, decoder.skip()?, decoder.offset())
}

fn only<T>(value: Option<T>, more: bool, offset: u64) -> Result<T> {
    if more {
        let text = "more than one value; a Decoder reads one after the other";
        return Err(Error::without_place(ErrorKind::ExtraData, text.into()).at_least_at(offset));
    }
    value.ok_or_else(|| Error::without_place(ErrorKind::Missing, "a stream without a value".into()).at_least_at(offset))
}

fn read<'de, T: Deserialize<'de>>(d: &mut Dec<'_, 'de>, slot: Slot) -> Result<T> {
    let at = d.at();
    T::deserialize(De::new(d, slot)).map_err(|error| error.at_least_at(at))
}

impl<'b> Decoder<Slice<'b>> {
    /// The next value, by serde; `None` at the end of the stream. It may borrow from the slice.
    ///
    /// ```
    /// use gobstream::Decoder;
    /// let mut decoder = Decoder::from_slice(b"\x05\x0c\x00\x02hi\x03\x04\x00\x06");
    /// assert_eq!(decoder.deserialize::<&str>()?, Some("hi"));
    /// assert_eq!(decoder.deserialize::<u8>()?, Some(3));
    /// assert_eq!(decoder.deserialize::<u8>()?, None);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the stream or the value, or why the value does not go into the type.
    pub fn deserialize<T: Deserialize<'b>>(&mut self) -> Result<Option<T>> {
        let mut value = None;
        self.run_unplanned(&mut |d, slot| {
            value = Some(read(d, slot)?);
            Ok(())
        })?;
        Ok(value)
    }
}

#[cfg(feature = "std")]
impl<R: std::io::Read> Decoder<crate::Reader<R>> {
    /// The next value, by serde; `None` at the end of the stream.
    ///
    /// ```
    /// let mut decoder = gobstream::Decoder::from_reader(&b"\x03\x04\x00\x06"[..]);
    /// assert_eq!(decoder.deserialize::<u8>()?, Some(3));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the stream or the value, or why the value does not go into the type; `io` if the source fails, and then
    /// the same value can be asked for again.
    pub fn deserialize<T: DeserializeOwned>(&mut self) -> Result<Option<T>> {
        let mut value = None;
        self.run_unplanned_waiting(&mut |d, slot| {
            value = Some(read(d, slot)?);
            Ok(())
        })?;
        Ok(value)
    }
}

impl Decoder<Chunks> {
    /// The next value, by serde; pending until all of it is there; `None` at the end of the stream. It may borrow from the decoder, until
    /// more is fed.
    ///
    /// ```
    /// use gobstream::{Decoder, Options};
    /// use std::task::Poll;
    /// let mut decoder = Decoder::push(Options::default());
    /// decoder.feed(b"\x03\x04\x00");
    /// assert_eq!(decoder.poll_deserialize::<u8>()?, Poll::Pending);
    /// decoder.feed(b"\x06");
    /// assert_eq!(decoder.poll_deserialize::<u8>()?, Poll::Ready(Some(3)));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the stream or the value, or why the value does not go into the type.
    pub fn poll_deserialize<'a, T: Deserialize<'a>>(&'a mut self) -> Result<Poll<Option<T>>> {
        let mut value = None;
        let polled = self.poll_unplanned(&mut |d, slot| {
            value = Some(read(d, slot)?);
            Ok(())
        })?;
        Ok(polled.map(|_| value))
    }
}
