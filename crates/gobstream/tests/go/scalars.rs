//! interop/scalars.go

use crate::equal;
use gobstream::{Complex, Gob, Text};

fn c(re: f64, im: f64) -> Complex<f64> {
    Complex { re, im }
}

fn c64(re: f32, im: f32) -> Complex<f32> {
    Complex { re, im }
}

/// Text without repetition.
pub(crate) fn text_of_length(n: usize) -> String {
    (0..n).map(|i| b"abcdefghijklmnopqrstuvwxyz0123456789"[(i + i / 36) % 36] as char).collect()
}

#[test]
fn numbers() {
    equal!("bool": true, false);
    equal!("int-edges": 0, 1, -1, 3, 63, 64, -64, -65, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769,
        (1 << 23) - 1, 1 << 23, i32::MAX, i32::MIN, 1i64 << 31, 1i64 << 39, 1i64 << 47, 1i64 << 55,
        1i64 << 53, (1i64 << 53) + 1, -((1i64 << 53) + 1), i64::MAX, i64::MIN);
    equal!("int-kinds": -128i8, 127i8, -32768i16, 32767i16, i32::MIN, i32::MAX, i64::MIN, i64::MAX, 'ß');
    equal!("uint-edges": 0u64, 1u64, 127u64, 128u64, 255u64, 256u64, 65535u64, 65536u64, (1u64 << 24) - 1, 1u64 << 24, (1u64 << 32) - 1,
        1u64 << 32, 1u64 << 40, 1u64 << 48, 1u64 << 56, 1u64 << 63, u64::MAX);
    equal!("uint-kinds": 255u8, 65535u16, u32::MAX, u64::MAX, 1usize, 0u8);
}

#[test]
fn chain() {
    let mut made = crate::Made::new("uint-chain");
    let mut u = 0u64;
    while u < 1 << 60 {
        let i = u as i64;
        made.put(&u).put(&i).put(&-i).put(&!i);
        u = (u + 1) * 7;
    }
    made.equal();
}

#[test]
fn floats() {
    equal!("float-edges": 0.0, -0.0, 1.0, -1.0, 17.0, 0.1, 0.5, 1.5, 1e6, 1e20, 1e21, 123456789e15, 1e-6, 9.9e-7, 1e-9, 1e-10, 1e100, 1e-100,
        f64::MAX, f64::MIN, 5e-324, 2.2250738585072014e-308, 5e-324, 1i64 << 53, (1i64 << 53) + 2, 0.30000000000000004,
        100.0, 1.0e23, std::f64::consts::PI, f64::INFINITY, f64::NEG_INFINITY, f64::from_bits(0x7ff8_0000_0000_0001));
    equal!("float32": 0.1f32, 1f32, f32::MAX, f32::from_bits(1), f32::NEG_INFINITY, 16777216f32, 314f32 / 100.0);
    equal!("float-nan-payload": f64::from_bits(0x7ff8_dead_0000_0001), f64::from_bits(0xfff0_0000_0000_0001));
    equal!("complex": c(1.0, 0.0), c(0.0, 0.0), c(3.0, 4.0), c(0.0, -0.0), c(f64::INFINITY, f64::from_bits(0x7ff8_0000_0000_0001)),
        c64(0.5, -0.25), c64(0.1, 0.0));
    equal!("top-minus-zero": -0.0, vec![-0.0, 0.0]);
}

#[test]
fn texts() {
    equal!("string": "", "a", "hello", "Zoë", "日本語", "😀", "a\0b", "quote\" back\\ slash/", "tab\tnl\ncr\rbs\x08ff\x0c", "\x01\x1f\x7f",
        "<b>&amp;\u{2028}\u{2029}", "\u{feff}bom", "\u{fffd}");
    let raw = |bytes: &[u8]| Text::from(bytes);
    equal!("string-not-utf8": raw(b"\xff\xfeok"), raw(b"ok\xe2\x82"), raw(b"\xed\xa0\x80"), raw(b"a\xc0\xafb"), raw(b"\xf4\x90\x80\x80"), raw(b"\x80"),
        raw(b"\xe2\x82\xac\xe2x"));
    equal!("string-length-edges": text_of_length(127), text_of_length(128), text_of_length(255), text_of_length(256));
    equal!("string-named": Name("n".into()));
    equal!("bytes": vec![0u8; 0], Vec::<u8>::new(), vec![0u8], *b"hello".as_slice(), vec![0xffu8, 0xfe], vec![1u8, 2, 3, 4]);
    equal!("bytes-named": Blob(vec![1, 2]), vec![Octet(3), Octet(255)], Octets(vec![Octet(0)]));
}

#[test]
fn tops() {
    equal!("pointer-top": Some(7), Some(Some(Some(7))), Some(Some("deep")));
    equal!("top-zero": false, 0, 0u32, 0.0, c(0.0, 0.0), "", Vec::<u8>::new());
    equal!("named-scalars": Weekday(3), Flag(true), Ratio(0.25), Code(7), Phase(c64(0.0, 1.0)));
    equal!("many-scalars": 1, "a", 2, 3u8, 4.0, vec![5u8], false, "b", -6, c(0.0, 7.0));
}

#[derive(Gob)]
pub(crate) struct Name(String);
#[derive(Gob)]
pub(crate) struct Blob(pub Vec<u8>);
#[derive(Gob)]
pub(crate) struct Octet(pub u8);
#[derive(Gob)]
pub(crate) struct Octets(Vec<Octet>);
#[derive(Gob)]
pub(crate) struct Weekday(pub isize);
#[derive(Gob)]
pub(crate) struct Flag(pub bool);
#[derive(Gob)]
pub(crate) struct Ratio(f32);
#[derive(Gob, PartialEq, Eq, Hash)]
pub(crate) struct Code(pub u16);
#[derive(Gob)]
pub(crate) struct Phase(pub Complex<f32>);
