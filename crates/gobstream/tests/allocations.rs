//! How often decoding asks for memory.
#![allow(clippy::unwrap_used, missing_docs, reason = "the helpers of tests may, as the tests do")]

use gobstream::{Decoder, Encoder, Gob};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    let _ = COUNT.try_with(|n| n.set(n.get() + 1));
}

// SAFETY: every call is passed on unchanged; all that is added is a count.
#[allow(unsafe_code, clippy::undocumented_unsafe_blocks, reason = "an allocator can only be written so")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `work` gives, and how often it asked for memory.
fn allocations<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = COUNT.get();
    let value = work();
    (value, COUNT.get() - before)
}

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
