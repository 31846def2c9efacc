//! The typed form: a sequence of JSON objects that carries the types along and loses nothing.

mod definition;
mod inside;

pub(crate) use definition::BUILT_IN;
pub(crate) use inside::{Inside, implied};

use crate::error::Result;
use crate::print::{Printer, pictured};
use gobstream::{ErrorKind, Event, Kind, Limits, Options, Poll, Source, Stream, Type};
use jsonstream::{Sink, Writer};

/// Prints a stream in the typed form, a line for each definition and each value, from which the same bytes can be made again.
///
/// The grammar is in `docs/json.md`. The stream must be read with [`options`](Self::options).
///
/// ```
/// use gobstream::{Limits, Stream};
/// use gobstream_json::{Typed, write_options};
/// use jsonstream::Writer;
/// // []int{1, -1}
/// let bytes = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x01";
/// let mut stream = Stream::from_slice_with(bytes, Typed::options(Limits::default()));
/// let mut writer = Writer::with_options(Vec::new(), &write_options());
/// let mut typed = Typed::new();
/// while typed.print_value(&mut stream, &mut writer)? {}
/// let text = "{\"gob\":1}\n{\"type\":65,\"slice\":\"int\"}\n{\"of\":65,\"value\":[1,-1]}\n";
/// assert_eq!(writer.finish()?, text.as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Typed {
    printer: Printer,
    begun: bool,
    parts: u32,
    /// Oddities met before this line.
    oddities: u64,
    /// A definition inside the value is not written as we would.
    odd: bool,
    /// Values begun before this line.
    values: u64,
}

impl Default for Typed {
    fn default() -> Self {
        Typed { printer: Printer::typed(), begun: false, parts: 1, oddities: 0, odd: false, values: 0 }
    }
}

/// What an event came to.
enum Met {
    Part,
    Definition(Type),
    Done,
}

impl Typed {
    /// The typed form of a stream, from its start.
    pub fn new() -> Self {
        Self::default()
    }

    /// How the stream must be read: with definitions and notes, and with the bytes of a line kept, up to the limit of memory.
    ///
    /// ```
    /// let options = gobstream_json::Typed::options(gobstream::Limits::default());
    /// assert!(options.definitions && options.notes && options.keep == 64 << 20);
    /// ```
    pub fn options(limits: Limits) -> Options {
        Options { definitions: true, notes: true, keep: limits.memory, limits, ..Options::default() }
    }

    /// Prints the definitions up to the next value, and the value; `false` at the end of the stream.
    ///
    /// # Errors
    /// The fault in the stream, with a part of the line printed, or that of the writer. `too-big` if a line needs its bytes and
    /// they are more than [`Options::keep`].
    pub fn print_value<I: Source, S: Sink>(&mut self, stream: &mut Stream<I>, w: &mut Writer<S>) -> Result<bool> {
        self.lines(stream, w, true)
    }

    /// The same without the value; definitions inside it are printed as if they stood before it.
    ///
    /// # Errors
    /// As [`print_value`](Self::print_value).
    pub fn skip_value<I: Source, S: Sink>(&mut self, stream: &mut Stream<I>, w: &mut Writer<S>) -> Result<bool> {
        self.lines(stream, w, false)
    }

    /// Prints a line for bytes that cannot be read, and the code of what is wrong with them.
    ///
    /// ```
    /// use gobstream_json::{Typed, write_options};
    /// let mut writer = jsonstream::Writer::with_options(Vec::new(), &write_options());
    /// Typed::new().lost(b"\x80", "corrupt", &mut writer)?;
    /// assert_eq!(writer.finish()?, b"{\"gob\":1}\n{\"bytes\":\"gA==\",\"why\":\"corrupt\"}\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// That of the writer.
    pub fn lost<S: Sink>(&mut self, bytes: &[u8], why: &str, w: &mut Writer<S>) -> Result<()> {
        self.begin(w)?;
        w.begin_object()?;
        w.key("bytes")?;
        w.bytes_base64(bytes)?;
        w.key("why")?;
        w.str(why)?;
        Ok(w.end_object()?)
    }

    /// Forgets a line of which only a part came, to read on behind an error.
    pub fn reset(&mut self) {
        self.printer.reset();
        self.odd = false;
    }

    fn lines<I: Source, S: Sink>(&mut self, stream: &mut Stream<I>, w: &mut Writer<S>, show: bool) -> Result<bool> {
        self.begin(w)?;
        self.values = stream.values();
        loop {
            let met = match stream.poll_event()? {
                Poll::End => return Ok(false),
                Poll::Event(event) => self.take(&event, w, show)?,
                Poll::Wait => {
                    if w.depth() == 0 {
                        w.flush()?;
                    }
                    stream.fill()?;
                    continue;
                }
            };
            match met {
                Met::Part => self.printer.account(stream)?,
                Met::Definition(ty) => self.definition(&ty, stream, w, show)?,
                Met::Done => return self.end(stream, w, show).map(|()| true),
            }
        }
    }

