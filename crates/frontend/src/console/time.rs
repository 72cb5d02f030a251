//! Time at the console: a frame on, backwards as long as a key is held, statement by statement, to
//! breakpoints.
//!
//! What was rewound is taken back: the run goes on from there otherwise, as its user likes. What was stepped
//! back over is only looked back at: it comes again as it was until something is put in.

use girafa_inspect::StatementPlace;

use super::*;
use girafa_debugger::{Condition, Direction, Location, Step, Stop};

/// Frames for which time runs backwards at the first report of a key, as long as a host may take to report
/// that it repeats; and at each later one.
const FIRST: u32 = 35;
const NEXT: u32 = 8;

/// Blocks of tape that the run's past may have, each time counted that SAVE has left them on the cassette:
/// some 10 MB.
const MAX_BLOCKS: usize = 100_000;

/// Frames that are gone back in one, after so many.
const SPEEDS: [(u64, u64); 3] = [(150, 4), (50, 2), (0, 1)];

/// Time runs backwards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Back {
    /// For so many frames yet.
    left: u32,
    /// And has for so many.
    since: u64,
}

impl Console {
    /// Runs a frame, up to a breakpoint or a statement that is stepped to: what is printed goes on the paper,
    /// what SAVE has recorded into a file. Where time runs backwards, a frame or more are taken back instead.
    pub fn frame(&mut self) {
        if let Some(back) = self.back {
            return self.frame_back(back);
        }
        let is_new = !self.debugger.is_past();
        let stop = match self.steps {
            true => self.debugger.frame_of_step(),
            false => self.debugger.frame(),
        };
        match stop {
            Some(stop) => self.stopped(&stop),
            None if is_new => self.record(),
            // What has been recorded in it is recorded.
            None => self.recorder.look_at(self.debugger.machine()),
        }
        let player = self.debugger.emulator();
        let machine = player.machine();
        self.waits = self.idle.waits(machine, player.glyphs()) || sysvars::waits_in_pause(machine);
    }

    /// Has the recorder see what SAVE has saved in the frame that is over.
    fn record(&mut self) {
        let machine = self.debugger.emulator_mut().machine_mut();
        let has_saved = !machine.deck().saved().is_empty();
        let message = self.recorder.after_frame(machine, &self.files);
        if has_saved || message.is_some() {
            // That the tape is another does not follow from what has run.
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

    /// Puts something in at the keyboard. What was to come again does not, then.
    pub fn put_in(&mut self, input: Input) {
        if self.debugger.is_news(&input) {
            self.take_over();
            self.debugger.put_in(input);
        }
    }

    /// The keys that were held in what was to come again are let go.
    fn take_over(&mut self) {
        if self.debugger.is_past() {
            self.debugger.forget_future();
            for key in self.emulator().host_keys().held().to_vec() {
                self.debugger.put_in(Input::Release(key));
            }
        }
    }

    /// The run's past, and what stops it.
    pub fn debugger(&self) -> &Debugger {
        &self.debugger
    }

    /// How often the machine has come to another moment otherwise than by running: somebody who listens to it
    /// has to begin again.
    pub fn jumps(&self) -> u64 {
        self.jumps
    }

    /// Whether time stands still where the next statement begins.
    pub fn is_stepping(&self) -> bool {
        self.steps
    }

    /// The machine is at another moment.
    pub(super) fn jumped(&mut self) {
        self.jumps += 1;
        self.chosen = None;
        self.idle = IdleDetector::default();
        self.waits = false;
    }

    pub(super) fn pause_or_go_on(&mut self) {
        self.paused = !(self.paused || self.steps);
        self.steps = false;
        self.chosen = None;
    }

    /// A key that takes time back went down, or repeats.
    pub(super) fn go_back(&mut self) {
        self.help = false;
        self.steps = false;
        self.back = Some(match self.back {
            None => Back {
                left: FIRST,
                since: 0,
            },
            Some(back) => Back { left: NEXT, ..back },
        });
    }

    /// The key that takes time back is down, for hosts that report when it goes up: to be called before each
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
            // Where time stands, it is only looked at.
            if !self.paused {
                self.take_over();
            }
        }
    }

    pub(super) fn step(&mut self) {
        self.stop_going_back();
        self.paused = false;
        self.steps = true;
        self.chosen = None;
    }

    pub(super) fn step_back(&mut self) {
        self.stop_going_back();
        let stop = (self.debugger).step(Step::Statement, Direction::Backward, &mut |_| true);
        self.arrived(&stop);
    }

    /// Back to the last breakpoint.
    pub(super) fn run_back(&mut self) {
        self.stop_going_back();
        let stop = self.debugger.resume_back(&mut |_| true);
        self.arrived(&stop);
    }

    fn stop_going_back(&mut self) {
        self.back = None;
        self.help = false;
    }

    fn arrived(&mut self, stop: &Stop) {
        self.jumped();
        self.recorder.look_at(self.debugger.machine());
        self.stopped(stop);
    }

    /// Time stands still from here.
    fn stopped(&mut self, stop: &Stop) {
        self.paused = true;
        self.steps = false;
        self.chosen = None;
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

    /// How far the moment is from the last one that has been.
    pub(super) fn how_far_back(&self) -> Option<String> {
        let timeline = self.debugger.history().timeline();
        let frames = timeline.last() - timeline.now();
        // A frame that was stopped in has been run to its end to be asked about.
        (frames > 2).then(|| format!("{:.1} s back", EmulatedTime::of_frames(frames).seconds()))
    }

    /// The next line of the listing, or the one before, is chosen for a breakpoint.
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

    /// The chosen line gets a breakpoint, or the one that runs; or loses it.
    pub(super) fn switch_breakpoint(&mut self) {
        let line = self
            .chosen
            .or_else(|| self.debugger.place().map(|place| place.line));
        match line {
            Some(line) => self.switch_breakpoint_at(line),
            None => self.message = Some("no line is running: select one (S-F7, S-F8)".to_owned()),
        }
    }

    /// A line of the program gets a breakpoint, or loses it.
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

    /// The `height` rows of the listing around the line that was chosen or that runs, `width` columns wide.
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
            // Of rows of one line, how many come before in the whole listing.
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
