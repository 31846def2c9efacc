//! Go's `encoder_test.go` and what follows it, as far as they are about decoding. Tests are named after Go's.

use crate::common::build::*;
use crate::{Point, go, one, p, sent, vector};
use gobstream::{Decoder, ErrorKind, Gob, Options, Text, Value};
use std::collections::BTreeMap;

#[test]
fn basic_encoder_decoder() {
    let mut decoder = Decoder::from_slice(vector("many-scalars"));
    assert_eq!(decoder.decode::<i64>().unwrap(), Some(1));
    assert_eq!(decoder.decode::<String>().unwrap(), Some("a".into()));
    assert_eq!(decoder.decode::<i8>().unwrap(), Some(2));
    assert_eq!(decoder.decode::<u16>().unwrap(), Some(3));
    assert_eq!(decoder.decode::<f32>().unwrap(), Some(4.0));
    assert_eq!(decoder.decode::<Vec<u8>>().unwrap(), Some(vec![5]));
    assert_eq!(decoder.decode::<bool>().unwrap(), Some(false));
    assert_eq!(decoder.decode::<&str>().unwrap(), Some("b"));
    assert_eq!(decoder.decode::<isize>().unwrap(), Some(-6));
    assert_eq!(decoder.decode::<gobstream::Complex<f64>>().unwrap(), Some((0.0, 7.0).into()));
    assert_eq!(decoder.decode::<i64>().unwrap(), None);
}

#[test]
fn encode_int_slice() {
    let mut decoder = Decoder::from_slice(vector("slice-kinds"));
    assert_eq!(decoder.decode::<Vec<bool>>().unwrap().unwrap(), [true, false]);
    assert_eq!(decoder.decode::<Vec<i8>>().unwrap().unwrap(), [-128, 127]);
    assert_eq!(decoder.decode::<Vec<i16>>().unwrap().unwrap(), [-1, 1]);
    let mut kept = vec![9i32; 100];
    assert!(decoder.decode_into(&mut kept).unwrap());
    assert_eq!(kept, [1 << 20]);
    assert_eq!(decoder.decode::<std::collections::VecDeque<i64>>().unwrap().unwrap(), [i64::MIN]);
    assert_eq!(*decoder.decode::<Box<[usize]>>().unwrap().unwrap(), [1, 128]);
    assert_eq!(*decoder.decode::<std::sync::Arc<[u16]>>().unwrap().unwrap(), [65535]);
    assert_eq!(decoder.decode::<Vec<u32>>().unwrap().unwrap(), [1 << 31]);
    assert_eq!(decoder.decode::<Vec<u64>>().unwrap().unwrap(), [u64::MAX]);
    assert_eq!(decoder.decode::<Vec<Box<u64>>>().unwrap().unwrap(), [Box::new(9)]);
    assert_eq!(decoder.decode::<Vec<f32>>().unwrap().unwrap(), [0.5]);
    assert!(decoder.decode::<Vec<f64>>().unwrap().unwrap()[1].is_nan());
}

#[test]
fn encoder_decoder() {
    let mut decoder = go(vector("point-stream"));
    assert_eq!(decoder.decode().unwrap(), Some(p(1, -1)));
    let error = decoder.decode::<Vec<i64>>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongType);
    assert_eq!(decoder.decode().unwrap(), Some(p(0, 0)), "behind the value of the wrong type");
    assert_eq!(decoder.decode().unwrap(), Some(p(0, 5)));
    assert_eq!(decoder.decode().unwrap(), Some(p(5, 0)));
    assert_eq!(decoder.decode::<Point>().unwrap(), None);
}

