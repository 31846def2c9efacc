//! Reading: values, refusals, and that no way of cutting the input makes a difference.
#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

mod common;

use common::{Drip, Random, brief, dripping, events, patient, skip_all};
use jsonstream::{
    Broken, Documents, Duplicates, ErrorKind, Event, Io, Kind, ReadOptions, Reader, Result, Slice, Source, WriteOptions, Writer,
};

fn from(text: &str) -> Reader<Slice<'_>> {
    Reader::from_str(text)
}

fn kind<T: std::fmt::Debug>(result: Result<T>) -> (ErrorKind, u64) {
    brief(&result.unwrap_err())
}

/// json-iterator/go#693: integers wrapped.
#[test]
fn int_wraparound() {
    assert_eq!(kind(from("9999999999").int::<u32>()).0, ErrorKind::Range);
    assert_eq!(kind(from("22000000000000000000").u64()).0, ErrorKind::Range);
    assert_eq!(kind(from("22000000000000000000").i64()).0, ErrorKind::Range);
    assert_eq!(kind(from("-1").u64()).0, ErrorKind::Range);
    macro_rules! bounds {
        ($($type:ty)*) => {$(
            for n in [<$type>::MIN, <$type>::MAX, 0, 1, 100] {
                assert_eq!(from(&n.to_string()).int::<$type>().unwrap(), n);
            }
            let past = format!("{}0", <$type>::MAX);
            assert_eq!(kind(from(&past).int::<$type>()).0, ErrorKind::Range);
        )*};
    }
    bounds!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
    assert_eq!(kind(from("340282366920938463463374607431768211456").int::<u128>()).0, ErrorKind::Range);
    assert_eq!(kind(from("-170141183460469231731687303715884105729").int::<i128>()).0, ErrorKind::Range);
    assert_eq!(
        kind(
            from("18446744073709551616")
                .f64()
                .map(|n| assert_eq!(n, 18446744073709551616.0))
                .and(Err::<(), _>(jsonstream::Error::sink("x")))
        )
        .0,
        ErrorKind::Io
    );
}

