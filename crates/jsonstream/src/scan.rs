//! The hot loops over text: pure functions over slices, safe throughout but for [`kernels`].
//!
//! Two ways are used together. Long clean stretches go by blocks of 32 bytes: a fixed-size array and a fold without a
//! branch, which the compiler turns into vector instructions. The exact byte is found in words of 8: the lowest flag
//! of a word's test is exact, those above it need not be. The median string is shorter than a block, so the words
//! decide; what does not fill one is read by a word that overlaps what is known to be clean.

use crate::kernels::{self, BLOCK, Block};
use crate::string::{BASIC, CLASS};

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

const fn all(byte: u8) -> u64 {
    ONES * byte as u64
}

/// Flags the zero bytes of a word; above the lowest one flags may be wrong.
#[inline]
fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGHS
}

/// Flags bytes below a space, quotes and backslashes.
#[inline]
fn special(word: u64) -> u64 {
    let controls = word.wrapping_sub(all(b' ')) & !word & HIGHS;
    controls | zeros(word ^ all(b'"')) | zeros(word ^ all(b'\\'))
}

/// The place of the lowest flag.
#[inline]
fn place(flags: u64) -> usize {
    flags.trailing_zeros() as usize / 8
}

/// How many bytes at the start of `text` need no escape under `mask`.
#[inline]
pub(crate) fn plain(text: &[u8], mask: u8) -> usize {
    if mask == BASIC { until_special(text) } else { by_class(text, mask) }
}

fn by_class(text: &[u8], mask: u8) -> usize {
    text.iter().position(|&byte| CLASS[byte as usize] & mask != 0).unwrap_or(text.len())
}

/// How many bytes stand before the first control, quote or backslash.
#[inline]
fn until_special(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(word) = text[at..].first_chunk() {
        let flags = special(u64::from_le_bytes(*word));
        if flags != 0 {
            return at + place(flags);
        }
        at += 8;
        if at == FIRST {
            at += clean_blocks(&text[at..]);
        }
    }
    match text.last_chunk() {
        Some(word) => until_special_at_end(text.len() - 8, u64::from_le_bytes(*word)),
        None => by_class(text, BASIC),
    }
}

/// So many bytes go by words before blocks are tried: most strings end there.
const FIRST: usize = 32;

/// The last word of a text, of which what overlaps the words before is clean.
#[inline]
fn until_special_at_end(at: usize, word: u64) -> usize {
    match special(word) {
        0 => at + 8,
        flags => at + place(flags),
    }
}

/// The longest text that is short.
pub(crate) const SHORT: usize = 16;

/// Copies a short text to `room` and looks for what needs an escape: whether there is none. It goes by two words that
/// overlap, for a call that copies ten bytes costs more than the ten bytes.
#[inline(always)]
pub(crate) fn copy_short(room: &mut [u8; SHORT], text: &[u8]) -> bool {
    match text.len() {
        0..4 => copy_tiny(room, text),
        4..8 => copy_halves(room, text),
        _ => copy_words(room, text),
    }
}

/// The first, the last and the one between.
#[inline(always)]
fn copy_tiny(room: &mut [u8; SHORT], text: &[u8]) -> bool {
    let (Some(&first), Some(&last)) = (text.first(), text.last()) else {
        return true;
    };
    let middle = text[text.len() / 2];
    room[0] = first;
    room[text.len() / 2] = middle;
    room[text.len().min(3) - 1] = last;
    let class = |byte: u8| CLASS[byte as usize];
    (class(first) | class(middle) | class(last)) & BASIC == 0
}

