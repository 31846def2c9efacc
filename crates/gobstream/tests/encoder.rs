//! What an encoder promises: all or nothing, poison, limits, bounded stack, faults with their place, no allocation once it is warm.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are not taken for tests")]

mod common;
#[path = "common/meter.rs"]
mod meter;

use common::build::{INT, INTERFACE, STRING, interface, map, single, slice, structure, text};
use gobstream::known::Duration;
use gobstream::{Encode, EncodeOptions, Encoder, Error, ErrorKind, Gob, Item, Pairs, Plan, Result, Sink, Stream, Value};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

fn allocations(f: impl FnOnce()) -> usize {
    meter::allocations_of(f).1
}

#[derive(Gob, Clone)]
struct Bench {
    a: isize,
    b: f64,
    c: String,
    d: Vec<u8>,
}

fn bench() -> Bench {
    Bench { a: 7, b: 3.2, c: "now is the time".into(), d: b"for all good men".to_vec() }
}

#[derive(Gob, Clone)]
#[gob(rename = "any")]
enum Any {
    #[gob(nil)]
    Nil,
    #[gob(name = "main.Bench")]
    Bench(Bench),
    #[gob(name = "main.Deadline")]
    Deadline(Deadline),
}

#[derive(Gob, Clone)]
struct Deadline {
    after: std::time::Duration,
}

/// A sink that fails from the nth write on, and remembers what came in.
#[derive(Default)]
struct Brittle {
    bytes: Vec<u8>,
    writes: usize,
    fails_at: usize,
}

impl Sink for Brittle {
    fn write(&mut self, parts: &[&[u8]]) -> Result<()> {
        self.writes += 1;
        if self.writes >= self.fails_at {
            return Err(Error::from_sink("closed"));
        }
        self.bytes.write(parts)
    }
}

const FOREVER: std::time::Duration = std::time::Duration::MAX;

#[test]
fn a_value_that_cannot_be_said_leaves_nothing_behind() {
    let mut encoder = Encoder::to_vec();
    let bad = vec![Any::Nil, Any::Bench(bench()), Any::Deadline(Deadline { after: FOREVER })];
    let error = encoder.encode(&bad).unwrap_err();
    assert_eq!((error.kind(), error.path(), error.value()), (ErrorKind::OutOfRange, "[2].After", 1));
    assert!(encoder.sink().is_empty() && encoder.written() == 0);
    encoder.encode(&bench()).unwrap();
    assert_eq!(encoder.into_sink(), gobstream::to_vec(&bench()).unwrap(), "ids begin at 64 again");
}

#[test]
fn faults_have_a_path_and_a_place() {
    let fault = |value: &dyn gobstream::DynEncode| {
        let mut encoder = Encoder::to_vec();
        encoder.encode("before").unwrap();
        let error = encoder.encode_dyn(value).unwrap_err();
        assert_eq!((error.value(), encoder.sink().len()), (2, 10));
        (error.kind(), error.path().to_owned())
    };
    let nil = |path: &str| (ErrorKind::Nil, path.to_owned());
    assert_eq!(fault(&None::<i32>), nil(""));
    assert_eq!(fault(&vec![Some(1), None]), nil("[1]"));
    assert_eq!(fault(&[[Some("a"), Some("b")], [Some("c"), None]]), nil("[1][1]"));
    assert_eq!(fault(&BTreeMap::from([("k", Some(1.5)), ("l\n", None)])), nil("[\"l\\n\"]"));
    assert_eq!(fault(&BTreeMap::from([(-3, BTreeMap::from([(true, None::<u8>)]))])), nil("[-3][#0]"));
    let deadline = Any::Deadline(Deadline { after: FOREVER });
    let nested = BTreeMap::from([("x".to_owned(), vec![Any::Bench(bench()), deadline])]);
    assert_eq!(fault(&nested), (ErrorKind::OutOfRange, "[\"x\"][1].After".into()));
}

