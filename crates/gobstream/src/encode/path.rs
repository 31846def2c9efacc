//! The way to a fault, found by reading what was written up to it: so encoding need not know where it is.

use crate::ids::{Ids, Node};
use crate::shape::{Edge, Field, Kind, Shape};
use crate::wire::{get_uint, int};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

/// Bytes of a path after which nothing is added.
const PATH: usize = 300;
/// Bytes of a key that a path keeps.
const KEY: usize = 64;

/// Bytes that were written of a value, and what was passed through behind places in them.
pub(super) struct Written<'w> {
    pub(super) bytes: &'w [u8],
    pub(super) at: usize,
    pub(super) pass: &'w [(usize, &'w [u8])],
    pub(super) ids: &'w Ids,
}

/// A struct, list, map or interface that is not whole, and how many of its parts were begun.
enum Level {
    Struct(&'static [Field], usize),
    List(Edge, usize, u64),
    /// Keys and elements, each counted; the last key.
    Map(&'static Shape, Edge, usize, u64, Key),
    Interface,
}

/// Where the last key of a map stands, or what it says once its bytes are gone.
enum Key {
    At(usize),
    Text(String),
}

/// The way from the top of a value to the place where its bytes end. They come at once, or in pieces that end behind a part.
pub(super) struct Trace {
    levels: Vec<Level>,
    /// What follows, if it is known already.
    next: Option<&'static Shape>,
}

impl Trace {
    pub(super) fn new(shape: &'static Shape) -> Self {
        Trace { levels: Vec::new(), next: Some(shape) }
    }

    /// Follows some bytes, which end where they do or at the fault.
    pub(super) fn follow(&mut self, mut written: Written<'_>) {
        // What ends it is the end of the bytes.
        let _ = self.walk(&mut written);
        for level in &mut self.levels {
            if let Level::Map(shape, _, _, _, key @ Key::At(_)) = level {
                *key = Key::Text(key.text(shape, written.bytes));
            }
        }
    }

    fn walk(&mut self, written: &mut Written<'_>) -> Option<()> {
        loop {
            if let Some(shape) = self.next {
                // At the end of a piece it waits for the next one.
                written.bytes.get(written.at)?;
                self.next = None;
                written.begin(shape, &mut self.levels)?;
            }
            let Some(level) = self.levels.last_mut() else { return Some(()) };
            match written.next(level)? {
                Some(shape) => self.next = Some(shape),
                None => drop(self.levels.pop()),
            }
        }
    }

    pub(super) fn path(&self) -> String {
        let mut path = String::new();
        for level in self.levels.iter() {
            if path.len() > PATH {
                break;
            }
            let result = match level {
                Level::Struct(fields, next) => match next.checked_sub(1).and_then(|i| fields.get(i)) {
                    Some(field) => write!(path, ".{}", field.name),
                    None => Ok(()),
                },
                Level::List(_, next, _) => write!(path, "[{}]", next.saturating_sub(1)),
                Level::Map(_, _, next, _, Key::Text(text)) if !text.is_empty() => write!(path, "[{text}]"),
                Level::Map(_, _, next, ..) => write!(path, "[#{}]", next.saturating_sub(1) / 2),
                Level::Interface => Ok(()),
            };
            debug_assert!(result.is_ok(), "writing to a String cannot fail");
        }
        path
    }
}

impl Key {
    /// A string or number as such, nothing for others.
    fn text(&self, key: &'static Shape, bytes: &[u8]) -> String {
        let Key::At(at) = *self else { return String::new() };
        let bytes = bytes.get(at..).unwrap_or_default();
        match (key.base().kind, get_uint(bytes).ok()) {
            (Kind::Int, Some((v, _))) => alloc::format!("{}", int(v)),
            (Kind::Uint, Some((v, _))) => alloc::format!("{v}"),
            (Kind::String, Some((n, from))) => {
                let text = bytes.get(from..from.saturating_add(n as usize)).unwrap_or_default();
                alloc::format!("\"{}\"", String::from_utf8_lossy(text.get(..KEY).unwrap_or(text)).escape_debug())
            }
            _ => String::new(),
        }
    }
}

impl Written<'_> {
    fn number(&mut self) -> Option<u64> {
        let (v, n) = get_uint(self.bytes.get(self.at..)?).ok()?;
        self.at += n;
        Some(v)
    }

    /// Passes over a scalar, or begins what has parts.
    fn begin(&mut self, shape: &'static Shape, levels: &mut Vec<Level>) -> Option<()> {
        let shape = shape.base();
        let level = match shape.kind {
            Kind::Bool | Kind::Int | Kind::Uint | Kind::Float => return self.number().map(drop),
            Kind::Complex => return self.number().and_then(|_| self.number()).map(drop),
            Kind::String | Kind::Bytes | Kind::Opaque(..) => return self.text(),
            Kind::Struct(fields) => Level::Struct(fields, 0),
            Kind::Array(elem, _) | Kind::Slice(elem) => Level::List(elem, 0, self.number()?),
            Kind::Map(key, elem) => Level::Map(key.shape(), elem, 0, self.number()?, Key::Text(String::new())),
            Kind::Interface(_) => return self.interface(levels),
            Kind::Ptr(_) | Kind::Endless => return None,
        };
        levels.push(level);
        Some(())
    }

    fn text(&mut self) -> Option<()> {
        let n = usize::try_from(self.number()?).ok()?;
        if !self.pass.iter().any(|p| p.0 == self.at && p.1.len() == n) {
            self.bytes.get(self.at..self.at + n)?;
            self.at += n;
        }
        Some(())
    }

    fn interface(&mut self, levels: &mut Vec<Level>) -> Option<()> {
        let name = usize::try_from(self.number()?).ok()?;
        if name == 0 {
            return Some(());
        }
        self.at += name;
        let id = int(self.number()?);
        self.number()?;
        levels.push(Level::Interface);
        let Node::Static(shape) = self.ids.node(i32::try_from(id).ok()?)? else { return None };
        if !matches!(shape.kind, Kind::Struct(_)) {
            self.at += 1;
        }
        self.begin(shape, levels)
    }

    /// The next part of a level, if it has one.
    fn next(&mut self, level: &mut Level) -> Option<Option<&'static Shape>> {
        match level {
            Level::Interface => Some(None),
            Level::Struct(fields, next) => {
                let delta = usize::try_from(self.number()?).ok()?;
                *next += delta;
                Some(if delta == 0 { None } else { Some(fields.get(*next - 1)?.edge.shape()) })
            }
            Level::List(elem, next, n) => {
                *next += 1;
                Some((*next as u64 <= *n).then(|| elem.shape()))
            }
            Level::Map(key, elem, next, n, at) => {
                *next += 1;
                if *next % 2 == 1 {
                    *at = Key::At(self.at);
                }
                let part = if *next % 2 == 1 { key } else { elem.shape() };
                Some((*next as u64 <= *n * 2).then_some(part))
            }
        }
    }
}
