//! A run with its output and, if recorded, a timeline to return to any frame.

mod replay;

use girafa_spectrum::DotRow;

use self::replay::run_on;
pub use self::replay::{Moment, Replay};
use crate::emulator::{Emulator, Pause};
use crate::input::Input;
use crate::limits;
use crate::timeline::Timeline;

/// How much of a run's output is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// All output, for a run that ends at the [output limit](History::has_too_much). The past is not
    /// recorded.
    Output,
    /// The latest output, for a run without end. The past is not recorded.
    Latest,
    /// The latest output and the past, for a run without end.
    Past,
}

/// Output that only grows, with its length after each frame.
#[derive(Debug, Clone, Default)]
struct Growth<T> {
    whole: T,
    /// Frames that added output, each with the total length after it.
    ends: Vec<(u64, u64)>,
    /// Length of the discarded beginning.
    torn: u64,
}

impl<T> Growth<T> {
    /// Total length when `frame` is about to run.
    fn end(&self, frame: u64) -> u64 {
        let grown = self.ends.partition_point(|&(at, _)| at <= frame);
        grown.checked_sub(1).map_or(0, |last| self.ends[last].1)
    }

    /// Length of the kept part when `frame` is about to run.
    fn kept(&self, frame: u64) -> usize {
        self.end(frame).saturating_sub(self.torn) as usize
    }

    fn grew(&mut self, frame: u64, by: usize) {
        let end = self.ends.last().map_or(0, |&(_, end)| end) + by as u64;
        self.ends.push((frame, end));
    }

    fn forget_after(&mut self, frame: u64) {
        self.ends
            .truncate(self.ends.partition_point(|&(at, _)| at <= frame));
    }

    /// If it is longer than `longest`, discards the excess and some more, so that this is not needed for each
    /// part. `tear` removes a number of parts from the front and returns how many it removed.
    fn trim(&mut self, length: usize, longest: usize, tear: impl FnOnce(&mut T, usize) -> usize) {
        if length > longest {
            self.torn += tear(&mut self.whole, length - longest + longest / 16) as u64;
            let torn = self.torn;
            self.ends
                .drain(..self.ends.partition_point(|&(_, end)| end <= torn));
        }
    }
}

fn tear_text(text: &mut String, count: usize) -> usize {
    let count = (count..text.len()).find(|&at| text.is_char_boundary(at));
    let count = count.unwrap_or(text.len());
    text.drain(..count);
    count
}

fn tear_rows(rows: &mut Vec<DotRow>, count: usize) -> usize {
    rows.drain(..count.min(rows.len())).count()
}

/// An emulator with its timeline and its output on screen and paper.
#[derive(Debug, Clone)]
pub struct History {
    emulator: Emulator,
    timeline: Timeline<Emulator>,
    text: Growth<String>,
    paper: Growth<Vec<DotRow>>,
    keeping: Keeping,
    /// Bytes of text printed in the last new frame.
    printed_last: usize,
    /// Rows of text printed in all new frames.
    rows: usize,
}

impl History {
    /// Starts the history of `emulator`.
    pub fn new(emulator: Emulator, keeping: Keeping) -> History {
        History {
            timeline: match keeping {
                Keeping::Past => Timeline::new(&emulator),
                Keeping::Output | Keeping::Latest => Timeline::unrecorded(),
            },
            emulator,
            text: Growth::default(),
            paper: Growth::default(),
            keeping,
            printed_last: 0,
            rows: 0,
        }
    }

    /// Sets up the emulator, before anything has run.
    pub(crate) fn set_up(mut self, set_up: impl FnOnce(Emulator) -> Emulator) -> History {
        self.emulator = set_up(self.emulator);
        self.timeline.changed(&self.emulator);
        self
    }

    /// The rows printed in the last frame, if it was new.
    pub fn printed_last(&self) -> &str {
        &self.text.whole[self.text.whole.len() - self.printed_last..]
    }

    /// Whether a run without a past has reached the output limit.
    pub fn has_too_much(&self) -> bool {
        self.text.whole.len() > limits::TRANSCRIPT
            || self.rows > limits::TRANSCRIPT_ROWS
            || self.paper.whole.len() > limits::PAPER_ROWS
    }

    /// Runs a frame: replays a recorded one, or runs a new one. Sound stays in the machine.
    pub fn frame(&mut self) {
        while self.run_on() != Pause::Frame {}
    }

    /// Runs to the next statement, if the emulator [observes them](Emulator::with_statements), or to the end
    /// of the frame.
    pub fn run_on(&mut self) -> Pause {
        self.run_on_to(&[])
    }

