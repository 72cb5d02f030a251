//! The interactive player in a terminal: maps terminal keys to commands and Spectrum keys, and has the
//! options that only a terminal needs.

use girafa_frontend::commands::{self, Command, CommandKey, Front};
use girafa_frontend::files::Files;
use girafa_frontend::keymap::{self, HostKey};
use girafa_frontend::{Console, Settings};
use girafa_session::emulator::Emulator;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

const NO_PIXELS: &str = "this terminal does not report support for images: see --pixels";

/// A console and the terminal's display options.
pub struct App {
    pub console: Console,
    pub wide: bool,
    /// Pixels are requested. The terminal may not support them: see `has_pixels`.
    pub pixels: bool,
    /// The terminal supports pixels.
    pub has_pixels: bool,
    /// Requests that the process is suspended, until the shell continues it.
    pub suspends: bool,
}

impl App {
    /// Creates a player that reads and writes its files through `files`.
    pub fn new(player: Emulator, files: Files, settings: Settings) -> App {
        App {
            console: Console::new(Front::Terminal, player, files, settings),
            wide: false,
            pixels: true,
            has_pixels: false,
            suspends: false,
        }
    }

    /// Handles an event of the terminal.
    pub fn handle(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Paste(text) => self.console.type_text(&text),
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        if let Some(command) = command_key(key).and_then(commands::of) {
            self.command(command);
        } else if let Some(host_key) = host_key(key) {
            let symbol = key.modifiers.contains(KeyModifiers::ALT);
            self.console.press(host_key, symbol);
        }
    }

    fn command(&mut self, command: Command) {
        match self.console.command(command) {
            Some(Command::Wide) => self.wide = !self.wide,
            Some(Command::Pixels) => {
                self.pixels = !self.pixels;
                if !self.has_pixels {
                    self.console.message = Some(NO_PIXELS.to_owned());
                }
            }
            Some(Command::Shell) => self.suspends = true,
            _ => {}
        }
    }
}

/// Converts a key to one that a player command may use.
fn command_key(key: KeyEvent) -> Option<CommandKey> {
    match key.code {
        KeyCode::F(number) if key.modifiers.contains(KeyModifiers::SHIFT) => {
            Some(CommandKey::ShiftFunction(number))
        }
        // Some terminals send F13 to F20 for Shift with F1 to F8.
        KeyCode::F(number @ 13..=20) => Some(CommandKey::ShiftFunction(number - 12)),
        KeyCode::F(number) => Some(CommandKey::Function(number)),
        KeyCode::Char(c) if key.modifiers.contains(KeyModifiers::CONTROL) => Some(CommandKey::Ctrl(c)),
        _ => None,
    }
}

/// Converts a key of the terminal to a host key of the Spectrum's key map.
fn host_key(key: KeyEvent) -> Option<HostKey> {
    Some(match key.code {
        KeyCode::Char(c) if key.modifiers.contains(KeyModifiers::CONTROL) => return keymap::control(c),
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
