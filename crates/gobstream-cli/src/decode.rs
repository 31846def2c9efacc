//! Decoders that libraries do not have as streams.

use ruzstd::decoding::BlockDecodingStrategy::UptoBlocks;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use std::io::{self, BufRead, Read};

/// The largest window of a zstd frame, as for the command `zstd` without `--long`.
const WINDOW: u64 = 128 << 20;

/// zstd: any number of frames, one behind the other; frames to be skipped are.
pub(crate) struct Zstd<R> {
    source: R,
    frame: FrameDecoder,
    is_open: bool,
}

impl<R: BufRead> Zstd<R> {
    pub(crate) fn new(source: R) -> Self {
        let mut frame = FrameDecoder::new();
        frame.set_max_window_size(WINDOW);
        Zstd { source, frame, is_open: false }
    }

    /// Begins the next frame; `false` at the end of the input.
    fn open(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.frame.init(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    io::copy(&mut (&mut self.source).take(length.into()), &mut io::sink())?;
                }
                Err(error) => return Err(bad(&error)),
            }
        }
        Ok(false)
    }

    /// What the frame says it should sum up to, where it says so.
    fn check(&self) -> io::Result<()> {
        let (said, is) = (self.frame.get_checksum_from_data(), self.frame.get_calculated_checksum());
        if said.is_some() && said != is {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its checksum is another"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.is_open && self.frame.can_collect() > 0 {
                return self.frame.read(buffer);
            }
            if self.is_open && self.frame.is_finished() {
                self.check()?;
                self.is_open = false;
            }
            if !self.is_open {
                self.is_open = self.open()?;
            }
            if !self.is_open {
                return Ok(0);
            }
            self.frame.decode_blocks(&mut self.source, UptoBlocks(1)).map_err(|error| bad(&error))?;
        }
    }
}

/// The error of the source if that is the cause, else one of the frame.
#[cold]
fn bad(error: &FrameDecoderError) -> io::Error {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(inner) = cause {
        if let Some(io) = inner.downcast_ref::<io::Error>() {
            return same(io);
        }
        cause = inner.source();
    }
    // The library's words are for those who know its inside.
    io::Error::new(io::ErrorKind::InvalidData, "a block or header cannot be")
}

/// The same error again; the library only lends it.
fn same(error: &io::Error) -> io::Error {
    match crate::unwrap::Damage::of(error) {
        Some(damage) => io::Error::other(damage.clone()),
        None => io::Error::new(error.kind(), error.to_string()),
    }
}

/// base64 without white space, the letters of URLs turned into the usual ones. What stands before something else comes first.
pub(crate) struct Letters<R> {
    source: R,
    /// Padding was met, behind which no letter may stand.
    is_padded: bool,
    is_bad: bool,
}

impl<R: Read> Letters<R> {
    pub(crate) fn new(source: R) -> Self {
        Letters { source, is_padded: false, is_bad: false }
    }

    /// Moves the letters to the front; says how many there are before the first that is none.
    fn squeeze(&mut self, bytes: &mut [u8]) -> usize {
        let mut kept = 0;
        for i in 0..bytes.len() {
            let letter = match bytes[i] {
                b if b.is_ascii_whitespace() => continue,
                b'-' => b'+',
                b'_' => b'/',
                b => b,
            };
            let is_letter = letter.is_ascii_alphanumeric() || matches!(letter, b'+' | b'/');
            self.is_padded |= letter == b'=';
            self.is_bad = is_letter == self.is_padded;
            if self.is_bad {
                break;
            }
            bytes[kept] = letter;
            kept += 1;
        }
        kept
    }
}

impl<R: Read> Read for Letters<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.is_bad {
            let n = self.source.read(buffer)?;
            let kept = self.squeeze(&mut buffer[..n]);
            if kept > 0 || n == 0 {
                return Ok(kept);
            }
        }
        Err(io::ErrorKind::InvalidData.into())
    }
}

