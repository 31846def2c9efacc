//! Counts and lengths that promise more than there is.

use crate::attack::{End, bad, good};
use crate::common::build::{self, *};
use gobstream::ErrorKind::{BadTypeId, Corrupt, TooBig, Truncated, UnknownType};

const HUGE: [u64; 6] = [1 << 26, 1 << 30, 1 << 33, 1 << 60, 1 << 62, u64::MAX];

/// The definition of struct{}.
fn empty(id: i64) -> Bytes {
    structure(id, "Empty", &[])
}

#[test]
fn a_map_of_empty_structs_with_a_huge_count() {
    for n in HUGE {
        let head = [empty(65), build::map(64, 65, 65)].concat();
        // Go takes a negative count for an empty map.
        let attack = if n == u64::MAX { good as fn(_, _) -> _ } else { |bytes, n| bad(bytes, Corrupt, n) };
        attack([head, single(64, &uint(n))].concat(), u64::from(n == u64::MAX)).strict(End::Bad(Corrupt, 0)).run();
    }
}

#[test]
fn a_map_of_empty_structs_with_a_count_just_over_its_bytes() {
    let body = [uint(2_000_000), times(1_999_998, b"\0")].concat();
    bad([empty(65), build::map(64, 65, 65), single(64, &body)].concat(), Corrupt, 0).run();
    let body = [uint(1_000_000), times(2_000_000, b"\0")].concat();
    good([empty(65), build::map(64, 65, 65), single(64, &body)].concat(), 1).values_too_big(0).run();
}

#[test]
fn slices_of_every_scalar_with_a_huge_count() {
    for elem in [BOOL, INT, UINT, FLOAT, COMPLEX, STRING, BYTES] {
        for n in HUGE {
            bad([slice(64, elem), single(64, &[uint(n), vec![0; 20]].concat())].concat(), Corrupt, 0).run();
        }
    }
}

#[test]
fn a_slice_of_empty_structs_with_a_huge_count() {
    for n in HUGE {
        bad([empty(65), slice(64, 65), single(64, &uint(n))].concat(), Corrupt, 0).run();
    }
}

#[test]
fn slices_of_interfaces_with_a_huge_count() {
    // A value with interfaces may go on in the next message, so the count cannot be checked against this one.
    for n in HUGE {
        bad([slice(64, INTERFACE), single(64, &[uint(n), vec![0; 20]].concat())].concat(), Corrupt, 0).run();
    }
}

#[test]
fn arrays_of_2_to_the_60() {
    for elem in [65, INT, INTERFACE] {
        let head = [empty(65), array(64, elem, 1 << 60)].concat();
        bad([head.clone(), single(64, &uint(1 << 60))].concat(), Corrupt, 0).run();
        bad([head, single(64, &uint(0))].concat(), Corrupt, 0).run();
    }
}

#[test]
fn an_array_of_negative_length() {
    bad([array(64, INT, -1), single(64, &uint(u64::MAX))].concat(), Corrupt, 0).run();
    bad([array(64, INT, i64::MIN), single(64, &uint(1 << 63))].concat(), Corrupt, 0).run();
}

#[test]
fn slices_in_slices_that_each_claim_ten_megabytes() {
    let body = times(2_000, &uint(10 << 20));
    bad([slice(64, 64), single(64, &body)].concat(), Corrupt, 0).run();
}

#[test]
fn slices_in_slices_that_each_claim_what_is_left() {
    // Each count is just possible: the bytes behind it would do.
    let n = 9_000;
    let body: Bytes = (0..n).flat_map(|i| uint((n - i) as u64)).collect();
    bad([slice(64, 64), single(64, &body)].concat(), Corrupt, 0).run();
}

#[test]
fn slices_in_slices_with_interfaces_that_each_claim_ten_megabytes() {
    // Type L []struct{ L L; I any } may span messages, so no count can be refused.
    let head = [slice(64, 65), structure(65, "T", &[("L", 64), ("I", INTERFACE)])].concat();
    let body = times(4_000, &[uint(10 << 20), vec![1]].concat());
    bad([head, single(64, &body)].concat(), Corrupt, 0).run();
}

#[test]
fn maps_in_maps_that_each_claim_ten_megabytes() {
    let body = times(2_000, &[uint(10 << 20), text(b"k")].concat());
    bad([build::map(64, STRING, 64), single(64, &body)].concat(), Corrupt, 0).run();
}

#[test]
fn strings_that_claim_8_gib() {
    for (id, n) in [(STRING, 1 << 33), (BYTES, 1 << 33), (STRING, u64::MAX), (STRING, (1 << 33) - 30)] {
        bad(single(id, &[uint(n), vec![b'x'; 100]].concat()), Corrupt, 0).run();
        let long = [uint((1 << 33) - 1), int(id), vec![0], uint(n), vec![b'x'; 100]].concat();
        bad(long, if n < (1 << 33) - 20 { Truncated } else { Corrupt }, 0).run();
    }
}

#[test]
fn an_opaque_value_that_claims_8_gib() {
    bad([opaque(64, "Int"), single(64, &[uint(1 << 33), vec![2; 100]].concat())].concat(), Corrupt, 0).run();
}

#[test]
fn a_message_that_claims_8_gib() {
    bad([uint((1 << 33) - 1), int(STRING), vec![0]].concat(), Truncated, 0).run();
    bad([uint(1 << 33), int(STRING), vec![0]].concat(), TooBig, 0).run();
    bad([uint(u64::MAX), int(STRING), vec![0]].concat(), TooBig, 0).run();
}

#[test]
fn names_that_claim_8_gib() {
    let name = [vec![3, 1, 1], uint(1 << 33), vec![b'N'; 50]].concat();
    bad(message(&[int(-64), name].concat()), Corrupt, 0).run();
    let inside = [uint(1 << 33), vec![b'N'; 50]].concat();
    bad([slice(64, INTERFACE), single(64, &[vec![1], inside].concat())].concat(), Corrupt, 0).run();
}

#[test]
fn lists_of_fields_that_claim_2_to_the_40() {
    let fields = [vec![3, 2], uint(1 << 40), vec![0; 50]].concat();
    bad(message(&[int(-64), fields].concat()), Corrupt, 0).run();
}

#[test]
fn ids_at_the_ends_of_their_range() {
    for id in [i64::MIN, -(1 << 33), -(1 << 33) + 1_000, 1 << 31, i64::MAX, i64::from(i32::MIN)] {
        // As Go does, ids are taken in 32 bits; what is left is no id that anybody defined, or no id of a definition.
        let low = id as i32;
        let kind = if low < 0 { BadTypeId } else { UnknownType };
        bad(message(&[int(id), vec![0, 0]].concat()), kind, 0).run();
    }
    let max = i64::from(i32::MAX);
    good([slice(max, max), single(max, &uint(0))].concat(), 1).run();
    bad(slice(i64::from(i32::MIN), INT), BadTypeId, 0).run();
}

#[test]
fn deltas_past_every_field() {
    for delta in [3, 1 << 31, 1 << 32, (1 << 32) + 1, 1 << 62, 1 << 63, u64::MAX] {
        let head = structure(64, "P", &[("X", INT), ("Y", INT)]);
        bad([head.clone(), value(64, &uint(delta))].concat(), Corrupt, 0).run();
        bad([head, value(64, &[vec![1, 2], uint(delta)].concat())].concat(), Corrupt, 0).run();
        bad(message(&[int(-64), uint(delta.max(8))].concat()), Corrupt, 0).run();
    }
}
