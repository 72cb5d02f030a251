//! The terminal, taken over and given back whatever happens.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::ResetColor;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};
use signal_hook::consts::TERM_SIGNALS;

/// The terminal in raw mode on its other screen; given back when this is dropped, or when the program panics.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal over.
    pub fn enter() -> io::Result<Screen> {
        give_back_before_panic_messages();
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        // From here on dropping it gives the terminal back, even if only half was taken.
        let screen = Screen { terminal };
        TAKEN.store(true, Ordering::Relaxed);
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, EnableBracketedPaste)?;
        Ok(screen)
    }

    /// Draws a picture: what differs from the last one is sent.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> io::Result<()> {
        self.terminal.draw(draw)?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether the terminal is to be given back: once, as doing it again would move the cursor into what was printed since.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Nothing can be done where this fails: the terminal is gone.
fn give_back() {
    if !TAKEN.swap(false, Ordering::Relaxed) {
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
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let message = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            message(info);
        }));
    });
}

/// The signals that end a program, caught so that the terminal can be given back first.
pub struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Catches SIGTERM, SIGINT, SIGQUIT and, where there is one, SIGHUP.
    pub fn catch() -> io::Result<Signals> {
        let caught = Arc::new(AtomicUsize::new(0));
        let mut signals = TERM_SIGNALS.to_vec();
        #[cfg(unix)]
        signals.push(signal_hook::consts::SIGHUP);
        for signal in signals {
            signal_hook::flag::register_usize(signal, Arc::clone(&caught), signal as usize)?;
        }
        Ok(Signals(caught))
    }

    /// Whether one has come.
    pub fn caught(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Does what the signal that has come does to a program that does not catch it.
    pub fn obey(&self) {
        let signal = self.0.load(Ordering::Relaxed);
        if signal != 0 {
            // Where this fails the program ends as usual, a moment later.
            let _ = signal_hook::low_level::emulate_default_handler(signal as i32);
        }
    }
}

#[cfg(test)]
#[path = "../../tests/command/tmux.rs"]
mod tmux;

#[cfg(test)]
mod tests {
    use super::*;
    use tmux::Tmux;

    /// Set for the process that panics with the terminal taken over.
    const PANICS: &str = "GIRAFA_TEST_PANICS";

    #[test]
    fn a_panic_gives_the_terminal_back() {
        if std::env::var_os(PANICS).is_some() {
            let _screen = Screen::enter().unwrap();
            panic!("to see what becomes of the terminal");
        }
        let Some(tmux) = Tmux::start(200, 24) else { return };
        let itself = std::env::current_exe().unwrap();
        let command = format!(
            "RUST_BACKTRACE=0 {PANICS}=1 '{}' --exact --nocapture play::terminal::tests::a_panic_gives_the_terminal_back",
            itself.display()
        );
        let settings = tmux.settings_before_and_after(&command, |_| {});
        assert_eq!(settings.before, settings.after);
        let shown = tmux.wait_for("to see what becomes of the terminal");
        assert!(shown.contains("panicked at"), "{shown}");
        assert!(!tmux.is_on_other_screen());
    }
}
