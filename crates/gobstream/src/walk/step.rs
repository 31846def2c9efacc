//! The steps: what each state of the walk reads, and what comes next.

use super::level::{Level, Role};
use super::odd::Oddity;
use super::piece::Silent;
use super::{Next, Step, Token, Walk};
use crate::error::{Error, ErrorKind, Fault};
use crate::frame::{self, Stop, Window};
use crate::limits::Reading;
use crate::types::{Draft, DraftEvent, Id, Shape, Slot, WIRE_TYPE, incomplete, unknown};
use crate::wire::{self, BadNumber};
use alloc::format;
use alloc::string::String;

pub(super) type Micro = Result<Step, Stop>;

/// Bytes that cannot be.
#[cold]
pub(super) fn corrupt(go: &'static str, text: String) -> Stop {
    Fault::new(ErrorKind::Corrupt, go, text).into()
}

impl Walk {
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
    #[inline(always)]
    pub(super) fn peek_uint(&mut self, window: &Window<'_>, what: &str) -> Result<(u64, usize), Stop> {
        match window.bytes.get(window.used) {
            Some(&b) if b < 0x80 && self.frame.left > 0 => Ok((u64::from(b), 1)),
            _ => self.peek_long(window, what),
        }
    }

    fn peek_long(&mut self, window: &Window<'_>, what: &str) -> Result<(u64, usize), Stop> {
        match wire::get_uint(self.frame.rest(window)) {
            Ok((v, n)) if n > 1 && self.watches && n != wire::width(v) => self.padded(v, n).map(|()| (v, n)),
            Ok(number) => Ok(number),
            Err(BadNumber::Short(n)) => Err(self.frame.short(window, n as u64, what)),
            Err(BadNumber::Lead(b)) => Err(frame::bad_lead(b).into()),
        }
    }

    #[inline]
    pub(super) fn uint(&mut self, window: &mut Window<'_>, what: &str) -> Result<u64, Stop> {
        let (v, n) = self.peek_uint(window, what)?;
        self.advance(window, n);
        Ok(v)
    }

    /// A step that met `token`.
    #[inline(always)]
    pub(super) fn met(&mut self, token: Token) -> Micro {
        self.token = token;
        Ok(Step::Token)
    }

    /// A step that read something which is no part of a value.
    #[inline]
    fn silent(&mut self, piece: Silent) -> Micro {
        self.silent = piece;
        Ok(Step::Silent)
    }

    fn mark_used(&mut self, slot: Slot) {
        if self.notes.is_some() {
            self.types.mark_used(slot);
        }
    }

    // ---- messages, ids, definitions

    /// A message begins here; a step that waits for bytes comes by again.
    #[inline]
    pub(super) fn begin_message(&mut self) {
        if self.message_start != self.frame.at {
            self.previous_start = core::mem::replace(&mut self.message_start, self.frame.at);
        }
    }

    fn message(&mut self, window: &mut Window<'_>) -> Micro {
        self.begin_message();
        if self.frame.begin(window, self.options.limits.message)? {
            self.check_length()?;
            self.value_start = self.mark;
            self.next = Next::Id;
            return self.silent(Silent::Length(self.frame.size));
        }
        if self.owes_value {
            let text = "input ends behind a definition, and no value follows".into();
            return Err(Fault::new(ErrorKind::Truncated, "unexpected EOF", text).into());
        }
        Ok(Step::End)
    }

    /// Looks whether the length of the message that has just begun is in its shortest form.
    fn check_length(&mut self) -> Result<(), Stop> {
        let (size, head) = (self.frame.size, (self.frame.at - self.message_start) as usize);
        if self.watches && head != wire::width(size) {
            return self.padded(size, head);
        }
        Ok(())
    }

    /// Reads an id, as Go does in 32 bits.
    fn id(&mut self, window: &mut Window<'_>) -> Result<i32, Stop> {
        let id = wire::int(self.uint(window, "a type id")?);
        if i32::try_from(id).is_err() {
            self.odd(Oddity::WideId, || format!("type id {id} does not fit 32 bits"))?;
        }
        Ok(id as i32)
    }

    fn top_id(&mut self, window: &mut Window<'_>) -> Micro {
        let id = self.id(window)?;
        if id < 0 {
            return self.begin_definition(id);
        }
        let slot = self.known(id)?;
        self.begin_value(slot);
        self.mark_used(slot);
        self.silent(Silent::Type(slot))
    }

    /// A top-level value of this type begins.
    #[inline]
    pub(super) fn begin_value(&mut self, slot: Slot) {
        self.inside_value = true;
        self.value_spans = self.types.node(slot).spans();
        self.types.begin_log();
        self.owes_value = false;
        self.values += 1;
        self.keys.clear();
        self.begin_payload(slot);
    }

