//! Values without a Rust type: every vector that Go made, read and written again; many built by hand; and what a builder refuses.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are not taken for tests")]

#[path = "values/by_hand.rs"]
mod by_hand;
#[path = "values/canonical.rs"]
mod canonical;
mod common;
#[path = "values/misuse.rs"]
mod misuse;
#[path = "values/source.rs"]
mod source;

use gobstream::{Encoder, Stream, Value};
use std::path::PathBuf;

fn vectors() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../interop/vectors")
}

/// The names of all vectors.
fn names() -> Vec<String> {
    let index = std::fs::read_to_string(vectors().join("INDEX.tsv")).unwrap();
    index.lines().skip(1).map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

fn vector(name: &str) -> Vec<u8> {
    std::fs::read(vectors().join(format!("{name}.gob"))).unwrap()
}

fn read(bytes: &[u8]) -> Vec<Value> {
    let mut stream = Stream::from_slice(bytes);
    std::iter::from_fn(|| stream.next_value().unwrap()).collect()
}

fn write(values: &[Value]) -> Vec<u8> {
    let mut encoder = Encoder::to_vec();
    values.iter().for_each(|value| encoder.encode_value(value).unwrap());
    encoder.into_sink()
}

#[test]
fn values_of_every_vector_are_written_and_come_back_equal() {
    let mut count = 0;
    for name in names() {
        let values = read(&vector(&name));
        let written = write(&values);
        if let Some(folder) = std::env::var_os("GOBSTREAM_MADE") {
            std::fs::write(PathBuf::from(folder).join("values").join(format!("{name}.gob")), &written).unwrap();
        }
        let again = read(&written);
        assert_eq!(values.len(), again.len(), "{name}");
        // A NaN is equal to nothing; its text is.
        let (text, text_again) = (format!("{values:?}"), format!("{again:?}"));
        assert!(values == again || text.contains("NaN") && text == text_again, "{name}:\n{text}\n{text_again}");
        count += 1;
    }
    assert!(count > 300, "{count}");
}

/// Where ids follow from the types alone, bytes are equal too: no type first met in an interface, no opaque value behind a pointer, one encoder.
#[test]
fn most_vectors_are_written_byte_for_byte() {
    let index = std::fs::read_to_string(vectors().join("INDEX.tsv")).unwrap();
    let plain = |name: &&str| !["iface-", "opaque-", "hand-", "appended-"].iter().any(|other| name.starts_with(other));
    let (mut equal, mut differ) = (0, Vec::new());
    for name in index.lines().skip(1).filter_map(|line| line.split('\t').next()).filter(plain) {
        let bytes = std::fs::read(vectors().join(format!("{name}.gob"))).unwrap();
        match write(&read(&bytes)) == bytes {
            true => equal += 1,
            false => differ.push(name),
        }
    }
    assert!(equal >= 180 && differ.len() <= 15, "{equal}; not equal: {differ:?}");
}

/// A Go process has a type once, wherever values of it came from.
#[test]
fn values_of_several_streams_share_their_types() {
    let read_one = |name: &str| read(&std::fs::read(vectors().join(name)).unwrap());
    for name in ["point.gob", "rec-mutual.gob", "struct-everything.gob", "slice-of-struct.gob", "url.gob"] {
        let (a, b) = (read_one(name), read_one(name));
        let (once, both) = (write(&a), write(&[a, b].concat()));
        let mut stream = Stream::from_slice(&once);
        while stream.skip_value().unwrap() {}
        let mut joined = Stream::from_slice(&both);
        while joined.skip_value().unwrap() {}
        assert_eq!((joined.types(), joined.parts()), (stream.types(), 1), "{name}");
        assert!(both.starts_with(&once), "{name}");
    }
    // Another type of the same name is another type.
    let mixed = write(&[read_one("point.gob"), read_one("struct-nested.gob"), read_one("point.gob")].concat());
    assert_eq!(read(&mixed).len(), read_one("point.gob").len() * 2 + read_one("struct-nested.gob").len());
}
