//! Reading on behind damage.
//!
//! A fault leaves two guesses where the next message begins: where the length of the faulty message says, if messages
//! follow on from there; else the first byte from which messages follow on. That may even lie before the faulty
//! message, if bytes were lost in the one before it, which then reached into the next: so it is looked for from there.
//!
//! Messages follow on if their lengths lead from one to the next, up to the end or until enough of them read strictly, exactly to
//! their ends: definitions, and values of known types that are small and cannot span messages. Of others only the head
//! is looked at; values of types whose definitions were lost are passed over.
//!
//! All that costs no more than in proportion to the size of the input, whatever stands in it: each look has a price, and each
//! recovery may spend a share of what is left. Behind that, two heads in a row are enough.

use crate::assemble::{Got, Rewind, Stream};
use crate::error::{ErrorKind, Result};
use crate::limits::{Options, Reading};
use crate::types::{FIRST_ID, Shape, TypeTable};
use crate::walk::{Step, Walk};
use crate::wire;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::mem::replace;

/// How many messages must read well, unless the input ends before.
const ENOUGH: u32 = 3;

/// Bytes in messages that read well which are enough, however few these are.
const ENOUGH_BYTES: u64 = 24;

/// Messages that are looked at in a row.
const CHAIN: u32 = 12;

/// Messages that are looked at in a row when all is spent.
const SHORT_CHAIN: u32 = 2;

/// Bytes looked at in one go: few at first, twice as many each time that looking goes on behind them.
const FIRST_BLOCK: usize = 256;
const BLOCK: usize = 64 << 10;

/// Bytes that the head of a message may take: length, id, and the first bytes of a definition.
const HEAD: usize = 2 * wire::MAX_NUMBER + 3;

/// The longest value that is read on trial.
const TRIAL: u64 = 64 << 10;

/// Bytes of a message that are read on trial first; most of what is none fails in them.
const FIRST_TRIAL: u64 = 256;

/// What all recoveries of a stream may spend: so much, and as many times the size of the input as stand in `BUDGET_PER_BYTE`.
/// One recovery may spend the part in `SHARE` of what is left.
const BUDGET: u64 = 16 << 20;
const BUDGET_PER_BYTE: u64 = 32;
const SHARE: u64 = 4;

/// What is spent on each message looked at, on each look at the input, and on each message read on trial; the last two
/// cost their bytes, too.
const LINK_COST: u64 = 32;
const LOOK_COST: u64 = 128;
const TRIAL_COST: u64 = 128;

/// Bytes at the end of a message in which no others are looked for.
const SHORT: u64 = 7;

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

    /// Bytes of the input from an absolute offset on, as many as there are and `buffer` takes. Reading goes on where it stood.
    ///
    /// # Errors
    /// `io` if the source fails.
    pub fn look(&mut self, at: u64, buffer: &mut [u8]) -> Result<usize> {
        let here = self.walk.offset();
        let n = self.input.look(at, buffer).and_then(|n| self.input.jump(here).map(|()| n));
        self.used = 0;
        n.map_err(|fault| self.walk.locate(*fault))
    }

    /// Where the loss begins, where reading can go on, and the size of the input.
    fn find_next(&mut self) -> Got<(u64, u64, u64)> {
        let size = self.input.size()?;
        let types = replace(&mut self.walk.types, TypeTable::new());
        let left = BUDGET.saturating_add(size.saturating_mul(BUDGET_PER_BYTE)).saturating_sub(self.walk.spent);
        let mut probe = Probe { input: &mut self.input, types, size, block: Block::default(), most: left / SHARE, spent: 0 };
        let found = probe.next(&self.walk);
        self.walk.types = probe.types;
        self.walk.spent += probe.spent.min(left);
        let (start, to) = (self.walk.damage_start(), found?);
        self.walk.reread += self.walk.offset().saturating_sub(to);
        let from = if to < start { self.walk.previous_start() } else { start };
        Ok((from, to, size))
    }
}

/// How often the input may be read again, as a whole: past that, recovery only looks ahead. Made-up lengths that overlap
/// could make it read most of the input again for each of them.
const REREAD: u64 = 8;

