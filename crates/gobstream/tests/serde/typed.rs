//! Types that serde and gob both know: values of real Go come out the same both ways.

use crate::{all, good, vector};
use gobstream::known::Duration;
use gobstream::{Complex, Decode, Decoder, Gob, Text, Value};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// All values of a vector by derived code and by serde; or the first of them, where others are of other types.
fn same<T: for<'de> Decode<'de> + DeserializeOwned + Debug>(name: &str) {
    let bytes = vector(name);
    let mut decoder = Decoder::from_slice(&bytes);
    let (typed, misfit) = crate::collect(|| decoder.decode::<T>());
    let (read, error) = all::<T>(&bytes);
    assert_eq!(format!("{read:?}"), format!("{typed:?}"), "{name}");
    assert_eq!(error.map(|e| e.kind()), misfit.map(|e| e.kind()), "{name}");
    assert!(!typed.is_empty(), "{name}");
}

/// The first value of a vector.
fn first<T: DeserializeOwned + Debug>(name: &str) -> T {
    all(&vector(name)).0.swap_remove(0)
}

macro_rules! both {
    ($($(#[$attr:meta])* struct $name:ident { $($(#[$inner:meta])* $field:ident: $ty:ty,)* })*) => {$(
        $(#[$attr])*
        #[derive(Gob, Deserialize, Debug)]
        #[serde(rename_all = "PascalCase")]
        #[gob(rename_all = "PascalCase")]
        #[allow(dead_code, reason = "they are printed")]
        struct $name { $($(#[$inner])* $field: $ty,)* }
    )*};
}

both! {
    struct Point { x: isize, y: isize, }
    struct Line { a: Point, b: Point, name: String, }
    struct Link { name: String, from: Option<Point>, to: Option<Point>, }
    struct Scalars {
        b: bool, i: isize, i8: i8, i16: i16, i32: i32, i64: i64, u: usize, u8: u8, u16: u16, u32: u32, u64: u64, ptr: u64,
        f32: f32, f64: f64, c64: Complex<f32>, c128: Complex<f64>, s: String, raw: Vec<u8>,
    }
    struct Arrays { a: [isize; 2], z: [isize; 0], b: [u8; 3], p: Option<[isize; 2]>, }
    struct Maps { s: Option<BTreeMap<String, isize>>, i: Option<BTreeMap<isize, String>>, p: Option<BTreeMap<String, bool>>, }
    struct Slices { i: Vec<isize>, b: Vec<u8>, s: Vec<String>, p: Option<Vec<isize>>, }
    struct Letters { a: isize, b: String, c: bool, d: usize, e: Vec<isize>, f: f64, }
    struct Pointers {
        b: Option<bool>, i: Option<isize>, s: Option<String>, f: Option<f64>, u: Option<usize>, c: Option<Complex<f64>>,
        kept: Option<isize>,
    }
    struct Rec { }
    struct Node { #[gob(rename = "Value")] #[serde(rename = "Value")] value: isize, next: Option<Box<Node>>, }
    struct Shared { a: Point, b: Vec<Point>, c: BTreeMap<String, Point>, d: Option<Point>, e: [Point; 1], }
    struct Any { i: Value, }
}

#[test]
fn structs() {
    same::<Point>("point");
    same::<Point>("point-stream");
    same::<Point>("struct-zero");
    same::<Line>("struct-nested");
    same::<Link>("struct-nested-pointer");
    same::<Scalars>("struct-scalars");
    same::<Arrays>("struct-array-field");
    same::<Arrays>("struct-array-pointer");
    same::<Maps>("struct-map-field");
    same::<Slices>("struct-slice-field");
    same::<Letters>("struct-deltas");
    same::<Pointers>("struct-zero-pointers");
    same::<Shared>("struct-shared-type");
    same::<Any>("iface-struct");
    same::<Any>("iface-nested-3");
}

#[test]
fn lists_and_maps() {
    same::<Vec<isize>>("slice-int");
    same::<Vec<Vec<isize>>>("slice-of-slice");
    same::<Vec<Point>>("slice-of-struct");
    same::<Vec<Vec<u8>>>("slice-of-bytes");
    same::<[isize; 2]>("array-int");
    same::<BTreeMap<bool, isize>>("map-key-bool");
    same::<BTreeMap<isize, String>>("map-key-int");
    same::<BTreeSet<String>>("map-of-empty-struct");
}

#[test]
fn keys_of_any_kind() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "PascalCase")]
    struct Place {
        x: i64,
        y: i64,
    }
    assert_eq!(good::<Vec<(Place, String)>>("map-key-struct"), [[(Place { x: 1, y: 2 }, "a".into())]]);
    assert_eq!(good::<BTreeMap<[String; 2], i64>>("map-key-array")[0][&["a".to_string(), "b".to_string()]], 1);
}

/// Names by serde, fields that Rust does not have, fields that Go does not have.
#[test]
fn fields_that_differ() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Other {
        #[serde(rename = "Y")]
        ordinate: u8,
        z: Option<String>,
        #[serde(default = "seven")]
        more: i32,
    }
    fn seven() -> i32 {
        7
    }
    let read = good::<Other>("point");
    assert_eq!(read, [Other { ordinate: 33, z: None, more: 7 }]);
}

/// What was not sent was zero, and so it is not what the Rust type would like.
#[test]
fn zeros_are_what_was_sent() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "PascalCase")]
    struct Place {
        #[serde(default = "seven")]
        x: i64,
        y: Option<i64>,
    }
    fn seven() -> i64 {
        7
    }
    assert_eq!(good::<Place>("struct-zero"), [Place { x: 0, y: None }]);
}

