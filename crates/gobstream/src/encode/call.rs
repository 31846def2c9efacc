//! One call to the encoder: all of it is written, or none.

use super::enc::{Core, Flush, Misuse, is_struct};
use super::path::{Trace, Written};
use super::replay::{self, Replay};
use super::{Enc, Encode, EncodeOptions, Plan, Sink, value};
use crate::error::{Error, ErrorKind, Fault, Place, Result};
use crate::ids::{BadShape, Mark, Node};
use crate::shape::Shape;
use crate::types::Type;
use crate::value::Value;
use crate::wire::{self, EncodeBuffer};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// All but the sink.
#[derive(Debug)]
pub(super) struct State {
    pub(super) options: EncodeOptions,
    pub(super) buf: EncodeBuffer,
    pub(super) core: Core,
    /// Types that were defined under [`Plan::Replay`].
    pub(super) replay: Replay,
    /// Bytes and values that were written.
    pub(super) written: u64,
    pub(super) values: u64,
    pub(super) poison: Option<Error>,
    /// Calls in a row that needed little of the buffer.
    pub(super) idle: u8,
}

/// Room for the length of a message in front of it.
const HEAD: usize = wire::MAX_NUMBER;

/// One call to the encoder: what it wrote so far, and how to undo it.
pub(super) struct Call<'e, 'v> {
    pub(super) state: &'e mut State,
    mark: Mark,
    pass: Vec<(usize, &'v [u8])>,
    pass_from: usize,
    /// Where its bytes begin.
    start: usize,
    values: u64,
    /// The first error: what all that follows says too.
    failed: Option<Error>,
    /// Whether there is nothing to undo.
    kept: bool,
    /// The sink has been called: if it does not come back, nobody knows what was written.
    is_writing: bool,
}

impl fmt::Debug for Call<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("values", &self.values).finish_non_exhaustive()
    }
}

/// Undoes what was not kept.
impl Drop for Call<'_, '_> {
    #[inline]
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        self.undo();
        if self.is_writing {
            self.state.poisoned(Error::from_sink("the sink panicked"));
        }
    }
}

impl<'e, 'v> Call<'e, 'v> {
    /// Begins a call, unless an earlier write failed. Calls are made in place and not handed on: what is stored in small parts and copied in
    /// large ones makes processors wait.
    #[inline(always)]
    pub(super) fn begin(state: &'e mut State, pass_from: usize) -> Result<Self> {
        if let Some(error) = &state.poison {
            return Err(error.clone());
        }
        state.buf.clear();
        state.replay.begin();
        let mark = state.core.ids.mark();
        Ok(Call { state, mark, pass: Vec::new(), pass_from, start: 0, values: 0, failed: None, kept: false, is_writing: false })
    }

    #[inline]
    pub(super) fn put<T: Encode + ?Sized>(&mut self, value: &'v T) -> Result<()> {
        self.put_with(T::SHAPE, |e| value.encode(e))
    }

    #[inline]
    pub(super) fn put_with(&mut self, shape: &'static Shape, body: impl FnOnce(&mut Enc<'_, 'v>)) -> Result<()> {
        self.refuse_replay()?;
        let head = self.open(shape);
        body(&mut self.enc(Flush::Never, usize::MAX));
        self.close(head, Some(shape))
    }

    /// Refuses Rust types where ids are those of received values.
    #[inline]
    pub(super) fn refuse_replay(&self) -> Result<()> {
        if self.state.options.plan == Plan::Fresh { Ok(()) } else { Err(self.not_received()) }
    }

    #[cold]
    fn not_received(&self) -> Error {
        let text = "a Rust type, where the plan is to send values as they were received";
        Error::new(*Fault::new(ErrorKind::WrongType, "", text.into()), self.place(self.start as u64))
    }

    pub(super) fn put_value(&mut self, value: &'v Value) -> Result<()> {
        if self.state.options.plan == Plan::Replay {
            return self.replay_value(value);
        }
        let State { buf, core, .. } = &mut *self.state;
        let id = value::id_of(value, &mut core.ids, buf);
        let head = buf.leave(HEAD);
        let mut e = self.enc(Flush::Never, usize::MAX);
        match id {
            Ok((id, is_struct)) => {
                put_head(e.buf, id, is_struct);
                value::put(value, &mut e);
            }
            Err(bad) => drop(e.refuse_shape(bad)),
        }
        self.close(head, None)
    }

