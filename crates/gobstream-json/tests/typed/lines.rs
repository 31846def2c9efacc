//! Single lines of the typed form, where it is hard.

use crate::encode;
use crate::typed;
use gobstream::{ErrorKind, Limits, Options, Stream};
use gobstream_json::{Error, Typed, write_options};
use jsonstream::Writer;
use std::io::Read;

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.chars().map(|c| c.to_digit(16).unwrap() as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

/// The last line of the typed form, from which the same bytes can be made.
fn last(hex: &str) -> String {
    let text = typed(&bytes(hex)).unwrap();
    assert_eq!(encode(&text), bytes(hex));
    text.lines().last().unwrap().to_string()
}

/// struct Odd { A, A, $x, \xff int }, {1, 2, 3, 4}
const ODD: &str = "297f030101034f646401ff80000104010141010400010141010400010224780104000101ff01040000000bff80010201040106010800";
/// struct Box { Any any }, a Point that is defined inside it.
const BOX: &str = "19ff8103010103426f7801ff820001010103416e7901100000002cff82010a6d61696e2e506f696e747f03010105506f696e7401ff80000102010158010400010159010400000009ff8005010201040000";
/// 3 in two bytes more than it needs, then 4.
const PADDED: &str = "050400fe000603040008";
/// map[string]int of two keys: one that looks like a tag, one that is not UTF-8.
const KEYS: &str = "0d7f040102ff8000010c0104000014ff8000020b7b2224626173653634223a0201ff04";
/// map[string]int with a key that comes twice.
const TWICE: &str = "0d7f040102ff8000010c010400000aff800002016102016104";
/// A value whose message ends behind the name of a type, and no definition follows.
const SPLIT: &str = "19ff8103010103426f7801ff820001010103416e790110000000187f03010105506f696e7401ff8000010101015801040000000eff82010a6d61696e2e506f696e7407ff800301020000";

#[test]
fn fields_that_names_do_not_tell_go_by_number() {
    assert_eq!(last(ODD), "{\"of\":64,\"value\":{\"A\":1,\"$1\":2,\"$2\":3,\"$3\":4}}");
    assert!(typed(&bytes(ODD)).unwrap().contains("[{\"$base64\":\"/w==\"},\"int\"]"));
}

#[test]
fn keys_that_are_no_text_are_tagged() {
    let tags = "{\"{\\\"$base64\\\":\\\"eyIkYmFzZTY0Ijo=\\\"}\":1,\"{\\\"$base64\\\":\\\"/w==\\\"}\":2}";
    assert_eq!(last(KEYS), format!("{{\"of\":64,\"value\":{tags}}}"));
}

#[test]
fn what_no_encoder_writes_is_kept() {
    assert!(last(TWICE).starts_with("{\"of\":64,\"value\":{\"a\":1,\"a\":2},\"raw\":\""));
    assert!(last(SPLIT).contains("\"raw\":\""));
    let text = typed(&bytes(PADDED)).unwrap();
    assert_eq!(text, "{\"gob\":1}\n{\"of\":\"int\",\"value\":3,\"raw\":\"BQQA/gAG\"}\n{\"of\":\"int\",\"value\":4}\n");
}

#[test]
fn bytes_past_the_limit_are_an_error() {
    let options = Options { keep: 3, ..Typed::options(Limits::default()) };
    let padded = bytes(PADDED);
    let mut stream = Stream::from_slice_with(&padded, options);
    let mut writer = Writer::with_options(Vec::new(), &write_options());
    let mut typed = Typed::new();
    let result = typed.print_value(&mut stream, &mut writer);
    assert!(matches!(result, Err(Error::Gob(error)) if error.kind() == ErrorKind::TooBig));
}

#[test]
fn values_passed_over_leave_their_types() {
    let boxed = bytes(BOX);
    let mut stream = Stream::from_slice_with(&boxed, Typed::options(Limits::default()));
    let mut writer = Writer::with_options(Vec::new(), &write_options());
    let mut typed = Typed::new();
    assert!(typed.skip_value(&mut stream, &mut writer).unwrap());
    assert!(!typed.print_value(&mut stream, &mut writer).unwrap());
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    let types: Vec<_> = text.lines().map(|line| &line[..line.find(',').unwrap_or(line.len())]).collect();
    assert_eq!(types, ["{\"gob\":1}", "{\"type\":65", "{\"type\":64"]);
}

/// However bytes arrive, the lines are the same.
#[test]
fn lines_do_not_depend_on_how_bytes_arrive() {
    struct Slow<'b>(&'b [u8]);
    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0.read(&mut buffer[..1])
        }
    }
    for hex in [ODD, BOX, PADDED, KEYS, TWICE, SPLIT] {
        let bytes = bytes(hex);
        let mut stream = Stream::from_reader_with(Slow(&bytes), Typed::options(Limits::default()));
        let mut writer = Writer::with_options(Vec::new(), &write_options());
        let mut lines = Typed::new();
        while lines.print_value(&mut stream, &mut writer).unwrap() {}
        assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), typed(&bytes).unwrap());
    }
}

/// struct { A int } {1}; then in one burst a []64 whose definition lacks its end, and another 64, struct { N int }; [{1}, {}].
const BURST: &str = "147f0301010141 01ff80000101010141010400 0000 05ff80010200 0cff81020102ff820001ff8000 117f030102ff80000101 01014e0104000000 08ff8200020102 0000";

#[test]
fn bytes_beside_a_definition_leave_the_burst_open() {
    let hex = BURST.replace(' ', "");
    assert_eq!(last(&hex), "{\"of\":65,\"value\":[{\"N\":1},{}]}");
    assert!(typed(&bytes(&hex)).unwrap().contains("{\"type\":65,\"slice\":64,\"raw\":\""));
}

/// struct Any { I interface }, whose value defines, for what I holds, its own type 64 anew, and leaves out ends.
const OWN: &str = "167f03010103416e7901ff8000010101014901100000002dff80010a6d61696e2e506f696e74ff8103010105506f696e7401ff8200010201015801040001015901040000001e7f03010105506f696e7401ff80000102010158010400010159010400000003ff8000";

#[test]
fn bytes_beside_a_value_are_read_with_the_types_before_it() {
    assert!(last(OWN).contains("\"$id\":64,\"$defs\":[{\"type\":65"));
    assert!(last(OWN).contains("\"raw\":\""));
}

/// A []64 of maps, kept though 64 is defined anew: the value between was written as its bytes.
const OLD: &str = "0fff81010102ff820001ff80010400000d7f040102ff8000010c010400000cff8000f88000000000000000177f030102ff8000010201015801040001015901040000000aff820002010201040000";

#[test]
fn types_of_a_burst_stay_together_behind_bytes_that_were_kept() {
    assert_eq!(last(OLD), "{\"of\":65,\"value\":[{\"\\u0001\\u0004\":0},{}]}");
}

/// A struct that was defined again, word for word, with another part; its part alone is defined anew behind that.
#[test]
fn a_type_defined_again_keeps_the_part_it_was_defined_with() {
    let lines = r#"{"gob":1}
{"type":64,"struct":[["A",65]]}
{"type":65,"name":"a","map":["string","int"]}
{"of":64,"value":{"A":{"x":1}}}
{"stream":2}
{"type":64,"struct":[["A",65]]}
{"type":65,"name":"b","map":["string","int"]}
{"of":64,"value":{"A":{"x":2}}}
{"stream":3}
{"type":65,"name":"a","map":["string","int"]}
{"of":64,"value":{"A":{"x":3}}}
"#;
    assert_eq!(typed(&encode(lines)).unwrap(), lines);
}
