//! The values of an input, whatever form it has.

use super::edit::Edit;
use super::{From, Opts};
use crate::common::Opened;
use crate::gofile;
use crate::input::{BOM, Input, Source};
use crate::report::{self, Exit, Failure, Report};
use gobstream::{Error as GobError, Item, Options, Stream};
use gobstream_json::{Error, FromPlain, FromTyped, Line, Misfit, Noted, Notes, Schema, Typed, read_options};
use jsonstream::{Io, Reader, Window};
use std::path::Path;

/// JSON out of any input.
pub(super) type Json = Reader<Window<Io<Input>>>;

/// The types of `--schema`, if it is given.
#[derive(Debug)]
pub(super) struct Schemas(Option<Schema>);

impl Schemas {
    pub(super) fn new(opts: &Opts) -> Result<Self, Failure> {
        let Some(path) = &opts.schema else { return Ok(Schemas(None)) };
        let schema = if gofile::is_one(path) { of_source(path, opts.only.as_deref()) } else { of_gob(path, opts) };
        schema.map(|schema| Schemas(Some(schema)))
    }
}

fn of_gob(path: &Path, opts: &Opts) -> Result<Schema, Failure> {
    let bad = |text: String| {
        Failure::usage(
            format!("{}: {text}", path.display()),
            "--schema takes a gob file, or Go source in a file whose name ends in .go",
        )
    };
    if opts.only.is_some() {
        return Err(Failure::usage("--type is for --schema FILE.go; a gob file says of which type its values are", ""));
    }
    let mut opened = opts.common.open(&Source::of(path), opts.options()).map_err(Failure::Said)?;
    Schema::of(&mut opened.stream).map_err(|error| bad(error.to_string()))
}

fn of_source(path: &Path, name: Option<&str>) -> Result<Schema, Failure> {
    let text = gofile::read(path)?;
    let source = gofile::parse(path, &text)?;
    let name = match (name, &source.roots()[..]) {
        (Some(name), _) => name.to_owned(),
        (None, [name]) => (*name).to_owned(),
        (None, []) => return Err(Failure::usage(format!("{} declares no type for values", path.display()), "--type NAME")),
        (None, several) => {
            let text = format!("{} declares several types that values may have: {}", path.display(), several.join(", "));
            return Err(Failure::usage(text, "--type NAME says which"));
        }
    };
    Schema::of_go(&text, &name).map_err(|error| match error {
        Error::Gob(error) => gofile::bad(path, &text, &error),
        error => Failure::usage(error.to_string(), ""),
    })
}

/// An input that is being read.
pub(super) enum Values {
    Gob(Box<Opened>),
    Typed(Box<FromTyped>, Json, Report),
    Plain(Box<FromPlain>, Json, Report),
    /// Gob or the typed form, through a filter.
    Edited(Box<Edit>),
}

/// Why the reading stops.
pub(super) enum Stop {
    /// A fault in a gob stream, with which one may go on behind it.
    Gob(GobError),
    /// A fault in JSON.
    Json(Box<Misfit>),
    Io(jsonstream::Error),
    /// A filter that fails, and where.
    Filter(String),
    /// What a filter made of the value of this number does not fit.
    Misfit(u64, Box<Misfit>),
}

impl std::convert::From<Error> for Stop {
    fn from(error: Error) -> Self {
        match error {
            Error::Gob(error) => Stop::Gob(error),
            Error::Misfit(misfit) => Stop::Json(misfit),
            Error::Json(error) => Stop::Io(error),
            other => Stop::Io(jsonstream::Error::sink(other.to_string())),
        }
    }
}

impl Values {
    /// Opens an input. Its first bytes say what it is, unless `--from` does.
    pub(super) fn open(opts: &Opts, source: &Source, schemas: &Schemas) -> Result<Self, Exit> {
        let (input, report) = opts.common.open_input(source, opts.from == Some(From::Json))?;
        Self::of(opts, input, report, schemas)
    }

