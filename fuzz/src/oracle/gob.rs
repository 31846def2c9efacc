//! Streams read as events, values, pieces and JSON, from slices and in chunks, and written again.

use super::{MEMORY, bounded, cuts};
use gobstream::{EncodeOptions, Encoder, Error, ErrorKind, Event, Limits, Options, Plan, Poll, Reading, Stream, Value};

fn limits() -> Limits {
    Limits { memory: MEMORY as u64, ..Limits::default() }
}

pub(super) fn options(input: &[u8]) -> Options {
    let reading = [Reading::Lenient, Reading::Go, Reading::Strict][input.len() % 3];
    Options::new().reading(reading).limits(limits())
}

/// All that an error says of its place; it must lie in the input, and its texts must be short.
pub(super) type Place = (ErrorKind, u64, u64, u64, String);

pub(super) fn place(e: &Error, input: &[u8]) -> Place {
    assert!(e.offset() <= input.len() as u64, "offset {} in {} bytes: {e}", e.offset(), input.len());
    assert!(!e.text().is_empty() && e.text().len() <= 1024 && e.path().len() <= 256, "{e}");
    assert!(!e.to_string().contains('\n'), "{e}");
    (e.kind(), e.offset(), e.message(), e.value(), e.path().into())
}

/// Runs of numbers come as they are cut, so each number is noted by itself.
fn describe(event: &Event<'_>, out: &mut Vec<String>) {
    match event {
        Event::Bools(run) => out.extend(run.iter().map(|v| format!("{:?}", Event::Bool(*v)))),
        Event::Ints(run) => out.extend(run.iter().map(|v| format!("{:?}", Event::Int(*v)))),
        Event::Uints(run) => out.extend(run.iter().map(|v| format!("{:?}", Event::Uint(*v)))),
        Event::Floats(run) => out.extend(run.iter().map(|v| format!("{:?}", Event::Float(*v)))),
        Event::Complexes(run) => out.extend(run.iter().map(|v| format!("{:?}", Event::Complex(v.0, v.1)))),
        one => out.push(format!("{one:?}")),
    }
}

fn events(input: &[u8]) -> (Vec<String>, Option<Place>) {
    let mut stream = Stream::from_slice_with(input, options(input));
    let mut out = Vec::new();
    loop {
        match stream.next_event() {
            Ok(Some(event)) => describe(&event, &mut out),
            Ok(None) => return (out, None),
            Err(error) => return (out, Some(place(&error, input))),
        }
    }
}

fn pushed(input: &[u8]) -> (Vec<String>, Option<Place>) {
    let (mut stream, mut rest, mut cut) = (Stream::push(options(input)), input, cuts(input));
    let mut out = Vec::new();
    loop {
        match stream.poll_event() {
            Ok(Poll::Event(event)) => describe(&event, &mut out),
            Ok(Poll::End) => return (out, None),
            Ok(Poll::Wait) if rest.is_empty() => stream.finish(),
            Ok(Poll::Wait) => {
                let (piece, behind) = rest.split_at(cut().min(rest.len()));
                stream.feed(piece);
                rest = behind;
            }
            Err(error) => return (out, Some(place(&error, input))),
        }
    }
}

/// The values of a stream, and how it ended.
fn values(input: &[u8]) -> (Vec<Value>, Option<Place>) {
    let mut stream = Stream::from_slice_with(input, options(input));
    let mut values = Vec::new();
    loop {
        match stream.next_value() {
            Ok(Some(value)) => values.push(value),
            Ok(None) => return (values, None),
            Err(error) => return (values, Some(place(&error, input))),
        }
    }
}

fn skipped(input: &[u8]) -> (usize, Option<Place>) {
    let mut stream = Stream::from_slice_with(input, options(input));
    let mut n = 0;
    loop {
        match stream.skip_value() {
            Ok(true) => n += 1,
            Ok(false) => return (n, None),
            Err(error) => return (n, Some(place(&error, input))),
        }
    }
}

/// Skip, events and values see the same number of values and the same end; a tree alone may pass the limit of memory.
pub fn read(input: &[u8]) {
    let (events, end) = events(input);
    let whole = events.iter().filter(|e| *e == "Done").count();
    assert_eq!(bounded(input, "skip", || skipped(input)), (whole, end.clone()));
    let (values, tree_end) = bounded(input, "values", || values(input));
    if tree_end.as_ref().is_none_or(|e| e.0 != ErrorKind::TooBig) {
        assert_eq!((values.len(), tree_end), (whole, end));
    }
}

