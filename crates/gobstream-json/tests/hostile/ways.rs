//! The other ways to read a stream: passed over, pushed, explained, recovered, into Rust types, by serde, as the typed form and back.

use crate::attack::{End, Null, end};
use gobstream::{DecodeOwned, Decoder, EncodeOptions, Encoder, Event, Gob, Options, Plan, Poll, Stream, Value};
use gobstream_json::{Typed, write_options};
use jsonstream::Writer;
use serde::de::{self, IgnoredAny};
use std::collections::HashMap;

/// Reads a stream to its end.
pub type Way = fn(&[u8], &Options) -> End;

/// Those of which it is not said what must come of each attack.
pub const OTHERS: [(&str, Way); 13] = [
    ("explain", explained),
    ("recover", recovered),
    ("replay", replayed),
    ("typed form", typed_form),
    ("typed: Value", typed::<Value>),
    ("typed: tree", typed::<Tree>),
    ("typed: large structs", typed::<Vec<Large>>),
    ("typed: boxed structs", typed::<Vec<Boxed>>),
    ("typed: map", typed::<HashMap<String, Vec<i64>>>),
    ("typed: interface", typed::<Vec<Any>>),
    ("serde: tree", by_serde::<serde_json::Value>),
    ("serde: large structs", by_serde::<Vec<Large>>),
    ("serde: nothing", by_serde::<IgnoredAny>),
];

/// What a way may take: the memory of one value is what is charged, types and windows come on top. Trees of `serde_json` take more for each
/// member than its two parts, for which it is charged.
pub fn room(how: &str, bytes: usize) -> usize {
    if how == "serde: tree" { 4 * bytes } else { bytes + (4 << 20) }
}

/// Recursive in every way.
#[derive(Gob, Debug)]
struct Tree {
    #[gob(rename = "Next")]
    next: Option<Box<Tree>>,
    #[gob(rename = "L")]
    list: Vec<Tree>,
    #[gob(rename = "I")]
    any: Any,
}

#[derive(Gob, Debug)]
#[gob(rename = "any")]
enum Any {
    #[gob(nil)]
    Nil,
    #[gob(name = "T", alias = "B", alias = "L")]
    Tree(Box<Tree>),
    #[gob(other)]
    Other(Value),
}

/// 16 KiB for each element, of which one byte need be sent.
#[derive(Gob, serde::Deserialize, Debug)]
struct Large {
    #[gob(rename = "X")]
    #[serde(rename = "X", default)]
    x: [[i64; 32]; 32],
    #[gob(rename = "Y")]
    #[serde(rename = "Y", default)]
    y: [[i64; 32]; 32],
}

/// Eight bytes for each element, and behind them 8 KiB more.
#[derive(Gob, Debug)]
struct Boxed {
    #[gob(rename = "X")]
    x: Box<[[i64; 32]; 32]>,
}

pub fn skipped(bytes: &[u8], options: &Options) -> End {
    let mut stream = Stream::from_slice_with(bytes, options.clone());
    let mut done = 0;
    loop {
        match stream.skip_value() {
            Ok(true) => done += 1,
            Ok(false) => return end(done, None),
            Err(error) => return end(done, Some(&error)),
        }
    }
}

pub fn pushed(bytes: &[u8], options: &Options) -> End {
    let mut stream = Stream::push(options.clone());
    let mut pieces = bytes.chunks(if bytes.len() < 10_000 { 1 } else { 1_021 });
    let mut done = 0;
    loop {
        match stream.poll_event() {
            Ok(Poll::Event(Event::Done)) => done += 1,
            Ok(Poll::Event(_)) => {}
            Ok(Poll::End) => return end(done, None),
            Ok(Poll::Wait) => match pieces.next() {
                Some(piece) => stream.feed(piece),
                None => stream.finish(),
            },
            Err(error) => return end(done, Some(&error)),
        }
    }
}

fn explained(bytes: &[u8], options: &Options) -> End {
    let mut stream = Stream::from_slice_with(bytes, Options { definitions: true, notes: true, ..options.clone() });
    let mut at = 0;
    loop {
        match stream.next_piece() {
            Ok(Some(piece)) => at += piece.bytes.len(),
            Ok(None) => break,
            Err(error) => return end(stream.values(), Some(&error)),
        }
    }
    assert_eq!(at, bytes.len(), "bytes explained");
    end(stream.values(), None)
}

/// Goes on behind every fault.
fn recovered(bytes: &[u8], options: &Options) -> End {
    let mut stream = Stream::from_slice_with(bytes, Options { stray: false, ..options.clone() });
    let mut done = 0;
    loop {
        match stream.skip_value() {
            Ok(true) => done += 1,
            Ok(false) => return end(done, None),
            Err(_) if stream.recover().unwrap().is_end => return end(done, None),
            Err(_) => {}
        }
    }
}

fn replayed(bytes: &[u8], options: &Options) -> End {
    let mut stream = Stream::from_slice_with(bytes, Options { definitions: true, ..options.clone() });
    let mut encoder = Encoder::with_options(Vec::new(), EncodeOptions { plan: Plan::Replay, ..Default::default() });
    loop {
        match stream.next_item() {
            Ok(Some(item)) => match encoder.encode_item(&item) {
                Ok(()) => encoder.sink_mut().clear(),
                Err(error) => return end(stream.values(), Some(&error)),
            },
            Ok(None) => return end(stream.values(), None),
            Err(error) => return end(stream.values(), Some(&error)),
        }
    }
}

/// The form that loses nothing; each line is read back as it is made.
fn typed_form(bytes: &[u8], options: &Options) -> End {
    let mut stream = Stream::from_slice_with(bytes, Typed::options(options.limits.clone()));
    let mut out = Writer::with_options(Null, &write_options());
    let mut typed = Typed::new();
    loop {
        match typed.print_value(&mut stream, &mut out) {
            Ok(true) => {}
            Ok(false) => return end(stream.values(), None),
            Err(gobstream_json::Error::Gob(error)) => return end(stream.values(), Some(&error)),
            Err(error) => panic!("{error}"),
        }
    }
}

/// Into a Rust type, and on behind every value that it cannot take.
fn typed<T: DecodeOwned>(bytes: &[u8], options: &Options) -> End {
    let mut decoder = Decoder::from_slice_with(bytes, options.clone());
    on(|| decoder.decode::<T>().map(|value| value.is_some()))
}

fn by_serde<T: de::DeserializeOwned>(bytes: &[u8], options: &Options) -> End {
    let mut decoder = Decoder::from_slice_with(bytes, options.clone());
    on(|| decoder.deserialize::<T>().map(|value| value.is_some()))
}

fn on(mut read: impl FnMut() -> gobstream::Result<bool>) -> End {
    let mut done = 0;
    loop {
        match read() {
            Ok(true) => done += 1,
            Ok(false) => return end(done, None),
            Err(error) if error.is_recoverable() => {}
            Err(error) => return end(done, Some(&error)),
        }
    }
}
