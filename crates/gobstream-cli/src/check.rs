//! `gob check`: whether files are sound, and what is odd about them.

mod fit;
mod locals;

use crate::common::{Common, GobStream, Opened};
use crate::input::Source;
use crate::output::{Dest, Output};
use crate::report::{self, Exit, Failure, Report, count};
use crate::{gofile, types, watch};
use clap::Args;
use fit::Fit;
use gobstream::{Error, Event, Lost, Options, Type};
use locals::Locals;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Unused types that are named.
const NAMED: usize = 3;

/// Names that are kept of what the interfaces of a schema hold.
const MOST_NAMES: usize = 16_384;

/// Damaged places that are listed.
const LISTED: usize = 1000;

const SAMPLES: &str = r#"Samples:
  $ gob check points.gob
  points.gob: good: 102 bytes, 2 streams, 2 types, 5 values
    note: a second stream begins at 0x37 (55), where Go says "duplicate type received""#;

/// Read all, and say what is wrong or odd.
#[derive(Debug, Args)]
#[command(after_long_help = SAMPLES)]
pub(crate) struct Opts {
    /// Gob files; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Would a Go program with the types of FILE read this: a gob that it wrote, or Go source (.go)
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    schema: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    common: Common,
}

impl Opts {
    /// Checks all files; the worst outcome counts.
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        self.common.begin();
        let locals = match self.schema.as_deref().map(|path| self.locals(path)).transpose() {
            Ok(locals) => locals,
            Err(exit) => return exit,
        };
        self.output
            .each(&self.files, &self.common, |_, source, out| self.file(source, locals.as_ref(), out).map_err(Failure::output))
    }

    /// The types of a schema; how the run ends if they cannot be read.
    fn locals(&self, path: &Path) -> Result<Locals, Result<Exit, Failure>> {
        if gofile::is_one(path) {
            let source = gofile::read(path).and_then(|text| gofile::parse(path, &text)).map_err(Err)?;
            return Ok(Locals::of_source(&source));
        }
        let options = Options { definitions: true, ..self.common.options() };
        let mut opened = self.common.open(&Source::of(path), options).map_err(Ok)?;
        let (mut locals, mut defined, mut held) = (Locals::default(), Vec::new(), HashMap::new());
        loop {
            match opened.stream.next_event() {
                Ok(None) => break,
                Ok(Some(Event::Interface(name, ty))) => {
                    if held.len() < MOST_NAMES && !held.contains_key(name) {
                        held.insert(name.to_vec(), (String::from_utf8_lossy(name).into_owned(), ty.clone()));
                    }
                }
                Ok(Some(Event::Definition(ty))) => defined.push(ty.clone()),
                Ok(Some(_)) => {}
                Err(error) => return Err(Ok(opened.report.fault(&error, &opened.stream, 0, true))),
            }
        }
        // Types refer to others that may come behind them.
        defined.iter().for_each(|ty| locals.define(ty));
        held.values().for_each(|(name, ty)| locals.register(name, ty));
        Ok(locals)
    }

    fn file(&self, source: &Source, locals: Option<&Locals>, out: &mut Dest) -> io::Result<Exit> {
        let options = Options { notes: true, definitions: true, ..self.common.options() };
        let mut opened = match self.common.open(source, options) {
            Ok(opened) => opened,
            Err(exit) => return Ok(exit),
        };
        let mut found = Found { fit: locals.map(|locals| Fit::new(locals.clone())), ..Found::default() };
        let end = self.read(&mut opened, &mut found);
        let Opened { stream, report } = &mut opened;
        if watch::is_stopped() {
            return Ok(Exit::Interrupted);
        }
        let lines = verdict(&source.name(), stream, &found, end.as_ref().err());
        watch::clear();
        out.write_all(lines.as_bytes())?;
        let misfit = found.fit.as_ref().map_or(Exit::Good, |fit| misfits(report, fit));
        Ok(match end {
            Err(error) => report.fault(&error, stream, found.values, true).max(misfit),
            Ok(()) if misfit != Exit::Good => misfit,
            Ok(()) if found.places == 0 => Exit::Good,
            Ok(()) => Exit::BadInput,
        })
    }

    /// Reads to the end, or to the fault that ends the reading.
    fn read(&self, opened: &mut Opened, found: &mut Found) -> gobstream::Result<()> {
        while let Err(error) = found.read(&mut opened.stream) {
            if !self.common.recover {
                return Err(error);
            }
            if let Some(fit) = &mut found.fit {
                fit.forget();
            }
            found.damaged(opened.recover(&error)?, error);
        }
        Ok(())
    }
}

/// What is in a stream.
#[derive(Default)]
struct Found {
    types: u64,
    values: u64,
    /// Damaged places and bytes, and the first of them.
    places: u64,
    lost: u64,
    damage: Vec<(Lost, Error)>,
    /// Strings that are not UTF-8, and the value of the first, from 1.
    not_utf8: (u64, u64),
    gaps: Gaps,
    /// How it goes into the types of a program.
    fit: Option<Fit>,
}

impl Found {
    fn read(&mut self, stream: &mut GobStream) -> gobstream::Result<()> {
        while let Some(event) = stream.next_event()? {
            if let Some(fit) = &mut self.fit {
                fit.event(&event);
            }
            match event {
                Event::Definition(ty) => {
                    self.types += 1;
                    self.gaps.see(ty);
                }
                Event::String(text) if std::str::from_utf8(text).is_err() => self.not_utf8(),
                Event::Done => {
                    self.values += 1;
                    watch::value(stream.good());
                }
                _ => {}
            }
        }
        Ok(())
    }

