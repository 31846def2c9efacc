//! Another encoder, plain and slow: it knows what Go sends and under which names Go defines types, and shares nothing with the library's. Ids are
//! its own.

use super::types::{Kind, Ty, Type, strip, under};
use super::value::{Case, Val};
use crate::common::build::{int, message, text, uint};
use std::collections::{HashMap, HashSet};

#[derive(Default)]
pub(crate) struct Writer {
    /// The name that the first way to a type gave it, by the type's text.
    names: HashMap<String, String>,
    ids: HashMap<String, i64>,
    defined: Vec<String>,
    out: Vec<u8>,
    /// Types that have an id in Go, or take one before they are asked for it.
    identified: HashSet<String>,
    go: Go,
}

/// What Go writes of these values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Go {
    /// The same bytes as we.
    #[default]
    Same,
    /// Other bytes: a type was first met in an interface, or an opaque type behind a pointer.
    Odd,
    /// What it cannot read: it met an array or map inside a slice of the same, which had no id yet, and defined it with elements of type 0.
    Broken,
}

/// The stream of these values, and what Go's is.
pub(crate) fn write(case: &Case) -> (Vec<u8>, Go) {
    let mut writer = Writer::default();
    for (ty, val) in case {
        writer.define(ty);
        writer.define_held(ty, val);
        let id = writer.id(ty);
        let mut body = int(id);
        writer.put_top(ty, val, &mut body);
        writer.out.extend(message(&body));
    }
    (writer.out, writer.go)
}

/// Whether a field of this value is sent.
pub(crate) fn is_sent(ty: &Type, val: &Val) -> bool {
    if let (Some(opaque), Val::Payload(bytes)) = (ty.opaque(), val) {
        return opaque.zero != Some(bytes);
    }
    match (val, &*under(ty)) {
        (Val::Bool(v), _) => *v,
        (Val::Int(v), _) => *v != 0,
        (Val::Uint(v), _) => *v != 0,
        (Val::Float(v), _) => *v != 0.0,
        (Val::Complex(re, im), _) => *re != 0.0 || *im != 0.0,
        (Val::Text(text), _) => !text.is_empty(),
        (Val::Ptr(None) | Val::List(None) | Val::Map(None) | Val::Interface(None), _) => false,
        (Val::Ptr(Some(v)), Ty::Ptr(elem)) => elem.opaque().is_some() || is_sent(elem, v),
        (Val::List(Some(items)), Ty::Slice(_)) => !items.is_empty(),
        _ => true,
    }
}

impl Writer {
    /// Defines a type and what it is made of, outer types first, unless that was done.
    fn define(&mut self, ty: &Type) {
        let base = strip(ty);
        let key = base.text();
        let behind_pointer = base.opaque().is_some() && **ty != **base;
        if behind_pointer {
            self.differs(Go::Odd);
        }
        if !base.is_defined() || self.defined.contains(&key) {
            return;
        }
        let own = if behind_pointer { "" } else { base.short_name() };
        self.name(own, base);
        if behind_pointer {
            self.names.insert(key.clone(), String::new());
        }
        self.defined.push(key.clone());
        let definition = self.definition(base);
        self.out.extend(message(&definition));
        if base.opaque().is_some() {
            return;
        }
        match &*under(base) {
            Ty::Struct(fields) => fields.iter().for_each(|(_, ty)| self.define(ty)),
            Ty::Array(_, elem) | Ty::Slice(elem) => self.define(elem),
            Ty::Map(key, elem) => {
                self.define(key);
                self.define(elem);
            }
            _ => {}
        }
    }

    /// Gives a type and its parts names, unless they have some: a field hands down what Go prints, a slice what its element is declared as,
    /// arrays and maps nothing.
    fn name(&mut self, name: &str, ty: &Type) {
        let base = strip(ty);
        let key = base.text();
        if !base.is_defined() || self.names.contains_key(&key) {
            return;
        }
        self.names.insert(key.clone(), name.into());
        if base.opaque().is_some() {
            self.identified.insert(key);
            return;
        }
        match &*under(base) {
            Ty::Struct(fields) => {
                self.identified.insert(key);
                for (_, ty) in fields {
                    let field = strip(ty);
                    let printed = field.text();
                    self.name(if field.short_name().is_empty() { &printed } else { field.short_name() }, field);
                    self.identified.insert(printed);
                }
            }
            Ty::Slice(elem) => {
                self.name(elem.short_name(), elem);
                self.identified.extend([key, strip(elem).text()]);
            }
            Ty::Array(_, elem) => self.name_parts(key, &[elem]),
            Ty::Map(k, elem) => self.name_parts(key, &[k, elem]),
            _ => {}
        }
    }

    /// Names the parts of an array or map, which must have their ids then.
    fn name_parts(&mut self, key: String, parts: &[&Type]) {
        for part in parts {
            self.name("", part);
        }
        self.identified.insert(key);
        if parts.iter().any(|part| strip(part).is_defined() && !self.identified.contains(&strip(part).text())) {
            self.differs(Go::Broken);
        }
    }

    fn differs(&mut self, go: Go) {
        self.go = if self.go == Go::Broken { Go::Broken } else { go };
    }

