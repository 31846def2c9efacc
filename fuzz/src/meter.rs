//! What a thread has allocated, and how long it has computed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::Duration;

/// An allocator that counts.
#[derive(Debug)]
pub struct Counting;

thread_local! {
    /// Bytes that this thread has allocated and not freed, and the most that it ever had.
    static BYTES: Cell<(i64, i64)> = const { Cell::new((0, 0)) };
}

fn count(more: i64) {
    let _ = BYTES.try_with(|cell| {
        let (now, peak) = cell.get();
        cell.set((now + more, peak.max(now + more)));
    });
}

// SAFETY: every call is passed on unchanged; all that is added is a count.
#[allow(unsafe_code, clippy::undocumented_unsafe_blocks, reason = "an allocator can only be written so")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as i64 - layout.size() as i64);
        unsafe { System.realloc(at, layout, size) }
    }
}

/// The most bytes that `job` had allocated at once.
pub fn peak<T>(job: impl FnOnce() -> T) -> (T, usize) {
    let before = BYTES.with(|cell| {
        let now = cell.get().0;
        cell.set((now, now));
        now
    });
    let done = job();
    (done, (BYTES.with(Cell::get).1 - before).max(0) as usize)
}

/// Time that this thread has spent on a processor, where the system tells; elapsed time elsewhere.
pub fn time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|n| n.parse().ok());
    nanos.map_or_else(|| START.elapsed(), Duration::from_nanos)
}
