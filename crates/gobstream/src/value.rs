//! Any value, without its Rust type: a tree that loses nothing of what the stream said.
//!
//! Values nest as deep as the limits allow, so nothing here recurses: building, dropping, cloning, comparing and
//! printing all keep their stacks on the heap.

mod build;
mod change;
mod drop;
mod events;
mod make;
mod path;
mod show;

pub(crate) use build::Builder;
pub use events::Events;
pub use make::ValueBuilder;
pub(crate) use path::path;

use crate::types::Type;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// A gob value: its type, its parts in stream order, fields that were not sent left out, strings and opaque payloads as raw bytes.
///
/// Equal means equal content: names of types and fields and all parts, not ids, which depend on the stream.
///
/// ```
/// use gobstream::{Stream, Value};
/// let point = b"\x1e\x7f\x03\x01\x01\x05Point\x01\xff\x80\x00\x01\x02\x01\x01X\x01\x04\x00\x01\x01Y\x01\x04\x00\x00\x00\x07\xff\x80\x01\x2c\x01\x42\x00";
/// let value = Stream::from_slice(point).next_value()?.expect("one value");
/// assert_eq!(value.field("X"), Some(&Value::Int(22)));
/// assert_eq!(value.field("Z"), None);
/// # Ok::<(), gobstream::Error>(())
/// ```
#[non_exhaustive]
pub enum Value {
    /// A bool.
    Bool(bool),
    /// A signed integer of any width.
    Int(i64),
    /// An unsigned integer of any width.
    Uint(u64),
    /// A float of any width.
    Float(f64),
    /// A complex number: real and imaginary part.
    Complex(f64, f64),
    /// A string.
    String(Text),
    /// A byte slice.
    Bytes(Box<[u8]>),
    /// A struct.
    Struct(Struct),
    /// An array or slice; its type tells which.
    List(Box<List>),
    /// A map.
    Map(Box<Map>),
    /// What a type's own method made of a value.
    Opaque(Box<Opaque>),
    /// An interface, and what it holds if it holds anything.
    Interface(Option<Box<Interface>>),
}

/// What a stream consists of, as [`Stream::next_item`](crate::Stream::next_item) reads it and [`Encoder::encode_item`](crate::Encoder::encode_item) writes it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Item {
    /// A definition that stands between values.
    Definition(Type),
    /// A value; definitions inside it are in [its interfaces](Interface::definitions).
    Value(Value),
}

const _: () = assert!(size_of::<Value>() <= 32);
const _: () = {
    const fn shared_between_threads<T: Send + Sync>() {}
    shared_between_threads::<Value>();
};

/// A Go string: any bytes, mostly UTF-8.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Text(pub(crate) Box<[u8]>);

/// A struct: the fields that were sent.
pub struct Struct {
    pub(crate) ty: Type,
    pub(crate) fields: Box<[(u32, Value)]>,
}

/// An array or slice.
pub struct List {
    pub(crate) ty: Type,
    pub(crate) items: Items,
}

/// The elements of an array or slice; numbers stand packed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Items {
    /// Bools.
    Bools(Vec<bool>),
    /// Signed integers.
    Ints(Vec<i64>),
    /// Unsigned integers.
    Uints(Vec<u64>),
    /// Floats.
    Floats(Vec<f64>),
    /// Complex numbers.
    Complexes(Vec<(f64, f64)>),
    /// Everything else.
    Values(Vec<Value>),
}

/// A map: pairs in stream order, keys as often as they came.
pub struct Map {
    pub(crate) ty: Type,
    /// Key, element, key, element, …
    pub(crate) parts: Vec<Value>,
}

/// Bytes that a GobEncoder or marshaler made, and the type they stand for; see [`known`](crate::known).
pub struct Opaque {
    pub(crate) ty: Type,
    pub(crate) bytes: Box<[u8]>,
}

/// What an interface holds.
pub struct Interface {
    pub(crate) name: Text,
    /// Definitions that came behind the name.
    pub(crate) definitions: Box<[Type]>,
    pub(crate) ty: Type,
    pub(crate) value: Value,
}

impl Value {
    /// The type, unless it is a built-in one, of which the variant says all.
    pub fn ty(&self) -> Option<&Type> {
        match self {
            Value::Struct(s) => Some(&s.ty),
            Value::List(list) => Some(&list.ty),
            Value::Map(map) => Some(&map.ty),
            Value::Opaque(opaque) => Some(&opaque.ty),
            _ => None,
        }
    }

