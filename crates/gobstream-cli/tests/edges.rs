//! Where the command meets the system: waiting for input, signals, closed pipes, terminals.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are not taken for tests")]

mod support;

use rustix::process::{Pid, Signal, kill_process};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::{on_terminal, piped, read_all, shell};

fn sample(name: &str) -> Vec<u8> {
    fs::read(format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn gob(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gob"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn interrupt(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Reads the first value, which shows that it did not wait for the rest, and leaves the command waiting.
fn first_value(child: &mut Child, bytes: &[u8]) -> String {
    child.stdin.as_mut().unwrap().write_all(bytes).unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    line
}

#[test]
fn each_value_is_shown_as_it_comes() {
    let points = sample("points.gob");
    for args in [&["-c"][..], &["--recover"], &["--pretty"], &["--color", "always"], &["-r"], &["--typed"]] {
        let mut child = gob(args);
        // The first three values; the rest does not come.
        let line = first_value(&mut child, &points[..0x37]);
        assert!(!line.is_empty(), "{args:?}");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn rows_are_shown_as_their_bytes_come() {
    for args in [&["explain"][..], &["explain", "--list"]] {
        let mut child = gob(args);
        let line = first_value(&mut child, &sample("points.gob")[..0x37]);
        assert!(line.contains("message"), "{args:?}: {line}");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn each_value_is_shown_through_wrappers_of_text() {
    let mut child = gob(&["-c"]);
    let hex: String = sample("points.gob")[..0x37].iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(first_value(&mut child, hex.as_bytes()), "{\"X\":1,\"Y\":-1}\n");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn signals_end_a_wait() {
    for signal in [Signal::INT, Signal::TERM] {
        let mut child = gob(&["-c"]);
        first_value(&mut child, &sample("points.gob")[..0x37]);
        std::thread::sleep(Duration::from_millis(100));
        interrupt(&child, signal);
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(err, "gob: standard input: interrupted; all up to 0x37 (55) was read\n");
    }
}

#[test]
fn a_signal_inside_a_large_value_says_how_much_was_read() {
    let temp = tempfile::tempdir().unwrap();
    let mut child = gob(&["-o", temp.path().join("out.json").to_str().unwrap()]);
    // []int of three million elements, of which two come
    let mut bytes = b"\x0c\xff\x81\x02\x01\x02\xff\x82\x00\x01\x04\x00\x00".to_vec();
    bytes.extend(b"\xfd\x2d\xc6\xc7\xff\x82\x00\xfd\x2d\xc6\xc0");
    bytes.resize(bytes.len() + 2_000_000, 2);
    child.stdin.as_mut().unwrap().write_all(&bytes).unwrap();
    // The last of it may stand in the pipe.
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child, Signal::INT);
    let _input = child.stdin.take();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(err, format!("gob: standard input: interrupted; all up to 0x0 (0) was read, and {} bytes in all\n", bytes.len()));
}

#[test]
fn signals_remove_unfinished_files() {
    let temp = tempfile::tempdir().unwrap();
    let out = temp.path().join("out.json");
    let mut child = gob(&["-o", out.to_str().unwrap()]);
    child.stdin.as_mut().unwrap().write_all(&sample("points.gob")[..0x37]).unwrap();
    let begun = Instant::now();
    while fs::read_dir(temp.path()).unwrap().count() == 0 && begun.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(100));
    // Waiting for the child closes its input, unless that is held.
    let _input = child.stdin.take();
    interrupt(&child, Signal::INT);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 0);
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let temp = tempfile::tempdir().unwrap();
    let many = temp.path().join("many.gob");
    let value = sample("points.gob");
    let mut file = File::create(&many).unwrap();
    for _ in 0..20_000 {
        file.write_all(&value).unwrap();
    }
    let mut child = gob(&["-c", many.to_str().unwrap()]);
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[test]
fn progress_is_shown_on_a_terminal_only() {
    let temp = tempfile::tempdir().unwrap();
    let feed = "(cat points.gob; sleep 1.3; cat points.gob; sleep 0.3; cat points.gob) | gob -c > $T/out";
    let (mut child, ours) = on_terminal(shell(feed, temp.path()));
    let text = read_all(ours);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(text.contains("values\u{1b}[K"), "{text:?}");
    assert!(text.ends_with("\r\u{1b}[K"), "{text:?}");
    let quiet = support::piped(&format!("{feed}; cat $T/out | wc -l"), temp.path());
    assert_eq!((quiet.out.trim(), quiet.err.as_str()), ("15", ""));
}

#[test]
fn sixty_four_kibibytes_at_a_time_through_gzip() {
    let temp = tempfile::tempdir().unwrap();
    let made = support::piped(
        "for i in 1 2 3 4 5 6 7; do cat points.gob; done | gzip | gzip | gob -c | sort | uniq -c | wc -l",
        temp.path(),
    );
    assert_eq!(made.out.trim(), "5");
}

/// The first session that README and manual show, spelled out here, so that no BLESS changes it.
#[test]
fn the_first_session_is_that_of_the_manual() {
    let want = r#"{
  "Deadline": "2026-12-01T08:15:30.123456789Z",
  "Values": {
    "name": "Zoë",
    "token": "AAH+/w==",
    "roles": ["a", "b"],
    "admin": true,
    "ratio": 0.25,
    "since": "2026-11-30T08:15:30.123456789Z",
    "visits": 18446744073709551615,
    "nothing": null,
    "userID": 9007199254740993
  }
}
"#;
    let temp = tempfile::tempdir().unwrap();
    assert_eq!(support::terminal("NO_COLOR=1 gob session.gob", temp.path()).out, want);
    let piped = support::piped("gob --pretty session.gob", temp.path());
    assert_eq!((piped.out.as_str(), piped.err.as_str(), piped.exit), (want, "", 0));
}

#[test]
fn signals_remove_unfinished_files_of_folders() {
    let temp = tempfile::tempdir().unwrap();
    let (fifo, out) = (temp.path().join("late.gob"), temp.path().join("out"));
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let files = [fifo.to_str().unwrap(), "samples/login.gob", "samples/points.gob"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_gob"));
    command.args(["convert", "-j", "2", "--to", "ndjson", "-o"]).arg(&out).args(files).stderr(Stdio::piped());
    fs::create_dir(&out).unwrap();
    let mut child = command.spawn().unwrap();
    let mut input = File::create(&fifo).unwrap();
    input.write_all(&sample("points.gob")[..0x37]).unwrap();
    let is_done = || ["login.ndjson", "points.ndjson"].iter().all(|name| out.join(name).exists()) && names(&out).len() == 3;
    let begun = Instant::now();
    while !is_done() && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(100));
    interrupt(&child, Signal::INT);
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(130), "gob: interrupted; 2 of 3 files done\n"));
    assert_eq!(names(&out), ["login.ndjson", "points.ndjson"]);
}

/// 2 MiB of Go source take a fraction of a second, also where all types need one that is not there: what is quadratic takes a minute.
#[test]
fn go_source_is_read_in_time_that_grows_with_its_size_only() {
    let temp = tempfile::tempdir().unwrap();
    let types = |last: &str| {
        let chain = |i| format!("type T{i} struct {{ A int; Next *T{}; M map[string]T{} }}\n", i + 1, i / 2);
        let all: String = (0..36_000).map(chain).collect();
        format!("package p\ntype Root struct {{ X int }}\n{all}type T36000 struct {{ {last} }}\n")
    };
    for (name, source) in [("good", types("S string")), ("bad", types("K other.Key"))] {
        let file = temp.path().join(format!("{name}.go"));
        assert!(source.len() > 2 << 20, "{}", source.len());
        fs::write(&file, source).unwrap();
        let begun = Instant::now();
        let line = format!("echo '{{\"X\":1}}' | gob convert --schema {} --type Root --to ndjson", file.display());
        let run = piped(&line, temp.path());
        assert_eq!((run.out.as_str(), run.err.as_str()), ("{\"X\":1}\n", ""), "{name}");
        assert!(begun.elapsed() < Duration::from_secs(15), "{name}: {:?}", begun.elapsed());
    }
}

/// The names in a folder, sorted.
fn names(folder: &std::path::Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// `GOBSTREAM_LARGE=1 cargo test --release -p gobstream-cli --test edges all_cores -- --nocapture` prints the figures of docs/performance.md.
#[test]
fn a_folder_is_converted_by_all_cores() {
    let count = if std::env::var_os("GOBSTREAM_LARGE").is_some() { 10_000 } else { 1000 };
    let temp = tempfile::tempdir().unwrap();
    let (old, new) = (temp.path().join("old"), temp.path().join("new"));
    for folder in 0..10 {
        fs::create_dir_all(old.join(format!("{folder}"))).unwrap();
    }
    for i in 0..count {
        fs::write(old.join(format!("{}/{i}.gob", i % 10)), sample(["session.gob", "points.gob"][i % 2])).unwrap();
    }
    let begun = Instant::now();
    let line = format!("time -p {} convert {} -o {} --to ndjson", env!("CARGO_BIN_EXE_gob"), old.display(), new.display());
    let run = Command::new("bash").arg("-c").arg(&line).output().unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(run.status.success(), "{said}");
    println!("{count} files in {:.1} s: {}", begun.elapsed().as_secs_f64(), said.trim().replace('\n', ", "));
    let mut lines = 0;
    for i in 0..count {
        lines += fs::read_to_string(new.join(format!("{}/{i}.ndjson", i % 10))).unwrap().lines().count();
    }
    assert_eq!(lines, count / 2 + count / 2 * 5);
    assert_eq!((0..10).map(|i| names(&new.join(format!("{i}"))).len()).sum::<usize>(), count);
}
