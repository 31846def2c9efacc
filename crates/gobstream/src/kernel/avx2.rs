//! [`write`](super::write) and the blocks of [`read`](super::read) for processors with AVX2, asked for at run time: eight numbers at a time.
//!
//! Gains, ns a number against the blocks in `write`: see docs/performance.md.
#![cfg_attr(
    not(all(feature = "std", target_arch = "x86_64")),
    allow(unused_variables, reason = "there is only the portable form")
)]

use super::read::Number;

/// Slices below this length are not worth the question.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
const LEAST: usize = 16;

/// Writes numbers for all whole blocks of items: how many items, how many bytes; nothing if the processor cannot.
#[inline]
pub(super) fn write<T: Copy>(items: &[T], out: &mut [u8], number: impl Fn(T) -> u64) -> Option<(usize, usize)> {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if items.len() >= LEAST && std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("lzcnt") {
        #[allow(unsafe_code, reason = "the processor was asked")]
        // SAFETY: the function needs nothing but the features that were just found.
        return Some(unsafe { x86::write(items, out, number) });
    }
    None
}

/// Whether [`read`] can be asked.
#[inline]
pub(super) fn can_read() -> bool {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    return std::arch::is_x86_feature_detected!("avx2");
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    false
}

/// Reads blocks of numbers that take `width` bytes each, as the first does: how many numbers; none if the processor cannot.
#[inline]
pub(super) fn read<T: Number>(bytes: &[u8], out: &mut [T], width: usize) -> usize {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if can_read() {
        #[allow(unsafe_code, reason = "the processor was asked")]
        // SAFETY: the function needs nothing but the feature that was just found.
        return unsafe { x86::read(bytes, out, width) };
    }
    0
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86 {
    use crate::kernel::PATIENCE;
    use crate::kernel::read::{Number, SPAN};
    use crate::kernel::write::{SPARE, plain, wide};
    use crate::wire;
    use core::arch::x86_64::{
        __m128i, __m256i, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_or_si128, _mm_set_epi64x, _mm_storeu_si128, _mm256_and_si256,
        _mm256_castsi256_si128, _mm256_cmpeq_epi8, _mm256_cmpeq_epi64, _mm256_cvtepu8_epi64, _mm256_extracti128_si256,
        _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_or_si256, _mm256_set_m128i, _mm256_set1_epi8, _mm256_set1_epi64x,
        _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi64, _mm256_storeu_si256, _mm256_testz_si256,
    };

    /// Numbers that are looked at together.
    const BLOCK: usize = 8;

    /// How numbers of one width are put: two of them in half a register, and how they are told from others.
    struct Layout {
        /// Where each byte comes from, twice; 0x80 for the bytes that count.
        shuffle: [u8; 32],
        lead: [u8; 32],
        /// Bits that no number has, and of which each has one.
        above: u64,
        top: u64,
    }

    /// By the number of digits; the first is for numbers that stand alone, and has no shuffle.
    static LAYOUTS: [Layout; 8] = {
        let mut layouts = [const { Layout { shuffle: [0x80; 32], lead: [0; 32], above: !0x7f, top: 0 } }; 8];
        let mut digits = 1;
        while digits < 8 {
            layouts[digits] = layout(digits);
            digits += 1;
        }
        layouts
    };

    const fn layout(digits: usize) -> Layout {
        let (mut shuffle, mut lead, mut at) = ([0x80; 32], [0; 32], 0);
        while at < 2 * (digits + 1) {
            let (number, place) = (at / (digits + 1), at % (digits + 1));
            if place == 0 {
                lead[at] = (digits as u8).wrapping_neg();
                lead[at + 16] = lead[at];
            } else {
                shuffle[at] = (8 * number + digits - place) as u8;
                shuffle[at + 16] = shuffle[at];
            }
            at += 1;
        }
        let top = if digits == 1 { 0x80 } else { 0xff << (8 * (digits - 1)) };
        Layout { shuffle, lead, above: u64::MAX << (8 * digits), top }
    }

    /// The lowest bytes of `a` and, shifted by four bytes, `b`: those of `a` first.
    static ALONE: [u8; 32] = {
        let mut shuffle = [0x80; 32];
        (shuffle[0], shuffle[1], shuffle[4], shuffle[5]) = (0, 8, 4, 12);
        (shuffle[18], shuffle[19], shuffle[22], shuffle[23]) = (0, 8, 4, 12);
        shuffle
    };

    /// By the width: which bytes two numbers in half a register are made of, twice; and which of 64 bytes begin one of eight numbers.
    static PLACES: [([u8; 32], u64); 9] = {
        let mut places = [([0x80; 32], 0); 9];
        let mut width = 2;
        while width <= 9 {
            let (shuffle, leads) = &mut places[width - 1];
            let mut at = 0;
            while at < BLOCK * width {
                *leads |= 1 << at;
                at += width;
            }
            let mut i = 0;
            while i < 32 {
                let (number, digit) = (i % 16 / 8, i % 8);
                if width == 9 {
                    // The digits alone are loaded.
                    shuffle[i] = (8 * number + 7 - digit) as u8;
                } else if digit < width - 1 {
                    shuffle[i] = (number * width + width - 1 - digit) as u8;
                }
                i += 1;
            }
            width += 1;
        }
        places
    };

    #[target_feature(enable = "avx2")]
    pub(super) fn read<T: Number>(bytes: &[u8], out: &mut [T], width: usize) -> usize {
        let Some((shuffle, leads)) = PLACES.get(width.wrapping_sub(1)) else { return 0 };
        let (mut rest, mut n, shuffle) = (bytes, 0, load(shuffle));
        let lead = _mm256_set1_epi8(bytes.first().copied().unwrap_or_default() as i8);
        for slots in out.as_chunks_mut::<BLOCK>().0 {
            let Some(block) = rest.first_chunk::<SPAN>() else { break };
            let Some(numbers) = numbers(block, width, lead, *leads, shuffle) else { break };
            if numbers.iter().fold(0, |all, v| all | v) & !T::MASK != 0 {
                break;
            }
            for (slot, v) in slots.iter_mut().zip(numbers) {
                // The compiler sees that these fit, and looks at none.
                *slot = T::fit(v & T::MASK).unwrap_or(*slot);
            }
            rest = rest.get(BLOCK * width..).unwrap_or_default();
            n += BLOCK;
        }
        n
    }

    /// The numbers of a block, if all begin with the byte that the first begins with; where they take one byte, if all do.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn numbers(block: &[u8; SPAN], width: usize, lead: __m256i, leads: u64, shuffle: __m256i) -> Option<[u64; BLOCK]> {
        let word = |at: usize| block.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |word| i64::from_le_bytes(*word));
        if width == 1 {
            let all = word(0);
            let halves = [all, all >> 32].map(|four| _mm256_cvtepu8_epi64(_mm_cvtsi64_si128(four)));
            return (all as u64 & 0x8080_8080_8080_8080 == 0).then(|| array(halves));
        }
        let is_lead = |at| {
            let bytes = block.get(at..).and_then(<[u8]>::first_chunk).map_or(lead, |bytes| load(bytes));
            u64::from(_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, lead)) as u32)
        };
        if (is_lead(0) | is_lead(32) << 32) & leads != leads {
            return None;
        }
        // Of numbers of nine bytes, the eight digits; else two numbers, counts included.
        let (from, apart) = if width == 9 { (1, 9) } else { (0, 8) };
        let two = |i: usize| _mm_set_epi64x(word(i * width + from + apart), word(i * width + from));
        Some(array([0, 4].map(|i| _mm256_shuffle_epi8(_mm256_set_m128i(two(i + 2), two(i)), shuffle))))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn array([a, b]: [__m256i; 2]) -> [u64; BLOCK] {
        let mut numbers = [0; BLOCK];
        let at = numbers.as_mut_ptr();
        #[allow(unsafe_code, reason = "there is no safe way to store a register")]
        // SAFETY: 64 bytes are there, and they need not be aligned.
        unsafe {
            _mm256_storeu_si256(at.cast(), a);
            _mm256_storeu_si256(at.add(4).cast(), b);
        }
        numbers
    }

    #[target_feature(enable = "avx2,lzcnt")]
    pub(super) fn write<T: Copy>(items: &[T], out: &mut [u8], number: impl Fn(T) -> u64) -> (usize, usize) {
        let (mut n, mut at, mut wait, mut patience, mut width) = (0, 0, 0, PATIENCE.0, 1);
        for block in items.as_chunks::<BLOCK>().0 {
            let Some(room) = out.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<SPARE>) else { break };
            let numbers = block.map(&number);
            if wait == 0 {
                if let Some(bytes) = alike(&numbers, room, &mut width) {
                    at += bytes;
                    n += BLOCK;
                    patience = PATIENCE.0;
                    continue;
                }
                (wait, patience) = (patience, (patience * 2).min(PATIENCE.1));
            }
            wait -= 1;
            at += plain(&numbers, room, |v| v);
            n += BLOCK;
        }
        (n, at)
    }

    /// Writes a block whose numbers take `width` bytes each; if they do not, but all take another width, that is looked for.
    #[target_feature(enable = "avx2,lzcnt")]
    #[inline]
    fn alike(numbers: &[u64; BLOCK], room: &mut [u8; SPARE], width: &mut usize) -> Option<usize> {
        if let Some(bytes) = of_width(numbers, room, *width) {
            return Some(bytes);
        }
        let all = wire::width(numbers.iter().fold(0, |all, v| all | v));
        if all == core::mem::replace(width, all) {
            return None;
        }
        of_width(numbers, room, all)
    }

    /// Writes a block whose numbers take `width` bytes each; nothing if they do not.
    #[target_feature(enable = "avx2,lzcnt")]
    #[inline]
    fn of_width(numbers: &[u64; BLOCK], room: &mut [u8; SPARE], width: usize) -> Option<usize> {
        let Some(layout) = LAYOUTS.get(width - 1) else { return wide::<8, BLOCK>(numbers, room) };
        let (a, b) = halves(numbers);
        let is_wider = _mm256_testz_si256(_mm256_or_si256(a, b), _mm256_set1_epi64x(layout.above as i64)) == 0;
        if is_wider {
            return None;
        }
        if width == 1 {
            return Some(alone(a, b, room));
        }
        let top = _mm256_set1_epi64x(layout.top as i64);
        let is_less = |v| _mm256_cmpeq_epi64(_mm256_and_si256(v, top), _mm256_setzero_si256());
        let less = _mm256_or_si256(is_less(a), is_less(b));
        if _mm256_testz_si256(less, less) == 0 {
            return None;
        }
        let (shuffle, lead) = (load(&layout.shuffle), load(&layout.lead));
        for (i, v) in [a, b].into_iter().enumerate() {
            let put = _mm256_or_si256(_mm256_shuffle_epi8(v, shuffle), lead);
            store(room, 4 * i * width, _mm256_castsi256_si128(put));
            store(room, (4 * i + 2) * width, _mm256_extracti128_si256::<1>(put));
        }
        Some(BLOCK * width)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn alone(a: __m256i, b: __m256i, room: &mut [u8; SPARE]) -> usize {
        let both = _mm256_shuffle_epi8(_mm256_or_si256(a, _mm256_slli_epi64::<32>(b)), load(&ALONE));
        let bytes = _mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
        room[..BLOCK].copy_from_slice(&_mm_cvtsi128_si64(bytes).to_le_bytes());
        BLOCK
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn halves(numbers: &[u64; BLOCK]) -> (__m256i, __m256i) {
        let at = numbers.as_ptr();
        #[allow(
            unsafe_code,
            reason = "there is no safe way to load a register; without these kernels lists of numbers take twice the time"
        )]
        // SAFETY: 64 bytes are there, and they need not be aligned.
        unsafe {
            (_mm256_loadu_si256(at.cast()), _mm256_loadu_si256(at.add(4).cast()))
        }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(bytes: &[u8; 32]) -> __m256i {
        #[allow(unsafe_code, reason = "as above")]
        // SAFETY: 32 bytes are there, and they need not be aligned.
        unsafe {
            _mm256_loadu_si256(bytes.as_ptr().cast())
        }
    }

    /// Stores 16 bytes.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn store(room: &mut [u8; SPARE], at: usize, v: __m128i) {
        if let Some(place) = room.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<16>) {
            #[allow(unsafe_code, reason = "as above")]
            // SAFETY: 16 bytes are there, and they need not be aligned.
            unsafe {
                _mm_storeu_si128(place.as_mut_ptr().cast(), v);
            }
        }
    }
}
