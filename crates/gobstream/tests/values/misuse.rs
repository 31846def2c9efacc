//! What a builder and a reader of Go source refuse; and that whatever they take can be sent.

use super::read;
use crate::common::Random;
use gobstream::{Definition, Encoder, ErrorKind, Kind, Limits, Result, Type, Types, Value, ValueBuilder};

const SHOP: &str = "
    type Order struct { ID int; Lines []Line; Meta map[string]any; Grid [2][2]uint8; Next *Order }
    type Line struct { Item string; Count uint; Price float64; Paid bool; Raw []byte; At time.Time; Any any; Z complex64 }
    type time.Time GobEncoder";

type Call = fn(&mut ValueBuilder) -> Result<&mut ValueBuilder>;

/// Takes all calls; the last of them fails, and so it does again.
fn refused(calls: &[Call]) -> (ErrorKind, String, String) {
    let mut builder = ValueBuilder::new(&Types::new().go(SHOP).unwrap());
    let (last, first) = calls.split_last().unwrap();
    for call in first {
        call(&mut builder).unwrap();
    }
    let before = format!("{builder:?}");
    let error = last(&mut builder).unwrap_err();
    assert_eq!(format!("{builder:?}"), before, "a call that is refused changes nothing");
    assert_eq!(last(&mut builder).unwrap_err().to_string(), error.to_string());
    (error.kind(), error.path().into(), error.to_string())
}

#[track_caller]
fn refuses(calls: &[Call], kind: ErrorKind, path: &str, words: &str) {
    let (found, at, text) = refused(calls);
    assert_eq!((found, at.as_str()), (kind, path), "{text}");
    assert!(text.contains(words), "{text}");
}

#[test]
fn wrong_fields() {
    let begin: Call = |b| b.begin();
    refuses(&[begin, |b| b.field("Id")], ErrorKind::UnknownField, "", "struct Order has no field Id");
    refuses(&[begin, |b| b.field_at(5)], ErrorKind::UnknownField, "", "field 5 of struct Order");
    refuses(&[|b| b.field("ID")], ErrorKind::WrongType, "", "a field, where a value of struct Order must be");
    refuses(
        &[begin, |b| b.field("ID"), |b| b.field("Next")],
        ErrorKind::WrongType,
        ".ID",
        "a field, where a value of int must be",
    );
    refuses(&[|b| b.begin()?.field("Next")?.begin(), |b| b.field("X")], ErrorKind::UnknownField, ".Next", "has no field X");
    let twice: Call =
        |b| b.begin()?.field("Next")?.begin()?.field("ID")?.int(1)?.field("Lines")?.begin()?.end()?.field("ID")?.int(2);
    refuses(&[twice, |b| b.end()], ErrorKind::WrongType, ".Next", "field ID of struct Order is there twice");
}