#[inline(always)]
fn copy_halves(room: &mut [u8; SHORT], text: &[u8]) -> bool {
    let (Some(&first), Some(&last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) else {
        return false;
    };
    let end = text.len().min(8);
    room[..4].copy_from_slice(&first);
    room[end - 4..end].copy_from_slice(&last);
    let both = u64::from(u32::from_le_bytes(first)) | u64::from(u32::from_le_bytes(last)) << 32;
    kernels::are_plain(both, both)
}

#[inline(always)]
fn copy_words(room: &mut [u8; SHORT], text: &[u8]) -> bool {
    let (Some(&first), Some(&last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) else {
        return false;
    };
    let end = text.len().min(SHORT);
    room[..8].copy_from_slice(&first);
    room[end - 8..end].copy_from_slice(&last);
    kernels::are_plain(u64::from_le_bytes(first), u64::from_le_bytes(last))
}

/// As [`copy_short`], for a longer text, to the start of `room`, which is as long at least.
#[inline(always)]
pub(crate) fn copy_long(room: &mut [u8], text: &[u8]) -> bool {
    let room = &mut room[..text.len()];
    if text.len() < BLOCK { copy_halves_of_block(room, text) } else { copy_blocks(room, text) }
}

#[inline(always)]
fn copy_halves_of_block(room: &mut [u8], text: &[u8]) -> bool {
    let (Some(first), Some(last)) = (text.first_chunk::<16>(), text.last_chunk::<16>()) else {
        return false;
    };
    let mut block = [0; BLOCK];
    block[..16].copy_from_slice(first);
    block[16..].copy_from_slice(last);
    room[..16].copy_from_slice(first);
    room[text.len() - 16..].copy_from_slice(last);
    is_plain(&block)
}

/// Blocks, the last of which overlaps.
#[inline(always)]
fn copy_blocks(room: &mut [u8], text: &[u8]) -> bool {
    for (to, from) in room.as_chunks_mut().0.iter_mut().zip(text.as_chunks().0) {
        *to = *from;
        if !is_plain(from) {
            return false;
        }
    }
    match (room.last_chunk_mut(), text.last_chunk()) {
        (Some(to), Some(from)) => {
            *to = *from;
            is_plain(from)
        }
        _ => false,
    }
}

#[inline(always)]
fn is_plain(block: &Block) -> bool {
    kernels::special(block) == 0
}

/// As many whole blocks as are clean, in bytes.
fn clean_blocks(text: &[u8]) -> usize {
    text.as_chunks().0.iter().take_while(|block| is_plain(block)).count() * BLOCK
}

/// So long a text is worth the call of a vector routine.
const LONG: usize = 64;

/// The bytes as text, if they are UTF-8. Where they are not is for [`core::str::from_utf8`] to say.
#[inline]
pub(crate) fn text(bytes: &[u8]) -> Option<&str> {
    if bytes.len() < LONG { core::str::from_utf8(bytes).ok() } else { simdutf8::basic::from_utf8(bytes).ok() }
}

/// How many bytes of white space stand at the start.
#[inline]
pub(crate) fn blanks(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b' ' => at += spaces(&text[at..]),
            b'\n' | b'\t' | b'\r' => at += 1,
            _ => break,
        }
    }
    at
}

/// How many spaces stand at the start, of which there is one.
#[inline]
fn spaces(text: &[u8]) -> usize {
    match text.first_chunk() {
        Some(word) => ((u64::from_le_bytes(*word) ^ all(b' ')).trailing_zeros() as usize / 8).min(8),
        None => 1,
    }
}

/// How many newlines there are.
pub(crate) fn newlines(text: &[u8]) -> u64 {
    let (blocks, rest) = text.as_chunks();
    let whole: u64 = blocks.chunks(255).map(kernels::newlines).sum();
    whole + rest.iter().filter(|&&byte| byte == b'\n').count() as u64
}

/// How many bytes stand before the first quote or bracket.
#[inline]
pub(crate) fn until_structure(text: &[u8]) -> usize {
    // Brackets come in pairs that differ by 2 from each other, and by 32 from the other kind.
    let flags = |word: u64| {
        let brackets = word & all(0xdf);
        zeros(word ^ all(b'"')) | zeros(brackets ^ all(b'[')) | zeros(brackets ^ all(b']'))
    };
    let is = |byte: u8| matches!(byte, b'"' | b'[' | b']' | b'{' | b'}');
    by_words(text, flags, is)
}

/// How many bytes stand before the first quote or backslash.
#[inline]
pub(crate) fn until_quote(text: &[u8]) -> usize {
    let flags = |word: u64| zeros(word ^ all(b'"')) | zeros(word ^ all(b'\\'));
    by_words(text, flags, |byte| matches!(byte, b'"' | b'\\'))
}

#[inline]
fn by_words(text: &[u8], flags: impl Fn(u64) -> u64, is: impl Fn(u8) -> bool) -> usize {
    let mut at = 0;
    while let Some(word) = text[at..].first_chunk() {
        let found = flags(u64::from_le_bytes(*word));
        if found != 0 {
            return at + place(found);
        }
        at += 8;
    }
    at + text[at..].iter().position(|&byte| is(byte)).unwrap_or(text.len() - at)
}
