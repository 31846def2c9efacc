//! When bytes reach the sink, how much memory that takes, and what becomes of a sink that fails.
#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

#[path = "../../gobstream/tests/common/meter.rs"]
mod meter;

use jsonstream::{Error, ErrorKind, Result, Sink, WriteOptions, Writer};

/// Counts what it gets and fails after `room` bytes.
#[derive(Debug)]
struct Meter {
    calls: usize,
    bytes: usize,
    largest: usize,
    room: usize,
}

impl Meter {
    fn new() -> Self {
        Self { calls: 0, bytes: 0, largest: 0, room: usize::MAX }
    }
}

impl Sink for Meter {
    fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        self.calls += 1;
        self.bytes += bytes.len();
        self.largest = self.largest.max(bytes.len());
        if self.bytes > self.room { Err(Error::sink("full")) } else { Ok(()) }
    }
}

fn capacity<S: Sink>(w: &Writer<S>) -> usize {
    w.buffered() + w.available()
}

/// json-iterator/go#441: no structural call flushes.
#[test]
fn ten_million_structural_calls_below_the_threshold_reach_the_sink_never() {
    let mut w = Writer::with_options(Meter::new(), &WriteOptions { flush_at: usize::MAX, ..Default::default() });
    w.begin_array().unwrap();
    for n in 0..2_500_000 {
        if n > 0 {
            w.write_more().unwrap();
        }
        w.begin_object().unwrap();
        w.end_object().unwrap();
        w.empty_array().unwrap();
    }
    assert_eq!(w.get_ref().calls, 0);
}

/// json-iterator/go#438: the memory is used again after a flush.
#[test]
fn flush_reuses_buffer() {
    let mut w = Writer::with_options(Meter::new(), &WriteOptions { capacity: 512, ..Default::default() });
    w.begin_array().unwrap();
    let ((), allocations) = meter::allocations_of(|| {
        for _ in 0..10_000_000 {
            w.empty_array().unwrap();
            w.flush().unwrap();
        }
    });
    assert_eq!(allocations, 0);
    assert_eq!((capacity(&w), w.get_ref().calls), (512, 10_000_000));
}

/// json-iterator/go#488: an array of a million is bounded by the threshold.
#[test]
fn bounded_encoder() {
    let mut w = Writer::new(Meter::new());
    w.begin_array().unwrap();
    for _ in 0..1_000_000 {
        w.u64(0).unwrap();
        assert!(w.buffered() < 64 * 1024);
    }
    w.end_array().unwrap();
    assert!(capacity(&w) <= 128 * 1024 + 512);
    let meter = w.finish().unwrap();
    assert_eq!((meter.bytes, meter.calls), (2_000_001, 31));
}

#[test]
fn runs_are_bounded_too() {
    let mut w = Writer::new(Meter::new());
    w.begin_array().unwrap();
    w.u64s(&vec![u64::MAX; 100_000]).unwrap();
    assert!(w.get_ref().largest < 80 * 1024 && w.get_ref().calls > 25);
}

#[test]
fn a_token_larger_than_the_threshold_goes_through_in_pieces() {
    let giant = "é\n".repeat(1 << 20);
    let mut w = Writer::new(Meter::new());
    w.begin_array().unwrap();
    w.str(&giant).unwrap();
    w.str_lossy(giant.as_bytes()).unwrap();
    w.bytes_base64(giant.as_bytes()).unwrap();
    w.raw_trusted(&format!("\"{giant}\"")).unwrap();
    w.end_array().unwrap();
    assert!(capacity(&w) <= 256 * 1024);
    assert!(w.get_ref().largest < 128 * 1024);
}

fn big_object<S: Sink>(w: &mut Writer<S>, texts: &[String], keys: &[String]) -> Result<()> {
    w.begin_object()?;
    w.key("objectId")?;
    w.u64(8_838_243_212)?;
    w.key("geo")?;
    w.begin_object()?;
    w.key("latitude")?;
    w.f64(-154.550817)?;
    w.key("longitude")?;
    w.f64(-84.176159)?;
    w.end_object()?;
    w.key("specialties")?;
    w.begin_array()?;
    ["Web Design", "Go Programming", "Tennis"].iter().try_for_each(|text| w.str(text))?;
    w.end_array()?;
    for (key, text) in keys.iter().zip(texts) {
        w.key(key)?;
        w.str(text)?;
    }
    w.end_object()
}