#[test]
fn wrong_kinds() {
    let line: Call = |b| b.begin()?.field("Lines")?.begin()?.begin()?.end()?.begin();
    let at = |field: &str| format!(".Lines[1].{field}");
    let wrong = ErrorKind::WrongType;
    refuses(&[line, |b| b.field("Item"), |b| b.int(1)], wrong, &at("Item"), "an integer, where a value of string must be");
    refuses(&[line, |b| b.field("Item"), |b| b.bytes("x")], wrong, &at("Item"), "bytes, where a value of string must be");
    refuses(&[line, |b| b.field("Raw"), |b| b.string("x")], wrong, &at("Raw"), "a string, where a value of bytes must be");
    refuses(&[line, |b| b.field("Price"), |b| b.int(1)], wrong, &at("Price"), "an integer, where a value of float must be");
    refuses(&[line, |b| b.field("Count"), |b| b.float(1.0)], wrong, &at("Count"), "a float, where a value of uint must be");
    refuses(
        &[line, |b| b.field("Paid"), |b| b.complex(1.0, 0.0)],
        wrong,
        &at("Paid"),
        "a complex number, where a value of bool must be",
    );
    refuses(&[line, |b| b.field("Z"), |b| b.bool(true)], wrong, &at("Z"), "a bool, where a value of complex must be");
    refuses(&[line, |b| b.field("At"), |b| b.bytes("x")], wrong, &at("At"), "bytes, where a value of opaque Time must be");
    refuses(&[line, |b| b.field("Raw"), |b| b.opaque("x")], wrong, &at("Raw"), "an opaque value, where a value of bytes must be");
    refuses(&[line, |b| b.field("Item"), |b| b.nil()], wrong, &at("Item"), "nil, where a value of string must be");
    refuses(
        &[line, |b| b.field("Any"), |b| b.begin()],
        wrong,
        &at("Any"),
        "something with parts, where a value of interface must be",
    );
    refuses(&[line, |b| b.field("Count"), |b| b.int(-1)], ErrorKind::OutOfRange, &at("Count"), "-1 does not fit uint");
    refuses(
        &[|b| b.begin()?.field("ID"), |b| b.uint(1 << 63)],
        ErrorKind::OutOfRange,
        ".ID",
        "9223372036854775808 does not fit int",
    );
    refuses(
        &[|b| b.begin()?.field("Meta")?.begin(), |b| b.int(1)],
        wrong,
        ".Meta[#0]",
        "an integer, where a value of string must be",
    );
    let held: Call = |b| b.begin()?.field("Meta")?.begin()?.string("k");
    refuses(&[held, |b| b.begin()], wrong, ".Meta[\"k\"]", "where a value of interface must be");
    refuses(&[|b| b.begin()?.end(), |b| b.begin()], wrong, "", "something with parts behind the value");
    refuses(&[|b| b.begin()?.end(), |b| b.int(1)], wrong, "", "an integer behind the value");
    refuses(&[|b| b.begin(), |b| b.int(1)], wrong, "", "an integer, where a field or the end of struct Order must be");
}

#[test]
fn missing_parts_and_ends() {
    let missing = ErrorKind::Missing;
    refuses(&[|b| b.begin()?.field("ID"), |b| b.end()], missing, ".ID", "an end, where a value must be");
    refuses(
        &[|b| b.begin()?.field("Meta")?.begin()?.string("k"), |b| b.end()],
        missing,
        ".Meta[\"k\"]",
        "an end, where a value must be",
    );
    refuses(&[|b| b.end()], missing, "", "an end, where a value must be");
    refuses(&[|b| b.begin()?.end(), |b| b.end()], missing, "", "an end, where a value must be");
    let short: Call = |b| b.begin()?.field("Grid")?.begin()?.begin()?.int(1);
    refuses(&[short, |b| b.end()], ErrorKind::WrongType, ".Grid[0]", "an array of 2 elements has 1");
    refuses(&[short, |b| b.int(1)?.int(1), |b| b.end()], ErrorKind::WrongType, ".Grid[0]", "an array of 2 elements has 3");

    let order = Types::new().go(SHOP).unwrap();
    let mut builder = ValueBuilder::new(&order);
    builder.begin().unwrap().field("Lines").unwrap().begin().unwrap().begin().unwrap().end().unwrap();
    let error = builder.finish().unwrap_err();
    assert_eq!((error.kind(), error.path()), (missing, ".Lines[1]"));
    let error = ValueBuilder::new(&order).finish().unwrap_err();
    assert_eq!((error.kind(), error.path()), (missing, ""));
}

