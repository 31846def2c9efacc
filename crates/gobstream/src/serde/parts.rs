//! Parts of values, one by one: elements, pairs, fields.
//!
//! What a part takes is charged here, as its Rust type is known here and nowhere else.

use super::de::De;
use crate::decode::Dec;
use crate::error::{Error, Result};
use crate::types::Slot;
use core::slice;
use serde_core::de::value::{BytesDeserializer, StrDeserializer};
use serde_core::de::{DeserializeSeed, Error as _, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Visitor};

/// Elements that a visitor is told to make room for at most; it grows by itself.
const HINT: u64 = 1024;
/// Bytes that a field which was not sent is charged, beside its value; where all fields are handed over, as to a map, its name comes on top.
const UNSENT: u64 = 2;
const UNSENT_NAMED: u64 = 64;

/// Where parts are read from: their value without its type.
struct From<'a, 'd, 'de> {
    d: &'a mut Dec<'d, 'de>,
    unsent: bool,
    loose: u32,
}

impl<'a, 'd, 'de> From<'a, 'd, 'de> {
    fn of(de: De<'a, 'd, 'de>) -> (Self, Slot) {
        let De { d, slot, unsent, loose } = de;
        (From { d, unsent, loose }, slot)
    }

    fn part(&mut self, slot: Slot, unsent: bool) -> De<'_, 'd, 'de> {
        De { d: &mut *self.d, slot, unsent, loose: self.loose }
    }

    /// Whether another element can follow.
    fn more(&self) -> Result<()> {
        if self.unsent { Ok(()) } else { self.d.more() }
    }

    /// Reads a part of a list or map, for which `size` bytes are taken.
    fn element<S: DeserializeSeed<'de>>(&mut self, slot: Slot, size: usize, seed: S) -> Result<S::Value> {
        self.d.charge(size as u64)?;
        let at = self.d.at();
        let unsent = self.unsent;
        seed.deserialize(self.part(slot, unsent)).map_err(|error| error.at_least_at(at))
    }
}

fn hint(left: u64) -> Option<usize> {
    usize::try_from(left.min(HINT)).ok()
}

/// The elements of a list.
pub(super) struct Items<'a, 'd, 'de> {
    from: From<'a, 'd, 'de>,
    elem: Slot,
    left: u64,
}

impl<'a, 'd, 'de> Items<'a, 'd, 'de> {
    /// There may be none of a type that is not known.
    pub(super) fn new(de: De<'a, 'd, 'de>, elem: Option<Slot>, left: u64) -> Result<Self> {
        let elem = known(&de, elem, left)?;
        Ok(Items { from: From::of(de).0, elem, left })
    }

    /// Hands over all; none may be left.
    pub(super) fn all<V: Visitor<'de>>(mut self, v: V) -> Result<V::Value> {
        let at = self.from.d.at();
        let value = v.visit_seq(&mut self).map_err(|error| error.at_least_at(at))?;
        none_left(self.left).map_err(|error| error.at_least_at(at))?;
        Ok(value)
    }
}

/// The type of parts; it may be missing where there are none.
fn known(de: &De<'_, '_, '_>, slot: Option<Slot>, n: u64) -> Result<Slot> {
    slot.or((n == 0).then_some(0)).ok_or_else(|| de.d.unknown_type(None))
}

fn none_left(left: u64) -> Result<()> {
    if left == 0 { Ok(()) } else { Err(Error::custom(alloc::format!("{left} elements more than the Rust type has"))) }
}

impl<'de> SeqAccess<'de> for Items<'_, '_, 'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        self.from.more()?;
        self.from.element(self.elem, size_of::<S::Value>(), seed).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        hint(self.left)
    }
}

/// The bytes of a byte string.
pub(super) struct Octets<'b>(pub(super) slice::Iter<'b, u8>);

impl<'de> SeqAccess<'de> for Octets<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        self.0.next().map(|&byte| seed.deserialize(byte.into_deserializer())).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The parts of a complex number that are left.
pub(super) struct Complex<'a, 'd, 'de>(pub(super) De<'a, 'd, 'de>, pub(super) u8);

impl<'de> SeqAccess<'de> for Complex<'_, '_, 'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.1 == 0 {
            return Ok(None);
        }
        self.1 -= 1;
        let part = self.0.float()?;
        seed.deserialize(part.into_deserializer()).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.1.into())
    }
}

/// The pairs of a map.
pub(super) struct Pairs<'a, 'd, 'de> {
    from: From<'a, 'd, 'de>,
    slot: Slot,
    key: Slot,
    elem: Slot,
    left: u64,
}

