//! The encoder: a stream of values, each written as a whole or not at all.

use super::enc::{Core, DynEncode, Flush, is_struct};
use super::{Enc, Encode, Sink, value};
use crate::error::{Error, ErrorKind, Fault, Place, Result};
use crate::ids::{self, Mark};
use crate::shape::{Shape, Shaped};
use crate::value::Value;
use crate::wire::{self, EncodeBuffer};
use alloc::format;
use alloc::vec::Vec;
use core::fmt;

/// How to write: a plain value.
///
/// ```
/// use gobstream::{EncodeOptions, Encoder};
/// use std::collections::HashMap;
/// let map = HashMap::from([(3, true), (1, true), (2, false)]);
/// let mut encoder = Encoder::with_options(Vec::new(), EncodeOptions { sort_keys: true, ..EncodeOptions::default() });
/// encoder.encode(&map)?;
/// assert!(encoder.into_sink().ends_with(b"\x03\x02\x01\x04\x00\x06\x01"));
/// # Ok::<(), gobstream::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodeOptions {
    /// Whether maps are written in the order of their keys, so that equal values give equal bytes: numbers and texts in their own order,
    /// other keys in that of their bytes. Off, in the order of the map. Takes a copy of the map's bytes.
    pub sort_keys: bool,
    /// Bytes of one message, exclusive: 8 GiB, as in Go. `too-big`
    pub message: u64,
    /// Bytes of stack that values inside values may take: 128 KiB. `too-deep`
    pub stack: usize,
    /// Byte strings and texts from this length on are handed to the sink as they are, without a copy: 16 KiB.
    pub pass_from: usize,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        EncodeOptions { sort_keys: false, message: 8 << 30, stack: 128 << 10, pass_from: 16 << 10 }
    }
}

/// Writes a stream of values to a [`Sink`]: what a fresh Go process would write, byte for byte, if it has the same types.
///
/// Types are defined once in a stream, before the first value that needs them. So what two calls wrote cannot be read apart: the
/// second has no definitions. Records that must be readable alone are made with [`to_vec`](crate::to_vec), each with definitions of its own. To
/// send definitions once and values apart, call [`define`](Encoder::define) first and [`encode_bytes`](Encoder::encode_bytes) for each value.
///
/// One thing differs from Go: a type that is first met inside an interface is defined before the value, where Go breaks off in its middle to
/// define it there. All readers take both, and Go itself cannot skip the latter.
///
/// A call writes all or nothing. If a value cannot be said in gob, nothing is written and nothing of it is remembered; the encoder is as good as before.
/// If the sink fails, nobody knows what arrived, and every later call fails with `poisoned`.
///
/// ```
/// use gobstream::Encoder;
/// let mut encoder = Encoder::to_vec();
/// encoder.encode(&[1isize, -2, 300][..])?;
/// encoder.encode("text")?;
/// let stream = encoder.into_sink();
/// // A definition of []int as 64; its value; a string.
/// assert_eq!(stream, b"\x0b\x7f\x02\x01\x02\xff\x80\x00\x01\x04\x00\x00\x09\xff\x80\x00\x03\x02\x03\xfe\x02\x58\x07\x0c\x00\x04text");
/// # Ok::<(), gobstream::Error>(())
/// ```
#[derive(Debug)]
pub struct Encoder<S> {
    sink: S,
    state: State,
}

/// All but the sink.
#[derive(Debug)]
struct State {
    options: EncodeOptions,
    buf: EncodeBuffer,
    core: Core,
    /// Bytes and values that were written.
    written: u64,
    values: u64,
    poison: Option<Error>,
    /// Calls in a row that needed little of the buffer.
    idle: u8,
}

/// Room for the length of a message in front of it.
const HEAD: usize = wire::MAX_NUMBER;

impl Encoder<Vec<u8>> {
    /// Writes into a vector; see [`into_sink`](Encoder::into_sink).
    pub fn to_vec() -> Self {
        Encoder::new(Vec::new())
    }
}

impl<S> Encoder<S> {
    /// Writes to a sink, with default [`EncodeOptions`]. Allocates nothing.
    pub fn new(sink: S) -> Self {
        Self::with_options(sink, EncodeOptions::default())
    }

    /// Writes to a sink.
    pub fn with_options(sink: S, options: EncodeOptions) -> Self {
        let mut buf = EncodeBuffer::new();
        buf.set_limit(usize::try_from(options.message).unwrap_or(usize::MAX).saturating_add(1 << 20));
        let state = State { options, buf, core: Core::new(), written: 0, values: 0, poison: None, idle: 0 };
        Encoder { sink, state }
    }

