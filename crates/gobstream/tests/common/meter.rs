//! What a thread has cost: allocations, bytes held now and at the most, and time on a processor. The one counting allocator of all tests and attacks.
#![allow(dead_code, unreachable_pub, missing_docs, reason = "each test uses a part")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::Duration;

#[derive(Debug)]
pub struct Counting;

#[derive(Clone, Copy)]
struct Count {
    calls: usize,
    now: i64,
    peak: i64,
}

thread_local! {
    static COUNT: Cell<Count> = const { Cell::new(Count { calls: 0, now: 0, peak: 0 }) };
}

fn count(calls: usize, more: i64) {
    let _ = COUNT.try_with(|cell| {
        let Count { calls: before, now, peak } = cell.get();
        cell.set(Count { calls: before + calls, now: now + more, peak: peak.max(now + more) });
    });
}

// SAFETY: every call is passed on unchanged; all that is added is a count.
#[allow(unsafe_code, clippy::undocumented_unsafe_blocks, reason = "an allocator can only be written so")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(1, layout.size() as i64);
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(1, layout.size() as i64);
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(0, -(layout.size() as i64));
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(1, size as i64 - layout.size() as i64);
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn set_peak(to: impl FnOnce(Count) -> i64) {
    COUNT.with(|cell| cell.set(Count { peak: to(cell.get()), ..cell.get() }));
}

/// Starts to measure the peak anew.
pub fn restart() {
    set_peak(|count| count.now);
}

/// The most bytes that this thread had allocated at once since the last restart.
pub fn peak() -> usize {
    COUNT.get().peak.max(0) as usize
}

/// Sets the peak to what it was before.
pub fn put_down(peak: usize) {
    set_peak(|_| peak as i64);
}

/// What `job` gives, and the most that it held at once beyond what was held before.
pub fn peak_of<T>(job: impl FnOnce() -> T) -> (T, usize) {
    restart();
    let before = COUNT.get().now;
    let done = job();
    (done, (COUNT.get().peak - before) as usize)
}

/// What `job` gives, and how often it asked for memory.
pub fn allocations_of<T>(job: impl FnOnce() -> T) -> (T, usize) {
    let before = COUNT.get().calls;
    let done = job();
    (done, COUNT.get().calls - before)
}

/// Time that this thread has spent on a processor, where the system tells; elapsed time since the first call elsewhere.
pub fn time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|n| n.parse().ok());
    nanos.map_or_else(|| START.elapsed(), Duration::from_nanos)
}
