//! interop/mapping.go

use crate::composites::{Point, map, p};
use crate::scalars::Code;
use crate::{equal, read, vector};
use gobstream::known::{AddrPort, Duration, Time};
use gobstream::{BoolSet, Decode, Decoder, Encode, ErrorKind, Gob, Pairs, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, Wrapping};
use std::rc::Rc;
use std::sync::Arc;
use std::time::SystemTime;

/// All of a vector as values of this type, from its first value on.
fn first<T: Decode<'static>>(name: &str) -> gobstream::Result<Option<T>> {
    Decoder::from_slice(vector(name).leak()).decode()
}

/// Where the first value of a vector does not go into this type, and how.
pub(crate) fn refused<T: Decode<'static>>(name: &str) -> (ErrorKind, String) {
    let Err(error) = first::<T>(name) else { panic!("{name} is taken") };
    assert!(error.is_recoverable(), "{error}");
    (error.kind(), error.path().to_owned())
}

/// An encode error: its kind and path, which the streamed call gives too.
pub(crate) fn unsayable<T: Encode>(value: &T) -> (ErrorKind, String) {
    let of = |error: gobstream::Error| (error.kind(), error.path().to_owned());
    let whole = of(gobstream::to_vec(value).unwrap_err());
    assert_eq!(of(gobstream::Encoder::to_vec().encode_streamed(value).unwrap_err()), whole);
    whole
}

pub(crate) fn out_of_range(path: &str) -> (ErrorKind, String) {
    (ErrorKind::OutOfRange, path.to_owned())
}

#[derive(Gob)]
struct At<T> {
    at: T,
}

#[test]
fn times() {
    let instants = [(0, 0), (-1, 1), (1, 999_999_999), (1_796_026_530, 123_456_789), (253_402_207_200, 999_999_999)];
    let zero = Time::default();
    let utc = |(seconds, nanos)| Time::utc(seconds, nanos).unwrap();
    let all: Vec<Time> = std::iter::once(zero).chain(instants.map(utc)).chain([utc((-377_705_023_201, 0))]).collect();
    equal!("time-instants": all);
    let system: Vec<SystemTime> = Decoder::from_slice(&vector("time-instants")).decode().unwrap().unwrap();
    equal!("time-instants": system);
    assert_eq!(system[2].duration_since(SystemTime::UNIX_EPOCH).unwrap_err().duration().subsec_nanos(), 999_999_999);
    let at = utc((1_780_315_200, 0));
    let east = |seconds| at.at_offset(seconds).unwrap();
    let last = utc((-1, 5)).at_offset(-43_200).unwrap();
    equal!("time-zoned": vec![at, east(3600), east(-12_600), east(3601), east(-30), east(93_540), last]);
}

#[derive(Gob)]
struct Spans<T> {
    d: T,
    z: T,
    p: Option<T>,
}

/// `Spans` without type arguments, which Go does not have.
#[derive(Gob)]
#[gob(rename = "Spans")]
struct OurSpans {
    d: Duration,
    z: Duration,
    p: Option<Duration>,
}

#[test]
fn durations() {
    let ns = Duration::from_nanos;
    let ends = [0, 1, -1, i64::MAX, i64::MIN, -1_500_000_000].map(ns).to_vec();
    equal!("duration-ends": ends, OurSpans { d: ns(60_000_000_000), z: ns(0), p: Some(ns(-1)) });
    assert_eq!(refused::<Vec<std::time::Duration>>("duration-ends"), out_of_range("[2]"));
    let long = std::time::Duration::from_nanos(i64::MAX as u64 + 1);
    assert_eq!(unsayable(&vec![Spans { d: std::time::Duration::ZERO, z: long, p: None }]), out_of_range("[0].Z"));
}

#[derive(Gob)]
#[gob(rename = "")]
struct Runes {
    r: char,
    z: char,
}

#[test]
fn runes() {
    equal!("rune": vec!['a', '\0', 'ß', '日', '\u{10ffff}'], Runes { r: 'é', z: '\0' });
    let surrogate = gobstream::to_vec(&[At { at: 0xd800 }]).unwrap();
    let error = Decoder::from_slice(&surrogate).decode::<[At<char>; 1]>().map(drop).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::OutOfRange, "[0].At"));
}

#[derive(Gob)]
struct Seen {
    #[gob(set = "bool")]
    names: BTreeSet<String>,
    #[gob(set = "bool")]
    codes: HashSet<Code>,
    p: Option<BoolSet<HashSet<String>>>,
}

