//! What real Go wrote is shown as real Go says it must be, by all ways of reading it.
#![allow(clippy::unwrap_used, missing_docs, reason = "the helpers of tests may, as the tests do")]

#[path = "../../gobstream/tests/common/mod.rs"]
mod common;

use common::outcome::{count, options, read};
use common::{Sample, faults, vectors};
use gobstream::{ErrorKind, Options, Reading, Stream};
use gobstream_json::{Error, Printer, to_json, write_options};
use jsonstream::{WriteOptions, Writer};

/// A writer that can take back all of a value that proves bad.
fn writer() -> Writer<Vec<u8>> {
    Writer::with_options(Vec::new(), &WriteOptions { hold: usize::MAX, ..write_options() })
}

/// The JSON of a stream, and how it ended.
fn transcode(bytes: &[u8], options: Options) -> (String, Result<(), Error>) {
    let mut out = writer();
    let end = to_json(&mut Stream::from_slice_with(bytes, options), &mut out);
    if end.is_err() {
        out.abandon();
    }
    (String::from_utf8(out.finish().unwrap()).unwrap(), end)
}

/// The JSON of the values of a stream, each read whole.
fn by_values(bytes: &[u8]) -> String {
    let mut out = writer();
    for value in read(bytes, Reading::Lenient).values {
        Printer::new().value(&value, &mut out).unwrap();
    }
    String::from_utf8(out.finish().unwrap()).unwrap()
}

/// The values of JSON lines with the members of every object and all lists of pairs in a fixed order, as Go walks maps in any.
fn sorted(json: &str) -> Vec<String> {
    json.lines().map(|line| sort(&serde_json::from_str(line).unwrap())).collect()
}

fn sort(json: &serde_json::Value) -> String {
    match json {
        serde_json::Value::Object(map) => {
            let mut members: Vec<String> = map.iter().map(|(k, v)| format!("{k:?}:{}", sort(v))).collect();
            members.sort();
            format!("{{{}}}", members.join(","))
        }
        serde_json::Value::Array(items) => {
            let mut parts: Vec<String> = items.iter().map(sort).collect();
            if !items.is_empty() && items.iter().all(|i| i.as_array().is_some_and(|pair| pair.len() == 2)) {
                parts.sort();
            }
            format!("[{}]", parts.join(","))
        }
        scalar => scalar.to_string(),
    }
}

/// How many values one Decoder reads of a vector to which other encoders appended.
fn appended(v: &Sample) -> Option<usize> {
    v.column("flags").split(',').find_map(|f| f.strip_prefix("appended:")).map(|n| n.parse().unwrap())
}

fn is_one_stream(v: &Sample) -> bool {
    appended(v).is_none()
}

/// The first of `vectors` of which `wrong` says something.
fn none_wrong(vectors: &[Sample], wrong: impl Fn(&Sample) -> Option<String>) {
    let all: Vec<_> =
        vectors.iter().filter_map(|v| wrong(v).map(|w| format!("{} ({}): {w}", v.name, v.column("about")))).collect();
    assert!(all.is_empty(), "{} wrong:\n{}", all.len(), all.join("\n"));
}

fn clip(text: &str) -> String {
    text.chars().take(400).collect()
}

#[test]
fn json_is_what_go_says() {
    none_wrong(&vectors(), |v| {
        let (got, end) = transcode(&v.bytes, options(Reading::Lenient));
        let want = v.text("json");
        let same = if v.has("multi") { sorted(&got) == sorted(&want) } else { got == want };
        let count = want.lines().count().to_string();
        let counted = count == v.column("values");
        (!same || !counted || end.is_err()).then(|| format!("{end:?}\n got {}\nwant {}", clip(&got), clip(&want)))
    });
}

#[test]
fn values_are_shown_as_the_stream_is() {
    none_wrong(&vectors(), |v| {
        let (direct, _) = transcode(&v.bytes, options(Reading::Lenient));
        let tree = by_values(&v.bytes);
        (direct != tree).then(|| format!("\n direct {}\n value {}", clip(&direct), clip(&tree)))
    });
}

