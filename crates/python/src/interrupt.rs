//! Ctrl+C during work that cannot look for it itself.

use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::Builder;

use pyo3::prelude::*;

use crate::run::INTERVAL;

/// Stack of the thread, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// Whether work that takes long should end, because nobody waits for its result.
#[derive(Clone, Default)]
pub struct Cancelled(Arc<AtomicBool>);

impl Cancelled {
    /// Whether Ctrl+C was pressed.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Does `work` in another thread, without the interpreter lock. If Ctrl+C is pressed, its result is dropped.
///
/// # Errors
/// KeyboardInterrupt, or what the handler of another signal raises.
pub fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Cancelled) -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = mpsc::channel();
    let cancelled = Cancelled::default();
    let seen = cancelled.clone();
    let thread = Builder::new()
        .stack_size(STACK)
        .spawn(move || drop(sender.send(work(&seen))))?;
    py.detach(move || {
        loop {
            match receiver.recv_timeout(INTERVAL) {
                Ok(done) => return Ok(done),
                Err(RecvTimeoutError::Timeout) => {
                    let checked = Python::attach(|py| py.check_signals());
                    checked.inspect_err(|_| cancelled.0.store(true, Ordering::Relaxed))?;
                }
                Err(RecvTimeoutError::Disconnected) => match thread.join() {
                    Err(panicked) => panic::resume_unwind(panicked),
                    Ok(()) => unreachable!("it sends its result"),
                },
            }
        }
    })
}
