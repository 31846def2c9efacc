//! Schemas out of sample values.

use super::schema::Schema;
use super::value::{Stack, stack_floor};
use super::variant;
use crate::error::{Error, ErrorKind, Fault, Place, Result};
use crate::types::{Definition, FIRST_ID, Kind, Types};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{Arguments, Write};
use serde_core::Serialize;
use serde_core::ser::{self, Serializer};

/// Learns from sample values which Go types they have: a [`Schema`] for types that have nothing but serde's derive.
///
/// What one sample leaves open another may say: samples are laid over each other.
///
/// | Rust, by serde | Go |
/// |---|---|
/// | `bool`, numbers up to 64 bits, `char`, strings, bytes | the like; `rune` is `int32` |
/// | a list; of `u8` | a slice; `[]byte`. Sets are lists to serde |
/// | a tuple or array of parts of one type; of several | an array; a struct with the fields `F0`, `F1`, … |
/// | a map | a map |
/// | a struct; a tuple struct | a struct of this name with fields of these names, or `F0`, `F1`, …; one name is one type |
/// | a newtype struct, an `Option` | what it holds |
/// | `()`, a unit struct | a struct without fields |
/// | an enum of which only variants without content were met | a string, the name |
/// | another enum | an interface that may hold the types of the variants met, each registered under the variant's name; `nil` is nil |
///
/// What serde does not say cannot be learned: times and big numbers are strings or bytes, pointers nothing. Variants that no sample had are `unregistered` when they
/// are written. Go takes fields whose names begin with an upper-case letter, as `#[serde(rename_all = "PascalCase")]` makes them, and leaves others out.
///
/// ```
/// use gobstream::serde::{Tracer, to_vec};
/// #[derive(serde::Serialize, Clone)]
/// #[serde(rename_all = "PascalCase")]
/// struct Job {
///     name: String,
///     needs: Vec<Job>,
///     limit: Option<u32>,
/// }
/// let job = Job { name: "build".into(), needs: vec![], limit: None };
/// let mut tracer = Tracer::new();
/// tracer.sample(&job)?;
/// // An empty list and a none have no type.
/// assert_eq!(tracer.schema().unwrap_err().path(), ".Needs[]");
/// tracer.sample(&Job { needs: vec![job.clone()], limit: Some(1), ..job.clone() })?;
/// let schema = tracer.schema()?;
/// let bytes = to_vec(&job, &schema)?;
/// # assert!(gobstream::Stream::from_slice(&bytes).next_value()?.is_some());
/// # Ok::<(), gobstream::Error>(())
/// ```
#[derive(Debug)]
pub struct Tracer {
    /// Places for types, the first for the whole; a list, map or tuple stands before its parts.
    places: Vec<Traced>,
    /// By the name of an enum, if it is a variant of one, and their own.
    structs: BTreeMap<(&'static str, &'static str), Vec<(String, usize)>>,
    /// What interfaces were seen to hold.
    variants: BTreeMap<&'static str, usize>,
    path: String,
}

#[derive(Debug)]
struct Traced {
    what: What,
    path: String,
}

