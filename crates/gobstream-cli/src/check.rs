//! `gob check`: whether files are sound, and what is odd about them.

use crate::common::{Common, GobStream, Opened};
use crate::input::Source;
use crate::output::{Dest, Output};
use crate::report::{Exit, Failure, count};
use crate::watch;
use clap::Args;
use gobstream::{Error, ErrorKind, Event, Lost, Options};
use std::io::Write;
use std::path::PathBuf;

/// Unused types that are named.
const NAMED: usize = 3;

/// Read all, and say what is wrong or odd.
#[derive(Debug, Args)]
pub(crate) struct Opts {
    /// Gob files; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    common: Common,
}

impl Opts {
    /// Checks all files; the worst outcome counts.
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        self.common.begin();
        let mut out = self.output.open(&self.common)?;
        let mut exit = Exit::Good;
        for source in Source::all(&self.files) {
            if exit < Exit::Interrupted {
                exit = exit.max(self.file(&source, &mut out)?);
            }
        }
        if exit != Exit::Interrupted {
            out.finish()?;
        }
        Ok(exit)
    }

    fn file(&self, source: &Source, out: &mut Dest) -> Result<Exit, Failure> {
        let options = Options { notes: true, definitions: true, ..self.common.options() };
        let Opened { mut stream, report } = match self.common.open(source, options) {
            Ok(opened) => opened,
            Err(exit) => return Ok(exit),
        };
        let mut found = Found::default();
        let end = self.read(&mut stream, &mut found);
        if watch::is_stopped() {
            return Ok(Exit::Interrupted);
        }
        if let Err(error) = &end
            && report.is_foreign(error, &stream)
        {
            return Ok(report.fault(error, &stream, 0, true));
        }
        let lines = verdict(&source.name(), &mut stream, &found, end.as_ref().err());
        out.write_all(lines.as_bytes()).map_err(Failure::output)?;
        Ok(match end {
            Err(error) => report.fault(&error, &stream, found.values, true),
            Ok(()) if found.damage.is_empty() => Exit::Good,
            Ok(()) => Exit::BadInput,
        })
    }

    /// Reads to the end, or to the fault that ends the reading.
    fn read(&self, stream: &mut GobStream, found: &mut Found) -> gobstream::Result<()> {
        loop {
            match found.read(stream) {
                Err(error) if self.common.recover && error.kind() != ErrorKind::Io && is_gob(stream) => {
                    let lost = stream.recover()?;
                    found.damage.push((lost, error));
                }
                result => return result,
            }
        }
    }
}

/// Whether anything was whole so far.
fn is_gob(stream: &GobStream) -> bool {
    stream.good() > 0 || stream.types() > 0
}

/// What is in a stream.
#[derive(Debug, Default)]
struct Found {
    types: u64,
    values: u64,
    damage: Vec<(Lost, Error)>,
}

impl Found {
    fn read(&mut self, stream: &mut GobStream) -> gobstream::Result<()> {
        while let Some(event) = stream.next_event()? {
            match event {
                Event::Definition(_) => self.types += 1,
                Event::Done => {
                    self.values += 1;
                    watch::value(stream.good());
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn lost(&self) -> u64 {
        self.damage.iter().map(|(lost, _)| lost.to - lost.from).sum()
    }
}

/// The line of a file, and its notes.
fn verdict(name: &str, stream: &mut GobStream, found: &Found, fault: Option<&Error>) -> String {
    let word = if fault.is_some() || !found.damage.is_empty() { "damaged" } else { "good" };
    let mut text = format!("{}: {word}: {}", crate::types::plain(name.as_bytes()), counts(stream, found, fault));
    for (lost, why) in &found.damage {
        text += &format!("\n  lost: {}", damage(lost, why));
    }
    for note in notes(stream) {
        text += &format!("\n  note: {note}");
    }
    text + "\n"
}

/// `102 bytes, 2 streams, 2 types, 5 values`.
fn counts(stream: &GobStream, found: &Found, fault: Option<&Error>) -> String {
    let (end, good) = (stream.offset(), stream.good());
    let bytes = match fault {
        Some(_) => format!("up to {good:#x} ({good})"),
        None => count(end, "byte"),
    };
    let parts = [count(stream.parts().into(), "stream"), count(found.types, "type"), count(found.values, "value")];
    let lost = if found.damage.is_empty() { String::new() } else { format!(", {} lost", count(found.lost(), "byte")) };
    format!("{bytes}, {}{lost}", parts.join(", "))
}

fn damage(lost: &Lost, why: &Error) -> String {
    let bytes = count(lost.to - lost.from, "byte");
    let range = if lost.to > lost.from { format!(", {:#x} to {:#x}", lost.from, lost.to - 1) } else { String::new() };
    format!("{bytes}{range}: {why}")
}

/// What is odd, a line each.
fn notes(stream: &mut GobStream) -> Vec<String> {
    let mut lines: Vec<String> = second(stream).into_iter().collect();
    if let Some(notes) = stream.notes() {
        lines.extend(notes.iter().map(|(oddity, note)| {
            let (what, at) = (oddity.name(), note.first);
            let first = if note.count > 1 { "the first " } else { "" };
            format!("{what}: {}, {first}at {at:#x} ({at})", note.count)
        }));
    }
    lines.extend(unused(stream));
    lines
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
    let named: Vec<String> = types.iter().take(NAMED).map(|ty| format!("{} ({})", ty.id(), crate::types::whole(ty))).collect();
    let more = types.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!types.is_empty()).then(|| format!("unused types: {}: {}{more}", types.len(), named.join(", ")))
}
