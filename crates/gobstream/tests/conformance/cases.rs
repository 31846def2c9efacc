//! Cases from public reports, in Rust types. The inputs are in the folder that GOBSTREAM_DATA names; what is right is said there and here.
//!
//! | kind | cases |
//! |---|---|
//! | streams: appended, cut, empty, several values, rpc | G01, G31, G32, G46, G47, G57 |
//! | hostile or foreign: length, count, depth, reserved id, noise, compressed, other formats | G35, G36, G38, G39, G42, G43, G44 |
//! | numbers and texts: precision, widths, not UTF-8 | G23, G48, G52 |
//! | zero and nil | G06, G10, E01 |
//! | structs: recursive, embedded, fields left out, text methods | G14, G15, G20, G25, G54 |
//! | interfaces | G04, G27, G29 |
//! | opaque and named types | G07, G09, G17, G19, G50 |
//! | maps written | E03, E04 |

use crate::one;
use gobstream::known::{Duration, Prefix, Time, Url};
use gobstream::{Decode, Decoder, EncodeOptions, Encoder, Error, ErrorKind, Gob, Marshal, Options, Pairs, Reading, Text, Value};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

type Case = fn(&[u8]);

const CASES: [(&str, Case); 31] = [
    ("G01", g01_an_appended_stream),
    ("G04", g04_a_session),
    ("G06", g06_nil_interfaces),
    ("G07", g07_a_time_with_its_zone),
    ("G09", g09_edges_of_time),
    ("G10", g10_pointers_to_zero),
    ("G14", g14_recursive_structs),
    ("G15", g15_recursive_slice_and_map),
    ("G17", g17_an_embedded_type_that_encodes_itself),
    ("G19", g19_binary_marshalers),
    ("G20", g20_text_methods_do_not_count),
    ("G23", g23_every_digit),
    ("G25", g25_embedded_structs),
    ("G27", g27_stale_type_names),
    ("G29", g29_types_inside_interfaces),
    ("G31", g31_cut_inside_a_value),
    ("G32", g32_cut_between_values),
    ("G35", g35_a_hostile_length),
    ("G36", g36_a_hostile_count),
    ("G38", g38_a_hostile_depth),
    ("G39", g39_a_reserved_id),
    ("G42", g42_noise),
    ("G43", g43_a_foreign_file),
    ("G44", g44_compressed),
    ("G46", g46_what_an_rpc_client_sends),
    ("G47", g47_edges_of_length),
    ("G48", g48_texts_that_are_not_utf_8),
    ("G50", g50_named_types),
    ("G52", g52_out_of_range),
    ("G54", g54_fields_left_out),
    ("G57", g57_nothing),
];

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("GOBSTREAM_DATA").map(|data| PathBuf::from(data).join("gob/cases"));
    if folder.is_none() {
        println!("skipped: the cases after public reports: GOBSTREAM_DATA is not set");
        assert!(std::env::var_os("GOBSTREAM_STRICT").is_none_or(|v| v != "1"), "GOBSTREAM_STRICT=1: nothing may be skipped");
    }
    folder
}

#[test]
fn cases_from_reports_by_type() {
    let Some(folder) = folder() else { return };
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|f| f.unwrap().path())
        .filter(|f| f.extension().is_some_and(|e| e == "gob"))
        .collect();
    files.sort();
    let names: Vec<_> = files.iter().map(|f| f.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(names, CASES.map(|case| case.0), "every case has its test");
    for (name, case) in CASES {
        println!("{name}");
        case(&std::fs::read(folder.join(format!("{name}.gob"))).unwrap());
    }
}

/// All values of a stream, of one type, and how it ended.
fn all<T: for<'b> Decode<'b>>(bytes: &[u8], reading: Reading) -> (Vec<T>, Option<Error>) {
    let mut decoder = Decoder::from_slice_with(bytes, Options::new().reading(reading));
    let mut values = Vec::new();
    loop {
        match decoder.decode() {
            Ok(Some(value)) => values.push(value),
            Ok(None) => return (values, None),
            Err(error) => return (values, Some(error)),
        }
    }
}

