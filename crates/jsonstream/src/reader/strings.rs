//! Strings and names: lent, borrowed, copied, in pieces.

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use crate::config::Duplicates;
use crate::error::{ErrorKind, Result};
use crate::kernels;
use crate::reader::text::{Policies, Policy, Step, decode_sound, push_code, step};
use crate::reader::{Lend, Reader, Slice, Source};
use crate::scan;
use crate::string::BASIC;

/// A string that was read: bytes of the window, or what the scratch buffer holds.
pub(crate) enum Place {
    Window(Range<usize>),
    Scratch,
}

/// Most text is ASCII, which is quicker to tell.
#[inline]
fn is_utf8(bytes: &[u8]) -> bool {
    bytes.is_ascii() || scan::text(bytes).is_some()
}

/// Strings.
impl<S: Source> Reader<S> {
    /// The name of the next member, lent until the next call. None at the end of the object, which has then been
    /// left. The empty name is a name.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str(r#"{"": 1, "b": 2}"#);
    /// let mut names = Vec::new();
    /// r.begin_object()?;
    /// while let Some(name) = r.next_key()? {
    ///     names.push(name.to_owned());
    ///     r.skip()?;
    /// }
    /// assert_eq!(names, ["", "b"]);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Syntax` and `Eof`; `Duplicate` if that is not allowed; `Misuse` outside an object and before the value of the
    /// last name was read; that of the source.
    #[inline(always)]
    pub fn next_key(&mut self) -> Result<Option<&str>> {
        if self.names.are_unique() {
            let place = self.unique_name_place()?;
            return place.map(|place| self.lend(place)).transpose();
        }
        if !self.key_start()? {
            return Ok(None);
        }
        if let Some(range) = self.quick_name()? {
            return self.lend_window(range).map(Some);
        }
        let place = self.rare_name_place()?;
        self.lend(place).map(Some)
    }

    /// Must a name be compared with those before it?
    #[cfg(feature = "serde")]
    #[inline(always)]
    pub(crate) fn are_names_unique(&self) -> bool {
        self.names.are_unique()
    }

    /// The name at hand, if it is whole in the window and has no escapes.
    #[inline(always)]
    pub(crate) fn quick_name(&mut self) -> Result<Option<Range<usize>>> {
        let Some(range) = self.quick_text() else { return Ok(None) };
        self.took(range.len() + 2)?;
        self.names.last = self.token;
        Ok(Some(range))
    }

    #[inline(always)]
    pub(crate) fn name_place(&mut self) -> Result<Option<Place>> {
        if self.names.are_unique() {
            return self.unique_name_place();
        }
        if !self.key_start()? {
            return Ok(None);
        }
        if let Some(range) = self.quick_name()? {
            return Ok(Some(Place::Window(range)));
        }
        self.rare_name_place().map(Some)
    }

    /// The name at hand.
    #[inline(never)]
    pub(crate) fn rare_name_place(&mut self) -> Result<Place> {
        let place = self.text_place()?;
        self.names.last = self.token;
        Ok(place)
    }

    /// The next name that its object has not had. The value of another is passed by; a source without bytes may interrupt
    /// that.
    #[inline(never)]
    fn unique_name_place(&mut self) -> Result<Option<Place>> {
        loop {
            if self.under_way.passing {
                self.skip()?;
                self.under_way.passing = false;
            }
            if !self.key_start()? {
                return Ok(None);
            }
            let place = self.rare_name_place()?;
            if self.keep_name(&place)? {
                return Ok(Some(place));
            }
            self.under_way.passing = true;
        }
    }

    /// A name that is skipped with its object, where names are kept.
    pub(super) fn pass_name(&mut self) -> Result<()> {
        if !self.key_start()? {
            return Ok(());
        }
        let place = self.rare_name_place()?;
        if self.options.duplicates == Duplicates::Reject {
            self.keep_name(&place)?;
        }
        self.lend(place).map(drop)
    }

    #[cold]
    fn keep_name(&mut self, place: &Place) -> Result<bool> {
        let bytes = match place {
            Place::Window(range) => &self.source.window()[range.clone()],
            Place::Scratch => &self.scratch,
        };
        if self.names.take(self.levels.depth(), bytes) {
            return Ok(true);
        }
        match self.options.duplicates {
            Duplicates::First => Ok(false),
            _ => self.fail(ErrorKind::Duplicate, self.token, "the object has this name already"),
        }
    }

