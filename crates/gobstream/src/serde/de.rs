//! The deserializer: what is received says what is handed over, and what is asked for decides where both mean something.

use super::parts::{Fields, Items, Keys, Pairs};
use super::variant::{Named, Sole, numbered};
use super::{VALUE, known, value};
use crate::decode::{Dec, narrow};
use crate::error::{Error, Result};
use crate::plan::Node;
use crate::types::{Edge, Kind, Shape, Slot, incomplete};
use serde_core::de::{Deserializer, Unexpected, Visitor};
use serde_core::forward_to_deserialize_any;

/// Stack, out of [`Limits::stack`](crate::Limits::stack), that is set aside for each level of a value that is handed over without being asked for. serde keeps
/// such values in a buffer and reads them from there, without asking anybody how deep it may go.
pub(super) const LOOSE: u64 = 2 << 10;

/// A value that is to be read, or the zero of its type.
pub(super) struct De<'a, 'd, 'de> {
    pub(super) d: &'a mut Dec<'d, 'de>,
    pub(super) slot: Slot,
    /// It was not sent.
    pub(super) unsent: bool,
    /// Levels around it that nobody asked for by their type.
    pub(super) loose: u32,
}

impl<'a, 'd, 'de> De<'a, 'd, 'de> {
    pub(super) fn new(d: &'a mut Dec<'d, 'de>, slot: Slot) -> Self {
        De { d, slot, unsent: false, loose: 0 }
    }

    pub(super) fn kind(&self) -> Kind {
        self.shape().kind()
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.d.walk.types.node(self.slot).shape
    }

    // ---- scalars, which are zero where nothing was sent

    fn uint(&mut self) -> Result<u64> {
        if self.unsent { Ok(0) } else { self.d.uint() }
    }

    fn int(&mut self) -> Result<i64> {
        if self.unsent { Ok(0) } else { self.d.int() }
    }

    pub(super) fn float(&mut self) -> Result<f64> {
        if self.unsent { Ok(0.0) } else { self.d.float() }
    }

