//! What Go 1.27.3 does, frozen in the files of `data/`, which `interop/jsonfiles.go` makes.
#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

mod common;

use common::skip_all;
use jsonstream::{Documents, Layout, ReadOptions, Reader, WriteOptions, Writer};

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn written(options: &WriteOptions, write: impl FnOnce(&mut Writer<()>)) -> Vec<u8> {
    let mut w = Writer::with_options((), options);
    write(&mut w);
    w.into_bytes().unwrap()
}

#[test]
fn floats() {
    for line in include_str!("data/floats.go.txt").lines() {
        let (bits, text) = line.split_once(' ').unwrap();
        let bits_of = u64::from_str_radix(bits, 16).unwrap();
        if bits.len() == 8 {
            let n = f32::from_bits(bits_of as u32);
            assert_eq!(written(&WriteOptions::go(), |w| w.f32(n).unwrap()), text.as_bytes());
            assert_eq!(Reader::from_str(text).f32().unwrap().to_bits(), n.to_bits());
        } else {
            let n = f64::from_bits(bits_of);
            assert_eq!(written(&WriteOptions::go(), |w| w.f64(n).unwrap()), text.as_bytes());
            assert_eq!(Reader::from_str(text).f64().unwrap().to_bits(), n.to_bits());
        }
    }
}

#[test]
fn strings_written() {
    let mut plain = WriteOptions::go();
    plain.escapes.html = false;
    for line in include_str!("data/strings-out.go.txt").lines() {
        let [input, html, bare] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let input = bytes(input);
        for (options, expected) in [(WriteOptions::go(), html), (plain.clone(), bare)] {
            let value = written(&options, |w| {
                w.str_lossy(&input).unwrap();
            });
            assert_eq!(String::from_utf8(value).unwrap(), String::from_utf8(bytes(expected)).unwrap());
        }
    }
}

#[test]
fn strings_read() {
    for line in include_str!("data/strings-in.go.txt").lines() {
        let (input, expected) = line.split_once(' ').unwrap();
        let input = bytes(input);
        let options = ReadOptions { documents: Documents::Single, ..ReadOptions::go() };
        let mut r = Reader::from_slice_with(&input, &options);
        let ours = r.str().map(|text| text.as_bytes().to_vec());
        let ours = ours.and_then(|text| r.end().map(|()| text)).ok();
        let theirs = expected.strip_prefix('=').map(bytes);
        assert_eq!(ours, theirs, "{:?}", String::from_utf8_lossy(&input));
    }
}

#[test]
fn validity() {
    for line in include_str!("data/valid.go.txt").lines() {
        let (input, expected) = line.split_once(' ').unwrap();
        let input = bytes(input);
        let blank = input.iter().all(u8::is_ascii_whitespace);
        let options = ReadOptions { documents: Documents::Single, ..ReadOptions::go() };
        let valid = !blank && skip_all(&mut Reader::from_slice_with(&input, &options)).is_none();
        assert_eq!(valid.to_string(), expected, "{:?}", String::from_utf8_lossy(&input));
    }
}

#[test]
fn indentation() {
    for line in include_str!("data/indent.go.txt").lines() {
        let (input, expected) = line.split_once(' ').unwrap();
        let (input, expected) = (bytes(input), bytes(expected));
        let options = WriteOptions { layout: Layout::Indent("\t".into()), ..WriteOptions::go() };
        let ours = written(&options, |w| w.copy(&mut Reader::from_slice(&input)).unwrap());
        assert_eq!(ours, expected);
    }
}

/// Whole documents, read and written by the presets `go`.
#[cfg(feature = "serde")]
mod whole {
    use std::collections::BTreeMap;

