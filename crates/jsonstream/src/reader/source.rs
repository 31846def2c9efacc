//! Where a reader's bytes come from: a window on them that can be moved.

use alloc::vec::Vec;
use core::ops::Range;

use crate::config::ReadOptions;
use crate::error::{Error, ErrorKind, Result};

/// What a [`Reader`](crate::Reader) reads from: a [`Slice`], or a [`Window`] on a [`Pull`]. Not to be implemented
/// elsewhere: implement [`Pull`].
pub trait Source: private::Sealed {
    /// Does it ever give up bytes?
    #[doc(hidden)]
    const MOVES: bool;

    /// The bytes at hand.
    #[doc(hidden)]
    fn window(&self) -> &[u8];

    /// Gives up the bytes before `keep`, if there is something to be won; so many places everything has moved.
    #[doc(hidden)]
    fn give_up(&mut self, keep: usize) -> usize;

    /// Appends more bytes; false at the end of the input.
    #[doc(hidden)]
    fn more(&mut self) -> Result<bool>;
}

/// A source that can lend bytes for longer than the reader lives.
pub trait Lend<'de>: Source {
    /// Bytes of the window, if they stay when it moves.
    #[doc(hidden)]
    fn lend(&self, range: Range<usize>) -> Option<&'de [u8]>;
}

mod private {
    pub trait Sealed {}
    impl Sealed for super::Slice<'_> {}
    impl<P> Sealed for super::Window<P> {}
}

/// Input that is all in memory. Made by [`Reader::from_slice`](crate::Reader::from_slice).
#[derive(Clone, Copy, Debug)]
pub struct Slice<'a>(pub(crate) &'a [u8]);

impl Source for Slice<'_> {
    const MOVES: bool = false;

    #[inline]
    fn window(&self) -> &[u8] {
        self.0
    }

    fn give_up(&mut self, _: usize) -> usize {
        0
    }

    fn more(&mut self) -> Result<bool> {
        Ok(false)
    }
}

impl<'de> Lend<'de> for Slice<'de> {
    #[inline]
    fn lend(&self, range: Range<usize>) -> Option<&'de [u8]> {
        self.0.get(range)
    }
}

/// Gives bytes piece by piece, as [`std::io::Read`] does; for those who have no `std`.
///
/// # Examples
/// ```
/// use jsonstream::{Pull, Reader, Result};
///
/// struct Ones(usize);
///
/// impl Pull for Ones {
///     fn pull(&mut self, room: &mut [u8]) -> Result<usize> {
///         let count = self.0.min(room.len());
///         room[..count].fill(b'1');
///         self.0 -= count;
///         Ok(count)
///     }
/// }
///
/// assert_eq!(Reader::from_pull(Ones(3)).u64()?, 111);
/// # Ok::<(), jsonstream::Error>(())
/// ```
pub trait Pull {
    /// Fills `room`, which is not empty, from its start; how far is returned, 0 at the end of the input.
    ///
    /// # Errors
    /// What keeps it from that. Of kind [`ErrorKind::NeedMore`] if there is nothing *now*; the call that needed it
    /// can then be repeated.
    fn pull(&mut self, room: &mut [u8]) -> Result<usize>;
}

/// How often in a row a grown window may be found larger than needed before it is given back.
const STRIKES: u8 = 4;

/// A buffer on a [`Pull`]: as large as the options say, larger while one token needs it.
#[derive(Debug)]
pub struct Window<P> {
    pub(crate) pull: P,
    bytes: Vec<u8>,
    end: usize,
    size: usize,
    /// It grows no further than this, unless a chunk that is fed needs it.
    max: usize,
    strikes: u8,
}

impl<P> Window<P> {
    pub(crate) fn new(pull: P, options: &ReadOptions) -> Self {
        let size = options.buffer.max(1);
        Self { pull, bytes: Vec::new(), end: 0, size, max: options.max_token.saturating_add(size), strikes: 0 }
    }

    /// Bytes of memory held.
    pub(crate) fn capacity(&self) -> usize {
        self.bytes.len()
    }

    /// Room for at least `count` bytes more. It doubles, so that a long token costs linear time, as far as a token may
    /// need it.
    fn reserve(&mut self, count: usize) {
        let need = self.end + count;
        if need > self.bytes.len() {
            let most = if need > self.max { need + self.size } else { self.max };
            let size = (self.bytes.len() * 2).min(most).max(need).max(self.size);
            self.bytes.reserve_exact(size - self.bytes.len());
            self.bytes.resize(size, 0);
        }
    }

    /// The rule for a window that a giant has grown: when what is kept has fitted half its normal size four times
    /// in a row, it has its normal size again.
    fn consider_shrinking(&mut self) {
        let grown = self.bytes.len() > self.size && self.end <= self.size / 2;
        self.strikes = if grown { self.strikes + 1 } else { 0 };
        if self.strikes == STRIKES {
            self.bytes.truncate(self.size);
            self.bytes.shrink_to_fit();
            self.strikes = 0;
        }
    }

    pub(crate) fn append(&mut self, bytes: &[u8]) {
        self.reserve(bytes.len());
        self.bytes[self.end..][..bytes.len()].copy_from_slice(bytes);
        self.end += bytes.len();
    }

    pub(crate) fn clear(&mut self) {
        self.end = 0;
    }
}

impl<P: Pull> Source for Window<P> {
    const MOVES: bool = true;

    #[inline]
    fn window(&self) -> &[u8] {
        &self.bytes[..self.end]
    }

    fn give_up(&mut self, keep: usize) -> usize {
        self.bytes.copy_within(keep..self.end, 0);
        self.end -= keep;
        self.consider_shrinking();
        keep
    }

    fn more(&mut self) -> Result<bool> {
        self.reserve(1);
        let count = self.pull.pull(&mut self.bytes[self.end..])?;
        self.end += count;
        Ok(count > 0)
    }
}

impl<'de, P: Pull> Lend<'de> for Window<P> {
    fn lend(&self, _: Range<usize>) -> Option<&'de [u8]> {
        None
    }
}

/// Input that arrives in chunks. Made by [`Reader::from_chunks`](crate::Reader::from_chunks).
#[derive(Clone, Copy, Debug, Default)]
pub struct Chunks {
    pub(crate) ended: bool,
}

impl Pull for Chunks {
    fn pull(&mut self, _: &mut [u8]) -> Result<usize> {
        if self.ended { Ok(0) } else { Err(Error::new(ErrorKind::NeedMore, 0, "the next chunk is not there yet")) }
    }
}
