//! Queries about the past: the last run of a statement, the last change of a variable, the last write to a
//! cell of the screen.
//!
//! The segments of the timeline are checked from the last to the first: a segment is skipped if its summary
//! rules it out; otherwise it is replayed from its start, up to the requested moment.

use std::collections::BTreeSet;

use girafa_basic::program::Program;
use girafa_inspect::sysvars;
use girafa_inspect::target::Target;
use girafa_inspect::uses::Uses;
use girafa_inspect::{StatementPlace, fault, program, statements};
use girafa_session::timeline::Segment;
use girafa_spectrum::{ScreenCells, Spectrum};

use crate::breakpoints::Location;
use crate::stepping::Event;
use crate::{Debugger, Stop};
use girafa_session::emulator::{Emulator, Pause};
use girafa_session::history::{Moment, Replay};
use girafa_session::segment_summary::SegmentSummary;

/// Frames between two states of the segment that was scanned last.
const DENSE_CHECKPOINT_FRAMES: u64 = 12;
/// The addresses from the screen to SUBPPC, whose writes are watched to find what wrote to a cell.
const WATCHED_ADDRESSES: std::ops::RangeInclusive<u16> = 0x4000..=sysvars::SUBPPC;

/// The place of a change that was made from the debugger, not by a statement.
pub const MANUAL_CHANGE: StatementPlace = StatementPlace {
    line: 0,
    statement: 0,
};

/// A replayed segment: its statements, and states to continue from.
#[derive(Debug)]
pub(crate) struct Scan {
    start: u64,
    until: Moment,
    events: Vec<Event>,
    states: Vec<(u64, Emulator)>,
}

impl Scan {
    /// The last state before a moment.
    pub fn near(&self, to: Moment) -> Option<(u64, &Emulator)> {
        let after = self.states.partition_point(|&(frame, _)| frame <= to.frame);
        let (frame, emulator) = &self.states[after.checked_sub(1)?];
        Some((*frame, emulator))
    }
}

/// The statement that has set or changed a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// When the statement began.
    pub moment: Moment,
    /// The statement.
    pub place: StatementPlace,
    /// When it was over: the start of the next statement, or the requested moment.
    pub after: Moment,
    /// The value before and after, if the variable existed.
    pub values: [Option<String>; 2],
}

/// A write to a cell of the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// When the write was done.
    pub moment: Moment,
    /// The statement of the program that ran, if any, and when it began.
    pub statement: Option<(StatementPlace, Moment)>,
    /// The address that was written to.
    pub address: u16,
    /// The value at `address` after the write.
    pub value: u8,
    /// The address of the instruction after the one that wrote.
    pub pc: u16,
}

/// The end of a segment for a query about the time before `before`.
fn end_of(end: u64, before: Moment) -> Moment {
    before.min(Moment {
        frame: end,
        tstate: 0,
    })
}

/// Whether a segment begins with a statement that is about to run: the run was changed there.
fn begins_with_statement(state: &Emulator) -> bool {
    state.is_in_frame() && !state.is_at_address() && sysvars::runs_program(state.machine())
}

/// The statement that runs or is about to: none after a jump from the debugger, which leaves one that had begun.
fn running(machine: &Spectrum) -> StatementPlace {
    match sysvars::runs_program(machine) && machine.cpu.pc != sysvars::STATEMENT_DONE {
        true => sysvars::place(machine),
        false => MANUAL_CHANGE,
    }
}

/// The statements that can set a variable.
struct Setters {
    /// Those that set it whenever they complete.
    surely: BTreeSet<StatementPlace>,
    /// Those that may set it.
    perhaps: BTreeSet<StatementPlace>,
}

