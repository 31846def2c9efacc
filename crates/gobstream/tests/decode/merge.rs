//! Merging, exactly as Go does: facts of `Decode semantics`.

use crate::{Point, p, sent};
use gobstream::{Decoder, ErrorKind, Gob};
use std::collections::{BTreeMap, HashMap};
use std::num::NonZero;
use std::rc::Rc;

fn into<T: for<'de> gobstream::Decode<'de>>(mut value: T, bytes: &[u8]) -> T {
    assert!(Decoder::from_slice(bytes).decode_into(&mut value).unwrap());
    value
}

#[test]
fn what_was_not_sent_stays() {
    assert_eq!(into(p(7, 8), &sent(&p(0, 3))), p(7, 3));
    assert_eq!(into(p(7, 8), &sent(&p(0, 0))), p(7, 8));
}

#[test]
fn a_fresh_value_starts_from_zero_never_from_default() {
    #[derive(Gob, Debug)]
    struct Server {
        port: u16,
        #[gob(skip)]
        cache: Port,
    }
    #[derive(Debug)]
    struct Port(u16);
    impl Default for Port {
        fn default() -> Self {
            Port(8080)
        }
    }
    impl Default for Server {
        fn default() -> Self {
            Server { port: 8080, cache: Port(1) }
        }
    }
    let bytes = sent(&Server { port: 0, ..Server::default() });
    let server = Decoder::from_slice(&bytes).decode::<Server>().unwrap().unwrap();
    assert_eq!((server.port, server.cache.0), (0, 8080));
    assert_eq!(into(Server::default(), &bytes).port, 8080);
}

#[test]
fn lists_merge_element_by_element() {
    let bytes = sent(&vec![p(1, 0), p(0, 2)]);
    assert_eq!(into(vec![p(7, 7), p(7, 7), p(7, 7)], &bytes), [p(1, 7), p(7, 2)]);
    assert_eq!(into(vec![p(7, 7)], &bytes), [p(1, 7), p(0, 2)]);
    assert_eq!(into([p(7, 7), p(8, 8)], &sent(&[p(1, 0), p(0, 2)])), [p(1, 7), p(8, 2)]);
    assert_eq!(into(vec![1, 2, 3], &sent(&Vec::<i64>::new())), [0i64; 0]);
}

#[test]
fn entries_of_maps_are_added_or_replaced_whole() {
    let old = BTreeMap::from([("a".to_owned(), p(7, 7)), ("b".to_owned(), p(8, 8))]);
    let new = sent(&BTreeMap::from([("a".to_owned(), p(1, 0)), ("c".to_owned(), p(0, 3))]));
    let merged = BTreeMap::from([("a".into(), p(1, 0)), ("b".into(), p(8, 8)), ("c".into(), p(0, 3))]);
    assert_eq!(into(old.clone(), &new), merged);
    assert_eq!(into(old.into_iter().collect::<HashMap<_, _>>(), &new), merged.into_iter().collect());
    let old = BTreeMap::from([(1i64, Some(Box::new(p(7, 7))))]);
    assert_eq!(into(old, &sent(&BTreeMap::from([(1i64, p(1, 0))])))[&1], Some(Box::new(p(1, 0))));
}

#[test]
fn pointers_are_made_or_written_through() {
    assert_eq!(into(Some(Box::new(p(7, 7))), &sent(&p(1, 0))), Some(Box::new(p(1, 7))));
    assert_eq!(into(None::<Box<Point>>, &sent(&p(1, 0))), Some(Box::new(p(1, 0))));
    assert_eq!(into(Rc::new(p(7, 7)), &sent(&p(1, 0))), Rc::new(p(1, 7)));
    let shared = Rc::new(p(7, 7));
    assert_eq!(into(shared.clone(), &sent(&p(1, 0))), Rc::new(p(1, 0)));
    assert_eq!(*shared, p(7, 7), "what others share stays");
}

#[test]
fn the_last_of_two_equal_keys_wins() {
    use crate::common::build::{INT, STRING, int, map, single, text, uint};
    let pairs = [uint(2), text(b"k"), int(1), text(b"k"), int(2)].concat();
    let bytes = [map(64, STRING, INT), single(64, &pairs)].concat();
    assert_eq!(crate::one::<BTreeMap<String, i64>>(&bytes).unwrap(), BTreeMap::from([("k".to_owned(), 2)]));
}

