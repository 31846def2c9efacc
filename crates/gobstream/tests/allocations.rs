//! How often decoding asks for memory, and how much large messages take.
#![allow(clippy::unwrap_used, missing_docs, reason = "the helpers of tests may, as the tests do")]

#[path = "common/meter.rs"]
mod meter;

use gobstream::{Decoder, Encoder, Gob};
use meter::{allocations_of as allocations, peak_of as peak};

#[derive(Gob, Debug, Default, PartialEq, Clone)]
struct Bench {
    a: i64,
    b: f64,
    c: String,
    d: Vec<u8>,
}

#[derive(Gob, Debug, PartialEq)]
#[gob(rename = "Bench")]
struct Borrowed<'a> {
    a: i64,
    b: f64,
    c: &'a str,
    d: &'a [u8],
}

fn stream(n: usize) -> (Vec<u8>, Bench) {
    let bench = Bench { a: 7, b: 3.2, c: "now is the time".into(), d: b"for all good men".to_vec() };
    let mut encoder = Encoder::to_vec();
    for _ in 0..n {
        encoder.encode(&bench).unwrap();
    }
    (encoder.into_sink(), bench)
}

#[test]
fn a_warm_decode_takes_memory_for_the_value_only() {
    let (bytes, bench) = stream(5);
    let mut decoder = Decoder::from_slice(&bytes);
    assert_eq!(decoder.decode().unwrap(), Some(bench.clone()));
    let (value, n) = allocations(|| decoder.decode::<Bench>().unwrap());
    assert_eq!((value, n), (Some(bench.clone()), 2));
    let mut kept = bench.clone();
    let (more, n) = allocations(|| decoder.decode_into(&mut kept).unwrap());
    assert_eq!((more, kept, n), (true, bench, 0));
    assert_eq!(decoder.decode::<Borrowed<'_>>().unwrap().unwrap().c, "now is the time");
    let (value, n) = allocations(|| decoder.decode::<Borrowed<'_>>().unwrap().unwrap());
    assert_eq!((value.d, n), (&b"for all good men"[..], 0));
}

#[test]
fn a_warm_reader_takes_none_of_its_own() {
    let (bytes, bench) = stream(5);
    let mut decoder = Decoder::from_reader(&bytes[..]);
    let mut kept = decoder.decode::<Bench>().unwrap().unwrap();
    let (_, n) = allocations(|| decoder.decode_into(&mut kept).unwrap());
    assert_eq!((kept, n), (bench, 0));
    let mut push = Decoder::push(gobstream::Options::default());
    push.feed(&bytes);
    let mut kept = Bench::default();
    for _ in 0..2 {
        let (polled, n) = allocations(|| push.poll_decode_into(&mut kept).unwrap().is_ready());
        assert!(polled);
        kept.a = n as i64;
    }
    assert_eq!(kept.a, 0);
}

#[test]
fn a_fresh_decoder_takes_little() {
    #[derive(Gob, Debug, Default, PartialEq, Clone)]
    struct Point {
        x: i64,
        y: i64,
    }
    let bytes = gobstream::to_vec(&Point { x: 22, y: 33 }).unwrap();
    let (value, n) = allocations(|| Decoder::from_slice(&bytes).decode::<Point>().unwrap());
    assert_eq!(value, Some(Point { x: 22, y: 33 }));
    let mut decoder = Decoder::from_slice(&bytes);
    decoder.decode::<Point>().unwrap();
    decoder.reset(&bytes);
    let (value, again) = allocations(|| decoder.decode::<Point>().unwrap());
    assert!(value.is_some() && n <= 6 && again <= 6, "{n} allocations, {again} after a reset");
}

#[test]
fn warm_lists_take_no_memory() {
    fn check<T: gobstream::DecodeOwned + gobstream::Encode>(mut list: T) {
        let mut encoder = Encoder::new(Vec::with_capacity(1 << 20));
        encoder.encode(&list).unwrap();
        encoder.encode(&list).unwrap();
        let (_, n) = allocations(|| encoder.encode(&list).unwrap());
        assert_eq!(n, 0, "to encode {}", std::any::type_name::<T>());
        let stream = encoder.into_sink();
        let mut decoder = Decoder::from_slice(&stream);
        decoder.decode_into(&mut list).unwrap();
        let (more, n) = allocations(|| decoder.decode_into(&mut list).unwrap());
        assert_eq!((more, n), (true, 0), "to decode {}", std::any::type_name::<T>());
    }
    check((0..1000i32).collect::<Vec<_>>());
    check((0..1000).map(f64::from).collect::<Vec<_>>());
    check(vec![gobstream::Complex { re: 0.1, im: 2.0 }; 1000]);
    check(vec!["now is the time".to_string(); 1000]);
    check(vec![b"for all good men".to_vec(); 1000]);
    check(vec![stream(1).1; 1000]);
    #[derive(Gob)]
    #[gob(rename = "any")]
    enum Any {
        #[gob(nil)]
        Nil,
        #[gob(name = "string")]
        Text(String),
    }
    assert!(!matches!(Any::Nil, Any::Text(_)));
    check((0..1000).map(|_| Any::Text("now is the time".into())).collect::<Vec<_>>());
}

struct Nowhere(u64);

impl gobstream::Sink for Nowhere {
    fn write(&mut self, parts: &[&[u8]]) -> gobstream::Result<()> {
        self.0 += parts.iter().map(|part| part.len() as u64).sum::<u64>();
        Ok(())
    }
}

#[test]
fn a_large_message_takes_little_more_than_itself_and_in_pieces_next_to_nothing() {
    let list: Vec<i64> = (0..4 << 20).map(|i| i << 40).collect();
    let mut encoder = Encoder::new(Nowhere(0));
    let (_, whole) = peak(|| encoder.encode(&list).unwrap());
    let size = encoder.sink().0 as usize;
    assert!(size > 24 << 20 && whole <= size + size / 20, "{whole} bytes for a message of {size}");
    drop(encoder);
    let mut encoder = Encoder::new(Nowhere(0));
    let (_, pieces) = peak(|| encoder.encode_streamed(&list).unwrap());
    assert!(encoder.sink().0 as usize == size && pieces < 1 << 20, "{pieces} bytes for pieces");
}

#[test]
fn elements_take_the_window_and_one_element() {
    let stream = gobstream::to_vec(&vec![vec![7i64; 1000]; 2000]).unwrap();
    assert!(stream.len() > 2_000_000);
    let (n, most) = peak(|| {
        let mut decoder = Decoder::from_reader(&stream[..]);
        let mut elements = decoder.elements::<Vec<i64>>().unwrap().unwrap();
        let mut n = 0;
        while let Some(element) = elements.next().unwrap() {
            n += element.len();
        }
        n
    });
    assert!(n == 2_000_000 && most < 256 << 10, "{n} numbers, {most} bytes");
}
