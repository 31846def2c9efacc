//! Fronts: what feeds the walk. A slice has everything at hand, a reader waits for more, and a pusher is told when
//! more is there; behind all three stands the same walk, so all three see the same values and the same errors.

use crate::error::{Fault, Result};
use crate::kept::Kept;
use crate::kernel;
use crate::limits::Options;
use crate::types::{Type, TypeTable, Types};
use crate::value::{Builder, Item, Value};
use crate::walk::{Event, Notes, Piece, Step, Walk};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The result of reading from an input; a fault has no place yet.
pub(crate) type Got<T> = core::result::Result<T, Box<Fault>>;

/// Where the bytes come from: a window on the input that can be moved on.
pub(crate) trait Input {
    /// The bytes at hand.
    fn window(&self) -> &[u8];
    /// Drops `n` bytes from the head of the window.
    fn consume(&mut self, n: usize);
    /// Whether no bytes follow those at hand.
    fn ended(&self) -> bool;
}

/// The bytes that the last step used, which are still in the window.
#[inline]
fn last_used<I: Input>(input: &I, n: usize) -> &[u8] {
    input.window().get(..n).unwrap_or_default()
}

/// An input that can wait for more.
pub(crate) trait Fill: Input {
    /// Adds at least one byte to the window or comes to the end; `want` says how many the window should hold in all.
    fn fill(&mut self, want: usize) -> Got<()>;
}

/// An input of which a [`Stream`] can wait for more: a slice or a [`Reader`](crate::Reader). Closed: nothing else can be one.
#[allow(private_bounds, reason = "the set of sources is closed")]
pub trait Source: Fill {}

impl<T: Fill> Source for T {}

/// An input that can be looked at anywhere, and read on from anywhere: a slice, or a [`Reader`](crate::Reader) on a file.
pub(crate) trait Rewind: Fill {
    /// Puts the bytes at an absolute offset into `buffer`, as many as there are.
    fn look(&mut self, at: u64, buffer: &mut [u8]) -> Got<usize>;
    /// Moves the window to an absolute offset.
    fn jump(&mut self, at: u64) -> Got<()>;
    /// How many bytes there are in all.
    fn size(&mut self) -> Got<u64>;
}

/// A slice that holds a whole stream, for [`Stream::from_slice`].
#[derive(Clone, Debug)]
pub struct Slice<'b> {
    all: &'b [u8],
    at: usize,
}

impl Input for Slice<'_> {
    #[inline]
    fn window(&self) -> &[u8] {
        self.all.get(self.at..).unwrap_or_default()
    }
    #[inline]
    fn consume(&mut self, n: usize) {
        self.at += n;
    }
    fn ended(&self) -> bool {
        true
    }
}

impl<'b> Slice<'b> {
    /// The bytes at hand, for as long as the slice lives.
    pub(crate) fn rest(&self) -> &'b [u8] {
        self.all.get(self.at..).unwrap_or_default()
    }

    /// Begins anew with another slice.
    pub(crate) fn restart(&mut self, all: &'b [u8]) {
        *self = Slice { all, at: 0 };
    }
}

impl Fill for Slice<'_> {
    fn fill(&mut self, _: usize) -> Got<()> {
        Ok(())
    }
}

impl Rewind for Slice<'_> {
    fn look(&mut self, at: u64, buffer: &mut [u8]) -> Got<usize> {
        let bytes = usize::try_from(at).ok().and_then(|at| self.all.get(at..)).unwrap_or_default();
        let n = bytes.len().min(buffer.len());
        buffer[..n].copy_from_slice(&bytes[..n]);
        Ok(n)
    }
    fn jump(&mut self, at: u64) -> Got<()> {
        self.at = usize::try_from(at).unwrap_or(self.all.len());
        Ok(())
    }
    fn size(&mut self) -> Got<u64> {
        Ok(self.all.len() as u64)
    }
}

/// Bytes that arrive in chunks, for [`Stream::push`].
#[derive(Debug, Default)]
pub struct Chunks {
    bytes: Vec<u8>,
    start: usize,
    ended: bool,
}

impl Input for Chunks {
    fn window(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }
    fn consume(&mut self, n: usize) {
        self.start += n;
    }
    fn ended(&self) -> bool {
        self.ended
    }
}

