//! Errors: kind, offset and path, also of what the Rust type itself refuses; and behind them the next value.

use crate::vector;
use gobstream::{Decoder, Error, ErrorKind};
use serde::{Deserialize, Deserializer, de::Error as _};
use std::collections::BTreeMap;

fn read<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Error {
    Decoder::from_slice(bytes).deserialize::<T>().err().unwrap()
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "PascalCase")]
#[allow(dead_code, reason = "it cannot be read")]
struct Line {
    a: Point,
    b: Point,
}
#[derive(Deserialize, Debug)]
#[serde(rename_all = "PascalCase")]
#[allow(dead_code, reason = "it cannot be read")]
struct Point {
    x: i64,
    y: Even,
}
#[derive(Debug)]
#[allow(dead_code, reason = "it cannot be read")]
struct Even(i64);

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let number = i64::deserialize(d)?;
        if number % 2 == 0 { Ok(Even(number)) } else { Err(D::Error::custom(format!("{number} is odd"))) }
    }
}

/// An error of the type's own has the place of the value that it refuses.
#[test]
fn own_errors_have_a_place() {
    let bytes = gobstream::to_vec(&BTreeMap::from([("k", vec![2, 4, 5])])).unwrap();
    let error = read::<BTreeMap<String, Vec<Even>>>(&bytes);
    assert_eq!((error.kind(), error.path(), error.text()), (ErrorKind::Refused, "[\"k\"][2]", "5 is odd"));
    assert_eq!(error.offset() as usize, bytes.len() - 1);
    assert_eq!((error.value(), error.is_recoverable()), (1, true));
}

/// The next value is read behind one that was refused.
#[test]
fn the_next_value_is_read() {
    let bytes = vector("point-stream");
    let mut decoder = Decoder::from_slice(&bytes);
    let mut seen = Vec::new();
    while let Some(result) = decoder.deserialize::<Point>().transpose() {
        seen.push(result.map(|p| p.y.0).map_err(|e| e.path().to_string()));
    }
    assert_eq!(seen, [Err(".Y".into()), Ok(-2), Ok(0), Err(".Y".into()), Ok(0)]);
}

#[test]
fn fields_that_the_received_type_lacks() {
    #[derive(Deserialize, Debug)]
    struct Misnamed {
        #[allow(dead_code, reason = "it is not there")]
        x: i64,
    }
    #[derive(Deserialize, Debug)]
    struct Lines {
        #[serde(rename = "A")]
        #[allow(dead_code, reason = "it is not there")]
        a: Misnamed,
    }
    let bytes = vector("struct-nested");
    let error = read::<Lines>(&bytes);
    assert_eq!((error.kind(), error.path()), (ErrorKind::Missing, ".A"), "{error}");
    assert!(error.text().contains("\"x\""), "{error}");
}

/// The zero of a field that was not sent is refused like any other value, with the field's name.
#[test]
fn zeros_that_are_refused() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "it cannot be read")]
    struct Needy {
        #[serde(rename = "A")]
        a: i64,
        #[serde(rename = "F")]
        f: std::num::NonZeroU8,
    }
    let bytes = vector("struct-deltas");
    let error = read::<Needy>(&bytes);
    assert_eq!((error.path(), error.is_recoverable()), (".F", true), "{error}");
}

#[test]
fn types_that_do_not_fit() {
    let bytes = vector("struct-nested");
    let error = read::<BTreeMap<String, String>>(&bytes);
    assert_eq!((error.kind(), error.path()), (ErrorKind::WrongType, ".A"), "{error}");
    let error = read::<Vec<String>>(&bytes);
    assert_eq!((error.kind(), error.path()), (ErrorKind::WrongType, ""), "{error}");
    let three = gobstream::to_vec(&vec![1, 2, 3]).unwrap();
    assert!(read::<(i64, i64)>(&three).text().contains("1 elements more"));
    assert_eq!(read::<(i64, i64, i64, i64)>(&three).kind(), ErrorKind::WrongType);
    assert_eq!(read::<String>(&gobstream::to_vec(&gobstream::Text::from(&b"\xff"[..])).unwrap()).kind(), ErrorKind::BadUtf8);
}

#[test]
fn one_value_and_no_more() {
    use gobstream::serde::{from_reader, from_slice};
    let error = from_slice::<Point>(&vector("point-stream")[..]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    let two = [gobstream::to_vec(&1).unwrap(), gobstream::to_vec(&2).unwrap()].concat();
    assert_eq!(from_slice::<i64>(&two).unwrap_err().kind(), ErrorKind::ExtraData);
    assert_eq!(from_reader::<i64>(&two[..]).unwrap_err().kind(), ErrorKind::ExtraData);
    assert_eq!(from_slice::<i64>(b"").unwrap_err().kind(), ErrorKind::Missing);
    assert_eq!(from_slice::<i64>(&two[..3]).unwrap_err().kind(), ErrorKind::Truncated);
}

/// Faults in the bytes are told as they are to everybody else.
#[test]
fn faults_are_those_of_the_walk() {
    use crate::common::faults;
    use crate::seen::Seen;
    for fault in faults() {
        let mut stream = gobstream::Stream::from_slice(&fault.bytes);
        let walked = crate::collect(|| stream.next_value()).1;
        let mut decoder = Decoder::from_slice(&fault.bytes);
        let told = crate::collect(|| decoder.deserialize::<Seen>()).1;
        let place = |e: Option<Error>| e.map(|e| (e.kind(), e.offset(), e.path().to_string()));
        let (told, walked) = (place(told), place(walked));
        if told != walked && (fault.name.starts_with("deep-") || fault.name.starts_with("wide-")) {
            // There is less room on the stack than on the heap, and zeros that were not sent take some.
            assert!(matches!(told, Some((ErrorKind::TooDeep | ErrorKind::TooBig, ..))), "{}: {told:?}", fault.name);
            continue;
        }
        assert_eq!(told, walked, "{}", fault.name);
    }
}
