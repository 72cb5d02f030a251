//! Tests each of the player's own keys, for any front end.

use std::path::Path;

use girafa_frontend::commands::{COMMANDS, CommandKey, Front};
use girafa_frontend::files::{Disk, Files};
use girafa_frontend::{Console, Pace};

/// Unrestricted access to files.
pub const DISK: Disk = Disk {
    read: |path| std::fs::read(path).map_err(|error| error.to_string()),
    write: |path, bytes| std::fs::write(path, bytes).map_err(|error| error.to_string()),
    write_new: |path, bytes| {
        std::fs::write(path, bytes)
            .map(|()| true)
            .map_err(|error| error.to_string())
    },
};

/// A listing that has printed on the screen and on paper after two seconds, and does not wait for input.
pub const LISTING: &str = "10 LPRINT \"x\": PRINT \"y\"\n20 GO TO 20\n";

/// Frames after which keys are pressed: two seconds.
const FRAMES: u64 = 100;

/// The effect of each key while [`LISTING`] runs, for any front end.
const EFFECTS: [(&str, &str); 33] = [
    ("F1 ^G", "help"),
    ("F2 ^D", "makes test-state-1.szx, says test-state-1.szx written"),
    ("F3 ^U", "says no state of test has been saved yet: F2 saves one"),
    ("F4 ^P", "paused"),
    ("F5 ^R", "restarts"),
    ("F6 ^T", "turbo"),
    ("F7 ^S", "makes test-screen-1.png, says test-screen-1.png written"),
    ("F8 ^O", "makes test-paper-1.png, says test-paper-1.png written"),
    ("F9 ^L", "listing"),
    ("F10 ^Q", "quits"),
    ("F11 ^V", "paper"),
    ("F12 ^B", "says the tape has ended"),
    ("^E", "says tape rewound"),
    ("^N", "says tape 1 of 1: test"),
    ("^F", "real tape, says tape in real time: SAVE is not recorded"),
    ("^A", "says the printer is unplugged"),
    ("^K", "CAPS SHIFT"),
    ("^Y", "SYMBOL SHIFT"),
    ("S-F5", "paused, another moment, says 20:1 GO TO 20"),
    ("S-F6", "steps"),
    ("S-F4", "rewinds"),
    (
        "S-F2",
        "paused, another moment, says start of the recorded history: 10:1 LPRINT \"x\"",
    ),
    ("S-F9", "says breakpoint at 20"),
    ("S-F7", "says line 10"),
    ("S-F8", "says no line is there"),
    ("S-F11", "variables"),
    ("^W", "says only in girafa play: wide picture"),
    ("^X", "says only in girafa play: pixels"),
    ("^Z", "says only in girafa play: to the shell"),
    ("^1", "says only in girafa-desktop: size 1"),
    ("^2", "says only in girafa-desktop: size 2"),
    ("^3", "says only in girafa-desktop: size 3"),
    ("^4", "says only in girafa-desktop: size 4"),
];

/// A player under test: a console, and a way to press keys.
pub trait Tested {
    /// The console.
    fn console(&mut self) -> &mut Console;

    /// Presses and releases a key.
    fn press(&mut self, key: CommandKey);
}

/// Presses each key of the table at a new player, created with its files by `new`, and checks the effect.
pub fn every_key_does_what_the_table_says<P: Tested>(front: Front, new: impl Fn(Files) -> P) {
    assert_eq!(COMMANDS.len(), EFFECTS.len());
    for (entry, (names, expected)) in COMMANDS.iter().zip(EFFECTS) {
        assert_eq!(entry.names(), names);
        // Effects in the front end itself are tested there.
        let expected = if entry.only == Some(front) { "" } else { expected };
        for key in entry.keys() {
            let directory = tempfile::tempdir().expect("a directory for the player's files");
            let files = Files::new(directory.path(), "test", DISK).expect("it is there");
            let mut player = new(files);
            (0..FRAMES).for_each(|_| player.console().frame());
            assert_eq!(effect(player.console(), directory.path()), "");
            player.press(key);
            assert_eq!(
                effect(player.console(), directory.path()),
                expected,
                "{names}: {key:?}"
            );
        }
    }
}

/// All differences from the state of a new player.
fn effect(console: &Console, directory: &Path) -> String {
    let switches = [
        (console.help, "help"),
        (console.paused, "paused"),
        (console.turbo, "turbo"),
        (console.is_stepping(), "steps"),
        (console.pace() == Pace::Back, "rewinds"),
        (
            console.jumps() > 0 && console.emulator().frames() > 0,
            "another moment",
        ),
        (console.listing, "listing"),
        (console.variables, "variables"),
        (console.paper, "paper"),
        (console.sticky.caps, "CAPS SHIFT"),
        (console.sticky.symbol, "SYMBOL SHIFT"),
        (console.quits, "quits"),
        (console.emulator().frames() == 0, "restarts"),
        (!console.machine().deck().is_instant(), "real tape"),
    ];
    let on = switches.iter().filter(|(on, _)| *on);
    let files = std::fs::read_dir(directory).expect("the directory is read");
    let files = files.map(|file| format!("makes {}", file.expect("a file").file_name().to_string_lossy()));
    let prefix = format!("{}/", directory.display());
    let message = console.message.iter();
    let message = message.map(|message| format!("says {}", message.replace(&prefix, "")));
    let all: Vec<String> = on
        .map(|&(_, text)| text.to_owned())
        .chain(files)
        .chain(message)
        .collect();
    all.join(", ")
}
