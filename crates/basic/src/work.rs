//! How much reading has been done, counted in characters looked at: so that tests can show of every reader
//! that twice the input takes twice the work, on any machine and whatever else runs there.

use std::cell::Cell;

thread_local! {
    static DONE: Cell<u64> = const { Cell::new(0) };
}

/// So many more characters, or rows, were looked at.
pub fn add(count: usize) {
    DONE.set(DONE.get() + count as u64);
}

/// How much work `what` is, on this thread.
pub fn of<T>(what: impl FnOnce() -> T) -> u64 {
    let before = DONE.get();
    what();
    DONE.get() - before
}
