//! Decoding from `std::io`.

use super::{Decode, DecodeOwned, Decoder};
use crate::assemble::Stream;
use crate::error::Result;
use crate::io::Reader;
use crate::limits::Options;
use alloc::vec::Vec;
use std::io::Read;

impl<R: Read> Decoder<Reader<R>> {
    /// Reads from a source, 64 KiB at a time, with default [`Options`]. The source needs no buffer of its own; what is read
    /// beyond the last value is handed back by [`into_parts`](Self::into_parts).
    ///
    /// ```
    /// use gobstream::Decoder;
    /// let mut decoder = Decoder::from_reader(&b"\x03\x04\x00\x06and more"[..]);
    /// assert_eq!(decoder.decode::<i64>()?, Some(3));
    /// assert_eq!(decoder.into_parts().1, b"and more");
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn from_reader(source: R) -> Self {
        Self::from_reader_with(source, Options::default())
    }

    /// Reads from a source, 64 KiB at a time.
    pub fn from_reader_with(source: R, options: Options) -> Self {
        Decoder::new(Stream::new(Reader::small(source), options))
    }

    /// Reads from a source, and nothing beyond the value that is asked for: what follows is there for others, such as the next
    /// decoder. Two reads for each message, so the source should have a buffer of its own.
    ///
    /// ```
    /// use gobstream::{Decoder, Options};
    /// let mut source = &b"\x03\x04\x00\x06and more"[..];
    /// assert_eq!(Decoder::from_reader_exact(&mut source, Options::default()).decode::<i64>()?, Some(3));
    /// assert_eq!(source, b"and more");
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn from_reader_exact(source: R, options: Options) -> Self {
        Decoder::new(Stream::new(Reader::exact(source), options))
    }

    /// The next value, made anew; `None` at the end of the stream.
    ///
    /// # Errors
    /// What is wrong with the stream or the value, or why the value does not go into the type; `io` if the source fails, and then
    /// the same value can be asked for again.
    pub fn decode<T: DecodeOwned>(&mut self) -> Result<Option<T>> {
        self.decode_borrowed()
    }

    /// The next value, which may borrow from the decoder until the next call; `None` at the end of the stream.
    ///
    /// ```
    /// use gobstream::Decoder;
    /// let mut decoder = Decoder::from_reader(&b"\x05\x0c\x00\x02hi"[..]);
    /// assert_eq!(decoder.decode_borrowed::<&str>()?, Some("hi"));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    pub fn decode_borrowed<'a, T: Decode<'a>>(&'a mut self) -> Result<Option<T>> {
        let mut value = None;
        self.run_waiting(T::SHAPE, true, &mut |d, n| {
            let mut fresh = T::zero();
            fresh.merge(d, n)?;
            value = Some(fresh);
            Ok(())
        })?;
        Ok(value)
    }

    /// Merges the next value into `value`, exactly as Go does; `false` at the end of the stream.
    ///
    /// What was not sent, which is what was zero, keeps its old value. Elements of lists are merged one by one, entries of maps
    /// replaced, pointers written through.
    ///
    /// # Errors
    /// As [`decode`](Self::decode); `value` may then hold a part of what came.
    pub fn decode_into<T: DecodeOwned>(&mut self, value: &mut T) -> Result<bool> {
        self.run_waiting(T::SHAPE, false, &mut |d, n| value.merge(d, n))
    }

    /// Begins a new stream from another source: types and bytes are forgotten, what is registered is kept. Gives the source that was read before.
    ///
    /// ```
    /// let mut decoder = gobstream::Decoder::from_reader(&b"\x03\x04\x00\x06"[..]);
    /// assert_eq!(decoder.decode::<i64>()?, Some(3));
    /// decoder.reset(b"\x03\x04\x00\x08");
    /// assert_eq!(decoder.decode::<i64>()?, Some(4));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn reset(&mut self, source: R) -> R {
        self.forget();
        self.stream.input.restart(source)
    }

    /// The source, and what was read from it beyond the last value.
    pub fn into_parts(mut self) -> (R, Vec<u8>) {
        self.untyped();
        self.stream.input.into_parts()
    }
}
