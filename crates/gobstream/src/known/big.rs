//! `big.Int` and `big.Rat`, by `GobEncode`.
//!
//! ```text
//! Int   02 or 03 when negative, magnitude big endian and minimal
//! Rat   02 or 03 when negative, length of the numerator u32, numerator, denominator
//! ```
//! The first byte is a version, 1, above the sign bit. An empty payload is a nil pointer, which Go reads as zero.

use super::nat;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// An integer of any size: `big.Int`.
///
/// [`Display`](fmt::Display) is decimal up to [`MAX_MAGNITUDE`](super::MAX_MAGNITUDE) bytes, hexadecimal with `0x`
/// beyond.
///
/// ```
/// use gobstream::known::BigInt;
///
/// let int = BigInt::from_gob(&[3, 1, 0]).unwrap();
/// assert_eq!(int.to_string(), "-256");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BigInt {
    /// Never of zero.
    negative: bool,
    /// Big endian, no leading zero byte.
    magnitude: Vec<u8>,
}

impl BigInt {
    /// An integer from its sign and its magnitude, big endian; leading zero bytes are dropped, and so is zero's sign.
    ///
    /// ```
    /// use gobstream::known::BigInt;
    ///
    /// assert_eq!(BigInt::from_magnitude(true, &[0, 5]), BigInt::from(-5));
    /// ```
    pub fn from_magnitude(negative: bool, magnitude: &[u8]) -> BigInt {
        let magnitude = nat::minimal(magnitude).to_vec();
        BigInt { negative: negative && !magnitude.is_empty(), magnitude }
    }

    /// Reads a payload: an empty one, leading zeros and a negative zero are read as Go reads them.
    ///
    /// ```
    /// use gobstream::known::BigInt;
    ///
    /// assert_eq!(BigInt::from_gob(&[2, 1]), Some(BigInt::from(1)));
    /// assert_eq!(BigInt::from_gob(&[]), Some(BigInt::from(0)));
    /// assert_eq!(BigInt::from_gob(&[4, 1]), None);
    /// ```
    pub fn from_gob(payload: &[u8]) -> Option<BigInt> {
        match payload {
            [] => Some(BigInt::default()),
            [head @ (2 | 3), magnitude @ ..] => Some(BigInt::from_magnitude(*head == 3, magnitude)),
            _ => None,
        }
    }

    /// Appends the payload.
    ///
    /// ```
    /// let mut payload = Vec::new();
    /// gobstream::known::BigInt::from(0).to_gob(&mut payload);
    /// assert_eq!(payload, [2]);
    /// ```
    pub fn to_gob(&self, out: &mut Vec<u8>) {
        out.push(2 | u8::from(self.negative));
        out.extend_from_slice(&self.magnitude);
    }

    /// Whether the integer is less than zero.
    ///
    /// ```
    /// assert!(gobstream::known::BigInt::from(-1).is_negative());
    /// ```
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// The absolute value, big endian without leading zeros; empty for zero.
    ///
    /// ```
    /// assert_eq!(gobstream::known::BigInt::from(-256).magnitude(), [1, 0]);
    /// ```
    pub fn magnitude(&self) -> &[u8] {
        &self.magnitude
    }

    /// The integer in decimal; `None` over [`MAX_MAGNITUDE`](super::MAX_MAGNITUDE) bytes.
    ///
    /// ```
    /// use gobstream::known::BigInt;
    ///
    /// assert_eq!(BigInt::from(-12).text().as_deref(), Some("-12"));
    /// assert_eq!(BigInt::from_magnitude(false, &[1; 4097]).text(), None);
    /// ```
    pub fn text(&self) -> Option<String> {
        let mut text = nat::decimal(&self.magnitude)?;
        if self.negative {
            text.insert(0, '-');
        }
        Some(text)
    }
}

impl From<i128> for BigInt {
    fn from(number: i128) -> BigInt {
        BigInt::from_magnitude(number < 0, &number.unsigned_abs().to_be_bytes())
    }
}

impl fmt::Display for BigInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = self.text() {
            return f.write_str(&text);
        }
        f.write_str(if self.negative { "-0x" } else { "0x" })?;
        nat::put_hex(f, &self.magnitude)
    }
}

/// A fraction of integers of any size: `big.Rat`.
///
/// Kept as it was sent: Go reduces its fractions, but reads those of others without reducing them.
///
/// ```
/// use gobstream::known::BigRat;
///
/// let rat = BigRat::from_gob(&[3, 0, 0, 0, 1, 3, 4]).unwrap();
/// assert_eq!(rat.to_string(), "-3/4");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BigRat {
    /// Under 4 GiB.
    numerator: BigInt,
    /// Positive; zero stands for a denominator of 1 that was not sent.
    denominator: BigInt,
}