impl Chunks {
    /// Begins anew without bytes.
    pub(crate) fn restart(&mut self) {
        self.bytes.clear();
        (self.start, self.ended) = (0, false);
    }

    fn add(&mut self, chunk: &[u8]) {
        // What is used is dropped before more is added, but only once it is the larger part, so each byte moves once.
        if self.start * 2 >= self.bytes.len() {
            self.bytes.drain(..self.start);
            self.start = 0;
        }
        kernel::append(&mut self.bytes, chunk);
    }
}

/// A gob stream being read without Rust types: as [`Event`]s, or as whole [`Value`]s.
///
/// Cannot write, and cannot decode into Rust types: see [`Decoder`](crate::Decoder).
///
/// ```
/// use gobstream::{Stream, Value};
/// // The ints 3 and -1, as Go's Encoder writes them.
/// let mut stream = Stream::from_slice(b"\x03\x04\x00\x06\x03\x04\x00\x01");
/// assert_eq!(stream.next_value()?, Some(Value::Int(3)));
/// assert_eq!(stream.next_value()?, Some(Value::Int(-1)));
/// assert_eq!(stream.next_value()?, None);
/// # Ok::<(), gobstream::Error>(())
/// ```
pub struct Stream<I> {
    pub(crate) input: I,
    pub(crate) walk: Walk,
    /// Bytes that the last step used; dropped before the next one, as events borrow them.
    pub(crate) used: usize,
    /// The absolute offset of the window.
    pub(crate) start: u64,
    pub(crate) builder: Builder,
    pub(crate) kept: Kept,
}

/// What [`Stream::poll_piece`] found.
#[derive(Debug)]
pub enum PollPiece<'a> {
    /// The next stretch of bytes.
    Piece(Piece<'a>),
    /// Nothing until more bytes come.
    Wait,
    /// The stream has ended, and ended well.
    End,
}

/// What [`Stream::poll_event`] found.
#[derive(Debug)]
pub enum Poll<'a> {
    /// The next piece.
    Event(Event<'a>),
    /// Nothing until more bytes come.
    Wait,
    /// The stream has ended, and ended well.
    End,
}

impl<'b> Stream<Slice<'b>> {
    /// Reads from a slice that holds the whole stream, with default [`Options`].
    pub fn from_slice(bytes: &'b [u8]) -> Self {
        Self::from_slice_with(bytes, Options::default())
    }

    /// Reads from a slice that holds the whole stream.
    pub fn from_slice_with(bytes: &'b [u8], options: Options) -> Self {
        Stream::new(Slice { all: bytes, at: 0 }, options)
    }
}

impl Stream<Chunks> {
    /// Reads from chunks of any size that [`feed`](Self::feed) brings, and never waits itself.
    ///
    /// ```
    /// use gobstream::{Event, Options, Poll, Stream};
    /// let mut stream = Stream::push(Options::default());
    /// stream.feed(b"\x03\x04");
    /// assert!(matches!(stream.poll_event()?, Poll::Wait));
    /// stream.feed(b"\x00\x06");
    /// assert!(matches!(stream.poll_event()?, Poll::Event(Event::Int(3))));
    /// assert!(matches!(stream.poll_event()?, Poll::Event(Event::Done)));
    /// stream.finish();
    /// assert!(matches!(stream.poll_event()?, Poll::End));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn push(options: Options) -> Self {
        Stream::new(Chunks::default(), options)
    }

    /// Adds bytes behind those given before.
    pub fn feed(&mut self, chunk: &[u8]) {
        self.pass_used();
        self.input.add(chunk);
    }

    /// Says that no bytes will follow.
    pub fn finish(&mut self) {
        self.input.ended = true;
    }
}

#[allow(private_bounds, reason = "the set of inputs is closed")]
impl<I: Input> Stream<I> {
    pub(crate) fn new(input: I, options: Options) -> Self {
        let kept = Kept::new(options.keep);
        Stream { input, walk: Walk::new(options), used: 0, start: 0, builder: Builder::default(), kept }
    }

    /// Begins another stream, and keeps memory. What is kept of the input for the caller is forgotten too.
    pub(crate) fn restart(&mut self) {
        self.walk.restart();
        (self.used, self.start) = (0, 0);
        self.builder = Builder::default();
        self.kept.restart(0);
    }

