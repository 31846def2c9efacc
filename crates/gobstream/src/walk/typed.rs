//! The walk beside typed code: it reads up to a value and lets typed code read it, reads for it what has no Rust type, and
//! reads a value again to say where in it something is wrong.

use super::level::{Level, Role};
use super::seen::Seen;
use super::{Next, Step, Token, Walk};
use crate::error::{Error, Fault};
use crate::frame::{Frame, Window};
use crate::limits::Reading;
use crate::types::{Shape, Slot};
use crate::walk::Event;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem::{replace, take};

/// What stands before typed code.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Begun {
    /// A value of this type.
    Value(Slot),
    /// Not enough: so many bytes are needed in the window.
    Wait(usize),
    /// The end of the stream.
    End,
}

/// A place to which the walk can come back.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    frame: Frame,
    next: Next,
    stack: Vec<Level>,
    interface: usize,
    keys: Vec<u8>,
    seen: Option<Box<Seen>>,
}

/// A place between the elements of a top-level list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InList {
    frame: Frame,
    level: Level,
}

impl InList {
    /// The type of the elements, and how many follow.
    pub(crate) fn elements(&self) -> (Slot, u64) {
        (self.level.elem, self.level.count - self.level.done)
    }

    /// Whether so many bytes at hand are all that follow in the message.
    pub(crate) fn is_rest(&self, bytes: usize) -> bool {
        bytes as u64 >= self.frame.left
    }

    /// Its absolute offset.
    pub(crate) fn offset(&self) -> u64 {
        self.frame.at
    }
}

/// What a step met, with what belongs to it.
#[derive(Debug)]
enum Met {
    Token(Token),
    /// Nothing: so many bytes are needed in the window.
    Wait(usize),
    End,
}

/// Where a part of a value ends: the offset, and the bytes of the message behind it.
pub(crate) type Stand = (u64, u64);

/// Takes the pieces of a value, and how many bytes have been read of the top-level value.
pub(crate) type Pieces<'a> = dyn FnMut(Event<'_>, u64) -> Result<(), Box<Fault>> + 'a;

/// What a second look at a value found.
#[derive(Debug)]
pub(crate) struct Again {
    /// The way to the offset asked for.
    pub(crate) path: String,
    /// The number of the message there.
    pub(crate) message: u64,
    /// The fault that keeps the value from being read to its end.
    pub(crate) fault: Option<Error>,
}

impl Spot {
    /// Its absolute offset.
    pub(crate) fn offset(&self) -> u64 {
        self.frame.at
    }
}

impl Walk {
    /// One step; nothing if it read something that is no part of a value.
    fn one_step(&mut self, window: &mut Window<'_>) -> Result<Option<Met>, Error> {
        match self.small_step(window) {
            Step::Silent => Ok(None),
            Step::Token => Ok(Some(Met::Token(self.token))),
            Step::Wait => Ok(Some(Met::Wait(self.want))),
            Step::End => Ok(Some(Met::End)),
            Step::Failed => self.fault(),
        }
    }

    /// The next value, if it and what stands before it come as is common: its slot, and how many bytes were used.
    #[inline]
    pub(crate) fn begin_quick(&mut self, bytes: &[u8]) -> Result<(Option<Slot>, usize), Error> {
        let mut window = Window { bytes, used: 0, last: true };
        self.single = false;
        self.quick_start(&mut window)?;
        Ok((if window.used == 0 { None } else { self.stands_before() }, window.used))
    }

