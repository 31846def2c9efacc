//! Every vector of real Go, without types: as whole values, and as the JSON that Go says they are.

use crate::all;
use crate::common::vectors;
use crate::seen::Seen;
use gobstream::{Encoder, ErrorKind, Stream, Value};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A value that asks for itself loses nothing.
#[test]
fn values_are_read_whole() {
    for v in vectors() {
        let mut stream = Stream::from_slice(&v.bytes);
        let read: Vec<Value> = std::iter::from_fn(|| stream.next_value().unwrap()).collect();
        let (values, error) = all::<Value>(&v.bytes);
        assert!(error.is_none(), "{}: {}", v.name, error.unwrap());
        // NaN is not equal to itself, its bytes are.
        assert_eq!(written(&values), written(&read), "{}", v.name);
    }
}

/// Each value as a stream of its own.
fn written(values: &[Value]) -> Vec<Vec<u8>> {
    let written = values.iter().map(|value| {
        let mut encoder = Encoder::to_vec();
        encoder.encode_value(value).unwrap();
        encoder.into_sink()
    });
    written.collect()
}

/// Vectors whose JSON is not what serde says, and why.
const OTHERWISE: &[(&str, &str)] =
    &[("string-not-utf8", "JSON has no other strings, serde has bytes"), ("map-key-odd", "the same")];

#[test]
fn what_is_not_asked_for_is_what_go_says() {
    let mut wrong = Vec::new();
    for v in vectors() {
        if OTHERWISE.iter().any(|other| other.0 == v.name) || v.has("big") {
            continue;
        }
        let (seen, error) = all::<Seen>(&v.bytes);
        if let Some(error) = error {
            // Lists of tens and thousands of levels: what is not asked for is read on the stack.
            assert!(error.kind() == ErrorKind::TooDeep && v.name.starts_with("rec-"), "{}: {error}", v.name);
            continue;
        }
        let text = v.text("json");
        let told = text.lines().map(|line| serde_json::from_str::<Json>(line).unwrap()).collect::<Vec<_>>();
        if seen.len() != told.len() || !seen.iter().zip(&told).all(|(seen, told)| alike(&seen.0, told)) {
            wrong.push(format!(
                "{}\nserde {}\n   Go {}\n",
                v.name,
                serde_json::to_string(&seen.iter().map(|s| &s.0).collect::<Vec<_>>()).unwrap(),
                text
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

/// A map that was not sent is empty here and null there, an array has its zeros here. The order of maps is nobody's.
fn alike(seen: &Json, told: &Json) -> bool {
    match (seen, told) {
        (Json::Object(seen), Json::Null) => seen.is_empty(),
        (Json::Object(_), _) | (_, Json::Object(_)) => alike_pairs(&pairs(seen), &pairs(told)),
        (Json::Array(seen), Json::Array(told)) if told.is_empty() => seen.iter().all(|v| *v == 0 || *v == false),
        (Json::Array(list), Json::Array(other)) => {
            let are_lists = list.len() == other.len() && list.iter().zip(other).all(|(seen, told)| alike(seen, told));
            are_lists || (list[0].is_array() && alike_pairs(&pairs(seen), &pairs(told)))
        }
        (Json::Number(seen), Json::Number(told)) => seen == told || seen.as_f64() == told.as_f64(),
        _ => seen == told,
    }
}

/// What stands under each key.
fn pairs(map: &Json) -> BTreeMap<String, Json> {
    let pair = |pair: &Json| (pair[0].to_string(), pair[1].clone());
    match map {
        Json::Object(map) => map.iter().map(|(key, value)| (Json::from(key.as_str()).to_string(), value.clone())).collect(),
        Json::Array(map) => map.iter().map(pair).collect(),
        _ => BTreeMap::new(),
    }
}

fn alike_pairs(seen: &BTreeMap<String, Json>, told: &BTreeMap<String, Json>) -> bool {
    seen.len() == told.len() && seen.iter().all(|(key, seen)| told.get(key).is_some_and(|told| alike(seen, told)))
}
