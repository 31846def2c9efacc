//! The walk: a cursor over values without Rust types. The one decoder under skip, [`Value`](crate::Value), JSON and
//! everything else that reads a stream it has no types for.
//!
//! It is a machine that takes the bytes at hand, goes one step, and says what it met or how many bytes it lacks.
//! Its stack is on the heap, so nesting costs no native stack. It can stop at any byte and needs no whole message,
//! so a value of gigabytes passes through the window of its front; only a single string, byte string or opaque
//! payload must fit the window at once. Definitions are read by the same machine, as values of type 16, and go to a
//! [`Draft`] instead of the caller.
//!
//! A value may span messages at one place only: behind the name of a type inside an interface, where definitions of
//! types not sent before push what is already written out as a message. If that interface stands inside another, what
//! is pushed out goes into the payload of that one, as chunks with a length each. So the count that stands before a
//! payload covers its first chunk only: the walk follows types and never skips by count.

mod event;
mod level;
mod notes;
mod odd;
mod piece;
mod place;
mod quick;
mod run;
mod seen;
mod step;
mod typed;
mod values;

pub use event::Event;
use event::Token;
pub use notes::{Note, Notes};
pub use odd::Oddity;
pub use piece::{Piece, What};
pub(crate) use typed::{Begun, Pieces, Spot, Stand};

use crate::error::{Error, ErrorKind, Fault};
use crate::frame::{Frame, Stop, Window};
use crate::limits::{Options, Reading};
use crate::types::{Draft, Lent, Slot, TypeTable};
use alloc::boxed::Box;
use alloc::vec::Vec;
use level::Level;
use piece::Silent;
use run::Runs;
use seen::Seen;

/// What comes next in the bytes.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// A message, or the end of the stream.
    Message,
    /// The id at the head of a message.
    Id,
    /// The id behind an interface's name; a message begins before it if the last one is used up.
    Sequence,
    /// Behind a definition inside an interface: the length of the next chunk, unless the message ended.
    Chunk,
    /// The byte count before the payload of an interface, which is of this type.
    Count(Slot),
    /// The zero before a value that is no struct.
    Single(Slot),
    /// A value.
    Value(Slot),
    /// Whatever the innermost level says.
    Level,
    /// Nothing that is read: the rest of a message.
    Rest,
}

/// Levels that there is room for at first: a definition takes five.
const LEVELS: usize = 8;

/// What a step came to. What belongs to it is kept in the walk, so that this fits a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Something that is no part of a value, or nothing.
    Silent,
    /// A token, which is in [`Walk::token`].
    Token,
    /// Bytes are needed in the window: [`Walk::want`].
    Wait,
    /// The stream ends, and ends well.
    End,
    /// The fault is in [`Walk::failed`].
    Failed,
}

pub(crate) struct Walk {
    pub(crate) options: Options,
    pub(crate) types: TypeTable,
    frame: Frame,
    stack: Vec<Level>,
    /// Where the innermost interface stands on the stack, plus one; 0 if there is none.
    interface: usize,
    next: Next,
    /// The definition being read, and how deep its first level stands.
    draft: Option<(Draft, usize)>,
    /// Definitions came after the last value: the stream may not end here.
    owes_value: bool,
    /// A definition or value was whole: the input is gob.
    proven: bool,
    inside_value: bool,
    /// The type of the current value may span messages.
    value_spans: bool,
    values: u64,
    /// Where the message that the current value began in starts, and where the last whole value ended.
    value_start: u64,
    message_start: u64,
    /// What looking for messages behind damage has cost, in all.
    pub(crate) spent: u64,
    /// Bytes that recovery went back over, in all.
    pub(crate) reread: u64,
    /// Where the message before it starts.
    previous_start: u64,
    good: u64,
    /// Start of what the current step reads.
    mark: u64,
    /// What was met last. It is written here where it is met, and read part by part: a token that is handed on by value
    /// is stored in small parts and loaded in large ones, for which processors wait. This took over half of all time.
    token: Token,
    /// How many bytes the window should hold.
    pub(crate) want: usize,
    /// Where the last definition starts, its id included.
    pub(crate) definition_start: u64,
    /// A definition came behind the name of a type inside an interface.
    defined: bool,
    /// The name of a type inside an interface.
    name: Vec<u8>,
    /// The keys of all maps on the stack, for paths.
    keys: Vec<u8>,
    runs: Runs,
    /// Oddities are looked for: to refuse them or to note them.
    watches: bool,
    pub(crate) notes: Option<Box<Notes>>,
    seen: Option<Box<Seen>>,
    /// What the last step read if it met no token.
    silent: Silent,
    /// Elements of lists come one by one.
    single: bool,
    failed: Option<Error>,
}

impl Walk {
    pub(crate) fn new(options: Options) -> Self {
        let watches = options.notes || options.reading == Reading::Strict;
        let seen = watches.then(Box::default);
        let notes = options.notes.then(Box::default);
        let mut types = TypeTable::new();
        types.lent = Lent::new(options.opaque_names.clone());
        Walk {
            options,
            types,
            frame: Frame::default(),
            stack: Vec::new(),
            interface: 0,
            next: Next::Message,
            draft: None,
            owes_value: false,
            proven: false,
            inside_value: false,
            value_spans: false,
            values: 0,
            value_start: 0,
            message_start: 0,
            previous_start: 0,
            spent: 0,
            reread: 0,
            good: 0,
            mark: 0,
            token: Token::Done,
            want: 0,
            definition_start: 0,
            defined: false,
            name: Vec::new(),
            keys: Vec::new(),
            runs: Runs::default(),
            watches,
            notes,
            seen,
            silent: Silent::Nothing,
            single: false,
            failed: None,
        }
    }

