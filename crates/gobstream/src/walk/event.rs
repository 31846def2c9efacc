//! What the walk meets.

use super::Walk;
use crate::types::{Slot, Type};

/// A piece of a value, in stream order. A value is one scalar event, or a beginning, its parts, and [`Event::End`];
/// [`Event::Done`] follows the last piece of a top-level value.
///
/// ```
/// use gobstream::{Event, Stream};
/// // []int{1, -1}
/// let bytes = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x01";
/// let mut stream = Stream::from_slice(bytes);
/// assert!(matches!(stream.next_event()?, Some(Event::List(_, 2))));
/// assert!(matches!(stream.next_event()?, Some(Event::Ints([1, -1]))));
/// assert!(matches!(stream.next_event()?, Some(Event::End)));
/// assert!(matches!(stream.next_event()?, Some(Event::Done)));
/// assert!(stream.next_event()?.is_none());
/// # Ok::<(), gobstream::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A bool.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A float.
    Float(f64),
    /// A complex number: real and imaginary part.
    Complex(f64, f64),
    /// A string; Go strings are bytes, mostly UTF-8.
    String(&'a [u8]),
    /// A byte slice.
    Bytes(&'a [u8]),
    /// What a type's own method made of a value.
    Opaque(&'a Type, &'a [u8]),
    /// Elements of an array or slice of bools. Runs of scalars come in pieces of any length above 0.
    Bools(&'a [bool]),
    /// Elements of an array or slice of signed integers.
    Ints(&'a [i64]),
    /// Elements of an array or slice of unsigned integers.
    Uints(&'a [u64]),
    /// Elements of an array or slice of floats.
    Floats(&'a [f64]),
    /// Elements of an array or slice of complex numbers.
    Complexes(&'a [(f64, f64)]),
    /// An interface that holds nothing.
    Nil,
    /// An interface: the name and type of what it holds, which follows; then `End`.
    Interface(&'a [u8], &'a Type),
    /// A struct. For each field that was sent a `Field` and its value follow; then `End`.
    Struct(&'a Type),
    /// The next value is that of the field of this number, from 0.
    Field(u32),
    /// An array or slice of so many elements, which follow; then `End`.
    List(&'a Type, u64),
    /// A map of so many pairs, which follow as key, element, key, element, …; then `End`.
    Map(&'a Type, u64),
    /// The innermost struct, list, map or interface ends.
    End,
    /// The top-level value is whole, and so is its message.
    Done,
    /// A type has been defined, between values or behind the name in an interface. Only with
    /// [`Options::definitions`](crate::Options::definitions).
    Definition(&'a Type),
}

impl<'a> Event<'a> {
    /// The type that the event brings along, if it begins a struct, list or map or is an opaque value.
    ///
    /// ```
    /// use gobstream::{Event, Stream};
    /// let bytes = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x01";
    /// let mut stream = Stream::from_slice(bytes);
    /// assert_eq!(stream.next_event()?.and_then(|event| event.ty().map(|ty| ty.id())), Some(65));
    /// assert_eq!(Event::Int(1).ty(), None);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn ty(&self) -> Option<&'a Type> {
        match self {
            Event::Opaque(ty, _) | Event::Struct(ty) | Event::List(ty, _) | Event::Map(ty, _) => Some(ty),
            _ => None,
        }
    }

    /// The id of the type of a value that begins with this event.
    ///
    /// ```
    /// use gobstream::Event;
    /// assert_eq!(Event::Int(1).type_id(), 2);
    /// assert_eq!(Event::Nil.type_id(), 8);
    /// ```
    pub fn type_id(&self) -> i32 {
        match self {
            Event::Bool(_) => 1,
            Event::Int(_) => 2,
            Event::Uint(_) => 3,
            Event::Float(_) => 4,
            Event::Bytes(_) => 5,
            Event::String(_) => 6,
            Event::Complex(..) => 7,
            event => event.ty().map_or(8, Type::id),
        }
    }
}

/// An event that borrows nothing. Byte strings are the last bytes of those that the step used.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Token {
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    Complex(f64, f64),
    String(usize),
    Bytes(usize),
    Opaque(Slot, usize),
    Bools(usize),
    Ints(usize),
    Uints(usize),
    Floats(usize),
    Complexes(usize),
    Nil,
    Interface(Slot),
    Struct(Slot),
    Field(u32),
    List(Slot, u64),
    Map(Slot, u64),
    End,
    Done,
    Definition(Slot),
}

impl Walk {
    /// Whether the token ends a top-level value.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self.token, Token::Done)
    }

    /// Whether the token is a definition.
    pub(crate) fn is_definition(&self) -> bool {
        matches!(self.token, Token::Definition(_))
    }

    /// The event that the token stands for; `used` gives the bytes that its step used.
    #[inline(always)]
    pub(crate) fn event<'a>(&'a mut self, used: impl FnOnce() -> &'a [u8]) -> Event<'a> {
        let tail = |n: usize| {
            let used = used();
            &used[used.len().saturating_sub(n)..]
        };
        match self.token {
            Token::Bool(v) => Event::Bool(v),
            Token::Int(v) => Event::Int(v),
            Token::Uint(v) => Event::Uint(v),
            Token::Float(v) => Event::Float(v),
            Token::Complex(re, im) => Event::Complex(re, im),
            Token::String(n) => Event::String(tail(n)),
            Token::Bytes(n) => Event::Bytes(tail(n)),
            Token::Opaque(slot, n) => Event::Opaque(self.types.handle(slot), tail(n)),
            Token::Bools(n) => Event::Bools(&self.runs.bools[..n]),
            Token::Ints(n) => Event::Ints(&self.runs.ints[..n]),
            Token::Uints(n) => Event::Uints(&self.runs.uints[..n]),
            Token::Floats(n) => Event::Floats(&self.runs.floats[..n]),
            Token::Complexes(n) => Event::Complexes(&self.runs.complexes[..n]),
            Token::Nil => Event::Nil,
            Token::Interface(slot) => Event::Interface(&self.name, self.types.handle(slot)),
            Token::Struct(slot) => Event::Struct(self.types.handle(slot)),
            Token::Field(i) => Event::Field(i),
            Token::List(slot, n) => Event::List(self.types.handle(slot), n),
            Token::Map(slot, n) => Event::Map(self.types.handle(slot), n),
            Token::End => Event::End,
            Token::Done => Event::Done,
            Token::Definition(slot) => Event::Definition(self.types.handle(slot)),
        }
    }
}
