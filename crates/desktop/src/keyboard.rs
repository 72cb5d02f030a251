//! Maps the host's keyboard, with key presses and releases, to the Spectrum's: by meaning or by position.
//!
//! By meaning, a typed character becomes its chord; characters that are typed faster than the ROM reads them
//! are queued. By position, each key is one or two of the 40 keys while it is held, for games and for users
//! who know the machine's keyboard.

use girafa_frontend::commands::{self, Command, CommandKey};
use girafa_frontend::keymap::{self, HostKey, Shifts};
use girafa_session::input::Input;
use girafa_session::keys::Chord;
use girafa_spectrum::Key;

/// A key of the host, named by its character without a shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// A letter (lower case), digit, space or punctuation.
    Char(char),
    /// F1 to F12.
    Function(u8),
    /// Enter, arrows and similar keys; never [`HostKey::Char`].
    Named(HostKey),
    /// The left Shift.
    LeftShift,
    /// The right Shift.
    RightShift,
    /// The left Ctrl.
    LeftCtrl,
    /// The right Ctrl.
    RightCtrl,
    /// The left Alt.
    LeftAlt,
    /// The right Alt, which is AltGr on some keyboards.
    RightAlt,
}

/// An event of the host's keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A key goes down, or repeats.
    Down(Code),
    /// A key goes up.
    Up(Code),
    /// The character that the last pressed key typed, with any host shift that it needs.
    Char(char),
    /// The window lost the keyboard focus.
    LostFocus,
}

/// The mapping from the host's keys.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Layout {
    /// A character presses the keys that type it.
    #[default]
    Meaning,
    /// Keys are mapped by their position.
    Position,
}

/// Minimum duration of a key press in frames: the ROM reads the keyboard every frame, a game perhaps every
/// second one.
const MIN_PRESS_FRAMES: u32 = 3;

/// The result of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The event concerns only the machine, or is ignored.
    Nothing,
    /// A command of the player.
    Command(Command),
    /// A key of the machine was pressed.
    Pressed,
    /// The Spectrum has no such key; a message for the user.
    NoKey(String),
}

/// The host's keyboard.
#[derive(Debug, Clone, Default)]
pub struct Keyboard {
    layout: Layout,
    down: Vec<Code>,
    /// How to handle the next character.
    next: Next,
    /// By meaning: the held chord, and the host key that holds it.
    kept: Option<(Code, Chord)>,
    /// By position: the held keys.
    held: Vec<Held>,
    /// The rewind key, while it is held.
    goes_back: Option<Code>,
}

/// How to handle the next character that the host reports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Next {
    /// Type it: the host did not report the key, as it has no name for it.
    #[default]
    Free,
    /// This key typed it.
    By(Code),
    /// Ignore it: its key has been handled, or the host repeats it. The ROM does its own repeating.
    Known,
}

/// A key of the host that holds keys of the machine.
#[derive(Debug, Clone)]
struct Held {
    code: Code,
    keys: Vec<Key>,
    frames: u32,
    released: bool,
}

impl Keyboard {
    /// A keyboard with this layout.
    pub fn new(layout: Layout) -> Keyboard {
        Keyboard {
            layout,
            ..Keyboard::default()
        }
    }

    /// Handles an event, with the pending `sticky` shifts, and adds what it presses to `inputs`.
    pub fn event(&mut self, event: Event, sticky: Shifts, inputs: &mut Vec<Input>) -> Outcome {
        match event {
            Event::Down(code) => self.goes_down(code, sticky, inputs),
            Event::Up(code) => {
                self.goes_up(code);
                Outcome::Nothing
            }
            Event::Char(c) => self.types(c, sticky, inputs),
            Event::LostFocus => {
                for code in std::mem::take(&mut self.down) {
                    self.goes_up(code);
                }
                Outcome::Nothing
            }
        }
    }

    /// Releases the machine's keys, although the host's keys are still held.
    pub fn let_go(&mut self, inputs: &mut Vec<Input>) {
        self.kept = None;
        for held in self.held.drain(..) {
            inputs.extend(held.keys.iter().map(|&key| Input::Release(key)));
        }
    }

    /// Presses and releases the keys that are due; call it before each frame. In `turbo`, a typed key is
    /// released before the host's key is, because the ROM would repeat it many times.
    pub fn before_frame(&mut self, inputs: &mut Vec<Input>, turbo: bool) {
        if let Some((_, chord)) = self.kept.filter(|_| !turbo) {
            inputs.push(Input::Keep(chord));
        }
        for held in &mut self.held {
            held.frames += 1;
        }
        let is_over = |held: &Held| held.released && held.frames > MIN_PRESS_FRAMES;
        for held in self.held.iter().filter(|held| is_over(held)) {
            inputs.extend(held.keys.iter().map(|&key| Input::Release(key)));
        }
        self.held.retain(|held| !is_over(held));
        for held in &self.held {
            inputs.extend(held.keys.iter().map(|&key| Input::Hold(key)));
        }
    }

    /// Whether the rewind key is held.
    pub fn goes_back(&self) -> bool {
        self.goes_back.is_some()
    }

    fn is_down(&self, code: Code) -> bool {
        self.down.contains(&code)
    }

    /// Windows reports left Ctrl and right Alt for AltGr: that is not Ctrl.
    fn ctrl(&self) -> bool {
        self.is_down(Code::LeftCtrl) && !self.is_down(Code::RightAlt)
    }