#[test]
fn a_transaction_is_written_whole_or_not_at_all() {
    let mut encoder = Encoder::new(Brittle { fails_at: 10, ..Brittle::default() });
    let (head, body, bad) = (bench(), vec![Duration::from_nanos(1)], vec![None::<i32>]);
    let mut call = encoder.transaction().unwrap();
    call.put(&head).unwrap();
    let place = |error: Error| (error.kind(), error.value(), error.path().to_owned());
    let fault = (ErrorKind::Nil, 2, "[0]".to_owned());
    assert_eq!(place(call.put(&bad).unwrap_err()), fault);
    assert_eq!(place(call.put(&head).unwrap_err()), fault, "what follows says the same");
    assert_eq!(place(call.commit().unwrap_err()), fault);
    let mut call = encoder.transaction().unwrap();
    call.put(&head).unwrap();
    drop(call);
    assert_eq!(encoder.sink().writes, 0);
    let mut call = encoder.transaction().unwrap();
    call.put(&head).unwrap();
    call.put(&body).unwrap();
    call.commit().unwrap();
    let mut plain = Encoder::to_vec();
    plain.encode(&head).unwrap();
    plain.encode(&body).unwrap();
    assert_eq!((encoder.sink().writes, &encoder.sink().bytes), (1, plain.sink()));
}

#[test]
fn a_failed_write_poisons_until_reset() {
    let mut encoder = Encoder::new(Brittle { fails_at: 2, ..Brittle::default() });
    encoder.encode(&bench()).unwrap();
    assert_eq!(encoder.encode(&bench()).unwrap_err().kind(), ErrorKind::Io);
    let error = encoder.encode(&1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Poisoned);
    assert!(error.text().contains("closed"), "{error}");
    assert_eq!(encoder.sink().writes, 2);
    encoder.reset();
    *encoder.sink_mut() = Brittle { fails_at: 9, ..Brittle::default() };
    encoder.encode(&bench()).unwrap();
    assert_eq!(encoder.sink().bytes, gobstream::to_vec(&bench()).unwrap());
}

#[test]
fn messages_have_a_limit() {
    let small = EncodeOptions { message: 100, ..EncodeOptions::default() };
    let mut encoder = Encoder::with_options(Vec::new(), small.clone());
    let kind = |result: Result<()>| result.unwrap_err().kind();
    assert_eq!(kind(encoder.encode(&vec![7u8; 100])), ErrorKind::TooBig);
    assert_eq!(kind(encoder.encode(&vec![7u64; 2_000_000])), ErrorKind::TooBig);
    assert_eq!(kind(encoder.encode_streamed(&vec![7u64; 2_000_000])), ErrorKind::TooBig);
    assert!(encoder.sink().is_empty());
    let (long, short) = (vec![7u8; 100], vec![7u8; 9]);
    let mut call = encoder.transaction().unwrap();
    assert_eq!(kind(call.put(&long)), ErrorKind::TooBig);
    assert_eq!(kind(call.put(&short)), ErrorKind::TooBig);
    assert_eq!(kind(call.commit()), ErrorKind::TooBig, "nothing of it is written");
    assert!(encoder.sink().is_empty());
    encoder.encode(&vec![7u8; 90]).unwrap();
}

/// More elements than anybody can count, none of which takes memory, and pointers that lead to as many: what is over the limit ends at once.
#[test]
fn past_its_limit_nothing_more_of_a_message_is_looked_at() {
    #[derive(Gob, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    struct Nothing;
    #[derive(Gob)]
    struct Both(Option<Rc<Both>>, Option<Rc<Both>>);
    fn is_too_big<T: Encode>(value: &T) {
        for sort_keys in [false, true] {
            let options = EncodeOptions { message: 1 << 16, sort_keys, ..EncodeOptions::default() };
            let mut encoder = Encoder::with_options(Vec::new(), options);
            let (results, peak) = meter::peak_of(|| [encoder.encode(value), encoder.encode_streamed(value)]);
            assert_eq!(results.map(|result| result.unwrap_err().kind()), [ErrorKind::TooBig; 2]);
            assert!(encoder.sink().is_empty() && peak < 32 << 20, "{peak} bytes");
            encoder.encode("the next").unwrap();
        }
    }
    const N: usize = usize::MAX / 64;
    is_too_big(&[(); N].as_slice());
    is_too_big(&[Nothing; N].as_slice());
    is_too_big(&[(); N]);
    is_too_big(&[[(); N]; N]);
    is_too_big(&Box::new([[[(); 9]; N]; 9]));
    is_too_big(&Pairs(Vec::from([((), ()); N])));
    is_too_big(&VecDeque::from(Vec::from([Nothing; N])));
    let both = (0..200).fold(Both(None, None), |both, _| {
        let both = Rc::new(both);
        Both(Some(both.clone()), Some(both))
    });
    is_too_big(&both);
    is_too_big(&(0..200_000u64).map(|i| (i, i)).collect::<BTreeMap<_, _>>());
}

