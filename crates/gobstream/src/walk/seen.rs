//! The strict reading's memory of the keys of a map: none may come twice.
//!
//! Keys are compared as the bytes they were written in, so memory is bounded by the bytes read.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// The bytes of the keys being read: keys may hold maps that hold keys.
    bytes: Vec<u8>,
    /// Where each of them starts.
    starts: Vec<usize>,
    /// A set for each map on the stack.
    maps: Vec<BTreeSet<Box<[u8]>>>,
    /// A key being read holds a NaN, which is not equal to itself: it may come again.
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
        self.starts.push(self.bytes.len());
    }

    /// Takes in bytes that were read, if they belong to a key.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        if !self.starts.is_empty() {
            self.bytes.extend_from_slice(bytes);
        }
    }

    pub(super) fn float(&mut self, v: f64) {
        self.nan |= v.is_nan() && !self.starts.is_empty();
    }

    /// Ends a key; `false` if the innermost map had it already.
    pub(super) fn end_key(&mut self) -> bool {
        let start = self.starts.pop().unwrap_or(0);
        let key: Box<[u8]> = self.bytes.get(start..).unwrap_or_default().into();
        let is_new = self.nan || self.maps.last_mut().is_none_or(|map| map.insert(key));
        if self.starts.is_empty() {
            self.bytes.clear();
            self.nan = false;
        }
        is_new
    }
}
