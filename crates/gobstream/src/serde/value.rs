//! [`Value`] and the other types of this crate, for serde.

use super::{VALUE, known};
use crate::assemble::Stream;
use crate::decode::Dec;
use crate::encode::Encoder;
use crate::error::{Error, Result};
use crate::limits::{Limits, Options};
use crate::types::{Slot, Type};
use crate::value::{Interface, Items, List, Map, Text, Value};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use once_cell::race::OnceBox;
use serde_core::de::value::BytesDeserializer;
use serde_core::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_core::ser::{Error as _, SerializeMap, SerializeSeq, SerializeTuple, Serializer};
use serde_core::{Deserialize, Serialize};

// ---- reading

/// A whole value on its way to the `Deserialize` of [`Value`]: a map of one pair, whose element is a stream of the value alone.
pub(super) struct Whole {
    stream: Vec<u8>,
}

impl Whole {
    pub(super) fn new(value: &Value, d: &mut Dec<'_, '_>) -> Result<Self> {
        let mut encoder = Encoder::to_vec();
        encoder.encode_value(value)?;
        let stream = encoder.into_sink();
        // The value has types of its own.
        d.charge(1024 + 8 * stream.len() as u64)?;
        Ok(Whole { stream })
    }
}

impl<'de> MapAccess<'de> for Whole {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        seed.deserialize(serde_core::de::value::StrDeserializer::new(VALUE)).map(Some)
    }
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        seed.deserialize(BytesDeserializer::new(&self.stream))
    }
}

/// The element of that map.
struct Stored(Value);

impl<'de> Deserialize<'de> for Stored {
    fn deserialize<D: Deserializer<'de>>(d: D) -> core::result::Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Stored;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the bytes of a gob stream")
            }
            fn visit_bytes<E: serde_core::de::Error>(self, bytes: &[u8]) -> core::result::Result<Stored, E> {
                match Stream::from_slice_with(bytes, any_size()).next_value() {
                    Ok(Some(value)) => Ok(Stored(value)),
                    Ok(None) => Err(E::custom("a stream without a value")),
                    Err(error) => Err(E::custom(error)),
                }
            }
        }
        d.deserialize_bytes(Bytes)
    }
}

/// What was read within limits is.
fn any_size() -> Options {
    Options::new().limits(Limits { memory: u64::MAX, depth: u32::MAX, ..Limits::default() })
}

/// From a deserializer of this crate, the value as it came: nothing is lost. From others, and where serde has buffered it (untagged,
/// tagged, flattened), what they say of it: integers are [`Value::Int`] if they fit, lists `[]interface {}`, and maps
/// `map[string]interface {}`, or `map[interface {}]interface {}` if not all keys are strings.
///
/// ```
/// use gobstream::Value;
/// let value: Value = serde_json::from_str(r#"{"a": [1, null]}"#)?;
/// assert_eq!(value.key("a").map(|v| format!("{:?}", v.inner())).is_some(), true);
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(d: D) -> core::result::Result<Self, D::Error> {
        d.deserialize_newtype_struct(VALUE, Picture)
    }
}

/// A value from what a format says.
struct Picture;

impl<'de> Visitor<'de> for Picture {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_bool<E>(self, v: bool) -> core::result::Result<Value, E> {
        Ok(Value::Bool(v))
    }
    fn visit_i64<E>(self, v: i64) -> core::result::Result<Value, E> {
        Ok(Value::Int(v))
    }
    fn visit_u64<E>(self, v: u64) -> core::result::Result<Value, E> {
        Ok(i64::try_from(v).map_or(Value::Uint(v), Value::Int))
    }
    fn visit_f64<E>(self, v: f64) -> core::result::Result<Value, E> {
        Ok(Value::Float(v))
    }
    fn visit_str<E>(self, v: &str) -> core::result::Result<Value, E> {
        Ok(Value::String(v.into()))
    }
    fn visit_bytes<E>(self, v: &[u8]) -> core::result::Result<Value, E> {
        Ok(Value::Bytes(v.into()))
    }
    fn visit_unit<E>(self) -> core::result::Result<Value, E> {
        Ok(Value::Interface(None))
    }
    fn visit_none<E>(self) -> core::result::Result<Value, E> {
        Ok(Value::Interface(None))
    }
    fn visit_some<D: Deserializer<'de>>(self, d: D) -> core::result::Result<Value, D::Error> {
        Value::deserialize(d)
    }
    /// Of a deserializer that makes nothing of the name.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, d: D) -> core::result::Result<Value, D::Error> {
        d.deserialize_any(Picture)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> core::result::Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(value) = parts.next_element::<Value>()? {
            items.push(held(value));
        }
        Ok(Value::List(Box::new(List { ty: types().list.clone(), items: Items::Values(items) })))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> core::result::Result<Value, A::Error> {
        let mut parts = Vec::new();
        while let Some(key) = pairs.next_key::<Value>()? {
            if parts.is_empty() && matches!(&key, Value::String(name) if name == VALUE) {
                return Ok(pairs.next_value::<Stored>()?.0);
            }
            parts.extend([key, held(pairs.next_value()?)]);
        }
        let ty = match parts.iter().step_by(2).all(|key| matches!(key, Value::String(_))) {
            true => &types().map,
            false => {
                hold_keys(&mut parts);
                &types().any_map
            }
        };
        Ok(Value::Map(Box::new(Map { ty: ty.clone(), parts })))
    }
}

