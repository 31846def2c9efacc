//! JSON as a stream.
//!
//! - [`Writer`] appends typed tokens to one reused buffer and hands it to its sink when it is told to, or when it is
//!   full. Commas and colons come from its state, so it cannot write illegal JSON.
//! - [`Reader`] pulls typed tokens from a slice, a [`std::io::Read`] or chunks as they arrive, with memory for one
//!   buffer and the largest token. It accepts JSON and nothing else.
//! - [`Lazy`] finds values in a slice by their path and reads no more than it must.
//!
//! ```
//! use jsonstream::Writer;
//!
//! let mut w = Writer::new(Vec::new());
//! w.begin_object()?;
//! w.key("name")?;
//! w.str("Gopher")?;
//! w.key("scores")?;
//! w.begin_array()?;
//! w.i64s(&[1, -2, 3])?;
//! w.end_array()?;
//! w.end_object()?;
//! assert_eq!(w.finish()?, br#"{"name":"Gopher","scores":[1,-2,3]}"#);
//! # Ok::<(), jsonstream::Error>(())
//! ```
//!
//! Threads: all types are `Send` and `Sync`, as far as what they hold of the caller's is (a reader, a sink). A reader or writer works for one thread at a time, and
//! may go to another between two calls. There are no locks, and nothing is global.
//!
//! The crate is `no_std` with `alloc`. The feature `std` (on by default) adds the ends on [`std::io`], the feature
//! `serde` types on both sides.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod check;
mod config;
mod error;
#[cfg(feature = "std")]
mod io;
mod kernels;
mod lazy;
mod number;
mod out;
mod reader;
mod scan;
#[cfg(feature = "serde")]
mod serde;
mod sink;
mod stack;
mod string;
mod writer;

#[cfg(feature = "serde")]
pub use self::serde::{
    BigNumber, Elements, OwnedRawValue, RawValue, Values, from_slice, from_slice_with, from_str, to_string, to_vec, to_vec_with,
};
#[cfg(all(feature = "serde", feature = "std"))]
pub use self::serde::{from_reader, to_writer};
pub use config::{Broken, Documents, Duplicates, Escapes, FloatFormat, Framing, Layout, NonFinite, ReadOptions, WriteOptions};
pub use error::{Error, ErrorKind, Result};
#[cfg(feature = "std")]
pub use io::Io;
pub use lazy::{Lazy, Step};
pub use reader::{Chunks, Event, Integer, Kind, Lend, Number, Pull, Reader, Slice, Source, Window};
pub use sink::Sink;
pub use writer::Writer;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(all(doctest, feature = "serde"))]
#[doc = include_str!("../../../docs/coming-from-json-iterator.md")]
#[doc = include_str!("../../../docs/coming-from-serde_json.md")]
struct Pages;
