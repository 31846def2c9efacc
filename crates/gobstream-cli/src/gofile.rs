//! Files of Go source, the types of which are taken.

use crate::report::{Failure, Report};
use gobstream::{Error, GoSource};
use std::path::Path;

/// Whether a file is Go source by its name.
pub(crate) fn is_one(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "go")
}

/// Its text, without a BOM in front, as Go takes it.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let text = std::fs::read_to_string(path).map(|text| text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text));
    text.map_err(|error| Failure::Said(Report::new(path.display().to_string()).cannot_read(&error)))
}

pub(crate) fn parse(path: &Path, text: &str) -> Result<GoSource, Failure> {
    GoSource::parse(text).map_err(|error| bad(path, text, &error))
}

/// What is wrong with a file, and in which line.
#[cold]
pub(crate) fn bad(path: &Path, text: &str, error: &Error) -> Failure {
    let place = usize::try_from(error.offset()).ok().filter(|at| *at > 0).and_then(|at| text.get(..at));
    let line = place.map_or_else(String::new, |before| format!(":{}", before.matches('\n').count() + 1));
    Failure::usage(format!("{}{line}: {}", path.display(), error.text()), "")
}
