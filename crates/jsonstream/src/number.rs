//! Numbers to text.

use crate::config::FloatFormat;
use crate::out::Out;

/// `00` to `99`, two bytes each.
static PAIRS: [u8; 200] = pairs();

const fn pairs() -> [u8; 200] {
    let mut table = [0; 200];
    let mut n = 0;
    while n < 100 {
        table[2 * n] = b'0' + (n / 10) as u8;
        table[2 * n + 1] = b'0' + (n % 10) as u8;
        n += 1;
    }
    table
}

#[inline]
pub(crate) fn put_u64(out: &mut Out, n: u64) {
    let room = out.room(20);
    let len = match n {
        0..10_000 => head(room, n),
        10_000..100_000_000 => middle(room, n),
        _ => long(room, n),
    };
    out.advance(len);
}

/// Up to four digits, without zeros in front; how many.
#[inline]
fn head(room: &mut [u8], n: u64) -> usize {
    match n {
        0..10 => room[0] = b'0' + n as u8,
        10..100 => fill(&mut room[..2], n),
        100..1000 => fill(&mut room[..3], n),
        _ => fill(&mut room[..4], n),
    }
    1 + usize::from(n >= 10) + usize::from(n >= 100) + usize::from(n >= 1000)
}

/// Up to eight digits.
#[inline]
fn middle(room: &mut [u8], n: u64) -> usize {
    if n < 10_000 {
        return head(room, n);
    }
    let len = head(room, n / 10_000);
    fill(&mut room[len..len + 4], n % 10_000);
    len + 4
}

/// Up to twenty digits.
fn long(room: &mut [u8], n: u64) -> usize {
    let (high, low) = (n / 100_000_000, n % 100_000_000);
    let len = if high < 100_000_000 { middle(room, high) } else { long(room, high) };
    fill(&mut room[len..len + 8], low);
    len + 8
}

#[inline]
pub(crate) fn put_i64(out: &mut Out, n: i64) {
    if n < 0 {
        out.byte(b'-');
    }
    put_u64(out, n.unsigned_abs());
}

/// Fills `room` from its end, two digits a step, with zeros in front.
#[inline]
fn fill(room: &mut [u8], mut n: u64) {
    let mut steps = room.rchunks_exact_mut(2);
    for pair in &mut steps {
        let at = (n % 100) as usize * 2;
        pair.copy_from_slice(&PAIRS[at..at + 2]);
        n /= 100;
    }
    if let [first] = steps.into_remainder() {
        *first = b'0' + n as u8;
    }
}

/// As many digits as always fit a `u64`.
const CHUNK: u128 = 10_000_000_000_000_000_000;

pub(crate) fn put_u128(out: &mut Out, n: u128) {
    let (high, low) = (n / CHUNK, (n % CHUNK) as u64);
    if high == 0 {
        return put_u64(out, low);
    }
    put_u128(out, high);
    fill(out.room(19), low);
    out.advance(19);
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
    match format {
        FloatFormat::SixDigits if n.abs() <= SIX_DIGITS_MAX => put_six_digits(out, n),
        FloatFormat::Go | FloatFormat::Es6 if put_short(out, n, format) => {}
        _ => put_text(out, zmij::Buffer::new().format_finite(n), in_plain_range(n.abs()), format),
    }
}

/// Numbers below this have at most fifteen digits if they have at most six behind the point.
const SHORT_MAX: f64 = 1e9;

/// A number with at most six digits behind the point, of those below [`SHORT_MAX`]; false if it is none of them.
///
/// A decimal of up to fifteen digits is the only one that short which reads back as its `f64`, so it is the shortest.
/// Whether it reads back is seen by one division, which rounds as reading does.
#[inline]
fn put_short(out: &mut Out, n: f64, format: FloatFormat) -> bool {
    let size = n.abs();
    let scaled = (size * 1e6 + 0.5) as u64;
    if size >= SHORT_MAX || scaled as f64 / 1e6 != size {
        return false;
    }
    if n.is_sign_negative() && (scaled > 0 || format != FloatFormat::Es6) {
        out.byte(b'-');
    }
    put_u64(out, scaled / 1_000_000);
    if !scaled.is_multiple_of(1_000_000) {
        put_six(out, scaled % 1_000_000);
    }
    true
}

/// Where every spelling is plain.
fn in_plain_range(n: f64) -> bool {
    (1e-4..1e16).contains(&n)
}

/// A finite `f32`: the shortest digits that read back as the same `f32`.
pub(crate) fn put_f32(out: &mut Out, n: f32, format: FloatFormat) {
    match format {
        FloatFormat::SixDigits if f64::from(n.abs()) <= SIX_DIGITS_MAX => put_six_digits(out, f64::from(n)),
        _ => put_text(out, zmij::Buffer::new().format_finite(n), in_plain_range(f64::from(n.abs())), format),
    }
}

/// Shortest digits in whatever spelling. The plain one is that of every format, but for a fraction of zero.
#[inline]
fn put_text(out: &mut Out, text: &str, plain: bool, format: FloatFormat) {
    if !plain || text.contains('e') {
        return put_shortest(out, text, format);
    }
    let whole = text.strip_suffix(".0").unwrap_or(text);
    out.put(whole.as_bytes());
    if format == FloatFormat::Rust && !whole.contains('.') {
        out.put(b".0");
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
fn put_six_digits(out: &mut Out, n: f64) {
    let scaled = (n.abs() * 1e6 + 0.5) as u64;
    if n < 0.0 && scaled > 0 {
        out.byte(b'-');
    }
    put_u64(out, scaled / 1_000_000);
    let fraction = scaled % 1_000_000;
    if fraction > 0 {
        put_six(out, fraction);
    }
}

fn put_six(out: &mut Out, fraction: u64) {
    let room = out.room(7);
    room[0] = b'.';
    fill(&mut room[1..], fraction);
    let zeros = room.iter().rev().take_while(|&&byte| byte == b'0').count();
    out.advance(7 - zeros);
}
