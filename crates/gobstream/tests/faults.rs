//! Streams that are wrong end with the right error, at the right place, behind the values that stand before it.
#![allow(clippy::unwrap_used, missing_docs, reason = "the helpers of tests may, as the tests do")]

mod common;

use common::faults;
use common::outcome::{assert_sound, read};
use gobstream::Reading;

/// What the lenient reading says of the faults that it sees otherwise: code, or `ok`, and number of values.
const LENIENT: &[(&str, &str, usize)] = &[];

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
        let want = (f.column("class").to_owned(), f.column("good").parse().unwrap());
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
        let usual = (f.column("class").to_owned(), f.column("good").parse().unwrap());
        let special = LENIENT.iter().find(|l| l.0 == f.name).map(|l| (l.1.to_owned(), l.2));
        let got = outcome(&f.bytes, Reading::Lenient, &f.name);
        if got != special.clone().unwrap_or(usual) {
            wrong.push(format!("{}: {got:?}: {}", f.name, f.column("about")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let names: Vec<_> = faults().into_iter().map(|f| f.name).collect();
    for (name, ..) in LENIENT {
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
