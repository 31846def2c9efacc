//! Small inputs after public reports about other libraries; the number of each is in the name. Each is run from a
//! slice and from a source with buffers of 1, 2, 3, 7, 16 and 4096 bytes.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

mod common;

use std::collections::BTreeMap;

use common::{dripping, events, skip_all};
use jsonstream::{
    BigNumber, Broken, Documents, ErrorKind, Event, FloatFormat, Kind, NonFinite, RawValue, ReadOptions, Reader, WriteOptions,
    Writer, from_str, to_string, to_vec_with,
};
use serde::Deserialize;

const SIZES: [usize; 6] = [1, 2, 3, 7, 16, 4096];

/// Runs the body for a reader of every kind.
macro_rules! everywhere {
    ($text:expr, $options:expr, |$r:ident| $body:block) => {{
        let (text, options): (&[u8], ReadOptions) = (AsRef::<[u8]>::as_ref($text), $options);
        {
            let $r = &mut Reader::from_slice_with(text, &options);
            $body
        }
        for size in SIZES {
            let $r = &mut dripping(text, size, false, &options);
            $body
        }
    }};
    ($text:expr, |$r:ident| $body:block) => {
        everywhere!($text, ReadOptions::default(), |$r| $body)
    };
}

fn single() -> ReadOptions {
    ReadOptions { documents: Documents::Single, ..Default::default() }
}

#[test]
fn j01_one_huge_array() {
    let text = format!("[{}{{\"a\":2}}]", "{\"a\":2},".repeat(50_000));
    everywhere!(&text, |r| {
        let mut sum = 0;
        for row in r.array::<BTreeMap<String, u32>>().unwrap() {
            sum += row.unwrap()["a"];
        }
        assert_eq!(sum, 100_002);
    });
    let mut r = dripping(text.as_bytes(), 16, false, &ReadOptions::default());
    r.array::<BTreeMap<String, u32>>().unwrap().for_each(|row| drop(row.unwrap()));
    assert_eq!(r.capacity(), 16);
}

#[test]
fn j02_array_iteration() {
    for (text, bad) in [("[0, 1, 2]", false), ("[0, 1, 2]  \n", false), ("[0, 1, 2] x", true)] {
        everywhere!(text, single(), |r| {
            let rows: Vec<_> = r.array::<u8>().unwrap().collect();
            let numbers: Vec<_> = rows.iter().flatten().copied().collect();
            assert_eq!((numbers, rows.iter().any(Result::is_err)), (vec![0, 1, 2], bad));
        });
    }
}

#[test]
fn j05_recover_from_a_type_error() {
    everywhere!(r#""a" {"b": 0} "c""#, |r| {
        assert_eq!(r.str().unwrap(), "a");
        let error = r.str().unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::Type, 4));
        r.skip().unwrap();
        assert_eq!(r.str().unwrap(), "c");
    });
}

#[test]
fn j06_one_error_then_the_end() {
    everywhere!("a", |r| {
        let all: Vec<_> = r.documents::<u8>().map(|row| row.unwrap_err().kind()).collect();
        assert_eq!(all, [ErrorKind::Syntax]);
    });
}

#[test]
fn j10_j11_j12_documents_and_their_ends() {
    for (text, count) in
        [("{\"a\":1}\n\n{\"a\":2}\n\n", 2), ("{\"key\":\"value\"}\n{\"key2\":\"value2\"}\n", 2), ("123", 1), ("", 0), (" \n", 0)]
    {
        for documents in [Documents::Many, Documents::Lines] {
            everywhere!(text, ReadOptions { documents, ..Default::default() }, |r| {
                let all: Vec<_> = r.documents::<serde_json::Value>().map(Result::unwrap).collect();
                assert_eq!(all.len(), count);
                assert!(!r.next_document().unwrap());
            });
        }
    }
}

#[test]
fn j14_escape_at_the_edge_of_the_buffer() {
    let text = "{\"data\":\"…\\\"\"}";
    for size in 1..text.len() + 2 {
        let mut r = dripping(text.as_bytes(), size, false, &single());
        assert_eq!(r.value::<BTreeMap<String, String>>().unwrap()["data"], "…\"");
    }
}

