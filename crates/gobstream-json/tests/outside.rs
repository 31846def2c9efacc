//! Faults outside: readers and writers that fail, wait, are interrupted or give little, at every byte; sinks that panic. Nothing is lost, nothing is
//! half-written without a word, and the next call does what is documented. (The asynchronous ends: `async_io` of `gobstream`.)
#![allow(clippy::unwrap_used, clippy::panic, reason = "the helpers of tests may, as the tests do")]

#[path = "../../gobstream/tests/common/mod.rs"]
mod common;

use common::vectors;
use gobstream::{Decoder, Encoder, Gob, Stream, Value};
use gobstream_json::{Error, FromTyped, Printer, Typed, write_options};
use jsonstream::{ReadOptions, Reader, WriteOptions, Writer};
use std::io::{self, ErrorKind, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What the outside does at one byte, once or from there on.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Trouble {
    Fails(ErrorKind),
    Panics,
}

use Trouble::{Fails, Panics};

const TROUBLES: [Trouble; 4] = [
    Fails(ErrorKind::Interrupted),
    Fails(ErrorKind::WouldBlock),
    Fails(ErrorKind::ConnectionReset),
    Fails(ErrorKind::StorageFull),
];

fn trouble(what: Trouble) -> io::Error {
    match what {
        Fails(kind) => kind.into(),
        Panics => panic!("the outside panics"),
    }
}

/// Gives a byte or a few at a time, and has trouble once, before the byte at an offset.
struct Source<'a> {
    bytes: &'a [u8],
    at: usize,
    step: usize,
    trouble: Option<(usize, Trouble)>,
}

impl<'a> Source<'a> {
    fn new(bytes: &'a [u8], step: usize, trouble: Option<(usize, Trouble)>) -> Self {
        Source { bytes, at: 0, step, trouble }
    }
}

impl Read for Source<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let stop = self.trouble.map_or(usize::MAX, |(at, _)| at);
        if self.at == stop
            && let Some((_, what)) = self.trouble.take()
        {
            return Err(trouble(what));
        }
        let n = self.step.min(room.len()).min(self.bytes.len() - self.at).min(stop - self.at);
        room[..n].copy_from_slice(&self.bytes[self.at..self.at + n]);
        self.at += n;
        Ok(n)
    }
}

/// Takes a byte or a few at a time, and has trouble from an offset on, or once if it is interrupted.
#[derive(Default)]
struct Target {
    bytes: Vec<u8>,
    step: usize,
    trouble: Option<(usize, Trouble)>,
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let stop = self.trouble.map_or(usize::MAX, |(at, _)| at);
        if self.bytes.len() == stop
            && let Some((_, what)) = self.trouble
        {
            if what == Fails(ErrorKind::Interrupted) {
                self.trouble = None;
            }
            return Err(trouble(what));
        }
        let n = self.step.min(bytes.len()).min(stop - self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..n]);
        Ok(n)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Streams with everything: structs, maps, interfaces that define types in the middle of a value, opaque values.
fn streams() -> Vec<Vec<u8>> {
    let all = vectors();
    let streams: Vec<_> =
        all.iter().filter(|v| v.bytes.len() < 500 && !v.has("multi")).step_by(7).map(|v| v.bytes.clone()).collect();
    assert!(streams.len() >= 10, "{}", streams.len());
    streams
}

fn values(bytes: &[u8]) -> Vec<Value> {
    let mut stream = Stream::from_slice(bytes);
    std::iter::from_fn(|| stream.next_value().unwrap()).collect()
}

fn same(a: &[Value], b: &[Value]) -> bool {
    a == b || format!("{a:?}") == format!("{b:?}")
}

/// All values of a source that may fail once: a call that failed is made again. And how often that was.
fn retried<T>(mut next: impl FnMut() -> gobstream::Result<Option<T>>) -> (Vec<T>, usize) {
    let (mut all, mut failed) = (Vec::new(), 0);
    loop {
        match next() {
            Ok(Some(value)) => all.push(value),
            Ok(None) => return (all, failed),
            Err(error) => {
                assert_eq!(error.kind(), gobstream::ErrorKind::Io, "{error}");
                failed += 1;
            }
        }
    }
}