/// What samples say of a type.
#[derive(Debug)]
enum What {
    Nothing,
    /// By its name in Go.
    Scalar(&'static str),
    List(usize),
    Tuple(Vec<usize>),
    Map(usize, usize),
    Struct(&'static str, &'static str),
    /// The variants met that have no content, and whether others have some.
    Enum(BTreeSet<&'static str>, bool),
}

/// Bytes of a path after which nothing is added.
const PATH: usize = 300;

impl Default for Tracer {
    fn default() -> Self {
        Tracer::new()
    }
}

impl Tracer {
    /// Knows nothing.
    pub fn new() -> Self {
        let mut tracer = Tracer { places: Vec::new(), structs: BTreeMap::new(), variants: BTreeMap::new(), path: String::new() };
        tracer.place("");
        tracer
    }

    /// Learns from a value.
    ///
    /// # Errors
    /// `wrong-type` where it is another type than was there before, or one that gob does not have; `too-deep` past 128 KiB of stack; `refused` by the value itself.
    /// Each has the path to it. A part of the sample was learned then.
    pub fn sample<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<&mut Self> {
        self.path.clear();
        let root = At { place: 0, floor: stack_floor(), tracer: self };
        value.serialize(root).map_err(|error| error.at_least_in(|| self.path.clone()))?;
        Ok(self)
    }

    /// What was learned.
    ///
    /// # Errors
    /// `missing` for a part of which no sample had a value, with the path to it: an element of a list that was always empty, say; `wrong-type` for an enum that directly
    /// holds another.
    pub fn schema(&self) -> Result<Schema> {
        if let Some(open) = self.places.iter().find(|place| matches!(place.what, What::Nothing)) {
            let text = "no sample has a value here, which would say its type";
            return Err(fault(ErrorKind::Missing, text.into(), &open.path));
        }
        Made::of(self).schema()
    }

    /// A place for a part of what is being traced.
    fn place(&mut self, step: &str) -> usize {
        self.places.push(Traced { what: What::Nothing, path: format!("{}{step}", self.path) });
        self.places.len() - 1
    }

    /// Goes a step down; gives where the path goes on behind it.
    fn enter(&mut self, step: Arguments<'_>) -> usize {
        let before = self.path.len();
        if before <= PATH {
            let written = self.path.write_fmt(step);
            debug_assert!(written.is_ok(), "writing to a String cannot fail");
        }
        before
    }

    /// The error for something else than was there before.
    #[cold]
    fn differs(&self, place: usize, found: &str) -> Error {
        let before = match &self.places[place].what {
            What::Nothing => "nothing",
            What::Scalar(name) => name,
            What::List(_) => "a list",
            What::Tuple(_) => "a tuple",
            What::Map(..) => "a map",
            What::Struct(_, name) => name,
            What::Enum(..) => "an enum",
        };
        fault(ErrorKind::WrongType, format!("{found}, where {before} was before"), &self.path)
    }

    fn scalar(&mut self, place: usize, name: &'static str) -> Result<()> {
        match self.places[place].what {
            What::Nothing => self.places[place].what = What::Scalar(name),
            What::Scalar(before) if before == name => {}
            What::Scalar(before) => match widest(before, name) {
                Some(name) => self.places[place].what = What::Scalar(name),
                None => return Err(self.differs(place, name)),
            },
            _ => return Err(self.differs(place, name)),
        }
        Ok(())
    }

    /// The place of the elements.
    fn list(&mut self, place: usize) -> Result<usize> {
        match self.places[place].what {
            What::Nothing => {
                let elem = self.place("[]");
                self.places[place].what = What::List(elem);
                Ok(elem)
            }
            What::List(elem) => Ok(elem),
            _ => Err(self.differs(place, "a list")),
        }
    }

    fn map(&mut self, place: usize) -> Result<(usize, usize)> {
        match self.places[place].what {
            What::Nothing => {
                let (key, elem) = (self.place(".key()"), self.place("[]"));
                self.places[place].what = What::Map(key, elem);
                Ok((key, elem))
            }
            What::Map(key, elem) => Ok((key, elem)),
            _ => Err(self.differs(place, "a map")),
        }
    }

    fn tuple(&mut self, place: usize, len: usize) -> Result<Vec<usize>> {
        match &self.places[place].what {
            What::Nothing => {
                let parts: Vec<_> = (0..len).map(|i| self.place(&format!("[{i}]"))).collect();
                self.places[place].what = What::Tuple(parts.clone());
                Ok(parts)
            }
            What::Tuple(parts) if parts.len() == len => Ok(parts.clone()),
            _ => Err(self.differs(place, "a tuple")),
        }
    }

    fn structure(&mut self, place: usize, of: &'static str, name: &'static str) -> Result<()> {
        self.structs.entry((of, name)).or_default();
        match self.places[place].what {
            What::Nothing => self.places[place].what = What::Struct(of, name),
            What::Struct(enum_before, before) if (enum_before, before) == (of, name) => {}
            _ => return Err(self.differs(place, name)),
        }
        Ok(())
    }

    /// The place of a field.
    fn field(&mut self, of: &'static str, name: &'static str, field: &str) -> usize {
        let known = self.structs.get(&(of, name)).and_then(|fields| fields.iter().find(|f| f.0 == field));
        if let Some((_, place)) = known {
            return *place;
        }
        let place = self.place(&format!(".{field}"));
        self.structs.entry((of, name)).or_default().push((field.to_string(), place));
        place
    }

    fn unit_variant(&mut self, place: usize, name: &'static str) -> Result<()> {
        match &mut self.places[place].what {
            What::Enum(units, _) => drop(units.insert(name)),
            what @ What::Nothing => *what = What::Enum(BTreeSet::from([name]), false),
            _ => return Err(self.differs(place, "an enum")),
        }
        Ok(())
    }

    /// The place of what a variant holds.
    fn variant(&mut self, place: usize, name: &'static str) -> Result<usize> {
        match &mut self.places[place].what {
            What::Enum(_, has_content) => *has_content = true,
            what @ What::Nothing => *what = What::Enum(BTreeSet::new(), true),
            _ => return Err(self.differs(place, "an enum")),
        }
        if let Some(place) = self.variants.get(name) {
            return Ok(*place);
        }
        let held = self.place("");
        self.variants.insert(name, held);
        Ok(held)
    }
}

#[cold]
fn fault(kind: ErrorKind, text: String, path: &str) -> Error {
    Error::new(*Fault::new(kind, "", text), Place { path: path.into(), ..Place::default() })
}

/// The id of a scalar type.
fn id_of(name: &str) -> i32 {
    match name.as_bytes()[0] {
        b'b' => 1,
        b'i' => 2,
        b'u' => 3,
        b'f' => 4,
        b'[' => 5,
        _ => 6,
    }
}

/// The name of the type itself, where the variant that holds it is named as Go registers it: `main.Circle`.
fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The number that holds both.
fn widest(a: &'static str, b: &'static str) -> Option<&'static str> {
    match (id_of(a), id_of(b)) {
        (2 | 3, 2) | (2, 3) => Some("int64"),
        (3, 3) => Some("uint64"),
        (4, 4) => Some("float64"),
        _ => None,
    }
}

// ---- what was learned, as types

/// An id, and what Go prints for the type: what tells types apart.
type Printed = (i32, String);

/// Definitions of all types. Only structs that serde names have a name yet.
struct Made<'t> {
    tracer: &'t Tracer,
    places: Vec<Printed>,
    structs: BTreeMap<(&'t str, &'t str), i32>,
    definitions: Vec<Definition>,
    /// Types without a name.
    known: BTreeMap<String, i32>,
}

