//! Scalars and raw values: one method for each, and the parts they are made of.

use crate::check;
use crate::config::Framing;
use crate::error::Result;
use crate::number::{put_f32, put_f64, put_i64, put_i128, put_u64, put_u128};
use crate::out::Out;
use crate::reader::Reader;
use crate::sink::Sink;
use crate::string::{put_base64, put_text};
use crate::writer::Writer;

/// A longer token goes through in pieces of this size; a multiple of three, for base64.
const PIECE: usize = 12 * 1024;

/// Scalars.
impl<S: Sink> Writer<S> {
    /// `null`
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.null()?;
    /// assert_eq!(w.buffer(), b"null");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` where no value can stand; that of the sink.
    #[inline]
    pub fn null(&mut self) -> Result<()> {
        if self.core.quick_word(*b"null    ", 4) { Ok(()) } else { self.token(b"null") }
    }

    /// `true` or `false`
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.bool(true)?;
    /// assert_eq!(w.buffer(), b"true");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` where no value can stand; that of the sink.
    #[inline]
    pub fn bool(&mut self, value: bool) -> Result<()> {
        let (word, len) = if value { (*b"true    ", 4) } else { (*b"false   ", 5) };
        if self.core.quick_word(word, len) { Ok(()) } else { self.token(&word[..len]) }
    }

    /// An integer. Smaller types widen: `w.i64(n.into())`.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.i64(i64::MIN)?;
    /// assert_eq!(w.buffer(), b"-9223372036854775808");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` where no value can stand; that of the sink.
    #[inline]
    pub fn i64(&mut self, value: i64) -> Result<()> {
        if self.core.quick_int(value < 0, value.unsigned_abs()) {
            return Ok(());
        }
        if self.core.is_inexact(value as f64) {
            return self.f64(value as f64);
        }
        self.scalar(|out| put_i64(out, value))
    }

    /// An integer without a sign.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.u64(u64::MAX)?;
    /// assert_eq!(w.buffer(), b"18446744073709551615");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` where no value can stand; that of the sink.
    #[inline]
    pub fn u64(&mut self, value: u64) -> Result<()> {
        if self.core.quick_int(false, value) {
            return Ok(());
        }
        if self.core.is_inexact(value as f64) {
            return self.f64(value as f64);
        }
        self.scalar(|out| put_u64(out, value))
    }

    /// A wide integer.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.i128(-(1 << 100))?;
    /// assert_eq!(w.buffer(), b"-1267650600228229401496703205376");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` where no value can stand; that of the sink.
    pub fn i128(&mut self, value: i128) -> Result<()> {
        if self.core.is_inexact(value as f64) {
            return self.f64(value as f64);
        }
        self.scalar(|out| put_i128(out, value))
    }

    /// A wide integer without a sign.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.u128(1 << 100)?;
    /// assert_eq!(w.buffer(), b"1267650600228229401496703205376");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` where no value can stand; that of the sink.
    pub fn u128(&mut self, value: u128) -> Result<()> {
        if self.core.is_inexact(value as f64) {
            return self.f64(value as f64);
        }
        self.scalar(|out| put_u128(out, value))
    }

    /// A float, in the spelling that [`FloatFormat`](crate::FloatFormat) says.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.f64(9.9e-8)?;
    /// assert_eq!(w.buffer(), b"9.9e-8");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `NonFinite` for NaN and infinities, unless [`NonFinite`](crate::NonFinite) says otherwise; `Misuse` where no
    /// value can stand; that of the sink.
    #[inline]
    pub fn f64(&mut self, value: f64) -> Result<()> {
        if self.core.quick_f64(value) { Ok(()) } else { self.long_f64(value) }
    }

    fn long_f64(&mut self, value: f64) -> Result<()> {
        if !value.is_finite() {
            return self.token(self.core.word_for(value)?);
        }
        let format = self.core.options.floats;
        self.scalar(|out| put_f64(out, value, format))
    }

