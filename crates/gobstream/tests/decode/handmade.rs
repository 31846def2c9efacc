//! `interop/handmade.go`, into types: streams that Go's Decoder takes though no Encoder of today writes them.

use crate::common::vectors;
use crate::{Point, p, vector};
use gobstream::known::Time;
use gobstream::{Decode, Decoder, ErrorKind, Gob, Marshal, Options, Reading, Slice, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// The values of a vector, read into types in every reading that takes them.
struct Typed {
    name: &'static str,
    decoders: Vec<Decoder<Slice<'static>>>,
}

impl Typed {
    fn new(name: &'static str) -> Self {
        let options = [Reading::Lenient, Reading::Go].map(|reading| Options::new().reading(reading));
        let decoders = options.map(|options| Decoder::from_slice_with(vector(name), options)).into();
        Typed { name, decoders }
    }

    fn is<T: Decode<'static> + Debug + PartialEq>(mut self, expected: T) -> Self {
        for decoder in &mut self.decoders {
            let value: T = decoder.decode().unwrap_or_else(|error| panic!("{}: {error}", self.name)).unwrap();
            assert_eq!(value, expected, "{}", self.name);
        }
        self
    }

    fn refused<T: Decode<'static> + Debug>(mut self, kind: ErrorKind) -> Self {
        for decoder in &mut self.decoders {
            let error = decoder.decode::<T>().unwrap_err();
            assert!(error.kind() == kind && error.is_recoverable(), "{}: {error}", self.name);
        }
        self
    }

    fn skip(mut self) -> Self {
        assert!(self.decoders.iter_mut().all(|decoder| decoder.skip().unwrap()), "{}", self.name);
        self
    }

    fn end(mut self) -> &'static str {
        assert!(!self.decoders.iter_mut().any(|decoder| decoder.skip().unwrap()), "{}: values are left", self.name);
        self.name
    }
}

#[derive(Gob, Debug, PartialEq)]
struct N {
    n: i64,
}

#[derive(Gob, Debug, PartialEq)]
struct Y {
    y: i64,
}

#[derive(Gob, Debug, PartialEq)]
struct A {
    a: i64,
}

#[derive(Gob, Debug, PartialEq)]
struct L {
    l: Vec<Point>,
}

#[derive(Gob, Debug, PartialEq)]
struct Outer {
    a: [Point; 2],
    b: Point,
}

#[derive(Gob, Debug, PartialEq)]
struct Pn {
    p: Point,
    n: i64,
}

#[derive(Gob, Debug, PartialEq)]
struct Nameless {
    a: Vec<String>,
    m: BTreeMap<i64, bool>,
}

#[derive(Gob, Debug, PartialEq)]
struct CommonType {
    name: String,
    #[gob(rename = "Id")]
    id: i64,
}

#[derive(Gob, Debug, PartialEq)]
#[gob(rename = "any")]
enum Held {
    #[gob(nil)]
    Nil,
    #[gob(name = "main.Point")]
    Point(Point),
    #[gob(name = "main.Any")]
    Any(Box<Any>),
    #[gob(name = "int")]
    Int(i64),
    #[gob(name = "string")]
    Text(String),
    #[gob(name = "[]int")]
    Ints(Vec<i64>),
}

#[derive(Gob, Debug, PartialEq)]
struct Any {
    i: Held,
}

/// An interface that takes whatever comes.
#[derive(Gob, Debug, PartialEq)]
struct Open {
    i: Value,
}

#[derive(Gob, Debug, PartialEq)]
struct Zeros {
    a: i64,
    s: String,
    b: bool,
    l: Vec<i64>,
    i: Held,
    f: f64,
}

#[derive(Gob, Debug, PartialEq)]
#[gob(opaque = "BinaryMarshaler")]
struct Binary(Vec<u8>);

#[derive(Gob, Debug, PartialEq)]
#[gob(opaque = "GobEncoder")]
struct Opaque(Vec<u8>);

macro_rules! marshal {
    ($($name:ident)*) => {$(impl Marshal for $name {
        fn zero() -> Self {
            $name(Vec::new())
        }
        fn to_gob(&self, out: &mut Vec<u8>) {
            out.extend(&self.0);
        }
        fn from_gob(payload: &[u8]) -> Option<Self> {
            Some($name(payload.into()))
        }
    })*};
}
marshal!(Binary Opaque);

/// `day` of interop: 2026-11-30T08:15:30.123456789Z.
const DAY: [u8; 15] = [1, 0, 0, 0, 14, 0xe2, 0x9f, 0x27, 0xa2, 0x07, 0x5b, 0xcd, 0x15, 0xff, 0xff];

fn day(change: impl FnOnce(&mut Vec<u8>)) -> Opaque {
    let mut bytes = DAY.to_vec();
    change(&mut bytes);
    Opaque(bytes)
}

fn ids_and_definitions() -> Vec<&'static str> {
    let four = |name| Typed::new(name).is(p(1, 2)).is(p(3, 4)).is(p(5, 6)).is(p(7, 8)).end();
    let many = (64..364).fold(Typed::new("hand-many-types"), |typed, n| typed.is(N { n }));
    vec![
        Typed::new("hand-id-65").is(p(22, 33)).end(),
        Typed::new("hand-ids-sparse")
            .is(p(1, 2))
            .is(vec![p(3, 0)])
            .is(BTreeMap::from([("k".to_owned(), Vec::<Point>::new())]))
            .is(vec![5i64])
            .is(vec![6i64])
            .end(),
        Typed::new("hand-id-truncated").is(3i64).end(),
        Typed::new("hand-forward").is(vec![Outer { a: [p(1, 0), p(0, 0)], b: p(2, 0) }]).end(),
        Typed::new("hand-inner-first").is(L { l: vec![p(1, 0)] }).end(),
        Typed::new("hand-unused-types").is(p(1, 2)).end(),
        four("hand-inner-id-wrong"),
        four("hand-names-odd"),
        Typed::new("hand-names-empty").is(Nameless { a: vec!["a".into()], m: BTreeMap::from([(1, true)]) }).end(),
        Typed::new("hand-field-names").is(Y { y: 2 }).is(Y { y: 2 }).end(),
        Typed::new("hand-field-twice").is(A { a: 2 }).end(),
        Typed::new("hand-builtin-structs")
            .is(CommonType { name: "abc".into(), id: 5 })
            .is(CommonType { name: String::new(), id: 7 })
            .end(),
        many.end(),
        Typed::new("hand-definition-padding").is([0i64; 0]).is(()).end(),
    ]
}

