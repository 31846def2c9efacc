//! Static shapes: what a Rust type is in Go, as constant tables with lazy edges.
//!
//! Nothing runs at start, and recursive types compile, since an edge is a function that is called when somebody looks. Two
//! things name a type: its [`Key`](Shaped::Key), whose `TypeId` is its identity, and its text, which Go prints and nobody
//! trusts. The key names the *Go* type: `Vec<T>`, `&[T]` and `Box<[T]>` have one key, `Vec<i32>` and `Vec<i64>` have two, and
//! `Option<T>`, which is a pointer, has its own. Addresses of shapes may serve as cache keys (one address, one type), never
//! as identities (one type, several addresses).
//!
//! What cannot be said: endless families of types (`struct P<T> { next: Option<Box<P<(T, T)>>> }`); the compiler refuses them.

mod containers;
mod scalars;

pub use containers::{ArrayKey, MapKey, PtrKey, SliceKey};
#[allow(unused_imports, reason = "only features need it")]
pub(crate) use scalars::same;

use crate::error::{ErrorKind, Fault};
use crate::known::Marshaler;
use crate::types::registered;
use alloc::boxed::Box;
use core::any::TypeId;
use core::fmt;

/// A type that has a meaning in Go. Derived; implemented here for the types of the standard library.
///
/// ```
/// use gobstream::__private::Shaped;
/// use std::any::TypeId;
/// fn same<A: Shaped + ?Sized, B: Shaped + ?Sized>() -> bool { TypeId::of::<A::Key>() == TypeId::of::<B::Key>() }
/// assert!(same::<Vec<i32>, [Box<i32>]>());
/// assert!(!same::<Vec<i32>, Vec<i64>>());
/// assert!(!same::<Option<i32>, i32>());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no meaning in Go's gob",
    label = "not a gob type",
    note = "derive it with `#[derive(Gob)]`, or leave the field out with `#[gob(skip)]`",
    note = "Go has no tuples: a struct of unnamed fields, `struct Pair(A, B)`, is a struct with the fields `F0` and `F1`",
    note = "types of other crates need a feature: `bytes`, `jiff`, `num-bigint`, `num-complex`, `url`, `uuid`"
)]
pub trait Shaped {
    /// Names the Go type: two Rust types with one key are one type on the wire.
    type Key: 'static;
    /// What it is.
    const SHAPE: &'static Shape;
    /// What `[]Self` is: bytes for Go's `uint8`, else a slice. Overridden together with `Encode::as_byte`, or not at all.
    #[doc(hidden)]
    const SLICE: &'static Shape = &Shape::slice_of::<Self>();
}

/// A way to a shape, followed when somebody looks.
#[derive(Clone, Copy)]
pub struct Edge(fn() -> &'static Shape);

/// What a Rust type is in Go.
#[derive(Clone, Copy)]
pub struct Shape {
    pub(crate) key: TypeId,
    /// The import path of the package; "" for what Go predeclares and for types without a name.
    pub(crate) pkg: &'static str,
    /// The declared name without package and type arguments; "" if there is none.
    pub(crate) name: &'static str,
    pub(crate) args: &'static [Edge],
    pub(crate) kind: Kind,
}

/// What is behind a pointer to itself and nothing else: no type.
static ENDLESS: Shape = Shape::unnamed::<Edge>(Kind::Endless);

/// What a shape is made of.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Go's `bool`.
    Bool,
    /// A signed integer of any width.
    Int,
    /// An unsigned integer of any width.
    Uint,
    /// A float of any width.
    Float,
    /// A complex number of any width.
    Complex,
    /// A string.
    String,
    /// A slice of bytes.
    Bytes,
    /// An interface: what it may hold, as far as the type says.
    Interface(&'static [Variant]),
    /// A pointer. The wire knows none, but names depend on it.
    Ptr(Edge),
    /// What is behind a pointer to itself and nothing else.
    Endless,
    /// A fixed number of elements.
    Array(Edge, usize),
    /// Any number of elements.
    Slice(Edge),
    /// Keys and elements.
    Map(Edge, Edge),
    /// Named fields.
    Struct(&'static [Field]),
    /// Bytes that a method makes. Go also defines the types of the exported fields that such a type has; these are the edges.
    Opaque(Marshaler, &'static [Edge]),
}

/// A field of a struct.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name in Go.
    pub name: &'static str,
    /// Its type.
    pub edge: Edge,
    /// How Go prints the field's type, if that is not what its shape says; else "".
    pub go: &'static str,
    /// Whether Go embeds it, so that a received field of another name may land inside.
    pub embedded: bool,
}

/// A type that an interface may hold.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The name under which Go registers it: what is sent.
    pub name: &'static str,
    /// Other names under which it may come.
    pub aliases: &'static [&'static str],
    /// Its type.
    pub edge: Edge,
}

impl Edge {
    /// An edge to `T`.
    pub const fn to<T: Shaped + ?Sized>() -> Self {
        Edge(shape_of::<T>)
    }

    /// The shape at its end.
    #[inline]
    pub fn shape(self) -> &'static Shape {
        (self.0)()
    }
}

