//! Plain JSON, with the types of a schema.

use super::misfit::Misfit;
use super::notes::Notes;
use super::schema::Schema;
use super::world::World;
use super::{bad, value};
use crate::error::{Error, Result};
use crate::picture::Picture;
use gobstream::{Limits, Value};
use jsonstream::{Reader, Source};

/// Reads values of plain JSON: one document each, of the types of a [`Schema`], in the [`Picture`] in which it was printed.
///
/// Fields that are absent, null or zero are not sent, as Go does not send them; fields that the type does not have are errors.
///
/// What plain JSON does not say is not made up but by these defaults: in an interface a number is an `int`, a `uint64` or a `float64`, an array `[]interface {}`,
/// an object `map[string]interface {}`, unless it begins with `$type`, whose value must be a name that the schema's interfaces have. [`notes`](Self::notes) counts
/// such values, and all else that did not come as it may have been meant.
///
/// ```
/// use gobstream::{Encoder, Limits, Stream};
/// use gobstream_json::{FromPlain, Picture, Schema};
/// use jsonstream::Reader;
/// // type Point struct { X, Y int }
/// let bytes = b"\x1e\x7f\x03\x01\x01\x05Point\x01\xff\x80\x00\x01\x02\x01\x01X\x01\x04\x00\x01\x01Y\x01\x04\x00\x00\x00\x07\xff\x80\x01\x2c\x01\x42\x00";
/// let schema = Schema::of(&mut Stream::from_slice(bytes))?;
/// let mut json = Reader::from_slice(b"{\"X\":22,\"Y\":33}");
/// let mut plain = FromPlain::new(schema, Picture::default(), Limits::default())?;
/// let mut encoder = Encoder::to_vec();
/// while let Some(value) = plain.next_value(&mut json)? {
///     encoder.encode_value(&value)?;
/// }
/// assert_eq!(encoder.into_sink(), bytes);
/// # Ok::<(), gobstream_json::Error>(())
/// ```
#[derive(Debug)]
pub struct FromPlain {
    schema: Schema,
    world: World,
    limits: Limits,
}

impl FromPlain {
    /// Begins before the first value.
    ///
    /// # Errors
    /// None that an input can cause.
    pub fn new(mut schema: Schema, picture: Picture, limits: Limits) -> Result<Self> {
        let (names, forms) = (std::mem::take(&mut schema.names), std::mem::take(&mut schema.forms));
        Ok(FromPlain { schema, world: World::plain(names, forms, picture)?, limits })
    }

    /// The next value; `None` at the end.
    ///
    /// # Errors
    /// As [`from_json`](crate::from_json); `wrong-type` too where the schema has no type for a value.
    pub fn next_value<I: Source>(&mut self, json: &mut Reader<I>) -> Result<Option<Value>> {
        if !json.next_document().map_err(bad)? {
            return Ok(None);
        }
        let Some(ty) = self.schema.type_of(self.world.values).cloned() else {
            return Err(self.untyped(json.offset()));
        };
        self.world.values += 1;
        value(&ty, json, &mut self.world, &self.limits).map(Some)
    }

    #[cold]
    fn untyped(&self, offset: u64) -> Error {
        let text = match self.schema.values() {
            0 => "the schema has no values, nor one type that no other needs".into(),
            n => format!("the schema has {n} values of several types, and so no type for value {}", self.world.values + 1),
        };
        Error::Misfit(Misfit::new("wrong-type", String::new(), text).at(offset))
    }

    /// What the JSON did not say, so far.
    pub fn notes(&self) -> &Notes {
        &self.world.notes
    }
}
