//! Values to a table: a row for each value, or for each element.

use super::Opts;
use super::columns::Columns;
use crate::common::{GobStream, Opened};
use crate::input::Source;
use crate::output::Dest;
use crate::report::{self, Exit, Failure, Report};
use crate::select::Bounded;
use crate::show::Show;
use crate::{types, watch};
use gobstream::{Error as GobError, Kind, Type};
use gobstream_json::Error;
use jsonstream::{Io, Reader, Writer};

/// What is left to pass over and to write, over all files.
pub(super) struct Job<'a> {
    opts: &'a Opts,
    table: csv::Writer<Dest>,
    /// The type of the rows, and their columns; none before the first.
    head: Option<(Option<Type>, Columns)>,
    /// The JSON of one row.
    text: Writer<Io<Bounded>>,
    cells: Vec<String>,
    limit: u64,
    skip: u64,
    kept: u64,
    has_read: bool,
}

/// Why a file is not read to its end.
enum Stop {
    Input(Error),
    /// A row does not fit the header.
    Other(String),
    Table(csv::Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Input(error)
    }
}

impl<'a> Job<'a> {
    pub(super) fn new(opts: &'a Opts, delimiter: u8, dest: Dest) -> Self {
        let table = csv::WriterBuilder::new().delimiter(delimiter).from_writer(dest);
        let room = Bounded { bytes: Vec::new(), most: opts.options().limits.memory };
        let text = Writer::to_io_with(room, &opts.picture.picture().write_options());
        let limit = opts.limit.unwrap_or(u64::MAX);
        Job { opts, table, head: None, text, cells: Vec::new(), limit, skip: opts.skip, kept: 0, has_read: false }
    }

    /// Writes all files; gives the output unless there is nothing to keep.
    pub(super) fn all(mut self) -> Result<(Exit, Option<Dest>), Failure> {
        let files = &self.opts.files;
        let exit = Source::each(files, |_, source| if self.limit > 0 { self.file(source) } else { Ok(Exit::Good) })?;
        let dest = self.table.into_inner().map_err(|error| Failure::output(error.into_error()))?;
        if exit != Exit::Good && !self.has_read {
            dest.discard();
            return Ok((exit, None));
        }
        Ok((exit, Some(dest)))
    }

    fn file(&mut self, source: &Source) -> Result<Exit, Failure> {
        let mut opened = match self.opts.common.open(source, self.opts.options()) {
            Ok(opened) => opened,
            Err(exit) => return Ok(exit),
        };
        opened.report.unit = if self.opts.each.is_some() { "element" } else { "value" };
        let mut show = Show::new(self.opts.each.as_ref(), false, self.opts.picture.picture());
        let before = self.kept;
        loop {
            let read = self.rows(&mut show, &mut opened.stream);
            // What is good comes before what is wrong.
            self.table.flush().map_err(Failure::output)?;
            match read {
                Ok(()) => {
                    self.has_read |= self.kept > before || opened.stream.good() > 0 || !opened.report.has_lost();
                    warn(&show, &opened.report);
                    return Ok(opened.report.recovered(self.kept - before));
                }
                Err(Stop::Table(error)) => return Err(cannot_write(error)),
                Err(Stop::Input(Error::Gob(error))) => {
                    self.has_read |= self.kept > before || opened.stream.good() > 0;
                    self.forget(&mut show);
                    if let Some(exit) = self.fault(error, &mut opened, self.kept - before) {
                        warn(&show, &opened.report);
                        return Ok(exit);
                    }
                }
                Err(Stop::Input(Error::Path(text))) => return Ok(self.refused(&text, &opened.report)),
                Err(Stop::Other(text)) => return Ok(self.refused(&text, &opened.report)),
                Err(Stop::Input(other)) => return Err(Failure::json(other)),
            }
        }
    }

    /// What is asked for cannot be had of this file.
    fn refused(&mut self, text: &str, report: &Report) -> Exit {
        self.has_read |= self.kept > 0;
        report.error(text, "usage");
        Exit::Usage
    }

    /// Forgets a row that was begun.
    fn forget(&mut self, show: &mut Show) {
        show.reset();
        self.text.abandon();
        self.text.get_mut().0.bytes.clear();
    }