#[test]
fn borrowed_from_a_slice() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Scalars<'a> {
        #[serde(rename = "S")]
        s: &'a str,
        #[serde(rename = "Raw")]
        raw: &'a [u8],
    }
    let bytes = vector("struct-scalars");
    let mut decoder = Decoder::from_slice(&bytes);
    assert_eq!(decoder.deserialize().unwrap(), Some(Scalars { s: "s", raw: &[1, 2, 3] }));
    assert_eq!(decoder.deserialize().unwrap(), Some(Scalars { s: "", raw: &[] }));
}

/// Tagged, untagged and flattened types read from serde's own buffer.
#[test]
fn buffered_by_serde() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Flat {
        #[serde(rename = "Name")]
        name: String,
        #[serde(flatten)]
        rest: BTreeMap<String, Option<BTreeMap<String, i64>>>,
    }
    let point = |x, y| Some(BTreeMap::from([("X".to_string(), x), ("Y".to_string(), y)]));
    let read = good::<Flat>("struct-nested-pointer");
    assert_eq!(read[0].rest, BTreeMap::from([("From".to_string(), point(1, 0)), ("To".to_string(), None)]));
    assert_eq!(read[2].name, "");

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(untagged)]
    enum Either {
        Nothing(()),
        Number(i64),
        Text(String),
        Float(f64),
        Bytes(#[serde(deserialize_with = "bytes")] Vec<u8>),
        Point {
            #[serde(rename = "X")]
            x: i64,
            #[serde(rename = "Y")]
            y: i64,
        },
    }
    fn bytes<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Vec<u8>, D::Error> {
        Text::deserialize(d).map(|text| text.as_bytes().into())
    }
    #[derive(Deserialize, Debug)]
    struct Everything {
        #[serde(rename = "Any")]
        any: Vec<Either>,
    }
    let read = good::<Everything>("struct-everything");
    let all =
        [Either::Number(1), Either::Text("two".into()), Either::Float(3.0), Either::Nothing(()), Either::Text("\u{4}".into())];
    // serde takes bytes for text where they are.
    assert_eq!(read[0].any, all);
    let bytes = gobstream::to_vec(&vec![0xffu8]).unwrap();
    assert_eq!(gobstream::serde::from_slice::<Either>(&bytes).unwrap(), Either::Bytes(vec![0xff]));
    assert_eq!(first::<Vec<Either>>("iface-struct-twice")[0], Either::Point { x: 1, y: 2 });

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "Name")]
    enum Tagged {
        #[serde(rename = "a")]
        A {
            #[serde(rename = "From")]
            from: Option<Value>,
        },
        #[serde(rename = "b", rename_all = "PascalCase")]
        B { to: BTreeMap<String, u8> },
        #[serde(other)]
        Other,
    }
    let read = good::<Tagged>("struct-nested-pointer");
    assert!(matches!(&read[0], Tagged::A { from: Some(from) } if from.key("X").is_some()), "{read:?}");
    assert_eq!(read[1..], [Tagged::B { to: BTreeMap::from([("X".into(), 0), ("Y".into(), 1)]) }, Tagged::Other]);
}

