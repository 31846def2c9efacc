//! The part of the writer that does not depend on the sink: state, separators, layout.

use crate::config::{Escapes, FloatFormat, Framing, Layout, NonFinite, WriteOptions};
use crate::error::{Error, ErrorKind, Result};
use crate::out::Out;
use crate::stack::{Level, Levels};
use crate::string;
use crate::writer::canonical::Members;
use crate::writer::fit::{Fit, put_line};
use crate::writer::quick::LEFT;

#[derive(Debug)]
pub(super) struct Core {
    pub(super) out: Out,
    pub(super) levels: Levels,
    pub(super) options: WriteOptions,
    /// Classes of characters to escape.
    pub(super) mask: u8,
    /// No white space at all: the short way through [`gap`](Self::gap).
    pub(super) compact: bool,
    /// No white space, no escapes but those that must be, no order: tokens can go the short way.
    quick: bool,
    /// A `Fit` layout is in use.
    pub(super) fitting: bool,
    pub(super) fit: Fit,
    /// In the canonical form, the members of the open objects.
    pub(super) canonical: Option<Members>,
    /// Where the unfinished top-level value starts in the buffer; `None` if there is none or part of it has gone.
    pub(super) start: Option<usize>,
    /// Bytes that have gone to the sink.
    pub(super) gone: u64,
    /// Bytes in the buffer at which a token border hands them over: 0 after the sink has failed, so that every
    /// token goes the long way and is dropped there.
    pub(super) limit: usize,
    /// Bytes in the buffer up to which the short way is open; 0 where it is not.
    pub(super) open_to: usize,
}

/// In the canonical form these options have no say.
fn plain_if_canonical(options: &WriteOptions) -> WriteOptions {
    let mut options = options.clone();
    if options.canonical {
        options.layout = Layout::Compact;
        options.floats = FloatFormat::Es6;
        options.escapes = Escapes::default();
    }
    options
}

impl Core {
    pub(super) fn new(options: &WriteOptions) -> Self {
        let options = &plain_if_canonical(options);
        let width = if let Layout::Fit { width, .. } = options.layout { width } else { 0 };
        Self {
            out: Out::with_capacity(options.capacity),
            levels: Levels::new(options.max_depth),
            mask: string::mask(&options.escapes),
            compact: options.layout == Layout::Compact,
            quick: options.layout == Layout::Compact && string::mask(&options.escapes) == string::BASIC && !options.canonical,
            fitting: matches!(options.layout, Layout::Fit { .. }),
            fit: Fit::new(width),
            canonical: options.canonical.then(Members::default),
            start: None,
            gone: 0,
            limit: 0,
            open_to: 0,
            options: options.clone(),
        }
    }

