//! Runs in real time: at the Spectrum's speed, with keys from the client and sound for it.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use girafa_debugger::{Debugger, Stop};
use girafa_frontend::keymap::{self, HostKey, Shifts};
use girafa_frontend::pacer::Pacer;
use girafa_inspect::polls::reads_keys_itself;
use girafa_inspect::sysvars;
use girafa_inspect::waiting::Waiting;
use girafa_session::idle::IdleDetector;
use girafa_session::input::Input;
use girafa_session::keys::Chord;
use girafa_session::outcome::End;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Program, Request, Server, State, arguments};

/// Samples of sound per second.
pub(super) const RATE: u32 = 22_050;

/// Minimum duration of a key press in frames: a game may read the keyboard in every second frame.
const MIN_PRESS_FRAMES: u32 = 4;

/// Maximum number of keys of the client that are down: a Spectrum has as many.
const MAX_KEYS: usize = 40;

/// The pace of a program that runs in real time, and the keys of the client.
pub(super) struct RealTime {
    begun: Instant,
    pacer: Pacer,
    idle: IdleDetector,
    /// The key that was typed last, by its position on the client's keyboard, while it is down.
    kept: Option<(String, Chord)>,
    /// The keys that are held for a program that reads the keyboard itself.
    held: Vec<Held>,
}

/// A key of the client that holds keys of the Spectrum.
struct Held {
    /// Its position on the client's keyboard.
    code: String,
    chord: Chord,
    /// Frames since it went down.
    frames: u32,
    is_released: bool,
}

impl Held {
    fn is_over(&self) -> bool {
        self.is_released && self.frames > MIN_PRESS_FRAMES
    }
}

/// A key of the client that goes down or up.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct KeyChange {
    /// Its position, such as `KeyA`.
    code: String,
    /// What it types, such as `a` or `ArrowLeft`.
    #[serde(default)]
    key: String,
    /// Whether SYMBOL SHIFT is pressed with it.
    #[serde(default)]
    symbol: bool,
    is_down: bool,
}

impl RealTime {
    pub(super) fn new() -> RealTime {
        RealTime {
            begun: Instant::now(),
            pacer: Pacer::new(Duration::ZERO),
            idle: IdleDetector::default(),
            kept: None,
            held: Vec::new(),
        }
    }

    /// Time until the next frame is due.
    pub(super) fn wait(&self) -> Duration {
        self.pacer.wait(self.begun.elapsed())
    }

    /// Presses a key that went down.
    fn press(&mut self, change: KeyChange, debugger: &mut Debugger) -> Result<(), String> {
        let key = HostKey::named(&change.key).ok_or_else(|| format!("unknown key {:?}", change.key))?;
        let shifts = Shifts {
            symbol: change.symbol,
            ..Shifts::default()
        };
        let chords = keymap::chords(key, shifts).map_err(|error| error.to_string())?;
        let single = match chords.as_slice() {
            &[chord] => Some(chord),
            _ => None,
        };
        if let Some(chord) = single.filter(|_| reads_keys_itself(debugger.machine())) {
            self.held.retain(|held| held.code != change.code);
            if self.held.len() >= MAX_KEYS {
                return Err(format!("more than {MAX_KEYS} keys are down"));
            }
            self.held.push(Held {
                code: change.code,
                chord,
                frames: 0,
                is_released: false,
            });
            return Ok(());
        }
        self.kept = single.map(|chord| (change.code, chord));
        match debugger.put_in(Input::Press(chords)) {
            true => Ok(()),
            false => Err("too many keys are waiting".to_owned()),
        }
    }

    /// Releases a key that went up.
    fn release(&mut self, code: &str) {
        self.kept.take_if(|(kept, _)| kept == code);
        for held in self.held.iter_mut().filter(|held| held.code == code) {
            held.is_released = true;
        }
    }

