//! Hostile input, on a small stack, without optimisation of the types' own code.

use crate::common::build::*;
use crate::{Point, sent};
use gobstream::{DecodeOwned, Decoder, Dyn, ErrorKind, Gob, Limits, Options, Value};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

fn on_a_small_stack(f: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 << 10).spawn(f).unwrap().join().unwrap();
}

#[derive(Gob, Debug)]
struct Tree {
    kids: Vec<Tree>,
}
#[derive(Gob, Debug)]
struct Map(HashMap<String, Map>);
#[derive(Gob, Debug)]
struct Array {
    a: Vec<[Array; 2]>,
}
#[derive(Gob, Debug)]
enum Any {
    #[gob(nil)]
    Nil,
    #[gob(name = "T")]
    T(Box<Holder>),
    #[gob(other)]
    Other(Value),
}
#[derive(Gob, Debug)]
struct Holder {
    i: Any,
}

#[test]
fn depth_of_every_kind() {
    on_a_small_stack(|| {
        let n = 1_000_000;
        let deep = |bytes: &[u8], what: &str, f: &dyn Fn(&[u8]) -> gobstream::Error| {
            assert_eq!(f(bytes).kind(), ErrorKind::TooDeep, "{what}");
        };
        let tree = [structure(64, "Tree", &[("Kids", 65)]), slice(65, 64), value(64, &times(n, b"\x01\x01"))].concat();
        deep(&tree, "tree", &|b| Decoder::from_slice(b).decode::<Tree>().unwrap_err());
        let map = [map(64, STRING, 64), single(64, &times(n, b"\x01\x00"))].concat();
        deep(&map, "map", &|b| Decoder::from_slice(b).decode::<Map>().unwrap_err());
        let array =
            [structure(64, "Array", &[("A", 65)]), slice(65, 66), array(66, 64, 2), value(64, &times(n, b"\x01\x01\x02"))]
                .concat();
        deep(&array, "array", &|b| Decoder::from_slice(b).decode::<Array>().unwrap_err());
        let any = [structure(64, "T", &[("I", INTERFACE)]), value(64, &times(n, &[&[1, 1, b'T'][..], &int(64), &[9]].concat()))]
            .concat();
        deep(&any, "any", &|b| Decoder::from_slice(b).decode::<Holder>().unwrap_err());
        let pointers =
            [structure(64, "T", &[("I", INTERFACE)]), value(64, &times(n, &[&[1, 1, b'U'][..], &int(64), &[9]].concat()))]
                .concat();
        deep(&pointers, "other", &|b| Decoder::from_slice(b).decode::<Holder>().unwrap_err());
    });
}

/// A byte for each element, behind which 8 KiB stand in a box, whatever the way to it.
#[test]
fn what_elements_box_is_charged() {
    #[derive(Gob, Debug)]
    struct Large {
        a: [[i64; 32]; 32],
    }
    #[derive(Gob, Debug)]
    struct Holds {
        large: Box<Large>,
        c: u8,
    }
    #[derive(Gob, Debug)]
    struct Transparent(Rc<Holds>);
    #[derive(Gob, Debug)]
    enum Any {
        #[gob(nil)]
        Nil,
        #[gob(name = "L")]
        Large(Box<Large>),
    }
    fn is_too_big<T: DecodeOwned + Debug>(bytes: &[u8]) {
        let error = Decoder::from_slice(bytes).decode::<T>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooBig, "{error}");
    }
    const N: usize = 20_000;
    let large = [array(66, INT, 32), array(67, 66, 32), structure(65, "Large", &[("A", 67)])].concat();
    let list = |elem: &[u8]| single(64, &[uint(N as u64), times(N, elem)].concat());
    let larges = [large.clone(), slice(64, 65), list(&[0])].concat();
    is_too_big::<Vec<Box<Large>>>(&larges);
    is_too_big::<Vec<Option<Box<Large>>>>(&larges);
    is_too_big::<Vec<Rc<Large>>>(&larges);
    is_too_big::<Vec<Arc<Box<Large>>>>(&larges);
    let holds = [structure(65, "Holds", &[("C", UINT)]), slice(64, 65), list(&[0])].concat();
    is_too_big::<Vec<Holds>>(&holds);
    is_too_big::<Vec<Transparent>>(&holds);
    is_too_big::<Vec<Option<Holds>>>(&holds);
    let arrays = [structure(65, "Holds", &[("C", UINT)]), array(66, 65, 2), slice(64, 66), list(&[2, 0, 0])].concat();
    is_too_big::<Vec<[Holds; 2]>>(&arrays);
    let pairs: Bytes = (0..N as u64).flat_map(|i| [uint(i), vec![0]].concat()).collect();
    let of_map = [large.clone(), map(64, UINT, 65), single(64, &[uint(N as u64), pairs].concat())].concat();
    is_too_big::<HashMap<u32, Box<Large>>>(&of_map);
    let held = [large, slice(64, INTERFACE), list(&interface("L", 65, &[0]))].concat();
    is_too_big::<Vec<Any>>(&held);
    // As many as there is memory for are read.
    let few = [structure(65, "Holds", &[("C", UINT)]), slice(64, 65), single(64, &[uint(5_000), times(5_000, &[0])].concat())];
    assert_eq!(Decoder::from_slice(&few.concat()).decode::<Vec<Holds>>().unwrap().map(|list| list.len()), Some(5_000));
}

