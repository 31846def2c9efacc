//! What is shown in the end.

use crate::Result;
use crate::column::Sample;
use crate::stats::{Figures, figures};
use jsonstream::{Layout, WriteOptions, Writer};
use std::fmt::Write;

/// The samples of one row, column by column.
pub(crate) struct Table {
    pub(crate) row: String,
    pub(crate) columns: Vec<(String, Vec<Sample>)>,
}

impl Table {
    fn figures(&self) -> impl Iterator<Item = (&str, Figures)> {
        let first = self.columns.first().map_or(&[][..], |(_, samples)| samples);
        self.columns.iter().map(move |(name, samples)| (name.as_str(), figures(samples, first)))
    }
}

/// A line for each row and column.
pub(crate) fn markdown(tables: &[Table]) -> String {
    let mut text = String::from("| row | | ns/op | ratio | min..max | allocs/op | bytes/op |\n|---|---|--:|--:|--:|--:|--:|\n");
    for table in tables {
        for (i, (name, f)) in table.figures().enumerate() {
            let row = if i == 0 { &table.row } else { "" };
            let (median, least, most) = f.ratio;
            let ratio = if i == 0 { "1 | ".into() } else { format!("**{median:.3}** | {least:.3}..{most:.3}") };
            let (ns, allocations, bytes) = (f.ns, f.allocations, f.bytes);
            // Writing to a String cannot fail.
            let _ = writeln!(text, "| {row} | {name} | {ns:.0} | {ratio} | {allocations:.1} | {bytes:.0} |");
        }
    }
    text
}

/// All figures: `[{"row": …, "columns": [{"name": …, "ns": …, …}, …]}, …]` under `rows`.
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
        table.figures().try_for_each(|(name, f)| json_column(&mut w, name, &f))?;
        w.end_array()?;
        w.end_object()?;
    }
    w.end_array()?;
    w.end_object()?;
    Ok(w.finish()?)
}

fn json_column(w: &mut Writer<Vec<u8>>, name: &str, f: &Figures) -> jsonstream::Result<()> {
    let (median, least, most) = f.ratio;
    let numbers = [("ns", f.ns), ("ratio", median), ("ratio_min", least), ("ratio_max", most)];
    w.begin_object()?;
    w.key("name")?;
    w.str(name)?;
    for (key, number) in numbers.into_iter().chain([("allocations", f.allocations), ("bytes", f.bytes)]) {
        w.key(key)?;
        w.f64(number)?;
    }
    w.end_object()
}
