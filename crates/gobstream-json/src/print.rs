//! Events to JSON.

use gobstream::known::Known;
use gobstream::{Event, Kind, Type, Value};
use jsonstream::{Result, Sink, Writer};

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
    Interface,
}

/// The part of a map that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Key,
    Elem,
}

/// Turns the events of gob values into JSON; keeps a level for each open value and nothing else.
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
    stack: Vec<Level>,
    /// Bytes printed for fields of the current value that the stream need not hold: names, and all of those not sent.
    zeros: u64,
    losses: u64,
    first_loss: Option<(u64, String)>,
    lost_now: bool,
}

impl Printer {
    /// A printer at the start of a value.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many strings and keys were not UTF-8 and are shown with U+FFFD.
    pub fn losses(&self) -> u64 {
        self.losses
    }

    /// The number of the value and the path of the first of [`losses`](Self::losses), where printing from a stream.
    pub fn first_loss(&self) -> Option<&(u64, String)> {
        self.first_loss.as_ref()
    }

    /// Bytes printed so far for fields of the current value that the stream need not hold: their names, and the
    /// zeros of those that were not sent.
    pub fn zeros(&self) -> u64 {
        self.zeros
    }

    pub(crate) fn lost_text(&mut self) -> bool {
        core::mem::take(&mut self.lost_now) && self.first_loss.is_none()
    }

    pub(crate) fn note_loss(&mut self, value: u64, path: String) {
        self.first_loss = Some((value, path));
    }

    /// Forgets a value of which only a part came.
    pub fn reset(&mut self) {
        self.stack.clear();
        self.zeros = 0;
    }

    /// Prints a whole value.
    ///
    /// # Errors
    /// That of the writer.
    pub fn value<S: Sink>(&mut self, value: &Value, writer: &mut Writer<S>) -> Result<()> {
        value.events().try_for_each(|event| self.event(&event, writer).map(drop))
    }

    /// Prints the next event; `true` if that was the last of a value.
    ///
    /// # Errors
    /// That of the writer.
    #[inline]
    pub fn event<S: Sink>(&mut self, event: &Event<'_>, w: &mut Writer<S>) -> Result<bool> {
        match event {
            Event::Field(i) => return self.field(*i, w).map(|()| false),
            Event::End => return self.end(w).map(|()| false),
            Event::Done => {
                self.zeros = 0;
                return Ok(true);
            }
            Event::String(s) if self.is_at_key() => return self.key(s, w).map(|()| false),
            _ => {}
        }
        if let Some(Level::Pairs(Part::Key)) = self.stack.last() {
            w.begin_array()?;
        }
        if self.scalar(event, w)? {
            self.ended(w)?;
        }
        Ok(false)
    }

    /// Prints a value that is whole in one event, or begins one that is not (`false`).
    #[inline]
    fn scalar<S: Sink>(&mut self, event: &Event<'_>, w: &mut Writer<S>) -> Result<bool> {
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
            Event::Opaque(ty, bytes) => opaque(ty, bytes, w)?,
            _ => return self.run_or_begin(event, w),
        }
        Ok(true)
    }

    /// Prints a run of elements, which ends nothing, or begins a value.
    fn run_or_begin<S: Sink>(&mut self, event: &Event<'_>, w: &mut Writer<S>) -> Result<bool> {
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

    fn begin<S: Sink>(&mut self, level: Level, w: &mut Writer<S>) -> Result<()> {
        match level {
            Level::Struct(..) | Level::Object(_) => w.begin_object()?,
            Level::List | Level::Pairs(_) => w.begin_array()?,
            Level::Interface => {}
        }
        self.stack.push(level);
        Ok(())
    }

    /// Ends the innermost level.
    fn end<S: Sink>(&mut self, w: &mut Writer<S>) -> Result<()> {
        match self.stack.pop() {
            Some(Level::Struct(ty, next)) => {
                self.zeros_until(&ty, next, ty.field_count() as u32, w)?;
                w.end_object()?;
            }
            Some(Level::Object(_)) => w.end_object()?,
            Some(Level::List | Level::Pairs(_)) => w.end_array()?,
            Some(Level::Interface) | None => {}
        }
        self.ended(w)
    }

    /// A value has ended: a map turns from key to element and back.
    #[inline]
    fn ended<S: Sink>(&mut self, w: &mut Writer<S>) -> Result<()> {
        match self.stack.last_mut() {
            Some(Level::Object(part)) => *part = Part::Key,
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

    fn key<S: Sink>(&mut self, key: &[u8], w: &mut Writer<S>) -> Result<()> {
        let lost = w.key_lossy(key)?;
        self.lose(lost);
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
    #[inline]
    fn field<S: Sink>(&mut self, i: u32, w: &mut Writer<S>) -> Result<()> {
        let Some(Level::Struct(ty, next)) = self.stack.last_mut() else { return Ok(()) };
        let from = core::mem::replace(next, i + 1);
        if from < i {
            let ty = ty.clone();
            return self.zeros_until(&ty, from, i, w).and_then(|()| self.field_name(&ty, i, w));
        }
        if let Some(field) = ty.field(i as usize) {
            self.zeros += field.name.len() as u64;
            let lost = w.key_lossy(field.name)?;
            self.lose(lost);
        }
        Ok(())
    }

    fn field_name<S: Sink>(&mut self, ty: &Type, i: u32, w: &mut Writer<S>) -> Result<()> {
        let name = ty.field(i as usize).map_or(&[][..], |f| f.name);
        self.zeros += name.len() as u64;
        let lost = w.key_lossy(name)?;
        self.lose(lost);
        Ok(())
    }

    /// Prints the zeros of fields that were not sent.
    fn zeros_until<S: Sink>(&mut self, ty: &Type, from: u32, to: u32, w: &mut Writer<S>) -> Result<()> {
        for i in from..to {
            let Some(field) = ty.field(i as usize) else { break };
            self.zeros += field.name.len() as u64 + 8;
            let lost = w.key_lossy(field.name)?;
            self.lose(lost);
            zero(field.kind, w)?;
        }
        Ok(())
    }
}

/// The zero of a kind.
fn zero<S: Sink>(kind: Option<Kind>, w: &mut Writer<S>) -> Result<()> {
    match kind {
        Some(Kind::Bool) => w.bool(false),
        Some(Kind::Int | Kind::Uint | Kind::Float) => w.u64(0),
        Some(Kind::Complex) => complex(0.0, 0.0, w),
        Some(Kind::String | Kind::Bytes) => w.str(""),
        Some(Kind::Array | Kind::Slice) => w.empty_array(),
        _ => w.null(),
    }
}

fn complex<S: Sink>(re: f64, im: f64, w: &mut Writer<S>) -> Result<()> {
    w.begin_array()?;
    w.f64s(&[re, im])?;
    w.end_array()
}

fn opaque<S: Sink>(ty: &Type, bytes: &[u8], w: &mut Writer<S>) -> Result<()> {
    let Kind::Opaque(marshaler) = ty.kind() else { return w.bytes_base64(bytes) };
    match Known::recognise(ty.name(), marshaler, bytes) {
        Some(Known::Time(time)) => match time.write_rfc3339(&mut [0; 40]) {
            Some(text) => w.str(text),
            None => w.bytes_base64(bytes),
        },
        known => match known.and_then(|known| known.text()) {
            Some(text) => w.str(&text),
            None => w.bytes_base64(bytes),
        },
    }
}
