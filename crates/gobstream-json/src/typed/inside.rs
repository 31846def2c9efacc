//! What the printer of values needs to know in the typed form.

use super::{definition, is_undefined};
use crate::error::Put;
use gobstream::Type;
use jsonstream::{Sink, Writer};
use std::collections::{HashMap, HashSet};

/// Definitions not printed yet, and fields that cannot be told by their names.
#[derive(Debug, Default)]
pub(crate) struct Inside {
    definitions: Vec<Type>,
    /// By id: the type that was looked at last.
    numbered: HashMap<i32, Numbered>,
}

/// A type, and for each of its fields whether its number stands for its name; `None` if for none.
#[derive(Debug)]
struct Numbered(Type, Option<Box<[bool]>>);

impl Inside {
    pub(super) fn define(&mut self, ty: &Type) {
        self.definitions.push(ty.clone());
    }

    /// `"$id":64,"$defs":[…],` behind the name of the type in an interface.
    pub(crate) fn tag<S: Sink>(&mut self, name: &[u8], ty: &Type, w: &mut Writer<S>) -> Put<()> {
        if implied(name) != Some(ty.id()) {
            w.key("$id")?;
            definition::reference(ty.id(), w)?;
        }
        if self.definitions.is_empty() {
            return Ok(());
        }
        w.key("$defs")?;
        w.begin_array()?;
        self.definitions.drain(..).try_for_each(|ty| definition::object(&ty, w))?;
        Ok(w.end_array()?)
    }

    /// What stands for the name of a field if the name will not do: `$2`.
    pub(crate) fn number(&mut self, ty: &Type, i: u32) -> Option<String> {
        if self.numbered.get(&ty.id()).is_none_or(|known| known.0 != *ty) {
            self.numbered.insert(ty.id(), Numbered(ty.clone(), numbered(ty)));
        }
        let numbered = self.numbered.get(&ty.id())?.1.as_ref()?;
        numbered.get(i as usize)?.then(|| format!("${i}"))
    }
}

/// Which fields go by their numbers: those whose names are not UTF-8, begin with `$`, or have come before. `None` if none do.
fn numbered(ty: &Type) -> Option<Box<[bool]>> {
    let mut seen = HashSet::new();
    let bad = |name: &[u8]| name.starts_with(b"$") || std::str::from_utf8(name).is_err();
    let fields: Box<[bool]> = ty.fields().map(|field| bad(field.name) || !seen.insert(field.name.to_vec())).collect();
    (!is_undefined(ty) && fields.contains(&true)).then_some(fields)
}

/// The id of the type that a built-in name in an interface stands for.
pub(crate) fn implied(name: &[u8]) -> Option<i32> {
    match name {
        b"bool" => Some(1),
        b"int" | b"int8" | b"int16" | b"int32" | b"int64" => Some(2),
        b"uint" | b"uint8" | b"uint16" | b"uint32" | b"uint64" | b"uintptr" => Some(3),
        b"float32" | b"float64" => Some(4),
        b"[]uint8" => Some(5),
        b"string" => Some(6),
        b"complex64" | b"complex128" => Some(7),
        _ => None,
    }
}
