//! `gob cat`: values as JSON.

use crate::common::{Common, GobStream, Opened};
use crate::input::Source;
use crate::layout::{self, Layout, Out};
use crate::limits;
use crate::output::{Dest, Output};
use crate::picture::Picture;
use crate::report::{self, Exit, Failure, Report};
use crate::select::{Came, Held, Select};
use crate::show::Show;
use crate::watch;
use clap::Args;
use gobstream::{Lost, Options};
use gobstream_json::{Error, Path, Typed};
use std::path::PathBuf;

const SAMPLES: &str = r#"Samples:
  $ gob -n 1 --skip 3 points.gob
  {"X":10,"Y":-10}
  $ gob -q 'select(.X > 2) | .Y' points.gob
  -3
  -10
  -11
  $ gob --each .Values -n 2 session.gob
  {"key":"name","value":"Zoë"}
  {"key":"token","value":"AAH+/w=="}
  $ gob --brief --pretty session.gob
  {
    "Deadline": "2026-12-01T08:15:30.123456789Z",
    "Values": {"name": "Zoë", "token": "AAH+/w==", "roles": ["a", "b"], … 6 more}
  }
  $ gzip -c login.gob | base64 | gob --type-names
  {"Username":"anonymous","IsAdmin":false,"Issued":"2020-12-06T14:12:42.77220566+01:00"}
  $ gob --typed login.gob
  {"gob":1}
  {"type":64,"name":"UserSession","struct":[["Username","string"],["IsAdmin","bool"],["Issued",65]]}
  {"type":65,"name":"Time","opaque":"gob"}
  {"of":64,"value":{"Username":"anonymous","Issued":"2020-12-06T14:12:42.77220566+01:00"}}"#;

/// Bytes of damage in one line of the typed form.
const LOST_PIECE: usize = 1 << 20;

/// Print values as JSON, one a line; indented on a terminal.
#[derive(Debug, Args)]
#[command(after_long_help = SAMPLES)]
pub(crate) struct Opts {
    /// Gob files; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print at most N values, over all files; with --each: elements
    #[arg(short = 'n', long, value_name = "N", value_parser = limits::number, help_heading = "Selection")]
    limit: Option<u64>,
    /// Pass over the first N
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = limits::number, help_heading = "Selection")]
    skip: u64,
    /// Print the elements of the list or map at PATH one by one: `.`, `.Docs`, `.A.B[3]`, `.M["k"]`
    #[arg(long, value_name = "PATH", help_heading = "Selection")]
    each: Option<Path>,
    #[command(flatten)]
    select: Select,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    layout: Layout,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    picture: Picture,
    #[command(flatten)]
    common: Common,
}

/// What is printed of values.
#[derive(Debug, Args)]
struct Form {
    /// Print the typed form, which brings its types and loses nothing
    #[arg(long, conflicts_with_all = ["picture", "each", "raw", "slurp", "opaque_names"], help_heading = "Output")]
    typed: bool,
    /// Print strings without quotes
    #[arg(short, long, help_heading = "Output")]
    raw: bool,
    /// Print all values as one array
    #[arg(short, long, conflicts_with = "raw", help_heading = "Output")]
    slurp: bool,
}

