//! Output in several files, one behind the other.

use super::{Dest, End, Output};
use crate::common::Common;
use crate::limits;
use crate::report::{Failure, Told};
use std::cell::Cell;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What stands in the name for the number of the file.
const NUMBER: &str = "{}";

/// How much a file holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Split {
    Values(u64),
    /// Up to the value with which there are so many.
    Bytes(u64),
}

impl FromStr for Split {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_size = text.ends_with('B');
        match limits::size(text)? {
            0 => Err("expected a number of values or a size, as in 1000 or 64MiB".into()),
            n if is_size => Ok(Split::Bytes(n)),
            n => Ok(Split::Values(n)),
        }
    }
}

/// The file that is being written, of several.
#[derive(Debug)]
pub(super) struct Parts {
    output: Output,
    pattern: PathBuf,
    split: Split,
    /// Its number, from 1.
    n: u64,
    values: Cell<u64>,
    bytes: u64,
    /// Its bytes when the last value ended.
    ended: Cell<u64>,
    is_full: Cell<bool>,
}

impl Parts {
    fn path(&self) -> PathBuf {
        // All numbers have so many digits that their names are in order.
        self.pattern.to_string_lossy().replace(NUMBER, &format!("{:06}", self.n)).into()
    }
}

impl Output {
    /// The same in several files.
    pub(crate) fn split(&self, split: Split) -> Result<Output, Failure> {
        match self.path() {
            Some(path) if path.to_string_lossy().contains(NUMBER) => Ok(Output { split: Some(split), ..self.clone() }),
            _ => Err(Failure::usage("--split needs a name with {} in it, for the number", "-o 'part-{}.gob'")),
        }
    }

    pub(super) fn first_part(&self, pattern: &Path, split: Split, common: &Common) -> Result<Dest, Failure> {
        let output = Output { split: None, ..self.clone() };
        let (values, ended, is_full) = (Cell::new(0), Cell::new(0), Cell::new(false));
        let parts = Parts { output, pattern: pattern.into(), split, n: 1, values, bytes: 0, ended, is_full };
        let dest = parts.output.file(&parts.path(), common)?;
        Ok(Dest { parts: Some(parts), ..dest })
    }
}

impl Dest {
    /// Whether it is one of several files.
    pub(crate) fn is_part(&self) -> bool {
        self.parts.is_some()
    }

    /// Whether what comes goes to the next file.
    pub(crate) fn is_full(&self) -> bool {
        self.parts.as_ref().is_some_and(|parts| parts.is_full.get())
    }

    /// A value was written, if anything was.
    pub(crate) fn end_value(&self) {
        let Some(parts) = &self.parts else { return };
        if parts.ended.replace(parts.bytes) == parts.bytes {
            return;
        }
        parts.values.set(parts.values.get() + 1);
        parts.is_full.set(match parts.split {
            Split::Values(n) => parts.values.get() >= n,
            Split::Bytes(n) => parts.bytes >= n,
        });
    }

    /// Before bytes are written: begins the next file if this one is full.
    pub(super) fn next_part(&mut self, bytes: usize) -> io::Result<()> {
        let Some(parts) = &mut self.parts else { return Ok(()) };
        if parts.is_full.take() && bytes > 0 {
            parts.n += 1;
            (parts.values, parts.ended, parts.bytes) = (Cell::new(0), Cell::new(0), 0);
            std::mem::replace(&mut self.end, End::Named).finish().map_err(failed)?;
            self.end = parts.output.end(&parts.path()).map_err(failed)?;
        }
        parts.bytes += bytes as u64;
        Ok(())
    }
}

/// A failure as writers know it.
#[cold]
fn failed(failure: Failure) -> io::Error {
    match failure {
        Failure::Output(error) => error,
        Failure::Said(exit) => io::Error::other(Told(exit)),
        Failure::Request { text, .. } => {
            io::Error::new(io::ErrorKind::AlreadyExists, text.trim_end_matches(": exists").to_owned())
        }
    }
}