#[test]
fn j16_slow_reader() {
    let text = format!("[{}0]", "{\"key\": \"value\"}, ".repeat(50_000));
    let mut r = dripping(text.as_bytes(), 1, false, &ReadOptions::default());
    r.skip().unwrap();
    assert!(r.capacity() < 64);
}

#[test]
fn j20_j21_validity() {
    for text in ["123abc", "404 Not Found", "{}123", "{\"a\":1}0@"] {
        everywhere!(text, single(), |r| {
            assert!(skip_all(r).is_some(), "{text}");
        });
    }
}

#[test]
fn j22_number_grammar() {
    for (text, at) in [("{\"score\": 08}", 11), ("01", 1)] {
        everywhere!(text, |r| {
            assert_eq!(skip_all(r), Some((ErrorKind::Syntax, at)));
        });
    }
}

#[test]
fn j25_nul() {
    for text in ["1\x001", "{\"\":[],\"\":[5\x00]}", "{}\0"] {
        everywhere!(text, single(), |r| {
            assert!(skip_all(r).is_some());
        });
    }
}

#[test]
fn j27_j28_j30_integer_precision() {
    let digits = [
        "92233720368547758423",
        "9223372036854775808",
        "9007199254740993",
        "1234567890123456789012",
        "13911860366432393",
        "1499816949527975237",
    ];
    for number in digits {
        let text = format!("{{\"id\":{number}}}");
        everywhere!(&text, |r| {
            let mut w = Writer::in_memory();
            w.copy(r).unwrap();
            assert_eq!(w.buffer(), text.as_bytes());
        });
        assert_eq!(from_str::<BTreeMap<String, BigNumber>>(&text).unwrap()["id"].as_str(), number);
    }
    assert_eq!(from_str::<BTreeMap<String, u64>>("{\"id\":9223372036854775808}").unwrap()["id"], 1 << 63);
    assert_eq!(from_str::<serde_json::Value>("{\"id\":9007199254740993}").unwrap()["id"], 9_007_199_254_740_993_i64);
}

#[test]
fn j31_j34_floats() {
    everywhere!("0.9999999999999999", |r| {
        assert_eq!(r.f64().unwrap(), 1.0 - f64::EPSILON / 2.0);
    });
    assert_eq!(to_string(&(0.000000099f64, 0.1f32)).unwrap(), "[9.9e-8,0.1]");
}

#[test]
fn j36_minus_zero() {
    let text = "{\"median_dist\": -0}";
    everywhere!(text, |r| {
        r.begin_object().unwrap();
        r.next_key().unwrap();
        assert_eq!(r.i64().unwrap(), 0);
    });
    everywhere!(text, |r| {
        assert_eq!(r.value::<BTreeMap<String, f64>>().unwrap()["median_dist"].to_bits(), (-0.0f64).to_bits());
    });
    everywhere!("[-0, 0]", |r| {
        let mut w = Writer::in_memory();
        w.copy(r).unwrap();
        assert_eq!(w.buffer(), b"[-0,0]");
    });
}

