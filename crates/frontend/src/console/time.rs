//! Time control: running a frame, rewinding while a key is held, stepping through statements, breakpoints.
//!
//! Rewinding discards the part of the run that was rewound, so that the user can continue differently.
//! Stepping back only shows an earlier moment: the recorded run replays until there is new input.

use girafa_inspect::StatementPlace;

use super::*;
use girafa_debugger::{Condition, Direction, Location};

/// Frames to rewind after the first key event, which must cover the host's delay before it repeats the key;
/// and after each later event.
const FIRST_REWIND_FRAMES: u32 = 35;
const NEXT_REWIND_FRAMES: u32 = 8;

/// Maximum of `blocks_kept`: about 10 MB of tape blocks in the history.
const MAX_BLOCKS: usize = 100_000;

/// Rewinding speeds: after so many frames of rewinding, go back so many frames at once.
const SPEEDS: [(u64, u64); 3] = [(150, 4), (50, 2), (0, 1)];

/// The state of rewinding.
#[derive(Debug, Clone, Copy)]
pub(super) struct Back {
    /// Frames left to rewind.
    left: u32,
    /// Frames since the start of rewinding.
    since: u64,
}

impl Console {
    /// Runs a frame, or until a breakpoint or the end of a step. Adds printed rows to the paper and writes
    /// what SAVE recorded to a file. When rewinding, goes back one or more frames instead.
    pub fn frame(&mut self) {
        if let Some(back) = self.back {
            return self.frame_back(back);
        }
        let is_new = !self.debugger.is_past();
        let stop = match &mut self.step {
            Some(begun) => self.debugger.frame_of_step(begun),
            None => self.debugger.frame(),
        };
        match stop {
            Some(stop) => self.stopped(&stop),
            None if is_new => self.record(),
            // A replayed frame: its recordings are already on the cassette.
            None => self.recorder.look_at(self.debugger.machine()),
        }
        let player = self.debugger.emulator();
        let machine = player.machine();
        self.waits = self.idle.waits(machine, player.glyphs()) || sysvars::waits_in_pause(machine);
    }

    /// Lets the recorder take what SAVE recorded in the last frame.
    fn record(&mut self) {
        let machine = self.debugger.emulator_mut().machine_mut();
        let has_saved = !machine.deck().saved().is_empty();
        let message = self.recorder.after_frame(machine, &self.files);
        if has_saved || message.is_some() {
            // The replaced tape does not follow from running the machine.
            self.debugger.change_emulator(|_| ());
            self.blocks_kept += self.recorder.blocks();
            if self.blocks_kept > MAX_BLOCKS {
                self.debugger.forget_past();
                self.blocks_kept = self.recorder.blocks();
            }
        }
        if message.is_some() {
            self.message = message;
        }
    }

    /// Sends keyboard input to the machine. New input discards the part of the run that would be replayed.
    pub fn put_in(&mut self, input: Input) {
        if self.debugger.is_news(&input) {
            self.take_over();
            self.debugger.put_in(input);
        }
    }

    /// Discards the part of the run that would be replayed, and releases the keys that are held at this
    /// moment.
    fn take_over(&mut self) {
        if self.debugger.is_past() {
            self.debugger.forget_future();
            for key in self.emulator().host_keys().held().to_vec() {
                self.debugger.put_in(Input::Release(key));
            }
        }
    }

    /// The debugger, with the run's history and the breakpoints.
    pub fn debugger(&self) -> &Debugger {
        &self.debugger
    }

    /// The debugger, for another front end that examines the same run. If it goes to another moment, call
    /// [`has_moved`](Self::has_moved).
    pub fn debugger_mut(&mut self) -> &mut Debugger {
        &mut self.debugger
    }

    /// Returns why the emulation has stopped, if it has since the last call.
    pub fn take_stop(&mut self) -> Option<Stop> {
        self.last_stop.take()
    }

    /// Number of changes to another moment of the run, other than by running. After a change, a sound
    /// listener must start again.
    pub fn jumps(&self) -> u64 {
        self.jumps
    }

