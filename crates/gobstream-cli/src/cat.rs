//! `gob cat`: values as JSON.

use crate::input::Source;
use crate::output::{self, Layout, Out};
use crate::report::{Exit, Failure, Report};
use clap::Args;
use gobstream::{Limits, Options, Reading, Stream};
use gobstream_json::{Error, Printer};
use std::path::PathBuf;

/// Memory that one value may take: more than the library's default, as the machine is the user's own.
const MEMORY: u64 = 1 << 30;

/// Print values as JSON, one a line; indented on a terminal.
#[derive(Debug, Args)]
pub(crate) struct Opts {
    /// Gob files; - or none is standard input. gzip comes off by itself
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print at most N values
    #[arg(short = 'n', long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    limit: u64,
    /// Pass over the first N values
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    skip: u64,
    /// Accept only what one Go Encoder writes
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    layout: Layout,
}

impl Opts {
    /// Prints all files; the worst outcome counts.
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let mut out = output::open(&self.layout)?;
        let mut job = Job { limit: self.limit, skip: self.skip, opts: &self, printer: Printer::new() };
        let mut exit = Exit::Good;
        for source in Source::all(&self.files) {
            exit = exit.max(job.file(&source, &mut out)?);
        }
        out.flush().map_err(Failure::output)?;
        Ok(exit)
    }

    fn options(&self) -> Options {
        let limits = Limits { memory: MEMORY, ..Limits::default() };
        let reading = if self.strict { Reading::Strict } else { Reading::Lenient };
        Options::new().reading(reading).limits(limits)
    }
}

/// What is left to pass over and to print, over all files.
struct Job<'a> {
    limit: u64,
    skip: u64,
    opts: &'a Opts,
    printer: Printer,
}

impl Job<'_> {
    /// Prints a file; a fault in it is reported, and only output that cannot be written ends the job.
    fn file(&mut self, source: &Source, out: &mut Out) -> Result<Exit, Failure> {
        let report = Report::new(source.name());
        let input = match source.open() {
            Ok(input) => input,
            Err(error) => return Ok(report.cannot_read(&error)),
        };
        let head = input.head();
        self.printer = Printer::new();
        let mut stream = Stream::from_reader_with(input, self.opts.options());
        let result = self.values(&mut stream, out);
        if let Err(Error::Json(error)) = result {
            return Err(Failure::output(error));
        }
        if let Some((value, path)) = self.printer.first_loss() {
            report.not_utf8(self.printer.losses(), *value, path);
        }
        let Err(Error::Gob(error)) = result else { return Ok(Exit::Good) };
        let whole = out.depth() == 0 || out.abandon();
        out.flush().map_err(Failure::output)?;
        Ok(report.fault(&error, &stream, whole, &head.bytes()))
    }

    fn values<R: std::io::Read>(&mut self, stream: &mut Stream<gobstream::Reader<R>>, out: &mut Out) -> Result<(), Error> {
        while self.skip > 0 && stream.skip_value()? {
            self.skip -= 1;
        }
        while self.limit > 0 && self.printer.print_value(stream, out)? {
            self.limit -= 1;
        }
        Ok(())
    }
}
