//! What the bytes between the parts of values are, for those who account for every byte.

use super::{Event, Step, Walk};
use crate::frame::Window;
use crate::types::{Slot, Type};

/// What a step read that is no part of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Silent {
    Nothing,
    Length(u64),
    Type(Slot),
    Definition(i32),
    Zero,
    Name,
    Chunk(u64),
    Stray,
    /// A part of a definition: the token.
    Part,
}

/// A stretch of bytes and what it is. All pieces of a stream, one behind the other, are the stream.
#[derive(Clone, Debug)]
pub struct Piece<'a> {
    /// The absolute offset of the first byte.
    pub offset: u64,
    /// The bytes; none where something ends that has no byte of its own.
    pub bytes: &'a [u8],
    /// The number of the message they stand in.
    pub message: u64,
    /// What they are.
    pub what: What<'a>,
}

/// What a stretch of bytes is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum What<'a> {
    /// The length of a message, which begins here.
    Length(u64),
    /// The id of the value that follows, whose type this is.
    Type(&'a Type),
    /// The negated id of the definition that follows. Its parts come as `Definition`, as it is itself a value of type 16.
    Begin(i32),
    /// A part of a definition.
    Definition(Event<'a>),
    /// The zero before a value that is no struct.
    Zero,
    /// The name of the type inside an interface; its length is part of the bytes.
    Name(&'a [u8]),
    /// The length of the next chunk of an interface's payload.
    Chunk(u64),
    /// A part of a value. The bytes of `Event::Interface` are the length of its payload; those of a string include its length.
    Event(Event<'a>),
    /// Bytes that mean nothing.
    Stray,
}

impl Walk {
    /// One step, parts of definitions included; no token if it read something that is no part of a value, or nothing.
    pub(crate) fn piece_step(&mut self, bytes: &[u8], last: bool, single: bool, used: &mut usize) -> Step {
        self.single = single;
        self.silent = Silent::Nothing;
        let mut window = Window { bytes, used: 0, last };
        let step = self.small_step(&mut window);
        if step != Step::Failed {
            *used = window.used;
        }
        step
    }

    /// Whether the last step read nothing.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self.silent, Silent::Nothing)
    }

    /// What the last step read: `used`, which `is_token` or not.
    pub(crate) fn piece<'a>(&'a mut self, is_token: bool, used: &'a [u8]) -> Piece<'a> {
        let (offset, message) = (self.frame.at - used.len() as u64, self.frame.message);
        let what = match self.silent {
            _ if is_token => What::Event(self.event(|| used)),
            Silent::Part => What::Definition(self.event(|| used)),
            Silent::Length(n) => What::Length(n),
            Silent::Type(slot) => What::Type(self.types.handle(slot)),
            Silent::Definition(id) => What::Begin(id),
            Silent::Zero => What::Zero,
            Silent::Name => What::Name(&self.name),
            Silent::Chunk(n) => What::Chunk(n),
            Silent::Stray | Silent::Nothing => What::Stray,
        };
        Piece { offset, bytes: used, message, what }
    }
}
