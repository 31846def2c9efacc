//! Spoiled streams read into Rust's types.

use super::Ours;
use super::outcome;
use gobstream::known::{Addr, AddrPort, BigInt, Prefix, Time};
use gobstream::{Complex, Decode, Decoder, Encode, Encoder, Gob, Reading, Text};
use std::collections::BTreeMap;

#[derive(Gob, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    x: isize,
    y: isize,
}

#[derive(Gob)]
struct Letters {
    a: isize,
    b: Text,
    c: bool,
    d: usize,
    e: Vec<isize>,
    f: f64,
}

#[derive(Gob)]
struct Floats {
    f: f64,
    c: Complex<f64>,
    l: Vec<f64>,
}

#[derive(Gob)]
struct Slices {
    i: Vec<isize>,
    b: Vec<u8>,
    s: Vec<Text>,
    p: Option<Vec<isize>>,
}

#[derive(Gob)]
struct Tree {
    val: isize,
    left: Option<Box<Tree>>,
    right: Option<Box<Tree>>,
}

#[derive(Gob)]
struct Linked {
    n: isize,
    next: Option<Box<Linked>>,
}

#[derive(Gob)]
struct Rec(Vec<Rec>);

#[derive(Gob)]
struct Dir(BTreeMap<Text, Dir>);

#[derive(Gob)]
struct Ends {
    i8: i8,
    i16: i16,
    i32: i32,
    max: i64,
    min: i64,
    u32: u32,
    u64: u64,
    past: isize,
    rune: i32,
    ptr: usize,
}

#[derive(Gob)]
struct Net {
    #[gob(rename = "V4")]
    v4: Addr,
    #[gob(rename = "V6")]
    v6: Addr,
    port: AddrPort,
    prefix: Prefix,
}

/// Reads all values, and writes them again.
type Read = fn(&[u8]) -> (Ours, Vec<u8>);

fn read<T: for<'b> Decode<'b> + Encode>(stream: &[u8]) -> (Ours, Vec<u8>) {
    let mut decoder = Decoder::from_slice_with(stream, outcome::options(Reading::Go));
    let mut encoder = Encoder::to_vec();
    let mut good = 0;
    let error = loop {
        match decoder.decode::<T>() {
            Ok(Some(value)) => encoder.encode(&value).unwrap(),
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
        good += 1;
    };
    (Ours { good, error }, encoder.into_sink())
}

/// The vectors whose values are all of one type, and that type.
const TYPES: &[(&str, Read)] = &[
    ("point", read::<Point>),
    ("bytes", read::<Vec<u8>>),
    ("uint-edges", read::<u64>),
    ("int-edges", read::<i64>),
    ("bool", read::<bool>),
    ("string", read::<Text>),
    ("string-not-utf8", read::<Text>),
    ("slice-int", read::<Vec<isize>>),
    ("slice-of-struct", read::<Vec<Point>>),
    ("slice-of-bytes", read::<Vec<Vec<u8>>>),
    ("array-of-array", read::<[[isize; 3]; 2]>),
    ("map-string", read::<BTreeMap<Text, isize>>),
    ("map-key-struct", read::<BTreeMap<Point, Text>>),
    ("rec-struct", read::<Tree>),
    ("rec-list", read::<Linked>),
    ("rec-slice", read::<Rec>),
    ("rec-map", read::<Dir>),
    ("struct-deltas", read::<Letters>),
    ("struct-slice-field", read::<Slices>),
    ("struct-nan", read::<Floats>),
    ("integer-precision", read::<Ends>),
    ("time-utc", read::<Vec<Time>>),
    ("big-int-slice", read::<Vec<BigInt>>),
    ("netip", read::<Net>),
];

/// How the values of a vector are read into a type, if they are of one type.
pub fn reader(vector: &str) -> Option<Read> {
    TYPES.iter().find(|(name, _)| *name == vector).map(|(_, read)| *read)
}
