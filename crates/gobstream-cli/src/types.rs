//! Types and scalars in words.

use gobstream::known::{Known, Marshaler};
use gobstream::{Event, Kind, Type};
use std::fmt::Write;

/// Characters of a string that are shown.
const CUT: usize = 60;

/// Fields of a struct that are listed.
const FIELDS: usize = 8;

/// The built-in type of an id.
pub(crate) fn builtin(id: i32) -> Option<&'static str> {
    Some(match id {
        1 => "bool",
        2 => "int",
        3 => "uint",
        4 => "float",
        5 => "[]byte",
        6 => "string",
        7 => "complex",
        8 => "interface {}",
        _ => return None,
    })
}

/// A type by its id: a built-in one by its name.
fn by_id(id: i32) -> String {
    builtin(id).map_or_else(|| id.to_string(), str::to_owned)
}

/// Characters of a path that are shown.
pub(crate) const PATH: usize = 500;

/// A name out of a file, cut and made harmless, without quotes.
pub(crate) fn plain(name: &[u8]) -> String {
    let text = String::from_utf8_lossy(name);
    let cut: String = text.chars().take(CUT).collect();
    let mark = if cut.len() < text.len() { "…" } else { "" };
    let quoted = format!("{cut:?}");
    let inner = quoted.get(1..quoted.len() - 1).unwrap_or_default().replace("\\\"", "\"");
    format!("{inner}{mark}")
}

/// A path with its middle left out, if it is long. What is appended to the result and elided again is as if the whole had been.
pub(crate) fn elided(path: &str) -> String {
    let n = path.chars().count();
    if n <= PATH {
        return path.into();
    }
    let at = |i: usize| path.char_indices().nth(i).map_or(path.len(), |(at, _)| at);
    format!("{}…{}", &path[..at(PATH / 2)], &path[at(n - PATH / 2 + 1)..])
}

/// What a type is called, in a word or two.
pub(crate) fn name(ty: &Type) -> String {
    if let Some(name) = builtin(ty.id()) {
        return name.into();
    }
    match (ty.name(), ty.kind()) {
        ([], Kind::Struct | Kind::Opaque(_) | Kind::Undefined) => format!("type {}", ty.id()),
        ([], _) => shape(ty),
        (name, _) => plain(name),
    }
}

/// What a type is made of; other types by their ids.
pub(crate) fn shape(ty: &Type) -> String {
    let elem = || by_id(ty.elem_id().unwrap_or(0));
    match ty.kind() {
        Kind::Struct => fields(ty),
        Kind::Slice => format!("[]{}", elem()),
        Kind::Array => format!("[{}]{}", ty.array_len().unwrap_or(0), elem()),
        Kind::Map => format!("map[{}]{}", by_id(ty.key_id().unwrap_or(0)), elem()),
        Kind::Opaque(marshaler) => format!("opaque ({})", method(marshaler)),
        Kind::Undefined => "of no kind".into(),
        _ => by_id(ty.id()),
    }
}

fn fields(ty: &Type) -> String {
    let mut text = String::from("struct {");
    for (i, field) in ty.fields().take(FIELDS).enumerate() {
        let semicolon = if i > 0 { "; " } else { "" };
        let _ = write!(text, "{semicolon}{} {}", plain(field.name), by_id(field.id));
    }
    if ty.field_count() > FIELDS {
        let _ = write!(text, "; … {} more", ty.field_count() - FIELDS);
    }
    text + "}"
}

/// Name and shape, said once where they are the same.
pub(crate) fn whole(ty: &Type) -> String {
    let (name, shape) = (plain(ty.name()), shape(ty));
    match ty.kind() {
        _ if name.is_empty() || name == shape => shape,
        Kind::Opaque(_) => format!("{name}, {shape}"),
        _ => format!("{name} {shape}"),
    }
}

/// The interface of Go by whose method a value became bytes.
pub(crate) fn method(marshaler: Marshaler) -> &'static str {
    match marshaler {
        Marshaler::Gob => "GobEncoder",
        Marshaler::Binary => "BinaryMarshaler",
        Marshaler::Text => "TextMarshaler",
    }
}