    /// Whether the emulation stops at the end of a step.
    pub fn is_stepping(&self) -> bool {
        self.step.is_some()
    }

    /// Resets what depends on the moment, after a change to another one.
    pub(super) fn jumped(&mut self) {
        self.jumps += 1;
        self.chosen = None;
        self.idle = IdleDetector::default();
        self.waits = false;
    }

    pub(super) fn pause_or_go_on(&mut self) {
        self.set_paused(!(self.paused || self.step.is_some()));
    }

    /// Pauses the emulation, or lets it go on.
    pub fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
        self.step = None;
        self.chosen = None;
    }

    /// Handles a press or repeat of the rewind key.
    pub(super) fn go_back(&mut self) {
        self.help = false;
        self.step = None;
        self.back = Some(match self.back {
            None => Back {
                left: FIRST_REWIND_FRAMES,
                since: 0,
            },
            Some(back) => Back {
                left: NEXT_REWIND_FRAMES,
                ..back
            },
        });
    }

    /// Keeps rewinding while the rewind key is held, for hosts that report key releases. Call it before each
    /// frame.
    pub fn keep_going_back(&mut self) {
        if let Some(back) = &mut self.back {
            back.left = 2;
        }
    }

    fn frame_back(&mut self, back: Back) {
        let speed = SPEEDS.iter().find(|(since, _)| back.since >= *since);
        let moved = self.debugger.rewind(speed.map_or(1, |&(_, speed)| speed));
        self.jumped();
        if !moved {
            self.message = Some("start of the recorded history:".to_owned());
        }
        self.back = (back.left > 1).then_some(Back {
            left: back.left - 1,
            since: back.since + 1,
        });
        if self.back.is_none() {
            self.recorder.look_at(self.debugger.machine());
            // When paused, the user only looks at the past: the future is kept.
            if !self.paused {
                self.take_over();
            }
        }
    }

    /// Lets the emulation go on, forwards.
    pub fn go_on(&mut self) {
        self.stop_going_back();
        self.set_paused(false);
    }

    /// Lets the emulation go on to the end of a step.
    pub fn take_step(&mut self, begun: BegunStep) {
        self.go_on();
        self.step = Some(begun);
    }

    pub(super) fn step_back(&mut self) {
        self.stop_going_back();
        let stop = (self.debugger).step(Step::Statement, Direction::Backward, &mut |_| true);
        self.arrived(&stop);
    }

    /// Goes back to the last breakpoint.
    pub fn run_back(&mut self) {
        self.stop_going_back();
        let stop = self.debugger.resume_back(&mut |_| true);
        self.arrived(&stop);
    }

    fn stop_going_back(&mut self) {
        self.back = None;
        self.help = false;
    }

    fn arrived(&mut self, stop: &Stop) {
        self.has_moved();
        self.stopped(stop);
    }

    /// Notes that the debugger has gone to another moment.
    pub fn has_moved(&mut self) {
        self.jumped();
        self.recorder.look_at(self.debugger.machine());
    }

    /// Pauses the emulation and shows the current statement.
    fn stopped(&mut self, stop: &Stop) {
        self.last_stop = Some(stop.clone());
        self.set_paused(true);
        let here = self.debugger.place().map_or_else(
            || "no statement of the program".to_owned(),
            |place| {
                format!(
                    "{place} {}",
                    self.debugger.text_of(place).unwrap_or_default().trim()
                )
            },
        );
        self.message = Some(match stop {
            Stop::Breakpoint(_) => format!("breakpoint: {here}"),
            Stop::Beginning => format!("start of the recorded history: {here}"),
            _ => here,
        });
    }

    /// How far this moment is from the end of the recorded run.
    pub(super) fn how_far_back(&self) -> Option<String> {
        let timeline = self.debugger.history().timeline();
        let frames = timeline.last() - timeline.now();
        // If the machine stopped inside a frame, the frame has been run to its end to be examined.
        (frames > 2).then(|| format!("{:.1} s back", EmulatedTime::of_frames(frames).seconds()))
    }

    /// Selects the next or the previous line of the listing, to set a breakpoint.
    pub(super) fn choose_line(&mut self, up: bool) {
        let machine = self.debugger.machine();
        self.program.update(machine, self.program.width());
        let from = self.chosen.or_else(|| listing::running_line(machine));
        let mut lines = self.program.lines();
        let next = match (from, up) {
            (Some(from), true) => lines.rfind(|&line| line < from),
            (Some(from), false) => lines.find(|&line| line > from),
            (None, _) => lines.next(),
        };
        self.chosen = next.or(self.chosen);
        self.message = Some(match next {
            None => "no line is there".to_owned(),
            Some(line) if self.has_breakpoint(line) => format!("line {line}, with a breakpoint"),
            Some(line) => format!("line {line}"),
        });
    }

    /// Adds or removes a breakpoint at the selected line, or else at the running line.
    pub(super) fn switch_breakpoint(&mut self) {
        let line = self
            .chosen
            .or_else(|| self.debugger.place().map(|place| place.line));
        match line {
            Some(line) => self.switch_breakpoint_at(line),
            None => self.message = Some("no line is running: select one (S-F7, S-F8)".to_owned()),
        }
    }

    /// Adds or removes a breakpoint at a line of the program.
    pub fn switch_breakpoint_at(&mut self, line: u16) {
        let removed = self
            .debugger
            .remove_breakpoints(|breakpoint| is_at(&breakpoint.location, line));
        if removed > 0 {
            self.message = Some(format!("no breakpoint at {line}"));
            return;
        }
        let place = self.debugger.place_for(line, None);
        let added = place.and_then(|place| {
            let location = Location::Statement(place);
            (self.debugger).add_breakpoint(location, Condition::default(), None, false)?;
            Ok(place.line)
        });
        self.message = Some(match added {
            Ok(line) => format!("breakpoint at {line}"),
            Err(error) => error.to_string(),
        });
    }

    fn has_breakpoint(&self, line: u16) -> bool {
        let mut all = self.debugger.breakpoints().iter();
        all.any(|breakpoint| is_at(&breakpoint.location, line))
    }

    /// The `height` rows of the listing around the selected or the running line, `width` columns wide.
    pub fn listing_rows(&mut self, width: usize, height: usize) -> Vec<ShownRow> {
        let machine = self.debugger.machine();
        self.program.update(machine, width);
        let running = listing::running_line(machine);
        let place = self.debugger.place();
        let failed = self.emulator().fault().and_then(RuntimeError::line);
        let marked = running.map(|line| Marked {
            line,
            is_error: failed == Some(line),
        });
        let rows = self.program.window(self.chosen.or(running), height).to_vec();
        let statement = place.map_or_else(Vec::new, |place| self.program.statement(place));
        let first = self.program.top();
        let index = |at: usize| {
            // The row's index among the rows of its line.
            let all = self.program.rows();
            let line = all[first + at].line;
            all[..first + at]
                .iter()
                .rev()
                .take_while(|row| row.line == line)
                .count()
        };
        let shown = |(at, row): (usize, listing::ListingRow)| {
            let index = index(at);
            let marked = marked.filter(|marked| marked.is_at(&row));
            let statement = marked.and_then(|_| statement.get(index)).cloned().unwrap_or(0..0);
            ShownRow {
                is_first: index == 0,
                statement,
                has_breakpoint: self.has_breakpoint(row.line),
                is_chosen: self.chosen == Some(row.line),
                line: row.line,
                text: row.text,
                marked,
            }
        };
        rows.into_iter().enumerate().map(shown).collect()
    }
}

fn is_at(location: &Location, line: u16) -> bool {
    matches!(location, Location::Statement(StatementPlace { line: at, .. }) if *at == line)
}

#[cfg(test)]
#[path = "time_tests.rs"]
mod tests;
