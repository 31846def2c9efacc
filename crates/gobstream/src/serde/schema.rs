//! Schemas: what a value of serde is written as.

use super::ser::Ser;
use super::value::stack_floor;
use crate::encode::{Encode, Encoder, Sink};
use crate::error::{Error, ErrorKind, Result};
use crate::ids::Ids;
use crate::limits::Options;
use crate::shape::{Kind, Shape};
use crate::types::{self, Type};
use crate::value::{Value, ValueBuilder};
use crate::walk::{Step, Walk};
use crate::wire::EncodeBuffer;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use serde_core::Serialize;

/// The Go type that values are written as, and the types that interfaces in them may hold. serde says neither: it knows no names of Go's, no pointers, no
/// `map` against `struct`.
///
/// Make it once: that takes longer than to write a value. Schemas of one type are one type to a stream.
///
/// ```
/// use gobstream::{Encoder, Gob, serde::Schema};
/// // The type, as Go has it. No value of it is ever made.
/// #[derive(Gob)]
/// struct Point {
///     x: i64,
///     y: i64,
/// }
/// #[derive(serde::Serialize)]
/// struct Mine {
///     #[serde(rename = "Y")]
///     ordinate: u8,
/// }
/// let schema = Schema::of::<Point>();
/// let mut encoder = Encoder::to_vec();
/// encoder.serialize(&Mine { ordinate: 33 }, &schema)?;
/// assert_eq!(encoder.into_sink(), gobstream::to_vec(&Point { x: 0, y: 33 })?);
/// # Ok::<(), gobstream::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Schema {
    pub(super) ty: Type,
    /// The Rust type that it is of, if it is of one.
    pub(super) shape: Option<&'static Shape>,
    pub(super) names: BTreeMap<String, Type>,
}

impl Schema {
    /// That of a type that has a meaning in Go, mostly by [`Gob`](macro@crate::Gob). Interfaces may hold what the variants of its enums name.
    ///
    /// Numbers must fit the type: 300 is no `i8`. The wire has no widths, so the other schemas know none, and neither do types declared as a number, `struct Small(i8)`.
    pub fn of<T: Encode + ?Sized>() -> Self {
        let (mut ids, mut definitions) = (Ids::new(), EncodeBuffer::new());
        // Where one part is no type, nothing is: the undefined type stands for it, which no value goes into.
        let is_type = ids.define_all(T::SHAPE, &mut definitions).is_ok();
        let mut id_of = |shape| if is_type { ids.of_shape(shape, &mut definitions).unwrap_or_default() } else { 0 };
        let id = id_of(T::SHAPE);
        let named: Vec<_> = variants(T::SHAPE).into_iter().map(|(name, shape)| (name, id_of(shape))).collect();
        // Edges lead somewhere once a value begins: an int.
        definitions.put_bytes(b"\x03\x04\x00\x00");
        let mut types = Received::of(definitions.as_slice());
        let names = named.into_iter().map(|(name, id)| (name.into(), types.get(id))).collect();
        Schema { ty: types.get(id), shape: Some(T::SHAPE), names }
    }

    /// That of a type which a stream defined: see [`Decoder::types`](crate::Decoder::types) and [`Value::ty`].
    pub fn received(ty: &Type) -> Self {
        Schema { ty: ty.clone(), shape: None, names: BTreeMap::new() }
    }

