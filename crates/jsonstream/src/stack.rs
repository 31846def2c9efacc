//! Where in the grammar a stream stands: one word for each level of nesting.

use alloc::vec::Vec;

const OBJECT: u64 = 1 << 63;
const ARRAY: u64 = 1 << 62;
const MORE: u64 = 1 << 61;
const COUNT: u64 = MORE - 1;

/// One level: what it is, and how many tokens stand in it. In an object names and values count alike, so an odd
/// count says that a value must follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level(u64);

impl Level {
    pub(crate) const TOP: Self = Self(0);
    pub(crate) const OF_ARRAY: Self = Self(ARRAY);
    pub(crate) const OF_OBJECT: Self = Self(OBJECT);

    #[inline]
    pub(crate) fn is_array(self) -> bool {
        self.0 & ARRAY != 0
    }

    #[inline]
    pub(crate) fn is_object(self) -> bool {
        self.0 & OBJECT != 0
    }

    #[inline]
    pub(crate) fn is_top(self) -> bool {
        self.0 & (ARRAY | OBJECT) == 0
    }

    #[inline]
    pub(crate) fn count(self) -> u64 {
        self.0 & COUNT
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.count() == 0
    }

    /// In an object: a name has been given and its value has not.
    #[inline]
    pub(crate) fn wants_value(self) -> bool {
        self.is_object() && self.0 & 1 == 1
    }

    /// In an object: a name or the end comes next.
    #[inline]
    pub(crate) fn wants_key(self) -> bool {
        self.is_object() && self.0 & 1 == 0
    }

    /// Of the kind that `empty` is of, and nothing is due.
    #[inline]
    pub(crate) fn is_complete(self, empty: Self) -> bool {
        let due = if empty.is_object() { MORE | 1 } else { MORE };
        self.0 & (OBJECT | ARRAY | due) == empty.0
    }

    #[inline]
    pub(crate) fn add(&mut self, tokens: u64) {
        self.0 = (self.0 & !MORE) + tokens;
    }

    /// The last value was taken back.
    pub(crate) fn take_back(&mut self) {
        self.0 -= 1;
    }

    /// A comma was announced and what follows it was not given yet.
    #[inline]
    pub(crate) fn wants_more(self) -> bool {
        self.0 & MORE != 0
    }

    /// The last token was not read after all. All that must stand in front of it has been.
    #[cold]
    pub(crate) fn unread(&mut self) {
        self.take_back();
        if !self.wants_key() || !self.is_empty() {
            self.announce_more();
        }
    }

    /// What was announced will not come.
    pub(crate) fn settle(&mut self) {
        self.0 &= !MORE;
    }

    #[inline]
    pub(crate) fn announce_more(&mut self) {
        self.0 |= MORE;
    }
}

/// All levels; the innermost is at hand.
#[derive(Debug)]
pub(crate) struct Levels {
    pub(crate) current: Level,
    outer: Vec<Level>,
    max: usize,
}

impl Levels {
    pub(crate) fn new(max: usize) -> Self {
        Self { current: Level::TOP, outer: Vec::new(), max }
    }

    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.outer.len()
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.outer.len() >= self.max
    }

    /// Enters a level, unless the limit is reached.
    #[inline]
    #[must_use]
    pub(crate) fn push(&mut self, level: Level) -> bool {
        if self.is_full() {
            return false;
        }
        self.outer.push(self.current);
        self.current = level;
        true
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.current = self.outer.pop().unwrap_or(Level::TOP);
    }

    /// Back to the top, what is open counting as a value there.
    pub(crate) fn clear(&mut self) {
        self.current = self.outer.first().copied().unwrap_or(self.current);
        self.outer.clear();
    }

    /// All levels, the outermost first.
    pub(crate) fn all(&self) -> impl Iterator<Item = Level> {
        self.outer.iter().copied().chain([self.current])
    }

    pub(crate) fn reset(&mut self) {
        self.outer.clear();
        self.current = Level::TOP;
    }
}
