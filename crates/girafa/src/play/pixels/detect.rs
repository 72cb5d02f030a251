//! Queries the terminal's image support. The answers arrive as bytes on standard input, like typed keys.
// On other systems, terminals are not queried, but the parser of the answers is tested.
#![cfg_attr(not(unix), allow(dead_code))]

use ratatui::crossterm::terminal::window_size;

use super::{Protocol, Wish};

/// Default size of a cell in pixels: that of the VT340.
const DEFAULT_CELL: (u16, u16) = (10, 20);

/// The image support of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pixels {
    /// The image protocol.
    pub protocol: Protocol,
    /// Size of a cell in pixels, as reported at the start.
    cell: (u16, u16),
}

impl Pixels {
    /// Determines the protocol from the user's choice and the terminal's answers. The terminal must be in raw
    /// mode, and no other code may read from it.
    pub fn find(wish: Wish) -> Option<Pixels> {
        let capabilities = match wish {
            Wish::Off => return None,
            Wish::Auto if is_multiplexed(|name| std::env::var(name).ok()) => return None,
            Wish::Auto => ask(&[KITTY, CELL]),
            Wish::Kitty | Wish::Sixel => match cell_of_window() {
                Some(cell) => Capabilities {
                    cell: Some(cell),
                    ..Capabilities::default()
                },
                None => ask(&[CELL]),
            },
        };
        let protocol = match wish {
            Wish::Kitty => Protocol::Kitty,
            Wish::Sixel => Protocol::Sixel,
            _ if capabilities.kitty => Protocol::Kitty,
            _ if capabilities.sixel => Protocol::Sixel,
            _ => return None,
        };
        Some(Pixels {
            protocol,
            cell: capabilities.cell.unwrap_or(DEFAULT_CELL),
        })
    }

    /// Current size of a cell in pixels: the user may change the font size.
    pub fn cell(&self) -> (u16, u16) {
        cell_of_window().unwrap_or(self.cell)
    }
}

/// Whether this runs inside tmux or screen, which drop images or show them as text.
fn is_multiplexed(variable: impl Fn(&str) -> Option<String>) -> bool {
    let term = variable("TERM").unwrap_or_default();
    variable("TMUX").is_some_and(|value| !value.is_empty())
        || variable("STY").is_some_and(|value| !value.is_empty())
        || term.starts_with("tmux")
        || term.starts_with("screen")
}

/// The size of a cell by the window's size in cells and in pixels, which not every terminal reports.
fn cell_of_window() -> Option<(u16, u16)> {
    let size = window_size().ok()?;
    let cell = (
        size.width.checked_div(size.columns)?,
        size.height.checked_div(size.rows)?,
    );
    (cell.0 > 0 && cell.1 > 0).then_some(cell)
}

/// Queries support for the kitty protocol with an image of one pixel.
const KITTY: &[u8] = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";
/// Queries the size of a cell in pixels.
const CELL: &[u8] = b"\x1b[16t";
/// Queries the device attributes (DA1). Every terminal answers this query, after all earlier ones.
const ATTRIBUTES: &[u8] = b"\x1b[c";

/// The answers of a terminal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Capabilities {
    kitty: bool,
    sixel: bool,
    cell: Option<(u16, u16)>,
    /// The device attributes were received, so no more answers follow.
    is_all: bool,
}

/// Parses answers, skipping all other bytes.
fn read(answers: &[u8]) -> Capabilities {
    let mut capabilities = Capabilities::default();
    let text = String::from_utf8_lossy(answers);
    for answer in text.split('\x1b').skip(1) {
        if let Some(graphics) = answer.strip_prefix("_G") {
            capabilities.kitty |= graphics == "i=31;OK";
        } else if let Some((numbers, 'c')) = answer.strip_prefix("[?").and_then(up_to_final) {
            capabilities.sixel |= numbers.split(';').any(|attribute| attribute == "4");
            capabilities.is_all = true;
        } else if let Some((numbers, 't')) = answer.strip_prefix("[6;").and_then(up_to_final) {
            let size = numbers.split_once(';');
            let size = size.and_then(|(height, width)| Some((width.parse().ok()?, height.parse().ok()?)));
            capabilities.cell = size.filter(|&(width, height): &(u16, u16)| width > 0 && height > 0);
        }
    }
    capabilities
}

