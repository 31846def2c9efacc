//! Mutations of gob streams that leave them whole where they are not changed: messages keep true lengths.

use crate::bytes;
use crate::random::Random;
use gobstream::wire::{self, EncodeBuffer};

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
    while let Ok((length, used)) = wire::get_uint(bytes) {
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

fn join(messages: &[Vec<u8>]) -> Vec<u8> {
    let mut out = EncodeBuffer::new();
    messages.iter().for_each(|message| out.put_text(message));
    out.into_vec()
}

/// Swaps one number in a message for another.
fn renumber(message: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(message.len());
    let Ok((value, used)) = wire::get_uint(&message[at..]) else { return };
    let mut near = EncodeBuffer::new();
    near.put_uint(value.wrapping_add(random.below(5) as u64).wrapping_sub(2));
    let other = if random.once_in(2) { near.as_slice() } else { random.pick::<&[u8]>(&HURTING) };
    message.splice(at..at + used, other.iter().copied());
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
