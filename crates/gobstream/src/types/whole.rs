//! Definitions as encoders write them, read in one go: all parts in order, in bounds, to the last byte. Any other definition is
//! read by the walk, part by part.

use super::arena::{Edge, FieldNode};
use super::draft::check_memory;
use super::{Draft, Id};
use crate::limits::Limits;
use crate::wire;
use alloc::vec::Vec;

/// What is left of a definition.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    #[inline]
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    /// Passes over this byte; nothing if it is another.
    #[inline]
    fn is(&mut self, byte: u8) -> Option<()> {
        (self.byte()? == byte).then_some(())
    }

    #[inline]
    fn uint(&mut self) -> Option<u64> {
        wire::take_uint(&mut self.0).ok()
    }

    #[inline]
    fn id(&mut self) -> Option<Id> {
        Id::try_from(wire::int(self.uint()?)).ok()
    }

    #[inline]
    fn text(&mut self, limits: &Limits) -> Option<&'a [u8]> {
        let n = self.uint()?;
        let (text, rest) = self.0.split_at_checked(usize::try_from(n).ok()?)?;
        self.0 = rest;
        (n <= limits.name).then_some(text)
    }

    /// Name and id, of which the first may be left out, and the end of the struct that they are.
    #[inline]
    fn name_and_id(&mut self, limits: &Limits) -> Option<(&'a [u8], i64)> {
        let name = match self.byte()? {
            1 => {
                let name = self.text(limits)?;
                self.is(1)?;
                name
            }
            2 => &[],
            _ => return None,
        };
        let id = wire::int(self.uint()?);
        self.is(0)?;
        Some((name, id))
    }
}

impl Draft {
    /// Reads what follows the id of a definition.
    pub(crate) fn whole(id: Id, at: u64, bytes: &[u8], limits: &Limits) -> Option<Draft> {
        let mut rest = Rest(bytes);
        let kind = rest.byte().filter(|kind| (1..=7).contains(kind))?;
        rest.is(1)?;
        let (name, inner_id) = rest.name_and_id(limits)?;
        Id::try_from(inner_id).ok()?;
        let mut text = Vec::with_capacity(bytes.len());
        text.extend_from_slice(name);
        let mut draft = Draft { id, at, kinds: 1 << (kind - 1), inner_id, text, name_len: name.len() as u32, ..Draft::default() };
        match kind {
            1 => draft.array(&mut rest)?,
            2 => draft.slice(&mut rest)?,
            3 => draft.structure(&mut rest, limits)?,
            4 => draft.map(&mut rest)?,
            _ => rest.is(0)?,
        }
        rest.is(0)?;
        rest.0.is_empty().then_some(draft)
    }

    fn array(&mut self, rest: &mut Rest<'_>) -> Option<()> {
        rest.is(1)?;
        self.elem = i64::from(rest.id()?);
        match rest.byte()? {
            0 => return Some(()),
            1 => self.len = wire::int(rest.uint()?),
            _ => return None,
        }
        rest.is(0)
    }

    fn slice(&mut self, rest: &mut Rest<'_>) -> Option<()> {
        rest.is(1)?;
        self.elem = i64::from(rest.id()?);
        rest.is(0)
    }

    fn map(&mut self, rest: &mut Rest<'_>) -> Option<()> {
        rest.is(1)?;
        self.key = i64::from(rest.id()?);
        self.slice(rest)
    }

    fn structure(&mut self, rest: &mut Rest<'_>, limits: &Limits) -> Option<()> {
        match rest.byte()? {
            0 => return Some(()),
            1 => {}
            _ => return None,
        }
        let n = rest.uint()?;
        // A field takes three bytes at least.
        if n > u64::from(limits.fields) || n > rest.0.len() as u64 / 3 {
            return None;
        }
        self.fields.reserve_exact(n as usize);
        for _ in 0..n {
            let (name, id) = rest.name_and_id(limits)?;
            let start = self.text.len() as u32 - self.name_len;
            self.fields.push(FieldNode { name: (start, name.len() as u32), edge: Edge::new(Id::try_from(id).ok()?) });
            self.text.extend_from_slice(name);
        }
        check_memory(self.text.len() as u64, limits).ok()?;
        rest.is(0)
    }
}
