//! Go's live defects D1 to D9: here the outcome is right.

use crate::common::build::*;
use crate::{Point, go, one, p, sent, vector};
use gobstream::{Decoder, ErrorKind, Gob, Limits, Options, Value};
use std::collections::{BTreeMap, HashMap};

#[derive(Gob, Debug)]
struct After {
    after: i64,
}

fn skipping(ty: Bytes, id: i64, body: &[u8]) -> i64 {
    let fields = [("Skipped", id), ("After", INT)];
    let body = [&[1], body, &[1], &int(7), &[0]].concat();
    one::<After>(&[structure(64, "T", &fields), ty, value(64, &body)].concat()).unwrap().after
}

/// D1: skipping a nil interface in a slice, array or map.
#[test]
fn d1_nil_interfaces_are_skipped() {
    assert_eq!(skipping(slice(65, INTERFACE), 65, b"\x03\x00\x00\x00"), 7);
    assert_eq!(skipping(array(65, INTERFACE, 2), 65, b"\x02\x00\x00"), 7);
    assert_eq!(skipping(map(65, STRING, INTERFACE), 65, b"\x01\x01k\x00"), 7);
    let bytes = [single(INTERFACE, b"\x00"), single(INT, &int(5))].concat();
    let mut decoder = Decoder::from_slice(&bytes);
    assert!(decoder.skip().unwrap());
    assert_eq!(decoder.decode::<i64>().unwrap(), Some(5));
}

/// D2: skipping an interface whose payload defines types in a nested interface.
#[test]
fn d2_nested_definitions_are_skipped() {
    for name in
        ["iface-nested-2", "iface-nested-3", "iface-nested-4", "iface-nested-12", "iface-nested-slices", "iface-struct-of-ifaces"]
    {
        let bytes = [vector(name), &single(INT, &int(5))].concat();
        let mut decoder = Decoder::from_slice(&bytes);
        let mut values = 0;
        while decoder.offset() < vector(name).len() as u64 {
            assert!(decoder.skip().unwrap());
            values += 1;
        }
        assert!(values > 0);
        assert_eq!(decoder.decode::<i64>().unwrap(), Some(5), "{name}");
    }
    // As a field that the type does not have, behind which another follows.
    #[derive(Gob, Debug)]
    struct Nothing {
        absent: i64,
    }
    for name in ["iface-nested-2", "iface-nested-12"] {
        let mut decoder = Decoder::from_slice(vector(name));
        let error = decoder.decode::<Nothing>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::WrongType, "no field in common");
        assert!(error.is_recoverable());
    }
}

#[derive(Gob, Debug)]
struct N {
    next: Option<Box<N>>,
}

/// D3: deep data ends in an error, on a small stack, without optimisation.
#[test]
fn d3_deep_data_is_an_error() {
    let n = 1_000_000;
    let list = [structure(64, "N", &[("Next", 64)]), value(64, &[times(n, &[1]), times(n, &[0])].concat())].concat();
    let skipped = [slice(64, 64), single(64, &times(n, &[1]))].concat();
    let run = move || {
        for bytes in [&list, &skipped] {
            assert_eq!(Decoder::from_slice(bytes).skip().unwrap_err().kind(), ErrorKind::TooDeep);
        }
        let mut decoder = Decoder::from_slice(&list);
        assert_eq!(decoder.decode::<N>().unwrap_err().kind(), ErrorKind::TooDeep);
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
}

/// D4: a huge map of nothing at all has no input left.
#[test]
fn d4_nothing_is_not_repeated_for_ever() {
    let ty = [structure(65, "E", &[]), map(64, 65, 65)].concat();
    for count in [1u64 << 26, 1 << 62] {
        let bytes = [ty.clone(), single(64, &uint(count))].concat();
        assert_eq!(one::<BTreeMap<(), ()>>(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
        assert_eq!(Decoder::from_slice(&bytes).skip().unwrap_err().kind(), ErrorKind::Corrupt);
        let slice = [structure(65, "E", &[]), slice(64, 65), single(64, &uint(count))].concat();
        assert_eq!(one::<Vec<()>>(&slice).unwrap_err().kind(), ErrorKind::Corrupt);
    }
    let nothing = [ty, single(64, &uint(1 << 63))].concat();
    assert_eq!(one::<BTreeMap<(), ()>>(&nothing).unwrap(), BTreeMap::new(), "Go takes a negative count for nothing");
}

#[derive(Gob, Debug)]
struct Rs(Vec<Rs>);
#[derive(Gob, Debug)]
struct Rm(HashMap<String, Rm>);

/// D5: room is not made at each level for all that is announced.
#[test]
fn d5_no_memory_for_nested_claims() {
    // At each level a list that claims all bytes left.
    let mut body = Bytes::new();
    for _ in 0..1000 {
        body = [uint(body.len() as u64), body].concat();
    }
    let bytes = [slice(64, 64), single(64, &body)].concat();
    let options = Options::new().limits(Limits { memory: 1 << 20, memory_per_byte: 64, ..Limits::default() });
    let error = Decoder::from_slice_with(&bytes, options.clone()).decode::<Rs>().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TooBig | ErrorKind::TooDeep | ErrorKind::Corrupt), "{error}");
    let mut body = Bytes::new();
    for _ in 0..200 {
        body = [uint(body.len() as u64 / 2), b"\x00".to_vec(), body].concat();
    }
    let bytes = [map(64, STRING, 64), single(64, &body)].concat();
    let error = Decoder::from_slice_with(&bytes, options).decode::<Rm>().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TooBig | ErrorKind::TooDeep | ErrorKind::Corrupt), "{error}");
}

