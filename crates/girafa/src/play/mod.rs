//! `girafa play`

mod app;
mod help;
mod pixels;
mod store;
mod terminal;
mod view;
mod watch;

use girafa_console::{Exit, usage};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use girafa_play::{Pace, Player};
use girafa_session::launch;

use crate::subject::Subject;
use app::App;
use girafa_subject::rom;
use girafa_subject::target::Target;
use pixels::Wish;
use store::Store;
use terminal::{Input, Screen};
use watch::Watch;

/// Use the machine interactively in the terminal, in real time
#[derive(Args)]
#[command(after_help = help::KEYS)]
pub struct Play {
    /// Any target of `girafa run`; without one, the machine starts in its BASIC editor
    #[arg(value_name = "TARGET")]
    target: Option<String>,
    /// ROM image of 16,384 bytes [default: the file named by GIRAFA_ROM, or the built-in ROM]
    #[arg(long, value_name = "FILE")]
    rom: Option<PathBuf>,
    /// Write the program straight into memory and type RUN, for a ROM whose LOAD does not work
    #[arg(long, requires = "target")]
    poke: bool,
    /// Show the program beside the picture, with the running line marked
    #[arg(long)]
    listing: bool,
    /// Use two terminal columns per character, for correct proportions; needs 64 columns
    #[arg(long)]
    wide: bool,
    /// Show the picture as pixels, in terminals with the kitty graphics protocol or sixels
    #[arg(long, value_name = "HOW", value_enum, default_value = "auto")]
    pixels: Wish,
    /// Run as fast as possible, except while the machine waits for a key
    #[arg(long)]
    turbo: bool,
    /// Quit after N frames
    #[arg(long, value_name = "N")]
    frames: Option<u64>,
    /// Tape for SAVE and LOAD; SAVE appends to it [default: SAVE creates NAME-tape-1.tap]
    #[arg(long, value_name = "FILE.tap")]
    tape: Option<PathBuf>,
    /// Directory for screenshots, printouts, saved states and tapes
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

/// What is spent on frames in turbo before the keys are looked at and the picture is drawn.
const TURBO_SLICE: Duration = Duration::from_millis(30);

/// Between two looks at the keys where no frame is due.
const IDLE: Duration = Duration::from_millis(50);

/// Bytes a second to the terminal: what goes through a line of two megabits. Characters need far less.
const BANDWIDTH: u64 = 256 * 1024;

/// Between two measurements of the speed.
const MEASURE: Duration = Duration::from_millis(500);

impl Play {
    /// Plays until the user, a signal or the frame limit ends it.
    pub fn execute(self) -> anyhow::Result<Exit> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Err(usage(
                "play needs a terminal as standard input and output; without one there is `girafa run`",
            ));
        }
        let mut app = self.app()?;
        let watch = Watch::start().map_err(on_terminal)?;
        let played = self.play(&mut app, &watch);
        let last_words = app.end();
        watch.obey();
        played.map_err(on_terminal)?;
        if let Some(words) = last_words {
            girafa_console::tell(format_args!("girafa: {words}"));
        }
        Ok(Exit::Well)
    }

    fn app(&self) -> anyhow::Result<App> {
        let name = self.target.as_deref().map_or("48K", |target| {
            let stem = Path::new(target).file_stem();
            stem.and_then(|stem| stem.to_str()).unwrap_or(target)
        });
        let rom = rom::load(self.rom.as_deref())?;
        let mut store = Store::new(&self.out, name, rom.rom().clone());
        if let Some(path) = &self.tape {
            store = store.with_cassette(path)?;
        }
        let (mut launched, glyphs) = match &self.target {
            Some(name) => {
                let subject = Subject::unlimited(name.clone(), self.rom.clone(), self.poke);
                let target = subject.target()?;
                if let Target::Tape(tape) = &target {
                    store = store.with_program_tape(tape.clone());
                }
                subject.launch(&target, launch::StartCommand::Run)?
            }
            None => {
                let boot = rom.boot()?;
                let launched = launch::keys(&boot, "")?;
                (launched, boot.glyphs)
            }
        };
        // A snapshot's machine too loads and saves at once.
        launched.machine.set_instant_tape(true);
        if !store.has_program_tape()
            && let Some(tape) = store.cassette()
        {
            launched.machine.insert_tape(tape);
        }
        let mut player = Player::new(launched, glyphs).silent();
        player.turbo = self.turbo;
        let mut app = App::new(player, name, store);
        app.listing = self.listing;
        app.wide = self.wide;
        Ok(app)
    }

    fn play(&self, app: &mut App, watch: &Watch) -> io::Result<()> {
        let mut screen = Screen::enter(self.pixels)?;
        let input = Input::start()?;
        let clock = Instant::now();
        let mut pace = Pace::new(clock.elapsed());
        let mut next_draw = Duration::ZERO;
        let mut measured = (Duration::ZERO, 0);
        let mut frames = 0;
        let limit = self.frames.unwrap_or(u64::MAX);
        app.has_pixels = screen.has_pixels();
        while !app.quits && frames < limit && !watch.ends() {
            let mut wait = match app.pace() {
                app::Pace::Real => pace.wait(clock.elapsed()).min(IDLE),
                app::Pace::Turbo => Duration::ZERO,
                app::Pace::Standing => IDLE,
            };
            while let Some(event) = input.wait(wait)? {
                app.handle(event);
                wait = Duration::ZERO;
            }
            if std::mem::take(&mut app.suspends) | watch.takes_stop() {
                if watch.has_shell() {
                    screen.without(|| watch.stop())?;
                } else {
                    app.message = Some("there is no shell to go to".to_owned());
                }
            }

            let now = clock.elapsed();
            match app.pace() {
                app::Pace::Real => {
                    let due = u64::from(pace.due(now)).min(limit - frames);
                    (0..due).for_each(|_| app.frame());
                    frames += due;
                }
                app::Pace::Turbo => {
                    while app.pace() == app::Pace::Turbo
                        && clock.elapsed() < now + TURBO_SLICE
                        && frames < limit
                    {
                        app.frame();
                        frames += 1;
                    }
                    pace = Pace::new(clock.elapsed());
                }
                app::Pace::Standing => pace = Pace::new(now),
            }

            let now = clock.elapsed();
            if now >= measured.0 + MEASURE {
                app.measured(frames - measured.1, now - measured.0);
                measured = (now, frames);
            }
            if now >= next_draw {
                let bytes = screen.draw(app)?;
                // A slow line gets fewer pictures, not a slower machine.
                let drawn = clock.elapsed();
                let sending = Duration::from_micros(bytes * 1_000_000 / BANDWIDTH);
                next_draw = drawn + ((drawn - now) * 2).max(sending);
            }
        }
        Ok(())
    }
}

fn on_terminal(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context("the terminal")
}