    /// Holds and releases keys before a frame.
    fn before_frame(&mut self, debugger: &mut Debugger) {
        if debugger.emulator().is_in_frame() {
            return;
        }
        // At the end, a key that is still down would be typed into the editor, in place of the report.
        let is_over = in_editor(debugger);
        for held in &mut self.held {
            held.frames += 1;
        }
        self.kept.take_if(|_| is_over);
        let is_up = |held: &mut Held| is_over || held.is_over();
        let over: Vec<Held> = self.held.extract_if(.., is_up).collect();
        let down = || self.held.iter().flat_map(|held| held.chord.keys());
        let up = over.iter().flat_map(|held| held.chord.keys());
        let kept = self.kept.iter().map(|&(_, chord)| Input::Keep(chord));
        let released = up
            .filter(|key| !down().any(|held| held == *key))
            .map(Input::Release);
        for input in released.chain(down().map(Input::Hold)).chain(kept) {
            if debugger.is_news(&input) {
                debugger.put_in(input);
            }
        }
    }

    /// Whether the program has ended: the editor waits.
    fn has_ended(&mut self, debugger: &Debugger) -> bool {
        if debugger.emulator().host_keys().is_busy() {
            self.idle.reset();
            return false;
        }
        self.idle.waits(debugger.machine(), debugger.emulator().glyphs()) && in_editor(debugger)
    }
}

/// Whether the editor waits for a key.
fn in_editor(debugger: &Debugger) -> bool {
    let (machine, glyphs) = (debugger.machine(), debugger.emulator().glyphs());
    sysvars::waits_for_key(machine)
        && !sysvars::waits_in_pause(machine)
        && Waiting::of(machine, glyphs) == Waiting::Editor
}

impl Program {
    /// Runs the frames that are due; `None` if the program does not run in real time, or runs back.
    pub(super) fn run_in_real_time(&mut self) -> Option<Stop> {
        let real_time = self.real_time.as_mut()?;
        let State::Running(step) = &mut self.state else {
            return None;
        };
        for _ in 0..real_time.pacer.due(real_time.begun.elapsed(), None) {
            real_time.before_frame(&mut self.debugger);
            let stop = match step {
                Some(begun) => self.debugger.step_by(begun, &mut |_| false),
                None => self.debugger.run_by(&mut |_| false),
            };
            if stop != Stop::Interrupted {
                return Some(stop);
            }
            if real_time.has_ended(&self.debugger) {
                return Some(Stop::Ended(End::Report));
            }
        }
        Some(Stop::Interrupted)
    }
}

impl<W: Write> Server<'_, W> {
    /// Handles `girafaKey`, which reports a key of the client's keyboard; `None` for any other request.
    pub(super) fn of_keyboard(&mut self, command: &str, request: &Request) -> Option<Answer> {
        (command == "girafaKey").then(|| self.key(request))
    }

    fn key(&mut self, request: &Request) -> Answer {
        let change: KeyChange = arguments(request)?;
        let program = self.program()?;
        let Some(real_time) = &mut program.real_time else {
            if program.is_of_player {
                return Err("a player runs the program: press the keys there".to_owned());
            }
            return Err("the program does not run in real time: launch it with \"realTime\"".to_owned());
        };
        match change.is_down {
            false => real_time.release(&change.code),
            true if program.state == State::Stopped => {
                return Err("the program has stopped: continue it to press keys".to_owned());
            }
            true => real_time.press(change, &mut program.debugger)?,
        }
        Ok(Value::Null)
    }

    /// Sends the sound since the last call as the event `girafaSound`, unless it is silence.
    pub(super) fn report_sound(&mut self) -> io::Result<()> {
        let Some(program) = &mut self.program else {
            return Ok(());
        };
        let samples = program.debugger.take_samples();
        if samples.iter().all(|&sample| sample == 0) {
            return Ok(());
        }
        let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
        self.event(
            "girafaSound",
            json!({ "rate": RATE, "samples": STANDARD.encode(bytes) }),
        )
    }
}
