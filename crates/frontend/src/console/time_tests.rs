//! Tests of rewinding, stepping and breakpoints, as a user operates them.

use std::path::Path;

use super::*;
use crate::console::tests::console as console_in;
use girafa_spectrum::FRAME_TSTATES;

/// A program that counts, prints on screen and paper, beeps, and asks for input.
const PROGRAM: &str = "10 LET n=0\n20 LET n=n+1: PRINT AT 0,0;n: BEEP .001,n: IF n/20=INT (n/20) THEN LPRINT n\n30 \
    GO SUB 100\n40 IF n<2000 THEN GO TO 20\n50 STOP\n100 LET k$=INKEY$: IF k$<>\"\" THEN LET n=n+100\n110 RETURN\n";

fn console(source: &str) -> Console {
    console_in(Path::new("."), source, Settings::default())
}

fn frames(console: &mut Console, count: usize) {
    (0..count).for_each(|_| console.frame());
}

/// Holds the rewind key for `count` frames.
fn back(console: &mut Console, count: usize) {
    console.command(Command::GoBack);
    for at in 0..count {
        assert_eq!(console.pace(), Pace::Back);
        console.back = Some(Back {
            left: if at + 1 < count { 2 } else { 1 },
            since: 0,
        });
        console.frame();
    }
    assert_ne!(console.pace(), Pace::Back);
}

fn number(console: &Console, name: &str) -> String {
    let value = console.debugger.evaluate(name).unwrap();
    value.to_string()
}

fn place(console: &Console) -> String {
    console.debugger.place().unwrap().to_string()
}

/// The same keys at the same moments lead to the same machine state, byte for byte, with or without
/// rewinding.
#[test]
fn after_rewinding_the_same_keys_give_the_same_machine() {
    let keys = |console: &mut Console, from: usize, to: usize| {
        for frame in from..to {
            match frame {
                150 | 210 | 283 => console.press(HostKey::Char('a'), false),
                300 => console.put_in(Input::Hold(girafa_spectrum::Key::M)),
                305 => console.put_in(Input::Release(girafa_spectrum::Key::M)),
                _ => {}
            }
            console.frame();
        }
    };
    let mut straight = console(PROGRAM);
    keys(&mut straight, 0, 400);
    for (from, count) in [(400, 1), (303, 30), (290, 200), (301, 120)] {
        let mut console = console(PROGRAM);
        keys(&mut console, 0, from);
        back(&mut console, count);
        assert_eq!(console.emulator().frames(), (from - count) as u64);
        assert!(!console.debugger.is_past(), "what was rewound is taken back");
        keys(&mut console, from - count, 400);
        assert!(console.machine() == straight.machine(), "{from} {count}");
        assert_eq!(console.printed_rows(), straight.printed_rows());
    }
}

/// While rewinding, each picture is one that was shown before, in reverse order.
#[test]
fn the_picture_runs_backwards() {
    let mut console = console(PROGRAM);
    let mut shown = Vec::new();
    for _ in 0..300 {
        console.frame();
        shown.push(console.machine().screen().bitmap().to_vec());
    }
    console.command(Command::GoBack);
    for expected in shown.iter().rev().skip(1).take(FIRST_REWIND_FRAMES as usize) {
        console.frame();
        assert!(console.machine().screen().bitmap() == &expected[..]);
    }
    // The host did not repeat the key.
    assert_eq!(console.pace(), Pace::Real);
    assert_eq!(console.emulator().frames(), 300 - u64::from(FIRST_REWIND_FRAMES));
}

/// Rewinding gets faster while the key is held, and stops at the beginning.
#[test]
fn rewinding_ends_at_the_beginning() {
    let mut console = console(PROGRAM);
    frames(&mut console, 600);
    let mut taken = 0;
    console.command(Command::GoBack);
    while console.emulator().frames() > 0 {
        console.command(Command::GoBack);
        console.frame();
        taken += 1;
    }
    // 50 + 2 * 100 + 4 * 88.
    assert!((235..245).contains(&taken), "{taken}");
    frames(&mut console, 3);
    assert_eq!(console.emulator().frames(), 0);
    frames(&mut console, 2 * FIRST_REWIND_FRAMES as usize);
    assert!(console.emulator().frames() > 0);
}

/// Rewinding when paused keeps the future: it replays unchanged.
#[test]
fn rewinding_in_a_pause_takes_nothing_back() {
    let mut console = console(PROGRAM);
    frames(&mut console, 300);
    let machine = console.machine().clone();
    console.command(Command::Pause);
    back(&mut console, 120);
    assert_eq!(console.pace(), Pace::Standing);
    assert_eq!(console.conditions(), ["paused", "2.4 s back"]);
    console.command(Command::Pause);
    frames(&mut console, 120);
    assert!(console.machine() == &machine);
    assert!(console.conditions().is_empty());
}