/// D6: many small elements for a large type are charged.
#[test]
fn d6_wide_elements_are_charged() {
    #[derive(Gob)]
    struct Large {
        a: [i64; 2048],
        b: i64,
    }
    let n = 131_072;
    let types = [slice(64, 65), structure(65, "L", &[("B", INT)])].concat();
    let bytes = [types, single(64, &[uint(n), times(n as usize, &[0])].concat())].concat();
    let error =
        one::<Vec<Large>>(&bytes).map(|list| list.len() + list.iter().map(|l| l.a[0] as usize).sum::<usize>()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooBig);
    assert!(error.is_recoverable());
}

/// D7: a field that lands behind a nil embedded pointer; a nil element that has a type of its own.
#[test]
fn d7_no_panic_behind_nil() {
    #[derive(Gob, Debug)]
    struct Outer {
        #[gob(embedded)]
        point: Option<Box<Point>>,
    }
    assert_eq!(one::<Outer>(&sent(&p(1, 2))).unwrap().point, Some(Box::new(p(1, 2))));
    let nil = [slice(64, 65), opaque(65, "Int"), single(64, b"\x01\x00")].concat();
    assert_eq!(one::<Vec<gobstream::known::BigInt>>(&nil).unwrap()[0].to_string(), "0");
}

/// D8: a value that an encoder began and gave up is an error, not another value.
#[test]
fn d8_half_a_value() {
    let bytes = vector("failed-encode");
    let mut decoder = go(bytes);
    while decoder.decode_value().unwrap().is_some() {}
    let half = [
        structure(64, "T", &[("I", INTERFACE)]),
        message(&[int(64), vec![1], text(b"main.P"), inner_struct(65, &[("X", INT)])].concat()),
    ];
    let error = one::<BTreeMap<String, i64>>(&half.concat()).unwrap_err();
    assert!(!error.is_recoverable() || error.kind() == ErrorKind::WrongType);
    #[derive(Gob, Debug)]
    struct T {
        i: Value,
    }
    let error = one::<T>(&half.concat()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Truncated);
    assert!(!error.is_recoverable());
}

/// D9: what ends inside a message is not the end of the stream.
#[test]
fn d9_truncation_is_told_from_the_end() {
    // The message is whole, the value in it is not.
    let bytes = [structure(64, "P", &[("X", INT), ("Y", INT)]), value(64, b"\x01")].concat();
    let error = one::<Point>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path(), error.go_text()), (ErrorKind::Corrupt, ".X", Some("EOF")));
    let error = one::<Point>(&bytes[..bytes.len() - 1]).unwrap_err();
    assert_eq!((error.kind(), error.go_text()), (ErrorKind::Truncated, Some("unexpected EOF")));
}

/// D10: in Go, an array that is first met inside a slice of it is defined with elements of type 0.
#[test]
fn d10_an_array_met_inside_its_slice_is_defined_whole() {
    #[derive(Gob, Debug, PartialEq)]
    struct Fork([Vec<Fork>; 2]);
    let leaf = || Fork([vec![], vec![]]);
    let forks = vec![leaf(), Fork([vec![leaf()], vec![leaf(), leaf()]])];
    let bytes = sent(&forks);
    // Go: `11 7f 01 01 01 04 Fork 01 ff80 00 02 04 00 00`, where the 02 steps over the type of the elements.
    assert!(bytes.windows(8).any(|w| w == b"\x01\xff\x80\x00\x01\xff\x82\x01"), "{bytes:x?}");
    assert_eq!(go(&bytes).decode().unwrap(), Some(forks));
}

/// D11: Go panics where such a pointer to a pointer stands at top level.
#[test]
fn d11_pointers_to_pointers_to_opaque_values_are_sent() {
    use gobstream::known::BigInt;
    let bytes = sent(&Some(Some(BigInt::from(7))));
    assert_eq!(one::<BigInt>(&bytes).unwrap(), BigInt::from(7));
}
