//! Options: one plain value.

use alloc::borrow::Cow;

/// How a [`Writer`](crate::Writer) writes. A plain value: take a preset, change fields.
///
/// | field | default | what it decides |
/// |---|---|---|
/// | `layout` | `Compact` | white space between tokens |
/// | `framing` | `Single` | one top-level value, or lines of them |
/// | `floats` | `Go` | how floats are spelled |
/// | `non_finite` | `Error` | what becomes of NaN and the infinities |
/// | `escapes` | none | which legal characters are escaped all the same, in values and in keys |
/// | `canonical` | no | the canonical form of RFC 8785 |
/// | `flush_at` | 64 KiB | buffered bytes at which the sink gets them |
/// | `hold` | 0 | the same while a top-level value is unfinished, if larger |
/// | `capacity` | 0 | bytes of buffer to begin with |
/// | `max_depth` | 10,000 | levels of arrays and objects |
/// | `max_stack` | 128 KiB | serde: bytes of the stack that nested types may use |
///
/// # Examples
/// ```
/// use jsonstream::{Layout, WriteOptions, Writer};
///
/// let options = WriteOptions { layout: Layout::Spaced, ..WriteOptions::default() };
/// let mut w = Writer::with_options(Vec::new(), &options);
/// w.begin_array()?;
/// w.i64s(&[1, 2])?;
/// w.end_array()?;
/// assert_eq!(w.finish()?, b"[1, 2]");
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// White space between tokens.
    pub layout: Layout,
    /// What stands between top-level values.
    pub framing: Framing,
    /// How floats are spelled.
    pub floats: FloatFormat,
    /// What becomes of NaN and the infinities.
    pub non_finite: NonFinite,
    /// Which legal characters are escaped all the same.
    pub escapes: Escapes,
    /// The canonical form of RFC 8785: members in the order of their names, numbers as JavaScript prints its floats,
    /// no white space and no escapes but those that must be. `layout`, `floats` and `escapes` then do not count. A
    /// top-level value is held whole until it ends. A name twice in an object is an error at its end. Numbers are
    /// floats there: integers beyond 2^53 lose digits, as the RFC says.
    pub canonical: bool,
    /// The buffer is handed to the sink at the first token border at which it holds this much; `usize::MAX` for
    /// never.
    pub flush_at: usize,
    /// While a top-level value is unfinished the threshold is this, if it is larger than `flush_at`. So a value up
    /// to this size can be taken back with [`abandon`](crate::Writer::abandon).
    pub hold: usize,
    /// Bytes of buffer to begin with; it grows to what is needed.
    pub capacity: usize,
    /// How many levels of arrays and objects may be open at once.
    pub max_depth: usize,
    /// Bytes of the program's stack that the code of nested types may use with serde.
    pub max_stack: usize,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            layout: Layout::Compact,
            framing: Framing::Single,
            floats: FloatFormat::Go,
            non_finite: NonFinite::Error,
            escapes: Escapes::default(),
            canonical: false,
            flush_at: 64 * 1024,
            hold: 0,
            capacity: 0,
            max_depth: 10_000,
            max_stack: 128 * 1024,
        }
    }
}