    pub(super) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
        self.open_to = if self.quick { limit.saturating_sub(LEFT) } else { 0 };
    }

    #[cold]
    pub(super) fn misuse<T>(&self, text: &'static str) -> Result<T> {
        Err(Error::new(ErrorKind::Misuse, self.offset(), text))
    }

    #[cold]
    pub(super) fn non_finite<T>(&self) -> Result<T> {
        let text = "NaN and infinities have no place in JSON";
        Err(Error::new(ErrorKind::NonFinite, self.offset(), text))
    }

    /// What stands in front of a value: checked, written, counted.
    #[inline]
    pub(super) fn value(&mut self) -> Result<()> {
        let level = self.levels.current;
        if level.is_array() {
            self.gap(level);
        } else if !level.wants_value() {
            self.top_value(level)?;
        }
        self.levels.current.add(1);
        Ok(())
    }

    fn top_value(&mut self, level: Level) -> Result<()> {
        if level.is_object() {
            return self.misuse("a key is expected before the value");
        }
        if !level.is_empty() && self.options.framing == Framing::Single {
            return self.misuse("the one value is complete");
        }
        self.start = Some(self.out.len());
        Ok(())
    }

    /// What stands in front of a key.
    #[inline]
    pub(super) fn key(&mut self) -> Result<()> {
        let level = self.levels.current;
        if !level.wants_key() {
            return self.misuse("a key can only stand in an object, and not behind a key");
        }
        self.gap(level);
        self.levels.current.add(1);
        Ok(())
    }

    #[inline]
    pub(super) fn colon(&mut self) {
        self.out.put(if self.compact { b":" } else { b": " });
    }

    /// What stands in front of an element or a key.
    #[inline]
    fn gap(&mut self, level: Level) {
        if !self.compact {
            self.wide_gap(level.is_empty());
        } else if !level.is_empty() {
            self.out.byte(b',');
        }
    }

    fn wide_gap(&mut self, first: bool) {
        if !first {
            self.out.byte(b',');
        }
        match &self.options.layout {
            Layout::Indent(_) => self.line(self.levels.depth()),
            Layout::Fit { .. } => self.fit_gap(first),
            _ if first => {}
            _ => self.out.byte(b' '),
        }
    }

    fn fit_gap(&mut self, first: bool) {
        let level = self.levels.depth();
        if self.fit.is_broken(level) {
            self.check_fit();
            self.line(level);
        } else if !first {
            self.fit.comma(self.out.len(), level);
            self.out.byte(b' ');
        }
    }

    /// Ends the line; the next one is inside `level` containers.
    fn line(&mut self, level: usize) {
        if let Layout::Indent(indent) | Layout::Fit { indent, .. } = &self.options.layout {
            let start = put_line(&mut self.out, indent, level);
            self.fit.new_line(start, level);
        }
    }

    #[inline]
    pub(super) fn check_fit(&mut self) {
        if let Layout::Fit { indent, .. } = &self.options.layout {
            self.fit.check(&mut self.out, indent);
        }
    }

    #[inline]
    pub(super) fn begin(&mut self, level: Level) -> Result<()> {
        if self.levels.is_full() {
            return Err(Error::new(ErrorKind::TooDeep, self.offset(), "more levels than the limit"));
        }
        self.value()?;
        self.out.byte(level.opening());
        let entered = self.levels.push(level);
        debug_assert!(entered);
        if self.fitting {
            self.fit.opened(self.out.len(), self.levels.depth());
        }
        Ok(())
    }

    /// Takes note of a member that begins now.
    #[inline]
    pub(super) fn note_member(&mut self, name: &str) {
        if let Some(members) = &mut self.canonical {
            members.add(self.levels.depth(), self.out.len(), name);
        }
    }

    fn sort_members(&mut self) -> Result<()> {
        let level = self.levels.depth();
        let sorted = self.canonical.as_mut().is_none_or(|members| members.sort(level, &mut self.out));
        if sorted {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Duplicate, self.offset(), "the object has a name twice"))
    }

    #[inline]
    pub(super) fn end(&mut self, level: Level) -> Result<()> {
        let current = self.levels.current;
        if current.is_array() != level.is_array() || current.is_object() != level.is_object() {
            return self.misuse("no such container is open here");
        }
        if current.wants_value() || current.wants_more() {
            return self.misuse("a value is expected before the end");
        }
        if level.is_object() && self.canonical.is_some() {
            self.sort_members()?;
        }
        if !self.compact {
            self.end_gap(current.is_empty());
        }
        self.levels.pop();
        self.out.byte(level.closing());
        Ok(())
    }

    /// What stands in front of a closing bracket.
    fn end_gap(&mut self, empty: bool) {
        let level = self.levels.depth();
        match &self.options.layout {
            Layout::Indent(_) if !empty => self.line(level - 1),
            Layout::Fit { .. } if empty => self.fit.closed_empty(),
            Layout::Fit { .. } if self.fit.is_broken(level) => self.line(level - 1),
            Layout::Fit { .. } => self.fit.closing(self.out.len(), level),
            _ => {}
        }
    }

    /// What stands behind a top-level value.
    pub(super) fn finish_value(&mut self) {
        self.start = None;
        self.check_fit();
        if self.options.framing == Framing::Lines {
            self.out.byte(b'\n');
        }
        if self.fitting {
            self.fit.new_line(self.out.len(), 0);
        }
    }

    /// Does an integer have to be written as a float? In the canonical form, where a float may not hold it: from the
    /// first one on that rounds to 2^53 without being it.
    #[inline]
    pub(super) fn is_inexact(&self, n: f64) -> bool {
        self.canonical.is_some() && n.abs() >= 9_007_199_254_740_992.0
    }

    /// The text that stands for a float that is not finite.
    pub(super) fn word_for(&self, n: f64) -> Result<&'static [u8]> {
        match self.options.non_finite {
            NonFinite::Error => self.non_finite(),
            other => Ok(other.word(n)),
        }
    }
}

/// The buffer's way to the sink.
impl Core {
    pub(super) fn offset(&self) -> u64 {
        self.gone + self.out.len() as u64
    }

    /// How much of the buffer may be handed over.
    pub(super) fn decided(&self) -> usize {
        match self.start {
            Some(start) if self.canonical.is_some() => start,
            _ => self.fit.decided(self.out.len()),
        }
    }

    pub(super) fn handed_over(&mut self, count: usize) {
        if self.fitting {
            self.fit.drained(&self.out.filled()[..count]);
        }
        if let Some(members) = &mut self.canonical {
            members.moved(count);
        }
        self.gone += count as u64;
        self.start = self.start.and_then(|start| start.checked_sub(count));
        self.out.remove_front(count);
    }

    /// After the sink has failed.
    pub(super) fn drop_buffer(&mut self) {
        self.gone += self.out.len() as u64;
        self.start = None;
        self.out.remove_front(self.out.len());
        self.fit.new_line(0, self.levels.depth());
        self.forget_members();
    }

    fn forget_members(&mut self) {
        if let Some(members) = &mut self.canonical {
            members.clear();
        }
    }

    pub(super) fn abandon(&mut self) -> bool {
        if self.levels.depth() == 0 {
            return true;
        }
        self.levels.clear();
        self.forget_members();
        let held = self.start.take();
        match held {
            Some(start) => self.take_back(start),
            None => self.out.byte(b'\n'),
        }
        self.fit.new_line(self.out.len(), 0);
        held.is_some()
    }

    fn take_back(&mut self, start: usize) {
        self.out.truncate(start);
        self.levels.current.take_back();
    }

    pub(super) fn reset(&mut self) {
        self.out.remove_front(self.out.len());
        self.levels.reset();
        self.forget_members();
        self.fit.new_line(0, 0);
        self.start = None;
        self.gone = 0;
    }
}