#[test]
fn wrong_type_decoder() {
    #[derive(Gob, Debug)]
    struct Other {
        z: i64,
    }
    #[derive(Gob, Debug)]
    struct Part {
        y: i64,
        more: String,
    }
    #[derive(Gob, Debug)]
    struct Retyped {
        x: i64,
        y: String,
    }
    let error = one::<Other>(vector("point")).unwrap_err();
    assert_eq!(error.go_text(), Some("gob: type mismatch: no fields matched compiling decoder"));
    let part = one::<Part>(vector("point")).unwrap();
    assert_eq!((part.y, part.more.as_str()), (33, ""));
    let error = one::<Retyped>(vector("point")).unwrap_err();
    assert_eq!((error.kind(), error.path(), error.go_text()), (ErrorKind::WrongType, ".Y", Some("gob: wrong type")));
    assert_eq!(error.text(), "received int, wanted string");
}

#[test]
fn type_to_ptr_type_ptr_type_to_type() {
    let mut decoder = Decoder::from_slice(vector("pointer-top"));
    assert_eq!(decoder.decode().unwrap(), Some(7i64));
    assert_eq!(decoder.decode().unwrap(), Some(Some(Some(Some(7i64)))));
    assert_eq!(decoder.decode().unwrap(), Some(Some("deep".to_owned())));
}

#[test]
fn array() {
    let error = one::<[i64; 2]>(&sent(&[1i64, 2, 3])).unwrap_err();
    assert_eq!((error.kind(), error.text()), (ErrorKind::WrongType, "received array of 3, wanted array of 2"));
    assert_eq!(one::<[i64; 3]>(&sent(&[1i64, 2, 3])).unwrap(), [1, 2, 3]);
}

#[test]
fn defaults_in_array() {
    assert_eq!(one::<[String; 3]>(&sent(&["", "a", ""])).unwrap(), ["", "a", ""]);
    assert_eq!(one::<Vec<i64>>(&sent(&vec![0i64, 1, 0])).unwrap(), [0, 1, 0]);
}

#[derive(Gob, Debug, PartialEq)]
#[gob(rename = "RecursiveMap")]
struct RecursiveMap(BTreeMap<String, RecursiveMap>);
#[derive(Gob, Debug, PartialEq)]
#[gob(rename = "RecursiveSlice")]
struct RecursiveSlice(Vec<RecursiveSlice>);

#[test]
fn recursive_map_type() {
    let value = RecursiveMap([("1".into(), RecursiveMap([("2".into(), RecursiveMap(BTreeMap::new()))].into()))].into());
    assert_eq!(one::<RecursiveMap>(&sent(&value)).unwrap(), value);
}

#[test]
fn recursive_slice_type() {
    let value = RecursiveSlice(vec![RecursiveSlice(vec![]), RecursiveSlice(vec![RecursiveSlice(vec![])])]);
    assert_eq!(one::<RecursiveSlice>(&sent(&value)).unwrap(), value);
}

#[test]
fn struct_non_struct() {
    let error = one::<String>(vector("point")).unwrap_err();
    assert_eq!(error.text(), "received struct Point, wanted string");
    let error = one::<Point>(&single(STRING, &text(b"s"))).unwrap_err();
    assert_eq!(error.go_text(), Some("gob: type mismatch in decoder: want struct type"));
    let error = one::<f32>(&single(INT, &int(7))).unwrap_err();
    assert!(error.text().contains("int") && error.text().contains("float"), "{error}");
}

#[test]
fn decode_into_nothing() {
    for name in [
        "point",
        "string",
        "slice-int",
        "iface-struct",
        "iface-nested-slices",
        "iface-many-types",
        "rec-slice",
        "opaque-gob-value",
    ] {
        let bytes = [vector(name), b"\x03\x04\x00\x06"].concat();
        let mut decoder = Decoder::from_slice(&bytes);
        let values = gobstream::Decoder::from_slice(vector(name)).count_values();
        for _ in 0..values {
            assert!(decoder.skip().unwrap(), "{name}");
        }
        assert_eq!(decoder.decode::<i64>().unwrap(), Some(3), "{name}");
    }
}

trait CountValues {
    fn count_values(self) -> usize;
}

