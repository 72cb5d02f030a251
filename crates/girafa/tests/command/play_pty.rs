//! `girafa play` in our own pseudo-terminal: how it ends, and pixel graphics.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use tempfile::TempDir;

use crate::pty::{Answers, Pty};
use girafa_test_support::images::{Image, png_of};
use girafa_test_support::thorough;

const GIRAFA: &str = env!("CARGO_BIN_EXE_girafa");

/// A terminal without images.
pub const PLAIN_TERMINAL: Answers = Answers {
    kitty: "",
    cell: "",
    attributes: "\x1b[?62;22c",
};

/// A terminal with the kitty protocol and cells of 10 x 20 pixels.
const KITTY: Answers = Answers {
    kitty: "\x1b_Gi=31;OK\x1b\\",
    cell: "\x1b[6;20;10t",
    attributes: "\x1b[?62;c",
};

/// A terminal with sixels.
const SIXEL: Answers = Answers {
    kitty: "",
    cell: "\x1b[6;20;10t",
    attributes: "\x1b[?63;1;2;4c",
};

pub fn play(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(GIRAFA);
    command.arg("play").args(arguments).current_dir(directory);
    command.env_remove("TMUX").env_remove("STY");
    command
}

fn retrato() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../basic-listings/retrato.bas");
    path.to_string_lossy().into_owned()
}

fn is_on_other_screen(sent: &[u8]) -> bool {
    let last = |sequence: &[u8]| {
        sent.windows(sequence.len())
            .rposition(|window| window == sequence)
    };
    last(b"\x1b[?1049h") > last(b"\x1b[?1049l")
}

/// The process ends when the other end of its terminal is closed. It gets no signal, as the terminal is not
/// its controlling terminal.
#[test]
fn a_terminal_that_vanishes_ends_it() {
    let directory = TempDir::new().unwrap();
    for arguments in [&["--turbo", "--pixels", "off"][..], &["--pixels", "off"]] {
        let mut pty = Pty::deaf(&mut play(directory.path(), arguments), (80, 24));
        pty.wait_for_raw(true);
        pty.vanish();
        // SIGHUP is 1.
        let status = pty.wait();
        assert_eq!(status.signal(), Some(1), "{arguments:?}: {status}");
    }
}

#[test]
fn every_terminating_signal_restores_the_terminal() {
    let directory = TempDir::new().unwrap();
    for signal in [
        Signal::HUP,
        Signal::INT,
        Signal::QUIT,
        Signal::TERM,
        Signal::USR1,
        Signal::USR2,
        Signal::ALARM,
        Signal::VTALARM,
        Signal::PROF,
        Signal::XCPU,
        Signal::ABORT,
    ] {
        let mut pty = Pty::start(&mut play(directory.path(), &[]), (80, 24), PLAIN_TERMINAL);
        pty.wait_for("Girafa");
        assert!(pty.is_raw() && is_on_other_screen(&pty.sent()));
        pty.signal(signal);
        assert_eq!(pty.wait().signal(), Some(signal.as_raw()));
        assert!(!pty.is_raw());
        // The normal screen with its cursor.
        pty.settle("\x1b[?25h");
        assert!(!is_on_other_screen(&pty.sent()));
    }
    // Less common signals: the exit code follows the shell's convention.
    for signal in [Signal::POWER, Signal::IO] {
        let mut pty = Pty::start(&mut play(directory.path(), &[]), (80, 24), PLAIN_TERMINAL);
        pty.wait_for("Girafa");
        pty.signal(signal);
        assert_eq!(pty.wait().code(), Some(128 + signal.as_raw()));
        assert!(!pty.is_raw());
        pty.settle("\x1b[?25h");
        assert!(!is_on_other_screen(&pty.sent()));
    }
}

