//! The short way over what is common: messages that are whole at hand, with definitions as encoders write them, and the heads of
//! values. Whatever is not so is left to the steps, from the start of its message, so that all faults are theirs.

use super::{Next, Step, Walk};
use crate::error::Error;
use crate::frame::{Frame, Stop, Window};
use crate::limits::Reading;
use crate::types::{Draft, Id};
use crate::wire;

/// Levels of the stack that the steps take for a definition.
const DEPTH: u32 = 8;

impl Walk {
    /// Reads definitions and the head of a value as far as they are common.
    #[inline]
    pub(super) fn quick_start(&mut self, window: &mut Window<'_>) -> Result<(), Error> {
        if !matches!(self.next, Next::Message) || !self.is_plain() {
            return Ok(());
        }
        match self.quick_head(window) {
            Some((id, frame, used)) if id > 0 => {
                self.enter(frame, window, used);
                self.quick_value(id, window)
            }
            Some(_) => self.quick_definitions(window),
            None => Ok(()),
        }
    }

    #[inline(never)]
    fn quick_definitions(&mut self, window: &mut Window<'_>) -> Result<(), Error> {
        loop {
            let Some((id, frame, used)) = self.quick_head(window) else { return Ok(()) };
            if id > 0 {
                self.enter(frame, window, used);
                return self.quick_value(id, window);
            }
            let body = window.rest().get(used..used + frame.left as usize).unwrap_or_default();
            let Some(draft) = self.quick_draft(id, body) else { return Ok(()) };
            self.enter(frame, window, used);
            self.quick_definition(draft, window)?;
        }
    }

    /// Whether nobody wants to see more than values.
    #[inline]
    fn is_plain(&self) -> bool {
        !self.watches && self.failed.is_none() && self.options.reading == Reading::Lenient
    }

    /// The id at the head of a message that is all there, where the walk stands behind it, and the bytes up to there.
    #[inline]
    fn quick_head(&self, window: &Window<'_>) -> Option<(Id, Frame, usize)> {
        let bytes = window.rest();
        let (size, n) = wire::get_uint(bytes).ok()?;
        let body = bytes.get(n..)?;
        if size > body.len() as u64 || size >= self.options.limits.message {
            return None;
        }
        let (id, m) = wire::get_uint(body.get(..size as usize)?).ok()?;
        let (id, used) = (Id::try_from(wire::int(id)).ok()?, n + m);
        let frame = Frame { at: self.frame.at + used as u64, left: size - m as u64, size, message: self.frame.message + 1 };
        Some((id, frame, used))
    }

    /// Goes behind the id of a message.
    #[inline]
    fn enter(&mut self, frame: Frame, window: &mut Window<'_>, used: usize) {
        self.mark = self.frame.at;
        self.begin_message();
        self.value_start = self.mark;
        self.mark = frame.at - (frame.size - frame.left);
        self.frame = frame;
        window.used += used;
    }

    #[inline]
    fn quick_value(&mut self, id: Id, window: &Window<'_>) -> Result<(), Error> {
        let slot = match self.types.settled_slot(id) {
            Some(slot) => slot,
            None => match self.known(id) {
                Ok(slot) => slot,
                Err(stop) => return self.quick_fault(stop, window),
            },
        };
        self.begin_value(slot);
        Ok(())
    }

    fn quick_draft(&self, id: Id, body: &[u8]) -> Option<Draft> {
        let limits = &self.options.limits;
        let id = id.wrapping_neg();
        if self.options.definitions || limits.depth < DEPTH || self.types.refuse(id, Reading::Lenient).is_some() {
            return None;
        }
        let draft = Draft::whole(id, self.frame.at, body, limits)?;
        self.types.has_room(&draft, limits).then_some(draft)
    }

    fn quick_definition(&mut self, draft: Draft, window: &mut Window<'_>) -> Result<(), Error> {
        self.definition_start = self.mark;
        window.used += self.frame.left as usize;
        (self.frame.at, self.frame.left) = (self.frame.at + self.frame.left, 0);
        (self.proven, self.owes_value) = (true, true);
        match self.types.define(draft, &self.options.limits) {
            Ok(_) => Ok(()),
            Err(fault) => self.quick_fault(fault.into(), window),
        }
    }

    #[cold]
    fn quick_fault(&mut self, stop: Stop, window: &Window<'_>) -> Result<(), Error> {
        match self.stop(stop, window) {
            Step::Failed => self.fault(),
            _ => Ok(()),
        }
    }
}
