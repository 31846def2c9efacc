//! Opaque payloads that everybody meets: times, big numbers, addresses, URLs, UUIDs, decimals.
//!
//! A Go type with `GobEncode` or `MarshalBinary` travels as bytes that only that type understands. The types here
//! read those bytes for the few that are in nearly every stream, write them back, and give the text that Go gives.
//!
//! What this module can not do: it sees a type's name without its package, so two types of one name look alike
//! until their payloads are checked; it never guesses. Text loses what the text never had: the precision and
//! rounding mode of a float, the trailing zeros of a decimal, whether a zone at offset 0 was UTC.
//!
//! # What text costs
//!
//! Printing in decimal takes time quadratic in the digits, and an exponent of four bytes can ask for a gigabyte of
//! zeros. So `text` gives `None`, and [`Display`](core::fmt::Display) another exact spelling, for
//!
//! - integers, numerators, denominators and unscaled decimals over [`MAX_MAGNITUDE`] bytes;
//! - floats too far from 1, or too precise, for the length of their payload (see [`BigFloat::text`]);
//! - decimals whose exponent is over 4,096 either way.

mod big;
mod decimal;
mod duration;
mod exact;
mod float;
mod nat;
mod net;
mod time;
mod web;

pub use big::{BigInt, BigRat};
pub use decimal::Decimal;
pub use duration::Duration;
pub use exact::opaque_payload;
pub use float::BigFloat;
pub use net::{Addr, AddrPort, Prefix};
pub use time::Time;
pub use web::{Url, Uuid};

use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Bytes of the longest integer that is printed in decimal.
///
/// ```
/// assert_eq!(gobstream::known::MAX_MAGNITUDE, 4096);
/// ```
pub const MAX_MAGNITUDE: usize = 4096;

/// Digits of the longest integer or fraction that is worked out to print a float.
///
/// ```
/// assert_eq!(gobstream::known::MAX_DIGITS, 8192);
/// ```
pub const MAX_DIGITS: usize = 8192;

/// How a value became opaque bytes, as its type definition says.
///
/// ```
/// use gobstream::known::{Known, Marshaler};
///
/// assert!(Known::recognise(b"UUID", Marshaler::Binary, &[0; 16]).is_some());
/// assert!(Known::recognise(b"URL", Marshaler::Gob, b"http://go.dev").is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Marshaler {
    /// By `GobEncode`.
    Gob,
    /// By `MarshalBinary`.
    Binary,
    /// By `MarshalText`; on the wire a type may say so, though Go's encoder never uses it (golang.org/issue/6760).
    Text,
}

/// An opaque value that was recognised.
///
/// ```
/// use gobstream::known::{Known, Marshaler};
///
/// let payload = [2, 1, 0];
/// let known = Known::recognise(b"Int", Marshaler::Gob, &payload).unwrap();
/// assert_eq!(known.text().as_deref(), Some("256"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Known {
    /// `time.Time`.
    Time(Time),
    /// `big.Int`.
    BigInt(BigInt),
    /// `big.Rat`.
    BigRat(BigRat),
    /// `big.Float`.
    BigFloat(BigFloat),
    /// `netip.Addr`.
    Addr(Addr),
    /// `netip.AddrPort`.
    AddrPort(AddrPort),
    /// `netip.Prefix`.
    Prefix(Prefix),
    /// `url.URL`.
    Url(Url),
    /// `uuid.UUID` of google, gofrs and satori.
    Uuid(Uuid),
    /// `decimal.Decimal` of shopspring.
    Decimal(Decimal),
}

impl Known {
    /// Reads `payload` as the type that `type_name` names, if it is one of ours and beyond doubt.
    ///
    /// The name is the one in the type definition, without a package. It is empty when the value came through a
    /// pointer (Go names only the type that it met first); then only a time is recognised, with a year from 1 to
    /// 9999 and an offset under a day. A payload that would not be written back byte for byte is refused.
    ///
    /// ```
    /// use gobstream::known::{Known, Marshaler};
    ///
    /// let epoch = b"\x01\x00\x00\x00\x0e\x77\x91\xf7\x00\x00\x00\x00\x00\xff\xff";
    /// let named = Known::recognise(b"Time", Marshaler::Gob, epoch).unwrap();
    /// let nameless = Known::recognise(b"", Marshaler::Gob, epoch).unwrap();
    /// assert_eq!(named.text().as_deref(), Some("1970-01-01T00:00:00Z"));
    /// assert_eq!(named, nameless);
    /// assert!(Known::recognise(b"Stamp", Marshaler::Gob, epoch).is_none());
    /// ```
    pub fn recognise(type_name: &[u8], marshaler: Marshaler, payload: &[u8]) -> Option<Known> {
        match marshaler {
            Marshaler::Gob => by_gob(type_name, payload),
            Marshaler::Binary => by_binary(type_name, payload),
            Marshaler::Text => None,
        }
        .filter(|known| known.writes(payload))
    }

