//! A program run to its end: text in, transcript out.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use girafa_session::cassette::Cassette;
use girafa_session::insight::cover::Cover;
use girafa_session::insight::profile::Profile;
use girafa_session::insight::{StatementPlace, variables};
use girafa_session::key_script;
use girafa_session::listener::Listener;
use girafa_session::outcome::{End, Outcome};
use girafa_session::session::Session;
use girafa_session::{picture, sysvars};
use girafa_spectrum::time::EmulatedTime;
use girafa_subject::launch::Launch;
use girafa_subject::{Resolved, Subject};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{OutOfAnswers, error, of_subject};
use crate::path::Name;
use crate::result::Result;

/// Emulated seconds where nothing else is asked for, and at most: those of `girafa run`, and a day.
const SECONDS: f64 = 3_600.0;
const MOST_SECONDS: f64 = 86_400.0;
/// Samples a second.
pub const RATE: u32 = 44_100;
/// Emulated seconds of sound at most: of each a second takes 88 KB.
const MOST_AUDIO: f64 = 3_600.0;
/// Time between two looks whether Ctrl+C was pressed.
pub const INTERVAL: Duration = Duration::from_millis(50);
/// Frames between two looks at the clock.
pub const OFTEN: u64 = 16;

/// Runs a program to its end and gives all that can be seen of it.
///
/// `target` is a file (.bas, .tap, .tzx, .pzx, .sna, .z80, .szx) or the id of an included program; `listing` is a listing's
/// text instead. `answers` are typed when INPUT asks, `keys` pressed when the program looks for them, in the notation of
/// `girafa run --keys`. `seconds` is the emulated time after which the run is over in any case.
///
/// Raises ListingError where the listing has mistakes, OutOfAnswers where the program asks for more than it was given,
/// FileNotFoundError, and GirafaError for what cannot be run. Ctrl+C stops the run.
#[pyfunction]
#[pyo3(signature = (target = None, *, listing = None, answers = Vec::new(), keys = "", tape = None, rom = None, seconds = None, frames = None, coverage = false, profile = false, audio = false, printer = true))]
#[allow(clippy::too_many_arguments)]
pub fn run(
    py: Python<'_>,
    target: Option<Name>,
    listing: Option<String>,
    answers: Vec<String>,
    keys: &str,
    tape: Option<Vec<u8>>,
    rom: Option<Name>,
    seconds: Option<f64>,
    frames: Option<u64>,
    coverage: bool,
    profile: bool,
    audio: bool,
    printer: bool,
) -> PyResult<Result> {
    let limit = frame_limit(seconds, frames)?;
    if audio
        && EmulatedTime::of_frames(limit).seconds() > MOST_AUDIO
        && (seconds.is_some() || frames.is_some())
    {
        let message = format!("audio: at most {MOST_AUDIO} seconds are kept: set shorter seconds");
        return Err(PyValueError::new_err(message));
    }
    let (name, subject) = subject(py, target, listing)?;
    let launch = Launch {
        rom: rom.map(|Name(rom)| rom),
        poke: false,
        no_printer: !printer,
    };
    let keys = key_script::parse(keys).map_err(|failed| PyValueError::new_err(format!("keys: {failed}")))?;
    let cassette = match tape {
        Some(bytes) => Cassette::from_tap(&bytes)
            .map_err(|_| error("tape: these are no bytes of a .tap, or it is damaged"))?,
        None => Cassette::default(),
    };
    let label = name.to_string_lossy().into_owned();
    let (mut launched, glyphs) = py
        .detach(|| launch.run(&label, &subject))
        .map_err(|failed| of_subject(py, failed))?;
    if matches!(subject, Subject::Program(_)) {
        // It has nothing but the program, which nobody has recorded.
        launched.machine.eject_tape();
    }
    let mut session = Session::new(launched, glyphs)
        .answers(&answers)
        .map_err(|failed| PyValueError::new_err(format!("answers: {failed}")))?
        .with_keys(keys)
        .with_tapes(cassette)
        .with_faults()
        .with_transcript()
        .with_television();
    if audio {
        session = session.with_sound(RATE);
    }
    let mut watch = Watch::default();
    if coverage || profile {
        let program = subject.program(&label).map_err(|failed| of_subject(py, failed))?;
        session = session.with_statements();
        watch.cover = coverage.then(|| Cover::new(&program));
        watch.profile = profile.then(|| Profile::new(&program));
    }
    if matches!(subject, Subject::Snapshot(_) | Subject::Picture(_)) && frames.is_some() {
        session = session.to_the_limit();
    }
    let outcome = py.detach(|| session.run(limit, &mut watch));
    if let Some(interrupt) = watch.interrupt {
        return Err(interrupt);
    }
    let question = outcome
        .prompts
        .last()
        .map(|prompt| prompt.trim_end_matches('|').to_owned());
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

/// What is to be run, and its name.
pub fn subject(
    py: Python<'_>,
    target: Option<Name>,
    listing: Option<String>,
) -> PyResult<(OsString, Subject)> {
    let (name, resolved) = match (target, listing) {
        (Some(Name(target)), None) => {
            let name = target.into_os_string();
            let resolved = girafa_subject::resolve(&name);
            (name, resolved)
        }
        (None, Some(listing)) => {
            let name = OsString::from("listing.bas");
            let resolved = girafa_subject::of_bytes(name.as_ref(), listing.into_bytes());
            (name, resolved)
        }
        _ => {
            return Err(PyTypeError::new_err(
                "a target is wanted, or listing=: one of them",
            ));
        }
    };
    let Resolved { subject, .. } = resolved.map_err(|failed| of_subject(py, failed))?;
    Ok((name, subject))
}

fn frame_limit(seconds: Option<f64>, frames: Option<u64>) -> PyResult<u64> {
    let most = EmulatedTime::of_duration(Duration::from_secs_f64(MOST_SECONDS)).frames();
    let frames = match (seconds, frames) {
        (Some(_), Some(_)) => return Err(PyTypeError::new_err("seconds or frames, not both")),
        (None, Some(frames)) => frames,
        (seconds, None) => {
            let seconds = seconds.unwrap_or(SECONDS);
            if !(seconds > 0.0 && seconds <= MOST_SECONDS) {
                let message = format!("seconds={seconds}: more than 0 and at most {MOST_SECONDS} are wanted");
                return Err(PyValueError::new_err(message));
            }
            EmulatedTime::of_duration(Duration::from_secs_f64(seconds)).frames()
        }
    };
    if frames == 0 || frames > most {
        return Err(PyValueError::new_err(format!(
            "frames={frames}: 1 to {most} are wanted"
        )));
    }
    Ok(frames)
}

/// How a run ended, as `girafa run --json` writes it.
pub fn end_name(end: End) -> String {
    match end {
        End::Report => "report",
        End::Frames => "frames",
        End::InputExhausted => "input exhausted",
        End::KeysExhausted => "keys exhausted",
        End::TapeRanOut => "tape ran out",
        End::OutputLimit => "output limit",
        End::Idle => "idle",
    }
    .to_owned()
}

fn result(session: &Session, outcome: Outcome, cover: Option<Cover>, profile: Option<Profile>) -> Result {
    let machine = session.television();
    let rows = machine.printer().rows();
    let mut profile = profile;
    if let Some(profile) = &mut profile {
        profile.finish(outcome.tstates);
    }
    let failed = outcome.end == End::Report && !outcome.ended_well();
    let fault = if failed { session.fault() } else { None };
    let place = sysvars::place(&machine);
    Result {
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
        outcome,
    }
}

/// Who listens to a run: what is to be counted, and whether Ctrl+C was pressed.
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
            cover.statement(place, tstates);
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
        if !frames.is_multiple_of(OFTEN) {
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
