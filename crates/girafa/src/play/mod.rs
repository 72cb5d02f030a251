//! `girafa play`

mod app;
mod help;
mod pixels;
mod terminal;
mod view;
mod watch;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use girafa_frontend::files::{self as play_files, Disk, Files};
use girafa_frontend::recorder::KeptCassette;
use girafa_frontend::{Console, Host, Settings};
use girafa_session::request::{Loading, RunRequest};

use app::App;
use girafa_cli_support::record::PlayedRecord;
use girafa_cli_support::{Exit, MachineOptions, begin, open_port, usage};
use girafa_dap::Port;
use pixels::Wish;
use terminal::{Input, Screen};
use watch::Watch;

/// Use the Spectrum interactively in the terminal
#[derive(Args)]
#[command(after_help = help::keys())]
pub struct Play {
    /// A listing, tape, snapshot, recording or id of an included program, as for `girafa run`; without it the machine
    /// starts empty
    #[arg(value_name = "TARGET")]
    target: Option<String>,
    #[command(flatten)]
    machine: MachineOptions,
    /// Place the program in memory and type RUN, for a ROM whose LOAD does not work
    #[arg(long, requires = "target")]
    poke: bool,
    /// Show the listing next to the picture, with the current line marked
    #[arg(long)]
    listing: bool,
    /// Show the printer's paper next to the picture
    #[arg(long)]
    paper: bool,
    /// Show the variables next to the picture
    #[arg(long)]
    variables: bool,
    /// Use two terminal columns per column of the screen, for the right proportions (needs 64 columns)
    #[arg(long)]
    wide: bool,
    /// Show the exact pixels, in terminals with the kitty graphics protocol or sixels
    #[arg(long, value_name = "HOW", value_enum, default_value = "auto")]
    pixels: Wish,
    /// Run as fast as possible instead of at 50 frames per second, except while the machine waits for a key
    #[arg(long)]
    turbo: bool,
    /// Quit after N frames
    #[arg(long, value_name = "N")]
    frames: Option<u64>,
    /// Tape for SAVE and LOAD: a .tap file; SAVE appends to it, or creates it [default: SAVE creates
    /// NAME-tape-1.tap]
    #[arg(long, value_name = "FILE.tap")]
    tape: Option<PathBuf>,
    /// Add what is played as a session to this session file, for `girafa test`: the keys, and what they show;
    /// or write its input in each frame as a recording, F.rzx
    #[arg(long, value_name = "F.toml", requires = "target", conflicts_with_all = ["poke", "tape"])]
    record: Option<PathBuf>,
    /// Let a debugger attach at this address, such as 4711 or 127.0.0.1:4711
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// Directory for pictures, saved states and tapes
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

/// Interval between key checks while no frame is due.
const IDLE_INTERVAL: Duration = Duration::from_millis(50);

/// Assumed bandwidth of the terminal in bytes per second, for images: about two megabits per second.
/// Characters need far less.
const BANDWIDTH: u64 = 256 * 1024;

/// The file operations of the player.
const DISK: Disk = Disk {
    read: |path| girafa_files::read(path).map_err(|error| error.to_string()),
    write: |path, bytes| girafa_files::write(path, bytes).map_err(|error| error.to_string()),
    write_new: |path, bytes| girafa_files::write_new(path, bytes).map_err(|error| error.to_string()),
};

impl Play {
    /// Plays until the user, a signal or the frame limit ends it.
    pub fn execute(self) -> anyhow::Result<Exit> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Err(usage(
                "play needs a terminal as standard input and output; use `girafa run` without one",
            ));
        }
        let mut app = self.app()?;
        let record = self.record()?;
        let mut port = open_port("girafa", self.listen.as_deref())?;
        let watch = Watch::start().map_err(on_terminal)?;
        let played = self.play(&mut app, &watch, port.as_mut());
        let last_words = app.console.end();
        let recorded = record.map_or(Ok(()), |record| record.save(app.console.history()));
        watch.obey();
        played.map_err(on_terminal)?;
        if let Some(words) = last_words {
            girafa_cli_support::eprint_line(format_args!("girafa: {words}"));
        }
        recorded.map(|()| Exit::Success)
    }

    fn record(&self) -> anyhow::Result<Option<PlayedRecord>> {
        let (Some(sessions), Some(target)) = (&self.record, &self.target) else {
            return Ok(None);
        };
        let program = Path::new(target);
        let record = PlayedRecord::new("girafa", program, sessions, &self.machine)?;
        Ok(Some(record))
    }

    fn app(&self) -> anyhow::Result<App> {
        let target = self.target.as_deref().map(Path::new);
        let rom = self.machine.rom_file();
        let read: Vec<&Path> = target.into_iter().chain(rom.as_deref()).collect();
        let places = [
            ("--tape", self.tape.as_deref()),
            ("--record", self.record.as_deref()),
        ];
        girafa_files::check_places(&read, places)?;
        let name = play_files::name_of(self.target.as_deref());
        let files = Files::new(&self.out, name, DISK).map_err(|error| anyhow::anyhow!("--out {error}"))?;
        let cassette = self.tape.as_ref().map(|path| KeptCassette::open(path, &DISK));
        let cassette = cassette.transpose()?;
        let request = RunRequest {
            loading: if self.poke {
                Loading::Poke
            } else {
                Loading::Instant
            },
            tape: None,
            ..RunRequest::default()
        };
        let player = begin("girafa", self.target.as_deref(), &self.machine, request)?;
        let settings = Settings {
            cassette: cassette.unwrap_or_default(),
            listing: self.listing,
            paper: self.paper,
            variables: self.variables,
            turbo: self.turbo,
            ..Settings::default()
        };
        let mut app = App::new(player, files, settings);
        app.wide = self.wide;
        Ok(app)
    }

    fn play(&self, app: &mut App, watch: &Watch, port: Option<&mut Port>) -> io::Result<()> {
        let screen = Screen::enter(self.pixels)?;
        app.has_pixels = screen.has_pixels();
        let mut host = TerminalHost {
            app,
            watch,
            port,
            input: Input::start()?,
            screen,
            clock: Instant::now(),
            next_draw: Duration::ZERO,
        };
        girafa_frontend::run(&mut host, self.frames.unwrap_or(u64::MAX))
    }
}

