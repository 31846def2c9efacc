//! The types that a Go program has, out of its source or of a gob that it wrote.

use gobstream::known::Marshaler;
use gobstream::{GoField, GoKind, GoSource, GoType, Kind, Type};
use std::collections::{HashMap, HashSet};

/// Structs in structs that are looked through for a field.
const EMBEDDED: usize = 100;

/// A type of the program, as gob sees it; pointers are looked through.
#[derive(Clone, Debug)]
pub(super) enum Local {
    Bool,
    /// With so many bits.
    Int(u32),
    Uint(u32),
    Float(u32),
    Complex(u32),
    String,
    Bytes,
    Slice(usize),
    Array(u64, usize),
    Map(usize, usize),
    Struct(Vec<LocalField>),
    Interface,
    Opaque(Marshaler),
    /// A channel or function: nothing goes into it.
    Other,
    /// A type of another package; nothing is known of it.
    Unknown,
}

#[derive(Clone, Debug)]
pub(super) struct LocalField {
    pub(super) name: String,
    pub(super) ty: usize,
    is_embedded: bool,
}

/// All types of the program.
#[derive(Clone, Debug, Default)]
pub(super) struct Locals {
    nodes: Vec<Local>,
    names: HashMap<String, usize>,
    /// Names that several types have.
    ambiguous: HashSet<String>,
    /// Types of a gob by id and offset.
    wire: HashMap<(i32, u64), usize>,
}

/// What stands for a basic type, by Go's name for it.
fn basic(name: &str) -> Local {
    let bits = || name.trim_start_matches(char::is_alphabetic).parse().unwrap_or(64);
    match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "bool" => Local::Bool,
        "int" => Local::Int(bits()),
        "uint" | "uintptr" => Local::Uint(bits()),
        "float" => Local::Float(bits()),
        "complex" => Local::Complex(bits()),
        _ => Local::String,
    }
}

/// Types of source on their way into locals.
struct Reading<'a> {
    locals: Locals,
    known: HashMap<GoType<'a>, usize>,
    todo: Vec<(GoType<'a>, usize)>,
}

impl<'a> Reading<'a> {
    fn id(&mut self, ty: GoType<'a>) -> usize {
        if let Some(id) = self.known.get(&ty) {
            return *id;
        }
        let id = self.locals.add(Local::Unknown);
        self.known.insert(ty, id);
        self.todo.push((ty, id));
        id
    }

    fn local(&mut self, ty: GoType<'a>) -> Local {
        match ty.kind() {
            GoKind::Basic(name) => basic(name),
            GoKind::Interface => Local::Interface,
            GoKind::Bytes => Local::Bytes,
            GoKind::Slice(elem) => Local::Slice(self.id(elem)),
            GoKind::Array(n, elem) => Local::Array(n, self.id(elem)),
            GoKind::Map(key, elem) => Local::Map(self.id(key), self.id(elem)),
            GoKind::Struct => {
                let field = |f: GoField<'a>| LocalField { name: f.name.into(), ty: self.id(f.ty), is_embedded: f.is_embedded };
                Local::Struct(ty.fields().map(field).collect())
            }
            GoKind::Opaque(marshaler) => Local::Opaque(marshaler),
            GoKind::Unsent => Local::Other,
            _ => Local::Unknown,
        }
    }
}

impl Locals {
    /// The types of Go source.
    pub(super) fn of_source(source: &GoSource) -> Self {
        let mut all = Reading { locals: Locals::default(), known: HashMap::new(), todo: Vec::new() };
        for (name, ty) in source.declared() {
            let id = all.id(ty);
            let name = name.strip_prefix(source.package()).and_then(|own| own.strip_prefix('.')).unwrap_or(name);
            all.locals.names.insert(name.into(), id);
        }
        for (name, ty) in source.registered() {
            let id = all.id(ty);
            all.locals.names.entry(String::from_utf8_lossy(name).into_owned()).or_insert(id);
        }
        while let Some((ty, id)) = all.todo.pop() {
            all.locals.nodes[id] = all.local(ty);
        }
        all.locals
    }

    fn add(&mut self, local: Local) -> usize {
        self.nodes.push(local);
        self.nodes.len() - 1
    }

    /// A type that a gob defines, and what it needs.
    pub(super) fn define(&mut self, ty: &Type) {
        let mut todo = vec![ty.clone()];
        while let Some(ty) = todo.pop() {
            let id = self.wire(&ty);
            if !matches!(self.nodes[id], Local::Unknown) {
                continue;
            }
            let mut edge = |ty: Option<Type>, locals: &mut Locals| match ty {
                Some(ty) => {
                    todo.push(ty.clone());
                    locals.wire(&ty)
                }
                None => locals.add(Local::Unknown),
            };
            let local = match ty.kind() {
                Kind::Bool => Local::Bool,
                Kind::Int => Local::Int(64),
                Kind::Uint => Local::Uint(64),
                Kind::Float => Local::Float(64),
                Kind::Complex => Local::Complex(128),
                Kind::String => Local::String,
                Kind::Bytes => Local::Bytes,
                Kind::Interface => Local::Interface,
                Kind::Slice => Local::Slice(edge(ty.elem(), self)),
                Kind::Array => Local::Array(ty.array_len().unwrap_or(0), edge(ty.elem(), self)),
                Kind::Map => Local::Map(edge(ty.key(), self), edge(ty.elem(), self)),
                Kind::Opaque(marshaler) => Local::Opaque(marshaler),
                Kind::Struct => {
                    let mut fields = Vec::new();
                    for i in 0..ty.field_count() {
                        let name = ty.field(i).map_or_else(String::new, |f| String::from_utf8_lossy(f.name).into_owned());
                        fields.push(LocalField { name, ty: edge(ty.field_type(i), self), is_embedded: false });
                    }
                    Local::Struct(fields)
                }
                _ => continue,
            };
            self.nodes[id] = local;
            let name = String::from_utf8_lossy(ty.name()).into_owned();
            self.name(name, id);
        }
    }

