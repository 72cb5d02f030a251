//! `girafa play` in a terminal: tmux.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use girafa_test_support::tmux::Tmux;
use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};
use crate::terminal_png::terminal_png;

const GIRAFA: &str = env!("CARGO_BIN_EXE_girafa");

/// The path of our edition of a listing.
fn listing(id: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../basic-listings/{id}.bas"));
    path.to_string_lossy().into_owned()
}

fn hanoi() -> String {
    listing("hanoi")
}

/// The 24 rows of the machine's screen in a terminal of 80 x 24, right-trimmed. They follow four columns of
/// border.
fn picture(screen: &str) -> Vec<String> {
    let row = |line: &str| {
        line.chars()
            .skip(4)
            .take(32)
            .collect::<String>()
            .trim_end()
            .to_owned()
    };
    screen.lines().map(row).collect()
}

/// The 24 rows of the machine's screen at any position in the terminal; `first` is in the first row.
fn picture_from(screen: &str, first: &str) -> Vec<String> {
    let start = screen.lines().position(|line| line.contains(first)).unwrap();
    let line = screen.lines().nth(start).unwrap();
    let left = line[..line.find(first).unwrap()].chars().count();
    let row = |line: &str| {
        let row: String = line.chars().skip(left).take(32).collect();
        row.trim_end().to_owned()
    };
    screen.lines().skip(start).take(24).map(row).collect()
}

