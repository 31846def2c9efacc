//! `gob explain`: every byte with its meaning.

mod fold;
mod html;
mod list;
mod sheet;
mod tell;

use crate::common::{Common, GobStream, Opened};
use crate::input::Source;
use crate::limits;
use crate::output::{Dest, Output};
use crate::report::{self, Exit, Failure, Report, count};
use crate::{types, watch};
use clap::Args;
use gobstream::{Error, ErrorKind, Lost, Options, Piece, PollPiece};
use html::Html;
use list::List;
use sheet::Sheet;
use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use tell::Tell;

/// Where the rows go.
type Out = BufWriter<Dest>;

/// Bytes that are looked at again at once.
const PIECE: usize = 64 << 10;

const SAMPLES: &str = r#"Samples:
  $ gob explain --at 0x5e login.gob
  0000004f  1f                          message 3: 31 bytes, value 1
  00000050  ff 80                         type 64, UserSession
  00000052  01                            field 0, Username string
  00000053  09 61 6e 6f 6e 79 6d 6f …       "anonymous"
  0000005d  02                            field 2, Issued Time (field 1, IsAdmin, not sent: false)
  0000005e  0f 01 00 00 00 0e d7 5e …       2020-12-06T14:12:42.77220566+01:00
  0000006e  00                            end of UserSession
  $ gob explain --list session.gob
  message  offset  bytes  holds
        1     0x0     46  type 64: record struct {Deadline 65; Values 66}
        2    0x2e     17  type 65: Time, opaque (GobEncoder)
        3    0x3f     40  type 66: map[string]interface {}
        4    0x67     91  value 1: record; within it type 67: []string
        5    0xc2    140  value 1, continued"#;

/// Show every byte with its meaning.
#[derive(Debug, Args)]
#[command(after_long_help = SAMPLES)]
pub(crate) struct Opts {
    /// Gob files; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// One line for each message
    #[arg(long, conflicts_with_all = ["at", "full", "html"])]
    list: bool,
    /// Only the message with this byte: 94 or 0x5e
    #[arg(long, value_name = "BYTE", value_parser = limits::size)]
    at: Option<u64>,
    /// Fold nothing: neither long strings nor runs of like elements
    #[arg(long)]
    full: bool,
    /// One page for a browser, bytes and rows side by side, which loads nothing
    #[arg(long, conflicts_with = "at")]
    html: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    common: Common,
}

/// What is shown of a stream.
trait View {
    fn piece(&mut self, piece: &Piece<'_>, out: &mut Out) -> io::Result<()>;
    fn lost(&mut self, loss: &Loss, out: &mut Out) -> io::Result<()>;
    /// Bytes that are lost.
    fn bytes(&mut self, _offset: u64, _bytes: &[u8]) -> io::Result<()> {
        Ok(())
    }
    /// The input ends at `end`.
    fn finish(&mut self, end: u64, out: &mut Out) -> io::Result<()>;
    /// Whether numbers in lists may come in runs.
    fn takes_runs(&self) -> bool;
    /// Whether nothing that follows will be shown.
    fn is_done(&self) -> bool {
        false
    }
}

/// Bytes that could not be read.
struct Loss {
    lost: Lost,
    why: Error,
    /// How far pieces went before.
    seen: u64,
    /// The first bytes that no piece has shown, as many as a row takes; all with `--full`, up to a bound.
    head: Vec<u8>,
}

impl Loss {
    fn len(&self) -> u64 {
        self.lost.to.saturating_sub(self.lost.from)
    }

    /// `lost 8 bytes, 0x27 to 0x2e: why [code]`.
    fn text(&self) -> String {
        let (from, to) = (self.lost.from, self.lost.to);
        let range = if to > from { format!(", {from:#x} to {:#x}", to - 1) } else { String::new() };
        format!("lost {}{range}: {}", count(self.len(), "byte"), self.reason())
    }

    fn reason(&self) -> String {
        format!("{} [{}]", self.why.text(), self.why.kind().code())
    }

    /// Where bytes begin that no piece has shown.
    fn row_start(&self) -> u64 {
        if (self.lost.from..self.lost.to).contains(&self.seen) { self.seen } else { self.lost.from }
    }
}

impl Opts {
    /// Explains all files; the worst outcome counts.
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        self.common.begin();
        let mut out = BufWriter::with_capacity(64 << 10, self.output.open(&self.common)?);
        if self.html && self.files.len() > 1 {
            return Err(Failure::usage("a page shows one file", "gob explain --html FILE -o FILE.html"));
        }
        let exit = Source::each(&self.files, |i, source| {
            if self.files.len() > 1 {
                let gap = if i > 0 { "\n" } else { "" };
                writeln!(out, "{gap}{}:", report::escaped(&source.name())).map_err(Failure::output)?;
            }
            self.file(source, &mut out)
        })?;
        let dest = out.into_inner().map_err(|error| Failure::output(error.into_error()))?;
        if exit != Exit::Interrupted {
            dest.finish_after(exit)?;
        }
        Ok(exit)
    }

