//! The machine of a page: an emulator with its history, tape recorder and sound.

use std::time::Duration;

use girafa_basic::text;
use girafa_debugger::{BegunStep, Debugger};
use girafa_frontend::listing;
use girafa_frontend::pacer::{Level, Pacer};
use girafa_inspect::polls;
use girafa_inspect::text::readable;
use girafa_inspect::{program, sysvars, variables};
use girafa_loader::{Notice, Resolved, Target};
use girafa_loader::{launch, rom};
use girafa_session::driver::Driver;
use girafa_session::emulator::Emulator;
use girafa_session::hardware::Pace;
use girafa_session::history::{Keeping, Moment};
use girafa_session::input::Input;
use girafa_session::keys::Chord;
use girafa_session::recording::{self, RecordingError};
use girafa_session::request::{Loading, RunRequest};
use girafa_session::{paper, picture};
use girafa_spectrum::snapshot::Format;
use girafa_spectrum::sound::Sound;
use girafa_spectrum::ula::PALETTE;
use girafa_spectrum::{Key, Screen, Spectrum};
use girafa_verify::script::Script;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::errors::{JsResult, error, json, of_notice, target_error};
use crate::keys::{host_chords, joystick_bits, spectrum_key};

/// Samples per second, unless the host requests another rate.
const RATE: u32 = 44_100;
/// Pixels per dot in the enlarged picture of silver paper.
const SILVER_SCALE: u32 = 2;

/// Maximum length of a run that can be saved as a session, in frames: five minutes.
const MAX_SESSION_FRAMES: u64 = 5 * 60 * 50;

/// A Spectrum for interactive use: keyboard, picture, sound, tape recorder, printer, and its history.
#[wasm_bindgen]
pub struct Machine {
    pub(crate) debugger: Debugger,
    /// The step at whose end [`frames_to_stop`](Self::frames_to_stop) stops.
    pub(crate) step: Option<BegunStep>,
    sound: Sound,
    rate: u32,
    samples: Vec<i16>,
    pacer: Option<Pacer>,
    questions: Questions,
    /// The chord that [`keep`](Self::keep) keeps down.
    kept: Option<Chord>,
    /// The picture as last drawn, one colour per pixel.
    drawn: Vec<u8>,
    /// The same picture in red, green, blue and 255.
    pixels: Vec<u32>,
}

/// Counts how often the program begins to wait at INPUT. A caller that looks after several frames would not
/// see that a question was answered and the next one asked.
#[derive(Default)]
struct Questions {
    count: u64,
    is_asking: bool,
}

impl Questions {
    fn after_frame(&mut self, machine: &Spectrum) {
        // After ENTER, an INPUT that goes on asks again.
        let is_asking = sysvars::in_input(machine)
            && !machine.keyboard().is_down(Key::Enter)
            && (self.is_asking || sysvars::is_ready_for_key(machine));
        self.count += u64::from(is_asking && !self.is_asking);
        self.is_asking = is_asking;
    }
}

/// The state of the machine.
#[derive(Serialize)]
struct State {
    /// The current frame, followed by the first and the last frame that `go_to` can reach.
    now: u64,
    first: u64,
    last: u64,
    /// The frame before which a key that is pressed now takes effect: the next one if this one has begun.
    next: u64,
    /// The line that is running or has stopped, if it is a program line.
    line: Option<u16>,
    statement: u8,
    /// Whether a program is running.
    runs: bool,
    /// Whether the machine waits at INPUT, followed by whether it waits for any key.
    asks: bool,
    waits: bool,
    /// How often the program has begun to wait at INPUT since the machine was loaded.
    questions: u64,
    /// The report on the screen, with details of an error.
    status: Option<String>,
    is_error: bool,
    /// Number of printed rows of dots.
    paper: usize,
    /// Bytes of text in the rows that were printed completely.
    printed: u64,
    printer: bool,
    /// Whether the ROM takes about the time of an original ROM.
    paced: bool,
    /// Number of blocks that SAVE has recorded.
    saved: usize,
    tape: Option<Tape>,
}

