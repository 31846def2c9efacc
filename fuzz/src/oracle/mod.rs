//! What must hold of any input, by target.

pub mod gob;
pub mod json;
pub mod typed;
pub mod writer;

use crate::meter;

/// Bytes that reading may take at the most: the limit that the oracles set, a few times over, and in proportion to the input.
pub const MEMORY: usize = 1 << 20;

/// Runs a job and panics if it allocates more than inputs of this size may cause.
fn bounded<T>(input: &[u8], what: &str, job: impl FnOnce() -> T) -> T {
    let (done, peak) = meter::peak_of(job);
    let allowed = 8 * MEMORY + 512 * input.len();
    assert!(peak <= allowed, "{what}: {peak} bytes allocated at once for {} of input, {allowed} allowed", input.len());
    done
}

/// A number made of the whole input: what an oracle chooses by it is the same each time.
fn sum(input: &[u8]) -> u64 {
    input.iter().fold(input.len() as u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)))
}

/// Sizes of pieces in which an input arrives, made from the input itself: the same input is always cut the same.
fn cuts(input: &[u8]) -> impl FnMut() -> usize + use<> {
    let mut random = crate::random::Random::new(sum(input));
    let most = [1, 2, 7, 67][random.below(4)];
    move || 1 + random.below(most)
}
