//! Where inputs and messages end: every way of reading sees the same values there, and the same error.

use crate::Point;
use crate::common::build::*;
use crate::common::outcome::options;
use gobstream::{Chunks, DecodeOwned, Decoder, ErrorKind, Event, Gob, Options, Reading, Result, Source, Stream, Value, What};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::task::Poll;

/// How a stream ends: the kind of its error, the offset, message, value and path.
type End = Option<(ErrorKind, u64, u64, u64, String)>;

fn collect<T>(mut next: impl FnMut() -> Result<Option<T>>) -> (Vec<T>, End) {
    let mut seen = Vec::new();
    loop {
        match next() {
            Ok(Some(value)) => seen.push(value),
            Ok(None) => return (seen, None),
            Err(e) => return (seen, Some((e.kind(), e.offset(), e.message(), e.value(), e.path().into()))),
        }
    }
}

/// What a decoder gives that gets a byte whenever it has too few.
fn pushed<T>(bytes: &[u8], options: &Options, next: impl Fn(&mut Decoder<Chunks>) -> Result<Poll<Option<T>>>) -> (Vec<T>, End) {
    let (mut decoder, mut rest) = (Decoder::push(options.clone()), bytes.iter());
    collect(|| {
        loop {
            if let Poll::Ready(value) = next(&mut decoder)? {
                return Ok(value);
            }
            match rest.next() {
                Some(byte) => decoder.feed(&[*byte]),
                None => decoder.finish(),
            }
        }
    })
}

/// The number of values, and how the stream ends.
type Count = (usize, End);

fn count<T>((values, end): (Vec<T>, End)) -> Count {
    (values.len(), end)
}

/// Events to the end of a value.
fn by_events<I: Source>(mut stream: Stream<I>) -> Count {
    count(collect(|| {
        while let Some(event) = stream.next_event()? {
            if matches!(event, Event::Done) {
                return Ok(Some(()));
            }
        }
        Ok(None)
    }))
}

fn by_pieces(mut stream: Stream<gobstream::Slice<'_>>) -> Count {
    count(collect(|| {
        while let Some(piece) = stream.next_piece()? {
            if matches!(piece.what, What::Event(Event::Done)) {
                return Ok(Some(()));
            }
        }
        Ok(None)
    }))
}

fn by_pushed_events(bytes: &[u8], options: &Options) -> Count {
    let (mut stream, mut rest) = (Stream::push(options.clone()), bytes.iter());
    count(collect(|| {
        loop {
            match stream.poll_event()? {
                gobstream::Poll::Event(Event::Done) => return Ok(Some(())),
                gobstream::Poll::Event(_) => {}
                gobstream::Poll::End => return Ok(None),
                gobstream::Poll::Wait => match rest.next() {
                    Some(byte) => stream.feed(&[*byte]),
                    None => stream.finish(),
                },
            }
        }
    }))
}

/// What the ways to read without Rust types find, with the name of each.
fn untyped(bytes: &[u8], options: &Options) -> Vec<(&'static str, Count)> {
    let slice = || Decoder::from_slice_with(bytes, options.clone());
    let reader = || Decoder::from_reader_with(bytes, options.clone());
    let exact = || Decoder::from_reader_exact(bytes, options.clone());
    let stream = || Stream::from_slice_with(bytes, options.clone());
    let skip = |skipped: Result<bool>| skipped.map(|is_one| is_one.then_some(()));
    let (mut a, mut b, mut c, mut d, mut e, mut f) = (slice(), reader(), exact(), slice(), reader(), stream());
    let mut ways = vec![
        ("values of a slice", count(collect(|| a.decode_value()))),
        ("values of a reader", count(collect(|| b.decode_value()))),
        ("values of an exact reader", count(collect(|| c.decode_value()))),
        ("skip in a slice", count(collect(|| skip(d.skip())))),
        ("skip in a reader", count(collect(|| skip(e.skip())))),
        ("items", count(collect(|| f.next_item()))),
        ("events of a slice", by_events(stream())),
        ("events of a reader", by_events(Stream::from_reader_with(bytes, options.clone()))),
        ("events of chunks", by_pushed_events(bytes, options)),
        ("pieces", by_pieces(stream())),
    ];
    #[cfg(feature = "serde")]
    {
        let (mut a, mut b) = (slice(), reader());
        ways.push(("serde of a slice", count(collect(|| a.deserialize::<Value>()))));
        ways.push(("serde of a reader", count(collect(|| b.deserialize::<Value>()))));
        ways.push(("serde of chunks", count(pushed(bytes, options, |d| d.poll_deserialize::<Value>()))));
    }
    ways
}

