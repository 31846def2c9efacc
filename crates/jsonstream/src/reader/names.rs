//! The names of the open objects, kept only where an option asks for them.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::stack::Levels;

#[derive(Debug, Default)]
pub(super) struct Names {
    /// Where in the stream the last name of the innermost level begins; if it has none, the bracket of that level.
    pub(super) last: u64,
    /// For pointers. None if they are not asked for.
    path: Option<Path>,
    /// Against duplicates: level and name of everything that has come. An ordered set, so no input makes it slow.
    seen: Option<BTreeSet<(usize, Box<[u8]>)>>,
}

/// A pointer is made of the names in the window when it is asked for. Only names that leave the window are copied.
#[derive(Debug, Default)]
struct Path {
    /// As `last`, of each level around the innermost one.
    outer: Vec<u64>,
    /// Of the outermost levels, the names that have left the window; by where they began it is seen if they still hold.
    kept: Vec<(u64, Box<[u8]>)>,
}

impl Names {
    pub(super) fn new(duplicates: bool, pointers: bool) -> Self {
        Self { last: 0, path: pointers.then(Path::default), seen: duplicates.then(BTreeSet::new) }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::new(self.seen.is_some(), self.path.is_some());
    }

    #[inline]
    pub(super) fn are_kept(&self) -> bool {
        self.path.is_some() || self.seen.is_some()
    }

    #[inline]
    pub(super) fn are_unique(&self) -> bool {
        self.seen.is_some()
    }

    /// Takes the name of a member at `depth`; false if it is there already and must not be.
    #[must_use]
    pub(super) fn take(&mut self, depth: usize, name: &[u8]) -> bool {
        self.seen.as_mut().is_none_or(|seen| seen.insert((depth, name.into())))
    }

    /// A level begins with the bracket at `offset`.
    #[inline]
    pub(super) fn enter(&mut self, offset: u64) {
        if let Some(path) = &mut self.path {
            path.outer.push(self.last);
            self.last = offset;
        }
    }

    /// The object at `depth` has ended.
    #[inline(always)]
    pub(super) fn leave(&mut self, depth: usize) {
        if self.are_kept() {
            self.leave_kept(depth);
        }
    }

    fn leave_kept(&mut self, depth: usize) {
        if let Some(seen) = &mut self.seen {
            drop(seen.split_off(&(depth, Box::default())));
        }
        if let Some(path) = &mut self.path {
            self.last = path.outer.pop().unwrap_or(0);
        }
    }

    fn start(&self, depth: usize) -> Option<u64> {
        match depth.cmp(&self.path.as_ref()?.outer.len()) {
            Ordering::Less => self.path.as_ref()?.outer.get(depth).copied(),
            Ordering::Equal => Some(self.last),
            Ordering::Greater => None,
        }
    }

    /// The window gives up everything before the offset `until`. Names among that are kept, given by `name`.
    pub(super) fn keep(&mut self, until: u64, name: impl Fn(u64) -> Box<[u8]>) {
        let Some(mut path) = self.path.as_mut().map(|path| core::mem::take(&mut path.kept)) else { return };
        while path.last().is_some_and(|&(start, _)| self.start(path.len() - 1) != Some(start)) {
            path.pop();
        }
        while let Some(start) = self.start(path.len()).filter(|&start| start < until) {
            // The top has no name.
            let text = if path.is_empty() { Box::default() } else { name(start) };
            path.push((start, text));
        }
        if let Some(place) = &mut self.path {
            place.kept = path;
        }
    }

    /// The pointer (RFC 6901) of the value at the innermost level: the one that comes, or the one `back` from there. What
    /// is still in the window is given by `name`.
    pub(super) fn pointer(&self, levels: &Levels, back: u64, name: impl Fn(u64) -> Box<[u8]>) -> String {
        let mut pointer = String::new();
        for (depth, level) in levels.all().enumerate().skip(1) {
            // A level below has been counted as an element of this one.
            let innermost = depth == levels.depth();
            let index = level.count().saturating_sub(if innermost { back } else { 1 });
            if level.is_array() {
                pointer.push('/');
                pointer.push_str(&index.to_string());
            } else if !level.is_empty() {
                push_name(&mut pointer, &self.name(depth, &name));
            }
        }
        pointer
    }

    fn name(&self, depth: usize, name: impl Fn(u64) -> Box<[u8]>) -> Cow<'_, [u8]> {
        let start = self.start(depth).unwrap_or(0);
        match self.path.as_ref().and_then(|path| path.kept.get(depth)) {
            Some((kept, name)) if *kept == start => Cow::Borrowed(name),
            _ => Cow::Owned(name(start).into()),
        }
    }
}

/// Another step of a pointer.
pub(crate) fn push_name(pointer: &mut String, name: &[u8]) {
    let name = String::from_utf8_lossy(name);
    pointer.push('/');
    pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
}
