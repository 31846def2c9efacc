//! The strict reading's memory of the keys of a map: none may come twice.
//!
//! Keys are compared as the bytes they were written in, so memory is bounded by the bytes read.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The bytes of the key being read.
    bytes: Vec<u8>,
    /// Keys being read: keys may hold maps that hold keys. Go knows no such keys, so only the outermost is
    /// looked at; to look at all would cost their depth for each byte.
    depth: usize,
    /// A set for each map on the stack.
    maps: Vec<BTreeSet<Box<[u8]>>>,
    /// The key being read holds a NaN, which is not equal to itself: it may come again.
    nan: bool,
}

impl Seen {
    pub(super) fn open_map(&mut self) {
        self.maps.push(BTreeSet::new());
    }

    pub(super) fn close_map(&mut self) {
        self.maps.pop();
    }

    pub(super) fn begin_key(&mut self) {
        self.depth += 1;
    }

    /// Takes in bytes that were read, if they belong to a key.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        if self.depth > 0 {
            self.bytes.extend_from_slice(bytes);
        }
    }

    pub(super) fn float(&mut self, v: f64) {
        self.nan |= v.is_nan() && self.depth > 0;
    }

    /// Ends a key; `false` if the innermost map had it already.
    pub(super) fn end_key(&mut self) -> bool {
        self.depth = self.depth.saturating_sub(1);
        if self.depth > 0 {
            return true;
        }
        let key = self.bytes.as_slice().into();
        let is_new = self.nan || self.maps.last_mut().is_none_or(|map| map.insert(key));
        self.bytes.clear();
        self.nan = false;
        is_new
    }
}
