//! Values in the form that equal values share, against an encoder that sorts keys; and other names.

use gobstream::{Encode, EncodeOptions, Encoder, Event, Pairs, Stream, Text, Value};

fn read(bytes: &[u8]) -> Value {
    Stream::from_slice(bytes).next_value().unwrap().unwrap()
}

fn written(value: &Value) -> Vec<u8> {
    let mut encoder = Encoder::to_vec();
    encoder.encode_value(value).unwrap();
    encoder.into_sink()
}

/// Both ways to sorted keys give the same bytes.
fn sorts<K: Encode, V: Encode>(pairs: Vec<(K, V)>) {
    let map = Pairs(pairs);
    let mut sorting = Encoder::with_options(Vec::new(), EncodeOptions { sort_keys: true, ..EncodeOptions::default() });
    sorting.encode(&map).unwrap();
    let mut value = read(&gobstream::to_vec(&map).unwrap());
    assert_ne!(written(&value), *sorting.sink(), "it was in order before");
    value.canonicalize();
    assert_eq!(written(&value), *sorting.sink());
}

#[test]
fn keys_are_in_the_order_of_an_encoder_that_sorts() {
    sorts(vec![(300i64, 1i64), (-1, 2), (0, 3), (i64::MIN, 4), (5, 5)]);
    sorts(vec![(u64::MAX, "a"), (128, "b"), (127, "c")]);
    sorts(vec![(0.5, 1i64), (-0.0, 2), (0.0, 3), (f64::NEG_INFINITY, 4), (f64::NAN, 5)]);
    sorts(vec![("b", 1i64), ("", 2), ("aa", 3), ("a", 4), ("\u{10000}", 5), ("\u{ffff}", 6)]);
    sorts(vec![(true, 1i64), (false, 2)]);
    sorts(vec![([300i64, 1], 1i64), ([1, 300], 2), ([1, 1], 3), ([-2, 0], 4)]);
    sorts(vec![("x", Pairs(vec![(2i64, true), (1, false)]))]);
}

#[test]
fn keys_that_come_twice_stay_in_their_order() {
    let mut value = read(&gobstream::to_vec(&Pairs(vec![(2i64, 1i64), (1, 3), (2, 2), (1, 4)])).unwrap());
    value.canonicalize();
    assert_eq!(value, read(&gobstream::to_vec(&Pairs(vec![(1i64, 3i64), (1, 4), (2, 1), (2, 2)])).unwrap()));
}

#[test]
fn depth_takes_no_stack() {
    // type T []T, 9000 levels of one element each.
    let body = [&b"\xff\x82\x00"[..], &[1; 9000], &[0]].concat();
    let length = [&b"\xfe"[..], &(body.len() as u16).to_be_bytes()].concat();
    let bytes = [&b"\x0d\xff\x81\x02\x01\x02\xff\x82\x00\x01\xff\x82\x00\x00"[..], &length, &body].concat();
    let mut value = read(&bytes);
    let before = value.clone();
    value.canonicalize();
    value.rename(|_| None);
    assert_eq!(value, before);
}

/// What the first changes, the second leaves: for all that Go writes.
#[test]
fn canonical_values_are_so_once_and_for_all() {
    let mut count = 0;
    for name in crate::names() {
        let bytes = crate::vector(&name);
        let mut stream = Stream::from_slice(&bytes);
        while let Ok(Some(mut value)) = stream.next_value() {
            let before = value.clone();
            value.rename(|_| None);
            assert!(value.is_identical(&before), "{name}");
            value.canonicalize();
            let once = written(&value);
            value.canonicalize();
            assert_eq!(once, written(&value), "{name}");
            value.rename(|held| Some(Text::from(format!("{}2", held.name().to_string_lossy()).as_str())));
            assert_eq!(inside(&value).len(), inside(&before).len(), "{name}");
            assert!(inside(&value).iter().all(|name| name.ends_with('2')), "{name}");
            count += 1;
        }
    }
    assert!(count > 100, "{count} values");
}

/// The names of what interfaces hold.
fn inside(value: &Value) -> Vec<String> {
    let names = value.events().filter_map(|event| match event {
        Event::Interface(name, _) => Some(String::from_utf8_lossy(name).into_owned()),
        _ => None,
    });
    names.collect()
}
