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
        Self::of_item(Item::Value(value))
    }

    /// The definition or value that it says; none of a remark, and of bytes that could not be read.
    pub fn item(&self) -> Option<&Item> {
        self.item.as_ref()
    }

    /// A definition or value of another source.
    pub fn of_item(item: Item) -> Self {
        Line { item: Some(item), ..Line::default() }
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

    /// The next line, the value of which was edited: fields that are zero or null are not sent, as Go does not send them, and bytes beside it (`raw`) mean nothing any more.
    ///
    /// ```
    /// use gobstream::Encoder;
    /// use gobstream_json::{FromTyped, read_options};
    /// use jsonstream::Reader;
    /// let text = b"{\"type\":65,\"struct\":[[\"X\",\"int\"],[\"Y\",\"int\"]]}{\"of\":65,\"value\":{\"X\":0,\"Y\":1}}";
    /// let mut json = Reader::from_slice_with(text, &read_options());
    /// let mut typed = FromTyped::new(Default::default());
    /// typed.next_line(&mut json)?;
    /// let mut encoder = Encoder::to_vec();
    /// typed.next_edited(&mut json)?.expect("a value").encode(&mut encoder)?;
    /// assert!(encoder.into_sink().ends_with(b"\x05\xff\x80\x02\x02\x00"));
    /// # Ok::<(), gobstream_json::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`from_json`](crate::from_json).
    pub fn next_edited<I: Source>(&mut self, json: &mut Reader<I>) -> Result<Option<Line>> {
        self.world.omits_zeros = true;
        let line = self.next_line(json);
        self.world.omits_zeros = false;
        Ok(line?.map(|line| Line { raw: None, ..line }))
    }

    fn value<I: Source>(&mut self, of: Option<i32>, json: &mut Reader<I>) -> Result<Value> {
        let Some(id) = of else { return Err(misfit(json, "\"of\", the type, must stand before \"value\"")) };
        match self.world.types().get(id)? {
            Some(ty) => {
                self.world.types().begin_value();
                value(&ty, json, &mut self.world, &self.limits)
            }
            None => Err(misfit(json, format!("a value of type {id}, which no line before defines"))),
        }
    }

    fn line<I: Source>(&mut self, parts: Parts, json: &Reader<I>) -> Result<Line> {
        let Parts { draft, of, value, raw, lost } = parts;
        let item = match (draft, value) {
            (Some(draft), None) if of.is_none() => {
                Some(Item::Definition(draft.define(json, |definition| self.world.types().define(definition))?))
            }
            (None, Some(value)) => Some(Item::Value(value)),
            (None, None) if of.is_none() && raw.is_none() => return Ok(Line { raw: lost, ..Line::default() }),
            _ => return Err(misfit(json, "neither a definition nor a value")),
        };
        let mut line = Line { types: item.as_ref().map_or_else(Vec::new, defined), item, raw: None };
        match (raw, &line.item) {
            (Some(raw), Some(Item::Value(value))) => match self.means_value(&raw, value) {
                Some(item) => line = Line { types: defined(&item), item: Some(item), raw: Some(raw) },
                None => self.define_again(&line.types)?,
            },
            (Some(raw), Some(Item::Definition(ty))) if self.means_type(&raw, ty) => line.raw = Some(raw),
            _ => {}
        }
        Ok(line)
    }

    /// The value that bytes beside it mean, if that is still this one. They are read with the types from before the value, which may have
    /// defined some of them anew.
    fn means_value(&mut self, raw: &[u8], value: &Value) -> Option<Item> {
        let mut types = std::mem::take(self.world.types());
        types.take_back();
        let (item, mut types) = self.is_alone(raw, types, |item| matches!(item, Item::Value(v) if v.is_identical(value)));
        if item.is_none() {
            types.take_back();
        }
        *self.world.types() = types;
        item
    }

    /// Whether bytes that stand beside a definition still mean it. They are read beside the types that are known: a value, such as is
    /// read behind it, would end the burst of definitions, of which more may come.
    fn means_type(&self, raw: &[u8], ty: &Type) -> bool {
        let types = Types::with_limits(self.limits.clone());
        self.is_alone(raw, types, |item| matches!(item, Item::Definition(d) if d.definition() == ty.definition())).0.is_some()
    }

    /// The one item that bytes hold, if it is this.
    fn is_alone(&self, raw: &[u8], types: Types, is: impl Fn(&Item) -> bool) -> (Option<Item>, Types) {
        let options = Options { definitions: true, limits: self.limits.clone(), ..Options::default() };
        // Behind whole messages another one can be read.
        let probe = [raw, PROBE].concat();
        let mut stream = Stream::from_slice_with(&probe, options);
        stream.set_types(types);
        let item = stream.next_item().ok().flatten().filter(|item| is(item));
        let is_all = item.is_some()
            && matches!(stream.next_item(), Ok(Some(Item::Value(Value::Int(3)))))
            && stream.offset() == probe.len() as u64;
        (item.filter(|_| is_all), stream.take_types())
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
