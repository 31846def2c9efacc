//! Passing values by: checked, unchecked, captured, by the line.

use alloc::vec::Vec;

use crate::error::{ErrorKind, Result};
use crate::kernels::{self, Brackets};
use crate::reader::number::usual;
use crate::reader::{Reader, Slice, Source};
use crate::scan;
use crate::stack::Level;
use crate::string::BASIC;

/// Skipping.
impl<S: Source> Reader<S> {
    /// Passes the next value, of any size, without memory but a word for each level. Everything is checked as if it
    /// were read, but for the limits on what must be held. Inside a string that
    /// [`str_pieces`](Self::str_pieces) has not read to its end, it passes the rest of that.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str(r#"[{"a": [1, "x"]}, 2]"#);
    /// r.begin_array()?;
    /// r.skip()?;
    /// assert_eq!(r.u64()?, 2);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Syntax`, `Eof`, `Utf8`, `Surrogate`, `Duplicate`, `TooDeep`, `TooBig` as in reading; those of
    /// [`peek`](Self::peek). The reader then stands at the error, inside the value.
    pub fn skip(&mut self) -> Result<()> {
        if self.under_way.string && self.under_way.skip.is_none() {
            return self.rest_of_string(|_| Ok(()));
        }
        let floor = match self.under_way.skip {
            Some(floor) => floor,
            None => self.value_start().map(|_| self.depth())?,
        };
        self.skip_to(floor)
    }

    /// Passes the rest of the innermost open array or object, its end included.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str("[[1, 2, 3], 4]");
    /// r.begin_array()?;
    /// r.begin_array()?;
    /// assert_eq!(r.u64()?, 1);
    /// r.skip_rest()?;
    /// assert_eq!(r.u64()?, 4);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`skip`](Self::skip); `Misuse` if nothing is open.
    pub fn skip_rest(&mut self) -> Result<()> {
        let floor = self.under_way.skip.or(self.depth().checked_sub(1));
        match floor {
            Some(floor) => self.skip_to(floor),
            None => self.fail(ErrorKind::Misuse, self.offset(), "no array or object is open"),
        }
    }

    /// Token after token, until no more than `floor` levels are open.
    fn skip_to(&mut self, floor: usize) -> Result<()> {
        self.under_way.skip = Some(floor);
        while !self.quick_skip(floor) {
            self.skip_token()?;
            if self.is_skipped(self.levels.current, floor) {
                break;
            }
        }
        self.under_way.skip = None;
        Ok(())
    }

    #[inline(always)]
    fn is_skipped(&self, level: Level, floor: usize) -> bool {
        self.levels.depth() == floor && !level.wants_value() && !level.wants_more()
    }

    /// Passes tokens as long as they are whole in the window and nothing is wrong with them; true if that was all. What
    /// it does not pass it leaves to [`skip_token`](Self::skip_token), which knows why.
    fn quick_skip(&mut self, floor: usize) -> bool {
        if self.under_way.string || self.names.are_kept() {
            return false;
        }
        self.scanned = super::Scanned::default();
        let stop = usize::try_from(self.stop.saturating_sub(self.base)).unwrap_or(usize::MAX);
        while let Some((start, byte)) = self.quick_token() {
            let level = self.levels.current;
            let rest = &self.source.window()[start..];
            let len = match byte {
                b'"' => quick_string(rest),
                b']' | b'}' => Some(1),
                _ if level.wants_key() => None,
                b'[' | b'{' if self.levels.is_full() => None,
                b'[' | b'{' => Some(1),
                b't' => rest.starts_with(b"true").then_some(4),
                b'f' => rest.starts_with(b"false").then_some(5),
                b'n' => rest.starts_with(b"null").then_some(4),
                _ => usual(self.source.window(), start).map(|parts| parts.len).filter(|&len| len <= self.options.max_number),
            };
            let Some(len) = len.filter(|len| start + len <= stop) else { return false };
            self.token = self.base + start as u64;
            self.at = start + len;
            match byte {
                b']' | b'}' => self.levels.pop(),
                _ => self.levels.current.add(1),
            }
            if let b'[' | b'{' = byte {
                let level = if byte == b'[' { Level::OF_ARRAY } else { Level::OF_OBJECT };
                let entered = self.levels.push(level);
                debug_assert!(entered);
            }
            if self.is_skipped(self.levels.current, floor) {
                return true;
            }
        }
        false
    }

    /// The next token: its place and its first byte, with what must stand before it seen to be there. A bracket that ends
    /// is the right one, and may stand there.
    #[inline(always)]
    fn quick_token(&self) -> Option<(usize, u8)> {
        let level = self.levels.current;
        let (at, byte) = self.quick_blanks(self.at).filter(|_| !level.is_top())?;
        if level.wants_more() {
            return (byte != b']' && byte != b'}').then_some((at, byte));
        }
        let end = if level.is_array() { b']' } else { b'}' };
        let separator = match byte {
            b':' => level.wants_value(),
            b',' => !level.wants_value() && !level.is_empty(),
            b']' | b'}' => return (byte == end && !level.wants_value()).then_some((at, byte)),
            _ => return level.is_empty().then_some((at, byte)),
        };
        let (at, byte) = self.quick_blanks(at + 1)?;
        (separator && byte != b']' && byte != b'}').then_some((at, byte))
    }

