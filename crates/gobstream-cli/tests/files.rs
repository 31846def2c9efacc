//! The tests that are files: `tests/cli/*.txt` at the root of the repository.
//!
//! A file holds runs. `RUN:` gives a line for the shell, in the folder of samples, everything in pipes; `TTY:` the same on a
//! terminal of 120 columns. Below stand what is expected: `OUT:` and the lines of standard output, `ERR:` and those of
//! standard error, `EXIT:` and the code; what is empty or 0 is left out. `$T` is a folder for files. Lines before the first
//! run say what the file is about. `BLESS=1 cargo test` rewrites what is expected; a person looks at the difference.

// The lines for the shell use tools of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are not taken for tests")]

mod support;

use std::fs;
use support::{Outcome, blesses, piped, root, terminal};

/// A run and what is expected of it.
struct Case {
    head: String,
    expected: Outcome,
}

fn parse(text: &str) -> (String, Vec<Case>) {
    let mut about = String::new();
    let mut cases: Vec<Case> = Vec::new();
    let mut is_err = false;
    for line in text.lines() {
        if line.starts_with("RUN: ") || line.starts_with("TTY: ") {
            cases.push(Case { head: line.into(), expected: Outcome::default() });
            continue;
        }
        let Some(case) = cases.last_mut() else {
            about += &format!("{line}\n");
            continue;
        };
        match line {
            "OUT:" => is_err = false,
            "ERR:" => is_err = true,
            _ if line.starts_with("EXIT: ") => case.expected.exit = line[6..].parse().unwrap(),
            _ if is_err => case.expected.err += &format!("{line}\n"),
            _ => case.expected.out += &format!("{line}\n"),
        }
    }
    (about, cases)
}

/// A blank line stands before each run; it is no part of what came before.
fn trimmed(mut outcome: Outcome) -> Outcome {
    for text in [&mut outcome.out, &mut outcome.err] {
        let kept = text.trim_end_matches('\n').to_string();
        *text = if kept.is_empty() { kept } else { kept + "\n" };
    }
    outcome
}

/// What stands below the line of a run.
fn shown(is: &Outcome) -> String {
    let sections = [("OUT:\n", &is.out), ("ERR:\n", &is.err)];
    let text: String = sections.iter().filter(|(_, s)| !s.is_empty()).map(|(name, s)| format!("{name}{s}")).collect();
    if is.exit == 0 { text } else { format!("{text}EXIT: {}\n", is.exit) }
}

fn written(about: &str, cases: &[(String, Outcome)]) -> String {
    let mut text = format!("{}\n", about.trim_end());
    for (head, is) in cases {
        text += &format!("\n{head}\n{}", shown(is));
    }
    text
}

#[test]
fn files() {
    let mut failed = Vec::new();
    let mut count = 0;
    let mut paths: Vec<_> = fs::read_dir(root().join("tests/cli")).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    for path in paths.iter().filter(|p| p.extension().is_some_and(|e| e == "txt")) {
        let (about, cases) = parse(&fs::read_to_string(path).unwrap());
        let temp = tempfile::tempdir().unwrap();
        let mut done = Vec::new();
        for case in cases {
            let (kind, line) = case.head.split_at(5);
            let run = if kind == "TTY: " { terminal } else { piped };
            let is = trimmed(run(line, temp.path()));
            let expected = trimmed(case.expected);
            if is != expected && !blesses() {
                let name = path.file_name().unwrap_or_default().display();
                failed.push(format!("{name}: {}\n--- expected\n{}--- is\n{}", case.head, shown(&expected), shown(&is)));
            }
            done.push((case.head, is));
            count += 1;
        }
        if blesses() {
            fs::write(path, written(&about, &done)).unwrap();
        }
    }
    assert!(count > 0, "no runs found");
    assert!(failed.is_empty(), "{} of {count} runs differ:\n{}", failed.len(), failed.join("\n"));
}
