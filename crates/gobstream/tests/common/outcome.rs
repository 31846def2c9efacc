//! What became of a stream, so that two ways of reading it can be compared.

use gobstream::{Error, ErrorKind, Event, Options, Poll, Reading, Source, Stream, Value};

pub const READINGS: [Reading; 3] = [Reading::Lenient, Reading::Go, Reading::Strict];

/// All values, and how the stream ended.
#[derive(Debug)]
pub struct Outcome {
    pub values: Vec<Value>,
    pub error: Option<Error>,
    pub good: u64,
    pub parts: u32,
}

impl Outcome {
    /// Panics unless both ways of reading saw the same; bit for bit, so NaNs count as equal.
    pub fn assert_same(&self, other: &Outcome, how: &str) {
        assert_eq!(self.error.as_ref().map(place), other.error.as_ref().map(place), "{how}: another error");
        assert_eq!(self.values.len(), other.values.len(), "{how}: another number of values");
        for (i, (a, b)) in self.values.iter().zip(&other.values).enumerate() {
            assert!(a == b || format!("{a:?}") == format!("{b:?}"), "{how}: value {} differs", i + 1);
        }
        assert_eq!((self.good, self.parts), (other.good, other.parts), "{how}: another good end or number of parts");
    }
}

/// All that an error says.
pub fn place(e: &Error) -> (ErrorKind, u64, u64, u64, String, String, Option<&'static str>) {
    (e.kind(), e.offset(), e.message(), e.value(), e.path().into(), e.text().into(), e.go_text())
}

/// What is said of every error on an input of `len` bytes.
pub fn assert_sound(e: &Error, len: usize, name: &str) {
    assert!(e.offset() <= len as u64, "{name}: offset {} in {len} bytes: {e}", e.offset());
    assert!(e.text().len() <= 1024 && e.path().len() <= 256, "{name}: unbounded text: {e}");
    assert!(!e.text().is_empty() && !e.text().contains('\n') && !e.path().contains('\n'), "{name}: {e}");
}

pub fn options(reading: Reading) -> Options {
    Options::new().reading(reading)
}

/// Reads all values from a source.
pub fn drain<I: Source>(mut stream: Stream<I>) -> Outcome {
    let mut values = Vec::new();
    let error = loop {
        match stream.next_value() {
            Ok(Some(value)) => values.push(value),
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    Outcome { values, error, good: stream.good(), parts: stream.parts() }
}

pub fn read(bytes: &[u8], reading: Reading) -> Outcome {
    drain(Stream::from_slice_with(bytes, options(reading)))
}

/// Reads all events of a slice: how many values were whole, and how it ended.
pub fn count(bytes: &[u8], options: Options) -> (u64, Option<Error>) {
    let mut stream = Stream::from_slice_with(bytes, options);
    let mut done = 0;
    loop {
        match stream.next_event() {
            Ok(Some(Event::Done)) => done += 1,
            Ok(Some(_)) => {}
            Ok(None) => return (done, None),
            Err(error) => return (done, Some(error)),
        }
    }
}

/// The events of a stream as text, runs of numbers taken apart, so that it does not matter where they were cut.
pub fn describe(event: &Event<'_>, out: &mut Vec<String>) {
    match event {
        Event::Bools(run) => out.extend(run.iter().map(|v| format!("{:?}", Event::Bool(*v)))),
        Event::Ints(run) => out.extend(run.iter().map(|v| format!("{:?}", Event::Int(*v)))),
        Event::Uints(run) => out.extend(run.iter().map(|v| format!("{:?}", Event::Uint(*v)))),
        Event::Floats(run) => out.extend(run.iter().map(|v| format!("{:?}", Event::Float(*v)))),
        Event::Complexes(run) => out.extend(run.iter().map(|v| format!("{:?}", Event::Complex(v.0, v.1)))),
        one => out.push(format!("{one:?}")),
    }
}

/// The events of a slice, and how it ended.
pub fn events(bytes: &[u8], reading: Reading) -> (Vec<String>, Option<Error>) {
    let mut stream = Stream::from_slice_with(bytes, options(reading));
    let mut out = Vec::new();
    loop {
        match stream.next_event() {
            Ok(Some(event)) => describe(&event, &mut out),
            Ok(None) => return (out, None),
            Err(error) => return (out, Some(error)),
        }
    }
}

/// The events of a stream that is fed the pieces that `cut` gives, one after the other.
pub fn pushed(bytes: &[u8], reading: Reading, mut cut: impl FnMut() -> usize) -> (Vec<String>, Option<Error>) {
    let mut stream = Stream::push(options(reading));
    let mut out = Vec::new();
    let mut rest = bytes;
    loop {
        match stream.poll_event() {
            Ok(Poll::Event(event)) => describe(&event, &mut out),
            Ok(Poll::End) => return (out, None),
            Ok(Poll::Wait) if rest.is_empty() => stream.finish(),
            Ok(Poll::Wait) => {
                let (piece, behind) = rest.split_at(cut().clamp(1, rest.len()));
                stream.feed(piece);
                rest = behind;
            }
            Err(error) => return (out, Some(error)),
        }
    }
}