    /// The usual text, as Go prints it in JSON ([`BigFloat::text`] has an exception); `None` when there is none that says it all, and callers show the bytes.
    ///
    /// There is none for an invalid address or prefix, a time that RFC 3339 cannot say, and a number that costs too
    /// much (see the [module](self)).
    ///
    /// ```
    /// use gobstream::known::{Known, Marshaler};
    ///
    /// let prefix = Known::recognise(b"Prefix", Marshaler::Binary, &[10, 0, 0, 0, 8]).unwrap();
    /// assert_eq!(prefix.text().as_deref(), Some("10.0.0.0/8"));
    /// let zero = Known::recognise(b"Addr", Marshaler::Binary, &[]).unwrap();
    /// assert_eq!(zero.text().as_deref(), Some(""));
    /// ```
    pub fn text(&self) -> Option<String> {
        match self {
            Known::Time(x) => x.rfc3339(),
            Known::BigInt(x) => x.text(),
            Known::BigRat(x) => x.text(),
            Known::BigFloat(x) => x.text(),
            Known::Addr(x) => zero_or(self, &[], x.is_valid(), x),
            Known::AddrPort(x) => zero_or(self, &[0, 0], x.addr().is_valid(), x),
            Known::Prefix(x) => zero_or(self, &[0xff], x.is_valid(), x),
            Known::Url(x) => Some(x.as_str().to_string()),
            Known::Uuid(x) => Some(x.to_string()),
            Known::Decimal(x) => x.text(),
        }
    }

    /// Appends the payload.
    ///
    /// ```
    /// use gobstream::known::{BigInt, Known};
    ///
    /// let mut payload = Vec::new();
    /// Known::BigInt(BigInt::from(-256)).to_gob(&mut payload);
    /// assert_eq!(payload, [3, 1, 0]);
    /// ```
    pub fn to_gob(&self, out: &mut Vec<u8>) {
        match self {
            Known::Time(x) => x.to_gob(out),
            Known::BigInt(x) => x.to_gob(out),
            Known::BigRat(x) => x.to_gob(out),
            Known::BigFloat(x) => x.to_gob(out),
            Known::Addr(x) => x.to_gob(out),
            Known::AddrPort(x) => x.to_gob(out),
            Known::Prefix(x) => x.to_gob(out),
            Known::Url(x) => x.to_gob(out),
            Known::Uuid(x) => x.to_gob(out),
            Known::Decimal(x) => x.to_gob(out),
        }
    }

    /// Whether the payload comes back byte for byte. Times are frequent and need no memory for it.
    fn writes(&self, payload: &[u8]) -> bool {
        if let Known::Time(time) = self {
            return time.writes(payload);
        }
        let mut out = Vec::with_capacity(payload.len());
        self.to_gob(&mut out);
        out == payload
    }
}

fn by_gob(type_name: &[u8], payload: &[u8]) -> Option<Known> {
    match type_name {
        b"Time" => Time::from_gob(payload).map(Known::Time),
        b"" => Time::from_gob(payload).filter(Time::is_plausible).map(Known::Time),
        b"Int" => BigInt::from_gob(payload).map(Known::BigInt),
        b"Rat" => BigRat::from_gob(payload).map(Known::BigRat),
        b"Float" => BigFloat::from_gob(payload).map(Known::BigFloat),
        b"Decimal" => Decimal::from_gob(payload).map(Known::Decimal),
        b"UUID" => Uuid::from_gob(payload).map(Known::Uuid),
        _ => None,
    }
}

/// The text of an address: "" for the zero of its type, as its `MarshalText` has it, and none for others that are not valid.
fn zero_or(known: &Known, zero: &[u8], is_valid: bool, text: &dyn core::fmt::Display) -> Option<String> {
    if known.writes(zero) { Some(String::new()) } else { is_valid.then(|| text.to_string()) }
}

fn by_binary(type_name: &[u8], payload: &[u8]) -> Option<Known> {
    match type_name {
        b"Addr" => Addr::from_gob(payload).map(Known::Addr),
        b"AddrPort" => AddrPort::from_gob(payload).map(Known::AddrPort),
        b"Prefix" => Prefix::from_gob(payload).map(Known::Prefix),
        b"URL" => Url::from_gob(payload).map(Known::Url),
        b"UUID" => Uuid::from_gob(payload).map(Known::Uuid),
        _ => None,
    }
}
