//! Every picture but the default one.

use super::{Level, Part, Printer, opaque};
use crate::error::{Put, Refusal};
use crate::picture::{BadUtf8, Bytes, Ints, MapKeys, NonFinite, Opaque};
use gobstream::{Event, Kind, Type};
use jsonstream::{Sink, WriteOptions, Writer};
use std::borrow::Cow;

/// What Go's math.NaN gives.
pub(crate) const GO_NAN: u64 = 0x7ff8_0000_0000_0001;

impl Printer {
    /// The next event, in a picture that is not the default one.
    pub(super) fn pictured<S: Sink>(&mut self, event: &Event<'_>, w: &mut Writer<S>) -> Put<bool> {
        if matches!(event, Event::Definition(_)) {
            return Ok(false);
        }
        if let Some(json) = self.ended_key.take() {
            self.text_key(&json, w)?;
        }
        if matches!(event, Event::Done) {
            self.key_text = 0;
        }
        if matches!(self.stack.last(), Some(Level::Keyed(Part::Key, _))) && !matches!(event, Event::End) && !self.hides() {
            self.sides.push(Writer::with_options((), &WriteOptions { max_depth: usize::MAX, ..WriteOptions::default() }));
        }
        let Some(mut side) = self.sides.pop() else { return self.shortened(event, w) };
        let (before, start) = (self.zeros, side.offset());
        let done = self.shortened(event, &mut side)?;
        // Names and zeros in it are charged already.
        self.charge_key((side.offset() - start).saturating_sub(self.zeros - before));
        if !std::mem::take(&mut self.key_ended) {
            self.sides.push(side);
            return Ok(done);
        }
        let json = side.into_bytes()?;
        self.charge_key(escaped_len(&json));
        self.ended_key = Some(json);
        Ok(done)
    }

    /// Charges for the text of a key: each map in the key of a map may double it.
    fn charge_key(&mut self, bytes: u64) {
        self.zeros += bytes;
        self.key_text += bytes;
    }

