//! What was odd in a stream that was read all the same.

use super::odd::Oddity;
use alloc::collections::BTreeMap;

/// How often an oddity was met, and the offset at which it was met first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// How often.
    pub count: u64,
    /// The offset of the first.
    pub first: u64,
}

/// Oddities met so far, with [`Options::notes`](crate::Options::notes).
#[derive(Clone, Debug, Default)]
pub struct Notes {
    notes: BTreeMap<Oddity, Note>,
    /// The last one; a step that waits for bytes meets the same one again.
    last: Option<(Oddity, u64)>,
}

impl Notes {
    pub(super) fn add(&mut self, oddity: Oddity, at: u64) {
        if self.last.replace((oddity, at)) == Some((oddity, at)) {
            return;
        }
        self.notes.entry(oddity).or_insert(Note { count: 0, first: at }).count += 1;
    }

    /// All kinds of oddities that were met.
    pub fn iter(&self) -> impl Iterator<Item = (Oddity, Note)> {
        self.notes.iter().map(|(&oddity, &note)| (oddity, note))
    }

    /// How many oddities were met in all.
    pub fn total(&self) -> u64 {
        self.notes.values().map(|note| note.count).sum()
    }
}