/// Times and other known types by their texts, big numbers also as numbers; all of them as bytes.
#[test]
fn opaque_values() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "PascalCase")]
    struct Addresses {
        v4: std::net::IpAddr,
        port: std::net::SocketAddr,
        prefix: String,
    }
    assert_eq!(
        crate::all::<Addresses>(&vector("netip")).0[0],
        Addresses { v4: [192, 0, 2, 7].into(), port: ([192, 0, 2, 7], 80).into(), prefix: "10.0.0.0/8".into() }
    );
    #[derive(Deserialize, Debug, PartialEq)]
    struct Holder<T> {
        #[serde(rename = "N")]
        n: T,
    }
    let (read, error) = all::<Holder<i128>>(&vector("big-int"));
    let first = [0, 1, -1, -256, i128::from(u64::MAX), i128::from(u64::MAX) + 1];
    assert_eq!(read.iter().map(|h| h.n).collect::<Vec<_>>(), first);
    assert_eq!(error.map(|e| (e.kind(), e.path().to_string())), Some((gobstream::ErrorKind::OutOfRange, ".N".into())));
    assert_eq!(all::<Holder<u8>>(&vector("big-int")).0, [Holder { n: 0 }, Holder { n: 1 }]);
    assert_eq!(good::<Holder<String>>("big-rat")[0], Holder { n: "1/2".into() });
    assert_eq!(all::<Holder<f64>>(&vector("big-int")).0[3].n, -256.0);
    // Version 1, sign; no digits.
    assert_eq!(good::<Holder<Text>>("big-int")[0].n.as_bytes(), [2]);
    #[derive(Deserialize, Debug, PartialEq)]
    struct Ids {
        #[serde(rename = "ID")]
        id: String,
        #[serde(rename = "Zero")]
        zero: String,
        #[serde(rename = "Pointer")]
        pointer: Option<String>,
    }
    let read = good::<Ids>("uuid-field");
    assert_eq!(read[0].id, "3c8cdfc7-62dd-a363-08c1-28ca8bbdb1e9");
    assert_eq!(read[0].zero, "00000000-0000-0000-0000-000000000000");
}

#[test]
fn durations_and_runes() {
    assert_eq!(
        all::<Duration>(&vector("duration")).0.iter().map(|d| d.as_nanos()).take(3).collect::<Vec<_>>(),
        [5, 90_000_000_000, -3_600_000_000_000]
    );
    assert_eq!(gobstream::serde::from_slice::<char>(b"\x04\x04\x00\xff\xc2").unwrap(), 'a');
}

/// A list of pairs keeps what a map would lose.
#[test]
fn maps_as_pairs() {
    let read = first::<Vec<(String, i64)>>("hand-map-duplicates");
    assert_eq!(read, [("a".into(), 1), ("a".into(), 2)]);
}

#[test]
fn numbers_that_do_not_fit() {
    use gobstream::ErrorKind::OutOfRange;
    let error = gobstream::serde::from_slice::<i8>(b"\x05\x04\x00\xfe\x01\x00").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (OutOfRange, 3), "{error}");
    let big = gobstream::to_vec(&vec![1.0, 1e300]).unwrap();
    let error = gobstream::serde::from_slice::<Vec<f32>>(&big).unwrap_err();
    assert_eq!((error.kind(), error.path()), (OutOfRange, "[1]"), "{error}");
    let inf = gobstream::to_vec(&f64::INFINITY).unwrap();
    assert_eq!(gobstream::serde::from_slice::<f32>(&inf).unwrap(), f32::INFINITY);
}
