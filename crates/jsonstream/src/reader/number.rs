//! Text to numbers: a pure function over the bytes at hand.

use core::fmt;

use super::float::{Format, nearest};
use crate::kernels::{self, BLOCK};

/// A number as it stands in the input, checked: every digit is there.
///
/// # Examples
/// ```
/// use jsonstream::Reader;
///
/// let mut r = Reader::from_str("[1.50, 123456789012345678901234567890]");
/// r.begin_array()?;
/// assert_eq!(r.number()?.as_str(), "1.50");
/// let big = r.number()?;
/// assert_eq!((big.as_u64(), big.as_u128()), (None, Some(123456789012345678901234567890)));
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number<'a> {
    text: &'a str,
    integer: bool,
}

macro_rules! conversions {
    ($($(#[$doc:meta])* $name:ident $type:ty)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $name(&self) -> Option<$type> {
            if self.integer { self.text.parse().ok() } else { None }
        }
    )*};
}

impl<'a> Number<'a> {
    pub(crate) fn new(text: &'a str, integer: bool) -> Self {
        Self { text, integer }
    }

    /// The text.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Reader::from_str("-0.0").number()?.as_str(), "-0.0");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &'a str {
        self.text
    }

    /// Is it written without a point and an exponent?
    ///
    /// # Examples
    /// ```
    /// assert!(!jsonstream::Reader::from_str("1.0").number()?.is_integer());
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.integer
    }

    conversions! {
        /// The number, if it is an integer that fits.
        ///
        /// # Examples
        /// ```
        /// assert_eq!(jsonstream::Reader::from_str("-7").number()?.as_i64(), Some(-7));
        /// # Ok::<(), jsonstream::Error>(())
        /// ```
        as_i64 i64
        /// The number, if it is an integer that fits.
        ///
        /// # Examples
        /// ```
        /// assert_eq!(jsonstream::Reader::from_str("-7").number()?.as_u64(), None);
        /// # Ok::<(), jsonstream::Error>(())
        /// ```
        as_u64 u64
        /// The number, if it is an integer that fits.
        ///
        /// # Examples
        /// ```
        /// assert_eq!(jsonstream::Reader::from_str("-7").number()?.as_i128(), Some(-7));
        /// # Ok::<(), jsonstream::Error>(())
        /// ```
        as_i128 i128
        /// The number, if it is an integer that fits.
        ///
        /// # Examples
        /// ```
        /// assert_eq!(jsonstream::Reader::from_str("7").number()?.as_u128(), Some(7));
        /// # Ok::<(), jsonstream::Error>(())
        /// ```
        as_u128 u128
    }

    /// The nearest float, if it is finite.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Reader::from_str("1e400").number()?.as_f64(), None);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        let quick = match scan(self.text.as_bytes(), true) {
            Scan::Number(parts) => parts.nearest(),
            _ => None,
        };
        quick.or_else(|| self.text.parse().ok().filter(|n: &f64| n.is_finite()))
    }
}

impl fmt::Display for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl fmt::Debug for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// A number, taken apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    pub(crate) len: usize,
    pub(crate) negative: bool,
    /// Neither point nor exponent.
    pub(crate) integer: bool,
    /// All digits as one integer, if there are at most 19.
    pub(crate) mantissa: Option<u64>,
    /// The power of ten to multiply it with.
    pub(crate) exponent: i32,
}

pub(crate) enum Scan {
    Number(Parts),
    /// It may go on behind the bytes at hand.
    Short,
    /// No number, as is seen so many bytes on.
    Bad(usize),
}

struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    mantissa: u64,
    digits: usize,
}

impl Lexer<'_> {
    #[inline(always)]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline(always)]
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Digits into the mantissa; how many. Past 19 of them it means nothing any more.
    fn digits(&mut self) -> usize {
        let start = self.at;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.mantissa = self.mantissa.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        self.digits += self.at - start;
        self.at - start
    }

    /// The exponent, which is past counting beyond a million.
    fn exponent(&mut self) -> Option<i32> {
        self.at += 1;
        let negative = self.take(b'-');
        if !negative {
            self.take(b'+');
        }
        let (start, mut n) = (self.at, 0i32);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            n = (n * 10 + i32::from(digit - b'0')).min(1_000_000);
            self.at += 1;
        }
        (self.at > start).then_some(if negative { -n } else { n })
    }
}

