//! Texts that stand for bytes, floats and opaque values.

use super::world::World;
use crate::picture::Opaque;
use crate::print::pictured::{GO_NAN, TAG, unescaped};
use gobstream::known::Known;
use gobstream::{Kind, Type};

/// The bytes of base64 with padding; `None` if it is none.
pub(super) fn base64(text: &str) -> Option<Vec<u8>> {
    let (quads, []) = text.as_bytes().as_chunks::<4>() else { return None };
    let mut bytes = Vec::with_capacity(quads.len() * 3);
    for (i, quad) in quads.iter().enumerate() {
        let pads = quad.iter().rev().take_while(|b| **b == b'=').count();
        if pads > 2 || (pads > 0 && i + 1 < quads.len()) {
            return None;
        }
        let bits = quad[..4 - pads].iter().try_fold(0, |bits, b| Some(bits << 6 | digit(*b)?))? << (6 * pads);
        let whole: [u8; 4] = u32::to_be_bytes(bits);
        if whole[4 - pads..].iter().any(|b| *b != 0) {
            return None;
        }
        bytes.extend_from_slice(&whole[1..4 - pads]);
    }
    Some(bytes)
}

fn digit(b: u8) -> Option<u32> {
    Some(u32::from(match b {
        b'A'..=b'Z' => b - b'A',
        b'a'..=b'z' => b - b'a' + 26,
        b'0'..=b'9' => b - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

pub(super) fn hex(text: &str) -> Option<Vec<u8>> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    let digit = |b: u8| char::from(b).to_digit(16).map(|d| d as u8);
    pairs.iter().map(|[a, b]| Some(digit(*a)? << 4 | digit(*b)?)).collect()
}

/// A float that is not finite; NaNs by their bits only in the typed form.
pub(super) fn non_finite(text: &str, typed: bool) -> Option<f64> {
    match text {
        "NaN" => Some(f64::from_bits(GO_NAN)),
        "+Inf" => Some(f64::INFINITY),
        "-Inf" => Some(f64::NEG_INFINITY),
        _ => {
            let bits = text.strip_prefix("NaN:").filter(|bits| typed && bits.len() == 16)?;
            u64::from_str_radix(bits, 16).ok().map(f64::from_bits).filter(|v| v.is_nan())
        }
    }
}

/// The bytes of a string key, which may be a tag in a text.
pub(super) fn key(name: &str, tags: bool) -> Option<Vec<u8>> {
    match name.strip_prefix(TAG).filter(|_| tags) {
        None => Some(name.as_bytes().to_vec()),
        Some(rest) => base64(&unescaped(rest.strip_prefix('"')?.strip_suffix("\"}")?)),
    }
}

/// The payload of an opaque value: of its text, which must say all of it, or of base64 where it has no text.
pub(super) fn opaque(ty: &Type, text: &str, world: &World) -> Option<Vec<u8>> {
    let Kind::Opaque(marshaler) = ty.kind() else { return None };
    let shown = |payload: &[u8]| Known::recognise(ty.name(), marshaler, payload).and_then(|known| known.text());
    let is_text = world.is_typed() || world.picture.opaque == Opaque::Text;
    let of_text = gobstream::known::opaque_payload(ty.name(), marshaler, text)
        .filter(|payload| is_text && shown(payload).as_deref() == Some(text));
    // What is shown as text is no base64, though it may look like it.
    let of_base64 = || base64(text).filter(|payload| !is_text || (!world.is_typed() && shown(payload).is_none()));
    of_text.or_else(of_base64)
}

/// The id of a built-in type by the name that references have for it.
pub(super) fn built_in(name: &str) -> Option<i32> {
    let names = crate::typed::BUILT_IN;
    names.iter().position(|n| *n == name).and_then(|i| i32::try_from(i + 1).ok())
}
