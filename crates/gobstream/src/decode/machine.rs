//! Whole values out of windows, and what happens when one is wrong. Nothing here is generic.
//!
//! Typed code reads contiguous bytes: the rest of a message, and of those that follow if the value spans several. A slice has
//! them all at hand. Of other fronts a value that may span messages is first read by the walk, to find its end; definitions
//! inside it are learned then, and met again by typed code, which replays what they changed. So is a value in the strict reading, for
//! what the walk minds.

use super::dec::{Dec, Parts};
use super::interface::Registry;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Reading;
use crate::plan::{Node, Plans};
use crate::shape::Shape;
use crate::types::Slot;
use crate::walk::{Begun, Spot, Stand, Walk};

/// How far the next value has come.
#[derive(Debug, Default)]
enum State {
    /// It has not begun.
    #[default]
    Before,
    /// The window must come to hold the rest of its message.
    Message(Slot),
    /// The window must come to hold all of it, to where the walk finds its end; so many bytes are walked.
    Walk { slot: Slot, spot: Spot, walked: usize },
    /// It is at hand.
    Ready(Slot),
}

/// A call for a whole value that its source interrupted amid that value, to be made again.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Amid {
    #[default]
    Nothing,
    Value,
    Skip,
}

/// What a decoder keeps beside its stream.
#[derive(Default)]
pub(crate) struct Machine {
    pub(super) amid: Amid,
    state: State,
    pub(super) plans: Plans,
    pub(super) registry: Registry,
}

/// Typed code, with the type of the value it wants taken out of it.
pub(crate) type Merge<'f, 'de> = dyn FnMut(&mut Dec<'_, 'de>, Node) -> Result<()> + 'f;

/// Code that goes by the received type.
#[cfg(feature = "serde")]
pub(crate) type Unplanned<'f, 'de> = dyn FnMut(&mut Dec<'_, 'de>, Slot) -> Result<()> + 'f;

impl Machine {
    /// Goes on towards the next value. `direct`: the window holds all there is.
    pub(super) fn assemble(&mut self, walk: &mut Walk, bytes: &[u8], last: bool, direct: bool) -> Result<Begun> {
        match core::mem::take(&mut self.state) {
            State::Before => self.begin(walk, bytes, last, direct),
            State::Message(slot) => self.whole_message(walk, slot, bytes, last),
            State::Walk { slot, spot, walked } => self.walk(walk, slot, spot, walked, bytes, last),
            State::Ready(slot) => {
                self.state = State::Ready(slot);
                Ok(Begun::Value(slot))
            }
        }
    }

    /// The absolute offset of the first byte that is still needed.
    pub(super) fn needed(&self, walk: &Walk) -> u64 {
        match &self.state {
            State::Walk { spot, .. } => spot.offset(),
            _ => walk.offset(),
        }
    }

    /// Leaves the next value, of which a part may have been looked at, to the walk.
    pub(super) fn let_go(&mut self, walk: &mut Walk) {
        if let State::Walk { spot, .. } = core::mem::take(&mut self.state) {
            walk.back_to(&spot);
        }
    }

    /// Begins a new stream.
    pub(super) fn forget(&mut self) {
        (self.state, self.amid) = (State::Before, Amid::Nothing);
        self.plans.clear();
    }

    fn begin(&mut self, walk: &mut Walk, bytes: &[u8], last: bool, direct: bool) -> Result<Begun> {
        self.amid = Amid::Nothing;
        let begun = walk.begin(bytes, last, !direct);
        let (begun, used) = begun.map_err(|error| failed(walk, error))?;
        let Begun::Value(slot) = begun else { return Ok(begun) };
        let rest = bytes.get(used..).unwrap_or_default();
        let is_cut = last && walk.stand().1 > rest.len() as u64;
        let is_walked = walk.options.reading == Reading::Strict || is_cut || (walk.spans(slot) && !direct);
        if is_walked {
            return self.walk(walk, slot, walk.spot(), 0, rest, last);
        }
        self.whole_message(walk, slot, rest, last)
    }

    fn whole_message(&mut self, walk: &mut Walk, slot: Slot, bytes: &[u8], last: bool) -> Result<Begun> {
        let left = walk.stand().1;
        if left <= bytes.len() as u64 {
            self.state = State::Ready(slot);
            return Ok(Begun::Value(slot));
        }
        if last {
            return self.walk(walk, slot, walk.spot(), 0, bytes, last);
        }
        self.state = State::Message(slot);
        Ok(Begun::Wait(usize::try_from(left).unwrap_or(usize::MAX)))
    }

    /// Lets the walk look for the end of the value.
    fn walk(&mut self, walk: &mut Walk, slot: Slot, spot: Spot, mut walked: usize, bytes: &[u8], last: bool) -> Result<Begun> {
        let (passed, used) = walk.pass_value(bytes.get(walked..).unwrap_or_default(), last);
        walked += used;
        match passed.map_err(|error| failed(walk, error))? {
            None => {
                walk.back_to(&spot);
                self.state = State::Ready(slot);
                Ok(Begun::Value(slot))
            }
            Some(want) => {
                self.state = State::Walk { slot, spot, walked };
                Ok(Begun::Wait(walked.saturating_add(want)))
            }
        }
    }

