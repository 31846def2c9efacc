//! Go's `codec_test.go`, as far as it is about decoding. Tests are named after Go's.

use crate::common::{Random, build, build::*};
use crate::{one, p, sent, vector};
use gobstream::{Complex, Decoder, Error, ErrorKind, Gob, Value};
use std::collections::{BTreeMap, HashMap};

#[test]
fn uint_codec_int_codec() {
    for (bytes, v) in [
        (&b"\x00"[..], 0u64),
        (b"\x7f", 127),
        (b"\xff\x80", 128),
        (b"\xfe\x01\x00", 256),
        (b"\xf8\xff\xff\xff\xff\xff\xff\xff\xff", u64::MAX),
    ] {
        assert_eq!(one::<u64>(&single(UINT, bytes)).unwrap(), v);
    }
    let mut decoder = Decoder::from_slice(vector("uint-chain"));
    let mut u = 0u64;
    while u < 1 << 60 {
        assert_eq!(decoder.decode().unwrap(), Some(u));
        assert_eq!(decoder.decode().unwrap(), Some(u as i64));
        assert_eq!(decoder.decode().unwrap(), Some(-(u as i64)));
        assert_eq!(decoder.decode().unwrap(), Some(!(u as i64)));
        u = (u + 1) * 7;
    }
    assert_eq!(decoder.decode::<u64>().unwrap(), None);
}

/// Each scalar as field 6: `07` and the value.
#[test]
fn scalar_dec_instructions() {
    #[derive(Gob, Debug, PartialEq)]
    struct T<V> {
        a: String,
        b: String,
        c: String,
        d: String,
        e: String,
        f: String,
        g: V,
    }
    fn seventh<V: for<'de> gobstream::Decode<'de>>(id: i64, body: &[u8]) -> V {
        let fields = [("A", STRING), ("B", STRING), ("C", STRING), ("D", STRING), ("E", STRING), ("F", STRING), ("G", id)];
        let body = [&[7], body, &[0]].concat();
        one::<T<V>>(&[structure(64, "T", &fields), value(64, &body)].concat()).unwrap().g
    }
    assert_eq!(seventh::<i8>(INT, b"\x22"), 17);
    assert_eq!(seventh::<i64>(INT, b"\x22"), 17);
    assert_eq!(seventh::<u8>(UINT, b"\x11"), 17);
    assert_eq!(seventh::<usize>(UINT, b"\x11"), 17);
    assert_eq!(seventh::<f32>(FLOAT, b"\xfe\x31\x40"), 17.0);
    assert_eq!(seventh::<f64>(FLOAT, b"\xfe\x31\x40"), 17.0);
    assert_eq!(seventh::<Complex<f64>>(COMPLEX, b"\xfe\x31\x40\xfe\x33\x40"), Complex { re: 17.0, im: 19.0 });
    assert_eq!(seventh::<Vec<u8>>(BYTES, b"\x05hello"), b"hello");
    assert_eq!(seventh::<String>(STRING, b"\x05hello"), "hello");
    assert!(seventh::<bool>(BOOL, b"\x01"));
}

#[test]
fn end_to_end() {
    #[derive(Gob, Debug, PartialEq)]
    struct T2 {
        t: String,
    }
    #[derive(Gob, Debug, PartialEq)]
    struct T1 {
        a: isize,
        b: isize,
        c: isize,
        m: HashMap<String, Option<f64>>,
        m2: HashMap<isize, T2>,
        m4: BTreeMap<[u64; 2], Option<isize>>,
        empty: Option<HashMap<String, isize>>,
        n: Option<[f64; 3]>,
        strs: Option<[String; 2]>,
        int64s: Option<Vec<i64>>,
        y: Vec<u8>,
        t: Option<T2>,
    }
    let value = T1 {
        a: 17,
        b: 18,
        c: -5,
        m: [("e".to_owned(), Some(2.5))].into(),
        m2: [(4, T2 { t: "this is T2".into() })].into(),
        m4: [([1, 2], Some(7))].into(),
        empty: Some(HashMap::new()),
        n: Some([1.5, 2.5, 3.5]),
        strs: Some(["Now".into(), "is".into()]),
        int64s: Some(vec![77, 89, 123412342134]),
        y: b"hello, sailor".to_vec(),
        t: Some(T2 { t: "this is T2".into() }),
    };
    assert_eq!(one::<T1>(&sent(&value)).unwrap(), value);
}

#[derive(Gob, Debug)]
struct F<T> {
    f: T,
}

fn field<T: for<'de> gobstream::Decode<'de>>(id: i64, body: &[u8]) -> Result<T, Error> {
    let body = [&[1], body, &[0]].concat();
    one::<F<T>>(&[structure(64, "F", &[("F", id)]), value(64, &body)].concat()).map(|f| f.f)
}

