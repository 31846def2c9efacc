//! Comparing, cloning and printing, by events.

use super::{Builder, Events, Value};
use super::{Interface, List, Map, Opaque, Struct, Text};
use crate::types::Type;
use crate::walk::Event;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

impl Clone for Value {
    fn clone(&self) -> Self {
        let mut builder = Builder::default();
        let mut whole = None;
        for event in Events::with_definitions(self) {
            whole = builder.event(event).or(whole);
        }
        whole.unwrap_or(Value::Interface(None))
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        all_same(self.events(), other.events(), |a, b| a == b)
    }
}

impl Value {
    /// Whether two values are equal and would be written alike: NaNs of the same bits are the same, zeros of either sign are not, and so are
    /// [definitions](Interface::definitions) inside.
    ///
    /// ```
    /// use gobstream::Value;
    /// let nan = Value::Float(f64::NAN);
    /// assert!(nan != nan && nan.is_identical(&nan) && !Value::Float(0.0).is_identical(&Value::Float(-0.0)));
    /// ```
    pub fn is_identical(&self, other: &Value) -> bool {
        let float = |a: f64, b: f64| a.to_bits() == b.to_bits();
        all_same(Events::with_definitions(self), Events::with_definitions(other), float)
    }
}

impl Value {
    /// Whether two values are equal where NaNs of the same bits are the same, and zeros of either sign are not; wherever types were defined.
    ///
    /// ```
    /// use gobstream::Value;
    /// let nan = Value::Float(f64::NAN);
    /// assert!(nan.is_same(&nan) && !Value::Float(0.0).is_same(&Value::Float(-0.0)));
    /// ```
    pub fn is_same(&self, other: &Value) -> bool {
        all_same(self.events(), other.events(), |a, b| a.to_bits() == b.to_bits())
    }
}

fn all_same<'a>(mut a: Events<'a>, mut b: Events<'a>, float: fn(f64, f64) -> bool) -> bool {
    let mut owners: Vec<Option<(&Type, &Type)>> = Vec::new();
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if same(&a, &b, float, &mut owners) => {}
            _ => return false,
        }
    }
}

/// Whether two events say the same; `owners` are the types that the open levels have on both sides.
fn same<'a>(a: &Event<'a>, b: &Event<'a>, float: fn(f64, f64) -> bool, owners: &mut Vec<Option<(&'a Type, &'a Type)>>) -> bool {
    match (a, b) {
        (Event::Bool(a), Event::Bool(b)) => a == b,
        (Event::Int(a), Event::Int(b)) => a == b,
        (Event::Uint(a), Event::Uint(b)) => a == b,
        (Event::Float(a), Event::Float(b)) => float(*a, *b),
        (Event::Complex(a, b), Event::Complex(c, d)) => float(*a, *c) && float(*b, *d),
        (Event::String(a), Event::String(b)) | (Event::Bytes(a), Event::Bytes(b)) => a == b,
        (Event::Opaque(t, a), Event::Opaque(u, b)) => same_head(t, u) && a == b,
        (Event::Bools(a), Event::Bools(b)) => a == b,
        (Event::Ints(a), Event::Ints(b)) => a == b,
        (Event::Uints(a), Event::Uints(b)) => a == b,
        (Event::Floats(a), Event::Floats(b)) => a.len() == b.len() && a.iter().zip(*b).all(|(a, b)| float(*a, *b)),
        (Event::Complexes(a), Event::Complexes(b)) => {
            a.len() == b.len() && a.iter().zip(*b).all(|(a, b)| float(a.0, b.0) && float(a.1, b.1))
        }
        (Event::Definition(a), Event::Definition(b)) => a.is_defined_as(b),
        (Event::Nil, Event::Nil) | (Event::Done, Event::Done) => true,
        (Event::Field(a), Event::Field(b)) => same_field(owners.last().copied().flatten(), *a, *b),
        (Event::Struct(t), Event::Struct(u)) => {
            owners.push(Some((t, u)));
            same_head(t, u)
        }
        (Event::List(t, n), Event::List(u, m)) | (Event::Map(t, n), Event::Map(u, m)) => {
            owners.push(None);
            n == m && t.kind() == u.kind() && t.elem_kind() == u.elem_kind()
        }
        (Event::Interface(a, _), Event::Interface(b, _)) => {
            owners.push(None);
            a == b
        }
        (Event::End, Event::End) => owners.pop().is_some(),
        _ => false,
    }
}

fn same_head(a: &Type, b: &Type) -> bool {
    a == b || (a.kind() == b.kind() && a.name() == b.name())
}

fn same_field(owners: Option<(&Type, &Type)>, a: u32, b: u32) -> bool {
    let Some((t, u)) = owners else { return false };
    let name = |t: &Type, i| t.field(i as usize).map(|f| f.name.to_vec());
    (t == u && a == b) || name(t, a) == name(u, b)
}

