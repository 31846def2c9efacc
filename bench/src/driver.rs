//! Measures the same rows in several programs, turn by turn, and compares them.
//!
//! A column is a program that stays alive and answers lines on its standard input:
//!
//! | line | answer |
//! |---|---|
//! | `rows` | the names of the rows that it has |
//! | `check ROW` | what comes out of one op: equal in all columns, up to ` # ` |
//! | `run ROW NS` | does ops for NS ns of CPU time: how many, in how many ns, with how many allocations of how many bytes |
//! | `peak ROW` | by how many bytes the process grows during the first op |
//!
//! CPU time is that of all threads. In every round each column runs each row once, in an order that is reversed from
//! round to round; what is compared is the ratio within a round, and its median is what counts. So a noisy machine
//! does little harm, as both sides of a ratio meet the same noise.

mod args;
mod column;
mod gates;
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
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures; false if a gate that was asked for is not reached.
fn run() -> Result<bool> {
    let args = Args::parse(std::env::args().skip(1))?;
    let mut columns = args.columns.iter().map(|(name, command)| Column::start(name, command)).collect::<Result<Vec<_>>>()?;
    let ours = columns.first().ok_or("no columns")?;
    let rows: Vec<String> = ours.rows.iter().filter(|row| args.wants(row)).cloned().collect();
    let notes = rows.iter().map(|row| check(&mut columns, row)).collect::<Result<Vec<_>>>()?;
    let mut tables = Vec::new();
    print!("{}", table::HEAD);
    for (row, notes) in rows.iter().zip(notes) {
        let table = measure(&mut columns, row, args.rounds, notes)?;
        print!("{}", table.line());
        tables.push(table);
    }
    if let Some(path) = &args.json {
        std::fs::write(path, table::json(&tables, args.rounds)?)?;
    }
    let missed: Vec<String> = tables.iter().flat_map(Table::missed).collect();
    missed.iter().for_each(|text| eprintln!("bench: {text}"));
    Ok(missed.is_empty() || !args.strict)
}

/// Makes sure that all columns come to the same; gives what each adds to it.
fn check(columns: &mut [Column], row: &str) -> Result<Vec<String>> {
    let mut first: Option<(String, String)> = None;
    let mut notes = Vec::new();
    for column in columns.iter_mut().filter(|c| c.has(row)) {
        let answer = column.check(row)?;
        let (digest, note) = answer.split_once(" # ").unwrap_or((&answer, ""));
        notes.push(note.into());
        match &first {
            Some((name, other)) if other != digest => {
                return Err(format!("{row} differs: {name}: {other}; {}: {digest}", column.name).into());
            }
            _ => first = Some((column.name.clone(), digest.into())),
        }
    }
    Ok(notes)
}

fn measure(columns: &mut [Column], row: &str, rounds: usize, notes: Vec<String>) -> Result<Table> {
    let mut having: Vec<&mut Column> = columns.iter_mut().filter(|c| c.has(row)).collect();
    let mut samples: Vec<Vec<Sample>> = vec![Vec::new(); having.len()];
    for round in 0..rounds {
        for turn in 0..having.len() {
            let i = if round % 2 == 0 { turn } else { having.len() - 1 - turn };
            samples[i].push(having[i].run(row, SLICE)?);
        }
    }
    let peaks = having.iter().map(|c| gates::peak(row).map(|_| c.peak(row)).transpose());
    let peaks = peaks.collect::<Result<Vec<_>>>()?;
    let columns = having.iter().zip(samples).zip(notes).zip(peaks);
    let columns = columns.map(|(((c, samples), note), peak)| table::Column { name: c.name.clone(), samples, note, peak });
    Ok(Table { row: row.into(), columns: columns.collect() })
}