    /// The id of the type, as it was received.
    pub(crate) fn type_id(&self) -> i32 {
        match self {
            Value::Bool(_) => 1,
            Value::Int(_) => 2,
            Value::Uint(_) => 3,
            Value::Float(_) => 4,
            Value::Bytes(_) => 5,
            Value::String(_) => 6,
            Value::Complex(..) => 7,
            Value::Interface(_) => 8,
            composite => composite.ty().map_or(0, Type::id),
        }
    }

    /// The field of this name, if this is a struct and the field was sent.
    pub fn field(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Struct(s) => s.get(name),
            _ => None,
        }
    }

    /// The element under this string key, if this is a map that has one; the last if it comes more than once.
    pub fn key(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Map(map) => map.get(key),
            _ => None,
        }
    }

    /// What is inside, if this is an interface that holds something; else the value itself.
    pub fn inner(&self) -> &Value {
        let mut value = self;
        while let Value::Interface(Some(interface)) = value {
            value = &interface.value;
        }
        value
    }

    /// The types whose definitions stand in it, in order: see [`Interface::definitions`].
    pub fn definitions(&self) -> impl Iterator<Item = &Type> {
        Events::with_definitions(self).filter_map(|event| match event {
            crate::Event::Definition(ty) => Some(ty),
            _ => None,
        })
    }

    /// The value as the events that a stream would give for it, [`Event::Done`](crate::Event::Done) included.
    pub fn events(&self) -> Events<'_> {
        Events::new(self)
    }
}

impl Text {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The string, if it is UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(&self.0).ok()
    }

    /// The string with U+FFFD where it is not UTF-8.
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }
}

impl From<&str> for Text {
    fn from(s: &str) -> Self {
        Text(s.as_bytes().into())
    }
}

impl From<&[u8]> for Text {
    fn from(s: &[u8]) -> Self {
        Text(s.into())
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other.as_bytes()
    }
}

impl Struct {
    /// The struct's type.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// The field of this name, if it was sent.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.fields().find(|f| f.0 == name.as_bytes()).map(|f| f.1)
    }

    /// The fields that were sent, with their names, in order.
    pub fn fields(&self) -> impl Iterator<Item = (&[u8], &Value)> {
        self.fields.iter().map(|(i, v)| (self.ty.field(*i as usize).map_or(&[][..], |f| f.name), v))
    }
}

impl List {
    /// The list's type.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// The elements.
    pub fn items(&self) -> &Items {
        &self.items
    }
}

impl Items {
    /// How many elements there are.
    pub fn len(&self) -> usize {
        match self {
            Items::Bools(v) => v.len(),
            Items::Ints(v) => v.len(),
            Items::Uints(v) => v.len(),
            Items::Floats(v) => v.len(),
            Items::Complexes(v) => v.len(),
            Items::Values(v) => v.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element of this number; numbers, which stand packed, are made values.
    pub fn get(&self, i: usize) -> Option<Cow<'_, Value>> {
        Some(match self {
            Items::Bools(v) => Cow::Owned(Value::Bool(*v.get(i)?)),
            Items::Ints(v) => Cow::Owned(Value::Int(*v.get(i)?)),
            Items::Uints(v) => Cow::Owned(Value::Uint(*v.get(i)?)),
            Items::Floats(v) => Cow::Owned(Value::Float(*v.get(i)?)),
            Items::Complexes(v) => v.get(i).map(|(re, im)| Cow::Owned(Value::Complex(*re, *im)))?,
            Items::Values(v) => Cow::Borrowed(v.get(i)?),
        })
    }
}

impl Map {
    /// The map's type.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.parts.len() / 2
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The pairs, in stream order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Value, &Value)> {
        self.parts.as_chunks().0.iter().map(|[k, v]| (k, v))
    }

    /// The element under this string key, the last if there are several.
    pub fn get(&self, key: &str) -> Option<&Value> {
        let is_key = |k: &Value| matches!(k, Value::String(s) if s == key);
        self.parts.as_chunks().0.iter().rev().find(|[k, _]| is_key(k)).map(|[_, v]| v)
    }
}

impl Opaque {
    /// The type whose method made the bytes.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Interface {
    /// The name of the type inside, as its program registered it.
    pub fn name(&self) -> &Text {
        &self.name
    }

    /// The types whose definitions stood inside the value, behind this name: kept if it was read with
    /// [`Options::definitions`](crate::Options::definitions), and sent there again by [`Plan::Replay`](crate::Plan::Replay).
    pub fn definitions(&self) -> &[Type] {
        &self.definitions
    }

    /// The type inside.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// The value inside.
    pub fn value(&self) -> &Value {
        &self.value
    }
}
