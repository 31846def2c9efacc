//! What the tests share: streams built by hand, the vectors of real Go, and what became of a stream that was read.
#![allow(dead_code, unreachable_pub, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "the helpers of tests may, as the tests do")]

pub mod build;
pub mod judge;
pub mod outcome;

use std::path::{Path, PathBuf};

/// Random numbers that are the same each time.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// A stream that real Go wrote or judged, and the row of the index that describes it.
#[derive(Clone, Debug)]
pub struct Sample {
    pub name: String,
    pub bytes: Vec<u8>,
    row: Vec<String>,
    head: Vec<String>,
    dir: PathBuf,
}

impl Sample {
    /// A column of the index.
    pub fn column(&self, name: &str) -> &str {
        let i = self.head.iter().position(|h| h == name).unwrap_or_else(|| panic!("the index has no column {name}"));
        &self.row[i]
    }

    pub fn has(&self, flag: &str) -> bool {
        self.column("flags").split(',').any(|f| f == flag)
    }

    /// The text that stands beside it.
    pub fn text(&self, extension: &str) -> String {
        std::fs::read_to_string(self.dir.join(format!("{}.{extension}", self.name))).unwrap()
    }
}

fn interop(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interop").join(folder)
}

fn samples(folder: &str) -> Vec<Sample> {
    let dir = interop(folder);
    let index = std::fs::read_to_string(dir.join("INDEX.tsv")).unwrap();
    let cells = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>();
    let mut lines = index.lines();
    let head = cells(lines.next().unwrap());
    let sample = |line| {
        let row = cells(line);
        let bytes = std::fs::read(dir.join(format!("{}.gob", row[0]))).unwrap();
        Sample { name: row[0].clone(), bytes, row, head: head.clone(), dir: dir.clone() }
    };
    lines.map(sample).collect()
}

/// The streams that real Go wrote.
pub fn vectors() -> Vec<Sample> {
    let vectors = samples("vectors");
    assert!(vectors.len() >= 100, "{} vectors", vectors.len());
    vectors
}

/// The streams that are wrong, as real Go says.
pub fn faults() -> Vec<Sample> {
    let faults = samples("faults");
    assert!(faults.len() >= 50, "{} faults", faults.len());
    faults
}