/// The tape in the recorder.
#[derive(Serialize)]
struct Tape {
    blocks: usize,
    taken: usize,
    playing: bool,
    instant: bool,
}

#[wasm_bindgen]
impl Machine {
    /// Creates a machine that has just been switched on.
    #[wasm_bindgen(constructor)]
    pub fn new() -> JsResult<Machine> {
        let rom = rom::load(None).map_err(error)?;
        let emulator = launch::bare(&rom, &RunRequest::default()).map_err(error)?;
        Ok(Machine::of(emulator))
    }

    fn of(emulator: Emulator) -> Machine {
        let mut debugger = Debugger::live(emulator.with_sound().with_transcript());
        Machine {
            sound: Sound::new(debugger.emulator_mut().machine_mut(), RATE),
            debugger,
            step: None,
            rate: RATE,
            samples: Vec::new(),
            pacer: None,
            questions: Questions::default(),
            kept: None,
            drawn: Vec::new(),
            pixels: vec![0; (Machine::width() * Machine::height()) as usize],
        }
    }

    /// Loads a file of any format; `name` determines the format. A listing or tape is started, a snapshot
    /// continues. The history starts with it. Returns notices as JSON: a list of texts.
    ///
    /// # Errors
    /// The file is damaged, or cannot be run.
    pub fn load(&mut self, name: &str, bytes: Vec<u8>) -> JsResult<String> {
        let Resolved { target, notices } =
            girafa_loader::of_bytes(name.as_ref(), bytes).map_err(target_error)?;
        let of_snapshot = self.start(name, &target, false)?;
        let notices: Vec<String> = notices.iter().chain(&of_snapshot).map(of_notice).collect();
        Ok(json(&notices))
    }

    /// Inserts a tape to load it from its pulses at real speed, and types LOAD "".
    ///
    /// # Errors
    /// The file is not a tape.
    pub fn load_really(&mut self, name: &str, bytes: Vec<u8>) -> JsResult<()> {
        let resolved = girafa_loader::of_bytes(name.as_ref(), bytes).map_err(target_error)?;
        self.start(name, &resolved.target, true)?;
        Ok(())
    }

    fn start(&mut self, name: &str, target: &Target, really: bool) -> JsResult<Vec<Notice>> {
        let request = RunRequest {
            loading: if really {
                Loading::RealTime
            } else {
                Loading::Instant
            },
            ..RunRequest::default()
        };
        let rom = rom::load(None).map_err(error)?;
        let (emulator, notices) = launch::emulator(name, target, &rom, request).map_err(target_error)?;
        let before = std::mem::replace(self, Machine::of(emulator));
        self.set_rate(before.rate);
        self.debugger.take_over(before.debugger.breakpoints());
        Ok(notices)
    }

    /// Runs a listing, with the same effect as [`load`](Self::load) of a file.
    ///
    /// # Errors
    /// The listing has errors.
    pub fn run(&mut self, listing: &str) -> JsResult<()> {
        self.load("listing.bas", listing.as_bytes().to_vec()).map(drop)
    }

    /// Number of frames due at `now` of the host's clock, in milliseconds, to keep the machine at its own
    /// speed. With sound, `waiting` samples are queued for the device, and `target` is the target level.
    pub fn due(&mut self, now: f64, waiting: Option<u32>, target: u32) -> u32 {
        let now = host_time(now);
        let level = waiting.map(|waiting| Level {
            level: waiting as usize,
            target: target as usize,
        });
        self.pacer.get_or_insert_with(|| Pacer::new(now)).due(now, level)
    }

    /// Time in milliseconds from `now` of the host's clock until the next frame is due.
    pub fn wait(&self, now: f64) -> f64 {
        let wait = |pacer: &Pacer| pacer.wait(host_time(now)).as_secs_f64() * 1_000.0;
        self.pacer.as_ref().map_or(0.0, wait)
    }

    /// Runs `count` frames, without stopping at breakpoints.
    pub fn frames(&mut self, count: u32) {
        for _ in 0..count {
            self.before_frame();
            while self.debugger.frame().is_some() {}
            self.after_frame();
        }
    }

