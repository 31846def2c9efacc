//! Every element of one big list or map as a value of its own.

use crate::error::{Error, Result};
use crate::nest::Nest;
use crate::path::{Fields, Nearest, Path, Reach, Step, kind_name};
use crate::picture::Picture;
use crate::print::Printer;
use gobstream::{Event, Kind, Poll, Source, Stream, Type};
use jsonstream::{Sink, Writer};
use std::collections::VecDeque;

/// Prints every element of the array, slice or map at a path, in each value of a stream, as a value of its own: straight from the
/// wire, in flat memory whatever the size. Of a map it prints `{"key":…,"value":…}`. All else is passed over, and so are values
/// whose type has no such path.
///
/// ```
/// use gobstream::Stream;
/// use gobstream_json::{Each, Picture, write_options};
/// use jsonstream::Writer;
/// // []int{1, -1}
/// let mut stream = Stream::from_slice(b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x01");
/// let mut writer = Writer::with_options(Vec::new(), &write_options());
/// let mut each = Each::new(".".parse()?, Picture::default());
/// while each.print_next(&mut stream, &mut writer)? {}
/// assert_eq!(writer.finish()?, b"1\n-1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Each {
    path: Path,
    fields: Fields,
    printer: Printer,
    at: At,
    /// Levels open in a value that is passed over or printed.
    nest: Nest,
    /// Scalars of a run that were read and not printed yet.
    run: VecDeque<Event<'static>>,
    /// A value could have the path; else why the first one could not.
    reached: bool,
    miss: Option<Error>,
    /// A value had the path; else which key or element the first one lacked that could have had it.
    arrived: bool,
    lack: Option<Error>,
    /// The key that is nearest to the one that is looked for.
    near: Nearest,
    /// The type of the list or map whose elements are printed.
    whole: Option<Type>,
}

/// Where the walk to the path stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// Before a value.
    Start,
    /// Before the value that this step leads on from.
    Step(usize),
    /// In a struct, before the field of this number.
    Field(usize, u32),
    /// In a list, so many elements before the one that is looked for.
    Element(usize, u64),
    /// In a map, before a key; before the element of another key.
    Key(usize),
    Other(usize),
    /// In the list at the path, before or in an element.
    Elements,
    /// In the map at the path, before or in a key; an element.
    Keys,
    Values,
    /// Behind it: the rest of the value.
    Rest,
}

impl Each {
    /// The elements at a path, in a picture.
    pub fn new(path: Path, picture: Picture) -> Self {
        let (at, nest, run) = (At::Start, Nest::default(), VecDeque::new());
        let (fields, printer) = (Fields::default(), Printer::with(picture));
        Each {
            path,
            fields,
            printer,
            at,
            nest,
            run,
            reached: false,
            miss: None,
            arrived: false,
            lack: None,
            near: Nearest::default(),
            whole: None,
        }
    }

