//! docs/types.md, row for row: what Go wrote of a type is decoded into the Rust type beside it and encoded again to the same bytes.
#![allow(clippy::unwrap_used, clippy::panic, dead_code, missing_docs, reason = "the helpers of tests may, as the tests do")]

use gobstream::known::{Addr, AddrPort, BigFloat, BigInt, BigRat, Decimal, Duration, Prefix, Time, Url, Uuid};
use gobstream::{BoolSet, Complex, Decode, Decoder, Encode, Gob, Marshal, Pairs, Text, Value};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZero, Wrapping};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::SystemTime;

#[derive(Gob)]
struct Octet(u8);

#[derive(Gob, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Point {
    x: isize,
    y: isize,
}

#[derive(Gob)]
struct Tree {
    val: isize,
    left: Option<Box<Tree>>,
    right: Option<Box<Tree>>,
}

#[derive(Gob)]
struct Base {
    id: isize,
    name: String,
}

#[derive(Gob)]
struct Audit {
    by: String,
    #[gob(embedded)]
    base: Base,
}

#[derive(Gob)]
struct Doc {
    #[gob(embedded)]
    base: Base,
    #[gob(embedded)]
    audit: Option<Audit>,
    gone: Option<Base>,
    title: String,
}

#[derive(Gob)]
struct Rec(Vec<Rec>);

#[derive(Gob)]
struct Key(String);

#[derive(Gob)]
struct Iface {
    i: Held,
}

#[derive(Gob)]
enum Held {
    #[gob(nil)]
    Nil,
    #[gob(name = "int")]
    Int(isize),
    #[gob(name = "main.Point", alias = "main.OldPoint")]
    Point(Point),
    #[gob(other)]
    Other(Value),
}

#[derive(Gob)]
#[gob(rename = "Iface")]
struct AnyIface {
    i: Value,
}

#[derive(Gob)]
#[gob(rename = "BigRat")]
struct Rational {
    n: BigRat,
}

#[derive(Gob)]
#[gob(rename = "BigFloat")]
struct Floating {
    n: BigFloat,
}

#[derive(Gob)]
struct Net {
    #[gob(rename = "V4")]
    v4: Addr,
    #[gob(rename = "V6")]
    v6: Addr,
    port: AddrPort,
    prefix: Prefix,
}

#[derive(Gob)]
#[gob(opaque = "GobEncoder")]
struct GobValue(u8, String);

impl Marshal for GobValue {
    fn zero() -> Self {
        GobValue(0, String::new())
    }
    fn to_gob(&self, out: &mut Vec<u8>) {
        out.push(self.0);
        out.extend(self.1.as_bytes());
    }
    fn from_gob(payload: &[u8]) -> Option<Self> {
        let (first, rest) = payload.split_first()?;
        Some(GobValue(*first, String::from_utf8(rest.to_vec()).ok()?))
    }
    fn is_zero(&self) -> bool {
        self.0 == 0 && self.1.is_empty()
    }
}

#[derive(Gob)]
#[gob(opaque = "BinaryMarshaler")]
struct BinText(String);

impl Marshal for BinText {
    fn zero() -> Self {
        BinText(String::new())
    }
    fn to_gob(&self, out: &mut Vec<u8>) {
        out.extend(self.0.as_bytes());
    }
    fn from_gob(payload: &[u8]) -> Option<Self> {
        String::from_utf8(payload.to_vec()).ok().map(BinText)
    }
    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
}

#[derive(Gob)]
struct Seen {
    #[gob(set = "bool")]
    names: BTreeSet<String>,
    #[gob(set = "bool")]
    codes: HashSet<u16>,
    p: Option<BoolSet<HashSet<String>>>,
}

#[cfg(feature = "url")]
#[derive(Gob)]
struct Links {
    link: url::Url,
    p: Option<url::Url>,
    nil: Option<url::Url>,
}

#[cfg(feature = "serde")]
#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "PascalCase")]
struct Spot {
    x: i64,
    y: i64,
}

#[cfg(feature = "serde")]
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Node {
    val: i64,
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}

#[cfg(feature = "serde")]
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Holder {
    i: Any,
}

#[cfg(feature = "serde")]
#[derive(Serialize, Deserialize)]
enum Any {
    #[serde(rename = "nil")]
    Nil,
    #[serde(rename = "int")]
    Int(i64),
    #[serde(rename = "main.Point", alias = "main.OldPoint")]
    Point(Spot),
}