    /// Lets typed code read the next value of a slice; `false` at its end.
    #[inline]
    pub(super) fn run_direct<'de>(
        &mut self,
        walk: &mut Walk,
        bytes: &'de [u8],
        shape: &'static Shape,
        fresh: bool,
        f: &mut Merge<'_, 'de>,
    ) -> Result<bool> {
        if matches!(self.state, State::Before) {
            let (slot, used) = walk.begin_quick(bytes).map_err(|error| failed(walk, error))?;
            let rest = bytes.get(used..).unwrap_or_default();
            return match slot {
                Some(slot) => self.read(walk, rest, slot, shape, fresh, f).map(|()| true),
                None => self.run_slowly(walk, rest, shape, fresh, f),
            };
        }
        self.run_slowly(walk, bytes, shape, fresh, f)
    }

    /// The same for what is not all there, or not as encoders write it.
    #[cold]
    fn run_slowly<'de>(
        &mut self,
        walk: &mut Walk,
        bytes: &'de [u8],
        shape: &'static Shape,
        fresh: bool,
        f: &mut Merge<'_, 'de>,
    ) -> Result<bool> {
        let start = self.needed(walk);
        let Begun::Value(_) = self.assemble(walk, bytes, true, true)? else { return Ok(false) };
        let used = usize::try_from(walk.offset() - start).unwrap_or(usize::MAX);
        self.run(walk, bytes.get(used..).unwrap_or_default(), shape, fresh, f).map(|()| true)
    }

    /// Lets typed code read the value at hand; the walk then stands behind it, also if it is at fault.
    pub(super) fn run<'de>(
        &mut self,
        walk: &mut Walk,
        bytes: &'de [u8],
        shape: &'static Shape,
        fresh: bool,
        f: &mut Merge<'_, 'de>,
    ) -> Result<()> {
        let State::Ready(slot) = core::mem::take(&mut self.state) else { return Ok(()) };
        self.read(walk, bytes, slot, shape, fresh, f)
    }

    #[inline]
    fn read<'de>(
        &mut self,
        walk: &mut Walk,
        bytes: &'de [u8],
        slot: Slot,
        shape: &'static Shape,
        fresh: bool,
        f: &mut Merge<'_, 'de>,
    ) -> Result<()> {
        let spot = walk.start_spot();
        let result = self.merge(walk, bytes, (slot, true), shape, fresh, f);
        result.and_then(|stand| walk.end_value(stand)).map_err(|error| place(walk, &spot, bytes, error))
    }

    /// As [`run`](Self::run), for code that has no plan and goes by the received type.
    #[cfg(feature = "serde")]
    pub(super) fn run_unplanned<'de>(&mut self, walk: &mut Walk, bytes: &'de [u8], f: &mut Unplanned<'_, 'de>) -> Result<()> {
        let State::Ready(slot) = core::mem::take(&mut self.state) else { return Ok(()) };
        let spot = walk.spot();
        let mut d = Dec::new(bytes, Parts { walk, plans: &mut self.plans, registry: &self.registry });
        let result = d.single(slot).and_then(|()| f(&mut d, slot)).map(|()| d.stand());
        result.and_then(|stand| walk.end_value(stand)).map_err(|error| place(walk, &spot, bytes, error))
    }

    /// Lets typed code read what stands at the first of these bytes: where it ends.
    #[inline]
    pub(super) fn merge<'de>(
        &mut self,
        walk: &mut Walk,
        bytes: &'de [u8],
        (slot, is_top): (Slot, bool),
        shape: &'static Shape,
        fresh: bool,
        f: &mut Merge<'_, 'de>,
    ) -> Result<Stand> {
        let found = self.plans.find(shape, slot, &walk.types);
        let mut d = Dec::new(bytes, Parts { walk, plans: &mut self.plans, registry: &self.registry });
        let node = found.map_err(|misfit| d.misfit(d.at(), misfit))?;
        d.fresh = fresh;
        if is_top && d.walk.stands_before_zero() {
            d.zero()?;
        }
        f(&mut d, node)?;
        Ok(d.stand())
    }
}

/// The walk met a fault on the way to a value, or in it: the decoder goes on behind its message, if it is known where that ends
/// and the value does not go on behind it.
#[cold]
pub(super) fn failed(walk: &mut Walk, error: Error) -> Error {
    let ends = matches!(error.kind(), ErrorKind::Truncated | ErrorKind::Io) || walk.is_lost();
    if ends || !walk.drop_message() {
        walk.give_up(&error);
        return error;
    }
    error.recoverable(true)
}

/// Gives an error of typed code its place, and goes to the end of its value.
#[cold]
fn place(walk: &mut Walk, spot: &Spot, bytes: &[u8], error: Error) -> Error {
    let value = walk.values();
    let again = walk.again(spot, bytes, error.offset());
    match again.fault {
        None => error.placed(again.message, value, &again.path).recoverable(true),
        // Where values are walked first, that is what is met first.
        Some(fault) if fault.offset() <= error.offset() || is_of_bytes(error.kind()) || walk.is_lost() => failed(walk, fault),
        Some(fault) => {
            let recoverable = failed(walk, fault).is_recoverable();
            error.placed(again.message, value, &again.path).recoverable(recoverable)
        }
    }
}

/// Whether an error is about bytes, so that the walk says it too.
fn is_of_bytes(kind: ErrorKind) -> bool {
    use ErrorKind::{BadType, Corrupt, DuplicateType, Truncated, UnknownType};
    matches!(kind, Truncated | Corrupt | UnknownType | BadType | DuplicateType)
}
