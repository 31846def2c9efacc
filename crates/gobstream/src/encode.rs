//! Rust values to gob: what a fresh Go process would write, byte for byte.

mod call;
mod containers;
mod enc;
mod encoder;
mod known;
mod path;
mod prefix;
mod replay;
mod scalars;
mod sink;
mod value;

pub(crate) use containers::put_map;
pub use enc::{DynEncode, Enc};
pub use encoder::{EncodeOptions, Encoder, Plan, Transaction};
#[cfg(feature = "jiff")]
pub(crate) use known::put_time;
pub use sink::Sink;
pub use value::other;

use crate::error::Result;
use crate::shape::Shaped;
use alloc::vec::Vec;

/// A type that can be sent. Derived; implemented for the types of the standard library that have a meaning in Go.
///
/// | Rust | Go |
/// |---|---|
/// | `i8` … `i64`, `isize`; `u8` … `u64`, `usize` | `int8` … `int64`, `int`; `uint8` … `uint64`, `uint` |
/// | `f32`, `f64`, [`Complex`](crate::Complex) | `float32`, `float64`, `complex64`, `complex128` |
/// | `bool`, `char` | `bool`, `rune` (an `int32`) |
/// | `String`, `str`, [`Text`](crate::Text) | `string` |
/// | `Vec<u8>`, `[u8]` | `[]byte` |
/// | `Vec`, `VecDeque`, slices; arrays | slices; arrays |
/// | `HashMap`, `BTreeMap`, [`Pairs`](crate::Pairs); sets | maps; `map[T]struct{}` |
/// | a set with `#[gob(set = "bool")]`, [`BoolSet`](crate::BoolSet) | `map[T]bool` |
/// | `Option<T>` | `*T`; `None` is nil |
/// | `Box`, `Rc`, `Arc`, `Cow`, `&` | nothing: the type is what they hold |
/// | `()`, unit structs | `struct{}` |
/// | [`known::Duration`](crate::known::Duration), `std::time::Duration` | `time.Duration` |
/// | [`known::Time`](crate::known::Time), `SystemTime` | `time.Time` |
/// | the other types of [`known`](crate::known) | `big.Int`, `netip.Addr`, `url.URL`, … |
/// | `IpAddr`, `Ipv4Addr`, `Ipv6Addr` | `net.IP` |
/// | `SocketAddr`, `SocketAddrV4`, `SocketAddrV6` | `netip.AddrPort` |
/// | `NonZero`, `Wrapping` | the number in them |
/// | [`Value`](crate::Value) | `any` |
///
/// Types of other crates, each with the feature of its name:
///
/// | Rust | Go |
/// |---|---|
/// | `bytes::Bytes`, `BytesMut` | `[]byte`; large ones are sent without a copy |
/// | `jiff::Timestamp`, `Zoned`; `SignedDuration` | `time.Time`, in UTC and with its offset; `time.Duration` |
/// | `num_bigint::BigInt`, `BigUint` | `big.Int` |
/// | `num_complex::Complex<f32>`, `Complex<f64>` | `complex64`, `complex128` |
/// | `url::Url` | `url.URL`, if it is absolute |
/// | `uuid::Uuid` | `uuid.UUID` of google and others |
///
/// Go has no tuples: a struct of unnamed fields, `struct Pair(A, B)`, is a struct with the fields `F0` and `F1`.
///
/// What is zero is not sent, as in Go: a receiver cannot tell a field of 0 from none, nor `Some(0)` from `None`, nor an empty list from a
/// nil one. An empty map is nil; `Option` keeps an empty map and a nil one apart. Fields that are structs or arrays are always sent.
pub trait Encode: Shaped {
    /// Writes the value. It cannot fail: the first misuse is kept in `e`, and the call that began it all reports it.
    #[doc(hidden)]
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>);

    /// Whether a field of this value is left out: it is zero, empty or nil, and neither a struct nor an array.
    #[doc(hidden)]
    fn omit(&self) -> bool;

    /// Whether a pointer to this value is left out, in a field: Go looks through it at numbers, texts and slices, not at maps and opaque values.
    #[doc(hidden)]
    fn omit_behind(&self) -> bool {
        self.omit()
    }

    /// The byte that an element of a byte string is. Overridden together with [`Shaped::SLICE`].
    #[doc(hidden)]
    fn as_byte(&self) -> u8 {
        0
    }

    /// The byte string that a list of such values is, if it is one in memory too.
    #[doc(hidden)]
    #[inline]
    fn raw(_: &[Self]) -> Option<&[u8]>
    where
        Self: Sized,
    {
        None
    }

    /// Writes a whole slice of such values.
    #[doc(hidden)]
    fn encode_slice<'v>(items: &'v [Self], e: &mut Enc<'_, 'v>)
    where
        Self: Sized,
    {
        e.count(items.len());
        if Self::SLICE.is_bytes() {
            items.iter().for_each(|item| e.raw_byte(item.as_byte()));
        } else if e.deeper() {
            Self::encode_elems(items, e);
        }
    }

    /// Writes values one behind the other, without their number.
    #[doc(hidden)]
    fn encode_elems<'v>(items: &'v [Self], e: &mut Enc<'_, 'v>)
    where
        Self: Sized,
    {
        for item in items {
            item.encode(e);
            if e.stop() {
                return;
            }
        }
    }
}

/// A value as a stream of its own: definitions of its types, then the value.
///
/// Several such streams, one behind the other, are not one stream: Go's Decoder stops where a type is defined again. Records that must be
/// readable alone, as those of a queue or a database, are made with this; a stream of many values with one [`Encoder`].
///
/// ```
/// assert_eq!(gobstream::to_vec(&3)?, b"\x03\x04\x00\x06");
/// # Ok::<(), gobstream::Error>(())
/// ```
///
/// # Errors
/// As [`Encoder::encode`].
pub fn to_vec<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>> {
    Encoder::to_vec().encode_once(value)
}
