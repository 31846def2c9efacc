//! `url.URL`, by `MarshalBinary`: its text, user and password included. UUIDs, by `MarshalBinary`: their 16 bytes.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// UTF-8 without control characters.
pub(super) fn plain_text(bytes: &[u8]) -> Option<&str> {
    core::str::from_utf8(bytes).ok().filter(|text| !text.contains(char::is_control))
}

/// The text of a URL: `url.URL`. It is not parsed.
///
/// ```
/// use gobstream::known::Url;
///
/// assert_eq!(Url::from_gob(b"http://go.dev/?a=b").unwrap().as_str(), "http://go.dev/?a=b");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Url {
    text: String,
}

impl Url {
    /// Reads a payload; `None` unless it is UTF-8 without control characters, which Go's parser refuses too.
    ///
    /// ```
    /// use gobstream::known::Url;
    ///
    /// assert_eq!(Url::from_gob(b"a\nb"), None);
    /// assert_eq!(Url::from_gob(b"\xff"), None);
    /// ```
    pub fn from_gob(payload: &[u8]) -> Option<Url> {
        plain_text(payload).map(|text| Url { text: text.into() })
    }

    /// Appends the payload.
    ///
    /// ```
    /// let mut payload = Vec::new();
    /// gobstream::known::Url::from_gob(b"/").unwrap().to_gob(&mut payload);
    /// assert_eq!(payload, b"/");
    /// ```
    pub fn to_gob(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.text.as_bytes());
    }

    /// The text.
    ///
    /// ```
    /// assert_eq!(gobstream::known::Url::default().as_str(), "");
    /// ```
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A UUID: the type of google, gofrs and satori. That of Go's own library travels as an array instead.
///
/// ```
/// use gobstream::known::Uuid;
///
/// assert_eq!(Uuid::from_bytes([0xab; 16]).to_string(), "abababab-abab-abab-abab-abababababab");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Uuid {
    bytes: [u8; 16],
}

impl Uuid {
    /// A UUID of these bytes.
    ///
    /// ```
    /// use gobstream::known::Uuid;
    ///
    /// assert_eq!(Uuid::from_bytes([0; 16]), Uuid::default());
    /// ```
    pub fn from_bytes(bytes: [u8; 16]) -> Uuid {
        Uuid { bytes }
    }

    /// Reads a payload, which has to be of 16 bytes.
    ///
    /// ```
    /// use gobstream::known::Uuid;
    ///
    /// assert_eq!(Uuid::from_gob(&[7; 16]), Some(Uuid::from_bytes([7; 16])));
    /// assert_eq!(Uuid::from_gob(&[7; 15]), None);
    /// ```
    pub fn from_gob(payload: &[u8]) -> Option<Uuid> {
        payload.try_into().ok().map(Uuid::from_bytes)
    }

    /// Appends the payload.
    ///
    /// ```
    /// let mut payload = Vec::new();
    /// gobstream::known::Uuid::default().to_gob(&mut payload);
    /// assert_eq!(payload, [0; 16]);
    /// ```
    pub fn to_gob(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bytes);
    }

    /// The bytes.
    ///
    /// ```
    /// assert_eq!(gobstream::known::Uuid::default().as_bytes(), &[0; 16]);
    /// ```
    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.bytes
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, byte) in self.bytes.iter().enumerate() {
            f.write_str(if matches!(i, 4 | 6 | 8 | 10) { "-" } else { "" })?;
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}
