//! Runs an attack in every way of reading, and holds it to its bounds.

use crate::{meter, report, ways};
use gobstream::{Error, ErrorKind, Event, Limits, Options, Reading, Source, Stream};
use gobstream_json::{Printer, to_json, write_options};
use jsonstream::{Sink, Writer};
use std::fmt::Write;
use std::time::Duration;

pub const MIB: usize = 1 << 20;

/// How a stream ends: well after so many values, or with an error behind so many whole ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Good(u64),
    Bad(ErrorKind, u64),
}

use End::{Bad, Good};

pub struct Attack {
    bytes: Vec<u8>,
    limits: Limits,
    room: usize,
    events: End,
    values: End,
    json: End,
    go: Option<End>,
    strict: Option<End>,
    /// The tree is shown as JSON too.
    shown: bool,
}

/// An attack that ends well.
pub fn good(bytes: Vec<u8>, values: u64) -> Attack {
    attack(bytes, Good(values))
}

/// An attack that ends in an error of this kind behind so many values.
pub fn bad(bytes: Vec<u8>, kind: ErrorKind, values: u64) -> Attack {
    attack(bytes, Bad(kind, values))
}

fn attack(bytes: Vec<u8>, end: End) -> Attack {
    let limits = Limits::default();
    Attack { bytes, limits, room: 64 * MIB, events: end, values: end, json: end, go: None, strict: None, shown: true }
}

impl Attack {
    /// As values it is over a limit, though the events are not.
    pub fn values_too_big(mut self, values: u64) -> Self {
        self.values = Bad(ErrorKind::TooBig, values);
        self
    }

    /// As JSON it is over a limit, as too many zeros would be printed; so the tree is not printed either.
    pub fn json_too_big(mut self, values: u64) -> Self {
        self.json = Bad(ErrorKind::TooBig, values);
        self.shown = false;
        self
    }

    pub fn go(mut self, end: End) -> Self {
        self.go = Some(end);
        self
    }

    pub fn strict(mut self, end: End) -> Self {
        self.strict = Some(end);
        self
    }

    /// The user asked for more: levels of nesting, and memory for a value.
    pub fn raised(mut self, depth: u32, memory: usize) -> Self {
        self.limits.depth = depth;
        self.limits.memory = memory as u64;
        self
    }

    /// The peak may be larger than 64 MiB, as the input or the limits ask for it.
    pub fn room(mut self, bytes: usize) -> Self {
        self.room = bytes;
        self
    }

    pub fn run(self) {
        let options = |reading| Options::new().reading(reading).limits(self.limits.clone());
        let lenient = options(Reading::Lenient);
        let slice = |options| Stream::from_slice_with(&self.bytes, options);
        let bytes = &self.bytes[..];
        self.measure("events", Some(self.events), || events(slice(lenient.clone())));
        self.measure("events from a reader", Some(self.events), || events(Stream::from_reader_with(bytes, lenient.clone())));
        self.measure("events, noted", Some(self.events), || events(slice(noted(&lenient))));
        self.measure("events as Go", self.go, || events(slice(options(Reading::Go))));
        self.measure("events, strict", self.strict, || events(slice(options(Reading::Strict))));
        self.measure("values", Some(self.values), || values(slice(lenient.clone()), self.shown));
        self.measure("JSON", Some(self.json), || json(slice(lenient.clone())));
        // Unoptimised tests read what is short in every other way too, optimised ones all.
        let raised = self.limits != Limits::default();
        if !raised && (!cfg!(debug_assertions) || bytes.len() <= 64 << 10) {
            self.run_elsewhere(&lenient);
        }
    }

    /// The other ways: what must come of the first two is known, of the rest that they end within bounds.
    fn run_elsewhere(&self, options: &Options) {
        let bytes = &self.bytes[..];
        self.measure("skip", Some(self.events), || ways::skipped(bytes, options));
        self.measure("push", Some(self.events), || ways::pushed(bytes, options));
        for (how, way) in ways::OTHERS {
            // Without optimisation the frames of serde's code for so large a type alone are more than is left of the stack.
            if how != "serde: large structs" || !cfg!(debug_assertions) {
                self.measure(how, None, || way(bytes, options));
            }
        }
    }

