//! Opaque values: their text where it is known, else their bytes.

use crate::error::Put;
use gobstream::known::Known;
use gobstream::{Kind, Type};
use jsonstream::{Sink, Writer};

pub(super) fn text_or_base64<S: Sink>(ty: &Type, bytes: &[u8], w: &mut Writer<S>) -> Put<()> {
    let Kind::Opaque(marshaler) = ty.kind() else { return Ok(w.bytes_base64(bytes)?) };
    match Known::recognise(ty.name(), marshaler, bytes) {
        Some(Known::Time(time)) => match time.write_rfc3339(&mut [0; 40]) {
            Some(text) => w.str(text)?,
            None => w.bytes_base64(bytes)?,
        },
        known => match known.and_then(|known| known.text()) {
            Some(text) => w.str(&text)?,
            None => w.bytes_base64(bytes)?,
        },
    }
    Ok(())
}

/// The text, if the same bytes can be made of it again; else tagged base64.
pub(super) fn exact_or_tagged<S: Sink>(ty: &Type, bytes: &[u8], w: &mut Writer<S>) -> Put<()> {
    let Kind::Opaque(marshaler) = ty.kind() else { return super::pictured::tagged(bytes, w) };
    // A text that is so much longer, as of 7e4000, takes too long to be read back.
    let text = Known::recognise(ty.name(), marshaler, bytes).and_then(|known| known.text());
    let text = text.filter(|text| text.len() <= 64 + 16 * bytes.len());
    match text.filter(|text| gobstream::known::opaque_payload(ty.name(), marshaler, text).as_deref() == Some(bytes)) {
        Some(text) => Ok(w.str(&text)?),
        None => super::pictured::tagged(bytes, w),
    }
}
