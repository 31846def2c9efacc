//! Arguments that all verbs that read share, and what follows from them.

use crate::colour::{self, When};
use crate::input::{Input, Source};
use crate::limits::Max;
use crate::report::{self, Exit, Report};
use crate::unwrap::Unwrap;
use crate::watch;
use clap::Args;
use gobstream::{Error, ErrorKind, Lost, OpaqueName, Options, Reader, Reading, Stream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Reading, limits and talk: the same in every verb.
#[derive(Clone, Debug, Args)]
pub(crate) struct Common {
    /// Accept only what one Go Encoder writes: no appended streams, no oddities
    #[arg(long, help_heading = "Input")]
    pub(crate) strict: bool,
    /// Pass over damage, print what is good, list what is lost (exit 3)
    #[arg(long, help_heading = "Input")]
    pub(crate) recover: bool,
    /// Wrappers to take off, outermost first: auto, none, or a list of gzip, zstd, xz, bzip2, base64, hex,
    /// redis-cli, securecookie
    #[arg(long, value_name = "LIST", default_value = "auto", help_heading = "Input")]
    unwrap: Unwrap,
    /// Read what came nameless, through a pointer, in field N of struct M as a known type: M.N=big.Int
    #[arg(long = "as", value_name = "M.N=TYPE", value_parser = opaque_name, help_heading = "Input")]
    opaque_names: Vec<OpaqueName>,
    /// Change a limit: message=8GiB, unwrapped=64GiB, memory=1GiB, depth=10000, types=65536
    #[arg(long, value_name = "WHAT=N", help_heading = "Input")]
    max: Vec<Max>,
    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, help_heading = "Output")]
    color: When,
    /// How errors, warnings and notes are said
    #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
    errors: report::Form,
    /// Say nothing but errors: no warnings, notes or progress
    #[arg(long, help_heading = "Output")]
    pub(crate) quiet: bool,
    #[arg(skip)]
    pub(crate) remake: Option<Remake>,
}

/// What is made of inputs before values are read: `convert` does.
#[derive(Clone)]
pub(crate) struct Remake(pub(crate) Arc<RemakeSource>);

type RemakeSource = dyn Fn(&Source) -> Result<(Input, Report), Exit> + Send + Sync;

impl std::fmt::Debug for Remake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Remake")
    }
}

/// An input that is being read, and who speaks about it.
pub(crate) struct Opened {
    pub(crate) stream: GobStream,
    pub(crate) report: Report,
}

impl Opened {
    /// With `--recover`: gets over damage.
    ///
    /// # Errors
    /// What to report instead, if this is no damage, or there is nothing to go on for.
    pub(crate) fn recover(&mut self, error: &Error) -> Result<Lost, Error> {
        let is_damage = !matches!(error.kind(), ErrorKind::Io | ErrorKind::NonFinite | ErrorKind::BadUtf8);
        if !is_damage || self.report.is_foreign(error, &self.stream) {
            return Err(error.clone());
        }
        let lost = self.stream.recover()?;
        if lost.is_end && error.kind() == ErrorKind::NotGob {
            return Err(error.clone());
        }
        Ok(lost)
    }
}

/// The types that are known, without their packages.
const KNOWN: [&str; 10] = ["Time", "Int", "Rat", "Float", "Decimal", "UUID", "Addr", "AddrPort", "Prefix", "URL"];

/// The names of `--as` that no type has needed yet.
static UNMET: Mutex<Vec<OpaqueName>> = Mutex::new(Vec::new());

fn unmet() -> MutexGuard<'static, Vec<OpaqueName>> {
    UNMET.lock().unwrap_or_else(PoisonError::into_inner)
}

/// At the end: what `--as` named and nothing was.
pub(crate) fn warn_of_unmet() {
    let text = String::from_utf8_lossy;
    for name in unmet().drain(..) {
        let place = format!("{}.{}={}", text(&name.owner), text(&name.field), text(&name.name));
        report::warn(&format!("--as {place}: no type without a name was met there"), "usage");
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        let mut unmet = unmet();
        if !unmet.is_empty() {
            self.stream.met_names().for_each(|met| unmet.retain(|name| name != met));
        }
    }
}

