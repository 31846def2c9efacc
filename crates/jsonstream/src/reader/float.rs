//! Decimal to binary: the float nearest to an integer times a power of ten.
//!
//! The method is that of Eisel and Lemire ("Number Parsing at a Gigabyte per Second", Software: Practice and
//! Experience 51 (8), 2021): the integer is multiplied with the first 128 bits of the power of five, and mostly the
//! product tells how to round. Where it does not, and where the float is subnormal or infinite, the answer is None and
//! the text is left to the standard library. So the result is exact always.

/// The parts of a float's format that matter here.
pub(crate) trait Format: Sized {
    /// Bits of the mantissa that are stored.
    const MANTISSA: u32;
    const EXPONENT_MAX: i32;
    /// Powers of ten between these can give a product that lies exactly between two floats.
    const TIES: core::ops::RangeInclusive<i32>;
    /// Puts stored mantissa and exponent together.
    fn of(mantissa: u64, exponent: i32, negative: bool) -> Self;
    /// An integer of no more bits than the mantissa has.
    fn integer(n: u64, negative: bool) -> Self;
}

macro_rules! formats {
    ($float:ty, $bits:ty, $mantissa:expr, $max:expr, $ties:expr) => {
        impl Format for $float {
            const MANTISSA: u32 = $mantissa;
            const EXPONENT_MAX: i32 = $max;
            const TIES: core::ops::RangeInclusive<i32> = $ties;

            #[inline]
            fn of(mantissa: u64, exponent: i32, negative: bool) -> Self {
                let sign = <$bits>::from(negative) << (<$bits>::BITS - 1);
                Self::from_bits(sign | (exponent as $bits) << $mantissa | mantissa as $bits)
            }

            #[inline]
            fn integer(n: u64, negative: bool) -> Self {
                // Of the signed type, for there is an instruction for it.
                let n = n as i64 as $float;
                if negative { -n } else { n }
            }
        }
    };
}

formats!(f64, u64, 52, 0x7ff, -4..=23);
formats!(f32, u32, 23, 0xff, -17..=10);

/// The float nearest to `mantissa` times ten to the power of `exponent`, unless that is hard to say.
///
/// For short decimals one division of exact floats would do, too. Whether a decimal is short cannot be foreseen, and a
/// branch that is taken for the wrong one costs more than the product.
#[inline]
pub(crate) fn nearest<F: Format>(mantissa: u64, exponent: i32, negative: bool) -> Option<F> {
    match exponent {
        0 if mantissa >> (F::MANTISSA + 1) == 0 => Some(F::integer(mantissa, negative)),
        _ => by_product(mantissa, exponent, negative),
    }
}

#[inline]
fn by_product<F: Format>(mantissa: u64, exponent: i32, negative: bool) -> Option<F> {
    let power = TABLE.get(usize::try_from(exponent.wrapping_sub(SMALLEST)).ok()?)?;
    if mantissa == 0 {
        return Some(F::of(0, 0, negative));
    }
    let zeros = mantissa.leading_zeros();
    let (high, low) = product(mantissa << zeros, power, F::MANTISSA + 3)?;
    let upper = (high >> 63) as u32;
    let shift = upper + 64 - F::MANTISSA - 3;
    let mut rounded = high >> shift;
    // The binary exponent of 5^q is floor(q * log2(5)); one of 10^q has q more.
    let bias = F::EXPONENT_MAX >> 1;
    let mut stored = ((exponent * (152_170 + 65_536)) >> 16) + 63 + upper as i32 - zeros as i32 + bias;
    if stored <= 0 {
        return None;
    }
    // Exactly between two floats: to the even one.
    if low <= 1 && rounded & 3 == 1 && F::TIES.contains(&exponent) && rounded << shift == high {
        rounded &= !1;
    }
    rounded = (rounded + (rounded & 1)) >> 1;
    if rounded >> (F::MANTISSA + 1) != 0 {
        (rounded, stored) = (1 << F::MANTISSA, stored + 1);
    }
    if stored >= F::EXPONENT_MAX {
        return None;
    }
    Some(F::of(rounded & ((1 << F::MANTISSA) - 1), stored, negative))
}

