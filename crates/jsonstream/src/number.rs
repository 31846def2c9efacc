//! Numbers to text.

use crate::config::FloatFormat;
use crate::out::Out;

/// What a number of 64 bits takes while it is written.
pub(crate) const LONGEST: usize = 24;

const E8: u64 = 100_000_000;

/// `0` in each byte.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// The eight digits of a number below 10^8, a byte each, the first one in the lowest byte: halves, quarters and digits are
/// found for all at once, by multiplications that divide by 10,000, 100 and 10.
#[inline]
fn digits(n: u64) -> u64 {
    let halves = (n / 10_000) | ((n % 10_000) << 32);
    let quarters = ((halves * 10_486) >> 20) & 0x7f_0000_007f;
    let pairs = quarters | ((halves - quarters * 100) << 16);
    let tens = ((pairs * 103) >> 10) & 0x000f_000f_000f_000f;
    tens | ((pairs - tens * 10) << 8)
}

/// How many digits a number below 10^8 has. What comes behind it in the buffer waits for this, so it does not wait for
/// the digits.
///
/// Numbers of as many bits have as many digits or one more, from a power of ten on: what is added carries into the
/// upper half there.
#[inline]
fn count(n: u64) -> usize {
    ((n + COUNTS[(n | 1).ilog2() as usize & 31]) >> 32) as usize
}

/// For each number of bits less one: the digits of the largest such number times 2^32, less the power of ten from
/// which on there are so many.
const COUNTS: [u64; 32] = {
    let mut counts = [0; 32];
    let (mut bits, mut digits, mut power) = (0, 1, 10);
    while bits < 32 {
        // Above the largest number of so many bits.
        if 2 << bits > power {
            digits += 1;
            power *= 10;
        }
        counts[bits] = (digits << 32) - if digits > 1 { power / 10 } else { 0 };
        bits += 1;
    }
    counts
};

/// Writes a number below 10^8 without zeros in front; how many digits. Eight bytes are written.
#[inline]
fn short(room: &mut [u8], n: u64) -> usize {
    let count = count(n);
    room[..8].copy_from_slice(&((digits(n) + ZEROS) >> (64 - 8 * count)).to_le_bytes());
    count
}

/// Writes eight digits.
#[inline]
fn full(room: &mut [u8], n: u64) {
    room[..8].copy_from_slice(&(digits(n) + ZEROS).to_le_bytes());
}

/// Writes a number to the start of 24 bytes; how many digits.
#[inline]
pub(crate) fn decimal(room: &mut [u8], n: u64) -> usize {
    let room = &mut room[..LONGEST];
    if n < E8 { short(room, n) } else { long(room, n) }
}

/// More than eight digits, of which the last eight are by themselves.
#[inline(never)]
fn long(room: &mut [u8], n: u64) -> usize {
    let room = &mut room[..LONGEST];
    let (high, low) = (n / E8, n % E8);
    let len = match high {
        1..10 => {
            room[0] = b'0' + high as u8;
            1
        }
        0..E8 => short(room, high),
        _ => longest(room, high),
    };
    full(&mut room[len..], low);
    len + 8
}

/// Up to twelve digits.
#[cold]
fn longest(room: &mut [u8], n: u64) -> usize {
    let len = short(room, n / E8);
    full(&mut room[len..], n % E8);
    len + 8
}

#[inline]
pub(crate) fn put_u64(out: &mut Out, n: u64) {
    let len = decimal(out.room(LONGEST), n);
    out.advance(len);
}

#[inline]
pub(crate) fn put_i64(out: &mut Out, n: i64) {
    if n < 0 {
        out.byte(b'-');
    }
    put_u64(out, n.unsigned_abs());
}

/// Sixteen digits.
const E16: u128 = 10_000_000_000_000_000;

pub(crate) fn put_u128(out: &mut Out, n: u128) {
    let (high, low) = (n / E16, (n % E16) as u64);
    if high == 0 {
        return put_u64(out, low);
    }
    put_u128(out, high);
    let room = out.room(16);
    full(room, low / E8);
    full(&mut room[8..], low % E8);
    out.advance(16);
}

pub(crate) fn put_i128(out: &mut Out, n: i128) {
    if n < 0 {
        out.byte(b'-');
    }
    put_u128(out, n.unsigned_abs());
}

/// A finite float, apart: `0.ddd × 10^point`.
struct Decimal {
    negative: bool,
    digits: [u8; 20],
    len: usize,
    point: i32,
}

impl Decimal {
    /// Reads what a printer of shortest digits wrote, in whatever spelling.
    fn parse(text: &str) -> Self {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let mut new = Self { negative: false, digits: [0; 20], len: 0, point: 0 };
        let mut seen_point = false;
        for &byte in mantissa.as_bytes() {
            match byte {
                b'-' => new.negative = true,
                b'.' => seen_point = true,
                _ => new.digit(byte, seen_point),
            }
        }
        new.point += exponent.parse::<i32>().unwrap_or(0);
        new.trim();
        new
    }