    /// Writes a value with the ids that it came with.
    fn replay_value(&mut self, value: &'v Value) -> Result<()> {
        // Nothing is passed through: chunks are closed where they stand.
        let pass_from = core::mem::replace(&mut self.pass_from, usize::MAX);
        let mut replay = core::mem::take(&mut self.state.replay);
        let start = self.state.buf.len();
        let largest = replay::put(value, &mut replay, &mut self.enc(Flush::Never, usize::MAX));
        (self.state.replay, self.pass_from) = (replay, pass_from);
        if self.state.core.fault.is_some() || self.state.buf.is_over() {
            return Err(self.failed_in(start, None));
        }
        self.values += 1;
        if largest as u64 >= self.state.options.message {
            let error = self.too_big();
            return Err(self.fail(error));
        }
        Ok(())
    }

    /// Writes the definition of a type: under [`Plan::Fresh`] of its parts too, and unless they were sent.
    pub(super) fn put_definition(&mut self, ty: &Type) -> Result<()> {
        let State { buf, core, replay, options, .. } = &mut *self.state;
        if options.plan == Plan::Replay {
            replay.define(ty);
            buf.put_bytes(&ty.definition());
            return Ok(());
        }
        match core.ids.define(Node::Received(ty.clone()), buf) {
            Ok(_) => Ok(()),
            Err(bad) => Err(self.refuse_shape(bad)),
        }
    }

    /// Begins a message: definitions, room for its length, its id. Gives the place of the room.
    fn open(&mut self, shape: &'static Shape) -> usize {
        let State { buf, core, .. } = &mut *self.state;
        let id = core.ids.of_shape(shape, buf).unwrap_or_else(|bad| self.enc(Flush::Never, usize::MAX).refuse_shape(bad));
        let buf = &mut self.state.buf;
        let head = buf.leave(HEAD);
        put_head(buf, id, is_struct(shape));
        head
    }

    /// A type that cannot be sent.
    #[cold]
    pub(super) fn refuse_shape(&mut self, bad: BadShape) -> Error {
        self.enc(Flush::Never, usize::MAX).refuse_shape(bad);
        self.failed_in(0, None)
    }