    fn shifts(&self) -> Shifts {
        Shifts {
            caps: self.is_down(Code::LeftShift) || self.is_down(Code::RightShift),
            symbol: self.is_down(Code::LeftAlt) || self.is_down(Code::RightCtrl),
        }
    }

    fn goes_down(&mut self, code: Code, sticky: Shifts, inputs: &mut Vec<Input>) -> Outcome {
        if matches!(code, Code::Char(_)) {
            self.next = Next::Known;
        }
        if self.is_down(code) {
            return Outcome::Nothing;
        }
        self.down.push(code);
        if let Some(command) = self.command_key(code).and_then(commands::of) {
            if command == Command::GoBack {
                self.goes_back = Some(code);
            }
            self.let_shift_go(inputs);
            return Outcome::Command(command);
        }
        let code = match code {
            Code::Char(c) if self.ctrl() => match keymap::control(c) {
                Some(key) => Code::Named(key),
                None => return Outcome::Nothing,
            },
            code => code,
        };
        match self.layout {
            Layout::Position => self.hold(code, sticky, inputs),
            Layout::Meaning => self.press(code, sticky, inputs),
        }
    }

    /// By position: releases a Shift that turns out to belong to a player's key.
    fn let_shift_go(&mut self, inputs: &mut Vec<Input>) {
        let is_shift = |held: &mut Held| matches!(held.code, Code::LeftShift | Code::RightShift);
        for held in self.held.extract_if(.., is_shift) {
            inputs.extend(held.keys.iter().map(|&key| Input::Release(key)));
        }
    }

    fn command_key(&self, code: Code) -> Option<CommandKey> {
        match code {
            Code::Function(number) if self.shifts().caps => Some(CommandKey::ShiftFunction(number)),
            Code::Function(number) => Some(CommandKey::Function(number)),
            Code::Char(c) if self.ctrl() => Some(CommandKey::Ctrl(c)),
            _ => None,
        }
    }

    fn goes_up(&mut self, code: Code) {
        self.next = Next::Free;
        self.goes_back = self.goes_back.filter(|&by| by != code);
        self.down.retain(|&down| down != code);
        if self.kept.is_some_and(|(by, _)| by == code) {
            self.kept = None;
        }
        for held in self.held.iter_mut().filter(|held| held.code == code) {
            held.released = true;
        }
    }

    /// By meaning: presses keys that are not characters, and keys with SYMBOL SHIFT. Other keys are pressed
    /// when their character arrives.
    fn press(&mut self, code: Code, sticky: Shifts, inputs: &mut Vec<Input>) -> Outcome {
        let held = self.shifts();
        let shifts = Shifts {
            caps: held.caps || sticky.caps,
            symbol: held.symbol || sticky.symbol,
        };
        let key = match code {
            Code::Named(key) => key,
            Code::Char(c) if shifts.symbol || sticky.caps || c == ' ' => HostKey::Char(c),
            Code::Char(_) => {
                self.next = Next::By(code);
                return Outcome::Nothing;
            }
            _ => return Outcome::Nothing,
        };
        self.chords(Some(code), keymap::chords(key, shifts), inputs)
    }

    fn types(&mut self, c: char, sticky: Shifts, inputs: &mut Vec<Input>) -> Outcome {
        if self.layout == Layout::Position || c.is_control() || self.ctrl() {
            return Outcome::Nothing;
        }
        let by = match std::mem::take(&mut self.next) {
            Next::Known => return Outcome::Nothing,
            Next::By(code) => Some(code),
            Next::Free => None,
        };
        self.chords(by, keymap::chords(HostKey::Char(c), sticky), inputs)
    }

    fn chords<E: ToString>(
        &mut self,
        by: Option<Code>,
        chords: Result<Vec<Chord>, E>,
        inputs: &mut Vec<Input>,
    ) -> Outcome {
        match chords {
            Err(error) => Outcome::NoKey(error.to_string()),
            Ok(chords) => {
                self.kept = match (by, chords.as_slice()) {
                    (Some(by), &[chord]) => Some((by, chord)),
                    _ => None,
                };
                inputs.push(Input::Press(chords));
                Outcome::Pressed
            }
        }
    }

    /// By position: presses a key until it is released.
    fn hold(&mut self, code: Code, sticky: Shifts, inputs: &mut Vec<Input>) -> Outcome {
        let chord = |key| {
            keymap::chords(key, sticky)
                .ok()
                .and_then(|chords| chords.first().copied())
        };
        let keys: Vec<Key> = match code {
            Code::LeftShift => vec![Key::CapsShift],
            Code::RightShift | Code::LeftAlt | Code::RightCtrl => vec![Key::SymbolShift],
            Code::Named(key) => chord(key).into_iter().flat_map(Chord::keys).collect(),
            Code::Char(c) => chord(HostKey::Char(c))
                .into_iter()
                .flat_map(Chord::keys)
                .collect(),
            _ => return Outcome::Nothing,
        };
        self.held.retain(|held| held.code != code);
        inputs.extend(keys.iter().map(|&key| Input::Hold(key)));
        self.held.push(Held {
            code,
            keys,
            frames: 0,
            released: false,
        });
        Outcome::Pressed
    }
}

#[cfg(test)]
#[path = "keyboard_tests.rs"]
mod tests;