    fn digit(&mut self, byte: u8, after_point: bool) {
        if self.len == 0 && byte == b'0' {
            self.point -= i32::from(after_point);
            return;
        }
        self.point += i32::from(!after_point);
        if let Some(slot) = self.digits.get_mut(self.len) {
            *slot = byte;
            self.len += 1;
        }
    }

    fn trim(&mut self) {
        while self.len > 0 && self.digits[self.len - 1] == b'0' {
            self.len -= 1;
        }
    }

    fn digits(&self) -> &[u8] {
        &self.digits[..self.len]
    }

    /// `1234000`, `12.34`, `0.001234`; true if there is a point in it.
    fn put_plain(&self, out: &mut Out) -> bool {
        let (digits, point) = (self.digits(), self.point);
        if point <= 0 {
            out.put(b"0.");
            put_zeros(out, -point);
            out.put(digits);
            return true;
        }
        let whole = digits.len().min(point as usize);
        out.put(&digits[..whole]);
        put_zeros(out, point - whole as i32);
        self.put_fraction(out, whole)
    }

    /// `1.234e+21`, `1e-7`.
    fn put_scientific(&self, out: &mut Out, plus: bool) {
        out.put(&self.digits()[..1]);
        self.put_fraction(out, 1);
        out.byte(b'e');
        let exponent = i64::from(self.point) - 1;
        if plus && exponent >= 0 {
            out.byte(b'+');
        }
        put_i64(out, exponent);
    }

    fn put_fraction(&self, out: &mut Out, from: usize) -> bool {
        let fraction = &self.digits()[from..];
        if !fraction.is_empty() {
            out.byte(b'.');
            out.put(fraction);
        }
        !fraction.is_empty()
    }
}

fn put_zeros(out: &mut Out, count: i32) {
    for _ in 0..count {
        out.byte(b'0');
    }
}

/// A finite `f64`.
pub(crate) fn put_f64(out: &mut Out, n: f64, format: FloatFormat) {
    match write_f64(out.room(LONGEST_FLOAT), n, format) {
        0 => put_text(out, zmij::Buffer::new().format_finite(n), plain(n), format),
        len => out.advance(len),
    }
}

/// What a float takes while it is written the usual way.
pub(crate) const LONGEST_FLOAT: usize = LONGEST + 9;

/// Writes a float to the start of a room of [`LONGEST_FLOAT`] bytes, if it is a usual one; how many bytes, or 0 if not.
#[inline]
pub(crate) fn write_f64(room: &mut [u8], n: f64, format: FloatFormat) -> usize {
    let room = &mut room[..LONGEST_FLOAT];
    match format {
        FloatFormat::Go | FloatFormat::Es6 => match short_f64(room, n, format) {
            0 if plain(n) == Some(false) => write_digits(room, n),
            len => len,
        },
        FloatFormat::Rust if is_plain(n) => write_digits(room, n),
        FloatFormat::SixDigits if n.abs() <= SIX_DIGITS_MAX => six_digits(room, n),
        _ => 0,
    }
}

/// Shortest digits, of a number that is plain, with a fraction of zero if it is whole.
#[inline(always)]
fn write_digits(room: &mut [u8], n: f64) -> usize {
    let mut buffer = zmij::Buffer::new();
    write_few(room, buffer.format_finite(n).as_bytes())
}

/// Copies up to 32 bytes: two blocks that overlap, without a call.
#[inline(always)]
fn write_few(room: &mut [u8], text: &[u8]) -> usize {
    if let (Some(first), Some(last), true) = (text.first_chunk::<16>(), text.last_chunk::<16>(), text.len() <= 32) {
        room[..16].copy_from_slice(first);
        room[text.len() - 16..text.len()].copy_from_slice(last);
    } else {
        room[..text.len()].copy_from_slice(text);
    }
    text.len()
}

/// Numbers below this have at most fifteen digits if they have at most six behind the point.
const SHORT_MAX: f64 = 1e9;

/// Writes a number with at most six digits behind the point, of those below [`SHORT_MAX`]; 0 if it is none of them.
///
/// A decimal of up to fifteen digits is the only one that short which reads back as its `f64`, so it is the shortest.
/// Whether it reads back is seen by one division, which rounds as reading does.
#[inline(always)]
fn short_f64(room: &mut [u8], n: f64, format: FloatFormat) -> usize {
    let size = n.abs();
    if size >= SHORT_MAX {
        return 0;
    }
    // Numbers with a sign are converted in one instruction.
    let scaled = (size * 1e6 + 0.5) as i64;
    if scaled as f64 / 1e6 != size {
        return 0;
    }
    millionths(room, n.is_sign_negative() && (scaled > 0 || format != FloatFormat::Es6), scaled.unsigned_abs())
}

