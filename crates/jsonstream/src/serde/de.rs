//! The deserializer: a reader.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use serde_core::de::value::StrDeserializer;
use serde_core::de::{Deserialize, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::Memory;
use super::key::{Key, field};
use super::names::{NUMBER, RAW};
use crate::config::Duplicates;
use crate::error::{Error, ErrorKind, Result};
use crate::reader::strings::Place;
use crate::reader::{AnyNumber, Kind, Lend, Reader, Source};

impl<S> Reader<S> {
    /// A value of any type that serde knows. Strings in it may be borrowed from a slice.
    ///
    /// What serde has begun it cannot go on with later. If the source may have no bytes for now, take the value's text
    /// with [`raw`](Self::raw), which can be repeated, and read that.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str(r#"{"skip": 0, "take": [1, "a"]}"#);
    /// r.begin_object()?;
    /// while let Some(key) = r.next_key()? {
    ///     match key {
    ///         "take" => assert_eq!(r.value::<(u8, &str)>()?, (1, "a")),
    ///         _ => r.skip()?,
    ///     }
    /// }
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of reading; `Data` for what the type refuses; `TooDeep` past
    /// [`max_stack`](crate::ReadOptions::max_stack), `TooBig` past [`max_memory`](crate::ReadOptions::max_memory). Part of the value
    /// may have been read then.
    #[inline]
    pub fn value<'de, T: Deserialize<'de>>(&mut self) -> Result<T>
    where
        S: Lend<'de>,
    {
        let depth = self.depth();
        let value = T::deserialize(&mut *self).map_err(|error| self.placed(error))?;
        self.settle(depth)?;
        Ok(value)
    }

    /// Has the value been read that was due at this depth? A type may have kept to itself that it could not.
    #[inline]
    fn settle(&mut self, depth: usize) -> Result<bool>
    where
        S: Source,
    {
        if self.depth() == depth && !self.level().wants_more() && !self.level().wants_value() {
            return Ok(true);
        }
        self.resume(depth)
    }

    /// After a value that was not read as it should: one that was not begun is passed, and one that was given up in its
    /// midst is an error, or else what is left of it would be taken for what comes behind it. False if the container at
    /// this depth has been left.
    #[cold]
    fn resume(&mut self, depth: usize) -> Result<bool>
    where
        S: Source,
    {
        let level = self.level();
        match self.depth().cmp(&depth) {
            Ordering::Less => Ok(false),
            Ordering::Greater => {
                self.fail(ErrorKind::Data, self.offset(), "a type has given up a value in its midst and gone on")
            }
            Ordering::Equal if level.wants_value() || level.wants_more() && !level.is_object() => self.skip().map(|()| true),
            Ordering::Equal => Ok(true),
        }
    }

    /// Reads a part that may hold others of its kind, if the stack allows it.
    #[inline]
    fn nested<'de, T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T>
    where
        S: Lend<'de>,
    {
        let Some(outermost) = self.nesting.enter() else {
            return self.fail(ErrorKind::TooDeep, self.offset(), "the types nest too deep for the stack");
        };
        if outermost {
            self.memory = Memory::begin(self.offset());
        }
        let level = Nested { reader: self, outermost };
        read(level.reader)
    }

    /// Charges an element of a list or map, before it is made.
    #[inline]
    fn charge<T>(&mut self) -> Result<()>
    where
        S: Source,
    {
        if self.memory.take::<T>(self.offset(), self.options().max_memory) {
            return Ok(());
        }
        self.fail(ErrorKind::TooBig, self.offset(), "the elements take more memory than the limit")
    }

    #[inline]
    fn visit_text<'de, V: Visitor<'de>>(&mut self, place: Place, visitor: V) -> Result<V::Value>
    where
        S: Lend<'de>,
    {
        match self.lent(&place) {
            Some(text) => visitor.visit_borrowed_str(text),
            None => visitor.visit_str(self.lend(place)?),
        }
    }

    /// Integers of up to 64 bits exactly; other numbers as the nearest float.
    #[inline]
    fn visit_number<'de, V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value>
    where
        S: Lend<'de>,
    {
        match self.any_number()? {
            AnyNumber::Unsigned(n) => visitor.visit_u64(n),
            AnyNumber::Signed(n) => visitor.visit_i64(n),
            AnyNumber::Float(n) => visitor.visit_f64(n),
        }
    }

    #[inline]
    fn visit_array<'de, V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value>
    where
        S: Lend<'de>,
    {
        self.begin_array()?;
        let depth = self.depth();
        let value = self.nested(|reader| visitor.visit_seq(Elements { reader, depth }))?;
        // A visitor for so many elements does not look whether there are more.
        if self.depth() >= depth && self.settle(depth)? && self.next_element()? {
            return self.fail(ErrorKind::Data, self.offset(), "the array has more elements than its type");
        }
        Ok(value)
    }

    #[inline]
    fn end_variant<'de>(&mut self, depth: usize) -> Result<()>
    where
        S: Lend<'de>,
    {
        self.settle(depth)?;
        match self.name_place()? {
            None => Ok(()),
            Some(_) => self.fail(ErrorKind::Data, self.offset(), "an object that stands for a variant has one member"),
        }
    }

    /// Where the names in the object at hand begin that do not count where the last one does: those of the same text or, for
    /// Go, for the same field. A type takes what comes first, so the object is looked through before.
    fn overridden(&mut self, fields: Option<&[&str]>) -> Result<Vec<u64>>
    where
        S: Source,
    {
        let all = self.options().duplicates == Duplicates::Last;
        let range = self.raw_range()?;
        let mut names = self.again(range);
        let (mut last, mut overridden) = (BTreeMap::new(), Vec::new());
        names.begin_object()?;
        while let Some(name) = names.next_key()? {
            let field = fields.and_then(|fields| field(name, fields).map(|at| fields[at]));
            let name = field.or(all.then_some(name)).map(String::from);
            let start = names.token_offset();
            overridden.extend(name.and_then(|name| last.insert(name, start)));
            names.skip()?;
        }
        let start = self.offset();
        let mut overridden: Vec<_> = overridden.into_iter().map(|at: u64| start + at).collect();
        overridden.sort_unstable();
        Ok(overridden)
    }

    /// What must be known of an object before it is read as one with these fields, or with any.
    #[inline]
    fn chosen(&mut self, fields: Option<&'static [&'static str]>) -> Result<Option<Chosen>>
    where
        S: Source,
    {
        let fields = fields.filter(|_| self.options().fold_names);
        if fields.is_none() && self.options().duplicates != Duplicates::Last {
            return Ok(None);
        }
        match self.value_start()? {
            b'{' => Ok(Some(Chosen { fields, overridden: self.overridden(fields)? })),
            _ => Ok(None),
        }
    }

    #[inline]
    fn visit_object<'de, V: Visitor<'de>>(&mut self, visitor: V, fields: Option<&'static [&'static str]>) -> Result<V::Value>
    where
        S: Lend<'de>,
    {
        let chosen = self.chosen(fields)?;
        self.begin_object()?;
        let depth = self.depth();
        let value = self.nested(|reader| visitor.visit_map(Members { reader, depth, chosen }))?;
        // A visitor may stop early.
        if self.depth() >= depth && self.settle(depth)? {
            self.skip_rest()?;
        }
        Ok(value)
    }
}

