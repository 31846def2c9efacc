//! The flags of the JSON picture: each choice has one, which means the same wherever JSON is printed.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use gobstream_json::{BadUtf8, Bytes, Ints, MapKeys, NonFinite, Opaque, Zeros};
use std::str::FromStr;

/// How gob is shown where JSON leaves a choice.
#[derive(Clone, Debug, Args)]
#[group(id = "picture", multiple = true)]
pub(crate) struct Picture {
    /// Show byte slices so
    #[arg(long, value_name = "FORM", default_value = "base64", value_parser = one_of::<Bytes>(Bytes::NAMES), help_heading = "Picture")]
    bytes: Bytes,
    /// Fields that were not sent: show them as zero or null, or omit them
    #[arg(long, value_name = "WHAT", default_value = "show", value_parser = one_of::<Zeros>(Zeros::NAMES), help_heading = "Picture")]
    zeros: Zeros,
    /// Show values in interfaces as {"$type":"main.Point","$value":…}
    #[arg(long, help_heading = "Picture")]
    type_names: bool,
    /// Show integers as numbers, or as strings for readers that hold numbers as floats
    #[arg(long, value_name = "FORM", default_value = "number", value_parser = one_of::<Ints>(Ints::NAMES), help_heading = "Picture")]
    ints: Ints,
    /// NaN and the infinities: "NaN", "+Inf", "-Inf", or null, or an error
    #[arg(long, value_name = "FORM", default_value = "string", value_parser = one_of::<NonFinite>(NonFinite::NAMES), help_heading = "Picture")]
    nonfinite: NonFinite,
    /// Values that encode themselves: as text where the kind is known (times, big numbers, addresses, …), or as base64
    #[arg(long, value_name = "FORM", default_value = "text", value_parser = one_of::<Opaque>(Opaque::NAMES), help_heading = "Picture")]
    opaque: Opaque,
    /// Strings that are not UTF-8: replace bad bytes by U+FFFD and warn, tag as {"$base64":…}, or an error
    #[arg(long, value_name = "WHAT", default_value = "replace", value_parser = one_of::<BadUtf8>(BadUtf8::NAMES), help_heading = "Picture")]
    bad_utf8: BadUtf8,
    /// Maps whose keys are no strings: as [[key, value], …], or as objects with the keys' JSON text
    #[arg(long, value_name = "FORM", default_value = "pairs", value_parser = one_of::<MapKeys>(MapKeys::NAMES), help_heading = "Picture")]
    map_keys: MapKeys,
    /// Show three elements of each list and 80 characters of each string: for eyes, no longer JSON
    #[arg(long, help_heading = "Picture")]
    pub(crate) brief: bool,
}

/// A parser for choices that have names.
fn one_of<T: FromStr + Default + Clone + Send + Sync + 'static>(
    names: &'static [&'static str],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names).map(|name| name.parse().unwrap_or_default())
}

impl Picture {
    /// The picture that the flags ask for.
    pub(crate) fn picture(&self) -> gobstream_json::Picture {
        gobstream_json::Picture {
            bytes: self.bytes,
            zeros: self.zeros,
            type_names: self.type_names,
            ints: self.ints,
            non_finite: self.nonfinite,
            opaque: self.opaque,
            bad_utf8: self.bad_utf8,
            map_keys: self.map_keys,
            brief: self.brief,
        }
    }
}
