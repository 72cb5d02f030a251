//! The main loop of a player.

use std::time::Duration;

use crate::console::{Console, Pace};
use crate::pacer::{Level, Pacer};

/// Time to run frames in turbo before reading keys and drawing.
const TURBO_SLICE: Duration = Duration::from_millis(30);

/// Interval between speed measurements.
const MEASUREMENT_INTERVAL: Duration = Duration::from_millis(500);

/// A front end: the terminal or window, clock and sound device that the main loop needs.
pub trait Host {
    /// The error that ends the loop.
    type Error;

    /// The host's clock.
    fn now(&self) -> Duration;

    /// The console of this front end.
    fn console(&mut self) -> &mut Console;

    /// Waits for keys for at most `longest`, and handles those that were pressed. It may return earlier for
    /// any reason.
    ///
    /// # Errors
    /// Keys can no longer be read.
    fn input(&mut self, longest: Duration) -> Result<(), Self::Error>;

    /// Runs a frame with its sound. With [`Pace::Turbo`] the sound comes faster than it can be heard; with
    /// [`Pace::Back`] there is none.
    fn frame(&mut self, pace: Pace) {
        let _ = pace;
        self.console().frame();
    }

    /// Called when no frame will run for a while.
    fn rest(&mut self) {}

    /// Number of samples queued for a sound device with its own clock.
    fn level(&self) -> Option<Level> {
        None
    }

    /// Draws the current state if it is time to; `frames` frames have run since the last call.
    ///
    /// # Errors
    /// Drawing is no longer possible.
    fn show(&mut self, frames: u64) -> Result<(), Self::Error>;

    /// Whether the host ends the run for a reason of its own.
    fn is_over(&self) -> bool;
}

