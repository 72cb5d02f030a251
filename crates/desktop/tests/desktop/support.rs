//! Helpers for several tests.

use std::path::Path;

use girafa_basic::tokenise;
use girafa_desktop::desk::Desk;
use girafa_desktop::keyboard::Layout;
use girafa_frontend::Settings;
use girafa_frontend::files::{Disk, Files};
use girafa_inspect::text::Glyphs;
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::emulator::Emulator;
use girafa_session::launch::{self, Launched};

pub fn glyphs() -> Glyphs {
    Glyphs::of_rom(&girafa_rom::girafa48())
}

/// A machine that is about to run a listing.
pub fn launched(source: &str) -> Launched {
    let program = tokenise::program(source, &tokenise::Options::default())
        .unwrap()
        .program;
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    launch::program(&boot, &program, StartCommand::Run).unwrap()
}

/// Files that are never read or written.
pub fn files() -> Files {
    let disk = Disk {
        read: |_| Err("nothing is read here".to_owned()),
        write: |_, _| Ok(()),
        write_new: |_, _| Ok(true),
    };
    Files::new(Path::new("."), "test", disk).unwrap()
}

/// A desk that is about to run a listing, without sound and files.
pub fn desk(source: &str, settings: Settings) -> Desk {
    desk_with_sound(source, settings, None)
}

/// Like [`desk`], with sound of `rate` samples per second.
pub fn desk_with_sound(source: &str, settings: Settings, rate: Option<u32>) -> Desk {
    let player = Emulator::new(launched(source), glyphs());
    Desk::new(player, files(), settings, Layout::Meaning, rate)
}

/// Runs frames and discards their sound.
pub fn frames(desk: &mut Desk, count: usize) {
    for _ in 0..count {
        desk.frame();
    }
}

/// The text of a listing in `basic-listings`.
pub fn edition(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../basic-listings");
    std::fs::read_to_string(path.join(format!("{name}.bas"))).unwrap()
}

/// The positions where samples rise by at least half of the beeper's step within four samples, whatever the
/// mean level.
pub fn rises(samples: &[i16]) -> Vec<usize> {
    let step = |at: usize| i32::from(samples[at + 4]) - i32::from(samples[at]);
    let is_rise = |&at: &usize| step(at) > 8_000 && step(at - 1) <= 8_000;
    (1..samples.len().saturating_sub(4)).filter(is_rise).collect()
}

/// The frequency of a tone in hertz, and its duration in seconds from the first rise to one period after the
/// last.
pub fn tone(samples: &[i16], rate: u32) -> (f64, f64) {
    let rises = rises(samples);
    // There may be key clicks: the tone is the part without gaps.
    let is_tone = |two: &[usize]| two[1] - two[0] < rate as usize / 100;
    let first = rises.windows(2).position(is_tone).unwrap();
    let periods = rises[first..].windows(2).take_while(|two| is_tone(two)).count();
    let seconds = (rises[first + periods] - rises[first]) as f64 / f64::from(rate);
    let hertz = periods as f64 / seconds;
    (hertz, seconds + 1.0 / hertz)
}

/// A deterministic generator of small random numbers.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// From 0 to `sides` - 1.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}