    /// Reads up to a value: its slot, and how many bytes were used. With `whole`, messages are looked at once they are whole.
    pub(crate) fn begin(&mut self, bytes: &[u8], last: bool, whole: bool) -> Result<(Begun, usize), Error> {
        let mut window = Window { bytes, used: 0, last };
        self.single = false;
        self.quick_start(&mut window)?;
        loop {
            if let Some(slot) = self.stands_before() {
                return Ok((Begun::Value(slot), window.used));
            }
            if whole && matches!(self.next, Next::Id) && self.lacks_bytes(&window) {
                return Ok((Begun::Wait(usize::try_from(self.frame.left).unwrap_or(usize::MAX)), window.used));
            }
            match self.one_step(&mut window)? {
                Some(Met::End) => return Ok((Begun::End, window.used)),
                Some(Met::Wait(n)) => return Ok((Begun::Wait(n), window.used)),
                _ => {}
            }
        }
    }

    fn lacks_bytes(&self, window: &Window<'_>) -> bool {
        !window.last && self.frame.left > window.rest().len() as u64
    }

    /// The type of the top-level value that comes next in the bytes.
    fn stands_before(&self) -> Option<Slot> {
        match self.next {
            Next::Value(slot) | Next::Single(slot) if self.inside_value && self.stack.is_empty() => Some(slot),
            _ => None,
        }
    }

    /// Where the walk stands.
    pub(crate) fn stand(&self) -> Stand {
        (self.frame.at, self.frame.left)
    }

    /// Whether values of this type may span messages.
    pub(crate) fn spans(&self, slot: Slot) -> bool {
        self.types.node(slot).spans()
    }

    /// Whether the walk stands before the zero in front of a value that is no struct.
    #[inline]
    pub(crate) fn stands_before_zero(&self) -> bool {
        matches!(self.next, Next::Single(_))
    }

    /// The place where the walk stands, before the first byte of a top-level value.
    #[inline]
    pub(crate) fn start_spot(&self) -> Spot {
        let seen = if self.watches { self.seen.clone() } else { None };
        Spot { frame: self.frame, next: self.next, stack: Vec::new(), interface: 0, keys: Vec::new(), seen }
    }

    /// Whether a value of this type stands behind a zero.
    pub(crate) fn is_single(&self, slot: Slot) -> bool {
        !matches!(self.types.node(slot).shape, Shape::Struct(_))
    }

    /// The place where the walk stands.
    pub(crate) fn spot(&self) -> Spot {
        let (stack, keys, seen) = (self.stack.clone(), self.keys.clone(), self.seen.clone());
        Spot { frame: self.frame, next: self.next, stack, interface: self.interface, keys, seen }
    }

    /// Comes back to a place in the current value; definitions behind it will be met again.
    pub(crate) fn back_to(&mut self, spot: &Spot) {
        self.frame = spot.frame;
        self.next = spot.next;
        self.stack.clone_from(&spot.stack);
        self.interface = spot.interface;
        self.keys.clone_from(&spot.keys);
        self.seen.clone_from(&spot.seen);
        (self.draft, self.failed) = (None, None);
        self.inside_value = true;
        self.types.rewind();
    }

    /// Typed code has read the top-level value, up to here.
    pub(crate) fn end_value(&mut self, (at, left): Stand) -> Result<(), Error> {
        (self.frame.at, self.frame.left, self.mark) = (at, left, at);
        match self.finish_at_hand() {
            Err(crate::frame::Stop::Fault(fault)) => Err(self.locate(*fault)),
            _ => Ok(()),
        }
    }

    /// Goes on at the end of the current message, if that is known. Says whether it is.
    pub(crate) fn drop_message(&mut self) -> bool {
        if self.message_end() <= self.message_start {
            return false;
        }
        self.stack.clear();
        self.interface = 0;
        self.keys.clear();
        (self.draft, self.failed) = (None, None);
        (self.owes_value, self.inside_value) = (false, false);
        self.next = if self.frame.left > 0 { Next::Rest } else { Next::Message };
        true
    }

    /// The current value is lost, and so is what follows.
    pub(crate) fn give_up(&mut self, error: &Error) {
        self.failed = Some(error.clone());
    }

    /// Elements of lists come one by one, or in runs.
    pub(crate) fn singly(&mut self, is: bool) {
        self.single = is;
    }

