//! Go types as Go prints them, which is their identity here: what is declared has one name, all else is what it is made of.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    /// A predeclared type that is no composite, `interface {}` included.
    Basic(&'static str),
    Slice(Type),
    Array(usize, Type),
    Map(Type, Type),
    Ptr(Type),
    Struct(Vec<(String, Type)>),
    Declared(&'static Declared),
}

pub(crate) type Type = Rc<Ty>;

/// A type that the Go program declares.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    pub(crate) name: &'static str,
    /// The underlying type, with the fields that are sent; of an opaque type nothing.
    under: &'static str,
    pub(crate) opaque: Option<Opaque>,
}

/// How a type makes its payload, and which payload its zero has; `None` if it must be sent through a pointer, which hides zeros.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Opaque {
    pub(crate) binary: bool,
    pub(crate) zero: Option<&'static [u8]>,
}

/// What becomes of a type on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Bool,
    Int(u32),
    Uint(u32),
    Float(u32),
    Complex(u32),
    String,
    Interface,
}

pub(crate) const BASIC: [&str; 18] = [
    "bool",
    "int",
    "string",
    "float64",
    "uint",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "uintptr",
    "float32",
    "complex64",
    "complex128",
    "interface {}",
];

const fn plain(name: &'static str, under: &'static str) -> Declared {
    Declared { name, under, opaque: None }
}

const fn opaque(name: &'static str, binary: bool, zero: Option<&'static [u8]>) -> Declared {
    Declared { name, under: "", opaque: Some(Opaque { binary, zero }) }
}

/// As interop/*.go declares them.
pub(crate) static DECLARED: [Declared; 51] = [
    plain("main.Point", "struct { X int; Y int }"),
    plain("main.Weekday", "int"),
    plain("main.Key", "string"),
    plain("main.Octet", "uint8"),
    plain("main.Flag", "bool"),
    plain("main.Ratio", "float32"),
    plain("main.Code", "uint16"),
    plain("main.Phase", "complex64"),
    plain("main.Blob", "[]uint8"),
    plain("main.Octets", "[]main.Octet"),
    plain("main.Ints", "[]int"),
    plain("main.Dict", "map[string]string"),
    plain("main.Triple", "[3]int"),
    plain("main.Line", "struct { A main.Point; B main.Point; Name string }"),
    plain("main.Letters", "struct { A int; B string; C bool; D uint; E []int; F float64 }"),
    plain("main.Empty", "struct {}"),
    plain("main.Tree", "struct { Val int; Left *main.Tree; Right *main.Tree }"),
    plain("main.Linked", "struct { N int; Next *main.Linked }"),
    plain("main.Rec", "[]main.Rec"),
    plain("main.Dir", "map[string]main.Dir"),
    plain("main.Hen", "struct { Name string; Lays *main.Egg }"),
    plain("main.Egg", "struct { Name string; Hatches *main.Hen }"),
    plain("main.Menu", "struct { Title string; Items []main.Menu; More []*main.Menu }"),
    plain(
        "main.Box",
        "struct { Before int; Any interface {}; Items []interface {}; ByName map[string]interface {}; Two [2]interface {}; After int }",
    ),
    plain(
        "main.Scalars",
        "struct { B bool; I int; I8 int8; I16 int16; I32 int32; I64 int64; U uint; U8 uint8; U16 uint16; U32 uint32; U64 uint64; \
         Ptr uintptr; F32 float32; F64 float64; C64 complex64; C128 complex128; S string; Raw []uint8 }",
    ),
    plain("main.Floats", "struct { F float64; C complex128; L []float64 }"),
    plain("main.Maps", "struct { S map[string]int; I map[int]string; P *map[string]bool }"),
    plain("main.Pointers", "struct { B *bool; I *int; S *string; F *float64; U *uint; C *complex128; Kept *int }"),
    plain("main.Base", "struct { ID int; Name string }"),
    plain("main.Audit", "struct { By string; Base main.Base }"),
    plain("main.Doc", "struct { Base main.Base; Audit *main.Audit; Gone *main.Base; Title string }"),
    plain("main.Mixed", "struct { Name string; Last int }"),
    plain("main.Skipping", "struct { Name string; After int }"),
    plain("main.Shared", "struct { A main.Point; B []main.Point; C map[string]main.Point; D *main.Point; E [1]main.Point }"),
    plain(
        "main.Everything",
        "struct { Name string; Shape [][]main.Point; Grid [2][2]float32; Sides map[string]*main.Line; Raw [][]uint8; Any []interface {}; \
         Next *main.Everything }",
    ),
    plain("main.Folder", "struct { Name string; Sub map[string]main.Folder; Refs map[string]*main.Folder }"),
    plain("main.Quad", "struct { N int; Kids [2][]main.Quad }"),
    plain("main.Fork", "[2][]main.Fork"),
    plain("main.Rec1", "struct { A []main.Rec2; M map[string]main.Rec1 }"),
    plain("main.Rec2", "struct { R *main.Rec1 }"),
    plain("main.Parent", "struct { Kids []main.Child }"),
    plain("main.Child", "struct { Name string; Of *main.Parent; Sibs []main.Child }"),
    plain("main.RingA", "struct { N int; B *main.RingB }"),
    plain("main.RingB", "struct { N int; C []main.RingC }"),
    plain("main.RingC", "struct { N int; A map[string]main.RingA }"),
    plain("main.Even", "[]main.Odd"),
    plain("main.Odd", "[]main.Even"),
    plain("main.Deck", "[]struct { N int; Sub main.Deck }"),
    plain("main.Bag", "[]interface {}"),
    plain("main.Chain", "struct { N int; Next interface {} }"),
    plain("main.Around", "struct { A int; First interface {}; B string; Last interface {}; C []int }"),
];