/// Pairs of hex digits, white space anywhere, `\x` or `0x` in front. What stands before something else comes first.
pub(crate) struct Hex<R> {
    source: R,
    /// Digits read so far.
    digits: u64,
    /// A digit that waits for its pair.
    half: Option<u8>,
    /// `x` may come: behind the first character.
    may_be_prefix: bool,
    bad: Option<u8>,
}

impl<R: Read> Hex<R> {
    pub(crate) fn new(source: R) -> Self {
        Hex { source, digits: 0, half: None, may_be_prefix: false, bad: None }
    }

    /// Takes a character; gives a byte when a pair is whole.
    fn take(&mut self, c: u8) -> Option<u8> {
        if c.is_ascii_whitespace() || self.is_prefix(c) {
            return None;
        }
        let Some(digit) = char::from(c).to_digit(16) else {
            self.bad = Some(c);
            return None;
        };
        self.digits += 1;
        match self.half.take() {
            Some(high) => Some(high << 4 | digit as u8),
            None => {
                self.half = Some(digit as u8);
                None
            }
        }
    }

    fn is_prefix(&mut self, c: u8) -> bool {
        if self.digits == 0 && c == b'\\' {
            self.may_be_prefix = true;
            return true;
        }
        let is_x = c == b'x' && (self.may_be_prefix || (self.digits == 1 && self.half == Some(0)));
        if is_x {
            (self.may_be_prefix, self.half, self.digits) = (false, None, 0);
        }
        is_x
    }

    /// Turns the digits into bytes, up to the first that is none.
    fn squeeze(&mut self, bytes: &mut [u8]) -> usize {
        let mut n = 0;
        for i in 0..bytes.len() {
            if let Some(byte) = self.take(bytes[i]) {
                bytes[n] = byte;
                n += 1;
            }
            if self.bad.is_some() {
                break;
            }
        }
        n
    }

    fn end(&mut self) -> io::Result<usize> {
        if self.half.take().is_some() { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(0) }
    }
}

impl<R: Read> Read for Hex<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(c) = self.bad {
                let text = format!("{:?} is no digit", char::from(c));
                return Err(io::Error::new(io::ErrorKind::InvalidData, text));
            }
            let read = self.source.read(buffer)?;
            if read == 0 {
                return self.end();
            }
            let n = self.squeeze(&mut buffer[..read]);
            if n > 0 {
                return Ok(n);
            }
        }
    }
}

/// A string as redis-cli prints it: in quotes, with `\\xff` and the escapes of C for what is not printable.
pub(crate) struct Quoted<R> {
    source: R,
    state: Quote,
}

#[derive(Clone, Copy)]
enum Quote {
    Before,
    Inside,
    Escape,
    /// Behind `\x`, and the first digit if it has come.
    Hex(Option<u8>),
    After,
    Bad(u8),
}

impl<R: Read> Quoted<R> {
    pub(crate) fn new(source: R) -> Self {
        Quoted { source, state: Quote::Before }
    }

    /// Takes a character; gives a byte where one is whole.
    fn take(&mut self, c: u8) -> Option<u8> {
        let (next, byte) = match (self.state, c) {
            (Quote::Before | Quote::After, c) if c.is_ascii_whitespace() => (self.state, None),
            (Quote::Before, b'"') => (Quote::Inside, None),
            (Quote::Inside, b'"') => (Quote::After, None),
            (Quote::Inside, b'\\') => (Quote::Escape, None),
            (Quote::Inside, b' '..=b'~') => (Quote::Inside, Some(c)),
            (Quote::Escape, b'x') => (Quote::Hex(None), None),
            (Quote::Escape, c) => escaped(c),
            (Quote::Hex(high), c) => match (high, char::from(c).to_digit(16)) {
                (None, Some(digit)) => (Quote::Hex(Some(digit as u8)), None),
                (Some(high), Some(digit)) => (Quote::Inside, Some(high << 4 | digit as u8)),
                (_, None) => (Quote::Bad(c), None),
            },
            (_, c) => (Quote::Bad(c), None),
        };
        self.state = next;
        byte
    }
}

