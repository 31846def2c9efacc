//! Values that a filter changes. It sees each in the typed form; what it leaves as it was comes back byte for byte, and what it makes is read with the types of the stream.

use super::source::{Json, Stop};
use crate::common::Opened;
use crate::filter::{self, Filter};
use crate::report::{Exit, Report};
use crate::select::{Bounded, too_big};
use gobstream::{Item, Limits};
use gobstream_json::{Error, FromTyped, Line, Typed, read_options, write_options};
use jsonstream::{Reader, Result, Writer};
use std::collections::VecDeque;

/// Where lines of the typed form come from.
enum Lines {
    Gob(Box<Opened>, Typed),
    Json(Box<Json>, Report),
}

/// An input that is edited.
pub(super) struct Edit {
    filter: Filter,
    lines: Lines,
    typed: FromTyped,
    most: u64,
    /// What was made of the last value, and what stood before it.
    made: VecDeque<Line>,
    /// What stands before the next value; and whether the value before that was dropped.
    before: Vec<Line>,
    drops: bool,
    /// Values met, and values made of them.
    met: u64,
    results: u64,
    /// The filter halted, with an exit code.
    halted: Option<u8>,
}

/// What a line says, as far as an edit minds.
#[derive(Default)]
struct Parts<'a> {
    of: &'a str,
    value: Option<&'a str>,
}

impl Edit {
    pub(super) fn of_gob(filter: Filter, opened: Opened, limits: Limits) -> Self {
        Self::new(filter, Lines::Gob(Box::new(opened), Typed::new()), limits)
    }

    pub(super) fn of_json(filter: Filter, json: Json, report: Report, limits: Limits) -> Self {
        Self::new(filter, Lines::Json(Box::new(json), report), limits)
    }

    fn new(filter: Filter, lines: Lines, limits: Limits) -> Self {
        let most = limits.memory;
        Edit {
            filter,
            lines,
            typed: FromTyped::new(limits),
            most,
            made: VecDeque::new(),
            before: Vec::new(),
            drops: false,
            met: 0,
            results: 0,
            halted: None,
        }
    }

    /// The next line or value; `None` at the end.
    pub(super) fn next(&mut self) -> std::result::Result<Option<Line>, Stop> {
        while self.made.is_empty() {
            let text = if self.halted.is_none() { self.text()? } else { None };
            let Some(text) = text else {
                // Types that nothing is left of would make a stream that ends too early.
                let rest = std::mem::take(&mut self.before).into_iter().filter(|_| !self.drops);
                self.made.extend(rest);
                return Ok(self.made.pop_front());
            };
            for line in text.split(|b| *b == b'\n').filter(|line| !line.is_empty()) {
                self.line(line)?;
            }
        }
        Ok(self.made.pop_front())
    }

    /// The lines up to the next value, and that; nothing at the end.
    fn text(&mut self) -> std::result::Result<Option<Vec<u8>>, Stop> {
        let mut text = Writer::to_io_with(Bounded { bytes: Vec::new(), most: self.most }, &write_options());
        let printed = match &mut self.lines {
            Lines::Gob(opened, typed) => {
                let stream = &mut opened.stream;
                match typed.print_value(stream, &mut text).and_then(|more| Ok(text.flush().map(|()| more)?)) {
                    Err(Error::Json(_)) => Err(too_big(stream)),
                    other => other,
                }
            }
            Lines::Json(json, _) => copy_line(json, &mut text).map_err(Error::Json),
        };
        let has_more = printed?;
        let text = text.into_inner().0.bytes;
        Ok((has_more || !text.is_empty()).then_some(text))
    }

    fn line(&mut self, text: &[u8]) -> std::result::Result<(), Stop> {
        let parts = parts(text)?;
        let Some(value) = parts.value else {
            let line = self.typed.next_line(&mut reader(text))?;
            line.into_iter().for_each(|line| self.before(line));
            return Ok(());
        };
        self.met += 1;
        let results = self.results_of(value)?;
        self.results += results.len() as u64;
        self.drops = results.is_empty();
        if self.drops {
            return self.leave_out(text);
        }
        self.made.extend(self.before.drain(..));
        match &results[..] {
            [same] if *same == echo(value)? => self.made.extend(self.typed.next_line(&mut reader(text))?),
            results => results.iter().try_for_each(|result| self.edited(parts.of, result))?,
        }
        Ok(())
    }

