//! Decoding into Rust types.
//!
//! [`Decode`] says how a value goes into a type, [`Decoder`] reads streams. What a received type has to do with a Rust type is
//! worked out once, as a plan; values are then read by a cursor, [`Dec`], that stands on bytes at hand and recurses with the
//! types. What the cursor has no Rust type for (fields to skip, [`Value`](crate::Value)s, definitions inside values) the walk reads.

mod dec;
mod decoder;
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
pub use interface::{Dyn, Found};

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