    /// A string, lent until the next call.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Reader::from_str(r#""a\n\u00e9""#).str()?, "a\né");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Type` if another value comes; `Utf8` and `Surrogate` by [`Broken`](crate::Broken); `TooBig` past
    /// [`max_token`](crate::ReadOptions::max_token); those of [`peek`](Self::peek).
    #[inline(always)]
    pub fn str(&mut self) -> Result<&str> {
        let byte = self.value_start()?;
        if byte == b'"'
            && let Some(range) = self.quick_text()
        {
            self.took(range.len() + 2)?;
            return self.lend_window(range);
        }
        let place = self.rare_str_place(byte)?;
        self.lend(place)
    }

    pub(crate) fn str_place(&mut self) -> Result<Place> {
        let byte = self.value_start()?;
        self.rare_str_place(byte)
    }

    /// The string at hand, or what is taken for one.
    #[inline(never)]
    pub(crate) fn rare_str_place(&mut self, byte: u8) -> Result<Place> {
        match byte {
            b'"' => self.text_place(),
            other if self.options.fuzzy => self.fuzzy_str(other),
            other => self.mismatch(other, "a string"),
        }
    }

    /// The text at this place. If it is no text after all, it has not been read.
    #[inline(always)]
    pub(crate) fn lend(&mut self, place: Place) -> Result<&str> {
        match place {
            Place::Window(range) => self.lend_window(range),
            Place::Scratch => self.place(place),
        }
    }

    #[inline(always)]
    pub(crate) fn lend_window(&mut self, range: Range<usize>) -> Result<&str> {
        let bytes = &self.source.window()[range.start..];
        let text = kernels::ascii(bytes, range.len()).or_else(|| scan::text(bytes.get(..range.len())?));
        match text {
            Some(text) => Ok(text),
            None => {
                let bytes = &bytes[..range.len()];
                self.at = range.start - 1;
                self.levels.current.unread();
                self.no_text(range.start, bytes)
            }
        }
    }

    /// The text at this place.
    pub(crate) fn place(&self, place: Place) -> Result<&str> {
        let (bytes, start) = match place {
            Place::Window(range) => (&self.source.window()[range.clone()], range.start),
            Place::Scratch => (&*self.scratch, 0),
        };
        scan::text(bytes).map_or_else(|| self.no_text(start, bytes), Ok)
    }

    /// Bytes that stand at `start` in the window are no text: an error where that is seen.
    #[cold]
    fn no_text<T>(&self, start: usize, bytes: &[u8]) -> Result<T> {
        let valid = core::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
        self.fail(ErrorKind::Utf8, self.base + (start + valid) as u64, "not UTF-8")
    }

    /// A string, appended to the caller's.
    ///
    /// # Examples
    /// ```
    /// let mut text = String::from("<");
    /// jsonstream::Reader::from_str(r#""a""#).str_into(&mut text)?;
    /// assert_eq!(text, "<a");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`str`](Self::str).
    #[inline]
    pub fn str_into(&mut self, out: &mut String) -> Result<()> {
        out.push_str(self.str()?);
        Ok(())
    }

    /// The bytes of a string, lent until the next call. What is not UTF-8 stays as it is; half of a surrogate pair
    /// becomes three bytes (WTF-8).
    ///
    /// # Examples
    /// ```
    /// assert_eq!(jsonstream::Reader::from_slice(b"\"a\xff\\ud83c\"").bytes()?, b"a\xff\xed\xa0\xbc");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`str`](Self::str), but for `Utf8` and `Surrogate`.
    pub fn bytes(&mut self) -> Result<&[u8]> {
        match self.value_start()? {
            b'"' => {}
            other => return self.mismatch(other, "a string"),
        }
        let policies = Policies { utf8: Policy::Keep, surrogates: Policy::Keep };
        let len = self.string_len(policies)?;
        let range = self.at + 1..self.at + len - 1;
        let escaped = self.scanned.escaped;
        if escaped {
            self.decode(len, policies)?;
        }
        self.took(len)?;
        Ok(if escaped { &self.scratch } else { &self.source.window()[range] })
    }

