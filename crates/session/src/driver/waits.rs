//! What the driver does after each frame: it finds out whether the program waits or has ended, and types what
//! is due.

use girafa_inspect::polls::stands_still;
use girafa_inspect::sysvars;
use girafa_inspect::waiting::Waiting;
use girafa_spectrum::Key;

use super::{Driver, Event, KeyWait, Mode};
use crate::input::Input;
use crate::key_script::Item;
use crate::keys::Chord;
use crate::outcome::End;
use crate::{keystrokes, limits, prompt};

/// Frames between two checks whether the program only waits for a key: half a minute, so that a game that
/// acts only now and then is not taken to be over; a second if a user can be asked.
const FRAMES_BETWEEN_CHECKS: u64 = 1_500;
const FRAMES_BETWEEN_CHECKS_IF_ATTENDED: u64 = 50;
/// The same if all keyboard reads since the last check may be the ROM's test for BREAK. A check runs a copy of
/// the machine for a second, so these cost 1/300 and 1/30 of the time of a program that does not use the
/// keyboard.
const FRAMES_BETWEEN_CHECKS_WITHOUT_READS: u64 = 15_000;
const FRAMES_BETWEEN_CHECKS_WITHOUT_READS_IF_ATTENDED: u64 = 1_500;

impl Driver {
    /// Checks after a new frame whether the program waits or has ended, and types what is due.
    pub(super) fn attend(&mut self) -> Option<Event> {
        let emulator = self.history.emulator();
        if self.history.timeline().is_past() || emulator.is_in_frame() {
            return None;
        }
        if self.has_too_much() {
            return Some(Event::Ended(End::OutputLimit));
        }
        if let Some(event) = self.attend_playback() {
            return event;
        }
        let emulator = self.history.emulator();
        let machine = emulator.machine();
        if machine.cpu.halted && !machine.cpu.iff1 {
            return Some(Event::Ended(End::Idle));
        }
        let gives = self.mode != Mode::NoInput;
        if gives && sysvars::waits_for_tape(machine) {
            if !emulator.tapes().is_some_and(|tapes| tapes.can_turn(machine)) {
                return Some(Event::Ended(End::TapeRanOut));
            }
            self.history.put_in(Input::TurnTape);
            return None;
        }
        if emulator.is_typing() || self.key_script.is_down() {
            self.idle.reset();
            return None;
        }
        if gives && self.key_script.has_timed() {
            self.idle.reset();
            self.note_timed_prompt();
            return None;
        }
        // A pending key ends the pause at once.
        if gives && sysvars::waits_in_pause(machine) && !sysvars::key_pending(machine) {
            return self.wait_for_key();
        }
        if self.mode == Mode::Live && self.answers.is_empty() {
            return None;
        }
        if !self.idle.waits(machine, emulator.glyphs()) {
            return self.look_for_stillness();
        }
        self.idle.reset();
        let waiting = self.waiting();
        if self.mode == Mode::NoInput {
            return Some(Event::Ended(match waiting {
                Waiting::Input => {
                    self.note_prompt();
                    End::InputExhausted
                }
                _ if self.shows_report() => End::Report,
                _ => End::Idle,
            }));
        }
        match waiting {
            Waiting::Editor => Some(Event::Ended(End::Report)),
            Waiting::Input => self.wait_for_answer(),
            Waiting::Key => self.wait_for_key(),
            Waiting::Scroll if self.key_script.answers_scroll() => None,
            Waiting::Scroll | Waiting::Tape => {
                if self.mode == Mode::Script {
                    self.scrolls += u32::from(waiting == Waiting::Scroll);
                    self.history.put_in(Input::Type(vec![Chord::ENTER]));
                }
                None
            }
        }
    }

    /// `Some` while a recording is played, which answers all waits, and once at its end.
    fn attend_playback(&mut self) -> Option<Option<Event>> {
        let machine = self.machine_mut();
        if machine.playback().is_some() {
            return Some(None);
        }
        let end = machine.take_playback_end()?;
        self.playback_end = Some(end);
        let has_all = end.frames == end.recorded && end.difference.is_none();
        Some(Some(Event::Ended(match has_all {
            true => End::RecordingOver,
            false => End::Desynchronised,
        })))
    }