fn bytes_of_values() -> Vec<&'static str> {
    let (k, s) = ("k".to_owned(), "s".to_owned());
    vec![
        Typed::new("hand-padded").is(p(22, 33)).is(3i64).is(s.clone()).is(true).is(17.0f64).end(),
        Typed::new("hand-bool").is(true).is(true).end(),
        Typed::new("hand-no-terminator")
            .is(p(1, 2))
            .is(p(1, 0))
            .is(p(0, 0))
            .is(Pn { p: p(1, 0), n: 0 })
            .is(vec![p(1, 0), p(2, 0)])
            .end(),
        Typed::new("hand-no-terminator-map").is(BTreeMap::from([(k.clone(), p(1, 0))])).is(BTreeMap::from([(k, p(0, 0))])).end(),
        Typed::new("hand-stray-bytes").is(p(1, 2)).is(p(3, 0)).is(3i64).is(s).end(),
        Typed::new("hand-zeros-sent").is(Zeros { a: 0, s: String::new(), b: false, l: vec![], i: Held::Nil, f: 0.0 }).end(),
        Typed::new("hand-map-duplicates").is(BTreeMap::from([("a".to_owned(), 2i64)])).is(BTreeMap::from([(1i64, 2i64)])).end(),
        Typed::new("hand-empty-composites")
            .is(vec![(); 3])
            .is(BTreeMap::from([((), ())]))
            .is([0i64; 0])
            .is(vec![[0i64; 0]; 2])
            .end(),
        Typed::new("hand-float-forms").is(f64::from_bits(1 << 56)).is(2.0f64).is(f64::from_bits(0x7f << 56)).end(),
    ]
}

fn interfaces() -> Vec<&'static str> {
    let point = || Any { i: Held::Point(p(1, 2)) };
    let open = || {
        let mut stream = gobstream::Stream::from_slice(vector("hand-interface-names"));
        std::iter::from_fn(move || stream.next_value().unwrap()).map(|value| Open { i: value.field("I").unwrap().clone() })
    };
    assert!(open().all(|open| format!("{:?}", open.i).ends_with("P{X: 1, Y: 2})")), "{:?}", open().next());
    vec![
        Typed::new("hand-no-terminator-interface").is(Any { i: Held::Point(p(1, 0)) }).end(),
        Typed::new("hand-interface-count").is(point()).is(point()).is(point()).is(Any { i: Held::Int(3) }).end(),
        Typed::new("hand-interface-early").is(Any { i: Held::Any(Box::new(point())) }).end(),
        Typed::new("hand-interface-extra").is(Any { i: Held::Int(3) }).is(Any { i: Held::Text("s".into()) }).end(),
        open().fold(Typed::new("hand-interface-names"), Typed::is).end(),
        Typed::new("hand-many-messages").is((-235..65).map(|n| Held::Ints(vec![n])).collect::<Vec<_>>()).end(),
    ]
}

fn opaques() -> Vec<&'static str> {
    let times = Typed::new("hand-time-payloads")
        .is(day(|b| b[0] = 2))
        .is(day(|b| b[0] = 3))
        .is(day(|b| b.truncate(14)))
        .is(day(|b| b.push(0)))
        .is(day(|b| (b[9], b[10]) = (0x3b, 0x9b)))
        .is(day(|b| b[9] = 0xff))
        .is(day(Vec::clear));
    vec![
        // Go can only skip it.
        Typed::new("hand-text-marshaler").skip().is(N { n: 1 }).is(N { n: 1 }).end(),
        Typed::new("hand-opaque-anonymous")
            .is(Time::utc(1_796_026_530, 123_456_789).unwrap())
            .is(day(|b| b[9] = 0xff))
            .is(Opaque(b"\x01too short".to_vec()))
            .end(),
        times.end(),
        Typed::new("hand-big-payloads")
            .is(Opaque(vec![2, 0, 0, 1]))
            .is(Opaque(vec![]))
            .is(Opaque(vec![3]))
            .is(Opaque(vec![4, 1]))
            .end(),
        Typed::new("hand-marshaled-by-other").is(Binary(b"pay".to_vec())).end(),
    ]
}

#[test]
fn handmade_streams_are_decoded_as_go_decodes_them() {
    let read: BTreeSet<_> = [ids_and_definitions(), bytes_of_values(), interfaces(), opaques()].concat().into_iter().collect();
    let vectors = vectors();
    let all: BTreeSet<_> = vectors.iter().map(|v| v.name.as_str()).filter(|name| name.starts_with("hand-")).collect();
    assert_eq!(read, all);
}

/// Payloads that are no times and no numbers, into the types that they claim to be.
#[test]
fn payloads_that_are_none_are_refused_and_passed() {
    let times = Typed::new("hand-time-payloads");
    (0..7).fold(times, |times, _| times.refused::<Time>(ErrorKind::Corrupt)).end();
}
