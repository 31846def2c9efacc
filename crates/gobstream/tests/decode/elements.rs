//! Lists and maps element by element.

use crate::common::build::*;
use crate::{Point, p, sent, vector};
use gobstream::{Decoder, ErrorKind, Gob, Source, Value};
use std::collections::BTreeMap;
use std::io::{self, Read};

#[test]
fn elements_are_those_of_the_whole() {
    let points: Vec<Point> = (0..5000).map(|i| p(i, -i * 1000)).collect();
    let bytes = [sent(&points), single(INT, &int(3))].concat();
    fn check<I: Source>(mut decoder: Decoder<I>, points: &[Point]) {
        let mut elements = decoder.elements::<Point>().unwrap().unwrap();
        for point in points {
            assert_eq!(elements.next().unwrap(), Some(*point));
        }
        assert_eq!(elements.next().unwrap(), None);
        assert_eq!(elements.next().unwrap(), None);
        assert_eq!(decoder.decode_value().unwrap(), Some(Value::Int(3)));
        assert!(decoder.elements::<Point>().unwrap().is_none());
    }
    check(Decoder::from_slice(&bytes), &points);
    check(Decoder::from_reader(&bytes[..]), &points);
    check(Decoder::from_reader_exact(&bytes[..], gobstream::Options::default()), &points);
    let map: BTreeMap<String, Vec<u64>> = (0..100).map(|i| (format!("key {i:03}"), vec![i; i as usize])).collect();
    let bytes = sent(&map);
    let mut decoder = Decoder::from_reader(&bytes[..]);
    let mut entries = decoder.entries::<String, Vec<u64>>().unwrap().unwrap();
    let mut got = BTreeMap::new();
    while let Some((key, value)) = entries.next().unwrap() {
        got.insert(key, value);
    }
    assert_eq!(got, map);
}

#[test]
fn interfaces_with_new_types_among_the_elements() {
    let whole = crate::one::<Vec<Value>>(vector("iface-100")).unwrap();
    let mut decoder = Decoder::from_reader(vector("iface-100"));
    let mut elements = decoder.elements::<Value>().unwrap().unwrap();
    for value in &whole {
        assert_eq!(elements.next().unwrap().as_ref(), Some(value));
    }
    assert!(elements.next().unwrap().is_none());
    for name in ["iface-nested-slices", "large-interfaces"] {
        let mut dynamic = Decoder::from_slice(vector(name));
        let mut decoder = Decoder::from_slice(vector(name));
        while let Some(value) = dynamic.decode_value().unwrap() {
            let Value::List(list) = value else {
                decoder.skip().unwrap();
                continue;
            };
            let gobstream::Items::Values(items) = list.items() else { panic!("{name}") };
            let mut elements = decoder.elements::<Value>().unwrap().unwrap();
            for item in items {
                assert_eq!(elements.next().unwrap().as_ref(), Some(item), "{name}");
            }
            assert!(elements.next().unwrap().is_none());
            assert_eq!(decoder.types().len(), dynamic.types().len());
        }
    }
}

#[test]
fn an_element_that_does_not_fit_can_be_got_over() {
    #[derive(Gob, Debug, PartialEq)]
    #[gob(rename = "Point")]
    struct Small {
        x: i8,
    }
    let bytes = [sent(&vec![p(1, 1), p(300, 2), p(3, 3)]), single(INT, &int(3))].concat();
    let mut decoder = Decoder::from_slice(&bytes);
    let mut elements = decoder.elements::<Small>().unwrap().unwrap();
    assert_eq!(elements.next().unwrap(), Some(Small { x: 1 }));
    let error = elements.next().unwrap_err();
    assert_eq!((error.kind(), error.path(), error.is_recoverable()), (ErrorKind::OutOfRange, "[1].X", true));
    assert_eq!(elements.next().unwrap(), Some(Small { x: 3 }));
    assert_eq!(elements.next().unwrap(), None);
    assert_eq!(decoder.decode::<i64>().unwrap(), Some(3));
}

