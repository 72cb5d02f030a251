//! Tests the desk without a window: key input, and picture, files and paper as output.

use std::fs;
use std::path::Path;

use girafa_desktop::canvas::Canvas;
use girafa_desktop::desk::Desk;
use girafa_desktop::keyboard::{Code, Event, Layout};
use girafa_frontend::Settings;
use girafa_frontend::commands::Command;
use girafa_frontend::files::Files;
use girafa_frontend::keymap::HostKey;
use girafa_frontend::recorder::Reel;
use girafa_inspect::sysvars;
use girafa_inspect::text::Glyphs;
use girafa_inspect::waiting::Waiting;
use girafa_session::emulator::Emulator;
use girafa_session::picture;
use girafa_spectrum::Tape;
use girafa_test_support::player::DISK;
use tempfile::TempDir;

use crate::support::{desk, edition, files, frames, glyphs, launched};

/// Reads text from 8 x 8 cells; `ink` selects the pixels of the letters.
pub fn text_at(
    canvas: &Canvas,
    left: usize,
    top: usize,
    columns: usize,
    ink: impl Fn(u32) -> bool,
) -> String {
    let (width, _) = canvas.size();
    let glyphs = glyphs();
    let cell = |column: usize| {
        let row = |y: usize| {
            (0..8).fold(0u8, |bits, x| {
                let pixel = canvas.pixels()[(top + y) * width + left + column * 8 + x];
                bits << 1 | u8::from(ink(pixel))
            })
        };
        glyphs.read(&std::array::from_fn(row), &[])
    };
    let text: String = (0..columns).map(cell).collect();
    text.trim_end().to_owned()
}

pub const TEXT_COLOUR: u32 = 0xD8_DADF;

/// Row `row` of the listing next to the picture.
pub fn listing_row(canvas: &Canvas, row: usize) -> String {
    text_at(canvas, 352, 4 + row * 8, 33, |pixel| pixel == TEXT_COLOUR)
}

/// Row `row` of the machine's screen, dark on light.
fn screen_row(canvas: &Canvas, row: usize) -> String {
    text_at(canvas, 48, 48 + row * 8, 32, |pixel| pixel == 0)
}

/// A desk that is about to run a listing and writes its files to a directory.
fn desk_with_files(source: &str, settings: Settings) -> (TempDir, Desk) {
    let directory = TempDir::new().unwrap();
    let files = Files::new(directory.path(), "test", DISK).unwrap();
    let player = Emulator::new(launched(source), glyphs());
    let desk = Desk::new(player, files, settings, Layout::Meaning, None);
    (directory, desk)
}

fn message(desk: &Desk) -> &str {
    desk.console().message.as_deref().unwrap_or_default()
}

pub fn key(desk: &mut Desk, code: Code) {
    desk.event(Event::Down(code));
    if let Code::Char(c) = code {
        desk.event(Event::Char(c));
    }
    desk.event(Event::Up(code));
}

/// Answers INPUT with each of `answers`, then runs the program until it stops.
fn answer(desk: &mut Desk, glyphs: &Glyphs, answers: &[&str]) {
    for answer in answers {
        wait_for(desk, "INPUT", |desk| {
            sysvars::is_ready_for_key(desk.console().machine())
                && Waiting::of(desk.console().machine(), glyphs) == Waiting::Input
        });
        desk.console_mut().type_text(&format!("{answer}\n"));
        frames(desk, 20 + 10 * answer.len());
    }
}

fn wait_for(desk: &mut Desk, what: &str, condition: impl Fn(&Desk) -> bool) {
    for _ in 0..50 * 600 {
        if condition(desk) {
            return;
        }
        desk.frame();
    }
    panic!(
        "{what} did not come: {:?}",
        glyphs().screen(desk.console().machine())
    );
}

fn ends(desk: &mut Desk) {
    wait_for(desk, "the end", |desk| desk.title().contains(':'));
}

#[test]
fn picture_status_and_listing() {
    let settings = Settings {
        listing: true,
        ..Settings::default()
    };
    let mut desk = desk("10 PRINT \"OLA\"\n20 PAUSE 0\n30 PRINT \"FIM\"\n", settings);
    frames(&mut desk, 100);
    let canvas = desk.picture().clone();
    assert_eq!(canvas.size(), (352 + 272, 288 + 20));
    assert_eq!(screen_row(&canvas, 0), "OLA");
    let status = |canvas: &Canvas, line: usize| {
        text_at(canvas, 4, 289 + line * 10, 43, |pixel| {
            pixel == TEXT_COLOUR || pixel == 0x8A_8F98
        })
    };
    assert_eq!(status(&canvas, 0), "test  0:00:01  100%");
    assert_eq!(status(&canvas, 1), "F1 help");
    assert_eq!(listing_row(&canvas, 0), "   10 PRINT \"OLA\"");
    assert_eq!(listing_row(&canvas, 1), ">  20 PAUSE 0");
    key(&mut desk, Code::Named(HostKey::Enter));
    ends(&mut desk);
    assert_eq!(status(desk.picture(), 1), "0 OK, 30:1");
    assert_eq!(desk.title(), "test - 0 OK, 30:1 - Girafa");
    assert_eq!(listing_row(desk.picture(), 2), ">  30 PRINT \"FIM\"");
}