    /// A line that is no value; where values were dropped, a type that is defined again needs the first definition no more.
    fn before(&mut self, line: Line) {
        if let (true, Some(Item::Definition(ty))) = (self.drops, line.item()) {
            let is_other = |line: &Line| !matches!(line.item(), Some(Item::Definition(old)) if old.id() == ty.id());
            self.before.retain(is_other);
        }
        self.before.push(line);
    }

    fn results_of(&mut self, value: &str) -> std::result::Result<Vec<String>, Stop> {
        let mut out = Writer::with_options(Vec::new(), &write_options());
        match self.filter.run(value.as_bytes(), &mut out) {
            Ok(_) => {}
            Err(filter::Stop::Halt(code)) => self.halted = Some(code),
            Err(filter::Stop::Value(text)) => return Err(Stop::Filter(format!("value {}: filter: {text}", self.met))),
            Err(filter::Stop::Write(error)) => return Err(Stop::Io(error)),
        }
        let text = String::from_utf8_lossy(&out.finish().map_err(Stop::Io)?).into_owned();
        Ok(text.lines().map(str::to_owned).collect())
    }

    /// A value that the filter made.
    fn edited(&mut self, of: &str, value: &str) -> std::result::Result<(), Stop> {
        let text = format!("{{\"of\":{of},\"value\":{value}}}");
        match self.typed.next_edited(&mut reader(text.as_bytes())) {
            Ok(line) => self.made.extend(line),
            Err(Error::Misfit(misfit)) => return Err(Stop::Misfit(self.met, misfit)),
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// A value that the filter drops; types that it defines stay, as others may need them.
    fn leave_out(&mut self, text: &[u8]) -> std::result::Result<(), Stop> {
        if let Some(Item::Value(value)) = self.typed.next_line(&mut reader(text))?.and_then(Line::into_item) {
            value.definitions().for_each(|ty| self.before(Line::of_item(Item::Definition(ty.clone()))));
        }
        Ok(())
    }

    pub(super) fn report(&self) -> &Report {
        match &self.lines {
            Lines::Gob(opened, _) => &opened.report,
            Lines::Json(_, report) => report,
        }
    }

    /// The stream, if it is one of gob.
    pub(super) fn opened(&self) -> Option<&Opened> {
        if let Lines::Gob(opened, _) = &self.lines { Some(opened) } else { None }
    }

    /// The same to get over damage.
    pub(super) fn opened_mut(&mut self) -> Option<&mut Opened> {
        let Lines::Gob(opened, typed) = &mut self.lines else { return None };
        typed.reset();
        Some(opened)
    }

    pub(super) fn good(&self) -> u64 {
        match &self.lines {
            Lines::Gob(opened, _) => opened.stream.good(),
            Lines::Json(json, _) => json.offset(),
        }
    }

    /// How it went: whether the filter halted, or made nothing of anything.
    pub(super) fn end(&self) -> Exit {
        match self.halted {
            Some(code) => Exit::halted(code),
            None if self.results == 0 => Exit::No,
            None => Exit::Good,
        }
    }

    /// The filter halted: nothing of any input is read after that.
    pub(super) fn has_halted(&self) -> bool {
        self.halted.is_some()
    }
}

/// What a filter that changes nothing makes of a value: of keys that come twice the last.
fn echo(value: &str) -> std::result::Result<String, Stop> {
    let mut out = Writer::with_options(Vec::new(), &write_options());
    filter::echo(value.as_bytes(), &mut out).map_err(Stop::Io)?;
    Ok(String::from_utf8_lossy(out.finish().map_err(Stop::Io)?.trim_ascii_end()).into_owned())
}

fn reader(text: &[u8]) -> Reader<jsonstream::Slice<'_>> {
    Reader::from_slice_with(text, &read_options())
}

/// Copies a document, whatever its layout, onto a line.
fn copy_line<S: jsonstream::Sink>(json: &mut Json, out: &mut Writer<S>) -> Result<bool> {
    if !json.next_document()? {
        return Ok(false);
    }
    out.copy(json)?;
    out.flush()?;
    Ok(true)
}

fn parts(text: &[u8]) -> std::result::Result<Parts<'_>, Stop> {
    let mut json = reader(text);
    let mut parts = Parts::default();
    let mut read = || {
        json.begin_object()?;
        while let Some(key) = json.next_key()? {
            match key {
                "of" => parts.of = json.raw_borrowed()?,
                "value" => parts.value = Some(json.raw_borrowed()?),
                _ => json.skip()?,
            }
        }
        Ok(())
    };
    read().map_err(Stop::Io)?;
    Ok(parts)
}
