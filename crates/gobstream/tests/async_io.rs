//! The ends on tokio's traits: cancelled wherever they wait they lose nothing, and say of faults what other fronts say.
#![cfg(feature = "tokio")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are not taken for tests")]

use gobstream::{AsyncDecoder, AsyncEncoder, Decoder, Encoder, ErrorKind, Gob, Options, Value};
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Tasks go from thread to thread where they wait.
#[test]
fn the_ends_and_what_they_wait_for_go_from_thread_to_thread() {
    fn shared<T: Send + Sync>(_: &T) {}
    fn sent<T: Send>(_: T) {}
    let mut decoder = AsyncDecoder::new(tokio::io::empty());
    let mut encoder = AsyncEncoder::new(tokio::io::sink());
    shared(&decoder);
    shared(&encoder);
    sent(decoder.decode::<Value>());
    sent(encoder.encode(&7));
}

/// Gives so many bytes at a time, and is not ready before each; fails once at an offset.
struct Slow {
    bytes: Vec<u8>,
    at: usize,
    step: usize,
    ready: bool,
    fails_at: usize,
}

impl Slow {
    fn new(bytes: &[u8], step: usize) -> Self {
        Slow { bytes: bytes.to_vec(), at: 0, step, ready: false, fails_at: usize::MAX }
    }
}

impl AsyncRead for Slow {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.ready = !self.ready;
        if self.ready {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        if self.at >= self.fails_at {
            self.fails_at = usize::MAX;
            return Poll::Ready(Err(io::Error::other("broken")));
        }
        let to = self.bytes.len().min(self.at + self.step);
        buf.put_slice(&self.bytes[self.at..to]);
        self.at = to;
        Poll::Ready(Ok(()))
    }
}

/// Takes so many bytes at a time, and is not ready before each; fails from some bytes on.
#[derive(Default)]
struct Narrow {
    bytes: Vec<u8>,
    step: usize,
    ready: bool,
    flushes: usize,
    fails_at: Option<usize>,
}

impl AsyncWrite for Narrow {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.ready = !self.ready;
        if self.ready {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        if self.fails_at.is_some_and(|at| self.bytes.len() >= at) {
            return Poll::Ready(Err(io::Error::other("broken")));
        }
        let n = bytes.len().min(self.step);
        self.bytes.extend_from_slice(&bytes[..n]);
        Poll::Ready(Ok(n))
    }
    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.flushes += 1;
        Poll::Ready(Ok(()))
    }
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// Polls a future so many times, and drops it if it is not done then.
fn polled<T>(times: usize, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    (0..times).find_map(|_| match future.as_mut().poll(&mut context) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    })
}

fn done<T>(future: impl Future<Output = T>) -> T {
    polled(1 << 20, future).unwrap()
}

#[derive(Gob, Clone, Debug, PartialEq)]
struct Order {
    id: u64,
    name: String,
    lines: Vec<f64>,
    extra: Any,
}

/// A field of this type makes values that span messages.
#[derive(Gob, Clone, Debug, PartialEq)]
#[gob(rename = "any")]
enum Any {
    #[gob(nil)]
    Nil,
    #[gob(name = "main.Point")]
    Point(Point),
}

#[derive(Gob, Clone, Debug, PartialEq)]
struct Point {
    x: i64,
}

fn orders() -> Vec<Order> {
    let order = |id: u64| Order {
        id,
        name: "n".repeat(id as usize % 7),
        lines: vec![0.5; id as usize % 5],
        extra: if id % 3 == 1 { Any::Point(Point { x: id as i64 }) } else { Any::Nil },
    };
    (0..9).map(order).collect()
}

fn stream() -> Vec<u8> {
    let mut encoder = Encoder::to_vec();
    orders().iter().for_each(|order| encoder.encode(order).unwrap());
    encoder.into_sink()
}

/// Calls a future anew until one is done; each but the last is dropped after so many polls.
macro_rules! until_done {
    ($polls:expr, $future:expr) => {
        loop {
            if let Some(value) = polled($polls, $future) {
                break value;
            }
        }
    };
}