impl WriteOptions {
    /// NDJSON: compact, and a newline after every top-level value.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{WriteOptions, Writer};
    ///
    /// let mut w = Writer::with_options(Vec::new(), &WriteOptions::lines());
    /// w.u64(1)?;
    /// w.u64(2)?;
    /// assert_eq!(w.finish()?, b"1\n2\n");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn lines() -> Self {
        Self { framing: Framing::Lines, ..Self::default() }
    }

    /// As Go's `json.Marshal` writes: what HTML and JavaScript could take amiss is escaped.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{WriteOptions, Writer};
    ///
    /// let mut w = Writer::with_options(Vec::new(), &WriteOptions::go());
    /// w.str("<a>")?;
    /// assert_eq!(w.finish()?, br#""\u003ca\u003e""#);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn go() -> Self {
        Self { escapes: Escapes { html: true, js: true, terminal: false }, ..Self::default() }
    }

    /// As json-iterator's fastest configuration: floats lose what stands behind six digits.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{WriteOptions, Writer};
    ///
    /// let mut w = Writer::with_options(Vec::new(), &WriteOptions::fastest());
    /// w.f64(0.7488616345887485)?;
    /// assert_eq!(w.finish()?, b"0.748862");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn fastest() -> Self {
        Self { floats: FloatFormat::SixDigits, ..Self::default() }
    }

    /// The canonical form of RFC 8785.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{WriteOptions, Writer};
    ///
    /// let mut w = Writer::with_options(Vec::new(), &WriteOptions::canonical());
    /// w.raw(r#"{"b": 1.0, "a": "\u0041\/", "\ud83d\ude00": 1e21, "\ufb00": -0}"#)?;
    /// assert_eq!(w.finish()?, r#"{"a":"A/","b":1,"😀":1e+21,"ﬀ":0}"#.as_bytes());
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn canonical() -> Self {
        Self { canonical: true, ..Self::default() }
    }
}

/// White space between tokens. Empty containers are `[]` and `{}` in each.
///
/// # Examples
/// ```
/// use jsonstream::{Layout, WriteOptions, Writer};
///
/// let layout = Layout::Fit { indent: "  ".into(), width: 12 };
/// let mut w = Writer::with_options(Vec::new(), &WriteOptions { layout, ..Default::default() });
/// w.begin_object()?;
/// w.key("a")?;
/// w.begin_array()?;
/// w.u64s(&[1, 2])?;
/// w.end_array()?;
/// w.key("b")?;
/// w.null()?;
/// w.end_object()?;
/// let text = "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": null\n}";
/// assert_eq!(w.finish()?, text.as_bytes());
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// `{"a":1,"b":[1,2]}`
    #[default]
    Compact,
    /// One line with a space behind each comma and colon: `{"a": 1, "b": [1, 2]}`
    Spaced,
    /// Each element on a line of its own, behind this text once for each level.
    Indent(Cow<'static, str>),
    /// As `Indent`, but a container that fits whole in what is left of its line, a comma behind it included, stays
    /// on the line in the form of `Spaced`. At most a line is kept undecided, so memory is bounded by `width`.
    Fit {
        /// The text of one level of indentation.
        indent: Cow<'static, str>,
        /// Columns in a line, counted in characters.
        width: usize,
    },
}

/// What stands between top-level values.
///
/// # Examples
/// ```
/// use jsonstream::{ErrorKind, Framing, WriteOptions, Writer};
///
/// let mut w = Writer::in_memory(); // Framing::Single
/// w.u64(1)?;
/// assert_eq!(w.u64(2).unwrap_err().kind(), ErrorKind::Misuse);
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framing {
    /// One value, nothing behind it; a second one is refused.
    #[default]
    Single,
    /// Any number of values, a newline after each (NDJSON if the layout is `Compact` or `Spaced`).
    Lines,
}

/// How a finite float is spelled. Each spelling reads back as the same float but `SixDigits`.
///
/// # Examples
/// ```
/// use jsonstream::{FloatFormat, WriteOptions, Writer};
///
/// let spelled = |floats| {
///     let mut w = Writer::with_options(Vec::new(), &WriteOptions { floats, ..Default::default() });
///     w.begin_array()?;
///     w.f64s(&[1.0, 1e21, 1e-7, -0.0, 0.12345678])?;
///     w.end_array()?;
///     w.finish()
/// };
/// assert_eq!(spelled(FloatFormat::Go)?, b"[1,1e+21,1e-7,-0,0.12345678]");
/// assert_eq!(spelled(FloatFormat::Es6)?, b"[1,1e+21,1e-7,0,0.12345678]");
/// assert_eq!(spelled(FloatFormat::Rust)?, b"[1.0,1e21,1e-7,-0.0,0.12345678]");
/// assert_eq!(spelled(FloatFormat::SixDigits)?, b"[1,1e+21,0,0,0.123457]");
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FloatFormat {
    /// As Go's `encoding/json`: shortest digits, plain from 1e-6 to below 1e21.
    #[default]
    Go,
    /// As JavaScript: Go's, but `0` for minus zero.
    Es6,
    /// As Rust's `{:?}`: always seen to be a float, plain from 1e-4 to below 1e16.
    Rust,
    /// Rounded to six digits behind the point; exact and in Go's spelling above 83,886,079.
    SixDigits,
}

