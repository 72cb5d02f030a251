//! A player whose past can be gone back to: every frame, with what had been printed by then.

use std::fmt;

use girafa_session::keys::Chord;
use girafa_session::timeline::{Replay, Timeline};
use girafa_spectrum::{DotRow, Key};

use crate::marks::Marks;
use crate::player::{Pause, Player};

/// The longest text that is kept, in bytes. What was printed before is forgotten.
pub const LONGEST_TEXT: usize = 4 << 20;
/// Rows of dots that are kept: those of [`crate::paper`].
pub const LONGEST_PAPER: usize = crate::paper::LONGEST;

/// What hands do at the keyboard between two frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// Chords one after another ([`crate::Hands::press`]).
    Press(Vec<Chord>),
    /// A chord that stays down for a frame ([`crate::Hands::keep`]).
    Keep(Chord),
    /// A key goes down ([`crate::Hands::hold`]).
    Hold(Key),
    /// It goes up.
    Release(Key),
}

impl Replay for Player {
    type Input = Input;
    type Summary = Marks;

    fn take_summary(&mut self) -> Marks {
        self.take_marks()
    }

    fn put_in(&mut self, input: &Input) {
        self.hands_mut().do_as(input);
    }

    fn run_again(&mut self) {
        self.advance();
        drop_output(self);
        self.take_marks();
    }

    fn weight(input: &Input) -> usize {
        match input {
            Input::Press(chords) => 1 + chords.len(),
            _ => 1,
        }
    }
}

/// A moment of a run: a frame of its [time line](Timeline), and the machine's T-state in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moment {
    /// The frame that runs or is about to. Frames are counted from the first, and once more where the run was changed in the
    /// middle of one.
    pub frame: u64,
    /// T-states since the machine's frame began.
    pub tstate: u32,
}

impl fmt::Display for Moment {
    /// As `120+3400`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.frame, self.tstate)
    }
}

/// A player who runs through a past again, beside the one whose past it is.
#[derive(Debug, Clone)]
pub struct Past {
    frame: u64,
    player: Player,
    unchanged: Option<Box<Player>>,
    /// The address at which it pauses.
    address: Option<u16>,
}

impl Past {
    /// Starts with `player`, which is about to run frame `frame` of the time line.
    pub fn new(frame: u64, player: Player) -> Past {
        Past {
            frame,
            player,
            unchanged: None,
            address: None,
        }
    }

    /// The player.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// The player as it was just now, before somebody changed the run at this very moment.
    pub fn unchanged(&self) -> Option<&Player> {
        self.unchanged.as_deref()
    }

    /// The player, to be looked at closely: what is put in or changed is not seen again.
    pub fn player_mut(&mut self) -> &mut Player {
        &mut self.player
    }

    /// Has it pause where the instruction at an address is about to be executed.
    pub(crate) fn stop_at(&mut self, address: u16) {
        self.address = Some(address);
    }

    /// The player, who goes on from here.
    pub fn into_player(self) -> Player {
        self.player
    }

    /// Where it is.
    pub fn moment(&self) -> Moment {
        moment(self.frame, &self.player)
    }

    /// Runs to where the next statement begins, or the frame is over. `written` as for [`Player::run_on_and_look`].
    pub fn run_on_and_look(
        &mut self,
        timeline: &Timeline<Player>,
        written: impl FnMut(&mut girafa_spectrum::Spectrum, girafa_spectrum::Write),
    ) -> Pause {
        let pause = run_on(
            timeline,
            self.frame,
            &mut self.player,
            self.address.as_slice(),
            written,
        );
        self.unchanged = None;
        if pause == Pause::Frame {
            drop_output(&mut self.player);
            self.frame += 1;
            if let Some(changed) = timeline.cut(self.frame) {
                let unchanged = std::mem::replace(&mut self.player, changed.clone());
                self.unchanged = Some(Box::new(unchanged));
                // Changed in the middle of a frame, where a statement was about to run.
                if self.player.is_in_frame() && !self.player.is_at_address() {
                    return Pause::Statement;
                }
            }
        }
        pause
    }

    /// Runs on within the frame to T-state `tstate` or just after it, at most to where the frame was changed.
    fn run_to(&mut self, timeline: &Timeline<Player>, tstate: u32) {
        let cut = timeline
            .cut(self.frame + 1)
            .filter(|changed| changed.is_in_frame());
        let tstate = tstate.min(cut.map_or(u32::MAX, |changed| changed.machine().frame_tstate()));
        while self.player.machine().frame_tstate() < tstate {
            let before = self.player.clone();
            let pause = run_on(timeline, self.frame, &mut self.player, &[], |_, _| {});
            if pause == Pause::Statement && self.player.machine().frame_tstate() <= tstate {
                continue;
            }
            self.player = before;
            if !self.player.is_in_frame() {
                timeline.put_in_again(self.frame, &mut self.player);
            }
            // Beyond the frame's end there is only the next one's start.
            if self.player.run_to(tstate) == Pause::Frame {
                drop_output(&mut self.player);
                self.frame += 1;
            }
            break;
        }
    }

