//! `Uuid` is `uuid.UUID` of github.com/google/uuid, and of all that travel like it: sixteen bytes of a method's making.

use crate::decode::{Dec, Decode};
use crate::encode::{Enc, Encode};
use crate::error::Result;
use crate::known;
use crate::plan::Node;
use crate::shape::same;
use uuid::Uuid;

same! { Uuid as known::Uuid; }

impl Encode for Uuid {
    fn encode<'v>(&'v self, e: &mut Enc<'_, 'v>) {
        e.text(self.as_bytes());
    }
    fn omit(&self) -> bool {
        self.is_nil()
    }
    fn omit_behind(&self) -> bool {
        false
    }
}

impl<'de> Decode<'de> for Uuid {
    fn zero() -> Self {
        Uuid::nil()
    }
    fn merge(&mut self, d: &mut Dec<'_, 'de>, n: Node) -> Result<()> {
        let mut known = known::Uuid::default();
        known.merge(d, n)?;
        *self = known.into();
        Ok(())
    }
}

/// ```
/// let known = gobstream::known::Uuid::from(uuid::Uuid::max());
/// assert_eq!(known.as_bytes(), &[0xff; 16]);
/// ```
impl From<Uuid> for known::Uuid {
    fn from(uuid: Uuid) -> Self {
        known::Uuid::from_bytes(uuid.into_bytes())
    }
}

/// ```
/// let known = gobstream::known::Uuid::from_bytes([0xff; 16]);
/// assert_eq!(uuid::Uuid::from(known), uuid::Uuid::max());
/// ```
impl From<known::Uuid> for Uuid {
    fn from(uuid: known::Uuid) -> Self {
        Uuid::from_bytes(*uuid.as_bytes())
    }
}