/// A reader one level deeper in the code of nested types, until this is dropped, be it by a panic.
struct Nested<'a, S> {
    reader: &'a mut Reader<S>,
    outermost: bool,
}

impl<S> Drop for Nested<'_, S> {
    #[inline]
    fn drop(&mut self) {
        self.reader.nesting.leave(self.outermost);
    }
}

#[cold]
fn no_value<S: Source, T>(reader: &Reader<S>) -> Result<T> {
    reader.fail(ErrorKind::Data, reader.offset(), "a type asks for a value where none is due")
}

/// Which names count.
struct Chosen {
    /// Those of the fields, which are matched without regard to case.
    fields: Option<&'static [&'static str]>,
    /// Where in the stream the names begin that do not count, as a later one stands for the same; in order.
    overridden: Vec<u64>,
}

impl Chosen {
    fn is_overridden(&self, name: u64) -> bool {
        self.overridden.binary_search(&name).is_ok()
    }
}

macro_rules! scalars {
    ($($method:ident $visit:ident $read:expr;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            let value = $read(self)?;
            visitor.$visit(value)
        }
    )*};
}

impl<'de, S: Lend<'de>> Deserializer<'de> for &mut Reader<S> {
    type Error = Error;

    scalars! {
        deserialize_bool visit_bool Reader::bool;
        deserialize_i8 visit_i8 Reader::int::<i8>;
        deserialize_i16 visit_i16 Reader::int::<i16>;
        deserialize_i32 visit_i32 Reader::int::<i32>;
        deserialize_i64 visit_i64 Reader::int::<i64>;
        deserialize_i128 visit_i128 Reader::int::<i128>;
        deserialize_u8 visit_u8 Reader::int::<u8>;
        deserialize_u16 visit_u16 Reader::int::<u16>;
        deserialize_u32 visit_u32 Reader::int::<u32>;
        deserialize_u64 visit_u64 Reader::int::<u64>;
        deserialize_u128 visit_u128 Reader::int::<u128>;
        deserialize_f32 visit_f32 Reader::f32;
        deserialize_f64 visit_f64 Reader::f64;
    }

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.peek()? {
            Kind::Null => self.deserialize_unit(visitor),
            Kind::Bool => self.deserialize_bool(visitor),
            Kind::Number => self.visit_number(visitor),
            Kind::String => self.deserialize_str(visitor),
            Kind::Array => self.visit_array(visitor),
            Kind::Object => self.visit_object(visitor, None),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let byte = self.value_start()?;
        if byte == b'"'
            && let Some(range) = self.quick_text()
        {
            self.took(range.len() + 2)?;
            return match self.lent_window(&range) {
                Some(text) => visitor.visit_borrowed_str(text),
                None => visitor.visit_str(self.lend_window(range)?),
            };
        }
        let place = self.rare_str_place(byte)?;
        self.visit_text(place, visitor)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    /// The bytes of a string, or an array of numbers.
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.peek()? {
            Kind::Array => self.visit_array(visitor),
            _ => visitor.visit_bytes(self.bytes()?),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.value_start()? {
            b'n' => self.null().and_then(|()| visitor.visit_none()),
            _ => self.nested(|reader| visitor.visit_some(reader)),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.null()?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        match name {
            RAW => {
                let raw = Place::Window(self.raw_range()?);
                match self.lent(&raw) {
                    Some(text) => visitor.visit_borrowed_str(text),
                    None => visitor.visit_str(self.place(raw)?),
                }
            }
            NUMBER => visitor.visit_str(self.number()?.as_str()),
            _ => self.nested(|reader| visitor.visit_newtype_struct(reader)),
        }
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_array(visitor)
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.visit_array(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, _: usize, visitor: V) -> Result<V::Value> {
        self.visit_array(visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_object(visitor, None)
    }

    /// An object, or an array of the fields in their order.
    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.value_start()? {
            b'[' if !self.options().fuzzy => self.visit_array(visitor),
            _ => self.visit_object(visitor, Some(fields)),
        }
    }

    /// A string, or an object of one member.
    fn deserialize_enum<V: Visitor<'de>>(self, _: &'static str, _: &'static [&'static str], visitor: V) -> Result<V::Value> {
        if self.peek()? == Kind::Object {
            self.begin_object()?;
            let depth = self.depth();
            let value = self.nested(|reader| visitor.visit_enum(Variant { reader }))?;
            return self.end_variant(depth).map(|()| value);
        }
        visitor.visit_enum(StrDeserializer::new(self.str()?))
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.skip()?;
        visitor.visit_unit()
    }
}