    /// The frame of the time line that it runs or is about to.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// As [`run_on_and_look`](Self::run_on_and_look) without a look.
    pub fn run_on(&mut self, timeline: &Timeline<Player>) -> Pause {
        self.run_on_and_look(timeline, |_, _| {})
    }
}

fn moment(frame: u64, player: &Player) -> Moment {
    Moment {
        frame,
        tstate: player.machine().frame_tstate(),
    }
}

/// Runs `player` within frame `frame` of a time line, where that was run before as it was then: to the next statement, or to
/// where the frame is over or was changed.
fn run_on(
    timeline: &Timeline<Player>,
    frame: u64,
    player: &mut Player,
    addresses: &[u16],
    written: impl FnMut(&mut girafa_spectrum::Spectrum, girafa_spectrum::Write),
) -> Pause {
    if !player.is_in_frame() {
        timeline.put_in_again(frame, player);
    }
    let cut = timeline.cut(frame + 1).filter(|changed| changed.is_in_frame());
    let Some(end) = cut.map(|changed| changed.machine().frame_tstate()) else {
        return player.run_on_to(addresses, written);
    };
    let before = player.clone();
    let pause = player.run_on_to(addresses, written);
    if pause != Pause::Frame && player.machine().frame_tstate() < end {
        return pause;
    }
    // What came after the change's moment has never been.
    if pause == Pause::Frame || player.machine().frame_tstate() != end {
        *player = before;
        player.run_to(end);
    }
    Pause::Frame
}

/// What a player has to say has been said before.
fn drop_output(player: &mut Player) {
    let machine = player.machine_mut();
    machine.take_beeper_edges();
    machine.take_tape_edges();
    machine.printer_mut().take_rows();
    player.take_printed();
}

/// A thing of many parts that only grows, and how long it was after which frame.
#[derive(Debug, Clone, Default)]
struct Growth<T> {
    whole: T,
    /// Frames after which it had grown, and to which length since it was begun.
    ends: Vec<(u64, u64)>,
    /// What of it is forgotten.
    torn: u64,
}

impl<T> Growth<T> {
    /// Its length when `frame` is about to run.
    fn end(&self, frame: u64) -> u64 {
        let grown = self.ends.partition_point(|&(at, _)| at <= frame);
        grown.checked_sub(1).map_or(0, |last| self.ends[last].1)
    }

    /// The same, of what is not forgotten.
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

    /// Where it is longer than `longest`, lets go of that and some more, so that it need not be done for each part. `tear`
    /// takes so many off the front and says how many it took.
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

/// A player, its time line, and what it has printed on the screen and on paper.
#[derive(Debug, Clone)]
pub struct Journal {
    player: Player,
    timeline: Timeline<Player>,
    text: Growth<String>,
    paper: Growth<Vec<DotRow>>,
}

impl Journal {
    /// The journal of `player` from now on.
    pub fn new(player: Player) -> Journal {
        Journal {
            timeline: Timeline::new(&player),
            player,
            text: Growth::default(),
            paper: Growth::default(),
        }
    }

    /// Runs a frame: one of the past as it was, else a new one. Sound is left in the machine.
    pub fn frame(&mut self) {
        while self.run_on() != Pause::Frame {}
    }

    /// Runs to where the next statement begins, for a player who [notes them](Player::with_statements), or the frame is over.
    pub fn run_on(&mut self) -> Pause {
        self.run_on_to(&[])
    }

    /// The same, also to where the instruction at one of `addresses` is about to be executed.
    pub fn run_on_to(&mut self, addresses: &[u16]) -> Pause {
        let is_new = !self.timeline.is_past();
        let now = self.timeline.now();
        let pause = match is_new {
            // What was put in is in the player's hands already.
            true => self.player.run_on_to(addresses, |_, _| {}),
            false => run_on(&self.timeline, now, &mut self.player, addresses, |_, _| {}),
        };
        if pause != Pause::Frame {
            return pause;
        }
        self.frame_is_over(is_new);
        // A change in the middle of a frame was made where a statement was about to run, or at an address.
        match !is_new && self.player.is_in_frame() {
            true if self.player.is_at_address() => Pause::Address(self.player.machine().cpu.pc),
            true => Pause::Statement,
            false => Pause::Frame,
        }
    }

