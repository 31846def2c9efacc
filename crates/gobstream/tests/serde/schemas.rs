//! Writing by serde: the bytes of real Go for the same types, whatever the Rust types are.

use crate::common::vectors;
use crate::{keep, vector};
use gobstream::known::{Duration, Known, opaque_payload};
use gobstream::serde::{Schema, to_vec};
use gobstream::{Complex, Decoder, Encode, Encoder, ErrorKind, Gob, Stream, Value};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

macro_rules! go {
    ($(struct $name:ident { $($field:ident: $ty:ty,)* })*) => {$(
        #[derive(Gob, Serialize, Default)]
        #[gob(rename_all = "PascalCase")]
        #[serde(rename_all = "PascalCase")]
        struct $name { $($field: $ty,)* }
    )*};
}

go! {
    struct Point { x: isize, y: isize, }
    struct Line { a: Point, b: Point, name: String, }
    struct Link { name: String, from: Option<Point>, to: Option<Point>, }
    struct Letters { a: isize, b: String, c: bool, d: usize, e: Vec<isize>, f: f64, }
    struct Scalars {
        b: bool, i: isize, i8: i8, i16: i16, i32: i32, i64: i64, u: usize, u8: u8, u16: u16, u32: u32, u64: u64, ptr: Uintptr,
        f32: f32, f64: f64, c64: Complex<f32>, c128: Complex<f64>, s: String, raw: Vec<u8>,
    }
    struct Arrays { a: [isize; 2], z: [isize; 0], b: [u8; 3], p: Option<[isize; 2]>, }
    struct Maps { s: Option<BTreeMap<String, isize>>, i: Option<BTreeMap<isize, String>>, p: Option<BTreeMap<String, bool>>, }
    struct Slices { i: Vec<isize>, b: Vec<u8>, s: Vec<String>, p: Option<Vec<isize>>, }
    struct Empty { }
}

#[derive(Gob, Serialize, Default)]
struct Uintptr(u64);

/// Values of any types as a `T`, against a vector.
fn made<T: Encode>(name: &str, values: &[&dyn Fn(&Schema) -> Value]) {
    let (schema, mut encoder) = (Schema::of::<T>(), Encoder::to_vec());
    values.iter().for_each(|value| encoder.encode_value(&value(&schema)).unwrap());
    keep(name, encoder.sink());
    assert_eq!(encoder.into_sink(), vector(name), "{name}");
}

fn p(x: isize, y: isize) -> Point {
    Point { x, y }
}

fn one<T: Encode + Serialize>(name: &'static str, values: &[T]) {
    let mut encoder = Encoder::to_vec();
    let schema = Schema::of::<T>();
    values.iter().for_each(|value| encoder.serialize(value, &schema).unwrap());
    keep(name, encoder.sink());
    // One schema is one type, however often it is used.
    assert_eq!(encoder.into_sink(), vector(name), "{name}");
}

