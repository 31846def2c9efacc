//! JSON as a stream.
//!
//! - [`Writer`] appends typed tokens to one reused buffer and hands it to its sink when it is told to, or when it is
//!   full. Commas and colons come from its state, so it cannot write illegal JSON.
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
//! The crate is `no_std` with `alloc`; the feature `std` (on by default) adds the ends on [`std::io`].
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod check;
mod config;
mod error;
#[cfg(feature = "std")]
mod io;
mod number;
mod out;
mod scan;
mod sink;
mod stack;
mod string;
mod writer;

pub use config::{Escapes, FloatFormat, Framing, Layout, NonFinite, WriteOptions};
pub use error::{Error, ErrorKind, Result};
#[cfg(feature = "std")]
pub use io::Io;
pub use sink::Sink;
pub use writer::Writer;
