//! How far the reading has come: for the line of progress, and for whoever stops it.
//!
//! One thread reads. Ctrl-C and SIGTERM come on a thread of their own, and nothing can wake a thread that waits for a pipe. So
//! the reader says when it waits; what is whole has been printed then, and the other thread may end the process. At
//! any other time it only leaves word, and the reader stops at its next read.

use crate::report::{self, Exit};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

static STOP: AtomicBool = AtomicBool::new(false);
static WAITS: AtomicBool = AtomicBool::new(false);
/// Somebody ends the process already.
static ENDS: AtomicBool = AtomicBool::new(false);
static BYTES: AtomicU64 = AtomicU64::new(0);
static TOTAL: AtomicU64 = AtomicU64::new(0);
static VALUES: AtomicU64 = AtomicU64::new(0);
static GOOD: AtomicU64 = AtomicU64::new(0);
static NAME: Mutex<String> = Mutex::new(String::new());
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// The line of progress, where there is one.
static PROGRESS: OnceLock<Mutex<Progress>> = OnceLock::new();

/// The reading was stopped from outside.
#[derive(Debug)]
struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped")
    }
}

impl std::error::Error for Stopped {}

/// Listens to Ctrl-C and SIGTERM, and shows progress if standard error is a terminal that nothing else is printed to.
pub(crate) fn begin(quiet: bool) {
    // Without a handler the process ends at once, which is the second best.
    let _ = ctrlc::set_handler(stop);
    if !quiet && io::stderr().is_terminal() && !io::stdout().is_terminal() && !crate::colour::is_dumb() {
        let now = Instant::now();
        let _ = PROGRESS.set(Mutex::new(Progress { begun: now, drawn: now, is_shown: false }));
    }
}

/// Another file is begun.
pub(crate) fn file(name: &str) {
    if let Ok(mut current) = NAME.lock() {
        name.clone_into(&mut current);
    }
    for counter in [&BYTES, &TOTAL, &GOOD] {
        counter.store(0, SeqCst);
    }
}

/// The file is read from its start again, as nothing had to come off.
pub(crate) fn rewound() {
    BYTES.store(0, SeqCst);
}

/// The size of the file, wrappers included.
pub(crate) fn size(total: u64) {
    TOTAL.store(total, SeqCst);
}

/// A value is done, and all up to `good` with it.
pub(crate) fn value(good: u64) {
    VALUES.fetch_add(1, SeqCst);
    GOOD.store(good, SeqCst);
}

/// An output file that is to be removed if the process is stopped.
pub(crate) fn unfinished(path: &Path) {
    if let Ok(mut files) = UNFINISHED.lock() {
        files.push(path.to_path_buf());
    }
}

/// It has its name, or is gone.
pub(crate) fn finished(path: &Path) {
    if let Ok(mut files) = UNFINISHED.lock() {
        files.retain(|file| file != path);
    }
}

/// Reads, unless the reading was stopped; `waits`: this may take for ever.
pub(crate) fn read(waits: bool, read: impl FnOnce() -> io::Result<usize>) -> io::Result<usize> {
    WAITS.store(waits, SeqCst);
    let result = if is_stopped() { Ok(0) } else { read() };
    WAITS.store(false, SeqCst);
    if is_stopped() {
        return Err(io::Error::other(Stopped));
    }
    if let Ok(n) = result {
        BYTES.fetch_add(n as u64, SeqCst);
        progress();
    }
    result
}

/// Whether the reading was stopped from outside.
pub(crate) fn is_stopped() -> bool {
    STOP.load(SeqCst)
}

/// Runs on the thread of the signal.
fn stop() {
    let again = STOP.swap(true, SeqCst);
    if again || WAITS.load(SeqCst) {
        end();
    }
}

/// Says how far the reading came and ends the process.
pub(crate) fn end() -> ! {
    if ENDS.swap(true, SeqCst) {
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
    for path in UNFINISHED.lock().map(|mut files| std::mem::take(&mut *files)).unwrap_or_default() {
        let _ = std::fs::remove_file(path);
    }
    let name = NAME.lock().map(|name| name.clone()).unwrap_or_default();
    let good = GOOD.load(SeqCst);
    report::interrupted(&name, good);
    std::process::exit(Exit::Interrupted.number().into())
}

#[derive(Debug)]
struct Progress {
    begun: Instant,
    drawn: Instant,
    is_shown: bool,
}

/// Draws the line of progress, from the second second on, ten times a second.
fn progress() {
    let Some(Ok(mut line)) = PROGRESS.get().map(Mutex::lock) else { return };
    let now = Instant::now();
    let wait = if line.is_shown { Duration::from_millis(100) } else { Duration::from_secs(1) };
    if now.duration_since(line.drawn) >= wait {
        let seconds = now.duration_since(line.begun).as_secs_f64();
        (line.drawn, line.is_shown) = (now, true);
        let _ = write!(io::stderr().lock(), "\r{}\x1b[K", text(seconds));
    }
}

fn text(seconds: f64) -> String {
    let (bytes, total) = (BYTES.load(SeqCst), TOTAL.load(SeqCst));
    let of = if total > 0 { format!(" of {}", short(total as f64)) } else { String::new() };
    let rate = short(bytes as f64 / seconds);
    let values = match VALUES.load(SeqCst) {
        0 => String::new(),
        n => format!(", {}", report::count(n, "value")),
    };
    format!("{}{of}, {rate}/s{values}", short(bytes as f64))
}

/// Takes the line of progress away, so that something else can be said.
pub(crate) fn clear() {
    let Some(Ok(mut line)) = PROGRESS.get().map(Mutex::lock) else { return };
    if std::mem::take(&mut line.is_shown) {
        let _ = write!(io::stderr().lock(), "\r\x1b[K");
    }
}

/// A size in three digits.
fn short(bytes: f64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let step = (0..4).find(|&i| bytes < 1000.0 * 1024f64.powi(i)).unwrap_or(4);
    let n = bytes / 1024f64.powi(step);
    let digits = usize::from(step > 0 && n < 10.0);
    format!("{n:.digits$} {}", units[step as usize])
}

#[cfg(test)]
mod tests {
    #[test]
    fn sizes_are_short() {
        for (n, text) in [(0.0, "0 B"), (999.0, "999 B"), (1024.0, "1.0 KiB"), (5e6, "4.8 MiB"), (1e13, "9.1 TiB")] {
            assert_eq!(super::short(n), text);
        }
    }
}
