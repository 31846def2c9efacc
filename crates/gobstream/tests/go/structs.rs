//! interop/structs.go

use crate::composites::{Ints, Key, Point, map, p};
use crate::equal;
use crate::scalars::Weekday;
use crate::wide::Wide;
use gobstream::{Complex, Gob};
use std::collections::BTreeMap;

#[test]
fn plain() {
    equal!("point": p(22, 33));
    equal!("point-stream": p(1, -1), p(2, -2), p(0, 0), p(0, 5), p(5, 0));
    equal!("struct-zero": p(0, 0));
    let c64 = |re: f32, im: f32| Complex { re, im };
    let scalars = Scalars {
        b: true,
        i: -1,
        i8: -8,
        i16: -16,
        i32: -32,
        i64: -64,
        u: 1,
        u8: 8,
        u16: 16,
        u32: 32,
        u64: 64,
        ptr: Uintptr(2),
        f32: 0.5,
        f64: 0.1,
        c64: c64(0.0, 1.0),
        c128: Complex { re: 2.0, im: -2.0 },
        s: "s".into(),
        raw: vec![1, 2, 3],
    };
    equal!("struct-scalars": scalars, Scalars::default());
    let l = Letters::default;
    equal!("struct-deltas": Letters { a: 1, ..l() }, Letters { d: 4, ..l() }, Letters { b: "b".into(), e: vec![5], ..l() }, Letters { f: 1.5, ..l() },
        Letters { a: 1, f: 2.0, ..l() });
    equal!("struct-200-fields": Wide { F000: 1, F199: 200, ..Wide::default() }, Wide { F150: 150, ..Wide::default() }, Wide::default());
    equal!("struct-bool-only": Bools { a: true, b: false, c: true }, Bools { a: false, b: true, c: false });
    equal!("struct-minus-zero": Floats { f: -0.0, c: Complex { re: -0.0, im: 0.0 }, l: vec![-0.0] });
    let nan = f64::from_bits(0x7ff8_0000_0000_0001);
    equal!("struct-nan": Floats { f: nan, c: Complex { re: 0.0, im: nan }, l: vec![] });
    equal!("struct-names": Groesse { aehre: 1, omega: "o".into(), delta: 2.0 });
    equal!("struct-names-long": LongName { long: 1 });
}

#[test]
fn nested() {
    equal!("struct-nested": Line { a: p(1, 2), b: p(0, 0), name: "l".into() }, Line::default());
    equal!("struct-nested-pointer": Link { name: "a".into(), from: Some(p(1, 0)), to: None }, Link { name: "b".into(), from: Some(p(0, 0)), to: Some(p(0, 1)) },
        Link { name: String::new(), from: None, to: None });
    equal!("struct-array-field": Arrays { a: [1, 2], z: [], b: [9, 0, 0], p: None }, Arrays { a: [0; 2], z: [], b: [0; 3], p: None });
    equal!("struct-array-pointer": Arrays { a: [0; 2], z: [], b: [0; 3], p: Some([0, 0]) });
    equal!("struct-map-field": Maps { s: None, i: None, p: None }, Maps { s: Some(map([])), i: Some(map([])), p: Some(map([])) },
        Maps { s: Some(map([("a".into(), 1)])), i: Some(map([(2, "b".into())])), p: Some(map([("c".into(), true)])) });
    let list = |i: &[isize], b: &[u8], s: &[&str], p: Option<Vec<isize>>| Slices {
        i: i.into(),
        b: b.into(),
        s: s.iter().map(|s| s.to_string()).collect(),
        p,
    };
    equal!("struct-slice-field": list(&[], &[], &[], None), list(&[], &[], &[], Some(vec![])), list(&[1], &[2], &[""], Some(vec![3])));
    let zero = Pointers {
        b: Some(false),
        i: Some(0),
        s: Some(""),
        f: Some(0.0),
        u: Some(0),
        c: Some(Complex::default()),
        kept: Some(1),
    };
    equal!("struct-zero-pointers": zero, Pointers { b: None, i: None, s: None, f: None, u: None, c: None, kept: None });
    equal!("struct-empty": Empty, (), vec![Empty, Empty], Holder { e: Empty, p: None, n: 0 });
    equal!("struct-unnamed-slice": vec![Unnamed { n: 1 }, Unnamed { n: 0 }]);
    equal!("struct-unnamed": Outermost { a: 1, b: Innermost { c: "c".into() } });
    equal!("struct-pointer-depth": Depths { p1: Some(17), p2: Some(Some(17)), p3: Some(Some(Some(17))), p4: Some(Some(Some(Some(17)))) },
        Depths { p1: None, p2: Some(None), p3: None, p4: None });
    let text = |s: &str| vec![s.to_string()];
    equal!("struct-pointer-composites":
        Composites { s: Some(text("a")), m: Some(map([(1, 2)])), a: Some([true]), p: Some(p(1, 2)), l: vec![Some(p(3, 4))], d: Some(map([("k".into(), Some(p(0, 0)))])) },
        Composites { s: Some(vec![]), m: Some(map([])), a: Some([false]), p: Some(p(0, 0)), l: vec![], d: Some(map([])) }, Composites::default());
}

