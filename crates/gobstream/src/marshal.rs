//! Types that travel as bytes of their own making.

use alloc::vec::Vec;

/// How a type with `#[gob(opaque = "…")]` becomes bytes: Go's `GobEncode` or `MarshalBinary`, and back.
///
/// ```
/// use gobstream::{Encoder, Gob, Marshal};
///
/// #[derive(Gob)]
/// #[gob(package = "example.com/img", opaque = "BinaryMarshaler")]
/// struct Colour(u8, u8, u8);
///
/// impl Marshal for Colour {
///     fn zero() -> Self {
///         Colour(0, 0, 0)
///     }
///     fn to_gob(&self, out: &mut Vec<u8>) {
///         out.extend([self.0, self.1, self.2]);
///     }
///     fn from_gob(payload: &[u8]) -> Option<Self> {
///         let [r, g, b] = *payload else { return None };
///         Some(Colour(r, g, b))
///     }
/// }
///
/// let mut encoder = Encoder::to_vec();
/// encoder.encode(&Colour(1, 2, 3))?;
/// assert!(encoder.into_sink().ends_with(b"\x07\xff\x80\x00\x03\x01\x02\x03"));
/// # Ok::<(), gobstream::Error>(())
/// ```
pub trait Marshal: Sized {
    /// Go's zero of the type: what there is where nothing was sent.
    fn zero() -> Self;

    /// Appends the bytes that stand for the value.
    fn to_gob(&self, out: &mut Vec<u8>);

    /// Reads them; `None` if they are no such value.
    fn from_gob(payload: &[u8]) -> Option<Self>;

    /// Whether Go leaves the value out of a struct: its memory is all zero, and its method is on the value, not on a pointer to it.
    fn is_zero(&self) -> bool {
        false
    }
}
