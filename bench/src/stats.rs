//! Medians and ratios.

use crate::column::Sample;

/// The middle one; of an even number the upper one.
pub(crate) fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The median of something for each op.
pub(crate) fn per_op(samples: &[Sample], part: fn(&Sample) -> f64) -> f64 {
    median(samples.iter().map(|s| part(s) / s.ops))
}

/// The time of one by that of another: the median of the ratios within each round, the smallest and the largest.
pub(crate) fn ratio(one: &[Sample], other: &[Sample]) -> [f64; 3] {
    let ratios = || one.iter().zip(other).map(|(a, b)| (a.ns / a.ops) / (b.ns / b.ops));
    [median(ratios()), ratios().fold(f64::INFINITY, f64::min), ratios().fold(0.0, f64::max)]
}
