//! The decoder and its fronts.

#[cfg(feature = "serde")]
use super::machine::Unplanned;
use super::machine::{Amid, Machine, Merge, failed};
use super::{Decode, DecodeOwned};
use crate::assemble::{Chunks, Slice, Source, Stream};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Options;
use crate::shape::Shape;
use crate::types::Type;
use crate::value::Value;
use crate::walk::Begun;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::task::Poll;

/// Decodes gob streams into Rust types.
///
/// It learns the types of a stream, and works out once how each goes into the Rust type it is asked for. Values of any types may
/// follow one another, and be asked for as any type that fits. Keep one decoder for each stream: what it has learned is the stream's.
///
/// After an error the decoder goes on behind the value at fault, if [`Error::is_recoverable`](crate::Error::is_recoverable) says
/// so: the next call reads the next value. Else each call gives the error again.
///
/// ```
/// use gobstream::Decoder;
/// use std::collections::BTreeMap;
/// // []string{"a"}, then map[string]int{"k": 3}
/// let bytes = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x0c\x00\x00\x06\xff\x82\x00\x01\x01a\
///               \x0e\xff\x83\x04\x01\x02\xff\x84\x00\x01\x0c\x01\x04\x00\x00\x07\xff\x84\x00\x01\x01k\x06";
/// let mut decoder = Decoder::from_slice(bytes);
/// // Borrowed from the input, as the type says so.
/// assert_eq!(decoder.decode::<Vec<&str>>()?, Some(vec!["a"]));
/// assert_eq!(decoder.decode()?, Some(BTreeMap::from([("k".to_string(), 3)])));
/// assert_eq!(decoder.decode::<i64>()?, None);
/// # Ok::<(), gobstream::Error>(())
/// ```
pub struct Decoder<I> {
    pub(super) stream: Stream<I>,
    pub(super) machine: Machine,
}

impl<'b> Decoder<Slice<'b>> {
    /// Reads from a slice that holds the whole stream, with default [`Options`].
    pub fn from_slice(bytes: &'b [u8]) -> Self {
        Self::from_slice_with(bytes, Options::default())
    }

    /// Reads from a slice that holds the whole stream.
    pub fn from_slice_with(bytes: &'b [u8], options: Options) -> Self {
        Decoder::new(Stream::from_slice_with(bytes, options))
    }

    /// The next value, made anew; `None` at the end of the stream. It may borrow from the slice.
    ///
    /// # Errors
    /// What is wrong with the stream or the value, or why the value does not go into the type.
    pub fn decode<T: Decode<'b>>(&mut self) -> Result<Option<T>> {
        let mut value = None;
        self.run(T::SHAPE, true, &mut |d, n| {
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
    /// ```
    /// let mut list = vec![7, 8, 9];
    /// // []int{1, 2}
    /// let bytes = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x04";
    /// assert!(gobstream::Decoder::from_slice(bytes).decode_into(&mut list)?);
    /// assert_eq!(list, [1, 2]);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`decode`](Self::decode); `value` may then hold a part of what came.
    pub fn decode_into<T: Decode<'b>>(&mut self, value: &mut T) -> Result<bool> {
        self.run(T::SHAPE, false, &mut |d, n| value.merge(d, n))
    }

    /// Lets code that goes by the received type read the next value; `false` at the end of the stream.
    #[cfg(feature = "serde")]
    pub(crate) fn run_unplanned(&mut self, f: &mut Unplanned<'_, 'b>) -> Result<bool> {
        let Begun::Value(_) = self.step(true)? else { return Ok(false) };
        let bytes = self.stream.input.rest();
        self.machine.run_unplanned(&mut self.stream.walk, bytes, f).map(|()| true)
    }

    fn run(&mut self, shape: &'static Shape, fresh: bool, f: &mut Merge<'_, 'b>) -> Result<bool> {
        self.drop_done();
        let bytes = self.stream.input.rest();
        self.machine.run_direct(&mut self.stream.walk, bytes, shape, fresh, f)
    }
}

impl Decoder<Chunks> {
    /// Reads from chunks of any size that [`feed`](Self::feed) brings, and never waits itself.
    ///
    /// ```
    /// use gobstream::{Decoder, Options};
    /// use std::task::Poll;
    /// let mut decoder = Decoder::push(Options::default());
    /// decoder.feed(b"\x03\x04");
    /// assert_eq!(decoder.poll_decode::<i64>()?, Poll::Pending);
    /// decoder.feed(b"\x00\x06");
    /// assert_eq!(decoder.poll_decode::<i64>()?, Poll::Ready(Some(3)));
    /// decoder.finish();
    /// assert_eq!(decoder.poll_decode::<i64>()?, Poll::Ready(None));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn push(options: Options) -> Self {
        Decoder::new(Stream::push(options))
    }

