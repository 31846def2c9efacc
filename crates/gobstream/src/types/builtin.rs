//! The built-in types, in a static table indexed by id: nothing runs or is allocated to have them.
//!
//! Ids 16 to 24 are the types of definitions themselves, so a definition is read as any other value.

use super::Id;
use super::arena::{Edge, FieldNode, Fields, Node, Shape};
use alloc::borrow::Cow;
use core::sync::atomic::AtomicBool;

const fn node(id: Id, name: &'static str, shape: Shape) -> Node {
    let spans = AtomicBool::new(matches!(shape, Shape::Interface));
    let (text, name_len) = (Cow::Borrowed(name.as_bytes()), name.len() as u32);
    Node { id, inner_id: id as i64, at: 0, shape, text, name_len, spans }
}

/// A struct whose `text` is its name and then the names of its fields.
const fn record(id: Id, text: &'static str, name_len: u32, fields: &'static [FieldNode]) -> Node {
    let mut node = node(id, text, Shape::Struct(Fields::Static(fields)));
    node.name_len = name_len;
    node
}

/// Fields with these names, which stand one behind the other from `start`, and these types.
const fn fields<const N: usize>(start: u32, parts: [(&str, Id); N]) -> [FieldNode; N] {
    let mut fields = [const { FieldNode { name: (0, 0), edge: Edge::builtin(0) } }; N];
    let (mut i, mut at) = (0, start);
    while i < N {
        let len = parts[i].0.len() as u32;
        fields[i] = FieldNode { name: (at, len), edge: Edge::builtin(parts[i].1) };
        at += len;
        i += 1;
    }
    fields
}

static WIRE: [FieldNode; 7] = fields(
    8,
    [
        ("ArrayT", 17),
        ("SliceT", 19),
        ("StructT", 20),
        ("MapT", 23),
        ("GobEncoderT", 24),
        ("BinaryMarshalerT", 24),
        ("TextMarshalerT", 24),
    ],
);
static ARRAY: [FieldNode; 3] = fields(9, [("CommonType", 18), ("Elem", 2), ("Len", 2)]);
static COMMON: [FieldNode; 2] = fields(10, [("Name", 6), ("Id", 2)]);
static SLICE: [FieldNode; 2] = fields(9, [("CommonType", 18), ("Elem", 2)]);
static STRUCT: [FieldNode; 2] = fields(10, [("CommonType", 18), ("Field", 22)]);
static FIELD: [FieldNode; 2] = fields(9, [("Name", 6), ("Id", 2)]);
static MAP: [FieldNode; 3] = fields(7, [("CommonType", 18), ("Key", 2), ("Elem", 2)]);
static OPAQUE: [FieldNode; 1] = fields(14, [("CommonType", 18)]);

/// Nothing: what an id stands for that is reserved or not defined.
pub(super) static UNDEFINED: Node = node(0, "", Shape::Undefined);

pub(super) static BUILTIN: [Node; 25] = [
    node(0, "", Shape::Undefined),
    node(1, "bool", Shape::Bool),
    node(2, "int", Shape::Int),
    node(3, "uint", Shape::Uint),
    node(4, "float", Shape::Float),
    node(5, "bytes", Shape::Bytes),
    node(6, "string", Shape::String),
    node(7, "complex", Shape::Complex),
    node(8, "interface", Shape::Interface),
    node(9, "", Shape::Undefined),
    node(10, "", Shape::Undefined),
    node(11, "", Shape::Undefined),
    node(12, "", Shape::Undefined),
    node(13, "", Shape::Undefined),
    node(14, "", Shape::Undefined),
    node(15, "", Shape::Undefined),
    record(16, "wireTypeArrayTSliceTStructTMapTGobEncoderTBinaryMarshalerTTextMarshalerT", 8, &WIRE),
    record(17, "arrayTypeCommonTypeElemLen", 9, &ARRAY),
    record(18, "CommonTypeNameId", 10, &COMMON),
    record(19, "sliceTypeCommonTypeElem", 9, &SLICE),
    record(20, "structTypeCommonTypeField", 10, &STRUCT),
    record(21, "fieldTypeNameId", 9, &FIELD),
    node(22, "[]fieldType", Shape::Slice(Edge::builtin(21))),
    record(23, "mapTypeCommonTypeKeyElem", 7, &MAP),
    record(24, "gobEncoderTypeCommonType", 14, &OPAQUE),
];
