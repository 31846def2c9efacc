//! The writer: constructors, the way of the buffer to the sink, state.

mod canonical;
mod containers;
mod copy;
mod core;
mod fit;
mod quick;
mod runs;
mod tokens;

use ::core::mem;
use alloc::vec::Vec;

use self::core::Core;
use crate::config::{Framing, WriteOptions};
use crate::error::{Error, Result};
use crate::sink::Sink;

/// Writes JSON token by token into one buffer that is used again and again.
///
/// **What it does not do:** seek back, or keep a value whole unless told to (see `hold` in [`WriteOptions`]).
///
/// *Grammar.* Commas, colons and white space come from its state. A call that would make the output illegal is an
/// error of kind [`Misuse`](crate::ErrorKind::Misuse) that writes nothing and changes nothing: the right call can
/// follow.
///
/// *Buffer.* Bytes reach the sink in [`flush`](Self::flush) and [`finish`](Self::finish), and when a token ends with
/// [`flush_at`](WriteOptions::flush_at) bytes or more in the buffer; at no other time. A string larger than that goes
/// through in pieces. The memory is then used again from its start. A buffer that a giant has blown up beyond 256 KiB
/// is given back when less than a quarter of it was used the last four times it was emptied.
///
/// Dropping a writer hands over nothing: end with [`finish`](Self::finish) or [`flush`](Self::flush).
///
/// *Sink errors.* The first one is kept: every later call that reaches the sink returns it again, what is written is
/// dropped, memory stays bounded. [`reset`](Self::reset) begins anew.
///
/// # Examples
/// ```
/// use jsonstream::Writer;
///
/// let mut w = Writer::new(Vec::new());
/// w.begin_array()?;
/// w.null()?;
/// w.bool(true)?;
/// w.f64(1.5)?;
/// w.str("a\"b")?;
/// w.end_array()?;
/// assert_eq!(w.finish()?, br#"[null,true,1.5,"a\"b"]"#);
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<S> {
    core: Core,
    sink: S,
    failed: Option<Error>,
    /// The sink has been called and has not come back: if it panicked, nobody knows what it took.
    is_handing: bool,
    #[cfg(feature = "serde")]
    pub(crate) nesting: crate::serde::Nesting,
}

impl Writer<()> {
    /// A writer whose bytes all stay in its buffer.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::Writer;
    ///
    /// let mut w = Writer::in_memory();
    /// for n in 0..3 {
    ///     w.u64(n)?;
    ///     assert_eq!(w.buffer(), n.to_string().as_bytes());
    ///     w.reset(());
    /// }
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn in_memory() -> Self {
        Self::new(())
    }

    /// The bytes, when the value is complete.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.str("x")?;
    /// assert_eq!(w.into_bytes()?, br#""x""#);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` if a value is unfinished, or if there is none and one is due.
    pub fn into_bytes(mut self) -> Result<Vec<u8>> {
        self.check_finished()?;
        Ok(self.core.out.take())
    }
}

