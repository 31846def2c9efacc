//! What a value is written with.

use super::path::{Trace, Written};
use super::prefix::Prefixes;
use super::sink::Sink;
use crate::error::{Error, ErrorKind, Fault};
use crate::ids::{self, Ids, Node};
use crate::shape::{Kind, Shape, Shaped};
use crate::wire::EncodeBuffer;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::TypeId;

use super::Encode;
use crate::decode::Dyn;

/// What all values of an encoder share.
#[derive(Debug)]
pub(super) struct Core {
    pub(super) ids: Ids,
    /// Definitions that turned up inside a value; they go out before it.
    pub(super) late: EncodeBuffer,
    /// What an opaque type makes, before its length is known.
    scratch: Vec<u8>,
    prefixes: Prefixes,
    /// The names of types that open interfaces hold.
    pub(super) names: BTreeMap<TypeId, Box<str>>,
    /// The first misuse.
    pub(super) fault: Option<Misuse>,
}

/// What cannot be written.
#[derive(Debug)]
pub(super) struct Misuse {
    pub(super) fault: Box<Fault>,
    /// How many bytes were written then.
    pub(super) at: u64,
    /// The way to it in a value without a Rust type, from where that begins.
    pub(super) inside: Option<String>,
}

impl Core {
    pub(super) const fn new() -> Self {
        Core {
            ids: Ids::new(),
            late: EncodeBuffer::new(),
            scratch: Vec::new(),
            prefixes: Prefixes::new(),
            names: BTreeMap::new(),
            fault: None,
        }
    }
}

/// A place where one value is being written; only code that the derive makes uses it.
#[derive(Debug)]
pub struct Enc<'e, 'v> {
    pub(super) buf: &'e mut EncodeBuffer,
    pub(super) core: &'e mut Core,
    /// Byte strings that are handed to the sink as they are, by the position behind which they stand.
    pub(super) pass: &'e mut Vec<(usize, &'v [u8])>,
    /// Byte strings of this length are.
    pub(super) pass_from: usize,
    /// No local variable may stand below this address.
    pub(super) floor: usize,
    pub(super) flush: Flush<'e>,
    pub(super) sort_keys: bool,
}

/// What happens to a full buffer.
pub(super) enum Flush<'e> {
    /// It grows.
    Never,
    /// Its bytes are counted, up to so many, and forgotten.
    Count(&'e mut u64, u64),
    /// Its bytes are followed and forgotten.
    Trace(&'e mut Trace),
    /// Its bytes go to the sink.
    Write(&'e mut u64, &'e mut dyn Sink, &'e mut Option<Error>),
}

impl core::fmt::Debug for Flush<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Flush")
    }
}

