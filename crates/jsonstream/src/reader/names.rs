//! The names of the open objects, kept only where an option asks for them.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::stack::Levels;

#[derive(Debug, Default)]
pub(super) struct Names {
    /// For pointers: the last name at each level that is an object, one behind the other, and where each begins.
    path: Option<Path>,
    /// Against duplicates: level and name of everything that has come. An ordered set, so no input makes it slow.
    seen: Option<BTreeSet<(usize, Box<[u8]>)>>,
}

#[derive(Debug, Default)]
struct Path {
    text: Vec<u8>,
    starts: Vec<usize>,
}

impl Names {
    pub(super) fn new(duplicates: bool, pointers: bool) -> Self {
        Self { path: pointers.then(Path::default), seen: duplicates.then(BTreeSet::new) }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::new(self.seen.is_some(), self.path.is_some());
    }

    #[inline]
    pub(super) fn are_kept(&self) -> bool {
        self.path.is_some() || self.seen.is_some()
    }

    /// Takes the name of a member at `depth`; false if it is there already and must not be.
    #[must_use]
    pub(super) fn take(&mut self, depth: usize, name: &[u8]) -> bool {
        if let Some(path) = &mut self.path {
            path.set(depth, name);
        }
        self.seen.as_mut().is_none_or(|seen| seen.insert((depth, name.into())))
    }

    /// The object at `depth` has ended.
    #[inline]
    pub(super) fn leave(&mut self, depth: usize) {
        if let Some(seen) = &mut self.seen {
            drop(seen.split_off(&(depth, Box::default())));
        }
    }

    /// The pointer (RFC 6901) of the value at the innermost level: the one that comes, or the one `back` from there.
    pub(super) fn pointer(&self, levels: &Levels, back: u64) -> String {
        let mut pointer = String::new();
        for (depth, level) in levels.all().enumerate().skip(1) {
            // A level below has been counted as an element of this one.
            let innermost = depth == levels.depth();
            let index = level.count().saturating_sub(if innermost { back } else { 1 });
            if level.is_array() {
                pointer.push('/');
                pointer.push_str(&index.to_string());
            } else if !level.is_empty() {
                self.push_name(&mut pointer, depth);
            }
        }
        pointer
    }

    fn push_name(&self, pointer: &mut String, depth: usize) {
        let name = self.path.as_ref().map_or(&[][..], |path| path.get(depth));
        let name = String::from_utf8_lossy(name);
        pointer.push('/');
        pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
    }
}

impl Path {
    fn set(&mut self, depth: usize, name: &[u8]) {
        let end = self.starts.get(depth).copied().unwrap_or(self.text.len());
        self.text.truncate(end);
        self.starts.truncate(depth);
        self.starts.resize(depth + 1, end);
        self.text.extend_from_slice(name);
    }

    fn get(&self, depth: usize) -> &[u8] {
        let start = self.starts.get(depth).copied().unwrap_or(0);
        let end = self.starts.get(depth + 1).copied().unwrap_or(self.text.len());
        self.text.get(start..end).unwrap_or_default()
    }
}
