//! Enums: of what an interface holds, of numbers, of the one field or key that is there.

use super::de::De;
use super::parts::{Fields, Pairs};
use crate::error::{Error, ErrorKind, Result};
use serde_core::de::value::{BytesDeserializer, StrDeserializer, U32Deserializer};
use serde_core::de::{DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, VariantAccess, Visitor};

/// The variant of a nil interface.
pub(super) const NIL: &str = "nil";

/// What an interface holds, under the name that its sender registered.
pub(super) struct Named<'a, 'd, 'de> {
    name: &'de [u8],
    /// Nothing for nil.
    held: Option<De<'a, 'd, 'de>>,
}

impl<'a, 'd, 'de> Named<'a, 'd, 'de> {
    pub(super) fn read(mut de: De<'a, 'd, 'de>) -> Result<Self> {
        let found = if de.unsent { None } else { de.d.interface()? };
        let Some(found) = found else { return Ok(Named { name: NIL.as_bytes(), held: None }) };
        de.slot = found.slot();
        Ok(Named { name: found.name(), held: Some(de) })
    }

    pub(super) fn visit<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        v.visit_enum(self)
    }
}

impl<'a, 'd, 'de> EnumAccess<'de> for Named<'a, 'd, 'de> {
    type Error = Error;
    type Variant = Held<'a, 'd, 'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant)> {
        let name = match core::str::from_utf8(self.name) {
            Ok(name) => seed.deserialize(StrDeserializer::new(name)),
            Err(_) => seed.deserialize(BytesDeserializer::new(self.name)),
        };
        Ok((name?, Held(self.held)))
    }
}

/// The content of a variant; nothing for nil.
pub(super) struct Held<'a, 'd, 'de>(Option<De<'a, 'd, 'de>>);

impl<'a, 'd, 'de> Held<'a, 'd, 'de> {
    fn some(self) -> Result<De<'a, 'd, 'de>> {
        self.0.ok_or_else(|| Error::custom("nil, which has no content"))
    }
}

impl<'de> VariantAccess<'de> for Held<'_, '_, 'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        self.0.map_or(Ok(()), De::skip)
    }
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        let de = self.some()?;
        de.d.descend()?;
        let De { d, slot, unsent, loose } = de;
        let value = seed.deserialize(De { d: &mut *d, slot, unsent, loose })?;
        d.ascend();
        Ok(value)
    }
    fn tuple_variant<V: Visitor<'de>>(self, n: usize, v: V) -> Result<V::Value> {
        self.some()?.deserialize_tuple(n, v)
    }
    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], v: V) -> Result<V::Value> {
        self.some()?.deserialize_struct("", fields, v)
    }
}

/// A variant by its place in the Rust enum: Go's constants by `iota`.
pub(super) fn numbered<'de, V: Visitor<'de>>(number: i128, v: V) -> Result<V::Value> {
    let is_none = || Error::without_place(ErrorKind::OutOfRange, alloc::format!("{number} is the number of no variant"));
    let number = u32::try_from(number).map_err(|_| is_none())?;
    v.visit_enum(U32Deserializer::new(number))
}

/// A variant by the one part that is there: a map of one pair, a struct of which one field was sent.
pub(super) struct Sole<P>(pub(super) P);

/// Parts of which one is the variant.
pub(super) trait Parts<'de>: MapAccess<'de, Error = Error> {
    /// Whether a part is left to be read.
    fn any_left(&self) -> bool;
}

impl<'de> Parts<'de> for Fields<'_, '_, 'de> {
    fn any_left(&self) -> bool {
        self.has_sent()
    }
}

impl<'de> Parts<'de> for Pairs<'_, '_, 'de> {
    fn any_left(&self) -> bool {
        self.left() > 0
    }
}

impl<'de, P: Parts<'de>> Sole<P> {
    pub(super) fn visit<V: Visitor<'de>>(mut self, v: V) -> Result<V::Value> {
        if !self.0.any_left() {
            return v.visit_enum(Named { name: NIL.as_bytes(), held: None });
        }
        let value = v.visit_enum(&mut self)?;
        if self.0.any_left() {
            return Err(Error::custom("more than one part, where the only one says the variant"));
        }
        Ok(value)
    }
}

impl<'de, P: Parts<'de>> EnumAccess<'de> for &mut Sole<P> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        let key = self.0.next_key_seed(seed)?;
        Ok((key.ok_or_else(|| Error::custom("no part that says the variant"))?, self))
    }
}

impl<'de, P: Parts<'de>> VariantAccess<'de> for &mut Sole<P> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        self.0.next_value::<serde_core::de::IgnoredAny>().map(drop)
    }
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        self.0.next_value_seed(seed)
    }
    fn tuple_variant<V: Visitor<'de>>(self, n: usize, v: V) -> Result<V::Value> {
        self.0.next_value_seed(Tuple(n, v))
    }
    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], v: V) -> Result<V::Value> {
        self.0.next_value_seed(Struct(fields, v))
    }
}

/// Asks for a list of so many elements.
struct Tuple<V>(usize, V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Tuple<V> {
    type Value = V::Value;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> core::result::Result<V::Value, D::Error> {
        d.deserialize_tuple(self.0, self.1)
    }
}

/// Asks for a struct of these fields.
struct Struct<V>(&'static [&'static str], V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Struct<V> {
    type Value = V::Value;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> core::result::Result<V::Value, D::Error> {
        d.deserialize_struct("", self.0, self.1)
    }
}
