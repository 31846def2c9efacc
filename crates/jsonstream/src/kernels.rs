//! The loops that decide the speed of reading: blocks of 32 bytes to bit masks, one bit for each byte.
//!
//! On x86-64 a block is two vectors of SSE2, which every such processor has; elsewhere it is four words of eight bytes.
//! The words are there on x86-64 too, as the oracle of the tests.
//!
//! This is the one module with `unsafe`. Each block says why it is sound and what it gains.
#![allow(unsafe_code)] // no safe face of SSE2 is as fast

use crate::scan;
use crate::string::BASIC;

/// Bytes in a block.
pub(crate) const BLOCK: usize = 32;
/// So many bytes at once.
pub(crate) type Block = [u8; BLOCK];

macro_rules! masks {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub(crate) fn $name(block: &Block) -> u32 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: SSE2 is part of x86-64. Gain: of a string of 20 bytes, see `docs/performance.md`.
            return unsafe { sse2::$name(block) };
            #[cfg(not(target_arch = "x86_64"))]
            words::$name(block)
        }
    )*};
}

masks! {
    /// Quotes, backslashes, and controls below a space.
    special
    /// Bytes from 0x80.
    not_ascii
    /// Everything but spaces.
    not_space
    /// Digits.
    digits
    /// Quotes.
    quotes
    /// Backslashes.
    backslashes
    /// `[` and `{`.
    opening
    /// `]` and `}`.
    closing
}

/// The last `count` bytes, which are digits, as a number.
#[inline(always)]
pub(crate) fn decimal(bytes: &[u8; 16], count: usize) -> u64 {
    #[cfg(target_arch = "x86_64")]
    return sse2::decimal(bytes, count);
    #[cfg(not(target_arch = "x86_64"))]
    words::decimal(bytes, count)
}

/// No byte of two words is special.
#[inline(always)]
pub(crate) fn are_plain(low: u64, high: u64) -> bool {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: SSE2 is part of x86-64. Gain: a third of the instructions of two words, for each name that is written.
    return unsafe { sse2::are_plain(low, high) };
    #[cfg(not(target_arch = "x86_64"))]
    words::are_plain(low, high)
}

/// As [`decimal`], of one to eight.
#[inline(always)]
pub(crate) fn short_decimal(bytes: &[u8; 8], count: usize) -> u64 {
    let above = count.wrapping_mul(8).wrapping_neg() as u32;
    eight(u64::from_le_bytes(*bytes) & (u64::MAX / 0xff * 0x0f) & u64::MAX.wrapping_shl(above))
}

/// Pairs, then fours, then all are put together by multiplication.
#[inline(always)]
fn eight(values: u64) -> u64 {
    let pairs = values.wrapping_mul(10).wrapping_add(values >> 8);
    let fours = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(0x000f_4240_0000_0064);
    let rest = (pairs >> 16 & 0x0000_00ff_0000_00ff).wrapping_mul(0x0000_2710_0000_0001);
    fours.wrapping_add(rest) >> 32
}

/// How many newlines there are in at most 255 blocks.
pub(crate) fn newlines(blocks: &[Block]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    return sse2::newlines(blocks);
    #[cfg(not(target_arch = "x86_64"))]
    words::newlines(blocks)
}

/// The lowest bits, so many of them.
#[inline(always)]
fn lowest(count: usize) -> u32 {
    ((1u64 << count) - 1) as u32
}

/// The first `len` bytes as text, if they are ASCII: most text is, and a look at the block tells.
#[inline(always)]
pub(crate) fn ascii(bytes: &[u8], len: usize) -> Option<&str> {
    let text = bytes.get(..len)?;
    let is_ascii = match bytes.first_chunk() {
        Some(block) if len <= BLOCK => not_ascii(block) & lowest(len) == 0,
        _ => text.is_ascii(),
    };
    // SAFETY: no byte of `text` is above 0x7f, by the line before, so it is UTF-8. Gain: see `docs/performance.md`.
    is_ascii.then(|| unsafe { core::str::from_utf8_unchecked(text) })
}

/// How many bytes stand before the closing quote of a string, if all of it is there and it has no escapes.
#[inline(always)]
pub(crate) fn plain_string(bytes: &[u8]) -> Option<usize> {
    let len = match bytes.first_chunk().map(special) {
        Some(0) => long_string(bytes),
        Some(flags) => flags.trailing_zeros() as usize,
        None => scan::plain(bytes, BASIC),
    };
    (*bytes.get(len)? == b'"').then_some(len)
}