/// A game with two rings played by hand ends as with `girafa run`.
#[test]
fn a_game_of_hanoi() {
    let Some(tmux) = Tmux::start(80, 24) else { return };
    let run = girafa(
        tmux.directory(),
        &[
            "run",
            &hanoi(),
            "--answer",
            "2",
            "--answer",
            "1",
            "--answer",
            "3",
            "--json",
        ],
    );
    let json: serde_json::Value = serde_json::from_str(&stdout(&run)).unwrap();
    let expected: Vec<String> = json["screen"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap().to_owned())
        .collect();

    let command = format!("'{GIRAFA}' play '{}' --listing", hanoi());
    let settings = tmux.settings_before_and_after(&command, |tmux| {
        tmux.wait_for("ANEIS ?");
        assert!(tmux.is_on_other_screen());
        tmux.press(&["2", "Enter"]);
        tmux.wait_for("PARTIDA?");
        tmux.press(&["1", "Enter"]);
        tmux.wait_for("CHEGADA?");
        tmux.press(&["3", "Enter"]);
        let end = tmux.wait_until("the end", |screen| picture(screen) == expected);
        assert!(end.contains(">  140 STOP"), "{end}");
        tmux.press(&["F1"]);
        let help = tmux.wait_for("INVERSE");
        assert!(help.contains("DEF FN") && help.contains("F10 ^Q quit"), "{help}");
        tmux.press(&["F1"]);
        tmux.wait_until("the picture", |screen| picture(screen) == expected);
        tmux.press(&["F7"]);
        tmux.wait_for("hanoi-screen-1.png");
        tmux.press(&["F8"]);
        tmux.wait_for("nothing has been printed");
        tmux.press(&["F10"]);
    });
    assert_eq!(settings.before, settings.after);
    assert!(!tmux.is_on_other_screen());
    tmux.wait_for("exit 0 end");
    let png = fs::read(tmux.directory().join("hanoi-screen-1.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
}

/// A whole game of Nim in a terminal that becomes larger, too small and larger again. The answers are typed
/// when the program asks, and the end equals that of `girafa run`.
#[test]
fn a_game_of_nim() {
    let Some(tmux) = Tmux::start(80, 24) else { return };
    let answers = ["3", "14", "2", "2", "1", "3", "2", "1", "2", "1"];
    let nim = listing("nim");
    let mut arguments = vec!["run", &nim, "--json"];
    answers
        .iter()
        .for_each(|answer| arguments.extend(["--answer", answer]));
    let run = girafa(tmux.directory(), &arguments);
    let json: serde_json::Value = serde_json::from_str(&stdout(&run)).unwrap();
    let rows = json["screen"].as_array().unwrap().iter();
    let expected: Vec<String> = rows.map(|row| row.as_str().unwrap().to_owned()).collect();
    let prompts = json["prompts"].as_array().unwrap().iter();
    let prompts: Vec<&str> = prompts.map(|prompt| prompt.as_str().unwrap()).collect();
    assert_eq!(prompts.len(), answers.len());

    let command = format!("'{GIRAFA}' play '{nim}' --listing");
    let settings = tmux.settings_before_and_after(&command, |tmux| {
        for (number, (answer, prompt)) in answers.iter().zip(&prompts).enumerate() {
            let row = prompt.lines().next_back().unwrap();
            let (row, typed) = (format!("{row}L"), format!("{row}{answer}L"));
            tmux.wait_for(&row);
            match number {
                3 => tmux.resize(120, 40),
                5 => {
                    tmux.resize(30, 20);
                    tmux.wait_for("too small: 30 x 20");
                    tmux.resize(120, 40);
                    tmux.wait_for(&row);
                }
                _ => {}
            }
            tmux.press(&[answer]);
            tmux.wait_for(&typed);
            tmux.press(&["Enter"]);
            tmux.wait_until("what comes then", |screen| !screen.contains(&typed));
        }
        let end = tmux.wait_for("9 STOP statement, 260:2");
        assert_eq!(picture_from(&end, &expected[0]), expected, "{end}");
        assert!(end.contains(">  260 PRINT"), "{end}");
        tmux.press(&["F10"]);
    });
    // The first line has the terminal's size.
    let modes = |settings: &str| settings.split_once('\n').unwrap().1.to_owned();
    assert_eq!(modes(&settings.before), modes(&settings.after));
}

#[test]
fn signals_give_the_terminal_back() {
    for (signal, exit) in [("TERM", "exit 143 end"), ("HUP", "exit 129 end")] {
        let Some(tmux) = Tmux::start(80, 23) else { return };
        let command = format!("sh -c 'echo $$ > pid; exec \"{GIRAFA}\" play --turbo'");
        let settings = tmux.settings_before_and_after(&command, |tmux| {
            tmux.wait_for("turbo");
            assert!(tmux.is_on_other_screen());
            let pid = fs::read_to_string(tmux.directory().join("pid")).unwrap();
            let killed = Command::new("kill")
                .args(["-s", signal, pid.trim()])
                .status()
                .unwrap();
            assert!(killed.success());
        });
        assert_eq!(settings.before, settings.after, "{signal}");
        assert!(!tmux.is_on_other_screen());
        tmux.wait_for(exit);
    }
}

/// The README's picture of the player equals what it shows. After an intended change, update it with
/// `GIRAFA_BLESS=1 cargo test -p girafa --test command readme`. Time and speed, which differ between runs,
/// are overwritten.
#[test]
fn the_picture_in_the_readme() {
    let Some(tmux) = Tmux::start(100, 30) else { return };
    let command = format!("'{GIRAFA}' play '{}' --listing", listing("nim"));
    let mut screen = String::new();
    tmux.settings_before_and_after(&command, |tmux| {
        for (prompt, answer) in [
            ("FILAS (<=10)? L", "3"),
            ("FOSFOROS ? L", "5"),
            ("FILA 1 --> FOSFORO(S) -- 5", "4"),
            ("FILA 2 --> FOSFORO(S) -- 4", "3"),
            ("FILA --> L", "1"),
            ("FOSFOROS--> L", "2"),
            ("FILA --> L", "2"),
        ] {
            tmux.wait_for(prompt);
            tmux.press(&[answer, "Enter"]);
        }
        let prompt = "FILA --> 2      FOSFOROS--> L";
        tmux.wait_until("the last question", |screen| {
            screen.contains(prompt) && screen.contains(">  320")
        });
        // Pauses while the flashing cursor has the same colours as the cell before it.
        loop {
            tmux.press(&["F4"]);
            tmux.wait_for("paused");
            screen = tmux.coloured_screen();
            if screen.contains(prompt) {
                break;
            }
            tmux.press(&["F4"]);
            tmux.wait_until("time goes on", |screen| !screen.contains("paused"));
        }
        tmux.press(&["F10"]);
    });
    let time = regex_lite::Regex::new(r"\d+:\d\d x\d+(\.\d)?").unwrap();
    let screen = time.replace(&screen, "0:10 x1.0").replace("│ paused │", "│");
    let png = terminal_png(&screen, 100);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/play.png");
    if std::env::var_os("GIRAFA_BLESS").is_some() {
        fs::write(&path, &png).unwrap();
    }
    let kept = fs::read(&path).unwrap_or_default();
    assert!(
        kept == png,
        "docs/pictures/play.png is not what the player shows; GIRAFA_BLESS=1 takes it again"
    );
}

/// Closing the terminal ends the player.
#[test]
fn a_terminal_that_is_closed_ends_it() {
    for arguments in ["--turbo", ""] {
        let Some(tmux) = Tmux::start(80, 24) else { return };
        let command = format!("sh -c 'echo $$ > pid; exec \"{GIRAFA}\" play {arguments}'");
        tmux.press(&[&command, "Enter"]);
        tmux.wait_for("Girafa");
        let pid = fs::read_to_string(tmux.directory().join("pid")).unwrap();
        tmux.vanish();
        // Signal 0 checks whether the process exists.
        let lives = || {
            Command::new("kill")
                .args(["-0", pid.trim()])
                .output()
                .unwrap()
                .status
                .success()
        };
        let start = Instant::now();
        while lives() {
            assert!(start.elapsed() < Duration::from_secs(60), "{pid} lives on");
            thread::sleep(Duration::from_millis(50));
        }
    }
}

/// SAVE writes a tape, and a later run appends to it and loads from it. The machine's state is saved and
/// restored.
#[test]
fn tapes_and_states() {
    let Some(tmux) = Tmux::start(80, 24) else { return };
    let start = |tmux: &Tmux| {
        tmux.wait_for("Girafa");
        // ENTER clears the message.
        tmux.press(&["Enter"]);
        tmux.wait_until("the editor", |screen| !screen.contains("Girafa"));
    };
    let bare = |arguments: &str, during: &dyn Fn(&Tmux)| {
        let command = format!("'{GIRAFA}' play {arguments}");
        tmux.settings_before_and_after(&command, |tmux| {
            start(tmux);
            during(tmux);
            tmux.press(&["C-q"]);
        });
        tmux.press(&["clear", "Enter"]);
        tmux.wait_until("a clean screen", |screen| !screen.contains("over-2"));
    };
    // In K mode, S is SAVE and J is LOAD.
    let save = |tmux: &Tmux, name: &str, expected: &str| {
        tmux.press(&[&format!("s\"{name}\""), "Enter"]);
        tmux.wait_for("tape");
        tmux.press(&["Enter"]);
        tmux.wait_for(expected);
        tmux.wait_for("0 OK");
    };
    bare("", &|tmux| {
        tmux.press(&["10 p7*6", "Enter"]);
        tmux.wait_for("10 PRINT 7*6");
        save(tmux, "um", "saved in 48K-tape-1.tap");
        // Clears memory and loads from the tape.
        tmux.press(&["a", "Enter"]);
        start(tmux);
        tmux.press(&["j\"um\"", "Enter"]);
        tmux.wait_for("Program: um");
        tmux.wait_for("0 OK");
        tmux.press(&["r", "Enter"]);
        tmux.wait_for("42");
        tmux.press(&["C-d"]);
        tmux.wait_for("48K-state-1.szx written");
    });
    let tape = tmux.directory().join("48K-tape-1.tap");
    let first = fs::read(&tape).unwrap();
    let info = girafa(tmux.directory(), &["list", "48K-tape-1.tap"]);
    assert_eq!(stdout(&info), "  10 PRINT 7*6\n");

    bare("--tape 48K-tape-1.tap", &|tmux| {
        tmux.press(&["j\"\"", "Enter"]);
        tmux.wait_for("Program: um");
        tmux.wait_for("0 OK");
        save(tmux, "dois", "saved in 48K-tape-1.tap");
        tmux.press(&["C-n"]);
        tmux.wait_for("tape 1 of 1: 48K-tape-1.tap");
        tmux.press(&["C-u"]);
        tmux.wait_for("back at 48K-state-1.szx");
        tmux.wait_for("42");
    });
    let both = fs::read(&tape).unwrap();
    assert_eq!(both[..first.len()], first);
    assert_eq!(both.len(), 2 * first.len());
}

/// The machine runs in real time: 200 frames take 3.99 seconds, and longer on a busy host.
#[test]
fn fifty_frames_a_second() {
    let Some(tmux) = Tmux::start(80, 24) else { return };
    let start = std::time::Instant::now();
    tmux.settings_before_and_after(&format!("'{GIRAFA}' play --frames 200"), |_| {});
    let seconds = start.elapsed().as_secs_f64();
    assert!(seconds >= 3.9, "{seconds}");
}

#[test]
fn without_a_terminal() {
    let directory = TempDir::new().unwrap();
    let refused = girafa(directory.path(), &["play", &hanoi()]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(stdout(&refused), "");
    assert!(stderr(&refused).contains("terminal"), "{}", stderr(&refused));
}

/// Plays a program that prints the times at which keys arrive, with `--record FILE`; returns the rows printed.
fn played_and_recorded(tmux: &Tmux, file: &str) -> Vec<String> {
    let program =
        "10 INPUT \"Nome? \"; LINE n$: PRINT n$;\"=\";PEEK 23672\n20 PAUSE 0: PRINT \"FIM \";PEEK 23672\n";
    fs::write(tmux.directory().join("game.bas"), program).unwrap();
    tmux.press(&[
        &format!("{GIRAFA} play game.bas --pixels off --record {file}; echo rc=$?"),
        "Enter",
    ]);
    tmux.wait_for("Nome?");
    tmux.press(&["Ana", "Enter"]);
    tmux.wait_for("Ana=");
    tmux.press(&["x"]);
    let mut screen = picture(&tmux.wait_for("FIM "));
    screen.retain(|row| row.contains("Ana=") || row.contains("FIM "));
    tmux.wait_for("0 OK, 20:2");
    thread::sleep(Duration::from_millis(500));
    tmux.press(&["C-q"]);
    tmux.wait_for("rc=0");
    screen
}

/// A recorded session reproduces the same numbers.
#[test]
fn a_played_session_is_recorded() {
    let Some(tmux) = Tmux::start(80, 24) else { return };
    let printed = played_and_recorded(&tmux, "game.toml");
    tmux.wait_for("session \"recorded 1\" added");
    let sessions = fs::read_to_string(tmux.directory().join("game.toml")).unwrap();
    for row in printed {
        assert!(sessions.contains(row.as_str()), "{row}: {sessions}");
    }
    assert!(
        sessions.contains("CAPS+a@") && sessions.contains("prompts = "),
        "{sessions}"
    );
    assert!(sessions.contains("report = \"0 OK, 20:2\""), "{sessions}");
    let tested = girafa(tmux.directory(), &["test"]);
    assert_eq!(tested.status.code(), Some(0), "{}", stdout(&tested));
}

#[test]
fn what_is_played_is_recorded_as_input() {
    let Some(tmux) = Tmux::start(80, 24) else { return };
    let printed = played_and_recorded(&tmux, "game.rzx");
    let again = girafa(tmux.directory(), &["run", "game.rzx"]);
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    let rows: Vec<String> = stdout(&again).lines().map(str::to_owned).collect();
    for row in printed {
        assert!(rows.contains(&row.trim().to_owned()), "{row}: {rows:?}");
    }
}
