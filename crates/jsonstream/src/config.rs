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
/// | `flush_at` | 64 KiB | buffered bytes at which the sink gets them |
/// | `hold` | 0 | the same while a top-level value is unfinished, if larger |
/// | `capacity` | 0 | bytes of buffer to begin with |
/// | `max_depth` | 10,000 | levels of arrays and objects |
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
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            layout: Layout::Compact,
            framing: Framing::Single,
            floats: FloatFormat::Go,
            non_finite: NonFinite::Error,
            escapes: Escapes::default(),
            flush_at: 64 * 1024,
            hold: 0,
            capacity: 0,
            max_depth: 10_000,
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