fn hold_keys(parts: &mut [Value]) {
    for key in parts.iter_mut().step_by(2) {
        *key = held(core::mem::replace(key, Value::Interface(None)));
    }
}

/// The value in an interface, under the name that Go gives its type.
fn held(value: Value) -> Value {
    let types = types();
    let (name, ty) = match &value {
        Value::Bool(_) => ("bool", &types.scalars[0]),
        Value::Int(_) => ("int", &types.scalars[1]),
        Value::Uint(_) => ("uint", &types.scalars[2]),
        Value::Float(_) => ("float64", &types.scalars[3]),
        Value::Bytes(_) => ("[]uint8", &types.scalars[4]),
        Value::String(_) => ("string", &types.scalars[5]),
        Value::List(_) => ("[]interface {}", &types.list),
        Value::Map(map) if map.ty == types.map => ("map[string]interface {}", &types.map),
        Value::Map(_) => ("map[interface {}]interface {}", &types.any_map),
        _ => return value,
    };
    Value::Interface(Some(Box::new(Interface { name: Text::from(name), definitions: Box::default(), ty: ty.clone(), value })))
}

/// Types of values that no stream defined.
struct Types {
    list: Type,
    map: Type,
    any_map: Type,
    /// Those of the ids 1 to 6.
    scalars: [Type; 6],
}

/// `[]interface {}` and `map[string]interface {}`.
pub(super) fn any_types() -> (&'static Type, &'static Type) {
    (&types().list, &types().map)
}

/// Made when the first of them is needed.
fn types() -> &'static Types {
    static TYPES: OnceBox<Types> = OnceBox::new();
    TYPES.get_or_init(|| {
        // Definitions of []interface {}, map[string]interface {} and map[interface {}]interface {}, and a value behind them.
        let bytes = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x10\x00\x00\
            \x0e\xff\x83\x04\x01\x02\xff\x84\x00\x01\x0c\x01\x10\x00\x00\
            \x0e\xff\x85\x04\x01\x02\xff\x86\x00\x01\x10\x01\x10\x00\x00\
            \x03\x04\x00\x00";
        let mut stream = Stream::from_slice(bytes);
        let read = stream.next_value();
        debug_assert!(read.is_ok(), "{read:?}");
        let mut ty = |slot: Slot| stream.walk.types.handle(slot).clone();
        let scalars = core::array::from_fn(|i| ty(i as Slot + 1));
        Box::new(Types { list: ty(64), map: ty(65), any_map: ty(66), scalars })
    })
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(d: D) -> core::result::Result<Self, D::Error> {
        struct Bytes;
        impl<'de> Visitor<'de> for Bytes {
            type Value = Text;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_bytes<E>(self, v: &[u8]) -> core::result::Result<Text, E> {
                Ok(Text::from(v))
            }
            fn visit_str<E>(self, v: &str) -> core::result::Result<Text, E> {
                Ok(Text::from(v))
            }
        }
        d.deserialize_bytes(Bytes)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for crate::Complex<T> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> core::result::Result<Self, D::Error> {
        <(T, T)>::deserialize(d).map(Self::from)
    }
}

impl<'de> Deserialize<'de> for crate::known::Duration {
    fn deserialize<D: Deserializer<'de>>(d: D) -> core::result::Result<Self, D::Error> {
        i64::deserialize(d).map(Self::from_nanos)
    }
}

// ---- writing

/// A string if it is UTF-8, else bytes.
impl Serialize for Text {
    fn serialize<S: Serializer>(&self, s: S) -> core::result::Result<S::Ok, S::Error> {
        match self.as_str() {
            Some(text) => s.serialize_str(text),
            None => s.serialize_bytes(self.as_bytes()),
        }
    }
}

impl<T: Serialize> Serialize for crate::Complex<T> {
    fn serialize<S: Serializer>(&self, s: S) -> core::result::Result<S::Ok, S::Error> {
        pair(&self.re, &self.im, s)
    }
}

/// Nanoseconds.
impl Serialize for crate::known::Duration {
    fn serialize<S: Serializer>(&self, s: S) -> core::result::Result<S::Ok, S::Error> {
        s.serialize_i64(self.as_nanos())
    }
}

fn pair<T: Serialize, S: Serializer>(re: &T, im: &T, s: S) -> core::result::Result<S::Ok, S::Error> {
    let mut pair = s.serialize_tuple(2)?;
    pair.serialize_element(re)?;
    pair.serialize_element(im)?;
    pair.end()
}

