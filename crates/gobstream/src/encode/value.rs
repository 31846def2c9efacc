//! Values without a Rust type, by their events: nothing recurses.

use super::enc::Enc;
use super::{Encode, Encoder, Sink};
use crate::error::{ErrorKind, Result};
use crate::ids::{BadShape, Ids, Node};
use crate::types::{Kind, Type};
use crate::value::{Interface, Item, Value, path};
use crate::walk::Event;
use crate::wire::EncodeBuffer;
use alloc::vec::Vec;

impl<S: Sink> Encoder<S> {
    /// Writes a value as what it is: its types are defined anew, in the order in which this stream meets them, so ids may differ from those it was read with.
    ///
    /// What is read back is equal. (Written by [`encode`](Encoder::encode), a value is what an interface holds.)
    ///
    /// ```
    /// use gobstream::{Encoder, Stream};
    /// let point = b"\x1e\x7f\x03\x01\x01\x05Point\x01\xff\x80\x00\x01\x02\x01\x01X\x01\x04\x00\x01\x01Y\x01\x04\x00\x00\x00\x07\xff\x80\x01\x2c\x01\x42\x00";
    /// let value = Stream::from_slice(point).next_value()?.expect("one value");
    /// let mut encoder = Encoder::to_vec();
    /// encoder.encode_value(&value)?;
    /// assert_eq!(encoder.into_sink(), point);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `bad-type` with the path to a value of a type that its stream never defined; else as [`encode`](Encoder::encode).
    pub fn encode_value(&mut self, value: &Value) -> Result<()> {
        let mut transaction = self.transaction()?;
        transaction.put_value(value)?;
        transaction.commit()
    }
}

impl<S: Sink> Encoder<S> {
    /// Writes a value as [`encode_value`](Encoder::encode_value) does, or a definition: the same with its parts unless they were sent,
    /// and under [`Plan::Replay`](super::Plan::Replay) just this one, with the ids that it came with. See [`Stream::next_item`](crate::Stream::next_item).
    ///
    /// # Errors
    /// As [`encode_value`](Encoder::encode_value).
    pub fn encode_item(&mut self, item: &Item) -> Result<()> {
        let mut transaction = self.transaction()?;
        transaction.put_item(item)?;
        transaction.commit()
    }

    /// Writes messages as they are, which define these types: for bytes that no encoder would write so.
    ///
    /// # Errors
    /// As [`encode`](Encoder::encode).
    pub fn encode_raw(&mut self, messages: &[u8], types: &[Type]) -> Result<()> {
        let mut transaction = self.transaction()?;
        transaction.put_raw(messages, types);
        transaction.commit()
    }
}

/// The id of a value's type, and whether that is a struct; what of its definition was not sent yet is appended.
pub(super) fn id_of(value: &Value, ids: &mut Ids, out: &mut EncodeBuffer) -> core::result::Result<(i32, bool), BadShape> {
    match value.ty() {
        Some(ty) => Ok((ids.define(Node::Received(ty.clone()), out)?, ty.kind() == Kind::Struct)),
        None => Ok((value.type_id(), false)),
    }
}

/// A level that is not ended yet.
pub(super) enum Level {
    /// A struct, and the number of the next field that it could have.
    Struct(u32),
    /// An interface, and the place of the length of what it holds.
    Interface(usize),
    Other,
}

/// Writes all of a value.
pub(super) fn put<'v>(value: &'v Value, e: &mut Enc<'_, 'v>) {
    let mut levels = Vec::new();
    for (i, event) in value.events().enumerate() {
        put_event(event, &mut levels, e);
        if e.stop() {
            return e.within(|| path(value.events().take(i + 1)));
        }
    }
}

pub(super) fn put_event<'v>(event: Event<'v>, levels: &mut Vec<Level>, e: &mut Enc<'_, 'v>) {
    match event {
        Event::Bool(v) => e.raw_byte(v.into()),
        Event::Int(v) => e.int(v),
        Event::Uint(v) => e.uint(v),
        Event::Float(v) => e.float(v),
        Event::Complex(re, im) => put_complex(re, im, e),
        Event::String(text) | Event::Bytes(text) | Event::Opaque(_, text) => e.text(text),
        Event::Nil => e.nil(),
        Event::Interface(name, ty) => levels.push(Level::Interface(e.open_received(name, ty))),
        Event::Struct(_) => levels.push(Level::Struct(0)),
        Event::Field(i) => put_field(i, levels, e),
        Event::List(_, n) | Event::Map(_, n) => {
            e.uint(n);
            levels.push(Level::Other);
        }
        Event::End => match levels.pop() {
            Some(Level::Struct(_)) => e.end(),
            Some(Level::Interface(hole)) => e.close_interface(hole),
            _ => {}
        },
        Event::Bools(run) => bool::encode_elems(run, e),
        Event::Ints(run) => i64::encode_elems(run, e),
        Event::Uints(run) => u64::encode_elems(run, e),
        Event::Floats(run) => f64::encode_elems(run, e),
        Event::Complexes(run) => run.iter().for_each(|&(re, im)| put_complex(re, im, e)),
        Event::Done | Event::Definition(_) => {}
    }
}

fn put_complex(re: f64, im: f64, e: &mut Enc<'_, '_>) {
    e.float(re);
    e.float(im);
}

fn put_field(i: u32, levels: &mut [Level], e: &mut Enc<'_, '_>) {
    if let Some(Level::Struct(next)) = levels.last_mut() {
        e.far_field(i + 1 - *next);
        *next = i + 1;
    }
}

/// What an interface holds. A value that is no interface gets the name that Go gives its kind, if it gives it one.
impl Encode for Value {
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        let name = match self {
            Value::Interface(None) => return e.nil(),
            Value::Interface(Some(interface)) => return put_interface(interface, e),
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Uint(_) => "uint",
            Value::Float(_) => "float64",
            Value::Complex(..) => "complex128",
            Value::String(_) => "string",
            Value::Bytes(_) => "[]uint8",
            Value::Struct(s) => return refuse(s.ty(), e),
            Value::List(list) => return refuse(list.ty(), e),
            Value::Map(map) => return refuse(map.ty(), e),
            Value::Opaque(opaque) => return refuse(opaque.ty(), e),
        };
        let (id, _) = id_of(self, &mut e.core.ids, &mut e.core.late).unwrap_or_default();
        let hole = e.begin_interface(name.as_bytes(), id, false);
        put(self, e);
        e.close_interface(hole);
    }

    fn omit(&self) -> bool {
        matches!(self, Value::Interface(None))
    }
}

/// What the `other` variant of an enum holds.
pub fn other<'v>(value: &'v Value, e: &mut Enc<'_, 'v>) {
    value.encode(e);
}

fn put_interface<'v>(interface: &'v Interface, e: &mut Enc<'_, 'v>) {
    let hole = e.open_received(interface.name().as_bytes(), interface.ty());
    put(interface.value(), e);
    e.close_interface(hole);
}

#[cold]
fn refuse(ty: &Type, e: &mut Enc<'_, '_>) {
    let text = alloc::format!("a value of {ty:?} for an interface, without the name that its receiver knows it by");
    e.refuse(ErrorKind::Unregistered, "gob: type not registered for interface", text);
}