    /// Adds bytes behind those given before.
    pub fn feed(&mut self, chunk: &[u8]) {
        self.stream.feed(chunk);
    }

    /// Says that no bytes will follow.
    pub fn finish(&mut self) {
        self.stream.finish();
    }

    /// The next value, made anew; pending until all of it is there; `None` at the end of the stream. It may borrow from the
    /// decoder, until more is fed.
    ///
    /// # Errors
    /// What is wrong with the stream or the value, or why the value does not go into the type.
    pub fn poll_decode<'a, T: Decode<'a>>(&'a mut self) -> Result<Poll<Option<T>>> {
        let mut value = None;
        let polled = self.poll_run(T::SHAPE, true, &mut |d, n| {
            let mut fresh = T::zero();
            fresh.merge(d, n)?;
            value = Some(fresh);
            Ok(())
        })?;
        Ok(polled.map(|_| value))
    }

    /// Merges the next value into `value`: see [`decode_into`](Decoder::decode_into); pending until all of it is there; `false` at
    /// the end of the stream.
    ///
    /// # Errors
    /// As [`poll_decode`](Self::poll_decode).
    pub fn poll_decode_into<'a, T: Decode<'a>>(&'a mut self, value: &mut T) -> Result<Poll<bool>> {
        self.poll_run(T::SHAPE, false, &mut |d, n| value.merge(d, n))
    }

    /// Lets code that goes by the received type read the next value; `false` at the end of the stream.
    #[cfg(feature = "serde")]
    pub(crate) fn poll_unplanned<'a>(&'a mut self, f: &mut Unplanned<'_, 'a>) -> Result<Poll<bool>> {
        match self.step(false)? {
            Begun::Wait(_) => return Ok(Poll::Pending),
            Begun::End => return Ok(Poll::Ready(false)),
            Begun::Value(_) => {}
        }
        self.take_unplanned(f).map(|()| Poll::Ready(true))
    }

    /// The bytes at hand.
    #[cfg(feature = "tokio")]
    pub(crate) fn rest(&self) -> &[u8] {
        crate::assemble::Input::window(&self.stream.input)
    }

    /// The next value, whatever its type, once all of it is there.
    #[cfg(feature = "tokio")]
    pub(crate) fn poll_value(&mut self) -> Result<Poll<Option<Value>>> {
        match self.step(false)? {
            Begun::Wait(_) => return Ok(Poll::Pending),
            Begun::End => return Ok(Poll::Ready(None)),
            Begun::Value(_) => self.untyped(),
        }
        let value = self.stream.value_at_hand();
        value.map(Poll::Ready).map_err(|error| self.after(error))
    }

    fn poll_run<'a>(&'a mut self, shape: &'static Shape, fresh: bool, f: &mut Merge<'_, 'a>) -> Result<Poll<bool>> {
        match self.step(false)? {
            Begun::Wait(_) => Ok(Poll::Pending),
            Begun::End => Ok(Poll::Ready(false)),
            Begun::Value(_) => self.take(shape, fresh, f).map(|()| Poll::Ready(true)),
        }
    }
}

#[allow(private_bounds, reason = "the set of inputs is closed")]
impl<I: crate::assemble::Input> Decoder<I> {
    pub(super) fn new(stream: Stream<I>) -> Self {
        Decoder { stream, machine: Machine::default() }
    }