    /// The type of the list or map of which the last element was.
    ///
    /// ```
    /// use gobstream::Stream;
    /// use gobstream_json::{Each, Picture};
    /// let mut stream = Stream::from_slice(b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00\x06\xff\x82\x00\x02\x02\x01");
    /// let mut each = Each::new(".".parse()?, Picture::default());
    /// assert!(each.skip_next(&mut stream)?);
    /// assert_eq!(each.whole().and_then(|list| list.elem_id()), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn whole(&self) -> Option<&Type> {
        self.whole.as_ref()
    }

    /// The printer, which counts what could not be shown.
    pub fn printer(&self) -> &Printer {
        &self.printer
    }

    /// Forgets a value of which only a part came, to read on behind an error.
    pub fn reset(&mut self) {
        self.printer.reset();
        (self.at, self.nest) = (At::Start, Nest::default());
        self.run.clear();
    }

    /// Prints the next element; `false` at the end of the stream.
    ///
    /// # Errors
    /// The fault in the stream, with a part of the element printed, or that of the writer. `Path` at the end, if no value could have
    /// the path.
    pub fn print_next<I: Source, S: Sink>(&mut self, stream: &mut Stream<I>, writer: &mut Writer<S>) -> Result<bool> {
        self.next(stream, Some(writer))
    }

    /// Passes over the next element; `false` at the end of the stream.
    ///
    /// # Errors
    /// As [`print_next`](Self::print_next).
    pub fn skip_next<I: Source>(&mut self, stream: &mut Stream<I>) -> Result<bool> {
        self.next::<I, ()>(stream, None)
    }

    fn next<I: Source, S: Sink>(&mut self, stream: &mut Stream<I>, mut w: Option<&mut Writer<S>>) -> Result<bool> {
        loop {
            if let Some(event) = self.run.pop_front() {
                let shown = self.show(&event, w.as_deref_mut());
                return shown.map(|()| true).map_err(|error| crate::placed(stream, error));
            }
            let whole = match stream.poll_event()? {
                Poll::End => return self.end(),
                Poll::Event(event) => self.take(&event, w.as_deref_mut()),
                Poll::Wait => {
                    w.as_deref_mut().filter(|w| w.depth() == 0).map_or(Ok(()), Writer::flush)?;
                    stream.fill()?;
                    continue;
                }
            };
            let whole = whole.map_err(|error| crate::placed(stream, error))?;
            self.printer.account(stream)?;
            if whole {
                return Ok(true);
            }
        }
    }

    /// The stream has ended: an error if no value had the path.
    fn end(&mut self) -> Result<bool> {
        let miss = self.miss.take().filter(|_| !self.reached);
        let lack = self.lack.take().filter(|_| !self.arrived);
        miss.or(lack).map_or(Ok(false), Err)
    }

    /// Takes in an event; true if an element is whole with it.
    fn take<S: Sink>(&mut self, event: &Event<'_>, w: Option<&mut Writer<S>>) -> Result<bool> {
        match (self.at, event) {
            (_, Event::Definition(_)) => {}
            (_, Event::Done) => self.done(w)?,
            (At::Elements, _) => return self.element(event, w),
            (At::Keys, _) => return self.key(event, w).map(|()| false),
            (At::Values, _) => return self.value(event, w),
            (At::Rest, _) => {}
            _ => self.seek(event),
        }
        Ok(false)
    }

    /// A top-level value has ended.
    fn done<S: Sink>(&mut self, w: Option<&mut Writer<S>>) -> Result<()> {
        self.at = At::Start;
        self.show(&Event::Done, w)
    }

    fn show<S: Sink>(&mut self, event: &Event<'_>, w: Option<&mut Writer<S>>) -> Result<()> {
        w.map_or(Ok(()), |w| self.printer.event(event, w).map(drop))
    }

    // ---- elements

    fn element<S: Sink>(&mut self, event: &Event<'_>, w: Option<&mut Writer<S>>) -> Result<bool> {
        if self.nest.is_empty() {
            self.run = scalars(event);
            if matches!(event, Event::End) {
                self.at = At::Rest;
            }
            if matches!(event, Event::End) || !self.run.is_empty() {
                return Ok(false);
            }
        }
        self.show(event, w)?;
        Ok(self.nest.take(event))
    }

    fn key<S: Sink>(&mut self, event: &Event<'_>, mut w: Option<&mut Writer<S>>) -> Result<()> {
        if self.nest.is_empty() {
            if matches!(event, Event::End) {
                self.at = At::Rest;
                return Ok(());
            }
            if let Some(w) = w.as_deref_mut() {
                w.begin_object()?;
                w.key("key")?;
            }
        }
        self.show(event, w.as_deref_mut())?;
        if self.nest.take(event) {
            self.at = At::Values;
            w.map_or(Ok(()), |w| w.key("value"))?;
        }
        Ok(())
    }

    fn value<S: Sink>(&mut self, event: &Event<'_>, mut w: Option<&mut Writer<S>>) -> Result<bool> {
        self.show(event, w.as_deref_mut())?;
        let whole = self.nest.take(event);
        if whole {
            self.at = At::Keys;
            w.map_or(Ok(()), Writer::end_object)?;
        }
        Ok(whole)
    }

    // ---- the way there

    fn seek(&mut self, event: &Event<'_>) {
        if !self.nest.is_empty() {
            self.passed(event);
            return;
        }
        match (self.at, event) {
            (At::Start, _) => self.step(0, event, true),
            (At::Step(step), _) => self.step(step, event, false),
            (At::Field(..), Event::End) => self.absent(),
            (At::Key(step), Event::End) => {
                let hint = self.near.hint();
                self.lacks(|path| path.no_entry(step, "a map", &hint));
            }
            (At::Field(step, index), Event::Field(i)) => self.field(step, index, *i),
            (At::Element(step, 0), _) => self.step(step + 1, event, false),
            (At::Key(step), _) if self.is_key(step, event) => self.at = At::Step(step + 1),
            (At::Key(step), _) => {
                self.at = At::Other(step);
                self.heard(step, event);
            }
            _ => self.passed(event),
        }
    }

    /// A part of something that is passed over.
    fn passed(&mut self, event: &Event<'_>) {
        let run = scalars(event).len() as u64;
        let whole = self.nest.take(event);
        match self.at {
            At::Element(step, left) if run > 0 => self.at = At::Element(step, left.saturating_sub(run)),
            At::Element(step, left) if whole => self.at = At::Element(step, left - 1),
            At::Other(step) if whole => self.at = At::Key(step),
            _ => {}
        }
    }

    /// The way ends for want of a part that other values may have.
    fn absent(&mut self) {
        self.reached = true;
        self.at = At::Rest;
    }

    /// The way ends for want of a key or element; only the first time it is said which.
    fn lacks(&mut self, which: impl FnOnce(&Path) -> Error) {
        let path = &self.path;
        self.lack.get_or_insert_with(|| which(path));
        self.absent();
    }

    /// A key that is not the one that is looked for.
    fn heard(&mut self, step: usize, key: &Event<'_>) {
        if let (Step::Name(name), false, None) = (&self.path.steps[step], self.arrived, &self.lack) {
            self.near.hear(name, key);
        }
    }

    /// The way ends; only the first time it is said why.
    fn missed(&mut self, why: impl FnOnce(&Path) -> Error) {
        let path = &self.path;
        self.miss.get_or_insert_with(|| why(path));
        self.at = At::Rest;
    }

    fn field(&mut self, step: usize, index: u32, i: u32) {
        match i.cmp(&index) {
            std::cmp::Ordering::Less => {}
            std::cmp::Ordering::Equal => self.at = At::Step(step + 1),
            std::cmp::Ordering::Greater => self.absent(),
        }
    }

    fn is_key(&self, step: usize, event: &Event<'_>) -> bool {
        match (&self.path.steps[step], event) {
            (Step::Name(name), Event::String(key)) => name.as_bytes() == *key,
            (Step::Number(n), Event::Int(key)) => *n == i128::from(*key),
            (Step::Number(n), Event::Uint(key)) => *n == i128::from(*key),
            _ => false,
        }
    }

    /// The value that a step leads on from begins; its type is news at the top and inside an interface.
    fn step(&mut self, step: usize, event: &Event<'_>, is_top: bool) {
        let known = match event {
            Event::Struct(ty) | Event::List(ty, _) | Event::Map(ty, _) if is_top => self.path.reach(step, ty, &mut self.fields),
            Event::Interface(_, ty) => self.path.reach(step, ty, &mut self.fields),
            _ => Ok(Reach::Maybe),
        };
        match known {
            Err(miss) => return self.missed(|path| path.why(&miss)),
            Ok(reach) => self.reached |= reach == Reach::Sure,
        }
        match self.path.steps.get(step) {
            None => self.arrive(step, event),
            Some(_) => self.enter(step, event),
        }
    }

    fn arrive(&mut self, step: usize, event: &Event<'_>) {
        match event {
            Event::List(ty, _) => (self.at, self.whole) = (At::Elements, Some((*ty).clone())),
            Event::Map(ty, _) => (self.at, self.whole) = (At::Keys, Some((*ty).clone())),
            Event::Interface(..) => return self.at = At::Step(step),
            Event::Nil => return self.absent(),
            _ => return self.missed(|path| path.no_elements(kind_name(kind_of(event)), None)),
        }
        (self.reached, self.arrived) = (true, true);
    }

    fn enter(&mut self, step: usize, event: &Event<'_>) {
        self.at = match (&self.path.steps[step], event) {
            (_, Event::Interface(..)) => At::Step(step),
            (_, Event::Nil) => return self.absent(),
            (Step::Name(name), Event::Struct(ty)) => At::Field(step, self.fields.find(step, ty, name).unwrap_or(u32::MAX)),
            (_, Event::Map(..)) => At::Key(step),
            (Step::Number(n), Event::List(_, len)) => match u64::try_from(*n) {
                Ok(n) if n < *len => At::Element(step, n),
                _ => {
                    let list = format!("a list of {len}, counted from 0");
                    return self.lacks(|path| path.no_entry(step, &list, ""));
                }
            },
            _ => return self.missed(|path| path.no_part(step, kind_name(kind_of(event)), None)),
        };
    }
}

