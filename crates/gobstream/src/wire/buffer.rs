//! The buffer that everything is written into: append only, in memory that is already initialised.
//!
//! A number is one bounds check and one store of fixed size, wherever it ends; then the cursor moves by what it took. That is as fast
//! as a raw pointer and twice as fast as pushing bytes. Writing cannot fail: past its limit the buffer keeps a mark and stops growing.

use crate::kernel;
use alloc::vec::Vec;

/// Bytes that are being written.
///
/// ```
/// let mut buffer = gobstream::wire::EncodeBuffer::new();
/// buffer.put_int(-65);
/// buffer.put_float(17.0);
/// buffer.put_text(b"hi");
/// assert_eq!(buffer.as_slice(), b"\xff\x81\xfe\x31\x40\x02hi");
/// ```
#[derive(Clone, Debug, Default)]
pub struct EncodeBuffer {
    /// All initialised; written up to `at`.
    bytes: Vec<u8>,
    /// Never past the end of `bytes`.
    at: usize,
    /// Bytes beyond which nothing is kept; 0 for no limit.
    limit: usize,
    over: bool,
    /// Bytes at which who writes looks at the buffer; 0 if nothing more need be written.
    due: usize,
}

/// What a number takes, and what a copy of a short text may overwrite.
const ROOM: usize = 16;
/// Above this size a buffer does not double, so that it takes little more than its message; where large blocks are moved by their pages, growing
/// costs next to nothing.
const LARGE: usize = 8 << 20;
/// The least that is allocated.
const LEAST: usize = 128;

impl EncodeBuffer {
    /// An empty buffer; allocates nothing.
    pub const fn new() -> Self {
        EncodeBuffer { bytes: Vec::new(), at: 0, limit: 0, over: false, due: 0 }
    }

