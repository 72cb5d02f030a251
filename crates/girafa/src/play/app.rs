//! The player at the terminal: what the keys do and what is to be shown.

use std::time::Duration;

use girafa_play::Player;
use girafa_play::keymap::{self, HostKey, Shifts};
use girafa_play::listing::Listing;
use girafa_play::paper::Roll;
use girafa_session::wait::Patience;
use girafa_session::{picture, sysvars};
use girafa_spectrum::facts::{CLOCK_HZ, FRAME_TSTATES};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::store::Store;

/// What a key of the player does, as opposed to one of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    Help,
    CapsShift,
    SymbolShift,
    Pause,
    Reset,
    Turbo,
    Screen,
    Paper,
    Listing,
    Wide,
    Pixels,
    KeepState,
    TakeState,
    Tape,
    Suspend,
    Quit,
}

/// The player's keys: the function key, if it has one; the letter with Ctrl, for terminals that keep the function keys; what
/// it does.
pub const COMMANDS: [(Option<u8>, char, Command, &str); 16] = [
    (Some(1), 'g', Command::Help, "help"),
    (Some(2), 'k', Command::CapsShift, "CAPS SHIFT for one key"),
    (Some(3), 'y', Command::SymbolShift, "SYMBOL SHIFT for one"),
    (Some(4), 'p', Command::Pause, "pause"),
    (Some(5), 'r', Command::Reset, "start anew"),
    (Some(6), 't', Command::Turbo, "turbo"),
    (Some(7), 's', Command::Screen, "screen as PNG"),
    (Some(8), 'o', Command::Paper, "paper as PNG"),
    (Some(9), 'l', Command::Listing, "listing"),
    (Some(10), 'q', Command::Quit, "quit"),
    (Some(11), 'w', Command::Wide, "wide picture"),
    (Some(12), 'x', Command::Pixels, "pixels"),
    (None, 'd', Command::KeepState, "keep state"),
    (None, 'u', Command::TakeState, "take it back"),
    (None, 'e', Command::Tape, "other tape, wound back"),
    (None, 'z', Command::Suspend, "to the shell"),
];

/// A key of the player's as its user reads it, such as `F1 ^G`.
pub fn key_names(function: Option<u8>, letter: char) -> String {
    let letter = letter.to_ascii_uppercase();
    function.map_or(format!("^{letter}"), |function| format!("F{function} ^{letter}"))
}

const NO_PIXELS: &str = "this terminal shows no images that it tells of: see --pixels";

/// How time passes now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    Real,
    Turbo,
    Standing,
}

/// The player, and what is shown beside the picture.
pub struct App {
    pub player: Player,
    /// The program's name.
    pub name: String,
    pub program: Listing,
    pub listing: bool,
    pub wide: bool,
    /// Pixels are wished for; whether the terminal has them is another question.
    pub pixels: bool,
    /// The terminal has pixels.
    pub has_pixels: bool,
    pub help: bool,
    /// Shifts that wait for the next key.
    pub sticky: Shifts,
    /// What happened last that the user should know; until the next key.
    pub message: Option<String>,
    /// Times the machine's own speed.
    pub speed: f64,
    pub quits: bool,
    /// The paper that was printed.
    paper: Roll,
    patience: Patience,
    /// The machine waits for a key.
    waits: bool,
    /// Asks to be stopped until the shell continues it.
    pub suspends: bool,
    store: Store,
}

impl App {
    /// A player of a program called `name`, who keeps files in `store`.
    pub fn new(player: Player, name: &str, store: Store) -> App {
        App {
            player,
            name: name.to_owned(),
            program: Listing::default(),
            listing: false,
            wide: false,
            pixels: true,
            has_pixels: false,
            help: false,
            sticky: Shifts::default(),
            message: None,
            speed: 1.0,
            quits: false,
            paper: Roll::default(),
            patience: Patience::default(),
            waits: false,
            suspends: false,
            store,
        }
    }

    /// Runs a frame; what SAVE has recorded goes into a file.
    pub fn frame(&mut self) {
        self.player.frame();
        self.paper.take(self.player.machine_mut());
        let machine = self.player.machine();
        self.waits = self.patience.waits(machine, self.player.glyphs()) || sysvars::waits_in_pause(machine);
        if let Some(message) = self.store.after_frame(self.player.machine_mut()) {
            self.message = Some(message);
        }
    }

    /// Ends the sitting. Gives what the user should know of it, such as half a SAVE in a file.
    pub fn end(&mut self) -> Option<String> {
        self.store.end()
    }

    /// How time passes: it stands while the help is shown, and nobody waits faster than the machine does.
    pub fn pace(&self) -> Pace {
        match (self.player.paused || self.help, self.player.turbo && !self.waits) {
            (true, _) => Pace::Standing,
            (false, true) => Pace::Turbo,
            (false, false) => Pace::Real,
        }
    }

