//! Damage of every kind at each message of some streams: all values outside of it come out, and what is lost is named.
//!
//! Values count as outside if no byte of theirs is damaged and no definition that they need.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are not taken for tests")]

use gobstream::{Event, Lost, Options, Stream, Type, What};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

const STREAMS: [&str; 16] = [
    "interop/vectors/point-stream.gob",
    "interop/vectors/stream-types.gob",
    "interop/vectors/stream-rpc-client.gob",
    "interop/vectors/stream-message-lengths.gob",
    "interop/vectors/many-scalars.gob",
    "interop/vectors/map-string.gob",
    "interop/vectors/string.gob",
    "interop/vectors/iface-two-values.gob",
    "interop/vectors/iface-in-map.gob",
    "interop/vectors/opaque-kinds.gob",
    "interop/vectors/rec-map.gob",
    "interop/vectors/appended-same.gob",
    "interop/vectors/appended-log.gob",
    "interop/vectors/unsent-kinds.gob",
    "crates/gobstream-cli/samples/points.gob",
    "crates/gobstream-cli/samples/n.gob",
];

/// A message of a sound stream.
#[derive(Clone, Debug)]
struct Message {
    bytes: Range<usize>,
    /// Where its length ends.
    body: usize,
    /// The value that it is of, or a part of.
    value: Option<usize>,
    defines: Vec<i32>,
}

/// A sound stream.
struct Sound {
    bytes: Vec<u8>,
    messages: Vec<Message>,
    values: Vec<String>,
    /// The ids of all types that a value needs.
    needs: Vec<BTreeSet<i32>>,
}

impl Sound {
    fn read(bytes: Vec<u8>) -> Self {
        let mut sound = Sound { bytes: Vec::new(), messages: Vec::new(), values: Vec::new(), needs: Vec::new() };
        let mut stream = Stream::from_slice(&bytes);
        let mut is_inside = false;
        while let Some(piece) = stream.next_piece().unwrap() {
            let at = piece.offset as usize;
            match piece.what {
                What::Length(n) => {
                    let body = at + piece.bytes.len();
                    let value = is_inside.then(|| sound.needs.len() - 1);
                    sound.messages.push(Message { bytes: at..body + n as usize, body, value, defines: Vec::new() });
                }
                What::Begin(id) => sound.messages.last_mut().unwrap().defines.push(id),
                What::Type(ty) => {
                    if !std::mem::replace(&mut is_inside, true) {
                        sound.needs.push(BTreeSet::new());
                    }
                    sound.messages.last_mut().unwrap().value = Some(sound.needs.len() - 1);
                    add_needs(ty, sound.needs.last_mut().unwrap());
                }
                What::Event(Event::Done) => is_inside = false,
                _ => {}
            }
        }
        let mut stream = Stream::from_slice(&bytes);
        while let Some(value) = stream.next_value().unwrap() {
            sound.values.push(format!("{value:?}"));
        }
        sound.bytes = bytes;
        sound
    }

    /// The values that damage in some messages leaves alone. A value that cannot be read takes its definitions along.
    fn outside(&self, hit: &[usize]) -> Vec<&str> {
        let mut lost_values: BTreeSet<usize> = hit.iter().filter_map(|&m| self.messages[m].value).collect();
        let first = self.messages[hit[0]..].iter().find_map(|m| m.value).unwrap_or(usize::MAX);
        loop {
            let is_lost = |(i, m): &(usize, &Message)| hit.contains(i) || m.value.is_some_and(|v| lost_values.contains(&v));
            let ids: BTreeSet<i32> =
                self.messages.iter().enumerate().filter(is_lost).flat_map(|(_, m)| m.defines.clone()).collect();
            let more: Vec<usize> =
                (first..self.values.len()).filter(|v| !lost_values.contains(v) && !self.needs[*v].is_disjoint(&ids)).collect();
            if more.is_empty() {
                return (0..self.values.len()).filter(|v| !lost_values.contains(v)).map(|v| &self.values[v][..]).collect();
            }
            lost_values.extend(more);
        }
    }

    /// The messages that damage of a message touches.
    fn touched(&self, message: usize, place: &Range<usize>, is_cut: bool) -> Vec<usize> {
        let last = if is_cut { usize::MAX } else { place.end };
        let overlaps = |m: &Message| m.bytes.start < last && place.start < m.bytes.end;
        let touched = |i: &usize| *i == message || (*i > message && overlaps(&self.messages[*i]));
        (0..self.messages.len()).filter(touched).collect()
    }
}

fn add_needs(ty: &Type, ids: &mut BTreeSet<i32>) {
    let mut todo = vec![ty.clone()];
    while let Some(ty) = todo.pop() {
        if ty.id() >= 64 && ids.insert(ty.id()) {
            todo.extend((0..ty.field_count()).filter_map(|i| ty.field_type(i)));
            todo.extend([ty.key(), ty.elem()].into_iter().flatten());
        }
    }
}

/// Does something to the bytes of a message; where the damage lies then.
type Damage = fn(&mut Vec<u8>, &Message) -> Range<usize>;