impl Setters {
    fn of(program: &Program, target: &Target) -> Setters {
        let mut setters = Setters {
            surely: BTreeSet::new(),
            perhaps: BTreeSet::new(),
        };
        for line in &program.lines {
            for statement in 1..=statements::ranges(&line.body).len().min(255) {
                let place = StatementPlace {
                    line: line.number,
                    statement: statement as u8,
                };
                let uses = Uses::of(line, place.statement);
                let is_string = target.name.ends_with('$');
                let sets = |named: &&girafa_inspect::uses::Named| {
                    named.name == target.name && (is_string || named.is_subscripted == target.is_array)
                };
                if let Some(named) = uses.sets.iter().find(sets) {
                    setters.perhaps.insert(place);
                    // Which element another statement sets shows only in its value.
                    let is_whole = target.subscripts.is_empty()
                        && (!named.is_subscripted || uses.keyword == Some(girafa_basic::token::DIM));
                    if is_whole {
                        setters.surely.insert(place);
                    }
                } else if uses.sets_all {
                    setters.perhaps.insert(place);
                }
            }
        }
        setters
    }
}

impl Debugger {
    /// Finds the last statement before `before` for which `hit` is true, in the segments that `may` have it.
    /// `hit` gets the statements of the segment, the index of the one to check, and the statement that had
    /// begun before them.
    pub(crate) fn last_event(
        &mut self,
        before: Moment,
        may: impl Fn(&SegmentSummary) -> bool,
        hit: impl Fn(&[Event], usize, StatementPlace) -> bool,
    ) -> Option<Event> {
        self.settle();
        let starts: Vec<u64> = (self.driver.history().timeline().segments_before(before.frame))
            .filter(|segment| may(segment.summary) || begins_with_statement(segment.state))
            .map(|segment| segment.start)
            .collect();
        for start in starts {
            let running = running(self.segment(start).state.machine());
            let scan = self.scanned(start, before);
            let events = &scan.events[..scan.events.partition_point(|event| event.moment < before)];
            let found = (0..events.len()).rev().find(|&index| hit(events, index, running));
            if let Some(index) = found {
                return Some(events[index]);
            }
        }
        None
    }