#[test]
fn pieces_and_passed_bytes_change_nothing() {
    let big = |n: usize| vec![n as u8; n];
    let value = vec![("a", vec![big(10), big(20_000)]), ("b", vec![big(0), big(40_000), big(127)])];
    let value: BTreeMap<_, _> = value.into_iter().collect();
    let whole = Encoder::to_vec().encode_bytes(&value).unwrap().to_vec();
    let mut passing = Encoder::to_vec();
    passing.encode(&value).unwrap();
    assert_eq!(*passing.sink(), whole);
    let mut streaming = Encoder::to_vec();
    streaming.encode_streamed(&value).unwrap();
    assert_eq!(*streaming.sink(), whole);
    // In an interface the length of what it holds counts them too.
    let held = vec![Any::Bench(Bench { d: big(30_000), ..bench() }), Any::Bench(Bench { d: big(50), ..bench() })];
    let mut passing = Encoder::to_vec();
    passing.encode(&held).unwrap();
    assert_eq!(*passing.sink(), Encoder::to_vec().encode_bytes(&held).unwrap());
    let read = Stream::from_slice(passing.sink()).next_value().unwrap();
    assert!(matches!(read, Some(Value::List(_))));
}

#[test]
fn sinks_are_written_to_once_for_each_value() {
    let mut encoder = Encoder::new(Brittle { fails_at: 100, ..Brittle::default() });
    let value = vec![Any::Bench(bench()), Any::Deadline(Deadline { after: std::time::Duration::ZERO })];
    encoder.encode(&value).unwrap();
    encoder.encode(&vec![vec![1u8; 100_000]; 3]).unwrap();
    assert_eq!(encoder.sink().writes, 2);
}

#[test]
fn a_deep_value_is_refused_on_a_small_stack() {
    #[derive(Gob)]
    struct List {
        next: Option<Box<List>>,
    }
    let run = || {
        let list = (0..5_000).fold(List { next: None }, |list, _| List { next: Some(Box::new(list)) });
        assert_eq!(gobstream::to_vec(&list).unwrap_err().kind(), ErrorKind::TooDeep);
        // Dropped level by level: what the compiler makes of a drop recurses.
        let mut next = Some(Box::new(list));
        while let Some(list) = next {
            next = list.next;
        }
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
}

#[test]
fn a_warm_encoder_allocates_nothing() {
    let mut encoder = Encoder::to_writer(std::io::sink());
    let (value, any) = (bench(), vec![Any::Bench(bench()), Any::Nil, Any::Bench(bench())]);
    let map: BTreeMap<String, Vec<i64>> = (0..50).map(|i| (i.to_string(), vec![i; 9])).collect();
    let mut round = || {
        encoder.encode(&value).unwrap();
        encoder.encode(&any).unwrap();
        encoder.encode(&map).unwrap();
    };
    round();
    assert_eq!(allocations(round), 0);
}

#[test]
fn a_fresh_encoder_allocates_little() {
    let value = bench();
    let mut sink = Vec::with_capacity(1000);
    let count = allocations(|| {
        let mut encoder = Encoder::new(&mut sink);
        encoder.encode(&value).unwrap();
    });
    assert!(count <= 6, "{count}");
    assert_eq!(allocations(|| drop(Encoder::to_vec())), 0);
}

/// A large value's memory is given back once only small ones follow.
#[test]
fn memory_of_a_large_value_is_given_back() {
    let mut encoder = Encoder::to_writer(std::io::sink());
    encoder.encode(&vec![1.5f64; 1_000_000]).unwrap();
    assert!(encoder.capacity() > 1 << 20);
    (0..20).for_each(|_| encoder.encode(&1).unwrap());
    assert!(encoder.capacity() <= 64 << 10);
}

trait Held: gobstream::DynEncode {}
impl Held for Bench {}
impl Held for i16 {}
impl Held for Vec<u8> {}
impl Held for Vec<Option<i16>> {}

#[test]
fn open_interfaces_hold_what_is_registered() {
    use gobstream::Dyn;
    let held = || -> Vec<Dyn<dyn Held>> {
        vec![Dyn(Some(Box::new(bench()))), Dyn(None), Dyn(Some(Box::new(3i16))), Dyn(Some(Box::new(vec![1u8])))]
    };
    let mut encoder = Encoder::to_vec();
    let error = encoder.encode(&held()).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Unregistered, "[0]"));
    assert!(error.text().contains("main.Bench"), "{error}");
    encoder.register::<Bench>("main.Bench");
    encoder.encode(&held()).unwrap();
    #[derive(Gob)]
    #[gob(rename = "any")]
    enum Closed {
        #[gob(nil)]
        Nil,
        #[gob(name = "main.Bench")]
        Bench(Bench),
        #[gob(name = "int16")]
        Short(i16),
        #[gob(name = "[]uint8")]
        Bytes(Vec<u8>),
    }
    let closed = vec![Closed::Bench(bench()), Closed::Nil, Closed::Short(3), Closed::Bytes(vec![1])];
    assert_eq!(*encoder.sink(), gobstream::to_vec(&closed).unwrap());
    let odd: Vec<Dyn<dyn Held>> = vec![Dyn(Some(Box::new(vec![Some(1i16)])))];
    assert_eq!(encoder.encode(&odd).unwrap_err().kind(), ErrorKind::Unregistered);
}

