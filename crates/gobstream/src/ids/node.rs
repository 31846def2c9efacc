//! A type as the algorithm sees it, static or received.

use super::BadShape;
use crate::known::Marshaler;
use crate::shape::{Edge, Kind, Shape};
use crate::types::{self, Type};
use core::hash::{Hash, Hasher};

/// A type.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// Of a Rust type.
    Static(&'static Shape),
    /// Of a received value.
    Received(Type),
}

/// Which name a type is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// None.
    None,
    /// The declared one, without its package.
    Declared,
    /// What Go prints, or this text if it is not empty.
    Printed(&'static str),
}

/// A part of a type, and the name that it is given if it is met here first.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) node: Node,
    pub(super) name: Name,
}

impl Node {
    /// What it is without pointers.
    pub(super) fn base(self) -> Result<Node, BadShape> {
        let Node::Static(shape) = self else { return Ok(self) };
        let base = shape.base();
        if matches!(base.kind, Kind::Endless) { Err(BadShape::Endless(shape)) } else { Ok(Node::Static(base)) }
    }

    pub(super) fn is_pointer(&self) -> bool {
        matches!(self, Node::Static(Shape { kind: Kind::Ptr(_), .. }))
    }

    /// Whether two are one Go type. Both without pointers.
    pub(super) fn is(&self, other: &Node) -> bool {
        match (self, other) {
            (Node::Static(a), Node::Static(b)) => a.key == b.key,
            (Node::Received(a), Node::Received(b)) => a.identity() == b.identity(),
            _ => false,
        }
    }

    pub(super) fn hash(&self) -> u64 {
        let mut hasher = Fold(0);
        match self {
            Node::Static(shape) => shape.key.hash(&mut hasher),
            Node::Received(ty) => ty.identity().hash(&mut hasher),
        }
        hasher.0 ^ hasher.0 >> 32
    }

    /// The id, if it is a built-in type.
    pub(super) fn builtin(&self) -> Result<Option<u32>, BadShape> {
        match self {
            Node::Static(shape) => Ok(builtin(&shape.kind)),
            Node::Received(ty) => received(ty.kind()),
        }
    }

    pub(super) fn is_struct(&self) -> bool {
        match self {
            Node::Static(shape) => matches!(shape.kind, Kind::Struct(_)),
            Node::Received(ty) => ty.kind() == types::Kind::Struct,
        }
    }

    pub(super) fn is_slice(&self) -> bool {
        match self {
            Node::Static(shape) => matches!(shape.kind, Kind::Slice(_)),
            Node::Received(ty) => ty.kind() == types::Kind::Slice,
        }
    }

    pub(super) fn marshaler(&self) -> Option<Marshaler> {
        match self {
            Node::Static(Shape { kind: Kind::Opaque(marshaler, _), .. }) => Some(*marshaler),
            Node::Static(_) => None,
            Node::Received(ty) => match ty.kind() {
                types::Kind::Opaque(marshaler) => Some(marshaler),
                _ => None,
            },
        }
    }

    pub(super) fn takes_its_id_first(&self) -> bool {
        self.is_struct() || self.marshaler().is_some()
    }

    pub(super) fn array_len(&self) -> u64 {
        match self {
            Node::Static(Shape { kind: Kind::Array(_, n), .. }) => *n as u64,
            Node::Static(_) => 0,
            Node::Received(ty) => ty.array_len().unwrap_or(0),
        }
    }

    /// How many types it is made of.
    pub(super) fn part_count(&self) -> usize {
        match self {
            Node::Static(shape) => match shape.kind {
                Kind::Array(..) | Kind::Slice(_) => 1,
                Kind::Map(..) => 2,
                Kind::Struct(fields) => fields.len(),
                _ => 0,
            },
            Node::Received(ty) => match ty.kind() {
                types::Kind::Array | types::Kind::Slice => 1,
                types::Kind::Map => 2,
                _ => ty.field_count(),
            },
        }
    }

