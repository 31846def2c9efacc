//! `Bytes` and `BytesMut` are Go's `[]byte`. Sent without a copy where they are large; what is read is copied once out of the input.

use crate::decode::{Dec, Decode};
use crate::encode::{Enc, Encode};
use crate::error::Result;
use crate::plan::Node;
use crate::shape::same;
use bytes::{Bytes, BytesMut};

same! {
    Bytes as [u8];
    BytesMut as [u8];
}

macro_rules! bytes {
    ($($ty:ty),*) => {$(
        impl Encode for $ty {
            fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
                e.text(self);
            }
            fn omit(&self) -> bool {
                self.is_empty()
            }
        }
    )*};
}

bytes!(Bytes, BytesMut);

impl<'de> Decode<'de> for Bytes {
    fn zero() -> Self {
        Bytes::new()
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        let bytes = d.text()?;
        d.charge(bytes.len() as u64)?;
        *self = Bytes::copy_from_slice(bytes);
        Ok(())
    }
}

/// Into the memory that is there, if it is enough.
impl<'de> Decode<'de> for BytesMut {
    fn zero() -> Self {
        BytesMut::new()
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, _: Node) -> Result<()> {
        let bytes = d.text()?;
        if bytes.len() > self.capacity() {
            d.charge(bytes.len() as u64)?;
        }
        self.clear();
        self.extend_from_slice(bytes);
        Ok(())
    }
}
