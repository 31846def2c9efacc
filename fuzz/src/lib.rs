//! Attacks on gobstream and jsonstream: seeds, mutations that know the formats, and what must hold of any input.
//!
//! The same oracles serve two engines: `cargo fuzz`, led by coverage, and `mutate`, which counts and repeats.
#![allow(clippy::missing_panics_doc, reason = "an oracle panics when it is broken; that is all it does")]

pub mod bytes;
pub mod gob;
pub mod json;
#[path = "../../crates/gobstream/tests/common/meter.rs"]
pub mod meter;
pub mod oracle;
pub mod random;
pub mod seeds;

use random::Random;

/// What inputs of a target look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A gob stream.
    Gob,
    /// JSON text.
    Json,
    /// The typed form of a gob stream.
    Typed,
    /// Bytes that stand for calls.
    Calls,
}

impl Format {
    /// What inputs are made from.
    pub fn seeds(self) -> Vec<Vec<u8>> {
        match self {
            Format::Gob => seeds::gob(),
            Format::Json => seeds::json(),
            Format::Typed => seeds::typed(),
            Format::Calls => vec![vec![1, 4, 0, 5, 6, 2, 4, 1, 3, 3], (0..=255).collect()],
        }
    }

    /// An input made from one seed or two.
    pub fn mutate(self, seed: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
        match self {
            Format::Gob => gob::mutate(seed, other, random),
            Format::Json | Format::Typed => json::mutate(seed, other, random),
            Format::Calls => (0..random.below(200)).map(|_| random.any() as u8).collect(),
        }
    }
}

/// Something that is attacked.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which `cargo fuzz run` takes too.
    pub name: &'static str,
    /// What inputs look like.
    pub format: Format,
    /// Panics if what must hold does not.
    pub run: fn(&[u8]),
}

/// All targets.
pub const TARGETS: [Target; 16] = {
    use Format::{Calls, Gob, Json, Typed};
    use oracle::{gob, json, typed, writer};
    const fn target(name: &'static str, format: Format, run: fn(&[u8])) -> Target {
        Target { name, format, run }
    }
    [
        target("gob_read", Gob, gob::read),
        target("gob_push", Gob, gob::push),
        target("gob_typed", Gob, typed::decode_any),
        target("gob_write", Gob, gob::write),
        target("gob_replay", Gob, gob::replay),
        target("gob_explain", Gob, gob::explain),
        target("gob_recover", Gob, gob::recover),
        target("gob_picture", Gob, gob::picture),
        target("gob_typed_form", Gob, gob::typed_form),
        target("gob_from_typed", Typed, gob::from_typed),
        target("gob_serde", Gob, gob::serde),
        target("json_read", Json, json::read),
        target("json_parse", Json, json::parse),
        target("json_lazy", Json, json::lazy),
        target("json_types", Json, json::types),
        target("json_write", Calls, writer::calls),
    ]
};

/// The body of a target of `cargo fuzz`: its oracle, and mutations that know the format beside those that do not.
#[macro_export]
macro_rules! fuzz {
    ($name:literal) => {
        libfuzzer_sys::fuzz_target!(|input: &[u8]| $crate::run($name, input));
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max: usize, seed: u32| {
            if seed % 2 == 0 {
                libfuzzer_sys::fuzzer_mutate(data, size, max)
            } else {
                $crate::mutate_in_place($name, data, size, max, seed)
            }
        });
    };
}

fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("no target {name}"))
}

/// Runs a target.
pub fn run(name: &str, input: &[u8]) {
    (target(name).run)(input);
}

/// Mutates the first `size` bytes of `data`, which has room for `max`; the new size.
pub fn mutate_in_place(name: &str, data: &mut [u8], size: usize, max: usize, seed: u32) -> usize {
    let made = target(name).format.mutate(&data[..size], &data[..size], &mut Random::new(u64::from(seed)));
    let n = made.len().min(max).min(data.len());
    data[..n].copy_from_slice(&made[..n]);
    n
}
