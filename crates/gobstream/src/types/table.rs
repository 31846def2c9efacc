//! The types that a stream has defined so far, by id.

use super::arena::Arena;
use super::draft::check_memory;
use super::{Draft, Edge, FIRST_ID, Handle, Id, Node, Shape, Slot, Type};
use crate::error::{ErrorKind, Fault};
use crate::limits::{Limits, OpaqueName, Reading};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::Ordering::Relaxed;

/// Ids below this are looked up in a vector, others in a map: Go takes any id up to 2^31-1.
const DENSE: usize = 65_536;
/// The first of these stand in the table itself.
const NEAR: usize = 8;

/// The built-in types below it have no parts, and values of them stay in their message.
const INTERFACE: Slot = 8;
/// Bytes that an id is charged to which types refer before it is defined.
const AWAITED: u64 = 112;
/// Bytes that a definition inside a value is charged, so that it can be met again.
const LOGGED: u64 = 24;

/// What an id stands for now.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Slot plus one; 0 for none.
    slot: u32,
    /// The part of the stream that defined it last.
    part: u32,
}

/// Types by id, in slots. See the module's head for when edges become slots.
pub(crate) struct TypeTable {
    arena: Arc<Arena>,
    len: u32,
    /// Bytes that the types take, about.
    bytes: u64,
    near: [Entry; NEAR],
    dense: Vec<Entry>,
    sparse: BTreeMap<Id, Entry>,
    /// How many types have had their edges looked at.
    settled: u32,
    /// Definitions since the last value that repeat one word for word, with its slot.
    again: BTreeMap<Slot, Draft>,
    /// Whether a definition since the last value replaced another one.
    replaced: bool,
    /// Edges to ids that nobody has defined: (slot, number of the edge).
    waiting: BTreeMap<Id, Vec<(Slot, u32)>>,
    /// Who refers to a slot, as linked lists: heads by slot from 64 (plus one; 0 ends), then (referrer, next).
    heads: Vec<u32>,
    links: Vec<(Slot, u32)>,
    handles: Vec<Option<Type>>,
    sound: Vec<bool>,
    /// Types of values, top-level or in interfaces; only kept if notes are.
    used: BTreeSet<Slot>,
    /// Streams in this input: 1, and one more for each that was appended.
    part: u32,
    /// Where the second of them was found out.
    second: Option<u64>,
    /// What the definitions inside the current value changed: id, meaning before, meaning after.
    log: Vec<(Id, Entry, Entry)>,
    /// How many of these are in force; the others are replayed when they are met again.
    in_force: usize,
    /// Names for opaque types that come without one.
    pub(crate) lent: Lent,
}

/// Names that are lent, and which ids they are for, as far as structs have said it.
#[derive(Debug, Default)]
pub(crate) struct Lent {
    names: Vec<OpaqueName>,
    ids: BTreeMap<Id, Vec<usize>>,
    /// Those that a type needed.
    met: BTreeSet<usize>,
}

impl Lent {
    pub(crate) fn met(&self) -> impl Iterator<Item = &OpaqueName> {
        self.met.iter().filter_map(|&found| self.names.get(found))
    }

    pub(crate) fn new(names: Vec<OpaqueName>) -> Self {
        Lent { names, ids: BTreeMap::new(), met: BTreeSet::new() }
    }

    /// Looks at a definition: what its fields say of other types, and whether it is one of these.
    #[cold]
    fn see(&mut self, draft: &mut Draft) {
        let (owner, fields) = draft.names();
        for (field, id) in fields {
            let is = |lent: &OpaqueName| lent.owner == owner && lent.field == field;
            if let Some(found) = self.names.iter().position(is) {
                let all = self.ids.entry(id).or_default();
                // The struct that came last counts.
                all.retain(|other| *other != found);
                all.push(found);
            }
        }
        let Some(found) = self.ids.get(&draft.id) else { return };
        if found.last().and_then(|&last| self.names.get(last)).is_some_and(|lent| draft.lend_name(&lent.name)) {
            self.met.extend(found);
        }
    }
}

impl TypeTable {
    pub(crate) fn new() -> Self {
        TypeTable {
            arena: Arc::new(Arena::new()),
            len: 0,
            bytes: 0,
            near: [Entry::default(); NEAR],
            dense: Vec::new(),
            sparse: BTreeMap::new(),
            settled: 0,
            again: BTreeMap::new(),
            replaced: false,
            waiting: BTreeMap::new(),
            heads: Vec::new(),
            links: Vec::new(),
            handles: Vec::new(),
            sound: Vec::new(),
            used: BTreeSet::new(),
            part: 1,
            second: None,
            log: Vec::new(),
            in_force: 0,
            lent: Lent::default(),
        }
    }

