//! Definitions as JSON.

use super::{is_undefined, name};
use crate::error::Put;
use gobstream::known::Marshaler;
use gobstream::{Kind, Type};
use jsonstream::{Sink, Writer};

pub(crate) const BUILT_IN: [&str; 8] = ["bool", "int", "uint", "float", "bytes", "string", "complex", "interface"];

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
