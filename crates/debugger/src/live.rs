//! Debugs an interactive run: in real time, frame by frame, with a user at the keyboard.

use std::borrow::Cow;

use crate::{BegunStep, Debugger, Stop};
use girafa_session::driver::Driver;
use girafa_session::emulator::Emulator;
use girafa_session::history::{Keeping, Moment};
use girafa_session::host_keys::MAX_QUEUE;
use girafa_session::input::Input;
use girafa_spectrum::Spectrum;

impl Debugger {
    /// Debugs a run in real time whose past is recorded, with its picture as the beam draws it.
    pub fn live(emulator: Emulator) -> Debugger {
        Debugger::of(Driver::of(emulator.with_beam().with_marks(), Keeping::Past))
    }

    /// Runs to the end of the frame or to a breakpoint. Returns why it has stopped before the end, if it has.
    pub fn frame(&mut self) -> Option<Stop> {
        stopped(self.run_by(&mut |_| false))
    }

    /// As [`frame`](Self::frame), but also stops at the end of a step.
    pub fn frame_of_step(&mut self, begun: &mut BegunStep) -> Option<Stop> {
        stopped(self.step_by(begun, &mut |_| false))
    }

    /// The machine to draw. If it is stopped in the middle of a frame, the screen is taken from memory,
    /// because the beam has not drawn the whole frame yet.
    pub fn seen(&self) -> Cow<'_, Spectrum> {
        let machine = self.machine();
        if !self.emulator().is_in_frame() {
            return Cow::Borrowed(machine);
        }
        let mut machine = machine.clone();
        machine.watch_beam(false);
        Cow::Owned(machine)
    }

    /// The emulator, for changes that do not affect the run, such as taking its sound.
    pub fn emulator_mut(&mut self) -> &mut Emulator {
        self.driver.emulator_mut()
    }

    /// Whether the next frame has run before.
    pub fn is_past(&self) -> bool {
        self.driver.history().timeline().is_past()
    }

    /// Whether an input would change anything.
    pub fn is_news(&self, input: &Input) -> bool {
        !self.pending.is_empty() || self.emulator().host_keys().is_news(input)
    }

    /// Applies a keyboard input before the next frame. What came after this moment is forgotten. Returns whether
    /// there was room for it: at most 4,096 inputs can wait for a frame.
    pub fn put_in(&mut self, input: Input) -> bool {
        let has_future = self.is_past();
        let has_room = if self.emulator().is_in_frame() || !self.pending.is_empty() {
            self.driver.history_mut().forget_future();
            let has_room = self.pending.len() < MAX_QUEUE;
            if has_room {
                self.pending.push(input);
            }
            has_room
        } else {
            self.driver.history_mut().put_in(input)
        };
        if has_future {
            self.past_has_changed();
        }
        has_room
    }

    /// Forgets what came after this moment.
    pub fn forget_future(&mut self) {
        if self.is_past() {
            self.driver.history_mut().forget_future();
            self.past_has_changed();
        }
    }

    /// Forgets what came before this moment, at which a frame is about to run.
    pub fn forget_past(&mut self) {
        self.driver.history_mut().forget_past();
        self.past_has_changed();
    }

    /// Goes back by `frames` frames, to the start of one. Returns whether there was a past to go back to.
    pub fn rewind(&mut self, frames: u64) -> bool {
        let now = self.moment();
        let first = self.driver.history().timeline().first();
        if now.frame == first && now.tstate == 0 {
            return false;
        }
        // In the middle of a frame, the first step back is to its start.
        let from = now.frame + u64::from(self.emulator().is_in_frame());
        let frame = from.saturating_sub(frames.max(1)).max(first);
        self.settle();
        let start = self.segment(frame).start;
        // The states of the scan serve the frames before as well.
        self.scanned(start, Moment { frame, tstate: 0 });
        self.go_to(Moment { frame, tstate: 0 });
        true
    }
}

fn stopped(stop: Stop) -> Option<Stop> {
    (stop != Stop::Interrupted).then_some(stop)
}
