//! A terminal for tests: tmux with its own socket.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Maximum time to wait for expected output.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A tmux server with one window, in which a shell runs.
pub struct Tmux {
    socket: String,
    directory: TempDir,
}

/// The output of `stty -a` before and after a command.
pub struct Settings {
    /// Before the command.
    pub before: String,
    /// After the command.
    pub after: String,
}

impl Tmux {
    /// Starts a terminal of `columns` x `rows`. Returns `None` if tmux is missing.
    pub fn start(columns: u16, rows: u16) -> Option<Tmux> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        if !crate::has_command("tmux") {
            return None;
        }
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let tmux = Tmux {
            socket: format!("girafa-{}-{count}", std::process::id()),
            directory: TempDir::new().unwrap(),
        };
        let size = [columns.to_string(), rows.to_string()];
        let options = [
            "-f",
            "/dev/null",
            "-u",
            "new-session",
            "-d",
            "-x",
            &size[0],
            "-y",
            &size[1],
            "env",
            "PS1=ready: ",
            "sh",
        ];
        let started = tmux.call(&options);
        assert!(
            started.status.success(),
            "{}",
            String::from_utf8_lossy(&started.stderr)
        );
        tmux.call(&["set", "-g", "status", "off"]);
        tmux.resize(columns, rows);
        tmux.wait_for("ready:");
        Some(tmux)
    }

    fn call(&self, arguments: &[&str]) -> Output {
        Command::new("tmux")
            .args(["-L", &self.socket])
            .args(arguments)
            .env("LC_ALL", "C.UTF-8")
            .env_remove("TMUX")
            .current_dir(self.directory())
            .output()
            .expect("tmux starts")
    }

    /// The working directory of the shell.
    pub fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// Presses keys, given by tmux's names.
    pub fn press(&self, keys: &[&str]) {
        self.call(&[&["send-keys"], keys].concat());
    }

    /// The text on the screen.
    pub fn screen(&self) -> String {
        String::from_utf8_lossy(&self.call(&["capture-pane", "-p"]).stdout).into_owned()
    }

    /// Waits until the screen contains `text`, and returns the screen.
    pub fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Waits until `condition` accepts the screen, and returns the screen.
    pub fn wait_until(&self, what: &str, condition: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if condition(&screen) {
                return screen;
            }
            assert!(start.elapsed() < TIMEOUT, "{what} did not come:\n{screen}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Resizes the window.
    pub fn resize(&self, columns: u16, rows: u16) {
        let size = [columns.to_string(), rows.to_string()];
        self.call(&["resize-window", "-x", &size[0], "-y", &size[1]]);
    }

    /// The text on the screen, with its colours as escape sequences.
    pub fn coloured_screen(&self) -> String {
        String::from_utf8_lossy(&self.call(&["capture-pane", "-p", "-e"]).stdout).into_owned()
    }

    /// Closes the terminal, as if its window were closed.
    pub fn vanish(&self) {
        self.call(&["kill-server"]);
    }

    /// Whether the terminal shows its alternate screen, as full-screen programs do.
    pub fn is_on_other_screen(&self) -> bool {
        let shown = self.call(&["display-message", "-p", "#{alternate_on}"]);
        String::from_utf8_lossy(&shown.stdout).trim() == "1"
    }

    /// Runs `command` in the shell, with `during` while it runs, and returns the terminal's settings before
    /// and after.
    pub fn settings_before_and_after(&self, command: &str, during: impl FnOnce(&Tmux)) -> Settings {
        let script =
            format!("stty -a > before\n{command}\necho exit $? end\nstty -a > after\necho over-$((1+1))\n");
        std::fs::write(self.directory().join("script"), script).unwrap();
        self.press(&[". ./script", "Enter"]);
        during(self);
        self.wait_for("over-2");
        let read = |name: &str| std::fs::read_to_string(self.directory().join(name)).unwrap();
        Settings {
            before: read("before"),
            after: read("after"),
        }
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.call(&["kill-server"]);
    }
}
