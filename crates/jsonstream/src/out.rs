//! The buffer under the writer: append only, in memory that is already initialised.
//!
//! `bytes` is filled with zeros as far as it reaches and `len` says how much of it counts. So a number or a short
//! string is stored with one check of the room and fixed-size stores, without `unsafe`. Nothing before `len` ever
//! moves but by [`Out::remove_front`], which the writer calls when those bytes have gone to the sink.

use alloc::vec::Vec;

/// Capacity that is always kept.
const KEEP: usize = 256 * 1024;
/// How often in a row a large buffer may be found nearly unused before it is given back.
const STRIKES: u8 = 4;

#[derive(Debug, Default)]
pub(crate) struct Out {
    bytes: Vec<u8>,
    len: usize,
    strikes: u8,
}

impl Out {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Self { bytes: alloc::vec![0; capacity], len: 0, strikes: 0 }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn available(&self) -> usize {
        self.bytes.len() - self.len
    }

    #[inline]
    pub(crate) fn filled(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// The next `size` bytes, to be filled in part; [`advance`](Self::advance) says how far.
    #[inline]
    pub(crate) fn room(&mut self, size: usize) -> &mut [u8] {
        if self.available() < size {
            self.grow(size);
        }
        &mut self.bytes[self.len..self.len + size]
    }

    /// The next `N` bytes, if there is memory for them.
    #[inline]
    pub(crate) fn spare<const N: usize>(&mut self) -> Option<&mut [u8; N]> {
        self.bytes.get_mut(self.len..self.len + N)?.first_chunk_mut()
    }

    /// The next `size` bytes, if there is memory for them.
    #[inline]
    pub(crate) fn spare_of(&mut self, size: usize) -> Option<&mut [u8]> {
        self.bytes.get_mut(self.len..)?.get_mut(..size)
    }

    #[inline]
    pub(crate) fn advance(&mut self, by: usize) {
        self.len += by;
    }

    #[inline]
    pub(crate) fn byte(&mut self, byte: u8) {
        self.room(1)[0] = byte;
        self.len += 1;
    }

    #[inline]
    pub(crate) fn put(&mut self, bytes: &[u8]) {
        self.room(bytes.len()).copy_from_slice(bytes);
        self.len += bytes.len();
    }

    /// Doubles, so that appending is linear.
    #[cold]
    fn grow(&mut self, need: usize) {
        let wanted = (self.len + need).max(self.bytes.len() * 2).max(128);
        self.bytes.resize(wanted, 0);
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Forgets the first `count` bytes; the rest moves to the front of the same memory.
    pub(crate) fn remove_front(&mut self, count: usize) {
        let used = self.len;
        self.bytes.copy_within(count..used, 0);
        self.len = used - count;
        self.consider_shrinking(used);
    }

    /// The rule for a buffer that one giant has blown up: beyond 256 KiB, if less than a quarter was used the last
    /// four times it was emptied, it shrinks to twice what was used now.
    fn consider_shrinking(&mut self, used: usize) {
        let underused = self.bytes.len() > KEEP && used < self.bytes.len() / 4;
        self.strikes = if underused { self.strikes + 1 } else { 0 };
        if self.strikes == STRIKES {
            self.shrink((used * 2).max(KEEP));
        }
    }

    #[cold]
    fn shrink(&mut self, to: usize) {
        self.bytes.truncate(to);
        self.bytes.shrink_to_fit();
        self.strikes = 0;
    }

    /// The filled bytes as a vector of their own; the buffer is new and empty afterwards.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        let mut bytes = core::mem::take(&mut self.bytes);
        bytes.truncate(self.len);
        self.len = 0;
        bytes
    }
}