#[test]
fn what_is_not_asked_for_is_passed_over() {
    let bytes = [sent(&vec![p(1, 1), p(2, 2), p(3, 3)]), single(INT, &int(3)), single(INT, &int(4))].concat();
    for way in 0..4 {
        let mut decoder = Decoder::from_reader(&bytes[..]);
        assert_eq!(decoder.elements::<Point>().unwrap().unwrap().next().unwrap(), Some(p(1, 1)));
        match way {
            0 => assert_eq!(decoder.decode::<i64>().unwrap(), Some(3)),
            1 => assert_eq!(decoder.decode_value().unwrap(), Some(Value::Int(3))),
            2 => assert!(decoder.skip().unwrap()),
            _ => assert_eq!(decoder.elements::<i64>().unwrap_err().text(), "received int, wanted a list"),
        }
        let next = if way == 3 { 3 } else { 4 };
        assert_eq!(decoder.decode::<i64>().unwrap(), Some(next), "{way}");
    }
}

#[test]
fn other_types_are_refused_and_stay() {
    let bytes = sent(&vec!["a", "b"]);
    let mut decoder = Decoder::from_slice(&bytes);
    let error = decoder.elements::<i64>().unwrap_err();
    assert_eq!((error.kind(), error.path(), error.text()), (ErrorKind::WrongType, "[]", "received string, wanted int int64"));
    assert_eq!(decoder.entries::<i64, i64>().unwrap_err().text(), "received slice, wanted a map");
    assert_eq!(decoder.decode::<Vec<&str>>().unwrap().unwrap(), ["a", "b"]);
}

/// A list of 64 MiB is read in a window of some KiB.
#[test]
fn a_huge_list_is_never_held() {
    struct Endless {
        head: Vec<u8>,
        left: usize,
    }
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if !self.head.is_empty() {
                let n = self.head.len().min(buffer.len());
                buffer[..n].copy_from_slice(&self.head[..n]);
                self.head.drain(..n);
                return Ok(n);
            }
            let n = self.left.min(buffer.len());
            buffer[..n].fill(6);
            self.left -= n;
            Ok(n)
        }
    }
    let n = 1 << 22;
    let body = [int(64), vec![0], uint(n)].concat();
    let head = [slice(64, INT), uint(body.len() as u64 + n), body].concat();
    let limits = gobstream::Limits { memory: 1 << 16, memory_per_byte: 1, ..Default::default() };
    let source = Endless { head, left: n as usize };
    let mut decoder = Decoder::from_reader_with(source, gobstream::Options::new().limits(limits));
    let mut elements = decoder.elements::<i64>().unwrap().unwrap();
    let mut count = 0;
    while let Some(v) = elements.next().unwrap() {
        assert_eq!(v, 3);
        count += 1;
    }
    assert_eq!(count, n);
}

#[test]
fn truncated_in_the_middle() {
    let bytes = sent(&vec![p(1, 1), p(2, 2), p(3, 3)]);
    for n in 0..bytes.len() {
        let mut decoder = Decoder::from_reader(&bytes[..n]);
        let result = decoder.elements::<Point>().and_then(|elements| {
            let Some(mut elements) = elements else { return Ok(()) };
            while elements.next()?.is_some() {}
            Ok(())
        });
        assert_eq!(result.err().map(|e| e.kind()), (n > 0).then_some(ErrorKind::Truncated), "cut at {n}");
    }
}

/// Gives so many bytes at once.
struct Pieces<'b>(&'b [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let n = self.1.min(room.len()).min(self.0.len());
        let (now, later) = self.0.split_at(n);
        room[..n].copy_from_slice(now);
        self.0 = later;
        Ok(n)
    }
}

