//! null, booleans and numbers; and, for readers that ask for it, values of one type read as another.

use alloc::string::String;
use core::str::FromStr;

use crate::error::{ErrorKind, Result};
use crate::kernels;
use crate::reader::float::Format;
use crate::reader::number::{Number, Parts, Scan, scan, usual, usual_f32, usual_f64, usual_integer};
use crate::reader::strings::Place;
use crate::reader::{Integer, Reader, Source};

/// A number as the type that holds most of it.
#[cfg(feature = "serde")]
pub(crate) enum AnyNumber {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

/// The two types of floats.
trait Finite: Format + FromStr {
    fn is_finite(&self) -> bool;
}

impl Finite for f32 {
    fn is_finite(&self) -> bool {
        f32::is_finite(*self)
    }
}

impl Finite for f64 {
    fn is_finite(&self) -> bool {
        f64::is_finite(*self)
    }
}

/// Scalars.
impl<S: Source> Reader<S> {
    /// `null`.
    ///
    /// # Examples
    /// ```
    /// jsonstream::Reader::from_str("null").null()?;
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Type` if another value comes; those of [`peek`](Self::peek).
    #[inline(always)]
    pub fn null(&mut self) -> Result<()> {
        match self.value_start()? {
            b'n' => self.word(b"null"),
            other => self.mismatch(other, "null"),
        }
    }

    /// `true` or `false`.
    ///
    /// # Examples
    /// ```
    /// assert!(!jsonstream::Reader::from_str("false").bool()?);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Type` if another value comes; those of [`peek`](Self::peek).
    #[inline(always)]
    pub fn bool(&mut self) -> Result<bool> {
        match self.value_start()? {
            b't' => self.word(b"true").map(|()| true),
            b'f' => self.word(b"false").map(|()| false),
            other if self.options.fuzzy => self.fuzzy_bool(other),
            other => self.mismatch(other, "a boolean"),
        }
    }

    /// One of the three words, of which the first letter was seen.
    #[inline(always)]
    pub(super) fn word(&mut self, word: &'static [u8]) -> Result<()> {
        if !self.unused().starts_with(word) {
            self.check_word(word)?;
        }
        let at_top = self.levels.current.is_top();
        self.took(word.len())?;
        self.under_way.word = at_top;
        Ok(())
    }

    /// An integer of any type. No digit is lost and nothing wraps.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{ErrorKind, Reader};
    /// assert_eq!(Reader::from_str("-128").int::<i8>()?, -128);
    /// assert_eq!(Reader::from_str("256").int::<u8>().unwrap_err().kind(), ErrorKind::Range);
    /// assert_eq!(Reader::from_str("1.0").int::<u8>().unwrap_err().kind(), ErrorKind::Type);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Range` if it does not fit; `Type` if another value comes, or a number with a point or an exponent; `TooBig`
    /// past [`max_number`](crate::ReadOptions::max_number); those of [`peek`](Self::peek).
    #[inline(always)]
    pub fn int<T: Integer>(&mut self) -> Result<T> {
        let byte = self.value_start()?;
        let (mantissa, len) = usual_integer(self.source.window(), self.at);
        let n = if byte == b'-' { T::try_from(-i128::from(mantissa)).ok() } else { T::try_from(mantissa).ok() };
        match n {
            Some(n) if len.wrapping_sub(1) < self.options.max_number => self.took(len).map(|()| n),
            _ => self.rare_int(byte),
        }
    }

    #[inline(never)]
    fn rare_int<T: Integer>(&mut self, byte: u8) -> Result<T> {
        match byte {
            b'-' | b'0'..=b'9' => {}
            other if self.options.fuzzy => return self.fuzzy_int(other),
            other => return self.mismatch(other, "an integer"),
        }
        let parts = self.number_parts()?;
        let n = self.integer(parts)?;
        self.took(parts.len)?;
        Ok(n)
    }

    /// The number at hand, if it is a usual one. Whoever asks has another way for others, and does not bring the two
    /// together again: parts that are stored by the byte and loaded by the word make the processor wait.
    #[inline(always)]
    pub(super) fn usual_number(&self) -> Option<Parts> {
        usual(self.source.window(), self.at).filter(|parts| parts.len <= self.options.max_number)
    }