#[test]
fn sets_of_bools() {
    let seen = |names: &[&str], codes: &[u16], p| Seen {
        names: names.iter().map(|&name| name.to_owned()).collect(),
        codes: codes.iter().map(|&code| Code(code)).collect(),
        p,
    };
    equal!("set-bool": BoolSet(HashSet::from(["member"])), BoolSet(BTreeSet::from([5isize])), BoolSet(BTreeSet::<&str>::new()),
        seen(&["x"], &[], Some(BoolSet(HashSet::new()))), seen(&[], &[7], None));
    // What comes as false is no member, also of a set that is merged into.
    let sent = gobstream::to_vec(&At { at: BTreeMap::from([("a", true), ("b", false), ("c", false)]) }).unwrap();
    #[derive(Gob)]
    struct Set {
        #[gob(set = "bool")]
        at: BTreeSet<String>,
    }
    let mut set = Set { at: ["b", "d"].map(str::to_owned).into() };
    assert!(Decoder::from_slice(&sent).decode_into(&mut set).unwrap());
    assert_eq!(set.at, ["a", "d"].map(str::to_owned).into());
    let plain = gobstream::to_vec(&At { at: BTreeMap::from([("a", 7)]) }).unwrap();
    let error = Decoder::from_slice(&plain).decode_into(&mut set).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::WrongType, ".At[]"));
    assert_eq!(set.at.len(), 2, "nothing is lost where nothing fits");
}

#[derive(Gob)]
struct Sockets {
    peer: SocketAddr,
    zero: AddrPort,
    p: Option<SocketAddr>,
}

#[derive(Gob)]
#[gob(rename = "")]
struct Peer {
    peer: SocketAddrV6,
}

#[test]
fn sockets() {
    let v4 = SocketAddrV4::new(Ipv4Addr::new(10, 0, 4, 1), 80);
    let v6 = |text: &str, port, scope| SocketAddrV6::new(text.parse().unwrap(), port, 0, scope);
    let all = vec![SocketAddr::V4(v4), v6("2001:db8::1", 65535, 0).into(), v6("fe80::1", 53, 3).into()];
    let local = Sockets { peer: ([127, 0, 0, 1], 8080).into(), zero: AddrPort::default(), p: None };
    equal!("socket-address": all, local, Peer { peer: v6("::1", 1, 0) });
    assert_eq!(refused::<Vec<SocketAddrV4>>("socket-address"), out_of_range("[1]"));
    assert_eq!(refused::<Vec<SocketAddrV6>>("socket-address"), out_of_range("[0]"));
    for zone in ["eth0", "03", "0"] {
        let payload = [&[0xfe; 16][..], zone.as_bytes(), &[1, 0]].concat();
        let sent = gobstream::to_vec(&At { at: AddrPort::from_gob(&payload).unwrap() }).unwrap();
        let error = Decoder::from_slice(&sent).decode::<At<SocketAddr>>().map(drop).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::OutOfRange, ".At"), "{zone}");
    }
    // A zero that is sent nowhere has no place.
    let sent = gobstream::to_vec(&At { at: AddrPort::default() }).unwrap();
    let error = Decoder::from_slice(&sent).decode::<At<SocketAddr>>().map(drop).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Missing, ".At"));
}

#[derive(Gob)]
#[gob(rename = "")]
struct Ips {
    v4: Ipv4Addr,
    v6: Ipv6Addr,
    all: Vec<IpAddr>,
}

#[test]
fn addresses() {
    let v6 = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
    equal!("ip-field": Ips { v4: [10, 0, 4, 1].into(), v6, all: vec![[127, 0, 0, 1].into()] });
}

/// A tuple struct of several fields; one of one field is a named type, a unit struct a struct without fields.
#[derive(Gob)]
struct Tuple(isize, String);

#[test]
fn tuples() {
    equal!("tuple": Tuple(7, "x".into()), vec![Tuple(0, "".into()), Tuple(0, "y".into())]);
}

#[derive(Gob)]
struct Wrapped {
    byte: NonZero<u8>,
    small: NonZero<i16>,
    port: Wrapping<u16>,
    count: NonZero<usize>,
    bytes: Vec<NonZero<u8>>,
    pair: [Wrapping<i32>; 2],
}

#[test]
fn number_wrappers() {
    let not_zero = |n| NonZero::new(n).unwrap();
    equal!("number-wrappers": Wrapped {
        byte: not_zero(200),
        small: NonZero::new(-7).unwrap(),
        port: Wrapping(65535),
        count: NonZero::new(9).unwrap(),
        bytes: vec![not_zero(1), not_zero(255)],
        pair: [Wrapping(-1), Wrapping(1)],
    });
}

