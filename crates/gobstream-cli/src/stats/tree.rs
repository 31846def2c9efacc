//! Sums by path. A path is a node of a tree that follows the values as they nest; so memory grows with the types, not with the file,
//! and up to a limit.

use crate::types;
use gobstream::{Event, Type, What};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Paths that are told apart; what nests further is counted with what it stands in.
const MOST: usize = 10_000;

/// Bytes that a node takes, and a field of a type, about.
const NODE: u64 = 512;
const FIELD: u64 = 64;

/// A step from a value to its parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step {
    /// A value at the top, by the name of its type.
    Top(Rc<[u8]>),
    Field(Rc<[u8]>),
    Elem,
    Key,
    /// What an interface holds, by its name.
    Inside(Rc<[u8]>),
}

/// What there is at a path.
#[derive(Debug, Default)]
struct Node {
    children: HashMap<Step, usize>,
    /// The children in order.
    order: Vec<(Step, usize)>,
    /// Fields by type and number.
    fields: HashMap<(i32, u64, u32), usize>,
    kind: &'static str,
    count: u64,
    bytes: u64,
    range: Range,
}

/// The least and the most of what there is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Range {
    #[default]
    None,
    Ints(i64, i64),
    Uints(u64, u64),
    Floats(f64, f64),
    /// Lengths, in bytes, elements or entries.
    Lengths(u64, u64, &'static str),
}

impl Range {
    fn join(&mut self, other: Range) {
        *self = match (*self, other) {
            (Range::None, other) => other,
            (Range::Ints(a, b), Range::Ints(c, d)) => Range::Ints(a.min(c), b.max(d)),
            (Range::Uints(a, b), Range::Uints(c, d)) => Range::Uints(a.min(c), b.max(d)),
            (Range::Floats(a, b), Range::Floats(c, d)) => Range::Floats(a.min(c), b.max(d)),
            (Range::Lengths(a, b, what), Range::Lengths(c, d, _)) => Range::Lengths(a.min(c), b.max(d), what),
            (this, _) => this,
        };
    }

    fn text(self) -> String {
        match self {
            Range::None => String::new(),
            Range::Ints(a, b) if a == b => a.to_string(),
            Range::Ints(a, b) => format!("{a} … {b}"),
            Range::Uints(a, b) if a == b => a.to_string(),
            Range::Uints(a, b) => format!("{a} … {b}"),
            Range::Floats(a, b) if a == b => a.to_string(),
            Range::Floats(a, b) => format!("{a} … {b}"),
            Range::Lengths(1, 1, what) => format!("1 {}", what.trim_end_matches('s').replace("entrie", "entry")),
            Range::Lengths(a, b, what) if a == b => format!("{} {what}", super::commas(a)),
            Range::Lengths(a, b, what) => format!("{} … {} {what}", super::commas(a), super::commas(b)),
        }
    }
}

/// A row of the table.
pub(super) struct Row {
    pub(super) path: String,
    pub(super) kind: String,
    pub(super) count: u64,
    pub(super) bytes: u64,
    pub(super) share: String,
    pub(super) range: String,
    pub(super) is_list: bool,
}

/// A value that is open.
#[derive(Debug)]
struct Level {
    node: usize,
    what: Open,
}

#[derive(Debug)]
enum Open {
    /// The type, and the node of the field that comes.
    Struct(Type, usize),
    /// The node of the elements.
    List(usize),
    /// The nodes of keys and elements, and which comes.
    Map(usize, usize, bool),
    /// The node of what is inside.
    Interface(usize),
}

/// All paths.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    stack: Vec<Level>,
    /// Bytes in front of a value, which count with it.
    before: u64,
    /// The name of the type inside the interface that comes.
    name: Box<[u8]>,
    /// The names in the tree, each once.
    names: HashSet<Rc<[u8]>>,
    /// Bytes that the tree may take still.
    room: u64,
    /// Something is counted with what it stands in.
    pub(super) is_full: bool,
}

impl Tree {
    /// A tree that takes up to `most` bytes.
    pub(super) fn new(most: u64) -> Self {
        Tree {
            nodes: vec![Node::default()],
            stack: Vec::new(),
            before: 0,
            name: Box::default(),
            names: HashSet::new(),
            room: most,
            is_full: false,
        }
    }

