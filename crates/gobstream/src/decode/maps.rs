//! Maps and sets: entries are added or replaced, as in Go, each with a value of its own.

use super::{Dec, Decode};
use crate::error::Result;
use crate::pairs::Pairs;
use crate::plan::Node;
use crate::types::Slot;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

impl Dec<'_, '_> {
    /// The received type of a map.
    fn map_slot(&self, n: Node) -> Slot {
        self.child(n, 2).first
    }

    /// The number of pairs. Go holds it as a signed number, and takes a negative one for nothing.
    fn pairs(&mut self, n: Node) -> Result<u64> {
        self.pairs_in(self.map_slot(n))
    }

    /// The same by the type.
    pub(crate) fn pairs_in(&mut self, slot: Slot) -> Result<u64> {
        let before = self.rest;
        let count = self.uint()?;
        if count >> 63 == 1 {
            return Ok(0);
        }
        self.rest = before;
        self.count_in(slot)
    }

    /// Whether one of the `left` pairs that are missing can follow.
    #[inline]
    pub(crate) fn more_pairs(&self, slot: Slot, left: u64) -> Result<()> {
        if left == 1 && self.rest.is_empty() && self.walk.types.may_lack_pair(slot) { Ok(()) } else { self.more() }
    }
}

/// A map being filled, without what differs between kinds of maps.
pub(crate) trait Entries<K, V> {
    /// Makes room for so many more.
    fn room(&mut self, n: usize);
    fn put(&mut self, key: K, value: V);
}

/// Reads all pairs.
#[inline(never)]
pub(crate) fn merge_pairs<'de, K: Decode<'de>, V: Decode<'de>>(
    map: &mut dyn Entries<K, V>,
    d: &mut Dec<'_, 'de>,
    n: Node,
) -> Result<()> {
    // Tables keep a part of their room free, and words of their own.
    let size = 2 * (size_of::<K>() + size_of::<V>()) as u64 + 16 + K::BOXED + V::BOXED;
    let (slot, mut left) = (d.map_slot(n), d.pairs(n)?);
    let (key_node, value_node) = (d.child(n, 0), d.child(n, 1));
    d.descend()?;
    let (mut room, mut have) = (0, 0);
    while left > 0 {
        if room == 0 {
            room = d.room(have, left, size)?;
            map.room(room);
        }
        d.more_pairs(slot, left)?;
        let (mut key, mut value) = (K::zero(), V::zero());
        d.freshly(|d| {
            key.merge(d, key_node)?;
            // As in Go, the end of the message may stand for a struct of zeros.
            value.merge(d, value_node)
        })?;
        map.put(key, value);
        (left, room, have) = (left - 1, room - 1, have + 1);
    }
    d.ascend();
    Ok(())
}

impl<K: Ord, V> Entries<K, V> for BTreeMap<K, V> {
    fn room(&mut self, _: usize) {}
    fn put(&mut self, key: K, value: V) {
        self.insert(key, value);
    }
}

impl<K: Ord> Entries<K, ()> for BTreeSet<K> {
    fn room(&mut self, _: usize) {}
    fn put(&mut self, key: K, (): ()) {
        self.insert(key);
    }
}

#[cfg(feature = "std")]
impl<K: Eq + Hash, V, S: BuildHasher> Entries<K, V> for HashMap<K, V, S> {
    fn room(&mut self, n: usize) {
        self.reserve(n);
    }
    fn put(&mut self, key: K, value: V) {
        self.insert(key, value);
    }
}

#[cfg(feature = "std")]
impl<K: Eq + Hash, S: BuildHasher> Entries<K, ()> for HashSet<K, S> {
    fn room(&mut self, n: usize) {
        self.reserve(n);
    }
    fn put(&mut self, key: K, (): ()) {
        self.insert(key);
    }
}

impl<K, V> Entries<K, V> for Pairs<K, V> {
    fn room(&mut self, n: usize) {
        self.0.reserve(n);
    }
    fn put(&mut self, key: K, value: V) {
        self.0.push((key, value));
    }
}

/// All pairs, behind those that are there already.
impl<'de, K: Decode<'de>, V: Decode<'de>> Decode<'de> for Pairs<K, V> {
    fn zero() -> Self {
        Pairs(Vec::new())
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        merge_pairs(self, d, n)
    }
}

impl<'de, K: Decode<'de> + Ord, V: Decode<'de>> Decode<'de> for BTreeMap<K, V> {
    fn zero() -> Self {
        BTreeMap::new()
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        merge_pairs(self, d, n)
    }
}

impl<'de, K: Decode<'de> + Ord> Decode<'de> for BTreeSet<K> {
    fn zero() -> Self {
        BTreeSet::new()
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        merge_pairs(self, d, n)
    }
}

#[cfg(feature = "std")]
impl<'de, K: Decode<'de> + Eq + Hash, V: Decode<'de>, S: BuildHasher + Default> Decode<'de> for HashMap<K, V, S> {
    fn zero() -> Self {
        HashMap::default()
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        merge_pairs(self, d, n)
    }
}

#[cfg(feature = "std")]
impl<'de, K: Decode<'de> + Eq + Hash, S: BuildHasher + Default> Decode<'de> for HashSet<K, S> {
    fn zero() -> Self {
        HashSet::default()
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        merge_pairs(self, d, n)
    }
}