struct Elements<'a, S> {
    reader: &'a mut Reader<S>,
    depth: usize,
}

impl<'de, S: Lend<'de>> SeqAccess<'de> for Elements<'_, S> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let settled = self.reader.depth() == self.depth && !self.reader.level().wants_more();
        if !settled && !self.reader.resume(self.depth)? || !self.reader.next_element()? {
            return Ok(None);
        }
        self.reader.charge::<T::Value>()?;
        seed.deserialize(&mut *self.reader).map(Some).map_err(|error| self.reader.placed(error))
    }
}

struct Members<'a, S> {
    reader: &'a mut Reader<S>,
    depth: usize,
    chosen: Option<Chosen>,
}

impl<S: Source> Members<'_, S> {
    /// The next name that counts.
    #[inline]
    fn name(&mut self) -> Result<Option<Place>> {
        loop {
            let name = self.reader.name_place()?;
            match &self.chosen {
                Some(chosen) if name.is_some() && chosen.is_overridden(self.reader.token_offset()) => self.reader.skip()?,
                _ => return Ok(name),
            }
        }
    }
}

impl<S> Members<'_, S> {
    /// The name that stands there, borrowed if it can be.
    #[inline]
    fn key<'de>(&mut self, place: Place) -> Result<Key<'de, '_>>
    where
        S: Lend<'de>,
    {
        match self.reader.lent(&place) {
            Some(text) => Ok(Key::Borrowed(text)),
            None => self.reader.lend(place).map(Key::Lent),
        }
    }

    /// The next name, where all count.
    #[inline(always)]
    fn usual_key<'de, K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>>
    where
        S: Lend<'de>,
    {
        if !self.reader.key_start()? {
            return Ok(None);
        }
        let key = match self.reader.quick_name()? {
            Some(range) => match self.reader.lent_window(&range) {
                Some(text) => Key::Borrowed(text),
                None => Key::Lent(self.reader.lend_window(range)?),
            },
            None => {
                let place = self.reader.rare_name_place()?;
                self.key(place)?
            }
        };
        seed.deserialize(key).map(Some).map_err(|error| self.reader.placed(error))
    }
}

