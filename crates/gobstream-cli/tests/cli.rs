//! The command where a session in a file cannot show it: pipes that close, a disk that is full, files made on the spot.
#![allow(clippy::unwrap_used, missing_docs, reason = "the helpers of tests may, as the tests do")]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Arguments as a shell would part them; quotes keep spaces, and an empty argument is `''`.
fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(|w| w.trim_matches('\'').to_owned()).collect()
}

/// Runs the command in the folder of samples, and gives what it prints, says and returns. `< FILE` gives it standard input,
/// `| N` closes its output after so many bytes.
fn run(line: &str) -> String {
    let (line, taken) = line.split_once(" | ").map_or((line, None), |(l, n)| (l, n.trim().parse::<u64>().ok()));
    let (line, input) = line.split_once(" < ").map_or((line, None), |(l, f)| (l, Some(f.trim())));
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let stdin = input.map_or_else(Stdio::null, |f| File::open(samples.join(f)).unwrap().into());
    let mut command = Command::new(env!("CARGO_BIN_EXE_gob"));
    command.args(words(line)).current_dir(&samples).stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdout = Vec::new();
    let pipe = child.stdout.take().unwrap();
    // Taking the pipe by value closes it as soon as enough was read.
    pipe.take(taken.unwrap_or(u64::MAX)).read_to_end(&mut stdout).unwrap();
    let output = child.wait_with_output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let said = if stderr.is_empty() { String::new() } else { format!("stderr:\n{}", whole_line(&stderr)) };
    format!("{}{said}exit: {}\n", whole_line(&stdout), output.status.code().unwrap())
}

/// Text that does not end its line is marked, and the line ended.
fn whole_line(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\\\n") }
}

#[test]
fn a_pipe_that_is_closed_is_no_failure() {
    // Far more than a pipe holds, of which the reader takes three bytes.
    let files = "session.gob ".repeat(1_000);
    assert_eq!(run(&format!("{files} | 3")), "{\"D\\\nexit: 0\n");
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let mut command = Command::new(env!("CARGO_BIN_EXE_gob"));
    let output = command.arg("login.gob").current_dir(samples).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "gob: cannot write: No space left on device (os error 28) [io]\n");
}

#[test]
fn gzip_comes_off_by_itself() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let plain = fs::read(samples.join("chunks.gob")).unwrap();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(&plain).unwrap();
    let packed = packed.finish().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    fs::write(folder.join("chunks.gob.gz"), &packed).unwrap();
    fs::write(folder.join("cut.gob.gz"), &packed[..packed.len() / 2]).unwrap();
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let name = file("chunks.gob.gz");
    // Offsets count unwrapped bytes; all but the name is as with the plain file.
    assert_eq!(run(&name).replace(&name, "chunks.gob"), run("chunks.gob"));
    assert_eq!(run(&format!("- < {name}")), run("- < chunks.gob"));
    let cut = run(&file("cut.gob.gz"));
    assert!(!cut.ends_with("exit: 0\n"), "a gzip file that was cut ends well: {cut}");
}
