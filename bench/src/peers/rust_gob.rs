//! <https://crates.io/crates/gob>: encodes with types that it derives by itself, so no structs here; no complex numbers, no interfaces.

use crate::OK;
use bench::input::{Looped, payload, stream};
use bench::values;
use bench::work::{Rows, case, hash};
use gob::{StreamDeserializer, StreamSerializer};
use gobstream::Encode;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_schema::SchemaSerialize;

#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase")]
struct Bench {
    a: i64,
    b: f64,
    c: String,
    #[serde(with = "serde_bytes")]
    d: Vec<u8>,
}

fn wide(ints: Vec<isize>) -> Vec<i64> {
    ints.into_iter().map(|v| v as i64).collect()
}

pub(crate) fn rows(rows: &mut Rows) {
    encode(rows, "[]int32", values::int32s);
    decode(rows, "[]int32", values::same_int32s);
    both(rows, "[]int/one-byte", || wide(values::one_byte_ints()));
    both(rows, "[]int/skewed", || wide(values::skewed_ints()));
    both(rows, "[]int/mixed", || wide(values::mixed_ints()));
    both(rows, "[]int/random", || wide(values::random_ints()));
    both(rows, "[]float64", values::floats);
    both(rows, "[]float64/random", values::random_floats);
    both(rows, "[]string", values::strings);
    rows.add("decode-Bench-owned", || {
        let op = |(decoder, value): &mut (StreamDeserializer<Looped>, Bench)| *value = next(decoder);
        case((StreamDeserializer::new(Looped::of(&values::bench(1))), Bench::default()), op, |(_, b)| digest(b))
    });
    rows.add("decode-Bench-first", || {
        let op = |(stream, value): &mut (Vec<u8>, Bench)| *value = next(&mut StreamDeserializer::new(&stream[..]));
        case((stream(&values::bench(1)), Bench::default()), op, |(_, b)| digest(b))
    });
}

fn digest(b: &Bench) -> String {
    hash(&payload(&stream(&values::Bench { a: b.a as isize, b: b.b, c: b.c.clone(), d: b.d.clone() })))
}

fn next<R: std::io::Read, T: DeserializeOwned>(decoder: &mut StreamDeserializer<R>) -> T {
    decoder.deserialize().expect(OK).expect(OK)
}

fn both<T: SchemaSerialize + Encode + DeserializeOwned + Default + 'static>(rows: &mut Rows, name: &str, value: fn() -> T) {
    encode(rows, name, value);
    decode(rows, name, value);
}

fn encode<T: SchemaSerialize + 'static>(rows: &mut Rows, name: &str, value: fn() -> T) {
    rows.add(format!("encode-{name}"), move || {
        let op = |(encoder, value): &mut (StreamSerializer<gob::ser::OutputWrite<Vec<u8>>>, T)| {
            encoder.get_mut().get_mut().clear();
            encoder.serialize(value).expect(OK);
        };
        let encoder = StreamSerializer::new_with_write(Vec::new());
        case((encoder, value()), op, |(encoder, _)| hash(&payload(encoder.get_ref().get_ref())))
    });
}

fn decode<T: Encode + DeserializeOwned + Default + 'static>(rows: &mut Rows, name: &str, value: fn() -> T) {
    // It knows no other way than a new value.
    for kind in ["", "-owned"] {
        rows.add(format!("decode-{name}{kind}"), move || {
            let op = |(decoder, value): &mut (StreamDeserializer<Looped>, T)| *value = next(decoder);
            let decoder = StreamDeserializer::new(Looped::of(&value()));
            case((decoder, T::default()), op, |(_, value)| hash(&payload(&stream(value))))
        });
    }
    rows.add(format!("decode-{name}-first"), move || {
        let op = |(stream, value): &mut (Vec<u8>, T)| *value = next(&mut StreamDeserializer::new(&stream[..]));
        case((stream(&value()), T::default()), op, |(_, value)| hash(&payload(&stream(value))))
    });
}
