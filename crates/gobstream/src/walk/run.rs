//! Runs of scalars: the loops that read the elements of number slices.

use super::{Token, Walk};
use crate::frame::Window;
use crate::types::{Shape, Slot};
use crate::wire;
use alloc::vec::Vec;

/// Elements in one event at most.
const RUN: usize = 256;

/// Room for one run of each kind.
#[derive(Debug, Default)]
pub(super) struct Runs {
    pub(super) bools: Vec<bool>,
    pub(super) ints: Vec<i64>,
    pub(super) uints: Vec<u64>,
    pub(super) floats: Vec<f64>,
    pub(super) complexes: Vec<(f64, f64)>,
    /// Elements of the last run; 0 if an element came alone.
    pub(super) last: u64,
}

/// Elements that are looked at together.
const BLOCK: usize = 8;

/// Reads up to `want` numbers from `bytes` into `out`, in the shortest form only if `strict`. Returns the bytes used, and how many numbers.
#[inline]
fn numbers<T: Copy + Default>(bytes: &[u8], want: usize, strict: bool, out: &mut Vec<T>, f: impl Fn(u64) -> T) -> (usize, usize) {
    if out.len() < want {
        out.resize(want, T::default());
    }
    let out = &mut out[..want];
    let (mut used, mut n) = if strict { (0, 0) } else { blocks(bytes, out, &f) };
    for slot in &mut out[n..] {
        match wire::get_uint(&bytes[used..]) {
            Ok((v, width)) if !strict || width == wire::width(v) => {
                *slot = f(v);
                used += width;
                n += 1;
            }
            _ => break,
        }
    }
    (used, n)
}

/// Reads whole blocks as long as they are right. Where a number begins depends on all before it, and to find that out
/// one by one takes longer than all else; but neighbours are mostly of one width, and then all places are known at once.
#[inline]
fn blocks<T>(bytes: &[u8], out: &mut [T], f: &impl Fn(u64) -> T) -> (usize, usize) {
    let (mut used, mut n) = (0, 0);
    while n + BLOCK <= out.len() {
        let (rest, slots) = (&bytes[used..], &mut out[n..]);
        let (width, alike) = match rest.first() {
            Some(0..0x80) => (1, alike::<1, T>(rest, slots, f)),
            Some(0xff) => (2, alike::<2, T>(rest, slots, f)),
            Some(0xfe) => (3, alike::<3, T>(rest, slots, f)),
            Some(0xfd) => (4, alike::<4, T>(rest, slots, f)),
            Some(0xfc) => (5, alike::<5, T>(rest, slots, f)),
            Some(0xfb) => (6, alike::<6, T>(rest, slots, f)),
            Some(0xfa) => (7, alike::<7, T>(rest, slots, f)),
            Some(0xf9) => (8, alike::<8, T>(rest, slots, f)),
            Some(0xf8) => (9, alike::<9, T>(rest, slots, f)),
            _ => break,
        };
        n += alike;
        used += alike * width;
        if alike == 0 {
            let Some(bytes) = mixed(rest, slots, f) else { break };
            n += BLOCK;
            used += bytes;
        }
    }
    (used, n)
}

/// Reads blocks of numbers that take `WIDTH` bytes each, as the first does; how many numbers.
#[inline]
fn alike<const WIDTH: usize, T>(bytes: &[u8], out: &mut [T], f: impl Fn(u64) -> T) -> usize {
    let (mut rest, mut n) = (bytes, 0);
    for slots in out.as_chunks_mut::<BLOCK>().0 {
        // Eight bytes are loaded for each number, so the last one reaches into what follows.
        let Some(block) = rest.get(..BLOCK * WIDTH + 8).filter(|block| is_alike::<WIDTH>(block, bytes[0])) else { break };
        for (i, slot) in slots.iter_mut().enumerate() {
            let digits = block[i * WIDTH + 1..].first_chunk::<8>().copied().unwrap_or_default();
            let one = u64::from(block[i * WIDTH]);
            *slot = f(if WIDTH == 1 { one } else { u64::from_be_bytes(digits) >> (72 - 8 * WIDTH) });
        }
        rest = &rest[BLOCK * WIDTH..];
        n += BLOCK;
    }
    n
}

/// Whether all numbers of a block have the first byte that numbers of this width have.
#[inline]
fn is_alike<const WIDTH: usize>(block: &[u8], lead: u8) -> bool {
    let firsts = || (0..BLOCK).map(|i| block[i * WIDTH]);
    if WIDTH == 1 { firsts().fold(0, |all, b| all | b) < 0x80 } else { firsts().fold(0, |all, b| all | (b ^ lead)) == 0 }
}

/// Reads a block of numbers of any width; the bytes it took.
#[inline]
fn mixed<T>(bytes: &[u8], out: &mut [T], f: impl Fn(u64) -> T) -> Option<usize> {
    let mut used = 0;
    for slot in out.first_chunk_mut::<BLOCK>()? {
        let (v, n) = wire::get_uint(&bytes[used..]).ok()?;
        *slot = f(v);
        used += n;
    }
    Some(used)
}

/// The same for pairs of numbers; `parts` is room for them.
fn pairs(bytes: &[u8], want: usize, strict: bool, parts: &mut Vec<f64>, out: &mut Vec<(f64, f64)>) -> (usize, usize) {
    let (mut used, mut n) = numbers(bytes, 2 * want, strict, parts, wire::float);
    if n % 2 == 1 {
        (used, n) = numbers(bytes, n - 1, strict, parts, wire::float);
    }
    out.clear();
    out.extend(parts[..n].as_chunks().0.iter().map(|&[re, im]| (re, im)));
    (used, n / 2)
}

impl Walk {
    /// Whether elements of this shape come in runs.
    pub(super) fn comes_in_runs(shape: &Shape) -> bool {
        matches!(shape, Shape::Bool | Shape::Int | Shape::Uint | Shape::Float | Shape::Complex)
    }

    /// Reads the next run of elements of a list; `false` if the next element must be looked at alone, as it is not whole or not right.
    pub(super) fn run(&mut self, window: &mut Window<'_>, elem: Slot, left: u64) -> bool {
        let most = if self.single { 1 } else { RUN };
        let want = usize::try_from(left).map_or(most, |left| left.min(most));
        let strict = self.watches;
        let (bytes, runs) = (self.frame.rest(window), &mut self.runs);
        let (used, n) = match self.types.node(elem).shape {
            Shape::Bool if !strict => {
                let (used, n) = numbers(bytes, want, strict, &mut runs.bools, |v| v != 0);
                self.token = Token::Bools(n);
                (used, n)
            }
            Shape::Int => {
                let (used, n) = numbers(bytes, want, strict, &mut runs.ints, wire::int);
                self.token = Token::Ints(n);
                (used, n)
            }
            Shape::Uint => {
                let (used, n) = numbers(bytes, want, strict, &mut runs.uints, |v| v);
                self.token = Token::Uints(n);
                (used, n)
            }
            Shape::Float => {
                let (used, n) = numbers(bytes, want, strict, &mut runs.floats, wire::float);
                self.token = Token::Floats(n);
                (used, n)
            }
            Shape::Complex => {
                let (used, n) = pairs(bytes, want, strict, &mut runs.floats, &mut runs.complexes);
                self.token = Token::Complexes(n);
                (used, n)
            }
            _ => (0, 0),
        };
        runs.last = n as u64;
        if n == 0 {
            return false;
        }
        if let Some(top) = self.stack.last_mut() {
            top.done += n as u64;
        }
        self.advance(window, used);
        true
    }
}
