//! Containers, keys and commas: one method for each.

use crate::error::Result;
use crate::sink::Sink;
use crate::stack::Level;
use crate::writer::Writer;

/// Containers, keys and commas.
impl<S: Sink> Writer<S> {
    /// `[`
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.begin_array()?;
    /// w.u64(1)?;
    /// w.end_array()?;
    /// assert_eq!(w.buffer(), b"[1]");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` where no value can stand, `TooDeep` past the limit; then nothing is written. That of the sink.
    #[inline]
    pub fn begin_array(&mut self) -> Result<()> {
        self.begin(Level::OF_ARRAY)
    }

    /// `]`
    ///
    /// # Examples
    /// See [`begin_array`](Self::begin_array).
    /// ```
    /// assert!(jsonstream::Writer::in_memory().end_array().is_err());
    /// ```
    ///
    /// # Errors
    /// `Misuse` if the innermost open container is not an array, or after `write_more`. That of the sink.
    #[inline]
    pub fn end_array(&mut self) -> Result<()> {
        self.end(Level::OF_ARRAY)
    }

    /// `{`
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.begin_object()?;
    /// w.key("a")?;
    /// w.u64(1)?;
    /// w.end_object()?;
    /// assert_eq!(w.buffer(), br#"{"a":1}"#);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`begin_array`](Self::begin_array).
    #[inline]
    pub fn begin_object(&mut self) -> Result<()> {
        self.begin(Level::OF_OBJECT)
    }

    /// `}`
    ///
    /// # Examples
    /// See [`begin_object`](Self::begin_object).
    /// ```
    /// assert!(jsonstream::Writer::in_memory().end_object().is_err());
    /// ```
    ///
    /// # Errors
    /// `Misuse` if the innermost open container is not an object, behind a key, or after `write_more`. That of the
    /// sink.
    #[inline]
    pub fn end_object(&mut self) -> Result<()> {
        self.end(Level::OF_OBJECT)
    }

    /// `[]`, for those who know beforehand.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.empty_array()?;
    /// assert_eq!(w.buffer(), b"[]");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` where no value can stand; that of the sink.
    pub fn empty_array(&mut self) -> Result<()> {
        self.token(b"[]")
    }

    /// `{}`, for those who know beforehand.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.empty_object()?;
    /// assert_eq!(w.buffer(), b"{}");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` where no value can stand; that of the sink.
    pub fn empty_object(&mut self) -> Result<()> {
        self.token(b"{}")
    }

    /// The name of a member; its value must follow.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.begin_object()?;
    /// w.key("a\nb")?;
    /// w.null()?;
    /// w.key("")?;
    /// w.null()?;
    /// w.end_object()?;
    /// assert_eq!(w.buffer(), br#"{"a\nb":null,"":null}"#);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` outside an object and behind another key; that of the sink.
    #[inline]
    pub fn key(&mut self, name: &str) -> Result<()> {
        if self.core.quick_key(name) { Ok(()) } else { self.long_key(name) }
    }

    /// The same where the state is known but for values inside that were given up.
    #[cfg(feature = "serde")]
    #[inline(always)]
    pub(crate) fn key_at(&mut self, level: Level, name: &str) -> Result<()> {
        if self.core.quick_name(level, name) { Ok(()) } else { self.rare_key(name) }
    }

    #[cfg(feature = "serde")]
    #[inline(never)]
    fn rare_key(&mut self, name: &str) -> Result<()> {
        self.key(name)
    }

    fn long_key(&mut self, name: &str) -> Result<()> {
        self.core.key()?;
        self.core.note_member(name);
        self.quoted(name)?;
        self.core.colon();
        self.border()
    }

    /// The name of a member from bytes that may not be UTF-8: each byte that is not becomes U+FFFD, as in Go. True if
    /// there was one.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.begin_object()?;
    /// assert!(w.key_lossy(b"a\xff")?);
    /// assert_eq!(w.buffer(), "{\"a\u{fffd}\":".as_bytes());
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`key`](Self::key).
    pub fn key_lossy(&mut self, name: &[u8]) -> Result<bool> {
        if self.core.canonical.is_some() {
            return self.key_replaced(name);
        }
        self.core.key()?;
        let lost = self.quoted_lossy(name)?;
        self.core.colon();
        self.border()?;
        Ok(lost)
    }

    /// The same for the canonical form, which needs the name as a text.
    fn key_replaced(&mut self, name: &[u8]) -> Result<bool> {
        let mut text = alloc::string::String::new();
        for chunk in name.utf8_chunks() {
            text.push_str(chunk.valid());
            chunk.invalid().iter().for_each(|_| text.push('\u{fffd}'));
        }
        self.key(&text)?;
        Ok(text.as_bytes() != name)
    }

    /// Says that another element or member follows. There is no need to: commas come by themselves. It is here for
    /// code that comes from json-iterator, it writes nothing before the next token does, and it never flushes.
    ///
    /// # Examples
    /// ```
    /// let mut w = jsonstream::Writer::in_memory();
    /// w.begin_array()?;
    /// w.u64(1)?;
    /// w.write_more()?;
    /// assert!(w.write_more().is_err() && w.end_array().is_err());
    /// w.u64(2)?;
    /// w.end_array()?;
    /// assert_eq!(w.buffer(), b"[1,2]");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Misuse` unless it stands behind an element or a member, once.
    pub fn write_more(&mut self) -> Result<()> {
        let level = self.core.levels.current;
        if level.is_top() || level.is_empty() || level.wants_value() || level.wants_more() {
            return self.core.misuse("a comma can only stand behind an element or a member");
        }
        self.core.levels.current.announce_more();
        Ok(())
    }

    #[inline]
    pub(crate) fn begin(&mut self, inside: Level) -> Result<()> {
        if self.core.quick_begin(inside) { Ok(()) } else { self.long_begin(inside) }
    }

    fn long_begin(&mut self, inside: Level) -> Result<()> {
        self.core.begin(inside)?;
        self.border()
    }

    #[inline]
    pub(crate) fn end(&mut self, inside: Level) -> Result<()> {
        match self.core.quick_end(inside) {
            true if self.depth() > 0 => Ok(()),
            true => self.value_done(),
            false => self.long_end(inside),
        }
    }

    fn long_end(&mut self, inside: Level) -> Result<()> {
        self.core.end(inside)?;
        self.done()
    }
}