#[test]
fn structs_are_gos() {
    one("point", &[p(22, 33)]);
    one("point-stream", &[p(1, -1), p(2, -2), p(0, 0), p(0, 5), p(5, 0)]);
    one("struct-zero", &[p(0, 0)]);
    one("struct-nested", &[Line { a: p(1, 2), b: p(0, 0), name: "l".into() }, Line::default()]);
    let link = |name: &str, from, to| Link { name: name.into(), from, to };
    one(
        "struct-nested-pointer",
        &[link("a", Some(p(1, 0)), None), link("b", Some(p(0, 0)), Some(p(0, 1))), link("", None, None)],
    );
    let l = Letters::default;
    one(
        "struct-deltas",
        &[
            Letters { a: 1, ..l() },
            Letters { d: 4, ..l() },
            Letters { b: "b".into(), e: vec![5], ..l() },
            Letters { f: 1.5, ..l() },
            Letters { a: 1, f: 2.0, ..l() },
        ],
    );
    one("struct-array-pointer", &[Arrays { p: Some([0, 0]), ..Arrays::default() }]);
    one("struct-array-field", &[Arrays { a: [1, 2], b: [9, 0, 0], ..Arrays::default() }, Arrays::default()]);
    let scalars = Scalars {
        b: true,
        i: -1,
        i8: -8,
        i16: -16,
        i32: -32,
        i64: -64,
        u: 1,
        u8: 8,
        u16: 16,
        u32: 32,
        u64: 64,
        ptr: Uintptr(2),
        f32: 0.5,
        f64: 0.1,
        c64: Complex { re: 0.0, im: 1.0 },
        c128: Complex { re: 2.0, im: -2.0 },
        s: "s".into(),
        raw: vec![1, 2, 3],
    };
    one("struct-scalars", &[scalars, Scalars::default()]);
    let (some, none) = (Some(BTreeMap::new()), None);
    let full = Maps {
        s: Some(BTreeMap::from([("a".into(), 1)])),
        i: Some(BTreeMap::from([(2, "b".into())])),
        p: Some(BTreeMap::from([("c".into(), true)])),
    };
    one(
        "struct-map-field",
        &[Maps { s: none, i: None, p: None }, Maps { s: some, i: Some(BTreeMap::new()), p: Some(BTreeMap::new()) }, full],
    );
    one(
        "struct-slice-field",
        &[
            Slices::default(),
            Slices { p: Some(vec![]), ..Slices::default() },
            Slices { i: vec![1], b: vec![2], s: vec![String::new()], p: Some(vec![3]) },
        ],
    );
}

/// Also a schema that is made again, as each call of a function might do.
#[test]
fn schemas_of_one_type_are_one_type() {
    let mut encoder = Encoder::to_vec();
    for line in [Line { a: p(1, 2), b: p(0, 0), name: "l".into() }, Line::default()] {
        encoder.serialize(&line, &Schema::of::<Line>()).unwrap();
    }
    assert_eq!(encoder.into_sink(), vector("struct-nested"));
}

/// The Rust type is nothing like Go's: only what it says must fit.
#[test]
fn other_types_of_the_same_picture() {
    made::<Point>("point", &[&|schema| schema.value(&json!({"Y": 33, "X": 22})).unwrap()]);
    made::<Point>("point", &[&|schema| schema.value(&(22, 33)).unwrap()]);
    made::<Line>(
        "struct-nested",
        &[&|schema| schema.value(&json!({"Name": "l", "B": {}, "A": {"Y": 2, "X": 1}})).unwrap(), &|schema| {
            schema.value(&json!({"A": {}, "B": {}})).unwrap()
        }],
    );
    let set = to_vec(&["a"], &Schema::of::<BTreeSet<String>>()).unwrap();
    assert_eq!(set, gobstream::to_vec(&BTreeSet::from(["a".to_string()])).unwrap());
    let pairs = to_vec(&[("a", 1), ("b", 2)], &Schema::of::<BTreeMap<String, i64>>()).unwrap();
    assert_eq!(pairs, gobstream::to_vec(&BTreeMap::from([("a".to_string(), 1), ("b".to_string(), 2)])).unwrap());
    let nanos = to_vec(&5, &Schema::of::<Duration>()).unwrap();
    assert_eq!(nanos, gobstream::to_vec(&Duration::from_nanos(5)).unwrap());
    assert_eq!(to_vec(&'a', &Schema::of::<char>()).unwrap(), gobstream::to_vec(&'a').unwrap());
}

