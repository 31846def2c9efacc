//! Ends on tokio's traits: loops over the push front, and over an encoder that writes to memory.
//!
//! Both wait at one place each. Whatever a call did before stays done when it is dropped there, so nothing is lost and nothing comes twice.

use crate::assemble::Chunks;
use crate::decode::{DecodeOwned, Decoder};
use crate::encode::{Encode, EncodeOptions, Encoder};
use crate::error::{Error, ErrorKind, Fault, Place, Result};
use crate::limits::Options;
use crate::value::Value;
use core::fmt;
use core::task::Poll;
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// Bytes read at once, and those that an empty buffer keeps.
const PIECE: usize = 64 << 10;

/// Decodes a gob stream that comes from an [`AsyncRead`].
///
/// All calls can be cancelled: a future that is dropped before it is done has lost nothing, and the next call, for whatever type, goes on
/// where it stopped. Errors are as those of [`Decoder`]; after `io` the same value can be asked for again.
///
/// ```
/// use gobstream::{AsyncDecoder, Value};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> gobstream::Result<()> {
/// let source = &b"\x03\x04\x00\x06\x03\x04\x00\x08"[..];
/// let mut decoder = AsyncDecoder::new(source);
/// assert_eq!(decoder.decode::<i64>().await?, Some(3));
/// assert_eq!(decoder.decode_value().await?, Some(Value::Int(4)));
/// assert_eq!(decoder.decode::<i64>().await?, None);
/// # Ok(())
/// # }
/// ```
pub struct AsyncDecoder<R> {
    source: R,
    decoder: Decoder<Chunks>,
    piece: Vec<u8>,
}

impl<R: AsyncRead + Unpin> AsyncDecoder<R> {
    /// Reads from a source, 64 KiB at a time, with default [`Options`]. The source needs no buffer of its own.
    pub fn new(source: R) -> Self {
        Self::with_options(source, Options::default())
    }

    /// Reads from a source, 64 KiB at a time.
    pub fn with_options(source: R, options: Options) -> Self {
        AsyncDecoder { source, decoder: Decoder::push(options), piece: Vec::new() }
    }

    /// The next value, made anew; `None` at the end of the stream.
    ///
    /// # Errors
    /// What is wrong with the stream or the value, or why the value does not go into the type; `io` if the source fails.
    pub async fn decode<T: DecodeOwned>(&mut self) -> Result<Option<T>> {
        loop {
            if let Poll::Ready(value) = self.decoder.poll_decode()? {
                return Ok(value);
            }
            self.fill().await?;
        }
    }

    /// Merges the next value into `value`, exactly as Go does; `false` at the end of the stream. Nothing is merged before all of it is there.
    ///
    /// # Errors
    /// As [`decode`](Self::decode); `value` may then hold a part of what came.
    pub async fn decode_into<T: DecodeOwned>(&mut self, value: &mut T) -> Result<bool> {
        loop {
            if let Poll::Ready(is_value) = self.decoder.poll_decode_into(value)? {
                return Ok(is_value);
            }
            self.fill().await?;
        }
    }

    /// The next value, whatever its type; `None` at the end of the stream.
    ///
    /// # Errors
    /// What is wrong with the stream or the value; `io` if the source fails.
    pub async fn decode_value(&mut self) -> Result<Option<Value>> {
        loop {
            if let Poll::Ready(value) = self.decoder.poll_value()? {
                return Ok(value);
            }
            self.fill().await?;
        }
    }

    /// The only place that waits. If it is dropped there, nothing was read.
    async fn fill(&mut self) -> Result<()> {
        self.piece.resize(PIECE, 0);
        match self.source.read(&mut self.piece).await {
            Ok(0) => self.decoder.finish(),
            Ok(n) => self.decoder.feed(&self.piece[..n]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Error::new(*Fault::io(error), Place { offset: self.decoder.offset(), ..Place::default() })),
        }
        Ok(())
    }
}

impl<R> AsyncDecoder<R> {
    /// The decoder behind it, to register types with and to ask for the types and the offset of the stream.
    pub fn decoder(&mut self) -> &mut Decoder<Chunks> {
        &mut self.decoder
    }

    /// The source, and what was read from it beyond the last value.
    pub fn into_parts(mut self) -> (R, Vec<u8>) {
        self.decoder.untyped();
        (self.source, self.decoder.rest().to_vec())
    }
}

impl<R> fmt::Debug for AsyncDecoder<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncDecoder").field("decoder", &self.decoder).finish_non_exhaustive()
    }
}

