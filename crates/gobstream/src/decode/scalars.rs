//! Numbers, bools, runes, and slices of them.

use super::{Dec, Decode, lists};
use crate::complex::Complex;
use crate::error::Result;
use crate::kernel::{self, Number};
use crate::known::Duration;
use crate::plan::Node;
use crate::wire;
use alloc::vec::Vec;
use core::num::{NonZero, Wrapping};

/// Merges numbers into a slice. `shown` says what a number that does not fit is.
#[inline]
fn merge_numbers<T: Number>(items: &mut [T], d: &mut Dec<'_, '_>, shown: fn(u64) -> Shown, ty: &str) -> Result<()> {
    let (used, n) = kernel::read(d.rest, items);
    d.rest = d.rest.get(used..).unwrap_or_default();
    if n == items.len() { Ok(()) } else { Err(no_number(d, shown, ty)) }
}

/// What is wrong with the number at the cursor.
#[cold]
fn no_number(d: &Dec<'_, '_>, shown: fn(u64) -> Shown, ty: &str) -> crate::Error {
    match wire::get_uint(d.rest) {
        Ok((v, _)) => d.out_of_range(d.left(), shown(v), ty),
        Err(bad) => d.bad_number(bad),
    }
}

/// A number as it is shown in an error.
enum Shown {
    Int(i64),
    Uint(u64),
    Float(f64),
}

impl core::fmt::Display for Shown {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Shown::Int(v) => v.fmt(f),
            Shown::Uint(v) => v.fmt(f),
            // In full, a float that is too large has hundreds of digits.
            Shown::Float(v) => core::fmt::LowerExp::fmt(v, f),
        }
    }
}

fn as_int(u: u64) -> Shown {
    Shown::Int(wire::int(u))
}

fn as_float(u: u64) -> Shown {
    Shown::Float(wire::float(u))
}

/// Makes a vector as long as the list that follows. Its elements are about to be overwritten.
fn resize<T: Clone>(list: &mut Vec<T>, zero: T, d: &mut Dec<'_, '_>, n: Node) -> Result<()> {
    let count = d.count(n, 1)?;
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    if count > list.capacity() {
        let size = (count as u64).saturating_mul(size_of::<T>() as u64);
        d.charge(size)?;
        list.reserve_exact(count.saturating_sub(list.len()));
    }
    list.resize(count, zero);
    Ok(())
}

/// What `v` is in a narrower float: what is finite must stay so.
#[inline]
pub(crate) fn narrow(v: f64) -> Option<f32> {
    let is_too_big = v.is_finite() && v.abs() > f64::from(f32::MAX);
    (!is_too_big).then_some(v as f32)
}

/// Numbers: one, a vector, a slice.
macro_rules! numbers {
    ($($ty:ty, $mask:expr, $zero:expr, $convert:expr, $shown:expr;)*) => {$(
        impl Number for $ty {
            const MASK: u64 = $mask;
            #[inline]
            fn fit(v: u64) -> Option<Self> {
                $convert(v)
            }
        }
        impl<'de> Decode<'de> for $ty {
            const REPLACES: bool = true;
            const NUMBER: bool = true;

            #[inline]
            fn zero() -> Self {
                $zero
            }
            #[inline]
            fn merge(&mut self, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
                let before = d.left();
                let v = d.uint()?;
                match Self::fit(v) {
                    Some(v) => *self = v,
                    None => return Err(d.out_of_range(before, $shown(v), stringify!($ty))),
                }
                Ok(())
            }
            #[inline(never)]
            fn merge_vec(list: &mut Vec<Self>, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
                resize(list, $zero, d, n)?;
                merge_numbers(list, d, $shown, stringify!($ty))
            }
            #[inline(never)]
            fn merge_elems(items: &mut [Self], d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
                merge_numbers(items, d, $shown, stringify!($ty))
            }
        }
    )*};
}

numbers! {
    i8, 0, 0, |u| i8::try_from(wire::int(u)).ok(), as_int;
    i16, 0, 0, |u| i16::try_from(wire::int(u)).ok(), as_int;
    i32, u32::MAX as u64, 0, |u| i32::try_from(wire::int(u)).ok(), as_int;
    i64, u64::MAX, 0, |u| Some(wire::int(u)), as_int;
    isize, usize::MAX as u64, 0, |u| isize::try_from(wire::int(u)).ok(), as_int;
    u16, 0, 0, |u| u16::try_from(u).ok(), Shown::Uint;
    u32, u32::MAX as u64, 0, |u| u32::try_from(u).ok(), Shown::Uint;
    u64, u64::MAX, 0, Some, Shown::Uint;
    usize, usize::MAX as u64, 0, |u| usize::try_from(u).ok(), Shown::Uint;
    f64, u64::MAX, 0.0, |u| Some(wire::float(u)), as_float;
    f32, 0, 0.0, |u| narrow(wire::float(u)), as_float;
    bool, 0, false, |u| Some(u != 0), Shown::Uint;
    char, 0, '\0', |u| u32::try_from(wire::int(u)).ok().and_then(char::from_u32), as_int;
    Duration, 0, Duration::default(), |u| Some(Duration::from_nanos(wire::int(u))), as_int;
    core::time::Duration, 0, core::time::Duration::ZERO, positive, as_int;
}