impl<'v> Enc<'_, 'v> {
    /// Begins a field so many behind the last one, the first counted from 1.
    #[inline]
    pub fn field(&mut self, delta: u8) {
        self.buf.put_byte(delta);
    }

    /// The same in a struct of more than 127 fields.
    #[inline]
    pub fn far_field(&mut self, delta: u32) {
        self.buf.put_uint(u64::from(delta));
    }

    /// Ends a struct.
    #[inline]
    pub fn end(&mut self) {
        self.buf.put_byte(0);
    }

    /// Writes an unsigned number.
    #[inline]
    pub fn uint(&mut self, v: u64) {
        self.buf.put_uint(v);
    }

    /// Writes a signed number.
    #[inline]
    pub fn int(&mut self, v: i64) {
        self.buf.put_int(v);
    }

    /// Writes a float.
    #[inline]
    pub fn float(&mut self, v: f64) {
        self.buf.put_float(v);
    }

    /// Begins a slice, array or map.
    #[inline]
    pub fn count(&mut self, n: usize) {
        self.buf.put_uint(n as u64);
    }

    /// Writes one byte of a byte string.
    #[inline]
    pub fn raw_byte(&mut self, byte: u8) {
        self.buf.put_byte(byte);
    }

    /// Writes bytes of a byte string.
    pub(super) fn raw_bytes(&mut self, bytes: &[u8]) {
        self.buf.put_bytes(bytes);
    }

    /// Writes a string or byte string; a large one is only noted.
    #[inline]
    pub fn text(&mut self, bytes: &'v [u8]) {
        if bytes.len() < self.pass_from {
            return self.buf.put_text(bytes);
        }
        self.pass(bytes);
    }

    #[cold]
    fn pass(&mut self, bytes: &'v [u8]) {
        self.buf.put_uint(bytes.len() as u64);
        self.pass.push((self.buf.len(), bytes));
    }

    /// Writes a number for each item.
    #[inline]
    pub(super) fn run<T: Copy, const COMMON: bool>(&mut self, items: &[T], number: impl Fn(T) -> u64) {
        for chunk in items.chunks(RUN) {
            self.buf.put_run::<T, COMMON>(chunk, &number);
            if self.stop() {
                return;
            }
        }
    }

    /// Writes elements that are strings or byte strings, or else nothing for `raw`. Short ones go by a loop of their own.
    #[inline]
    pub(super) fn texts<T: Encode>(&mut self, items: &'v [T], raw: impl Fn(&'v T) -> Option<&'v [u8]>) {
        let (mut rest, most) = (items, self.pass_from);
        while let Some(item) = rest.first() {
            let short = rest.iter().take(RUN).map_while(&raw).take_while(|text| text.len() < most);
            let n = self.buf.put_short_texts(short);
            if n == 0 {
                item.encode(self);
            }
            rest = rest.get(n.max(1)..).unwrap_or_default();
            if self.stop() {
                return;
            }
        }
    }

    /// Writes an opaque value.
    pub fn opaque(&mut self, make: impl FnOnce(&mut Vec<u8>)) {
        self.core.scratch.clear();
        make(&mut self.core.scratch);
        self.buf.put_text(&self.core.scratch);
    }

    /// Writes a value that does not stay: nothing of it is passed through.
    pub fn temporary<T: Encode + ?Sized>(&mut self, value: &T) {
        let mut pass = Vec::new();
        let flush = match &mut self.flush {
            Flush::Never => Flush::Never,
            Flush::Count(total, most) => Flush::Count(total, *most),
            Flush::Trace(trace) => Flush::Trace(trace),
            Flush::Write(total, sink, error) => Flush::Write(total, *sink, error),
        };
        let (floor, sort_keys) = (self.floor, self.sort_keys);
        let (buf, core) = (&mut *self.buf, &mut *self.core);
        let mut e = Enc { buf, core, pass: &mut pass, pass_from: usize::MAX, floor, flush, sort_keys };
        value.encode(&mut e);
    }

    /// Writes an interface that holds nothing.
    pub fn nil(&mut self) {
        self.buf.put_byte(0);
    }

    /// Writes an interface that holds this value, under this name.
    pub fn interface<T: Encode + ?Sized>(&mut self, name: &str, value: &'v T) {
        if self.deeper() {
            let hole = self.open_interface(name.as_bytes(), T::SHAPE);
            value.encode(self);
            self.close_interface(hole);
        }
    }

    #[inline]
    fn open_interface(&mut self, name: &[u8], shape: &'static Shape) -> usize {
        let id = self.id_of_held(shape);
        if let Some(hole) = self.core.prefixes.put(name, id, self.buf) {
            return hole;
        }
        if !shape.base().suits(name) {
            self.refuse_held(name, shape);
        }
        let start = self.buf.len();
        let hole = self.begin_interface(name, id, is_struct(shape));
        self.core.prefixes.keep(id, start, hole, self.buf);
        hole
    }

    /// The same for a received type; the fault is kept if its definition is missing.
    pub(super) fn open_received(&mut self, name: &[u8], ty: &crate::Type) -> usize {
        match self.core.ids.define(Node::Received(ty.clone()), &mut self.core.late) {
            Ok(id) => self.begin_interface(name, id, ty.kind() == crate::Kind::Struct),
            Err(bad) => {
                self.refuse_shape(bad);
                0
            }
        }
    }

    /// The id of what an interface holds.
    #[inline]
    fn id_of_held(&mut self, shape: &'static Shape) -> i32 {
        self.core.ids.of_shape(shape, &mut self.core.late).unwrap_or_else(|bad| self.refuse_shape(bad))
    }

    /// Writes an interface that holds a value of a type that was registered, or that Go registers by itself.
    pub(super) fn registered<T: DynEncode + ?Sized>(&mut self, value: &'v T) {
        let shape = value.dyn_shape();
        if self.deeper() && self.put_registered_name(shape.base()) {
            let id = self.id_of_held(shape);
            let hole = self.put_id_of_held(id, is_struct(shape));
            value.dyn_encode(self);
            self.close_interface(hole);
        }
    }

    fn put_registered_name(&mut self, shape: &'static Shape) -> bool {
        if let Some(name) = self.core.names.get(&shape.key) {
            self.buf.put_text(name.as_bytes());
            return true;
        }
        let hole = self.buf.leave(1);
        ids::print(shape, true, self.buf);
        ids::close(self.buf, hole);
        shape.is_preregistered() || self.refuse_name(hole)
    }

    #[cold]
    fn refuse_name(&mut self, hole: usize) -> bool {
        let name = String::from_utf8_lossy(self.buf.as_slice().get(hole + 1..).unwrap_or_default()).into_owned();
        self.buf.truncate(hole);
        let text = alloc::format!("a value of type {name} for an interface, under no registered name");
        self.refuse(ErrorKind::Unregistered, "gob: type not registered for interface", text);
        false
    }

    #[cold]
    fn refuse_held(&mut self, name: &[u8], shape: &'static Shape) {
        let mut held = EncodeBuffer::new();
        ids::print(shape, true, &mut held);
        let [name, held] = [name, held.as_slice()].map(String::from_utf8_lossy);
        let text =
            alloc::format!("a value of type {held} for an interface, under the name {name}, which Go has given to another type");
        self.refuse(ErrorKind::WrongType, "", text);
    }

    /// Writes the head of an interface, and leaves a byte for the length of what it holds.
    pub(super) fn begin_interface(&mut self, name: &[u8], id: i32, is_struct: bool) -> usize {
        self.buf.put_text(name);
        self.put_id_of_held(id, is_struct)
    }

    #[inline]
    fn put_id_of_held(&mut self, id: i32, is_struct: bool) -> usize {
        self.buf.put_int(i64::from(id));
        let hole = self.buf.leave(1);
        if !is_struct {
            self.buf.put_byte(0);
        }
        hole
    }

    #[inline]
    pub(super) fn close_interface(&mut self, hole: usize) {
        // What was written up to a fault stays where it is, to find the way to it.
        if self.core.fault.is_some() {
            return;
        }
        if self.pass.is_empty() {
            ids::close(self.buf, hole);
        } else {
            self.close_around_passed(hole);
        }
    }

    /// The same where bytes are passed through, whose places move too.
    #[cold]
    fn close_around_passed(&mut self, hole: usize) {
        let passed: usize = self.pass.iter().rev().take_while(|p| p.0 > hole).map(|p| p.1.len()).sum();
        let len = (self.buf.len().saturating_sub(hole + 1) + passed) as u64;
        let width = crate::wire::width(len);
        self.buf.shift(hole + 1, hole + width);
        self.buf.patch_uint(hole + width, len);
        self.pass.iter_mut().rev().take_while(|p| p.0 > hole).for_each(|p| p.0 += width - 1);
    }

    /// Whether to go down one more level: there is stack for it, and no fault yet. The fault is kept if there is none.
    #[inline]
    pub fn deeper(&mut self) -> bool {
        let here = 0u8;
        (&raw const here).addr() > self.floor && !self.buf.is_stopped() || self.too_deep()
    }

    #[cold]
    fn too_deep(&mut self) -> bool {
        self.refuse(ErrorKind::TooDeep, "", "values nest deeper than the stack allowed for them".into());
        false
    }

    /// Whether to stop because of a fault, or as the message is too big already; also a good moment to empty the buffer.
    #[inline]
    pub fn stop(&mut self) -> bool {
        self.buf.is_due() && self.flush()
    }

    #[cold]
    fn flush(&mut self) -> bool {
        if self.buf.is_stopped() {
            return true;
        }
        match &mut self.flush {
            Flush::Never => return false,
            Flush::Count(total, most) => {
                **total += self.buf.len() as u64;
                if **total >= *most {
                    self.buf.overflow();
                    return true;
                }
            }
            Flush::Trace(trace) => {
                trace.follow(Written { bytes: self.buf.as_slice(), at: 0, pass: &[], ids: &self.core.ids });
            }
            Flush::Write(total, sink, error) => {
                **total += self.buf.len() as u64;
                if let Err(failed) = sink.write(&[self.buf.as_slice()]) {
                    **error = Some(failed);
                    self.refuse(ErrorKind::Io, "", String::new());
                }
            }
        }
        self.buf.clear();
        false
    }

    /// Keeps the first misuse.
    #[cold]
    pub(crate) fn refuse(&mut self, kind: ErrorKind, go: &'static str, text: String) {
        self.refuse_for(Fault::new(kind, go, text));
    }

    #[cold]
    fn refuse_for(&mut self, fault: Box<Fault>) {
        let at = self.buf.len() as u64;
        self.core.fault.get_or_insert(Misuse { fault, at, inside: None });
        self.buf.set_due(0);
    }

    /// A type that cannot be sent: 0 stands for its id.
    #[cold]
    pub(super) fn refuse_shape(&mut self, bad: ids::BadShape) -> i32 {
        self.refuse_for(bad.fault());
        0
    }

    /// Says where in a value without a Rust type the first misuse is, unless somebody further inside said so.
    #[cold]
    pub(super) fn within(&mut self, path: impl FnOnce() -> String) {
        if let Some(misuse) = &mut self.core.fault {
            misuse.inside.get_or_insert_with(path);
        }
    }

    /// A pointer to nothing where Go has no way to say so.
    #[cold]
    pub(super) fn refuse_nil(&mut self) {
        self.refuse(ErrorKind::Nil, "gob: encodeReflectValue: nil element", "a nil pointer, which only a field can be".into());
    }
}