    /// Reports a fault; nothing if it was got over.
    fn fault(&self, error: GobError, opened: &mut Opened, kept: u64) -> Option<Exit> {
        let error = match self.opts.common.recover.then(|| opened.recover(&error)) {
            Some(Ok(lost)) => {
                opened.report.lost(&lost, &error);
                return None;
            }
            Some(Err(other)) => other,
            None => error,
        };
        Some(opened.report.fault(&error, &opened.stream, kept, true))
    }

    fn rows(&mut self, show: &mut Show, stream: &mut GobStream) -> Result<(), Stop> {
        while self.limit > 0 {
            let Some(ty) = self.print(show, stream)? else { return Ok(()) };
            if self.skip > 0 {
                self.skip -= 1;
            } else {
                self.row(show, ty)?;
                self.limit -= 1;
                self.kept += 1;
            }
            self.text.get_mut().0.bytes.clear();
            watch::value(stream.good());
        }
        Ok(())
    }

    /// Prints the next value as JSON: its type, if it has one; nothing at the end.
    fn print(&mut self, show: &mut Show, stream: &mut GobStream) -> Result<Option<Option<Type>>, Error> {
        let head = show.head(stream, &mut self.text)?;
        if matches!(show, Show::Values(_)) && head.is_none() {
            return Ok(None);
        }
        let printed = show.print(stream, &mut self.text).and_then(|is_one| Ok(self.text.flush().map(|()| is_one)?));
        match printed {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(Error::Json(_)) => return Err(crate::select::too_big(stream)),
            Err(error) => return Err(error),
        }
        Ok(Some(head.and_then(|head| head.typed).or_else(|| show.elements().cloned())))
    }

    fn row(&mut self, show: &Show, ty: Option<Type>) -> Result<(), Stop> {
        let is_same = self.head.as_ref().is_some_and(|(known, _)| *known == ty);
        if !is_same {
            self.begin(show, ty)?;
        }
        let Some((_, columns)) = &self.head else { return Ok(()) };
        self.cells.iter_mut().for_each(String::clear);
        let mut json = Reader::from_slice(&self.text.get_ref().0.bytes);
        json.next_document().and_then(|_| columns.fill(&mut json, &mut self.cells)).map_err(Error::from)?;
        if self.table.get_ref().is_full() {
            self.table.write_record(columns.header()).map_err(Stop::Table)?;
        }
        self.table.write_record(&self.cells).map_err(Stop::Table)?;
        if self.table.get_ref().is_part() {
            self.table.flush().map_err(|error| Stop::Table(error.into()))?;
            self.table.get_ref().end_value();
        }
        Ok(())
    }

    /// A row of a type that the row before did not have: the first one makes the header, all others must fit it.
    fn begin(&mut self, show: &Show, ty: Option<Type>) -> Result<(), Stop> {
        let columns = match (&ty, show) {
            (Some(map), Show::Elements(_)) if map.kind() == Kind::Map => {
                Columns::of_entry(map.key().as_ref(), map.elem().as_ref())
            }
            (Some(list), Show::Elements(_)) => Columns::of(list.elem().as_ref()),
            _ => Columns::of(ty.as_ref()),
        };
        let header = columns.header();
        match &self.head {
            Some((_, known)) if known.header() == header => {}
            Some((known, _)) => return Err(Stop::Other(mixed(known.as_ref(), ty.as_ref()))),
            None => {
                let is_list = |ty: &Type| matches!(ty.kind(), Kind::Map | Kind::Slice | Kind::Array);
                if !matches!(show, Show::Elements(_)) && ty.as_ref().is_some_and(is_list) {
                    report::advise("each value is one cell here; --each . makes a row of each of its elements");
                }
                self.table.write_record(&header).map_err(Stop::Table)?;
            }
        }
        self.cells = vec![String::new(); header.len()];
        self.head = Some((ty, columns));
        Ok(())
    }
}

fn mixed(known: Option<&Type>, ty: Option<&Type>) -> String {
    let name = |ty: Option<&Type>| ty.map_or_else(|| "no one type".into(), types::name);
    format!("a table has one kind of rows: these are of {}, and here is one of {}", name(known), name(ty))
}

fn warn(show: &Show, report: &Report) {
    if let Some((n, value, path)) = show.losses() {
        report.not_utf8(n, value, path);
    }
}

#[cold]
fn cannot_write(error: csv::Error) -> Failure {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Failure::Output(error),
        other => Failure::Output(std::io::Error::other(format!("{other:?}"))),
    }
}
