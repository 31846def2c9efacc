//! Where output goes: standard output, or a file that appears whole.

mod parts;

use crate::common::Common;
use crate::input::Source;
use crate::report::{Exit, Failure};
use crate::watch;
use clap::Args;
use parts::Parts;
pub(crate) use parts::Split;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Columns where there is no terminal to ask.
const WIDTH: usize = 120;

/// Where output goes: the same in every verb that prints.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Output {
    /// Write to FILE, which appears whole at the end; compressed if it ends in .gz or .zst
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Replace FILE if it exists
    #[arg(long, requires = "output", help_heading = "Output")]
    force: bool,
    #[arg(skip)]
    is_of_many: bool,
    /// How much a file holds, if there is to be more than one.
    #[arg(skip)]
    split: Option<Split>,
}

impl Output {
    /// Opens it. Without a file it is standard output.
    pub(crate) fn open(&self, common: &Common) -> Result<Dest, Failure> {
        match &self.output {
            Some(path) if path != Path::new("-") => self.file(path, common),
            _ => Dest::stdout(common).map_err(Failure::output),
        }
    }

    /// The same for another file, one of many: none of them is waited for until it is on the disk.
    pub(crate) fn to(&self, path: &Path) -> Self {
        Output { output: Some(path.into()), is_of_many: true, ..self.clone() }
    }

    /// Whether it is one of many files.
    pub(crate) fn is_of_many(&self) -> bool {
        self.is_of_many
    }

    /// Opens it, and has [each](Source::each) file write to it.
    pub(crate) fn each(
        &self,
        files: &[PathBuf],
        common: &Common,
        mut file: impl FnMut(usize, &Source, &mut Dest) -> Result<Exit, Failure>,
    ) -> Result<Exit, Failure> {
        let mut out = self.open(common)?;
        let exit = Source::each(files, |i, source| file(i, source, &mut out))?;
        if exit != Exit::Interrupted {
            out.finish_after(exit)?;
        }
        Ok(exit)
    }

    /// The file that is named, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }

    fn file(&self, path: &Path, common: &Common) -> Result<Dest, Failure> {
        if let Some(split) = self.split {
            return self.first_part(path, split, common);
        }
        let end = self.end(path)?;
        if !common.quiet {
            watch::show();
        }
        Ok(Dest { end, is_terminal: false, colours: common.colours(false), is_empty: true, parts: None })
    }

    fn end(&self, path: &Path) -> Result<End, Failure> {
        // A link stays one: what it leads to is replaced.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        match path.metadata() {
            Ok(about) if !about.is_file() && !about.is_dir() => device(&path),
            Ok(_) if !self.force => Err(exists(&path)),
            _ => self.temporary(path),
        }
    }
}

impl Output {
    fn temporary(&self, path: PathBuf) -> Result<End, Failure> {
        let file = temporary_beside(&path)?;
        Ok(End::File { file, path, replaces: self.force, syncs: !self.is_of_many })
    }
}

/// What is no file is written to as it is: nothing there can appear whole, and it must not be replaced.
fn device(path: &Path) -> Result<End, Failure> {
    let file = File::options().write(true).open(path);
    file.map(End::Open).map_err(|error| cannot_make(path, &error))
}

/// How the name of a file says that it is compressed.
fn compression(path: &Path) -> Option<fn(File, &File) -> io::Result<()>> {
    match path.extension()?.to_str()? {
        "gz" => Some(gzip),
        "zst" => Some(zstd),
        _ => None,
    }
}

fn gzip(plain: File, packed: &File) -> io::Result<()> {
    let mut encoder = flate2::write::GzEncoder::new(io::BufWriter::new(packed), flate2::Compression::default());
    io::copy(&mut Watched(plain), &mut encoder)?;
    encoder.finish()?.flush()
}

/// Bytes that are packed, until Ctrl-C.
struct Watched(File);

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        watch::read(false, || self.0.read(buffer))
    }
}

fn zstd(plain: File, packed: &File) -> io::Result<()> {
    // This encoder panics where its source or target fails: it sees no failure, which is told here.
    let (mut read, mut written) = (Ok(()), Ok(()));
    let source = Guarded { end: Watched(plain), failed: &mut read };
    let mut target = io::BufWriter::new(packed);
    let guarded = Guarded { end: &mut target, failed: &mut written };
    ruzstd::encoding::compress(source, guarded, ruzstd::encoding::CompressionLevel::Fastest);
    read.and(written)?;
    target.flush()
}