    fn integer<T: Integer>(&self, parts: Parts) -> Result<T> {
        let text = &self.unused()[..parts.len];
        match to_int(parts, text) {
            Some(n) if parts.integer || self.options.fuzzy => Ok(n),
            None if parts.integer => self.fail(ErrorKind::Range, self.offset(), "the integer does not fit its type"),
            _ => self.fail(ErrorKind::Type, self.offset(), "expected an integer, found a point or an exponent"),
        }
    }

    /// An integer.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Reader::from_str("9007199254740993").i64()?, 9007199254740993);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`int`](Self::int).
    #[inline]
    pub fn i64(&mut self) -> Result<i64> {
        self.int()
    }

    /// An integer without a sign.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Reader::from_str("18446744073709551615").u64()?, u64::MAX);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`int`](Self::int).
    #[inline]
    pub fn u64(&mut self) -> Result<u64> {
        self.int()
    }

    /// The float nearest to the number.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Reader::from_str("0.9999999999999999").f64()?, 0.9999999999999999);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Range` if it is too large to be finite; `Type` if another value comes; `TooBig` past
    /// [`max_number`](crate::ReadOptions::max_number); those of [`peek`](Self::peek).
    #[inline(always)]
    pub fn f64(&mut self) -> Result<f64> {
        let byte = self.value_start()?;
        match self.usual_float(usual_f64) {
            Some((n, len)) => self.took(len).map(|()| n),
            None => self.rare_f64(byte),
        }
    }

    /// The float at hand and its length, if it is a usual one.
    #[inline(always)]
    fn usual_float<F: Format>(&self, usual: fn(&[u8], usize) -> (F, usize)) -> Option<(F, usize)> {
        let (n, len) = usual(self.source.window(), self.at);
        (len.wrapping_sub(1) < self.options.max_number).then_some((n, len))
    }

    #[inline(never)]
    fn rare_f64(&mut self, byte: u8) -> Result<f64> {
        match byte {
            b'-' | b'0'..=b'9' => {}
            other if self.options.fuzzy => return self.fuzzy_f64(other),
            other => return self.mismatch(other, "a number"),
        }
        let parts = self.number_parts()?;
        let n = self.nearest(parts)?;
        self.took(parts.len)?;
        Ok(n)
    }

    fn nearest<F: Finite>(&self, parts: Parts) -> Result<F> {
        match parts.nearest() {
            Some(n) => Ok(n),
            None => self.rare_float(parts.len),
        }
    }

    #[cold]
    fn rare_float<F: Finite>(&self, len: usize) -> Result<F> {
        self.parse(len).filter(F::is_finite).map_or_else(|| self.too_large(), Ok)
    }

    /// A number as the type that holds most of it.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn any_number(&mut self) -> Result<AnyNumber> {
        match self.usual_number().and_then(any_number) {
            Some((n, len)) => self.took(len).map(|()| n),
            None => self.rare_any_number(),
        }
    }

    #[cfg(feature = "serde")]
    #[inline(never)]
    fn rare_any_number(&mut self) -> Result<AnyNumber> {
        let parts = self.number_parts()?;
        let n = match parts.mantissa.filter(|_| parts.integer) {
            // Minus zero is an integer that only a float can hold.
            Some(n) if !parts.negative => AnyNumber::Unsigned(n),
            Some(n @ 1..=0x8000_0000_0000_0000) => AnyNumber::Signed((n as i64).wrapping_neg()),
            _ if parts.integer && !parts.negative => self.long_number(parts)?,
            _ => AnyNumber::Float(self.nearest(parts)?),
        };
        self.took(parts.len)?;
        Ok(n)
    }

    /// An integer of twenty digits, which may still have 64 bits.
    #[cfg(feature = "serde")]
    fn long_number(&self, parts: Parts) -> Result<AnyNumber> {
        match self.parse(parts.len) {
            Some(n) => Ok(AnyNumber::Unsigned(n)),
            None => self.nearest(parts).map(AnyNumber::Float),
        }
    }

    /// The float of single width nearest to the number, rounded once.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Reader::from_str("0.1").f32()?, 0.1);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`f64`](Self::f64).
    #[inline(always)]
    pub fn f32(&mut self) -> Result<f32> {
        let byte = self.value_start()?;
        match self.usual_float(usual_f32) {
            Some((n, len)) => self.took(len).map(|()| n),
            None => self.rare_f32(byte),
        }
    }

