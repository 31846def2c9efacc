//! serde: values of any type that has a `Deserialize` or `Serialize`.
//!
//! ```
//! use gobstream::{Decoder, known::Duration};
//! use serde::Deserialize;
//! use std::collections::BTreeMap;
//!
//! #[derive(Deserialize)]
//! #[serde(rename_all = "PascalCase")]
//! struct Job<'a> {
//!     #[serde(rename = "UserID")]
//!     user_id: u64,
//!     name: &'a str,
//!     timeout: Option<Duration>,
//!     #[serde(default)]
//!     since_version_2: bool,
//! }
//! # use gobstream::Gob;
//! # #[derive(Gob)]
//! # struct Sent { user_id: u64, name: String, timeout: i64 }
//! # let bytes = gobstream::to_vec(&Sent { user_id: 7, name: "build".into(), timeout: 0 })?;
//! let job: Job = gobstream::serde::from_slice(&bytes)?;
//! assert_eq!((job.user_id, job.name, job.timeout, job.since_version_2), (7, "build", None, false));
//! // Many values: from a decoder, which knows the types of its stream.
//! let mut decoder = Decoder::from_slice(&bytes);
//! while let Some(job) = decoder.deserialize::<BTreeMap<String, gobstream::Value>>()? {
//!     assert_eq!(job.len(), 3);
//! }
//! # Ok::<(), gobstream::Error>(())
//! ```
//!
//! Types that are this program's own are better derived by [`Gob`](macro@crate::Gob): that is faster, and says all of Go's types. serde is for types that
//! have its derive already.
//!
//! # What was not sent
//!
//! Go leaves out what is zero. A field that the received type has and that was not sent is handed over as the zero of its type; as `None`,
//! if an `Option` is asked for. No `#[serde(default)]` is needed, and none is asked: zero is what the sender had.
//!
//! A field that the received type does not have is another matter: an older or newer sender. Then serde's own rule holds: the field's `default`, `None` for an
//! `Option`, else the error `missing`, which names the field. (Go leaves such fields as they are; `#[serde(default)]` on a struct does the same.)
//!
//! Names are compared as they are: Go's `UserID` is `#[serde(rename = "UserID")]` here; `#[serde(rename_all = "PascalCase")]` does for the rest.
//!
//! # What becomes what
//!
//! | Go | `Deserialize` of |
//! |---|---|
//! | `bool`, numbers, `string` | `bool`, numbers that hold them (a `f32` must stay finite), `String`, `&str`; [`Text`](crate::Text) takes strings that are not UTF-8 |
//! | `rune` | `char`, or a number |
//! | `complex128` | `(f64, f64)`, [`Complex`](crate::Complex), `num_complex::Complex` |
//! | `[]byte` | `&[u8]`, `Vec<u8>`, `serde_bytes` |
//! | slices, arrays | lists, arrays, tuples of as many elements |
//! | maps, with keys of any kind | maps, lists of pairs; structs, if keys are strings |
//! | `map[T]struct{}` | sets, also lists |
//! | structs | structs, maps; tuple structs and tuples by the order of fields |
//! | `struct{}` | `()`, unit structs |
//! | a pointer | what it points to, or an `Option` of it |
//! | an interface | what it holds; an `Option` of that; an enum, see below; [`Value`](crate::Value), which keeps its name and type |
//! | `time.Duration` | a number of nanoseconds, [`known::Duration`](crate::known::Duration); not `std::time::Duration` |
//! | `time.Time`, `url.URL`, `netip.Addr`, `uuid.UUID`, … | strings, and what reads itself from strings, as the types of jiff, chrono, uuid, `std::net` do; or bytes, if those are asked for |
//! | `big.Int`, `big.Float`, `decimal.Decimal` | the same; or numbers: integers up to `i128` and `u128` if they fit, `f64` as near as it gets |
//! | other types with `GobEncode` or `MarshalBinary` | bytes |
//!
//! An enum is made of
//! - an interface, by the name that Go registered: `#[serde(rename = "main.Circle")]`, aliases as `alias`; nil is the variant `nil`; `#[serde(other)]` takes the rest;
//! - a number, by the variant's place, counted from 0: constants by `iota`;
//! - a string, by the variant's name;
//! - a struct of which one field was sent, or a map of one string key: that names the variant, and holds its content. None is the variant `nil`.
//!
//! # Writing
//!
//! serde does not say enough for gob: not which types Go has for a value. A [`Schema`] does: that [of a type](Schema::of) with [`Gob`](macro@crate::Gob), of which no value is
//! needed, one that a stream [defined](Schema::received), or one that [samples](Tracer) show. Values go into it in the same ways as they come out of it, by the tables here; what is zero is left
//! out as in Go, and bytes are what Go writes for the type, with three exceptions: definitions met inside interfaces come first, as everywhere here; the definition of an opaque type that
//! is first met through a pointer; and maps have the order of the value, whatever [`EncodeOptions::sort_keys`](crate::EncodeOptions::sort_keys) says.
//!
//! - A field that the schema does not have is the error `unknown-field`; one that the value does not have is not sent. Their order is free.
//! - `None` and `()` are a nil interface or a field that is not sent. `Some` of an empty map is a map that is not nil.
//! - A variant or a struct goes into an interface under its name in serde: `#[serde(rename = "main.Circle")]`, or `Circle` if only one name in the schema ends so. Numbers and texts are
//!   `int` (`uint64` past its end), `float64`, `string` there, lists `[]interface {}`, maps `map[string]interface {}`.
//! - Opaque types take their text, where it says all (not `big.Float`), or their bytes; big integers also numbers.
//!
//! # Errors and limits
//!
//! Errors have the kind, offset and path of what they are about, also those of a type's own `Deserialize` (`refused`). Behind such an error the next value can be read.
//!
//! serde recurses with the types. It may take [`Limits::stack`](crate::Limits::stack): 128 KiB, which code without any optimisation stands on a stack of 256 KiB. What
//! is not asked for by its type (`tag`, `untagged`, `flatten`, `serde_json::Value`) goes through a buffer of serde's, out of which it reads without asking how deep; so
//! each level of such a value, lists and maps and structs each counted, takes 2 KiB of that: 64 levels. A program that has more stack may set more. What elements, entries and zeros
//! take is charged to [`Limits::memory`](crate::Limits::memory).
//!
//! # What serde cannot say
//!
//! | | |
//! |---|---|
//! | merging into a value that is there | [`Decoder::decode_into`](crate::Decoder::decode_into) with [`Gob`](macro@crate::Gob) |
//! | a pointer to zero against nil | neither can Go: both are not sent |
//! | nil against empty, of a map | an `Option` of a map is `None` only if the map was nil; a bare map is empty |
//! | an `Option` in what serde has buffered | a number or text that was not sent is zero there, not none: the buffer forgets that nobody sent it |
//! | a `Vec<u8>` in what serde has buffered | wants a type that takes bytes, as `serde_bytes` has |
//! | `net.IP` | bytes; `IpAddr` wants `netip.Addr`, or [`Gob`](macro@crate::Gob) |
//! | which type an interface held | only an enum or [`Value`](crate::Value) sees it, and not out of serde's buffer |
//! | one key twice | a list of pairs |
//! | a schema out of nothing but serde's derive | a type with [`Gob`](macro@crate::Gob), a stream that has the type, or [samples](Tracer); [`Types`](crate::Types) makes any |
//! | a [`Value`](crate::Value) inside a type that is written by serde | goes by its picture: what its interfaces hold loses its name; [`Encoder::encode_value`](crate::Encoder::encode_value) keeps it |
//! | lists written without a copy, in pieces | a value written by serde is a [`Value`](crate::Value) first |

