//! The host's keyboard, whose keys go down and up, as the Spectrum's: by meaning or by position.
//!
//! By meaning a typed character becomes its chord, and what is typed faster than the ROM takes it waits. By
//! position each key is one of the 40, or two, as long as it is down: for games, and for fingers that know
//! the machine.

use girafa_frontend::commands::{self, Command, CommandKey};
use girafa_frontend::keymap::{self, HostKey, Shifts};
use girafa_session::input::Input;
use girafa_session::keys::Chord;
use girafa_spectrum::Key;

/// A key of the host, by what is on it without a shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// A letter (a small one), digit, space or punctuation.
    Char(char),
    /// F1 to F12.
    Function(u8),
    /// Enter, arrows and the like; not [`HostKey::Char`].
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
    /// The right Alt, by which some keyboards reach further characters.
    RightAlt,
}

/// What the host reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A key goes down, or repeats.
    Down(Code),
    /// A key goes up.
    Up(Code),
    /// The key that went down last typed this, with whatever shift the host needs for it.
    Char(char),
    /// The window is no longer the one that is typed in.
    LostFocus,
}

/// How the host's keys are understood.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Layout {
    /// Characters become what types them.
    #[default]
    Meaning,
    /// Keys are the Spectrum's keys.
    Position,
}

/// Frames that a key is down at least, as the ROM looks once a frame and a game perhaps every second one.
const MIN_PRESS_FRAMES: u32 = 3;

/// What follows from an event, if it is not only for the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The machine's, or nobody's.
    Nothing,
    /// A key of the player.
    Command(Command),
    /// A key of the machine was pressed.
    Pressed,
    /// The Spectrum has no such key: a message for the user.
    NoKey(String),
}

/// The host's keyboard.
#[derive(Debug, Clone, Default)]
pub struct Keyboard {
    layout: Layout,
    down: Vec<Code>,
    /// What becomes of the next character.
    next: Next,
    /// By meaning: what is held, and by which key.
    kept: Option<(Code, Chord)>,
    /// By position.
    held: Vec<Held>,
    /// The key that takes time back, while it is down.
    goes_back: Option<Code>,
}

/// What becomes of the next character that the host reports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Next {
    /// It is typed; the host has not said by which key, as it has no name for it.
    #[default]
    Free,
    /// This key has typed it.
    By(Code),
    /// It is of a key that has been dealt with, or that repeats: here the ROM repeats, in its own time.
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
    /// A keyboard that is understood in this way.
    pub fn new(layout: Layout) -> Keyboard {
        Keyboard {
            layout,
            ..Keyboard::default()
        }
    }

    /// Takes an event; what it presses is added to `inputs`, with the shifts that are `sticky`.
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

    /// Lets go of the machine's keys; the host's own are still down.
    pub fn let_go(&mut self, inputs: &mut Vec<Input>) {
        self.kept = None;
        for held in self.held.drain(..) {
            inputs.extend(held.keys.iter().map(|&key| Input::Release(key)));
        }
    }

    /// Holds and releases what is due; to be called before each frame. In `turbo` a typed key is not down as
    /// long as the host's, as the ROM would repeat it many times.
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

    /// Whether the key that takes time back is down.
    pub fn goes_back(&self) -> bool {
        self.goes_back.is_some()
    }

    fn is_down(&self, code: Code) -> bool {
        self.down.contains(&code)
    }

    /// Windows says left Ctrl and right Alt where right Alt is pressed: that is not a Ctrl.
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

    /// By position a Shift that goes with a key of the player is not the machine's.
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

    /// By meaning: keys that are no characters, and those with SYMBOL SHIFT. The others are pressed when
    /// their character comes.
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

    /// By position.
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
