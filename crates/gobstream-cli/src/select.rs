//! Which values are printed, and what is made of them: values that are looked at as a whole before they are printed.

use crate::common::GobStream;
use crate::filter::{self, Filter, Stop};
use crate::layout::Out;
use crate::limits;
use crate::report::{Failure, Report};
use crate::show::Show;
use crate::types;
use clap::Args;
use gobstream_json::{Error, Result};
use jsonstream::{Reader, WriteOptions, Writer};
use std::collections::VecDeque;
use std::io::{self, Write};

/// Types that are named where one is looked for that is not there.
pub(crate) const NAMED: usize = 10;

/// A filter, and what its names stand for.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Query {
    /// Run a filter of jq on each value as it would be printed, every digit kept; fromgob opens a gob in a bytes field
    #[arg(short = 'q', long = "jq", value_name = "FILTER", conflicts_with = "typed", help_heading = "Selection")]
    jq: Option<String>,
    /// Bind a string to $K in the filter
    #[arg(long, num_args = 2, value_names = ["K", "V"], requires = "jq", help_heading = "Selection")]
    arg: Vec<String>,
}

impl Query {
    /// The filter, compiled, if there is one.
    pub(crate) fn filter(&self) -> std::result::Result<Option<Filter>, Failure> {
        self.jq.as_ref().map(|code| Filter::new(code, &self.arg)).transpose()
    }

    /// Does work, where there is a filter with a large stack.
    pub(crate) fn run<T: Send>(
        &self,
        work: impl FnOnce() -> std::result::Result<T, Failure> + Send,
    ) -> std::result::Result<T, Failure> {
        if self.is_given() { filter::on_large_stack(work) } else { work() }
    }

    pub(crate) fn is_given(&self) -> bool {
        self.jq.is_some()
    }
}

/// What is asked of values.
#[derive(Debug, Default, Args)]
pub(crate) struct Select {
    #[command(flatten)]
    query: Query,
    /// Print only the last N values, over all files
    #[arg(long, value_name = "N", value_parser = limits::number, conflicts_with_all = ["typed", "limit"], help_heading = "Selection")]
    tail: Option<u64>,
    /// Print only values of the type of this name
    #[arg(long = "type", value_name = "NAME", conflicts_with_all = ["typed", "each"], help_heading = "Selection")]
    only: Option<String>,
    /// Print each value as {"file":…,"n":…,"at":…,"type":…,"value":…}; n counts from 1, at is where reading of it began
    #[arg(long, conflicts_with_all = ["typed", "each"], help_heading = "Selection")]
    origin: bool,
}

/// Values that are held, and what is done with them.
pub(crate) struct Held {
    filter: Option<Filter>,
    tail: Option<u64>,
    only: Option<String>,
    /// The types that there were beside it, the first of them; nothing once one was it.
    others: Option<Vec<String>>,
    origin: bool,
    /// The last values, and the bytes that they take.
    ring: VecDeque<Box<[u8]>>,
    bytes: u64,
    most: u64,
    options: WriteOptions,
    /// What the filter has printed.
    results: u64,
    /// The filter's path is in a type; it is in none of those so far, and why.
    has_path: bool,
    no_path: Option<String>,
    /// The filter failed on a value.
    pub(crate) has_failed: bool,
    /// The filter halted, with an exit code.
    pub(crate) halted: Option<u8>,
}

/// What came of a value.
pub(crate) enum Came {
    End,
    Nothing,
    Value,
}

/// Whether a value is to be printed, and why not.
enum Wants {
    Value,
    /// It is of another type.
    Other(String),
    /// Its type has no such path.
    NoPath(String),
}

impl From<Query> for Select {
    fn from(query: Query) -> Self {
        Select { query, ..Select::default() }
    }
}

impl Select {
    pub(crate) fn query(&self) -> Query {
        self.query.clone()
    }

    /// What holds values, if any of this is asked for; `most`: bytes that they may take.
    pub(crate) fn held(&self, most: u64, options: WriteOptions) -> std::result::Result<Option<Held>, Failure> {
        let is_plain = !self.query.is_given() && self.tail.is_none() && self.only.is_none() && !self.origin;
        if is_plain {
            return Ok(None);
        }
        let filter = self.query.filter()?;
        let held = Held {
            filter,
            tail: self.tail,
            only: self.only.clone(),
            others: self.only.is_some().then(Vec::new),
            origin: self.origin,
            ring: VecDeque::new(),
            bytes: 0,
            most,
            options,
            results: 0,
            has_path: false,
            no_path: None,
            has_failed: false,
            halted: None,
        };
        Ok(Some(held))
    }
}

impl Held {
    /// Reads the next value; `job`: how it is printed, and how many are still to be passed over.
    pub(crate) fn next(
        &mut self,
        job: (&mut Show, &mut u64),
        stream: &mut GobStream,
        report: &Report,
        out: &mut Out,
    ) -> Result<Came> {
        let (show, skip) = job;
        let (n, at) = (stream.values() + 1, stream.good());
        let mut text = Writer::to_io_with(Bounded { bytes: Vec::new(), most: self.most }, &self.options);
        let ty = match show.head(stream, &mut text)? {
            None if matches!(show, Show::Values(_)) => return Ok(Came::End),
            None => String::new(),
            Some(head) => match self.wants(&head.ty, head.typed.as_ref()) {
                Wants::Value => head.ty,
                other => {
                    show.reset();
                    // What is no gob at all has no types to speak of.
                    stream.skip_value()?;
                    self.note(other);
                    return Ok(Came::Nothing);
                }
            },
        };
        match show.print(stream, &mut text).and_then(|is_one| text.flush().map(|()| is_one).map_err(Error::from)) {
            Ok(true) => {}
            Ok(false) => return Ok(Came::End),
            Err(Error::Json(_)) => return Err(too_big(stream)),
            Err(error) => return Err(error),
        }
        let mut text = text.into_inner().0.bytes;
        if self.tail.is_some() && self.bytes + text.len() as u64 > self.most {
            return Err(too_big(stream));
        }
        if *skip > 0 {
            *skip -= 1;
            return Ok(Came::Nothing);
        }
        if self.origin {
            text = origin(&report.name, (n, at), &ty, &text)?;
        }
        self.put(text.into(), report, out)?;
        Ok(Came::Value)
    }