    fn measure(&self, how: &str, want: Option<End>, read: impl FnOnce() -> End + Send) {
        let job = || {
            meter::restart();
            let start = meter::time();
            let end = read();
            (end, meter::time() - start, meter::peak())
        };
        let (end, time, peak) = on_a_small_stack(job);
        if let Some(want) = want {
            assert_eq!(end, want, "{how}");
        }
        let parts = self.bytes.len().div_ceil(MIB);
        // A value is read, and then worked on in five more ways.
        let limit = limit() * if how == "values" { 6 } else { parts as u32 };
        println!("{how:<24}{:>9.3} s {:>9.3} MiB  {end:?}", time.as_secs_f64(), peak as f64 / MIB as f64);
        report::note("gob", &self.bytes, how, &format!("{end:?}"), time, peak);
        assert!(time < limit, "{how}: {time:?}");
        let room = if want.is_some() { self.room } else { ways::room(how, self.room.max(parts * 64 * MIB)) };
        assert!(peak <= room, "{how}: {peak} bytes at the most, {room} allowed");
    }
}

fn noted(options: &Options) -> Options {
    let mut options = options.clone();
    options.notes = true;
    options
}

pub fn limit() -> Duration {
    Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 1 })
}

pub fn on_a_small_stack<T: Send>(job: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, job).unwrap();
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

pub fn end(done: u64, error: Option<&Error>) -> End {
    let Some(error) = error else { return Good(done) };
    assert!(error.text().len() <= 1024 && error.path().len() <= 256 && error.to_string().len() <= 1536, "unbounded: {error}");
    Bad(error.kind(), done)
}

fn events<I: Source>(mut stream: Stream<I>) -> End {
    let mut done = 0;
    loop {
        match stream.next_event() {
            Ok(Some(Event::Done)) => done += 1,
            Ok(Some(_)) => {}
            Ok(None) => return end(done, None),
            Err(error) => return end(done, Some(&error)),
        }
    }
}

/// Reads values; with the last one all is done that can be done with a value, which has a bound of its own: five times the peak of reading,
/// as what is no text in a string becomes three times as long.
fn values<I: Source>(mut stream: Stream<I>, shown: bool) -> End {
    let (mut done, mut last) = (0, None);
    let error = loop {
        match stream.next_value() {
            Ok(Some(value)) => last = Some(value),
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
        done += 1;
    };
    let Some(value) = last else { return end(done, error.as_ref()) };
    let read = meter::peak();
    let copy = value.clone();
    assert!(value == copy || format!("{value:?}").contains("NaN"), "a clone differs");
    drop(copy);
    write!(Nowhere, "{value:?}").unwrap();
    let mut out = Writer::with_options(Null, &write_options());
    match Printer::new().value(&value, &mut out) {
        Ok(()) => drop(out.finish().unwrap()),
        Err(error) => assert!(!shown && error.code() == "too-big", "{error}"),
    }
    drop(value);
    let peak = meter::peak();
    assert!(peak <= 5 * read + MIB, "a value that took {read} bytes to read takes {peak} to copy, compare, show and drop");
    meter::put_down(read);
    end(done, error.as_ref())
}

fn json<I: Source>(mut stream: Stream<I>) -> End {
    let mut out = Writer::with_options(Null, &write_options());
    let result = to_json(&mut stream, &mut out);
    let error = match result {
        Ok(()) => None,
        Err(gobstream_json::Error::Gob(error)) => Some(error),
        Err(error) => panic!("{error}"),
    };
    let whole = stream.values() - u64::from(error.as_ref().is_some_and(|e| e.value() > 0));
    end(whole, error.as_ref())
}

/// A sink that keeps nothing.
pub struct Null;

impl Sink for Null {
    fn write_all(&mut self, _: &[u8]) -> jsonstream::Result<()> {
        Ok(())
    }
}

/// Text that goes nowhere.
struct Nowhere;

impl Write for Nowhere {
    fn write_str(&mut self, _: &str) -> std::fmt::Result {
        Ok(())
    }
}
