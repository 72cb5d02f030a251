//! The player at the terminal: what the keys do and what is to be shown.

use std::path::{Path, PathBuf};
use std::time::Duration;

use girafa_play::Player;
use girafa_play::keymap::{self, HostKey, Shifts};
use girafa_play::listing::Listing;
use girafa_proof::picture;
use girafa_spectrum::facts::{CLOCK_HZ, FRAME_TSTATES};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::exit::Failure;
use crate::files;

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
    Quit,
}

/// The player's keys: function key, letter with Ctrl for terminals that keep the function keys, what it does.
pub const COMMANDS: [(u8, char, Command, &str); 11] = [
    (1, 'g', Command::Help, "help"),
    (2, 'k', Command::CapsShift, "CAPS SHIFT for one key"),
    (3, 'y', Command::SymbolShift, "SYMBOL SHIFT for one"),
    (4, 'p', Command::Pause, "pause"),
    (5, 'r', Command::Reset, "start anew"),
    (6, 't', Command::Turbo, "turbo"),
    (7, 's', Command::Screen, "screen as PNG"),
    (8, 'o', Command::Paper, "paper as PNG"),
    (9, 'l', Command::Listing, "listing"),
    (10, 'q', Command::Quit, "quit"),
    (11, 'w', Command::Wide, "wide picture"),
];

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
    pub help: bool,
    /// Shifts that wait for the next key.
    pub sticky: Shifts,
    /// What happened last that the user should know; until the next key.
    pub message: Option<String>,
    /// Times the machine's own speed.
    pub speed: f64,
    pub quits: bool,
    out: PathBuf,
}

impl App {
    /// A player of a program called `name`, whose pictures go to `out`.
    pub fn new(player: Player, name: &str, out: &Path) -> App {
        App {
            player,
            name: name.to_owned(),
            program: Listing::default(),
            listing: false,
            wide: false,
            help: false,
            sticky: Shifts::default(),
            message: None,
            speed: 1.0,
            quits: false,
            out: out.to_owned(),
        }
    }

    /// How time passes: it stands while the help is shown.
    pub fn pace(&self) -> Pace {
        match (self.player.paused || self.help, self.player.turbo) {
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
            Command::Reset => self.player.reset(),
            Command::Turbo => self.player.turbo = !self.player.turbo,
            Command::Listing => self.listing = !self.listing,
            Command::Wide => self.wide = !self.wide,
            Command::Quit => self.quits = true,
            Command::Screen => {
                let png = picture::screen_png(self.player.machine());
                self.write("screen", &png);
            }
            Command::Paper => {
                let rows = self.player.machine().printer().rows();
                if rows.is_empty() {
                    self.message = Some("nothing is printed on paper yet".to_owned());
                } else {
                    let png = picture::paper_png(rows);
                    self.write("paper", &png);
                }
            }
        }
    }

    /// Both shifts are extended mode, as on the machine.
    fn stick(&mut self, shifts: Shifts) {
        self.sticky = shifts;
        if shifts.caps && shifts.symbol {
            self.sticky = Shifts::default();
            self.player.press(&[girafa_proof::keys::Chord::EXTENDED]);
        }
    }

    /// Writes a picture under the first number that is free.
    fn write(&mut self, what: &str, png: &[u8]) {
        let path = (1..10_000)
            .map(|n| self.out.join(format!("{}-{what}-{n}.png", self.name)))
            .find(|path| !path.exists());
        self.message = Some(match path {
            None => format!("{} is full of pictures", self.out.display()),
            Some(path) => match files::write(&path, png) {
                Ok(()) => format!("{} written", path.display()),
                Err(Failure { message, .. }) => message,
            },
        });
    }
}

/// The player's command that a key is.
fn command(key: KeyEvent) -> Option<Command> {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let is_it = |&&(number, letter, ..): &&(u8, char, Command, &str)| match key.code {
        KeyCode::F(f) => f == number,
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
