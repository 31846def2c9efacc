//! Sets as maps of true.

use crate::decode::{Dec, Decode, Pairing, merge_pairs};
use crate::encode::{Enc, Encode, put_map};
use crate::error::Result;
use crate::plan::Node;
use crate::shape::{MapKey, Shape, Shaped};
use alloc::collections::BTreeSet;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::HashSet;

/// A set that is a `map[T]bool` in Go, where each member is true; sets themselves are `map[T]struct{}`.
///
/// A field needs no wrapper: `#[gob(set = "bool")]` does the same. What came as false is no member, and is not sent again.
///
/// ```
/// use gobstream::{BoolSet, Decoder};
/// use std::collections::{BTreeMap, BTreeSet};
/// let bytes = gobstream::to_vec(&BTreeMap::from([("a", true), ("b", false)]))?;
/// let set: Option<BoolSet<BTreeSet<String>>> = Decoder::from_slice(&bytes).decode()?;
/// assert_eq!(set, Some(BoolSet(BTreeSet::from(["a".to_owned()]))));
/// # Ok::<(), gobstream::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoolSet<S>(pub S);

impl<S: Default> BoolSet<S> {
    /// Merges into a set without this wrapper.
    #[doc(hidden)]
    pub fn merge_into<'de>(set: &mut S, d: &mut Dec<'_, 'de>, n: Node) -> Result<()>
    where
        Self: Decode<'de>,
    {
        let mut wrapped = BoolSet(core::mem::take(set));
        let merged = wrapped.merge(d, n);
        *set = wrapped.0;
        merged
    }
}

macro_rules! sets {
    ($($set:ty, [$($bound:ident)*], [$($hasher:ident: $($build:ident)*)?];)*) => {$(
        impl<K: Shaped $(, $hasher)?> Shaped for BoolSet<$set> {
            type Key = MapKey<K::Key, bool>;
            const SHAPE: &'static Shape = &Shape::map::<K, bool>();
        }

        impl<'de, K: Decode<'de> $(+ $bound)* $(, $hasher: $($build +)*)?> Decode<'de> for BoolSet<$set> {
            fn zero() -> Self {
                BoolSet(<$set>::default())
            }
            fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
                merge_pairs(self, d, n)
            }
        }
    )*};
}

sets! { BTreeSet<K>, [Ord], []; }
#[cfg(feature = "std")]
sets! { HashSet<K, H>, [Eq Hash], [H: BuildHasher Default]; }

/// What the derive writes: a set that stays in its place.
impl<S> Shaped for BoolSet<&S>
where
    BoolSet<S>: Shaped,
{
    type Key = <BoolSet<S> as Shaped>::Key;
    const SHAPE: &'static Shape = <BoolSet<S> as Shaped>::SHAPE;
}

macro_rules! encode {
    ($($set:ty, [$($hasher:ident)?];)*) => {$(
        impl<K: Encode $(, $hasher)?> Encode for BoolSet<$set> {
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                put_map(self.0.len(), self.0.iter().map(|key| (key, &true)), e);
            }
            fn omit(&self) -> bool {
                self.0.is_empty()
            }
            fn omit_behind(&self) -> bool {
                false
            }
        }
    )*};
}

encode! { BTreeSet<K>, []; &BTreeSet<K>, []; }
#[cfg(feature = "std")]
encode! { HashSet<K, H>, [H]; &HashSet<K, H>, [H]; }

impl<K: Ord> Pairing<K, bool> for BoolSet<BTreeSet<K>> {
    fn room(&mut self, _: usize) {}
    fn put(&mut self, key: K, is_member: bool) {
        if is_member {
            self.0.insert(key);
        } else {
            self.0.remove(&key);
        }
    }
}

#[cfg(feature = "std")]
impl<K: Eq + Hash, H: BuildHasher> Pairing<K, bool> for BoolSet<HashSet<K, H>> {
    fn room(&mut self, n: usize) {
        self.0.reserve(n);
    }
    fn put(&mut self, key: K, is_member: bool) {
        if is_member {
            self.0.insert(key);
        } else {
            self.0.remove(&key);
        }
    }
}
