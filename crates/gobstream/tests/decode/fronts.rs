//! Slices, readers and chunks of any size give the same values and the same errors.

use crate::common::outcome::place;
use crate::common::{Random, faults, vectors};
use crate::{Point, vector};
use gobstream::{Decode, DecodeOwned, Decoder, Error, Gob, Options, Reading, Value};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::{self, Read};
use std::task::Poll;

/// A struct that finds something in many of the vectors.
#[derive(Gob, Debug)]
struct Catch {
    a: Option<Value>,
    i: Option<Value>,
    name: Option<String>,
    next: Option<Box<Catch>>,
    x: i64,
    y: Option<i64>,
    kids: Vec<Catch>,
    last: Option<i64>,
    after: Option<i64>,
}

/// What comes of a stream, whatever it is asked for as.
type Seen = Vec<Result<String, String>>;

fn note<T: Debug>(seen: &mut Seen, result: Result<Option<T>, Error>) -> bool {
    match result {
        Ok(None) => return false,
        Ok(Some(value)) => seen.push(Ok(format!("{value:?}"))),
        Err(error) => {
            seen.push(Err(format!("{:?} {}", place(&error), error.is_recoverable())));
            return error.is_recoverable();
        }
    }
    true
}

fn sliced<'b, T: Decode<'b> + Debug>(bytes: &'b [u8], options: &Options) -> Seen {
    let mut decoder = Decoder::from_slice_with(bytes, options.clone());
    let mut seen = Seen::new();
    while note(&mut seen, decoder.decode::<T>()) {}
    seen
}

struct Pieces<'a, F>(&'a [u8], F, bool);

impl<F: FnMut() -> usize> Read for Pieces<'_, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.2 = !self.2;
        if self.2 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let n = (self.1)().clamp(1, 40).min(self.0.len()).min(buffer.len());
        let (piece, rest) = self.0.split_at(n);
        buffer[..n].copy_from_slice(piece);
        self.0 = rest;
        Ok(n)
    }
}

fn pulled<T: DecodeOwned + Debug>(bytes: &[u8], options: &Options, exact: bool, cut: impl FnMut() -> usize) -> Seen {
    let source = Pieces(bytes, cut, false);
    let mut decoder = match exact {
        true => Decoder::from_reader_exact(source, options.clone()),
        false => Decoder::from_reader_with(source, options.clone()),
    };
    let mut seen = Seen::new();
    loop {
        let result = decoder.decode::<T>();
        if result.as_ref().is_err_and(|e| e.kind() == gobstream::ErrorKind::Io) {
            continue;
        }
        if !note(&mut seen, result) {
            return seen;
        }
    }
}

fn pushed<T: DecodeOwned + Debug>(bytes: &[u8], options: &Options, mut cut: impl FnMut() -> usize) -> Seen {
    let mut decoder = Decoder::push(options.clone());
    let mut seen = Seen::new();
    let mut rest = bytes;
    loop {
        match decoder.poll_decode::<T>() {
            Ok(Poll::Pending) if rest.is_empty() => decoder.finish(),
            Ok(Poll::Pending) => {
                let (piece, behind) = rest.split_at(cut().clamp(1, rest.len()));
                decoder.feed(piece);
                rest = behind;
            }
            Ok(Poll::Ready(value)) => {
                if !note(&mut seen, Ok(value)) {
                    return seen;
                }
            }
            Err(error) => {
                if !note::<T>(&mut seen, Err(error)) {
                    return seen;
                }
            }
        }
    }
}

fn assert_same(got: &Seen, whole: &Seen, how: &str) {
    let differs = (0..got.len().max(whole.len())).find(|&i| got.get(i) != whole.get(i));
    if let Some(i) = differs {
        panic!("{how}: result {i} is {:?}, from a slice {:?}", got.get(i), whole.get(i));
    }
}

fn check<T: DecodeOwned + Debug>(name: &str, bytes: &[u8], reading: Reading, sizes: &[usize]) {
    let options = Options::new().reading(reading);
    let whole = sliced::<T>(bytes, &options);
    for &size in sizes {
        let mut random = Random(size as u64 + 5);
        let mut cut = move || if size > 0 { size } else { 1 + random.below(40) };
        assert_same(&pulled::<T>(bytes, &options, size == 2, &mut cut), &whole, &format!("{name}, {reading:?}, read by {size}"));
        assert_same(&pushed::<T>(bytes, &options, &mut cut), &whole, &format!("{name}, {reading:?}, pushed by {size}"));
    }
}

const READINGS: [Reading; 3] = [Reading::Lenient, Reading::Go, Reading::Strict];

#[test]
fn any_chunking_of_a_vector_gives_the_same() {
    for v in vectors().iter().filter(|v| v.bytes.len() < 20_000) {
        for reading in READINGS {
            check::<Catch>(&v.name, &v.bytes, reading, &[1, 2, 7, 0]);
            check::<Value>(&v.name, &v.bytes, reading, &[3]);
            check::<Vec<Value>>(&v.name, &v.bytes, reading, &[5]);
            check::<BTreeMap<String, Value>>(&v.name, &v.bytes, reading, &[4]);
        }
    }
}