/// A recursive Rust type and a chain of different received types: no cycle on the wire.
#[test]
fn a_chain_of_types_into_a_recursive_type() {
    on_a_small_stack(|| {
        let n = 20_000i64;
        let mut bytes = Vec::new();
        for i in 0..n {
            bytes.extend(structure(64 + 2 * i, "Tree", &[("Kids", 65 + 2 * i)]));
            bytes.extend(slice(65 + 2 * i, 66 + 2 * i));
        }
        bytes.extend(structure(64 + 2 * n, "Tree", &[]));
        bytes.extend(value(64, &times(n as usize, b"\x01\x01")));
        let error = Decoder::from_slice(&bytes).decode::<Tree>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooDeep);
        assert!(error.path().len() <= 256 && error.path().starts_with(".Kids[0].Kids"));
    });
}

/// A type in which each struct holds all others: plans are as many as pairs, not as paths.
#[test]
fn types_that_hold_each_other() {
    #[derive(Gob, Debug)]
    struct All {
        f0: Option<Box<All>>,
        f1: Option<Box<All>>,
        f2: Option<Box<All>>,
        f3: Option<Box<All>>,
    }
    let n = 500i64;
    let mut bytes = Vec::new();
    for i in 0..n {
        bytes.extend(wide(64 + i, 200, |j| 64 + (i * 7 + j as i64) % n));
    }
    bytes.extend(value(64, b"\x00"));
    let start = std::time::Instant::now();
    assert!(Decoder::from_slice(&bytes).decode::<All>().unwrap().unwrap().f0.is_none());
    assert!(start.elapsed().as_secs() < 20);
}

#[test]
fn counts_that_cannot_be() {
    on_a_small_stack(|| {
        for n in [6u64, 1 << 20, 1 << 40, 1 << 62, 1 << 63, u64::MAX] {
            let count = [uint(n), vec![0; 5]].concat();
            let bytes = [slice(64, INT), single(64, &count)].concat();
            assert_eq!(Decoder::from_slice(&bytes).decode::<Vec<i64>>().unwrap_err().kind(), ErrorKind::Corrupt, "{n}");
            let bytes = [slice(64, STRING), single(64, &count)].concat();
            assert_eq!(Decoder::from_slice(&bytes).decode::<Vec<String>>().unwrap_err().kind(), ErrorKind::Corrupt, "{n}");
            assert_eq!(Decoder::from_slice(&bytes).decode::<Vec<&str>>().unwrap_err().kind(), ErrorKind::Corrupt, "{n}");
            let bytes = single(STRING, &count);
            assert_eq!(Decoder::from_slice(&bytes).decode::<String>().unwrap_err().kind(), ErrorKind::Corrupt, "{n}");
            let bytes = [slice(64, INTERFACE), single(64, &count)].concat();
            assert!(Decoder::from_slice(&bytes).decode::<Vec<Value>>().is_err(), "{n}");
            assert!(Decoder::from_slice(&bytes).decode::<Vec<Dyn<dyn Debug>>>().is_err(), "{n}");
            let bytes = [map(64, STRING, INTERFACE), single(64, &count)].concat();
            let result = Decoder::from_slice(&bytes).decode::<BTreeMap<String, Value>>();
            assert_eq!(result.is_err(), n >> 63 == 0, "{n}");
        }
    });
}

/// What a value may take in all is limited, however it comes together.
#[test]
fn memory_is_charged_before_it_is_taken() {
    let options = Options::new().limits(Limits { memory: 1 << 16, memory_per_byte: 2, ..Limits::default() });
    let refused = |result: Result<(), gobstream::Error>| assert_eq!(result.unwrap_err().kind(), ErrorKind::TooBig);
    let points = sent(&vec![Point::default(); 50_000]);
    refused(Decoder::from_slice_with(&points, options.clone()).decode::<Vec<Point>>().map(drop));
    let strings = sent(&vec![""; 50_000]);
    refused(Decoder::from_slice_with(&strings, options.clone()).decode::<Vec<String>>().map(drop));
    let nils = [slice(64, INTERFACE), single(64, &[uint(50_000), vec![0; 50_000]].concat())].concat();
    refused(Decoder::from_slice_with(&nils, options.clone()).decode::<Vec<Value>>().map(drop));
    let map: BTreeMap<i64, ()> = (0..20_000).map(|i| (i, ())).collect();
    refused(Decoder::from_slice_with(&sent(&map), options.clone()).decode::<HashMap<i64, ()>>().map(drop));
    let ok = Decoder::from_slice_with(&points, Options::default()).decode::<Vec<Point>>().unwrap().unwrap();
    assert_eq!(ok.len(), 50_000);
}

#[test]
fn truncations_and_flipped_bits() {
    on_a_small_stack(|| {
        let tree = Tree { kids: vec![Tree { kids: vec![] }, Tree { kids: vec![Tree { kids: vec![] }] }] };
        let map: BTreeMap<String, Vec<Option<f64>>> = [("a".into(), vec![Some(1.5), Some(0.0)]), ("b".into(), vec![])].into();
        for bytes in
            [sent(&tree), sent(&map), crate::vector("iface-nested-4").to_vec(), crate::vector("struct-everything").to_vec()]
        {
            for n in 0..bytes.len() {
                let _ = Decoder::from_slice(&bytes[..n]).decode::<Tree>();
                let _ = Decoder::from_slice(&bytes[..n]).decode::<BTreeMap<String, Vec<Option<f64>>>>();
                for bit in 0..8 {
                    let mut broken = bytes.clone();
                    broken[n] ^= 1 << bit;
                    let _ = Decoder::from_slice(&broken).decode::<Tree>();
                    let _ = Decoder::from_slice(&broken).decode::<Holder>();
                    let _ = Decoder::from_slice(&broken).decode::<BTreeMap<String, Vec<Option<f64>>>>();
                }
            }
        }
    });
}