#[derive(Gob)]
#[gob(rename = "any")]
enum Any {
    #[gob(nil)]
    Nil,
    #[gob(name = "int")]
    Int(isize),
    #[gob(name = "string")]
    Text(String),
    #[gob(name = "main.Point")]
    Point(Point),
    #[gob(name = "main.Empty")]
    Empty(Empty),
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
enum Mine {
    #[serde(rename = "nil")]
    Nil,
    #[serde(rename = "int")]
    Int(i64),
    #[serde(rename = "string")]
    Text(String),
    #[serde(rename_all = "PascalCase")]
    Point { x: i8, y: i8 },
    #[serde(rename = "main.Empty")]
    Empty,
}

/// By the full name of a type, or its last part.
#[test]
fn enums_go_into_interfaces() {
    let mine = [Mine::Nil, Mine::Int(3), Mine::Text("t".into()), Mine::Point { x: 1, y: 0 }, Mine::Empty];
    let typed = vec![Any::Nil, Any::Int(3), Any::Text("t".into()), Any::Point(p(1, 0)), Any::Empty(Empty {})];
    let schema = Schema::of::<Vec<Any>>();
    assert_eq!(to_vec(&mine, &schema).unwrap(), gobstream::to_vec(&typed).unwrap());
    // What has no variant goes under the names that Go gives it.
    let plain = to_vec(&json!([null, 3, "t"]), &schema).unwrap();
    assert_eq!(plain, gobstream::to_vec(&vec![Any::Nil, Any::Int(3), Any::Text("t".into())]).unwrap());
    #[derive(Serialize)]
    struct Stranger {}
    let error = to_vec(&[Stranger {}], &schema).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Unregistered, "[0]"), "{error}");
    // A received schema knows no names, until it is told.
    let bytes = gobstream::to_vec(&typed).unwrap();
    let value = Stream::from_slice(&bytes).next_value().unwrap().unwrap();
    let received = Schema::received(value.ty().unwrap());
    assert!(to_vec(&mine, &received).is_err());
    let told = received.with("int", &Schema::of::<isize>()).with("string", &Schema::of::<String>());
    let told = told.with("main.Point", &Schema::of::<Point>()).with("main.Empty", &Schema::of::<Empty>());
    let mut decoder = Decoder::from_slice(to_vec(&mine, &told).unwrap().leak());
    let back: Vec<serde_json::Value> = decoder.deserialize().unwrap().unwrap();
    assert_eq!(back[3], json!({"X": 1, "Y": 0}));
}

/// Enums that name the one field that is set, and those of constants.
#[test]
fn enums_go_into_structs_and_numbers() {
    #[derive(Gob, Default)]
    struct Shapes {
        circle: Option<i64>,
        square: Option<Vec<i64>>,
        empty: Option<Empty>,
    }
    #[derive(Serialize)]
    enum Shape {
        Circle(i64),
        Square(i64, i64),
        Empty,
    }
    let schema = Schema::of::<Shapes>();
    let typed = |shapes: &Shapes| gobstream::to_vec(shapes).unwrap();
    assert_eq!(to_vec(&Shape::Circle(3), &schema).unwrap(), typed(&Shapes { circle: Some(3), ..Shapes::default() }));
    assert_eq!(to_vec(&Shape::Square(1, 2), &schema).unwrap(), typed(&Shapes { square: Some(vec![1, 2]), ..Shapes::default() }));
    assert_eq!(to_vec(&Shape::Empty, &schema).unwrap(), typed(&Shapes { empty: Some(Empty {}), ..Shapes::default() }));
    assert_eq!(to_vec(&Shape::Empty, &Schema::of::<i64>()).unwrap(), gobstream::to_vec(&2).unwrap());
    assert_eq!(to_vec(&Shape::Empty, &Schema::of::<String>()).unwrap(), gobstream::to_vec("Empty").unwrap());
    let map = to_vec(&Shape::Circle(3), &Schema::of::<BTreeMap<String, i64>>()).unwrap();
    assert_eq!(map, gobstream::to_vec(&BTreeMap::from([("Circle".to_string(), 3)])).unwrap());
}

