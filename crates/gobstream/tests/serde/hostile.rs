//! Hostile input: no panic, no end of the stack, no more memory than allowed.

use crate::common::build::{BYTES, Bytes, INT, INTERFACE, STRING, int, map, single, slice, structure, times, value};
use crate::common::outcome::assert_sound;
use crate::common::{Random, vectors};
use crate::seen::Seen;
use gobstream::{Complex, Decoder, EncodeOptions, Encoder, Error, ErrorKind, Limits, Options, Value};
use serde::{Deserialize, Serialize, Serializer, de::DeserializeOwned};
use std::collections::{BTreeMap, BTreeSet};

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<Option<T>, Error> {
    Decoder::from_slice(bytes).deserialize()
}

/// Reads all values as anything; and says how it ended.
fn survives(bytes: &[u8], name: &str) {
    let mut decoder = Decoder::from_slice(bytes);
    let (_, error) = crate::collect(|| decoder.deserialize::<Seen>());
    let mut decoder = Decoder::from_slice(bytes);
    let (_, whole) = crate::collect(|| decoder.deserialize::<Value>());
    let mut decoder = Decoder::from_slice(bytes);
    let (_, typed) = crate::collect(|| decoder.deserialize::<Kinds>());
    for error in [error, whole, typed].iter().flatten() {
        assert_sound(error, bytes.len(), name);
    }
}

/// What a message cannot hold is not looked at: more elements than anybody can count, none of which takes memory.
#[test]
fn past_the_limit_of_a_message_serde_ends() {
    use gobstream::serde::Schema;
    /// A list without an end.
    struct Endless<T>(T);
    impl<T: Serialize> Serialize for Endless<T> {
        fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            s.collect_seq(std::iter::repeat(&self.0))
        }
    }
    fn kind<T: Serialize>(value: &T, schema: &Schema) -> ErrorKind {
        let options = EncodeOptions { message: 1 << 16, ..EncodeOptions::default() };
        Encoder::with_options(Vec::new(), options).serialize(value, schema).unwrap_err().kind()
    }
    assert_eq!(kind(&[(); usize::MAX / 64].as_slice(), &Schema::of::<Vec<()>>()), ErrorKind::TooBig);
    assert_eq!(kind(&Endless(7u8), &Schema::of::<Vec<u64>>()), ErrorKind::TooBig);
    assert_eq!(kind(&Endless(7u8), &Schema::of::<Vec<u8>>()), ErrorKind::TooBig);
    assert_eq!(kind(&Endless(7u8), &Schema::of::<BTreeSet<u8>>()), ErrorKind::TooBig);
    assert_eq!(kind(&Endless(7.0), &Schema::of::<Complex<f64>>()), ErrorKind::WrongType);
}

/// Something of every kind.
#[derive(Deserialize)]
#[serde(untagged)]
#[allow(dead_code, reason = "it is only read")]
enum Kinds {
    Number(i64),
    Line {
        #[serde(rename = "A")]
        a: BTreeMap<String, i64>,
        #[serde(rename = "Name")]
        name: Option<String>,
    },
    Map(BTreeMap<String, Kinds>),
    List(Vec<Kinds>),
    Text(String),
}

#[test]
fn flipped_and_cut_vectors_are_survived() {
    let mut random = Random(7);
    for v in vectors().iter().filter(|v| v.bytes.len() <= 2048) {
        for _ in 0..40 {
            let mut bytes = v.bytes.clone();
            let bit = random.below(bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            survives(&bytes, &v.name);
            survives(&v.bytes[..random.below(v.bytes.len())], &v.name);
        }
    }
}

fn on_a_small_stack(f: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 << 10).spawn(f).unwrap().join().unwrap();
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "it is only read")]
struct Tree {
    #[serde(rename = "Kids")]
    kids: Vec<Tree>,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "it is only read")]
struct Chain {
    #[serde(rename = "Kids")]
    next: Option<Box<Chain>>,
}

#[derive(Deserialize, Debug)]
#[serde(tag = "Tag")]
#[allow(dead_code, reason = "it is only read")]
enum Tagged {
    #[serde(rename = "")]
    Only {
        #[serde(rename = "Kids")]
        kids: Vec<Tagged>,
    },
}

#[derive(Deserialize, Debug)]
#[serde(untagged)]
#[allow(dead_code, reason = "it is only read")]
enum Untagged {
    Number(i64),
    Kids {
        #[serde(rename = "Kids")]
        kids: Vec<Untagged>,
    },
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "it is only read")]
struct Flat {
    #[serde(flatten)]
    rest: BTreeMap<String, Vec<Flat>>,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code, reason = "it is only read")]
enum Named {
    T {
        #[serde(rename = "I")]
        i: Box<Named>,
    },
}

fn kids(n: usize) -> Bytes {
    let fields: &[(&str, i64)] = &[("Tag", STRING), ("Kids", 65)];
    [structure(64, "Tree", fields), slice(65, 64), value(64, &[times(n, b"\x02\x01"), times(n + 1, b"\x00")].concat())].concat()
}

