//! The steps: what each state of the walk reads, and what comes next.

use super::level::{Level, Role};
use super::{Next, Step, Token, Walk};
use crate::error::{Error, ErrorKind, Fault};
use crate::frame::{self, Stop, Window};
use crate::limits::Reading;
use crate::types::{Draft, DraftEvent, Shape, Slot, WIRE_TYPE, incomplete, undefined, unknown};
use crate::wire::{self, BadNumber};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

type Micro = Result<Option<Step>, Stop>;

/// A step that met `token`.
fn met(token: Token) -> Micro {
    Ok(Some(Step::Token(token)))
}

/// Bytes that cannot be.
#[cold]
fn corrupt(go: &'static str, text: String) -> Stop {
    Fault::new(ErrorKind::Corrupt, go, text).into()
}

impl Walk {
    fn is_strict(&self) -> bool {
        self.options.reading == Reading::Strict
    }

    /// One step: reads one thing, or nothing if the window does not hold it whole.
    #[inline]
    pub(super) fn micro(&mut self, window: &mut Window<'_>) -> Micro {
        self.mark = self.frame.at;
        match self.next {
            Next::Value(slot) => self.value(window, slot),
            Next::Level => self.level(window),
            Next::Message => self.message(window),
            Next::Id => self.top_id(window),
            Next::Sequence => self.inner_id(window),
            Next::Chunk => self.chunk(window),
            Next::Count(slot) => self.count(window, slot),
            Next::Single(slot) => self.single(window, slot),
            Next::Rest => self.pass_rest(window),
        }
    }

    /// Passes over `n` bytes of the message, which the strict reading may have to remember.
    #[inline]
    pub(super) fn advance(&mut self, window: &mut Window<'_>, n: usize) {
        if let Some(seen) = &mut self.seen {
            seen.read(window.rest().get(..n).unwrap_or_default());
        }
        self.frame.advance(window, n);
    }

    /// The number at the head of what is left, and its bytes, without passing over it.
    #[inline]
    fn peek_uint(&self, window: &Window<'_>, what: &str) -> Result<(u64, usize), Stop> {
        match wire::get_uint(self.frame.rest(window)) {
            Ok((v, n)) if n > 1 && self.is_strict() && n != wire::width(v) => Err(padded(v, n)),
            Ok(number) => Ok(number),
            Err(BadNumber::Short(n)) => Err(self.frame.short(window, n as u64, what)),
            Err(BadNumber::Lead(b)) => Err(frame::bad_lead(b).into()),
        }
    }

    #[inline]
    fn uint(&mut self, window: &mut Window<'_>, what: &str) -> Result<u64, Stop> {
        let (v, n) = self.peek_uint(window, what)?;
        self.advance(window, n);
        Ok(v)
    }

    // ---- messages, ids, definitions

    fn message(&mut self, window: &mut Window<'_>) -> Micro {
        if self.frame.begin(window, self.options.limits.message)? {
            self.value_start = self.mark;
            self.next = Next::Id;
            return Ok(None);
        }
        if self.owes_value {
            let text = "input ends behind a definition, and no value follows".into();
            return Err(Fault::new(ErrorKind::Truncated, "unexpected EOF", text).into());
        }
        Ok(Some(Step::End))
    }

    /// Reads an id, as Go does in 32 bits.
    fn id(&mut self, window: &mut Window<'_>) -> Result<i32, Stop> {
        let id = wire::int(self.uint(window, "a type id")?);
        if self.is_strict() && i32::try_from(id).is_err() {
            return Err(corrupt("", format!("type id {id} does not fit 32 bits")));
        }
        Ok(id as i32)
    }

    fn top_id(&mut self, window: &mut Window<'_>) -> Micro {
        let id = self.id(window)?;
        if id < 0 {
            return self.begin_definition(id);
        }
        let slot = self.known(id)?;
        self.inside_value = true;
        self.owes_value = false;
        self.values += 1;
        self.keys.clear();
        self.begin_payload(slot);
        Ok(None)
    }

