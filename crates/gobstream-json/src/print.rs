//! Events to JSON.

mod brief;
mod opaque;
pub(crate) mod pictured;

use crate::error::{Put, Refusal, Result};
use crate::picture::{Ints, Picture, Zeros};
use crate::typed::Inside;
use brief::Brief;
use gobstream::{Event, Kind, Limits, Type, Value};
use jsonstream::{Sink, Writer};
use pictured::complex;

/// What is too big where keys are.
const KEY_TEXT: &str = "keys of maps, printed as text,";

/// What is open, and what it waits for.
#[derive(Clone, Debug)]
enum Level {
    /// The number of the next field.
    Struct(Type, u32),
    List,
    /// A map that is an object.
    Object(Part),
    /// A map that is an array of pairs.
    Pairs(Part),
    /// A map that is an object, though its keys are no strings; whether a key that is one keeps its quotes.
    Keyed(Part, bool),
    Interface,
    /// An interface that is an object.
    Tagged,
}

/// The part of a map that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Key,
    Elem,
}

/// Turns the events of gob values into JSON; keeps a level for each open value and nothing else.
///
/// The default [`Picture`]:
///
/// | gob | JSON |
/// |---|---|
/// | int, uint | number, every digit |
/// | float | shortest text that reads back equal, in the spelling of Go's encoding/json; NaN and infinities by the writer's options |
/// | complex | `[re, im]` |
/// | string | string; bytes that are not UTF-8 become U+FFFD, and are counted in [`losses`](Self::losses) |
/// | bytes | base64 |
/// | slice, array | array |
/// | map | object if keys are strings, else array of `[key, value]` |
/// | struct | object in field order; fields that were not sent as the zero of their kind: `false`, `0`, `""`, `[]`; `null` for maps, structs, interfaces and opaques |
/// | interface | the plain value inside; nil as `null` |
/// | opaque | text where it is [known](gobstream::known), else base64 |
///
/// ```
/// use gobstream::{Stream, Value};
/// use jsonstream::Writer;
/// let value = Value::Uint(7);
/// let mut writer = Writer::in_memory();
/// gobstream_json::Printer::new().value(&value, &mut writer)?;
/// assert_eq!(writer.into_bytes()?, b"7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Printer {
    picture: Picture,
    /// Anything but the default picture.
    shaped: bool,
    stack: Vec<Level>,
    /// Bytes printed for the current value that the stream need not hold: names, all of fields not sent, keys as text.
    zeros: u64,
    /// How many of them were asked for last.
    charged: u64,
    losses: u64,
    first_loss: Option<(u64, String)>,
    lost_now: bool,
    /// Keys being printed as text: a map may stand in the key of a map.
    sides: Vec<Writer<()>>,
    key_ended: bool,
    /// The JSON of a key that has ended and is not printed yet; what such keys have added to `zeros`.
    ended_key: Option<Vec<u8>>,
    key_text: u64,
    brief: Option<Box<Brief>>,
    /// In the typed form: what only that knows.
    pub(crate) inside: Option<Box<Inside>>,
}

impl Printer {
    /// A printer of the default picture.
    pub fn new() -> Self {
        Self::default()
    }

