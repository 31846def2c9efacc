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

    /// Reads the next run of elements of a list; `false` if the next element must be looked at alone, as it is not whole or not right.
    pub(super) fn run(&mut self, window: &mut Window<'_>, elem: Slot, left: u64) -> bool {
        let most = if self.single { 1 } else { RUN };
        let want = usize::try_from(left).map_or(most, |left| left.min(most));
        let strict = self.watches;
        let (bytes, runs) = (self.frame.rest(window), &mut self.runs);
        let (used, n) = match self.types.node(elem).shape {
            Shape::Bool if !strict => {
                let used = numbers(bytes, want, strict, &mut runs.bools, |v| v != 0);
                self.token = Token::Bools(runs.bools.len());
                (used, runs.bools.len())
            }
            Shape::Int => {
                let used = numbers(bytes, want, strict, &mut runs.ints, wire::int);
                self.token = Token::Ints(runs.ints.len());
                (used, runs.ints.len())
            }
            Shape::Uint => {
                let used = numbers(bytes, want, strict, &mut runs.uints, |v| v);
                self.token = Token::Uints(runs.uints.len());
                (used, runs.uints.len())
            }
            Shape::Float => {
                let used = numbers(bytes, want, strict, &mut runs.floats, wire::float);
                self.token = Token::Floats(runs.floats.len());
                (used, runs.floats.len())
            }
            Shape::Complex => {
                let used = pairs(bytes, want, strict, &mut runs.complexes);
                self.token = Token::Complexes(runs.complexes.len());
                (used, runs.complexes.len())
            }
            _ => (0, 0),
        };
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