    /// Keeps the chord down for another frame that the host keeps down.
    pub(crate) fn before_frame(&mut self) {
        let Some(input) = self.kept.map(Input::Keep) else {
            return;
        };
        if !self.debugger.emulator().is_in_frame() && self.debugger.is_news(&input) {
            self.debugger.put_in(input);
        }
    }

    /// Updates what depends on the frame that has run, or on a part of it.
    pub(crate) fn after_frame(&mut self) {
        self.questions.after_frame(self.debugger.machine());
        let machine = self.debugger.emulator_mut().machine_mut();
        self.sound.render(machine, &mut self.samples);
        // Drop sound that is older than a second if it is not taken.
        let excess = self.samples.len().saturating_sub(self.rate as usize);
        self.samples.drain(..excess);
    }

    /// Answers that INPUT has not requested yet, as JSON.
    pub fn answers_left(&self) -> String {
        json(&self.debugger.driver().answers_left().collect::<Vec<_>>())
    }

    /// Adds an answer, which is typed with ENTER when the program waits at INPUT.
    ///
    /// # Errors
    /// A character has no key; too many answers are pending.
    pub fn answer(&mut self, text: &str) -> JsResult<()> {
        self.debugger.driver_mut().add_answer(text).map_err(error)
    }

    /// Types a text immediately, with newlines as ENTER, like a user at the keyboard.
    ///
    /// # Errors
    /// A character has no key; the text exceeds the typing queue.
    pub fn type_text(&mut self, text: &str) -> JsResult<()> {
        let chords = self.debugger.emulator().chords_of(text).map_err(error)?;
        self.debugger.put_in(Input::Press(chords));
        Ok(())
    }

    /// Types an answer and ENTER at the current INPUT, in the same way as [`answer`](Self::answer).
    ///
    /// # Errors
    /// A character has no key; the answer is too long.
    pub fn type_answer(&mut self, text: &str) -> JsResult<()> {
        let chords = self.debugger.emulator().chords_of(text).map_err(error)?;
        self.debugger.driver_mut().answer(chords);
        Ok(())
    }

    /// Presses a key of the host by meaning: a character, or the browser's name of the key (`Enter`,
    /// `ArrowLeft`, `Escape` for BREAK, ...). Returns whether the Spectrum has such a key.
    pub fn press(&mut self, key: &str, caps: bool, symbol: bool) -> bool {
        let chords = host_chords(key, caps, symbol);
        chords.is_some_and(|chords| self.debugger.put_in(Input::Press(chords)))
    }

    /// Presses a key like [`press`](Self::press), and keeps it down until [`let_up`](Self::let_up), or until
    /// another one is pressed. A key that is typed as several chords is not kept.
    pub fn keep(&mut self, key: &str, caps: bool, symbol: bool) -> bool {
        let Some(chords) = host_chords(key, caps, symbol) else {
            return false;
        };
        self.kept = match chords.as_slice() {
            &[chord] => Some(chord),
            _ => None,
        };
        self.debugger.put_in(Input::Press(chords))
    }

    /// Lets the key go up that [`keep`](Self::keep) keeps down. Returns whether there was one.
    pub fn let_up(&mut self) -> bool {
        self.kept.take().is_some()
    }

    /// Presses a key of the Spectrum and holds it: its letter or digit, `Enter`, `Space`, `Caps`, `Symbol`.
    /// `JoystickUp`, `JoystickDown`, `JoystickLeft`, `JoystickRight` and `JoystickFire` are those of a Kempston
    /// joystick; the first of them connects its interface, as `Joystick` does. Returns whether there is such a
    /// key.
    pub fn hold(&mut self, key: &str) -> bool {
        let input = match joystick_bits(key) {
            Some(bits) => Some(Input::Joystick(self.machine().joystick().unwrap_or(0) | bits)),
            None => spectrum_key(key).map(Input::Hold),
        };
        input.is_some_and(|input| self.debugger.put_in(input))
    }

