//! One type that several streams defined: a Go process would have it once.

use super::{Ids, Node};
use crate::types::{Kind, Type};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// Types that look alike and are compared.
const CANDIDATES: usize = 16;
/// Pairs of parts that are compared.
const PAIRS: usize = 4096;

/// What is needed once types of more than one stream are met.
#[derive(Debug)]
pub(super) struct Aliases {
    /// The table of the first received type.
    table: Option<usize>,
    /// Entries of other types by the identity of those that are the same; the types, so that identities stay theirs.
    known: BTreeMap<(usize, u32), (Type, u32)>,
    /// Entries by what can be seen of them without their parts, and how many are in it.
    looks: BTreeMap<(usize, Vec<u8>), Vec<u32>>,
    indexed: usize,
}

impl Aliases {
    pub(super) const fn new() -> Self {
        Aliases { table: None, known: BTreeMap::new(), looks: BTreeMap::new(), indexed: 0 }
    }
}

impl Ids {
    /// The entry of a type that another stream defined alike.
    pub(super) fn alias(&mut self, node: &Node) -> Option<u32> {
        let Node::Received(ty) = node else { return None };
        let table = ty.identity().0;
        if *self.aliases.table.get_or_insert(table) == table && self.aliases.indexed == 0 {
            return None;
        }
        self.find_alias(ty)
    }

    #[cold]
    fn find_alias(&mut self, ty: &Type) -> Option<u32> {
        if let Some((_, entry)) = self.aliases.known.get(&ty.identity()) {
            return Some(*entry);
        }
        let aliases = &mut self.aliases;
        for (entry, i) in self.entries.iter().zip(0..).skip(aliases.indexed) {
            if let Node::Received(ty) = &entry.node {
                aliases.looks.entry(look(ty)).or_default().push(i);
            }
        }
        aliases.indexed = self.entries.len();
        let candidates = self.aliases.looks.get(&look(ty))?.iter().take(CANDIDATES);
        let found = candidates.copied().find(|&i| self.is_alike(i, ty))?;
        self.aliases.known.insert(ty.identity(), (ty.clone(), found));
        Some(found)
    }

    fn is_alike(&self, entry: u32, ty: &Type) -> bool {
        match self.entries.get(entry as usize).map(|e| &e.node) {
            Some(Node::Received(other)) => other.identity().0 != ty.identity().0 && same(other, ty),
            _ => false,
        }
    }

    pub(super) fn forget_aliases(&mut self) {
        self.aliases = Aliases { table: self.aliases.table.filter(|_| !self.entries.is_empty()), ..Aliases::new() };
    }
}

/// What can be seen of a type without its parts.
fn look(ty: &Type) -> (usize, Vec<u8>) {
    (ty.field_count(), name(ty).to_vec())
}

/// The name, where it tells types apart: those of lists and maps follow from where they were met first.
fn name(ty: &Type) -> &[u8] {
    if matches!(ty.kind(), Kind::Struct | Kind::Opaque(_)) { ty.name() } else { b"" }
}

/// Whether two types are made of the same parts under the same names, all the way down.
fn same(a: &Type, b: &Type) -> bool {
    let mut todo = alloc::vec![(a.clone(), b.clone())];
    let mut seen = BTreeSet::new();
    while let Some((a, b)) = todo.pop() {
        if !seen.insert((a.identity(), b.identity())) {
            continue;
        }
        if seen.len() > PAIRS || !is_head_same(&a, &b) {
            return false;
        }
        let parts = |ty: &Type| -> Vec<Option<Type>> {
            match ty.kind() {
                Kind::Struct => (0..ty.field_count()).map(|i| ty.field_type(i)).collect(),
                Kind::Map => alloc::vec![ty.key(), ty.elem()],
                Kind::Array | Kind::Slice => alloc::vec![ty.elem()],
                _ => Vec::new(),
            }
        };
        for pair in parts(&a).into_iter().zip(parts(&b)) {
            let (Some(a), Some(b)) = pair else { return false };
            todo.push((a, b));
        }
    }
    true
}

fn is_head_same(a: &Type, b: &Type) -> bool {
    a.kind() == b.kind()
        && name(a) == name(b)
        && a.declared_len() == b.declared_len()
        && a.field_count() == b.field_count()
        && a.fields().zip(b.fields()).all(|(a, b)| a.name == b.name)
}
