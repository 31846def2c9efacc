//! The memory of the keys of a map, for those who refuse or note a key that comes twice.
//!
//! Keys are compared as the bytes they were written in. What the keys of all open maps may take is bounded: keys beyond are
//! compared with those remembered, and not with each other.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Bytes that all remembered keys may take.
const BUDGET: usize = 24 << 20;

/// Bytes of the longest key that is looked at.
const LONGEST: usize = 1 << 20;

/// Bytes that a remembered key takes beside its own.
const OVERHEAD: usize = 48;

/// What became of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    New,
    /// The innermost map had it already.
    Again,
    /// The first of its map for which there is no room.
    NoRoom,
}

/// The keys of a map that is open.
#[derive(Clone, Debug, Default)]
struct Keys {
    set: BTreeSet<Box<[u8]>>,
    /// What they take.
    size: usize,
    is_full: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// The bytes of the key being read.
    bytes: Vec<u8>,
    /// Keys being read: keys may hold maps that hold keys. Go knows no such keys, so only the outermost is
    /// looked at; to look at all would cost their depth for each byte.
    depth: usize,
    /// The maps on the stack.
    maps: Vec<Keys>,
    /// What the keys of all of them take.
    size: usize,
    /// The key being read holds a NaN, which is not equal to itself: it may come again.
    nan: bool,
    /// The key being read is too long to be looked at.
    is_long: bool,
}

impl Seen {
    pub(super) fn open_map(&mut self) {
        self.maps.push(Keys::default());
    }

    pub(super) fn close_map(&mut self) {
        self.size -= self.maps.pop().map_or(0, |keys| keys.size);
    }

    pub(super) fn begin_key(&mut self) {
        self.depth += 1;
    }

    /// Takes in bytes that were read, if they belong to a key.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        if self.depth == 0 || self.is_long {
            return;
        }
        self.is_long = self.bytes.len() + bytes.len() > LONGEST;
        if !self.is_long {
            self.bytes.extend_from_slice(bytes);
        }
    }

    pub(super) fn float(&mut self, v: f64) {
        self.nan |= v.is_nan() && self.depth > 0;
    }

    /// Ends a key.
    pub(super) fn end_key(&mut self) -> Key {
        self.depth = self.depth.saturating_sub(1);
        if self.depth > 0 {
            return Key::New;
        }
        let key = if self.nan { Key::New } else { self.remember() };
        self.bytes.clear();
        (self.nan, self.is_long) = (false, false);
        key
    }

    /// Compares the key with those of its map, and keeps it if there is room.
    fn remember(&mut self) -> Key {
        let bytes = self.bytes.as_slice();
        let Some(keys) = self.maps.last_mut() else { return Key::New };
        if !self.is_long && keys.set.contains(bytes) {
            return Key::Again;
        }
        let size = bytes.len() + OVERHEAD;
        if self.is_long || self.size + size > BUDGET {
            let was_full = core::mem::replace(&mut keys.is_full, true);
            return if was_full { Key::New } else { Key::NoRoom };
        }
        keys.set.insert(bytes.into());
        keys.size += size;
        self.size += size;
        Key::New
    }
}