/// A stream that arrives in chunks gives the same events and the same error.
pub fn push(input: &[u8]) {
    assert_eq!(pushed(input), events(input));
}

fn same(a: &Value, b: &Value) -> bool {
    a == b || format!("{a:?}") == format!("{b:?}")
}

/// What was read is written, and reads back equal; the second writing gives the bytes of the first.
pub fn write(input: &[u8]) {
    let (values, _) = values(input);
    let (mut encoder, mut kept) = (Encoder::to_vec(), Vec::new());
    for value in &values {
        match encoder.encode_value(value) {
            Ok(()) => kept.push(value),
            Err(error) => assert!(!error.text().is_empty()),
        }
    }
    let written = encoder.into_sink();
    let mut stream = Stream::from_slice(&written);
    let mut again = Encoder::to_vec();
    for value in kept {
        let read =
            stream.next_value().unwrap_or_else(|e| panic!("{e}\nwrote {value:?}")).expect("as many values as were written");
        assert!(same(&read, value), "wrote {value:?}\nread {read:?}");
        again.encode_value(&read).unwrap_or_else(|e| panic!("{e}\nread {read:?}"));
    }
    assert!(stream.next_value().is_ok_and(|end| end.is_none()));
    assert_eq!(again.into_sink(), written);
}

/// A stream written again by its own plan reads back as it was, and comes back byte for byte from then on.
pub fn replay(input: &[u8]) {
    let once = replayed(input);
    assert_eq!(replayed(&once), once);
    let (before, after) = (values(input).0, values_of(&once, Options::new()));
    assert!(after.len() >= before.len() && before.iter().zip(&after).all(|(a, b)| same(a, b)), "{before:?}\n{after:?}");
}

/// What the plan writes of all that can be read.
fn replayed(input: &[u8]) -> Vec<u8> {
    let options = Options { definitions: true, ..Options::new().limits(limits()) };
    let mut stream = Stream::from_slice_with(input, options);
    let mut encoder = Encoder::with_options(Vec::new(), EncodeOptions { plan: Plan::Replay, ..EncodeOptions::default() });
    while let Ok(Some(item)) = stream.next_item() {
        encoder.encode_item(&item).unwrap_or_else(|e| panic!("{e}"));
    }
    encoder.into_sink()
}

fn values_of(input: &[u8], options: Options) -> Vec<Value> {
    let mut stream = Stream::from_slice_with(input, options);
    std::iter::from_fn(|| stream.next_value().ok().flatten()).collect()
}

/// Every byte up to the fault is explained once.
pub fn explain(input: &[u8]) {
    let mut stream = Stream::from_slice_with(input, Options { definitions: true, notes: true, ..options(input) });
    let mut at = 0;
    let end = loop {
        match stream.next_piece() {
            Ok(Some(piece)) => {
                assert_eq!(piece.offset, at, "{:?}", piece.what);
                at += piece.bytes.len() as u64;
                assert_eq!(piece.bytes, &input[piece.offset as usize..at as usize]);
            }
            Ok(None) => break None,
            Err(error) => break Some(place(&error, input)),
        }
    };
    assert!(end.is_some() || at == input.len() as u64, "{at} of {} bytes explained", input.len());
    assert_eq!(end.map(|e| e.1), events(input).1.map(|e| e.1));
}

/// Recovery comes to an end, names losses in order, and keeps at least what stands before the first fault.
pub fn recover(input: &[u8]) {
    let options = Options { stray: false, limits: limits(), ..Options::default() };
    let mut stream = Stream::from_slice_with(input, options);
    let (mut before, mut faults, mut behind) = (0, 0, 0);
    loop {
        match stream.next_value() {
            Ok(Some(_)) if faults == 0 => before += 1,
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(error) => {
                place(&error, input);
                let lost = stream.recover().unwrap_or_else(|e| panic!("{e}"));
                assert!(lost.from <= lost.to && lost.to <= input.len() as u64 && behind <= lost.to, "{lost:?} behind {behind}");
                assert!(lost.to > behind || lost.is_end || faults == 0, "{lost:?} behind {behind}: no step forward");
                (faults, behind) = (faults + 1, lost.to);
                if lost.is_end {
                    break;
                }
            }
        }
    }
    let plain = {
        let options = Options { stray: false, limits: limits(), ..Options::default() };
        Stream::from_slice_with(input, options)
    };
    assert_eq!(count(plain), before);
}