    /// Drops all bytes before an absolute offset.
    pub(crate) fn drop_to(&mut self, offset: u64) {
        self.used = usize::try_from(offset.saturating_sub(self.start)).unwrap_or(usize::MAX);
        self.pass_used();
    }

    /// Drops the bytes that the last step used.
    #[inline]
    pub(crate) fn pass_used(&mut self) {
        if self.kept.is_on() {
            self.keep_used();
        }
        self.drop_used();
    }

    /// Drops bytes that need not be kept for the caller.
    #[inline]
    fn drop_used(&mut self) {
        let n = core::mem::take(&mut self.used);
        self.input.consume(n);
        self.start += n as u64;
    }

    #[inline]
    fn step(&mut self) -> Step {
        self.pass_used();
        self.walk.step(self.input.window(), self.input.ended(), &mut self.used)
    }

    /// The next value, all of which is at hand.
    #[cfg(feature = "tokio")]
    pub(crate) fn value_at_hand(&mut self) -> Result<Option<Value>> {
        loop {
            match self.step() {
                Step::End | Step::Wait => return Ok(None),
                Step::Token => {}
                Step::Failed | Step::Silent => return self.walk.fault(),
            }
            let (input, n) = (&self.input, self.used);
            if let Some(value) = self.builder.event(self.walk.event(|| last_used(input, n))) {
                return Ok(Some(value));
            }
            self.charge(self.builder.spent(), "a value")?;
        }
    }

    /// The next piece of the stream out of the bytes at hand; never waits.
    ///
    /// # Errors
    /// The fault in the stream; the same again if called again.
    pub fn poll_event(&mut self) -> Result<Poll<'_>> {
        match self.step() {
            Step::End => Ok(Poll::End),
            Step::Token => {
                let (input, n) = (&self.input, self.used);
                Ok(Poll::Event(self.walk.event(|| last_used(input, n))))
            }
            Step::Wait => Ok(Poll::Wait),
            Step::Failed | Step::Silent => self.walk.fault(),
        }
    }

    /// The absolute offset of the next byte.
    pub fn offset(&self) -> u64 {
        self.walk.offset()
    }

    /// The end of the last whole value: up to here the stream is good.
    pub fn good(&self) -> u64 {
        self.walk.good()
    }

    /// The number of the current value, or of the last one; 0 before the first.
    pub fn values(&self) -> u64 {
        self.walk.values()
    }

    /// How many streams the input holds so far: more than one where encoders were appended.
    pub fn parts(&self) -> u32 {
        self.walk.types.parts()
    }

    /// What was odd so far, with [`Options::notes`]; nothing without.
    pub fn notes(&self) -> Option<&Notes> {
        self.walk.notes.as_deref()
    }

    /// Takes the types that the stream has defined so far, and leaves none.
    pub fn take_types(&mut self) -> Types {
        let types = core::mem::replace(&mut self.walk.types, TypeTable::new());
        Types::of_table(types, self.walk.options.limits.clone())
    }

    /// Lends types to a stream, as if it had defined them: for one whose head is gone, or is kept apart.
    ///
    /// ```
    /// use gobstream::{Stream, Value};
    /// let whole = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x01";
    /// let mut stream = Stream::from_slice(whole);
    /// let value = stream.next_value()?;
    /// let mut headless = Stream::from_slice(&whole[13..]);
    /// headless.set_types(stream.take_types());
    /// assert_eq!(headless.next_value()?, value);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn set_types(&mut self, types: Types) {
        let lent = core::mem::take(&mut self.walk.types.lent);
        self.walk.types = types.table;
        self.walk.types.lent = lent;
    }

    /// Of [`Options::opaque_names`] those that a type needed so far.
    ///
    /// ```
    /// use gobstream::{Options, Stream};
    /// assert_eq!(Stream::from_slice_with(b"", Options::default()).met_names().count(), 0);
    /// ```
    pub fn met_names(&self) -> impl Iterator<Item = &crate::OpaqueName> {
        self.walk.types.lent.met()
    }

    /// How many types the stream has defined so far; one that an appended stream repeats counts once.
    pub fn types(&self) -> u32 {
        self.walk.types.count()
    }

    /// The offset of the first definition of the second stream, if one was appended.
    pub fn second_part(&self) -> Option<u64> {
        self.walk.types.second_part()
    }

    /// Types that were defined and that no value so far needs, with [`Options::notes`]; without, all types.
    pub fn unused_types(&mut self) -> Vec<Type> {
        self.walk.types.unused()
    }

    /// The way from the top of the current value to where the stream stands: `.Orders[2].Price`.
    pub fn path(&self) -> alloc::string::String {
        self.walk.path()
    }

    /// Bytes that may still be spent on the current value, beyond `spent`: see [`Limits::memory`](crate::Limits::memory).
    ///
    /// # Errors
    /// `too-big` if that is over the limit; it says `what` took the memory, and ends the stream.
    pub fn charge(&mut self, spent: u64, what: &str) -> Result<()> {
        let budget = self.walk.options.limits.budget(self.walk.value_bytes());
        if spent <= budget {
            return Ok(());
        }
        let text = alloc::format!("{what} over memory={}", crate::frame::short_size(budget));
        Err(self.walk.fail(*Fault::new(crate::ErrorKind::TooBig, "", text)))
    }
}

