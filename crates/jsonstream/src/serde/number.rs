//! A number inside a type, with every digit.

use alloc::string::{String, ToString};
use core::fmt;

use serde_core::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::names::NUMBER;
use crate::check;
use crate::error::Result;

/// A number of any size as its text. Only fields that ask for it are affected: no feature changes what numbers mean
/// elsewhere.
///
/// Inside `#[serde(flatten)]`, untagged and internally tagged types it gets what serde keeps there: exact integers of
/// 64 bits, floats otherwise.
///
/// # Examples
/// ```
/// use jsonstream::BigNumber;
///
/// let n: BigNumber = jsonstream::from_str("1234567890123456789012.50")?;
/// assert_eq!(n.as_str(), "1234567890123456789012.50");
/// assert_eq!(jsonstream::to_string(&n)?, "1234567890123456789012.50");
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BigNumber(String);

impl BigNumber {
    /// Text that is checked to be a JSON number.
    ///
    /// # Examples
    /// ```
    /// assert!(jsonstream::BigNumber::new("01").is_err());
    /// ```
    ///
    /// # Errors
    /// `Syntax`.
    pub fn new(text: impl Into<String>) -> Result<Self> {
        let text = text.into();
        check::number(&text)?;
        Ok(Self(text))
    }

    /// The text.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::BigNumber::new("1e3")?.as_str(), "1e3");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Serialize for BigNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(NUMBER, &*self.0)
    }
}

impl<'de> Deserialize<'de> for BigNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(NUMBER, NumberVisitor)
    }
}

struct NumberVisitor;

impl<'de> Visitor<'de> for NumberVisitor {
    type Value = BigNumber;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_str<E: serde_core::de::Error>(self, text: &str) -> Result<BigNumber, E> {
        BigNumber::new(text).map_err(E::custom)
    }

    fn visit_u64<E>(self, n: u64) -> Result<BigNumber, E> {
        Ok(BigNumber(n.to_string()))
    }

    fn visit_i64<E>(self, n: i64) -> Result<BigNumber, E> {
        Ok(BigNumber(n.to_string()))
    }

    fn visit_f64<E: serde_core::de::Error>(self, n: f64) -> Result<BigNumber, E> {
        super::to_string(&n).map(BigNumber).map_err(E::custom)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<BigNumber, D::Error> {
        deserializer.deserialize_any(NumberVisitor).map_err(D::Error::custom)
    }
}
