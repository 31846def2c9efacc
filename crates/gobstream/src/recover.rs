//! Reading on behind damage.
//!
//! A fault leaves two guesses where the next message begins: where the length of the faulty message says, if messages
//! follow on from there; else the first later byte from which messages follow on. Messages follow on if their
//! lengths lead from one to the next, their ids are known, and a value that is small and cannot span messages reads
//! strictly to the end of its message.

use crate::assemble::{Got, Rewind, Stream};
use crate::error::{ErrorKind, Result};
use crate::limits::{Options, Reading};
use crate::types::{FIRST_ID, Shape, TypeTable};
use crate::walk::{Step, Token, Walk};
use crate::wire;
use alloc::vec::Vec;
use core::mem::replace;

/// How many messages must follow on, unless the input ends before.
const CHAIN: u32 = 3;

/// Bytes looked at in one go while searching.
const BLOCK: usize = 64 << 10;

/// Bytes that the head of a message may take: length, id, and the first bytes of a definition.
const HEAD: usize = 2 * wire::MAX_NUMBER + 3;

/// The longest value that is read on trial.
const TRIAL: u64 = 64 << 10;

/// A stretch of a stream that could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The offset of the first byte that is lost: the start of the value or definition at fault.
    pub from: u64,
    /// The offset of the first byte behind.
    pub to: u64,
    /// Whether nothing follows.
    pub is_end: bool,
}

#[allow(private_bounds, reason = "the set of inputs is closed")]
impl<I: Rewind> Stream<I> {
    /// Gets over a fault: passes over what is damaged, so that the next value can be read. Types known so far stay known.
    ///
    /// For recovery, read with [`Options::stray`] off: a length that was damaged may make a message swallow the next.
    ///
    /// ```
    /// use gobstream::{Options, Stream, Value};
    /// // Three ints; the length of the second is damaged.
    /// let bytes = b"\x03\x04\x00\x02\x63\x04\x00\x04\x03\x04\x00\x06";
    /// let options = Options { stray: false, ..Options::default() };
    /// let mut stream = Stream::from_slice_with(bytes, options);
    /// assert_eq!(stream.next_value()?, Some(Value::Int(1)));
    /// assert!(stream.next_value().is_err());
    /// let lost = stream.recover()?;
    /// assert_eq!((lost.from, lost.to), (4, 8));
    /// assert_eq!(stream.next_value()?, Some(Value::Int(3)));
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// `io` if the source fails.
    pub fn recover(&mut self) -> Result<Lost> {
        let result = self.find_next();
        let (from, to, size) = result.map_err(|fault| self.walk.locate(*fault))?;
        self.input.jump(to).map_err(|fault| self.walk.locate(*fault))?;
        (self.used, self.start) = (0, to);
        self.builder = Default::default();
        self.walk.resume(to);
        self.kept.restart(to);
        Ok(Lost { from, to, is_end: to >= size })
    }

    /// Where the loss begins, where reading can go on, and the size of the input.
    fn find_next(&mut self) -> Got<(u64, u64, u64)> {
        let size = self.input.size()?;
        let mut probe = Probe { input: &mut self.input, types: replace(&mut self.walk.types, TypeTable::new()), size };
        let found = probe.next(&self.walk);
        self.walk.types = probe.types;
        Ok((self.walk.damage_start(), found?, size))
    }
}

/// A look at the input from outside the walk.
struct Probe<'a, I> {
    input: &'a mut I,
    types: TypeTable,
    size: u64,
}

/// The head of a message that could be one.
struct Head {
    /// Offset of what the length counts, and of the end.
    body: u64,
    end: u64,
    is_value: bool,
}