/// Takes the number at the start of `bytes` apart. If they are the `last` ones nothing follows them.
pub(crate) fn scan(bytes: &[u8], last: bool) -> Scan {
    let mut lexer = Lexer { bytes, at: 0, mantissa: 0, digits: 0 };
    match parts(&mut lexer) {
        _ if lexer.at == bytes.len() && !last => Scan::Short,
        Some(parts) if lexer.peek().is_none_or(ends_number) => Scan::Number(parts),
        _ => Scan::Bad(lexer.at),
    }
}

/// So many bytes are looked at before a number and from its start on.
const BEFORE: usize = 16;
const NEAR: usize = BEFORE + BLOCK + 1;

/// The number at the place `at`, if it is a usual one: no exponent, at most 19 digits, its end in the first block, and
/// not at the very edge of the window. Where its parts end is seen from one mask, so that no byte has to wait for the one
/// before it. Most have at most sixteen digits, or eight before the point and sixteen behind it; `long` takes the others.
#[inline(always)]
fn usual_or<T>(window: &[u8], at: usize, take: impl FnOnce(Parts) -> T, long: impl FnOnce() -> T, none: T) -> T {
    let Some(near) = at.checked_sub(BEFORE).and_then(|from| window.get(from..)?.first_chunk()) else { return none };
    let Some(ends) = Ends::find(near) else { return none };
    let last = if ends.fraction == 0 { ends.whole } else { ends.fraction };
    if (last > 16) | (ends.fraction != 0 && ends.whole > 8) {
        return long();
    }
    let Some(last) = sixteen(near, ends.end, last) else { return none };
    match eight(near, ends.point, ends.whole) {
        _ if ends.fraction == 0 => take(ends.parts(last, 0)),
        Some(whole) => take(ends.parts(whole, last)),
        None => none,
    }
}

/// The [`usual_or`] number, of any length.
#[inline(always)]
pub(crate) fn usual(window: &[u8], at: usize) -> Option<Parts> {
    usual_or(window, at, Some, || usual_long(window, at), None)
}

/// The same for a number of many digits.
#[inline(never)]
fn usual_long(window: &[u8], at: usize) -> Option<Parts> {
    let near = window.get(at.checked_sub(BEFORE)?..)?.first_chunk()?;
    let ends = Ends::find(near)?;
    Some(ends.parts(value(near, ends.point, ends.whole)?, value(near, ends.end, ends.fraction)?))
}

/// Where the parts of a number end.
struct Ends {
    negative: bool,
    /// Bytes from the start of the number up to the point, or to its end if it has none, and to its end.
    point: usize,
    end: usize,
    /// Digits before and behind the point, if it has one.
    whole: usize,
    fraction: usize,
}

impl Ends {
    #[inline(always)]
    fn find(near: &[u8; NEAR]) -> Option<Self> {
        let block = near[BEFORE..].first_chunk()?;
        let negative = near[BEFORE] == b'-';
        let others = !kernels::digits(block) & !u32::from(negative);
        let point = others.trailing_zeros() as usize;
        let whole = point - usize::from(negative);
        let padded = (whole > 1) & (near[BEFORE + usize::from(negative)] == b'0');
        // With 20 digits or more the point may stand where the block ends, and what is behind it is not seen.
        if padded | !(1..=19).contains(&whole) {
            return None;
        }
        let (mut end, mut fraction) = (point, 0);
        if near[BEFORE + point] == b'.' {
            end = (others & others.wrapping_sub(1)).trailing_zeros() as usize;
            fraction = end - point - 1;
            if fraction == 0 {
                return None;
            }
        }
        let usual = (whole + fraction <= 19) & ends_number(near[BEFORE + end]);
        usual.then_some(Self { negative, point, end, whole, fraction })
    }

    #[inline(always)]
    fn parts(&self, whole: u64, fraction: u64) -> Parts {
        Parts {
            len: self.end,
            negative: self.negative,
            integer: self.end == self.point,
            mantissa: Some(whole * TENS[self.fraction] + fraction),
            exponent: -(self.fraction as i32),
        }
    }
}

