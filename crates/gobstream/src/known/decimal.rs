//! `decimal.Decimal` of github.com/shopspring/decimal, by `GobEncode`.
//!
//! ```text
//! exponent i32 big endian, then big.Int's payload, empty for the zero value
//! ```

use super::BigInt;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Zeros that an exponent may ask for.
const MAX_EXPONENT: u32 = 4096;

/// An integer times a power of ten: shopspring's `decimal.Decimal`.
///
/// [`Display`](fmt::Display) is [`text`](Decimal::text), or `123e456` where there is none.
///
/// ```
/// use gobstream::known::{BigInt, Decimal};
///
/// assert_eq!(Decimal::new(BigInt::from(123), -2).to_string(), "1.23");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// None is what Go's zero value has: it sends no bytes for it.
    unscaled: Option<BigInt>,
    exponent: i32,
}

impl Decimal {
    /// `unscaled` × 10^`exponent`.
    ///
    /// ```
    /// use gobstream::known::{BigInt, Decimal};
    ///
    /// assert_eq!(Decimal::new(BigInt::from(-7), 3).to_string(), "-7000");
    /// ```
    pub fn new(unscaled: BigInt, exponent: i32) -> Decimal {
        Decimal { unscaled: Some(unscaled), exponent }
    }

    /// Reads a payload.
    ///
    /// ```
    /// use gobstream::known::Decimal;
    ///
    /// let price = Decimal::from_gob(&[0xff, 0xff, 0xff, 0xfe, 2, 0x7b]).unwrap();
    /// assert_eq!(price.text().as_deref(), Some("1.23"));
    /// assert_eq!(Decimal::from_gob(&[0, 0, 0, 0]), Some(Decimal::default()));
    /// assert_eq!(Decimal::from_gob(&[0, 0, 0]), None);
    /// ```
    pub fn from_gob(payload: &[u8]) -> Option<Decimal> {
        let (exponent, rest) = payload.split_first_chunk()?;
        let unscaled = if rest.is_empty() { None } else { Some(BigInt::from_gob(rest)?) };
        Some(Decimal { unscaled, exponent: i32::from_be_bytes(*exponent) })
    }

    /// Appends the payload.
    ///
    /// ```
    /// use gobstream::known::{BigInt, Decimal};
    ///
    /// let mut payload = Vec::new();
    /// Decimal::new(BigInt::from(123), -2).to_gob(&mut payload);
    /// assert_eq!(payload, [0xff, 0xff, 0xff, 0xfe, 2, 0x7b]);
    /// ```
    pub fn to_gob(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.exponent.to_be_bytes());
        if let Some(unscaled) = &self.unscaled {
            unscaled.to_gob(out);
        }
    }

    /// The integer that the power of ten scales.
    ///
    /// ```
    /// use gobstream::known::{BigInt, Decimal};
    ///
    /// assert_eq!(Decimal::new(BigInt::from(123), -2).unscaled(), BigInt::from(123));
    /// ```
    pub fn unscaled(&self) -> BigInt {
        self.unscaled.clone().unwrap_or_default()
    }

    /// The power of ten.
    ///
    /// ```
    /// use gobstream::known::{BigInt, Decimal};
    ///
    /// assert_eq!(Decimal::new(BigInt::from(123), -2).exponent(), -2);
    /// ```
    pub fn exponent(&self) -> i32 {
        self.exponent
    }

    /// The number as shopspring's `String` prints it: never an exponent, no zeros at the end of a fraction.
    ///
    /// `None` if the integer is over [`MAX_MAGNITUDE`](super::MAX_MAGNITUDE) bytes, or the exponent over 4,096 either
    /// way and the number not zero.
    ///
    /// ```
    /// use gobstream::known::{BigInt, Decimal};
    ///
    /// assert_eq!(Decimal::new(BigInt::from(-1200), -3).text().as_deref(), Some("-1.2"));
    /// assert_eq!(Decimal::new(BigInt::from(1), 5000).text(), None);
    /// ```
    pub fn text(&self) -> Option<String> {
        let unscaled = self.unscaled();
        if unscaled.magnitude().is_empty() {
            return Some(String::from("0"));
        }
        let scale = self.exponent.unsigned_abs();
        if scale > MAX_EXPONENT {
            return None;
        }
        let mut text = unscaled.text()?;
        if self.exponent < 0 {
            point(&mut text, scale as usize)
        } else {
            put_zeros(&mut text, scale as usize)
        }
        Some(text)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text() {
            Some(text) => f.write_str(&text),
            None => write!(f, "{}e{}", self.unscaled(), self.exponent),
        }
    }
}

fn put_zeros(text: &mut String, count: usize) {
    text.extend(core::iter::repeat_n('0', count));
}

/// Puts a point before the last `scale` digits, zeros before it if there are too few, and cuts the zeros at the end.
fn point(text: &mut String, scale: usize) {
    let sign = usize::from(text.starts_with('-'));
    let digits = text.len() - sign;
    if digits <= scale {
        let mut zeros = String::new();
        put_zeros(&mut zeros, scale + 1 - digits);
        text.insert_str(sign, &zeros);
    }
    text.insert(text.len() - scale, '.');
    text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
}