    /// Forgets all types, and keeps memory unless values share it.
    pub(crate) fn clear(&mut self) {
        self.handles.clear();
        match Arc::get_mut(&mut self.arena) {
            Some(arena) => arena.clear(self.len),
            None => self.arena = Arc::new(Arena::new()),
        }
        (self.len, self.settled, self.bytes, self.in_force) = (0, 0, 0, 0);
        (self.part, self.second, self.replaced) = (1, None, false);
        self.near = [Entry::default(); NEAR];
        self.lent.ids.clear();
        self.dense.clear();
        self.sparse.clear();
        self.again.clear();
        self.waiting.clear();
        self.heads.clear();
        self.links.clear();
        self.sound.clear();
        self.used.clear();
        self.log.clear();
    }

    #[inline]
    pub(crate) fn node(&self, slot: Slot) -> &Node {
        self.arena.node(slot)
    }

    /// Whether a message may end where the last pair of this map belongs: as in Go, its end stands for structs of zeros.
    #[cold]
    pub(crate) fn may_lack_pair(&self, slot: Slot) -> bool {
        let Shape::Map(key, elem) = &self.node(slot).shape else { return false };
        let is_struct = |edge: &Edge| edge.slot().is_some_and(|slot| matches!(self.node(slot).shape, Shape::Struct(_)));
        is_struct(key) && is_struct(elem)
    }

    /// How many streams the input holds so far.
    pub(crate) fn parts(&self) -> u32 {
        self.part
    }

    /// The offset of the definition that began the second stream.
    pub(crate) fn second_part(&self) -> Option<u64> {
        self.second
    }

    /// How many types were defined.
    pub(crate) fn count(&self) -> u32 {
        self.len
    }

    /// Remembers that a value has this type.
    pub(crate) fn mark_used(&mut self, slot: Slot) {
        self.used.insert(slot);
    }

    /// All types, in the order in which they came.
    pub(crate) fn all(&mut self) -> Vec<Type> {
        (0..self.len).map(|i| self.handle(FIRST_ID as Slot + i).clone()).collect()
    }

    /// Types that no value needs. Each type is looked at once.
    pub(crate) fn unused(&mut self) -> Vec<Type> {
        let mut needed = alloc::vec![false; self.len as usize];
        let mut todo: Vec<Slot> = self.used.iter().copied().collect();
        while let Some(slot) = todo.pop() {
            let cell = (slot as usize).checked_sub(FIRST_ID as usize).and_then(|i| needed.get_mut(i));
            if cell.is_some_and(|cell| !core::mem::replace(cell, true)) {
                todo.extend(self.node(slot).shape.edges().filter_map(Edge::slot));
            }
        }
        let unneeded = needed.iter().enumerate().filter(|(_, needed)| !**needed);
        let slots: Vec<Slot> = unneeded.map(|(i, _)| i as Slot + FIRST_ID as Slot).collect();
        slots.into_iter().map(|slot| self.handle(slot).clone()).collect()
    }

    /// The slot that an id stands for now.
    #[inline]
    pub(crate) fn find(&self, id: Id) -> Option<Slot> {
        if id < FIRST_ID {
            let slot = u32::try_from(id).ok()?;
            return Some(slot).filter(|&s| !matches!(self.node(s).shape, Shape::Undefined));
        }
        self.entry(id).slot.checked_sub(1)
    }

    /// The slot of a sound type that a value is about to use, if nothing has to be done before.
    #[inline]
    pub(crate) fn settled_slot(&self, id: Id) -> Option<Slot> {
        if self.settled != self.len || !self.again.is_empty() {
            return None;
        }
        self.find(id).filter(|&slot| !matches!(self.node(slot).shape, Shape::Undefined))
    }

    #[inline]
    fn entry(&self, id: Id) -> Entry {
        let dense = usize::try_from(id - FIRST_ID).unwrap_or(usize::MAX);
        match dense < DENSE {
            true => self.near.get(dense).or_else(|| self.dense.get(dense - NEAR)).copied().unwrap_or_default(),
            false => self.sparse.get(&id).copied().unwrap_or_default(),
        }
    }

    fn set_entry(&mut self, id: Id, entry: Entry) {
        let dense = usize::try_from(id - FIRST_ID).unwrap_or(usize::MAX);
        if dense >= DENSE {
            self.sparse.insert(id, entry);
            return;
        }
        let Some(far) = dense.checked_sub(NEAR) else {
            self.near[dense] = entry;
            return;
        };
        if far >= self.dense.len() {
            self.dense.resize(far + 1, Entry::default());
        }
        self.dense[far] = entry;
    }

    /// Whether a definition can be taken in without passing a limit.
    pub(crate) fn has_room(&self, draft: &Draft, limits: &Limits) -> bool {
        self.len < limits.types && check_memory(self.bytes + draft.size(), limits).is_ok()
    }