/// What becomes of NaN and the infinities, which JSON cannot say.
///
/// # Examples
/// ```
/// use jsonstream::{NonFinite, WriteOptions, Writer};
///
/// let options = WriteOptions { non_finite: NonFinite::Strings, ..Default::default() };
/// let mut w = Writer::with_options(Vec::new(), &options);
/// w.begin_array()?;
/// w.f64s(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY])?;
/// w.end_array()?;
/// assert_eq!(w.finish()?, br#"["NaN","+Inf","-Inf"]"#);
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NonFinite {
    /// Refused; nothing is written.
    #[default]
    Error,
    /// `null`.
    Null,
    /// `"NaN"`, `"+Inf"`, `"-Inf"`.
    Strings,
}

impl NonFinite {
    /// The JSON text that stands for `n`, which is not finite.
    pub(crate) fn word(self, n: f64) -> &'static [u8] {
        match self {
            Self::Error | Self::Null => b"null",
            Self::Strings if n.is_nan() => b"\"NaN\"",
            Self::Strings if n > 0.0 => b"\"+Inf\"",
            Self::Strings => b"\"-Inf\"",
        }
    }
}

/// Characters that JSON lets stand as they are and that are escaped all the same, in values and in keys.
///
/// # Examples
/// ```
/// use jsonstream::{Escapes, WriteOptions, Writer};
///
/// let escapes = Escapes { html: true, js: true, terminal: true };
/// let mut w = Writer::with_options(Vec::new(), &WriteOptions { escapes, ..Default::default() });
/// w.str("<é\u{2028}\u{202e}\u{9b}>")?;
/// assert_eq!(w.finish()?, r#""\u003cé\u2028\u202e\u009b\u003e""#.as_bytes());
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Escapes {
    /// `<`, `>` and `&`, for JSON inside HTML.
    pub html: bool,
    /// U+2028 and U+2029, which end a line in old JavaScript.
    pub js: bool,
    /// DEL, the C1 controls and the characters that turn the direction of text, for JSON shown on a terminal.
    pub terminal: bool,
}