    /// The part of this number: fields, elements, keys before elements.
    pub(super) fn part(&self, i: usize) -> Option<Part> {
        match self {
            Node::Static(shape) => static_part(shape, i),
            Node::Received(ty) => received_part(ty, i),
        }
    }

    /// A type that Go defines along with an opaque one.
    pub(super) fn dragged(&self, i: usize) -> Option<Node> {
        match self {
            Node::Static(Shape { kind: Kind::Opaque(_, edges), .. }) => edges.get(i).map(|e| Node::Static(e.shape())),
            _ => None,
        }
    }

    /// The name of a field.
    pub(super) fn field_name(&self, i: usize) -> &[u8] {
        match self {
            Node::Static(Shape { kind: Kind::Struct(fields), .. }) => fields.get(i).map_or(&[], |f| f.name.as_bytes()),
            Node::Static(_) => &[],
            Node::Received(ty) => ty.field(i).map_or(&[], |f| f.name),
        }
    }
}

pub(crate) fn builtin(kind: &Kind) -> Option<u32> {
    Some(match kind {
        Kind::Bool => 1,
        Kind::Int => 2,
        Kind::Uint => 3,
        Kind::Float => 4,
        Kind::Bytes => 5,
        Kind::String => 6,
        Kind::Complex => 7,
        Kind::Interface(_) => 8,
        _ => return None,
    })
}

fn received(kind: types::Kind) -> Result<Option<u32>, BadShape> {
    Ok(match kind {
        types::Kind::Bool => Some(1),
        types::Kind::Int => Some(2),
        types::Kind::Uint => Some(3),
        types::Kind::Float => Some(4),
        types::Kind::Bytes => Some(5),
        types::Kind::String => Some(6),
        types::Kind::Complex => Some(7),
        types::Kind::Interface => Some(8),
        types::Kind::Undefined => return Err(BadShape::Undefined),
        _ => None,
    })
}

fn static_part(shape: &'static Shape, i: usize) -> Option<Part> {
    let part = |edge: Edge, name| Part { node: Node::Static(edge.shape()), name };
    match (shape.kind, i) {
        (Kind::Array(elem, _), 0) | (Kind::Map(elem, _), 0) | (Kind::Map(_, elem), 1) => Some(part(elem, Name::None)),
        (Kind::Slice(elem), 0) => Some(part(elem, declared(elem.shape()))),
        (Kind::Struct(fields), i) => fields.get(i).map(|f| part(f.edge, printed(f.edge.shape().base(), f.go))),
        _ => None,
    }
}

/// The name that a slice gives its element: none to a pointer.
fn declared(elem: &Shape) -> Name {
    if elem.name.is_empty() { Name::None } else { Name::Declared }
}

/// The name that a field gives its type, which is here without pointers.
fn printed(base: &Shape, go: &'static str) -> Name {
    if base.name.is_empty() { Name::Printed(go.trim_start_matches('*')) } else { Name::Declared }
}

/// A received type has one name, and keeps it.
fn received_part(ty: &Type, i: usize) -> Option<Part> {
    let part = |ty| Part { node: Node::Received(ty), name: Name::Declared };
    match (ty.kind(), i) {
        (types::Kind::Array | types::Kind::Slice, 0) => ty.elem().map(part),
        (types::Kind::Map, 0) => ty.key().map(part),
        (types::Kind::Map, 1) => ty.elem().map(part),
        (types::Kind::Struct, i) => ty.field_type(i).map(part),
        _ => None,
    }
}

/// Keys are well mixed or few; all that is needed is one number of theirs.
struct Fold(u64);

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }
    fn write_u64(&mut self, v: u64) {
        self.0 = (self.0.rotate_left(5) ^ v).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn write_usize(&mut self, v: usize) {
        self.write_u64(v as u64);
    }
    fn write_u32(&mut self, v: u32) {
        self.write_u64(u64::from(v));
    }
    fn finish(&self) -> u64 {
        self.0
    }
}