/// Encodes values for an [`AsyncWrite`].
///
/// A value is encoded whole, into memory, before the first of its bytes goes out; an error in it leaves nothing behind. All calls can be
/// cancelled: once a future was polled its value belongs to the stream, and what did not go out yet goes out first with the next call. To know
/// at each moment what was taken, [`put`](Self::put) values, which does not wait, and [`flush`](Self::flush) them.
///
/// If the writer fails, nobody knows what arrived, and every later call fails with `poisoned`. An encoder that is dropped with bytes
/// [`waiting`](Self::waiting) leaves a stream that ends inside a value.
///
/// ```
/// use gobstream::AsyncEncoder;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> gobstream::Result<()> {
/// let mut encoder = AsyncEncoder::new(Vec::new());
/// encoder.encode(&3).await?;
/// encoder.put("text")?;
/// encoder.flush().await?;
/// assert_eq!(encoder.into_parts().0, b"\x03\x04\x00\x06\x07\x0c\x00\x04text");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct AsyncEncoder<W> {
    to: W,
    encoder: Encoder<Vec<u8>>,
    /// How much of what the encoder wrote went out.
    sent: usize,
    poison: Option<Error>,
}

impl<W: AsyncWrite + Unpin> AsyncEncoder<W> {
    /// Writes to `to`, with default [`EncodeOptions`]. It needs no buffer of its own.
    pub fn new(to: W) -> Self {
        Self::with_options(to, EncodeOptions::default())
    }

    /// Writes to `to`.
    pub fn with_options(to: W, options: EncodeOptions) -> Self {
        AsyncEncoder { to, encoder: Encoder::with_options(Vec::new(), options), sent: 0, poison: None }
    }

    /// Encodes a value into memory, from where the next call that waits sends it.
    ///
    /// # Errors
    /// As [`Encoder::encode`]; the encoder is as before then. `poisoned` after a failed write.
    pub fn put<T: Encode + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.sound()?.encode(value)
    }

    /// The same for a value without a Rust type: see [`Encoder::encode_value`].
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub fn put_value(&mut self, value: &Value) -> Result<()> {
        self.sound()?.encode_value(value)
    }

    /// Encodes a value and hands all its bytes to the writer.
    ///
    /// # Errors
    /// As [`put`](Self::put); `io` if the writer fails.
    pub async fn encode<T: Encode + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.put(value)?;
        self.send().await
    }

    /// The same for a value without a Rust type: see [`Encoder::encode_value`].
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    pub async fn encode_value(&mut self, value: &Value) -> Result<()> {
        self.put_value(value)?;
        self.send().await
    }

    /// Hands everything that waits to the writer, and flushes it.
    ///
    /// # Errors
    /// `io` if the writer fails, `poisoned` after a failed write.
    pub async fn flush(&mut self) -> Result<()> {
        self.sound()?;
        self.send().await?;
        let flushed = self.to.flush().await;
        flushed.map_err(|error| self.failed(error))
    }

    /// Waits for nothing but the writer. What it took is counted at once, so a call that is dropped here is no harm.
    async fn send(&mut self) -> Result<()> {
        while let Some(rest) = self.encoder.sink().get(self.sent..).filter(|rest| !rest.is_empty()) {
            match self.to.write(rest).await {
                Ok(0) => return Err(self.failed(io::ErrorKind::WriteZero.into())),
                Ok(n) => self.sent += n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.failed(error)),
            }
        }
        self.sent = 0;
        let sink = self.encoder.sink_mut();
        sink.clear();
        sink.shrink_to(PIECE);
        Ok(())
    }

    fn sound(&mut self) -> Result<&mut Encoder<Vec<u8>>> {
        match &self.poison {
            None => Ok(&mut self.encoder),
            Some(error) => Err(error.clone()),
        }
    }

    #[cold]
    fn failed(&mut self, error: io::Error) -> Error {
        let place = || Place { offset: self.encoder.written() - self.waiting() as u64, ..Place::default() };
        let text = format!("an earlier write failed: {error}");
        let (poison, place) = (Error::new(*Fault::new(ErrorKind::Poisoned, "", text), place()), place());
        self.poison = Some(poison);
        Error::new(*Fault::io_write(error), place)
    }
}

impl<W> AsyncEncoder<W> {
    /// Bytes that were encoded and did not go out yet.
    pub fn waiting(&self) -> usize {
        self.encoder.sink().len() - self.sent
    }

    /// Says under which name values of type `T` go into open interfaces: see [`Encoder::register`].
    pub fn register<T: crate::shape::Shaped + ?Sized>(&mut self, name: &str) {
        self.encoder.register::<T>(name);
    }

    /// The writer, and the bytes that did not go out yet.
    pub fn into_parts(self) -> (W, Vec<u8>) {
        let mut rest = self.encoder.into_sink();
        rest.drain(..self.sent);
        (self.to, rest)
    }
}
