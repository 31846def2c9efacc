//! Bytes that are cut, flipped or made up end in values or an error, never in a panic.
//!
//! Each is read as events and as values, and both ways must agree. With GOBSTREAM_LONG=1 each is read in all three
//! readings; without, the readings take turns, and vectors over 1 KiB are sampled, as the whole takes minutes in a debug build.
#![allow(clippy::unwrap_used, missing_docs, reason = "the helpers of tests may, as the tests do")]

mod common;

use common::outcome::{READINGS, assert_sound, count, options};
use common::{Random, vectors};
use gobstream::{Error, ErrorKind, Reading, Stream};

/// Vectors up to this size have all their bits flipped.
const SMALL: usize = 4096;

/// Reads all values, and drops each: how many there were, and how it ended.
fn values(bytes: &[u8], reading: Reading) -> (u64, Option<Error>) {
    let mut stream = Stream::from_slice_with(bytes, options(reading));
    let mut n = 0;
    loop {
        match stream.next_value() {
            Ok(Some(_)) => n += 1,
            Ok(None) => return (n, None),
            Err(error) => return (n, Some(error)),
        }
    }
}

/// Whether nothing may be left out.
fn thorough() -> bool {
    std::env::var("GOBSTREAM_LONG").is_ok_and(|v| v == "1")
}

/// The readings to be tried in turn `i`.
fn each(i: usize, job: impl FnMut(Reading)) {
    let readings = if thorough() { &READINGS[..] } else { &READINGS[i % 3..=i % 3] };
    readings.iter().copied().for_each(job);
}

fn survives(bytes: &[u8], reading: Reading, name: &str) {
    // Definitions that are shown are read part by part; else, in this reading, in one go, if they are as encoders write them.
    let definitions = reading == Reading::Lenient;
    let (done, end) = count(bytes, gobstream::Options { definitions, ..options(reading) });
    let (read, error) = values(bytes, reading);
    for error in [&end, &error].into_iter().flatten() {
        assert_sound(error, bytes.len(), name);
    }
    // Memory that a tree takes and events do not is the one thing in which the two may differ.
    if error.as_ref().is_none_or(|e| e.kind() != ErrorKind::TooBig) {
        assert_eq!((done, end.map(|e| e.to_string())), (read, error.map(|e| e.to_string())), "{name}, {reading:?}");
    }
}

#[test]
fn every_truncation_ends_well_or_is_told() {
    for v in vectors() {
        let n = v.bytes.len();
        // Every length up to 4 KiB; of larger vectors the first and last 100, and 100 between.
        let all = n <= SMALL;
        let cuts = (0..n).filter(|cut| all || *cut < 100 || n - cut <= 100 || cut % (n / 100) == 0);
        for cut in cuts {
            each(cut, |reading| survives(&v.bytes[..cut], reading, &v.name));
        }
    }
}

#[test]
fn every_flipped_bit_of_a_small_vector_is_survived() {
    for v in vectors().iter().filter(|v| v.bytes.len() <= SMALL) {
        let mut bytes = v.bytes.clone();
        let step = if thorough() || bytes.len() <= 1024 { 1 } else { 7 };
        for bit in (0..bytes.len() * 8).step_by(step) {
            bytes[bit / 8] ^= 1 << (bit % 8);
            each(bit, |reading| survives(&bytes, reading, &v.name));
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

#[test]
fn sampled_flipped_bits_of_each_large_vector_are_survived() {
    let flips = if thorough() { 10_000 } else { 300 };
    for v in vectors().iter().filter(|v| v.bytes.len() > SMALL) {
        let mut bytes = v.bytes.clone();
        let mut random = Random(99 + bytes.len() as u64);
        for i in 0..flips {
            let bit = random.below(bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            survives(&bytes, READINGS[i % 3], &v.name);
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

/// Pieces of vectors moved, doubled and overwritten by numbers that hurt.
#[test]
fn spliced_vectors_are_survived() {
    let vectors: Vec<_> = vectors().into_iter().filter(|v| v.bytes.len() <= SMALL).collect();
    let hurting: [&[u8]; 8] = [
        b"\xf8\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\xf8\x80\0\0\0\0\0\0\0",
        b"\xfc\x7f\xff\xff\xff",
        b"\xff\x80",
        b"\0",
        b"\x7f",
        b"\x80",
        b"\xff\x81",
    ];
    let mut random = Random(2026);
    for i in 0..30_000 {
        let (a, b) = (&vectors[random.below(vectors.len())], &vectors[random.below(vectors.len())]);
        let (from, to) = (random.below(a.bytes.len() + 1), random.below(b.bytes.len() + 1));
        let mut bytes = a.bytes[..from].to_vec();
        bytes.extend_from_slice(hurting[i % hurting.len()]);
        bytes.extend_from_slice(&b.bytes[to..]);
        survives(&bytes, READINGS[i % 3], &a.name);
    }
}

#[test]
fn random_bytes_are_survived() {
    let mut random = Random(4);
    for i in 0..30_000 {
        let n = 1 + random.below(64);
        let mut bytes: Vec<u8> = (0..n).map(|_| random.next() as u8).collect();
        // A head that lets more than the first byte count: a message that is long enough, a type that is built in.
        if i % 2 == 0 {
            bytes[0] = n as u8 - 1;
            bytes.insert(1, random.below(50) as u8);
        }
        READINGS.into_iter().for_each(|reading| survives(&bytes, reading, "random bytes"));
    }
}
