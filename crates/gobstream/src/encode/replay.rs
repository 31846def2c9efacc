//! Values as they were received: the same ids, and definitions where they stood.

use super::enc::Enc;
use super::value::{Level, put_event};
use crate::error::ErrorKind;
use crate::ids;
use crate::limits::Limits;
use crate::types::{FIRST_ID, Kind, Slot, Type, Types};
use crate::value::{Events, Value, path};
use crate::walk::Event;
use crate::wire::take_uint;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;

/// A type that was defined, and another of the same definition that was seen last: comparing definitions takes time.
#[derive(Clone, Debug)]
struct Defined {
    given: Type,
    seen: Type,
}

/// The types that were defined, by id, and what the call under way changed of them.
#[derive(Debug, Default)]
pub(super) struct Replay {
    defined: BTreeMap<i32, Defined>,
    undo: Vec<(i32, Option<Defined>)>,
    /// What a reader of this stream makes of the definitions, once there are some: types of old values keep what they refer to.
    types: Option<Box<Types>>,
    /// By id, a type of that table, one that was compared with it last, and whether they are the same throughout.
    compared: BTreeMap<i32, (Type, Type, bool)>,
    same: Same,
}

/// Types that are there already pass no limit.
fn no_types() -> Box<Types> {
    Box::new(Types::with_limits(Limits { types: u32::MAX, memory: u64::MAX, ..Limits::default() }))
}

impl Replay {
    /// A call begins.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.undo.clear();
        if let Some(types) = &mut self.types {
            types.begin_value();
        }
    }

    pub(super) fn define(&mut self, ty: &Type) {
        let before = self.defined.insert(ty.id(), Defined { given: ty.clone(), seen: ty.clone() });
        self.undo.push((ty.id(), before));
        // One that cannot be defined is found wanting when a value needs it.
        drop(self.types.get_or_insert_with(no_types).define_inside(&ty.into()));
    }

    /// Takes back what the call defined.
    pub(super) fn roll_back(&mut self) {
        if let Some(types) = &mut self.types {
            types.take_back();
        }
        for (id, before) in self.undo.drain(..).rev() {
            match before {
                Some(ty) => drop(self.defined.insert(id, ty)),
                None => drop(self.defined.remove(&id)),
            }
        }
    }

    /// Whether a reader of this stream takes the id of a type for one that is defined like it.
    fn has(&mut self, ty: &Type) -> bool {
        let Some(defined) = self.defined.get_mut(&ty.id()) else { return ty.id() < FIRST_ID };
        let same = defined.seen == *ty || defined.given.is_defined_as(ty);
        if same {
            defined.seen = ty.clone();
        }
        same
    }

    /// What an id means to a reader of this stream. For him a value begins: definitions up to here belong together.
    fn given(&mut self, id: i32) -> Option<Type> {
        self.types.as_mut()?.get(id).ok()?
    }

    /// Messages as they are, which define these types; they hold a value, unless the first of them is a definition.
    pub(super) fn raw(&mut self, messages: &[u8], types: &[Type]) {
        let mut rest = messages;
        let numbers = (take_uint(&mut rest), take_uint(&mut rest));
        let is_definition = matches!(numbers, (Ok(_), Ok(id)) if id % 2 == 1);
        if !is_definition {
            self.given(0);
        }
        types.iter().for_each(|ty| self.define(ty));
    }

    /// Whether a reader of this stream takes the id of a type for this one, and finds in it the types that it refers to, even where
    /// their ids have been defined anew since.
    fn has_given(&mut self, ty: &Type) -> bool {
        let Some(given) = self.given(ty.id()) else { return false };
        if let Some((a, b, same)) = self.compared.get(&ty.id())
            && (a, b) == (&given, ty)
        {
            return *same;
        }
        let (same, is_whole) = self.same.compare(&given, ty);
        // What a type still lacks may come.
        if is_whole {
            self.compared.insert(ty.id(), (given, ty.clone(), same));
        }
        same
    }
}

/// A type of a table, and one of another.
type Pair = ((usize, Slot), (usize, Slot));

