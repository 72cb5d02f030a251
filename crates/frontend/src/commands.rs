//! The players' own keys, as opposed to the machine's keys: one table for all players.
//!
//! Each command has a letter with Ctrl, which every terminal can send, and the most common ones also have a
//! function key. The letters C, H, I, J and M are not available: with Ctrl a terminal sends them for BREAK,
//! Backspace, Tab and Enter. Commands that inspect a program or go back in time have a function key with
//! Shift. Shift+F3 is not available: terminals send the same sequence to report the cursor position.

use std::fmt;

/// An action of one of the player's own keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table says what they do")]
pub enum Command {
    Help,
    SaveState,
    LoadState,
    Pause,
    Restart,
    Turbo,
    Screen,
    Paper,
    Listing,
    Quit,
    PaperPane,
    PlayTape,
    Rewind,
    NextTape,
    RealTape,
    Printer,
    CapsShift,
    SymbolShift,
    Wide,
    Pixels,
    Shell,
    /// Goes back in time while the key is held.
    GoBack,
    StepBack,
    Step,
    RunBack,
    LineUp,
    LineDown,
    Breakpoint,
    Variables,
    /// Window pixels per machine pixel, in each direction.
    Scale(u8),
}

/// The kind of display that a player uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Front {
    /// A terminal: `girafa play`.
    Terminal,
    /// A window: `girafa-desktop`.
    Window,
}

/// A key of the host that may be bound to a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandKey {
    /// F1 to F12.
    Function(u8),
    /// Shift and F1 to F12.
    ShiftFunction(u8),
    /// Ctrl and a letter or digit.
    Ctrl(char),
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The function key, if there is one.
    pub function: Option<u8>,
    /// Whether the function key needs Shift.
    pub shift: bool,
    /// The lower-case letter or digit to press with Ctrl, if there is one.
    pub letter: Option<char>,
    /// The command.
    pub command: Command,
    /// The description in help texts.
    pub does: &'static str,
    /// The only front end with this command; `None` if all have it.
    pub only: Option<Front>,
}

/// The player's keys.
pub const COMMANDS: [Entry; 33] = [
    both(Some(1), 'g', Command::Help, "help"),
    both(Some(2), 'd', Command::SaveState, "save state"),
    both(Some(3), 'u', Command::LoadState, "load state"),
    both(Some(4), 'p', Command::Pause, "pause"),
    both(Some(5), 'r', Command::Restart, "restart"),
    both(Some(6), 't', Command::Turbo, "turbo"),
    both(Some(7), 's', Command::Screen, "screen as PNG"),
    both(Some(8), 'o', Command::Paper, "paper as PNG"),
    both(Some(9), 'l', Command::Listing, "listing"),
    both(Some(10), 'q', Command::Quit, "quit"),
    both(Some(11), 'v', Command::PaperPane, "show paper"),
    both(Some(12), 'b', Command::PlayTape, "tape on/off"),
    both(None, 'e', Command::Rewind, "rewind tape"),
    both(None, 'n', Command::NextTape, "next tape"),
    both(None, 'f', Command::RealTape, "tape speed"),
    both(None, 'a', Command::Printer, "printer on/off"),
    both(None, 'k', Command::CapsShift, "CAPS SHIFT once"),
    both(None, 'y', Command::SymbolShift, "SYMBOL SHIFT once"),
    shift(5, Command::StepBack, "step back"),
    shift(6, Command::Step, "step on"),
    shift(4, Command::GoBack, "rewind (hold)"),
    shift(2, Command::RunBack, "run back"),
    shift(9, Command::Breakpoint, "breakpoint"),
    shift(7, Command::LineUp, "line up"),
    shift(8, Command::LineDown, "line down"),
    shift(11, Command::Variables, "variables"),
    only(Front::Terminal, 'w', Command::Wide, "wide picture"),
    only(Front::Terminal, 'x', Command::Pixels, "pixels"),
    only(Front::Terminal, 'z', Command::Shell, "to the shell"),
    only(Front::Window, '1', Command::Scale(1), "size 1"),
    only(Front::Window, '2', Command::Scale(2), "size 2"),
    only(Front::Window, '3', Command::Scale(3), "size 3"),
    only(Front::Window, '4', Command::Scale(4), "size 4"),
];

const fn both(function: Option<u8>, letter: char, command: Command, does: &'static str) -> Entry {
    Entry {
        function,
        shift: false,
        letter: Some(letter),
        command,
        does,
        only: None,
    }
}

const fn shift(function: u8, command: Command, does: &'static str) -> Entry {
    Entry {
        function: Some(function),
        shift: true,
        letter: None,
        command,
        does,
        only: None,
    }
}

