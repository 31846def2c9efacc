//! What attacks cost, kept for the table in docs/hardening.md where `GOBSTREAM_ATTACKS` names a folder: one line for each way of reading, and the inputs.

use std::collections::hash_map::DefaultHasher;
use std::fs::{self, OpenOptions};
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// The name of an attack is that of its test.
pub fn note(format: &str, input: &[u8], how: &str, end: &str, time: Duration, peak: usize) {
    let Some(dir) = std::env::var_os("GOBSTREAM_ATTACKS").map(PathBuf::from) else { return };
    let test = TEST.with(|name| name.borrow().clone());
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    let file = format!("{}-{:016x}.{format}", test.replace("::", "-"), hasher.finish());
    fs::write(dir.join(&file), input).unwrap();
    let line = format!("{test}\t{file}\t{}\t{how}\t{end}\t{}\t{peak}\n", input.len(), time.as_micros());
    // One write: tests run side by side.
    OpenOptions::new().create(true).append(true).open(dir.join("ours.tsv")).unwrap().write_all(line.as_bytes()).unwrap();
}

thread_local! {
    /// Jobs run on threads of their own; the report is made on the test's.
    static TEST: std::cell::RefCell<String> = std::cell::RefCell::new(std::thread::current().name().unwrap_or("main").to_owned());
}
