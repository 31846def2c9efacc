//! The brief picture: the first elements and the beginning of long text, and how much more there is.

use super::{Level, Part, Printer, pictured};
use crate::error::Put;
use crate::nest::Nest;
use crate::picture::Bytes;
use gobstream::Event;
use jsonstream::{Sink, Writer};

/// Elements of a list or map that are shown.
const ELEMENTS: u64 = 3;
/// Characters of a text that are shown.
const CHARACTERS: usize = 80;

/// What is hidden, and what may still be shown.
#[derive(Debug, Default)]
pub(super) struct Brief {
    /// For each open list and map: elements still to be shown, and elements in all.
    open: Vec<(u64, u64)>,
    /// Everything is hidden until the innermost list or map ends.
    hides: Option<Nest>,
}

impl Printer {
    /// Whether the innermost list or map shows nothing more.
    pub(super) fn hides(&self) -> bool {
        let is_full = |brief: &Brief| brief.hides.is_some() || brief.open.last().is_some_and(|(left, _)| *left == 0);
        self.brief.as_deref().is_some_and(is_full)
    }

    pub(super) fn brief_step<S: Sink>(&mut self, event: &Event<'_>, w: &mut Writer<S>) -> Put<bool> {
        let at_element = matches!(self.stack.last(), Some(Level::List | Level::Object(Part::Key)))
            || matches!(self.stack.last(), Some(Level::Pairs(Part::Key) | Level::Keyed(Part::Key, _)));
        let Some(brief) = &mut self.brief else { return Ok(false) };
        if brief.hidden(event, at_element) {
            return Ok(false);
        }
        let shown = at_element.then(|| brief.first(event)).flatten();
        match event {
            Event::List(_, n) | Event::Map(_, n) => brief.open.push((ELEMENTS, *n)),
            Event::End if at_element => brief.close(w)?,
            _ => {}
        }
        self.shaped_step(shown.as_ref().unwrap_or(event), w)
    }
}

impl Brief {
    /// Whether an event shows nothing.
    fn hidden(&mut self, event: &Event<'_>, at_element: bool) -> bool {
        if let Some(nest) = &mut self.hides {
            let is_end = nest.is_empty() && matches!(event, Event::End);
            if is_end {
                self.hides = None;
            } else {
                nest.take(event);
            }
            return !is_end;
        }
        let is_over = at_element && !matches!(event, Event::End) && self.open.last().is_some_and(|(left, _)| *left == 0);
        if is_over {
            let mut nest = Nest::default();
            nest.take(event);
            self.hides = Some(nest);
        }
        is_over
    }

    /// Counts an element that begins; of a run, gives the part that is shown.
    fn first<'e>(&mut self, event: &Event<'e>) -> Option<Event<'e>> {
        let (left, _) = self.open.last_mut()?;
        let most = usize::try_from(*left).unwrap_or(usize::MAX);
        let (event, n) = match event {
            Event::End => return None,
            Event::Bools(run) => (Event::Bools(&run[..run.len().min(most)]), run.len()),
            Event::Ints(run) => (Event::Ints(&run[..run.len().min(most)]), run.len()),
            Event::Uints(run) => (Event::Uints(&run[..run.len().min(most)]), run.len()),
            Event::Floats(run) => (Event::Floats(&run[..run.len().min(most)]), run.len()),
            Event::Complexes(run) => (Event::Complexes(&run[..run.len().min(most)]), run.len()),
            _ => (event.clone(), 1),
        };
        *left = left.saturating_sub(n as u64);
        Some(event)
    }

    /// Ends a list or map.
    fn close<S: Sink>(&mut self, w: &mut Writer<S>) -> Put<()> {
        match self.open.pop() {
            Some((_, n)) if n > ELEMENTS => Ok(w.remark(&format!("… {} more", n - ELEMENTS))?),
            _ => Ok(()),
        }
    }
}

pub(super) fn text<S: Sink>(text: &str, w: &mut Writer<S>) -> Put<()> {
    match text.char_indices().nth(CHARACTERS) {
        Some((end, _)) => Ok(w.str(&format!("{}… {} more", &text[..end], text[end..].chars().count()))?),
        None => Ok(w.str(text)?),
    }
}

/// Bytes, as text or array; what is not shown counts in characters or elements.
pub(super) fn bytes<S: Sink>(bytes: &[u8], form: Bytes, w: &mut Writer<S>) -> Put<()> {
    let shown = |n: usize| &bytes[..bytes.len().min(n)];
    match form {
        Bytes::Array => numbers(bytes, w),
        Bytes::Hex => cut(&pictured::hex(shown(CHARACTERS / 2)), bytes.len() * 2, w),
        _ => cut(&base64(shown(CHARACTERS / 4 * 3))?, bytes.len().div_ceil(3) * 4, w),
    }
}

fn numbers<S: Sink>(bytes: &[u8], w: &mut Writer<S>) -> Put<()> {
    let most = ELEMENTS as usize;
    if bytes.len() <= most {
        return pictured::array(bytes, w);
    }
    w.begin_array()?;
    bytes.iter().take(most).try_for_each(|&b| w.u64(b.into()))?;
    w.remark(&format!("… {} more", bytes.len() - most))?;
    Ok(w.end_array()?)
}

fn cut<S: Sink>(shown: &str, length: usize, w: &mut Writer<S>) -> Put<()> {
    if shown.len() >= length {
        return Ok(w.str(shown)?);
    }
    Ok(w.str(&format!("{shown}… {} more", length - shown.len()))?)
}

fn base64(bytes: &[u8]) -> Put<String> {
    let mut side = Writer::in_memory();
    side.bytes_base64(bytes)?;
    let text = String::from_utf8_lossy(side.buffer()).into_owned();
    Ok(text.trim_matches('"').to_string())
}