    #[inline(never)]
    fn rare_f32(&mut self, byte: u8) -> Result<f32> {
        match byte {
            b'-' | b'0'..=b'9' => {}
            other if self.options.fuzzy => return self.fuzzy_f64(other).map(|n| n as f32),
            other => return self.mismatch(other, "a number"),
        }
        let parts = self.number_parts()?;
        let n = self.nearest(parts)?;
        self.took(parts.len)?;
        Ok(n)
    }

    #[cold]
    fn too_large<T>(&self) -> Result<T> {
        self.fail(ErrorKind::Range, self.offset(), "the number is too large for a float")
    }

    /// A number as text, with every digit; lent until the next call.
    ///
    /// # Examples
    /// See [`Number`].
    /// ```
    /// assert_eq!(jsonstream::Reader::from_str("-0").number()?.as_f64(), Some(-0.0));
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`f64`](Self::f64), but for `Range`.
    #[inline]
    pub fn number(&mut self) -> Result<Number<'_>> {
        match self.value_start()? {
            b'-' | b'0'..=b'9' => {}
            other => return self.mismatch(other, "a number"),
        }
        self.number_here()
    }

    /// The number at hand.
    #[inline]
    pub(super) fn number_here(&mut self) -> Result<Number<'_>> {
        let (len, integer) = match self.usual_number() {
            Some(parts) => (parts.len, parts.integer),
            None => self.number_parts().map(|parts| (parts.len, parts.integer))?,
        };
        let start = self.at;
        self.took(len)?;
        let text = kernels::ascii(&self.source.window()[start..], len).unwrap_or_default();
        Ok(Number::new(text, integer))
    }

    /// The number at hand, of any kind, with all of it in the window.
    #[inline(never)]
    pub(super) fn number_parts(&mut self) -> Result<Parts> {
        let mut last = false;
        loop {
            let rest = self.unused();
            let rest = &rest[..rest.len().min(self.options.max_number.saturating_add(1))];
            match scan(rest, last) {
                Scan::Number(parts) => return Ok(parts),
                Scan::Bad(ahead) => return self.syntax(ahead, "not a number"),
                Scan::Short if rest.len() > self.options.max_number => {
                    return self.fail(ErrorKind::TooBig, self.offset(), "the number is longer than the limit");
                }
                Scan::Short => last = !self.refill()?,
            }
        }
    }

    fn parse<T: FromStr>(&self, len: usize) -> Option<T> {
        core::str::from_utf8(&self.unused()[..len]).ok()?.parse().ok()
    }
}

/// A usual number as the type that holds most of it, and its length.
#[cfg(feature = "serde")]
#[inline(always)]
fn any_number(parts: Parts) -> Option<(AnyNumber, usize)> {
    let n = match parts.mantissa? {
        n if parts.integer && !parts.negative => AnyNumber::Unsigned(n),
        n if parts.integer && n > 0 => AnyNumber::Signed(i64::try_from(n).ok()?.wrapping_neg()),
        _ => AnyNumber::Float(parts.nearest()?),
    };
    Some((n, parts.len))
}

/// The integer, if it is one that fits.
#[inline]
fn to_int<T: Integer>(parts: Parts, text: &[u8]) -> Option<T> {
    match parts.mantissa {
        Some(mantissa) if parts.integer && !parts.negative => T::try_from(mantissa).ok(),
        Some(mantissa) if parts.integer => T::try_from(-i128::from(mantissa)).ok(),
        _ => rare_int(parts, text),
    }
}

/// The same for twenty digits and more, and for a number that is an integer by its value.
#[cold]
fn rare_int<T: Integer>(parts: Parts, text: &[u8]) -> Option<T> {
    match parts.mantissa {
        None => long_int(without_zeros(core::str::from_utf8(text).ok()?)),
        Some(mantissa) => signed(parts.negative, scaled(mantissa, parts.exponent)?).and_then(|n| T::try_from(n).ok()),
    }
}

/// `12.00` is `12`.
fn without_zeros(text: &str) -> &str {
    match text.split_once('.') {
        Some((whole, fraction)) if fraction.bytes().all(|byte| byte == b'0') => whole,
        _ => text,
    }
}

fn signed(negative: bool, n: i128) -> Option<i128> {
    if negative { n.checked_neg() } else { Some(n) }
}

