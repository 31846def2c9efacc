//! Types as a stream defines them: ids, kinds, names, and the table of those received.
//!
//! A type received goes into a *slot* and stays there: a later definition of the same id gets another slot, so that
//! values read before keep their meaning. Types refer to types by id, and may do so before these are defined; such an edge
//! becomes a slot when the first value after the definition begins, at the latest when its target arrives. Nothing
//! here is ever expanded into a tree, and nothing recurses: types may form any graph.

mod arena;
mod builtin;
mod definition;
mod draft;
mod go;
mod made;
mod table;
mod whole;

pub(crate) use arena::{Edge, Node, Shape};
pub(crate) use definition::put_fields;
pub(crate) use draft::{Draft, DraftEvent};
pub(crate) use go::registered;
pub use go::{GoField, GoKind, GoSource, GoType};
pub use made::{Definition, Types};
pub(crate) use table::{Lent, TypeTable, incomplete, undefined, unknown};

use crate::known::Marshaler;
use alloc::string::String;
use alloc::sync::Arc;
use arena::Arena;
use core::fmt;

/// The id under which a stream knows a type: below 64 built in, from 64 defined by the stream.
pub(crate) type Id = i32;
/// The place of a type in the table; stays the same when the id is defined again.
pub(crate) type Slot = u32;

/// The first id that a stream may define.
pub(crate) const FIRST_ID: Id = 64;

/// The slot of the type of definitions.
pub(crate) const WIRE_TYPE: Slot = 16;

/// A type of a stream, shared with the table that received it: cheap to clone, valid for ever.
///
/// ```
/// use gobstream::{Kind, Stream, Value};
/// let point = b"\x1e\x7f\x03\x01\x01\x05Point\x01\xff\x80\x00\x01\x02\x01\x01X\x01\x04\x00\x01\x01Y\x01\x04\x00\x00\x00\x07\xff\x80\x01\x2c\x01\x42\x00";
/// let Some(Value::Struct(value)) = Stream::from_slice(point).next_value()? else { unreachable!() };
/// let ty = value.ty();
/// assert_eq!((ty.id(), ty.name(), ty.kind()), (64, &b"Point"[..], Kind::Struct));
/// assert_eq!(ty.fields().map(|f| f.name).collect::<Vec<_>>(), [b"X", b"Y"]);
/// # Ok::<(), gobstream::Error>(())
/// ```
#[derive(Clone)]
pub struct Type(Arc<Handle>);

struct Handle {
    arena: Arc<Arena>,
    slot: Slot,
}

/// What a type is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Go's `bool`.
    Bool,
    /// Go's signed integers of every width.
    Int,
    /// Go's unsigned integers of every width, `uintptr` too.
    Uint,
    /// `float32` and `float64`.
    Float,
    /// `complex64` and `complex128`.
    Complex,
    /// A string: any bytes, mostly UTF-8.
    String,
    /// A slice of bytes (`[]byte`; an array of bytes is an array).
    Bytes,
    /// Any value, with the name of its type.
    Interface,
    /// A fixed number of elements.
    Array,
    /// Any number of elements.
    Slice,
    /// Pairs of key and element.
    Map,
    /// Named fields.
    Struct,
    /// Bytes that a method of the type made.
    Opaque(Marshaler),
    /// A definition that defines nothing.
    Undefined,
}

/// A field of a struct type.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    /// The field's name.
    pub name: &'a [u8],
    /// The id of its type as the definition says it, be that defined or not.
    pub id: i32,
    /// Its kind; `None` while the stream has not defined its type.
    pub kind: Option<Kind>,
}

impl Type {
    fn node(&self) -> &Node {
        self.0.arena.node(self.0.slot)
    }

    /// The type behind an edge, if it is defined.
    fn follow(&self, edge: &Edge) -> Option<Type> {
        let slot = edge.slot()?;
        Some(Type(Arc::new(Handle { arena: self.0.arena.clone(), slot })))
    }

