//! How far the reading has come: for the line of progress, and for whoever stops it.
//!
//! Ctrl-C and SIGTERM come on a thread of their own, and nothing can wake a thread that waits for a pipe. So
//! a reader says when it waits; what is whole has been printed then, and the other thread may end the process. At
//! any other time it only leaves word, and readers stop at their next read.

use crate::report::{self, Exit};
use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Mutex, Once, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

static STOP: AtomicBool = AtomicBool::new(false);
/// Threads that wait for input.
static WAITS: AtomicU64 = AtomicU64::new(0);
/// Somebody ends the process already.
static ENDS: AtomicBool = AtomicBool::new(false);
static BYTES: AtomicU64 = AtomicU64::new(0);
static TOTAL: AtomicU64 = AtomicU64::new(0);
static VALUES: AtomicU64 = AtomicU64::new(0);
/// Files that are worked on at once, if they are, and those of them that are done.
static FILES: AtomicU64 = AtomicU64::new(0);
static DONE: AtomicU64 = AtomicU64::new(0);
static WRITTEN: AtomicU64 = AtomicU64::new(0);
static GOOD: AtomicU64 = AtomicU64::new(0);
static NAME: Mutex<String> = Mutex::new(String::new());
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// The line of progress, where there is one.
static PROGRESS: OnceLock<Mutex<Progress>> = OnceLock::new();

thread_local! {
    /// What was read of the file of this thread.
    static MINE: Cell<u64> = const { Cell::new(0) };
}

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
    clean_after_panics();
    if !quiet && !io::stdout().is_terminal() {
        show();
    }
}

/// A panic, as in a filter, leaves no unfinished file, even where it ends the process.
fn clean_after_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let say = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if let Ok(files) = UNFINISHED.try_lock() {
                files.iter().for_each(|path| drop(std::fs::remove_file(path)));
            }
            say(panic);
        }));
    });
}

/// Shows progress, as nothing is printed to standard output.
pub(crate) fn show() {
    if io::stderr().is_terminal() && !crate::colour::is_dumb() {
        let now = Instant::now();
        let _ = PROGRESS.set(Mutex::new(Progress { begun: now, drawn: now, is_shown: false }));
    }
}

/// So many files are worked on, several at once.
pub(crate) fn files(all: u64) {
    FILES.store(all, SeqCst);
}

/// One of them is done.
pub(crate) fn file_done() {
    DONE.fetch_add(1, SeqCst);
    progress();
}

/// Another file is begun.
pub(crate) fn file(name: &str) {
    MINE.set(0);
    if FILES.load(SeqCst) > 0 {
        return;
    }
    if let Ok(mut current) = NAME.lock() {
        name.clone_into(&mut current);
    }
    for counter in [&BYTES, &TOTAL, &GOOD] {
        counter.store(0, SeqCst);
    }
}

/// The file is read from its start again, as nothing had to come off.
pub(crate) fn rewound() {
    BYTES.fetch_sub(MINE.take(), SeqCst);
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

/// Makes an output file that is to be removed if the process is stopped.
pub(crate) fn unfinished(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<NamedTempFile> {
    let mut files = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    let file = make()?;
    files.push(file.path().to_path_buf());
    Ok(file)
}

/// An output file has its name.
pub(crate) fn named() {
    WRITTEN.fetch_add(1, SeqCst);
}

/// Output files that have their names.
pub(crate) fn written() -> u64 {
    WRITTEN.load(SeqCst)
}

/// It has its name, or is gone.
pub(crate) fn finished(path: &Path) {
    if let Ok(mut files) = UNFINISHED.lock() {
        files.retain(|file| file != path);
    }
}

/// Reads, unless the reading was stopped; `waits`: this may take for ever.
pub(crate) fn read(waits: bool, read: impl FnOnce() -> io::Result<usize>) -> io::Result<usize> {
    WAITS.fetch_add(waits.into(), SeqCst);
    let result = if is_stopped() { Ok(0) } else { read() };
    WAITS.fetch_sub(waits.into(), SeqCst);
    if is_stopped() {
        return Err(stopped());
    }
    if let Ok(n) = result {
        BYTES.fetch_add(n as u64, SeqCst);
        MINE.set(MINE.get() + n as u64);
        progress();
    }
    result
}

/// What ends the work then.
pub(crate) fn stopped() -> io::Error {
    io::Error::other(Stopped)
}

/// Whether the reading was stopped from outside.
pub(crate) fn is_stopped() -> bool {
    STOP.load(SeqCst)
}

/// Runs on the thread of the signal.
fn stop() {
    let again = STOP.swap(true, SeqCst);
    if again || WAITS.load(SeqCst) > 0 {
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
    // Held to the end, so that no other thread makes a file.
    let files = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    files.iter().for_each(|path| drop(std::fs::remove_file(path)));
    match FILES.load(SeqCst) {
        0 => {
            let name = NAME.lock().map(|name| name.clone()).unwrap_or_default();
            report::interrupted(&name, GOOD.load(SeqCst), BYTES.load(SeqCst));
        }
        all => report::interrupted_among(DONE.load(SeqCst), all),
    }
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
    let rate = short(bytes as f64 / seconds);
    let files = FILES.load(SeqCst);
    if files > 0 {
        return format!("{} of {}, {}, {rate}/s", DONE.load(SeqCst), report::count(files, "file"), short(bytes as f64));
    }
    let of = if total > 0 { format!(" of {}", short(total as f64)) } else { String::new() };
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
