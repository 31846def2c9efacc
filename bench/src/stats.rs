//! Medians and ratios.

use crate::column::Sample;

/// The middle one; of an even number the upper one.
pub(crate) fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Figures of one column in one row.
pub(crate) struct Figures {
    pub(crate) ns: f64,
    pub(crate) allocations: f64,
    pub(crate) bytes: f64,
    /// To the first column: median of the ratios within each round, the smallest and the largest.
    pub(crate) ratio: (f64, f64, f64),
}

pub(crate) fn figures(samples: &[Sample], first: &[Sample]) -> Figures {
    let per_op = |part: fn(&Sample) -> f64| median(samples.iter().map(|s| part(s) / s.ops));
    let ratios = || samples.iter().zip(first).map(|(s, f)| (s.ns / s.ops) / (f.ns / f.ops));
    let (least, most) = (ratios().fold(f64::INFINITY, f64::min), ratios().fold(0.0, f64::max));
    Figures {
        ns: per_op(|s| s.ns),
        allocations: per_op(|s| s.allocations),
        bytes: per_op(|s| s.bytes),
        ratio: (median(ratios()), least, most),
    }
}
