//! The short way of tokens, where the layout is compact, JSON asks for all escapes, and there is room: one look at the
//! state, one at the threshold, one at the memory left, and stores. Where it is not open nothing is written, and the
//! general way is taken.
//!
//! It ends [`LEFT`] bytes before the threshold, so nothing that goes this way has to be handed over. Room has a fixed size
//! where it can, so that no place in it has to be checked.

use crate::number::{LONGEST, LONGEST_FLOAT, decimal, write_f64};
use crate::out::Out;
use crate::scan;
use crate::stack::Level;
use crate::writer::core::Core;

/// The longest text that goes this way: less than a piece of one.
const LONG: usize = 4096;

/// More than any token takes that goes this way, but for the text of a long string.
pub(super) const LEFT: usize = 64;

/// A string in quotes, if nothing in it needs an escape.
#[inline(always)]
fn put_quoted(out: &mut Out, comma: bool, text: &[u8], colon: bool) -> bool {
    match text.len() {
        0..=scan::SHORT => put_short(out, comma, text, colon),
        _ => put_long(out, comma, text, colon),
    }
}

#[inline(always)]
fn put_short(out: &mut Out, comma: bool, text: &[u8], colon: bool) -> bool {
    let Some(room) = out.spare::<{ scan::SHORT + 4 }>() else {
        return false;
    };
    let start = usize::from(comma);
    room[0] = b',';
    let Some(room) = room[start..].first_chunk_mut::<{ scan::SHORT + 3 }>() else {
        return false;
    };
    room[0] = b'"';
    let [_, inside @ .., _, _] = room;
    if !scan::copy_short(inside, text) {
        return false;
    }
    let end = 1 + text.len();
    room[end] = b'"';
    room[end + 1] = b':';
    out.advance(start + end + 1 + usize::from(colon));
    true
}

#[inline(never)]
fn put_long(out: &mut Out, comma: bool, text: &[u8], colon: bool) -> bool {
    let start = usize::from(comma) + 1;
    let Some(room) = out.spare_of(start + text.len() + 2).filter(|_| text.len() <= LONG) else {
        return false;
    };
    room[0] = b',';
    room[start - 1] = b'"';
    let room = &mut room[start..];
    if !scan::copy_long(room, text) {
        return false;
    }
    room[text.len()..].copy_from_slice(b"\":");
    out.advance(start + text.len() + 1 + usize::from(colon));
    true
}

impl Core {
    #[inline(always)]
    pub(super) fn quick_key(&mut self, name: &str) -> bool {
        let level = self.levels.current;
        level.wants_key() && self.put_name(level, name)
    }

    /// The name of a member, where the state is known: it is this one, or a value that was given up stands open inside.
    #[cfg(feature = "serde")]
    #[inline(always)]
    pub(super) fn quick_name(&mut self, level: Level, name: &str) -> bool {
        self.levels.current == level && self.put_name(level, name)
    }

    #[inline(always)]
    fn put_name(&mut self, level: Level, name: &str) -> bool {
        let done = self.is_open(name.len()) && put_quoted(&mut self.out, !level.is_empty(), name.as_bytes(), true);
        self.count(done)
    }

    /// Is the threshold far enough, for a text of so many bytes?
    #[inline(always)]
    fn is_open(&self, text: usize) -> bool {
        let long = if text > scan::SHORT { text } else { 0 };
        self.out.len().saturating_add(long) < self.open_to
    }

    #[inline(always)]
    pub(super) fn quick_str(&mut self, text: &str) -> bool {
        self.is_open(text.len()) && self.quick_value(|out, comma| put_quoted(out, comma, text.as_bytes(), false))
    }

    #[inline(always)]
    pub(super) fn quick_int(&mut self, negative: bool, size: u64) -> bool {
        self.quick_value(|out, comma| {
            let Some(room) = out.spare::<{ 2 + LONGEST }>() else {
                return false;
            };
            let start = usize::from(comma) + usize::from(negative);
            room[0] = b',';
            room[usize::from(comma)] = b'-';
            let len = decimal(&mut room[start..], size);
            out.advance(start + len);
            true
        })
    }

    /// A finite float, and none that is not.
    #[inline(never)]
    pub(super) fn quick_f64(&mut self, n: f64) -> bool {
        let format = self.options.floats;
        self.quick_value(|out, comma| {
            let Some(room) = out.spare::<{ 1 + LONGEST_FLOAT }>() else {
                return false;
            };
            let start = usize::from(comma);
            room[0] = b',';
            let len = write_f64(&mut room[start..], n, format);
            out.advance(if len > 0 { start + len } else { 0 });
            len > 0
        })
    }

    /// `true`, `false`, `null`: the first `len` bytes of a word.
    #[inline(always)]
    pub(super) fn quick_word(&mut self, word: [u8; 8], len: usize) -> bool {
        self.quick_value(|out, comma| {
            let Some(room) = out.spare::<9>() else {
                return false;
            };
            let start = usize::from(comma);
            room[0] = b',';
            room[start..start + 8].copy_from_slice(&word);
            out.advance(start + len);
            true
        })
    }

    #[inline(never)]
    pub(super) fn quick_begin(&mut self, inside: Level) -> bool {
        let done = self.levels.is_ready()
            && self.quick_value(|out, comma| {
                let Some(room) = out.spare::<2>() else {
                    return false;
                };
                room[0] = b',';
                room[usize::from(comma)] = inside.opening();
                out.advance(1 + usize::from(comma));
                true
            });
        done && self.levels.push(inside)
    }

    /// Only where nothing is due: no value behind a key, nothing behind a comma that was announced.
    #[inline(always)]
    pub(super) fn quick_end(&mut self, inside: Level) -> bool {
        if !self.is_open(0) || !self.levels.current.is_complete(inside) {
            return false;
        }
        let Some(room) = self.out.spare::<1>() else {
            return false;
        };
        room[0] = inside.closing();
        self.out.advance(1);
        self.levels.pop();
        true
    }

    #[inline(always)]
    fn quick_value(&mut self, put: impl FnOnce(&mut Out, bool) -> bool) -> bool {
        let level = self.levels.current;
        let array = level.is_array();
        let done = self.is_open(0) && (array || level.wants_value()) && put(&mut self.out, array && !level.is_empty());
        self.count(done)
    }

    #[inline(always)]
    fn count(&mut self, done: bool) -> bool {
        if done {
            self.levels.current.add(1);
        }
        done
    }
}