#[test]
fn what_interfaces_hold() {
    let any: Call = |b| b.begin()?.field("Meta")?.begin()?.string("k");
    let int = |name: &str| Types::new().go(name).unwrap();
    let mut builder = ValueBuilder::new(&Types::new().go(SHOP).unwrap());
    any(&mut builder).unwrap();
    for name in [String::new(), "n".repeat(1025)] {
        let error = builder.interface(&name, &int("int")).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::Unregistered, ".Meta[\"k\"]"), "{error}");
    }
    let nothing = Definition { id: 64, name: Vec::new(), inner_id: 64, kind: Kind::Undefined, parts: Vec::new(), len: 0 };
    let error = builder.interface("nothing", &Types::new().define(&nothing).unwrap()).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::BadType, ".Meta[\"k\"]"), "{error}");
    builder.interface("n".repeat(1024), &int("int")).unwrap();
    let error = builder.string("x").unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::WrongType, ".Meta[\"k\"]"), "{error}");
    builder.int(1).unwrap().end().unwrap().end().unwrap();
    let value = builder.finish().unwrap();
    assert_eq!(sent(&value).unwrap(), [value]);
}

#[test]
fn parts_of_types_that_were_never_defined() {
    let mut types = Types::new();
    let field = |name: &str, id| (name.as_bytes().to_vec(), id);
    let (parts, name) = (vec![field("A", 2), field("B", 99)], b"Half".to_vec());
    let half = types.define(&Definition { id: 64, name, inner_id: 64, kind: Kind::Struct, parts, len: 0 }).unwrap();
    let list = Definition { id: 65, name: Vec::new(), inner_id: 65, kind: Kind::Slice, parts: vec![field("", 99)], len: 0 };
    let list = types.define(&list).unwrap();
    let mut builder = ValueBuilder::new(&half);
    // Edges lead somewhere once a type is asked for.
    assert_eq!(builder.begin().unwrap().field("A").unwrap_err().kind(), ErrorKind::BadType);
    types.get(64).unwrap();
    builder.field("A").unwrap().int(1).unwrap();
    assert_eq!(builder.field("B").unwrap_err().kind(), ErrorKind::BadType);
    let value = builder.end().unwrap().open_type().is_none();
    assert!(value);
    assert_eq!(sent(&builder.finish().unwrap()).unwrap_err().kind(), ErrorKind::BadType);
    assert_eq!(ValueBuilder::new(&list).begin().unwrap_err().kind(), ErrorKind::BadType);
}

#[test]
fn too_deep() {
    let rec = Types::new().go("type Rec []Rec").unwrap();
    let deep = |limits: &Limits, levels: usize| {
        let mut builder = ValueBuilder::with_limits(&rec, limits);
        (0..levels).try_for_each(|_| builder.begin().map(drop)).map(|()| builder)
    };
    let error = deep(&Limits::default(), 10_001).unwrap_err();
    assert_eq!((error.kind(), error.path().starts_with("[0][0]")), (ErrorKind::TooDeep, true), "{error}");
    assert_eq!(deep(&Limits { depth: 3, ..Limits::default() }, 4).unwrap_err().path(), "[0][0][0]");
    // As deep as the reader takes it, on a small stack.
    let small = std::thread::Builder::new().stack_size(256 << 10);
    let whole = move || {
        let mut builder = ValueBuilder::new(&rec);
        (0..10_000).try_for_each(|_| builder.begin().map(drop)).unwrap();
        (0..10_000).try_for_each(|_| builder.end().map(drop)).unwrap();
        let value = builder.finish().unwrap();
        assert!(sent(&value).unwrap() == [value]);
    };
    small.spawn(whole).unwrap().join().unwrap();
    // An interface is a level too.
    let mut builder = ValueBuilder::with_limits(&Types::new().go("[]any").unwrap(), &Limits { depth: 1, ..Limits::default() });
    let error = builder.begin().unwrap().int(1).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::TooDeep, "[0]"), "{error}");
}

/// Written by a fresh encoder and read back.
fn sent(value: &Value) -> Result<Vec<Value>> {
    let mut encoder = Encoder::to_vec();
    encoder.encode_value(value)?;
    Ok(read(&encoder.into_sink()))
}

