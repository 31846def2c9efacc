//! interop/interfaces.go

use crate::composites::{Dict, Ints, Key, Lines, Point, Triple, map, p};
use crate::opaques::day;
use crate::scalars::{Blob, Flag, Phase, Weekday};
use crate::structs::{Bools, Empty, Letters, Line, Link, Pair};
use crate::{alike, equal};
use gobstream::known::Time;
use gobstream::{Complex, Gob, Pairs, Stream, Value};
use std::collections::BTreeMap;

/// What interop registers.
#[derive(Gob)]
#[gob(rename = "any")]
pub(crate) enum Any {
    #[gob(nil)]
    Nil,
    #[gob(name = "int")]
    Int(isize),
    #[gob(name = "int8")]
    Int8(i8),
    #[gob(name = "int64")]
    Int64(i64),
    #[gob(name = "uint")]
    Uint(usize),
    #[gob(name = "float64")]
    Float(f64),
    #[gob(name = "complex128")]
    Complex(Complex<f64>),
    #[gob(name = "bool")]
    Bool(bool),
    #[gob(name = "string")]
    Text(String),
    #[gob(name = "[]uint8")]
    Bytes(Vec<u8>),
    #[gob(name = "[]int")]
    Ints(Vec<isize>),
    #[gob(name = "[]string")]
    Texts(Vec<String>),
    #[gob(name = "[]interface {}")]
    List(Vec<Any>),
    #[gob(name = "map[string]interface {}")]
    Map(Pairs<String, Any>),
    #[gob(name = "main.Point")]
    Point(Point),
    #[gob(name = "main.Line")]
    Line(Line),
    #[gob(name = "main.Link")]
    Link(Link),
    #[gob(name = "main.Letters")]
    Letters(Letters),
    #[gob(name = "main.Empty")]
    Empty(Empty),
    #[gob(name = "main.Bools")]
    Bools(Bools),
    #[gob(name = "main.Any")]
    Nested(Box<AnyStruct>),
    #[gob(name = "main.Weekday")]
    Weekday(Weekday),
    #[gob(name = "main.Key")]
    Key(Key),
    #[gob(name = "main.Flag")]
    Flag(Flag),
    #[gob(name = "main.Blob")]
    Blob(Blob),
    #[gob(name = "main.Phase")]
    Phase(Phase),
    #[gob(name = "main.Ints")]
    NamedInts(Ints),
    #[gob(name = "main.Dict")]
    Dict(Dict),
    #[gob(name = "main.Triple")]
    Triple(Triple),
    #[gob(name = "main.Lines")]
    Lines(Lines),
    #[gob(name = "time.Time")]
    Time(Time),
    #[gob(name = "main.Pair[int,string]")]
    Pair(Pair<isize, String>),
    #[gob(other)]
    Other(Value),
}

#[derive(Gob)]
#[gob(rename = "Any")]
pub(crate) struct AnyStruct {
    pub i: Any,
}

#[derive(Gob)]
struct Box_ {
    before: isize,
    any: Any,
    items: Vec<Any>,
    by_name: BTreeMap<String, Any>,
    two: [Any; 2],
    after: isize,
}

#[derive(Gob)]
struct Around {
    a: isize,
    first: Any,
    b: String,
    last: Any,
    c: Vec<isize>,
}

fn any(i: Any) -> AnyStruct {
    AnyStruct { i }
}

fn text(s: &str) -> Any {
    Any::Text(s.into())
}

fn nested(i: Any) -> Any {
    Any::Nested(Box::new(any(i)))
}

fn point(x: isize, y: isize) -> Any {
    Any::Point(p(x, y))
}

fn line(name: &str) -> Any {
    Any::Line(Line { name: name.into(), ..Line::default() })
}

#[test]
fn basics() {
    equal!("iface-nil-top": Any::Nil);
    equal!("iface-int": any(Any::Int(3)));
    equal!("iface-string": any(text("s")));
    equal!("iface-named": vec![Any::Weekday(Weekday(3)), Any::Key(Key("k".into())), Any::Flag(Flag(true)), Any::Blob(Blob(vec![1, 2])), Any::Phase(Phase(Complex { re: 0.0, im: 1.0 }))]);
    equal!("map-key-interface": Pairs(vec![(text("s"), 1isize)]), Pairs(vec![(Any::Int(3), text("x"))]), Pairs(vec![(Any::Float(2.5), "f")]));
    equal!("iface-struct-known": p(9, 8), any(point(1, 2)));
    equal!("iface-nested-1": any(nested(Any::Int(5))), any(nested(Any::Nil)), any(nested(nested(text("deep")))));
}