    fn skip_token(&mut self) -> Result<()> {
        let level = self.levels.current;
        if self.under_way.string {
            return self.rest_of_string(|_| Ok(()));
        }
        if level.wants_key() {
            return self.skip_name();
        }
        if level.is_array() && !self.next_element()? {
            return Ok(());
        }
        match self.value_start()? {
            b'"' => self.skip_string(),
            b'{' => self.open(Level::OF_OBJECT),
            b'[' => self.open(Level::OF_ARRAY),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            b'-' | b'0'..=b'9' => self.skip_number(),
            _ => self.syntax(0, "not a value"),
        }
    }

    fn skip_name(&mut self) -> Result<()> {
        if self.names.are_kept() {
            return self.pass_name();
        }
        if self.key_start()? { self.skip_string() } else { Ok(()) }
    }

    /// In one go if it is plain ASCII and all there.
    #[inline]
    fn skip_string(&mut self) -> Result<()> {
        let rest = &self.unused()[1..];
        let len = scan::plain(rest, BASIC);
        if rest.get(len) == Some(&b'"') && rest[..len].is_ascii() {
            return self.took(len + 2);
        }
        self.skip_long_string()
    }

    fn skip_long_string(&mut self) -> Result<()> {
        self.enter_string();
        self.rest_of_string(|_| Ok(()))
    }

    fn skip_number(&mut self) -> Result<()> {
        let len = self.number_parts()?.len;
        self.took(len)
    }

    /// Passes the next value by counting brackets outside strings. Faster than [`skip`](Self::skip), and what it
    /// passes is **not checked**: `[1 2}` is passed for an array, names are not looked at, depth is not limited.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str(r#"[{"a": "]}"}, 2]"#);
    /// r.begin_array()?;
    /// r.skip_unchecked()?;
    /// assert_eq!(r.u64()?, 2);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Eof` if the brackets are not closed; those of [`skip`](Self::skip) for scalars.
    pub fn skip_unchecked(&mut self) -> Result<()> {
        if self.under_way.skip.is_some() {
            return self.skip();
        }
        if self.under_way.unchecked.is_none() {
            match self.value_start()? {
                b'[' | b'{' => self.under_way.unchecked = Some(0),
                _ => return self.skip(),
            }
        }
        let token = self.offset();
        while self.under_way.unchecked.is_some() {
            self.pass_brackets()?;
        }
        self.took(0)?;
        self.token = token;
        Ok(())
    }

    fn pass_brackets(&mut self) -> Result<()> {
        if self.under_way.string {
            return self.pass_string();
        }
        if self.pass_blocks()? {
            return Ok(());
        }
        self.at += scan::until_structure(self.unused());
        let open = self.under_way.unchecked.unwrap_or(0);
        let open = match self.byte() {
            Some(b'[' | b'{') => Some(open + 1),
            Some(b']' | b'}') => Some(open.saturating_sub(1)).filter(|&open| open > 0),
            Some(_) => {
                self.under_way.string = true;
                Some(open)
            }
            None if self.refill()? => return Ok(()),
            None => return self.syntax(0, ""),
        };
        self.under_way.unchecked = open;
        self.at += 1;
        self.check_size()
    }

    /// As far as whole blocks go, if any are there.
    fn pass_blocks(&mut self) -> Result<bool> {
        let mut brackets = Brackets { open: self.under_way.unchecked.unwrap_or(0), string: false };
        // The first bracket is still ahead.
        if brackets.open == 0 {
            return Ok(false);
        }
        let count = brackets.pass(self.unused());
        self.at += count;
        self.under_way.string = brackets.string;
        self.under_way.unchecked = Some(brackets.open).filter(|&open| open > 0);
        self.check_size().map(|()| count > 0)
    }

    /// The rest of a string, its quote included, without looking at it.
    fn pass_string(&mut self) -> Result<()> {
        self.at += scan::until_quote(self.unused());
        let escape = self.need(0)? == Some(b'\\');
        if self.need(usize::from(escape))?.is_none() {
            return self.syntax(self.unused().len(), "");
        }
        if let Some(b'"' | b'\\') = self.byte() {
            self.under_way.string = escape;
            self.at += 1 + usize::from(escape);
        }
        Ok(())
    }

    /// The next value as it stands in the input, checked, without the white space around it; lent until the next
    /// call.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str(r#"{"a": [1, {}] }"#);
    /// r.begin_object()?;
    /// r.next_key()?;
    /// assert_eq!(r.raw()?, "[1, {}]");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`skip`](Self::skip); `TooBig` past [`max_token`](crate::ReadOptions::max_token); `Utf8` even if
    /// broken text is to be replaced.
    pub fn raw(&mut self) -> Result<&str> {
        let range = self.raw_range()?;
        let bytes = &self.source.window()[range];
        core::str::from_utf8(bytes).or_else(|error| {
            let at = self.offset() - (bytes.len() - error.valid_up_to()) as u64;
            self.fail(ErrorKind::Utf8, at, "not UTF-8")
        })
    }

