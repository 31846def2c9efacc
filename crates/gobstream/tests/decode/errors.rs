//! Errors: which, where, what they say, and what can be read behind them.

use crate::common::build::*;
use crate::common::{Sample, faults};
use crate::{Point, p, sent, vector};
use gobstream::known::BigInt;
use gobstream::{Decode, Decoder, ErrorKind, Gob, Marshal, Options, Reading, Value};
use std::collections::BTreeMap;

/// The faults that real Go judged by the type that it decodes into, and what we say: kind, path.
#[test]
fn into_other_types() {
    #[derive(Gob, Debug)]
    struct Iface {
        i: Value,
    }
    #[derive(Gob, Debug)]
    struct NoField {
        none: i64,
    }
    #[derive(Gob, Debug)]
    struct XUint {
        x: u64,
    }
    #[derive(Gob, Debug)]
    struct X8 {
        x: i8,
    }
    #[derive(Debug)]
    struct GobValue;
    impl Marshal for GobValue {
        fn zero() -> Self {
            GobValue
        }
        fn to_gob(&self, _: &mut Vec<u8>) {}
        fn from_gob(payload: &[u8]) -> Option<Self> {
            (!payload.is_empty()).then_some(GobValue)
        }
    }
    #[derive(Gob, Debug)]
    #[gob(opaque = "GobEncoder")]
    struct Own(#[gob(skip)] GobValue);
    impl Marshal for Own {
        fn zero() -> Self {
            Own(GobValue)
        }
        fn to_gob(&self, _: &mut Vec<u8>) {}
        fn from_gob(payload: &[u8]) -> Option<Self> {
            GobValue::from_gob(payload).map(Own)
        }
    }
    let faults = faults();
    refused::<Point>(&faults, "into-struct", ErrorKind::WrongType, "");
    refused::<u64>(&faults, "into-uint", ErrorKind::WrongType, "");
    refused::<String>(&faults, "into-string", ErrorKind::WrongType, "");
    refused::<Vec<i64>>(&faults, "into-int-slice", ErrorKind::WrongType, "");
    refused::<Vec<i64>>(&faults, "into-slice", ErrorKind::WrongType, "");
    refused::<Iface>(&faults, "into-interface", ErrorKind::WrongType, ".I");
    refused::<Value>(&faults, "into-interface-top", ErrorKind::WrongType, "");
    refused::<[i64; 2]>(&faults, "into-array-length", ErrorKind::WrongType, "");
    refused::<NoField>(&faults, "into-no-fields", ErrorKind::WrongType, "");
    refused::<XUint>(&faults, "into-field-type", ErrorKind::WrongType, ".X");
    refused::<X8>(&faults, "into-int8", ErrorKind::OutOfRange, ".X");
    refused::<Vec<i8>>(&faults, "into-int8-slice", ErrorKind::OutOfRange, "[0]");
    refused::<f32>(&faults, "into-float32", ErrorKind::OutOfRange, "");
    refused::<Own>(&faults, "into-opaque", ErrorKind::WrongType, "");
    refused::<Own>(&faults, "into-other-opaque", ErrorKind::WrongType, "");
    refused::<Own>(&faults, "into-opaque-error", ErrorKind::Corrupt, "");
}

fn refused<T: for<'de> Decode<'de>>(faults: &[Sample], name: &str, kind: ErrorKind, path: &str) {
    let fault = faults.iter().find(|f| f.name == name).unwrap_or_else(|| panic!("{name}"));
    let Err(error) = Decoder::from_slice(&fault.bytes).decode::<T>() else { panic!("{name} is taken") };
    assert_eq!((error.kind(), error.path()), (kind, path), "{name}: {error}");
    let go = fault.column("go");
    assert!(error.go_text().is_none_or(|text| go.contains(text)), "{name}: {:?} is not in {go}", error.go_text());
    assert!(error.is_recoverable(), "{name}");
}

/// A type that is not defined is told before what does not fit.
#[test]
fn an_undefined_type_comes_first() {
    #[derive(Gob, Debug)]
    struct T {
        x: Vec<i64>,
    }
    let bytes = [structure(64, "T", &[("X", 70)]), value(64, b"\x00")].concat();
    let error = crate::one::<T>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownType, ".X"));
    // A mismatch is told whether or not the part is there.
    let bytes = [structure(64, "T", &[("X", 65)]), slice(65, STRING), value(64, b"\x00")].concat();
    let error = crate::one::<T>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::WrongType, ".X[]"));
    let bytes = [structure(64, "T", &[("X", 65)]), slice(65, 66), value(64, b"\x00")].concat();
    assert_eq!(crate::one::<T>(&bytes).unwrap_err().kind(), ErrorKind::UnknownType);
}

#[derive(Gob, Debug, Default, PartialEq)]
struct Order {
    price: u8,
    tags: BTreeMap<String, Vec<i8>>,
}

#[test]
fn paths_name_fields_elements_and_keys() {
    #[derive(Gob)]
    #[gob(rename = "Order")]
    struct Wide {
        price: u64,
        tags: BTreeMap<String, Vec<i64>>,
    }
    let wide = |price, tag| Wide { price, tags: [("red".to_owned(), vec![1, tag])].into() };
    let bytes = sent(&BTreeMap::from([(5i64, vec![wide(1, 2), wide(300, 3)])]));
    let error = crate::one::<BTreeMap<i64, Vec<Order>>>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path(), error.text()), (ErrorKind::OutOfRange, "[5][1].Price", "300 does not fit u8"));
    assert_eq!((error.value(), error.message()), (1, error.message()));
    assert_eq!(bytes[error.offset() as usize..][..3], [0xfe, 1, 44]);
    let bytes = sent(&vec![wide(1, -129)]);
    let error = crate::one::<Vec<Order>>(&bytes).unwrap_err();
    assert_eq!((error.path(), error.text()), ("[0].Tags[\"red\"][1]", "-129 does not fit i8"));
}

