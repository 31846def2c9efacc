//! One value that is far larger than the memory it takes to explain, check and declare it: the small twin of the figures in
//! `docs/performance.md`.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are not taken for tests")]

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

/// Bytes of the value.
const VALUE: usize = 24 << 20;

/// KiB that a run may take.
const MOST: u64 = 16 << 10;

fn uint(v: u64) -> Vec<u8> {
    if v < 0x80 {
        return vec![v as u8];
    }
    let n = 8 - v.leading_zeros() as usize / 8;
    [vec![(n as u8).wrapping_neg()], v.to_be_bytes()[8 - n..].to_vec()].concat()
}

fn message(body: &[u8]) -> Vec<u8> {
    [uint(body.len() as u64), body.to_vec()].concat()
}

/// A map[string][]float64 in one message.
fn large() -> Vec<u8> {
    let list: Vec<u8> = (0..10_000).flat_map(|i| uint((f64::from(i) / 3.0).to_bits().swap_bytes())).collect();
    let list = [uint(10_000), list].concat();
    let n = VALUE / list.len();
    let mut body = [vec![0xff, 0x80, 0], uint(n as u64)].concat();
    for i in 0..n {
        body.extend_from_slice(&[vec![7], format!("key{i:04}").into_bytes(), list.clone()].concat());
    }
    let map = message(b"\x7f\x04\x01\x02\xff\x80\x00\x01\x0c\x01\xff\x82\x00\x00");
    let slice = message(b"\xff\x81\x02\x01\x02\xff\x82\x00\x01\x08\x00\x00");
    [map, slice, message(&body)].concat()
}

/// The most memory that a process has taken, in KiB.
fn peak(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// A map whose only key is a `[]int` in as many bytes, in one message.
fn large_key() -> Vec<u8> {
    let key = [uint(VALUE as u64), vec![2; VALUE]].concat();
    let body = [vec![0xff, 0x80, 0, 1], key, vec![2]].concat();
    let map = message(b"\x7f\x04\x01\x02\xff\x80\x00\x01\xff\x82\x01\x04\x00\x00");
    let slice = message(b"\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00");
    [map, slice, message(&body)].concat()
}

/// Runs the command over all bytes but the last, looks at its memory, and brings it to its end.
fn takes_little(args: &[&str], bytes: &[u8], end: &str) {
    let (most, last) = bytes.split_at(bytes.len() - 1);
    let mut command = Command::new(env!("CARGO_BIN_EXE_gob"));
    let mut child = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(most).unwrap();
    let peak = peak(child.id());
    input.write_all(last).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.trim_end().contains(end), "{args:?}: {text}");
    assert!(peak < MOST, "{args:?} took {peak} KiB");
}

#[test]
fn memory_is_flat() {
    let bytes = large();
    takes_little(&["explain", "--list"], &bytes, "value 1: map[string]65");
    takes_little(&["explain"], &bytes, "bytes explained");
    takes_little(&["check"], &bytes, "1 value");
    takes_little(&["schema"], &bytes, "package gobtypes");
}

#[test]
fn one_key_of_megabytes_was_kept_to_find_its_double() {
    takes_little(&["check"], &large_key(), "1 value");
}

/// `n` structs without names, each a field of the one before, and a value of the first.
fn chain(n: i64) -> Vec<u8> {
    let int = |v: i64| uint(((v << 1) ^ (v >> 63)) as u64);
    let definition = |id: i64| {
        let part = if id < 63 + n { int(id + 1) } else { int(2) };
        let fields = [&[0, 1, 1, 1, 1, b'A', 1][..], &part, &[0, 0, 0]].concat();
        message(&[int(-id), vec![3, 1, 2], int(id), fields].concat())
    };
    let types = (64..64 + n).flat_map(definition);
    types.chain(message(&[int(64), vec![0]].concat())).collect()
}

#[test]
fn names_of_nameless_types_grew_with_their_depth() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gob"));
    let mut child = command.arg("schema").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let bytes = chain(10_000);
    let writer = std::thread::spawn(move || input.write_all(&bytes).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    assert!(output.stdout.len() < 2 << 20, "{} bytes", output.stdout.len());
}
