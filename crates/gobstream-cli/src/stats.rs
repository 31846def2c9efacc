//! `gob stats`: where the bytes of a file go.

mod tree;

use crate::common::{Common, GobStream};
use crate::input::Source;
use crate::output::{Dest, Output};
use crate::report::{self, Exit, Failure};
use crate::watch;
use clap::Args;
use gobstream::{Error, What};
use std::io::Write;
use std::path::PathBuf;
use tree::{Row, Tree};

/// Bytes of a value that make it a large one.
const LARGE: u64 = 64 << 10;

const SAMPLES: &str = r#"Samples:
  $ gob stats login.gob
  login.gob: 111 bytes: 1 stream, 2 types in 79 bytes, 1 value in 32
  path       kind    count  bytes  share  least … most
  .          struct      1      6  18.8%
  .Username  string      1     10  31.2%  9 bytes
  .Issued    opaque      1     16  50.0%  15 bytes
  shape: small records under large headers; one encoder for many values sends the types once"#;

/// Say where the bytes go: counts by path, and which shape it is.
#[derive(Debug, Args)]
#[command(after_long_help = SAMPLES)]
pub(crate) struct Opts {
    /// Gob files; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    common: Common,
}

impl Opts {
    /// Measures all files; the worst outcome counts.
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        self.common.begin();
        self.output.each(&self.files, &self.common, |i, source, out| self.file(source, i > 0, out))
    }

    fn file(&self, source: &Source, is_next: bool, out: &mut Dest) -> Result<Exit, Failure> {
        let mut opened = match self.common.open(source, self.common.options()) {
            Ok(opened) => opened,
            Err(exit) => return Ok(exit),
        };
        let mut sums = Sums::new(self.common.options().limits.memory);
        let mut end = sums.read(&mut opened.stream);
        while let Err(error) = &end {
            if !self.common.recover {
                break;
            }
            let error = error.clone();
            end = match opened.recover(&error) {
                Ok(lost) => {
                    opened.report.lost(&lost, &error);
                    sums.tree.forget();
                    sums.read(&mut opened.stream)
                }
                Err(other) => {
                    end = Err(other);
                    break;
                }
            };
        }
        if watch::is_stopped() {
            return Ok(Exit::Interrupted);
        }
        watch::clear();
        if sums.values > 0 || end.is_ok() {
            let gap = if is_next { "\n" } else { "" };
            let text = format!("{gap}{}", sums.text(&source.name(), &opened.stream));
            out.write_all(text.as_bytes()).map_err(Failure::output)?;
            if sums.tree.is_full {
                opened
                    .report
                    .note("there are more paths than are told apart: what nests further is counted with what it stands in");
            }
        }
        Ok(match end {
            Err(error) => opened.report.fault(&error, &opened.stream, sums.values, true),
            Ok(()) => opened.report.recovered(sums.values),
        })
    }
}

/// What a stream holds.
struct Sums {
    tree: Tree,
    values: u64,
    types: u64,
    /// Bytes of definitions and of values, each with the lengths of their messages.
    in_types: u64,
    in_values: u64,
    /// The length of a message of which it is not known what it holds.
    length: u64,
    /// The largest value.
    largest: u64,
    begun: u64,
}

impl Sums {
    /// Nothing so far; `most`: bytes that what is told apart may take.
    fn new(most: u64) -> Self {
        Sums { tree: Tree::new(most), values: 0, types: 0, in_types: 0, in_values: 0, length: 0, largest: 0, begun: 0 }
    }

    fn read(&mut self, stream: &mut GobStream) -> Result<(), Error> {
        while let Some(piece) = stream.next_pieces()? {
            let n = piece.bytes.len() as u64;
            match &piece.what {
                What::Length(_) => self.length += n,
                What::Begin(_) => {
                    self.types += 1;
                    self.in_types += n + std::mem::take(&mut self.length);
                }
                What::Definition(_) => self.in_types += n,
                What::Event(gobstream::Event::Definition(_)) => self.in_types += n,
                other => {
                    let length = std::mem::take(&mut self.length);
                    self.in_values += n + length;
                    let is_done = self.tree.piece(other, n + length);
                    if is_done {
                        self.done();
                        watch::value(piece.offset);
                    }
                }
            }
        }
        Ok(())
    }

    fn done(&mut self) {
        self.values += 1;
        self.largest = self.largest.max(self.in_values - self.begun);
        self.begun = self.in_values;
    }

    fn text(&self, name: &str, stream: &GobStream) -> String {
        let count = |n: u64, what: &str| format!("{} {what}{}", commas(n), if n == 1 { "" } else { "s" });
        let streams = count(stream.parts().into(), "stream");
        let types = format!("{} in {}", count(self.types, "type"), count(self.in_types, "byte"));
        let values = format!("{} in {}", count(self.values, "value"), commas(self.in_values));
        let head = format!("{}: {}: {streams}, {types}, {values}\n", report::escaped(name), count(stream.offset(), "byte"));
        let rows = self.tree.rows(self.in_values);
        if rows.is_empty() {
            return head;
        }
        head + &table(&rows) + &format!("shape: {}\n", self.shape(&rows))
    }

    fn shape(&self, rows: &[Row]) -> String {
        let is_whole = |row: &&Row| row.is_list && row.count <= self.values && !row.path.contains('…');
        let list = rows.iter().find(is_whole).map(|row| row.path.clone());
        match (self.values, list) {
            (1, Some(path)) if self.largest > LARGE => format!("one large value; --each {path} reads it element by element"),
            (1, None) if self.largest > LARGE => "one large value".into(),
            _ if self.in_types > self.in_values => {
                "small records under large headers; one encoder for many values sends the types once".into()
            }
            (1, _) => format!("one value of {} bytes", commas(self.in_values)),
            (n, _) => format!("a stream of {} values of {} bytes on average", commas(n), commas(self.in_values / n.max(1))),
        }
    }
}

fn table(rows: &[Row]) -> String {
    let head = ["path", "kind", "count", "bytes", "share", "least … most"].map(str::to_owned);
    let mut lines = vec![head];
    for row in rows {
        lines.push([
            row.path.clone(),
            row.kind.clone(),
            commas(row.count),
            commas(row.bytes),
            row.share.clone(),
            row.range.clone(),
        ]);
    }
    let wide = |i: usize| lines.iter().map(|line| line[i].chars().count()).max().unwrap_or(0).min(60);
    let [path, kind, count, bytes, share] = [wide(0), wide(1), wide(2), wide(3), wide(4)];
    let line = |[p, k, c, b, s, r]: &[String; 6]| {
        let line = format!("{p:path$}  {k:kind$}  {c:>count$}  {b:>bytes$}  {s:>share$}  {r}");
        line.trim_end().to_owned() + "\n"
    };
    lines.iter().map(line).collect()
}

/// `1,315,360`.
fn commas(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::commas;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 12, 123, 1234, 1_315_360].map(commas).join(" "), "0 12 123 1,234 1,315,360");
    }
}
