//! The player's command keys at the desk, compared with the table of keys.

use girafa_desktop::desk::Desk;
use girafa_desktop::keyboard::{Code, Event, Layout};
use girafa_frontend::commands::{CommandKey, Front};
use girafa_frontend::keymap::HostKey;
use girafa_frontend::{Console, Pace, Settings};
use girafa_session::emulator::Emulator;
use girafa_test_support::player::{self, Tested};

use crate::support::{desk, files, frames, glyphs, launched};

/// The desk, for the tests of the table of keys.
struct AtDesk(Desk);

impl Tested for AtDesk {
    fn console(&mut self) -> &mut Console {
        self.0.console_mut()
    }

    fn press(&mut self, key: CommandKey) {
        let codes = match key {
            CommandKey::Function(number) => vec![Code::Function(number)],
            CommandKey::ShiftFunction(number) => vec![Code::LeftShift, Code::Function(number)],
            CommandKey::Ctrl(letter) => vec![Code::LeftCtrl, Code::Char(letter)],
        };
        codes.iter().for_each(|&code| self.0.event(Event::Down(code)));
        codes.iter().for_each(|&code| self.0.event(Event::Up(code)));
    }
}

#[test]
fn every_key_does_what_the_table_says() {
    for layout in [Layout::Meaning, Layout::Position] {
        player::every_key_does_what_the_table_says(Front::Window, |files| {
            let player = Emulator::new(launched(player::LISTING), glyphs());
            AtDesk(Desk::new(player, files, Settings::default(), layout, None))
        });
    }
    let mut window = AtDesk(desk(player::LISTING, Settings::default()));
    for (letter, scale) in [('1', 1), ('2', 2), ('3', 3), ('4', 4)] {
        window.press(CommandKey::Ctrl(letter));
        assert_eq!(window.0.take_scale(), Some(scale));
    }
}

/// The same keys and listing as in the terminal's test.
#[test]
fn shifts_that_wait_and_break() {
    let mut window = AtDesk(desk(
        "10 PAUSE 0: LET a$=INKEY$: PRINT a$;: GO TO 10\n",
        Settings::default(),
    ));
    let typed = |window: &mut AtDesk, c: char| {
        window.0.event(Event::Down(Code::Char(c)));
        window.0.event(Event::Char(c));
        window.0.event(Event::Up(Code::Char(c)));
        frames(&mut window.0, 30);
    };
    frames(&mut window.0, 30);
    frames(&mut window.0, 30);
    typed(&mut window, 'a');
    window.press(CommandKey::Ctrl('y'));
    typed(&mut window, 'k');
    window.press(CommandKey::Ctrl('k'));
    typed(&mut window, 'c');
    typed(&mut window, 'c');
    let screen = glyphs().screen(window.0.console().machine());
    assert_eq!(screen[0], "a+Cc");
    window.press(CommandKey::Ctrl('t'));
    // PAUSE 0 waits in real time, with or without turbo.
    let console = window.0.console();
    assert!(console.turbo && console.pace() == Pace::Real);
    window.press(CommandKey::Ctrl('c'));
    frames(&mut window.0, 30);
    let report = window.0.console().emulator().report();
    assert_eq!(report.as_deref(), Some("L BREAK into program, 10:1"));
}

/// Time stops while the help is shown; the key that closes it is not passed to the machine.
#[test]
fn a_key_that_closes_the_help_is_not_typed() {
    for layout in [Layout::Meaning, Layout::Position] {
        let player = Emulator::new(launched("10 INPUT a$: PRINT a$\n"), glyphs());
        let files = files();
        let mut desk = Desk::new(player, files, Settings::default(), layout, None);
        frames(&mut desk, 60);
        desk.event(Event::Down(Code::Function(1)));
        assert_eq!(desk.console().pace(), Pace::Standing);
        desk.event(Event::Down(Code::Char('x')));
        desk.event(Event::Char('x'));
        assert_eq!(desk.console().pace(), Pace::Real);
        frames(&mut desk, 20);
        desk.event(Event::Up(Code::Char('x')));
        for code in [Code::Char('y'), Code::Named(HostKey::Enter)] {
            desk.event(Event::Down(code));
            if code == Code::Char('y') {
                desk.event(Event::Char('y'));
            }
            frames(&mut desk, 10);
            desk.event(Event::Up(code));
            frames(&mut desk, 10);
        }
        assert_eq!(glyphs().screen(desk.console().machine())[0], "y");
    }
}