fn all<I: Source, T: gobstream::DecodeOwned>(mut decoder: Decoder<I>) -> Vec<T> {
    let mut elements = decoder.elements::<T>().unwrap().unwrap();
    std::iter::from_fn(|| elements.next().unwrap()).collect()
}

/// Elements are read ahead where their bytes are at hand; where these end, an element may seem whole that is not.
#[test]
fn elements_that_are_read_ahead_are_the_same_in_pieces_of_any_size() {
    fn check<T: gobstream::Encode + gobstream::DecodeOwned + PartialEq + std::fmt::Debug>(list: &[T]) {
        let bytes = sent(&list);
        assert_eq!(all::<_, T>(Decoder::from_slice(&bytes)), list);
        for size in [1, 2, 3, 7, 19, 64, 200, 1000] {
            assert_eq!(all::<_, T>(Decoder::from_reader(Pieces(&bytes, size))), list, "{size}");
        }
    }
    check(&(0..1000).map(|i: i64| (i * i * i) << (i % 40)).collect::<Vec<_>>());
    check(&(0..200).map(|i| f64::from(i) / 3.0).collect::<Vec<_>>());
    check(&(0..200).map(|i| gobstream::Complex { re: f64::from(i), im: -0.1 }).collect::<Vec<_>>());
    check(&(0..200).map(|i| p(i % 2 * i, i % 3)).collect::<Vec<_>>());
    check(&(0..200).map(|i| vec![i; i as usize % 5]).collect::<Vec<_>>());
    check(&(0..200).map(|i| "text".repeat(i % 9)).collect::<Vec<_>>());
}

#[test]
fn a_number_that_does_not_fit_among_those_read_ahead() {
    let bytes =
        [sent(&(0..200).map(|i| if i == 70 { 300 } else { i % 100 }).collect::<Vec<i64>>()), single(INT, &int(3))].concat();
    let mut decoder = Decoder::from_slice(&bytes);
    let mut elements = decoder.elements::<i8>().unwrap().unwrap();
    for i in 0..200 {
        match elements.next() {
            Ok(v) => assert_eq!(v, Some((i % 100) as i8)),
            Err(error) => assert_eq!((i, error.path(), error.is_recoverable()), (70, "[70]", true)),
        }
    }
    assert_eq!(elements.next().unwrap(), None);
    assert_eq!(decoder.decode::<i64>().unwrap(), Some(3));
}

#[test]
fn numbers_that_were_read_ahead_and_not_asked_for_are_passed_over() {
    let bytes = [sent(&vec![7i64; 100]), single(INT, &int(3))].concat();
    for taken in [1, 63, 64, 65, 100] {
        let mut decoder = Decoder::from_slice(&bytes);
        let mut elements = decoder.elements::<i64>().unwrap().unwrap();
        (0..taken).for_each(|_| assert_eq!(elements.next().unwrap(), Some(7)));
        assert_eq!(decoder.decode::<i64>().unwrap(), Some(3), "{taken}");
    }
}

/// Where nothing follows the list, its bytes are cut at every place: what comes before the cut is given, and then the same error as of the whole.
#[test]
fn elements_of_what_is_cut_end_with_the_error_of_the_whole() {
    let bytes = sent(&(0..40).map(|i: i64| i * 100).collect::<Vec<_>>());
    for cut in 30..bytes.len() {
        let mut decoder = Decoder::from_slice(&bytes[..cut]);
        let Ok(Some(mut elements)) = decoder.elements::<i64>() else { continue };
        let mut n = 0;
        let error = loop {
            match elements.next() {
                Ok(v) => assert_eq!(v, Some(100 * n)),
                Err(error) => break error,
            }
            n += 1;
        };
        let whole = Decoder::from_slice(&bytes[..cut]).decode::<Vec<i64>>().unwrap_err();
        assert_eq!((error.kind(), error.offset(), error.path()), (whole.kind(), whole.offset(), whole.path()), "{cut}");
    }
}
