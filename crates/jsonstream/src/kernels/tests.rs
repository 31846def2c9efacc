//! Each mask against the plain test of each byte, with vectors and by words.

use super::*;

type Mask = fn(&Block) -> u32;
/// With vectors, by words, of one byte.
type Three = (Mask, Mask, fn(u8) -> bool);

const PLAIN: [Three; 8] = [
    (special, words::special, |byte| byte < 0x20 || byte == b'"' || byte == b'\\'),
    (not_ascii, words::not_ascii, |byte| byte >= 0x80),
    (not_space, words::not_space, |byte| byte != b' '),
    (digits, words::digits, |byte| byte.is_ascii_digit()),
    (quotes, words::quotes, |byte| byte == b'"'),
    (backslashes, words::backslashes, |byte| byte == b'\\'),
    (opening, words::opening, |byte| byte == b'[' || byte == b'{'),
    (closing, words::closing, |byte| byte == b']' || byte == b'}'),
];

fn check(block: &Block) {
    for (fast, words, is) in PLAIN {
        let plain = (0..BLOCK).filter(|&at| is(block[at])).fold(0, |mask, at| mask | 1 << at);
        assert_eq!(fast(block), plain, "{block:?}");
        assert_eq!(words(block), plain, "{block:?}");
    }
    for (low, high) in [(0, 1), (2, 3), (1, 1)] {
        let word = |at: usize| block.as_chunks().0.get(at).map_or(0, |word| u64::from_le_bytes(*word));
        let plain = [word(low), word(high)].iter().flat_map(|word| word.to_le_bytes()).all(|byte| !PLAIN[0].2(byte));
        assert_eq!(are_plain(word(low), word(high)), plain, "{block:?}");
        assert_eq!(words::are_plain(word(low), word(high)), plain, "{block:?}");
    }
}

#[test]
fn masks_of_every_byte_beside_every_byte() {
    for a in 0..=255u8 {
        check(&[a; BLOCK]);
        for b in 0..=255u8 {
            check(&core::array::from_fn(|at| if at % 3 == 1 { a } else { b }));
        }
    }
}

/// A sequence that looks random, of bytes that matter.
fn text(seed: &mut u64, len: usize) -> alloc::vec::Vec<u8> {
    let mut next = || {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        b"\"\"\\\\[]{}a b\x1f\xc3"[(*seed >> 40) as usize % 13]
    };
    (0..len).map(|_| next()).collect()
}

#[test]
fn decimals_of_every_length() {
    let mut seed = 11u64;
    for round in 0..2000 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut bytes = *b"9999999999999999";
        let digits = alloc::format!("{:016}", seed % 10_000_000_000_000_000);
        if round > 0 {
            bytes.copy_from_slice(digits.as_bytes());
        }
        for count in 0..=16 {
            let plain = core::str::from_utf8(&bytes[16 - count..]).unwrap().parse().unwrap_or(0);
            for before in [b'0', b'9', b' ', b'.', 0xff, 0] {
                bytes[..16 - count].fill(before);
                assert_eq!(decimal(&bytes, count), plain);
                assert_eq!(words::decimal(&bytes, count), plain);
                if let (1..=8, Some(last)) = (count, bytes.last_chunk()) {
                    assert_eq!(short_decimal(last, count), plain);
                }
            }
            bytes.copy_from_slice(digits.as_bytes());
        }
    }
}

#[test]
fn strings_of_every_length() {
    let mut seed = 7;
    for len in 0..140 {
        for end in ['"', '\\', '\n'] {
            let mut bytes = alloc::vec![b'x'; len];
            bytes.push(end as u8);
            for tail in 0..70 {
                assert_eq!(plain_string(&bytes), (end == '"').then_some(len));
                assert_eq!(until_special(&bytes), len);
                bytes.extend(text(&mut seed, 1 + tail % 2));
            }
        }
        assert_eq!(plain_string(&alloc::vec![b'x'; len]), None);
    }
}

#[test]
fn newlines_are_counted() {
    for count in [0, 1, 7, 254, 255] {
        let mut blocks = alloc::vec![*b"\n\n0123456789\x0b\r\t {}[]\n\xffabcdefghij"; count];
        assert_eq!((newlines(&blocks), words::newlines(&blocks)), (3 * count as u64, 3 * count as u64));
        blocks.fill([b'\n'; BLOCK]);
        assert_eq!((newlines(&blocks), words::newlines(&blocks)), ((BLOCK * count) as u64, (BLOCK * count) as u64));
    }
    for len in 0..20_000usize {
        if len % 97 < 3 {
            assert_eq!(crate::scan::newlines(&alloc::vec![b'\n'; len]), len as u64);
        }
    }
}

#[test]
fn ascii_of_every_length() {
    for len in 0..80 {
        for more in 0..40 {
            let mut bytes = alloc::vec![b'x'; len + more];
            assert_eq!(ascii(&bytes, len).map(str::len), Some(len));
            assert_eq!(ascii(&bytes, len + more + 1), None);
            for at in 0..bytes.len() {
                bytes[at] = 0xc3;
                assert_eq!(ascii(&bytes, len).is_some(), at >= len);
                bytes[at] = b'x';
            }
        }
    }
}

/// Byte by byte: where the brackets are closed, and how it stands at the end if they are not.
fn plain(text: &[u8], mut open: u64) -> (Option<usize>, u64, bool, bool) {
    let (mut string, mut escaped) = (false, false);
    for (at, &byte) in text.iter().enumerate() {
        let escapes = byte == b'\\' && !escaped;
        match byte {
            b'"' if !escaped => string = !string,
            b'[' | b'{' if !string => open += 1,
            b']' | b'}' if !string => open -= 1,
            _ => {}
        }
        escaped = escapes;
        if open == 0 {
            return (Some(at + 1), 0, false, false);
        }
    }
    (None, open, string, escaped)
}

#[test]
fn brackets_as_byte_by_byte() {
    let mut seed = 3;
    for round in 0..40_000 {
        let len = round % 200;
        let text = text(&mut seed, len);
        for open in [1, 2, 9, 1000] {
            let whole = len / 64 * 64;
            let (end, left, string, escaped) = plain(&text[..whole], open);
            let mut brackets = Brackets { open, string: false };
            let used = brackets.pass(&text);
            assert_eq!(used, end.unwrap_or(whole - usize::from(escaped)), "{text:?}");
            assert_eq!((brackets.open, brackets.string), (left, string), "{text:?}");
        }
    }
}
