//! `gob check`: whether files are sound, and what is odd about them.

use crate::input::Source;
use crate::report::{Exit, Failure, Report};
use crate::rewind::{self, Rewindable};
use clap::Args;
use gobstream::{Error, ErrorKind, Event, Lost, Options, Reader, Reading, Stream};
use std::io::{self, Write};
use std::path::PathBuf;

/// A stream that can be read on behind damage.
type Input = Stream<Reader<Rewindable>>;

/// Unused types that are named.
const NAMED: usize = 3;

/// Read all, and say what is wrong or odd.
#[derive(Debug, Args)]
pub(crate) struct Opts {
    /// Gob files; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Accept only what one Go Encoder writes: oddities are errors
    #[arg(long)]
    strict: bool,
    /// Read on behind damage, and list it all
    #[arg(long)]
    recover: bool,
}

impl Opts {
    /// Checks all files; the worst outcome counts.
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let mut exit = Exit::Good;
        for source in Source::all(&self.files) {
            exit = exit.max(self.file(&source).map_err(Failure::output)?);
        }
        Ok(exit)
    }

    fn file(&self, source: &Source) -> io::Result<Exit> {
        let report = Report::new(source.name());
        let input = match rewind::open(source) {
            Ok(input) => input,
            Err(error) => return Ok(report.cannot_read(&error)),
        };
        let mut stream = Stream::from_reader_with(input, self.options());
        let mut found = Found::default();
        let end = self.read(&mut stream, &mut found);
        let mut out = io::stdout().lock();
        let lines = verdict(&source.name(), &mut stream, &found, end.as_ref().err());
        out.write_all(lines.as_bytes())?;
        out.flush()?;
        Ok(match end {
            Err(error) => {
                let head = head(&mut stream);
                report.fault(&error, &stream, true, &head)
            }
            Ok(()) if found.damage.is_empty() => Exit::Good,
            Ok(()) => Exit::BadInput,
        })
    }

    fn options(&self) -> Options {
        let reading = if self.strict { Reading::Strict } else { Reading::Lenient };
        Options { notes: true, definitions: true, stray: !self.recover, ..Options::new().reading(reading) }
    }

    /// Reads to the end, or to the fault that ends the reading.
    fn read(&self, stream: &mut Input, found: &mut Found) -> gobstream::Result<()> {
        loop {
            match found.read(stream) {
                Err(error) if self.recover && error.kind() != ErrorKind::Io && is_gob(stream) => {
                    let lost = stream.recover()?;
                    found.damage.push((lost, error));
                }
                result => return result,
            }
        }
    }
}

/// Whether anything was whole so far.
fn is_gob(stream: &Input) -> bool {
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
    fn read(&mut self, stream: &mut Input) -> gobstream::Result<()> {
        while let Some(event) = stream.next_event()? {
            match event {
                Event::Definition(_) => self.types += 1,
                Event::Done => self.values += 1,
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
fn verdict(name: &str, stream: &mut Input, found: &Found, fault: Option<&Error>) -> String {
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
fn counts(stream: &Input, found: &Found, fault: Option<&Error>) -> String {
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
fn notes(stream: &mut Input) -> Vec<String> {
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
fn second(stream: &Input) -> Option<String> {
    let at = stream.second_part()?;
    let go = "where Go says \"duplicate type received\"";
    Some(match stream.parts() {
        2 => format!("a second stream begins at {at:#x} ({at}), {go}"),
        n => format!("{} more streams begin, the first at {at:#x} ({at}), {go}", n - 1),
    })
}

/// Types that are defined for nothing.
fn unused(stream: &mut Input) -> Option<String> {
    let types = stream.unused_types();
    let named: Vec<String> = types.iter().take(NAMED).map(|ty| format!("{} ({})", ty.id(), crate::types::whole(ty))).collect();
    let more = types.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!types.is_empty()).then(|| format!("unused types: {}: {}{more}", types.len(), named.join(", ")))
}

/// The first bytes of the input, to say what it is if it is no gob.
fn head(stream: &mut Input) -> Vec<u8> {
    let mut head = vec![0; 64];
    let n = stream.look(0, &mut head).unwrap_or(0);
    head.truncate(n);
    head
}

/// `1 byte`, `2 bytes`.
fn count(n: u64, what: &str) -> String {
    crate::explain::count(n, what)
}