#[test]
fn source_that_is_no_type() {
    let refused = [
        ("", 0, "a type must be"),
        ("package shop", 12, "a type must be"),
        ("type", 4, "a name or type must be"),
        ("type X", 6, "a name or type must be"),
        ("type 7up int", 5, "a name or type must be"),
        ("[", 1, "the length of an array, a number, must be"),
        ("[99999999999999999999]int", 1, "the length of an array, a number, must be"),
        ("[3 int", 3, "] must be"),
        ("map[string int", 11, "] must be"),
        ("map string", 4, "[ must be"),
        ("struct { A int, B int }", 14, "the end of a field must be"),
        ("struct { A int", 14, "the end of a field must be"),
        ("struct { A int `x }", 15, "a string is not closed"),
        ("interface { Area() float64", 26, "} must be"),
        ("List[int", 8, "] must be"),
        ("chan int", 0, "a channel or function, which gob does not send"),
        ("int string", 4, "the end must be"),
        ("type A int; type A string", 17, "main.A is declared twice"),
        ("é!", 2, "the end must be"),
    ];
    for (source, offset, words) in refused {
        let error = Types::new().go(source).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::BadType, offset), "{source}: {error}");
        assert!(error.to_string().contains(words), "{source}: {error}");
    }
    for (source, words) in [
        ("type A struct { B B }", "main.B is not declared"),
        ("type A A", "main.A is nothing but itself"),
        ("type P *P; []P", "is nothing but itself"),
        ("type A B; type B *A; struct { A A }", "is nothing but itself"),
        ("func()", "a type must be"),
        ("type P[K comparable] struct { Key K }; P[int]", "a generic type; declare its instance"),
    ] {
        let error = Types::new().go(source).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadType, "{source}: {error}");
        assert!(error.to_string().contains(words), "{source}: {error}");
    }
    let error = Types::new().go(&"[]".repeat(101)).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::TooDeep, 200), "{error}");
    assert!(Types::new().go(&("[]".repeat(99) + "int")).is_ok());
    let limits = Limits { types: 2, ..Limits::default() };
    assert_eq!(Types::with_limits(limits).go("[][][]int").unwrap_err().kind(), ErrorKind::TooBig);
}

#[test]
fn source_that_was_refused_leaves_nothing_behind() {
    let mut types = Types::new();
    types.go("type A struct { X int }; type B struct { C C }; []string").unwrap();
    assert!(types.go("type D int; type D int").is_err());
    assert!(types.go("struct { A A; B B }").is_err());
    assert_eq!(types.all().unwrap().len(), 1);
    types.go("type D string; type C []D").unwrap();
    let b = types.go("struct { A A; B B }").unwrap();
    assert_eq!((b.field_count(), types.all().unwrap().len()), (2, 5));
    assert_eq!(types.go("struct { A A; B B }").unwrap(), b);
    assert_eq!(types.go("C").unwrap(), types.go("[]D").map(|_| types.go("B").unwrap().field_type(0).unwrap()).unwrap());
}

#[test]
fn random_source_never_panics() {
    const WORDS: &[&str] = &[
        "type ",
        "A",
        "B",
        "C",
        " ",
        "struct",
        "{",
        "}",
        "map",
        "[",
        "]",
        "3",
        "*",
        "int",
        "byte",
        "any",
        ";",
        "\n",
        "`t`",
        ",",
        "interface",
        ".",
        "package ",
        "GobEncoder",
        "é",
        "//",
    ];
    let mut random = Random(11);
    let mut taken = 0;
    for _ in 0..3000 {
        let mut types = Types::new();
        for _ in 0..3 {
            let source: String = (0..1 + random.below(14)).map(|_| WORDS[random.below(WORDS.len())]).collect();
            taken += usize::from(types.go(&source).is_ok());
        }
    }
    assert!(taken > 150, "{taken}");
}

