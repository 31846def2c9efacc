//! Go source, as gob sees its types.

use gobstream::known::Marshaler;
use gobstream::{Definition, GoKind, GoSource, Kind, Types};

const FILE: &str = "// Package shop\npackage shop // type X int

import (
	\"time\"
	\"math/big\"
)

const width = 3
var x = struct{ A int }{1}

type (
	ID    int64
	Names = []string
)

type Point struct {
	X, Y int `json:\"x\"`; *Base; time.Time
	M map[string][]*big.Int /* c
	*/
	F func(a int) (b, c int)
	G func() []int
	C <-chan int; E [0x10]byte; Any interface{ Foo() }
	small Other
}

type Base struct{ B int8 }

type Blob []byte

func (b *Blob) GobDecode(data []byte) error { type inner struct{}; return nil }
func (b Blob) MarshalBinary() ([]byte, error) { return b, nil }

type Pair[K comparable, V any] struct {
	Key K
	Value V
}

func init() {
	gob.RegisterName(\"a \\\"b\\\" \\x41\\u00e9\", new(Point))
	gob.Register([]ID(nil))
	gob.Register(&Base{B: 1})
	gob.Register(x)
	if true { gob.RegisterName(name(), Base{}) }
}
";

#[test]
fn a_file_of_go() {
    let source = GoSource::parse(FILE).unwrap();
    assert_eq!(source.package(), "shop");
    let names: Vec<&str> = source.declared().map(|(name, _)| name).collect();
    assert_eq!(names, ["shop.Base", "shop.Blob", "shop.ID", "shop.Names", "shop.Pair", "shop.Point"]);
    let kind = |name| source.get(name).unwrap().kind();
    assert_eq!(kind("shop.ID"), GoKind::Basic("int64"));
    assert!(matches!(kind("shop.Names"), GoKind::Slice(elem) if elem.kind() == GoKind::Basic("string")));
    assert_eq!(kind("shop.Blob"), GoKind::Opaque(Marshaler::Gob));
    assert!(source.get("shop.Other").is_none() && source.get("Point").is_none());
    // A time that is embedded lends its methods.
    assert_eq!(kind("shop.Point"), GoKind::Opaque(Marshaler::Gob));
    let pair: Vec<_> = source.get("shop.Pair").unwrap().fields().map(|f| (f.name, f.ty.kind())).collect();
    assert_eq!(pair, [("Key", GoKind::Unknown), ("Value", GoKind::Unknown)]);
}

#[test]
fn fields_of_a_struct() {
    let source = GoSource::parse(&FILE.replace("; time.Time", "; At time.Time")).unwrap();
    let fields: Vec<_> = source.get("shop.Point").unwrap().fields().collect();
    let names: Vec<&str> = fields.iter().map(|f| f.name).collect();
    assert_eq!(names, ["X", "Y", "Base", "At", "M", "F", "G", "C", "E", "Any", "small"]);
    assert_eq!(fields.iter().filter(|f| f.is_embedded).map(|f| f.name).collect::<Vec<_>>(), ["Base"]);
    assert_eq!(fields[2].ty.name(), Some("shop.Base"));
    assert_eq!(fields[3].ty.kind(), GoKind::Opaque(Marshaler::Gob));
    let GoKind::Map(key, elem) = fields[4].ty.kind() else { panic!("{:?}", fields[4]) };
    assert_eq!((key.to_string(), elem.to_string()), ("string".into(), "[]*big.Int".into()));
    assert_eq!((fields[5].ty.kind(), fields[6].ty.kind(), fields[7].ty.kind()), (GoKind::Unsent, GoKind::Unsent, GoKind::Unsent));
    assert!(matches!(fields[8].ty.kind(), GoKind::Array(16, _)));
    assert_eq!((fields[9].ty.kind(), fields[10].ty.kind()), (GoKind::Interface, GoKind::Unknown));
    // Of these Go sends what begins with a capital and is no function.
    let ty = Types::new().go(&format!("{}; shop.Point", FILE.replace("; time.Time", "; At time.Time"))).unwrap();
    assert_eq!(
        ty.fields().map(|f| String::from_utf8_lossy(f.name).into_owned()).collect::<Vec<_>>(),
        ["X", "Y", "Base", "At", "M", "E", "Any"]
    );
}

#[test]
fn calls_that_register() {
    let source = GoSource::parse(FILE).unwrap();
    let found: Vec<_> =
        source.registered().map(|(name, ty)| (String::from_utf8_lossy(name).into_owned(), ty.to_string())).collect();
    let is = |name: &str, ty: &str| (name.to_owned(), ty.to_owned());
    assert_eq!(
        found,
        [
            is("a \"b\" Aé", "shop.Point"),
            is("[]shop.ID", "[]shop.ID"),
            is("*shop.Base", "shop.Base"),
            // A variable: nothing is known of its type.
            is("shop.x", "unknown"),
        ]
    );
}

/// Go 1.27.3 sends these so.
#[test]
fn names_and_methods_as_in_go() {
    let wire = |source: &str| Definition::from(&Types::new().go(source).unwrap());
    let of = |source| (String::from_utf8(wire(source).name).unwrap(), wire(source).kind);
    // A name for a name keeps no methods, another name for the same type is that type.
    assert_eq!(of("type T []int; func (T) GobEncode() ([]byte, error) {}; type U T; U"), ("U".into(), Kind::Slice));
    assert_eq!(
        of("type T []int; func (T) GobEncode() ([]byte, error) {}; type U = T; U"),
        ("T".into(), Kind::Opaque(Marshaler::Gob))
    );
    assert_eq!(of("type U = T; type T struct { X int }; U"), ("T".into(), Kind::Struct));
    // What is embedded lends its methods.
    let embeds = "type A struct { B }; type B struct { *url.URL }; A";
    assert_eq!(of(embeds), ("A".into(), Kind::Opaque(Marshaler::Binary)));
    assert_eq!(of("type A struct { time.Time; X big.Int }; A").1, Kind::Opaque(Marshaler::Gob));
    assert_eq!(of("type A struct { *A; X int }; A").1, Kind::Struct);
    assert_eq!(wire("struct { IP net.IP; D time.Duration }").parts, [(b"IP".to_vec(), 5), (b"D".to_vec(), 2)]);
}

#[test]
fn what_is_wrong_has_a_place() {
    let wrong = |source: &str| GoSource::parse(source).unwrap_err().to_string();
    for (source, text) in [
        (
            "package p\n\ntype T struct {\n\tA [n]int\n}",
            "at 0x1f (31): `n]int\\n}`, where the length of an array, a number, must be [bad-type]",
        ),
        ("type T struct {", "at 0xf (15): the end of the source, where a name or type must be [bad-type]"),
        ("type T \"", "at 0x7 (7): a string is not closed [bad-type]"),
        ("/* ", "at 0x0 (0): a comment is not closed [bad-type]"),
        ("func f() {", "at 0xa (10): the end of the source, where a closing bracket must be [bad-type]"),
        ("type ( A int", "at 0xc (12): the end of the source, where a name or type must be [bad-type]"),
    ] {
        assert_eq!(wrong(source), text, "{source}");
    }
    assert!(wrong(&format!("type T {}int", "[]".repeat(100_000))).contains("[too-deep]"));
    assert!(GoSource::parse("").unwrap().declared().next().is_none());
}

#[test]
fn a_type_that_lacks_another_is_made_once_that_is_declared() {
    let mut types = Types::new();
    let first =
        types.go("type A struct { B B; C C }; type B struct { C []C; D D }; type C struct { X int }; type E struct { A A }; E");
    let lacks = "type main.D is not declared [bad-type]";
    assert!(first.unwrap_err().to_string().ends_with(lacks));
    for name in ["A", "B", "[]B", "E", "map[string]*A"] {
        assert!(types.go(name).unwrap_err().to_string().ends_with(lacks), "{name}");
    }
    assert_eq!(types.go("C").unwrap().field_count(), 1);
    assert_eq!(types.go("type D struct { E *E }; E").unwrap().field_type(0).unwrap().field_count(), 2);
    assert!(types.go("type F struct { G G }; F").is_err());
    // A method makes of it what its fields do not matter for.
    assert_eq!(
        types.go("func (F) GobEncode() ([]byte, error) { return nil, nil }\nF").unwrap().kind(),
        Kind::Opaque(Marshaler::Gob)
    );
}