impl CountValues for Decoder<gobstream::Slice<'_>> {
    fn count_values(mut self) -> usize {
        std::iter::from_fn(|| self.decode_value().unwrap()).count()
    }
}

#[test]
fn map_bug_1() {
    let bytes = vector("map-elem-types");
    let mut decoder = Decoder::from_slice(bytes);
    while decoder.decode_value().unwrap().is_some() {}
}

/// Where there is room, the memory is the same.
#[test]
fn slice_reuses_memory() {
    let mut bytes: Vec<u8> = Vec::with_capacity(64);
    let before = bytes.as_ptr();
    Decoder::from_slice(&single(BYTES, &text(b"abcd"))).decode_into(&mut bytes).unwrap();
    assert_eq!((&bytes[..], bytes.as_ptr()), (&b"abcd"[..], before));
    let mut ints: Vec<i64> = vec![1, 2, 3, 4, 5];
    let before = ints.as_ptr();
    Decoder::from_slice(&sent(&vec![7i64, 8])).decode_into(&mut ints).unwrap();
    assert_eq!((&ints[..], ints.as_ptr()), (&[7, 8][..], before));
    let mut strings = vec![String::with_capacity(10), String::with_capacity(10)];
    let before = strings[1].as_ptr();
    Decoder::from_slice(&sent(&vec!["a", "b"])).decode_into(&mut strings).unwrap();
    assert_eq!((strings[1].as_str(), strings[1].as_ptr()), ("b", before));
}

#[test]
fn bad_count() {
    let error = one::<i64>(b"\xfb\xa5\x82\x2f\xca\x01").unwrap_err();
    assert_eq!((error.kind(), error.go_text()), (ErrorKind::TooBig, Some("invalid message length")));
}

/// Ten decoders in turn on one source: none reads ahead.
#[test]
fn sequential_decoder() {
    let mut stream = Vec::new();
    for i in 0..10 {
        stream.extend(sent(&format!("value {i}")));
        stream.extend(sent(&p(i, -i)));
    }
    let mut source = &stream[..];
    for i in 0..10 {
        let mut decoder = Decoder::from_reader_exact(&mut source, Options::default());
        assert_eq!(decoder.decode::<String>().unwrap(), Some(format!("value {i}")));
        assert_eq!(decoder.decode::<Point>().unwrap(), Some(p(i, -i)));
    }
    assert!(source.is_empty());
}

#[test]
fn slice_incompatibility() {
    let error = one::<Vec<i64>>(&sent(&vec![1u8, 2])).unwrap_err();
    assert_eq!(error.text(), "received bytes, wanted slice");
    assert_eq!(one::<Vec<u8>>(&sent(&vec![1u16, 2])).unwrap_err().text(), "received slice, wanted bytes");
}

/// The type system refuses nil where Go has to ask: a pointer that nothing came for is nothing.
#[test]
fn top_level_nil_pointer() {
    assert_eq!(one::<Option<i64>>(&single(INT, &int(0))).unwrap(), Some(0));
}

/// A count larger than the first message is legal.
#[test]
fn test_29_element_slice() {
    let list = one::<Vec<Value>>(vector("iface-100")).unwrap();
    assert_eq!(list.len(), 100);
}

#[test]
fn error_for_huge_slice() {
    let mut bytes = sent(&vec![1i64, 2, 3, 4]);
    let at = bytes.len() - 5;
    bytes[at] = 0xfa;
    let error = one::<Vec<i64>>(&bytes).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Corrupt), "{error}");
}

#[test]
fn decode_error_multiple_types() {
    let bytes = [vector("point"), vector("point")].concat();
    let mut decoder = go(&bytes);
    assert_eq!(decoder.decode().unwrap(), Some(p(22, 33)));
    let error = decoder.decode::<Point>().unwrap_err();
    assert_eq!((error.kind(), error.go_text()), (ErrorKind::DuplicateType, Some("gob: duplicate type received")));
    let mut lenient = Decoder::from_slice(&bytes);
    assert_eq!((lenient.decode().unwrap(), lenient.decode().unwrap()), (Some(p(22, 33)), Some(p(22, 33))));
    assert_eq!(lenient.parts(), 2);
}