/// How many bytes stand before the first special one.
#[inline]
pub(crate) fn until_special(bytes: &[u8]) -> usize {
    match bytes.first_chunk().map(special) {
        Some(flags) if flags != 0 => flags.trailing_zeros() as usize,
        _ => long_string(bytes),
    }
}

/// The same, block by block.
#[inline(never)]
fn long_string(bytes: &[u8]) -> usize {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    for (at, block) in blocks.iter().enumerate() {
        let flags = special(block);
        if flags != 0 {
            return at * BLOCK + flags.trailing_zeros() as usize;
        }
    }
    blocks.len() * BLOCK + scan::plain(rest, BASIC)
}

/// How many spaces stand at the start, up to a block of them; None if there is no block.
#[inline(always)]
pub(crate) fn spaces(bytes: &[u8]) -> Option<usize> {
    bytes.first_chunk().map(|block| not_space(block).trailing_zeros() as usize)
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use super::Block;
    use core::arch::x86_64::{
        __m128i, _mm_add_epi16, _mm_add_epi64, _mm_and_si128, _mm_cmpeq_epi8, _mm_cvtsi128_si64, _mm_loadu_si128, _mm_madd_epi16,
        _mm_min_epu8, _mm_movemask_epi8, _mm_mullo_epi16, _mm_or_si128, _mm_packs_epi32, _mm_sad_epu8, _mm_set_epi64x,
        _mm_set1_epi8, _mm_set1_epi16, _mm_set1_epi32, _mm_setzero_si128, _mm_srli_epi16, _mm_srli_si128, _mm_sub_epi8,
    };

    #[target_feature(enable = "sse2")]
    #[inline]
    fn load(half: &[u8; 16]) -> __m128i {
        // SAFETY: the load takes 16 bytes from any place, and there they are. Gain: the compiler makes three
        // instructions of a load of two words, and a reader of numbers waits for it.
        unsafe { _mm_loadu_si128(half.as_ptr().cast()) }
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn both(block: &Block, test: impl Fn(__m128i) -> __m128i) -> u32 {
        let (halves, _) = block.as_chunks();
        let low = _mm_movemask_epi8(test(load(&halves[0])));
        let high = _mm_movemask_epi8(test(load(&halves[1])));
        low as u32 | (high as u32) << 16
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn is(bytes: __m128i, byte: u8) -> __m128i {
        _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8))
    }

    /// So many zeros, then ones: from a count on, they leave that many bytes of a vector.
    static KEEP: [u8; 48] = {
        let mut keep = [0; 48];
        let mut at = 16;
        while at < 48 {
            keep[at] = 0xff;
            at += 1;
        }
        keep
    };

    /// Pairs, fours and eights of digits are put together, each in all of its places at once.
    #[inline(always)]
    pub(super) fn decimal(bytes: &[u8; 16], count: usize) -> u64 {
        let keep = KEEP[count & 31..].first_chunk().unwrap_or(&[0; 16]);
        // SAFETY: SSE2 is part of x86-64. Gain: sixteen digits by as many instructions as eight take in a word.
        unsafe {
            let values = _mm_and_si128(_mm_sub_epi8(load(bytes), _mm_set1_epi8(b'0' as i8)), load(keep));
            let tens = _mm_mullo_epi16(_mm_and_si128(values, _mm_set1_epi16(0xff)), _mm_set1_epi16(10));
            let pairs = _mm_add_epi16(tens, _mm_srli_epi16(values, 8));
            let fours = _mm_madd_epi16(pairs, _mm_set1_epi32(1 << 16 | 100));
            let eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(1 << 16 | 10_000));
            let both = _mm_cvtsi128_si64(eights) as u64;
            (both & 0xffff_ffff) * 100_000_000 + (both >> 32)
        }
    }

    /// Each byte of a block counts for itself.
    pub(super) fn newlines(blocks: &[Block]) -> u64 {
        // SAFETY: SSE2 is part of x86-64. Gain: a window of 64 KiB by 14,000 instructions instead of 90,000.
        unsafe {
            let newline = _mm_set1_epi8(b'\n' as i8);
            let (mut low, mut high) = (_mm_setzero_si128(), _mm_setzero_si128());
            for block in blocks {
                let (halves, _) = block.as_chunks();
                low = _mm_sub_epi8(low, _mm_cmpeq_epi8(load(&halves[0]), newline));
                high = _mm_sub_epi8(high, _mm_cmpeq_epi8(load(&halves[1]), newline));
            }
            let sums = _mm_add_epi64(_mm_sad_epu8(low, _mm_setzero_si128()), _mm_sad_epu8(high, _mm_setzero_si128()));
            _mm_cvtsi128_si64(sums) as u64 + _mm_cvtsi128_si64(_mm_srli_si128::<8>(sums)) as u64
        }
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn is_special(bytes: __m128i) -> __m128i {
        let control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
        _mm_or_si128(control, _mm_or_si128(is(bytes, b'"'), is(bytes, b'\\')))
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn special(block: &Block) -> u32 {
        both(block, |bytes| is_special(bytes))
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn are_plain(low: u64, high: u64) -> bool {
        _mm_movemask_epi8(is_special(_mm_set_epi64x(high as i64, low as i64))) == 0
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn not_ascii(block: &Block) -> u32 {
        both(block, |bytes| bytes)
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn not_space(block: &Block) -> u32 {
        !both(block, |bytes| is(bytes, b' '))
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn digits(block: &Block) -> u32 {
        both(block, |bytes| {
            let values = _mm_sub_epi8(bytes, _mm_set1_epi8(b'0' as i8));
            _mm_cmpeq_epi8(_mm_min_epu8(values, _mm_set1_epi8(9)), values)
        })
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn quotes(block: &Block) -> u32 {
        both(block, |bytes| is(bytes, b'"'))
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn backslashes(block: &Block) -> u32 {
        both(block, |bytes| is(bytes, b'\\'))
    }

    /// The two kinds differ by a bit that no third character with these other bits has.
    #[target_feature(enable = "sse2")]
    #[inline]
    fn either(bytes: __m128i, upper: u8) -> __m128i {
        is(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), upper)
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn opening(block: &Block) -> u32 {
        both(block, |bytes| either(bytes, b'{'))
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn closing(block: &Block) -> u32 {
        both(block, |bytes| either(bytes, b'}'))
    }
}

/// The same by words of eight bytes.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod words {
    use super::{Block, eight};

    const HIGHS: u64 = all(0x80);

    const fn all(byte: u8) -> u64 {
        0x0101_0101_0101_0101 * byte as u64
    }

    /// Gathers the high bits of what `flags` makes of each word.
    fn each(block: &Block, flags: impl Fn(u64) -> u64) -> u32 {
        let words = block.as_chunks().0.iter().rev();
        words.fold(0, |mask, word| mask << 8 | gather(flags(u64::from_le_bytes(*word)) & HIGHS))
    }

    fn gather(flags: u64) -> u32 {
        ((flags >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    }

    /// Bytes below `bound`, which is at most 0x80.
    fn below(word: u64, bound: u8) -> u64 {
        !(((word & all(0x7f)) + all(0x80 - bound)) | word)
    }

    fn is(word: u64, byte: u8) -> u64 {
        below(word ^ all(byte), 1)
    }

    /// Zeros before the digits, then each half by itself.
    pub(super) fn decimal(bytes: &[u8; 16], count: usize) -> u64 {
        let values = u128::from_le_bytes(*bytes) & (u128::MAX / 0xff * 0x0f);
        let values = if count == 0 { 0 } else { values >> (8 * (16 - count)) << (8 * (16 - count)) };
        eight(values as u64) * 100_000_000 + eight((values >> 64) as u64)
    }

    pub(super) fn newlines(blocks: &[Block]) -> u64 {
        blocks.iter().map(|block| u64::from(each(block, |word| is(word, b'\n')).count_ones())).sum()
    }

    fn is_special(word: u64) -> u64 {
        below(word, 0x20) | is(word, b'"') | is(word, b'\\')
    }

    pub(super) fn special(block: &Block) -> u32 {
        each(block, is_special)
    }

    pub(super) fn are_plain(low: u64, high: u64) -> bool {
        (is_special(low) | is_special(high)) & HIGHS == 0
    }

    pub(super) fn not_ascii(block: &Block) -> u32 {
        each(block, |word| word)
    }

    pub(super) fn not_space(block: &Block) -> u32 {
        each(block, |word| !is(word, b' '))
    }

    pub(super) fn digits(block: &Block) -> u32 {
        each(block, |word| below(word ^ all(b'0'), 10))
    }

    pub(super) fn quotes(block: &Block) -> u32 {
        each(block, |word| is(word, b'"'))
    }

    pub(super) fn backslashes(block: &Block) -> u32 {
        each(block, |word| is(word, b'\\'))
    }

    pub(super) fn opening(block: &Block) -> u32 {
        each(block, |word| is(word | all(0x20), b'{'))
    }

    pub(super) fn closing(block: &Block) -> u32 {
        each(block, |word| is(word | all(0x20), b'}'))
    }
}

/// Where a skip that counts brackets stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brackets {
    /// Brackets that are open.
    pub(crate) open: u64,
    /// Inside a string.
    pub(crate) string: bool,
}

type Pair = [u8; 2 * BLOCK];

impl Brackets {
    /// Goes by blocks as far as they go and the brackets are not closed; how many bytes. It does not end behind a
    /// backslash that escapes what follows.
    ///
    /// Which bytes are inside strings is known for a whole block at once: a quote that is not escaped turns all bits
    /// above it. The method is that of simdjson (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", VLDB
    /// Journal 28 (6), 2019).
    pub(crate) fn pass(&mut self, text: &[u8]) -> usize {
        let (pairs, _) = text.as_chunks();
        let mut escaped = 0;
        for (at, pair) in pairs.iter().enumerate() {
            if let Some(last) = self.pass_pair(pair, &mut escaped) {
                return at * 2 * BLOCK + last + 1;
            }
        }
        pairs.as_flattened().len() - escaped as usize
    }

    /// Where in the pair of blocks the last bracket is closed.
    #[inline(always)]
    fn pass_pair(&mut self, pair: &Pair, escaped: &mut u64) -> Option<usize> {
        let mask = |mask: fn(&Block) -> u32| {
            let (blocks, _) = pair.as_chunks();
            u64::from(mask(&blocks[0])) | u64::from(mask(&blocks[1])) << 32
        };
        let quotes = mask(quotes) & !escapes(mask(backslashes), escaped);
        let inside = turned(quotes) ^ if self.string { u64::MAX } else { 0 };
        self.string = inside >> 63 != 0;
        let (opening, closing) = (mask(opening) & !inside, mask(closing) & !inside);
        // Counting takes a dozen instructions, and most blocks have no bracket.
        if opening | closing == 0 {
            return None;
        }
        let closed = u64::from(closing.count_ones());
        if closed >= self.open {
            return self.close(opening, closing);
        }
        self.open = self.open + u64::from(opening.count_ones()) - closed;
        None
    }

    /// Bracket by bracket, for they may be closed here.
    #[cold]
    fn close(&mut self, opening: u64, closing: u64) -> Option<usize> {
        let mut brackets = opening | closing;
        while brackets != 0 {
            let lowest = brackets & brackets.wrapping_neg();
            self.open = if closing & lowest != 0 { self.open - 1 } else { self.open + 1 };
            if self.open == 0 {
                self.string = false;
                return Some(lowest.trailing_zeros() as usize);
            }
            brackets ^= lowest;
        }
        None
    }
}

/// The bytes that are escaped; `escaped` says if the first is, and then if the first behind them is.
#[inline(always)]
fn escapes(backslashes: u64, escaped: &mut u64) -> u64 {
    if backslashes == 0 {
        return core::mem::take(escaped);
    }
    const ODD: u64 = 0xaaaa_aaaa_aaaa_aaaa;
    let may_escape = backslashes & !*escaped;
    // A run of backslashes escapes every second byte. Subtraction carries along the run.
    let ends = ((may_escape << 1 | ODD).wrapping_sub(may_escape)) ^ ODD;
    let all = ends ^ (backslashes | *escaped);
    *escaped = (ends & backslashes) >> 63;
    all
}

/// Each bit is that of how many are set up to it, odd or even.
#[inline(always)]
fn turned(mut bits: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << shift;
    }
    bits
}

#[cfg(test)]
mod tests;