const fn only(front: Front, letter: char, command: Command, does: &'static str) -> Entry {
    Entry {
        only: Some(front),
        ..both(None, letter, command, does)
    }
}

/// The command of a key, even if this player does not support it.
pub fn of(key: CommandKey) -> Option<Command> {
    let key = match key {
        CommandKey::Ctrl(letter) => CommandKey::Ctrl(letter.to_ascii_lowercase()),
        key => key,
    };
    let is_it = |entry: &&Entry| entry.keys().any(|own| own == key);
    COMMANDS.iter().find(is_it).map(|entry| entry.command)
}

/// The rows of the table that apply to a player on `front`.
pub fn entries(front: Front) -> impl Iterator<Item = &'static Entry> {
    let has = move |entry: &&Entry| entry.only.is_none_or(|only| only == front);
    COMMANDS.iter().filter(has)
}

/// The keys for a help text, in as few lines of `width` columns as possible.
pub fn summary(front: Front, width: usize) -> Vec<String> {
    let entries = entries(front).map(|entry| format!("{} {}", entry.names(), entry.does));
    packed(entries, width)
}

/// Packs `entries` into as few lines of `width` columns as possible, two spaces apart: each goes into the
/// first line that has room.
pub fn packed(entries: impl Iterator<Item = String>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for entry in entries {
        let has_room = |line: &&mut String| line.chars().count() + 2 + entry.chars().count() <= width;
        match lines.iter_mut().find(has_room) {
            Some(line) => {
                line.push_str("  ");
                line.push_str(&entry);
            }
            None => lines.push(entry),
        }
    }
    lines
}

impl Entry {
    /// The keys for this command.
    pub fn keys(&self) -> impl Iterator<Item = CommandKey> {
        let function = self.function.map(|number| match self.shift {
            true => CommandKey::ShiftFunction(number),
            false => CommandKey::Function(number),
        });
        function.into_iter().chain(self.letter.map(CommandKey::Ctrl))
    }

    /// The keys as shown to the user, such as `F1 ^G` or `S-F2`.
    pub fn names(&self) -> String {
        let names: Vec<String> = self.keys().map(|key| key.to_string()).collect();
        names.join(" ")
    }

    /// The name of one key: the function key if there is one, else the letter, such as `F1` or `^N`.
    pub fn name(&self) -> String {
        self.keys().next().map(|key| key.to_string()).unwrap_or_default()
    }
}

impl fmt::Display for CommandKey {
    /// Formats the key as `F1`, `S-F2` or `^N`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandKey::Function(number) => write!(f, "F{number}"),
            CommandKey::ShiftFunction(number) => write!(f, "S-F{number}"),
            CommandKey::Ctrl(letter) => write!(f, "^{}", letter.to_ascii_uppercase()),
        }
    }
}

impl Front {
    /// The command that starts this player, for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Front::Terminal => "girafa play",
            Front::Window => "girafa-desktop",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things() {
        for (at, one) in COMMANDS.iter().enumerate() {
            for other in &COMMANDS[at + 1..] {
                let is_other = |key: CommandKey| other.keys().any(|its| its == key);
                assert!(!one.keys().any(is_other), "{one:?} {other:?}");
                assert_ne!(one.command, other.command);
            }
            assert!(
                !one.letter.is_some_and(|letter| "chijm".contains(letter)),
                "terminals send other keys by {one:?}"
            );
            assert!(
                !one.keys().any(|key| key == CommandKey::ShiftFunction(3)),
                "{one:?}"
            );
        }
        assert_eq!(of(CommandKey::Ctrl('p')), Some(Command::Pause));
        assert_eq!(of(CommandKey::Ctrl('P')), Some(Command::Pause));
        assert_eq!(of(CommandKey::Function(12)), Some(Command::PlayTape));
        assert_eq!(of(CommandKey::Ctrl('c')), None);
        assert_eq!(of(CommandKey::ShiftFunction(5)), Some(Command::StepBack));
        assert_eq!(of(CommandKey::ShiftFunction(1)), None);
    }

    #[test]
    fn a_player_lists_what_it_can_do() {
        let lines = summary(Front::Terminal, 40);
        assert!(lines.iter().all(|line| line.len() <= 40));
        let all = lines.join("  ");
        assert!(all.starts_with("F1 ^G help  F2 ^D save state"), "{all}");
        assert!(all.contains("^X pixels") && !all.contains("size 1"), "{all}");
        assert!(!summary(Front::Window, 40).concat().contains("pixels"));
    }
}
