//! What was broken once, each under the name of what broke.
#![allow(clippy::unwrap_used, missing_docs, reason = "tests may")]

use gobstream::{Options, Reading, Stream};

/// Reads with recovery in every reading; fails if recovery does not move on.
fn recovers(bytes: &[u8]) {
    for reading in [Reading::Lenient, Reading::Go, Reading::Strict] {
        for stray in [true, false] {
            let mut stream = Stream::from_slice_with(bytes, Options { reading, stray, ..Options::default() });
            let mut to = 0;
            while let Some(lost) = step(&mut stream) {
                assert!(lost > to, "{reading:?}: recovery went from {to} to {lost}");
                to = lost;
            }
        }
    }
}

/// Reads to the next fault and recovers: where to; `None` at the end.
fn step(stream: &mut Stream<gobstream::Slice<'_>>) -> Option<u64> {
    loop {
        match stream.next_event() {
            Ok(Some(_)) => {}
            Ok(None) => return None,
            Err(_) => return Some(stream.recover().unwrap()).filter(|lost| !lost.is_end).map(|lost| lost.to),
        }
    }
}

/// Two faults, each of which had its next message before the other.
#[test]
fn recovery_went_round_in_a_circle() {
    recovers(CIRCLE);
}

/// The id -2^31 has no negative in 32 bits.
#[test]
fn recovery_negated_the_least_id() {
    recovers(LEAST_ID);
}

const CIRCLE: &[u8] = b"\
    \x1e\x7f\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\
    \x00\x00\x00\x17\x7f\x03\x01\x02\xff\x80\x00\x01\x02\x01\x01\x00\x01\x00\x00\x01\x01\x00\x01\x00\x00\x00\x00\x0b\
    \xff\x82\x17\x7f\x03\x01\x02\xff\x80\x00\x01\x02\x01\x01\x00\x01\x00\x00\x01\x01\x00\x01\x00\x00\x00\x00\x00\
    ";

const LEAST_ID: &[u8] = b"\
    \x03\x04\x00\x02\x05\x7d\x00\x00\x00\x00\x08\xfc\xff\xff\xff\xff\x03\x01\x02\x03\x04\x00\x04\x03\x04\x00\x04\x03\
    \x04\x00\x04\x03\x04\x00\x04\
    ";
