//! Proves `gob schema --to rust`: decodes each file into the types that were declared for it, and compares that with its `Value`s.
//!
//! schema-languages writes the table and the types.

mod table;

use gobstream::known::Known;
use std::collections::HashMap;

use gobstream::{DecodeOwned, Decoder, Encode, Items, Kind, Slice, Stream, Value};

type Result<T> = std::result::Result<T, String>;

/// A file, as it is read in both ways.
pub struct Pair<'a> {
    typed: Decoder<Slice<'a>>,
    whole: Stream<Slice<'a>>,
    n: usize,
}

impl Pair<'_> {
    /// Reads so many values of one type, and compares.
    pub fn many<T: DecodeOwned + Encode>(&mut self, n: usize) -> Result<()> {
        for _ in 0..n {
            self.n += 1;
            let fail = |e: gobstream::Error| format!("value {}: {e}", self.n);
            let value: T = self.typed.decode().map_err(fail)?.ok_or_else(|| format!("value {}: no value", self.n))?;
            let bytes = gobstream::to_vec(&value).map_err(fail)?;
            let again = Stream::from_slice(&bytes).next_value().map_err(fail)?;
            let first = self.whole.next_value().map_err(fail)?;
            if !same(first.as_ref(), again.as_ref()) {
                return Err(format!("value {} differs: {first:.300?}\nand {again:.300?}", self.n));
            }
        }
        Ok(())
    }
}

/// Whether two values mean the same: what was not sent is zero, and the order of maps says nothing.
fn same(a: Option<&Value>, b: Option<&Value>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => equal(a, b),
        (Some(one), None) | (None, Some(one)) => is_zero(one),
        (None, None) => true,
    }
}

/// Go sends no other fields, and the declarations leave them out.
fn is_sent(name: &[u8]) -> bool {
    std::str::from_utf8(name).is_ok_and(|name| name.chars().next().is_some_and(char::is_uppercase))
}

fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
        (Value::Complex(a, b), Value::Complex(c, d)) => (a.to_bits(), b.to_bits()) == (c.to_bits(), d.to_bits()),
        (Value::Struct(a), Value::Struct(b)) => {
            a.fields().chain(b.fields().filter(|(name, _)| get(a, name).is_none())).filter(|(name, _)| is_sent(name)).all(|(name, _)| {
                same(get(a, name), get(b, name))
            })
        }
        (Value::List(a), Value::List(b)) => list(a.items(), b.items()),
        (Value::Map(a), Value::Map(b)) => map(a, b),
        (Value::Opaque(a), Value::Opaque(b)) => a.bytes() == b.bytes() || text(a).is_some() && text(a) == text(b),
        (Value::Interface(Some(a)), Value::Interface(Some(b))) => a.name() == b.name() && equal(a.value(), b.value()),
        (a, b) => a == b,
    }
}

/// A field; of those of one name the last, as Go does.
fn get<'a>(s: &'a gobstream::Struct, name: &[u8]) -> Option<&'a Value> {
    s.fields().filter(|field| field.0 == name).last().map(|field| field.1)
}

/// Of a key that came more than once, a map keeps the last value.
fn map(a: &gobstream::Map, b: &gobstream::Map) -> bool {
    let by_key = |map: &gobstream::Map| -> HashMap<String, Value> {
        map.iter().map(|(key, value)| (format!("{key:?}"), value.clone())).collect()
    };
    // A key that is a struct may lack fields that are zero: then order is all there is to go by.
    let in_order = || a.len() == b.len() && a.iter().zip(b.iter()).all(|((k, v), (l, w))| equal(k, l) && equal(v, w));
    let (one, other) = (by_key(a), by_key(b));
    (one.len() == other.len() && one.iter().all(|(key, value)| same(Some(value), other.get(key)) && other.contains_key(key))) || in_order()
}

fn list(a: &Items, b: &Items) -> bool {
    match (a, b) {
        (Items::Values(a), Items::Values(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Items::Ints(a), Items::Ints(b)) => a == b,
        (Items::Uints(a), Items::Uints(b)) => a == b,
        (Items::Floats(a), Items::Floats(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits()),
        (a, b) => a.len() == b.len() && format!("{a:?}") == format!("{b:?}"),
    }
}

fn text(opaque: &gobstream::Opaque) -> Option<String> {
    let Kind::Opaque(marshaler) = opaque.ty().kind() else { return None };
    let names: [&[u8]; 9] = [opaque.ty().name(), b"Time", b"Int", b"Rat", b"Float", b"URL", b"Addr", b"AddrPort", b"Prefix"];
    names.iter().find_map(|name| Known::recognise(name, marshaler, opaque.bytes())?.text())
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Bool(v) => !v,
        Value::Int(v) => *v == 0,
        Value::Uint(v) => *v == 0,
        Value::Float(v) => v.to_bits() == 0,
        Value::Complex(a, b) => (a.to_bits(), b.to_bits()) == (0, 0),
        Value::String(v) => v.as_bytes().is_empty(),
        Value::Bytes(v) => v.is_empty(),
        Value::Struct(s) => s.fields().all(|(_, v)| is_zero(v)),
        Value::List(l) => zeros(l.items()),
        Value::Map(m) => m.is_empty(),
        Value::Opaque(o) => {
            o.bytes().is_empty() || text(o).is_some_and(|t| matches!(&t[..], "0001-01-01T00:00:00Z" | "0" | "" | "0/1" | "0/0"))
        }
        Value::Interface(i) => i.is_none(),
        _ => false,
    }
}

fn zeros(items: &Items) -> bool {
    match items {
        Items::Values(v) => v.iter().all(is_zero),
        Items::Bools(v) => v.iter().all(|v| !v),
        Items::Ints(v) => v.iter().all(|v| *v == 0),
        Items::Uints(v) => v.iter().all(|v| *v == 0),
        Items::Floats(v) => v.iter().all(|v| v.to_bits() == 0),
        _ => items.is_empty(),
    }
}

fn main() {
    let (mut good, mut bad) = (0, 0);
    for (file, read) in table::FILES {
        let bytes = std::fs::read(file).expect("a file");
        let mut pair = Pair { typed: Decoder::from_slice(&bytes), whole: Stream::from_slice(&bytes), n: 0 };
        match read(&mut pair) {
            Ok(()) => good += 1,
            Err(error) => {
                bad += 1;
                println!("{file}: {error}");
            }
        }
    }
    println!("schema: Rust read {good} of {} files into the types declared for them, equal to their values", good + bad);
    std::process::exit(bad.min(1));
}