/// The upper 128 bits of the product, or as much of them as `precision` bits need; None where too little is known.
#[inline]
fn product(mantissa: u64, &(high, low): &(u64, u64), precision: u32) -> Option<(u64, u64)> {
    let first = u128::from(mantissa) * u128::from(high);
    let undecided = u64::MAX >> precision;
    if (first >> 64) as u64 & undecided != undecided {
        return Some(((first >> 64) as u64, first as u64));
    }
    let second = u128::from(mantissa) * u128::from(low);
    let both = first + (second >> 64);
    (both as u64 != u64::MAX).then_some(((both >> 64) as u64, both as u64))
}

const SMALLEST: i32 = -342;
const LARGEST: i32 = 308;
const COUNT: usize = (LARGEST - SMALLEST + 1) as usize;

/// The first 128 bits of 5^q for q from SMALLEST to LARGEST, rounded up from -27 to -1 and down elsewhere.
static TABLE: [(u64, u64); COUNT] = powers();

/// Words of the integers from which they are taken: 1024 bits hold 2^1023 / 5^342 with 229 bits, and 5^308.
const WORDS: usize = 16;

const fn powers() -> [(u64, u64); COUNT] {
    let mut table = [(0, 0); COUNT];
    let zero = -SMALLEST as usize;
    let mut n = [0; WORDS];
    n[0] = 1;
    let mut q = 0;
    while q <= LARGEST as usize {
        table[zero + q] = first_bits(&n);
        n = times_five(n);
        q += 1;
    }
    n = [0; WORDS];
    n[WORDS - 1] = 1 << 63;
    q = 1;
    while q <= zero {
        n = by_five(n);
        let (high, low) = first_bits(&n);
        // Up to here a product can be exact, and must not be taken for one when it is not.
        let up = (q <= 27) as u64;
        table[zero - q] = (high, low + up);
        q += 1;
    }
    table
}

const fn times_five(mut n: [u64; WORDS]) -> [u64; WORDS] {
    let (mut at, mut carry) = (0, 0);
    while at < WORDS {
        let product = n[at] as u128 * 5 + carry as u128;
        (n[at], carry) = (product as u64, (product >> 64) as u64);
        at += 1;
    }
    n
}

const fn by_five(mut n: [u64; WORDS]) -> [u64; WORDS] {
    let (mut at, mut rest) = (WORDS, 0);
    while at > 0 {
        at -= 1;
        let part = (rest as u128) << 64 | n[at] as u128;
        (n[at], rest) = ((part / 5) as u64, (part % 5) as u64);
    }
    n
}

/// The 128 bits from the highest one that is set.
const fn first_bits(n: &[u64; WORDS]) -> (u64, u64) {
    let mut top = WORDS - 1;
    while n[top] == 0 {
        top -= 1;
    }
    let shift = n[top].leading_zeros();
    let second = if top >= 1 { n[top - 1] } else { 0 };
    let third = if top >= 2 { n[top - 2] } else { 0 };
    let below = if shift == 0 { 0 } else { third >> (64 - shift) };
    let wide = ((n[top] as u128) << 64 | second as u128) << shift | below as u128;
    ((wide >> 64) as u64, wide as u64)
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::{Format, nearest};

    /// The standard library is the judge.
    fn check<F: Format + core::str::FromStr + PartialEq + core::fmt::Debug>(mantissa: u64, exponent: i32) -> bool {
        let Some(n) = nearest::<F>(mantissa, exponent, false) else { return false };
        assert_eq!(Some(n), format!("{mantissa}e{exponent}").parse().ok(), "{mantissa}e{exponent}");
        true
    }

    #[test]
    fn as_the_standard_library() {
        let mut seed = 88_172_645_463_325_252u64;
        let mut found = 0;
        for round in 0..60_000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            // All lengths; odd ones of 54 and 25 bits, which lie between two floats; what those are times powers of five.
            let mantissa = [seed, seed >> (seed % 64), seed >> 10 | 1, seed >> 39 | 1, (seed >> 40 | 1) * 390_625][round % 5];
            for exponent in [(seed % 700) as i32 - 350, (seed % 50) as i32 - 25, -8, 0] {
                found += usize::from(check::<f64>(mantissa, exponent)) + usize::from(check::<f32>(mantissa, exponent));
            }
        }
        assert!(found > 300_000, "{found}");
        assert_eq!(nearest::<f64>(1, 400, false), None);
        assert_eq!(nearest::<f64>(1, -400, false), None);
        assert_eq!(nearest::<f64>(0, 5, true).map(|n| n.to_string()), Some("-0".into()));
    }
}
