//! Files from elsewhere: JSONTestSuite and float tables. They are read from the folder that GOBSTREAM_DATA names.
#![allow(clippy::unwrap_used)] // the helpers of tests may, as the tests do

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::{data, dripping, events, skip_all};
use jsonstream::{Documents, ReadOptions, Reader};

fn files(folder: PathBuf) -> Vec<(String, Vec<u8>)> {
    let read = |entry: fs::DirEntry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap());
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| read(entry.unwrap())).collect();
    files.sort();
    files
}

/// Is it one document, by every way to read it? All ways must agree.
fn accepts(name: &str, bytes: &[u8]) -> bool {
    let options = ReadOptions { documents: Documents::Single, ..Default::default() };
    // A source without any value ends cleanly; a document is asked for here.
    let blank = bytes.iter().all(|byte| b" \t\r\n".contains(byte));
    let error = events(&mut Reader::from_slice_with(bytes, &options)).error;
    assert_eq!(skip_all(&mut Reader::from_slice_with(bytes, &options)), error, "{name}");
    for size in [1, 2, 3, 7, 16, 4096] {
        if bytes.len() < 10_000 || size > 16 {
            assert_eq!(events(&mut dripping(bytes, size, false, &options)).error, error, "{name} in {size}");
            assert_eq!(skip_all(&mut dripping(bytes, size, true, &options)), error, "{name} in {size}");
        }
    }
    error.is_none() && !blank
}

/// What is chosen where the suite leaves the choice, for the default options and with broken text replaced. Numbers
/// of any size are numbers, text must be Unicode, a byte order mark is none of ours.
const CHOICES: [(&str, bool, bool); 35] = [
    ("i_number_double_huge_neg_exp.json", true, true),
    ("i_number_huge_exp.json", true, true),
    ("i_number_neg_int_huge_exp.json", true, true),
    ("i_number_pos_double_huge_exp.json", true, true),
    ("i_number_real_neg_overflow.json", true, true),
    ("i_number_real_pos_overflow.json", true, true),
    ("i_number_real_underflow.json", true, true),
    ("i_number_too_big_neg_int.json", true, true),
    ("i_number_too_big_pos_int.json", true, true),
    ("i_number_very_big_negative_int.json", true, true),
    ("i_object_key_lone_2nd_surrogate.json", false, true),
    ("i_string_1st_surrogate_but_2nd_missing.json", false, true),
    ("i_string_1st_valid_surrogate_2nd_invalid.json", false, true),
    ("i_string_UTF-16LE_with_BOM.json", false, false),
    ("i_string_UTF-8_invalid_sequence.json", false, true),
    ("i_string_UTF8_surrogate_U+D800.json", false, true),
    ("i_string_incomplete_surrogate_and_escape_valid.json", false, true),
    ("i_string_incomplete_surrogate_pair.json", false, true),
    ("i_string_incomplete_surrogates_escape_valid.json", false, true),
    ("i_string_invalid_lonely_surrogate.json", false, true),
    ("i_string_invalid_surrogate.json", false, true),
    ("i_string_invalid_utf-8.json", false, true),
    ("i_string_inverted_surrogates_U+1D11E.json", false, true),
    ("i_string_iso_latin_1.json", false, true),
    ("i_string_lone_second_surrogate.json", false, true),
    ("i_string_lone_utf8_continuation_byte.json", false, true),
    ("i_string_not_in_unicode_range.json", false, true),
    ("i_string_overlong_sequence_2_bytes.json", false, true),
    ("i_string_overlong_sequence_6_bytes.json", false, true),
    ("i_string_overlong_sequence_6_bytes_null.json", false, true),
    ("i_string_truncated-utf-8.json", false, true),
    ("i_string_utf16BE_no_BOM.json", false, false),
    ("i_string_utf16LE_no_BOM.json", false, false),
    ("i_structure_500_nested_arrays.json", true, true),
    ("i_structure_UTF-8_BOM_empty_object.json", false, false),
];

#[test]
fn json_test_suite() {
    let Some(data) = data() else { return };
    let mut counts = [0; 3];
    for (name, bytes) in files(data.join("json/JSONTestSuite/test_parsing")) {
        let accepted = accepts(&name, &bytes);
        match name.as_bytes()[0] {
            b'y' => assert!(accepted, "{name}"),
            b'n' => assert!(!accepted, "{name}"),
            _ => {
                let (_, strict, replaced) = CHOICES.iter().find(|(choice, ..)| *choice == name).unwrap();
                assert_eq!(accepted, *strict, "{name}");
                let mut r = Reader::from_slice_with(&bytes, &ReadOptions::go());
                assert_eq!(skip_all(&mut r).is_none(), *replaced, "{name}");
            }
        }
        counts["yni".find(&name[..1]).unwrap()] += 1;
    }
    assert_eq!(counts, [95, 188, 35]);
    for (name, bytes) in files(data.join("json/JSONTestSuite/test_transform")) {
        let broken = name.contains("invalid");
        assert_eq!(accepts(&name, &bytes), !broken, "{name}");
    }
}

/// Lines of bits as f16, f32, f64, and a text.
#[test]
fn float_files() {
    let Some(data) = data() else { return };
    let mut count = 0;
    for (name, bytes) in files(data.join("json/float")) {
        for line in std::str::from_utf8(&bytes).unwrap().lines() {
            count += usize::from(check_float(&name, line));
        }
    }
    assert!(count > 10_000, "{count}");
}

fn check_float(name: &str, line: &str) -> bool {
    let mut parts = line.split_ascii_whitespace().skip(1);
    let (single, double, text) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
    let options = ReadOptions { max_number: 1 << 20, ..Default::default() };
    let mut reader = Reader::from_slice_with(text.as_bytes(), &options);
    if reader.number().is_err() {
        return false; // not JSON: a plus, no digit on one side of the point
    }
    let double = f64::from_bits(u64::from_str_radix(double, 16).unwrap());
    let single = f32::from_bits(u32::from_str_radix(single, 16).unwrap());
    let read = Reader::from_slice_with(text.as_bytes(), &options).f64().ok();
    assert_eq!(read.map(f64::to_bits), Some(double).filter(|n| n.is_finite()).map(f64::to_bits), "{name} {text}");
    let read = Reader::from_slice_with(text.as_bytes(), &options).f32().ok();
    assert_eq!(read.map(f32::to_bits), Some(single).filter(|n| n.is_finite()).map(f32::to_bits), "{name} {text}");
    true
}

/// The three documents that everybody measures with: slice, buffer and skip agree.
#[test]
fn usual_documents() {
    let Some(data) = data() else { return };
    for name in ["twitter.json", "citm_catalog.json", "canada.json"] {
        let bytes = fs::read(data.join("json").join(name)).unwrap();
        assert!(accepts(name, &bytes), "{name}");
    }
}

#[test]
fn missing_data_is_seen_to_be_skipped_and_fails_where_nothing_may_be() {
    let run = |strict: &str| {
        let mut tests = Command::new(std::env::current_exe().unwrap());
        tests.args(["--exact", "json_test_suite"]).env_remove("GOBSTREAM_DATA").env("GOBSTREAM_STRICT", strict);
        let output = tests.output().unwrap();
        let seen = String::from_utf8_lossy(&output.stderr).lines().filter(|line| line.starts_with("skipped: ")).count();
        (output.status.success(), seen)
    };
    assert_eq!(run(""), (true, 1));
    assert_eq!(run("1"), (false, 1));
}