#[test]
fn an_empty_map_is_told_from_none() {
    #[derive(Gob, Debug, PartialEq)]
    struct Maps {
        s: Option<BTreeMap<String, i64>>,
        i: BTreeMap<i64, String>,
        p: Option<BTreeMap<String, bool>>,
    }
    let mut decoder = Decoder::from_slice(crate::vector("struct-map-field"));
    let none = decoder.decode::<Maps>().unwrap().unwrap();
    assert_eq!((none.s, none.p), (None, None));
    let empty = decoder.decode::<Maps>().unwrap().unwrap();
    assert_eq!((empty.s, empty.p), (Some(BTreeMap::new()), Some(BTreeMap::new())));
    let full = decoder.decode::<Maps>().unwrap().unwrap();
    assert_eq!(full.i[&2], "b");
}

#[derive(Gob, Debug, PartialEq)]
struct Needs {
    id: NonZero<u32>,
    name: String,
}

#[test]
fn what_has_no_zero_must_be_sent() {
    #[derive(Gob)]
    #[gob(rename = "Needs")]
    struct Sent {
        id: u32,
        name: String,
    }
    let sent_needs = |id| sent(&Sent { id, name: "n".into() });
    let needs = |id| Needs { id: NonZero::new(id).unwrap(), name: "n".into() };
    assert_eq!(crate::one::<Needs>(&sent_needs(3)).unwrap(), needs(3));
    let bytes = sent_needs(0);
    let error = crate::one::<Needs>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path(), error.offset()), (ErrorKind::Missing, ".ID", bytes.len() as u64 - 1));
    assert!(error.is_recoverable());
    assert_eq!(into(needs(9), &bytes), needs(9), "it was there before");
    // Inside other values too, where what is new counts as not there before.
    let list = |id| sent(&vec![Sent { id: 1, name: String::new() }, Sent { id, name: String::new() }]);
    let error = crate::one::<Vec<Needs>>(&list(0)).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Missing, "[1].ID"));
    let mut old = vec![needs(8)];
    let error = Decoder::from_slice(&list(0)).decode_into(&mut old).unwrap_err();
    assert_eq!((error.kind(), old.len()), (ErrorKind::Missing, 1));
    let mut old = vec![needs(8), needs(9)];
    assert!(Decoder::from_slice(&list(0)).decode_into(&mut old).unwrap());
    assert_eq!((old[0].id.get(), old[1].id.get()), (1, 9));
}

/// Go's example of the package documentation: a struct is reused and has more than what comes.
#[test]
fn example_basic() {
    #[derive(Gob, Debug, PartialEq)]
    struct P {
        x: i64,
        y: i64,
        z: i64,
        name: String,
    }
    #[derive(Gob, Debug, PartialEq)]
    struct Q {
        x: Option<i32>,
        y: Option<i32>,
        name: String,
    }
    let mut encoder = gobstream::Encoder::to_vec();
    encoder.encode(&P { x: 3, y: 4, z: 5, name: "Pythagoras".into() }).unwrap();
    encoder.encode(&P { x: 1782, y: 1841, z: 1922, name: "Treehouse".into() }).unwrap();
    let bytes = encoder.into_sink();
    let mut decoder = Decoder::from_slice(&bytes);
    let mut q = decoder.decode::<Q>().unwrap().unwrap();
    assert_eq!(q, Q { x: Some(3), y: Some(4), name: "Pythagoras".into() });
    assert!(decoder.decode_into(&mut q).unwrap());
    assert_eq!(q, Q { x: Some(1782), y: Some(1841), name: "Treehouse".into() });
}

/// Fields of embedded structs are found by their own names, at the least depth, unless two are there.
#[test]
fn promoted_fields() {
    #[derive(Gob, Debug, PartialEq, Default)]
    struct Base {
        id: i64,
        name: String,
        deep: i64,
    }
    #[derive(Gob, Debug, PartialEq, Default)]
    struct Audit {
        by: String,
        #[gob(embedded)]
        base: Option<Box<Base>>,
        deep: i64,
    }
    #[derive(Gob, Debug, PartialEq, Default)]
    struct Other {
        by: String,
        only: i64,
    }
    #[derive(Gob, Debug, PartialEq, Default)]
    struct Doc {
        #[gob(embedded)]
        audit: Audit,
        #[gob(embedded)]
        other: Other,
        title: String,
    }
    #[derive(Gob)]
    struct Flat {
        id: i64,
        title: String,
        by: String,
        only: i64,
        deep: i64,
    }
    let flat = Flat { id: 3, title: "t".into(), by: "ambiguous".into(), only: 4, deep: 5 };
    let mut want = Doc::default();
    want.audit.base = Some(Box::new(Base { id: 3, ..Base::default() }));
    want.audit.deep = 5;
    (want.title, want.other.only) = ("t".into(), 4);
    assert_eq!(crate::one::<Doc>(&sent(&flat)).unwrap(), want);
    assert_eq!(crate::one::<Doc>(&sent(&want)).unwrap(), want);
}
