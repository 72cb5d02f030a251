//! Tests the view on an in-memory terminal, and the player under load.

use super::*;
use std::path::Path;

use girafa_frontend::commands::CommandKey;
use girafa_frontend::files::{Disk, Files};
use girafa_frontend::{Console, Pace, Settings};
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::emulator::Emulator;
use girafa_session::launch;
use girafa_test_support::player::{self, Tested};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

const HANOI: &str = include_str!("../../../../basic-listings/hanoi.bas");

/// Files that are never written.
fn no_files() -> Files {
    let disk = Disk {
        read: |_| Err("nothing is read here".to_owned()),
        write: |_, _| Ok(()),
        write_new: |_, _| Ok(true),
    };
    Files::new(Path::new("."), "test", disk).unwrap()
}

fn app(source: &str) -> App {
    app_with(source, no_files())
}

fn app_with(source: &str, files: Files) -> App {
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let options = girafa_basic::tokenise::Options::default();
    let program = girafa_basic::tokenise::program(source, &options).unwrap().program;
    let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
    let player = Emulator::new(launched, boot.glyphs);
    App::new(player, files, Settings::default())
}

fn rows(terminal: &Terminal<TestBackend>) -> Vec<String> {
    let buffer = terminal.backend().buffer();
    let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
    (0..buffer.area.height).map(row).collect()
}

fn shown(app: &mut App, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, app, None)).unwrap();
    terminal
}

#[test]
fn layouts() {
    let of = |width, height, wide, listing| Layout::new(Rect::new(0, 0, width, height), wide, listing);
    let at = of(80, 24, false, false);
    assert_eq!((at.picture, at.border), (Rect::new(0, 0, 40, 24), (4, 0)));
    assert_eq!((at.line, at.panel), (None, Some(Rect::new(41, 0, 39, 24))));
    let at = of(80, 23, false, true);
    assert_eq!((at.picture.height, at.line), (23, None));
    let at = of(80, 40, true, false);
    assert_eq!((at.picture, at.border), (Rect::new(0, 1, 80, 36), (8, 6)));
    assert_eq!(at.line, Some(Rect::new(0, 39, 80, 1)));
    let at = of(32, 12, false, true);
    assert_eq!((at.picture, at.panel), (Rect::new(0, 0, 32, 11), None));
}

#[test]
fn every_size_is_drawn() {
    let mut app = app("10 BORDER 2: PRINT \"x\": LPRINT \"x\"\n");
    (0..60).for_each(|_| app.console.frame());
    app.handle(Event::Key(KeyEvent::new(KeyCode::F(9), KeyModifiers::SHIFT)));
    for (width, height) in [
        (1, 1),
        (31, 30),
        (32, 12),
        (40, 24),
        (56, 24),
        (57, 24),
        (64, 25),
        (300, 100),
    ] {
        for flags in 0..32 {
            app.wide = flags & 1 != 0;
            (app.console.listing, app.console.help) = (flags & 2 != 0, flags & 4 != 0);
            app.console.paper = flags & 8 != 0;
            app.console.variables = flags & 16 != 0;
            shown(&mut app, width, height);
        }
    }
}

#[test]
fn picture_state_and_listing_side_by_side() {
    let mut app = app("10 BORDER 2: PAPER 6: INK 1: CLS\n20 PRINT \"hello\"\n30 STOP\n");
    app.console.listing = true;
    (0..100).for_each(|_| app.console.frame());
    let terminal = shown(&mut app, 80, 24);
    let rows = rows(&terminal);
    assert_eq!(rows[0].get(..9), Some("    hello"));
    assert!(rows[0].contains("test"), "{rows:#?}");
    assert!(rows[3].contains("9 STOP statement, 30:1"), "{rows:#?}");
    assert!(rows.iter().any(|row| row.contains(">   30 STOP")), "{rows:#?}");
    let buffer = terminal.backend().buffer();
    let colours = |x, y| (buffer[(x, y)].fg, buffer[(x, y)].bg);
    // In the colour cube, ink 1 is (0, 0, 4), paper 6 (4, 4, 0), border 2 (4, 0, 0).
    let [blue, yellow, red] = [20, 16 + 36 * 4 + 6 * 4, 16 + 36 * 4].map(Color::Indexed);
    assert_eq!(colours(4, 0), (blue, yellow));
    assert_eq!((colours(0, 5).1, colours(39, 5).1), (red, red));
}

