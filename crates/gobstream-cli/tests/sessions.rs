//! Sample sessions in README, manual, pages and help are run, and say what is true.
//!
//! In pages: blocks of code with a line `$ …` that calls `gob`. They show what a terminal of 120 columns shows, less the colours; blocks that begin
//! with "```text" show what a pipe gets. A line `⋮` stands for lines left out. `BLESS=1` rewrites what differs.

// The lines for the shell use tools of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are not taken for tests")]

mod support;

use std::fs;
use std::path::Path;
use support::{blesses, matches, piped, root, terminal};

fn run(line: &str, in_pipe: bool, temp: &Path) -> String {
    let line = format!("export NO_COLOR=1; {line}");
    if in_pipe { piped(&format!("exec 2>&1; {line}"), temp).out } else { terminal(&line, temp).out }
}

/// Runs the sessions of a page; gives it as it should be, and what differs.
fn page(text: &str, name: &str, count: &mut usize) -> (String, Vec<String>) {
    let temp = tempfile::tempdir().unwrap();
    let (mut out, mut wrong) = (String::new(), Vec::new());
    let mut lines = text.lines().peekable();
    let (mut in_code, mut in_pipe) = (false, false);
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        if line.starts_with("```") {
            (in_code, in_pipe) = (!in_code, line == "```text");
        }
        let Some(command) = line.strip_prefix("$ ").filter(|c| in_code && c.split(' ').any(|word| word == "gob")) else {
            continue;
        };
        let mut expected = String::new();
        while let Some(next) = lines.next_if(|l| !l.starts_with("```") && !l.starts_with("$ ")) {
            expected += &format!("{next}\n");
        }
        *count += 1;
        let is = run(command, in_pipe, temp.path());
        if matches(&expected, &is) {
            out += &expected;
        } else {
            wrong.push(format!("{name}: $ {command}\n--- expected\n{expected}--- is\n{is}"));
            out += &is;
        }
    }
    (out, wrong)
}

#[test]
fn pages() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for name in ["README.md", "docs/cli.md", "docs/errors.md", "docs/json.md"] {
        let path = root().join(name);
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let (is, differs) = page(&text, name, &mut count);
        if blesses() && !differs.is_empty() {
            fs::write(&path, is).unwrap();
        } else {
            wrong.extend(differs);
        }
    }
    assert!(count > 3, "no sessions found");
    assert!(wrong.is_empty(), "{} of {count} sessions differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn samples_in_help_and_manual_page() {
    let temp = tempfile::tempdir().unwrap();
    let man = piped("gob --man", temp.path()).out;
    let mut count = 0;
    for verb in ["", "cat", "convert", "explain", "schema", "check", "stats", "diff"] {
        let help = piped(&format!("gob {verb} --help"), temp.path()).out;
        let Some((_, samples)) = help.split_once("Samples:\n") else { continue };
        let samples: String = samples.lines().map(|l| format!("{}\n", l.strip_prefix("  ").unwrap_or(l))).collect();
        let (_, wrong) = page(&format!("```text\n{samples}```\n"), verb, &mut count);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        for command in samples.lines().filter(|l| l.starts_with("$ ")) {
            assert!(man.contains(&command.replace('\\', "\\e").replace('-', "\\-")), "not in the manual page: {command}");
        }
    }
    assert!(count > 1, "no samples found");
}
