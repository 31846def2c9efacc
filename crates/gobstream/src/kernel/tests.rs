//! Each loop against its plain twin: every length around every block, every mix of widths, cut at every byte, and at random.

use super::{Number, SPARE, read, read_texts, str_of, write};
use crate::wire::{EncodeBuffer, MAX_NUMBER};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A number that takes so many digits, or stands alone; at both ends of the width more often than not.
    fn wide(&mut self, digits: usize) -> u64 {
        let (least, most) = match digits {
            0 => (0, 127),
            1 => (128, 255),
            n => (1 << (8 * (n - 1)), u64::MAX >> (64 - 8 * n)),
        };
        match self.below(4) {
            0 => least,
            1 => most,
            _ => least + self.next() % (most - least).max(1),
        }
    }

    /// Numbers in stretches of one width, and between them numbers of any.
    fn numbers(&mut self, n: usize) -> Vec<u64> {
        let mut numbers = Vec::new();
        while numbers.len() < n {
            let (digits, is_mixed) = (self.below(9), self.below(3) == 0);
            for _ in 0..1 + self.below(40) {
                let digits = if is_mixed { self.below(9) } else { digits };
                numbers.push(self.wide(digits));
            }
        }
        numbers.truncate(n);
        numbers
    }
}

fn bytes_of(numbers: &[u64]) -> Vec<u8> {
    let mut buffer = EncodeBuffer::new();
    numbers.iter().for_each(|&v| buffer.put_uint(v));
    buffer.into_vec()
}

/// Reads in all ways that this processor has, with room for `n` numbers.
fn reads_alike<T: Number + PartialEq + core::fmt::Debug>(bytes: &[u8], n: usize, zero: T) {
    let (mut fast, mut plain) = (vec![zero; n], vec![zero; n]);
    let (one, other) = (read(bytes, &mut fast), super::read::plain(bytes, &mut plain));
    assert_eq!(one, other, "{n} numbers of {bytes:02x?}");
    // What stands behind the last good number is nobody's.
    assert!(fast[..one.1] == plain[..one.1], "{n} numbers of {bytes:02x?}");
    let mut blocks = vec![zero; n];
    let (used, m) = super::read::blocks(bytes, &mut blocks, false);
    assert!(used <= other.0 && m <= other.1 && blocks[..m] == plain[..m], "{n} numbers of {bytes:02x?}");
}

fn all_read_alike(bytes: &[u8], n: usize) {
    reads_alike::<i32>(bytes, n, 0);
    reads_alike::<i64>(bytes, n, 0);
    reads_alike::<u32>(bytes, n, 0);
    reads_alike::<u64>(bytes, n, 0);
}

fn floats_read_alike(bytes: &[u8], n: usize) {
    let (mut fast, mut plain) = (vec![0f64; n], vec![0f64; n]);
    assert_eq!(read::<f64>(bytes, &mut fast), super::read::plain(bytes, &mut plain));
    assert!(fast.iter().map(|v| v.to_bits()).eq(plain.iter().map(|v| v.to_bits())), "{n} numbers of {bytes:02x?}");
}

/// Writes in all ways that this processor has.
fn writes_alike<T: Copy>(items: &[T], number: impl Fn(T) -> u64) {
    let room = items.len() * MAX_NUMBER + SPARE;
    let mut plain = vec![0; room];
    let n = super::write::plain(items, &mut plain, &number);
    let (mut fast, mut blocks) = (vec![0; room], vec![0; room]);
    let m = write(items, &mut fast, &number);
    assert_eq!(fast[..m], plain[..n]);
    let (done, m) = super::write::write_blocks(items, &mut blocks, &number);
    let m = m + super::write::plain(&items[done..], &mut blocks[m..], &number);
    assert_eq!(blocks[..m], plain[..n]);
}

fn all_written_alike(numbers: &[u64]) {
    writes_alike(numbers, |v| v);
    let ints: Vec<i64> = numbers.iter().map(|&v| crate::wire::int(v)).collect();
    writes_alike(&ints, |v: i64| (v << 1 ^ v >> 63) as u64);
    let floats: Vec<f64> = numbers.iter().map(|&v| crate::wire::float(v)).collect();
    writes_alike(&floats, |v: f64| v.to_bits().swap_bytes());
    let short: Vec<i32> = numbers.iter().map(|&v| v as i32).collect();
    writes_alike(&short, |v: i32| (i64::from(v) << 1 ^ i64::from(v) >> 63) as u64);
}

#[test]
fn every_length_of_every_width_is_read_and_written_as_by_the_plain_twins() {
    let mut random = Random(1);
    for digits in 0..9 {
        for n in 0..70 {
            let numbers: Vec<u64> = (0..n).map(|_| random.wide(digits)).collect();
            all_written_alike(&numbers);
            all_read_alike(&bytes_of(&numbers), n);
            floats_read_alike(&bytes_of(&numbers), n);
        }
    }
}

