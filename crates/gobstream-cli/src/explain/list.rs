//! One line for each message.

use super::{Ids, Loss, Out, View};
use crate::types;
use gobstream::{Event, Piece, Type, What};
use std::io::{self, Write};

/// Definitions inside one message that are named.
const NAMED: u64 = 4;

/// A message that is being read.
#[derive(Debug)]
struct Message {
    number: u64,
    offset: u64,
    bytes: u64,
    holds: String,
    /// Definitions within its value.
    within: u64,
}

/// Turns pieces into lines.
#[derive(Debug, Default)]
pub(super) struct List {
    message: Option<Message>,
    has_head: bool,
    values: u64,
    in_value: bool,
    ids: Ids,
}

impl List {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Writes the line of the message that ended.
    fn flush(&mut self, out: &mut Out) -> io::Result<()> {
        let Some(message) = self.message.take() else { return Ok(()) };
        let more = message.within.saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let (n, offset, bytes) = (message.number, message.offset, message.bytes);
        self.line(n, offset, bytes, &(message.holds + &more), out)
    }

    fn line(&mut self, n: u64, offset: u64, bytes: u64, holds: &str, out: &mut Out) -> io::Result<()> {
        if !std::mem::replace(&mut self.has_head, true) {
            writeln!(out, "message  offset  bytes  holds")?;
        }
        writeln!(out, "{n:>7}  {:>6}  {bytes:>5}  {holds}", format!("{offset:#x}"))
    }

    fn value(&mut self, name: &str) {
        let is_new = !std::mem::replace(&mut self.in_value, true);
        self.values += u64::from(is_new);
        let n = self.values;
        let Some(message) = self.message.as_mut().filter(|message| message.holds.is_empty()) else { return };
        message.holds = if is_new { format!("value {n}: {name}") } else { format!("value {n}, continued") };
    }

    fn definition(&mut self, ty: &Type) {
        let more = if self.ids.again(ty.id()) { "; another stream begins" } else { "" };
        let text = format!("type {}: {}{more}", ty.id(), types::whole(ty));
        let Some(message) = &mut self.message else { return };
        if message.holds.is_empty() {
            message.holds = text;
            return;
        }
        message.within += 1;
        let joint = if message.within == 1 { "; within it " } else { ", " };
        if message.within <= NAMED {
            message.holds += joint;
            message.holds += &text;
        }
    }

    /// Something of a value stands first in a message.
    fn continued(&mut self) {
        if self.in_value && self.message.as_ref().is_some_and(|message| message.holds.is_empty()) {
            self.value("");
        }
    }
}

impl View for List {
    fn piece(&mut self, piece: &Piece<'_>, out: &mut Out) -> io::Result<()> {
        match &piece.what {
            What::Length(n) => {
                self.flush(out)?;
                let (number, offset, bytes) = (piece.message, piece.offset, piece.bytes.len() as u64 + n);
                self.message = Some(Message { number, offset, bytes, holds: String::new(), within: 0 });
            }
            What::Type(ty) if self.message.as_ref().is_some_and(|m| m.holds.is_empty()) => self.value(&types::name(ty)),
            What::Event(Event::Definition(ty)) => self.definition(ty),
            What::Event(Event::Done) => self.in_value = false,
            What::Event(_) | What::Name(_) | What::Chunk(_) => self.continued(),
            _ => {}
        }
        Ok(())
    }

    fn lost(&mut self, loss: &Loss, out: &mut Out) -> io::Result<()> {
        let number = self.message.take().map_or_else(|| loss.why.message(), |message| message.number);
        self.in_value = false;
        self.line(number, loss.lost.from, loss.len(), &format!("lost: {}", loss.reason()), out)
    }

    fn takes_runs(&self) -> bool {
        true
    }

    fn finish(&mut self, _: u64, out: &mut Out) -> io::Result<()> {
        self.flush(out)
    }
}