    /// As [`run_on`](Self::run_on), but also pauses before the instruction at one of `addresses` is executed.
    pub fn run_on_to(&mut self, addresses: &[u16]) -> Pause {
        let is_new = !self.timeline.is_past();
        let now = self.timeline.now();
        let pause = match is_new {
            // The emulator has the inputs already.
            true => self.emulator.run_on_to(addresses, |_, _| {}),
            false => run_on(&self.timeline, now, &mut self.emulator, addresses, |_, _| {}),
        };
        if pause != Pause::Frame {
            return pause;
        }
        self.frame_is_over(is_new);
        // Changes in the middle of a frame are made before a statement or at an address.
        match !is_new && self.emulator.is_in_frame() {
            true if self.emulator.is_at_address() => Pause::Address(self.emulator.machine().cpu.pc),
            true => Pause::Statement,
            false => Pause::Frame,
        }
    }

    /// Executes one instruction, or accepts an interrupt.
    pub fn step_instruction(&mut self) {
        let is_new = !self.timeline.is_past();
        if !is_new && !self.emulator.is_in_frame() {
            self.timeline.before_frame(&mut self.emulator);
        }
        let now = self.timeline.now();
        let cut = self.timeline.cut(now + 1).filter(|changed| changed.is_in_frame());
        let end = cut.map(|changed| changed.machine().frame_tstate());
        let pause = self.emulator.step_instruction();
        if pause == Pause::Frame || end.is_some_and(|end| self.emulator.machine().frame_tstate() >= end) {
            self.frame_is_over(is_new);
        }
    }

    fn frame_is_over(&mut self, is_new: bool) {
        let rows = self.emulator.machine_mut().printer_mut().take_rows();
        let printed = self.emulator.take_printed();
        self.timeline.after_frame(&mut self.emulator);
        match is_new {
            true => self.take_down(&printed, &rows),
            false => self.printed_last = 0,
        }
    }

    /// Ends the unfinished output: the row of text, and the row of dots.
    pub fn end_output(&mut self) {
        let printed = self.emulator.end_transcript();
        let printer = self.emulator.machine_mut().printer_mut();
        printer.flush();
        let rows = printer.take_rows();
        self.take_down(&printed, &rows);
    }

    /// The current moment of the run.
    pub fn moment(&self) -> Moment {
        Moment::of(self.timeline.now(), &self.emulator)
    }

    /// Goes to a moment, or the nearest known one; a moment in the middle of an instruction becomes the one
    /// after it. `near` is an earlier state to start from, if there is one.
    pub fn go_to_moment(&mut self, to: Moment, near: Option<(u64, &Emulator)>) {
        let past = self.past_at(to, near);
        self.timeline.arrive(past.frame());
        self.emulator = past.into_emulator();
    }

    /// Returns the emulator at a moment; as for [`go_to_moment`](Self::go_to_moment).
    pub fn past_at(&self, to: Moment, near: Option<(u64, &Emulator)>) -> Replay {
        let timeline = &self.timeline;
        let frame = to.frame.clamp(timeline.first(), timeline.last());
        let kept = timeline.segments_before(frame).next();
        let kept = kept.map_or((self.timeline.now(), &self.emulator), |segment| {
            (segment.start, segment.state)
        });
        let (from, emulator) = match near {
            Some((from, emulator)) if (kept.0..=frame).contains(&from) => (from, emulator),
            _ => kept,
        };
        let mut past = Replay::new(from, emulator.clone());
        // The picture at the start of a frame is that of the frame before it.
        let is_far = past.frame() + 1 < frame;
        past.emulator_mut().look_away(is_far);
        while past.frame() + 1 < frame {
            past.run_on(timeline);
        }
        // In the middle of a frame, at a change of the run, the recorded state observes the beam already.
        if is_far && !past.emulator().is_in_frame() {
            past.emulator_mut().look_at_beam();
        }
        while past.frame() < frame {
            past.run_on(timeline);
        }
        past.emulator_mut().look_back();
        if frame == to.frame && frame < timeline.last() {
            past.run_to(timeline, to.tstate);
        }
        past
    }

    fn take_down(&mut self, printed: &str, rows: &[DotRow]) {
        let now = self.timeline.now();
        self.printed_last = printed.len();
        if !printed.is_empty() {
            self.text.whole.push_str(printed);
            self.rows += printed.matches('\n').count();
            self.text.grew(now, printed.len());
            if self.keeping != Keeping::Output {
                self.text
                    .trim(self.text.whole.len(), limits::TEXT_OF_PAST, tear_text);
            }
        }
        if !rows.is_empty() {
            self.paper.whole.extend_from_slice(rows);
            self.paper.grew(now, rows.len());
            if self.keeping != Keeping::Output {
                self.paper
                    .trim(self.paper.whole.len(), limits::PAPER_ROWS_OF_PAST, tear_rows);
            }
        }
    }