    /// Whether the output or the prompts exceed the limits.
    fn has_too_much(&self) -> bool {
        self.history.has_too_much()
            || self.prompts.len() >= limits::PROMPTS
            || self.prompt_text > limits::PROMPT_TEXT
    }

    fn note_prompt(&mut self) {
        if self.is_prompted || self.mode == Mode::Live {
            return;
        }
        let emulator = self.history.emulator();
        let prompt = prompt::shown(emulator.machine(), emulator.glyphs());
        self.prompt_text += prompt.len();
        self.prompts.push(prompt);
        if let Some(screens) = &mut self.lower_screens {
            screens.push(prompt::lower_screen(emulator.machine(), emulator.glyphs()));
        }
        self.is_prompted = !self.key_script.is_done();
    }

    /// Records the prompt of an INPUT that timed keys answer, before the first of them.
    fn note_timed_prompt(&mut self) {
        let machine = self.history.emulator_mut().machine_mut();
        if machine.keyboard_mut().is_down(Key::Enter) || !sysvars::waits_for_key(machine) {
            return;
        }
        if self.waiting() == Waiting::Input {
            self.note_prompt();
        }
    }

    fn wait_for_answer(&mut self) -> Option<Event> {
        if let Some(is_string) = self.answered_string.take()
            && !self.keeps_refused
            && let Some(refused) = prompt::typed(self.machine(), is_string)
        {
            let length = refused.chars().count() + "\"\"".len();
            self.refused.push(refused);
            let chords = keystrokes::delete_answer(length, is_string);
            self.history.put_in(Input::Type(chords));
            return None;
        }
        self.note_prompt();
        if let Some(answer) = self.answers.pop_front() {
            // `add_answer` has checked that it can be typed.
            self.answer(keystrokes::answer(&answer).unwrap_or_default());
            return None;
        }
        let script_answers =
            !self.key_script.is_done() && !matches!(self.key_script.waits_for(), Some(Item::Shown(_)));
        (!script_answers).then_some(Event::WaitsForAnswer)
    }

    /// Handles a wait for a key in the ROM, in PAUSE 0 or for machine code.
    fn wait_for_key(&mut self) -> Option<Event> {
        match self.key_script.waits_for() {
            // Nothing is printed while the ROM waits.
            Some(Item::Shown(_)) => Some(Event::WaitsForKey(KeyWait::Shown)),
            _ if !self.key_script.is_done() => None,
            _ => Some(Event::WaitsForKey(KeyWait::Any)),
        }
    }

    /// Checks now and then whether the program only waits for a key that is not pressed: it is then in the
    /// same state at every keyboard read.
    fn look_for_stillness(&mut self) -> Option<Event> {
        let distance = match (self.looked, self.is_attended) {
            (true, true) => FRAMES_BETWEEN_CHECKS_IF_ATTENDED,
            (true, false) => FRAMES_BETWEEN_CHECKS,
            (false, true) => FRAMES_BETWEEN_CHECKS_WITHOUT_READS_IF_ATTENDED,
            (false, false) => FRAMES_BETWEEN_CHECKS_WITHOUT_READS,
        };
        let lets_time_pass = matches!(self.key_script.waits_for(), Some(Item::Wait(_)));
        let is_due = !lets_time_pass && self.frames.is_multiple_of(distance);
        if !is_due || !self.ends_early || self.mode != Mode::Script {
            return None;
        }
        // A tape loader is in the same state too, in a pause of the tape or at its end.
        let deck = self.machine().deck();
        if deck.is_playing() || deck.listened_in_vain(self.machine().tstates()).is_some() {
            return None;
        }
        self.looked = false;
        let still = stands_still(self.machine());
        let before = std::mem::replace(&mut self.still, still);
        if self.still.is_none() || self.still != before {
            return None;
        }
        self.still = None;
        Some(Event::WaitsForKey(KeyWait::Polling))
    }
}
