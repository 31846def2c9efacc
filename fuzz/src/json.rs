//! Mutations of JSON by its tokens, and documents made up.

use crate::bytes;
use crate::random::Random;

const TOKENS: [&[u8]; 34] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"null",
    b"true",
    b"false",
    b"nul",
    b"0",
    b"-0",
    b"-",
    b"01",
    b"1.",
    b".5",
    b"1e",
    b"1e5",
    b"0.1",
    b"1e999",
    b"18446744073709551616",
    b"-9223372036854775809",
    b"\"\"",
    b"\"a\"",
    b"\"\\u0000\"",
    b"\"\\ud800\"",
    b"\"\\ud83d\\ude00\"",
    b"\"\xff\"",
    b"\"\n\"",
    b"\"\xc3\xa9\"",
    b"\n",
    b" ",
    b"\0",
    b"\xef\xbb\xbf",
];

/// Cuts between tokens, roughly: what is joined again is the same whatever the text.
fn split(text: &[u8]) -> Vec<Vec<u8>> {
    let mut tokens: Vec<Vec<u8>> = Vec::new();
    let (mut in_string, mut escaped) = (false, false);
    for byte in text {
        let alone = b"{}[],: \t\r\n".contains(byte);
        let goes_on =
            in_string || !alone && tokens.last().is_some_and(|t| !b"{}[],: \t\r\n\"".contains(t.last().unwrap_or(&b' ')));
        match tokens.last_mut() {
            Some(token) if goes_on => token.push(*byte),
            _ => tokens.push(vec![*byte]),
        }
        if *byte == b'"' && !escaped {
            in_string = !in_string;
        }
        escaped = in_string && *byte == b'\\' && !escaped;
    }
    tokens
}

fn retoken(tokens: &mut Vec<Vec<u8>>, random: &mut Random) {
    let (i, j) = (random.below(tokens.len()), random.below(tokens.len()));
    match random.below(6) {
        0 => tokens.swap(i, j),
        1 => drop(tokens.remove(i)),
        2 => tokens.insert(i, tokens[j].clone()),
        3 => tokens.insert(i, random.pick(&TOKENS).to_vec()),
        4 => tokens[i] = random.pick(&TOKENS).to_vec(),
        _ => bytes::mutate(&mut tokens[i], random, &TOKENS),
    }
}

/// A document made of one seed or two, with one to four changes; or one made up, which is sound more often than not.
pub fn mutate(seed: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut out = match random.below(16) {
        0 => bytes::splice(seed, other, random),
        1 | 2 => document(random, 5),
        _ => seed.to_vec(),
    };
    for _ in 0..random.below(5) {
        let mut tokens = split(&out);
        if tokens.is_empty() || random.once_in(3) {
            bytes::mutate(&mut out, random, &TOKENS);
        } else {
            retoken(&mut tokens, random);
            out = tokens.concat();
        }
    }
    out
}

/// A sound document.
pub fn document(random: &mut Random, depth: usize) -> Vec<u8> {
    let inside: Vec<_> = (0..if depth > 0 { random.below(5) } else { 0 }).map(|_| document(random, depth - 1)).collect();
    match random.below(4) {
        0 if depth > 0 => [b"[".as_slice(), &inside.join(b",".as_slice()), b"]"].concat(),
        1 if depth > 0 => {
            let members: Vec<_> = inside.iter().map(|value| [string(random), b":".to_vec(), value.clone()].concat()).collect();
            [b"{".as_slice(), &members.join(b", ".as_slice()), b"}"].concat()
        }
        2 => string(random),
        _ => scalar(random),
    }
}

fn scalar(random: &mut Random) -> Vec<u8> {
    let number = random.any() >> random.below(64);
    match random.below(4) {
        0 => random.pick(&[b"null".as_slice(), b"true", b"false", b"-0", b"1E-7"]).to_vec(),
        1 => number.to_string().into_bytes(),
        2 => format!("-{number}e{}", random.below(40)).into_bytes(),
        _ => serde_json::to_vec(&f64::from_bits(random.any())).unwrap_or_default(),
    }
}

fn string(random: &mut Random) -> Vec<u8> {
    let parts =
        ["a", "é", "日本", "😀", "\\n", "\\\"", "\\u00e9", "\\ud83d\\ude00", "a part of some length with nothing in it", "\\\\"];
    let inside: String = (0..random.below(5)).map(|_| *random.pick(&parts)).collect();
    format!("\"{inside}\"").into_bytes()
}