impl<'a, 'd, 'de> Pairs<'a, 'd, 'de> {
    pub(super) fn new(de: De<'a, 'd, 'de>, (key, elem): (Option<Slot>, Option<Slot>), left: u64) -> Result<Self> {
        let (key, elem) = (known(&de, key, left)?, known(&de, elem, left)?);
        let (from, slot) = From::of(de);
        Ok(Pairs { from, slot, key, elem, left })
    }

    pub(super) fn all<V: Visitor<'de>>(mut self, v: V) -> Result<V::Value> {
        let at = self.from.d.at();
        let value = v.visit_map(&mut self).map_err(|error| error.at_least_at(at))?;
        while self.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(value)
    }

    /// Each pair as a list of two.
    pub(super) fn all_as_list<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        let mut list = Listed(self);
        let at = list.0.from.d.at();
        let value = v.visit_seq(&mut list).map_err(|error| error.at_least_at(at))?;
        none_left(list.0.left).map_err(|error| error.at_least_at(at))?;
        Ok(value)
    }

    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Whether the pair can follow that is counted no longer.
    fn more(&self) -> Result<()> {
        if self.from.unsent { Ok(()) } else { self.from.d.more_pairs(self.slot, self.left + 1) }
    }
}

impl<'de> MapAccess<'de> for Pairs<'_, '_, 'de> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        self.more()?;
        // Tables keep a part of their room free, and words of their own.
        self.from.element(self.key, 2 * size_of::<S::Value>() + 16, seed).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        self.from.element(self.elem, 2 * size_of::<S::Value>(), seed)
    }

    fn size_hint(&self) -> Option<usize> {
        hint(self.left)
    }
}

/// The keys of a set, which is a map to nothing.
pub(super) struct Keys<'a, 'd, 'de>(pub(super) Pairs<'a, 'd, 'de>);

impl<'de> Keys<'_, '_, 'de> {
    pub(super) fn all<V: Visitor<'de>>(mut self, v: V) -> Result<V::Value> {
        let at = self.0.from.d.at();
        let value = v.visit_seq(&mut self).map_err(|error| error.at_least_at(at))?;
        none_left(self.0.left).map_err(|error| error.at_least_at(at))?;
        Ok(value)
    }
}

impl<'de> SeqAccess<'de> for Keys<'_, '_, 'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(key) = self.0.next_key_seed(seed)? else { return Ok(None) };
        self.0.next_value::<IgnoredAny>()?;
        Ok(Some(key))
    }

    fn size_hint(&self) -> Option<usize> {
        hint(self.0.left)
    }
}

/// The pairs of a map as a list.
struct Listed<'a, 'd, 'de>(Pairs<'a, 'd, 'de>);

impl<'de> SeqAccess<'de> for Listed<'_, '_, 'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.0.left == 0 {
            return Ok(None);
        }
        self.0.left -= 1;
        self.0.from.d.charge(size_of::<S::Value>() as u64)?;
        let mut pair = Pair { pairs: &mut self.0, done: 0 };
        let value = seed.deserialize(serde_core::de::value::SeqAccessDeserializer::new(&mut pair))?;
        if pair.done < 2 {
            return none_left(2 - u64::from(pair.done)).map(|()| Some(value));
        }
        Ok(Some(value))
    }

    fn size_hint(&self) -> Option<usize> {
        hint(self.0.left)
    }
}

/// A pair as a list of two.
struct Pair<'p, 'a, 'd, 'de> {
    pairs: &'p mut Pairs<'a, 'd, 'de>,
    done: u8,
}

impl<'de> SeqAccess<'de> for Pair<'_, '_, '_, 'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let slot = match self.done {
            0 => {
                self.pairs.more()?;
                self.pairs.key
            }
            1 => self.pairs.elem,
            _ => return Ok(None),
        };
        self.done += 1;
        self.pairs.from.element(slot, 0, seed).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(2 - usize::from(self.done))
    }
}

/// The fields of a struct: those that were sent, and zeros for the others.
pub(super) struct Fields<'a, 'd, 'de> {
    from: From<'a, 'd, 'de>,
    slot: Slot,
    count: u32,
    /// The names that are asked for. The zeros of others are left out.
    wanted: Option<&'static [&'static str]>,
    /// The number of the next field.
    next: u32,
    /// That of the next one that was sent; `count` if none is.
    sent: u32,
    /// The offset of the struct.
    start: u64,
}

