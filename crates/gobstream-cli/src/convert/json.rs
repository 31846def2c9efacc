//! JSON to JSON, without any gob: documents or elements one a line, or indented.

use super::Opts;
use super::source::{Json, is_json, is_typed};
use crate::input::Source;
use crate::layout::{self, Layout, Out};
use crate::output::Dest;
use crate::report::{Exit, Failure, Report};
use crate::watch;
use gobstream_json::read_options;
use jsonstream::{Error, ErrorKind, Kind, Reader};
use std::io::BufRead;

/// What is left to pass over and to write, over all files.
pub(super) struct Job<'a> {
    opts: &'a Opts,
    out: Out,
    limit: u64,
    skip: u64,
    kept: u64,
    has_read: bool,
    /// A document had elements at the path.
    arrived: bool,
}

/// Why a file is not read to its end.
enum Stop {
    Input(Error),
    Output(Error),
}

impl Opts {
    /// Whether the first input is plain JSON whose types nothing says.
    pub(super) fn is_json_alone(&self) -> bool {
        if self.schema.is_some() || self.from == Some(super::From::Gob) {
            return false;
        }
        let is_said = self.from == Some(super::From::Json);
        let head = match self.sources().first() {
            Some(Source::Stdin) => std::io::stdin().lock().fill_buf().map(<[u8]>::to_vec).unwrap_or_default(),
            Some(source) => self.common.head(source, is_said),
            None => return false,
        };
        (is_json(&head) || is_said) && !is_typed(&head)
    }
}

impl<'a> Job<'a> {
    pub(super) fn new(opts: &'a Opts, layout: &Layout, dest: Dest) -> Self {
        let out = layout.writer(dest, false, false, gobstream_json::write_options());
        let limit = opts.limit.unwrap_or(u64::MAX);
        Job { opts, out, limit, skip: opts.skip, kept: 0, has_read: false, arrived: false }
    }

    /// Writes all files; gives the output unless there is nothing to keep.
    pub(super) fn all(mut self) -> Result<(Exit, Option<Dest>), Failure> {
        let files = &self.opts.files;
        let exit = Source::each(files, |_, source| if self.limit > 0 { self.file(source) } else { Ok(Exit::Good) })?;
        self.out.flush().map_err(Failure::output)?;
        let dest = self.out.into_inner().0.finish().map_err(Failure::output)?;
        if exit != Exit::Good && !self.has_read {
            dest.discard();
            return Ok((exit, None));
        }
        match &self.opts.each {
            Some(path) if exit == Exit::Good && !self.arrived && self.limit > 0 => {
                dest.discard();
                Err(Failure::usage(format!("path '{path}': no array or object is there"), ""))
            }
            _ => Ok((exit, Some(dest))),
        }
    }

    fn file(&mut self, source: &Source) -> Result<Exit, Failure> {
        let (input, report) = match self.opts.common.open_input(source, self.opts.from == Some(super::From::Json)) {
            Ok(opened) => opened,
            Err(exit) => return Ok(exit),
        };
        let mut json = Reader::from_io_with(input, &read_options());
        let before = self.kept;
        match self.documents(&mut json) {
            Ok(()) => {
                self.has_read = true;
                Ok(Exit::Good)
            }
            Err(Stop::Output(error)) => Err(Failure::output(error)),
            Err(Stop::Input(error)) => {
                let whole = self.give_up()?;
                self.has_read |= self.kept > before || !whole;
                Ok(fault(&error, &report))
            }
        }
    }

    /// Takes an unfinished value back, or ends its line; says whether it is as if it had never been begun.
    fn give_up(&mut self) -> Result<bool, Failure> {
        let whole = self.out.depth() == 0 || self.out.abandon();
        self.out.flush().map_err(Failure::output)?;
        if !whole {
            self.out.get_mut().0.reset().map_err(Failure::output)?;
        }
        Ok(whole)
    }

    fn documents(&mut self, json: &mut Json) -> Result<(), Stop> {
        while self.limit > 0 && json.next_document().map_err(Stop::Input)? {
            match &self.opts.each {
                None => self.value(json, None)?,
                Some(path) if path.enter(json).map_err(Stop::Input)? => self.elements(json)?,
                Some(_) => {}
            }
            while self.limit > 0 && json.depth() > 0 {
                json.skip_rest().map_err(Stop::Input)?;
            }
        }
        Ok(())
    }

    fn elements(&mut self, json: &mut Json) -> Result<(), Stop> {
        match json.peek().map_err(Stop::Input)? {
            Kind::Array => {
                self.arrived = true;
                json.begin_array().map_err(Stop::Input)?;
                while self.limit > 0 && json.next_element().map_err(Stop::Input)? {
                    self.value(json, None)?;
                }
            }
            Kind::Object => {
                self.arrived = true;
                json.begin_object().map_err(Stop::Input)?;
                while let Some(key) = if self.limit > 0 { json.next_key().map_err(Stop::Input)? } else { None } {
                    let key = key.to_owned();
                    self.value(json, Some(&key))?;
                }
            }
            _ => json.skip().map_err(Stop::Input)?,
        }
        Ok(())
    }

    /// The value that comes, or the entry of an object.
    fn value(&mut self, json: &mut Json, key: Option<&str>) -> Result<(), Stop> {
        if self.skip > 0 {
            self.skip -= 1;
            return json.skip().map_err(Stop::Input);
        }
        if let Some(key) = key {
            begin_entry(&mut self.out, key).map_err(Stop::Output)?;
        }
        copy(json, &mut self.out)?;
        if key.is_some() {
            self.out.end_object().map_err(Stop::Output)?;
        }
        layout::end_value(&mut self.out).map_err(Stop::Output)?;
        self.limit -= 1;
        self.kept += 1;
        watch::value(json.offset());
        Ok(())
    }
}

fn begin_entry(out: &mut Out, key: &str) -> jsonstream::Result<()> {
    out.begin_object()?;
    out.key("key")?;
    out.str(key)?;
    out.key("value")
}

/// As `Writer::copy`, but it is known which side failed.
fn copy(json: &mut Json, out: &mut Out) -> Result<(), Stop> {
    json.peek().map_err(Stop::Input)?;
    let floor = json.depth();
    loop {
        if let Some(event) = json.next_event().map_err(Stop::Input)? {
            out.event(event).map_err(Stop::Output)?;
        }
        if json.depth() == floor {
            return Ok(());
        }
    }
}

fn fault(error: &Error, report: &Report) -> Exit {
    let at = error.offset();
    match error.io() {
        Some(error) => report.cannot_read(error),
        None if error.kind() == ErrorKind::Io => report.error(error.text(), "io").max(Exit::Io),
        None => report.error(&format!("at {at:#x} ({at}): {}", error.text()), "bad-json"),
    }
}