    /// The same of an input that is open.
    pub(super) fn of(opts: &Opts, mut input: Input, report: Report, schemas: &Schemas) -> Result<Self, Exit> {
        let head = input.peek().map_err(|error| report.cannot_read(&error))?;
        let filter = opts.query.filter().map_err(report::failed)?;
        let is_json = opts.from.map_or_else(|| is_json(&head), |from| from == From::Json);
        let limits = opts.options().limits;
        if !is_json {
            return Ok(match filter {
                Some(filter) => {
                    let Options { definitions, notes, keep, .. } = Typed::options(limits.clone());
                    let options = Options { definitions, notes, keep, ..opts.options() };
                    let opened = Opened { stream: Stream::from_reader_with(input, options), report };
                    Values::Edited(Box::new(Edit::of_gob(filter, opened, limits)))
                }
                None => {
                    let options = Options { definitions: false, ..opts.options() };
                    Values::Gob(Box::new(Opened { stream: Stream::from_reader_with(input, options), report }))
                }
            });
        }
        let json = Reader::from_io_with(input, &read_options());
        if is_typed(&head) {
            return Ok(match filter {
                Some(filter) => Values::Edited(Box::new(Edit::of_json(filter, json, report, limits))),
                None => Values::Typed(Box::new(FromTyped::new(limits)), json, report),
            });
        }
        if filter.is_some() {
            report.error("a filter edits gob and the typed form; for plain JSON there is jq", "usage");
            return Err(Exit::Usage);
        }
        let Some(schema) = schemas.0.clone() else {
            let text = "plain JSON does not say its types; --schema FILE takes those of a gob file or of Go source, and the typed form brings its own";
            report.error(text, "usage");
            return Err(Exit::Usage);
        };
        match FromPlain::new(schema, opts.picture.picture(), limits) {
            Ok(plain) => Ok(Values::Plain(Box::new(plain), json, report)),
            Err(error) => Err(report.error(&error.to_string(), error.code())),
        }
    }

    /// The next line or value; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Line>, Stop> {
        match self {
            Values::Gob(opened) => Ok(opened.stream.next_value().map_err(Stop::Gob)?.map(Line::of)),
            Values::Typed(typed, json, _) => Ok(typed.next_line(json)?),
            Values::Plain(plain, json, _) => Ok(plain.next_value(json)?.map(Line::of)),
            Values::Edited(edit) => edit.next(),
        }
    }

    /// The next value alone.
    pub(super) fn next_value(&mut self) -> Result<Option<gobstream::Value>, Stop> {
        loop {
            match self.next()?.map(Line::into_item) {
                None => return Ok(None),
                Some(Some(Item::Value(value))) => return Ok(Some(value)),
                Some(_) => {}
            }
        }
    }

    pub(super) fn report(&self) -> &Report {
        match self {
            Values::Gob(opened) => &opened.report,
            Values::Typed(_, _, report) | Values::Plain(_, _, report) => report,
            Values::Edited(edit) => edit.report(),
        }
    }

    /// The stream, if it is one of gob.
    fn opened(&self) -> Option<&Opened> {
        match self {
            Values::Gob(opened) => Some(opened),
            Values::Edited(edit) => edit.opened(),
            _ => None,
        }
    }

    /// The same to get over damage.
    pub(super) fn opened_mut(&mut self) -> Option<&mut Opened> {
        match self {
            Values::Gob(opened) => Some(opened),
            Values::Edited(edit) => edit.opened_mut(),
            _ => None,
        }
    }

    /// Whether one typed or edited file is to be as it was.
    pub(super) fn says_ids(&self) -> bool {
        matches!(self, Values::Typed(..) | Values::Edited(_))
    }

    /// How it went, when all was read.
    pub(super) fn end(&self, kept: u64) -> Exit {
        let exit = self.opened().map_or(Exit::Good, |opened| opened.report.recovered(kept));
        match self {
            Values::Edited(edit) => exit.max(edit.end()),
            _ => exit,
        }
    }

    /// A filter ended the run.
    pub(super) fn has_halted(&self) -> bool {
        matches!(self, Values::Edited(edit) if edit.has_halted())
    }

    /// The byte up to which all was read.
    pub(super) fn good(&self) -> u64 {
        match self {
            Values::Gob(opened) => opened.stream.good(),
            Values::Typed(_, json, _) | Values::Plain(_, json, _) => json.offset(),
            Values::Edited(edit) => edit.good(),
        }
    }

    /// Says what the output does not say as the input did.
    pub(super) fn warn(&self) {
        let Values::Plain(plain, _, report) = self else { return };
        noted(plain.notes()).into_iter().filter(|(noted, ..)| noted.count > 0).for_each(|(noted, what, advice, code)| {
            let (what, first) = match noted.count {
                1 => (what[0].into(), ""),
                n => (format!("{n} {}", what[1]), "the first in "),
            };
            let path = if noted.path.is_empty() { String::new() } else { format!(", {}", noted.path) };
            report.warn(&format!("{what}: {first}value {}{path}; {advice}", noted.value), code);
        });
    }

    /// Reports why the reading stopped.
    pub(super) fn fault(&self, stop: &Stop, kept: u64) -> Exit {
        match (stop, self.opened()) {
            (Stop::Gob(error), Some(Opened { stream, report })) => report.fault(error, stream, kept, true),
            (Stop::Gob(error), _) => self.report().error(&error.to_string(), error.kind().code()),
            (Stop::Json(misfit), _) => self.report().bad_json(misfit),
            (Stop::Filter(text), _) => self.report().error(text, "usage").min(Exit::Usage),
            (Stop::Misfit(n, misfit), _) => self.report().bad_edit(*n, misfit),
            (Stop::Io(error), _) => match error.io() {
                Some(error) => self.report().cannot_read(error),
                None => self.report().error(&error.to_string(), "io").max(Exit::Io),
            },
        }
    }
}

