//! Choices that a case is made by, and their reduction: a case that fails is made again by ever fewer and simpler choices.

/// The choice that picks the first of anything. Not 0, as Go's random numbers would draw that again for ever.
pub(crate) const SIMPLE: u64 = 1 << 33;

/// Choices; when they run out, all others are simple.
#[derive(Clone, Debug)]
pub(crate) struct Choices<'a> {
    rest: std::slice::Iter<'a, u64>,
}

impl<'a> Choices<'a> {
    pub(crate) fn new(list: &'a [u64]) -> Self {
        Choices { rest: list.iter() }
    }

    pub(crate) fn draw(&mut self) -> u64 {
        self.rest.next().copied().unwrap_or(SIMPLE)
    }

    /// A number below `n`, 0 if the choice is simple.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.draw() >> 32) * n as u128) >> 32) as usize
    }

    /// Seldom true.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) + 1 == n
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A number of any length.
    pub(crate) fn number(&mut self) -> u64 {
        let bits = 1 + self.below(64);
        self.draw() >> (64 - bits)
    }
}

/// Choices by which a case still fails and is smaller, or as small by fewer and simpler choices. `fails` gives the size of a case that fails. Tries no more
/// than `tries` times.
pub(crate) fn shrink(mut list: Vec<u64>, mut tries: u32, mut fails: impl FnMut(&[u64]) -> Option<usize>) -> Vec<u64> {
    let Some(size) = fails(&list) else { return list };
    let mut best = (size, list.len(), weight(&list));
    let mut attempt = |list: &mut Vec<u64>, next: Vec<u64>| {
        if tries == 0 || next == *list {
            return false;
        }
        tries -= 1;
        let Some(size) = fails(&next) else { return false };
        let measure = (size, next.len(), weight(&next));
        let better = measure < best;
        if better {
            (best, *list) = (measure, next);
        }
        better
    };
    loop {
        let before = list.clone();
        for size in [256, 64, 16, 8, 4, 3, 2, 1] {
            // From the end, so that what was cut leaves places that were not tried where they are.
            let mut at = list.len().saturating_sub(size);
            loop {
                let mut next = list.clone();
                next.drain(at.min(list.len())..(at + size).min(list.len()));
                attempt(&mut list, next);
                if at == 0 {
                    break;
                }
                at = at.saturating_sub(size);
            }
        }
        for i in 0..list.len() {
            let v = list[i];
            for simpler in [SIMPLE, v & u64::MAX << 60, v & u64::MAX << 52, v & u64::MAX << 32, v / 2, v.saturating_sub(1 << 58)]
            {
                let mut next = list.clone();
                next[i] = simpler;
                if attempt(&mut list, next) {
                    break;
                }
            }
        }
        if list.len() <= 60 {
            for i in 0..list.len() {
                for (from, n) in (1..=12).flat_map(|from| (1..=16).map(move |n| (i + from, n))) {
                    for change in fewer(i, from, n) {
                        let next = change(&list);
                        attempt(&mut list, next);
                    }
                }
            }
        }
        if list == before {
            return list;
        }
    }
}

/// Fewer of what choice `i` counts, or nothing of it, without `n` choices from one on that chose the parts.
fn fewer(i: usize, from: usize, n: usize) -> [impl Fn(&[u64]) -> Vec<u64>; 4] {
    [None, Some(u64::MAX), Some(1 << 61), Some(1 << 59)].map(|less| {
        move |list: &[u64]| {
            let mut next = list.to_vec();
            next.drain(from.min(list.len())..(from + n).min(list.len()));
            match (less, next.get_mut(i)) {
                (None, Some(_)) => drop(next.remove(i)),
                (Some(less), Some(v)) => *v = v.saturating_sub(less).max(SIMPLE),
                _ => {}
            }
            next
        }
    })
}

fn weight(list: &[u64]) -> u128 {
    list.iter().map(|&v| if v == SIMPLE { 0 } else { u128::from(v) + 1 }).sum()
}
