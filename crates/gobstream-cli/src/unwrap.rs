//! What comes off the bytes before they are read: gzip, zstd, xz, bzip2, base64, hex, text as redis-cli quotes it, and
//! cookies of gorilla's securecookie; at most four deep.
//!
//! Wrappers are told by content. The magic numbers of gzip and zstd cannot begin a gob stream, as their second byte
//! cannot begin a number; those of xz and bzip2 as their ids are none; text cannot either, as no letter or digit is the id of a type that may stand first. So what begins with a
//! readable gob message is never unwrapped. Text is unwrapped only if what comes out begins like gob or like another wrapper.

use crate::decode;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use gobstream::known::Time;
use lzma_rust2::XzReader;
use std::fmt;
use std::io::{self, BufReader, Cursor, Read};
use std::str::FromStr;

/// Wrappers around wrappers, at most.
const DEEPEST: usize = 4;

/// Bytes read at once where something must be unwrapped.
const PIECE: usize = 64 << 10;

/// Bytes that are enough to tell magic numbers, and a whole value in itself: waiting for more could wait for ever.
const SHORTEST: usize = 4;

/// Bytes of text that are enough to tell what it is.
const TEXT: usize = 64;

/// Memory of xz, for a dictionary as large as the largest that its command makes by itself.
const XZ_KIB: u32 = 128 << 10;

/// A way in which bytes are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrapper {
    Gzip,
    Zstd,
    Xz,
    Bzip2,
    Base64,
    Hex,
    /// A string in quotes with escapes, as redis-cli prints it.
    Redis,
    /// `date|base64|signature`, inside of base64; the date in seconds of Unix.
    Cookie(u64),
}

impl Wrapper {
    const ALL: [Wrapper; 8] = [
        Wrapper::Gzip,
        Wrapper::Zstd,
        Wrapper::Xz,
        Wrapper::Bzip2,
        Wrapper::Base64,
        Wrapper::Hex,
        Wrapper::Redis,
        Wrapper::Cookie(0),
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Wrapper::Gzip => "gzip",
            Wrapper::Zstd => "zstd",
            Wrapper::Xz => "xz",
            Wrapper::Bzip2 => "bzip2",
            Wrapper::Base64 => "base64",
            Wrapper::Hex => "hex",
            Wrapper::Redis => "redis-cli",
            Wrapper::Cookie(_) => "securecookie",
        }
    }

    fn packs(self) -> bool {
        matches!(self, Wrapper::Gzip | Wrapper::Zstd | Wrapper::Xz | Wrapper::Bzip2)
    }

    /// The name, and what else the wrapper says.
    pub(crate) fn label(self) -> String {
        match self {
            Wrapper::Cookie(date) if date > 0 => format!("securecookie of {} (signature not checked)", utc(date)),
            other => other.name().into(),
        }
    }
}

/// A time of Unix as RFC 3339.
fn utc(seconds: u64) -> String {
    i64::try_from(seconds)
        .ok()
        .and_then(|s| Time::utc(s, 0))
        .and_then(|time| time.rfc3339())
        .unwrap_or_else(|| seconds.to_string())
}

/// Which wrappers to take off.
#[derive(Clone, Debug)]
pub(crate) enum Unwrap {
    Auto,
    /// What packs bytes alone: what is known to be text is not looked at as a wrapper.
    Packed,
    These(Vec<Wrapper>),
}

impl Unwrap {
    /// The same for an input that is known to be JSON.
    pub(crate) fn of_json(&self) -> Self {
        match self {
            Unwrap::Auto => Unwrap::Packed,
            other => other.clone(),
        }
    }
}

impl FromStr for Unwrap {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => return Ok(Unwrap::Auto),
            "none" => return Ok(Unwrap::These(Vec::new())),
            _ => {}
        }
        let find = |name: &str| Wrapper::ALL.into_iter().find(|w| w.name() == name);
        let one = |name: &str| {
            find(name).ok_or_else(|| {
                format!("no wrapper {name:?}; there are gzip, zstd, xz, bzip2, base64, hex, redis-cli, securecookie")
            })
        };
        text.split(',').map(one).collect::<Result<_, _>>().map(Unwrap::These)
    }
}