#[test]
fn a_gob_source_that_fails_at_any_byte_can_be_asked_again() {
    for bytes in streams() {
        let whole = values(&bytes);
        for at in 0..=bytes.len() {
            let what = TROUBLES[at % 4];
            let source = || Source::new(&bytes, 1 + at % 3 * 40, Some((at, what)));
            // An interruption is no error.
            let expected = usize::from(what != Fails(ErrorKind::Interrupted));
            let mut stream = Stream::from_reader(source());
            let (read, failed) = retried(|| stream.next_value());
            assert!(same(&read, &whole) && failed == expected, "{what:?} at {at}: {failed} failures, {read:?}");
            let mut decoder = Decoder::from_reader(source());
            let (read, failed) = retried(|| decoder.decode_value());
            assert!(same(&read, &whole) && failed == expected, "{what:?} at {at}: {failed} failures, {read:?}");
        }
    }
}

/// In the middle of a value, too, no byte of which comes twice in the JSON.
#[test]
fn a_printer_goes_on_where_its_source_failed() {
    for bytes in streams().iter().filter(|bytes| bytes.len() < 300) {
        let text = |source: Source<'_>| {
            let (mut stream, mut out) = (Stream::from_reader(source), Writer::with_options(Vec::new(), &write_options()));
            let (mut printer, mut failed) = (Printer::new(), 0);
            loop {
                match printer.print_value(&mut stream, &mut out) {
                    Ok(true) => {}
                    Ok(false) => return (out.finish().unwrap(), failed),
                    Err(Error::Gob(error)) if error.kind() == gobstream::ErrorKind::Io => failed += 1,
                    Err(error) => panic!("{error}"),
                }
            }
        };
        let whole = text(Source::new(bytes, 1000, None)).0;
        for at in 0..=bytes.len() {
            let (printed, failed) = text(Source::new(bytes, 1, Some((at, Fails(ErrorKind::WouldBlock)))));
            assert!(printed == whole && failed == 1, "at {at}: {}", printed.escape_ascii());
        }
    }
}

#[derive(Gob, Debug, PartialEq)]
struct Record {
    name: String,
    bytes: Vec<u8>,
    extra: Vec<Value>,
}

fn records() -> Vec<Record> {
    (0..4).map(|n| Record { name: "n".repeat(n), bytes: vec![n as u8; n * 9], extra: Vec::new() }).collect()
}

/// Takes all records, one call each; the answers.
fn written<S: gobstream::Sink>(encoder: &mut Encoder<S>) -> Vec<gobstream::Result<()>> {
    records().iter().map(|record| encoder.encode(record)).collect()
}

/// A call for a value that was interrupted may be followed by one that passes over it, and the other way round.
#[test]
fn an_interrupted_value_is_passed_over_once() {
    for bytes in streams() {
        let whole = values(&bytes);
        for at in 0..bytes.len() {
            let mut decoder = Decoder::from_reader(Source::new(&bytes, 1, Some((at, Fails(ErrorKind::WouldBlock)))));
            let (mut read, mut passed) = (Vec::new(), 0);
            let rest = loop {
                match decoder.decode_value() {
                    Ok(Some(value)) => read.push(value),
                    Ok(None) => break Vec::new(),
                    Err(_) => {
                        passed = usize::from(decoder.skip().unwrap());
                        break retried(|| decoder.decode_value()).0;
                    }
                }
            };
            let from = (read.len() + passed).min(whole.len());
            assert!(same(&read, &whole[..read.len()]) && same(&rest, &whole[from..]), "at {at}: {read:?}, then {rest:?}");
            let mut decoder = Decoder::from_reader(Source::new(&bytes, 1, Some((at, Fails(ErrorKind::WouldBlock)))));
            let skipped = retried(|| decoder.skip().map(|is_value| is_value.then_some(()))).0.len();
            assert_eq!(skipped, whole.len(), "at {at}");
        }
    }
}

#[test]
fn a_typed_read_that_fails_at_any_byte_can_be_made_again() {
    let mut encoder = Encoder::to_vec();
    written(&mut encoder).into_iter().for_each(Result::unwrap);
    let bytes = encoder.into_sink();
    for at in 0..=bytes.len() {
        for step in [1, 50] {
            let mut decoder = Decoder::from_reader(Source::new(&bytes, step, Some((at, Fails(ErrorKind::WouldBlock)))));
            let (read, failed) = retried(|| decoder.decode::<Record>());
            assert_eq!((read, failed), (records(), 1), "at {at}");
        }
    }
}

