//! A machine that can be run step by step, inspected, changed and rewound.

mod running;
mod view;

use std::collections::VecDeque;

use girafa_basic::text as listings;
use girafa_debugger::{Condition, Debugger, Direction, Hits, Location, MANUAL_CHANGE, Step, Stop};
use girafa_inspect::evaluate::Evaluated;
use girafa_inspect::text::{Glyphs, readable};
use girafa_inspect::{StatementPlace, program, registers, variables};
use girafa_loader::{Snapshot, launch};
use girafa_session::boot::Boot;
use girafa_session::emulator::Emulator;
use girafa_session::hardware::Hardware;
use girafa_session::history::Moment;
use girafa_session::input::Input;
use girafa_session::key_script::{self, Item};
use girafa_session::keys::Chord;
use girafa_session::limits;
use girafa_session::outcome::End;
use girafa_session::picture;
use girafa_session::request::{RunRequest, Source};
use girafa_spectrum::snapshot::Format;
use girafa_spectrum::time::EmulatedTime;
use girafa_spectrum::{Key, Tape};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyMemoryView, PyTuple};

use crate::errors::{error, of_target, warn};
use crate::path::{File, Name, rom_of};
use crate::pickle::{Reduced, next, reduced};
use crate::picture::Picture;
use crate::run::{RATE, pace_of, resolve_target};
use crate::state::State;
use crate::values::{Answer, of_variables, samples, text_of};
use crate::why::Why;

/// Size of the machine's memory in bytes.
const MEMORY: usize = 0x1_0000;

/// A Spectrum with a program and its history.
///
/// `target` is a file or the id of an included program; `listing` is the text of a listing instead. Without
/// either, the machine has just been switched on. It is deterministic: the same calls at the same times give
/// the same results. It can be pickled, without its history and its hooks.
///
/// With `history=False`, it runs as fast as `run` and records no history: `goto`, `step`, `why`, `on_line` and
/// `on_variable` raise GirafaError.
#[pyclass(module = "girafa")]
pub struct Machine {
    debugger: Debugger,
    schedule: VecDeque<Due>,
    /// Whether sound is recorded.
    hears: bool,
    /// The buffer of the memory view, once Python code has requested it.
    view: Option<Py<PyByteArray>>,
    hooks: Vec<(u32, Py<PyAny>)>,
    /// The hooks that the last run has reached.
    stopped_at: Vec<u32>,
}

/// A scheduled chord of keys.
struct Due {
    /// Frame of the machine at which it is pressed.
    frame: u64,
    chord: Chord,
}

