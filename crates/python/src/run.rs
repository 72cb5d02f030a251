//! Runs a program to its end: text in, transcript out.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use girafa_inspect::cover::Cover;
use girafa_inspect::profile::Profile;
use girafa_inspect::sysvars;
use girafa_inspect::{StatementPlace, variables};
use girafa_loader::launch;
use girafa_loader::{Resolved, Target};
use girafa_session::cassette::Cassette;
use girafa_session::driver::Driver;
use girafa_session::hardware::{Hardware, Pace};
use girafa_session::key_script;
use girafa_session::limits;
use girafa_session::listener::Listener;
use girafa_session::outcome::{End, Outcome};
use girafa_session::picture;
use girafa_session::request::{Limit, RunRequest};
use girafa_spectrum::time::EmulatedTime;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{OutOfAnswers, error, of_target, warn};
use crate::path::{File, Name, rom_of};
use crate::result::{Rest, Result};
use crate::values::Answer;

/// Maximum emulated time in seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;
/// Samples per second.
pub const RATE: u32 = 44_100;
/// Maximum length of the sound in emulated seconds; each second takes 88 KB.
const MAX_AUDIO: f64 = 3_600.0;
/// Minimum interval between checks for Ctrl+C.
pub const INTERVAL: Duration = Duration::from_millis(50);
/// Frames between checks of the clock.
pub const CLOCK_CHECK_FRAMES: u64 = 16;

/// Runs a program to its end and returns the result.
///
/// `target` is a file (.bas, .tap, .tzx, .pzx, .sna, .z80, .szx) or the id of an included program; `listing`
/// is the text of a listing instead. `answers`, texts or whole numbers, are typed when INPUT asks. `keys` are
/// pressed when the program reads the keyboard, in the notation of `girafa run --keys`. `seconds` or `frames`
/// limits the emulated time. `printer=False` disconnects the ZX Printer; `late=True` emulates late timing.
/// `pace`, `original` or `rom`, is how long the routines of the included ROM take: about as long as those of an
/// original ROM, or their own time.
///
/// Raises ListingError if the listing has errors, OutOfAnswers if the program asks for more answers than it
/// was given, FileNotFoundError if a file does not exist, and GirafaError if the program cannot be run.
/// Ctrl+C stops the run.
#[pyfunction]
#[pyo3(signature = (target = None, *, listing = None, answers = Vec::new(), keys = "", tape = None, rom = None, seconds = None, frames = None, coverage = false, profile = false, audio = false, printer = true, late = false, pace = "original"))]
#[allow(clippy::too_many_arguments)]
pub fn run(
    py: Python<'_>,
    target: Option<Name>,
    listing: Option<String>,
    answers: Vec<Answer>,
    keys: &str,
    tape: Option<File>,
    rom: Option<File>,
    seconds: Option<f64>,
    frames: Option<u64>,
    coverage: bool,
    profile: bool,
    audio: bool,
    printer: bool,
    late: bool,
    pace: &str,
) -> PyResult<Result> {
    let limit = frame_limit(seconds, frames)?;
    if audio
        && EmulatedTime::of_frames(limit.frames()).seconds() > MAX_AUDIO
        && (seconds.is_some() || frames.is_some())
    {
        let message = format!("audio: at most {MAX_AUDIO} seconds are kept: set shorter seconds");
        return Err(PyValueError::new_err(message));
    }
    let (name, target) = resolve_target(py, target, listing)?;
    let keys = key_script::parse(keys).map_err(|failed| PyValueError::new_err(format!("keys: {failed}")))?;
    let cassette = match tape {
        Some(file) => Cassette::from_tap(&file.bytes()?).map_err(|_| error("tape: not a valid .tap file"))?,
        None => Cassette::default(),
    };
    let label = name.to_string_lossy().into_owned();
    let request = RunRequest {
        answers: answers.into_iter().map(String::from).collect(),
        keys,
        tape: Some(cassette),
        hardware: Hardware {
            printer,
            late,
            pace: pace_of(pace)?,
        },
        limit,
        ..RunRequest::default()
    };
    let rom = rom_of(py, rom)?;
    let started = py.detach(|| launch::start(&label, &target, &rom, request));
    let (session, notices) = started.map_err(|failed| of_target(py, failed))?;
    warn(py, &notices)?;
    let mut session = session.with_transcript().with_beam_replay();
    if audio {
        session = session.with_sound(RATE);
    }
    let mut watch = Watch::default();
    if coverage || profile {
        let program = target.program(&label).map_err(|failed| of_target(py, failed))?;
        session = session.with_statements();
        watch.cover = coverage.then(|| Cover::new(&program));
        watch.profile = profile.then(|| Profile::new(&program));
    }
    let outcome = py.detach(|| session.run(limit.frames(), &mut watch));
    if let Some(interrupt) = watch.interrupt {
        return Err(interrupt);
    }
    let question = outcome.prompts.last().cloned();
    let asks = outcome.end == End::InputExhausted;
    let result = py.detach(|| result(&session, outcome, watch.cover, watch.profile));
    if !asks {
        return Ok(result);
    }
    let prompt = question.unwrap_or_default();
    let message = format!("the program asks for another answer: {prompt}");
    let raised = OutOfAnswers::new_err(girafa_basic::shown::shown(&message).into_owned());
    let value = raised.value(py);
    value.setattr("prompt", prompt)?;
    value.setattr("result", Py::new(py, result)?)?;
    Err(raised)
}

