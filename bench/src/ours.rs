//! Our side of the measurements: answers the driver on standard input and output.

mod input;
mod rows;

use cpu_time::ProcessTime;
use rows::{ROWS, Row};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::collections::HashMap;
use std::io::{self, BufRead};
use std::path::Path;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// An opened row, and how many ops take about a twentieth of a measurement: the clock is read after each batch.
struct Opened {
    row: Box<dyn Row>,
    batch: u64,
}

fn main() -> io::Result<()> {
    let dir = std::env::args().nth(1).unwrap_or_default();
    let mut open: HashMap<String, Opened> = HashMap::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["check", name] => println!("{}", find(&mut open, &dir, name).check()),
            ["run", name, ns] => println!("{}", find(&mut open, &dir, name).run(ns.parse().unwrap_or(0))),
            _ => println!("{}", ROWS.map(|(name, _)| name).join(" ")),
        }
    }
    Ok(())
}

fn find<'a>(open: &'a mut HashMap<String, Opened>, dir: &str, name: &str) -> &'a mut Opened {
    open.entry(name.into()).or_insert_with(|| {
        let (_, make) = ROWS.iter().find(|(n, _)| *n == name).expect("the driver asks for rows that were listed");
        Opened { row: make(Path::new(dir)), batch: 1 }
    })
}

impl Opened {
    /// What comes out of the second op: the first one starts things up.
    fn check(&mut self) -> String {
        self.row.op();
        self.row.op();
        self.row.digest()
    }

    /// Repeats the row for so many ns; says ops, ns, allocations and bytes allocated.
    fn run(&mut self, ns: u64) -> String {
        let (region, start) = (Region::new(ALLOCATOR), ProcessTime::now());
        let (mut ops, mut spent) = (0, 0);
        while spent < ns {
            (0..self.batch).for_each(|_| self.row.op());
            ops += self.batch;
            spent = start.elapsed().as_nanos() as u64;
            self.batch = (ns * ops / spent / 20).max(1);
        }
        let change = region.change();
        let count = change.allocations + change.reallocations;
        format!("{ops} {spent} {count} {}", change.bytes_allocated)
    }
}