impl<'t> Made<'t> {
    fn of(tracer: &'t Tracer) -> Self {
        let structs: BTreeMap<_, _> = tracer.structs.keys().copied().zip(FIRST_ID..).collect();
        let named = |((_, name), id): (&(_, &str), &i32)| definition(*id, Kind::Struct, last(name), Vec::new(), 0);
        let definitions = structs.iter().map(named).collect();
        let places = alloc::vec![Printed::default(); tracer.places.len()];
        let mut made = Made { tracer, places, structs, definitions, known: BTreeMap::new() };
        // Parts stand behind what they are parts of.
        for (i, place) in tracer.places.iter().enumerate().rev() {
            made.places[i] = made.printed(&place.what);
        }
        for (fields, i) in tracer.structs.values().zip(0..) {
            let part = |(name, place): &(String, usize)| (name.clone().into_bytes(), made.places[*place].0);
            made.definitions[i].parts = fields.iter().map(part).collect();
        }
        made
    }

    fn printed(&mut self, what: &What) -> Printed {
        let part = |made: &Self, place: &usize| made.places[*place].clone();
        match what {
            What::Nothing => Printed::default(),
            What::Scalar(name) => (id_of(name), (*name).into()),
            What::List(elem) => match part(self, elem) {
                (_, name) if name == "uint8" => (5, "[]uint8".into()),
                (id, name) => self.composite(Kind::Slice, alloc::vec![(Vec::new(), id)], 0, format!("[]{name}")),
            },
            What::Map(key, elem) => {
                let ((key, key_name), (elem, name)) = (part(self, key), part(self, elem));
                let parts = alloc::vec![(Vec::new(), key), (Vec::new(), elem)];
                self.composite(Kind::Map, parts, 0, format!("map[{key_name}]{name}"))
            }
            What::Tuple(parts) => self.tuple(parts.iter().map(|place| part(self, place)).collect()),
            What::Struct(of, name) => (self.structs[&(*of, *name)], format!("main.{}", last(name))),
            What::Enum(_, false) => (6, "string".into()),
            What::Enum(_, true) => (8, "interface {}".into()),
        }
    }

    /// An array, if all parts are of one type.
    fn tuple(&mut self, parts: Vec<Printed>) -> Printed {
        if let Some((id, name)) = parts.first().filter(|first| parts.iter().all(|part| part == *first)) {
            let (len, part) = (parts.len(), (Vec::new(), *id));
            return self.composite(Kind::Array, alloc::vec![part], len as i64, format!("[{len}]{name}"));
        }
        let fields: Vec<_> = parts.iter().enumerate().map(|(i, (_, name))| format!(" F{i} {name}")).collect();
        let space = if fields.is_empty() { "" } else { " " };
        let name = format!("struct {{{}{space}}}", fields.join(";"));
        let parts = parts.into_iter().enumerate().map(|(i, (id, _))| (format!("F{i}").into_bytes(), id)).collect();
        self.composite(Kind::Struct, parts, 0, name)
    }

