//! Values by their type, and the levels that hold them.

use super::level::{Level, Role};
use super::odd::Oddity;
use super::seen::Key;
use super::step::{Micro, corrupt};
use super::{LEVELS, Next, Step, Token, Walk};
use crate::error::{ErrorKind, Fault};
use crate::frame::{self, Stop, Window};
use crate::types::{Edge, Shape, Slot, incomplete, undefined, unknown};
use crate::wire::{self, BadNumber};
use alloc::format;

impl Walk {
    pub(super) fn value(&mut self, window: &mut Window<'_>, slot: Slot) -> Micro {
        // Each arm stores its own token; see `Walk::token`.
        match &self.types.node(slot).shape {
            Shape::Bool => self.token = Token::Bool(self.bool(window)?),
            Shape::Int => self.token = Token::Int(wire::int(self.uint(window, "an integer")?)),
            Shape::Uint => self.token = Token::Uint(self.uint(window, "an unsigned integer")?),
            Shape::Float => self.token = Token::Float(self.float(window)?),
            Shape::Complex => {
                let (re, im) = self.complex(window)?;
                self.token = Token::Complex(re, im);
            }
            Shape::String => self.token = Token::String(self.text(window, "a string", "gob: bad string slice length")?),
            Shape::Bytes => self.token = Token::Bytes(self.text(window, "a byte slice", "gob: bad []uint8 slice length")?),
            Shape::Opaque(_) => {
                let n = self.text(window, "an opaque value", "gob: GobDecoder: length too large for buffer")?;
                self.token = Token::Opaque(slot, n);
            }
            Shape::Interface => return self.interface(window),
            Shape::Struct(fields) => {
                let count = fields.len() as u64;
                self.push(Level { count, ..Level::new(Role::Struct, slot) })?;
                self.token = Token::Struct(slot);
            }
            Shape::Array(..) | Shape::Slice(_) => return self.list(window, slot),
            Shape::Map(..) => return self.map(window, slot),
            Shape::Undefined => return Err(incomplete(self.types.node(slot)).into()),
        }
        self.next = Next::Level;
        self.note_key(&window.bytes[..window.used]);
        Ok(Step::Token)
    }

    fn bool(&mut self, window: &mut Window<'_>) -> Result<bool, Stop> {
        let (v, n) = self.peek_uint(window, "a bool")?;
        if v > 1 {
            self.odd(Oddity::WideBool, || format!("{v} where a bool of 0 or 1 belongs"))?;
        }
        self.advance(window, n);
        Ok(v != 0)
    }

    fn float(&mut self, window: &mut Window<'_>) -> Result<f64, Stop> {
        let v = wire::float(self.uint(window, "a float")?);
        if let Some(seen) = &mut self.seen {
            seen.float(v);
        }
        Ok(v)
    }

    /// Both parts, or nothing.
    fn complex(&mut self, window: &mut Window<'_>) -> Result<(f64, f64), Stop> {
        let (_, re) = self.peek_uint(window, "a complex number")?;
        if let Err(BadNumber::Short(n)) = wire::get_uint(&self.frame.rest(window)[re..]) {
            return Err(self.frame.short(window, (re + n) as u64, "a complex number"));
        }
        let re = self.float(window)?;
        self.mark = self.frame.at;
        Ok((re, self.float(window)?))
    }

    /// A count and so many bytes: how many.
    fn text(&mut self, window: &mut Window<'_>, what: &str, go: &'static str) -> Result<usize, Stop> {
        let (n, head) = self.peek_uint(window, what)?;
        let max = self.options.limits.name;
        if n > max && self.draft.is_some() {
            // Now, and not once it is read: it may be of gigabytes.
            return Err(corrupt("", format!("a name of {} is over the limit of {max}", frame::bytes(n))));
        }
        Ok(self.blob(window, n, head, what, go)?.len())
    }

