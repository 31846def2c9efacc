//! Values of any type that serde knows: the feature `serde`.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "the helpers of tests may, as the tests do")]

mod common;
#[path = "serde/enums.rs"]
mod enums;
#[path = "serde/errors.rs"]
mod errors;
#[path = "serde/hostile.rs"]
mod hostile;
#[path = "serde/schemas.rs"]
mod schemas;
#[path = "serde/seen.rs"]
mod seen;
#[path = "serde/traced.rs"]
mod traced;
#[path = "serde/typed.rs"]
mod typed;
#[path = "serde/vectors.rs"]
mod vectors;

use gobstream::{Decoder, Options};
use serde::de::DeserializeOwned;
use std::task::Poll;

/// The bytes of a vector.
fn vector(name: &str) -> Vec<u8> {
    let file = format!("{}/../../interop/vectors/{name}.gob", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// All values of a stream by serde, and how it ended; the same from all fronts.
fn all<T: DeserializeOwned + std::fmt::Debug>(bytes: &[u8]) -> (Vec<T>, Option<gobstream::Error>) {
    let mut decoder = Decoder::from_slice(bytes);
    let slice = collect(|| decoder.deserialize());
    let mut decoder = Decoder::from_reader(bytes);
    let reader = collect(|| decoder.deserialize());
    let mut decoder = Decoder::push(Options::default());
    let mut chunks = bytes.chunks(7);
    let pushed = collect(|| {
        loop {
            match decoder.poll_deserialize()? {
                Poll::Ready(value) => return Ok(value),
                Poll::Pending => match chunks.next() {
                    Some(chunk) => decoder.feed(chunk),
                    None => decoder.finish(),
                },
            }
        }
    });
    let text = |(values, error): &(Vec<T>, Option<gobstream::Error>)| {
        format!("{values:?}{}", error.as_ref().map_or(String::new(), ToString::to_string))
    };
    assert_eq!(text(&slice), text(&reader));
    assert_eq!(text(&slice), text(&pushed));
    slice
}

fn collect<T>(mut next: impl FnMut() -> gobstream::Result<Option<T>>) -> (Vec<T>, Option<gobstream::Error>) {
    let mut values = Vec::new();
    loop {
        match next() {
            Ok(Some(value)) => values.push(value),
            Ok(None) => return (values, None),
            Err(error) => return (values, Some(error)),
        }
    }
}

/// All values of a sound vector.
fn good<T: DeserializeOwned + std::fmt::Debug>(name: &str) -> Vec<T> {
    let (values, error) = all(&vector(name));
    assert!(error.is_none(), "{name}: {}", error.unwrap());
    values
}

/// For Go to read: see interop/read-rust.
fn keep(name: &str, made: &[u8]) {
    if let Some(folder) = std::env::var_os("GOBSTREAM_MADE") {
        std::fs::write(std::path::Path::new(&folder).join("serde").join(format!("{name}.gob")), made).unwrap();
    }
}

/// What is no type in Go was looked for without end.
#[test]
fn a_schema_of_what_is_no_type() {
    #[derive(gobstream::Gob)]
    struct Round(Option<Box<Round>>);
    #[derive(gobstream::Gob)]
    struct WithRound {
        #[allow(dead_code, reason = "of interest is the type")]
        round: Round,
    }
    for schema in [gobstream::serde::Schema::of::<Round>(), gobstream::serde::Schema::of::<WithRound>()] {
        let error = gobstream::serde::to_vec(&3, &schema).unwrap_err();
        assert_eq!(error.kind(), gobstream::ErrorKind::BadType, "{error}");
    }
}