#[test]
fn a_gob_writer_that_fails_at_any_byte_has_a_beginning_of_the_stream_and_gets_no_more() {
    let mut whole = Encoder::to_vec();
    written(&mut whole).into_iter().for_each(Result::unwrap);
    let whole = whole.into_sink();
    for at in 0..whole.len() {
        for what in TROUBLES {
            for step in [1, 1000] {
                let target = Target { step, trouble: Some((at, what)), ..Target::default() };
                // The long way too, on which byte strings are passed by.
                let options = gobstream::EncodeOptions { pass_from: 5, ..Default::default() };
                let mut encoder = Encoder::with_options(gobstream::Writer::new(target), options);
                let answers = written(&mut encoder);
                let taken = encoder.into_sink().into_inner().bytes;
                if what == Fails(ErrorKind::Interrupted) {
                    assert!(answers.iter().all(Result::is_ok) && taken == whole, "interrupted at {at}");
                    continue;
                }
                assert_eq!(taken, whole[..at], "{what:?} at {at}");
                let kinds: Vec<_> =
                    answers.iter().filter_map(|answer| answer.as_ref().err()).map(gobstream::Error::kind).collect();
                let (first, rest) = kinds.split_first().unwrap();
                assert_eq!(*first, gobstream::ErrorKind::Io, "{what:?} at {at}");
                assert!(rest.iter().all(|kind| *kind == gobstream::ErrorKind::Poisoned), "{what:?} at {at}: {kinds:?}");
                assert!(answers[answers.len() - kinds.len()..].iter().all(Result::is_err), "{what:?} at {at}: {answers:?}");
            }
        }
    }
}

/// A panic that is caught leaves a sink of which nobody knows what it took.
#[test]
fn a_sink_that_panics_poisons_the_encoder() {
    let record = &records()[3];
    let target = Target { step: 7, trouble: Some((20, Panics)), ..Target::default() };
    let mut encoder = Encoder::to_writer(target);
    encoder.encode(&1).unwrap();
    assert!(catch_unwind(AssertUnwindSafe(|| encoder.encode(record))).is_err());
    let error = encoder.encode(&2).unwrap_err();
    assert!(error.kind() == gobstream::ErrorKind::Poisoned && error.text().contains("panicked"), "{error}");
    assert_eq!(encoder.into_sink().into_inner().bytes.len(), 20);
    let mut encoder = Encoder::to_writer(Target { step: 7, trouble: Some((50_000, Panics)), ..Target::default() });
    assert!(catch_unwind(AssertUnwindSafe(|| encoder.encode_streamed(&vec![7u64; 200_000]))).is_err());
    assert_eq!(encoder.encode(&2).unwrap_err().kind(), gobstream::ErrorKind::Poisoned);
}

/// A value that panics while it is encoded has sent nothing, and is forgotten.
#[test]
fn a_value_that_panics_leaves_an_encoder_as_it_was() {
    #[derive(Gob)]
    #[gob(opaque = "GobEncoder")]
    struct Bomb;
    impl gobstream::Marshal for Bomb {
        fn zero() -> Self {
            Bomb
        }
        fn to_gob(&self, _: &mut Vec<u8>) {
            panic!("a bomb")
        }
        fn from_gob(_: &[u8]) -> Option<Self> {
            None
        }
    }
    let (mut encoder, mut plain) = (Encoder::to_vec(), Encoder::to_vec());
    assert!(catch_unwind(AssertUnwindSafe(|| encoder.encode(&vec![Bomb]))).is_err());
    for record in records() {
        encoder.encode(&record).unwrap();
        plain.encode(&record).unwrap();
    }
    assert_eq!(encoder.into_sink(), plain.into_sink());
}

const TEXT: &str = r#"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00 and text",{"b":null}],"cc":true} [[],{}] 12345 "#;

#[test]
fn a_json_source_that_fails_at_any_byte_can_be_asked_again() {
    let events = |source: Source<'_>| {
        let mut reader = Reader::from_io_with(source, &ReadOptions { buffer: 16, ..ReadOptions::default() });
        let (mut all, mut failed) = (Vec::new(), 0);
        loop {
            match reader.next_event() {
                Ok(Some(event)) => all.push(format!("{event:?}")),
                Ok(None) => return (all, failed),
                Err(error) => {
                    let waits = error.kind() == jsonstream::ErrorKind::NeedMore;
                    assert!(waits || error.kind() == jsonstream::ErrorKind::Io, "{error}");
                    failed += 1;
                }
            }
        }
    };
    let whole = events(Source::new(TEXT.as_bytes(), 1000, None)).0;
    for at in 0..=TEXT.len() {
        for what in TROUBLES {
            let (read, failed) = events(Source::new(TEXT.as_bytes(), 1 + at % 2 * 30, Some((at, what))));
            assert_eq!((read, failed), (whole.clone(), usize::from(what != Fails(ErrorKind::Interrupted))), "{what:?} at {at}");
        }
    }
}

