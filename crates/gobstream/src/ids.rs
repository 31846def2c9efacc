//! The types that an encoder sends: their ids, their names, and the definitions that go out, all in Go's order.
//!
//! Ids count from 64 in the order in which types are first met: a struct or opaque type takes its id before its parts, all
//! others after them, and an element that still has none, because it is being met higher up, takes one right behind its slice. A
//! type keeps the name under which it was first met, which depends on the way to it: a field hands down what Go prints, a slice what
//! its element is declared as, arrays and maps nothing. Definitions go out later, outer types first.
//!
//! One algorithm serves the static shapes of Rust types and the types of received values; it sees a [`Node`]. It keeps its own stack,
//! since a received type may nest as deep as its stream pleased.

mod alias;
mod define;
mod flat;
mod node;
mod print;

pub(crate) use define::close;
use node::{Name, Part};
pub(crate) use node::{Node, builtin};
pub(crate) use print::print;

use crate::error::{ErrorKind, Fault};
use crate::shape::{Kind, Shape, Shaped};
use crate::types::FIRST_ID;
use crate::wire::EncodeBuffer;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// A type that was met.
#[derive(Debug)]
struct Entry {
    node: Node,
    name: Name,
    /// 0 while it has none.
    id: i32,
    /// The id that a pointer to it took, if it is opaque; inside its definition, if it was first sent through that: see [`Ids::send`].
    pointer_id: i32,
    /// Its parts, in `links`.
    links: Range<u32>,
    sent: bool,
}

/// What a part is: below 64 the id of a built-in type, else an entry, counted from 64.
type Link = u32;

/// Looking up a few entries one by one is faster than hashing.
const FEW: usize = 8;
const FIRST: Link = FIRST_ID as Link;

/// The ids of one encoder.
#[derive(Debug)]
pub(crate) struct Ids {
    entries: Vec<Entry>,
    links: Vec<Link>,
    /// Entries by hash of their keys, plus one; 0 for an empty place. Not used while there are few.
    table: Vec<u32>,
    /// The id that the next type takes.
    next: i32,
    /// Entries in the order in which they were sent, so that a roll back finds them.
    sent: Vec<u32>,
    /// Types above the one that is being looked at, and which of their parts is next. Empty between calls.
    stack: Vec<(u32, u32)>,
    /// Ids of types that were sent, by the address of their shape.
    cache: [(usize, i32); 8],
    aliases: alias::Aliases,
    /// The only type so far, which needs no entry: see [`flat`].
    flat: Option<&'static Shape>,
}

/// A state to return to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    entries: usize,
    links: usize,
    sent: usize,
    next: i32,
}

impl Mark {
    /// Before anything was met.
    pub(crate) const fn start() -> Self {
        Mark { entries: 0, links: 0, sent: 0, next: FIRST_ID }
    }
}

/// Why a type cannot be sent.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BadShape {
    /// A received type that its stream never defined, or defined as nothing.
    Undefined,
    /// A pointer to itself and nothing else.
    Endless(&'static Shape),
}

impl BadShape {
    #[cold]
    pub(crate) fn fault(self) -> Box<Fault> {
        match self {
            BadShape::Undefined => Fault::new(ErrorKind::BadType, "", "a value of a type that its stream did not define".into()),
            BadShape::Endless(shape) => shape.endless(),
        }
    }
}

impl Ids {
    pub(crate) const fn new() -> Self {
        Ids {
            entries: Vec::new(),
            links: Vec::new(),
            table: Vec::new(),
            next: FIRST_ID,
            sent: Vec::new(),
            stack: Vec::new(),
            cache: [(0, 0); 8],
            aliases: alias::Aliases::new(),
            flat: None,
        }
    }

    /// The id of a Rust type; what of its definition was not sent yet is appended to `out`.
    #[inline]
    pub(crate) fn of_shape(&mut self, shape: &'static Shape, out: &mut EncodeBuffer) -> Result<i32, BadShape> {
        let address = core::ptr::from_ref(shape).addr();
        let place = place_of(address);
        match (self.cache[place], self.cache[place ^ 1]) {
            ((known, id), _) | (_, (known, id)) if known == address => Ok(id),
            _ => self.first_of_shape(shape, out),
        }
    }

    #[inline(never)]
    fn first_of_shape(&mut self, shape: &'static Shape, out: &mut EncodeBuffer) -> Result<i32, BadShape> {
        let address = core::ptr::from_ref(shape).addr();
        let id = match node::builtin(&shape.base().kind) {
            Some(id) => id as i32,
            None if let Some(id) = self.flat(shape, out) => id,
            None => self.define(Node::Static(shape), out)?,
        };
        // Two places for each shape: two that meet do not drive each other out.
        let place = place_of(address);
        self.cache[if self.cache[place].0 == 0 { place } else { place ^ 1 }] = (address, id);
        Ok(id)
    }

