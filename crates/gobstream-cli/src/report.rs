//! What is said on standard error, and the exit codes.

use crate::colour::{self, When};
use crate::common::GobStream;
use crate::foreign;
use crate::hints;
use crate::input::{Head, Input};
use crate::jobs;
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
pub(crate) enum Exit {
    Good,
    /// The answer is no.
    No,
    /// The flags, or what they ask for.
    Usage,
    BadInput,
    Io,
    /// A filter ended the run with this code.
    Halted(u8),
    Interrupted,
}

impl Exit {
    pub(crate) fn number(self) -> u8 {
        match self {
            Exit::Good => 0,
            Exit::No => 1,
            Exit::Usage => 2,
            Exit::BadInput => 3,
            Exit::Io => 4,
            Exit::Halted(code) => code,
            Exit::Interrupted => 130,
        }
    }

    /// The end that a filter asks for.
    pub(crate) fn halted(code: u8) -> Self {
        if code == 0 { Exit::Good } else { Exit::Halted(code) }
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
    /// It has been said what is wrong.
    Said(Exit),
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

/// An input ends for a reason that was said already.
#[derive(Debug)]
pub(crate) struct Told(pub(crate) Exit);

impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ended")
    }
}

impl std::error::Error for Told {}

/// The end of a run that cannot go on. A reader that has seen enough is no failure.
pub(crate) fn failed(failure: Failure) -> Exit {
    match failure {
        Failure::Said(exit) => exit,
        Failure::Output(_) if watch::is_stopped() => Exit::Interrupted,
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Good,
        // One file of several that are written one behind the other.
        Failure::Output(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            say(&[format!("gob: {error}: exists [exists]"), "  hint: --force replaces it".into()]);
            Exit::Usage
        }
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
}

/// How errors, warnings and notes are said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Form {
    /// A line, and lines of what helps
    #[default]
    Text,
    /// An object a line
    Json,
}

/// How to talk.
#[derive(Clone, Copy, Debug)]
struct Talk {
    quiet: bool,
    colours: bool,
    form: Form,
}

static TALK: OnceLock<Talk> = OnceLock::new();

/// Sets once how to talk, for the one process.
pub(crate) fn set_talk(quiet: bool, when: When, form: Form) {
    let colours = colour::wanted(when, io::stderr().is_terminal());
    let _ = TALK.set(Talk { quiet, colours, form });
}

fn talk() -> Talk {
    *TALK.get_or_init(|| {
        // What is wrong with the flags themselves is said in the form that they ask for.
        let form = if asks_for_json() { Form::Json } else { Form::Text };
        Talk { quiet: false, colours: colour::wanted(When::Auto, io::stderr().is_terminal()), form }
    })
}

/// Whether the arguments ask for errors as JSON, be they right or not.
fn asks_for_json() -> bool {
    let args: Vec<_> = std::env::args_os().collect();
    args.iter().any(|arg| arg == "--errors=json") || args.windows(2).any(|pair| pair[0] == "--errors" && pair[1] == "json")
}

/// Writes lines to standard error. If that fails there is nobody left to tell.
fn say(lines: &[String]) {
    say_of(lines, "", None);
}

/// The same, of a file and of a fault in it.
fn say_of(lines: &[String], file: &str, fault: Option<&Error>) {
    let mut text = String::new();
    if talk().form == Form::Json {
        text = object(lines, file, fault).unwrap_or_default();
    } else {
        if io::stderr().is_terminal() && paint::leaves_line() {
            text.push('\n');
        }
        lines.iter().for_each(|line| push_line(&mut text, &escaped(line)));
    }
    if !jobs::holds(&text) {
        write(&text);
    }
}

/// Writes what a filter says: as it is, but for characters that could steer a terminal.
pub(crate) fn aside(text: &str) {
    if talk().form == Form::Json {
        return say(&[format!("note: {text}")]);
    }
    let text: String = text
        .split_inclusive(['\n', '\t'])
        .map(|part| match part.strip_suffix(['\n', '\t']) {
            Some(line) => escaped(line) + &part[line.len()..],
            None => escaped(part),
        })
        .collect();
    if !jobs::holds(&text) {
        write(&text);
    }
}

