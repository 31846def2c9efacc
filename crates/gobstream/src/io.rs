//! Ends on `std::io`.

use crate::assemble::{Fill, Got, Input, Rewind, Stream};
use crate::encode::Sink;
use crate::error::{Error, Fault, Place};
use crate::limits::Options;
use std::io::{ErrorKind, IoSlice, Read, Seek, SeekFrom, Write};

/// Bytes read at once.
const PIECE: usize = 64 << 10;
/// The same at first, for typed decode: many sources are short, and to make a large buffer costs more than to read them.
const FIRST: usize = 4 << 10;

/// A window on a [`Read`], for [`Stream::from_reader`]. It holds 64 KiB, or one string that is longer.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    /// The absolute offset of the first of the bytes.
    base: u64,
    ended: bool,
    /// Never to hold more than is asked for.
    exact: bool,
    /// Bytes read at once at first.
    first: usize,
}

impl<R: Read> Stream<Reader<R>> {
    /// Reads from a source, 64 KiB at a time, with default [`Options`]. The source needs no buffer of its own.
    ///
    /// ```
    /// let file = std::io::Cursor::new(b"\x03\x04\x00\x06");
    /// let mut stream = gobstream::Stream::from_reader(file);
    /// assert_eq!(stream.next_value()?, Some(gobstream::Value::Int(3)));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn from_reader(source: R) -> Self {
        Self::from_reader_with(source, Options::default())
    }

    /// Reads from a source, 64 KiB at a time.
    pub fn from_reader_with(source: R, options: Options) -> Self {
        Stream::new(Reader::new(source, false), options)
    }
}

impl<R> Reader<R> {
    fn new(source: R, exact: bool) -> Self {
        Reader { source, bytes: Vec::new(), start: 0, end: 0, base: 0, ended: false, exact, first: PIECE }
    }

    /// Begins with a small buffer, which grows once it was full.
    pub(crate) fn small(source: R) -> Self {
        Reader { first: FIRST, ..Reader::new(source, false) }
    }

    /// Takes no more from the source than is asked for.
    pub(crate) fn exact(source: R) -> Self {
        Reader::new(source, true)
    }

    /// Begins anew with another source; gives the one before.
    pub(crate) fn restart(&mut self, source: R) -> R {
        (self.start, self.end, self.base, self.ended) = (0, 0, 0, false);
        core::mem::replace(&mut self.source, source)
    }

    /// The source, and what was read from it and not used.
    pub(crate) fn into_parts(mut self) -> (R, Vec<u8>) {
        self.bytes.truncate(self.end);
        self.bytes.drain(..self.start);
        (self.source, self.bytes)
    }

    /// How far a read may fill the buffer.
    fn limit(&self, want: usize) -> usize {
        let most = self.bytes.len();
        if self.exact { most.min(want.max(self.end + 1)) } else { most }
    }
}

impl<R> Input for Reader<R> {
    #[inline]
    fn window(&self) -> &[u8] {
        self.bytes.get(self.start..self.end).unwrap_or_default()
    }
    #[inline]
    fn consume(&mut self, n: usize) {
        self.start += n;
    }
    fn ended(&self) -> bool {
        self.ended
    }
}

impl<R> Reader<R> {
    /// Where what stands at an absolute offset is held, if it is; the end of what is held counts.
    fn held(&self, at: u64) -> Option<usize> {
        at.checked_sub(self.base).and_then(|n| usize::try_from(n).ok()).filter(|&n| n <= self.end)
    }
}

impl<R: Read> Reader<R> {
    /// Makes room behind what is at hand: moves it to the front, and grows only as fast as bytes arrive.
    fn make_room(&mut self, want: usize) {
        let was_full = self.end == self.bytes.len();
        if self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.base += self.start as u64;
            self.start = 0;
        }
        let least = if self.bytes.is_empty() && want <= self.first { self.first } else { PIECE };
        let size = want.clamp(least, self.end.saturating_mul(2).max(PIECE));
        if want <= PIECE && self.bytes.len() > 2 * PIECE && self.end <= PIECE {
            self.bytes.truncate(PIECE);
            self.bytes.shrink_to_fit();
        }
        // Not before it is full: a source of small pieces must not grow it for each.
        let is_full = self.end == self.bytes.len() || (was_full && self.bytes.len() < PIECE);
        if self.bytes.len() < size && is_full {
            self.bytes.reserve_exact(size - self.bytes.len());
            self.bytes.resize(size, 0);
        }
    }
}

