//! A level of the walk's stack.

use crate::types::Slot;

/// What a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// `done`: one more than the number of the current field; `count`: fields of the type.
    Struct,
    /// `done` of `count` elements are begun; each is of type `elem`.
    List,
    /// A map whose next part is a key. `done` of `count` elements are begun.
    Key,
    /// A map whose next part is an element: its key is being read or was read last.
    Elem,
    /// An interface. `count`: where its chunk must end (strict reading). `done`: where the interface around it stands, plus one.
    Interface,
    /// A definition; below it its struct.
    Definition,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) role: Role,
    pub(super) slot: Slot,
    pub(super) key: Slot,
    pub(super) elem: Slot,
    pub(super) count: u64,
    pub(super) done: u64,
    /// Maps: where the current key starts in `Walk::keys`.
    pub(super) mark: usize,
}

impl Level {
    pub(super) fn new(role: Role, slot: Slot) -> Self {
        Level { role, slot, key: 0, elem: 0, count: 0, done: 0, mark: 0 }
    }
}

const _: () = assert!(size_of::<Level>() <= 40);
