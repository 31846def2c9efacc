//! Huge lists and maps, element by element: the window holds one element, not the value.

use super::decoder::Decoder;
use super::machine::{Amid, failed};
use super::{Dec, Decode, DecodeOwned};
use crate::assemble::{Source, Stream};
use crate::error::{Error, ErrorKind, Fault, Place, Result};
use crate::plan::Node;
use crate::shape::Shape;
use crate::types::{self, Slot};
use crate::walk::Begun;
use crate::wire;
use alloc::format;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The elements of a list, one by one; see [`Decoder::elements`]. What is not asked for is passed over by the decoder's next call.
pub struct Elements<'d, I, T> {
    parts: Parts<'d, I>,
    /// What was read ahead, the next one last.
    ahead: Vec<T>,
}

impl<I: core::fmt::Debug, T> core::fmt::Debug for Elements<'_, I, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Elements").field("parts", &self.parts).finish_non_exhaustive()
    }
}

/// Numbers that are read ahead, and the bytes that one takes at most: both parts of a complex number.
const AHEAD: u64 = 64;
const LONGEST: usize = 2 * wire::MAX_NUMBER;

/// The entries of a map, one by one; see [`Decoder::entries`]. What is not asked for is passed over by the decoder's next call.
#[derive(Debug)]
pub struct Entries<'d, I, K, V> {
    parts: Parts<'d, I>,
    entry: PhantomData<fn() -> (K, V)>,
}

/// Elements, or keys and elements in turn, without their Rust types.
#[derive(Debug)]
struct Parts<'d, I> {
    decoder: &'d mut Decoder<I>,
    over: bool,
}

/// Typed code for bytes that do not stay.
type MergeAny<'f> = dyn FnMut(&mut Dec<'_, '_>, Node) -> Result<()> + 'f;

/// The same for some of the elements that are left; it says how many it read.
type MergeSome<'f> = dyn FnMut(&mut Dec<'_, '_>, Node, u64) -> Result<u64> + 'f;

