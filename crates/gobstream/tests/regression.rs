//! What was broken once, each under the name of what broke.
#![allow(clippy::unwrap_used, missing_docs, reason = "tests may")]

use gobstream::{Decoder, ErrorKind, Options, Reading, Stream};
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::time::{Duration, Instant};

/// Reads with recovery in every reading; fails if recovery does not move on.
fn recovers(bytes: &[u8]) {
    for reading in [Reading::Lenient, Reading::Go, Reading::Strict] {
        for stray in [true, false] {
            let mut stream = Stream::from_slice_with(bytes, Options { reading, stray, ..Options::default() });
            let mut to = 0;
            while let Some(lost) = step(&mut stream) {
                assert!(lost > to, "{reading:?}: recovery went from {to} to {lost}");
                to = lost;
            }
        }
    }
}

/// Reads to the next fault and recovers: where to; `None` at the end.
fn step(stream: &mut Stream<gobstream::Slice<'_>>) -> Option<u64> {
    loop {
        match stream.next_event() {
            Ok(Some(_)) => {}
            Ok(None) => return None,
            Err(_) => return Some(stream.recover().unwrap()).filter(|lost| !lost.is_end).map(|lost| lost.to),
        }
    }
}

/// Two faults, each of which had its next message before the other.
#[test]
fn recovery_went_round_in_a_circle() {
    recovers(CIRCLE);
}

/// The id -2^31 has no negative in 32 bits.
#[test]
fn recovery_negated_the_least_id() {
    recovers(LEAST_ID);
}

/// Each place looked at led over the whole message, a few bytes at a time; and so it was for each damaged place.
#[test]
fn recovery_took_the_square_of_the_size() {
    for (name, make) in HOSTILE {
        for size in [60 << 10, 1 << 20] {
            let bytes = make(size);
            let (calls, read, time) = work(&bytes);
            let (most_calls, most_read) = (400_000 + 2 * bytes.len(), (24 << 20) + 64 * bytes.len());
            assert!(calls <= most_calls, "{name}, {size} bytes: {calls} seeks and reads");
            assert!(read <= most_read, "{name}, {size} bytes: {read} bytes read");
            assert!(time < Duration::from_secs(30), "{name}, {size} bytes: {time:?}");
        }
    }
}

/// A source that counts how often it is asked, and for how much.
struct Counted<'a> {
    bytes: Cursor<&'a [u8]>,
    calls: &'a mut usize,
    read: &'a mut usize,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.bytes.read(buffer)?;
        *self.calls += 1;
        *self.read += n;
        Ok(n)
    }
}

impl Seek for Counted<'_> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        *self.calls += 1;
        self.bytes.seek(to)
    }
}

/// Reads all with recovery, as the command does: the seeks and reads, the bytes read, and the time.
fn work(bytes: &[u8]) -> (usize, usize, Duration) {
    let (start, mut calls, mut read) = (Instant::now(), 0, 0);
    let source = Counted { bytes: Cursor::new(bytes), calls: &mut calls, read: &mut read };
    let options = Options { stray: false, ..Options::default() };
    let mut stream = Stream::from_reader_with(source, options);
    let mut is_end = false;
    while !is_end {
        is_end = match stream.next_event().map(|event| event.is_none()) {
            Ok(is_end) => is_end,
            Err(_) => stream.recover().unwrap().is_end,
        };
    }
    drop(stream);
    (calls, read, start.elapsed())
}

/// An int, and `body` as a message of an unknown type, which is damage as a whole.
fn unknown(body: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x03\x04\x00\x02\xfd".to_vec();
    bytes.extend_from_slice(&(body.len() as u32 + 4).to_be_bytes()[1..]);
    bytes.extend_from_slice(b"\xfd\x03\x0d\x40");
    bytes.extend_from_slice(body);
    bytes
}

/// As much of `unit` as fits, and a byte behind which nothing follows.
fn filled(unit: &[u8], size: usize) -> Vec<u8> {
    let mut bytes = unit.repeat(size / unit.len());
    bytes.push(0xff);
    bytes
}

/// Damaged messages of `part` bytes, each filled with `unit`.
fn places(unit: &[u8], part: usize, size: usize) -> Vec<u8> {
    unknown(&filled(unit, part)).repeat(size / part)
}

/// Makes a stream of about a size.
type Make = fn(usize) -> Vec<u8>;

/// Streams in which almost every byte could begin a message.
const HOSTILE: [(&str, Make); 17] = [
    ("interfaces in one message", |n| unknown(&filled(b"\x03\x10\x00\x00", n))),
    ("interfaces in messages of 60 KB", |n| places(b"\x03\x10\x00\x00", 60 << 10, n)),
    ("interfaces in messages of 1 KB", |n| places(b"\x03\x10\x00\x00", 1 << 10, n)),
    ("interfaces", |n| filled(b"\x03\x10\x00\x00", n)),
    ("ints in messages of 60 KB", |n| places(b"\x03\x04\x00\x02", 60 << 10, n)),
    ("definitions and values in messages of 60 KB", |n| places(b"\x07\x7f\x02\x01\x02\x00\x00\x00\x03\x10\x00\x00", 60 << 10, n)),
    ("unknown values in messages of 60 KB", |n| places(b"\x03\x10\x00\x00\x05\xff\x80\x02\xff\x80", 60 << 10, n)),
    ("ints", |n| filled(b"\x03\x04\x00\x02", n)),
    ("ints and a stray byte", |n| filled(b"\x03\x04\x00\x02\x03\x04\x00\x02\x80", n)),
    ("ints one byte too long", |n| filled(b"\x04\x04\x00\x02", n)),
    ("ints one byte too short", |n| filled(b"\x02\x04\x00", n)),
    ("floats", |n| filled(b"\x7f\x06\x00", n)),
    ("long messages that overlap", |n| filled(b"\xfe\xf0\x00\x0a\x00", n)),
    ("longer messages that overlap", |n| filled(b"\xfd\x01\x00\x00\x10\x00", n)),
    ("messages of half the rest that overlap", |n| filled(b"\xfe\x70\x00\x10\x00\x03", n)),
    ("long strings that overlap", |n| filled(b"\xfe\x40\x00\x0c\x00\xfe\x3f\xfb", n)),
    ("ids of structs that overlap", |n| filled(b"\xfe\x80\x00\x20\x01\x7f\x20\x01", n)),
];

