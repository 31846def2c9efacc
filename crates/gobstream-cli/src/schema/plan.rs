//! What is declared, under which name, and where pointers stand.

use super::found::{Found, Register};
use super::graph::{Graph, Id, Node, Payloads, Shape, United, edges, library};
use super::ident::{self, Idents};
use crate::types;
use std::collections::{BTreeMap, VecDeque};

/// Types inside a type that is written out in place; larger ones get a name.
const INLINE: usize = 12;

/// All types, and how Go is to see them.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) nodes: Vec<Node>,
    /// The type that stands for each.
    pub(super) same: Vec<Id>,
    /// The names of those that are declared.
    pub(super) names: Vec<Option<String>>,
    /// Groups of types that contain each other, by number.
    groups: Vec<usize>,
    /// Whether Go can compare values.
    comparable: Vec<bool>,
    /// Opaque types that must be comparable: they are in keys.
    pub(super) keyed: Vec<bool>,
    pub(super) idents: Idents,
    /// The types that other versions of a struct have for a field.
    versions: BTreeMap<(Id, usize), Vec<Id>>,
}

impl Plan {
    pub(super) fn new(graph: &Graph, found: &Found, united: &United) -> Self {
        let same = graph.merge();
        let mut nodes = graph.nodes.clone();
        for (node, old) in nodes.iter_mut().zip(&graph.nodes) {
            node.shape = old.shape.map(|id| same[id]);
        }
        join_payloads(&mut nodes, &same);
        let n = nodes.len();
        let mut plan = Plan {
            nodes,
            same,
            names: vec![None; n],
            groups: Vec::new(),
            comparable: vec![true; n],
            keyed: vec![false; n],
            idents: Idents::default(),
            versions: BTreeMap::new(),
        };
        plan.set_versions(united);
        let declared = plan.declared();
        plan.find_groups();
        plan.compare();
        plan.name(&declared, found);
        plan
    }

    /// The types that stand for themselves and are no built-in ones, in the order of their definitions.
    pub(super) fn all(&self) -> impl Iterator<Item = Id> {
        (super::graph::BUILTIN..self.nodes.len()).filter(|&id| self.same[id] == id)
    }

    /// What the stream calls a type that is declared under a name, if that is something else.
    pub(super) fn called(&self, id: Id, name: &str) -> String {
        let wire = &self.nodes[id].name;
        let is_numbered = ident::made_of(wire) != name;
        match types::plain(wire) {
            wire if wire == name => String::new(),
            wire if wire.is_empty() => format!("{name} has no name in the stream."),
            wire if is_numbered => format!("{name} is another type that the stream calls {wire}."),
            wire => format!("{name} is called {wire} in the stream."),
        }
    }

    fn set_versions(&mut self, united: &United) {
        for (&(id, field), others) in &united.versions {
            let Shape::Struct(fields) = &self.nodes[id].shape else { continue };
            let own = fields.get(field).map(|field| field.ty);
            let mut differ: Vec<Id> = others.iter().map(|&ty| self.same[ty]).filter(|&ty| Some(ty) != own).collect();
            differ.sort_unstable();
            differ.dedup();
            if !differ.is_empty() {
                self.versions.insert((self.same[id], field), differ);
            }
        }
    }

    /// What a field is in other versions of its struct, with `--union`.
    pub(super) fn other_versions(&self, id: Id, field: usize) -> String {
        let Some(others) = self.versions.get(&(id, field)) else { return String::new() };
        let words: Vec<String> = others.iter().map(|&ty| self.word(ty)).collect();
        format!("In another version it is {}.", words.join(" or "))
    }

    /// A type in a word or two.
    pub(super) fn word(&self, id: Id) -> String {
        let named = self.names[id].clone();
        named.unwrap_or_else(|| match self.nodes[id].shape {
            Shape::Array(..) => "an array".into(),
            Shape::Slice(_) => "a slice".into(),
            Shape::Map(..) => "a map".into(),
            Shape::Opaque(_) => library(&self.nodes[id]).unwrap_or("opaque").into(),
            _ => types::builtin(self.nodes[id].id).unwrap_or("unknown").into(),
        })
    }

    // ---- what is declared

    /// Structs, opaque types of no library, types with names of their own, and what is too large or too recursive to stand in place.
    fn declared(&self) -> Vec<bool> {
        let mut declared: Vec<bool> = self.nodes.iter().map(needs_name).collect();
        // Sizes of what stands in place; 0 while it is not known, and `OPEN` while it is looked at.
        const OPEN: usize = usize::MAX;
        let mut sizes = vec![0; self.nodes.len()];
        for start in self.all() {
            let mut stack = vec![start];
            while let Some(&id) = stack.last() {
                let is_new = sizes[id] == 0;
                sizes[id] = OPEN;
                let parts: Vec<Id> = edges(&self.nodes[id].shape).filter(|&e| !declared[e]).collect();
                if is_new && !declared[id] {
                    for &part in &parts {
                        declared[part] |= sizes[part] == OPEN;
                    }
                    stack.extend(parts.iter().filter(|&&part| sizes[part] == 0));
                    continue;
                }
                stack.pop();
                sizes[id] = parts.iter().filter(|&&e| !declared[e]).map(|&e| sizes[e].min(INLINE)).sum::<usize>() + 1;
                declared[id] |= sizes[id] > INLINE;
            }
        }
        declared
    }