/// What people would write: a struct is a map of the fields that were sent, an interface what it holds or none, a complex number a list of
/// two, an opaque value its text (time, big number, address, …) if it has one that says it all and else its bytes; a string that is not UTF-8 is bytes.
///
/// So names of types, what interfaces held, fields that were not sent, widths and the kinds of lists and maps are lost. What nests
/// deeper than 128 KiB of stack allow is refused.
///
/// ```
/// let point = b"\x1e\x7f\x03\x01\x01\x05Point\x01\xff\x80\x00\x01\x02\x01\x01X\x01\x04\x00\x01\x01Y\x01\x04\x00\x00\x00\x07\xff\x80\x01\x2c\x01\x42\x00";
/// let value = gobstream::Stream::from_slice(point).next_value()?.expect("one value");
/// assert_eq!(serde_json::to_string(&value).ok().as_deref(), Some(r#"{"X":22,"Y":33}"#));
/// # Ok::<(), gobstream::Error>(())
/// ```
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, s: S) -> core::result::Result<S::Ok, S::Error> {
        Nested { value: self, floor: stack_floor() }.serialize(s)
    }
}

/// Stack that serializing a value may take.
const STACK: usize = 128 << 10;

/// The lowest address that the stack may reach.
#[derive(Clone, Copy)]
pub(super) struct Stack(usize);

/// As far down as serializing may go from here.
pub(super) fn stack_floor() -> Stack {
    Stack(here().saturating_sub(STACK))
}

impl Stack {
    /// Whether there is room for one more level.
    pub(super) fn check(self) -> Result<()> {
        if here() >= self.0 {
            return Ok(());
        }
        let text = "values nest deeper than the stack allowed for them";
        Err(Error::without_place(crate::ErrorKind::TooDeep, text.into()))
    }
}

#[inline(never)]
fn here() -> usize {
    let here = 0u8;
    (&raw const here).addr()
}

/// A value inside others.
struct Nested<'a> {
    value: &'a Value,
    floor: Stack,
}

impl Nested<'_> {
    fn list<S: Serializer>(&self, values: &[Value], s: S) -> core::result::Result<S::Ok, S::Error> {
        let mut list = s.serialize_seq(Some(values.len()))?;
        for value in values {
            list.serialize_element(&Nested { value, floor: self.floor })?;
        }
        list.end()
    }

    fn map<'v, K: Serialize, S: Serializer>(
        &self,
        pairs: impl ExactSizeIterator<Item = (K, &'v Value)>,
        s: S,
    ) -> core::result::Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(Some(pairs.len()))?;
        for (key, value) in pairs {
            map.serialize_entry(&key, &Nested { value, floor: self.floor })?;
        }
        map.end()
    }

    fn fields<S: Serializer>(&self, fields: &crate::Struct, s: S) -> core::result::Result<S::Ok, S::Error> {
        let name = |i: u32| fields.ty.field(i as usize).map_or(String::new(), |f| String::from_utf8_lossy(f.name).into_owned());
        self.map(fields.fields.iter().map(|(i, value)| (name(*i), value)), s)
    }

    fn items<S: Serializer>(&self, items: &Items, s: S) -> core::result::Result<S::Ok, S::Error> {
        match items {
            Items::Bools(items) => items.serialize(s),
            Items::Ints(items) => items.serialize(s),
            Items::Uints(items) => items.serialize(s),
            Items::Floats(items) => items.serialize(s),
            Items::Complexes(items) => items.serialize(s),
            Items::Values(items) => self.list(items, s),
        }
    }
}

impl Serialize for Nested<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> core::result::Result<S::Ok, S::Error> {
        self.floor.check().map_err(|error| S::Error::custom(error.text()))?;
        match self.value.inner() {
            Value::Bool(v) => s.serialize_bool(*v),
            Value::Int(v) => s.serialize_i64(*v),
            Value::Uint(v) => s.serialize_u64(*v),
            Value::Float(v) => s.serialize_f64(*v),
            Value::Complex(re, im) => pair(re, im, s),
            Value::String(text) => text.serialize(s),
            Value::Bytes(bytes) => s.serialize_bytes(bytes),
            Value::Struct(fields) => self.fields(fields, s),
            Value::List(list) => self.items(list.items(), s),
            Value::Map(map) => self.map(map.iter().map(|(value, elem)| (Nested { value, floor: self.floor }, elem)), s),
            Value::Opaque(opaque) => match opaque_text(opaque) {
                Some(text) => s.serialize_str(&text),
                None => s.serialize_bytes(opaque.bytes()),
            },
            Value::Interface(_) => s.serialize_none(),
        }
    }
}

fn opaque_text(opaque: &crate::Opaque) -> Option<String> {
    let crate::Kind::Opaque(marshaler) = opaque.ty().kind() else { return None };
    known::text_of(opaque.ty().name(), marshaler, opaque.bytes())
}
