//! What is made of values before they are written: one form for all that are equal, other names.

use super::source::{Schemas, Stop, Values};
use super::{From, Opts};
use crate::input::{Input, Source};
use crate::report::{self, Exit, Failure, Report, Told};
use clap::Args;
use gobstream::{Encoder, Text, Value};
use std::io::{self, Read};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Changes of values.
#[derive(Clone, Debug, Args)]
pub(super) struct Change {
    /// Sort the keys of maps, count ids from 64, leave out types that nothing uses and zeros: equal values become equal bytes
    #[arg(long, help_heading = "Output")]
    pub(super) canon: bool,
    /// Call a type in interfaces NEW that was registered as OLD, as in main.Point=shop.Point
    #[arg(long, value_name = "OLD=NEW", help_heading = "Output")]
    rename: Vec<Rename>,
}

/// The name of a type, and its new one.
#[derive(Clone, Debug)]
struct Rename {
    old: Text,
    new: Text,
    /// Something was called so.
    is_met: Arc<AtomicBool>,
}

impl FromStr for Rename {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = text.split_once('=').filter(|(old, new)| !old.is_empty() && !new.is_empty());
        let (old, new) = names.ok_or("expected OLD=NEW, as in main.Point=shop.Point")?;
        Ok(Rename { old: old.into(), new: new.into(), is_met: Arc::default() })
    }
}

/// Whether a value is of the kind of the basic type of this name, if it is one.
fn may_be_called(value: &Value, name: &str) -> bool {
    match name {
        "bool" => matches!(value, Value::Bool(_)),
        "int" | "int8" | "int16" | "int32" | "int64" => matches!(value, Value::Int(_)),
        "uint" | "uint8" | "uint16" | "uint32" | "uint64" | "uintptr" => matches!(value, Value::Uint(_)),
        "float32" | "float64" => matches!(value, Value::Float(_)),
        "complex64" | "complex128" => matches!(value, Value::Complex(..)),
        "string" => matches!(value, Value::String(_)),
        "[]uint8" => matches!(value, Value::Bytes(_)),
        _ => true,
    }
}

impl Change {
    /// Whether values stay as they are.
    pub(super) fn is_none(&self) -> bool {
        !self.canon && self.rename.is_empty()
    }

    /// Whether names are changed, which JSON need not say.
    pub(super) fn renames(&self) -> bool {
        !self.rename.is_empty()
    }

    /// Refuses two new names for one.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let twice = |(i, rename): (usize, &Rename)| self.rename[..i].iter().any(|other| other.old == rename.old);
        match self.rename.iter().enumerate().find(|one| twice(*one)) {
            Some((_, rename)) => {
                Err(Failure::usage(format!("--rename gives {} two names", rename.old.to_string_lossy()), "gob help canon"))
            }
            None => Ok(()),
        }
    }

    /// At the end: what was to be renamed and was not there.
    pub(super) fn warn_of_unmet(&self) {
        for rename in self.rename.iter().filter(|rename| !rename.is_met.load(Relaxed)) {
            let old = rename.old.to_string_lossy();
            report::warn(&format!("--rename {old}={}: no interface holds {old}", rename.new.to_string_lossy()), "usage");
        }
    }

    /// # Errors
    /// What is wrong with a new name.
    pub(super) fn apply(&self, value: &mut Value) -> Result<(), String> {
        let mut wrong = None;
        if !self.rename.is_empty() {
            value.rename(|held| {
                let rename = self.rename.iter().find(|rename| rename.old == *held.name())?;
                rename.is_met.store(true, Relaxed);
                if !may_be_called(held.value(), &rename.new.to_string_lossy()) {
                    let (old, new) = (rename.old.to_string_lossy(), rename.new.to_string_lossy());
                    wrong.get_or_insert(format!("--rename {old}={new}: Go itself calls another type {new}"));
                }
                Some(rename.new.clone())
            });
        }
        if self.canon {
            value.canonicalize();
        }
        wrong.map_or(Ok(()), Err)
    }
}

impl Opts {
    /// An input as gob with its changes: of JSON too, if its types are known.
    pub(super) fn remade(&self, source: &Source, schemas: &Schemas) -> Result<(Input, Report), Exit> {
        let (mut input, report) = self.common.open_input(source, self.from == Some(From::Json))?;
        let name = report.name.clone();
        let is_gob = self.from != Some(From::Json) && !super::source::looks_like_json(&mut input, &report)?;
        if is_gob && self.change.is_none() && self.only.is_none() {
            return Ok((input, report));
        }
        let values = Values::of(self, input, report, schemas)?;
        let gob = Remade { opts: self.clone(), values, kept: 0, encoder: Encoder::to_vec(), at: 0 };
        Ok((Input::made(Box::new(gob)), Report::new(name)))
    }
}

/// One stream of gob with each type once, made as it is read.
struct Remade {
    opts: Opts,
    values: Values,
    kept: u64,
    encoder: Encoder<Vec<u8>>,
    /// What of the encoder's bytes was read.
    at: usize,
}

impl Remade {
    /// Makes the bytes of the next value; `false` at the end. What is wrong is said here, where it stands.
    fn next(&mut self) -> Result<bool, Exit> {
        loop {
            match self.values.next_value() {
                Ok(Some(value)) if !self.opts.wants(&value) => {}
                Ok(Some(mut value)) => {
                    self.opts.change.apply(&mut value).map_err(|why| self.refused(&why))?;
                    self.kept += 1;
                    let written = self.encoder.encode_value(&value);
                    return written.map(|()| true).map_err(|error| self.values.report().error(error.text(), error.kind().code()));
                }
                Ok(None) => return self.end(),
                Err(stop) => self.fault(stop)?,
            }
        }
    }

    fn refused(&self, why: &str) -> Exit {
        self.values.report().error(why, "usage");
        Exit::Usage
    }

    fn end(&self) -> Result<bool, Exit> {
        self.values.warn();
        match &self.values {
            Values::Gob(opened) => {
                Some(opened.report.recovered(self.kept)).filter(|exit| *exit != Exit::Good).map_or(Ok(false), Err)
            }
            _ => Ok(false),
        }
    }

    fn fault(&mut self, stop: Stop) -> Result<(), Exit> {
        let stop = match (stop, &mut self.values) {
            (Stop::Gob(error), Values::Gob(opened)) if self.opts.common.recover => match opened.recover(&error) {
                Ok(lost) => {
                    opened.report.lost(&lost, &error);
                    return Ok(());
                }
                Err(other) => Stop::Gob(other),
            },
            (stop, _) => stop,
        };
        Err(self.values.fault(&stop, self.kept))
    }
}

impl Read for Remade {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.encoder.sink().len() {
            self.encoder.sink_mut().clear();
            self.at = 0;
            if !self.next().map_err(|exit| io::Error::other(Told(exit)))? {
                return Ok(0);
            }
        }
        let ready = &self.encoder.sink()[self.at..];
        let n = ready.len().min(buffer.len());
        buffer[..n].copy_from_slice(&ready[..n]);
        self.at += n;
        Ok(n)
    }
}
