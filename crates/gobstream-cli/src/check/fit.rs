//! Whether values go into the types that a Go program has, by Go's rules.

use super::locals::{Local, Locals};
use crate::types;
use gobstream::{Event, Kind, Type};
use std::collections::HashSet;

/// Steps of a path that are told.
const DEEPEST: usize = 50;

/// Misfits that are told.
const MOST: usize = 100;

/// Types that are named where one is looked for that is not there.
const NAMED: usize = 8;

/// Something that does not fit.
#[derive(Debug)]
pub(super) struct Misfit {
    /// Where the type is defined that does not fit.
    pub(super) at: Option<u64>,
    pub(super) text: String,
    pub(super) code: &'static str,
    pub(super) go: String,
}

/// A value that is open, with the local types of its parts.
#[derive(Debug)]
enum Level {
    /// With the name of the field that comes.
    Struct(Type, Option<usize>, Option<usize>, String),
    List(Option<usize>),
    Map(Option<usize>, Option<usize>, bool),
    Interface(Option<usize>),
}

/// Compares a stream with the types of a program.
pub(super) struct Fit {
    locals: Locals,
    seen: HashSet<(i32, u64, usize)>,
    missing: HashSet<String>,
    stack: Vec<Level>,
    pub(super) misfits: Vec<Misfit>,
    pub(super) more: u64,
}

impl Fit {
    pub(super) fn new(locals: Locals) -> Self {
        Fit { locals, seen: HashSet::new(), missing: HashSet::new(), stack: Vec::new(), misfits: Vec::new(), more: 0 }
    }

    fn add(&mut self, at: Option<u64>, text: String, code: &'static str, go: String) {
        if self.misfits.len() < MOST { self.misfits.push(Misfit { at, text, code, go }) } else { self.more += 1 }
    }

    /// Forgets a value that will not be ended.
    pub(super) fn forget(&mut self) {
        self.stack.clear();
    }