/// The parameters of a control sequence and its final letter.
fn up_to_final(sequence: &str) -> Option<(&str, char)> {
    let end = sequence.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    Some((&sequence[..end], sequence[end..].chars().next()?))
}

#[cfg(unix)]
fn ask(questions: &[&[u8]]) -> Capabilities {
    use std::io::Write;
    use std::time::{Duration, Instant};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    /// Timeout for a terminal on a slow connection.
    const TIMEOUT: Duration = Duration::from_secs(1);

    let mut out = std::io::stdout().lock();
    let asked = out
        .write_all(&[questions.concat(), ATTRIBUTES.to_vec()].concat())
        .and_then(|()| out.flush());
    let (mut answers, start) = (Vec::new(), Instant::now());
    while asked.is_ok() && !read(&answers).is_all {
        let left = TIMEOUT.saturating_sub(start.elapsed());
        let wait = Timespec {
            tv_sec: left.as_secs() as i64,
            tv_nsec: left.subsec_nanos().into(),
        };
        let stdin = rustix::stdio::stdin();
        let mut ready = [PollFd::new(&stdin, PollFlags::IN)];
        match poll(&mut ready, Some(&wait)) {
            // Not `std::io::stdin`, which would buffer bytes that later readers need.
            Ok(1..) if ready[0].revents().contains(PollFlags::IN) => {
                let mut bytes = [0; 256];
                match rustix::io::read(stdin, &mut bytes) {
                    Ok(count @ 1..) => answers.extend(&bytes[..count]),
                    _ => break,
                }
            }
            Err(rustix::io::Errno::INTR) if !left.is_zero() => {}
            _ => break,
        }
    }
    read(&answers)
}

/// On other systems, terminals are not queried: `--pixels` sets the protocol.
#[cfg(not(unix))]
fn ask(_questions: &[&[u8]]) -> Capabilities {
    Capabilities::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let kitty = read(b"\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?62;c");
        let expected = Capabilities {
            kitty: true,
            sixel: false,
            cell: Some((10, 20)),
            is_all: true,
        };
        assert_eq!(kitty, expected);
        let sixel = read(b"ab\x1b[?63;1;2;4;22c");
        let expected = Capabilities {
            sixel: true,
            is_all: true,
            ..Capabilities::default()
        };
        assert_eq!(sixel, expected);
        // An error, attribute 14 instead of 4, a size of zero, a truncated answer.
        assert!(!read(b"\x1b_Gi=31;EINVAL:no\x1b\\").kitty);
        assert!(!read(b"\x1b[?62;14;24c").sixel);
        assert_eq!(read(b"\x1b[6;0;10t\x1b[?62;4"), Capabilities::default());
    }

    /// Damaged or split answers do not panic; at worst they count as no answer.
    #[test]
    fn damaged_answers() {
        let answer = b"\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?62;4c";
        for at in 0..answer.len() {
            for byte in 0..=255 {
                let mut damaged = answer.to_vec();
                damaged[at] = byte;
                let cell = read(&damaged).cell;
                assert!(cell.is_none_or(|(width, height)| width > 0 && height > 0));
            }
            let _ = (read(&answer[..at]), read(&answer[at..]));
        }
        assert_eq!(read(b"\x1b[6;99999999999;10t\x1b[?"), Capabilities::default());
    }

    #[test]
    fn multiplexers() {
        let within = |name: &'static str, value: &'static str| {
            is_multiplexed(|asked| (asked == name).then(|| value.to_owned()))
        };
        assert!(within("TMUX", "/tmp/tmux-0/default,1,0"));
        assert!(within("TERM", "screen.xterm-256color"));
        assert!(within("TERM", "tmux-256color"));
        assert!(!within("TERM", "xterm-kitty"));
        assert!(!within("TMUX", ""));
    }
}