/// If the terminal accepts no more bytes, as after Ctrl+S, a signal ends the player although it blocks in a
/// write.
#[test]
fn a_signal_ends_it_when_the_terminal_takes_nothing() {
    let directory = TempDir::new().unwrap();
    let colours = "10 FOR a=0 TO 7: BORDER a: PAPER a: CLS : NEXT a: GO TO 10\n";
    std::fs::write(directory.path().join("colours.bas"), colours).unwrap();
    let arguments = ["--pixels", "off", "--wide", "colours.bas"];
    let mut pty = Pty::deaf(&mut play(directory.path(), &arguments), (200, 60));
    // Until the terminal's buffer is full.
    let (mut before, start) = (0, Instant::now());
    while before == 0 || pty.backlog() != before {
        before = pty.backlog();
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "{before} bytes and more"
        );
        std::thread::sleep(Duration::from_millis(500));
    }
    pty.wait_for_raw(true);
    pty.signal(Signal::TERM);
    assert_eq!(pty.wait().signal(), Some(15));
    assert!(!pty.is_raw());
}

/// SIGTSTP restores the terminal; SIGCONT takes it over again and redraws.
#[test]
fn to_the_shell_and_back() {
    let directory = TempDir::new().unwrap();
    let mut pty = Pty::start(&mut play(directory.path(), &[]), (80, 24), PLAIN_TERMINAL);
    pty.wait_for("Girafa");
    // Ctrl+Z
    pty.type_bytes(b"\x1a");
    pty.wait_for_raw(false);
    pty.wait_until("the other screen", |pty| !is_on_other_screen(&pty.sent()));
    // If SIGCONT arrived before the stop, the process would stop nevertheless.
    pty.wait_until("the stop", |pty| pty.is_stopped());
    let before = pty.sent().len();
    pty.signal(Signal::CONT);
    pty.wait_for_raw(true);
    pty.wait_until("the picture", |pty| {
        String::from_utf8_lossy(&pty.sent()[before..]).contains("Girafa")
    });
    assert!(is_on_other_screen(&pty.sent()));
    // Ctrl+Q
    pty.type_bytes(b"\x11");
    assert!(pty.wait().success());
    assert!(!pty.is_raw());
}

/// Without a shell, nothing could continue a stopped process, so it does not stop.
#[test]
fn there_may_be_no_shell() {
    let directory = TempDir::new().unwrap();
    let mut command = Command::new("setsid");
    command
        .args(["-w", GIRAFA, "play", "--pixels", "off"])
        .current_dir(directory.path());
    let mut pty = Pty::start(&mut command, (80, 24), PLAIN_TERMINAL);
    pty.wait_for("Girafa");
    pty.type_bytes(b"\x1a");
    pty.wait_for("no shell to return to");
    pty.type_bytes(b"\x11");
    assert!(pty.wait().success());
}

/// Errors in its files are reported before the terminal is taken over.
#[test]
fn a_file_that_is_not_a_tape() {
    let directory = TempDir::new().unwrap();
    std::fs::write(directory.path().join("no.tap"), b"this is no tape").unwrap();
    let mut pty = Pty::start(
        &mut play(directory.path(), &["--tape", "no.tap"]),
        (80, 24),
        PLAIN_TERMINAL,
    );
    assert_eq!(pty.wait().code(), Some(5));
    pty.settle("no.tap: ");
    assert!(!pty.sent().contains(&0x1B));
}

/// The player works in a terminal that answers no query.
#[test]
fn a_terminal_that_does_not_answer() {
    let directory = TempDir::new().unwrap();
    let mut pty = Pty::start(&mut play(directory.path(), &[]), (80, 24), Answers::default());
    pty.wait_for("Girafa");
    pty.type_bytes(b"\x1b[21~");
    assert!(pty.wait().success());
}

