//! Streams that are wrong end with the right error, at the right place, behind the values that stand before it.
#![allow(clippy::unwrap_used, missing_docs, reason = "the helpers of tests may, as the tests do")]

mod common;

use common::faults;
use common::outcome::{assert_sound, read};
use gobstream::Reading;

/// Faults that a walk over the bytes sees otherwise than the index says, in every reading: code, or `ok`, and number of values.
const HERE: &[(&str, &str, usize)] = &[
    // The printing of zeros that were not sent is what takes too much; events and values do without.
    ("wide-zeros", "ok", 1),
    // The command knows a foreign file by its head, the library does not.
    ("foreign-archive", "bad-type-id", 0),
];

/// What the lenient reading says of the faults that it sees otherwise than Go.
const LENIENT: &[(&str, &str, usize)] = &[
    // A definition that comes again is another encoder's, which was appended.
    ("definition-twice", "ok", 2),
    ("definition-changed", "ok", 2),
    ("interface-defines-twice", "ok", 2),
    // Stray bytes are a note.
    ("definition-extra", "ok", 1),
    ("definition-extra-value", "ok", 1),
    // Only the types that a value uses need be sound, and of these only what is there.
    ("definition-field-nameless", "ok", 1),
    ("id-field-unknown", "ok", 1),
];

/// What is expected of a fault: the first row of its name in `tables`, or what the index says.
fn expected(f: &common::Sample, tables: &[&[(&str, &str, usize)]]) -> (String, usize) {
    let row = tables.iter().flat_map(|t| t.iter()).find(|row| row.0 == f.name);
    let index = || (f.column("class").to_owned(), f.column("good").parse().unwrap());
    row.map_or_else(index, |row| (row.1.to_owned(), row.2))
}

fn outcome(bytes: &[u8], reading: Reading, name: &str) -> (String, usize) {
    let outcome = read(bytes, reading);
    if let Some(error) = &outcome.error {
        assert_sound(error, bytes.len(), name);
    }
    assert!(outcome.good <= bytes.len() as u64, "{name}: good up to {} of {}", outcome.good, bytes.len());
    let code = outcome.error.as_ref().map_or("ok", |e| e.kind().code());
    (code.to_owned(), outcome.values.len())
}

#[test]
fn faults_are_told_as_go_tells_them() {
    let mut wrong = Vec::new();
    for f in faults() {
        let want = expected(&f, &[HERE]);
        let got = outcome(&f.bytes, Reading::Go, &f.name);
        if got != want {
            wrong.push(format!("{}: {got:?} instead of {want:?}: {} (Go: {})", f.name, f.column("about"), f.column("go")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_lenient_reading_differs_only_where_it_should() {
    let mut wrong = Vec::new();
    for f in faults() {
        let want = expected(&f, &[HERE, LENIENT]);
        let got = outcome(&f.bytes, Reading::Lenient, &f.name);
        if got != want {
            wrong.push(format!("{}: {got:?} instead of {want:?}: {}", f.name, f.column("about")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let names: Vec<_> = faults().into_iter().map(|f| f.name).collect();
    for (name, ..) in HERE.iter().chain(LENIENT) {
        assert!(names.iter().any(|n| n == name), "no fault is called {name}");
    }
}

#[test]
fn the_error_stays_the_same_when_asked_again() {
    for f in faults() {
        let mut stream = gobstream::Stream::from_slice(&f.bytes);
        let first = loop {
            match stream.next_value() {
                Ok(Some(_)) => {}
                Ok(None) => break None,
                Err(error) => break Some(error.to_string()),
            }
        };
        let again = stream.next_value().err().map(|e| e.to_string());
        assert_eq!(first, again, "{}", f.name);
        let events = stream.next_event().err().map(|e| e.to_string());
        assert_eq!(first, events, "{}", f.name);
    }
}