    /// Releases a held key. Returns whether there is such a key.
    pub fn release(&mut self, key: &str) -> bool {
        let input = match joystick_bits(key) {
            Some(bits) => self
                .machine()
                .joystick()
                .map(|state| Input::Joystick(state & !bits)),
            None => spectrum_key(key).map(Input::Release),
        };
        input.is_some_and(|input| self.debugger.put_in(input))
    }

    /// Whether the program polls the keyboard itself, as games do, instead of waiting for an answer or a key.
    pub fn polls_keyboard(&self) -> bool {
        polls::reads_keys_itself(self.machine())
    }

    /// Restarts what was loaded. The history before the restart is kept.
    pub fn reset(&mut self) {
        self.change(Emulator::reset);
    }

    /// Connects or disconnects the printer. Returns a message for the user.
    pub fn switch_printer(&mut self) -> String {
        self.change(Emulator::switch_printer).to_owned()
    }

    /// Switches between the ROM's own pace and that of an original ROM. Returns a message for the user.
    pub fn switch_pace(&mut self) -> String {
        self.change(Emulator::switch_pace).to_owned()
    }

    /// Replaces the tape in the recorder.
    ///
    /// # Errors
    /// The file is not a tape.
    pub fn insert_tape(&mut self, name: &str, bytes: Vec<u8>) -> JsResult<()> {
        let resolved = girafa_loader::of_bytes(name.as_ref(), bytes).map_err(target_error)?;
        let tape = resolved.target.tape(name).map_err(target_error)?;
        self.change(|player| player.machine_mut().insert_tape(tape));
        Ok(())
    }

    /// Starts or stops the tape.
    pub fn play_tape(&mut self, on: bool) {
        self.change(|player| {
            let machine = player.machine_mut();
            if on {
                machine.play_tape()
            } else {
                machine.stop_tape()
            }
        });
    }

    /// Sets whether LOAD and SAVE are instant.
    pub fn set_instant_tape(&mut self, on: bool) {
        self.change(|player| player.machine_mut().set_instant_tape(on));
    }

    /// What SAVE has recorded, as a .tap file; empty if nothing was recorded.
    pub fn saved(&self) -> Vec<u8> {
        let cassette = self.debugger.driver().cassette();
        cassette
            .map(|cassette| cassette.tape().to_tap())
            .unwrap_or_default()
    }

    /// Makes a change other than a key press, between two frames. The sound continues from the changed machine.
    fn change<T>(&mut self, change: impl FnOnce(&mut Emulator) -> T) -> T {
        while self.debugger.emulator().is_in_frame() {
            self.debugger.frame();
        }
        let done = self.debugger.change_emulator(change);
        self.new_sound();
        done
    }

    fn new_sound(&mut self) {
        let machine = self.debugger.emulator_mut().machine_mut();
        self.sound = Sound::new(machine, self.rate);
    }

    /// Sets the samples per second of [`take_samples`](Self::take_samples).
    pub fn set_rate(&mut self, rate: u32) {
        self.rate = rate.clamp(8_000, 192_000);
        self.samples.clear();
        self.new_sound();
    }

    /// The sound since the last call, at most one second: mono samples of 16 bits.
    pub fn take_samples(&mut self) -> Vec<i16> {
        std::mem::take(&mut self.samples)
    }

    /// Width in pixels of the picture with its border.
    pub fn width() -> u32 {
        Screen::size(true).0
    }

    /// Height in pixels of the picture with its border.
    pub fn height() -> u32 {
        Screen::size(true).1
    }

    /// The picture with its border: red, green, blue and 255 for each pixel.
    pub fn picture(&self) -> Vec<u8> {
        let picture = self.debugger.seen().screen().rgb(true);
        let (pixels, _) = picture.rgb.as_chunks::<3>();
        pixels
            .iter()
            .flat_map(|&[red, green, blue]| [red, green, blue, 255])
            .collect()
    }