#[test]
fn any_chunking_of_a_fault_gives_the_same() {
    for f in faults().iter().filter(|f| f.bytes.len() < 20_000) {
        for reading in READINGS {
            check::<Catch>(&f.name, &f.bytes, reading, &[1, 2, 7, 0]);
            check::<Vec<Value>>(&f.name, &f.bytes, reading, &[3]);
        }
    }
}

#[test]
fn any_chunking_of_a_truncation_gives_the_same() {
    for v in vectors().iter().filter(|v| v.bytes.len() < 400) {
        for n in 0..v.bytes.len() {
            let name = format!("{} cut at {n}", v.name);
            check::<Catch>(&name, &v.bytes[..n], READINGS[n % 3], &[n % 5]);
            check::<Vec<Value>>(&name, &v.bytes[..n], READINGS[n % 3], &[n % 5]);
        }
    }
}

#[test]
fn any_chunking_of_a_flipped_bit_gives_the_same() {
    for v in vectors().iter().filter(|v| v.bytes.len() < 400) {
        let mut random = Random(11 + v.bytes.len() as u64);
        for _ in 0..60 {
            let mut bytes = v.bytes.clone();
            let bit = random.below(bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            let name = format!("{} with bit {bit} flipped", v.name);
            check::<Catch>(&name, &bytes, READINGS[bit % 3], &[bit % 5]);
            check::<Vec<Value>>(&name, &bytes, READINGS[bit % 3], &[bit % 5]);
        }
    }
}

/// Typed values with dynamic parts are, part for part, what the walk alone makes of the same bytes.
#[test]
fn typed_and_dynamic_agree() {
    for v in vectors() {
        let mut dynamic = Decoder::from_slice(&v.bytes);
        let mut typed = Decoder::from_slice(&v.bytes);
        while let Ok(Some(value)) = dynamic.decode_value() {
            match typed.decode::<BTreeMap<String, Value>>() {
                Ok(map) => {
                    let Value::Map(whole) = value else { panic!("{}: {value:?}", v.name) };
                    for (key, item) in map.unwrap() {
                        assert_eq!(format!("{:?}", whole.get(&key)), format!("{:?}", Some(item)), "{}", v.name);
                    }
                }
                Err(error) => assert!(error.is_recoverable(), "{}: {error}", v.name),
            }
            assert_eq!(typed.offset(), dynamic.offset(), "{}", v.name);
            assert_eq!(typed.types().len(), dynamic.types().len(), "{}", v.name);
        }
    }
}

/// A value over n messages takes time in n.
#[test]
fn many_messages_take_linear_time() {
    use crate::common::build::*;
    let n = 20_000usize;
    let part = |id: i64| [text(b"main.T"), inner_struct(id, &[("X", INT)])].concat();
    let tail = |id: i64| [int(id), uint(3), vec![1], int(1), vec![0]].concat();
    let mut bytes = slice(64, INTERFACE);
    let mut body = [int(64), vec![0], uint(n as u64)].concat();
    for i in 0..n as i64 {
        body.extend(part(65 + i));
        bytes.extend(message(&body));
        body = tail(65 + i);
    }
    bytes.extend(message(&body));
    let start = std::time::Instant::now();
    let seen = sliced::<Vec<Value>>(&bytes, &Options::default());
    assert_eq!(seen.len(), 1);
    let piece = || 4096;
    assert_eq!(pushed::<Vec<Value>>(&bytes, &Options::default(), piece), seen);
    assert_eq!(pulled::<Vec<Value>>(&bytes, &Options::default(), false, piece), seen);
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn what_was_read_beyond_is_handed_back() {
    let bytes = [vector("point"), b"rest"].concat();
    let mut decoder = Decoder::from_reader(&bytes[..]);
    assert!(decoder.decode::<Point>().unwrap().is_some());
    assert_eq!(decoder.into_parts().1, b"rest");
}

#[test]
fn one_decoder_for_many_streams() {
    let mut decoder = Decoder::from_slice(vector("point"));
    for _ in 0..3 {
        assert_eq!(decoder.decode::<Point>().unwrap().map(|p| p.x), Some(22));
        assert_eq!(decoder.decode::<Point>().unwrap(), None);
        decoder.reset(vector("point"));
    }
    decoder.reset(b"\x05\xff\x80\x01\x2c\x00");
    assert_eq!(decoder.decode::<Point>().unwrap_err().kind(), gobstream::ErrorKind::UnknownType);
}

#[test]
fn types_can_be_looked_at() {
    let mut decoder = Decoder::from_slice(vector("struct-nested"));
    decoder.skip().unwrap();
    let names: Vec<_> = decoder.types().iter().map(|t| String::from_utf8_lossy(t.name()).into_owned()).collect();
    assert_eq!(names, ["Line", "Point"]);
}