/// The greatest depth that is read, and what is said beyond it.
fn depth<T: DeserializeOwned + std::fmt::Debug>(what: &str, make: &dyn Fn(usize) -> Bytes) {
    let deepest = (0..5_000).take_while(|&n| read::<T>(&make(n)).is_ok()).count();
    assert!((16..5_000).contains(&deepest), "{what}: {deepest} levels");
    for n in [deepest, 10 * deepest, 100_000] {
        assert_eq!(read::<T>(&make(n)).unwrap_err().kind(), ErrorKind::TooDeep, "{what}, {n} levels");
    }
}

/// Types that recurse stop before the stack ends, and those that serde buffers do so too.
#[test]
fn deep_values_end_in_an_error() {
    on_a_small_stack(|| {
        depth::<Tree>("tree", &kids);
        depth::<Tagged>("tagged", &kids);
        depth::<Untagged>("untagged", &kids);
        depth::<Flat>("flat", &|n| {
            [
                structure(64, "Tree", &[("Kids", 65)]),
                slice(65, 64),
                value(64, &[times(n, b"\x01\x01"), times(n + 1, b"\x00")].concat()),
            ]
            .concat()
        });
        depth::<serde_json::Value>("json", &kids);
        depth::<Chain>("chain", &|n| {
            [structure(64, "Chain", &[("Kids", 64)]), value(64, &[times(n, b"\x01"), times(n + 1, b"\x00")].concat())].concat()
        });
        depth::<BTreeMap<String, serde_json::Value>>("maps", &|n| {
            [map(64, STRING, 64), single(64, &[times(n, b"\x01\x00"), vec![0]].concat())].concat()
        });
        let held = [&[1, 1, b'T'][..], &int(64), &[9]].concat();
        let named = [structure(64, "T", &[("I", INTERFACE)]), value(64, &times(100_000, &held))].concat();
        #[derive(Deserialize, Debug)]
        struct Top {
            #[serde(rename = "I")]
            #[allow(dead_code, reason = "it is only read")]
            i: Named,
        }
        assert_eq!(read::<Top>(&named).unwrap_err().kind(), ErrorKind::TooDeep);
        // What nobody asks for is passed over without recursion, up to the limit of levels.
        assert!(read::<serde::de::IgnoredAny>(&kids(4_000)).is_ok());
    });
}

/// A struct in itself, which no Go program can have: its zero has no end.
#[test]
fn zeros_without_end() {
    #[derive(Deserialize, Debug)]
    struct Endless {
        #[serde(rename = "A")]
        #[allow(dead_code, reason = "it cannot be read")]
        a: Box<Endless>,
    }
    on_a_small_stack(|| {
        let bytes = [structure(64, "E", &[("A", 64)]), value(64, &[0])].concat();
        assert_eq!(read::<Endless>(&bytes).unwrap_err().kind(), ErrorKind::TooDeep);
        assert!(read::<Seen>(&bytes).is_ok());
    });
}

/// Zeros, elements and whole values are charged to the memory of a value.
#[test]
fn memory_is_bounded() {
    let limits = Limits { memory: 1 << 20, memory_per_byte: 64, ..Limits::default() };
    let small = || Options::new().limits(limits.clone());
    let fields: Vec<(String, i64)> = (0..1000).map(|i| (format!("F{i}"), INT)).collect();
    let fields: Vec<(&str, i64)> = fields.iter().map(|(name, id)| (name.as_str(), *id)).collect();
    let wide = [
        structure(64, "W", &fields),
        slice(65, 64),
        single(65, &[crate::common::build::uint(10_000), times(10_000, b"\x00")].concat()),
    ]
    .concat();
    let mut decoder = Decoder::from_slice_with(&wide, small());
    assert_eq!(decoder.deserialize::<Vec<BTreeMap<String, i64>>>().unwrap_err().kind(), ErrorKind::TooBig);
    // Those that are not asked for cost little.
    #[derive(Deserialize)]
    struct One {
        #[serde(rename = "F7")]
        #[allow(dead_code, reason = "it is only read")]
        seven: i64,
    }
    let mut decoder = Decoder::from_slice_with(&wide, small());
    assert_eq!(decoder.deserialize::<Vec<One>>().unwrap().map(|list| list.len()), Some(10_000));
    // An array of many zeros that was not sent.
    let array = [structure(64, "A", &[("A", 65)]), crate::common::build::array(65, INT, 1 << 40), value(64, &[0])].concat();
    assert_eq!(read::<Seen>(&array).unwrap_err().kind(), ErrorKind::TooBig);
    // A count that is a lie.
    let lie = [slice(64, BYTES), single(64, &crate::common::build::uint(1 << 40))].concat();
    assert_eq!(read::<Vec<Vec<u8>>>(&lie).unwrap_err().kind(), ErrorKind::Corrupt);
}
