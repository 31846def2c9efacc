//! Streams made to hurt a reader. Each must end in values or an error, in under a second of a release build (ten in a debug
//! build), with a peak of less than 64 MiB (more only where the input itself asks for it: then the test says how much),
//! on a thread with 256 KiB of stack: as events, as values (built, cloned, compared, printed, dropped) and as JSON.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, unreachable_pub, reason = "the helpers of tests may, as the tests do")]

#[path = "../../../gobstream/tests/common/mod.rs"]
mod common;

mod attack;
mod claims;
mod keys;
mod meter;
mod nesting;
mod paths;
mod payloads;
mod sources;
mod streams;
mod types;
mod wide;

#[global_allocator]
static ALLOCATOR: meter::Counting = meter::Counting;