#[test]
fn a_type_under_a_name_that_go_gave_to_another_is_refused() {
    #[derive(Gob)]
    #[gob(rename = "any")]
    enum Any {
        #[gob(nil)]
        Nil,
        #[gob(name = "int")]
        Int(String),
        #[gob(name = "[]int64")]
        Ints(Vec<u64>),
        #[gob(name = "[]uint8")]
        Bytes(Vec<u16>),
        #[gob(name = "uint8")]
        Uint(u64),
        #[gob(name = "[]string")]
        Texts(Vec<String>),
        #[gob(name = "[]main.T")]
        Other(Vec<u16>),
    }
    for bad in [Any::Int("a".into()), Any::Ints(vec![1]), Any::Bytes(vec![1])] {
        let error = gobstream::to_vec(&vec![Any::Nil, bad]).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::WrongType, "[1]"), "{error}");
    }
    let good = vec![Any::Nil, Any::Uint(1), Any::Texts(vec!["a".into()]), Any::Other(vec![1])];
    gobstream::to_vec(&good).unwrap();
}

#[test]
fn a_streamed_value_goes_out_in_pieces_and_stops_where_the_sink_does() {
    let value = vec![7u32; 500_000];
    let mut encoder = Encoder::new(Brittle { fails_at: 100, ..Brittle::default() });
    encoder.encode_streamed(&value).unwrap();
    assert!(encoder.sink().writes > 5 && encoder.capacity() < 200_000);
    let mut encoder = Encoder::new(Brittle { fails_at: 3, ..Brittle::default() });
    assert_eq!(encoder.encode_streamed(&value).unwrap_err().kind(), ErrorKind::Io);
    assert_eq!(encoder.sink().writes, 3);
    assert_eq!(encoder.encode(&1).unwrap_err().kind(), ErrorKind::Poisoned);
    // A fault in the value is found before the first byte; what may hold interfaces is written as a whole.
    let mut encoder = Encoder::new(Brittle { fails_at: 100, ..Brittle::default() });
    assert_eq!(encoder.encode_streamed(&vec![Some(1), None]).unwrap_err().kind(), ErrorKind::Nil);
    assert_eq!((encoder.sink().writes, encoder.written()), (0, 0));
    encoder.encode_streamed(&vec![Any::Bench(bench()); 10_000]).unwrap();
    assert_eq!(encoder.sink().writes, 1);
}

