//! Runs the machine of Python without the interpreter lock, and calls its hooks.

use std::time::Instant;

use girafa_debugger::{Direction, Step, Stop};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::machine::Machine;
use crate::run::{CLOCK_CHECK_FRAMES, INTERVAL};

impl Machine {
    /// The number of frames that the machine has run.
    ///
    /// # Errors
    ///
    /// Another thread is running the machine.
    pub(super) fn frame(slf: &Bound<'_, Self>) -> PyResult<u64> {
        Ok(slf.try_borrow()?.debugger.machine().frames())
    }

    /// Takes a step without the interpreter lock; Ctrl+C stops it. Returns whether there is a current
    /// statement afterwards.
    pub(super) fn take_step(&mut self, py: Python<'_>, step: Step, direction: Direction) -> PyResult<bool> {
        self.change_by_view(py)?;
        let mut pulse = Pulse::new(u64::MAX);
        let debugger = &mut self.debugger;
        let stop = py.detach(|| debugger.step(step, direction, &mut |frames| pulse.goes_on(frames)));
        if let Some(interrupt) = pulse.interrupt {
            return Err(interrupt);
        }
        self.renew_view(py)?;
        self.note_hooks(&stop);
        Ok(!matches!(
            stop,
            Stop::Beginning | Stop::NoSubroutine | Stop::Ended(_)
        ))
    }

    /// Stores the hooks that a stop has reached.
    pub(super) fn note_hooks(&mut self, stop: &Stop) {
        self.stopped_at = match stop {
            Stop::Breakpoint(numbers) => numbers.clone(),
            Stop::Changed { number, .. } => vec![*number],
            _ => Vec::new(),
        };
        self.stopped_at.extend(self.debugger.also_reached());
    }

    /// Runs at most `frames` frames without the interpreter lock; Ctrl+C stops the run. Presses scheduled
    /// keys when they are due. With `attends`, also stops when the program waits or ends.
    pub(super) fn advance(&mut self, py: Python<'_>, frames: u64, attends: bool) -> PyResult<Stop> {
        self.change_by_view(py)?;
        let end = self.debugger.machine().frames() + frames;
        let stop = loop {
            let now = self.debugger.machine().frames();
            while self.schedule.front().is_some_and(|due| due.frame <= now) {
                let due = self.schedule.pop_front().into_iter();
                let done = self.debugger.press(due.map(|due| due.chord).collect());
                done.map_err(|failed| PyValueError::new_err(failed.to_string()))?;
            }
            let next = self.schedule.front().map_or(end, |due| due.frame.min(end));
            let mut pulse = Pulse::new(next.saturating_sub(now));
            let debugger = &mut self.debugger;
            let stop = py.detach(|| {
                let goes_on = &mut |frames| pulse.goes_on(frames);
                if attends {
                    debugger.resume(goes_on)
                } else {
                    debugger.run_by(goes_on)
                }
            });
            if let Some(interrupt) = pulse.interrupt {
                return Err(interrupt);
            }
            if stop != Stop::Interrupted || self.debugger.machine().frames() >= end {
                break stop;
            }
        };
        self.renew_view(py)?;
        self.note_hooks(&stop);
        Ok(stop)
    }

    /// Calls the hooks that the run has stopped at. Returns whether one of them stops the run.
    pub(super) fn call_hooks(slf: &Bound<'_, Self>) -> PyResult<bool> {
        let py = slf.py();
        let mut stops = false;
        // Release the borrow: a hook may use the machine.
        let reached = std::mem::take(&mut slf.try_borrow_mut()?.stopped_at);
        for number in reached {
            let hooks = slf.try_borrow()?;
            let hook = hooks.hooks.iter().find(|(hook, _)| *hook == number);
            let hook = hook.map(|(_, callback)| callback.clone_ref(py));
            drop(hooks);
            if let Some(callback) = hook {
                stops |= callback.bind(py).call1((slf,))?.is_truthy()?;
            }
        }
        Ok(stops)
    }
}

/// Stops a run after a number of frames, or on Ctrl+C.
struct Pulse {
    frames: u64,
    looked: Instant,
    interrupt: Option<PyErr>,
}

impl Pulse {
    fn new(frames: u64) -> Pulse {
        Pulse {
            frames,
            looked: Instant::now(),
            interrupt: None,
        }
    }

    /// Whether the run continues. Called after each frame with the number of frames run.
    fn goes_on(&mut self, frames: u64) -> bool {
        if frames.is_multiple_of(CLOCK_CHECK_FRAMES) && self.looked.elapsed() >= INTERVAL {
            self.looked = Instant::now();
            self.interrupt = Python::attach(|py| py.check_signals()).err();
        }
        frames < self.frames && self.interrupt.is_none()
    }
}
