//! Where a value ends in a sequence of events.

use gobstream::Event;

/// How many levels of a value are open.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Nest(u64);

impl Nest {
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Takes in an event; true if a value is whole with it, on the level where this began.
    pub(crate) fn take(&mut self, event: &Event<'_>) -> bool {
        match event {
            Event::Struct(_) | Event::List(..) | Event::Map(..) | Event::Interface(..) => self.0 += 1,
            Event::End => self.0 = self.0.saturating_sub(1),
            Event::Field(_) | Event::Definition(_) | Event::Done => return false,
            _ => {}
        }
        self.0 == 0
    }
}
