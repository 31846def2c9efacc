//! Values by hand, part by part, each checked against the type that it must have.

use super::build::{SLOT, items_for};
use super::path::{KEY, Path};
use super::{Interface, Items, List, Map, Opaque, Struct, Text, Value};
use crate::decode::narrow;
use crate::error::{Error, ErrorKind, Fault, Place, Result};
use crate::limits::Limits;
use crate::shape::{self, Shape};
use crate::types::{FIRST_ID, Kind, Type};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Makes a value of a type, part by part. What does not fit the type is refused with the path to it, and changes nothing.
///
/// A [`Type`] has no widths, as the wire has none, even if it was made of Go source: an `int8` takes all of 64 bits here, and Go refuses what is too large when it reads.
///
/// What is given is sent, what is not given is not: Go leaves fields out that are zero, and always sends those that are structs or arrays.
///
/// ```
/// use gobstream::{ErrorKind, Types, Value, ValueBuilder};
/// let point = Types::new().go("type Point struct { X, Y int }")?;
/// let mut builder = ValueBuilder::new(&point);
/// builder.begin()?.field("X")?.int(22)?.field("Y")?.int(33)?.end()?;
/// let value = builder.finish()?;
/// assert_eq!(value.field("Y"), Some(&Value::Int(33)));
///
/// let mut builder = ValueBuilder::new(&point);
/// let error = builder.begin()?.field("X")?.string("22").unwrap_err();
/// assert_eq!((error.kind(), error.path()), (ErrorKind::WrongType, ".X"));
/// # Ok::<(), gobstream::Error>(())
/// ```
#[derive(Debug)]
pub struct ValueBuilder {
    root: Type,
    stack: Vec<Open>,
    whole: Option<Value>,
    spent: u64,
    /// Levels, and bytes of the name in an interface.
    limits: (u32, u64),
    /// The Rust type of the value, if it is known: that of each level in `stack`, behind that of the whole.
    shapes: Vec<Option<&'static Shape>>,
}

/// What has begun and not ended.
#[derive(Debug)]
enum Open {
    /// The fields so far, and the one that comes next, if it was named.
    Struct {
        ty: Type,
        fields: Vec<(u32, Value)>,
        next: Option<(u32, Option<Type>)>,
    },
    List {
        ty: Type,
        elem: Type,
        items: Items,
    },
    /// Keys and elements in turn.
    Map {
        ty: Type,
        key: Type,
        elem: Type,
        parts: Vec<Value>,
    },
    Interface {
        name: Text,
        definitions: Box<[Type]>,
        ty: Type,
    },
}

impl ValueBuilder {
    /// A value of this type is to come, within the default [`Limits`] on depth and names.
    pub fn new(ty: &Type) -> Self {
        Self::with_limits(ty, &Limits::default())
    }

    /// A value of this type is to come, within these limits on depth and names; memory is for the caller to bound: see [`spent`](Self::spent).
    pub fn with_limits(ty: &Type, limits: &Limits) -> Self {
        let limits = (limits.depth, limits.interface_name);
        ValueBuilder { root: ty.clone(), stack: Vec::new(), whole: None, spent: 0, limits, shapes: Vec::new() }
    }

    /// The type of the value that comes next; `None` where a field or an end must come, or the value is whole.
    pub fn next_type(&self) -> Option<&Type> {
        match self.stack.last() {
            None if self.whole.is_some() => None,
            None => Some(&self.root),
            Some(Open::Struct { next, .. }) => next.as_ref().and_then(|(_, ty)| ty.as_ref()),
            Some(Open::List { elem, .. }) => Some(elem),
            Some(Open::Map { key, elem, parts, .. }) => Some(if parts.len() % 2 == 0 { key } else { elem }),
            Some(Open::Interface { ty, .. }) => Some(ty),
        }
    }

    /// Its kind.
    pub fn next_kind(&self) -> Option<Kind> {
        self.next_type().map(Type::kind)
    }

