//! Values of any type that serde knows: the feature `serde`.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "the helpers of tests may, as the tests do")]

mod common;
#[path = "serde/enums.rs"]
mod enums;
#[path = "serde/errors.rs"]
mod errors;
#[path = "serde/hostile.rs"]
mod hostile;
#[path = "serde/schemas.rs"]
mod schemas;
#[path = "serde/seen.rs"]
mod seen;
#[path = "serde/traced.rs"]
mod traced;
#[path = "serde/typed.rs"]
mod typed;
#[path = "serde/vectors.rs"]
mod vectors;

use gobstream::{Decoder, Options};
use serde::de::DeserializeOwned;
use std::task::Poll;

/// The bytes of a vector.
fn vector(name: &str) -> Vec<u8> {
    let file = format!("{}/../../interop/vectors/{name}.gob", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// All values of a stream by serde, and how it ended; the same from all fronts.
fn all<T: DeserializeOwned + std::fmt::Debug>(bytes: &[u8]) -> (Vec<T>, Option<gobstream::Error>) {
    let mut decoder = Decoder::from_slice(bytes);
    let slice = collect(|| decoder.deserialize());
    let mut decoder = Decoder::from_reader(bytes);
    let reader = collect(|| decoder.deserialize());
    let mut decoder = Decoder::push(Options::default());
    let mut chunks = bytes.chunks(7);
    let pushed = collect(|| {
        loop {
            match decoder.poll_deserialize()? {
                Poll::Ready(value) => return Ok(value),
                Poll::Pending => match chunks.next() {
                    Some(chunk) => decoder.feed(chunk),
                    None => decoder.finish(),
                },
            }
        }
    });
    let text = |(values, error): &(Vec<T>, Option<gobstream::Error>)| {
        format!("{values:?}{}", error.as_ref().map_or(String::new(), ToString::to_string))
    };
    assert_eq!(text(&slice), text(&reader));
    assert_eq!(text(&slice), text(&pushed));
    slice
}

fn collect<T>(mut next: impl FnMut() -> gobstream::Result<Option<T>>) -> (Vec<T>, Option<gobstream::Error>) {
    let mut values = Vec::new();
    loop {
        match next() {
            Ok(Some(value)) => values.push(value),
            Ok(None) => return (values, None),
            Err(error) => return (values, Some(error)),
        }
    }
}

/// All values of a sound vector.
fn good<T: DeserializeOwned + std::fmt::Debug>(name: &str) -> Vec<T> {
    let (values, error) = all(&vector(name));
    assert!(error.is_none(), "{name}: {}", error.unwrap());
    values
}

/// For Go to read: see interop/read-rust.
fn keep(name: &str, made: &[u8]) {
    if let Some(folder) = std::env::var_os("GOBSTREAM_MADE") {
        std::fs::write(std::path::Path::new(&folder).join("serde").join(format!("{name}.gob")), made).unwrap();
    }
}

/// Numbers went out that the type of the schema has no room for.
#[test]
fn a_schema_of_a_narrow_number_took_a_wide_one() {
    use gobstream::serde::{Schema, to_vec};
    use gobstream::{Complex, ErrorKind, Gob};
    use std::collections::BTreeMap;
    #[derive(Gob)]
    #[allow(dead_code, reason = "of interest is the type")]
    struct Narrow {
        list: Vec<Option<i16>>,
        by_name: BTreeMap<String, u16>,
        held: Held,
        last: f32,
    }
    #[derive(Gob)]
    #[allow(dead_code, reason = "of interest is the type")]
    enum Held {
        #[gob(nil)]
        Nil,
        #[gob(name = "main.Inner")]
        Inner(Inner),
    }
    #[derive(Gob)]
    #[allow(dead_code, reason = "of interest is the type")]
    struct Inner {
        x: i8,
    }
    #[derive(serde::Serialize)]
    #[serde(rename_all = "PascalCase")]
    struct Wide {
        list: Vec<i64>,
        by_name: BTreeMap<&'static str, i64>,
        held: Variant,
        last: f64,
    }
    #[derive(serde::Serialize)]
    enum Variant {
        Inner {
            #[serde(rename = "X")]
            x: i64,
        },
    }
    let wide = |list: i64, entry: i64, held: i64, last: f64| {
        let by_name = [("k", entry)].into();
        to_vec(&Wide { list: vec![1, list], by_name, held: Variant::Inner { x: held }, last }, &Schema::of::<Narrow>())
    };
    let fail = |result: gobstream::Result<Vec<u8>>, path: &str, text: &str| {
        let error = result.unwrap_err();
        assert_eq!((error.kind(), error.path(), error.text()), (ErrorKind::OutOfRange, path, text), "{error}");
    };
    wide(-32768, 65535, 127, -3.4e38).unwrap();
    fail(wide(32768, 1, 1, 1.0), ".List[1]", "32768 does not fit int16");
    fail(wide(1, 65536, 1, 1.0), ".ByName[\"k\"]", "65536 does not fit uint16");
    fail(wide(1, 1, -129, 1.0), ".Held.X", "-129 does not fit int8");
    fail(wide(1, 1, 1, 1e300), ".Last", "1e300 does not fit float32");
    fail(to_vec(&300, &Schema::of::<i8>()), "", "300 does not fit int8");
    fail(to_vec(&(0.0, 1e300), &Schema::of::<Complex<f32>>()), "", "a complex number does not fit complex64");
    to_vec(&f64::INFINITY, &Schema::of::<f32>()).unwrap();
}

/// A float that is too large was shown with all its digits.
#[test]
fn a_float_out_of_range_is_shown_briefly() {
    let sent = gobstream::to_vec(&1e300).unwrap();
    let error = gobstream::Decoder::from_slice(&sent).decode::<f32>().unwrap_err();
    assert_eq!(error.text(), "1e300 does not fit f32");
    assert_eq!(gobstream::serde::from_slice::<f32>(&sent).unwrap_err().text(), "1e300 does not fit f32");
}

/// What is no type in Go was looked for without end.
#[test]
fn a_schema_of_what_is_no_type() {
    #[derive(gobstream::Gob)]
    struct Round(Option<Box<Round>>);
    #[derive(gobstream::Gob)]
    struct WithRound {
        #[allow(dead_code, reason = "of interest is the type")]
        round: Round,
    }
    for schema in [gobstream::serde::Schema::of::<Round>(), gobstream::serde::Schema::of::<WithRound>()] {
        let error = gobstream::serde::to_vec(&3, &schema).unwrap_err();
        assert_eq!(error.kind(), gobstream::ErrorKind::BadType, "{error}");
    }
}