    /// The sink.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// The sink, to be changed: what the encoder wrote must stay in front of what it will write.
    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// The sink, and no encoder.
    pub fn into_sink(self) -> S {
        self.sink
    }

    /// How many bytes were written.
    pub fn written(&self) -> u64 {
        self.state.written
    }

    /// Begins another stream: no type is defined, and ids count from 64 again. Memory is kept, a failed write forgotten.
    ///
    /// ```
    /// let mut encoder = gobstream::Encoder::to_vec();
    /// let first = encoder.encode_bytes(&[1u16; 3])?.to_vec();
    /// encoder.reset();
    /// assert_eq!(encoder.encode_bytes(&[1u16; 3])?, first);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn reset(&mut self) {
        let state = &mut self.state;
        state.core.ids.roll_back(Mark::start());
        (state.written, state.values, state.poison) = (0, 0, None);
    }

    /// Gives the bytes of a value, definitions included, instead of handing them to the sink. They are part of the stream nevertheless: a type
    /// that they define is not defined again.
    ///
    /// ```
    /// let mut encoder = gobstream::Encoder::to_vec();
    /// assert_eq!(encoder.encode_bytes("text")?, b"\x07\x0c\x00\x04text");
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`encode`](Encoder::encode).
    pub fn encode_bytes<T: Encode + ?Sized>(&mut self, value: &T) -> Result<&[u8]> {
        let mut call = Call::begin(&mut self.state, usize::MAX)?;
        call.put(value)?;
        let (start, _) = call.keep();
        Ok(self.state.buf.as_slice().get(start..).unwrap_or_default())
    }

    /// Gives the definitions of everything that values of type `T` can hold, and of nothing else, instead of handing them to the sink. Values that
    /// are encoded later come without definitions, and can be kept apart; each is read by a reader that was given the definitions first.
    ///
    /// What values of type [`Value`](crate::Value) hold cannot be known ahead.
    ///
    /// ```
    /// use gobstream::{Encoder, Stream};
    /// let mut encoder = Encoder::to_vec();
    /// let head = encoder.define::<Vec<String>>()?.to_vec();
    /// let a = encoder.encode_bytes(&vec![String::from("a")])?.to_vec();
    /// let b = encoder.encode_bytes(&vec![String::from("b")])?.to_vec();
    /// let whole = [head, b].concat();
    /// assert!(Stream::from_slice(&whole).next_value()?.is_some());
    /// assert!(Stream::from_slice(&a).next_value().is_err());
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `poisoned` after a failed write.
    pub fn define<T: Shaped + ?Sized>(&mut self) -> Result<&[u8]> {
        let call = Call::begin(&mut self.state, usize::MAX)?;
        call.state.core.ids.define_all(T::SHAPE, &mut call.state.buf);
        call.keep();
        Ok(self.state.buf.as_slice())
    }
}

impl Encoder<Vec<u8>> {
    /// The bytes of one value, and no encoder.
    pub(super) fn encode_once<T: Encode + ?Sized>(mut self, value: &T) -> Result<Vec<u8>> {
        let mut call = Call::begin(&mut self.state, usize::MAX)?;
        call.put(value)?;
        let (start, _) = call.keep();
        let mut buf = self.state.buf;
        buf.shift(start, 0);
        Ok(buf.into_vec())
    }
}

impl<S: Sink> Encoder<S> {
    /// Writes one value.
    ///
    /// # Errors
    /// `nil` for a `None` that is no field, `out-of-range` for a number, time or duration that Go cannot hold, `unregistered` for an interface value
    /// without a name, `too-deep` and `too-big` by [`EncodeOptions`]: nothing is written then. `io` if the sink fails, and `poisoned` from then on.
    #[inline]
    pub fn encode<T: Encode + ?Sized>(&mut self, value: &T) -> Result<()> {
        let mut transaction = self.transaction()?;
        transaction.put(value)?;
        transaction.commit()
    }

    /// Writes one value whose type is not known when the program is compiled.
    ///
    /// # Errors
    /// As [`encode`](Encoder::encode).
    pub fn encode_dyn(&mut self, value: &dyn DynEncode) -> Result<()> {
        let mut transaction = self.transaction()?;
        transaction.call.put_with(value.dyn_shape(), |e| value.dyn_encode(e))?;
        transaction.commit()
    }