impl<'a, 'd, 'de> Fields<'a, 'd, 'de> {
    pub(super) fn new(de: De<'a, 'd, 'de>, wanted: Option<&'static [&'static str]>) -> Result<Self> {
        let (from, slot) = From::of(de);
        let count = from.d.walk.types.node(slot).fields().len() as u32;
        let start = from.d.at();
        let mut fields = Fields { from, slot, count, wanted, next: 0, sent: count, start };
        fields.find_sent(0)?;
        Ok(fields)
    }

    /// Reads the number of the next field that was sent; those up to `from` are read.
    fn find_sent(&mut self, from: u32) -> Result<()> {
        self.sent = self.count;
        if self.from.unsent {
            return Ok(());
        }
        let delta = self.from.d.delta()?;
        let next = u64::from(from).saturating_add(delta);
        if next > u64::from(self.count) {
            return Err(self.from.d.no_such_field(delta));
        }
        if delta > 0 {
            self.sent = (next - 1) as u32;
        }
        Ok(())
    }

    /// Goes to the next field that is handed over; `false` at the end.
    fn find_next(&mut self) -> Result<bool> {
        while self.next < self.sent && !self.is_wanted() {
            self.next += 1;
        }
        if self.next < self.sent {
            let named = if self.wanted.is_none() { UNSENT_NAMED + self.name().len() as u64 } else { UNSENT };
            self.from.d.charge(named)?;
        }
        Ok(self.next < self.count)
    }

    /// Whether the zero of the next field is asked for.
    fn is_wanted(&self) -> bool {
        let Some(wanted) = self.wanted else { return true };
        wanted.iter().any(|name| name.as_bytes() == self.name())
    }

    fn name(&self) -> &[u8] {
        let node = self.from.d.walk.types.node(self.slot);
        node.fields().get(self.next as usize).map_or(&[], |field| node.text(field.name))
    }

    /// Gives the next field to `seed`.
    fn value<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let i = self.next;
        self.next += 1;
        let node = self.from.d.walk.types.node(self.slot);
        let edge = node.fields().get(i as usize).map(|field| &field.edge);
        let slot = edge.and_then(|edge| edge.slot());
        if i != self.sent {
            return self.unsent(i, slot.unwrap_or_default(), seed);
        }
        let Some(slot) = slot else { return Err(self.from.d.unknown_type(edge.map(crate::types::undefined))) };
        let at = self.from.d.at();
        let value = seed.deserialize(self.from.part(slot, false)).map_err(|error| error.at_least_at(at))?;
        self.find_sent(i + 1)?;
        Ok(value)
    }

    /// Gives a zero. It is of a type that may not be defined: then of none.
    fn unsent<S: DeserializeSeed<'de>>(&mut self, i: u32, slot: Slot, seed: S) -> Result<S::Value> {
        self.from.d.charge(size_of::<S::Value>() as u64)?;
        let start = self.start;
        seed.deserialize(self.from.part(slot, true)).map_err(|error| {
            self.next = i;
            error.in_unsent(start, &alloc::string::String::from_utf8_lossy(self.name()))
        })
    }

    pub(super) fn all<V: Visitor<'de>>(mut self, v: V) -> Result<V::Value> {
        let start = self.start;
        let value = v.visit_map(&mut self).map_err(|error| error.at_least_at(start))?;
        self.pass_rest()?;
        Ok(value)
    }

    /// The fields without their names.
    pub(super) fn all_as_list<V: Visitor<'de>>(self, v: V) -> Result<V::Value> {
        let start = self.start;
        let mut list = Positional(self);
        let value = v.visit_seq(&mut list).map_err(|error| error.at_least_at(start))?;
        none_left(u64::from(list.0.count - list.0.next)).map_err(|error| error.at_least_at(start))?;
        Ok(value)
    }

    /// Passes over what the visitor did not ask for.
    pub(super) fn pass_rest(&mut self) -> Result<()> {
        while self.sent < self.count {
            self.next = self.sent;
            self.value(core::marker::PhantomData::<IgnoredAny>)?;
        }
        Ok(())
    }

    /// Whether exactly one field was sent that is still to be read.
    pub(super) fn has_sent(&self) -> bool {
        self.sent < self.count
    }
}

impl<'de> MapAccess<'de> for Fields<'_, '_, 'de> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if !self.find_next()? {
            return Ok(None);
        }
        let name = self.name();
        match core::str::from_utf8(name) {
            Ok(name) => seed.deserialize(StrDeserializer::new(name)),
            Err(_) => seed.deserialize(BytesDeserializer::new(name)),
        }
        .map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        self.value(seed)
    }
}

/// The fields of a struct as a list.
struct Positional<'a, 'd, 'de>(Fields<'a, 'd, 'de>);

impl<'de> SeqAccess<'de> for Positional<'_, '_, 'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if !self.0.find_next()? {
            return Ok(None);
        }
        self.0.value(seed).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some((self.0.count - self.0.next) as usize)
    }
}
