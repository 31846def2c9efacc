//! Messages and streams in great numbers: values in pieces, encoders that were appended, definitions that come again.

use crate::attack::{End, bad, good};
use crate::common::build::{self, *};
use gobstream::ErrorKind::{Corrupt, DuplicateType, TooBig, TooDeep, Truncated, UnknownType};

/// `[]any` of `n` elements of slice types, each with its definition, which ends a message. `id_of` says their ids.
fn in_pieces(n: usize, id_of: impl Fn(usize) -> i64) -> Bytes {
    let mut stream = slice(64, INTERFACE);
    let mut part = [int(64), vec![0], uint(n as u64)].concat();
    for i in 0..n {
        stream.extend(message(&[part, text(b"[]int"), inner_slice(id_of(i), INT)].concat()));
        part = [int(id_of(i)), vec![2, 0, 0]].concat();
    }
    stream.extend(message(&part));
    stream
}

#[test]
fn a_value_over_64_000_messages() {
    let attack = good(in_pieces(64_000, |i| 65 + i as i64), 1);
    attack.go(End::Good(1)).strict(End::Good(1)).run();
}

#[test]
fn a_value_over_70_000_messages_passes_the_limit_of_types() {
    bad(in_pieces(70_000, |i| 65 + i as i64), TooBig, 0).run();
}

#[test]
fn a_value_over_200_000_messages_that_define_one_type_again_and_again() {
    good(in_pieces(200_000, |_| 65), 1).go(End::Bad(DuplicateType, 0)).strict(End::Bad(DuplicateType, 0)).run();
}

#[test]
fn chunks_that_lie_about_their_length() {
    // Interfaces in interfaces, each with a definition in the middle and a chunk length of 2^64-1 behind it.
    let n = 2_000;
    let mut body = vec![1];
    for i in 0..n {
        body.extend(
            [text(b"L"), inner_slice(65 + i, INTERFACE), uint(u64::MAX), int(65 + i), uint(u64::MAX), vec![0, 1]].concat(),
        );
    }
    body.push(0);
    good([slice(64, INTERFACE), single(64, &body)].concat(), 1).strict(End::Bad(Corrupt, 0)).run();
}

#[test]
fn a_hundred_thousand_streams_that_are_the_same() {
    let one = [structure(64, "P", &[("X", INT)]), value(64, &[1, 2, 0])].concat();
    good(times(100_000, &one), 100_000).go(End::Bad(DuplicateType, 1)).run();
}

#[test]
fn a_hundred_thousand_definitions_that_are_the_same_and_one_value() {
    let definitions = times(100_000, &structure(64, "P", &[("X", INT)]));
    good([definitions, value(64, &[1, 2, 0])].concat(), 1).run();
}

#[test]
fn a_thousand_wide_definitions_that_are_the_same_and_one_value() {
    let definitions = times(1_000, &wide(64, 1_000, |_| INT));
    good([definitions, value(64, &[0])].concat(), 1).run();
}

/// Definitions of one id that alternate, each with a value.
fn storm(n: usize) -> Bytes {
    let one = |elem| [slice(64, elem), single(64, &[0])].concat();
    times(n / 2, &[one(INT), one(STRING)].concat())
}

#[test]
fn sixty_thousand_redefinitions_that_alternate() {
    good(storm(60_000), 60_000).run();
}

#[test]
fn a_hundred_thousand_redefinitions_pass_the_limit_of_types() {
    bad(storm(100_000), TooBig, 65_536).run();
}

#[test]
fn redefinitions_without_a_value_between() {
    let definitions = times(30_000, &[slice(64, INT), slice(64, STRING)].concat());
    good([definitions, single(64, &[0])].concat(), 1).run();
}

#[test]
fn a_redefinition_that_a_thousand_repeated_types_must_look_at() {
    // Part after part repeats a thousand types that refer to one that changes each time.
    let users: Bytes = (0..1_000).flat_map(|i| slice(65 + i, 64)).collect();
    let part = |elem| [users.clone(), slice(64, elem), single(65, &[0])].concat();
    good(times(30, &[part(INT), part(STRING)].concat()), 60).run();
}

#[test]
fn sixty_thousand_definitions_and_no_value() {
    let definitions: Bytes = (0..60_000).flat_map(|i| slice(64 + i, INT)).collect();
    bad(definitions, Truncated, 0).run();
}

#[test]
fn more_definitions_than_the_limit() {
    let definitions: Bytes = (0..70_000).flat_map(|i| slice(64 + i, INT)).collect();
    bad([definitions, single(64, &[0])].concat(), TooBig, 0).run();
}