/// A key that is pressed when paused in the past discards the recorded future.
#[test]
fn a_key_makes_another_future() {
    let mut console = console("10 INPUT n: PRINT n\n20 GO TO 10");
    frames(&mut console, 100);
    console.type_text("12\n");
    frames(&mut console, 100);
    let row = |console: &Console| console.emulator().glyphs().screen(console.machine())[0].clone();
    assert_eq!(row(&console), "12");
    console.command(Command::Pause);
    back(&mut console, 100);
    assert_eq!(row(&console), "");
    console.type_text("34\n");
    console.command(Command::Pause);
    frames(&mut console, 100);
    assert_eq!(row(&console), "34");
}

#[test]
fn statement_by_statement_both_ways() {
    let mut console = console(PROGRAM);
    frames(&mut console, 200);
    console.command(Command::Pause);
    let step = |console: &mut Console| {
        console.command(Command::Step);
        assert!(console.is_stepping() && console.pace() == Pace::Real);
        while console.is_stepping() {
            console.frame();
        }
        assert_eq!(console.pace(), Pace::Standing);
        place(console)
    };
    let places: Vec<String> = (0..30).map(|_| step(&mut console)).collect();
    let start = places.iter().position(|place| place == "20:1").unwrap();
    // The statement after THEN does not run.
    let expected = [
        "20:1", "20:2", "20:3", "20:4", "30:1", "100:1", "100:2", "110:1", "40:1", "40:2", "20:1",
    ];
    assert_eq!(places[start..start + expected.len()], expected);
    let end = console.machine().clone();
    for expected in places.iter().rev().skip(1) {
        console.command(Command::StepBack);
        assert_eq!(&place(&console), expected);
    }
    assert!(console.message.as_deref().unwrap().starts_with(&places[0]));
    // Forward again: the replay is unchanged.
    assert_eq!(
        places[1..].to_vec(),
        (1..30).map(|_| step(&mut console)).collect::<Vec<_>>()
    );
    assert!(console.machine() == &end);
}

/// A step at INPUT waits for the answer while time runs.
#[test]
fn a_step_waits_for_an_answer() {
    let mut console = console("10 INPUT n\n20 PRINT n\n30 STOP");
    frames(&mut console, 100);
    console.command(Command::Step);
    frames(&mut console, 100);
    assert!(console.is_stepping());
    console.type_text("7\n");
    while console.is_stepping() {
        console.frame();
    }
    assert_eq!(
        (console.pace(), place(&console)),
        (Pace::Standing, "20:1".to_owned())
    );
    assert_eq!(console.message.as_deref(), Some("20:1 PRINT n"));
    let mut other = console_in(Path::new("."), "10 STOP", Settings::default());
    frames(&mut other, 200);
    // No program is running: the step waits for a statement, or for the key to be pressed again.
    other.command(Command::Step);
    frames(&mut other, 50);
    other.command(Command::Pause);
    assert!(!other.is_stepping() && other.pace() == Pace::Real);
}

#[test]
fn breakpoints_stop_it_both_ways() {
    let mut console = console(PROGRAM);
    frames(&mut console, 200);
    console.command(Command::Pause);
    // Select a line above the running one, down to the subroutine.
    while console.chosen != Some(10) {
        console.command(Command::LineUp);
    }
    while console.chosen != Some(100) {
        console.command(Command::LineDown);
    }
    assert_eq!(console.message.as_deref(), Some("line 100"));
    console.command(Command::Breakpoint);
    assert_eq!(console.message.as_deref(), Some("breakpoint at 100"));
    let rows = console.listing_rows(32, 20);
    let marked: Vec<u16> = rows
        .iter()
        .filter(|row| row.has_breakpoint && row.is_first)
        .map(|row| row.line)
        .collect();
    assert_eq!(marked, [100]);
    let mut seen = Vec::new();
    for _ in 0..5 {
        console.command(Command::Pause);
        while console.pace() != Pace::Standing {
            console.frame();
        }
        assert_eq!(place(&console), "100:1");
        let message = console.message.clone().unwrap();
        assert!(
            message.starts_with("breakpoint: 100:1 LET k$=INKEY$"),
            "{message}"
        );
        seen.push(number(&console, "n"));
    }
    console.command(Command::RunBack);
    assert_eq!(
        (place(&console), number(&console, "n")),
        ("100:1".to_owned(), seen[3].clone())
    );
    console.command(Command::RunBack);
    assert_eq!(number(&console, "n"), seen[2]);
    // Forward again: the replay is unchanged.
    console.command(Command::Pause);
    while console.pace() != Pace::Standing {
        console.frame();
    }
    assert_eq!(number(&console, "n"), seen[3]);
    // Remove the breakpoint: back to the first statement.
    console.command(Command::Breakpoint);
    assert_eq!(console.message.as_deref(), Some("no breakpoint at 100"));
    console.command(Command::RunBack);
    assert_eq!(place(&console), "10:1");
    let message = console.message.clone().unwrap();
    assert!(
        message.starts_with("start of the recorded history: 10:1"),
        "{message}"
    );
}

