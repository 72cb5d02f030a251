//! Long runs with random input: memory use is bounded and nothing panics.

use std::fs;
use std::process;
use std::thread;
use std::time::Duration;

use girafa_desktop::desk::Desk;
use girafa_desktop::keyboard::{Code, Event, Layout};
use girafa_frontend::Settings;
use girafa_frontend::commands::{COMMANDS, Command};
use girafa_frontend::files::{Disk, Files};
use girafa_frontend::keymap::HostKey;
use girafa_session::emulator::Emulator;
use girafa_session::limits;
use girafa_spectrum::ula::{CLOCK_HZ, FRAME_TSTATES};

use crate::display::Display;
use crate::support::{Dice, glyphs, launched};

/// Number of frames in an hour: 180,288.
const HOUR_FRAMES: u64 = 3600 * CLOCK_HZ as u64 / FRAME_TSTATES as u64;

/// Uses sound, paper and occasional screen copies, and changes the program while it runs.
const BUSY_PROGRAM: &str = "\
10 LET n=0
20 LET n=n+1: PRINT INKEY$;n;\" \";: POKE 23692,255
30 IF RND<.3 THEN BEEP .02,RND*40
40 IF RND<.3 THEN LPRINT n,RND
50 IF RND<.02 THEN COPY
70 GO TO 20
";

/// An additional line with SAVE, which waits for a key each time.
const SAVE_LINE: &str = "60 IF RND<.01 THEN SAVE \"x\" CODE 0,9000\n";

/// Resident memory of a process in bytes; `None` if the system does not report it.
fn resident(process: &str) -> Option<u64> {
    let pages = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = pages.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Presses or releases a random key or two, sometimes a command key.
fn key(desk: &mut Desk, dice: &mut Dice) {
    const TYPED_CHARACTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789 \"+-*/=<>()$;:,.?!#%&'_@ABCXYZ";
    const NAMED_KEYS: [HostKey; 12] = [
        HostKey::Enter,
        HostKey::Backspace,
        HostKey::Tab,
        HostKey::Escape,
        HostKey::Left,
        HostKey::Down,
        HostKey::Up,
        HostKey::Right,
        HostKey::Home,
        HostKey::End,
        HostKey::PageUp,
        HostKey::Insert,
    ];
    let code = match dice.roll(20) {
        0 => {
            // Commands that stop or reverse time give frames without sound; past.rs tests them.
            let command = COMMANDS[dice.roll(COMMANDS.len())].command;
            return match command {
                Command::GoBack
                | Command::Step
                | Command::StepBack
                | Command::RunBack
                | Command::Breakpoint => {}
                _ => desk.command(command),
            };
        }
        1..4 => Code::Named(NAMED_KEYS[dice.roll(NAMED_KEYS.len())]),
        4 => [Code::LeftShift, Code::LeftAlt, Code::LeftCtrl, Code::Char(' ')][dice.roll(4)],
        _ => Code::Char(char::from(TYPED_CHARACTERS[dice.roll(TYPED_CHARACTERS.len())]).to_ascii_lowercase()),
    };
    desk.event(Event::Down(code));
    if let Code::Char(_) = code {
        desk.event(Event::Char(char::from(
            TYPED_CHARACTERS[dice.roll(TYPED_CHARACTERS.len())],
        )));
    }
    if dice.roll(4) > 0 {
        desk.event(Event::Up(code));
    }
}

/// Set in the child process that runs the player.
const PLAYER_VARIABLE: &str = "GIRAFA_TEST_PLAYS";

/// An hour of emulated time with random keys, drawn at intervals. Runs in its own process, so that no other
/// test uses its memory.
#[test]
fn an_hour_of_random_keys() {
    if std::env::var_os(PLAYER_VARIABLE).is_some() {
        return play_at_random();
    }
    let played = process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture", "load::an_hour_of_random_keys"])
        .env(PLAYER_VARIABLE, "1")
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&played.stdout);
    println!("{stdout}");
    assert!(
        played.status.success(),
        "{}",
        String::from_utf8_lossy(&played.stderr)
    );
    assert!(stdout.contains("rows printed"), "{stdout}");
}