fn escaped(c: u8) -> (Quote, Option<u8>) {
    let byte = match c {
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'a' => 7,
        b'b' => 8,
        b'"' | b'\\' => c,
        _ => return (Quote::Bad(c), None),
    };
    (Quote::Inside, Some(byte))
}

impl<R: Read> Read for Quoted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Quote::Bad(c) = self.state {
                let text = format!("{:?} has no place there", char::from(c));
                return Err(io::Error::new(io::ErrorKind::InvalidData, text));
            }
            let read = self.source.read(buffer)?;
            if read == 0 {
                return if matches!(self.state, Quote::After) { Ok(0) } else { Err(io::ErrorKind::UnexpectedEof.into()) };
            }
            let mut n = 0;
            for i in 0..read {
                if let Some(byte) = self.take(buffer[i]) {
                    buffer[n] = byte;
                    n += 1;
                }
                if matches!(self.state, Quote::Bad(_)) {
                    break;
                }
            }
            if n > 0 {
                return Ok(n);
            }
        }
    }
}

/// The value of a cookie of gorilla's securecookie, which stands between the date and the signature.
pub(crate) struct Cookie<R> {
    source: R,
    /// Bars passed so far.
    bars: u8,
}

impl<R: Read> Cookie<R> {
    pub(crate) fn new(source: R) -> Self {
        Cookie { source, bars: 0 }
    }
}

impl<R: Read> Read for Cookie<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.source.read(buffer)?;
            if read == 0 {
                return if self.bars >= 2 { Ok(0) } else { Err(io::ErrorKind::UnexpectedEof.into()) };
            }
            let mut n = 0;
            for i in 0..read {
                if buffer[i] == b'|' {
                    self.bars = self.bars.saturating_add(1);
                } else if self.bars == 1 {
                    buffer[n] = buffer[i];
                    n += 1;
                }
            }
            if n > 0 {
                return Ok(n);
            }
        }
    }
}

/// The date of such a cookie, if the bytes begin one: seconds of Unix, a bar, and letters of base64.
pub(crate) fn cookie_date(head: &[u8]) -> Option<u64> {
    let bar = head.iter().take(12).position(|&c| c == b'|')?;
    let date =
        std::str::from_utf8(&head[..bar]).ok().filter(|text| text.len() > 8 && text.bytes().all(|c| c.is_ascii_digit()))?;
    let is_letter = |c: &u8| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'/' | b'-' | b'_' | b'=' | b'|');
    head[bar + 1..].iter().take(8).all(is_letter).then(|| date.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let n = self.1.min(self.0.len()).min(buffer.len());
            buffer[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    fn all(mut source: impl Read) -> (Vec<u8>, bool) {
        let mut out = Vec::new();
        let is_good = source.read_to_end(&mut out).is_ok();
        (out, is_good)
    }

    #[test]
    fn pieces_change_nothing() {
        for piece in 1..20 {
            assert_eq!(all(Hex::new(Drip(b"\\x01 fF\n0", piece))), (vec![1, 255], false));
            assert_eq!(all(Hex::new(Drip(b"0x01ff", piece))), (vec![1, 255], true));
            assert_eq!(all(Hex::new(Drip(b"01ffzz02", piece))), (vec![1, 255], false));
            assert_eq!(all(Letters::new(Drip(b"A-\r\n_a==\n", piece))), (b"A+/a==".to_vec(), true));
            assert_eq!(all(Letters::new(Drip(b"AAAA=BBB", piece))), (b"AAAA=".to_vec(), false));
            assert_eq!(all(Letters::new(Drip(b"AAAA!BBB", piece))), (b"AAAA".to_vec(), false));
        }
    }
}
