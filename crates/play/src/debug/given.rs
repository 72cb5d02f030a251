//! What a program is given while it is debugged: keys that are pressed when it looks for them, and a tape.
//!
//! Both go into the journal, so that a past that is gone back to has had them. What was given and used up does not come back
//! with it, as answers do not.

use girafa_session::cassette::Cassette;
use girafa_session::hand::Hand;
use girafa_session::insight::StatementPlace;
use girafa_session::key_script::Item;
use girafa_session::polls::Looks;
use girafa_session::sysvars;
use girafa_session::wait::Waiting;
use girafa_spectrum::Key;

use super::Debugger;
use crate::journal::Input;

/// What there is to give, and what was noticed of it.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// The hand that presses keys.
    hand: Hand,
    /// INPUT has been found to wait: the hand may answer it.
    is_prompted: bool,
    /// The statement that waited at a tape's end, and what had been loaded by then.
    waited_for_tape: Option<(StatementPlace, usize)>,
}

impl Debugger {
    /// Keys that are pressed one after another when the program looks for them, as [`Hand`] does it; INPUT gets them once there
    /// is no answer left.
    pub fn add_keys(&mut self, keys: Vec<Item>) {
        self.given.hand.add(keys);
    }

    /// Keys that the program has not come to take.
    pub fn keys_left(&self) -> impl Iterator<Item = &Item> {
        self.given.hand.left()
    }

    /// The tape that SAVE records on, as it is at this moment; `None` where [no tape](crate::Player::with_tape) was given.
    pub fn cassette(&self) -> Option<&Cassette> {
        self.player().cassette()
    }

    /// Presses or releases what is due before a new frame.
    pub(super) fn press_by_hand(&mut self) {
        let player = self.journal.player();
        if self.given.hand.is_done() || player.is_in_frame() || self.journal.timeline().is_past() {
            return;
        }
        let may_press = !player.is_typing();
        let down = |machine: &mut girafa_spectrum::Spectrum| {
            let keyboard = machine.keyboard_mut();
            Key::ALL.map(|key| keyboard.is_down(key))
        };
        let mut machine = player.machine().clone();
        let before = down(&mut machine);
        self.given.hand.before_frame(&mut machine, may_press);
        let after = down(&mut machine);
        for (at, key) in Key::ALL.into_iter().enumerate() {
            match (before[at], after[at]) {
                (false, true) => drop(self.journal.put_in(Input::Hold(key))),
                (true, false) => drop(self.journal.put_in(Input::Release(key))),
                _ => {}
            }
        }
        // What was looked at before this frame is not counted.
        self.journal.player_mut().machine_mut().watch_keys(true);
    }

    /// Notes, after a new frame, where the program has looked for keys.
    pub(super) fn look_by_hand(&mut self) {
        if self.given.hand.is_done() {
            return;
        }
        let machine = self.journal.player_mut().machine_mut();
        let reads = machine.take_key_reads();
        let is_entered = machine.keyboard_mut().is_down(Key::Enter);
        let player = self.journal.player();
        let machine = player.machine();
        self.given.is_prompted &= sysvars::in_input(machine) && !is_entered;
        // A key that is down goes up wherever it is seen.
        let looks = match self.given.hand.is_down() || self.is_for_hand() {
            true => Looks::of(machine, reads),
            false => Looks::default(),
        };
        self.given.hand.after_frame(machine, player.glyphs(), looks);
    }

    /// Whether what looks for a key now is to get one by hand: not the editor, `scroll?`, nor an INPUT for which there is an
    /// answer.
    fn is_for_hand(&self) -> bool {
        let player = self.journal.player();
        let machine = player.machine();
        if player.is_typing() {
            return false;
        }
        if !sysvars::waits_for_key(machine) {
            return true;
        }
        match Waiting::of(machine, player.glyphs()) {
            Waiting::Input => self.answers.is_empty() && self.given.is_prompted,
            Waiting::Key => true,
            Waiting::Scroll | Waiting::Tape | Waiting::Editor => false,
        }
    }

    /// Whether the hand holds a key down.
    pub(super) fn hand_is_down(&self) -> bool {
        self.given.hand.is_down()
    }

    /// Whether the hand will press a key for a program that waits for one. While that waits nothing is printed, so that a text
    /// that is to be shown first never will be.
    pub(super) fn hand_has_keys(&self) -> bool {
        let hand = &self.given.hand;
        !hand.is_done() && !matches!(hand.waits_for(), Some(Item::Shown(_)))
    }

    /// INPUT waits, and its answer comes by hand.
    pub(super) fn prompt_hand(&mut self) {
        self.given.is_prompted = true;
        self.patience.reset();
    }

    /// Winds the cassette back, or puts it in, for a ROM that waits at the end of a tape: once for each statement that has
    /// found nothing since.
    pub(super) fn turn_tape(&mut self) {
        let machine = self.machine();
        if !sysvars::waits_for_tape(machine) {
            return;
        }
        let waited = (sysvars::place(machine), machine.deck().data_loaded());
        let tape = self.cassette().filter(|cassette| !cassette.blocks().is_empty());
        let Some(tape) = tape.map(Cassette::tape) else {
            return;
        };
        if self.given.waited_for_tape.replace(waited) != Some(waited) {
            self.change(|machine| machine.insert_tape(tape));
        }
    }
}
