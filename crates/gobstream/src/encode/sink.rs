//! Where an encoder's bytes go.

use crate::error::Result;
use crate::kernel;
use alloc::vec::Vec;

/// Takes what an encoder writes. `Vec<u8>` is one; with `std`, [`Writer`](crate::Writer) makes one of any [`Write`](std::io::Write).
///
/// ```
/// use gobstream::{Encoder, Error, Result, Sink};
/// #[derive(Default)]
/// struct Counter(usize);
/// impl Sink for Counter {
///     fn write(&mut self, parts: &[&[u8]]) -> Result<()> {
///         self.0 += parts.iter().map(|part| part.len()).sum::<usize>();
///         if self.0 < 10 { Ok(()) } else { Err(Error::from_sink("full")) }
///     }
/// }
/// let mut encoder = Encoder::new(Counter::default());
/// encoder.encode("hello")?;
/// assert_eq!(encoder.sink().0, 9);
/// assert!(encoder.encode("hello").is_err());
/// # Ok::<(), gobstream::Error>(())
/// ```
pub trait Sink {
    /// Takes all these bytes, in this order: everything that one call to the encoder makes.
    ///
    /// # Errors
    /// If it cannot; see [`Error::from_sink`](crate::Error::from_sink). Nobody knows then what was written, so the encoder writes no more.
    fn write(&mut self, parts: &[&[u8]]) -> Result<()>;
}

impl Sink for Vec<u8> {
    #[inline]
    fn write(&mut self, parts: &[&[u8]]) -> Result<()> {
        parts.iter().for_each(|part| kernel::append(self, part));
        Ok(())
    }
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn write(&mut self, parts: &[&[u8]]) -> Result<()> {
        (**self).write(parts)
    }
}