impl Opts {
    /// Prints all files; the worst outcome counts.
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        self.select.query().run(|| self.all())
    }

    fn all(self) -> Result<Exit, Failure> {
        self.common.begin();
        let most = self.common.options().limits.memory;
        let held = self.select.held(most, self.picture.picture().write_options())?;
        let dest = self.output.open(&self.common)?;
        let (exit, dest, _) = self.print(dest, held)?;
        if let Some(dest) = dest.filter(|_| exit != Exit::Interrupted) {
            dest.finish()?;
        }
        Ok(exit)
    }

    /// What `convert` has printed.
    #[expect(clippy::too_many_arguments, reason = "each is one flag or group of flags")]
    pub(crate) fn to_convert(
        files: Vec<PathBuf>,
        (limit, skip): (Option<u64>, u64),
        each: Option<Path>,
        typed: bool,
        layout: Layout,
        output: Output,
        picture: Picture,
        common: Common,
    ) -> Self {
        let (select, form) = (Select::default(), Form { typed, raw: false, slurp: false });
        Opts { files, limit, skip, each, select, form, layout, output, picture, common }
    }

    /// Prints all files; gives the output back unless there is nothing to keep.
    pub(crate) fn print(self, dest: Dest, held: Option<Held>) -> Result<(Exit, Option<Dest>, Common), Failure> {
        let options = self.picture.picture().write_options();
        let out = self.layout.writer(dest, self.form.raw, self.form.slurp, options);
        let limit = self.limit.unwrap_or(u64::MAX);
        let mut job = Job { limit, skip: self.skip, kept: 0, has_read: false, opts: &self, show: self.show(), held, out };
        let exit = job.all()?;
        let Job { mut out, has_read, .. } = job;
        out.flush().map_err(Failure::output)?;
        if exit != Exit::Good && !has_read {
            out.into_inner().0.into_inner().discard();
            return Ok((exit, None, self.common));
        }
        let out = out.into_inner().0;
        let is_long = out.has_many_lines();
        let dest = out.finish().map_err(Failure::output)?;
        if is_long && dest.is_terminal && !self.form.typed && !self.picture.brief {
            report::advise("--brief shows the outline; --each PATH takes lists apart");
        }
        Ok((exit, Some(dest), self.common))
    }

    fn show(&self) -> Show {
        Show::new(self.each.as_ref(), self.form.typed, self.picture.picture())
    }

    fn options(&self) -> Options {
        let options = self.common.options();
        if !self.form.typed {
            return options;
        }
        let Options { definitions, notes, keep, .. } = Typed::options(options.limits.clone());
        Options { definitions, notes, keep, ..options }
    }
}

/// What is left to pass over and to print, over all files.
struct Job<'a> {
    limit: u64,
    skip: u64,
    /// What was printed of this file.
    kept: u64,
    /// Something could be read, be it nothing but an end.
    has_read: bool,
    opts: &'a Opts,
    show: Show,
    /// Values that are looked at before they are printed.
    held: Option<Held>,
    out: Out,
}

