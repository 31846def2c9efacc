//! What Go's own tests of encoding/gob show and the other tests here do not, in tests named after Go's; that docs/conformance.md names
//! tests that exist; and cases from public reports, by type.
#![allow(clippy::unwrap_used, clippy::panic, unreachable_pub, missing_docs, reason = "the helpers of tests may, as the tests do")]

#[path = "conformance/cases.rs"]
mod cases;
#[path = "conformance/coming.rs"]
mod coming;
mod common;
#[path = "conformance/go_words.rs"]
mod go_words;
#[path = "conformance/page.rs"]
mod page;

use common::build::*;
use gobstream::known::{BigInt, Time};
use gobstream::{
    Complex, Decode, Decoder, Dyn, DynEncode, Encode, Encoder, Error, ErrorKind, Gob, Options, Pairs, Reading, Stream, Value,
};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// The bytes of a vector of real Go.
fn vector(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interop/vectors").join(format!("{name}.gob"));
    std::fs::read(path).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn go(bytes: &[u8]) -> Decoder<gobstream::Slice<'_>> {
    Decoder::from_slice_with(bytes, Options::new().reading(Reading::Go))
}

/// The one value of a stream.
fn one<T: for<'b> Decode<'b>>(bytes: &[u8]) -> Result<T, Error> {
    go(bytes).decode().map(Option::unwrap)
}

#[derive(Gob, Debug, Clone, Copy, PartialEq)]
struct Point {
    x: isize,
    y: isize,
}

#[derive(Gob, Debug, PartialEq)]
struct Line {
    a: Point,
    b: Point,
    name: String,
}

#[test]
fn slice_of_strings() {
    let strings = vec![String::from("a"), String::new(), "b".into()];
    assert_eq!(one::<Vec<String>>(&gobstream::to_vec(&strings).unwrap()).unwrap(), strings);
}

/// One encoder and one decoder for values of ever other types, none of them structs.
#[test]
fn singletons() {
    fn pass<T: Encode + for<'b> Decode<'b> + PartialEq + Debug>(
        encoder: &mut Encoder<Vec<u8>>,
        stream: &mut Vec<u8>,
        value: T,
    ) -> T {
        let before = stream.len();
        stream.extend(encoder.encode_bytes(&value).unwrap());
        let mut decoder = go(&stream[..]);
        while decoder.offset() < before as u64 {
            assert!(decoder.skip().unwrap());
        }
        assert_eq!(decoder.decode::<T>().unwrap().as_ref(), Some(&value));
        value
    }
    let (mut encoder, mut stream) = (Encoder::to_vec(), Vec::new());
    pass(&mut encoder, &mut stream, 7isize);
    pass(&mut encoder, &mut stream, 1u32 << 31);
    pass(&mut encoder, &mut stream, -1.5f32);
    pass(&mut encoder, &mut stream, true);
    pass(&mut encoder, &mut stream, String::from("hello"));
    pass(&mut encoder, &mut stream, b"bytes".to_vec());
    pass(&mut encoder, &mut stream, Complex { re: 1.0, im: -2.0 });
    pass(&mut encoder, &mut stream, vec![1.5f64, 2.5]);
    pass(&mut encoder, &mut stream, [1i8, 2, 3]);
    pass(&mut encoder, &mut stream, BTreeMap::from([(String::from("k"), 1u16)]));
    pass(&mut encoder, &mut stream, vec![2.5f64]);
    assert_eq!(stream.windows(3).filter(|w| w == b"\x02\x01\x02").count(), 1, "[]float64 is defined once");
}

#[derive(Gob, Debug, PartialEq)]
enum Held {
    #[gob(nil)]
    Nil,
    #[gob(name = "*main.Line", alias = "main.Line")]
    Line(Box<Line>),
    #[gob(name = "main.Any")]
    Any(Box<Any>),
    #[gob(name = "main.Point")]
    Point(Option<Point>),
    #[gob(other)]
    Other(Value),
}

#[derive(Gob, Debug, PartialEq)]
struct Any {
    i: Held,
}

#[test]
fn interface_pointer_interface_indirect() {
    let zero = Point { x: 0, y: 0 };
    let line = || Line { a: zero, b: zero, name: "p".into() };
    assert_eq!(one::<Vec<Held>>(&vector("iface-pointer-registered")).unwrap(), [Held::Line(Box::new(line()))]);
    // Sent as a value under another name, received behind a pointer all the same.
    let sent = gobstream::to_vec(&vec![Held::Line(Box::new(line()))]).unwrap();
    assert!(sent.windows(11).any(|w| w == b"\x0a*main.Line"));
    assert_eq!(one::<Vec<Held>>(&sent).unwrap(), [Held::Line(Box::new(line()))]);
}

