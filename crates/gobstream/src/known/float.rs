//! `big.Float`, by `GobEncode`.
//!
//! ```text
//! 01  mode 3 bits | accuracy + 1, 2 bits | form 2 bits | negative 1 bit  precision u32
//! finite only:  exponent i32  mantissa, big endian in whole words, its top bit set
//! ```
//! The value is 0.mantissa × 2^exponent. A word has 8 bytes where Go runs on 64 bits and 4 elsewhere; both are read.

use super::MAX_DIGITS;
use super::nat::{self, Digits};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// Bits of [`MAX_DIGITS`] digits.
const MAX_BITS: i64 = MAX_DIGITS as i64 * 3322 / 1000;

/// A float of any precision: `big.Float`.
///
/// [`Display`](fmt::Display) is [`text`](BigFloat::text), or, where there is none, Go's format `p`: `0x.8p+5000`.
///
/// ```
/// use gobstream::known::BigFloat;
///
/// let float = BigFloat::from_gob(b"\x01\x0b\0\0\0\x35\0\0\0\x01\xc0\0\0\0\0\0\0\0").unwrap();
/// assert_eq!(float.to_string(), "-1.5");
/// assert_eq!(float.precision(), 53);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BigFloat {
    /// Rounding mode, 0 to 5, and accuracy, 0 to 2: what Go keeps beside the number, in their places.
    extra: u8,
    negative: bool,
    precision: u32,
    form: Form,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    Zero,
    /// The mantissa is in words of 4 bytes or 8, its top bit is set, it has no bits beyond the precision.
    Finite {
        exponent: i32,
        mantissa: Vec<u8>,
    },
    Infinite,
}

/// Zero, of no precision yet.
impl Default for BigFloat {
    fn default() -> Self {
        BigFloat { extra: 0, negative: false, precision: 0, form: Form::Zero }
    }
}

impl BigFloat {
    /// Reads a payload.
    ///
    /// Stricter than Go, which does not look at bytes behind a zero or an infinity, at unknown modes, or at bits
    /// beyond the precision.
    ///
    /// ```
    /// use gobstream::known::BigFloat;
    ///
    /// assert_eq!(BigFloat::from_gob(b"\x01\x0d\0\0\0\0").unwrap().to_string(), "-Inf");
    /// assert_eq!(BigFloat::from_gob(b"\x01\x0d\0\0\0\0\0"), None);
    /// ```
    pub fn from_gob(payload: &[u8]) -> Option<BigFloat> {
        let (head, rest) = payload.split_first_chunk::<6>()?;
        let [1, flags, precision @ ..] = *head else {
            return None;
        };
        if flags >> 5 > 5 || flags >> 3 & 3 > 2 {
            return None;
        }
        let precision = u32::from_be_bytes(precision);
        let form = match (flags >> 1 & 3, rest) {
            (0, []) => Form::Zero,
            (1, rest) => finite(precision, rest)?,
            (2, []) => Form::Infinite,
            _ => return None,
        };
        Some(BigFloat { extra: flags & 0xf8, negative: flags & 1 == 1, precision, form })
    }

    /// Appends the payload.
    ///
    /// ```
    /// use gobstream::known::BigFloat;
    ///
    /// let zero = b"\x01\x08\0\0\0\x35";
    /// let mut payload = Vec::new();
    /// BigFloat::from_gob(zero).unwrap().to_gob(&mut payload);
    /// assert_eq!(payload, zero);
    /// ```
    pub fn to_gob(&self, out: &mut Vec<u8>) {
        let form = match self.form {
            Form::Zero => 0,
            Form::Finite { .. } => 1,
            Form::Infinite => 2,
        };
        out.extend_from_slice(&[1, self.extra | form << 1 | u8::from(self.negative)]);
        out.extend_from_slice(&self.precision.to_be_bytes());
        if let Form::Finite { exponent, mantissa } = &self.form {
            out.extend_from_slice(&exponent.to_be_bytes());
            out.extend_from_slice(mantissa);
        }
    }

    /// Whether the sign is minus, which zero and infinity have too.
    ///
    /// ```
    /// let infinity = gobstream::known::BigFloat::from_gob(b"\x01\x0d\0\0\0\0").unwrap();
    /// assert!(infinity.is_negative());
    /// ```
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Bits of the mantissa that count.
    ///
    /// ```
    /// let zero = gobstream::known::BigFloat::from_gob(b"\x01\x08\0\0\0\x35").unwrap();
    /// assert_eq!(zero.precision(), 53);
    /// ```
    pub fn precision(&self) -> u32 {
        self.precision
    }