#[test]
fn one_number_of_another_width_in_any_place_is_told() {
    let mut random = Random(2);
    for (digits, other) in (0..9).flat_map(|d| (0..9).map(move |o| (d, o))) {
        for at in 0..20 {
            let mut numbers: Vec<u64> = (0..40).map(|_| random.wide(digits)).collect();
            numbers[at] = random.wide(other);
            all_written_alike(&numbers);
            all_read_alike(&bytes_of(&numbers), numbers.len());
        }
    }
}

#[test]
fn what_is_cut_at_any_byte_is_read_up_to_there() {
    let mut random = Random(3);
    for _ in 0..20 {
        let bytes = bytes_of(&random.numbers(50));
        (0..=bytes.len()).for_each(|cut| all_read_alike(&bytes[..cut], 50));
    }
}

#[test]
fn padded_numbers_and_bytes_that_begin_none_are_read_as_by_the_plain_twin() {
    let mut random = Random(4);
    for _ in 0..2000 {
        let mut bytes = bytes_of(&random.numbers(40));
        for _ in 0..1 + random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = random.next() as u8;
        }
        all_read_alike(&bytes, 40);
    }
    let padded: Vec<u8> = (0..40).flat_map(|i| [0xf8, 0, 0, 0, 0, 0, 0, 0, i]).collect();
    all_read_alike(&padded, 40);
}

#[test]
fn texts_are_checked_as_by_the_plain_twin() {
    let mut random = Random(5);
    for n in 0..80 {
        for _ in 0..20 {
            let mut bytes: Vec<u8> = (0..n).map(|_| random.next() as u8 & 0x7f).collect();
            if n > 0 && random.below(2) == 0 {
                let at = random.below(n);
                bytes[at] |= 0x80;
            }
            assert_eq!(str_of(&bytes), core::str::from_utf8(&bytes));
            assert_eq!(
                str_of(&"ü€x".as_bytes()[..n.min(6)]).is_ok(),
                core::str::from_utf8(&"ü€x".as_bytes()[..n.min(6)]).is_ok()
            );
        }
    }
}

/// Runs of counts and texts, ASCII or not, cut at every byte, are split as one by one; what no run can hold ends it.
#[test]
fn runs_of_texts_are_split_as_one_by_one() {
    let mut random = Random(7);
    for _ in 0..200 {
        let mut bytes = Vec::new();
        for _ in 0..random.below(12) {
            let text: String = (0..random.below(150)).map(|_| if random.below(9) == 0 { 'ü' } else { 'x' }).collect();
            if text.len() < 128 {
                bytes.push(text.len() as u8);
            } else {
                bytes.extend([0xff, text.len() as u8]);
            }
            bytes.extend(text.as_bytes());
        }
        for cut in 0..=bytes.len() {
            let run =
                core::str::from_utf8(&bytes[..cut]).unwrap_or_else(|e| core::str::from_utf8(&bytes[..e.valid_up_to()]).unwrap());
            let mut texts = [None; 8];
            let used = read_texts(run, &mut texts.iter_mut(), &mut |item, text, _| *item = Some(text));
            let (mut rest, mut n) = (run.as_bytes(), 0);
            while let Some((&count, tail)) = rest.split_first().filter(|_| n < texts.len()) {
                let Some(text) = tail.get(..usize::from(count)).filter(|_| count < 128) else { break };
                assert_eq!(texts[n].map(str::as_bytes), Some(text));
                (rest, n) = (&tail[text.len()..], n + 1);
            }
            assert!(used == run.len() - rest.len() && texts[n..].iter().all(Option::is_none), "{cut} of {bytes:02x?}");
        }
    }
}

/// As many lists as GOBSTREAM_KERNELS says, of 8 to 200 numbers; 20,000 without. docs/performance.md names the seed of a long run.
#[test]
fn lists_at_random_are_read_and_written_as_by_the_plain_twins() {
    #[cfg(feature = "std")]
    let n = std::env::var("GOBSTREAM_KERNELS").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000);
    #[cfg(not(feature = "std"))]
    let n = 20_000;
    let mut random = Random(6);
    for _ in 0..n {
        let len = 8 + random.below(192);
        let numbers = random.numbers(len);
        let bytes = bytes_of(&numbers);
        match random.below(4) {
            0 => writes_alike(&numbers, |v| v),
            1 => reads_alike::<i64>(&bytes, len, 0),
            2 => reads_alike::<i32>(&bytes, len, 0),
            _ => {
                let floats: Vec<f64> = numbers.iter().map(|&v| crate::wire::float(v)).collect();
                writes_alike(&floats, |v: f64| v.to_bits().swap_bytes());
            }
        }
    }
}