/// A duration that is not negative.
fn positive(u: u64) -> Option<core::time::Duration> {
    u64::try_from(wire::int(u)).ok().map(core::time::Duration::from_nanos)
}

impl Number for u8 {
    #[inline]
    fn fit(v: u64) -> Option<Self> {
        u8::try_from(v).ok()
    }
}

/// A text or byte string that is copied by a move of fixed size takes so many bytes at most.
pub(super) const SHORT: usize = 16;

/// Copies a byte string into an empty list.
#[inline(never)]
fn copy(list: &mut Vec<u8>, bytes: &[u8], d: &mut Dec<'_, '_>) -> Result<()> {
    // What is short gets the room that one move needs, so that the next one is.
    let room = if bytes.is_empty() { 0 } else { bytes.len().max(SHORT) };
    if room > list.capacity() {
        d.charge(bytes.len() as u64)?;
        *list = Vec::with_capacity(room);
    }
    kernel::append(list, bytes);
    Ok(())
}

/// Alone an unsigned number; in a vector a byte of a byte string; in an array a number again.
impl<'de> Decode<'de> for u8 {
    const REPLACES: bool = true;
    const NUMBER: bool = true;

    #[inline]
    fn zero() -> Self {
        0
    }
    #[inline]
    fn merge(&mut self, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        let before = d.left();
        let v = d.uint()?;
        *self = u8::try_from(v).map_err(|_| d.out_of_range(before, v, "u8"))?;
        Ok(())
    }
    fn merge_vec(list: &mut Vec<Self>, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        let before = d.rest;
        let bytes = d.text()?;
        list.clear();
        let begin = before.len() - d.rest.len() - bytes.len();
        match before.get(begin..).and_then(<[u8]>::first_chunk::<SHORT>) {
            // A move of fixed size takes a third of the time.
            Some(wide) if bytes.len() <= SHORT && list.capacity() >= SHORT => {
                list.extend_from_slice(wide);
                list.truncate(bytes.len());
                Ok(())
            }
            _ => copy(list, bytes, d),
        }
    }
    #[inline(never)]
    fn merge_elems(items: &mut [Self], d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        merge_numbers(items, d, Shown::Uint, "u8")
    }
    fn of_byte(byte: u8) -> Option<Self> {
        Some(byte)
    }
}

/// 0 has no place: sent, it is out of range; not sent, it is missing.
macro_rules! non_zeros {
    ($($ty:ty),*) => {$(
        impl<'de> Decode<'de> for NonZero<$ty> {
            const ZERO: bool = false;

            #[inline]
            fn zero() -> Self {
                Self::MIN
            }
            #[inline]
            fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
                let before = d.left();
                let mut v = <$ty>::zero();
                v.merge(d, n)?;
                *self = NonZero::new(v).ok_or_else(|| d.out_of_range(before, v, concat!("NonZero<", stringify!($ty), ">")))?;
                Ok(())
            }
            fn of_byte(byte: u8) -> Option<Self> {
                <$ty>::of_byte(byte).and_then(NonZero::new)
            }
        }
    )*};
}

non_zeros!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

impl<'de, T: Decode<'de>> Decode<'de> for Wrapping<T> {
    const ZERO: bool = T::ZERO;
    const BOXED: u64 = T::BOXED;

    fn zero() -> Self {
        Wrapping(T::zero())
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        self.0.merge(d, n)
    }
    fn of_byte(byte: u8) -> Option<Self> {
        T::of_byte(byte).map(Wrapping)
    }
    fn merge_vec(list: &mut Vec<Self>, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        lists::merge_vec(list, d, n)
    }
}

/// Complex numbers whose parts are read together.
const PIECE: usize = 64;

macro_rules! complexes {
    ($($part:ty),*) => {$(
        impl<'de> Decode<'de> for Complex<$part> {
            const REPLACES: bool = true;
            const NUMBER: bool = true;

            fn zero() -> Self {
                Complex { re: 0.0, im: 0.0 }
            }
            #[inline]
            fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
                self.re.merge(d, n)?;
                self.im.merge(d, n)
            }
            fn merge_vec(list: &mut Vec<Self>, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
                resize(list, Self::zero(), d, n)?;
                Self::merge_elems(list, d, n)
            }
            fn merge_elems(items: &mut [Self], d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
                let mut parts: [$part; 2 * PIECE] = [0.0; 2 * PIECE];
                for piece in items.chunks_mut(PIECE) {
                    let parts = &mut parts[..2 * piece.len()];
                    <$part>::merge_elems(parts, d, n)?;
                    for (item, &[re, im]) in piece.iter_mut().zip(parts.as_chunks().0) {
                        *item = Complex { re, im };
                    }
                }
                Ok(())
            }
        }
    )*};
}

complexes!(f32, f64);

/// Go's `struct{}`: anything may come for it, nothing is kept.
impl<'de> Decode<'de> for () {
    fn zero() -> Self {}
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        d.fields(n, &mut |_, _, _| Ok(()))
    }
}
