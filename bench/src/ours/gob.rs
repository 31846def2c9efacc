//! Rows of gob. The Go side is go/gob.go.

use bench::input::{Looped, Null, payload, stream};
use bench::values::{self, Any, Bench, BenchRef};
use bench::work::{Rows, case, hash, sum};
use gobstream::{Decode, DecodeOwned, Decoder, Encode, Encoder, Event, Limits, Reader, Sink, Stream, Value};
use gobstream_json::{FromPlain, Picture, Printer, Schema};
use jsonstream::Writer;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Read};
use std::rc::Rc;

type Endless = Decoder<Reader<Looped>>;
type Hash = fn(&[u8]) -> String;

pub(crate) fn rows(rows: &mut Rows) {
    lists(rows);
    structs(rows);
    whole(rows);
    untyped(rows);
    json_to_gob(rows);
    large(rows);
}

fn lists(rows: &mut Rows) {
    encode(rows, "[]int32", values::int32s);
    encode(rows, "[]int/one-byte", values::one_byte_ints);
    encode(rows, "[]int/skewed", values::skewed_ints);
    encode(rows, "[]int/mixed", values::mixed_ints);
    encode(rows, "[]int/random", values::random_ints);
    encode(rows, "[]float64", values::floats);
    encode(rows, "[]float64/random", values::random_floats);
    encode(rows, "[]complex128", values::complexes);
    encode(rows, "[]string", values::strings);
    encode(rows, "[][]byte", values::byte_lists);
    encode(rows, "[]byte/64K", values::bytes);
    encode_to_writer(rows, "[]byte/64K", values::bytes);
    reused(rows, "[]int32", values::same_int32s, hash);
    reused(rows, "[]int/one-byte", values::one_byte_ints, hash);
    reused(rows, "[]int/skewed", values::skewed_ints, hash);
    reused(rows, "[]int/mixed", values::mixed_ints, hash);
    reused(rows, "[]int/random", values::random_ints, hash);
    reused(rows, "[]float64", values::floats, hash);
    reused(rows, "[]float64/random", values::random_floats, hash);
    reused(rows, "[]complex128", values::complexes, hash);
    reused(rows, "[]string", values::strings, hash);
    owned(rows, "[]string", values::strings, hash);
    borrowed(rows, "[]string", values::strings, |d, say| read::<Vec<&str>>(d, say));
    reused(rows, "[][]byte", values::byte_lists, hash);
    owned(rows, "[][]byte", values::byte_lists, hash);
    borrowed(rows, "[][]byte", values::byte_lists, |d, say| read::<Vec<&[u8]>>(d, say));
    reused(rows, "[]byte/64K", values::bytes, hash);
    first(rows, "[]int32", values::same_int32s);
    first(rows, "[]float64", values::floats);
    first(rows, "[]complex128", values::complexes);
    first(rows, "[]string", values::strings);
    first(rows, "[][]string", values::string_lists);
    first(rows, "[][]byte", values::byte_lists);
}

fn structs(rows: &mut Rows) {
    encode(rows, "Bench", || values::bench(1));
    encode(rows, "Bench/1600B", || values::bench(100));
    encode(rows, "[]Bench", values::benches);
    encode_as(rows, "map[string]int", values::string_map, sum);
    encode(rows, "[]any/string", values::any_strings);
    encode(rows, "[]any/mixed", values::any_mixed);
    reused(rows, "Bench", || values::bench(1), hash);
    owned(rows, "Bench", || values::bench(1), hash);
    borrowed(rows, "Bench", || values::bench(1), |d, say| read::<BenchRef>(d, say));
    reused(rows, "Bench/1600B", || values::bench(100), hash);
    reused(rows, "[]Bench", values::benches, hash);
    owned(rows, "[]Bench", values::benches, hash);
    borrowed(rows, "[]Bench", values::benches, |d, say| read::<Vec<BenchRef>>(d, say));
    reused(rows, "map[string]int", values::string_map, sum);
    owned(rows, "map[string]int", values::string_map, sum);
    borrowed(rows, "map[string]int", values::string_map, |d, say| read_map::<HashMap<&str, isize>>(d, say));
    reused(rows, "[]any/string", values::any_strings, hash);
    owned(rows, "[]any/string", values::any_strings, hash);
    reused(rows, "[]any/mixed", values::any_mixed, hash);
    owned(rows, "[]any/mixed", values::any_mixed, hash);
    first(rows, "[]any/string", values::any_strings);
    fresh_map(rows);
    first_of_both(rows);
}

