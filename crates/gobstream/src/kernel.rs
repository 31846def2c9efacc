//! The loops over slices that most time goes into, each with a plain twin that says what it must do: the oracle of the tests here.
//!
//! Numbers stand in gob at widths of their own, so where one begins depends on all before it, and how long it gets on its value. Going from one to the
//! next costs more than all else. But neighbours are mostly of one width: so blocks of eight are looked at together, and if all are
//! alike, all places are known at once. Where they are not, numbers are taken one by one without a branch on the width, which nobody can
//! predict, and blocks are tried again after a while.

mod avx2;
mod read;
#[cfg(test)]
mod tests;
mod text;
mod write;

pub(crate) use read::{Number, read};
pub(crate) use text::{append, read_texts, str_of};
pub(crate) use write::{SPARE, plain as write_plain, write};

/// Blocks that are taken one by one, once one was not alike: this many at first, doubled up to that many.
const PATIENCE: (usize, usize) = (1, 8);
