//! Dropping without recursion.

use super::{Interface, Items, List, Map, Struct, Value};
use alloc::vec::{IntoIter, Vec};
use core::mem::take;

/// The parts of a value that is being taken apart.
enum Parts {
    Values(IntoIter<Value>),
    Fields(IntoIter<(u32, Value)>),
}

impl Parts {
    fn next(&mut self) -> Option<Value> {
        match self {
            Parts::Values(values) => values.next(),
            Parts::Fields(fields) => fields.next().map(|f| f.1),
        }
    }
}

impl Value {
    fn has_parts(&self) -> bool {
        match self {
            Value::Struct(s) => !s.fields.is_empty(),
            Value::List(l) => matches!(&l.items, Items::Values(v) if !v.is_empty()),
            Value::Map(m) => !m.parts.is_empty(),
            Value::Interface(Some(i)) => !i.value.is_leaf(),
            _ => false,
        }
    }

    /// Whether nothing can be inside.
    pub(super) fn is_leaf(&self) -> bool {
        !matches!(self, Value::Struct(_) | Value::List(_) | Value::Map(_) | Value::Interface(Some(_)))
    }

    /// Takes the parts out, so that what is left drops at once.
    fn take_parts(&mut self) -> Parts {
        match self {
            Value::Struct(s) => Parts::Fields(take(&mut s.fields).into_vec().into_iter()),
            Value::List(l) => Parts::Values(l.take_values().into_iter()),
            Value::Map(m) => Parts::Values(take(&mut m.parts).into_iter()),
            Value::Interface(Some(i)) => Parts::Values(alloc::vec![i.take_value()].into_iter()),
            _ => Parts::Values(Vec::new().into_iter()),
        }
    }
}

impl List {
    fn take_values(&mut self) -> Vec<Value> {
        match &mut self.items {
            Items::Values(values) => take(values),
            _ => Vec::new(),
        }
    }
}

impl Interface {
    fn take_value(&mut self) -> Value {
        core::mem::replace(&mut self.value, Value::Interface(None))
    }
}

/// Drops parts and the parts of parts, with the stack on the heap.
fn dismantle(parts: Parts) {
    let mut stack = alloc::vec![parts];
    while let Some(top) = stack.last_mut() {
        match top.next() {
            Some(mut value) if value.has_parts() => {
                let parts = value.take_parts();
                stack.push(parts);
            }
            Some(_) => {}
            None => drop(stack.pop()),
        }
    }
}

impl Drop for Struct {
    fn drop(&mut self) {
        if self.fields.iter().any(|(_, v)| v.has_parts()) {
            dismantle(Parts::Fields(take(&mut self.fields).into_vec().into_iter()));
        }
    }
}

impl Drop for List {
    fn drop(&mut self) {
        if matches!(&self.items, Items::Values(values) if values.iter().any(Value::has_parts)) {
            dismantle(Parts::Values(self.take_values().into_iter()));
        }
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        if self.parts.iter().any(Value::has_parts) {
            dismantle(Parts::Values(take(&mut self.parts).into_iter()));
        }
    }
}

impl Drop for Interface {
    fn drop(&mut self) {
        if !self.value.is_leaf() {
            dismantle(Parts::Values(alloc::vec![self.take_value()].into_iter()));
        }
    }
}
