//! Serializers of scalars where nothing else can stand.

use crate::error::{Error, Result};
use alloc::string::String;
use alloc::vec::Vec;
use serde_core::Serialize;
use serde_core::ser::{self, Error as _, Serializer};

/// A serializer that takes one kind of scalar.
macro_rules! only {
    ($name:ident($to:ty), $what:literal; $($method:ident($v:ident: $ty:ty) $put:expr;)*; $($refused:ident($refused_ty:ty))*) => {
        pub(super) struct $name<'a>(pub(super) &'a mut $to);

        #[allow(unused_variables, reason = "what is refused is not looked at")]
        impl Serializer for $name<'_> {
            type Ok = ();
            type Error = Error;
            type SerializeSeq = ser::Impossible<(), Error>;
            type SerializeTuple = ser::Impossible<(), Error>;
            type SerializeTupleStruct = ser::Impossible<(), Error>;
            type SerializeTupleVariant = ser::Impossible<(), Error>;
            type SerializeMap = ser::Impossible<(), Error>;
            type SerializeStruct = ser::Impossible<(), Error>;
            type SerializeStructVariant = ser::Impossible<(), Error>;
            $(fn $method(self, $v: $ty) -> Result<()> {
                let put: fn(&mut $to, $ty) = $put;
                put(self.0, $v);
                Ok(())
            })*
            $(fn $refused(self, v: $refused_ty) -> Result<()> {
                Err(not($what))
            })*
            fn serialize_none(self) -> Result<()> {
                Err(not($what))
            }
            fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
                value.serialize(self)
            }
            fn serialize_unit(self) -> Result<()> {
                Err(not($what))
            }
            fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
                Err(not($what))
            }
            fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<()> {
                Err(not($what))
            }
            fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<()> {
                value.serialize(self)
            }
            fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, _: &'static str, _: &T) -> Result<()> {
                Err(not($what))
            }
            fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq> {
                Err(not($what))
            }
            fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple> {
                Err(not($what))
            }
            fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct> {
                Err(not($what))
            }
            fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self::SerializeTupleVariant> {
                Err(not($what))
            }
            fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap> {
                Err(not($what))
            }
            fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct> {
                Err(not($what))
            }
            fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self::SerializeStructVariant> {
                Err(not($what))
            }
        }
    };
}

#[cold]
fn not(what: &str) -> Error {
    Error::custom(format_args!("something else than {what}"))
}

only! {
    FloatOnly(Vec<f64>), "a part of a complex number";
    serialize_f32(v: f32) |to, v| to.push(v.into());
    serialize_f64(v: f64) |to, v| to.push(v);;
    serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_u8(u8) serialize_u16(u16)
    serialize_u32(u32) serialize_u64(u64) serialize_char(char) serialize_str(&str) serialize_bytes(&[u8])
}
only! {
    OctetOnly(Vec<u8>), "a byte";
    serialize_u8(v: u8) |to, v| to.push(v);;
    serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_u16(u16) serialize_u32(u32)
    serialize_u64(u64) serialize_f32(f32) serialize_f64(f64) serialize_char(char) serialize_str(&str) serialize_bytes(&[u8])
}
only! {
    TextOnly(String), "the name of a field";
    serialize_str(v: &str) |to, v| to.push_str(v);;
    serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_u8(u8) serialize_u16(u16)
    serialize_u32(u32) serialize_u64(u64) serialize_f32(f32) serialize_f64(f64) serialize_char(char) serialize_bytes(&[u8])
}
