//! Opaque payloads whose text would be far longer than they are, or take long to work out.

use crate::attack::good;
use crate::common::build::*;

/// A list of `n` values of one opaque type with the same payload.
fn list(name: &str, n: usize, payload: &[u8]) -> Bytes {
    let body = [uint(n as u64), times(n, &text(payload))].concat();
    [opaque(65, name), slice(64, 65), single(64, &body)].concat()
}

#[test]
fn a_big_int_of_a_mebibyte() {
    good(list("Int", 1, &[vec![2], vec![0xff; 1 << 20]].concat()), 1).run();
}

#[test]
fn two_hundred_big_ints_just_below_the_limit_of_text() {
    good(list("Int", 200, &[vec![2], vec![0xff; 4096]].concat()), 1).run();
}

#[test]
fn a_big_rat_of_half_a_mebibyte() {
    let payload = [vec![2], (1_u32 << 18).to_be_bytes().to_vec(), vec![0xff; 1 << 19]].concat();
    good(list("Rat", 1, &payload), 1).run();
}

#[test]
fn big_floats_with_extreme_exponents() {
    for exponent in [i32::MAX, i32::MIN, i32::MAX / 2, 100_000, 4_000, -4_000] {
        let payload = [vec![1, 0x0a, 0, 0, 0, 53], exponent.to_be_bytes().to_vec(), vec![0xff, 0xff, 0, 0, 0, 0, 0, 0]].concat();
        good(list("Float", 2_000, &payload), 1).run();
    }
}

#[test]
fn decimals_with_extreme_exponents() {
    for exponent in [i32::MAX, i32::MIN, 100_000, 4_096, -4_096] {
        let payload = [exponent.to_be_bytes().to_vec(), vec![2, 7]].concat();
        good(list("Decimal", 20_000, &payload), 1).run();
    }
}

#[test]
fn times_at_the_ends_of_their_range() {
    for seconds in [i64::MAX, i64::MIN, -1, 0] {
        let head = [vec![1], seconds.to_be_bytes().to_vec()].concat();
        for (nanos, offset) in [(0_u32, -1_i16), (u32::MAX, i16::MIN), (999_999_999, i16::MAX), (1 << 31, -2)] {
            let payload = [head.clone(), nanos.to_be_bytes().to_vec(), offset.to_be_bytes().to_vec()].concat();
            good(list("Time", 1_000, &payload), 1).run();
        }
    }
}

#[test]
fn a_url_of_a_mebibyte() {
    good(list("URL", 1, &[b"http://h/".to_vec(), vec![b'a'; 1 << 20]].concat()), 1).run();
}

/// Strings that are not UTF-8, each byte of which becomes a character of three.
#[test]
fn a_string_of_a_mebibyte_that_is_not_utf8() {
    for broken in [vec![0xff; 1 << 20], b"a\xff".repeat(1 << 19), b"\xf0\x9f\x98".repeat(1 << 18)] {
        good(single(STRING, &text(&broken)), 1).run();
    }
}

#[test]
fn empty_payloads_of_every_known_name() {
    for name in ["Time", "Int", "Rat", "Float", "URL", "Addr", "AddrPort", "Prefix", "UUID", "Decimal", ""] {
        good(list(name, 1_000, &[]), 1).run();
    }
}