#[pymethods]
impl Machine {
    #[new]
    #[pyo3(signature = (target = None, *, listing = None, rom = None, printer = true, late = false, pace = "original", audio = false, history = true))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        target: Option<Name>,
        listing: Option<String>,
        rom: Option<File>,
        printer: bool,
        late: bool,
        pace: &str,
        audio: bool,
        history: bool,
    ) -> PyResult<Machine> {
        let rom = rom_of(py, rom)?;
        let request = RunRequest {
            hardware: Hardware {
                printer,
                late,
                pace: pace_of(pace)?,
            },
            ..RunRequest::default()
        };
        let failed = |failed| of_target(py, failed);
        let emulator = if target.is_none() && listing.is_none() {
            py.detach(|| launch::bare(&rom, &request)).map_err(failed)?
        } else {
            let (name, target) = resolve_target(py, target, listing)?;
            let label = name.to_string_lossy().into_owned();
            let started = py.detach(|| launch::emulator(&label, &target, &rom, request));
            let (emulator, notices) = started.map_err(failed)?;
            warn(py, &notices)?;
            emulator
        };
        Ok(Machine::of(emulator, audio, history))
    }

    /// Creates a machine from a snapshot: a .szx, .z80 or .sna file, or its bytes.
    #[staticmethod]
    #[pyo3(signature = (snapshot, format = "szx", *, rom = None, tape = None, pace = "original", audio = false, history = true))]
    #[allow(clippy::too_many_arguments)]
    fn of_snapshot(
        py: Python<'_>,
        snapshot: File,
        format: &str,
        rom: Option<File>,
        tape: Option<File>,
        pace: &str,
        audio: bool,
        history: bool,
    ) -> PyResult<Machine> {
        let format = Format::of_extension(format)
            .ok_or_else(|| PyValueError::new_err(format!("format={format}: expected szx, z80 or sna")))?;
        let rom = rom_of(py, rom)?.rom().clone();
        let snapshot = Snapshot {
            format,
            bytes: snapshot.bytes()?,
        };
        let (mut machine, notice) =
            launch::of_snapshot("snapshot", &snapshot, &rom).map_err(|failed| of_target(py, failed))?;
        warn(py, notice.as_slice())?;
        if let Some(tape) = tape {
            let tape = Tape::from_tap(&tape.bytes()?);
            machine.insert_tape(tape.map_err(|failed| error(format_args!("tape: {failed}")))?);
        }
        let source = Source::Machine(Box::new((machine, Glyphs::of_rom(&rom))));
        let request = RunRequest {
            hardware: Hardware::of_pace(pace_of(pace)?),
            ..RunRequest::of(source)
        };
        let emulator = request.emulator(|| Boot::new(&rom)).map_err(error)?;
        Ok(Machine::of(emulator, audio, history))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let machine = slf.try_borrow()?;
        let debugger = &machine.debugger;
        let answers: Vec<&str> = debugger.driver().answers_left().collect();
        let now = debugger.machine().frames();
        let due = machine.schedule.iter();
        let keys = due.map(|due| (due.frame.saturating_sub(now), name_of(due.chord.keys())));
        let keys: Vec<(u64, String)> = keys.collect();
        let state = State(debugger.state());
        let values = (state, machine.hears, debugger.has_past(), answers, keys);
        reduced(slf.as_any(), values.into_pyobject(slf.py())?)
    }

    /// Runs `count` frames of 1/50 s, even if the program waits. Answers from `answer` are typed when INPUT
    /// asks. Returns the number of frames that have run: fewer if a hook returned a true value.
    #[pyo3(signature = (count = 1))]
    fn frames(slf: &Bound<'_, Self>, count: u64) -> PyResult<u64> {
        if count > limits::MAX_FRAMES {
            return Err(PyValueError::new_err(format!(
                "frames: at most {} at a time",
                limits::MAX_FRAMES
            )));
        }
        let start = Machine::frame(slf)?;
        loop {
            // A hook may have run the machine, or rewound it.
            let left = (start + count).saturating_sub(Machine::frame(slf)?);
            if left == 0 {
                return Ok(count);
            }
            slf.try_borrow_mut()?
                .advance(slf.py(), left.min(limits::MAX_FRAMES), false)?;
            if Machine::call_hooks(slf)? {
                return Ok(Machine::frame(slf)?.saturating_sub(start));
            }
        }
    }

    /// Runs until the program waits or ends, and returns why it has stopped: `input`, `key`, `ended`, `dead`
    /// if nothing more can happen, `tape` if it waits at the end of a tape, `output` if it has printed more
    /// than is kept, `hook` if a hook returned a true value, or `time` after `seconds` emulated seconds.
    #[pyo3(signature = (seconds = 3600.0))]
    fn run(slf: &Bound<'_, Self>, seconds: f64) -> PyResult<&'static str> {
        if !(seconds > 0.0 && seconds <= 86_400.0) {
            return Err(PyValueError::new_err(
                "seconds: expected more than 0 and at most 86400",
            ));
        }
        let limit = EmulatedTime::of_duration(std::time::Duration::from_secs_f64(seconds)).frames();
        let end = Machine::frame(slf)? + limit;
        loop {
            let left = end.saturating_sub(Machine::frame(slf)?);
            let stop = slf
                .try_borrow_mut()?
                .advance(slf.py(), left.min(limits::MAX_FRAMES), true)?;
            return Ok(match stop {
                Stop::Input => "input",
                Stop::Key => "key",
                Stop::Ended(End::Idle) => "dead",
                Stop::Ended(End::TapeRanOut) => "tape",
                Stop::Ended(End::OutputLimit) => "output",
                Stop::Ended(End::RecordingOver | End::Desynchronised) => "recording",
                Stop::Ended(_) => "ended",
                Stop::Interrupted => "time",
                _ if !Machine::call_hooks(slf)? => continue,
                _ => "hook",
            });
        }
    }

    /// Steps to the next `statement` or `line`, `over` a GO SUB, or `out` of one; with `back`, steps
    /// backward. Returns the line and the statement reached; None if there is none. A forward step calls
    /// hooks and ends at the first one.
    #[pyo3(signature = (step = "statement", *, back = false))]
    fn step(slf: &Bound<'_, Self>, step: &str, back: bool) -> PyResult<Option<(u16, u8)>> {
        slf.try_borrow()?.needs_history("step")?;
        let step = match step {
            "statement" => Step::Statement,
            "line" => Step::Line,
            "over" => Step::Over,
            "out" => Step::Out,
            other => {
                let message = format!("step={other}: expected statement, line, over or out");
                return Err(PyValueError::new_err(message));
            }
        };
        let direction = if back {
            Direction::Backward
        } else {
            Direction::Forward
        };
        let is_there = slf.try_borrow_mut()?.take_step(slf.py(), step, direction)?;
        Machine::call_hooks(slf)?;
        Ok(slf.try_borrow()?.place().filter(|_| is_there))
    }

    /// Types a text on the keyboard now, with newlines as ENTER; also in a program's INPUT.
    #[pyo3(name = "type")]
    fn type_text(&mut self, text: &str) -> PyResult<()> {
        let chords = self.debugger.emulator().chords_of(text);
        let chords = chords.map_err(|failed| PyValueError::new_err(failed.to_string()))?;
        let done = self.debugger.press(chords);
        done.map_err(|failed| PyValueError::new_err(failed.to_string()))
    }

    /// Adds an answer, a text or a whole number, which is typed with ENTER when INPUT asks.
    fn answer(&mut self, text: Answer) -> PyResult<()> {
        let done = self.debugger.driver_mut().add_answer(&String::from(text));
        done.map_err(|failed| PyValueError::new_err(failed.to_string()))
    }

    /// Presses keys in the notation of `girafa run --keys`, such as `"q+o 2s LEFT*3"`: one after the other,
    /// from now on, while the machine runs.
    fn press(&mut self, keys: &str) -> PyResult<()> {
        let items = key_script::parse(keys).map_err(|failed| PyValueError::new_err(failed.to_string()))?;
        let now = self.debugger.machine().frames();
        let mut frame = self.schedule.back().map_or(now, |due| due.frame.max(now));
        for item in items {
            match item {
                Item::Press { keys, .. } => self.add_due(frame, chord_of(&keys)?)?,
                Item::Wait(frames) => frame += u64::from(frames),
                Item::Shown(_) | Item::Poll | Item::PressAt { .. } => {
                    let message = "keys: texts, POLL and times of the run are supported by girafa.run only; run() stops when the program waits";
                    return Err(PyValueError::new_err(message));
                }
            }
        }
        Ok(())
    }

    /// Holds a key, or several such as `"q+o"`, from the next frame on until `release`.
    fn hold(&mut self, keys: &str) -> PyResult<()> {
        self.put_in(keys_of(keys)?.into_iter().map(Input::Hold))
    }

    /// Releases a key, or several, that `hold` holds; all of them by default.
    #[pyo3(signature = (keys = None))]
    fn release(&mut self, keys: Option<&str>) -> PyResult<()> {
        let keys = match keys {
            Some(keys) => keys_of(keys)?,
            None => self.debugger.state().host_keys().held().to_vec(),
        };
        self.put_in(keys.into_iter().map(Input::Release))
    }

    /// Presses keys later: pairs of a number of frames from now and a key, such as `[(0, "y"), (25, "ENTER")]`.
    fn press_at(&mut self, schedule: Vec<(u64, String)>) -> PyResult<()> {
        let now = self.debugger.machine().frames();
        for (frames, key) in schedule {
            let items =
                key_script::parse(&key).map_err(|failed| PyValueError::new_err(failed.to_string()))?;
            for item in items {
                let Item::Press { keys, .. } = item else {
                    return Err(PyValueError::new_err(format!("keys: {key} is not a key")));
                };
                self.add_due(now.saturating_add(frames), chord_of(&keys)?)?;
            }
        }
        self.schedule.make_contiguous().sort_by_key(|due| due.frame);
        Ok(())
    }

    /// Returns the byte at `address`.
    fn peek(&mut self, py: Python<'_>, address: u16) -> PyResult<u8> {
        self.change_by_view(py)?;
        Ok(self.debugger.machine().peek(address))
    }

    /// Writes a byte to `address`; the ROM does not change. Deletes the history after this moment.
    fn poke(&mut self, py: Python<'_>, address: u16, value: u8) -> PyResult<()> {
        self.change_by_view(py)?;
        self.debugger.change(|machine| machine.poke(address, value));
        self.renew_view(py)
    }

    /// The machine's 65,536 bytes as a live memoryview, to read and to write. Writes to the ROM have no
    /// effect.
    #[getter]
    fn memory<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        let view = match &self.view {
            Some(view) => view.bind(py).clone(),
            None => {
                let view = PyByteArray::new(py, self.debugger.machine().memory());
                self.view = Some(view.clone().unbind());
                view
            }
        };
        PyMemoryView::from(&view)
    }

    /// The processor's registers as a dict. 16 bits: `pc`, `sp`, `af`, `bc`, `de`, `hl`, `ix`, `iy`, and the
    /// alternate set as `af_` and so on. 8 bits: `i` and `r`. `im` is the interrupt mode, 0 to 2. `iff1`
    /// (whether interrupts are enabled) and `halted` are bools.
    #[getter]
    fn registers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let machine = self.debugger.machine();
        let registers = PyDict::new(py);
        for name in registers::NAMES {
            let shown = name.to_ascii_lowercase().replace('\'', "_");
            registers.set_item(shown, registers::value(machine, name))?;
        }
        let cpu = &machine.cpu;
        registers.set_item("iff1", cpu.iff1)?;
        registers.set_item("halted", cpu.halted)?;
        Ok(registers)
    }

    /// The sound of the beeper and the tape since the last access: a memoryview of int16, mono, `SAMPLE_RATE`
    /// samples per second, at most the last 60 seconds. Frames that run again after `goto` are recorded
    /// again. Empty unless the machine was created with `audio=True`.
    #[getter]
    fn audio<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        samples(py, &self.debugger.take_samples())
    }

    /// The screen with its border, 352 x 288 pixels.
    #[getter]
    fn screen(&mut self, py: Python<'_>) -> PyResult<Picture> {
        self.change_by_view(py)?;
        Ok(Picture::new(py, self.debugger.machine().screen().rgb(true)))
    }

    /// The 24 rows of the screen as text.
    #[getter]
    fn rows(&self) -> Vec<String> {
        let player = self.debugger.emulator();
        let rows = player.glyphs().screen_rows(player.machine(), 0);
        rows.iter().map(|row| readable(row).into_owned()).collect()
    }

    /// The text that the program has printed so far, including the unfinished row.
    #[getter]
    fn transcript(&self) -> String {
        let history = self.debugger.history();
        let unfinished = history.emulator().unfinished_row();
        let parts = [history.text(), history.text_of_frame(), &unfinished];
        parts.map(readable).concat()
    }

    /// The ZX Printer's paper; None if nothing was printed on it.
    #[getter]
    fn paper(&self, py: Python<'_>) -> Option<Picture> {
        let rows = self.debugger.history().paper();
        (!rows.is_empty()).then(|| Picture::new(py, picture::paper_image(rows)))
    }

    /// The variables: numbers as int or float, strings as str, arrays as nested lists with names such as
    /// `a()` and `a$()`.
    #[getter]
    fn variables<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.change_by_view(py)?;
        of_variables(py, &variables::of_machine(self.debugger.machine()))
    }

    /// The program in memory as a listing; None if there is none.
    #[getter]
    fn listing(&self) -> Option<String> {
        program::of_machine(self.debugger.machine()).map(|program| listings::from_program(&program))
    }

    /// The current line and statement, running or about to run; None if no statement of the program is.
    #[getter]
    fn place(&self) -> Option<(u16, u8)> {
        self.debugger.place().map(|place| (place.line, place.statement))
    }

    /// The report on the screen, with details of an error; None if there is none.
    #[getter]
    fn report(&self) -> Option<String> {
        self.debugger.emulator().status()
    }

    /// T-states since the machine was switched on; 3,500,000 are one second.
    #[getter]
    fn tstates(&self) -> u64 {
        self.debugger.machine().tstates()
    }

    /// The current moment of the history: a frame, and T-states in that frame.
    #[getter]
    fn moment(&self) -> (u64, u32) {
        let Moment { frame, tstate } = self.debugger.moment();
        (frame, tstate)
    }

    /// Evaluates a BASIC expression by running the ROM on a copy of the machine; returns an int, float or
    /// str.
    ///
    /// Raises ValueError if the expression is not valid or has an error.
    fn evaluate<'py>(&mut self, py: Python<'py>, expression: &str) -> PyResult<Bound<'py, PyAny>> {
        self.change_by_view(py)?;
        let value = self.debugger.evaluate(expression);
        match value.map_err(|failed| PyValueError::new_err(failed.to_string()))? {
            Evaluated::Number(number) => crate::values::number(py, variables::Number(number)),
            Evaluated::String(codes) => text_of(&codes).into_bound_py_any(py),
            failed @ Evaluated::Error(_) => Err(PyValueError::new_err(failed.to_string())),
        }
    }

    /// Sets a variable to an int, float or str. Deletes the history after this moment.
    ///
    /// Raises ValueError if the name is not a variable or its type differs, and TypeError for other values.
    fn set(&mut self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.change_by_view(py)?;
        let source = if let Ok(text) = value.extract::<String>() {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else if let Ok(number) = value.extract::<f64>() {
            format!("{number}")
        } else {
            return Err(PyTypeError::new_err("value: an int, a float or a str"));
        };
        let done = self.debugger.set(name, &source);
        done.map_err(|failed| PyValueError::new_err(failed.to_string()))?;
        self.renew_view(py)
    }

    /// Returns the current state, for `restore`.
    fn state(&mut self, py: Python<'_>) -> PyResult<State> {
        self.change_by_view(py)?;
        Ok(State(self.debugger.state()))
    }

    /// Continues from a state. Deletes the history after this moment, and appends the state to it.
    fn restore(&mut self, py: Python<'_>, state: &State) -> PyResult<()> {
        self.debugger.restore(state.0.clone());
        self.renew_view(py)
    }

    /// Goes to a moment of the history, backward or forward, or to the nearest known one. `moment` is a value
    /// of the property `moment`, or the number of a frame.
    fn goto(&mut self, py: Python<'_>, moment: &Bound<'_, PyAny>) -> PyResult<()> {
        self.needs_history("goto")?;
        let (frame, tstate) = match moment.extract::<u64>() {
            Ok(frame) => (frame, 0),
            Err(_) => moment.extract::<(u64, u32)>()?,
        };
        self.debugger.go_to(Moment { frame, tstate });
        self.renew_view(py)
    }

    /// Explains why a variable has its current value.
    ///
    /// Raises KeyError if no recorded statement has set the variable.
    fn why(&mut self, name: &str) -> PyResult<Why> {
        self.needs_history("why")?;
        let why = self.debugger.why(name, None);
        let why = why.map_err(|failed| PyKeyError::new_err(failed.to_string()))?;
        let place = (why.set.place != MANUAL_CHANGE).then_some(why.set.place);
        Ok(Why {
            name: why.name,
            value: why.value,
            line: place.map(|place| place.line),
            statement: place.map(|place| place.statement),
            text: why.text,
            moment: (why.set.moment.frame, why.set.moment.tstate),
            reads: why
                .reads
                .into_iter()
                .map(|read| (read.name, read.value))
                .collect(),
            data: why.data.map(|data| data.place.line),
            is_answer: why.is_answer,
        })
    }

    /// Calls `callback(machine)` whenever `statement` of the line (default: the first) is about to run and
    /// the BASIC expression `condition` is true. Without `statement`, a missing line stands for the next one.
    /// If the callback returns a true value, the run stops. Returns the hook's number.
    #[pyo3(signature = (line, callback, *, statement = None, condition = None))]
    fn on_line(
        &mut self,
        line: u16,
        callback: Bound<'_, PyAny>,
        statement: Option<u8>,
        condition: Option<&str>,
    ) -> PyResult<u32> {
        self.needs_history("on_line")?;
        let place = match statement {
            Some(statement) => StatementPlace { line, statement },
            None => self
                .debugger
                .place_for(line, None)
                .map_err(|failed| PyIndexError::new_err(failed.to_string()))?,
        };
        self.hook(Location::Statement(place), condition, callback)
    }

    /// Calls `callback(machine)` whenever a statement has changed a variable. If the callback returns a true
    /// value, the run stops. Returns the hook's number.
    fn on_variable(&mut self, name: &str, callback: Bound<'_, PyAny>) -> PyResult<u32> {
        self.needs_history("on_variable")?;
        let target = self
            .debugger
            .target(name)
            .map_err(|failed| PyValueError::new_err(failed.to_string()))?;
        self.hook(Location::Variable(target), None, callback)
    }

    /// Calls `callback(machine)` whenever the processor is about to execute the instruction at `address` (0
    /// to 65,535), in the ROM or in machine code, and the BASIC expression `condition` is true. If the
    /// callback returns a true value, the run stops. Returns the hook's number.
    ///
    /// Raises ValueError if `condition` is not a BASIC expression.
    #[pyo3(signature = (address, callback, *, condition = None))]
    fn on_address(
        &mut self,
        address: u16,
        callback: Bound<'_, PyAny>,
        condition: Option<&str>,
    ) -> PyResult<u32> {
        self.hook(Location::Address(address), condition, callback)
    }

    /// Removes a hook by its number.
    fn remove_hook(&mut self, number: u32) -> PyResult<()> {
        if self
            .debugger
            .remove_breakpoints(|breakpoint| breakpoint.number == number)
            == 0
        {
            return Err(PyKeyError::new_err(number));
        }
        self.hooks.retain(|(hook, _)| *hook != number);
        Ok(())
    }

    /// Returns the machine as the bytes of a snapshot; `format` is `szx`, `z80` or `sna`.
    #[pyo3(signature = (format = "szx"))]
    fn snapshot<'py>(&mut self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        self.change_by_view(py)?;
        let known = Format::of_extension(format)
            .ok_or_else(|| PyValueError::new_err(format!("format={format}: expected szx, z80 or sna")))?;
        Ok(PyBytes::new(
            py,
            &known.save(self.debugger.machine()).map_err(error)?,
        ))
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &picture::screen_png(self.debugger.machine()))
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// Removes all hooks.
    fn __exit__(
        &mut self,
        kind: Option<&Bound<'_, PyAny>>,
        error: Option<&Bound<'_, PyAny>>,
        traceback: Option<&Bound<'_, PyAny>>,
    ) {
        let _ = (kind, error, traceback);
        self.debugger.remove_breakpoints(|_| true);
        self.hooks.clear();
    }

    /// Shows the hooks to Python's garbage collector: a hook often refers to its machine, which is a cycle.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.hooks
            .iter()
            .try_for_each(|(_, callback)| visit.call(callback))
    }

    fn __clear__(&mut self) {
        self.hooks.clear();
    }

    fn __repr__(&self) -> String {
        let place = self.debugger.place();
        let place = place.map_or("no program runs".to_owned(), |place| format!("at {place}"));
        format!(
            "<girafa.Machine: frame {}, {place}>",
            self.debugger.moment().frame
        )
    }
}