    /// Goes on towards the next value, out of the bytes at hand.
    fn step(&mut self, direct: bool) -> Result<Begun> {
        self.drop_done();
        let Stream { input, walk, .. } = &mut self.stream;
        let begun = self.machine.assemble(walk, input.window(), input.ended(), direct);
        self.drop_done();
        begun
    }

    /// Drops the bytes that nobody needs any more.
    pub(super) fn drop_done(&mut self) {
        let needed = self.machine.needed(&self.stream.walk);
        self.stream.drop_to(needed);
    }

    /// Lets typed code read the value at hand. Its bytes stay until the next call.
    fn take<'a>(&'a mut self, shape: &'static Shape, fresh: bool, f: &mut Merge<'_, 'a>) -> Result<()> {
        let Stream { input, walk, .. } = &mut self.stream;
        self.machine.run(walk, input.window(), shape, fresh, f)
    }

    /// Lets code that goes by the received type read the value at hand. Its bytes stay until the next call.
    #[cfg(feature = "serde")]
    fn take_unplanned<'a>(&'a mut self, f: &mut Unplanned<'_, 'a>) -> Result<()> {
        let Stream { input, walk, .. } = &mut self.stream;
        self.machine.run_unplanned(walk, input.window(), f)
    }

    /// Says that an interface `I` may hold a `T` under the name that the sender registered: see [`Dyn`](crate::Dyn).
    ///
    /// ```
    /// use gobstream::{Decoder, Dyn};
    /// trait Show { fn show(&self) -> String; }
    /// impl Show for i64 { fn show(&self) -> String { format!("<{self}>") } }
    /// // var x any = 3; Encode(&x)
    /// let mut decoder = Decoder::from_slice(b"\x0a\x10\x00\x03int\x04\x02\x00\x06");
    /// decoder.register::<dyn Show, i64>("int", |v| Box::new(v));
    /// let shown = decoder.decode::<Dyn<dyn Show>>()?.and_then(|dynamic| dynamic.0).map(|v| v.show());
    /// assert_eq!(shown.as_deref(), Some("<3>"));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn register<D: ?Sized + 'static, T: DecodeOwned + 'static>(
        &mut self,
        name: &str,
        wrap: impl Fn(T) -> Box<D> + Send + Sync + 'static,
    ) {
        self.machine.registry.add::<D, T>(name, wrap);
    }

    /// Says that what is registered for `I` as `name` may also come as `alias`; `false` if nothing is.
    pub fn alias<D: ?Sized + 'static>(&mut self, alias: &str, name: &str) -> bool {
        self.machine.registry.alias::<D>(alias, name)
    }

    /// Leaves the next value to the walk.
    pub(crate) fn untyped(&mut self) {
        self.machine.let_go(&mut self.stream.walk);
        self.drop_done();
    }

    fn after(&mut self, error: Error) -> Error {
        if error.kind() == ErrorKind::Io {
            return error;
        }
        self.stream.builder = Default::default();
        failed(&mut self.stream.walk, error)
    }

    /// The absolute offset of the next byte.
    pub fn offset(&self) -> u64 {
        self.stream.offset()
    }

    /// The number of the last value; 0 before the first.
    pub fn values(&self) -> u64 {
        self.stream.values()
    }

    /// How many streams the input holds so far: more than one where encoders were appended.
    pub fn parts(&self) -> u32 {
        self.stream.parts()
    }

    /// All types that the stream has defined so far, in the order in which they came.
    pub fn types(&mut self) -> Vec<Type> {
        self.stream.walk.types.all()
    }

    /// Forgets the stream and its types, and keeps what is registered.
    pub(super) fn forget(&mut self) {
        self.stream.restart();
        self.machine.forget();
    }
}

