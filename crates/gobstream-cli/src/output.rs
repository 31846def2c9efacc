//! Where output goes: standard output, or a file that appears whole.

use crate::common::Common;
use crate::report::{Exit, Failure};
use crate::watch;
use clap::Args;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Columns where there is no terminal to ask.
const WIDTH: usize = 120;

/// Where output goes: the same in every verb that prints.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Output {
    /// Write to FILE, which appears whole at the end
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Replace FILE if it exists
    #[arg(long, requires = "output", help_heading = "Output")]
    force: bool,
}

impl Output {
    /// Opens it. Without a file it is standard output.
    pub(crate) fn open(&self, common: &Common) -> Result<Dest, Failure> {
        match &self.output {
            Some(path) if path != Path::new("-") => self.file(path, common),
            _ => Dest::stdout(common).map_err(Failure::output),
        }
    }

    /// The file that is named, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }

    fn file(&self, path: &Path, common: &Common) -> Result<Dest, Failure> {
        // A link stays one: what it leads to is replaced.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let end = match path.metadata() {
            Ok(about) if !about.is_file() && !about.is_dir() => device(&path)?,
            Ok(_) if !self.force => return Err(exists(&path)),
            _ => temporary(path, self.force)?,
        };
        Ok(Dest { end, is_terminal: false, colours: common.colours(false), is_empty: true })
    }
}

/// What is no file is written to as it is: nothing there can appear whole, and it must not be replaced.
fn device(path: &Path) -> Result<End, Failure> {
    let file = File::options().write(true).open(path);
    file.map(End::Open).map_err(|error| cannot_make(path, &error))
}

fn temporary(path: PathBuf, replaces: bool) -> Result<End, Failure> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".gob-");
    // As for any new file: the mask takes away what the user does not want.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder).map_err(|error| cannot_make(&path, &error))?;
    watch::unfinished(Some(file.path()));
    Ok(End::File { file, path, replaces })
}

#[cold]
fn exists(path: &Path) -> Failure {
    let text = format!("{}: exists", path.display());
    Failure::Request { text, code: "exists", hint: "--force replaces it".into() }
}

#[cold]
fn cannot_make(path: &Path, error: &io::Error) -> Failure {
    // The library's error names the temporary file, which is nobody's concern.
    Failure::Output(io::Error::new(error.kind(), format!("{}: {}", path.display(), error.kind())))
}

/// What is written to.
#[derive(Debug)]
pub(crate) struct Dest {
    end: End,
    pub(crate) is_terminal: bool,
    pub(crate) colours: bool,
    /// Nothing has been written.
    is_empty: bool,
}

#[derive(Debug)]
enum End {
    /// Standard output, or a device.
    Open(File),
    File {
        file: NamedTempFile,
        path: PathBuf,
        replaces: bool,
    },
}

impl Dest {
    fn stdout(common: &Common) -> io::Result<Self> {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        let end = End::Open(unbuffered(&stdout)?);
        Ok(Dest { end, is_terminal, colours: common.colours(is_terminal), is_empty: true })
    }

    /// Columns of a line.
    pub(crate) fn width(&self) -> usize {
        let size = terminal_size::terminal_size().filter(|_| self.is_terminal);
        size.map_or(WIDTH, |(columns, _)| usize::from(columns.0))
    }

    /// What was written to a file, to be read from its start.
    pub(crate) fn read_back(&self) -> io::Result<File> {
        match &self.end {
            End::File { file, .. } => file.reopen(),
            End::Open(_) => Err(io::Error::other("what is no file cannot be read back")),
        }
    }

    /// There is nothing to write: a file is left out, or left as it was.
    pub(crate) fn discard(self) {
        drop(self.end);
        watch::unfinished(None);
    }

    /// Ends the output, unless nothing was written because nothing could be read.
    pub(crate) fn finish_after(self, exit: Exit) -> Result<(), Failure> {
        if exit != Exit::Good && self.is_empty {
            self.discard();
            return Ok(());
        }
        self.finish()
    }

    /// Ends the output: a file gets its name.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let End::File { file, path, replaces } = self.end else { return Ok(()) };
        file.as_file().sync_all().map_err(Failure::output)?;
        let named = if replaces { file.persist(&path) } else { file.persist_noclobber(&path) };
        watch::unfinished(None);
        named.map(drop).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => exists(&path),
            _ => cannot_make(&path, &error.error),
        })
    }
}

impl Write for Dest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_empty &= bytes.is_empty();
        match &mut self.end {
            End::Open(file) => file.write(bytes),
            End::File { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Standard output without the line buffer of the standard library: writers here have their own.
#[cfg(unix)]
fn unbuffered(stdout: &io::Stdout) -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(stdout.as_fd().try_clone_to_owned()?))
}

/// Standard output without the line buffer of the standard library: writers here have their own.
#[cfg(windows)]
fn unbuffered(stdout: &io::Stdout) -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(stdout.as_handle().try_clone_to_owned()?))
}