    #[inline]
    fn enc<'a>(&'a mut self, flush: Flush<'a>, due: usize) -> Enc<'a, 'v> {
        let here = 0u8;
        let State { buf, core, options, .. } = &mut *self.state;
        let floor = (&raw const here).addr().saturating_sub(options.stack);
        buf.set_due(if core.fault.is_some() || buf.is_over() { 0 } else { due });
        Enc { buf, core, pass: &mut self.pass, pass_from: self.pass_from, floor, flush, sort_keys: options.sort_keys }
    }

    /// Ends a message: puts its length in front of it, and definitions that turned up inside it in front of that.
    #[inline]
    fn close(&mut self, mut head: usize, shape: Option<&'static Shape>) -> Result<()> {
        if self.failed.is_some() || self.state.core.fault.is_some() || self.state.buf.is_over() {
            return Err(self.failed_in(head, shape));
        }
        if !self.state.core.late.is_empty() {
            head = self.insert_late(head);
        }
        let body = head + HEAD;
        let len = self.state.buf.len() - body + self.passed(body);
        if len as u64 >= self.state.options.message {
            let error = self.too_big();
            return Err(self.fail(error));
        }
        self.join(head, len as u64);
        self.values += 1;
        Ok(())
    }

    /// Bytes passed through behind a place in the buffer.
    #[inline]
    fn passed(&self, from: usize) -> usize {
        if self.pass.is_empty() { 0 } else { self.pass.iter().filter(|p| p.0 >= from).map(|p| p.1.len()).sum() }
    }

    /// Writes the length of a message, and closes the gap that it leaves by moving the smaller side.
    #[inline]
    fn join(&mut self, head: usize, len: u64) {
        let (body, gap) = (head + HEAD, HEAD - wire::width(len));
        let buf = &mut self.state.buf;
        if head == self.start && self.pass.is_empty() {
            // The first message: nothing stands in front of it.
            buf.patch_uint(body, len);
            self.start += gap;
        } else if head - self.start <= buf.len() - body {
            buf.shift_right(self.start, head, gap);
            buf.patch_uint(body, len);
            self.pass.iter_mut().filter(|p| p.0 < body).for_each(|p| p.0 += gap);
            self.start += gap;
        } else {
            buf.shift(body, body - gap);
            buf.patch_uint(body - gap, len);
            self.pass.iter_mut().filter(|p| p.0 >= body).for_each(|p| p.0 -= gap);
        }
    }

    /// Puts late definitions in front of the message, whose head moves on.
    #[cold]
    fn insert_late(&mut self, head: usize) -> usize {
        let State { buf, core, .. } = &mut *self.state;
        let n = core.late.len();
        buf.shift(head, head + n);
        buf.patch(head, core.late.as_slice());
        core.late.clear();
        self.pass.iter_mut().filter(|p| p.0 >= head).for_each(|p| p.0 += n);
        head + n
    }

    /// Keeps what was written: where it begins in the buffer, and how long it is with what is passed through.
    #[inline]
    pub(super) fn keep(&mut self) -> (usize, u64) {
        self.kept = true;
        let len = (self.state.buf.len() - self.start + self.passed(0)) as u64;
        self.state.written += len;
        self.state.values += self.values;
        (self.start, len)
    }

    #[inline]
    pub(super) fn commit(&mut self, sink: &mut dyn Sink) -> Result<()> {
        if self.failed.is_some() || self.state.buf.is_over() {
            return Err(self.failed_in(0, None));
        }
        self.is_writing = true;
        let bytes = self.state.buf.as_slice().get(self.start..).unwrap_or_default();
        let written = match self.pass[..] {
            [] => sink.write(&[bytes]),
            _ => sink.write(&self.parts()),
        };
        self.committed(written)
    }

    /// The buffer and what is passed through, in order.
    #[cold]
    fn parts(&self) -> Vec<&[u8]> {
        let bytes = self.state.buf.as_slice();
        let mut parts = Vec::with_capacity(self.pass.len() * 2 + 1);
        let mut from = self.start;
        for &(at, passed) in &self.pass {
            parts.extend([bytes.get(from..at).unwrap_or_default(), passed]);
            from = at;
        }
        parts.push(bytes.get(from..).unwrap_or_default());
        parts
    }

    #[inline]
    fn committed(&mut self, written: Result<()>) -> Result<()> {
        if let Err(error) = written {
            self.kept = true;
            return Err(self.state.poisoned(error));
        }
        let buf = &self.state.buf;
        let idle = buf.capacity() > KEPT && buf.len() < buf.capacity() / 8;
        if idle {
            self.state.relax();
        }
        self.keep();
        Ok(())
    }

    #[cold]
    fn undo(&mut self) {
        let State { buf, core, .. } = &mut *self.state;
        buf.clear();
        core.late.clear();
        core.fault = None;
        core.ids.roll_back(self.mark);
        self.state.replay.roll_back();
    }

    /// What went wrong in this value, with the way to it; or in one before.
    #[cold]
    fn failed_in(&mut self, head: usize, shape: Option<&'static Shape>) -> Error {
        let error = self.fault_in(head, shape);
        self.fail(error)
    }

    /// Keeps the first error, and gives it.
    #[cold]
    fn fail(&mut self, error: Error) -> Error {
        self.failed.get_or_insert(error).clone()
    }

    fn fault_in(&self, head: usize, shape: Option<&'static Shape>) -> Error {
        let misuse = self.state.core.fault.as_ref().filter(|_| !self.state.buf.is_over());
        let Some(Misuse { fault, at, inside }) = misuse else { return self.too_big() };
        let bytes = self.state.buf.as_slice().get(..*at as usize).unwrap_or_default();
        let mut path = shape.and_then(|shape| self.path(head + HEAD, shape, bytes)).unwrap_or_default();
        path += inside.as_deref().unwrap_or_default();
        let mut fault = (**fault).clone();
        if fault.kind == ErrorKind::Nil && path.is_empty() {
            fault.go = "gob: cannot encode nil pointer";
        }
        Error::new(fault, Place { path, ..self.place(*at) })
    }

    fn path(&self, from: usize, shape: &'static Shape, bytes: &[u8]) -> Option<String> {
        let (_, id) = wire::get_uint(bytes.get(from..)?).ok()?;
        let at = from + id + usize::from(!is_struct(shape));
        let mut trace = Trace::new(shape);
        trace.follow(Written { bytes, at, pass: &self.pass, ids: &self.state.core.ids });
        Some(trace.path())
    }

    fn place(&self, at: u64) -> Place {
        let offset = self.state.written + at.saturating_sub(self.start as u64);
        Place { offset, value: self.state.values + self.values + 1, ..Place::default() }
    }

    #[cold]
    fn too_big(&self) -> Error {
        let text = format!("a message over message={}", crate::frame::short_size(self.state.options.message));
        let fault = Fault::new(ErrorKind::TooBig, "gob: encoder: message too big", text);
        let value = self.state.values + self.values + 1;
        Error::new(*fault, Place { offset: self.state.written, value, ..Place::default() })
    }

    /// Counts the bytes of a message, head included, and leaves the buffer with the definitions and the head.
    pub(super) fn count(&mut self, id: i32, shape: &'static Shape, body: &dyn Fn(&mut Enc<'_, 'v>)) -> Result<u64> {
        let definitions = self.state.buf.as_slice().to_vec();
        let mut total = 0;
        self.state.buf.clear();
        put_head(&mut self.state.buf, id, is_struct(shape));
        let most = self.state.options.message;
        body(&mut self.enc(Flush::Count(&mut total, most), PIECE));
        if self.state.buf.is_over() {
            return Err(self.too_big());
        }
        if let Some(Misuse { fault, at, .. }) = self.state.core.fault.take() {
            let at = (definitions.len() + HEAD) as u64 + total + at;
            return Err(Error::new(*fault, Place { path: self.trace(shape, body), ..self.place(at) }));
        }
        total += self.state.buf.len() as u64;
        if total >= most {
            return Err(self.too_big());
        }
        let buf = &mut self.state.buf;
        buf.clear();
        buf.put_bytes(&definitions);
        buf.put_uint(total);
        let head = buf.len() as u64;
        put_head(buf, id, is_struct(shape));
        Ok(head + total)
    }

    /// The way to the fault in a value whose bytes are gone: it is encoded once more, and followed piece by piece.
    #[cold]
    fn trace(&mut self, shape: &'static Shape, body: &dyn Fn(&mut Enc<'_, 'v>)) -> String {
        let mut trace = Trace::new(shape);
        self.state.buf.clear();
        body(&mut self.enc(Flush::Trace(&mut trace), PIECE));
        let State { buf, core, .. } = &*self.state;
        let to = core.fault.as_ref().map_or(0, |misuse| misuse.at as usize);
        let bytes = buf.as_slice().get(..to).unwrap_or_default();
        trace.follow(Written { bytes, at: 0, pass: &[], ids: &core.ids });
        trace.path()
    }

    /// Writes a message that was counted.
    pub(super) fn stream(mut self, size: u64, sink: &mut dyn Sink, body: impl FnOnce(&mut Enc<'_, 'v>)) -> Result<()> {
        let (mut total, mut failed) = (0, None);
        self.is_writing = true;
        body(&mut self.enc(Flush::Write(&mut total, sink, &mut failed), PIECE));
        self.state.core.fault = None;
        self.kept = true;
        total += self.state.buf.len() as u64;
        let written = match failed {
            Some(error) => Err(error),
            None if total != size => Err(Error::from_sink("the value changed while it was written")),
            None => sink.write(&[self.state.buf.as_slice()]),
        };
        if let Err(error) = written {
            return Err(self.state.poisoned(error));
        }
        (self.state.written, self.state.values) = (self.state.written + size, self.state.values + 1);
        Ok(())
    }
}

/// Writes the id of a value's type, and the byte that marks what is no struct.
#[inline]
fn put_head(buf: &mut EncodeBuffer, id: i32, is_struct: bool) {
    buf.put_int(i64::from(id));
    if !is_struct {
        buf.put_byte(0);
    }
}

/// Bytes at which a streamed buffer is handed on.
const PIECE: usize = 64 << 10;
/// Memory that an encoder keeps in any case.
const KEPT: usize = 64 << 10;

impl State {
    /// Notes that a write failed: every later call says so.
    #[cold]
    fn poisoned(&mut self, error: Error) -> Error {
        let text = format!("an earlier write failed: {}", error.text());
        self.poison =
            Some(Error::new(*Fault::new(ErrorKind::Poisoned, "", text), Place { offset: self.written, ..Place::default() }));
        error
    }

    /// Gives memory back that a large value took, once sixteen small ones came after it.
    #[cold]
    fn relax(&mut self) {
        self.idle += 1;
        if self.idle >= 16 {
            self.idle = 0;
            self.buf.shrink(KEPT);
        }
    }
}
