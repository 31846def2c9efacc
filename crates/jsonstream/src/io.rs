//! Ends on `std::io`.

use std::io::Write;

use crate::config::WriteOptions;
use crate::error::Result;
use crate::sink::Sink;
use crate::writer::Writer;

/// A [`std::io::Write`] as a [`Sink`].
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
    /// The writer inside.
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