    /// The same, of the type that this Rust type is: numbers must have its widths.
    #[cfg(feature = "serde")]
    pub(crate) fn of_shape(ty: &Type, shape: Option<&'static Shape>) -> Self {
        ValueBuilder { shapes: shape.map(Some).into_iter().collect(), ..Self::new(ty) }
    }

    /// The Rust type of what comes next, if it is known.
    fn next_shape(&self) -> Option<&'static Shape> {
        let open = *self.shapes.get(self.stack.len())?;
        let Some(level) = self.stack.last() else { return open };
        let edge = match (level, open?.base().kind()) {
            (Open::Struct { next: Some((i, _)), .. }, shape::Kind::Struct(fields)) => fields.get(*i as usize)?.edge,
            (Open::List { .. }, shape::Kind::Array(elem, _) | shape::Kind::Slice(elem)) => elem,
            (Open::Map { parts, .. }, shape::Kind::Map(key, elem)) => {
                if parts.len() % 2 == 0 {
                    key
                } else {
                    elem
                }
            }
            (Open::Interface { name, .. }, shape::Kind::Interface(variants)) => {
                variants.iter().find(|v| v.name.as_bytes() == name.as_bytes())?.edge
            }
            _ => return None,
        };
        Some(edge.shape())
    }

    /// Goes down a level.
    fn push(&mut self, open: Open) {
        if !self.shapes.is_empty() {
            let shape = self.next_shape();
            self.shapes.truncate(self.stack.len() + 1);
            self.shapes.push(shape);
        }
        self.stack.push(open);
    }

    /// Refuses a number that the Rust type has no room for.
    fn check_width(&self, value: &Value) -> Result<()> {
        match self.next_shape().map(Shape::base) {
            Some(shape) if !has_room(shape, value) => {
                let text = match value {
                    Value::Int(v) => format!("{v}"),
                    Value::Uint(v) => format!("{v}"),
                    Value::Float(v) => format!("{v:e}"),
                    _ => "a complex number".into(),
                };
                Err(self.error(ErrorKind::OutOfRange, format!("{text} does not fit {}", shape.name)))
            }
            _ => Ok(()),
        }
    }

    /// The struct, list or map that is open.
    pub fn open_type(&self) -> Option<&Type> {
        match self.stack.last()? {
            Open::Struct { ty, .. } | Open::List { ty, .. } | Open::Map { ty, .. } => Some(ty),
            Open::Interface { .. } => None,
        }
    }

    /// The key of the open map whose element comes next.
    ///
    /// ```
    /// use gobstream::{Types, Value, ValueBuilder};
    /// let mut builder = ValueBuilder::new(&Types::new().go("map[int]string")?);
    /// assert_eq!(builder.begin()?.int(7)?.open_key(), Some(&Value::Int(7)));
    /// assert_eq!(builder.string("x")?.open_key(), None);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn open_key(&self) -> Option<&Value> {
        match self.stack.last()? {
            Open::Map { parts, .. } if parts.len() % 2 == 1 => parts.last(),
            _ => None,
        }
    }

    /// How many parts the open struct, list or map has so far; the keys and elements of a map are counted each.
    pub fn parts(&self) -> usize {
        match self.stack.last() {
            Some(Open::Struct { fields, .. }) => fields.len(),
            Some(Open::List { items, .. }) => items.len(),
            Some(Open::Map { parts, .. }) => parts.len(),
            _ => 0,
        }
    }

    /// How many structs, lists, maps and interfaces are open.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Whether the struct, list or map that is open is the value of a field.
    #[cfg(feature = "serde")]
    pub(crate) fn is_field(&self) -> bool {
        matches!(self.stack.len().checked_sub(2).and_then(|i| self.stack.get(i)), Some(Open::Struct { .. }))
    }

    /// Takes back the struct, list or map that was begun last, with its field if it is one.
    pub fn abandon(&mut self) {
        self.stack.pop();
        self.no_field();
    }

    /// Bytes of memory that the parts have taken so far, about.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The value, which must be whole.
    ///
    /// # Errors
    /// `missing` if a part of it is still to come.
    pub fn finish(self) -> Result<Value> {
        let unfinished = self.error(ErrorKind::Missing, "the value is not whole".into());
        self.whole.ok_or(unfinished)
    }

    /// An error of this kind at the part that comes next.
    #[cold]
    pub fn error(&self, kind: ErrorKind, text: String) -> Error {
        Error::new(*Fault::new(kind, "", text), Place { path: self.path(), ..Place::default() })
    }

    /// The `wrong-type` error for something that cannot come next; `found` says what: `a string`.
    #[cold]
    pub fn misfit(&self, found: &str) -> Error {
        let text = match self.next_type() {
            Some(ty) => format!("{found}, where a value of {} must be", title(ty)),
            None if self.whole.is_some() => format!("{found} behind the value"),
            None => format!("{found}, where a field or the end of {} must be", self.open_type().map_or("a value".into(), title)),
        };
        self.error(ErrorKind::WrongType, text)
    }

    // ---- scalars

    /// A bool.
    ///
    /// # Errors
    /// `wrong-type` where none can be; so in all that follow. In an interface it is held under Go's name for it.
    pub fn bool(&mut self, v: bool) -> Result<&mut Self> {
        self.scalar(Kind::Bool, Value::Bool(v), "a bool")
    }

    /// An integer, signed or not as the type demands; in an interface an `int`.
    ///
    /// # Errors
    /// `out-of-range` if it is negative and may not be.
    pub fn int(&mut self, v: i64) -> Result<&mut Self> {
        match (self.next_kind(), u64::try_from(v)) {
            (Some(Kind::Uint), Ok(v)) => self.scalar(Kind::Uint, Value::Uint(v), ""),
            (Some(Kind::Uint), Err(_)) => Err(self.error(ErrorKind::OutOfRange, format!("{v} does not fit uint"))),
            _ => self.scalar(Kind::Int, Value::Int(v), "an integer"),
        }
    }

    /// An integer, signed or not as the type demands; in an interface a `uint64`.
    ///
    /// # Errors
    /// `out-of-range` if it is over the largest signed one and must be signed.
    pub fn uint(&mut self, v: u64) -> Result<&mut Self> {
        match (self.next_kind(), i64::try_from(v)) {
            (Some(Kind::Int), Ok(v)) => self.scalar(Kind::Int, Value::Int(v), ""),
            (Some(Kind::Int), Err(_)) => Err(self.error(ErrorKind::OutOfRange, format!("{v} does not fit int"))),
            _ => self.scalar(Kind::Uint, Value::Uint(v), "an integer"),
        }
    }

    /// A float; in an interface a `float64`.
    ///
    /// # Errors
    /// `wrong-type`.
    pub fn float(&mut self, v: f64) -> Result<&mut Self> {
        self.scalar(Kind::Float, Value::Float(v), "a float")
    }

    /// A complex number; in an interface a `complex128`.
    ///
    /// # Errors
    /// `wrong-type`.
    pub fn complex(&mut self, re: f64, im: f64) -> Result<&mut Self> {
        self.scalar(Kind::Complex, Value::Complex(re, im), "a complex number")
    }

    /// A string.
    ///
    /// # Errors
    /// `wrong-type`.
    pub fn string(&mut self, text: impl AsRef<[u8]>) -> Result<&mut Self> {
        let text = text.as_ref();
        let made = self.scalar(Kind::String, Value::String(Text::from(text)), "a string")?;
        made.spent += text.len() as u64;
        Ok(made)
    }

    /// A byte slice.
    ///
    /// # Errors
    /// `wrong-type`.
    pub fn bytes(&mut self, bytes: impl AsRef<[u8]>) -> Result<&mut Self> {
        let bytes = bytes.as_ref();
        let made = self.scalar(Kind::Bytes, Value::Bytes(bytes.into()), "bytes")?;
        made.spent += bytes.len() as u64;
        Ok(made)
    }

    /// What a method of the type makes of a value.
    ///
    /// # Errors
    /// `wrong-type`.
    pub fn opaque(&mut self, bytes: impl AsRef<[u8]>) -> Result<&mut Self> {
        let bytes = bytes.as_ref();
        let Some(ty) = self.next_type().filter(|ty| matches!(ty.kind(), Kind::Opaque(_))) else {
            return Err(self.misfit("the bytes of an opaque value"));
        };
        let value = Opaque { ty: ty.clone(), bytes: bytes.into() };
        self.spent += bytes.len() as u64;
        self.add(Value::Opaque(Box::new(value)));
        Ok(self)
    }

    /// An interface that holds nothing.
    ///
    /// # Errors
    /// `wrong-type`.
    pub fn nil(&mut self) -> Result<&mut Self> {
        self.scalar(Kind::Interface, Value::Interface(None), "nil")
    }

    fn scalar(&mut self, kind: Kind, value: Value, found: &str) -> Result<&mut Self> {
        match self.next_kind() {
            Some(expected) if expected == kind => {
                self.check_width(&value)?;
                self.add(value);
            }
            Some(Kind::Interface) => {
                let (name, id) = go_name(kind);
                let ty = self.root.builtin(id);
                self.interface(name.as_bytes(), &ty)?.add(value);
            }
            _ => return Err(self.misfit(found)),
        }
        Ok(self)
    }

    // ---- what has parts

    fn check_depth(&self) -> Result<()> {
        let (depth, _) = self.limits;
        if self.stack.len() < depth as usize {
            return Ok(());
        }
        Err(self.error(ErrorKind::TooDeep, format!("nested deeper than depth={depth}")))
    }

    /// Begins the struct, array, slice or map that the type demands.
    ///
    /// # Errors
    /// `wrong-type` if it demands none, `bad-type` if its parts are of types that were never defined, `too-deep` by the limits.
    pub fn begin(&mut self) -> Result<&mut Self> {
        let Some(ty) = self.next_type().cloned() else { return Err(self.misfit("something with parts")) };
        let open = match ty.kind() {
            Kind::Struct => Some(Open::Struct { ty, fields: Vec::new(), next: None }),
            Kind::Array | Kind::Slice => ty.elem().map(|elem| Open::List { items: items_for(&ty), elem, ty }),
            Kind::Map => ty.key().zip(ty.elem()).map(|(key, elem)| Open::Map { ty, key, elem, parts: Vec::new() }),
            _ => return Err(self.misfit("something with parts")),
        };
        let undefined = || self.error(ErrorKind::BadType, "a part of this type is of a type that was never defined".into());
        let open = open.ok_or_else(undefined)?;
        self.check_depth()?;
        self.spent += SLOT + size_of::<Open>() as u64;
        self.push(open);
        Ok(self)
    }

    /// The value that comes next is that of this field.
    ///
    /// # Errors
    /// `unknown-field` if the struct has none of this name, `wrong-type` where no field can be.
    pub fn field(&mut self, name: &str) -> Result<&mut Self> {
        let index = match self.stack.last() {
            Some(Open::Struct { ty, next: None, .. }) => ty.fields().position(|f| f.name == name.as_bytes()),
            _ => return Err(self.misfit("a field")),
        };
        let unknown = || format!("{} has no field {name}", self.open_type().map_or(String::new(), title));
        let index = index.ok_or_else(|| self.error(ErrorKind::UnknownField, unknown()))?;
        self.field_at(index)
    }

    /// The value that comes next is that of the field of this number, from 0.
    ///
    /// # Errors
    /// `unknown-field` if there are not so many, `bad-type` if its type was never defined.
    pub fn field_at(&mut self, index: usize) -> Result<&mut Self> {
        let Some(Open::Struct { ty, next: None, .. }) = self.stack.last() else { return Err(self.misfit("a field")) };
        let part = ty.field_type(index);
        let text = match (&part, ty.field(index)) {
            (_, None) => Some((ErrorKind::UnknownField, "is not there")),
            (None, Some(_)) => Some((ErrorKind::BadType, "is of a type that was never defined")),
            _ => None,
        };
        if let Some((kind, text)) = text {
            return Err(self.error(kind, format!("field {index} of {} {text}", title(ty))));
        }
        if let Some(Open::Struct { next, .. }) = self.stack.last_mut() {
            *next = Some((index as u32, part));
        }
        Ok(self)
    }

    /// Takes back that a field comes, as its value turns out not to be sent.
    pub fn no_field(&mut self) {
        if let Some(Open::Struct { next, .. }) = self.stack.last_mut() {
            *next = None;
        }
    }

    /// Begins what an interface holds: a value of this type, under this name, comes next. The interface ends with it.
    ///
    /// # Errors
    /// `wrong-type` where no interface can be, `unregistered` for a name that is empty or longer than the limits allow, `bad-type` for
    /// a type whose definition says nothing; `too-deep` by the limits.
    pub fn interface(&mut self, name: impl AsRef<[u8]>, ty: &Type) -> Result<&mut Self> {
        self.interface_with(name.as_ref(), Vec::new(), ty)
    }

    /// The same with [definitions](Interface::definitions) that stand behind the name.
    ///
    /// # Errors
    /// As [`interface`](Self::interface).
    pub fn interface_with(&mut self, name: &[u8], definitions: Vec<Type>, ty: &Type) -> Result<&mut Self> {
        if self.next_kind() != Some(Kind::Interface) {
            return Err(self.misfit("an interface"));
        }
        self.check_held(name, ty)?;
        self.check_depth()?;
        self.spent += 2 * SLOT + name.len() as u64;
        self.push(Open::Interface { name: name.into(), definitions: definitions.into(), ty: ty.clone() });
        Ok(self)
    }

    fn check_held(&self, name: &[u8], ty: &Type) -> Result<()> {
        let (_, longest) = self.limits;
        if name.is_empty() || name.len() as u64 > longest {
            let text = format!("a name of {} bytes in an interface, where 1 to {longest} can be", name.len());
            return Err(self.error(ErrorKind::Unregistered, text));
        }
        if ty.kind() == Kind::Undefined {
            return Err(self.error(ErrorKind::BadType, format!("an interface that holds a value of {}", title(ty))));
        }
        Ok(())
    }

    /// Ends the struct, array, slice or map that was begun last.
    ///
    /// # Errors
    /// `wrong-type` for an array with another number of elements than its type says, or a field that was given twice, `missing` where a value must come first.
    pub fn end(&mut self) -> Result<&mut Self> {
        self.check_end()?;
        let value = match self.stack.pop() {
            Some(Open::Struct { ty, mut fields, .. }) => {
                fields.sort_by_key(|field| field.0);
                Value::Struct(Struct { ty, fields: fields.into() })
            }
            Some(Open::List { ty, items, .. }) => Value::List(Box::new(List { ty, items })),
            Some(Open::Map { ty, parts, .. }) => Value::Map(Box::new(Map { ty, parts })),
            _ => return Ok(self),
        };
        self.add(value);
        Ok(self)
    }

    fn check_end(&self) -> Result<()> {
        match self.stack.last() {
            Some(Open::Struct { next: None, ty, fields }) => self.check_fields(ty, fields),
            Some(Open::Map { parts, .. }) if parts.len() % 2 == 0 => Ok(()),
            Some(Open::List { ty, items, .. }) => match ty.array_len() {
                Some(n) if n != items.len() as u64 => Err(self.wrong_len(n, items.len())),
                _ => Ok(()),
            },
            _ => Err(self.error(ErrorKind::Missing, "an end, where a value must be".into())),
        }
    }

    fn check_fields(&self, ty: &Type, fields: &[(u32, Value)]) -> Result<()> {
        if fields.is_sorted_by(|a, b| a.0 < b.0) {
            return Ok(());
        }
        let mut given: Vec<u32> = fields.iter().map(|field| field.0).collect();
        given.sort_unstable();
        let Some(twice) = given.windows(2).find(|pair| pair[0] == pair[1]) else { return Ok(()) };
        let name = ty.field(twice[0] as usize).map_or(&[][..], |f| f.name);
        let text = format!("field {} of {} is there twice", String::from_utf8_lossy(name).escape_debug(), title(ty));
        Err(self.error(ErrorKind::WrongType, text))
    }

    #[cold]
    fn wrong_len(&self, expected: u64, found: usize) -> Error {
        let path = show(&self.stack[..self.stack.len() - 1]);
        let text = format!("an array of {expected} elements has {found}");
        Error::new(*Fault::new(ErrorKind::WrongType, "", text), Place { path, ..Place::default() })
    }

    /// Puts a value that fits where it belongs, and ends the interfaces that it fills.
    fn add(&mut self, value: Value) {
        self.spent += SLOT;
        let mut value = value;
        loop {
            match self.stack.last_mut() {
                None => self.whole = Some(value),
                Some(Open::Struct { fields, next, .. }) => fields.extend(next.take().map(|(i, _)| (i, value))),
                Some(Open::List { items, .. }) => items.push(value),
                Some(Open::Map { parts, .. }) => parts.push(value),
                Some(Open::Interface { .. }) => {
                    if let Some(Open::Interface { name, definitions, ty }) = self.stack.pop() {
                        value = Value::Interface(Some(Box::new(Interface { name, definitions, ty, value })));
                        continue;
                    }
                    return;
                }
            }
            return;
        }
    }

    /// The way to the part that comes next.
    pub fn path(&self) -> String {
        show(&self.stack)
    }
}

