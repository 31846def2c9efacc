//! Ends on `std::io`.

use std::io::{ErrorKind, Read, Write};

use crate::config::{ReadOptions, WriteOptions};
use crate::error::Result;
use crate::reader::{Pull, Reader, Window};
use crate::sink::Sink;
use crate::writer::Writer;

/// A [`std::io::Write`] as a [`Sink`], a [`std::io::Read`] as a [`Pull`].
///
/// # Examples
/// ```
/// use jsonstream::{Io, Writer};
///
/// let mut w = Writer::new(Io(std::io::stdout()));
/// w.bool(true)?;
/// w.flush()?;
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Io<W>(
    /// What is inside.
    pub W,
);

impl<W: Write> Sink for Io<W> {
    fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.0.write_all(bytes)?)
    }

    fn flush(&mut self) -> Result<()> {
        Ok(self.0.flush()?)
    }
}

impl<W: Write> Writer<Io<W>> {
    /// A writer to a [`std::io::Write`], with the default options. No `BufWriter` is needed around it.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::Writer;
    ///
    /// let mut w = Writer::to_io(std::io::stdout());
    /// w.str("hello")?;
    /// w.flush()?;
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn to_io(w: W) -> Self {
        Self::new(Io(w))
    }

    /// A writer to a [`std::io::Write`], with options.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{WriteOptions, Writer};
    ///
    /// let mut w = Writer::to_io_with(Vec::new(), &WriteOptions::lines());
    /// w.str("hello")?;
    /// assert_eq!(w.finish()?.0, b"\"hello\"\n");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn to_io_with(w: W, options: &WriteOptions) -> Self {
        Self::with_options(Io(w), options)
    }
}

impl<R: Read> Pull for Io<R> {
    fn pull(&mut self, room: &mut [u8]) -> Result<usize> {
        loop {
            match self.0.read(room) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                other => return Ok(other?),
            }
        }
    }
}

impl<R: Read> Reader<Window<Io<R>>> {
    /// Reads a [`std::io::Read`], with the default options. No `BufReader` is needed around it.
    ///
    /// # Examples
    /// ```
    /// let input = std::io::Cursor::new("[1, 2]");
    /// let mut r = jsonstream::Reader::from_io(input);
    /// r.begin_array()?;
    /// assert_eq!((r.u64()?, r.u64()?), (1, 2));
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn from_io(read: R) -> Self {
        Self::from_pull(Io(read))
    }

    /// Reads a [`std::io::Read`], with options.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{ReadOptions, Reader};
    /// let options = ReadOptions { buffer: 4096, ..ReadOptions::default() };
    /// assert_eq!(Reader::from_io_with(&b"7"[..], &options).u64()?, 7);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn from_io_with(read: R, options: &ReadOptions) -> Self {
        Self::from_pull_with(Io(read), options)
    }
}
