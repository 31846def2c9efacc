//! Runs of like elements, of which only the first are shown.

use super::sheet::{Span, WIDTH};

/// A list or map of more elements than this is folded.
const OVER: u64 = 16;

/// How many elements of it are shown.
pub(super) const SHOWN: u64 = 3;

/// Whether a list or map of so many elements is folded.
pub(super) fn folds(count: u64) -> bool {
    count > OVER
}

/// Bytes that are not shown one by one.
#[derive(Debug, Default)]
pub(super) struct Fold {
    /// How many levels are open where the elements stand.
    pub(super) depth: usize,
    /// Elements, or keys and elements, that begin here.
    pub(super) elements: u64,
    offset: u64,
    head: Vec<u8>,
    len: u64,
}

impl Fold {
    pub(super) fn new(depth: usize) -> Self {
        Fold { depth, ..Fold::default() }
    }

    pub(super) fn add(&mut self, offset: u64, bytes: &[u8]) {
        if self.len == 0 {
            self.offset = offset;
        }
        let room = WIDTH - self.head.len();
        if room > 0 {
            self.head.extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
        self.len += bytes.len() as u64;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) fn span(&self) -> Span<'_> {
        Span { offset: self.offset, bytes: &self.head, len: self.len }
    }

    /// `1231 more elements, 9848 bytes`.
    pub(super) fn text(&self, is_map: bool) -> String {
        let (n, what) = if is_map { (self.elements / 2, "pair") } else { (self.elements, "element") };
        let bytes = crate::report::count(self.len, "byte");
        match n {
            0 => format!("… the rest of the {what}, {bytes}"),
            1 => format!("… 1 more {what}, {bytes}"),
            _ => format!("… {n} more {what}s, {bytes}"),
        }
    }
}