fn shape_of<T: Shaped + ?Sized>() -> &'static Shape {
    T::SHAPE
}

/// Shows nothing of where it leads, since that may lead back.
impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Edge")
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shape({} {:?})", self.name, self.kind)
    }
}

impl Field {
    /// A field of type `T`.
    pub const fn of<T: Shaped + ?Sized>(name: &'static str) -> Self {
        Field { name, edge: Edge::to::<T>(), go: "", embedded: false }
    }
}

impl Shape {
    /// The shape of a named type with this key.
    pub const fn new<K: 'static>(pkg: &'static str, name: &'static str, args: &'static [Edge], kind: Kind) -> Self {
        Shape { key: TypeId::of::<K>(), pkg, name, args, kind }
    }

    /// The shape of a type that Go knows by no name.
    pub const fn unnamed<K: 'static>(kind: Kind) -> Self {
        Shape::new::<K>("", "", &[], kind)
    }

    /// The shape of a plain `[]T`.
    pub const fn slice_of<T: Shaped + ?Sized>() -> Self {
        Shape::unnamed::<SliceKey<T::Key>>(Kind::Slice(Edge::to::<T>()))
    }

    /// The shape of a `map[K]V`.
    pub const fn map<K: Shaped, V: Shaped>() -> Self {
        Shape::unnamed::<MapKey<K::Key, V::Key>>(Kind::Map(Edge::to::<K>(), Edge::to::<V>()))
    }

    /// The shape of a `[]T` where `T` is a named `U`: bytes, if `U` is `uint8`.
    pub const fn slice_like<T: Shaped, U: Shaped + ?Sized>() -> Self {
        if U::SLICE.is_bytes() { Shape::unnamed::<SliceKey<T::Key>>(Kind::Bytes) } else { Shape::slice_of::<T>() }
    }

    /// What it is made of.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether this is a slice of bytes.
    #[inline]
    pub const fn is_bytes(&self) -> bool {
        matches!(self.kind, Kind::Bytes)
    }

    /// Whether Go knows it in interfaces without being told: what it predeclares, and slices of that.
    pub(crate) fn is_preregistered(&self) -> bool {
        let scalar = |s: &Shape| {
            let kinds = matches!(s.kind, Kind::Bool | Kind::Int | Kind::Uint | Kind::Float | Kind::Complex | Kind::String);
            kinds && s.pkg.is_empty() && !s.name.is_empty()
        };
        match self.kind {
            Kind::Slice(elem) => self.name.is_empty() && scalar(elem.shape()),
            Kind::Bytes => self.name.is_empty(),
            _ => scalar(self),
        }
    }

    /// Whether Go reads it under this name; it does not if the name is one that Go has given to another type.
    pub(crate) fn suits(&self, name: &[u8]) -> bool {
        let is = |kind: &Kind, id| crate::ids::builtin(kind) == Some(id as u32);
        match (name.strip_prefix(b"[]"), self.kind) {
            (None, kind) => registered(name).is_none_or(|id| is(&kind, id)),
            (Some(b"uint8"), kind) => matches!(kind, Kind::Bytes),
            (Some(elem), Kind::Slice(edge)) => registered(elem).is_none_or(|id| is(&edge.shape().kind, id)),
            (Some(elem), _) => registered(elem).is_none(),
        }
    }

    /// Gives the shapes that it is made of, the last first.
    pub(crate) fn parts(&self, found: &mut dyn FnMut(&'static Shape)) {
        match self.kind {
            Kind::Ptr(elem) | Kind::Slice(elem) | Kind::Array(elem, _) => found(elem.shape()),
            Kind::Map(key, elem) => [elem, key].iter().for_each(|edge| found(edge.shape())),
            Kind::Struct(fields) => fields.iter().rev().for_each(|f| found(f.edge.shape())),
            _ => {}
        }
    }

    /// The shape behind all pointers; [`Kind::Endless`] if nothing is.
    #[inline]
    pub(crate) fn base(&'static self) -> &'static Shape {
        let (mut shape, mut slow, mut steps) = (self, self, 0u32);
        while let Kind::Ptr(edge) = shape.kind {
            shape = edge.shape();
            // A pointer to itself comes round to where one that is half as fast stands.
            if shape.key == slow.key {
                return &ENDLESS;
            }
            if let (Kind::Ptr(edge), true) = (slow.kind, steps % 2 == 1) {
                slow = edge.shape();
            }
            steps += 1;
        }
        shape
    }

    /// What is wrong with a type behind whose pointers is nothing.
    #[cold]
    pub(crate) fn endless(&'static self) -> Box<Fault> {
        let pointers = core::iter::successors(Some(self), |shape| match shape.kind {
            Kind::Ptr(edge) => Some(edge.shape()),
            _ => None,
        });
        // The pointers of a circle have names, unless these are left out by hand.
        let name = pointers.take(64).map(|shape| shape.name).find(|name| !name.is_empty()).unwrap_or("this type");
        let text = alloc::format!("{name} is a pointer to itself and nothing else, which Go refuses");
        Fault::new(ErrorKind::BadType, "can't represent recursive pointer type", text)
    }
}