    fn inner_id(&mut self, window: &mut Window<'_>) -> Micro {
        if self.frame.left == 0 && !self.frame.begin(window, self.options.limits.message)? {
            let text = "input ends inside a value, where the next message should continue it".into();
            return Err(Fault::new(ErrorKind::Truncated, "unexpected EOF", text).into());
        }
        let id = self.id(window)?;
        if id < 0 {
            return self.begin_definition(id);
        }
        self.next = Next::Count(self.known(id)?);
        Ok(None)
    }

    /// The slot of a type that a value is about to use.
    fn known(&mut self, id: i32) -> Result<Slot, Stop> {
        self.types.settle(&self.options.limits)?;
        let slot = self.types.find(id).ok_or_else(|| unknown(i64::from(id)))?;
        if self.options.reading != Reading::Lenient {
            self.types.check_sound(slot)?;
        }
        Ok(slot)
    }

    /// A struct comes as it is, everything else behind a zero.
    fn begin_payload(&mut self, slot: Slot) {
        let is_struct = matches!(self.types.node(slot).shape, Shape::Struct(_));
        self.next = if is_struct { Next::Value(slot) } else { Next::Single(slot) };
    }

    fn single(&mut self, window: &mut Window<'_>, slot: Slot) -> Micro {
        let zero = self.peek_uint(window, "the zero before a value")?;
        if zero.0 != 0 {
            let text = format!("{} where the zero before a value that is no struct belongs", zero.0);
            return Err(corrupt("gob: decode: corrupted data: non-zero delta for singleton", text));
        }
        self.advance(window, zero.1);
        self.next = Next::Value(slot);
        Ok(None)
    }

    fn begin_definition(&mut self, id: i32) -> Micro {
        let id = id.wrapping_neg();
        if let Some(fault) = self.types.refuse(id, self.options.reading) {
            return Err(fault.into());
        }
        self.draft = Some(Box::new((Draft::new(id, self.mark), self.stack.len() + 1)));
        self.push(Level::new(Role::Definition, 0))?;
        self.next = Next::Value(WIRE_TYPE);
        Ok(None)
    }

    /// Hands a token that belongs to a definition to its draft.
    pub(super) fn draw(&mut self, token: &Token, bytes: &[u8]) -> Result<(), Error> {
        let Some(draft) = &mut self.draft else { return Ok(()) };
        let event = match *token {
            Token::Int(v) => DraftEvent::Int(v),
            Token::String(n) => DraftEvent::Text(&bytes[bytes.len().saturating_sub(n)..]),
            Token::Struct(slot) => DraftEvent::Struct(slot),
            _ => return Ok(()),
        };
        let inner = usize::from(matches!(token, Token::Struct(_)));
        let owner = self.stack.get(draft.1..self.stack.len().saturating_sub(inner)).and_then(<[Level]>::last);
        let (slot, field) = owner.filter(|l| l.role == Role::Struct).map_or((0, 0), |l| (l.slot, l.done as u32 - 1));
        let taken = draft.0.event(slot, field, event, &self.options.limits);
        taken.map_err(|fault| self.fail(*fault))
    }

    fn end_definition(&mut self) -> Micro {
        self.stack.pop();
        if let Some(draft) = self.draft.take() {
            self.types.define(draft.0, self.options.reading, &self.options.limits)?;
        }
        self.proven = true;
        if !self.stack.is_empty() {
            self.next = Next::Chunk;
            return Ok(None);
        }
        self.owes_value = true;
        self.next = Next::Rest;
        if self.frame.left > 0 && self.options.reading != Reading::Lenient {
            let text = format!("{} behind a definition", stray(self.frame.left));
            return Err(Fault::new(ErrorKind::ExtraData, "extra data in buffer", text).into());
        }
        Ok(None)
    }