    /// Begins a call that writes several values at once, or none of them.
    ///
    /// ```
    /// let mut encoder = gobstream::Encoder::to_vec();
    /// let (header, body) = ("Arith.Add", [7u32, 8]);
    /// let mut call = encoder.transaction()?;
    /// call.put(header)?;
    /// call.put(&body)?;
    /// call.commit()?;
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `poisoned` after a failed write.
    #[inline]
    pub fn transaction<'v>(&mut self) -> Result<Transaction<'_, 'v, S>> {
        let pass_from = self.state.options.pass_from;
        Ok(Transaction { call: Call::begin(&mut self.state, pass_from)?, sink: &mut self.sink })
    }

    /// Writes one value in pieces of 64 KiB, for those that are too large to be held twice in memory: it is encoded two times, first to count its bytes, then
    /// to write them. The bytes are the same.
    ///
    /// What is written in pieces cannot be taken back: an error in the value is found before the first byte, a failure of the sink leaves half a value there.
    ///
    /// ```
    /// let mut encoder = gobstream::Encoder::to_vec();
    /// encoder.encode_streamed(&vec![7u32; 100_000])?;
    /// let mut whole = gobstream::Encoder::to_vec();
    /// whole.encode(&vec![7u32; 100_000])?;
    /// assert_eq!(encoder.into_sink(), whole.into_sink());
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`encode`](Encoder::encode). Values that may hold interfaces are encoded as a whole, as types may turn up in them.
    pub fn encode_streamed<T: Encode + ?Sized>(&mut self, value: &T) -> Result<()> {
        let mut call = Call::begin(&mut self.state, usize::MAX)?;
        let id = call.state.core.ids.of_shape(T::SHAPE, &mut call.state.buf);
        if call.state.core.ids.may_span(&ids::Node::Static(T::SHAPE)) {
            drop(call);
            return self.encode(value);
        }
        let size = call.count(id, T::SHAPE, |e| value.encode(e))?;
        call.stream(size, &mut self.sink, |e| value.encode(e))
    }
}

/// Several values that are written at once, or none of them. Dropping it without [`commit`](Transaction::commit) writes none.
#[derive(Debug)]
pub struct Transaction<'e, 'v, S> {
    call: Call<'e, 'v>,
    sink: &'e mut S,
}

impl<'v, S: Sink> Transaction<'_, 'v, S> {
    /// Adds a value.
    ///
    /// # Errors
    /// As [`Encoder::encode`]. The transaction is over then, and can only be dropped.
    #[inline]
    pub fn put<T: Encode + ?Sized>(&mut self, value: &'v T) -> Result<()> {
        self.call.put(value)
    }

    /// Adds a value without a Rust type, as [`Encoder::encode_value`] does.
    ///
    /// # Errors
    /// As [`Encoder::encode_value`]. The transaction is over then, and can only be dropped.
    pub fn put_value(&mut self, value: &'v Value) -> Result<()> {
        self.call.put_value(value)
    }

    /// Hands all values to the sink, in one write.
    ///
    /// # Errors
    /// If the sink fails, or a value before could not be encoded.
    #[inline]
    pub fn commit(self) -> Result<()> {
        self.call.commit(self.sink)
    }
}

/// One call to the encoder: what it wrote so far, and how to undo it.
struct Call<'e, 'v> {
    state: &'e mut State,
    mark: Mark,
    pass: Vec<(usize, &'v [u8])>,
    pass_from: usize,
    /// Where its bytes begin.
    start: usize,
    values: u64,
    /// Whether there is nothing to undo.
    kept: bool,
}

impl fmt::Debug for Call<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("values", &self.values).finish_non_exhaustive()
    }
}

/// Undoes what was not kept.
impl Drop for Call<'_, '_> {
    #[inline]
    fn drop(&mut self) {
        if !self.kept {
            self.undo();
        }
    }
}

impl<'e, 'v> Call<'e, 'v> {
    #[inline]
    fn begin(state: &'e mut State, pass_from: usize) -> Result<Self> {
        if let Some(error) = &state.poison {
            return Err(error.clone());
        }
        state.buf.clear();
        let mark = state.core.ids.mark();
        Ok(Call { state, mark, pass: Vec::new(), pass_from, start: 0, values: 0, kept: false })
    }

    #[inline]
    fn put<T: Encode + ?Sized>(&mut self, value: &'v T) -> Result<()> {
        self.put_with(T::SHAPE, |e| value.encode(e))
    }

    #[inline]
    fn put_with(&mut self, shape: &'static Shape, body: impl FnOnce(&mut Enc<'_, 'v>)) -> Result<()> {
        let head = self.open(shape);
        body(&mut self.enc(Flush::Never, usize::MAX));
        self.close(head)
    }

