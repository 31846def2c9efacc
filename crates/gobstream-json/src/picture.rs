//! How gob is shown where JSON leaves a choice: one plain value.

use jsonstream::WriteOptions;
use std::fmt;
use std::str::FromStr;

/// How gob is shown as JSON, where there is more than one way. A plain value: take the default, change fields.
///
/// ```
/// use gobstream::Stream;
/// use gobstream_json::{Bytes, Picture, Printer};
/// use jsonstream::Writer;
/// // []byte{1, 2, 255}
/// let mut stream = Stream::from_slice(b"\x06\x0a\x00\x03\x01\x02\xff");
/// let picture = Picture { bytes: Bytes::Hex, ..Picture::default() };
/// let mut writer = Writer::with_options(Vec::new(), &picture.write_options());
/// Printer::with(picture).print_value(&mut stream, &mut writer)?;
/// assert_eq!(writer.finish()?, b"\"0102ff\"\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Byte slices.
    pub bytes: Bytes,
    /// Fields of structs that were not sent.
    pub zeros: Zeros,
    /// Whether an interface is `{"$type":"main.Point","$value":…}`, or (default) the value inside alone.
    pub type_names: bool,
    /// Integers.
    pub ints: Ints,
    /// NaN and the infinities.
    pub non_finite: NonFinite,
    /// Values that a method of their type made bytes of.
    pub opaque: Opaque,
    /// Strings that are not UTF-8.
    pub bad_utf8: BadUtf8,
    /// Maps whose keys are no strings.
    pub map_keys: MapKeys,
    /// For eyes only, no longer JSON: the first three elements of lists and maps and 80 characters of text, then `… 7 more`.
    pub brief: bool,
}

impl Picture {
    /// Options of a writer for this picture: each value on a line of its own, nesting bounded by the stream alone.
    ///
    /// ```
    /// use gobstream_json::{NonFinite, Picture};
    /// let picture = Picture { non_finite: NonFinite::Null, ..Picture::default() };
    /// assert_eq!(picture.write_options().non_finite, jsonstream::NonFinite::Null);
    /// ```
    pub fn write_options(&self) -> WriteOptions {
        let non_finite = match self.non_finite {
            NonFinite::String => jsonstream::NonFinite::Strings,
            NonFinite::Null => jsonstream::NonFinite::Null,
            NonFinite::Error => jsonstream::NonFinite::Error,
        };
        WriteOptions { non_finite, max_depth: usize::MAX, ..WriteOptions::lines() }
    }
}

/// Makes an enum of choices that have names, the first one being the default.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident: $(#[$first_doc:meta])* $first:ident = $first_text:literal, $($(#[$other_doc:meta])* $other:ident = $text:literal),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $name {
            $(#[$first_doc])*
            #[default]
            $first,
            $($(#[$other_doc])* $other),+
        }

        impl $name {
            /// All names, the default first; [`FromStr`] reads them.
            pub const NAMES: &[&str] = &[$first_text, $($text),+];

            /// The name, as options of a command have it.
            pub const fn name(self) -> &'static str {
                match self {
                    $name::$first => $first_text,
                    $($name::$other => $text),+
                }
            }
        }

        impl FromStr for $name {
            type Err = UnknownName;
            fn from_str(text: &str) -> Result<Self, UnknownName> {
                match text {
                    $first_text => Ok($name::$first),
                    $($text => Ok($name::$other),)+
                    _ => Err(UnknownName { found: text.chars().take(40).collect(), names: Self::NAMES }),
                }
            }
        }
    };
}

choice! {
    /// How byte slices are shown.
    ///
    /// ```
    /// use gobstream_json::Bytes;
    /// assert_eq!("hex".parse(), Ok(Bytes::Hex));
    /// assert_eq!(Bytes::NAMES, ["base64", "hex", "array", "text"]);
    /// ```
    Bytes:
    /// `"AQL/"`
    Base64 = "base64",
    /// `"0102ff"`
    Hex = "hex",
    /// `[1,2,255]`
    Array = "array",
    /// As a string, under the same rule as strings if they are not UTF-8.
    Text = "text"
}

choice! {
    /// What is shown for fields that were not sent.
    ///
    /// ```
    /// assert_eq!(gobstream_json::Zeros::default().name(), "show");
    /// ```
    Zeros:
    /// The zero of their kind; `null` for maps, structs, interfaces and opaques.
    Show = "show",
    /// Nothing.
    Omit = "omit"
}

choice! {
    /// How integers are shown.
    ///
    /// ```
    /// assert_eq!("string".parse(), Ok(gobstream_json::Ints::String));
    /// ```
    Ints:
    /// As numbers with every digit.
    Number = "number",
    /// As strings, for readers that hold numbers as floats.
    String = "string"
}

choice! {
    /// How NaN and the infinities are shown.
    ///
    /// ```
    /// assert_eq!("null".parse(), Ok(gobstream_json::NonFinite::Null));
    /// ```
    NonFinite:
    /// `"NaN"`, `"+Inf"`, `"-Inf"`.
    String = "string",
    /// `null`.
    Null = "null",
    /// Not at all: an error.
    Error = "error"
}

choice! {
    /// How values are shown that a method of their type made bytes of.
    ///
    /// ```
    /// assert_eq!("base64".parse(), Ok(gobstream_json::Opaque::Base64));
    /// ```
    Opaque:
    /// As their text where they are [known](gobstream::known), else base64.
    Text = "text",
    /// As base64.
    Base64 = "base64"
}

choice! {
    /// How strings are shown that are not UTF-8.
    ///
    /// ```
    /// assert_eq!("tag".parse(), Ok(gobstream_json::BadUtf8::Tag));
    /// ```
    BadUtf8:
    /// With U+FFFD for each byte that has no place in UTF-8; counted by [`Printer::losses`](crate::Printer::losses).
    Replace = "replace",
    /// `{"$base64":"/28="}`; a key is that text.
    Tag = "tag",
    /// Not at all: an error.
    Error = "error"
}

choice! {
    /// How maps are shown whose keys are no strings.
    ///
    /// ```
    /// assert_eq!("pairs".parse(), Ok(gobstream_json::MapKeys::Pairs));
    /// ```
    MapKeys:
    /// `[[1,"a"],[2,"b"]]`
    Pairs = "pairs",
    /// `{"1":"a","2":"b"}`: a key is its JSON text. If that is a string it loses its quotes, but in maps whose keys are
    /// interfaces, where `1` and `"1"` may both stand.
    String = "string"
}

/// A name that is none of those there are.
///
/// ```
/// let error = "hexx".parse::<gobstream_json::Bytes>().unwrap_err();
/// assert_eq!(error.to_string(), "'hexx' is none of base64, hex, array, text");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    found: String,
    names: &'static [&'static str],
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is none of {}", self.found, self.names.join(", "))
    }
}

impl std::error::Error for UnknownName {}