#[derive(Gob, Debug, PartialEq)]
struct Point {
    x: isize,
    y: isize,
}

fn g01_an_appended_stream(bytes: &[u8]) {
    let xs = |points: Vec<Point>| points.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>();
    let (points, error) = all::<Point>(bytes, Reading::Lenient);
    assert_eq!((xs(points), error.map(|e| e.kind())), (vec![(1, -1), (2, -2), (3, -3), (10, -10), (11, -11)], None));
    let (points, error) = all::<Point>(bytes, Reading::Go);
    let error = error.unwrap();
    assert_eq!(
        (xs(points), error.kind(), error.go_text()),
        (vec![(1, -1), (2, -2), (3, -3)], ErrorKind::DuplicateType, Some("gob: duplicate type received"))
    );
    assert!(error.offset() > 31 && error.offset() < bytes.len() as u64, "{error}");
}

fn g04_a_session(bytes: &[u8]) {
    #[derive(Gob, Debug)]
    enum Any {
        #[gob(name = "string")]
        Text(String),
        #[gob(name = "int")]
        Int(i64),
        #[gob(name = "uint64")]
        Uint(u64),
        #[gob(name = "bool")]
        Bool(bool),
        #[gob(name = "float64")]
        Float(f64),
        #[gob(name = "[]uint8")]
        Bytes(Vec<u8>),
        #[gob(name = "[]string")]
        Texts(Vec<String>),
        #[gob(name = "time.Time")]
        Time(Time),
        #[gob(nil)]
        Nil,
    }
    #[derive(Gob, Debug)]
    struct Record {
        deadline: Time,
        values: BTreeMap<String, Any>,
    }
    let record = one::<Record>(bytes).unwrap();
    assert_eq!(record.deadline.to_string(), "2026-12-01T08:15:30.123456789Z");
    let shown: Vec<_> = record.values.iter().map(|(k, v)| format!("{k}: {v:?}")).collect();
    for part in [
        "admin: Bool(true)",
        "name: Text(\"Zoë\")",
        "nothing: Nil",
        "ratio: Float(0.25)",
        "roles: Texts([\"a\", \"b\"])",
        "token: Bytes([0, 1, 254, 255])",
        "userID: Int(9007199254740993)",
        "visits: Uint(18446744073709551615)",
    ] {
        assert!(shown.iter().any(|line| line == part), "{part} in {shown:#?}");
    }
    assert!(matches!(&record.values["since"], Any::Time(t) if t.to_string() == "2026-11-30T08:15:30.123456789Z"));
}

fn g06_nil_interfaces(bytes: &[u8]) {
    #[derive(Gob, Debug)]
    struct Box {
        before: isize,
        any: Value,
        items: Vec<Value>,
        by_name: BTreeMap<String, Value>,
        after: isize,
    }
    let b = one::<Box>(bytes).unwrap();
    assert_eq!((b.before, b.after, &b.any), (1, 2, &Value::Interface(None)));
    let nil = Value::Interface(None);
    assert_eq!(b.items.iter().map(|v| *v == nil).collect::<Vec<_>>(), [true, false, true, false]);
    assert_eq!((b.items[1].inner(), &b.by_name["none"], b.by_name["one"].inner()), (&Value::Int(5), &nil, &Value::Int(1)));
}

fn g07_a_time_with_its_zone(bytes: &[u8]) {
    #[derive(Gob)]
    struct UserSession {
        username: String,
        is_admin: bool,
        issued: Time,
    }
    let session = one::<UserSession>(bytes).unwrap();
    assert_eq!((session.username.as_str(), session.is_admin), ("anonymous", false));
    assert_eq!(session.issued.to_string(), "2020-12-06T14:12:42.77220566+01:00");
}