    /// The number of the current message.
    pub(crate) fn message_number(&self) -> u64 {
        self.frame.message
    }

    /// Whether the walk stands inside a top-level value.
    pub(crate) fn is_amid_value(&self) -> bool {
        self.inside_value
    }

    /// Whether the walk stands in a top-level value of which something was read, or behind it in its message.
    pub(crate) fn is_amid_parts(&self) -> bool {
        self.inside_value && (!self.stack.is_empty() || matches!(self.next, Next::Rest))
    }

    /// Whether the walk stands between the parts of a top-level list or map.
    pub(crate) fn stands_in_parts(&self) -> bool {
        self.stack.len() == 1 && matches!(self.next, Next::Level)
    }

    /// Whether a part follows there.
    pub(crate) fn has_more_parts(&self) -> bool {
        self.stack.last().is_some_and(|level| level.role == Role::Elem || level.done < level.count)
    }

    /// The type of the part that follows there, and the place before it, from which it can be read again.
    pub(crate) fn next_part(&self) -> (Slot, Spot) {
        let level = self.stack.last();
        let slot = level.map_or(0, |level| if level.role == Role::Key { level.key } else { level.elem });
        (slot, self.spot())
    }

    /// Goes on from a place behind what was read again.
    pub(crate) fn go_on(&mut self, spot: Spot) {
        let Spot { frame, next, stack, interface, keys, seen } = spot;
        self.interface = interface;
        (self.frame, self.next, self.stack, self.keys, self.seen) = (frame, next, stack, keys, seen);
        (self.draft, self.failed) = (None, None);
        self.inside_value = true;
    }

    /// The list whose elements follow, if it is a top-level one and they need not be walked: nobody watches, and none can span messages.
    pub(crate) fn stands_in_list(&self) -> Option<InList> {
        let level = *self.stack.last().filter(|level| level.role == Role::List)?;
        let is_plain = !self.watches && self.frame.left > 0 && self.stands_in_parts() && !self.spans(level.elem);
        is_plain.then_some(InList { frame: self.frame, level })
    }

    /// Stands in that list again, `n` elements further on, which end at the offset `at`.
    pub(crate) fn go_on_in_list(&mut self, InList { frame, mut level }: InList, n: u64, at: u64) {
        level.done += n;
        self.frame = Frame { at, left: frame.left - (at - frame.at), ..frame };
        (self.mark, self.next, self.interface) = (at, Next::Level, 0);
        self.stack.clear();
        self.stack.push(level);
        self.keys.clear();
        self.failed = None;
    }

    /// Reads on until the walk stands where it should, behind a token: nothing, or how many bytes are needed; and how many were used.
    pub(crate) fn pass_to(
        &mut self,
        bytes: &[u8],
        last: bool,
        is_there: &dyn Fn(&Walk) -> bool,
    ) -> (Result<Option<usize>, Error>, usize) {
        let mut window = Window { bytes, used: 0, last };
        loop {
            match self.one_step(&mut window) {
                Ok(Some(Met::Token(_))) if is_there(self) => return (Ok(None), window.used),
                Ok(Some(Met::Wait(n))) => return (Ok(Some(n)), window.used),
                Err(error) => return (Err(error), window.used),
                Ok(_) => {}
            }
        }
    }

    /// Reads on to the end of the current value, as [`pass_to`](Self::pass_to) does.
    pub(crate) fn pass_value(&mut self, bytes: &[u8], last: bool) -> (Result<Option<usize>, Error>, usize) {
        let mut window = Window { bytes, used: 0, last };
        loop {
            self.quick_skip(&mut window);
            match self.one_step(&mut window) {
                Ok(Some(Met::Token(_))) if !self.inside_value => return (Ok(None), window.used),
                Ok(Some(Met::Wait(n))) => return (Ok(Some(n)), window.used),
                Err(error) => return (Err(error), window.used),
                Ok(_) => {}
            }
        }
    }

