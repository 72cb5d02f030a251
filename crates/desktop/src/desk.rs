//! The desk with the machine on it: the host's keys, a frame's sound, what is to be seen.

use girafa_basic::shown::shown;
use girafa_play::commands::{Command, Front};
use girafa_play::files::Files;
use girafa_play::{Console, Hands, Pace, Player, Settings};
use girafa_spectrum::Screen;
use girafa_spectrum::sound::Sound;

use crate::canvas::Canvas;
use crate::keyboard::{Event, Keyboard, Layout, Outcome};
use crate::{help, panes};

/// A console with a keyboard whose keys go up, with sound, and drawn.
pub struct Desk {
    console: Console,
    keyboard: Keyboard,
    rate: Option<u32>,
    sound: Option<Sound>,
    samples: Vec<i16>,
    /// Pixels of the window for one of the machine's, where that was asked for.
    scale: Option<u8>,
    canvas: Canvas,
}

impl Desk {
    /// A desk with a player whose files go to `files`. The host's keys are understood by `layout`; `rate` is samples a
    /// second, `None` for no sound.
    pub fn new(player: Player, files: Files, settings: Settings, layout: Layout, rate: Option<u32>) -> Desk {
        let mut desk = Desk {
            console: Console::new(Front::Window, player, files, settings),
            keyboard: Keyboard::new(layout),
            rate,
            sound: None,
            samples: Vec::new(),
            scale: None,
            canvas: Canvas::default(),
        };
        desk.listen();
        desk
    }

    /// What the desk stands for, but for keyboard, sound and picture.
    pub fn console(&self) -> &Console {
        &self.console
    }

    /// What the desk stands for, but for keyboard, sound and picture.
    pub fn console_mut(&mut self) -> &mut Console {
        &mut self.console
    }

    /// Runs a frame. Returns its sound: mono, 16 bits; empty where there is none.
    pub fn frame(&mut self) -> &[i16] {
        let turbo = self.console.pace() == Pace::Turbo;
        let player = self.console.player_mut();
        self.keyboard.before_frame(player.hands_mut(), turbo);
        self.console.frame();
        self.samples.clear();
        if let Some(sound) = &mut self.sound {
            sound.render(self.console.player_mut().machine_mut(), &mut self.samples);
        }
        &self.samples
    }

    /// Takes what the host reports of its keyboard.
    pub fn event(&mut self, event: Event) {
        let console = &mut self.console;
        let sticky = console.sticky;
        // A key that closes the help does nothing else.
        let mut nobody = Hands::default();
        let hands = if console.help {
            &mut nobody
        } else {
            console.player_mut().hands_mut()
        };
        match self.keyboard.event(event, sticky, hands) {
            Outcome::Nothing => {}
            Outcome::Command(command) => self.command(command),
            Outcome::Pressed => {
                console.message = None;
                if std::mem::take(&mut console.help) {
                    self.keyboard.let_go(console.player_mut().hands_mut());
                } else {
                    console.sticky = Default::default();
                }
            }
            Outcome::NoKey(message) => console.message = Some(message),
        }
    }

    /// Does what one of the player's own keys asks for.
    pub fn command(&mut self, command: Command) {
        if let Some(Command::Scale(scale)) = self.console.command(command) {
            self.scale = Some(scale);
        }
        if matches!(command, Command::Restart | Command::LoadState) {
            self.listen();
        }
    }

    /// Hears the machine that stands there now; nothing is collected where nobody does.
    fn listen(&mut self) {
        let machine = self.console.player_mut().machine_mut();
        machine.collect_beeper(false);
        self.sound = self.rate.map(|rate| Sound::new(machine, rate));
    }

    /// There is no sound, or no longer.
    pub fn silence(&mut self) {
        self.rate = None;
        self.listen();
    }

    /// The pixels of the window for one of the machine's, each way, that were asked for since the last call.
    pub fn take_scale(&mut self) -> Option<u8> {
        self.scale.take()
    }

    /// The window's title: the program, and how it ended.
    pub fn title(&self) -> String {
        let name = self.console.name();
        let title = match self.console.player().status() {
            Some(report) => format!("{name} - {report} - Girafa"),
            None => format!("{name} - Girafa"),
        };
        shown(&title).replace(['\n', '\t'], " ")
    }

    /// Width and height of the picture with its panes, in the machine's pixels.
    pub fn size(&self) -> (usize, usize) {
        let (width, height) = Screen::size(true);
        let panes = usize::from(self.console.listing) + usize::from(self.console.paper);
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
        let screen = self.console.machine().screen().rgb(true);
        let mut left = screen.width as usize;
        self.canvas.image(0, 0, &screen);
        let first = self.first_line();
        let console = &mut self.console;
        let second = console.message.clone().or_else(|| console.player().status());
        let lines = [first.as_str(), second.as_deref().unwrap_or("F1 help")];
        panes::status(&mut self.canvas, screen.height as usize, left, lines);
        if console.help {
            help::draw(&mut self.canvas, left);
        }
        if console.listing {
            panes::listing(&mut self.canvas, left, console);
            left += panes::PANE;
        }
        if console.paper {
            panes::paper(&mut self.canvas, left, console.roll().rows());
            left += panes::PANE;
        }
        debug_assert_eq!(left, width);
        &self.canvas
    }

    /// Program, emulated time, speed and what is not as usual.
    fn first_line(&self) -> String {
        let console = &self.console;
        let seconds = console.player().seconds() as u64;
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
