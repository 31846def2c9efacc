//! Pictures: every choice over every vector, and what each does where it is hard.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use gobstream::{ErrorKind, Options, Stream, Value};
use gobstream_json::{BadUtf8, Bytes, Error, Ints, MapKeys, NonFinite, Opaque, Picture, Printer, Zeros};
use jsonstream::Writer;

fn vectors() -> Vec<(String, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../interop/vectors");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "gob") {
            found.push((path.file_stem().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap()));
        }
    }
    found
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.chars().filter_map(|c| c.to_digit(16)).map(|d| d as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

fn print(bytes: &[u8], picture: Picture) -> Result<String, Error> {
    let mut stream = Stream::from_slice_with(bytes, Options { definitions: true, ..Options::default() });
    let mut writer = Writer::with_options(Vec::new(), &picture.write_options());
    let mut printer = Printer::with(picture);
    while printer.print_value(&mut stream, &mut writer)? {}
    Ok(String::from_utf8(writer.finish().unwrap()).unwrap())
}

fn text(bytes: &[u8], picture: Picture) -> String {
    print(bytes, picture).unwrap()
}

fn pictures() -> Vec<Picture> {
    let with = |change: fn(&mut Picture)| {
        let mut picture = Picture::default();
        change(&mut picture);
        picture
    };
    let one: [fn(&mut Picture); 11] = [
        |p| p.bytes = Bytes::Hex,
        |p| p.bytes = Bytes::Array,
        |p| p.bytes = Bytes::Text,
        |p| p.zeros = Zeros::Omit,
        |p| p.type_names = true,
        |p| p.ints = Ints::String,
        |p| p.non_finite = NonFinite::Null,
        |p| p.opaque = Opaque::Base64,
        |p| p.bad_utf8 = BadUtf8::Tag,
        |p| p.map_keys = MapKeys::String,
        |p| {
            *p = Picture {
                type_names: true,
                map_keys: MapKeys::String,
                ints: Ints::String,
                zeros: Zeros::Omit,
                ..Picture::default()
            }
        },
    ];
    one.into_iter().map(with).collect()
}

#[test]
fn every_picture_of_every_vector_is_json() {
    for (name, bytes) in vectors().iter().filter(|(_, bytes)| bytes.len() < 100_000) {
        for picture in pictures() {
            let text = text(bytes, picture);
            let mut check = Writer::with_options((), &picture.write_options());
            for line in text.lines() {
                check.raw(line).unwrap_or_else(|e| panic!("{name} as {picture:?}: {e}: {line}"));
            }
        }
    }
}

#[test]
fn values_print_as_streams_do() {
    for (name, bytes) in vectors().iter().filter(|(_, bytes)| bytes.len() < 100_000) {
        for picture in pictures().into_iter().chain([Picture { brief: true, ..Picture::default() }]) {
            let mut stream = Stream::from_slice(bytes);
            let mut writer = Writer::with_options(Vec::new(), &picture.write_options());
            let mut printer = Printer::with(picture);
            while let Some(value) = stream.next_value().unwrap() {
                printer.value(&value, &mut writer).unwrap();
            }
            assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), text(bytes, picture), "{name} as {picture:?}");
        }
    }
}

/// []float64{1, NaN, 2}, then 7.
#[test]
fn what_is_refused_has_its_place_and_the_rest_can_be_read() {
    let bytes = bytes("0cff81020102ff82000108000011ff820003fef03ff8010000000000f87f40030400 0e");
    let picture = Picture { non_finite: NonFinite::Error, ..Picture::default() };
    let mut stream = Stream::from_slice(&bytes);
    let mut writer = Writer::with_options(Vec::new(), &picture.write_options());
    let mut printer = Printer::with(picture);
    let Err(Error::Gob(error)) = printer.print_value(&mut stream, &mut writer) else { panic!("NaN is printed") };
    assert_eq!((error.kind(), error.path(), error.value(), error.message()), (ErrorKind::NonFinite, "[1]", 1, 2));
    printer.reset();
    assert!(writer.abandon());
    assert!(stream.skip_value().unwrap());
    assert!(printer.print_value(&mut stream, &mut writer).unwrap());
    assert_eq!(writer.finish().unwrap(), b"7\n");
}

#[test]
fn a_value_alone_is_refused_without_a_place() {
    let picture = Picture { non_finite: NonFinite::Error, ..Picture::default() };
    let error = Printer::with(picture).value(&Value::Float(f64::NAN), &mut Writer::in_memory()).unwrap_err();
    assert!(matches!(&error, Error::Refused(refusal) if refusal.kind() == ErrorKind::NonFinite));
    assert_eq!(error.code(), "non-finite");
}

/// A key that is a map whose keys are no strings either.
#[test]
fn keys_in_keys_become_text_in_text() {
    // map[map[int]int]bool, which Go has not but gob can say: {{1: 2}: true}
    let bytes = bytes("0fff83040102ff840001ff82010200000eff81040102ff820001040104000008ff84000101020401");
    assert_eq!(text(&bytes, Picture::default()), "[[[[1,2]],true]]\n");
    let picture = Picture { map_keys: MapKeys::String, ..Picture::default() };
    assert_eq!(text(&bytes, picture), "{\"{\\\"1\\\":2}\":true}\n");
}

#[test]
fn brief_shows_the_first_of_everything() {
    let brief = Picture { brief: true, ..Picture::default() };
    let show = |value: &Value, picture: Picture| {
        let mut writer = Writer::in_memory();
        Printer::with(picture).value(value, &mut writer).unwrap();
        String::from_utf8(writer.into_bytes().unwrap()).unwrap()
    };
    let long = "ä".repeat(85);
    let stream = |text: &[u8], id: u8| {
        let body = [&[id, 0, 0xff, text.len() as u8][..], text].concat();
        [&[0xff, body.len() as u8][..], &body].concat()
    };
    let value = |bytes: &[u8]| Stream::from_slice(bytes).next_value().unwrap().unwrap();
    assert_eq!(show(&value(&stream(long.as_bytes(), 12)), brief), format!("\"{}… 5 more\"", "ä".repeat(80)));
    assert_eq!(show(&value(&stream(&[0; 61].repeat(3), 10)), brief), format!("\"{}… 164 more\"", "A".repeat(80)));
    let array = Picture { bytes: Bytes::Array, ..brief };
    assert_eq!(show(&value(&stream(&[7; 200], 10)), array), "[7,7,7,… 197 more]");
    let hex = Picture { bytes: Bytes::Hex, ..brief };
    assert_eq!(show(&value(&stream(&[7; 200], 10)), hex), format!("\"{}… 320 more\"", "07".repeat(40)));
}

#[test]
fn brief_cuts_inside_and_goes_on_behind() {
    let brief = Picture { brief: true, ..Picture::default() };
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../interop/vectors");
    let many = std::fs::read(format!("{folder}/map-multi-nested.gob")).unwrap();
    let text = text(&many, brief);
    assert!(text.lines().count() >= 1 && text.lines().all(|line| line.len() < 400), "{text}");
}