    /// What was written.
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.at).unwrap_or_default()
    }

    /// How many bytes were written.
    #[inline]
    pub fn len(&self) -> usize {
        self.at
    }

    /// Whether nothing was written.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.at == 0
    }

    /// Forgets what was written, and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        (self.at, self.over) = (0, false);
    }

    /// What was written, in memory of its own.
    pub fn into_vec(mut self) -> Vec<u8> {
        self.bytes.truncate(self.at);
        self.bytes
    }

    /// Writes one byte.
    #[inline]
    pub fn put_byte(&mut self, byte: u8) {
        match self.bytes.get_mut(self.at) {
            Some(place) => {
                *place = byte;
                self.at += 1;
            }
            None => self.put_uint_at_end(u64::from(byte), true),
        }
    }

    /// A byte or number for which the buffer must grow.
    #[cold]
    fn put_uint_at_end(&mut self, v: u64, is_byte: bool) {
        self.grow(ROOM);
        if is_byte { self.put_byte(v as u8) } else { self.put_uint(v) }
    }

    /// Writes an unsigned number.
    #[inline]
    pub fn put_uint(&mut self, v: u64) {
        match self.bytes.get_mut(self.at..).and_then(<[u8]>::first_chunk_mut) {
            Some(room) => self.at += fill(room, v),
            None => self.put_uint_at_end(v, false),
        }
    }

    /// Writes a signed number.
    #[inline]
    pub fn put_int(&mut self, v: i64) {
        self.put_uint((v << 1 ^ v >> 63) as u64);
    }

    /// Writes a float.
    #[inline]
    pub fn put_float(&mut self, v: f64) {
        self.put_uint(v.to_bits().swap_bytes());
    }

    /// Writes bytes as they are.
    #[inline]
    pub fn put_bytes(&mut self, bytes: &[u8]) {
        self.reserve(bytes.len() + ROOM);
        let Some(room) = self.bytes.get_mut(self.at..) else { return };
        match room.first_chunk_mut() {
            Some(room) if bytes.len() <= ROOM => copy_short(room, bytes),
            _ => copy(room, bytes),
        }
        self.at = self.bytes.len().min(self.at + bytes.len());
    }

    /// Writes a count and as many bytes: a string, a byte string.
    #[inline]
    pub fn put_text(&mut self, bytes: &[u8]) {
        if let (true, Some(room)) = (bytes.len() <= ROOM, self.bytes.get_mut(self.at..).and_then(<[u8]>::first_chunk_mut)) {
            self.at += fill_text(room, bytes);
        } else {
            self.put_long_text(bytes);
        }
    }

    /// Writes short texts, each behind its count, as long as there is room: how many. The cursor stays in a register meanwhile, which takes half
    /// the time that a call for each text does.
    #[inline]
    pub(crate) fn put_short_texts<'a>(&mut self, texts: impl Iterator<Item = &'a [u8]>) -> usize {
        let (mut at, mut n) = (self.at, 0);
        for text in texts {
            let Some(room) = self.bytes.get_mut(at..).and_then(<[u8]>::first_chunk_mut).filter(|_| text.len() <= ROOM) else {
                break;
            };
            at += fill_text(room, text);
            n += 1;
        }
        self.at = at;
        n
    }

    #[inline(never)]
    fn put_long_text(&mut self, bytes: &[u8]) {
        self.reserve(bytes.len() + 2 * ROOM);
        self.put_uint(bytes.len() as u64);
        self.put_bytes(bytes);
    }

    /// Writes the first `n` of these bytes; `false` if there is no room to copy all of them.
    #[inline]
    pub(crate) fn put_head<const N: usize>(&mut self, bytes: &[u8; N], n: usize) -> bool {
        let Some(room) = self.bytes.get_mut(self.at..).and_then(<[u8]>::first_chunk_mut) else { return false };
        *room = *bytes;
        self.at += n.min(N);
        true
    }

    /// Writes a number for each item. Lists that are common have loops of their own, which make for much code.
    #[inline]
    pub(crate) fn put_run<T: Copy, const COMMON: bool>(&mut self, items: &[T], number: impl Fn(T) -> u64) {
        self.reserve(items.len().saturating_mul(super::MAX_NUMBER) + kernel::SPARE);
        if let Some(room) = self.bytes.get_mut(self.at..) {
            self.at += if COMMON { kernel::write(items, room, number) } else { kernel::write_plain(items, room, number) };
        }
    }

    /// Makes sure that so many bytes can be written without growing.
    #[inline]
    fn reserve(&mut self, n: usize) {
        if self.bytes.len() - self.at < n {
            self.grow(n);
        }
    }

    /// Makes room for `more` bytes behind the cursor. Past the limit it starts over instead, and what is written is lost.
    #[cold]
    fn grow(&mut self, more: usize) {
        if self.limit > 0 && self.at.saturating_add(more) > self.limit {
            self.overflow();
        }
        let want = self.at.saturating_add(more);
        if want > self.bytes.len() {
            let more = if want < LARGE { self.bytes.len() } else { self.bytes.len() / 24 };
            let size = want.max(self.bytes.len() + more).max(LEAST);
            self.bytes.reserve_exact(size - self.bytes.len());
            self.bytes.resize(size, 0);
        }
    }

    /// Sets the number of bytes past which nothing is kept.
    pub(crate) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Forgets what was written, which is more than may be.
    #[cold]
    pub(crate) fn overflow(&mut self) {
        (self.over, self.at, self.due) = (true, 0, 0);
    }

    /// Whether it is time to look at the buffer.
    #[inline]
    pub(crate) fn is_due(&self) -> bool {
        self.at >= self.due
    }

    /// Whether nothing more need be written.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.due == 0
    }

    /// Sets the bytes at which it is time, and gives those before.
    #[inline]
    pub(crate) fn set_due(&mut self, due: usize) -> usize {
        core::mem::replace(&mut self.due, due)
    }

    /// Sets the bytes back to what they were, unless nothing more need be written.
    pub(crate) fn restore_due(&mut self, before: usize) {
        self.due = self.due.min(before);
    }

    /// Whether more was written than the limit allows.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Forgets what was written from here on.
    pub(crate) fn truncate(&mut self, at: usize) {
        self.at = self.at.min(at);
    }

    /// Leaves `n` bytes to be filled in later.
    #[inline]
    pub(crate) fn leave(&mut self, n: usize) -> usize {
        self.reserve(n + ROOM);
        self.at = self.bytes.len().min(self.at + n);
        self.at - n
    }

    /// Moves what was written from `from` on, so that it begins at `to`.
    pub(crate) fn shift(&mut self, from: usize, to: usize) {
        let len = self.at.saturating_sub(from);
        if to + len > self.bytes.len() {
            self.grow(to + len - self.at);
        }
        if from <= self.at && to + len <= self.bytes.len() {
            self.bytes.copy_within(from..self.at, to);
            self.at = to + len;
        }
    }

    /// Moves what stands in `from..to` right by `by` bytes, over what stood there.
    pub(crate) fn shift_right(&mut self, from: usize, to: usize, by: usize) {
        if from <= to && to + by <= self.bytes.len() {
            self.bytes.copy_within(from..to, from + by);
        }
    }

    /// Fills in bytes that were left.
    pub(crate) fn patch(&mut self, at: usize, bytes: &[u8]) {
        if let Some(place) = self.bytes.get_mut(at..at + bytes.len()) {
            place.copy_from_slice(bytes);
        }
    }

    /// Fills in a number that ends at `end`.
    #[inline]
    pub(crate) fn patch_uint(&mut self, end: usize, v: u64) {
        if let (0..0x80, Some(place)) = (v, self.bytes.get_mut(end.wrapping_sub(1))) {
            *place = v as u8;
            return;
        }
        self.patch_long(end, v);
    }

    fn patch_long(&mut self, end: usize, v: u64) {
        let mut room = [0; ROOM];
        let n = fill(&mut room, v);
        self.patch(end.saturating_sub(n), &room[..n]);
    }

    /// Memory at hand, written or not.
    pub(crate) fn capacity(&self) -> usize {
        self.bytes.len()
    }

    /// Gives back memory above `n` bytes; only when nothing is written.
    pub(crate) fn shrink(&mut self, n: usize) {
        self.bytes.truncate(n.max(self.at));
        self.bytes.shrink_to_fit();
    }
}