/// The row of a statement whose line was deleted is not looked up.
#[test]
fn the_statement_is_marked_in_its_rows() {
    let mut console = console("10 PRINT \"um\": LET a$=\"dois e mais\": IF 1 THEN PAUSE 0: STOP\n");
    frames(&mut console, 150);
    assert_eq!(place(&console), "10:4");
    for (width, expected) in [
        (80, vec!["PAUSE 0"]),
        (24, vec!["", "", "PAUSE 0"]),
        (22, vec!["", "P", "AUSE 0"]),
    ] {
        let rows = console.listing_rows(width, 10);
        let parts: Vec<String> = rows
            .iter()
            .map(|row| {
                row.text
                    .chars()
                    .take(row.statement.end)
                    .skip(row.statement.start)
                    .collect::<String>()
            })
            .collect();
        let parts: Vec<&str> = parts.iter().map(|part| part.trim()).collect();
        assert!(parts.concat() == expected.concat(), "{width}: {rows:#?}");
    }
}

/// A SAVE that is replayed after going back is on the tape only once, and the recorder knows which tape is
/// in.
#[test]
fn a_replayed_save_is_on_the_tape_once() {
    let directory = tempfile::tempdir().unwrap();
    let source = "10 PAUSE 100\n20 SAVE \"eu\"\n30 PAUSE 0";
    let mut console = console_in(directory.path(), source, Settings::default());
    frames(&mut console, 250);
    console.press(HostKey::Enter, false);
    frames(&mut console, 300);
    let saved = directory.path().join("test-tape-1.tap");
    let bytes = std::fs::read(&saved).unwrap();
    assert_eq!(girafa_spectrum::Tape::from_tap(&bytes).unwrap().blocks().len(), 2);
    console.command(Command::Pause);
    let machine = console.machine().clone();
    back(&mut console, 500);
    console.command(Command::PaperPane);
    console.command(Command::Pause);
    frames(&mut console, 500);
    assert!(console.machine() == &machine);
    assert_eq!(std::fs::read(&saved).unwrap(), bytes);
    console.command(Command::NextTape);
    assert_eq!(console.message.as_deref(), Some("tape 1 of 2: test"));
    // Rewind to a moment when the other tape was in.
    frames(&mut console, 10);
    back(&mut console, 20);
    console.command(Command::NextTape);
    assert_eq!(console.message.as_deref(), Some("tape 1 of 2: test"));
}

/// No sequence of commands panics, and the machine's frames stay complete.
#[test]
fn anything_at_any_time() {
    let mut console = console(PROGRAM);
    let mut random: u64 = 0x2545_F491_4F6C_DD1D;
    let mut next = move |limit: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % limit
    };
    let frames = if girafa_test_support::thorough() {
        20_000
    } else {
        4_000
    };
    let mut stood = 0;
    for _ in 0..frames {
        let command = match next(40) {
            0 => Some(Command::GoBack),
            1 => Some(Command::Step),
            2 => Some(Command::StepBack),
            3 if next(4) == 0 => Some(Command::RunBack),
            4 => Some(Command::Pause),
            5 => Some([Command::LineUp, Command::LineDown][next(2) as usize]),
            6 if next(4) == 0 => Some(Command::Breakpoint),
            7 if next(20) == 0 => Some(Command::Restart),
            8 if next(4) == 0 => Some([Command::NextTape, Command::Printer][next(2) as usize]),
            _ => None,
        };
        if let Some(command) = command {
            console.command(command);
        }
        match next(30) {
            0 | 1 => console.press(HostKey::Char(char::from(b'a' + next(26) as u8)), next(4) == 0),
            2 => console.press([HostKey::Enter, HostKey::Escape][next(2) as usize], false),
            3 => console.put_in(Input::Hold(girafa_spectrum::Key::A)),
            4 => console.put_in(Input::Release(girafa_spectrum::Key::A)),
            5 => drop(console.listing_rows(1 + next(40) as usize, next(30) as usize)),
            _ => {}
        }
        match console.pace() {
            Pace::Standing => stood += 1,
            _ => console.frame(),
        }
        assert!(console.machine().frame_tstate() < FRAME_TSTATES);
    }
    assert!(stood > frames / 20, "{stood}");
}