pub(crate) static OPAQUE: [Declared; 7] = [
    opaque("time.Time", false, Some(b"\x01\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff")),
    opaque("netip.Addr", true, Some(b"")),
    opaque("main.GobValue", false, Some(b"\0")),
    opaque("main.BinText", true, Some(b"")),
    opaque("main.UUID", true, Some(&[0; 16])),
    opaque("big.Int", false, None),
    opaque("main.GobPointer", false, None),
];

thread_local! {
    static PARSED: RefCell<HashMap<String, Type>> = RefCell::default();
}

/// The type that Go prints so.
pub(crate) fn parse(text: &str) -> Type {
    if let Some(ty) = PARSED.with_borrow(|parsed| parsed.get(text).cloned()) {
        return ty;
    }
    let mut rest = text;
    let ty = parse_from(&mut rest);
    assert!(rest.is_empty(), "{rest:?} is left of {text:?}");
    PARSED.with_borrow_mut(|parsed| {
        // A long run invents types without end.
        if parsed.len() > 10_000 {
            parsed.clear();
        }
        parsed.insert(text.into(), ty.clone());
    });
    ty
}

fn skip(rest: &mut &str, prefix: &str) -> bool {
    rest.strip_prefix(prefix).map(|behind| *rest = behind).is_some()
}

fn until<'a>(rest: &mut &'a str, stop: &[char]) -> &'a str {
    let (text, behind) = rest.split_at(rest.find(stop).unwrap_or(rest.len()));
    *rest = behind;
    text
}

fn parse_from(rest: &mut &str) -> Type {
    if skip(rest, "*") {
        return Rc::new(Ty::Ptr(parse_from(rest)));
    }
    if skip(rest, "[]") {
        return Rc::new(Ty::Slice(parse_from(rest)));
    }
    if skip(rest, "[") {
        let n = until(rest, &[']']).parse().unwrap();
        assert!(skip(rest, "]"));
        return Rc::new(Ty::Array(n, parse_from(rest)));
    }
    if skip(rest, "map[") {
        let key = parse_from(rest);
        assert!(skip(rest, "]"));
        return Rc::new(Ty::Map(key, parse_from(rest)));
    }
    if skip(rest, "struct {") {
        return Rc::new(Ty::Struct(parse_fields(rest)));
    }
    if skip(rest, "interface {}") {
        return Rc::new(Ty::Basic("interface {}"));
    }
    let name = until(rest, &[' ', ';', ']', '}']);
    if let Some(basic) = BASIC.iter().find(|basic| **basic == name) {
        return Rc::new(Ty::Basic(basic));
    }
    let declared = DECLARED.iter().chain(&OPAQUE).find(|declared| declared.name == name);
    Rc::new(Ty::Declared(declared.unwrap_or_else(|| panic!("no type {name:?}"))))
}