fn g09_edges_of_time(bytes: &[u8]) {
    let times = one::<Vec<Time>>(bytes).unwrap();
    let shown = [
        "0001-01-01T00:00:00Z",
        "1969-07-20T20:17:40Z",
        "2000-01-01T00:00:00.000000001Z",
        "2000-01-01T00:00:00.999999999Z",
        "9999-12-31T23:59:59Z",
        "2026-06-01T12:00:00+05:30",
        "2026-06-01T12:00:00-12:00",
    ];
    assert_eq!(times.iter().map(ToString::to_string).collect::<Vec<_>>(), shown);
}

#[derive(Gob, Debug, PartialEq)]
struct Opts {
    retries: Option<isize>,
    debug: Option<bool>,
    label: Option<String>,
    factor: Option<f64>,
    kept: Option<isize>,
}

fn g10_pointers_to_zero(bytes: &[u8]) {
    let none = Opts { retries: None, debug: None, label: None, factor: None, kept: Some(1) };
    assert_eq!(one::<Opts>(bytes).unwrap(), none);
}

fn g14_recursive_structs(bytes: &[u8]) {
    #[derive(Gob)]
    struct Tree {
        val: isize,
        left: Option<Box<Tree>>,
        right: Option<Box<Tree>>,
    }
    #[derive(Gob)]
    struct Node {
        id: isize,
        next: Option<Box<Node>>,
    }
    let mut decoder = Decoder::from_slice(bytes);
    let tree = decoder.decode::<Tree>().unwrap().unwrap();
    let (left, right) = (tree.left.unwrap(), tree.right.unwrap());
    assert_eq!((tree.val, left.val, right.val, left.right.unwrap().val), (1, 2, 3, 4));
    assert!(left.left.is_none() && right.left.is_none());
    let list = decoder.decode::<Node>().unwrap().unwrap();
    let ids: Vec<_> = std::iter::successors(Some(&list), |node| node.next.as_deref()).map(|node| node.id).collect();
    assert_eq!(ids, (1..=60).collect::<Vec<_>>());
}

fn g15_recursive_slice_and_map(bytes: &[u8]) {
    #[derive(Gob, Debug, PartialEq)]
    struct Rec(Vec<Rec>);
    #[derive(Gob, Debug, PartialEq)]
    struct Dir(BTreeMap<String, Dir>);
    let mut decoder = Decoder::from_slice(bytes);
    let leaf = || Rec(vec![]);
    assert_eq!(decoder.decode().unwrap(), Some(Rec(vec![leaf(), Rec(vec![leaf(), Rec(vec![leaf()])])])));
    let dir = decoder.decode::<Dir>().unwrap().unwrap();
    assert_eq!(dir.0["usr"].0["lib"].0["go"], Dir(BTreeMap::new()));
}

#[derive(Gob, Debug, PartialEq, Clone, Copy)]
#[gob(opaque = "GobEncoder")]
struct Tiny(u8, u8);

impl Marshal for Tiny {
    fn zero() -> Self {
        Tiny(0, 0)
    }
    fn to_gob(&self, out: &mut Vec<u8>) {
        out.extend([self.0, self.1]);
    }
    fn from_gob(payload: &[u8]) -> Option<Self> {
        let &[a, b] = payload else { return None };
        Some(Tiny(a, b))
    }
}

fn g17_an_embedded_type_that_encodes_itself(bytes: &[u8]) {
    #[derive(Gob, Debug)]
    struct Fine {
        b: bool,
        t: Tiny,
    }
    let mut decoder = Decoder::from_slice(bytes);
    assert_eq!(decoder.decode().unwrap(), Some(Tiny(0xab, 9)));
    let fine = decoder.decode::<Fine>().unwrap().unwrap();
    assert_eq!((fine.b, fine.t), (true, Tiny(0xab, 9)));
}

fn g19_binary_marshalers(bytes: &[u8]) {
    use gobstream::known::Addr;
    #[derive(Gob)]
    struct Hop {
        link: Option<Url>,
        addr: Addr,
        net: Prefix,
        #[gob(rename = "V6")]
        v6: Addr,
    }
    let hop = one::<Hop>(bytes).unwrap();
    assert_eq!(hop.link.unwrap().to_string(), "https://user@example.org:8443/a%20b?q=1#frag");
    assert_eq!(
        (hop.addr.to_string(), hop.net.to_string(), hop.v6.to_string()),
        ("192.0.2.7".into(), "10.1.0.0/16".into(), "fe80::1%eth0".into())
    );
}

