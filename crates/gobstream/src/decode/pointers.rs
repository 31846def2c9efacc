//! Pointers: those that Go sees (`Option`) and those that it does not.

use super::lists::ALLOCATION;
use super::{Dec, Decode};
use crate::error::Result;
use crate::plan::Node;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;

/// Bytes of an allocation that holds this type.
const fn held<T>() -> u64 {
    size_of::<T>() as u64 + ALLOCATION
}

/// Go's pointer: nothing is made a value, a value is written through.
impl<'de, T: Decode<'de>> Decode<'de> for Option<T> {
    #[inline]
    fn zero() -> Self {
        None
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        d.descend()?;
        match self {
            Some(value) => value.merge(d, n)?,
            None => {
                d.charge_boxed::<T>()?;
                let mut value = T::zero();
                d.freshly(|d| value.merge(d, n))?;
                *self = Some(value);
            }
        }
        d.ascend();
        Ok(())
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Box<T> {
    const ZERO: bool = T::ZERO;
    const BOXED: u64 = held::<T>() + T::BOXED;

    fn zero() -> Self {
        Box::new(T::zero())
    }
    #[inline]
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        d.descend()?;
        (**self).merge(d, n)?;
        d.ascend();
        Ok(())
    }
    fn of_byte(byte: u8) -> Option<Self> {
        T::of_byte(byte).map(Box::new)
    }
}

/// A value that others share cannot be written through: a new one takes its place, which starts from zero.
macro_rules! shared {
    ($($pointer:ident),*) => {$(
        impl<'de, T: Decode<'de>> Decode<'de> for $pointer<T> {
            const ZERO: bool = T::ZERO;
            const BOXED: u64 = held::<T>() + T::BOXED;

            fn zero() -> Self {
                $pointer::new(T::zero())
            }
            fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
                d.descend()?;
                match $pointer::get_mut(self) {
                    Some(value) => value.merge(d, n)?,
                    None => {
                        d.charge(Self::BOXED)?;
                        let mut value = T::zero();
                        d.freshly(|d| value.merge(d, n))?;
                        *self = $pointer::new(value);
                    }
                }
                d.ascend();
                Ok(())
            }
            fn of_byte(byte: u8) -> Option<Self> {
                T::of_byte(byte).map($pointer::new)
            }
        }
    )*};
}

shared!(Rc, Arc);