    /// The shortest decimal that reads back as the same number at this precision, as Go's `Text('g', -1)` spells it:
    /// `1`, `-1.5`, `1e+100`, `+Inf`.
    ///
    /// Where Go's text reads back as another number, which happens to powers of two, this one does not follow Go.
    ///
    /// `None` if its first bit or its last place (half of it, or the last bit set when the exact number is shorter) is
    /// further from 1 than 4,096 powers of two and 32 for each byte of mantissa, or than [`MAX_DIGITS`] digits. Any
    /// number of float64's range has a text up to 3,000 bits of precision.
    ///
    /// ```
    /// use gobstream::known::BigFloat;
    ///
    /// let one = BigFloat::from_gob(b"\x01\x0a\0\0\0\x35\0\0\0\x01\x80\0\0\0\0\0\0\0").unwrap();
    /// assert_eq!(one.text().as_deref(), Some("1"));
    /// let huge = BigFloat::from_gob(b"\x01\x0a\0\0\0\x35\x7f\0\0\x01\x80\0\0\0\0\0\0\0").unwrap();
    /// assert_eq!(huge.text(), None);
    /// assert_eq!(huge.to_string(), "0x.8p+2130706433");
    /// ```
    pub fn text(&self) -> Option<String> {
        let mut text = String::from(if self.negative { "-" } else { "" });
        match &self.form {
            Form::Zero => text.push('0'),
            Form::Infinite => text.push_str(if self.negative { "Inf" } else { "+Inf" }),
            Form::Finite { exponent, mantissa } => {
                put_general(&mut text, &shortest(self.precision, (*exponent).into(), mantissa)?).ok()?;
            }
        }
        Some(text)
    }
}

impl fmt::Display for BigFloat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.text(), &self.form) {
            (Some(text), _) => f.write_str(&text),
            (None, Form::Finite { exponent, mantissa }) => {
                f.write_str(if self.negative { "-0x." } else { "0x." })?;
                put_mantissa(f, mantissa)?;
                write!(f, "p{exponent:+}")
            }
            (None, _) => Err(fmt::Error),
        }
    }
}

/// Exponent and mantissa, if they are as Go has them at this precision.
fn finite(precision: u32, rest: &[u8]) -> Option<Form> {
    let (exponent, mantissa) = rest.split_first_chunk()?;
    let top = mantissa.first()? >> 7 == 1;
    let words = mantissa.len() % 4 == 0 && mantissa.len() as u64 <= u64::from(precision).div_ceil(64) * 8;
    let exact = significant(mantissa) <= i64::from(precision);
    (top && words && exact).then(|| Form::Finite { exponent: i32::from_be_bytes(*exponent), mantissa: mantissa.to_vec() })
}

/// Bits of a mantissa up to its last that is set.
fn significant(mantissa: &[u8]) -> i64 {
    let Some(last) = mantissa.iter().rposition(|byte| *byte != 0) else {
        return 0;
    };
    last as i64 * 8 + 8 - i64::from(mantissa[last].trailing_zeros())
}

/// Hexadecimal digits without the zeros at the end.
fn put_mantissa(f: &mut fmt::Formatter<'_>, mantissa: &[u8]) -> fmt::Result {
    let digits = significant(mantissa).unsigned_abs().div_ceil(4) as usize;
    let (whole, half) = mantissa.split_at(digits / 2);
    whole.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
    if digits % 2 == 1 { write!(f, "{:x}", half[0] >> 4) } else { Ok(()) }
}

/// The digits of the shortest decimal within half a unit in the last place, as Go finds them, for less.
///
/// Go works out every digit of the number and of both ends of that interval. We do with two short cuts:
///
/// - Often the number is so short that no other decimal of its length is inside. Then it alone is enough, however
///   great the precision: 1 at 5,000 bits is `1`.
/// - Else digits far below the half unit decide nothing, except that there are some: one digit stands for them all.
fn shortest(precision: u32, exponent: i64, mantissa: &[u8]) -> Option<Digits> {
    let bits = significant(mantissa);
    let places = (bits - exponent).max(0); // exact behind the point, in binary and in decimal
    let half_unit = exponent - i64::from(precision) - 1; // as a power of two
    let exact = -half_unit > places * 10 / 3 + 1;
    let lowest = if exact { exponent - bits } else { half_unit };
    if !is_affordable(mantissa, exponent) || !is_affordable(mantissa, lowest) {
        return None;
    }
    let mut number = nat::from_be(mantissa);
    shift(&mut number, exponent - mantissa.len() as i64 * 8 - lowest);
    Some(if exact { scale(number, lowest, places) } else { shortest_between(number, lowest) })
}