/// How a [`Reader`](crate::Reader) reads. The grammar is always that of JSON, whatever is chosen here.
///
/// | field | default | `strict` | `go` | `lenient` | what it decides |
/// |---|---|---|---|---|---|
/// | `documents` | `Many` | `Many` | `Many` | `Many` | what may follow a top-level value |
/// | `utf8` | `Reject` | `Reject` | `Replace` | `Replace` | bytes in strings that are not UTF-8 |
/// | `surrogates` | `Reject` | `Reject` | `Replace` | `Replace` | escapes that are half a pair |
/// | `duplicates` | `Allow` | `Reject` | `Allow` | `Allow` | which of several members of one name count: [`Duplicates`] |
/// | `fuzzy` | no | no | no | yes | values of other types are converted |
/// | `fold_names` | no | no | yes | no | serde: fields are matched without regard to case |
/// | `pointers` | no | no | no | no | errors carry a JSON pointer |
/// | `max_depth` | 10,000 | | | | levels of arrays and objects |
/// | `max_stack` | 128 KiB | | | | serde: bytes of the stack that nested types may use |
/// | `max_memory` | 64 MiB | | | | serde: bytes of large elements |
/// | `max_token` | 64 MiB | | | | bytes of a string or raw value that must be held |
/// | `max_number` | 4,096 | | | | bytes of a number |
/// | `max_document` | no limit | | | | bytes of a top-level value |
/// | `buffer` | 64 KiB | | | | the window on a source that is not a slice |
///
/// # Examples
/// ```
/// use jsonstream::{ErrorKind, ReadOptions, Reader};
///
/// let options = ReadOptions { max_depth: 2, ..ReadOptions::default() };
/// let mut r = Reader::from_slice_with(b"[[[1]]]", &options);
/// assert_eq!(r.skip().unwrap_err().kind(), ErrorKind::TooDeep);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// What may follow a top-level value.
    pub documents: Documents,
    /// Bytes in strings that are not UTF-8.
    pub utf8: Broken,
    /// Escapes that are half of a surrogate pair.
    pub surrogates: Broken,
    /// Which of several members of one name count.
    pub duplicates: Duplicates,
    /// Values of other types are converted, in the manner of json-iterator's fuzzy decoders: numbers and booleans in
    /// strings, numbers as strings, `null` as zero or empty, `[]` as an empty object. A number that would lose
    /// something is refused all the same.
    pub fuzzy: bool,
    /// With serde, a name that no field of a struct has is matched without regard to the case of ASCII letters. Of the
    /// names for one field the last counts, as in Go; to know it, an object that becomes a struct is held whole and
    /// looked through before, up to `max_token`.
    pub fold_names: bool,
    /// Errors carry a JSON pointer. It is made of the names in the buffer when there is an error; only names of open
    /// objects that leave the buffer are copied.
    pub pointers: bool,
    /// How many levels of arrays and objects may be open at once.
    pub max_depth: usize,
    /// Bytes of the program's stack that the code of nested types may use with serde.
    pub max_stack: usize,
    /// Bytes that the elements of lists and maps of a value may take with serde, or 64 times the bytes read of it if that is
    /// more: `{}` may stand for a type of kilobytes. Each is charged twice, as lists grow; those up to 64 bytes stay below by
    /// themselves and are not counted, nor is what a type allocates besides.
    pub max_memory: usize,
    /// Bytes of a string or raw value that has to be held whole.
    pub max_token: usize,
    /// Bytes of a number.
    pub max_number: usize,
    /// Bytes of a top-level value.
    pub max_document: u64,
    /// Bytes of the window on a source that is not a slice. It grows for a token that is longer.
    pub buffer: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            documents: Documents::Many,
            utf8: Broken::Reject,
            surrogates: Broken::Reject,
            duplicates: Duplicates::Allow,
            fuzzy: false,
            fold_names: false,
            pointers: false,
            max_depth: 10_000,
            max_stack: 128 * 1024,
            max_memory: 64 << 20,
            max_token: 64 << 20,
            max_number: 4096,
            max_document: u64::MAX,
            buffer: 64 * 1024,
        }
    }
}

impl ReadOptions {
    /// I-JSON (RFC 7493): a name twice in an object is refused too.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{ErrorKind, ReadOptions, Reader};
    ///
    /// let mut r = Reader::from_slice_with(br#"{"a":1,"a":2}"#, &ReadOptions::strict());
    /// assert_eq!(r.skip().unwrap_err().kind(), ErrorKind::Duplicate);
    /// ```
    #[must_use]
    pub fn strict() -> Self {
        Self { duplicates: Duplicates::Reject, ..Self::default() }
    }

    /// As Go's `encoding/json` reads: broken text is replaced, names are matched without regard to case.
    ///
    /// What stays different: of several members for one field Go reads each into the same place, so an object is merged, null
    /// changes nothing, and a wrong type is an error; here the last one is read and no other. Go matches names without regard to
    /// the case of all letters, here it is that of ASCII; it takes null for any field, which is up to the types here; it has no
    /// `-0` without a sign; and an array is no struct.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{ReadOptions, Reader};
    ///
    /// let mut r = Reader::from_slice_with(b"\"\xa8\\ud800\"", &ReadOptions::go());
    /// assert_eq!(r.str()?, "\u{fffd}\u{fffd}");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn go() -> Self {
        Self { utf8: Broken::Replace, surrogates: Broken::Replace, fold_names: true, ..Self::default() }
    }

    /// Takes what it can: broken text is replaced, values of other types are converted.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{ReadOptions, Reader};
    ///
    /// let mut r = Reader::from_slice_with(br#" "10" true null 100 "#, &ReadOptions::lenient());
    /// assert_eq!((r.i64()?, r.i64()?, r.i64()?), (10, 1, 0));
    /// assert_eq!(r.str()?, "100");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    #[must_use]
    pub fn lenient() -> Self {
        Self { utf8: Broken::Replace, surrogates: Broken::Replace, fuzzy: true, ..Self::default() }
    }
}

