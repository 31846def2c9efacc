//! How often decoding asks for memory, and how much large messages take.
#![allow(clippy::unwrap_used, missing_docs, reason = "the helpers of tests may, as the tests do")]

use gobstream::{Decoder, Encoder, Gob};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
    /// Bytes that the thread holds, and the most that it held.
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

fn count() {
    let _ = COUNT.try_with(|n| n.set(n.get() + 1));
}

fn hold(change: isize) {
    let _ = HELD.try_with(|held| {
        let now = held.get().0 + change;
        held.set((now, held.get().1.max(now)));
    });
}

// SAFETY: every call is passed on unchanged; all that is added is a count.
#[allow(unsafe_code, clippy::undocumented_unsafe_blocks, reason = "an allocator can only be written so")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        hold(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        hold(-(layout.size() as isize));
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        hold(size as isize - layout.size() as isize);
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

/// What `work` gives, and the most that it held at once beyond what was held before.
fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get().0;
    HELD.set((before, before));
    let value = work();
    (value, (HELD.get().1 - before) as usize)
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