/// The status describes an error and the listing marks its line, until something else runs.
#[test]
fn an_error_with_its_source() {
    let mut app = app("10 GO SUB 30\n20 STOP\n30 PRINT \"x\": LET a=total+1\n");
    app.console.listing = true;
    (0..150).for_each(|_| app.console.frame());
    let wide = rows(&shown(&mut app, 120, 30));
    let status = "2 Variable not found: total, 30:2, from 10:1";
    assert!(wide[29].contains(status), "{wide:#?}");
    assert!(wide.iter().any(|row| row.contains("!   30 PRINT")), "{wide:#?}");
    let narrow = rows(&shown(&mut app, 80, 24)).join("\n");
    assert!(narrow.contains("2 Variable not found: total, 30:2"), "{narrow}");
    // PRINT 1, typed: the machine shows another report.
    for key in [KeyCode::Char('p'), KeyCode::Char('1'), KeyCode::Enter] {
        app.handle(Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
        (0..30).for_each(|_| app.console.frame());
    }
    let after = rows(&shown(&mut app, 120, 30));
    assert!(after[29].contains("0 OK, 0:1"), "{after:#?}");
    assert!(!after.iter().any(|row| row.contains("!   30")), "{after:#?}");
}

#[test]
fn small_terminals() {
    let mut app = app("10 PRINT \"hello\": STOP\n");
    (0..100).for_each(|_| app.console.frame());
    let text = |app: &mut App, width, height| rows(&shown(app, width, height)).join("\n");
    assert!(text(&mut app, 60, 20).contains("4 rows hidden"));
    assert!(text(&mut app, 80, 23).contains("top row hidden"));
    assert!(!text(&mut app, 80, 24).contains("hidden"));
    assert!(text(&mut app, 40, 16).contains("9 rows hidden"));
    assert!(text(&mut app, 30, 20).contains("too small: 30 x 20"));
    app.console.help = true;
    assert!(text(&mut app, 80, 24).contains("DEF FN"));
    let short = text(&mut app, 60, 20);
    assert!(
        short.contains("F10 ^Q quit") && !short.contains("DEF FN"),
        "{short}"
    );
}

#[test]
fn keys_of_the_player_and_of_the_machine() {
    let mut app = app("10 PAUSE 0: LET a$=INKEY$: PRINT a$;: GO TO 10\n");
    let press = |app: &mut App, code, modifiers| {
        app.handle(Event::Key(KeyEvent::new(code, modifiers)));
        (0..30).for_each(|_| app.console.frame());
    };
    (0..60).for_each(|_| app.console.frame());
    for c in ['a', 'B', '7', '?'] {
        press(&mut app, KeyCode::Char(c), KeyModifiers::NONE);
    }
    press(&mut app, KeyCode::Char('h'), KeyModifiers::ALT);
    press(&mut app, KeyCode::Char('y'), KeyModifiers::CONTROL);
    press(&mut app, KeyCode::Char('k'), KeyModifiers::NONE);
    press(&mut app, KeyCode::Char('k'), KeyModifiers::CONTROL);
    press(&mut app, KeyCode::Char('c'), KeyModifiers::NONE);
    let terminal = shown(&mut app, 80, 24);
    assert!(
        rows(&terminal)[0].starts_with("    aB7?^+C "),
        "{}",
        rows(&terminal)[0]
    );
    press(&mut app, KeyCode::Char('ã'), KeyModifiers::NONE);
    assert!(
        app.console
            .message
            .as_deref()
            .is_some_and(|message| message.contains('ã'))
    );
    press(&mut app, KeyCode::Char('t'), KeyModifiers::CONTROL);
    // PAUSE 0 runs in real time even with turbo.
    assert!(app.console.turbo && app.console.pace() == Pace::Real);
    press(&mut app, KeyCode::Esc, KeyModifiers::NONE);
    assert_eq!(
        app.console.emulator().report().as_deref(),
        Some("L BREAK into program, 10:1")
    );
    press(&mut app, KeyCode::Char('q'), KeyModifiers::CONTROL);
    assert!(app.console.quits);
}

/// The paper is next to the picture, below the listing if that is shown too.
#[test]
fn the_paper_comes_out_of_the_printer() {
    let mut app = app("10 LPRINT \"LINHA UM\"\n20 LPRINT \"LINHA DOIS\"\n30 STOP\n");
    (0..150).for_each(|_| app.console.frame());
    app.handle(Event::Key(KeyEvent::new(KeyCode::F(11), KeyModifiers::NONE)));
    for listing in [false, true] {
        app.console.listing = listing;
        let rows = rows(&shown(&mut app, 100, 30));
        // The last row is the status.
        assert!(rows[28].contains(" ZX Printer  16 rows"), "{rows:#?}");
        assert!(
            rows[27].contains("LINHA DOIS") && rows[26].contains("LINHA UM"),
            "{rows:#?}"
        );
        assert_eq!(rows[0].contains("10 LPRINT"), listing, "{rows:#?}");
    }
}

/// The listing shows the current statement, breakpoints and the selected line; it fits the available rows, as
/// do the variables.
#[test]
fn the_listing_and_variables_of_a_program() {
    let source = "10 LET n=1: LET a$=\"um\"\n20 FOR i=1 TO 3: LET n=n+i: NEXT i\n30 STOP\n40 GO TO 20\n";
    let mut app = app(source);
    (app.console.listing, app.console.variables) = (true, true);
    (0..100).for_each(|_| app.console.frame());
    let press = |app: &mut App, number| {
        app.handle(Event::Key(KeyEvent::new(KeyCode::F(number), KeyModifiers::SHIFT)));
    };
    press(&mut app, 7);
    press(&mut app, 9);
    // The Linux console sends F17 for Shift with F5.
    for _ in 0..4 {
        app.handle(Event::Key(KeyEvent::new(KeyCode::F(17), KeyModifiers::NONE)));
    }
    let terminal = shown(&mut app, 80, 24);
    let all = rows(&terminal);
    let row = |text: &str| {
        all.iter()
            .position(|row| row.contains(text))
            .unwrap_or_else(|| panic!("{all:#?}"))
    };
    row(">*  20 FOR i=1 TO 3: LET n=n+i: NEXT i");
    let names = [" Variables", "n = 4", "a$ = \"um\"", "i = 2 TO 3"].map(row);
    assert!(names.windows(2).all(|two| two[0] + 1 == two[1]), "{all:#?}");
    assert!(all.iter().any(|row| row.contains("paused, ")), "{all:#?}");
    assert!(all.iter().any(|row| row.contains("20:3 NEXT i")), "{all:#?}");
    // The next statement is underlined.
    let buffer = terminal.backend().buffer();
    let is_underlined = |x: &u16, y: u16| buffer[(*x, y)].modifier.contains(Modifier::UNDERLINED);
    let underlined = |y: u16| -> String {
        (0..80)
            .filter(|x| is_underlined(x, y))
            .map(|x| buffer[(x, y)].symbol())
            .collect()
    };
    assert_eq!(underlined(row("20 FOR") as u16).trim(), "NEXT i");
    press(&mut app, 8);
    let chosen = shown(&mut app, 80, 24);
    let buffer = chosen.backend().buffer();
    let y = rows(&chosen)
        .iter()
        .position(|row| row.contains("30 STOP"))
        .unwrap() as u16;
    assert!(buffer[(48, y)].modifier.contains(Modifier::UNDERLINED));
    // A small terminal still shows the statement where the program is stopped.
    let small = rows(&shown(&mut app, 40, 16)).join("\n");
    press(&mut app, 5);
    let stepped = rows(&shown(&mut app, 40, 16)).join("\n");
    assert!(
        small.contains("line 30") && stepped.contains("20:2 LET n=n+i"),
        "{small}\n{stepped}"
    );
}

/// The terminal player, for the shared tests of the command table.
struct AtTerminal(App);

impl Tested for AtTerminal {
    fn console(&mut self) -> &mut Console {
        &mut self.0.console
    }

    fn press(&mut self, key: CommandKey) {
        let (code, modifiers) = match key {
            CommandKey::Function(number) => (KeyCode::F(number), KeyModifiers::NONE),
            CommandKey::ShiftFunction(number) => (KeyCode::F(number), KeyModifiers::SHIFT),
            CommandKey::Ctrl(letter) => (KeyCode::Char(letter), KeyModifiers::CONTROL),
        };
        self.0.handle(Event::Key(KeyEvent::new(code, modifiers)));
    }
}

#[test]
fn every_key_does_what_the_table_says() {
    player::every_key_does_what_the_table_says(Front::Terminal, |files| {
        let mut app = app_with(player::LISTING, files);
        app.has_pixels = true;
        AtTerminal(app)
    });
    let mut terminal = AtTerminal(app(player::LISTING));
    for letter in ['w', 'x', 'z'] {
        terminal.press(CommandKey::Ctrl(letter));
    }
    let app = terminal.0;
    assert!(app.wide && !app.pixels && app.suspends);
}

/// Resident memory of this process in KiB, if the system reports it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Environment variable of the child process that plays.
const PLAYER_VARIABLE: &str = "GIRAFA_TEST_PLAYS";

/// Presses random keys at full speed for an hour of emulated time and draws some of the pictures. This runs
/// in a separate process, so that other tests do not affect its memory, with at most 256 MiB of address
/// space.
#[test]
fn random_keys_for_a_long_time() {
    if std::env::var_os(PLAYER_VARIABLE).is_some() {
        return play_at_random();
    }
    let itself = std::env::current_exe().unwrap();
    let played = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 262144; exec \"$0\" \"$@\""])
        .arg(itself)
        .args([
            "--exact",
            "--nocapture",
            "play::view::tests::random_keys_for_a_long_time",
        ])
        .args(["--test-threads", "1"])
        .env(PLAYER_VARIABLE, "1")
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&played.stderr);
    eprintln!("{stderr}");
    assert!(
        played.status.success(),
        "{}",
        String::from_utf8_lossy(&played.stdout)
    );
    assert!(
        stderr.contains("KiB at the end") || !cfg!(target_os = "linux"),
        "{stderr}"
    );
}

