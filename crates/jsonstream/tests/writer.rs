//! What the writer writes, token by token, and what it refuses.
#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

use jsonstream::{ErrorKind, Escapes, FloatFormat, Framing, NonFinite, Result, WriteOptions, Writer};

type Mem = Writer<()>;

fn text_with(options: &WriteOptions, write: impl FnOnce(&mut Mem) -> Result<()>) -> String {
    let mut w = Writer::with_options((), options);
    write(&mut w).unwrap();
    String::from_utf8(w.buffer().to_vec()).unwrap()
}

fn text(write: impl FnOnce(&mut Mem) -> Result<()>) -> String {
    text_with(&WriteOptions::default(), write)
}

fn float(n: f64, floats: FloatFormat) -> String {
    text_with(&WriteOptions { floats, ..Default::default() }, |w| w.f64(n))
}

#[test]
fn integers_of_every_length() {
    let mut n = 0u128;
    for length in 1..=39 {
        n = n.wrapping_mul(10).wrapping_add(length % 10);
        assert_eq!(text(|w| w.u128(n)), n.to_string());
        assert_eq!(text(|w| w.i128(-((n >> 1) as i128))), (-((n >> 1) as i128)).to_string());
        assert_eq!(text(|w| w.u64(n as u64)), (n as u64).to_string());
        assert_eq!(text(|w| w.i64(n as i64)), (n as i64).to_string());
    }
    for n in [0, 1, 9, 10, 99, 100, i64::MAX, i64::MIN, -1, -10] {
        assert_eq!(text(|w| w.i64(n)), n.to_string());
    }
    for n in [0, u128::MAX, 10u128.pow(19), 10u128.pow(19) - 1, 10u128.pow(38)] {
        assert_eq!(text(|w| w.u128(n)), n.to_string());
    }
    assert_eq!(text(|w| w.i128(i128::MIN)), i128::MIN.to_string());
}

/// By `json.Marshal` of Go 1.27.
#[test]
fn floats_as_go_spells_them() {
    let table = [
        (0.0, "0"),
        (-0.0, "-0"),
        (1.0, "1"),
        (-1.5, "-1.5"),
        (0.1, "0.1"),
        (100.0, "100"),
        (123456789.125, "123456789.125"),
        (0.000001, "0.000001"),
        (0.00000123, "0.00000123"),
        (0.00000099, "9.9e-7"),
        (1e-7, "1e-7"),
        (9.9e-8, "9.9e-8"),
        (1.5e-10, "1.5e-10"),
        (1e20, "100000000000000000000"),
        (123456789012345680000.0, "123456789012345680000"),
        (999999999999999900000.0, "999999999999999900000"),
        (1e21, "1e+21"),
        (1.25e22, "1.25e+22"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (9007199254740993.0, "9007199254740992"),
        (0.9999999999999999, "0.9999999999999999"),
    ];
    for (n, expected) in table {
        assert_eq!(float(n, FloatFormat::Go), expected);
    }
    let singles = [(0.1, "0.1"), (16777216.0, "16777216"), (1e-7, "1e-7"), (3.4028235e38, "3.4028235e+38"), (1e-45, "1e-45")];
    for (n, expected) in singles {
        assert_eq!(text(|w| w.f32(n)), expected);
    }
}

/// Numbers of every size and length, from a fixed sequence.
fn floats() -> impl Iterator<Item = f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state
    };
    let bits = move |n: u64| match n % 3 {
        0 => f64::from_bits(next()),
        1 => (next() >> 40) as f64 / 100.0,
        _ => next() as f64 * 10f64.powi((n % 40) as i32 - 20),
    };
    (0..60_000).map(bits).filter(|n| n.is_finite())
}

#[test]
fn floats_read_back_and_rust_spelling_is_that_of_debug() {
    for n in floats() {
        for format in [FloatFormat::Go, FloatFormat::Es6, FloatFormat::Rust] {
            assert_eq!(float(n, format).parse::<f64>().unwrap().to_bits() << 1, n.to_bits() << 1);
        }
        // Of two shortest texts equally near, Rust takes the upper one, Go and we the even one: shape only.
        let shape = |text: String| text.replace(|c: char| c.is_ascii_digit(), "0");
        assert_eq!(shape(float(n, FloatFormat::Rust)), shape(format!("{n:?}")));
        let single = n as f32;
        if single.is_finite() {
            assert_eq!(shape(text(|w| w.f32(single))), shape(go_spelling(single)));
        }
    }
}

/// Go's spelling, the slow way, of the digits that Rust's formatter finds.
fn go_spelling(n: f32) -> String {
    let scientific = format!("{n:e}");
    let (_, exponent) = scientific.split_once('e').unwrap();
    match exponent.parse::<i32>().unwrap() {
        -6..=20 => format!("{n}"),
        21.. => scientific.replace('e', "e+"),
        _ => scientific,
    }
}

