//! Attributes of the derive, both ways; that types with one name, or two names of one type, do not confuse streams.

#![allow(clippy::unwrap_used, reason = "helpers of tests are not taken for tests")]

use gobstream::{Decoder, Encoder, Gob, Pairs, Stream, Value};

#[derive(Debug, Clone, Copy, PartialEq)]
struct Colour(u8, u8, u8);

/// Colours as `#rrggbb`.
mod hex {
    use super::Colour;
    pub(crate) type Gob = String;

    pub(crate) fn to_gob(c: &Colour) -> String {
        if *c == zero() { String::new() } else { format!("#{:02x}{:02x}{:02x}", c.0, c.1, c.2) }
    }

    pub(crate) fn from_gob(text: String) -> Option<Colour> {
        if text.is_empty() {
            return Some(zero());
        }
        let number = u32::from_str_radix(text.strip_prefix('#')?, 16).ok()?;
        let [0, r, g, b] = number.to_be_bytes() else { return None };
        Some(Colour(r, g, b))
    }

    pub(crate) fn zero() -> Colour {
        Colour(0, 0, 0)
    }
}

fn seven() -> i32 {
    7
}

#[derive(Gob, Debug, PartialEq)]
struct Config {
    #[gob(with = "hex")]
    front: Colour,
    #[gob(skip, default = "seven")]
    cached: i32,
    #[gob(with = "hex")]
    back: Colour,
    #[serde(rename = "Title", default)]
    name: String,
    #[serde(rename = "width_px")]
    width: u16,
    #[serde(skip)]
    seen: bool,
    r#type: char,
    user_id: u8,
}

#[derive(Gob, Debug, PartialEq)]
struct Named(#[gob(with = "hex")] Colour);

fn config() -> Config {
    let front = Colour(1, 2, 255);
    Config { front, cached: 1, back: hex::zero(), name: "n".into(), width: 3, seen: true, r#type: 'x', user_id: 9 }
}

fn fields(bytes: &[u8]) -> Vec<String> {
    let Some(Value::Struct(value)) = Stream::from_slice(bytes).next_value().unwrap() else { return Vec::new() };
    value.ty().fields().map(|field| String::from_utf8_lossy(field.name).into_owned()).collect()
}

#[test]
fn attributes_work_both_ways() {
    let bytes = gobstream::to_vec(&config()).unwrap();
    assert_eq!(fields(&bytes), ["Front", "Back", "Title", "Width", "Type", "UserID"]);
    let back: Config = Decoder::from_slice(&bytes).decode().unwrap().unwrap();
    assert_eq!(back, Config { cached: 7, seen: false, ..config() });
    let bytes = gobstream::to_vec(&vec![Named(Colour(9, 9, 9)), Named(hex::zero())]).unwrap();
    let back: Vec<Named> = Decoder::from_slice(&bytes).decode().unwrap().unwrap();
    assert_eq!(back, [Named(Colour(9, 9, 9)), Named(hex::zero())]);
    let wrong = gobstream::to_vec(&vec!["red"]).unwrap();
    let error = Decoder::from_slice(&wrong).decode::<Vec<Named>>().unwrap_err();
    assert_eq!(error.path(), "[0]");
}

/// One type for serde and for Go: an attribute of serde's is done where Go can say the same.
#[derive(Gob, Debug, PartialEq, Default)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Shared {
    user_id: u8,
    #[serde(rename = "Title", alias = "Name")]
    name: String,
    #[serde(rename = "width_px")]
    width: u16,
    #[serde(skip)]
    cached: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(with = "no_module_of_this_name")]
    raw: u32,
    #[gob(rename = "Gos")]
    #[serde(rename = "Serdes")]
    both: bool,
}

#[derive(Gob)]
#[serde(rename_all = "camelCase")]
struct Camel {
    user_id: u8,
}

#[derive(Gob)]
#[gob(rename_all = "Go")]
#[serde(rename_all = "PascalCase")]
struct GosFirst {
    user_id: u8,
}

#[test]
fn attributes_of_serde_are_done_where_go_can_say_the_same() {
    let note = || Some("x".to_string());
    let shared = Shared { user_id: 1, name: "n".into(), width: 2, cached: 3, note: note(), raw: 4, both: true };
    let bytes = gobstream::to_vec(&shared).unwrap();
    assert_eq!(fields(&bytes), ["UserId", "Title", "Width", "Note", "Raw", "Gos"]);
    assert_eq!(Decoder::from_slice(&bytes).decode::<Shared>().unwrap().unwrap(), Shared { cached: 0, ..shared });
    // What `with` names is not asked: the number goes out as one.
    let value = Stream::from_slice(&bytes).next_value().unwrap().unwrap();
    assert_eq!(value.field("Raw"), Some(&Value::Uint(4)));
    assert_eq!(fields(&gobstream::to_vec(&Camel { user_id: 1 }).unwrap()), ["UserID"]);
    assert_eq!(fields(&gobstream::to_vec(&GosFirst { user_id: 1 }).unwrap()), ["UserID"]);
}