#[derive(Gob)]
struct Kept<'a> {
    text: Cow<'a, str>,
    list: VecDeque<u16>,
    point: Rc<Point>,
    names: Arc<[Box<str>]>,
    raw: Cow<'a, [u8]>,
    map: Box<Pairs<Arc<str>, Rc<Point>>>,
}

#[derive(Gob)]
#[gob(encode_only, rename = "Kept")]
struct Lent<'a> {
    text: &'a str,
    list: &'a [u16],
    point: &'a Point,
    names: &'a [&'a str],
    raw: &'a [u8],
    map: &'a BTreeMap<&'a str, &'a Point>,
}

#[test]
fn what_go_does_not_see() {
    // Two slices of the ring: the queue was turned.
    let mut list = VecDeque::from([9, 1]);
    list.pop_front();
    list.push_back(2);
    equal!("held-elsewhere": Kept {
        text: "text".into(),
        list,
        point: Rc::new(p(1, 2)),
        names: ["a", ""].map(Box::from).into(),
        raw: b"\x09".as_slice().into(),
        map: Box::new(Pairs(vec![("k".into(), Rc::new(p(3, 4)))])),
    }, Kept { text: "".into(), list: [].into(), point: Rc::new(p(0, 0)), names: [].into(), raw: b"".as_slice().into(), map: Box::default() });
    let zero = Lent { text: "", list: &[], point: &p(0, 0), names: &[], raw: &[], map: &map([]) };
    let point = p(3, 4);
    let lent = Lent { text: "text", list: &[1, 2], point: &p(1, 2), names: &["a", ""], raw: &[9], map: &map([("k", &point)]) };
    equal!("held-elsewhere": lent, zero);
}

#[test]
fn lists_of_other_elements_are_other_types() {
    equal!("distinct-lists": vec![1i32], vec![1i64], vec![Some(1i32)], vec![Box::new(2i32)], vec![p(1, 2)], vec![Some(Box::new(p(1, 2)))],
        Vec::<Option<Option<i32>>>::new(), Some(vec![&3i64]), VecDeque::from([Rc::new(p(0, 0)), Rc::new(p(1, 2))]));
}

mod local {
    #[derive(gobstream::Gob)]
    pub(super) struct Point {
        pub(super) lat: f64,
        pub(super) lon: f64,
    }
}

#[derive(Gob)]
struct Pair<A, B> {
    first: A,
    second: B,
}

type Twins = Pair<isize, Box<isize>>;

#[derive(Gob)]
#[gob(transparent)]
struct OwnPair(Pair<isize, isize>);

#[derive(Gob)]
struct Namesake {
    first: isize,
    second: isize,
}

#[test]
fn names_do_not_make_types() {
    let place = |lat, lon| local::Point { lat, lon };
    equal!("distinct-types": p(1, 2), place(0.5, -0.5), vec![place(0.0, 1.0)], Some(p(3, 4)), Pair { first: 1isize, second: 2isize },
        Pair { first: 3i8, second: 4isize }, Twins { first: 5, second: Box::new(6) }, Pair { first: None::<i8>, second: 7isize },
        Pair { first: p(3, 4), second: OwnPair(Pair { first: 8, second: 9 }) }, Namesake { first: 10, second: 11 });
}

/// nil is not sent, empty is: a field that is an `Option` tells them apart, one that is a map does not.
#[test]
fn nil_and_empty_maps() {
    #[derive(Gob, Debug, PartialEq)]
    struct Maps<M> {
        s: M,
    }
    let values = read(&vector("struct-map-field"));
    let mut decoder = Decoder::from_slice(vector("struct-map-field").leak());
    let options: Vec<_> = (0..2).map(|_| decoder.decode::<Maps<Option<BTreeMap<String, isize>>>>().unwrap().unwrap().s).collect();
    assert_eq!(options, [None, Some(BTreeMap::new())]);
    assert!(matches!((&values[0], values[1].field("S")), (Value::Struct(_), Some(Value::Map(_)))));
    let plain: Maps<BTreeMap<String, isize>> = first("struct-map-field").unwrap().unwrap();
    let sent = |bytes: Vec<u8>| bytes.ends_with(b"\x01\x00\x00");
    assert!(!sent(gobstream::to_vec(&plain).unwrap()), "an empty map that is no option is nil");
    assert!(sent(gobstream::to_vec(&Maps { s: Some(plain.s) }).unwrap()));
}
