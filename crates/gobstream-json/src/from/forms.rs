//! Values of which plain JSON shows one text for several forms.

use super::notes::any_float;
use crate::print::pictured::GO_NAN;
use gobstream::known::{Known, opaque_payload};
use gobstream::{Event, Kind, Type};
use std::collections::HashSet;
use std::hash::BuildHasher;

/// Texts that are remembered; when there are more, any may be one of them.
const MOST: usize = 1 << 20;

/// The texts of a stream's values that are not in the form which such a text stands for, by their hashes.
#[derive(Clone, Debug, Default)]
pub(super) struct Forms {
    texts: HashSet<u64>,
    /// A NaN that is not that of Go's `math.NaN`.
    nan: bool,
}

impl Forms {
    /// Looks at a part of a value of the stream.
    pub(super) fn see(&mut self, event: &Event<'_>) {
        match event {
            Event::Opaque(ty, bytes) => self.opaque(ty, bytes),
            event => self.nan |= any_float(event, |v| v.is_nan() && v.to_bits() != GO_NAN),
        }
    }

    fn opaque(&mut self, ty: &Type, bytes: &[u8]) {
        let Kind::Opaque(marshaler) = ty.kind() else { return };
        let text = Known::recognise(ty.name(), marshaler, bytes).and_then(|known| known.text());
        let Some(text) = text.filter(|_| self.texts.len() < MOST) else { return };
        if opaque_payload(ty.name(), marshaler, &text).is_some_and(|usual| usual != bytes) {
            self.texts.insert(self.hash(ty, &text));
        }
    }

    fn hash(&self, ty: &Type, text: &str) -> u64 {
        self.texts.hasher().hash_one((ty.name(), text))
    }

    /// Whether the stream had a value of this text in another form.
    pub(super) fn has_other(&self, ty: &Type, text: &str) -> bool {
        let texts = &self.texts;
        texts.len() >= MOST || (!texts.is_empty() && texts.contains(&self.hash(ty, text)))
    }

    /// Whether the stream had another NaN.
    pub(super) fn has_other_nan(&self) -> bool {
        self.nan
    }
}
