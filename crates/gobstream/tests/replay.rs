//! Streams read as values and written again with `Plan::Replay`: byte for byte what they were.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests are not taken for tests")]

mod common;

use gobstream::{EncodeOptions, Encoder, ErrorKind, Event, Item, Limits, Options, Plan, Stream};
use std::io::Write;
use std::path::{Path, PathBuf};

fn replaying() -> Encoder<Vec<u8>> {
    Encoder::with_options(Vec::new(), EncodeOptions { plan: Plan::Replay, ..EncodeOptions::default() })
}

fn options() -> Options {
    Options { definitions: true, notes: true, limits: Limits::default(), ..Options::default() }
}

/// A stream that can be read, written again; and whether it holds what no Encoder writes. `None` if it cannot be read.
fn replayed(bytes: &[u8]) -> Option<(Vec<u8>, bool)> {
    let mut stream = Stream::from_slice_with(bytes, options());
    let mut encoder = replaying();
    while let Some(item) = stream.next_item().ok()? {
        encoder.encode_item(&item).unwrap();
    }
    let is_odd = stream.notes().unwrap().total() > 0 || has_odd_definition(bytes);
    Some((encoder.into_sink(), is_odd))
}

/// Whether a definition is written otherwise than an Encoder would.
fn has_odd_definition(bytes: &[u8]) -> bool {
    let mut stream = Stream::from_slice_with(bytes, options());
    while let Some(event) = stream.next_event().unwrap() {
        if let Event::Definition(ty) = event {
            let body = ty.definition_body();
            if !bytes.windows(body.len()).any(|window| window == body) {
                return true;
            }
        }
    }
    false
}

/// Whether the same bytes come back; `None` if the stream cannot be read.
fn comes_back(name: &str, bytes: &[u8]) -> Option<bool> {
    let (again, is_odd) = replayed(bytes)?;
    assert!(again == bytes || is_odd, "{name} does not come back, and an Encoder could have written it");
    Some(again == bytes)
}

#[test]
fn every_vector_comes_back_byte_for_byte() {
    let mut odd = Vec::new();
    for sample in common::vectors() {
        match comes_back(&sample.name, &sample.bytes) {
            Some(true) => {}
            Some(false) => odd.push(sample.name),
            None => panic!("{} cannot be read", sample.name),
        }
    }
    assert!(odd.iter().all(|name| name.starts_with("hand-")), "Go wrote them: {odd:?}");
}

#[test]
fn sound_faults_come_back_byte_for_byte_unless_no_encoder_writes_them() {
    let equal: Vec<_> = common::faults().iter().filter_map(|f| comes_back(&f.name, &f.bytes)).collect();
    assert!(equal.len() >= 20, "{} faults can be read", equal.len());
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "gob" || e == "vetx") {
            found.push(path);
        }
    }
}

fn all_come_back(folder: &Path) -> usize {
    let mut found = Vec::new();
    files(folder, &mut found);
    found.sort();
    let read = |path: &PathBuf| comes_back(&path.display().to_string(), &std::fs::read(path).unwrap());
    found.iter().filter_map(read).filter(|equal| *equal).count()
}

#[test]
fn samples_come_back_byte_for_byte() {
    let n = all_come_back(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../gobstream-cli/samples"));
    assert!(n >= 7, "{n} samples");
}

#[test]
fn real_files_come_back_byte_for_byte() {
    let Some(data) = std::env::var_os("GOBSTREAM_DATA").map(PathBuf::from) else {
        drop(writeln!(std::io::stderr(), "skipped: real files, replayed: GOBSTREAM_DATA is not set"));
        assert!(std::env::var_os("GOBSTREAM_STRICT").is_none_or(|v| v != "1"), "GOBSTREAM_STRICT=1: nothing may be skipped");
        return;
    };
    let n = all_come_back(&data.join("gob"));
    assert!(n >= 20, "{n} files");
}

fn boxed_point() -> Vec<Item> {
    let bytes = common::vectors().into_iter().find(|v| v.name == "iface-struct").expect("a vector").bytes;
    let mut stream = Stream::from_slice_with(&bytes, options());
    std::iter::from_fn(|| stream.next_item().unwrap()).collect()
}

#[test]
fn values_without_their_definitions_are_refused_and_nothing_is_written() {
    let items = boxed_point();
    let mut encoder = replaying();
    let error = encoder.encode_item(items.last().unwrap()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownType);
    assert_eq!(encoder.written(), 0);
    items.iter().for_each(|item| encoder.encode_item(item).unwrap());
    assert!(!encoder.into_sink().is_empty());
}

#[test]
fn what_a_failed_transaction_defined_is_forgotten() {
    let items = boxed_point();
    let (value, definitions) = items.split_last().unwrap();
    let mut encoder = replaying();
    let mut call = encoder.transaction().unwrap();
    definitions.iter().for_each(|item| call.put_item(item).unwrap());
    drop(call);
    assert_eq!(encoder.encode_item(value).unwrap_err().kind(), ErrorKind::UnknownType);
}

#[test]
fn rust_types_are_refused_where_ids_are_those_of_others() {
    assert_eq!(replaying().encode(&vec![1]).unwrap_err().kind(), ErrorKind::WrongType);
    assert_eq!(replaying().define::<Vec<i32>>().unwrap_err().kind(), ErrorKind::WrongType);
    assert_eq!(replaying().encode_streamed(&vec![1]).unwrap_err().kind(), ErrorKind::WrongType);
}

#[test]
fn a_definition_alone_is_sent_with_its_parts_by_a_fresh_encoder() {
    let items = boxed_point();
    let mut encoder = Encoder::to_vec();
    items.iter().for_each(|item| encoder.encode_item(item).unwrap());
    let bytes = encoder.into_sink();
    let mut stream = Stream::from_slice(&bytes);
    let values = || items.iter().filter_map(|item| if let Item::Value(value) = item { Some(value) } else { None });
    values().for_each(|value| assert_eq!(stream.next_value().unwrap().as_ref(), Some(value)));
}

/// Recursive slices of 64 and 65; 64 is defined anew, then comes a value of 65, which still refers to the old 64.
#[test]
fn a_value_whose_part_was_defined_anew_was_refused() {
    let old = b"\x0c\x7f\x02\x01\x02\xff\x80\x00\x01\xff\x82\x00\x00\x0d\xff\x81\x02\x01\x02\xff\x82\x00\x01\xff\x80\x00\x00";
    let value = b"\x07\xff\x82\x00\x02\x01\x00\x00";
    let new = b"\x0b\x7f\x02\x01\x02\xff\x80\x00\x01\x0c\x00\x00";
    let stream = [&old[..], value, new, value].concat();
    assert_eq!(replayed(&stream), Some((stream, false)));
}
