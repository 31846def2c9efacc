//! Plain JSON back to gob: equal, refused or counted, never silently another value.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests are not taken for tests")]

use gobstream::{Encoder, Limits, Stream, Value};
use gobstream_json::{
    BadUtf8, Bytes, Error, FromPlain, Ints, MapKeys, NonFinite, Notes, Opaque, Picture, Printer, Schema, Zeros, read_options,
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

/// The values of JSON with the types of a stream, and what is noted about them.
fn parsed(json: &[u8], schema: &[u8], picture: Picture) -> Result<(Vec<Value>, Notes), Error> {
    let schema = Schema::of(&mut Stream::from_slice(schema))?;
    let mut plain = FromPlain::new(schema, picture, Limits::default())?;
    let mut reader = Reader::from_slice_with(json, &read_options());
    let mut values = Vec::new();
    while let Some(value) = plain.next_value(&mut reader)? {
        values.push(value);
    }
    Ok((values, plain.notes().clone()))
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
            Ok((again, notes)) => match shown(&again, picture) == json && alike(&again, &values(&bytes)) {
                true => equal += 1,
                false if notes != Notes::default() || losses > 0 => refused += 1,
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

fn alike(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(b))
}

/// Zeros that were sent, as no Encoder does, and as Go reads like any others.
const EQUAL_IN_GO: [&str; 1] = ["hand-zeros-sent"];

#[test]
fn vectors_come_back_or_it_is_said_why_not() {
    let (equal, refused, silent) = tally(Picture::default());
    assert_eq!(silent, EQUAL_IN_GO);
    assert!(equal >= 245 && refused <= 70, "{equal} equal, {refused} refused or counted");
}

#[test]
fn another_form_than_the_usual_one_is_counted_where_the_schema_s_file_had_it() {
    let usual = |schema: &str, json: &str, picture| parsed(json.as_bytes(), &vector(schema), picture).unwrap().1.usual_forms;
    for name in ["time-offsets", "decimal", "decimal-nil", "decimal-field", "big-rat", "float-nan-payload"] {
        let json = String::from_utf8(printed(&vector(name), Picture::default()).unwrap().0).unwrap();
        assert!(usual(name, &json, Picture::default()).count > 0, "{name}");
        let opaque = Picture { opaque: Opaque::Base64, ..Picture::default() };
        let json = String::from_utf8(printed(&vector(name), opaque).unwrap().0).unwrap();
        assert_eq!(usual(name, &json, opaque).count > 0, name == "float-nan-payload", "{name}");
    }
    // A text that the file does not hold comes from elsewhere and is what it says.
    assert_eq!(usual("time-offsets", r#"["1999-12-31T00:00:00Z"]"#, Picture::default()).count, 0);
    assert_eq!(usual("time-utc", r#"["1970-01-01T00:00:00Z"]"#, Picture::default()).count, 0);
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
        assert!(silent.iter().all(|name| EQUAL_IN_GO.contains(&&**name)), "{picture:?}: {silent:?}");
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
    let (values, notes) = parsed(json, &vector("iface-struct"), Picture::default()).unwrap();
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
    assert_eq!(notes.default_types.count, 9);
}

/// What is noted of JSON with types out of Go source.
fn notes(json: &str, source: &str, name: &str) -> Notes {
    let schema = Schema::of_go(source, name).unwrap();
    let mut plain = FromPlain::new(schema, Picture::default(), Limits::default()).unwrap();
    let mut reader = Reader::from_slice_with(json.as_bytes(), &read_options());
    while plain.next_value(&mut reader).unwrap().is_some() {}
    plain.notes().clone()
}

#[test]
fn integers_in_interfaces_that_lose_digits_are_counted() {
    // A float64 holds each of these: as its shortest text, exactly, or as no integer in the JSON.
    let fine =
        "[18446744073709551616,18446744073709552000,-100000000000000000000,1.8446744073709551617e19,0.1234567890123456789012]";
    assert_eq!(notes(fine, "", "[]any").rounded.count, 0);
    let lost = notes("[1] [18446744073709551617, -99999999999999999999]", "", "[]any").rounded;
    assert_eq!((lost.count, lost.value, &*lost.path), (2, 2, "[0]"));
    assert_eq!(notes("[18446744073709551617]", "", "[]float64"), Notes::default());
}

#[test]
fn keys_that_come_twice_are_counted() {
    let repeated = |json: &str, name: &str| {
        let found = notes(json, "type P struct { X float64; L [2]int }", name).repeated_keys;
        (found.count, found.value, String::from(found.path))
    };
    let none = (0, 0, String::new());
    assert_eq!(repeated(r#"{"a":1} {"a":1,"b":{},"\u0061":2,"a":3}"#, "map[string]any"), (2, 2, r#"["a"]"#.into()));
    assert_eq!(repeated(r#"{"a":{"k":1},"b":{"k":1},"k":1}"#, "map[string]any"), none);
    assert_eq!(repeated(r#"{"a":{"b":[{"k":1,"k":1}]}}"#, "map[string]any"), (1, 1, r#"["a"]["b"][0]["k"]"#.into()));
    assert_eq!(repeated("[[1,1],[2,1],[1.0,1]]", "map[float64]int"), (1, 1, "[#2]".into()));
    assert_eq!(repeated(r#"[[0,1],[-0,1],["NaN",1],["NaN",1]]"#, "map[float64]int").0, 1);
    let structs = r#"[[{"X":1},1],[{"X":0,"L":[1,0]},1],[{"L":[1,0]},1],[{"L":[0,1]},1],[{"X":"NaN"},1],[{"X":"NaN"},1]]"#;
    assert_eq!(repeated(structs, "map[P]int"), (1, 1, "[#2]".into()));
    assert_eq!(repeated(r#"[[1,1],["1",1],[true,1],[1.5,1],["1",2]]"#, "map[any]int").0, 1);
    assert_eq!(repeated(r#"[["2020-01-01T00:00:00Z",1],["2020-01-01T00:00:00Z",1]]"#, "map[time.Time]int").0, 1);
}

#[test]
fn a_tag_names_a_type_of_the_schema() {
    let json = b"{\"I\":{\"$type\":\"main.Point\",\"$value\":{\"Y\":2,\"X\":1}}}";
    let (again, notes) = parsed(json, &vector("iface-struct"), Picture::default()).unwrap();
    assert_eq!((again, notes), (values(&vector("iface-struct")), Notes::default()));
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
