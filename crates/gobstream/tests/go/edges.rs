//! interop/edges.go

use crate::composites::{Point, map, p};
use crate::equal;
use crate::opaques::GobValue;
use crate::recursive::Rec;
use crate::scalars::text_of_length;
use crate::structs::{Empty, Line};
use gobstream::{Complex, EncodeOptions, Encoder, Gob, Pairs};
use std::collections::{BTreeMap, HashMap};

/// A struct whose seventh field is of any type.
#[derive(Gob)]
struct Seventh<T> {
    a: String,
    b: String,
    c: String,
    d: String,
    e: String,
    f: String,
    g: T,
    last: isize,
}

fn seventh<T>(g: T) -> Seventh<T> {
    let s = String::new;
    Seventh { a: s(), b: s(), c: s(), d: s(), e: s(), f: s(), g, last: 0 }
}

fn last<T>() -> Seventh<Option<T>> {
    Seventh { last: 1, ..seventh(None) }
}

#[derive(Gob)]
#[gob(package = "", rename = "uintptr")]
struct Uintptr(u64);

#[test]
fn each_kind_as_seventh_field() {
    crate::Made::new("field-6")
        .put(&seventh(true))
        .put(&seventh(17isize))
        .put(&seventh(-17i8))
        .put(&seventh(17i16))
        .put(&seventh(17i32))
        .put(&seventh(17i64))
        .put(&seventh(17usize))
        .put(&seventh(17u8))
        .put(&seventh(17u16))
        .put(&seventh(17u32))
        .put(&seventh(17u64))
        .put(&seventh(Uintptr(17)))
        .put(&seventh(17f32))
        .put(&seventh(17f64))
        .put(&seventh(Complex { re: 17f32, im: 19.0 }))
        .put(&seventh(Complex { re: 17f64, im: 19.0 }))
        .put(&seventh(b"hello".to_vec()))
        .put(&seventh("hello"))
        .equal();
}

#[test]
fn nothing_sent_but_the_last() {
    crate::Made::new("unsent-kinds")
        .put(&last::<Vec<isize>>())
        .put(&last::<BTreeMap<String, isize>>())
        .put(&last::<[isize; 2]>())
        .put(&last::<Empty>())
        .put(&last::<gobstream::Value>())
        .put(&last::<GobValue>())
        .put(&Seventh { last: 1, ..seventh(Complex::<f32>::default()) })
        .put(&last::<Vec<u8>>())
        .put(&last::<bool>())
        .put(&last::<String>())
        .put(&last::<Rec>())
        .equal();
}

#[test]
fn large_values() {
    equal!("large-strings": text_of_length(65535), text_of_length(65536), "after");
    let ints: Vec<i64> = (0..20000i64).map(|i| (i * i * (1 - i % 2 * 2)).wrapping_shl((i % 24) as u32)).collect();
    equal!("large-ints": ints);
    let floats: Vec<f64> = (0..10000).map(|i| (i * i) as f64 / 7.0 * (1 - i % 2 * 2) as f64).collect();
    equal!("large-floats": floats);
    let lines: Vec<Line> =
        (0..4000).map(|i| Line { a: p(i, -i), b: p(0, i % 3), name: text_of_length((i % 20) as usize) }).collect();
    equal!("large-structs": lines);
    let strings: Vec<String> = (0..5000).map(|i| text_of_length(i % 50)).collect();
    equal!("large-strings-slice": strings);
    // The same in pieces, and passed through.
    let mut encoder = Encoder::to_vec();
    encoder.encode_streamed(&ints).unwrap();
    assert_eq!(encoder.into_sink(), crate::vector("large-ints"));
    let mut encoder = Encoder::with_options(Vec::new(), EncodeOptions { pass_from: 3, ..EncodeOptions::default() });
    encoder.encode(&lines).unwrap();
    assert_eq!(encoder.into_sink(), crate::vector("large-structs"));
    let mut encoder = Encoder::to_vec();
    encoder.encode_streamed(&lines).unwrap();
    assert_eq!(encoder.into_sink(), crate::vector("large-structs"));
}

#[test]
fn many_messages() {
    let mut made = crate::Made::new("stream-long");
    (0..300).for_each(|i| {
        made.put(&p(i, -i));
    });
    made.equal();
    // All in one transaction: lengths of one byte and of more, both ways to close the gap.
    let mut encoder = Encoder::to_vec();
    let points: Vec<_> = (0..300).map(|i| p(i, -i)).collect();
    let mut call = encoder.transaction().unwrap();
    points.iter().for_each(|point| call.put(point).unwrap());
    call.commit().unwrap();
    assert_eq!(encoder.into_sink(), crate::vector("stream-long"));
    let texts = [65535, 65536, 3].map(text_of_length);
    let mut encoder = Encoder::to_vec();
    let mut call = encoder.transaction().unwrap();
    texts.iter().for_each(|text| call.put(text).unwrap());
    call.put("after").unwrap();
    call.commit().unwrap();
    let mut alone = Encoder::to_vec();
    texts.iter().for_each(|text| alone.encode(text).unwrap());
    alone.encode("after").unwrap();
    assert_eq!(encoder.into_sink(), alone.into_sink());
}

#[test]
fn end_to_end() {
    let float = || Some(2.5);
    let value = EndToEnd {
        a: 17,
        strs: Some(vec![String::new(), "s".into()]),
        nums: Some(map([("one".into(), Some(1))])),
        cplx: Some(Pairs(vec![(Complex { re: 1.0, im: 2.0 }, "c")])),
        keys: map([(["a".into(), "b".into()], vec![float(), float()])]),
        arr: Some([1, 0, 3]),
        deep: Some(vec![Some(map([("k".into(), vec![1])]))]),
        empty: Some(HashMap::new()),
        text: Some("a string"),
        none: None,
        point: Some(p(0, 0)),
        bytes: Some(vec![1]),
        bools: [Some(false), Some(false)],
    };
    equal!("end-to-end": value);
}

#[derive(Gob)]
#[allow(clippy::type_complexity, reason = "as Go has it")]
struct EndToEnd<'a> {
    a: isize,
    strs: Option<Vec<String>>,
    nums: Option<BTreeMap<String, Option<isize>>>,
    cplx: Option<Pairs<Complex<f64>, &'a str>>,
    keys: BTreeMap<[String; 2], Vec<Option<f64>>>,
    arr: Option<[isize; 3]>,
    deep: Option<Vec<Option<BTreeMap<String, Vec<isize>>>>>,
    empty: Option<HashMap<String, isize>>,
    text: Option<&'a str>,
    none: Option<&'a str>,
    point: Option<Point>,
    bytes: Option<Vec<u8>>,
    bools: [Option<bool>; 2],
}