    // ---- pointers and keys

    /// Types whose values lie inside values of this one.
    fn by_value(&self, id: Id) -> impl Iterator<Item = Id> {
        let shape = &self.nodes[id].shape;
        edges(shape).filter(move |_| matches!(shape, Shape::Struct(_) | Shape::Array(..)))
    }

    /// Numbers the groups of types that contain each other (Tarjan's way, without recursion).
    fn find_groups(&mut self) {
        let n = self.nodes.len();
        let mut tarjan = Tarjan { index: vec![0; n], low: vec![0; n], groups: vec![usize::MAX; n], next: 1, open: Vec::new() };
        for start in 0..n {
            if tarjan.index[start] == 0 {
                self.visit(start, &mut tarjan);
            }
        }
        self.groups = tarjan.groups;
    }

    fn visit(&self, start: Id, tarjan: &mut Tarjan) {
        let mut work: Vec<(Id, VecDeque<Id>)> = vec![(start, self.by_value(start).collect())];
        tarjan.enter(start);
        while let Some((id, parts)) = work.last_mut() {
            let id = *id;
            if let Some(part) = parts.pop_front() {
                if tarjan.index[part] == 0 {
                    tarjan.enter(part);
                    work.push((part, self.by_value(part).collect()));
                } else if tarjan.groups[part] == usize::MAX {
                    tarjan.low[id] = tarjan.low[id].min(tarjan.index[part]);
                }
                continue;
            }
            work.pop();
            tarjan.leave(id, work.last().map(|(above, _)| *above));
        }
    }

    /// Whether a value of type `to`, which lies inside one of type `from`, must be a pointer, lest types contain themselves.
    fn contains_itself(&self, from: Id, to: Id) -> bool {
        self.groups[from] == self.groups[to]
    }

    /// The same, but only at types with a name: in between, values stand in place.
    pub(super) fn is_pointer(&self, from: Id, to: Id) -> bool {
        self.names[to].is_some()
            && matches!(self.nodes[from].shape, Shape::Struct(_) | Shape::Array(..))
            && self.contains_itself(from, to)
    }

    /// Whether a key of this type must be a pointer, as Go cannot compare the values.
    pub(super) fn is_pointer_key(&self, id: Id) -> bool {
        !self.comparable[id]
    }

    /// Finds out what Go can compare, and which opaque types it has to.
    fn compare(&mut self) {
        let mut todo: Vec<Id> = self.all().filter_map(|id| self.key(id)).collect();
        while let Some(id) = todo.pop() {
            if !std::mem::replace(&mut self.keyed[id], true) {
                todo.extend(self.by_value(id));
            }
        }
        let mut users: Vec<Vec<Id>> = vec![Vec::new(); self.nodes.len()];
        for id in self.all() {
            for part in self.by_value(id).filter(|&part| !self.contains_itself(id, part)) {
                users[part].push(id);
            }
        }
        let mut todo: Vec<Id> = (0..self.nodes.len()).filter(|&id| self.is_incomparable(id)).collect();
        while let Some(id) = todo.pop() {
            if std::mem::replace(&mut self.comparable[id], false) {
                todo.extend(&users[id]);
            }
        }
    }

    fn key(&self, id: Id) -> Option<Id> {
        match self.nodes[id].shape {
            Shape::Map(key, _) => Some(key),
            _ => None,
        }
    }

    fn is_incomparable(&self, id: Id) -> bool {
        match &self.nodes[id].shape {
            Shape::Slice(_) | Shape::Map(..) | Shape::Bytes => true,
            Shape::Opaque(_) => library(&self.nodes[id]).is_some_and(|name| name.starts_with("big.")),
            _ => false,
        }
    }

    // ---- names