/// What every way to read the stream finds, once all have found the same.
fn all<T: DecodeOwned + PartialEq + Debug>(bytes: &[u8], options: &Options) -> (Vec<T>, End) {
    let mut decoder = Decoder::from_slice_with(bytes, options.clone());
    let found = collect(|| decoder.decode::<T>());
    let (mut a, mut b) = (Decoder::from_reader_with(bytes, options.clone()), Decoder::from_reader_exact(bytes, options.clone()));
    assert_eq!(collect(|| a.decode::<T>()), found, "from a reader: {bytes:02x?}");
    assert_eq!(collect(|| b.decode::<T>()), found, "from an exact reader: {bytes:02x?}");
    assert_eq!(pushed(bytes, options, |d| d.poll_decode::<T>()), found, "from chunks: {bytes:02x?}");
    for (way, untyped) in untyped(bytes, options) {
        assert_eq!(untyped, (found.0.len(), found.1.clone()), "{way}: {bytes:02x?}");
    }
    found
}

/// Cuts a stream everywhere. As in Go a message gives its value once it is whole.
fn cuts<T: DecodeOwned + PartialEq + Debug + Clone>(messages: &[(Bytes, Option<T>)]) {
    let bytes: Bytes = messages.iter().flat_map(|(bytes, _)| bytes.clone()).collect();
    for cut in 0..=bytes.len() {
        let (mut end, mut values, mut is_whole) = (0, Vec::new(), true);
        for (message, value) in messages {
            end += message.len();
            if end <= cut {
                values.extend(value.clone());
                is_whole = value.is_some();
            }
            is_whole &= end <= cut || end - message.len() >= cut;
        }
        let kind = (!is_whole).then_some(ErrorKind::Truncated);
        for reading in [Reading::Lenient, Reading::Go] {
            let (seen, error) = all::<T>(&bytes[..cut], &options(reading));
            assert_eq!((seen, error.map(|e| e.0)), (values.clone(), kind), "{reading:?}, cut at {cut}: {bytes:02x?}");
        }
        all::<T>(&bytes[..cut], &options(Reading::Strict));
        all::<T>(&bytes[..cut], &Options { stray: false, ..Options::default() });
    }
}

#[derive(Gob, Clone, Debug, PartialEq)]
struct Holder {
    a: Value,
}

/// Bytes behind a value belong to its message: where the input ends among them, events and typed slices gave the value.
#[test]
fn a_whole_value_in_a_message_that_is_cut_was_given_by_some() {
    let three = single(INT, &[&int(3)[..], b"stray"].concat());
    cuts(&[(three.clone(), Some(3)), (single(INT, &int(-70)), Some(-70)), (three, Some(3))]);
    let point = (value(64, &[&[1, 2, 1, 4, 0][..], b"stray"].concat()), Some(Point { x: 1, y: 2 }));
    cuts(&[(structure(64, "Point", &[("X", INT), ("Y", INT)]), None), point.clone(), point]);
    let long = single(STRING, &[text(b"hi"), vec![7; 200]].concat());
    cuts(&[(long.clone(), Some("hi".to_owned())), (long, Some("hi".to_owned()))]);
    // A value in two messages, as its type is defined inside.
    let holder = structure(64, "Holder", &[("A", INTERFACE)]);
    let head = value(64, &[&[1][..], &text(b"main.T"), &inner_struct(65, &[("X", INT)])].concat());
    let tail = value(65, b"\x03\x01\x04\x00\x00stray");
    let mut whole = Decoder::from_slice(&[&holder[..], &head, &tail].concat()).decode::<Holder>().unwrap();
    assert_eq!(format!("{whole:?}"), "Some(Holder { a: main.T(T{X: 2}) })");
    cuts(&[(holder, None), (head, None), (tail, whole.take())]);
}

#[derive(Gob, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Empty {}

#[derive(Gob, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct One {
    x: i64,
}

/// The body of a map, and its pairs; none if it is refused.
type Body<'a, K, V> = (&'a [u8], Option<&'a [(K, V)]>);

