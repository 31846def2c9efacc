//! The encoder: a stream of values, each written as a whole or not at all.

use super::call::{Call, State};
use super::enc::{Core, DynEncode};
use super::replay::Replay;
use super::{Encode, Sink};
use crate::error::Result;
use crate::ids::{self, Mark};
use crate::shape::Shaped;
use crate::types::Type;
use crate::value::{Item, Value};
use crate::wire::EncodeBuffer;
use alloc::vec::Vec;

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
    /// Which ids and definitions values without a Rust type are sent with.
    pub plan: Plan,
    /// Whether maps are written in the order of their keys, so that equal values give equal bytes: numbers and texts in their own order,
    /// other keys in that of their bytes. Off, in the order of the map. Takes a copy of the map's bytes.
    pub sort_keys: bool,
    /// Bytes of one message, exclusive: 8 GiB, as in Go. Past it no more of the value is looked at. `too-big`
    pub message: u64,
    /// Bytes of stack that values inside values may take: 128 KiB. `too-deep`
    pub stack: usize,
    /// Byte strings and texts from this length on are handed to the sink as they are, without a copy: 16 KiB.
    pub pass_from: usize,
}

/// Ids, names and definitions of the types that a stream sends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Plan {
    /// Those of a fresh Go process: ids from 64 in the order in which types are met, definitions when they are needed.
    #[default]
    Fresh,
    /// Those that values were received with. Definitions go out where they stood: [`Stream::next_item`](crate::Stream::next_item) gives those between
    /// values, and interfaces keep [theirs](crate::Interface::definitions). So a stream that an Encoder wrote comes back byte for byte, appended streams too. What no
    /// Encoder writes does not, as a `Value` does not keep it: padded numbers, stray bytes, messages that end where they need not, definitions that say zeros.
    ///
    /// Such an encoder takes values of type [`Value`](crate::Value) only, and of types whose definitions it was given.
    Replay,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        EncodeOptions { plan: Plan::Fresh, sort_keys: false, message: 8 << 30, stack: 128 << 10, pass_from: 16 << 10 }
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
        let replay = Replay::default();
        let state = State { options, buf, core: Core::new(), replay, written: 0, values: 0, poison: None, idle: 0 };
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

    /// Which ids and definitions it sends.
    pub fn plan(&self) -> Plan {
        self.state.options.plan
    }

    /// Bytes that a message may take.
    #[cfg(feature = "serde")]
    pub(crate) fn message(&self) -> u64 {
        self.state.options.message
    }

    /// How many bytes were written.
    pub fn written(&self) -> u64 {
        self.state.written
    }

    /// Bytes of memory that its buffer takes. What a large value needed is given back after sixteen small ones.
    pub fn capacity(&self) -> usize {
        self.state.buf.capacity()
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
        state.replay = Replay::default();
        (state.written, state.values, state.poison) = (0, 0, None);
    }

    /// Says under which name values of type `T` go into open interfaces, [`Dyn`](crate::Dyn): the one under which the receiver registered the type. What
    /// Go predeclares, and slices of that, have names already. Kept by [`reset`](Encoder::reset).
    ///
    /// ```
    /// use gobstream::{Dyn, DynEncode, Encoder, Gob};
    /// // Values of the trait can be sent, as they can be sent themselves.
    /// trait Shape: DynEncode {}
    ///
    /// #[derive(Gob)]
    /// struct Circle {
    ///     r: f64,
    /// }
    /// impl Shape for Circle {}
    ///
    /// let mut encoder = Encoder::to_vec();
    /// encoder.register::<Circle>("main.Circle");
    /// let shapes: Vec<Dyn<dyn Shape>> = vec![Dyn(Some(Box::new(Circle { r: 1.5 }))), Dyn(None)];
    /// encoder.encode(&shapes)?;
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn register<T: Shaped + ?Sized>(&mut self, name: &str) {
        self.state.core.names.insert(T::SHAPE.base().key, name.into());
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
        drop(call);
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
    /// `bad-type` for a type that is a pointer to itself and nothing else, or has such a part; `poisoned` after a failed write.
    pub fn define<T: Shaped + ?Sized>(&mut self) -> Result<&[u8]> {
        let mut call = Call::begin(&mut self.state, usize::MAX)?;
        call.refuse_replay()?;
        let State { core, buf, .. } = &mut *call.state;
        core.ids.define_all(T::SHAPE, buf).map_err(|bad| call.refuse_shape(bad))?;
        call.keep();
        drop(call);
        Ok(self.state.buf.as_slice())
    }
}

impl Encoder<Vec<u8>> {
    /// The bytes of one value, and no encoder.
    pub(super) fn encode_once<T: Encode + ?Sized>(mut self, value: &T) -> Result<Vec<u8>> {
        let mut call = Call::begin(&mut self.state, usize::MAX)?;
        call.put(value)?;
        let (start, _) = call.keep();
        drop(call);
        let mut buf = self.state.buf;
        buf.shift(start, 0);
        Ok(buf.into_vec())
    }
}

impl<S: Sink> Encoder<S> {
    /// Writes one value.
    ///
    /// # Errors
    /// `nil` for a `None` that is no field, `bad-type` for a type as `struct P(Option<Box<P>>)`, `out-of-range` for a number, time or duration that Go cannot hold, `unregistered` for an interface value
    /// without a name, `too-deep` and `too-big` by [`EncodeOptions`]: nothing is written then. `io` if the sink fails, and `poisoned` from then on.
    #[inline]
    pub fn encode<T: Encode + ?Sized>(&mut self, value: &T) -> Result<()> {
        let pass_from = self.state.options.pass_from;
        let mut call = Call::begin(&mut self.state, pass_from)?;
        call.put(value)?;
        call.commit(&mut self.sink)
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
        call.refuse_replay()?;
        let State { core, buf, .. } = &mut *call.state;
        let id = core.ids.of_shape(T::SHAPE, buf).map_err(|bad| call.refuse_shape(bad))?;
        if call.state.core.ids.may_span(&ids::Node::Static(T::SHAPE)) {
            drop(call);
            return self.encode(value);
        }
        let size = call.count(id, T::SHAPE, &|e| value.encode(e))?;
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

    /// Adds a definition or a value, as [`Encoder::encode_item`] does.
    ///
    /// # Errors
    /// As [`Encoder::encode_value`]. The transaction is over then, and can only be dropped.
    pub fn put_item(&mut self, item: &'v Item) -> Result<()> {
        match item {
            Item::Definition(ty) => self.call.put_definition(ty),
            Item::Value(value) => self.call.put_value(value),
        }
    }

    pub(super) fn put_raw(&mut self, messages: &[u8], types: &[Type]) {
        let State { buf, replay, .. } = &mut *self.call.state;
        buf.put_bytes(messages);
        replay.raw(messages, types);
    }

    /// Hands all values to the sink, in one write.
    ///
    /// # Errors
    /// If the sink fails, or a value before could not be encoded.
    #[inline]
    pub fn commit(mut self) -> Result<()> {
        self.call.commit(self.sink)
    }
}