impl<S: Sink> Writer<S> {
    /// A writer with the default options.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::new(Vec::new());
    /// w.i64(-1)?;
    /// assert_eq!(w.finish()?, b"-1");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn new(sink: S) -> Self {
        Self::with_options(sink, &WriteOptions::default())
    }

    /// A writer with options.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Layout, WriteOptions, Writer};
    ///
    /// let options = WriteOptions { layout: Layout::Indent("\t".into()), ..Default::default() };
    /// let mut w = Writer::with_options(Vec::new(), &options);
    /// w.begin_array()?;
    /// w.u64(1)?;
    /// w.empty_object()?;
    /// w.end_array()?;
    /// assert_eq!(w.finish()?, b"[\n\t1,\n\t{}\n]");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn with_options(sink: S, options: &WriteOptions) -> Self {
        let mut new = Self {
            core: Core::new(options),
            sink,
            failed: None,
            is_handing: false,
            #[cfg(feature = "serde")]
            nesting: crate::serde::Nesting::new(options.max_stack),
        };
        new.set_limit();
        new
    }

    fn set_limit(&mut self) {
        let WriteOptions { flush_at, hold, canonical, .. } = self.core.options;
        self.core.set_limit(if S::IN_MEMORY || canonical { usize::MAX } else { flush_at.max(hold) });
    }

    /// Begins anew with another sink, keeping memory and options: buffer, state, position and a kept error are
    /// cleared. The old sink is returned; what was buffered for it is dropped.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::new(Vec::new());
    /// w.begin_array()?;
    /// w.reset(Vec::new());
    /// w.u64(1)?;
    /// assert_eq!(w.finish()?, b"1");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn reset(&mut self, sink: S) -> S {
        self.core.reset();
        (self.failed, self.is_handing) = (None, false);
        self.set_limit();
        mem::replace(&mut self.sink, sink)
    }

    /// Hands the buffer to the sink and flushes the sink. May be called between any two tokens.
    ///
    /// In the layout `Fit` the containers of the last line that are still undecided stay in the buffer; in the
    /// canonical form an unfinished value does.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::new(Vec::new());
    /// w.begin_array()?;
    /// w.flush()?;
    /// assert_eq!((w.get_ref().as_slice(), w.buffered()), (&b"["[..], 0));
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// That of the sink, now or before.
    pub fn flush(&mut self) -> Result<()> {
        if S::IN_MEMORY {
            return Ok(());
        }
        self.hand_over()?;
        self.sink.flush().map_err(|error| self.latch(error))
    }

    /// Ends the stream: flushes and gives the sink back.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::new(Vec::new());
    /// w.begin_array()?;
    /// assert!(w.finish().is_err());
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` if a value is unfinished, or if there is none and one is due; that of the sink.
    pub fn finish(mut self) -> Result<S> {
        self.check_finished()?;
        self.flush()?;
        Ok(self.sink)
    }

    fn check_finished(&self) -> Result<()> {
        let none = self.core.levels.current.is_empty() && self.core.options.framing == Framing::Single;
        if self.depth() > 0 || none {
            return self.core.misuse("the value is not complete");
        }
        Ok(())
    }

    /// The sink, at once; what is still buffered is dropped.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::new(Vec::new());
    /// w.u64(1)?;
    /// assert_eq!(w.into_inner(), b"");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn into_inner(self) -> S {
        self.sink
    }

    /// The sink.
    ///
    /// # Examples
    /// ```
    /// let w = jsonstream::Writer::new(Vec::new());
    /// assert!(w.get_ref().is_empty());
    /// ```
    pub fn get_ref(&self) -> &S {
        &self.sink
    }

    /// The sink, to be changed. What is written to it directly goes in front of what is buffered here: flush first.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{WriteOptions, Writer};
    ///
    /// let mut w = Writer::with_options(Vec::new(), &WriteOptions::lines());
    /// w.u64(1)?;
    /// w.flush()?;
    /// w.get_mut().extend_from_slice(b"# not from the writer\n");
    /// w.u64(2)?;
    /// assert_eq!(w.finish()?, b"1\n# not from the writer\n2\n");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn get_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Gives up the unfinished value, so that the next one can be written.
    ///
    /// If all of it is still in the buffer it is taken back as if it had never been begun, and the answer is true.
    /// If part of it has gone to the sink, the line is ended there, and the answer is false: what the sink has got is
    /// not JSON, and with [`Framing::Single`] nothing more can follow. With no unfinished value: true.
    /// [`WriteOptions::hold`] says how much is kept back for this.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{WriteOptions, Writer};
    ///
    /// let options = WriteOptions { hold: 1 << 20, ..WriteOptions::lines() };
    /// let mut w = Writer::with_options(Vec::new(), &options);
    /// w.u64(1)?;
    /// w.begin_array()?;
    /// w.str("bad")?;
    /// assert!(w.abandon());
    /// w.u64(2)?;
    /// assert_eq!(w.finish()?, b"1\n2\n");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn abandon(&mut self) -> bool {
        self.core.abandon()
    }

    /// How many arrays and objects are open; at 0 no value is unfinished.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.begin_array()?;
    /// w.begin_object()?;
    /// assert_eq!(w.depth(), 2);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[inline]
    pub fn depth(&self) -> usize {
        self.core.levels.depth()
    }

    /// How many bytes were written since the start, those in the buffer included.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.bool(false)?;
    /// assert_eq!(w.offset(), 5);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn offset(&self) -> u64 {
        self.core.offset()
    }

    /// The bytes that were not handed over yet.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.null()?;
    /// assert_eq!(w.buffer(), b"null");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn buffer(&self) -> &[u8] {
        self.core.out.filled()
    }

    /// How many bytes were not handed over yet.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.null()?;
    /// assert_eq!(w.buffered(), 4);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn buffered(&self) -> usize {
        self.core.out.len()
    }

    /// How many bytes fit the buffer before it has to grow.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{WriteOptions, Writer};
    ///
    /// let options = WriteOptions { capacity: 100, ..Default::default() };
    /// let mut w = Writer::with_options((), &options);
    /// w.null()?;
    /// assert_eq!(w.available(), 96);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    pub fn available(&self) -> usize {
        self.core.out.available()
    }

    /// The options it was made with.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Writer::in_memory().options().max_depth, 10_000);
    /// ```
    pub fn options(&self) -> &WriteOptions {
        &self.core.options
    }

    /// At the end of a value.
    #[inline]
    fn done(&mut self) -> Result<()> {
        if self.depth() == 0 {
            return self.value_done();
        }
        self.border()
    }

    fn value_done(&mut self) -> Result<()> {
        self.core.finish_value();
        let limit = self.core.limit.min(self.core.options.flush_at);
        if !S::IN_MEMORY && self.core.out.len() >= limit { self.hand_over() } else { Ok(()) }
    }

    /// At the border of a token, or of a piece of one.
    #[inline]
    fn border(&mut self) -> Result<()> {
        if self.core.fitting {
            self.core.check_fit();
        }
        self.room_left()
    }

    /// Hands over if the buffer is full.
    #[inline]
    fn room_left(&mut self) -> Result<()> {
        if self.core.out.len() >= self.core.limit { self.hand_over() } else { Ok(()) }
    }

    /// The only place from which the sink gets bytes.
    #[cold]
    fn hand_over(&mut self) -> Result<()> {
        if mem::take(&mut self.is_handing) {
            self.latch(Error::sink("the sink panicked"));
        }
        if let Some(error) = &self.failed {
            self.core.drop_buffer();
            return Err(error.clone());
        }
        let count = self.core.decided();
        if count > 0 {
            self.is_handing = true;
            let written = self.sink.write_all(&self.core.out.filled()[..count]);
            self.is_handing = false;
            written.map_err(|error| self.latch(error))?;
            self.core.handed_over(count);
        }
        Ok(())
    }

    #[cold]
    fn latch(&mut self, error: Error) -> Error {
        self.failed = Some(error.clone());
        self.core.set_limit(0);
        self.core.drop_buffer();
        error
    }
}
