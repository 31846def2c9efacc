//! A definition while it arrives: the walk reads it as a value of type 16 and hands its parts over here.

use super::arena::{Edge, FieldNode, Fields, Node, Shape};
use super::{Id, Slot};
use crate::error::{ErrorKind, Fault};
use crate::known::Marshaler;
use crate::limits::Limits;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::sync::atomic::AtomicBool;

/// A part of a definition. It stands in field `field` of a struct of type `owner`.
#[derive(Debug)]
pub(crate) enum DraftEvent<'a> {
    Int(i64),
    Text(&'a [u8]),
    Struct(Slot),
}

/// A definition, whole or in part.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) id: Id,
    pub(crate) at: u64,
    /// Bit n: field n of wireType was there.
    pub(super) kinds: u8,
    pub(super) inner_id: i64,
    /// The name, which takes `name_len` bytes, and the names of the fields.
    pub(super) text: Vec<u8>,
    pub(super) name_len: u32,
    /// Elem and key ids, length.
    pub(super) elem: i64,
    pub(super) key: i64,
    pub(super) len: i64,
    /// Names start behind that of the type until the definition is finished.
    pub(super) fields: Vec<FieldNode>,
    /// An id does not fit 32 bits.
    pub(super) wide: bool,
}

/// Bytes that a type is charged, and each of its fields: the node, its place in tables, an edge with its link back.
const NODE: u64 = 256;
const EDGE: u64 = 24;
/// Bytes for names at first.
const NAMES: usize = 64;

impl Draft {
    pub(crate) fn new(id: Id, at: u64) -> Self {
        Draft { id, at, text: Vec::with_capacity(NAMES), ..Draft::default() }
    }

    /// Takes in the next part, which stands in field `field` of a struct of type `owner` (0: in none).
    pub(crate) fn event(&mut self, owner: Slot, field: u32, event: DraftEvent<'_>, limits: &Limits) -> Result<(), Box<Fault>> {
        match (owner, field, event) {
            (16, kind, DraftEvent::Struct(_)) => self.kinds |= 1 << kind,
            (_, _, DraftEvent::Struct(21)) => self.add_field(limits)?,
            (18, 0, DraftEvent::Text(name)) => self.set_name(name),
            (18, 1, DraftEvent::Int(id)) => self.inner_id = self.seen(id),
            (21, 0, DraftEvent::Text(name)) => self.name_field(name, limits)?,
            (21, 1, DraftEvent::Int(id)) => self.set_field_id(id),
            (17 | 19, 1, DraftEvent::Int(id)) | (23, 2, DraftEvent::Int(id)) => self.elem = self.seen(id),
            (23, 1, DraftEvent::Int(id)) => self.key = self.seen(id),
            (17, 2, DraftEvent::Int(len)) => self.len = len,
            _ => {}
        }
        Ok(())
    }

    fn add_field(&mut self, limits: &Limits) -> Result<(), Box<Fault>> {
        if self.fields.len() >= limits.fields as usize {
            let text = format!("type {} has more than {} fields", self.id, limits.fields);
            return Err(Fault::new(ErrorKind::TooBig, "", text));
        }
        let start = self.text.len() as u32 - self.name_len;
        self.fields.push(FieldNode { name: (start, 0), edge: Edge::new(0) });
        Ok(())
    }

    /// The name comes first, but for a definition of two kinds.
    fn set_name(&mut self, name: &[u8]) {
        self.text.splice(..self.name_len as usize, name.iter().copied());
        self.name_len = name.len() as u32;
    }

    /// The name, and the names and ids of the fields.
    pub(super) fn names(&self) -> (&[u8], impl Iterator<Item = (&[u8], Id)>) {
        let (name, text) = self.text.split_at(self.name_len as usize);
        let field = move |field: &FieldNode| {
            let (start, len) = (field.name.0 as usize, field.name.1 as usize);
            (text.get(start..start + len).unwrap_or_default(), field.edge.id)
        };
        (name, self.fields.iter().map(field))
    }

    /// Gives an opaque type a name if it has none.
    /// Gives it a name, if it needs one; says whether it did.
    pub(super) fn lend_name(&mut self, name: &[u8]) -> bool {
        let needs = self.name_len == 0 && matches!(self.bare_shape(), Shape::Opaque(_));
        if needs {
            self.set_name(name);
        }
        needs
    }

    /// An id, which is remembered if it is out of bounds.
    fn seen(&mut self, id: i64) -> i64 {
        self.wide |= Id::try_from(id).is_err();
        id
    }