    /// A printer of any picture.
    ///
    /// ```
    /// use gobstream_json::{Ints, Picture, Printer};
    /// let mut writer = jsonstream::Writer::in_memory();
    /// let picture = Picture { ints: Ints::String, ..Picture::default() };
    /// Printer::with(picture).value(&gobstream::Value::Uint(7), &mut writer)?;
    /// assert_eq!(writer.into_bytes()?, b"\"7\"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with(picture: Picture) -> Self {
        let brief = picture.brief.then(Box::default);
        Printer { picture, shaped: picture != Picture::default(), brief, ..Self::default() }
    }

    /// A printer of the typed form's values.
    pub(crate) fn typed() -> Self {
        let picture = Picture { zeros: Zeros::Omit, type_names: true, bad_utf8: crate::BadUtf8::Tag, ..Picture::default() };
        Printer { inside: Some(Box::default()), ..Self::with(picture) }
    }

    /// How many strings and keys were not UTF-8 and are shown with U+FFFD.
    pub fn losses(&self) -> u64 {
        self.losses
    }

    /// The number of the value and the path of the first of [`losses`](Self::losses), where printing from a stream.
    pub fn first_loss(&self) -> Option<&(u64, String)> {
        self.first_loss.as_ref()
    }

    /// Bytes printed so far for the current value that the stream need not hold: names of fields, zeros of those that
    /// were not sent, and keys that are printed as text ([`MapKeys::String`](crate::MapKeys::String)), of which each map
    /// in the key of a map may double the text. One who feeds [`event`](Self::event) should look at it after each.
    pub fn zeros(&self) -> u64 {
        self.zeros
    }

    /// What took most of [`zeros`](Self::zeros).
    pub(crate) fn charged_for(&self) -> &'static str {
        if self.key_text > self.zeros / 2 { KEY_TEXT } else { "names of fields, and zeros of those not sent," }
    }

    /// Whether [`zeros`](Self::zeros) are more than when this was asked last.
    pub(crate) fn has_grown(&mut self) -> bool {
        core::mem::replace(&mut self.charged, self.zeros) < self.zeros
    }

    pub(crate) fn lost_text(&mut self) -> bool {
        core::mem::take(&mut self.lost_now) && self.first_loss.is_none()
    }

    pub(crate) fn note_loss(&mut self, value: u64, path: String) {
        self.first_loss = Some((value, path));
    }

    /// Forgets a value of which only a part came.
    pub fn reset(&mut self) {
        let (losses, first_loss) = (self.losses, self.first_loss.take());
        let new = if self.inside.is_some() { Self::typed() } else { Self::with(self.picture) };
        *self = Printer { losses, first_loss, ..new };
    }

    /// Prints a whole value.
    ///
    /// # Errors
    /// That of the writer, or a refusal: of the picture, or `too-big` where names of fields, zeros of those not sent and keys that
    /// are printed as text take more than the default [`Limits`] give a value of that size.
    pub fn value<S: Sink>(&mut self, value: &Value, writer: &mut Writer<S>) -> Result<()> {
        let (limits, mut size) = (Limits::default(), 0);
        for event in value.events() {
            size += least_size(&event);
            self.event(&event, writer)?;
            if self.zeros > limits.memory.max(limits.memory_per_byte.saturating_mul(size)) {
                return Err(*Refusal::too_big(self.charged_for() == KEY_TEXT));
            }
        }
        Ok(())
    }

    /// Prints the next event; `true` if that was the last of a value.
    ///
    /// # Errors
    /// That of the writer, or a refusal of the picture.
    #[inline]
    pub fn event<S: Sink>(&mut self, event: &Event<'_>, w: &mut Writer<S>) -> Result<bool> {
        let put = if self.shaped { self.pictured(event, w) } else { self.step::<S, false>(event, w) };
        Ok(put?)
    }

    #[inline(always)]
    fn step<S: Sink, const SHAPED: bool>(&mut self, event: &Event<'_>, w: &mut Writer<S>) -> Put<bool> {
        match event {
            Event::Field(i) => return self.field(*i, w).map(|()| false),
            Event::End => return self.end(w).map(|()| false),
            Event::Done => {
                self.zeros = 0;
                return Ok(true);
            }
            Event::String(s) if self.is_at_key() => return self.key(s, w).map(|()| false),
            Event::Definition(_) => return Ok(false),
            _ => {}
        }
        if let Some(Level::Pairs(Part::Key)) = self.stack.last() {
            w.begin_array()?;
        }
        let whole = if SHAPED { self.shape(event, w)? } else { self.scalar(event, w)? };
        if whole {
            self.ended(w)?;
        }
        Ok(false)
    }

    /// Prints a value that is whole in one event, or begins one that is not (`false`).
    #[inline(always)]
    fn scalar<S: Sink>(&mut self, event: &Event<'_>, w: &mut Writer<S>) -> Put<bool> {
        match event {
            Event::Int(v) => w.i64(*v)?,
            Event::Uint(v) => w.u64(*v)?,
            Event::Float(v) => w.f64(*v)?,
            Event::Bool(v) => w.bool(*v)?,
            Event::String(s) => {
                let lost = w.str_lossy(s)?;
                self.lose(lost);
            }
            Event::Bytes(b) => w.bytes_base64(b)?,
            Event::Nil => w.null()?,
            Event::Complex(re, im) => complex(*re, *im, w)?,
            Event::Opaque(ty, bytes) => opaque::text_or_base64(ty, bytes, w)?,
            _ => return self.run_or_begin(event, w),
        }
        Ok(true)
    }

    /// Prints a run of elements, which ends nothing, or begins a value.
    fn run_or_begin<S: Sink>(&mut self, event: &Event<'_>, w: &mut Writer<S>) -> Put<bool> {
        match event {
            Event::Bools(run) => w.bools(run)?,
            Event::Ints(run) => w.i64s(run)?,
            Event::Uints(run) => w.u64s(run)?,
            Event::Floats(run) => w.f64s(run)?,
            Event::Complexes(run) => run.iter().try_for_each(|&(re, im)| complex(re, im, w))?,
            Event::Struct(ty) => self.begin(Level::Struct((*ty).clone(), 0), w)?,
            Event::List(..) => self.begin(Level::List, w)?,
            Event::Map(ty, _) if ty.key_kind() == Some(Kind::String) => self.begin(Level::Object(Part::Key), w)?,
            Event::Map(..) => self.begin(Level::Pairs(Part::Key), w)?,
            Event::Interface(..) => self.stack.push(Level::Interface),
            // A kind of event that a later gobstream may add has no place in this picture.
            _ => w.null()?,
        }
        Ok(false)
    }

    fn begin<S: Sink>(&mut self, level: Level, w: &mut Writer<S>) -> Put<()> {
        match level {
            Level::Struct(..) | Level::Object(_) | Level::Keyed(..) | Level::Tagged => w.begin_object()?,
            Level::List | Level::Pairs(_) => w.begin_array()?,
            Level::Interface => {}
        }
        self.stack.push(level);
        Ok(())
    }

    /// Ends the innermost level.
    fn end<S: Sink>(&mut self, w: &mut Writer<S>) -> Put<()> {
        match self.stack.pop() {
            Some(Level::Struct(ty, next)) => {
                self.zeros_until(&ty, next, ty.field_count() as u32, w)?;
                w.end_object()?;
            }
            Some(Level::Object(_) | Level::Keyed(..) | Level::Tagged) => w.end_object()?,
            Some(Level::List | Level::Pairs(_)) => w.end_array()?,
            Some(Level::Interface) | None => {}
        }
        self.ended(w)
    }

    /// A value has ended: a map turns from key to element and back.
    #[inline(always)]
    fn ended<S: Sink>(&mut self, w: &mut Writer<S>) -> Put<()> {
        match self.stack.last_mut() {
            Some(Level::Object(part)) => *part = Part::Key,
            Some(Level::Keyed(part, _)) => {
                self.key_ended = *part == Part::Key;
                *part = if self.key_ended { Part::Elem } else { Part::Key };
            }
            Some(Level::Pairs(part @ Part::Key)) => *part = Part::Elem,
            Some(Level::Pairs(part)) => {
                *part = Part::Key;
                w.end_array()?;
            }
            _ => {}
        }
        Ok(())
    }

    fn is_at_key(&self) -> bool {
        matches!(self.stack.last(), Some(Level::Object(Part::Key)))
    }

    fn key<S: Sink>(&mut self, key: &[u8], w: &mut Writer<S>) -> Put<()> {
        self.name(key, w)?;
        if let Some(Level::Object(part)) = self.stack.last_mut() {
            *part = Part::Elem;
        }
        Ok(())
    }

    fn lose(&mut self, lost: bool) {
        self.losses += u64::from(lost);
        self.lost_now |= lost;
    }

    /// Prints the name of a field, behind the zeros of those passed over.
    #[inline(always)]
    fn field<S: Sink>(&mut self, i: u32, w: &mut Writer<S>) -> Put<()> {
        let Some(Level::Struct(ty, next)) = self.stack.last_mut() else { return Ok(()) };
        let from = core::mem::replace(next, i + 1);
        if from < i {
            let ty = ty.clone();
            return self.zeros_until(&ty, from, i, w).and_then(|()| self.field_name(&ty, i, w));
        }
        if self.shaped {
            return self.shaped_field(i, w);
        }
        if let Some(field) = ty.field(i as usize) {
            let before = w.offset();
            let lost = w.key_lossy(field.name)?;
            self.zeros += w.offset() - before;
            self.lose(lost);
        }
        Ok(())
    }

    #[cold]
    fn shaped_field<S: Sink>(&mut self, i: u32, w: &mut Writer<S>) -> Put<()> {
        match self.stack.last() {
            Some(Level::Struct(ty, _)) => self.field_name(&ty.clone(), i, w),
            _ => Ok(()),
        }
    }

    fn field_name<S: Sink>(&mut self, ty: &Type, i: u32, w: &mut Writer<S>) -> Put<()> {
        if let Some(number) = self.inside.as_mut().and_then(|inside| inside.number(ty, i)) {
            return Ok(w.key(&number)?);
        }
        self.name(ty.field(i as usize).map_or(&[], |f| f.name), w)
    }

    /// The name of a member, which is charged as it is printed: a byte of the stream may stand for 64 KiB of it.
    fn name<S: Sink>(&mut self, name: &[u8], w: &mut Writer<S>) -> Put<()> {
        let before = w.offset();
        if self.shaped {
            self.shaped_name(name, w)?;
        } else {
            let lost = w.key_lossy(name)?;
            self.lose(lost);
        }
        self.zeros += w.offset() - before;
        Ok(())
    }

    /// Prints the zeros of fields that were not sent.
    fn zeros_until<S: Sink>(&mut self, ty: &Type, from: u32, to: u32, w: &mut Writer<S>) -> Put<()> {
        if self.picture.zeros == Zeros::Omit {
            return Ok(());
        }
        for i in from..to {
            let Some(field) = ty.field(i as usize) else { break };
            self.zeros += 8;
            self.name(field.name, w)?;
            zero(field.kind, &self.picture, w)?;
        }
        Ok(())
    }
}