impl fmt::Display for Unwrap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unwrap::Auto | Unwrap::Packed => f.write_str("auto"),
            Unwrap::These(all) => f.write_str(&all.iter().map(|w| w.name()).collect::<Vec<_>>().join(",")),
        }
    }
}

/// Something is wrong with a wrapper, or with how much came out of it.
#[derive(Clone, Debug)]
pub(crate) struct Damage {
    pub(crate) code: &'static str,
    pub(crate) text: String,
}

impl Damage {
    /// What the error says if it speaks of a wrapper.
    pub(crate) fn of(error: &io::Error) -> Option<&Damage> {
        error.get_ref().and_then(|inner| inner.downcast_ref())
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Damage {}

/// Takes off what there is to take off; says what that was, outermost first.
pub(crate) fn take_off(source: Box<dyn Read>, unwrap: &Unwrap, most: u64) -> io::Result<(Box<dyn Read>, Vec<Wrapper>)> {
    let mut peeked = Peeked::new(source);
    let mut found = Vec::new();
    loop {
        let next = match unwrap {
            Unwrap::These(these) => these.get(found.len()).copied(),
            Unwrap::Auto if found.len() < DEEPEST => peeked.tell()?,
            Unwrap::Packed if found.len() < DEEPEST => peeked.tell()?.filter(|wrapper| wrapper.packs()),
            Unwrap::Auto | Unwrap::Packed => None,
        };
        let Some(wrapper) = next else { return Ok((Box::new(peeked), found)) };
        found.push(wrapper);
        let inside = Inside { source: decoder(wrapper, peeked)?, wrapper, most, left: most, damage: None };
        peeked = Peeked::new(Box::new(inside));
    }
}

/// A source of which the first bytes have been looked at.
struct Peeked {
    first: Cursor<Vec<u8>>,
    rest: Box<dyn Read>,
}

impl Peeked {
    fn new(rest: Box<dyn Read>) -> Self {
        Peeked { first: Cursor::default(), rest }
    }

    /// Which wrapper this is, if it is one. Waits only for what a gob stream must have, or for more text.
    fn tell(&mut self) -> io::Result<Option<Wrapper>> {
        let first = self.first.get_mut();
        loop {
            let enough = if is_text(first) { TEXT } else { SHORTEST };
            let len = first.len();
            if len >= enough || read_more(&mut self.rest, first)? == 0 {
                return Ok(tell(first, DEEPEST));
            }
        }
    }
}

fn read_more(rest: &mut dyn Read, first: &mut Vec<u8>) -> io::Result<usize> {
    let len = first.len();
    first.resize(len + PIECE, 0);
    let read = loop {
        match rest.read(&mut first[len..]) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            other => break other,
        }
    };
    first.truncate(len + read.as_ref().map_or(0, |n| *n));
    // Who looks ahead must not lose what came before the damage: it is met again when the bytes are read.
    match read {
        Err(e) if Damage::of(&e).is_some() && len > 0 => Ok(0),
        other => other,
    }
}

impl Read for Peeked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.first.read(buffer)? {
            0 => self.rest.read(buffer),
            n => Ok(n),
        }
    }
}

fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().all(|b| matches!(b, b'\t' | b'\n' | b'\r' | b' '..=b'~'))
}

/// Which wrapper begins with these bytes, if there is something to be found inside.
fn tell(head: &[u8], depth: usize) -> Option<Wrapper> {
    if head.starts_with(&[0x1f, 0x8b, 8]) {
        return Some(Wrapper::Gzip);
    }
    if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        return Some(Wrapper::Zstd);
    }
    if head.starts_with(b"\xfd7zXZ\0") {
        return Some(Wrapper::Xz);
    }
    if head.starts_with(b"BZh") && head.get(3).is_some_and(|c| (b'1'..=b'9').contains(c)) && head.get(4..10) == Some(b"1AY&SY") {
        return Some(Wrapper::Bzip2);
    }
    if depth > 0
        && let Some(date) = decode::cookie_date(head)
    {
        let cookie = Wrapper::Cookie(date);
        return holds_something(cookie, head, depth).then_some(cookie);
    }
    let head = &head[..head.len().min(2 * PIECE)];
    if depth == 0 || head.is_empty() || !is_text(head) {
        return None;
    }
    [Wrapper::Redis, Wrapper::Hex, Wrapper::Base64].into_iter().find(|wrapper| holds_something(*wrapper, head, depth))
}

