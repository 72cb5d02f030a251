//! Going back in time, by statements and to breakpoints, at the desk and in the window.

use std::fs;
use std::thread;
use std::time::Duration;

use girafa_desktop::desk::Desk;
use girafa_desktop::keyboard::{Code, Event, Layout};
use girafa_frontend::commands::COMMANDS;
use girafa_frontend::{Pace, Settings};
use girafa_session::emulator::Emulator;

use crate::desk::{TEXT_COLOUR, key, listing_row, text_at};
use crate::display::{Display, Playing};
use crate::support::{Dice, desk_with_sound, files, frames, glyphs, launched};
use crate::window::rows;

const COUNTING_PROGRAM: &str = "10 LET n=0\n20 LET n=n+1\n30 PRINT AT 0,0;n: BEEP .001,20\n40 GO TO 20\n";

/// Listing and variables next to the picture, each 272 pixels wide.
fn both() -> Settings {
    Settings {
        listing: true,
        variables: true,
        ..Settings::default()
    }
}

fn shifted(desk: &mut Desk, number: u8) {
    desk.event(Event::Down(Code::LeftShift));
    key(desk, Code::Function(number));
    desk.event(Event::Up(Code::LeftShift));
}

fn number(desk: &Desk) -> u32 {
    glyphs().screen(desk.console().machine())[0].parse().unwrap()
}

fn until_it_stands(desk: &mut Desk) {
    for _ in 0..1_000 {
        if desk.console().pace() == Pace::Standing {
            return;
        }
        desk.frame();
    }
    panic!("it goes on");
}

/// While the key is down, time runs backwards without sound; afterwards the run continues from there.
#[test]
fn rewinding_as_long_as_a_key_is_down() {
    for up in [Event::Up(Code::Function(4)), Event::LostFocus] {
        let mut desk = desk_with_sound(COUNTING_PROGRAM, Settings::default(), Some(44_100));
        frames(&mut desk, 300);
        let before = number(&desk);
        desk.event(Event::Down(Code::LeftShift));
        desk.event(Event::Down(Code::Function(4)));
        for frame in 1..=40 {
            assert_eq!(desk.console().pace(), Pace::Back);
            assert!(desk.frame().is_empty());
            assert_eq!(desk.console().emulator().frames(), 300 - frame);
            // Key repeat of the host.
            desk.event(Event::Down(Code::Function(4)));
        }
        desk.event(up);
        frames(&mut desk, 3);
        assert_eq!(desk.console().pace(), Pace::Real);
        assert!(number(&desk) < before - 5, "{before} {}", number(&desk));
        let loud = (0..60).any(|_| desk.frame().iter().any(|sample| sample.abs() > 3_000));
        assert!(loud, "it is heard again");
        assert!((870..890).contains(&desk.frame().len()));
    }
}

/// In the positional layout, a key released while rewinding is up when the run continues.
#[test]
fn keys_are_as_the_hosts_when_time_goes_on() {
    let source = "10 PRINT AT 0,0;INKEY$;\" \": GO TO 10\n";
    let player = Emulator::new(launched(source), glyphs());
    let mut desk = Desk::new(player, files(), Settings::default(), Layout::Position, None);
    frames(&mut desk, 50);
    let shown = |desk: &Desk| glyphs().screen(desk.console().machine())[0].clone();
    desk.event(Event::Down(Code::Char('a')));
    frames(&mut desk, 30);
    assert_eq!(shown(&desk), "a");
    desk.event(Event::Down(Code::RightShift));
    desk.event(Event::Down(Code::Function(4)));
    frames(&mut desk, 10);
    // The key is released while rewinding, and Shift is not passed to the machine.
    for code in [Code::Char('a'), Code::Function(4), Code::RightShift] {
        desk.event(Event::Up(code));
    }
    frames(&mut desk, 20);
    assert_eq!((shown(&desk).as_str(), desk.console().pace()), ("", Pace::Real));
    // Pressing Shift for a step does not end the view of the past.
    key(&mut desk, Code::Function(4));
    for number in [5, 5, 5, 6, 6] {
        shifted(&mut desk, number);
        until_it_stands(&mut desk);
    }
    let conditions = desk.console().conditions().join(" ");
    key(&mut desk, Code::Function(4));
    assert!(conditions.contains("paused"), "{conditions}");
    assert!(desk.console().debugger().is_past(), "{conditions}");
}

