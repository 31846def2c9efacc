//! Threads: which types go from one to another, and the one thing that they share: received types, in a table that grows while values use them.
//!
//! No type but the arena of received types shares state that changes (write-once cells and atomics); there are no locks and nothing global. Miri
//! looks for races here: `cargo +nightly miri test -p gobstream-json --test threads`.
#![allow(clippy::unwrap_used, reason = "the helpers of tests may, as the tests do")]

#[path = "../../gobstream/tests/common/build.rs"]
#[allow(dead_code, unreachable_pub, missing_docs, reason = "only a part is used")]
mod build;

use build::{INT, INTERFACE, inner_slice, int, message, single, slice, structure, text, value};
use gobstream::{Decoder, Encoder, Options, Stream, Value};
use std::sync::mpsc;

/// Every public type that holds something of the caller's, where what it holds is so too.
#[test]
fn all_types_go_from_thread_to_thread_and_may_be_shared() {
    fn shared<T: Send + Sync>() {}
    shared::<gobstream::Chunks>();
    shared::<Decoder<gobstream::Slice<'static>>>();
    shared::<Decoder<gobstream::Reader<std::fs::File>>>();
    shared::<Decoder<gobstream::Chunks>>();
    shared::<Encoder<Vec<u8>>>();
    shared::<Encoder<gobstream::Writer<std::fs::File>>>();
    shared::<Stream<gobstream::Slice<'static>>>();
    shared::<Stream<gobstream::Reader<std::fs::File>>>();
    shared::<Stream<gobstream::Chunks>>();
    shared::<(gobstream::Type, gobstream::Types, gobstream::Definition, gobstream::Kind, gobstream::Field<'static>)>();
    shared::<(Value, gobstream::ValueBuilder, gobstream::Item, gobstream::Struct, gobstream::List)>();
    shared::<(gobstream::Map, gobstream::Interface, gobstream::Opaque, gobstream::Text)>();
    shared::<(gobstream::Event<'static>, gobstream::Piece<'static>, gobstream::Notes, gobstream::Note, gobstream::Lost)>();
    shared::<(gobstream::Events<'static>, gobstream::Poll<'static>)>();
    shared::<(gobstream::Error, gobstream::ErrorKind, gobstream::Limits, Options, gobstream::EncodeOptions)>();
    shared::<(gobstream::known::Time, gobstream::known::BigInt, gobstream::known::BigFloat, gobstream::known::Decimal)>();
    shared::<(gobstream::serde::Schema, gobstream::serde::Tracer)>();
    shared::<(gobstream_json::Printer, gobstream_json::Typed, gobstream_json::Each, gobstream_json::Path)>();
    shared::<(gobstream_json::Picture, gobstream_json::Schema, gobstream_json::FromPlain, gobstream_json::FromTyped)>();
    shared::<(gobstream_json::Error, gobstream_json::Line)>();
    shared::<jsonstream::Reader<jsonstream::Slice<'static>>>();
    shared::<jsonstream::Reader<jsonstream::Window<jsonstream::Io<std::fs::File>>>>();
    shared::<jsonstream::Writer<Vec<u8>>>();
    shared::<(jsonstream::Lazy<'static>, jsonstream::Event<'static>, jsonstream::Number<'static>, jsonstream::Error)>();
    shared::<(jsonstream::ReadOptions, jsonstream::WriteOptions, jsonstream::RawValue<'static>, jsonstream::BigNumber)>();
}

/// A stream whose values each bring types: a struct whose second field is defined later, an interface with a type of its own.
fn stream(n: i64) -> Vec<u8> {
    let mut bytes = slice(64, INTERFACE);
    for i in 0..n {
        let (outer, late, inner) = (65 + 3 * i, 66 + 3 * i, 67 + 3 * i);
        bytes.extend(structure(outer, "Outer", &[("X", INT), ("Late", late)]));
        bytes.extend(value(outer, &[1, 2, 0]));
        bytes.extend(slice(late, INT));
        bytes.extend(value(outer, &[1, 2, 1, 1, 4, 0]));
        let part = [int(64), vec![0, 1], text(b"[]int"), inner_slice(inner, INT)].concat();
        bytes.extend(message(&part));
        bytes.extend(message(&[int(inner), vec![3, 0, 1, 6]].concat()));
    }
    bytes.extend(single(INT, &[6]));
    bytes
}

fn uses(value: &Value) -> (String, Vec<u8>) {
    let copy = value.clone();
    assert!(copy == *value);
    let mut encoder = Encoder::to_vec();
    let done = encoder.encode_value(&copy);
    // Its second field may have a type by now, or not yet.
    assert!(done.as_ref().err().is_none_or(|error| error.kind() == gobstream::ErrorKind::BadType), "{done:?}");
    (format!("{value:?}"), encoder.into_sink())
}

/// Values are used by other threads while the table that their types stand in goes on growing, and after it is gone.
#[test]
fn values_are_used_while_their_types_still_arrive() {
    let bytes = &stream(if cfg!(miri) { 6 } else { 400 });
    let mut alone = Stream::from_slice(bytes);
    let wanted: Vec<_> = std::iter::from_fn(|| alone.next_value().unwrap()).map(|value| format!("{value:?}")).collect();
    std::thread::scope(|scope| {
        let threads = if cfg!(miri) { 2 } else { 4 };
        let (senders, workers): (Vec<_>, Vec<_>) = (0..threads)
            .map(|_| {
                let (send, receive) = mpsc::channel::<Value>();
                (send, scope.spawn(move || receive.iter().map(|value| uses(&value)).collect::<Vec<_>>()))
            })
            .unzip();
        let mut stream = Stream::from_slice(bytes);
        while let Some(value) = stream.next_value().unwrap() {
            senders.iter().for_each(|sender| sender.send(value.clone()).unwrap());
        }
        drop((stream, senders));
        let seen: Vec<_> = workers.into_iter().map(|worker| worker.join().unwrap()).collect();
        for seen in &seen {
            assert!(seen.iter().map(|(text, _)| text).eq(&wanted), "a value looks otherwise from another thread");
        }
    });
}

/// One reader after another in many threads: no state is kept between them.
#[test]
fn many_decoders_and_encoders_side_by_side() {
    let bytes = &stream(2);
    let rounds = if cfg!(miri) { 1 } else { 200 };
    let all = || {
        let mut stream = Stream::from_slice(bytes);
        let values: Vec<Value> = std::iter::from_fn(|| stream.next_value().unwrap()).collect();
        values.iter().map(|value| uses(value).1).collect::<Vec<_>>()
    };
    let wanted = &all();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..rounds).for_each(|_| assert_eq!(&all(), wanted)));
        }
    });
}