/// Go defines a type that it first meets in an interface there, in the middle of the value; here it is defined before. The next values are equal.
#[test]
fn new_types_inside() {
    alike!("iface-struct": any(point(1, 2)));
    alike!("iface-struct-zero": any(point(0, 0)), vec![point(0, 0), point(0, 1)]);
    alike!("iface-struct-twice": vec![point(1, 2), point(3, 4), Any::Int(5), point(0, 0)], any(point(6, 7)));
    let link = Any::Link(Link { name: "k".into(), from: None, to: Some(p(5, 5)) });
    let letters = Any::Letters(Letters { e: vec![1], ..Letters::default() });
    let bools = Any::Bools(Bools { b: true, ..Bools::default() });
    alike!("iface-many-types": vec![text("start"), point(1, 2), line("l"), Any::Int(3), link, letters, Any::Empty(Empty), bools, text("end")]);
    alike!("iface-fields-after": Around { a: 1, first: point(1, 2), b: "mid".into(), last: line("l"), c: vec![7] });
    alike!("iface-nested-2": any(nested(point(1, 2))));
    alike!("iface-nested-3": any(nested(nested(point(1, 2)))));
    alike!("iface-nested-slices": vec![Any::Int(1), Any::List(vec![point(1, 2), Any::List(vec![line("l"), Any::Nil, Any::List(vec![Any::Bools(Bools { a: true, ..Bools::default() }), text("x")])]), Any::Int(2)]), point(3, 4)]);
    alike!("iface-in-map": map([("p", point(1, 2))]), map([(1isize, text("x"))]), map::<&str, Any>([]));
    alike!("iface-in-array": [point(1, 2), Any::Nil, text("x")]);
    alike!("iface-named-composites": vec![Any::NamedInts(Ints(vec![1])), Any::Dict(Dict(map([("k".into(), "v".into())]))), Any::Triple(Triple([1, 2, 3])), Any::Lines(Lines(vec![vec!["a".into()]]))]);
    alike!("iface-time": vec![Any::Time(day()), Any::Time(Time::utc(day().unix_seconds().unwrap(), day().nanosecond() + 1).unwrap()), Any::Int(3)], map([("t", Any::Time(day()))]));
    alike!("iface-two-values": any(point(1, 2)), any(point(3, 4)), p(5, 6), any(Any::Line(Line { a: p(7, 8), ..Line::default() })), Line { name: "l".into(), ..Line::default() });
    alike!("iface-nested-tree": plain_tree());
}

fn plain_tree() -> Pairs<&'static str, Any> {
    let owned =
        |pairs: Vec<(&str, Any)>| Any::Map(Pairs(pairs.into_iter().map(|(key, value)| (key.to_string(), value)).collect()));
    let limits = Any::List(vec![Any::Float(1.5), Any::List(vec![]), owned(vec![])]);
    let meta = owned(vec![("owner", owned(vec![("id", Any::Int(7))])), ("limits", limits)]);
    let tags = Any::List(vec![text("a"), Any::Int(1), Any::Nil, Any::Bool(true)]);
    Pairs(vec![("tags", tags), ("meta", meta), ("size", Any::Int64(1 << 40))])
}

/// Second values in a stream, whose types are known by then, are Go's byte for byte.
#[test]
fn known_types_inside_are_byte_equal() {
    let mut encoder = gobstream::Encoder::to_vec();
    encoder.encode(&any(point(1, 2))).unwrap();
    let start = encoder.sink().len();
    encoder.encode(&any(point(3, 4))).unwrap();
    let go = crate::vector("iface-two-values");
    let second = &encoder.sink()[start..];
    assert!(go.windows(second.len()).any(|window| window == second));
}

/// A value that was read is what the other variant, or a field of type `Value`, holds.
#[test]
fn values_in_interfaces() {
    #[derive(Gob)]
    #[gob(rename = "Any")]
    struct Dynamic {
        i: Value,
    }
    let go = crate::vector("iface-struct");
    let value = Stream::from_slice(&go).next_value().unwrap().unwrap();
    let held = value.field("I").unwrap();
    let typed = gobstream::to_vec(&any(point(1, 2))).unwrap();
    assert_eq!(gobstream::to_vec(&Dynamic { i: held.clone() }).unwrap(), typed);
    assert_eq!(gobstream::to_vec(&any(Any::Other(held.clone()))).unwrap(), typed);
    equal!("iface-int": Dynamic { i: Value::Int(3) });
    equal!("iface-string": any(Any::Other(Value::String("s".into()))));
    let error = gobstream::to_vec(&Dynamic { i: value }).unwrap_err();
    assert_eq!((error.kind(), error.path()), (gobstream::ErrorKind::Unregistered, ".I"));
}
