//! `Complex<f32>` and `Complex<f64>` are Go's `complex64` and `complex128`.

use crate::complex;
use crate::decode::{Dec, Decode};
use crate::encode::{Enc, Encode};
use crate::error::Result;
use crate::plan::Node;
use crate::shape::same;
use num_complex::Complex;

same! {
    Complex<f32> as complex::Complex<f32>;
    Complex<f64> as complex::Complex<f64>;
}

macro_rules! complexes {
    ($($part:ty),*) => {$(
        impl Encode for Complex<$part> {
            #[inline]
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                e.float(self.re.into());
                e.float(self.im.into());
            }
            #[inline]
            fn omit(&self) -> bool {
                self.re == 0.0 && self.im == 0.0
            }
        }

        impl<'de> Decode<'de> for Complex<$part> {
            fn zero() -> Self {
                Complex::new(0.0, 0.0)
            }
            #[inline]
            fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
                self.re.merge(d, n)?;
                self.im.merge(d, n)
            }
        }
    )*};
}

complexes!(f32, f64);

/// ```
/// let i = num_complex::Complex::new(0.0, 1.0);
/// assert_eq!(gobstream::Complex::from(i), gobstream::Complex { re: 0.0, im: 1.0 });
/// ```
impl<T> From<Complex<T>> for complex::Complex<T> {
    fn from(Complex { re, im }: Complex<T>) -> Self {
        complex::Complex { re, im }
    }
}

/// ```
/// let i = gobstream::Complex { re: 0.0, im: 1.0 };
/// assert_eq!(num_complex::Complex::from(i), num_complex::Complex::i());
/// ```
impl<T> From<complex::Complex<T>> for Complex<T> {
    fn from(complex::Complex { re, im }: complex::Complex<T>) -> Self {
        Complex { re, im }
    }
}
