//! Plans: how values of a received type go into a Rust type, worked out once and then run on integers.
//!
//! A plan pairs a static shape with a slot of the table of received types. Names are compared here and nowhere else, and so is
//! what fits what: a mismatch is found when a type first meets its shape, whether or not the value at hand holds the part at
//! fault. A [`Node`] is passed by value and says what its code needs; [`Step`]s lead from a node to its parts.
//!
//! Nothing here is generic, recurses on types, or takes time beyond linear: pairs wait on a list, and known pairs
//! are chained by slot.

mod fields;
mod fit;

use crate::error::Fault;
use crate::shape::{self, Shape};
use crate::types::{self, Slot, TypeTable};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// A field of which nothing is kept.
pub(crate) const SKIP: u32 = u32::MAX;

/// Which way a value goes into a Rust type: a word, copied.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The first of its steps; for scalars, interfaces and parts to skip the slot.
    pub(crate) first: u32,
    /// Structs: how many fields were sent for it.
    pub(crate) fields: u16,
    flags: u16,
}

impl Node {
    /// All fields are there, under the same names in the same order.
    const STRAIGHT: u16 = 1;
    /// One promoted field follows, without a delta.
    const PROMOTED: u16 = 2;
    /// A field to skip whose type is not defined yet: number `fields` of the type in the slot `first`.
    const LATE: u16 = 4;

    fn new(first: u32, fields: u16, flags: u16) -> Self {
        Node { first, fields, flags }
    }

    /// A value that needs no plan.
    pub(crate) fn leaf(slot: Slot) -> Self {
        Node::new(slot, 0, 0)
    }

    /// Whether a struct's fields are those that were sent, in the same order.
    #[inline]
    pub fn straight(self) -> bool {
        self.flags & Node::STRAIGHT != 0
    }

    #[inline]
    pub(crate) fn late(self) -> bool {
        self.flags & Node::LATE != 0
    }

    #[inline]
    pub(crate) fn promoted(self) -> bool {
        self.flags & Node::PROMOTED != 0
    }
}

/// Beyond all steps, and all fields further on too.
const NO_STEPS: u32 = u32::MAX - 65_536;

/// The way to a part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The number of the field in the Rust type, or [`SKIP`].
    pub(crate) field: u32,
    pub(crate) node: Node,
}

impl Step {
    fn skip(slot: Slot) -> Self {
        Step { field: SKIP, node: Node::leaf(slot) }
    }
}

/// A pair that is known: shapes are told apart by address, which at worst makes a pair twice.
#[derive(Debug)]
struct Known {
    shape: &'static Shape,
    slot: Slot,
    node: Node,
    /// The next pair of the same slot, plus one; 0 ends.
    next: u32,
    /// Where it was met, for the path of an error.
    from: Place,
}

/// Pairs up to which they are simply looked through.
const FEW: usize = 8;

/// A part of the type of a pair.
#[derive(Clone, Copy, Debug)]
struct Place {
    pair: u32,
    part: Part,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    Top,
    /// The field of this number of the received type.
    Field(u32),
    Elem,
    Key,
}

/// All plans of a decoder.
#[derive(Debug, Default)]
pub(crate) struct Plans {
    steps: Vec<Step>,
    /// All pairs; while types are compared, those behind the ones that are filled in wait.
    known: Vec<Known>,
    /// The first pair of each slot, plus one; empty while there are few.
    heads: Vec<u32>,
    /// The last pair asked for.
    last: Option<(&'static Shape, Slot, Node)>,
}

/// Why a type does not go into a shape, and the way there.
pub(crate) type Misfit = (Box<Fault>, String);

impl Plans {
    /// The step of this number.
    #[inline]
    pub(crate) fn step(&self, i: usize) -> Step {
        self.steps.get(i).copied().unwrap_or(Step::skip(0))
    }

    /// Forgets all pairs; slots are about to get other meanings.
    pub(crate) fn clear(&mut self) {
        self.steps.clear();
        self.known.clear();
        self.heads.clear();
        self.last = None;
    }

