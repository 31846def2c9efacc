//! Types of other crates, each behind the feature of its name: what they are in Go.
//!
//! Each is one of our own types in Go, and goes through it or its payload: no format is written down twice.

#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "num-bigint")]
mod num_bigint;
#[cfg(feature = "num-complex")]
mod num_complex;
#[cfg(feature = "url")]
mod url;
#[cfg(feature = "uuid")]
mod uuid;
