//! Go gob streams as JSON, straight from the wire: no tree between, memory flat whatever the size.
//!
//! ```
//! use gobstream::Stream;
//! use jsonstream::Writer;
//! // struct Point { X, Y int }: Point{22, 33}
//! let point = b"\x1e\x7f\x03\x01\x01\x05Point\x01\xff\x80\x00\x01\x02\x01\x01X\x01\x04\x00\x01\x01Y\x01\x04\x00\x00\x00\x07\xff\x80\x01\x2c\x01\x42\x00";
//! let mut writer = Writer::with_options(Vec::new(), &gobstream_json::write_options());
//! gobstream_json::to_json(&mut Stream::from_slice(point), &mut writer)?;
//! assert_eq!(writer.finish()?, b"{\"X\":22,\"Y\":33}\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What becomes what is in [`Printer`]; where there is a choice, a [`Picture`] makes it. [`Typed`] prints the form that loses
//! nothing, and [`Each`] the elements of one big list or map as values of their own.
//!
//! Threads: all types are `Send` and `Sync`. A printer works for one thread at a time, and may go to another between two calls.
//!
//! [`from_json`] makes gob of the typed form, the same bytes that it was printed from; [`FromPlain`] of plain JSON, with the types of a [`Schema`].

mod each;
mod error;
mod from;
mod nest;
mod path;
mod picture;
mod print;
mod typed;

pub use each::Each;
pub use error::{Error, Refusal, Result};
pub use from::{FromPlain, FromTyped, Line, Misfit, Noted, Notes, Schema, from_json, read_options};
pub use gobstream::known::opaque_payload;
pub use path::Path;
pub use picture::{BadUtf8, Bytes, Ints, MapKeys, NonFinite, Opaque, Picture, UnknownName, Zeros};
pub use print::Printer;
pub use typed::Typed;

use gobstream::{Poll, Source, Stream};
use jsonstream::{Sink, WriteOptions, Writer};

/// Options of a writer for the default picture and the typed form: each value on a line of its own, "NaN", "+Inf" and "-Inf" as
/// strings, and nesting bounded by the stream alone. Other pictures have [theirs](Picture::write_options).
pub fn write_options() -> WriteOptions {
    Picture::default().write_options()
}

/// Prints all values of a stream. What is whole is flushed before the stream waits for more input.
///
/// The writer's options rule layout and framing; [`write_options`] gives those that go with this picture.
///
/// # Errors
/// The fault in the stream, once all before it is printed, or that of the writer.
pub fn to_json<I: Source, S: Sink>(stream: &mut Stream<I>, writer: &mut Writer<S>) -> Result<()> {
    let mut printer = Printer::new();
    while printer.print_value(stream, writer)? {}
    Ok(writer.flush()?)
}

/// Gives a refusal its place, that of the last event.
fn placed<I: Source>(stream: &Stream<I>, error: Error) -> Error {
    match error {
        Error::Refused(refusal) => Error::Gob(stream.refuse(refusal.kind, refusal.text, refusal.nth)),
        error => error,
    }
}

impl Printer {
    /// Prints the next value of a stream; `false` at its end. What is whole is flushed before the stream waits for more input.
    ///
    /// # Errors
    /// The fault in the stream, with a part of the value printed, a refusal of the picture, or that of the writer.
    pub fn print_value<I: Source, S: Sink>(&mut self, stream: &mut Stream<I>, writer: &mut Writer<S>) -> Result<bool> {
        loop {
            // By reference: an event that is moved costs a tenth of the time of small structs.
            match &stream.poll_event()? {
                Poll::End => return Ok(false),
                Poll::Event(event) => {
                    let done = self.event(event, writer).map_err(|error| placed(stream, error))?;
                    self.account(stream)?;
                    if done {
                        return Ok(true);
                    }
                }
                Poll::Wait => {
                    if writer.depth() == 0 {
                        writer.flush()?;
                    }
                    stream.fill()?;
                }
            }
        }
    }

    /// Notes where text was lost, and charges for zeros and the text of keys.
    #[inline]
    fn account<I: Source>(&mut self, stream: &mut Stream<I>) -> Result<()> {
        if self.lost_text() {
            self.note_loss(stream.values(), stream.path());
        }
        if self.has_grown() {
            stream.charge(self.zeros(), self.charged_for())?;
        }
        Ok(())
    }
}
