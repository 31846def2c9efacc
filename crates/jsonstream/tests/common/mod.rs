//! What the tests of reading share: sources that give bytes in awkward ways, and one picture of a whole read.
#![allow(clippy::unwrap_used, dead_code, unreachable_pub)] // helpers of tests; no test uses all of them

use std::io::Write;
use std::path::PathBuf;

use jsonstream::{Error, ErrorKind, Event, Pull, ReadOptions, Reader, Result, Source, Window};

/// Gives at most `size` bytes a call, and fails for now as often as `waits` says in between.
pub struct Drip<'a> {
    pub bytes: &'a [u8],
    pub size: usize,
    pub waits: bool,
    turn: bool,
}

impl<'a> Drip<'a> {
    pub fn new(bytes: &'a [u8], size: usize, waits: bool) -> Self {
        Self { bytes, size, waits, turn: false }
    }
}

impl Pull for Drip<'_> {
    fn pull(&mut self, room: &mut [u8]) -> Result<usize> {
        self.turn = !self.turn;
        if self.waits && self.turn {
            return Err(std::io::Error::from(std::io::ErrorKind::WouldBlock).into());
        }
        let count = self.size.min(room.len()).min(self.bytes.len());
        let (now, later) = self.bytes.split_at(count);
        room[..count].copy_from_slice(now);
        self.bytes = later;
        Ok(count)
    }
}

pub fn dripping<'a>(bytes: &'a [u8], size: usize, waits: bool, options: &ReadOptions) -> Reader<Window<Drip<'a>>> {
    let options = ReadOptions { buffer: size, ..options.clone() };
    Reader::from_pull_with(Drip::new(bytes, size, waits), &options)
}

/// Repeats a call that has to wait.
pub fn patient<R, T>(reader: &mut R, mut call: impl FnMut(&mut R) -> Result<T>) -> Result<T> {
    loop {
        match call(reader) {
            Err(error) if error.kind() == ErrorKind::NeedMore => {}
            other => return other,
        }
    }
}

/// What a read gave: events in words, and the error that ended it.
#[derive(Debug, PartialEq)]
pub struct Picture {
    pub events: Vec<(u64, String)>,
    pub error: Option<(ErrorKind, u64)>,
}

pub fn brief(error: &Error) -> (ErrorKind, u64) {
    (error.kind(), error.offset())
}

pub fn events<S: Source>(reader: &mut Reader<S>) -> Picture {
    let mut picture = Picture { events: Vec::new(), error: None };
    loop {
        match patient(reader, |r| r.next_event().map(|event| event.map(|event| format!("{event:?}")))) {
            Ok(Some(event)) => picture.events.push((reader.token_offset(), event)),
            Ok(None) => return picture,
            Err(error) => {
                picture.error = Some(brief(&error));
                return picture;
            }
        }
    }
}

/// Skips everything: the error that ended it.
pub fn skip_all<S: Source>(reader: &mut Reader<S>) -> Option<(ErrorKind, u64)> {
    loop {
        match patient(reader, |r| r.next_document()) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => return Some(brief(&error)),
        }
        if let Err(error) = patient(reader, |r| r.skip()) {
            return Some(brief(&error));
        }
    }
}

/// The folder with files that are not part of the project; without it a test says one line and passes, unless it
/// must not.
pub fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("GOBSTREAM_DATA").map(PathBuf::from);
    if folder.is_none() {
        // Not by a macro that prints: tests capture those.
        drop(writeln!(std::io::stderr(), "skipped: the real files: GOBSTREAM_DATA is not set"));
        assert!(std::env::var_os("GOBSTREAM_STRICT").is_none_or(|v| v != "1"), "GOBSTREAM_STRICT=1: nothing may be skipped");
    }
    folder
}

pub fn is_key(event: &Event<'_>) -> bool {
    matches!(event, Event::Key(_))
}

/// A fixed sequence of numbers that look random.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len() as u64) as usize]
    }

    /// A document, or nearly one.
    pub fn document(&mut self, depth: u64) -> String {
        let count = if depth > 0 { self.below(4) } else { 0 };
        let blank = [" ", "", "", "", "\n", "\t\r "];
        let inner: Vec<_> = (0..count).map(|_| self.pick(&blank).to_owned() + &self.document(depth.saturating_sub(1))).collect();
        match self.below(6) {
            0 | 1 if depth > 0 => format!("[{}]", inner.join(self.pick(&[",", ", ", " ,"]))),
            2 | 3 if depth > 0 => {
                let members: Vec<_> =
                    inner.iter().map(|value| format!("{}{}:{value}", self.string(), self.pick(&blank))).collect();
                format!("{{{}}}", members.join(","))
            }
            4 => self.string(),
            _ => self.scalar(),
        }
    }

    fn scalar(&mut self) -> String {
        let words = ["null", "true", "false", "0", "-0", "12", "-1.5", "1e5", "123456789012345678901", "1.5E-7", "0.1", "255"];
        self.pick(&words).into()
    }

    fn string(&mut self) -> String {
        let parts =
            ["a", "é", "日本", "😀", "\\n", "\\\"", "\\u00e9", "\\ud83d\\ude00", "a long part without anything", "\\\\", "/"];
        let inside: String = (0..self.below(5)).map(|_| self.pick(&parts)).collect();
        format!("\"{inside}\"")
    }

    /// The same with a byte changed, dropped or put in.
    pub fn damaged(&mut self, text: &str) -> Vec<u8> {
        let mut bytes = text.as_bytes().to_vec();
        let at = self.below(bytes.len() as u64 + 1) as usize;
        let byte = b"\"\\{}[],:01.eE+-tfn u\n\0\x1f\x80\xc3\xed\xff"[self.below(26) as usize];
        match self.below(4) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, byte),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ if at < bytes.len() => bytes[at] = byte,
            _ => {}
        }
        bytes
    }
}
