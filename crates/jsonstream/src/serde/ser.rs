//! The serializer: a writer.

use alloc::string::{String, ToString};
use core::fmt::Display;

use serde_core::ser::{self, Serialize, Serializer};

use super::atom::{Atom, Place};
use super::names::{NUMBER, RAW};
use crate::error::{Error, ErrorKind, Result};
use crate::reader::Reader;
use crate::sink::Sink;
use crate::stack::Level;
use crate::writer::Writer;

impl<S: Sink> Writer<S> {
    /// A value of any type that serde knows.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.begin_array()?;
    /// w.value(&Some("a"))?;
    /// w.value(&(1, 2))?;
    /// w.end_array()?;
    /// assert_eq!(w.buffer(), br#"["a",[1,2]]"#);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of writing, with the [`pointer`](Error::pointer) within the value; `Data` for what the type refuses, `TooDeep` past
    /// [`max_stack`](crate::WriteOptions::max_stack). Part of the value may be written then: see
    /// [`abandon`](Self::abandon).
    #[inline]
    pub fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        value.serialize(&mut *self).map_err(|error| error.or_offset(self.offset()))
    }

    /// An array of all that an iterator gives, of any length: nothing is kept.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.array((0..3).map(|n| n * n))?;
    /// assert_eq!(w.buffer(), b"[0,1,4]");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`value`](Self::value).
    pub fn array<T: Serialize>(&mut self, items: impl IntoIterator<Item = T>) -> Result<()> {
        self.begin_array()?;
        items.into_iter().zip(0_u64..).try_for_each(|(item, i)| self.value(&item).map_err(|error| error.within_element(i)))?;
        self.end_array()
    }

    /// Writes a part that may hold others of its kind, if the stack allows it.
    #[inline]
    fn nested(&mut self, write: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        write(self.enter()?.writer)
    }

    /// One level deeper in the code of nested types.
    #[inline(always)]
    fn enter(&mut self) -> Result<Nested<'_, S>> {
        match self.nesting.enter() {
            Some(outermost) => Ok(Nested { writer: self, outermost }),
            None => self.too_deep(),
        }
    }

    #[cold]
    fn too_deep<T>(&self) -> Result<T> {
        Err(Error::new(ErrorKind::TooDeep, self.offset(), "the types nest too deep for the stack"))
    }

    /// `[` or `{`, and what is inside. The stack is looked at here, not for each of its elements.
    #[inline(always)]
    fn container(&mut self, inside: Level) -> Result<Compound<'_, S>> {
        self.begin(inside)?;
        Ok(Compound { inside: self.enter()?, level: inside, mark: 0, variant: None })
    }

    /// `{"Variant":`
    #[inline]
    fn begin_variant(&mut self, variant: &str) -> Result<()> {
        self.begin_object()?;
        self.key(variant)
    }
}

/// A writer one level deeper in the code of nested types, until this is dropped, be it by a panic.
#[derive(Debug)]
struct Nested<'a, S> {
    writer: &'a mut Writer<S>,
    /// It is the first of those on the stack.
    outermost: bool,
}

impl<S> Drop for Nested<'_, S> {
    #[inline(always)]
    fn drop(&mut self) {
        self.writer.nesting.leave(self.outermost);
    }
}

/// A container that is being written.
#[derive(Debug)]
pub struct Compound<'a, S> {
    inside: Nested<'a, S>,
    /// Of an object with fields: where it stands. As all that comes to it is known to the compiler, so are the commas.
    level: Level,
    /// Of an array: how many elements there are. Of a map: where the last name begins, as an offset.
    mark: u64,
    /// The variant whose content it is.
    variant: Option<&'static str>,
}

impl<S: Sink> Compound<'_, S> {
    #[inline(always)]
    fn name(&mut self, name: &str) -> Result<()> {
        let level = self.level;
        self.level.add(2);
        self.inside.writer.key_at(level, name)
    }

    /// An element, whose number the pointer of its error has.
    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        value.serialize(&mut *self.inside.writer).map_err(|error| self.of_variant(error.within_element(self.mark)))?;
        self.mark += 1;
        Ok(())
    }

    #[cold]
    fn of_variant(&self, error: Error) -> Error {
        if self.variant.is_some() { error.within(self.variant) } else { error }
    }

    /// What stands behind the last name.
    #[inline]
    fn named<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        value.serialize(&mut *self.inside.writer).map_err(|error| error.within(self.last_name().as_deref()))
    }

    /// The last name of a map, unless it was handed over.
    #[cold]
    fn last_name(&self) -> Option<String> {
        let text = self.inside.writer.buffer();
        let handed_over = self.inside.writer.offset() - text.len() as u64;
        let from = usize::try_from(self.mark.checked_sub(handed_over)?).ok()?;
        let text = text.get(from..)?;
        let quote = text.iter().position(|byte| *byte == b'"')?;
        Reader::from_slice(&text[quote..]).str().ok().map(Into::into)
    }

    #[inline(always)]
    fn finish(self, inside: Level) -> Result<()> {
        self.inside.writer.end(inside)
    }

    /// The content of a variant, around which there is an object.
    fn finish_variant(self, inside: Level) -> Result<()> {
        self.inside.writer.end(inside)?;
        self.inside.writer.end_object()
    }
}

