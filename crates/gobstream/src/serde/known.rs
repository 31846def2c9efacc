//! Opaque values as serde sees them: a text, if there is one that says it all.

use crate::known::{Known, Marshaler, Time, opaque_payload};
use crate::types::{Kind, Node, Shape, Type};
use alloc::string::String;
use alloc::vec::Vec;

/// The text of an opaque value.
pub(super) fn text(node: &Node, payload: &[u8]) -> Option<String> {
    let Shape::Opaque(marshaler) = node.shape else { return None };
    text_of(node.name(), marshaler, payload)
}

/// The same by the name of its type.
pub(super) fn text_of(name: &[u8], marshaler: Marshaler, payload: &[u8]) -> Option<String> {
    Known::recognise(name, marshaler, payload)?.text()
}

/// The payload of which this is the text.
pub(super) fn payload(ty: &Type, text: &str) -> Option<Vec<u8>> {
    let Kind::Opaque(marshaler) = ty.kind() else { return None };
    opaque_payload(ty.name(), marshaler, text)
}

/// Whether Go leaves a field of it out: its method is on the value, and its memory is zero.
pub(super) fn is_zero(ty: &Type, payload: &[u8]) -> bool {
    match ty.name() {
        b"Time" => Time::from_gob(payload).is_some_and(|time| time.is_zero()),
        b"Addr" => payload.is_empty(),
        b"AddrPort" => payload == [0; 2],
        b"UUID" => payload == [0; 16],
        _ => false,
    }
}

/// The text of the zero of a type of this name.
pub(super) fn zero_text(name: &[u8]) -> &'static str {
    match name {
        b"Time" => "0001-01-01T00:00:00Z",
        b"Int" | b"Rat" | b"Float" | b"Decimal" => "0",
        b"UUID" => "00000000-0000-0000-0000-000000000000",
        _ => "",
    }
}

/// What a text says as a number.
pub(super) enum Number {
    Float(f64),
    Small(i64),
    Uint(u64),
    Int(i128),
    Wide(u128),
}

impl Number {
    /// The narrowest that holds it.
    pub(super) fn of(text: &str, is_float: bool) -> Option<Number> {
        if is_float {
            return text.parse().ok().map(Number::Float);
        }
        let small = text.parse().ok().map(Number::Small);
        let uint = || text.parse().ok().map(Number::Uint);
        let int = || text.parse().ok().map(Number::Int);
        let wide = || text.parse().ok().map(Number::Wide);
        small.or_else(uint).or_else(int).or_else(wide)
    }
}