/// Numbers that are written before somebody looks at the buffer.
const RUN: usize = 2048;

/// Whether values of this shape stand without the byte that marks other values at the top or in an interface.
pub(super) fn is_struct(shape: &'static Shape) -> bool {
    matches!(shape.base().kind, Kind::Struct(_))
}

/// An encodable value whose type is not known when the program is compiled: `Box<dyn DynEncode>`.
///
/// ```
/// use gobstream::{DynEncode, Encoder};
/// let replies: Vec<Box<dyn DynEncode + Send>> = vec![Box::new(3), Box::new("text")];
/// let mut encoder = Encoder::to_vec();
/// for reply in &replies {
///     encoder.encode_dyn(&**reply)?;
/// }
/// assert_eq!(encoder.into_sink(), b"\x03\x04\x00\x06\x07\x0c\x00\x04text");
/// # Ok::<(), gobstream::Error>(())
/// ```
pub trait DynEncode {
    /// What it is.
    #[doc(hidden)]
    fn dyn_shape(&self) -> &'static Shape;
    /// Writes it.
    #[doc(hidden)]
    fn dyn_encode<'v>(&'v self, e: &mut Enc<'_, 'v>);
}

impl<T: Encode> DynEncode for T {
    fn dyn_shape(&self) -> &'static Shape {
        <T as Shaped>::SHAPE
    }
    fn dyn_encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        self.encode(e);
    }
}

/// An open interface. What it holds must be registered with the encoder, unless Go registers the type by itself.
impl<I: ?Sized + DynEncode + 'static> Encode for Dyn<I> {
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        match &self.0 {
            None => e.nil(),
            Some(value) => e.registered(&**value),
        }
    }
    fn omit(&self) -> bool {
        self.0.is_none()
    }
}
