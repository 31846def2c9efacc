//! Go's `encoding/gob` for Rust: reads any gob stream, without the Go types that wrote it.
//!
//! Streams describe themselves, so a [`Stream`] needs nothing but bytes: from a slice, from any
//! [`Read`](std::io::Read), or pushed in chunks as they arrive. It gives whole [`Value`]s, or [`Event`]s in flat memory whatever the size.
//!
//! ```
//! use gobstream::{Stream, Value};
//! // What Go's Encoder writes for: type Point struct { X, Y int }; Point{22, 33}
//! let bytes = b"\x1e\x7f\x03\x01\x01\x05Point\x01\xff\x80\x00\x01\x02\x01\x01X\x01\x04\x00\x01\x01Y\x01\x04\x00\x00\x00\x07\xff\x80\x01\x2c\x01\x42\x00";
//! let mut stream = Stream::from_slice(bytes);
//! while let Some(value) = stream.next_value()? {
//!     assert_eq!(value.field("Y"), Some(&Value::Int(33)));
//! }
//! # Ok::<(), gobstream::Error>(())
//! ```
//!
//! An [`Encoder`] writes Rust values, and values that were read, as a fresh Go process would; see [`Encode`] for the types. It cannot
//! stop a type's definition from being sent: a stream always describes itself.
//!
//! Input may be hostile: nothing panics, nothing recurses on data or types, cost and memory are bounded by the input and
//! by [`Limits`], and every [`Error`] has its kind, byte offset and path. What is accepted is a [`Reading`]: all that Go accepts and
//! appended streams (the default), exactly what Go's Decoder accepts, or only what one Go Encoder writes.
//!
//! The format itself is described in [`format`](mod@format). JSON is the business of the crate `gobstream-json`.
//!
//! Features: `std` (default) adds reading from [`std::io::Read`]; without it the crate is `no_std` with `alloc`.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod assemble;
mod complex;
mod encode;
mod error;
pub mod format;
mod frame;
mod ids;
#[cfg(feature = "std")]
mod io;
pub mod known;
mod limits;
mod recover;
mod shape;
mod types;
mod value;
mod walk;
pub mod wire;

pub use assemble::{Chunks, Poll, Slice, Source, Stream};
pub use complex::Complex;
pub use encode::{DynEncode, Encode, EncodeOptions, Encoder, Sink, Transaction, to_vec};
pub use error::{Error, ErrorKind, Result};
#[cfg(feature = "std")]
pub use io::{Reader, Writer};
pub use limits::{Limits, Options, Reading};
pub use recover::Lost;
pub use types::{Field, Kind, Type};
pub use value::{Events, Interface, Items, List, Map, Opaque, Struct, Text, Value};
pub use walk::{Event, Note, Notes, Oddity, Piece, What};

/// What derived code names. Not a public interface: it changes with any version, and the derive is of the same version.
#[doc(hidden)]
pub mod __private {
    pub use crate::encode::Enc;
    pub use crate::shape::{ArrayKey, Edge, Field, Kind, MapKey, PtrKey, Shape, Shaped, SliceKey, Variant};
}
