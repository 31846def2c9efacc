//! interop/composites.go

use crate::equal;
use crate::scalars::{Code, Octet, Weekday, text_of_length};
use gobstream::{Complex, Encoder, Gob, Pairs};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

#[derive(Gob, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Point {
    pub x: isize,
    pub y: isize,
}

pub(crate) fn p(x: isize, y: isize) -> Point {
    Point { x, y }
}

pub(crate) fn map<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    pairs.into_iter().collect()
}

#[test]
fn slices() {
    equal!("slice-int": [1isize, -2, 300][..], Vec::<isize>::new(), VecDeque::<isize>::new());
    let c = |re, im| Complex { re, im };
    let c64 = |re: f32, im: f32| Complex { re, im };
    let nan = f64::from_bits(0x7ff8_0000_0000_0001);
    crate::Made::new("slice-kinds")
        .put(&vec![true, false])
        .put(&vec![-128i8, 127])
        .put(&vec![-1i16, 1])
        .put(&vec![1 << 20])
        .put(&vec![i64::MIN])
        .put(&vec![1usize, 128])
        .put(&vec![65535u16])
        .put(&vec![1u32 << 31])
        .put(&vec![u64::MAX])
        .put(&vec![Uintptr(9)])
        .put(&vec![0.5f32])
        .put(&vec![0.1, nan])
        .put(&vec![c64(0.0, 1.0)])
        .put(&vec![c(2.0, 3.0)])
        .put(&vec!["", "a", "ü"])
        .equal();
    equal!("slice-of-slice": vec![vec![1isize, 2], vec![], vec![], vec![3]], vec![vec![vec!["a"]], vec![]]);
    equal!("slice-of-bytes": vec![vec![1u8], vec![], vec![], b"xyz".to_vec()]);
    equal!("slice-of-struct": vec![p(1, 2), p(0, 0), p(0, -3)]);
    equal!("slice-of-pointer": vec![Some(p(1, 2)), Some(p(3, 4))], vec![Some(5isize), Some(5)]);
    equal!("slice-of-map": vec![map([("a", 1isize)]), map([]), map([])]);
    equal!("slice-of-array": vec![[1isize, 2], [0, 0]]);
    equal!("slice-named": Ints(vec![1, 2]), Lines(vec![vec!["x".into()]]));
    equal!("slice-of-named": vec![Weekday(1), Weekday(2)], vec![Code(3)]);
    // The pointers of Rust are nothing in Go.
    equal!("slice-of-struct": vec![Box::new(p(1, 2)), Box::new(p(0, 0)), Box::new(p(0, -3))]);
    equal!("slice-of-struct": [&p(1, 2), &p(0, 0), &p(0, -3)][..]);
    equal!("slice-of-bytes": vec![VecDeque::from([1u8]), VecDeque::new(), VecDeque::new(), VecDeque::from(*b"xyz")]);
}

#[test]
fn arrays() {
    equal!("array-int": [22isize, 33], ["a", "", "c"], [0.5]);
    equal!("array-zero-length": [0isize; 0], NoStrings { a: [] });
    equal!("array-bytes": [0u8, 127, 128, 255], [Octet(1), Octet(200)]);
    equal!("array-of-array": [[1isize, 2, 3], [4, 5, 6]]);
    equal!("array-of-struct": [p(1, 2), p(0, 0)]);
    equal!("array-of-slice": [vec!["a"], vec![]]);
    equal!("array-of-bytes": [vec![1u8], vec![]]);
    equal!("array-of-bool": [true, false, true]);
    equal!("array-pointer": Some([1isize, 2]), Some(vec![3isize]), Some(map([("k", 4isize)])));
    equal!("array-named": Triple([1, 2, 3]));
    equal!("array-large": core::array::from_fn::<u16, 200, _>(|i| (i * i) as u16));
}

#[test]
fn maps() {
    equal!("map-string": map([("a", 1isize)]), HashMap::<String, isize>::new(), map::<&str, isize>([]));
    equal!("map-key-int": map([(-7isize, "x")]), map::<isize, &str>([]));
    equal!("map-key-uint": map([(200u8, true)]));
    equal!("map-key-bool": map([(false, 1isize)]));
    equal!("map-key-float": Pairs(vec![(0.5, "half")]), Pairs(vec![(f64::INFINITY, 1isize)]));
    equal!("map-key-nan": Pairs(vec![(f64::from_bits(0x7ff8_0000_0000_0001), 1isize)]));
    equal!("map-key-complex": Pairs(vec![(Complex { re: 1.0, im: -1.0 }, 3isize)]));
    equal!("map-ordered": Pairs(vec![("zulu", 1isize), ("alpha", 2), ("mike", 3)]));
    equal!("map-key-struct": HashMap::from([(p(1, 2), "a")]));
    equal!("map-key-array": map([(["a", "b"], 1isize)]));
    equal!("map-key-bytearray": map([([1u8, 2, 255], "v")]));
    equal!("map-key-named": map([(Key("k".into()), 1isize)]));
    equal!("map-key-pointer": map([(Some("p"), 1isize)]));
    equal!("map-key-empty": map([("", "")]));
    equal!("map-of-struct": map([("p", p(1, 2))]));
    equal!("map-of-pointer": map([("p", Some(p(3, 0)))]));
    equal!("map-of-slice": map([("a", Vec::<isize>::new())]), map([("b", vec![1u8, 2])]));
    equal!("map-of-map": map([("a", map([(1isize, "x")]))]), map([("n", map::<isize, &str>([]))]));
    equal!("map-of-array": map([("a", [true, false])]));
    equal!("map-of-empty-struct": HashSet::from(["member"]), BTreeSet::from([5isize]));
    equal!("map-named": Dict(map([("k".into(), "v".into())])));
}

/// Keys that Rust's maps cannot have are written as pairs would be; keys in order are an option.
#[test]
fn keys_are_sorted_by_option() {
    let options = gobstream::EncodeOptions { sort_keys: true, ..Default::default() };
    let hashed: HashMap<String, isize> = (0..300).map(|i| (text_of_length(i), i as isize)).collect();
    let sorted: BTreeMap<&str, isize> = hashed.iter().map(|(k, v)| (k.as_str(), *v)).collect();
    let mut encoder = Encoder::with_options(Vec::new(), options.clone());
    encoder.encode(&hashed).unwrap();
    assert_eq!(encoder.into_sink(), gobstream::to_vec(&sorted).unwrap());
    let numbers: HashMap<i64, Vec<f64>> = (-500..500).map(|i| (i * 977, vec![i as f64])).collect();
    let mut encoder = Encoder::with_options(Vec::new(), options);
    encoder.encode(&numbers).unwrap();
    assert_eq!(encoder.into_sink(), gobstream::to_vec(&numbers.into_iter().collect::<BTreeMap<_, _>>()).unwrap());
}

#[derive(Gob)]
#[gob(rename = "")]
struct NoStrings {
    a: [String; 0],
}
#[derive(Gob)]
#[gob(rename = "uintptr")]
struct Uintptr(u64);
#[derive(Gob)]
pub(crate) struct Ints(pub Vec<isize>);
#[derive(Gob)]
pub(crate) struct Lines(pub Vec<Vec<String>>);
#[derive(Gob)]
pub(crate) struct Triple(pub [isize; 3]);
#[derive(Gob, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(pub String);
#[derive(Gob)]
pub(crate) struct Dict(pub BTreeMap<String, String>);
