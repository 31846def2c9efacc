//! Streams decoded into Rust types.

use super::gob::{options, place};
use super::{bounded, cuts, sum};
use gobstream::{Decode, DecodeOwned, Decoder, Encode, Gob, Options, Reading, Stream, Value};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::task::Poll;

/// A bit of everything, named as in the streams that Go wrote.
#[derive(Clone, Debug, Default, Gob)]
#[gob(rename_all = "PascalCase")]
struct Row {
    x: i64,
    y: i8,
    a: u16,
    b: String,
    c: Vec<u8>,
    d: f32,
    f: f64,
    s: String,
    n: Option<Box<Row>>,
    m: BTreeMap<String, i64>,
    i: Vec<i32>,
    name: String,
    values: Vec<f64>,
    next: Option<Box<Row>>,
    flag: bool,
    arr: [u32; 3],
    any: Any,
}

#[derive(Clone, Debug, Gob)]
#[gob(rename = "any")]
enum Any {
    #[gob(name = "int")]
    Int(i64),
    #[gob(name = "string")]
    Text(String),
    #[gob(name = "main.Row", alias = "main.Point")]
    Row(Box<Row>),
    #[gob(other)]
    Other(Value),
}

impl Default for Any {
    fn default() -> Self {
        Any::Other(Value::Interface(None))
    }
}

#[derive(Clone, Debug, Gob)]
struct Tree(Vec<Tree>);

/// Decodes all values: a value that a type takes, the walk takes too; it is written and read back as it was.
fn decode<T: DecodeOwned + Encode + Debug>(input: &[u8]) {
    let name = std::any::type_name::<T>();
    let mut decoder = Decoder::from_slice_with(input, options(input));
    let mut stream = Stream::from_slice_with(input, options(input));
    let mut taken = Vec::new();
    let end = loop {
        match bounded(input, name, || decoder.decode::<T>()) {
            Ok(Some(value)) => {
                assert!(stream.skip_value().is_ok_and(|read| read), "{name} takes what the walk refuses: {value:?}");
                rewritten(&value);
                taken.push(format!("{value:?}"));
            }
            Ok(None) => break None,
            Err(error) => break Some(place(&error, input)),
        }
    };
    assert_eq!(pushed::<T>(input), (taken, end), "{name} in chunks");
}

fn rewritten<T: DecodeOwned + Encode + Debug>(value: &T) {
    let Ok(bytes) = gobstream::to_vec(value) else { return };
    let options = Options::new().reading(Reading::Strict);
    let again: T =
        Decoder::from_slice_with(&bytes, options).decode().unwrap_or_else(|e| panic!("{e}: {value:?}")).expect("a value");
    assert_eq!(gobstream::to_vec(&again).expect("what was written is written again"), bytes, "{value:?}\n{again:?}");
}

fn pushed<T: DecodeOwned + Debug>(input: &[u8]) -> (Vec<String>, Option<super::gob::Place>) {
    let (mut decoder, mut rest, mut cut) = (Decoder::push(options(input)), input, cuts(input));
    let mut taken = Vec::new();
    loop {
        match decoder.poll_decode::<T>() {
            Ok(Poll::Ready(Some(value))) => taken.push(format!("{value:?}")),
            Ok(Poll::Ready(None)) => return (taken, None),
            Ok(Poll::Pending) if rest.is_empty() => decoder.finish(),
            Ok(Poll::Pending) => {
                let (piece, behind) = rest.split_at(cut().min(rest.len()));
                decoder.feed(piece);
                rest = behind;
            }
            Err(error) => return (taken, Some(place(&error, input))),
        }
    }
}

/// One of many Rust types, chosen by the input.
pub fn decode_any(input: &[u8]) {
    match sum(input) % 12 {
        0 => decode::<i64>(input),
        1 => decode::<u8>(input),
        2 => decode::<f32>(input),
        3 => decode::<String>(input),
        4 => decode::<Vec<u8>>(input),
        5 => decode::<Vec<i32>>(input),
        6 => decode::<BTreeMap<String, Vec<i64>>>(input),
        7 => decode::<Tree>(input),
        8 => decode::<Any>(input),
        9 => decode::<Value>(input),
        10 => decode::<Vec<Row>>(input),
        _ => decode::<Row>(input),
    }
    borrowed(input);
}

#[derive(Debug, Default, Gob)]
#[gob(rename_all = "PascalCase")]
struct Lent<'a> {
    name: &'a str,
    s: std::borrow::Cow<'a, str>,
    c: &'a [u8],
    b: &'a [u8],
}

/// Borrowing and owning decode the same.
fn borrowed(input: &[u8]) {
    #[derive(Debug, Default, Gob)]
    #[gob(rename_all = "PascalCase")]
    struct Owned {
        name: String,
        s: String,
        c: Vec<u8>,
        b: Vec<u8>,
    }
    let lent: Result<Option<Lent<'_>>, _> = first(input);
    let owned: Result<Option<Owned>, _> = first(input);
    let lent = lent.map(|v| v.map(|v| (v.name.to_owned(), v.s.into_owned(), v.c.to_vec(), v.b.to_vec())));
    let owned = owned.map(|v| v.map(|v| (v.name, v.s, v.c, v.b)));
    assert_eq!(lent.map_err(|e| place(&e, input)), owned.map_err(|e| place(&e, input)));
}

fn first<'a, T: Decode<'a>>(input: &'a [u8]) -> gobstream::Result<Option<T>> {
    Decoder::from_slice_with(input, options(input)).decode()
}