#[test]
fn overflow() {
    fn refused<T: for<'de> gobstream::Decode<'de> + std::fmt::Debug>(id: i64, body: &[u8]) {
        let error = field::<T>(id, body).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::OutOfRange, ".F"), "{error}");
        assert_eq!(error.go_text(), Some("out of range"));
        assert!(error.is_recoverable());
    }
    fn ends<T: for<'de> gobstream::Decode<'de> + std::fmt::Debug + PartialEq>(min: i64, max: i64, want: (T, T)) {
        assert_eq!(field::<T>(INT, &int(min)).unwrap(), want.0);
        assert_eq!(field::<T>(INT, &int(max)).unwrap(), want.1);
        refused::<T>(INT, &int(min - 1));
        refused::<T>(INT, &int(max + 1));
    }
    ends::<i8>(-128, 127, (i8::MIN, i8::MAX));
    ends::<i16>(-32768, 32767, (i16::MIN, i16::MAX));
    ends::<i32>(i32::MIN.into(), i32::MAX.into(), (i32::MIN, i32::MAX));
    assert_eq!(field::<u8>(UINT, &uint(255)).unwrap(), 255);
    refused::<u8>(UINT, &uint(256));
    refused::<u16>(UINT, &uint(65536));
    refused::<u32>(UINT, &uint(1 << 32));
    let float = |v: f64| uint(v.to_bits().swap_bytes());
    assert_eq!(field::<f32>(FLOAT, &float(f32::MAX.into())).unwrap(), f32::MAX);
    assert_eq!(field::<f32>(FLOAT, &float(f64::INFINITY)).unwrap(), f32::INFINITY);
    assert!(field::<f32>(FLOAT, &float(f64::NAN)).unwrap().is_nan());
    assert_eq!(field::<f32>(FLOAT, &float(1e-300)).unwrap(), 0.0);
    refused::<f32>(FLOAT, &float(f64::from(f32::MAX) * 2.0));
    refused::<f32>(FLOAT, &float(-f64::MAX));
    refused::<Complex<f32>>(COMPLEX, &[float(f64::MAX), float(0.0)].concat());
    refused::<Complex<f32>>(COMPLEX, &[float(0.0), float(f64::MAX)].concat());
    // Beyond Go's.
    refused::<char>(INT, &int(0xd800));
    refused::<std::num::NonZero<u32>>(UINT, &uint(0));
    refused::<std::time::Duration>(INT, &int(-1));
}

#[derive(Gob, Debug, PartialEq)]
struct RT {
    a: String,
    next: Option<Box<RT>>,
}

#[test]
fn nesting() {
    let value = RT { a: "level1".into(), next: Some(Box::new(RT { a: "level2".into(), next: None })) };
    assert_eq!(one::<RT>(&sent(&value)).unwrap(), value);
}

#[test]
fn auto_indirection() {
    let bytes = sent(&F { f: 17i64 });
    assert_eq!(one::<F<Option<i64>>>(&bytes).unwrap().f, Some(17));
    assert_eq!(one::<F<Option<Box<Option<i64>>>>>(&bytes).unwrap().f, Some(Box::new(Some(17))));
    assert_eq!(
        one::<F<Box<std::rc::Rc<std::sync::Arc<i64>>>>>(&bytes).unwrap().f,
        Box::new(std::rc::Rc::new(std::sync::Arc::new(17)))
    );
    assert_eq!(one::<F<i64>>(&sent(&F { f: Some(Some(17i64)) })).unwrap().f, 17);
}

#[test]
fn indirect_slice_map_array() {
    let bytes = vector("array-pointer");
    let mut decoder = Decoder::from_slice(bytes);
    assert_eq!(decoder.decode().unwrap(), Some([1i64, 2]));
    assert_eq!(decoder.decode().unwrap(), Some(vec![3i64]));
    assert_eq!(decoder.decode().unwrap(), Some(BTreeMap::from([("k".to_owned(), 4i64)])));
    let mut decoder = Decoder::from_slice(bytes);
    assert_eq!(decoder.decode().unwrap(), Some(Some(Box::new([Some(1i64), Some(2)]))));
    assert_eq!(decoder.decode().unwrap(), Some(Some(vec![Some(3i64)])));
    assert_eq!(decoder.decode().unwrap(), Some(Some(Some(BTreeMap::from([(Some("k".to_owned()), Box::new(4i64))])))));
}

#[derive(Gob, Debug, PartialEq, Default)]
struct Abc {
    a: i64,
    b: String,
    c: f64,
}

#[test]
fn reordered_fields() {
    #[derive(Gob, Debug, PartialEq)]
    struct Cab {
        c: f64,
        a: i64,
        b: String,
    }
    let bytes = sent(&Abc { a: 1, b: "two".into(), c: 3.5 });
    assert_eq!(one::<Cab>(&bytes).unwrap(), Cab { c: 3.5, a: 1, b: "two".into() });
}