    fn put_value(&mut self, value: &'v Value) -> Result<()> {
        let State { buf, core, .. } = &mut *self.state;
        let id = value::id_of(value, &mut core.ids, buf);
        let head = buf.leave(HEAD);
        let mut e = self.enc(Flush::Never, usize::MAX);
        match id {
            Ok((id, is_struct)) => {
                put_head(e.buf, id, is_struct);
                value::put(value, &mut e);
            }
            Err(bad) => e.refuse_undefined(bad),
        }
        self.close(head)
    }

    /// Begins a message: definitions, room for its length, its id. Gives the place of the room.
    fn open(&mut self, shape: &'static Shape) -> usize {
        let State { buf, core, .. } = &mut *self.state;
        let id = core.ids.of_shape(shape, buf);
        let head = buf.leave(HEAD);
        put_head(buf, id, is_struct(shape));
        head
    }

    #[inline]
    fn enc<'a>(&'a mut self, flush: Flush<'a>, flush_at: usize) -> Enc<'a, 'v> {
        let here = 0u8;
        let State { buf, core, options, .. } = &mut *self.state;
        let floor = (&raw const here).addr().saturating_sub(options.stack);
        let flush_at = if core.fault.is_some() { 0 } else { flush_at };
        Enc { buf, core, pass: &mut self.pass, pass_from: self.pass_from, floor, flush_at, flush, sort_keys: options.sort_keys }
    }

    /// Ends a message: puts its length in front of it, and definitions that turned up inside it in front of that.
    #[inline]
    fn close(&mut self, mut head: usize) -> Result<()> {
        if self.state.core.fault.is_some() || self.state.buf.is_over() {
            return Err(self.failed());
        }
        if !self.state.core.late.is_empty() {
            head = self.insert_late(head);
        }
        let body = head + HEAD;
        let len = self.state.buf.len() - body + self.passed(body);
        if len as u64 >= self.state.options.message {
            return Err(self.too_big());
        }
        self.join(head, len as u64);
        self.values += 1;
        Ok(())
    }

    /// Bytes passed through behind a place in the buffer.
    #[inline]
    fn passed(&self, from: usize) -> usize {
        self.pass.iter().filter(|p| p.0 >= from).map(|p| p.1.len()).sum()
    }

    /// Writes the length of a message, and closes the gap that it leaves by moving the smaller side.
    #[inline]
    fn join(&mut self, head: usize, len: u64) {
        let (body, gap) = (head + HEAD, HEAD - wire::width(len));
        let buf = &mut self.state.buf;
        if head - self.start <= buf.len() - body {
            buf.shift_right(self.start, head, gap);
            buf.patch_uint(body, len);
            self.pass.iter_mut().filter(|p| p.0 < body).for_each(|p| p.0 += gap);
            self.start += gap;
        } else {
            buf.shift(body, body - gap);
            buf.patch_uint(body - gap, len);
            self.pass.iter_mut().filter(|p| p.0 >= body).for_each(|p| p.0 -= gap);
        }
    }

    /// Puts late definitions in front of the message, whose head moves on.
    #[cold]
    fn insert_late(&mut self, head: usize) -> usize {
        let State { buf, core, .. } = &mut *self.state;
        let n = core.late.len();
        buf.shift(head, head + n);
        buf.patch(head, core.late.as_slice());
        core.late.clear();
        self.pass.iter_mut().filter(|p| p.0 >= head).for_each(|p| p.0 += n);
        head + n
    }

    /// Keeps what was written: where it begins in the buffer, and how long it is with what is passed through.
    #[inline]
    fn keep(mut self) -> (usize, u64) {
        self.kept = true;
        let len = (self.state.buf.len() - self.start + self.passed(0)) as u64;
        self.state.written += len;
        self.state.values += self.values;
        (self.start, len)
    }

    #[inline]
    fn commit(self, sink: &mut dyn Sink) -> Result<()> {
        if self.state.core.fault.is_some() || self.state.buf.is_over() {
            return Err(self.failed());
        }
        let bytes = self.state.buf.as_slice().get(self.start..).unwrap_or_default();
        let written = match self.pass[..] {
            [] => sink.write(&[bytes]),
            _ => sink.write(&self.parts()),
        };
        self.committed(written)
    }

    /// The buffer and what is passed through, in order.
    #[cold]
    fn parts(&self) -> Vec<&[u8]> {
        let bytes = self.state.buf.as_slice();
        let mut parts = Vec::with_capacity(self.pass.len() * 2 + 1);
        let mut from = self.start;
        for &(at, passed) in &self.pass {
            parts.extend([bytes.get(from..at).unwrap_or_default(), passed]);
            from = at;
        }
        parts.push(bytes.get(from..).unwrap_or_default());
        parts
    }

    #[inline]
    fn committed(mut self, written: Result<()>) -> Result<()> {
        if let Err(error) = written {
            self.kept = true;
            return Err(self.state.poisoned(error));
        }
        let buf = &self.state.buf;
        let idle = buf.capacity() > KEPT && buf.len() < buf.capacity() / 8;
        if idle {
            self.state.relax();
        }
        self.keep();
        Ok(())
    }

    #[cold]
    fn undo(&mut self) {
        let State { buf, core, .. } = &mut *self.state;
        buf.clear();
        core.late.clear();
        core.fault = None;
        core.ids.roll_back(self.mark);
    }

    /// What went wrong in this value.
    #[cold]
    fn failed(&self) -> Error {
        let place =
            |at| Place { offset: self.state.written + at, value: self.state.values + self.values + 1, ..Place::default() };
        match &self.state.core.fault {
            Some((fault, at)) => Error::new((**fault).clone(), place(at.saturating_sub(self.start as u64))),
            None => self.too_big(),
        }
    }

    #[cold]
    fn too_big(&self) -> Error {
        let text = format!("a message over message={}", crate::frame::short_size(self.state.options.message));
        let fault = Fault::new(ErrorKind::TooBig, "gob: encoder: message too big", text);
        let value = self.state.values + self.values + 1;
        Error::new(*fault, Place { offset: self.state.written, value, ..Place::default() })
    }

    /// Counts the bytes of a message, head included, and leaves the buffer with the definitions and the head.
    fn count(&mut self, id: i32, shape: &'static Shape, body: impl FnOnce(&mut Enc<'_, 'v>)) -> Result<u64> {
        let definitions = self.state.buf.as_slice().to_vec();
        let mut total = 0;
        self.state.buf.clear();
        put_head(&mut self.state.buf, id, is_struct(shape));
        body(&mut self.enc(Flush::Count(&mut total), PIECE));
        if self.state.core.fault.is_some() {
            return Err(self.failed());
        }
        total += self.state.buf.len() as u64;
        if total >= self.state.options.message {
            return Err(self.too_big());
        }
        let buf = &mut self.state.buf;
        buf.clear();
        buf.put_bytes(&definitions);
        buf.put_uint(total);
        let head = buf.len() as u64;
        put_head(buf, id, is_struct(shape));
        Ok(head + total)
    }

    /// Writes a message that was counted.
    fn stream(mut self, size: u64, sink: &mut dyn Sink, body: impl FnOnce(&mut Enc<'_, 'v>)) -> Result<()> {
        let (mut total, mut failed) = (0, None);
        body(&mut self.enc(Flush::Write(&mut total, sink, &mut failed), PIECE));
        self.state.core.fault = None;
        self.kept = true;
        total += self.state.buf.len() as u64;
        let written = match failed {
            Some(error) => Err(error),
            None if total != size => Err(Error::from_sink("the value changed while it was written")),
            None => sink.write(&[self.state.buf.as_slice()]),
        };
        if let Err(error) = written {
            return Err(self.state.poisoned(error));
        }
        (self.state.written, self.state.values) = (self.state.written + size, self.state.values + 1);
        Ok(())
    }
}

/// Writes the id of a value's type, and the byte that marks what is no struct.
#[inline]
fn put_head(buf: &mut EncodeBuffer, id: i32, is_struct: bool) {
    buf.put_int(i64::from(id));
    if !is_struct {
        buf.put_byte(0);
    }
}

/// Bytes at which a streamed buffer is handed on.
const PIECE: usize = 64 << 10;
/// Memory that an encoder keeps in any case.
const KEPT: usize = 64 << 10;

impl State {
    /// Notes that a write failed: every later call says so.
    #[cold]
    fn poisoned(&mut self, error: Error) -> Error {
        let text = format!("an earlier write failed: {}", error.text());
        self.poison =
            Some(Error::new(*Fault::new(ErrorKind::Poisoned, "", text), Place { offset: self.written, ..Place::default() }));
        error
    }

    /// Gives memory back that a large value took, once sixteen small ones came after it.
    #[cold]
    fn relax(&mut self) {
        self.idle += 1;
        if self.idle >= 16 {
            self.idle = 0;
            self.buf.shrink(KEPT);
        }
    }
}