    /// Takes in a definition, which may replace an earlier one in the lenient reading. Gives the slot of it, or of the one that it repeats.
    pub(crate) fn define(&mut self, mut draft: Draft, limits: &Limits) -> Result<Slot, Box<Fault>> {
        if !self.lent.names.is_empty() {
            self.lent.see(&mut draft);
        }
        let old = self.entry(draft.id);
        let Some(slot) = old.slot.checked_sub(1) else {
            return self.install(draft, limits);
        };
        if old.part == self.part {
            self.part += 1;
            self.second.get_or_insert(draft.at);
        }
        if draft.same(self.node(slot)) {
            self.set_entry(draft.id, Entry { part: self.part, ..old });
            // One that came since the last value has no meaning yet that this one could change.
            if slot < FIRST_ID as Slot + self.settled {
                self.again.insert(slot, draft);
            }
            return Ok(slot);
        }
        self.replaced = true;
        self.install(draft, limits)
    }

    /// Takes in a definition that stands inside a value, which may be read again.
    pub(crate) fn define_inside(&mut self, draft: Draft, limits: &Limits) -> Result<Slot, Box<Fault>> {
        let id = draft.id;
        if let Some(&(_, _, after)) = self.log.get(self.in_force) {
            self.set_entry(id, after);
            self.in_force += 1;
            return Ok(after.slot.saturating_sub(1));
        }
        let before = self.entry(id);
        let slot = self.define(draft, limits)?;
        check_memory(self.bytes + LOGGED * self.log.len() as u64, limits)?;
        self.log.push((id, before, self.entry(id)));
        self.in_force += 1;
        Ok(slot)
    }

    /// A value begins, and with it its log.
    #[inline]
    pub(crate) fn begin_log(&mut self) {
        self.log.clear();
        self.in_force = 0;
    }

    /// Ids mean again what they meant when the log began; the definitions in it will be met again.
    pub(crate) fn rewind(&mut self) {
        while let Some(last) = self.in_force.checked_sub(1) {
            let (id, before, _) = self.log[last];
            self.set_entry(id, before);
            self.in_force = last;
        }
    }

    /// Why an id cannot be defined, if it cannot.
    pub(crate) fn refuse(&self, id: Id, reading: Reading) -> Option<Box<Fault>> {
        if self.in_force < self.log.len() {
            return None;
        }
        const GO: &str = "gob: duplicate type received";
        if id < FIRST_ID {
            let text = format!("type {id} is defined, and ids below {FIRST_ID} are built in");
            return Some(Fault::new(ErrorKind::BadTypeId, GO, text));
        }
        if reading == Reading::Lenient {
            return None;
        }
        let slot = self.entry(id).slot.checked_sub(1)?;
        let name = self.node(slot).name();
        let name: String = String::from_utf8_lossy(&name[..name.len().min(256)]).escape_debug().collect();
        let text = format!("type {id} ({name}) is defined again; another encoder's stream begins");
        Some(Fault::new(ErrorKind::DuplicateType, GO, text))
    }

    fn install(&mut self, draft: Draft, limits: &Limits) -> Result<Slot, Box<Fault>> {
        if self.len >= limits.types {
            let text = format!("more types than types={}", limits.types);
            return Err(Fault::new(ErrorKind::TooBig, "", text));
        }
        let (id, slot) = (draft.id, FIRST_ID as u32 + self.len);
        self.bytes += draft.size();
        let node = draft.finish();
        check_memory(self.bytes, limits)?;
        self.arena.set(slot, node);
        self.len += 1;
        self.set_entry(id, Entry { slot: slot + 1, part: self.part });
        for (from, edge) in self.waiting.remove(&id).unwrap_or_default() {
            self.join(from, edge as usize, slot);
        }
        Ok(slot)
    }

    /// Turns the edges of all new definitions into slots: a value begins.
    #[inline]
    pub(crate) fn settle(&mut self, limits: &Limits) -> Result<(), Box<Fault>> {
        if self.settled == self.len && self.again.is_empty() {
            return Ok(());
        }
        self.settle_new(limits)
    }

    fn settle_new(&mut self, limits: &Limits) -> Result<(), Box<Fault>> {
        let again = core::mem::take(&mut self.again);
        if self.replaced || !again.keys().all(|slot| self.still_means_the_same(*slot)) {
            for (slot, draft) in again {
                // One that was itself replaced before a value came has no meaning.
                if self.find(draft.id) == Some(slot) {
                    self.install(draft, limits)?;
                }
            }
        }
        self.replaced = false;
        for i in core::mem::replace(&mut self.settled, self.len)..self.len {
            self.resolve(FIRST_ID as Slot + i);
        }
        check_memory(self.bytes, limits)
    }

    /// Whether all edges of a repeated definition lead where they led before.
    fn still_means_the_same(&self, slot: Slot) -> bool {
        let node = self.node(slot);
        node.shape.edges().all(|e| e.slot() == self.find(e.id))
    }

