//! Mutations that know nothing of the format.

use crate::random::Random;

/// Changes the bytes in one place.
pub fn mutate(bytes: &mut Vec<u8>, random: &mut Random, hurting: &[&[u8]]) {
    let at = random.below(bytes.len() + 1);
    let len = 1 + random.below(8);
    let end = (at + len).min(bytes.len());
    match random.below(8) {
        0 | 1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(at..end)),
        4 => bytes.insert(at, random.any() as u8),
        5 => drop(bytes.splice(at..end, random.pick(hurting).iter().copied())),
        6 => drop(bytes.splice(at..at, random.pick(hurting).iter().copied())),
        _ => copy(bytes, random),
    }
}

/// Puts a stretch a second time elsewhere.
fn copy(bytes: &mut Vec<u8>, random: &mut Random) {
    let from = random.below(bytes.len() + 1);
    let to = (from + random.below(64)).min(bytes.len());
    let stretch = bytes[from..to].to_vec();
    let at = random.below(bytes.len() + 1);
    bytes.splice(at..at, stretch);
}

/// The head of one and the tail of another.
pub fn splice(a: &[u8], b: &[u8], random: &mut Random) -> Vec<u8> {
    let (from, to) = (random.below(a.len() + 1), random.below(b.len() + 1));
    [&a[..from], &b[to..]].concat()
}