    fn file(&self, source: &Source, out: &mut Out) -> Result<Exit, Failure> {
        let options = Options { definitions: self.list, ..self.common.options() };
        let mut opened = match self.common.open_rewinding(source, options) {
            Ok(opened) => opened,
            Err(exit) => return Ok(exit),
        };
        if self.list {
            return read(&mut opened, &mut List::new(), out);
        }
        if self.html {
            let name = opened.report.name.clone();
            let mut html = Html::new(types::plain(name.as_bytes()), self.full).map_err(Failure::output)?;
            let exit = read(&mut opened, &mut html, out)?;
            html.close(opened.stream.offset(), out).map_err(Failure::output)?;
            return Ok(exit);
        }
        let sheet = Sheet::new(self.full, out.get_ref().colours);
        let exit = read(&mut opened, &mut Tell::new(sheet, self.at), out)?;
        let end = opened.stream.offset();
        match self.at.filter(|&at| exit == Exit::Good && at >= end) {
            Some(at) => Err(beyond(at, end, &opened.report)),
            None => Ok(exit),
        }
    }
}

#[cold]
fn beyond(at: u64, end: u64, report: &Report) -> Failure {
    Failure::usage(format!("{}: no byte {at:#x} ({at}): it has {}", report.name, count(end, "byte")), "")
}

/// Reads a stream to its end, damage included.
fn read(opened: &mut Opened, view: &mut impl View, out: &mut Out) -> Result<Exit, Failure> {
    let mut exit = Exit::Good;
    let mut seen = 0;
    loop {
        let stream = &mut opened.stream;
        watch::value(stream.good());
        let error = match stream.poll_piece(!view.takes_runs()) {
            Ok(PollPiece::Piece(piece)) => {
                seen = piece.offset + piece.bytes.len() as u64;
                view.piece(&piece, out).map_err(Failure::output)?;
                None
            }
            Ok(PollPiece::Wait) => {
                // What is known is shown before the input keeps one waiting.
                out.flush().map_err(Failure::output)?;
                stream.fill().err()
            }
            Ok(PollPiece::End) => break,
            Err(error) => Some(error),
        };
        if let Some(error) = error {
            exit = Exit::BadInput;
            if let Some(exit) = pass(opened, (error, seen), view, out)? {
                return Ok(exit);
            }
        }
        if view.is_done() {
            return Ok(exit);
        }
    }
    view.finish(opened.stream.offset(), out).map_err(Failure::output)?;
    Ok(exit)
}

/// Passes over damage, told why and how far pieces went; the exit code if that ends the reading.
fn pass(opened: &mut Opened, (why, seen): (Error, u64), view: &mut impl View, out: &mut Out) -> Result<Option<Exit>, Failure> {
    let Opened { stream, report } = opened;
    if why.kind() == ErrorKind::Io || report.is_foreign(&why, stream) {
        out.flush().map_err(Failure::output)?;
        return Ok(Some(report.fault(&why, stream, 0, true)));
    }
    match stream.recover() {
        Ok(lost) => {
            let mut loss = Loss { lost, why, seen, head: Vec::new() };
            loss.head = bytes(stream, &loss);
            lost_bytes(stream, &loss.lost, view).map_err(Failure::output)?;
            view.lost(&loss, out).map_err(Failure::output)?;
            Ok(None)
        }
        Err(error) => Ok(Some(report.fault(&error, stream, 0, true))),
    }
}

/// The first bytes of what is lost.
fn bytes(stream: &mut GobStream, loss: &Loss) -> Vec<u8> {
    let start = loss.row_start();
    let mut bytes = vec![0; usize::try_from(loss.lost.to - start).unwrap_or(usize::MAX).min(sheet::WIDTH)];
    let n = stream.look(start, &mut bytes).unwrap_or(0);
    bytes.truncate(n);
    bytes
}

/// Shows a view the bytes that are lost.
fn lost_bytes(stream: &mut GobStream, lost: &Lost, view: &mut impl View) -> io::Result<()> {
    let mut piece = vec![0; PIECE];
    let mut at = lost.from;
    while at < lost.to {
        let want = PIECE.min(usize::try_from(lost.to - at).unwrap_or(PIECE));
        let Ok(n @ 1..) = stream.look(at, &mut piece[..want]) else { break };
        view.bytes(at, &piece[..n])?;
        at += n as u64;
    }
    Ok(())
}

/// The ids that the stream at hand has defined.
#[derive(Debug, Default)]
struct Ids(BTreeSet<i32>);

impl Ids {
    /// Takes in an id that is defined; whether it is defined again, and so begins another stream.
    fn again(&mut self, id: i32) -> bool {
        let again = !self.0.insert(id);
        if again {
            self.0 = BTreeSet::from([id]);
        }
        again
    }
}
