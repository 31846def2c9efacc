//! Definitions: as JSON, and as the bytes that Go's Encoder writes for them, which prove that the JSON says all.

use super::{is_undefined, name};
use crate::error::Put;
use gobstream::known::Marshaler;
use gobstream::{Kind, Type};
use jsonstream::{Sink, Writer};

const BUILT_IN: [&str; 8] = ["bool", "int", "uint", "float", "bytes", "string", "complex", "interface"];

/// A reference to a type: the name of a built-in one, or an id.
pub(super) fn reference<S: Sink>(id: i32, w: &mut Writer<S>) -> Put<()> {
    let name = usize::try_from(id).ok().and_then(|id| BUILT_IN.get(id.wrapping_sub(1)));
    match name {
        Some(name) => Ok(w.str(name)?),
        None => Ok(w.i64(id.into())?),
    }
}

/// A line; `raw` are its bytes where it does not say all.
pub(super) fn line<S: Sink>(ty: &Type, raw: Option<&[u8]>, w: &mut Writer<S>) -> Put<()> {
    w.begin_object()?;
    members(ty, w)?;
    if let Some(raw) = raw {
        w.key("raw")?;
        w.bytes_base64(raw)?;
    }
    Ok(w.end_object()?)
}

/// `{"type":64,"name":"Point","struct":[["X","int"],["Y","int"]]}`
pub(super) fn object<S: Sink>(ty: &Type, w: &mut Writer<S>) -> Put<()> {
    line(ty, None, w)
}

fn members<S: Sink>(ty: &Type, w: &mut Writer<S>) -> Put<()> {
    w.key("type")?;
    w.i64(ty.id().into())?;
    if !ty.name().is_empty() {
        w.key("name")?;
        name(ty.name(), w)?;
    }
    if ty.inner_id() != i64::from(ty.id()) && !is_undefined(ty) {
        w.key("id")?;
        w.i64(ty.inner_id())?;
    }
    shape(ty, w)
}

fn shape<S: Sink>(ty: &Type, w: &mut Writer<S>) -> Put<()> {
    let mut ids = ty.references();
    let mut next = || ids.next().unwrap_or(0);
    match ty.kind() {
        Kind::Slice => keyed("slice", next(), w)?,
        Kind::Array => {
            keyed("array", next(), w)?;
            w.key("len")?;
            w.i64(ty.declared_len().unwrap_or(0))?;
        }
        Kind::Map => {
            w.key("map")?;
            w.begin_array()?;
            reference(next(), w)?;
            reference(next(), w)?;
            w.end_array()?;
        }
        Kind::Struct => fields(ty, w)?,
        Kind::Opaque(marshaler) => {
            w.key("opaque")?;
            w.str(marshaler_name(marshaler))?;
        }
        _ => {}
    }
    Ok(())
}

fn keyed<S: Sink>(key: &str, id: i32, w: &mut Writer<S>) -> Put<()> {
    w.key(key)?;
    reference(id, w)
}

fn fields<S: Sink>(ty: &Type, w: &mut Writer<S>) -> Put<()> {
    w.key("struct")?;
    w.begin_array()?;
    for (field, id) in ty.fields().zip(ty.references()) {
        w.begin_array()?;
        name(field.name, w)?;
        reference(id, w)?;
        w.end_array()?;
    }
    Ok(w.end_array()?)
}

fn marshaler_name(marshaler: Marshaler) -> &'static str {
    match marshaler {
        Marshaler::Gob => "gob",
        Marshaler::Binary => "binary",
        Marshaler::Text => "text",
    }
}

// ---- as Go writes it

/// The message that Go's Encoder writes for a definition.
pub(super) fn message(ty: &Type) -> Vec<u8> {
    let body = body(ty);
    let mut out = Vec::with_capacity(body.len() + 3);
    put_uint(&mut out, body.len() as u64);
    out.extend_from_slice(&body);
    out
}

/// The same without its length.
pub(super) fn body(ty: &Type) -> Vec<u8> {
    let mut out = Vec::new();
    put_int(&mut out, -i64::from(ty.id()));
    if let Some(kind) = kind_field(ty.kind()) {
        out.push(kind + 1);
        put_kind(&mut out, ty);
        out.push(0);
    }
    out.push(0);
    out
}

/// The number of the field of wireType that stands for a kind.
fn kind_field(kind: Kind) -> Option<u8> {
    match kind {
        Kind::Array => Some(0),
        Kind::Slice => Some(1),
        Kind::Struct => Some(2),
        Kind::Map => Some(3),
        Kind::Opaque(Marshaler::Gob) => Some(4),
        Kind::Opaque(Marshaler::Binary) => Some(5),
        Kind::Opaque(Marshaler::Text) => Some(6),
        _ => None,
    }
}

fn put_kind(out: &mut Vec<u8>, ty: &Type) {
    out.push(1);
    let mut common = Fields::default();
    common.text(out, ty.name());
    common.int(out, ty.inner_id());
    out.push(0);
    let mut rest = Fields::default();
    match ty.kind() {
        Kind::Struct => put_fields(out, ty),
        Kind::Opaque(_) => {}
        _ => ty.references().for_each(|id| rest.int(out, id.into())),
    }
    if let Some(len) = ty.declared_len() {
        rest.int(out, len);
    }
}

fn put_fields(out: &mut Vec<u8>, ty: &Type) {
    if ty.field_count() == 0 {
        return;
    }
    out.push(1);
    put_uint(out, ty.field_count() as u64);
    for (field, id) in ty.fields().zip(ty.references()) {
        let mut fields = Fields::default();
        fields.text(out, field.name);
        fields.int(out, id.into());
        out.push(0);
    }
}

/// Fields of a struct, of which zeros are not sent.
#[derive(Default)]
struct Fields {
    passed: u8,
}

impl Fields {
    fn begin(&mut self, out: &mut Vec<u8>, sent: bool) -> bool {
        self.passed += 1;
        if sent {
            out.push(std::mem::take(&mut self.passed));
        }
        sent
    }

    fn int(&mut self, out: &mut Vec<u8>, v: i64) {
        if self.begin(out, v != 0) {
            put_int(out, v);
        }
    }

    fn text(&mut self, out: &mut Vec<u8>, text: &[u8]) {
        if self.begin(out, !text.is_empty()) {
            put_uint(out, text.len() as u64);
            out.extend_from_slice(text);
        }
    }
}

fn put_uint(out: &mut Vec<u8>, v: u64) {
    if v < 0x80 {
        return out.push(v as u8);
    }
    let n = gobstream::wire::width(v) - 1;
    out.push((n as u8).wrapping_neg());
    out.extend_from_slice(&v.to_be_bytes()[8 - n..]);
}

fn put_int(out: &mut Vec<u8>, v: i64) {
    put_uint(out, (v << 1 ^ v >> 63) as u64);
}
