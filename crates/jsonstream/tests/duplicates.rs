//! Several members of one name: what each policy means for each way of reading.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used)] // helpers of tests

mod common;

use std::collections::BTreeMap;

use common::{dripping, events, skip_all};
use jsonstream::{Duplicates, ErrorKind, Lazy, ReadOptions, Reader, from_slice_with, path};
use serde::Deserialize;

const ALL: [Duplicates; 4] = [Duplicates::Allow, Duplicates::Reject, Duplicates::First, Duplicates::Last];
const TEXT: &str = r#"{"a":1,"b":{"x":[1,{"a":0}],"x":2},"\u0061":"3","a":4,"c":[5]}"#;

fn options(duplicates: Duplicates) -> ReadOptions {
    ReadOptions { duplicates, ..ReadOptions::default() }
}

fn words<S: jsonstream::Source>(reader: &mut Reader<S>) -> String {
    let picture = events(reader);
    let words: Vec<_> = picture.events.into_iter().map(|(_, event)| event).collect();
    format!("{} {:?}", words.join(" "), picture.error)
}

#[test]
fn events_of_each_policy_in_any_chunking() {
    let begin = r#"BeginObject Key("a") Number(1) Key("b") BeginObject Key("x") "#;
    let x = r#"BeginArray Number(1) BeginObject Key("a") Number(0) EndObject EndArray"#;
    let c = r#"Key("c") BeginArray Number(5) EndArray EndObject None"#;
    let every = format!(r#"{begin}{x} Key("x") Number(2) EndObject Key("a") String("3") Key("a") Number(4) {c}"#);
    let expected = [
        every.clone(),
        format!("{begin}{x} Some((Duplicate, {}))", TEXT.find(r#""x":2"#).unwrap()),
        format!("{begin}{x} EndObject {c}"),
        every,
    ];
    for (duplicates, expected) in ALL.into_iter().zip(expected) {
        assert_eq!(words(&mut Reader::from_slice_with(TEXT.as_bytes(), &options(duplicates))), expected, "{duplicates:?}");
        for size in 1..40 {
            let mut r = dripping(TEXT.as_bytes(), size, true, &options(duplicates));
            assert_eq!(words(&mut r), expected, "{duplicates:?} {size}");
        }
    }
}

#[derive(Debug, Deserialize, PartialEq)]
struct Of {
    a: u8,
    c: [u8; 1],
}

/// What does not count has another type in the text: it is passed, not read.
#[test]
fn types_of_each_policy() {
    let read = |duplicates, text: &str| from_slice_with::<Of>(text.as_bytes(), &options(duplicates));
    let first = r#"{"a":1,"c":[5],"\u0061":"3","a":[]}"#;
    let last = r#"{"a":[],"c":[5],"a":{"a":"3"},"\u0061":4}"#;
    assert_eq!(read(Duplicates::First, first).unwrap(), Of { a: 1, c: [5] });
    assert_eq!(read(Duplicates::Last, last).unwrap(), Of { a: 4, c: [5] });
    assert_eq!(read(Duplicates::Reject, first).unwrap_err().kind(), ErrorKind::Duplicate);
    assert!(read(Duplicates::Allow, first).unwrap_err().to_string().starts_with("duplicate field `a` (at byte 15"));
    let map = |duplicates, text: &str| from_slice_with::<BTreeMap<String, u8>>(text.as_bytes(), &options(duplicates));
    let text = r#"{"a":1,"b":2,"a":3}"#;
    let of = |a| BTreeMap::from([("a".to_owned(), a), ("b".to_owned(), 2)]);
    assert_eq!(map(Duplicates::First, text).unwrap(), of(1));
    assert_eq!(map(Duplicates::Last, text).unwrap(), of(3));
    assert_eq!(map(Duplicates::Allow, text).unwrap(), of(3));
    assert_eq!(map(Duplicates::Reject, text).unwrap_err().offset(), 13);
    assert_eq!(map(Duplicates::Last, r#"{"a":"x","b":2,"a":3}"#).unwrap(), of(3));
}

#[derive(Debug, Deserialize, PartialEq)]
enum Variant {
    A(u8),
}

#[test]
fn variants_have_one_member() {
    let read = |duplicates| from_slice_with::<Variant>(br#"{"A":1,"A":2}"#, &options(duplicates));
    assert_eq!(read(Duplicates::First).unwrap(), Variant::A(1));
    for duplicates in [Duplicates::Allow, Duplicates::Reject, Duplicates::Last] {
        assert!(read(duplicates).is_err());
    }
}

#[test]
fn lazy_of_each_policy() {
    let lazy = |duplicates| Lazy::from_str(TEXT).with_duplicates(duplicates);
    let get = |duplicates| lazy(duplicates).get(&path!["a"]).map(|found| found.unwrap().as_u64().unwrap());
    assert_eq!(get(Duplicates::Allow).unwrap(), 1);
    assert_eq!(get(Duplicates::First).unwrap(), 1);
    assert_eq!(get(Duplicates::Last).unwrap(), 4);
    assert_eq!(get(Duplicates::Reject).unwrap_err().kind(), ErrorKind::Duplicate);
    assert_eq!(lazy(Duplicates::Last).get(&path!["b", "x"]).unwrap().unwrap().as_u64().unwrap(), 2);
    let all = |duplicates| {
        let all = lazy(duplicates).all(&path![*])?;
        all.iter().map(|value| value.raw().map(|text| text[..1].to_owned())).collect::<Result<String, _>>()
    };
    assert_eq!(all(Duplicates::Allow).unwrap(), "1{\"4[");
    assert_eq!(all(Duplicates::First).unwrap(), "1{[");
    assert_eq!(all(Duplicates::Last).unwrap(), "{4[");
    assert_eq!(all(Duplicates::Reject).unwrap_err().kind(), ErrorKind::Duplicate);
    let names: Vec<_> = lazy(Duplicates::Last).members().unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["b", "a", "c"]);
}

#[test]
fn skipping_refuses_only_what_is_refused() {
    for duplicates in ALL {
        let error = skip_all(&mut Reader::from_slice_with(TEXT.as_bytes(), &options(duplicates)));
        assert_eq!(error.is_some(), duplicates == Duplicates::Reject);
        for size in 1..40 {
            assert_eq!(skip_all(&mut dripping(TEXT.as_bytes(), size, true, &options(duplicates))), error);
        }
    }
}

/// Names that did not count were passed by a function that called itself for each.
#[test]
fn many_members_of_one_name_take_no_stack() {
    let text = format!("{{{}\"a\":2,\"c\":[7]}}", r#""a":1,"#.repeat(100_000));
    for (options, a) in [
        (options(Duplicates::First), 1),
        (options(Duplicates::Last), 2),
        (ReadOptions { fold_names: true, ..ReadOptions::default() }, 2),
    ] {
        let read = move |text: &[u8]| from_slice_with::<Of>(text, &options);
        let text = text.clone().into_bytes();
        let small = std::thread::Builder::new().stack_size(256 * 1024);
        assert_eq!(small.spawn(move || read(&text).unwrap()).unwrap().join().unwrap(), Of { a, c: [7] });
    }
}