/// json-iterator/go#440: the big object in steady state.
#[test]
fn big_object_in_steady_state_allocates_nothing() {
    let keys: Vec<_> = (0..25).map(|n| format!("longText{n}")).collect();
    let texts: Vec<_> = (0..25).map(|n| "x".repeat(100 + n * 30)).collect();
    let mut w = Writer::with_options(Meter::new(), &WriteOptions::lines());
    for _ in 0..20 {
        big_object(&mut w, &texts, &keys).unwrap();
    }
    let room = capacity(&w);
    let ((), allocations) = meter::allocations_of(|| {
        for _ in 0..10_000 {
            big_object(&mut w, &texts, &keys).unwrap();
            w.flush().unwrap();
        }
    });
    assert_eq!((allocations, capacity(&w)), (0, room));
}

/// erigon#23496: after the sink has failed bytes are dropped and memory is bounded.
#[test]
fn bounded_after_write_error() {
    let mut w = Writer::with_options(Meter { room: 300, ..Meter::new() }, &WriteOptions { flush_at: 100, ..Default::default() });
    w.begin_array().unwrap();
    let results: Vec<_> = (0..100_000).map(|_| w.str("ten bytes.").map_err(|error| error.kind())).collect();
    let first = results.iter().position(|result| result.is_err()).unwrap();
    assert!(first > 20 && results[first..].iter().all(|result| *result == Err(ErrorKind::Io)));
    assert!(capacity(&w) < 1024);
    assert_eq!(w.get_ref().calls, 3);
    assert_eq!(w.flush().unwrap_err().to_string(), "full");
    assert_eq!(w.get_ref().calls, 3);
}

/// json-iterator/go#499: a reset clears the error and the state.
#[test]
fn reset_clears_state() {
    let mut w = Writer::with_options(Meter { room: 0, ..Meter::new() }, &WriteOptions { flush_at: 1, ..Default::default() });
    assert!(w.begin_array().is_err());
    let old = w.reset(Meter::new());
    assert_eq!(old.calls, 1);
    w.begin_object().unwrap();
    w.end_object().unwrap();
    assert_eq!((w.offset(), w.finish().unwrap().bytes), (2, 2));
}

#[test]
fn every_threshold_gives_the_same_bytes() {
    let keys: Vec<_> = (0..9).map(|n| format!("k{n}\n")).collect();
    let texts: Vec<_> = (0..9).map(|n| "é\"".repeat(n)).collect();
    let written = |flush_at| {
        let mut w = Writer::with_options(Vec::new(), &WriteOptions { flush_at, ..Default::default() });
        big_object(&mut w, &texts, &keys).unwrap();
        w.finish().unwrap()
    };
    let whole = written(usize::MAX);
    (0..600).for_each(|flush_at| assert_eq!(written(flush_at), whole));
}

/// json-iterator/go#435: one giant does not pin its memory.
#[test]
fn pool_shrinks() {
    let mut w = Writer::in_memory();
    w.str(&"x".repeat(20 << 20)).unwrap();
    for _ in 0..6 {
        w.reset(());
        w.u64(1).unwrap();
    }
    assert!(capacity(&w) <= 256 * 1024);
}

#[test]
fn in_memory_is_never_handed_over() {
    let mut w = Writer::with_options((), &WriteOptions { flush_at: 1, ..WriteOptions::lines() });
    for n in 0..100_000u64 {
        w.u64(n % 10).unwrap();
    }
    w.flush().unwrap();
    assert_eq!(w.buffered(), 200_000);
}

#[test]
fn a_held_value_can_be_taken_back_until_it_is_too_large() {
    let options = WriteOptions { flush_at: 10, hold: 100, ..WriteOptions::lines() };
    let mut w = Writer::with_options(Vec::new(), &options);
    w.str("finished value").unwrap();
    assert_eq!(w.get_ref().len(), 17);
    w.begin_array().unwrap();
    w.str("more than ten bytes").unwrap();
    assert_eq!(w.get_ref().len(), 17);
    assert!(w.abandon());
    w.begin_array().unwrap();
    w.str(&"x".repeat(200)).unwrap();
    assert!(!w.abandon());
    w.null().unwrap();
    let expected = format!("\"finished value\"\n[\"{}\"\nnull\n", "x".repeat(200));
    assert_eq!(String::from_utf8(w.finish().unwrap()).unwrap(), expected);
}

#[test]
fn abandon_without_a_value_does_nothing() {
    let mut w = Writer::new(Vec::new());
    assert!(w.abandon());
    w.begin_object().unwrap();
    assert!(w.abandon());
    w.null().unwrap();
    assert!(w.abandon());
    assert_eq!(w.finish().unwrap(), b"null");
}
