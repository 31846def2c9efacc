//! Answers the driver on standard input and output; see driver.rs.

use cpu_time::ProcessTime;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::collections::HashMap;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// One thing to measure.
pub trait Row {
    /// Does it once.
    fn op(&mut self);
    /// What came out of the last op, in the words of the other columns. Behind ` # ` what may differ.
    fn digest(&mut self) -> String;
}

struct Case<S, F, D>(S, F, D);

impl<S, F: FnMut(&mut S), D: FnMut(&mut S) -> String> Row for Case<S, F, D> {
    fn op(&mut self) {
        (self.1)(&mut self.0);
    }

    fn digest(&mut self) -> String {
        (self.2)(&mut self.0)
    }
}

/// A row of its state and two functions.
pub fn case<S: 'static>(
    state: S,
    op: impl FnMut(&mut S) + 'static,
    digest: impl FnMut(&mut S) -> String + 'static,
) -> Box<dyn Row> {
    Box::new(Case(state, op, digest))
}

type Open = Box<dyn Fn() -> Box<dyn Row>>;

/// The rows of a column, by name, in the order of the table.
pub struct Rows {
    dir: PathBuf,
    rows: Vec<(String, Open)>,
}

impl Rows {
    pub fn new(dir: &Path) -> Self {
        Rows { dir: dir.into(), rows: Vec::new() }
    }

    pub fn add(&mut self, name: impl Into<String>, open: impl Fn() -> Box<dyn Row> + 'static) {
        self.rows.push((name.into(), Box::new(open)));
    }

    /// A row with an input; left out if this is not there.
    pub fn add_file(&mut self, name: &str, file: &str, open: impl Fn(PathBuf) -> Box<dyn Row> + 'static) {
        let path = self.dir.join(file);
        if path.exists() {
            self.add(name, move || open(path.clone()));
        }
    }

    /// Answers until the input ends.
    pub fn work(&self) -> io::Result<()> {
        let mut open: HashMap<String, Opened> = HashMap::new();
        for line in io::stdin().lock().lines() {
            let line = line?;
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["check", name] => println!("{}", self.find(&mut open, name).check()),
                ["run", name, ns] => println!("{}", self.find(&mut open, name).run(ns.parse().unwrap_or(0))),
                ["peak", name] => println!("{}", self.find(&mut open, name).peak()?),
                _ => println!("{}", self.rows.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" ")),
            }
        }
        Ok(())
    }

    fn find<'a>(&self, open: &'a mut HashMap<String, Opened>, name: &str) -> &'a mut Opened {
        open.entry(name.into()).or_insert_with(|| {
            let (_, make) = self.rows.iter().find(|(n, _)| n == name).expect("the driver asks for rows that were listed");
            Opened { row: make(), batch: 1 }
        })
    }
}

/// An opened row, and how many ops take about a twentieth of a measurement: the clock is read after each batch.
struct Opened {
    row: Box<dyn Row>,
    batch: u64,
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
            self.batch = (ns * ops / spent.max(1) / 20).max(1);
        }
        let change = region.change();
        let count = change.allocations + change.reallocations;
        format!("{ops} {spent} {count} {}", change.bytes_allocated)
    }

    /// By how many bytes the process grows during the first op.
    fn peak(&mut self) -> io::Result<u64> {
        // Sets the peak to what is used now.
        std::fs::write("/proc/self/clear_refs", "5")?;
        let before = peak()?;
        self.row.op();
        Ok(peak()? - before)
    }
}

fn peak() -> io::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let kib = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    Ok(kib.unwrap_or(0) << 10)
}

/// Length and FNV-1a.
pub fn hash(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    format!("{} bytes, FNV-1a {hash:x}", bytes.len())
}

/// Length and sum, for what has no order.
pub fn sum(bytes: &[u8]) -> String {
    format!("{} bytes, sum {}", bytes.len(), bytes.iter().map(|&b| u64::from(b)).sum::<u64>())
}
