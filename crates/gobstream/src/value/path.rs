//! The way to a part of a value.

use crate::types::Type;
use crate::walk::Event;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// Bytes of a path after which nothing is added.
const PATH: usize = 300;
/// Bytes of a name or key that errors keep.
pub(super) const KEY: usize = 64;

/// A way that is being written down.
#[derive(Debug, Default)]
pub(super) struct Path(String);

impl Path {
    pub(super) fn field(&mut self, ty: &Type, i: u32) {
        let name = ty.field(i as usize).map_or(&[][..], |f| f.name);
        self.step(format_args!(".{}", String::from_utf8_lossy(name).escape_debug()));
    }

    /// The element of this number, from 0.
    pub(super) fn element(&mut self, n: u64) {
        self.step(format_args!("[{n}]"));
    }

    /// The element of a key that is a string or number; other entries by their number, from 0.
    pub(super) fn entry(&mut self, key: Option<&Event<'_>>, n: u64) {
        match key {
            Some(Event::String(text)) => {
                let cut = String::from_utf8_lossy(text.get(..KEY).unwrap_or(text));
                self.step(format_args!("[\"{}\"]", cut.escape_debug()));
            }
            Some(Event::Int(v)) => self.step(format_args!("[{v}]")),
            Some(Event::Uint(v)) => self.step(format_args!("[{v}]")),
            _ => self.step(format_args!("[#{n}]")),
        }
    }

    fn step(&mut self, step: fmt::Arguments<'_>) {
        if self.0.len() <= PATH {
            let shown = self.0.write_fmt(step);
            debug_assert!(shown.is_ok(), "writing to a String cannot fail");
        }
    }

    pub(super) fn into_text(self) -> String {
        self.0
    }
}

/// What has begun and not ended, with the part of it that began last.
enum Level<'a> {
    Struct(&'a Type, Option<u32>),
    /// How many elements began.
    List(u64),
    /// How many keys and elements began, and the last key.
    Map(u64, Option<Event<'a>>),
    Interface,
}

impl<'a> Level<'a> {
    /// A value begins in it.
    fn begin(&mut self, event: &Event<'a>) {
        match self {
            Level::List(n) => *n += 1,
            Level::Map(n, key) => {
                *n += 1;
                if *n % 2 == 1 {
                    *key = Some(event.clone());
                }
            }
            Level::Struct(..) | Level::Interface => {}
        }
    }

    fn show(&self, path: &mut Path) {
        match self {
            Level::Struct(ty, Some(i)) => path.field(ty, *i),
            Level::List(n @ 1..) => path.element(n - 1),
            Level::Map(n @ 1.., key) => path.entry(key.as_ref().filter(|_| n % 2 == 0), (n - 1) / 2),
            _ => {}
        }
    }
}

/// The way to the value that the last of these events belongs to.
#[cold]
pub(crate) fn path<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut levels = Vec::new();
    for event in events {
        pass(&event, &mut levels);
    }
    let mut path = Path::default();
    levels.iter().for_each(|level: &Level<'_>| level.show(&mut path));
    path.into_text()
}

fn pass<'a>(event: &Event<'a>, levels: &mut Vec<Level<'a>>) {
    match (event, levels.last_mut()) {
        (Event::Field(i), Some(Level::Struct(_, field))) => *field = Some(*i),
        (Event::End, _) => drop(levels.pop()),
        (Event::Definition(_) | Event::Done, _) => {}
        (_, Some(level)) => level.begin(event),
        (_, None) => {}
    }
    levels.extend(match event {
        Event::Struct(ty) => Some(Level::Struct(ty, None)),
        Event::List(..) => Some(Level::List(0)),
        Event::Map(..) => Some(Level::Map(0, None)),
        Event::Interface(..) => Some(Level::Interface),
        _ => None,
    });
}
