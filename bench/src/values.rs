//! The values of the gob rows: those of Go's own benchmarks, and numbers that no processor can foresee.

use gobstream::Gob;
use std::collections::HashMap;

pub const TEXT: &str = "now is the time";
pub const LOOK: &str = "for all good men";

/// The small struct of Go's own gob benchmarks.
#[derive(Gob, Clone, Debug, PartialEq)]
pub struct Bench {
    pub a: isize,
    pub b: f64,
    pub c: String,
    pub d: Vec<u8>,
}

/// With `repeat` times 16 bytes.
pub fn bench(repeat: usize) -> Bench {
    Bench { a: 7, b: 3.2, c: TEXT.into(), d: LOOK.repeat(repeat).into() }
}

#[derive(Gob)]
pub struct BenchRef<'a> {
    pub a: isize,
    pub b: f64,
    pub c: &'a str,
    pub d: &'a [u8],
}

#[derive(Gob, Clone)]
#[gob(rename = "any")]
pub enum Any {
    #[gob(nil)]
    Nil,
    #[gob(name = "int")]
    Int(isize),
    #[gob(name = "string")]
    Text(String),
    #[gob(name = "float64")]
    Float(f64),
    #[gob(name = "*main.Bench")]
    Bench(Bench),
}

/// xorshift64: the same numbers in every run and language.
pub struct Random(u64);

impl Iterator for Random {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        Some(self.0)
    }
}

pub fn random(n: usize) -> impl Iterator<Item = u64> {
    Random(1).take(n)
}

pub fn int32s() -> Vec<i32> {
    (0..1000).map(|i| i * 100).collect()
}

/// Ten megabytes of gob.
pub fn large() -> Vec<i32> {
    (0..2_000_000).map(|i| i * 100).collect()
}

pub fn same_int32s() -> Vec<i32> {
    vec![1234; 1000]
}

pub fn one_byte_ints() -> Vec<isize> {
    (0..1000).map(|i| i % 64).collect()
}

/// Of sixteen numbers eleven of one byte, three of up to two, two of up to four.
pub fn skewed_ints() -> Vec<isize> {
    let number = |v: u64| match v % 16 {
        0..11 => v >> 58,
        11..14 => v >> 49,
        _ => v >> 37,
    };
    random(100_000).map(|v| number(v) as isize).collect()
}

/// Of every width from 1 to 64 bits.
pub fn mixed_ints() -> Vec<isize> {
    random(100_000).map(|v| (v as i64 >> (v % 64)) as isize).collect()
}

pub fn random_ints() -> Vec<isize> {
    random(1000).map(|v| v as isize).collect()
}

pub fn floats() -> Vec<f64> {
    vec![1.23e4; 1000]
}

/// Of all digits.
pub fn random_floats() -> Vec<f64> {
    random(1000).map(|v| (v >> 11) as f64 / (1u64 << 53) as f64).collect()
}

pub fn complexes() -> Vec<gobstream::Complex<f64>> {
    vec![gobstream::Complex { re: 1.2, im: 3.4 }; 1000]
}

pub fn strings() -> Vec<String> {
    vec![TEXT.into(); 1000]
}

pub fn string_lists() -> Vec<Vec<String>> {
    vec![vec![TEXT.into()]; 1000]
}

pub fn byte_lists() -> Vec<Vec<u8>> {
    vec![TEXT.into(); 1000]
}

pub fn bytes() -> Vec<u8> {
    vec![b'x'; 64 << 10]
}

pub fn benches() -> Vec<Bench> {
    vec![bench(1); 1000]
}

pub fn int_map() -> HashMap<isize, isize> {
    (0..1000).map(|i| (i, i)).collect()
}

pub fn string_map() -> HashMap<String, isize> {
    (0..1000).map(|i| (format!("key-{i}"), i)).collect()
}

pub fn any_strings() -> Vec<Any> {
    vec![Any::Text(TEXT.into()); 1000]
}

pub fn any_mixed() -> Vec<Any> {
    let any = |i| match i % 3 {
        0 => Any::Int(i),
        1 => Any::Text(TEXT.into()),
        _ => Any::Float(i as f64 * 1.5),
    };
    (0..1000).map(any).collect()
}

/// A hundred structs behind interfaces.
pub fn any_benches() -> Vec<Any> {
    vec![Any::Bench(bench(0)); 100]
}

/// A hundred structs and a thousand floats of two decimals, for what prints them.
pub fn records() -> (Vec<Bench>, Vec<f64>) {
    let record = |i: isize| Bench {
        a: i * i + 1,
        b: i as f64 + 0.25,
        c: format!("record \"{i}\" of Müller"),
        d: b"sixteen bytes ok".into(),
    };
    ((0..100).map(record).collect(), (0..1000).map(|i| f64::from(i * i) / 100.0).collect())
}