    /// The types that it refers to, each if it is defined.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Option<Type>> {
        self.node().shape.edges().map(|edge| self.follow(edge))
    }

    fn kind_behind(&self, edge: &Edge) -> Option<Kind> {
        edge.slot().map(|s| self.0.arena.node(s).shape.kind())
    }

    /// What tells it from all other types that live: its table and its place there.
    pub(crate) fn identity(&self) -> (usize, Slot) {
        (Arc::as_ptr(&self.0.arena).addr(), self.0.slot)
    }

    /// The built-in type of this id.
    pub(crate) fn builtin(&self, id: Id) -> Type {
        Type(Arc::new(Handle { arena: self.0.arena.clone(), slot: id as Slot }))
    }

    /// The id under which the stream defined it.
    pub fn id(&self) -> i32 {
        self.node().id
    }

    /// The id that stands inside the definition: mostly the same, not always, and without meaning.
    pub fn inner_id(&self) -> i64 {
        self.node().inner_id
    }

    /// The declared name, without its package; often empty, and without meaning to a reader.
    pub fn name(&self) -> &[u8] {
        self.node().name()
    }

    /// What it is made of.
    pub fn kind(&self) -> Kind {
        self.node().shape.kind()
    }

    /// The absolute offset of the message or place that defined it; 0 for built-in types.
    pub fn offset(&self) -> u64 {
        self.node().at
    }

    /// The type of the elements of an array, slice or map.
    pub fn elem(&self) -> Option<Type> {
        match &self.node().shape {
            Shape::Array(e, _) | Shape::Slice(e) | Shape::Map(_, e) => self.follow(e),
            _ => None,
        }
    }

    /// The type of the keys of a map.
    pub fn key(&self) -> Option<Type> {
        match &self.node().shape {
            Shape::Map(k, _) => self.follow(k),
            _ => None,
        }
    }

    /// The kind of a map's keys, without making a handle.
    pub fn key_kind(&self) -> Option<Kind> {
        match &self.node().shape {
            Shape::Map(k, _) => self.kind_behind(k),
            _ => None,
        }
    }

    /// The kind of the elements of an array, slice or map, without making a handle.
    pub fn elem_kind(&self) -> Option<Kind> {
        match &self.node().shape {
            Shape::Array(e, _) | Shape::Slice(e) | Shape::Map(_, e) => self.kind_behind(e),
            _ => None,
        }
    }

    /// The id of the type of elements as the definition of an array, slice or map says it, be that defined or not.
    pub fn elem_id(&self) -> Option<i32> {
        match &self.node().shape {
            Shape::Array(e, _) | Shape::Slice(e) | Shape::Map(_, e) => Some(e.id),
            _ => None,
        }
    }

    /// The id of the type of keys as the definition of a map says it, be that defined or not.
    pub fn key_id(&self) -> Option<i32> {
        match &self.node().shape {
            Shape::Map(k, _) => Some(k.id),
            _ => None,
        }
    }

    /// The number of elements of an array.
    pub fn array_len(&self) -> Option<u64> {
        match self.node().shape {
            Shape::Array(_, n) => u64::try_from(n).ok(),
            _ => None,
        }
    }

    /// The length in the definition of an array, which may be one that no array has.
    pub fn declared_len(&self) -> Option<i64> {
        match self.node().shape {
            Shape::Array(_, n) => Some(n),
            _ => None,
        }
    }

    /// The ids that the definition refers to, whether the stream has defined them yet or not: of the fields of a struct, of
    /// the elements of an array or slice, of the keys and elements of a map.
    ///
    /// ```
    /// use gobstream::{Event, Options, Stream};
    /// let bytes = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x01";
    /// let mut stream = Stream::from_slice_with(bytes, Options { definitions: true, ..Options::default() });
    /// let Some(Event::Definition(ty)) = stream.next_event()? else { unreachable!() };
    /// assert_eq!(ty.references().collect::<Vec<_>>(), [2]);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn references(&self) -> impl Iterator<Item = i32> {
        self.node().shape.edges().map(|edge| edge.id)
    }

    /// How many fields a struct has; 0 for other kinds.
    pub fn field_count(&self) -> usize {
        self.node().fields().len()
    }

    /// The field of this number, from 0.
    pub fn field(&self, index: usize) -> Option<Field<'_>> {
        let node = self.node();
        let field = node.fields().get(index)?;
        Some(Field { name: node.text(field.name), id: field.edge.id, kind: self.kind_behind(&field.edge) })
    }

    /// The type of the field of this number, if it is defined.
    pub fn field_type(&self, index: usize) -> Option<Type> {
        self.node().fields().get(index).and_then(|f| self.follow(&f.edge))
    }

    /// All fields of a struct in order; none for other kinds.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = Field<'_>> {
        (0..self.field_count()).map(|i| self.field(i).unwrap_or(Field { name: b"", id: 0, kind: None }))
    }
}

/// The same slot of the same table.
impl PartialEq for Type {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (Arc::ptr_eq(&self.0.arena, &other.0.arena) && self.0.slot == other.0.slot)
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = String::from_utf8_lossy(self.name());
        write!(f, "Type({} {name:?} {:?})", self.id(), self.kind())
    }
}
