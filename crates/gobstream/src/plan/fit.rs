//! What fits what: Go's rules, by kinds alone.

use crate::error::{ErrorKind, Fault};
use crate::shape::{Kind, Shape};
use crate::types::{self, Node};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

/// Whether both are the same kind of scalar: these need no plan.
#[inline]
pub(super) fn is_scalar(shape: &Shape, received: &Node) -> bool {
    matches!(
        (&received.shape, shape.kind),
        (types::Shape::Bool, Kind::Bool)
            | (types::Shape::Int, Kind::Int)
            | (types::Shape::Uint, Kind::Uint)
            | (types::Shape::Float, Kind::Float)
            | (types::Shape::Complex, Kind::Complex)
            | (types::Shape::String, Kind::String)
            | (types::Shape::Bytes, Kind::Bytes)
    )
}

/// Refuses a received type that cannot go into a shape. Parts are looked at on their own.
pub(super) fn check(shape: &Shape, received: &Node) -> Result<(), Box<Fault>> {
    let fits = match (&received.shape, shape.kind) {
        (types::Shape::Undefined, _) => return Err(types::incomplete(received)),
        _ if is_scalar(shape, received) => true,
        (types::Shape::Interface, Kind::Interface(_))
        | (types::Shape::Slice(_), Kind::Slice(_))
        | (types::Shape::Map(..), Kind::Map(..))
        | (types::Shape::Struct(_), Kind::Struct(_)) => true,
        (types::Shape::Array(_, sent), Kind::Array(_, own)) => u64::try_from(*sent) == Ok(own as u64),
        (types::Shape::Opaque(sent), Kind::Opaque(own, _)) => *sent == own,
        _ => false,
    };
    if fits { Ok(()) } else { Err(misfit(shape, received)) }
}

#[cold]
fn misfit(shape: &Shape, received: &Node) -> Box<Fault> {
    let go = match (&received.shape, shape.kind) {
        (_, Kind::Struct(_)) => "gob: type mismatch in decoder: want struct type",
        (_, Kind::Interface(_)) => "gob: local interface type",
        _ => "gob: decoding into local type",
    };
    let text = format!("received {}, wanted {}", received_text(received), wanted_text(shape));
    Fault::new(ErrorKind::WrongType, go, text)
}

/// `int`, `struct Point`, `array of 3`.
fn received_text(node: &Node) -> String {
    let what = match &node.shape {
        types::Shape::Array(_, n) => format!("array of {n}"),
        types::Shape::Opaque(m) => format!("opaque value ({m:?})"),
        other => format!("{:?}", other.kind()).to_lowercase(),
    };
    with_name(what, node.id >= types::FIRST_ID, &String::from_utf8_lossy(node.name()))
}

fn wanted_text(shape: &Shape) -> String {
    let what = match shape.kind {
        Kind::Array(_, n) => format!("array of {n}"),
        Kind::Opaque(m, _) => format!("opaque value ({m:?})"),
        Kind::Bool => "bool".into(),
        Kind::Int => "int".into(),
        Kind::Uint => "uint".into(),
        Kind::Float => "float".into(),
        Kind::Complex => "complex".into(),
        Kind::String => "string".into(),
        Kind::Bytes => "bytes".into(),
        Kind::Interface(_) => "interface".into(),
        Kind::Slice(_) => "slice".into(),
        Kind::Map(..) => "map".into(),
        Kind::Struct(_) => "struct".into(),
        Kind::Ptr(_) | Kind::Endless => "pointer".into(),
    };
    with_name(what, true, shape.name)
}

fn with_name(what: String, is_named: bool, name: &str) -> String {
    if is_named && !name.is_empty() && name != what { format!("{what} {name}") } else { what }
}