fn g20_text_methods_do_not_count(bytes: &[u8]) {
    #[derive(Gob, Debug)]
    struct Conf {
        l: Level,
        m: HashMap<String, Level>,
    }
    #[derive(Gob, Debug, PartialEq)]
    struct Level {
        rank: isize,
        name: String,
    }
    let conf = one::<Conf>(bytes).unwrap();
    assert_eq!((conf.l.rank, conf.l.name.as_str()), (2, "warn"));
    assert_eq!(conf.m["db"], Level { rank: 3, name: "err".into() });
    assert!(!bytes.windows(4).any(|w| w == b"TEXT"));
}

fn g23_every_digit(bytes: &[u8]) {
    #[derive(Gob)]
    struct Ints {
        i8: i8,
        i16: i16,
        i32: i32,
        i64: i64,
        min: i64,
        u8: u8,
        u16: u16,
        u32: u32,
        u64: u64,
        ptr: usize,
        r: char,
        neg1: isize,
        l: Vec<isize>,
        u: Vec<u64>,
    }
    let i = one::<Ints>(bytes).unwrap();
    assert_eq!((i.i8, i.i16, i.i32, i.i64, i.min), (i8::MIN, i16::MAX, i32::MIN, i64::MAX, i64::MIN));
    assert_eq!((i.u8, i.u16, i.u32, i.u64, i.ptr, i.r, i.neg1), (u8::MAX, u16::MAX, u32::MAX, u64::MAX, 77, '\u{1f600}', -1));
    assert_eq!(i.l, [63, 64, -64, -65, 127, 128, (1 << 53) + 1, -(1 << 53) - 1]);
    assert_eq!(i.u, [0, 127, 128, 255, 256, 1 << 63]);
}

fn g25_embedded_structs(bytes: &[u8]) {
    #[derive(Gob, Debug, PartialEq)]
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
    #[derive(Gob, Debug)]
    struct Nothing {
        q: isize,
    }
    #[derive(Gob)]
    struct Doc {
        #[gob(embedded)]
        base: Base,
        #[gob(embedded)]
        audit: Option<Audit>,
        gone: Option<Nothing>,
        title: String,
    }
    let doc = one::<Doc>(bytes).unwrap();
    assert_eq!((doc.base.id, doc.title.as_str()), (1, "t"));
    assert!(doc.gone.is_none_or(|gone| gone.q > 0));
    let audit = doc.audit.unwrap();
    assert_eq!((audit.by.as_str(), audit.base), ("me", Base { id: 2, name: "inner".into() }));
}

fn g27_stale_type_names(bytes: &[u8]) {
    #[derive(Gob, Debug, PartialEq)]
    struct MaxAge {
        days: isize,
    }
    #[derive(Gob, Debug, PartialEq)]
    struct MaxVersions {
        n: isize,
    }
    #[derive(Gob, Debug, PartialEq)]
    enum Rule {
        #[gob(nil)]
        Nil,
        #[gob(name = "main.MaxAge", alias = "example.com/old/path.MaxAge")]
        MaxAge(MaxAge),
        #[gob(name = "main.MaxVersions", alias = "*admin.GcRule_MaxVersions")]
        MaxVersions(MaxVersions),
    }
    #[derive(Gob, Debug)]
    struct Table {
        name: String,
        rules: Vec<Rule>,
        best: Rule,
    }
    let table = one::<Table>(bytes).unwrap();
    assert_eq!(table.name, "t");
    assert_eq!(
        table.rules,
        [Rule::MaxAge(MaxAge { days: 30 }), Rule::MaxVersions(MaxVersions { n: 2 }), Rule::MaxAge(MaxAge { days: 0 })]
    );
    assert_eq!(table.best, Rule::MaxVersions(MaxVersions { n: 9 }));
    // Without any registration, the name is kept.
    let Some(value) = Decoder::from_slice(bytes).decode_value().unwrap() else { panic!() };
    assert!(
        matches!(value.field("Best"), Some(Value::Interface(Some(i))) if i.name().as_str() == Some("*admin.GcRule_MaxVersions"))
    );
}

