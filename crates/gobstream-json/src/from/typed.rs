//! The typed form, line by line.

use super::definition::{Draft, Member, bytes, misfit, reference};
use super::world::World;
use super::{bad, value};
use crate::error::Result;
use gobstream::{Encoder, Item, Limits, Options, Plan, Sink, Stream, Type, Types, Value};
use jsonstream::{Reader, Source};

/// Reads the typed form; see [`from_json`](crate::from_json), which does all of it.
#[derive(Debug)]
pub struct FromTyped {
    world: World,
    limits: Limits,
}

/// A line of the typed form.
#[derive(Clone, Debug, Default)]
pub struct Line {
    item: Option<Item>,
    raw: Option<Vec<u8>>,
    /// Types that the line defines.
    types: Vec<Type>,
}

impl Line {
    /// A value of another source.
    pub fn of(value: Value) -> Self {
        Line { item: Some(Item::Value(value)), ..Line::default() }
    }

    /// The definition or value that it says; none of a remark, and of bytes that could not be read.
    pub fn item(&self) -> Option<&Item> {
        self.item.as_ref()
    }

    /// The item, and nothing else.
    pub fn into_item(self) -> Option<Item> {
        self.item
    }

    /// Its bytes, where encoding the item would give others: kept while they still mean it. Or bytes that could not be read.
    pub fn raw(&self) -> Option<&[u8]> {
        self.raw.as_deref()
    }

    /// Whether it is a value.
    pub fn is_value(&self) -> bool {
        matches!(self.item, Some(Item::Value(_)))
    }

    /// Writes it: as it was by an encoder with [`Plan::Replay`], else what is new to the encoder.
    ///
    /// # Errors
    /// Those of the encoder.
    pub fn encode<S: Sink>(&self, encoder: &mut Encoder<S>) -> gobstream::Result<()> {
        match (&self.item, &self.raw, encoder.plan()) {
            (_, Some(raw), Plan::Replay) => encoder.encode_raw(raw, &self.types),
            (Some(item @ Item::Value(_)), _, _) | (Some(item), _, Plan::Replay) => encoder.encode_item(item),
            _ => Ok(()),
        }
    }
}

/// The int 3.
const PROBE: &[u8] = b"\x03\x04\x00\x06";

/// What a line has so far.
#[derive(Debug, Default)]
struct Parts {
    draft: Option<Draft>,
    of: Option<i32>,
    value: Option<Value>,
    raw: Option<Vec<u8>>,
    lost: Option<Vec<u8>>,
}

impl FromTyped {
    /// Begins before the first line.
    pub fn new(limits: Limits) -> Self {
        FromTyped { world: World::typed(Types::with_limits(limits.clone())), limits }
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// As [`from_json`](crate::from_json).
    pub fn next_line<I: Source>(&mut self, json: &mut Reader<I>) -> Result<Option<Line>> {
        if !json.next_document().map_err(bad)? {
            return Ok(None);
        }
        json.begin_object().map_err(bad)?;
        let mut parts = Parts::default();
        while let Some(name) = json.next_key().map_err(bad)? {
            match (Member::of(name), name) {
                (Some(member), _) => parts.draft.get_or_insert_default().member(member, json)?,
                (_, "of") => parts.of = Some(reference(json)?),
                (_, "value") => parts.value = Some(self.value(parts.of, json)?),
                (_, "raw") => parts.raw = Some(bytes(json)?),
                (_, "bytes") => parts.lost = Some(bytes(json)?),
                (_, "why") => json.skip().map_err(bad)?,
                (_, "stream") => drop(json.u64().map_err(bad)?),
                (_, "gob") => version(json)?,
                _ => return Err(misfit(json, "no line of the typed form has such a member")),
            }
        }
        self.line(parts, json).map(Some)
    }

    fn value<I: Source>(&mut self, of: Option<i32>, json: &mut Reader<I>) -> Result<Value> {
        let Some(id) = of else { return Err(misfit(json, "\"of\", the type, must stand before \"value\"")) };
        match self.world.types().get(id)? {
            Some(ty) => value(&ty, json, &mut self.world, &self.limits),
            None => Err(misfit(json, format!("a value of type {id}, which no line before defines"))),
        }
    }

    fn line<I: Source>(&mut self, parts: Parts, json: &Reader<I>) -> Result<Line> {
        let Parts { draft, of, value, raw, lost } = parts;
        let item = match (draft, value) {
            (Some(draft), None) if of.is_none() => Some(Item::Definition(draft.define(json, &mut self.world)?)),
            (None, Some(value)) => Some(Item::Value(value)),
            (None, None) if of.is_none() && raw.is_none() => return Ok(Line { raw: lost, ..Line::default() }),
            _ => return Err(misfit(json, "neither a definition nor a value")),
        };
        let mut line = Line { types: item.as_ref().map_or_else(Vec::new, defined), item, raw: None };
        if let (Some(raw), Some(item)) = (raw, &line.item) {
            if self.means(&raw, item) {
                line.raw = Some(raw);
            } else {
                self.define_again(&line.types)?;
            }
        }
        Ok(line)
    }

    /// Whether bytes that stand beside an item still mean it.
    fn means(&mut self, raw: &[u8], item: &Item) -> bool {
        let options = Options { definitions: true, limits: self.limits.clone(), ..Options::default() };
        // Behind whole messages another one can be read.
        let probe = [raw, PROBE].concat();
        let mut stream = Stream::from_slice_with(&probe, options);
        stream.set_types(std::mem::take(self.world.types()));
        let same = match (stream.next_item(), item) {
            (Ok(Some(Item::Value(a))), Item::Value(b)) => a.is_identical(b),
            (Ok(Some(Item::Definition(a))), Item::Definition(b)) => a.definition() == b.definition(),
            _ => false,
        };
        let is_all =
            same && matches!(stream.next_item(), Ok(Some(Item::Value(Value::Int(3))))) && stream.offset() == probe.len() as u64;
        *self.world.types() = stream.take_types();
        is_all
    }

    /// What an item defines holds, whatever the bytes beside it defined.
    fn define_again(&mut self, types: &[Type]) -> Result<()> {
        types.iter().try_for_each(|ty| self.world.types().define(&ty.into()).map(drop).map_err(Into::into))
    }
}

fn version<I: Source>(json: &mut Reader<I>) -> Result<()> {
    match json.u64().map_err(bad)? {
        1 => Ok(()),
        _ => Err(misfit(json, "a version of the typed form that is not known here")),
    }
}

/// The types that an item defines.
fn defined(item: &Item) -> Vec<Type> {
    match item {
        Item::Definition(ty) => vec![ty.clone()],
        Item::Value(value) => value.definitions().cloned().collect(),
        _ => Vec::new(),
    }
}