    /// How a top-level value of this type, or one inside an interface, goes into this shape.
    #[inline]
    pub(crate) fn find(&mut self, shape: &'static Shape, slot: Slot, types: &TypeTable) -> Result<Node, Misfit> {
        match self.last {
            Some((last, s, node)) if core::ptr::eq(last, shape) && s == slot => Ok(node),
            _ if slot < types::FIRST_ID as Slot && fit::is_scalar(shape, types.node(slot)) => Ok(Node::leaf(slot)),
            _ => self.look_up(shape, slot, types),
        }
    }

    fn look_up(&mut self, shape: &'static Shape, slot: Slot, types: &TypeTable) -> Result<Node, Misfit> {
        let node = match self.memo(shape.base(), slot) {
            Some(node) => node,
            None => self.compile(shape, slot, types)?,
        };
        self.check_common(shape.base(), slot, node, types)?;
        self.last = Some((shape, slot, node));
        Ok(node)
    }

    fn memo(&self, shape: &'static Shape, slot: Slot) -> Option<Node> {
        let is_it = |known: &Known| known.slot == slot && core::ptr::eq(known.shape, shape);
        if self.heads.is_empty() {
            return self.known.iter().find(|known| is_it(known)).map(|known| known.node);
        }
        let mut at = self.heads.get(slot as usize).copied()?;
        while let Some(known) = (at as usize).checked_sub(1).and_then(|i| self.known.get(i)) {
            if is_it(known) {
                return Some(known.node);
            }
            at = known.next;
        }
        None
    }

    fn remember(&mut self, shape: &'static Shape, slot: Slot, node: Node, from: Place) {
        self.known.push(Known { shape, slot, node, next: 0, from });
        if self.known.len() > FEW {
            let from = if self.heads.is_empty() { 0 } else { self.known.len() - 1 };
            (from..self.known.len()).for_each(|i| self.chain(i));
        }
    }

    /// Puts a pair into the chain of its slot.
    fn chain(&mut self, i: usize) {
        let slot = self.known[i].slot as usize;
        if slot >= self.heads.len() {
            self.heads.resize(slot + 1, 0);
        }
        self.known[i].next = core::mem::replace(&mut self.heads[slot], i as u32 + 1);
    }

    fn compile(&mut self, shape: &'static Shape, slot: Slot, types: &TypeTable) -> Result<Node, Misfit> {
        let mark = (self.steps.len(), self.known.len());
        let result = self.compile_all(shape, slot, types);
        if result.is_err() {
            self.roll_back(mark);
        }
        result
    }

    fn compile_all(&mut self, shape: &'static Shape, slot: Slot, types: &TypeTable) -> Result<Node, Misfit> {
        let mut done = self.known.len();
        let node = self.pair(shape, slot, types, Place { pair: 0, part: Part::Top })?;
        while let Some(known) = self.known.get(done) {
            let (shape, slot, node) = (known.shape, known.slot, known.node);
            self.fill(done as u32, shape, slot, node, types)?;
            done += 1;
        }
        Ok(node)
    }

    fn roll_back(&mut self, (steps, known): (usize, usize)) {
        self.steps.truncate(steps);
        while self.known.len() > known {
            let Some(last) = self.known.pop() else { return };
            if let Some(head) = self.heads.get_mut(last.slot as usize) {
                *head = last.next;
            }
        }
        if self.known.len() <= FEW {
            self.heads.clear();
        }
    }