    fn pass_rest(&mut self, window: &mut Window<'_>) -> Micro {
        let n = self.frame.rest(window).len();
        self.advance(window, n);
        if self.frame.left == 0 {
            self.next = Next::Message;
            return Ok(None);
        }
        Err(self.frame.short(window, self.frame.left, "stray bytes"))
    }

    // ---- interfaces

    /// Behind a definition inside an interface: a new message, or the next chunk of the payload around it.
    fn chunk(&mut self, window: &mut Window<'_>) -> Micro {
        self.next = Next::Sequence;
        if self.frame.left == 0 {
            return Ok(None);
        }
        let at = self.frame.at;
        let strict = self.is_strict();
        let n = match self.uint(window, "the length of a chunk") {
            Ok(n) => n,
            Err(stop) => {
                self.next = Next::Chunk;
                return Err(stop);
            }
        };
        let around = self.stack.iter_mut().rev().skip(1).find(|l| l.role == Role::Interface);
        match around {
            _ if !strict => {}
            Some(level) if level.count == at => level.count = self.frame.at.saturating_add(n),
            _ => return Err(corrupt("", "a chunk of an interface's payload ends where its length does not say".into())),
        }
        Ok(None)
    }

    fn count(&mut self, window: &mut Window<'_>, slot: Slot) -> Micro {
        let n = self.uint(window, "the length of a payload")?;
        let end = self.frame.at.saturating_add(n);
        if let Some(level) = self.stack.last_mut() {
            level.count = end;
        }
        self.begin_payload(slot);
        met(Token::Interface(slot))
    }

    fn interface(&mut self, window: &mut Window<'_>) -> Micro {
        let (n, head) = self.peek_uint(window, "the length of a type's name")?;
        if n == 0 {
            self.advance(window, head);
            self.next = Next::Level;
            return met(Token::Nil);
        }
        let max = self.options.limits.interface_name;
        if n > max {
            return Err(corrupt("gob: name too long", format!("a type's name of {n} bytes is over {max}")));
        }
        let name = self.blob(window, n, head, "a type's name", "gob: invalid type name length: exceeds input size")?;
        self.name.clear();
        self.name.extend_from_slice(name);
        self.push(Level::new(Role::Interface, 0))?;
        self.next = Next::Sequence;
        Ok(None)
    }

    // ---- values

    fn value(&mut self, window: &mut Window<'_>, slot: Slot) -> Micro {
        let token = match &self.types.node(slot).shape {
            Shape::Bool => Token::Bool(self.bool(window)?),
            Shape::Int => Token::Int(wire::int(self.uint(window, "an integer")?)),
            Shape::Uint => Token::Uint(self.uint(window, "an unsigned integer")?),
            Shape::Float => Token::Float(self.float(window)?),
            Shape::Complex => self.complex(window)?,
            Shape::String => Token::String(self.text(window, "a string", "gob: bad string slice length")?),
            Shape::Bytes => Token::Bytes(self.text(window, "a byte slice", "gob: bad []uint8 slice length")?),
            Shape::Opaque(_) => {
                let n = self.text(window, "an opaque value", "gob: GobDecoder: length too large for buffer")?;
                Token::Opaque(slot, n)
            }
            Shape::Interface => return self.interface(window),
            Shape::Struct(fields) => {
                let count = fields.len() as u64;
                self.push(Level { count, ..Level::new(Role::Struct, slot) })?;
                Token::Struct(slot)
            }
            Shape::Array(..) | Shape::Slice(_) => return self.list(window, slot),
            Shape::Map(..) => return self.map(window, slot),
            Shape::Undefined => return Err(incomplete(self.types.node(slot)).into()),
        };
        self.next = Next::Level;
        self.note_key(token, &window.bytes[..window.used]);
        met(token)
    }