#[test]
fn sixty_thousand_ids_far_apart() {
    let id = |i: i64| i64::from(i32::MAX) - i * 35_000;
    let definitions: Bytes = (0..60_000).flat_map(|i| slice(id(i), id((i + 1) % 60_000))).collect();
    good([definitions, times(1_000, &single(id(59_999), &[1, 1, 0]))].concat(), 1_000).go(End::Good(1_000)).run();
}

#[test]
fn values_of_types_that_come_only_behind_them() {
    // Each value uses a type that the next message defines.
    let one = |i: i64| [slice(64 + 2 * i, 65 + 2 * i), single(64 + 2 * i, &[0]), structure(65 + 2 * i, "T", &[])].concat();
    let stream: Bytes = (0..20_000).flat_map(one).collect();
    good([stream, single(64, &[2, 0, 0])].concat(), 20_001).go(End::Bad(UnknownType, 0)).run();
}

#[test]
fn names_as_long_as_they_may_be() {
    let name = "N".repeat(64 << 10);
    let types: Bytes = (0..100).flat_map(|i| structure(64 + i, &name, &[(&name, INT)])).collect();
    let values: Bytes = (0..100).flat_map(|i| value(64 + i, &[1, 2, 0])).collect();
    good([types, values].concat(), 100).run();
    let longer = "N".repeat((64 << 10) + 1);
    bad([structure(64, &longer, &[]), value(64, &[0])].concat(), Corrupt, 0).run();
    bad([structure(64, "N", &[(&longer, INT)]), value(64, &[0])].concat(), Corrupt, 0).run();
}

#[test]
fn errors_about_long_names_stay_short() {
    let name = "\u{1}".repeat(64 << 10);
    let twice = structure(64, &name, &[]);
    bad([twice.clone(), twice.clone(), value(64, &[9])].concat(), Corrupt, 0).go(End::Bad(DuplicateType, 0)).run();
    let name = "N".repeat(64 << 10);
    let head = structure(64, "N", &[(&name, 64)]);
    bad([head, value(64, &times(20_000, &[1]))].concat(), TooDeep, 0).json_too_big(0).run();
}

#[test]
fn a_thousand_names_of_types_in_interfaces() {
    let name = "m.".to_owned() + &"N".repeat(1_022);
    let body = [uint(3_000), times(3_000, &interface(&name, INT, &[0, 6]))].concat();
    good([slice(64, INTERFACE), single(64, &body)].concat(), 1).strict(End::Good(1)).run();
    let longer = name + "N";
    let body = [vec![1], interface(&longer, INT, &[0, 6])].concat();
    bad([slice(64, INTERFACE), single(64, &body)].concat(), Corrupt, 0).run();
}

#[test]
fn a_field_called_the_same_in_every_place() {
    let fields: Vec<(&str, i64)> = vec![("A", INT); 20_000];
    let body = [times(20_000, &[1, 2]), vec![0]].concat();
    good([structure(64, "T", &fields), times(10, &value(64, &body))].concat(), 10).run();
}

#[test]
fn a_million_values_of_an_unknown_type_end_at_the_first() {
    bad(times(1_000_000, &value(64, &[0])), UnknownType, 0).run();
}

#[test]
fn a_map_of_a_hundred_thousand_interfaces_that_define_types_as_keys() {
    let mut stream = build::map(64, INTERFACE, INTERFACE);
    let n = 20_000;
    let mut part = [int(64), vec![0], uint(n)].concat();
    for i in 0..n as i64 {
        for id in [65 + 2 * i, 66 + 2 * i] {
            stream.extend(message(&[part, text(b"T"), inner_struct(id, &[("X", INT)])].concat()));
            part = [int(id), vec![3, 1, 2, 0]].concat();
        }
    }
    stream.extend(message(&part));
    good(stream, 1).go(End::Good(1)).run();
}

#[test]
fn definitions_that_come_again_behind_a_value_took_memory_for_each() {
    // 1 MB that is nothing but repetition; each copy took some 120 bytes.
    let point = structure(64, "P", &[("X", INT)]);
    let stream = [point.clone(), value(64, &[0]), times(60_000, &point), value(64, &[0])].concat();
    good(stream, 2).go(End::Bad(DuplicateType, 1)).strict(End::Bad(DuplicateType, 1)).run();
}

#[test]
fn ids_that_are_awaited_are_charged() {
    // 15.6 MB that refer to 2.6 million ids, none of which is defined.
    let types: Bytes = (0..40).flat_map(|i| wide(64 + i, 65_000, |j| 1_000_000 + i * 65_000 + j as i64)).collect();
    bad([types, value(64, &[0])].concat(), TooBig, 0).room(160 << 20).run();
}
