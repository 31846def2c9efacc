//! Graphs of types that would be huge as trees, and references that lead nowhere or come late.

use crate::attack::{End, MIB, bad, good};
use crate::common::build::{self, *};
use gobstream::ErrorKind::{TooDeep, UnknownType};

/// Maps from the next type to the next type: a tree of 2^n.
fn dag(n: i64) -> Bytes {
    let last = structure(64 + n, "Leaf", &[("X", INT)]);
    [(0..n).flat_map(|i| build::map(64 + i, 65 + i, 65 + i)).collect(), last].concat()
}

#[test]
fn a_graph_of_maps_that_is_an_exponential_tree() {
    for n in [22, 40, 1_000] {
        good([dag(n), single(64, &[0])].concat(), 1).go(End::Good(1)).strict(End::Good(1)).run();
    }
}

#[test]
fn a_graph_of_maps_that_is_an_exponential_tree_in_interfaces() {
    let body = [uint(1_000), times(1_000, &interface("main.M", 64, &[0, 0]))].concat();
    good([dag(40), slice(200, INTERFACE), single(200, &body)].concat(), 1).strict(End::Good(1)).run();
}

#[test]
fn three_hundred_structs_that_each_refer_to_all() {
    let n = 300;
    let types: Bytes = (0..n).flat_map(|i| wide(64 + i, n as usize, |j| 64 + j as i64)).collect();
    good([types.clone(), value(64, &[0])].concat(), 1).go(End::Good(1)).strict(End::Good(1)).run();
    // The same with a value in which each holds the next.
    let down: Bytes = (1..n as u64).flat_map(|i| uint(i + 1)).collect();
    let up = times(n as usize, &[0]);
    good([types, value(64, &[down, up].concat())].concat(), 1).strict(End::Good(1)).run();
}

#[test]
fn a_chain_of_60_000_slices() {
    let n = 60_000;
    let types: Bytes = (0..n).flat_map(|i| slice(64 + i, if i + 1 == n { INT } else { 65 + i })).collect();
    good([types.clone(), single(64, &[0])].concat(), 1).go(End::Good(1)).strict(End::Good(1)).run();
    let body = [times(n as usize - 1, &[1]), vec![0]].concat();
    bad([types.clone(), single(64, &body)].concat(), TooDeep, 0).run();
    good([types, single(64, &body)].concat(), 1).raised(100_000, 64 * MIB).run();
}

#[test]
fn a_chain_of_60_000_types_that_ends_in_an_interface() {
    // Whether a value may span messages is passed on from the last type to the first.
    let n = 60_000;
    let types: Bytes = (0..n).flat_map(|i| slice(64 + i, if i + 1 == n { INTERFACE } else { 65 + i })).collect();
    good([types.clone(), single(64, &[0])].concat(), 1).go(End::Good(1)).run();
    // The other way round: each type comes behind the one that it refers to, with a value each.
    let types: Bytes = (0..n)
        .rev()
        .flat_map(|i| [slice(64 + i, if i + 1 == n { INTERFACE } else { 65 + i }), single(64 + i, &[0])].concat())
        .collect();
    good(types, n as u64).go(End::Good(n as u64)).run();
}

#[test]
fn a_wide_graph_that_turns_out_to_hold_an_interface() {
    // 250 structs that refer to each other a thousand times over, and an interface that comes to all of them last.
    let n = 250;
    let types: Bytes = (0..n).flat_map(|i| wide(64 + i, 1_000, |j| 64 + (j as i64 % (n + 1)))).collect();
    let last = structure(64 + n, "I", &[("I", INTERFACE)]);
    good([types, value(64, &[0]), last, value(64, &[0])].concat(), 2).run();
}

#[test]
fn sixty_five_thousand_references_that_are_never_resolved() {
    let head = wide(64, 65_000, |i| 100_000 + i as i64);
    // Each value of three bytes shows 65,000 zeros, for which it is charged; so there are not many.
    good([head.clone(), times(20, &value(64, &[0]))].concat(), 20).go(End::Bad(UnknownType, 0)).run();
    bad([head, value(64, &[5, 0])].concat(), UnknownType, 0).run();
}

#[test]
fn references_of_one_id_that_is_never_defined() {
    let types: Bytes = (0..20).flat_map(|i| wide(64 + i, 20_000, |_| 5_000)).collect();
    good([types, value(64, &[0])].concat(), 1).run();
}

#[test]
fn sixty_thousand_references_that_are_resolved_one_by_one() {
    // One value in a thousand, so that its zeros do not print gigabytes.
    let n = 60_000;
    let head = wide(64, n, |i| 65 + i as i64);
    let shown = |i: i64| value(64, &[uint(i as u64 + 1), vec![1, 2, 0]].concat());
    let one = |i: i64| [slice(65 + i, INT), if i % 1_000 == 0 { shown(i) } else { single(65 + i, &[0]) }].concat();
    let rest: Bytes = (0..n as i64).flat_map(one).collect();
    good([head, rest].concat(), n as u64).run();
}

#[test]
fn references_of_many_to_one_that_comes_late() {
    let n = 30_000;
    let types: Bytes = (0..n).flat_map(|i| [slice(64 + i, 64 + n), single(64 + i, &[0])].concat()).collect();
    let last = [structure(64 + n, "Late", &[("I", INTERFACE)]), single(64, &[1, 0])].concat();
    good([types, last].concat(), n as u64 + 1).run();
}

#[test]
fn types_that_are_their_own_parts() {
    let own = [slice(64, 64), array(65, 65, 0), build::map(66, INT, 66), structure(67, "S", &[("S", 67)])].concat();
    let values = [single(64, &[0]), single(65, &[0]), single(66, &[0]), value(67, &[0])].concat();
    good([own, values].concat(), 4).go(End::Good(4)).strict(End::Good(4)).run();
}

#[test]
fn an_array_of_itself_cannot_end() {
    // type A [1]A: each element needs another byte, until there are none.
    bad([array(64, 64, 1), single(64, &times(5_000, &[1]))].concat(), gobstream::ErrorKind::Corrupt, 0).run();
    bad([array(64, 64, 1), single(64, &times(50_000, &[1]))].concat(), TooDeep, 0).run();
}
