//! What the library read, compared with what was meant.

use super::types::{Ty, Type, under};
use super::value::Val;
use super::write::is_sent;
use gobstream::{Items, Value};

/// Puts the entries of maps into the order in which they were read; those that were not read stay behind.
pub(crate) fn reorder(ty: &Type, val: &mut Val, read: &Value) {
    match (val, &*under(ty), read) {
        (Val::Ptr(Some(v)), Ty::Ptr(elem), _) => reorder(elem, v, read),
        (Val::Interface(Some((held, v))), _, Value::Interface(Some(read))) => reorder(held, v, read.value()),
        (Val::List(Some(items)), Ty::Slice(elem) | Ty::Array(_, elem), Value::List(read)) => {
            if let Items::Values(read) = read.items() {
                items.iter_mut().zip(read).for_each(|(v, read)| reorder(elem, v, read));
            }
        }
        (Val::Struct(fields), Ty::Struct(types), Value::Struct(read)) => {
            for ((name, ty), v) in types.iter().zip(fields) {
                if let Some(read) = read.get(name) {
                    reorder(ty, v, read);
                }
            }
        }
        (Val::Map(Some(entries)), Ty::Map(key, elem), Value::Map(read)) => {
            for (i, (k, v)) in read.iter().enumerate() {
                let Some(found) = entries.iter().skip(i).position(|entry| same(key, &entry.0, k)) else { return };
                entries.swap(i, i + found);
                reorder(elem, &mut entries[i].1, v);
            }
        }
        _ => {}
    }
}

/// Whether this is what was read of it.
pub(crate) fn same(ty: &Type, val: &Val, read: &Value) -> bool {
    let bits = |a: f64, b: f64| a.to_bits() == b.to_bits();
    match (val, &*under(ty), read) {
        (Val::Bool(v), _, Value::Bool(read)) => v == read,
        (Val::Int(v), _, Value::Int(read)) => v == read,
        (Val::Uint(v), _, Value::Uint(read)) => v == read,
        (Val::Float(v), _, Value::Float(read)) => bits(*v, *read),
        (Val::Complex(re, im), _, Value::Complex(read_re, read_im)) => bits(*re, *read_re) && bits(*im, *read_im),
        (Val::Text(text), _, Value::String(read)) => text == read.as_bytes(),
        (Val::Payload(bytes), _, Value::Opaque(read)) => bytes == read.bytes(),
        (Val::Ptr(Some(v)), Ty::Ptr(elem), _) => same(elem, v, read),
        (Val::Interface(None), _, Value::Interface(None)) => true,
        (Val::Interface(Some((held, v))), _, Value::Interface(Some(read))) => {
            held.registered_name().as_bytes() == read.name().as_bytes() && same(held, v, read.value())
        }
        (Val::List(items), _, Value::Bytes(read)) if ty.is_bytes() => {
            let items = items.as_deref().unwrap_or_default();
            items.len() == read.len()
                && items.iter().zip(read).all(|(v, read)| matches!(v, Val::Uint(v) if *v == u64::from(*read)))
        }
        (Val::List(items), Ty::Slice(elem) | Ty::Array(_, elem), Value::List(read)) => {
            same_items(elem, items.as_deref().unwrap_or_default(), read.items())
        }
        (Val::Map(entries), Ty::Map(key, elem), Value::Map(read)) => {
            let entries = entries.as_deref().unwrap_or_default();
            entries.len() == read.len()
                && entries.iter().zip(read.iter()).all(|(v, read)| same(key, &v.0, read.0) && same(elem, &v.1, read.1))
        }
        (Val::Struct(fields), Ty::Struct(types), Value::Struct(read)) => {
            let sent = types.iter().zip(fields).filter(|((_, ty), v)| is_sent(ty, v));
            let (mut read, mut equal) = (read.fields(), true);
            for ((name, ty), v) in sent {
                equal &= read.next().is_some_and(|(n, read)| n == name.as_bytes() && same(ty, v, read));
            }
            equal && read.next().is_none()
        }
        _ => false,
    }
}

fn same_items(elem: &Type, items: &[Val], read: &Items) -> bool {
    let each = |read: &mut dyn Iterator<Item = Value>| items.iter().zip(read).all(|(v, read)| same(elem, v, &read));
    items.len() == read.len()
        && match read {
            Items::Bools(read) => each(&mut read.iter().map(|v| Value::Bool(*v))),
            Items::Ints(read) => each(&mut read.iter().map(|v| Value::Int(*v))),
            Items::Uints(read) => each(&mut read.iter().map(|v| Value::Uint(*v))),
            Items::Floats(read) => each(&mut read.iter().map(|v| Value::Float(*v))),
            Items::Complexes(read) => each(&mut read.iter().map(|v| Value::Complex(v.0, v.1))),
            Items::Values(read) => items.iter().zip(read).all(|(v, read)| same(elem, v, read)),
            _ => false,
        }
}