#[test]
fn single_floats_that_are_not_finite_are_refused() {
    for n in [f32::NAN, f32::INFINITY] {
        assert_eq!(Writer::in_memory().f32(n).unwrap_err().kind(), ErrorKind::NonFinite);
    }
}

#[test]
fn six_digits() {
    let table = [
        (4e-7, "0"),
        (5e-7, "0.000001"),
        (-1e-7, "0"),
        (0.9999995, "1"),
        (-2.5, "-2.5"),
        (0.7488616345887485, "0.748862"),
        (1e10, "10000000000"),
        (123456789.12345679, "123456789.12345679"),
    ];
    for (n, expected) in table {
        assert_eq!(float(n, FloatFormat::SixDigits), expected);
    }
}

#[test]
fn non_finite_floats_by_policy() {
    let three = |non_finite| {
        text_with(&WriteOptions { non_finite, ..Default::default() }, |w| {
            w.begin_array()?;
            w.f64(f64::NAN)?;
            w.f64(1.0)?;
            w.f32(f32::NEG_INFINITY)?;
            w.f64s(&[f64::INFINITY, 2.0])?;
            w.end_array()
        })
    };
    assert_eq!(three(NonFinite::Null), "[null,1,null,null,2]");
    assert_eq!(three(NonFinite::Strings), r#"["NaN",1,"-Inf","+Inf",2]"#);
}

/// A value that is refused leaves no trace, and the writer goes on (json-iterator's encoder was dead after a NaN).
#[test]
fn nan_does_not_kill_the_writer() {
    let written = text(|w| {
        w.begin_array()?;
        let error = w.f64(f64::NAN).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::NonFinite, 1));
        assert!(error.to_string().len() < 100);
        w.u64(1)?;
        w.end_array()
    });
    assert_eq!(written, "[1]");
}