/// Copies the text; the first error that was said.
fn copied(target: Target, options: &WriteOptions) -> (Vec<u8>, Option<jsonstream::Error>) {
    let mut out = Writer::to_io_with(target, options);
    let mut reader = Reader::from_str(TEXT);
    let mut error = None;
    while error.is_none() && reader.next_document().unwrap() {
        error = out.copy(&mut reader).err();
    }
    let again = out.flush().err();
    assert!(error.is_none() || again.is_some(), "an error is kept: {error:?}, {again:?}");
    (out.into_inner().0.bytes, error.or(again))
}

#[test]
fn a_json_writer_that_fails_at_any_byte_has_a_beginning_of_the_text_and_gets_no_more() {
    let options = |flush_at| WriteOptions { flush_at, ..WriteOptions::lines() };
    let whole = copied(Target { step: 1000, ..Target::default() }, &options(1 << 16)).0;
    for at in 0..whole.len() {
        for what in TROUBLES {
            for (step, flush_at) in [(1, 1), (3, 16), (1000, 1 << 16)] {
                let target = Target { step, trouble: Some((at, what)), ..Target::default() };
                let (taken, error) = copied(target, &options(flush_at));
                if what == Fails(ErrorKind::Interrupted) {
                    assert!(error.is_none() && taken == whole, "interrupted at {at}: {error:?}");
                } else {
                    let error = error.unwrap_or_else(|| panic!("{what:?} at {at} was not said"));
                    assert_eq!(error.io().map(|e| Fails(e.kind())), Some(what), "{error}");
                    assert_eq!(taken, whole[..at], "{what:?} at {at}");
                }
            }
        }
    }
}

#[test]
fn a_sink_that_panics_gets_nothing_twice() {
    let mut out = Writer::to_io(Target { step: 3, trouble: Some((7, Panics)), ..Target::default() });
    out.str("some text").unwrap();
    assert!(catch_unwind(AssertUnwindSafe(|| out.flush())).is_err());
    let error = out.flush().unwrap_err();
    assert!(error.kind() == jsonstream::ErrorKind::Io && error.to_string().contains("panicked"), "{error}");
    assert_eq!(out.into_inner().0.bytes, b"\"some t");
}

/// The bridge: an output that fails at any byte has a beginning of the text, and the error is that of the writer.
#[test]
fn a_bridge_whose_output_fails_says_so() {
    let bytes = streams().concat();
    let text = |target: Target| {
        let mut out = Writer::to_io_with(target, &WriteOptions { flush_at: 8, ..write_options() });
        let result = gobstream_json::to_json(&mut Stream::from_slice(&bytes), &mut out);
        (out.into_inner().0.bytes, result)
    };
    let (whole, result) = text(Target { step: 1000, ..Target::default() });
    result.unwrap();
    for at in (0..whole.len()).step_by(3) {
        let (taken, result) = text(Target { step: 5, trouble: Some((at, Fails(ErrorKind::StorageFull))), ..Target::default() });
        assert_eq!(taken, whole[..at]);
        assert!(matches!(result, Err(Error::Json(error)) if error.io().is_some()), "at {at}");
    }
}

/// The typed form from a source that has no bytes for now, at every byte: the line is read when it is there.
#[test]
fn typed_form_from_a_source_that_waits() {
    let bytes = streams().into_iter().min_by_key(Vec::len).unwrap();
    let mut out = Writer::with_options(Vec::new(), &write_options());
    let mut stream = Stream::from_slice_with(&bytes, Typed::options(gobstream::Limits::default()));
    let mut typed = Typed::new();
    while typed.print_value(&mut stream, &mut out).unwrap() {}
    let text = out.finish().unwrap();
    let lines = |source: Source<'_>| {
        let mut reader = Reader::from_io_with(source, &gobstream_json::read_options());
        let (mut from, mut all) = (FromTyped::new(gobstream::Limits::default()), Vec::new());
        loop {
            match from.next_line(&mut reader) {
                Ok(Some(line)) => all.push(format!("{:?}", line.into_item())),
                Ok(None) => return Ok(all),
                Err(error) => return Err(error),
            }
        }
    };
    let whole = lines(Source::new(&text, 1000, None)).unwrap();
    for at in 0..text.len() {
        assert_eq!(lines(Source::new(&text, 1, Some((at, Fails(ErrorKind::Interrupted))))).unwrap(), whole);
        let error = lines(Source::new(&text, 1, Some((at, Fails(ErrorKind::ConnectionReset))))).unwrap_err();
        assert!(error.to_string().contains("reset"), "{error}");
    }
}
