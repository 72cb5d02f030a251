//! Takes over the terminal and restores it, even after a panic.

use std::cell::RefCell;
use std::io::{self, Write, stdout};
use std::mem::ManuallyDrop;
use std::panic;
use std::rc::Rc;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableBracketedPaste, EnableBracketedPaste, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::queue;
use ratatui::crossterm::style::ResetColor;
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::{Position, Rect};

use super::app::App;
use super::pixels::detect::Pixels;
use super::pixels::{Painter, Place, Wish};
use super::view;

/// The terminal in raw mode with the alternate screen. It is restored when this is dropped, or when the
/// program panics.
pub struct Screen {
    /// Never dropped: its `drop` would report on standard error, which may be closed too, that it cannot show
    /// the cursor.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Collected>>>,
    /// Output that is sent together at the end of a draw.
    out: Collected,
    pixels: Option<(Pixels, Painter)>,
    /// The terminal's size and the place of the pixels at the last draw.
    drawn: Option<(Rect, Option<Place>)>,
}

impl Screen {
    /// Takes over the terminal and queries its image support. No other code may read from the terminal yet.
    pub fn enter(wish: Wish) -> io::Result<Screen> {
        give_back_before_panic_messages();
        let out = Collected::default();
        // From here on, dropping `screen` restores the terminal, even if taking over fails halfway.
        let mut screen = Screen {
            terminal: ManuallyDrop::new(Terminal::new(CrosstermBackend::new(out.clone()))?),
            out,
            pixels: None,
            drawn: None,
        };
        take_over()?;
        screen.pixels = Pixels::find(wish).map(|pixels| (pixels, Painter::new(pixels.protocol)));
        Ok(screen)
    }

    /// Whether the terminal can show pixels.
    pub fn has_pixels(&self) -> bool {
        self.pixels.is_some()
    }

    /// Draws a picture by sending the changes in one synchronised update. Returns the number of bytes sent.
    pub fn draw(&mut self, app: &mut App) -> io::Result<u64> {
        let area = Rect::from((Position::ORIGIN, self.terminal.size()?));
        let place = self
            .pixels
            .as_ref()
            .and_then(|(pixels, _)| view::pixels(area, app, pixels));
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        if self.drawn.is_some_and(|drawn| drawn != (area, place)) {
            if let Some((_, painter)) = &mut self.pixels {
                painter.forget(self.terminal.backend_mut())?;
            }
            // Clears the terminal, including images, which the cell buffer does not track.
            self.terminal.resize(area)?;
        }
        self.drawn = Some((area, place));
        self.terminal.draw(|frame| view::draw(frame, app, place))?;
        if let (Some((_, painter)), Some(place)) = (&mut self.pixels, place) {
            let picture = app.console.seen().screen().colours(true);
            painter.paint(picture, place, self.terminal.backend_mut())?;
        }
        queue!(self.terminal.backend_mut(), EndSynchronizedUpdate)?;
        let bytes = self.out.take();
        // Without a change, there is no command that moves the cursor (final byte `H`).
        if !bytes.contains(&b'H') {
            return Ok(0);
        }
        send(&bytes)?;
        Ok(bytes.len() as u64)
    }

    /// Restores the terminal while `meanwhile` runs, and takes it over again.
    pub fn without(&mut self, meanwhile: impl FnOnce()) -> io::Result<()> {
        self.forget_pixels()?;
        give_back();
        meanwhile();
        take_over()?;
        self.drawn = None;
        let area = Rect::from((Position::ORIGIN, self.terminal.size()?));
        self.terminal.resize(area)
    }

    /// Deletes images that remain after leaving the alternate screen.
    fn forget_pixels(&mut self) -> io::Result<()> {
        let mut bytes = Vec::new();
        if let Some((_, painter)) = &mut self.pixels {
            painter.forget(&mut bytes)?;
        }
        send(&bytes)
    }
}

/// A buffer of bytes to send.
#[derive(Clone, Default)]
struct Collected(Rc<RefCell<Vec<u8>>>);

impl Collected {
    fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for Collected {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn send(bytes: &[u8]) -> io::Result<()> {
    let mut out = stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Errors are ignored: the terminal is gone.
        let _ = self.forget_pixels();
        give_back();
    }
}

/// Whether the terminal must be restored. This is done only once: a second time would move the cursor into
/// later output.
static NEEDS_RESTORE: AtomicBool = AtomicBool::new(false);

fn take_over() -> io::Result<()> {
    NEEDS_RESTORE.store(true, Ordering::Relaxed);
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableBracketedPaste)
}

/// Restores the terminal. Errors are ignored: the terminal is gone.
fn give_back() {
    if !NEEDS_RESTORE.swap(false, Ordering::Relaxed) {
        return;
    }
    let _ = disable_raw_mode();
    let _ = execute!(
        stdout(),
        DisableBracketedPaste,
        ResetColor,
        LeaveAlternateScreen,
        Show
    );
}

fn give_back_before_panic_messages() {
    static HOOK_ONCE: Once = Once::new();
    HOOK_ONCE.call_once(|| {
        let message = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            message(info);
        }));
    });
}

/// The terminal's events, read by a separate thread: reading blocks forever if the terminal is gone or stops
/// in the middle of a key sequence.
pub struct Input(Receiver<io::Result<Event>>);

impl Input {
    /// Starts the reading thread. The terminal must be in raw mode.
    pub fn start() -> io::Result<Input> {
        let (sender, receiver) = mpsc::channel();
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            loop {
                let event = event::read();
                if let Ok(Event::Resize(..)) = event {
                    wake_reader();
                }
                let is_last = event.is_err();
                if sender.send(event).is_err() || is_last {
                    return;
                }
            }
        })?;
        Ok(Input(receiver))
    }

    /// Waits for the next event; `None` after the timeout `longest`.
    pub fn wait(&self, longest: Duration) -> io::Result<Option<Event>> {
        match self.0.recv_timeout(longest) {
            Ok(event) => event.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

/// Makes the system report pending keys again. crossterm 0.29 is notified of a key only once. If a resize is
/// reported at the same time, it ignores the key until the next one. Linux wakes all readers of a terminal
/// when its settings are written.
fn wake_reader() {
    #[cfg(unix)]
    {
        use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
        let stdin = rustix::stdio::stdin();
        if let Ok(settings) = tcgetattr(stdin) {
            // A closed terminal is detected elsewhere.
            let _ = tcsetattr(stdin, OptionalActions::Now, &settings);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_test_support::tmux::Tmux;

    /// Environment variable of the child process that panics while it has the terminal.
    const PANIC_VARIABLE: &str = "GIRAFA_TEST_PANICS";

    #[test]
    fn a_panic_restores_the_terminal() {
        if std::env::var_os(PANIC_VARIABLE).is_some() {
            let _screen = Screen::enter(Wish::Off).unwrap();
            panic!("to see what becomes of the terminal");
        }
        let Some(tmux) = Tmux::start(200, 24) else { return };
        let itself = std::env::current_exe().unwrap();
        let command = format!(
            "RUST_BACKTRACE=0 {PANIC_VARIABLE}=1 '{}' --exact --nocapture play::terminal::tests::a_panic_restores_the_terminal",
            itself.display()
        );
        let settings = tmux.settings_before_and_after(&command, |_| {});
        assert_eq!(settings.before, settings.after);
        let shown = tmux.wait_for("to see what becomes of the terminal");
        assert!(shown.contains("panicked at"), "{shown}");
        assert!(!tmux.is_on_other_screen());
    }
}