/// What comparing types has found, so that all comparisons together take time in proportion to the types.
#[derive(Debug, Default)]
struct Same {
    /// Pairs that are known to be the same throughout.
    pairs: BTreeSet<Pair>,
    /// A pair of each two tables: as long as these live, the places of types mean the same.
    tables: BTreeMap<(usize, usize), (Type, Type)>,
    /// Pairs looked at without an answer for all of them.
    vain: usize,
}

impl Same {
    /// As many pairs may be looked at in vain; then types count as different.
    const MOST_IN_VAIN: usize = 1 << 22;

    /// Whether two types are defined alike, and so are all that they refer to; and whether none of those is still to be defined.
    fn compare(&mut self, a: &Type, b: &Type) -> (bool, bool) {
        if self.vain > Self::MOST_IN_VAIN {
            return (false, false);
        }
        let mut seen = BTreeSet::new();
        let found = self.is_same(a, b, &mut seen);
        if found == (true, true) {
            self.tables.entry((a.identity().0, b.identity().0)).or_insert_with(|| (a.clone(), b.clone()));
            // Not `append`, which makes the whole set anew.
            self.pairs.extend(seen);
        } else {
            self.vain += seen.len();
        }
        found
    }

    fn is_same(&self, a: &Type, b: &Type, seen: &mut BTreeSet<Pair>) -> (bool, bool) {
        let (mut todo, mut is_whole) = (alloc::vec![(a.clone(), b.clone())], true);
        while let Some((a, b)) = todo.pop() {
            let pair = (a.identity(), b.identity());
            if a.id() < FIRST_ID && a.id() == b.id() || self.pairs.contains(&pair) || !seen.insert(pair) {
                continue;
            }
            if !a.is_defined_as(&b) {
                return (false, true);
            }
            for parts in a.parts().zip(b.parts()) {
                match parts {
                    (Some(a), Some(b)) => todo.push((a, b)),
                    (None, None) => is_whole = false,
                    _ => return (false, false),
                }
            }
        }
        (true, is_whole)
    }
}

/// A value, message by message: a definition inside an interface ends the message or payload around it, and the rest follows in another one.
struct Messages<'r> {
    replay: &'r mut Replay,
    levels: Vec<Level>,
    /// Whether the parts of the value, and of each value in an interface under way, are known to be of defined types.
    is_given: Vec<bool>,
    /// The places of the lengths of the message and the payloads under way.
    holes: Vec<usize>,
    largest: usize,
}

/// Writes the messages of a value; gives the size of the largest.
pub(super) fn put<'v>(value: &'v Value, replay: &mut Replay, e: &mut Enc<'_, 'v>) -> usize {
    let mut messages = Messages { replay, levels: Vec::new(), is_given: alloc::vec![false], holes: Vec::new(), largest: 0 };
    messages.replay.given(0);
    messages.open(e);
    e.int(i64::from(value.type_id()));
    if !matches!(value, Value::Struct(_)) {
        e.raw_byte(0);
    }
    let mut definitions = Vec::new();
    for (i, event) in Events::with_definitions(value).enumerate() {
        match event {
            Event::Definition(ty) => definitions.push(ty),
            Event::Interface(name, ty) => messages.interface(name, ty, &mut definitions, e),
            event => messages.event(event, e),
        }
        if e.core.fault.is_some() {
            e.within(|| path(Events::with_definitions(value).take(i + 1)));
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
        self.is_given.push(self.replay.has_given(ty));
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
                self.is_given.pop();
                return self.close(e);
            }
            Event::Struct(ty) | Event::List(ty, _) | Event::Map(ty, _) | Event::Opaque(ty, _) => self.part(ty, e),
            _ => {}
        }
        put_event(event, &mut self.levels, e);
    }

    fn part(&mut self, ty: &Type, e: &mut Enc<'_, '_>) {
        if self.is_given.last() != Some(&true) {
            self.check(ty, e);
        }
        if self.levels.is_empty() {
            self.is_given[0] = self.replay.has_given(ty);
        }
    }

    fn check(&mut self, ty: &Type, e: &mut Enc<'_, '_>) {
        if !self.replay.has(ty) {
            let text = format!("a value of {ty:?}, whose definition this stream was not given");
            e.refuse(ErrorKind::UnknownType, "", text);
        }
    }
}
