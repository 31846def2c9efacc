//! However the bytes arrive, the values and the error are the same as from one slice.
#![allow(clippy::unwrap_used, missing_docs, reason = "the helpers of tests may, as the tests do")]

mod common;

use common::outcome::{READINGS, drain, events, options, place, pushed, read};
use common::{Random, Sample, build, faults, vectors};
use gobstream::{ErrorKind, Reading, Stream};
use std::io::{self, Read};

/// Gives pieces of the sizes that `cut` says, now and then an interruption, and before every piece a wait if `waits`.
struct Pieces<'a, F> {
    rest: &'a [u8],
    cut: F,
    calls: u64,
    waits: bool,
}

impl<F: FnMut() -> usize> Read for Pieces<'_, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.waits && self.calls % 2 == 1 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        if self.calls % 5 == 1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let n = (self.cut)().min(self.rest.len()).min(buffer.len());
        let (piece, rest) = self.rest.split_at(n);
        buffer[..n].copy_from_slice(piece);
        self.rest = rest;
        Ok(n)
    }
}

/// The sizes of pieces: always the same, or random up to 40 bytes.
fn cutter(size: Option<usize>, seed: u64) -> impl FnMut() -> usize {
    let mut random = Random(seed);
    move || size.unwrap_or_else(|| 1 + random.below(40))
}

const SIZES: [Option<usize>; 5] = [Some(1), Some(2), Some(3), Some(7), None];

fn check(name: &str, bytes: &[u8], reading: Reading, sizes: &[Option<usize>]) {
    let (whole, end) = events(bytes, reading);
    let values = read(bytes, reading);
    for &size in sizes {
        let how = format!("{name}, {reading:?}, pieces of {size:?}");
        let (pieces, error) = pushed(bytes, reading, cutter(size, 7 + bytes.len() as u64));
        assert_eq!(error.as_ref().map(place), end.as_ref().map(place), "{how}, pushed: another error");
        let differs = pieces.iter().zip(&whole).position(|(a, b)| a != b);
        assert_eq!((differs, pieces.len()), (None, whole.len()), "{how}, pushed: other events");
        let source = Pieces { rest: bytes, cut: cutter(size, 77), calls: 0, waits: false };
        drain(Stream::from_reader_with(source, options(reading))).assert_same(&values, &format!("{how}, read"));
    }
}

fn small(samples: Vec<Sample>) -> impl Iterator<Item = Sample> {
    samples.into_iter().filter(|s| s.bytes.len() <= 4096)
}

#[test]
fn any_chunking_of_a_vector_gives_the_same_values() {
    for v in vectors() {
        for reading in READINGS {
            check(&v.name, &v.bytes, reading, &SIZES);
        }
    }
}

#[test]
fn any_chunking_of_a_fault_gives_the_same_error() {
    for f in faults() {
        for reading in READINGS {
            check(&f.name, &f.bytes, reading, &SIZES);
        }
    }
}

#[test]
fn any_chunking_of_a_truncation_gives_the_same_error() {
    for v in small(vectors()) {
        for n in (0..v.bytes.len()).filter(|n| v.bytes.len() < 600 || n % 5 == 0) {
            check(&format!("{} cut at {n}", v.name), &v.bytes[..n], READINGS[n % 3], &SIZES[n % 5..=n % 5]);
        }
    }
}

#[test]
fn any_chunking_of_a_flipped_bit_gives_the_same_error() {
    for v in small(vectors()) {
        let mut random = Random(3 + v.bytes.len() as u64);
        for _ in 0..100 {
            let mut bytes = v.bytes.clone();
            let bit = random.below(bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            check(&format!("{} with bit {bit} flipped", v.name), &bytes, READINGS[bit % 3], &SIZES[bit % 5..=bit % 5]);
        }
    }
}

#[test]
fn a_source_that_would_block_can_be_read_on() {
    for v in vectors() {
        let whole = read(&v.bytes, Reading::Lenient);
        let source = Pieces { rest: &v.bytes, cut: cutter(None, 5), calls: 0, waits: true };
        let mut stream = Stream::from_reader(source);
        let (mut values, mut waits) = (Vec::new(), 0);
        loop {
            match stream.next_value() {
                Ok(Some(value)) => values.push(value),
                Ok(None) => break,
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Io, "{}: {error}", v.name);
                    assert_eq!(error.io_error().map(io::Error::kind), Some(io::ErrorKind::WouldBlock));
                    waits += 1;
                }
            }
        }
        assert!(waits > 0, "{} was never waited for", v.name);
        let same = values.iter().zip(&whole.values).all(|(a, b)| format!("{a:?}") == format!("{b:?}"));
        assert!(same && values.len() == whole.values.len(), "{}: other values", v.name);
    }
}

#[test]
fn a_source_that_fails_says_where_and_why() {
    struct Broken(bool);
    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                return Err(io::Error::other("the disk is on fire"));
            }
            buffer[..6].copy_from_slice(b"\x03\x04\x00\x06\x03\x04");
            Ok(6)
        }
    }
    let outcome = drain(Stream::from_reader(Broken(false)));
    let error = outcome.error.unwrap();
    assert_eq!((outcome.values.len(), error.kind()), (1, ErrorKind::Io));
    assert_eq!(error.to_string(), "at 0x6 (6) in message 2, value 2: cannot read: the disk is on fire [io]");
    assert!(std::error::Error::source(&error).is_some());
}

/// Buffers that are moved or grown for each piece would take hours here.
#[test]
fn a_long_string_in_pieces_of_a_byte_takes_linear_time() {
    let string = build::text(&vec![b'x'; 2 << 20]);
    let bytes = build::single(build::STRING, &string);
    let whole = read(&bytes, Reading::Lenient);
    assert_eq!(whole.values.len(), 1);
    let source = Pieces { rest: &bytes, cut: || 1, calls: 0, waits: false };
    drain(Stream::from_reader(source)).assert_same(&whole, "read");
    let (pieces, error) = pushed(&bytes, Reading::Lenient, || 1);
    assert!(error.is_none() && pieces.len() == 2, "{error:?}");
}