    /// Takes in a piece of a value; whether the value has ended.
    pub(super) fn piece(&mut self, what: &What<'_>, bytes: u64) -> bool {
        match what {
            What::Event(Event::Done) => return true,
            What::Event(event) => self.event(event, bytes),
            What::Name(name) => {
                self.name = (*name).into();
                self.before += bytes;
            }
            _ => self.before += bytes,
        }
        false
    }

    /// The value that was begun will not be ended.
    pub(super) fn forget(&mut self) {
        self.stack.clear();
        self.before = 0;
    }

    fn event(&mut self, event: &Event<'_>, bytes: u64) {
        match event {
            Event::Field(i) => self.field(*i, bytes),
            Event::End => {
                if let Some(level) = self.stack.pop() {
                    self.nodes[level.node].bytes += bytes;
                }
                self.ended();
            }
            Event::Definition(_) => {}
            _ => self.value(event, bytes),
        }
    }

    fn field(&mut self, i: u32, bytes: u64) {
        let Some(Level { node, what: Open::Struct(ty, next) }) = self.stack.last_mut() else { return };
        let (node, key) = (*node, (ty.id(), ty.offset(), i));
        self.nodes[node].bytes += bytes + std::mem::take(&mut self.before);
        let known = self.nodes[node].fields.get(&key).copied();
        if let Some(child) = known {
            *next = child;
            return;
        }
        let ty = ty.clone();
        let name = ty.field(i as usize).map_or(&[][..], |field| field.name);
        let child = self.named(node, Step::Field, name);
        if self.takes(FIELD) {
            self.nodes[node].fields.insert(key, child);
        }
        if let Some(Level { what: Open::Struct(_, next), .. }) = self.stack.last_mut() {
            *next = child;
        }
    }

    /// Whether there is room for so many bytes more, which are taken.
    fn takes(&mut self, bytes: u64) -> bool {
        let room = self.room.checked_sub(bytes);
        self.room = room.unwrap_or(self.room);
        room.is_some()
    }

    /// The node for a step that has a name.
    fn named(&mut self, node: usize, step: fn(Rc<[u8]>) -> Step, name: &[u8]) -> usize {
        if let Some(name) = self.names.get(name) {
            return self.child(node, step(name.clone()));
        }
        if !self.takes(name.len() as u64 + FIELD) {
            self.is_full = true;
            return node;
        }
        let name: Rc<[u8]> = name.into();
        self.names.insert(name.clone());
        self.child(node, step(name))
    }

    /// The node for a step, made if there is room for it.
    fn child(&mut self, node: usize, step: Step) -> usize {
        if let Some(child) = self.nodes[node].children.get(&step) {
            return *child;
        }
        if self.nodes.len() >= MOST || !self.takes(NODE) {
            self.is_full = true;
            return node;
        }
        let child = self.nodes.len();
        self.nodes.push(Node::default());
        self.nodes[node].order.push((step.clone(), child));
        self.nodes[node].children.insert(step, child);
        child
    }

    /// The node of the value that begins.
    fn place(&mut self, event: &Event<'_>) -> usize {
        match self.stack.last() {
            None => self.named(0, Step::Top, name(event).as_bytes()),
            Some(Level { what, .. }) => match *what {
                Open::Struct(_, next) | Open::List(next) | Open::Interface(next) => next,
                Open::Map(key, elem, at_key) => {
                    if at_key {
                        key
                    } else {
                        elem
                    }
                }
            },
        }
    }

    fn value(&mut self, event: &Event<'_>, bytes: u64) {
        let place = self.place(event);
        let (kind, count, range) = about(event);
        let node = &mut self.nodes[place];
        node.kind = match node.kind {
            "" => kind,
            old if old == kind => kind,
            _ => "mixed",
        };
        node.count += count;
        node.bytes += bytes + std::mem::take(&mut self.before);
        node.range.join(range);
        let open = match event {
            Event::Struct(ty) => Open::Struct((*ty).clone(), place),
            Event::List(..) => Open::List(self.child(place, Step::Elem)),
            Event::Map(..) => Open::Map(self.child(place, Step::Key), self.child(place, Step::Elem), true),
            Event::Interface(..) => {
                let name = std::mem::take(&mut self.name);
                Open::Interface(self.named(place, Step::Inside, &name))
            }
            _ => return self.ended(),
        };
        self.stack.push(Level { node: place, what: open });
    }

