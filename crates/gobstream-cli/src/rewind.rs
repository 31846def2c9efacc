//! Inputs that can be read again, which reading on behind damage needs.

use crate::input::Source;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};

/// A file, or what a pipe or wrapper gave.
pub(crate) enum Rewindable {
    File(File),
    Memory(Cursor<Vec<u8>>),
}

/// Opens a source and takes wrappers off.
pub(crate) fn open(source: &Source) -> io::Result<Rewindable> {
    if let Source::File(path) = source {
        let mut file = File::open(path)?;
        let mut two = [0; 2];
        let n = file.read(&mut two)?;
        if !two[..n].starts_with(&[0x1f, 0x8b]) && file.seek(SeekFrom::Start(0)).is_ok() {
            return Ok(Rewindable::File(file));
        }
    }
    let mut bytes = Vec::new();
    source.open()?.read_to_end(&mut bytes)?;
    Ok(Rewindable::Memory(Cursor::new(bytes)))
}

impl Read for Rewindable {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Rewindable::File(file) => file.read(buffer),
            Rewindable::Memory(bytes) => bytes.read(buffer),
        }
    }
}

impl Seek for Rewindable {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Rewindable::File(file) => file.seek(to),
            Rewindable::Memory(bytes) => bytes.seek(to),
        }
    }
}