    /// One type is defined once.
    fn composite(&mut self, kind: Kind, parts: Vec<(Vec<u8>, i32)>, len: i64, name: String) -> Printed {
        let next = FIRST_ID + self.definitions.len() as i32;
        let id = *self.known.entry(name.clone()).or_insert(next);
        if id == next {
            self.definitions.push(definition(id, kind, "", parts, len));
        }
        (id, name)
    }

    /// The ids of what interfaces hold.
    fn held(&mut self) -> Result<BTreeMap<String, i32>> {
        let mut held = BTreeMap::new();
        for (name, place) in &self.tracer.variants {
            let id = self.places[*place].0;
            if id == 8 {
                let text = format!("variant {name} holds an enum, and an interface cannot hold another");
                return Err(fault(ErrorKind::WrongType, text, &self.tracer.places[*place].path));
            }
            held.insert((*name).to_string(), id);
        }
        for place in &self.tracer.places {
            let What::Enum(units, true) = &place.what else { continue };
            for unit in units.iter().filter(|name| **name != variant::NIL) {
                let (id, _) = self.tuple(Vec::new());
                if *held.entry((*unit).to_string()).or_insert(id) != id {
                    let text = format!("variant {unit} holds something in one enum, and nothing in another");
                    return Err(fault(ErrorKind::WrongType, text, &place.path));
                }
            }
        }
        Ok(held)
    }

    fn schema(mut self) -> Result<Schema> {
        let held = self.held()?;
        self.name_parts_of_fields();
        let mut types = Types::new();
        for definition in &self.definitions {
            types.define(definition)?;
        }
        let undefined = || fault(ErrorKind::BadType, "a type that was not defined".into(), "");
        let mut get = |id| types.get(id)?.ok_or_else(undefined);
        let names = held.into_iter().map(|(name, id)| Ok((name, get(id)?))).collect::<Result<_>>()?;
        Ok(Schema { ty: get(self.places[0].0)?, shape: None, names })
    }

    /// A type without a name goes by what Go prints for it, where a field has it.
    fn name_parts_of_fields(&mut self) {
        let structs = self.definitions.iter().filter(|d| d.kind == Kind::Struct);
        let of_fields: BTreeSet<_> = structs.flat_map(|d| &d.parts).map(|(_, id)| *id).collect();
        for (name, id) in self.known.iter().filter(|(_, id)| of_fields.contains(id)) {
            self.definitions[(id - FIRST_ID) as usize].name = name.clone().into();
        }
    }
}

fn definition(id: i32, kind: Kind, name: &str, parts: Vec<(Vec<u8>, i32)>, len: i64) -> Definition {
    Definition { id, name: name.into(), inner_id: id.into(), kind, parts, len }
}

// ---- serde's side

/// A place that a value is laid over.
struct At<'t> {
    tracer: &'t mut Tracer,
    place: usize,
    floor: Stack,
}

/// A value whose parts are to come.
struct Parts<'t> {
    tracer: &'t mut Tracer,
    floor: Stack,
    how: How,
    /// How many parts came.
    n: usize,
}

enum How {
    List(usize),
    Tuple(Vec<usize>),
    Map(usize, usize),
    Struct(&'static str, &'static str),
}

impl<'t> At<'t> {
    fn scalar(self, name: &'static str) -> Result<()> {
        self.tracer.scalar(self.place, name)
    }

    fn parts(self, how: impl FnOnce(&mut Tracer, usize) -> Result<How>) -> Result<Parts<'t>> {
        self.floor.check()?;
        let how = how(self.tracer, self.place)?;
        Ok(Parts { tracer: self.tracer, floor: self.floor, how, n: 0 })
    }

    fn structure(self, of: &'static str, name: &'static str) -> Result<Parts<'t>> {
        self.parts(|tracer, place| tracer.structure(place, of, name).map(|()| How::Struct(of, name)))
    }

    fn variant(self, of: &'static str, name: &'static str) -> Result<Parts<'t>> {
        let place = self.tracer.variant(self.place, name)?;
        At { place, ..self }.structure(of, name)
    }
}