    fn resolve(&mut self, slot: Slot) {
        let arena = self.arena.clone();
        for (i, edge) in arena.node(slot).shape.edges().enumerate() {
            match self.find(edge.id) {
                // Nobody has to know who refers to these.
                Some(to) if to < INTERFACE => edge.resolve(to),
                Some(to) => self.join(slot, i, to),
                None => self.wait_for(edge.id, (slot, i as u32)),
            }
        }
    }

    /// Keeps an edge to an id that is not defined yet.
    fn wait_for(&mut self, id: Id, edge: (Slot, u32)) {
        let edges = self.waiting.entry(id).or_default();
        self.bytes += if edges.is_empty() { AWAITED } else { 0 };
        edges.push(edge);
    }

    /// Lets an edge of `from` lead to `to`, and passes on whether values may span messages.
    fn join(&mut self, from: Slot, edge: usize, to: Slot) {
        if let Some(edge) = self.arena.node(from).shape.edge(edge) {
            edge.resolve(to);
        }
        if let Some(i) = (to as usize).checked_sub(FIRST_ID as usize) {
            if i >= self.heads.len() {
                self.heads.resize(self.len as usize, 0);
            }
            self.links.push((from, self.heads[i]));
            self.heads[i] = self.links.len() as u32;
        }
        if self.node(to).spans() {
            self.mark_spanning(from);
        }
    }

    /// Marks a type and all that can reach it. Each type is marked once, so this costs no more than the definitions did.
    fn mark_spanning(&mut self, slot: Slot) {
        let mut todo = alloc::vec![slot];
        while let Some(slot) = todo.pop() {
            if self.node(slot).spans.swap(true, Relaxed) {
                continue;
            }
            let mut link = self.heads.get((slot - FIRST_ID as u32) as usize).copied().unwrap_or(0);
            while let Some(&(from, next)) = (link as usize).checked_sub(1).and_then(|i| self.links.get(i)) {
                todo.push(from);
                link = next;
            }
        }
    }

    /// A handle to the type in a slot, made once.
    pub(crate) fn handle(&mut self, slot: Slot) -> &Type {
        let i = slot as usize;
        if i >= self.handles.len() {
            self.handles.resize(i + 1, None);
        }
        let arena = &self.arena;
        self.handles[i].get_or_insert_with(|| Type(Arc::new(Handle { arena: arena.clone(), slot })))
    }

    /// Whether all types that a value can reach are defined, as Go demands before it reads one. Each type is looked at once.
    pub(crate) fn check_sound(&mut self, slot: Slot) -> Result<(), Box<Fault>> {
        let mut seen = Vec::new();
        let result = self.check_reachable(slot, &mut seen);
        if result.is_err() {
            // Whoever asks again is to hear it again.
            seen.into_iter().for_each(|i| self.sound[i] = false);
        }
        result
    }

    fn check_reachable(&mut self, slot: Slot, seen: &mut Vec<usize>) -> Result<(), Box<Fault>> {
        self.sound.resize(self.len as usize, false);
        let mut todo = alloc::vec![slot];
        while let Some(slot) = todo.pop() {
            let Some(i) = (slot as usize).checked_sub(FIRST_ID as usize) else { continue };
            if core::mem::replace(&mut self.sound[i], true) {
                continue;
            }
            seen.push(i);
            check_node(self.arena.node(slot))?;
            for edge in self.arena.node(slot).shape.edges() {
                todo.push(edge.slot().ok_or_else(|| undefined(edge))?);
            }
        }
        Ok(())
    }
}

/// What Go refuses of a type when it compiles it.
fn check_node(node: &Node) -> Result<(), Box<Fault>> {
    if matches!(node.shape, Shape::Undefined) {
        return Err(incomplete(node));
    }
    if node.fields().iter().any(|f| f.name.1 == 0) {
        let text = format!("a field of type {} has no name", node.id);
        return Err(Fault::new(ErrorKind::BadType, "gob: empty name for remote field", text));
    }
    Ok(())
}

/// A definition that sets no kind.
#[cold]
pub(crate) fn incomplete(node: &Node) -> Box<Fault> {
    let text = format!("the definition of type {} says nothing about it", node.id);
    Fault::new(ErrorKind::BadType, "gob: bad data: ignore can't handle type", text)
}

/// An edge that leads nowhere.
#[cold]
pub(crate) fn undefined(edge: &Edge) -> Box<Fault> {
    unknown(i64::from(edge.id))
}

/// A value whose type nobody defined.
#[cold]
pub(crate) fn unknown(id: i64) -> Box<Fault> {
    let text = format!("value of type {id}, which this input never defines");
    Fault::new(ErrorKind::UnknownType, "gob: unknown type id or corrupted data", text)
}