    /// The id of a type; what of its definition was not sent yet is appended to `out`.
    pub(crate) fn define(&mut self, node: Node, out: &mut EncodeBuffer) -> Result<i32, BadShape> {
        self.unfold();
        let (pointer, mark) = (node.is_pointer(), self.mark());
        // What was met on the way to what is bad has no definition, and must not be taken for known.
        let link = self.meet_all(node, Name::Declared).inspect_err(|_| self.roll_back(mark))?;
        self.send(link, pointer, out);
        self.name_pointer(link.wrapping_sub(FIRST), pointer);
        Ok(self.id(link))
    }

    /// Which entry or built-in type this is, with all types that it is made of.
    fn meet_all(&mut self, root: Node, name: Name) -> Result<Link, BadShape> {
        let (link, new) = self.meet(root, name)?;
        if !new {
            return Ok(link);
        }
        let mut at = (link - FIRST, 0);
        loop {
            let Some(Part { node, name }) = self.part(at.0, at.1) else {
                self.complete(at)?;
                let child = at.0 + FIRST;
                let Some(parent) = self.stack.pop() else { return Ok(link) };
                at = parent;
                self.join(&mut at, child);
                continue;
            };
            match self.meet(node, name)? {
                (child, false) => self.join(&mut at, child),
                (child, true) => {
                    self.stack.push(at);
                    at = (child - FIRST, 0);
                }
            }
        }
    }

    fn part(&self, entry: u32, i: u32) -> Option<Part> {
        self.entries.get(entry as usize)?.node.part(i as usize)
    }

    /// Which entry or built-in type this is, and whether it is a new entry, whose parts are still to be met.
    fn meet(&mut self, node: Node, name: Name) -> Result<(Link, bool), BadShape> {
        let node = node.base()?;
        if let Some(id) = node.builtin()? {
            return Ok((id, false));
        }
        if let Some(entry) = self.find(&node).or_else(|| self.alias(&node)) {
            return Ok((entry + FIRST, false));
        }
        let start = self.links.len();
        self.links.resize(start + node.part_count(), 0);
        let takes_first = node.takes_its_id_first();
        let entry = self.entries.len() as u32;
        let links = start as u32..self.links.len() as u32;
        self.entries.push(Entry { node, name, id: 0, pointer_id: 0, links, sent: false });
        if takes_first {
            self.take_id(entry);
        }
        self.remember(entry);
        Ok((entry + FIRST, true))
    }

    /// Notes the next part of an entry, and gives ids as Go does where types are in each other.
    fn join(&mut self, (entry, next): &mut (u32, u32), child: Link) {
        let Some(parent) = self.entries.get(*entry as usize) else { return };
        if let Some(link) = self.links.get_mut((parent.links.start + *next) as usize) {
            *link = child;
        }
        *next += 1;
        let (is_slice, is_struct) = (parent.node.is_slice(), parent.node.is_struct());
        if is_slice {
            self.take_id(*entry);
        }
        if is_slice || is_struct {
            self.take_link_id(child);
        }
    }

    /// All parts are met: whoever has no id takes one.
    fn complete(&mut self, (entry, parts): (u32, u32)) -> Result<(), BadShape> {
        self.take_id(entry);
        let whole = self.entries.get(entry as usize).is_some_and(|e| e.links.len() == parts as usize);
        whole.then_some(()).ok_or(BadShape::Undefined)
    }

    fn take_link_id(&mut self, link: Link) {
        if let Some(entry) = link.checked_sub(FIRST) {
            self.take_id(entry);
        }
    }

    fn take_id(&mut self, entry: u32) {
        if let Some(entry) = self.entries.get_mut(entry as usize).filter(|e| e.id == 0) {
            entry.id = self.next;
            self.next += 1;
        }
    }

    fn id(&self, link: Link) -> i32 {
        match link.checked_sub(FIRST) {
            None => link as i32,
            Some(entry) => self.entries.get(entry as usize).map_or(0, |e| e.id),
        }
    }

