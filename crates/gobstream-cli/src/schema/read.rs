//! A file while it is read.

use super::found::{File, Found, HELD};
use super::graph::{Graph, Id};
use crate::common::{GobStream, Opened};
use crate::watch;
use gobstream::{Error, Event, Type};

/// A level of a value.
#[derive(Debug)]
struct Level {
    kind: LevelKind,
    /// The innermost struct from here outwards, by its place on the stack; not past an interface.
    owner: Option<usize>,
}

/// A struct with its current field, or something else.
#[derive(Debug)]
enum LevelKind {
    Struct(Id, usize),
    Interface(Vec<u8>),
    Other,
}

/// A file while it is read.
pub(super) struct Reading<'a> {
    graph: &'a mut Graph,
    found: &'a mut Found,
    pub(super) file: File,
    stack: Vec<Level>,
    /// The type of the value that has begun.
    current: Option<Id>,
    /// A type was defined.
    pub(super) is_gob: bool,
}

impl<'a> Reading<'a> {
    pub(super) fn new(graph: &'a mut Graph, found: &'a mut Found, name: String) -> Self {
        Reading { graph, found, file: File::new(name), stack: Vec::new(), current: None, is_gob: false }
    }

    /// Reads to the end, or to the fault that ends the reading.
    pub(super) fn all(&mut self, opened: &mut Opened, recovers: bool) -> Result<(), Error> {
        while let Err(error) = self.read(&mut opened.stream) {
            self.forget();
            if !recovers {
                return Err(error);
            }
            let lost = opened.recover(&error)?;
            opened.report.lost(&lost, &error);
        }
        Ok(())
    }

    /// The value that was begun will not be ended.
    fn forget(&mut self) {
        self.stack.clear();
        self.current = None;
    }

    fn read(&mut self, stream: &mut GobStream) -> Result<(), Error> {
        while let Some(event) = stream.next_event()? {
            if self.current.is_none() && !matches!(event, Event::Definition(_)) {
                self.top(&event);
            }
            self.event(&event);
            if self.current.is_none() {
                watch::value(stream.good());
            }
        }
        Ok(())
    }

    /// A value begins.
    fn top(&mut self, event: &Event<'_>) {
        let id = event.ty().map_or_else(|| event.type_id() as usize, |ty| self.graph.place(ty));
        self.current = Some(id);
    }

    /// The value has ended.
    fn done(&mut self) {
        if let Some(id) = self.current.take() {
            self.found.top(id);
            self.file.add(id);
        }
    }

    fn push(&mut self, kind: LevelKind) {
        let owner = match kind {
            LevelKind::Struct(..) => Some(self.stack.len()),
            LevelKind::Interface(_) => None,
            LevelKind::Other => self.stack.last().and_then(|level| level.owner),
        };
        self.stack.push(Level { kind, owner });
    }

    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Definition(ty) => {
                self.graph.place(ty);
                self.is_gob = true;
            }
            Event::Struct(ty) => {
                let id = self.graph.place(ty);
                self.push(LevelKind::Struct(id, 0));
            }
            Event::Field(i) => {
                if let Some(Level { kind: LevelKind::Struct(_, field), .. }) = self.stack.last_mut() {
                    *field = *i as usize;
                }
            }
            Event::List(..) | Event::Map(..) => self.push(LevelKind::Other),
            Event::Interface(name, ty) => self.interface(name, ty),
            Event::Opaque(ty, bytes) => self.opaque(ty, bytes),
            Event::String(text) if std::str::from_utf8(text).is_err() => self.bad_text(),
            Event::End => _ = self.stack.pop(),
            Event::Done => self.done(),
            _ => {}
        }
    }

    fn interface(&mut self, name: &[u8], ty: &Type) {
        let id = self.graph.place(ty);
        let kept = self.found.register(name, id);
        if let Some(place) = self.field() {
            let names = self.found.holds.entry(place).or_default();
            if names.len() < HELD && !names.iter().any(|old| **old == *name) {
                names.extend(kept);
            }
        }
        self.push(LevelKind::Interface(name.to_vec()));
    }

    /// The field that is being read: of which type, and its number.
    fn field(&self) -> Option<(Id, usize)> {
        match self.stack.get(self.stack.last()?.owner?)?.kind {
            LevelKind::Struct(id, field) => Some((id, field)),
            _ => None,
        }
    }

    /// A string is not UTF-8.
    #[cold]
    fn bad_text(&mut self) {
        let field = self.field();
        self.found.bad_text.extend(field);
        self.found.has_bad_text = true;
    }

    /// A payload; a type without a name may have one in the interface around it.
    fn opaque(&mut self, ty: &Type, bytes: &[u8]) {
        let hint = match self.stack.last() {
            Some(Level { kind: LevelKind::Interface(name), .. }) => name.rsplit(|&b| b == b'.').next().unwrap_or_default(),
            _ => &[],
        };
        let id = self.graph.place(ty);
        self.graph.payload(id, ty, hint, bytes);
    }
}