#[test]
fn values_equal_their_clones_and_themselves_read_again() {
    none_wrong(&vectors(), |v| {
        let (once, again) = (read(&v.bytes, Reading::Lenient), read(&v.bytes, Reading::Lenient));
        once.values.iter().zip(&again.values).find_map(|(a, b)| {
            // A NaN is not equal to itself, nor is what holds one.
            let text = format!("{a:?}");
            let same = (a == b && a == &a.clone()) || text.contains("NaN");
            let printed = text == format!("{b:?}") && text == format!("{:?}", a.clone());
            (!same || !printed).then(|| clip(&text))
        })
    });
}

#[test]
fn events_of_a_value_are_those_of_the_stream() {
    none_wrong(&vectors(), |v| {
        let (events, _) = common::outcome::events(&v.bytes, Reading::Lenient);
        let mut from_values = Vec::new();
        for value in &read(&v.bytes, Reading::Lenient).values {
            value.events().for_each(|event| common::outcome::describe(&event, &mut from_values));
        }
        (events != from_values).then(|| "other events".into())
    });
}

#[test]
fn the_go_reading_takes_all_that_one_decoder_takes() {
    let vectors: Vec<_> = vectors().into_iter().filter(is_one_stream).collect();
    none_wrong(&vectors, |v| read(&v.bytes, Reading::Go).error.map(|e| e.to_string()));
}

#[test]
fn the_strict_reading_takes_all_that_one_encoder_writes() {
    let vectors: Vec<_> = vectors().into_iter().filter(|v| is_one_stream(v) && !v.has("handmade")).collect();
    none_wrong(&vectors, |v| read(&v.bytes, Reading::Strict).error.map(|e| e.to_string()));
}

#[test]
fn the_strict_and_go_readings_stop_where_one_decoder_does() {
    let vectors: Vec<_> = vectors().into_iter().filter(|v| !is_one_stream(v)).collect();
    assert!(vectors.len() >= 5, "{} appended vectors", vectors.len());
    none_wrong(&vectors, |v| {
        let lenient = read(&v.bytes, Reading::Lenient);
        [Reading::Go, Reading::Strict].into_iter().find_map(|reading| {
            let outcome = read(&v.bytes, reading);
            let kind = outcome.error.as_ref().map(|e| e.kind());
            let right = kind == Some(ErrorKind::DuplicateType) && Some(outcome.values.len()) == appended(v) && lenient.parts > 1;
            (!right).then(|| format!("{:?} after {} values, {} parts", outcome.error, outcome.values.len(), lenient.parts))
        })
    });
}

#[test]
fn good_is_the_end_of_the_last_value() {
    none_wrong(&vectors(), |v| {
        let outcome = read(&v.bytes, Reading::Lenient);
        let want = if outcome.values.is_empty() { 0 } else { v.bytes.len() as u64 };
        (outcome.good != want).then(|| format!("good up to {} of {}", outcome.good, v.bytes.len()))
    });
}

#[test]
fn all_ways_see_the_same_number_of_values() {
    none_wrong(&vectors(), |v| {
        let want: u64 = v.column("values").parse().unwrap();
        let (events, _) = count(&v.bytes, Options::new());
        let mut skipped = 0;
        let mut stream = Stream::from_slice(&v.bytes);
        while stream.skip_value().unwrap() {
            skipped += 1;
        }
        let values = read(&v.bytes, Reading::Lenient).values.len() as u64;
        ([events, skipped, values] != [want; 3]).then(|| format!("{events}, {skipped}, {values} instead of {want}"))
    });
}

#[test]
fn values_before_a_fault_are_printed_before_it() {
    none_wrong(&faults(), |f| {
        let (json, end) = transcode(&f.bytes, options(Reading::Lenient));
        let read = read(&f.bytes, Reading::Lenient);
        if f.name == "wide-zeros" {
            let kind =
                matches!(&end, Err(Error::Gob(e)) if e.kind() == ErrorKind::TooBig && e.text().starts_with("names of fields"));
            return (!kind || !json.is_empty()).then(|| format!("{end:?} after {}", clip(&json)));
        }
        let same = end.err().map(|e| e.to_string()) == read.error.as_ref().map(ToString::to_string);
        let lines = json.lines().count();
        (!same || lines != read.values.len()).then(|| format!("{lines} lines, {:?}", read.error))
    });
}
