//! Running the command: in pipes, or on a pseudo-terminal of 120 columns.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests are not taken for tests, nor used by each of them"
)]

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// What a run came to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) exit: i32,
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A shell in the folder of samples, which finds `gob`, with a folder `$T` for its files and nothing else from outside.
pub(crate) fn shell(line: &str, temp: &Path) -> Command {
    let gob = Path::new(env!("CARGO_BIN_EXE_gob"));
    let path = format!("{}:{}", gob.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).env_clear().env("PATH", path).env("T", temp).env("TERM", "xterm").env("LC_ALL", "C");
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("samples"));
    command
}

/// Runs a line with everything in pipes.
pub(crate) fn piped(line: &str, temp: &Path) -> Outcome {
    let run = shell(line, temp).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).replace(&temp.display().to_string(), "$T");
    Outcome { out: text(run.stdout), err: text(run.stderr), exit: run.status.code().unwrap_or(-1) }
}

/// A child whose three streams are one terminal, and our end of it.
pub(crate) fn on_terminal(mut command: Command) -> (Child, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    tcsetwinsize(&ours, Winsize { ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let theirs = || OpenOptions::new().read(true).write(true).open(&name).unwrap();
    let child = command.stdin(theirs()).stdout(theirs()).stderr(theirs()).spawn().unwrap();
    (child, File::from(ours))
}

/// All that comes until the other end is closed.
pub(crate) fn read_all(mut terminal: File) -> String {
    let mut all = Vec::new();
    let mut buffer = [0; 4096];
    // A terminal whose other end is closed reads as an error.
    while let Ok(n @ 1..) = terminal.read(&mut buffer) {
        all.extend_from_slice(&buffer[..n]);
    }
    String::from_utf8_lossy(&all).replace("\r\n", "\n")
}

/// Runs a line on a terminal; escape sequences begin with `^[`, as `cat -v` shows them.
pub(crate) fn terminal(line: &str, temp: &Path) -> Outcome {
    let (mut child, ours) = on_terminal(shell(line, temp));
    let out = read_all(ours).replace('\u{1b}', "^[").replace(&temp.display().to_string(), "$T");
    Outcome { out, err: String::new(), exit: child.wait().unwrap().code().unwrap_or(-1) }
}

/// Whether expected texts are to be rewritten with what is.
pub(crate) fn blesses() -> bool {
    std::env::var_os("BLESS").is_some_and(|v| v == "1")
}

/// Whether the text is as expected; a line `⋮` stands for any lines.
pub(crate) fn matches(expected: &str, text: &str) -> bool {
    let mut rest: Vec<&str> = text.lines().collect();
    let parts: Vec<Vec<&str>> = expected.lines().collect::<Vec<_>>().split(|l| l.trim() == "⋮").map(<[&str]>::to_vec).collect();
    for (i, part) in parts.iter().enumerate() {
        let at = if i == 0 { Some(0) } else { (0..=rest.len()).find(|&at| rest[at..].starts_with(part)) };
        let Some(at) = at.filter(|&at| rest[at..].starts_with(part)) else { return false };
        rest.drain(..at + part.len());
    }
    rest.is_empty() || parts.last().is_some_and(Vec::is_empty) && parts.len() > 1
}
