//! `BigInt` and `BigUint` are Go's `big.Int`.

use crate::decode::{Dec, Decode};
use crate::encode::{Enc, Encode};
use crate::error::Result;
use crate::known;
use crate::plan::Node;
use crate::shape::same;
use num_bigint::{BigInt, BigUint, Sign};

same! {
    BigInt as known::BigInt;
    BigUint as known::BigInt;
}

/// Always sent, as Go's methods are on the pointer.
macro_rules! integers {
    ($($ty:ty),*) => {$(
        impl Encode for $ty {
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                e.opaque(|out| known::BigInt::from(self).to_gob(out));
            }
            fn omit(&self) -> bool {
                false
            }
        }
    )*};
}

integers!(BigInt, BigUint);

impl<'de> Decode<'de> for BigInt {
    fn zero() -> Self {
        BigInt::ZERO
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        let mut known = known::BigInt::default();
        known.merge(d, n)?;
        *self = BigInt::from(&known);
        Ok(())
    }
}

/// A negative one is out of range.
impl<'de> Decode<'de> for BigUint {
    fn zero() -> Self {
        BigUint::ZERO
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        let before = d.left();
        let mut known = known::BigInt::default();
        known.merge(d, n)?;
        if known.is_negative() {
            return Err(d.out_of_range(before, "a negative integer", "BigUint"));
        }
        *self = BigUint::from_bytes_be(known.magnitude());
        Ok(())
    }
}

/// ```
/// let known = gobstream::known::BigInt::from(&num_bigint::BigInt::from(-256));
/// assert_eq!(known.to_string(), "-256");
/// ```
impl From<&BigInt> for known::BigInt {
    fn from(int: &BigInt) -> Self {
        let (sign, magnitude) = int.to_bytes_be();
        known::BigInt::from_magnitude(sign == Sign::Minus, &magnitude)
    }
}

/// ```
/// let known = gobstream::known::BigInt::from(&num_bigint::BigUint::from(256u32));
/// assert_eq!(known.to_string(), "256");
/// ```
impl From<&BigUint> for known::BigInt {
    fn from(int: &BigUint) -> Self {
        known::BigInt::from_magnitude(false, &int.to_bytes_be())
    }
}

/// ```
/// let known = gobstream::known::BigInt::from(-256);
/// assert_eq!(num_bigint::BigInt::from(&known), num_bigint::BigInt::from(-256));
/// ```
impl From<&known::BigInt> for BigInt {
    fn from(known: &known::BigInt) -> Self {
        let sign = if known.is_negative() { Sign::Minus } else { Sign::Plus };
        BigInt::from_bytes_be(sign, known.magnitude())
    }
}
