//! Bytes to messages: where the stream stands, and how much of the current message is left. Knows no types.

use crate::error::{ErrorKind, Fault};
use crate::wire::{self, BadNumber};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

/// The bytes at hand. More may follow unless they are the `last`.
#[derive(Debug)]
pub(crate) struct Window<'w> {
    pub(crate) bytes: &'w [u8],
    pub(crate) used: usize,
    pub(crate) last: bool,
}

impl<'w> Window<'w> {
    pub(crate) fn rest(&self) -> &'w [u8] {
        self.bytes.get(self.used..).unwrap_or_default()
    }
}

/// Why a step stopped: it needs this many bytes in its window, or something is wrong.
#[derive(Debug)]
pub(crate) enum Stop {
    Wait(usize),
    Fault(Box<Fault>),
}

impl From<Box<Fault>> for Stop {
    fn from(fault: Box<Fault>) -> Self {
        Stop::Fault(fault)
    }
}

/// The place in the stream.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// Absolute offset of the next byte.
    pub(crate) at: u64,
    /// Bytes of the current message not read yet.
    pub(crate) left: u64,
    /// Bytes of the current message in all.
    pub(crate) size: u64,
    /// Number of the current message, from 1.
    pub(crate) message: u64,
}

impl Frame {
    /// What the window holds of the current message.
    #[inline]
    pub(crate) fn rest<'w>(&self, window: &Window<'w>) -> &'w [u8] {
        let rest = window.rest();
        let n = usize::try_from(self.left).map_or(rest.len(), |left| left.min(rest.len()));
        &rest[..n]
    }

    /// Passes over `n` bytes of the current message.
    #[inline]
    pub(crate) fn advance(&mut self, window: &mut Window<'_>, n: usize) {
        window.used += n;
        self.at += n as u64;
        self.left -= n as u64;
    }

    /// Begins the next message by reading its length; `false` where the input ends instead.
    pub(crate) fn begin(&mut self, window: &mut Window<'_>, max: u64) -> Result<bool, Stop> {
        if window.rest().is_empty() && window.last {
            return Ok(false);
        }
        let (size, n) = length(window, max).inspect_err(|stop| self.count_broken(stop))?;
        window.used += n;
        *self = Frame { at: self.at + n as u64, left: size, size, message: self.message + 1 };
        Ok(true)
    }

    /// A message whose length is at fault counts as begun, for the error's place.
    fn count_broken(&mut self, stop: &Stop) {
        self.message += u64::from(matches!(stop, Stop::Fault(_)));
    }

    /// Why `want` bytes for `what` are not to be had: wait, or the input or the message ends.
    #[cold]
    pub(crate) fn short(&self, window: &Window<'_>, want: u64, what: &str) -> Stop {
        let have = self.rest(window).len() as u64;
        if have >= self.left || want > self.left {
            return self.message_ends(want, what).into();
        }
        if window.last {
            return self.input_ends(want, have, what).into();
        }
        Stop::Wait(usize::try_from(want).unwrap_or(usize::MAX))
    }

    /// The message ends before `want` bytes of `what` are there.
    #[cold]
    pub(crate) fn message_ends(&self, want: u64, what: &str) -> Box<Fault> {
        let text = format!("the message ends: {what} of {} has {}", bytes(want), self.left);
        Fault::new(ErrorKind::Corrupt, go_of_cut_number(self.left), text)
    }

    #[cold]
    fn input_ends(&self, want: u64, have: u64, what: &str) -> Box<Fault> {
        let read = self.size - self.left + have;
        let text = format!("input ends; {what} of {} has {have}, message of {} has {read}", bytes(want), self.size);
        Fault::new(ErrorKind::Truncated, "unexpected EOF", text)
    }
}

/// What Go says of a number of which so many bytes are there.
pub(crate) fn go_of_cut_number(have: u64) -> &'static str {
    if have == 0 { "EOF" } else { "gob: invalid uint data length" }
}

/// The length of a message and how many bytes it is written in.
fn length(window: &Window<'_>, max: u64) -> Result<(u64, usize), Stop> {
    let rest = window.rest();
    match wire::get_uint(rest) {
        Ok((0, _)) => Err(Fault::new(ErrorKind::Corrupt, "EOF", "a message of no bytes".into()).into()),
        Ok((size, _)) if size >= max => Err(too_long(size, max).into()),
        Ok(number) => Ok(number),
        Err(BadNumber::Short(n)) if !window.last => Err(Stop::Wait(n)),
        Err(BadNumber::Short(n)) => Err(cut_length(n, rest.len()).into()),
        Err(BadNumber::Lead(b)) => Err(bad_lead(b).into()),
    }
}

/// `1 byte`, `2 bytes`.
pub(crate) fn bytes(n: u64) -> String {
    format!("{n} byte{}", if n == 1 { "" } else { "s" })
}

/// `8GiB`, `64MiB`, `1000`: the largest unit that divides.
pub(crate) fn short_size(n: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let unit = units.iter().find(|(bits, _)| n >> bits > 0 && n.trailing_zeros() >= *bits);
    unit.map_or_else(|| format!("{n}"), |(bits, unit)| format!("{}{unit}", n >> bits))
}

/// A number begins with a byte that cannot begin one.
#[cold]
pub(crate) fn bad_lead(b: u8) -> Box<Fault> {
    let text = format!("{b:#04x} cannot begin a number");
    Fault::new(ErrorKind::Corrupt, "gob: encoded unsigned integer out of range", text)
}

#[cold]
fn cut_length(want: usize, have: usize) -> Box<Fault> {
    let text = format!("input ends; the length of a message, of {}, has {have}", bytes(want as u64));
    Fault::new(ErrorKind::Truncated, "unexpected EOF", text)
}

#[cold]
fn too_long(size: u64, max: u64) -> Box<Fault> {
    let text = format!("length {size} is over message={}", short_size(max));
    Fault::new(ErrorKind::TooBig, "invalid message length", text)
}