fn play_at_random() {
    /// Maximum growth of the process in KiB after the warm-up: the paper alone may take 2,400 in an hour.
    const GROWTH: u64 = 16 * 1024;
    /// Memory in KiB of the states that the timeline keeps after the first minute.
    const STATES: u64 = 32 * 1024;
    let frames = if girafa_test_support::thorough() {
        180_000
    } else {
        30_000
    };
    let mut app = app(HANOI);
    app.console.listing = true;
    let mut terminal = Terminal::new(TestBackend::new(100, 30)).unwrap();
    let mut random: u64 = 0x2545_F491_4F6C_DD1D;
    let mut next = move |limit: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % limit
    };
    let (mut early, mut warm) = (None, None);
    let (mut pictures, mut last) = (0, Vec::new());
    for frame in 0..frames {
        if next(5) == 0 {
            let (code, modifiers) = match next(40) {
                0 => (KeyCode::Esc, KeyModifiers::NONE),
                1 => (KeyCode::Tab, KeyModifiers::NONE),
                2 => (KeyCode::F(1 + next(6) as u8), KeyModifiers::NONE),
                12 => (
                    KeyCode::Char(char::from(b"kywxnbef"[next(8) as usize])),
                    KeyModifiers::CONTROL,
                ),
                3 => (KeyCode::F(9), KeyModifiers::NONE),
                13 => (KeyCode::F(1 + next(12) as u8), KeyModifiers::SHIFT),
                4 => (KeyCode::F(11), KeyModifiers::NONE),
                5 => (
                    KeyCode::Char(char::from(b' ' + next(95) as u8)),
                    KeyModifiers::ALT,
                ),
                6..12 => (KeyCode::Enter, KeyModifiers::NONE),
                _ => (
                    KeyCode::Char(char::from(b' ' + next(95) as u8)),
                    KeyModifiers::NONE,
                ),
            };
            app.handle(Event::Key(KeyEvent::new(code, modifiers)));
        }
        app.console.frame();
        if frame % 10 == 0 {
            terminal.draw(|frame| draw(frame, &mut app, None)).unwrap();
            let picture = app.console.machine().screen().bitmap();
            if last != picture {
                last = picture.to_vec();
                pictures += 1;
            }
        }
        if frame == 3_000 {
            early = resident();
        }
        // The timeline has its maximum number of states by now.
        if frame == 16_000 {
            warm = resident();
        }
    }
    assert!(!app.console.quits);
    eprintln!("{pictures} different pictures of {}", frames / 10);
    assert!(
        pictures > frames / 40,
        "the machine hardly shows a life: {pictures} pictures"
    );
    if let (Some(early), Some(warm), Some(now)) = (early, warm, resident()) {
        eprintln!("{frames} frames: {warm} KiB when warm, {now} KiB at the end");
        assert!(now < warm + GROWTH, "{warm} KiB grew to {now} KiB");
        assert!(now < early + STATES + GROWTH, "{early} KiB grew to {now} KiB");
    }
}
