//! `girafa play`

mod app;
mod help;
mod terminal;
mod view;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use girafa_play::{Pace, Player};
use girafa_proof::launch;
use ratatui::crossterm::event;

use crate::exit::{Exit, Failure};
use crate::rom;
use crate::subject::Subject;
use app::App;
use terminal::{Screen, Signals};

/// Sit at the machine: in the terminal, in real time
#[derive(Args)]
#[command(after_help = help::KEYS)]
pub struct Play {
    /// What `girafa run` takes: a listing, a tape, a snapshot, an id of the book; the bare machine if left out
    #[arg(value_name = "TARGET")]
    target: Option<String>,
    /// The machine's ROM: 16,384 bytes (else GIRAFA_ROM, else the built-in one)
    #[arg(long, value_name = "FILE")]
    rom: Option<PathBuf>,
    /// Place the program in memory and type RUN, for a ROM without a working LOAD
    #[arg(long, requires = "target")]
    poke: bool,
    /// Show the program beside the picture, the running line marked
    #[arg(long)]
    listing: bool,
    /// Two columns of the terminal for each of the machine's: the picture's right shape, for 64 columns and more
    #[arg(long)]
    wide: bool,
    /// As fast as it goes, instead of 50 frames a second
    #[arg(long)]
    turbo: bool,
    /// Quit after N frames
    #[arg(long, value_name = "N")]
    frames: Option<u64>,
    /// The directory for pictures of the screen and of the paper
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

/// What is spent on frames in turbo before the keys are looked at and the picture is drawn.
const TURBO_SLICE: Duration = Duration::from_millis(30);

/// Between two looks at the keys where no frame is due.
const IDLE: Duration = Duration::from_millis(50);

/// Between two measurements of the speed.
const MEASURE: Duration = Duration::from_millis(500);

impl Play {
    /// Plays until the user, a signal or the frame limit ends it.
    pub fn execute(self) -> Result<Exit, Failure> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Err(Failure::usage(
                "play needs a terminal as standard input and output; without one there is `girafa run`",
            ));
        }
        let mut app = self.app()?;
        let signals = Signals::catch().map_err(on_terminal)?;
        let mut screen = Screen::enter().map_err(on_terminal)?;
        let played = self.play(&mut app, &mut screen, &signals);
        drop(screen);
        signals.obey();
        played.map_err(on_terminal)?;
        Ok(Exit::Well)
    }

    fn app(&self) -> Result<App, Failure> {
        let (launched, glyphs) = match &self.target {
            Some(name) => {
                let subject = Subject::unlimited(name.clone(), self.rom.clone(), self.poke);
                subject.launch(&subject.target()?, launch::Command::Run)?
            }
            None => {
                let boot = rom::load(self.rom.as_deref())?.boot()?;
                let launched = launch::keys(&boot, "").map_err(Failure::bad_file)?;
                (launched, boot.glyphs)
            }
        };
        let mut player = Player::new(launched, glyphs);
        player.turbo = self.turbo;
        let name = self.target.as_deref().map_or("48K", |target| {
            let stem = Path::new(target).file_stem();
            stem.and_then(|stem| stem.to_str()).unwrap_or(target)
        });
        let mut app = App::new(player, name, &self.out);
        app.listing = self.listing;
        app.wide = self.wide;
        Ok(app)
    }

    fn play(&self, app: &mut App, screen: &mut Screen, signals: &Signals) -> io::Result<()> {
        let clock = Instant::now();
        let mut pace = Pace::new(clock.elapsed());
        let mut next_draw = Duration::ZERO;
        let mut measured = (Duration::ZERO, 0);
        let mut frames = 0;
        let limit = self.frames.unwrap_or(u64::MAX);
        while !app.quits && frames < limit && !signals.caught() {
            let mut wait = match app.pace() {
                app::Pace::Real => pace.wait(clock.elapsed()).min(IDLE),
                app::Pace::Turbo => Duration::ZERO,
                app::Pace::Standing => IDLE,
            };
            while event::poll(wait)? {
                app.handle(event::read()?);
                wait = Duration::ZERO;
            }

            let now = clock.elapsed();
            match app.pace() {
                app::Pace::Real => {
                    let due = u64::from(pace.due(now)).min(limit - frames);
                    (0..due).for_each(|_| drop(app.player.frame()));
                    frames += due;
                }
                app::Pace::Turbo => {
                    while clock.elapsed() < now + TURBO_SLICE && frames < limit {
                        app.player.frame();
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
                screen.draw(|frame| view::draw(frame, app))?;
                // A slow line gets fewer pictures, not a slower machine.
                next_draw = clock.elapsed() + (clock.elapsed() - now) * 2;
            }
        }
        Ok(())
    }
}

fn on_terminal(error: io::Error) -> Failure {
    Failure::bad_file(format_args!("the terminal: {error}"))
}
