//! `--html`: one page with bytes and rows side by side, which needs nothing from anywhere.
//!
//! The page is a head, the rows as they come, all bytes in base64, and a script. The bytes wait in a file without a name until the
//! rows are written, so memory stays flat.

use super::sheet::Sheet;
use super::tell::Tell;
use super::{Loss, Out, View};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gobstream::{Piece, What};
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};

const HEAD: &str = include_str!("head.html");
const TAIL: &str = include_str!("tail.html");

/// Bytes that are encoded at once, in groups of three.
const PIECE: usize = 48 << 10;

/// Turns pieces into a page.
pub(super) struct Html {
    tell: Tell,
    title: String,
    has_head: bool,
    is_whole: bool,
    spool: BufWriter<File>,
    /// How far bytes are in the spool.
    end: u64,
}

impl Html {
    pub(super) fn new(title: String, full: bool) -> io::Result<Self> {
        let spool = BufWriter::new(tempfile::tempfile()?);
        Ok(Html { tell: Tell::new(Sheet::page(full), None), title, has_head: false, is_whole: false, spool, end: 0 })
    }

    fn head(&mut self, out: &mut Out) -> io::Result<()> {
        if !std::mem::replace(&mut self.has_head, true) {
            out.write_all(HEAD.as_bytes())?;
        }
        Ok(())
    }

    /// Ends a page that was begun, where the reading ended before the input did.
    pub(super) fn close(&mut self, end: u64, out: &mut Out) -> io::Result<()> {
        if self.has_head && !self.is_whole { self.finish(end, out) } else { Ok(()) }
    }

    /// Writes the bytes behind the rows, and the script.
    fn tail(&mut self, out: &mut Out) -> io::Result<()> {
        out.write_all(b"</script>\n<script type=\"text/plain\" id=\"base64\">")?;
        self.spool.flush()?;
        let file = self.spool.get_mut();
        file.rewind()?;
        let mut piece = Vec::with_capacity(PIECE);
        loop {
            piece.clear();
            Read::by_ref(file).take(PIECE as u64).read_to_end(&mut piece)?;
            if piece.is_empty() {
                break;
            }
            out.write_all(STANDARD.encode(&piece).as_bytes())?;
        }
        writeln!(out, "</script>\n<script type=\"application/json\" id=\"name\">{}</script>", quoted(&self.title))?;
        out.write_all(TAIL.as_bytes())
    }
}

impl View for Html {
    fn piece(&mut self, piece: &Piece<'_>, out: &mut Out) -> io::Result<()> {
        // A first length alone may be that of something else than gob, of which nothing is shown.
        if !matches!(piece.what, What::Length(_)) {
            self.head(out)?;
        }
        self.bytes(piece.offset, piece.bytes)?;
        self.tell.piece(piece, out)
    }

    /// Keeps bytes that are not kept yet.
    fn bytes(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let known = usize::try_from(self.end.saturating_sub(offset)).unwrap_or(usize::MAX).min(bytes.len());
        let new = &bytes[known..];
        self.end += new.len() as u64;
        self.spool.write_all(new)
    }

    fn lost(&mut self, loss: &Loss, out: &mut Out) -> io::Result<()> {
        self.head(out)?;
        self.tell.lost(loss, out)
    }

    fn finish(&mut self, end: u64, out: &mut Out) -> io::Result<()> {
        self.head(out)?;
        self.is_whole = true;
        self.tell.close(out)?;
        self.title = format!("{}: {}", self.title, self.tell.summary(end));
        self.tail(out)
    }

    fn takes_runs(&self) -> bool {
        self.tell.takes_runs()
    }
}

/// A string for a script inside a page, where `</script>` must not stand.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => out += &format!("\\u{:04x}", u32::from(c)),
            c if c.is_control() => out += &format!("\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out + "\""
}