    pub(super) fn text(&mut self) -> Result<&'de [u8]> {
        if self.unsent { Ok(b"") } else { self.d.text() }
    }

    fn str(&mut self) -> Result<&'de str> {
        if self.unsent { Ok("") } else { self.d.str() }
    }

    // ---- composites

    /// What is inside all interfaces; `None` if one of them is nil.
    fn inside(mut self) -> Result<Option<Self>> {
        while matches!(self.shape(), Shape::Interface) {
            if self.unsent {
                return Ok(None);
            }
            match self.d.interface()? {
                None => return Ok(None),
                Some(found) => self.slot = found.slot(),
            }
        }
        Ok(Some(self))
    }

    /// Goes one level down: `f` reads it all.
    fn level<T>(self, f: impl FnOnce(De<'_, 'd, 'de>) -> Result<T>) -> Result<T> {
        self.d.descend()?;
        let De { d, slot, unsent, loose } = self;
        let value = f(De { d: &mut *d, slot, unsent, loose })?;
        d.ascend();
        Ok(value)
    }

    /// One more level that nobody asked for by its type.
    fn loosen(&mut self) -> Result<()> {
        self.loose += 1;
        let most = self.d.walk.options.limits.stack / LOOSE;
        if u64::from(self.loose) <= most { Ok(()) } else { Err(self.d.too_deep()) }
    }

    /// The elements of an array or slice.
    fn items(mut self) -> Result<Items<'a, 'd, 'de>> {
        let (elem, fixed) = match self.shape() {
            Shape::Array(elem, n) => (elem.slot(), u64::try_from(*n).ok()),
            Shape::Slice(elem) => (elem.slot(), None),
            _ => (None, None),
        };
        let left = match fixed {
            Some(n) if self.unsent => n,
            _ => self.count()?,
        };
        if let Some(fixed) = fixed.filter(|&n| n != left) {
            let text = alloc::format!("{left} elements in an array of {fixed}");
            return Err(self.d.corrupt(self.d.left() + 1, "gob: length mismatch in decodeArray", text));
        }
        Items::new(self, elem, left)
    }

    fn count(&mut self) -> Result<u64> {
        if self.unsent { Ok(0) } else { self.d.count_in(self.slot) }
    }

    /// The pairs of a map.
    fn pairs(self) -> Result<Pairs<'a, 'd, 'de>> {
        let parts = match self.shape() {
            Shape::Map(key, elem) => (key.slot(), elem.slot()),
            _ => (None, None),
        };
        let left = if self.unsent { 0 } else { self.d.pairs_in(self.slot)? };
        Pairs::new(self, parts, left)
    }

    /// A list, map or struct by its own kind.
    fn composite<V: Visitor<'de>>(mut self, v: V) -> Result<V::Value> {
        self.loosen()?;
        self.level(|me| match me.kind() {
            Kind::Array | Kind::Slice => me.items()?.all(v),
            Kind::Map => me.pairs()?.all(v),
            _ => Fields::new(me, None)?.all(v),
        })
    }

    /// An opaque value: its text if it has one that says it all, else its bytes.
    fn opaque<V: Visitor<'de>>(mut self, v: V) -> Result<V::Value> {
        let payload = self.text()?;
        match known::text(self.d.walk.types.node(self.slot), payload) {
            Some(text) => {
                self.d.charge(text.capacity() as u64)?;
                v.visit_string(text)
            }
            None => v.visit_borrowed_bytes(payload),
        }
    }

    /// The same where a text is asked for: also of one that was not sent.
    fn opaque_text<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        if !self.unsent {
            return self.opaque(v);
        }
        v.visit_str(known::zero_text(self.d.walk.types.node(self.slot).name()))
    }

    /// A number out of a big one.
    fn big<V: Visitor<'de>>(mut self, v: V, is_float: bool) -> Result<V::Value> {
        if self.unsent {
            return if is_float { v.visit_f64(0.0) } else { v.visit_u64(0) };
        }
        let before = self.d.left();
        let payload = self.text()?;
        let Some(text) = known::text(self.d.walk.types.node(self.slot), payload) else { return v.visit_borrowed_bytes(payload) };
        match known::Number::of(&text, is_float) {
            Some(known::Number::Float(number)) => v.visit_f64(number),
            Some(known::Number::Small(number)) => v.visit_i64(number),
            Some(known::Number::Uint(number)) => v.visit_u64(number),
            Some(known::Number::Int(number)) => v.visit_i128(number),
            Some(known::Number::Wide(number)) => v.visit_u128(number),
            None if text.bytes().all(|b| b.is_ascii_digit() || b == b'-') => Err(self.d.out_of_range(before, text, "an integer")),
            None => v.visit_string(text),
        }
    }

    /// An integer is asked for.
    fn integer<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        match self.inside()? {
            Some(me) if matches!(me.shape(), Shape::Opaque(_)) => me.big(v, false),
            Some(me) => me.deserialize_any(v),
            None => v.visit_unit(),
        }
    }

    /// A list is asked for: keys of a set, pairs of a map and fields of a struct are lists too.
    fn list<V: Visitor<'de>>(self, v: V, of_fields: bool) -> Result<V::Value> {
        let Some(me) = self.inside()? else { return v.visit_unit() };
        match me.shape() {
            Shape::Array(..) | Shape::Slice(_) => me.level(|me| me.items()?.all(v)),
            Shape::Map(_, elem) if is_nothing(&me, elem) => me.level(|me| Keys(me.pairs()?).all(v)),
            Shape::Map(..) => me.level(|me| me.pairs()?.all_as_list(v)),
            Shape::Struct(_) if of_fields => me.level(|me| Fields::new(me, None)?.all_as_list(v)),
            Shape::Bytes => {
                let mut me = me;
                v.visit_seq(super::parts::Octets(me.text()?.iter()))
            }
            _ => me.deserialize_any(v),
        }
    }

    /// Passes over it.
    pub(super) fn skip(self) -> Result<()> {
        if self.unsent { Ok(()) } else { self.d.skip(Node::leaf(self.slot)) }
    }
}

/// Whether values of this type are structs without fields.
fn is_nothing(de: &De<'_, '_, '_>, edge: &Edge) -> bool {
    let node = edge.slot().map(|slot| de.d.walk.types.node(slot));
    node.is_some_and(|node| matches!(node.shape, Shape::Struct(_)) && node.fields().is_empty())
}

macro_rules! integers {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
            self.integer(v)
        }
    )*};
}

