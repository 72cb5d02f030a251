//! The host: its window, its sound device, its clock and its files.

mod device;
mod output;
mod window;

use std::path::Path;
use std::time::{Duration, Instant};

use girafa_console::resolve;
use girafa_desktop::Reel;
use girafa_desktop::desk::{Desk, Effect, Settings};
use girafa_desktop::pacer::Pacer;
use girafa_play::Player;
use girafa_spectrum::facts::{CLOCK_HZ, FRAME_TSTATES};
use girafa_subject::launch::Launch;
use girafa_subject::target::Target;

use crate::Arguments;
use device::Device;
use output::Output;
use window::Window;

/// The command's name, before its messages.
const COMMAND: &str = "girafa-desktop";

/// What is spent on frames in turbo before the keys are looked at and the picture is drawn.
const TURBO_SLICE: Duration = Duration::from_millis(30);

/// Between two looks at the keys where no frame is due.
const IDLE: Duration = Duration::from_millis(10);

/// Between two measurements of the speed.
const MEASURE: Duration = Duration::from_millis(500);

/// Plays until the window is closed.
pub fn play(arguments: &Arguments) -> anyhow::Result<()> {
    let output = Output::new(&arguments.out, name(arguments))?;
    let (player, settings) = set_up(arguments)?;
    let mut device = Device::open(arguments.mute, arguments.wav.as_deref())?;
    let rate = device.rate();
    let mut desk = Desk::new(player, output.name(), Settings { rate, ..settings });
    let mut window = Window::open(&desk, arguments.scale)?;
    let played = Host {
        desk: &mut desk,
        window: &mut window,
        device: &mut device,
        output: &output,
    }
    .run(arguments.frames.unwrap_or(u64::MAX));
    device.finish()?;
    played
}

/// What files are called after.
fn name(arguments: &Arguments) -> &str {
    arguments.targets.first().map_or("48K", |target| {
        let stem = Path::new(target).file_stem();
        stem.and_then(|stem| stem.to_str()).unwrap_or(target)
    })
}

fn set_up(arguments: &Arguments) -> anyhow::Result<(Player, Settings)> {
    let launch = Launch {
        rom: arguments.rom.clone(),
        poke: arguments.poke,
    };
    let tapes = arguments.targets.iter().skip(1).map(|name| {
        let tape = resolve(COMMAND, name)?.tape(name)?;
        let name = name.clone();
        Ok(Reel { name, tape })
    });
    let (launched, glyphs) = match arguments.targets.first() {
        None => launch.bare()?,
        Some(name) => match resolve(COMMAND, name)? {
            target @ (Target::Tape(_) | Target::Program(_)) if arguments.real_tape => {
                launch.real_tape(name, &target)?
            }
            target => launch.run(name, &target)?,
        },
    };
    let settings = Settings {
        rate: None,
        keys: arguments.keys.into(),
        tapes: tapes.collect::<anyhow::Result<_>>()?,
        real_tape: arguments.real_tape,
        listing: arguments.listing,
        paper: arguments.paper,
    };
    let mut player = Player::new(launched, glyphs);
    player.turbo = arguments.turbo;
    Ok((player, settings))
}

/// Everything together.
struct Host<'a> {
    desk: &'a mut Desk,
    window: &'a mut Window,
    device: &'a mut Device,
    output: &'a Output,
}

impl Host<'_> {
    fn run(mut self, limit: u64) -> anyhow::Result<()> {
        let clock = Instant::now();
        let mut pacer = Pacer::new(clock.elapsed());
        let mut measured = (Duration::ZERO, 0);
        let mut frames = 0;
        while frames < limit && self.window.is_open() {
            let now = clock.elapsed();
            let before = frames;
            if self.desk.paused() {
                self.device.rest();
                pacer = Pacer::new(now);
            } else if self.desk.turbo() {
                while clock.elapsed() < now + TURBO_SLICE && frames < limit {
                    self.device.hurry(self.desk.frame());
                    frames += 1;
                }
                pacer = Pacer::new(clock.elapsed());
            } else {
                let due = pacer.due(now, self.device.level());
                for _ in 0..u64::from(due).min(limit - frames) {
                    self.device.push(self.desk.frame());
                    frames += 1;
                }
            }
            let now = clock.elapsed();
            if now >= measured.0 + MEASURE {
                self.desk.set_speed(speed(frames - measured.1, now - measured.0));
                measured = (now, frames);
            }
            if let Some(warning) = self.device.fault() {
                self.desk.silence();
                self.desk.tell(warning);
            }
            if frames != before || self.desk.paused() {
                self.window.show(self.desk)?;
            } else {
                self.window.look();
            }
            for event in self.window.events() {
                self.desk.event(event);
            }
            if self.obey()? {
                break;
            }
            if !self.desk.turbo() || self.desk.paused() {
                let wait = if self.desk.paused() {
                    IDLE
                } else {
                    pacer.wait(clock.elapsed()).min(IDLE)
                };
                std::thread::sleep(wait);
            }
        }
        Ok(())
    }

    /// Does what the desk cannot do itself. Gives whether the player is over.
    fn obey(&mut self) -> anyhow::Result<bool> {
        for effect in self.desk.take_effects() {
            match effect {
                Effect::Quit => return Ok(true),
                Effect::Scale(scale) => self.window.set_scale(self.desk, scale)?,
                Effect::Resized => self.window.resize(self.desk)?,
                Effect::Write(what, extension, bytes) => {
                    let told = self.output.write(what, extension, &bytes);
                    self.desk.tell(told);
                }
                Effect::LoadState => {
                    let told = self.load_state();
                    self.desk.tell(told);
                }
            }
        }
        Ok(false)
    }

    fn load_state(&mut self) -> String {
        let Some(path) = self.output.last("state", "szx") else {
            return "no state was saved yet".to_owned();
        };
        let shown = path.display();
        match girafa_files::read(&path) {
            Err(error) => error.to_string(),
            Ok(state) => match self.desk.load_state(&state) {
                Ok(()) => format!("{shown} loaded"),
                Err(error) => format!("{shown}: {error}"),
            },
        }
    }
}

/// Times the machine's own speed.
fn speed(frames: u64, time: Duration) -> f64 {
    let emulated = frames as f64 * f64::from(FRAME_TSTATES) / f64::from(CLOCK_HZ);
    emulated / time.as_secs_f64().max(1e-9)
}
