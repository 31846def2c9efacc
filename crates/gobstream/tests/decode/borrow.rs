//! Values that borrow from the input.

use crate::common::build::*;
use crate::{one, sent};
use gobstream::{Decoder, Gob};
use std::borrow::Cow;
use std::collections::HashMap;

#[derive(Gob, Debug, PartialEq)]
struct Rec<'a> {
    name: &'a str,
    raw: &'a [u8],
    cow: Cow<'a, str>,
    list: Vec<&'a str>,
    map: HashMap<&'a str, Cow<'a, [u8]>>,
}

fn lies_in<T>(part: &[T], whole: &[u8]) -> bool {
    whole.as_ptr_range().contains(&part.as_ptr().cast())
}

#[test]
fn a_slice_is_borrowed_from() {
    let long = "x".repeat(300);
    let value = Rec {
        name: "n",
        raw: &[1, 2],
        cow: "c".into(),
        list: vec!["a", &long, "ü", ""],
        map: HashMap::from([("k", Cow::Borrowed(&[9][..]))]),
    };
    let bytes = sent(&value);
    let got = one::<Rec<'_>>(&bytes).unwrap();
    assert_eq!(got, value);
    assert!(lies_in(got.name.as_bytes(), &bytes) && lies_in(got.raw, &bytes));
    assert!(got.list.iter().take(3).all(|s| lies_in(s.as_bytes(), &bytes)));
    assert!(matches!(got.cow, Cow::Borrowed(s) if lies_in(s.as_bytes(), &bytes)));
    assert!(matches!(got.map["k"], Cow::Borrowed(b) if lies_in(b, &bytes)));
}

#[test]
fn a_reader_is_borrowed_from_until_the_next_call() {
    let bytes = [single(STRING, &text(b"first")), single(STRING, &text(b"second"))].concat();
    let mut decoder = Decoder::from_reader(&bytes[..]);
    assert_eq!(decoder.decode_borrowed::<&str>().unwrap(), Some("first"));
    assert_eq!(decoder.decode_borrowed::<&[u8]>().unwrap_err().kind(), gobstream::ErrorKind::WrongType);
    assert_eq!(decoder.decode_borrowed::<&str>().unwrap(), None);
}

#[test]
fn strings_of_a_list_are_checked_each() {
    let list = |strings: &[&[u8]]| {
        let body: Bytes = strings.iter().flat_map(|s| text(s)).collect();
        [slice(64, STRING), single(64, &[uint(strings.len() as u64), body].concat())].concat()
    };
    // A character cut in two at the edge of two strings is none, though the run is UTF-8: count 1, then the rest.
    for bad in [&[&b"\xc3"[..], b"\xbc"][..], &[b"ok", b"\xff"], &[b"a", &[b'x'; 200], b"\x80"], &[b"\xe2\x82", b"\xac"]] {
        let bytes = list(bad);
        for error in [one::<Vec<String>>(&bytes).unwrap_err(), one::<Vec<&str>>(&bytes).unwrap_err()] {
            assert_eq!(error.kind(), gobstream::ErrorKind::BadUtf8, "{bad:?}");
            assert!(error.path().starts_with('['), "{error}");
        }
    }
    let good: Vec<String> = (0..3000).map(|i| "aü€😀".chars().cycle().skip(i % 4).take(i % 70).collect()).collect();
    let bytes = list(&good.iter().map(|s| s.as_bytes()).collect::<Vec<_>>());
    assert_eq!(one::<Vec<String>>(&bytes).unwrap(), good);
    assert_eq!(one::<Vec<&str>>(&bytes).unwrap(), good);
    assert_eq!(one::<Vec<Cow<'_, str>>>(&bytes).unwrap(), good);
    assert_eq!(one::<Vec<Box<str>>>(&bytes).unwrap(), good.iter().map(|s| s.as_str().into()).collect::<Vec<Box<str>>>());
}
