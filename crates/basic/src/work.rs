//! Counts the work of readers in characters examined, so that tests can check that it grows linearly with the
//! input, on any machine and under any load.

use std::cell::Cell;

thread_local! {
    static WORK_COUNT: Cell<u64> = const { Cell::new(0) };
}

/// Counts `count` more characters or rows as examined.
pub fn add(count: usize) {
    WORK_COUNT.set(WORK_COUNT.get() + count as u64);
}

/// Returns the amount of work that `what` does on this thread.
pub fn of<T>(what: impl FnOnce() -> T) -> u64 {
    let before = WORK_COUNT.get();
    what();
    WORK_COUNT.get() - before
}
