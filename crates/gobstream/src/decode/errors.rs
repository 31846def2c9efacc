//! What the cursor says when something is wrong. It knows the offset; the way there is found by a walk.

use super::Dec;
use crate::error::{Error, ErrorKind, Fault, Place};
use crate::frame;
use crate::plan::Misfit;
use crate::wire::BadNumber;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

#[allow(clippy::boxed_local, reason = "faults are made boxed")]
fn at(offset: u64, fault: Box<Fault>) -> Error {
    Error::new(*fault, Place { offset, ..Place::default() })
}

impl Dec<'_, '_> {
    /// The offset at which so many bytes were left in the message.
    fn when_left(&self, left: usize) -> u64 {
        self.end.saturating_sub(left as u64)
    }

    #[cold]
    pub(crate) fn corrupt(&self, left: usize, go: &'static str, text: String) -> Error {
        at(self.when_left(left), Fault::new(ErrorKind::Corrupt, go, text))
    }

    #[cold]
    pub(super) fn bad_number(&self, bad: BadNumber) -> Error {
        let fault = match bad {
            BadNumber::Lead(b) => frame::bad_lead(b),
            BadNumber::Short(n) => {
                let text = format!("the message ends: a number of {} has {}", frame::bytes(n as u64), self.left());
                Fault::new(ErrorKind::Corrupt, frame::go_of_cut_number(self.left() as u64), text)
            }
        };
        at(self.at(), fault)
    }

    #[cold]
    pub(super) fn text_too_long(&self, before: &[u8], n: u64) -> Error {
        let text = format!("the message ends: a text of {} has {}", frame::bytes(n), self.left());
        self.corrupt(before.len(), "gob: bad string slice length", text)
    }

    #[cold]
    pub(crate) fn not_utf8(&self, left: usize, e: &core::str::Utf8Error) -> Error {
        let text = format!("a string that is no UTF-8 from its byte {} on; `Text` takes any", e.valid_up_to());
        at(self.when_left(left), Fault::new(ErrorKind::BadUtf8, "", text))
    }

    /// A value that the Rust type cannot hold. `left` is what [`left`](Self::left) was before it.
    #[cold]
    pub fn out_of_range(&self, left: usize, value: impl core::fmt::Display, ty: &str) -> Error {
        let text = format!("{value} does not fit {ty}");
        at(self.when_left(left), Fault::new(ErrorKind::OutOfRange, "out of range", text))
    }

    /// A payload that its type cannot read. `left` is what [`left`](Self::left) was before it.
    #[cold]
    pub fn bad_payload(&self, left: usize, ty: &str) -> Error {
        self.corrupt(left, "", format!("a payload that is no {ty}"))
    }

    #[cold]
    pub(crate) fn no_such_field(&self, gap: u64) -> Error {
        let (go, text) = match gap >> 63 {
            1 => ("gob: decode: corrupted data: negative delta", format!("a field {gap} ahead")),
            _ => ("gob: bad data: field numbers out of bounds", "a field that the type does not have".into()),
        };
        self.corrupt(self.left() + 1, go, text)
    }

    /// A field that has no zero was not sent.
    #[cold]
    pub(super) fn missing(&self, field: &str) -> Error {
        let fault = Fault::new(ErrorKind::Missing, "", "not sent, and the Rust type has no zero".into());
        let path = if field.is_empty() { String::new() } else { format!(".{field}") };
        Error::new(*fault, Place { offset: self.at().saturating_sub(1), path, ..Place::default() })
    }

    #[cold]
    pub(crate) fn unknown_type(&self, fault: Option<Box<Fault>>) -> Error {
        at(self.at(), fault.unwrap_or_else(|| crate::types::unknown(0)))
    }

    /// A type that does not go into a shape.
    #[cold]
    pub(super) fn misfit(&self, offset: u64, (fault, path): Misfit) -> Error {
        Error::new(*fault, Place { offset, path, ..Place::default() })
    }

    #[cold]
    pub(crate) fn wrong_type(&self, offset: u64, go: &'static str, text: String) -> Error {
        at(offset, Fault::new(ErrorKind::WrongType, go, text))
    }

    /// The message in which the value goes on is not all there.
    #[cold]
    pub(super) fn cut_off(&self) -> Error {
        let text = "input ends inside a message".into();
        at(self.end, Fault::new(ErrorKind::Truncated, "unexpected EOF", text))
    }

    #[cold]
    pub(super) fn count_too_big(&self, left: usize, n: u64) -> Error {
        let text = format!("{n} elements announced, {} left", frame::bytes(self.left() as u64));
        self.corrupt(left, "gob: decoding array or slice: length exceeds input size", text)
    }

    #[cold]
    pub(super) fn over_memory(&self) -> Error {
        let text = format!("a value over memory={}", frame::short_size(self.allowed));
        at(self.at(), Fault::new(ErrorKind::TooBig, "", text))
    }

    #[cold]
    pub(crate) fn too_deep(&self) -> Error {
        let limits = &self.walk.options.limits;
        let text = format!("nested deeper than depth={} or stack={} allow", limits.depth, frame::short_size(limits.stack));
        at(self.at(), Fault::new(ErrorKind::TooDeep, "", text))
    }
}