fn parse_fields(rest: &mut &str) -> Vec<(String, Type)> {
    let mut fields = Vec::new();
    while !skip(rest, "}") && !skip(rest, " }") {
        skip(rest, ";");
        skip(rest, " ");
        let name = until(rest, &[' ']).to_owned();
        skip(rest, " ");
        fields.push((name, parse_from(rest)));
    }
    fields
}

impl Ty {
    /// As Go prints it.
    pub(crate) fn text(&self) -> String {
        match self {
            Ty::Basic(name) => (*name).into(),
            Ty::Slice(elem) => format!("[]{}", elem.text()),
            Ty::Array(n, elem) => format!("[{n}]{}", elem.text()),
            Ty::Map(key, elem) => format!("map[{}]{}", key.text(), elem.text()),
            Ty::Ptr(elem) => format!("*{}", elem.text()),
            Ty::Struct(fields) if fields.is_empty() => "struct {}".into(),
            Ty::Struct(fields) => {
                let fields: Vec<_> = fields.iter().map(|(name, ty)| format!("{name} {}", ty.text())).collect();
                format!("struct {{ {} }}", fields.join("; "))
            }
            Ty::Declared(declared) => declared.name.into(),
        }
    }

    /// The declared name without its package; "" if there is none.
    pub(crate) fn short_name(&self) -> &'static str {
        match self {
            Ty::Basic("interface {}") => "",
            Ty::Basic(name) => name,
            Ty::Declared(declared) => declared.name.split_once('.').unwrap().1,
            _ => "",
        }
    }

    /// The name under which Go's Register keeps it.
    pub(crate) fn registered_name(&self) -> String {
        match self {
            Ty::Declared(Declared { name: "netip.Addr", .. }) => "net/netip.Addr".into(),
            other => other.text(),
        }
    }

    pub(crate) fn opaque(&self) -> Option<&'static Opaque> {
        match self {
            Ty::Declared(declared) => declared.opaque.as_ref(),
            _ => None,
        }
    }

    /// What it is if it is no composite.
    pub(crate) fn kind(&self) -> Option<Kind> {
        match self {
            Ty::Basic(name) => Some(kind_of(name)),
            Ty::Declared(declared) if declared.opaque.is_none() => parse(declared.under).kind(),
            _ => None,
        }
    }

    /// Whether it is a slice of bytes, whatever its elements are called.
    pub(crate) fn is_bytes(&self) -> bool {
        match self {
            Ty::Slice(elem) => elem.kind() == Some(Kind::Uint(8)),
            Ty::Declared(declared) if declared.opaque.is_none() => parse(declared.under).is_bytes(),
            _ => false,
        }
    }

    /// Whether a stream has to define it.
    pub(crate) fn is_defined(&self) -> bool {
        self.opaque().is_some() || self.kind().is_none() && !self.is_bytes()
    }
}

fn kind_of(name: &str) -> Kind {
    let bits = |prefix: &str| name.strip_prefix(prefix).and_then(|bits| bits.parse().ok());
    match name {
        "bool" => Kind::Bool,
        "string" => Kind::String,
        "interface {}" => Kind::Interface,
        "int" => Kind::Int(64),
        "uint" | "uintptr" => Kind::Uint(64),
        _ => (bits("int").map(Kind::Int))
            .or(bits("uint").map(Kind::Uint))
            .or(bits("float").map(Kind::Float))
            .or(bits("complex").map(Kind::Complex))
            .unwrap(),
    }
}

/// What a declared type is made of; other types are made of what they say.
pub(crate) fn under(ty: &Type) -> Type {
    match &**ty {
        Ty::Declared(declared) if declared.opaque.is_none() => parse(declared.under),
        _ => ty.clone(),
    }
}

/// The type without pointers.
pub(crate) fn strip(ty: &Type) -> &Type {
    match &**ty {
        Ty::Ptr(elem) => strip(elem),
        _ => ty,
    }
}