    use jsonstream::{Documents, ReadOptions, WriteOptions, from_slice_with, to_vec_with};
    use serde::de::{DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
    use serde::{Deserialize, Serialize};

    use super::bytes;

    /// As `jsonDoc` in `interop/jsonfiles.go`. In Go null leaves a field as it is.
    #[derive(Default, Deserialize, Serialize)]
    #[serde(default)]
    struct Doc {
        #[serde(deserialize_with = "or_zero")]
        id: i64,
        #[serde(deserialize_with = "or_zero")]
        small: u8,
        #[serde(deserialize_with = "or_zero")]
        name: String,
        #[serde(deserialize_with = "or_zero")]
        single: f32,
        #[serde(deserialize_with = "or_zero")]
        double: f64,
        #[serde(deserialize_with = "or_zero")]
        flag: bool,
        tags: Option<Vec<Zero<String>>>,
        scores: Option<BTreeMap<String, Zero<f64>>>,
        nested: Option<Nested>,
        any: Any,
        #[serde(deserialize_with = "or_zero", skip_serializing_if = "String::is_empty")]
        left: String,
        #[serde(rename = "<&>", deserialize_with = "or_zero")]
        html: String,
    }

    #[derive(Default, Deserialize, Serialize)]
    #[serde(default)]
    struct Nested {
        #[serde(deserialize_with = "or_zero")]
        x: f64,
        next: Option<Box<Nested>>,
        list: Option<Vec<Zero<Nested>>>,
    }

    fn or_zero<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(deserializer: D) -> Result<T, D::Error> {
        Ok(Option::deserialize(deserializer)?.unwrap_or_default())
    }

    /// A value for which null is zero.
    #[derive(Serialize)]
    #[serde(transparent)]
    struct Zero<T>(T);

    impl<'de, T: Deserialize<'de> + Default> Deserialize<'de> for Zero<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            or_zero(deserializer).map(Self)
        }
    }

    /// Go's `any`: each number is a float64.
    #[derive(Default, Serialize)]
    #[serde(untagged)]
    enum Any {
        #[default]
        Null,
        Bool(bool),
        Number(f64),
        Text(String),
        List(Vec<Any>),
        Map(BTreeMap<String, Any>),
    }

    impl<'de> Deserialize<'de> for Any {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_any(AnyVisitor)
        }
    }

    struct AnyVisitor;

    impl<'de> Visitor<'de> for AnyVisitor {
        type Value = Any;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("anything")
        }

        fn visit_unit<E>(self) -> Result<Any, E> {
            Ok(Any::Null)
        }

        fn visit_bool<E>(self, value: bool) -> Result<Any, E> {
            Ok(Any::Bool(value))
        }

        fn visit_u64<E>(self, n: u64) -> Result<Any, E> {
            Ok(Any::Number(n as f64))
        }

        fn visit_i64<E>(self, n: i64) -> Result<Any, E> {
            Ok(Any::Number(n as f64))
        }

        fn visit_f64<E>(self, n: f64) -> Result<Any, E> {
            Ok(Any::Number(n))
        }

        fn visit_str<E>(self, text: &str) -> Result<Any, E> {
            Ok(Any::Text(text.into()))
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Any, A::Error> {
            let mut list = Vec::new();
            while let Some(element) = elements.next_element()? {
                list.push(element);
            }
            Ok(Any::List(list))
        }

        fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Any, A::Error> {
            let mut map = BTreeMap::new();
            while let Some((name, value)) = members.next_entry()? {
                map.insert(name, value);
            }
            Ok(Any::Map(map))
        }
    }

    /// What we make of what we read of a text, beside what Go makes of it; both may refuse it.
    fn compare<T: DeserializeOwned + Serialize>(lines: &str) {
        let options = ReadOptions { documents: Documents::Single, ..ReadOptions::go() };
        let mut differing = Vec::new();
        for line in lines.lines() {
            let (input, expected) = line.split_once(' ').unwrap();
            let input = bytes(input);
            let ours = from_slice_with::<T>(&input, &options).and_then(|value| to_vec_with(&value, &WriteOptions::go()));
            let theirs = (expected != "-").then(|| bytes(expected));
            if ours.as_ref().ok() != theirs.as_ref() {
                let text = |bytes: Option<&Vec<u8>>| bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
                differing.push((
                    String::from_utf8_lossy(&input).into_owned(),
                    text(ours.as_ref().ok()),
                    ours.err(),
                    text(theirs.as_ref()),
                ));
            }
        }
        assert!(differing.is_empty(), "{} differ: {differing:#?}", differing.len());
    }

    #[test]
    fn documents() {
        compare::<Doc>(include_str!("data/documents.go.txt"));
    }

    #[test]
    fn anything() {
        compare::<Any>(include_str!("data/anything.go.txt"));
    }
}