/// Runs a player in the terminal.
struct TerminalHost<'a> {
    app: &'a mut App,
    watch: &'a Watch,
    port: Option<&'a mut Port>,
    input: Input,
    screen: Screen,
    clock: Instant,
    next_draw: Duration,
}

impl Host for TerminalHost<'_> {
    type Error = io::Error;

    fn now(&self) -> Duration {
        self.clock.elapsed()
    }

    fn console(&mut self) -> &mut Console {
        &mut self.app.console
    }

    fn input(&mut self, longest: Duration) -> io::Result<()> {
        let mut wait = longest.min(IDLE_INTERVAL);
        while let Some(event) = self.input.wait(wait)? {
            self.app.handle(event);
            wait = Duration::ZERO;
        }
        if let Some(port) = &mut self.port {
            port.attend(&mut self.app.console);
        }
        if std::mem::take(&mut self.app.suspends) | self.watch.takes_stop() {
            if self.watch.has_shell() {
                self.screen.without(|| self.watch.stop())?;
            } else {
                self.app.console.message = Some("there is no shell to return to".to_owned());
            }
        }
        Ok(())
    }

    fn show(&mut self, _frames: u64) -> io::Result<()> {
        let now = self.now();
        if now >= self.next_draw {
            let bytes = self.screen.draw(self.app)?;
            // On a slow connection, draw fewer pictures; the machine keeps its speed.
            let drawn = self.now();
            let sending = Duration::from_micros(bytes * 1_000_000 / BANDWIDTH);
            self.next_draw = drawn + ((drawn - now) * 2).max(sending);
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.watch.ends()
    }
}

fn on_terminal(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context("the terminal")
}
