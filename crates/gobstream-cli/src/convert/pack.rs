//! Values to MessagePack and CBOR, both of which have bytes, integers of 64 bits and keys of any kind.

use super::Opts;
use crate::common::Opened;
use crate::input::Source;
use crate::output::Dest;
use crate::report::{Exit, Failure};
use crate::watch;
use gobstream::known::Known;
use gobstream::{ErrorKind, Event, Kind, Type};
use std::io::Write;

/// A form of values in bytes, in which lengths stand before what they count.
pub(super) trait Form {
    fn null(out: &mut Vec<u8>);
    fn bool(out: &mut Vec<u8>, v: bool);
    fn int(out: &mut Vec<u8>, v: i64);
    fn uint(out: &mut Vec<u8>, v: u64);
    fn float(out: &mut Vec<u8>, v: f64);
    fn text(out: &mut Vec<u8>, v: &str);
    fn bytes(out: &mut Vec<u8>, v: &[u8]);
    /// Whether there is a length of that size.
    fn list(out: &mut Vec<u8>, len: u64) -> bool;
    fn map(out: &mut Vec<u8>, len: u64) -> bool;
}

/// MessagePack.
pub(super) struct MsgPack;

/// What is written to memory does not fail.
fn sure<T, E>(_written: Result<T, E>) {}

impl Form for MsgPack {
    fn null(out: &mut Vec<u8>) {
        sure(rmp::encode::write_nil(out));
    }
    fn bool(out: &mut Vec<u8>, v: bool) {
        sure(rmp::encode::write_bool(out, v));
    }
    fn int(out: &mut Vec<u8>, v: i64) {
        sure(rmp::encode::write_sint(out, v));
    }
    fn uint(out: &mut Vec<u8>, v: u64) {
        sure(rmp::encode::write_uint(out, v));
    }
    fn float(out: &mut Vec<u8>, v: f64) {
        sure(rmp::encode::write_f64(out, v));
    }
    fn text(out: &mut Vec<u8>, v: &str) {
        sure(rmp::encode::write_str(out, v));
    }
    fn bytes(out: &mut Vec<u8>, v: &[u8]) {
        sure(rmp::encode::write_bin(out, v));
    }
    fn list(out: &mut Vec<u8>, len: u64) -> bool {
        u32::try_from(len).map(|len| sure(rmp::encode::write_array_len(out, len))).is_ok()
    }
    fn map(out: &mut Vec<u8>, len: u64) -> bool {
        u32::try_from(len).map(|len| sure(rmp::encode::write_map_len(out, len))).is_ok()
    }
}

/// CBOR.
pub(super) struct Cbor;

impl Form for Cbor {
    fn null(out: &mut Vec<u8>) {
        sure(minicbor::Encoder::new(out).null());
    }
    fn bool(out: &mut Vec<u8>, v: bool) {
        sure(minicbor::Encoder::new(out).bool(v));
    }
    fn int(out: &mut Vec<u8>, v: i64) {
        sure(minicbor::Encoder::new(out).i64(v));
    }
    fn uint(out: &mut Vec<u8>, v: u64) {
        sure(minicbor::Encoder::new(out).u64(v));
    }
    fn float(out: &mut Vec<u8>, v: f64) {
        sure(minicbor::Encoder::new(out).f64(v));
    }
    fn text(out: &mut Vec<u8>, v: &str) {
        sure(minicbor::Encoder::new(out).str(v));
    }
    fn bytes(out: &mut Vec<u8>, v: &[u8]) {
        sure(minicbor::Encoder::new(out).bytes(v));
    }
    fn list(out: &mut Vec<u8>, len: u64) -> bool {
        sure(minicbor::Encoder::new(out).array(len));
        true
    }
    fn map(out: &mut Vec<u8>, len: u64) -> bool {
        sure(minicbor::Encoder::new(out).map(len));
        true
    }
}

/// What is open.
enum Level {
    /// The number of the next field.
    Struct(Type, u32),
    Other,
}

/// One value as it grows.
#[derive(Default)]
struct Packed {
    bytes: Vec<u8>,
    open: Vec<Level>,
    /// A list or map is longer than the form can say.
    is_too_long: bool,
}

