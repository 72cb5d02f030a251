//! Runs forward and back: to the next statement, line or breakpoint, or to where the program waits.

use girafa_inspect::sysvars;
use girafa_inspect::{StatementPlace, fault};
use girafa_session::driver::{Event as Stopped, KeyWait, Mode, Until};
use girafa_session::history::Moment;
use girafa_session::outcome::End;

use crate::Debugger;
use crate::breakpoints::Location;

/// No instruction takes as many T-states, even with contention.
pub(crate) const MAX_INSTRUCTION: u32 = 64;

/// The direction of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Forward in time.
    Forward,
    /// Backward in time.
    Backward,
}

/// How far a step goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// To the next statement that runs.
    Statement,
    /// To the next line, or to the start of the same one.
    Line,
    /// To the next statement at the same depth of GO SUBs or less.
    Over,
    /// To the next line at the same depth of GO SUBs or less.
    LineOver,
    /// Out of the subroutine: to after RETURN; backward, to the GO SUB.
    Out,
}

/// A step forward that has begun. If it is interrupted, it can continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BegunStep {
    step: Option<Step>,
    /// Number of active GO SUBs at the start.
    depth: usize,
    /// The last statement.
    before: StatementPlace,
    /// The last statement that was not deeper in GO SUBs.
    last_at_depth: StatementPlace,
}

/// Why a run has stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The step is done.
    Step,
    /// These breakpoints are reached, by their numbers.
    Breakpoint(Vec<u32>),
    /// The variable that breakpoint `number` watches has changed.
    Changed {
        /// The breakpoint's number.
        number: u32,
        /// The variable.
        name: String,
        /// Its value before and after, if it existed.
        values: [Option<String>; 2],
        /// The statement that changed it.
        place: StatementPlace,
    },
    /// INPUT waits for an answer.
    Input,
    /// The program waits for a key, as in PAUSE 0 or in machine code. When the run continues, it gets ENTER.
    Key,
    /// The program has ended, with its report on the screen or otherwise.
    Ended(End),
    /// There is no earlier recorded statement.
    Beginning,
    /// The caller has interrupted the run.
    Interrupted,
    /// There is no active GO SUB: there is nothing to step out of.
    NoSubroutine,
}

/// The last end of a run, or its last wait.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LastStop {
    tstates: u64,
    event: Stopped,
    /// Number of answers and keys that were left.
    unused_input: usize,
}

/// The start of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// The moment at which it starts.
    pub moment: Moment,
    /// The statement.
    pub place: StatementPlace,
    /// Number of active GO SUBs.
    pub depth: usize,
}

impl Event {
    /// Whether a line begins here, after a statement at `before`.
    pub fn begins_line(&self, before: StatementPlace) -> bool {
        self.place.line != before.line || self.place.statement <= before.statement
    }
}

impl Debugger {
    /// Runs to the next breakpoint, or until the program waits or ends. `goes_on` is called after each frame
    /// with the number of frames that have run; `false` interrupts the run.
    pub fn resume(&mut self, goes_on: &mut dyn FnMut(u64) -> bool) -> Stop {
        self.forward(&mut self.begun(None), true, goes_on)
    }

    /// Runs to the next breakpoint like [`resume`](Self::resume), but does not stop at waits: only answers
    /// that were given are typed. `goes_on` interrupts the run.
    pub fn run_by(&mut self, goes_on: &mut dyn FnMut(u64) -> bool) -> Stop {
        self.forward(&mut self.begun(None), false, goes_on)
    }

    /// The numbers of the breakpoints reached at the moment of the last stop, in addition to those that it
    /// names: one statement can change several variables, and the next one can have a breakpoint.
    pub fn also_reached(&self) -> &[u32] {
        &self.also_reached
    }

    /// Takes a step. Breakpoints on the way stop it.
    pub fn step(&mut self, step: Step, direction: Direction, goes_on: &mut dyn FnMut(u64) -> bool) -> Stop {
        match direction {
            Direction::Forward => self.forward(&mut self.begin(step), true, goes_on),
            Direction::Backward => self.step_back(step),
        }
    }

    /// Begins a step forward, for [`step_on`](Self::step_on) and [`step_by`](Self::step_by).
    pub fn begin(&self, step: Step) -> BegunStep {
        self.begun(Some(step))
    }

