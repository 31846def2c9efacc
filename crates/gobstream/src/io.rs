//! Ends on `std::io`.

use crate::assemble::{Fill, Got, Input, Rewind, Stream};
use crate::error::Fault;
use crate::limits::Options;
use std::io::{ErrorKind, Read, Seek, SeekFrom};

/// Bytes read at once.
const PIECE: usize = 64 << 10;

/// A window on a [`Read`], for [`Stream::from_reader`]. It holds 64 KiB, or one string that is longer.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    ended: bool,
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
        let reader = Reader { source, bytes: Vec::new(), start: 0, end: 0, ended: false };
        Stream::new(reader, options)
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

impl<R: Read> Reader<R> {
    /// Makes room behind what is at hand: moves it to the front, and grows only as fast as bytes arrive.
    fn make_room(&mut self, want: usize) {
        if self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        let size = want.clamp(PIECE, self.end.saturating_mul(2).max(PIECE));
        if want <= PIECE && self.bytes.len() > 2 * PIECE && self.end <= PIECE {
            self.bytes.truncate(PIECE);
            self.bytes.shrink_to_fit();
        }
        // Not before it is full: a source of small pieces must not grow it for each.
        if self.bytes.len() < size && self.end == self.bytes.len() {
            self.bytes.reserve_exact(size - self.bytes.len());
            self.bytes.resize(size, 0);
        }
    }
}

impl<R: Read> Fill for Reader<R> {
    fn fill(&mut self, want: usize) -> Got<()> {
        self.make_room(want);
        loop {
            match self.source.read(&mut self.bytes[self.end..]) {
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
        self.source.seek(SeekFrom::Start(at)).map_err(Fault::io)?;
        (self.start, self.end, self.ended) = (0, 0, false);
        Ok(())
    }

    fn size(&mut self) -> Got<u64> {
        self.source.seek(SeekFrom::End(0)).map_err(Fault::io)
    }
}