#[test]
fn nested_interfaces() {
    let point = Held::Point(Some(Point { x: 1, y: 2 }));
    let nested = (0..2).fold(Any { i: point }, |inner, _| Any { i: Held::Any(Box::new(inner)) });
    // In Go's stream each type is defined inside the interface above it.
    assert_eq!(one::<Any>(&vector("iface-nested-3")).unwrap(), nested);
    assert_eq!(one::<Any>(&gobstream::to_vec(&nested).unwrap()).unwrap(), nested);
}

/// Each basic kind keeps its type.
#[test]
fn interface_basic() {
    let list = one::<Vec<Value>>(&vector("iface-basics")).unwrap();
    let names: Vec<_> =
        list.iter().map(|v| if let Value::Interface(Some(i)) = v { i.name().as_str().unwrap() } else { "nil" }).collect();
    let kinds = "int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr float32 float64 complex64 complex128 bool string []uint8 int32";
    assert_eq!(names.join(" "), kinds);
    assert_eq!(list[1].inner(), &Value::Int(-8));
    assert_eq!(list[9].inner(), &Value::Uint(1 << 63));
    assert_eq!(list[14].inner(), &Value::Complex(2.0, -1.0));
}

#[test]
fn ignore_recursive_type() {
    // A slice of itself: [[], []]. Go's own bytes for this are in its encoder_test.go.
    let bytes = [slice(106, 106), single(106, b"\x02\x01\x00\x00"), single(INT, &int(3))].concat();
    let mut decoder = go(&bytes);
    assert!(decoder.skip().unwrap());
    assert_eq!(decoder.decode::<isize>().unwrap(), Some(3));
}

/// All slices that Go registers by itself pass through an interface.
#[test]
fn gob_map_interface_encode() {
    let list = one::<Vec<Value>>(&vector("iface-basic-slices")).unwrap();
    let map: BTreeMap<String, Value> = list.into_iter().enumerate().map(|(i, v)| (format!("{i:02}"), v)).collect();
    assert_eq!(map.len(), 16);
    assert_eq!(one::<BTreeMap<String, Value>>(&gobstream::to_vec(&map).unwrap()).unwrap(), map);
}

#[test]
fn ptr_to_map_of_map() {
    let map = one::<Option<BTreeMap<String, Value>>>(&vector("map-in-interface-map")).unwrap().unwrap();
    assert_eq!(map["sub"].inner().key("thing").map(Value::inner), Some(&Value::Int(1)));
    assert_eq!(one::<BTreeMap<String, Value>>(&gobstream::to_vec(&Some(&map)).unwrap()).unwrap(), map);
}

#[derive(Gob, Debug, PartialEq)]
struct Menu {
    title: String,
    items: Vec<Menu>,
    more: Vec<Option<Menu>>,
}

#[test]
fn gob_ptr_slices() {
    let leaf = |title: &str| Menu { title: title.into(), items: vec![], more: vec![] };
    let menu = Menu { title: "file".into(), items: vec![leaf("open")], more: vec![Some(leaf("hidden")), Some(leaf(""))] };
    assert_eq!(one::<Menu>(&gobstream::to_vec(&menu).unwrap()).unwrap(), menu);
    assert_eq!(one::<Menu>(&vector("rec-struct-slice")).unwrap().items[0].title, "open");
}

/// Nil where gob has no word for it is an error, never a panic, and nothing is written.
#[test]
fn nil_is_refused_wherever_it_cannot_be_said() {
    fn refused(value: &dyn DynEncode) -> Option<&'static str> {
        let mut encoder = Encoder::to_vec();
        let error = encoder.encode_dyn(value).unwrap_err();
        assert_eq!((error.kind(), encoder.sink().len()), (ErrorKind::Nil, 0));
        error.go_text()
    }
    assert_eq!(refused(&None::<isize>), Some("gob: cannot encode nil pointer"), "TestTopLevelNilPointer");
    assert_eq!(refused(&None::<Point>), Some("gob: cannot encode nil pointer"), "TestNilPointerPanics");
    assert!(refused(&Any { i: Held::Point(None) }).is_some(), "TestNilPointerInsideInterface");
    assert_eq!(refused(&BTreeMap::from([("k", None::<isize>)])), Some("gob: encodeReflectValue: nil element"));
    // What Go takes.
    for nil in [gobstream::to_vec(&Held::Nil).unwrap(), gobstream::to_vec(&Value::Interface(None)).unwrap()] {
        assert_eq!(nil, b"\x03\x10\x00\x00", "TestGobEncodePtrError, TestCatchInvalidNilValue: a nil interface is one");
    }
    assert!(matches!(one::<Held>(b"\x03\x10\x00\x00").unwrap(), Held::Nil));
}

