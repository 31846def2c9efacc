//! `gob convert`: makes a file of gob, JSON, a table, MessagePack or CBOR.

mod change;
mod columns;
mod edit;
mod folder;
mod json;
mod pack;
mod rows;
mod source;
mod verify;
mod write;

use crate::common::{Common, Remake};
use crate::input::Source;
use crate::layout::Layout;
use crate::output::{Dest, Output, Split};
use crate::picture::Picture;
use crate::report::{self, Exit, Failure};
use crate::select::{Head, NAMED, Query, Select};
use crate::{cat, gofile, limits};
use change::Change;
use clap::{Args, ValueEnum};
use gobstream::{Options, Plan, Value};
use gobstream_json::Path;
use source::{Schemas, Values};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

const SAMPLES: &str = r#"Samples:
  $ gob convert points.gob login.gob --to gob | gob check
  standard input: good: 183 bytes, 1 stream, 3 types, 6 values
  $ gob --typed login.gob | sed s/anonymous/zoe/ | gob convert --to gob | gob
  {"Username":"zoe","IsAdmin":false,"Issued":"2020-12-06T14:12:42.77220566+01:00"}
  $ echo '{"X":7}' | gob convert --to gob --schema points.gob | gob
  {"X":7,"Y":0}"#;

/// Make a file of gob, JSON, CSV, MessagePack, CBOR.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = SAMPLES)]
pub(crate) struct Opts {
    /// Files of gob or JSON, which make one output, or folders of them; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What to make; without it the name after -o tells
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Output")]
    to: Option<Format>,
    /// What the files are; without it their first bytes tell
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = "Input")]
    from: Option<From>,
    /// Take the types of this gob file, or of this Go source (.go), for plain JSON
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    schema: Option<PathBuf>,
    /// Convert only values of the type of this name; with --schema FILE.go: the type that values of plain JSON have
    #[arg(long = "type", value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new(), help_heading = "Input")]
    only: Option<String>,
    /// Read the output back before it gets its name, and compare every value with the input
    #[arg(long, requires = "output", conflicts_with = "each", help_heading = "Output")]
    verify: bool,
    /// Write JSON in the typed form, which brings its types and loses nothing
    #[arg(long, conflicts_with_all = ["picture", "each", "opaque_names"], help_heading = "Output")]
    typed: bool,
    /// Convert at most N values, over all files; with --each: elements
    #[arg(short = 'n', long, value_name = "N", value_parser = limits::number, conflicts_with = "verify", help_heading = "Selection")]
    limit: Option<u64>,
    /// Pass over the first N
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = limits::number, conflicts_with = "verify", help_heading = "Selection")]
    skip: u64,
    /// Make each element of the list or map at PATH a value of its own
    #[arg(long, value_name = "PATH", help_heading = "Selection")]
    each: Option<Path>,
    /// Write several files of N values each, or up to SIZE each; {} in the name after -o is the number
    #[arg(long, value_name = "N|SIZE", requires = "output", conflicts_with_all = ["typed", "verify"], help_heading = "Output")]
    split: Option<Split>,
    #[command(flatten)]
    change: Change,
    #[arg(skip)]
    sought: Sought,
    #[command(flatten)]
    query: Query,
    /// Files of folders that are converted at once; without it as many as there are cores
    #[arg(short, long, value_name = "N", value_parser = limits::count, help_heading = "Output")]
    jobs: Option<u64>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    picture: Picture,
    #[command(flatten)]
    common: Common,
}

/// What can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A gob stream
    Gob,
    /// JSON, indented
    Json,
    /// JSON, one value a line
    Ndjson,
    /// A table, comma between cells
    Csv,
    /// A table, tab between cells
    Tsv,
    /// MessagePack, one value behind the other
    Msgpack,
    /// CBOR, one value behind the other
    Cbor,
}

/// What can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum From {
    /// A gob stream
    Gob,
    /// JSON: the typed form, or plain with --schema
    Json,
}

/// The type that is asked for, and whether a value had it.
#[derive(Clone, Debug, Default)]
struct Sought(Arc<Mutex<Seen>>);

#[derive(Debug, Default)]
struct Seen {
    name: String,
    is_met: bool,
    /// The types that there were beside it, the first of them.
    others: BTreeSet<String>,
}

impl Sought {
    /// Whether a value is of this type.
    fn sees(&self, only: &str, value: &Value) -> bool {
        let ty = value.events().next().map(|event| Head::of(&event).ty).unwrap_or_default();
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = ty == only;
        seen.is_met |= is_it;
        if seen.name.is_empty() {
            seen.name = only.into();
        }
        if !is_it && seen.others.len() < NAMED {
            seen.others.insert(ty);
        }
        is_it
    }