#[test]
fn left_out_and_embedded() {
    equal!("struct-unexported": Mixed { name: "n", hidden: 1, last: 2 });
    equal!("struct-chan-func": Skipping { name: "n", c: Some(Box::new(1)), after: 3 });
    equal!("struct-tags": Tagged { name: "n", skip: "s", n: 3 });
    let base = |id, name: &str| Base { id, name: name.into() };
    equal!("struct-embedded": Doc { base: base(1, "b"), audit: Some(Audit { by: "me".into(), base: base(2, "c") }), gone: None, title: "t".into() }, Doc::default());
    equal!("struct-embedded-scalar": WithScalar { weekday: Weekday(2), key: Key("k".into()), ints: Ints(vec![1]) });
    equal!("struct-generic": Pair { first: 1isize, second: "a" }, Pair { first: p(1, 2), second: vec![3isize] }, List(vec![Pair { first: "x", second: true }]));
}

#[test]
fn one_name_twice() {
    #[derive(Gob)]
    #[gob(rename = "Point")]
    struct Place {
        lat: f64,
        lon: f64,
    }
    equal!("struct-same-name": p(1, 2), Place { lat: 0.5, lon: -0.5 });
}

#[test]
fn definitions_come_in_order() {
    let deep = |n| Deep { n };
    equal!("struct-padding-order": Outer { i1: Inner1 { a: 1, d: deep(2) }, i2: vec![Inner2 { b: 3, d: [deep(4)] }], i3: map([("k".into(), Inner3 { d: deep(5) })]) });
    equal!("struct-shared-type": Shared { a: p(1, 2), b: vec![p(3, 4)], c: map([("k".into(), p(5, 6))]), d: Some(p(7, 8)), e: [p(9, 9)] });
    equal!("stream-types": p(1, 2), vec![3isize], Line { name: "l".into(), ..Line::default() }, "text", p(4, 5), map([("k", p(6, 7))]), vec![8isize], 9,
        Line { a: p(1, 0), ..Line::default() });
    equal!("stream-one-byte": true, 1, Empty, Empty, "");
    equal!("stream-rpc-client": Request { service_method: "Arith.Add", seq: 0 }, Args { a: 7, b: 8 }, Request { service_method: "Store.Put", seq: 1 },
        map([("k", "v")]), Request { service_method: "Arith.Add", seq: 2 }, Args { a: 0, b: 0 });
}

/// A request and its body in one write, as an RPC client sends them.
#[test]
fn transactions_give_the_same_bytes() {
    let mut encoder = gobstream::Encoder::to_vec();
    let (head, body) = (Request { service_method: "Arith.Add", seq: 0 }, Args { a: 7, b: 8 });
    let mut call = encoder.transaction().unwrap();
    call.put(&head).unwrap();
    call.put(&body).unwrap();
    call.commit().unwrap();
    let bytes = encoder.into_sink();
    assert_eq!(bytes, crate::vector("stream-rpc-client")[..bytes.len()]);
}