impl<'de, S: Lend<'de>> MapAccess<'de> for Members<'_, S> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let settled = self.reader.depth() == self.depth && !self.reader.level().wants_value();
        if !settled && !self.reader.resume(self.depth)? {
            return Ok(None);
        }
        if self.chosen.is_none() && !self.reader.are_names_unique() {
            return self.usual_key(seed);
        }
        let Some(place) = self.name()? else {
            return Ok(None);
        };
        let fields = self.chosen.as_ref().and_then(|chosen| chosen.fields);
        let key = self.key(place)?;
        let key = fields.and_then(|fields| key.folded(fields)).unwrap_or(key);
        seed.deserialize(key).map(Some).map_err(|error| self.reader.placed(error))
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        if self.reader.depth() != self.depth {
            return no_value(self.reader);
        }
        self.reader.charge::<V::Value>()?;
        seed.deserialize(&mut *self.reader).map_err(|error| self.reader.placed(error))
    }
}

/// The inside of an object that stands for a variant with content.
struct Variant<'a, S> {
    reader: &'a mut Reader<S>,
}

impl<'de, 'a, S: Lend<'de>> EnumAccess<'de> for Variant<'a, S> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self)> {
        let Some(name) = self.reader.next_key()?.map(String::from) else {
            return self.reader.fail(ErrorKind::Type, self.reader.offset(), "expected a variant, found an empty object");
        };
        let variant = seed.deserialize(StrDeserializer::<Error>::new(&name));
        variant.map_err(|error| self.reader.placed(error)).map(|variant| (variant, self))
    }
}

impl<'de, S: Lend<'de>> VariantAccess<'de> for Variant<'_, S> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        self.reader.null()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(&mut *self.reader).map_err(|error| self.reader.placed(error))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.reader.visit_array(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value> {
        self.reader.deserialize_struct("", fields, visitor)
    }
}