    /// What to say if there were values, and none was of the type.
    fn missing(&self) -> Option<String> {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let others = || seen.others.iter().cloned().collect::<Vec<_>>().join(", ");
        (!seen.is_met && !seen.others.is_empty()).then(|| format!("no value is of type {:?}; there are {}", seen.name, others()))
    }
}

impl Format {
    /// How names of such files end.
    fn ending(self) -> &'static str {
        match self {
            Format::Gob => "gob",
            Format::Json => "json",
            Format::Ndjson => "ndjson",
            Format::Csv => "csv",
            Format::Tsv => "tsv",
            Format::Msgpack => "msgpack",
            Format::Cbor => "cbor",
        }
    }
}

impl Opts {
    /// Converts all files into one output, or those of folders each into one.
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        self.common.begin();
        let (change, sought) = (self.change.clone(), self.sought.clone());
        let exit = self.converted()?;
        if exit == Exit::Interrupted {
            return Ok(exit);
        }
        change.warn_of_unmet();
        match sought.missing() {
            Some(text) => Ok(exit.max(report::failed(Failure::usage(text, "")))),
            None => Ok(exit),
        }
    }

    fn converted(self) -> Result<Exit, Failure> {
        match self.folder()? {
            Some(_) if self.split.is_some() => {
                Err(Failure::usage("--split is for one output, not for a folder", "-o 'part-{}.gob'"))
            }
            Some(folder) => {
                // What is wrong with the request is said once, not for each file.
                self.check(self.format()?)?;
                Schemas::new(&self)?;
                self.query.filter()?;
                folder.run(&self)
            }
            None if self.jobs.is_some() => Err(Failure::usage("--jobs is for files that become files of a folder", "-o FOLDER/")),
            None => self.query.clone().run(|| self.one()),
        }
    }

    /// Converts all files into one output.
    fn one(mut self) -> Result<Exit, Failure> {
        if let Some(split) = self.split {
            self.output = self.output.split(split)?;
        }
        if self.verify && self.sources().iter().any(|source| matches!(source, Source::Stdin)) {
            return Err(Failure::usage("--verify reads the input twice, and standard input can be read once", ""));
        }
        let format = self.format()?;
        self.check(format)?;
        let is_json = matches!(format, Format::Json | Format::Ndjson);
        if is_json && self.is_json_alone() {
            return self.json_alone(format);
        }
        if format != Format::Gob {
            self.refuse_schema(
                "what is no plain JSON",
                self.sources().iter().all(|source| self.is_plain(source) == Some(false)),
            )?;
            // A filter is for what is written: gob, or JSON.
            let (opts, schemas) = (Opts { query: Query::default(), ..self.clone() }, Schemas::new(&self)?);
            self.common.remake = Some(Remake(Arc::new(move |source| opts.remade(source, &schemas))));
        }
        match format {
            Format::Gob => self.gob(),
            Format::Json | Format::Ndjson => self.json(format),
            Format::Csv => self.table(b','),
            Format::Tsv => self.table(b'\t'),
            Format::Msgpack => self.packed("MessagePack", |job| job.all::<pack::MsgPack>()),
            Format::Cbor => self.packed("CBOR", |job| job.all::<pack::Cbor>()),
        }
    }

    fn format(&self) -> Result<Format, Failure> {
        let name = self.output.path().map(|path| path.to_string_lossy().to_lowercase()).unwrap_or_default();
        let name = [".gz", ".zst"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
        let by_name = match name.rsplit('.').next() {
            Some("gob") => Some(Format::Gob),
            Some("json") => Some(Format::Json),
            Some("ndjson" | "jsonl") => Some(Format::Ndjson),
            Some("csv") => Some(Format::Csv),
            Some("tsv") => Some(Format::Tsv),
            Some("msgpack" | "mpk") => Some(Format::Msgpack),
            Some("cbor") => Some(Format::Cbor),
            _ => None,
        };
        let hint = "--to gob, json, ndjson, csv, tsv, msgpack or cbor, or -o FILE.gob";
        self.to.or(by_name).ok_or_else(|| Failure::usage("nothing says what to make", hint))
    }

    /// Whether a value is of the type that is asked for.
    fn wants(&self, value: &Value) -> bool {
        let of_source = self.schema.as_deref().is_some_and(gofile::is_one);
        of_source || self.only.as_ref().is_none_or(|only| self.sought.sees(only, value))
    }

    /// What has to be there for an output to be kept; in a folder some files have it, others have not.
    fn sought(&self) -> Option<Sought> {
        (!self.output.is_of_many()).then(|| self.sought.clone())
    }

    fn sources(&self) -> Vec<Source> {
        Source::all(&self.files)
    }

    fn options(&self) -> Options {
        self.common.options()
    }

    // ---- to JSON

    fn json(self, format: Format) -> Result<Exit, Failure> {
        let held = Select::from(self.query.clone()).held(self.options().limits.memory, self.picture.picture().write_options())?;
        if held.is_some() && self.verify {
            return Err(Failure::usage("--verify compares values, of which a filter makes others", ""));
        }
        let dest = self.output.open(&self.common)?;
        let layout = layout_of(format);
        let checks = self.verify.then(|| (self.files.clone(), self.options(), self.picture.picture()));
        let sought = self.sought();
        let (typed, printer) = (self.typed, self.cat(layout));
        let (exit, dest, common) = printer.print(dest, held)?;
        let Some(dest) = dest else { return Ok(exit) };
        let is_void = sought.as_ref().is_some_and(|sought| sought.missing().is_some());
        let Some((files, options, picture)) = checks.filter(|_| !is_void) else { return finish(exit, dest, sought.as_ref()) };
        let picture = (!typed).then_some(picture);
        verify::ended(exit, dest, |file| verify::json(&Source::all(&files), file, picture, &options, &common))
    }

    fn cat(self, layout: Layout) -> cat::Opts {
        let Opts { files, limit, skip, each, typed, output, picture, common, .. } = self;
        cat::Opts::to_convert(files, (limit, skip), each, typed, layout, output, picture, common)
    }

    fn json_alone(&self, format: Format) -> Result<Exit, Failure> {
        let flags = [
            (self.typed, "--typed"),
            (self.verify, "--verify"),
            (self.query.is_given(), "-q"),
            (self.only.is_some(), "--type"),
            (!self.change.is_none(), "--canon and --rename"),
            (self.is_pictured(), "the flags of the picture"),
            (self.common.recover, "--recover"),
        ];
        self.refuse("JSON without types", &flags)?;
        let dest = self.output.open(&self.common)?;
        let (exit, dest) = json::Job::new(self, &layout_of(format), dest).all()?;
        dest.map_or(Ok(exit), |dest| finish(exit, dest, self.sought().as_ref()))
    }

    // ---- to other forms

    /// Whether the flags go together with what is to be made, whatever is read.
    fn check(&self, format: Format) -> Result<(), Failure> {
        let picture = self.picture.picture();
        let is_pictured = self.is_pictured();
        let verifies = (self.verify, "--verify");
        self.change.check()?;
        let renames = self.change.renames() && !picture.type_names;
        match format {
            Format::Gob => self.check_gob(),
            Format::Json | Format::Ndjson if picture.brief => {
                Err(Failure::usage("JSON has no use for --brief, which prints no JSON", "gob --brief FILE"))
            }
            Format::Json | Format::Ndjson if renames && !self.typed => {
                Err(Failure::usage("JSON says no names of types, unless it is told to", "--rename with --typed or --type-names"))
            }
            Format::Json | Format::Ndjson => Ok(()),
            Format::Csv | Format::Tsv => {
                let renames = (renames, "--rename, unless with --type-names");
                let given = (self.query.is_given(), "-q");
                self.refuse("a table", &[(self.typed, "--typed"), verifies, (picture.brief, "--brief"), given, renames])
            }
            Format::Msgpack | Format::Cbor if self.each.is_some() => Err(Failure::usage(
                "MessagePack and CBOR are made of whole values, not by --each",
                "of a list: gob convert --each PATH --to gob FILE | gob convert --to cbor",
            )),
            Format::Msgpack | Format::Cbor => {
                let flags = [
                    (self.typed, "--typed"),
                    verifies,
                    (self.query.is_given(), "-q"),
                    (is_pictured, "the flags of the picture"),
                    (self.change.renames(), "--rename"),
                ];
                self.refuse(if format == Format::Cbor { "CBOR" } else { "MessagePack" }, &flags)
            }
        }
    }

    fn check_gob(&self) -> Result<(), Failure> {
        if self.typed {
            return Err(Failure::usage("--typed is a form of JSON", "gob convert --to ndjson --typed"));
        }
        if self.query.is_given() && (self.limit.is_some() || self.skip > 0 || self.each.is_some()) {
            return Err(Failure::usage(
                "a filter edits all values of a file",
                "select(…) in the filter, or a second gob convert",
            ));
        }
        self.refuse("gob", &[(self.picture.picture().brief, "--brief")])
    }

    fn is_pictured(&self) -> bool {
        self.picture.picture() != gobstream_json::Picture::default()
    }

    /// Refuses what only plain JSON, or only gob, has a use for, if none of it is there to be made gob of.
    fn refuse_ignored(&self, first: &Values) -> Result<(), Failure> {
        let sources = self.sources();
        let rest = || sources.iter().skip(1).map(|source| self.is_plain(source));
        let is_plain = matches!(first, Values::Plain(..));
        let no_plain = !is_plain && rest().all(|is_plain| is_plain == Some(false));
        let form = "gob made of what is no plain JSON";
        self.refuse_schema(form, no_plain)?;
        let is_pictured = self.is_pictured() && no_plain && !self.output.is_of_many();
        self.refuse(form, &[(is_pictured, "the flags of the picture")])?;
        let all_plain = is_plain && rest().all(|is_plain| is_plain == Some(true));
        self.refuse("JSON", &[(self.common.recover && all_plain && !self.output.is_of_many(), "--recover")])
    }

    /// In a folder, each file takes what it needs.
    fn refuse_schema(&self, form: &str, no_plain: bool) -> Result<(), Failure> {
        let is_ignored = self.schema.is_some() && no_plain && !self.output.is_of_many();
        self.refuse(form, &[(is_ignored, "--schema")])
    }

    /// Whether a file is plain JSON, if that can be known before it is read.
    fn is_plain(&self, source: &Source) -> Option<bool> {
        if self.from == Some(From::Gob) {
            return Some(false);
        }
        let head = self.common.head(source, self.from == Some(From::Json));
        (!head.is_empty()).then(|| source::is_json(&head) && !source::is_typed(&head))
    }

    fn refuse(&self, form: &str, flags: &[(bool, &str)]) -> Result<(), Failure> {
        match flags.iter().find(|(is_given, _)| *is_given) {
            Some((_, flag)) => Err(Failure::usage(format!("{form} has no use for {flag}"), "gob help convert")),
            None => Ok(()),
        }
    }

    fn table(&self, delimiter: u8) -> Result<Exit, Failure> {
        let dest = self.output.open(&self.common)?;
        let (exit, dest) = rows::Job::new(self, delimiter, dest).all()?;
        dest.map_or(Ok(exit), |dest| finish(exit, dest, self.sought().as_ref()))
    }

    fn packed(
        &self,
        form: &str,
        write: impl FnOnce(pack::Job<'_>) -> Result<(Exit, Option<Dest>), Failure>,
    ) -> Result<Exit, Failure> {
        let dest = self.output.open(&self.common)?;
        if dest.is_terminal {
            return Err(Failure::usage(format!("{form} is not for a terminal"), "-o FILE, or a pipe"));
        }
        let (exit, dest) = write(pack::Job::new(self, dest))?;
        dest.map_or(Ok(exit), |dest| finish(exit, dest, self.sought().as_ref()))
    }

    // ---- to gob

    fn gob(&self) -> Result<Exit, Failure> {
        let schemas = Schemas::new(self)?;
        let dest = self.output.open(&self.common)?;
        if dest.is_terminal {
            return Err(Failure::usage("gob is not for a terminal", "-o FILE, or a pipe"));
        }
        let Some(first) = self.sources().first().map(|source| Values::open(self, source, &schemas)) else {
            return Ok(Exit::Good);
        };
        let first = match first {
            Ok(values) => values,
            Err(exit) => {
                dest.discard();
                return Ok(exit);
            }
        };
        self.refuse_ignored(&first)?;
        // Many inputs make one stream; one typed file is what it was, and no other form says ids.
        let is_whole = self.split.is_none()
            && self.only.is_none()
            && self.change.is_none()
            && self.files.len() <= 1
            && self.limit.is_none()
            && self.skip == 0
            && self.each.is_none();
        let plan = if is_whole && first.says_ids() { Plan::Replay } else { Plan::Fresh };
        let (exit, dest) = write::Job::new(self, &schemas, plan, dest).all(Some(first))?;
        let Some(dest) = dest else { return Ok(exit) };
        if !self.verify || self.sought().is_some_and(|sought| sought.missing().is_some()) {
            return finish(exit, dest, self.sought().as_ref());
        }
        verify::ended(exit, dest, |file| verify::gob(self, &schemas, file))
    }
}

fn layout_of(format: Format) -> Layout {
    Layout { compact: format == Format::Ndjson, pretty: format == Format::Json }
}

/// Ends the output, unless it was interrupted, or holds nothing as there is no type of the name that is sought.
fn finish(exit: Exit, dest: Dest, sought: Option<&Sought>) -> Result<Exit, Failure> {
    if exit == Exit::Interrupted || sought.is_some_and(|sought| sought.missing().is_some()) {
        dest.discard();
    } else {
        dest.finish()?;
    }
    Ok(exit)
}