/// Keeps the first failure for later; what comes behind it is nothing.
struct Guarded<'a, T> {
    end: T,
    failed: &'a mut io::Result<()>,
}

impl<R: Read> Read for Guarded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.failed.is_err() {
            return Ok(0);
        }
        loop {
            match self.end.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    *self.failed = Err(error);
                    return Ok(0);
                }
                read => return read,
            }
        }
    }
}

impl<W: Write> Write for Guarded<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed.is_ok() {
            *self.failed = self.end.write_all(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn temporary_beside(path: &Path) -> Result<NamedTempFile, Failure> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".gob-");
    // As for any new file: the mask takes away what the user does not want.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    watch::unfinished(|| builder.tempfile_in(folder)).map_err(|error| cannot_make(path, &error))
}

#[cold]
fn exists(path: &Path) -> Failure {
    let text = format!("{}: exists", path.display());
    Failure::Request { text, code: "exists", hint: "--force replaces it".into() }
}

#[cold]
fn cannot_make(path: &Path, error: &io::Error) -> Failure {
    // The library's error names the temporary file, which is nobody's concern.
    let folder = path.parent().filter(|folder| error.kind() == io::ErrorKind::NotFound && !folder.as_os_str().is_empty());
    let why = folder.map_or_else(|| error.kind().to_string(), |folder| format!("there is no folder {}", folder.display()));
    Failure::Output(io::Error::new(error.kind(), format!("{}: {why}", path.display())))
}

/// What is written to.
#[derive(Debug)]
pub(crate) struct Dest {
    end: End,
    pub(crate) is_terminal: bool,
    pub(crate) colours: bool,
    /// Nothing has been written.
    is_empty: bool,
    /// If it is one of several files.
    parts: Option<Parts>,
}

#[derive(Debug)]
enum End {
    /// Standard output, or a device.
    Open(File),
    File {
        file: NamedTempFile,
        path: PathBuf,
        replaces: bool,
        /// It is on the disk before it gets its name.
        syncs: bool,
    },
    /// A file that has its name, and no other is there yet.
    Named,
}

impl Dest {
    fn stdout(common: &Common) -> io::Result<Self> {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        let end = End::Open(unbuffered(&stdout)?);
        Ok(Dest { end, is_terminal, colours: common.colours(is_terminal), is_empty: true, parts: None })
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
            End::Open(_) | End::Named => Err(io::Error::other("what is no file cannot be read back")),
        }
    }

    /// There is nothing to write: a file is left out, or left as it was.
    pub(crate) fn discard(self) {
        if let End::File { file, .. } = self.end {
            remove(file);
        }
    }

    /// Ends the output, unless nothing was written because nothing could be read.
    pub(crate) fn finish_after(self, exit: Exit) -> Result<(), Failure> {
        if exit != Exit::Good && self.is_empty {
            self.discard();
            return Ok(());
        }
        self.finish()
    }

    /// Ends the output: a file gets its name. One whose name says so is compressed first.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.end.finish()
    }
}

impl End {
    fn finish(self) -> Result<(), Failure> {
        let End::File { mut file, path, replaces, syncs } = self else { return Ok(()) };
        if let Some(compress) = compression(&path) {
            let packed = temporary_beside(&path)?;
            file.reopen().and_then(|plain| compress(plain, packed.as_file())).map_err(Failure::output)?;
            remove(std::mem::replace(&mut file, packed));
        }
        if syncs {
            file.as_file().sync_all().map_err(Failure::output)?;
        }
        let temporary = file.path().to_path_buf();
        let named = if replaces { file.persist(&path) } else { file.persist_noclobber(&path) };
        watch::finished(&temporary);
        named.map(|_| watch::named()).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => exists(&path),
            _ => cannot_make(&path, &error.error),
        })
    }
}

impl Write for Dest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_empty &= bytes.is_empty();
        self.next_part(bytes.len())?;
        match &mut self.end {
            End::Open(file) => file.write(bytes),
            End::File { file, .. } => file.write(bytes),
            End::Named => Err(io::ErrorKind::NotConnected.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Removes a file that nobody is to see.
fn remove(file: NamedTempFile) {
    let path = file.path().to_path_buf();
    drop(file);
    watch::finished(&path);
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