fn g29_types_inside_interfaces(bytes: &[u8]) {
    let map = one::<HashMap<String, Value>>(bytes).unwrap();
    assert_eq!(map["n"].inner(), &Value::Int(-1));
    let Some(Value::List(attachments)) = map["props"].inner().key("attachments").map(Value::inner) else { panic!() };
    let gobstream::Items::Values(attachments) = attachments.items() else { panic!() };
    let Some(Value::List(fields)) = attachments[0].inner().key("fields").map(Value::inner) else { panic!() };
    let gobstream::Items::Values(fields) = fields.items() else { panic!() };
    let want = [Value::Int(1), Value::String("two".into()), Value::Interface(None), Value::Float(3.5), Value::Bool(false)];
    assert!(fields.iter().map(Value::inner).eq(&want));
    assert!(matches!(map["props"].inner().key("empty").map(Value::inner), Some(Value::Map(m)) if m.is_empty()));
}

#[derive(Gob, Debug)]
struct Chunk {
    path: String,
    vec: Vec<f32>,
    hits: HashMap<String, isize>,
}

fn g31_cut_inside_a_value(bytes: &[u8]) {
    let (chunks, error) = all::<Chunk>(bytes, Reading::Lenient);
    assert_eq!(
        chunks.iter().map(|c| (c.path.as_str(), c.vec[2], c.hits["n"])).collect::<Vec<_>>(),
        [("src/filea.go", 0.0, 1), ("src/fileb.go", 1.0, 2)]
    );
    let error = error.unwrap();
    assert_eq!((error.kind(), error.value(), error.go_text()), (ErrorKind::Truncated, 3, Some("unexpected EOF")));
    assert_eq!(error.offset(), bytes.len() as u64);
}

#[derive(Gob, Debug)]
struct V {
    n: isize,
}

fn g32_cut_between_values(bytes: &[u8]) {
    let (values, error) = all::<V>(bytes, Reading::Strict);
    assert!(error.is_none());
    assert_eq!(values.iter().map(|v| v.n).collect::<Vec<_>>(), [1, 2]);
}

fn g35_a_hostile_length(bytes: &[u8]) {
    let (values, error) = all::<V>(bytes, Reading::Lenient);
    let error = error.unwrap();
    assert_eq!(
        (values.len(), error.kind(), error.offset(), error.go_text()),
        (1, ErrorKind::TooBig, 27, Some("invalid message length"))
    );
}

fn g36_a_hostile_count(bytes: &[u8]) {
    #[derive(Gob, Debug)]
    struct L {
        items: Vec<Item>,
    }
    #[derive(Gob, Debug)]
    struct Item {
        a: i64,
        b: i64,
        c: i64,
        d: i64,
    }
    let (values, error) = all::<L>(bytes, Reading::Lenient);
    let item = &values[0].items[0];
    assert_eq!((values.len(), item.a, item.b + item.c + item.d), (1, 1, 0));
    let error = error.unwrap();
    assert_eq!((error.kind(), error.offset(), error.path()), (ErrorKind::Corrupt, 109, ".Items"), "{error}");
}

