//! What the terminal can show: it is asked, and answers in bytes as if they were typed.
// Elsewhere terminals are not asked, but the answers' reader is tested.
#![cfg_attr(not(unix), allow(dead_code))]

use ratatui::crossterm::terminal::window_size;

use super::{Protocol, Wish};

/// Pixels of a cell where nothing says how many: the VT340's.
const USUAL_CELL: (u16, u16) = (10, 20);

/// What a terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pixels {
    /// How images are sent to it.
    pub protocol: Protocol,
    /// Pixels of a cell, as it said at the start.
    cell: (u16, u16),
}

impl Pixels {
    /// What the user wishes and the terminal has. It must be in raw mode, and nobody else read from it.
    pub fn find(wish: Wish) -> Option<Pixels> {
        let said = match wish {
            Wish::Off => return None,
            Wish::Auto if is_multiplexed(|name| std::env::var(name).ok()) => return None,
            Wish::Auto => ask(&[KITTY, CELL]),
            Wish::Kitty | Wish::Sixel => match cell_of_window() {
                Some(cell) => Said {
                    cell: Some(cell),
                    ..Said::default()
                },
                None => ask(&[CELL]),
            },
        };
        let protocol = match wish {
            Wish::Kitty => Protocol::Kitty,
            Wish::Sixel => Protocol::Sixel,
            _ if said.kitty => Protocol::Kitty,
            _ if said.sixel => Protocol::Sixel,
            _ => return None,
        };
        Some(Pixels {
            protocol,
            cell: said.cell.unwrap_or(USUAL_CELL),
        })
    }

    /// Pixels of a cell now: fonts are made larger and smaller.
    pub fn cell(&self) -> (u16, u16) {
        cell_of_window().unwrap_or(self.cell)
    }
}

/// Inside tmux or screen, which keep images from the terminal or show them as text.
fn is_multiplexed(variable: impl Fn(&str) -> Option<String>) -> bool {
    let term = variable("TERM").unwrap_or_default();
    variable("TMUX").is_some_and(|value| !value.is_empty())
        || variable("STY").is_some_and(|value| !value.is_empty())
        || term.starts_with("tmux")
        || term.starts_with("screen")
}

/// By the window's size in cells and in pixels, which not every terminal reports to the system.
fn cell_of_window() -> Option<(u16, u16)> {
    let size = window_size().ok()?;
    let cell = (
        size.width.checked_div(size.columns)?,
        size.height.checked_div(size.rows)?,
    );
    (cell.0 > 0 && cell.1 > 0).then_some(cell)
}

/// Asks whether an image of one pixel could be shown.
const KITTY: &[u8] = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";
/// Asks for the pixels of a cell.
const CELL: &[u8] = b"\x1b[16t";
/// Asks for the device attributes (DA1). Every terminal answers this, and after what it was asked before.
const ATTRIBUTES: &[u8] = b"\x1b[c";

/// What a terminal has answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Said {
    kitty: bool,
    sixel: bool,
    cell: Option<(u16, u16)>,
    /// The device attributes have come: there is no more.
    is_all: bool,
}

/// Reads answers; what is not one is skipped.
fn read(answers: &[u8]) -> Said {
    let mut said = Said::default();
    let text = String::from_utf8_lossy(answers);
    for answer in text.split('\x1b').skip(1) {
        if let Some(graphics) = answer.strip_prefix("_G") {
            said.kitty |= graphics == "i=31;OK";
        } else if let Some((numbers, 'c')) = answer.strip_prefix("[?").and_then(up_to_final) {
            said.sixel |= numbers.split(';').any(|attribute| attribute == "4");
            said.is_all = true;
        } else if let Some((numbers, 't')) = answer.strip_prefix("[6;").and_then(up_to_final) {
            let size = numbers.split_once(';');
            let size = size.and_then(|(height, width)| Some((width.parse().ok()?, height.parse().ok()?)));
            said.cell = size.filter(|&(width, height): &(u16, u16)| width > 0 && height > 0);
        }
    }
    said
}

/// The parameters of a control sequence, and the letter after them.
fn up_to_final(sequence: &str) -> Option<(&str, char)> {
    let end = sequence.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    Some((&sequence[..end], sequence[end..].chars().next()?))
}

#[cfg(unix)]
fn ask(questions: &[&[u8]]) -> Said {
    use std::io::Write;
    use std::time::{Duration, Instant};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    /// How long a terminal at the other end of a line may take.
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
            // Not `std::io::stdin`, which would keep to itself what it has read too much.
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

/// Elsewhere terminals are not asked: `--pixels` says what they have.
#[cfg(not(unix))]
fn ask(_questions: &[&[u8]]) -> Said {
    Said::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let kitty = read(b"\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?62;c");
        let wanted = Said {
            kitty: true,
            sixel: false,
            cell: Some((10, 20)),
            is_all: true,
        };
        assert_eq!(kitty, wanted);
        let sixel = read(b"ab\x1b[?63;1;2;4;22c");
        let wanted = Said {
            sixel: true,
            is_all: true,
            ..Said::default()
        };
        assert_eq!(sixel, wanted);
        // An error, 14 instead of 4, a size of nothing, the half of an answer.
        assert!(!read(b"\x1b_Gi=31;EINVAL:no\x1b\\").kitty);
        assert!(!read(b"\x1b[?62;14;24c").sixel);
        assert_eq!(read(b"\x1b[6;0;10t\x1b[?62;4"), Said::default());
    }

    /// Whatever a terminal sends, in whatever pieces: at most it has not answered.
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
        assert_eq!(read(b"\x1b[6;99999999999;10t\x1b[?"), Said::default());
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
