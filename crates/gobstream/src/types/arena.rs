//! Where received types live: an append-only arena that values share with the table that fills it.
//!
//! Blocks of write-once cells, each block twice the last, so a type never moves and reading needs no lock.

use super::builtin::{BUILTIN, UNDEFINED};
use super::{FIRST_ID, Id, Kind, Slot};
use crate::known::Marshaler;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Deref;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use once_cell::race::OnceBox;

/// A received type.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) id: Id,
    pub(crate) inner_id: i64,
    pub(crate) at: u64,
    pub(crate) shape: Shape,
    /// The name of the type, then the names of its fields.
    pub(crate) text: Cow<'static, [u8]>,
    pub(crate) name_len: u32,
    /// Whether a value of this type may hold an interface and so span messages.
    pub(crate) spans: AtomicBool,
}

/// What a type is made of, with its edges to other types.
#[derive(Debug)]
pub(crate) enum Shape {
    Bool,
    Int,
    Uint,
    Float,
    Complex,
    String,
    Bytes,
    Interface,
    Array(Edge, i64),
    Slice(Edge),
    Map(Edge, Edge),
    Struct(Fields),
    Opaque(Marshaler),
    Undefined,
}

/// A reference to a type: the id it was written with, and the slot once that is known (plus one; 0 while it is not).
#[derive(Debug)]
pub(crate) struct Edge {
    pub(crate) id: Id,
    slot: AtomicU32,
}

/// A field: its name as start and length in the text of its type, and its type.
#[derive(Debug)]
pub(crate) struct FieldNode {
    pub(crate) name: (u32, u32),
    pub(crate) edge: Edge,
}

/// The fields of a struct: a static table for built-in types.
#[derive(Debug)]
pub(crate) enum Fields {
    Static(&'static [FieldNode]),
    Own(Vec<FieldNode>),
}

impl Deref for Fields {
    type Target = [FieldNode];
    fn deref(&self) -> &[FieldNode] {
        match self {
            Fields::Static(fields) => fields,
            Fields::Own(fields) => fields,
        }
    }
}

impl Edge {
    pub(crate) const fn new(id: Id) -> Self {
        Edge { id, slot: AtomicU32::new(0) }
    }

    /// An edge to a built-in type, whose slot is its id.
    pub(super) const fn builtin(id: Id) -> Self {
        Edge { id, slot: AtomicU32::new(id as u32 + 1) }
    }

    #[inline]
    pub(crate) fn slot(&self) -> Option<Slot> {
        self.slot.load(Relaxed).checked_sub(1)
    }

    pub(super) fn resolve(&self, slot: Slot) {
        self.slot.store(slot + 1, Relaxed);
    }
}

impl Shape {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Shape::Bool => Kind::Bool,
            Shape::Int => Kind::Int,
            Shape::Uint => Kind::Uint,
            Shape::Float => Kind::Float,
            Shape::Complex => Kind::Complex,
            Shape::String => Kind::String,
            Shape::Bytes => Kind::Bytes,
            Shape::Interface => Kind::Interface,
            Shape::Array(..) => Kind::Array,
            Shape::Slice(_) => Kind::Slice,
            Shape::Map(..) => Kind::Map,
            Shape::Struct(_) => Kind::Struct,
            Shape::Opaque(m) => Kind::Opaque(*m),
            Shape::Undefined => Kind::Undefined,
        }
    }

    /// All edges, in order.
    pub(crate) fn edges(&self) -> impl Iterator<Item = &Edge> {
        let (pair, fields): ([Option<&Edge>; 2], &[FieldNode]) = match self {
            Shape::Array(e, _) | Shape::Slice(e) => ([Some(e), None], &[]),
            Shape::Map(k, e) => ([Some(k), Some(e)], &[]),
            Shape::Struct(fields) => ([None, None], fields),
            _ => ([None, None], &[]),
        };
        pair.into_iter().flatten().chain(fields.iter().map(|f| &f.edge))
    }

    /// The edge of this number, counted as in [`edges`](Self::edges).
    pub(super) fn edge(&self, index: usize) -> Option<&Edge> {
        match (self, index) {
            (Shape::Array(e, _) | Shape::Slice(e) | Shape::Map(e, _), 0) | (Shape::Map(_, e), 1) => Some(e),
            (Shape::Struct(fields), i) => fields.get(i).map(|f| &f.edge),
            _ => None,
        }
    }
}

impl Node {
    pub(crate) fn name(&self) -> &[u8] {
        self.text((0, self.name_len))
    }

    pub(crate) fn text(&self, (start, len): (u32, u32)) -> &[u8] {
        let start = start as usize;
        self.text.get(start..start + len as usize).unwrap_or_default()
    }

    pub(crate) fn fields(&self) -> &[FieldNode] {
        match &self.shape {
            Shape::Struct(fields) => fields,
            _ => &[],
        }
    }

    #[inline]
    pub(crate) fn spans(&self) -> bool {
        self.spans.load(Relaxed)
    }
}

/// Blocks of 8, 16, 32, … types; the last ones hold 2^31.
const BLOCKS: usize = 29;
const FIRST_BLOCK: u32 = 8;

/// All types of a stream, by slot. Slots below 64 are the built-in types, whose slot is their id.
pub(crate) struct Arena {
    /// The first block, without which no stream of types can do.
    first: [OnceBox<Node>; FIRST_BLOCK as usize],
    /// The others; the place of the first is not used.
    blocks: [OnceBox<Vec<OnceBox<Node>>>; BLOCKS],
}

impl Arena {
    pub(super) fn new() -> Self {
        Arena { first: [const { OnceBox::new() }; FIRST_BLOCK as usize], blocks: [const { OnceBox::new() }; BLOCKS] }
    }

    /// Takes out the first `len` types, which are all.
    pub(super) fn clear(&mut self, len: u32) {
        self.first.iter_mut().take(len as usize).for_each(|cell| *cell = OnceBox::new());
        if len > FIRST_BLOCK {
            self.blocks = [const { OnceBox::new() }; BLOCKS];
        }
    }

    /// The block and the place in it.
    fn locate(slot: Slot) -> (usize, usize) {
        let i = slot - FIRST_ID as u32 + FIRST_BLOCK;
        let block = i.ilog2();
        ((block - FIRST_BLOCK.ilog2()) as usize, (i - (1 << block)) as usize)
    }

    /// The type in a slot; an undefined one if nothing is there, which no slot handed out by the table is.
    #[inline]
    pub(crate) fn node(&self, slot: Slot) -> &Node {
        if slot < FIRST_ID as u32 {
            return BUILTIN.get(slot as usize).unwrap_or(&UNDEFINED);
        }
        let (block, i) = Self::locate(slot);
        let cells =
            if block == 0 { Some(&self.first[..]) } else { self.blocks.get(block).and_then(OnceBox::get).map(Vec::as_slice) };
        cells.and_then(|cells| cells.get(i)?.get()).unwrap_or(&UNDEFINED)
    }

    /// Puts a type into an empty slot.
    pub(super) fn set(&self, slot: Slot, node: Node) {
        let (block, i) = Self::locate(slot);
        let size = (FIRST_BLOCK as usize) << block;
        let cells = match block {
            0 => Some(&self.first[..]),
            _ => self.blocks.get(block).map(|b| b.get_or_init(|| Box::new(cells(size))).as_slice()),
        };
        if let Some(cell) = cells.and_then(|cells| cells.get(i)) {
            cell.get_or_init(|| Box::new(node));
        }
    }
}

fn cells(n: usize) -> Vec<OnceBox<Node>> {
    core::iter::repeat_with(OnceBox::new).take(n).collect()
}
