//! interop/recursive.go

use crate::composites::{map, p};
use crate::equal;
use gobstream::Gob;
use std::collections::BTreeMap;

#[derive(Gob)]
struct Tree {
    val: isize,
    left: Option<Box<Tree>>,
    right: Option<Box<Tree>>,
}

fn tree(val: isize, left: Option<Tree>, right: Option<Tree>) -> Tree {
    Tree { val, left: left.map(Box::new), right: right.map(Box::new) }
}

#[derive(Gob)]
struct Linked {
    n: isize,
    next: Option<Box<Linked>>,
}

fn list(n: isize) -> Option<Box<Linked>> {
    (1..=n).rev().fold(None, |next, n| Some(Box::new(Linked { n, next })))
}

fn full_tree(depth: i32, val: isize) -> Option<Tree> {
    (depth >= 0).then(|| tree(val, full_tree(depth - 1, 2 * val), full_tree(depth - 1, 2 * val + 1)))
}

#[derive(Gob)]
pub(crate) struct Rec(pub Vec<Rec>);
#[derive(Gob)]
struct Dir(BTreeMap<String, Dir>);
#[derive(Gob)]
struct IntDir(BTreeMap<isize, IntDir>);
#[derive(Gob, Default)]
struct Menu {
    title: String,
    items: Vec<Menu>,
    more: Vec<Option<Menu>>,
}
#[derive(Gob, Default)]
struct Folder {
    name: String,
    sub: Option<BTreeMap<String, Folder>>,
    refs: BTreeMap<String, Option<Folder>>,
}
#[derive(Gob)]
struct Quad {
    n: isize,
    kids: [Vec<Quad>; 2],
}
#[derive(Gob)]
struct Fork([Vec<Fork>; 2]);
#[derive(Gob)]
struct Hen {
    name: String,
    lays: Option<Box<Egg>>,
}
#[derive(Gob)]
struct Egg {
    name: String,
    hatches: Option<Box<Hen>>,
}
#[derive(Gob)]
struct Rec1 {
    a: Vec<Rec2>,
    m: BTreeMap<String, Rec1>,
}
#[derive(Gob)]
struct Rec2 {
    r: Option<Box<Rec1>>,
}
#[derive(Gob)]
struct Parent {
    kids: Vec<Child>,
}
#[derive(Gob)]
struct Child {
    name: String,
    of: Option<Box<Parent>>,
    sibs: Vec<Child>,
}
#[derive(Gob)]
struct RingA {
    n: isize,
    b: Option<Box<RingB>>,
}
#[derive(Gob)]
struct RingB {
    n: isize,
    c: Vec<RingC>,
}
#[derive(Gob)]
struct RingC {
    n: isize,
    a: BTreeMap<String, RingA>,
}
#[derive(Gob)]
struct Even(Vec<Odd>);
#[derive(Gob)]
struct Odd(Vec<Even>);
#[derive(Gob)]
struct Deck(Vec<Card>);
#[derive(Gob)]
#[gob(rename = "")]
struct Card {
    n: isize,
    sub: Deck,
}
#[derive(Gob)]
struct Node<T> {
    v: T,
    next: Option<Box<Node<T>>>,
}
#[derive(Gob)]
#[gob(rename = "")]
struct NamedField {
    r: Rec,
    n: isize,
}
#[derive(Gob)]
#[gob(rename = "")]
struct PointerField {
    d: Option<Dir>,
}

