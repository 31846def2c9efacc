//! JSON back to gob: the typed form byte for byte, plain JSON with the types of a schema.

mod definition;
mod fill;
mod forms;
mod misfit;
mod notes;
mod plain;
mod schema;
mod text;
mod typed;
mod world;

pub use misfit::Misfit;
pub use notes::{Noted, Notes};
pub use plain::FromPlain;
pub use schema::Schema;
pub use typed::{FromTyped, Line};

use crate::error::{Error, Result};
use fill::{Fill, Step};
use gobstream::{Encoder, Limits, Type, Value, ValueBuilder};
use jsonstream::{ReadOptions, Reader, Source};
use world::World;

/// Options of a reader of JSON that gob is made of: nesting and text bounded by [`Limits`] alone.
pub fn read_options() -> ReadOptions {
    ReadOptions { max_depth: usize::MAX, max_token: usize::MAX, ..ReadOptions::default() }
}

/// Makes gob of the typed form: the same bytes that the form was printed from, line by line, with one value in memory.
///
/// The encoder should have the plan [`Replay`](gobstream::Plan::Replay). With [`Fresh`](gobstream::Plan::Fresh) it writes the values as a fresh Go process does, each type
/// once, and passes over bytes that cannot be read.
///
/// ```
/// use gobstream::{EncodeOptions, Encoder, Limits, Plan};
/// use jsonstream::Reader;
/// let json = b"{\"gob\":1}\n{\"type\":65,\"slice\":\"int\"}\n{\"of\":65,\"value\":[1,-1]}\n";
/// let mut encoder = Encoder::with_options(Vec::new(), EncodeOptions { plan: Plan::Replay, ..EncodeOptions::default() });
/// let mut reader = Reader::from_slice_with(json, &gobstream_json::read_options());
/// assert_eq!(gobstream_json::from_json(&mut reader, &mut encoder, Limits::default())?, 1);
/// assert_eq!(encoder.into_sink(), b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x01");
/// # Ok::<(), gobstream_json::Error>(())
/// ```
///
/// # Errors
/// `bad-json` for what is no JSON or not the typed form, `wrong-type`, `out-of-range` and `unknown-field` for values that do not fit their types, with the
/// offset in the JSON and the path; the error of the reader's source or of the encoder's sink. Values before it have been written.
pub fn from_json<I: Source, S: gobstream::Sink>(json: &mut Reader<I>, encoder: &mut Encoder<S>, limits: Limits) -> Result<u64> {
    let (mut typed, mut values) = (FromTyped::new(limits), 0);
    while let Some(line) = typed.next_line(json)? {
        values += u64::from(line.is_value());
        line.encode(encoder)?;
    }
    Ok(values)
}

/// Reads one value of JSON into a value of gob.
fn value<I: Source>(ty: &Type, json: &mut Reader<I>, world: &mut World, limits: &Limits) -> Result<Value> {
    let (mut fill, mut b) = (Fill::default(), ValueBuilder::with_limits(ty, limits));
    let start = json.offset();
    loop {
        let step = match json.next_event().map_err(bad)? {
            Some(event) => fill.take(event, &mut b, world),
            None => Err(Misfit::bad_json(Some(&b), "a value is missing")),
        };
        match step.map_err(|misfit| Error::Misfit(misfit.at(json.token_offset())))? {
            Step::More => check(&b, json.offset() - start, json, limits)?,
            Step::Definitions => fill.definitions(definition::list(json, world)?),
            Step::Whole => break,
        }
    }
    Ok(b.finish()?)
}

/// Whether a value stays within the limits.
#[inline]
fn check<I: Source>(b: &ValueBuilder, read: u64, json: &Reader<I>, limits: &Limits) -> Result<()> {
    let memory = limits.memory.max(limits.memory_per_byte.saturating_mul(read));
    if b.spent() <= memory && b.depth() <= limits.depth as usize {
        return Ok(());
    }
    Err(over(b, memory, json, limits))
}

#[cold]
fn over<I: Source>(b: &ValueBuilder, memory: u64, json: &Reader<I>, limits: &Limits) -> Error {
    let misfit = match b.depth() > limits.depth as usize {
        true => Misfit::of_kind(gobstream::ErrorKind::TooDeep, b, format!("nested deeper than depth={}", limits.depth)),
        false => Misfit::of_kind(gobstream::ErrorKind::TooBig, b, format!("a value over memory={memory}")),
    };
    Error::Misfit(misfit.at(json.token_offset()))
}

/// An error of the JSON reader: of its source, or a fault in the JSON.
#[cold]
fn bad(error: jsonstream::Error) -> Error {
    use jsonstream::ErrorKind;
    let code = match error.kind() {
        ErrorKind::Io | ErrorKind::NeedMore => return Error::Json(error),
        ErrorKind::TooBig => "too-big",
        ErrorKind::TooDeep => "too-deep",
        _ => "bad-json",
    };
    Error::Misfit(Misfit::new(code, String::new(), error.text()).at(error.offset()))
}