    /// That which a sample value shows: see [`Tracer`](super::Tracer), which takes several.
    ///
    /// ```
    /// use gobstream::serde::{Schema, to_vec};
    /// let schema = Schema::traced(&[("a", 1)])?;
    /// assert!(to_vec(&[("b", 2)], &schema).is_ok());
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Tracer::sample`](super::Tracer::sample) and [`Tracer::schema`](super::Tracer::schema).
    pub fn traced<T: Serialize + ?Sized>(sample: &T) -> Result<Self> {
        super::Tracer::new().sample(sample)?.schema()
    }

    /// The same with a type that interfaces may hold, under the name by which Go registers it.
    #[must_use]
    pub fn with(mut self, name: &str, held: &Schema) -> Self {
        self.names.extend(held.names.iter().map(|(name, ty)| (name.clone(), ty.clone())));
        self.names.insert(name.into(), held.ty.clone());
        self
    }

    /// The value as one of this type.
    ///
    /// # Errors
    /// `wrong-type`, `out-of-range` or `unknown-field` for what the type cannot hold, `nil` for a none that is neither a field nor an interface, `unregistered`
    /// for a type without a name in an interface, `bad-type` for a schema of what is no type,
    /// `too-deep` past 128 KiB of stack; `refused` by the value itself. Each has the path to it.
    pub fn value<T: Serialize + ?Sized>(&self, value: &T) -> Result<Value> {
        self.value_within(value, u64::MAX)
    }

    /// The same, if it takes no more memory than this.
    fn value_within<T: Serialize + ?Sized>(&self, value: &T, most: u64) -> Result<Value> {
        if self.ty.kind() == types::Kind::Undefined {
            let text = "a schema of what is no type: a definition of nothing, or a pointer to itself and nothing else";
            return Err(Error::without_place(ErrorKind::BadType, text.into()));
        }
        let mut builder = ValueBuilder::of_shape(&self.ty, self.shape);
        let ser = Ser { b: &mut builder, schema: self, floor: stack_floor(), most, is_behind: false, is_pair: false };
        value.serialize(ser).map_err(|error| error.at_least_in(|| builder.path()))?;
        builder.finish()
    }

    /// The type of this name; also by its last part, if only one has that.
    pub(super) fn named(&self, name: &str) -> Result<(&str, &Type)> {
        if let Some((name, ty)) = self.names.get_key_value(name) {
            return Ok((name, ty));
        }
        let mut ends = self.names.iter().filter(|(full, _)| full.rsplit('.').next() == Some(name));
        match (ends.next(), ends.next()) {
            (Some((name, ty)), None) => Ok((name, ty)),
            _ => {
                let text = alloc::format!("\"{}\" for an interface, and no type of this name in the schema", name.escape_debug());
                Err(Error::without_place(ErrorKind::Unregistered, text))
            }
        }
    }
}

/// What the interfaces in a type may hold, by name.
fn variants(shape: &'static Shape) -> Vec<(&'static str, &'static Shape)> {
    let (mut todo, mut seen, mut found) = (alloc::vec![shape], BTreeSet::new(), Vec::new());
    while let Some(shape) = todo.pop() {
        if !seen.insert(shape.key) {
            continue;
        }
        shape.parts(&mut |part| todo.push(part));
        if let Kind::Interface(variants) = shape.kind {
            let held = variants.iter().map(|v| (v.name, v.edge.shape()));
            todo.extend(held.clone().map(|(_, shape)| shape));
            found.extend(held);
        }
    }
    found
}

/// Types read back from their definitions.
struct Received(Walk);

impl Received {
    fn of(bytes: &[u8]) -> Self {
        let (mut walk, mut at) = (Walk::new(Options::default()), 0);
        loop {
            let mut used = 0;
            let step = walk.step(bytes.get(at..).unwrap_or_default(), true, &mut used);
            at += used;
            if !matches!(step, Step::Token | Step::Silent) {
                debug_assert!(step == Step::End, "{step:?}");
                return Received(walk);
            }
        }
    }

    fn get(&mut self, id: i32) -> Type {
        let slot = self.0.types.find(id).unwrap_or_default();
        self.0.types.handle(slot).clone()
    }
}

/// A value as a stream of its own, by serde.
///
/// ```
/// use gobstream::serde::{Schema, to_vec};
/// assert_eq!(to_vec(&3, &Schema::of::<i64>())?, b"\x03\x04\x00\x06");
/// # Ok::<(), gobstream::Error>(())
/// ```
///
/// # Errors
/// As [`Encoder::serialize`].
pub fn to_vec<T: Serialize + ?Sized>(value: &T, schema: &Schema) -> Result<Vec<u8>> {
    let mut encoder = Encoder::to_vec();
    encoder.serialize(value, schema)?;
    Ok(encoder.into_sink())
}

/// Bytes of memory that a [`Value`] takes at the most for each byte of its message: the part that takes least there is an empty struct.
const VALUE: u64 = 512;

impl<S: Sink> Encoder<S> {
    /// Writes one value by serde, as a schema says. It becomes a [`Value`] first, which takes memory.
    ///
    /// # Errors
    /// As [`Schema::value`](crate::serde::Schema::value) and [`encode_value`](Encoder::encode_value).
    pub fn serialize<T: serde_core::Serialize + ?Sized>(&mut self, value: &T, schema: &Schema) -> Result<()> {
        let value = schema.value_within(value, self.message().saturating_mul(VALUE))?;
        self.encode_value(&value)
    }
}
