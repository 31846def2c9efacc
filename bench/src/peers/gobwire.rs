//! <https://crates.io/crates/gobwire>. Rows and meaning are those of ours/gob.rs.

use crate::OK;
use bench::input::{Looped, payload};
use bench::values;
use bench::work::{Rows, case, hash, sum};
use gobwire::{Complex, Decode, Encode, Encoder, Gob, Interface, StreamDecoder};
use std::collections::HashMap;

#[derive(Gob, Clone, Default)]
struct Bench {
    #[gob(name = "A")]
    a: i64,
    #[gob(name = "B")]
    b: f64,
    #[gob(name = "C")]
    c: String,
    #[gob(name = "D")]
    d: Vec<u8>,
}

fn of(bench: values::Bench) -> Bench {
    Bench { a: bench.a as i64, b: bench.b, c: bench.c, d: bench.d }
}

fn bench() -> Bench {
    of(values::bench(1))
}

fn wide(ints: Vec<isize>) -> Vec<i64> {
    ints.into_iter().map(|v| v as i64).collect()
}

fn complexes() -> Vec<Complex> {
    vec![Complex { re: 1.2, im: 3.4 }; 1000]
}

fn map() -> HashMap<String, i64> {
    values::string_map().into_iter().map(|(k, v)| (k, v as i64)).collect()
}

fn interfaces() -> Vec<Option<Interface>> {
    vec![Some(Interface::string(values::TEXT)); 1000]
}

type Hash = fn(&[u8]) -> String;

pub(crate) fn rows(rows: &mut Rows) {
    both(rows, "[]int/one-byte", || wide(values::one_byte_ints()), hash);
    both(rows, "[]int/skewed", || wide(values::skewed_ints()), hash);
    both(rows, "[]int/mixed", || wide(values::mixed_ints()), hash);
    both(rows, "[]int/random", || wide(values::random_ints()), hash);
    both(rows, "[]float64", values::floats, hash);
    both(rows, "[]float64/random", values::random_floats, hash);
    both(rows, "[]complex128", complexes, hash);
    both(rows, "[]string", values::strings, hash);
    both(rows, "[][]byte", values::byte_lists, hash);
    both(rows, "[]byte/64K", values::bytes, hash);
    both(rows, "Bench", bench, hash);
    both(rows, "Bench/1600B", || of(values::bench(100)), hash);
    both(rows, "[]Bench", || vec![bench(); 1000], hash);
    both(rows, "map[string]int", map, sum);
    both(rows, "[]any/string", interfaces, hash);
    encode(rows, "[]int32", values::int32s, hash);
    decode(rows, "[]int32", values::same_int32s, hash);
    first(rows, "[]int32", values::same_int32s);
    first(rows, "[]float64", values::floats);
    first(rows, "[]complex128", complexes);
    first(rows, "[]string", values::strings);
    first(rows, "[][]string", values::string_lists);
    first(rows, "[][]byte", values::byte_lists);
    first(rows, "[]any/string", interfaces);
    first(rows, "Bench", bench);
    rows.add("encode-Bench-first", || {
        let op = |(out, value): &mut (Vec<u8>, Bench)| {
            out.clear();
            Encoder::new().encode_into(value, out).expect(OK);
        };
        case((Vec::new(), bench()), op, |(out, _)| hash(&payload(out)))
    });
}

fn both<T: Encode + Decode + Default + 'static>(rows: &mut Rows, name: &str, value: fn() -> T, hash: Hash) {
    encode(rows, name, value, hash);
    decode(rows, name, value, hash);
}

fn encode<T: Encode + 'static>(rows: &mut Rows, name: &str, value: fn() -> T, hash: Hash) {
    rows.add(format!("encode-{name}"), move || {
        let op = |(encoder, out, value): &mut (Encoder, Vec<u8>, T)| {
            out.clear();
            encoder.encode_into(value, out).expect(OK);
        };
        case((Encoder::new(), Vec::new(), value()), op, move |(_, out, _)| hash(&payload(out)))
    });
}

fn encoded<T: Encode>(value: &T) -> Vec<u8> {
    Encoder::new().encode(value).expect(OK)
}

fn decode<T: Encode + Decode + Default + 'static>(rows: &mut Rows, name: &str, value: fn() -> T, hash: Hash) {
    rows.add(format!("decode-{name}"), move || {
        let op = |(decoder, value): &mut (StreamDecoder<Looped>, T)| assert!(decoder.decode_into(value).expect(OK));
        let digest = move |(_, value): &mut (_, T)| hash(&payload(&encoded(value)));
        case((StreamDecoder::new(Looped::new(&encoded(&value()))), T::default()), op, digest)
    });
    rows.add(format!("decode-{name}-owned"), move || {
        let op = |(decoder, value): &mut (StreamDecoder<Looped>, T)| *value = decoder.decode().expect(OK).expect(OK);
        let digest = move |(_, value): &mut (_, T)| hash(&payload(&encoded(value)));
        case((StreamDecoder::new(Looped::new(&encoded(&value()))), T::default()), op, digest)
    });
}

fn first<T: Encode + Decode + Default + 'static>(rows: &mut Rows, name: &str, value: fn() -> T) {
    rows.add(format!("decode-{name}-first"), move || {
        let op = |(stream, value): &mut (Vec<u8>, T)| {
            assert!(StreamDecoder::new(&stream[..]).decode_into(value).expect(OK));
        };
        case((encoded(&value()), T::default()), op, |(_, value)| hash(&payload(&encoded(value))))
    });
}