impl Machine {
    fn of(emulator: Emulator, hears: bool, has_past: bool) -> Machine {
        let debugger = match has_past {
            true => Debugger::new(emulator),
            false => Debugger::without_past(emulator),
        };
        Machine {
            debugger: match hears {
                true => debugger.with_sound(RATE),
                false => debugger,
            },
            hears,
            schedule: VecDeque::new(),
            view: None,
            hooks: Vec::new(),
            stopped_at: Vec::new(),
        }
    }

    /// Creates a machine from the values of its pickle.
    pub(crate) fn unpickled(values: &Bound<'_, PyTuple>) -> PyResult<Machine> {
        let mut values = values.iter();
        let state = next(&mut values)?;
        let State(emulator) = state.cast::<State>()?.get();
        let hears = next(&mut values)?.extract()?;
        let has_past = next(&mut values)?.extract()?;
        let mut machine = Machine::of(emulator.clone(), hears, has_past);
        for answer in next(&mut values)?.extract::<Vec<Answer>>()? {
            machine.answer(answer)?;
        }
        machine.press_at(next(&mut values)?.extract()?)?;
        Ok(machine)
    }

    /// Gives the machine inputs for the next frame.
    ///
    /// # Errors
    /// Too many wait for it.
    fn put_in(&mut self, inputs: impl Iterator<Item = Input>) -> PyResult<()> {
        for input in inputs {
            if !self.debugger.put_in(input) {
                return Err(PyValueError::new_err(
                    "keys: too many wait for the next frame: run some frames first",
                ));
            }
        }
        Ok(())
    }

