//! The names by which types of this crate make themselves known to its own serializer and deserializer. To others
//! they are newtypes like any.

pub(super) const RAW: &str = "$jsonstream::RawValue";
pub(super) const NUMBER: &str = "$jsonstream::Number";
