//! serde: both ways, against serde_json where both define a result.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

mod common;

use std::collections::{BTreeMap, HashMap};

use common::{Drip, Random};
use jsonstream::{
    BigNumber, Documents, ErrorKind, FloatFormat, NonFinite, RawValue, ReadOptions, Reader, WriteOptions, Writer, from_reader,
    from_slice, from_slice_with, from_str, to_string, to_vec, to_vec_with, to_writer,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Unit;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct New(u8);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Pair(i8, String);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Shape {
    Nothing,
    Circle(f64),
    Box(i32, i32),
    Named { name: String, sides: u8 },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Tagged {
    Number { value: u64, delta: i64 },
    Empty,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Outer {
    id: u64,
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    rest: BTreeMap<String, i64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Inner {
    big: u64,
    ratio: f64,
}

/// The same text as serde_json's, and back to the same value by every way in.
fn both_ways<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: T) {
    let text = to_string(&value).unwrap();
    let theirs = serde_json::to_string(&value).unwrap();
    // Floats that are whole are spelled otherwise: 1 and not 1.0.
    if !theirs.contains(".0") {
        assert_eq!(text, theirs);
    }
    assert_eq!(from_str::<T>(&text).unwrap(), value);
    assert_eq!(from_str::<T>(&theirs).unwrap(), value);
    assert_eq!(from_reader::<_, T>(text.as_bytes()).unwrap(), value);
    for size in [1, 2, 3, 7, 16] {
        let options = ReadOptions { buffer: size, ..Default::default() };
        let mut r = Reader::from_pull_with(Drip::new(text.as_bytes(), size, false), &options);
        assert_eq!(r.value::<T>().unwrap(), value);
        r.end().unwrap();
    }
    let mut out = Vec::new();
    to_writer(&mut out, &value).unwrap();
    assert_eq!(out, text.as_bytes());
}

#[test]
fn every_shape_both_ways() {
    both_ways((true, false, ()));
    both_ways((i8::MIN, i16::MIN, i32::MIN, i64::MIN, u8::MAX, u16::MAX, u32::MAX, u64::MAX));
    both_ways((i128::MIN, u128::MAX, 'é', '\n'));
    both_ways((0.1f64, 1.5f32, -0.25, 1e21, 1e-7));
    both_ways((Some(1), None::<u8>, Some("x".to_owned())));
    both_ways((Unit, New(7), Pair(-1, "a\"b\\\n\u{1}\u{7f}".into())));
    both_ways(vec![Shape::Nothing, Shape::Circle(0.5), Shape::Box(1, -2), Shape::Named { name: "n".into(), sides: 4 }]);
    both_ways(vec![vec![vec![1u8], vec![]], vec![]]);
    both_ways(BTreeMap::from([("a".to_owned(), 1), ("".to_owned(), 2)]));
    both_ways(BTreeMap::from([(-1i64, 'a'), (2, 'b')]));
    both_ways(BTreeMap::from([(u128::MAX, 1)]));
    both_ways(BTreeMap::from([(true, 1), (false, 0)]));
    both_ways(BTreeMap::from([(New(3).0, Unit)]));
    both_ways(HashMap::from([('x', Tagged::Number { value: u64::MAX, delta: i64::MIN })]));
    both_ways(vec![Tagged::Empty, Tagged::Number { value: 9_007_199_254_740_993, delta: -9_007_199_254_740_993 }]);
    both_ways(Outer {
        id: 9_007_199_254_740_993,
        inner: Inner { big: u64::MAX, ratio: 0.1 },
        rest: BTreeMap::from([("x".into(), i64::MIN), ("y".into(), 9_007_199_254_740_993)]),
    });
}

#[test]
fn random_documents_as_serde_json_reads_them() {
    let mut random = Random(11);
    for round in 0..6000 {
        let text = random.document(4);
        let bytes = if round % 3 == 0 { text.into_bytes() } else { random.damaged(&text) };
        let theirs = serde_json::from_slice::<serde_json::Value>(&bytes);
        let ours = from_slice::<serde_json::Value>(&bytes);
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => {
                assert_eq!(ours, theirs);
                // A spelling that keeps floats apart from integers.
                let options = WriteOptions { floats: FloatFormat::Rust, ..Default::default() };
                assert_eq!(from_slice::<serde_json::Value>(&to_vec_with(&ours, &options).unwrap()).unwrap(), ours);
            }
            (ours, theirs) => assert_eq!(ours.is_err(), theirs.is_err(), "{:?}", String::from_utf8_lossy(&bytes)),
        }
    }
}

#[test]
fn strings_are_borrowed_from_slices() {
    let (plain, escaped): (&str, std::borrow::Cow<'_, str>) = from_str(r#"["a", "\n"]"#).unwrap();
    assert_eq!((plain, &*escaped), ("a", "\n"));
    assert_eq!(from_str::<&str>(r#""\n""#).unwrap_err().kind(), ErrorKind::Data);
}

#[test]
fn errors_say_where() {
    #[derive(Debug, Deserialize)]
    #[allow(dead_code)]
    struct Row {
        name: String,
        #[serde(default)]
        tags: Vec<u8>,
    }
    let at = |text: &str| {
        let error = from_str::<Vec<Row>>(text).unwrap_err();
        (error.kind(), error.offset(), error.pointer().unwrap().to_owned(), error.line_column().unwrap())
    };
    assert_eq!(at("[{\"name\": 1}]"), (ErrorKind::Type, 10, "/0/name".into(), (1, 11)));
    assert_eq!(at("[{\"name\": \"\",\n\"tags\": [1, 256]}]"), (ErrorKind::Range, 26, "/0/tags/1".into(), (2, 13)));
    assert_eq!(at("[{\"name\": \"\"}, {\"tags\": []}]").2, "/1");
    assert_eq!(at("[{\"name\": \"\"}, {\"tags\": [}]"), (ErrorKind::Syntax, 25, "/1/tags/0".into(), (1, 26)));
    assert_eq!(at("[{\"name\": \"\"}] x").0, ErrorKind::Syntax);
    assert_eq!(at("[{\"name\": \"\", \"name\": \"\"}]").0, ErrorKind::Data);
    let error = from_str::<(u8, u8)>("[1, 2, 3]").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::Data, 6));
    let error = from_str::<Shape>("{\"Circle\": 1, \"x\": 2}").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Data);
    let long = format!("\"{}\"", "x".repeat(100_000));
    assert!(from_str::<Shape>(&long).unwrap_err().to_string().len() < 1200);
}

/// An error says the same, however the input arrives.
#[test]
fn errors_are_the_same_for_every_source() {
    let mut random = Random(5);
    for _ in 0..2000 {
        let text = random.document(3);
        let bytes = random.damaged(&text);
        let brief = |error: jsonstream::Error| (error.kind(), error.offset(), error.pointer().map(str::to_owned));
        let slice = from_slice::<Vec<BTreeMap<String, u8>>>(&bytes).map_err(brief);
        assert_eq!(from_reader::<_, Vec<BTreeMap<String, u8>>>(&bytes[..]).map_err(brief), slice);
        let options = ReadOptions { buffer: 1, pointers: true, documents: Documents::Single, ..Default::default() };
        let mut r = Reader::from_pull_with(Drip::new(&bytes, 1, false), &options);
        let slow = r.value::<Vec<BTreeMap<String, u8>>>().and_then(|value| r.end().map(|()| value)).map_err(brief);
        assert_eq!(slow, slice, "{:?}", String::from_utf8_lossy(&bytes));
    }
}

/// json-iterator/go#531: fields are matched by their bytes and never by a hash.
#[test]
fn no_hash_only_field_match() {
    #[derive(Deserialize)]
    struct Flag {
        #[serde(default)]
        value: bool,
    }
    assert!(!from_str::<Flag>(r#"{"5d_wm6ruy7)?4&?->~": true}"#).unwrap().value);
}

#[test]
fn names_fold_in_go_mode_only() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct T {
        #[serde(default)]
        t: f64,
        #[serde(default, rename = "Exact")]
        exact: u8,
        #[serde(default, rename = "exact")]
        lower: u8,
    }
    let text = br#"{"T":10.0,"Exact":1,"exact":2}"#;
    assert_eq!(from_slice_with::<T>(text, &ReadOptions::go()).unwrap(), T { t: 10.0, exact: 1, lower: 2 });
    assert_eq!(from_slice::<T>(text).unwrap(), T { t: 0.0, exact: 1, lower: 2 });
}

#[test]
fn lenient_values() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct T {
        age: i32,
        name: String,
        on: bool,
        map: BTreeMap<String, u8>,
        inner: New,
    }
    let text = br#"{"age":"10","name":100,"on":1,"map":[],"inner":"7"}"#;
    let expected = T { age: 10, name: "100".into(), on: true, map: BTreeMap::new(), inner: New(7) };
    assert_eq!(from_slice_with::<T>(text, &ReadOptions::lenient()).unwrap(), expected);
    assert_eq!(from_slice::<T>(text).unwrap_err().kind(), ErrorKind::Type);
}

#[test]
fn raw_values() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Message<'a> {
        id: u8,
        #[serde(borrow)]
        body: RawValue<'a>,
    }
    let text = r#"{"id": 1, "body": {"a":  [1.0, "é"] } }"#;
    let message: Message<'_> = from_str(text).unwrap();
    assert_eq!(message.body.get(), r#"{"a":  [1.0, "é"] }"#);
    assert_eq!(to_string(&message).unwrap(), r#"{"id":1,"body":{"a":  [1.0, "é"] }}"#);
    for size in [1, 7, 4096] {
        let options = ReadOptions { buffer: size, ..Default::default() };
        let mut r = Reader::from_io_with(text.as_bytes(), &options);
        assert_eq!(r.value::<Message<'_>>().unwrap(), message);
    }
    assert!(from_str::<RawValue<'_>>("[1,]").is_err());
    assert!(RawValue::new("1 2").is_err());
    // To others it is a string.
    assert_eq!(serde_json::to_string(&RawValue::new("[1]").unwrap()).unwrap(), "\"[1]\"");
}

#[test]
fn numbers_keep_their_digits_where_asked() {
    let text = "[0.10,1e400,-0,123456789012345678901234567890]";
    let numbers: Vec<BigNumber> = from_str(text).unwrap();
    assert_eq!(to_string(&numbers).unwrap(), text);
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Flat {
        #[serde(flatten)]
        inner: BTreeMap<String, BigNumber>,
    }
    let flat: Flat = from_str(r#"{"a":9007199254740993,"b":0.1}"#).unwrap();
    assert_eq!(to_string(&flat).unwrap(), r#"{"a":9007199254740993,"b":0.1}"#);
    // What serde keeps before it asks the type has 64 bits: the nearest float is what is left of a wider number.
    let flat: Flat = from_str(r#"{"a":18446744073709551615,"b":123456789012345678901234567890}"#).unwrap();
    assert_eq!(to_string(&flat).unwrap(), r#"{"a":18446744073709551615,"b":1.2345678901234568e+29}"#);
    assert_eq!(serde_json::from_str::<serde_json::Value>("1.10").unwrap().to_string(), "1.1");
}

#[test]
fn minus_zero() {
    let text = r#"{"median_dist": -0}"#;
    assert_eq!(from_str::<BTreeMap<String, i64>>(text).unwrap()["median_dist"], 0);
    assert!(from_str::<BTreeMap<String, f64>>(text).unwrap()["median_dist"].is_sign_negative());
    assert_eq!(from_str::<serde_json::Value>(text).unwrap()["median_dist"].to_string(), "-0.0");
}

#[test]
fn floats_that_json_cannot_say() {
    let values = [f64::NAN, 1.0, f64::NEG_INFINITY];
    assert_eq!(to_vec(&values).unwrap_err().kind(), ErrorKind::NonFinite);
    let with = |non_finite| to_vec_with(&values, &WriteOptions { non_finite, ..Default::default() }).unwrap();
    assert_eq!(with(NonFinite::Null), b"[null,1,null]");
    assert_eq!(with(NonFinite::Strings), br#"["NaN",1,"-Inf"]"#);
}

#[test]
fn names_must_be_text() {
    assert_eq!(to_vec(&BTreeMap::from([(vec![1], 2)])).unwrap_err().kind(), ErrorKind::Data);
    assert_eq!(to_string(&BTreeMap::from([(Some("a"), 2)])).unwrap(), r#"{"a":2}"#);
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct List {
    next: Option<Box<List>>,
}

#[test]
fn recursion_is_limited_by_the_stack() {
    let text = "{\"next\":".repeat(9_000) + "null" + &"}".repeat(9_000);
    assert_eq!(from_str::<List>(&text).unwrap_err().kind(), ErrorKind::TooDeep);
    let mut list = List::default();
    for _ in 0..3_000 {
        list = List { next: Some(Box::new(list)) };
    }
    assert_eq!(to_vec(&list).unwrap_err().kind(), ErrorKind::TooDeep);
    let deep = "[".repeat(9_000);
    assert_eq!(from_str::<serde_json::Value>(&deep).unwrap_err().kind(), ErrorKind::TooDeep);
    // Where nothing is built nothing recurses.
    from_str::<serde::de::IgnoredAny>(&("[".repeat(9_000) + &"]".repeat(9_000))).unwrap();
}

#[test]
fn arrays_one_by_one() {
    let rows = |text: &'static str| {
        let options = ReadOptions { documents: Documents::Single, ..Default::default() };
        let mut r = Reader::from_io_with(text.as_bytes(), &options);
        let rows: Vec<_> = r.array::<i32>().unwrap().map(|row| row.map_err(|error| error.kind())).collect();
        rows
    };
    assert_eq!(rows("[0, 1, 2]  "), [Ok(0), Ok(1), Ok(2)]);
    assert_eq!(rows("[]"), []);
    assert_eq!(rows("[0, 1] x"), [Ok(0), Ok(1), Err(ErrorKind::Syntax)]);
    assert_eq!(rows("[0, a, 2]"), [Ok(0), Err(ErrorKind::Syntax)]);
    assert_eq!(rows("[0, 1"), [Ok(0), Ok(1), Err(ErrorKind::Eof)]);
    let mut r = Reader::from_str("a");
    let all: Vec<_> = r.documents::<u8>().collect();
    assert_eq!(all.len(), 1);
}

#[test]
fn an_array_that_fails_is_not_finished() {
    struct Third(u8);
    impl Serialize for Third {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if self.0 == 3 { Err(serde::ser::Error::custom("item 3")) } else { self.0.serialize(serializer) }
        }
    }
    for (count, expected) in [(0, "[]"), (1, "[0]"), (3, "[0,1,2]")] {
        let mut w = Writer::in_memory();
        w.array((0..count).map(Third)).unwrap();
        assert_eq!(w.into_bytes().unwrap(), expected.as_bytes());
    }
    let mut w = Writer::in_memory();
    let error = w.array((0..5).map(Third)).unwrap_err();
    assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::Data, "item 3 (at byte 6) in \"/3\""));
    assert_eq!(w.into_bytes().unwrap_err().kind(), ErrorKind::Misuse);
}

/// serde reaches the sink no oftener than other tokens do.
#[test]
fn serde_does_not_flush() {
    let mut w = Writer::new(Vec::new());
    for n in 0..10_000 {
        if n == 0 {
            w.begin_array().unwrap();
        }
        w.value(&(n % 10, "a")).unwrap();
        assert!(w.get_ref().is_empty() || n > 5_000);
    }
}

#[test]
fn values_by_the_line() {
    let options = ReadOptions { documents: Documents::Lines, ..Default::default() };
    for size in [1, 2, 3, 7, 16, 4096] {
        let mut r = Reader::from_io_with(
            &b"{\"a\":1}\n\n{\"a\":\"x\"}\n{\"a\":3\n{\"a\":4}\n"[..],
            &ReadOptions { buffer: size, ..options.clone() },
        );
        let all: Vec<_> =
            r.documents::<BTreeMap<String, u8>>().map(|row| row.map(|row| row["a"]).map_err(|error| error.kind())).collect();
        assert_eq!(all, [Ok(1), Err(ErrorKind::Type), Err(ErrorKind::Eof), Ok(4)]);
    }
}

/// What serde has begun it cannot go on with; the text of a value can be waited for.
#[test]
fn values_from_a_source_that_waits() {
    let text = b"[{\"a\": 1}, {\"a\": 22}] 7";
    for size in 1..20 {
        let options = ReadOptions { buffer: size, ..Default::default() };
        let mut r = Reader::from_pull_with(Drip::new(text, size, true), &options);
        let raw = common::patient(&mut r, |r| r.raw().map(str::to_owned)).unwrap();
        assert_eq!(from_str::<Vec<BTreeMap<String, u8>>>(&raw).unwrap()[1]["a"], 22);
        assert_eq!(common::patient(&mut r, |r| r.value::<u8>()).unwrap(), 7);
        let mut r = Reader::from_pull_with(Drip::new(text, size, true), &options);
        let mut items = r.documents::<Vec<BTreeMap<String, u8>>>();
        let errors = items.by_ref().take(100).filter(Result::is_err).count();
        assert!(errors < 100 && items.next().is_none());
    }
}

#[test]
fn an_error_printed_the_whole_of_a_name_as_long_as_the_input() {
    let text = format!("{{\"{}\":x}}", "é".repeat(10_000));
    let error = jsonstream::from_str::<std::collections::BTreeMap<String, u8>>(&text).unwrap_err();
    assert_eq!(error.pointer().unwrap().len(), 20_001);
    assert!(error.to_string().ends_with("é\"…") && error.to_string().len() < 400, "{error}");
}

/// A type that goes on after one of its fields has failed: what follows must not be written as if that field were whole.
#[test]
fn a_struct_goes_on_after_a_field_that_failed() {
    use serde::ser::{Error as _, Serialize, SerializeSeq, SerializeStruct, Serializer};

    /// Begins this, and fails.
    enum Bad {
        Nothing,
        Array,
        Object,
        Number,
    }

    impl Serialize for Bad {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self {
                Self::Nothing => {}
                Self::Array => serializer.serialize_seq(None)?.serialize_element(&1)?,
                Self::Object => serializer.serialize_struct("Inner", 1)?.serialize_field("x", &1)?,
                Self::Number => drop(serializer.serialize_u8(1)?),
            }
            Err(S::Error::custom("no"))
        }
    }

    struct Stubborn(Bad);

    impl Serialize for Stubborn {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut fields = serializer.serialize_struct("Stubborn", 3)?;
            fields.serialize_field("a", &1)?;
            assert!(fields.serialize_field("b", &self.0).is_err());
            fields.serialize_field("c", &2)?;
            fields.end()
        }
    }

    for bad in [Bad::Nothing, Bad::Array] {
        assert_eq!(jsonstream::to_vec(&Stubborn(bad)).unwrap_err().kind(), ErrorKind::Misuse);
    }
    // The names go to the object that is open, which is closed instead of the other.
    assert_eq!(jsonstream::to_vec(&Stubborn(Bad::Object)).unwrap_err().kind(), ErrorKind::Misuse);
    assert_eq!(jsonstream::to_vec(&Stubborn(Bad::Number)).unwrap(), br#"{"a":1,"b":1,"c":2}"#);
}

/// Keeps to itself that the value could not be read.
fn soft<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(d: D) -> Result<Option<T>, D::Error> {
    Ok(T::deserialize(d).ok())
}

#[derive(Debug, PartialEq, Deserialize)]
struct Hint {
    n: std::num::NonZeroU8,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Request {
    #[serde(default, deserialize_with = "soft")]
    hint: Option<Hint>,
    #[serde(default, deserialize_with = "soft")]
    list: Option<Vec<std::num::NonZeroU8>>,
    #[serde(default, deserialize_with = "soft")]
    shape: Option<Shape>,
    #[serde(default)]
    admin: bool,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Soft<T: DeserializeOwned>(#[serde(deserialize_with = "soft", bound = "")] Option<T>);

#[test]
fn what_is_left_of_a_value_given_up_does_not_pass_for_what_is_around_it() {
    let torn = [
        r#"{"hint":{"n":0,"admin":true},"admin":false}"#,
        r#"{"hint":{"n":"","admin":true}}"#,
        r#"{"list":[1,0,3],"admin":false}"#,
        r#"{"hint":{"n":0,"admin":true}}"#,
        r#"{"hint":{"n":300,"admin":true,"x":[]},"y":{}}"#,
        r#"{"hint":{"n":0}}"#,
        r#"{"hint":{"n":{"admin":true}}}"#,
        r#"{"list":[1,{"admin":true}]}"#,
        r#"{"shape":{"Circle":"x","admin":true}}"#,
        r#"{"shape":{"Named":{"name":1,"admin":true}}}"#,
        r#"{"shape":{"Box":[1],"admin":true}}"#,
        r#"{"shape":{"Other":1,"admin":true}}"#,
    ];
    assert!(torn.iter().take(3).all(|text| serde_json::from_str::<Request>(text).is_err()));
    for text in torn {
        assert_eq!(from_str::<Request>(text).unwrap_err().kind(), ErrorKind::Data, "{text}");
        assert!(from_reader::<_, Request>(text.as_bytes()).is_err(), "{text}");
        for duplicates in [jsonstream::Duplicates::Last, jsonstream::Duplicates::First, jsonstream::Duplicates::Reject] {
            let options = ReadOptions { duplicates, fold_names: true, ..Default::default() };
            assert!(from_slice_with::<Request>(text.as_bytes(), &options).is_err(), "{text}");
        }
        let around = format!(r#"[{text},{{"admin":true}}]"#);
        assert!(from_str::<(Request, Request)>(&around).is_err());
        assert!(from_str::<(Soft<Request>, Soft<Request>)>(&around).is_err());
        assert!(from_str::<Vec<Soft<Request>>>(&around).is_err());
        assert!(from_str::<BTreeMap<u8, Soft<Request>>>(&format!(r#"{{"1":{text},"2":{{}}}}"#)).is_err());
        let mut r = Reader::from_str(&around);
        let items: Vec<_> = r.array::<Request>().unwrap().collect();
        assert!(matches!(&items[..], [Err(_)]), "{items:?}");
        let mut r = Reader::from_io(around.as_bytes());
        let items: Vec<_> = r.array::<Soft<Request>>().unwrap().collect();
        assert!(matches!(&items[..], [Err(_)]), "{items:?}");
    }
    assert!(from_str::<Soft<Hint>>(r#"{"n":0}"#).is_err());
}

/// What was not begun, or read to its end, can be given up.
#[test]
fn a_value_that_was_not_begun_is_passed_when_it_is_given_up() {
    for text in [r#"{"hint":"x","admin":true}"#, r#"{"list":"x","admin":true}"#, r#"{"shape":"x","admin":true}"#] {
        let expected = Request { hint: None, list: None, shape: None, admin: true };
        assert_eq!(from_str::<Request>(text).unwrap(), expected, "{text}");
    }
    let soft = |items: &[Option<u8>]| items.iter().map(|item| Soft(*item)).collect::<Vec<Soft<u8>>>();
    let text = r#"["x",1,300,[2],{"a":[]},null,-1]"#;
    let expected = soft(&[None, Some(1), None, None, None, None, None]);
    assert_eq!(from_str::<Vec<Soft<u8>>>(text).unwrap(), expected);
    let read: Result<Vec<Soft<u8>>, _> = Reader::from_io(text.as_bytes()).array().unwrap().collect();
    assert_eq!(read.unwrap(), expected);
    assert_eq!(from_str::<(Soft<u8>, Soft<u8>)>(r#"["x","y"]"#).unwrap(), (Soft(None), Soft(None)));
    assert_eq!(
        from_str::<BTreeMap<u8, Soft<u8>>>(r#"{"1":"x","2":2}"#).unwrap(),
        BTreeMap::from([(1, Soft(None)), (2, Soft(Some(2)))])
    );
    assert!(from_str::<Vec<Soft<u8>>>("[x]").is_err());
}

#[test]
fn names_that_are_numbers_have_the_grammar_of_json() {
    for name in [
        "+5", "007", "-", "--1", "nan", "NaN", "inf", "-inf", "infinity", "1e999", ".5", "5.", "0x1", "1_0", " 1", "1 ", "",
        "1e", "-01",
    ] {
        let text = format!(r#"{{"{name}":0}}"#);
        assert!(from_str::<BTreeMap<i64, u8>>(&text).is_err(), "{name}");
        assert!(from_str::<BTreeMap<u128, u8>>(&text).is_err(), "{name}");
        assert!(from_str::<Vec<(u8, u8)>>(&text).is_err());
        let float = from_str::<OneName<f64>>(&text).map(|_| ());
        assert_eq!(float.unwrap_err().kind(), ErrorKind::Data, "{name}");
        assert!(from_str::<OneName<f32>>(&text).is_err(), "{name}");
    }
    assert_eq!(from_str::<BTreeMap<i8, u8>>(r#"{"-128":0,"127":1}"#).unwrap(), BTreeMap::from([(-128, 0), (127, 1)]));
    assert!(from_str::<BTreeMap<u8, u8>>(r#"{"256":0}"#).is_err());
    assert!(from_str::<BTreeMap<u8, u8>>(r#"{"1.0":0}"#).is_err());
    assert_eq!(from_str::<OneName<f64>>(r#"{"-1.5e3":0}"#).unwrap().0, -1500.0);
    assert_eq!(from_str::<OneName<f32>>(r#"{"0.1":0}"#).unwrap().0, 0.1);
}

/// The one name of an object.
#[derive(Debug)]
struct OneName<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneName<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> serde::de::Visitor<'de> for Name<T> {
            type Value = T;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object with one name")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
                let (name, _) = map.next_entry::<T, u8>()?.unwrap();
                Ok(name)
            }
        }
        deserializer.deserialize_map(Name(std::marker::PhantomData)).map(Self)
    }
}

#[test]
fn raw_values_of_types_that_borrow_nothing() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Row {
        id: u64,
        raw: jsonstream::OwnedRawValue,
    }
    let text = r#"[{"id":1,"raw":{"a":  1.0}},{"id":2,"raw":[ ]}]"#;
    let rows: Vec<Row> = from_reader(text.as_bytes()).unwrap();
    assert_eq!(rows[0].raw.get(), r#"{"a":  1.0}"#);
    assert_eq!(from_str::<Vec<Row>>(text).unwrap(), rows);
    assert_eq!(to_string(&rows).unwrap(), text);
    let raw: RawValue<'static> = from_str::<jsonstream::OwnedRawValue>("[ ]").unwrap().into();
    assert_eq!(rows[1].raw, raw.into());
}

/// A panic in a type leaves the reader and the writer fit for another stack.
#[test]
fn the_base_of_the_stack_is_forgotten_after_a_panic() {
    #[derive(Debug)]
    struct Panics;
    impl<'de> Deserialize<'de> for Panics {
        fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
            panic!("on purpose")
        }
    }
    impl Serialize for Panics {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            panic!("on purpose")
        }
    }
    let mut r = Reader::from_io(&b"1 [[2]]"[..]);
    let mut w = Writer::with_options(Vec::new(), &WriteOptions::lines());
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| r.value::<Option<Panics>>().is_ok()));
    assert!(caught.is_err());
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| w.value(&Some(Panics)).is_ok()));
    assert!(caught.is_err());
    let other = std::thread::spawn(move || {
        assert_eq!(r.value::<Option<u8>>().unwrap(), Some(1));
        assert_eq!(r.value::<Vec<Vec<u8>>>().unwrap(), [[2]]);
        w.value(&Some(Some([1]))).unwrap();
        w.finish().unwrap()
    });
    assert_eq!(other.join().unwrap(), b"[1]\n");
}

/// serde-rs/json#202: errors of writing say where the value is, also behind names that are no identifiers, as far as they are still known.
#[test]
fn errors_of_writing_have_the_pointer() {
    #[derive(serde::Serialize)]
    enum E {
        New(f64),
        Struct { x: [f64; 2] },
    }
    #[derive(serde::Serialize)]
    struct S {
        a: Vec<std::collections::BTreeMap<String, E>>,
    }
    let at = |name: &str, e: E| S { a: vec![Default::default(), [("fine".into(), E::New(1.0)), (name.into(), e)].into()] };
    let pointer = |value: &S, options: &WriteOptions| to_vec_with(value, options).unwrap_err().pointer().map(str::to_owned);
    let html = WriteOptions { layout: jsonstream::Layout::Indent("\t".into()), ..WriteOptions::go() };
    for options in [WriteOptions::default(), html] {
        assert_eq!(pointer(&at("z<~/\"é", E::New(f64::NAN)), &options).as_deref(), Some("/a/1/z<~0~1\"é/New"));
        assert_eq!(pointer(&at("z", E::Struct { x: [0.0, f64::NAN] }), &options).as_deref(), Some("/a/1/z/Struct/x/1"));
    }
    let mut w = Writer::to_io(std::io::sink());
    assert_eq!(w.array([1.0, f64::NAN]).unwrap_err().pointer(), Some("/1"));
    let flushed = WriteOptions { flush_at: 1, ..Default::default() };
    let mut w = Writer::to_io_with(std::io::sink(), &flushed);
    assert_eq!(w.value(&at("z", E::New(f64::NAN))).unwrap_err().pointer(), None);
}