/// Reads maps of these types out of bodies.
fn maps<K, V>((key, elem): (i64, i64), bodies: &[Body<'_, K, V>])
where
    K: DecodeOwned + Ord + Clone + Debug,
    V: DecodeOwned + PartialEq + Clone + Debug,
{
    let types = [map(64, key, elem), structure(65, "Empty", &[]), structure(66, "One", &[("X", INT)])].concat();
    for (body, pairs) in bodies {
        // A value follows, so that nothing ends but the message.
        let bytes = [&types[..], &single(64, body), &single(64, &[0])].concat();
        for reading in [Reading::Lenient, Reading::Go] {
            let (seen, end) = all::<BTreeMap<K, V>>(&bytes, &options(reading));
            match pairs {
                Some(pairs) => {
                    assert_eq!((seen, end), (vec![pairs.iter().cloned().collect(), BTreeMap::new()], None), "{body:02x?}")
                }
                None => assert_eq!(end.map(|e| e.0), Some(ErrorKind::Corrupt), "{body:02x?}"),
            }
        }
        all::<BTreeMap<K, V>>(&bytes, &options(Reading::Strict));
    }
}

/// Go takes the end of a message for the last key of a map and its element, if both are structs. So the bodies here do in Go, but for
/// those of more pairs without a byte: these it reads as often as they are announced, however often that is.
#[test]
fn a_last_pair_of_structs_at_the_end_of_a_message_was_refused() {
    let (e, one) = (Empty {}, |x| One { x });
    maps::<Empty, Empty>(
        (65, 65),
        &[
            (b"\x01", Some(&[(e, e)])),
            (b"\x01\x00", Some(&[(e, e)])),
            (b"\x01\x00\x00", Some(&[(e, e)])),
            (b"\x02\x00\x00", Some(&[(e, e)])),
            (b"\x02\x00\x00\x00", Some(&[(e, e)])),
            (b"\x02", None),
            (b"\x03\x00\x00", None),
        ],
    );
    maps::<Empty, i64>(
        (65, 2),
        &[
            (b"\x01", None),
            (b"\x01\x00", None),
            (b"\x01\x00\x02", Some(&[(e, 1)])),
            (b"\x02\x00\x02", None),
            (b"\x02\x00\x02\x00", None),
        ],
    );
    maps::<i64, Empty>(
        (2, 65),
        &[
            (b"\x01", None),
            (b"\x01\x02", Some(&[(1, e)])),
            (b"\x02\x02\x00", None),
            (b"\x02\x02\x00\x04", Some(&[(1, e), (2, e)])),
        ],
    );
    maps::<One, One>(
        (66, 66),
        &[
            (b"\x01", Some(&[(one(0), one(0))])),
            (b"\x01\x01\x04", Some(&[(one(2), one(0))])),
            (b"\x01\x01\x04\x00", Some(&[(one(2), one(0))])),
            (b"\x01\x01\x04\x00\x01", None),
            (b"\x01\x01\x04\x01\x04", None),
            (b"\x02\x01\x04\x00\x01\x04\x00", Some(&[(one(0), one(0)), (one(2), one(2))])),
        ],
    );
    maps::<One, i64>((66, 2), &[(b"\x01", None), (b"\x01\x01\x04\x00", None), (b"\x01\x01\x04\x00\x02", Some(&[(one(2), 1)]))]);
}

/// The same by serde, to which a struct is a map of names.
#[cfg(feature = "serde")]
#[test]
fn a_last_pair_of_structs_at_the_end_of_a_message_was_refused_by_serde() {
    type Names = BTreeMap<String, i64>;
    fn read<T: serde::de::DeserializeOwned + Debug>(bytes: &[u8]) -> (Vec<T>, End) {
        let mut decoder = Decoder::from_slice(bytes);
        collect(|| decoder.deserialize::<T>())
    }
    let types = [map(64, 65, 65), structure(65, "One", &[("X", INT)])].concat();
    let bytes = [&types[..], &single(64, b"\x02\x01\x04\x00\x01\x04\x00")].concat();
    let names = |x| Names::from([("X".to_owned(), x)]);
    assert_eq!(read(&bytes), (vec![BTreeMap::from([(names(2), names(2)), (names(0), names(0))])], None));
    assert_eq!(read(&bytes), (vec![vec![(names(2), names(2)), (names(0), names(0))]], None));
    let bytes = [&types[..], &single(64, b"\x03\x01\x04\x00\x01\x04\x00")].concat();
    assert_eq!(read::<Vec<(Names, Names)>>(&bytes).1.map(|e| e.0), Some(ErrorKind::Corrupt));
    assert_eq!(read::<BTreeMap<Names, Names>>(&bytes).1.map(|e| e.0), Some(ErrorKind::Corrupt));
}
