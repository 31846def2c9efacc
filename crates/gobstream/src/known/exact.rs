//! From the text of an opaque value back to its bytes.

use super::{BigInt, BigRat, Decimal, Marshaler, Time};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::net::IpAddr;

/// The payload of an opaque value of which this is the [text](super::Known::text), in its usual form; `None` if the
/// type is not known or the text not one of its texts. There may be other payloads of the same text: floats carry a precision,
/// decimals zeros at their end, times a zone at offset 0 that is not UTC.
///
/// ```
/// use gobstream::known::Marshaler;
/// assert_eq!(gobstream::known::opaque_payload(b"Int", Marshaler::Gob, "-256"), Some(vec![3, 1, 0]));
/// assert_eq!(gobstream::known::opaque_payload(b"Int", Marshaler::Gob, "x"), None);
/// ```
pub fn opaque_payload(type_name: &[u8], marshaler: Marshaler, text: &str) -> Option<Vec<u8>> {
    match (marshaler, type_name) {
        (Marshaler::Gob, b"Time" | b"") => written(time(text)?, Time::to_gob),
        (Marshaler::Gob, b"Int") => written(integer(text)?, BigInt::to_gob),
        (Marshaler::Gob, b"Rat") => written(rational(text)?, BigRat::to_gob),
        (Marshaler::Gob, b"Decimal") => written(decimal(text)?, Decimal::to_gob),
        (Marshaler::Binary, b"Addr") => address(text),
        (Marshaler::Binary, b"AddrPort") => address_and_port(text),
        (Marshaler::Binary, b"Prefix") => prefix(text),
        (Marshaler::Binary, b"URL") => Some(text.as_bytes().to_vec()),
        (Marshaler::Gob | Marshaler::Binary, b"UUID") => uuid(text),
        _ => None,
    }
}

fn written<T>(value: T, to_gob: impl Fn(&T, &mut Vec<u8>)) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    to_gob(&value, &mut out);
    Some(out)
}

/// RFC 3339; `Z` is UTC.
fn time(text: &str) -> Option<Time> {
    let (date, rest) = text.split_once('T')?;
    let (clock, rest) = rest.split_at_checked(8)?;
    let [year, month, day] = numbers(date, '-')?;
    let [hour, minute, second] = numbers(clock, ':')?;
    let (nanos, zone) = fraction(rest)?;
    let offset = offset(zone)?;
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
    let time = Time::utc(seconds - i64::from(offset.unwrap_or(0)), nanos)?;
    offset.map_or(Some(time), |offset| time.at_offset(offset))
}

fn numbers(text: &str, separator: char) -> Option<[i64; 3]> {
    let mut parts = text.split(separator).map(|part| part.parse::<u16>().ok().map(i64::from));
    Some([parts.next()??, parts.next()??, parts.next()??])
}

/// Nanoseconds, and what follows them.
fn fraction(text: &str) -> Option<(u32, &str)> {
    let Some(digits) = text.strip_prefix('.') else { return Some((0, text)) };
    let end = digits.find(|c: char| !c.is_ascii_digit())?;
    let (digits, rest) = digits.split_at(end);
    let scale = 10_u32.checked_pow(9_u32.checked_sub(end as u32)?)?;
    Some((digits.parse::<u32>().ok()? * scale, rest))
}

/// Seconds east; none for UTC.
fn offset(zone: &str) -> Option<Option<i32>> {
    if zone == "Z" {
        return Some(None);
    }
    let (sign, rest) = zone.split_at_checked(1)?;
    let (hours, minutes) = rest.split_once(':')?;
    let seconds = i32::from(hours.parse::<u8>().ok()?) * 3600 + i32::from(minutes.parse::<u8>().ok()?) * 60;
    Some(Some(if sign == "-" { -seconds } else { seconds }))
}

/// Days from 1970 to a date: years begin in March, so that the odd day comes last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

fn integer(text: &str) -> Option<BigInt> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    Some(BigInt::from_magnitude(digits.len() < text.len(), &magnitude(digits)?))
}

/// A decimal number as big-endian bytes.
fn magnitude(digits: &str) -> Option<Vec<u8>> {
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut limbs: Vec<u32> = Vec::new();
    for piece in digits.as_bytes().chunks(9) {
        let number = piece.iter().fold(0, |n, b| n * 10 + u64::from(b - b'0'));
        multiply_add(&mut limbs, 10_u64.pow(piece.len() as u32), number);
    }
    Some(limbs.iter().rev().flat_map(|limb| limb.to_be_bytes()).collect())
}

/// `limbs` × `factor` + `carry`, the lowest limb first; both under 2^30.
fn multiply_add(limbs: &mut Vec<u32>, factor: u64, mut carry: u64) {
    for limb in limbs.iter_mut() {
        let n = u64::from(*limb) * factor + carry;
        *limb = n as u32;
        carry = n >> 32;
    }
    if carry > 0 {
        limbs.push(carry as u32);
    }
}

fn rational(text: &str) -> Option<BigRat> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    BigRat::new(integer(above)?, integer(below)?)
}

fn decimal(text: &str) -> Option<Decimal> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let exponent = i32::try_from(fraction.len()).ok()?;
    Some(Decimal::new(integer(&format!("{whole}{fraction}"))?, -exponent))
}

/// An address with its zone; no text is no address.
fn address(text: &str) -> Option<Vec<u8>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let (ip, zone) = text.split_once('%').unwrap_or((text, ""));
    let mut bytes = match ip.parse().ok()? {
        IpAddr::V4(ip) => ip.octets().to_vec(),
        IpAddr::V6(ip) => ip.octets().to_vec(),
    };
    bytes.extend_from_slice(zone.as_bytes());
    Some(bytes)
}

fn address_and_port(text: &str) -> Option<Vec<u8>> {
    if text.is_empty() {
        return Some(vec![0; 2]);
    }
    let (host, port) = text.rsplit_once(':')?;
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let mut bytes = address(host)?;
    bytes.extend_from_slice(&port.parse::<u16>().ok()?.to_le_bytes());
    Some(bytes)
}

fn prefix(text: &str) -> Option<Vec<u8>> {
    if text.is_empty() {
        return Some(vec![0xff]);
    }
    let (host, bits) = text.split_once('/')?;
    let mut bytes = address(host)?;
    bytes.push(bits.parse().ok()?);
    Some(bytes)
}

fn uuid(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|&b| b != b'-').collect();
    let pairs = digits.chunks(2).map(|pair| u8::from_str_radix(core::str::from_utf8(pair).ok()?, 16).ok());
    pairs.collect()
}