/// Behind a value that does not fit the next one is read, also if the value spans messages, and its definitions are known.
#[test]
fn reading_on() {
    #[derive(Gob, Debug)]
    enum Small {
        #[gob(nil)]
        Nil,
        #[gob(name = "main.T")]
        T(X8),
    }
    #[derive(Gob, Debug)]
    struct X8 {
        x: i8,
    }
    let new_type = [text(b"main.T"), inner_struct(65, &[("X", INT)])].concat();
    let rest = [int(65), uint(4), vec![1], int(1000), vec![0]].concat();
    let again = interface("main.T", 65, &[vec![1], int(5), vec![0]].concat());
    let first = message(&[int(64), vec![0], uint(2), new_type].concat());
    let second = message(&[rest, again.clone()].concat());
    let third = single(64, &[uint(1), again].concat());
    let bytes = [slice(64, INTERFACE), first, second, third.clone(), third].concat();
    for pull in [false, true] {
        let mut slice = Decoder::from_slice(&bytes);
        let mut reader = Decoder::from_reader(&bytes[..]);
        let mut next = || if pull { reader.decode::<Vec<Small>>() } else { slice.decode::<Vec<Small>>() };
        let error = next().unwrap_err();
        assert_eq!((error.kind(), error.path(), error.is_recoverable()), (ErrorKind::OutOfRange, "[0].X", true), "{error}");
        for _ in 0..2 {
            let list = next().unwrap().unwrap();
            assert!(matches!(list[..], [Small::T(X8 { x: 5 })]));
        }
        assert!(next().unwrap().is_none());
    }
}

/// After bytes that cannot be, reading goes on with the next message, as in Go.
#[test]
fn reading_on_behind_a_corrupt_message() {
    let point = structure(64, "Point", &[("X", INT), ("Y", INT)]);
    let bad = value(64, b"\x09\x02\x00");
    let good = value(64, b"\x01\x02\x00");
    let bytes = [point, bad, good].concat();
    let mut push = Decoder::push(Options::default());
    push.feed(&bytes);
    push.finish();
    let mut slice = Decoder::from_slice(&bytes);
    let mut reader = Decoder::from_reader(&bytes[..]);
    let errors = [slice.decode::<Point>(), reader.decode(), push.poll_decode::<Point>().map(|_| None)].map(Result::unwrap_err);
    for error in errors {
        assert_eq!((error.kind(), error.is_recoverable()), (ErrorKind::Corrupt, true), "{error}");
    }
    assert_eq!((slice.decode().unwrap(), reader.decode().unwrap()), (Some(p(1, 0)), Some(p(1, 0))));
    assert_eq!(push.poll_decode::<Point>().unwrap(), std::task::Poll::Ready(Some(p(1, 0))));
}

#[test]
fn an_end_that_cannot_be_found_stays_an_error() {
    for bytes in [&b"\xfb\xa5\x82\x2f\xca\x01"[..], b"\x07\xff"] {
        let mut decoder = Decoder::from_slice(bytes);
        let first = decoder.decode::<Point>().unwrap_err();
        let second = decoder.decode::<Point>().unwrap_err();
        assert_eq!((first.to_string(), first.is_recoverable()), (second.to_string(), false));
    }
}

/// All readings take what they should, typed as untyped.
#[test]
fn readings() {
    let padded = single(INT, b"\xff\x06");
    assert_eq!(crate::one::<i64>(&padded).unwrap(), 3);
    assert_eq!(crate::go(&padded).decode::<i64>().unwrap(), Some(3));
    let strict = Options::new().reading(Reading::Strict);
    assert_eq!(Decoder::from_slice_with(&padded, strict.clone()).decode::<i64>().unwrap_err().kind(), ErrorKind::Corrupt);
    let bytes = vector("point-stream");
    assert_eq!(Decoder::from_slice_with(bytes, strict).decode::<Point>().unwrap(), Some(p(1, -1)));
    let stray = message(&[int(INT), vec![0], int(3), vec![9]].concat());
    assert_eq!(Decoder::from_slice(&stray).decode::<i64>().unwrap(), Some(3));
    let options = Options { stray: false, ..Options::default() };
    let mut decoder = Decoder::from_slice_with(&stray, options);
    assert_eq!(decoder.decode::<i64>().unwrap_err().kind(), ErrorKind::ExtraData);
    // The last zero may be missing.
    let bytes = [structure(64, "P", &[("X", INT), ("Y", INT)]), value(64, b"\x01\x02"), value(64, b"\x01\x04\x01\x06")].concat();
    let mut decoder = Decoder::from_slice(&bytes);
    assert_eq!((decoder.decode().unwrap(), decoder.decode().unwrap()), (Some(p(1, 0)), Some(p(2, 3))));
}

#[test]
fn an_opaque_payload_is_checked() {
    let bytes = [structure(64, "T", &[("N", 65)]), opaque(65, "Int"), value(64, b"\x01\x01\x09\x00")].concat();
    #[derive(Gob, Debug)]
    struct T {
        n: BigInt,
    }
    let error = crate::one::<T>(&bytes).unwrap_err();
    assert_eq!((error.path(), error.text()), (".N", "a payload that is no big.Int"));
}
