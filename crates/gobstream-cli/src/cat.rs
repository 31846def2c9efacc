//! `gob cat`: values as JSON.

use crate::common::{Common, GobStream, Opened};
use crate::input::Source;
use crate::layout::{Layout, Out};
use crate::output::Output;
use crate::report::{Exit, Failure};
use crate::watch;
use clap::Args;
use gobstream_json::{Error, Printer};
use std::path::PathBuf;

/// Print values as JSON, one a line; indented on a terminal.
#[derive(Debug, Args)]
pub(crate) struct Opts {
    /// Gob files; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print at most N values
    #[arg(short = 'n', long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    limit: u64,
    /// Pass over the first N values
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    skip: u64,
    #[command(flatten)]
    layout: Layout,
    #[command(flatten)]
    picture: Picture,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    common: Common,
}

/// What is printed of values.
#[derive(Debug, Args)]
struct Picture {
    /// Print strings without quotes
    #[arg(short, long, help_heading = "Output")]
    raw: bool,
    /// Print all values as one array; a value is held until it is whole
    #[arg(short, long, conflicts_with = "raw", help_heading = "Output")]
    slurp: bool,
}

impl Opts {
    /// Prints all files; the worst outcome counts.
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        self.common.begin();
        let dest = self.output.open(&self.common)?;
        let out = self.layout.writer(dest, self.picture.raw, gobstream_json::write_options());
        let mut job = Job { limit: self.limit, skip: self.skip, kept: 0, opts: &self, printer: Printer::new(), out };
        let exit = job.all()?;
        let Job { mut out, .. } = job;
        out.flush().map_err(Failure::output)?;
        if exit != Exit::Interrupted {
            out.into_inner().0.into_inner().finish()?;
        }
        Ok(exit)
    }
}

/// What is left to pass over and to print, over all files.
struct Job<'a> {
    limit: u64,
    skip: u64,
    /// Values of this file that were good.
    kept: u64,
    opts: &'a Opts,
    printer: Printer,
    out: Out,
}

impl Job<'_> {
    fn all(&mut self) -> Result<Exit, Failure> {
        let slurp = self.opts.picture.slurp;
        if slurp {
            self.out.begin_array().map_err(Failure::output)?;
        }
        let mut exit = Exit::Good;
        for source in Source::all(&self.opts.files) {
            if exit < Exit::Interrupted {
                exit = exit.max(self.file(&source)?);
            }
        }
        if slurp {
            self.out.end_array().map_err(Failure::output)?;
        }
        Ok(exit)
    }

    /// Prints a file; a fault in it is reported, and only output that cannot be written ends the job.
    fn file(&mut self, source: &Source) -> Result<Exit, Failure> {
        let common = &self.opts.common;
        let mut opened = match common.open(source, common.options()) {
            Ok(opened) => opened,
            Err(exit) => return Ok(exit),
        };
        (self.printer, self.kept) = (Printer::new(), 0);
        let exit = self.parts(&mut opened)?;
        if let Some((value, path)) = self.printer.first_loss() {
            opened.report.not_utf8(self.printer.losses(), *value, path);
        }
        Ok(exit)
    }

    /// Prints a file, with `--recover` from one damage to the next.
    fn parts(&mut self, opened: &mut Opened) -> Result<Exit, Failure> {
        loop {
            let error = match self.values(&mut opened.stream) {
                Ok(()) => return Ok(opened.report.recovered(self.kept)),
                Err(Error::Gob(error)) => error,
                Err(Error::Json(error)) => return Err(Failure::output(error)),
                Err(error) => return Err(Failure::output(std::io::Error::other(error))),
            };
            let whole = self.give_up()?;
            let stream = &mut opened.stream;
            if !self.opts.common.recover || watch::is_stopped() || error.io_error().is_some() {
                return Ok(opened.report.fault(&error, stream, self.kept, whole));
            }
            match stream.recover() {
                Ok(lost) => opened.report.lost(&lost, &error),
                Err(error) => return Ok(opened.report.fault(&error, stream, self.kept, true)),
            }
        }
    }

    /// Takes an unfinished value back, or ends its line; says whether it is as if it had never been begun.
    fn give_up(&mut self) -> Result<bool, Failure> {
        self.printer.reset();
        let top = usize::from(self.opts.picture.slurp);
        let whole = self.out.depth() == top || self.out.abandon();
        self.out.flush().map_err(Failure::output)?;
        if !whole {
            self.out.get_mut().0.reset().map_err(Failure::output)?;
        }
        Ok(whole)
    }

    fn values(&mut self, stream: &mut GobStream) -> Result<(), Error> {
        while self.skip > 0 && stream.skip_value()? {
            self.skip -= 1;
        }
        while self.limit > 0 && self.value(stream)? {
            self.limit -= 1;
            self.kept += 1;
            watch::value(stream.good());
        }
        Ok(())
    }

    fn value(&mut self, stream: &mut GobStream) -> Result<bool, Error> {
        if !self.opts.picture.slurp {
            return self.printer.print_value(stream, &mut self.out);
        }
        let Some(value) = stream.next_value()? else { return Ok(false) };
        self.printer.value(&value, &mut self.out)?;
        Ok(true)
    }
}
