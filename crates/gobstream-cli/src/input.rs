//! Where bytes come from.

use crate::report::{Exit, Failure};
use crate::unwrap::{self, Unwrap, Wrapper};
use crate::watch;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Bytes of the input that are remembered, to say what it is if it is no gob.
const HEAD: usize = 64;

/// A file, or standard input.
#[derive(Debug)]
pub(crate) enum Source {
    File(PathBuf),
    Stdin,
}

impl Source {
    /// All sources that the arguments name; standard input if there is none.
    pub(crate) fn all(files: &[PathBuf]) -> Vec<Source> {
        if files.is_empty() {
            return vec![Source::Stdin];
        }
        files.iter().map(|path| Source::of(path)).collect()
    }

    /// Has each source read, counted from 0, until Ctrl-C; the worst outcome counts.
    pub(crate) fn each(
        files: &[PathBuf],
        mut read: impl FnMut(usize, &Source) -> Result<Exit, Failure>,
    ) -> Result<Exit, Failure> {
        let mut exit = Exit::Good;
        for (i, source) in Source::all(files).iter().enumerate() {
            if exit < Exit::Interrupted {
                exit = exit.max(read(i, source)?);
            }
        }
        Ok(exit)
    }

    /// The source that an argument names.
    pub(crate) fn of(path: &Path) -> Source {
        if path == Path::new("-") { Source::Stdin } else { Source::File(path.to_path_buf()) }
    }

    /// What messages call it.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::File(path) => path.to_string_lossy().into_owned(),
            Source::Stdin => "standard input".into(),
        }
    }

    /// Opens it and takes wrappers off; `rewinds`: so that it can be looked at again.
    pub(crate) fn open(&self, unwrap: &Unwrap, most: u64, rewinds: bool) -> io::Result<Input> {
        match self {
            Source::Stdin => Input::stream(Box::new(Metered::pipe(io::stdin().lock())), unwrap, most, rewinds),
            Source::File(path) => Input::file(path, unwrap, most, rewinds),
        }
    }
}

/// A source whose reading is watched; whether it may keep one waiting.
struct Metered<R> {
    source: R,
    waits: bool,
}

impl<R: Read> Metered<R> {
    fn file(source: R) -> Self {
        Metered { source, waits: false }
    }

    fn pipe(source: R) -> Self {
        Metered { source, waits: true }
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        watch::read(self.waits, || self.source.read(buffer))
    }
}

/// The first bytes of an input, shared with whoever reports on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Head(Rc<RefCell<Vec<u8>>>);

impl Head {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.borrow().clone()
    }

    fn see(&self, bytes: &[u8]) {
        let mut head = self.0.borrow_mut();
        let room = HEAD.saturating_sub(head.len()).min(bytes.len());
        head.extend_from_slice(&bytes[..room]);
    }
}

/// Bytes without their wrappers.
pub(crate) struct Input {
    bytes: Bytes,
    /// Bytes that were looked at and are still to be read.
    ahead: Vec<u8>,
    head: Head,
    wrappers: Vec<Wrapper>,
}

enum Bytes {
    File(Metered<File>),
    Stream(Box<dyn Read>),
    Spool(Spool),
}

