//! `--max WHAT=N`, and sizes as people write them.

use gobstream::Limits;
use std::str::FromStr;

/// Memory that one value may take: more than the library's default, as the machine is the user's own.
const MEMORY: u64 = 1 << 30;

/// Bytes that may come out of wrappers.
const UNWRAPPED: u64 = 64 << 30;

/// A limit and its new value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Max {
    Message(u64),
    Unwrapped(u64),
    Memory(u64),
    Depth(u32),
    Types(u32),
}

impl Max {
    /// The limits of the stream, changed by the arguments in their order.
    pub(crate) fn limits(all: &[Max]) -> Limits {
        let mut limits = Limits { memory: MEMORY, ..Limits::default() };
        for max in all {
            match *max {
                Max::Message(n) => limits.message = n,
                // Who names a bound means it, however long the value.
                Max::Memory(n) => (limits.memory, limits.memory_per_byte) = (n, 0),
                Max::Depth(n) => limits.depth = n,
                Max::Types(n) => limits.types = n,
                Max::Unwrapped(_) => {}
            }
        }
        limits
    }

    /// How many bytes may come out of wrappers.
    pub(crate) fn unwrapped(all: &[Max]) -> u64 {
        let last = all.iter().rev().find_map(|max| if let Max::Unwrapped(n) = max { Some(*n) } else { None });
        last.unwrap_or(UNWRAPPED)
    }
}

impl FromStr for Max {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (what, n) = text.split_once('=').ok_or("expected WHAT=N, as in memory=2GiB")?;
        let n = size(n)?;
        let small = || u32::try_from(n).map_err(|_| format!("{n} is too much for {what}"));
        Ok(match what {
            "message" => Max::Message(n),
            "unwrapped" => Max::Unwrapped(n),
            "memory" => Max::Memory(n),
            "depth" => Max::Depth(small()?),
            "types" => Max::Types(small()?),
            _ => return Err(format!("no limit {what:?}; there are message, unwrapped, memory, depth, types")),
        })
    }
}

/// A number of things.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    size(text).map_err(|_| "expected a number".into())
}

/// A number of things that is not 0.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    number(text).and_then(|n| if n > 0 { Ok(n) } else { Err("expected a number from 1 on".into()) })
}

/// A number as people write it: `4096`, `0x1000`, `4KiB`.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text {
        _ if text.ends_with("KiB") => (&text[..text.len() - 3], 10),
        _ if text.ends_with("MiB") => (&text[..text.len() - 3], 20),
        _ if text.ends_with("GiB") => (&text[..text.len() - 3], 30),
        _ => (text, 0),
    };
    let n = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    let n = n.map_err(|_| format!("{text:?} is no number; as in 4096, 0x1000, 64KiB, 8GiB"))?;
    n.checked_shl(shift).filter(|big| big >> shift == n).ok_or_else(|| format!("{text} is too much"))
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes() {
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("0x10"), Ok(16));
        assert_eq!(size("8GiB"), Ok(8 << 30));
        assert_eq!(size("0x2KiB"), Ok(2048));
        for bad in ["", "KiB", "-1", "8GB", "99999999999GiB", "é"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }
}