/// What cannot be sent cannot be sent the second time either, by the same encoder or a new one.
#[test]
fn multiple_encodings_of_bad_type() {
    let Some(value) = Stream::from_slice(&vector("point")).next_value().unwrap() else { panic!() };
    let list = vec![value]; // a struct in an interface, of which nobody said the name
    let mut encoder = Encoder::to_vec();
    for _ in 0..2 {
        let error = encoder.encode(&list).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::Unregistered, "[0]"));
        assert_eq!(error.go_text(), Some("gob: type not registered for interface"));
        assert_eq!(gobstream::to_vec(&list).unwrap_err().kind(), ErrorKind::Unregistered);
    }
    assert!(encoder.sink().is_empty());
}

/// Keys that are not equal to themselves: every entry survives, bits and all.
#[test]
fn marshal_float_map() {
    let nans = [0x7ff8_0000_0000_0001u64, 0x7ff8_0000_0000_0002, 0xfff8_dead_beef_0000, 0x7ff8_0000_0000_0001];
    let pairs =
        Pairs(nans.iter().zip("abcd".chars()).map(|(bits, v)| (f64::from_bits(*bits), v.to_string())).collect::<Vec<_>>());
    let bytes = gobstream::to_vec(&pairs).unwrap();
    let again = one::<Pairs<f64, String>>(&bytes).unwrap();
    let bits = |pairs: &Pairs<f64, String>| pairs.0.iter().map(|(k, v)| (k.to_bits(), v.clone())).collect::<Vec<_>>();
    assert_eq!(bits(&again), bits(&pairs));
    let Some(Value::Map(map)) = Stream::from_slice(&bytes).next_value().unwrap() else { panic!() };
    assert_eq!(map.len(), 4);
}

/// Opaque values that nobody asked for are passed over, nil or not; what follows is read.
#[test]
fn gob_encoder_ignore_struct_field_ignore_nil_encoder() {
    #[derive(Gob)]
    struct Sent {
        before: isize,
        time: Time,
        nil: Option<BigInt>,
        number: Option<BigInt>,
        after: isize,
    }
    #[derive(Gob, Debug, PartialEq)]
    struct Got {
        before: isize,
        after: isize,
    }
    let time = Time::utc(1, 2).unwrap();
    for number in [None, Some(BigInt::from(7))] {
        let bytes = gobstream::to_vec(&Sent { before: 1, time, nil: None, number, after: 2 }).unwrap();
        assert_eq!(one::<Got>(&bytes).unwrap(), Got { before: 1, after: 2 });
    }
    // At top level, TestGobEncoderIgnoreNonStructField: an opaque value that is no struct is skipped.
    let bytes = [gobstream::to_vec(&time).unwrap(), single(INT, &int(5))].concat();
    let mut decoder = go(&bytes);
    assert!(decoder.skip().unwrap());
    assert_eq!(decoder.decode::<isize>().unwrap(), Some(5));
}

/// An opaque value is a pseudo field at top level.
#[test]
fn gob_encoder_struct_singleton() {
    let time = Time::utc(1, 2).unwrap();
    let bytes = gobstream::to_vec(&time).unwrap();
    assert!(bytes.ends_with(&single(64, &text(b"\x01\0\0\0\x0e\x77\x91\xf7\x01\0\0\0\x02\xff\xff"))));
    assert_eq!(one::<Time>(&bytes).unwrap(), time);
}