    /// The node of a pair, and what is to be filled in later.
    fn pair(&mut self, shape: &'static Shape, slot: Slot, types: &TypeTable, from: Place) -> Result<Node, Misfit> {
        let base = shape.base();
        let received = types.node(slot);
        if fit::is_scalar(base, received) {
            return Ok(Node::leaf(slot));
        }
        if let Some(node) = self.memo(base, slot) {
            return Ok(node);
        }
        if matches!(base.kind, shape::Kind::Endless) {
            return Err((shape.endless(), self.path(from, types)));
        }
        let shape = base;
        fit::check(shape, received).map_err(|fault| (fault, self.path(from, types)))?;
        let (steps, fields, flags) = match (&received.shape, shape.kind) {
            (types::Shape::Struct(sent), shape::Kind::Struct(own)) => {
                let is_straight = fields::are_same(own, received);
                // Fields without a plan are told by their number.
                let steps = if is_straight && fields::are_flat(own) { 0 } else { sent.len() };
                (steps, sent.len() as u16, u16::from(is_straight) * Node::STRAIGHT)
            }
            // Elements, and the list itself.
            (types::Shape::Array(..) | types::Shape::Slice(_), _) => (2, 0, 0),
            (types::Shape::Map(..), _) => (3, 0, 0),
            _ => return Ok(Node::leaf(slot)),
        };
        let node = Node::new(self.reserve(steps, slot), fields, flags);
        self.remember(shape, slot, node, from);
        Ok(node)
    }

    fn reserve(&mut self, n: usize, slot: Slot) -> u32 {
        if n == 0 {
            return NO_STEPS;
        }
        let first = self.steps.len();
        self.steps.resize(first + n, Step::skip(slot));
        first as u32
    }

    /// Fills in the steps of a pair.
    fn fill(&mut self, pair: u32, shape: &'static Shape, slot: Slot, node: Node, types: &TypeTable) -> Result<(), Misfit> {
        match (&types.node(slot).shape, shape.kind) {
            (types::Shape::Struct(_), shape::Kind::Struct(own)) => self.fill_struct(pair, own, slot, node, types),
            (types::Shape::Array(edge, _), shape::Kind::Array(own, _)) | (types::Shape::Slice(edge), shape::Kind::Slice(own)) => {
                self.fill_part(node, 0, own, edge, types, Place { pair, part: Part::Elem })
            }
            (types::Shape::Map(key, elem), shape::Kind::Map(own_key, own_elem)) => {
                self.fill_part(node, 0, own_key, key, types, Place { pair, part: Part::Key })?;
                self.fill_part(node, 1, own_elem, elem, types, Place { pair, part: Part::Elem })
            }
            _ => Ok(()),
        }
    }

    fn fill_part(
        &mut self,
        node: Node,
        i: u32,
        own: shape::Edge,
        edge: &types::Edge,
        types: &TypeTable,
        from: Place,
    ) -> Result<(), Misfit> {
        let slot = self.slot(edge, types, from)?;
        let child = self.pair(own.shape(), slot, types, from)?;
        self.set(node.first + i, Step { field: 0, node: child });
        Ok(())
    }

    /// The slot behind an edge, which must be defined.
    fn slot(&self, edge: &types::Edge, types: &TypeTable, from: Place) -> Result<Slot, Misfit> {
        let slot = edge.slot().or_else(|| types.find(edge.id));
        slot.ok_or_else(|| (types::undefined(edge), self.path(from, types)))
    }

    fn set(&mut self, i: u32, step: Step) {
        if let Some(place) = self.steps.get_mut(i as usize) {
            *place = step;
        }
    }

    /// The way from the top of the type to a part: `.Orders[].Price`.
    #[cold]
    fn path(&self, from: Place, types: &TypeTable) -> String {
        let mut parts = Vec::new();
        let mut place = from;
        while let (true, Some(pair)) = (!matches!(place.part, Part::Top), self.known.get(place.pair as usize)) {
            if parts.len() < 64 {
                parts.push(part_text(place.part, types.node(pair.slot)));
            }
            place = pair.from;
        }
        parts.iter().rev().map(String::as_str).collect()
    }
}

fn part_text(part: Part, node: &types::Node) -> String {
    match part {
        Part::Field(i) => {
            let name = node.fields().get(i as usize).map_or(&[][..], |f| node.text(f.name));
            alloc::format!(".{}", String::from_utf8_lossy(&name[..name.len().min(256)]).escape_debug())
        }
        Part::Key => "[key]".into(),
        Part::Elem => "[]".into(),
        Part::Top => String::new(),
    }
}
