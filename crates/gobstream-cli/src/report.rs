//! What is said on standard error, and the exit codes.

use crate::colour::{self, When};
use crate::common::GobStream;
use crate::foreign;
use crate::hints;
use crate::input::{Head, Input};
use crate::paint;
use crate::unwrap::Damage;
use crate::watch;
use anstyle::Style;
use gobstream::{Error, ErrorKind, Lost};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

/// How it went; the worst of all files counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Exit {
    Good = 0,
    /// The answer is no.
    No = 1,
    /// The flags, or what they ask for.
    Usage = 2,
    BadInput = 3,
    Io = 4,
    Interrupted = 130,
}

impl Exit {
    pub(crate) fn number(self) -> u8 {
        self as u8
    }

    pub(crate) fn code(self) -> ExitCode {
        ExitCode::from(self.number())
    }
}

/// Why the whole run ends.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The output cannot be written.
    Output(io::Error),
    /// What is asked for cannot be done: what is wrong, its code, and what to do.
    Request { text: String, code: &'static str, hint: String },
}

impl Failure {
    pub(crate) fn output(error: impl Into<io::Error>) -> Self {
        Failure::Output(error.into())
    }

    /// JSON cannot be written.
    pub(crate) fn json(error: gobstream_json::Error) -> Self {
        match error {
            gobstream_json::Error::Json(error) => Failure::output(error),
            other => Failure::output(io::Error::other(other)),
        }
    }

    /// Flags or words that mean nothing here.
    pub(crate) fn usage(text: impl Into<String>, hint: impl Into<String>) -> Self {
        Failure::Request { text: text.into(), code: "usage", hint: hint.into() }
    }
}

/// The end of a run that cannot go on. A reader that has seen enough is no failure.
pub(crate) fn failed(failure: Failure) -> ExitCode {
    match failure {
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Good,
        Failure::Output(error) => {
            say(&[format!("gob: cannot write: {error} [io]")]);
            Exit::Io
        }
        Failure::Request { text, code, hint } => {
            let hint = (!hint.is_empty()).then(|| format!("  hint: {hint}"));
            say(&[format!("gob: {text} [{code}]")].into_iter().chain(hint).collect::<Vec<_>>());
            Exit::Usage
        }
    }
    .code()
}

/// How to talk.
#[derive(Clone, Copy, Debug)]
struct Talk {
    quiet: bool,
    colours: bool,
}

static TALK: OnceLock<Talk> = OnceLock::new();

/// Sets once how to talk, for the one process.
pub(crate) fn set_talk(quiet: bool, when: When) {
    let colours = colour::wanted(when, io::stderr().is_terminal());
    let _ = TALK.set(Talk { quiet, colours });
}

fn talk() -> Talk {
    *TALK.get_or_init(|| Talk { quiet: false, colours: colour::wanted(When::Auto, io::stderr().is_terminal()) })
}