impl Job<'_> {
    fn all(&mut self) -> Result<Exit, Failure> {
        let files = &self.opts.files;
        let exit = Source::each(files, |_, source| if self.limit > 0 { self.file(source) } else { Ok(Exit::Good) })?;
        Ok(exit.max(self.held_end()?))
    }

    /// What is held comes last, and what a filter has to say.
    fn held_end(&mut self) -> Result<Exit, Failure> {
        let Some(held) = &mut self.held else { return Ok(Exit::Good) };
        let report = Report::new("the last values".into());
        held.end(&report, &mut self.out).map_err(Failure::json)?;
        if let Some(code) = held.halted {
            return Ok(Exit::halted(code).max(if held.has_failed { Exit::Usage } else { Exit::Good }));
        }
        match held.missing() {
            Some(text) => Err(Failure::usage(text, "")),
            None if held.has_failed => Ok(Exit::Usage),
            None if held.is_nothing() => Ok(Exit::No),
            None => Ok(Exit::Good),
        }
    }

    /// Prints a file; a fault in it is reported, and only output that cannot be written ends the job.
    fn file(&mut self, source: &Source) -> Result<Exit, Failure> {
        let mut opened = match self.opts.common.open(source, self.opts.options()) {
            Ok(opened) => opened,
            Err(exit) => return Ok(exit),
        };
        opened.report.unit = if self.opts.each.is_some() { "element" } else { "value" };
        (self.show, self.kept) = (self.opts.show(), 0);
        loop {
            let error = match self.values(&mut opened) {
                Ok(()) => {
                    self.has_read |= self.kept > 0 || opened.stream.good() > 0 || !opened.report.has_lost();
                    self.warn(&opened.report);
                    return Ok(opened.report.recovered(self.kept));
                }
                Err(error) => error,
            };
            if let Some(exit) = self.fault(error, &mut opened)? {
                return Ok(exit);
            }
        }
    }

    fn values(&mut self, opened: &mut Opened) -> Result<(), Error> {
        let Opened { stream, report } = opened;
        if self.held.is_some() {
            return self.held_values(stream, report);
        }
        while self.skip > 0 && self.show.skip(stream, &mut self.out)? {
            self.skip -= 1;
        }
        while self.limit > 0 && self.skip == 0 && self.show.print(stream, &mut self.out)? {
            self.limit -= 1;
            self.kept += 1;
            layout::end_value(&mut self.out)?;
            watch::value(stream.good());
        }
        Ok(())
    }

    fn held_values(&mut self, stream: &mut GobStream, report: &Report) -> Result<(), Error> {
        let Some(held) = &mut self.held else { return Ok(()) };
        while self.limit > 0 {
            match held.next((&mut self.show, &mut self.skip), stream, report, &mut self.out)? {
                Came::End => break,
                Came::Nothing => {}
                Came::Value => {
                    self.limit -= 1;
                    self.kept += 1;
                }
            }
            if held.halted.is_some() {
                self.limit = 0;
            }
            layout::end_value(&mut self.out)?;
            watch::value(stream.good());
        }
        Ok(())
    }

    fn warn(&self, report: &Report) {
        if let Some((n, value, path)) = self.show.losses() {
            report.not_utf8(n, value, path);
        }
    }

    /// Reports a fault; nothing if it was got over and reading goes on.
    fn fault(&mut self, error: Error, opened: &mut Opened) -> Result<Option<Exit>, Failure> {
        let mut error = match error {
            Error::Gob(error) => error,
            Error::Path(text) => return self.no_path(&text, &opened.report).map(Some),
            other => return Err(Failure::json(other)),
        };
        let whole = self.give_up()?;
        self.has_read |= self.kept > 0 || !whole || opened.stream.good() > 0;
        if self.opts.common.recover {
            match opened.recover(&error) {
                Ok(lost) => {
                    opened.report.lost(&lost, &error);
                    return self.keep_lost(&lost, &error, &mut opened.stream).map(|()| None);
                }
                Err(other) => error = other,
            }
        }
        self.warn(&opened.report);
        Ok(Some(opened.report.fault(&error, &opened.stream, self.kept, whole)))
    }

    /// No value had the path.
    fn no_path(&mut self, text: &str, report: &Report) -> Result<Exit, Failure> {
        self.has_read = true;
        self.give_up()?;
        report.error(text, "usage");
        Ok(Exit::Usage)
    }

    /// Takes an unfinished value back, or ends its line; says whether it is as if it had never been begun.
    fn give_up(&mut self) -> Result<bool, Failure> {
        self.show.reset();
        let whole = self.out.depth() == 0 || self.out.abandon();
        self.out.flush().map_err(Failure::output)?;
        if !whole {
            self.out.get_mut().0.reset().map_err(Failure::output)?;
        }
        Ok(whole)
    }

    /// In the typed form, bytes that cannot be read are kept.
    fn keep_lost(&mut self, lost: &Lost, error: &gobstream::Error, stream: &mut GobStream) -> Result<(), Failure> {
        let Show::Typed(typed) = &mut self.show else { return Ok(()) };
        let mut piece = vec![0; LOST_PIECE];
        let mut at = lost.from;
        while at < lost.to {
            let want = LOST_PIECE.min(usize::try_from(lost.to - at).unwrap_or(LOST_PIECE));
            let Ok(n @ 1..) = stream.look(at, &mut piece[..want]) else { break };
            typed.lost(&piece[..n], error.kind().code(), &mut self.out).map_err(Failure::json)?;
            at += n as u64;
        }
        Ok(())
    }
}