/// Six of serde's seven kinds of parts: elements go to `element`, fields to `named`, and `finish` ends them.
macro_rules! compound {
    ($parts:ident) => {
        $crate::serde::compound!(@elements $parts SerializeSeq serialize_element);
        $crate::serde::compound!(@elements $parts SerializeTuple serialize_element);
        $crate::serde::compound!(@elements $parts SerializeTupleStruct serialize_field);
        $crate::serde::compound!(@elements $parts SerializeTupleVariant serialize_field);
        $crate::serde::compound!(@fields $parts SerializeStruct);
        $crate::serde::compound!(@fields $parts SerializeStructVariant);
    };
    (@elements $parts:ident $of:ident $put:ident) => {
        impl ser::$of for $parts<'_> {
            type Ok = ();
            type Error = Error;
            fn $put<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.element(value)
            }
            fn end(self) -> Result<()> {
                self.finish()
            }
        }
    };
    (@fields $parts:ident $of:ident) => {
        impl ser::$of for $parts<'_> {
            type Ok = ();
            type Error = Error;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
                self.named(name, value)
            }
            fn end(self) -> Result<()> {
                self.finish()
            }
        }
    };
}
use compound;

mod de;
mod error;
mod front;
mod known;
mod only;
mod parts;
mod schema;
mod ser;
mod trace;
mod value;
mod variant;

#[cfg(feature = "std")]
pub use front::from_reader;
pub use front::from_slice;
pub use schema::{Schema, to_vec};
pub use trace::Tracer;

/// The name under which a [`Value`](crate::Value) asks for itself: a deserializer of this crate gives it whole.
const VALUE: &str = "$gobstream::Value";
