//! Schemas out of samples: the bytes of real Go, for types that have nothing but serde's derive.

use crate::{all, keep, vector};
use gobstream::serde::{Schema, Tracer, to_vec};
use gobstream::{Encoder, ErrorKind, Result, Stream, Value};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;

macro_rules! plain {
    ($(struct $name:ident { $($field:ident: $ty:ty,)* })*) => {$(
        #[derive(Serialize, Deserialize, Default, Clone, Debug, PartialEq)]
        #[serde(rename_all = "PascalCase")]
        struct $name { $($field: $ty,)* }
    )*};
}

plain! {
    struct Point { x: i64, y: i64, }
    struct Line { a: Point, b: Point, name: String, }
    struct Link { name: String, from: Option<Point>, to: Option<Point>, }
    struct Tree { val: i64, left: Option<Box<Tree>>, right: Option<Box<Tree>>, }
    struct Hen { name: String, lays: Option<Box<Egg>>, }
    struct Egg { name: String, hatches: Option<Box<Hen>>, }
}

fn p(x: i64, y: i64) -> Point {
    Point { x, y }
}

/// A stream whose types are told by its values.
struct Made(Encoder<Vec<u8>>);

impl Made {
    fn put<T: Serialize>(self, values: &[T]) -> Self {
        self.put_like(values, values)
    }

    fn put_like<T: Serialize>(mut self, samples: &[T], values: &[T]) -> Self {
        let mut tracer = Tracer::new();
        for sample in samples {
            tracer.sample(sample).unwrap();
        }
        let schema = tracer.schema().unwrap();
        values.iter().for_each(|value| self.0.serialize(value, &schema).unwrap());
        self
    }

    fn equal(self, name: &str) {
        let made = self.0.into_sink();
        keep(name, &made);
        assert_eq!(made, vector(name), "{name}");
    }

    /// Where Go defines types in the middle of a value.
    fn alike(self, name: &str) {
        let read = |bytes: &[u8]| {
            let mut stream = Stream::from_slice(bytes);
            std::iter::from_fn(|| stream.next_value().unwrap()).collect::<Vec<Value>>()
        };
        let made = self.0.into_sink();
        keep(name, &made);
        assert_eq!(read(&made), read(&vector(name)), "{name}");
    }
}

fn made() -> Made {
    Made(Encoder::to_vec())
}

#[test]
fn bytes_are_gos() {
    made().put(&[p(22, 33)]).equal("point");
    made().put(&[p(1, -1), p(2, -2), p(0, 0), p(0, 5), p(5, 0)]).equal("point-stream");
    made().put(&[Line { a: p(1, 2), b: p(0, 0), name: "l".into() }, Line::default()]).equal("struct-nested");
    let link = |name: &str, from, to| Link { name: name.into(), from, to };
    let links = [link("a", Some(p(1, 0)), None), link("b", Some(p(0, 0)), Some(p(0, 1))), link("", None, None)];
    made().put(&links).equal("struct-nested-pointer");
    // Each place of an array is one of its own.
    made().put_like(&[[vec!["b"], vec!["c"]]], &[[vec!["a"], vec![]]]).equal("array-of-slice");
    made().put(&[vec![vec![1, 2], vec![], vec![], vec![3]]]).put(&[vec![vec![vec!["a"]], vec![]]]).equal("slice-of-slice");
}

#[test]
fn types_that_hold_themselves() {
    let tree = |val, left, right| Some(Box::new(Tree { val, left, right }));
    let root = Tree { val: 5, left: tree(3, None, None), right: tree(8, tree(7, None, None), None) };
    made().put(&[root, Tree::default()]).equal("rec-struct");
    let hen = |name: &str, lays| Hen { name: name.into(), lays };
    let egg = |name: &str, hatches| Egg { name: name.into(), hatches };
    let whole = hen("h", Some(Box::new(egg("e", Some(Box::new(hen("c", None)))))));
    let nested = egg("", Some(Box::new(whole.clone())));
    // The second schema has the same types, which are not defined again.
    made().put(&[whole]).put_like(&[nested], &[egg("first", None)]).equal("rec-mutual");
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
enum Held {
    #[serde(rename = "nil")]
    Nil,
    #[serde(rename = "main.Point", rename_all = "PascalCase")]
    Point { x: i64, y: i64 },
    #[serde(rename = "int")]
    Int(i64),
    #[serde(rename = "main.Unit")]
    Unit,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Any {
    i: Held,
}

#[test]
fn enums_are_interfaces() {
    let point = |x, y| Held::Point { x, y };
    made()
        .put(&[vec![point(1, 2), point(3, 4), Held::Int(5), point(0, 0)]])
        .put(&[Any { i: point(6, 7) }])
        .alike("iface-struct-twice");
    let mixed = vec![Held::Nil, point(1, 0), Held::Unit];
    let bytes = to_vec(&mixed, &Schema::traced(&mixed).unwrap()).unwrap();
    assert_eq!(all::<Vec<Held>>(&bytes).0, [mixed]);
    // Variants that were not seen have no type.
    let error = to_vec(&[Held::Int(1)], &Schema::traced(&[point(1, 0)]).unwrap()).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Unregistered, "[0]"));
    // Constants are their names.
    let units = to_vec(&[Held::Unit], &Schema::traced(&vec![Held::Unit]).unwrap()).unwrap();
    assert_eq!(units, gobstream::to_vec(&vec!["main.Unit"]).unwrap());
    // One name holds one type.
    let error = Schema::traced(&(point(1, 2), Other::Point(3))).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::WrongType, "[1]"), "{error}");
    let error = Schema::traced(&Other::Held(point(1, 2))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongType, "{error}");
}