/// A look at the input from outside the walk.
struct Probe<'a, I> {
    input: &'a mut I,
    types: TypeTable,
    size: u64,
    /// Where the last message was looked at.
    block: Block,
    /// What this recovery may spend, and what it has spent.
    most: u64,
    spent: u64,
}

/// Bytes of the input that were read in one go.
#[derive(Default)]
struct Block {
    at: u64,
    bytes: Vec<u8>,
    /// Bytes that were asked for.
    size: usize,
}

impl Block {
    /// What stands at `at`: what a head takes, or what is there until the end. Says how many bytes were read for it.
    fn head<I: Rewind>(&mut self, input: &mut I, at: u64) -> Got<(&[u8], u64)> {
        let mut read = 0;
        let is_short = self.bytes.len() < self.size;
        let skip = at.checked_sub(self.at).and_then(|n| usize::try_from(n).ok()).filter(|&n| n <= self.bytes.len());
        let is_here = skip.is_some_and(|n| is_short || self.bytes.len() - n >= HEAD);
        if !is_here {
            self.size = if skip.is_some() { (2 * self.size).clamp(FIRST_BLOCK, BLOCK) } else { FIRST_BLOCK };
            self.bytes.resize(self.size, 0);
            let n = input.look(at, &mut self.bytes)?;
            self.bytes.truncate(n);
            (self.at, read) = (at, self.size as u64);
        }
        let rest = self.bytes.get((at - self.at) as usize..).unwrap_or_default();
        Ok((&rest[..rest.len().min(HEAD)], read))
    }
}

/// Places from which messages led to nothing.
struct Passed {
    from: u64,
    /// For each place whether it was passed, and whether a message before it was open.
    places: Vec<(bool, bool)>,
}

impl Passed {
    /// Notes that a chain passes here; whether another that could do no less did so before.
    fn was_here(&mut self, at: u64, chain: &Chain) -> bool {
        let Some((was_passed, was_open)) = self.places.get_mut((at - self.from) as usize) else { return false };
        let was_here = chain.defined.is_empty() && *was_passed && (*was_open || !chain.is_open);
        (*was_passed, *was_open) = (true, *was_open || chain.is_open);
        was_here
    }
}

/// The head of a message that could be one.
struct Head {
    start: u64,
    end: u64,
    id: i32,
}

/// What a message is worth as a sign that messages follow on.
enum Worth {
    /// It cannot be one.
    Nothing,
    /// It may be a value of a type that is not known, or a part of one.
    Little,
    /// It has the head of a value of a known type.
    Something,
    /// It reads strictly to its end.
    Much,
}

/// Messages that follow each other.
#[derive(Default)]
struct Chain {
    /// Types that they define.
    defined: BTreeSet<i32>,
    /// One of them may go on in later ones.
    is_open: bool,
    good: u32,
    good_bytes: u64,
}

impl Chain {
    fn is_enough(&self) -> bool {
        self.good >= ENOUGH || self.good_bytes >= ENOUGH_BYTES
    }
}

