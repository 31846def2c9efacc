//! `--verify`: the output, read back before it gets its name.

use super::Opts;
use super::source::{Schemas, Values};
use crate::common::{Common, Opened};
use crate::input::Source;
use crate::output::Dest;
use crate::report::{Exit, Failure, Report};
use gobstream::{Item, Options, Stream, Value};
use gobstream_json::{FromPlain, FromTyped, Picture, Schema, read_options};
use jsonstream::{Io, Window};
use std::fs::File;

/// Ends the output if what was read back of it is as it should be.
pub(super) fn ended(exit: Exit, dest: Dest, check: impl FnOnce(File) -> Exit) -> Result<Exit, Failure> {
    if exit != Exit::Good {
        return super::finish(exit, dest, None);
    }
    match check(dest.read_back().map_err(Failure::output)?) {
        Exit::Good => super::finish(exit, dest, None),
        bad => {
            dest.discard();
            Ok(bad)
        }
    }
}

fn differs(report: &Report, n: u64, text: &str) -> Exit {
    report.error(&format!("value {n}: {text}; the output is not kept"), "differs")
}

/// Compares what an input says with what the output says, value by value.
struct Compare<F> {
    n: u64,
    found: F,
}

impl<F: FnMut() -> Result<Option<Value>, String>> Compare<F> {
    /// Takes in the next value of an input; says what is wrong, if anything.
    fn value(&mut self, expected: &Value, report: &Report) -> Option<Exit> {
        self.n += 1;
        match (self.found)() {
            Ok(Some(value)) if value.is_same(expected) => None,
            Ok(Some(_)) => Some(differs(report, self.n, "the output says another")),
            Ok(None) => Some(differs(report, self.n, "the output ends before it")),
            Err(error) => Some(differs(report, self.n, &format!("the output cannot be read back: {error}"))),
        }
    }
}

pub(super) fn gob(opts: &Opts, schemas: &Schemas, file: File) -> Exit {
    let mut output = Stream::from_reader_with(file, Options::new().limits(opts.options().limits));
    let mut compare = Compare { n: 0, found: || output.next_value().map_err(|error| error.to_string()) };
    for source in opts.sources() {
        let mut values = match Values::open(opts, &source, schemas) {
            Ok(values) => values,
            Err(exit) => return exit,
        };
        loop {
            let expected = match values.next_value() {
                Ok(Some(value)) if !opts.wants(&value) => continue,
                Ok(Some(mut value)) => {
                    if let Err(why) = opts.change.apply(&mut value) {
                        return values.report().error(&why, "usage").min(Exit::Usage);
                    }
                    value
                }
                Ok(None) if values.has_halted() => return Exit::Good,
                Ok(None) => break,
                Err(stop) => return values.fault(&stop, compare.n),
            };
            if let Some(exit) = compare.value(&expected, values.report()) {
                return exit;
            }
        }
    }
    Exit::Good
}

/// Compares JSON with its files: the typed form as it is, a picture read with the types of each file.
pub(super) fn json(sources: &[Source], file: File, picture: Option<Picture>, options: &Options, common: &Common) -> Exit {
    let mut json = jsonstream::Reader::from_io_with(file, &read_options());
    let mut typed = FromTyped::new(options.limits.clone());
    for source in sources {
        let mut plain = match picture.map(|picture| plain(source, picture, options, common)).transpose() {
            Ok(plain) => plain,
            Err(exit) => return exit,
        };
        let found = || match &mut plain {
            Some(plain) => plain.next_value(&mut json).map_err(|error| error.to_string()),
            None => typed_value(&mut typed, &mut json),
        };
        let mut compare = Compare { n: 0, found };
        let mut opened = match common.open(source, options.clone()) {
            Ok(opened) => opened,
            Err(exit) => return exit,
        };
        let Opened { stream, report } = &mut opened;
        loop {
            let exit = match stream.next_value() {
                Ok(Some(value)) => compare.value(&value, report),
                Ok(None) => break,
                Err(error) => Some(report.fault(&error, stream, compare.n, true)),
            };
            if let Some(exit) = exit {
                return exit;
            }
        }
    }
    Exit::Good
}

/// The next value of the typed form.
fn typed_value(typed: &mut FromTyped, json: &mut jsonstream::Reader<Window<Io<File>>>) -> Result<Option<Value>, String> {
    loop {
        let Some(line) = typed.next_line(json).map_err(|error| error.to_string())? else { return Ok(None) };
        if let Some(Item::Value(value)) = line.into_item() {
            return Ok(Some(value));
        }
    }
}

fn plain(source: &Source, picture: Picture, options: &Options, common: &Common) -> Result<FromPlain, Exit> {
    let mut opened = common.open(source, options.clone())?;
    let Opened { stream, report } = &mut opened;
    let made = Schema::of(stream).and_then(|schema| FromPlain::new(schema, picture, options.limits.clone()));
    made.map_err(|error| report.error(&error.to_string(), error.code()))
}
