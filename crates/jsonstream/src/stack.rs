//! Where in the grammar a stream stands: one word for each level of nesting.

use alloc::vec::Vec;

const OBJECT: u64 = 1;
const ARRAY: u64 = 2;
const MORE: u64 = 4;
/// The count is in the bits from this one on, so that all that is asked for are small numbers in the code.
const ONE: u64 = 8;

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
        self.0 / ONE
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 < ONE
    }

    /// In an object: a name has been given and its value has not.
    #[inline]
    pub(crate) fn wants_value(self) -> bool {
        self.0 & (OBJECT | ONE) == OBJECT | ONE
    }

    /// In an object: a name or the end comes next.
    #[inline]
    pub(crate) fn wants_key(self) -> bool {
        self.0 & (OBJECT | ONE) == OBJECT
    }

    /// The bracket that opens it, which is not the top.
    #[inline]
    pub(crate) fn opening(self) -> u8 {
        if self.is_array() { b'[' } else { b'{' }
    }

    #[inline]
    pub(crate) fn closing(self) -> u8 {
        if self.is_array() { b']' } else { b'}' }
    }

    /// Of the kind that `empty` is of, and nothing is due.
    #[inline]
    pub(crate) fn is_complete(self, empty: Self) -> bool {
        let due = if empty.is_object() { MORE | ONE } else { MORE };
        self.0 & (OBJECT | ARRAY | due) == empty.0
    }

    #[inline]
    pub(crate) fn add(&mut self, tokens: u64) {
        self.0 = (self.0 & !MORE) + tokens * ONE;
    }

    /// The last value was taken back.
    pub(crate) fn take_back(&mut self) {
        self.0 -= ONE;
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
    /// The others; of those behind the first `depth` only the memory counts.
    outer: Vec<Level>,
    depth: usize,
    max: usize,
}

impl Levels {
    pub(crate) fn new(max: usize) -> Self {
        Self { current: Level::TOP, outer: Vec::new(), depth: 0, max }
    }

    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.depth >= self.max
    }

    /// Is there memory for a level more? Then the limit is not reached, either.
    #[inline]
    pub(crate) fn is_ready(&self) -> bool {
        self.depth < self.outer.len()
    }

    /// Enters a level, unless the limit is reached.
    #[inline]
    #[must_use]
    pub(crate) fn push(&mut self, level: Level) -> bool {
        let Some(place) = self.outer.get_mut(self.depth) else {
            return self.push_more(level);
        };
        *place = core::mem::replace(&mut self.current, level);
        self.depth += 1;
        true
    }

    /// The same, with more memory.
    #[cold]
    fn push_more(&mut self, level: Level) -> bool {
        if self.is_full() {
            return false;
        }
        let size = (self.depth * 2).max(8).min(self.max);
        self.outer.resize(size, Level::TOP);
        self.push(level)
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        let depth = self.depth.wrapping_sub(1);
        if let Some(&level) = self.outer.get(depth) {
            (self.current, self.depth) = (level, depth);
        } else {
            self.current = Level::TOP;
        }
    }

    /// Back to the top, what is open counting as a value there.
    pub(crate) fn clear(&mut self) {
        if self.depth > 0 {
            self.current = self.outer[0];
        }
        self.depth = 0;
    }

    /// All levels, the outermost first.
    pub(crate) fn all(&self) -> impl Iterator<Item = Level> {
        self.outer[..self.depth].iter().copied().chain([self.current])
    }

    pub(crate) fn reset(&mut self) {
        self.depth = 0;
        self.current = Level::TOP;
    }
}
