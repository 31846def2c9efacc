//! Maps as lists of pairs.

use crate::encode::{Enc, Encode, put_map};
use crate::shape::{MapKey, Shape, Shaped};
use alloc::vec::Vec;

/// A map as a list of pairs, for what Rust's maps cannot hold or do not keep: keys that are floats or NaN, keys that come twice, the order of the stream.
///
/// ```
/// use gobstream::Pairs;
/// let map = Pairs(vec![(2.5, "b"), (f64::NAN, "a")]);
/// assert!(gobstream::to_vec(&map)?.ends_with(b"\x00\x02\xfe\x04\x40\x01b\xfe\xf8\x7f\x01a"));
/// # Ok::<(), gobstream::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pairs<K, V>(pub Vec<(K, V)>);

impl<K: Shaped, V: Shaped> Shaped for Pairs<K, V> {
    type Key = MapKey<K::Key, V::Key>;
    const SHAPE: &'static Shape = &Shape::map::<K, V>();
}

impl<K: Encode, V: Encode> Encode for Pairs<K, V> {
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        put_map(self.0.len(), self.0.iter().map(|(key, value)| (key, value)), e);
    }
    fn omit(&self) -> bool {
        self.0.is_empty()
    }
    fn omit_behind(&self) -> bool {
        false
    }
}