/// Types of all kinds, in one table, and two that belong to another.
fn types() -> Vec<Type> {
    let mut types = Types::new();
    types.go(SHOP).unwrap();
    let all = [
        "Order",
        "Line",
        "[]Line",
        "map[string]any",
        "[2]any",
        "map[any]Order",
        "[]any",
        "[]int",
        "[]byte",
        "[0]string",
        "time.Time",
    ];
    let mut all: Vec<Type> = all.into_iter().map(|go| types.go(go).unwrap()).collect();
    let mut others = Types::new();
    let more = [
        "any",
        "int",
        "uint",
        "bool",
        "float64",
        "string",
        "complex64",
        "type Rec []Rec",
        "struct { X int; Y []bool }",
        "map[int]string",
    ];
    all.extend(more.into_iter().map(|go| others.go(go).unwrap()));
    all
}

fn random_call<'a>(b: &'a mut ValueBuilder, random: &mut Random, types: &[Type]) -> Result<&'a mut ValueBuilder> {
    let texts: [&[u8]; 4] = [b"", b"ID", b"\xff\x00", b"main.Order"];
    let text = texts[random.below(4)];
    let n = random.next() as i64 >> random.below(64);
    match random.below(17) {
        0 => b.bool(n & 1 == 0),
        1 => b.int(n),
        2 => b.uint(n as u64),
        3 => b.float(n as f64 / 3.0),
        4 => b.complex(n as f64, -0.0),
        5 => b.string(text),
        6 => b.bytes(text),
        7 => b.opaque(text),
        8 => b.nil(),
        9 | 10 => b.begin(),
        11 => b.interface(text, &types[random.below(types.len())]),
        12 => b.field_at(random.below(9)),
        13 => b.field(["ID", "Lines", "Item", "X", "Next"][random.below(5)]),
        _ => b.end(),
    }
}

/// What fits next, mostly.
fn fitting_call<'a>(b: &'a mut ValueBuilder, random: &mut Random, types: &[Type]) -> Result<&'a mut ValueBuilder> {
    let (kind, n) = (b.next_kind(), random.next() as i64 >> random.below(64));
    let ends = b.depth() > 6 || random.below(3) == 0;
    match kind {
        None => match b.open_type().map(Type::field_count) {
            Some(fields) if fields > 0 && !ends => b.field_at(random.below(fields)),
            _ => b.end(),
        },
        Some(_) if ends && b.open_type().is_some_and(|ty| ty.kind() != Kind::Struct) && b.end().is_ok() => Ok(b),
        Some(Kind::Struct | Kind::Slice | Kind::Array | Kind::Map) => b.begin(),
        Some(Kind::Interface) if ends => b.nil(),
        Some(Kind::Interface) => b.interface("main.T", &types[random.below(types.len())]),
        Some(Kind::Bool) => b.bool(true),
        Some(Kind::Int) => b.int(n),
        Some(Kind::Uint) => b.uint(n as u64),
        Some(Kind::Float) => b.float(n as f64),
        Some(Kind::Complex) => b.complex(1.0, n as f64),
        Some(Kind::String) => b.string("s"),
        Some(Kind::Bytes) => b.bytes("b"),
        _ => b.opaque("o"),
    }
}

#[test]
fn random_calls_are_refused_or_make_a_value_that_is_sent_and_read_back() {
    let types = types();
    let mut random = Random(23);
    let (mut whole, mut refused) = (0, 0);
    for round in 0..4000 {
        let mut builder = ValueBuilder::new(&types[round % types.len()]);
        for _ in 0..200 {
            let depth = builder.depth();
            let call = if random.below(4) == 0 { random_call } else { fitting_call };
            let error = call(&mut builder, &mut random, &types).err();
            if let Some(error) = &error {
                refused += 1;
                assert_eq!(builder.depth(), depth, "{error}");
                if error.to_string().contains("there twice") {
                    builder.abandon();
                }
            }
            if builder.next_type().is_none() && builder.depth() == 0 && (depth > 0 || error.is_none()) {
                break;
            }
        }
        let Ok(value) = builder.finish() else { continue };
        whole += 1;
        let again = sent(&value).unwrap_or_else(|error| panic!("{error}\n{value:?}"));
        assert_eq!(again, [value]);
    }
    assert!(whole > 1000 && refused > 5000, "{whole} {refused}");
}
