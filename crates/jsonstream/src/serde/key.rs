//! The name of a member as a key of any type that can be read from one.

use alloc::string::String;

use serde_core::de::value::StrDeserializer;
use serde_core::de::{self, Deserializer, Visitor};
use serde_core::forward_to_deserialize_any;

use crate::error::{Error, Result};

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

    fn parse<T: core::str::FromStr>(&self, wanted: &str) -> Result<T> {
        let quoted = || de::Error::custom(alloc::format!("expected {wanted} as a name, found {:?}", cut(self.text())));
        self.text().parse().map_err(|_| quoted())
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
    ($($method:ident $visit:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visitor.$visit(self.parse("a number")?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de, '_> {
    type Error = Error;

    numbers! {
        deserialize_i8 visit_i8 deserialize_i16 visit_i16 deserialize_i32 visit_i32 deserialize_i64 visit_i64
        deserialize_i128 visit_i128 deserialize_u8 visit_u8 deserialize_u16 visit_u16 deserialize_u32 visit_u32
        deserialize_u64 visit_u64 deserialize_u128 visit_u128 deserialize_f32 visit_f32 deserialize_f64 visit_f64
    }

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Self::Borrowed(text) => visitor.visit_borrowed_str(text),
            Self::Lent(text) => visitor.visit_str(text),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_bool(self.parse("a boolean")?)
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
