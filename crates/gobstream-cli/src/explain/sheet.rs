//! The rows: offset, bytes, meaning.

use super::{Out, html};
use crate::colour;
use anstyle::{AnsiColor, Style};
use std::io::{self, Write};

/// Bytes in a row.
pub(super) const WIDTH: usize = 8;

/// Columns of the bytes: two digits and a space each, then room for an ellipsis.
const COLUMNS: usize = 3 * WIDTH + 4;

/// Levels that are indented; deeper ones say their level.
const LEVELS: usize = 32;

/// What kind of bytes a row shows, which is its colour.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ink {
    Length,
    Id,
    Name,
    Value,
    End,
    Lost,
}

impl Ink {
    const fn style(self) -> Style {
        match self {
            Ink::Length => AnsiColor::Yellow.on_default(),
            Ink::Id => AnsiColor::Magenta.on_default(),
            Ink::Name => AnsiColor::Cyan.on_default(),
            Ink::Value => AnsiColor::Green.on_default(),
            Ink::End => AnsiColor::BrightBlack.on_default(),
            Ink::Lost => colour::BAD,
        }
    }
}

/// A stretch of bytes: all of them, or the first ones of many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span<'a> {
    pub(super) offset: u64,
    pub(super) bytes: &'a [u8],
    pub(super) len: u64,
}

/// How rows look.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) full: bool,
    colours: bool,
    /// Rows are those of a page's script.
    is_page: bool,
}

impl Sheet {
    pub(super) fn new(full: bool, colours: bool) -> Self {
        Sheet { full, colours, is_page: false }
    }

    /// Rows for the script of a page: offset, bytes, kind, indent and meaning.
    pub(super) fn page(full: bool) -> Self {
        Sheet { full, colours: false, is_page: true }
    }

    /// Writes a row; with `--full` as many as its bytes take.
    pub(super) fn row(&self, out: &mut Out, ink: Ink, span: Span<'_>, indent: usize, text: &str) -> io::Result<()> {
        if self.is_page {
            return writeln!(out, "[{},{},{},{indent},{}]", span.offset, span.len, ink as u8, html::quoted(text));
        }
        let (first, rest) = span.bytes.split_at(span.bytes.len().min(WIDTH));
        let is_whole = self.full && span.bytes.len() as u64 == span.len;
        let more = if span.len > WIDTH as u64 && !is_whole { "…" } else { "" };
        self.line(out, ink, span.offset, first, more, indent, text)?;
        let rest = if is_whole { rest } else { &[] };
        for (i, bytes) in rest.chunks(WIDTH).enumerate() {
            self.line(out, ink, span.offset + ((i + 1) * WIDTH) as u64, bytes, "", 0, "")?;
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of a line")]
    fn line(&self, out: &mut Out, ink: Ink, at: u64, bytes: &[u8], more: &str, indent: usize, text: &str) -> io::Result<()> {
        let mut hex = String::with_capacity(COLUMNS);
        bytes.iter().for_each(|b| hex.push_str(&format!("{b:02x} ")));
        hex.push_str(more);
        let gap = if text.is_empty() { 0 } else { COLUMNS };
        let level = if indent > LEVELS { format!("(level {indent}) ") } else { String::new() };
        let line = format!("{hex:gap$}{:indent$}{level}{text}", "", indent = 2 * indent.min(LEVELS));
        let style = if self.colours { ink.style() } else { Style::new() };
        writeln!(out, "{at:08x}  {style}{}{style:#}", line.trim_end())
    }
}
