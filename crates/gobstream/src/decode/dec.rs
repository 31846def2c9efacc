//! The cursor under typed decoding: it stands on the bytes of the current message.

use super::Decode;
use super::interface::Registry;
use crate::error::Result;
use crate::kernel;
use crate::plan::{Node, Plans, SKIP};
use crate::shape::{Kind, Shape};
use crate::types::{self, Slot, undefined};
use crate::walk::{Pieces, Stand, Walk};
use crate::wire;

/// A cursor on a value being decoded, for [`Decode::merge`](super::Decode::merge).
pub struct Dec<'d, 'de> {
    /// What is left of the current message.
    pub(super) rest: &'de [u8],
    /// The absolute offset behind it.
    pub(super) end: u64,
    /// All bytes at hand, from the value's first on, and the absolute offset of these.
    all: &'de [u8],
    base: u64,
    /// Bytes of memory taken for the value, and those it may take.
    pub(super) spent: u64,
    pub(super) allowed: u64,
    /// The lowest address that the stack may reach, and the levels that may still be opened.
    floor: usize,
    levels: u32,
    /// What is being decoded was not there before: what was not sent is zero.
    pub(super) fresh: bool,
    pub(crate) walk: &'d mut Walk,
    pub(super) plans: &'d mut Plans,
    pub(super) registry: &'d Registry,
}

/// What decoding needs beside the bytes.
pub(super) struct Parts<'d> {
    pub(super) walk: &'d mut Walk,
    pub(super) plans: &'d mut Plans,
    pub(super) registry: &'d Registry,
}

/// About where the stack is. Grows down on all processors that Rust knows.
#[inline(never)]
fn stack_address() -> usize {
    let here = 0u8;
    (&raw const here).addr()
}

impl<'d, 'de> Dec<'d, 'de> {
    /// A cursor on the first of these bytes, where the walk stands.
    #[inline]
    pub(super) fn new(bytes: &'de [u8], parts: Parts<'d>) -> Self {
        let Parts { walk, plans, registry } = parts;
        let (at, left) = walk.stand();
        let n = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
        let limits = &walk.options.limits;
        let stack = usize::try_from(limits.stack).unwrap_or(usize::MAX);
        Dec {
            rest: &bytes[..n],
            end: at + n as u64,
            all: bytes,
            base: at,
            spent: 0,
            allowed: limits.budget(walk.value_bytes() + left),
            floor: stack_address().saturating_sub(stack),
            levels: limits.depth,
            fresh: true,
            walk,
            plans,
            registry,
        }
    }

    /// The absolute offset of the next byte.
    pub(crate) fn at(&self) -> u64 {
        self.end - self.rest.len() as u64
    }

    pub(super) fn stand(&self) -> Stand {
        (self.at(), self.rest.len() as u64)
    }