#[derive(Serialize)]
enum Other {
    #[serde(rename = "main.Point")]
    Point(i64),
    Held(Held),
}

/// What Go calls each type, and what its parts are: `gob schema` prints the same of Go's own.
#[test]
fn types_are_those_of_rusts_derive() {
    #[derive(Serialize, gobstream::Gob, Default)]
    #[serde(rename_all = "PascalCase")]
    struct All {
        flag: bool,
        small: Vec<i8>,
        large: Vec<i64>,
        octets: Vec<u8>,
        rune: char,
        floats: Vec<f32>,
        table: BTreeMap<u16, Vec<String>>,
        four: [u8; 4],
        nothing: (),
        inner: Vec<Inner>,
    }
    #[derive(Serialize, gobstream::Gob, Default)]
    struct Inner(i64, String);
    let value = All {
        flag: true,
        small: vec![-1],
        large: vec![1 << 40],
        octets: vec![1, 2],
        rune: 'ü',
        floats: vec![0.5],
        table: BTreeMap::from([(7, vec!["a".into()])]),
        four: [1, 0, 0, 4],
        nothing: (),
        inner: vec![Inner(1, "i".into())],
    };
    let traced = to_vec(&value, &Schema::traced(&value).unwrap()).unwrap();
    assert_eq!(traced, gobstream::to_vec(&value).unwrap());
    // A tuple of several types, as a struct of Go's.
    let pair = to_vec(&(1, "x"), &Schema::traced(&(1, "x")).unwrap()).unwrap();
    assert_eq!(all::<(i64, String)>(&pair).0, [(1, "x".to_string())]);
}

fn fault<T>(result: Result<T>) -> (ErrorKind, String) {
    let error = result.err().unwrap();
    (error.kind(), error.path().into())
}

#[test]
fn what_no_sample_says_is_told_with_its_path() {
    let open = |value: serde_json::Value| fault(Schema::traced(&value));
    assert_eq!(open(json!([])), (ErrorKind::Missing, "[]".into()));
    assert_eq!(open(json!({"a": {"b": [[]]}})), (ErrorKind::Missing, "[#0][#0][0][]".into()));
    assert_eq!(fault(Schema::traced(&None::<i64>)), (ErrorKind::Missing, String::new()));
    let line = Link { name: "l".into(), from: Some(p(1, 2)), to: None };
    let mut tracer = Tracer::new();
    tracer.sample(&vec![line.clone()]).unwrap();
    assert_eq!(fault(tracer.schema()), (ErrorKind::Missing, "[0].To".into()));
    // A later sample says it.
    tracer.sample(&vec![Link { to: Some(p(3, 4)), ..line.clone() }]).unwrap();
    assert!(to_vec(&vec![line], &tracer.schema().unwrap()).is_ok());
    assert_eq!(fault(Schema::traced(&BTreeMap::<i64, i64>::new())), (ErrorKind::Missing, ".key()".into()));
}

#[test]
fn samples_that_differ_are_refused() {
    assert_eq!(fault(Schema::traced(&json!({"a": [1, "x"]}))), (ErrorKind::WrongType, "[#0][1]".into()));
    assert_eq!(fault(Schema::traced(&[1i128])), (ErrorKind::WrongType, "[0]".into()));
    // Numbers widen.
    let schema = Schema::traced(&json!([1, -1])).unwrap();
    assert_eq!(to_vec(&[-5], &schema).unwrap(), gobstream::to_vec(&vec![-5i64]).unwrap());
    let mut tracer = Tracer::new();
    tracer.sample(&p(1, 2)).unwrap();
    assert_eq!(fault(tracer.sample("text")), (ErrorKind::WrongType, String::new()));
}

/// A sample without an end, on a stack of 256 KiB.
#[test]
fn deep_samples_are_refused() {
    struct Endless;
    impl Serialize for Endless {
        fn serialize<S: serde::Serializer>(&self, s: S) -> std::result::Result<S::Ok, S::Error> {
            s.collect_seq([Endless])
        }
    }
    let work = || assert_eq!(fault(Schema::traced(&Endless)).0, ErrorKind::TooDeep);
    std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
}