impl<I: Source> Stream<I> {
    /// Waits for the bytes that the last [`poll_event`](Self::poll_event) lacked.
    ///
    /// # Errors
    /// `io` if the source fails; the stream can be read on if the source can.
    pub fn fill(&mut self) -> Result<()> {
        self.fill_to(self.walk.want)
    }

    /// Waits for more bytes; the window should come to hold `want`.
    pub(crate) fn want_in_window(&mut self, want: usize) -> Result<()> {
        self.input.fill(want).map_err(|fault| self.walk.locate(*fault))
    }

    pub(crate) fn fill_to(&mut self, want: usize) -> Result<()> {
        self.pass_used();
        self.input.fill(want).map_err(|fault| self.walk.locate(*fault))
    }

    /// Waits for the next token; `false` if the stream ends.
    #[inline]
    fn token(&mut self) -> Result<bool> {
        loop {
            match self.step() {
                Step::End => return Ok(false),
                Step::Token => return Ok(true),
                Step::Wait => self.fill()?,
                Step::Failed | Step::Silent => return self.walk.fault(),
            }
        }
    }

    /// The next piece of the stream; `None` at its end.
    ///
    /// # Errors
    /// The fault in the stream, the same again if called again; or `io` if the source fails.
    pub fn next_event(&mut self) -> Result<Option<Event<'_>>> {
        if !self.token()? {
            return Ok(None);
        }
        let (input, n) = (&self.input, self.used);
        Ok(Some(self.walk.event(|| last_used(input, n))))
    }

    /// The next top-level value, whole; `None` at the end of the stream.
    ///
    /// # Errors
    /// As [`next_event`](Self::next_event), and `too-big` if the value takes more memory than the limits allow.
    pub fn next_value(&mut self) -> Result<Option<Value>> {
        loop {
            match self.next_item()? {
                Some(Item::Definition(_)) => {}
                Some(Item::Value(value)) => return Ok(Some(value)),
                None => return Ok(None),
            }
        }
    }

    /// The next definition or top-level value, whole; `None` at the end of the stream. Definitions only with
    /// [`Options::definitions`]: an encoder with [`Plan::Replay`](crate::Plan::Replay) makes the same bytes again of them all.
    ///
    /// ```
    /// use gobstream::{EncodeOptions, Encoder, Options, Plan, Stream};
    /// // []int{1, -1}, known as 65.
    /// let bytes = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x01";
    /// let mut stream = Stream::from_slice_with(bytes, Options { definitions: true, ..Options::default() });
    /// let mut encoder = Encoder::with_options(Vec::new(), EncodeOptions { plan: Plan::Replay, ..EncodeOptions::default() });
    /// while let Some(item) = stream.next_item()? {
    ///     encoder.encode_item(&item)?;
    /// }
    /// assert_eq!(encoder.into_sink(), bytes);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`next_value`](Self::next_value).
    pub fn next_item(&mut self) -> Result<Option<Item>> {
        let values = self.walk.values();
        while self.token()? {
            let (input, n) = (&self.input, self.used);
            let is_between = self.walk.is_definition() && self.walk.values() == values;
            match self.walk.event(|| last_used(input, n)) {
                Event::Definition(ty) if is_between => return Ok(Some(Item::Definition(ty.clone()))),
                event => {
                    if let Some(value) = self.builder.event(event) {
                        return Ok(Some(Item::Value(value)));
                    }
                }
            }
            // Most values stay below what is always allowed.
            if self.builder.spent() > self.walk.options.limits.memory {
                self.charge(self.builder.spent(), "a value")?;
            }
        }
        Ok(None)
    }

    /// The next stretch of bytes and what it is; `None` at the end of the stream. Call it from the start of a stream on, not
    /// mixed with `next_event`. Elements of lists come one by one.
    ///
    /// ```
    /// use gobstream::{Event, Stream, What};
    /// let mut stream = Stream::from_slice(b"\x03\x04\x00\x06");
    /// let mut pieces = Vec::new();
    /// while let Some(piece) = stream.next_piece()? {
    ///     pieces.push((piece.bytes.to_vec(), format!("{:?}", piece.what)));
    /// }
    /// assert_eq!(pieces[0], (vec![3], "Length(3)".into()));
    /// assert_eq!(pieces[2], (vec![0], "Zero".into()));
    /// assert_eq!(pieces[3], (vec![6], "Event(Int(3))".into()));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`next_event`](Self::next_event).
    pub fn next_piece(&mut self) -> Result<Option<Piece<'_>>> {
        self.any_piece(true)
    }

    /// As [`next_piece`](Self::next_piece), but numbers in lists come in runs, which takes a tenth of the time. The two may be mixed.
    ///
    /// # Errors
    /// As [`next_event`](Self::next_event).
    pub fn next_pieces(&mut self) -> Result<Option<Piece<'_>>> {
        self.any_piece(false)
    }

    /// As [`next_pieces`](Self::next_pieces), or, if `single`, [`next_piece`](Self::next_piece), but it does not wait: behind [`PollPiece::Wait`] call [`fill`](Self::fill).
    ///
    /// ```
    /// use gobstream::{PollPiece, Stream};
    /// let (mut stream, mut waits) = (Stream::from_reader(&b"\x03\x04\x00\x06"[..]), 0);
    /// loop {
    ///     match stream.poll_piece(true)? {
    ///         PollPiece::Piece(piece) => println!("{:x?}", piece.bytes),
    ///         PollPiece::Wait => {
    ///             waits += 1; // What was printed may be shown now.
    ///             stream.fill()?;
    ///         }
    ///         PollPiece::End => break,
    ///     }
    /// }
    /// assert_eq!(waits, 2);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`next_event`](Self::next_event).
    pub fn poll_piece(&mut self, single: bool) -> Result<PollPiece<'_>> {
        Ok(match self.piece_step(single)? {
            Step::End => PollPiece::End,
            Step::Wait => PollPiece::Wait,
            step => PollPiece::Piece(self.piece(&step)),
        })
    }

    fn any_piece(&mut self, single: bool) -> Result<Option<Piece<'_>>> {
        loop {
            match self.piece_step(single)? {
                Step::End => return Ok(None),
                Step::Wait => self.fill()?,
                step => return Ok(Some(self.piece(&step))),
            }
        }
    }

    /// The next step that makes a piece, waits or ends.
    fn piece_step(&mut self, single: bool) -> Result<Step> {
        loop {
            self.pass_used();
            match self.walk.piece_step(self.input.window(), self.input.ended(), single, &mut self.used) {
                Step::Silent if self.walk.is_silent() => {}
                Step::Failed => return self.walk.fault(),
                step => return Ok(step),
            }
        }
    }

    fn piece(&mut self, step: &Step) -> Piece<'_> {
        let used = self.input.window().get(..self.used).unwrap_or_default();
        self.walk.piece(matches!(step, Step::Token), used)
    }

    /// Passes over the rest of the current value, or over the next one; `false` if there is none.
    ///
    /// # Errors
    /// As [`next_event`](Self::next_event).
    pub fn skip_value(&mut self) -> Result<bool> {
        loop {
            match self.next_event()? {
                None => return Ok(false),
                Some(Event::Done) => return Ok(true),
                Some(_) => {}
            }
        }
    }
}

impl<I: core::fmt::Debug> core::fmt::Debug for Stream<I> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Stream").field("offset", &self.walk.offset()).finish_non_exhaustive()
    }
}