    /// Executes one instruction, or accepts an interrupt.
    pub fn step_instruction(&mut self) {
        let is_new = !self.timeline.is_past();
        if !is_new && !self.player.is_in_frame() {
            self.timeline.before_frame(&mut self.player);
        }
        let now = self.timeline.now();
        let cut = self.timeline.cut(now + 1).filter(|changed| changed.is_in_frame());
        let end = cut.map(|changed| changed.machine().frame_tstate());
        let pause = self.player.step_instruction();
        if pause == Pause::Frame || end.is_some_and(|end| self.player.machine().frame_tstate() >= end) {
            self.frame_is_over(is_new);
        }
    }

    fn frame_is_over(&mut self, is_new: bool) {
        let rows = self.player.machine_mut().printer_mut().take_rows();
        let printed = self.player.take_printed();
        self.timeline.after_frame(&mut self.player);
        if is_new {
            self.take_down(&printed, &rows);
        }
    }

    /// Where the run is.
    pub fn moment(&self) -> Moment {
        moment(self.timeline.now(), &self.player)
    }

    /// Goes to a moment, or the nearest that is known; `near` is a state before it to go on from, if there is one. In the
    /// middle of an instruction it is the moment after that.
    pub fn go_to_moment(&mut self, to: Moment, near: Option<(u64, &Player)>) {
        let past = self.past_at(to, near);
        self.timeline.arrive(past.frame);
        self.player = past.into_player();
    }

    /// The player as at a moment; as for [`go_to_moment`](Self::go_to_moment).
    pub fn past_at(&self, to: Moment, near: Option<(u64, &Player)>) -> Past {
        let timeline = &self.timeline;
        let frame = to.frame.clamp(timeline.first(), timeline.last());
        let kept = timeline.stretches_before(frame).next();
        let kept = kept.map_or((self.timeline.now(), &self.player), |stretch| {
            (stretch.start, stretch.state)
        });
        let (from, player) = match near {
            Some((from, player)) if (kept.0..=frame).contains(&from) => (from, player),
            _ => kept,
        };
        let mut past = Past::new(from, player.clone());
        past.player.look_away(true);
        while past.frame < frame {
            past.run_on(timeline);
        }
        past.player.look_away(false);
        if frame == to.frame && frame < timeline.last() {
            past.run_to(timeline, to.tstate);
        }
        past
    }

    fn take_down(&mut self, printed: &str, rows: &[DotRow]) {
        let now = self.timeline.now();
        if !printed.is_empty() {
            self.text.whole.push_str(printed);
            self.text.grew(now, printed.len());
            self.text.trim(self.text.whole.len(), LONGEST_TEXT, tear_text);
        }
        if !rows.is_empty() {
            self.paper.whole.extend_from_slice(rows);
            self.paper.grew(now, rows.len());
            self.paper.trim(self.paper.whole.len(), LONGEST_PAPER, tear_rows);
        }
    }

    /// Puts something in at the keyboard; what came after this moment is forgotten. Gives whether there was room for it.
    pub fn put_in(&mut self, input: Input) -> bool {
        self.begin_anew();
        let has_room = self.timeline.input(input.clone());
        if has_room {
            self.player.put_in(&input);
        }
        has_room
    }

    /// Changes the player otherwise: another machine, a tape, a switch. What came after this moment is forgotten.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Player) -> T) -> T {
        self.begin_anew();
        let now = self.player.machine().tstates();
        let is_changed_already = |changed: &Player| changed.machine().tstates() == now;
        if self.player.is_in_frame()
            && !self
                .timeline
                .cut(self.timeline.now())
                .is_some_and(is_changed_already)
        {
            // What has run of it becomes a frame of its own, so that it can be gone back to.
            self.frame_is_over(true);
        }
        let done = change(&mut self.player);
        self.timeline.changed(&self.player);
        done
    }

    fn begin_anew(&mut self) {
        if self.timeline.is_past() {
            let now = self.timeline.now();
            self.text.whole.truncate(self.text.kept(now));
            self.text.forget_after(now);
            self.paper.whole.truncate(self.paper.kept(now));
            self.paper.forget_after(now);
            match self.player.is_in_frame() {
                true => self.timeline.forget_after_this_frame(),
                false => self.timeline.forget_future(),
            }
        }
    }

    /// Forgets what comes after this moment.
    pub fn forget_future(&mut self) {
        self.begin_anew();
    }

    /// Forgets what came before this moment, at which a frame is about to run.
    pub fn forget_past(&mut self) {
        self.timeline.forget_past(&self.player);
    }

    /// Goes to the moment before frame `frame`, or the nearest that is known.
    pub fn go_to(&mut self, frame: u64) {
        self.player = self.timeline.go_to(frame);
    }

    /// The player.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// The player, for what is no part of its future: its sound.
    pub fn player_mut(&mut self) -> &mut Player {
        &mut self.player
    }

    /// The time line.
    pub fn timeline(&self) -> &Timeline<Player> {
        &self.timeline
    }

