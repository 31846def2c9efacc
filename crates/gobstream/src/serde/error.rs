//! What serde's code says, as the crate's one error: with a kind, and a place once the deserializer gives it one.

use crate::error::{Error, ErrorKind};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Display;
use serde_core::de::{Expected, Unexpected};

impl serde_core::de::Error for Error {
    fn custom<T: Display>(text: T) -> Self {
        refused(text.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Error::without_place(ErrorKind::WrongType, format!("{found} where {expected} belongs"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let is_number = matches!(found, Unexpected::Signed(_) | Unexpected::Unsigned(_) | Unexpected::Float(_));
        let kind = if is_number { ErrorKind::OutOfRange } else { ErrorKind::Refused };
        Error::without_place(kind, format!("{found} does not fit {expected}"))
    }

    fn invalid_length(n: usize, expected: &dyn Expected) -> Self {
        Error::without_place(ErrorKind::WrongType, format!("{n} elements where {expected} belongs"))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        let text = format!("\"{}\" is none of the variants {}", variant.escape_debug(), names(expected));
        Error::without_place(ErrorKind::WrongType, text)
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let text = format!("\"{}\" is none of the fields {}", field.escape_debug(), names(expected));
        Error::without_place(ErrorKind::WrongType, text)
    }

    fn missing_field(field: &'static str) -> Self {
        let text = format!("the received type has no field \"{field}\": rename it as Go does, or give it #[serde(default)]");
        Error::without_place(ErrorKind::Missing, text)
    }
}

impl serde_core::ser::Error for Error {
    fn custom<T: Display>(text: T) -> Self {
        refused(text.to_string())
    }
}

#[cold]
fn refused(text: String) -> Error {
    Error::without_place(ErrorKind::Refused, text)
}

fn names(names: &[&str]) -> String {
    names.join(", ")
}