    /// Prints the text of a key that has ended as a key: not before the next event, so that the text is charged first.
    fn text_key<S: Sink>(&mut self, json: &[u8], w: &mut Writer<S>) -> Put<()> {
        let keeps_quotes = matches!(self.stack.last(), Some(Level::Keyed(_, true)));
        let text = String::from_utf8_lossy(json);
        let bare = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).filter(|_| !keeps_quotes);
        let key = bare.map_or(Cow::Borrowed(&*text), |bare| Cow::Owned(unescaped(bare)));
        match self.sides.last_mut() {
            Some(around) => around.key(&key)?,
            None => w.key(&key)?,
        }
        Ok(())
    }

    fn shortened<S: Sink>(&mut self, event: &Event<'_>, w: &mut Writer<S>) -> Put<bool> {
        match self.brief.is_some() {
            true => self.brief_step(event, w),
            false => self.shaped_step(event, w),
        }
    }

    /// Out of line, as the step of the default picture should be the only one that grows into its callers.
    #[inline(never)]
    pub(super) fn shaped_step<S: Sink>(&mut self, event: &Event<'_>, w: &mut Writer<S>) -> Put<bool> {
        self.step::<S, true>(event, w)
    }

    /// Prints a value that is whole in one event, or begins one that is not (`false`).
    pub(super) fn shape<S: Sink>(&mut self, event: &Event<'_>, w: &mut Writer<S>) -> Put<bool> {
        match event {
            Event::Int(v) if self.picture.ints == Ints::String => w.str(&v.to_string())?,
            Event::Uint(v) if self.picture.ints == Ints::String => w.str(&v.to_string())?,
            Event::Float(v) => self.float(*v, 0, w)?,
            Event::Complex(re, im) => self.complex(*re, *im, 0, w)?,
            Event::String(s) => self.text(s, w)?,
            Event::Bytes(b) => self.bytes(b, w)?,
            Event::Opaque(ty, b) => self.opaque(ty, b, w)?,
            _ => return self.shape_run(event, w),
        }
        Ok(true)
    }

    fn shape_run<S: Sink>(&mut self, event: &Event<'_>, w: &mut Writer<S>) -> Put<bool> {
        match event {
            Event::Ints(run) if self.picture.ints == Ints::String => run.iter().try_for_each(|v| w.str(&v.to_string()))?,
            Event::Uints(run) if self.picture.ints == Ints::String => run.iter().try_for_each(|v| w.str(&v.to_string()))?,
            Event::Floats(run) => self.floats(run, w)?,
            Event::Complexes(run) => {
                run.iter().enumerate().try_for_each(|(i, &(re, im))| self.complex(re, im, i, w))?;
            }
            Event::Map(ty, _) if self.picture.map_keys == MapKeys::String && ty.key_kind() != Some(Kind::String) => {
                self.begin(Level::Keyed(Part::Key, ty.key_kind() == Some(Kind::Interface)), w)?;
            }
            Event::Interface(name, ty) if self.picture.type_names => self.tag(name, ty, w)?,
            _ => return self.scalar(event, w),
        }
        Ok(false)
    }

    fn tag<S: Sink>(&mut self, name: &[u8], ty: &Type, w: &mut Writer<S>) -> Put<()> {
        self.begin(Level::Tagged, w)?;
        w.key("$type")?;
        self.text(name, w)?;
        if let Some(inside) = &mut self.inside {
            inside.tag(name, ty, w)?;
        }
        Ok(w.key("$value")?)
    }

    fn floats<S: Sink>(&mut self, run: &[f64], w: &mut Writer<S>) -> Put<()> {
        if run.iter().all(|v| v.is_finite()) {
            return Ok(w.f64s(run)?);
        }
        run.iter().enumerate().try_for_each(|(i, &v)| self.float(v, i, w))
    }

    /// A float, the `nth` of its run.
    fn float<S: Sink>(&self, v: f64, nth: usize, w: &mut Writer<S>) -> Put<()> {
        match self.picture.non_finite {
            _ if v.is_finite() => w.f64(v)?,
            _ if self.inside.is_some() && v.is_nan() && v.to_bits() != GO_NAN => w.str(&format!("NaN:{:016x}", v.to_bits()))?,
            NonFinite::String => w.str(word(v))?,
            NonFinite::Null => w.null()?,
            NonFinite::Error => return Err(Refusal::non_finite(nth)),
        }
        Ok(())
    }

    fn complex<S: Sink>(&self, re: f64, im: f64, nth: usize, w: &mut Writer<S>) -> Put<()> {
        w.begin_array()?;
        self.float(re, nth, w)?;
        self.float(im, nth, w)?;
        Ok(w.end_array()?)
    }

    fn bytes<S: Sink>(&mut self, bytes: &[u8], w: &mut Writer<S>) -> Put<()> {
        if self.brief.is_some() && self.picture.bytes != Bytes::Text {
            return super::brief::bytes(bytes, self.picture.bytes, w);
        }
        match self.picture.bytes {
            Bytes::Base64 => w.bytes_base64(bytes)?,
            Bytes::Hex => w.str(&hex(bytes))?,
            Bytes::Array => array(bytes, w)?,
            Bytes::Text => self.text(bytes, w)?,
        }
        Ok(())
    }

    fn opaque<S: Sink>(&self, ty: &Type, bytes: &[u8], w: &mut Writer<S>) -> Put<()> {
        match self.picture.opaque {
            _ if self.inside.is_some() => opaque::exact_or_tagged(ty, bytes, w),
            Opaque::Text => opaque::text_or_base64(ty, bytes, w),
            Opaque::Base64 => Ok(w.bytes_base64(bytes)?),
        }
    }

    /// A string.
    fn text<S: Sink>(&mut self, bytes: &[u8], w: &mut Writer<S>) -> Put<()> {
        match std::str::from_utf8(bytes) {
            Ok(text) if self.brief.is_some() => super::brief::text(text, w)?,
            Ok(text) => w.str(text)?,
            Err(_) => match self.picture.bad_utf8 {
                BadUtf8::Replace => self.lossy(bytes, w)?,
                BadUtf8::Tag => tagged(bytes, w)?,
                BadUtf8::Error => return Err(Refusal::bad_utf8()),
            },
        }
        Ok(())
    }

    fn lossy<S: Sink>(&mut self, bytes: &[u8], w: &mut Writer<S>) -> Put<()> {
        self.lose(true);
        if self.brief.is_some() {
            return super::brief::text(&String::from_utf8_lossy(bytes), w);
        }
        w.str_lossy(bytes)?;
        Ok(())
    }

    /// The name of a member.
    pub(super) fn shaped_name<S: Sink>(&mut self, name: &[u8], w: &mut Writer<S>) -> Put<()> {
        let text = std::str::from_utf8(name);
        match (text, self.picture.bad_utf8) {
            (Ok(text), BadUtf8::Tag) if text.starts_with(TAG) => w.key(&tag_text(name)?)?,
            (Ok(text), _) => w.key(text)?,
            (Err(_), BadUtf8::Tag) => w.key(&tag_text(name)?)?,
            (Err(_), BadUtf8::Error) => return Err(Refusal::bad_utf8()),
            (Err(_), BadUtf8::Replace) => {
                w.key_lossy(name)?;
                self.lose(true);
            }
        }
        Ok(())
    }
}

