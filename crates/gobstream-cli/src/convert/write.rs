//! Values to one gob stream.

use super::Opts;
use super::source::{Schemas, Stop, Values};
use crate::input::Source;
use crate::output::Dest;
use crate::report::{Exit, Failure};
use crate::watch;
use gobstream::{EncodeOptions, Encoder, ErrorKind, Item, Plan, Value, Writer};
use gobstream_json::Line;
use std::io::{BufWriter, Write};

/// Bytes that are written at once.
const BUFFER: usize = 64 << 10;

/// What is left to pass over and to write, over all files.
pub(super) struct Job<'a> {
    opts: &'a Opts,
    schemas: &'a Schemas,
    encoder: Encoder<Writer<BufWriter<Dest>>>,
    /// The input may keep one waiting: no value waits for the next.
    waits: bool,
    limit: u64,
    skip: u64,
    kept: u64,
    has_read: bool,
    /// An input that was JSON is not whole: what was made of it is not kept.
    is_void: bool,
    /// With `--each`: a value had the path; why the first did not that had it not.
    arrived: bool,
    lacks: Option<String>,
    /// Stretches of bytes in the typed form that could not be read.
    lost: u64,
}

impl<'a> Job<'a> {
    pub(super) fn new(opts: &'a Opts, schemas: &'a Schemas, plan: Plan, dest: Dest) -> Self {
        let encoder = Encoder::with_options(
            Writer::new(BufWriter::with_capacity(BUFFER, dest)),
            EncodeOptions { plan, ..EncodeOptions::default() },
        );
        let limit = opts.limit.unwrap_or(u64::MAX);
        Job {
            opts,
            schemas,
            encoder,
            waits: false,
            limit,
            skip: opts.skip,
            kept: 0,
            has_read: false,
            is_void: false,
            arrived: false,
            lacks: None,
            lost: 0,
        }
    }

    /// Writes all files; gives the output unless there is nothing to keep.
    pub(super) fn all(mut self, mut first: Option<Values>) -> Result<(Exit, Option<Dest>), Failure> {
        let opts = self.opts;
        let exit = Source::each(&opts.files, |_, source| {
            if self.is_void || self.limit == 0 {
                return Ok(Exit::Good);
            }
            self.waits = !matches!(source, Source::File(path) if path.is_file());
            match first.take().map_or_else(|| Values::open(opts, source, self.schemas), Ok) {
                Ok(values) => self.file(values),
                Err(exit) => Ok(exit),
            }
        })?;
        let buffer = self.encoder.into_sink().into_inner();
        let dest = buffer.into_inner().map_err(|error| Failure::output(error.into_error()))?;
        if exit != Exit::Good && (self.is_void || !self.has_read) {
            dest.discard();
            return Ok((exit, None));
        }
        Ok((exit, Some(dest)))
    }

    fn file(&mut self, mut values: Values) -> Result<Exit, Failure> {
        let before = self.kept;
        loop {
            let stop = match self.values(&mut values)? {
                Ok(()) => break,
                Err(stop) => stop,
            };
            self.is_void = !matches!((&stop, values.opened_mut()), (Stop::Gob(_), Some(_)));
            self.has_read |= self.kept > before || values.good() > 0;
            match (&stop, values.opened_mut()) {
                (Stop::Gob(error), Some(opened)) if self.opts.common.recover => match opened.recover(error) {
                    Ok(lost) => opened.report.lost(&lost, error),
                    Err(other) => return Ok(values.fault(&Stop::Gob(other), self.kept - before)),
                },
                _ => return Ok(values.fault(&stop, self.kept - before)),
            }
        }
        self.has_read = true;
        values.warn();
        if self.lost > 0 && self.encoder.plan() == Plan::Fresh {
            values.report().warn(&format!("{} lines of bytes that could not be read are left out", self.lost), "corrupt");
        }
        if let Some(why) = self.lacks.take().filter(|_| !self.arrived) {
            self.is_void = true;
            values.report().error(&why, "usage");
            return Ok(Exit::Usage);
        }
        let exit = values.end(self.kept - before);
        // Where a filter leaves nothing, there is nothing to keep.
        self.is_void |= matches!(exit, Exit::No | Exit::Halted(_)) && self.kept == 0;
        if values.has_halted() {
            self.limit = 0;
        }
        Ok(exit)
    }

