//! `gob schema` on what is large: time that grows with the input and no faster, and lists that end; and on names that meet.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are not taken for tests")]

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn uint(v: u64) -> Vec<u8> {
    if v < 0x80 {
        return vec![v as u8];
    }
    let n = 8 - v.leading_zeros() as usize / 8;
    [vec![(n as u8).wrapping_neg()], v.to_be_bytes()[8 - n..].to_vec()].concat()
}

fn int(v: i64) -> Vec<u8> {
    uint((v << 1 ^ v >> 63) as u64)
}

fn text(text: &str) -> Vec<u8> {
    [uint(text.len() as u64), text.as_bytes().to_vec()].concat()
}

fn message(body: &[u8]) -> Vec<u8> {
    [uint(body.len() as u64), body.to_vec()].concat()
}

/// A definition of a struct, and a value of it.
fn record(id: i64, name: &str, fields: &[(String, i64)]) -> Vec<u8> {
    let mut body = [int(-id), vec![3, 1, 1], text(name), vec![1], int(id), vec![0, 1], uint(fields.len() as u64)].concat();
    for (name, ty) in fields {
        body.extend([vec![1], text(name), vec![1], int(*ty), vec![0]].concat());
    }
    body.extend([0, 0]);
    [message(&body), message(&[int(id), vec![0]].concat())].concat()
}

/// A definition of a slice.
fn slice(id: i64, elem: i64) -> Vec<u8> {
    message(&[int(-id), vec![2, 1, 2], int(id), vec![0, 1], int(elem), vec![0, 0]].concat())
}

fn schema(args: &[&str], bytes: &[u8]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gob"));
    let mut child = command.arg("schema").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let bytes = bytes.to_vec();
    let feeder = std::thread::spawn(move || input.write_all(&bytes).unwrap());
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// The better of two.
fn time(bytes: &[u8]) -> Duration {
    let once = || {
        let begun = Instant::now();
        schema(&[], bytes);
        begun.elapsed()
    };
    (0..2).map(|_| once()).min().unwrap()
}

/// Four times the input takes about four times as long, and not sixteen times.
fn is_linear(what: &str, input: impl Fn(usize) -> Vec<u8>, n: usize) {
    let (small, large) = (time(&input(n / 4)), time(&input(n)));
    assert!(large < small * 9 + Duration::from_millis(100), "{what}: {small:?}, then {large:?}");
}

#[test]
fn lines_are_not_counted_for_each_field() {
    is_linear("fields", |n| record(64, "T", &(0..n).map(|i| (format!("F{i}"), 2)).collect::<Vec<_>>()), 65_535);
}

#[test]
fn fields_are_not_searched_for_each_pointer() {
    is_linear(
        "pointers",
        |n| record(64, "T", &(0..n).map(|i| (format!("F{i}"), if i < n / 2 { 2 } else { 64 })).collect::<Vec<_>>()),
        65_535,
    );
}

/// Interfaces, in a list in lists, so deep.
fn nested(depth: usize, count: usize) -> Vec<u8> {
    let last = 63 + depth as i64;
    let mut bytes: Vec<u8> = (64..=last).flat_map(|id| slice(id, if id == last { 8 } else { id + 1 })).collect();
    let held = [text("int"), int(2), uint(2), vec![0, 2]].concat();
    bytes.extend(message(&[int(64), vec![0], vec![1; depth - 1], uint(count as u64), held.repeat(count)].concat()));
    bytes
}

#[test]
fn levels_are_not_searched_for_each_interface() {
    // The lists alone are taken off: their definitions have their cost.
    let cost = |depth| time(&nested(depth, 100_000)).saturating_sub(time(&nested(depth, 1)));
    let (flat, deep) = (cost(2), cost(2_000));
    assert!(deep < flat * 3 + Duration::from_millis(200), "flat {flat:?}, deep {deep:?}");
}

/// The names of what interfaces held, with as many as are kept, and ten more.
#[test]
fn names_in_interfaces_are_kept_up_to_a_bound() {
    let name = |i: usize| [text(&format!("example.com/p.T{i}")), int(2), uint(2), vec![0, 2]].concat();
    let n = 16_384 + 10;
    let held: Vec<u8> = (0..n).chain([0, 1]).flat_map(name).collect();
    let bytes = [slice(64, 8), message(&[int(64), vec![0], uint(n as u64 + 2), held].concat())].concat();
    let text = schema(&[], &bytes);
    assert_eq!(text.matches("gob.RegisterName(").count(), 16_384);
    assert!(text.ends_with("\n\t// … and 10 more values in interfaces, of other names or types\n}\n"));
}

#[test]
fn runs_of_values_are_kept_up_to_a_bound() {
    let both = [message(&[int(2), vec![0], int(1)].concat()), message(&[int(6), vec![0], text("a")].concat())].concat();
    let bytes = both.repeat(40_000);
    let head = |args: &[&str]| schema(args, &bytes).lines().next().unwrap().to_owned();
    assert!(head(&[]).ends_with("int64, string, …)"), "{}", head(&[]));
    assert!(head(&["--full"]).ends_with("int64, string, … and 14464 more)"));
}

#[test]
fn one_long_name_does_not_make_every_line_long() {
    let fields: Vec<(String, i64)> =
        [("F".repeat(60_000), 2)].into_iter().chain((0..1000).map(|i| (format!("F{i}"), 2))).collect();
    let text = schema(&[], &record(64, "T", &fields));
    assert!(text.len() < 60_000 + 1000 * 300, "{} bytes", text.len());
}

/// Every vector, and how the command ends with it as both of two arguments.
fn with_itself(args: &[&str]) -> Vec<(String, i32)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interop/vectors");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "gob"));
    assert!(files.len() > 300, "{} vectors", files.len());
    let run = |path: &std::path::PathBuf| {
        let status = Command::new(env!("CARGO_BIN_EXE_gob")).args(args).arg(path).arg(path).output().unwrap().status;
        (path.file_stem().unwrap().to_string_lossy().into_owned(), status.code().unwrap_or(-1))
    };
    files.iter().map(run).filter(|(_, exit)| *exit != 0).collect()
}

#[test]
fn a_program_reads_what_it_wrote() {
    let wrong = with_itself(&["check", "--quiet", "--schema"]);
    // Values of types that are gob's own, which no program declares.
    assert_eq!(wrong, [("hand-builtin-structs".to_owned(), 3)]);
}

#[test]
fn nothing_differs_from_itself() {
    assert_eq!(with_itself(&["diff", "--quiet"]), []);
}

/// A Go type may have the name that a value of the stream would have.
#[test]
fn no_name_is_declared_twice_in_rust() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interop/vectors");
    for name in ["opaque-gob-value", "opaque-slice", "iface-opaque", "opaque-value-then-pointer-top"] {
        let text = schema(&["--full", "--to", "rust"], &std::fs::read(folder.join(format!("{name}.gob"))).unwrap());
        let word =
            |line: &str| line.strip_prefix("pub ").and_then(|rest| rest.split([' ', '(', '<', ';']).nth(1)).map(str::to_owned);
        let names: Vec<String> = text.lines().filter_map(word).collect();
        let mut once = names.clone();
        once.sort();
        once.dedup();
        assert!(names.iter().any(|name| name.starts_with("GobValue")) && names.len() == once.len(), "{name}: {names:?}");
    }
}