#[test]
fn a_read_that_is_dropped_has_lost_nothing() {
    let bytes = stream();
    // One poll for each future drops it at every place where it can wait; more let it go on in between.
    for (polls, step) in [(1, 1), (2, 1), (3, 1), (7, 2), (2, 64), (40, 1)] {
        let mut decoder = AsyncDecoder::new(Slow::new(&bytes, step));
        let mut all = Vec::new();
        while let Some(order) = until_done!(polls, decoder.decode::<Order>()).unwrap() {
            all.push(order);
        }
        assert_eq!(all, orders(), "{polls} polls, {step} bytes");
    }
}

/// A call that was dropped may be followed by one for another type: no value is lost, none comes twice.
#[test]
fn a_dropped_read_goes_on_as_another() {
    let bytes = stream();
    for step in [1, 3, 50] {
        let mut decoder = AsyncDecoder::new(Slow::new(&bytes, step));
        let mut values = Vec::new();
        let mut turn = 0;
        loop {
            turn += 1;
            let value = match turn % 3 {
                0 => polled(1, decoder.decode_value()).map(|value| value.unwrap().map(|value| id(&value))),
                1 => polled(1, decoder.decode::<Order>()).map(|value| value.unwrap().map(|order| order.id)),
                _ => {
                    let mut order = Order { id: 0, name: String::new(), lines: vec![], extra: Any::Nil };
                    let merged = polled(1, decoder.decode_into(&mut order)).map(Result::unwrap);
                    merged.map(|is_value| is_value.then_some(order.id))
                }
            };
            match value {
                None => {}
                Some(Some(id)) => values.push(id),
                Some(None) => break,
            }
        }
        assert_eq!(values, (0..9).collect::<Vec<_>>(), "{step} bytes");
    }
}

fn id(value: &Value) -> u64 {
    match value.field("ID") {
        Some(Value::Uint(id)) => *id,
        None => 0,
        other => panic!("{other:?}"),
    }
}

#[test]
fn values_are_those_of_other_fronts() {
    let bytes = stream();
    let mut decoder = AsyncDecoder::new(Slow::new(&bytes, 5));
    let mut slice = Decoder::from_slice(&bytes);
    while let Some(value) = slice.decode_value().unwrap() {
        assert_eq!(done(decoder.decode_value()).unwrap(), Some(value));
    }
    assert_eq!(done(decoder.decode_value()).unwrap(), None);
    assert_eq!(decoder.decoder().values(), 9);
}

#[test]
fn faults_are_those_of_other_fronts() {
    let bytes = stream();
    for cut in [0, 1, 30, bytes.len() / 2, bytes.len() - 1] {
        let (mut front, mut slice) = (AsyncDecoder::new(Slow::new(&bytes[..cut], 3)), Decoder::from_slice(&bytes[..cut]));
        loop {
            let (ours, theirs) = (done(front.decode::<Order>()), slice.decode::<Order>());
            let text = |error: &gobstream::Error| error.to_string();
            assert_eq!(ours.as_ref().map_err(text), theirs.as_ref().map_err(text), "cut at {cut}");
            if !matches!(ours, Ok(Some(_))) {
                break;
            }
        }
    }
    // A wrong type is told, and the value behind it can be read.
    let mut decoder = AsyncDecoder::new(Slow::new(&bytes, 3));
    let error = done(decoder.decode::<Vec<u8>>()).unwrap_err();
    assert!(error.kind() == ErrorKind::WrongType && error.is_recoverable());
    assert_eq!(done(decoder.decode::<Order>()).unwrap(), Some(orders()[1].clone()));
}

#[test]
fn a_source_that_fails_can_be_asked_again() {
    let bytes = stream();
    let source = Slow { fails_at: 100, ..Slow::new(&bytes, 7) };
    let mut decoder = AsyncDecoder::with_options(source, Options::default());
    let (mut all, mut failed) = (Vec::new(), 0);
    loop {
        match done(decoder.decode::<Order>()) {
            Ok(Some(order)) => all.push(order),
            Ok(None) => break,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Io);
                failed += 1;
            }
        }
    }
    assert_eq!((failed, all), (1, orders()));
}