/// How a key begins that stands for bytes; keys that begin so themselves are written like that too.
pub(crate) const TAG: &str = "{\"$base64\":";

/// `{"$base64":"/28="}`
pub(crate) fn tagged<S: Sink>(bytes: &[u8], w: &mut Writer<S>) -> Put<()> {
    w.begin_object()?;
    w.key("$base64")?;
    w.bytes_base64(bytes)?;
    Ok(w.end_object()?)
}

fn tag_text(bytes: &[u8]) -> Put<String> {
    let mut side = Writer::in_memory();
    tagged(bytes, &mut side)?;
    let json = side.into_bytes()?;
    Ok(String::from_utf8_lossy(&json).into_owned())
}

fn word(v: f64) -> &'static str {
    match v {
        _ if v.is_nan() => "NaN",
        _ if v > 0.0 => "+Inf",
        _ => "-Inf",
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    let digit = |d: u8| char::from(if d < 10 { b'0' + d } else { b'a' - 10 + d });
    bytes.iter().flat_map(|b| [digit(b >> 4), digit(b & 15)]).collect()
}

pub(super) fn array<S: Sink>(bytes: &[u8], w: &mut Writer<S>) -> Put<()> {
    w.begin_array()?;
    bytes.iter().try_for_each(|&b| w.u64(b.into()))?;
    Ok(w.end_array()?)
}

pub(super) fn complex<S: Sink>(re: f64, im: f64, w: &mut Writer<S>) -> Put<()> {
    w.begin_array()?;
    w.f64s(&[re, im])?;
    Ok(w.end_array()?)
}

/// The bytes that JSON takes as a string in JSON.
fn escaped_len(json: &[u8]) -> u64 {
    let escapes = json.iter().filter(|b| matches!(b, b'"' | b'\\')).count();
    (json.len() + escapes + 2) as u64
}

/// The text that the inside of a JSON string of our own writing stands for; it never holds surrogates.
pub(crate) fn unescaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    let mut rest = json;
    while let Some((plain, behind)) = rest.split_once('\\') {
        text.push_str(plain);
        let (c, len) = escape(behind);
        text.push(c);
        rest = behind.get(len..).unwrap_or_default();
    }
    text + rest
}

/// The character behind a backslash, and how long its escape is.
fn escape(text: &str) -> (char, usize) {
    match text.bytes().next() {
        Some(b'n') => ('\n', 1),
        Some(b'r') => ('\r', 1),
        Some(b't') => ('\t', 1),
        Some(b'b') => ('\u{8}', 1),
        Some(b'f') => ('\u{c}', 1),
        Some(b'u') => {
            let code = text.get(1..5).and_then(|digits| u32::from_str_radix(digits, 16).ok());
            (code.and_then(char::from_u32).unwrap_or('\u{fffd}'), 5)
        }
        Some(c) => (char::from(c), 1),
        None => ('\\', 0),
    }
}
