//! Measures the same rows in several programs, turn by turn, and compares them.
//!
//! A column is a program that stays alive and answers lines on its standard input:
//!
//! | line | answer |
//! |---|---|
//! | `rows` | the names of the rows that it has |
//! | `check ROW` | what comes out of one op: equal in all columns |
//! | `run ROW NS` | does ops for NS ns of CPU time: how many, in how many ns, with how many allocations of how many bytes |
//!
//! CPU time is that of all threads. In every round each column runs each row once, in an order that is reversed from
//! round to round; what is compared is the ratio within a round, and its median is what counts. So a noisy machine
//! does little harm, as both sides of a ratio meet the same noise.

mod args;
mod column;
mod stats;
mod table;

use args::Args;
use column::{Column, Sample};
use std::process::ExitCode;
use table::Table;

/// CPU time of one measurement, in ns.
const SLICE: u64 = 5_000_000;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let args = Args::parse(std::env::args().skip(1))?;
    let mut columns = args.columns.iter().map(|(name, command)| Column::start(name, command)).collect::<Result<Vec<_>>>()?;
    let rows = rows(&columns, &args.pattern);
    for row in &rows {
        check(&mut columns, row)?;
    }
    let tables = rows.iter().map(|row| measure(&mut columns, row, args.rounds)).collect::<Result<Vec<_>>>()?;
    print!("{}", table::markdown(&tables));
    if let Some(path) = &args.json {
        std::fs::write(path, table::json(&tables, args.rounds)?)?;
    }
    Ok(())
}

/// All rows that some column has and that the pattern is part of.
fn rows(columns: &[Column], pattern: &str) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for row in columns.iter().flat_map(|c| &c.rows) {
        if row.contains(pattern) && !rows.contains(row) {
            rows.push(row.clone());
        }
    }
    rows
}

/// Makes sure that all columns come to the same.
fn check(columns: &mut [Column], row: &str) -> Result<()> {
    let mut first: Option<(String, String)> = None;
    for column in columns.iter_mut().filter(|c| c.has(row)) {
        let digest = column.check(row)?;
        match &first {
            Some((name, other)) if *other != digest => {
                return Err(format!("{row} differs: {name}: {other}; {}: {digest}", column.name).into());
            }
            _ => first = Some((column.name.clone(), digest)),
        }
    }
    Ok(())
}

fn measure(columns: &mut [Column], row: &str, rounds: usize) -> Result<Table> {
    let mut having: Vec<&mut Column> = columns.iter_mut().filter(|c| c.has(row)).collect();
    let mut samples: Vec<Vec<Sample>> = vec![Vec::new(); having.len()];
    for round in 0..rounds {
        for turn in 0..having.len() {
            let i = if round % 2 == 0 { turn } else { having.len() - 1 - turn };
            samples[i].push(having[i].run(row, SLICE)?);
        }
    }
    let names = having.iter().map(|c| c.name.clone());
    Ok(Table { row: row.into(), columns: names.zip(samples).collect() })
}
