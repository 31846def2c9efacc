//! What Go's Decoder takes but no Encoder writes: refused by the strict reading, noted for those who ask, else passed over.

use super::Walk;
use crate::error::{ErrorKind, Fault};
use crate::frame::Stop;
use crate::limits::Reading;
use crate::wire;
use alloc::format;
use alloc::string::String;

/// A kind of oddity: bytes that mean something, but that no Go Encoder writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Oddity {
    /// A number in more bytes than it needs.
    PaddedNumber,
    /// A type id past 32 bits, of which Go uses the lower ones.
    WideId,
    /// A definition that sets two kinds.
    TwoKinds,
    /// Bytes behind a definition or value, in the same message.
    StrayBytes,
    /// A struct whose final zero is missing at the end of its message.
    MissingTerminator,
    /// A bool that is neither 0 nor 1.
    WideBool,
    /// A key that comes twice in one map.
    DuplicateKey,
    /// A map of so many keys that not all could be compared; this one alone is not refused by the strict reading.
    UncheckedKeys,
    /// A map of more than 2^63 pairs, which Go takes for an empty one.
    NegativeCount,
    /// The length of an interface's payload, or of a chunk of it, that is not true.
    UntrueLength,
    /// A message that ends inside a value, behind no definition.
    SplitMessage,
}

impl Oddity {
    /// What it is called, in the plural.
    pub const fn name(self) -> &'static str {
        match self {
            Oddity::PaddedNumber => "padded numbers",
            Oddity::WideId => "type ids past 32 bits",
            Oddity::TwoKinds => "definitions of two kinds at once",
            Oddity::StrayBytes => "messages with stray bytes",
            Oddity::MissingTerminator => "structs without their final zero",
            Oddity::WideBool => "bools that are neither 0 nor 1",
            Oddity::DuplicateKey => "keys that come twice in one map",
            Oddity::UncheckedKeys => "maps of too many keys to compare all",
            Oddity::NegativeCount => "maps with a negative count",
            Oddity::UntrueLength => "untrue lengths around interface values",
            Oddity::SplitMessage => "messages that end inside a value without need",
        }
    }

    fn kind(self) -> ErrorKind {
        match self {
            Oddity::StrayBytes => ErrorKind::ExtraData,
            Oddity::TwoKinds => ErrorKind::BadType,
            _ => ErrorKind::Corrupt,
        }
    }
}

impl Walk {
    /// Meets an oddity.
    #[cold]
    pub(super) fn odd(&mut self, oddity: Oddity, text: impl FnOnce() -> String) -> Result<(), Stop> {
        if self.options.reading == Reading::Strict {
            return Err(Fault::new(oddity.kind(), "", text()).into());
        }
        self.note(oddity);
        Ok(())
    }

    /// Notes an oddity, for those who ask.
    pub(super) fn note(&mut self, oddity: Oddity) {
        if let Some(notes) = &mut self.notes {
            notes.add(oddity, self.frame.at);
        }
    }

    #[cold]
    pub(super) fn padded(&mut self, v: u64, n: usize) -> Result<(), Stop> {
        self.odd(Oddity::PaddedNumber, || format!("the number {v} in {n} bytes, where {} would do", wire::width(v)))
    }
}
