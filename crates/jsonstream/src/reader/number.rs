//! Text to numbers: a pure function over the bytes at hand.

use core::fmt;

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
        self.text.parse().ok().filter(|n: &f64| n.is_finite())
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
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Digits into the mantissa; how many. Past 19 of them it means nothing any more.
    #[inline]
    fn digits(&mut self) -> usize {
        let start = self.at;
        while let Some(word) = self.bytes[self.at..].first_chunk()
            && let Some(eight) = eight_digits(u64::from_le_bytes(*word))
        {
            self.mantissa = self.mantissa.wrapping_mul(100_000_000).wrapping_add(eight);
            self.at += 8;
        }
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

/// Eight digits at once, if they are digits: pairs, then fours, then all are put together by multiplication.
#[inline]
fn eight_digits(word: u64) -> Option<u64> {
    let values = word.wrapping_sub(0x3030_3030_3030_3030);
    // A byte below '0' or above '9' sets its high bit in one of the two.
    if (values | word.wrapping_add(0x4646_4646_4646_4646)) & 0x8080_8080_8080_8080 != 0 {
        return None;
    }
    let pairs = values.wrapping_mul(10).wrapping_add(values >> 8);
    let fours = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(0x000f_4240_0000_0064);
    let rest = (pairs >> 16 & 0x0000_00ff_0000_00ff).wrapping_mul(0x0000_2710_0000_0001);
    Some(fours.wrapping_add(rest) >> 32)
}

/// Takes the number at the start of `bytes` apart. If they are the `last` ones nothing follows them.
#[inline]
pub(crate) fn scan(bytes: &[u8], last: bool) -> Scan {
    let mut lexer = Lexer { bytes, at: 0, mantissa: 0, digits: 0 };
    match parts(&mut lexer) {
        _ if lexer.at == bytes.len() && !last => Scan::Short,
        Some(parts) if lexer.peek().is_none_or(ends_number) => Scan::Number(parts),
        _ => Scan::Bad(lexer.at),
    }
}

/// Is it one number and nothing else?
pub(crate) fn is_number(text: &str) -> bool {
    matches!(scan(text.as_bytes(), true), Scan::Number(parts) if parts.len == text.len())
}

fn ends_number(byte: u8) -> bool {
    matches!(byte, b',' | b']' | b'}' | b' ' | b'\n' | b'\r' | b'\t')
}

#[inline]
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

/// Powers of ten that a float holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
    1e22,
];

impl Parts {
    /// The float, if one multiplication or division of exact floats gives it: it is then the nearest one.
    #[inline]
    pub(crate) fn quick_f64(&self) -> Option<f64> {
        let mantissa = self.mantissa.filter(|&m| m <= 1 << 53)? as f64;
        let power = POWERS.get(self.exponent.unsigned_abs() as usize)?;
        let n = if self.exponent < 0 { mantissa / power } else { mantissa * power };
        Some(if self.negative { -n } else { n })
    }
}

/// Every integer type of Rust: what [`Reader::int`](crate::Reader::int) can read.
pub trait Integer: Sized + private::Sealed + TryFrom<i128> + TryFrom<u128> {}

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
