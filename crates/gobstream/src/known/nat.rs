//! Natural numbers, just enough to print them: limbs of 32 bits, the lowest first, no zero limb at the top.

use super::MAX_MAGNITUDE;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A magnitude without its leading zero bytes.
pub(super) fn minimal(magnitude: &[u8]) -> &[u8] {
    let zeros = magnitude.iter().take_while(|byte| **byte == 0).count();
    &magnitude[zeros..]
}

/// The decimal text of a big-endian magnitude, if it is short enough to print.
pub(super) fn decimal(magnitude: &[u8]) -> Option<String> {
    if magnitude.len() > MAX_MAGNITUDE {
        return None;
    }
    String::from_utf8(digits(from_be(magnitude))).ok()
}

/// Hexadecimal text of a big-endian magnitude of any length, without leading zeros.
pub(super) fn put_hex(f: &mut core::fmt::Formatter<'_>, magnitude: &[u8]) -> core::fmt::Result {
    let [first, rest @ ..] = minimal(magnitude) else {
        return f.write_str("0");
    };
    write!(f, "{first:x}")?;
    rest.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

pub(super) fn from_be(magnitude: &[u8]) -> Vec<u32> {
    let limb = |bytes: &[u8]| bytes.iter().fold(0, |limb, byte| limb << 8 | u32::from(*byte));
    minimal(magnitude).rchunks(4).map(limb).collect()
}

/// Decimal digits; "0" for zero. Nine at a time: quadratic, about 2 ms for 4,096 bytes.
pub(super) fn digits(mut number: Vec<u32>) -> Vec<u8> {
    let mut out = Vec::with_capacity(number.len() * 10 + 1);
    while !number.is_empty() {
        let mut chunk = divide(&mut number, 1_000_000_000);
        for _ in 0..9 {
            out.push(b'0' + (chunk % 10) as u8);
            chunk /= 10;
        }
    }
    while out.last() == Some(&b'0') {
        out.pop();
    }
    if out.is_empty() {
        out.push(b'0');
    }
    out.reverse();
    out
}

/// Divides in place and gives the remainder.
fn divide(number: &mut Vec<u32>, by: u32) -> u32 {
    let mut rest = 0;
    for limb in number.iter_mut().rev() {
        let part = rest << 32 | u64::from(*limb);
        *limb = (part / u64::from(by)) as u32;
        rest = part % u64::from(by);
    }
    trim(number);
    rest as u32
}

pub(super) fn multiply(number: &mut Vec<u32>, by: u32) {
    let mut carry = 0;
    for limb in number.iter_mut() {
        let product = u64::from(*limb) * u64::from(by) + carry;
        *limb = product as u32;
        carry = product >> 32;
    }
    if carry != 0 {
        number.push(carry as u32);
    }
}

/// Multiplies by 5 to the power `exponent`.
pub(super) fn multiply_pow5(number: &mut Vec<u32>, mut exponent: u32) {
    while exponent > 0 {
        let step = exponent.min(13); // 5^13 is the last under 2^32
        multiply(number, 5_u32.pow(step));
        exponent -= step;
    }
}

/// Divides by 5 to the power `exponent`, and says whether there was a remainder.
pub(super) fn divide_pow5(number: &mut Vec<u32>, mut exponent: u32) -> bool {
    let mut rest = 0;
    while exponent > 0 {
        let step = exponent.min(13);
        rest |= divide(number, 5_u32.pow(step));
        exponent -= step;
    }
    rest != 0
}

pub(super) fn shift_left(number: &mut Vec<u32>, bits: u32) {
    multiply(number, 1 << (bits % 32));
    let zeros = core::iter::repeat_n(0, (bits / 32) as usize);
    number.splice(0..0, zeros);
}

/// Shifts right, and says whether bits were lost.
pub(super) fn shift_right(number: &mut Vec<u32>, bits: u32) -> bool {
    let whole = ((bits / 32) as usize).min(number.len());
    let lost = number.drain(..whole).fold(0, |lost, limb| lost | limb);
    let mut above = 0_u32;
    for limb in number.iter_mut().rev() {
        let both = u64::from(above) << 32 | u64::from(*limb);
        above = *limb;
        *limb = (both >> (bits % 32)) as u32;
    }
    trim(number);
    // The last limb that was above is the lowest.
    lost | (above & ((1 << (bits % 32)) - 1)) != 0
}

pub(super) fn add(number: &mut Vec<u32>, mut carry: u32) {
    for limb in number.iter_mut() {
        let (sum, over) = limb.overflowing_add(carry);
        *limb = sum;
        carry = u32::from(over);
    }
    if carry != 0 {
        number.push(carry);
    }
}

/// Subtracts from a number that is not less.
pub(super) fn subtract(number: &mut Vec<u32>, mut borrow: u32) {
    for limb in number.iter_mut() {
        let (rest, under) = limb.overflowing_sub(borrow);
        *limb = rest;
        borrow = u32::from(under);
    }
    trim(number);
}

pub(super) fn is_power_of_two(number: &[u32]) -> bool {
    number.iter().map(|limb| limb.count_ones()).sum::<u32>() == 1
}

fn trim(number: &mut Vec<u32>) {
    while number.last() == Some(&0) {
        number.pop();
    }
}

/// Digits of a decimal fraction 0.d1d2d3… × 10^point, without trailing zeros: Go's `decimal` in math/big.
pub(super) struct Digits {
    pub(super) digits: Vec<u8>,
    pub(super) point: i64,
}

impl Digits {
    /// The number × 10^-places, which is not zero.
    pub(super) fn new(number: Vec<u32>, places: i64) -> Digits {
        let mut digits = digits(number);
        let point = digits.len() as i64 - places;
        trim_zeros(&mut digits);
        Digits { digits, point }
    }

    pub(super) fn at(&self, i: usize) -> u8 {
        self.digits.get(i).copied().unwrap_or(b'0')
    }

    /// Rounds to the nearest of `len` digits, a tie to even.
    pub(super) fn round(&mut self, len: usize) {
        let Some(next) = self.digits.get(len) else {
            return;
        };
        let odd = len > 0 && self.at(len - 1) % 2 == 1;
        let up = match next.cmp(&b'5') {
            Ordering::Less => false,
            Ordering::Equal => len + 1 < self.digits.len() || odd,
            Ordering::Greater => true,
        };
        if up { self.round_up(len) } else { self.round_down(len) }
    }

    pub(super) fn round_down(&mut self, len: usize) {
        self.digits.truncate(len);
        trim_zeros(&mut self.digits);
    }

    pub(super) fn round_up(&mut self, len: usize) {
        if len >= self.digits.len() {
            return;
        }
        self.digits.truncate(len);
        while self.digits.last() == Some(&b'9') {
            self.digits.pop();
        }
        match self.digits.last_mut() {
            Some(digit) => *digit += 1,
            None => {
                self.digits.push(b'1');
                self.point += 1;
            }
        }
    }
}

fn trim_zeros(digits: &mut Vec<u8>) {
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
}
