//! Definitions, as messages.

use super::node::Name;
use super::{BadShape, Entry, FIRST, Ids, Link, Node};
use crate::known::Marshaler;
use crate::types::put_fields;
use crate::wire::EncodeBuffer;

impl Ids {
    /// Sends the definition of a type and of its parts, outer types first, unless they were sent.
    ///
    /// An opaque type that goes out through a pointer is a curiosity of Go's: its definition has no name and an id inside that is not
    /// the one it is known by.
    pub(super) fn send(&mut self, link: Link, pointer: bool, out: &mut EncodeBuffer) {
        let Some(entry) = link.checked_sub(FIRST) else { return };
        if !self.send_one(entry, pointer, out) {
            return;
        }
        let mut at = (entry, 0);
        loop {
            let Some((child, pointer)) = self.next_to_send(at.0, at.1) else {
                let Some(parent) = self.stack.pop() else { return };
                at = parent;
                continue;
            };
            at.1 += 1;
            if let Some(child) = child.checked_sub(FIRST)
                && self.send_one(child, pointer, out)
            {
                self.stack.push(at);
                at = (child, 0);
            }
        }
    }

    /// The part of this number, and whether a pointer leads to it.
    fn next_to_send(&mut self, entry: u32, i: u32) -> Option<(Link, bool)> {
        let node = &self.entries.get(entry as usize)?.node;
        if node.marshaler().is_some() {
            let node = node.dragged(i as usize)?;
            return self.meet_dragged(node).ok();
        }
        let pointer = self.part(entry, i)?.node.is_pointer();
        self.links_of(entry).get(i as usize).map(|link| (*link, pointer))
    }

    /// Meets a type that was not needed until now, with a stack of its own.
    fn meet_dragged(&mut self, node: Node) -> Result<(Link, bool), BadShape> {
        let stack = core::mem::take(&mut self.stack);
        let link = self.meet_all(node, Name::Declared);
        self.stack = stack;
        Ok((link?, false))
    }

    /// Sends one definition; `false` if that was done before.
    fn send_one(&mut self, entry: u32, pointer: bool, out: &mut EncodeBuffer) -> bool {
        match self.entries.get_mut(entry as usize) {
            Some(e) if !e.sent => e.sent = true,
            _ => return false,
        }
        self.sent.push(entry);
        self.name_pointer(entry, pointer);
        let hole = out.leave(1);
        self.put_definition(entry, out);
        close(out, hole);
        true
    }

    /// A pointer to an opaque type takes an id of its own when it is first sent, at the top or in an interface even if the type was sent before.
    pub(super) fn name_pointer(&mut self, entry: u32, pointer: bool) {
        let new = |e: &&mut super::Entry| pointer && e.pointer_id == 0 && e.node.marshaler().is_some();
        if let Some(entry) = self.entries.get_mut(entry as usize).filter(new) {
            entry.pointer_id = self.next;
            self.next += 1;
        }
    }

    fn put_definition(&self, entry: u32, out: &mut EncodeBuffer) {
        let Some(e) = self.entries.get(entry as usize) else { return };
        if e.node.is_struct() {
            let links = self.links_of(entry).iter().enumerate();
            return put_struct(e, links.map(|(i, &link)| (e.node.field_name(i), self.id(link))), out);
        }
        let kind = match e.node.marshaler() {
            Some(Marshaler::Gob) => 5,
            Some(Marshaler::Binary) => 6,
            Some(Marshaler::Text) => 7,
            None if e.node.is_slice() => 2,
            None if e.links.len() == 2 => 4,
            None => 1,
        };
        begin(e, kind, out);
        self.put_parts(entry, out);
        out.put_bytes(&[0, 0]);
    }

    /// Elem, Len; Elem; Key, Elem.
    fn put_parts(&self, entry: u32, out: &mut EncodeBuffer) {
        for &link in self.links_of(entry) {
            out.put_byte(1);
            out.put_int(i64::from(self.id(link)));
        }
        let len = self.entries.get(entry as usize).map_or(0, |e| e.node.array_len());
        if len > 0 {
            out.put_byte(1);
            out.put_int(len as i64);
        }
    }
}

/// The definition of a struct with these fields.
pub(super) fn put_struct<'a>(e: &Entry, fields: impl ExactSizeIterator<Item = (&'a [u8], i32)>, out: &mut EncodeBuffer) {
    begin(e, 3, out);
    put_fields(fields, out);
    out.put_bytes(&[0, 0]);
}

/// A struct of one field, whose number says what the type is made of; name and id are the first field of every kind.
fn begin(e: &Entry, kind: u8, out: &mut EncodeBuffer) {
    out.put_int(-i64::from(e.id));
    out.put_bytes(&[kind, 1]);
    let nameless = e.pointer_id != 0 || !put_name(e, out);
    out.put_byte(if nameless { 2 } else { 1 });
    out.put_int(i64::from(if e.pointer_id == 0 { e.id } else { e.pointer_id }));
    out.put_byte(0);
}

fn put_name(e: &Entry, out: &mut EncodeBuffer) -> bool {
    let start = out.len();
    out.put_byte(1);
    let hole = out.leave(1);
    e.node.print_name(e.name, out);
    if out.len() == hole + 1 {
        out.truncate(start);
        return false;
    }
    close(out, hole);
    true
}

/// Puts the length of what was written behind a hole of one byte into it; moves what was written if that takes more.
#[inline]
pub(crate) fn close(out: &mut EncodeBuffer, hole: usize) -> usize {
    let len = out.len().saturating_sub(hole + 1);
    let width = crate::wire::width(len as u64);
    if width > 1 {
        out.shift(hole + 1, hole + width);
    }
    out.patch_uint(hole + width, len as u64);
    width
}
