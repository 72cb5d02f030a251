//! An X display for tests: Xvfb, read through its frame buffer file, with input from xdotool.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Timeout of every wait.
const TIMEOUT: Duration = Duration::from_secs(120);

/// An X server and a working directory.
pub struct Display {
    server: Child,
    name: String,
    directory: TempDir,
}

/// The contents of a window: 0x00RRGGBB, row by row.
pub struct Shot {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<u32>,
}

/// A window and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub id: String,
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
}

impl Display {
    /// Starts an X server. Returns `None` if Xvfb or xdotool is missing.
    pub fn start() -> Option<Display> {
        if !["Xvfb", "xdotool"]
            .into_iter()
            .all(girafa_test_support::has_command)
        {
            return None;
        }
        let directory = TempDir::new().unwrap();
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1900x1000x24",
                // Without this, the server restarts when the last window closes, and accepts no connections
                // for a moment.
                "-noreset",
                "-nolisten",
                "tcp",
            ])
            .arg("-fbdir")
            .arg(directory.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        let out = server.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut number).unwrap();
        assert!(!number.trim().is_empty(), "Xvfb found no free display");
        Some(Display {
            server,
            name: format!(":{}", number.trim()),
            directory,
        })
    }

    pub fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// A `girafa-desktop` command on this display, in the directory, which uses our editions, not the book's
    /// listings.
    pub fn player(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_girafa-desktop"));
        command
            .args(arguments)
            .env("DISPLAY", &self.name)
            .env("XDG_DATA_HOME", self.directory())
            .env("HOME", self.directory())
            .env_remove("GIRAFA_BOOK")
            .env_remove("GIRAFA_ROM")
            .current_dir(self.directory())
            .stdin(Stdio::null());
        command
    }

    /// Starts the player and waits for its window.
    pub fn play(&self, arguments: &[&str]) -> Playing<'_> {
        self.watch(&mut self.player(arguments))
    }

    /// Starts a command that runs the player and waits for its window.
    pub fn watch(&self, command: &mut Command) -> Playing<'_> {
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut playing = Playing {
            display: self,
            child: Some(child),
        };
        let start = Instant::now();
        let place = loop {
            if let Some(place) = playing.place() {
                break place;
            }
            if !playing.is_running() || start.elapsed() > TIMEOUT {
                panic!("no window came: {:?}", playing.end());
            }
            thread::sleep(Duration::from_millis(20));
        };
        // Without a window manager, keys go to the window under the pointer. A window that replaces this one
        // has about the same centre.
        let [x, y] = [place.x + place.width / 2, place.y + place.height / 2].map(|at| at.to_string());
        self.xdotool(&["mousemove", &x, &y]);
        playing
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let done = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.name)
            .output()
            .expect("xdotool starts");
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    }

    /// Reads the whole screen from Xvfb's file: an XWD header of big-endian words, a colour table, and pixels
    /// of four bytes, blue first.
    fn screen(&self) -> Shot {
        let file = fs::read(self.directory().join("Xvfb_screen0")).unwrap();
        let word = |index: usize| {
            let bytes = file[index * 4..][..4].try_into().unwrap();
            u32::from_be_bytes(bytes) as usize
        };
        let (width, height, line) = (word(4), word(5), word(12));
        assert_eq!((word(7), word(11)), (0, 32), "pixels of another kind");
        let start = word(0) + word(19) * 12;
        let row = |y: usize| file[start + y * line..][..width * 4].as_chunks::<4>().0;
        Shot {
            width,
            height,
            pixels: (0..height)
                .flat_map(row)
                .map(|&pixel| u32::from_le_bytes(pixel) & 0xFF_FFFF)
                .collect(),
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // It has no data to lose.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A running player with its window.
pub struct Playing<'a> {
    display: &'a Display,
    child: Option<Child>,
}

impl Playing<'_> {
    /// The window, if it is open.
    pub fn place(&self) -> Option<Place> {
        let display = self.display;
        let ids = display.xdotool(&["search", "--name", "Girafa"]);
        let id = ids.lines().last()?.to_owned();
        let shell = display.xdotool(&["getwindowgeometry", "--shell", &id]);
        let value = |name: &str| {
            let line = shell.lines().find_map(|line| line.strip_prefix(name))?;
            line.parse().ok()
        };
        Some(Place {
            x: value("X=")?,
            y: value("Y=")?,
            width: value("WIDTH=")?,
            height: value("HEIGHT=")?,
            id,
        })
    }

    /// Whether the process is still running.
    pub fn is_running(&mut self) -> bool {
        let child = self.child.as_mut();
        child.is_some_and(|child| child.try_wait().unwrap().is_none())
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.as_ref().map_or(0, Child::id)
    }

    /// The player's messages, which must be read before it ends.
    pub fn stderr(&mut self) -> &mut ChildStderr {
        let child = self.child.as_mut().expect("it has not ended");
        child.stderr.as_mut().expect("it is piped")
    }

    pub fn title(&self) -> String {
        let id = self.place().map(|place| place.id).unwrap_or_default();
        self.display.xdotool(&["getwindowname", &id])
    }

    /// The current contents of the window.
    pub fn shot(&self) -> Shot {
        let place = self.place().expect("there is a window");
        let screen = self.display.screen();
        let width = place.width.min(screen.width.saturating_sub(place.x));
        let height = place.height.min(screen.height.saturating_sub(place.y));
        let row = |y: usize| &screen.pixels[(place.y + y) * screen.width + place.x..][..width];
        Shot {
            width,
            height,
            pixels: (0..height).flat_map(row).copied().collect(),
        }
    }

    pub fn type_text(&self, text: &str) {
        self.display.xdotool(&["type", "--delay", "15", text]);
    }

    /// Runs xdotool with other arguments.
    pub fn xdotool(&self, arguments: &[&str]) -> String {
        self.display.xdotool(arguments)
    }

    /// Presses a key, given its X name.
    pub fn press(&self, key: &str) {
        self.display.xdotool(&["key", key]);
    }

    /// Resizes the window and moves it to the corner of the screen.
    pub fn resize(&self, width: usize, height: usize) {
        let place = self.place().expect("there is a window");
        self.display.xdotool(&["windowmove", &place.id, "0", "0"]);
        let [width, height] = [width, height].map(|size| size.to_string());
        self.display.xdotool(&["windowsize", &place.id, &width, &height]);
    }

    /// Waits until `find` returns a value, and returns it.
    pub fn wait_for<T>(&self, what: &str, find: impl Fn(&Self) -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = find(self) {
                return found;
            }
            assert!(start.elapsed() < TIMEOUT, "{what} did not come");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until the player ends, and returns its output.
    pub fn end(mut self) -> Output {
        let mut child = self.child.take().expect("it has not ended");
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if start.elapsed() > TIMEOUT {
                let _ = child.kill();
                panic!("the player does not end");
            }
            thread::sleep(Duration::from_millis(20));
        }
        child.wait_with_output().unwrap()
    }
}

impl Drop for Playing<'_> {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // A test has failed, and no test waits for the process.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
