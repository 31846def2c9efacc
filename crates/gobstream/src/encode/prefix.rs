//! Heads of interfaces that were written before: a list of interfaces mostly holds values of a few types, whose names and ids are the same bytes each time.

use crate::wire::EncodeBuffer;

/// Bytes of a head that is remembered at most, and that are copied in any case.
const MOST: usize = 32;
/// Heads that are remembered, by id.
const PLACES: usize = 8;

/// What stands before the payload of an interface: name, id, a place for the length, and the zero before what is no struct.
#[derive(Clone, Copy, Debug)]
struct Prefix {
    id: i32,
    len: u8,
    /// Where the length goes.
    hole: u8,
    bytes: [u8; MOST],
}

/// The heads that were written last.
#[derive(Debug)]
pub(super) struct Prefixes([Prefix; PLACES]);

impl Prefixes {
    pub(super) const fn new() -> Self {
        Prefixes([const { Prefix { id: 0, len: 0, hole: 0, bytes: [0; MOST] } }; PLACES])
    }

    /// Writes the head for this name and id if it is remembered; the place for the length.
    #[inline]
    pub(super) fn put(&self, name: &[u8], id: i32, buf: &mut EncodeBuffer) -> Option<usize> {
        let prefix = &self.0[id as usize % PLACES];
        let is_it =
            prefix.id == id && usize::from(prefix.bytes[0]) == name.len() && prefix.bytes.get(1..=name.len()) == Some(name);
        let start = buf.len();
        (is_it && buf.put_head(&prefix.bytes, usize::from(prefix.len))).then_some(start + usize::from(prefix.hole))
    }

    /// Remembers a head that has just been written, from `start` on.
    #[cold]
    pub(super) fn keep(&mut self, id: i32, start: usize, hole: usize, buf: &EncodeBuffer) {
        let head = buf.as_slice().get(start..).unwrap_or_default();
        let prefix = &mut self.0[id as usize % PLACES];
        if head.is_empty() || hole < start {
            // The buffer is past its limit, and what it held is gone.
            return;
        }
        // A name of 128 bytes or more would not fit anyway.
        if let Some(bytes) = prefix.bytes.get_mut(..head.len()) {
            bytes.copy_from_slice(head);
            (prefix.id, prefix.len, prefix.hole) = (id, head.len() as u8, (hole - start) as u8);
        }
    }
}
