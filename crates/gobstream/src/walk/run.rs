//! Runs of scalars: the loops that read the elements of number slices.

use super::level::Level;
use super::{Token, Walk};
use crate::frame::{Stop, Window};
use crate::types::Shape;
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
}

/// Reads up to `want` numbers from `bytes` into `out`, in the shortest form only if `strict`. Returns the bytes used.
#[inline]
fn numbers<T>(bytes: &[u8], want: usize, strict: bool, out: &mut Vec<T>, f: impl Fn(u64) -> T) -> usize {
    let mut used = 0;
    out.clear();
    while out.len() < want {
        match wire::get_uint(&bytes[used..]) {
            Ok((v, n)) if !strict || n == wire::width(v) => {
                out.push(f(v));
                used += n;
            }
            _ => break,
        }
    }
    used
}

/// The same for pairs of numbers.
fn pairs(bytes: &[u8], want: usize, strict: bool, out: &mut Vec<(f64, f64)>) -> usize {
    let mut used = 0;
    out.clear();
    let mut two = Vec::with_capacity(2);
    while out.len() < want {
        let n = numbers(&bytes[used..], 2, strict, &mut two, wire::float);
        let &[re, im] = &two[..] else { break };
        out.push((re, im));
        used += n;
    }
    used
}

impl Walk {
    /// Whether elements of this shape come in runs.
    pub(super) fn comes_in_runs(shape: &Shape) -> bool {
        matches!(shape, Shape::Bool | Shape::Int | Shape::Uint | Shape::Float | Shape::Complex)
    }

    /// Reads the next run of elements of a list; `None` if the next element must be looked at alone, as it is not whole or not right.
    pub(super) fn run(&mut self, window: &mut Window<'_>, level: &Level) -> Result<Option<Token>, Stop> {
        let most = if self.single { 1 } else { RUN };
        let want = usize::try_from(level.count - level.done).map_or(most, |left| left.min(most));
        let strict = self.watches;
        let (bytes, runs) = (self.frame.rest(window), &mut self.runs);
        let (used, n, token): (usize, usize, fn(usize) -> Token) = match self.types.node(level.elem).shape {
            Shape::Bool if !strict => {
                let used = numbers(bytes, want, strict, &mut runs.bools, |v| v != 0);
                (used, runs.bools.len(), Token::Bools)
            }
            Shape::Int => {
                let used = numbers(bytes, want, strict, &mut runs.ints, wire::int);
                (used, runs.ints.len(), Token::Ints)
            }
            Shape::Uint => {
                let used = numbers(bytes, want, strict, &mut runs.uints, |v| v);
                (used, runs.uints.len(), Token::Uints)
            }
            Shape::Float => {
                let used = numbers(bytes, want, strict, &mut runs.floats, wire::float);
                (used, runs.floats.len(), Token::Floats)
            }
            Shape::Complex => {
                let used = pairs(bytes, want, strict, &mut runs.complexes);
                (used, runs.complexes.len(), Token::Complexes)
            }
            _ => (0, 0, Token::Bools),
        };
        if n == 0 {
            return Ok(None);
        }
        if let Some(top) = self.stack.last_mut() {
            top.done += n as u64;
        }
        self.advance(window, used);
        Ok(Some(token(n)))
    }
}