impl<I: Source> Decoder<I> {
    /// The next value, which must be an array or slice, element by element: however long it is, only one element is held.
    /// `None` at the end of the stream.
    ///
    /// ```
    /// use gobstream::Decoder;
    /// // []int{1, -1}
    /// let bytes = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x01";
    /// let mut decoder = Decoder::from_reader(&bytes[..]);
    /// let mut elements = decoder.elements::<i64>()?.expect("a value");
    /// assert_eq!(elements.next()?, Some(1));
    /// assert_eq!(elements.next()?, Some(-1));
    /// assert_eq!(elements.next()?, None);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the stream; `wrong-type` if the value is something else, or its elements do not go into the type, and then
    /// the value is still there for others.
    pub fn elements<T: DecodeOwned>(&mut self) -> Result<Option<Elements<'_, I, T>>> {
        let Some(slot) = self.begin_parts()? else { return Ok(None) };
        let elem = match &self.stream.walk.types.node(slot).shape {
            types::Shape::Array(elem, _) | types::Shape::Slice(elem) => elem.slot(),
            _ => return Err(self.no_parts(slot, "list")),
        };
        self.check_part(T::SHAPE, elem)?;
        Ok(Some(Elements { parts: self.open_parts()?, ahead: Vec::new() }))
    }

    /// The next value, which must be a map, entry by entry, as they come: however many they are, only one is held. `None` at the end
    /// of the stream.
    ///
    /// ```
    /// use gobstream::Decoder;
    /// // map[string]int{"k": 3}
    /// let bytes = b"\x0e\xff\x83\x04\x01\x02\xff\x84\x00\x01\x0c\x01\x04\x00\x00\x07\xff\x84\x00\x01\x01k\x06";
    /// let mut decoder = Decoder::from_reader(&bytes[..]);
    /// let mut entries = decoder.entries::<String, i64>()?.expect("a value");
    /// assert_eq!(entries.next()?, Some(("k".to_string(), 3)));
    /// assert_eq!(entries.next()?, None);
    /// # Ok::<(), gobstream::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`elements`](Self::elements).
    pub fn entries<K: DecodeOwned, V: DecodeOwned>(&mut self) -> Result<Option<Entries<'_, I, K, V>>> {
        let Some(slot) = self.begin_parts()? else { return Ok(None) };
        let (key, elem) = match &self.stream.walk.types.node(slot).shape {
            types::Shape::Map(key, elem) => (key.slot(), elem.slot()),
            _ => return Err(self.no_parts(slot, "map")),
        };
        self.check_part(K::SHAPE, key)?;
        self.check_part(V::SHAPE, elem)?;
        Ok(Some(Entries { parts: self.open_parts()?, entry: PhantomData }))
    }

    /// Reads up to the next value, however long that is.
    fn begin_parts(&mut self) -> Result<Option<Slot>> {
        self.untyped();
        self.pass_parts()?;
        loop {
            let Stream { input, walk, .. } = &mut self.stream;
            let begun = walk.begin(input.window(), input.ended(), false);
            let begun = begun.map_err(|error| failed(walk, error));
            self.drop_done();
            match begun?.0 {
                Begun::Value(slot) => return Ok(Some(slot)),
                Begun::End => return Ok(None),
                Begun::Wait(n) => self.stream.fill_to(n)?,
            }
        }
    }

    /// Passes over the rest of a value of which parts were read.
    pub(super) fn pass_parts(&mut self) -> Result<()> {
        if core::mem::take(&mut self.machine.amid) != Amid::Nothing {
            self.stream.builder = Default::default();
        }
        self.stream.walk.singly(false);
        while self.stream.walk.is_amid_parts() {
            let Stream { input, walk, .. } = &mut self.stream;
            let (passed, _) = walk.pass_to(input.window(), input.ended(), &|walk| !walk.is_amid_value());
            let passed = passed.map_err(|error| failed(walk, error));
            self.drop_done();
            if let Some(want) = passed? {
                self.stream.fill_to(want)?;
            }
        }
        Ok(())
    }

    #[cold]
    fn no_parts(&self, slot: Slot, wanted: &str) -> Error {
        let kind = format!("{:?}", self.stream.walk.types.node(slot).shape.kind()).to_lowercase();
        let fault = Fault::new(ErrorKind::WrongType, "", format!("received {kind}, wanted a {wanted}"));
        self.stream.walk.locate(*fault).recoverable(true)
    }

    fn check_part(&mut self, shape: &'static Shape, slot: Option<Slot>) -> Result<()> {
        let Some(slot) = slot else { return Ok(()) };
        let found = self.machine.plans.find(shape, slot, &self.stream.walk.types);
        let Err((fault, path)) = found else { return Ok(()) };
        let place = Place { offset: self.offset(), path: format!("[]{path}"), ..Place::default() };
        let (message, value) = (self.stream.walk.message_number(), self.values());
        Err(Error::new(*fault, place).placed(message, value, "").recoverable(true))
    }

    /// Reads the number of parts.
    fn open_parts(&mut self) -> Result<Parts<'_, I>> {
        self.stream.walk.singly(true);
        let mut parts = Parts { decoder: self, over: false };
        parts.walk_on(|walk| walk.stands_in_parts())?;
        Ok(parts)
    }
}

