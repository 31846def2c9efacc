//! Where a writer's bytes go.

use alloc::vec::Vec;

use crate::error::Result;

/// Takes the bytes of a [`Writer`](crate::Writer), a buffer at a time.
///
/// For a [`std::io::Write`] see [`Writer::to_io`](crate::Writer::to_io). `Vec<u8>` is a sink. So is `()`, the sink of
/// [`Writer::in_memory`](crate::Writer::in_memory), for which everything stays in the buffer.
///
/// # Examples
/// ```
/// use jsonstream::{Result, Sink, Writer};
///
/// #[derive(Default)]
/// struct Count(usize);
///
/// impl Sink for Count {
///     fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
///         self.0 += bytes.len();
///         Ok(())
///     }
/// }
///
/// let mut w = Writer::new(Count::default());
/// w.str("four")?;
/// assert_eq!(w.finish()?.0, 6);
/// # Ok::<(), jsonstream::Error>(())
/// ```
pub trait Sink {
    /// True for a sink that takes nothing: the writer then keeps all bytes in its buffer.
    const IN_MEMORY: bool = false;

    /// Takes all of `bytes`.
    ///
    /// # Errors
    /// Whatever keeps it from that; [`Error::sink`](crate::Error::sink) makes one from a text. The writer hands over
    /// nothing more afterwards.
    fn write_all(&mut self, bytes: &[u8]) -> Result<()>;

    /// Passes on what the sink itself may have buffered.
    ///
    /// # Errors
    /// As [`write_all`](Self::write_all).
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl Sink for Vec<u8> {
    fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}

impl Sink for () {
    const IN_MEMORY: bool = true;

    fn write_all(&mut self, _: &[u8]) -> Result<()> {
        Ok(())
    }
}

impl<S: Sink + ?Sized> Sink for &mut S {
    const IN_MEMORY: bool = S::IN_MEMORY;

    fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        (**self).write_all(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        (**self).flush()
    }
}
