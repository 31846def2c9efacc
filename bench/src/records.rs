//! Short records: seven fields, a line of JSON each.

use crate::values::random;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Default)]
pub struct Record {
    pub id: u64,
    pub user: String,
    pub email: String,
    pub score: f64,
    pub active: bool,
    pub count: i64,
    pub note: String,
}

/// One of sixteen has something to escape; no score is whole, as not all spell these alike.
pub fn records(n: usize) -> Vec<Record> {
    let record = |(i, r): (usize, u64)| Record {
        id: i as u64,
        user: format!("user-{}", r % 100_000),
        email: format!("user-{}@example.com", r % 100_000),
        score: (r % 1000 * 100 + (r >> 20) % 99 + 1) as f64 / 100.0,
        active: r & 1 == 1,
        count: (r >> 32) as i64 % 1000 - 500,
        note: if i % 16 == 0 { "said \"hello\" and left\n" } else { "nothing special to say" }.into(),
    };
    random(n).enumerate().map(record).collect()
}

/// What was read of many records.
#[derive(Default)]
pub struct Tally {
    records: u64,
    sum: f64,
    bytes: usize,
}

impl Tally {
    pub fn add(&mut self, r: &Record) {
        self.records += 1;
        self.sum += r.id as f64 + r.score + r.count as f64 + if r.active { 0.5 } else { 0.0 };
        self.bytes += r.user.len() + r.email.len() + r.note.len();
    }

    pub fn digest(&self) -> String {
        format!("{} records, sum {:.2}, {} bytes of text", self.records, self.sum, self.bytes)
    }
}