impl<R: Read> Fill for Reader<R> {
    fn fill(&mut self, want: usize) -> Got<()> {
        self.make_room(want);
        let limit = self.limit(want);
        loop {
            match self.source.read(&mut self.bytes[self.end..limit]) {
                Ok(0) => self.ended = true,
                Ok(n) => self.end += n,
                Err(e) if e.kind() == ErrorKind::Interrupted => continue,
                Err(e) => return Err(Fault::io(e)),
            }
            return Ok(());
        }
    }
}

impl<R: Read + Seek> Rewind for Reader<R> {
    fn look(&mut self, at: u64, buffer: &mut [u8]) -> Got<usize> {
        let held = self.held(at).and_then(|i| self.bytes[..self.end].get(i..i + buffer.len()));
        if let Some(held) = held {
            buffer.copy_from_slice(held);
            return Ok(buffer.len());
        }
        self.source.seek(SeekFrom::Start(at)).map_err(Fault::io)?;
        let mut n = 0;
        while n < buffer.len() {
            match self.source.read(&mut buffer[n..]) {
                Ok(0) => break,
                Ok(more) => n += more,
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(Fault::io(e)),
            }
        }
        Ok(n)
    }

    fn jump(&mut self, at: u64) -> Got<()> {
        match self.held(at) {
            Some(i) => self.start = i,
            None => (self.start, self.end, self.base) = (0, 0, at),
        }
        self.ended = false;
        self.source.seek(SeekFrom::Start(self.base + self.end as u64)).map_err(Fault::io)?;
        Ok(())
    }

    fn size(&mut self) -> Got<u64> {
        self.source.seek(SeekFrom::End(0)).map_err(Fault::io)
    }
}

/// A sink that is a [`Write`], for [`Encoder::to_writer`](crate::Encoder::to_writer). Each call is one write, vectored where large byte strings are passed through.
#[derive(Debug)]
pub struct Writer<W>(W);

impl<W: Write> Writer<W> {
    /// A sink that writes to `inner`, which needs no buffer of its own.
    pub fn new(inner: W) -> Self {
        Writer(inner)
    }

    /// The writer.
    pub fn get_ref(&self) -> &W {
        &self.0
    }

    /// The writer, to be changed.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.0
    }

    /// The writer, and no sink.
    pub fn into_inner(self) -> W {
        self.0
    }
}

impl<W: Write> crate::Encoder<Writer<W>> {
    /// Writes to a [`Write`]. Nothing is flushed but what `inner` flushes by itself.
    ///
    /// ```
    /// let mut encoder = gobstream::Encoder::to_writer(std::io::sink());
    /// encoder.encode("text")?;
    /// assert_eq!(encoder.written(), 8);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn to_writer(inner: W) -> Self {
        crate::Encoder::new(Writer(inner))
    }
}

impl<W: Write> Sink for Writer<W> {
    fn write(&mut self, parts: &[&[u8]]) -> crate::Result<()> {
        let written = match parts {
            [all] => self.0.write_all(all),
            _ => write_all(&mut self.0, parts),
        };
        written.map_err(|error| Error::new(*Fault::io_write(error), Place::default()))
    }
}

/// All parts, by as few vectored writes as the writer allows.
fn write_all(to: &mut dyn Write, parts: &[&[u8]]) -> std::io::Result<()> {
    let mut slices: Vec<IoSlice<'_>> = parts.iter().map(|part| IoSlice::new(part)).collect();
    let mut rest = &mut slices[..];
    IoSlice::advance_slices(&mut rest, 0);
    while !rest.is_empty() {
        match to.write_vectored(rest) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(n) => IoSlice::advance_slices(&mut rest, n),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
