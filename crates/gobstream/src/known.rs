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
/// stub
#[derive(Debug)]
pub struct Known;
impl Known {
    /// stub
    pub fn recognise(_: &[u8], _: Marshaler, _: &[u8]) -> Option<Known> {
        None
    }
    /// stub
    pub fn text(&self) -> Option<alloc::string::String> {
        None
    }
}