    /// Checks that the machine records its history, which `what` needs.
    ///
    /// # Errors
    /// It records none.
    fn needs_history(&self, what: &str) -> PyResult<()> {
        if self.debugger.has_past() {
            return Ok(());
        }
        Err(error(format!(
            "{what} needs the machine's history: create the machine without history=False"
        )))
    }

    fn add_due(&mut self, frame: u64, chord: Chord) -> PyResult<()> {
        if self.schedule.len() >= limits::KEYS {
            return Err(PyValueError::new_err(format!(
                "keys: {} are already waiting",
                limits::KEYS
            )));
        }
        self.schedule.push_back(Due { frame, chord });
        Ok(())
    }

    fn hook(
        &mut self,
        location: Location,
        condition: Option<&str>,
        callback: Bound<'_, PyAny>,
    ) -> PyResult<u32> {
        if !callback.is_callable() {
            return Err(PyTypeError::new_err(
                "callback: expected a function that takes the machine",
            ));
        }
        let condition = Condition::parse(condition, Hits::All)
            .map_err(|failed| PyValueError::new_err(failed.to_string()))?;
        let number = self.debugger.add_breakpoint(location, condition, None, false);
        let number = number.map_err(|failed| PyValueError::new_err(failed.to_string()))?;
        self.hooks.push((number, callback.unbind()));
        Ok(number)
    }
}

/// The chord of these keys.
///
/// # Errors
/// There are more than two.
fn chord_of(keys: &[Key]) -> PyResult<Chord> {
    Chord::of(keys).ok_or_else(|| {
        PyValueError::new_err("keys: at most one key, or a shift and one key, can be pressed at a time")
    })
}

/// The keys of a text such as `"q+o"`.
///
/// # Errors
/// It is not the name of a key, or of keys that go down together.
fn keys_of(text: &str) -> PyResult<Vec<Key>> {
    let items = key_script::parse(text).map_err(|failed| PyValueError::new_err(failed.to_string()))?;
    match items.as_slice() {
        [Item::Press { keys, hold: None }] => Ok(keys.clone()),
        _ => Err(PyValueError::new_err(format!(
            "keys: {text}: expected a key, or keys that go down together, such as q+o"
        ))),
    }
}

/// The name of keys that go down together, as [`keys_of`] takes it.
fn name_of(keys: impl IntoIterator<Item = Key>) -> String {
    let keys = keys.into_iter().collect();
    Item::Press { keys, hold: None }.to_string()
}
