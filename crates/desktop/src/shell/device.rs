//! The sound device, or its replacement.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{ErrorKind, FromSample, SampleFormat, SizedSample, Stream, StreamConfig};
use girafa_cli_support::wav::{RATE, Wav};
use girafa_desktop::null::NullDevice;
use girafa_desktop::ring::{Drain, Feed, ring};
use girafa_frontend::pacer::Level;
use girafa_spectrum::time::EmulatedTime;
use girafa_spectrum::ula::{CLOCK_HZ, FRAME_TSTATES};

/// Samples per chunk for a file: 10 ms.
const FILE_CHUNK: usize = 441;

/// Maximum number of frames in a file: an hour, 317 MB. In turbo, a day would take only a minute.
const FILE_FRAMES: u32 = 3600 * (CLOCK_HZ / FRAME_TSTATES);

/// The output for samples.
pub struct Device {
    feed: Option<Feed>,
    rate: u32,
    sink: Sink,
}

enum Sink {
    Nothing,
    /// A device's stream, which plays until it is dropped.
    Playing {
        _stream: Stream,
        lost: Arc<AtomicBool>,
    },
    File(Box<File>),
}

/// A null device that writes its samples to a file. It uses the machine's clock, so that the same run gives
/// the same file however busy the host is.
struct File {
    device: NullDevice,
    frames: u32,
    wav: Wav,
}

impl Device {
    /// Opens the host's device, or a file. Without a device, prints one line of warning.
    pub fn open(mute: bool, file: Option<&Path>) -> anyhow::Result<Device> {
        match file {
            Some(path) => Device::file(path),
            None if mute => Ok(Device::nothing()),
            None => Ok(Device::host().unwrap_or_else(|reason| {
                girafa_cli_support::eprint_line(format_args!("girafa-desktop: no sound: {reason}"));
                Device::nothing()
            })),
        }
    }

    fn nothing() -> Device {
        Device {
            feed: None,
            rate: 0,
            sink: Sink::Nothing,
        }
    }

    fn file(path: &Path) -> anyhow::Result<Device> {
        let wav = Wav::new(path)?;
        let (feed, drain) = ring(RATE);
        Ok(Device {
            feed: Some(feed),
            rate: RATE,
            sink: Sink::File(Box::new(File {
                device: NullDevice::new(drain, FILE_CHUNK, 0.0),
                frames: 0,
                wav,
            })),
        })
    }

    fn host() -> Result<Device, String> {
        // ALSA prints its own messages on standard error if it finds no device.
        #[cfg(target_os = "linux")]
        let _quiet = alsa::Output::local_error_handler();
        let device = cpal::default_host()
            .default_output_device()
            .ok_or("there is no sound device")?;
        let config = device.default_output_config().map_err(one_line)?;
        let format = config.sample_format();
        let config: StreamConfig = config.into();
        let rate = config.sample_rate;
        let (feed, drain) = ring(rate);
        let lost = Arc::new(AtomicBool::new(false));
        let stream = match format {
            SampleFormat::F32 => stream::<f32>(&device, config, drain, &lost),
            SampleFormat::I16 => stream::<i16>(&device, config, drain, &lost),
            SampleFormat::I32 => stream::<i32>(&device, config, drain, &lost),
            SampleFormat::U8 => stream::<u8>(&device, config, drain, &lost),
            SampleFormat::U16 => stream::<u16>(&device, config, drain, &lost),
            other => {
                return Err(format!(
                    "the sound device needs an unsupported sample format, {other}"
                ));
            }
        };
        let stream = stream.map_err(one_line)?;
        stream.play().map_err(one_line)?;
        Ok(Device {
            feed: Some(feed),
            rate,
            sink: Sink::Playing {
                _stream: stream,
                lost,
            },
        })
    }

    /// Samples per second; `None` if there is no output.
    pub fn rate(&self) -> Option<u32> {
        self.feed.as_ref().map(|_| self.rate)
    }

    /// Number of samples queued for a device with its own clock.
    pub fn level(&self) -> Option<Level> {
        let feed = self.feed.as_ref()?;
        matches!(self.sink, Sink::Playing { .. }).then(|| feed.level())
    }

    /// Outputs a frame's samples.
    pub fn push(&mut self, samples: &[i16]) {
        let Some(feed) = &mut self.feed else { return };
        if let Sink::File(file) = &mut self.sink {
            if file.frames == FILE_FRAMES {
                return;
            }
            file.frames += 1;
            feed.push(samples);
            let now = EmulatedTime::of_frames(file.frames.into()).duration();
            let File { device, wav, .. } = &mut **file;
            device.advance(now, |sample| wav.add(&[sample]));
        } else {
            feed.push(samples);
        }
    }

    /// Outputs a frame's samples in turbo: only a file takes them.
    pub fn hurry(&mut self, samples: &[i16]) {
        match self.sink {
            Sink::File(_) => self.push(samples),
            _ => self.rest(),
        }
    }

    /// Announces that no samples will come for a while.
    pub fn rest(&mut self) {
        if let Some(feed) = &mut self.feed {
            feed.rest();
        }
    }

    /// The reason why there is no more sound, returned once.
    pub fn fault(&mut self) -> Option<String> {
        let is_lost = matches!(&self.sink, Sink::Playing { lost, .. } if lost.load(Ordering::Acquire));
        is_lost.then(|| {
            *self = Device::nothing();
            "the sound device was removed".to_owned()
        })
    }

    /// Completes the file, if there is one.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        match std::mem::replace(&mut self.sink, Sink::Nothing) {
            Sink::File(file) => {
                let File {
                    mut device, mut wav, ..
                } = *file;
                device.finish(|sample| wav.add(&[sample]));
                wav.finish()
            }
            _ => Ok(()),
        }
    }
}

/// A stream of the device that plays each sample on all channels. It sets `lost` when it stops playing.
fn stream<T: SizedSample + FromSample<i16>>(
    device: &cpal::Device,
    config: StreamConfig,
    mut drain: Drain,
    lost: &Arc<AtomicBool>,
) -> Result<Stream, cpal::Error> {
    let channels = usize::from(config.channels.max(1));
    let lost = Arc::clone(lost);
    device.build_output_stream(
        config,
        move |data: &mut [T], _: &cpal::OutputCallbackInfo| {
            let mut frames = data.chunks_mut(channels);
            drain.take(frames.len(), |sample| {
                if let Some(frame) = frames.next() {
                    frame.fill(T::from_sample(sample));
                }
            });
        },
        move |error| {
            if matches!(
                error.kind(),
                ErrorKind::DeviceNotAvailable | ErrorKind::StreamInvalidated
            ) {
                lost.store(true, Ordering::Release);
            }
        },
        None,
    )
}

fn one_line(error: impl std::fmt::Display) -> String {
    error.to_string().replace('\n', " ")
}