#[test]
fn ignored_fields() {
    #[derive(Gob)]
    struct All {
        a: i64,
        b: u64,
        c: f64,
        d: Vec<u8>,
        e: String,
        f: Complex<f64>,
        g: [u8; 3],
        h: Vec<String>,
        i: BTreeMap<String, Abc>,
        j: Abc,
        k: Option<i64>,
        l: Value,
        m: gobstream::known::Time,
        n: bool,
        z: i64,
    }
    #[derive(Gob, Debug)]
    struct Z {
        z: i64,
    }
    let bytes = sent(&All {
        a: 1,
        b: 300,
        c: 0.1,
        d: vec![1],
        e: "e".into(),
        f: Complex { re: 1.0, im: 2.0 },
        g: [1, 200, 3],
        h: vec!["h".into()],
        i: [("i".into(), Abc::default())].into(),
        j: Abc { a: 1, ..Abc::default() },
        k: Some(1),
        l: Value::Interface(None),
        m: gobstream::known::Time::utc(1, 1).unwrap(),
        n: true,
        z: 26,
    });
    assert_eq!(one::<Z>(&bytes).unwrap().z, 26);
}

#[test]
fn ignore_interface() {
    // The types inside are learned all the same.
    let bytes = vector("iface-two-values");
    let mut skipping = Decoder::from_slice(bytes);
    while skipping.skip().unwrap() {}
    let mut reading = Decoder::from_slice(bytes);
    while reading.decode_value().unwrap().is_some() {}
    assert_eq!(skipping.types().len(), reading.types().len());
    assert_eq!(skipping.offset(), bytes.len() as u64);
}

#[test]
fn unexported_fields() {
    #[derive(Gob, Debug)]
    struct Mixed {
        name: String,
        #[gob(skip)]
        hidden: i64,
        last: i64,
    }
    let mut mixed = Mixed { name: String::new(), hidden: 7, last: 0 };
    assert!(Decoder::from_slice(vector("struct-unexported")).decode_into(&mut mixed).unwrap());
    assert_eq!((mixed.name.as_str(), mixed.hidden, mixed.last), ("n", 7, 2));
}

/// Whatever is made of a stream: nothing panics, and there is an error or a value.
#[test]
fn fuzz() {
    let bytes = sent(&BTreeMap::from([("key".to_owned(), vec![p(1, 2), p(300, -4)])]));
    let mut random = Random(1);
    for _ in 0..20_000 {
        let mut broken = bytes.clone();
        for _ in 0..1 + random.below(4) {
            let i = random.below(broken.len());
            broken[i] = random.next() as u8;
        }
        let _ = Decoder::from_slice(&broken).decode::<BTreeMap<String, Vec<crate::Point>>>();
    }
}

/// One byte changed, at every place, also where Go has to look away.
#[test]
fn fuzz_one_byte() {
    #[derive(Gob, Debug)]
    struct S {
        a: Vec<i64>,
        b: String,
        c: BTreeMap<String, Abc>,
        d: Option<Box<S>>,
        e: Value,
    }
    let inner = S { a: vec![1], b: "b".into(), c: BTreeMap::new(), d: None, e: Value::Interface(None) };
    let s = S {
        a: vec![1, 2, 3000],
        b: "bb".into(),
        c: [("k".into(), Abc::default())].into(),
        d: Some(Box::new(inner)),
        e: Value::Interface(None),
    };
    let bytes = sent(&s);
    for i in 0..bytes.len() {
        for x in 1..=255 {
            let mut broken = bytes.clone();
            broken[i] ^= x;
            let _ = Decoder::from_slice(&broken).decode::<S>();
        }
    }
}

#[test]
fn error_invalid_type_id() {
    let mut decoder = Decoder::from_slice(b"\x01\x00\x01\x00");
    for offset in [1, 3] {
        let error = decoder.decode::<crate::Point>().unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::UnknownType, offset));
        assert_eq!(error.go_text(), Some("gob: unknown type id or corrupted data"));
    }
    assert_eq!(decoder.decode::<crate::Point>().unwrap(), None);
}

#[test]
fn large_slice() {
    let n = 20 << 20;
    assert_eq!(one::<Vec<u8>>(&single(BYTES, &text(&vec![7; n]))).unwrap().len(), n);
    let ints = [build::slice(64, INT), single(64, &[uint(n as u64), vec![2; n]].concat())].concat();
    assert!(one::<Vec<i8>>(&ints).unwrap().iter().all(|&v| v == 1));
    let strings: Vec<String> = (0..2 << 20).map(|i| "x".repeat(i % 3)).collect();
    assert_eq!(one::<Vec<String>>(&sent(&strings)).unwrap(), strings);
    let structs: Vec<crate::Point> = (0..2 << 20).map(|i| p(i, -1)).collect();
    assert_eq!(one::<Vec<crate::Point>>(&sent(&structs)).unwrap(), structs);
}

#[test]
fn local_remote_types_mismatch() {
    let bytes = [9, 127, 3, 1, 2, 255, 128, 0, 0, 0, 3, 255, 128, 0];
    let error = one::<Vec<i64>>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::WrongType, 13));
    assert_eq!(error.text(), "received struct, wanted slice");
}
