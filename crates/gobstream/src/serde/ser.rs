//! The serializer: the type that comes next says what a value is written as.

use super::only::{FloatOnly, OctetOnly, TextOnly};
use super::schema::Schema;
use super::value::{Stack, any_types};
use super::{known, variant};
use crate::error::{Error, ErrorKind, Result};
use crate::types::Kind;
use crate::value::ValueBuilder;
use alloc::string::String;
use alloc::vec::Vec;
use serde_core::Serialize;
use serde_core::ser::{self, Serializer};

/// The place for one value.
pub(super) struct Ser<'a> {
    pub(super) b: &'a mut ValueBuilder,
    pub(super) schema: &'a Schema,
    pub(super) floor: Stack,
    /// Bytes of memory that the value may take.
    pub(super) most: u64,
    /// A pointer leads to it: what is empty and no list is sent.
    pub(super) is_behind: bool,
    /// It is a pair of a map.
    pub(super) is_pair: bool,
}

const NO_COMPLEX: &str = "a list of other than two floats";

/// What parts go into.
enum How {
    List,
    /// Keys of a set.
    Keys,
    /// Elements of a list are the pairs of a map.
    PairsOfMap,
    /// A key and its element.
    Pair,
    Map,
    Fields,
    /// Fields without names, and the number of the next.
    Positional(usize),
    Complex(Vec<f64>),
    Octets(Vec<u8>),
}

/// A value of which parts are to come.
pub(super) struct Parts<'a> {
    ser: Ser<'a>,
    how: How,
    /// Around it, of what only names its variant.
    ends: usize,
}

impl<'a> Ser<'a> {
    fn kind(&self) -> Kind {
        self.b.next_kind().unwrap_or(Kind::Undefined)
    }

