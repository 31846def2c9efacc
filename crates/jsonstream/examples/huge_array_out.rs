//! Writes one huge array as it is made: `huge_array_out 1000000 > squares.json`. Nothing is kept but one buffer.

use std::io::{self, Write};

use jsonstream::{Result, Writer};
use serde::Serialize;

#[derive(Serialize)]
struct Square {
    n: u64,
    square: u64,
}

/// The first squares.
pub fn squares(count: u64, out: impl Write) -> Result<()> {
    let mut writer = Writer::to_io(out);
    writer.array((0..count).map(|n| Square { n, square: n * n }))?;
    writer.finish().map(drop)
}

fn main() -> Result<()> {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok());
    squares(count.unwrap_or(10), io::stdout().lock())
}