impl<I: Source> Parts<'_, I> {
    /// Lets the walk go on until it stands where it should. All its bytes stay in the window from where it stood; gives their number.
    fn walk_on(&mut self, is_there: impl Fn(&crate::walk::Walk) -> bool) -> Result<()> {
        let mut walked = 0;
        loop {
            let Stream { input, walk, .. } = &mut self.decoder.stream;
            let window = input.window().get(walked..).unwrap_or_default();
            let (passed, used) = walk.pass_to(window, input.ended(), &is_there);
            walked += used;
            match passed {
                Ok(None) => return Ok(()),
                Ok(Some(want)) => {
                    // The window begins where the walk stood before.
                    self.decoder.stream.want_in_window(walked.saturating_add(want))?;
                }
                Err(error) => {
                    walk.singly(false);
                    self.over = true;
                    return Err(failed(walk, error));
                }
            }
        }
    }

    /// Whether another part follows; else the value is read to its end.
    fn more(&mut self) -> Result<bool> {
        if self.over {
            return Ok(false);
        }
        self.decoder.drop_done();
        if self.decoder.stream.walk.has_more_parts() {
            return Ok(true);
        }
        self.over = true;
        self.walk_on(|walk| !walk.is_amid_value())?;
        self.decoder.stream.walk.singly(false);
        self.decoder.drop_done();
        Ok(false)
    }

    /// Reads the next part.
    fn part<T: DecodeOwned>(&mut self) -> Result<T> {
        let mut value = zero::<T>();
        self.merge_part(T::SHAPE, &mut |d, n| value.merge(d, n))?;
        Ok(value)
    }

    /// Lets typed code read elements that are whole at hand, as is common; it says how many. `false` if they must be walked to know
    /// that, or are at fault: then nothing has happened.
    fn quick(&mut self, shape: &'static Shape, f: &mut MergeSome<'_>) -> bool {
        let Decoder { stream, machine } = &mut *self.decoder;
        let (bytes, walk) = (stream.input.window(), &mut stream.walk);
        let Some(list) = walk.stands_in_list().filter(|_| !bytes.is_empty()) else { return false };
        let (slot, left) = list.elements();
        let mut read = 0;
        let merged = machine.merge(walk, bytes, (slot, false), shape, true, &mut |d, n| {
            read = f(d, n, left)?;
            Ok(())
        });
        // Where the bytes end, but not the message, more may belong to the last one.
        let end = merged.ok().filter(|&(_, left)| left > 0 || list.is_rest(bytes.len()));
        let (n, at) = end.map_or((0, list.offset()), |(at, _)| (read, at));
        walk.go_on_in_list(list, n, at);
        n > 0
    }

    fn merge_part(&mut self, shape: &'static Shape, f: &mut MergeAny<'_>) -> Result<()> {
        self.decoder.drop_done();
        let before = self.decoder.stream.walk.next_part();
        self.decoder.stream.walk.types.begin_log();
        self.walk_on(|walk| walk.stands_in_parts())?;
        let Decoder { stream, machine } = &mut *self.decoder;
        let (bytes, walk) = (stream.input.window(), &mut stream.walk);
        let after = walk.spot();
        walk.back_to(&before.1);
        let result = machine.merge(walk, bytes, (before.0, false), shape, true, &mut |d, n| f(d, n));
        let result = result.map(drop).map_err(|error| {
            let again = walk.again(&before.1, bytes, error.offset());
            let value = walk.values();
            error.placed(again.message, value, &again.path).recoverable(true)
        });
        walk.go_on(after);
        result
    }
}

impl<I: Source, T: DecodeOwned> Elements<'_, I, T> {
    /// The next element; `None` behind the last.
    ///
    /// # Errors
    /// What is wrong with the stream or the element. If it is recoverable, the next element can be read.
    #[allow(clippy::should_implement_trait, reason = "an iterator that fails goes the other way round")]
    pub fn next(&mut self) -> Result<Option<T>> {
        if let Some(next) = self.ahead.pop() {
            return Ok(Some(next));
        }
        if !self.parts.more()? {
            return Ok(None);
        }
        if self.parts.quick(T::SHAPE, &mut |d, n, left| read_ahead(&mut self.ahead, d, n, left)) {
            return Ok(self.ahead.pop());
        }
        self.ahead.clear();
        self.parts.part().map(Some)
    }
}

impl<I: Source, K: DecodeOwned, V: DecodeOwned> Entries<'_, I, K, V> {
    /// The next entry; `None` behind the last.
    ///
    /// # Errors
    /// What is wrong with the stream or the entry. If it is recoverable, the next entry can be read.
    #[allow(clippy::should_implement_trait, reason = "an iterator that fails goes the other way round")]
    pub fn next(&mut self) -> Result<Option<(K, V)>> {
        if !self.parts.more()? {
            return Ok(None);
        }
        let (key, value) = (self.parts.part(), self.parts.part());
        Ok(Some((key?, value?)))
    }
}

/// Reads one element, or some of those that are numbers.
fn read_ahead<'de, T: Decode<'de>>(ahead: &mut Vec<T>, d: &mut Dec<'_, 'de>, n: Node, left: u64) -> Result<u64> {
    let some = if T::NUMBER { left.min(AHEAD).min((d.left() / LONGEST) as u64) } else { 1 };
    if some > 1 {
        ahead.resize_with(some as usize, T::zero);
        T::merge_elems(ahead, d, n)?;
        ahead.reverse();
        return Ok(some);
    }
    let mut one = T::zero();
    one.merge(d, n)?;
    ahead.push(one);
    Ok(1)
}

fn zero<T: DecodeOwned>() -> T {
    <T as Decode<'_>>::zero()
}