    fn again(&mut self) -> Ser<'_> {
        Ser { b: self.b, schema: self.schema, floor: self.floor, most: self.most, is_behind: false, is_pair: false }
    }

    /// A value that has taken too much memory is over the limit as a message, too.
    fn check_memory(&self) -> Result<()> {
        if self.b.spent() <= self.most { Ok(()) } else { Err(self.over_memory()) }
    }

    #[cold]
    fn over_memory(&self) -> Error {
        self.b.error(ErrorKind::TooBig, "more than a message may hold".into())
    }

    /// Leaves out a field that is zero; `false` if it is none, or must be sent.
    fn omit(&mut self, is_zero: bool) -> bool {
        let is_field = self.b.open_type().is_some_and(|ty| ty.kind() == Kind::Struct);
        if is_zero && is_field {
            self.b.no_field();
        }
        is_zero && is_field
    }

    fn put(self, put: impl FnOnce(&mut ValueBuilder) -> Result<&mut ValueBuilder>) -> Result<()> {
        put(self.b).map(drop)
    }

    fn is_integer(&self) -> bool {
        matches!(self.kind(), Kind::Int | Kind::Uint)
    }

    fn int(mut self, v: i64) -> Result<()> {
        if self.is_integer() && self.omit(v == 0) { Ok(()) } else { self.put(|b| b.int(v)) }
    }

    fn uint(mut self, v: u64) -> Result<()> {
        match i64::try_from(v) {
            Ok(v) if self.kind() == Kind::Interface => self.int(v),
            _ if self.is_integer() && self.omit(v == 0) => Ok(()),
            _ => self.put(|b| b.uint(v)),
        }
    }

    /// A number too wide for gob's own: a big one, or none.
    fn wide(self, text: String, small: Option<i64>, uint: Option<u64>) -> Result<()> {
        match (self.kind(), small, uint) {
            (Kind::Opaque(_), ..) => self.opaque_text(&text),
            (_, Some(v), _) => self.int(v),
            (_, _, Some(v)) => self.uint(v),
            _ => Err(self.b.error(ErrorKind::OutOfRange, alloc::format!("{text} does not fit 64 bits"))),
        }
    }

    fn opaque_text(self, text: &str) -> Result<()> {
        let payload = self.b.next_type().and_then(|ty| known::payload(ty, text));
        match payload {
            Some(payload) => self.opaque(&payload),
            None => Err(self.b.misfit("a text that is none of this type's")),
        }
    }

    fn opaque(mut self, payload: &[u8]) -> Result<()> {
        let is_zero = !self.is_behind && self.b.next_type().is_some_and(|ty| known::is_zero(ty, payload));
        if self.omit(is_zero) { Ok(()) } else { self.put(|b| b.opaque(payload)) }
    }

    /// Nothing: a nil interface or pointer.
    fn none(mut self) -> Result<()> {
        match self.kind() {
            Kind::Interface if !self.omit(true) => self.put(ValueBuilder::nil),
            Kind::Interface => Ok(()),
            _ if self.omit(true) => Ok(()),
            _ => Err(self.b.error(ErrorKind::Nil, "a none, which only a field can be".into())),
        }
    }

    /// Goes into an interface that holds a type of this name.
    fn hold(&mut self, name: &str) -> Result<()> {
        if self.kind() == Kind::Interface {
            let (name, ty) = self.schema.named(name)?;
            self.b.interface(name.as_bytes(), ty)?;
        }
        Ok(())
    }

    /// Goes to the content of a variant, and says how many levels only name it.
    fn variant(&mut self, name: &str) -> Result<usize> {
        match self.kind() {
            Kind::Interface => self.hold(name).map(|()| 0),
            Kind::Struct => self.b.begin()?.field(name).map(|_| 1),
            Kind::Map => self.b.begin()?.string(name.as_bytes()).map(|_| 1),
            _ => Err(self.b.misfit("a variant of an enum with content")),
        }
    }

    fn begin(mut self, how: How, ends: usize) -> Result<Parts<'a>> {
        self.floor.check()?;
        if !matches!(how, How::Complex(_) | How::Octets(_) | How::Pair) {
            self.b.begin()?;
        }
        self.is_behind |= ends > 0;
        Ok(Parts { ser: self, how, ends })
    }

    fn list(self, len: Option<usize>, ends: usize) -> Result<Parts<'a>> {
        if self.is_pair {
            return self.begin(How::Pair, 0);
        }
        if self.kind() == Kind::Interface {
            self.b.interface(b"[]interface {}", any_types().0)?;
        }
        let how = match self.kind() {
            Kind::Complex => How::Complex(Vec::new()),
            Kind::Bytes => How::Octets(Vec::with_capacity(len.unwrap_or(0).min(4096))),
            Kind::Struct => How::Positional(0),
            Kind::Map if self.is_set() => How::Keys,
            Kind::Map => How::PairsOfMap,
            _ => How::List,
        };
        self.begin(how, ends)
    }

    /// Whether what comes next is a map to structs without fields.
    fn is_set(&self) -> bool {
        let elem = self.b.next_type().and_then(|ty| ty.elem());
        elem.is_some_and(|elem| elem.kind() == Kind::Struct && elem.field_count() == 0)
    }

    fn fields(self, ends: usize) -> Result<Parts<'a>> {
        let how = if self.kind() == Kind::Map { How::Map } else { How::Fields };
        self.begin(how, ends)
    }
}

