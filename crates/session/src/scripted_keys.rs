//! Presses the keys of a [key script](crate::key_script) when the program reads the keyboard.
//!
//! A key goes down once the program has read it while it was up, and stays down until the program has read it
//! again, but for four frames at least, as the ROM needs them; the next one follows in the same way. So no
//! key is lost however long a program computes between two reads. A program that reads the last key from
//! memory (LAST K, 23560), where the interrupt routine leaves it, does not read the keyboard itself: it has
//! that address in its lines or its code, and gets its keys at the speed of a typist.
//!
//! BREAK goes down as soon as the ROM checks for it, after each statement. At `scroll?` the driver presses ENTER,
//! unless the script waits for that text: then the next key of the script answers.
//!
//! Timed keys ([`Item::PressAt`]) go down and up at their time, in addition to all others.

use std::collections::VecDeque;

use girafa_spectrum::{Key, Spectrum};

use crate::input::Input;
use crate::key_rhythm::{MIN_DOWN_FRAMES, MIN_UP_FRAMES};
use crate::key_script::Item;
use girafa_inspect::polls::{self, KeyboardReads};
use girafa_inspect::sysvars;
use girafa_inspect::text::{self, Glyphs};

/// Frames without a keyboard read before memory is searched for [LAST K](looks_at_last_key).
const FRAMES_BEFORE_SEARCH: u32 = 25;

/// Number of last frames in which the program must have read a key that goes down: a program that has gone on
/// to something else must not get it.
const RECENT_FRAMES: usize = 4;

/// A key script that is being played.
#[derive(Debug, Clone, Default)]
pub struct ScriptedKeys {
    items: VecDeque<Item>,
    /// Timed keys, earliest first.
    timed: VecDeque<Item>,
    /// The timed keys that are down or have just gone up, with the frame before which they go up.
    timed_down: Vec<(Vec<Key>, u64)>,
    state: State,
    /// The half-rows that the program has read since the last key went down or up.
    seen: u8,
    /// The half-rows read in each of the last frames since then, latest first.
    recent: [u8; RECENT_FRAMES],
    /// The half-rows read in the last frame, by the program or by the ROM for BREAK.
    breaks: u8,
    /// Frames since the last key went down or up.
    frames: u32,
    /// Whether any items were ever added.
    had_items: bool,
    /// `scroll?` was waited for: the next key answers it.
    answers_scroll: bool,
}

/// Whether the script holds keys down.
#[derive(Debug, Clone, Default)]
enum State {
    /// No key is down.
    #[default]
    Up,
    /// Keys are down.
    Down { keys: Vec<Key>, hold: Option<u32> },
}

impl ScriptedKeys {
    /// Creates a player that presses `items` one after another.
    pub fn new(items: Vec<Item>) -> ScriptedKeys {
        let mut scripted = ScriptedKeys::default();
        scripted.add(items);
        scripted
    }

    /// Whether any items were ever added.
    pub fn had_items(&self) -> bool {
        self.had_items
    }

    /// Adds items.
    pub fn add(&mut self, items: Vec<Item>) {
        self.had_items |= !items.is_empty();
        let is_timed = |item: &Item| matches!(item, Item::PressAt { .. });
        let (timed, others): (Vec<Item>, Vec<Item>) = items.into_iter().partition(is_timed);
        self.items.extend(others);
        self.timed.extend(timed);
        self.timed.make_contiguous().sort_by_key(time_of);
    }

    /// The remaining items, without a key that is down.
    pub fn left(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().chain(&self.timed)
    }

    /// Whether no key is down and no item is left.
    pub fn is_done(&self) -> bool {
        self.items.is_empty() && !self.is_down() && !self.has_timed()
    }

    /// Whether timed keys are left, are down, or went up so recently that the ROM would not see another.
    pub fn has_timed(&self) -> bool {
        !self.timed.is_empty() || !self.timed_down.is_empty()
    }

    /// Returns the timed keys that go down or up before frame `frame` of the run.
    pub fn timed(&mut self, frame: u64) -> Vec<Input> {
        if !self.has_timed() {
            return Vec::new();
        }
        let before = self.timed_keys(frame.saturating_sub(1));
        self.timed_down
            .retain(|(_, end)| *end + u64::from(MIN_UP_FRAMES) > frame);
        let due = self
            .timed
            .partition_point(|item| u64::from(time_of(item)) <= frame);
        for item in self.timed.drain(..due) {
            if let Item::PressAt { keys, frames, .. } = item {
                self.timed_down.push((keys, frame + u64::from(frames)));
            }
        }
        let after = self.timed_keys(frame);
        let released = before.iter().filter(|key| !after.contains(key));
        let pressed = after.iter().filter(|key| !before.contains(key));
        released
            .map(|key| Input::Release(*key))
            .chain(pressed.map(|key| Input::Hold(*key)))
            .collect()
    }

    /// The timed keys that are down in frame `frame`.
    fn timed_keys(&self, frame: u64) -> Vec<Key> {
        let down = self.timed_down.iter().filter(|(_, end)| *end > frame);
        down.flat_map(|(keys, _)| keys).copied().collect()
    }

    /// The next item, if it waits for time to pass or for a text.
    pub fn waits_for(&self) -> Option<&Item> {
        let item = self.items.front().filter(|_| !self.is_down());
        item.filter(|item| matches!(item, Item::Wait(_) | Item::Shown(_)))
    }