/// What plain JSON does not say: one, several, what to do or to know, and the code.
fn noted(notes: &Notes) -> [(&Noted, [&'static str; 2], &'static str, &'static str); 4] {
    [
        (
            &notes.default_types,
            ["1 value in an interface has a type by default", "values in interfaces have types by default"],
            "plain JSON names none, --type-names and --typed do",
            "default-types",
        ),
        (
            &notes.rounded,
            ["1 integer in an interface is rounded to a float64", "integers in interfaces are rounded to float64"],
            "as a string it would keep its digits",
            "rounded",
        ),
        (
            &notes.repeated_keys,
            ["1 key comes again in its map", "keys come again in their maps"],
            "all are written, and of each Go takes the last",
            "repeated-keys",
        ),
        (
            &notes.usual_forms,
            [
                "1 value is written in another form than in the schema's file",
                "values are written in other forms than in the schema's file",
            ],
            "plain JSON does not say the form, --typed does",
            "usual-form",
        ),
    ]
}

/// Whether an input that was opened begins as JSON.
pub(super) fn looks_like_json(input: &mut Input, report: &Report) -> Result<bool, Exit> {
    input.peek().map(|head| is_json(&head)).map_err(|error| report.cannot_read(&error))
}

/// Whether bytes begin as JSON: three of text, which no gob stream begins with.
pub(super) fn is_json(head: &[u8]) -> bool {
    let head = head.strip_prefix(BOM).unwrap_or(head);
    let is_text = |b: &u8| matches!(b, b'\t' | b'\n' | b'\r' | 0x20..=0x7e) || *b >= 0x80;
    let first = head.iter().find(|b| !b.is_ascii_whitespace());
    let begins = first.is_some_and(|b| matches!(b, b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n'));
    let word = |word: &[u8]| head.trim_ascii_start().starts_with(word);
    let is_word = [&b"true"[..], b"false", b"null"].into_iter().any(word) || first.is_none_or(|b| !b.is_ascii_alphabetic());
    begins
        && is_word
        && head.iter().take(3).all(is_text)
        && !head.iter().take(3).skip(1).any(|b| *b >= 0x80 && first != Some(&b'"'))
}

/// Whether JSON is in the typed form.
pub(super) fn is_typed(head: &[u8]) -> bool {
    let head = head.strip_prefix(BOM).unwrap_or(head);
    let text: Vec<u8> = head.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
    text.starts_with(b"{\"gob\":")
}