    /// Whether a fault inside the current value leaves its end unknown, as it may span messages.
    pub(crate) fn is_lost(&self) -> bool {
        self.inside_value && self.value_spans
    }

    /// The slot of a type inside an interface, behind its name, where definitions may stand and messages end.
    pub(crate) fn inner_type(&mut self, (at, left): Stand, bytes: &[u8]) -> Result<(Slot, Stand), Error> {
        let stack = replace(&mut self.stack, alloc::vec![Level::new(Role::Interface, 0)]);
        let interface = replace(&mut self.interface, 1);
        (self.frame.at, self.frame.left, self.next) = (at, left, Next::Sequence);
        let mut window = Window { bytes, used: 0, last: true };
        let slot = loop {
            self.one_step(&mut window)?;
            if let Next::Count(slot) = self.next {
                break slot;
            }
        };
        (self.stack, self.interface) = (stack, interface);
        Ok((slot, self.stand()))
    }

    /// The slot of this id, if it is known already, and sound where the reading minds.
    #[inline]
    pub(crate) fn inner_known(&mut self, id: i64) -> Option<Slot> {
        let id = i32::try_from(id).ok().filter(|&id| id >= 0)?;
        let slot = self.types.find(id)?;
        let is_sound = self.options.reading == Reading::Lenient || self.types.check_sound(slot).is_ok();
        (is_sound && !matches!(self.types.node(slot).shape, Shape::Undefined)).then_some(slot)
    }

    /// Reads a value for typed code, which gets its pieces.
    pub(crate) fn inner_value(
        &mut self,
        slot: Slot,
        (at, left): Stand,
        bytes: &[u8],
        f: &mut Pieces<'_>,
    ) -> Result<Stand, Error> {
        let (stack, interface) = (take(&mut self.stack), take(&mut self.interface));
        (self.frame.at, self.frame.left, self.next) = (at, left, Next::Value(slot));
        let mut window = Window { bytes, used: 0, last: true };
        loop {
            let step = self.one_step(&mut window)?;
            let Some(Met::Token(_)) = step else { continue };
            let read = self.value_bytes();
            f(self.event(|| &bytes[..window.used]), read).map_err(|fault| self.fail(*fault))?;
            if self.stack.is_empty() && matches!(self.next, Next::Level) {
                break;
            }
        }
        (self.stack, self.interface) = (stack, interface);
        Ok(self.stand())
    }

    /// Reads a value again from `spot`, for the way to what is wrong at `offset`, and on to its end.
    pub(crate) fn again(&mut self, spot: &Spot, bytes: &[u8], offset: u64) -> Again {
        self.back_to(spot);
        let single = replace(&mut self.single, true);
        let mut window = Window { bytes, used: 0, last: true };
        let mut found: Option<(String, u64)> = None;
        let fault = loop {
            match self.one_step(&mut window) {
                Ok(Some(Met::Token(token))) => {
                    // What ends without a byte of its own ends before what begins here.
                    let is_nothing = matches!(token, Token::End) && self.mark == self.frame.at;
                    // A fault may lie inside a token: in the second half of a complex number.
                    let is_here = self.mark >= offset || self.frame.at > offset;
                    if found.is_none() && is_here && !is_nothing {
                        found = Some((self.path(), self.frame.message));
                    }
                    let is_end = self.stack.len() == spot.stack.len() && matches!(self.next, Next::Level);
                    if matches!(token, Token::Done) || (is_end && !spot.stack.is_empty()) {
                        break None;
                    }
                }
                Ok(None) => {}
                Ok(Some(_)) => break Some(self.locate(*self.frame.message_ends(1, "a value"))),
                Err(error) => break Some(error),
            }
        };
        self.single = single;
        let (path, message) = found.unwrap_or_else(|| (self.path(), self.frame.message));
        Again { path, message, fault }
    }
}