impl<I: Rewind> Probe<'_, I> {
    fn next(&mut self, walk: &Walk) -> Got<u64> {
        let (start, end) = (walk.message_start(), walk.message_end());
        let swallowed = walk.failed_with(ErrorKind::ExtraData).then(|| walk.offset());
        for guess in swallowed.into_iter().chain([end]) {
            if guess > start && (guess == self.size || self.follows_on(guess)?) {
                return Ok(guess);
            }
        }
        self.search(start + 1)
    }

    /// The first place from `at` on from which messages follow on; the end if there is none.
    fn search(&mut self, mut at: u64) -> Got<u64> {
        let mut block = alloc::vec![0; BLOCK + HEAD];
        loop {
            let n = self.input.look(at, &mut block)?;
            let bytes = &block[..n];
            for i in 0..n.min(BLOCK) {
                let here = at + i as u64;
                if self.head(&bytes[i..], here).is_some() && self.follows_on(here)? {
                    return Ok(here);
                }
            }
            if n < BLOCK {
                return Ok(self.size);
            }
            at += BLOCK as u64;
        }
    }

    /// Whether messages follow on from here.
    fn follows_on(&mut self, mut at: u64) -> Got<bool> {
        for i in 0..CHAIN {
            if at == self.size {
                return Ok(i > 0);
            }
            let mut bytes = [0; HEAD];
            let n = self.input.look(at, &mut bytes)?;
            let Some(head) = self.head(&bytes[..n], at) else { return Ok(false) };
            if head.is_value && !self.reads_well(at, &head)? {
                return Ok(false);
            }
            if !head.is_value && i + 1 == CHAIN {
                return Ok(true);
            }
            at = head.end;
        }
        Ok(true)
    }

    /// The head of a message, if these bytes at `at` can be one.
    fn head(&self, bytes: &[u8], at: u64) -> Option<Head> {
        let (length, n) = shortest(bytes)?;
        let (id, m) = shortest(bytes.get(n..)?)?;
        let body = at + n as u64;
        let end = body.checked_add(length).filter(|&end| length > m as u64 && end <= self.size)?;
        let rest = bytes.get(n + m..)?;
        let id = i32::try_from(wire::int(id)).ok()?;
        let fits = if id < 0 { is_definition(id, rest) } else { self.is_value(id, rest) };
        fits.then_some(Head { body, end, is_value: id > 0 })
    }

    /// Whether a value of this type can begin with these bytes.
    fn is_value(&self, id: i32, rest: &[u8]) -> bool {
        let Some(slot) = self.types.find(id).filter(|_| !(16..FIRST_ID).contains(&id)) else { return false };
        let is_struct = matches!(self.types.node(slot).shape, Shape::Struct(_));
        is_struct || rest.first() == Some(&0)
    }

    /// Whether the message reads strictly as one whole value; taken for granted of what is long or may span messages.
    fn reads_well(&mut self, at: u64, head: &Head) -> Got<bool> {
        let len = head.end - at;
        if len > TRIAL {
            return Ok(true);
        }
        let mut bytes: Vec<u8> = alloc::vec![0; len as usize];
        self.input.look(at, &mut bytes)?;
        let id = shortest(&bytes[(head.body - at) as usize..]).map_or(0, |(id, _)| wire::int(id));
        let spans = self.types.find(id as i32).is_none_or(|slot| self.types.node(slot).spans());
        if spans {
            return Ok(true);
        }
        let mut walk = Walk::new(Options::new().reading(Reading::Strict));
        walk.types = replace(&mut self.types, TypeTable::new());
        let is_whole = reads_one_value(&mut walk, &bytes);
        self.types = replace(&mut walk.types, TypeTable::new());
        Ok(is_whole)
    }
}

/// A number at the head of some bytes, if it is written in the shortest form.
fn shortest(bytes: &[u8]) -> Option<(u64, usize)> {
    wire::get_uint(bytes).ok().filter(|&(v, n)| wire::width(v) == n)
}

/// Whether a definition can begin so: an id that may be defined, one of seven kinds, and what is common to all.
fn is_definition(id: i32, rest: &[u8]) -> bool {
    id <= -FIRST_ID && matches!(rest, [1..=7, 1, 0..=2, ..])
}

fn reads_one_value(walk: &mut Walk, bytes: &[u8]) -> bool {
    let mut at = 0;
    loop {
        match walk.step(&bytes[at..], true) {
            Ok((Step::Token(Token::Done), used)) => return at + used == bytes.len(),
            Ok((Step::Token(_), used)) => at += used,
            _ => return false,
        }
    }
}