impl<I: Rewind> Probe<'_, I> {
    fn next(&mut self, walk: &Walk) -> Got<u64> {
        let (start, end) = (walk.message_start(), walk.message_end());
        if walk.reread > self.size.saturating_mul(REREAD) {
            return self.search(walk.offset().max(start + 1), start);
        }
        let swallowed = walk.failed_with(ErrorKind::ExtraData).then(|| walk.offset());
        for guess in swallowed.into_iter().chain([end]) {
            if guess > start && (guess == self.size || self.follows_on(guess, None)?) {
                return Ok(self.inside(walk.previous_start(), start, guess)?.unwrap_or(guess));
            }
        }
        self.search(walk.previous_start() + 1, start)
    }

    /// The first place from which messages lead to the end of a faulty one without beginning with it: a length that was made up
    /// can be right by accident. The message before may reach into the next.
    fn inside(&mut self, before: u64, start: u64, end: u64) -> Got<Option<u64>> {
        let from = if end - before > TRIAL { start } else { before };
        if end - from > TRIAL || self.is_spent() {
            return Ok(None);
        }
        self.spent += end - from;
        let mut passed = Passed { from, places: alloc::vec![Default::default(); (end - from) as usize] };
        let mut block = Block::default();
        for here in from + 1..end {
            let (bytes, read) = block.head(self.input, here)?;
            self.spent += read;
            let is_long = here < start || end - here > SHORT;
            if is_long && self.fits(bytes, here) && self.leads_to(here, start, end, &mut passed)? {
                return Ok(Some(here));
            }
        }
        Ok(None)
    }

    /// Whether messages fill the bytes from here to `end`, none of which begins at `not`.
    fn leads_to(&mut self, mut at: u64, not: u64, end: u64, passed: &mut Passed) -> Got<bool> {
        let mut chain = Chain::default();
        while at < end && at != not {
            if self.is_spent() || passed.was_here(at, &chain) {
                return Ok(false);
            }
            match self.link(at, &mut chain)? {
                Some((head, _)) => at = head.end,
                None => return Ok(false),
            }
        }
        Ok(at == end)
    }

    /// The first place from `at` on from which messages follow on; the end if there is none. `not`: where none begins.
    fn search(&mut self, at: u64, not: u64) -> Got<u64> {
        let mut block = Block::default();
        for here in at..self.size {
            let (bytes, _) = block.head(self.input, here)?;
            if here != not && self.fits(bytes, here) && self.follows_on(here, Some(not))? {
                return Ok(here);
            }
        }
        Ok(self.size)
    }

    /// Whether messages follow on from here, none of which begins at `not`; if they begin before, they must lead past it.
    fn follows_on(&mut self, mut at: u64, not: Option<u64>) -> Got<bool> {
        let mut chain = Chain::default();
        let past = not.unwrap_or(0);
        let most = if self.is_spent() { SHORT_CHAIN } else { CHAIN };
        for i in 0..most {
            if not == Some(at) {
                return Ok(false);
            }
            if at == self.size {
                return Ok(i > 0);
            }
            if chain.is_enough() && at > past {
                return Ok(true);
            }
            let Some((head, worth)) = self.link(at, &mut chain)? else { return Ok(false) };
            if !matches!(worth, Worth::Little) {
                chain.good += 1;
            }
            if matches!(worth, Worth::Much) {
                chain.good_bytes += head.end - head.start;
            }
            at = head.end;
        }
        Ok(chain.good > 0 && at > past)
    }

    /// The message that begins here, as the next of a chain, and what it is worth; `None` if that is nothing.
    fn link(&mut self, at: u64, chain: &mut Chain) -> Got<Option<(Head, Worth)>> {
        let (bytes, read) = self.block.head(self.input, at)?;
        let (mut head, n) = ([0; HEAD], bytes.len());
        head[..n].copy_from_slice(bytes);
        self.spent += LINK_COST + if read > 0 { LOOK_COST + read } else { 0 };
        let bytes = &head[..n];
        let Some(head) = self.head(bytes, at).or_else(|| self.part(bytes, at).filter(|_| chain.is_open)) else { return Ok(None) };
        // A part of a value begins with any bytes, also with such as a value of a known type does.
        let may_be = if chain.is_open { Worth::Little } else { Worth::Nothing };
        let worth = match self.worth(&head, bytes, chain)? {
            Worth::Nothing => may_be,
            worth => worth,
        };
        Ok((!matches!(worth, Worth::Nothing)).then_some((head, worth)))
    }

    /// Whether this recovery has spent what it may.
    fn is_spent(&self) -> bool {
        self.spent >= self.most
    }

    /// The head of a message, if these bytes at `at` can be one.
    fn head(&self, bytes: &[u8], at: u64) -> Option<Head> {
        let (length, n) = shortest(bytes)?;
        let (id, m) = shortest(bytes.get(n..)?)?;
        let end = (at + n as u64).checked_add(length).filter(|&end| length > m as u64 && end <= self.size)?;
        let id = i32::try_from(wire::int(id)).ok().filter(|id| *id != 0)?;
        Some(Head { start: at, end, id })
    }

    /// A message, if these bytes at `at` can be a part of a value, which has no id; none is 0.
    fn part(&self, bytes: &[u8], at: u64) -> Option<Head> {
        let (length, n) = shortest(bytes)?;
        let end = (at + n as u64).checked_add(length).filter(|&end| length > 0 && end <= self.size)?;
        Some(Head { start: at, end, id: 0 })
    }

    /// Whether a message begins here that can be understood: cheap, as it is asked for each byte.
    fn fits(&self, bytes: &[u8], at: u64) -> bool {
        let Some(head) = self.head(bytes, at) else { return false };
        let rest = behind_id(bytes);
        if head.id < 0 { is_definition(head.id, rest) } else { self.is_value(head.id, rest) }
    }

    fn worth(&mut self, head: &Head, bytes: &[u8], chain: &mut Chain) -> Got<Worth> {
        let rest = behind_id(bytes);
        if head.id < 0 {
            chain.defined.insert(head.id.wrapping_neg());
            let fits = is_definition(head.id, rest);
            return if fits { Ok(self.reads_well(head, TypeTable::new())?.0) } else { Ok(Worth::Nothing) };
        }
        let is_known = self.types.find(head.id).is_some();
        if !self.is_value(head.id, rest) || chain.defined.contains(&head.id) {
            let may_be = (head.id >= FIRST_ID && !is_known) || chain.defined.contains(&head.id);
            return Ok(if may_be { Worth::Little } else { Worth::Nothing });
        }
        if self.types.find(head.id).is_none_or(|slot| self.types.node(slot).spans()) {
            chain.is_open = true;
            return Ok(Worth::Something);
        }
        let types = replace(&mut self.types, TypeTable::new());
        let (worth, types) = self.reads_well(head, types)?;
        self.types = types;
        Ok(worth)
    }

    /// Whether a value of this type can begin with these bytes.
    fn is_value(&self, id: i32, rest: &[u8]) -> bool {
        let Some(slot) = self.types.find(id).filter(|_| !(16..FIRST_ID).contains(&id)) else { return false };
        let is_struct = matches!(self.types.node(slot).shape, Shape::Struct(_));
        is_struct || rest.first() == Some(&0)
    }

    /// What the message is worth, read strictly as one value or definition; little is asked of a long one, and of all when all is
    /// spent. Gives the types back.
    fn reads_well(&mut self, head: &Head, mut types: TypeTable) -> Got<(Worth, TypeTable)> {
        let len = head.end - head.start;
        if len > TRIAL || self.is_spent() {
            return Ok((Worth::Something, types));
        }
        for part in [FIRST_TRIAL, TRIAL] {
            let mut bytes: Vec<u8> = alloc::vec![0; len.min(part) as usize];
            self.input.look(head.start, &mut bytes)?;
            self.spent += TRIAL_COST + bytes.len() as u64;
            let mut walk = Walk::new(Options { definitions: true, ..Options::new().reading(Reading::Strict) });
            walk.types = types;
            let worth = reads_one(&mut walk, &bytes, len <= part);
            types = replace(&mut walk.types, TypeTable::new());
            if let Some(worth) = worth {
                return Ok((worth, types));
            }
        }
        Ok((Worth::Nothing, types))
    }
}