#[test]
fn strings_escape_what_they_must() {
    assert_eq!(text(|w| w.str("")), r#""""#);
    assert_eq!(
        text(|w| w.str("\"\\/\u{8}\u{c}\n\r\t\0\u{1f}\u{7f}é😀")),
        r#""\"\\/\b\f\n\r\t\u0000\u001f"#.to_owned() + "\u{7f}é😀\""
    );
}

/// An escape at every place of strings of every length around the block size.
#[test]
fn an_escape_is_found_wherever_it_stands() {
    for length in 1..70 {
        for at in 0..length {
            for (special, escaped) in [("\"", "\\\""), ("\\", "\\\\"), ("\n", "\\n"), ("\u{1}", "\\u0001")] {
                let (before, after) = ("x".repeat(at), "y".repeat(length - at - 1));
                let expected = format!("\"{before}{escaped}{after}\"");
                assert_eq!(text(|w| w.str(&format!("{before}{special}{after}"))), expected);
            }
        }
    }
}

#[test]
fn escapes_by_option_in_values_and_keys() {
    let sample = "<&>\u{2028}\u{2029}\u{7f}\u{85}\u{a0}\u{200e}\u{202e}\u{2066}\u{2070}\u{61c}\u{61b}";
    let with = |escapes| {
        text_with(&WriteOptions { escapes, ..Default::default() }, |w| {
            w.begin_object()?;
            w.key(sample)?;
            w.str(sample)?;
            w.end_object()
        })
    };
    let both = |inside: &str| format!("{{\"{inside}\":\"{inside}\"}}");
    let none = Escapes::default();
    assert_eq!(with(none), both(sample));
    assert_eq!(with(Escapes { html: true, ..none }), both(&sample.replace("<&>", "\\u003c\\u0026\\u003e")));
    let js = sample.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    assert_eq!(with(Escapes { js: true, ..none }), both(&js));
    let terminal = "<&>\u{2028}\u{2029}\\u007f\\u0085\u{a0}\\u200e\\u202e\\u2066\u{2070}\\u061c\u{61b}";
    assert_eq!(with(Escapes { terminal: true, ..none }), both(terminal));
}

/// One replacement for each byte, as `json.Marshal` of a Go string does.
#[test]
fn bytes_that_are_not_utf8_are_replaced_one_by_one() {
    let table: [(&[u8], &str, bool); 8] = [
        (b"plain", "plain", false),
        ("é😀".as_bytes(), "é😀", false),
        (b"a\xffb", "a\u{fffd}b", true),
        (b"\xe2\x82", "\u{fffd}\u{fffd}", true),
        (b"\xe2\x82A", "\u{fffd}\u{fffd}A", true),
        (b"\xed\xa0\x80", "\u{fffd}\u{fffd}\u{fffd}", true),
        (b"\xf0\x9f\x98\"", "\u{fffd}\u{fffd}\u{fffd}\\\"", true),
        (b"\xc0\x80", "\u{fffd}\u{fffd}", true),
    ];
    for (bytes, expected, lost) in table {
        assert_eq!(text(|w| w.str_lossy(bytes).map(|l| assert_eq!(l, lost))), format!("\"{expected}\""));
        let object = text(|w| {
            w.begin_object()?;
            assert_eq!(w.key_lossy(bytes)?, lost);
            w.null()?;
            w.end_object()
        });
        assert_eq!(object, format!("{{\"{expected}\":null}}"));
    }
}

#[test]
fn base64_of_every_remainder() {
    let table: [(&[u8], &str); 5] =
        [(b"", ""), (b"f", "Zg=="), (b"fo", "Zm8="), (b"foo", "Zm9v"), (b"\xff\xfe\xfd\xfc", "//79/A==")];
    for (bytes, expected) in table {
        assert_eq!(text(|w| w.bytes_base64(bytes)), format!("\"{expected}\""));
    }
}

#[test]
fn number_text_is_checked() {
    for good in ["0", "-0", "12", "1.0", "-1.5e-7", "1E+400", "123456789012345678901234567890"] {
        assert_eq!(text(|w| w.number_text(good)), good);
    }
    for bad in ["", "-", "01", "1.", ".5", "+1", "1e", "1e+", "0x1", "NaN", " 1", "1 ", "1-2", "--1", "-01", "1.e1"] {
        let mut w = Writer::in_memory();
        assert!(w.number_text(bad).is_err(), "{bad:?}");
        assert_eq!(w.buffered(), 0);
    }
}

#[test]
fn raw_is_checked() {
    for good in ["null", "[]", "{}", "[1,{\"a\":[true,false]}]", "\"\\u00e9\\ud800\"", "[ 1 , 2 ]", "{ \"a\" : 1 }"] {
        assert_eq!(text(|w| w.raw(good)), good);
    }
    let bad = [
        "",
        " ",
        "nul",
        "nulll",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{1:2}",
        "{null:1}",
        "[1}",
        "{\"a\":1]",
        "1 2",
        "\"a",
        "\"\n\"",
        "\"\\x\"",
        "\"\\u12g4\"",
        "[",
        "{",
        "[1",
        "{\"a\":1",
        "]",
        "01",
        "{}1",
        "\u{feff}1",
        "[1]\0",
        "{{}}",
    ];
    for bad in bad {
        let mut w = Writer::in_memory();
        assert!(w.raw(bad).is_err(), "{bad:?}");
        assert_eq!(w.buffered(), 0);
        w.raw("1").unwrap();
    }
}

#[test]
fn raw_counts_its_levels_and_keeps_lines_whole() {
    let options = WriteOptions { max_depth: 3, framing: Framing::Lines, ..Default::default() };
    let written = text_with(&options, |w| {
        w.begin_array()?;
        assert_eq!(w.raw("[[[]]]").unwrap_err().kind(), ErrorKind::TooDeep);
        w.raw("[\n1,\r\n[]]")?;
        w.end_array()
    });
    assert_eq!(written, "[[ 1,  []]]\n");
}

/// Calls that would make the output illegal: what was written before, the call, what can be written after it.
#[test]
fn misuse_writes_nothing_and_does_not_latch() {
    type Step = fn(&mut Mem) -> Result<()>;
    let table: [(&str, Step, Step, Step, &str); 17] = [
        ("second value", |w| w.u64(1), |w| w.u64(2), |_| Ok(()), "1"),
        ("key at top", |_| Ok(()), |w| w.key("a"), |w| w.null(), "null"),
        ("end at top", |_| Ok(()), |w| w.end_array(), |w| w.null(), "null"),
        ("end of object at top", |_| Ok(()), |w| w.end_object(), |w| w.null(), "null"),
        ("key in array", |w| w.begin_array(), |w| w.key("a"), |w| w.end_array(), "[]"),
        ("wrong end of array", |w| w.begin_array(), |w| w.end_object(), |w| w.end_array(), "[]"),
        ("wrong end of object", |w| w.begin_object(), |w| w.end_array(), |w| w.end_object(), "{}"),
        ("value without key", |w| w.begin_object(), |w| w.str("x"), |w| w.end_object(), "{}"),
        ("array without key", |w| w.begin_object(), |w| w.begin_array(), |w| w.end_object(), "{}"),
        ("object without key", |w| w.begin_object(), |w| w.begin_object(), |w| w.end_object(), "{}"),
        ("run without key", |w| w.begin_object(), |w| w.i64s(&[1]), |w| w.end_object(), "{}"),
        ("raw without key", |w| w.begin_object(), |w| w.raw("1"), |w| w.end_object(), "{}"),
        ("key twice", in_key, |w| w.key("b"), |w| w.null().and_then(|()| w.end_object()), "{\"a\":null}"),
        ("end behind key", in_key, |w| w.end_object(), |w| w.null().and_then(|()| w.end_object()), "{\"a\":null}"),
        ("more behind key", in_key, |w| w.write_more(), |w| w.null().and_then(|()| w.end_object()), "{\"a\":null}"),
        ("more at start", |w| w.begin_array(), |w| w.write_more(), |w| w.end_array(), "[]"),
        ("more at top", |w| w.u64(1), |w| w.write_more(), |_| Ok(()), "1"),
    ];
    for (name, before, misuse, after, expected) in table {
        let mut w = Writer::in_memory();
        before(&mut w).unwrap();
        let (written, depth) = (w.buffer().to_vec(), w.depth());
        assert_eq!(misuse(&mut w).unwrap_err().kind(), ErrorKind::Misuse, "{name}");
        assert_eq!((w.buffer(), w.depth()), (&written[..], depth), "{name}");
        after(&mut w).unwrap();
        assert_eq!(w.into_bytes().unwrap(), expected.as_bytes(), "{name}");
    }
}

fn in_key(w: &mut Mem) -> Result<()> {
    w.begin_object()?;
    w.key("a")
}

#[test]
fn unfinished_output_is_not_given_as_finished() {
    assert!(Writer::in_memory().into_bytes().is_err());
    let mut w = Writer::new(Vec::new());
    w.begin_array().unwrap();
    assert_eq!(w.finish().unwrap_err().kind(), ErrorKind::Misuse);
    assert_eq!(Writer::with_options((), &WriteOptions::lines()).into_bytes().unwrap(), b"");
}

#[test]
fn depth_limit() {
    let mut w = Writer::in_memory();
    for _ in 0..10_000 {
        w.begin_array().unwrap();
    }
    for refused in [w.begin_array(), w.begin_object(), w.raw("[]")] {
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::TooDeep);
    }
    w.null().unwrap();
    for _ in 0..10_000 {
        w.end_array().unwrap();
    }
    assert_eq!(w.buffered(), 20_004);
}

