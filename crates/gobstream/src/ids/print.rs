//! Names of types as Go prints them.

use super::node::{Name, Node};
use crate::shape::{Kind, Shape};
use crate::wire::EncodeBuffer;
use alloc::string::ToString;

impl Node {
    /// Appends the name that a type was given; nothing if it has none.
    pub(super) fn print_name(&self, name: Name, out: &mut EncodeBuffer) {
        match (self, name) {
            (_, Name::None) => {}
            (Node::Received(ty), _) => out.put_bytes(ty.name()),
            (Node::Static(shape), Name::Declared) => print_declared(shape, out),
            (Node::Static(shape), Name::Printed("")) => print(shape, false, out),
            (Node::Static(_), Name::Printed(text)) => out.put_bytes(text.as_bytes()),
        }
    }
}

/// The name with its type arguments, in which packages have their full paths.
fn print_declared(shape: &Shape, out: &mut EncodeBuffer) {
    out.put_bytes(shape.name.as_bytes());
    for (i, arg) in shape.args.iter().enumerate() {
        out.put_byte(if i == 0 { b'[' } else { b',' });
        print(arg.shape(), true, out);
    }
    if !shape.args.is_empty() {
        out.put_byte(b']');
    }
}

/// A type as Go prints it; packages by their paths if `full`, else by the last part of them.
///
/// Recurses over parts without a name only: of these a Rust type has as many as its source spells.
pub(crate) fn print(shape: &Shape, full: bool, out: &mut EncodeBuffer) {
    if !shape.name.is_empty() {
        let pkg = if full { shape.pkg } else { shape.pkg.rsplit('/').next().unwrap_or_default() };
        out.put_bytes(pkg.as_bytes());
        if !pkg.is_empty() {
            out.put_byte(b'.');
        }
        return print_declared(shape, out);
    }
    let mut prefixed = |prefix: &str, shape| {
        out.put_bytes(prefix.as_bytes());
        print(shape, full, out);
    };
    match shape.kind {
        Kind::Ptr(elem) => prefixed("*", elem.shape()),
        Kind::Slice(elem) => prefixed("[]", elem.shape()),
        Kind::Array(elem, n) => {
            out.put_byte(b'[');
            out.put_bytes(n.to_string().as_bytes());
            out.put_byte(b']');
            print(elem.shape(), full, out);
        }
        Kind::Map(key, elem) => {
            prefixed("map[", key.shape());
            prefixed("]", elem.shape());
        }
        Kind::Bytes => out.put_bytes(b"[]uint8"),
        Kind::Interface(_) => out.put_bytes(b"interface {}"),
        Kind::Struct(fields) => print_fields(fields, full, out),
        // Scalars and opaque types have names.
        _ => {}
    }
}

fn print_fields(fields: &[crate::shape::Field], full: bool, out: &mut EncodeBuffer) {
    out.put_bytes(b"struct {");
    for (i, field) in fields.iter().enumerate() {
        out.put_bytes(if i == 0 { b" " } else { b"; " });
        out.put_bytes(field.name.as_bytes());
        out.put_byte(b' ');
        if field.go.is_empty() {
            print(field.edge.shape(), full, out);
        } else {
            out.put_bytes(field.go.as_bytes());
        }
    }
    out.put_bytes(if fields.is_empty() { b"}" } else { b" }" });
}
