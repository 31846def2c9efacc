//! How JSON is laid out.

use crate::output::Dest;
use crate::paint::{Paint, Treatment};
use clap::Args;
use jsonstream::{Escapes, Io, Layout as Json, WriteOptions, Writer};

/// The writer of JSON.
pub(crate) type Out = Writer<Io<Paint<Dest>>>;

/// A value up to this much text is held back until it is whole.
const HOLD: usize = 1 << 20;

/// The layout: one value a line, or indented.
#[derive(Debug, Args)]
pub(crate) struct Layout {
    /// One value a line, also on a terminal
    #[arg(short, long, help_heading = "Output")]
    pub(crate) compact: bool,
    /// Indented, also in a pipe or file; what fits on one line stays there
    #[arg(long, conflicts_with = "compact", help_heading = "Output")]
    pub(crate) pretty: bool,
}

impl Layout {
    /// A writer. A terminal changes layout and escapes what could steer it, never content.
    pub(crate) fn writer(&self, to: Dest, raw: bool, slurp: bool, options: WriteOptions) -> Out {
        let (colours, is_terminal) = (to.colours, to.is_terminal);
        let pretty = self.pretty || (is_terminal && !self.compact);
        let mut options = WriteOptions { hold: HOLD, ..options };
        options.escapes = Escapes { terminal: is_terminal, ..Escapes::default() };
        if pretty {
            options.layout = Json::Fit { indent: "  ".into(), width: to.width() };
        }
        let how = Treatment { colours, raw, slurp, pretty, is_terminal };
        Writer::to_io_with(Paint::new(to, how), &options)
    }
}

/// A value is printed: where a file holds so many, the next one goes to another.
pub(crate) fn end_value(out: &mut Out) -> jsonstream::Result<()> {
    if out.get_ref().0.to().is_part() {
        out.flush()?;
        out.get_ref().0.to().end_value();
    }
    Ok(())
}