    /// Writes values up to the end or a fault.
    fn values(&mut self, values: &mut Values) -> Result<Result<(), Stop>, Failure> {
        while self.limit > 0 {
            let line = match values.next() {
                Ok(Some(line)) => self.changed(line)?,
                Ok(None) => return Ok(Ok(())),
                Err(stop) => return Ok(Err(stop)),
            };
            let is_wanted = !matches!(line.item(), Some(Item::Value(value)) if !self.opts.wants(value));
            if is_wanted {
                self.line(line).map_err(|failure| placed(failure, values, self.kept))?;
            }
            watch::value(values.good());
        }
        Ok(Ok(()))
    }

    fn changed(&self, line: Line) -> Result<Line, Failure> {
        if self.opts.change.is_none() || !line.is_value() {
            return Ok(line);
        }
        let Some(Item::Value(mut value)) = line.into_item() else { return Ok(Line::default()) };
        self.opts.change.apply(&mut value).map_err(|why| Failure::usage(why, "gob help canon"))?;
        Ok(Line::of(value))
    }

    fn line(&mut self, line: Line) -> Result<(), Failure> {
        let Some(path) = &self.opts.each else {
            self.lost += u64::from(line.item().is_none() && line.raw().is_some());
            return if line.is_value() && self.passes() { Ok(()) } else { self.count(line.is_value(), |e| line.encode(e)) };
        };
        let Some(Item::Value(value)) = line.into_item() else { return Ok(()) };
        let elements =
            path.elements(&value).map_err(|text| Failure::usage(text, "gob convert --to ndjson takes maps apart too"))?;
        let Some(elements) = elements else {
            let why = value.ty().and_then(|ty| path.check(ty).err());
            let why = why.map_or_else(|| format!("path '{path}': no value has it"), |error| error.to_string());
            self.lacks.get_or_insert(why);
            return Ok(());
        };
        self.arrived = true;
        elements.iter().try_for_each(|element| self.element(element))
    }

    fn element(&mut self, element: &Value) -> Result<(), Failure> {
        if self.limit == 0 || self.passes() {
            return Ok(());
        }
        self.count(true, |e| e.encode_value(element.inner()))
    }

    fn dest(&self) -> &Dest {
        self.encoder.sink().get_ref().get_ref()
    }

    fn passes(&mut self) -> bool {
        let passes = self.skip > 0;
        self.skip -= u64::from(passes);
        passes
    }

    fn count(
        &mut self,
        is_value: bool,
        write: impl FnOnce(&mut Encoder<Writer<BufWriter<Dest>>>) -> gobstream::Result<()>,
    ) -> Result<(), Failure> {
        self.kept += u64::from(is_value);
        self.limit -= u64::from(is_value);
        if self.dest().is_full() {
            self.encoder.reset();
        }
        write(&mut self.encoder).map_err(|error| cannot_write(&error))?;
        if self.waits || self.dest().is_part() {
            self.encoder.sink_mut().get_mut().flush().map_err(Failure::output)?;
        }
        self.dest().end_value();
        Ok(())
    }
}

/// A value that gob cannot be made of, with its place.
#[cold]
fn placed(failure: Failure, values: &Values, n: u64) -> Failure {
    match failure {
        Failure::Request { text, code, .. } if code == ErrorKind::BadType.code() => {
            let good = values.good();
            Failure::Said(values.report().error(&format!("at {good:#x} ({good}), value {n}: {text}"), code))
        }
        other => other,
    }
}

#[cold]
fn cannot_write(error: &gobstream::Error) -> Failure {
    match error.io_error() {
        Some(io) => {
            Failure::Output(std::io::Error::new(io.kind(), error.text().trim_start_matches("cannot write: ").to_string()))
        }
        None if error.kind() == ErrorKind::Io => Failure::Output(std::io::Error::other(error.text().to_string())),
        None => Failure::Request { text: error.text().into(), code: error.kind().code(), hint: String::new() },
    }
}
