//! Complex numbers.

use crate::shape::{Kind, Shape, Shaped};

/// A complex number: Go's `complex64` for `f32`, `complex128` for `f64`.
///
/// ```
/// use gobstream::Complex;
/// let i = Complex { re: 0.0, im: 1.0 };
/// assert_eq!(i, Complex::from((0.0, 1.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Complex<T> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

impl<T> From<(T, T)> for Complex<T> {
    fn from((re, im): (T, T)) -> Self {
        Complex { re, im }
    }
}

macro_rules! shapes {
    ($($part:ty, $name:literal;)*) => {$(
        impl Shaped for Complex<$part> {
            type Key = Self;
            const SHAPE: &'static Shape = &Shape::new::<Self>("", $name, &[], Kind::Complex);
        }
    )*};
}

shapes! {
    f32, "complex64";
    f64, "complex128";
}