/// Writes what is to be said, in the place of the line of progress.
pub(crate) fn write(text: &str) {
    if !text.is_empty() {
        watch::clear();
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }
}

/// What is said as one object of JSON.
fn object(lines: &[String], file: &str, fault: Option<&Error>) -> jsonstream::Result<String> {
    let (first, rest) = lines.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    let first = first.trim_start().trim_start_matches("gob: ");
    let prefix = format!("{file}: ");
    let first = if file.is_empty() { first } else { first.strip_prefix(&prefix).unwrap_or(first) };
    let is_code =
        |code: &&str| !code.is_empty() && code.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c.is_ascii_digit());
    let coded = first.strip_suffix(']').and_then(|text| text.rsplit_once(" ["));
    let (text, code) = coded.filter(|(_, code)| is_code(code)).map_or((first, ""), |(text, code)| (text, code));
    let levels = ["warning", "note", "hint", "error"];
    let found = levels.iter().find_map(|level| Some((*level, text.strip_prefix(level)?.strip_prefix(": ")?)));
    let (level, text) = found.unwrap_or(("error", text));
    let mut out = jsonstream::Writer::with_options(Vec::new(), &gobstream_json::write_options());
    out.begin_object()?;
    let strings = [("level", level), ("file", file), ("code", code), ("text", text)];
    for (key, value) in strings.into_iter().filter(|(_, value)| !value.is_empty()) {
        out.key(key)?;
        out.str(value)?;
    }
    if let Some(error) = fault {
        for (key, n) in [("at", error.offset()), ("message", error.message()), ("value", error.value())] {
            out.key(key)?;
            out.u64(n)?;
        }
        out.key("path")?;
        out.str(error.path())?;
    }
    for (key, value) in rest.iter().filter_map(|line| line.trim_start().split_once(": ")) {
        out.key(&key.to_lowercase())?;
        out.str(value)?;
    }
    out.end_object()?;
    Ok(String::from_utf8_lossy(&out.finish()?).into_owned())
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

/// Something that was asked for and met nothing in all the input.
pub(crate) fn warn(text: &str, code: &str) {
    if !talk().quiet {
        say(&[format!("gob: warning: {text} [{code}]")]);
    }
}

/// Says where the reading was stopped: behind which byte no value was whole, and how many bytes of the file were read.
pub(crate) fn interrupted(name: &str, good: u64, bytes: u64) {
    let part = if bytes.saturating_sub(good) > AHEAD { format!(", and {bytes} bytes in all") } else { String::new() };
    say(&[format!("gob: {name}: interrupted; all up to {good:#x} ({good}) was read{part}")]);
}

/// Bytes that may be read ahead of a value.
const AHEAD: u64 = 1 << 20;