/// The elements of a run.
fn scalars(event: &Event<'_>) -> VecDeque<Event<'static>> {
    match event {
        Event::Bools(run) => run.iter().map(|&v| Event::Bool(v)).collect(),
        Event::Ints(run) => run.iter().map(|&v| Event::Int(v)).collect(),
        Event::Uints(run) => run.iter().map(|&v| Event::Uint(v)).collect(),
        Event::Floats(run) => run.iter().map(|&v| Event::Float(v)).collect(),
        Event::Complexes(run) => run.iter().map(|&(re, im)| Event::Complex(re, im)).collect(),
        _ => VecDeque::new(),
    }
}

fn kind_of(event: &Event<'_>) -> Kind {
    match event {
        Event::Bool(_) | Event::Bools(_) => Kind::Bool,
        Event::Int(_) | Event::Ints(_) => Kind::Int,
        Event::Uint(_) | Event::Uints(_) => Kind::Uint,
        Event::Float(_) | Event::Floats(_) => Kind::Float,
        Event::Complex(..) | Event::Complexes(_) => Kind::Complex,
        Event::String(_) => Kind::String,
        Event::Bytes(_) => Kind::Bytes,
        Event::Opaque(ty, _) | Event::Struct(ty) | Event::List(ty, _) | Event::Map(ty, _) => ty.kind(),
        _ => Kind::Interface,
    }
}
