//! Random numbers that are the same for the same seed.

/// A generator (xorshift with a multiplication), seeded by any number.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Neighbouring seeds give unlike sequences.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Any number.
    pub fn any(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `n`; 0 if there is none.
    pub fn below(&mut self, n: usize) -> usize {
        (self.any() >> 16) as usize % n.max(1)
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}
