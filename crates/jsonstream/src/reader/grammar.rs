//! Structure: documents, containers, names, separators.

use crate::config::Documents;
use crate::error::{Error, ErrorKind, Result};
use crate::kernels;
use crate::reader::{Reader, Scanned, Source};
use crate::scan;
use crate::stack::Level;

/// What kind of value comes, by its first byte.
///
/// # Examples
/// ```
/// use jsonstream::{Kind, Reader};
/// assert_eq!(Reader::from_str(" -1").peek()?, Kind::Number);
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// `-1.5e3`
    Number,
    /// `"text"`
    String,
    /// `[…]`
    Array,
    /// `{…}`
    Object,
}

impl Kind {
    #[inline]
    fn of(byte: u8) -> Option<Self> {
        Some(match byte {
            b'n' => Self::Null,
            b't' | b'f' => Self::Bool,
            b'-' | b'0'..=b'9' => Self::Number,
            b'"' => Self::String,
            b'[' => Self::Array,
            b'{' => Self::Object,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

/// Structure.
impl<S: Source> Reader<S> {
    /// Is there another top-level value? It is not read yet. False at the clean end of the input.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str("1\n\n2\n");
    /// let mut sum = 0;
    /// while r.next_document()? {
    ///     sum += r.u64()?;
    /// }
    /// assert_eq!(sum, 3);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Syntax` for what [`Documents`] does not let follow; `Misuse` inside a value; that of the source.
    pub fn next_document(&mut self) -> Result<bool> {
        let level = self.levels.current;
        if !level.is_top() {
            return self.fail(ErrorKind::Misuse, self.offset(), "a value is not read to its end");
        }
        if level.wants_more() || self.quick_document() {
            return Ok(true);
        }
        if self.blanks()?.is_none() {
            return Ok(false);
        }
        self.check_document(level)?;
        self.begin_document();
        Ok(true)
    }

    /// Begins a document that may follow any other: an object or array behind white space that is at hand.
    #[inline]
    fn quick_document(&mut self) -> bool {
        let next = self.quick_blanks(self.at).filter(|_| self.options.documents == Documents::Many);
        let Some((at, b'{' | b'[')) = next else { return false };
        self.at = at;
        self.under_way.word = false;
        self.begin_document();
        true
    }

    #[inline]
    fn begin_document(&mut self) {
        self.levels.current.announce_more();
        self.document_stop = self.offset().saturating_add(self.options.max_document);
        self.set_stop();
    }

    /// May a value stand here, at the top?
    fn check_document(&mut self, level: Level) -> Result<()> {
        let glued = self.under_way.word && self.byte().is_some_and(|byte| !matches!(byte, b'[' | b'{' | b'"'));
        let allowed = match self.options.documents {
            _ if level.is_empty() => true,
            Documents::Single => false,
            Documents::Many => !glued,
            Documents::Lines => self.under_way.newline,
        };
        if allowed { Ok(()) } else { self.syntax(0, "nothing may stand here behind the value") }
    }

    /// Checks that nothing but white space follows.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str("{} 1");
    /// r.skip()?;
    /// assert_eq!(r.end().unwrap_err().offset(), 3);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Syntax` if something follows; `Misuse` inside a value; that of the source.
    pub fn end(&mut self) -> Result<()> {
        if !self.levels.current.is_top() || self.levels.current.wants_more() {
            return self.fail(ErrorKind::Misuse, self.offset(), "a value is not read to its end");
        }
        match self.blanks()? {
            None => Ok(()),
            Some(_) => self.syntax(0, "nothing may stand behind the value"),
        }
    }

    /// What kind of value comes. Nothing is read but white space and separators.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Kind, Reader};
    /// let mut r = Reader::from_str("[null]");
    /// assert_eq!(r.peek()?, Kind::Array);
    /// r.begin_array()?;
    /// assert_eq!(r.peek()?, Kind::Null);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Syntax` if no value can begin so, `Eof` if there is none; `Misuse` where a name is due or an array is at its
    /// end; that of the source.
    #[inline(always)]
    pub fn peek(&mut self) -> Result<Kind> {
        let byte = self.value_start()?;
        self.check_size()?;
        match Kind::of(byte) {
            Some(kind) => Ok(kind),
            None => self.syntax(0, "not a value"),
        }
    }

    /// Enters an array; [`next_element`](Self::next_element) goes through it.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str("[1, 2]");
    /// r.begin_array()?;
    /// let mut sum = 0;
    /// while r.next_element()? {
    ///     sum += r.u64()?;
    /// }
    /// assert_eq!(sum, 3);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Type` if another value comes, `TooDeep` past the limit; those of [`peek`](Self::peek).
    #[inline(always)]
    pub fn begin_array(&mut self) -> Result<()> {
        match self.value_start()? {
            b'[' => self.open(Level::OF_ARRAY),
            other => self.mismatch(other, "an array"),
        }
    }

    /// Enters an object; [`next_key`](Self::next_key) goes through it.
    ///
    /// # Examples
    /// See [`Reader`].
    /// ```
    /// assert!(jsonstream::Reader::from_str("[]").begin_object().is_err());
    /// ```
    ///
    /// # Errors
    /// As [`begin_array`](Self::begin_array).
    #[inline(always)]
    pub fn begin_object(&mut self) -> Result<()> {
        match self.value_start()? {
            b'{' => self.open(Level::OF_OBJECT),
            b'[' if self.options.fuzzy => self.empty_array_as_object(),
            other => self.mismatch(other, "an object"),
        }
    }

    #[inline(always)]
    pub(super) fn open(&mut self, level: Level) -> Result<()> {
        if self.levels.is_full() {
            return self.fail(ErrorKind::TooDeep, self.offset(), "more levels than the limit");
        }
        self.took(1)?;
        self.names.enter(self.token);
        let entered = self.levels.push(level);
        debug_assert!(entered);
        Ok(())
    }

    /// `[]` where an object is wanted: what PHP makes of an empty map. It is entered as the array that it is.
    fn empty_array_as_object(&mut self) -> Result<()> {
        let mut ahead = 1;
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.need(ahead)? {
            ahead += 1;
        }
        match self.need(ahead)? {
            Some(b']') => self.open(Level::OF_ARRAY),
            _ => self.mismatch(b'[', "an object"),
        }
    }

    /// Is there another element in the array? It is not read yet. If there is none the array has been left.
    ///
    /// # Examples
    /// See [`begin_array`](Self::begin_array).
    /// ```
    /// let mut r = jsonstream::Reader::from_str("[]");
    /// r.begin_array()?;
    /// assert!(!r.next_element()?);
    /// assert_eq!(r.depth(), 0);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Syntax` and `Eof`; `Misuse` outside an array; that of the source.
    #[inline(always)]
    pub fn next_element(&mut self) -> Result<bool> {
        let level = self.levels.current;
        if level.is_array()
            && !level.wants_more()
            && let Some((at, byte)) = self.quick_blanks(self.at)
        {
            match byte {
                b']' => return self.close_at(at).map(|()| false),
                b',' if !level.is_empty() => return self.element_from(at + 1),
                _ if level.is_empty() => return self.element_from(at),
                _ => {}
            }
        }
        self.rare_element()
    }

    /// The next element begins behind this place.
    #[inline(always)]
    fn element_from(&mut self, at: usize) -> Result<bool> {
        self.at = at;
        self.levels.current.announce_more();
        self.check_size().map(|()| true)
    }

    #[inline(never)]
    fn rare_element(&mut self) -> Result<bool> {
        let level = self.levels.current;
        if !level.is_array() {
            return self.fail(ErrorKind::Misuse, self.offset(), "no array is open here");
        }
        if level.wants_more() {
            return Ok(true);
        }
        match self.blanks()? {
            Some(b']') => self.close().map(|()| false),
            Some(b',') if !level.is_empty() => self.comma(),
            Some(_) if level.is_empty() => self.element_from(self.at),
            _ => self.syntax(0, "a comma or the end of the array is expected"),
        }
    }

    fn comma(&mut self) -> Result<bool> {
        self.element_from(self.at + 1)
    }

    /// Behind the bracket that ends the innermost container.
    #[inline(always)]
    fn close(&mut self) -> Result<()> {
        self.token = self.offset();
        self.names.leave(self.levels.depth());
        self.levels.pop();
        self.at += 1;
        self.check_size()
    }

    #[inline(always)]
    fn close_at(&mut self, at: usize) -> Result<()> {
        self.at = at;
        self.close()
    }

    /// The first byte from `at` on that is not white space, and its place, if that is not far.
    #[inline(always)]
    pub(super) fn quick_blanks(&self, at: usize) -> Option<(usize, u8)> {
        let rest = self.source.window().get(at..)?;
        match *rest.first()? {
            byte if byte > b' ' => Some((at, byte)),
            b'\n' if self.options.documents == Documents::Lines => None,
            byte @ (b'\n' | b' ') => {
                let rest = &rest[1..];
                if byte == b' ' && *rest.first()? > b' ' {
                    return Some((at + 1, rest[0]));
                }
                let count = kernels::spaces(rest)?;
                let byte = *rest.get(count)?;
                (byte > b' ').then_some((at + 1 + count, byte))
            }
            _ => None,
        }
    }

    /// At the next name: true, with the position at its quote. At the end of the object, behind it: false.
    #[inline(always)]
    pub(crate) fn key_start(&mut self) -> Result<bool> {
        let level = self.levels.current;
        if level.wants_key()
            && !level.wants_more()
            && let Some((at, byte)) = self.quick_blanks(self.at)
        {
            match byte {
                b'}' => return self.close_at(at).map(|()| false),
                b'"' if level.is_empty() => {
                    self.at = at;
                    return Ok(true);
                }
                b',' if !level.is_empty() => {
                    if let Some((at, b'"')) = self.quick_blanks(at + 1) {
                        self.at = at;
                        self.levels.current.announce_more();
                        return Ok(true);
                    }
                }
                _ => {}
            }
        }
        self.rare_key_start()
    }

    #[inline(never)]
    fn rare_key_start(&mut self) -> Result<bool> {
        let level = self.levels.current;
        if !level.wants_key() {
            return self.no_key(level);
        }
        let quote = match self.blanks()? {
            Some(b'}') if !level.wants_more() => return self.close().map(|()| false),
            Some(b',') if !level.is_empty() && !level.wants_more() => {
                self.comma()?;
                self.blanks()?
            }
            byte if level.is_empty() || level.wants_more() => byte,
            _ => return self.syntax(0, "a comma or the end of the object is expected"),
        };
        match quote {
            Some(b'"') => Ok(true),
            _ => self.syntax(0, "a name is expected"),
        }
    }

    #[cold]
    fn no_key(&mut self, level: Level) -> Result<bool> {
        if level.is_array() && level.is_empty() && self.options.fuzzy {
            return self.next_element();
        }
        let text = if level.wants_value() { "the value of the name is not read" } else { "no object is open here" };
        self.fail(ErrorKind::Misuse, self.offset(), text)
    }

    /// The first byte of the next value, with everything in front of it passed.
    #[inline(always)]
    pub(crate) fn value_start(&mut self) -> Result<u8> {
        let level = self.levels.current;
        if level.wants_more() {
            if let Some(byte) = self.byte()
                && byte > b' '
            {
                return Ok(byte);
            }
        } else if level.wants_value()
            && let Some(&[b':', first, second]) = self.source.window().get(self.at..).and_then(<[u8]>::first_chunk)
        {
            let blank = first == b' ';
            let byte = if blank { second } else { first };
            if byte > b' ' {
                self.at += 1 + usize::from(blank);
                self.levels.current.announce_more();
                return Ok(byte);
            }
        }
        self.rare_value_start()
    }

    #[inline(never)]
    fn rare_value_start(&mut self) -> Result<u8> {
        let level = self.levels.current;
        if !level.wants_more() {
            self.separator(level)?;
        }
        if let Some((at, byte)) = self.quick_blanks(self.at) {
            self.at = at;
            return Ok(byte);
        }
        match self.blanks()? {
            Some(byte) => Ok(byte),
            None => self.syntax(0, ""),
        }
    }

    /// The level that is at hand.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn level(&self) -> Level {
        self.levels.current
    }

    /// What must stand in front of a value: passed, and noted as passed.
    #[inline]
    fn separator(&mut self, level: Level) -> Result<()> {
        if level.wants_value() {
            return self.colon();
        }
        let there = match level {
            _ if level.is_array() => self.next_element()?,
            _ if level.is_top() => return self.document_start(),
            _ => false,
        };
        if there { Ok(()) } else { self.fail(ErrorKind::Misuse, self.offset(), "no value can be read here") }
    }

    fn document_start(&mut self) -> Result<()> {
        match self.next_document()? {
            true => Ok(()),
            false => self.fail(ErrorKind::Eof, self.offset(), "there is no value"),
        }
    }

    fn colon(&mut self) -> Result<()> {
        match self.blanks()? {
            Some(b':') => self.at += 1,
            _ => return self.syntax(0, "a colon is expected"),
        }
        self.levels.current.announce_more();
        Ok(())
    }

    /// The next byte that is not white space.
    #[inline]
    pub(super) fn blanks(&mut self) -> Result<Option<u8>> {
        match self.byte() {
            Some(byte) if byte > b' ' => Ok(Some(byte)),
            _ => self.some_blanks(),
        }
    }

    #[inline(never)] // so that the way without white space stays short
    fn some_blanks(&mut self) -> Result<Option<u8>> {
        match self.options.documents {
            Documents::Lines => self.blanks_in_lines(),
            _ => self.pass_blanks(),
        }
    }

    fn pass_blanks(&mut self) -> Result<Option<u8>> {
        loop {
            let count = scan::blanks(self.unused());
            self.at += count;
            self.under_way.word &= count == 0;
            if let Some(byte) = self.byte() {
                return Ok(Some(byte));
            }
            if !self.refill()? {
                return Ok(None);
            }
        }
    }

    /// The same where the end of a line says something.
    fn blanks_in_lines(&mut self) -> Result<Option<u8>> {
        loop {
            match self.byte() {
                Some(b' ' | b'\t' | b'\r') => self.at += 1,
                Some(b'\n') => self.newline()?,
                Some(byte) => return Ok(Some(byte)),
                None if self.refill()? => continue,
                None => return Ok(None),
            }
            self.under_way.word = false;
        }
    }

    fn newline(&mut self) -> Result<()> {
        let inside = !self.levels.current.is_top() || self.levels.current.wants_more();
        if inside {
            return self.fail(ErrorKind::Eof, self.offset(), "the line ends in the middle of a value");
        }
        self.under_way.newline = true;
        self.at += 1;
        Ok(())
    }

    /// The token of `len` bytes at hand is read.
    #[inline(always)]
    pub(crate) fn took(&mut self, len: usize) -> Result<()> {
        self.token = self.offset();
        self.at += len;
        self.scanned = Scanned::default();
        if self.levels.current.is_top() {
            (self.under_way.newline, self.under_way.word) = (false, false);
        }
        self.levels.current.add(1);
        self.check_size()
    }

    #[inline(always)]
    pub(super) fn check_size(&self) -> Result<()> {
        if self.offset() > self.stop { Err(self.too_big()) } else { Ok(()) }
    }

    #[cold]
    pub(super) fn too_big(&self) -> Error {
        match self.under_way.keep {
            Some(keep) if self.stop < self.document_stop => {
                self.error(ErrorKind::TooBig, self.base + keep as u64, "the value is longer than the limit".into())
            }
            _ => self.error(ErrorKind::TooBig, self.stop, "the document is larger than the limit".into()),
        }
    }

    /// Between top-level values no limit counts.
    pub(super) fn is_between_values(&self) -> bool {
        self.levels.current.is_top() && !self.levels.current.wants_more()
    }

    /// The nearer of two limits: that of the document, and that of a value which is kept.
    pub(super) fn set_stop(&mut self) {
        let kept = self.under_way.keep.map(|keep| (self.base + keep as u64).saturating_add(self.options.max_token as u64));
        self.stop = self.document_stop.min(kept.unwrap_or(u64::MAX));
    }

    /// A value that begins with `found` is not what was wanted.
    #[cold]
    pub(super) fn mismatch<T>(&self, found: u8, wanted: &'static str) -> Result<T> {
        match Kind::of(found) {
            Some(kind) => {
                let text = alloc::format!("expected {wanted}, found {}", kind.name());
                Err(self.error(ErrorKind::Type, self.offset(), text.into()))
            }
            None => self.syntax(0, "not a value"),
        }
    }

    /// Reads the elements of an array by a function that reads one.
    ///
    /// # Examples
    /// ```
    /// let mut sum = 0;
    /// jsonstream::Reader::from_str("[1, 2]").each_element(|r| Ok(sum += r.u64()?))?;
    /// assert_eq!(sum, 3);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the function and of [`begin_array`](Self::begin_array); `Misuse` if the function does not read just
    /// one value.
    pub fn each_element(&mut self, mut read: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.begin_array()?;
        let depth = self.depth();
        while self.next_element()? {
            read(self)?;
            self.check_read(depth)?;
        }
        Ok(())
    }

    /// Reads the members of an object by a function that gets the name and reads the value. The name is lent from
    /// `name`, a string of the caller's that is used again for each.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str(r#"{"a": 1, "b": 2}"#);
    /// let mut text = String::new();
    /// r.each_member(&mut String::new(), |r, name| Ok(text += &format!("{name}={} ", r.u64()?)))?;
    /// assert_eq!(text, "a=1 b=2 ");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the function and of [`begin_object`](Self::begin_object); `Misuse` if the function does not read just
    /// one value.
    pub fn each_member(
        &mut self,
        name: &mut alloc::string::String,
        mut read: impl FnMut(&mut Self, &str) -> Result<()>,
    ) -> Result<()> {
        self.begin_object()?;
        let depth = self.depth();
        while let Some(key) = self.next_key()? {
            name.clear();
            name.push_str(key);
            read(self, name)?;
            self.check_read(depth)?;
        }
        Ok(())
    }

    fn check_read(&self, depth: usize) -> Result<()> {
        if self.depth() == depth && !self.levels.current.wants_more() && !self.levels.current.wants_value() {
            return Ok(());
        }
        self.fail(ErrorKind::Misuse, self.offset(), "the function did not read just one value")
    }
}