impl Parts<'_> {
    fn at<T: Serialize + ?Sized>(&mut self, place: usize, step: Arguments<'_>, value: &T) -> Result<()> {
        let before = self.tracer.enter(step);
        value.serialize(At { tracer: &mut *self.tracer, place, floor: self.floor })?;
        self.tracer.path.truncate(before);
        Ok(())
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let n = self.n;
        self.n += 1;
        match &self.how {
            How::List(elem) => self.at(*elem, format_args!("[{n}]"), value),
            How::Tuple(parts) => match parts.get(n).copied() {
                Some(place) => self.at(place, format_args!("[{n}]"), value),
                None => Err(ser::Error::custom("a tuple of more parts than it said")),
            },
            How::Struct(of, name) => {
                let field = format!("F{n}");
                let place = self.tracer.field(of, name, &field);
                self.at(place, format_args!(".{field}"), value)
            }
            How::Map(key, elem) => {
                let place = if n.is_multiple_of(2) { *key } else { *elem };
                self.at(place, format_args!("[#{}]", n / 2), value)
            }
        }
    }

    fn named<T: Serialize + ?Sized>(&mut self, field: &str, value: &T) -> Result<()> {
        let How::Struct(of, name) = self.how else { return self.element(value) };
        let place = self.tracer.field(of, name, field);
        self.at(place, format_args!(".{field}"), value)
    }

    fn finish(self) -> Result<()> {
        Ok(())
    }
}

impl<'t> Serializer for At<'t> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Parts<'t>;
    type SerializeTuple = Parts<'t>;
    type SerializeTupleStruct = Parts<'t>;
    type SerializeTupleVariant = Parts<'t>;
    type SerializeMap = Parts<'t>;
    type SerializeStruct = Parts<'t>;
    type SerializeStructVariant = Parts<'t>;

    fn serialize_bool(self, _: bool) -> Result<()> {
        self.scalar("bool")
    }
    fn serialize_i8(self, _: i8) -> Result<()> {
        self.scalar("int8")
    }
    fn serialize_i16(self, _: i16) -> Result<()> {
        self.scalar("int16")
    }
    fn serialize_i32(self, _: i32) -> Result<()> {
        self.scalar("int32")
    }
    fn serialize_i64(self, _: i64) -> Result<()> {
        self.scalar("int64")
    }
    fn serialize_i128(self, _: i128) -> Result<()> {
        Err(fault(ErrorKind::WrongType, "a number of 128 bits, which Go does not have".into(), &self.tracer.path))
    }
    fn serialize_u8(self, _: u8) -> Result<()> {
        self.scalar("uint8")
    }
    fn serialize_u16(self, _: u16) -> Result<()> {
        self.scalar("uint16")
    }
    fn serialize_u32(self, _: u32) -> Result<()> {
        self.scalar("uint32")
    }
    fn serialize_u64(self, _: u64) -> Result<()> {
        self.scalar("uint64")
    }
    fn serialize_u128(self, _: u128) -> Result<()> {
        self.serialize_i128(0)
    }
    fn serialize_f32(self, _: f32) -> Result<()> {
        self.scalar("float32")
    }
    fn serialize_f64(self, _: f64) -> Result<()> {
        self.scalar("float64")
    }
    fn serialize_char(self, _: char) -> Result<()> {
        self.scalar("int32")
    }
    fn serialize_str(self, _: &str) -> Result<()> {
        self.scalar("string")
    }
    fn serialize_bytes(self, _: &[u8]) -> Result<()> {
        self.scalar("[]uint8")
    }
    fn serialize_none(self) -> Result<()> {
        Ok(())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        self.floor.check()?;
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<()> {
        self.tracer.tuple(self.place, 0).map(drop)
    }
    fn serialize_unit_struct(self, name: &'static str) -> Result<()> {
        self.tracer.structure(self.place, "", name)
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<()> {
        self.tracer.unit_variant(self.place, name)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<()> {
        self.serialize_some(value)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.floor.check()?;
        let place = self.tracer.variant(self.place, name)?;
        value.serialize(At { place, ..self })
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'t>> {
        self.parts(|tracer, place| tracer.list(place).map(How::List))
    }
    fn serialize_tuple(self, len: usize) -> Result<Parts<'t>> {
        self.parts(|tracer, place| tracer.tuple(place, len).map(How::Tuple))
    }
    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Parts<'t>> {
        self.structure("", name)
    }
    fn serialize_tuple_variant(self, of: &'static str, _: u32, name: &'static str, _: usize) -> Result<Parts<'t>> {
        self.variant(of, name)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'t>> {
        self.parts(|tracer, place| tracer.map(place).map(|(key, elem)| How::Map(key, elem)))
    }
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'t>> {
        self.structure("", name)
    }
    fn serialize_struct_variant(self, of: &'static str, _: u32, name: &'static str, _: usize) -> Result<Parts<'t>> {
        self.variant(of, name)
    }
}

super::compound!(Parts);

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Error;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.element(key)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.element(value)
    }
    fn end(self) -> Result<()> {
        self.finish()
    }
}
