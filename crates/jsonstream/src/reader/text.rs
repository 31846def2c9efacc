//! The inside of a JSON string, one step at a time: a pure function over the bytes at hand.
//!
//! Every way to a string (lent, copied, in pieces, skipped) goes through [`step`] or agrees with it, so the first
//! error in a string is the same one for all of them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::error::ErrorKind;
use crate::kernels;
use crate::scan;
use crate::string::BASIC;

/// What is done about text that is not Unicode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Policy {
    Reject,
    Replace,
    /// Bytes stay as they are, halves of pairs as three bytes each (WTF-8).
    Keep,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Policies {
    pub(crate) utf8: Policy,
    pub(crate) surrogates: Policy,
}

#[derive(Debug)]
pub(crate) enum Step<'a> {
    /// Text as it stands.
    Text(&'a str),
    /// One byte as it stands, which is not UTF-8.
    Byte(u8),
    /// So many bytes mean this character, or half of a pair.
    Code(u32, usize),
    /// The closing quote.
    Quote,
    /// It depends on bytes that are not there.
    Short,
    /// An error so many bytes on.
    Bad(ErrorKind, usize, &'static str),
}

pub(crate) const REPLACEMENT: u32 = 0xfffd;

/// Bytes that a step looks at: where text is broken again and again, each step looks at them once more.
const BLOCK: usize = 1024;
const NEAR: usize = 32;

/// The first step into `bytes`.
#[inline]
pub(crate) fn step(bytes: &[u8], policies: Policies) -> Step<'_> {
    let block = &bytes[..bytes.len().min(BLOCK)];
    let plain = scan::plain(block, BASIC);
    if plain > 0 {
        return text(&block[..plain], policies.utf8, plain < block.len());
    }
    match bytes.first() {
        Some(b'"') => Step::Quote,
        Some(b'\\') => surrogate(escape(bytes), policies.surrogates),
        Some(_) => Step::Bad(ErrorKind::Syntax, 0, "a control character in a string"),
        None => Step::Short,
    }
}

/// Bytes without special ones; `ended` if such a one follows, so that no character goes on behind them.
fn text(bytes: &[u8], policy: Policy, ended: bool) -> Step<'_> {
    // Where an error is near, no more is looked at.
    if let Err(error) = core::str::from_utf8(&bytes[..bytes.len().min(NEAR)])
        && error.error_len().is_some()
    {
        return match core::str::from_utf8(&bytes[..error.valid_up_to()]) {
            Ok(text) if !text.is_empty() => Step::Text(text),
            _ => broken(bytes[0], policy),
        };
    }
    if let Some(text) = scan::text(bytes) {
        return Step::Text(text);
    }
    let error = match core::str::from_utf8(bytes) {
        Ok(text) => return Step::Text(text),
        Err(error) => error,
    };
    match core::str::from_utf8(&bytes[..error.valid_up_to()]) {
        Ok(text) if !text.is_empty() => Step::Text(text),
        _ if error.error_len().is_none() && !ended => Step::Short,
        _ => broken(bytes[0], policy),
    }
}

fn broken<'a>(byte: u8, policy: Policy) -> Step<'a> {
    match policy {
        Policy::Reject => Step::Bad(ErrorKind::Utf8, 0, "not UTF-8"),
        Policy::Replace => Step::Code(REPLACEMENT, 1),
        Policy::Keep => Step::Byte(byte),
    }
}

/// Applies the policy to what may be half of a pair.
fn surrogate(step: Step<'_>, policy: Policy) -> Step<'_> {
    match step {
        Step::Code(0xd800..=0xdfff, len) => match policy {
            Policy::Reject => Step::Bad(ErrorKind::Surrogate, 0, "half of a surrogate pair"),
            Policy::Replace => Step::Code(REPLACEMENT, len),
            Policy::Keep => step,
        },
        other => other,
    }
}

/// The escape at the start of `bytes`. Half of a pair is returned as it is.
fn escape<'a>(bytes: &[u8]) -> Step<'a> {
    let code = match bytes.get(1) {
        Some(b'b') => 8,
        Some(b't') => 9,
        Some(b'n') => 10,
        Some(b'f') => 12,
        Some(b'r') => 13,
        Some(&byte @ (b'"' | b'\\' | b'/')) => byte,
        Some(b'u') => return unicode(bytes),
        Some(_) => return Step::Bad(ErrorKind::Syntax, 1, "an escape that JSON does not have"),
        None => return Step::Short,
    };
    Step::Code(code.into(), 2)
}

fn unicode<'a>(bytes: &[u8]) -> Step<'a> {
    match hex(&bytes[2..]) {
        Hex::Code(high @ 0xd800..=0xdbff) => pair(high, &bytes[6..]),
        Hex::Code(code) => Step::Code(code, 6),
        Hex::Short => Step::Short,
        Hex::Bad(at) => Step::Bad(ErrorKind::Syntax, 2 + at, "not a hexadecimal digit"),
    }
}

/// The first half of a pair, and what stands behind it.
fn pair<'a>(high: u32, rest: &[u8]) -> Step<'a> {
    let second = match rest {
        [] | [b'\\'] => Hex::Short,
        [b'\\', b'u', digits @ ..] => hex(digits),
        _ => Hex::Bad(0),
    };
    match second {
        Hex::Code(low @ 0xdc00..=0xdfff) => Step::Code(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), 12),
        Hex::Short => Step::Short,
        _ => Step::Code(high, 6),
    }
}