impl Packed {
    fn event<F: Form>(&mut self, event: &Event<'_>) {
        let out = &mut self.bytes;
        match event {
            Event::Nil => F::null(out),
            Event::Bool(v) => F::bool(out, *v),
            Event::Int(v) => F::int(out, *v),
            Event::Uint(v) => F::uint(out, *v),
            Event::Float(v) => F::float(out, *v),
            Event::Complex(re, im) => complex::<F>(out, *re, *im),
            Event::String(text) => string::<F>(out, text),
            Event::Bytes(bytes) => F::bytes(out, bytes),
            Event::Opaque(ty, bytes) => opaque::<F>(out, ty, bytes),
            Event::Bools(run) => run.iter().for_each(|v| F::bool(out, *v)),
            Event::Ints(run) => run.iter().for_each(|v| F::int(out, *v)),
            Event::Uints(run) => run.iter().for_each(|v| F::uint(out, *v)),
            Event::Floats(run) => run.iter().for_each(|v| F::float(out, *v)),
            Event::Complexes(run) => run.iter().for_each(|(re, im)| complex::<F>(out, *re, *im)),
            Event::Interface(..) => self.open.push(Level::Other),
            Event::Struct(ty) => {
                self.is_too_long |= !F::map(out, ty.field_count() as u64);
                self.open.push(Level::Struct((*ty).clone(), 0));
            }
            Event::List(_, len) => {
                self.is_too_long |= !F::list(out, *len);
                self.open.push(Level::Other);
            }
            Event::Map(_, len) => {
                self.is_too_long |= !F::map(out, *len);
                self.open.push(Level::Other);
            }
            Event::Field(i) => self.field::<F>(*i),
            Event::End => self.end::<F>(),
            _ => {}
        }
    }

    fn field<F: Form>(&mut self, i: u32) {
        let Some(Level::Struct(ty, next)) = self.open.last_mut() else { return };
        unsent::<F>(&mut self.bytes, ty, *next..i);
        *next = i + 1;
        name::<F>(&mut self.bytes, ty, i);
    }

    fn end<F: Form>(&mut self) {
        if let Some(Level::Struct(ty, next)) = self.open.pop() {
            unsent::<F>(&mut self.bytes, &ty, next..ty.field_count() as u32);
        }
    }
}

fn name<F: Form>(out: &mut Vec<u8>, ty: &Type, i: u32) {
    string::<F>(out, ty.field(i as usize).map_or(b"", |field| field.name));
}

/// Fields that were not sent, as JSON shows them.
fn unsent<F: Form>(out: &mut Vec<u8>, ty: &Type, fields: std::ops::Range<u32>) {
    for i in fields {
        name::<F>(out, ty, i);
        zero::<F>(out, ty.field(i as usize).and_then(|field| field.kind));
    }
}

fn zero<F: Form>(out: &mut Vec<u8>, kind: Option<Kind>) {
    match kind {
        Some(Kind::Bool) => F::bool(out, false),
        Some(Kind::Int | Kind::Uint) => F::uint(out, 0),
        Some(Kind::Float) => F::float(out, 0.0),
        Some(Kind::Complex) => complex::<F>(out, 0.0, 0.0),
        Some(Kind::String) => F::text(out, ""),
        Some(Kind::Bytes) => F::bytes(out, b""),
        Some(Kind::Array | Kind::Slice) => drop(F::list(out, 0)),
        _ => F::null(out),
    }
}

fn complex<F: Form>(out: &mut Vec<u8>, re: f64, im: f64) {
    F::list(out, 2);
    F::float(out, re);
    F::float(out, im);
}

/// A string; one that is no UTF-8 is bytes, and nothing of it is lost.
fn string<F: Form>(out: &mut Vec<u8>, text: &[u8]) {
    match std::str::from_utf8(text) {
        Ok(text) => F::text(out, text),
        Err(_) => F::bytes(out, text),
    }
}