impl Input {
    fn file(path: &Path, unwrap: &Unwrap, most: u64, rewinds: bool) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let about = file.metadata()?;
        if about.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        if !about.is_file() {
            return Self::stream(Box::new(Metered::pipe(file)), unwrap, most, rewinds);
        }
        watch::size(about.len());
        let (stream, wrappers) = unwrap::take_off(Box::new(Metered::file(file.try_clone()?)), unwrap, most)?;
        if wrappers.is_empty() {
            file.rewind()?;
            watch::rewound();
            return Ok(Self { bytes: Bytes::File(Metered::file(file)), ahead: Vec::new(), head: Head::default(), wrappers });
        }
        Self::unwrapped(stream, wrappers, rewinds)
    }

    fn stream(source: Box<dyn Read>, unwrap: &Unwrap, most: u64, rewinds: bool) -> io::Result<Self> {
        let (stream, wrappers) = unwrap::take_off(source, unwrap, most)?;
        Self::unwrapped(stream, wrappers, rewinds)
    }

    fn unwrapped(stream: Box<dyn Read>, wrappers: Vec<Wrapper>, rewinds: bool) -> io::Result<Self> {
        let bytes = if rewinds { Bytes::Spool(Spool::new(stream)?) } else { Bytes::Stream(stream) };
        Ok(Self { bytes, ahead: Vec::new(), head: Head::default(), wrappers })
    }

    /// Bytes that are made as they are read.
    pub(crate) fn made(bytes: Box<dyn Read>) -> Self {
        Self { bytes: Bytes::Stream(bytes), ahead: Vec::new(), head: Head::default(), wrappers: Vec::new() }
    }

    /// Its first bytes, as they are read.
    pub(crate) fn head(&self) -> Head {
        self.head.clone()
    }

    /// What was taken off, outermost first.
    pub(crate) fn wrappers(&self) -> &[Wrapper] {
        &self.wrappers
    }
}

/// What some editors put in front of UTF-8.
pub(crate) const BOM: &[u8] = b"\xef\xbb\xbf";

impl Input {
    /// Makes spaces of a BOM in front, which no JSON and no gob begins with: offsets stay what they are.
    pub(crate) fn blank_bom(&mut self) -> io::Result<()> {
        let mut byte = [0];
        while self.ahead.len() < BOM.len() && BOM.starts_with(&self.ahead) && self.bytes.read(&mut byte)? > 0 {
            self.ahead.push(byte[0]);
        }
        if self.ahead.starts_with(BOM) {
            self.ahead[..BOM.len()].fill(b' ');
        }
        Ok(())
    }

    /// Its first bytes, which are read again.
    pub(crate) fn peek(&mut self) -> io::Result<Vec<u8>> {
        let mut head = [0; HEAD];
        while self.ahead.len() < HEAD {
            match self.bytes.read(&mut head[self.ahead.len()..])? {
                0 => break,
                n => self.ahead.extend_from_slice(&head[self.ahead.len()..][..n]),
            }
        }
        Ok(self.ahead.clone())
    }
}

impl Read for Bytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Bytes::File(file) => file.read(buffer),
            Bytes::Stream(stream) => stream.read(buffer),
            Bytes::Spool(spool) => spool.read(buffer),
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = match self.ahead.len().min(buffer.len()) {
            0 => self.bytes.read(buffer)?,
            n => {
                buffer[..n].copy_from_slice(&self.ahead[..n]);
                self.ahead.drain(..n);
                n
            }
        };
        self.head.see(&buffer[..n]);
        Ok(n)
    }
}

/// Works for what was opened to be looked at again.
impl Seek for Input {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.ahead.clear();
        match &mut self.bytes {
            Bytes::File(file) => file.source.seek(to),
            Bytes::Spool(spool) => spool.seek(to),
            Bytes::Stream(_) => Err(io::Error::from(io::ErrorKind::NotSeekable)),
        }
    }
}

/// A stream whose bytes are kept in a file without a name, so that one can go back. It is read as it arrives; only
/// who goes back waits for its end.
struct Spool {
    rest: Box<dyn Read>,
    kept: File,
    has_ended: bool,
    has_gone_back: bool,
}

impl Spool {
    fn new(rest: Box<dyn Read>) -> io::Result<Self> {
        Ok(Spool { rest, kept: tempfile::tempfile()?, has_ended: false, has_gone_back: false })
    }

    /// Keeps all that is left.
    fn drain(&mut self) -> io::Result<()> {
        if !self.has_ended {
            io::copy(&mut self.rest, &mut self.kept)?;
            self.has_ended = true;
        }
        Ok(())
    }
}

impl Read for Spool {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.has_gone_back {
            return self.kept.read(buffer);
        }
        let n = self.rest.read(buffer)?;
        io::Write::write_all(&mut self.kept, &buffer[..n])?;
        self.has_ended |= n == 0;
        Ok(n)
    }
}

impl Seek for Spool {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.drain()?;
        self.has_gone_back = true;
        self.kept.seek(to)
    }
}