    /// Whether the next key is for `scroll?`, which nothing else answers then.
    pub fn answers_scroll(&self) -> bool {
        self.answers_scroll && matches!(self.items.front(), Some(Item::Press { .. }))
    }

    /// Whether keys are down.
    pub fn is_down(&self) -> bool {
        matches!(self.state, State::Down { .. })
    }

    /// Returns the keys that go down or up now; call this before each frame. Without `may_press`, as while an
    /// answer is typed, no new key goes down.
    pub fn before_frame(&mut self, machine: &Spectrum, may_press: bool) -> Vec<Input> {
        match &self.state {
            State::Down { keys, hold } => {
                let is_due = match hold {
                    Some(hold) => self.frames >= *hold,
                    // What it has stopped does not look again.
                    None if is_break(keys) => self.frames >= MIN_DOWN_FRAMES,
                    None => self.frames >= MIN_DOWN_FRAMES && self.is_seen(machine, keys, self.seen),
                };
                if !is_due {
                    return Vec::new();
                }
                let released = keys.iter().map(|key| Input::Release(*key)).collect();
                self.change(State::Up);
                released
            }
            State::Up if may_press => self.next(machine),
            State::Up => Vec::new(),
        }
    }

    /// Records which half-rows the program has read in the last frame.
    pub fn after_frame(&mut self, machine: &Spectrum, glyphs: &Glyphs, looks: KeyboardReads) {
        self.frames = self.frames.saturating_add(1);
        self.seen |= looks.half_rows();
        self.recent.rotate_right(1);
        self.recent[0] = looks.half_rows();
        self.breaks = looks.breaks();
        if self.is_down() {
            return;
        }
        match self.items.front_mut() {
            Some(Item::Wait(left)) if *left > 0 => *left -= 1,
            Some(Item::Shown(text)) if is_shown(machine, glyphs, text) => {
                self.answers_scroll = text.contains(SCROLL);
                self.items.pop_front();
            }
            _ => {}
        }
    }

    /// Starts the next item, if it is due.
    fn next(&mut self, machine: &Spectrum) -> Vec<Input> {
        while let Some(Item::Wait(0)) = self.items.front() {
            self.items.pop_front();
        }
        match self.items.front() {
            Some(Item::Poll) if self.frames >= MIN_UP_FRAMES && self.recently_seen() != 0 => {
                self.items.pop_front();
                self.next(machine)
            }
            Some(Item::Press { keys, hold })
                if self.frames >= MIN_UP_FRAMES && self.is_seen(machine, keys, self.recently_seen()) =>
            {
                let (keys, hold) = (keys.clone(), *hold);
                self.items.pop_front();
                self.answers_scroll = false;
                let pressed = keys.iter().map(|key| Input::Hold(*key)).collect();
                self.change(State::Down { keys, hold });
                pressed
            }
            _ => Vec::new(),
        }
    }

    fn recently_seen(&self) -> u8 {
        self.recent.iter().fold(0, |seen, rows| seen | rows)
    }

    /// Whether the half-rows of all `keys` are among those `seen`, or the program reads LAST K instead.
    fn is_seen(&self, machine: &Spectrum, keys: &[Key], seen: u8) -> bool {
        let rows = keys.iter().fold(0, |rows, key| rows | 1 << key.half_row());
        seen & rows == rows
            || self.seen == 0
                && self.frames.is_multiple_of(FRAMES_BEFORE_SEARCH)
                && looks_at_last_key(machine)
            || self.breaks & rows == rows && polls::own_looks_for_break(machine) & rows == rows
            || is_break(keys) && self.breaks & 1 << Key::Space.half_row() != 0
    }

    fn change(&mut self, state: State) {
        (self.state, self.seen, self.recent, self.frames) = (state, 0, [0; RECENT_FRAMES], 0);
    }
}

/// What the ROM asks when the screen is full.
const SCROLL: &str = "scroll?";

/// Whether these keys are BREAK, which the ROM checks after each statement.
fn is_break(keys: &[Key]) -> bool {
    keys == [Key::CapsShift, Key::Space]
}

/// The frame before which a timed key goes down.
fn time_of(item: &Item) -> u32 {
    match item {
        Item::PressAt { at, .. } => *at,
        _ => 0,
    }
}

/// Whether the address of LAST K is in RAM, as a number of a BASIC program or as an operand of machine code.
fn looks_at_last_key(machine: &Spectrum) -> bool {
    let [low, high] = sysvars::LAST_K.to_le_bytes();
    /// Code 14, then the number in its short form.
    const NUMBER: u8 = 14;
    let number = [NUMBER, 0, 0, low, high, 0];
    /// LD A,(nn); LD HL,nn; LD BC,nn; LD DE,nn; LD HL,(nn).
    const LOAD_OPCODES: [u8; 5] = [0x3A, 0x21, 0x01, 0x11, 0x2A];
    let ram = &machine.memory()[usize::from(sysvars::SYSTEM_VARIABLES_END)..];
    let is_loaded = |window: &[u8]| LOAD_OPCODES.contains(&window[0]) && window[1..3] == [low, high];
    ram.windows(6).any(|window| window == number || is_loaded(window))
}

/// Whether `expected` is on the screen, in INVERSE or not; it may continue in the next row.
fn is_shown(machine: &Spectrum, glyphs: &Glyphs, expected: &str) -> bool {
    let rows = glyphs.screen(machine);
    let all: String = rows.iter().map(|row| format!("{row:<32}")).collect();
    all.chars()
        .map(text::upright_character)
        .collect::<String>()
        .contains(expected)
}
