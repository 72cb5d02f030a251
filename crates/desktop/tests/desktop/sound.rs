//! The audio path in simulated time: ring buffer, pacing, and a null device whose clock is slightly off.

use std::time::Duration;

use girafa_desktop::null::NullDevice;
use girafa_desktop::ring::ring;
use girafa_frontend::Settings;
use girafa_frontend::pacer::{Level, Pacer};
use girafa_session::driver::Driver;
use girafa_spectrum::ula::{CLOCK_HZ, FRAME_TSTATES};

use crate::support::{Dice, desk_with_sound, glyphs, launched, tone};

const RATE: u32 = 44_100;

/// A host in simulated time.
struct Host {
    /// Relative error of the device's clock; positive if it is fast.
    error: f64,
    /// Number of samples that the device reads at a time.
    chunk: usize,
    /// Maximum time in milliseconds that the host may oversleep.
    late: usize,
}

/// The played samples and statistics of a simulation.
struct Recorded {
    samples: Vec<i16>,
    underruns: usize,
    overruns: usize,
    frames: u64,
    /// Minimum and maximum fill level of the ring after the first second, relative to its target.
    levels: (f64, f64),
}

impl Host {
    /// Runs for `seconds`; `frame` appends the samples of each frame.
    fn run(&self, seconds: u64, mut frame: impl FnMut(&mut Vec<i16>)) -> Recorded {
        let (mut feed, drain) = ring(RATE);
        let mut device = NullDevice::new(drain, self.chunk, self.error);
        let mut dice = Dice::new(7);
        let mut now = Duration::ZERO;
        let mut pacer = Pacer::new(now);
        let (mut samples, mut heard) = (Vec::new(), Vec::new());
        let mut frames = 0;
        let mut levels = (f64::MAX, 0.0f64);
        while now < Duration::from_secs(seconds) {
            device.advance(now, |sample| heard.push(sample));
            for _ in 0..pacer.due(now, Some(feed.level())) {
                samples.clear();
                frame(&mut samples);
                feed.push(&samples);
                frames += 1;
            }
            if now > Duration::from_secs(1) {
                let Level { level, target } = feed.level();
                let part = level as f64 / target as f64;
                levels = (levels.0.min(part), levels.1.max(part));
            }
            let sleep = pacer.wait(now).min(Duration::from_millis(10));
            let late = Duration::from_micros(dice.roll(self.late * 1000 + 1) as u64 + 200);
            now += sleep + late;
        }
        Recorded {
            samples: heard,
            underruns: feed.underruns(),
            overruns: feed.overruns(),
            frames,
            levels,
        }
    }
}

/// Appends silent samples at the machine's rate, without gaps or repetitions.
fn silent_frames() -> impl FnMut(&mut Vec<i16>) {
    let (mut frames, mut emitted) = (0u64, 0);
    move |samples| {
        frames += 1;
        let all = frames * u64::from(FRAME_TSTATES) * u64::from(RATE) / u64::from(CLOCK_HZ);
        samples.resize((all - emitted) as usize, 0);
        emitted = all;
    }
}

/// Five minutes with device clocks up to 0.5 % off, small and large chunks, and a host that oversleeps.
#[test]
fn no_crackle_over_five_minutes() {
    for error in [-0.005, -0.001, 0.0, 0.001, 0.005] {
        for (chunk, late) in [(128, 2), (441, 5), (1024, 5), (2048, 10), (4410, 15)] {
            let heard = Host { error, chunk, late }.run(300, silent_frames());
            let what = format!("error {error}, chunk {chunk}, late {late}: {:?}", heard.levels);
            assert_eq!((heard.underruns, heard.overruns), (0, 0), "{what}");
            // The machine follows the device's clock: 300 s are 15,024 frames.
            let expected = 300.0 * (1.0 + error) * f64::from(CLOCK_HZ) / f64::from(FRAME_TSTATES);
            assert!(
                (heard.frames as f64 - expected).abs() < 15.0,
                "{} frames, {what}",
                heard.frames
            );
        }
    }
}

/// Shows that the test above can fail: without rate control, the same device underruns or overruns.
#[test]
fn without_steering_it_would_crackle() {
    let (mut feed, drain) = ring(RATE);
    let mut device = NullDevice::new(drain, 1024, 0.005);
    let mut frame = silent_frames();
    let mut pacer = Pacer::new(Duration::ZERO);
    let mut samples = Vec::new();
    for millisecond in 0..300_000 {
        let now = Duration::from_millis(millisecond);
        device.advance(now, |_| {});
        for _ in 0..pacer.due(now, None) {
            samples.clear();
            frame(&mut samples);
            feed.push(&samples);
        }
    }
    assert!(feed.underruns() > 10, "{}", feed.underruns());
}

/// A short stall of the host causes one gap, not several.
#[test]
fn a_stall_is_one_gap() {
    let (mut feed, drain) = ring(RATE);
    let mut device = NullDevice::new(drain, 1024, 0.0);
    let mut frame = silent_frames();
    let mut pacer = Pacer::new(Duration::ZERO);
    let mut samples = Vec::new();
    for millisecond in (0..5_000).chain(5_400..60_000) {
        let now = Duration::from_millis(millisecond);
        device.advance(now, |_| {});
        for _ in 0..pacer.due(now, Some(feed.level())) {
            samples.clear();
            frame(&mut samples);
            feed.push(&samples);
        }
    }
    assert_eq!((feed.underruns(), feed.overruns()), (1, 0));
}

const BEEPS: &str = "10 PAUSE 20\n20 BEEP 1,0\n30 PAUSE 50\n";

/// BEEP 1,0 is middle C, 261.63 Hz, for a second (manual, chapter 19). The test counts device samples, so the
/// clock's error has no effect.
#[test]
fn a_beep_has_its_pitch_and_length() {
    for error in [-0.005, 0.005] {
        let mut desk = desk_with_sound(BEEPS, Settings::default(), Some(RATE));
        let host = Host {
            error,
            chunk: 1024,
            late: 5,
        };
        let heard = host.run(4, |samples| samples.extend(desk.frame()));
        assert_eq!((heard.underruns, heard.overruns), (0, 0));
        let (hertz, seconds) = tone(&heard.samples, RATE);
        println!("BEEP 1,0 is {hertz:.2} Hz for {seconds:.4} s");
        assert!((hertz - 261.63).abs() < 0.5, "{hertz} Hz");
        assert!((seconds - 1.0).abs() < 0.01, "{seconds} s");
    }
}

/// The device plays exactly the samples that the machine made.
#[test]
fn no_sample_is_lost_or_added() {
    let mut session = Driver::new(launched(BEEPS), glyphs()).with_sound(RATE);
    session.run(100, &mut ());
    let expected = session.samples();

    let mut desk = desk_with_sound(BEEPS, Settings::default(), Some(RATE));
    let host = Host {
        error: 0.004,
        chunk: 441,
        late: 8,
    };
    let heard = host.run(4, |samples| samples.extend(desk.frame()));
    let from = |samples: &[i16]| samples.iter().position(|&sample| sample.abs() > 3_000).unwrap();
    let (expected, heard) = (
        &expected[from(expected)..],
        &heard.samples[from(&heard.samples)..],
    );
    assert!(expected.len() > 60_000, "{}", expected.len());
    assert!(heard.starts_with(expected));
}