#[test]
fn runs_are_elements_like_others() {
    let written = text(|w| {
        w.begin_array()?;
        w.bools(&[])?;
        w.bools(&[true, false])?;
        w.u64(7)?;
        w.u64s(&[u64::MAX])?;
        w.i64s(&[i64::MIN, 0])?;
        w.f64s(&[0.5, -0.0])?;
        w.null()?;
        w.end_array()
    });
    assert_eq!(written, "[true,false,7,18446744073709551615,-9223372036854775808,0,0.5,-0,null]");
}

/// An array written from an iterator, of 0, 1 and N items (serde-rs/json#345).
#[test]
fn array_from_an_iterator() {
    for (count, expected) in [(0, "[]"), (1, "[0]"), (3, "[0,1,2]")] {
        let written = text(|w| {
            w.begin_array()?;
            (0..count).try_for_each(|n| w.u64(n))?;
            w.end_array()
        });
        assert_eq!(written, expected);
    }
}

/// Digits are written eight at a time and short strings by words that overlap: every width and every length, and every
/// place of what needs an escape, against other implementations.
#[test]
fn every_width_and_length() {
    let mut w = jsonstream::Writer::in_memory();
    w.begin_array().unwrap();
    let mut wanted = Vec::new();
    for n in (0..20).flat_map(|i| [-1, 0, 1].map(|d| 10u64.pow(i).wrapping_add_signed(d))).chain([u64::MAX]) {
        w.u64(n).unwrap();
        w.i64(n as i64).unwrap();
        w.i64((n as i64).wrapping_neg()).unwrap();
        wanted.extend([n.to_string(), (n as i64).to_string(), (n as i64).wrapping_neg().to_string()]);
    }
    for n in (0..7).flat_map(|i| [1, 10, 12_345_600, 999_999_999].map(|n| f64::from(n) / 10f64.powi(i))) {
        w.f64(n).unwrap();
        w.f64(-n).unwrap();
        wanted.extend([n.to_string(), (-n).to_string()]);
    }
    for len in 0..100 {
        for special in ['x', '"', '\\', '\n', '\u{1f}', 'é'] {
            for at in 0..=len {
                let text: String = (0..len).map(|i| if i == at { special } else { 'a' }).collect();
                w.str(&text).unwrap();
                wanted.push(serde_json::to_string(&text).unwrap());
            }
        }
    }
    w.end_array().unwrap();
    assert_eq!(std::str::from_utf8(w.buffer()).unwrap(), format!("[{}]", wanted.join(",")));
}
