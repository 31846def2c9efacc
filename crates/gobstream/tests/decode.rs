//! Decoding into Rust types: what Go's own tests show of it, and what they do not.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "the helpers of tests may, as the tests do")]

#[path = "decode/borrow.rs"]
mod borrow;
#[path = "decode/codec_test.rs"]
mod codec_test;
mod common;
#[path = "decode/defects.rs"]
mod defects;
#[path = "decode/elements.rs"]
mod elements;
#[path = "decode/encoder_test.rs"]
mod encoder_test;
#[path = "decode/ends.rs"]
mod ends;
#[path = "decode/errors.rs"]
mod errors;
#[path = "decode/fronts.rs"]
mod fronts;
#[path = "decode/handmade.rs"]
mod handmade;
#[path = "decode/hostile.rs"]
mod hostile;
#[path = "decode/interfaces.rs"]
mod interfaces;
#[path = "decode/merge.rs"]
mod merge;

use gobstream::{Decode, Decoder, Error, Gob, Options, Reading};

#[derive(Gob, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Point {
    pub x: i64,
    pub y: i64,
}

pub(crate) fn p(x: i64, y: i64) -> Point {
    Point { x, y }
}

/// The bytes of a vector of real Go.
pub(crate) fn vector(name: &str) -> &'static [u8] {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interop/vectors").join(format!("{name}.gob"));
    std::fs::read(path).unwrap_or_else(|e| panic!("{name}: {e}")).leak()
}

/// The one value of a stream.
pub(crate) fn one<'b, T: Decode<'b>>(bytes: &'b [u8]) -> Result<T, Error> {
    let mut decoder = Decoder::from_slice(bytes);
    let value = decoder.decode()?.unwrap();
    assert_eq!(decoder.offset(), bytes.len() as u64, "bytes are left");
    Ok(value)
}

pub(crate) fn go(bytes: &[u8]) -> Decoder<gobstream::Slice<'_>> {
    Decoder::from_slice_with(bytes, Options::new().reading(Reading::Go))
}

/// A stream of one value, as our own encoder writes it.
pub(crate) fn sent<T: gobstream::Encode>(value: &T) -> Vec<u8> {
    gobstream::to_vec(value).unwrap()
}