macro_rules! scalars {
    ($($method:ident $type:ty => $write:ident;)*) => {$(
        #[inline]
        fn $method(self, value: $type) -> Result<()> {
            self.$write(value.into())
        }
    )*};
}

impl<'a, S: Sink> Serializer for &'a mut Writer<S> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Compound<'a, S>;
    type SerializeTuple = Compound<'a, S>;
    type SerializeTupleStruct = Compound<'a, S>;
    type SerializeTupleVariant = Compound<'a, S>;
    type SerializeMap = Compound<'a, S>;
    type SerializeStruct = Compound<'a, S>;
    type SerializeStructVariant = Compound<'a, S>;

    scalars! {
        serialize_bool bool => bool;
        serialize_i8 i8 => i64;
        serialize_i16 i16 => i64;
        serialize_i32 i32 => i64;
        serialize_i64 i64 => i64;
        serialize_i128 i128 => i128;
        serialize_u8 u8 => u64;
        serialize_u16 u16 => u64;
        serialize_u32 u32 => u64;
        serialize_u64 u64 => u64;
        serialize_u128 u128 => u128;
        serialize_f32 f32 => f32;
        serialize_f64 f64 => f64;
    }

    #[inline]
    fn serialize_char(self, value: char) -> Result<()> {
        self.str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<()> {
        self.str(value)
    }

    /// As everybody does: an array of numbers.
    fn serialize_bytes(self, value: &[u8]) -> Result<()> {
        self.begin_array()?;
        value.iter().try_for_each(|&byte| self.u64(byte.into()))?;
        self.end_array()
    }

    #[inline]
    fn serialize_none(self) -> Result<()> {
        self.null()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        self.nested(|writer| value.serialize(writer))
    }

    #[inline]
    fn serialize_unit(self) -> Result<()> {
        self.null()
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.null()
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.str(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<()> {
        match name {
            RAW => value.serialize(Atom::new(self, Place::Raw)),
            NUMBER => value.serialize(Atom::new(self, Place::Number)),
            _ => self.nested(|writer| value.serialize(writer)),
        }
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        self.begin_variant(variant)?;
        self.nested(|writer| value.serialize(writer)).map_err(|error| error.within(Some(variant)))?;
        self.end_object()
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'a, S>> {
        self.container(Level::OF_ARRAY)
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<Compound<'a, S>> {
        self.serialize_seq(Some(len))
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Compound<'a, S>> {
        self.serialize_seq(Some(len))
    }

    #[inline]
    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Compound<'a, S>> {
        self.begin_variant(variant)?;
        Ok(Compound { variant: Some(variant), ..self.container(Level::OF_ARRAY)? })
    }

    #[inline(always)]
    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'a, S>> {
        self.container(Level::OF_OBJECT)
    }

    #[inline(always)]
    fn serialize_struct(self, _: &'static str, len: usize) -> Result<Compound<'a, S>> {
        self.serialize_map(Some(len))
    }

    #[inline]
    fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Compound<'a, S>> {
        self.begin_variant(variant)?;
        Ok(Compound { variant: Some(variant), ..self.container(Level::OF_OBJECT)? })
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<()> {
        self.str(&value.to_string())
    }
}

macro_rules! elements {
    ($($trait:ident $method:ident $finish:ident)*) => {$(
        impl<S: Sink> ser::$trait for Compound<'_, S> {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.element(value)
            }

            #[inline]
            fn end(self) -> Result<()> {
                self.$finish(Level::OF_ARRAY)
            }
        }
    )*};
}

elements! {
    SerializeSeq serialize_element finish
    SerializeTuple serialize_element finish
    SerializeTupleStruct serialize_field finish
    SerializeTupleVariant serialize_field finish_variant
}

macro_rules! fields {
    ($($trait:ident $finish:ident)*) => {$(
        impl<S: Sink> ser::$trait for Compound<'_, S> {
            type Ok = ();
            type Error = Error;

            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
                self.name(name)?;
                value.serialize(&mut *self.inside.writer).map_err(|error| self.of_variant(error.within(Some(name))))
            }

            #[inline]
            fn end(self) -> Result<()> {
                self.$finish(Level::OF_OBJECT)
            }
        }
    )*};
}

fields! { SerializeStruct finish SerializeStructVariant finish_variant }

impl<S: Sink> ser::SerializeMap for Compound<'_, S> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.mark = self.inside.writer.offset();
        key.serialize(Atom::new(&mut *self.inside.writer, Place::Name))
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.named(value)
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.finish(Level::OF_OBJECT)
    }
}