/// A type has one id however often and by whatever way it is met; built-in types have theirs.
#[test]
fn basic_reregistration() {
    let id = |bytes: &[u8]| bytes[1] >> 1;
    assert_eq!(id(&gobstream::to_vec(&true).unwrap()), 1);
    assert_eq!(id(&gobstream::to_vec(&-5i8).unwrap()), 2);
    assert_eq!(id(&gobstream::to_vec(&5u64).unwrap()), 3);
    assert_eq!(id(&gobstream::to_vec(&0.5f32).unwrap()), 4);
    assert_eq!(id(&gobstream::to_vec(&vec![1u8]).unwrap()), 5);
    assert_eq!(id(&gobstream::to_vec("s").unwrap()), 6);
    assert_eq!(id(&gobstream::to_vec(&Complex { re: 0.5, im: 0.0 }).unwrap()), 7);
    let mut encoder = Encoder::to_vec();
    encoder.encode(&vec![Point { x: 1, y: 2 }]).unwrap();
    let before = encoder.sink().len();
    for value in [&Point { x: 1, y: 2 } as &dyn DynEncode, &Some(Point { x: 1, y: 2 }), &Box::new(Point { x: 1, y: 2 })] {
        encoder.encode_dyn(value).unwrap();
    }
    assert_eq!(encoder.sink()[before..], b"\x07\xff\x80\x01\x02\x01\x04\x00".repeat(3)[..], "no definition, one id");
}

/// Names are said outright, and the same may be said twice.
#[test]
fn registration_registration_naming() {
    let name_sent = |name: &str| {
        let mut encoder = Encoder::to_vec();
        encoder.register::<Point>(name);
        encoder.register::<Point>(name);
        encoder.encode(&vec![Dyn::<dyn DynEncode>(Some(Box::new(Point { x: 1, y: 2 })))]).unwrap();
        let Some(Value::List(list)) = Stream::from_slice(&encoder.into_sink()).next_value().unwrap() else { panic!() };
        let gobstream::Items::Values(items) = list.items() else { panic!() };
        let Value::Interface(Some(interface)) = &items[0] else { panic!() };
        interface.name().as_str().unwrap().to_owned()
    };
    for name in ["*gob.N1", "encoding/gob.N2", "main.Gen[main.P]"] {
        assert_eq!(name_sent(name), name);
    }
}

/// Encoders and decoders of many threads share the tables of their types and nothing else.
#[test]
fn stress_parallel_type_race() {
    std::thread::scope(|scope| {
        for thread in 0..8 {
            scope.spawn(move || {
                for n in 0..200 {
                    let menu = Menu { title: format!("{thread}-{n}"), items: vec![], more: vec![] };
                    let any = Any { i: Held::Point(Some(Point { x: n, y: thread })) };
                    assert_eq!(one::<Menu>(&gobstream::to_vec(&menu).unwrap()).unwrap(), menu);
                    assert_eq!(one::<Any>(&gobstream::to_vec(&any).unwrap()).unwrap(), any);
                }
            });
        }
    });
}

