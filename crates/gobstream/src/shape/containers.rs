//! Shapes of the pointers and containers of the standard library.

use super::{Edge, Kind, Shape, Shaped};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// Names Go's `*K`.
#[derive(Debug)]
pub struct PtrKey<K>(PhantomData<fn(K)>);
/// Names Go's `[]K`.
#[derive(Debug)]
pub struct SliceKey<K>(PhantomData<fn(K)>);
/// Names Go's `[N]K`.
#[derive(Debug)]
pub struct ArrayKey<K, const N: usize>(PhantomData<fn(K)>);
/// Names Go's `map[K]V`.
#[derive(Debug)]
pub struct MapKey<K, V>(PhantomData<fn(K, V)>);

/// What Go does not see: the type is what it points to.
macro_rules! nothing {
    ($($pointer:ty),*) => {$(
        impl<T: Shaped + ?Sized> Shaped for $pointer {
            type Key = T::Key;
            const SHAPE: &'static Shape = T::SHAPE;
            const SLICE: &'static Shape = T::SLICE;
        }
    )*};
}

nothing!(Box<T>, Rc<T>, Arc<T>, &T, &mut T);

impl<T: Shaped + ToOwned + ?Sized> Shaped for Cow<'_, T> {
    type Key = T::Key;
    const SHAPE: &'static Shape = T::SHAPE;
    const SLICE: &'static Shape = T::SLICE;
}

impl<T: Shaped> Shaped for Option<T> {
    type Key = PtrKey<T::Key>;
    const SHAPE: &'static Shape = &Shape::unnamed::<PtrKey<T::Key>>(Kind::Ptr(Edge::to::<T>()));
}

impl<T: Shaped, const N: usize> Shaped for [T; N] {
    type Key = ArrayKey<T::Key, N>;
    const SHAPE: &'static Shape = &Shape::unnamed::<ArrayKey<T::Key, N>>(Kind::Array(Edge::to::<T>(), N));
}

macro_rules! slices {
    ($($list:ty),*) => {$(
        impl<T: Shaped> Shaped for $list {
            type Key = SliceKey<T::Key>;
            const SHAPE: &'static Shape = T::SLICE;
        }
    )*};
}

slices!([T], Vec<T>, VecDeque<T>);

impl<K: Shaped, V: Shaped> Shaped for BTreeMap<K, V> {
    type Key = MapKey<K::Key, V::Key>;
    const SHAPE: &'static Shape = &Shape::map::<K, V>();
}

/// A set is `map[K]struct{}`.
impl<K: Shaped> Shaped for BTreeSet<K> {
    type Key = MapKey<K::Key, ()>;
    const SHAPE: &'static Shape = &Shape::map::<K, ()>();
}

#[cfg(feature = "std")]
impl<K: Shaped, V: Shaped, S> Shaped for std::collections::HashMap<K, V, S> {
    type Key = MapKey<K::Key, V::Key>;
    const SHAPE: &'static Shape = &Shape::map::<K, V>();
}

/// A set is `map[K]struct{}`.
#[cfg(feature = "std")]
impl<K: Shaped, S> Shaped for std::collections::HashSet<K, S> {
    type Key = MapKey<K::Key, ()>;
    const SHAPE: &'static Shape = &Shape::map::<K, ()>();
}

/// Go's `struct{}`.
impl Shaped for () {
    type Key = ();
    const SHAPE: &'static Shape = &Shape::unnamed::<()>(Kind::Struct(&[]));
}