/// Runs until the user or the host ends the run, for at most `limit` frames.
///
/// # Errors
/// Errors of the host.
pub fn run<H: Host>(host: &mut H, limit: u64) -> Result<(), H::Error> {
    let mut pacer = Pacer::new(host.now());
    let mut measured = (host.now(), 0);
    let mut frames = 0;
    while !host.console().quits && frames < limit && !host.is_over() {
        let wait = match host.console().pace() {
            Pace::Real | Pace::Back => pacer.wait(host.now()),
            Pace::Turbo => Duration::ZERO,
            Pace::Standing => Duration::MAX,
        };
        host.input(wait)?;

        let (now, before) = (host.now(), frames);
        match host.console().pace() {
            pace @ (Pace::Real | Pace::Back) => {
                let level = host.level().filter(|_| pace == Pace::Real);
                let due = u64::from(pacer.due(now, level)).min(limit - frames);
                let end = frames + due;
                while frames < end && host.console().pace() == pace {
                    host.frame(pace);
                    frames += 1;
                }
            }
            Pace::Turbo => {
                while host.console().pace() == Pace::Turbo && host.now() < now + TURBO_SLICE && frames < limit
                {
                    host.frame(Pace::Turbo);
                    frames += 1;
                }
                pacer = Pacer::new(host.now());
            }
            Pace::Standing => {
                host.rest();
                pacer = Pacer::new(now);
            }
        }

        let now = host.now();
        if now >= measured.0 + MEASUREMENT_INTERVAL {
            host.console().measured(frames - measured.1, now - measured.0);
            measured = (now, frames);
        }
        host.show(frames - before)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::Settings;
    use crate::commands::{Command, Front};
    use crate::files::{Disk, Files};
    use girafa_basic::tokenise::{self, Options};
    use girafa_session::boot::{Boot, StartCommand};
    use girafa_session::emulator::Emulator;
    use girafa_session::launch;

    /// A host in simulated time: a frame takes 1 ms, and waiting takes the requested time, at most 10 ms.
    struct Simulated {
        console: Console,
        now: Duration,
        /// Commands and their times.
        commands: Vec<(Duration, Command)>,
        /// Number of frames at each pace.
        real: u64,
        turbo: u64,
        rests: u64,
        shown: u64,
        ends: Duration,
    }

    impl Simulated {
        fn new(source: &str, seconds: u64) -> Simulated {
            let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
            let program = tokenise::program(source, &Options::default()).unwrap().program;
            let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
            let disk = Disk {
                read: |_| Err("nothing is read here".to_owned()),
                write: |_, _| Ok(()),
                write_new: |_, _| Ok(true),
            };
            let files = Files::new(Path::new("."), "test", disk).unwrap();
            let player = Emulator::new(launched, boot.glyphs);
            Simulated {
                console: Console::new(Front::Terminal, player, files, Settings::default()),
                now: Duration::from_secs(1000),
                commands: Vec::new(),
                real: 0,
                turbo: 0,
                rests: 0,
                shown: 0,
                ends: Duration::from_secs(1000 + seconds),
            }
        }

        fn command(mut self, second: u64, command: Command) -> Simulated {
            self.commands.push((Duration::from_secs(1000 + second), command));
            self
        }

        fn run(mut self, limit: u64) -> Simulated {
            assert_eq!(run(&mut self, limit), Ok(()));
            assert_eq!(self.shown, self.real + self.turbo);
            self
        }
    }

    impl Host for Simulated {
        type Error = ();

        fn now(&self) -> Duration {
            self.now
        }

        fn console(&mut self) -> &mut Console {
            &mut self.console
        }

        fn input(&mut self, longest: Duration) -> Result<(), ()> {
            self.now += longest.min(Duration::from_millis(10));
            let now = self.now;
            for (_, command) in self.commands.extract_if(.., |(at, _)| *at <= now) {
                self.console.command(command);
            }
            Ok(())
        }

        fn frame(&mut self, pace: Pace) {
            self.now += Duration::from_millis(1);
            match pace {
                Pace::Turbo => self.turbo += 1,
                _ => self.real += 1,
            }
            self.console.frame();
        }

        fn rest(&mut self) {
            self.rests += 1;
        }

        fn show(&mut self, frames: u64) -> Result<(), ()> {
            self.shown += frames;
            Ok(())
        }

        fn is_over(&self) -> bool {
            self.now >= self.ends
        }
    }

    const BUSY_PROGRAM: &str = "10 GO TO 10\n";

    #[test]
    fn the_machine_keeps_its_own_time() {
        let host = Simulated::new(BUSY_PROGRAM, 60).run(u64::MAX);
        // 60 s * 3,500,000 / 69,888 is 3004.8.
        assert!((3004..=3006).contains(&host.real), "{}", host.real);
        assert_eq!(host.turbo, 0);
        assert!(
            (host.console.speed() - 1.0).abs() < 0.05,
            "{}",
            host.console.speed()
        );
    }

    #[test]
    fn the_frames_end_at_their_limit() {
        for command in [Command::Listing, Command::Turbo] {
            let host = Simulated::new(BUSY_PROGRAM, 60).command(1, command).run(200);
            assert_eq!(host.real + host.turbo, 200);
            assert_eq!(host.turbo > 0, command == Command::Turbo);
        }
    }

    #[test]
    fn pause_and_help_take_no_emulated_time() {
        for command in [Command::Pause, Command::Help] {
            let host = Simulated::new(BUSY_PROGRAM, 30)
                .command(10, command)
                .command(20, command)
                .run(u64::MAX);
            // 20 s * 50.08; missed frames are not caught up on.
            assert!((1000..=1004).contains(&host.real), "{command:?}: {}", host.real);
            assert!(host.rests > 10);
        }
    }

    #[test]
    fn turbo_is_as_fast_as_the_host() {
        let host = Simulated::new(BUSY_PROGRAM, 20)
            .command(10, Command::Turbo)
            .run(u64::MAX);
        // 10 s at 1 ms per frame.
        assert!((9_900..=10_100).contains(&host.turbo), "{}", host.turbo);
        assert!(host.console.speed() > 19.0, "{}", host.console.speed());
    }

    #[test]
    fn turbo_does_not_speed_up_a_wait_for_a_key() {
        for source in ["10 PAUSE 0\n", "10 INPUT a\n"] {
            let host = Simulated::new(source, 20)
                .command(10, Command::Turbo)
                .run(u64::MAX);
            assert!((1000..=1004).contains(&host.real), "{source}: {}", host.real);
            assert_eq!(host.turbo, 0, "{source}");
        }
    }

    #[test]
    fn quit_quits() {
        let host = Simulated::new(BUSY_PROGRAM, 60)
            .command(2, Command::Quit)
            .run(u64::MAX);
        assert!((100..=102).contains(&host.real), "{}", host.real);
    }
}