/// The status line, in small capitals if it is long, and the title show the details of an error; its line is
/// marked.
#[test]
fn an_error_with_its_source() {
    let settings = Settings {
        listing: true,
        ..Settings::default()
    };
    let mut desk = desk("10 GO SUB 30\n20 STOP\n30 LET a=total+1\n", settings);
    ends(&mut desk);
    let status = "2 Variable not found: total, 30:1, from 10:1";
    assert_eq!(desk.title(), format!("test - {status} - Girafa"));
    let canvas = desk.picture().clone();
    assert_eq!(listing_row(&canvas, 2), "!  30 LET a=total+1");
    let mut expected = canvas.clone();
    expected.fill(0, 299, 352, 9, 0x1B_1D22);
    expected.small(4, 300, status, TEXT_COLOUR);
    assert!(expected.pixels() == canvas.pixels());
}

#[test]
fn the_paper_grows_and_is_saved() {
    let settings = Settings {
        paper: true,
        ..Settings::default()
    };
    let source = "10 FOR n=1 TO 3\n20 LPRINT \"LINHA \";n\n30 PAUSE 20\n40 NEXT n\n";
    let (directory, mut desk) = desk_with_files(source, settings);
    desk.command(Command::Paper);
    assert_eq!(message(&desk), "nothing has been printed on paper yet");
    let mut grown = Vec::new();
    for _ in 0..300 {
        desk.frame();
        if grown.last() != Some(&desk.console().printed_rows().len()) {
            grown.push(desk.console().printed_rows().len());
        }
    }
    assert!(grown.len() > 3 && grown.is_sorted(), "{grown:?}");
    assert_eq!(grown.last(), Some(&24));
    // The paper's last row is just above the printer.
    let canvas = desk.picture().clone();
    let lines: Vec<String> = (0..3)
        .map(|line| {
            text_at(&canvas, 352 + 8, 308 - 12 - 24 + line * 8, 32, |pixel| {
                pixel == 0x2E_2D34
            })
        })
        .collect();
    assert_eq!(lines, ["LINHA 1", "LINHA 2", "LINHA 3"]);
    desk.command(Command::Paper);
    let expected = picture::paper_png(desk.console().printed_rows());
    assert!(fs::read(directory.path().join("test-paper-1.png")).unwrap() == expected);
}

#[test]
fn a_state_is_saved_and_loaded() {
    let source = "10 LET n=0\n20 LET n=n+1: PRINT AT 0,0;n\n30 GO TO 20\n";
    let (directory, mut desk) = desk_with_files(source, Settings::default());
    frames(&mut desk, 100);
    desk.command(Command::SaveState);
    let at_save = desk.console().machine().memory().to_vec();
    frames(&mut desk, 50);
    let later = desk.console().machine().memory().to_vec();
    assert_ne!(at_save, later);
    desk.command(Command::LoadState);
    assert!(message(&desk).starts_with("back at "), "{}", message(&desk));
    assert!(desk.console().machine().memory() == &at_save[..]);
    frames(&mut desk, 50);
    assert!(desk.console().machine().memory() == &later[..]);
    fs::write(directory.path().join("test-state-2.szx"), b"no state").unwrap();
    desk.command(Command::LoadState);
    assert!(
        message(&desk).contains("test-state-2.szx: "),
        "{}",
        message(&desk)
    );
    assert!(desk.console().machine().memory() == &later[..]);
}

#[test]
fn pause_turbo_reset_and_quit_are_asked_for() {
    let mut desk = desk("10 PRINT \"OLA\"\n20 INPUT a\n", Settings::default());
    frames(&mut desk, 50);
    for (function, expected) in [(4, true), (4, false)] {
        key(&mut desk, Code::Function(function));
        assert_eq!(desk.console().paused, expected);
    }
    key(&mut desk, Code::Function(6));
    assert!(desk.console().turbo);
    desk.console_mut().type_text("7\n");
    ends(&mut desk);
    key(&mut desk, Code::Function(5));
    assert_eq!(desk.title(), "test - Girafa");
    frames(&mut desk, 50);
    assert_eq!(screen_row(desk.picture(), 0), "OLA");
    key(&mut desk, Code::Function(10));
    key(&mut desk, Code::Function(9));
    desk.event(Event::Down(Code::LeftCtrl));
    key(&mut desk, Code::Char('3'));
    assert!(desk.console().quits);
    assert_eq!(desk.take_scale(), Some(3));
    assert_eq!(desk.size(), (624, 308));
}

