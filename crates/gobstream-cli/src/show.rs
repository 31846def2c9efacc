//! The three ways to print: values, elements of values, and the typed form.

use crate::common::GobStream;
use crate::layout::Out;
use crate::select::Head;
use gobstream::{Event, Type};
use gobstream_json::{Each, Path, Picture, Printer, Result, Typed};
use jsonstream::{Sink, Writer};

/// Prints one file.
pub(crate) enum Show {
    Values(Printer),
    Elements(Box<Each>),
    Typed(Typed),
}

impl Show {
    pub(crate) fn new(each: Option<&Path>, typed: bool, picture: Picture) -> Self {
        match each {
            Some(path) => Show::Elements(Box::new(Each::new(path.clone(), picture))),
            None if typed => Show::Typed(Typed::new()),
            None => Show::Values(Printer::with(picture)),
        }
    }

    /// Prints the next value or element; `false` at the end.
    pub(crate) fn print<S: Sink>(&mut self, stream: &mut GobStream, out: &mut Writer<S>) -> Result<bool> {
        match self {
            Show::Values(printer) => printer.print_value(stream, out),
            Show::Elements(each) => each.print_next(stream, out),
            Show::Typed(typed) => typed.print_value(stream, out),
        }
    }

    /// Begins the next value, where values are printed: what its type is; nothing at the end.
    pub(crate) fn head<S: Sink>(&mut self, stream: &mut GobStream, out: &mut Writer<S>) -> Result<Option<Head>> {
        let Show::Values(printer) = self else { return Ok(None) };
        while let Some(event) = stream.next_event()? {
            if !matches!(event, Event::Definition(_)) {
                let head = Head::of(&event);
                printer.event(&event, out)?;
                return Ok(Some(head));
            }
        }
        Ok(None)
    }

    /// The type of the list or map of which the last element was.
    pub(crate) fn elements(&self) -> Option<&Type> {
        match self {
            Show::Elements(each) => each.whole(),
            _ => None,
        }
    }

    /// Passes over the next one.
    pub(crate) fn skip(&mut self, stream: &mut GobStream, out: &mut Out) -> Result<bool> {
        match self {
            Show::Values(_) => Ok(stream.skip_value()?),
            Show::Elements(each) => each.skip_next(stream),
            Show::Typed(typed) => typed.skip_value(stream, out),
        }
    }

    /// Forgets what was begun.
    pub(crate) fn reset(&mut self) {
        match self {
            Show::Values(printer) => printer.reset(),
            Show::Elements(each) => each.reset(),
            Show::Typed(typed) => typed.reset(),
        }
    }

    /// Strings that were not UTF-8, with the value and path of the first.
    pub(crate) fn losses(&self) -> Option<(u64, u64, &str)> {
        let printer = match self {
            Show::Values(printer) => printer,
            Show::Elements(each) => each.printer(),
            Show::Typed(_) => return None,
        };
        printer.first_loss().map(|(value, path)| (printer.losses(), *value, path.as_str()))
    }
}
