//! Where bytes come from, and what comes off them before they are read.

use flate2::bufread::MultiGzDecoder;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Bytes of the input that are remembered, to say what it is if it is no gob.
const HEAD: usize = 64;

/// Bytes read at once where something must be unwrapped.
const PIECE: usize = 64 << 10;

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
        let one = |path: &PathBuf| if path == Path::new("-") { Source::Stdin } else { Source::File(path.clone()) };
        files.iter().map(one).collect()
    }

    /// What messages call it.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::File(path) => path.to_string_lossy().escape_debug().collect(),
            Source::Stdin => "standard input".into(),
        }
    }

    /// Opens it and takes wrappers off.
    pub(crate) fn open(&self) -> io::Result<Input> {
        match self {
            Source::File(path) => unwrap(Box::new(File::open(path)?)),
            Source::Stdin => unwrap(Box::new(io::stdin().lock())),
        }
    }
}

/// The first bytes of an input, shared with whoever reports on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Head(Rc<RefCell<Vec<u8>>>);

impl Head {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.borrow().clone()
    }
}

/// Bytes without their wrapper.
pub(crate) struct Input {
    source: Box<dyn Read>,
    head: Head,
}

impl Input {
    /// Its first bytes, as they are read.
    pub(crate) fn head(&self) -> Head {
        self.head.clone()
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.source.read(buffer)?;
        let mut head = self.head.0.borrow_mut();
        let room = HEAD.saturating_sub(head.len()).min(n);
        head.extend_from_slice(&buffer[..room]);
        Ok(n)
    }
}

/// The first bytes, which were read to see what they are, and the rest.
type Rejoined = Chain<Cursor<Vec<u8>>, Box<dyn Read>>;

/// Takes gzip off, by content: its first two bytes cannot begin a gob stream.
fn unwrap(mut source: Box<dyn Read>) -> io::Result<Input> {
    let first = first_piece(&mut source)?;
    let is_gzip = first.starts_with(&[0x1f, 0x8b]);
    let rejoined: Rejoined = Cursor::new(first).chain(source);
    let source: Box<dyn Read> = if is_gzip { Box::new(ungzip(rejoined)) } else { Box::new(rejoined) };
    Ok(Input { source, head: Head::default() })
}

/// What the source has at hand, two bytes at least unless it ends.
fn first_piece(source: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut first = vec![0; PIECE];
    let mut n = 0;
    while n < 2 {
        match source.read(&mut first[n..]) {
            Ok(0) => break,
            Ok(more) => n += more,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    first.truncate(n);
    Ok(first)
}

fn ungzip(source: Rejoined) -> MultiGzDecoder<impl BufRead> {
    MultiGzDecoder::new(BufReader::with_capacity(PIECE, source))
}
