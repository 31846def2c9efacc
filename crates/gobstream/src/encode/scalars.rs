//! Numbers, texts and what is like them.

use super::{Enc, Encode};
use crate::complex::Complex;
use crate::value::Text;
use alloc::string::String;
use core::num::{NonZero, Wrapping};

macro_rules! numbers {
    ($put:ident, $wide:ty, $number:path, $common:literal; $($ty:ty),*) => {$(
        impl Encode for $ty {
            #[inline]
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                e.$put(*self as $wide);
            }
            #[inline]
            fn omit(&self) -> bool {
                *self == 0 as $ty
            }
            fn encode_elems<'v>(items: &'v [Self], e: &mut Enc<'_, 'v>) {
                e.run::<Self, $common>(items, |v| $number(v as $wide));
            }
        }
    )*};
}

#[inline]
fn zig_zag(v: i64) -> u64 {
    (v << 1 ^ v >> 63) as u64
}

#[inline]
fn float_bits(v: f64) -> u64 {
    v.to_bits().swap_bytes()
}

numbers!(int, i64, zig_zag, false; i8, i16);
numbers!(int, i64, zig_zag, true; i32, i64, isize);
numbers!(uint, u64, core::convert::identity, false; u16);
numbers!(uint, u64, core::convert::identity, true; u32, u64, usize);
// -0 is equal to 0 and left out too, as in Go.
numbers!(float, f64, float_bits, false; f32);
numbers!(float, f64, float_bits, true; f64);

/// A slice of them is a byte string, an array is an array of numbers.
impl Encode for u8 {
    #[inline]
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        e.uint(u64::from(*self));
    }
    #[inline]
    fn omit(&self) -> bool {
        *self == 0
    }
    fn as_byte(&self) -> u8 {
        *self
    }
    #[inline]
    fn raw(items: &[Self]) -> Option<&[u8]> {
        Some(items)
    }
    #[inline]
    fn encode_slice<'v>(items: &'v [Self], e: &mut Enc<'_, 'v>) {
        e.text(items);
    }
    fn encode_elems<'v>(items: &'v [Self], e: &mut Enc<'_, 'v>) {
        e.run::<Self, false>(items, u64::from);
    }
}

impl Encode for bool {
    #[inline]
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        e.raw_byte(u8::from(*self));
    }
    #[inline]
    fn omit(&self) -> bool {
        !*self
    }
    fn encode_elems<'v>(items: &'v [Self], e: &mut Enc<'_, 'v>) {
        e.run::<Self, false>(items, u64::from);
    }
}

impl Encode for char {
    #[inline]
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        e.int(i64::from(u32::from(*self)));
    }
    #[inline]
    fn omit(&self) -> bool {
        *self == '\0'
    }
    fn encode_elems<'v>(items: &'v [Self], e: &mut Enc<'_, 'v>) {
        e.run::<Self, false>(items, |c| zig_zag(i64::from(u32::from(c))));
    }
}

macro_rules! complexes {
    ($($ty:ty),*) => {$(
        impl Encode for Complex<$ty> {
            #[inline]
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                e.float(self.re.into());
                e.float(self.im.into());
            }
            #[inline]
            fn omit(&self) -> bool {
                self.re == 0.0 && self.im == 0.0
            }
            fn encode_elems<'v>(items: &'v [Self], e: &mut Enc<'_, 'v>) {
                let mut parts: [$ty; 2 * PIECE] = [0.0; 2 * PIECE];
                for piece in items.chunks(PIECE) {
                    for (two, item) in parts.as_chunks_mut::<2>().0.iter_mut().zip(piece) {
                        *two = [item.re, item.im];
                    }
                    e.run::<$ty, true>(&parts[..2 * piece.len()], |v| float_bits(v.into()));
                    if e.stop() {
                        return;
                    }
                }
            }
        }
    )*};
}

/// Complex numbers whose parts are put one behind the other before they are written.
const PIECE: usize = 64;

complexes!(f32, f64);

macro_rules! texts {
    ($($ty:ty, $bytes:ident $(, $sized:ident)?;)*) => {$(
        impl Encode for $ty {
            #[inline]
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                e.text(self.$bytes());
            }
            #[inline]
            fn omit(&self) -> bool {
                self.$bytes().is_empty()
            }
            $(fn $sized<'v>(items: &'v [Self], e: &mut Enc<'_, 'v>) {
                e.texts(items, |item| Some(item.$bytes()));
            })?
        }
    )*};
}

texts! {
    str, as_bytes;
    String, as_bytes, encode_elems;
    Text, as_bytes, encode_elems;
}

macro_rules! non_zeros {
    ($($ty:ty),*) => {$(
        impl Encode for NonZero<$ty> {
            #[inline]
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                e.uint(self.get().number());
            }
            #[inline]
            fn omit(&self) -> bool {
                false
            }
            fn as_byte(&self) -> u8 {
                self.get() as u8
            }
        }
    )*};
}

non_zeros!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

/// An integer as the unsigned number that stands for it.
trait Number {
    fn number(self) -> u64;
}

macro_rules! number {
    ($($ty:ty, $wide:ty, $number:path;)*) => {$(
        impl Number for $ty {
            #[inline]
            fn number(self) -> u64 {
                $number(self as $wide)
            }
        }
    )*};
}

number! {
    i8, i64, zig_zag; i16, i64, zig_zag; i32, i64, zig_zag; i64, i64, zig_zag; isize, i64, zig_zag;
    u8, u64, core::convert::identity; u16, u64, core::convert::identity; u32, u64, core::convert::identity;
    u64, u64, core::convert::identity; usize, u64, core::convert::identity;
}

impl<T: Encode> Encode for Wrapping<T> {
    #[inline]
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        self.0.encode(e);
    }
    #[inline]
    fn omit(&self) -> bool {
        self.0.omit()
    }
    fn as_byte(&self) -> u8 {
        self.0.as_byte()
    }
}
