//! What a deserializer says of a value, if nobody asks for a type.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value as Json};

/// As Go's JSON has it: bytes in base64, maps whose keys are no strings as lists of pairs.
#[derive(Debug)]
pub(crate) struct Seen(pub(crate) Json);

impl<'de> Deserialize<'de> for Seen {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_any(Any).map(Seen)
    }
}

struct Any;

/// A float as the vectors' JSON has it.
fn float(v: f64) -> Json {
    if v.is_nan() {
        return "NaN".into();
    }
    if v.is_infinite() {
        return if v > 0.0 { "+Inf".into() } else { "-Inf".into() };
    }
    if v.fract() == 0.0 && v.abs() < 1e15 { Json::from(v as i64) } else { Json::from(v) }
}

impl<'de> Visitor<'de> for Any {
    type Value = Json;
    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("anything")
    }
    fn visit_bool<E>(self, v: bool) -> Result<Json, E> {
        Ok(v.into())
    }
    fn visit_i64<E>(self, v: i64) -> Result<Json, E> {
        Ok(v.into())
    }
    fn visit_u64<E>(self, v: u64) -> Result<Json, E> {
        Ok(v.into())
    }
    fn visit_f64<E>(self, v: f64) -> Result<Json, E> {
        Ok(float(v))
    }
    fn visit_str<E>(self, v: &str) -> Result<Json, E> {
        Ok(v.into())
    }
    fn visit_bytes<E>(self, v: &[u8]) -> Result<Json, E> {
        Ok(base64(v).into())
    }
    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = parts.next_element::<Seen>()? {
            items.push(item.0);
        }
        Ok(Json::Array(items))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut parts: A) -> Result<Json, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = parts.next_entry::<Seen, Seen>()? {
            pairs.push((pair.0.0, pair.1.0));
        }
        if pairs.iter().all(|pair| pair.0.is_string()) {
            return Ok(Json::Object(pairs.into_iter().map(|(k, v)| (k.as_str().unwrap().into(), v)).collect::<Map<_, _>>()));
        }
        Ok(Json::Array(pairs.into_iter().map(|(k, v)| Json::Array(vec![k, v])).collect()))
    }
}

fn base64(bytes: &[u8]) -> String {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, &b| word << 8 | u32::from(b)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            let digit = digits[(word >> (18 - 6 * i)) as usize & 63] as char;
            text.push(if i <= chunk.len() { digit } else { '=' });
        }
    }
    text
}