fn g38_a_hostile_depth(bytes: &[u8]) {
    #[derive(Gob, Debug)]
    struct Rec(Vec<Rec>);
    let bytes = bytes.to_vec();
    let run = move || {
        let (values, error) = all::<Rec>(&bytes, Reading::Lenient);
        let error = error.unwrap();
        assert_eq!((values.iter().map(|r| r.0.len()).sum::<usize>(), error.kind()), (0, ErrorKind::TooDeep));
        assert!(error.to_string().len() < 600, "{error}");
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
}

fn g39_a_reserved_id(bytes: &[u8]) {
    let error = one::<isize>(bytes).unwrap_err();
    assert_eq!((error.kind(), error.offset(), error.go_text()), (ErrorKind::BadTypeId, 1, Some("gob: duplicate type received")));
}

fn g42_noise(bytes: &[u8]) {
    let error = one::<V>(bytes).unwrap_err();
    assert!(error.offset() < 10, "{error}");
}

fn g43_a_foreign_file(bytes: &[u8]) {
    // Whose file it is, only the command says.
    let error = one::<V>(bytes).unwrap_err();
    assert!(error.offset() < 10, "{error}");
}

fn g44_compressed(bytes: &[u8]) {
    // Unpacking is the command's business: to a decoder this is no gob.
    assert!(bytes.starts_with(b"\x1f\x8b"));
    assert!(one::<V>(bytes).unwrap_err().offset() < 10);
}

fn g46_what_an_rpc_client_sends(bytes: &[u8]) {
    #[derive(Gob, Debug)]
    struct Request {
        service_method: String,
        seq: u64,
    }
    #[derive(Gob, Debug)]
    struct Args {
        a: isize,
        b: isize,
    }
    let mut decoder = Decoder::from_slice(bytes);
    let first = decoder.decode::<Request>().unwrap().unwrap();
    let args = decoder.decode::<Args>().unwrap().unwrap();
    let second = decoder.decode::<Request>().unwrap().unwrap();
    assert_eq!((first.service_method.as_str(), first.seq, args.a, args.b), ("Arith.Mul", 0, 7, 8));
    assert_eq!((second.service_method.as_str(), second.seq), ("Store.Put", 1));
    assert_eq!(decoder.decode::<HashMap<String, String>>().unwrap().unwrap()["k"], "v");
    assert!(!decoder.skip().unwrap());
}

fn g47_edges_of_length(bytes: &[u8]) {
    let (texts, error) = all::<String>(bytes, Reading::Strict);
    assert!(error.is_none());
    assert_eq!(texts.iter().map(String::len).collect::<Vec<_>>(), [127, 128, 255, 256, 65535, 65536]);
}

fn g48_texts_that_are_not_utf_8(bytes: &[u8]) {
    #[derive(Gob, Debug)]
    struct Bytes {
        s: Text,
        nul: String,
        #[gob(rename = "Html")]
        html: String,
        m: BTreeMap<Text, isize>,
    }
    #[derive(Gob, Debug)]
    struct Utf8 {
        s: String,
    }
    let t = one::<Bytes>(bytes).unwrap();
    assert_eq!(t.s.to_string_lossy(), "\u{fffd}\u{fffd}ok\u{fffd}");
    assert!(t.s.as_str().is_none());
    assert_eq!((t.nul.as_str(), t.html.as_str()), ("a\0b\u{1f}\u{2028}", "<&>\"\\/é😀"));
    assert_eq!(t.m.values().sum::<isize>(), 1);
    // Into a String, the loss is an error.
    let error = one::<Utf8>(bytes).map(|t| t.s).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::BadUtf8, ".S"));
}

fn g50_named_types(bytes: &[u8]) {
    #[derive(Gob)]
    struct Cached {
        #[gob(rename = "TTL")]
        ttl: Duration,
        month: Month,
        ip: std::net::IpAddr,
        header: HashMap<String, Vec<String>>,
        raw: Vec<u8>,
        state: isize,
        states: Vec<isize>,
        #[gob(rename = "MAC")]
        mac: Vec<u8>,
    }
    #[derive(Gob)]
    struct Month(i8);
    let c = one::<Cached>(bytes).unwrap();
    assert_eq!((c.ttl, c.month.0, c.ip.to_string()), (Duration::from_nanos(90_000_000_000), 11, "10.0.0.1".into()));
    assert_eq!((c.header["Vary"].join(","), c.raw.as_slice()), ("A,B".into(), &b"{\"a\":1}"[..]));
    assert_eq!((c.state, c.states, c.mac), (2, vec![0, 1], vec![1, 2, 3, 4, 5, 6]));
}