#[test]
fn encoders_go_from_thread_to_thread() {
    fn moves<T: Send + Sync>() {}
    moves::<Encoder<Vec<u8>>>();
}

/// Errors of a call, and of the same value sent in pieces, whose bytes are gone when the fault is met.
#[test]
fn a_fault_in_a_streamed_value_has_its_path() {
    #[derive(Gob, Clone)]
    struct Row {
        name: String,
        span: std::time::Duration,
    }
    let row = |n: usize| Row { name: "n".repeat(n % 50), span: std::time::Duration::from_secs(n as u64) };
    let mut rows: Vec<Row> = (0..20_000).map(row).collect();
    rows[17_171].span = FOREVER;
    let same = |value: &dyn Fn(&mut Encoder<Vec<u8>>, bool) -> Error, path: &str| {
        let mut encoder = Encoder::to_vec();
        encoder.encode("before").unwrap();
        let errors = [false, true].map(|streamed| value(&mut encoder, streamed));
        for error in &errors {
            assert_eq!((error.path(), error.value(), error.offset()), (path, 2, errors[0].offset()), "{error}");
        }
        assert_eq!(encoder.sink().len(), 10);
    };
    macro_rules! same {
        ($value:expr, $path:literal) => {{
            let value = $value;
            same(&|e, streamed| if streamed { e.encode_streamed(&value) } else { e.encode(&value) }.unwrap_err(), $path);
        }};
    }
    same!(rows.clone(), "[17171].Span");
    same!(BTreeMap::from([("a", vec![]), ("k\n", rows.clone()), ("z", vec![])]), "[\"k\\n\"][17171].Span");
    same!(BTreeMap::from([(-5, vec![vec![], rows.clone()])]), "[-5][1][17171].Span");
    same!(BTreeMap::from([([1u8, 2], rows.clone())]), "[#0][17171].Span");
    same!([Some(rows[..9_999].to_vec()), None], "[1]");
    same!(vec![row(1), Row { span: FOREVER, ..row(0) }], "[1].Span");
    same!((0..40_000).map(|i| (i, (i != 30_303).then_some(i))).collect::<BTreeMap<_, _>>(), "[30303]");
}

/// `map[string]any{"k": []any{nil, T{A: 1}}}`. A field of T is of a type that was never defined: values without it are read, but T cannot be sent.
fn half_defined() -> Value {
    let t = interface("T", 66, &[1, 2, 0]);
    let list = interface("L", 65, &[vec![0, 2, 0], t].concat());
    let types = [map(64, STRING, INTERFACE), slice(65, INTERFACE), structure(66, "T", &[("A", INT), ("B", 999)])].concat();
    let bytes = [types, single(64, &[vec![1], text(b"k"), list].concat())].concat();
    Stream::from_slice(&bytes).next_value().unwrap().unwrap()
}

fn fault(result: Result<()>) -> (ErrorKind, u64, String) {
    let error = result.unwrap_err();
    (error.kind(), error.value(), error.path().into())
}

