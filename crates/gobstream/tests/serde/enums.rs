//! Enums: of interfaces, numbers, texts, and of the one part that is there.

use crate::{all, good, vector};
use gobstream::{Decoder, ErrorKind, Gob};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize, Debug, PartialEq)]
#[serde(rename_all = "PascalCase")]
struct Point {
    x: i64,
    y: i64,
}

#[derive(Deserialize, Debug, PartialEq)]
enum Any {
    #[serde(rename = "nil")]
    Nil,
    #[serde(rename = "int")]
    Int(i64),
    #[serde(rename = "string", alias = "text")]
    Text(String),
    #[serde(rename = "main.Point")]
    Point(Point),
    #[serde(rename = "main.Line", rename_all = "PascalCase")]
    Line { a: Point, b: Point, name: String },
    #[serde(rename = "main.Empty")]
    Empty,
    #[serde(other)]
    Other,
}

/// By the names under which Go registered what they hold.
#[test]
fn interfaces() {
    let read = good::<Vec<Any>>("iface-many-types");
    let zero = || Point { x: 0, y: 0 };
    let line = Any::Line { a: zero(), b: zero(), name: "l".into() };
    let first =
        [Any::Text("start".into()), Any::Point(Point { x: 1, y: 2 }), line, Any::Int(3), Any::Other, Any::Other, Any::Empty];
    assert_eq!(read[0][..7], first);
    assert_eq!(good::<Any>("iface-nil-top"), [Any::Nil]);
    let (read, _) = all::<Vec<Option<Any>>>(&vector("iface-struct-twice"));
    assert_eq!(read[0][2], Some(Any::Int(5)));
}

/// Nil is none where an option is asked for.
#[test]
fn nil_is_none() {
    #[derive(Deserialize, Debug)]
    struct Everything {
        #[serde(rename = "Any")]
        any: Vec<Option<Any>>,
    }
    let read = good::<Everything>("struct-everything");
    assert_eq!(read[0].any[3], None);
    assert_eq!(read[0].any[0], Some(Any::Int(1)));
}

/// A name that no variant has.
#[test]
fn unknown_names() {
    #[derive(Deserialize, Debug)]
    enum Few {
        #[serde(rename = "string")]
        Text(#[allow(dead_code, reason = "it is not read")] String),
    }
    let mut decoder = Decoder::from_slice(vector("iface-many-types").leak());
    let error = decoder.deserialize::<Vec<Few>>().unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::WrongType, "[1]"), "{error}");
    assert!(error.text().contains("main.Point"), "{error}");
}

/// Go's constants by iota, and those that are strings.
#[test]
fn numbers_and_texts() {
    #[derive(Deserialize, Debug, PartialEq)]
    enum Day {
        Sunday,
        Monday,
        Tuesday,
    }
    let days = gobstream::to_vec(&vec![1, 0, 2]).unwrap();
    let read: Vec<Day> = gobstream::serde::from_slice(&days).unwrap();
    assert_eq!(read, [Day::Monday, Day::Sunday, Day::Tuesday]);
    let names = gobstream::to_vec(&vec!["Monday"]).unwrap();
    assert_eq!(gobstream::serde::from_slice::<Vec<Day>>(&names).unwrap(), [Day::Monday]);
    for wrong in [gobstream::to_vec(&3), gobstream::to_vec(&-1), gobstream::to_vec(&u64::MAX), gobstream::to_vec("Friday")] {
        assert!(gobstream::serde::from_slice::<Day>(&wrong.unwrap()).is_err());
    }
    // What was not sent is the first.
    #[derive(Deserialize, Debug, PartialEq)]
    struct Dated {
        #[serde(rename = "A")]
        a: Day,
    }
    assert_eq!(good::<Dated>("struct-deltas")[1], Dated { a: Day::Sunday });
}

/// A struct of pointers of which one is set, and a map of one key.
#[test]
fn the_one_part_that_is_there() {
    #[derive(Gob, Default)]
    struct Shapes {
        circle: Option<i64>,
        square: Option<Vec<i64>>,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    enum Shape {
        Circle(i64),
        Square(i64, i64),
        #[serde(rename = "nil")]
        None,
    }
    let read = |shapes: &Shapes| gobstream::serde::from_slice::<Shape>(&gobstream::to_vec(shapes).unwrap());
    assert_eq!(read(&Shapes { circle: Some(3), square: None }).unwrap(), Shape::Circle(3));
    assert_eq!(read(&Shapes { circle: None, square: Some(vec![1, 2]) }).unwrap(), Shape::Square(1, 2));
    assert_eq!(read(&Shapes::default()).unwrap(), Shape::None);
    assert_eq!(read(&Shapes { circle: Some(3), square: Some(vec![1]) }).unwrap_err().kind(), ErrorKind::Refused);
    let map = gobstream::to_vec(&BTreeMap::from([("Circle", 3)])).unwrap();
    assert_eq!(gobstream::serde::from_slice::<Shape>(&map).unwrap(), Shape::Circle(3));
}