/// The end is the end only where a message could begin and no value is owed.
#[test]
fn decode_partial() {
    let bytes = vector("point-stream");
    let message = 31;
    for n in 0..bytes.len() {
        let mut decoder = Decoder::from_slice(&bytes[..n]);
        let end = loop {
            match decoder.decode::<Point>() {
                Ok(Some(_)) => {}
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        let is_whole = n == 0 || (n > message && end.is_none());
        match end {
            None => assert!(is_whole, "cut at {n}"),
            Some(error) => assert_eq!((error.kind(), error.offset()), (ErrorKind::Truncated, n as u64), "cut at {n}: {error}"),
        }
    }
}

#[test]
fn decoder_overflow() {
    let bytes = [structure(64, "P", &[("X", INT), ("Y", INT)]), value(64, b"\xf8\x7f\xff\xff\xff\xff\xff\xff\xff\x00")].concat();
    let error = one::<Point>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.go_text()), (ErrorKind::Corrupt, Some("gob: bad data: field numbers out of bounds")));
}

#[test]
fn large_map() {
    let map: BTreeMap<String, String> = (0..2500).map(|i| (format!("{i:08192}"), format!("{i}"))).collect();
    assert_eq!(one::<BTreeMap<String, String>>(&sent(&map)).unwrap(), map);
    assert_eq!(one::<std::collections::HashMap<String, String>>(&sent(&map)).unwrap().len(), 2500);
}

#[test]
fn marshal_float_map() {
    // Keys that are not equal to themselves stay apart in a Value; bits are kept.
    let Some(Value::Map(map)) = Decoder::from_slice(vector("map-key-nan")).decode_value().unwrap() else { panic!() };
    assert!(matches!(map.iter().next(), Some((Value::Float(v), _)) if v.is_nan()));
}

#[test]
fn net_ip() {
    let bytes = b"\x07\x0a\x00\x04\x01\x02\x03\x04";
    assert_eq!(one::<Vec<u8>>(bytes).unwrap(), [1, 2, 3, 4]);
    assert_eq!(one::<std::net::IpAddr>(bytes).unwrap(), std::net::IpAddr::from([1, 2, 3, 4]));
    assert_eq!(one::<std::net::Ipv6Addr>(bytes).unwrap().to_string(), "::ffff:1.2.3.4");
}

#[test]
fn gob_encoder_fields_of_different_type() {
    use gobstream::known::{Time, Url};
    let time = sent(&Time::utc(5, 6).unwrap());
    assert_eq!(one::<Time>(&time).unwrap().nanosecond(), 6);
    assert_eq!(one::<Url>(&time).unwrap_err().text(), "received opaque value (Gob) Time, wanted opaque value (Binary) URL");
    assert_eq!(one::<String>(&time).unwrap_err().kind(), ErrorKind::WrongType);
    assert_eq!(one::<Time>(&single(STRING, &text(b"s"))).unwrap_err().kind(), ErrorKind::WrongType);
    let int = [opaque(64, "Int"), single(64, &text(b"\x02\x01"))].concat();
    let error = one::<Time>(&int).unwrap_err();
    assert_eq!(
        (error.kind(), error.text(), error.offset()),
        (ErrorKind::Corrupt, "a payload that is no time.Time", int.len() as u64 - 3)
    );
}

#[test]
fn text_of_any_bytes() {
    let bytes = single(STRING, &text(b"a\xffb"));
    assert_eq!(one::<Text>(&bytes).unwrap().as_bytes(), b"a\xffb");
    let error = one::<String>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::BadUtf8, 3));
}