    fn definition(&mut self, base: &Type) -> Vec<u8> {
        let id = self.id(base);
        let name = self.names[&base.text()].clone();
        let named = if name.is_empty() { vec![2] } else { [vec![1], text(name.as_bytes()), vec![1]].concat() };
        let (kind, parts) = match (base.opaque(), &*under(base)) {
            (Some(opaque), _) => (5 + u8::from(opaque.binary), Vec::new()),
            (_, Ty::Array(0, elem)) => (1, [vec![1], int(self.id(elem))].concat()),
            (_, Ty::Array(n, elem)) => (1, [vec![1], int(self.id(elem)), vec![1], int(*n as i64)].concat()),
            (_, Ty::Slice(elem)) => (2, [vec![1], int(self.id(elem))].concat()),
            (_, Ty::Struct(fields)) if fields.is_empty() => (3, Vec::new()),
            (_, Ty::Struct(fields)) => {
                let each = fields
                    .iter()
                    .flat_map(|(name, ty)| [vec![1], text(name.as_bytes()), vec![1], int(self.id(ty)), vec![0]].concat());
                (3, [vec![1], uint(fields.len() as u64), each.collect()].concat())
            }
            (_, Ty::Map(key, elem)) => (4, [vec![1], int(self.id(key)), vec![1], int(self.id(elem))].concat()),
            (_, other) => unreachable!("{}", other.text()),
        };
        [int(-id), vec![kind, 1], named, int(id), vec![0], parts, vec![0, 0]].concat()
    }

    fn id(&mut self, ty: &Type) -> i64 {
        let base = strip(ty);
        match base.kind() {
            Some(Kind::Bool) => 1,
            Some(Kind::Int(_)) => 2,
            Some(Kind::Uint(_)) => 3,
            Some(Kind::Float(_)) => 4,
            Some(Kind::String) => 6,
            Some(Kind::Complex(_)) => 7,
            Some(Kind::Interface) => 8,
            None if base.is_bytes() => 5,
            None => {
                let next = 64 + self.ids.len() as i64;
                *self.ids.entry(base.text()).or_insert(next)
            }
        }
    }

    /// Defines the types of what interfaces hold, in the order in which they stand in the value.
    fn define_held(&mut self, ty: &Type, val: &Val) {
        match (val, &*under(ty)) {
            (Val::Interface(Some((held, v))), _) => {
                let before = self.defined.len();
                self.define(held);
                if self.defined.len() > before {
                    self.differs(Go::Odd);
                }
                self.define_held(held, v);
            }
            (Val::Ptr(Some(v)), Ty::Ptr(elem)) => self.define_held(elem, v),
            (Val::List(Some(items)), Ty::Slice(elem) | Ty::Array(_, elem)) => {
                items.iter().for_each(|v| self.define_held(elem, v))
            }
            (Val::Map(Some(entries)), Ty::Map(key, elem)) => {
                for (k, v) in entries {
                    self.define_held(key, k);
                    self.define_held(elem, v);
                }
            }
            (Val::Struct(fields), Ty::Struct(types)) => types.iter().zip(fields).for_each(|((_, ty), v)| self.define_held(ty, v)),
            _ => {}
        }
    }

    /// A value at the top, or in an interface: a zero stands before what is no struct.
    fn put_top(&mut self, ty: &Type, val: &Val, out: &mut Vec<u8>) {
        let base = strip(ty);
        if base.opaque().is_some() || !matches!(&*under(base), Ty::Struct(_)) {
            out.push(0);
        }
        self.put(ty, val, out);
    }

    fn put(&mut self, ty: &Type, val: &Val, out: &mut Vec<u8>) {
        let float = |v: f64| uint(v.to_bits().swap_bytes());
        match (val, &*under(ty)) {
            (Val::Bool(v), _) => out.push((*v).into()),
            (Val::Int(v), _) => out.extend(int(*v)),
            (Val::Uint(v), _) => out.extend(uint(*v)),
            (Val::Float(v), _) => out.extend(float(*v)),
            (Val::Complex(re, im), _) => out.extend([float(*re), float(*im)].concat()),
            (Val::Text(bytes) | Val::Payload(bytes), _) => out.extend(text(bytes)),
            (Val::Ptr(Some(v)), Ty::Ptr(elem)) => self.put(elem, v, out),
            (Val::List(None) | Val::Map(None) | Val::Interface(None), _) => out.push(0),
            (Val::List(Some(items)), _) if ty.is_bytes() => {
                let bytes: Vec<u8> =
                    items.iter().map(|item| if let Val::Uint(v) = item { *v as u8 } else { unreachable!() }).collect();
                out.extend(text(&bytes));
            }
            (Val::List(Some(items)), Ty::Slice(elem) | Ty::Array(_, elem)) => {
                out.extend(uint(items.len() as u64));
                items.iter().for_each(|item| self.put(elem, item, out));
            }
            (Val::Map(Some(entries)), Ty::Map(key, elem)) => {
                out.extend(uint(entries.len() as u64));
                for (k, v) in entries {
                    self.put(key, k, out);
                    self.put(elem, v, out);
                }
            }
            (Val::Struct(fields), Ty::Struct(types)) => self.put_fields(types, fields, out),
            (Val::Interface(Some((held, v))), _) => {
                let mut payload = Vec::new();
                self.put_top(held, v, &mut payload);
                let id = self.id(held);
                out.extend([text(held.registered_name().as_bytes()), int(id), uint(payload.len() as u64), payload].concat());
            }
            _ => unreachable!("{val:?} is no {}", ty.text()),
        }
    }

    fn put_fields(&mut self, types: &[(String, Type)], fields: &[Val], out: &mut Vec<u8>) {
        let mut last = -1;
        for (i, ((_, ty), val)) in (0..).zip(types.iter().zip(fields)) {
            if is_sent(ty, val) {
                out.extend(uint((i - last) as u64));
                last = i;
                self.put(ty, val, out);
            }
        }
        out.push(0);
    }
}
