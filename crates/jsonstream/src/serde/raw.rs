//! JSON text inside a type.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::ops::Deref;

use serde_core::de::{Deserialize, Deserializer, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::names::RAW;
use crate::check;
use crate::error::Result;

/// A whole value as it stands in the JSON text, not looked into. Borrowed from a slice, owned from other sources. Types that
/// borrow nothing hold an [`OwnedRawValue`].
///
/// It works with the serializer and the deserializer of this crate. Inside `#[serde(flatten)]`, untagged and
/// internally tagged types serde has taken the value apart before, and it is refused.
///
/// # Examples
/// ```
/// use jsonstream::RawValue;
///
/// let pairs: Vec<(u8, RawValue<'_>)> = jsonstream::from_str(r#"[[1, {"a":  1.0}]]"#)?;
/// assert_eq!(pairs[0].1.get(), r#"{"a":  1.0}"#);
/// assert_eq!(jsonstream::to_string(&pairs)?, r#"[[1,{"a":  1.0}]]"#);
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawValue<'a>(Cow<'a, str>);

impl<'a> RawValue<'a> {
    /// Text that is checked to be one JSON value. An escape of half a surrogate pair passes, as in
    /// [`Writer::raw`](crate::Writer::raw).
    ///
    /// # Examples
    /// ```
    /// assert!(jsonstream::RawValue::new("[1,").is_err());
    /// ```
    ///
    /// # Errors
    /// `Syntax`, `Eof` or `TooDeep`.
    pub fn new(text: impl Into<Cow<'a, str>>) -> Result<Self> {
        let text = text.into();
        check::value(&text, 10_000)?;
        Ok(Self(text))
    }

    /// The text.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::RawValue::new("1.0")?.get(), "1.0");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn get(&self) -> &str {
        &self.0
    }

    /// The same, with a text of its own.
    ///
    /// # Examples
    /// ```
    /// let raw: jsonstream::RawValue<'static> = jsonstream::RawValue::new("1")?.into_owned();
    /// assert_eq!(raw.get(), "1");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn into_owned(self) -> RawValue<'static> {
        RawValue(Cow::Owned(self.0.into_owned()))
    }
}

impl Serialize for RawValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(RAW, &*self.0)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for RawValue<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(RAW, RawVisitor).map(RawValue)
    }
}

/// A [`RawValue`] that owns its text, wherever it is read from: for types that come from a [`std::io::Read`] and hold
/// nothing borrowed.
///
/// # Examples
/// ```
/// use jsonstream::OwnedRawValue;
///
/// let pairs: Vec<(u8, OwnedRawValue)> = jsonstream::from_reader(&br#"[[1, {"a":  1.0}]]"#[..])?;
/// assert_eq!(pairs[0].1.get(), r#"{"a":  1.0}"#);
/// assert_eq!(jsonstream::to_string(&pairs)?, r#"[[1,{"a":  1.0}]]"#);
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedRawValue(RawValue<'static>);

impl Deref for OwnedRawValue {
    type Target = RawValue<'static>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl From<RawValue<'_>> for OwnedRawValue {
    fn from(value: RawValue<'_>) -> Self {
        Self(value.into_owned())
    }
}

impl From<OwnedRawValue> for RawValue<'static> {
    fn from(value: OwnedRawValue) -> Self {
        value.0
    }
}

impl Serialize for OwnedRawValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for OwnedRawValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        RawValue::deserialize(deserializer).map(Self::from)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that jsonstream reads from JSON text")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(String::from(text)))
    }
}
