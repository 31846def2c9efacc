//! Sources without end: a limit must speak before all is read, and a window may hold no more than has come.

use crate::attack::{MIB, on_a_small_stack};
use crate::common::build::{self, *};
use crate::meter;
use gobstream::{ErrorKind, Limits, Options, Stream};
use std::io::{self, Read};

/// These bytes, then the same byte so many times, and what was read in all.
struct Endless {
    head: io::Cursor<Vec<u8>>,
    left: u64,
    read: u64,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.head.read(buffer)?;
        self.read += n as u64;
        if n > 0 || self.left == 0 {
            return Ok(n);
        }
        let n = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        buffer[..n].fill(b'x');
        self.left -= n as u64;
        self.read += n as u64;
        Ok(n)
    }
}

/// How reading ends, how much was read of the source, and the peak.
fn read(head: Vec<u8>, left: u64, limits: Limits) -> (Option<ErrorKind>, u64, usize) {
    on_a_small_stack(|| {
        let mut source = Endless { head: io::Cursor::new(head), left, read: 0 };
        meter::restart();
        let mut stream = Stream::from_reader_with(&mut source, Options::new().limits(limits));
        let error = loop {
            match stream.next_value() {
                Ok(Some(_)) => {}
                Ok(None) => break None,
                Err(error) => break Some(error.kind()),
            }
        };
        drop(stream);
        (error, source.read, meter::peak())
    })
}

/// A message of nearly 8 GiB that begins like this.
fn endless(head: &[u8]) -> Vec<u8> {
    [uint((1 << 33) - 1), head.to_vec()].concat()
}

#[test]
fn a_name_in_a_definition_is_refused_before_it_is_read() {
    for name in [vec![3, 1, 1], vec![3, 2, 1, 1]] {
        let head = endless(&[int(-64), name, uint(1 << 30)].concat());
        let (kind, taken, peak) = read(head, 1 << 30, Limits::default());
        assert_eq!(kind, Some(ErrorKind::Corrupt));
        assert!(taken <= 128 << 10 && peak <= MIB, "{taken} bytes read, {peak} bytes at the most");
    }
}

#[test]
fn a_name_in_an_interface_is_refused_before_it_is_read() {
    let head = [slice(64, INTERFACE), endless(&[int(64), vec![0, 1], uint(1 << 30)].concat())].concat();
    let (kind, taken, peak) = read(head, 1 << 30, Limits::default());
    assert_eq!(kind, Some(ErrorKind::Corrupt));
    assert!(taken <= 128 << 10 && peak <= MIB, "{taken} bytes read, {peak} bytes at the most");
}

#[test]
fn a_window_grows_with_what_has_come_and_not_with_what_is_promised() {
    for id in [STRING, BYTES] {
        let head = endless(&[int(id), vec![0], uint(1 << 32)].concat());
        for come in [0, 1 << 10, 1 << 20, 10 << 20] {
            let (kind, taken, peak) = read(head.clone(), come, Limits::default());
            assert_eq!((kind, taken), (Some(ErrorKind::Truncated), head.len() as u64 + come));
            assert!(peak as u64 <= 2 * come + (256 << 10), "{peak} bytes at the most for {come}");
        }
    }
}

#[test]
fn stray_bytes_are_passed_over_in_a_small_window() {
    let head = endless(&[int(INT), vec![0, 6]].concat());
    let (kind, taken, peak) = read(head.clone(), 50 << 20, Limits::default());
    assert_eq!((kind, taken), (Some(ErrorKind::Truncated), head.len() as u64 + (50 << 20)));
    assert!(peak <= 256 << 10, "{peak} bytes at the most");
}

#[test]
fn a_long_list_is_walked_in_a_small_window() {
    let head = endless(&[int(64), vec![0], uint(1 << 32)].concat());
    for elem in [INT, STRING] {
        let start = [slice(64, elem), head.clone()].concat();
        let peak = on_a_small_stack(|| {
            // A byte `x` is the int 60, or announces a string of 120 bytes.
            let mut source = Endless { head: io::Cursor::new(start.clone()), left: 20 << 20, read: 0 };
            meter::restart();
            let mut stream = Stream::from_reader(&mut source);
            let error = loop {
                match stream.next_event() {
                    Ok(Some(_)) => {}
                    Ok(None) => break None,
                    Err(error) => break Some(error.kind()),
                }
            };
            assert_eq!(error, Some(ErrorKind::Truncated));
            meter::peak()
        });
        assert!(peak <= 256 << 10, "{peak} bytes at the most");
    }
}

#[test]
fn the_limit_on_messages_is_kept() {
    let limits = Limits { message: 1 << 20, ..Limits::default() };
    let head = |n| [uint(n), int(STRING), vec![0], uint(n - 10)].concat();
    assert_eq!(read(head(1 << 20), 2 << 20, limits.clone()).0, Some(ErrorKind::TooBig));
    let whole = single(STRING, &build::text(&vec![b'x'; (1 << 20) - 10]));
    assert_eq!(read(whole, 0, limits).0, None);
}

#[test]
fn the_limit_on_memory_is_kept() {
    for memory in [64 << 10, 1 << 20, 16 << 20] {
        let limits = Limits { memory, memory_per_byte: 1, ..Limits::default() };
        // Two million empty strings: 32 bytes each in a value, one byte each in the stream.
        let body = [uint(2_000_000), times(2_000_000, &[0])].concat();
        let (kind, _, peak) = read([slice(64, STRING), single(64, &body)].concat(), 0, limits);
        assert_eq!(kind, Some(ErrorKind::TooBig));
        assert!(peak as u64 <= memory.max(2_000_000) + (256 << 10), "{peak} bytes at the most for memory={memory}");
    }
}