/// Writes lines to standard error. If that fails there is nobody left to tell.
fn say(lines: &[String]) {
    watch::clear();
    let mut text = String::new();
    if io::stderr().is_terminal() && paint::leaves_line() {
        text.push('\n');
    }
    for line in lines {
        push_line(&mut text, &escaped(line));
    }
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

fn push_line(text: &mut String, line: &str) {
    let is_soft = line.contains(": warning: ") || line.contains(": note: ");
    let style = match line.starts_with(' ') {
        true => colour::LABEL,
        false if is_soft => colour::WARN,
        false => colour::BAD,
    };
    let style = if talk().colours { style } else { Style::new() };
    let (label, rest) = line.split_at(line.find(':').map_or(0, |i| i + 1));
    text.push_str(&format!("{style}{label}{style:#}{rest}\n"));
}

/// Text without characters that could steer a terminal.
pub(crate) fn escaped(text: &str) -> String {
    let steers =
        |c: char| c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().map(|c| if steers(c) { c.escape_unicode().to_string() } else { c.into() }).collect()
}

/// What may help on a terminal, where nothing is wrong.
pub(crate) fn advise(text: &str) {
    if !talk().quiet && io::stderr().is_terminal() {
        say(&[format!("  hint: {text}")]);
    }
}

/// Says where the reading was stopped.
pub(crate) fn interrupted(name: &str, good: u64) {
    say(&[format!("gob: {name}: interrupted; all up to {good:#x} ({good}) was read")]);
}

/// `1 value`, `2 values`.
pub(crate) fn count(n: u64, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// Speaks about one input.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) name: String,
    head: Head,
    /// What `--recover` passed over: stretches and bytes.
    lost: (u64, u64),
    /// What is counted.
    pub(crate) unit: &'static str,
}

impl Report {
    pub(crate) fn new(name: String) -> Self {
        Report { name, head: Head::default(), lost: (0, 0), unit: "value" }
    }

    /// The input is open; on a terminal it is told what came off.
    pub(crate) fn opened(&mut self, input: &Input) {
        self.head = input.head();
        let names: Vec<_> = input.wrappers().iter().map(|w| w.label()).collect();
        if !names.is_empty() && io::stderr().is_terminal() {
            self.note(&format!("{} taken off; bytes are counted inside", names.join(", ")));
        }
    }

    /// The input cannot be opened.
    pub(crate) fn cannot_read(&self, error: &io::Error) -> Exit {
        if watch::is_stopped() {
            return Exit::Interrupted;
        }
        if let Some(damage) = Damage::of(error) {
            say(&[format!("gob: {}: {damage} [{}]", self.name, damage.code)]);
            return Exit::BadInput;
        }
        let mut lines = vec![format!("gob: {}: cannot read: {error} [io]", self.name)];
        lines.extend(hints::not_found(&self.name, error).map(|hint| format!("  hint: {hint}")));
        say(&lines);
        Exit::Io
    }

    /// Something that is worth knowing and no fault.
    pub(crate) fn note(&self, text: &str) {
        if !talk().quiet {
            say(&[format!("gob: {}: note: {text}", self.name)]);
        }
    }

    /// Something that the output does not say in full.
    pub(crate) fn warn(&self, text: &str, code: &str) {
        if !talk().quiet {
            say(&[format!("gob: {}: warning: {text} [{code}]", self.name)]);
        }
    }

    /// An error of this input that has a code.
    pub(crate) fn error(&self, text: &str, code: &str) -> Exit {
        say(&[format!("gob: {}: {text} [{code}]", self.name)]);
        Exit::BadInput
    }

    /// Strings that JSON could not hold as they were.
    pub(crate) fn not_utf8(&self, n: u64, value: u64, path: &str) {
        let (strings, whose, first) = match n {
            1 => ("1 string is".into(), "its", ""),
            n => (format!("{n} strings are"), "their", "the first in "),
        };
        let path = if path.is_empty() { String::new() } else { format!(", {path}") };
        let text = format!("{strings} not UTF-8, shown with U+FFFD: {first}value {value}{path}; --typed keeps {whose} bytes");
        self.warn(&text, "bad-utf8");
    }

    /// A fault in the stream; `kept`: values that stand before it; `whole`: no part of the value that it stands in was printed.
    pub(crate) fn fault(&self, error: &Error, stream: &GobStream, kept: u64, whole: bool) -> Exit {
        if watch::is_stopped() {
            return Exit::Interrupted;
        }
        if let Some(what) = self.foreign(error, stream) {
            return self.error(&format!("at 0x0 (0): {what}, not a Go gob"), "not-gob");
        }
        let damage = error.io_error().and_then(Damage::of);
        let first = damage.map_or_else(|| error.to_string(), |damage| format!("{damage} [{}]", damage.code));
        let mut lines = vec![format!("gob: {}: {first}", self.name)];
        lines.extend(self.kept(stream.good(), kept, whole));
        lines.extend(error.go_text().map(|go| format!("  Go: {go}")));
        lines.extend(hints::hint(error, &self.name).map(|hint| format!("  hint: {hint}")));
        say(&lines);
        if error.kind() == ErrorKind::Io && damage.is_none() { Exit::Io } else { Exit::BadInput }
    }

    /// Whether the input is something else than gob, so that there is nothing to recover.
    pub(crate) fn is_foreign(&self, error: &Error, stream: &GobStream) -> bool {
        self.foreign(error, stream).is_some()
    }

    /// What the input is, if it is no gob from its first byte on.
    fn foreign(&self, error: &Error, stream: &GobStream) -> Option<String> {
        let is_first = stream.good() == 0 && error.message() <= 1 && error.kind() != ErrorKind::Io;
        is_first.then(|| foreign::recognise(&self.head.bytes())).flatten()
    }

    /// A stretch that `--recover` passed over, because of `error`.
    pub(crate) fn lost(&mut self, lost: &Lost, error: &Error) {
        let Lost { from, to, is_end, .. } = *lost;
        let bytes = to.saturating_sub(from);
        self.lost = (self.lost.0 + 1, self.lost.1 + bytes);
        let end = if is_end { "the end".into() } else { format!("{:#x}", to.saturating_sub(1)) };
        let message = if error.message() > 0 { format!(" in message {}", error.message()) } else { String::new() };
        let text = format!("at {from:#x} ({from}){message}: lost {}, to {end}; {}", count(bytes, "byte"), error.text());
        self.error(&text, error.kind().code());
    }

    /// Whether `--recover` passed over anything.
    pub(crate) fn has_lost(&self) -> bool {
        self.lost.0 > 0
    }

    /// The end of an input that `--recover` read: how much was lost, if anything.
    pub(crate) fn recovered(&self, kept: u64) -> Exit {
        let (places, bytes) = self.lost;
        if places == 0 {
            return Exit::Good;
        }
        let text = format!("lost {} in {}; {} kept", count(bytes, "byte"), count(places, "place"), count(kept, self.unit));
        say(&[format!("gob: {}: {text}", self.name)]);
        Exit::BadInput
    }

    /// What stands before the fault.
    fn kept(&self, good: u64, n: u64, whole: bool) -> Option<String> {
        let part = if whole { String::new() } else { format!("; the last {} printed is incomplete", self.unit) };
        let kept = count(n, self.unit);
        (n > 0 || !whole).then(|| format!("  kept: {kept}, good up to {good:#x} ({good}){part}"))
    }
}