    fn set_field_id(&mut self, id: i64) {
        let id = narrow(self.seen(id));
        if let Some(field) = self.fields.last_mut() {
            field.edge = Edge::new(id);
        }
    }

    fn name_field(&mut self, name: &[u8], limits: &Limits) -> Result<(), Box<Fault>> {
        if let Some(field) = self.fields.last_mut() {
            field.name.1 = name.len() as u32;
            self.text.extend_from_slice(name);
        }
        check_memory(self.text.len() as u64, limits)
    }

    /// Whether two kinds are set at once, which no encoder does.
    pub(crate) fn is_ambiguous(&self) -> bool {
        self.kinds.count_ones() > 1
    }

    /// Bytes that the type will take, about.
    pub(super) fn size(&self) -> u64 {
        NODE + self.text.len() as u64 + EDGE * self.fields.len() as u64
    }

    /// Whether it refers to an id that does not fit 32 bits, or says so of itself.
    pub(crate) fn has_wide_ids(&self) -> bool {
        self.wide
    }

    /// Whether a definition reads the same as one received before.
    pub(super) fn same(&self, node: &Node) -> bool {
        let kind = |k: Shape| core::mem::discriminant(&k) == core::mem::discriminant(&node.shape);
        let edges = match &node.shape {
            Shape::Array(e, len) => e.id == narrow(self.elem) && *len == self.len,
            Shape::Slice(e) => e.id == narrow(self.elem),
            Shape::Map(k, e) => k.id == narrow(self.key) && e.id == narrow(self.elem),
            Shape::Struct(fields) => self.same_fields(node, fields),
            Shape::Opaque(m) => self.marshaler() == Some(*m),
            _ => true,
        };
        edges
            && kind(self.bare_shape())
            && self.text.get(..self.name_len as usize) == Some(node.name())
            && node.inner_id == self.inner_id
    }

    fn same_fields(&self, node: &Node, fields: &[FieldNode]) -> bool {
        let pairs = || self.fields.iter().zip(fields);
        self.fields.len() == fields.len()
            && pairs().all(|(a, b)| a.edge.id == b.edge.id && a.name.1 == b.name.1)
            && node.text.get(node.name_len as usize..) == self.text.get(self.name_len as usize..)
    }

    fn marshaler(&self) -> Option<Marshaler> {
        match self.kinds.trailing_zeros() {
            4 => Some(Marshaler::Gob),
            5 => Some(Marshaler::Binary),
            6 => Some(Marshaler::Text),
            _ => None,
        }
    }

    /// The shape without its fields. If a definition sets two kinds, Go's uses differ; here a struct comes first,
    /// as in Go's skip of a whole value, then the order of the fields of wireType.
    fn bare_shape(&self) -> Shape {
        match self.kinds {
            0 => Shape::Undefined,
            k if k & 4 != 0 => Shape::Struct(Fields::Static(&[])),
            k if k & 1 != 0 => Shape::Array(Edge::new(narrow(self.elem)), self.len),
            k if k & 2 != 0 => Shape::Slice(Edge::new(narrow(self.elem))),
            k if k & 8 != 0 => Shape::Map(Edge::new(narrow(self.key)), Edge::new(narrow(self.elem))),
            _ => self.marshaler().map_or(Shape::Undefined, Shape::Opaque),
        }
    }

    /// The finished type.
    pub(super) fn finish(self) -> Node {
        let mut shape = self.bare_shape();
        let Draft { id, at, inner_id, text, name_len, mut fields, .. } = self;
        if let Shape::Struct(own) = &mut shape {
            fields.iter_mut().for_each(|field| field.name.0 += name_len);
            *own = Fields::Own(fields);
        }
        Node { id, inner_id, at, shape, text: Cow::Owned(text), name_len, spans: AtomicBool::new(false) }
    }
}

/// An id as Go holds it, in 32 bits; ids beyond name nothing that a stream can define, and 0 stands for them.
fn narrow(id: i64) -> Id {
    id as Id
}

/// Refuses types that take more memory than a value may.
pub(super) fn check_memory(bytes: u64, limits: &Limits) -> Result<(), Box<Fault>> {
    if bytes <= limits.memory {
        return Ok(());
    }
    let text = format!("definitions of types over memory={}", crate::frame::short_size(limits.memory));
    Err(Fault::new(ErrorKind::TooBig, "", text))
}
