//! From a reader to a writer, with no tree between.

use crate::error::Result;
use crate::reader::{Event, Reader, Source};
use crate::sink::Sink;
use crate::writer::Writer;

/// Events.
impl<S: Sink> Writer<S> {
    /// One token, as a reader gives it. Numbers keep their text.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Event, Writer};
    /// let mut w = Writer::in_memory();
    /// w.event(Event::BeginArray)?;
    /// w.event(Event::Null)?;
    /// w.event(Event::EndArray)?;
    /// assert_eq!(w.buffer(), b"[null]");
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As writing the token by itself.
    pub fn event(&mut self, event: Event<'_>) -> Result<()> {
        match event {
            Event::Null => self.null(),
            Event::Bool(value) => self.bool(value),
            Event::Number(number) if self.options().canonical => self.number_text(number.as_str()),
            Event::Number(number) => self.raw_trusted(number.as_str()),
            Event::String(text) => self.str(text),
            Event::Key(name) => self.key(name),
            Event::BeginArray => self.begin_array(),
            Event::EndArray => self.end_array(),
            Event::BeginObject => self.begin_object(),
            Event::EndObject => self.end_object(),
        }
    }

    /// The next value of a reader, of any size: checked, laid out and escaped by the options of this writer, numbers
    /// with every digit.
    ///
    /// # Examples
    /// ```
    /// use jsonstream::{Reader, Writer};
    /// let mut r = Reader::from_str(r#"[ {"a" : 1.0} , 2 ]"#);
    /// let mut w = Writer::in_memory();
    /// w.copy(&mut r)?;
    /// assert_eq!(w.buffer(), br#"[{"a":1.0},2]"#);
    /// # Ok::<(), jsonstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of reading and of writing. Part of the value may be written then: see [`abandon`](Self::abandon).
    pub fn copy<R: Source>(&mut self, from: &mut Reader<R>) -> Result<()> {
        from.peek()?;
        let floor = from.depth();
        loop {
            if let Some(event) = from.next_event()? {
                self.event(event)?;
            }
            if from.depth() == floor {
                return Ok(());
            }
        }
    }
}