#[test]
fn j37_nan() {
    let values = [f64::NAN, 1.0, f64::NEG_INFINITY];
    let with = |non_finite| to_vec_with(&values, &WriteOptions { non_finite, ..Default::default() });
    let error = with(NonFinite::Error).unwrap_err();
    assert!(error.kind() == ErrorKind::NonFinite && error.to_string().len() < 100 && error.offset() == 1);
    assert_eq!(error.pointer(), Some("/0"));
    assert_eq!(with(NonFinite::Null).unwrap(), b"[null,1,null]");
    assert_eq!(with(NonFinite::Strings).unwrap(), br#"["NaN",1,"-Inf"]"#);
}

#[test]
fn j41_j42_lone_surrogates() {
    let table: [(&str, &str, &[u8]); 4] = [
        (r#""\ud83c""#, "\u{fffd}", b"\xed\xa0\xbc"),
        (r#""\ud83c\ud83c""#, "\u{fffd}\u{fffd}", b"\xed\xa0\xbc\xed\xa0\xbc"),
        (r#""\ud83ca""#, "\u{fffd}a", b"\xed\xa0\xbca"),
        (r#""\uDE71""#, "\u{fffd}", b"\xed\xb9\xb1"),
    ];
    for (text, lossy, bytes) in table {
        everywhere!(text, |r| {
            let error = r.str().unwrap_err();
            assert_eq!((error.kind(), error.offset()), (ErrorKind::Surrogate, 1));
            assert_eq!(r.bytes().unwrap(), bytes);
        });
        everywhere!(text, ReadOptions { surrogates: Broken::Replace, ..Default::default() }, |r| {
            assert_eq!(r.str().unwrap(), lossy);
        });
    }
}

#[test]
fn j44_escaped_names() {
    #[derive(Deserialize)]
    struct T {
        消息: Option<String>,
        #[serde(rename = "Field\"1")]
        field: Option<String>,
    }
    everywhere!("{\"\\u6D88\\u606F\":\"x\"}", |r| {
        assert_eq!(r.value::<T>().unwrap().消息.as_deref(), Some("x"));
    });
    everywhere!("{\"Field\\\"1\":\"hello\"}", |r| {
        assert_eq!(r.value::<T>().unwrap().field.as_deref(), Some("hello"));
    });
}

#[test]
fn j46_bad_objects() {
    for (text, at) in [("{1 : \"abc\"}", 1), ("{{}}", 1)] {
        everywhere!(text, |r| {
            let error = r.value::<serde_json::Value>().unwrap_err();
            assert_eq!((error.kind(), error.offset()), (ErrorKind::Syntax, at));
        });
    }
}

#[test]
fn j48_j50_fuzzy() {
    everywhere!("{\"referer\":null}", ReadOptions::lenient(), |r| {
        assert_eq!(r.value::<BTreeMap<String, String>>().unwrap()["referer"], "");
    });
    everywhere!("100 \"1.23\" [] {\"age\":\"10\"}", ReadOptions::lenient(), |r| {
        assert_eq!(r.value::<String>().unwrap(), "100");
        assert_eq!(r.value::<f32>().unwrap(), 1.23);
        assert!(r.value::<BTreeMap<String, u8>>().unwrap().is_empty());
        assert_eq!(r.value::<BTreeMap<String, u8>>().unwrap()["age"], 10);
    });
}

#[test]
fn j52_fuzzy_only_where_asked() {
    everywhere!("\"5\" true", ReadOptions::lenient(), |r| {
        assert_eq!((r.i64().unwrap(), r.i64().unwrap()), (5, 1));
        let mut strict = Reader::from_str("\"5\" true");
        assert!(strict.i64().is_err());
        strict.skip().unwrap();
        assert!(strict.i64().is_err());
    });
}

#[test]
fn j54_tokens_with_offsets() {
    everywhere!("[1, {\"k\": 2}]", |r| {
        let picture = events(r);
        let offsets: Vec<_> = picture.events.iter().map(|(offset, _)| *offset).collect();
        assert_eq!(offsets, [0, 1, 4, 5, 10, 11, 12]);
        assert_eq!(picture.events[3].1, "Key(\"k\")");
    });
}

#[test]
fn j56_depth() {
    let deep = "[".repeat(100_000);
    let nested = "[".repeat(500) + &"]".repeat(500);
    for size in SIZES {
        assert_eq!(skip_all(&mut dripping(deep.as_bytes(), size, false, &ReadOptions::default())).unwrap().0, ErrorKind::TooDeep);
        assert_eq!(skip_all(&mut dripping(nested.as_bytes(), size, false, &ReadOptions::default())), None);
    }
    assert_eq!(Reader::from_str(&deep).value::<serde_json::Value>().unwrap_err().kind(), ErrorKind::TooDeep);
    let value = std::thread::Builder::new().stack_size(64 << 20).spawn(move || {
        let options = ReadOptions { max_stack: 48 << 20, ..Default::default() };
        Reader::from_slice_with(nested.as_bytes(), &options).value::<serde_json::Value>().map(|value| value.is_array())
    });
    assert!(value.unwrap().join().unwrap().unwrap());
}

#[test]
fn j57_over_reading() {
    for size in SIZES {
        let mut r = dripping(b"{\"a\":1}REST", size, false, &ReadOptions::default());
        assert_eq!(r.value::<BTreeMap<String, u8>>().unwrap()["a"], 1);
        let (rest, unused) = r.into_parts();
        assert_eq!([&unused, rest.bytes].concat(), b"REST");
    }
}

#[test]
fn j59_array_from_an_iterator() {
    for count in [0, 1, 5] {
        let mut w = Writer::in_memory();
        w.array(0..count).unwrap();
        assert_eq!(from_str::<Vec<u32>>(std::str::from_utf8(w.buffer()).unwrap()).unwrap().len(), count);
    }
    let mut w = Writer::new(Vec::new());
    let error = w.array([1.0, 2.0, f64::NAN, 4.0]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NonFinite);
    assert!(w.finish().is_err());
}

#[test]
fn j60_array_to_lines() {
    let text = format!("[{}{{\"n\":1.50}}]", "{\"n\":1.50},".repeat(5000));
    everywhere!(&text, |r| {
        let mut w = Writer::with_options(Vec::new(), &WriteOptions::lines());
        r.begin_array().unwrap();
        while r.next_element().unwrap() {
            w.copy(r).unwrap();
        }
        let lines = w.finish().unwrap();
        assert!(lines == "{\"n\":1.50}\n".repeat(5001).as_bytes());
    });
}

#[test]
fn j63_name_case() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct T {
        t: Option<f64>,
    }
    everywhere!("{\"T\":10.0}", ReadOptions::go(), |r| {
        assert_eq!(r.value::<T>().unwrap(), T { t: Some(10.0) });
    });
    everywhere!("{\"T\":10.0}", |r| {
        assert_eq!(r.value::<T>().unwrap(), T { t: None });
    });
    #[derive(Debug, PartialEq, Deserialize)]
    struct V {
        v: String,
    }
    everywhere!("{\"v\":\"Test\",\"V\":\"x\"}", |r| {
        assert_eq!(r.value::<V>().unwrap().v, "Test");
    });
    everywhere!("{\"v\":\"Test\",\"V\":\"x\"}", ReadOptions::go(), |r| {
        assert_eq!(r.value::<V>().unwrap().v, "x");
    });
    #[derive(Debug, PartialEq, Deserialize)]
    struct Nested {
        inner: Vec<V>,
        other: u8,
    }
    let text = "[1] {\"Other\": 1, \"INNER\": [{\"V\": \"a\", \"v\": \"b\", \"x\": {\"v\": 0}}, {\"v\": \"c\"}], \"other\": 2}";
    everywhere!(text, ReadOptions::go(), |r| {
        r.skip().unwrap();
        let nested = r.value::<Nested>().unwrap();
        let inner: Vec<_> = nested.inner.iter().map(|v| v.v.as_str()).collect();
        assert_eq!((inner, nested.other), (vec!["b", "c"], 2));
        r.end().unwrap();
    });
}

#[test]
fn j66_long_input() {
    #[derive(Deserialize)]
    struct Item {
        id: u32,
        #[serde(default)]
        none: Option<String>,
    }
    let long = "x".repeat(150_000);
    let item = |n| {
        let extra = if n == 500 { long.clone() } else { "é\\n".repeat(40) };
        format!("{{\"id\":{n},\"skip\":[{{\"deep\":\"{extra}\"}}]}}")
    };
    let text = format!("[{}]", (0..1000).map(item).collect::<Vec<_>>().join(","));
    assert!(text.len() > 400_000 - 150_000);
    everywhere!(&text, |r| {
        let items: Vec<Item> = r.array().unwrap().collect::<Result<_, _>>().unwrap();
        assert!(items.len() == 1000 && items.iter().enumerate().all(|(n, item)| item.id as usize == n && item.none.is_none()));
    });
}

#[test]
fn pass_through_of_any_kind() {
    let text = "[1.0,\"a\",{\"b\":[null,true]},-0]";
    everywhere!(text, |r| {
        assert_eq!(r.peek().unwrap(), Kind::Array);
        assert_eq!(r.value::<RawValue<'_>>().unwrap().get(), text);
    });
    everywhere!(text, |r| {
        let options = WriteOptions { floats: FloatFormat::Rust, ..Default::default() };
        let mut w = Writer::with_options((), &options);
        while let Some(event) = r.next_event().unwrap() {
            assert!(!matches!(event, Event::Key(name) if name != "b"));
            w.event(event).unwrap();
        }
        assert_eq!(w.buffer(), text.as_bytes());
    });
}