/// One line: `Point{X: 22, Y: 33}`, `[1 2]`, `map["a": 1]`, `main.T(…)`, `Time(hex 01…)`.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer { out: f, stack: Vec::new() };
        self.events().try_for_each(|event| printer.event(event))
    }
}

/// An open level: how it ends, its type if it is a struct, whether it is a map, and how many parts it has had.
struct Open<'a> {
    end: &'static str,
    owner: Option<&'a Type>,
    is_map: bool,
    parts: u64,
}

struct Printer<'a, 'b, 'f> {
    out: &'b mut fmt::Formatter<'f>,
    stack: Vec<Open<'a>>,
}

impl<'a> Printer<'a, '_, '_> {
    fn event(&mut self, event: Event<'a>) -> fmt::Result {
        match event {
            Event::End => {
                let end = self.stack.pop().map_or("", |open| open.end);
                return self.out.write_str(end);
            }
            Event::Done => return Ok(()),
            Event::Field(i) => return self.field(i),
            _ => self.separate()?,
        }
        match event {
            Event::Struct(ty) => self.open(format_args!("{}{{", lossy(ty.name())), "}", Some(ty), false),
            Event::List(..) => self.open(format_args!("["), "]", None, false),
            Event::Map(..) => self.open(format_args!("map["), "]", None, true),
            Event::Interface(name, _) => self.open(format_args!("{}(", lossy(name)), ")", None, false),
            scalar => self.scalar(&scalar),
        }
    }

    fn scalar(&mut self, event: &Event<'_>) -> fmt::Result {
        match event {
            Event::Bool(v) => write!(self.out, "{v}"),
            Event::Int(v) => write!(self.out, "{v}"),
            Event::Uint(v) => write!(self.out, "{v}"),
            Event::Float(v) => write!(self.out, "{v:?}"),
            Event::Complex(re, im) => write!(self.out, "({re:?}{im:+?}i)"),
            Event::String(s) => write!(self.out, "{:?}", lossy(s)),
            Event::Bytes(b) => self.hex("bytes", b),
            Event::Opaque(ty, b) => self.hex(&lossy(ty.name()), b),
            Event::Bools(run) => self.run(run),
            Event::Ints(run) => self.run(run),
            Event::Uints(run) => self.run(run),
            Event::Floats(run) => self.run(run),
            Event::Complexes(run) => self.run(run),
            _ => self.out.write_str("nil"),
        }
    }

    /// What stands between the parts of a level.
    fn separate(&mut self) -> fmt::Result {
        let Some(open) = self.stack.last_mut() else { return Ok(()) };
        let n = open.parts;
        open.parts += 1;
        match (open.owner, open.is_map) {
            (Some(_), _) => Ok(()),
            (None, true) if n % 2 == 1 => self.out.write_str(": "),
            _ if n > 0 => self.out.write_str(" "),
            _ => Ok(()),
        }
    }

    fn field(&mut self, i: u32) -> fmt::Result {
        let Some(open) = self.stack.last_mut() else { return Ok(()) };
        let comma = if open.parts > 0 { ", " } else { "" };
        let name = open.owner.and_then(|ty| ty.field(i as usize)).map_or(&[][..], |f| f.name);
        write!(self.out, "{comma}{}: ", lossy(name))
    }

    fn open(&mut self, head: fmt::Arguments<'_>, end: &'static str, owner: Option<&'a Type>, is_map: bool) -> fmt::Result {
        self.stack.push(Open { end, owner, is_map, parts: 0 });
        self.out.write_fmt(head)
    }

    fn hex(&mut self, name: &str, bytes: &[u8]) -> fmt::Result {
        write!(self.out, "{name}(hex ")?;
        bytes.iter().try_for_each(|b| write!(self.out, "{b:02x}"))?;
        self.out.write_str(")")
    }

    fn run<T: fmt::Debug>(&mut self, run: &[T]) -> fmt::Result {
        for (i, v) in run.iter().enumerate() {
            let space = if i > 0 { " " } else { "" };
            write!(self.out, "{space}{v:?}")?;
        }
        Ok(())
    }
}

fn lossy(bytes: &[u8]) -> alloc::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string_lossy())
    }
}

impl fmt::Debug for Struct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Struct").field("ty", &self.ty).field("fields", &self.fields).finish()
    }
}

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("List").field("ty", &self.ty).field("items", &self.items).finish()
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Map").field("ty", &self.ty).field("parts", &self.parts).finish()
    }
}

impl fmt::Debug for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opaque").field("ty", &self.ty).field("bytes", &self.bytes).finish()
    }
}

impl fmt::Debug for Interface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interface").field("name", &self.name).field("value", &self.value).finish()
    }
}
