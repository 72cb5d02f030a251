//! `girafa play` in a terminal: going back in time, by statements and to breakpoints.

use std::fs;
use std::thread;
use std::time::Duration;

use girafa_test_support::tmux::Tmux;

const GIRAFA: &str = env!("CARGO_BIN_EXE_girafa");

const COUNTING_PROGRAM: &str =
    "10 LET n=0: LET a$=\"um\"\n20 LET n=n+1\n30 PRINT AT 0,0;n;\" frames\"\n40 GO TO 20\n";

/// The number in the machine's first row.
fn counted(screen: &str) -> Option<u32> {
    let (before, _) = screen.split_once(" frames")?;
    before.rsplit([' ', '\n']).next()?.parse().ok()
}

fn wait_for(tmux: &Tmux, what: &str, condition: impl Fn(u32) -> bool) -> u32 {
    let screen = tmux.wait_until(what, |screen| counted(screen).is_some_and(&condition));
    counted(&screen).unwrap()
}

#[test]
fn the_past_in_the_terminal() {
    let Some(tmux) = Tmux::start(80, 24) else { return };
    fs::write(tmux.directory().join("conta.bas"), COUNTING_PROGRAM).unwrap();
    let command = format!("'{GIRAFA}' play conta.bas --listing --variables");
    tmux.settings_before_and_after(&command, |tmux| {
        wait_for(tmux, "some time", |now| now > 200);
        // As if a key were held down.
        let mut now = 1_000;
        for _ in 0..2_000 {
            tmux.press(&["S-F4"]);
            now = wait_for(tmux, "a count", |_| true);
            if now < 100 {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        assert!(now < 100, "{now}");
        tmux.wait_until("time goes on", |screen| !screen.contains("rewinding"));
        let low = wait_for(tmux, "it counts again", |_| true);
        wait_for(tmux, "it counts on", |now| now > low + 5);

        // Selects lines 10 to 40 one after the other, then moves back to line 30.
        tmux.press(&["F4"]);
        tmux.wait_for("paused");
        tmux.press(&["S-F7", "S-F7", "S-F7", "S-F7", "S-F8", "S-F8"]);
        tmux.wait_for("line 30");
        tmux.press(&["S-F9"]);
        tmux.wait_for("breakpoint at 30");
        tmux.press(&["F4"]);
        let stopped = tmux.wait_for("breakpoint: 30:1 PRINT");
        assert!(stopped.contains(">*  30 PRINT AT 0,0;n"), "{stopped}");
        let first = counted(&stopped).unwrap();
        assert!(stopped.contains(&format!("n = {}", first + 1)), "{stopped}");
        assert!(stopped.contains("a$ = \"um\""), "{stopped}");
        tmux.press(&["F4"]);
        wait_for(tmux, "the next stop", |now| now == first + 1);
        tmux.wait_for("breakpoint: 30:1 PRINT");
        tmux.press(&["S-F2"]);
        wait_for(tmux, "the stop before", |now| now == first);
        for (key, expected) in [
            ("S-F6", "40:1 GO TO 20"),
            ("S-F6", "20:1 LET n=n+1"),
            ("S-F5", "40:1 GO TO 20"),
        ] {
            tmux.press(&[key]);
            tmux.wait_for(expected);
        }
        // If there is no room for panes, the status still shows where the program has stopped.
        tmux.resize(40, 14);
        tmux.wait_until("a small screen", |screen| {
            !screen.contains("Variables") && screen.contains("conta │ 40:1 GO TO 20")
        });
        tmux.press(&["F10"]);
    });
    tmux.wait_for("exit 0 end");
}