    /// Begins another stream, and keeps memory.
    pub(crate) fn restart(&mut self) {
        self.resume(0);
        self.types.clear();
        self.frame.message = 0;
        (self.values, self.value_start, self.good, self.mark) = (0, 0, 0, 0);
        (self.spent, self.reread, self.proven, self.single) = (0, 0, false, false);
        self.notes = self.options.notes.then(Box::default);
    }

    /// Takes the bytes at hand as far as the next token, and says how many were `used`. What the token refers to in
    /// `bytes` stands behind those used before it; see [`Token`]. After a fault it fails again and again.
    #[inline]
    pub(crate) fn step(&mut self, bytes: &[u8], last: bool, used: &mut usize) -> Step {
        match self.quick_step(bytes, used) {
            Some(step) => step,
            None => self.slow_step(bytes, last, used),
        }
    }

    #[inline(never)]
    fn slow_step(&mut self, bytes: &[u8], last: bool, used: &mut usize) -> Step {
        let mut window = Window { bytes, used: 0, last };
        if self.quick_start(&mut window).is_err() {
            return Step::Failed;
        }
        loop {
            let step = self.small_step(&mut window);
            match step {
                Step::Silent => {}
                Step::Failed => return step,
                _ => {
                    *used = window.used;
                    return step;
                }
            }
        }
    }

    /// One step.
    fn small_step(&mut self, window: &mut Window<'_>) -> Step {
        if self.failed.is_some() {
            return Step::Failed;
        }
        match self.micro(window) {
            Ok(Step::Token) if self.draft.is_some() => self.definition_part(window),
            Ok(step) => step,
            Err(stop) => self.stop(stop, window),
        }
    }

    /// A part of a definition.
    fn definition_part(&mut self, window: &Window<'_>) -> Step {
        self.silent = Silent::Part;
        match self.draw(&window.bytes[..window.used]) {
            Ok(()) => Step::Silent,
            Err(_) => Step::Failed,
        }
    }

    #[cold]
    fn stop(&mut self, stop: Stop, window: &Window<'_>) -> Step {
        let fault = match stop {
            Stop::Wait(n) => {
                self.want = n;
                return Step::Wait;
            }
            Stop::Fault(fault) => fault,
        };
        if fault.kind == ErrorKind::Truncated {
            // What is missing is missing behind the last byte.
            self.mark = self.frame.at + window.rest().len() as u64;
        }
        self.fail(*fault);
        Step::Failed
    }

    /// The fault that the walk failed with.
    #[cold]
    pub(crate) fn fault<T>(&self) -> Result<T, Error> {
        let unknown = || self.locate(*Fault::new(ErrorKind::Corrupt, "", "a fault".into()));
        Err(self.failed.clone().unwrap_or_else(unknown))
    }

    /// Remembers a fault, with its place, as the end of this stream.
    #[cold]
    pub(crate) fn fail(&mut self, fault: Fault) -> Error {
        let error = self.locate(fault);
        self.failed = Some(error.clone());
        error
    }

    /// Whether the stream ended with a fault of this kind.
    pub(crate) fn failed_with(&self, kind: ErrorKind) -> bool {
        self.failed.as_ref().is_some_and(|error| error.kind() == kind)
    }

    /// The offset of the length of the current message; of where one should be, if that is at fault.
    pub(crate) fn message_start(&self) -> u64 {
        self.message_start
    }

    /// The offset of the message before the current one.
    pub(crate) fn previous_start(&self) -> u64 {
        self.previous_start
    }

    /// The offset behind the current message.
    pub(crate) fn message_end(&self) -> u64 {
        self.frame.at.saturating_add(self.frame.left)
    }

    /// Where what a fault spoils begins: the value, however many messages it spans, or the definition.
    pub(crate) fn damage_start(&self) -> u64 {
        if self.inside_value { self.value_start } else { self.message_start }
    }

    /// Goes on behind a fault, at a message that begins at `at`.
    pub(crate) fn resume(&mut self, at: u64) {
        self.frame = Frame { at, left: 0, size: 0, message: self.frame.message };
        // What begins before has been passed over: the next recovery may not go back there.
        (self.message_start, self.previous_start) = (at, at);
        self.stack.clear();
        self.keys.clear();
        self.interface = 0;
        self.next = Next::Message;
        (self.draft, self.failed) = (None, None);
        (self.owes_value, self.inside_value) = (false, false);
        if let Some(seen) = &mut self.seen {
            **seen = Seen::default();
        }
    }

    /// Top-level values begun so far.
    pub(crate) fn values(&self) -> u64 {
        self.values
    }

    /// Bytes read of the current value, its message's head included.
    pub(crate) fn value_bytes(&self) -> u64 {
        self.frame.at - self.value_start
    }

    /// The absolute offset of the next byte.
    pub(crate) fn offset(&self) -> u64 {
        self.frame.at
    }

    /// The end of the last whole value: up to here the stream is good.
    pub(crate) fn good(&self) -> u64 {
        self.good
    }
}
