//! The layout `Fit`: a container stays on its line if it fits there.
//!
//! Everything is written flat at first. Each place where a container on the current line could be broken is kept as
//! a mark, whether the container is still open or not. When the line has grown too long, [`rebreak`](Fit::rebreak)
//! goes through the marks once: the outermost container is broken, and of those inside, now at the start of lines
//! of their own, each that does not fit either. Marks live as long as their line; each stands for at least one
//! byte of it, so there are never more than the width and a token.
//!
//! Invariants: levels up to `broken` are broken and the others on the line are not; `start` is where the current
//! line begins in the buffer, behind `carried` columns of it that the sink has got already; what lies behind the
//! first mark is never handed over.

use alloc::vec::Vec;

use crate::out::Out;

#[derive(Debug, Default)]
pub(super) struct Fit {
    width: usize,
    marks: Vec<Mark>,
    broken: usize,
    start: usize,
    carried: usize,
    flat: Vec<u8>,
}

/// A place where the line can be broken, for the container at `level`.
#[derive(Clone, Copy, Debug)]
struct Mark {
    at: usize,
    level: usize,
    place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// Behind the opening bracket.
    Open,
    /// Behind a comma; a space follows.
    Comma,
    /// In front of the closing bracket.
    Close,
}

/// Characters, not bytes.
fn columns(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

impl Fit {
    pub(super) fn new(width: usize) -> Self {
        Self { width, ..Self::default() }
    }

    pub(super) fn is_broken(&self, level: usize) -> bool {
        level <= self.broken
    }

    pub(super) fn opened(&mut self, at: usize, level: usize) {
        self.marks.push(Mark { at, level, place: Place::Open });
    }

    pub(super) fn comma(&mut self, at: usize, level: usize) {
        self.marks.push(Mark { at, level, place: Place::Comma });
    }

    pub(super) fn closing(&mut self, at: usize, level: usize) {
        self.marks.push(Mark { at, level, place: Place::Close });
    }

    /// A container ended without content: it can not be broken.
    pub(super) fn closed_empty(&mut self) {
        self.marks.pop();
    }

    /// A new line begins at `start`, inside `broken` containers that are broken.
    pub(super) fn new_line(&mut self, start: usize, broken: usize) {
        self.marks.clear();
        self.carried = 0;
        self.start = start;
        self.broken = broken;
    }

    /// How much of the buffer is decided, when `len` bytes are in it.
    pub(super) fn decided(&self, len: usize) -> usize {
        if self.marks.is_empty() { len } else { self.start }
    }

    /// These bytes at the front of the buffer go to the sink.
    pub(super) fn drained(&mut self, gone: &[u8]) {
        let of_line = gone.get(self.start..).unwrap_or_default();
        self.carried += columns(of_line);
        self.start = self.start.saturating_sub(gone.len());
        self.marks.iter_mut().for_each(|mark| mark.at -= gone.len());
    }

    /// To be called at the end of every token.
    #[inline]
    pub(super) fn check(&mut self, out: &mut Out, indent: &str) {
        if !self.marks.is_empty() && self.carried + out.len() - self.start > self.width {
            self.check_columns(out, indent);
        }
    }

    /// The column in which `out` ends.
    fn column(&self, out: &Out) -> usize {
        self.carried + columns(&out.filled()[self.start..])
    }

    fn check_columns(&mut self, out: &mut Out, indent: &str) {
        if self.column(out) > self.width {
            self.rebreak(out, indent);
        }
    }

    fn rebreak(&mut self, out: &mut Out, indent: &str) {
        let base = self.start;
        let mut flat = core::mem::take(&mut self.flat);
        flat.clear();
        flat.extend_from_slice(&out.filled()[base..]);
        out.truncate(base);
        let (mut from, mut kept) = (0, 0);
        for index in 0..self.marks.len() {
            let mut mark = self.marks[index];
            let at = mark.at - base;
            out.put(&flat[from..at]);
            from = at;
            if self.breaks(index, &flat, base, out) {
                from += usize::from(mark.place == Place::Comma);
                self.start = put_line(out, indent, self.broken);
                self.carried = 0;
                kept = 0;
            } else {
                mark.at = out.len();
                self.marks[kept] = mark;
                kept += 1;
            }
        }
        out.put(&flat[from..]);
        self.marks.truncate(kept);
        self.flat = flat;
    }

    /// Is the line broken at this mark? If so `broken` is then the level of the line that follows.
    fn breaks(&mut self, index: usize, flat: &[u8], base: usize, out: &Out) -> bool {
        let Mark { level, place, .. } = self.marks[index];
        match place {
            Place::Open if level == self.broken + 1 && self.overflows(index, flat, base, out) => self.broken = level,
            Place::Close if level <= self.broken => self.broken = level - 1,
            Place::Comma if level <= self.broken => {}
            _ => return false,
        }
        true
    }

    /// Would the container that opens at this mark, and a comma behind it, not fit on the line that `out` ends in?
    fn overflows(&self, index: usize, flat: &[u8], base: usize, out: &Out) -> bool {
        let Mark { at, level, .. } = self.marks[index];
        let rest = &flat[at - base..];
        let close = self.marks[index..].iter().find(|mark| mark.level == level && mark.place == Place::Close);
        let end = close.map_or(rest.len(), |close| close.at - at + 1);
        let comma = usize::from(rest.get(end) == Some(&b','));
        !rest.is_empty() && self.column(out) + columns(&rest[..end]) + comma > self.width
    }
}

/// Ends the line and indents the next; where that begins is returned.
pub(super) fn put_line(out: &mut Out, indent: &str, level: usize) -> usize {
    out.byte(b'\n');
    let start = out.len();
    for _ in 0..level {
        out.put(indent.as_bytes());
    }
    start
}
