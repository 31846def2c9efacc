//! Many files at once, each on one of a few threads; what is said of them comes in their order.

use crate::report::{self, Exit};
use crate::watch;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Bytes of talk that all files may hold back; a file with more waits for its turn.
const HELD: usize = 4 << 20;

/// Whose turn it is to speak, and what others have to say behind it.
#[derive(Default)]
struct Turns {
    state: Mutex<State>,
    moved: Condvar,
}

#[derive(Default)]
struct State {
    /// The first file that is not done.
    next: usize,
    done: BTreeMap<usize, String>,
    held: usize,
}

/// What a thread has to say of its file.
struct Voice {
    turns: Arc<Turns>,
    file: usize,
    text: String,
}

thread_local! {
    static VOICE: RefCell<Option<Voice>> = const { RefCell::new(None) };
}

/// Has files worked on, `threads` at once with `stack` bytes each, until Ctrl-C; gives how each ended that was begun, in order.
pub(crate) fn each(files: usize, (threads, stack): (usize, usize), work: impl Fn(usize) -> Exit + Sync) -> io::Result<Vec<Exit>> {
    let (turns, taken) = (Arc::new(Turns::default()), AtomicUsize::new(0));
    let run = || {
        let mut exits = Vec::new();
        while let Some(file) = next(&taken, files) {
            VOICE.set(Some(Voice { turns: turns.clone(), file, text: String::new() }));
            exits.push((file, work(file)));
            if let Some(voice) = VOICE.take() {
                turns.end(voice);
            }
        }
        exits
    };
    let mut exits: Vec<_> = thread::scope(|scope| {
        let begin = |_| thread::Builder::new().stack_size(stack).spawn_scoped(scope, run);
        let threads = (0..threads.min(files)).map(begin).collect::<io::Result<Vec<_>>>()?;
        let ended = threads.into_iter().flat_map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        io::Result::Ok(ended.collect())
    })?;
    exits.sort_unstable();
    Ok(exits.into_iter().map(|(_, exit)| exit).collect())
}

fn next(taken: &AtomicUsize, files: usize) -> Option<usize> {
    if watch::is_stopped() {
        return None;
    }
    Some(taken.fetch_add(1, Relaxed)).filter(|file| *file < files)
}

/// Holds back what this thread says, if others are heard before it; `false` if it may speak.
pub(crate) fn holds(text: &str) -> bool {
    VOICE.with_borrow_mut(|voice| {
        let Some(voice) = voice else { return false };
        voice.text.push_str(text);
        if voice.text.len() > HELD / 64 {
            drop(voice.turns.wait(voice.file));
            report::write(&std::mem::take(&mut voice.text));
        }
        true
    })
}

impl Turns {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all files before this one are done.
    fn wait(&self, file: usize) -> MutexGuard<'_, State> {
        let is_early = |state: &mut State| state.next < file;
        self.moved.wait_while(self.state(), is_early).unwrap_or_else(PoisonError::into_inner)
    }

    /// A file is done: says what is to be said up to the next that is not.
    fn end(&self, Voice { file, text, .. }: Voice) {
        let mut state = self.state();
        if state.held + text.len() > HELD {
            drop(state);
            state = self.wait(file);
        }
        state.held += text.len();
        state.done.insert(file, text);
        while let Some(text) = state.next_text() {
            report::write(&text);
        }
        drop(state);
        self.moved.notify_all();
    }
}

impl State {
    fn next_text(&mut self) -> Option<String> {
        let text = self.done.remove(&self.next)?;
        self.next += 1;
        self.held -= text.len();
        Some(text)
    }
}
