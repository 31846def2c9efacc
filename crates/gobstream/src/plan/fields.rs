//! Fields by name: exact names, as Go looks them up, embedded structs included.

use super::{Misfit, Node, Part, Place, Plans, Step};
use crate::error::{ErrorKind, Fault};
use crate::shape::{self, Field, Kind, Shape};
use crate::types::{self, Slot, TypeTable};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Whether the fields sent are the own ones, in the same order.
pub(super) fn are_same(own: &[Field], received: &types::Node) -> bool {
    let sent = received.fields();
    sent.len() == own.len() && sent.iter().zip(own).all(|(s, o)| received.text(s.name) == o.name.as_bytes())
}

/// Whether no field needs a plan.
pub(super) fn are_flat(own: &[Field]) -> bool {
    own.iter().all(|field| {
        let kind = field.edge.shape().base().kind;
        !matches!(kind, Kind::Struct(_) | Kind::Slice(_) | Kind::Array(..) | Kind::Map(..) | Kind::Interface(_))
    })
}

/// Where a received field goes: the numbers of the embedded structs on the way, from the outside in, its own, and the edge
/// at the end.
type Way = (Vec<u32>, u32, shape::Edge);

/// Structs that embed further than this are not searched.
const EMBEDDED: usize = 64;

impl Plans {
    pub(super) fn fill_struct(
        &mut self,
        pair: u32,
        own: &'static [Field],
        slot: Slot,
        node: Node,
        types: &TypeTable,
    ) -> Result<(), Misfit> {
        let received = types.node(slot);
        if node.straight() {
            return self.fill_straight(pair, own, received, node, types);
        }
        let mut hint = 0;
        for (i, field) in received.fields().iter().enumerate() {
            let from = Place { pair, part: Part::Field(i as u32) };
            let target = self.find_field(own, received.text(field.name), &mut hint);
            let Some((way, field_number, edge)) = target else {
                let skipped = field.edge.slot().or_else(|| types.find(field.edge.id));
                let step = skipped.map_or(Step { field: super::SKIP, node: Node::new(slot, i as u16, Node::LATE) }, Step::skip);
                self.set(node.first + i as u32, step);
                continue;
            };
            let sent = self.slot(&field.edge, types, from)?;
            let child = self.pair(edge.shape(), sent, types, from).map_err(field_misfit)?;
            let step = self.promote(&way, Step { field: field_number, node: child });
            self.set(node.first + i as u32, step);
        }
        Ok(())
    }

    /// The same where each own field has what was sent for it in its place.
    fn fill_straight(
        &mut self,
        pair: u32,
        own: &'static [Field],
        received: &types::Node,
        node: Node,
        types: &TypeTable,
    ) -> Result<(), Misfit> {
        for (i, (field, own)) in (0..).zip(received.fields().iter().zip(own)) {
            let sent = self.slot(&field.edge, types, Place { pair, part: Part::Field(i) })?;
            let child = self.pair(own.edge.shape(), sent, types, Place { pair, part: Part::Field(i) }).map_err(field_misfit)?;
            self.set(node.first + i, Step { field: i, node: child });
        }
        Ok(())
    }

    /// The own field of this name: mostly the one behind the last one found.
    fn find_field(&self, own: &'static [Field], name: &[u8], hint: &mut usize) -> Option<Way> {
        if !is_exported(name) {
            return None;
        }
        let is_it = |f: &&Field| f.name.as_bytes() == name;
        let i = match own.get(*hint).filter(is_it) {
            Some(_) => Some(*hint),
            None => own.iter().position(|f| is_it(&f)),
        };
        let Some(i) = i else { return find_promoted(own, name) };
        *hint = i + 1;
        Some((Vec::new(), i as u32, own[i].edge))
    }

    /// The step to the end of a way: each embedded struct on it takes one field.
    fn promote(&mut self, way: &[u32], mut step: Step) -> Step {
        for &outer in way.iter().rev() {
            let first = self.reserve(1, 0);
            self.set(first, step);
            step = Step { field: outer, node: Node::new(first, 1, Node::PROMOTED) };
        }
        step
    }

    /// Two structs that have fields, and none in common, were not meant for each other. Go minds that at the top only.
    pub(super) fn check_common(&self, shape: &Shape, slot: Slot, node: Node, types: &TypeTable) -> Result<(), Misfit> {
        let Kind::Struct(own) = shape.kind else { return Ok(()) };
        let sent = types.node(slot).fields().len();
        let has_common = node.straight() || (0..sent).any(|i| self.step(node.first as usize + i).field != super::SKIP);
        if own.is_empty() || sent == 0 || has_common {
            return Ok(());
        }
        const GO: &str = "gob: type mismatch: no fields matched compiling decoder";
        let name = String::from_utf8_lossy(types.node(slot).name());
        let text = format!("struct {name} has no field in common with {}", shape.name);
        Err((Fault::new(ErrorKind::WrongType, GO, text), String::new()))
    }
}

/// Whether Go looks for a field of this name at all: its first letter is upper case.
fn is_exported(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_uppercase) || is_exported_anyhow(name)
}

/// The same for letters beyond ASCII.
fn is_exported_anyhow(name: &[u8]) -> bool {
    let head = name.get(..name.len().min(4)).unwrap_or_default();
    let valid = match core::str::from_utf8(head) {
        Ok(head) => head,
        Err(e) => core::str::from_utf8(&head[..e.valid_up_to()]).unwrap_or_default(),
    };
    valid.chars().next().is_some_and(char::is_uppercase)
}

/// The field of this name in embedded structs: at the least depth that has it, unless it is there twice.
fn find_promoted(own: &'static [Field], name: &[u8]) -> Option<Way> {
    let mut level: Vec<(Vec<u32>, &'static [Field])> = alloc::vec![(Vec::new(), own)];
    let mut seen: Vec<*const Field> = Vec::new();
    while !level.is_empty() && seen.len() < EMBEDDED {
        let mut next = Vec::new();
        let mut found: Option<Way> = None;
        for (way, fields) in &level {
            for (i, field) in fields.iter().enumerate() {
                if !way_is_top(&level) && field.name.as_bytes() == name {
                    if found.is_some() {
                        return None;
                    }
                    found = Some((way.clone(), i as u32, field.edge));
                }
                if let Some(inner) = embedded(field).filter(|inner| !seen.contains(&inner.as_ptr())) {
                    next.push((way.iter().copied().chain([i as u32]).collect(), inner));
                }
            }
        }
        if found.is_some() {
            return found;
        }
        seen.extend(next.iter().map(|(_, fields)| fields.as_ptr()));
        level = next;
    }
    None
}

/// The outermost struct has been searched before.
fn way_is_top(level: &[(Vec<u32>, &'static [Field])]) -> bool {
    level.first().is_some_and(|(way, _)| way.is_empty())
}

/// The fields of an embedded struct.
fn embedded(field: &Field) -> Option<&'static [Field]> {
    match field.edge.shape().base().kind {
        Kind::Struct(fields) if field.embedded => Some(fields),
        _ => None,
    }
}

/// What Go says of a field's type is not what it says of a top-level value's.
#[cold]
fn field_misfit((mut fault, path): Misfit) -> Misfit {
    if fault.kind == ErrorKind::WrongType {
        fault.go = "gob: wrong type";
    }
    (fault, path)
}