    fn inner_id(&mut self, window: &mut Window<'_>) -> Micro {
        if self.frame.left == 0 {
            return self.continuation(window);
        }
        let id = self.id(window)?;
        if id < 0 {
            return self.begin_definition(id);
        }
        let slot = self.known(id)?;
        self.mark_used(slot);
        self.next = Next::Count(slot);
        self.silent(Silent::Type(slot))
    }

    /// The message that goes on with a value behind a definition.
    fn continuation(&mut self, window: &mut Window<'_>) -> Micro {
        self.begin_message();
        if !self.frame.begin(window, self.options.limits.message)? {
            let text = "input ends inside a value, where the next message should continue it".into();
            return Err(Fault::new(ErrorKind::Truncated, "unexpected EOF", text).into());
        }
        self.check_length()?;
        // The interface on top of the stack keeps where the one around it stands: a message may end inside the outermost only.
        let is_inner = self.stack.last().is_some_and(|level| level.done > 0);
        if !self.defined || is_inner {
            self.odd(Oddity::SplitMessage, || "a message ends inside a value, behind no definition".into())?;
        }
        self.silent(Silent::Length(self.frame.size))
    }

    /// The slot of a type that a value is about to use.
    pub(super) fn known(&mut self, id: i32) -> Result<Slot, Stop> {
        self.types.settle(&self.options.limits)?;
        let slot = self.types.find(id).ok_or_else(|| unknown(i64::from(id)))?;
        if self.options.reading != Reading::Lenient {
            self.types.check_sound(slot)?;
        }
        match &self.types.node(slot).shape {
            Shape::Undefined => Err(incomplete(self.types.node(slot)).into()),
            _ => Ok(slot),
        }
    }

