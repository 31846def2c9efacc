//! The canonical form, RFC 8785.
#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

mod common;

use std::fs;

use common::{Random, data};
use jsonstream::{ErrorKind, FloatFormat, Framing, Layout, Reader, Result, WriteOptions, Writer};

fn canonical(text: &str) -> Result<String> {
    let mut w = Writer::with_options((), &WriteOptions::canonical());
    w.copy(&mut Reader::from_str(text))?;
    Ok(String::from_utf8(w.into_bytes()?).unwrap())
}

#[test]
fn files_of_the_rfc() {
    let Some(data) = data() else { return };
    let folder = data.join("json/jcs/testdata");
    let mut count = 0;
    for entry in fs::read_dir(folder.join("input")).unwrap() {
        let name = entry.unwrap().file_name();
        let input = fs::read_to_string(folder.join("input").join(&name)).unwrap();
        let output = fs::read_to_string(folder.join("output").join(&name)).unwrap();
        assert_eq!(canonical(&input).unwrap(), output, "{name:?}");
        let mut w = Writer::with_options((), &WriteOptions::canonical());
        w.raw(&input).unwrap();
        assert_eq!(w.into_bytes().unwrap(), output.as_bytes(), "{name:?}");
        count += 1;
    }
    assert!(count >= 6);
}

#[test]
fn members_in_order_at_every_level() {
    let table = [
        ("{}", "{}"),
        (r#"{"b":1,"a":{"d":[{"z":1,"y":2}],"c":3}}"#, r#"{"a":{"c":3,"d":[{"y":2,"z":1}]},"b":1}"#),
        ("{\"😀\":1,\"ﬀ\":2,\"é\":3,\"z\":4}", "{\"z\":4,\"é\":3,\"😀\":1,\"ﬀ\":2}"),
        (r#"{"a,":1,"a":2,"":3}"#, r#"{"":3,"a":2,"a,":1}"#),
        (
            r#"[1.0, -0, 1E30, 4.50, 2e-3, 0.000000000000000000000000001, 333333333.33333329]"#,
            "[1,0,1e+30,4.5,0.002,1e-27,333333333.3333333]",
        ),
        ("[9007199254740993, 18446744073709551615]", "[9007199254740992,18446744073709552000]"),
        ("\"\\u000f\\/\\u0041\\u20ac\"", "\"\\u000f/A€\""),
    ];
    for (text, expected) in table {
        assert_eq!(canonical(text).unwrap(), expected);
    }
}

#[test]
fn canonical_again_is_the_same() {
    let mut random = Random(21);
    for _ in 0..2000 {
        let text = random.document(4);
        match canonical(&text) {
            Ok(once) => assert_eq!(canonical(&once).unwrap(), once),
            Err(error) => assert_eq!(error.kind(), ErrorKind::Duplicate),
        }
    }
}

#[test]
fn typed_writes_are_canonical_too() {
    let options =
        WriteOptions { layout: Layout::Spaced, floats: FloatFormat::Rust, framing: Framing::Lines, ..WriteOptions::canonical() };
    let mut w = Writer::with_options(Vec::new(), &WriteOptions { flush_at: 1, ..options });
    for _ in 0..2 {
        w.begin_object().unwrap();
        w.key("b").unwrap();
        w.begin_array().unwrap();
        w.u64s(&[1, u64::MAX]).unwrap();
        w.f64s(&[-0.0, 1e21]).unwrap();
        w.f32(0.1).unwrap();
        w.i128(i128::MIN).unwrap();
        w.end_array().unwrap();
        w.flush().unwrap();
        w.key_lossy(b"a\xff").unwrap();
        w.raw(" {\"y\":1.0,\n\"x\":2}").unwrap();
        assert!(w.raw("{\"x\":1,\"x\":2}").is_err());
        w.end_object().unwrap();
    }
    let line = "{\"a\u{fffd}\":{\"x\":2,\"y\":1},\"b\":[1,18446744073709552000,0,1e+21,0.1,-1.7014118346046923e+38]}\n";
    assert_eq!(String::from_utf8(w.finish().unwrap()).unwrap(), line.repeat(2));
}

#[test]
fn a_name_twice_is_refused_and_the_value_can_be_given_up() {
    let options = WriteOptions { framing: Framing::Lines, ..WriteOptions::canonical() };
    let mut w = Writer::with_options(Vec::new(), &options);
    w.begin_object().unwrap();
    for name in ["a", "b", "a"] {
        w.key(name).unwrap();
        w.null().unwrap();
    }
    assert_eq!(w.end_object().unwrap_err().kind(), ErrorKind::Duplicate);
    assert!(w.abandon());
    w.raw("{\"b\":1,\"a\":2}").unwrap();
    assert_eq!(w.finish().unwrap(), b"{\"a\":2,\"b\":1}\n");
}

/// Members know their places in the buffer, and a flush inside a value takes the lines in front of it away.
#[test]
fn flush_inside_a_value_behind_lines_that_are_still_buffered() {
    for before in ["", "x", "xxx", "a line that is longer than the object behind it, by much"] {
        for flush_at in 0..7 {
            let mut w = Writer::with_options(Vec::new(), &WriteOptions { canonical: true, ..WriteOptions::lines() });
            let mut step = 0;
            let mut flush = |w: &mut Writer<Vec<u8>>| {
                step += 1;
                if step > flush_at {
                    w.flush().unwrap()
                }
            };
            w.str(before).unwrap();
            flush(&mut w);
            w.begin_object().unwrap();
            flush(&mut w);
            w.key("b").unwrap();
            flush(&mut w);
            w.begin_object().unwrap();
            w.key("y").unwrap();
            flush(&mut w);
            w.u64(1).unwrap();
            w.key("x").unwrap();
            flush(&mut w);
            w.raw("[{}]").unwrap();
            w.end_object().unwrap();
            flush(&mut w);
            w.key("a").unwrap();
            w.str("0123456789").unwrap();
            w.end_object().unwrap();
            let lines = format!("\"{before}\"\n{{\"a\":\"0123456789\",\"b\":{{\"x\":[{{}}],\"y\":1}}}}\n");
            assert_eq!(String::from_utf8(w.finish().unwrap()).unwrap(), lines, "{before} {flush_at}");
        }
    }
}

/// 2^53 + 1 and its like round to a float that holds every integer up to it.
#[test]
fn integers_around_2_to_the_53_are_those_of_their_floats() {
    for by in -4..=4i64 {
        for n in [(1 << 53) + by, -(1 << 53) + by] {
            let expected = format!("{}", n as f64);
            let written = |write: &dyn Fn(&mut Writer<()>) -> Result<()>| {
                let mut w = Writer::with_options((), &WriteOptions::canonical());
                write(&mut w).unwrap();
                assert_eq!(canonical(std::str::from_utf8(w.buffer()).unwrap()).unwrap(), expected);
                assert_eq!(String::from_utf8(w.into_bytes().unwrap()).unwrap(), expected);
            };
            written(&|w| w.i64(n));
            written(&|w| w.i128(n.into()));
            written(&|w| w.number_text(&n.to_string()));
            written(&|w| w.raw(&n.to_string()));
            if let Ok(n) = u64::try_from(n) {
                written(&|w| w.u64(n));
                written(&|w| w.u128(n.into()));
            }
            let mut w = Writer::with_options((), &WriteOptions::canonical());
            w.begin_array().unwrap();
            w.i64s(&[n]).unwrap();
            w.end_array().unwrap();
            assert_eq!(w.into_bytes().unwrap(), format!("[{expected}]").into_bytes());
        }
    }
}