/// Whether the text decodes to the beginning of a gob stream or of another wrapper.
fn holds_something(wrapper: Wrapper, head: &[u8], depth: usize) -> bool {
    let mut inside = [0; TEXT];
    let Ok(mut source) = decoder(wrapper, Peeked::new(Box::new(Cursor::new(head.to_vec())))) else { return false };
    let mut n = 0;
    // A head that was cut in the middle of a group ends with an error, behind all that is whole.
    while let Ok(more @ 1..) = source.read(&mut inside[n..]) {
        n += more;
    }
    begins_gob(&inside[..n]) || tell(&inside[..n], depth - 1).is_some()
}

/// Whether a gob stream can begin so: a length, and the id of a definition or of a value.
fn begins_gob(head: &[u8]) -> bool {
    let Ok((length, n)) = gobstream::wire::get_uint(head) else { return false };
    let Ok((id, m)) = gobstream::wire::get_uint(&head[n..]) else { return false };
    let rest = &head[n + m..];
    let is_single = || rest.first() == Some(&0);
    length > m as u64
        && match gobstream::wire::int(id) {
            ..=-64 => matches!(rest, [1..=7, ..]),
            1..=8 => is_single(),
            64.. => id <= u64::from(u32::MAX),
            _ => false,
        }
}

/// Both alphabets are mapped to one before; padding may be missing, as in tokens and URLs.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent).with_decode_allow_trailing_bits(true),
);

fn decoder(wrapper: Wrapper, source: Peeked) -> io::Result<Box<dyn Read>> {
    Ok(match wrapper {
        Wrapper::Gzip => Box::new(MultiGzDecoder::new(BufReader::with_capacity(PIECE, source))),
        Wrapper::Zstd => Box::new(decode::Zstd::new(BufReader::with_capacity(PIECE, source))),
        Wrapper::Base64 => Box::new(base64::read::DecoderReader::new(decode::Letters::new(source), &BASE64)),
        Wrapper::Hex => Box::new(decode::Hex::new(source)),
        Wrapper::Xz => Box::new(XzReader::new_mem_limit(BufReader::with_capacity(PIECE, source), true, XZ_KIB)),
        Wrapper::Bzip2 => Box::new(MultiBzDecoder::new(BufReader::with_capacity(PIECE, source))),
        Wrapper::Redis => Box::new(decode::Quoted::new(source)),
        Wrapper::Cookie(_) => {
            let letters = decode::Letters::new(decode::Cookie::new(source));
            Box::new(base64::read::DecoderReader::new(letters, &BASE64))
        }
    })
}

/// What comes out of a wrapper, counted, and with errors that say which wrapper it is. An error comes again when read again, as who
/// looks ahead may have met it first.
struct Inside {
    source: Box<dyn Read>,
    wrapper: Wrapper,
    most: u64,
    left: u64,
    damage: Option<Damage>,
}

impl Read for Inside {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(damage) = &self.damage {
            return Err(io::Error::other(damage.clone()));
        }
        // One byte more than allowed, to see whether it is there.
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).max(1).min(buffer.len());
        let n = self.source.read(&mut buffer[..most]).map_err(|error| self.failed(error))?;
        match self.left.checked_sub(n as u64) {
            Some(left) => self.left = left,
            None => return Err(self.latch(self.too_big())),
        }
        Ok(n)
    }
}

impl Inside {
    /// An error of the wrapper; one of what it stands in, or of the source, stays what it is.
    #[cold]
    fn failed(&mut self, error: io::Error) -> io::Error {
        use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
        if Damage::of(&error).is_some() || !matches!(error.kind(), UnexpectedEof | InvalidInput | InvalidData) {
            return error;
        }
        let at = self.most - self.left;
        let what = match (error.kind(), self.wrapper) {
            (UnexpectedEof, _) => "input ends inside".into(),
            (_, Wrapper::Base64) => "there is something that is none of its letters".into(),
            _ => error.to_string(),
        };
        let text = format!("{} is damaged: {what}; {at} bytes came out before", self.wrapper.name());
        self.latch(Damage { code: "bad-wrapper", text })
    }