/// The pace of this name.
pub fn pace_of(name: &str) -> PyResult<Pace> {
    Pace::named(name).ok_or_else(|| {
        let names = Pace::ALL.map(Pace::name).join(" or ");
        PyValueError::new_err(format!("pace={name}: expected {names}"))
    })
}

/// Resolves the program to run, and returns it with its name.
pub fn resolve_target(
    py: Python<'_>,
    target: Option<Name>,
    listing: Option<String>,
) -> PyResult<(OsString, Target)> {
    let (name, resolved) = match (target, listing) {
        (Some(Name(target)), None) => {
            let name = target.into_os_string();
            let resolved = girafa_loader::resolve(&name);
            (name, resolved)
        }
        (None, Some(listing)) => {
            let name = OsString::from("listing.bas");
            let resolved = girafa_loader::of_bytes(name.as_ref(), listing.into_bytes());
            (name, resolved)
        }
        _ => {
            return Err(PyTypeError::new_err("expected either a target or listing="));
        }
    };
    let Resolved { target, notices } = resolved.map_err(|failed| of_target(py, failed))?;
    warn(py, &notices)?;
    Ok((name, target))
}

fn frame_limit(seconds: Option<f64>, frames: Option<u64>) -> PyResult<Limit> {
    let most = limits::MAX_FRAMES;
    let limit = match (seconds, frames) {
        (Some(_), Some(_)) => {
            return Err(PyTypeError::new_err(
                "expected either seconds or frames, not both",
            ));
        }
        (None, None) => Limit::default(),
        (None, Some(frames)) => Limit::Frames(frames),
        (Some(seconds), None) => {
            if !(seconds > 0.0 && seconds <= MAX_SECONDS) {
                let message = format!("seconds={seconds}: expected more than 0 and at most {MAX_SECONDS}");
                return Err(PyValueError::new_err(message));
            }
            Limit::AtMost(EmulatedTime::of_duration(Duration::from_secs_f64(seconds)).frames())
        }
    };
    let frames = limit.frames();
    if frames == 0 || frames > most {
        return Err(PyValueError::new_err(format!(
            "frames={frames}: expected 1 to {most}"
        )));
    }
    Ok(limit)
}

fn result(session: &Driver, outcome: Outcome, cover: Option<Cover>, profile: Option<Profile>) -> Result {
    let machine = session.machine_with_beam();
    let rows = session.history().paper();
    let mut profile = profile;
    if let Some(profile) = &mut profile {
        profile.finish(outcome.tstates);
    }
    let failed = outcome.end == End::Report && !outcome.ended_well();
    let fault = if failed { session.fault() } else { None };
    let place = sysvars::place(&machine);
    let rest = Rest {
        variables: variables::of_machine(&machine),
        place: (place.statement > 0).then_some((place.line, place.statement)),
        fault: fault.map(|fault| fault.render("listing", false)),
        answers_left: session.answers_left().map(str::to_owned).collect(),
        paper: (!rows.is_empty()).then(|| picture::paper_image(rows)),
        saved: session
            .tapes()
            .map(|tapes| tapes.cassette().tape().to_tap())
            .unwrap_or_default(),
        samples: session.samples().to_vec(),
        machine,
        cover,
        profile,
    };
    Result::new(outcome, rest)
}

/// A listener that counts statements and checks for Ctrl+C.
#[derive(Default)]
struct Watch {
    cover: Option<Cover>,
    profile: Option<Profile>,
    looked: Option<Instant>,
    interrupt: Option<PyErr>,
}

impl Listener for Watch {
    fn statement(&mut self, place: StatementPlace, tstates: u64) {
        if let Some(cover) = &mut self.cover {
            cover.statement(place);
        }
        if let Some(profile) = &mut self.profile {
            profile.statement(place, tstates);
        }
    }

    fn waited(&mut self, tstates: u64) {
        if let Some(profile) = &mut self.profile {
            profile.waited(tstates);
        }
    }

    fn frame(&mut self, frames: u64) -> ControlFlow<()> {
        if !frames.is_multiple_of(CLOCK_CHECK_FRAMES) {
            return ControlFlow::Continue(());
        }
        let looked = *self.looked.get_or_insert_with(Instant::now);
        if looked.elapsed() < INTERVAL {
            return ControlFlow::Continue(());
        }
        self.looked = Some(Instant::now());
        match Python::attach(|py| py.check_signals()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(interrupt) => {
                self.interrupt = Some(interrupt);
                ControlFlow::Break(())
            }
        }
    }
}