    /// A struct comes as it is, everything else behind a zero.
    #[inline]
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
        self.silent(Silent::Zero)
    }

    fn begin_definition(&mut self, id: i32) -> Micro {
        let id = id.wrapping_neg();
        // A definition between values begins with its message; an appended stream does too.
        let at = if self.stack.is_empty() { self.message_start } else { self.mark };
        if let Some(fault) = self.types.refuse(id, self.options.reading) {
            if fault.kind == ErrorKind::DuplicateType {
                self.mark = at;
            }
            return Err(fault.into());
        }
        self.draft = Some((Draft::new(id, at), self.stack.len() + 1));
        self.definition_start = self.mark;
        self.push(Level::new(Role::Definition, 0))?;
        self.next = Next::Value(WIRE_TYPE);
        self.silent(Silent::Definition(id))
    }

    /// Hands the token, which belongs to a definition, to its draft.
    pub(super) fn draw(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let Some(draft) = &mut self.draft else { return Ok(()) };
        let event = match self.token {
            Token::Int(v) => DraftEvent::Int(v),
            Token::String(n) => DraftEvent::Text(&bytes[bytes.len().saturating_sub(n)..]),
            Token::Struct(slot) => DraftEvent::Struct(slot),
            _ => return Ok(()),
        };
        let inner = usize::from(matches!(self.token, Token::Struct(_)));
        let owner = self.stack.get(draft.1..self.stack.len().saturating_sub(inner)).and_then(<[Level]>::last);
        let (slot, field) = owner.filter(|l| l.role == Role::Struct).map_or((0, 0), |l| (l.slot, l.done as u32 - 1));
        let taken = draft.0.event(slot, field, event, &self.options.limits);
        taken.map_err(|fault| self.fail(*fault))
    }

    pub(super) fn end_definition(&mut self) -> Micro {
        self.stack.pop();
        let mut whole = None;
        if let Some(draft) = self.draft.take() {
            if draft.0.is_ambiguous() {
                let id = draft.0.id;
                self.odd(Oddity::TwoKinds, || format!("type {id} is defined as two kinds at once"))?;
            }
            if draft.0.has_wide_ids() {
                self.wide_id(draft.0.id)?;
            }
            whole = Some(match self.inside_value {
                true => self.types.define_inside(draft.0, &self.options.limits)?,
                false => self.types.define(draft.0, &self.options.limits)?,
            });
        }
        self.proven = true;
        let whole = whole.filter(|_| self.options.definitions).map_or(Step::Silent, |slot| {
            self.token = Token::Definition(slot);
            Step::Token
        });
        if !self.stack.is_empty() {
            self.next = Next::Chunk;
            self.defined = true;
            return Ok(whole);
        }
        self.owes_value = true;
        self.next = Next::Rest;
        let left = self.frame.left;
        if left > 0 {
            self.stray(left, "definition")?;
        }
        Ok(whole)
    }

    /// Go's ids have 32 bits, and its Decoder minds.
    #[cold]
    fn wide_id(&mut self, id: Id) -> Result<(), Stop> {
        let text = || format!("type {id} refers to an id that does not fit 32 bits");
        if self.options.reading == Reading::Go {
            return Err(Fault::new(ErrorKind::BadType, "", text()).into());
        }
        self.odd(Oddity::WideId, text)
    }

    /// One step through stray bytes, if that is what comes next; `None` if it is not.
    pub(crate) fn stray_step(&mut self, bytes: &[u8], last: bool, used: &mut usize) -> Option<Step> {
        if !matches!(self.next, Next::Rest) || self.frame.left == 0 {
            return None;
        }
        let mut window = Window { bytes, used: 0, last };
        let step = self.small_step(&mut window);
        if step != Step::Failed {
            *used = window.used;
        }
        Some(step)
    }

    /// The rest of a message. A value in front of it is whole only behind it: as in Go, a message that is cut gives no value.
    fn pass_rest(&mut self, window: &mut Window<'_>) -> Micro {
        let n = self.frame.rest(window).len();
        self.advance(window, n);
        if self.frame.left > 0 && n == 0 {
            return Err(self.frame.short(window, self.frame.left, "stray bytes"));
        }
        if self.inside_value && n == 0 {
            return self.done();
        }
        if self.frame.left == 0 && !self.inside_value {
            self.next = Next::Message;
            if !self.owes_value {
                self.good = self.frame.at;
            }
        }
        self.silent(if n == 0 { Silent::Nothing } else { Silent::Stray })
    }

    // ---- interfaces

    /// Behind a definition inside an interface: a new message, or the next chunk of the payload around it.
    fn chunk(&mut self, window: &mut Window<'_>) -> Micro {
        if self.frame.left == 0 {
            self.next = Next::Sequence;
            return Ok(Step::Silent);
        }
        let at = self.frame.at;
        let n = self.uint(window, "the length of a chunk")?;
        self.next = Next::Sequence;
        let end = self.frame.at.saturating_add(n);
        // Linked, not looked for: a definition deep inside a value must not cost its depth.
        let innermost = self.interface.checked_sub(1).and_then(|i| self.stack.get(i));
        let around = innermost.and_then(|level| (level.done as usize).checked_sub(1));
        let around = around.and_then(|i| self.stack.get_mut(i));
        let is_true = around.map(|level| core::mem::replace(&mut level.count, end)) == Some(at);
        if !is_true {
            self.odd(Oddity::UntrueLength, || "a chunk of a payload ends where its length does not say".into())?;
        }
        self.silent(Silent::Chunk(n))
    }

    fn count(&mut self, window: &mut Window<'_>, slot: Slot) -> Micro {
        let n = self.uint(window, "the length of a payload")?;
        let end = self.frame.at.saturating_add(n);
        if let Some(level) = self.stack.last_mut() {
            level.count = end;
        }
        self.begin_payload(slot);
        self.met(Token::Interface(slot))
    }

    pub(super) fn interface(&mut self, window: &mut Window<'_>) -> Micro {
        let (n, head) = self.peek_uint(window, "the length of a type's name")?;
        if n == 0 {
            self.advance(window, head);
            self.next = Next::Level;
            return self.met(Token::Nil);
        }
        let max = self.options.limits.interface_name;
        if n > max {
            return Err(corrupt("gob: name too long", format!("a type's name of {n} bytes is over {max}")));
        }
        let name = self.blob(window, n, head, "a type's name", "gob: invalid type name length")?;
        self.name.clear();
        self.name.extend_from_slice(name);
        self.defined = false;
        self.push(Level { done: self.interface as u64, ..Level::new(Role::Interface, 0) })?;
        self.interface = self.stack.len();
        self.next = Next::Sequence;
        self.silent(Silent::Name)
    }

    /// Bytes are left in the message behind a whole definition or value. Go minds the former only.
    #[cold]
    fn stray(&mut self, n: u64, what: &str) -> Result<(), Stop> {
        let text = || format!("{n} stray byte{} behind a {what}", if n == 1 { "" } else { "s" });
        let go_minds = self.options.reading == Reading::Go && what == "definition";
        if go_minds || !self.options.stray {
            return Err(Fault::new(ErrorKind::ExtraData, "extra data in buffer", text()).into());
        }
        self.odd(Oddity::StrayBytes, text)
    }

    // ---- the end of a value

    /// The top-level value is read; stray bytes may follow in its message.
    pub(super) fn finish(&mut self) -> Micro {
        let left = self.frame.left;
        if left == 0 {
            return self.done();
        }
        self.stray(left, "value")?;
        self.next = Next::Rest;
        self.silent(Silent::Nothing)
    }

    /// The top-level value is whole, and so is its message.
    fn done(&mut self) -> Micro {
        self.inside_value = false;
        self.proven = true;
        self.good = self.frame.at;
        self.next = Next::Message;
        self.met(Token::Done)
    }

    /// The same where the message is whole at hand.
    #[inline]
    pub(super) fn finish_at_hand(&mut self) -> Micro {
        let left = self.frame.left;
        if left > 0 {
            self.stray(left, "value")?;
            (self.frame.at, self.frame.left) = (self.frame.at + left, 0);
        }
        self.done()
    }
}