    /// A value has ended: a map turns from key to element and back.
    fn ended(&mut self) {
        if let Some(Level { what: Open::Map(_, _, at_key), .. }) = self.stack.last_mut() {
            *at_key = !*at_key;
        }
    }

    // ---- the table

    /// The rows, in the order of the tree; `total`: bytes of all values.
    pub(super) fn rows(&self, total: u64) -> Vec<Row> {
        let is_alone = self.nodes[0].order.len() == 1;
        let mut rows = Vec::new();
        let mut todo: Vec<(String, usize)> = Vec::new();
        let push = |path: &str, node: usize, todo: &mut Vec<(String, usize)>| {
            let steps = self.nodes[node].order.iter().rev();
            todo.extend(steps.map(|(step, child)| (types::elided(&joined(path, step, is_alone)), *child)));
        };
        push("", 0, &mut todo);
        while let Some((path, id)) = todo.pop() {
            let node = &self.nodes[id];
            if node.count > 0 {
                rows.push(Row {
                    path: if path.is_empty() { ".".into() } else { path.clone() },
                    kind: node.kind.into(),
                    count: node.count,
                    bytes: node.bytes,
                    share: format!("{:.1}%", 100.0 * node.bytes as f64 / total.max(1) as f64),
                    range: node.range.text(),
                    is_list: matches!(node.kind, "slice" | "map"),
                });
            }
            push(&path, id, &mut todo);
        }
        rows
    }
}

fn joined(path: &str, step: &Step, is_alone: bool) -> String {
    match step {
        Step::Top(_) if is_alone => String::new(),
        Step::Top(name) => String::from_utf8_lossy(name).into_owned(),
        Step::Field(name) => format!("{path}.{}", types::plain(name)),
        Step::Elem => format!("{path}[]"),
        Step::Key => format!("{path}[key]"),
        Step::Inside(name) => format!("{path}({})", types::plain(name)),
    }
}

/// The name of the type of a value at the top.
fn name(event: &Event<'_>) -> String {
    crate::select::Head::of(event).ty
}

/// The kind of a value, how many it is, and its size or the like.
fn about(event: &Event<'_>) -> (&'static str, u64, Range) {
    let ints = |v: &[i64]| {
        v.iter().fold(Range::None, |mut range, &v| {
            range.join(Range::Ints(v, v));
            range
        })
    };
    let uints = |v: &[u64]| {
        v.iter().fold(Range::None, |mut range, &v| {
            range.join(Range::Uints(v, v));
            range
        })
    };
    let floats = |v: &[f64]| {
        v.iter().fold(Range::None, |mut range, &v| {
            range.join(Range::Floats(v, v));
            range
        })
    };
    let bytes = |n: usize| Range::Lengths(n as u64, n as u64, "bytes");
    match event {
        Event::Bool(_) => ("bool", 1, Range::None),
        Event::Bools(run) => ("bool", run.len() as u64, Range::None),
        Event::Int(v) => ("int", 1, Range::Ints(*v, *v)),
        Event::Ints(run) => ("int", run.len() as u64, ints(run)),
        Event::Uint(v) => ("uint", 1, Range::Uints(*v, *v)),
        Event::Uints(run) => ("uint", run.len() as u64, uints(run)),
        Event::Float(v) => ("float", 1, Range::Floats(*v, *v)),
        Event::Floats(run) => ("float", run.len() as u64, floats(run)),
        Event::Complex(..) => ("complex", 1, Range::None),
        Event::Complexes(run) => ("complex", run.len() as u64, Range::None),
        Event::String(text) => ("string", 1, bytes(text.len())),
        Event::Bytes(text) => ("bytes", 1, bytes(text.len())),
        Event::Opaque(_, text) => ("opaque", 1, bytes(text.len())),
        Event::Struct(_) => ("struct", 1, Range::None),
        Event::List(_, n) => ("slice", 1, Range::Lengths(*n, *n, "elements")),
        Event::Map(_, n) => ("map", 1, Range::Lengths(*n, *n, "entries")),
        Event::Nil => ("interface", 1, Range::None),
        _ => ("interface", 1, Range::None),
    }
}