/// What stands behind the length and the id of a message.
fn behind_id(bytes: &[u8]) -> &[u8] {
    let skip = |bytes: &[u8]| shortest(bytes).map_or(0, |(_, n)| n);
    let n = skip(bytes);
    let rest = bytes.get(n..).unwrap_or_default();
    rest.get(skip(rest)..).unwrap_or_default()
}

/// A number at the head of some bytes, if it is written in the shortest form.
fn shortest(bytes: &[u8]) -> Option<(u64, usize)> {
    wire::get_uint(bytes).ok().filter(|&(v, n)| wire::width(v) == n)
}

/// Whether a definition can begin so: an id that may be defined, one of seven kinds, and what is common to all.
fn is_definition(id: i32, rest: &[u8]) -> bool {
    id <= -FIRST_ID && matches!(rest, [1..=7, 1, 0..=2, ..])
}

/// What the bytes are worth as one value or definition, and nothing more; nothing said if there are too few of them.
fn reads_one(walk: &mut Walk, bytes: &[u8], last: bool) -> Option<Worth> {
    let mut at = 0;
    loop {
        let mut used = 0;
        match walk.step(&bytes[at..], last, &mut used) {
            Step::Token if walk.is_done() || walk.is_definition() => {
                return Some(if at + used == bytes.len() { Worth::Much } else { Worth::Nothing });
            }
            Step::Token => at += used,
            Step::Wait if !last => return None,
            _ if walk.failed_with(ErrorKind::UnknownType) => return Some(Worth::Little),
            _ => return Some(Worth::Nothing),
        }
    }
}