    /// Continues a step that was interrupted, or that has just begun.
    pub fn step_on(&mut self, begun: &mut BegunStep, goes_on: &mut dyn FnMut(u64) -> bool) -> Stop {
        self.forward(begun, true, goes_on)
    }

    /// Continues a step like [`step_on`](Self::step_on), but does not stop at waits.
    pub fn step_by(&mut self, begun: &mut BegunStep, goes_on: &mut dyn FnMut(u64) -> bool) -> Stop {
        self.forward(begun, false, goes_on)
    }

    fn begun(&self, step: Option<Step>) -> BegunStep {
        let before = self.place().unwrap_or(StatementPlace {
            line: 0,
            statement: 0,
        });
        BegunStep {
            step,
            depth: self.calls().len(),
            before,
            last_at_depth: before,
        }
    }

    /// Executes one instruction of the processor, or accepts an interrupt.
    pub fn step_instruction(&mut self) -> Stop {
        self.before_new_frame();
        self.driver.history_mut().step_instruction();
        Stop::Step
    }

    /// Goes back by one instruction, or by the part of it that the timeline has.
    pub fn step_instruction_back(&mut self) -> Stop {
        let now = self.moment();
        self.settle();
        // The previous instruction begins within these T-states.
        let longest = MAX_INSTRUCTION + self.machine().longest_delay();
        let from = match now.tstate.checked_sub(longest) {
            Some(tstate) => Moment { tstate, ..now },
            None if now.frame > self.driver.history().timeline().first() => Moment {
                frame: now.frame - 1,
                tstate: girafa_spectrum::FRAME_TSTATES - longest,
            },
            None => Moment { tstate: 0, ..now },
        };
        self.go_to(from);
        let mut last = None;
        while self.moment() < now {
            last = Some(self.moment());
            self.driver.history_mut().step_instruction();
        }
        match last {
            Some(moment) => {
                self.go_to(moment);
                Stop::Step
            }
            None => Stop::Beginning,
        }
    }

