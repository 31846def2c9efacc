//! Bytes to text.

use alloc::vec::Vec;
use core::slice::IterMut;
use core::str::Utf8Error;

/// Gives the strings of a run, each behind its count, to as many items; how many bytes they take. A count below 128 is ASCII, so that
/// counts and short strings are UTF-8 exactly if all strings are; each is then a piece of the run, cut at an edge of a character. The run ends at
/// a longer string. `set` gets the item, its string, and the run from there on.
#[inline]
pub(crate) fn read_texts<'r, T>(
    run: &'r str,
    items: &mut IterMut<'_, T>,
    set: &mut impl FnMut(&mut T, &'r str, &'r str),
) -> usize {
    let mut at = 0;
    while let Some(&n) = run.as_bytes().get(at).filter(|&&n| n < 0x80) {
        let Some(rest) = run.get(at + 1..) else { break };
        let Some(text) = rest.get(..usize::from(n)) else { break };
        let Some(item) = items.next() else { break };
        set(item, text, rest);
        at += usize::from(n) + 1;
    }
    at
}

/// Bytes that are copied at once. Larger blocks are copied by an instruction (`rep movsb`, in glibc) which on some processors takes six times as long where
/// source and destination lie badly to each other, by their place in a page of memory: 21 us instead of 3.4 for 64 KiB.
const COPY: usize = 1 << 10;

/// Copies bytes behind those of `to`.
#[inline]
pub(crate) fn append(to: &mut Vec<u8>, bytes: &[u8]) {
    if bytes.len() <= COPY { to.extend_from_slice(bytes) } else { append_long(to, bytes) }
}

#[inline(never)]
fn append_long(to: &mut Vec<u8>, bytes: &[u8]) {
    to.reserve(bytes.len());
    bytes.chunks(COPY).for_each(|piece| to.extend_from_slice(piece));
}

/// The string that these bytes are.
#[inline]
pub(crate) fn str_of(bytes: &[u8]) -> Result<&str, Utf8Error> {
    if is_short_ascii(bytes) {
        #[allow(
            unsafe_code,
            reason = "short texts are most texts, and most of the cost of reading them is their check: see docs/performance.md"
        )]
        // SAFETY: ASCII is UTF-8.
        return Ok(unsafe { core::str::from_utf8_unchecked(bytes) });
    }
    core::str::from_utf8(bytes)
}

/// Whether there are 4 to 32 bytes, and all of them are ASCII; they are loaded as words that overlap.
#[inline]
fn is_short_ascii(bytes: &[u8]) -> bool {
    if let (8..=16, Some(head), Some(tail)) = (bytes.len(), bytes.first_chunk(), bytes.last_chunk()) {
        (u64::from_le_bytes(*head) | u64::from_le_bytes(*tail)) & HIGH == 0
    } else if let (4..=7, Some(head), Some(tail)) = (bytes.len(), bytes.first_chunk(), bytes.last_chunk()) {
        (u32::from_le_bytes(*head) | u32::from_le_bytes(*tail)) & HIGH as u32 == 0
    } else if let (17..=32, Some(head), Some(tail)) = (bytes.len(), bytes.first_chunk(), bytes.last_chunk()) {
        (u128::from_le_bytes(*head) | u128::from_le_bytes(*tail)) & (u128::from(HIGH) << 64 | u128::from(HIGH)) == 0
    } else {
        false
    }
}

/// The bit of each byte that ASCII does not have.
const HIGH: u64 = 0x8080_8080_8080_8080;