impl Decoder<Chunks> {
    /// Begins a new stream: types and bytes are forgotten, what is registered is kept.
    ///
    /// ```
    /// use gobstream::{Decoder, Options};
    /// use std::task::Poll;
    /// let mut decoder = Decoder::push(Options::default());
    /// decoder.feed(b"\x03\x04\x00\x06\x7f");
    /// assert_eq!(decoder.poll_decode::<i64>()?, Poll::Ready(Some(3)));
    /// decoder.reset();
    /// decoder.feed(b"\x03\x04\x00\x08");
    /// assert_eq!(decoder.poll_decode::<i64>()?, Poll::Ready(Some(4)));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn reset(&mut self) {
        self.forget();
        self.stream.input.restart();
    }
}

impl<'b> Decoder<Slice<'b>> {
    /// Begins a new stream: types are forgotten, what is registered is kept. For many short streams.
    ///
    /// ```
    /// let mut decoder = gobstream::Decoder::from_slice(b"\x03\x04\x00\x06");
    /// assert_eq!(decoder.decode::<i64>()?, Some(3));
    /// decoder.reset(b"\x03\x04\x00\x08");
    /// assert_eq!(decoder.decode::<i64>()?, Some(4));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn reset(&mut self, bytes: &'b [u8]) {
        self.forget();
        self.stream.input.restart(bytes);
    }
}

impl<I: Source> Decoder<I> {
    /// The next value, whatever its type; `None` at the end of the stream.
    ///
    /// ```
    /// use gobstream::{Decoder, Value};
    /// let mut decoder = Decoder::from_slice(b"\x03\x04\x00\x06");
    /// assert_eq!(decoder.decode_value()?, Some(Value::Int(3)));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the stream or the value. If the source failed (`io`), the call can be made again and goes on in the same value; another
    /// call passes over the rest of it.
    pub fn decode_value(&mut self) -> Result<Option<Value>> {
        self.untyped();
        if self.machine.amid != Amid::Value {
            self.pass_parts()?;
        }
        let next = self.stream.next_value();
        next.map_err(|error| self.interrupted(error, Amid::Value))
    }

    /// Passes over the next value, whatever its type, and learns the types in it; `false` at the end of the stream.
    ///
    /// # Errors
    /// What is wrong with the stream or the value. If the source failed (`io`), the call can be made again and goes on in the same value.
    pub fn skip(&mut self) -> Result<bool> {
        self.untyped();
        match self.machine.amid {
            Amid::Nothing => self.pass_parts()?,
            Amid::Value => self.stream.builder = Default::default(),
            Amid::Skip => {}
        }
        let next = self.stream.skip_value();
        next.map_err(|error| self.interrupted(error, Amid::Skip))
    }

    /// Notes what is to be made again if the source failed.
    fn interrupted(&mut self, error: Error, amid: Amid) -> Error {
        let is_amid = error.kind() == ErrorKind::Io && self.stream.walk.is_amid_parts();
        self.machine.amid = if is_amid { amid } else { Amid::Nothing };
        self.after(error)
    }

    /// Lets code that goes by the received type read the next value; `false` at the end of the stream.
    #[cfg(all(feature = "serde", feature = "std"))]
    pub(crate) fn run_unplanned_waiting<'a>(&'a mut self, f: &mut Unplanned<'_, 'a>) -> Result<bool> {
        Ok(self.wait()? && self.take_unplanned(f).map(|()| true)?)
    }

    #[cfg(feature = "std")]
    fn wait(&mut self) -> Result<bool> {
        loop {
            match self.step(false)? {
                Begun::Value(_) => return Ok(true),
                Begun::End => return Ok(false),
                Begun::Wait(n) => self.stream.fill_to(n)?,
            }
        }
    }

    #[cfg(feature = "std")]
    pub(super) fn run_waiting<'a>(&'a mut self, shape: &'static Shape, fresh: bool, f: &mut Merge<'_, 'a>) -> Result<bool> {
        Ok(self.wait()? && self.take(shape, fresh, f).map(|()| true)?)
    }
}

impl<I: core::fmt::Debug> core::fmt::Debug for Decoder<I> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Decoder").field("stream", &self.stream).finish_non_exhaustive()
    }
}