    /// A float of single width: the shortest digits that read back as the same `f32`.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.f32(0.1)?;
    /// assert_eq!(w.buffer(), b"0.1");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`f64`](Self::f64).
    #[inline]
    pub fn f32(&mut self, value: f32) -> Result<()> {
        if !value.is_finite() {
            return self.token(self.core.word_for(value.into())?);
        }
        let format = self.core.options.floats;
        self.scalar(|out| put_f32(out, value, format))
    }

    /// A number given as text, of any size; every digit is kept.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// assert!(w.number_text("01").is_err());
    /// w.number_text("1.50e+400")?;
    /// assert_eq!(w.buffer(), b"1.50e+400");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Syntax` if it is not a JSON number; `Misuse` where no value can stand; that of the sink.
    pub fn number_text(&mut self, text: &str) -> Result<()> {
        check::number(text).map_err(|error| error.moved(self.offset()))?;
        if self.core.canonical.is_some() {
            return self.f64(text.parse().unwrap_or(f64::NAN));
        }
        self.raw_trusted(text)
    }

    /// A string.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.str("tab\t, bell\u{7}, é")?;
    /// assert_eq!(w.buffer(), r#""tab\t, bell\u0007, é""#.as_bytes());
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` where no value can stand; that of the sink.
    #[inline]
    pub fn str(&mut self, text: &str) -> Result<()> {
        if self.core.quick_str(text) {
            return Ok(());
        }
        self.core.value()?;
        self.quoted(text)?;
        self.done()
    }

    /// A string from bytes that may not be UTF-8: each byte that is not becomes U+FFFD, as in Go. True if there was
    /// one.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// assert!(w.str_lossy(b"a\xe2\x82b")?);
    /// assert_eq!(w.buffer(), "\"a\u{fffd}\u{fffd}b\"".as_bytes());
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` where no value can stand; that of the sink.
    pub fn str_lossy(&mut self, bytes: &[u8]) -> Result<bool> {
        self.core.value()?;
        let lost = self.quoted_lossy(bytes)?;
        self.done()?;
        Ok(lost)
    }

    /// Bytes as a string of base64 in the standard alphabet, padded.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.bytes_base64(b"\xff\0a!")?;
    /// assert_eq!(w.buffer(), br#""/wBhIQ==""#);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` where no value can stand; that of the sink.
    pub fn bytes_base64(&mut self, bytes: &[u8]) -> Result<()> {
        self.core.value()?;
        self.core.out.byte(b'"');
        for piece in bytes.chunks(PIECE) {
            put_base64(&mut self.core.out, piece);
            self.border()?;
        }
        self.core.out.byte(b'"');
        self.done()
    }

    /// A whole value given as JSON text. It is checked, white space around it is left out, and the rest is written as
    /// it stands; with [`Framing::Lines`] newlines in it become spaces. In the canonical form it is taken apart and
    /// put in order. An escape of half a surrogate pair, `"\ud800"`, passes, as it is text of JSON's grammar, though readers
    /// refuse the string that it stands for; in the canonical form it is an error.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// assert!(w.raw("[1,]").is_err());
    /// w.raw(" [1, 2] ")?;
    /// assert_eq!(w.buffer(), b"[1, 2]");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Syntax` or `Eof` if it is not one JSON value, `TooDeep` if it goes past the limit from where it stands;
    /// `Misuse` where no value can stand; that of the sink.
    pub fn raw(&mut self, json: &str) -> Result<()> {
        let levels = self.core.options.max_depth.saturating_sub(self.depth());
        check::value(json, levels).map_err(|error| error.moved(self.offset()))?;
        if self.core.canonical.is_some() {
            return self.raw_canonical(json);
        }
        let json = json.trim_matches([' ', '\n', '\r', '\t']);
        if self.core.options.framing == Framing::Lines {
            return self.raw_lines(json);
        }
        self.raw_trusted(json)
    }

