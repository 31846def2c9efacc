//! Values inside values, by the million.

use crate::attack::{End, MIB, bad, good};
use crate::common::build::{self, *};
use gobstream::ErrorKind::{Corrupt, TooDeep};

const MILLION: usize = 1_000_000;
/// Levels and memory that a user may ask for.
const RAISED: (u32, usize) = (2_100_000, 1 << 30);

fn nested_structs(n: usize) -> Bytes {
    [structure(64, "N", &[("Next", 64)]), value(64, &[times(n, &[1]), times(n + 1, &[0])].concat())].concat()
}

fn nested_slices(n: usize) -> Bytes {
    [slice(64, 64), single(64, &[times(n, &[1]), vec![0]].concat())].concat()
}

fn nested_maps(n: usize) -> Bytes {
    [build::map(64, INT, 64), single(64, &[times(n, &[1, 4]), vec![0]].concat())].concat()
}

/// `[]any` in `[]any`, each the only element. The counts before payloads are lies: true ones would be quadratic to build.
fn nested_interfaces(n: usize) -> Bytes {
    let one = [text(b"L"), int(64), vec![9, 0, 1]].concat();
    [slice(64, INTERFACE), single(64, &[vec![1], times(n, &one), vec![0]].concat())].concat()
}

#[test]
fn a_million_nested_structs_are_too_deep() {
    bad(nested_structs(MILLION), TooDeep, 0).run();
}

#[test]
fn a_million_nested_slices_are_too_deep() {
    bad(nested_slices(MILLION), TooDeep, 0).run();
}

#[test]
fn a_million_nested_maps_are_too_deep() {
    bad(nested_maps(MILLION), TooDeep, 0).run();
}

#[test]
fn a_million_nested_interfaces_are_too_deep() {
    bad(nested_interfaces(MILLION), TooDeep, 0).run();
}

#[test]
fn nesting_just_within_the_limit_is_read() {
    good(nested_structs(9_998), 1).strict(End::Good(1)).run();
    good(nested_slices(9_998), 1).strict(End::Good(1)).run();
    good(nested_maps(9_998), 1).strict(End::Good(1)).run();
    good(nested_interfaces(4_999), 1).strict(End::Bad(Corrupt, 0)).run();
}

// What one level may take at the most, while it is open, is stated by the room: 512 bytes.

#[test]
fn a_million_nested_structs_are_read_if_asked_for() {
    good(nested_structs(MILLION), 1).raised(RAISED.0, RAISED.1).room(512 * MIB).run();
}

#[test]
fn a_million_nested_slices_are_read_if_asked_for() {
    good(nested_slices(MILLION), 1).raised(RAISED.0, RAISED.1).room(512 * MIB).run();
}

#[test]
fn a_million_nested_maps_are_read_if_asked_for() {
    good(nested_maps(MILLION), 1).raised(RAISED.0, RAISED.1).room(512 * MIB).run();
}

#[test]
fn a_million_nested_interfaces_are_read_if_asked_for() {
    good(nested_interfaces(MILLION), 1).raised(RAISED.0, RAISED.1).room(1024 * MIB).run();
}

#[test]
fn a_million_nested_levels_that_break_off() {
    let cut = |mut bytes: Bytes, kind| {
        bytes.truncate(bytes.len() - 2);
        bad(bytes, kind, 0).raised(RAISED.0, RAISED.1).room(1024 * MIB).run();
    };
    cut(nested_structs(MILLION), gobstream::ErrorKind::Truncated);
    cut(nested_interfaces(MILLION), gobstream::ErrorKind::Truncated);
}

#[test]
fn interfaces_that_hold_nothing_but_interfaces() {
    // struct{ I any } in struct{ I any } …, with lying counts.
    let head = structure(64, "B", &[("I", INTERFACE)]);
    let level = [vec![1], text(b"B"), int(64), vec![1]].concat();
    let body = |n| value(64, &[times(n, &level), times(n + 1, &[0])].concat());
    bad([head.clone(), body(MILLION / 4)].concat(), TooDeep, 0).run();
    good([head, body(4_999)].concat(), 1).run();
}

#[test]
fn maps_in_the_keys_of_maps() {
    // map[K]bool where K is the map itself: no Go map can be a key.
    let n = 9_990;
    let head = build::map(64, 64, BOOL);
    let body = |n| single(64, &[times(n, &[1]), vec![0], times(n, &[1])].concat());
    good([head.clone(), body(n)].concat(), 1).strict(End::Good(1)).run();
    let attack = good([head, body(MILLION / 4)].concat(), 1).raised(RAISED.0, RAISED.1);
    attack.room(512 * MIB).strict(End::Good(1)).run();
}

#[test]
fn deep_and_wide() {
    // 5,000 levels of slices, each with a hundred empty ones beside the next level.
    let n = 5_000;
    let body = [times(n, &[101]), vec![0], times(n, &[0; 100])].concat();
    good([slice(64, 64), single(64, &body)].concat(), 1).values_too_big(0).run();
    let small = 2_000;
    let body = [times(small, &[101]), vec![0], times(small, &[0; 100])].concat();
    good([slice(64, 64), single(64, &body)].concat(), 1).run();
}

#[test]
fn broken_utf8_deep_inside() {
    // 300,000 strings that are lost, under 9,000 levels: the path is worked out once.
    let n = 9_000;
    let head = [structure(64, "N", &[("Next", 64), ("S", 65)]), slice(65, STRING)].concat();
    let list = [uint(300_000), times(300_000, b"\x01\xff")].concat();
    let body = [times(n, &[1]), vec![2], list, vec![0], times(n, &[0])].concat();
    good([head, value(64, &body)].concat(), 1).run();
}

#[test]
fn long_keys_on_a_deep_path() {
    // Each level's key is 1,000 bytes; the walk keeps 64 of each for a path, and the path is cut.
    let n = 3_000;
    let level = [vec![1], text(&vec![b'k'; 1_000])].concat();
    let body = [times(n, &level), vec![1], uint(1_000_000)].concat();
    bad([build::map(64, STRING, 64), single(64, &body)].concat(), Corrupt, 0).run();
}

#[test]
fn definitions_far_down_in_a_deep_value() {
    // 9,900 lists around a list of interfaces that each repeat a definition: no level is looked at for each.
    let (n, m) = (9_900, 60_000);
    let head = [slice(64, 65), structure(65, "T", &[("L", 64), ("I", 66)]), slice(66, INTERFACE)].concat();
    let element = [text(b"[]int"), inner_slice(67, INT), vec![7], int(67), vec![2, 0, 0]].concat();
    let down = times(n / 2, &[1, 1]);
    let list = [vec![0, 1], uint(m as u64), times(m, &element), vec![0]].concat();
    let up = times(n / 2 - 1, &[0]);
    good([head, single(64, &[down, list, up].concat())].concat(), 1).run();
}
