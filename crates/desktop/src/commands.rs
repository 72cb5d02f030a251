//! The keys that are the player's own, as opposed to the machine's.

use crate::keyboard::Code;

/// What a key of the player does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table says what they do")]
pub enum Command {
    Help,
    SaveState,
    LoadState,
    Pause,
    Reset,
    Turbo,
    Screen,
    Paper,
    Listing,
    Quit,
    PaperPane,
    Tape,
    Rewind,
    NextTape,
    RealTape,
    SaveTape,
    /// So many pixels of the window for one of the machine's, each way.
    Scale(u8),
}

/// The player's keys: function key where there is one, letter with Ctrl, what it does. F1 and F4 to F10 are those of
/// `girafa play`.
pub const COMMANDS: [(Option<u8>, char, Command, &str); 20] = [
    (Some(1), 'g', Command::Help, "help"),
    (Some(2), 'v', Command::SaveState, "save state"),
    (Some(3), 'u', Command::LoadState, "load state"),
    (Some(4), 'p', Command::Pause, "pause"),
    (Some(5), 'r', Command::Reset, "start anew"),
    (Some(6), 't', Command::Turbo, "turbo"),
    (Some(7), 's', Command::Screen, "screen as PNG"),
    (Some(8), 'o', Command::Paper, "paper as PNG"),
    (Some(9), 'l', Command::Listing, "listing"),
    (Some(10), 'q', Command::Quit, "quit"),
    (Some(11), 'w', Command::PaperPane, "show paper"),
    (Some(12), 'd', Command::Tape, "tape play/stop"),
    (None, 'b', Command::Rewind, "rewind tape"),
    (None, 'n', Command::NextTape, "next tape"),
    (None, 'i', Command::RealTape, "tape instant/real"),
    (None, 'a', Command::SaveTape, "saved as .tap"),
    (None, '1', Command::Scale(1), "size 1"),
    (None, '2', Command::Scale(2), "size 2"),
    (None, '3', Command::Scale(3), "size 3"),
    (None, '4', Command::Scale(4), "size 4"),
];

/// The command that a key is, with or without Ctrl.
pub fn of(code: Code, ctrl: bool) -> Option<Command> {
    let is_it = |&&(function, letter, ..): &&(Option<u8>, char, Command, &str)| match code {
        Code::Function(number) => function == Some(number),
        Code::Char(c) => ctrl && c == letter,
        _ => false,
    };
    COMMANDS.iter().find(is_it).map(|&(_, _, command, _)| command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things() {
        for (at, one) in COMMANDS.iter().enumerate() {
            for other in &COMMANDS[at + 1..] {
                assert!(
                    one.1 != other.1 && (one.0.is_none() || one.0 != other.0),
                    "{one:?}"
                );
            }
        }
        assert_eq!(of(Code::Char('p'), true), Some(Command::Pause));
        assert_eq!(of(Code::Char('p'), false), None);
        assert_eq!(of(Code::Function(12), false), Some(Command::Tape));
    }
}
