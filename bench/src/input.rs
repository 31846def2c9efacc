//! Streams of gob.

use gobstream::{Encode, Encoder, Sink, wire};
use std::io::{self, Read};

/// A stream of one value.
pub fn stream<T: Encode>(value: &T) -> Vec<u8> {
    gobstream::to_vec(value).expect("our values can be encoded")
}

/// Whether a message defines a type, the rest of it behind the id, and what comes after it.
fn split(stream: &[u8]) -> (bool, &[u8], &[u8]) {
    let (size, n) = wire::get_uint(stream).expect("our input is gob");
    let (message, behind) = stream[n..].split_at(size as usize);
    let (id, n) = wire::get_uint(message).expect("our input is gob");
    (wire::int(id) < 0, &message[n..], behind)
}

/// The values of a stream, without the numbers of their types: these are the process's own in Go.
pub fn payload(mut stream: &[u8]) -> Vec<u8> {
    let mut payload = Vec::new();
    while !stream.is_empty() {
        let (definition, message, behind) = split(stream);
        if !definition {
            payload.extend_from_slice(message);
        }
        stream = behind;
    }
    payload
}

/// Gives the definitions of a stream once, then its values again and again: a stream that never ends and never defines
/// a type twice.
pub struct Looped {
    head: Vec<u8>,
    body: Vec<u8>,
    /// Where it stands in head and body together.
    at: usize,
}

impl Looped {
    pub fn new(mut stream: &[u8]) -> Self {
        let (mut head, mut body) = (Vec::new(), Vec::new());
        while !stream.is_empty() {
            let (definition, _, behind) = split(stream);
            let message = &stream[..stream.len() - behind.len()];
            if definition { &mut head } else { &mut body }.extend_from_slice(message);
            stream = behind;
        }
        Looped { head, body, at: 0 }
    }

    /// Of one value.
    pub fn of<T: Encode>(value: &T) -> Self {
        Self::new(&stream(value))
    }

    /// Of many values.
    pub fn of_many(encode: impl FnOnce(&mut Encoder<Vec<u8>>)) -> Self {
        let mut encoder = Encoder::to_vec();
        encode(&mut encoder);
        Self::new(&encoder.into_sink())
    }
}

impl Read for Looped {
    /// Fills the whole buffer, as a file does.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut n = 0;
        while n < buffer.len() {
            let piece = match self.at.checked_sub(self.head.len()) {
                None => &self.head[self.at..],
                Some(at) => &self.body[at..],
            };
            let piece = &piece[..piece.len().min(buffer.len() - n)];
            buffer[n..n + piece.len()].copy_from_slice(piece);
            n += piece.len();
            self.at += piece.len();
            if self.at == self.head.len() + self.body.len() {
                self.at = self.head.len();
            }
        }
        Ok(n)
    }
}

/// Takes everything and keeps nothing but counts.
#[derive(Default)]
pub struct Null {
    pub writes: u64,
    pub largest: usize,
    pub bytes: u64,
}

impl io::Write for Null {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writes += 1;
        self.largest = self.largest.max(bytes.len());
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for Null {
    fn write(&mut self, parts: &[&[u8]]) -> gobstream::Result<()> {
        self.bytes += parts.iter().map(|part| part.len() as u64).sum::<u64>();
        Ok(())
    }
}