    /// Takes in an event.
    pub(super) fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Definition(_) | Event::Done => {}
            Event::Field(i) => {
                let Some(Level::Struct(ty, Some(local), next, at)) = self.stack.last_mut() else { return };
                let name = ty.field(*i as usize).map(|field| String::from_utf8_lossy(field.name).into_owned());
                let fields = if let Local::Struct(fields) = self.locals.get(*local) { &fields[..] } else { &[] };
                *at = name.unwrap_or_default();
                *next = self.locals.field(fields, at);
            }
            Event::End => {
                self.stack.pop();
                self.ended();
            }
            _ => self.value(event),
        }
    }

    fn ended(&mut self) {
        if let Some(Level::Map(_, _, at_key)) = self.stack.last_mut() {
            *at_key = !*at_key;
        }
    }

    fn value(&mut self, event: &Event<'_>) {
        let local = self.place(event);
        let level = match event {
            Event::Struct(ty) => Level::Struct((*ty).clone(), local, None, String::new()),
            Event::List(..) => Level::List(local.and_then(|id| match self.locals.get(id) {
                Local::Slice(elem) | Local::Array(_, elem) => Some(*elem),
                _ => None,
            })),
            Event::Map(..) => match local.map(|id| self.locals.get(id)) {
                Some(Local::Map(key, elem)) => Level::Map(Some(*key), Some(*elem), true),
                _ => Level::Map(None, None, true),
            },
            Event::Interface(name, ty) => Level::Interface(self.held(name, ty)),
            other => {
                if let Some(id) = local {
                    self.number(other, id);
                }
                return self.ended();
            }
        };
        self.stack.push(level);
    }

    /// The local type of the value that begins.
    fn place(&mut self, event: &Event<'_>) -> Option<usize> {
        match self.stack.last() {
            Some(Level::Struct(_, _, next, _) | Level::List(next) | Level::Interface(next)) => *next,
            Some(Level::Map(key, elem, at_key)) => {
                if *at_key {
                    *key
                } else {
                    *elem
                }
            }
            None => match event {
                Event::Struct(ty) | Event::List(ty, _) | Event::Map(ty, _) | Event::Opaque(ty, _) => self.top(ty),
                _ => None,
            },
        }
    }

    /// A value at the top goes into the type of its name.
    fn top(&mut self, ty: &Type) -> Option<usize> {
        let name = String::from_utf8_lossy(ty.name()).into_owned();
        let found = self.locals.find(&name).ok()?;
        if found.is_none() && self.missing.insert(name) {
            let mut names = self.locals.names();
            names.truncate(NAMED);
            let has = if names.is_empty() { String::new() } else { format!("; it has {}", names.join(", ")) };
            let text = format!("the schema has no type {}{has}", types::plain(ty.name()));
            self.add(Some(ty.offset()), text, "unknown-type", String::new());
        }
        if let Some(id) = found {
            self.compare(ty, id);
        }
        found
    }

    /// What an interface holds goes into the type that is registered under its name.
    fn held(&mut self, name: &[u8], ty: &Type) -> Option<usize> {
        let name = String::from_utf8_lossy(name).into_owned();
        let found = self.locals.find(&name).ok()?;
        if found.is_none() && self.missing.insert(name.clone()) {
            let text = format!("an interface holds {}, which the schema does not have", types::plain(name.as_bytes()));
            self.add(Some(ty.offset()), text, "unknown-type", format!("gob: name not registered for interface: {name:?}"));
        }
        if let Some(id) = found {
            self.compare(ty, id);
        }
        found
    }

    // ---- types

    fn compare(&mut self, ty: &Type, id: usize) {
        if matches!((ty.kind(), self.locals.get(id)), (Kind::Struct, Local::Struct(fields)) if !fields.is_empty() && self.has_nothing(ty, id))
        {
            let go = format!("gob: type mismatch: no fields matched compiling decoder for {}", types::plain(ty.name()));
            self.add(Some(ty.offset()), format!("{} has no field that the schema's type has", types::name(ty)), "wrong-type", go);
        }
        let mut todo = vec![(ty.clone(), id, types::name(ty))];
        while let Some((ty, id, path)) = todo.pop() {
            if self.seen.insert((ty.id(), ty.offset(), id)) {
                self.pair(&ty, id, path, &mut todo);
            }
        }
    }

    fn has_nothing(&self, ty: &Type, id: usize) -> bool {
        let Local::Struct(fields) = self.locals.get(id) else { return false };
        ty.field_count() > 0 && ty.fields().all(|field| self.locals.field(fields, &String::from_utf8_lossy(field.name)).is_none())
    }

    /// One type with one local type; their parts are left to do.
    fn pair(&mut self, ty: &Type, id: usize, path: String, todo: &mut Vec<(Type, usize, String)>) {
        let begun = todo.len();
        let is_byte = |id: usize| matches!(self.locals.get(id), Local::Uint(8));
        let mut part = |part: Option<Type>, id: usize, path: String| todo.extend(part.map(|part| (part, id, path)));
        let fits = match (ty.kind(), self.locals.get(id)) {
            (_, Local::Unknown) | (Kind::Undefined, _) => true,
            (Kind::Bool, Local::Bool)
            | (Kind::Int, Local::Int(_))
            | (Kind::Uint, Local::Uint(_))
            | (Kind::Float, Local::Float(_))
            | (Kind::Complex, Local::Complex(_))
            | (Kind::String, Local::String)
            | (Kind::Bytes, Local::Bytes)
            | (Kind::Interface, Local::Interface) => true,
            (Kind::Bytes, Local::Slice(elem)) => is_byte(*elem),
            (Kind::Slice, Local::Slice(elem)) if !is_byte(*elem) => {
                part(ty.elem(), *elem, format!("{path}[]"));
                true
            }
            (Kind::Array, Local::Array(n, elem)) if ty.array_len() == Some(*n) => {
                part(ty.elem(), *elem, format!("{path}[]"));
                true
            }
            (Kind::Map, Local::Map(key, elem)) => {
                part(ty.key(), *key, format!("{path}[key]"));
                part(ty.elem(), *elem, format!("{path}[]"));
                true
            }
            (Kind::Opaque(sent), Local::Opaque(wanted)) => sent == *wanted,
            (Kind::Struct, Local::Struct(fields)) => {
                for i in 0..ty.field_count() {
                    let Some(name) = ty.field(i).map(|field| String::from_utf8_lossy(field.name).into_owned()) else { continue };
                    let is_exported = name.chars().next().is_some_and(char::is_uppercase);
                    if let Some(id) = self.locals.field(fields, &name).filter(|_| is_exported) {
                        part(ty.field_type(i), id, format!("{path}.{}", types::plain(name.as_bytes())));
                    }
                }
                true
            }
            _ => false,
        };
        todo[begun..].reverse();
        if !fits {
            let (is, wanted) = (types::name(ty), self.locals.word(id));
            let go = format!("gob: wrong type ({wanted}) for received field {path}");
            self.add(Some(ty.offset()), format!("{path} is {is}, the schema says {wanted}"), "wrong-type", go);
        }
    }

    // ---- numbers

    fn number(&mut self, event: &Event<'_>, id: usize) {
        let out = match (event, self.locals.get(id)) {
            (Event::Int(v), Local::Int(bits @ 1..64)) => {
                (*v >> (bits - 1) != 0 && *v >> (bits - 1) != -1).then(|| (v.to_string(), *bits))
            }
            (Event::Ints(run), Local::Int(bits @ 1..64)) => {
                run.iter().find(|v| **v >> (bits - 1) != 0 && **v >> (bits - 1) != -1).map(|v| (v.to_string(), *bits))
            }
            (Event::Uint(v), Local::Uint(bits @ 1..64)) => (*v >> bits != 0).then(|| (v.to_string(), *bits)),
            (Event::Uints(run), Local::Uint(bits @ 1..64)) => {
                run.iter().find(|v| **v >> bits != 0).map(|v| (v.to_string(), *bits))
            }
            _ => None,
        };
        if let Some((value, _)) = out {
            let word = self.locals.word(id);
            let path = self.path();
            let value = if path.is_empty() { value } else { format!("{path}: {value}") };
            self.add(
                None,
                format!("{value} does not fit {word}"),
                "out-of-range",
                format!("value for {word:?} out of range").replace('"', ""),
            );
        }
    }

    /// Where the value stands.
    fn path(&self) -> String {
        let step = |level: &Level| match level {
            Level::Struct(_, _, _, name) => format!(".{}", types::plain(name.as_bytes())),
            Level::List(_) | Level::Map(..) => "[]".into(),
            Level::Interface(_) => String::new(),
        };
        self.stack.iter().take(DEEPEST).map(step).collect()
    }
}
