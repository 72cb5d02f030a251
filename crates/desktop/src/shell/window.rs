//! The player's window.

use std::cell::RefCell;
use std::rc::Rc;

use girafa_desktop::canvas::{self, Colour};
use girafa_desktop::desk::Desk;
use girafa_desktop::keyboard::{Code, Event};
use girafa_frontend::keymap::HostKey;
use minifb::{InputCallback, Key, MouseButton, MouseMode, ScaleMode, WindowOptions};

/// A window that shows a desk.
pub struct Window {
    window: minifb::Window,
    title: String,
    scale: usize,
    /// The picture's size in machine pixels.
    picture: (usize, usize),
    /// The window's pixels, row by row.
    pixels: Vec<Colour>,
    events: Rc<RefCell<Vec<Event>>>,
    active: bool,
    /// Whether the pointer's left button is pressed.
    button: bool,
}

impl Window {
    /// Opens a window with `scale` window pixels per machine pixel, in each direction.
    pub fn open(desk: &Desk, scale: u8) -> anyhow::Result<Window> {
        let scale = usize::from(scale);
        let (title, picture) = (desk.title(), desk.size());
        let events = Rc::default();
        let window = open(&title, picture, scale, &events)?;
        Ok(Window {
            window,
            title,
            scale,
            picture,
            pixels: Vec::new(),
            events,
            active: true,
            button: false,
        })
    }

    /// Whether the window is open.
    pub fn is_open(&self) -> bool {
        self.window.is_open()
    }

    /// Draws the desk and reads the keys.
    pub fn show(&mut self, desk: &mut Desk) -> anyhow::Result<()> {
        let title = desk.title();
        if title != self.title {
            self.window.set_title(&title);
            self.title = title;
        }
        let (width, height) = self.window.get_size();
        if width == 0 || height == 0 {
            self.look();
            return Ok(());
        }
        desk.picture().fit(width, height, &mut self.pixels);
        let shown = self.window.update_with_buffer(&self.pixels, width, height);
        shown.map_err(failed)?;
        self.notice_focus();
        Ok(())
    }

    /// Reads the keys.
    pub fn look(&mut self) {
        self.window.update();
        self.notice_focus();
    }

    /// The pixel of the desk's picture that was clicked with the left button since the last call.
    pub fn clicked(&mut self, desk: &Desk) -> Option<(usize, usize)> {
        let is_down = self.window.get_mouse_down(MouseButton::Left);
        let was_down = std::mem::replace(&mut self.button, is_down);
        let (x, y) = self.window.get_unscaled_mouse_pos(MouseMode::Discard)?;
        let (width, height) = self.window.get_size();
        (is_down && !was_down)
            .then(|| canvas::pixel_at(desk.size(), (width, height), (x as usize, y as usize)))
            .flatten()
    }

    /// The keyboard events since the last call.
    pub fn events(&mut self) -> Vec<Event> {
        self.events.take()
    }

    /// Resizes the window to `scale` times the picture.
    pub fn set_scale(&mut self, desk: &Desk, scale: u8) -> anyhow::Result<()> {
        self.scale = usize::from(scale);
        self.reopen(desk)
    }

    /// Adapts the window to a picture of another size. A window that the user has resized keeps its size.
    pub fn fit(&mut self, desk: &Desk) -> anyhow::Result<()> {
        if self.picture == desk.size() {
            return Ok(());
        }
        let (width, height) = self.picture;
        if self.window.get_size() == (width * self.scale, height * self.scale) {
            self.reopen(desk)
        } else {
            self.picture = desk.size();
            Ok(())
        }
    }

    /// Replaces the window by a new one, because an open window cannot be resized by the program.
    fn reopen(&mut self, desk: &Desk) -> anyhow::Result<()> {
        self.picture = desk.size();
        let (x, y) = self.window.get_position();
        self.window = open(&self.title, self.picture, self.scale, &self.events)?;
        // Under X, the reported position counts the window's offset from its parent twice: leave the
        // placement to the window manager.
        if cfg!(any(windows, target_os = "macos")) {
            self.window.set_position(x, y);
        }
        self.events.borrow_mut().push(Event::LostFocus);
        Ok(())
    }

    fn notice_focus(&mut self) {
        let active = self.window.is_active();
        if self.active && !active {
            self.events.borrow_mut().push(Event::LostFocus);
        }
        self.active = active;
    }
}

