//! Reads one huge array element by element: `huge_array_in < rows.json`. Memory does not grow with it.

use std::io::{self, Read};

use jsonstream::{Reader, Result};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    name: String,
    score: f64,
}

/// The best score and who has it.
pub fn best(input: impl Read) -> Result<Option<(String, f64)>> {
    let mut reader = Reader::from_io(input);
    let mut best: Option<(String, f64)> = None;
    for row in reader.array::<Row>()? {
        let row = row?;
        if best.as_ref().is_none_or(|(_, score)| row.score > *score) {
            best = Some((row.name, row.score));
        }
    }
    reader.end()?;
    Ok(best)
}

fn main() -> Result<()> {
    match best(io::stdin().lock())? {
        Some((name, score)) => println!("{name} {score}"),
        None => println!("nobody"),
    }
    Ok(())
}