    fn forward(
        &mut self,
        begun: &mut BegunStep,
        attends: bool,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Stop {
        if begun.step == Some(Step::Out) && begun.depth == 0 {
            return Stop::NoSubroutine;
        }
        // A statement that began before this run may be the one that changes a variable.
        let known = std::mem::take(&mut self.watched);
        self.watched = self.breakpoints.watched(self.driver.machine(), known);
        let addresses = self.breakpoints.addresses();
        // The run does not stop again at an address where it has stopped or to which it has jumped.
        let mut start = (self.emulator().is_in_frame()).then_some(self.machine().tstates());
        self.also_reached.clear();
        self.driver
            .set_mode(if attends { Mode::Script } else { Mode::Live });
        if attends
            && let Some(event) = self.stop_here()
            && !matches!(event, Stopped::WaitsForKey(_))
        {
            return self.stop_for(event);
        }
        // The run has stopped at this wait, and the caller has not pressed another key.
        if std::mem::take(&mut self.waits_for_enter) && attends {
            self.driver.press_enter();
        }
        let mut frames = 0;
        loop {
            self.before_new_frame();
            let until = Until {
                frames: 1,
                statement: true,
                addresses: &addresses,
            };
            let event = self.driver.advance(until, &mut ());
            let has_run = start.take() != Some(self.machine().tstates());
            match event {
                Stopped::Address(_) if !has_run => {}
                Stopped::Address(address) => {
                    let machine = self.driver.machine();
                    let here = |location: &Location| *location == Location::Address(address);
                    let reached = self.breakpoints.reached(machine, here, &mut self.log);
                    if !reached.is_empty() {
                        return Stop::Breakpoint(reached);
                    }
                }
                Stopped::Statement(place) => {
                    if let Some(stop) = self.at_statement(begun) {
                        self.note_statement();
                        return stop;
                    }
                    begun.before = place;
                    if self.calls().len() <= begun.depth {
                        begun.last_at_depth = place;
                    }
                }
                Stopped::Frames | Stopped::Stopped => {
                    frames += 1;
                    self.listen();
                    if attends && let Some(event) = self.stop_here() {
                        return self.stop_for(event);
                    }
                    if !goes_on(frames) {
                        return Stop::Interrupted;
                    }
                }
                event => {
                    self.listen();
                    self.last_stop = Some(LastStop {
                        tstates: self.machine().tstates(),
                        event,
                        unused_input: self.unused_input(),
                    });
                    return self.stop_for(event);
                }
            }
        }
    }

    /// The event at which the run stops here again, if it has stopped here and nothing was put in since.
    fn stop_here(&self) -> Option<Stopped> {
        let last = self.last_stop?;
        let is_here = last.tstates == self.machine().tstates()
            && !self.driver.history().timeline().is_past()
            && self.pending.is_empty();
        let is_for_good = match last.event {
            // Another tape may be in the recorder.
            Stopped::Ended(end) => end != End::TapeRanOut,
            _ => last.unused_input == self.unused_input(),
        };
        (is_here && is_for_good).then_some(last.event)
    }

    /// Number of answers and keys that have not been used.
    fn unused_input(&self) -> usize {
        self.driver.answers_left().count() + self.driver.keys_left().count()
    }

    fn stop_for(&mut self, event: Stopped) -> Stop {
        self.waits_for_enter = matches!(event, Stopped::WaitsForKey(KeyWait::Any | KeyWait::Polling));
        match event {
            Stopped::WaitsForAnswer => Stop::Input,
            Stopped::WaitsForKey(_) => Stop::Key,
            Stopped::Ended(end) => Stop::Ended(end),
            _ => Stop::Interrupted,
        }
    }

    /// Whether the run stops at the statement that is about to begin.
    fn at_statement(&mut self, begun: &BegunStep) -> Option<Stop> {
        let &BegunStep {
            step,
            depth,
            before,
            last_at_depth,
        } = begun;
        let machine = self.driver.machine();
        let place = sysvars::place(machine);
        let mut changed = (self.watched.iter_mut()).filter_map(|watched| watched.look(machine, before));
        let first = changed.next();
        let others = changed.filter_map(|stop| match stop {
            Stop::Changed { number, .. } => Some(number),
            _ => None,
        });
        self.also_reached = others.collect();
        let here = |location: &Location| location.places().contains(&place);
        let reached = self.breakpoints.reached(machine, here, &mut self.log);
        if first.is_some() {
            self.also_reached.extend(reached);
            return first;
        }
        if !reached.is_empty() {
            return Some(Stop::Breakpoint(reached));
        }
        let event = Event {
            moment: Moment::default(),
            place,
            depth: match step {
                Some(Step::Over | Step::LineOver | Step::Out) => fault::calls(machine).len(),
                _ => 0,
            },
        };
        let is_done = match step? {
            Step::Statement => true,
            Step::Line => event.begins_line(before),
            Step::Over => event.depth <= depth,
            // A line continues after a GO SUB in it.
            Step::LineOver => event.depth < depth || event.depth == depth && event.begins_line(last_at_depth),
            Step::Out => event.depth < depth,
        };
        is_done.then_some(Stop::Step)
    }

    /// Applies the pending inputs before a new frame.
    fn before_new_frame(&mut self) {
        if self.emulator().is_in_frame() || self.pending.is_empty() {
            return;
        }
        for input in std::mem::take(&mut self.pending) {
            self.driver.history_mut().put_in(input);
        }
        self.past_has_changed();
    }

    fn step_back(&mut self, step: Step) -> Stop {
        let depth = self.calls().len();
        if step == Step::Out && depth == 0 {
            return Stop::NoSubroutine;
        }
        let found = self.last_event(
            self.moment(),
            |summary| summary.has_statements(),
            |events, at, running| {
                let event = &events[at];
                let before = at.checked_sub(1).map_or(running, |before| events[before].place);
                // A line continues after a GO SUB in it.
                let same_depth = || {
                    let earlier = events[..at]
                        .iter()
                        .rev()
                        .find(|earlier| earlier.depth <= event.depth);
                    earlier.map_or(running, |earlier| earlier.place)
                };
                match step {
                    Step::Statement => true,
                    Step::Line => event.begins_line(before),
                    Step::Over => event.depth <= depth,
                    Step::LineOver => {
                        event.depth < depth || event.depth == depth && event.begins_line(same_depth())
                    }
                    Step::Out => event.depth < depth,
                }
            },
        );
        match found {
            Some(event) => {
                self.go_to(event.moment);
                self.note_statement();
                Stop::Step
            }
            None => Stop::Beginning,
        }
    }
}
