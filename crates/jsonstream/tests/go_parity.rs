//! What Go 1.27.3 does, frozen in the files of `data/`, which `data/make.go` made.
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