    /// Draws the picture with its border. Returns whether it differs from the one drawn last.
    pub fn draw(&mut self) -> bool {
        let colours = self.debugger.seen().screen().colours(true);
        // In chunks of eight, because comparing single bytes is slow here.
        if colours
            .as_chunks::<8>()
            .0
            .iter()
            .eq(self.drawn.as_chunks::<8>().0)
        {
            return false;
        }
        self.drawn = colours;
        let pixels = PALETTE.map(|[red, green, blue]| u32::from_le_bytes([red, green, blue, 255]));
        for (pixel, &colour) in self.pixels.iter_mut().zip(&self.drawn) {
            *pixel = pixels[usize::from(colour)];
        }
        true
    }

    /// Address of the last drawn picture in the module's memory: red, green, blue and 255 for each pixel. It
    /// is valid until the machine is used again.
    pub fn pixels_at(&self) -> usize {
        self.pixels.as_ptr().addr()
    }

    /// The picture as a PNG, the same bytes as `girafa run --screen`.
    pub fn screen_png(&self) -> Vec<u8> {
        picture::screen_png(&self.debugger.seen())
    }

    /// The 24 rows of the screen as text. Here and below, user-defined graphics are circled letters, as
    /// `girafa run` prints them.
    pub fn screen_text(&self) -> String {
        let rows = self.debugger.emulator().glyphs().screen_rows(self.machine(), 0);
        rows.iter()
            .map(|row| format!("{}\n", readable(row.trim_end())))
            .collect()
    }

    /// The printed text, including the incomplete current row.
    pub fn transcript(&self) -> String {
        let text = readable(self.debugger.history().text());
        format!("{text}{}", self.unfinished_row())
    }

    /// The complete rows printed after the first `from` bytes, as far as they are kept: the last 4 MiB are.
    /// `from` counts as `printed` of the state does.
    pub fn printed_after(&self, from: f64) -> String {
        let history = self.debugger.history();
        let text = history.text();
        // A negative number or none becomes 0.
        let from = (from as u64).saturating_sub(history.text_torn());
        let from = usize::try_from(from).unwrap_or(text.len());
        let start = (from..text.len()).find(|&at| text.is_char_boundary(at));
        start.map_or_else(String::new, |start| readable(&text[start..]).into_owned())
    }

    /// The row that is being printed.
    pub fn unfinished_row(&self) -> String {
        readable(&self.debugger.emulator().unfinished_row()).into_owned()
    }

    /// The prompt of INPUT, without the cursor; empty unless the program waits there.
    pub fn prompt(&self) -> String {
        readable(&self.debugger.driver().question().prompt).into_owned()
    }

    /// The rows of the paper starting at row `from`, 32 bytes each: bit 1 is a burnt dot.
    pub fn paper(&self, from: usize) -> Vec<u8> {
        let rows = self.debugger.history().paper();
        rows.get(from..).unwrap_or_default().concat()
    }

    /// The paper as a PNG with one pixel per dot, or as enlarged silver paper if `silver`.
    ///
    /// # Errors
    /// Nothing has been printed.
    pub fn paper_png(&self, silver: bool) -> JsResult<Vec<u8>> {
        match self.debugger.history().paper() {
            [] => Err(error(
                "nothing has been printed yet: LPRINT, LLIST and COPY print on the paper",
            )),
            rows if silver => Ok(paper::silver_png(rows, SILVER_SCALE)),
            rows => Ok(picture::paper_png(rows)),
        }
    }

    /// The state of the machine as a snapshot: `szx`, `z80` or `sna`.
    ///
    /// # Errors
    /// There is no such format, or it cannot represent this state.
    pub fn save(&self, format: &str) -> JsResult<Vec<u8>> {
        let format = Format::of_extension(format).ok_or_else(|| {
            error(format_args!(
                "unknown snapshot format {format}: expected szx, z80 or sna"
            ))
        })?;
        format.save(self.machine()).map_err(error)
    }

    /// The program in memory as a listing that [`run`](Self::run) takes.
    pub fn listing(&self) -> Option<String> {
        let program = program::of_machine(self.machine())?;
        Some(text::from_program(&program))
    }