    /// The type of this id: what tells built-in types apart is not needed of them.
    #[cold]
    pub(crate) fn node(&self, id: i32) -> Option<Node> {
        let builtin: Option<&'static Shape> = match id {
            1..=4 => Some(u64::SHAPE),
            5 | 6 => Some(String::SHAPE),
            7 => Some(crate::Complex::<f64>::SHAPE),
            8 => Some(crate::Value::SHAPE),
            _ => None,
        };
        let flat = self.flat.filter(|_| id == FIRST_ID);
        builtin.or(flat).map(Node::Static).or_else(|| self.entries.iter().find(|e| e.id == id).map(|e| e.node.clone()))
    }

    /// The entry of this type, if it was met.
    fn find(&self, node: &Node) -> Option<u32> {
        if self.entries.len() <= FEW {
            return self.entries.iter().position(|e| e.node.is(node)).map(|i| i as u32);
        }
        let mut place = node.hash() as usize;
        loop {
            place &= self.table.len() - 1;
            let entry = self.table.get(place)?.checked_sub(1)?;
            if self.entries.get(entry as usize)?.node.is(node) {
                return Some(entry);
            }
            place += 1;
        }
    }

    /// Puts an entry into the table, which is kept at most half full.
    fn remember(&mut self, entry: u32) {
        if self.entries.len() <= FEW {
            return;
        }
        if self.entries.len() == FEW + 1 || self.entries.len() * 2 > self.table.len() {
            return self.rebuild();
        }
        self.put(entry);
    }

    fn rebuild(&mut self) {
        self.table.clear();
        self.table.resize((self.entries.len() * 4).next_power_of_two(), 0);
        for entry in 0..self.entries.len() as u32 {
            self.put(entry);
        }
    }

    fn put(&mut self, entry: u32) {
        let Some(node) = self.entries.get(entry as usize).map(|e| &e.node) else { return };
        let mask = self.table.len() - 1;
        let mut place = node.hash() as usize & mask;
        while self.table[place] != 0 {
            place = (place + 1) & mask;
        }
        self.table[place] = entry + 1;
    }

    /// The state now.
    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        match self.flat {
            // As it will be when that has its entry.
            Some(Shape { kind: Kind::Struct(fields), .. }) => Mark { entries: 1, links: fields.len(), sent: 1, next: self.next },
            _ => Mark { entries: self.entries.len(), links: self.links.len(), sent: self.sent.len(), next: self.next },
        }
    }

    /// Forgets what was met and sent since.
    pub(crate) fn roll_back(&mut self, mark: Mark) {
        self.flat = self.flat.filter(|_| mark.entries > 0);
        for &entry in self.sent.get(mark.sent..).unwrap_or_default() {
            if let Some(entry) = self.entries.get_mut(entry as usize) {
                (entry.sent, entry.pointer_id) = (false, 0);
            }
        }
        for entry in self.entries.iter_mut().filter(|entry| entry.pointer_id >= mark.next) {
            entry.pointer_id = 0;
        }
        self.sent.truncate(mark.sent);
        self.links.truncate(mark.links);
        self.entries.truncate(mark.entries);
        self.next = mark.next;
        self.stack.clear();
        self.forget_aliases();
        self.cache = [(0, 0); 8];
        if self.entries.len() > FEW {
            self.rebuild();
        }
    }

    /// Whether a value of this type may hold an interface. The type must have been met.
    pub(crate) fn may_span(&self, node: &Node) -> bool {
        let is_interface = |node: &Node| matches!(node.builtin(), Ok(Some(8)));
        let Ok(node) = node.clone().base() else { return false };
        let Some(first) = self.find(&node) else { return is_interface(&node) };
        let mut seen = alloc::vec![false; self.entries.len()];
        let mut todo = alloc::vec![first];
        while let Some(entry) = todo.pop() {
            if core::mem::replace(&mut seen[entry as usize], true) {
                continue;
            }
            for &link in self.links_of(entry) {
                match link.checked_sub(FIRST) {
                    None if link == 8 => return true,
                    None => {}
                    Some(part) => todo.push(part),
                }
            }
        }
        false
    }

    /// Defines everything that values of this type can hold, closed interfaces included.
    pub(crate) fn define_all(&mut self, shape: &'static Shape, out: &mut EncodeBuffer) -> Result<(), BadShape> {
        let mut todo = alloc::vec![shape];
        let mut seen = alloc::collections::BTreeSet::new();
        while let Some(shape) = todo.pop() {
            if !seen.insert(shape.key) {
                continue;
            }
            self.of_shape(shape, out)?;
            shape.parts(&mut |part| todo.push(part));
            if let Kind::Interface(variants) = shape.kind {
                todo.extend(variants.iter().rev().map(|v| v.edge.shape()));
            }
        }
        Ok(())
    }

    fn links_of(&self, entry: u32) -> &[Link] {
        let links = self.entries.get(entry as usize).map(|e| e.links.start as usize..e.links.end as usize);
        links.and_then(|range| self.links.get(range)).unwrap_or_default()
    }
}

/// The place in the cache for a shape at this address.
#[inline]
fn place_of(address: usize) -> usize {
    (address >> 4 ^ address >> 7) & 7
}