    #[cold]
    fn not_utf8(&mut self) {
        let (n, first) = self.not_utf8;
        self.not_utf8 = (n + 1, if n == 0 { self.values + 1 } else { first });
    }

    fn damaged(&mut self, lost: Lost, why: Error) {
        self.places += 1;
        self.lost += lost.to.saturating_sub(lost.from);
        if self.damage.len() < LISTED {
            self.damage.push((lost, why));
        }
    }
}

/// Says what does not go into the types of a program.
fn misfits(report: &Report, fit: &Fit) -> Exit {
    for misfit in &fit.misfits {
        report.misfit(misfit.at, &misfit.text, misfit.code, &misfit.go);
    }
    if fit.more > 0 {
        report.note(&format!("{} more places do not fit the schema", fit.more));
    }
    if fit.misfits.is_empty() { Exit::Good } else { Exit::BadInput }
}

/// The line of a file, and its notes.
fn verdict(name: &str, stream: &mut GobStream, found: &Found, fault: Option<&Error>) -> String {
    let mut text = format!("{}: {}", report::escaped(name), counts(stream, found, fault));
    for (lost, why) in &found.damage {
        text += &format!("\n  lost: {}", damage(lost, why));
    }
    let more = found.places - found.damage.len() as u64;
    if more > 0 {
        text += &format!("\n  lost: {more} more places");
    }
    for note in notes(stream, found) {
        text += &format!("\n  note: {note}");
    }
    text + "\n"
}

/// `good: 102 bytes, 2 streams, 2 types, 5 values`.
fn counts(stream: &GobStream, found: &Found, fault: Option<&Error>) -> String {
    let parts = [count(stream.parts().into(), "stream"), count(found.types, "type"), count(found.values, "value")].join(", ");
    let (end, good) = (stream.offset(), stream.good());
    match fault {
        Some(_) if good == 0 => "bad: no value can be read".into(),
        Some(_) => format!("bad: good up to {good:#x} ({good}): {parts}"),
        None if found.places > 0 => format!("damaged: {}, {parts}; {} lost", count(end, "byte"), count(found.lost, "byte")),
        None if end == 0 => "empty".into(),
        None => format!("good: {}, {parts}", count(end, "byte")),
    }
}

fn damage(lost: &Lost, why: &Error) -> String {
    let bytes = count(lost.to - lost.from, "byte");
    let range = if lost.to > lost.from { format!(", {:#x} to {:#x}", lost.from, lost.to - 1) } else { String::new() };
    format!("{bytes}{range}: {why}")
}

/// What is odd, a line each.
fn notes(stream: &mut GobStream, found: &Found) -> Vec<String> {
    let mut lines: Vec<String> = second(stream).into_iter().collect();
    if let Some(notes) = stream.notes() {
        lines.extend(notes.iter().map(|(oddity, note)| {
            let (what, at) = (oddity.name(), note.first);
            let first = if note.count > 1 { "the first " } else { "" };
            format!("{what}: {}, {first}at {at:#x} ({at})", note.count)
        }));
    }
    let (strings, value) = found.not_utf8;
    let first = if strings > 1 { "the first " } else { "" };
    lines.extend((strings > 0).then(|| format!("strings that are not UTF-8: {strings}, {first}in value {value}")));
    lines.extend(found.gaps.note());
    lines.extend(unused(stream));
    lines
}

/// Ids that definitions refer to and that nothing defines, each with the first type that does; and those that were defined.
#[derive(Default)]
struct Gaps {
    open: BTreeMap<i32, String>,
    defined: BTreeSet<i32>,
}

impl Gaps {
    fn see(&mut self, ty: &Type) {
        self.defined.insert(ty.id());
        self.open.remove(&ty.id());
        for id in ty.references().filter(|id| types::builtin(*id).is_none() && !self.defined.contains(id)) {
            self.open.entry(id).or_insert_with(|| format!("{id} in {}", types::name(ty)));
        }
    }

    fn note(&self) -> Option<String> {
        let named: Vec<_> = self.open.values().take(NAMED).map(String::as_str).collect();
        let more = self.open.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };

        (!named.is_empty()).then(|| {
            format!(
                "ids that nothing defines: {}: {}{more}; Go refuses the values of such types",
                self.open.len(),
                named.join(", ")
            )
        })
    }
}

/// Streams that were appended.
fn second(stream: &GobStream) -> Option<String> {
    let at = stream.second_part()?;
    let go = "where Go says \"duplicate type received\"";
    Some(match stream.parts() {
        2 => format!("a second stream begins at {at:#x} ({at}), {go}"),
        n => format!("{} more streams begin, the first at {at:#x} ({at}), {go}", n - 1),
    })
}

/// Types that are defined for nothing.
fn unused(stream: &mut GobStream) -> Option<String> {
    let types = stream.unused_types();
    let named: Vec<String> = types.iter().take(NAMED).map(|ty| format!("{} ({})", ty.id(), types::whole(ty))).collect();
    let more = types.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!types.is_empty()).then(|| format!("unused types: {}: {}{more}", types.len(), named.join(", ")))
}
