//! Go's `encoding/gob` for Rust.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod assemble;
mod error;
mod frame;
#[cfg(feature = "std")]
mod io;
pub mod known;
mod limits;
mod types;
mod value;
mod walk;
pub mod wire;

pub use assemble::{Chunks, Poll, Source, Stream};
pub use error::{Error, ErrorKind, Result};
#[cfg(feature = "std")]
pub use io::Reader;
pub use limits::{Limits, Options, Reading};
pub use types::{Field, Kind, Type};
pub use value::{Events, Interface, Items, List, Map, Opaque, Struct, Text, Value};
pub use walk::Event;