fn g52_out_of_range(bytes: &[u8]) {
    #[derive(Gob, Debug, PartialEq)]
    struct Whole {
        n: isize,
        ns: Vec<isize>,
        u: u64,
    }
    #[derive(Gob, Debug)]
    struct N8 {
        n: i8,
    }
    #[derive(Gob, Debug)]
    struct Ns16 {
        ns: Vec<i16>,
    }
    #[derive(Gob, Debug)]
    struct Nu8 {
        n: u8,
    }
    assert_eq!(one::<Whole>(bytes).unwrap(), Whole { n: 300, ns: vec![1, 70000, -1], u: 1 << 40 });
    let error = one::<N8>(bytes).map(|v| v.n).unwrap_err();
    assert_eq!((error.kind(), error.path(), error.go_text()), (ErrorKind::OutOfRange, ".N", Some("out of range")));
    assert!(error.text().contains("300"), "{error}");
    let error = one::<Ns16>(bytes).map(|v| v.ns).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::OutOfRange, ".Ns[1]"));
    assert!(error.text().contains("70000"), "{error}");
    let error = one::<Nu8>(bytes).map(|v| v.n).unwrap_err();
    assert_eq!((error.kind(), error.path(), error.go_text()), (ErrorKind::WrongType, ".N", Some("gob: wrong type")));
}

fn g54_fields_left_out(bytes: &[u8]) {
    #[derive(Gob, Debug)]
    struct S {
        name: String,
        skip: isize,
        tagged: isize,
        #[gob(skip)]
        hidden: Option<isize>,
    }
    let s = one::<S>(bytes).unwrap();
    assert_eq!((s.name.as_str(), s.skip, s.tagged, s.hidden), ("n", 5, 6, None));
}

fn g57_nothing(bytes: &[u8]) {
    assert!(bytes.is_empty());
    assert!(all::<V>(bytes, Reading::Strict).1.is_none() && all::<V>(bytes, Reading::Go).0.is_empty());
}

/// As Go does it: what a pointer to zero points at is left out, so nobody can tell it from nil.
#[test]
fn e01_pointers_to_zero_are_left_out() {
    let opts = Opts { retries: Some(0), debug: Some(false), label: Some(String::new()), factor: Some(-0.0), kept: Some(1) };
    let bytes = gobstream::to_vec(&opts).unwrap();
    assert!(bytes.ends_with(b"\x05\xff\x80\x05\x02\x00"), "a delta of 5: only Kept is sent");
    g10_pointers_to_zero(&bytes);
}

/// A key that is not equal to itself is sent as any other, as Go does it; sorted, it stands before all numbers with its sign.
#[test]
fn e03_a_nan_is_a_key() {
    let pairs = Pairs(vec![(1.5f64, 1u8), (f64::NAN, 2), (-f64::NAN, 3), (0.5, 4)]);
    for sort_keys in [false, true] {
        let mut encoder = Encoder::with_options(Vec::new(), EncodeOptions { sort_keys, ..EncodeOptions::default() });
        encoder.encode(&pairs).unwrap();
        let again = one::<Pairs<f64, u8>>(&encoder.into_sink()).unwrap();
        let mut values: Vec<_> = again.0.iter().map(|(k, v)| (k.to_bits(), *v)).collect();
        let mut want: Vec<_> = pairs.0.iter().map(|(k, v)| (k.to_bits(), *v)).collect();
        if sort_keys {
            values.sort();
            want.sort();
        }
        assert_eq!(values, want);
    }
}

#[test]
fn e04_sorted_keys_give_equal_bytes() {
    let map = || (0..200).map(|i| (format!("key {}", i * 7919 % 200), i)).collect::<HashMap<_, _>>();
    let bytes = || {
        let mut encoder = Encoder::with_options(Vec::new(), EncodeOptions { sort_keys: true, ..EncodeOptions::default() });
        encoder.encode(&map()).unwrap();
        encoder.into_sink()
    };
    let first = bytes();
    assert!((0..100).all(|_| bytes() == first));
}