/// Whether the picture of a value says all of it: not what interfaces hold, which bytes have no text, and that a map is empty and not nil.
fn says_all(value: &Value) -> bool {
    use gobstream::Event;
    value.events().all(|event| match event {
        Event::Interface(..) | Event::Map(_, 0) => false,
        Event::Opaque(ty, bytes) => is_exact(ty, bytes),
        _ => true,
    })
}

/// Whether an opaque value has no text, or one that says all: not that of decimals with zeros at their end, nor of a zone at offset 0. A zero time that was
/// sent stood behind a pointer, which no picture shows.
fn is_exact(ty: &gobstream::Type, bytes: &[u8]) -> bool {
    let gobstream::Kind::Opaque(marshaler) = ty.kind() else { return false };
    let text = Known::recognise(ty.name(), marshaler, bytes).and_then(|known| known.text());
    let is_same = |text: &str| opaque_payload(ty.name(), marshaler, text).as_deref() == Some(bytes);
    text.is_none_or(|text| is_same(&text) && !text.starts_with("0001-01-01T00:00:00Z"))
}

/// What real Go wrote, as the picture that a value has for every format, written again as the type that was received.
#[test]
fn pictures_of_all_vectors_are_written_back() {
    let (mut n, mut wrong) = (0, String::new());
    // Handmade streams send zeros, which are left out, and fields twice.
    for v in vectors().iter().filter(|v| !v.name.starts_with("hand-")) {
        let mut stream = Stream::from_slice(&v.bytes);
        while let Some(value) = stream.next_value().unwrap() {
            let Some(ty) = value.ty().cloned().filter(|_| says_all(&value)) else { continue };
            n += 1;
            match Schema::received(&ty).value(&value) {
                Ok(made) if alone(&made) == alone(&value) => {}
                Ok(made) => wrong += &format!("{}: {made:?} of {value:?}\n", v.name),
                // Lists of a thousand levels.
                Err(error) if error.kind() == ErrorKind::TooDeep || error.text().contains("nest deeper") => {}
                Err(error) => wrong += &format!("{}: {error}\n", v.name),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(n > 200, "{n} values");
}

/// A value as a stream of its own.
fn alone(value: &Value) -> Vec<u8> {
    let mut encoder = Encoder::to_vec();
    encoder.encode_value(value).unwrap();
    encoder.into_sink()
}

#[test]
fn what_does_not_fit_has_a_path() {
    let fails = |value: &serde_json::Value, schema: &Schema| {
        let error = to_vec(value, schema).unwrap_err();
        (error.kind(), error.path().to_string())
    };
    let lines = Schema::of::<Vec<Line>>();
    assert_eq!(fails(&json!([{}, {"A": {"X": "no"}}]), &lines), (ErrorKind::WrongType, "[1].A.X".into()));
    assert_eq!(fails(&json!([{"A": {"Z": 1}}]), &lines), (ErrorKind::UnknownField, "[0].A".into()));
    assert_eq!(fails(&json!([null]), &lines), (ErrorKind::Nil, "[0]".into()));
    assert_eq!(fails(&json!({"a": -1}), &Schema::of::<BTreeMap<String, u64>>()), (ErrorKind::OutOfRange, "[\"a\"]".into()));
    assert_eq!(fails(&json!([1]), &Schema::of::<[i64; 2]>()).0, ErrorKind::WrongType);
}

/// A value that nests without end is refused, on a stack of 256 KiB.
#[test]
fn deep_values_are_refused() {
    #[derive(Gob)]
    struct Chain {
        #[allow(dead_code, reason = "no value of it is made")]
        next: Option<Box<Chain>>,
    }
    struct Endless;
    impl Serialize for Endless {
        fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeStruct;
            let mut fields = s.serialize_struct("Chain", 1)?;
            fields.serialize_field("Next", &Some(Endless))?;
            fields.end()
        }
    }
    let work = || {
        let error = to_vec(&Endless, &Schema::of::<Chain>()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooDeep);
        assert!(error.path().starts_with(".Next.Next"), "{error}");
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
}
