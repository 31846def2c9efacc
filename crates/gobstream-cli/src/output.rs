//! Where output goes: standard output, or a file that appears whole.

use crate::common::Common;
use crate::report::Failure;
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

    fn file(&self, path: &Path, common: &Common) -> Result<Dest, Failure> {
        if path.exists() && !self.force {
            return Err(exists(path));
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = NamedTempFile::with_prefix_in(".gob-", folder).map_err(|error| cannot_make(path, &error))?;
        watch::unfinished(Some(file.path()));
        let end = End::File { file, path: path.to_path_buf(), replaces: self.force };
        Ok(Dest { end, is_terminal: false, colours: common.colours(false) })
    }
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
}

#[derive(Debug)]
enum End {
    Stdout(File),
    File { file: NamedTempFile, path: PathBuf, replaces: bool },
}

impl Dest {
    fn stdout(common: &Common) -> io::Result<Self> {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        Ok(Dest { end: End::Stdout(unbuffered(&stdout)?), is_terminal, colours: common.colours(is_terminal) })
    }

    /// Columns of a line.
    pub(crate) fn width(&self) -> usize {
        let size = terminal_size::terminal_size().filter(|_| self.is_terminal);
        size.map_or(WIDTH, |(columns, _)| usize::from(columns.0))
    }

    /// Ends the output: a file gets its name.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let End::File { file, path, replaces } = self.end else { return Ok(()) };
        file.as_file().sync_all().map_err(Failure::output)?;
        readable(file.as_file());
        let named = if replaces { file.persist(&path) } else { file.persist_noclobber(&path) };
        watch::unfinished(None);
        named.map(drop).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => exists(&path),
            _ => cannot_make(&path, &error.error),
        })
    }
}

/// Gives a new file the rights that it would have had without the way round; temporary files are closed to others.
#[cfg(unix)]
fn readable(file: &File) {
    use std::os::unix::fs::PermissionsExt;
    // What the user does not want others to read is his mask's business, and that cannot be asked without setting it.
    let _ = file.set_permissions(std::fs::Permissions::from_mode(0o644));
}

#[cfg(not(unix))]
fn readable(_: &File) {}

impl Write for Dest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.end {
            End::Stdout(file) => file.write(bytes),
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