fn long_int<T: Integer>(text: &str) -> Option<T> {
    match text.parse::<i128>() {
        Ok(n) => T::try_from(n).ok(),
        Err(_) => T::try_from(text.parse::<u128>().ok()?).ok(),
    }
}

/// The mantissa times a power of ten, if nothing is lost.
fn scaled(mantissa: u64, exponent: i32) -> Option<i128> {
    let power = 10i128.checked_pow(exponent.unsigned_abs())?;
    match i128::from(mantissa) {
        m if exponent >= 0 => m.checked_mul(power),
        m if m % power == 0 => Some(m / power),
        _ => None,
    }
}

/// Values of one type read as another.
impl<S: Source> Reader<S> {
    /// The value at hand as text that a number may be in, and its length; for the words those of 1 and 0. Nothing is
    /// read yet.
    #[cold]
    fn fuzzy_text(&mut self, found: u8) -> Result<(String, usize)> {
        let (text, len) = match found {
            b't' => ("1".into(), 4),
            b'f' => ("0".into(), 5),
            b'n' => ("0".into(), 4),
            b'"' => self.fuzzy_string()?,
            other => return self.mismatch(other, "a number"),
        };
        let word: &[u8] = match found {
            b't' => b"true",
            b'f' => b"false",
            b'n' => b"null",
            _ => b"",
        };
        self.check_word(word)?;
        Ok((text, len))
    }

    #[inline(never)]
    fn check_word(&mut self, word: &[u8]) -> Result<()> {
        for (ahead, &byte) in word.iter().enumerate() {
            if self.need(ahead)? != Some(byte) {
                return self.syntax(ahead, "not a value");
            }
        }
        Ok(())
    }

    fn fuzzy_string(&mut self) -> Result<(String, usize)> {
        let len = self.string_len(self.policies)?;
        self.decode(len, self.policies)?;
        let text = String::from_utf8_lossy(&self.scratch);
        Ok((if text.is_empty() { "0".into() } else { text.into_owned() }, len))
    }

    fn fuzzy_number(&mut self, found: u8) -> Result<(String, Parts, usize)> {
        let (text, len) = self.fuzzy_text(found)?;
        match scan(text.as_bytes(), true) {
            Scan::Number(parts) if parts.len == text.len() => Ok((text, parts, len)),
            _ => self.fail(ErrorKind::Type, self.offset(), "expected a number, found a string without one"),
        }
    }

    fn fuzzy_int<T: Integer>(&mut self, found: u8) -> Result<T> {
        let (text, parts, len) = self.fuzzy_number(found)?;
        match to_int(parts, text.as_bytes()) {
            Some(n) => self.took(len).map(|()| n),
            None => self.fail(ErrorKind::Range, self.offset(), "the number does not fit its type without loss"),
        }
    }

    fn fuzzy_f64(&mut self, found: u8) -> Result<f64> {
        let (text, _, len) = self.fuzzy_number(found)?;
        match text.parse::<f64>() {
            Ok(n) if n.is_finite() => self.took(len).map(|()| n),
            _ => self.too_large(),
        }
    }

    /// A number is true unless it is 0, null is false, a string is what it says.
    fn fuzzy_bool(&mut self, found: u8) -> Result<bool> {
        if let b'-' | b'0'..=b'9' = found {
            return self.f64().map(|n| n != 0.0);
        }
        let (text, len) = self.fuzzy_text(found)?;
        match text.as_str() {
            "0" | "false" => self.took(len).map(|()| false),
            "1" | "true" => self.took(len).map(|()| true),
            _ => self.mismatch(found, "a boolean"),
        }
    }

    /// A number or a word as it stands, null as nothing.
    #[cold]
    pub(super) fn fuzzy_str(&mut self, found: u8) -> Result<Place> {
        let (text, len) = match found {
            b't' | b'f' | b'n' => self.fuzzy_word(found)?,
            b'-' | b'0'..=b'9' => {
                let len = self.number_parts()?.len;
                (self.unused()[..len].to_vec(), len)
            }
            other => return self.mismatch(other, "a string"),
        };
        self.scratch = text;
        self.took(len)?;
        Ok(Place::Scratch)
    }

    fn fuzzy_word(&mut self, found: u8) -> Result<(alloc::vec::Vec<u8>, usize)> {
        let (_, len) = self.fuzzy_text(found)?;
        let text = if found == b'n' { &[] } else { &self.unused()[..len] };
        Ok((text.to_vec(), len))
    }
}