const CIRCLE: &[u8] = b"\
    \x1e\x7f\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\
    \x00\x00\x00\x17\x7f\x03\x01\x02\xff\x80\x00\x01\x02\x01\x01\x00\x01\x00\x00\x01\x01\x00\x01\x00\x00\x00\x00\x0b\
    \xff\x82\x17\x7f\x03\x01\x02\xff\x80\x00\x01\x02\x01\x01\x00\x01\x00\x00\x01\x01\x00\x01\x00\x00\x00\x00\x00\
    ";

const LEAST_ID: &[u8] = b"\
    \x03\x04\x00\x02\x05\x7d\x00\x00\x00\x00\x08\xfc\xff\xff\xff\xff\x03\x01\x02\x03\x04\x00\x04\x03\x04\x00\x04\x03\
    \x04\x00\x04\x03\x04\x00\x04\
    ";

#[derive(gobstream::Gob, Debug, PartialEq)]
struct Point {
    x: i64,
    y: i64,
}

/// What the end of a message stands for in the last element of a list, it stands for in a map too.
#[test]
fn last_element_of_a_map_without_its_end_is_decoded() {
    let bytes = include_bytes!("../../../interop/vectors/hand-no-terminator-map.gob");
    let mut decoder = gobstream::Decoder::from_slice(bytes);
    let mut next = || decoder.decode::<std::collections::BTreeMap<String, Point>>().unwrap();
    assert_eq!(next(), Some([("k".to_owned(), Point { x: 1, y: 0 })].into()));
    assert_eq!(next(), Some([("k".to_owned(), Point { x: 0, y: 0 })].into()));
    assert_eq!(next(), None);
}

/// A log to which two encoders appended, the first of which wrote no value behind its definition.
#[test]
fn a_definition_repeated_and_replaced_before_a_value_came_back_in_force() {
    let point = b"\x1e\x7f\x03\x01\x01\x05Point\x01\xff\x80\x00\x01\x02\x01\x01X\x01\x04\x00\x01\x01Y\x01\x04\x00\x00\x00";
    let values = b"\x07\xff\x80\x01\x2c\x01\x42\x00";
    let strings = b"\x0b\x7f\x02\x01\x02\xff\x80\x00\x01\x0c\x00\x00\x06\xff\x80\x00\x01\x01a";
    let stream = [&point[..], values, point, strings].concat();
    let mut stream = gobstream::Stream::from_slice(&stream);
    assert_eq!(format!("{:?}", stream.next_value().unwrap().unwrap()), "Point{X: 22, Y: 33}");
    assert_eq!(format!("{:?}", stream.next_value().unwrap().unwrap()), "[\"a\"]");
}

#[test]
fn the_name_of_a_received_type_broke_the_line_of_an_error() {
    let bytes = b"\x12\x7f\x03\x01\x01\x03a\nb\x01\xff\x80\x00\x01\x01\x01\x01X\x01\x04\x00\x00\x00\x05\xff\x80\x01\x02\x00";
    let bytes = [&[bytes.len() as u8 - 7], &bytes[1..]].concat();
    let error = gobstream::Decoder::from_slice(&bytes).decode::<i64>().unwrap_err();
    assert_eq!(error.text(), "received struct a\\nb, wanted int int64");
}

/// `type Rec []Rec`, whose definition says that its id is -2^63; and a value of it. Go: `value for "Id" out of range`.
const WIDE_ID: &[u8] = b"\x18\x7f\x02\x01\x01\x03Rec\x01\xf8\x80\0\0\0\0\0\0\0\0\x01\xff\x80\0\0\x05\xff\x80\0\x01\0";

#[derive(gobstream::Gob)]
struct Rec(Vec<Rec>);

/// Of a definition's own id it was never asked, and where definitions are read in one go of none.
#[test]
fn an_id_past_32_bits_was_taken() {
    // The strict reading minds first that the id is not the type's.
    let fault = [(Reading::Lenient, None), (Reading::Go, Some(ErrorKind::BadType)), (Reading::Strict, Some(ErrorKind::Corrupt))];
    for (reading, fault) in fault {
        let options = || Options::new().reading(reading);
        let untyped = Stream::from_slice_with(WIDE_ID, options()).next_value().map(drop);
        let typed = Decoder::from_slice_with(WIDE_ID, options()).decode::<Rec>().map(drop);
        for result in [untyped, typed] {
            assert_eq!(result.err().map(|e| e.kind()), fault, "{reading:?}");
        }
    }
}