/// A click on a line of the listing sets a breakpoint, a second one removes it; clicks elsewhere have no
/// effect. The current statement is marked, and the variables are shown next to it.
#[test]
fn breakpoints_by_clicking() {
    let player = Emulator::new(launched(COUNTING_PROGRAM), glyphs());
    let mut desk = Desk::new(player, files(), both(), Layout::Meaning, None);
    frames(&mut desk, 100);
    assert_eq!(desk.picture().size(), (352 + 2 * 272, 308));
    for (x, y) in [
        (351, 22),
        (624, 22),
        (400, 3),
        (400, 4 + 5 * 8),
        (400, 307),
        (9_999, 9_999),
    ] {
        desk.click(x, y);
        assert_eq!(desk.console().message, None, "{x} {y}");
    }
    desk.click(400, 4 + 2 * 8);
    assert_eq!(desk.console().message.as_deref(), Some("breakpoint at 30"));
    until_it_stands(&mut desk);
    let canvas = desk.picture().clone();
    assert_eq!(listing_row(&canvas, 2), ">  30 PRINT AT 0,0;n: BEEP .001,2");
    let at = |x: usize, y: usize| canvas.pixels()[y * canvas.size().0 + x];
    // Background colours between letters: of the breakpoint, the statement and the line.
    let (margin, statement, line) = (at(352, 27), at(352 + 8 * 6, 27), at(352 + 8 * 30, 27));
    assert!(margin != statement && statement != line && margin != line);
    let variable = |row: usize| text_at(&canvas, 632, 4 + row * 8, 32, |pixel| pixel == TEXT_COLOUR);
    let before = number(&desk);
    assert_eq!(variable(2), format!("n = {}", before + 1));
    let second = text_at(&canvas, 4, 299, 43, |pixel| pixel == TEXT_COLOUR);
    assert_eq!(second, "breakpoint: 30:1 PRINT AT 0,0;n");
    // Step forward, step back, and run to the next breakpoint.
    shifted(&mut desk, 6);
    until_it_stands(&mut desk);
    assert_eq!(desk.console().message.as_deref(), Some("30:2 BEEP .001,20"));
    shifted(&mut desk, 5);
    assert_eq!(desk.console().message.as_deref(), Some("30:1 PRINT AT 0,0;n"));
    key(&mut desk, Code::Function(4));
    until_it_stands(&mut desk);
    assert_eq!(number(&desk), before + 1);
    shifted(&mut desk, 2);
    assert_eq!(number(&desk), before);
    desk.click(400, 4 + 2 * 8);
    assert_eq!(desk.console().message.as_deref(), Some("no breakpoint at 30"));
    key(&mut desk, Code::Function(4));
    frames(&mut desk, 50);
    assert_eq!(desk.console().pace(), Pace::Real);
}

/// Random keys and clicks at random moments cause no panic, and the picture has the right size.
#[test]
fn anything_at_any_time() {
    for layout in [Layout::Meaning, Layout::Position] {
        let player = Emulator::new(launched(COUNTING_PROGRAM), glyphs());
        let mut desk = Desk::new(player, files(), both(), layout, Some(44_100));
        let mut dice = Dice::new(1963);
        let codes = [
            Code::LeftShift,
            Code::RightShift,
            Code::LeftAlt,
            Code::Char('a'),
            Code::Char('7'),
            Code::Function(4),
        ];
        for frame in 0..if girafa_test_support::thorough() {
            10_000
        } else {
            3_000
        } {
            match dice.roll(24) {
                0 | 1 => desk.command(COMMANDS[dice.roll(COMMANDS.len())].command),
                2 => desk.click(340 + dice.roll(400), dice.roll(320)),
                3..6 => desk.event(Event::Down(codes[dice.roll(codes.len())])),
                6..9 => desk.event(Event::Up(codes[dice.roll(codes.len())])),
                9 => desk.event(Event::LostFocus),
                10 => shifted(&mut desk, 1 + dice.roll(12) as u8),
                _ => {}
            }
            if desk.console().pace() != Pace::Standing {
                assert!(desk.frame().len() < 1_000);
            }
            if frame % 20 == 0 {
                assert_eq!(desk.picture().size(), desk.size());
            }
        }
    }
}

/// The number in the machine's first row, in a window of this size.
fn counted(playing: &Playing) -> Option<u32> {
    rows(&playing.shot(), (624, 308))[0].parse().ok()
}

/// In the window: rewinding while a key is down, a breakpoint set with the mouse, and steps.
#[test]
fn the_past_in_the_window() {
    let Some(display) = Display::start() else { return };
    fs::write(display.directory().join("p.bas"), COUNTING_PROGRAM).unwrap();
    let playing = display.play(&["p.bas", "--mute", "--listing", "--scale", "1"]);
    let reached = |least: u32| move |playing: &Playing| counted(playing).filter(|&now| now >= least);
    playing.wait_for("some time", reached(300));
    playing.xdotool(&["keydown", "shift", "keydown", "F4"]);
    let lowest = playing.wait_for("time running backwards", |playing| {
        counted(playing).filter(|&now| now < 200)
    });
    playing.xdotool(&["keyup", "F4", "keyup", "shift"]);
    playing.wait_for("time running again", reached(lowest + 5));

    let place = playing.place().unwrap();
    let [x, y] = [place.x + 352 + 80, place.y + 4 + 2 * 8 + 4].map(|at| at.to_string());
    playing.xdotool(&[
        "mousemove",
        &x,
        &y,
        "mousedown",
        "1",
        "sleep",
        "0.2",
        "mouseup",
        "1",
    ]);
    let stands = |playing: &Playing| {
        let before = counted(playing);
        thread::sleep(Duration::from_millis(300));
        before.filter(|_| before == counted(playing))
    };
    let first = playing.wait_for("the breakpoint", stands);
    playing.press("F4");
    let second = playing.wait_for("the next", |playing| stands(playing).filter(|&now| now > first));
    assert_eq!(second, first + 1);
    playing.press("shift+F2");
    playing.wait_for("the one before", |playing| {
        stands(playing).filter(|&now| now == first)
    });
    playing.press("shift+F6");
    playing.wait_for("the statement", |playing| {
        stands(playing).filter(|&now| now == second)
    });
    playing.press("shift+F5");
    playing.wait_for("the statement before", |playing| {
        stands(playing).filter(|&now| now == first)
    });
    playing.press("F10");
    assert!(playing.end().status.success());
}