#[test]
fn faults_in_values_without_a_type_have_the_path_to_them() {
    let value = half_defined();
    let mut encoder = Encoder::to_vec();
    let at = |n| (ErrorKind::BadType, n, r#"["k"][1]"#.to_string());
    assert_eq!(fault(encoder.encode_value(&value)), at(1));
    assert_eq!(fault(encoder.encode_item(&Item::Value(value.clone()))), at(1));
    let mut transaction = encoder.transaction().unwrap();
    transaction.put(&7).unwrap();
    assert_eq!(fault(transaction.put_value(&value)), at(2));
    assert_eq!(fault(transaction.commit()), at(2));
    assert_eq!(encoder.written(), 0);
    encoder.encode(&7).unwrap();
    assert_eq!(encoder.into_sink(), gobstream::to_vec(&7).unwrap());
}

/// The way goes on from the typed part into the other.
#[test]
fn faults_in_values_inside_types_have_the_whole_path() {
    #[derive(Gob)]
    struct Holder {
        parts: BTreeMap<u8, Vec<Value>>,
    }
    let Value::Map(map) = half_defined() else { panic!("a map") };
    let list = map.iter().next().unwrap().1.clone();
    let holder = |list| Holder { parts: BTreeMap::from([(9, vec![Value::Int(1), list])]) };
    let (kind, _, path) = fault(Encoder::to_vec().encode(&holder(list)));
    assert_eq!((kind, &*path), (ErrorKind::BadType, ".Parts[9][1][1]"));
    // A value whose type has no name.
    let (kind, _, path) = fault(Encoder::to_vec().encode(&holder(half_defined())));
    assert_eq!((kind, &*path), (ErrorKind::Unregistered, ".Parts[9][1]"));
}

#[test]
fn faults_in_replayed_values_have_the_path_to_them() {
    let value = half_defined();
    let mut encoder = Encoder::with_options(Vec::new(), EncodeOptions { plan: Plan::Replay, ..EncodeOptions::default() });
    let ty = value.ty().unwrap().clone();
    assert_eq!(fault(encoder.encode_value(&value)), (ErrorKind::UnknownType, 1, String::new()));
    encoder.encode_item(&Item::Definition(ty)).unwrap();
    assert_eq!(fault(encoder.encode_value(&value)), (ErrorKind::UnknownType, 1, r#"["k"]"#.into()));
}

#[derive(Gob)]
struct Flat {
    a: i64,
    b: String,
}

#[derive(Gob)]
struct Holder {
    flats: Vec<Flat>,
    one: Flat,
}

fn flat() -> Flat {
    Flat { a: 1, b: "b".into() }
}

fn holder() -> Holder {
    Holder { flats: vec![flat()], one: flat() }
}

/// `type Flat struct { A int64; B string }; type Holder struct { Flats []Flat; One Flat }`
#[test]
fn the_first_type_of_an_encoder_keeps_its_id_when_others_refer_to_it() {
    let mut encoder = Encoder::to_vec();
    encoder.encode(&flat()).unwrap();
    encoder.encode(&holder()).unwrap();
    encoder.encode(&flat()).unwrap();
    let expected: &[&[u8]] = &[
        b"\x1d\x7f\x03\x01\x01\x04Flat\x01\xff\x80\x00\x01\x02\x01\x01A\x01\x04\x00\x01\x01B\x01\x0c\x00\x00\x00",
        b"\x08\xff\x80\x01\x02\x01\x01b\x00",
        b"\x28\xff\x81\x03\x01\x01\x06Holder\x01\xff\x82\x00\x01\x02\x01\x05Flats\x01\xff\x84\x00\x01\x03One\x01\xff\x80\x00\x00\x00",
        b"\x1a\xff\x83\x02\x01\x01\x0b[]main.Flat\x01\xff\x84\x00\x01\xff\x80\x00\x00",
        b"\x12\xff\x82\x01\x01\x01\x02\x01\x01b\x00\x01\x01\x02\x01\x01b\x00\x00",
        b"\x08\xff\x80\x01\x02\x01\x01b\x00",
    ];
    assert_eq!(encoder.into_sink().escape_ascii().to_string(), expected.concat().escape_ascii().to_string());
}

#[test]
fn the_first_type_of_an_encoder_is_forgotten_and_kept_by_roll_backs() {
    let (flat, holder) = (flat(), holder());
    let mut encoder = Encoder::to_vec();
    encoder.transaction().unwrap().put(&flat).unwrap();
    encoder.encode(&holder).unwrap();
    let mut plain = Encoder::to_vec();
    plain.encode(&holder).unwrap();
    assert_eq!(encoder.into_sink(), plain.into_sink());

    let (mut encoder, mut plain) = (Encoder::to_vec(), Encoder::to_vec());
    encoder.encode(&flat).unwrap();
    encoder.transaction().unwrap().put(&holder).unwrap();
    encoder.transaction().unwrap().put(&flat).unwrap();
    for encoder in [&mut encoder, &mut plain] {
        if encoder.written() == 0 {
            encoder.encode(&flat).unwrap();
        }
        encoder.encode(&flat).unwrap();
        encoder.encode(&holder).unwrap();
    }
    assert_eq!(encoder.into_sink(), plain.into_sink());
}