fn count(mut stream: Stream<gobstream::Slice<'_>>) -> u64 {
    let mut n = 0;
    while let Ok(Some(_)) = stream.next_value() {
        n += 1;
    }
    n
}

/// Whole values are printed as one line of sound JSON each.
pub fn picture(input: &[u8]) {
    let mut out = jsonstream::Writer::with_options(Vec::new(), &gobstream_json::write_options());
    let mut stream = Stream::from_slice_with(input, options(input));
    let result = bounded(input, "JSON", || gobstream_json::to_json(&mut stream, &mut out));
    lines(out, result.is_ok());
}

/// The typed form of a sound stream makes the same bytes again.
pub fn typed_form(input: &[u8]) {
    let mut out = jsonstream::Writer::with_options(Vec::new(), &gobstream_json::write_options());
    let mut stream = Stream::from_slice_with(input, gobstream_json::Typed::options(limits()));
    let mut typed = gobstream_json::Typed::new();
    let result = bounded(input, "typed JSON", || {
        loop {
            match typed.print_value(&mut stream, &mut out) {
                Ok(true) => {}
                other => break other,
            }
        }
    });
    let text = lines(out, result.is_ok());
    if result.is_ok() {
        match bounded(&text, "typed JSON read", || read_typed(&text)) {
            Ok(back) => assert!(back == input, "{} bytes became {}", input.len(), back.len()),
            // No value needs the type that is missing, so it could be printed.
            Err(error) => assert_eq!(error.code(), "bad-type", "{error}"),
        }
    }
}

fn read_typed(text: &[u8]) -> gobstream_json::Result<Vec<u8>> {
    let mut reader = jsonstream::Reader::from_slice_with(text, &gobstream_json::read_options());
    let mut encoder = Encoder::with_options(Vec::new(), EncodeOptions { plan: Plan::Replay, ..EncodeOptions::default() });
    gobstream_json::from_json(&mut reader, &mut encoder, Limits::default())?;
    Ok(encoder.into_sink())
}

/// Whatever stands for the typed form: an error, or a stream whose own typed form makes it again.
pub fn from_typed(input: &[u8]) {
    if let Ok(stream) = bounded(input, "typed JSON read", || read_typed(input)) {
        typed_form(&stream);
    }
}

/// Types of serde take what the walk takes, and a value is the same by serde.
pub fn serde(input: &[u8]) {
    let (values, _) = values(input);
    let mut decoder = gobstream::Decoder::from_slice_with(input, options(input));
    for value in &values {
        match bounded(input, "serde", || decoder.deserialize::<Value>()) {
            Ok(read) => assert!(read.as_ref().is_some_and(|read| same(read, value)), "{value:?}\n{read:?}"),
            // As in typed decoding, and in Go, all that a type refers to must be defined, whether the value needs it or not.
            Err(error) if error.kind() == ErrorKind::BadType => return,
            Err(error) => panic!("{error}"),
        }
    }
    let mut decoder = gobstream::Decoder::from_slice_with(input, options(input));
    while let Ok(Some(_)) = bounded(input, "serde", || decoder.deserialize::<serde_json::Value>()) {}
}

fn lines(mut out: jsonstream::Writer<Vec<u8>>, is_whole: bool) -> Vec<u8> {
    if !is_whole {
        out.abandon();
    }
    let bytes = out.finish().unwrap_or_else(|e| panic!("{e}"));
    let text = std::str::from_utf8(&bytes).expect("JSON is UTF-8");
    let (whole, rest) = text.rsplit_once('\n').unwrap_or(("", text));
    assert!(rest.is_empty() || !is_whole, "a line without an end: {rest}");
    for line in whole.lines() {
        let mut reader = jsonstream::Reader::from_str(line);
        let read = reader.next_document().and_then(|_| reader.skip()).and_then(|()| reader.end());
        // The last line may be one that was given up.
        assert!(read.is_ok() || !is_whole, "{read:?}: {line}");
    }
    bytes
}
