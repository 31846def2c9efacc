//! What is in the files, beside the types.

use super::graph::{Id, United};
use crate::types;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Names of types that are kept of what the interfaces in a field held.
pub(super) const HELD: usize = 16;

/// Names of types that a field's interfaces held, in its comment.
const SHOWN: usize = 6;

/// Runs of values of one type that are kept of a file.
const MOST_RUNS: usize = 65_536;

/// Names of types that are kept of what interfaces held, in all files.
const MOST_NAMES: usize = 16_384;

/// What an interface held: a type, under the name that its sender has registered.
#[derive(Debug)]
pub(super) struct Register {
    pub(super) name: Rc<[u8]>,
    pub(super) ty: Id,
}

/// What is in a file.
#[derive(Debug)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) streams: u32,
    /// Types of values, and how many in a row have each: the first [`MOST_RUNS`].
    pub(super) values: Vec<(Id, u64)>,
    /// Values behind those.
    pub(super) more: u64,
}

impl File {
    pub(super) fn new(name: String) -> Self {
        File { name, streams: 1, values: Vec::new(), more: 0 }
    }

    pub(super) fn add(&mut self, id: Id) {
        let is_full = self.values.len() >= MOST_RUNS;
        match self.values.last_mut() {
            Some((last, n)) if *last == id && self.more == 0 => *n += 1,
            _ if is_full => self.more += 1,
            _ => self.values.push((id, 1)),
        }
    }

    /// How many values there are.
    pub(super) fn count(&self) -> u64 {
        self.values.iter().map(|(_, n)| n).sum::<u64>() + self.more
    }
}

/// What is in all files.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) files: Vec<File>,
    /// What interfaces held, each once: the first [`MOST_NAMES`].
    pub(super) registers: Vec<Register>,
    known: HashMap<Rc<[u8]>, HashSet<Id>>,
    /// Values in interfaces that are not among those.
    pub(super) more: u64,
    /// The types of top-level values, each once.
    pub(super) tops: Vec<Id>,
    top: HashSet<Id>,
    /// What the interfaces in a field held, of the names above, by type and number of the field.
    pub(super) holds: BTreeMap<(Id, usize), Vec<Rc<[u8]>>>,
    /// Strings that are not UTF-8: the fields where they are, by type and number, and whether there are any.
    pub(super) bad_text: BTreeSet<(Id, usize)>,
    pub(super) has_bad_text: bool,
}

impl Found {
    /// A top-level value.
    pub(super) fn top(&mut self, id: Id) {
        if self.top.insert(id) {
            self.tops.push(id);
        }
    }

    /// A value in an interface, and its name, if that is kept.
    pub(super) fn register(&mut self, name: &[u8], ty: Id) -> Option<Rc<[u8]>> {
        let known = self.known.get_key_value(name);
        let old = known.map(|(name, _)| Rc::clone(name));
        if known.is_some_and(|(_, ids)| ids.contains(&ty)) {
            return old;
        }
        if self.registers.len() >= MOST_NAMES {
            self.more += 1;
            return old;
        }
        let name: Rc<[u8]> = old.unwrap_or_else(|| name.into());
        self.known.entry(Rc::clone(&name)).or_default().insert(ty);
        self.registers.push(Register { name: Rc::clone(&name), ty });
        Some(name)
    }

    /// What is known of types, said of those that stand for them.
    pub(super) fn settle(&mut self, same: &[Id], united: &United) {
        let place = |(id, field): (Id, usize)| (same[id], united.place(id, field));
        for (at, names) in std::mem::take(&mut self.holds) {
            let all = self.holds.entry(place(at)).or_default();
            for name in names {
                if !all.contains(&name) {
                    all.push(name);
                }
            }
        }
        self.bad_text = std::mem::take(&mut self.bad_text).into_iter().map(place).collect();
    }

    /// What the interfaces in a field held: `holds main.Point, …`.
    pub(super) fn held(&self, id: Id, field: usize) -> String {
        let Some(names) = self.holds.get(&(id, field)) else { return String::new() };
        let mut names: Vec<String> = names.iter().map(|name| types::plain(name)).collect();
        let more = if names.len() > SHOWN { ", …" } else { "" };
        names.truncate(SHOWN);
        format!("holds {}{more}", names.join(", "))
    }
}