/// A field, and the type that it has.
fn opaque_name(text: &str) -> Result<OpaqueName, String> {
    let parts = text.split_once('=').and_then(|(place, ty)| Some((place.rsplit_once('.')?, ty)));
    let ((owner, field), ty) = parts.ok_or("expected M.N=TYPE, as in Account.Balance=big.Int")?;
    let name = ty.rsplit('.').next().unwrap_or_default();
    if !KNOWN.contains(&name) {
        return Err(format!("no type {ty:?} is known; there are {}", KNOWN.join(", ")));
    }
    Ok(OpaqueName { owner: owner.into(), field: field.into(), name: name.into() })
}

/// A gob stream out of any input.
pub(crate) type GobStream = Stream<Reader<Input>>;

impl Common {
    /// To be called first: sets how standard error is written.
    pub(crate) fn begin(&self) {
        report::set_talk(self.quiet, self.color, self.errors);
        watch::begin(self.quiet);
        unmet().clone_from(&self.opaque_names);
    }

    /// The options of the stream; with `--recover` stray bytes are damage, as a damaged length may have swallowed a message.
    pub(crate) fn options(&self) -> Options {
        let reading = if self.strict { Reading::Strict } else { Reading::Lenient };
        let mut options = Options::new().reading(reading).limits(Max::limits(&self.max));
        options.stray = !self.recover;
        options.opaque_names.clone_from(&self.opaque_names);
        options
    }

    /// Opens an input, takes its wrappers off and begins to read; a failure is reported.
    pub(crate) fn open(&self, source: &Source, options: Options) -> Result<Opened, Exit> {
        self.opened(source, options, self.recover)
    }

    /// The same, but one can always go back in it: for verbs that pass damage by themselves.
    pub(crate) fn open_rewinding(&self, source: &Source, options: Options) -> Result<Opened, Exit> {
        self.opened(source, options, true)
    }

    /// Opens an input, which may be known to be JSON, and takes its wrappers off; a failure is reported.
    pub(crate) fn open_input(&self, source: &Source, is_json: bool) -> Result<(Input, Report), Exit> {
        let unwrap = if is_json { self.unwrap.of_json() } else { self.unwrap.clone() };
        let (mut input, report) = self.input(source, &unwrap, self.recover)?;
        input.blank_bom().map_err(|error| report.cannot_read(&error))?;
        Ok((input, report))
    }

    fn opened(&self, source: &Source, options: Options, rewinds: bool) -> Result<Opened, Exit> {
        let (input, report) = match &self.remake {
            Some(Remake(remake)) => remake(source)?,
            None => self.input(source, &self.unwrap, rewinds)?,
        };
        Ok(Opened { stream: Stream::from_reader_with(input, options), report })
    }

    /// The first bytes of a file; none of what can be read but once, nor of what cannot be read, which is said when it is.
    pub(crate) fn head(&self, source: &Source, is_json: bool) -> Vec<u8> {
        if !matches!(source, Source::File(path) if path.is_file()) {
            return Vec::new();
        }
        let unwrap = if is_json { self.unwrap.of_json() } else { self.unwrap.clone() };
        let input = source.open(&unwrap, Max::unwrapped(&self.max), false);
        input.and_then(|mut input| input.peek()).unwrap_or_default()
    }

    fn input(&self, source: &Source, unwrap: &Unwrap, rewinds: bool) -> Result<(Input, Report), Exit> {
        let mut report = Report::new(source.name());
        watch::file(&report.name);
        let input = source.open(unwrap, Max::unwrapped(&self.max), rewinds).map_err(|error| report.cannot_read(&error))?;
        report.opened(&input);
        Ok((input, report))
    }

    /// Whether to colour what goes to a terminal or not.
    pub(crate) fn colours(&self, is_terminal: bool) -> bool {
        colour::wanted(self.color, is_terminal)
    }
}