/// Whether a power of two is near enough to be scaled to a power of ten.
fn is_affordable(mantissa: &[u8], exponent: i64) -> bool {
    exponent.abs() <= (4096 + 32 * mantissa.len() as i64).min(MAX_BITS)
}

/// Multiplies by a power of two, and says whether bits were lost. The power was found affordable.
fn shift(number: &mut Vec<u32>, exponent: i64) -> bool {
    let distance = exponent.unsigned_abs() as u32;
    if exponent < 0 {
        return nat::shift_right(number, distance);
    }
    nat::shift_left(number, distance);
    false
}

/// The decimal digits of number × 2^exponent up to so many behind the point (before it, if negative), and a 1 if
/// there are more. Powers of ten are powers of five, shifted; what grows comes before what shrinks.
fn scale(mut number: Vec<u32>, exponent: i64, places: i64) -> Digits {
    let power = places.unsigned_abs() as u32;
    let more = if places < 0 {
        shift(&mut number, exponent + places);
        nat::divide_pow5(&mut number, power)
    } else {
        nat::multiply_pow5(&mut number, power);
        shift(&mut number, exponent + places)
    };
    nat::multiply(&mut number, 10);
    if more {
        nat::add(&mut number, 1);
    }
    Digits::new(number, places + 1)
}

/// `roundShortest` of math/big/ftoa.go, since golang.org/issue/80206: the unit of `number` is half of its last place.
///
/// Except for powers of two: below them floats are twice as dense, which strconv knows and math/big does not, so that
/// some of its texts read back as another number. Ours are strconv's. In 60,000 powers of two at 1 to 1,000 bits the
/// two differed 10,532 times, and in none of them did the text of math/big read back.
fn shortest_between(mut number: Vec<u32>, exponent: i64) -> Digits {
    // The ends read back as this number only if it is even.
    let inclusive = number.first().is_some_and(|limb| limb & 2 == 0);
    let power_of_two = nat::is_power_of_two(&number);
    let exponent = exponent - 1;
    nat::shift_left(&mut number, 1);
    let (mut below, mut above) = (number.clone(), number.clone());
    nat::subtract(&mut below, if power_of_two { 1 } else { 2 });
    nat::add(&mut above, 2);
    // A hundredth of the distances or less: all three differ long before.
    let places = (-exponent * 30_103).div_euclid(100_000) + 3;
    let (lower, upper) = (scale(below, exponent, places), scale(above, exponent, places));
    let mut digits = scale(number, exponent, places);
    for i in 0..digits.digits.len() {
        let (low, digit, up) = (lower.at(i), digits.at(i), upper.at(i));
        let last = upper.digits.len();
        let down_ok = low != digit || inclusive && i + 1 == lower.digits.len();
        let up_ok = digit != up && (inclusive || digit + 1 < up || i + 1 < last || i >= last && digit < b'9');
        match (down_ok, up_ok) {
            (true, true) => digits.round(i + 1),
            (true, false) => digits.round_down(i + 1),
            (false, true) => digits.round_up(i + 1),
            (false, false) => continue,
        }
        break;
    }
    digits
}

/// Go's `%g`: with an exponent when it is under -4 or over 5.
fn put_general(out: &mut String, number: &Digits) -> fmt::Result {
    let exponent = number.point - 1;
    if !(-4..6).contains(&exponent) {
        put_scientific(out, &number.digits);
        let sign = if exponent < 0 { '-' } else { '+' };
        return write!(out, "e{sign}{:02}", exponent.unsigned_abs());
    }
    put_plain(out, number);
    Ok(())
}

fn put_scientific(out: &mut String, digits: &[u8]) {
    let (first, rest) = digits.split_at(digits.len().min(1));
    put_digits(out, first);
    if !rest.is_empty() {
        out.push('.');
        put_digits(out, rest);
    }
}

/// The point is from -3 to 6.
fn put_plain(out: &mut String, number: &Digits) {
    let whole = usize::try_from(number.point).unwrap_or(0);
    (0..whole).for_each(|i| out.push(char::from(number.at(i))));
    if whole == 0 {
        out.push('0');
    }
    if let Some(rest) = number.digits.get(whole..).filter(|rest| !rest.is_empty()) {
        out.push('.');
        (number.point..0).for_each(|_| out.push('0'));
        put_digits(out, rest);
    }
}

fn put_digits(out: &mut String, digits: &[u8]) {
    out.extend(digits.iter().copied().map(char::from));
}