/// A steady encoder, into a buffer that is used again, as a bytes.Buffer of Go's benchmarks is.
fn encode<T: Encode + 'static>(rows: &mut Rows, name: &str, value: fn() -> T) {
    encode_as(rows, name, value, hash);
}

fn encode_as<T: Encode + 'static>(rows: &mut Rows, name: &str, value: fn() -> T, hash: Hash) {
    rows.add(format!("encode-{name}"), move || {
        let op = |(encoder, value): &mut (Encoder<Vec<u8>>, T)| put(encoder, value);
        case((Encoder::to_vec(), value()), op, move |(encoder, _)| hash(&payload(encoder.sink())))
    });
}

fn put<T: Encode>(encoder: &mut Encoder<Vec<u8>>, value: &T) {
    encoder.sink_mut().clear();
    encoder.encode(value).expect("our values can be encoded");
}

fn encode_to_writer<T: Encode + 'static>(rows: &mut Rows, name: &str, value: fn() -> T) {
    rows.add(format!("encode-{name}-to-writer"), move || {
        let op = |(encoder, value): &mut (Encoder<Null>, T)| {
            *encoder.sink_mut() = Null::default();
            encoder.encode(value).expect("our values can be encoded");
        };
        case((Encoder::new(Null::default()), value()), op, |(encoder, _)| format!("{} bytes", encoder.sink().bytes))
    });
}

fn digest<T: Encode + ?Sized>(value: &T, hash: Hash) -> String {
    hash(&payload(&gobstream::to_vec(value).expect("what was decoded can be encoded")))
}

/// A steady decoder, into the same destination.
fn reused<T: Encode + DecodeOwned + 'static>(rows: &mut Rows, name: &str, value: fn() -> T, hash: Hash) {
    rows.add(format!("decode-{name}"), move || {
        let decoder = Decoder::from_reader(Looped::of(&value()));
        let op = |(decoder, value): &mut (Endless, T)| assert!(decoder.decode_into(value).expect("our input is gob"));
        case((decoder, T::zero()), op, move |(_, value)| digest(value, hash))
    });
}

/// A steady decoder, into a new value each time.
fn owned<T: Encode + DecodeOwned + 'static>(rows: &mut Rows, name: &str, value: fn() -> T, hash: Hash) {
    rows.add(format!("decode-{name}-owned"), move || {
        let decoder = Decoder::from_reader(Looped::of(&value()));
        let op = |(decoder, value): &mut (Endless, Option<T>)| *value = decoder.decode().expect("our input is gob");
        case((decoder, None), op, move |(_, value)| digest(value.as_ref().expect("the stream never ends"), hash))
    });
}

type ReadBorrowed = fn(&mut Endless, bool) -> String;

/// A steady decoder, into a new value that borrows from its buffer.
fn borrowed<T: Encode + 'static>(rows: &mut Rows, name: &str, value: fn() -> T, read: ReadBorrowed) {
    rows.add(format!("decode-{name}-borrowed"), move || {
        let op = move |decoder: &mut Endless| drop(read(decoder, false));
        case(Decoder::from_reader(Looped::of(&value())), op, move |decoder| read(decoder, true))
    });
}

fn read<'a, T: Decode<'a> + Encode>(decoder: &'a mut Endless, say: bool) -> String {
    read_as::<T>(decoder, say, hash)
}

fn read_map<'a, T: Decode<'a> + Encode>(decoder: &'a mut Endless, say: bool) -> String {
    read_as::<T>(decoder, say, sum)
}

fn read_as<'a, T: Decode<'a> + Encode>(decoder: &'a mut Endless, say: bool, hash: Hash) -> String {
    let value = std::hint::black_box(decoder.decode_borrowed::<T>().expect("our input is gob").expect("the stream never ends"));
    if say { digest(&value, hash) } else { String::new() }
}

/// A new decoder for each value, into the same destination, as in Go's benchmarks.
fn first<T: Encode + DecodeOwned + 'static>(rows: &mut Rows, name: &str, value: fn() -> T) {
    rows.add(format!("decode-{name}-first"), move || {
        let op = |(stream, value): &mut (Vec<u8>, T)| {
            assert!(Decoder::from_reader(&stream[..]).decode_into(value).expect("our input is gob"));
        };
        case((stream(&value()), T::zero()), op, |(_, value)| digest(value, hash))
    });
}