    pub(crate) fn segment(&self, start: u64) -> Segment<'_, Emulator> {
        let mut segments = self.driver.history().timeline().segments_before(start);
        segments.next().expect("it is kept")
    }

    /// Replays the segment that begins with frame `start`, at least up to `before`, unless the last scan
    /// covers it.
    pub(crate) fn scanned(&mut self, start: u64, before: Moment) -> &Scan {
        let segment = self.segment(start);
        let until = end_of(segment.end, before);
        let is_known = |scan: &Scan| scan.start == start && scan.until >= until;
        if !self.scan.as_ref().is_some_and(is_known) {
            self.scan_with(start, until, |_, _| {});
        }
        self.scan.as_ref().expect("it was just made")
    }

    /// Replays a segment until just after `until` and stores the result; `visit` is as for
    /// [`run_again`](Self::run_again).
    fn scan_with(&mut self, start: u64, until: Moment, mut visit: impl FnMut(&mut Replay, Pause)) -> Replay {
        self.scan = None;
        let mut events = Vec::new();
        let mut states = Vec::new();
        let past = self.run_again(start, until, |past, pause| {
            if pause == Pause::Statement {
                let machine = past.emulator().machine();
                events.push(Event {
                    moment: past.moment(),
                    place: sysvars::place(machine),
                    depth: fault::calls(machine).len(),
                });
            } else if past.frame().is_multiple_of(DENSE_CHECKPOINT_FRAMES) {
                states.push((past.frame(), past.emulator().clone()));
            }
            visit(past, pause);
        });
        self.scan = Some(Scan {
            start,
            until,
            events,
            states,
        });
        past
    }

    /// Replays a segment until just after `until`: `visit` gets each frame, and each statement that begins up
    /// to `until`.
    fn run_again(&self, start: u64, until: Moment, mut visit: impl FnMut(&mut Replay, Pause)) -> Replay {
        let timeline = self.driver.history().timeline();
        let mut past = Replay::new(start, self.segment(start).state.clone());
        visit(&mut past, Pause::Frame);
        if begins_with_statement(past.emulator()) && past.moment() <= until {
            visit(&mut past, Pause::Statement);
        }
        while past.moment() < until && past.frame() < timeline.last() {
            let pause = past.run_on(timeline);
            if past.moment() > until {
                break;
            }
            visit(&mut past, pause);
        }
        past
    }

    /// Finds when the statement, or any statement of the line, last began before `before` (default: now).
    pub fn last_run(&mut self, line: u16, statement: Option<u8>, before: Option<Moment>) -> Option<Event> {
        let before = before.unwrap_or(self.moment());
        let is_it = |place: StatementPlace| {
            place.line == line && statement.is_none_or(|statement| statement == place.statement)
        };
        let all = 1..=statement.unwrap_or(u8::MAX);
        let may = |summary: &SegmentSummary| {
            all.clone()
                .any(|statement| summary.may_have_run(StatementPlace { line, statement }))
        };
        self.last_event(before, may, |events, at, _| is_it(events[at].place))
    }

    /// Finds the statement that last set a variable before `before` (default: now), even to the value that it
    /// had. For an array's element, or with `only_changes`, it finds only statements that changed it.
    pub fn last_set(
        &mut self,
        target: &Target,
        before: Option<Moment>,
        only_changes: bool,
    ) -> Option<Setting> {
        let before = before.unwrap_or(self.moment());
        self.settle();
        let now = match before == self.moment() {
            true => self.emulator().clone(),
            false => self.past_at(before).into_emulator(),
        };
        let area = |machine: &Spectrum| {
            let [from, to] =
                [sysvars::PROG, sysvars::VARS].map(|pointer| usize::from(machine.peek16(pointer)));
            machine.memory().get(from..to).unwrap_or_default().to_vec()
        };
        let edited = area(now.machine());
        let program = program::of_machine(now.machine()).unwrap_or_default();
        let setters = Setters::of(&program, target);
        let bytes = |emulator: &Emulator| target.bytes(emulator.machine()).map(<[u8]>::to_vec);
        let at_end = bytes(&now);
        let mut starts = Vec::new();
        for segment in self.driver.history().timeline().segments_before(before.frame) {
            let after = segment.after.filter(|_| segment.end <= before.frame);
            let after = after.map_or_else(|| at_end.clone(), bytes);
            let has_changed = after != bytes(segment.state);
            let may_have_run = |place: &StatementPlace| segment.summary.may_have_run(*place);
            let was_edited = || area(segment.state.machine()) != edited;
            let is_candidate = has_changed
                || setters.perhaps.iter().any(may_have_run)
                || begins_with_statement(segment.state)
                || was_edited();
            if is_candidate {
                starts.push((segment.start, end_of(segment.end, before)));
            }
        }
        for (start, until) in starts {
            let surely = |place: &StatementPlace| !only_changes && setters.surely.contains(place);
            let at_until = (until == before).then_some(&now);
            let Some(mut found) = self.last_set_in(start, until, target, surely, at_until) else {
                continue;
            };
            if found.place != MANUAL_CHANGE
                && found.moment
                    == (Moment {
                        frame: start,
                        tstate: 0,
                    })
            {
                // The statement had begun before the segment.
                let start = Moment {
                    frame: start,
                    tstate: 0,
                };
                let begun = self.last_event(start, |summary| summary.has_statements(), |_, _, _| true);
                if let Some(event) = begun {
                    (found.moment, found.place) = (event.moment, event.place);
                }
            }
            return Some(found);
        }
        None
    }

    /// Finds the last statement in a segment that has set a variable; one that had begun before has the
    /// segment's start as its moment.
    fn last_set_in(
        &mut self,
        start: u64,
        until: Moment,
        target: &Target,
        surely: impl Fn(&StatementPlace) -> bool,
        at_until: Option<&Emulator>,
    ) -> Option<Setting> {
        let look = |emulator: &Emulator| {
            let machine = emulator.machine();
            (target.bytes(machine).map(<[u8]>::to_vec), target.shown(machine))
        };
        let state = self.segment(start).state;
        let mut since = Moment {
            frame: start,
            tstate: 0,
        };
        let mut place = running(state.machine());
        let mut before = look(state);
        let mut found = None;
        let mut check = |emulator: &Emulator, moment: Moment, is_over: bool| {
            let has_changed = target.bytes(emulator.machine()) != before.0.as_deref();
            if has_changed || is_over && before.0.is_some() && surely(&place) {
                let value = if has_changed {
                    look(emulator)
                } else {
                    before.clone()
                };
                found = Some(Setting {
                    moment: since,
                    place,
                    after: moment,
                    values: [before.1.clone(), value.1.clone()],
                });
                before = value;
            }
            (since, place) = (moment, running(emulator.machine()));
        };
        let past = self.scan_with(start, until, |past, pause| {
            if pause == Pause::Statement {
                check(past.emulator(), past.moment(), true);
            }
        });
        let end = at_until.unwrap_or(past.emulator());
        match past.unchanged() {
            None => check(end, past.moment(), false),
            Some(unchanged) => {
                // The run was changed from the debugger at the segment's end.
                check(unchanged, past.moment(), false);
                let [before, after] = [look(unchanged), look(end)];
                if before.0 != after.0 {
                    found = Some(Setting {
                        moment: past.moment(),
                        place: MANUAL_CHANGE,
                        after: past.moment(),
                        values: [before.1, after.1],
                    });
                }
            }
        }
        found
    }

    /// Finds the last write to the cell of the screen in `row` (0 to 23) and `column` (0 to 31) before now.
    pub fn last_written(&mut self, row: u8, column: u8) -> Option<Written> {
        let before = self.moment();
        self.settle();
        let starts: Vec<(u64, Moment)> = (self.driver.history().timeline().segments_before(before.frame))
            .filter(|segment| segment.summary.cells.contains(row, column))
            .map(|segment| (segment.start, end_of(segment.end, before)))
            .collect();
        for (start, until) in starts {
            // The last frame that wrote to it.
            let mut number = None;
            let mut at = start;
            self.scan_with(start, until, |past, pause| {
                if pause == Pause::Statement {
                    return;
                }
                if past
                    .emulator_mut()
                    .take_segment_summary()
                    .cells
                    .contains(row, column)
                {
                    number = Some(at);
                }
                at = past.frame();
            });
            // The frame that is not over by then is searched first.
            let found = (self.written_in(at, until, row, column))
                .or_else(|| self.written_in(number?, until, row, column));
            if let Some(mut written) = found {
                if let Some((place, moment)) = written.statement {
                    let after = Moment {
                        tstate: written.moment.tstate + 1,
                        ..written.moment
                    };
                    let begun = self.last_event(
                        after,
                        |summary| summary.has_statements(),
                        |events, at, _| events[at].place == place,
                    );
                    written.statement = Some((place, begun.map_or(moment, |event| event.moment)));
                }
                return Some(written);
            }
        }
        None
    }

    /// Finds the last write to a cell in a frame.
    fn written_in(&self, frame: u64, until: Moment, row: u8, column: u8) -> Option<Written> {
        let timeline = self.driver.history().timeline();
        if frame >= timeline.last() {
            return None;
        }
        let mut past = self.past_at(Moment { frame, tstate: 0 });
        let machine = past.emulator_mut().machine_mut();
        machine.watch_writes(Some(WATCHED_ADDRESSES));
        machine.take_screen_writes();
        let mut found = None;
        while past.frame() == frame {
            past.run_on_and_look(timeline, |machine, write| {
                let moment = Moment {
                    frame,
                    tstate: machine.frame_tstate(),
                };
                let cells = machine.take_screen_writes();
                if moment <= until && cells.contains(row, column) {
                    let is_its = |address: &u16| ScreenCells::cell_of(*address) == Some((row, column));
                    let near = [
                        write.address,
                        write.address.wrapping_add(1),
                        write.address.wrapping_sub(1),
                    ];
                    let address = near.into_iter().find(is_its).unwrap_or(write.address);
                    let place = running(machine);
                    found = Some(Written {
                        moment,
                        statement: (place.line > 0).then_some((place, moment)),
                        address,
                        value: machine.peek(address),
                        pc: machine.cpu.pc,
                    });
                }
            });
        }
        found
    }

    /// Goes back to the last breakpoint, or to the first statement. `goes_on` is called now and then; `false`
    /// interrupts the search.
    pub fn resume_back(&mut self, goes_on: &mut dyn FnMut(u64) -> bool) -> Stop {
        let now = self.moment();
        self.settle();
        let mut best: Option<(Moment, Stop)> = None;
        let breakpoints = self.breakpoints().to_vec();
        for breakpoint in breakpoints
            .iter()
            .filter(|breakpoint| breakpoint.message.is_none())
        {
            let mut before = now;
            loop {
                let reached = |moment| (moment, moment, Stop::Breakpoint(vec![breakpoint.number]));
                let found = match &breakpoint.location {
                    location @ (Location::Statement(_) | Location::Function { .. }) => {
                        let last = |place: &StatementPlace| {
                            self.last_run(place.line, Some(place.statement), Some(before))
                        };
                        let runs = location.places().iter().filter_map(last);
                        runs.map(|event| event.moment).max().map(reached)
                    }
                    Location::Address(address) => {
                        let past_best = best.as_ref().map(|(best, _)| *best);
                        match self.last_executed(*address, before, past_best, goes_on) {
                            Ok(found) => found.map(reached),
                            Err(stop) => return stop,
                        }
                    }
                    Location::Variable(target) => self.last_set(target, Some(before), true).map(|set| {
                        let stop = Stop::Changed {
                            number: breakpoint.number,
                            name: target.to_string(),
                            values: set.values,
                            place: set.place,
                        };
                        (set.moment, set.after, stop)
                    }),
                };
                let Some((moment, looked_at, stop)) = found else {
                    break;
                };
                if best.as_ref().is_some_and(|(best, _)| *best >= moment) {
                    break;
                }
                let holds = breakpoint.condition.expression.is_none() || {
                    let past = self.past_at(looked_at);
                    breakpoint.condition.holds(past.emulator().machine())
                };
                if holds {
                    best = Some((moment, stop));
                    break;
                }
                if !goes_on(now.frame.saturating_sub(moment.frame)) {
                    return Stop::Interrupted;
                }
                before = moment;
            }
        }
        let Some((moment, stop)) = best else {
            self.go_to_beginning();
            return Stop::Beginning;
        };
        self.go_to(moment);
        let is_of_stop = |breakpoint: &&crate::Breakpoint| matches!(&stop, Stop::Breakpoint(numbers) if numbers.contains(&breakpoint.number));
        let reached = breakpoints.iter().find(is_of_stop);
        if !reached.is_some_and(|breakpoint| matches!(breakpoint.location, Location::Address(_))) {
            self.note_statement();
        }
        let temporary =
            |number: u32| move |other: &crate::Breakpoint| other.is_temporary && other.number == number;
        if let Stop::Breakpoint(numbers) = &stop {
            for &number in numbers {
                self.remove_breakpoints(temporary(number));
            }
        }
        stop
    }

    /// Finds when the instruction at an address was last about to be executed before `before`, but not before
    /// `since`. Summaries do not record addresses: segments are replayed one by one, the last first, and
    /// `goes_on` is called before each.
    fn last_executed(
        &mut self,
        address: u16,
        before: Moment,
        since: Option<Moment>,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Moment>, Stop> {
        let timeline = self.driver.history().timeline();
        let earliest = since.map_or(0, |since| since.frame);
        for segment in timeline.segments_before(before.frame) {
            if segment.end < earliest {
                break;
            }
            if !goes_on(before.frame.saturating_sub(segment.start)) {
                return Err(Stop::Interrupted);
            }
            let until = end_of(segment.end, before);
            let mut past = Replay::new(segment.start, segment.state.clone());
            past.stop_at(address);
            let mut found = None;
            while past.moment() < until && past.frame() < timeline.last() {
                let pause = past.run_on(timeline);
                if matches!(pause, Pause::Address(_)) && past.moment() < until {
                    found = Some(past.moment());
                }
            }
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Goes to the first recorded statement.
    pub fn go_to_beginning(&mut self) {
        let first = self.driver.history().timeline().first();
        self.go_to(Moment {
            frame: first,
            tstate: 0,
        });
        if !begins_with_statement(self.emulator()) {
            while self.driver.history().timeline().is_past()
                && self.driver.history_mut().run_on() != Pause::Statement
            {}
        }
    }

    /// Returns the run as it was at a moment.
    pub(crate) fn past_at(&self, moment: Moment) -> Replay {
        let near = self.scan.as_ref().and_then(|scan| scan.near(moment));
        self.driver.history().past_at(moment, near)
    }
}
