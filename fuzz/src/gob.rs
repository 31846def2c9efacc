//! Mutations of gob streams that leave them whole where they are not changed: messages keep true lengths.

use crate::bytes;
use crate::random::Random;

/// Numbers at the borders of what can be written, of both signs.
const HURTING: [&[u8]; 16] = [
    b"\xf8\xff\xff\xff\xff\xff\xff\xff\xff",
    b"\xf8\x7f\xff\xff\xff\xff\xff\xff\xff",
    b"\xf8\x80\0\0\0\0\0\0\0",
    b"\xfc\xff\xff\xff\xff",
    b"\xfc\x7f\xff\xff\xff",
    b"\xfe\xff\xff",
    b"\xff\xff",
    b"\xff\x80",
    b"\xff\x81",
    b"\xff\0",
    b"\xfe\0\x01",
    b"\x80",
    b"\x7f",
    b"\x02",
    b"\x01",
    b"\0",
];

/// The messages of a stream without their lengths; what cannot be split is the last one's.
fn split(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut messages = Vec::new();
    while let Some((length, used)) = number(bytes) {
        let end = usize::try_from(length).ok().and_then(|length| length.checked_add(used));
        let Some(end) = end.filter(|end| *end <= bytes.len()) else { break };
        messages.push(bytes[used..end].to_vec());
        bytes = &bytes[end..];
    }
    if !bytes.is_empty() {
        messages.push(bytes.to_vec());
    }
    messages
}

/// An unsigned number at the front, and its size.
fn number(bytes: &[u8]) -> Option<(u64, usize)> {
    let first = *bytes.first()?;
    if first < 0x80 {
        return Some((u64::from(first), 1));
    }
    let n = usize::from(first.wrapping_neg());
    let digits = bytes.get(1..=n).filter(|_| n <= 8)?;
    Some((digits.iter().fold(0, |v, d| v << 8 | u64::from(*d)), n + 1))
}

fn put_uint(out: &mut Vec<u8>, value: u64) {
    let digits = &value.to_be_bytes()[value.leading_zeros() as usize / 8..];
    if value >= 0x80 {
        out.push((digits.len() as u8).wrapping_neg());
    }
    out.extend_from_slice(if value == 0 { &[0] } else { digits });
}

fn join(messages: &[Vec<u8>]) -> Vec<u8> {
    let mut out = Vec::new();
    for message in messages {
        put_uint(&mut out, message.len() as u64);
        out.extend_from_slice(message);
    }
    out
}

/// Swaps one number in a message for another.
fn renumber(message: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(message.len());
    let Some((value, used)) = number(&message[at..]) else { return };
    let mut other = Vec::new();
    let near = value.wrapping_add(random.below(5) as u64).wrapping_sub(2);
    if random.once_in(2) {
        put_uint(&mut other, near)
    } else {
        other.extend_from_slice(random.pick::<&[u8]>(&HURTING))
    }
    message.splice(at..at + used, other);
}

/// Changes the order or number of messages, or one of them.
fn restructure(messages: &mut Vec<Vec<u8>>, other: &[u8], random: &mut Random) {
    let (i, j) = (random.below(messages.len()), random.below(messages.len()));
    match random.below(8) {
        0 => messages.swap(i, j),
        1 => drop(messages.remove(i)),
        2 => messages.insert(i, messages[j].clone()),
        3 => drop(messages.splice(i..i, split(other))),
        4 | 5 => renumber(&mut messages[i], random),
        _ => bytes::mutate(&mut messages[i], random, &HURTING),
    }
}

/// A stream made of one seed or two, with one to four changes.
pub fn mutate(seed: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut out = if random.once_in(16) { bytes::splice(seed, other, random) } else { seed.to_vec() };
    for _ in 0..=random.below(4) {
        let mut messages = split(&out);
        if messages.is_empty() || random.once_in(3) {
            bytes::mutate(&mut out, random, &HURTING);
        } else {
            restructure(&mut messages, other, random);
            out = join(&messages);
        }
    }
    out
}