/// A new decoder and a new map each time, as in Go's BenchmarkDecodeMap.
fn fresh_map(rows: &mut Rows) {
    rows.add("decode-map[int]int-first", || {
        let op = |(stream, map): &mut (Vec<u8>, HashMap<isize, isize>)| {
            let fresh = Decoder::from_reader(&stream[..]).decode().expect("our input is gob");
            *map = fresh.expect("there is a value");
        };
        case((stream(&values::int_map()), HashMap::new()), op, |(_, map)| digest(map, sum))
    });
}

/// What it costs to begin: a new encoder or decoder, and one small struct.
fn first_of_both(rows: &mut Rows) {
    rows.add("encode-Bench-first", || {
        let op = |(out, value): &mut (Vec<u8>, Bench)| {
            out.clear();
            Encoder::new(out).encode(value).expect("our values can be encoded");
        };
        case((Vec::new(), values::bench(1)), op, |(out, _)| hash(&payload(out)))
    });
    first(rows, "Bench", || values::bench(1));
    rows.add("decode-Bench-first-slice", || {
        let op = |(stream, value): &mut (Vec<u8>, Bench)| {
            assert!(Decoder::from_slice(stream).decode_into(value).expect("our input is gob"));
        };
        case((stream(&values::bench(1)), Bench::zero()), op, |(_, value)| digest(value, hash))
    });
}

/// Go's EndToEnd benchmarks.
fn whole(rows: &mut Rows) {
    rows.add("end-to-end-pipe", || {
        let (reader, writer) = io::pipe().expect("there are pipes");
        let ends = (Encoder::to_writer(writer), Decoder::from_reader(reader), values::bench(100));
        case(ends, |(e, d, v)| pass(e, d, v), |(_, _, v)| digest(v, hash))
    });
    rows.add("end-to-end-buffer", || {
        let buffer = Buffer::default();
        let ends = (Encoder::new(buffer.clone()), Decoder::from_reader(buffer), values::bench(100));
        case(ends, |(e, d, v)| pass(e, d, v), |(_, _, v)| digest(v, hash))
    });
    rows.add("end-to-end-[]any", || {
        let buffer = Buffer::default();
        let ends = (Encoder::new(buffer.clone()), Decoder::from_reader(buffer), values::any_benches());
        case(ends, |(e, d, v)| pass(e, d, v), |(_, _, v)| benches(v))
    });
}

fn pass<S: Sink, R: Read, T: Encode + DecodeOwned>(encoder: &mut Encoder<S>, decoder: &mut Decoder<Reader<R>>, value: &mut T) {
    encoder.encode(value).expect("our values can be encoded");
    assert!(decoder.decode_into(value).expect("our input is gob"));
}

/// In Go's streams each holds the number of its type, which is the process's own.
fn benches(list: &[Any]) -> String {
    let same = list.iter().all(|any| matches!(any, Any::Bench(b) if *b == values::bench(0)));
    format!("{} structs, {}", list.len(), if same { "all alike" } else { "and others" })
}

/// A buffer with two ends.
#[derive(Clone, Default)]
struct Buffer(Rc<RefCell<(Vec<u8>, usize)>>);

impl Sink for Buffer {
    fn write(&mut self, parts: &[&[u8]]) -> gobstream::Result<()> {
        let (bytes, at) = &mut *self.0.borrow_mut();
        if *at == bytes.len() {
            bytes.clear();
            *at = 0;
        }
        parts.iter().for_each(|part| bytes.extend_from_slice(part));
        Ok(())
    }
}

impl Read for Buffer {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let (bytes, at) = &mut *self.0.borrow_mut();
        let n = (&bytes[*at..]).read(room)?;
        *at += n;
        Ok(n)
    }
}

/// Without Rust types: events, values, JSON.
fn untyped(rows: &mut Rows) {
    rows.add("decode-[]int32-events", || {
        let stream = Stream::from_reader(Looped::of(&values::same_int32s()));
        case((stream, 0), |(stream, sum)| *sum = sum_of(stream), |(_, sum)| format!("sum {sum}"))
    });
    rows.add("decode-[]int32-value", || value_row(&values::same_int32s()));
    rows.add("decode-Bench-value", || value_row(&values::bench(1)));
    rows.add("gob-to-json", || {
        let writer = Writer::with_options((), &gobstream_json::write_options());
        let stream = Stream::from_reader(Looped::of_many(|encoder| {
            let (records, floats) = values::records();
            records.iter().for_each(|record| encoder.encode(record).expect("our values can be encoded"));
            encoder.encode(&floats).expect("our values can be encoded");
        }));
        case((stream, Printer::new(), writer), print, |(_, _, writer)| hash(writer.buffer()))
    });
}

