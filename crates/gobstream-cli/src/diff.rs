//! `gob diff`: what changed from one file to another, by values.

mod compare;
mod ignore;

use crate::common::{Common, Opened};
use crate::input::Source;
use crate::output::{Dest, Output};
use crate::report::{self, Exit, Failure};
use crate::types;
use crate::watch;
use clap::Args;
use compare::{Compare, short};
use gobstream::{Error, Value};
use ignore::Ignore;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

const SAMPLES: &str = r#"Samples:
  $ gob diff login.gob admin.gob
  value 1, UserSession: .IsAdmin: false → true
  $ gob diff --ignore .IsAdmin login.gob admin.gob"#;

/// Show what changed from one file to another.
#[derive(Debug, Args)]
#[command(after_long_help = SAMPLES)]
pub(crate) struct Opts {
    /// The file as it was; - is standard input
    #[arg(value_name = "A")]
    old: PathBuf,
    /// The file as it is
    #[arg(value_name = "B")]
    new: PathBuf,
    /// Leave out what stands at PATH and below: `.A.B`, `.Items[].At`
    #[arg(long, value_name = "PATH", help_heading = "Selection")]
    ignore: Vec<Ignore>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    common: Common,
}

impl Opts {
    /// Compares value by value; exit code 1 if anything differs.
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        self.common.begin();
        if [&self.old, &self.new].iter().all(|path| path.as_os_str() == "-") {
            return Err(Failure::usage("standard input cannot be compared with itself", ""));
        }
        let dest = self.output.open(&self.common)?;
        let mut sides = Vec::new();
        for path in [&self.old, &self.new] {
            match self.common.open(&Source::of(path), self.common.options()) {
                Ok(opened) => sides.push(Side { opened, kept: 0, exit: Exit::Good }),
                Err(exit) => return Ok(exit),
            }
        }
        let (Some(mut new), Some(mut old)) = (sides.pop(), sides.pop()) else { return Ok(Exit::Io) };
        let mut out = BufWriter::new(dest);
        let exit = self.all(&mut old, &mut new, &mut out)?;
        let dest = out.into_inner().map_err(|error| Failure::output(error.into_error()))?;
        if exit != Exit::Interrupted {
            dest.finish_after(if exit == Exit::No { Exit::Good } else { exit })?;
        }
        Ok(exit)
    }

    fn all(&self, old: &mut Side, new: &mut Side, out: &mut BufWriter<Dest>) -> Result<Exit, Failure> {
        let (mut differs, mut unmet) = (false, self.ignore.iter().collect::<Vec<_>>());
        for n in 1.. {
            let (before, after) = (old.next(self.common.recover), new.next(self.common.recover));
            unmet.retain(|ignore| !before.iter().chain(&after).any(|value| ignore.is_in(value)));
            let label = |value: &Value| format!("value {n}, {}", label(value));
            let found = match (&before, &after) {
                (None, None) => break,
                // Behind damage nothing is known.
                (None, Some(_)) if old.exit != Exit::Good => break,
                (Some(_), None) if new.exit != Exit::Good => break,
                (Some(value), None) => writeln!(out, "{}: only in {}: {}", label(value), old.name(), short(value)).map(|()| true),
                (None, Some(value)) => writeln!(out, "{}: only in {}: {}", label(value), new.name(), short(value)).map(|()| true),
                (Some(a), Some(b)) if a == b => Ok(false),
                (Some(a), Some(b)) => Compare::new(&self.ignore, label(a)).run(a, b, out),
            };
            differs |= found.map_err(Failure::output)?;
            watch::value(old.opened.stream.good());
        }
        let worst = old.exit.max(new.exit);
        // Of files that were not read whole nobody knows what they have.
        for ignore in unmet.iter().filter(|_| worst == Exit::Good) {
            report::warn(&format!("--ignore {}: neither file has such a part", ignore.given), "usage");
        }
        Ok(if worst == Exit::Good && differs { Exit::No } else { worst })
    }
}

/// One of the two files.
struct Side {
    opened: Opened,
    kept: u64,
    exit: Exit,
}

impl Side {
    fn name(&self) -> String {
        crate::report::escaped(&self.opened.report.name)
    }

    /// The next value; a fault is reported, and with `--recover` passed over.
    fn next(&mut self, recovers: bool) -> Option<Value> {
        if self.exit == Exit::Interrupted {
            return None;
        }
        loop {
            let error = match self.opened.stream.next_value() {
                Ok(value) => {
                    self.kept += u64::from(value.is_some());
                    if value.is_none() {
                        self.exit = self.exit.max(self.opened.report.recovered(self.kept));
                    }
                    return value;
                }
                Err(error) => error,
            };
            if let Some(error) = self.fault(error, recovers) {
                self.exit = self.opened.report.fault(&error, &self.opened.stream, self.kept, true);
                return None;
            }
        }
    }

    /// Passes over damage; the error if that cannot be.
    fn fault(&mut self, error: Error, recovers: bool) -> Option<Error> {
        if !recovers {
            return Some(error);
        }
        match self.opened.recover(&error) {
            Ok(lost) => {
                self.opened.report.lost(&lost, &error);
                None
            }
            Err(other) => Some(other),
        }
    }
}

/// The name of a value's type.
fn label(value: &Value) -> String {
    match value {
        Value::Struct(s) => types::name(s.ty()),
        Value::List(l) => types::name(l.ty()),
        Value::Map(m) => types::name(m.ty()),
        Value::Opaque(o) => types::name(o.ty()),
        Value::Bool(_) => "bool".into(),
        Value::Int(_) => "int".into(),
        Value::Uint(_) => "uint".into(),
        Value::Float(_) => "float".into(),
        Value::Complex(..) => "complex".into(),
        Value::String(_) => "string".into(),
        Value::Bytes(_) => "[]byte".into(),
        _ => "interface {}".into(),
    }
}
