//! Decoding into Rust types.
//!
//! [`Decode`] says how a value goes into a type, [`Decoder`] reads streams. What a received type has to do with a Rust type is
//! worked out once, as a plan; values are then read by a cursor, [`Dec`], that stands on bytes at hand and recurses with the
//! types. What the cursor has no Rust type for (fields to skip, [`Value`](crate::Value)s, definitions inside values) the walk reads.
//!
//! What is derived for a struct: all fields may be there in order, which costs a comparison each; else `fields` reads them
//! by number. A struct with a field that has no zero is read by `fields_needed` only.
//!
//! ```text
//! const ZERO: bool = <X as Decode<'de>>::ZERO && <Y as Decode<'de>>::ZERO;
//! const BOXED: u64 = <X as Decode<'de>>::BOXED + <Y as Decode<'de>>::BOXED;
//! fn zero() -> Self { Self { x: Decode::zero(), y: Decode::zero() } }
//! fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
//!     if !Self::ZERO || !n.straight() {
//!         return d.fields_of(Self::SHAPE, &[<X as Decode<'de>>::ZERO, <Y as Decode<'de>>::ZERO], n, &mut |d, i, n| match i {
//!             0 => self.x.merge(d, n),
//!             _ => self.y.merge(d, n),
//!         });
//!     }
//!     let mut gap = d.delta()?;
//!     if gap == 1 { self.x.merge(d, d.child(n, 0))?; gap = d.delta()?; } else if gap == 0 { return Ok(()); } else { gap -= 1; }
//!     if gap == 1 { self.y.merge(d, d.child(n, 1))?; gap = d.delta()?; } else if gap == 0 { return Ok(()); } else { gap -= 1; }
//!     d.ended(gap)
//! }
//! ```
//!
//! For an enum, and for an opaque type:
//!
//! ```text
//! let Some(found) = d.interface()? else { *self = Self::Nil; return Ok(()) };   // no Nil: Self::Other(Value::zero())
//! match (d.variant(&found, Self::SHAPE), &mut *self) {
//!     (Some(0), Self::Circle(old)) => d.inside_again(&found, old)?,
//!     (Some(0), _) => *self = Self::Circle(d.inside(&found)?),
//!     _ => *self = Self::Other(d.other(&found)?),                               // no Other: return Err(d.unknown(&found))
//! }
//! d.opaque(self, "main.Colour")
//! ```

mod dec;
mod decoder;
mod elements;
mod errors;
mod interface;
mod known;
mod lists;
mod machine;
mod maps;
mod pointers;
#[cfg(feature = "std")]
mod reader;
mod scalars;
mod text;

pub use dec::Dec;
pub use decoder::Decoder;
pub use elements::{Elements, Entries};
pub use interface::Dyn;
#[doc(hidden)]
pub use interface::Found;
pub(crate) use maps::{Entries as Pairing, merge_pairs};
pub(crate) use scalars::narrow;

use crate::error::Result;
use crate::plan::Node;
use crate::shape::Shaped;
use alloc::vec::Vec;

/// A type into which gob values can be decoded. Derived; implemented here for the types of the standard library.
///
/// Merging is the primitive, as in Go: what the sender left out keeps its old value. A fresh value is Go's zero of the type
/// and a merge, since Go leaves zeros out: [`Default`] is never asked.
///
/// A type that borrows (`&'de str`, `&'de [u8]`, `Cow<'de, str>`) decodes from bytes that live as long.
#[diagnostic::on_unimplemented(
    message = "gob values cannot be decoded into `{Self}`",
    note = "derive it with `#[derive(Gob)]`, or leave the field out with `#[gob(skip)]`"
)]
pub trait Decode<'de>: Shaped + Sized {
    /// Whether [`zero`](Self::zero) is Go's zero. Else it only holds the place until a value comes, and it is an error if none does.
    #[doc(hidden)]
    const ZERO: bool = true;

    /// Bytes of memory that [`zero`](Self::zero) takes beside the value's own: what it boxes.
    #[doc(hidden)]
    const BOXED: u64 = 0;

    /// Whether [`merge`](Self::merge) leaves nothing of the old value: then it is as good as a fresh one.
    #[doc(hidden)]
    const REPLACES: bool = false;

    /// Whether it is made of one number or two, and [`merge_elems`](Self::merge_elems) reads lists of them without a node.
    #[doc(hidden)]
    const NUMBER: bool = false;

    /// Go's zero of the type: 0, "", `None`, nothing in lists and maps, and structs of these.
    fn zero() -> Self;

    /// Merges the value at the cursor into this one, as Go does.
    ///
    /// # Errors
    /// What is wrong with the value; this one may then hold a part of it.
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()>;

    /// Merges a list.
    ///
    /// # Errors
    /// As [`merge`](Self::merge).
    #[doc(hidden)]
    fn merge_vec(list: &mut Vec<Self>, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        lists::merge_vec(list, d, n)
    }

    /// Merges as many elements as there are.
    ///
    /// # Errors
    /// As [`merge`](Self::merge).
    #[doc(hidden)]
    fn merge_elems(items: &mut [Self], d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        lists::merge_elems(items, d, n)
    }

    /// The element that a byte of a byte string stands for: only of types whose lists are byte strings.
    #[doc(hidden)]
    fn of_byte(_: u8) -> Option<Self> {
        None
    }
}

/// A type that can be decoded from bytes that do not stay, such as those of a reader.
///
/// ```
/// fn takes<T: gobstream::DecodeOwned>() {}
/// takes::<Vec<String>>();
/// ```
pub trait DecodeOwned: for<'de> Decode<'de> {}

impl<T: for<'de> Decode<'de>> DecodeOwned for T {}
