//! Types of a source, as gob sees them.

use super::{Field, GoSource, Node};
use crate::known::Marshaler;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

/// A type that a [`GoSource`] says, as gob sees it: pointers and names are looked through.
#[derive(Clone, Copy)]
pub struct GoType<'a> {
    source: &'a GoSource,
    /// Nothing is known of it if this is nothing.
    at: Option<u32>,
    name: Option<&'a str>,
}

/// What a Go type is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoKind<'a> {
    /// `bool`, `int8`, `uint`, `float32`, `complex128`, `string`, … by the name that Go has for it; `byte` is `uint8`, `rune` is `int32`.
    Basic(&'static str),
    /// An interface of any kind, `error` included.
    Interface,
    /// A slice of bytes.
    Bytes,
    /// Any other slice, with its elements.
    Slice(GoType<'a>),
    /// An array, with its length.
    Array(u64, GoType<'a>),
    /// A map, with keys and elements.
    Map(GoType<'a>, GoType<'a>),
    /// A struct; see [`GoType::fields`].
    Struct,
    /// A type that encodes itself, by methods of its own or of what it embeds.
    Opaque(Marshaler),
    /// A channel or function, which gob does not send.
    Unsent,
    /// A type that is not declared, a parameter of a generic type, or a name that stands for itself.
    Unknown,
}

/// A field of a struct, be it sent or not.
#[derive(Clone, Copy, Debug)]
pub struct GoField<'a> {
    /// Its name; an embedded type gives its own.
    pub name: &'a str,
    /// Its type.
    pub ty: GoType<'a>,
    /// Whether fields of its type count as fields of the struct.
    pub is_embedded: bool,
}

impl GoSource {
    fn view(&self, at: u32) -> GoType<'_> {
        match self.base(at) {
            Ok((base, name)) => GoType { source: self, at: Some(base), name },
            Err(_) => GoType { source: self, at: None, name: None },
        }
    }

    fn declared_view<'a>(&'a self, name: &'a str, found: super::Declared) -> GoType<'a> {
        match self.methods.get(name) {
            Some(marshaler) => GoType { source: self, at: Some(super::opaque(*marshaler)), name: Some(name) },
            None if found.is_alias => self.view(found.node),
            None => GoType { name: Some(name), ..self.view(found.node) },
        }
    }

    /// The type of this name, which must say its package.
    pub fn get<'a>(&'a self, name: &'a str) -> Option<GoType<'a>> {
        Some(self.declared_view(name, self.find(name)?))
    }

    /// All types that are declared, by their packages and names, in alphabetical order.
    pub fn declared(&self) -> impl Iterator<Item = (&str, GoType<'_>)> {
        self.declared.iter().map(|(name, found)| (name.as_str(), self.declared_view(name, *found)))
    }

    /// The names of declared types that no other of them is made of and that are not registered: those that values at the top may have.
    ///
    /// ```
    /// let source = gobstream::GoSource::parse("type Line struct { Next *Line }; type Order struct { Lines []Line }")?;
    /// assert_eq!(source.roots(), ["main.Order"]);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn roots(&self) -> Vec<&str> {
        let mut parts: BTreeSet<&str> = self.registered().filter_map(|(_, ty)| ty.name()).collect();
        for (name, ty) in self.declared() {
            let mut todo = ty.parts();
            // Parts without a name are trees.
            while let Some(part) = todo.pop() {
                match part.name() {
                    Some(other) => drop(other == name || parts.insert(other)),
                    None => todo.extend(part.parts()),
                }
            }
        }
        self.declared.keys().map(String::as_str).filter(|name| !parts.contains(name)).collect()
    }

    /// The types that `gob.Register` and `gob.RegisterName` are called for in the source, by the names that they get.
    ///
    /// ```
    /// use gobstream::GoSource;
    /// let source = GoSource::parse("type T struct{ X int }; func init() { gob.RegisterName(\"t\", new(T)); gob.Register(T{}) }")?;
    /// let names: Vec<_> = source.registered().map(|(name, ty)| (name, ty.to_string())).collect();
    /// assert_eq!(names, [(&b"t"[..], "main.T".to_string()), (b"main.T", "main.T".to_string())]);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn registered(&self) -> impl Iterator<Item = (&[u8], GoType<'_>)> {
        self.registered.iter().map(|(name, at)| (&name[..], self.view(*at)))
    }
}

impl<'a> GoType<'a> {
    fn node(self) -> Option<&'a Node> {
        self.at.map(|at| self.source.node(at))
    }

    /// The name of its declaration with its package, if it has one.
    pub fn name(self) -> Option<&'a str> {
        self.name
    }

    /// What it is made of.
    pub fn kind(self) -> GoKind<'a> {
        let view = |at: &u32| self.source.view(*at);
        match self.node() {
            None | Some(Node::Parameter | Node::Named(_) | Node::Pointer(_)) => GoKind::Unknown,
            Some(Node::Basic(8, _)) => GoKind::Interface,
            Some(Node::Basic(_, name)) => GoKind::Basic(name),
            Some(Node::Slice(elem)) if matches!(self.source.is_byte(*elem), Ok(true)) => GoKind::Bytes,
            Some(Node::Slice(elem)) => GoKind::Slice(view(elem)),
            Some(Node::Array(n, elem)) => GoKind::Array(u64::try_from(*n).unwrap_or(0), view(elem)),
            Some(Node::Map(key, elem)) => GoKind::Map(view(key), view(elem)),
            Some(Node::Struct(_)) => GoKind::Struct,
            Some(Node::Opaque(marshaler)) => GoKind::Opaque(*marshaler),
            Some(Node::Unsent) => GoKind::Unsent,
        }
    }

    /// The fields of a struct in order, those that are not sent included; none for other kinds.
    pub fn fields(self) -> impl Iterator<Item = GoField<'a>> {
        let fields: &[Field] = if let Some(Node::Struct(fields)) = self.node() { &fields.all } else { &[] };
        fields.iter().map(move |f| GoField { name: &f.name, ty: self.source.view(f.ty), is_embedded: f.is_embedded })
    }

    /// The types that it is made of: of its fields that are sent, its elements and keys.
    pub fn parts(self) -> Vec<GoType<'a>> {
        match self.kind() {
            GoKind::Slice(elem) | GoKind::Array(_, elem) => Vec::from([elem]),
            GoKind::Map(key, elem) => Vec::from([key, elem]),
            _ => self.fields().map(|field| field.ty).collect(),
        }
    }
}

/// The same type of the same source.
impl PartialEq for GoType<'_> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.source, other.source) && self.at == other.at && self.name == other.name
    }
}

impl Eq for GoType<'_> {}

impl Hash for GoType<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.at, self.name).hash(state);
    }
}

/// As Go prints it, and [`Types::go`](crate::Types::go) reads it.
impl fmt::Display for GoType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => f.write_str(&self.source.key(at, self.name)),
            None => f.write_str("unknown"),
        }
    }
}

impl fmt::Debug for GoType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GoType({self})")
    }
}