mod first {
    #[derive(gobstream::Gob)]
    pub(crate) struct Thing {
        pub(crate) a: i64,
    }
}

mod second {
    #[derive(gobstream::Gob)]
    pub(crate) struct Thing {
        pub(crate) x: i64,
        pub(crate) a: i64,
    }
}

#[derive(Gob)]
struct Of<T> {
    t: T,
}

/// One type under two Rust names.
type Alias = Of<Box<i64>>;

#[test]
fn names_do_not_confuse_streams() {
    let mut encoder = Encoder::to_vec();
    encoder.encode(&first::Thing { a: 3 }).unwrap();
    encoder.encode(&second::Thing { x: 4, a: 5 }).unwrap();
    encoder.encode(&Of { t: 6i64 }).unwrap();
    let defined = encoder.sink().len();
    encoder.encode(&Alias { t: Box::new(7) }).unwrap();
    assert_eq!(encoder.sink().len() - defined, 6, "Of<Box<i64>> is Of<i64>, which is defined");
    encoder.encode(&Of { t: Some(8i64) }).unwrap();
    encoder.encode(&Of { t: 9i32 }).unwrap();
    encoder.encode(&Pairs(vec![("k", 1i64)])).unwrap();
    let bytes = encoder.into_sink();
    let mut stream = Stream::from_slice(&bytes);
    let mut next = || stream.next_value().unwrap().unwrap();
    let ids: Vec<_> =
        (0..6).map(|_| next()).filter_map(|v| if let Value::Struct(s) = v { Some(s.ty().id()) } else { None }).collect();
    assert_eq!(ids, [64, 65, 66, 66, 67, 68]);
}

/// Lists are the Go types that they should be: by the id of their type.
#[test]
fn lists_are_told_apart_as_go_does() {
    let id = |encoder: &mut Encoder<Vec<u8>>, value: &dyn gobstream::DynEncode| {
        encoder.encode_dyn(value).unwrap();
        let bytes = encoder.sink().clone();
        let mut stream = Stream::from_slice(&bytes);
        let last = std::iter::from_fn(|| stream.next_value().unwrap()).last();
        if let Some(Value::List(list)) = last { list.ty().id() } else { 0 }
    };
    let mut encoder = Encoder::to_vec();
    let e = &mut encoder;
    let plain = id(e, &vec![1i32]);
    assert_eq!(id(e, &vec![Box::new(1i32)]), plain);
    assert_eq!(id(e, &vec![&1i32]), plain);
    assert_ne!(id(e, &vec![1i64]), plain);
    assert_ne!(id(e, &vec![Some(1i32)]), plain);
    assert_eq!(id(e, &vec![Some(1i32)]), plain + 2);
}

/// A type that a macro was given as `$t:ty` is wrapped in an invisible group.
#[test]
fn an_embedded_type_from_a_macro_keeps_its_name() {
    macro_rules! outer {
        ($t:ty) => {
            #[derive(Gob)]
            struct Outer {
                #[gob(embedded)]
                inner: $t,
            }
        };
    }
    #[derive(Gob)]
    struct Inner {
        n: u8,
    }
    outer!(Option<Inner>);
    let bytes = gobstream::to_vec(&Outer { inner: Some(Inner { n: 1 }) }).unwrap();
    let value = Stream::from_slice(&bytes).next_value().unwrap().unwrap();
    assert_eq!(value.field("Inner").and_then(|inner| inner.field("N")), Some(&Value::Uint(1)));
}

/// A module that has taken the names of basic types for its own.
mod taken {
    #![allow(non_camel_case_types, dead_code, reason = "that is what is tried")]
    pub(super) struct bool;
    pub(super) struct u8;
    #[derive(gobstream::Gob, Debug, PartialEq)]
    pub(super) struct Point {
        pub(super) x: i32,
    }
    #[derive(gobstream::Gob, Debug, PartialEq)]
    pub(super) struct Days(pub(super) i32);
    #[derive(gobstream::Gob, Debug, PartialEq)]
    pub(super) enum Any {
        #[gob(nil)]
        Nil,
        #[gob(name = "main.Point")]
        Point(Point),
    }
}

#[test]
fn names_of_basic_types_may_be_taken() {
    let value = vec![taken::Any::Nil, taken::Any::Point(taken::Point { x: 3 })];
    let read = gobstream::Decoder::from_slice(&gobstream::to_vec(&value).unwrap()).decode::<Vec<taken::Any>>();
    assert_eq!(read.unwrap().unwrap(), value);
    assert_eq!(gobstream::to_vec(&taken::Days(3)).unwrap(), gobstream::to_vec(&3).unwrap());
}