    /// Takes note that `frames` frames took `time`.
    pub fn measured(&mut self, frames: u64, time: Duration) {
        let emulated = frames as f64 * f64::from(FRAME_TSTATES) / f64::from(CLOCK_HZ);
        self.speed = emulated / time.as_secs_f64().max(1e-9);
    }

    /// Does what an event of the terminal asks for.
    pub fn handle(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Paste(text) => {
                self.message = self.player.type_text(&text).err().map(|error| error.to_string());
            }
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        self.message = None;
        if let Some(command) = command(key) {
            self.command(command);
        } else if self.help {
            self.help = false;
        } else {
            self.machine_key(key);
        }
    }

    fn machine_key(&mut self, key: KeyEvent) {
        let Some(host_key) = host_key(key) else { return };
        let shifts = Shifts {
            symbol: self.sticky.symbol || key.modifiers.contains(KeyModifiers::ALT),
            caps: self.sticky.caps,
        };
        self.sticky = Shifts::default();
        match keymap::chords(host_key, shifts) {
            Ok(chords) => self.player.press(&chords),
            Err(error) => self.message = Some(error.to_string()),
        }
    }

    /// Does what one of the player's own keys asks for.
    pub fn command(&mut self, command: Command) {
        match command {
            Command::Help => self.help = !self.help,
            Command::CapsShift => self.stick(Shifts {
                caps: !self.sticky.caps,
                ..self.sticky
            }),
            Command::SymbolShift => self.stick(Shifts {
                symbol: !self.sticky.symbol,
                ..self.sticky
            }),
            Command::Pause => self.player.paused = !self.player.paused,
            Command::Reset => {
                self.player.reset();
                self.paper = Roll::default();
            }
            Command::Turbo => self.player.turbo = !self.player.turbo,
            Command::Listing => self.listing = !self.listing,
            Command::Wide => self.wide = !self.wide,
            Command::Pixels => {
                self.pixels = !self.pixels;
                if !self.has_pixels {
                    self.message = Some(NO_PIXELS.to_owned());
                }
            }
            Command::Quit => self.quits = true,
            Command::Suspend => self.suspends = true,
            Command::Screen => {
                let png = picture::screen_png(self.player.machine());
                self.message = Some(self.store.keep("screen", "png", &png));
            }
            Command::Paper => {
                let rows = self.paper.rows();
                self.message = Some(if rows.is_empty() {
                    "nothing is printed on paper yet".to_owned()
                } else {
                    self.store.keep("paper", "png", &picture::paper_png(rows))
                });
            }
            Command::KeepState => self.message = Some(self.store.keep_state(self.player.machine())),
            Command::TakeState => self.message = Some(self.store.take_state(&mut self.player)),
            Command::Tape => self.message = Some(self.store.other_tape(self.player.machine_mut())),
        }
    }

    /// Both shifts are extended mode, as on the machine.
    fn stick(&mut self, shifts: Shifts) {
        self.sticky = shifts;
        if shifts.caps && shifts.symbol {
            self.sticky = Shifts::default();
            self.player.press(&[girafa_session::keys::Chord::EXTENDED]);
        }
    }
}

/// The player's command that a key is.
fn command(key: KeyEvent) -> Option<Command> {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let is_it = |&&(function, letter, ..): &&(Option<u8>, char, Command, &str)| match key.code {
        KeyCode::F(f) => Some(f) == function,
        KeyCode::Char(c) => ctrl && c.eq_ignore_ascii_case(&letter),
        _ => false,
    };
    COMMANDS.iter().find(is_it).map(|&(_, _, command, _)| command)
}

/// The key of the machine that a key of the terminal is. Ctrl+C is BREAK, Ctrl+J what some terminals send for Enter.
fn host_key(key: KeyEvent) -> Option<HostKey> {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('c') if ctrl => HostKey::Escape,
        KeyCode::Char('j') if ctrl => HostKey::Enter,
        KeyCode::Char('h') if ctrl => HostKey::Backspace,
        KeyCode::Char(_) if ctrl => return None,
        KeyCode::Char(c) => HostKey::Char(c),
        KeyCode::Enter => HostKey::Enter,
        KeyCode::Backspace | KeyCode::Delete => HostKey::Backspace,
        KeyCode::Tab => HostKey::Tab,
        KeyCode::Esc => HostKey::Escape,
        KeyCode::Left => HostKey::Left,
        KeyCode::Down => HostKey::Down,
        KeyCode::Up => HostKey::Up,
        KeyCode::Right => HostKey::Right,
        KeyCode::Home => HostKey::Home,
        KeyCode::End => HostKey::End,
        KeyCode::PageUp => HostKey::PageUp,
        KeyCode::PageDown => HostKey::PageDown,
        KeyCode::Insert => HostKey::Insert,
        _ => return None,
    })
}
