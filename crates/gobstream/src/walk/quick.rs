//! The short way over what is common: messages that are whole at hand, with definitions as encoders write them, and the heads of
//! values. Whatever is not so is left to the steps, from the start of its message, so that all faults are theirs.

use super::level::{Level, Role};
use super::{Next, Step, Token, Walk};
use crate::error::Error;
use crate::frame::{Frame, Stop, Window};
use crate::limits::Reading;
use crate::types::{Draft, Id, Shape, Slot};
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

/// Numbers of built-in types.
mod builtin {
    pub(super) const BOOL: u32 = 1;
    pub(super) const INT: u32 = 2;
    pub(super) const UINT: u32 = 3;
    pub(super) const FLOAT: u32 = 4;
    pub(super) const BYTES: u32 = 5;
    pub(super) const STRING: u32 = 6;
    pub(super) const INTERFACE: u32 = 8;
}

/// Fields of structs, and what is in them.
impl Walk {
    /// The step to the next token, if it is one of those that most values are made of: whole at hand, and nothing odd about it.
    #[inline]
    pub(super) fn quick_step(&mut self, bytes: &[u8], used: &mut usize) -> Option<Step> {
        if self.watches || self.draft.is_some() || self.failed.is_some() {
            return None;
        }
        let Some(level) = self.stack.last() else {
            let Next::Value(slot) = self.next else { return None };
            return self.quick_struct(slot, used);
        };
        let (elem, has_more) = (level.elem, level.done < level.count);
        match (level.role, self.next) {
            (Role::Struct, Next::Level) => self.quick_field(bytes, used),
            (Role::Struct, Next::Value(slot)) if slot <= builtin::STRING => {
                let n = self.quick_scalar(slot, bytes)?;
                self.next = Next::Level;
                Some(self.quick_token(n, used))
            }
            (Role::Struct, Next::Value(slot)) => self.quick_struct(slot, used),
            (Role::List, Next::Level) if has_more && self.frame.left > 0 => {
                let step = self.quick_struct(elem, used)?;
                // The struct is on top of its list now.
                let list = self.stack.len().checked_sub(2).and_then(|i| self.stack.get_mut(i));
                list.map(|list| list.done += 1)?;
                Some(step)
            }
            _ => None,
        }
    }

    /// The next field of a struct, or its end.
    #[inline]
    fn quick_field(&mut self, bytes: &[u8], used: &mut usize) -> Option<Step> {
        let level = self.stack.last_mut()?;
        let lead = *bytes.first().filter(|&&lead| lead < 0x80 && self.frame.left > 0)?;
        if lead == 0 {
            self.stack.pop();
            self.token = Token::End;
            return Some(self.quick_token(1, used));
        }
        let field = level.done + u64::from(lead) - 1;
        let slot = self.types.node(level.slot).fields().get(field as usize)?.edge.slot()?;
        level.done = field + 1;
        self.token = Token::Field(field as u32);
        self.next = Next::Value(slot);
        Some(self.quick_token(1, used))
    }

    /// The beginning of a struct, which has no bytes of its own.
    #[inline]
    fn quick_struct(&mut self, slot: Slot, used: &mut usize) -> Option<Step> {
        let Shape::Struct(fields) = &self.types.node(slot).shape else { return None };
        let has_room = self.stack.len() < self.stack.capacity() && self.stack.len() < self.options.limits.depth as usize;
        if !has_room {
            return None;
        }
        self.stack.push(Level { count: fields.len() as u64, ..Level::new(Role::Struct, slot) });
        self.token = Token::Struct(slot);
        self.next = Next::Level;
        Some(self.quick_token(0, used))
    }

    /// Passes over the bytes of a token.
    #[inline(always)]
    fn quick_token(&mut self, n: usize, used: &mut usize) -> Step {
        self.mark = self.frame.at;
        self.frame.at += n as u64;
        self.frame.left -= n as u64;
        *used = n;
        Step::Token
    }

    /// Reads a scalar of a built-in type: its bytes.
    #[inline]
    fn quick_scalar(&mut self, slot: Slot, bytes: &[u8]) -> Option<usize> {
        use builtin::{BOOL, BYTES, FLOAT, INT, STRING, UINT};
        let lead = *bytes.first()?;
        let (v, n) = if lead < 0x80 { (u64::from(lead), 1) } else { wire::get_uint(bytes).ok()? };
        let mut total = n;
        self.token = match slot {
            INT => Token::Int(wire::int(v)),
            UINT => Token::Uint(v),
            FLOAT => Token::Float(wire::float(v)),
            BOOL if v < 2 => Token::Bool(v == 1),
            BYTES | STRING => {
                let text = usize::try_from(v).ok().filter(|&text| text <= bytes.len() - n)?;
                total += text;
                if slot == STRING { Token::String(text) } else { Token::Bytes(text) }
            }
            _ => return None,
        };
        (total as u64 <= self.frame.left).then_some(total)
    }
}

/// Values that nobody looks at.
impl Walk {
    /// Passes over elements of a list of interfaces as long as each holds a scalar, and is whole at hand.
    #[inline]
    pub(super) fn quick_skip(&mut self, window: &mut Window<'_>) {
        let level = self.stack.last().filter(|level| level.role == Role::List && level.elem == builtin::INTERFACE);
        let Some(level) = level.filter(|_| matches!(self.next, Next::Level)) else { return };
        if self.watches || self.draft.is_some() || self.failed.is_some() {
            return;
        }
        let (rest, most) = (self.frame.rest(window), self.options.limits.interface_name);
        let (mut at, mut done) = (0, level.done);
        while let (true, Some(n)) = (done < level.count, scalar_inside(rest.get(at..).unwrap_or_default(), most)) {
            at += n;
            done += 1;
        }
        if let Some(level) = self.stack.last_mut() {
            level.done = done;
        }
        self.frame.advance(window, at);
    }
}

/// The bytes of an interface that holds nothing or a scalar; nothing if it holds something else, or is not whole.
fn scalar_inside(bytes: &[u8], most: u64) -> Option<usize> {
    let (n, mut rest) = bytes.split_first().filter(|(n, _)| **n < 0x80 && u64::from(**n) <= most)?;
    if *n == 0 {
        return Some(1);
    }
    rest = rest.get(usize::from(*n)..)?;
    let id = wire::int(wire::take_uint(&mut rest).ok()?);
    wire::take_uint(&mut rest).ok()?;
    let (0, mut rest) = rest.split_first().map(|(zero, rest)| (*zero, rest))? else { return None };
    let v = wire::take_uint(&mut rest).ok()?;
    let after = match u32::try_from(id).ok()? {
        builtin::BOOL..=builtin::FLOAT => rest,
        builtin::BYTES | builtin::STRING => rest.get(usize::try_from(v).ok()?..)?,
        _ => return None,
    };
    Some(bytes.len() - after.len())
}