    /// A string in pieces, each given to a function, for strings of any size: nothing is held but the buffer. If it
    /// fails with `NeedMore` the same call goes on where it stopped.
    ///
    /// # Examples
    /// ```
    /// let mut count = 0;
    /// jsonstream::Reader::from_str(r#""one\ntwo""#).str_pieces(|piece| Ok(count += piece.len()))?;
    /// assert_eq!(count, 7);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the function, after which the reader stands inside the string: another call of this method goes on from
    /// there, [`skip`](Self::skip) passes the rest. Those of [`str`](Self::str), but for `TooBig`.
    pub fn str_pieces(&mut self, give: impl FnMut(&str) -> Result<()>) -> Result<()> {
        if !self.under_way.string {
            match self.value_start()? {
                b'"' => self.enter_string(),
                other => return self.mismatch(other, "a string"),
            }
        }
        self.rest_of_string(give)
    }

    pub(super) fn enter_string(&mut self) {
        self.under_way.string = true;
        self.token = self.offset();
        self.at += 1;
    }

    pub(super) fn rest_of_string(&mut self, mut give: impl FnMut(&str) -> Result<()>) -> Result<()> {
        loop {
            let len = match step(&self.source.window()[self.at..], self.policies) {
                Step::Text(text) => give(text).map(|()| text.len())?,
                Step::Code(code, len) => {
                    give(char::from_u32(code).unwrap_or('\u{fffd}').encode_utf8(&mut [0; 4])).map(|()| len)?
                }
                Step::Quote => break,
                Step::Bad(kind, ahead, text) => {
                    return self.fail(kind, self.offset() + ahead as u64, text);
                }
                Step::Short | Step::Byte(_) => 0,
            };
            self.at += len;
            self.check_size()?;
            if len == 0 && !self.refill()? {
                return self.syntax(self.unused().len(), "");
            }
        }
        self.under_way.string = false;
        let token = self.token;
        self.took(1)?;
        self.token = token;
        Ok(())
    }

    /// The string at hand, read: where it stands now. In the window it may still be no UTF-8, if that is an error: who
    /// makes a text of it will see.
    pub(super) fn text_place(&mut self) -> Result<Place> {
        match self.quick_text() {
            Some(range) => self.took(range.len() + 2).map(|()| Place::Window(range)),
            None => self.rare_text_place(),
        }
    }

    /// Where the text of the string at hand is, if it is whole in the window and has no escapes. As with numbers, who asks
    /// does not bring the two ways together again.
    #[inline(always)]
    pub(crate) fn quick_text(&self) -> Option<Range<usize>> {
        let start = self.at + 1;
        let rest = self.source.window().get(start..)?;
        let len = kernels::plain_string(rest).filter(|&len| len <= self.options.max_token)?;
        let sound = self.policies.utf8 == Policy::Reject || kernels::ascii(rest, len).is_some();
        sound.then_some(start..start + len)
    }

    /// The same for a string that has escapes or errors or touches the end of the window.
    #[cold]
    #[inline(never)]
    fn rare_text_place(&mut self) -> Result<Place> {
        if let Some(len) = self.decode_sound() {
            return self.took(len).map(|()| Place::Scratch);
        }
        let len = self.string_len(self.policies)?;
        let range = self.at + 1..self.at + len - 1;
        let lent =
            !self.scanned.escaped && (self.policies.utf8 == Policy::Reject || is_utf8(&self.source.window()[range.clone()]));
        if !lent {
            self.decode(len, self.policies)?;
        }
        self.took(len)?;
        Ok(if lent { Place::Window(range) } else { Place::Scratch })
    }

    /// Decodes the string at hand, if it is whole and sound; how long it is. What has been looked at before is not again.
    fn decode_sound(&mut self) -> Option<usize> {
        let bytes = self.source.window().get(self.at + 1..).filter(|_| self.scanned.len == 0)?;
        let most = bytes.len().min(self.options.max_token.saturating_add(1));
        decode_sound(&bytes[..most], &mut self.scratch).map(|len| len + 1)
    }