impl Parts<'_> {
    /// Writes a part, and says where if it fails.
    fn value<T: Serialize + ?Sized>(&mut self, value: &T, is_pair: bool) -> Result<()> {
        let part = Ser { is_pair, ..self.ser.again() };
        part.check_memory()?;
        let written = value.serialize(part);
        written.map_err(|error| error.at_least_in(|| self.ser.b.path()))
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        match &mut self.how {
            How::Complex(parts) if parts.len() > 2 => Err(self.ser.b.misfit(NO_COMPLEX)),
            How::Complex(parts) => value.serialize(FloatOnly(parts)),
            How::Octets(octets) if octets.len() as u64 > self.ser.most => Err(self.ser.over_memory()),
            How::Octets(octets) => value.serialize(OctetOnly(octets)),
            How::PairsOfMap => self.value(value, true),
            How::Keys => {
                self.value(value, false)?;
                self.ser.b.begin()?.end().map(drop)
            }
            How::Positional(next) => {
                let i = *next;
                *next += 1;
                self.ser.b.field_at(i)?;
                self.value(value, false)
            }
            _ => self.value(value, false),
        }
    }

    fn named<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        match self.how {
            How::Map => self.ser.b.string(name.as_bytes()).map(drop)?,
            _ => self.ser.b.field(name).map(drop)?,
        }
        self.value(value, false)
    }

    fn finish(mut self) -> Result<()> {
        let is_field_kind = matches!(self.how, How::List | How::Keys | How::PairsOfMap | How::Map);
        match self.how {
            How::Complex(parts) => match parts[..] {
                [re, im] if self.ser.omit(re == 0.0 && im == 0.0) => {}
                [re, im] => self.ser.b.complex(re, im).map(drop)?,
                _ => return Err(self.ser.b.misfit(NO_COMPLEX)),
            },
            How::Octets(octets) if self.ser.omit(octets.is_empty()) => {}
            How::Octets(octets) => self.ser.b.bytes(&octets).map(drop)?,
            How::Pair => {}
            _ if is_field_kind && self.ser.b.parts() == 0 && self.is_left_out() => self.ser.b.abandon(),
            _ => self.ser.b.end().map(drop)?,
        }
        end_all(self.ser.b, self.ends)
    }

    /// Whether the open list or map, which is empty, is not sent as a field.
    fn is_left_out(&self) -> bool {
        let Some(kind) = self.ser.b.open_type().map(|ty| ty.kind()) else { return false };
        let is_kind = kind == Kind::Slice || (kind == Kind::Map && !self.ser.is_behind);
        is_kind && self.ser.b.is_field()
    }
}

fn end_all(b: &mut ValueBuilder, ends: usize) -> Result<()> {
    (0..ends).try_for_each(|_| b.end().map(drop))
}

