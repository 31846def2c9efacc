//! Types of many fields, and many values of few bytes.

use crate::attack::{End, MIB, bad, good};
use crate::common::build::{self, *};
use gobstream::ErrorKind::{Corrupt, TooBig};

/// A type of 10,000 fields, and `n` values of it that send none.
fn wide_elements(fields: usize, n: usize) -> Bytes {
    [wide(65, fields, |_| INT), slice(64, 65), single(64, &[uint(n as u64), times(n, &[0])].concat())].concat()
}

#[test]
fn forty_thousand_empty_elements_of_ten_thousand_fields() {
    good(wide_elements(10_000, 40_000), 1).json_too_big(0).run();
}

#[test]
fn a_million_empty_elements_of_65_535_fields() {
    good(wide_elements(65_535, 1_000_000), 1).json_too_big(0).values_too_big(0).run();
}

/// 16 KiB in Rust for each byte.
#[test]
fn empty_elements_for_a_large_struct() {
    let head = [array(66, INT, 32), array(67, 66, 32), structure(65, "Large", &[("X", 67), ("Y", 67)]), slice(64, 65)].concat();
    for n in [1_000, 130_000] {
        good([head.clone(), single(64, &[uint(n), times(n as usize, &[0])].concat())].concat(), 1).run();
    }
}

/// `map[string]Large`, whose values are empty.
#[test]
fn empty_values_of_a_map_for_a_large_struct() {
    let head = [array(66, INT, 32), array(67, 66, 32), structure(65, "Large", &[("X", 67)]), build::map(64, STRING, 65)].concat();
    let pairs: Bytes = (0..50_000).flat_map(|i| [text(format!("{i}").as_bytes()), vec![0]].concat()).collect();
    good([head, single(64, &[uint(50_000), pairs].concat())].concat(), 1).run();
}

#[test]
fn a_few_empty_elements_of_65_535_fields_are_shown_with_their_zeros() {
    good(wide_elements(65_535, 50), 1).run();
}

#[test]
fn three_thousand_interfaces_of_a_struct_of_three_thousand_fields() {
    let head = [wide(65, 3_000, |_| STRING), slice(64, INTERFACE)].concat();
    let element = interface("main.Wide", 65, &[0]);
    let body = [uint(3_000), times(3_000, &element)].concat();
    good([head, single(64, &body)].concat(), 1).strict(End::Good(1)).json_too_big(0).run();
}

#[test]
fn interfaces_that_each_bring_the_same_wide_type_again() {
    // 300 messages of a value, each with a definition of 3,000 fields.
    let fields: Vec<String> = (0..3_000).map(|i| format!("F{i}")).collect();
    let fields: Vec<(&str, i64)> = fields.iter().map(|f| (f.as_str(), INT)).collect();
    let definition = inner_struct(65, &fields);
    let mut stream = slice(64, INTERFACE);
    let mut part = [int(64), vec![0], uint(300)].concat();
    for _ in 0..300 {
        stream.extend(message(&[part, text(b"T"), definition.clone()].concat()));
        part = [int(65), vec![1, 0]].concat();
    }
    stream.extend(message(&part));
    good(stream, 1).run();
}

#[test]
fn all_of_65_535_fields_sent() {
    let body = [times(65_535, &[1, 1]), vec![0]].concat();
    good([wide(64, 65_535, |_| BOOL), times(5, &value(64, &body))].concat(), 5).strict(End::Good(5)).run();
}

#[test]
fn all_of_65_535_fields_are_the_struct_itself() {
    let body = [times(65_535, &[1, 0]), vec![0]].concat();
    good([wide(64, 65_535, |_| 64), value(64, &body)].concat(), 1).json_too_big(0).run();
}

#[test]
fn one_field_more_than_the_limit() {
    bad([wide(64, 65_536, |_| BOOL), value(64, &[0])].concat(), TooBig, 0).run();
}

#[test]
fn fields_of_one_byte_each() {
    // 40 types of 65,535 fields that have neither name nor type: 2.6 MB that become tables of 16 bytes a field.
    let head: Bytes = (0..40).flat_map(|i| bare(64 + i, 65_535)).collect();
    good([head, value(64, &[0])].concat(), 1).room(128 * MIB).run();
}

#[test]
fn a_million_scalars() {
    for elem in [BOOL, INT, UINT, FLOAT, INTERFACE] {
        good([slice(64, elem), single(64, &[uint(1_000_000), times(1_000_000, &[0])].concat())].concat(), 1).run();
    }
    for elem in [STRING, BYTES] {
        good([slice(64, elem), single(64, &[uint(700_000), times(700_000, &[0])].concat())].concat(), 1).run();
    }
    good([slice(64, COMPLEX), single(64, &[uint(1_000_000), times(2_000_000, &[0])].concat())].concat(), 1).run();
}

#[test]
fn a_million_empty_composites() {
    let kinds = [slice(65, INT), array(65, INT, 0), build::map(65, STRING, INT), structure(65, "E", &[]), opaque(65, "O")];
    for kind in kinds {
        for (n, fits) in [(700_000, false), (100_000, true)] {
            let body = [uint(n), times(n as usize, &[0])].concat();
            let attack = good([kind.clone(), slice(64, 65), single(64, &body)].concat(), 1);
            if fits { attack.run() } else { attack.values_too_big(0).run() }
        }
    }
}

#[test]
fn two_hundred_thousand_equal_keys() {
    let body = [uint(200_000), times(200_000, &[2, 2])].concat();
    good([build::map(64, INT, INT), single(64, &body)].concat(), 1).strict(End::Bad(Corrupt, 0)).run();
}

#[test]
fn a_hundred_thousand_nan_keys() {
    // NaN is not equal to itself, so it may come again, even in what Go writes.
    let nan = [uint(f64::NAN.to_bits().swap_bytes()), vec![2]].concat();
    let body = [uint(100_000), times(100_000, &nan)].concat();
    good([build::map(64, FLOAT, INT), single(64, &body)].concat(), 1).strict(End::Good(1)).run();
}

#[test]
fn half_a_million_different_keys() {
    let pairs: Bytes = (0..500_000).flat_map(|i| [uint(i), vec![2]].concat()).collect();
    let body = [uint(500_000), pairs].concat();
    good([build::map(64, UINT, INT), single(64, &body)].concat(), 1).strict(End::Good(1)).run();
}

#[test]
fn a_huge_key_in_every_map_of_a_list() {
    // The strict reading compares keys by their bytes: it keeps those of one map at a time.
    let one = [vec![1], text(&vec![b'k'; 10_000]), vec![2]].concat();
    let body = [uint(200), times(200, &one)].concat();
    good([build::map(65, STRING, INT), slice(64, 65), single(64, &body)].concat(), 1).strict(End::Good(1)).run();
}

#[test]
fn a_million_values_of_one_byte() {
    good(times(1_000_000, &single(INT, &[6])), 1_000_000).strict(End::Good(1_000_000)).run();
}

#[test]
fn two_hundred_thousand_messages_with_stray_bytes() {
    let one = single(INT, &[6, 1, 2, 3]);
    good(times(200_000, &one), 200_000).strict(End::Bad(gobstream::ErrorKind::ExtraData, 0)).run();
}
