//! The host: its window, its sound device, its clock and its files.

mod device;
mod window;

use std::path::Path;
use std::time::{Duration, Instant};

use girafa_cli_support::record::PlayedRecord;
use girafa_cli_support::signals::Signals;
use girafa_cli_support::{begin, eprint_line, open_port, resolve, usage};
use girafa_dap::Port;
use girafa_desktop::desk::Desk;
use girafa_frontend::files::{self, Disk, Files};
use girafa_frontend::pacer::Level;
use girafa_frontend::recorder::{KeptCassette, Reel};
use girafa_frontend::{Console, Host, Pace, Settings};
use girafa_session::emulator::Emulator;
use girafa_session::request::{Loading, RunRequest};

use crate::Arguments;
use device::Device;
use window::Window;

/// Interval between keyboard reads while no frame is due.
const IDLE_INTERVAL: Duration = Duration::from_millis(10);

/// The command's name in messages.
const COMMAND: &str = "girafa-desktop";

/// How the player's files are read and written.
const DISK: Disk = Disk {
    read: |path| girafa_files::read(path).map_err(|error| error.to_string()),
    write: |path, bytes| girafa_files::write(path, bytes).map_err(|error| error.to_string()),
    write_new: |path, bytes| girafa_files::write_new(path, bytes).map_err(|error| error.to_string()),
};

/// Plays until the window is closed or a signal ends it.
pub fn play(arguments: &Arguments) -> anyhow::Result<()> {
    let name = files::name_of(arguments.targets.first().map(String::as_str));
    let files = Files::new(&arguments.out, name, DISK).map_err(|error| anyhow::anyhow!("--out {error}"))?;
    let signals = Signals::catch()?;
    signals.insist()?;
    let (player, settings) = set_up(arguments)?;
    let record = record(arguments)?;
    let port = open_port(COMMAND, arguments.listen.as_deref())?;
    let mut device = Device::open(arguments.mute, arguments.wav.as_deref())?;
    let mut desk = Desk::new(player, files, settings, arguments.keys.into(), device.rate());
    let mut window = Window::open(&desk, arguments.scale)?;
    let played = girafa_frontend::run(
        &mut Shell {
            desk: &mut desk,
            window: &mut window,
            device: &mut device,
            signals: &signals,
            port,
            clock: Instant::now(),
        },
        arguments.frames.unwrap_or(u64::MAX),
    );
    if let Some(message) = desk.console_mut().end() {
        eprint_line(format_args!("{COMMAND}: {message}"));
    }
    device.finish()?;
    let recorded = record.map_or(Ok(()), |record| record.save(desk.console().history()));
    signals.obey();
    played?;
    recorded
}

fn record(arguments: &Arguments) -> anyhow::Result<Option<PlayedRecord>> {
    let Some(sessions) = &arguments.record else {
        return Ok(None);
    };
    let [program] = &arguments.targets[..] else {
        return Err(usage("--record: give one program, and no further tapes"));
    };
    let record = PlayedRecord::new(COMMAND, Path::new(program), sessions, &arguments.machine)?;
    Ok(Some(record))
}

fn set_up(arguments: &Arguments) -> anyhow::Result<(Emulator, Settings)> {
    let rom = arguments.machine.rom_file();
    let targets = arguments.targets.iter().map(Path::new);
    let read: Vec<&Path> = targets.chain(rom.as_deref()).collect();
    let written = [
        ("--tape", arguments.tape.as_deref()),
        ("--wav", arguments.wav.as_deref()),
        ("--record", arguments.record.as_deref()),
    ];
    girafa_files::check_places(&read, written)?;
    let cassette = arguments
        .tape
        .as_ref()
        .map(|path| KeptCassette::open(path, &DISK));
    let cassette = cassette.transpose()?;
    let tapes = arguments.targets.iter().skip(1).map(|name| {
        let tape = resolve(COMMAND, name)?.tape(name)?;
        let name = name.clone();
        Ok(Reel { name, tape })
    });
    let name = arguments.targets.first().map(String::as_str);
    let request = RunRequest {
        loading: match (arguments.real_tape, arguments.poke) {
            (true, _) => Loading::RealTime,
            (_, true) => Loading::Poke,
            _ => Loading::Instant,
        },
        tape: None,
        ..RunRequest::default()
    };
    let emulator = begin(COMMAND, name, &arguments.machine, request)?;
    let settings = Settings {
        tapes: tapes.collect::<anyhow::Result<_>>()?,
        cassette: cassette.unwrap_or_default(),
        real_tape: arguments.real_tape,
        listing: arguments.listing,
        paper: arguments.paper,
        variables: arguments.variables,
        turbo: arguments.turbo,
    };
    Ok((emulator, settings))
}

/// The host of the main loop: desk, window, sound device and clock.
struct Shell<'a> {
    desk: &'a mut Desk,
    window: &'a mut Window,
    device: &'a mut Device,
    signals: &'a Signals,
    port: Option<Port>,
    clock: Instant,
}

impl Host for Shell<'_> {
    type Error = anyhow::Error;

    fn now(&self) -> Duration {
        self.clock.elapsed()
    }

    fn console(&mut self) -> &mut Console {
        self.desk.console_mut()
    }

    fn input(&mut self, longest: Duration) -> anyhow::Result<()> {
        std::thread::sleep(longest.min(IDLE_INTERVAL));
        if let Some(port) = &mut self.port {
            port.attend(self.desk.console_mut());
        }
        Ok(())
    }

    fn frame(&mut self, pace: Pace) {
        let samples = self.desk.frame();
        match pace {
            Pace::Turbo => self.device.hurry(samples),
            Pace::Back => self.device.rest(),
            _ => self.device.push(samples),
        }
    }

    fn rest(&mut self) {
        self.device.rest();
    }

    fn level(&self) -> Option<Level> {
        self.device.level()
    }

    fn show(&mut self, frames: u64) -> anyhow::Result<()> {
        if let Some(warning) = self.device.fault() {
            self.desk.silence();
            self.desk.console_mut().message = Some(warning);
        }
        if frames > 0 || self.desk.console().pace() == Pace::Standing {
            self.window.show(self.desk)?;
        } else {
            self.window.look();
        }
        // The window reads the keys when it is updated.
        for event in self.window.events() {
            self.desk.event(event);
        }
        if let Some((x, y)) = self.window.clicked(self.desk) {
            self.desk.click(x, y);
        }
        match self.desk.take_scale() {
            Some(scale) => self.window.set_scale(self.desk, scale),
            None => self.window.fit(self.desk),
        }
    }

    fn is_over(&self) -> bool {
        !self.window.is_open() || self.signals.has_come()
    }
}