/// Says how many of many files were done when the work was stopped.
pub(crate) fn interrupted_among(done: u64, all: u64) {
    say(&[format!("gob: interrupted; {done} of {} done", count(all, "file"))]);
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

    fn say(&self, lines: &[String], fault: Option<&Error>) {
        say_of(lines, &self.name, fault);
    }

    /// The input is open; on a terminal it is told what came off.
    pub(crate) fn opened(&mut self, input: &Input) {
        self.head = input.head();
        let names: Vec<_> = input.wrappers().iter().map(|w| w.label()).collect();
        if !names.is_empty() {
            self.tell(&format!("{} taken off; bytes are counted inside", names.join(", ")));
        }
    }

    /// The input cannot be opened.
    pub(crate) fn cannot_read(&self, error: &io::Error) -> Exit {
        if watch::is_stopped() {
            return Exit::Interrupted;
        }
        if let Some(damage) = Damage::of(error) {
            self.say(&[format!("gob: {}: {damage} [{}]", self.name, damage.code)], None);
            return Exit::BadInput;
        }
        let mut lines = vec![format!("gob: {}: cannot read: {error} [io]", self.name)];
        lines.extend(hints::not_found(&self.name, error).map(|hint| format!("  hint: {hint}")));
        self.say(&lines, None);
        Exit::Io
    }

    /// How it went, where something was wrong.
    pub(crate) fn say_plain(&self, text: &str) {
        self.say(&[format!("gob: {}: {text}", self.name)], None);
    }

    /// How it went, where somebody looks.
    pub(crate) fn tell(&self, text: &str) {
        if io::stderr().is_terminal() {
            self.note(text);
        }
    }

    /// Something that is worth knowing and no fault.
    pub(crate) fn note(&self, text: &str) {
        if !talk().quiet {
            self.say(&[format!("gob: {}: note: {text}", self.name)], None);
        }
    }

    /// Something that the output does not say in full.
    pub(crate) fn warn(&self, text: &str, code: &str) {
        if !talk().quiet {
            self.say(&[format!("gob: {}: warning: {text} [{code}]", self.name)], None);
        }
    }

    /// An error of this input that has a code.
    pub(crate) fn error(&self, text: &str, code: &str) -> Exit {
        self.say(&[format!("gob: {}: {text} [{code}]", self.name)], None);
        Exit::BadInput
    }

    /// Something does not go into the types of a schema.
    pub(crate) fn misfit(&self, at: Option<u64>, text: &str, code: &str, go: &str) {
        let at = at.map_or_else(String::new, |at| format!("at {at:#x} ({at}): "));
        let mut lines = vec![format!("gob: {}: {at}{text} [{code}]", self.name)];
        lines.extend((!go.is_empty()).then(|| format!("  Go: {go}")));
        self.say(&lines, None);
    }

    /// What a filter made of a value does not fit its type.
    pub(crate) fn bad_edit(&self, n: u64, misfit: &gobstream_json::Misfit) -> Exit {
        let path = if misfit.path().is_empty() { String::new() } else { format!(", {}", misfit.path()) };
        self.error(&format!("value {n}{path}: {}", misfit.text()), misfit.code())
    }

    /// JSON that gob cannot be made of.
    pub(crate) fn bad_json(&self, misfit: &gobstream_json::Misfit) -> Exit {
        if watch::is_stopped() {
            return Exit::Interrupted;
        }
        let hint = hints::misfit(misfit).map(|hint| format!("  hint: {hint}"));
        self.say(&[format!("gob: {}: {misfit}", self.name)].into_iter().chain(hint).collect::<Vec<_>>(), None);
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
        if let Some(Told(exit)) = error.io_error().and_then(io::Error::get_ref).and_then(|inner| inner.downcast_ref()) {
            return *exit;
        }
        if let Some(what) = self.foreign(error, stream) {
            return self.error(&format!("at 0x0 (0): {what}, not a Go gob"), "not-gob");
        }
        let damage = error.io_error().and_then(Damage::of);
        let first = damage.map_or_else(|| error.to_string(), |damage| format!("{damage} [{}]", damage.code));
        let mut lines = vec![format!("gob: {}: {first}", self.name)];
        lines.extend(self.kept(stream.good(), kept, whole));
        lines.extend(error.go_text().map(|go| format!("  Go: {go}")));
        lines.extend(hints::hint(error, &self.name, stream.good()).map(|hint| format!("  hint: {hint}")));
        self.say(&lines, Some(error));
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
        self.say_plain(&text);
        Exit::BadInput
    }

    /// What stands before the fault.
    fn kept(&self, good: u64, n: u64, whole: bool) -> Option<String> {
        let part = if whole { String::new() } else { format!("; the last {} printed is incomplete", self.unit) };
        let kept = count(n, self.unit);
        (n > 0 || !whole).then(|| format!("  kept: {kept}, good up to {good:#x} ({good}){part}"))
    }
}