    fn bool(&mut self, window: &mut Window<'_>) -> Result<bool, Stop> {
        let (v, n) = self.peek_uint(window, "a bool")?;
        if v > 1 && self.is_strict() {
            return Err(corrupt("", format!("{v} where a bool of 0 or 1 belongs")));
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
    fn complex(&mut self, window: &mut Window<'_>) -> Result<Token, Stop> {
        let (_, re) = self.peek_uint(window, "a complex number")?;
        if let Err(BadNumber::Short(n)) = wire::get_uint(&self.frame.rest(window)[re..]) {
            return Err(self.frame.short(window, (re + n) as u64, "a complex number"));
        }
        let re = self.float(window)?;
        self.mark = self.frame.at;
        Ok(Token::Complex(re, self.float(window)?))
    }

    /// A count and so many bytes: how many.
    fn text(&mut self, window: &mut Window<'_>, what: &str, go: &'static str) -> Result<usize, Stop> {
        let (n, head) = self.peek_uint(window, what)?;
        Ok(self.blob(window, n, head, what, go)?.len())
    }

    /// The `n` bytes behind a count of `head` bytes, passed over; refused at once if the message does not have them.
    fn blob<'w>(&mut self, window: &mut Window<'w>, n: u64, head: usize, what: &str, go: &'static str) -> Result<&'w [u8], Stop> {
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
        self.check_count(n, head, node.spans(), "gob: decoding array or slice: length exceeds input size")?;
        let elem = edge.slot().or((n == 0).then_some(0)).ok_or_else(|| undefined(edge))?;
        self.push(Level { elem, count: n, ..Level::new(Role::List, slot) })?;
        self.advance(window, head);
        self.next = Next::Level;
        met(Token::List(slot, n))
    }

    fn map(&mut self, window: &mut Window<'_>, slot: Slot) -> Micro {
        let (n, head) = self.peek_uint(window, "the length of a map")?;
        let node = self.types.node(slot);
        let Shape::Map(key, elem) = &node.shape else { return Err(incomplete(node).into()) };
        // Go holds the count as a signed number, and takes a negative one for nothing.
        let n = if n >> 63 == 1 && !self.is_strict() { 0 } else { n };
        self.check_count(n, head, node.spans(), "EOF")?;
        let slot_of = |edge: &crate::types::Edge| edge.slot().or((n == 0).then_some(0)).ok_or_else(|| undefined(edge));
        let (key, elem, mark) = (slot_of(key)?, slot_of(elem)?, self.keys.len() + 1);
        self.push(Level { key, elem, count: n, mark, ..Level::new(Role::Key, slot) })?;
        self.advance(window, head);
        if let Some(seen) = &mut self.seen {
            seen.open_map();
        }
        self.next = Next::Level;
        met(Token::Map(slot, n))
    }

    /// Refuses a count past the bytes left, as each element takes one at least; not if messages may follow inside the value.
    fn check_count(&self, n: u64, head: usize, spans: bool, go: &'static str) -> Result<(), Stop> {
        let left = self.frame.left - head as u64;
        if n <= left || spans {
            return Ok(());
        }
        Err(corrupt(go, format!("{n} elements announced, {} left", frame::bytes(left))))
    }

    fn push(&mut self, level: Level) -> Result<(), Stop> {
        let depth = self.options.limits.depth;
        if self.stack.len() >= depth as usize {
            let text = format!("nested deeper than depth={depth}");
            return Err(Fault::new(ErrorKind::TooDeep, "", text).into());
        }
        self.stack.push(level);
        Ok(())
    }

    // ---- levels

    #[inline]
    fn level(&mut self, window: &mut Window<'_>) -> Micro {
        let Some(&level) = self.stack.last() else { return self.finish() };
        match level.role {
            Role::Struct => self.field(window, &level),
            Role::List => self.element(window, &level),
            Role::Key => self.key(&level),
            Role::Elem => self.elem(&level),
            Role::Interface => self.end_interface(&level),
            Role::Definition => self.end_definition(),
        }
    }

    fn end(&mut self) -> Micro {
        self.stack.pop();
        self.next = Next::Level;
        met(Token::End)
    }

    fn field(&mut self, window: &mut Window<'_>, level: &Level) -> Micro {
        if self.frame.left == 0 {
            return self.end_without_terminator();
        }
        let (delta, n) = self.peek_uint(window, "a field's delta")?;
        if delta == 0 {
            self.advance(window, n);
            return self.end();
        }
        let index = level.done.saturating_add(delta) - 1;
        if index >= level.count {
            return Err(field_number(delta, index, level.count));
        }
        let node = self.types.node(level.slot);
        let edge = node.fields().get(index as usize).map(|f| &f.edge);
        let slot = edge.and_then(crate::types::Edge::slot);
        if let Some(top) = self.stack.last_mut() {
            top.done = index + 1;
        }
        let Some(slot) = slot else {
            return Err(edge.map_or_else(|| unknown(0), undefined).into());
        };
        self.advance(window, n);
        self.next = Next::Value(slot);
        met(Token::Field(index as u32))
    }

    /// The message ends inside a struct, where its zero belongs. Go takes that for the end of the struct.
    #[cold]
    fn end_without_terminator(&mut self) -> Micro {
        if self.is_strict() {
            return Err(corrupt("", "the message ends without the zero that ends a struct".into()));
        }
        self.end()
    }

    fn element(&mut self, window: &mut Window<'_>, level: &Level) -> Micro {
        if level.done == level.count {
            return self.end();
        }
        if self.frame.left == 0 {
            return Err(elements_missing(level));
        }
        if Self::comes_in_runs(&self.types.node(level.elem).shape)
            && let Some(token) = self.run(window, level)?
        {
            return met(token);
        }
        self.begin_element(level.elem);
        self.value(window, level.elem)
    }

    fn begin_element(&mut self, elem: Slot) {
        if let Some(top) = self.stack.last_mut() {
            top.done += 1;
        }
        self.next = Next::Value(elem);
    }

    fn key(&mut self, level: &Level) -> Micro {
        if level.done == level.count {
            self.keys.truncate(level.mark - 1);
            if let Some(seen) = &mut self.seen {
                seen.close_map();
            }
            return self.end();
        }
        if self.frame.left == 0 {
            return Err(elements_missing(level));
        }
        if let Some(seen) = &mut self.seen {
            seen.begin_key();
        }
        self.set_role(Role::Elem);
        self.next = Next::Value(level.key);
        Ok(None)
    }

    fn elem(&mut self, level: &Level) -> Micro {
        if self.seen.as_mut().is_some_and(|seen| !seen.end_key()) {
            return Err(corrupt("", "a key comes twice in one map".into()));
        }
        self.set_role(Role::Key);
        self.begin_element(level.elem);
        Ok(None)
    }

    fn set_role(&mut self, role: Role) {
        if let Some(top) = self.stack.last_mut() {
            top.role = role;
        }
    }

    fn end_interface(&mut self, level: &Level) -> Micro {
        if self.is_strict() && level.count != self.frame.at {
            return Err(corrupt("", "the payload of an interface ends where its length does not say".into()));
        }
        self.end()
    }

    /// The top-level value is whole.
    fn finish(&mut self) -> Micro {
        if self.frame.left > 0 && self.is_strict() {
            let text = format!("{} behind a value", stray(self.frame.left));
            return Err(Fault::new(ErrorKind::ExtraData, "", text).into());
        }
        self.inside_value = false;
        self.proven = true;
        self.good = self.frame.at + self.frame.left;
        self.next = if self.frame.left > 0 { Next::Rest } else { Next::Message };
        met(Token::Done)
    }
}

fn stray(n: u64) -> String {
    format!("{n} stray byte{}", if n == 1 { "" } else { "s" })
}

#[cold]
fn padded(v: u64, n: usize) -> Stop {
    corrupt("", format!("the number {v} in {n} bytes, where {} would do", wire::width(v)))
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
fn elements_missing(level: &Level) -> Stop {
    let text = format!("{} elements announced, the message ends after {}", level.count, level.done);
    corrupt("gob: decoding array or slice: length exceeds input size", text)
}
