//! Plain JSON back to gob: equal, refused or counted, never silently another value.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests are not taken for tests")]

use gobstream::{Encoder, Limits, Stream, Value};
use gobstream_json::{
    BadUtf8, Bytes, Error, FromPlain, Ints, MapKeys, NonFinite, Opaque, Picture, Printer, Schema, Zeros, read_options,
};
use jsonstream::{Reader, Writer};
use std::path::Path;

fn values(bytes: &[u8]) -> Vec<Value> {
    let mut stream = Stream::from_slice(bytes);
    std::iter::from_fn(|| stream.next_value().unwrap()).collect()
}

/// What a stream looks like, and how many of its strings that loses.
fn printed(bytes: &[u8], picture: Picture) -> Result<(Vec<u8>, u64), Error> {
    let mut writer = Writer::with_options(Vec::new(), &picture.write_options());
    let (mut printer, mut stream) = (Printer::with(picture), Stream::from_slice(bytes));
    while printer.print_value(&mut stream, &mut writer)? {}
    Ok((writer.finish()?, printer.losses()))
}

/// The values of JSON with the types of a stream, and how many types are there by default.
fn parsed(json: &[u8], schema: &[u8], picture: Picture) -> Result<(Vec<Value>, u64), Error> {
    let schema = Schema::of(&mut Stream::from_slice(schema))?;
    let mut plain = FromPlain::new(schema, picture, Limits::default())?;
    let mut reader = Reader::from_slice_with(json, &read_options());
    let mut values = Vec::new();
    while let Some(value) = plain.next_value(&mut reader)? {
        values.push(value);
    }
    Ok((values, plain.defaults()))
}

fn vectors() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interop/vectors");
    let index = std::fs::read_to_string(folder.join("INDEX.tsv")).unwrap();
    let names = index.lines().skip(1).map(|line| line.split('\t').next().unwrap().to_string());
    names.map(|name| (name.clone(), std::fs::read(folder.join(name + ".gob")).unwrap())).collect()
}

/// A picture that says all but numbers that are not finite.
const TELLING: Picture = Picture {
    bytes: Bytes::Base64,
    zeros: Zeros::Show,
    type_names: true,
    ints: Ints::Number,
    non_finite: NonFinite::String,
    opaque: Opaque::Base64,
    bad_utf8: BadUtf8::Tag,
    map_keys: MapKeys::Pairs,
    brief: false,
};

/// Writes values for Go to read, where that is asked for; see `interop/read-rust`.
fn leave_for_go(name: &str, values: &[Value]) -> bool {
    let mut encoder = Encoder::to_vec();
    let whole = values.iter().all(|value| encoder.encode_value(value).is_ok());
    if let Some(folder) = std::env::var_os("GOBSTREAM_MADE") {
        std::fs::write(Path::new(&folder).join("plain").join(format!("{name}.gob")), encoder.into_sink()).unwrap();
    }
    whole
}

fn tally(picture: Picture) -> (usize, usize, Vec<String>) {
    let (mut equal, mut refused, mut silent) = (0, 0, Vec::new());
    for (name, bytes) in vectors() {
        let Ok((json, losses)) = printed(&bytes, picture) else {
            refused += 1;
            continue;
        };
        match parsed(&json, &bytes, picture) {
            Err(error) => {
                refused += 1;
                println!("{name}: {error}");
            }
            Ok((again, _)) if picture == TELLING && !leave_for_go(&name, &again) => refused += 1,
            Ok((again, defaults)) => match shown(&again, picture) == json && alike(&again, &values(&bytes)) {
                true => equal += 1,
                false if defaults > 0 || losses > 0 => refused += 1,
                false => silent.push(name),
            },
        }
    }
    (equal, refused, silent)
}

fn shown(values: &[Value], picture: Picture) -> Vec<u8> {
    let mut writer = Writer::with_options(Vec::new(), &picture.write_options());
    let mut printer = Printer::with(picture);
    values.iter().for_each(|value| printer.value(value, &mut writer).unwrap());
    writer.finish().unwrap()
}

/// Equal, or of the same text: NaNs are equal to nothing.
fn alike(a: &[Value], b: &[Value]) -> bool {
    a == b || format!("{a:?}") == format!("{b:?}")
}

/// Texts that stand for several values which Go calls equal: an offset of 0 that is not UTC, zeros at the end of a decimal, 0 under another
/// denominator. And zeros that were sent, as no Encoder does.
const SAID_ELSEWHERE: [&str; 6] = ["time-offsets", "decimal", "decimal-nil", "decimal-field", "big-rat", "hand-zeros-sent"];

#[test]
fn vectors_come_back_or_it_is_said_why_not() {
    let (equal, refused, silent) = tally(Picture::default());
    assert!(silent.iter().all(|name| SAID_ELSEWHERE.contains(&&**name)), "{silent:?}");
    assert!(equal >= 245 && refused <= 70, "{equal} equal, {refused} refused or counted");
}