fn show(stack: &[Open]) -> String {
    let mut path = Path::default();
    for open in stack {
        match open {
            Open::Struct { ty, next: Some((i, _)), .. } => path.field(ty, *i),
            Open::List { items, .. } => path.element(items.len() as u64),
            Open::Map { parts, .. } => {
                let key = parts.last().filter(|_| parts.len() % 2 == 1).and_then(|key| key.events().next());
                path.entry(key.as_ref(), parts.len() as u64 / 2);
            }
            Open::Struct { .. } | Open::Interface { .. } => {}
        }
    }
    path.into_text()
}

/// Whether a basic type has room for a number; a type that is declared as one of them is not known for its width.
fn has_room(shape: &Shape, value: &Value) -> bool {
    match (shape.name, value) {
        _ if !shape.pkg.is_empty() => true,
        ("int8", Value::Int(v)) => i8::try_from(*v).is_ok(),
        ("int16", Value::Int(v)) => i16::try_from(*v).is_ok(),
        ("int32", Value::Int(v)) => i32::try_from(*v).is_ok(),
        ("uint8", Value::Uint(v)) => u8::try_from(*v).is_ok(),
        ("uint16", Value::Uint(v)) => u16::try_from(*v).is_ok(),
        ("uint32", Value::Uint(v)) => u32::try_from(*v).is_ok(),
        ("float32", Value::Float(v)) => narrow(*v).is_some(),
        ("complex64", Value::Complex(re, im)) => narrow(*re).is_some() && narrow(*im).is_some(),
        _ => true,
    }
}