#[test]
fn structs() {
    let seven = tree(7, None, None);
    equal!("rec-struct": tree(5, Some(tree(3, None, None)), Some(tree(8, Some(seven), None))), tree(0, None, None));
    equal!("rec-list": list(60));
    equal!("rec-wide": full_tree(6, 1));
    equal!("rec-names-first-path": map([("t", tree(1, None, None))]), tree(2, None, None));
    let menu = |title: &str| Menu { title: title.into(), ..Menu::default() };
    equal!("rec-struct-slice": Menu { items: vec![menu("open"), Menu { items: vec![menu("")], ..menu("more") }], more: vec![Some(menu("hidden"))], ..menu("file") });
    let a = Folder { name: "a".into(), sub: Some(map([])), ..Folder::default() };
    let r = Folder { name: "r".into(), ..Folder::default() };
    equal!("rec-struct-map": Folder { name: "root".into(), sub: Some(map([("a".into(), a)])), ..Folder::default() },
        Folder { refs: map([("r".into(), Some(r))]), ..Folder::default() });
    equal!("rec-array": Quad { n: 1, kids: [vec![Quad { n: 2, kids: [vec![], vec![]] }], vec![]] });
    let hen = Hen { name: "c".into(), lays: None };
    equal!("rec-mutual": Hen { name: "h".into(), lays: Some(Box::new(Egg { name: "e".into(), hatches: Some(Box::new(hen)) })) }, Egg { name: "first".into(), hatches: None });
    let rec1 = |a, m| Rec1 { a, m };
    let inner = rec1(vec![], map([("k".into(), rec1(vec![], map([])))]));
    equal!("rec-mutual-slice": rec1(vec![Rec2 { r: Some(Box::new(inner)) }, Rec2 { r: None }], map([])));
    equal!("rec-mutual-names": Parent { kids: vec![Child { name: "c".into(), of: Some(Box::new(Parent { kids: vec![] })), sibs: vec![] }] });
    let ring_c = RingC { n: 3, a: map([("a".into(), RingA { n: 4, b: None })]) };
    equal!("rec-ring": RingA { n: 1, b: Some(Box::new(RingB { n: 2, c: vec![ring_c] })) });
    equal!("rec-generic": Node { v: "a", next: Some(Box::new(Node { v: "b", next: None })) }, Node { v: p(1, 2), next: None });
}

#[test]
fn lists_and_maps() {
    let leaf = || Rec(vec![]);
    equal!("rec-slice": Rec(vec![leaf(), Rec(vec![leaf(), leaf()])]), leaf());
    let dir = |pairs| Dir(pairs);
    equal!("rec-map": dir(map([("usr".into(), dir(map([("bin".into(), dir(map([])))])))])), dir(map([("n".into(), dir(map([])))])), dir(map([])));
    equal!("rec-map-key": IntDir(map([(1, IntDir(map([(2, IntDir(map([])))])))])));
    let fork = |a, b| Fork([a, b]);
    equal!("rec-array-self": fork(vec![fork(vec![], vec![]), fork(vec![], vec![])], vec![]));
    let (even, odd) = (|v| Even(v), |v| Odd(v));
    equal!("rec-slices-mutual": even(vec![odd(vec![even(vec![]), even(vec![odd(vec![])])]), odd(vec![])]));
    equal!("rec-slice-struct": Deck(vec![Card { n: 1, sub: Deck(vec![Card { n: 2, sub: Deck(vec![]) }]) }, Card { n: 0, sub: Deck(vec![]) }]));
    equal!("rec-named-field": NamedField { r: Rec(vec![leaf()]), n: 1 }, PointerField { d: Some(dir(map([("d".into(), dir(map([])))]))) });
}

/// Deep enough for Go's own vectors, on the stack that is allowed by default, in a release build; and refused, not fatal, past it.
#[test]
fn depth_is_bounded_by_the_stack() {
    let options = gobstream::EncodeOptions { stack: 1 << 20, ..Default::default() };
    let mut encoder = gobstream::Encoder::with_options(Vec::new(), options);
    encoder.encode(&list(1000)).unwrap();
    assert_eq!(encoder.into_sink(), crate::vector("rec-list-deep"));
    let mut encoder = gobstream::Encoder::to_vec();
    let error = encoder.encode(&list(20_000)).unwrap_err();
    assert_eq!(error.kind(), gobstream::ErrorKind::TooDeep);
    // Nothing of it is remembered.
    encoder.encode(&p(22, 33)).unwrap();
    assert_eq!(encoder.into_sink(), crate::vector("point"));
}