fn open(
    title: &str,
    (width, height): (usize, usize),
    scale: usize,
    events: &Rc<RefCell<Vec<Event>>>,
) -> anyhow::Result<minifb::Window> {
    let options = WindowOptions {
        resize: true,
        // The picture is already in the window's size.
        scale_mode: ScaleMode::UpperLeft,
        ..WindowOptions::default()
    };
    let mut window = minifb::Window::new(title, width * scale, height * scale, options).map_err(failed)?;
    // The main loop paces the frames.
    window.set_target_fps(0);
    window.set_input_callback(Box::new(Listener(Rc::clone(events))));
    Ok(window)
}

fn failed(error: minifb::Error) -> anyhow::Error {
    anyhow::anyhow!(
        "cannot open a window: {} (`girafa play` runs in a terminal)",
        error.to_string().replace('\n', " ")
    )
}

/// Records the keyboard events in order.
struct Listener(Rc<RefCell<Vec<Event>>>);

impl InputCallback for Listener {
    fn add_char(&mut self, code: u32) {
        if let Some(c) = char::from_u32(code) {
            self.0.borrow_mut().push(Event::Char(c));
        }
    }

    fn set_key_state(&mut self, key: Key, is_down: bool) {
        if let Some(code) = code(key) {
            let event = if is_down {
                Event::Down(code)
            } else {
                Event::Up(code)
            };
            self.0.borrow_mut().push(event);
        }
    }
}

/// Maps the window library's key to the desk's key code.
fn code(key: Key) -> Option<Code> {
    const DIGITS: &[u8; 10] = b"0123456789";
    const LETTERS: &[u8; 26] = b"abcdefghijklmnopqrstuvwxyz";
    let nth = |chars: &[u8], first: Key| Code::Char(char::from(chars[key as usize - first as usize]));
    Some(match key {
        Key::Key0 | Key::Key1 | Key::Key2 | Key::Key3 | Key::Key4 => nth(DIGITS, Key::Key0),
        Key::Key5 | Key::Key6 | Key::Key7 | Key::Key8 | Key::Key9 => nth(DIGITS, Key::Key0),
        key if (Key::A..=Key::Z).contains(&key) => nth(LETTERS, Key::A),
        key if (Key::NumPad0..=Key::NumPad9).contains(&key) => nth(DIGITS, Key::NumPad0),
        key if (Key::F1..=Key::F12).contains(&key) => Code::Function(key as u8 - Key::F1 as u8 + 1),
        Key::Apostrophe => Code::Char('\''),
        Key::Backquote => Code::Char('`'),
        Key::Backslash => Code::Char('\\'),
        Key::Comma => Code::Char(','),
        Key::Equal => Code::Char('='),
        Key::LeftBracket => Code::Char('['),
        Key::Minus | Key::NumPadMinus => Code::Char('-'),
        Key::Period | Key::NumPadDot => Code::Char('.'),
        Key::RightBracket => Code::Char(']'),
        Key::Semicolon => Code::Char(';'),
        Key::Slash | Key::NumPadSlash => Code::Char('/'),
        Key::NumPadAsterisk => Code::Char('*'),
        Key::NumPadPlus => Code::Char('+'),
        Key::Space => Code::Char(' '),
        Key::Enter | Key::NumPadEnter => Code::Named(HostKey::Enter),
        Key::Backspace | Key::Delete => Code::Named(HostKey::Backspace),
        Key::Tab => Code::Named(HostKey::Tab),
        Key::Escape => Code::Named(HostKey::Escape),
        Key::Left => Code::Named(HostKey::Left),
        Key::Down => Code::Named(HostKey::Down),
        Key::Up => Code::Named(HostKey::Up),
        Key::Right => Code::Named(HostKey::Right),
        Key::Home => Code::Named(HostKey::Home),
        Key::End => Code::Named(HostKey::End),
        Key::PageUp => Code::Named(HostKey::PageUp),
        Key::PageDown => Code::Named(HostKey::PageDown),
        Key::Insert => Code::Named(HostKey::Insert),
        Key::LeftShift => Code::LeftShift,
        Key::RightShift => Code::RightShift,
        Key::LeftCtrl => Code::LeftCtrl,
        Key::RightCtrl => Code::RightCtrl,
        Key::LeftAlt => Code::LeftAlt,
        Key::RightAlt => Code::RightAlt,
        _ => return None,
    })
}