/// The nine inputs of Go's encoder_test.go that broke it once, into the type they were for; the words are Go's.
#[test]
fn bad_data() {
    #[derive(Gob, Debug)]
    struct Et2 {
        x: String,
    }
    let bytes =
        |hex: &str| (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect::<Vec<u8>>();
    let mut nothing = go(b"");
    assert!(!nothing.skip().unwrap() && nothing.decode::<Et2>().unwrap().is_none(), "an end, and no error");
    let skipped = |hex: &str| go(&bytes(hex)).skip().unwrap_err();
    let typed = |hex: &str| one::<Et2>(&bytes(hex)).unwrap_err();
    let unknown = "036e6f77206973207468652074696d6520666f7220616c6c20676f6f64206d656e";
    let mutual = "10fe010f020102fe01100001fe010e000016fe010d030102fe010e00010101015801fe01100000000bfe011000f85555555555555555";
    for (error, kind, offset, go_text) in [
        (typed(unknown), ErrorKind::UnknownType, 1, "gob: unknown type id or corrupted data"),
        (typed("0424666f6f"), ErrorKind::Corrupt, 2, "gob: bad data: field numbers out of bounds"),
        (skipped("7F6869"), ErrorKind::UnknownType, 1, "gob: unknown type id or corrupted data"),
        // Where Go speaks of its own way to skip, these say what is wrong with the value.
        (skipped("05100028557b02027f8302"), ErrorKind::Corrupt, 3, "gob: invalid type name length"),
        (skipped("130a00fb5dad0bf8ff020263e70002fa28020202a89859"), ErrorKind::Corrupt, 3, "gob: bad []uint8 slice length"),
        (skipped("0f1000fb285d003316020735ff023a65c5"), ErrorKind::Corrupt, 3, "gob: name too long"),
        (
            skipped("03fffb0616fffc00f902ff02ff03bf005d02885802a311a8120228022c028ee7"),
            ErrorKind::Corrupt,
            8,
            "gob: GobDecoder: length too large for buffer",
        ),
        (skipped(mutual), ErrorKind::Corrupt, 45, "gob: invalid uint data length"),
    ] {
        assert_eq!((error.kind(), error.offset(), error.go_text()), (kind, offset, Some(go_text)), "{error}");
    }
}

/// A type's own encoding, as in Go's second example: two numbers and a text in its own words.
#[test]
fn example_encode_decode() {
    #[derive(Gob, Debug, PartialEq)]
    #[gob(opaque = "BinaryMarshaler")]
    struct Vector(i64, i64, i64);
    impl gobstream::Marshal for Vector {
        fn zero() -> Self {
            Vector(0, 0, 0)
        }
        fn to_gob(&self, out: &mut Vec<u8>) {
            out.extend(format!("{} {} {}\n", self.0, self.1, self.2).bytes());
        }
        fn from_gob(payload: &[u8]) -> Option<Self> {
            let mut numbers = std::str::from_utf8(payload).ok()?.split_whitespace().map(str::parse);
            Some(Vector(numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?))
        }
    }
    let bytes = gobstream::to_vec(&Vector(3, 4, 5)).unwrap();
    assert!(bytes.ends_with(b"\x00\x063 4 5\n"));
    assert_eq!(one::<Vector>(&bytes).unwrap(), Vector(3, 4, 5));
}

/// `type P *P`, alone and by way of another: it was followed for ever.
#[derive(Gob, Debug)]
struct Round(Option<Box<Round>>);
#[derive(Gob, Debug)]
struct Here(Option<Box<There>>);
#[derive(Gob, Debug)]
struct There(Option<Option<Box<Here>>>);
#[derive(Gob, Debug)]
struct WithRound {
    x: isize,
    round: Option<Round>,
}
#[derive(Gob, Debug)]
enum MayBeRound {
    #[gob(nil)]
    Nil,
    #[gob(name = "main.Round")]
    Round(Round),
}

fn assert_round<T>(result: Result<T, Error>, path: &str) {
    let error = result.map(drop).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::BadType, path), "{error}");
    assert_eq!(error.go_text(), Some("can't represent recursive pointer type"));
    assert!(error.text().ends_with(" is a pointer to itself and nothing else, which Go refuses"), "{error}");
}

#[test]
fn bad_recursive_type() {
    assert_round(gobstream::to_vec(&Round(Some(Box::new(Round(None))))), "");
    assert_round(gobstream::to_vec(&Here(None)), "");
    assert_round(gobstream::to_vec(&There(None)), "");
    assert_round(gobstream::to_vec(&vec![WithRound { x: 1, round: None }]), "");
    assert_round(gobstream::to_vec(&[MayBeRound::Nil, MayBeRound::Round(Round(None))][..]), "[1]");
    assert_round(Encoder::to_vec().define::<There>().map(drop), "");
    assert_round(Encoder::to_vec().define::<Vec<MayBeRound>>().map(drop), "");
    assert_round(Encoder::to_vec().encode_streamed(&WithRound { x: 1, round: None }), "");
    assert_round(one::<Round>(b"\x03\x04\x00\x06"), "");
    assert_round(one::<Vec<There>>(&gobstream::to_vec(&[1isize][..]).unwrap()), "[]");
    let sent = gobstream::to_vec(&Pairs(vec![(1isize, 2isize)])).unwrap();
    assert_round(one::<Pairs<isize, Here>>(&sent), "[]");
}

#[test]
fn what_is_beside_a_bad_recursive_type() {
    // What does not meet it is read.
    let read: WithRound = one(&gobstream::to_vec(&Point { x: 3, y: 4 }).unwrap()).unwrap();
    assert!(read.x == 3 && read.round.is_none());
    // The encoder is as good as before: no type met on the way counts as sent.
    let mut encoder = Encoder::to_vec();
    assert_round(encoder.encode(&vec![WithRound { x: 1, round: None }]), "");
    assert_round(encoder.encode(&WithRound { x: 1, round: None }), "");
    encoder.encode(&[Point { x: 1, y: 2 }][..]).unwrap();
    assert_eq!(encoder.into_sink(), gobstream::to_vec(&[Point { x: 1, y: 2 }][..]).unwrap());
}