    /// The program's variables as JSON.
    pub fn variables(&self) -> String {
        json(&variables::of_machine(self.machine()))
    }

    /// The byte at `address`.
    pub fn peek(&self, address: u16) -> u8 {
        self.machine().peek(address)
    }

    /// Sets the byte at `address`; the ROM does not change.
    pub fn poke(&mut self, address: u16, byte: u8) {
        self.change(|player| player.machine_mut().poke(address, byte));
    }

    /// All 65,536 bytes.
    pub fn memory(&self) -> Vec<u8> {
        self.machine().memory().to_vec()
    }

    /// The state of the machine as JSON.
    pub fn state(&self) -> String {
        let machine = self.machine();
        let player = self.debugger.emulator();
        let history = self.debugger.history();
        let timeline = history.timeline();
        let runs = sysvars::runs_program(machine);
        let status = player.status();
        let place = sysvars::place(machine);
        let deck = machine.deck();
        json(&State {
            now: timeline.now(),
            first: timeline.first(),
            last: timeline.last(),
            next: timeline.now() + u64::from(player.is_in_frame()),
            line: listing::running_line(machine),
            statement: place.statement,
            runs,
            asks: sysvars::in_input(machine),
            questions: self.questions.count,
            waits: sysvars::waits_for_key(machine) || sysvars::waits_in_pause(machine),
            is_error: player.fault().is_some(),
            status,
            paper: history.paper().len(),
            printed: history.text_torn() + history.text().len() as u64,
            printer: machine.printer().is_connected(),
            paced: machine.is_paced(),
            saved: self
                .debugger
                .driver()
                .cassette()
                .map_or(0, |cassette| cassette.blocks().len()),
            tape: deck.tape().map(|tape| Tape {
                blocks: tape.blocks().len(),
                taken: deck.blocks_taken(),
                playing: deck.is_playing(),
                instant: deck.is_instant(),
            }),
        })
    }

    /// Goes to the moment before frame `frame`, or to the nearest one in the history. The recorded run
    /// replays from there until there is new input.
    pub fn go_to(&mut self, frame: u32) {
        self.go_to_moment(frame, 0);
    }

    /// Goes to a moment within frame `frame`, `tstate` T-states after its start.
    pub fn go_to_moment(&mut self, frame: u32, tstate: u32) {
        let frame = frame.into();
        self.debugger.go_to(Moment { frame, tstate });
        self.has_moved();
    }

    /// Updates what depends on the moment after another one was gone to.
    pub(crate) fn has_moved(&mut self) {
        self.step = None;
        self.kept = None;
        self.questions.is_asking = sysvars::in_input(self.machine());
        self.samples.clear();
        self.new_sound();
    }

    /// The run up to this moment as a session of a session file: the keys with their times, and the results
    /// of running it again.
    ///
    /// # Errors
    /// Replaying the keys does not reproduce the run; the run is too long to repeat while the user waits.
    pub fn session(&self) -> JsResult<String> {
        let history = self.debugger.history();
        let frames = history.timeline().now();
        if frames > MAX_SESSION_FRAMES {
            return Err(error(
                "the run is longer than five minutes: record it with girafa play",
            ));
        }
        let keys = recording::keys(history).map_err(error)?;
        let start = history.timeline().segments_before(0).next();
        let start = start.ok_or_else(|| error(RecordingError::Forgotten))?.state;
        let script = Script {
            pace: (!start.machine().is_paced()).then_some(Pace::Rom),
            ..girafa_verify::recording::played("recorded 1", keys, frames)
        };
        let driver = Driver::of(start.clone(), Keeping::Output).with_keys(script.keys.clone());
        let outcome = driver.counting_beeps().run(script.frames(), &mut ());
        Ok(girafa_verify::recording::session(&script, &outcome))
    }

    fn machine(&self) -> &Spectrum {
        self.debugger.emulator().machine()
    }
}

/// Converts milliseconds of the host's clock.
fn host_time(now: f64) -> Duration {
    Duration::try_from_secs_f64(now / 1_000.0).unwrap_or_default()
}
