//! Places where only a text can stand: the name of a member, and the inside of a type that holds JSON text.

use alloc::string::ToString;

use serde_core::ser::{Error as _, Impossible, Serialize, Serializer};

use crate::error::{Error, Result};
use crate::sink::Sink;
use crate::writer::Writer;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    /// A name: strings, and what can be said as one.
    Name,
    /// A [`RawValue`](super::RawValue).
    Raw,
    /// A [`BigNumber`](super::BigNumber).
    Number,
}

pub(super) struct Atom<'a, S> {
    writer: &'a mut Writer<S>,
    place: Place,
}

impl<'a, S: Sink> Atom<'a, S> {
    pub(super) fn new(writer: &'a mut Writer<S>, place: Place) -> Self {
        Self { writer, place }
    }

    /// What is no string itself, as a name.
    fn name(self, text: &str) -> Result<()> {
        if self.place == Place::Name { self.writer.key(text) } else { refused() }
    }
}

#[cold]
fn refused<T>() -> Result<T> {
    Err(Error::custom("only a string can stand here"))
}

macro_rules! as_text {
    ($($method:ident $type:ty)*) => {$(
        fn $method(self, value: $type) -> Result<()> {
            self.name(&value.to_string())
        }
    )*};
}

macro_rules! refused {
    ($($method:ident ($($type:ty),*) $result:ty;)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<$result> {
            refused()
        }
    )*};
}

type Never = Impossible<(), Error>;
type Str = &'static str;

impl<S: Sink> Serializer for Atom<'_, S> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    as_text! {
        serialize_bool bool serialize_char char
        serialize_i8 i8 serialize_i16 i16 serialize_i32 i32 serialize_i64 i64 serialize_i128 i128
        serialize_u8 u8 serialize_u16 u16 serialize_u32 u32 serialize_u64 u64 serialize_u128 u128
    }

    refused! {
        serialize_bytes(&[u8]) ();
        serialize_none() ();
        serialize_unit() ();
        serialize_unit_struct(Str) ();
        serialize_seq(Option<usize>) Never;
        serialize_tuple(usize) Never;
        serialize_tuple_struct(Str, usize) Never;
        serialize_tuple_variant(Str, u32, Str, usize) Never;
        serialize_map(Option<usize>) Never;
        serialize_struct(Str, usize) Never;
        serialize_struct_variant(Str, u32, Str, usize) Never;
    }

    fn serialize_f32(self, value: f32) -> Result<()> {
        self.name(&super::to_string(&value)?)
    }

    fn serialize_f64(self, value: f64) -> Result<()> {
        self.name(&super::to_string(&value)?)
    }

    /// JSON text is checked, for any type can take the name of one that holds it.
    fn serialize_str(self, text: &str) -> Result<()> {
        match self.place {
            Place::Name => self.writer.key(text),
            Place::Raw => self.writer.raw(text),
            Place::Number => self.writer.number_text(text),
        }
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: Str, _: u32, variant: Str) -> Result<()> {
        self.name(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: Str, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: Str, _: u32, _: Str, _: &T) -> Result<()> {
        refused()
    }
}