#[test]
fn everything() {
    let shape = vec![vec![p(1, 2)], vec![]];
    let sides = map([
        ("left".into(), Some(Line { a: p(1, 1), ..Line::default() })),
        ("right".into(), Some(Line { name: "r".into(), ..Line::default() })),
    ]);
    let any = vec![Any::Int(1), Any::Text("two".into()), Any::Float(3.0), Any::Nil, Any::Bytes(vec![4])];
    let inner = Everything { name: "inner".into(), ..Everything::default() };
    equal!("struct-everything": Everything {
        name: "all".into(), shape, grid: [[0.5, 0.0], [0.0, -0.5]], sides, raw: vec![vec![0xff], vec![]], any, next: Some(Box::new(inner)),
    });
}

#[derive(Gob)]
#[gob(rename = "any")]
pub(crate) enum Any {
    #[gob(nil)]
    Nil,
    #[gob(name = "int")]
    Int(isize),
    #[gob(name = "string")]
    Text(String),
    #[gob(name = "float64")]
    Float(f64),
    #[gob(name = "[]uint8")]
    Bytes(Vec<u8>),
}

#[derive(Gob, Default)]
struct Everything {
    name: String,
    shape: Vec<Vec<Point>>,
    grid: [[f32; 2]; 2],
    sides: BTreeMap<String, Option<Line>>,
    raw: Vec<Vec<u8>>,
    any: Vec<Any>,
    next: Option<Box<Everything>>,
}
#[derive(Gob, Default)]
struct Uintptr(u64);
#[derive(Gob, Default)]
struct Scalars {
    b: bool,
    i: isize,
    i8: i8,
    i16: i16,
    i32: i32,
    i64: i64,
    u: usize,
    u8: u8,
    u16: u16,
    u32: u32,
    u64: u64,
    ptr: Uintptr,
    f32: f32,
    f64: f64,
    c64: Complex<f32>,
    c128: Complex<f64>,
    s: String,
    raw: Vec<u8>,
}
#[derive(Gob, Default)]
pub(crate) struct Letters {
    pub a: isize,
    pub b: String,
    pub c: bool,
    pub d: usize,
    pub e: Vec<isize>,
    pub f: f64,
}
#[derive(Gob, Default, Clone)]
pub(crate) struct Line {
    pub a: Point,
    pub b: Point,
    pub name: String,
}
#[derive(Gob)]
pub(crate) struct Link {
    pub name: String,
    pub from: Option<Point>,
    pub to: Option<Point>,
}
#[derive(Gob)]
struct Arrays {
    a: [isize; 2],
    z: [isize; 0],
    b: [u8; 3],
    p: Option<[isize; 2]>,
}
/// A map that is nil or empty: an option keeps them apart, as it does a pointer to one.
#[derive(Gob)]
struct Maps {
    s: Option<BTreeMap<String, isize>>,
    i: Option<BTreeMap<isize, String>>,
    p: Option<BTreeMap<String, bool>>,
}
#[derive(Gob)]
struct Slices {
    i: Vec<isize>,
    b: Vec<u8>,
    s: Vec<String>,
    p: Option<Vec<isize>>,
}
#[derive(Gob)]
struct Pointers<'a> {
    b: Option<bool>,
    i: Option<isize>,
    s: Option<&'a str>,
    f: Option<f64>,
    u: Option<usize>,
    c: Option<Complex<f64>>,
    kept: Option<isize>,
}
#[derive(Gob)]
struct Floats {
    f: f64,
    c: Complex<f64>,
    l: Vec<f64>,
}
#[derive(Gob)]
pub(crate) struct Empty;
#[derive(Gob)]
struct Holder {
    e: Empty,
    p: Option<Empty>,
    n: isize,
}
#[derive(Gob)]
#[gob(rename = "")]
struct Unnamed {
    n: isize,
}
#[derive(Gob)]
#[gob(rename = "")]
struct Outermost {
    a: isize,
    b: Innermost,
}
#[derive(Gob)]
#[gob(rename = "")]
struct Innermost {
    c: String,
}
#[derive(Gob)]
struct Mixed<'a> {
    name: &'a str,
    #[gob(skip)]
    hidden: isize,
    last: isize,
}
#[derive(Gob)]
struct Skipping<'a> {
    name: &'a str,
    #[gob(skip)]
    c: Option<Box<dyn Send>>,
    after: isize,
}
#[derive(Gob)]
struct Tagged<'a> {
    name: &'a str,
    skip: &'a str,
    n: isize,
}
#[derive(Gob, Default)]
pub(crate) struct Base {
    pub id: isize,
    pub name: String,
}
#[derive(Gob)]
pub(crate) struct Audit {
    pub by: String,
    #[gob(embedded)]
    pub base: Base,
}
#[derive(Gob, Default)]
pub(crate) struct Doc {
    #[gob(embedded)]
    pub base: Base,
    #[gob(embedded)]
    pub audit: Option<Audit>,
    pub gone: Option<Base>,
    pub title: String,
}
#[derive(Gob)]
struct WithScalar {
    #[gob(embedded)]
    weekday: Weekday,
    #[gob(embedded)]
    key: Key,
    #[gob(embedded)]
    ints: Ints,
}
#[derive(Gob)]
#[gob(rename = "Größe")]
struct Groesse {
    #[gob(rename = "Ähre")]
    aehre: isize,
    #[gob(rename = "Ωmega")]
    omega: String,
    #[gob(rename = "Δ")]
    delta: f64,
}
#[derive(Gob)]
struct LongName {
    #[gob(
        rename = "AVeryLongFieldNameThatGoesOnAndOnBecauseGobSetsNoLimitOnTheLengthOfNamesWhichIsWhyAReaderMustNotReserveAFixedBufferForThemAsSomeReadersDo"
    )]
    long: isize,
}
#[derive(Gob)]
pub(crate) struct Pair<A, B> {
    pub first: A,
    pub second: B,
}
#[derive(Gob)]
pub(crate) struct List<T>(pub Vec<T>);
#[derive(Gob)]
struct Deep {
    n: isize,
}
#[derive(Gob)]
struct Inner1 {
    a: isize,
    d: Deep,
}
#[derive(Gob)]
struct Inner2 {
    b: isize,
    d: [Deep; 1],
}
#[derive(Gob)]
struct Inner3 {
    d: Deep,
}
#[derive(Gob)]
struct Outer {
    i1: Inner1,
    i2: Vec<Inner2>,
    i3: BTreeMap<String, Inner3>,
}
#[derive(Gob)]
struct Shared {
    a: Point,
    b: Vec<Point>,
    c: BTreeMap<String, Point>,
    d: Option<Point>,
    e: [Point; 1],
}
#[derive(Gob, Default)]
pub(crate) struct Bools {
    pub a: bool,
    pub b: bool,
    pub c: bool,
}
#[derive(Gob)]
struct Depths {
    p1: Option<isize>,
    p2: Option<Option<isize>>,
    p3: Option<Option<Option<isize>>>,
    p4: Option<Option<Option<Option<isize>>>>,
}
#[derive(Gob, Default)]
struct Composites {
    s: Option<Vec<String>>,
    m: Option<BTreeMap<isize, isize>>,
    a: Option<[bool; 1]>,
    p: Option<Point>,
    l: Vec<Option<Point>>,
    d: Option<BTreeMap<String, Option<Point>>>,
}
#[derive(Gob)]
struct Request<'a> {
    service_method: &'a str,
    seq: u64,
}
#[derive(Gob)]
struct Args {
    a: isize,
    b: isize,
}