    fn name(&mut self, declared: &[bool], found: &Found) {
        let ids: Vec<Id> = self.all().filter(|&id| declared[id]).collect();
        for &id in ids.iter().filter(|&&id| is_word(&self.nodes[id].name)) {
            let name = ident::made_of(&self.nodes[id].name);
            self.names[id] = Some(self.idents.take(&name));
        }
        let unnamed = |plan: &Plan, id: Id| declared[id] && plan.names[id].is_none();
        for (id, register) in found.registers.iter().map(|r| (self.same[r.ty], r)).collect::<Vec<(Id, &Register)>>() {
            if unnamed(self, id) {
                self.names[id] = Some(self.idents.take(&ident::made_of(&register.name)));
            } else if matches!(self.nodes[id].shape, Shape::Slice(_) | Shape::Array(..)) {
                self.name_parts(id, &ident::made_of(&register.name), declared);
            }
        }
        for id in found.tops.iter().map(|&id| self.same[id]).collect::<Vec<Id>>() {
            if unnamed(self, id) {
                self.names[id] = Some(self.idents.take("Value"));
            }
            self.name_parts(id, "Value", declared);
        }
        self.name_by_place(&ids, declared);
        for id in ids {
            if self.names[id].is_none() {
                self.names[id] = Some(self.idents.take(&format!("Type{}", self.nodes[id].id)));
            }
        }
    }

    /// Names parts without a name of a type that itself stands in place.
    fn name_parts(&mut self, id: Id, owner: &str, declared: &[bool]) {
        if declared[id] {
            return;
        }
        for (place, part) in self.places(id, declared) {
            if self.names[part].is_none() {
                let place = if place == "Elem" { "" } else { &place };
                self.names[part] = Some(self.idents.take(&joined(owner, place)));
            }
        }
    }

    /// Names what has none after the field, key or element that it is.
    fn name_by_place(&mut self, ids: &[Id], declared: &[bool]) {
        let mut todo: VecDeque<Id> = ids.iter().copied().filter(|&id| self.names[id].is_some()).collect();
        while let Some(id) = todo.pop_front() {
            let Some(owner) = self.names[id].clone() else { continue };
            for (name, part) in self.places(id, declared) {
                if self.names[part].is_none() {
                    self.names[part] = Some(self.idents.take(&joined(&owner, &name)));
                    todo.push_back(part);
                }
            }
        }
    }

    /// The types with names that can be reached from a type without passing another one, with the names of their places.
    fn places(&self, id: Id, declared: &[bool]) -> Vec<(String, Id)> {
        let mut places = Vec::new();
        let mut todo: Vec<(String, Id)> = self.parts(id, "");
        todo.reverse();
        while let Some((name, part)) = todo.pop() {
            if declared[part] {
                places.push((name, part));
            } else {
                todo.extend(self.parts(part, &name).into_iter().rev());
            }
        }
        places
    }

    fn parts(&self, id: Id, place: &str) -> Vec<(String, Id)> {
        let or = |word: &str| if place.is_empty() { word.to_owned() } else { place.to_owned() };
        match &self.nodes[id].shape {
            Shape::Struct(fields) => fields.iter().map(|f| (ident::made_of(&f.name), f.ty)).collect(),
            Shape::Map(key, elem) => vec![(joined(place, "Key"), *key), (or("Elem"), *elem)],
            Shape::Slice(elem) | Shape::Array(elem, _) => vec![(or("Elem"), *elem)],
            _ => Vec::new(),
        }
    }
}

/// Bytes that a name made of places may take in front of its last one; types in types would else have names as long as their depth.
const LONGEST: usize = 48;

/// The name of a place inside another one.
fn joined(owner: &str, place: &str) -> String {
    if owner.len() > LONGEST { place.to_owned() } else { format!("{owner}{place}") }
}

/// Payloads of types that turned out to be one.
fn join_payloads(nodes: &mut [Node], same: &[Id]) {
    for id in 0..nodes.len() {
        let (mine, to) = (nodes[id].payloads, same[id]);
        nodes[to].payloads = match (nodes[to].payloads, mine) {
            (one, Payloads::None) | (Payloads::None, one) => one,
            (one, other) if one == other => one,
            _ => Payloads::Unknown,
        };
    }
}

fn needs_name(node: &Node) -> bool {
    match node.shape {
        Shape::Struct(_) => true,
        Shape::Opaque(gobstream::known::Marshaler::Text) => false,
        Shape::Opaque(_) => library(node).is_none(),
        Shape::Slice(_) | Shape::Array(..) | Shape::Map(..) => is_word(&node.name),
        _ => false,
    }
}

/// Whether a type was declared under this name, which is no `[]T` or `map[K]V`.
fn is_word(name: &[u8]) -> bool {
    !name.is_empty() && !name.starts_with(b"[") && !name.starts_with(b"map[") && !name.starts_with(b"*")
}

#[derive(Debug)]
struct Tarjan {
    index: Vec<usize>,
    low: Vec<usize>,
    groups: Vec<usize>,
    next: usize,
    open: Vec<Id>,
}

impl Tarjan {
    fn enter(&mut self, id: Id) {
        self.index[id] = self.next;
        self.low[id] = self.next;
        self.next += 1;
        self.open.push(id);
    }

    fn leave(&mut self, id: Id, above: Option<Id>) {
        if let Some(above) = above {
            self.low[above] = self.low[above].min(self.low[id]);
        }
        if self.low[id] != self.index[id] {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.groups[member] = id;
            if member == id {
                break;
            }
        }
    }
}