/// The digits that end `end` bytes behind the start of the number, at most 19, as a number.
#[inline(always)]
fn value(near: &[u8; NEAR], end: usize, count: usize) -> Option<u64> {
    let last = sixteen(near, end, count.min(16))?;
    if count <= 16 {
        return Some(last);
    }
    Some(kernels::short_decimal(near[..end].last_chunk()?, count - 16) * TENS[16] + last)
}

#[inline(always)]
fn eight(near: &[u8; NEAR], end: usize, count: usize) -> Option<u64> {
    Some(kernels::short_decimal(near[..BEFORE + end].last_chunk()?, count))
}

#[inline(always)]
fn sixteen(near: &[u8; NEAR], end: usize, count: usize) -> Option<u64> {
    Some(kernels::decimal(near[end..].first_chunk()?, count))
}

const TENS: [u64; 20] = {
    let mut powers = [1; 20];
    let mut at = 1;
    while at < 20 {
        powers[at] = powers[at - 1] * 10;
        at += 1;
    }
    powers
};

/// The [`usual`] integer at the place `at`, without its sign, and its length; of length 0 if it is none. As the two that
/// follow it is one function for all readers, and returns in registers.
#[inline(never)]
pub(crate) fn usual_integer(window: &[u8], at: usize) -> (u64, usize) {
    usual_or(window, at, integer, || usual_long(window, at).map_or((0, 0), integer), (0, 0))
}

#[inline(always)]
fn integer(parts: Parts) -> (u64, usize) {
    match parts {
        Parts { len, integer: true, mantissa: Some(mantissa), .. } => (mantissa, len),
        _ => (0, 0),
    }
}

/// The float nearest to the [`usual`] number at the place `at`.
#[inline(never)]
pub(crate) fn usual_f64(window: &[u8], at: usize) -> (f64, usize) {
    usual_or(window, at, float, || long_float(window, at), (0.0, 0))
}

/// The same in single width.
#[inline(never)]
pub(crate) fn usual_f32(window: &[u8], at: usize) -> (f32, usize) {
    usual_or(window, at, float, || long_float(window, at), (0.0, 0))
}

#[inline(never)]
fn long_float<F: Format + Default>(window: &[u8], at: usize) -> (F, usize) {
    usual_long(window, at).map_or((F::default(), 0), float)
}

#[inline(always)]
fn float<F: Format + Default>(parts: Parts) -> (F, usize) {
    parts.nearest().map_or((F::default(), 0), |n| (n, parts.len))
}

/// Is it one number and nothing else?
pub(crate) fn is_number(text: &str) -> bool {
    matches!(scan(text.as_bytes(), true), Scan::Number(parts) if parts.len == text.len())
}

#[inline(always)]
fn ends_number(byte: u8) -> bool {
    matches!(byte, b',' | b']' | b'}' | b' ' | b'\n' | b'\r' | b'\t')
}

fn parts(lexer: &mut Lexer<'_>) -> Option<Parts> {
    let negative = lexer.take(b'-');
    if !lexer.take(b'0') && lexer.digits() == 0 {
        return None;
    }
    let (mut integer, mut exponent) = (true, 0);
    if lexer.take(b'.') {
        integer = false;
        let fraction = lexer.digits();
        exponent = -i32::try_from(fraction).unwrap_or(i32::MAX);
        if fraction == 0 {
            return None;
        }
    }
    if let Some(b'e' | b'E') = lexer.peek() {
        integer = false;
        exponent = lexer.exponent()?.saturating_add(exponent);
    }
    let mantissa = (lexer.digits <= 19).then_some(lexer.mantissa);
    Some(Parts { len: lexer.at, negative, integer, mantissa, exponent })
}

impl Parts {
    /// The nearest float, unless that is hard to say.
    #[inline]
    pub(crate) fn nearest<F: Format>(&self) -> Option<F> {
        nearest(self.mantissa?, self.exponent, self.negative)
    }
}

/// Every integer type of Rust: what [`Reader::int`](crate::Reader::int) can read.
pub trait Integer: Sized + private::Sealed + TryFrom<u64> + TryFrom<i128> + TryFrom<u128> {}

mod private {
    pub trait Sealed {}
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Integer for $type {}
        impl private::Sealed for $type {}
    )*};
}

integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
