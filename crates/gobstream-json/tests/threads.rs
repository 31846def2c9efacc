//! Threads: which types go from one to another, and the one thing that they share: received types, in a table that grows while values use them.
//!
//! No type but the arena of received types shares state that changes (write-once cells and atomics); there are no locks and nothing global. Miri
//! looks for races here: `cargo +nightly miri test -p gobstream-json --test threads`.
#![allow(clippy::unwrap_used, reason = "the helpers of tests may, as the tests do")]

#[path = "../../gobstream/tests/common/build.rs"]
#[allow(dead_code, unreachable_pub, missing_docs, reason = "only a part is used")]
mod build;

use build::{INT, INTERFACE, inner_slice, int, message, single, slice, structure, text, value};
use gobstream::{Encoder, Stream, Value};
use std::collections::BTreeSet;
use std::sync::mpsc;

/// Every public type but those in `ELSEWHERE`, where what it holds of the caller's is so too.
#[test]
fn all_types_go_from_thread_to_thread_and_may_be_shared() {
    fn shared<T: Send + Sync>() {}
    use gobstream::{known, serde, wire};
    use std::{fs::File, net::TcpStream};
    {
        use gobstream::*;
        shared::<(Decoder<Slice<'static>>, Decoder<Reader<File>>, Decoder<Chunks>)>();
        shared::<(Stream<Slice<'static>>, Stream<Reader<TcpStream>>, Stream<Chunks>)>();
        shared::<(Elements<'static, Chunks, String>, Entries<'static, Chunks, String, Value>)>();
        shared::<(Encoder<Vec<u8>>, Encoder<Writer<File>>, Transaction<'static, 'static, Vec<u8>>)>();
        shared::<(Limits, Options, Reading, OpaqueName, EncodeOptions, Plan, Error, ErrorKind)>();
        shared::<(Event<'static>, Events<'static>, Piece<'static>, Poll<'static>, PollPiece<'static>)>();
        shared::<(Note, Notes, Oddity, What, Lost, Result<()>)>();
        shared::<(Type, Types, Definition, Kind, Field<'static>, GoSource, GoType, GoKind, GoField)>();
        shared::<(Value, ValueBuilder, Item, Items, Struct, List, Map, Interface, Opaque, Text)>();
        shared::<(Complex<f64>, Pairs<String, u8>, BoolSet<std::collections::HashSet<u8>>, Dyn<dyn Send + Sync>)>();
    }
    shared::<(known::Time, known::Duration, known::BigInt, known::BigRat, known::BigFloat, known::Decimal)>();
    shared::<(known::Addr, known::AddrPort, known::Prefix, known::Url, known::Uuid, known::Known, known::Marshaler)>();
    shared::<(serde::Schema, serde::Tracer, wire::EncodeBuffer, wire::BadNumber)>();
    {
        use gobstream_json::*;
        shared::<(Printer, Typed, Each, Path, FromPlain, FromTyped, Schema, Line)>();
        shared::<(Picture, BadUtf8, Bytes, Ints, MapKeys, NonFinite, Opaque, UnknownName, Zeros)>();
        shared::<(Error, Refusal, Misfit, Noted, Notes, Result<()>)>();
    }
    {
        use jsonstream::*;
        shared::<(Reader<Slice<'static>>, Reader<Window<Io<File>>>, Reader<Window<Chunks>>)>();
        shared::<(Writer<Vec<u8>>, Writer<Io<TcpStream>>, Lazy<'static>, Step<'static>)>();
        shared::<(Event<'static>, Number<'static>, Kind, Error, ErrorKind, Result<()>)>();
        shared::<(ReadOptions, WriteOptions, Broken, Documents, Duplicates, Escapes, FloatFormat, Framing, Layout, NonFinite)>();
        shared::<(RawValue<'static>, OwnedRawValue, BigNumber)>();
        shared::<(Elements<'static, Slice<'static>, String>, Values<'static, Slice<'static>, String>)>();
    }
}

/// Traits; what only derived code sees, on the stack of one call (`Dec`); and what wants a feature, and is asserted in the tests of that.
const ELSEWHERE: &str =
    "Source Decode DecodeOwned DynEncode Encode Sink Marshal Lend Pull Integer Gob Dec AsyncDecoder AsyncEncoder";

/// The list above lacks no type that a crate exports.
#[test]
fn no_type_is_missing_in_the_list() {
    let sources = [
        include_str!("../../gobstream/src/lib.rs"),
        include_str!("../../gobstream/src/known.rs"),
        include_str!("../../gobstream/src/wire.rs"),
        include_str!("../../gobstream/src/serde.rs"),
        include_str!("../../jsonstream/src/lib.rs"),
        include_str!("../src/lib.rs"),
    ];
    let words = |text: &'static str| text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let listed: BTreeSet<&str> = words(include_str!("threads.rs")).collect();
    for source in sources {
        let exports = source.split("\npub ").skip(1).filter_map(|item| item.split([';', '{']).next().map(|head| (head, item)));
        for (head, item) in exports {
            if !["use ", "struct ", "enum "].iter().any(|kind| head.starts_with(kind)) {
                continue;
            }
            let names = if head.starts_with("use ") { item.split(';').next().unwrap() } else { head };
            for name in words(names).filter(|name| name.starts_with(char::is_uppercase)) {
                assert!(listed.contains(name), "{name} is public, and not in the list");
            }
        }
    }
    assert!(words(ELSEWHERE).all(|name| sources.iter().any(|source| source.contains(name))));
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