#[test]
fn what_follows_the_last_value_is_handed_back() {
    let bytes = [&stream()[..], b"and more"].concat();
    let mut decoder = AsyncDecoder::new(Slow::new(&bytes, 1000));
    for order in orders() {
        assert_eq!(done(decoder.decode()).unwrap(), Some(order));
    }
    let (source, rest) = decoder.into_parts();
    assert_eq!((source.at, &rest[..]), (bytes.len(), &b"and more"[..]));
}

#[test]
fn a_write_that_is_dropped_goes_out_with_the_next() {
    for (polls, step) in [(1, 1), (2, 1), (3, 2), (5, 1), (9, 4), (2, 1000)] {
        let mut encoder = AsyncEncoder::new(Narrow { step, ..Narrow::default() });
        for order in orders() {
            // Polled once it has taken the value, whether it is done or not.
            let _ = polled(polls, encoder.encode(&order));
        }
        until_done!(polls, encoder.flush()).unwrap();
        let (to, rest) = encoder.into_parts();
        assert!(rest.is_empty() && to.flushes >= 1);
        assert_eq!(to.bytes, stream(), "{polls} polls, {step} bytes");
    }
}

#[test]
fn a_write_that_is_never_polled_takes_nothing() {
    let mut encoder = AsyncEncoder::new(Narrow { step: 9, ..Narrow::default() });
    drop(encoder.encode(&orders()[0]));
    assert_eq!(encoder.waiting(), 0);
    encoder.put(&orders()[0]).unwrap();
    assert!(encoder.waiting() > 0);
    done(encoder.encode_value(&Value::Int(3))).unwrap();
    assert_eq!(encoder.waiting(), 0);
    let mut plain = Encoder::to_vec();
    plain.encode(&orders()[0]).unwrap();
    plain.encode_value(&Value::Int(3)).unwrap();
    assert_eq!(encoder.into_parts().0.bytes, plain.into_sink());
}

#[test]
fn a_value_that_cannot_be_said_leaves_nothing_behind() {
    let mut encoder = AsyncEncoder::new(Narrow { step: 9, ..Narrow::default() });
    let error = done(encoder.encode(&vec![Some(1), None])).unwrap_err();
    assert_eq!((error.kind(), error.path(), encoder.waiting()), (ErrorKind::Nil, "[1]", 0));
    done(encoder.encode(&orders()[0])).unwrap();
    assert_eq!(encoder.into_parts().0.bytes, gobstream::to_vec(&orders()[0]).unwrap());
}

#[test]
fn a_writer_that_fails_poisons() {
    let mut encoder = AsyncEncoder::new(Narrow { step: 9, fails_at: Some(20), ..Narrow::default() });
    let error = done(encoder.encode(&orders()[1])).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::Io, 27), "three times nine bytes were taken");
    let poisoned = [
        done(encoder.encode(&1)).unwrap_err(),
        done(encoder.encode_value(&Value::Int(1))).unwrap_err(),
        encoder.put(&1).unwrap_err(),
        encoder.put_value(&Value::Int(1)).unwrap_err(),
        done(encoder.flush()).unwrap_err(),
    ];
    for error in poisoned {
        assert!(error.kind() == ErrorKind::Poisoned && error.text().contains("broken"), "{error}");
    }
    let (to, rest) = encoder.into_parts();
    assert_eq!([to.bytes, rest].concat(), gobstream::to_vec(&orders()[1]).unwrap());
}

#[test]
fn futures_go_from_thread_to_thread() {
    fn moves<T: Send>(_: T) {}
    let mut decoder = AsyncDecoder::new(&b""[..]);
    moves(decoder.decode::<Vec<String>>());
    moves(decoder.decode_value());
    let mut encoder = AsyncEncoder::new(Vec::new());
    moves(encoder.encode("text"));
    moves(encoder.flush());
}