/// A row: the types in Go and Rust, the vector and which of its values.
type Row = (&'static str, &'static str, &'static str, usize);

/// Rows, some of which need a feature.
macro_rules! rows {
    ($rows:ident $(#[$all_need:meta])* $test:ident $way:ident: $($(#[$needs:meta])* $go:literal $rust:ty = $vector:literal $n:literal;)*) => {
        const $rows: &[Row] = &[$(($go, stringify!($rust), $vector, $n)),*];

        $(#[$all_need])*
        #[test]
        fn $test() {
            $($(#[$needs])* $way::<$rust>(&($go, stringify!($rust), $vector, $n));)*
        }
    };
}

rows! {
    ROWS every_row_decodes_and_encodes_to_go_s_bytes there_and_back:
    "bool" bool = "bool" 0;
    "int" isize = "int-edges" 4;
    "int8" i8 = "int-kinds" 0;
    "int16" i16 = "int-kinds" 2;
    "int32" i32 = "int-kinds" 4;
    "rune" char = "int-kinds" 8;
    "int64" i64 = "int-kinds" 6;
    "uint8" u8 = "uint-kinds" 0;
    "uint16" u16 = "uint-kinds" 1;
    "uint32" u32 = "uint-kinds" 2;
    "uint64" u64 = "uint-kinds" 3;
    "uint" usize = "uint-kinds" 4;
    "uint8" NonZero<u8> = "uint-kinds" 0;
    "uint32" Wrapping<u32> = "uint-kinds" 2;
    "float64" f64 = "float-edges" 5;
    "float32" f32 = "float32" 0;
    "complex128" Complex<f64> = "complex" 2;
    "complex64" Complex<f32> = "complex" 5;
    "string" String = "string" 3;
    "string, any bytes" Text = "string-not-utf8" 0;
    "[]byte" Vec<u8> = "bytes" 0;
    "[]Octet" Vec<Octet> = "bytes-named" 1;
    "[]int" Vec<isize> = "slice-int" 0;
    "[]int" VecDeque<isize> = "slice-int" 0;
    "[]int" Box<[isize]> = "slice-int" 0;
    "[]int" Arc<[isize]> = "slice-int" 0;
    "[]string" Vec<String> = "slice-kinds" 14;
    "[]Point" Vec<Point> = "slice-of-struct" 0;
    "[]*Point" Vec<Option<Point>> = "slice-of-pointer" 0;
    "[2]int" [isize;2] = "array-int" 0;
    "[4]byte" [u8;4] = "array-bytes" 0;
    "[0]int" [isize;0] = "array-zero-length" 0;
    "map[string]int" HashMap<String,isize> = "map-string" 0;
    "map[string]int" BTreeMap<String,isize> = "map-string" 0;
    "map[Point]string" Pairs<Point,String> = "map-key-struct" 0;
    "map[float64]int" Pairs<f64,isize> = "map-key-nan" 0;
    "map[string]struct{}" BTreeSet<String> = "map-of-empty-struct" 0;
    "map[string]struct{}" HashSet<String> = "map-of-empty-struct" 0;
    "map[string]bool" BoolSet<HashSet<String>> = "set-bool" 0;
    "map[int]bool" BoolSet<BTreeSet<isize>> = "set-bool" 1;
    "Seen" Seen = "set-bool" 4;
    "*int" Option<isize> = "pointer-top" 0;
    "***int" Option<Option<Option<isize>>> = "pointer-top" 1;
    "int" Box<isize> = "pointer-top" 0;
    "int" Rc<isize> = "pointer-top" 0;
    "struct{}" () = "struct-empty" 0;
    "Point" Point = "point" 0;
    "Tree" Tree = "rec-struct" 0;
    "Doc" Doc = "struct-embedded" 0;
    "Rec" Rec = "rec-slice" 0;
    "Key" Key = "string-named" 0;
    "Iface" Iface = "iface-int" 0;
    "Iface" AnyIface = "iface-string" 0;
    "any" Value = "iface-nil-top" 0;
    "[]any" Vec<Value> = "iface-basics" 0;
    "time.Time" Time = "time-top" 0;
    "time.Time" SystemTime = "time-top" 0;
    "[]time.Time" Vec<Time> = "time-utc" 0;
    "time.Duration" Duration = "duration" 2;
    "time.Duration" std::time::Duration = "duration" 1;
    "[]big.Int" Vec<BigInt> = "big-int-slice" 0;
    "struct{ N big.Rat }" Rational = "big-rat" 0;
    "struct{ N big.Float }" Floating = "big-float" 0;
    "Net" Net = "netip" 0;
    "net.IP" IpAddr = "opaque-net-ip" 0;
    "[]netip.AddrPort" Vec<SocketAddr> = "socket-address" 0;
    "[]url.URL" Vec<Url> = "url" 0;
    "google/uuid.UUID" Uuid = "uuid" 0;
    "std uuid.UUID" [u8;16] = "uuid-std" 0;
    "decimal.Decimal" Decimal = "decimal" 0;
    "http.Header" HashMap<String,Vec<String>> = "url-values" 1;
    "type with GobEncode" GobValue = "opaque-gob-value" 0;
    "type with MarshalBinary" BinText = "opaque-binary-value" 0;
    #[cfg(feature = "jiff")]
    "[]time.Time" Vec<jiff::Timestamp> = "time-instants" 0;
    #[cfg(feature = "jiff")]
    "[]time.Time" Vec<jiff::Zoned> = "time-zoned" 0;
    #[cfg(feature = "jiff")]
    "[]time.Duration" Vec<jiff::SignedDuration> = "duration-ends" 0;
    #[cfg(feature = "num-bigint")]
    "[]big.Int" Vec<num_bigint::BigInt> = "big-int-slice" 0;
    #[cfg(feature = "num-bigint")]
    "*big.Int" Option<num_bigint::BigUint> = "big-int-pointer" 0;
    #[cfg(feature = "num-complex")]
    "complex128" num_complex::Complex<f64> = "complex" 2;
    #[cfg(feature = "num-complex")]
    "complex64" num_complex::Complex<f32> = "complex" 5;
    #[cfg(feature = "url")]
    "Links" Links = "url-absolute" 0;
    #[cfg(feature = "uuid")]
    "google/uuid.UUID" uuid::Uuid = "uuid" 0;
    #[cfg(feature = "bytes")]
    "[]byte" bytes::Bytes = "bytes" 3;
    #[cfg(feature = "bytes")]
    "[]byte" bytes::BytesMut = "bytes" 3;
}

rows! {
    BY_SERDE #[cfg(feature = "serde")] every_row_of_serde_is_read_and_written_to_go_s_bytes by_serde:
    "bool" bool = "bool" 0;
    "int" i64 = "int-edges" 4;
    "rune" char = "int-kinds" 8;
    "uint" u64 = "uint-kinds" 4;
    "float64" f64 = "float-edges" 5;
    "complex128" (f64, f64) = "complex" 2;
    "string" String = "string" 3;
    "[]byte" Vec<u8> = "bytes" 3;
    "[]int" Vec<i64> = "slice-int" 0;
    "[2]int" (i64, i64) = "array-int" 0;
    "map[string]int" HashMap<String, i64> = "map-string" 0;
    "map[Point]string" Vec<(Spot, String)> = "map-key-struct" 0;
    "map[string]struct{}" BTreeSet<String> = "map-of-empty-struct" 0;
    "*int" Option<i64> = "pointer-top" 0;
    "struct{}" () = "struct-empty" 0;
    "Point" Spot = "point" 0;
    "Tree" Node = "rec-struct" 0;
    "Iface" Holder = "iface-int" 0;
    "time.Time" String = "time-top" 0;
    "time.Duration" i64 = "duration" 2;
    "[]big.Int" Vec<String> = "big-int-slice" 0;
    "google/uuid.UUID" String = "uuid" 0;
    "[]netip.AddrPort" Vec<String> = "socket-address" 0;
}

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn stream(vector: &str) -> Vec<u8> {
    std::fs::read(root().join(format!("interop/vectors/{vector}.gob"))).unwrap()
}

/// A decoder that stands before this value of a stream.
fn before(bytes: &[u8], n: usize) -> Decoder<gobstream::Slice<'_>> {
    let mut decoder = Decoder::from_slice(bytes);
    (0..n).for_each(|_| assert!(decoder.skip().unwrap()));
    decoder
}

fn there_and_back<T: for<'b> Decode<'b> + Encode>(row: &Row) {
    let (go, rust, vector, n) = *row;
    let bytes = stream(vector);
    let mut decoder = before(&bytes, n);
    let start = decoder.offset() as usize;
    let value: T = decoder.decode().unwrap_or_else(|e| panic!("{go} into {rust}: {e}")).unwrap();
    let sent = &bytes[start..decoder.offset() as usize];
    let again = gobstream::to_vec(&value).unwrap();
    // Ids and definitions depend on what came before; the value's own bytes do not.
    assert_eq!(body(&again), body(sent), "{go} as {rust}");
}

/// By serde: what was read is written for the type that the stream has.
#[cfg(feature = "serde")]
fn by_serde<T: serde::de::DeserializeOwned + serde::Serialize>(row: &Row) {
    let (go, rust, vector, n) = *row;
    let bytes = stream(vector);
    let mut decoder = before(&bytes, n);
    let start = decoder.offset() as usize;
    let value: T = decoder.deserialize().unwrap_or_else(|e| panic!("{go} into {rust}: {e}")).unwrap();
    let sent = &bytes[start..decoder.offset() as usize];
    let schema =
        schema_of(&before(&bytes, n).decode_value().unwrap().unwrap()).with("int", &gobstream::serde::Schema::of::<isize>());
    let again = gobstream::serde::to_vec(&value, &schema).unwrap_or_else(|e| panic!("{rust} as {go}: {e}"));
    assert_eq!(body(&again), body(sent), "{go} as {rust}");
}

/// The type that a stream has for a value.
#[cfg(feature = "serde")]
fn schema_of(value: &Value) -> gobstream::serde::Schema {
    use gobstream::serde::Schema;
    match value {
        Value::Bool(_) => Schema::of::<bool>(),
        Value::Int(_) => Schema::of::<i64>(),
        Value::Uint(_) => Schema::of::<u64>(),
        Value::Float(_) => Schema::of::<f64>(),
        Value::Complex(..) => Schema::of::<Complex<f64>>(),
        Value::String(_) => Schema::of::<String>(),
        Value::Bytes(_) => Schema::of::<Vec<u8>>(),
        other => Schema::received(other.ty().unwrap()),
    }
}

/// What stands behind the id in the last message.
fn body(mut messages: &[u8]) -> &[u8] {
    let mut last = messages;
    while !messages.is_empty() {
        let (size, head) = gobstream::wire::get_uint(messages).unwrap();
        let (message, rest) = messages[head..].split_at(size as usize);
        let id = gobstream::wire::get_uint(message).unwrap().1;
        (last, messages) = (&message[id..], rest);
    }
    last
}

/// A prefix that was not sent was sent on as an invalid one.
#[test]
fn what_was_read_of_net_is_written_the_same() {
    let bytes = stream("netip");
    let mut decoder = Decoder::from_slice(&bytes);
    let mut encoder = gobstream::Encoder::to_vec();
    while let Some(net) = decoder.decode::<Net>().unwrap() {
        encoder.encode(&net).unwrap();
    }
    assert_eq!(encoder.into_sink(), bytes);
}

#[test]
fn the_page_has_these_rows() {
    let page = std::fs::read_to_string(root().join("docs/types.md")).unwrap();
    let quoted = |line: &str| line.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let on_page: Vec<_> =
        page.lines().filter(|line| line.starts_with("| `")).map(|line| (quoted(line), line.to_owned())).collect();
    let rows: Vec<_> = ROWS.iter().chain(BY_SERDE).collect();
    assert_eq!(on_page.len(), rows.len());
    for ((cells, line), (go, rust, vector, n)) in on_page.iter().zip(rows) {
        let rust = rust.replace(' ', "");
        assert_eq!(cells[..], [*go, rust.as_str(), *vector], "{line}");
        assert!(line.ends_with(&format!("` {n} |")), "{line}");
    }
    // The declarations on the page are those that the rows are tested with.
    let source = include_str!("types.rs").replace("#[cfg(feature = \"serde\")]\n", "");
    for block in page.split("```rust\n").skip(1) {
        let block = block.split("```").next().unwrap();
        assert!(source.contains(block.trim()), "{block}");
    }
}