    /// The `n` bytes behind a count of `head` bytes, passed over; refused at once if the message does not have them.
    pub(super) fn blob<'w>(
        &mut self,
        window: &mut Window<'w>,
        n: u64,
        head: usize,
        what: &str,
        go: &'static str,
    ) -> Result<&'w [u8], Stop> {
        let left = self.frame.left - head as u64;
        if n > left {
            return Err(corrupt(go, format!("the message ends: {what} of {} has {left}", frame::bytes(n))));
        }
        let rest = &self.frame.rest(window)[head..];
        let Some(bytes) = usize::try_from(n).ok().and_then(|n| rest.get(..n)) else {
            return Err(self.short_blob(window, n, head, what));
        };
        self.advance(window, head + bytes.len());
        Ok(bytes)
    }

    /// Like [`Frame::short`](crate::frame::Frame::short) behind the count of a byte string.
    #[cold]
    fn short_blob(&mut self, window: &mut Window<'_>, n: u64, head: usize, what: &str) -> Stop {
        if !window.last {
            return Stop::Wait(usize::try_from(n).unwrap_or(usize::MAX).saturating_add(head));
        }
        self.frame.advance(window, head);
        self.mark = self.frame.at;
        self.frame.short(window, n, what)
    }

    fn list(&mut self, window: &mut Window<'_>, slot: Slot) -> Micro {
        let (n, head) = self.peek_uint(window, "the length of a list")?;
        let node = self.types.node(slot);
        let (edge, fixed) = match &node.shape {
            Shape::Array(edge, len) => (edge, Some(*len)),
            Shape::Slice(edge) => (edge, None),
            _ => return Err(incomplete(node).into()),
        };
        if let Some(len) = fixed.filter(|&len| n != len as u64) {
            return Err(corrupt("gob: length mismatch in decodeArray", format!("{n} elements in an array of {len}")));
        }
        self.check_count(n, head, slot, "gob: decoding array or slice: length exceeds input size")?;
        let elem = edge.slot().or((n == 0).then_some(0)).ok_or_else(|| undefined(edge))?;
        self.push(Level { elem, count: n, ..Level::new(Role::List, slot) })?;
        self.advance(window, head);
        self.next = Next::Level;
        self.met(Token::List(slot, n))
    }

    fn map(&mut self, window: &mut Window<'_>, slot: Slot) -> Micro {
        let (n, head) = self.peek_uint(window, "the length of a map")?;
        let n = self.pairs(n)?;
        let node = self.types.node(slot);
        let Shape::Map(key, elem) = &node.shape else { return Err(incomplete(node).into()) };
        self.check_count(n, head, slot, "EOF")?;
        let slot_of = |edge: &Edge| edge.slot().or((n == 0).then_some(0)).ok_or_else(|| undefined(edge));
        let (key, elem, mark) = (slot_of(key)?, slot_of(elem)?, self.keys.len() + 1);
        self.push(Level { key, elem, count: n, mark, ..Level::new(Role::Key, slot) })?;
        self.advance(window, head);
        if let Some(seen) = &mut self.seen {
            seen.open_map();
        }
        self.next = Next::Level;
        self.met(Token::Map(slot, n))
    }

    /// How many pairs a map has: Go holds the count as a signed number, and takes a negative one for nothing.
    fn pairs(&mut self, n: u64) -> Result<u64, Stop> {
        if n >> 63 == 0 {
            return Ok(n);
        }
        self.odd(Oddity::NegativeCount, || format!("{n} pairs in a map")).map(|()| 0)
    }

    /// Refuses a count past the bytes left, as each element takes one at least; not if messages may follow inside the value.
    fn check_count(&self, n: u64, head: usize, slot: Slot, go: &'static str) -> Result<(), Stop> {
        let left = self.frame.left - head as u64;
        if n <= left || self.types.node(slot).spans() || (n == left + 1 && self.types.may_lack_pair(slot)) {
            return Ok(());
        }
        Err(corrupt(go, format!("{n} elements announced, {} left", frame::bytes(left))))
    }

    pub(super) fn push(&mut self, level: Level) -> Result<(), Stop> {
        let depth = self.options.limits.depth;
        if self.stack.len() >= depth as usize {
            let text = format!("nested deeper than depth={depth}");
            return Err(Fault::new(ErrorKind::TooDeep, "", text).into());
        }
        if self.stack.capacity() == 0 {
            self.stack.reserve(LEVELS);
        }
        self.stack.push(level);
        Ok(())
    }

    // ---- levels

    #[inline]
    pub(super) fn level(&mut self, window: &mut Window<'_>) -> Micro {
        // Only what is needed is loaded: to copy a level whole means to wait for its parts that were just stored.
        let Some(level) = self.stack.last() else { return self.finish() };
        match level.role {
            Role::Struct => self.field(window, level.slot, level.done, level.count),
            Role::List => self.element(window, level.elem, level.done, level.count),
            Role::Key => self.key(),
            Role::Elem => self.elem(level.elem),
            Role::Interface => self.end_interface(level.done, level.count),
            Role::Definition => self.end_definition(),
        }
    }

    pub(super) fn end(&mut self) -> Micro {
        self.stack.pop();
        self.next = Next::Level;
        self.met(Token::End)
    }

    fn field(&mut self, window: &mut Window<'_>, slot: Slot, done: u64, count: u64) -> Micro {
        if self.frame.left == 0 {
            return self.end_without_terminator();
        }
        let (delta, n) = self.peek_uint(window, "a field's delta")?;
        if delta == 0 {
            self.advance(window, n);
            return self.end();
        }
        let index = done.saturating_add(delta) - 1;
        if index >= count {
            return Err(field_number(delta, index, count));
        }
        let node = self.types.node(slot);
        let edge = node.fields().get(index as usize).map(|f| &f.edge);
        let slot = edge.and_then(Edge::slot);
        if let Some(top) = self.stack.last_mut() {
            top.done = index + 1;
        }
        let Some(slot) = slot else {
            return Err(edge.map_or_else(|| unknown(0), undefined).into());
        };
        self.advance(window, n);
        self.next = Next::Value(slot);
        self.met(Token::Field(index as u32))
    }

    /// The message ends inside a struct, where its zero belongs. Go takes that for the end of the struct.
    #[cold]
    fn end_without_terminator(&mut self) -> Micro {
        if !self.options.stray {
            // The length may be damaged, and fields may be missing.
            return Err(corrupt("", "the message ends without the zero that ends a struct".into()));
        }
        self.odd(Oddity::MissingTerminator, || "the message ends without the zero that ends a struct".into())?;
        self.end()
    }

    fn element(&mut self, window: &mut Window<'_>, elem: Slot, done: u64, count: u64) -> Micro {
        if done == count {
            return self.end();
        }
        if self.frame.left == 0 {
            return Err(elements_missing(done, count, "gob: decoding array or slice: length exceeds input size"));
        }
        if Self::comes_in_runs(&self.types.node(elem).shape) && self.run(window, elem, count - done) {
            return Ok(Step::Token);
        }
        self.begin_element(elem);
        self.value(window, elem)
    }

    fn begin_element(&mut self, elem: Slot) {
        if let Some(top) = self.stack.last_mut() {
            top.done += 1;
        }
        self.next = Next::Value(elem);
    }

    fn key(&mut self) -> Micro {
        let Some(&Level { slot, key, mark, done, count, .. }) = self.stack.last() else { return self.finish() };
        if done == count {
            self.keys.truncate(mark - 1);
            if let Some(seen) = &mut self.seen {
                seen.close_map();
            }
            return self.end();
        }
        if self.frame.left == 0 && !(done + 1 == count && self.types.may_lack_pair(slot)) {
            return Err(elements_missing(done, count, "EOF"));
        }
        if let Some(seen) = &mut self.seen {
            seen.begin_key();
        }
        self.set_role(Role::Elem);
        self.next = Next::Value(key);
        Ok(Step::Silent)
    }

    fn elem(&mut self, elem: Slot) -> Micro {
        match self.seen.as_mut().map(|seen| seen.end_key()) {
            Some(Key::Again) => self.odd(Oddity::DuplicateKey, || "a key comes twice in one map".into())?,
            Some(Key::NoRoom) => self.note(Oddity::UncheckedKeys),
            Some(Key::New) | None => {}
        }
        self.set_role(Role::Key);
        self.begin_element(elem);
        Ok(Step::Silent)
    }

    fn set_role(&mut self, role: Role) {
        if let Some(top) = self.stack.last_mut() {
            top.role = role;
        }
    }

    fn end_interface(&mut self, around: u64, end: u64) -> Micro {
        self.interface = around as usize;
        if end != self.frame.at {
            self.odd(Oddity::UntrueLength, || "the payload of an interface ends where its length does not say".into())?;
        }
        self.end()
    }
}

#[cold]
fn field_number(delta: u64, index: u64, count: u64) -> Stop {
    if delta >> 63 == 1 {
        return corrupt("gob: decode: corrupted data: negative delta", format!("a field {delta} ahead"));
    }
    let text = format!("field {index} of a struct of {count} fields, counted from 0");
    corrupt("gob: bad data: field numbers out of bounds", text)
}

#[cold]
fn elements_missing(done: u64, count: u64, go: &'static str) -> Stop {
    let text = format!("{count} elements announced, the message ends after {done}");
    corrupt(go, text)
}
