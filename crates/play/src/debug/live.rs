//! A debugger under a player: in real time, frame by frame, with somebody at the keyboard.

use super::{Debugger, Step, Stop};
use crate::hands::LONGEST_QUEUE;
use crate::journal::{Input, Journal, Moment};
use crate::player::Player;

impl Debugger {
    /// A player whose past can be gone to: with its picture and its sound as they are, and nothing typed by itself.
    pub fn live(player: Player) -> Debugger {
        Debugger::of(Journal::new(player.with_statements()))
    }

    /// Runs to the end of the frame, at most to a breakpoint. Gives why it has stopped before that.
    pub fn frame(&mut self) -> Option<Stop> {
        stopped(self.run_by(&mut |_| false))
    }

    /// The same, at most to the next statement.
    pub fn frame_of_step(&mut self) -> Option<Stop> {
        stopped(self.forward(Some(Step::Statement), false, &mut |_| false))
    }

    /// The player, for what is no part of its future: its sound.
    pub fn player_mut(&mut self) -> &mut Player {
        self.journal.player_mut()
    }

    /// Whether what comes next has been before.
    pub fn is_past(&self) -> bool {
        self.journal.timeline().is_past()
    }

    /// Whether an input would change anything.
    pub fn is_news(&self, input: &Input) -> bool {
        !self.pending.is_empty() || self.player().hands().is_news(input)
    }

    /// Puts something in at the keyboard before the next frame. What came after this moment is forgotten.
    pub fn put_in(&mut self, input: Input) {
        let has_future = self.is_past();
        if self.player().is_in_frame() || !self.pending.is_empty() {
            // Nobody can press as much while a frame stands still.
            if self.pending.len() < LONGEST_QUEUE {
                self.pending.push(input);
            }
            self.journal.forget_future();
        } else {
            self.journal.put_in(input);
        }
        if has_future {
            self.past_has_changed();
        }
    }

    /// Forgets what came after this moment.
    pub fn forget_future(&mut self) {
        if self.is_past() {
            self.journal.forget_future();
            self.past_has_changed();
        }
    }

    /// Forgets what came before this moment, at which a frame is about to run.
    pub fn forget_past(&mut self) {
        self.journal.forget_past();
        self.past_has_changed();
    }

    /// Goes back by so many frames, to the start of one. Gives whether there was anything to go back to.
    pub fn rewind(&mut self, frames: u64) -> bool {
        let now = self.moment();
        let first = self.journal.timeline().first();
        if now.frame == first && now.tstate == 0 {
            return false;
        }
        // In the middle of a frame its start is the first to go to.
        let from = now.frame + u64::from(self.player().is_in_frame());
        let frame = from.saturating_sub(frames.max(1)).max(first);
        self.settle();
        let start = self.stretch(frame).start;
        // The states in it serve the frames before, too.
        self.scanned(start, Moment { frame, tstate: 0 });
        self.go_to(Moment { frame, tstate: 0 });
        true
    }
}

fn stopped(stop: Stop) -> Option<Stop> {
    (stop != Stop::Interrupted).then_some(stop)
}