    /// A whole value given as JSON text that is not checked. What is wrong in it is wrong in the output.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.begin_array()?;
    /// w.raw_trusted("1.0")?;
    /// w.end_array()?;
    /// assert_eq!(w.buffer(), b"[1.0]");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` where no value can stand; that of the sink.
    pub fn raw_trusted(&mut self, json: &str) -> Result<()> {
        self.core.value()?;
        self.pieces(json)?;
        self.done()
    }

    /// Put in order apart, so that nothing is written if that fails.
    fn raw_canonical(&mut self, json: &str) -> Result<()> {
        let mut apart = Writer::with_options((), &self.core.options);
        apart.copy(&mut Reader::from_str(json))?;
        let text = ::core::str::from_utf8(apart.buffer()).unwrap_or_default();
        self.raw_trusted(text.trim_end())
    }

    /// Text that is no JSON, in the place of an element, a member or a value: for output that only eyes read.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.begin_object()?;
    /// w.key("a")?;
    /// w.u64(1)?;
    /// w.remark("… 9 more")?;
    /// w.end_object()?;
    /// assert_eq!(w.buffer(), "{\"a\":1,… 9 more}".as_bytes());
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` where neither a value nor a key can stand; that of the sink.
    pub fn remark(&mut self, text: &str) -> Result<()> {
        if self.core.levels.current.wants_key() {
            self.core.key()?;
            self.core.levels.current.add(1);
        } else {
            self.core.value()?;
        }
        self.pieces(text)?;
        self.done()
    }

    fn raw_lines(&mut self, json: &str) -> Result<()> {
        self.core.value()?;
        for (index, line) in json.split(['\n', '\r']).enumerate() {
            self.core.out.put(if index > 0 { b" " } else { b"" });
            self.pieces(line)?;
        }
        self.done()
    }
}

/// The parts of tokens.
impl<S: Sink> Writer<S> {
    #[inline]
    pub(super) fn token(&mut self, text: &[u8]) -> Result<()> {
        self.scalar(|out| out.put(text))
    }

    #[inline]
    fn scalar(&mut self, put: impl FnOnce(&mut Out)) -> Result<()> {
        self.core.value()?;
        put(&mut self.core.out);
        self.done()
    }

    fn pieces(&mut self, text: &str) -> Result<()> {
        for piece in text.as_bytes().chunks(PIECE) {
            self.core.out.put(piece);
            self.border()?;
        }
        Ok(())
    }

    #[inline]
    pub(super) fn quoted(&mut self, text: &str) -> Result<()> {
        self.core.out.byte(b'"');
        self.text(text)?;
        self.core.out.byte(b'"');
        Ok(())
    }

    #[inline]
    fn text(&mut self, text: &str) -> Result<()> {
        if text.len() > PIECE {
            return self.long_text(text);
        }
        put_text(&mut self.core.out, text, self.core.mask);
        Ok(())
    }

    #[cold]
    fn long_text(&mut self, mut text: &str) -> Result<()> {
        while !text.is_empty() {
            let (piece, rest) = text.split_at(text.floor_char_boundary(PIECE));
            put_text(&mut self.core.out, piece, self.core.mask);
            self.border()?;
            text = rest;
        }
        Ok(())
    }

    pub(super) fn quoted_lossy(&mut self, bytes: &[u8]) -> Result<bool> {
        match ::core::str::from_utf8(bytes) {
            Ok(text) => self.quoted(text).map(|()| false),
            Err(_) => self.quoted_chunks(bytes).map(|()| true),
        }
    }

    fn quoted_chunks(&mut self, bytes: &[u8]) -> Result<()> {
        self.core.out.byte(b'"');
        for chunk in bytes.utf8_chunks() {
            self.text(chunk.valid())?;
            chunk.invalid().iter().for_each(|_| self.core.out.put("\u{fffd}".as_bytes()));
            self.border()?;
        }
        self.core.out.byte(b'"');
        Ok(())
    }
}