/// The fewest bytes of a stream that an event can stand for.
fn least_size(event: &Event<'_>) -> u64 {
    let bytes = match event {
        Event::String(bytes) | Event::Bytes(bytes) | Event::Opaque(_, bytes) | Event::Interface(bytes, _) => 1 + bytes.len(),
        Event::Bools(run) => run.len(),
        Event::Ints(run) => run.len(),
        Event::Uints(run) => run.len(),
        Event::Floats(run) => run.len(),
        Event::Complexes(run) => 2 * run.len(),
        Event::Done => 0,
        _ => 1,
    };
    bytes as u64
}

/// The zero of a kind.
fn zero<S: Sink>(kind: Option<Kind>, picture: &Picture, w: &mut Writer<S>) -> Put<()> {
    match kind {
        Some(Kind::Bool) => w.bool(false)?,
        Some(Kind::Int | Kind::Uint) if picture.ints == Ints::String => w.str("0")?,
        Some(Kind::Int | Kind::Uint | Kind::Float) => w.u64(0)?,
        Some(Kind::Complex) => complex(0.0, 0.0, w)?,
        Some(Kind::Bytes) if picture.bytes == crate::Bytes::Array => w.empty_array()?,
        Some(Kind::String | Kind::Bytes) => w.str("")?,
        Some(Kind::Array | Kind::Slice) => w.empty_array()?,
        _ => w.null()?,
    }
    Ok(())
}