    fn name(&mut self, name: String, id: usize) {
        if !name.is_empty() && *self.names.entry(name.clone()).or_insert(id) != id {
            self.ambiguous.insert(name);
        }
    }

    /// What an interface held, under the name that is registered.
    pub(super) fn register(&mut self, name: &str, ty: &Type) {
        self.define(ty);
        let id = self.wire(ty);
        self.name(name.into(), id);
    }

    fn wire(&mut self, ty: &Type) -> usize {
        let next = self.nodes.len();
        let id = *self.wire.entry((ty.id(), ty.offset())).or_insert(next);
        if id == next {
            self.nodes.push(Local::Unknown);
        }
        id
    }

    /// The type of this name, with its package or without; `Err` if it is one that no declaration can have, or of a package that
    /// everybody uses.
    pub(super) fn find(&self, name: &str) -> Result<Option<usize>, ()> {
        if let Some(id) = self.names.get(name) {
            return if self.ambiguous.contains(name) { Err(()) } else { Ok(Some(*id)) };
        }
        let name = name.trim_start_matches('*');
        let qualified = name.rsplit('/').next().unwrap_or(name);
        if name.is_empty() || name.contains(['[', '{', ' ']) || GoSource::default().get(qualified).is_some() {
            return Err(());
        }
        let last = qualified.rsplit('.').next().unwrap_or(name);
        let mut chars = last.chars();
        let exported: String = chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect();
        Ok([qualified, last, &exported].into_iter().find_map(|name| self.names.get(name)).copied())
    }

    /// The names of types with names of their own, in order.
    pub(super) fn names(&self) -> Vec<&str> {
        let is_own = |name: &str, id: usize| {
            let is_composite =
                matches!(self.get(id), Local::Struct(_) | Local::Slice(_) | Local::Array(..) | Local::Map(..) | Local::Opaque(_));
            is_composite && !name.contains(['.', '['])
        };
        let mut names: Vec<&str> =
            self.names.iter().filter(|(name, id)| is_own(name, **id)).map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names
    }

    /// What a type is.
    pub(super) fn get(&self, id: usize) -> &Local {
        &self.nodes[id]
    }

    /// The field of this name, that of an embedded struct included; one that several have is none.
    pub(super) fn field(&self, fields: &[LocalField], name: &str) -> Option<usize> {
        let mut level: Vec<&[LocalField]> = vec![fields];
        for _ in 0..EMBEDDED {
            let mut found = level.iter().flat_map(|fields| fields.iter()).filter(|f| f.name == name);
            if let Some(field) = found.next() {
                return if found.next().is_none() { Some(field.ty) } else { None };
            }
            let inner = level.iter().flat_map(|fields| fields.iter()).filter(|f| f.is_embedded);
            level =
                inner.filter_map(|f| if let Local::Struct(fields) = self.get(f.ty) { Some(&fields[..]) } else { None }).collect();
            if level.is_empty() {
                return None;
            }
        }
        None
    }

    /// What a type is called in a message.
    pub(super) fn word(&self, id: usize) -> String {
        match self.get(id) {
            Local::Bool => "bool".into(),
            Local::Int(64) => "int".into(),
            Local::Int(bits) => format!("int{bits}"),
            Local::Uint(64) => "uint".into(),
            Local::Uint(bits) => format!("uint{bits}"),
            Local::Float(bits) => format!("float{bits}"),
            Local::Complex(bits) => format!("complex{bits}"),
            Local::String => "string".into(),
            Local::Bytes => "[]byte".into(),
            Local::Slice(elem) => match self.get(*elem) {
                Local::Uint(8) => "[]byte".into(),
                Local::Slice(_) | Local::Array(..) | Local::Map(..) | Local::Struct(_) => "a slice".into(),
                _ => format!("[]{}", self.word(*elem)),
            },
            Local::Array(n, _) => format!("an array of {n}"),
            Local::Map(..) => "a map".into(),
            Local::Struct(_) => "a struct".into(),
            Local::Interface => "an interface".into(),
            Local::Opaque(Marshaler::Binary) => "a BinaryUnmarshaler".into(),
            Local::Opaque(_) => "a GobDecoder".into(),
            Local::Other => "a channel or function".into(),
            Local::Unknown => "unknown".into(),
        }
    }
}
