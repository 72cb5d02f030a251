//! The desk with the machine on it: what keys do, what a frame brings, what is to be seen.

use girafa_play::Player;
use girafa_play::listing::Listing;
use girafa_play::paper::Roll;
use girafa_session::picture;
use girafa_spectrum::snapshot::{Format, SnapshotError};
use girafa_spectrum::sound::Sound;
use girafa_spectrum::{Rom, Screen, Spectrum};

use crate::canvas::Canvas;
use crate::commands::Command;
use crate::keyboard::{Event, Keyboard, Layout, Outcome};
use crate::tapes::{Reel, Tapes};
use crate::{help, panes};

/// How a desk is set up.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Samples a second; `None` for no sound.
    pub rate: Option<u32>,
    /// How the host's keys are understood.
    pub keys: Layout,
    /// Tapes behind the one that is in the recorder.
    pub tapes: Vec<Reel>,
    /// Tapes play at their own speed.
    pub real_tape: bool,
    /// The listing is shown.
    pub listing: bool,
    /// The printer's paper is shown.
    pub paper: bool,
}

/// What the desk cannot do itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// A file is to be written: what it holds in a word, its extension, its bytes.
    Write(&'static str, &'static str, Vec<u8>),
    /// The state that was saved last is to be given to [`Desk::load_state`].
    LoadState,
    /// The window is to have so many pixels for one of the machine's, each way.
    Scale(u8),
    /// The picture has another size than before.
    Resized,
    /// The player is over.
    Quit,
}

/// A machine, its keyboard, tapes and paper, and what is shown.
pub struct Desk {
    player: Player,
    name: String,
    keyboard: Keyboard,
    tapes: Tapes,
    roll: Roll,
    program: Listing,
    rate: Option<u32>,
    sound: Option<Sound>,
    samples: Vec<i16>,
    listing: bool,
    paper: bool,
    help: bool,
    /// What happened last that the user should know; until the next key.
    message: Option<String>,
    /// Times the machine's own speed.
    speed: f64,
    effects: Vec<Effect>,
    canvas: Canvas,
}

impl Desk {
    /// A desk with a player of a program called `name`.
    pub fn new(mut player: Player, name: &str, settings: Settings) -> Desk {
        let tapes = Tapes::new(player.machine_mut(), name, settings.tapes, settings.real_tape);
        let mut desk = Desk {
            player,
            name: name.to_owned(),
            keyboard: Keyboard::new(settings.keys),
            tapes,
            roll: Roll::default(),
            program: Listing::default(),
            rate: settings.rate,
            sound: None,
            samples: Vec::new(),
            listing: settings.listing,
            paper: settings.paper,
            help: false,
            message: None,
            speed: 1.0,
            effects: Vec::new(),
            canvas: Canvas::default(),
        };
        desk.listen();
        desk
    }

    /// Runs a frame. Gives its sound: mono, 16 bits; empty where there is none.
    pub fn frame(&mut self) -> &[i16] {
        let turbo = self.player.turbo;
        self.keyboard.before_frame(self.player.hands_mut(), turbo);
        self.player.advance();
        let machine = self.player.machine_mut();
        self.roll.take(machine);
        if let Some(told) = self.tapes.after_frame(machine) {
            self.message = Some(told);
        }
        self.samples.clear();
        if let Some(sound) = &mut self.sound {
            sound.render(machine, &mut self.samples);
        }
        &self.samples
    }

    /// Takes what the host tells of its keyboard.
    pub fn event(&mut self, event: Event) {
        let outcome = self.keyboard.event(event, self.player.hands_mut());
        match outcome {
            Outcome::Nothing => {}
            Outcome::Command(command) => {
                self.message = None;
                self.command(command);
            }
            Outcome::Pressed => {
                self.message = None;
                self.help = false;
            }
            Outcome::NoKey(told) => self.message = Some(told),
        }
    }

    /// Does what one of the player's own keys asks for.
    pub fn command(&mut self, command: Command) {
        let machine = self.player.machine_mut();
        match command {
            Command::Help => self.help = !self.help,
            Command::Pause => self.player.paused = !self.player.paused,
            Command::Turbo => self.player.turbo = !self.player.turbo,
            Command::Reset => self.start_anew(),
            Command::Quit => self.effects.push(Effect::Quit),
            Command::Scale(scale) => self.effects.push(Effect::Scale(scale)),
            Command::Listing => {
                self.listing = !self.listing;
                self.effects.push(Effect::Resized);
            }
            Command::PaperPane => {
                self.paper = !self.paper;
                self.effects.push(Effect::Resized);
            }
            Command::LoadState => self.effects.push(Effect::LoadState),
            Command::SaveState => match Format::Szx.save(machine) {
                Ok(state) => self.effects.push(Effect::Write("state", "szx", state)),
                Err(error) => self.message = Some(error.to_string()),
            },
            Command::Screen => {
                let png = picture::screen_png(machine);
                self.effects.push(Effect::Write("screen", "png", png));
            }
            Command::Paper if self.roll.rows().is_empty() => {
                self.message = Some("nothing is printed on paper yet".to_owned());
            }
            Command::Paper => {
                let png = picture::paper_png(self.roll.rows());
                self.effects.push(Effect::Write("paper", "png", png));
            }
            Command::SaveTape if machine.deck().saved().is_empty() => {
                self.message = Some("nothing was SAVEd yet".to_owned());
            }
            Command::SaveTape => {
                let tape = machine.take_saved().to_tap();
                self.effects.push(Effect::Write("saved", "tap", tape));
            }
            Command::Tape => self.message = Some(self.tapes.play_or_stop(machine)),
            Command::Rewind => self.message = Some(self.tapes.rewind(machine)),
            Command::NextTape => self.message = Some(self.tapes.next(machine)),
            Command::RealTape => self.message = Some(self.tapes.toggle_real(machine)),
        }
    }