    fn latch(&mut self, damage: Damage) -> io::Error {
        io::Error::other(self.damage.insert(damage).clone())
    }

    #[cold]
    fn too_big(&self) -> Damage {
        Damage { code: "too-big", text: format!("more comes out of {} than unwrapped={}", self.wrapper.name(), self.most) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine as _;

    const POINT: &[u8] = b"\x1e\x7f\x03\x01\x01\x05Point\x01\xff\x80\x00\x01\x02\x01\x01X\x01\x04\x00\x01\x01Y\x01\x04\x00\x00\x00\x07\xff\x80\x01\x2c\x01\x42\x00";

    fn unwrapped(bytes: &[u8]) -> (Vec<u8>, Vec<Wrapper>) {
        let (mut source, found) = take_off(Box::new(Cursor::new(bytes.to_vec())), &Unwrap::Auto, 1 << 20).unwrap();
        let mut all = Vec::new();
        source.read_to_end(&mut all).unwrap();
        (all, found)
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|b| format!("{b:02X}")).collect()
    }

    #[test]
    fn text_comes_off_by_content() {
        for text in [hex(POINT), format!("\\x{}\n", hex(POINT)), hex(POINT).to_lowercase()] {
            assert_eq!(unwrapped(text.as_bytes()), (POINT.to_vec(), vec![Wrapper::Hex]), "{text}");
        }
        let text = BASE64.encode(POINT);
        let wrapped = text.as_bytes().chunks(20).collect::<Vec<_>>().join(&b"\r\n"[..]);
        let url = text.replace('+', "-").replace('/', "_").replace('=', "");
        for text in [text.as_bytes(), &wrapped, url.as_bytes()] {
            assert_eq!(unwrapped(text), (POINT.to_vec(), vec![Wrapper::Base64]));
        }
        let both = BASE64.encode(hex(POINT));
        assert_eq!(unwrapped(both.as_bytes()), (POINT.to_vec(), vec![Wrapper::Base64, Wrapper::Hex]));
    }

    #[test]
    fn quoted_text_of_redis_comes_off() {
        let quoted: String = POINT
            .iter()
            .map(|&b| match b {
                b'"' | b'\\' => format!("\\{}", char::from(b)),
                7 => "\\a".into(),
                b'\n' => "\\n".into(),
                b' '..=b'~' => char::from(b).into(),
                b => format!("\\x{b:02x}"),
            })
            .collect();
        assert_eq!(unwrapped(format!("\"{quoted}\"\n").as_bytes()), (POINT.to_vec(), vec![Wrapper::Redis]));
    }

    #[test]
    fn cookies_come_off() {
        let value = BASE64.encode(POINT).replace('+', "-").replace('/', "_");
        let mut cookie = format!("1609271234|{value}|").into_bytes();
        cookie.extend([0xff, b'|', 0, 1, 2]);
        let outer = BASE64.encode(&cookie);
        assert_eq!(unwrapped(outer.as_bytes()), (POINT.to_vec(), vec![Wrapper::Base64, Wrapper::Cookie(1_609_271_234)]));
        assert_eq!(Wrapper::Cookie(1_609_271_234).label(), "securecookie of 2020-12-29T19:47:14Z (signature not checked)");
    }

    #[test]
    fn four_deep_and_no_deeper() {
        let mut text = POINT.to_vec();
        for depth in 1..=5 {
            text = hex(&text).into_bytes();
            assert_eq!(unwrapped(&text).1.len(), if depth > DEEPEST { 0 } else { depth });
        }
    }

    #[test]
    fn other_text_stays() {
        for text in ["", "{\"a\":1}", "hello, world", "deadbeef", "SGVsbG8gd29ybGQ="] {
            assert_eq!(unwrapped(text.as_bytes()), (text.into(), vec![]), "{text}");
        }
    }

    #[test]
    fn small_values_are_not_waited_for() {
        assert_eq!(unwrapped(b"\x03\x04\x00\x06"), (b"\x03\x04\x00\x06".to_vec(), vec![]));
    }
}