/// Writes a number of millionths, zeros at the end cut.
#[inline]
fn millionths(room: &mut [u8], negative: bool, n: u64) -> usize {
    room[0] = b'-';
    let mut len = usize::from(negative);
    len += decimal(&mut room[len..], n / 1_000_000);
    let fraction = n % 1_000_000;
    if fraction > 0 {
        room[len] = b'.';
        room[len + 1..len + 9].copy_from_slice(&((digits(fraction) >> 16) + ZEROS).to_le_bytes());
        let zeros = [10, 100, 1_000, 10_000, 100_000].iter().filter(|&&power| fraction.is_multiple_of(power)).count();
        len += 7 - zeros;
    }
    len
}

/// Is every spelling of it plain, without an exponent?
fn is_plain(n: f64) -> bool {
    (1e-4..1e16).contains(&n.abs())
}

/// If it is [plain](is_plain), is it whole?
fn plain(n: f64) -> Option<bool> {
    is_plain(n).then_some(n as i64 as f64 == n)
}

/// Below this an `f32` is printed plain, where an `f64` is.
const PLAIN_F32_MAX: f32 = 1e12;

/// A finite `f32`: the shortest digits that read back as the same `f32`.
pub(crate) fn put_f32(out: &mut Out, n: f32, format: FloatFormat) {
    match format {
        FloatFormat::SixDigits if f64::from(n.abs()) <= SIX_DIGITS_MAX => put_f64(out, f64::from(n), format),
        _ => put_text(out, zmij::Buffer::new().format_finite(n), plain(f64::from(n)).filter(|_| n.abs() < PLAIN_F32_MAX), format),
    }
}

/// Shortest digits in whatever spelling. The plain one, which all numbers have that `whole` says something of, is that of
/// every format, but for a fraction of zero.
#[inline]
fn put_text(out: &mut Out, text: &str, whole: Option<bool>, format: FloatFormat) {
    match whole {
        Some(true) if format != FloatFormat::Rust => out.put(text.strip_suffix(".0").unwrap_or(text).as_bytes()),
        Some(true) => put_shortest(out, text, format),
        Some(false) => out.put(text.as_bytes()),
        None => put_shortest(out, text, format),
    }
}

fn put_shortest(out: &mut Out, text: &str, format: FloatFormat) {
    let decimal = Decimal::parse(text);
    if decimal.negative && (decimal.len > 0 || format != FloatFormat::Es6) {
        out.byte(b'-');
    }
    match format {
        FloatFormat::Rust => put_rust(out, &decimal),
        _ => put_go(out, &decimal),
    }
}

/// Go's and ES6's spelling: plain from 1e-6 to below 1e21.
fn put_go(out: &mut Out, decimal: &Decimal) {
    match decimal.point {
        _ if decimal.len == 0 => out.byte(b'0'),
        -5..=21 => drop(decimal.put_plain(out)),
        _ => decimal.put_scientific(out, true),
    }
}

/// The spelling of Rust's `{:?}`: plain from 1e-4 to below 1e16, and always seen to be a float.
fn put_rust(out: &mut Out, decimal: &Decimal) {
    let whole = match decimal.point {
        _ if decimal.len == 0 => {
            out.byte(b'0');
            true
        }
        -3..=16 => !decimal.put_plain(out),
        _ => {
            decimal.put_scientific(out, false);
            false
        }
    };
    if whole {
        out.put(b".0");
    }
}

/// Beyond this six digits would not be faster, nor shorter.
const SIX_DIGITS_MAX: f64 = 0x4ff_ffff as f64;

/// Rounded to six digits after the point, zeros at the end cut; never `-0`.
fn six_digits(room: &mut [u8], n: f64) -> usize {
    let scaled = (n.abs() * 1e6 + 0.5) as u64;
    millionths(room, n < 0.0 && scaled > 0, scaled)
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::{FloatFormat, Out, put_f64, put_u64};

    fn printed(put: impl FnOnce(&mut Out)) -> alloc::vec::Vec<u8> {
        let mut out = Out::default();
        put(&mut out);
        out.take()
    }

    #[test]
    fn integers_of_every_number_of_bits_and_digits() {
        let around = |n: u64| (0..5).map(move |by| n.wrapping_add(by).wrapping_sub(2));
        let bits = (0..64).flat_map(|bits| around(1 << bits));
        for n in bits.chain((0..20).flat_map(|digits| around(10u64.pow(digits)))) {
            assert_eq!(printed(|out| put_u64(out, n)), format!("{n}").into_bytes());
        }
    }

    /// Whole numbers and others of every size, beside the standard library: the same spelling, and the same digits, unless
    /// two texts are as short and as near.
    #[test]
    fn floats_as_rust_prints_them() {
        let mut seed = 1u64;
        for round in 0..40_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let whole = (seed >> (seed % 64)) as f64;
            let n = [whole, whole / 8.0, -whole / 1e9, whole * 1e-18, f64::from_bits(seed)][round % 5];
            if n.is_finite() {
                let (text, other) = (printed(|out| put_f64(out, n, FloatFormat::Rust)), format!("{n:?}"));
                let text = alloc::string::String::from_utf8(text).unwrap();
                let shape = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "0");
                assert_eq!((text.parse(), shape(&text)), (Ok(n), shape(&other)), "{text} {other}");
            }
        }
    }
}
