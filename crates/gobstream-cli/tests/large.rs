//! One value of any size in 64 MiB of memory, and how long the command takes to start.
//!
//! `GOBSTREAM_LARGE=2GiB cargo test --release -p gobstream-cli --test large -- --nocapture` prints the figures that stand in the block under
//! "The command" in docs/performance.md, and no other figures of that page; without the variable the value has 8 MiB.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are not taken for tests")]

use std::io::{BufWriter, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Address space of the command, in KiB: more than it can have resident.
const MEMORY: u64 = 64 << 10;

/// Elements of each list in the map.
const FLOATS: u64 = 1000;

fn put_uint(out: &mut Vec<u8>, v: u64) {
    let bytes = v.to_be_bytes();
    match v {
        0..128 => out.push(v as u8),
        _ => {
            let digits = &bytes[v.leading_zeros() as usize / 8..];
            out.push(0u8.wrapping_sub(digits.len() as u8));
            out.extend_from_slice(digits);
        }
    }
}

fn put_message(out: &mut Vec<u8>, body: &[u8]) {
    put_uint(out, body.len() as u64);
    out.extend_from_slice(body);
}

/// The head of a stream of one `map[string][]float64` of so many bytes at least: all but the entries, how many there are, and one.
fn map(size: u64) -> (Vec<u8>, u64, impl Fn(u64) -> Vec<u8>) {
    let floats: Vec<u8> = (0..FLOATS).fold(Vec::new(), |mut all, i| {
        put_uint(&mut all, (0.1 + i as f64).to_bits().swap_bytes());
        all
    });
    let entry = move |i: u64| {
        let mut entry = vec![9];
        entry.extend_from_slice(format!("k{i:08}").as_bytes());
        put_uint(&mut entry, FLOATS);
        entry.extend_from_slice(&floats);
        entry
    };
    let one = entry(0).len() as u64;
    let count = size.div_ceil(one);
    let mut head = Vec::new();
    put_message(&mut head, b"\xff\x81\x02\x01\x02\xff\x82\x00\x01\x08\x00\x00");
    put_message(&mut head, b"\xff\x83\x04\x01\x02\xff\x84\x00\x01\x0c\x01\xff\x82\x00\x00");
    let mut value = b"\xff\x84\x00".to_vec();
    put_uint(&mut value, count);
    put_uint(&mut head, value.len() as u64 + count * one);
    head.extend_from_slice(&value);
    (head, count, entry)
}

/// Feeds the map to a run in little memory; gives its last line and its lines.
fn run(args: &str, size: u64) -> (String, u64) {
    let line = format!("ulimit -v {MEMORY}; exec {} {args}", env!("CARGO_BIN_EXE_gob"));
    let begun = Instant::now();
    let mut child = Command::new("sh").arg("-c").arg(line).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let input = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || {
        let (head, count, entry) = map(size);
        let mut input = BufWriter::with_capacity(1 << 16, input);
        input.write_all(&head).unwrap();
        (0..count).for_each(|i| input.write_all(&entry(i)).unwrap());
    });
    let (mut last, mut lines) = (Vec::new(), 0);
    let mut buffer = vec![0; 1 << 16];
    let mut output = child.stdout.take().unwrap();
    while let Ok(n @ 1..) = output.read(&mut buffer) {
        lines += buffer[..n].iter().filter(|&&b| b == b'\n').count() as u64;
        last.extend_from_slice(&buffer[..n]);
        last.drain(..last.len().saturating_sub(100));
    }
    feeder.join().unwrap();
    assert!(child.wait().unwrap().success(), "{args}");
    println!("gob {args}: {} MiB in {:.1} s, in at most {} MiB", size >> 20, begun.elapsed().as_secs_f64(), MEMORY >> 10);
    (String::from_utf8_lossy(&last).into_owned(), lines)
}

#[test]
fn one_value_of_any_size_in_little_memory() {
    let size = match std::env::var("GOBSTREAM_LARGE") {
        Ok(text) => text.trim_end_matches("GiB").parse::<u64>().unwrap() << 30,
        Err(_) => 8 << 20,
    };
    let count = map(size).1;
    assert_eq!(run("--each .", size).1, count);
    let (last, lines) = run("explain --list", size);
    assert!(lines == 4 && last.contains("value 1: map[string]"), "{last}");
    assert!(run("check", size).0.ends_with("1 stream, 2 types, 1 value\n"));
    assert!(run("-c", size).0.ends_with(".1]}\n"));
    assert_eq!(run("convert --each . --to ndjson", size).1, count);
    assert_eq!(run("convert --each . --to csv", size).1, count + 1);
    assert!(run("convert --to ndjson", size).0.ends_with(".1]}\n"));
}

#[test]
fn it_starts_at_once() {
    let start = || {
        let begun = Instant::now();
        let run = Command::new(env!("CARGO_BIN_EXE_gob")).arg("samples/login.gob").stdout(Stdio::null()).status().unwrap();
        assert!(run.success());
        begun.elapsed()
    };
    let mut all: Vec<Duration> = (0..100).map(|_| start()).collect();
    all.sort();
    println!("gob login.gob: {:.1} ms at best, {:.1} ms in the middle of 100", ms(all[0]), ms(all[50]));
    assert!(ms(all[0]) < 50.0);
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