    /// Puts a saved state (`.szx`) in the machine's place; the tape is put in anew, the paper stays.
    pub fn load_state(&mut self, state: &[u8]) -> Result<(), SnapshotError> {
        let rom = Rom::from_bytes(&self.player.machine().memory()[..girafa_spectrum::ROM_SIZE]);
        let rom = rom.unwrap_or_else(|_| girafa_rom::girafa48());
        let mut machine = Format::Szx.load(state, &rom)?;
        self.tapes.move_to(&mut machine);
        self.player.set_machine(machine);
        self.listen();
        Ok(())
    }

    fn start_anew(&mut self) {
        self.player.reset();
        self.tapes.started_anew(self.player.machine_mut());
        self.listen();
    }

    /// Hears the machine that stands there now; nothing is collected where nobody does.
    fn listen(&mut self) {
        let machine = self.player.machine_mut();
        machine.collect_beeper(false);
        self.sound = self.rate.map(|rate| Sound::new(machine, rate));
    }

    /// There is no sound, or no longer.
    pub fn silence(&mut self) {
        self.rate = None;
        self.listen();
    }

    /// What is to be done for the desk since the last call.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Tells the user something, until the next key.
    pub fn tell(&mut self, message: String) {
        self.message = Some(message);
    }

    /// What the user is told.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// The machine runs at `speed` times its own.
    pub fn set_speed(&mut self, speed: f64) {
        self.speed = speed;
    }

    /// Whether the machine is to run as fast as it can.
    pub fn turbo(&self) -> bool {
        self.player.turbo
    }

    /// Whether time stands still.
    pub fn paused(&self) -> bool {
        self.player.paused
    }

    /// The machine.
    pub fn machine(&self) -> &Spectrum {
        self.player.machine()
    }

    /// The printer's paper.
    pub fn paper(&self) -> &Roll {
        &self.roll
    }

    /// The window's title: the program, and how it ended.
    pub fn title(&self) -> String {
        let name = &self.name;
        match self.player.report() {
            Some(report) => format!("{name} - {report} - Girafa"),
            None => format!("{name} - Girafa"),
        }
    }

    /// Width and height of the picture with its panes, in the machine's pixels.
    pub fn size(&self) -> (usize, usize) {
        let (width, height) = Screen::size(true);
        let panes = usize::from(self.listing) + usize::from(self.paper);
        (
            width as usize + panes * panes::PANE,
            height as usize + panes::STATUS,
        )
    }

    /// Everything as it is now.
    pub fn picture(&mut self) -> &Canvas {
        let size @ (width, _) = self.size();
        if self.canvas.size() != size {
            self.canvas = Canvas::new(size.0, size.1);
        }
        let machine = self.player.machine();
        let screen = machine.screen().rgb(true);
        let mut left = screen.width as usize;
        self.canvas.image(0, 0, &screen);
        let first = self.first_line();
        let second = self.message.clone().or_else(|| self.player.report());
        let lines = [first.as_str(), second.as_deref().unwrap_or("F1 help")];
        panes::status(&mut self.canvas, screen.height as usize, left, lines);
        if self.help {
            help::draw(&mut self.canvas, left);
        }
        if self.listing {
            panes::listing(&mut self.canvas, left, &mut self.program, machine);
            left += panes::PANE;
        }
        if self.paper {
            panes::paper(&mut self.canvas, left, self.roll.rows());
            left += panes::PANE;
        }
        debug_assert_eq!(left, width);
        &self.canvas
    }

    /// Program, emulated time, speed and switches.
    fn first_line(&self) -> String {
        let seconds = self.player.seconds() as u64;
        let mut line = format!(
            "{:.16}  {}:{:02}:{:02}  {:.0}%",
            self.name,
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60,
            self.speed * 100.0
        );
        for (is_on, name) in [(self.player.paused, "PAUSE"), (self.player.turbo, "TURBO")] {
            if is_on {
                line = format!("{line}  {name}");
            }
        }
        match self.tapes.playing(self.player.machine()) {
            Some(tape) => format!("{line}  {tape}"),
            None => line,
        }
    }

    /// Types a text, newlines as ENTER. Errors: a character that no key has; nothing is typed then.
    pub fn type_text(&mut self, text: &str) -> Result<(), girafa_session::keys::KeysError> {
        self.player.type_text(text)
    }
}
