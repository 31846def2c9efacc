//! Opaque payloads.
/// How a value was marshalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marshaler {
    /// GobEncoder.
    Gob,
    /// BinaryMarshaler.
    Binary,
    /// TextMarshaler.
    Text,
}