impl<'de> Deserializer<'de> for De<'_, '_, 'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        let Some(mut me) = self.inside()? else { return v.visit_unit() };
        match me.kind() {
            Kind::Bool => v.visit_bool(me.uint()? != 0),
            Kind::Int => v.visit_i64(me.int()?),
            Kind::Uint => v.visit_u64(me.uint()?),
            Kind::Float => v.visit_f64(me.float()?),
            Kind::Complex => v.visit_seq(super::parts::Complex(me, 2)),
            Kind::String => {
                let text = me.text()?;
                match core::str::from_utf8(text) {
                    Ok(text) => v.visit_borrowed_str(text),
                    Err(_) => v.visit_borrowed_bytes(text),
                }
            }
            Kind::Bytes => v.visit_borrowed_bytes(me.text()?),
            // Only a nil pointer is not sent.
            Kind::Struct | Kind::Opaque(_) | Kind::Undefined if me.unsent => v.visit_unit(),
            Kind::Opaque(_) => me.opaque(v),
            Kind::Undefined => Err(me.d.unknown_type(Some(incomplete(me.d.walk.types.node(me.slot))))),
            _ => me.composite(v),
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    fn deserialize_f64<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        match self.inside()? {
            Some(me) if matches!(me.shape(), Shape::Opaque(_)) => me.big(v, true),
            Some(me) => me.deserialize_any(v),
            None => v.visit_unit(),
        }
    }

    /// As Go: a finite number must stay one.
    fn deserialize_f32<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        let Some(mut me) = self.inside()? else { return v.visit_unit() };
        if !matches!(me.shape(), Shape::Float) {
            return me.deserialize_f64(v);
        }
        let before = me.d.left();
        let number = me.float()?;
        v.visit_f32(narrow(number).ok_or_else(|| me.d.out_of_range(before, alloc::format!("{number:e}"), "f32"))?)
    }

    /// A rune is an integer.
    fn deserialize_char<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        let Some(mut me) = self.inside()? else { return v.visit_unit() };
        if !matches!(me.shape(), Shape::Int) {
            return me.deserialize_any(v);
        }
        let number = me.int()?;
        let char = u32::try_from(number).ok().and_then(char::from_u32);
        v.visit_char(char.ok_or_else(|| serde_core::de::Error::invalid_value(Unexpected::Signed(number), &"a character"))?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        let Some(mut me) = self.inside()? else { return v.visit_unit() };
        match me.shape() {
            Shape::String => v.visit_borrowed_str(me.str()?),
            Shape::Opaque(_) => me.opaque_text(v),
            _ => me.deserialize_any(v),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        self.deserialize_str(v)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        let Some(mut me) = self.inside()? else { return v.visit_unit() };
        match me.shape() {
            Shape::String | Shape::Bytes | Shape::Opaque(_) => v.visit_borrowed_bytes(me.text()?),
            _ => me.deserialize_any(v),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        self.deserialize_bytes(v)
    }

    /// What was not sent is none, and so is a nil interface.
    fn deserialize_option<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        if self.unsent {
            return v.visit_none();
        }
        if matches!(self.shape(), Shape::Interface) && self.d.nil()? {
            return v.visit_none();
        }
        v.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        let Some(me) = self.inside()? else { return v.visit_unit() };
        match me.shape() {
            Shape::Struct(fields) if fields.is_empty() => {
                me.skip()?;
                v.visit_unit()
            }
            _ => me.deserialize_any(v),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, v: V) -> Result<V::Value> {
        self.deserialize_unit(v)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, v: V) -> Result<V::Value> {
        if name == VALUE && !self.unsent {
            let read = self.d.value(self.slot)?;
            return v.visit_map(value::Whole::new(&read, self.d)?);
        }
        v.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        self.list(v, false)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, v: V) -> Result<V::Value> {
        self.list(v, true)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, _: usize, v: V) -> Result<V::Value> {
        self.list(v, true)
    }

    fn deserialize_map<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        let Some(me) = self.inside()? else { return v.visit_unit() };
        match me.shape() {
            Shape::Map(..) => me.level(|me| me.pairs()?.all(v)),
            Shape::Struct(_) => me.level(|me| Fields::new(me, None)?.all(v)),
            _ => me.deserialize_any(v),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(self, _: &'static str, fields: &'static [&'static str], v: V) -> Result<V::Value> {
        let Some(me) = self.inside()? else { return v.visit_unit() };
        match me.shape() {
            Shape::Struct(_) => me.level(|me| Fields::new(me, Some(fields))?.all(v)),
            _ => me.deserialize_map(v),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &'static str, _: &'static [&'static str], v: V) -> Result<V::Value> {
        let mut me = self;
        match me.shape() {
            Shape::Interface => Named::read(me)?.visit(v),
            Shape::Int => numbered(me.int()?.into(), v),
            Shape::Uint => numbered(me.uint()?.into(), v),
            Shape::String => v.visit_enum(serde_core::de::value::BorrowedStrDeserializer::new(me.str()?)),
            Shape::Struct(_) => me.level(|me| Sole(Fields::new(me, Some(&[]))?).visit(v)),
            Shape::Map(..) => me.level(|me| Sole(me.pairs()?).visit(v)),
            _ => me.deserialize_any(v),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        self.skip()?;
        v.visit_unit()
    }

    forward_to_deserialize_any! { bool identifier }
}