#[test]
fn vectors_come_back_in_every_picture() {
    let base = TELLING;
    let pictures = [
        base,
        Picture { bytes: Bytes::Hex, ints: Ints::String, ..base },
        Picture { bytes: Bytes::Array, map_keys: MapKeys::String, ..base },
        Picture { bytes: Bytes::Text, zeros: Zeros::Omit, ..base },
        Picture { map_keys: MapKeys::String, ints: Ints::String, bytes: Bytes::Hex, ..base },
        Picture { non_finite: NonFinite::Null, ..base },
    ];
    for picture in pictures {
        let (equal, refused, silent) = tally(picture);
        assert!(silent.iter().all(|name| SAID_ELSEWHERE.contains(&&**name)), "{picture:?}: {silent:?}");
        assert!(equal >= 290 && refused <= 25, "{picture:?}: {equal} equal, {refused} refused or counted");
    }
}

fn vector(name: &str) -> Vec<u8> {
    vectors().into_iter().find(|v| v.0 == name).expect("a vector of this name").1
}

/// The error of JSON with the types of a vector, as text.
fn error(json: &str, name: &str, picture: Picture) -> String {
    parsed(json.as_bytes(), &vector(name), picture).unwrap_err().to_string()
}

#[test]
fn errors_say_code_offset_and_path() {
    let error = |json, name| error(json, name, Picture::default());
    let of = |text: &str| text.rsplit_once('[').expect("a code").1.trim_end_matches(']').to_string();
    let unknown = error("{\"I\":1,\n\"F63\":1}", "struct-scalars");
    assert!(unknown.starts_with("at 0x8 (8), .F63: Scalars has no such field; nearest: F64"), "{unknown}");
    assert_eq!(of(&unknown), "unknown-field");
    let wrong = error("{\"I\":\"1\"}", "struct-scalars");
    assert_eq!(wrong, "at 0x5 (5), .I: a string, where a value of int must be [wrong-type]");
    let range = error("{\"I\":9223372036854775808}", "struct-scalars");
    assert_eq!(range, "at 0x5 (5), .I: 9223372036854775808 does not fit int [out-of-range]");
    assert_eq!(of(&error("{\"U\":-1}", "struct-scalars")), "out-of-range");
    assert_eq!(of(&error("{\"I\":18446744073709551616}", "struct-scalars")), "out-of-range");
    assert_eq!(of(&error("{\"F64\":1e999}", "struct-scalars")), "out-of-range");
    assert_eq!(of(&error("{\"I\":1.5}", "struct-scalars")), "wrong-type");
    assert_eq!(of(&error("{\"I\":1,\"I\":2}", "struct-scalars")), "wrong-type");
    assert_eq!(of(&error("{\"C64\":[1]}", "struct-scalars")), "bad-json");
    assert_eq!(of(&error("{\"Raw\":\"A\"}", "struct-scalars")), "wrong-type");
    let bad = error("{\"I\":1,}", "struct-scalars");
    assert!(bad.starts_with("at 0x7 (7)") && of(&bad) == "bad-json", "{bad}");
    assert_eq!(of(&error("{\"I\":1", "struct-scalars")), "bad-json");
    assert_eq!(of(&error("[1,2,3]", "array-int")), "wrong-type");
    assert_eq!(of(&error("\"2020-02-30T00:00:00Z\"", "time-top")), "wrong-type");
    assert_eq!(of(&error("{\"$type\":\"main.Gone\",\"$value\":1}", "iface-top")), "unknown-type");
}

#[test]
fn numbers_in_interfaces_take_gos_kinds_and_are_counted() {
    let json = b"{\"I\":[1,-1,18446744073709551615,1.5,\"s\",true,null,{\"k\":{}}]}";
    let (values, defaults) = parsed(json, &vector("iface-struct"), Picture::default()).unwrap();
    let text = format!("{values:?}");
    for part in [
        "[]interface {}",
        "int(1)",
        "int(-1)",
        "uint64(18446744073709551615)",
        "float64(1.5)",
        "string(\"s\")",
        "bool(true)",
        "nil",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(defaults, 9);
}

#[test]
fn a_tag_names_a_type_of_the_schema() {
    let json = b"{\"I\":{\"$type\":\"main.Point\",\"$value\":{\"Y\":2,\"X\":1}}}";
    let (again, defaults) = parsed(json, &vector("iface-struct"), Picture::default()).unwrap();
    assert_eq!((again, defaults), (values(&vector("iface-struct")), 0));
}

#[test]
fn hostile_json_is_bounded() {
    let deep = format!("{{\"I\":{}1{}}}", "[".repeat(20_000), "]".repeat(20_000));
    assert!(error(&deep, "iface-struct", Picture::default()).ends_with("[too-deep]"));
    let key = (0..12).fold("1".to_string(), |key, _| {
        let key = key.replace('\\', "\\\\").replace('"', "\\\"");
        format!("{{\"{key}\":1}}")
    });
    let picture = Picture { map_keys: MapKeys::String, ..Picture::default() };
    assert!(parsed(key.as_bytes(), &vector("map-key-interface"), picture).is_ok());
}