/// Writes the shortest form of `v` to the head of `room`, and says how long it is. Without a branch: the byte that counts is
/// stored first, and the digits are stored over it when there is only one.
#[inline]
pub(crate) fn fill(room: &mut [u8; ROOM], v: u64) -> usize {
    let zeros = (v | 1).leading_zeros();
    let whole = zeros >> 3;
    let long = usize::from(v > 127);
    room[0] = (whole | 0xf8) as u8;
    let digits = (v << (zeros & 56)).to_be_bytes();
    if let Some(place) = room.get_mut(long..long + 8) {
        place.copy_from_slice(&digits);
    }
    long + 8 - whole as usize
}

/// Writes a count of up to 16 and as many bytes.
#[inline]
fn fill_text(room: &mut [u8; ROOM + 1], bytes: &[u8]) -> usize {
    let [count, room @ ..] = room;
    *count = bytes.len() as u8;
    copy_short(room, bytes);
    bytes.len() + 1
}

/// Copies up to 16 bytes by two moves of fixed size that overlap.
#[inline]
fn copy_short(room: &mut [u8; ROOM], bytes: &[u8]) {
    let n = bytes.len().min(ROOM);
    if let (Some(head), Some(tail)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        room[..8].copy_from_slice(head);
        room[n - 8..n].copy_from_slice(tail);
    } else if let (Some(head), Some(tail)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        room[..4].copy_from_slice(head);
        room[n - 4..n].copy_from_slice(tail);
    } else {
        bytes.iter().zip(room).for_each(|(&byte, place)| *place = byte);
    }
}

#[inline]
fn copy(room: &mut [u8], bytes: &[u8]) {
    if let Some(place) = room.get_mut(..bytes.len()) {
        place.copy_from_slice(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{get_uint, width};

    #[test]
    fn numbers_take_their_shortest_form_at_every_change_of_width() {
        let mut buffer = EncodeBuffer::new();
        for bit in 0..64 {
            for v in [(1u64 << bit) - 1, 1 << bit, (1 << bit) + 1] {
                buffer.clear();
                buffer.put_uint(v);
                assert_eq!((buffer.len(), get_uint(buffer.as_slice())), (width(v), Ok((v, width(v)))));
            }
        }
        buffer.clear();
        buffer.put_uint(u64::MAX);
        assert_eq!(buffer.as_slice(), [0xf8, 255, 255, 255, 255, 255, 255, 255, 255]);
    }

    #[test]
    fn texts_of_every_length_are_copied() {
        for n in 0..300usize {
            let text: Vec<u8> = (0..n).map(|i| i as u8).collect();
            let mut buffer = EncodeBuffer::new();
            buffer.put_bytes(&text);
            buffer.put_byte(7);
            assert_eq!(buffer.as_slice(), [&text[..], &[7]].concat());
        }
    }

    #[test]
    fn past_its_limit_the_buffer_stops_growing() {
        let mut buffer = EncodeBuffer::new();
        buffer.set_limit(1000);
        (0..100_000).for_each(|_| buffer.put_uint(1 << 40));
        assert!(buffer.is_over() && buffer.capacity() <= 2048);
    }
}
