//! Text to the inside of a JSON string.

use crate::config::Escapes;
use crate::out::Out;
use crate::scan;

/// Classes of bytes that may need an escape; a set of them is a mask.
pub(crate) const BASIC: u8 = 1;
const HTML: u8 = 2;
const JS: u8 = 4;
const TERMINAL: u8 = 8;

/// The class of every byte. For the last two classes it is the first byte of a character that may be meant.
pub(crate) static CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = BASIC;
        byte += 1;
    }
    table[b'"' as usize] = BASIC;
    table[b'\\' as usize] = BASIC;
    table[b'<' as usize] = HTML;
    table[b'>' as usize] = HTML;
    table[b'&' as usize] = HTML;
    table[0x7f] = TERMINAL;
    table[0xc2] = TERMINAL;
    table[0xd8] = TERMINAL;
    table[0xe2] = TERMINAL | JS;
    table
}

pub(crate) fn mask(escapes: &Escapes) -> u8 {
    let option = |on, class| if on { class } else { 0 };
    BASIC | option(escapes.html, HTML) | option(escapes.js, JS) | option(escapes.terminal, TERMINAL)
}

/// Appends `text` with the escapes that `mask` asks for.
#[inline]
pub(crate) fn put_text(out: &mut Out, text: &str, mask: u8) {
    let mut rest = text;
    loop {
        let plain = scan::plain(rest.as_bytes(), mask);
        out.put(&rest.as_bytes()[..plain]);
        if plain == rest.len() {
            return;
        }
        rest = put_special(out, &rest[plain..], mask);
    }
}

/// Appends the first character of `text`, escaped if its class and value ask for it; the rest is returned.
fn put_special<'a>(out: &mut Out, text: &'a str, mask: u8) -> &'a str {
    let mut chars = text.chars();
    if let Some(first) = chars.next() {
        match first {
            _ if !needs_escape(first, mask) => out.put(first.encode_utf8(&mut [0; 4]).as_bytes()),
            _ => put_escape(out, first),
        }
    }
    chars.as_str()
}

fn needs_escape(c: char, mask: u8) -> bool {
    match c {
        '\0'..='\x1f' | '"' | '\\' => true,
        '<' | '>' | '&' => mask & HTML != 0,
        '\u{2028}' | '\u{2029}' => mask & JS != 0,
        _ => mask & TERMINAL != 0 && acts_on_terminal(c),
    }
}

/// Characters that move the cursor, change colours, or turn the direction of what is shown.
fn acts_on_terminal(c: char) -> bool {
    c.is_control() || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn put_escape(out: &mut Out, c: char) {
    match c {
        '"' => out.put(b"\\\""),
        '\\' => out.put(b"\\\\"),
        '\n' => out.put(b"\\n"),
        '\r' => out.put(b"\\r"),
        '\t' => out.put(b"\\t"),
        '\x08' => out.put(b"\\b"),
        '\x0c' => out.put(b"\\f"),
        _ => put_hex(out, c as u32),
    }
}

/// `\u` and four digits; every character that is escaped so lies in the basic plane.
fn put_hex(out: &mut Out, code: u32) {
    let digit = |shift: u32| b"0123456789abcdef"[(code >> shift) as usize & 15];
    out.put(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Appends base64 in the standard alphabet, padded.
pub(crate) fn put_base64(out: &mut Out, bytes: &[u8]) {
    let (groups, rest) = bytes.as_chunks::<3>();
    for &[a, b, c] in groups {
        out.put(&sextets(a, b, c));
    }
    match *rest {
        [a] => out.put(&[sextets(a, 0, 0)[0], sextets(a, 0, 0)[1], b'=', b'=']),
        [a, b] => {
            let [s, t, u, _] = sextets(a, b, 0);
            out.put(&[s, t, u, b'=']);
        }
        _ => {}
    }
}

#[inline]
fn sextets(a: u8, b: u8, c: u8) -> [u8; 4] {
    let bits = u32::from_be_bytes([0, a, b, c]);
    [18, 12, 6, 0].map(|shift| BASE64[(bits >> shift) as usize & 63])
}
