//! Inputs of rows.

use gobstream::wire;
use std::io::{self, Read};
use std::path::Path;

/// Gives the definitions of a stream once, then its values again and again: a stream that never ends and never defines
/// a type twice.
pub(crate) struct Looped {
    head: Vec<u8>,
    body: Vec<u8>,
    /// Where it stands in head and body together.
    at: usize,
}

impl Looped {
    pub(crate) fn open(dir: &Path, name: &str) -> Self {
        let stream = std::fs::read(dir.join(name).with_extension("gob")).expect("the inputs are there");
        let (mut head, mut body, mut rest) = (Vec::new(), Vec::new(), &stream[..]);
        while !rest.is_empty() {
            let (size, n) = wire::get_uint(rest).expect("our input is gob");
            let (message, behind) = rest.split_at(n + size as usize);
            let (id, _) = wire::get_uint(&message[n..]).expect("our input is gob");
            if wire::int(id) < 0 { &mut head } else { &mut body }.extend_from_slice(message);
            rest = behind;
        }
        Looped { head, body, at: 0 }
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