/// What may follow a top-level value.
///
/// # Examples
/// ```
/// use jsonstream::{Documents, ReadOptions, Reader};
///
/// let count = |documents| {
///     let options = ReadOptions { documents, ..Default::default() };
///     let mut r = Reader::from_slice_with(b"{}123\n4", &options);
///     let mut count = 0;
///     while r.next_document()? {
///         r.skip()?;
///         count += 1;
///     }
///     Ok::<_, jsonstream::Error>(count)
/// };
/// assert_eq!(count(Documents::Many)?, 3);
/// assert!(count(Documents::Single).is_err() && count(Documents::Lines).is_err());
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Documents {
    /// Nothing but white space.
    Single,
    /// More values, with or without white space between them.
    #[default]
    Many,
    /// More values, each on a line of its own (NDJSON): a line that ends inside a value is an error there. Blank
    /// lines do not count.
    Lines,
}

/// What is done about text that is not Unicode.
///
/// # Examples
/// ```
/// use jsonstream::{Broken, ErrorKind, ReadOptions, Reader};
///
/// let error = Reader::from_slice(b"\"a\xff\"").str().unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::Utf8, 2));
/// let options = ReadOptions { utf8: Broken::Replace, ..Default::default() };
/// assert_eq!(Reader::from_slice_with(b"\"a\xff\"", &options).str()?, "a\u{fffd}");
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Broken {
    /// An error.
    #[default]
    Reject,
    /// U+FFFD for each byte, or each half of a pair.
    Replace,
}

/// Which members of an object count if several have the same name, escapes undone.
///
/// | | `Allow` | `Reject` | `First` | `Last` |
/// |---|---|---|---|---|
/// | events, [`next_key`](crate::Reader::next_key) | all | the second is an error | the first | all: the caller may keep the last |
/// | serde, a map | all: the map decides, those of `std` keep the last | an error | the first | the last |
/// | serde, a struct | what its type does: derived ones refuse the second | an error | the first | the last |
/// | serde, the one member of a variant | a second is an error | an error | the first | a second is an error |
/// | [`Lazy`](crate::Lazy), a key | the first | an error | the first | the last |
/// | `Lazy`, all members | all | an error | the first of each name | the last of each name, where that stands |
/// | [`skip`](crate::Reader::skip), [`raw`](crate::Reader::raw), [`copy`](crate::Writer::copy) | all pass | an error | all pass; a copy has the first | all pass |
/// | kept meanwhile | nothing | the names of the open objects | the names of the open objects | serde: the object, whole, up to `max_token`; it is looked through once for each level around it |
///
/// What does not count is checked all the same, but not read: its type does not matter.
///
/// With [`fold_names`](ReadOptions::fold_names), members for the same field of a struct count as of one name, and the last counts.
///
/// # Examples
/// ```
/// use jsonstream::{Duplicates, ReadOptions, Reader};
///
/// let options = ReadOptions { duplicates: Duplicates::Reject, ..Default::default() };
/// let mut r = Reader::from_slice_with(br#"{"a":{"a":1},"\u0061":2}"#, &options);
/// assert_eq!(r.skip().unwrap_err().offset(), 13);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// All of them.
    #[default]
    Allow,
    /// None: a second one is an error of kind [`Duplicate`](crate::ErrorKind::Duplicate).
    Reject,
    /// The first.
    First,
    /// The last.
    Last,
}
