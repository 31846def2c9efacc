//! The name of a member as a key of any type that can be read from one.

use alloc::string::String;

use serde_core::de::value::StrDeserializer;
use serde_core::de::{self, Deserializer, Visitor};
use serde_core::forward_to_deserialize_any;

use crate::check;
use crate::error::{Error, Result};
use crate::reader::Reader;

/// The text of a name.
pub(super) enum Key<'de, 'a> {
    Borrowed(&'de str),
    Lent(&'a str),
}

impl<'de> Key<'de, '_> {
    /// The field that has this name but for the case of its letters, if none has it as it is.
    pub(super) fn folded(&self, fields: &'static [&'static str]) -> Option<Key<'de, 'static>> {
        field(self.text(), fields).map(|at| Key::Lent(fields[at]))
    }

    fn text(&self) -> &str {
        match *self {
            Self::Borrowed(text) => text,
            Self::Lent(text) => text,
        }
    }

    /// A number, as it would be read where it stands by itself: by the same grammar, and finite.
    fn number<T>(&self, read: impl FnOnce(&str) -> Result<T>) -> Result<T> {
        let text = self.text();
        check::number(text).and_then(|()| read(text)).map_err(|_| self.is_not("a number"))
    }

    #[cold]
    fn is_not(&self, wanted: &str) -> Error {
        de::Error::custom(alloc::format!("expected {wanted} as a name, found {:?}", cut(self.text())))
    }
}

/// The field of this name; if there is none, that of the name in other cases of its letters.
pub(super) fn field(name: &str, fields: &[&str]) -> Option<usize> {
    let exact = fields.iter().position(|field| *field == name);
    exact.or_else(|| fields.iter().position(|field| field.eq_ignore_ascii_case(name)))
}

/// The start of a text, for a message.
fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

macro_rules! numbers {
    ($($method:ident $visit:ident $read:ident;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visitor.$visit(self.number(|text| Reader::from_str(text).$read())?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de, '_> {
    type Error = Error;

    numbers! {
        deserialize_i8 visit_i8 int;
        deserialize_i16 visit_i16 int;
        deserialize_i32 visit_i32 int;
        deserialize_i64 visit_i64 int;
        deserialize_i128 visit_i128 int;
        deserialize_u8 visit_u8 int;
        deserialize_u16 visit_u16 int;
        deserialize_u32 visit_u32 int;
        deserialize_u64 visit_u64 int;
        deserialize_u128 visit_u128 int;
        deserialize_f32 visit_f32 f32;
        deserialize_f64 visit_f64 f64;
    }

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Self::Borrowed(text) => visitor.visit_borrowed_str(text),
            Self::Lent(text) => visitor.visit_str(text),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_bool(self.text().parse().map_err(|_| self.is_not("a boolean"))?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &'static str, _: &'static [&'static str], visitor: V) -> Result<V::Value> {
        visitor.visit_enum(StrDeserializer::new(self.text()))
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