enum Hex {
    Code(u32),
    Short,
    Bad(usize),
}

/// Four digits.
fn hex(bytes: &[u8]) -> Hex {
    let mut code = 0;
    for at in 0..4 {
        match bytes.get(at).map(|&byte| (byte as char).to_digit(16)) {
            Some(Some(digit)) => code = code << 4 | digit,
            Some(None) => return Hex::Bad(at),
            None => return Hex::Short,
        }
    }
    Hex::Code(code)
}

/// Decodes the string at the start of `bytes`, which are those behind its opening quote, if its end is among them and
/// nothing is wrong with it; how long it is, with the closing quote. Whatever else there is, [`step`] knows.
pub(super) fn decode_sound(bytes: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    out.clear();
    let mut at = 0;
    loop {
        let plain = kernels::until_special(&bytes[at..]);
        out.extend_from_slice(&bytes[at..at + plain]);
        at += plain;
        at += match *bytes.get(at)? {
            b'\\' => push_escape(&bytes[at..], out)?,
            b'"' => return scan::text(out).map(|_| at + 1),
            _ => return None,
        };
    }
}

/// How long the escape is, if it is one that stands for a character by itself.
#[inline]
fn push_escape(bytes: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    if let Some(&byte @ (b'/' | b'"' | b'\\')) = bytes.get(1) {
        out.push(byte);
        return Some(2);
    }
    match escape(bytes) {
        Step::Code(code, len) if !matches!(code, 0xd800..=0xdfff) => {
            push_code(out, code);
            Some(len)
        }
        _ => None,
    }
}

/// A string that was read before, from behind its opening quote on.
pub(super) fn decoded(mut bytes: &[u8], policies: Policies) -> Box<[u8]> {
    let mut out = Vec::new();
    loop {
        let len = match step(bytes, policies) {
            Step::Text(text) => {
                out.extend_from_slice(text.as_bytes());
                text.len()
            }
            Step::Code(code, len) => {
                push_code(&mut out, code);
                len
            }
            Step::Byte(byte) => {
                out.push(byte);
                1
            }
            Step::Quote | Step::Short | Step::Bad(..) => return out.into(),
        };
        bytes = &bytes[len..];
    }
}

/// Appends a character, or half of a pair, in UTF-8's manner.
pub(crate) fn push_code(out: &mut Vec<u8>, code: u32) {
    match char::from_u32(code) {
        Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        None => out.extend_from_slice(&[0xe0 | (code >> 12) as u8, 0x80 | (code >> 6 & 63) as u8, 0x80 | (code & 63) as u8]),
    }
}

#[cfg(test)]
mod tests {
    use super::{Policies, Policy, Step, decode_sound, push_code, step};
    use alloc::vec::Vec;

    /// By single steps; None if there is an error, no end, or half of a pair.
    fn by_steps(mut bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
        let policies = Policies { utf8: Policy::Reject, surrogates: Policy::Reject };
        let (mut out, all) = (Vec::new(), bytes.len());
        loop {
            let len = match step(bytes, policies) {
                Step::Text(text) => {
                    out.extend_from_slice(text.as_bytes());
                    text.len()
                }
                Step::Code(code, len) => {
                    push_code(&mut out, code);
                    len
                }
                Step::Quote => return Some((out, all - bytes.len() + 1)),
                _ => return None,
            };
            bytes = &bytes[len..];
        }
    }

    #[test]
    fn sound_strings_as_step_by_step() {
        const PARTS: [&[u8]; 20] = [
            b"\\n",
            b"\\/",
            b"\\\"",
            b"\\\\",
            b"\\b",
            b"\\f",
            b"\\r",
            b"\\t",
            b"\\x",
            b"\\",
            b"\\u00e9",
            b"\\ud83d\\ude00",
            b"\\ud83d",
            b"\\u12g4",
            b"\"",
            b"\x1f",
            "\u{e9}\u{20ac}".as_bytes(),
            b"\xc3",
            b"\xa9",
            b"plain text that is longer than a block",
        ];
        let (mut seed, mut sound) = (5u64, 0);
        for _ in 0..30_000 {
            let mut text = Vec::new();
            for _ in 0..seed % 5 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.extend_from_slice(PARTS[(seed >> 40) as usize % PARTS.len()]);
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 1;
            text.push(b'"');
            let mut out = Vec::new();
            let found = decode_sound(&text, &mut out).map(|len| (out, len));
            sound += usize::from(found.is_some());
            assert_eq!(found, by_steps(&text), "{text:?}");
        }
        assert!(sound > 3000, "{sound}");
    }
}
