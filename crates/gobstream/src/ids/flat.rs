//! The commonest beginning, for which nothing is allocated: the first type of an encoder is a struct whose fields are of built-in types. Its
//! definition is written as it stands, and only when another type comes does it become an entry like any other.

use super::define::put_struct;
use super::node::{Name, Node, builtin};
use super::{Entry, Ids, close};
use crate::shape::{Kind, Shape};
use crate::types::FIRST_ID;
use crate::wire::EncodeBuffer;

/// The id of interfaces: a struct that holds some is none of these, as values of it may span messages.
const INTERFACE: u32 = 8;

fn field_ids(shape: &'static Shape) -> Option<impl ExactSizeIterator<Item = (&'static [u8], i32)>> {
    let Kind::Struct(fields) = &shape.kind else { return None };
    let id = |field: &'static crate::shape::Field| builtin(&field.edge.shape().base().kind).filter(|id| *id != INTERFACE);
    let are_flat = !fields.is_empty() && fields.iter().all(|field| id(field).is_some());
    are_flat.then(|| fields.iter().map(move |field| (field.name.as_bytes(), id(field).unwrap_or_default() as i32)))
}

impl Ids {
    /// The id of a type, if it is or becomes the one without an entry; its definition is appended to `out`.
    pub(super) fn flat(&mut self, shape: &'static Shape, out: &mut EncodeBuffer) -> Option<i32> {
        let shape = shape.base();
        if let Some(flat) = self.flat {
            return (flat.key == shape.key).then_some(FIRST_ID);
        }
        if self.next != FIRST_ID || !self.entries.is_empty() {
            return None;
        }
        let fields = field_ids(shape)?;
        let entry =
            Entry { node: Node::Static(shape), name: Name::Declared, id: FIRST_ID, pointer_id: 0, links: 0..0, sent: true };
        let hole = out.leave(1);
        put_struct(&entry, fields, out);
        close(out, hole);
        (self.flat, self.next) = (Some(shape), FIRST_ID + 1);
        Some(FIRST_ID)
    }

    /// Another type comes: the one without an entry gets it.
    #[inline]
    pub(super) fn unfold(&mut self) {
        if let Some(shape) = self.flat.take() {
            self.enter(shape);
        }
    }

    #[inline(never)]
    fn enter(&mut self, shape: &'static Shape) {
        self.next = FIRST_ID;
        // A static shape has all its parts.
        if self.meet_all(Node::Static(shape), Name::Declared).is_ok() {
            self.entries[0].sent = true;
            self.sent.push(0);
        }
    }
}
