//! The canonical form (RFC 8785): members in the order of their names' UTF-16 code units.
//!
//! An object is written as it comes and its members are put in order when it ends, in the buffer. So a top-level
//! value is held whole. Members are kept as long as their object is open; the deepest are at the end of the list.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use crate::out::Out;

#[derive(Debug, Default)]
pub(super) struct Members {
    list: Vec<Member>,
    names: String,
    sorted: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Member {
    level: usize,
    /// Where it begins in the buffer.
    at: usize,
    /// Where its name is in `names`.
    name: Range<usize>,
}

fn by_utf16(a: &str, b: &str) -> Ordering {
    a.encode_utf16().cmp(b.encode_utf16())
}

impl Members {
    pub(super) fn add(&mut self, level: usize, at: usize, name: &str) {
        let start = self.names.len();
        self.names.push_str(name);
        self.list.push(Member { level, at, name: start..self.names.len() });
    }

    /// The first `count` bytes of the buffer have gone, all of them from in front of the members.
    pub(super) fn moved(&mut self, count: usize) {
        self.list.iter_mut().for_each(|member| member.at -= count);
    }

    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.names.clear();
    }

    fn name(&self, member: &Member) -> &str {
        &self.names[member.name.clone()]
    }

    /// The members of the object at `level`, which ends now, by name. None if two have the same one.
    fn order(&self, level: usize) -> Option<Vec<usize>> {
        let first = self.list.partition_point(|member| member.level < level);
        let mut order: Vec<_> = (first..self.list.len()).collect();
        let name = |&index: &usize| self.name(&self.list[index]);
        order.sort_by(|a, b| by_utf16(name(a), name(b)));
        let twice = order.windows(2).any(|pair| name(&pair[0]) == name(&pair[1]));
        (!twice).then_some(order)
    }

    /// Puts the object at `level` in order; false if it has a name twice, and then nothing is changed.
    pub(super) fn sort(&mut self, level: usize, out: &mut Out) -> bool {
        let Some(order) = self.order(level) else {
            return false;
        };
        let Some(&first) = order.iter().min() else {
            return true;
        };
        let (start, name) = (self.list[first].at, self.list[first].name.start);
        self.sorted.clear();
        for &index in &order {
            let end = self.list.get(index + 1).map_or(out.len(), |next| next.at - 1);
            self.sorted.extend_from_slice(&out.filled()[self.list[index].at..end]);
            self.sorted.push(b',');
        }
        self.sorted.pop();
        out.truncate(start);
        out.put(&self.sorted);
        self.list.truncate(first);
        self.names.truncate(name);
        true
    }
}
