//! Streams made to hurt a reader. Each must end in values or an error, in under a second of a release build (ten in a debug
//! build), with a peak of less than 64 MiB (more only where the input itself asks for it: then the test says how much),
//! on a thread with 256 KiB of stack: as events, as values (built, cloned, compared, printed, dropped), as JSON, and in all the `ways`.
//! JSON text made to hurt stands in `text`, with the same bounds. `GOBSTREAM_ATTACKS=DIR` keeps the inputs and what they cost, for the table in
//! docs/hardening.md, which `interop/attacks` makes.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, unreachable_pub, reason = "the helpers of tests may, as the tests do")]

#[path = "../../../gobstream/tests/common/mod.rs"]
mod common;

mod attack;
mod claims;
mod keys;
#[path = "../../../gobstream/tests/common/meter.rs"]
mod meter;
mod nesting;
mod paths;
mod payloads;
mod report;
mod sources;
mod streams;
mod text;
mod types;
mod ways;
mod wide;
