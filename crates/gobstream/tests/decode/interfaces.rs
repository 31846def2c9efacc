//! Interfaces: closed sets, open sets, and anything.

use crate::{Point, p, vector};
use gobstream::{__private as private, Decoder, Dyn, ErrorKind, Gob, Value};
use std::collections::BTreeMap;
use std::fmt::Debug;

#[derive(Gob, Debug, PartialEq)]
enum Any {
    #[gob(nil)]
    Nil,
    #[gob(name = "int")]
    Int(i64),
    #[gob(name = "string")]
    Text(String),
    #[gob(name = "main.Point", alias = "*main.Point")]
    Point(Point),
    #[gob(other)]
    Other(Value),
}

#[derive(Gob, Debug, PartialEq)]
struct Iface {
    i: Any,
}

#[test]
fn interface_basic() {
    assert_eq!(crate::one::<Iface>(vector("iface-int")).unwrap().i, Any::Int(3));
    assert_eq!(crate::one::<Iface>(vector("iface-string")).unwrap().i, Any::Text("s".into()));
    let mut decoder = Decoder::from_slice(vector("iface-basics"));
    let mut kinds = 0;
    while let Some(value) = decoder.decode::<Vec<Any>>().unwrap_or(None) {
        kinds += value.iter().filter(|v| !matches!(v, Any::Nil)).count();
    }
    let _ = kinds;
}

#[test]
fn nil_top() {
    assert_eq!(crate::one::<Any>(vector("iface-nil-top")).unwrap(), Any::Nil);
}

/// A type is defined in the middle of the value.
#[test]
fn a_value_that_spans_messages() {
    for name in ["iface-struct", "iface-struct-known", "iface-struct-zero", "iface-struct-twice"] {
        let mut decoder = Decoder::from_slice(vector(name));
        let mut dynamic = Decoder::from_slice(vector(name));
        while let Some(value) = dynamic.decode_value().unwrap() {
            match &value {
                Value::Struct(s) if s.get("X").is_some() || s.ty().name() == b"Point" => {
                    let _ = decoder.decode::<Point>().unwrap().unwrap();
                }
                _ => {
                    decoder.skip().unwrap();
                }
            }
        }
        assert!(!decoder.skip().unwrap());
    }
}

#[derive(Gob, Debug)]
enum OnlyInt {
    #[gob(nil)]
    Nil,
    #[gob(name = "int")]
    Int(i64),
}

#[test]
fn a_name_that_is_not_known() {
    let error = crate::one::<Vec<OnlyInt>>(&list_of_any()).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::WrongType, "[1]"));
    assert_eq!(error.text(), "an interface holds \"string\", a name that is not known here");
    assert_eq!(error.go_text(), Some("gob: name not registered for interface"));
    assert!(error.is_recoverable());
    let list = crate::one::<Vec<Any>>(&list_of_any()).unwrap();
    assert!(matches!(&list[2], Any::Other(Value::Interface(Some(i))) if i.name().as_str() == Some("float64")));
    assert_eq!((&list[0], &list[1], &list[3]), (&Any::Int(3), &Any::Text("s".into()), &Any::Nil));
}

/// `[]any{3, "s", 2.5, nil}`
fn list_of_any() -> Vec<u8> {
    use crate::common::build::*;
    let items = [
        uint(4),
        interface("int", INT, b"\x00\x06"),
        interface("string", STRING, b"\x00\x01s"),
        interface("float64", FLOAT, b"\x00\xfe\x04\x40"),
        vec![0],
    ];
    [slice(64, INTERFACE), single(64, &items.concat())].concat()
}

trait Shape: Debug {
    fn area(&self) -> f64;
}

impl Shape for Point {
    fn area(&self) -> f64 {
        (self.x * self.y) as f64
    }
}

impl Shape for i64 {
    fn area(&self) -> f64 {
        *self as f64
    }
}

/// A struct with an open interface, as it would be derived.
#[derive(Debug)]
struct Holder {
    i: Dyn<dyn Shape>,
}

impl private::Shaped for Holder {
    type Key = Holder;
    const SHAPE: &'static private::Shape = &private::Shape::new::<Holder>(
        "main",
        "Holder",
        &[],
        private::Kind::Struct(&[private::Field::of::<Dyn<dyn Shape>>("I")]),
    );
}

impl<'de> gobstream::Decode<'de> for Holder {
    fn zero() -> Self {
        Holder { i: Dyn(None) }
    }
    fn merge(&mut self, d: &mut gobstream::Dec<'_, 'de>, n: private::Node) -> gobstream::Result<()> {
        d.fields(n, &mut |d, _, n| self.i.merge(d, n))
    }
}

#[test]
fn open_sets() {
    let mut decoder = Decoder::from_slice(vector("iface-int"));
    decoder.register::<dyn Shape, i64>("int", |v| Box::new(v));
    decoder.register::<dyn Shape, Point>("main.Point", |v| Box::new(v));
    let holder = decoder.decode::<Holder>().unwrap().unwrap();
    assert_eq!(holder.i.0.unwrap().area(), 3.0);
    let mut decoder = Decoder::from_slice(vector("iface-string"));
    assert_eq!(decoder.decode::<Holder>().unwrap_err().path(), ".I");
    // Another name, and another interface.
    let bytes = list_of_any();
    let mut decoder = Decoder::from_slice(&bytes);
    decoder.register::<dyn Debug + Send, i64>("int", |v| Box::new(v));
    decoder.register::<dyn Debug + Send, String>("text", |v| Box::new(v));
    decoder.register::<dyn Debug + Send, f64>("float64", |v| Box::new(v));
    assert!(decoder.alias::<dyn Debug + Send>("string", "text"));
    assert!(!decoder.alias::<dyn Debug + Send>("a", "b") && !decoder.alias::<dyn Shape>("a", "int"));
    let list = decoder.decode::<Vec<Dyn<dyn Debug + Send>>>().unwrap().unwrap();
    assert_eq!(format!("{list:?}"), r#"[Some(3), Some("s"), Some(2.5), None]"#);
}

/// The payload must go into the type of its name, as at top level.
#[test]
fn a_payload_of_another_type() {
    use crate::common::build::*;
    let items = [uint(2), interface("int", INT, b"\x00\x06"), interface("int", STRING, b"\x00\x01s")].concat();
    let bytes = [slice(64, INTERFACE), single(64, &items)].concat();
    let error = crate::one::<Vec<Any>>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path(), error.text()), (ErrorKind::WrongType, "[1]", "received string, wanted int int64"));
}

/// All vectors with interfaces, as values inside typed lists, maps and fields: equal to what the walk alone makes of them.
#[test]
fn values_inside_typed_values() {
    let list = crate::one::<Vec<Value>>(vector("iface-100")).unwrap();
    let Some(Value::List(whole)) = Decoder::from_slice(vector("iface-100")).decode_value().unwrap() else { panic!() };
    let gobstream::Items::Values(items) = whole.items() else { panic!() };
    assert_eq!(&list, items);
    let mut typed = Decoder::from_slice(vector("iface-nested-tree"));
    let mut dynamic = Decoder::from_slice(vector("iface-nested-tree"));
    while let Some(value) = dynamic.decode_value().unwrap() {
        let Value::Map(map) = value else { panic!("a tree is a map") };
        let typed = typed.decode::<BTreeMap<String, Value>>().unwrap().unwrap();
        assert_eq!(typed.len(), map.len());
        for (key, value) in &typed {
            assert_eq!(map.get(key), Some(value));
        }
    }
    let _ = p(0, 0);
}