    /// All bytes at hand from the next one on, also those of the messages that follow.
    pub(super) fn ahead(&self) -> &'de [u8] {
        usize::try_from(self.at() - self.base).ok().and_then(|i| self.all.get(i..)).unwrap_or_default()
    }

    /// The walk has read up to here; `false` if not all of the message is at hand.
    fn move_to(&mut self, (at, left): Stand) -> bool {
        self.rest = &[];
        self.end = at;
        let bytes = usize::try_from(left).ok().and_then(|n| self.ahead().get(..n));
        self.rest = bytes.unwrap_or_default();
        self.end = at + self.rest.len() as u64;
        self.allowed = self.walk.options.limits.budget(self.walk.value_bytes() + left);
        bytes.is_some()
    }

    /// How many bytes are left in the message: marks a place for an error.
    #[inline]
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    // ---- scalars

    /// An unsigned number.
    ///
    /// # Errors
    /// `corrupt` if none is there.
    #[inline]
    pub fn uint(&mut self) -> Result<u64> {
        match wire::take_uint(&mut self.rest) {
            Ok(v) => Ok(v),
            Err(bad) => Err(self.bad_number(bad)),
        }
    }

    /// A signed number.
    ///
    /// # Errors
    /// As [`uint`](Self::uint).
    #[inline]
    pub fn int(&mut self) -> Result<i64> {
        Ok(wire::int(self.uint()?))
    }

    /// A float.
    ///
    /// # Errors
    /// As [`uint`](Self::uint).
    #[inline]
    pub fn float(&mut self) -> Result<f64> {
        Ok(wire::float(self.uint()?))
    }

    /// A count of bytes and these: a string, byte string or opaque payload.
    ///
    /// # Errors
    /// `corrupt` if they are not all there.
    #[inline]
    pub fn text(&mut self) -> Result<&'de [u8]> {
        let before = self.rest;
        let n = self.uint()?;
        match usize::try_from(n).ok().and_then(|n| self.rest.split_at_checked(n)) {
            Some((text, rest)) => {
                self.rest = rest;
                Ok(text)
            }
            None => Err(self.text_too_long(before, n)),
        }
    }

    /// A string that must be UTF-8.
    ///
    /// # Errors
    /// `corrupt` if it is not all there, `bad-utf8` if it is no UTF-8.
    #[inline]
    pub fn str(&mut self) -> Result<&'de str> {
        let before = self.left();
        let text = self.text()?;
        match kernel::str_of(text) {
            Ok(text) => Ok(text),
            Err(e) => Err(self.not_utf8(before, &e)),
        }
    }

    // ---- structs

    /// The number of fields to the next one that was sent; 0 at the end of the struct, or of the message.
    ///
    /// # Errors
    /// As [`uint`](Self::uint).
    #[inline]
    pub fn delta(&mut self) -> Result<u64> {
        if self.rest.is_empty() { Ok(0) } else { self.uint() }
    }

    /// The node of a part.
    #[inline]
    pub fn child(&self, n: Node, i: u32) -> Node {
        self.plans.step((n.first + i) as usize).node
    }

    /// The end of a struct whose fields are all read; `gap` must be 0.
    ///
    /// # Errors
    /// `corrupt` if a field follows that the type does not have.
    #[inline]
    pub fn ended(&self, gap: u64) -> Result<()> {
        if gap == 0 { Ok(()) } else { Err(self.no_such_field(gap)) }
    }

    /// Reads a struct field by field: `f` merges the field of the number it gets.
    ///
    /// # Errors
    /// What is wrong with the value.
    pub fn fields(&mut self, n: Node, f: &mut dyn FnMut(&mut Dec<'_, 'de>, u32, Node) -> Result<()>) -> Result<()> {
        if n.promoted() {
            let step = self.plans.step(n.first as usize);
            return f(self, step.field, step.node);
        }
        let mut next = 0u64;
        loop {
            let delta = self.delta()?;
            if delta == 0 {
                return Ok(());
            }
            next = next.saturating_add(delta);
            if next > u64::from(n.fields) {
                return Err(self.no_such_field(delta));
            }
            let step = self.plans.step(n.first as usize + (next - 1) as usize);
            let field = if n.straight() { (next - 1) as u32 } else { step.field };
            match field {
                SKIP => self.skip(step.node)?,
                field => f(self, field, step.node)?,
            }
        }
    }

    /// Like [`fields`](Self::fields). Fields that have no zero must be there, unless the struct was before.
    ///
    /// # Errors
    /// What is wrong with the value; `missing`.
    pub fn fields_of(
        &mut self,
        shape: &'static Shape,
        have_zero: &[bool],
        n: Node,
        f: &mut dyn FnMut(&mut Dec<'_, 'de>, u32, Node) -> Result<()>,
    ) -> Result<()> {
        if have_zero.iter().all(|&zero| zero) {
            return self.fields(n, f);
        }
        let names = match shape.kind() {
            Kind::Struct(fields) => fields,
            _ => &[],
        };
        let mut seen = alloc::vec![false; have_zero.len()];
        self.fields(n, &mut |d, i, n| {
            if let Some(seen) = seen.get_mut(i as usize) {
                *seen = true;
            }
            f(d, i, n)
        })?;
        let missing = (0..have_zero.len()).find(|&i| !have_zero[i] && !seen[i]);
        match missing.filter(|_| self.fresh && !n.promoted()) {
            Some(i) => Err(self.missing(names.get(i).map_or("", |f| f.name))),
            None => Ok(()),
        }
    }

    /// Passes over an interface that holds nothing; `false` if it holds something.
    ///
    /// # Errors
    /// As [`uint`](Self::uint).
    #[cfg(feature = "serde")]
    pub(crate) fn nil(&mut self) -> Result<bool> {
        let before = self.rest;
        let is_nil = self.uint()? == 0;
        if !is_nil {
            self.rest = before;
        }
        Ok(is_nil)
    }

    // ---- what has no Rust type

    /// Passes over a value.
    pub(crate) fn skip(&mut self, n: Node) -> Result<()> {
        let slot = self.skip_slot(n)?;
        match &self.walk.types.node(slot).shape {
            types::Shape::Bool | types::Shape::Int | types::Shape::Uint | types::Shape::Float => self.uint().map(drop),
            types::Shape::String | types::Shape::Bytes | types::Shape::Opaque(_) => self.text().map(drop),
            _ => self.walk_value(slot, &mut |_, _| Ok(())),
        }
    }

    fn skip_slot(&self, n: Node) -> Result<Slot> {
        if !n.late() {
            return Ok(n.first);
        }
        let field = self.walk.types.node(n.first).fields().get(n.fields as usize);
        let slot = field.and_then(|f| f.edge.slot());
        slot.ok_or_else(|| self.unknown_type(field.map(|f| undefined(&f.edge))))
    }

    /// Lets the walk read a value and hand over its pieces.
    pub(super) fn walk_value(&mut self, slot: Slot, f: &mut Pieces<'_>) -> Result<()> {
        let (stand, bytes) = (self.stand(), self.ahead());
        let stand = self.walk.inner_value(slot, stand, bytes, f)?;
        self.moved(stand)
    }

    /// The walk has read up to here.
    pub(super) fn moved(&mut self, stand: Stand) -> Result<()> {
        if self.move_to(stand) { Ok(()) } else { Err(self.cut_off()) }
    }

    // ---- limits

    /// Takes memory for the value.
    ///
    /// # Errors
    /// `too-big` if that is more than it may take.
    #[inline]
    pub fn charge(&mut self, bytes: u64) -> Result<()> {
        self.spent = self.spent.saturating_add(bytes);
        if self.spent <= self.allowed { Ok(()) } else { Err(self.over_memory()) }
    }

    /// Takes the memory that the zero of a type has boxed.
    #[inline]
    pub(super) fn charge_boxed<T: Decode<'de>>(&mut self) -> Result<()> {
        if T::BOXED == 0 { Ok(()) } else { self.charge(T::BOXED) }
    }

    /// Goes one level down. [`ascend`](Self::ascend) goes up again.
    ///
    /// # Errors
    /// `too-deep` if the stack has no room.
    #[inline]
    pub fn descend(&mut self) -> Result<()> {
        let here = 0u8;
        if (&raw const here).addr() < self.floor || self.levels == 0 {
            return Err(self.too_deep());
        }
        self.levels -= 1;
        Ok(())
    }

    /// Goes one level up.
    #[inline]
    pub fn ascend(&mut self) {
        self.levels += 1;
    }

    /// Runs `f` on a part that was not there before.
    #[inline]
    pub(super) fn freshly<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = core::mem::replace(&mut self.fresh, true);
        let result = f(self);
        self.fresh = before;
        result
    }
}

impl core::fmt::Debug for Dec<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Dec").field("offset", &self.at()).finish_non_exhaustive()
    }
}