impl<'a> Serializer for Ser<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    fn serialize_bool(mut self, v: bool) -> Result<()> {
        if self.kind() == Kind::Bool && self.omit(!v) { Ok(()) } else { self.put(|b| b.bool(v)) }
    }
    fn serialize_i8(self, v: i8) -> Result<()> {
        self.serialize_i64(v.into())
    }
    fn serialize_i16(self, v: i16) -> Result<()> {
        self.serialize_i64(v.into())
    }
    fn serialize_i32(self, v: i32) -> Result<()> {
        self.serialize_i64(v.into())
    }
    fn serialize_i64(self, v: i64) -> Result<()> {
        match self.kind() {
            Kind::Opaque(_) => self.opaque_text(&alloc::format!("{v}")),
            _ => self.int(v),
        }
    }
    fn serialize_i128(self, v: i128) -> Result<()> {
        self.wide(alloc::format!("{v}"), v.try_into().ok(), v.try_into().ok())
    }
    fn serialize_u8(self, v: u8) -> Result<()> {
        self.serialize_u64(v.into())
    }
    fn serialize_u16(self, v: u16) -> Result<()> {
        self.serialize_u64(v.into())
    }
    fn serialize_u32(self, v: u32) -> Result<()> {
        self.serialize_u64(v.into())
    }
    fn serialize_u64(self, v: u64) -> Result<()> {
        match self.kind() {
            Kind::Opaque(_) => self.opaque_text(&alloc::format!("{v}")),
            _ => self.uint(v),
        }
    }
    fn serialize_u128(self, v: u128) -> Result<()> {
        self.wide(alloc::format!("{v}"), None, v.try_into().ok())
    }
    fn serialize_f32(self, v: f32) -> Result<()> {
        self.serialize_f64(v.into())
    }
    fn serialize_f64(mut self, v: f64) -> Result<()> {
        if self.kind() == Kind::Float && self.omit(v == 0.0) { Ok(()) } else { self.put(|b| b.float(v)) }
    }
    fn serialize_char(self, v: char) -> Result<()> {
        match self.kind() {
            Kind::Int => self.int(u32::from(v).into()),
            _ => self.serialize_str(v.encode_utf8(&mut [0; 4])),
        }
    }
    fn serialize_str(mut self, v: &str) -> Result<()> {
        match self.kind() {
            Kind::Opaque(_) => self.opaque_text(v),
            Kind::String if self.omit(v.is_empty()) => Ok(()),
            _ => self.put(|b| b.string(v.as_bytes())),
        }
    }
    fn serialize_bytes(mut self, v: &[u8]) -> Result<()> {
        match self.kind() {
            Kind::Opaque(_) => self.opaque(v),
            Kind::String | Kind::Bytes if self.omit(v.is_empty()) => Ok(()),
            Kind::String => self.put(|b| b.string(v)),
            Kind::Array | Kind::Slice => v.serialize(self),
            _ => self.put(|b| b.bytes(v)),
        }
    }
    fn serialize_none(self) -> Result<()> {
        self.none()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(Ser { is_behind: true, ..self })
    }
    fn serialize_unit(self) -> Result<()> {
        let is_nothing = self.b.next_type().is_some_and(|ty| ty.kind() == Kind::Struct && ty.field_count() == 0);
        if is_nothing { self.fields(0)?.finish() } else { self.none() }
    }
    fn serialize_unit_struct(mut self, name: &'static str) -> Result<()> {
        self.hold(name)?;
        self.serialize_unit()
    }
    fn serialize_unit_variant(mut self, _: &'static str, index: u32, name: &'static str) -> Result<()> {
        match self.kind() {
            Kind::Int | Kind::Uint => self.uint(index.into()),
            Kind::String => self.serialize_str(name),
            Kind::Interface if name == variant::NIL => self.none(),
            _ => {
                let ends = self.variant(name)?;
                let Ser { b, schema, floor, most, .. } = self;
                // What a struct that names it holds is whatever that has: its zero.
                match b.next_kind() {
                    Some(Kind::Bool) => b.bool(true).map(drop)?,
                    _ => Ser { b: &mut *b, schema, floor, most, is_behind: true, is_pair: false }.fields(0)?.finish()?,
                }
                end_all(b, ends)
            }
        }
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(mut self, name: &'static str, value: &T) -> Result<()> {
        if self.schema.named(name).is_ok() {
            self.hold(name)?;
        }
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.floor.check()?;
        let ends = self.variant(name)?;
        value.serialize(Ser { is_behind: true, ..self.again() }).map_err(|error| error.at_least_in(|| self.b.path()))?;
        end_all(self.b, ends)
    }
    fn serialize_seq(self, len: Option<usize>) -> Result<Parts<'a>> {
        self.list(len, 0)
    }
    fn serialize_tuple(self, len: usize) -> Result<Parts<'a>> {
        self.list(Some(len), 0)
    }
    fn serialize_tuple_struct(mut self, name: &'static str, len: usize) -> Result<Parts<'a>> {
        self.hold(name)?;
        self.list(Some(len), 0)
    }
    fn serialize_tuple_variant(mut self, _: &'static str, _: u32, name: &'static str, len: usize) -> Result<Parts<'a>> {
        let ends = self.variant(name)?;
        self.list(Some(len), ends)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>> {
        if self.kind() == Kind::Interface {
            self.b.interface(b"map[string]interface {}", any_types().1)?;
        }
        self.fields(0)
    }
    fn serialize_struct(mut self, name: &'static str, _: usize) -> Result<Parts<'a>> {
        self.hold(name)?;
        self.fields(0)
    }
    fn serialize_struct_variant(mut self, _: &'static str, _: u32, name: &'static str, _: usize) -> Result<Parts<'a>> {
        let ends = self.variant(name)?;
        self.fields(ends)
    }
}

super::compound!(Parts);

/// Keys of a struct name its fields.
impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Error;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        if matches!(self.how, How::Map) {
            return self.value(key, false);
        }
        let mut name = String::new();
        key.serialize(TextOnly(&mut name))?;
        self.ser.b.field(&name).map(drop)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.value(value, false)
    }
    fn end(self) -> Result<()> {
        self.finish()
    }
}