/// A hundred structs, from lines of JSON and the types of a stream.
fn json_to_gob(rows: &mut Rows) {
    rows.add("json-to-gob", || {
        let (records, _) = values::records();
        let mut json = Writer::with_options((), &gobstream_json::write_options());
        let mut input = Stream::from_reader(Looped::of_many(|encoder| {
            records.iter().for_each(|record| encoder.encode(record).expect("our values can be encoded"));
        }));
        for _ in &records {
            assert!(Printer::new().print_value(&mut input, &mut json).expect("our input is gob"));
        }
        let schema = Schema::of(&mut Stream::from_slice(&stream(&records[0]))).expect("our input is gob");
        let plain = FromPlain::new(schema, Picture::default(), Limits::default()).expect("the types are right");
        let op = |(json, plain, encoder): &mut (Vec<u8>, FromPlain, Encoder<Vec<u8>>)| {
            encoder.sink_mut().clear();
            let mut reader = jsonstream::Reader::from_slice_with(json, &gobstream_json::read_options());
            while let Some(value) = plain.next_value(&mut reader).expect("our JSON is right") {
                encoder.encode_value(&value).expect("a value can be encoded");
            }
        };
        case((json.buffer().to_vec(), plain, Encoder::to_vec()), op, |(_, _, encoder)| hash(&payload(encoder.sink())))
    });
}

fn sum_of(stream: &mut Stream<Reader<Looped>>) -> i64 {
    let mut sum = 0;
    loop {
        match stream.next_event().expect("our input is gob").expect("the stream never ends") {
            Event::Ints(run) => sum += run.iter().sum::<i64>(),
            Event::Int(v) => sum += v,
            Event::Done => return sum,
            _ => {}
        }
    }
}

fn value_row<T: Encode>(value: &T) -> Box<dyn bench::work::Row> {
    let stream = Stream::from_reader(Looped::of(value));
    let op = |(stream, value): &mut (Stream<Reader<Looped>>, Value)| {
        *value = stream.next_value().expect("our input is gob").expect("the stream never ends");
    };
    let digest = |(_, value): &mut (_, Value)| {
        let mut encoder = Encoder::to_vec();
        encoder.encode_value(value).expect("a value can be encoded");
        hash(&payload(encoder.sink()))
    };
    case((stream, Value::Bool(false)), op, digest)
}

type Printing = (Stream<Reader<Looped>>, Printer, Writer<()>);

fn print((stream, printer, writer): &mut Printing) {
    writer.reset(());
    for _ in 0..101 {
        let more = printer.print_value(stream, writer).expect("our input is gob");
        assert!(more, "the stream never ends");
    }
}

/// Many megabytes, for their peak memory.
fn large(rows: &mut Rows) {
    type Out = (Encoder<Null>, Vec<i32>);
    rows.add("large-encode", || {
        let op = |(encoder, value): &mut Out| encode_large(encoder, |e| e.encode(value));
        case((Encoder::new(Null::default()), values::large()), op, |(encoder, _)| format!("{} bytes", encoder.sink().bytes))
    });
    rows.add("large-encode-streamed", || {
        let op = |(encoder, value): &mut Out| encode_large(encoder, |e| e.encode_streamed(value));
        case((Encoder::new(Null::default()), values::large()), op, |(encoder, _)| format!("{} bytes", encoder.sink().bytes))
    });
    rows.add("large-decode", || {
        let op = |(stream, value): &mut (Vec<u8>, Vec<i32>)| {
            *value = Decoder::from_reader(&stream[..]).decode().expect("our input is gob").expect("there is a value");
        };
        case((stream(&values::large()), Vec::new()), op, |(_, value)| digest(value, hash))
    });
    rows.add("large-decode-elements", || {
        let op = |(stream, sum): &mut (Vec<u8>, i64)| {
            let mut decoder = Decoder::from_reader(&stream[..]);
            let mut elements = decoder.elements::<i32>().expect("our input is gob").expect("there is a value");
            *sum = 0;
            while let Some(v) = elements.next().expect("our input is gob") {
                *sum += i64::from(v);
            }
        };
        case((stream(&values::large()), 0), op, |(_, sum)| format!("sum {sum}"))
    });
}

fn encode_large(encoder: &mut Encoder<Null>, encode: impl FnOnce(&mut Encoder<Null>) -> gobstream::Result<()>) {
    *encoder.sink_mut() = Null::default();
    encode(encoder).expect("our values can be encoded");
}
