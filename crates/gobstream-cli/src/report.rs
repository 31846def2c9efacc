//! What is said on standard error, and the exit codes.

use crate::foreign;
use gobstream::{Error, ErrorKind, Reader, Stream};
use std::io::{self, Write};
use std::process::ExitCode;

/// How it went; the worst of all files counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    Good,
    BadInput,
    Io,
}

impl Exit {
    /// 0 good, 3 bad input, 4 cannot read or write; 2, a wrong request, is said by the parser of arguments.
    pub(crate) fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Exit::Good => 0,
            Exit::BadInput => 3,
            Exit::Io => 4,
        })
    }
}

/// Why the whole run ends: the output cannot be written.
#[derive(Debug)]
pub(crate) struct Failure(io::Error);

impl Failure {
    pub(crate) fn output(error: impl Into<io::Error>) -> Self {
        Failure(error.into())
    }
}

/// The end of a run whose output cannot be written. A reader that has seen enough is no failure.
pub(crate) fn failed(Failure(error): Failure) -> ExitCode {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Exit::Good.code();
    }
    say(&[format!("gob: cannot write: {error} [io]")]);
    Exit::Io.code()
}

/// Writes lines to standard error. If that fails there is nobody left to tell.
fn say(lines: &[String]) {
    let mut text = lines.join("\n");
    text.push('\n');
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Speaks about one input.
#[derive(Debug)]
pub(crate) struct Report {
    name: String,
}

impl Report {
    pub(crate) fn new(name: String) -> Self {
        Report { name }
    }

    /// The input cannot be opened.
    pub(crate) fn cannot_read(&self, error: &io::Error) -> Exit {
        say(&[format!("gob: {}: cannot read: {error} [io]", self.name)]);
        Exit::Io
    }

    /// Strings that JSON could not hold as they were.
    pub(crate) fn not_utf8(&self, n: u64, value: u64, path: &str) {
        let strings = if n == 1 { "1 string is".into() } else { format!("{n} strings are") };
        let path = if path.is_empty() { String::new() } else { format!(", {path}") };
        say(&[format!("gob: {}: warning: {strings} not UTF-8, shown with U+FFFD: value {value}{path} [bad-utf8]", self.name)]);
    }

    /// A fault in the stream; `whole`: no part of the value that it stands in was printed; `head`: the first bytes of the input.
    pub(crate) fn fault<R: io::Read>(&self, error: &Error, stream: &Stream<Reader<R>>, whole: bool, head: &[u8]) -> Exit {
        let foreign = foreign::recognise(head).filter(|_| stream.good() == 0 && error.message() <= 1);
        if let Some(what) = foreign {
            say(&[format!("gob: {}: at 0x0 (0): {what}, not a Go gob [not-gob]", self.name)]);
            return Exit::BadInput;
        }
        let mut lines = vec![format!("gob: {}: {error}", self.name)];
        lines.extend(kept(error, stream, whole));
        lines.extend(error.go_text().map(|go| format!("  Go: {go}")));
        lines.extend(hint(error).map(|hint| format!("  hint: {hint}")));
        say(&lines);
        if error.kind() == ErrorKind::Io { Exit::Io } else { Exit::BadInput }
    }
}

/// What stands before the fault.
fn kept<R: io::Read>(error: &Error, stream: &Stream<Reader<R>>, whole: bool) -> Option<String> {
    let n = stream.values() - u64::from(error.value() > 0);
    let good = stream.good();
    let part = if whole { "" } else { "; the last value printed is incomplete" };
    let values = if n == 1 { "1 value".into() } else { format!("{n} values") };
    (n > 0 || !whole).then(|| format!("  kept: {values}, good up to {good:#x} ({good}){part}"))
}

/// What to do about it.
fn hint(error: &Error) -> Option<&'static str> {
    Some(match error.kind() {
        ErrorKind::DuplicateType => "only --strict minds",
        ErrorKind::UnknownType => "the head of the stream, which defines the type, is missing",
        ErrorKind::TooBig if error.go_text().is_some() => "a length like this is mostly damage",
        ErrorKind::NotGob => "nothing before it is gob either: encrypted, or in an unknown wrapper?",
        _ => return None,
    })
}
