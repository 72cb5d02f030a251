//! A player without a window, which presses keys of the host and prints the screen as text:
//! `cargo run -p girafa-frontend --example headless`

use std::error::Error;

use girafa_frontend::keymap::{self, HostKey, Shifts};
use girafa_session::emulator::Emulator;
use girafa_session::{boot::Boot, launch};

/// Five seconds at 50 frames a second: enough time for all keys.
const FRAMES: u32 = 250;

fn main() -> Result<(), Box<dyn Error>> {
    let boot = Boot::new(&girafa_rom::girafa48())?;
    let nothing_loaded = launch::keys(&boot, "")?;
    let mut player = Emulator::new(nothing_loaded, boot.glyphs);
    // In K mode the key P enters the whole keyword PRINT.
    for c in "p6*7".chars() {
        player.press(&keymap::chords(HostKey::Char(c), Shifts::default())?);
    }
    player.press(&keymap::chords(HostKey::Enter, Shifts::default())?);
    for _ in 0..FRAMES {
        player.frame();
    }
    for row in player.glyphs().screen(player.machine()) {
        println!("|{row:32}|");
    }
    println!("{:?} after {:.1} s", player.report(), player.seconds());
    Ok(())
}