    pub(crate) fn raw_range(&mut self) -> Result<core::ops::Range<usize>> {
        if self.under_way.keep.is_none() {
            self.value_start()?;
            self.under_way.keep = Some(self.at);
            self.set_stop();
        }
        let done = self.skip();
        if let Err(error) = &done
            && error.kind() == ErrorKind::NeedMore
        {
            return Err(error.clone());
        }
        let start = self.under_way.keep.take().unwrap_or(self.at);
        self.set_stop();
        done.map(|()| start..self.at)
    }

    /// Back to the start of the value in this range, which has just been passed and is in the window; and a reader of it
    /// alone.
    #[cfg(feature = "serde")]
    pub(crate) fn again(&mut self, range: core::ops::Range<usize>) -> Reader<Slice<'_>> {
        self.at = range.start;
        self.levels.current.unread();
        let mut inner = Reader::from_slice(&self.source.window()[range]);
        inner.policies = self.policies;
        inner.levels = crate::stack::Levels::new(usize::MAX);
        inner.options.max_number = usize::MAX;
        inner.options.max_token = usize::MAX;
        inner
    }

    /// The next value as it stands in the input, appended to the caller's buffer.
    ///
    /// # Examples
    /// ```
    /// let mut out = b"x=".to_vec();
    /// jsonstream::Reader::from_str(" [1] ").raw_into(&mut out)?;
    /// assert_eq!(out, b"x=[1]");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`raw`](Self::raw).
    pub fn raw_into(&mut self, out: &mut Vec<u8>) -> Result<()> {
        let range = self.raw_range()?;
        out.extend_from_slice(&self.source.window()[range]);
        Ok(())
    }

    /// Gives up the value at hand and goes on behind the next newline, whatever stands before it: for input where
    /// each line is a value and this one was bad. False if there is no further line.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Documents, ReadOptions, Reader};
    ///
    /// let options = ReadOptions { documents: Documents::Lines, ..Default::default() };
    /// let mut r = Reader::from_slice_with(b"1\n[2,}\n3\n", &options);
    /// let (mut sum, mut bad) = (0, 0);
    /// loop {
    ///     match r.next_document().and_then(|more| if more { r.u64().map(Some) } else { Ok(None) }) {
    ///         Ok(Some(n)) => sum += n,
    ///         Ok(None) => break,
    ///         Err(_) => {
    ///             bad += 1;
    ///             r.skip_line()?;
    ///         }
    ///     }
    /// }
    /// assert_eq!((sum, bad), (4, 1));
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// That of the source.
    pub fn skip_line(&mut self) -> Result<bool> {
        self.forget_value();
        loop {
            let rest = self.unused();
            if let Some(newline) = rest.iter().position(|&byte| byte == b'\n') {
                self.at += newline + 1;
                self.under_way.newline = true;
                return Ok(true);
            }
            self.at += rest.len();
            if !self.refill()? {
                return Ok(false);
            }
        }
    }

    fn forget_value(&mut self) {
        self.levels.clear();
        self.levels.current.settle();
        self.names.clear();
        self.under_way = super::UnderWay::default();
        self.scanned = super::Scanned::default();
        self.document_stop = u64::MAX;
        self.set_stop();
    }
}

/// How long the string at the start is, with its quotes, if it is sound and has no escape by number.
#[inline(always)]
fn quick_string(bytes: &[u8]) -> Option<usize> {
    let rest = &bytes[1..];
    let len = match kernels::plain_string(rest) {
        Some(len) => len,
        None => escaped_string(rest)?,
    };
    let sound = kernels::ascii(rest, len).is_some() || scan::text(&rest[..len]).is_some();
    sound.then_some(len + 2)
}

#[inline(never)]
fn escaped_string(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += scan::plain(&bytes[at..], BASIC);
        match (*bytes.get(at)?, bytes.get(at + 1)) {
            (b'"', _) => return Some(at),
            (b'\\', Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't')) => at += 2,
            _ => return None,
        }
    }
}

impl<'a> Reader<Slice<'a>> {
    /// The next value as it stands in the slice, checked.
    ///
    /// # Examples
    /// ```
    /// let raw = jsonstream::Reader::from_str(" [1, 2] ").raw_borrowed()?;
    /// assert_eq!(raw, "[1, 2]");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`raw`](Self::raw).
    pub fn raw_borrowed(&mut self) -> Result<&'a str> {
        let range = self.raw_range()?;
        let start = self.base + range.start as u64;
        core::str::from_utf8(&self.source.0[range])
            .or_else(|error| self.fail(ErrorKind::Utf8, start + error.valid_up_to() as u64, "not UTF-8"))
    }
}