/// What a field is that was not sent.
pub(crate) fn zero(kind: Option<Kind>) -> &'static str {
    match kind {
        Some(Kind::Bool) => ": false",
        Some(Kind::Int | Kind::Uint | Kind::Float | Kind::Complex) => ": 0",
        Some(Kind::String) => ": \"\"",
        Some(Kind::Bytes | Kind::Slice) => ": empty",
        Some(Kind::Map | Kind::Interface) => ": nil",
        _ => "",
    }
}

/// A string in quotes: what could steer a terminal is escaped, bytes that are no UTF-8 as `\xff`. Cut unless `full`.
pub(crate) fn quoted(bytes: &[u8], full: bool) -> String {
    let mut text = String::from("\"");
    let mut room = if full { usize::MAX } else { CUT };
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid();
        let part: &str = valid.char_indices().nth(room).map_or(valid, |(i, _)| &valid[..i]);
        let shown = format!("{part:?}");
        text.push_str(&shown[1..shown.len() - 1]);
        room = room.saturating_sub(part.chars().count());
        let bad = &chunk.invalid()[..chunk.invalid().len().min(room)];
        bad.iter().for_each(|b| text.push_str(&format!("\\x{b:02x}")));
        room = room.saturating_sub(bad.len());
        if part.len() < valid.len() || bad.len() < chunk.invalid().len() || room == 0 {
            break;
        }
    }
    let is_cut = !full && (room == 0 && bytes.len() > CUT);
    if is_cut { format!("{text}…\", {} bytes", bytes.len()) } else { text + "\"" }
}

/// A scalar in words; nothing for other events.
pub(crate) fn scalar(event: &Event<'_>, full: bool) -> String {
    match event {
        Event::Bool(v) => v.to_string(),
        Event::Int(v) => v.to_string(),
        Event::Uint(v) => v.to_string(),
        Event::Float(v) => float(*v),
        Event::Complex(re, im) => format!("{} and {}i", float(*re), float(*im)),
        Event::String(s) => quoted(s, full),
        Event::Bytes(b) => format!("{} {}", crate::report::count(b.len() as u64, "byte"), quoted(b, full)),
        Event::Opaque(ty, b) => opaque(ty, b),
        Event::Nil => "nil".into(),
        Event::Bools([v]) => v.to_string(),
        Event::Ints([v]) => v.to_string(),
        Event::Uints([v]) => v.to_string(),
        Event::Floats([v]) => float(*v),
        Event::Complexes([(re, im)]) => scalar(&Event::Complex(*re, *im), full),
        _ => String::new(),
    }
}

fn float(v: f64) -> String {
    match v {
        v if v.is_nan() => "NaN".into(),
        f64::INFINITY => "+Inf".into(),
        f64::NEG_INFINITY => "-Inf".into(),
        v => format!("{v:?}").trim_end_matches(".0").into(),
    }
}

fn opaque(ty: &Type, bytes: &[u8]) -> String {
    let Kind::Opaque(marshaler) = ty.kind() else { return String::new() };
    let known = Known::recognise(ty.name(), marshaler, bytes).and_then(|known| known.text());
    let n = || format!("{} that only {} can read", crate::report::count(bytes.len() as u64, "byte"), name(ty));
    known.map_or_else(n, |text| plain_long(&text))
}

/// Text that a payload gave, made harmless and cut.
fn plain_long(text: &str) -> String {
    plain(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_long_path_is_left_out_also_step_by_step() {
        let steps: Vec<String> = (0..300).map(|i| format!(".é{i}")).collect();
        let whole = elided(&steps.concat());
        assert_eq!(steps.iter().fold(String::new(), |path, step| elided(&(path + step))), whole);
        assert_eq!(whole.chars().count(), PATH);
        assert!(whole.starts_with(".é0.é1.") && whole.ends_with(".é298.é299"), "{whole}");
        let short = "é".repeat(PATH);
        assert_eq!(elided(&short), short);
    }
}