fn play_at_random() {
    let settings = Settings {
        listing: true,
        paper: true,
        ..Settings::default()
    };
    let source = BUSY_PROGRAM.replace("70 GO", &format!("{SAVE_LINE}70 GO"));
    let mut player = Emulator::new(launched(&source), glyphs());
    // At the ROM's own pace the program prints more than is kept.
    player.switch_pace();
    // States are saved and loaded, but pictures are not written: there would be too many.
    let directory = tempfile::tempdir().unwrap();
    let disk = Disk {
        read: |path| fs::read(path).map_err(|error| error.to_string()),
        write: |path, bytes| match path.extension() {
            Some(extension) if extension == "png" => Ok(()),
            _ => fs::write(path, bytes).map_err(|error| error.to_string()),
        },
        write_new: |path, bytes| match path.extension() {
            Some(extension) if extension == "png" => Ok(true),
            _ => fs::write(path, bytes)
                .map(|()| true)
                .map_err(|error| error.to_string()),
        },
    };
    let files = Files::new(directory.path(), "test", disk).unwrap();
    let mut desk = Desk::new(player, files, settings, Layout::Meaning, Some(44_100));
    let mut dice = Dice::new(1987);
    let mut samples = 0;
    let mut loud = 0;
    let mut rows = 0;
    let mut start = None;
    for frame in 0..HOUR_FRAMES {
        let sound = desk.frame();
        samples += sound.len() as u64;
        loud += u64::from(sound.iter().any(|sample| sample.abs() > 3_000));
        assert!(sound.len() < 1_000);
        // In the first half of each ten minutes the program runs without random keys; ENTER is for SAVE,
        // which waits for it.
        match frame % 30_000 {
            0 => {
                desk.command(Command::Restart);
                if !desk.console().machine().printer().is_connected() {
                    desk.command(Command::Printer);
                }
            }
            15_000.. if frame % 7 == 0 => key(&mut desk, &mut dice),
            ..15_000 if frame % 100 == 0 => desk.event(Event::Down(Code::Named(HostKey::Enter))),
            ..15_000 if frame % 100 == 5 => desk.event(Event::LostFocus),
            _ => {}
        }
        if frame % 50 == 0 {
            let (width, height) = desk.picture().size();
            assert_eq!((width, height), desk.size());
        }
        let kept = desk.console().printed_rows().len();
        rows = desk.console().torn_rows() + kept as u64;
        assert!(kept <= limits::PAPER_ROWS_OF_PAST);
        if frame == HOUR_FRAMES / 12 {
            start = resident("self");
        }
    }
    let seconds = HOUR_FRAMES as f64 * f64::from(FRAME_TSTATES) / f64::from(CLOCK_HZ);
    println!("{samples} samples, {loud} frames heard, {rows} rows printed");
    // Each reset and each loaded state restarts the sound, which delays the first samples a little.
    assert!(
        (samples as f64 - seconds * 44_100.0).abs() < 44_100.0,
        "{samples}"
    );
    assert!(loud > HOUR_FRAMES / 40, "{loud}");
    assert!(desk.console().torn_rows() > 0, "{rows}");
    if let (Some(start), Some(end)) = (start, resident("self")) {
        println!("resident: {start} bytes after five minutes, {end} at the end");
        assert!(end < start + (24 << 20), "{start} to {end}");
    }
}

/// The command itself under a memory limit: an hour in its window at turbo speed, with keys.
#[test]
fn an_hour_in_the_window() {
    let Some(display) = Display::start() else { return };
    fs::write(display.directory().join("p.bas"), BUSY_PROGRAM).unwrap();
    let player = display.player(&[
        "p.bas",
        "--turbo",
        "--listing",
        "--paper",
        "--scale",
        "1",
        "--wav",
        "a.wav",
        "--frames",
        &HOUR_FRAMES.to_string(),
    ]);
    // 512 MiB of address space, most of which libraries and threads take.
    let mut limited = process::Command::new("sh");
    limited
        .args(["-c", "ulimit -v 524288; exec \"$@\"", "sh"])
        .arg(player.get_program())
        .args(player.get_args())
        .current_dir(display.directory());
    for (name, value) in player.get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    let mut playing = display.watch(&mut limited);
    let mut dice = Dice::new(1987);
    let mut most = (0, 0);
    while playing.is_running() {
        // F5 restarts the program whenever one of these keys has ended it, and none of them pauses it.
        let keys = [
            "a", "5", "Return", "Tab", "Left", "space", "F5", "F5", "F2", "F3", "F8", "F12",
        ];
        playing.press(keys[dice.roll(keys.len())]);
        let now = resident(&playing.id().to_string()).unwrap_or_default();
        most = (if most.0 == 0 { now } else { most.0 }, most.1.max(now));
        thread::sleep(Duration::from_millis(100));
    }
    println!("resident: {} bytes at first, {} at most", most.0, most.1);
    let ended = playing.end();
    let message = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{message}");
    assert_eq!(message, "");
    assert!(most.1 < most.0 + (48 << 20), "{most:?}");
}