impl BigRat {
    /// A fraction, not reduced; `None` unless the denominator is positive and the numerator under 4 GiB, which is all
    /// that a payload can say.
    ///
    /// ```
    /// use gobstream::known::{BigInt, BigRat};
    ///
    /// let rat = BigRat::new(BigInt::from(3), BigInt::from(1)).unwrap();
    /// assert_eq!(rat.to_string(), "3/1");
    /// assert_eq!(BigRat::new(BigInt::from(3), BigInt::from(0)), None);
    /// ```
    pub fn new(numerator: BigInt, denominator: BigInt) -> Option<BigRat> {
        let positive = !denominator.negative && !denominator.magnitude.is_empty();
        let sayable = u32::try_from(numerator.magnitude.len()).is_ok();
        (positive && sayable).then_some(BigRat { numerator, denominator })
    }

    /// Reads a payload: one without a denominator, as Go sends the zero value, has the denominator 1.
    ///
    /// Stricter than Go with a denominator of zero bytes, which Go takes for 1.
    ///
    /// ```
    /// use gobstream::known::BigRat;
    ///
    /// assert_eq!(BigRat::from_gob(&[2, 0, 0, 0, 0]).unwrap().to_string(), "0/1");
    /// assert_eq!(BigRat::from_gob(&[2, 0, 0, 0, 1, 5, 0]), None);
    /// assert_eq!(BigRat::from_gob(&[2, 0, 0, 0, 9, 5, 2]), None);
    /// ```
    pub fn from_gob(payload: &[u8]) -> Option<BigRat> {
        let (head, rest) = match payload {
            [] => return Some(BigRat::default()),
            _ => payload.split_first_chunk::<5>()?,
        };
        let [head @ (2 | 3), len @ ..] = *head else {
            return None;
        };
        let (above, below) = rest.split_at_checked(usize::try_from(u32::from_be_bytes(len)).ok()?)?;
        let denominator = BigInt::from_magnitude(false, below);
        let whole = below.is_empty() || !denominator.magnitude.is_empty();
        whole.then(|| BigRat { numerator: BigInt::from_magnitude(head == 3, above), denominator })
    }

    /// Appends the payload.
    ///
    /// ```
    /// use gobstream::known::{BigInt, BigRat};
    ///
    /// let mut payload = Vec::new();
    /// BigRat::new(BigInt::from(1), BigInt::from(2)).unwrap().to_gob(&mut payload);
    /// assert_eq!(payload, [2, 0, 0, 0, 1, 1, 2]);
    /// ```
    pub fn to_gob(&self, out: &mut Vec<u8>) {
        let above = &self.numerator.magnitude;
        out.push(2 | u8::from(self.numerator.negative));
        out.extend_from_slice(&(above.len() as u32).to_be_bytes());
        out.extend_from_slice(above);
        out.extend_from_slice(&self.denominator.magnitude);
    }

    /// The number above the line, which has the sign.
    ///
    /// ```
    /// use gobstream::known::{BigInt, BigRat};
    ///
    /// let rat = BigRat::from_gob(&[3, 0, 0, 0, 1, 3, 4]).unwrap();
    /// assert_eq!(rat.numerator(), &BigInt::from(-3));
    /// ```
    pub fn numerator(&self) -> &BigInt {
        &self.numerator
    }

    /// The number below the line; 1 when none was sent.
    ///
    /// ```
    /// use gobstream::known::{BigInt, BigRat};
    ///
    /// assert_eq!(BigRat::default().denominator(), BigInt::from(1));
    /// ```
    pub fn denominator(&self) -> BigInt {
        if self.denominator.magnitude.is_empty() { BigInt::from(1) } else { self.denominator.clone() }
    }

    /// The fraction as Go's `Rat.MarshalText` has it, `3` for 3/1 (Display is Go's `Rat.String`, `3/1`); `None` if either
    /// part is over [`MAX_MAGNITUDE`](super::MAX_MAGNITUDE) bytes.
    ///
    /// ```
    /// assert_eq!(gobstream::known::BigRat::default().text().as_deref(), Some("0"));
    /// ```
    pub fn text(&self) -> Option<String> {
        let (mut text, denominator) = (self.numerator.text()?, self.denominator().text()?);
        if denominator != "1" {
            text.push('/');
            text.push_str(&denominator);
        }
        Some(text)
    }
}

impl fmt::Display for BigRat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator())
    }
}
