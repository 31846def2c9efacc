//! Where JSON goes, and how it is laid out.

use crate::report::Failure;
use clap::Args;
use jsonstream::{Escapes, Io, Layout as Json, WriteOptions, Writer};
use std::fs::File;
use std::io::{self, IsTerminal};

/// The writer to standard output.
pub(crate) type Out = Writer<Io<File>>;

/// A value up to this much text is held back until it is whole.
const HOLD: usize = 1 << 20;

/// Columns where there is no terminal to ask.
const WIDTH: usize = 120;

/// The layout: one value a line, or indented.
#[derive(Debug, Args)]
pub(crate) struct Layout {
    /// One value a line, also on a terminal
    #[arg(short, long)]
    compact: bool,
    /// Indented, also in a pipe or file; what fits on one line stays there
    #[arg(long, conflicts_with = "compact")]
    pretty: bool,
}

/// Opens standard output. A terminal changes layout and escapes what could steer it, never content.
pub(crate) fn open(layout: &Layout) -> Result<Out, Failure> {
    let stdout = io::stdout();
    let is_terminal = stdout.is_terminal();
    let pretty = layout.pretty || (is_terminal && !layout.compact);
    let mut options = WriteOptions { hold: HOLD, ..gobstream_json::write_options() };
    options.escapes = Escapes { terminal: is_terminal, ..Escapes::default() };
    if pretty {
        options.layout = Json::Fit { indent: "  ".into(), width: width(is_terminal) };
    }
    Ok(Writer::to_io_with(unbuffered(&stdout).map_err(Failure::output)?, &options))
}

fn width(is_terminal: bool) -> usize {
    let size = terminal_size::terminal_size().filter(|_| is_terminal);
    size.map_or(WIDTH, |(columns, _)| usize::from(columns.0))
}

/// Standard output without the line buffer of the standard library: the writer has its own.
#[cfg(unix)]
fn unbuffered(stdout: &io::Stdout) -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(stdout.as_fd().try_clone_to_owned()?))
}

/// Standard output without the line buffer of the standard library: the writer has its own.
#[cfg(windows)]
fn unbuffered(stdout: &io::Stdout) -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(stdout.as_handle().try_clone_to_owned()?))
}
