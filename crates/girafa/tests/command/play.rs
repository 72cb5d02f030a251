//! `girafa play` on a terminal: tmux.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};
use crate::tmux::Tmux;

const GIRAFA: &str = env!("CARGO_BIN_EXE_girafa");

fn hanoi() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../basic-listings/hanoi.bas");
    path.to_string_lossy().into_owned()
}

/// The 24 rows of the machine's screen in a terminal of 80 x 24, right-trimmed: they stand behind four columns of border.
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

/// Two rings by hand are three rings by `girafa run`.
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
    let wanted: Vec<String> = json["screen"]
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
        let end = tmux.wait_until("the end", |screen| picture(screen) == wanted);
        assert!(end.contains(">  140 STOP"), "{end}");
        tmux.press(&["F1"]);
        let help = tmux.wait_for("INVERSE");
        assert!(help.contains("DEF FN") && help.contains("F10 ^Q quit"), "{help}");
        tmux.press(&["F1"]);
        tmux.wait_until("the picture", |screen| picture(screen) == wanted);
        tmux.press(&["F7"]);
        tmux.wait_for("hanoi-screen-1.png");
        tmux.press(&["F8"]);
        tmux.wait_for("nothing is printed");
        tmux.press(&["F10"]);
    });
    assert_eq!(settings.before, settings.after);
    assert!(!tmux.is_on_other_screen());
    tmux.wait_for("exit 0 end");
    let png = fs::read(tmux.directory().join("hanoi-screen-1.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
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

/// The machine keeps its own time: 200 frames take 3.99 seconds, and no longer than a busy host needs.
#[test]
fn fifty_frames_a_second() {
    let Some(tmux) = Tmux::start(80, 24) else { return };
    let start = std::time::Instant::now();
    tmux.settings_before_and_after(&format!("'{GIRAFA}' play --frames 200"), |_| {});
    let seconds = start.elapsed().as_secs_f64();
    assert!((3.9..20.0).contains(&seconds), "{seconds}");
}

#[test]
fn without_a_terminal() {
    let directory = TempDir::new().unwrap();
    let refused = girafa(directory.path(), &["play", &hanoi()]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(stdout(&refused), "");
    assert!(stderr(&refused).contains("terminal"), "{}", stderr(&refused));
}
