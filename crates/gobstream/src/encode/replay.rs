//! Values as they were received: the same ids, and definitions where they stood.

use super::enc::Enc;
use super::value::{Level, put_event};
use crate::error::ErrorKind;
use crate::ids;
use crate::types::{FIRST_ID, Kind, Type};
use crate::value::{Events, Value};
use crate::walk::Event;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

/// The types that were defined, by id, and what the call under way changed of them.
#[derive(Debug, Default)]
pub(super) struct Replay {
    defined: BTreeMap<i32, Type>,
    undo: Vec<(i32, Option<Type>)>,
}

impl Replay {
    /// A call begins.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.undo.clear();
    }

    pub(super) fn define(&mut self, ty: &Type) {
        let before = self.defined.insert(ty.id(), ty.clone());
        self.undo.push((ty.id(), before));
    }

    /// Takes back what the call defined.
    pub(super) fn roll_back(&mut self) {
        for (id, before) in self.undo.drain(..).rev() {
            match before {
                Some(ty) => drop(self.defined.insert(id, ty)),
                None => drop(self.defined.remove(&id)),
            }
        }
    }

    /// Whether a reader of this stream takes the id of a type for this type.
    fn has(&mut self, ty: &Type) -> bool {
        let Some(defined) = self.defined.get_mut(&ty.id()) else { return ty.id() < FIRST_ID };
        let same = defined == ty || defined.is_defined_as(ty);
        if same {
            *defined = ty.clone();
        }
        same
    }
}

/// A value, message by message: a definition inside an interface ends the message or payload around it, and the rest follows in another one.
struct Messages<'r> {
    replay: &'r mut Replay,
    levels: Vec<Level>,
    /// The places of the lengths of the message and the payloads under way.
    holes: Vec<usize>,
    largest: usize,
}

/// Writes the messages of a value; gives the size of the largest.
pub(super) fn put<'v>(value: &'v Value, replay: &mut Replay, e: &mut Enc<'_, 'v>) -> usize {
    let mut messages = Messages { replay, levels: Vec::new(), holes: Vec::new(), largest: 0 };
    messages.open(e);
    e.int(i64::from(value.type_id()));
    if !matches!(value, Value::Struct(_)) {
        e.raw_byte(0);
    }
    let mut definitions = Vec::new();
    for event in Events::with_definitions(value) {
        match event {
            Event::Definition(ty) => definitions.push(ty),
            Event::Interface(name, ty) => messages.interface(name, ty, &mut definitions, e),
            event => messages.event(event, e),
        }
        if e.core.fault.is_some() {
            return 0;
        }
    }
    messages.close(e);
    messages.largest
}

impl Messages<'_> {
    fn open(&mut self, e: &mut Enc<'_, '_>) {
        self.holes.push(e.buf.leave(1));
    }

    fn close(&mut self, e: &mut Enc<'_, '_>) {
        let Some(hole) = self.holes.pop() else { return };
        self.largest = self.largest.max(e.buf.len() - hole);
        ids::close(e.buf, hole);
    }

    fn interface(&mut self, name: &[u8], ty: &Type, definitions: &mut Vec<&Type>, e: &mut Enc<'_, '_>) {
        e.buf.put_text(name);
        for ty in definitions.drain(..) {
            self.replay.define(ty);
            e.raw_bytes(&ty.definition_body());
            self.close(e);
            self.open(e);
        }
        self.check(ty, e);
        e.int(i64::from(ty.id()));
        self.open(e);
        if ty.kind() != Kind::Struct {
            e.raw_byte(0);
        }
        self.levels.push(Level::Interface(0));
    }

    fn event<'v>(&mut self, event: Event<'v>, e: &mut Enc<'_, 'v>) {
        match &event {
            Event::End if matches!(self.levels.last(), Some(Level::Interface(_))) => {
                self.levels.pop();
                return self.close(e);
            }
            Event::Struct(ty) | Event::List(ty, _) | Event::Map(ty, _) | Event::Opaque(ty, _) => self.check(ty, e),
            _ => {}
        }
        put_event(event, &mut self.levels, e);
    }

    fn check(&mut self, ty: &Type, e: &mut Enc<'_, '_>) {
        if !self.replay.has(ty) {
            let text = format!("a value of {ty:?}, whose definition this stream was not given");
            e.refuse(ErrorKind::UnknownType, "", text);
        }
    }
}