    /// What had been printed by now, as far as it is kept; the row that is being printed is [with the
    /// player](Player::unfinished_row).
    pub fn text(&self) -> &str {
        &self.text.whole[..self.text.kept(self.timeline.now())]
    }

    /// The rows that were printed in the frame that runs now, so far.
    pub fn text_of_frame(&self) -> &str {
        self.player.printed()
    }

    /// Bytes of text that came before what is kept.
    pub fn text_torn(&self) -> u64 {
        self.text.torn
    }

    /// The paper as it was by now, as far as it is kept.
    pub fn paper(&self) -> &[DotRow] {
        &self.paper.whole[..self.paper.kept(self.timeline.now())]
    }

    /// Rows of dots that came before what is kept.
    pub fn paper_torn(&self) -> u64 {
        self.paper.torn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_basic::tokenise::{self, Options};
    use girafa_session::boot::Boot;
    use girafa_session::{keys, launch};

    fn journal(listing: &str) -> Journal {
        let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
        let program = tokenise::program(listing, &Options::default()).unwrap().program;
        let launched = launch::program(&boot, &program, launch::StartCommand::Run).unwrap();
        Journal::new(Player::new(launched, boot.glyphs).with_transcript())
    }

    const ASKING: &str = "10 INPUT n\n20 FOR i=1 TO n: PRINT i: LPRINT i: BEEP .01,i: NEXT i\n30 GO TO 10";

    fn run(journal: &mut Journal, frames: u32) {
        (0..frames).for_each(|_| journal.frame());
    }

    fn answer(journal: &mut Journal, text: &str) {
        assert!(journal.put_in(Input::Press(keys::type_text(text).unwrap())));
    }

    /// The machine, the text, and the paper at every moment are what they were, whichever way it is reached.
    #[test]
    fn every_moment_comes_again() {
        let mut journal = journal(ASKING);
        let mut was = Vec::new();
        for frame in 0..900 {
            match frame {
                100 => answer(&mut journal, "3\n"),
                400 => answer(&mut journal, "12\n"),
                450 => drop(journal.change(Player::switch_printer)),
                _ => {}
            }
            was.push((
                journal.player().machine().clone(),
                journal.text().len(),
                journal.paper().len(),
            ));
            journal.frame();
        }
        assert_eq!(
            journal.text(),
            (1..=3)
                .chain(1..=12)
                .map(|i| format!("{i}\n"))
                .collect::<String>()
        );
        assert!(journal.paper().len() >= 3 * 8);
        let is_as_it_was = |journal: &Journal, frame: usize| {
            let (machine, text, paper) = &was[frame];
            assert!(journal.player().machine() == machine, "{frame}");
            assert_eq!(
                (journal.text().len(), journal.paper().len()),
                (*text, *paper),
                "{frame}"
            );
        };
        for frame in [899, 0, 449, 450, 451, 101, 799, 333, 100] {
            journal.go_to(frame);
            assert_eq!(journal.timeline().now(), frame);
            is_as_it_was(&journal, frame as usize);
            run(&mut journal, 60.min(899 - frame as u32));
            is_as_it_was(&journal, journal.timeline().now() as usize);
        }
    }

    #[test]
    fn another_answer_makes_another_future() {
        let mut journal = journal(ASKING);
        run(&mut journal, 100);
        answer(&mut journal, "3\n");
        run(&mut journal, 200);
        journal.go_to(100);
        assert_eq!((journal.text(), journal.paper().len()), ("", 0));
        answer(&mut journal, "2\n");
        assert_eq!(journal.timeline().last(), 100);
        run(&mut journal, 200);
        assert_eq!(journal.text(), "1\n2\n");
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
        let mut journal = Journal::new(Player::new(launch::snapshot(machine), glyphs));
        let mut frames = 0;
        while journal.paper_torn() == 0 {
            journal.frame();
            assert!(journal.paper().len() <= LONGEST_PAPER);
            assert!(journal.player().machine().printer().rows().is_empty());
            frames += 1;
        }
        // 384 T-states a row: 182 rows a frame.
        assert!((105..115).contains(&frames), "{frames}");
        assert!(journal.paper().len() >= LONGEST_PAPER - LONGEST_PAPER / 16);
    }

    #[test]
    fn what_is_kept_has_an_end() {
        let mut journal = journal("10 PRINT \"12345678901234567890\"\n20 GO TO 10");
        let row = [0; 32];
        for _ in 0..3 {
            journal.take_down(&"é\n".repeat(LONGEST_TEXT / 4), &vec![row; LONGEST_PAPER / 2]);
        }
        assert!(journal.text.whole.len() <= LONGEST_TEXT && journal.paper.whole.len() <= LONGEST_PAPER);
        assert_eq!(
            journal.text_torn() + journal.text.whole.len() as u64,
            9 * (LONGEST_TEXT as u64 / 4)
        );
        assert!(journal.paper_torn() > 0);
    }
}
