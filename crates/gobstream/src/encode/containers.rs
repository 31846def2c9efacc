//! Pointers, lists, arrays, maps and sets.

use super::{Enc, Encode};
use crate::shape::{Kind, Shape};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Go does not see these, but types are recursive through them, so the stack is looked at.
macro_rules! nothing {
    ($(<$($bound:ident +)* ?Sized> $pointer:ty),* $(,)?) => {$(
        impl<T: $($bound +)* ?Sized> Encode for $pointer {
            #[inline]
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                if e.deeper() {
                    (**self).encode(e);
                }
            }
            #[inline]
            fn omit(&self) -> bool {
                (**self).omit()
            }
            #[inline]
            fn omit_behind(&self) -> bool {
                (**self).omit_behind()
            }
            fn as_byte(&self) -> u8 {
                (**self).as_byte()
            }
        }
    )*};
}

nothing! {
    <Encode + ?Sized> Box<T>,
    <Encode + ?Sized> Rc<T>,
    <Encode + ?Sized> Arc<T>,
    <Encode + ?Sized> &T,
    <Encode + ?Sized> &mut T,
    <Encode + ToOwned + ?Sized> Cow<'_, T>,
}

/// Go's pointer. Nil is left out of a struct, and cannot be said anywhere else.
impl<T: Encode> Encode for Option<T> {
    #[inline]
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        match self {
            Some(value) => value.encode(e),
            None => e.refuse_nil(),
        }
    }
    #[inline]
    fn omit(&self) -> bool {
        self.as_ref().is_none_or(T::omit_behind)
    }
}

impl<T: Encode> Encode for [T] {
    #[inline]
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        T::encode_slice(self, e);
    }
    #[inline]
    fn omit(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Encode> Encode for Vec<T> {
    #[inline]
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        T::encode_slice(self, e);
    }
    #[inline]
    fn omit(&self) -> bool {
        self.is_empty()
    }
    fn encode_elems<'v>(items: &'v [Self], e: &mut Enc<'_, 'v>) {
        e.texts(items, |item| T::raw(item));
    }
}

impl<T: Encode> Encode for VecDeque<T> {
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        let (head, tail) = self.as_slices();
        if tail.is_empty() {
            return T::encode_slice(head, e);
        }
        e.count(self.len());
        if T::SLICE.is_bytes() {
            self.iter().for_each(|item| e.raw_byte(item.as_byte()));
        } else if e.deeper() {
            T::encode_elems(head, e);
            T::encode_elems(tail, e);
        }
    }
    fn omit(&self) -> bool {
        self.is_empty()
    }
}

/// Always sent, also if all its elements are zero.
impl<T: Encode, const N: usize> Encode for [T; N] {
    #[inline]
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        e.count(N);
        T::encode_elems(self, e);
    }
    #[inline]
    fn omit(&self) -> bool {
        false
    }
}

macro_rules! maps {
    ($($map:ty, [$($param:ident)?];)*) => {$(
        impl<K: Encode, V: Encode $(, $param)?> Encode for $map {
            #[inline(never)]
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                put_map(self.len(), self.iter(), e);
            }
            fn omit(&self) -> bool {
                self.is_empty()
            }
            fn omit_behind(&self) -> bool {
                false
            }
        }
    )*};
}

macro_rules! sets {
    ($($set:ty, [$($param:ident)?];)*) => {$(
        impl<K: Encode $(, $param)?> Encode for $set {
            #[inline(never)]
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                put_map(self.len(), self.iter().map(|key| (key, &())), e);
            }
            fn omit(&self) -> bool {
                self.is_empty()
            }
            fn omit_behind(&self) -> bool {
                false
            }
        }
    )*};
}

maps! { BTreeMap<K, V>, []; }
sets! { BTreeSet<K>, []; }
#[cfg(feature = "std")]
maps! { std::collections::HashMap<K, V, S>, [S]; }
#[cfg(feature = "std")]
sets! { std::collections::HashSet<K, S>, [S]; }

/// Writes the pairs of a map.
pub(crate) fn put_map<'v, K: Encode + 'v, V: Encode + 'v>(
    n: usize,
    pairs: impl Iterator<Item = (&'v K, &'v V)>,
    e: &mut Enc<'_, 'v>,
) {
    e.count(n);
    if !e.deeper() {
        return;
    }
    if e.sort_keys && n > 1 {
        return put_sorted(pairs, e);
    }
    for (key, value) in pairs {
        key.encode(e);
        value.encode(e);
        if e.stop() {
            return;
        }
    }
}

/// Writes all pairs, and then puts them into order.
fn put_sorted<'v, K: Encode + 'v, V: Encode + 'v>(pairs: impl Iterator<Item = (&'v K, &'v V)>, e: &mut Enc<'_, 'v>) {
    let kept = e.buf.set_due(usize::MAX);
    let passing = core::mem::replace(&mut e.pass_from, usize::MAX);
    let start = e.buf.len();
    let mut places = Vec::new();
    for (key, value) in pairs {
        let at = e.buf.len();
        key.encode(e);
        let value_at = e.buf.len();
        value.encode(e);
        places.push((at, value_at, e.buf.len()));
        if e.stop() {
            break;
        }
    }
    if !e.buf.is_stopped() {
        arrange(e, K::SHAPE.base(), start, places);
    }
    e.pass_from = passing;
    e.buf.restore_due(kept);
}

/// Puts pairs, each from where to where with the place of its value between, into the order of their keys.
fn arrange(e: &mut Enc<'_, '_>, key: &Shape, start: usize, mut places: Vec<(usize, usize, usize)>) {
    let bytes = e.buf.as_slice().to_vec();
    let key_of = |place: &(usize, usize, usize)| bytes.get(place.0..place.1).unwrap_or_default();
    places.sort_by(|a, b| compare(key.kind, key_of(a), key_of(b)));
    e.buf.truncate(start);
    for (from, _, to) in places {
        e.buf.put_bytes(bytes.get(from..to).unwrap_or_default());
    }
}

/// Numbers and texts in their own order, everything else by its bytes.
fn compare(kind: Kind, a: &[u8], b: &[u8]) -> core::cmp::Ordering {
    use crate::wire::{float, get_uint, int};
    let (Ok((x, n)), Ok((y, m))) = (get_uint(a), get_uint(b)) else { return a.cmp(b) };
    match kind {
        Kind::Int => int(x).cmp(&int(y)),
        Kind::Uint | Kind::Bool => x.cmp(&y),
        Kind::Float => float(x).total_cmp(&float(y)),
        Kind::String | Kind::Bytes => a.get(n..).cmp(&b.get(m..)),
        _ => a.cmp(b),
    }
}

/// Go's `struct{}`.
impl Encode for () {
    #[inline]
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        e.end();
    }
    #[inline]
    fn omit(&self) -> bool {
        false
    }
}