/// json-iterator/go#632 and others: what is no number, and where that is seen.
#[test]
fn number_grammar() {
    let table = [
        ("01", 1),
        ("-01", 2),
        ("1.", 2),
        ("1.e1", 2),
        ("-.1", 1),
        (".1", 0),
        ("--", 1),
        ("1-2+3e", 1),
        ("+1", 0),
        ("1e", 2),
        ("1e+", 3),
        ("1eE2", 2),
        ("0x1", 1),
        ("-", 1),
        ("1.5.5", 3),
        ("1a", 1),
        ("123abc", 3),
        ("-Infinity", 1),
        ("NaN", 0),
    ];
    for (text, at) in table {
        for padded in [text.to_owned(), format!("{text} ")] {
            let all = [
                kind(from(&padded).number()),
                kind(from(&padded).f64()),
                kind(from(&padded).f32()),
                kind(from(&padded).u64()),
                kind(from(&padded).skip()),
                kind(from(&padded).int::<i128>()),
            ];
            for (kind, offset) in all {
                assert!(matches!(kind, ErrorKind::Syntax | ErrorKind::Eof), "{text} {kind:?}");
                assert_eq!(offset, at, "{text}");
            }
        }
    }
    assert_eq!(kind(from(r#"{"score": 08}"#).skip()), (ErrorKind::Syntax, 11));
}

/// json-iterator/go#351: integers keep their digits.
#[test]
fn int_preserving_value() {
    let mut r = from(r#"{"id":9007199254740993}"#);
    r.begin_object().unwrap();
    r.next_key().unwrap();
    assert_eq!(r.peek().unwrap(), Kind::Number);
    let number = r.number().unwrap();
    assert_eq!((number.as_i64(), number.to_string()), (Some(9_007_199_254_740_993), "9007199254740993".into()));
}

/// json-iterator/go#476: numbers cut by the buffer.
#[test]
fn chunked_int() {
    let text = b"[0.1,0,0.1,0,1234567,-12.5e3]";
    for size in 1..20 {
        let mut r = dripping(text, size, false, &ReadOptions::default());
        let mut sum = Vec::new();
        r.each_element(|r| r.f64().map(|n| sum.push(n))).unwrap();
        assert_eq!(sum, [0.1, 0.0, 0.1, 0.0, 1234567.0, -12500.0]);
    }
}

/// json-iterator/go#494: a newline behind the last value is the end and no error.
#[test]
fn eof_after_newline() {
    let mut r = from("{}\n");
    assert!(r.next_document().unwrap());
    r.skip().unwrap();
    assert!(!r.next_document().unwrap());
    assert!(!r.next_document().unwrap());
    r.end().unwrap();
    let mut r = from("{}\n{");
    r.skip().unwrap();
    assert_eq!(kind(r.skip()), (ErrorKind::Eof, 4));
}

/// json-iterator/go#647: no room for a buffer, no loop without end.
#[test]
fn zero_buffer_no_hang() {
    let options = ReadOptions { buffer: 0, ..Default::default() };
    let mut r = Reader::from_pull_with(Io(&b"[1, \"abc\"]"[..]), &options);
    r.skip().unwrap();
    assert!(r.capacity() < 64);
}

/// json-iterator/go#652.
#[test]
fn empty_key_is_a_key() {
    let mut r = from(r#"{"":1,"b":2}"#);
    let mut names = Vec::new();
    r.each_member(&mut String::new(), |r, name| {
        names.push(name.to_owned());
        r.skip()
    })
    .unwrap();
    assert_eq!(names, ["", "b"]);
}

/// json-iterator/go#499.
#[test]
fn reset_clears_state() {
    let mut r = Reader::from_io(&b"[1,{\"a\":x"[..]);
    assert!(r.skip().is_err());
    r.reset(Io(&b"7"[..]));
    assert_eq!((r.u64().unwrap(), r.offset(), r.depth()), (7, 1, 0));
}

/// json-iterator/go#426: an error costs what it stands behind, not its square.
#[test]
fn error_cost_linear() {
    let text = "{\"A\":[".repeat(4000);
    let options = ReadOptions { pointers: true, ..Default::default() };
    let error = Reader::from_slice_with(text.as_bytes(), &options).skip().unwrap_err();
    assert_eq!(brief(&error), (ErrorKind::Eof, text.len() as u64));
    assert!(error.pointer().unwrap().len() <= 4000 * 4);
    let mut r = from(&text);
    let error = r.skip().unwrap_err();
    assert!(r.locate(error).to_string().len() < 200);
}

/// json-iterator/go#410: in every path.
#[test]
fn depth_limit_every_path() {
    let arrays = "[".repeat(10_001);
    let objects = "{\"a\":".repeat(10_001);
    for text in [arrays, objects] {
        let unit = text.len() as u64 / 10_001;
        let expected = (ErrorKind::TooDeep, unit * 10_000);
        assert_eq!(kind(from(&text).skip()), expected);
        assert_eq!(kind(from(&text).raw().map(drop)), expected);
        assert_eq!(events(&mut from(&text)).error, Some(expected));
        assert_eq!(events(&mut dripping(text.as_bytes(), 7, true, &ReadOptions::default())).error, Some(expected));
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let options = ReadOptions { max_depth: 100_000, ..Default::default() };
    Reader::from_slice_with(deep.as_bytes(), &options).skip().unwrap();
    from(&deep).skip_unchecked().unwrap();
}

/// json-iterator/go#521.
#[test]
fn utf8_policy() {
    let bad = [0x22, 0xa8, 0x22];
    assert_eq!(kind(Reader::from_slice(&bad).str().map(drop)), (ErrorKind::Utf8, 1));
    assert_eq!(kind(Reader::from_slice(&bad).skip()), (ErrorKind::Utf8, 1));
    let replace = ReadOptions { utf8: Broken::Replace, ..Default::default() };
    assert_eq!(Reader::from_slice_with(&bad, &replace).str().unwrap(), "\u{fffd}");
    assert_eq!(Reader::from_slice_with(b"\"a\xe2\x82\xffz\"", &replace).str().unwrap(), "a\u{fffd}\u{fffd}\u{fffd}z");
    assert_eq!(Reader::from_slice(&bad).bytes().unwrap(), [0xa8]);
}

/// json-iterator/go: own findings of the survey.
#[test]
fn what_json_iterator_let_pass() {
    for (text, at) in [
        ("{\"a\":1,null:2}", 7),
        ("{}\0", 2),
        ("\"\\n\t\"", 3),
        ("+1", 0),
        ("[-01]", 3),
        ("{\"a\":1,}", 7),
        ("[1,,2]", 3),
        ("{,}", 1),
        ("[,]", 1),
        ("[1}", 2),
        ("{\"a\"]", 4),
        ("{\"a\":]", 5),
        ("tru", 3),
        ("nulL", 3),
    ] {
        for size in [1, 2, 3, 7, 16, 4096] {
            let mut r =
                dripping(text.as_bytes(), size, false, &ReadOptions { documents: Documents::Single, ..Default::default() });
            assert_eq!(skip_all(&mut r).unwrap().1, at, "{text:?}");
        }
    }
}

#[test]
fn surrogates() {
    let replace = ReadOptions { surrogates: Broken::Replace, ..Default::default() };
    let table = [
        (r#""\ud83c""#, 1, "\u{fffd}"),
        (r#""\ud83c\ud83c""#, 1, "\u{fffd}\u{fffd}"),
        (r#""\ud83ca""#, 1, "\u{fffd}a"),
        (r#""a\uDE71""#, 2, "a\u{fffd}"),
        (r#""\uDEADBEEF""#, 1, "\u{fffd}BEEF"),
        (r#""\ud800\ud83d\ude00""#, 1, "\u{fffd}😀"),
        (r#""\ud83d\n""#, 1, "\u{fffd}\n"),
    ];
    for (text, at, replaced) in table {
        assert_eq!(kind(from(text).str().map(drop)), (ErrorKind::Surrogate, at));
        assert_eq!(kind(from(text).skip()), (ErrorKind::Surrogate, at));
        assert_eq!(Reader::from_slice_with(text.as_bytes(), &replace).str().unwrap(), replaced);
        let mut pieces = String::new();
        Reader::from_slice_with(text.as_bytes(), &replace)
            .str_pieces(|piece| {
                pieces += piece;
                Ok(())
            })
            .unwrap();
        assert_eq!(pieces, replaced);
    }
    assert_eq!(from(r#""\ud83c""#).bytes().unwrap(), b"\xed\xa0\xbc");
    assert_eq!(kind(from(r#""\U0001f64f""#).skip()), (ErrorKind::Syntax, 2));
    assert_eq!(kind(from(r#""\u12x4""#).str().map(drop)), (ErrorKind::Syntax, 5));
}

/// serde-rs/json#70: after an error of type the value can be passed.
#[test]
fn resume_after_a_type_error() {
    let mut r = from(r#""a" {"b": 0} "c""#);
    assert_eq!(r.str().unwrap(), "a");
    let error = r.str().unwrap_err();
    assert_eq!(
        (error.kind(), error.offset(), error.to_string().as_str()),
        (ErrorKind::Type, 4, "expected a string, found an object (at byte 4)")
    );
    r.skip().unwrap();
    assert_eq!(r.str().unwrap(), "c");
    r.end().unwrap();
}

#[test]
fn a_number_out_of_range_can_be_read_as_something_else() {
    let mut r = from("[1e400, 300, -1]");
    r.begin_array().unwrap();
    assert_eq!(kind(r.f64()), (ErrorKind::Range, 1));
    assert_eq!(r.number().unwrap().as_str(), "1e400");
    assert_eq!(kind(r.int::<u8>()), (ErrorKind::Range, 8));
    assert_eq!(r.int::<u16>().unwrap(), 300);
    assert_eq!(kind(r.u64()).0, ErrorKind::Range);
    assert_eq!(r.i64().unwrap(), -1);
}

#[test]
fn misuse_is_told_and_changes_nothing() {
    let mut r = from(r#"{"a": [1]} "#);
    assert_eq!(kind(r.next_element()).0, ErrorKind::Misuse);
    assert_eq!(kind(r.next_key().map(drop)).0, ErrorKind::Misuse);
    r.begin_object().unwrap();
    assert_eq!(kind(r.u64()).0, ErrorKind::Misuse);
    assert_eq!(kind(r.next_document()).0, ErrorKind::Misuse);
    assert_eq!(kind(r.end()).0, ErrorKind::Misuse);
    assert_eq!(r.next_key().unwrap(), Some("a"));
    assert_eq!(kind(r.next_key().map(drop)).0, ErrorKind::Misuse);
    r.begin_array().unwrap();
    assert_eq!(kind(r.next_key().map(drop)).0, ErrorKind::Misuse);
    assert!(r.next_element().unwrap() && r.next_element().unwrap());
    assert_eq!(r.u64().unwrap(), 1);
    assert_eq!(kind(r.u64()).0, ErrorKind::Misuse);
    assert_eq!(r.depth(), 1);
    assert_eq!(r.next_key().unwrap(), None);
    r.end().unwrap();
    assert_eq!(kind(r.u64()).0, ErrorKind::Eof);
    assert_eq!(kind(from("[1,2]").each_element(|_| Ok(()))).0, ErrorKind::Misuse);
}

#[test]
fn fuzzy_values() {
    let lenient = ReadOptions::lenient();
    let with = |text: &'static str| Reader::from_slice_with(text.as_bytes(), &lenient);
    for (text, n) in [
        ("\"5\"", 5),
        ("true", 1),
        ("false", 0),
        ("null", 0),
        ("\"\"", 0),
        ("1.0", 1),
        ("1e3", 1000),
        ("\"-7\"", -7),
        ("\"1e2\"", 100),
    ] {
        assert_eq!(with(text).i64().unwrap(), n, "{text}");
    }
    for text in ["\"x\"", "1.5", "\" 1\"", "[]", "\"1.5\"", "\"9223372036854775808\"", "9223372036854775807.5"] {
        assert!(with(text).i64().is_err(), "{text}");
    }
    assert_eq!(with("\"9223372036854775807.0\"").i64().unwrap(), i64::MAX);
    assert_eq!(with("\"1.23\"").f32().unwrap(), 1.23);
    for (text, s) in [("100", "100"), ("null", ""), ("true", "true"), ("1.50", "1.50"), ("\"x\"", "x")] {
        assert_eq!(with(text).str().unwrap(), s);
    }
    for (text, b) in [("1", true), ("0.0", false), ("\"true\"", true), ("null", false), ("\"\"", false)] {
        assert_eq!(with(text).bool().unwrap(), b);
    }
    let mut r = with("[[ ], {\"a\":1}]");
    r.begin_array().unwrap();
    r.begin_object().unwrap();
    assert_eq!(r.next_key().unwrap(), None);
    r.begin_object().unwrap();
    assert_eq!(r.next_key().unwrap(), Some("a"));
    // Only a reader that was asked to is fuzzy.
    assert_eq!(kind(from("\"5\"").i64()).0, ErrorKind::Type);
    assert_eq!(kind(from("true").i64()).0, ErrorKind::Type);
}

#[test]
fn duplicate_names() {
    let options = ReadOptions::strict();
    let text = r#"[{"a":1,"b":{"a":1}},{"a":2,"b":3,"\u0061":4}]"#;
    let expected = Some((ErrorKind::Duplicate, text.find("\"\\u").unwrap() as u64));
    assert_eq!(skip_all(&mut Reader::from_slice_with(text.as_bytes(), &options)), expected);
    assert_eq!(events(&mut Reader::from_slice_with(text.as_bytes(), &options)).error, expected);
    assert_eq!(skip_all(&mut from(text)), None);
    assert_eq!(options.duplicates, Duplicates::Reject);
}

#[test]
fn pointers() {
    let options = ReadOptions { pointers: true, ..Default::default() };
    let at = |text: &str| Reader::from_slice_with(text.as_bytes(), &options).skip().unwrap_err().pointer().unwrap().to_owned();
    assert_eq!(at(r#"{"a":[1,{"b":01}]}"#), "/a/1/b");
    assert_eq!(at(r#"{"x/y":{"~":tru}}"#), "/x~1y/~0");
    assert_eq!(at(r#"{"a":{"b":1},"c":[[],[0,x]]}"#), "/c/1/1");
    assert_eq!(at("x"), "");
}

#[test]
fn limits_are_the_same_for_every_source() {
    let options = ReadOptions { max_token: 10, max_number: 5, max_document: 40, ..Default::default() };
    let table: [(&str, Option<(ErrorKind, u64)>); 12] = [
        ("[12345]", None),
        ("[1, 123456]", Some((ErrorKind::TooBig, 4))),
        ("\"0123456789\"", None),
        ("[\"0123456789a\"]", Some((ErrorKind::TooBig, 1))),
        ("[\"0123456789\\n\"]", Some((ErrorKind::TooBig, 1))),
        ("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]", None),
        ("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,]", Some((ErrorKind::Syntax, 40))),
        ("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16, 1]", Some((ErrorKind::TooBig, 40))),
        ("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16, x]", Some((ErrorKind::TooBig, 40))),
        ("[1]                                          [2] x", Some((ErrorKind::Syntax, 49))),
        ("[[1,2,3,4,5,6,7,8,9],{\"a\" :0          \n       x", Some((ErrorKind::TooBig, 40))),
        ("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,\"0123xy\u{1}\"]", Some((ErrorKind::TooBig, 40))),
    ];
    for (text, expected) in table {
        assert_eq!(events(&mut Reader::from_slice_with(text.as_bytes(), &options)).error, expected, "{text}");
        for size in 1..20 {
            let mut r = dripping(text.as_bytes(), size, true, &options);
            assert_eq!(events(&mut r).error, expected, "{text} {size}");
        }
    }
    let raw = |text: &str, size| kind(patient(&mut dripping(text.as_bytes(), size, true, &options), |r| r.raw().map(drop)));
    for size in 1..60 {
        assert_eq!(raw(" [1,2,3,4,5,                 x", size), (ErrorKind::TooBig, 1));
        assert_eq!(raw(" [1,2,3,4,5,6]", size), (ErrorKind::TooBig, 1));
    }
}

/// A call that only looks ahead, or that says whether there is more.
#[test]
fn white_space_past_the_limit_was_seen_byte_by_byte_only() {
    let options = ReadOptions { max_document: 4, ..Default::default() };
    let looked = |r: &mut Reader<_>, at: &str| {
        patient(r, Reader::begin_array)?;
        patient(r, Reader::u64)?;
        match at {
            "peek" => patient(r, Reader::peek).map(|_| true),
            _ => patient(r, Reader::next_element),
        }
    };
    for (text, what) in [("[1,  2]", "peek"), ("[1  ,2]", "next"), ("[1   ]", "next"), ("[1 , 2", "peek")] {
        for size in 1..10 {
            let mut r = dripping(text.as_bytes(), size, false, &options);
            assert_eq!(kind(looked(&mut r, what)), (ErrorKind::TooBig, 4), "{text} {size}");
        }
    }
}

#[test]
fn a_skipped_value_may_be_larger_than_a_token() {
    let options = ReadOptions { max_token: 10, ..Default::default() };
    let text = format!("[\"{}\", 1]", "x".repeat(100_000));
    let mut r = dripping(text.as_bytes(), 64, false, &options);
    r.begin_array().unwrap();
    r.skip().unwrap();
    assert_eq!(r.u64().unwrap(), 1);
    assert_eq!(r.capacity(), 64);
}

/// goccy/go-json#197 and json-iterator/java#241: short reads do not grow the buffer.
#[test]
fn slow_reader_keeps_its_buffer() {
    let text = format!("[{}1]", "\"0123456789\",".repeat(80_000));
    let mut r = Reader::from_pull(Drip::new(text.as_bytes(), 1, false));
    assert_eq!(skip_all(&mut r), None);
    assert_eq!(r.capacity(), 64 * 1024);
}

/// What one giant took is given back.
#[test]
fn window_shrinks() {
    let text = format!("[\"{}\"{}]", "x".repeat(1 << 20), ",\"0123456789\"".repeat(1_000_000));
    let mut r = Reader::from_io(text.as_bytes());
    r.begin_array().unwrap();
    r.str().unwrap();
    assert!(r.capacity() > 1 << 20);
    while r.next_element().unwrap() {
        r.str().unwrap();
    }
    assert_eq!(r.capacity(), 64 * 1024);
}

#[test]
fn bytes_not_used_are_handed_back() {
    for size in [1, 2, 3, 7, 16, 4096] {
        let mut r = dripping(b"{\"a\":1}REST", size, false, &ReadOptions::default());
        r.skip().unwrap();
        let (rest, unused) = r.into_parts();
        assert_eq!([unused.as_slice(), rest.bytes].concat(), b"REST");
    }
}

/// A value is complete with its last byte: a socket is not asked for the next one.
#[test]
fn does_not_wait_for_what_it_does_not_need() {
    let mut r = Reader::from_chunks(&ReadOptions::default());
    r.feed(b"{\"a\":[1]}");
    r.skip().unwrap();
    r.feed(b"\"x\"");
    assert_eq!(r.str().unwrap(), "x");
    r.feed(b" true");
    assert!(r.bool().unwrap());
    assert_eq!(r.next_document().unwrap_err().kind(), ErrorKind::NeedMore);
    r.end_input();
    assert!(!r.next_document().unwrap());
}

#[test]
fn lines() {
    let options = ReadOptions { documents: Documents::Lines, ..Default::default() };
    let text = b"{\"a\":1}\n\n{\"a\":\n{\"a\":3}\r\n x \n[4] 5\n\"a\n\"b\"\n 6";
    for size in [1, 2, 3, 7, 16, 4096] {
        let mut r = dripping(text, size, false, &options);
        let mut seen = Vec::new();
        loop {
            match r.next_document().and_then(|more| if more { r.raw().map(|raw| Some(raw.to_owned())) } else { Ok(None) }) {
                Ok(Some(raw)) => seen.push(raw),
                Ok(None) => break,
                Err(error) => {
                    seen.push(format!("{:?}@{}", error.kind(), error.offset()));
                    r.skip_line().unwrap();
                }
            }
        }
        let expected = ["{\"a\":1}", "Eof@14", "{\"a\":3}", "Syntax@25", "[4]", "Syntax@32", "Syntax@36", "\"b\"", "6"];
        assert_eq!(seen, expected, "{size}");
    }
}

/// Documents, whole and damaged, as bytes.
fn documents(count: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut random = Random(7);
    (0..count).map(move |round| {
        let text = random.document(4);
        if round % 3 == 0 { text.into_bytes() } else { random.damaged(&text) }
    })
}

#[test]
fn any_chunking_equals_the_slice() {
    let base = ReadOptions::default();
    let policies = [
        base.clone(),
        ReadOptions { max_document: 30, ..base.clone() },
        ReadOptions::go(),
        ReadOptions { documents: Documents::Lines, ..ReadOptions::strict() },
        ReadOptions { max_token: 8, max_number: 3, max_depth: 2, ..base },
    ];
    for (round, bytes) in documents(6000).enumerate() {
        let options = &policies[round % policies.len()];
        let expected = events(&mut Reader::from_slice_with(&bytes, options));
        for size in if round % 50 == 0 { 1..68 } else { 1 + round % 5..3 + round % 5 } {
            for waits in [false, true] {
                let got = events(&mut dripping(&bytes, size, waits, options));
                assert_eq!(got, expected, "{:?} in {size}", String::from_utf8_lossy(&bytes));
            }
        }
    }
}

#[test]
fn skip_equals_parse_in_any_chunking() {
    for (round, bytes) in documents(6000).enumerate() {
        let expected = events(&mut Reader::from_slice(&bytes)).error;
        assert_eq!(skip_all(&mut Reader::from_slice(&bytes)), expected, "{:?}", String::from_utf8_lossy(&bytes));
        let size = 1 + round % 67;
        assert_eq!(skip_all(&mut dripping(&bytes, size, true, &ReadOptions::default())), expected);
    }
}

#[test]
fn raw_and_unchecked_skip_end_where_skip_ends() {
    for (round, bytes) in documents(6000).enumerate() {
        let mut whole = Reader::from_slice(&bytes);
        if whole.skip().is_err() {
            continue;
        }
        let end = whole.offset();
        let mut unchecked = Reader::from_slice(&bytes);
        unchecked.skip_unchecked().unwrap();
        assert_eq!(unchecked.offset(), end);
        let size = 1 + round % 20;
        let mut slow = dripping(&bytes, size, true, &ReadOptions::default());
        patient(&mut slow, |r| r.skip_unchecked()).unwrap();
        assert_eq!(slow.offset(), end);
        let raw = Reader::from_slice(&bytes).raw_borrowed().unwrap();
        let mut slow = dripping(&bytes, size, true, &ReadOptions::default());
        assert_eq!(patient(&mut slow, |r| r.raw().map(str::to_owned)).unwrap(), raw);
        assert_eq!(raw.as_bytes(), std::str::from_utf8(&bytes[..end as usize]).unwrap().trim_ascii_start().as_bytes());
    }
}

#[test]
fn pieces_equal_the_string() {
    let text = r#""a\n\u00e9é日本\ud83d\ude00 and more text \\ here""#;
    let whole = from(text).str().unwrap().to_owned();
    for size in 1..60 {
        let mut pieces = String::new();
        let mut r = dripping(text.as_bytes(), size, true, &ReadOptions::default());
        patient(&mut r, |r| {
            r.str_pieces(|piece| {
                pieces += piece;
                Ok(())
            })
        })
        .unwrap();
        assert_eq!(pieces, whole);
        r.end().or_else(|_| patient(&mut r, |r| r.end())).unwrap();
    }
}

/// Events written again.
fn copy<S: Source>(r: &mut Reader<S>, w: &mut Writer<()>) -> Result<()> {
    while let Some(event) = r.next_event()? {
        match event {
            Event::Null => w.null()?,
            Event::Bool(b) => w.bool(b)?,
            Event::Number(n) => w.number_text(n.as_str())?,
            Event::String(s) => w.str(s)?,
            Event::Key(s) => w.key(s)?,
            Event::BeginArray => w.begin_array()?,
            Event::EndArray => w.end_array()?,
            Event::BeginObject => w.begin_object()?,
            Event::EndObject => w.end_object()?,
        }
    }
    Ok(())
}

#[test]
fn write_then_read_is_identity() {
    let names = |picture: common::Picture| picture.events.into_iter().map(|(_, event)| event).collect::<Vec<_>>();
    for bytes in documents(3000) {
        let mut r = Reader::from_slice(&bytes);
        let first = events(&mut Reader::from_slice(&bytes));
        if first.error.is_some() {
            continue;
        }
        let mut w = Writer::with_options((), &WriteOptions::lines());
        copy(&mut r, &mut w).unwrap();
        let second = events(&mut Reader::from_slice(w.buffer()));
        assert_eq!(names(first), names(second));
    }
}

#[test]
fn floats_are_the_nearest() {
    for text in [
        "0.9999999999999999",
        "-0",
        "-0.0",
        "1e-400",
        "123456789012345678",
        "0.000000000000000000000000000001",
        "9007199254740993",
        "1e22",
        "1e23",
        "18446744073709551616",
        "36893488147419103232.0",
    ] {
        assert_eq!(from(text).f64().unwrap().to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
    }
    assert_eq!(from("-0").i64().unwrap(), 0);
}

#[test]
fn random_bytes_do_no_harm() {
    let mut random = Random(3);
    for _ in 0..30_000 {
        let len = random.below(40) as usize;
        let alphabet = b"\"\\{}[],:01.eE+-truefalsn \n\0\x80\xc3\xed\xff\xf0";
        let bytes: Vec<u8> = (0..len).map(|_| alphabet[random.below(alphabet.len() as u64) as usize]).collect();
        let expected = events(&mut Reader::from_slice(&bytes));
        assert_eq!(skip_all(&mut Reader::from_slice(&bytes)), expected.error);
        assert_eq!(events(&mut dripping(&bytes, 1 + len % 5, true, &ReadOptions::default())), expected);
        let _ = Reader::from_slice(&bytes).skip_unchecked();
        let _ = Reader::from_slice_with(&bytes, &ReadOptions::lenient()).i64();
        let _ = Reader::from_slice_with(&bytes, &ReadOptions::lenient()).str();
    }
}

/// Something to be found at every place of strings and white space of every length around the sizes of words and
/// blocks.
#[test]
fn scans_find_what_they_look_for() {
    for length in 0..100 {
        for at in 0..=length {
            let (before, after) = ("x".repeat(at), "é".repeat(length - at));
            for special in ["\\\"", "\\\\", "[", "}", "\\u005d", "é"] {
                let text = format!("{}{{\"{before}{special}{after}\":[\"{before}{special}\"]}} ", " \n".repeat(at % 9));
                let mut checked = from(&text);
                checked.skip().unwrap();
                let mut unchecked = from(&text);
                unchecked.skip_unchecked().unwrap();
                assert_eq!((checked.offset(), checked.offset()), (unchecked.offset(), text.len() as u64 - 1));
            }
            let text = format!("{}\n{}1", " ".repeat(at), "\t\r\n ".repeat(length - at));
            let mut r = from(&text);
            assert_eq!((r.u64().unwrap(), r.offset()), (1, text.len() as u64));
        }
    }
}

/// What `io::Read` may do: be interrupted at any byte, have nothing for now.
#[test]
fn interrupted_and_would_block() {
    struct Awkward<'a>(&'a [u8], u8);
    impl std::io::Read for Awkward<'_> {
        fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
            self.1 = (self.1 + 1) % 3;
            match self.1 {
                0 => Err(std::io::ErrorKind::Interrupted.into()),
                1 => Err(std::io::ErrorKind::WouldBlock.into()),
                _ => self.0.read(&mut room[..1]),
            }
        }
    }
    for bytes in documents(1000) {
        let expected = events(&mut Reader::from_slice(&bytes));
        let mut r = Reader::from_io(Awkward(&bytes, 0));
        assert_eq!(events(&mut r), expected);
        let mut r = Reader::from_io(Awkward(&bytes, 0));
        let error = r.next_document().unwrap_err();
        assert_eq!((error.kind(), error.io().unwrap().kind()), (ErrorKind::NeedMore, std::io::ErrorKind::WouldBlock));
    }
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::ConnectionReset.into())
        }
    }
    let error = Reader::from_io(Broken).skip().unwrap_err();
    assert_eq!((error.kind(), error.io().unwrap().kind()), (ErrorKind::Io, std::io::ErrorKind::ConnectionReset));
    assert_eq!(std::io::Error::from(error).kind(), std::io::ErrorKind::ConnectionReset);
}

/// Chunks of any size, pushed.
#[test]
fn pushed_chunks_equal_the_slice() {
    for (round, bytes) in documents(2000).enumerate() {
        let expected = events(&mut Reader::from_slice(&bytes));
        let mut r = Reader::from_chunks(&ReadOptions::default());
        let mut chunks = bytes.chunks(1 + round % 67);
        let mut seen = Vec::new();
        let error = loop {
            match r.next_event().map(|event| event.map(|event| format!("{event:?}"))) {
                Ok(Some(event)) => seen.push((r.token_offset(), event)),
                Ok(None) => break None,
                Err(error) if error.kind() == ErrorKind::NeedMore => match chunks.next() {
                    Some(chunk) => r.feed(chunk),
                    None => r.end_input(),
                },
                Err(error) => break Some(brief(&error)),
            }
        };
        assert_eq!((seen, error), (expected.events, expected.error));
    }
}

#[test]
fn a_string_given_up_half_way_can_be_passed() {
    let mut r = from(r#"["one\ntwo\nthree", 2]"#);
    r.begin_array().unwrap();
    let enough = |piece: &str| {
        if piece == "two" { Err(jsonstream::Error::sink("enough")) } else { Ok(()) }
    };
    assert_eq!(kind(r.str_pieces(enough)).0, ErrorKind::Io);
    r.skip().unwrap();
    assert_eq!(r.u64().unwrap(), 2);
    assert!(!r.next_element().unwrap());
}

#[test]
fn names_that_are_no_utf8_were_passed_by_skip_where_they_are_kept() {
    let text = b"{\"\xcc\":1}";
    let mut reader = Reader::from_slice_with(text, &ReadOptions::strict());
    assert_eq!(reader.skip().map_err(|e| (e.kind(), e.offset())), Err((ErrorKind::Utf8, 2)));
}

/// Tokens of every length, in documents with indentation.
fn long_document(random: &mut Random, depth: usize) -> String {
    let count = if depth < 4 { random.below(5) } else { 0 };
    let indent = random.pick(&["", " ", "\n", "\n ", "\r\n\t", "\n                                     "]).to_owned();
    let inner = |random: &mut Random| indent.clone() + &long_document(random, depth + 1);
    match random.below(6) {
        0 | 1 => format!("[{}{indent}]", (0..count).map(|_| inner(random)).collect::<Vec<_>>().join(",")),
        2 => {
            let member = |random: &mut Random| format!("{indent}{}: {}", long_string(random), inner(random));
            format!("{{{}{indent}}}", (0..count).map(|_| member(random)).collect::<Vec<_>>().join(","))
        }
        3 => long_string(random),
        4 => random.pick(&["true", "false", "null"]).to_owned(),
        _ => long_number(random),
    }
}

fn long_string(random: &mut Random) -> String {
    let len = random.below(70) as usize;
    let odd = random.pick(&["", "", "", "\\n", "é", "\\u00e9", "日", "\\\"", "\\ud83d\\ude00", "\\/"]);
    let (before, after) = ("x".repeat(len / 2), "y".repeat(len - len / 2));
    format!("\"{before}{odd}{after}\"")
}

fn long_number(random: &mut Random) -> String {
    let mut digits = |most| (0..random.below(most)).map(|at| (b'1' + ((at * 7) % 9) as u8) as char).collect::<String>();
    let (whole, fraction, exponent) = (digits(21), digits(21), digits(3));
    let sign = random.pick(&["", "-"]);
    let whole = if whole.is_empty() { "0".into() } else { whole };
    let fraction = if fraction.is_empty() { fraction } else { format!(".{fraction}") };
    let exponent = if exponent.is_empty() { exponent } else { format!("{}{exponent}", random.pick(&["e", "E-", "e+"])) };
    format!("{sign}{whole}{fraction}{exponent}")
}

/// What is whole in the window takes another way than what comes byte by byte. Both must say the same, whatever is wrong
/// and whatever the limits.
#[test]
fn the_short_way_is_the_long_way() {
    let mut random = Random(23);
    let base = ReadOptions::default();
    let all = [
        base.clone(),
        ReadOptions::go(),
        ReadOptions { documents: Documents::Lines, ..base.clone() },
        ReadOptions { duplicates: Duplicates::Reject, pointers: true, ..base.clone() },
        ReadOptions { max_depth: 2, ..base.clone() },
        ReadOptions { max_token: 30, ..base.clone() },
        ReadOptions { max_number: 9, ..base.clone() },
        ReadOptions { max_document: 5 + random.below(200), ..base.clone() },
        ReadOptions { max_document: 100, max_token: 20, max_number: 7, max_depth: 3, ..ReadOptions::go() },
        ReadOptions { max_document: 60, documents: Documents::Lines, ..base.clone() },
    ];
    for round in 0..1500 {
        let text = format!("[{}, {}]", long_document(&mut random, 0), long_document(&mut random, 0));
        let mut bytes = if round % 2 == 0 { text.into_bytes() } else { random.damaged(&text) };
        bytes.extend([b' '; 80]);
        for options in &all {
            let by_byte = events(&mut dripping(&bytes, 1, false, options));
            assert_eq!(events(&mut Reader::from_slice_with(&bytes, options)), by_byte, "{:?}", String::from_utf8_lossy(&bytes));
            let skipped = skip_all(&mut dripping(&bytes, 1, false, options));
            assert_eq!(skip_all(&mut Reader::from_slice_with(&bytes, options)), skipped, "{:?}", String::from_utf8_lossy(&bytes));
            // A skip goes on where a string would have to be held, and sees what is no UTF-8 before the limit in one that
            // crosses it.
            let utf8 = skipped.is_some_and(|(kind, _)| kind == ErrorKind::Utf8);
            let limited = options.max_token < base.max_token || (options.max_document < base.max_document && utf8);
            assert!(limited || skipped == by_byte.error, "{:?}", String::from_utf8_lossy(&bytes));
        }
    }
}

/// The pointer of an error is that of the place, wherever the names are by then.
#[test]
fn pointers_are_the_same_however_the_input_is_cut() {
    let mut random = Random(29);
    let options = ReadOptions { pointers: true, ..Default::default() };
    for _ in 0..1500 {
        let text = format!("[{}]", long_document(&mut random, 0));
        let bytes = random.damaged(&text);
        let pointer =
            |reader: &mut Reader<_>| patient(reader, Reader::skip).err().map(|error| error.pointer().map(str::to_owned));
        let expected = pointer(&mut dripping(&bytes, 4096, true, &options));
        for size in [1, 2, 3, 7, 16, 64] {
            assert_eq!(pointer(&mut dripping(&bytes, size, true, &options)), expected, "{:?}", String::from_utf8_lossy(&bytes));
        }
        let mut slice = Reader::from_slice_with(&bytes, &options);
        let error = slice.skip().err().map(|error| error.pointer().map(str::to_owned));
        assert_eq!(error, expected);
    }
}

/// Numbers of every length at every place, so that point, exponent and end stand on every border of a block.
#[test]
fn numbers_with_their_parts_at_every_border_of_a_block() {
    let digits = "1234567890123456789012345678901234567890";
    let fractions = [0, 1, 7, 8, 9, 15, 16, 17, 18, 19, 20, 30, 31, 32, 33, 40];
    for whole in 1..=40 {
        for fraction in fractions {
            for (sign, exponent) in [("", ""), ("-", ""), ("", "e1"), ("-", "E-12"), ("", "e0000000000000000000000000000001")] {
                let point = if fraction > 0 { "." } else { "" };
                let number = format!("{sign}{}{point}{}{exponent}", &digits[..whole], &digits[..fraction]);
                let expected = number.parse::<f64>().unwrap();
                for before in [0, 1, 14, 15, 16, 31, 32, 33] {
                    for after in [0, 1, 16, 64] {
                        number_between(&number, expected, before, after);
                    }
                }
            }
        }
    }
}

fn number_between(number: &str, expected: f64, before: usize, after: usize) {
    let text = format!("[{}{number}{}]", " ".repeat(before), " ".repeat(after));
    let open = || {
        let mut r = Reader::from_str(&text);
        r.begin_array().unwrap();
        r
    };
    Reader::from_str(&text).skip().unwrap();
    assert_eq!(open().f64().unwrap().to_bits(), expected.to_bits(), "{text}");
    assert_eq!(open().number().unwrap().as_str(), number);
    assert_eq!(open().int::<i128>().ok(), number.parse().ok(), "{text}");
    assert_eq!(open().u64().ok(), number.parse().ok(), "{text}");
    assert_eq!(open().f32().ok(), number.parse().ok().filter(|n: &f32| n.is_finite()), "{text}");
}

#[test]
fn a_long_token_grows_the_buffer_to_its_limit_and_no_further() {
    let options = ReadOptions { buffer: 1000, max_token: 100_000, ..Default::default() };
    for len in [10, 999, 33_000, 65_000, 99_900, 100_000, 100_001, 1_000_000] {
        let text = format!("[1,\"{}\"]", "x".repeat(len));
        let mut r = Reader::from_io_with(text.as_bytes(), &options);
        r.begin_array().unwrap();
        r.skip().unwrap();
        assert_eq!(r.str().is_ok(), len <= 100_000, "{len}");
        assert!(r.capacity() <= 101_000, "{len}: {}", r.capacity());
        let mut r = Reader::from_io_with(text.as_bytes(), &options);
        assert_eq!(r.raw().is_ok(), text.len() <= 100_000, "{len}");
        assert!(r.capacity() <= 101_000, "{len}: {}", r.capacity());
    }
}
