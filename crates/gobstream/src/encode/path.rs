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

/// What was written of a value, and what was passed through behind places in it.
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
    /// Keys and elements, each counted; where the last key stands.
    Map(&'static Shape, Edge, usize, u64, usize),
    Interface,
}

/// The path from the top of a value of this shape to the place where the bytes end.
pub(super) fn path(shape: &'static Shape, mut written: Written<'_>) -> String {
    let mut levels = Vec::new();
    // What ends it is the end of the bytes.
    let _ = written.walk(shape, &mut levels);
    show(&levels, written.bytes)
}

impl Written<'_> {
    fn walk(&mut self, shape: &'static Shape, levels: &mut Vec<Level>) -> Option<()> {
        self.begin(shape, levels)?;
        while let Some(level) = levels.last_mut() {
            match self.next(level)? {
                Some(shape) => self.begin(shape, levels)?,
                None => {
                    levels.pop();
                }
            }
        }
        Some(())
    }

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
            Kind::Map(key, elem) => Level::Map(key.shape(), elem, 0, self.number()?, 0),
            Kind::Interface(_) => return self.interface(levels),
            Kind::Ptr(_) => return None,
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
                    *at = self.at;
                }
                let part = if *next % 2 == 1 { key } else { elem.shape() };
                Some((*next as u64 <= *n * 2).then_some(part))
            }
        }
    }
}

fn show(levels: &[Level], bytes: &[u8]) -> String {
    let mut path = String::new();
    for level in levels {
        if path.len() > PATH {
            break;
        }
        let result = match level {
            Level::Struct(fields, next) => match next.checked_sub(1).and_then(|i| fields.get(i)) {
                Some(field) => write!(path, ".{}", field.name),
                None => Ok(()),
            },
            Level::List(_, next, _) => write!(path, "[{}]", next.saturating_sub(1)),
            Level::Map(key, _, next, _, at) => {
                write!(path, "[{}]", key_text(key, bytes.get(*at..).unwrap_or_default(), next.saturating_sub(1) / 2))
            }
            Level::Interface => Ok(()),
        };
        debug_assert!(result.is_ok(), "writing to a String cannot fail");
    }
    path
}

/// A string or number as such, others by their place.
fn key_text(key: &'static Shape, bytes: &[u8], nth: usize) -> String {
    let number = get_uint(bytes).ok();
    match (key.base().kind, number) {
        (Kind::Int, Some((v, _))) => alloc::format!("{}", int(v)),
        (Kind::Uint, Some((v, _))) => alloc::format!("{v}"),
        (Kind::String, Some((n, from))) => {
            let text = bytes.get(from..from.saturating_add(n as usize)).unwrap_or_default();
            alloc::format!("\"{}\"", String::from_utf8_lossy(text.get(..KEY).unwrap_or(text)).escape_debug())
        }
        _ => alloc::format!("#{nth}"),
    }
}
