//! Lists: vectors, deques, boxed slices, arrays.
//!
//! Elements that are there are merged into, as in Go; what is more is cut off. Numbers and strings have loops of
//! their own, which the element's type chooses: see [`Decode::merge_vec`].

use super::{Dec, Decode};
use crate::error::Result;
use crate::plan::Node;
use crate::types::Slot;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// What an allocation is charged beside its bytes.
pub(super) const ALLOCATION: u64 = 16;
/// Elements for which room is made at once where the bytes at hand do not tell how many there are.
const PIECE: usize = 64;

impl Dec<'_, '_> {
    /// The number of elements of a list or pairs of a map, whose `own`th step is its own type. One that the bytes cannot hold is refused at once.
    pub(super) fn count(&mut self, n: Node, own: u32) -> Result<u64> {
        self.count_in(self.child(n, own).first)
    }

    /// The same by the type.
    pub(crate) fn count_in(&mut self, slot: Slot) -> Result<u64> {
        let before = self.left();
        let count = self.uint()?;
        let left = self.rest.len() as u64;
        if count <= left || self.walk.spans(slot) || (count == left + 1 && self.walk.types.may_lack_pair(slot)) {
            return Ok(count);
        }
        Err(self.count_too_big(before, count))
    }

    /// Whether another element can follow: each takes a byte.
    #[inline]
    pub(crate) fn more(&self) -> Result<()> {
        if self.rest.is_empty() { Err(self.count_too_big(0, 1)) } else { Ok(()) }
    }

    /// How many elements to make room for, of those that are missing: charged before it is reserved.
    pub(super) fn room(&mut self, have: usize, missing: u64, size: u64) -> Result<usize> {
        let most = self.rest.len().max(have).max(PIECE);
        let n = usize::try_from(missing).unwrap_or(usize::MAX).min(most);
        self.charge((n as u64).saturating_mul(size).saturating_add(ALLOCATION))?;
        Ok(n)
    }
}

/// Merges a list element by element.
#[inline(never)]
pub(super) fn merge_vec<'de, T: Decode<'de>>(list: &mut Vec<T>, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
    if T::SLICE.is_bytes() {
        return merge_bytes(list, d);
    }
    let count = d.count(n, 1)?;
    d.descend()?;
    list.truncate(usize::try_from(count).unwrap_or(usize::MAX));
    let child = d.child(n, 0);
    for item in list.iter_mut() {
        d.more()?;
        item.merge(d, child)?;
    }
    push_more(list, count, d, child)?;
    d.ascend();
    Ok(())
}

/// Adds elements until there are `count`.
fn push_more<'de, T: Decode<'de>>(list: &mut Vec<T>, count: u64, d: &mut Dec<'_, 'de>, child: Node) -> Result<()> {
    while (list.len() as u64) < count {
        if list.len() == list.capacity() {
            let missing = count - list.len() as u64;
            list.reserve_exact(d.room(list.len(), missing, size_of::<T>() as u64 + T::BOXED)?);
        }
        d.more()?;
        let mut item = T::zero();
        match T::ZERO {
            true => item.merge(d, child)?,
            false => d.freshly(|d| item.merge(d, child))?,
        }
        list.push(item);
    }
    Ok(())
}

/// Merges a byte string into elements that are a byte each.
fn merge_bytes<'de, T: Decode<'de>>(list: &mut Vec<T>, d: &mut Dec<'_, 'de>) -> Result<()> {
    let before = d.left();
    let bytes = d.text()?;
    d.charge((bytes.len() as u64).saturating_mul(size_of::<T>() as u64))?;
    list.clear();
    for &byte in bytes {
        list.push(T::of_byte(byte).ok_or_else(|| d.out_of_range(before, byte, "an element"))?);
    }
    Ok(())
}

/// Merges elements of which the number is known.
#[inline(never)]
pub(super) fn merge_elems<'de, T: Decode<'de>>(items: &mut [T], d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
    let child = d.child(n, 0);
    d.descend()?;
    for item in items {
        d.more()?;
        item.merge(d, child)?;
    }
    d.ascend();
    Ok(())
}

impl<'de, T: Decode<'de>> Decode<'de> for Vec<T> {
    fn zero() -> Self {
        Vec::new()
    }
    #[inline]
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        T::merge_vec(self, d, n)
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for VecDeque<T> {
    fn zero() -> Self {
        VecDeque::new()
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        let mut list = Vec::from(core::mem::take(self));
        let result = T::merge_vec(&mut list, d, n);
        *self = list.into();
        result
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Box<[T]> {
    fn zero() -> Self {
        Box::new([])
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        let mut list = core::mem::take(self).into_vec();
        let result = T::merge_vec(&mut list, d, n);
        *self = list.into();
        result
    }
}

/// Shared elements cannot be merged into: a new list takes their place.
macro_rules! shared {
    ($($pointer:ident),*) => {$(
        impl<'de, T: Decode<'de>> Decode<'de> for $pointer<[T]> {
            fn zero() -> Self {
                $pointer::new([])
            }
            fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
                let mut list = Vec::new();
                T::merge_vec(&mut list, d, n)?;
                *self = list.into();
                Ok(())
            }
        }
    )*};
}

shared!(Rc, Arc);

/// As many elements as the type has: others are refused when types are compared.
impl<'de, T: Decode<'de>, const N: usize> Decode<'de> for [T; N] {
    const ZERO: bool = T::ZERO;
    const BOXED: u64 = T::BOXED.saturating_mul(N as u64);

    fn zero() -> Self {
        core::array::from_fn(|_| T::zero())
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        let before = d.left();
        let count = d.uint()?;
        if count != N as u64 {
            let text = alloc::format!("{count} elements in an array of {N}");
            return Err(d.corrupt(before, "gob: length mismatch in decodeArray", text));
        }
        T::merge_elems(self, d, n)
    }
}