/// The name under which Go holds a value of a built-in kind in an interface, and its id.
fn go_name(kind: Kind) -> (&'static str, i32) {
    match kind {
        Kind::Bool => ("bool", 1),
        Kind::Int => ("int", 2),
        Kind::Uint => ("uint64", 3),
        Kind::Float => ("float64", 4),
        Kind::Bytes => ("[]uint8", 5),
        Kind::String => ("string", 6),
        _ => ("complex128", 7),
    }
}

/// What errors call a type.
fn title(ty: &Type) -> String {
    let kind = match ty.kind() {
        Kind::Bool => "bool",
        Kind::Int => "int",
        Kind::Uint => "uint",
        Kind::Float => "float",
        Kind::Complex => "complex",
        Kind::String => "string",
        Kind::Bytes => "bytes",
        Kind::Interface => "interface",
        Kind::Array => "array",
        Kind::Slice => "slice",
        Kind::Map => "map",
        Kind::Struct => "struct",
        Kind::Opaque(_) => "opaque",
        Kind::Undefined => "nothing",
    };
    let name: String = String::from_utf8_lossy(ty.name()).chars().take(KEY).collect();
    if ty.id() < FIRST_ID || name.is_empty() { kind.into() } else { format!("{kind} {}", name.escape_debug()) }
}