const DAMAGES: [(&str, Damage); 13] = [
    ("eight bytes overwritten at the start", |bytes, m| overwrite(bytes, m.bytes.start)),
    ("eight bytes overwritten in the middle", |bytes, m| overwrite(bytes, m.bytes.start.midpoint(m.bytes.end))),
    ("eight bytes overwritten at the end", |bytes, m| overwrite(bytes, m.bytes.end.saturating_sub(8).max(m.bytes.start))),
    ("bit 0 of the length flipped", |bytes, m| flip(bytes, m.body - 1, 0)),
    ("bit 1 of the length flipped", |bytes, m| flip(bytes, m.body - 1, 1)),
    ("bit 4 of the length flipped", |bytes, m| flip(bytes, m.body - 1, 4)),
    ("bit 7 of the length flipped", |bytes, m| flip(bytes, m.bytes.start, 7)),
    ("three bytes deleted", |bytes, m| {
        let middle = m.bytes.start.midpoint(m.bytes.end);
        bytes.drain(middle..(middle + 3).min(m.bytes.end));
        middle..middle
    }),
    ("the head deleted", |bytes, m| {
        bytes.drain(m.bytes.start..m.body + 1);
        m.bytes.start..m.bytes.start
    }),
    ("three bytes inserted", |bytes, m| {
        let middle = m.bytes.start.midpoint(m.bytes.end);
        bytes.splice(middle..middle, *b"\x07\xff\x80");
        middle..middle + 3
    }),
    ("text inserted before it", |bytes, m| {
        bytes.splice(m.bytes.start..m.bytes.start, *b"2026/11/30 panic: oh dear\n");
        m.bytes.start..m.bytes.start + 26
    }),
    ("cut in the middle", |bytes, m| {
        bytes.truncate(m.bytes.start.midpoint(m.bytes.end));
        bytes.len()..bytes.len()
    }),
    ("zeros", |bytes, m| {
        bytes[m.bytes.clone()].fill(0);
        m.bytes.clone()
    }),
];

fn overwrite(bytes: &mut [u8], at: usize) -> Range<usize> {
    let end = (at + 8).min(bytes.len());
    bytes[at..end].copy_from_slice(&b"garbage!"[..end - at]);
    at..end
}

fn flip(bytes: &mut [u8], at: usize, bit: u8) -> Range<usize> {
    bytes[at] ^= 1 << bit;
    at..at + 1
}

/// Reads all that can be read.
fn recovered(bytes: &[u8]) -> (Vec<String>, Vec<Lost>) {
    let options = Options { stray: false, ..Options::default() };
    let mut stream = Stream::from_slice_with(bytes, options);
    let (mut values, mut lost) = (Vec::new(), Vec::new());
    loop {
        match stream.next_value() {
            Ok(Some(value)) => values.push(format!("{value:?}")),
            Ok(None) => return (values, lost),
            Err(_) => lost.push(stream.recover().unwrap()),
        }
        assert!(lost.len() <= bytes.len(), "recovery comes to no end");
    }
}

/// What is wrong with a recovery.
fn fault(sound: &Sound, message: usize, damage: Damage) -> Option<String> {
    let mut bytes = sound.bytes.clone();
    let place = damage(&mut bytes, &sound.messages[message]);
    let (values, lost) = recovered(&bytes);
    let is_cut = bytes.len() < sound.bytes.len() && sound.bytes.starts_with(&bytes);
    let is_longer = bytes.len() > sound.bytes.len();
    let touched = if is_longer { vec![message] } else { sound.touched(message, &place, is_cut) };
    let expected = sound.outside(&touched);
    let mut found = values.iter();
    if let Some(missing) = expected.iter().find(|value| !found.any(|v| v == *value)) {
        return Some(format!("missing {missing:.80}; lost {lost:?}"));
    }
    let covers = |l: &Lost| l.from as usize <= place.start && place.end <= l.to as usize;
    // A value whose text was changed comes out changed, and nobody can know.
    let is_named = lost.iter().any(covers) || values.len() > expected.len() || values.len() == sound.values.len();
    (!is_named).then(|| format!("damage at {place:?} is not in {lost:?}"))
}

#[test]
fn all_outside_the_damage_comes_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut faults, mut count) = (Vec::new(), 0);
    for name in STREAMS {
        let sound = Sound::read(std::fs::read(root.join(name)).unwrap());
        for message in 0..sound.messages.len() {
            for (what, damage) in DAMAGES {
                count += 1;
                let fault = fault(&sound, message, damage);
                faults.extend(fault.map(|fault| format!("{name}, message {}, {what}: {fault}", message + 1)));
            }
        }
    }
    assert!(faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.join("\n"));
}

/// Encoders that appended to one file: each byte of the first stream is damaged, and what the others wrote comes out. Values go on there in messages that begin
/// like values of types that the first stream has made known.
#[test]
fn messages_that_go_on_broke_what_follows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut faults = Vec::new();
    for name in
        ["map-key-interface-struct", "iface-struct", "iface-in-array", "iface-two-values", "iface-in-map", "iface-struct-twice"]
    {
        let one = std::fs::read(root.join(format!("interop/vectors/{name}.gob"))).unwrap();
        let expected: Vec<String> = std::iter::repeat_n(recovered(&one).0, 3).flatten().collect();
        for (at, flip) in (0..one.len()).flat_map(|at| [(at, 0xff), (at, 1), (at, 0x10)]) {
            let mut damaged = one.repeat(4);
            damaged[at] ^= flip;
            let (values, lost) = recovered(&damaged);
            if !values.ends_with(&expected) {
                faults.push(format!("{name}, {at:#x} ^ {flip:#x}: {} of {} values; lost {lost:?}", values.len(), expected.len()));
            }
        }
    }
    // In three of them the damaged bytes say something else that can be read: a type id of one more, a length that leads to a message by accident.
    assert!(faults.len() <= 3, "{}:\n{}", faults.len(), faults.join("\n"));
}
