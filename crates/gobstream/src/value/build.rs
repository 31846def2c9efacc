//! Events to a value.

use super::{Interface, Items, List, Map, Opaque, Struct, Text, Value};
use crate::types::{Kind, Type};
use crate::walk::Event;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// What a slot for a value is charged: twice its size, as vectors grow by doubling.
pub(super) const SLOT: u64 = 2 * size_of::<Value>() as u64;
/// What an allocation is charged beside its bytes.
const ALLOCATION: u64 = 16;

/// A value of which not all parts are there yet.
#[derive(Debug)]
enum Part {
    Struct(Type, Vec<(u32, Value)>, u32),
    List(Type, Items),
    Map(Type, Vec<Value>),
    Interface(Text, Box<[Type]>, Type, Value),
}

/// Puts a value together from events; its stack is on the heap.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    stack: Vec<Part>,
    whole: Option<Value>,
    /// Definitions behind the name of the interface that comes next.
    definitions: Vec<Type>,
    spent: u64,
}

impl Builder {
    /// Bytes that the value has taken so far.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// Takes in the next event; gives the value when it is done.
    #[inline]
    pub(crate) fn event(&mut self, event: Event<'_>) -> Option<Value> {
        match event {
            Event::Bool(v) => self.add(Value::Bool(v)),
            Event::Int(v) => self.add(Value::Int(v)),
            Event::Uint(v) => self.add(Value::Uint(v)),
            Event::Float(v) => self.add(Value::Float(v)),
            Event::Complex(re, im) => self.add(Value::Complex(re, im)),
            Event::String(s) => {
                self.charge(s.len());
                self.add(Value::String(Text::from(s)));
            }
            Event::Bytes(b) => {
                self.charge(b.len());
                self.add(Value::Bytes(b.into()));
            }
            Event::Opaque(ty, b) => {
                self.charge(b.len() + size_of::<Opaque>());
                self.add(Value::Opaque(Box::new(Opaque { ty: ty.clone(), bytes: b.into() })));
            }
            Event::Nil => self.add(Value::Interface(None)),
            Event::Struct(ty) => self.open(Part::Struct(ty.clone(), Vec::new(), 0)),
            Event::Field(i) => self.set_field(i),
            Event::List(ty, _) => self.open(Part::List(ty.clone(), items_for(ty))),
            Event::Map(ty, _) => self.open(Part::Map(ty.clone(), Vec::new())),
            Event::Interface(name, ty) => {
                self.charge(name.len() + size_of::<Interface>());
                let definitions = core::mem::take(&mut self.definitions).into();
                self.open(Part::Interface(Text::from(name), definitions, ty.clone(), Value::Interface(None)));
            }
            Event::Definition(ty) => {
                self.charge(size_of::<Type>());
                self.definitions.push(ty.clone());
            }
            Event::End => self.close(),
            Event::Done => return self.finish(),
            run => self.add_run(run),
        }
        None
    }

    fn finish(&mut self) -> Option<Value> {
        self.spent = 0;
        self.whole.take()
    }

    fn charge(&mut self, bytes: usize) {
        self.spent += bytes as u64 + ALLOCATION;
    }

    fn open(&mut self, part: Part) {
        self.charge(size_of::<Part>());
        self.stack.push(part);
    }

    fn set_field(&mut self, i: u32) {
        if let Some(Part::Struct(_, _, field)) = self.stack.last_mut() {
            *field = i;
        }
    }

    /// Puts a whole value where it belongs.
    fn add(&mut self, value: Value) {
        self.spent += SLOT;
        match self.stack.last_mut() {
            None => self.whole = Some(value),
            Some(Part::Struct(_, fields, field)) => fields.push((*field, value)),
            Some(Part::List(_, items)) => items.push(value),
            Some(Part::Map(_, parts)) => parts.push(value),
            Some(Part::Interface(.., inner)) => *inner = value,
        }
    }

    fn add_run(&mut self, run: Event<'_>) {
        let Some(Part::List(_, items)) = self.stack.last_mut() else { return };
        let before = items.bytes();
        match (items, run) {
            (Items::Bools(items), Event::Bools(run)) => items.extend_from_slice(run),
            (Items::Ints(items), Event::Ints(run)) => items.extend_from_slice(run),
            (Items::Uints(items), Event::Uints(run)) => items.extend_from_slice(run),
            (Items::Floats(items), Event::Floats(run)) => items.extend_from_slice(run),
            (Items::Complexes(items), Event::Complexes(run)) => items.extend_from_slice(run),
            _ => {}
        }
        if let Some(Part::List(_, items)) = self.stack.last() {
            self.spent += items.bytes() - before;
        }
    }

    fn close(&mut self) {
        let Some(part) = self.stack.pop() else { return };
        self.add(match part {
            Part::Struct(ty, fields, _) => Value::Struct(Struct { ty, fields: fields.into() }),
            Part::List(ty, items) => Value::List(Box::new(List { ty, items })),
            Part::Map(ty, parts) => Value::Map(Box::new(Map { ty, parts })),
            Part::Interface(name, definitions, ty, value) => {
                Value::Interface(Some(Box::new(Interface { name, definitions, ty, value })))
            }
        });
    }
}

impl Items {
    /// Adds an element of the kind that these are; a number may come alone where it stands across the edge of two windows.
    pub(super) fn push(&mut self, value: Value) {
        match (self, value) {
            (Items::Values(items), value) => items.push(value),
            (Items::Bools(items), Value::Bool(v)) => items.push(v),
            (Items::Ints(items), Value::Int(v)) => items.push(v),
            (Items::Uints(items), Value::Uint(v)) => items.push(v),
            (Items::Floats(items), Value::Float(v)) => items.push(v),
            (Items::Complexes(items), Value::Complex(re, im)) => items.push((re, im)),
            _ => {}
        }
    }

    fn bytes(&self) -> u64 {
        let bytes = match self {
            Items::Bools(v) => v.capacity(),
            Items::Ints(v) => v.capacity() * 8,
            Items::Uints(v) => v.capacity() * 8,
            Items::Floats(v) => v.capacity() * 8,
            Items::Complexes(v) => v.capacity() * 16,
            Items::Values(v) => v.capacity() * size_of::<Value>(),
        };
        bytes as u64
    }
}

/// Empty items, of the form that elements of this list take.
pub(super) fn items_for(ty: &Type) -> Items {
    match ty.elem_kind() {
        Some(Kind::Bool) => Items::Bools(Vec::new()),
        Some(Kind::Int) => Items::Ints(Vec::new()),
        Some(Kind::Uint) => Items::Uints(Vec::new()),
        Some(Kind::Float) => Items::Floats(Vec::new()),
        Some(Kind::Complex) => Items::Complexes(Vec::new()),
        _ => Items::Values(Vec::new()),
    }
}