/// No key is lost that arrives together with a resize. Repeated, as either may come first.
#[test]
fn keys_and_new_sizes_at_once() {
    let directory = TempDir::new().unwrap();
    for _ in 0..if thorough() { 10 } else { 2 } {
        let mut pty = Pty::start(&mut play(directory.path(), &[]), (80, 24), Answers::default());
        pty.wait_for("Girafa");
        for round in 0..40 {
            pty.resize((90 + round % 7, 30));
            pty.type_bytes(if round < 39 { b"a" } else { b"\x1b[21~" });
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(pty.wait().success());
    }
}

/// The terminal reports its capabilities. The images on it equal the picture that F7 writes, scaled by
/// `times`.
fn pixels(answers: Answers, arguments: &[&str], size: (u16, u16), times: usize) {
    let directory = TempDir::new().unwrap();
    let target = retrato();
    let arguments = [&["--turbo"], arguments, &[target.as_str()]].concat();
    let mut pty = Pty::start(&mut play(directory.path(), &arguments), size, answers);
    pty.wait_for("9 STOP statement, 180:1");
    pty.wait_until("images", |pty| pty.shows().count > 0);
    // The help has no images.
    pty.type_bytes(b"\x07");
    pty.wait_for("Esc BREAK");
    assert!(pty.shows().shown().pixels.iter().all(Option::is_none));
    // Closes the help, pauses, and writes the picture.
    pty.type_bytes(b"\x07\x10\x13");
    pty.wait_for("retrato-screen-1.png written");
    let expected =
        png_of(&std::fs::read(directory.path().join("retrato-screen-1.png")).unwrap()).times(times);
    pty.wait_until("the machine's picture", |pty| shows(pty, &expected));

    // After a resize, everything is in its place again.
    pty.resize((size.0 + 7, size.1 + 5));
    pty.wait_until("the picture in the larger terminal", |pty| shows(pty, &expected));
    pty.wait_for("retrato-screen-1.png written");
    pty.type_bytes(b"\x11");
    assert!(pty.wait().success());
}

/// Whether the terminal shows the middle of the picture and part of its border.
fn shows(pty: &mut Pty, expected: &Image) -> bool {
    let shown = pty.shows().shown().cropped();
    if shown.pixels.iter().any(Option::is_none) {
        return false;
    }
    let height = shown.pixels.len() / shown.width;
    let (width, whole_height) = (expected.width, expected.pixels.len() / expected.width);
    (width * 256 / 352 + 1..=width).contains(&shown.width)
        && (whole_height * 192 / 288 + 1..=whole_height).contains(&height)
        && shown.is_like(&expected.middle(shown.width, height))
}

#[test]
fn kitty_where_the_terminal_has_it() {
    pixels(KITTY, &[], (65, 24), 2);
}

#[test]
fn sixel_where_the_terminal_has_it() {
    pixels(SIXEL, &[], (65, 24), 2);
}

#[test]
fn kitty_where_the_user_says_so() {
    pixels(
        Answers {
            cell: "\x1b[6;20;10t",
            ..PLAIN_TERMINAL
        },
        &["--pixels", "kitty"],
        (80, 32),
        3,
    );
}

/// Uses characters without image support, with images off, in a small terminal, and in tmux.
#[test]
fn characters_elsewhere() {
    let small = (31, 20);
    for (answers, arguments, size, tmux) in [
        (PLAIN_TERMINAL, &[][..], (80, 24), false),
        (KITTY, &["--pixels", "off"], (80, 24), false),
        (KITTY, &[], small, false),
        (KITTY, &[], (80, 24), true),
    ] {
        let directory = TempDir::new().unwrap();
        let mut command = play(directory.path(), arguments);
        if tmux {
            command.env("TMUX", "/tmp/tmux-0/default,1,0");
        }
        let mut pty = Pty::start(&mut command, size, answers);
        pty.wait_for(if size == small { "too small" } else { "Girafa" });
        assert!(!pty.sent().windows(6).any(|window| window == b"\x1b_Ga=T"));
        pty.type_bytes(b"\x11");
        assert!(pty.wait().success());
    }
}

/// The output rate is limited for a program that changes the whole picture continuously, and very low for one
/// that waits.
#[test]
fn output_is_bounded() {
    let directory = TempDir::new().unwrap();
    // Copies the ROM's bytes to the screen, each time from another address.
    let source = "10 CLEAR 39999: FOR a=40000 TO 40023: READ b: POKE a,b: NEXT a: PRINT #0;\"ready\"\n\
        20 RANDOMIZE USR 40000: GO TO 20\n\
        30 DATA 33,0,0,17,0,64,1,0,24,237,176,33,65,156,52,126,50,65,156,33,65,156,201,0\n";
    std::fs::write(directory.path().join("busy.bas"), source).unwrap();
    for (target, most) in [(Some("busy.bas"), 256 * 1024), (None, 2 * 1024)] {
        let arguments = target.map(|target| vec![target]).unwrap_or_default();
        let mut pty = Pty::start(&mut play(directory.path(), &arguments), (100, 40), KITTY);
        pty.wait_until("pictures", |pty| {
            pty.shows().count > 100 || target.is_none() && pty.shows().count > 20
        });
        let (start, before) = (Instant::now(), pty.sent().len());
        std::thread::sleep(Duration::from_secs(if thorough() { 4 } else { 2 }));
        let sent = pty.sent().len() - before;
        // One more picture of at most 60,000 bytes may already have been allowed.
        let seconds = start.elapsed().as_secs_f64();
        println!("{target:?}: {} bytes a second", (sent as f64 / seconds) as u64);
        assert!((sent as f64) < f64::from(most) * seconds + if target.is_some() { 60_000.0 } else { 0.0 });
        assert!(sent > 0);
        pty.type_bytes(b"\x11");
        assert!(pty.wait().success());
    }
}

/// An hour of emulated time at turbo speed (ten minutes unless the tests are [`thorough`]), with images,
/// sound, paper and random keys, in a terminal that changes its size, within 256 MiB of address space.
#[test]
fn an_hour_at_turbo() {
    let frames = if thorough() { "180000" } else { "30000" };
    let directory = TempDir::new().unwrap();
    let source = "10 FOR n=1 TO 30: BEEP .05,n: PLOT 255*RND,175*RND: NEXT n\n\
        20 PRINT AT 21*RND,31*RND; PAPER 7*RND;INKEY$: BORDER 7*RND\n\
        30 LPRINT PEEK 23672: GO TO 10\n";
    std::fs::write(directory.path().join("hour.bas"), source).unwrap();
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -v 262144; exec \"$0\" \"$@\"", GIRAFA, "play"])
        .args(["--turbo", "--frames", frames, "--listing", "hour.bas"])
        .env_remove("TMUX")
        .env_remove("STY")
        .current_dir(directory.path());
    let mut pty = Pty::start(&mut command, (100, 40), KITTY);
    pty.wait_until("pictures", |pty| pty.shows().count > 0);
    // F9, F11, F12, Ctrl+W, Ctrl+X, letters and digits, but not BREAK or a key that pauses.
    let keys = ["\x1b[20~", "\x1b[23~", "\x1b[24~", "\x17", "\x18"];
    let mut random: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut next = move |limit: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % limit
    };
    let mut sizes = Vec::new();
    for round in 0.. {
        let Some(size) = pty.resident() else { break };
        sizes.push(size);
        match next(8) {
            0 => pty.type_bytes(keys[next(5) as usize].as_bytes()),
            1 if round % 10 == 0 => pty.resize((40 + next(100) as u16, 15 + next(40) as u16)),
            _ => pty.type_bytes(&[b"abcdefghijklmnopqrstuvwxyz0123456789"[next(36) as usize]]),
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(pty.wait().success(), "{}", pty.shows().text());
    let (first, later) = (sizes[0], sizes[sizes.len() * 3 / 5]);
    let most = sizes.iter().max().unwrap();
    println!(
        "{} looks: {first} KiB at first, {later} KiB after three fifths, {most} KiB at most",
        sizes.len()
    );
    // The timeline keeps at most 300 states, which it has after 15,000 frames.
    assert!(*most < first + 40 * 1024, "{sizes:?}");
    // The paper is kept: at most 640,000 bytes.
    assert!(*most < later + 8 * 1024, "{sizes:?}");
}