    /// How long the string at hand is, quotes included. All of it is in the window then.
    #[inline]
    pub(super) fn string_len(&mut self, policies: Policies) -> Result<usize> {
        loop {
            let scanned = self.scanned.len;
            let bytes = &self.source.window()[self.at + 1..];
            let len = scanned + scan::plain(&bytes[scanned..], BASIC);
            self.scanned.len = len;
            if len > self.options.max_token {
                return self.fail(ErrorKind::TooBig, self.offset(), "the string is longer than the limit");
            }
            match (bytes.get(len), bytes.get(len + 1)) {
                (Some(b'"'), _) => return Ok(len + 2),
                (Some(b'\\'), Some(_)) => self.scanned = super::Scanned { len: len + 2, escaped: true },
                (Some(b'\\') | None, _) => self.more_of_string(len, policies)?,
                _ => return self.string_error(len, policies),
            }
        }
    }

    #[cold]
    fn more_of_string(&mut self, len: usize, policies: Policies) -> Result<()> {
        if self.refill()? { Ok(()) } else { self.string_error(len, policies) }
    }

    /// The first error in the string at hand, which has one `len` bytes on, if not before.
    #[cold]
    fn string_error<T>(&mut self, len: usize, policies: Policies) -> Result<T> {
        let seen = self.unused().len().min(len + 2);
        self.decode(seen, policies)?;
        self.syntax(seen, "a control character in a string")
    }

    /// The string at hand, of `len` bytes, into the scratch buffer. If it is not whole, as far as it goes.
    #[cold]
    pub(super) fn decode(&mut self, len: usize, policies: Policies) -> Result<()> {
        let mut scratch = core::mem::take(&mut self.scratch);
        scratch.clear();
        let mut at = 1;
        loop {
            match step(&self.source.window()[self.at + at..self.at + len], policies) {
                Step::Text(text) => {
                    scratch.extend_from_slice(text.as_bytes());
                    at += text.len();
                }
                Step::Code(code, len) => {
                    push_code(&mut scratch, code);
                    at += len;
                }
                Step::Byte(byte) => {
                    scratch.push(byte);
                    at += 1;
                }
                Step::Bad(kind, ahead, text) => {
                    return self.fail(kind, self.offset() + (at + ahead) as u64, text);
                }
                Step::Quote | Step::Short => break,
            }
        }
        self.scratch = scratch;
        Ok(())
    }
}

impl<'a> Reader<Slice<'a>> {
    /// A string, borrowed from the slice if it has no escapes.
    ///
    /// # Examples
    /// ```
    /// use std::borrow::Cow;
    /// let text = r#"["plain", "\n"]"#;
    /// let mut r = jsonstream::Reader::from_str(text);
    /// r.begin_array()?;
    /// assert!(matches!(r.str_borrowed()?, Cow::Borrowed("plain")));
    /// assert!(matches!(r.str_borrowed()?, Cow::Owned(_)));
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`str`](Self::str).
    pub fn str_borrowed(&mut self) -> Result<Cow<'a, str>> {
        let place = self.str_place()?;
        self.borrow(place)
    }

    /// The name of the next member, borrowed from the slice if it has no escapes.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str(r#"{"a": 1}"#);
    /// r.begin_object()?;
    /// assert_eq!(r.next_key_borrowed()?.as_deref(), Some("a"));
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`next_key`](Self::next_key).
    pub fn next_key_borrowed(&mut self) -> Result<Option<Cow<'a, str>>> {
        match self.name_place()? {
            Some(place) => self.borrow(place).map(Some),
            None => Ok(None),
        }
    }

    fn borrow(&self, place: Place) -> Result<Cow<'a, str>> {
        match self.lent(&place) {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.place(place).map(|text| Cow::Owned(text.into())),
        }
    }
}

impl<S: Source> Reader<S> {
    /// The text at this place, if the source can lend it for longer than the next call.
    #[inline(always)]
    pub(crate) fn lent<'de>(&self, place: &Place) -> Option<&'de str>
    where
        S: Lend<'de>,
    {
        match place {
            Place::Window(range) => self.lent_window(range),
            Place::Scratch => None,
        }
    }

    #[inline(always)]
    pub(crate) fn lent_window<'de>(&self, range: &Range<usize>) -> Option<&'de str>
    where
        S: Lend<'de>,
    {
        let bytes = self.source.lend(range.start..self.source.window().len())?;
        kernels::ascii(bytes, range.len()).or_else(|| scan::text(bytes.get(..range.len())?))
    }
}