    /// `{"gob":1}`
    fn begin<S: Sink>(&mut self, w: &mut Writer<S>) -> Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        remark("gob", 1, w)
    }

    fn take<S: Sink>(&mut self, event: &Event<'_>, w: &mut Writer<S>, show: bool) -> Result<Met> {
        match event {
            Event::Definition(ty) => return Ok(Met::Definition((*ty).clone())),
            Event::Done => return Ok(Met::Done),
            _ if !show => return Ok(Met::Part),
            _ if w.depth() == 0 => self.begin_value(event, w)?,
            _ => {}
        }
        self.printer.event(event, w)?;
        Ok(Met::Part)
    }

    /// `{"of":64,"value":`
    fn begin_value<S: Sink>(&mut self, event: &Event<'_>, w: &mut Writer<S>) -> Result<()> {
        w.begin_object()?;
        w.key("of")?;
        match event {
            Event::Struct(ty) | Event::List(ty, _) | Event::Map(ty, _) | Event::Opaque(ty, _) => {
                definition::reference(ty.id(), w)?;
            }
            scalar => w.str(kind_of(scalar))?,
        }
        Ok(w.key("value")?)
    }

    /// A definition: between values a line, inside a value a part of the next interface.
    fn definition<I: Source, S: Sink>(&mut self, ty: &Type, stream: &mut Stream<I>, w: &mut Writer<S>, show: bool) -> Result<()> {
        if stream.values() != self.values {
            self.odd |= stream.kept_definition().is_some_and(|bytes| bytes != ty.definition_body());
            return if show { self.hold(ty) } else { Ok(definition::line(ty, None, w)?) };
        }
        stream.pass_stray()?;
        if stream.parts() > self.parts {
            self.parts = stream.parts();
            remark("stream", self.parts.into(), w)?;
        }
        let proved = self.proved(stream) && stream.kept() == Some(&ty.definition());
        let raw = if proved { None } else { Some(raw(stream)?) };
        definition::line(ty, raw, w)?;
        stream.forget();
        Ok(())
    }

    /// Keeps a definition for the interface it stands in.
    fn hold(&mut self, ty: &Type) -> Result<()> {
        if let Some(inside) = &mut self.printer.inside {
            inside.define(ty);
        }
        Ok(())
    }

    /// Whether nothing odd was met in this line.
    fn proved<I: Source>(&mut self, stream: &Stream<I>) -> bool {
        let total = stream.notes().map_or(0, gobstream::Notes::total);
        std::mem::replace(&mut self.oddities, total) == total && !std::mem::take(&mut self.odd)
    }

    fn end<I: Source, S: Sink>(&mut self, stream: &mut Stream<I>, w: &mut Writer<S>, show: bool) -> Result<()> {
        self.printer.event(&Event::Done, w)?;
        let proved = self.proved(stream);
        if show && !proved {
            w.key("raw")?;
            w.bytes_base64(raw(stream)?)?;
        }
        stream.forget();
        if show {
            w.end_object()?;
        }
        Ok(())
    }
}

/// The bytes of the line, which cannot be made of what it says.
fn raw<I: Source>(stream: &mut Stream<I>) -> Result<&[u8]> {
    let text = "bytes that only a copy can give back are more than memory holds";
    let error = stream.refuse(ErrorKind::TooBig, text, 0);
    Ok(stream.kept().ok_or(error)?)
}

/// `{"stream":2}`
fn remark<S: Sink>(key: &str, n: u64, w: &mut Writer<S>) -> Result<()> {
    w.begin_object()?;
    w.key(key)?;
    w.u64(n)?;
    Ok(w.end_object()?)
}

fn kind_of(event: &Event<'_>) -> &'static str {
    match event {
        Event::Bool(_) => "bool",
        Event::Int(_) => "int",
        Event::Uint(_) => "uint",
        Event::Float(_) => "float",
        Event::Complex(..) => "complex",
        Event::String(_) => "string",
        Event::Bytes(_) => "bytes",
        _ => "interface",
    }
}

/// A name: a string, or tagged base64.
fn name<S: Sink>(bytes: &[u8], w: &mut Writer<S>) -> Result<()> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(w.str(text)?),
        Err(_) => Ok(pictured::tagged(bytes, w)?),
    }
}

/// Whether a kind is one that a definition can define.
fn is_undefined(ty: &Type) -> bool {
    ty.kind() == Kind::Undefined
}
