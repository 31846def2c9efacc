//! Numbers to bytes.

use super::PATIENCE;
use crate::wire::{self, fill};

/// Numbers that are looked at together. With more, processors wait for what was just stored in small parts and is loaded in large ones.
const BLOCK: usize = 4;
/// Bytes that may be written behind the last number.
pub(crate) const SPARE: usize = 8 * wire::MAX_NUMBER + 16;

/// Writes a number for each item: how many bytes. `out` has nine for each, and [`SPARE`].
#[inline]
pub(crate) fn write<T: Copy>(items: &[T], out: &mut [u8], number: impl Fn(T) -> u64) -> usize {
    let (n, at) = super::avx2::write(items, out, &number).unwrap_or_else(|| write_blocks(items, out, &number));
    at + plain(items.get(n..).unwrap_or_default(), out.get_mut(at..).unwrap_or_default(), number)
}

/// The plain twin of [`write`].
#[inline]
pub(crate) fn plain<T: Copy>(items: &[T], out: &mut [u8], number: impl Fn(T) -> u64) -> usize {
    let mut at = 0;
    for &item in items {
        if let Some(room) = out.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
            at += fill(room, number(item));
        }
    }
    at
}

/// Writes all whole blocks: how many items, how many bytes.
#[inline]
pub(super) fn write_blocks<T: Copy>(items: &[T], out: &mut [u8], number: impl Fn(T) -> u64) -> (usize, usize) {
    let (mut n, mut at, mut wait, mut patience) = (0, 0, 0, PATIENCE.0);
    for block in items.as_chunks::<BLOCK>().0 {
        let Some(room) = out.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<SPARE>) else { break };
        let numbers = block.map(&number);
        let alike = if wait == 0 { alike(&numbers, room) } else { None };
        at += match alike {
            Some(n) => {
                patience = PATIENCE.0;
                n
            }
            None => {
                (wait, patience) = if wait == 0 { (patience, (patience * 2).min(PATIENCE.1)) } else { (wait, patience) };
                wait -= 1;
                plain(&numbers, room, |v| v)
            }
        };
        n += BLOCK;
    }
    (n, at)
}

/// Writes a block whose numbers all take as many bytes as the widest; nothing if one takes fewer.
#[inline]
fn alike(numbers: &[u64; BLOCK], room: &mut [u8; SPARE]) -> Option<usize> {
    let all = numbers.iter().fold(0, |all, v| all | v);
    match wire::width(all) {
        1 => Some(short(numbers, room)),
        2 => wide::<1, BLOCK>(numbers, room),
        3 => wide::<2, BLOCK>(numbers, room),
        4 => wide::<3, BLOCK>(numbers, room),
        5 => wide::<4, BLOCK>(numbers, room),
        6 => wide::<5, BLOCK>(numbers, room),
        7 => wide::<6, BLOCK>(numbers, room),
        8 => wide::<7, BLOCK>(numbers, room),
        _ => wide::<8, BLOCK>(numbers, room),
    }
}

#[inline]
fn short(numbers: &[u64; BLOCK], room: &mut [u8; SPARE]) -> usize {
    room[..BLOCK].copy_from_slice(&numbers.map(|v| v as u8));
    BLOCK
}

/// Numbers of `DIGITS` bytes behind the byte that counts them; nothing if one takes fewer.
#[inline]
pub(super) fn wide<const DIGITS: usize, const N: usize>(numbers: &[u64; N], room: &mut [u8; SPARE]) -> Option<usize> {
    // 127 is the largest that stands alone; else the topmost byte tells.
    let is_less = |v: u64| if DIGITS == 1 { v.wrapping_sub(128) } else { (v >> (8 * (DIGITS - 1))).wrapping_sub(1) };
    if numbers.iter().fold(0, |any, &v| any | is_less(v)) >> 63 == 1 {
        return None;
    }
    let lead = (DIGITS as u8).wrapping_neg();
    for (i, &v) in numbers.iter().enumerate() {
        let at = i * (DIGITS + 1);
        if DIGITS == 8 {
            room[at] = lead;
            room[at + 1..at + 9].copy_from_slice(&v.to_be_bytes());
        } else {
            // The topmost byte is empty, and becomes the first.
            let word = (v << (56 - 8 * DIGITS)).swap_bytes() | u64::from(lead);
            room[at..at + 8].copy_from_slice(&word.to_le_bytes());
        }
    }
    Some(N * (DIGITS + 1))
}
