//! Records a run as an animated GIF of the screen with its border.
//!
//! Only changes are written: a frame of the file is the rectangle that differs from the previous one, and
//! lasts until the next change. The palette is the machine's 16 colours, two of which are black.

use std::borrow::Cow;

use anyhow::Context;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use girafa_session::picture;
use girafa_spectrum::time::EmulatedTime;
use girafa_spectrum::ula::PALETTE;
use girafa_spectrum::{Screen, Spectrum};

/// Maximum file size in bytes; the animation ends there.
const MAX_GIF_BYTES: usize = 64 << 20;
/// Maximum duration of a still picture, in frames of the machine: five seconds. A program that computes for
/// minutes changes nothing on the screen.
const MAX_DELAY: u64 = 250;

/// A recorder for one run.
pub struct Film {
    encoder: Option<Encoder<Vec<u8>>>,
    scale: u32,
    /// The current picture with one byte per pixel, its area that is new, and the frame of the film in which
    /// it appeared.
    shown: Option<(Vec<u8>, Area, u64)>,
    /// Length of the film in frames.
    frames: u64,
    failure: Option<anyhow::Error>,
}

/// A rectangle of a picture, in pixels of the machine.
#[derive(Clone, Copy)]
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Film {
    /// Starts a recording. Each pixel of the machine is `scale` pixels wide and high.
    pub fn new(scale: u32) -> anyhow::Result<Film> {
        let (width, height) = Screen::size(true);
        let side = |pixels: u32| u16::try_from(pixels * scale).context("--scale");
        let mut encoder = Encoder::new(Vec::new(), side(width)?, side(height)?, PALETTE.as_flattened())?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Film {
            encoder: Some(encoder),
            scale,
            shown: None,
            frames: 0,
            failure: None,
        })
    }

    /// Records the picture at the end of a frame.
    pub fn frame(&mut self, machine: &Spectrum) {
        if self.is_full() || self.failure.is_some() {
            return;
        }
        let picture = machine.screen().colours(true);
        let (shown, since) = match &self.shown {
            Some((shown, _, since)) => (shown, *since),
            None => {
                let (width, height) = Screen::size(true);
                let all = Area {
                    left: 0,
                    top: 0,
                    width: width as usize,
                    height: height as usize,
                };
                self.shown = Some((picture, all, 0));
                self.frames = 1;
                return;
            }
        };
        match changed(shown, &picture) {
            None => self.frames = (self.frames + 1).min(since + MAX_DELAY),
            Some(area) => {
                self.write();
                self.shown = Some((picture, area, self.frames));
                self.frames += 1;
            }
        }
    }

    /// Whether the file has reached its maximum size.
    pub fn is_full(&self) -> bool {
        self.encoder
            .as_ref()
            .is_some_and(|encoder| encoder.get_ref().len() >= MAX_GIF_BYTES)
    }

    /// Ends the recording and returns the GIF file.
    pub fn done(mut self) -> anyhow::Result<Vec<u8>> {
        if !self.is_full() {
            self.write();
        }
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let encoder = self.encoder.take().context("no animation")?;
        Ok(encoder.into_inner()?)
    }

    /// Writes the current picture with its duration until now.
    fn write(&mut self) {
        let Some((picture, area, since)) = &self.shown else {
            return;
        };
        let cut: Vec<u8> = picture
            .chunks((Screen::size(true).0) as usize)
            .skip(area.top)
            .take(area.height)
            .flat_map(|row| &row[area.left..area.left + area.width])
            .copied()
            .collect();
        let pixels = picture::enlarged(&cut, area.width, 1, self.scale as usize);
        let side = |pixels: usize| (pixels * self.scale as usize) as u16;
        let frame = Frame {
            delay: (hundredths(self.frames) - hundredths(*since)) as u16,
            dispose: DisposalMethod::Keep,
            left: side(area.left),
            top: side(area.top),
            width: side(area.width),
            height: side(area.height),
            buffer: Cow::Owned(pixels),
            ..Frame::default()
        };
        if let Some(encoder) = &mut self.encoder
            && let Err(error) = encoder.write_frame(&frame)
        {
            self.failure = Some(error.into());
        }
    }
}

/// The duration of `frames` frames in hundredths of a second, rounded.
fn hundredths(frames: u64) -> u64 {
    (EmulatedTime::of_frames(frames).seconds() * 100.0).round() as u64
}

/// The smallest rectangle with all changed pixels, or `None` if there are none.
fn changed(before: &[u8], after: &[u8]) -> Option<Area> {
    let width = Screen::size(true).0 as usize;
    if before == after {
        return None;
    }
    let (mut left, mut right, mut top, mut bottom) = (width, 0, usize::MAX, 0);
    for (y, (before, after)) in before.chunks(width).zip(after.chunks(width)).enumerate() {
        if before == after {
            continue;
        }
        let differs = |x: &usize| before[*x] != after[*x];
        left = left.min((0..width).find(differs)?);
        right = right.max((0..width).rfind(differs)?);
        (top, bottom) = (top.min(y), y);
    }
    Some(Area {
        left,
        top,
        width: right + 1 - left,
        height: bottom + 1 - top,
    })
}