#[test]
fn help_is_over_the_picture_until_a_key() {
    let mut desk = desk("10 INPUT a\n", Settings::default());
    frames(&mut desk, 50);
    let before = desk.picture().clone();
    key(&mut desk, Code::Function(1));
    let help = desk.picture().clone();
    let differ = before
        .pixels()
        .iter()
        .zip(help.pixels())
        .filter(|(before, help)| before != help)
        .count();
    assert!(differ > 90_000, "{differ}");
    key(&mut desk, Code::Char('5'));
    assert_eq!(desk.picture().pixels()[0], before.pixels()[0]);
}

/// A program on two tapes: the second is inserted automatically at the end of the first.
#[test]
fn tapes_in_sequence() {
    for real_tape in [false, true] {
        let second = {
            let machine = launched("10 PRINT \"SEGUNDA\"\n").machine;
            machine.deck().tape().unwrap().clone()
        };
        let settings = Settings {
            tapes: vec![Reel {
                name: "second".to_owned(),
                tape: second,
            }],
            real_tape,
            ..Settings::default()
        };
        let mut desk = desk("10 PRINT \"PRIMEIRA\": LOAD \"\"\n", settings);
        wait_for(&mut desk, "the second program", |desk| {
            desk.console().machine().memory()[usize::from(desk.console().machine().peek16(sysvars::PROG))..]
                .windows(7)
                .take(40)
                .any(|bytes| bytes == b"SEGUNDA")
        });
        // After LOAD "", the program waits for RUN.
        frames(&mut desk, 20);
        desk.console_mut().type_text("r\n");
        let glyphs = glyphs();
        wait_for(&mut desk, "its output", |desk| {
            glyphs.screen(desk.console().machine())[0] == "SEGUNDA"
        });
    }
}

/// SAVE writes a tape file automatically, and the file can be loaded.
#[test]
fn save_writes_a_tape_file() {
    let (directory, mut desk) = desk_with_files("10 SAVE \"eu\"\n20 STOP\n", Settings::default());
    frames(&mut desk, 100);
    key(&mut desk, Code::Named(HostKey::Enter));
    ends(&mut desk);
    wait_for(&mut desk, "the message", |desk| desk.console().message.is_some());
    assert!(message(&desk).starts_with("saved in "), "{}", message(&desk));
    let tap = fs::read(directory.path().join("test-tape-1.tap")).unwrap();
    let tape = Tape::from_tap(&tap).unwrap();
    assert_eq!(tape.blocks().len(), 2);
    assert_eq!(&tape.blocks()[0].bytes()[2..12], b"eu        ");
}

/// In the positional layout, Shift is a normal key, and INKEY$ returns the held keys.
#[test]
fn keys_by_position() {
    let player = Emulator::new(launched("10 PRINT AT 0,0;INKEY$;\" \": GO TO 10\n"), glyphs());
    let mut desk = Desk::new(player, files(), Settings::default(), Layout::Position, None);
    frames(&mut desk, 50);
    for code in [Code::LeftShift, Code::Char('q')] {
        desk.event(Event::Down(code));
    }
    frames(&mut desk, 20);
    assert_eq!(screen_row(desk.picture(), 0), "Q");
    desk.event(Event::Up(Code::LeftShift));
    desk.event(Event::Down(Code::RightShift));
    frames(&mut desk, 20);
    assert_eq!(screen_row(desk.picture(), 0), "<=");
    desk.event(Event::Up(Code::Char('q')));
    desk.event(Event::Down(Code::Char('a')));
    frames(&mut desk, 20);
    assert_eq!(screen_row(desk.picture(), 0), "STOP");
}

/// The README's picture equals the desk's picture. `GIRAFA_BLESS=1 cargo test -p girafa-desktop --test
/// desktop` updates it.
#[test]
fn the_readmes_picture() {
    let settings = Settings {
        listing: true,
        paper: true,
        ..Settings::default()
    };
    let launched = launched(&edition("puzzle8-hardcopy"));
    let directory = TempDir::new().unwrap();
    let files = Files::new(directory.path(), "puzzle8-hardcopy", DISK).unwrap();
    let player = Emulator::new(launched, glyphs());
    let mut desk = Desk::new(player, files, settings, Layout::Meaning, None);
    answer(&mut desk, &glyphs(), &["1", "12345678.", "12374658."]);
    wait_for(&mut desk, "paper", |desk| {
        desk.console().printed_rows().len() >= 420
    });
    let png = picture::rgb_png(&desk.picture().to_image(2));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/desktop.png");
    if std::env::var_os("GIRAFA_BLESS").is_some() {
        fs::write(&path, &png).unwrap();
    }
    assert!(
        fs::read(&path).unwrap_or_default() == png,
        "docs/pictures/desktop.png is not what the desk shows; GIRAFA_BLESS=1 takes it again"
    );
}
