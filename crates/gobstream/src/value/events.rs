//! A value to events, as if it were read from a stream.

use super::{Interface, Items, Value};
use crate::types::Type;
use crate::walk::Event;
use alloc::vec::Vec;
use core::slice;

/// What is left of a value that is being walked.
#[derive(Debug)]
enum Rest<'a> {
    Values(slice::Iter<'a, Value>),
    /// Fields; the value of the one that was announced last, if it is still to come.
    Fields(slice::Iter<'a, (u32, Value)>, Option<&'a Value>),
    /// Definitions, and then the interface that they stand in.
    Definitions(slice::Iter<'a, Type>, &'a Interface),
    /// A run of numbers, and then the end.
    Run(Event<'a>),
    /// Nothing, and then the end.
    Nothing,
}

/// The pieces of a [`Value`]; see [`Value::events`].
#[derive(Debug)]
pub struct Events<'a> {
    stack: Vec<Rest<'a>>,
    first: Option<&'a Value>,
    /// Whether definitions are events.
    definitions: bool,
    done: bool,
}

impl<'a> Events<'a> {
    pub(super) fn new(value: &'a Value) -> Self {
        Events { stack: Vec::new(), first: Some(value), definitions: false, done: false }
    }

    /// The same with definitions where they stood.
    pub(crate) fn with_definitions(value: &'a Value) -> Self {
        Events { definitions: true, ..Events::new(value) }
    }

    /// Begins a value: a scalar is its one event, others go onto the stack.
    fn begin(&mut self, value: &'a Value) -> Event<'a> {
        match value {
            Value::Bool(v) => Event::Bool(*v),
            Value::Int(v) => Event::Int(*v),
            Value::Uint(v) => Event::Uint(*v),
            Value::Float(v) => Event::Float(*v),
            Value::Complex(re, im) => Event::Complex(*re, *im),
            Value::String(s) => Event::String(&s.0),
            Value::Bytes(b) => Event::Bytes(b),
            Value::Opaque(o) => Event::Opaque(&o.ty, &o.bytes),
            Value::Interface(None) => Event::Nil,
            Value::Interface(Some(i)) => match &*i.definitions {
                [first, rest @ ..] if self.definitions => {
                    self.stack.push(Rest::Definitions(rest.iter(), i));
                    Event::Definition(first)
                }
                _ => {
                    self.stack.push(Rest::Values(slice::from_ref(&i.value).iter()));
                    Event::Interface(&i.name.0, &i.ty)
                }
            },
            Value::Struct(s) => {
                self.stack.push(Rest::Fields(s.fields.iter(), None));
                Event::Struct(&s.ty)
            }
            Value::List(list) => {
                self.stack.push(rest_of(&list.items));
                Event::List(&list.ty, list.items.len() as u64)
            }
            Value::Map(map) => {
                self.stack.push(Rest::Values(map.parts.iter()));
                Event::Map(&map.ty, map.len() as u64)
            }
        }
    }

    fn end(&mut self) -> Event<'a> {
        self.stack.pop();
        Event::End
    }
}

fn rest_of(items: &Items) -> Rest<'_> {
    if let Items::Values(values) = items {
        return Rest::Values(values.iter());
    }
    if items.is_empty() {
        return Rest::Nothing;
    }
    Rest::Run(match items {
        Items::Bools(v) => Event::Bools(v),
        Items::Ints(v) => Event::Ints(v),
        Items::Uints(v) => Event::Uints(v),
        Items::Floats(v) => Event::Floats(v),
        Items::Complexes(v) => Event::Complexes(v),
        Items::Values(_) => return Rest::Nothing,
    })
}

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        if let Some(value) = self.first.take() {
            return Some(self.begin(value));
        }
        let Some(top) = self.stack.last_mut() else {
            let done = core::mem::replace(&mut self.done, true);
            return (!done).then_some(Event::Done);
        };
        match top {
            Rest::Values(values) => match values.next() {
                Some(value) => Some(self.begin(value)),
                None => Some(self.end()),
            },
            Rest::Fields(fields, value) => {
                if let Some(value) = value.take() {
                    return Some(self.begin(value));
                }
                let Some((i, next)) = fields.next() else { return Some(self.end()) };
                *value = Some(next);
                Some(Event::Field(*i))
            }
            Rest::Definitions(types, i) => {
                if let Some(ty) = types.next() {
                    return Some(Event::Definition(ty));
                }
                let i = *i;
                *top = Rest::Values(slice::from_ref(&i.value).iter());
                Some(Event::Interface(&i.name.0, &i.ty))
            }
            Rest::Run(run) => {
                let run = run.clone();
                *top = Rest::Nothing;
                Some(run)
            }
            Rest::Nothing => Some(self.end()),
        }
    }
}