    /// Whether the value that begins is one to print.
    fn wants(&mut self, name: &str, ty: Option<&gobstream::Type>) -> Wants {
        if self.only.as_ref().is_some_and(|only| only != name) {
            return Wants::Other(name.into());
        }
        self.others = None;
        let Some(path) = self.filter.as_ref().and_then(|filter| filter.path.as_ref()) else { return Wants::Value };
        // What a value is printed in has other names.
        if self.origin || self.has_path && ty.is_none() {
            return Wants::Value;
        }
        match ty.map_or(Ok(()), |ty| path.check_part(ty)) {
            Ok(()) => self.has_path = true,
            Err(error) => return Wants::NoPath(error.to_string()),
        }
        Wants::Value
    }

    /// Remembers what a value was that is not wanted.
    fn note(&mut self, wants: Wants) {
        match wants {
            Wants::Value => {}
            Wants::NoPath(why) => drop(self.no_path.get_or_insert(why)),
            Wants::Other(name) => {
                if let Some(others) = self.others.as_mut().filter(|others| others.len() < NAMED && !others.contains(&name)) {
                    others.push(name);
                }
            }
        }
    }

    /// Keeps a value for the end, or prints it.
    fn put(&mut self, text: Box<[u8]>, report: &Report, out: &mut Out) -> Result<()> {
        let Some(tail) = self.tail else { return self.finish(&text, report, out) };
        self.bytes += text.len() as u64;
        self.ring.push_back(text);
        while self.ring.len() as u64 > tail {
            self.bytes -= self.ring.pop_front().map_or(0, |text| text.len() as u64);
        }
        Ok(())
    }

    /// Prints what was kept for the end.
    pub(crate) fn end(&mut self, report: &Report, out: &mut Out) -> Result<()> {
        while let Some(text) = self.ring.pop_front().filter(|_| self.halted.is_none()) {
            self.finish(&text, report, out)?;
        }
        Ok(())
    }

    fn finish(&mut self, text: &[u8], report: &Report, out: &mut Out) -> Result<()> {
        let Some(filter) = &self.filter else { return Ok(out.copy(&mut Reader::from_slice(text))?) };
        match filter.run(text, out) {
            Ok(count) => self.results += count,
            Err(Stop::Write(error)) => return Err(error.into()),
            Err(Stop::Halt(code)) => self.halted = Some(code),
            Err(Stop::Value(error)) => {
                self.has_failed = true;
                out.flush()?;
                report.error(&format!("filter: {error}"), "usage");
            }
        }
        Ok(())
    }

    /// A type or path that there is not, if that is why nothing came.
    pub(crate) fn missing(&self) -> Option<String> {
        if let (Some(only), Some(others @ [_, ..])) = (&self.only, self.others.as_deref()) {
            return Some(format!("no value is of type {only:?}; there are {}", others.join(", ")));
        }
        self.no_path.clone().filter(|_| !self.has_path)
    }

    /// The answer of a filter is that there is nothing.
    pub(crate) fn is_nothing(&self) -> bool {
        self.filter.is_some() && self.results == 0
    }
}

/// A value with where it came from.
fn origin(file: &str, (n, at): (u64, u64), ty: &str, text: &[u8]) -> Result<Vec<u8>> {
    let mut out = Writer::with_options(Vec::new(), &gobstream_json::write_options());
    out.begin_object()?;
    out.key("file")?;
    out.str(file)?;
    out.key("n")?;
    out.u64(n)?;
    out.key("at")?;
    out.u64(at)?;
    out.key("type")?;
    out.str(ty)?;
    out.key("value")?;
    out.copy(&mut Reader::from_slice(text))?;
    out.end_object()?;
    Ok(out.finish()?)
}

/// The first event of a value: the name of its type, and the type if it has one.
pub(crate) struct Head {
    pub(crate) ty: String,
    pub(crate) typed: Option<gobstream::Type>,
}

impl Head {
    pub(crate) fn of(event: &gobstream::Event<'_>) -> Self {
        match event.ty() {
            Some(ty) => Head { ty: types::name(ty), typed: Some(ty.clone()) },
            None => Head { ty: types::builtin(event.type_id()).unwrap_or_default().into(), typed: None },
        }
    }
}

/// Text in memory, up to a bound.
pub(crate) struct Bounded {
    pub(crate) bytes: Vec<u8>,
    pub(crate) most: u64,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.bytes.len() + bytes.len()) as u64 > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// More is to be held than may be.
#[cold]
pub(crate) fn too_big(stream: &mut GobStream) -> Error {
    match stream.charge(u64::MAX, "the text of what is held") {
        Err(error) => error.into(),
        Ok(()) => Error::Json(io::Error::from(io::ErrorKind::FileTooLarge).into()),
    }
}
