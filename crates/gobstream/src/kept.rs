//! The bytes of a stream as they were read, for those who must be able to give them back; and refusals by the caller.

use crate::assemble::{Input, Source, Stream};
use crate::error::{Error, ErrorKind, Fault, Result};
use crate::walk::Step;
use alloc::string::String;
use alloc::vec::Vec;

/// Bytes read since they were last forgotten, as long as they fit.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    bytes: Vec<u8>,
    /// The absolute offset of the first byte.
    start: u64,
    most: u64,
    /// More bytes came than fit, and none are kept until they are forgotten.
    over: bool,
}

impl Kept {
    pub(crate) fn new(most: u64) -> Self {
        Kept { most, ..Kept::default() }
    }

    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.most > 0
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.over |= (self.bytes.len() + bytes.len()) as u64 > self.most;
        if self.over {
            self.bytes = Vec::new();
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// Forgets what is kept; what comes next stands at `start`.
    pub(crate) fn restart(&mut self, start: u64) {
        self.bytes.clear();
        self.start = start;
        self.over = false;
    }

    fn from(&self, at: u64) -> Option<&[u8]> {
        let skip = usize::try_from(at.checked_sub(self.start)?).ok()?;
        self.bytes.get(skip..).filter(|_| !self.over)
    }
}

#[allow(private_bounds, reason = "the set of inputs is closed")]
impl<I: Input> Stream<I> {
    /// All bytes since [`forget`](Self::forget), with [`Options::keep`](crate::Options::keep); `None` if they were more than that.
    ///
    /// ```
    /// use gobstream::{Options, Stream};
    /// let options = Options { keep: 100, ..Options::default() };
    /// let mut stream = Stream::from_slice_with(b"\x03\x04\x00\x06\x03\x04\x00\x08", options);
    /// stream.skip_value()?;
    /// stream.forget();
    /// stream.skip_value()?;
    /// assert_eq!(stream.kept(), Some(&b"\x03\x04\x00\x08"[..]));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn kept(&mut self) -> Option<&[u8]> {
        self.pass_used();
        self.kept.from(self.kept.start)
    }

    /// The bytes of the definition that has just come, from its id on, if they are [kept](Self::kept).
    pub fn kept_definition(&mut self) -> Option<&[u8]> {
        self.pass_used();
        self.kept.from(self.walk.definition_start)
    }

    /// Keeps what the last step used.
    #[cold]
    pub(crate) fn keep_used(&mut self) {
        self.kept.add(self.input.window().get(..self.used).unwrap_or_default());
    }

    /// Forgets the bytes kept so far.
    pub fn forget(&mut self) {
        self.pass_used();
        self.kept.restart(self.walk.offset());
    }

    /// An error of the caller's, at the place of the last event, for what a caller refuses though the stream is sound. If the
    /// event is a run of elements, `nth` says which, from 0. The stream can be read on.
    ///
    /// ```
    /// use gobstream::{ErrorKind, Stream};
    /// let mut stream = Stream::from_slice(b"\x03\x04\x00\x06");
    /// stream.next_event()?;
    /// let error = stream.refuse(ErrorKind::NonFinite, "3 is refused", 0);
    /// assert_eq!(error.to_string(), "at 0x3 (3) in message 1, value 1: 3 is refused [non-finite]");
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    pub fn refuse(&self, kind: ErrorKind, text: &str, nth: usize) -> Error {
        self.walk.locate_in_run(*Fault::new(kind, "", String::from(text)), nth as u64)
    }
}

impl<I: Source> Stream<I> {
    /// Passes over stray bytes behind the definition that has just ended, so that they are kept with it. Those behind a value come before
    /// its [`Event::Done`](crate::Event::Done).
    ///
    /// # Errors
    /// `truncated` if the message is cut, or `io` if the source fails.
    pub fn pass_stray(&mut self) -> Result<()> {
        loop {
            self.pass_used();
            let step = self.walk.stray_step(self.input.window(), self.input.ended(), &mut self.used);
            match step {
                None => return Ok(()),
                Some(Step::Failed) => return self.walk.fault(),
                Some(Step::Wait) => self.fill()?,
                Some(_) => {}
            }
        }
    }
}
