//! Bytes to numbers.

use super::PATIENCE;
use crate::wire;

/// Numbers that are looked at together.
const BLOCK: usize = 8;

/// What an element of a slice of numbers is made of.
pub(crate) trait Number: Copy {
    /// The bits of the unsigned numbers that fit, which are then all numbers of these bits: for types whose slices are common enough for loops of
    /// their own, which make for much code. 0 for others.
    const MASK: u64 = 0;

    /// The element that an unsigned number stands for; nothing if it has no place for it.
    fn fit(v: u64) -> Option<Self>;
}

/// The bytes that a block may take, and those that are loaded behind its last number.
pub(super) const SPAN: usize = BLOCK * wire::MAX_NUMBER + 8;

/// Reads numbers into `out` as far as they are whole, right, and fit: the bytes that they take, and how many there are.
#[inline]
pub(crate) fn read<T: Number>(bytes: &[u8], out: &mut [T]) -> (usize, usize) {
    let (used, n) = if T::MASK > 0 { blocks(bytes, out, super::avx2::can_read()) } else { (0, 0) };
    let (more, m) = plain(bytes.get(used..).unwrap_or_default(), out.get_mut(n..).unwrap_or_default());
    (used + more, n + m)
}

/// The plain twin of [`read`].
#[inline]
pub(super) fn plain<T: Number>(bytes: &[u8], out: &mut [T]) -> (usize, usize) {
    let (mut rest, mut n) = (bytes, 0);
    for slot in out {
        let mut next = rest;
        let Some(v) = wire::take_uint(&mut next).ok().and_then(T::fit) else { break };
        *slot = v;
        rest = next;
        n += 1;
    }
    (bytes.len() - rest.len(), n)
}

/// Reads whole blocks as long as they are right and more than their bytes are there. `is_wide`: the processor has AVX2.
#[inline]
pub(super) fn blocks<T: Number>(bytes: &[u8], out: &mut [T], is_wide: bool) -> (usize, usize) {
    let (mut rest, mut n, mut patience) = (bytes, 0, PATIENCE.0);
    let mut out = out;
    while out.len() >= BLOCK && rest.len() >= SPAN {
        let lead = rest[0];
        let width = match lead {
            0..0x80 => 1,
            0xf8.. => usize::from(lead.wrapping_neg()) + 1,
            _ => break,
        };
        let alike = if is_wide { super::avx2::read(rest, out, width) } else { alike_of(width, rest, out) };
        let (used, taken) = if alike > 0 {
            patience = PATIENCE.0;
            (alike * width, alike)
        } else {
            let (used, taken) = mixed(rest, out, patience);
            patience = (patience * 2).min(PATIENCE.1);
            (used, taken)
        };
        if taken == 0 {
            break;
        }
        n += taken;
        rest = &rest[used..];
        out = &mut out[taken..];
    }
    (bytes.len() - rest.len(), n)
}

/// Reads blocks of numbers that take `width` bytes each, as the first does: how many numbers.
#[inline]
fn alike_of<T: Number>(width: usize, bytes: &[u8], out: &mut [T]) -> usize {
    match width {
        1 => alike::<1, T>(bytes, out),
        2 => alike::<2, T>(bytes, out),
        3 => alike::<3, T>(bytes, out),
        4 => alike::<4, T>(bytes, out),
        5 => alike::<5, T>(bytes, out),
        6 => alike::<6, T>(bytes, out),
        7 => alike::<7, T>(bytes, out),
        8 => alike::<8, T>(bytes, out),
        _ => alike::<9, T>(bytes, out),
    }
}

/// Reads blocks of numbers that take `WIDTH` bytes each, as the first does; how many numbers.
#[inline]
fn alike<const WIDTH: usize, T: Number>(bytes: &[u8], out: &mut [T]) -> usize {
    let (lead, mut rest, mut n) = (bytes[0], bytes, 0);
    for slots in out.as_chunks_mut::<BLOCK>().0 {
        // Eight bytes are loaded for each number, so the last one reaches into what follows.
        let Some(block) = rest.first_chunk::<SPAN>().filter(|block| is_alike::<WIDTH>(block, lead)) else { break };
        let mut fits = true;
        for (i, slot) in slots.iter_mut().enumerate() {
            match T::fit(digits::<WIDTH>(block, i)) {
                Some(v) => *slot = v,
                None => fits = false,
            }
        }
        if !fits {
            break;
        }
        rest = &rest[BLOCK * WIDTH..];
        n += BLOCK;
    }
    n
}

/// The number at place `i` of a block.
#[inline]
fn digits<const WIDTH: usize>(block: &[u8; SPAN], i: usize) -> u64 {
    if WIDTH == 1 {
        return u64::from(block[i]);
    }
    let digits = block[i * WIDTH + 1..].first_chunk::<8>().copied().unwrap_or_default();
    u64::from_be_bytes(digits) >> (72 - 8 * WIDTH)
}

/// Whether all numbers of a block have the first byte that numbers of this width have.
#[inline]
fn is_alike<const WIDTH: usize>(block: &[u8; SPAN], lead: u8) -> bool {
    let firsts = || (0..BLOCK).map(|i| block[i * WIDTH]);
    if WIDTH == 1 { firsts().fold(0, |all, b| all | b) < 0x80 } else { firsts().fold(0, |all, b| all | (b ^ lead)) == 0 }
}

/// Reads up to so many blocks of numbers of any width, none of them in part: the bytes that they take, and how many there are.
#[inline]
fn mixed<T: Number>(bytes: &[u8], out: &mut [T], blocks: usize) -> (usize, usize) {
    let (mut used, mut n) = (0, 0);
    for slots in out.as_chunks_mut::<BLOCK>().0.iter_mut().take(blocks) {
        let Some(block) = bytes.get(used..).and_then(<[u8]>::first_chunk::<SPAN>) else { break };
        let Some(bytes) = any_width(block, slots) else { break };
        used += bytes;
        n += BLOCK;
    }
    (used, n)
}

/// Reads a block without a branch on the width of its numbers. A number that stands alone is its own only digit, so that one shift does for all.
#[inline]
fn any_width<T: Number>(block: &[u8; SPAN], slots: &mut [T; BLOCK]) -> Option<usize> {
    let (mut at, mut most, mut fits) = (0, 0, true);
    for slot in slots {
        let lead = *block.get(at)?;
        let is_long = lead >= 0x80;
        let digits = if is_long { lead.wrapping_neg() } else { 1 };
        at += usize::from(is_long);
        let eight = block.get(at..)?.first_chunk::<8>()?;
        let v = u64::from_be_bytes(*eight).wrapping_shr(64u32.wrapping_sub(8 * u32::from(digits)));
        match T::fit(v) {
            Some(v) => *slot = v,
            None => fits = false,
        }
        most = most.max(digits);
        at += usize::from(digits);
    }
    (fits && most <= 8).then_some(at)
}