    /// Applies a keyboard input, and forgets what came after this moment. Returns whether there was room to
    /// record it.
    pub fn put_in(&mut self, input: Input) -> bool {
        self.forget_future();
        let has_room = self.timeline.input(input.clone());
        if has_room {
            self.emulator.put_in(&input);
        }
        has_room
    }

    /// Changes the emulator other than by input: another machine, a tape, a switch. Forgets what came after
    /// this moment.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Emulator) -> T) -> T {
        self.forget_future();
        let now = self.emulator.machine().tstates();
        let is_changed_already = |changed: &Emulator| changed.machine().tstates() == now;
        if self.emulator.is_in_frame()
            && !self
                .timeline
                .cut(self.timeline.now())
                .is_some_and(is_changed_already)
        {
            // The part that has run becomes a frame of its own, so that it can be returned to.
            self.frame_is_over(true);
        }
        let done = change(&mut self.emulator);
        self.timeline.changed(&self.emulator);
        done
    }

    /// Forgets what comes after this moment.
    pub fn forget_future(&mut self) {
        if self.timeline.is_past() {
            let now = self.timeline.now();
            self.text.whole.truncate(self.text.kept(now));
            self.text.forget_after(now);
            self.paper.whole.truncate(self.paper.kept(now));
            self.paper.forget_after(now);
            match self.emulator.is_in_frame() {
                true => self.timeline.forget_after_this_frame(),
                false => self.timeline.forget_future(),
            }
        }
    }

    /// Forgets what came before this moment, at which a frame is about to run.
    pub fn forget_past(&mut self) {
        self.timeline.forget_past(&self.emulator);
    }

    /// Goes to the start of frame `frame`, or of the nearest known one.
    pub fn go_to(&mut self, frame: u64) {
        self.emulator = self.timeline.go_to(frame);
    }

    /// The emulator.
    pub fn emulator(&self) -> &Emulator {
        &self.emulator
    }

    /// The emulator, for changes that do not affect the run, such as taking its sound.
    pub fn emulator_mut(&mut self) -> &mut Emulator {
        &mut self.emulator
    }

    /// Returns the emulator without its past.
    pub fn into_emulator(self) -> Emulator {
        self.emulator
    }

    /// The timeline.
    pub fn timeline(&self) -> &Timeline<Emulator> {
        &self.timeline
    }

    /// The text printed up to this moment, as far as it is kept; see also
    /// [`unfinished_row`](Emulator::unfinished_row).
    pub fn text(&self) -> &str {
        &self.text.whole[..self.text.kept(self.timeline.now())]
    }

    /// The rows printed so far in the current frame.
    pub fn text_of_frame(&self) -> &str {
        self.emulator.printed()
    }

    /// Bytes of discarded text before the kept text.
    pub fn text_torn(&self) -> u64 {
        self.text.torn
    }

    /// The paper up to this moment, as far as it is kept.
    pub fn paper(&self) -> &[DotRow] {
        &self.paper.whole[..self.paper.kept(self.timeline.now())]
    }

    /// Number of discarded rows of dots before the kept ones.
    pub fn paper_torn(&self) -> u64 {
        self.paper.torn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boot::{Boot, StartCommand};
    use crate::{keys, launch};
    use girafa_basic::tokenise::{self, Options};

    fn history(listing: &str) -> History {
        let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
        let program = tokenise::program(listing, &Options::default()).unwrap().program;
        let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
        History::new(
            Emulator::new(launched, boot.glyphs).with_transcript(),
            Keeping::Past,
        )
    }

    const INPUT_PROGRAM: &str =
        "10 INPUT n\n20 FOR i=1 TO n: PRINT i: LPRINT i: BEEP .01,i: NEXT i\n30 GO TO 10";

    fn run(history: &mut History, frames: u32) {
        (0..frames).for_each(|_| history.frame());
    }

    fn answer(history: &mut History, text: &str) {
        assert!(history.put_in(Input::Press(keys::type_text(text).unwrap())));
    }

    /// Machine, text and paper of a moment are the same whichever way it is reached.
    #[test]
    fn every_moment_comes_again() {
        let mut history = history(INPUT_PROGRAM);
        let mut was = Vec::new();
        for frame in 0..900 {
            match frame {
                100 => answer(&mut history, "3\n"),
                400 => answer(&mut history, "12\n"),
                450 => drop(history.change(Emulator::switch_printer)),
                _ => {}
            }
            was.push((
                history.emulator().machine().clone(),
                history.text().len(),
                history.paper().len(),
            ));
            history.frame();
        }
        assert_eq!(
            history.text(),
            (1..=3)
                .chain(1..=12)
                .map(|i| format!("{i}\n"))
                .collect::<String>()
        );
        assert!(history.paper().len() >= 3 * 8);
        let is_as_it_was = |history: &History, frame: usize| {
            let (machine, text, paper) = &was[frame];
            assert!(history.emulator().machine() == machine, "{frame}");
            assert_eq!(
                (history.text().len(), history.paper().len()),
                (*text, *paper),
                "{frame}"
            );
        };
        for frame in [899, 0, 449, 450, 451, 101, 799, 333, 100] {
            history.go_to(frame);
            assert_eq!(history.timeline().now(), frame);
            is_as_it_was(&history, frame as usize);
            run(&mut history, 60.min(899 - frame as u32));
            is_as_it_was(&history, history.timeline().now() as usize);
        }
    }

    /// Attributes that change while the beam draws them are in the pictures of the past, too.
    #[test]
    fn pictures_of_the_past_have_the_changes_under_the_beam() {
        let listing = "10 FOR i=0 TO 127: POKE 22528+768*RND,i: NEXT i: GO TO 10";
        let mut history = history(listing).set_up(Emulator::with_beam);
        let picture = |machine: &girafa_spectrum::Spectrum| machine.screen().colours(false);
        let mut shown = Vec::new();
        let mut differences = 0;
        for _ in 0..60 {
            let mut machine = history.emulator().machine().clone();
            shown.push(picture(&machine));
            machine.watch_beam(false);
            differences += u32::from(shown.last() != Some(&picture(&machine)));
            history.frame();
        }
        assert!(differences > 10, "{differences}");
        for (frame, shown) in (0..).zip(&shown) {
            let past = history.past_at(Moment { frame, tstate: 0 }, None);
            assert!(picture(past.emulator().machine()) == *shown, "{frame}");
        }
    }

    #[test]
    fn another_answer_makes_another_future() {
        let mut history = history(INPUT_PROGRAM);
        run(&mut history, 100);
        answer(&mut history, "3\n");
        run(&mut history, 200);
        history.go_to(100);
        assert_eq!((history.text(), history.paper().len()), ("", 0));
        answer(&mut history, "2\n");
        assert_eq!(history.timeline().last(), 100);
        run(&mut history, 200);
        assert_eq!(history.text(), "1\n2\n");
    }

    /// A machine whose printer runs for ever: OUT (251),0 and a loop.
    #[test]
    fn the_paper_has_an_end() {
        let mut rom = vec![0; girafa_spectrum::ROM_SIZE];
        rom[..6].copy_from_slice(&[0xAF, 0xD3, 0xFB, 0x18, 0xFE, 0]);
        let rom = girafa_spectrum::Rom::from_bytes(&rom).unwrap();
        let mut machine = girafa_spectrum::Spectrum::new(&rom);
        machine.printer_mut().set_dot_tstates(1);
        let glyphs = Boot::new(&girafa_rom::girafa48()).unwrap().glyphs;
        let emulator = Emulator::new(launch::snapshot(machine), glyphs);
        for keeping in [Keeping::Past, Keeping::Latest] {
            let mut history = History::new(emulator.clone(), keeping);
            let mut frames = 0;
            while history.paper_torn() == 0 {
                history.frame();
                assert!(history.paper().len() <= limits::PAPER_ROWS_OF_PAST);
                assert!(history.emulator().machine().printer().rows().is_empty());
                frames += 1;
            }
            // 384 T-states a row: 182 rows a frame.
            assert!((105..115).contains(&frames), "{frames}");
            assert!(history.paper().len() >= limits::PAPER_ROWS_OF_PAST - limits::PAPER_ROWS_OF_PAST / 16);
        }
    }

    #[test]
    fn the_history_is_bounded() {
        let mut history = history("10 PRINT \"12345678901234567890\"\n20 GO TO 10");
        let row = [0; 32];
        for _ in 0..3 {
            history.take_down(
                &"é\n".repeat(limits::TEXT_OF_PAST / 4),
                &vec![row; limits::PAPER_ROWS_OF_PAST / 2],
            );
        }
        assert!(
            history.text.whole.len() <= limits::TEXT_OF_PAST
                && history.paper.whole.len() <= limits::PAPER_ROWS_OF_PAST
        );
        assert_eq!(
            history.text_torn() + history.text.whole.len() as u64,
            9 * (limits::TEXT_OF_PAST as u64 / 4)
        );
        assert!(history.paper_torn() > 0);
    }
}
