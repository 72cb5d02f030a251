//! The player without its window: the host's keys in, sound and pictures out.

use girafa_basic::shown::shown;
use girafa_frontend::commands::{Command, Front};
use girafa_frontend::files::Files;
use girafa_frontend::{Console, Pace, Settings};
use girafa_session::emulator::Emulator;
use girafa_session::input::Input;
use girafa_spectrum::Screen;
use girafa_spectrum::sound::Sound;

use crate::canvas::Canvas;
use crate::keyboard::{Event, Keyboard, Layout, Outcome};
use crate::{help, panes};

/// A console with the host's keyboard, sound and a picture.
pub struct Desk {
    console: Console,
    keyboard: Keyboard,
    rate: Option<u32>,
    sound: Option<Sound>,
    samples: Vec<i16>,
    /// Window pixels per machine pixel, if requested.
    scale: Option<u8>,
    canvas: Canvas,
    /// The program line of each row of the listing, as last drawn.
    rows: Vec<u16>,
    /// Value of the console's jump counter at the last check.
    jumps: u64,
}

impl Desk {
    /// A desk with a player whose files go to `files`. `layout` maps the host's keys; `rate` is in samples
    /// per second, `None` for no sound.
    pub fn new(
        player: Emulator,
        files: Files,
        settings: Settings,
        layout: Layout,
        rate: Option<u32>,
    ) -> Desk {
        let mut desk = Desk {
            console: Console::new(Front::Window, player, files, settings),
            keyboard: Keyboard::new(layout),
            rate,
            sound: None,
            samples: Vec::new(),
            scale: None,
            canvas: Canvas::default(),
            rows: Vec::new(),
            jumps: 0,
        };
        desk.listen();
        desk
    }

    /// The console, without keyboard, sound and picture.
    pub fn console(&self) -> &Console {
        &self.console
    }

    /// The console, without keyboard, sound and picture.
    pub fn console_mut(&mut self) -> &mut Console {
        &mut self.console
    }

    /// Runs a frame. Returns its sound: mono, 16 bits; empty if there is none.
    pub fn frame(&mut self) -> &[i16] {
        let pace = self.console.pace();
        if pace == Pace::Back {
            if self.keyboard.goes_back() {
                self.console.keep_going_back();
            }
        } else {
            let mut inputs = Vec::new();
            self.keyboard.before_frame(&mut inputs, pace == Pace::Turbo);
            self.put_in(inputs);
        }
        self.console.frame();
        self.samples.clear();
        self.look_for_jump();
        if let Some(sound) = &mut self.sound {
            sound.render(self.console.emulator_mut().machine_mut(), &mut self.samples);
        }
        &self.samples
    }

    fn put_in(&mut self, inputs: Vec<Input>) {
        inputs.into_iter().for_each(|input| self.console.put_in(input));
    }

    /// Handles an event of the host's keyboard.
    pub fn event(&mut self, event: Event) {
        let mut inputs = Vec::new();
        let outcome = self.keyboard.event(event, self.console.sticky, &mut inputs);
        // A key that closes the help has no other effect.
        if !self.console.help {
            // Keys that are still held are pressed when time continues: a Shift may yet belong to a player's
            // key.
            let stands = self.console.pace() == Pace::Standing;
            inputs.retain(|input| !(stands && matches!(input, Input::Hold(_))));
            self.put_in(std::mem::take(&mut inputs));
        }
        let console = &mut self.console;
        match outcome {
            Outcome::Nothing => {}
            Outcome::Command(command) => self.command(command),
            Outcome::Pressed => {
                console.message = None;
                if std::mem::take(&mut console.help) {
                    inputs.clear();
                    self.keyboard.let_go(&mut inputs);
                    self.put_in(inputs);
                } else {
                    console.sticky = Default::default();
                }
            }
            Outcome::NoKey(message) => console.message = Some(message),
        }
    }

    /// Handles a click at a position of the [`picture`](Self::picture): adds or removes the breakpoint of a
    /// line in the listing.
    pub fn click(&mut self, x: usize, y: usize) {
        let left = Screen::size(true).0 as usize;
        let is_listing = self.console.listing && (left..left + panes::PANE).contains(&x);
        let line = panes::listing_row(y)
            .filter(|_| is_listing)
            .and_then(|row| self.rows.get(row));
        if let Some(&line) = line {
            self.console.switch_breakpoint_at(line);
        }
    }

    /// Executes a command.
    pub fn command(&mut self, command: Command) {
        if let Some(Command::Scale(scale)) = self.console.command(command) {
            self.scale = Some(scale);
        }
        self.look_for_jump();
    }

    /// Restarts the sound after a change to another moment.
    fn look_for_jump(&mut self) {
        if self.jumps != self.console.jumps() {
            self.jumps = self.console.jumps();
            self.listen();
        }
    }

    /// Collects the sound of the current machine, if there is sound.
    fn listen(&mut self) {
        let machine = self.console.emulator_mut().machine_mut();
        machine.collect_beeper(false);
        self.sound = self.rate.map(|rate| Sound::new(machine, rate));
    }

    /// Switches the sound off.
    pub fn silence(&mut self) {
        self.rate = None;
        self.listen();
    }

    /// The window pixels per machine pixel, in each direction, if requested since the last call.
    pub fn take_scale(&mut self) -> Option<u8> {
        self.scale.take()
    }

    /// The window's title: the program, and how it ended.
    pub fn title(&self) -> String {
        let name = self.console.name();
        let title = match self.console.emulator().status() {
            Some(report) => format!("{name} - {report} - Girafa"),
            None => format!("{name} - Girafa"),
        };
        shown(&title).replace(['\n', '\t'], " ")
    }

    /// Width and height of the picture with its panes, in the machine's pixels.
    pub fn size(&self) -> (usize, usize) {
        let (width, height) = Screen::size(true);
        let console = &self.console;
        let panes = [console.listing, console.variables, console.paper];
        let panes = panes.into_iter().filter(|&pane| pane).count();
        (
            width as usize + panes * panes::PANE,
            height as usize + panes::STATUS,
        )
    }

    /// Draws the current picture with its panes.
    pub fn picture(&mut self) -> &Canvas {
        let size @ (width, _) = self.size();
        if self.canvas.size() != size {
            self.canvas = Canvas::new(size.0, size.1);
        }
        let screen = self.console.seen().screen().rgb(true);
        let mut left = screen.width as usize;
        self.canvas.image(0, 0, &screen);
        let first = self.first_line();
        let console = &mut self.console;
        let second = console.message.clone().or_else(|| console.emulator().status());
        let lines = [first.as_str(), second.as_deref().unwrap_or("F1 help")];
        panes::status(&mut self.canvas, screen.height as usize, left, lines);
        if console.help {
            help::draw(&mut self.canvas, left);
        }
        if console.listing {
            self.rows = panes::listing(&mut self.canvas, left, console);
            left += panes::PANE;
        }
        if console.variables {
            panes::variables(&mut self.canvas, left, console.machine());
            left += panes::PANE;
        }
        if console.paper {
            panes::paper(&mut self.canvas, left, console.printed_rows());
            left += panes::PANE;
        }
        debug_assert_eq!(left, width);
        &self.canvas
    }

    /// Program, emulated time, speed and unusual conditions.
    fn first_line(&self) -> String {
        let console = &self.console;
        let seconds = console.emulator().seconds() as u64;
        let mut line = format!(
            "{:.16}  {}:{:02}:{:02}  {:.0}%",
            console.name(),
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60,
            console.speed() * 100.0
        );
        for condition in console.conditions() {
            line = format!("{line}  {condition}");
        }
        line
    }
}
