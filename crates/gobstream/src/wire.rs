//! Scalars to and from bytes: the one place that knows gob's numbers.
//!
//! | number | bytes |
//! |---|---|
//! | unsigned | up to 127 one byte; else a byte that counts the bytes that follow, negated (`0xff` one … `0xf8` eight), then these, big-endian |
//! | signed | an unsigned number whose lowest bit says "complemented" and whose other bits are the number |
//! | float | an unsigned number: the IEEE 754 double with its eight bytes reversed, so that round numbers are short |
//!
//! ```
//! use gobstream::wire::{float, get_uint, int};
//! assert_eq!(get_uint(&[0xfe, 0x01, 0x00]), Ok((256, 3)));
//! assert_eq!(int(get_uint(&[0xff, 0x81]).unwrap().0), -65);
//! assert_eq!(float(get_uint(&[0xfe, 0x31, 0x40]).unwrap().0), 17.0);
//! ```

mod buffer;

pub use buffer::EncodeBuffer;
pub(crate) use buffer::fill;

/// Why no number could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadNumber {
    /// The bytes end inside the number, which takes this many.
    Short(usize),
    /// The first byte, 0x80 to 0xf7, announces more than eight bytes.
    Lead(u8),
}

/// The most bytes that a number takes.
pub const MAX_NUMBER: usize = 9;

/// Reads an unsigned number from the head of `bytes`: its value and how many bytes it took.
///
/// Padded numbers (`fe 00 06` for 6) are accepted, as Go does; [`width`] tells the shortest form.
///
/// # Errors
/// [`BadNumber::Short`] if `bytes` end inside the number, [`BadNumber::Lead`] if its first byte cannot begin one.
#[inline]
pub fn get_uint(bytes: &[u8]) -> Result<(u64, usize), BadNumber> {
    match bytes.first() {
        Some(&b) if b < 0x80 => Ok((u64::from(b), 1)),
        Some(&b) => get_long(bytes, b),
        None => Err(BadNumber::Short(1)),
    }
}

/// The rest of [`get_uint`]: a number of more than one byte.
#[inline]
fn get_long(bytes: &[u8], lead: u8) -> Result<(u64, usize), BadNumber> {
    let n = usize::from(lead.wrapping_neg());
    if n > 8 {
        return Err(BadNumber::Lead(lead));
    }
    if let Some(eight) = bytes.get(1..).and_then(<[u8]>::first_chunk::<8>) {
        return Ok((u64::from_be_bytes(*eight) >> (64 - 8 * n), n + 1));
    }
    let digits = bytes.get(1..=n).ok_or(BadNumber::Short(n + 1))?;
    Ok((digits.iter().fold(0, |v, &b| v << 8 | u64::from(b)), n + 1))
}

/// Takes an unsigned number off the head of `rest`.
#[inline]
pub(crate) fn take_uint(rest: &mut &[u8]) -> Result<u64, BadNumber> {
    match rest.split_first() {
        Some((&b, tail)) if b < 0x80 => {
            *rest = tail;
            Ok(u64::from(b))
        }
        Some((&b, _)) => {
            let (v, n) = get_long(rest, b)?;
            *rest = rest.get(n..).unwrap_or_default();
            Ok(v)
        }
        None => Err(BadNumber::Short(1)),
    }
}

/// How many bytes the shortest form of `v` takes, the one that Go writes.
#[inline]
pub const fn width(v: u64) -> usize {
    if v < 0x80 { 1 } else { 9 - v.leading_zeros() as usize / 8 }
}

/// The signed number that the unsigned `u` stands for.
#[inline]
pub const fn int(u: u64) -> i64 {
    (u >> 1) as i64 ^ -((u & 1) as i64)
}

/// The float that the unsigned `u` stands for.
#[inline]
pub const fn float(u: u64) -> f64 {
    f64::from_bits(u.swap_bytes())
}
