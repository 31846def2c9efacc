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
//! What becomes what is in [`Printer`].

mod error;
mod print;

pub use error::{Error, Result};
pub use print::Printer;

use gobstream::{Poll, Source, Stream};
use jsonstream::{NonFinite, Sink, WriteOptions, Writer};

/// Options of a writer for this picture: each value on a line of its own, "NaN", "+Inf" and "-Inf" as strings, and
/// nesting bounded by the stream alone.
pub fn write_options() -> WriteOptions {
    WriteOptions { non_finite: NonFinite::Strings, max_depth: usize::MAX, ..WriteOptions::lines() }
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

impl Printer {
    /// Prints the next value of a stream; `false` at its end. What is whole is flushed before the stream waits for more input.
    ///
    /// # Errors
    /// The fault in the stream, with a part of the value printed, or that of the writer.
    pub fn print_value<I: Source, S: Sink>(&mut self, stream: &mut Stream<I>, writer: &mut Writer<S>) -> Result<bool> {
        loop {
            match stream.poll_event()? {
                Poll::End => return Ok(false),
                Poll::Event(event) => {
                    let done = self.event(&event, writer)?;
                    if self.lost_text() {
                        self.note_loss(stream.values(), stream.path());
                    }
                    stream.charge(self.zeros(), "names of fields, and zeros of those not sent,")?;
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
}
