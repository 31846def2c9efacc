//! Everything, token by token.

use crate::error::Result;
use crate::reader::{Number, Reader, Source};
use crate::stack::Level;

/// One token; text in it is lent until the next call.
///
/// # Examples
/// ```
/// use jsonstream::{Event, Reader};
///
/// let mut r = Reader::from_str("[true]");
/// assert_eq!(r.next_event()?, Some(Event::BeginArray));
/// assert_eq!(r.next_event()?, Some(Event::Bool(true)));
/// # Ok::<(), jsonstream::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// `-1.5e3`
    Number(Number<'a>),
    /// `"text"`, as a value
    String(&'a str),
    /// `"text":`, as a name
    Key(&'a str),
    /// `[`
    BeginArray,
    /// `]`
    EndArray,
    /// `{`
    BeginObject,
    /// `}`
    EndObject,
}

/// Events.
impl<S: Source> Reader<S> {
    /// The next token; None at the clean end of the input. [`token_offset`](Self::token_offset) says where it began.
    ///
    /// # Examples
    /// ```
    /// let mut r = jsonstream::Reader::from_str(r#"[1, {"k": 2}]"#);
    /// let mut seen = String::new();
    /// while let Some(event) = r.next_event()? {
    ///     seen += &format!("{event:?}");
    ///     seen += &format!("@{} ", r.token_offset());
    /// }
    /// assert_eq!(seen, "BeginArray@0 Number(1)@1 BeginObject@4 Key(\"k\")@5 Number(2)@10 EndObject@11 EndArray@12 ");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As in reading the token by itself.
    #[inline]
    pub fn next_event(&mut self) -> Result<Option<Event<'_>>> {
        let level = self.levels.current;
        if self.under_way.passing {
            return self.key_event();
        }
        if level.is_top() && !self.next_document()? {
            return Ok(None);
        }
        if level.is_array() && !self.next_element()? {
            return Ok(Some(Event::EndArray));
        }
        if level.wants_key() {
            return self.key_event();
        }
        self.value_event().map(Some)
    }

    #[inline]
    fn key_event(&mut self) -> Result<Option<Event<'_>>> {
        Ok(Some(self.next_key()?.map_or(Event::EndObject, Event::Key)))
    }

    #[inline]
    fn value_event(&mut self) -> Result<Event<'_>> {
        Ok(match self.value_start()? {
            b'"' => {
                if let Some(range) = self.quick_text() {
                    self.took(range.len() + 2)?;
                    return self.lend_window(range).map(Event::String);
                }
                let place = self.text_place()?;
                Event::String(self.lend(place)?)
            }
            b'-' | b'0'..=b'9' => Event::Number(self.number_here()?),
            b'n' => self.word(b"null").map(|()| Event::Null)?,
            b't' => self.word(b"true").map(|()| Event::Bool(true))?,
            b'f' => self.word(b"false").map(|()| Event::Bool(false))?,
            b'[' => self.open(Level::OF_ARRAY).map(|()| Event::BeginArray)?,
            b'{' => self.open(Level::OF_OBJECT).map(|()| Event::BeginObject)?,
            _ => return self.syntax(0, "not a value"),
        })
    }
}