/// Times, big numbers, addresses as their text; others as their bytes.
fn opaque<F: Form>(out: &mut Vec<u8>, ty: &Type, bytes: &[u8]) {
    let Kind::Opaque(marshaler) = ty.kind() else { return F::bytes(out, bytes) };
    match Known::recognise(ty.name(), marshaler, bytes).and_then(|known| known.text()) {
        Some(text) => F::text(out, &text),
        None => F::bytes(out, bytes),
    }
}

/// What is left to pass over and to write, over all files.
pub(super) struct Job<'a> {
    opts: &'a Opts,
    dest: Dest,
    limit: u64,
    skip: u64,
    kept: u64,
    has_read: bool,
}

/// Why a file is not read to its end.
enum Stop {
    Input(gobstream::Error),
    Output(std::io::Error),
}

impl From<gobstream::Error> for Stop {
    fn from(error: gobstream::Error) -> Self {
        Stop::Input(error)
    }
}

impl<'a> Job<'a> {
    pub(super) fn new(opts: &'a Opts, dest: Dest) -> Self {
        Job { opts, dest, limit: opts.limit.unwrap_or(u64::MAX), skip: opts.skip, kept: 0, has_read: false }
    }

    /// Writes all files; gives the output unless there is nothing to keep.
    pub(super) fn all<F: Form>(mut self) -> Result<(Exit, Option<Dest>), Failure> {
        let files = &self.opts.files;
        let exit = Source::each(files, |_, source| if self.limit > 0 { self.file::<F>(source) } else { Ok(Exit::Good) })?;
        if exit != Exit::Good && !self.has_read {
            self.dest.discard();
            return Ok((exit, None));
        }
        Ok((exit, Some(self.dest)))
    }

    fn file<F: Form>(&mut self, source: &Source) -> Result<Exit, Failure> {
        let mut opened = match self.opts.common.open(source, self.opts.options()) {
            Ok(opened) => opened,
            Err(exit) => return Ok(exit),
        };
        let before = self.kept;
        loop {
            let stop = self.values::<F>(&mut opened);
            self.has_read |= stop.is_ok() || self.kept > before || opened.stream.good() > 0;
            let error = match stop {
                Ok(()) => return Ok(opened.report.recovered(self.kept - before)),
                Err(Stop::Output(error)) => return Err(Failure::Output(error)),
                Err(Stop::Input(error)) => error,
            };
            let error = match self.opts.common.recover.then(|| opened.recover(&error)) {
                Some(Ok(lost)) => {
                    opened.report.lost(&lost, &error);
                    continue;
                }
                Some(Err(other)) => other,
                None => error,
            };
            return Ok(opened.report.fault(&error, &opened.stream, self.kept - before, true));
        }
    }

    fn values<F: Form>(&mut self, opened: &mut Opened) -> Result<(), Stop> {
        while self.skip > 0 && opened.stream.skip_value()? {
            self.skip -= 1;
        }
        let (mut packed, most) = (Packed::default(), self.opts.options().limits.memory);
        while self.limit > 0 && self.skip == 0 && value::<F>(opened, &mut packed, most)? {
            self.dest.write_all(&packed.bytes).map_err(Stop::Output)?;
            self.dest.end_value();
            packed.bytes.clear();
            self.limit -= 1;
            self.kept += 1;
            watch::value(opened.stream.good());
        }
        Ok(())
    }
}

/// The next value, whole in memory: what is cut leaves nothing behind.
fn value<F: Form>(opened: &mut Opened, packed: &mut Packed, most: u64) -> Result<bool, gobstream::Error> {
    loop {
        let is_done = match opened.stream.next_event()? {
            None => return Ok(false),
            Some(Event::Done) => true,
            Some(event) => {
                packed.event::<F>(&event);
                false
            }
        };
        if packed.is_too_long {
            let text = "MessagePack cannot count the parts of this list or map: 4294967296 or more";
            return Err(opened.stream.refuse(ErrorKind::TooBig, text, 0));
        }
        if is_done {
            return Ok(true);
        }
        if packed.bytes.len() as u64 > most {
            let text = "the value takes more than memory allows in its new form";
            return Err(opened.stream.refuse(ErrorKind::TooBig, text, 0));
        }
    }
}
