//! What is shown in the end.

use crate::Result;
use crate::column::Sample;
use crate::gates::{self, OURS};
use crate::stats::{per_op, ratio};
use jsonstream::{Layout, WriteOptions, Writer};

pub(crate) const HEAD: &str = "| row | ns/op | v2 | allocs, bytes | peak | ours by others |\n|---|--:|--:|--:|--:|---|\n";

/// The samples of one row, column by column; ours is the first.
pub(crate) struct Table {
    pub(crate) row: String,
    pub(crate) columns: Vec<Column>,
}

pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) samples: Vec<Sample>,
    pub(crate) note: String,
    /// Growth of memory in the first op, in bytes.
    pub(crate) peak: Option<u64>,
}

impl Column {
    fn ns(&self) -> f64 {
        per_op(&self.samples, |s| s.ns)
    }

    fn is_ours(&self) -> bool {
        OURS.contains(&self.name.as_str())
    }
}

/// How ours compares with another column.
struct Ratio<'a> {
    other: &'a Column,
    /// Median, least, most.
    ratio: [f64; 3],
    gate: Option<f64>,
}

impl Ratio<'_> {
    fn is_missed(&self) -> bool {
        self.gate.is_some_and(|most| self.ratio[0] > most)
    }

    /// `Go **0.091** (≤ 0.1)`; bold if the gate is missed.
    fn text(&self) -> String {
        let number = short(self.ratio[0]);
        let number = if self.is_missed() { format!("**{number}**") } else { number };
        let gate = self.gate.map_or(String::new(), |most| format!(" (≤ {})", short(most)));
        format!("{} {number}{gate}", self.other.name)
    }
}

/// Three digits.
fn short(v: f64) -> String {
    if v < 0.0995 { format!("{v:.3}") } else { format!("{v:.2}") }
}

fn time(ns: f64) -> String {
    match ns {
        ..100.0 => format!("{ns:.1}"),
        ..1e6 => format!("{ns:.0}"),
        _ => format!("{:.2} ms", ns / 1e6),
    }
}

fn mib(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

impl Table {
    fn ours(&self) -> &Column {
        &self.columns[0]
    }

    fn named(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|c| c.name == name)
    }

    /// The column that is compared is the one of the gate; the plain build if there is none.
    fn ratios(&self) -> impl Iterator<Item = Ratio<'_>> {
        self.columns.iter().filter(|c| !c.is_ours()).map(|other| {
            let gate = gates::gate(&self.row, &other.name);
            let ours = gate.and_then(|(column, _)| self.named(column)).unwrap_or(self.ours());
            Ratio { other, ratio: ratio(&ours.samples, &other.samples), gate: gate.map(|(_, most)| most) }
        })
    }

    /// What is below its gate.
    pub(crate) fn missed(&self) -> Vec<String> {
        let slow = self.ratios().filter(Ratio::is_missed).map(|r| format!("{}: {}", self.row, r.text()));
        let most = gates::peak(&self.row).unwrap_or(u64::MAX);
        let large = self.ours().peak.filter(|&peak| peak > most);
        slow.chain(large.map(|peak| format!("{}: peak {} (≤ {})", self.row, mib(peak), mib(most)))).collect()
    }

    pub(crate) fn line(&self) -> String {
        let ours = self.ours();
        let v2 = self.named(OURS[1]).map_or(String::new(), |c| time(c.ns()));
        let (allocations, bytes) = (per_op(&ours.samples, |s| s.allocations), per_op(&ours.samples, |s| s.bytes));
        let peaks = self.columns.iter().filter_map(|c| Some(format!("{} {}", c.name, mib(c.peak?))));
        let notes = self.columns.iter().filter(|c| !c.note.is_empty()).map(|c| format!("{}: {}", c.name, c.note));
        let others: Vec<String> = self.ratios().map(|r| r.text()).chain(notes).collect();
        format!(
            "| {} | {} | {v2} | {allocations:.0}, {bytes:.0} | {} | {} |\n",
            self.row,
            time(ours.ns()),
            peaks.collect::<Vec<_>>().join(", "),
            others.join("; ")
        )
    }
}

/// All figures: `{"rounds": …, "rows": [{"row": …, "columns": [{"name": …, "ns": …, …}, …]}, …]}`.
pub(crate) fn json(tables: &[Table], rounds: usize) -> Result<Vec<u8>> {
    let options = WriteOptions { layout: Layout::Fit { indent: "  ".into(), width: 120 }, ..WriteOptions::lines() };
    let mut w = Writer::with_options(Vec::new(), &options);
    w.begin_object()?;
    w.key("rounds")?;
    w.u64(rounds as u64)?;
    w.key("rows")?;
    w.begin_array()?;
    for table in tables {
        w.begin_object()?;
        w.key("row")?;
        w.str(&table.row)?;
        w.key("columns")?;
        w.begin_array()?;
        table.columns.iter().try_for_each(|column| json_column(&mut w, column, table))?;
        w.end_array()?;
        w.end_object()?;
    }
    w.end_array()?;
    w.end_object()?;
    Ok(w.finish()?)
}

/// `ratio` is ours by this one, as in the table.
fn json_column(w: &mut Writer<Vec<u8>>, column: &Column, table: &Table) -> jsonstream::Result<()> {
    w.begin_object()?;
    w.key("name")?;
    w.str(&column.name)?;
    let samples = &column.samples;
    let (allocations, bytes) = (per_op(samples, |s| s.allocations), per_op(samples, |s| s.bytes));
    for (name, number) in [("ns", column.ns()), ("allocations", allocations), ("bytes", bytes)] {
        w.key(name)?;
        w.f64(number)?;
    }
    if let Some(peak) = column.peak {
        w.key("peak")?;
        w.u64(peak)?;
    }
    if let Some(r) = table.ratios().find(|r| r.other.name == column.name) {
        for (name, number) in ["ratio", "ratio_min", "ratio_max"].into_iter().zip(r.ratio) {
            w.key(name)?;
            w.f64(number)?;
        }
        if let Some(most) = r.gate {
            w.key("gate")?;
            w.f64(most)?;
        }
    }
    w.end_object()
}
