//! The result of a run.

use std::borrow::Cow;

use girafa_inspect::cover::Cover;
use girafa_inspect::profile::Profile;
use girafa_inspect::text::readable;
use girafa_inspect::variables::Variable;
use girafa_session::outcome::Outcome;
use girafa_session::picture;
use girafa_spectrum::snapshot::szx;
use girafa_spectrum::{Image, Spectrum};
use girafa_verify::compare::end_name;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict, PyTuple};

use crate::pickle::{Reduced, reduced};
use crate::picture::Picture;
use crate::values::{of_variables, samples};

/// The result of a run: all that can be observed at its end. It can be pickled.
#[pyclass(frozen, module = "girafa")]
pub struct Result {
    seen: Seen,
    variables: Variables,
    last: Last,
    paper: Option<Image>,
    samples: Vec<i16>,
}

/// What was observed during the run, in the form of the attributes.
#[derive(Clone, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
struct Seen {
    transcript: String,
    end: String,
    report: String,
    ok: bool,
    /// The line and the statement where the run ended.
    place: Option<(u16, u8)>,
    /// The runtime error, as the command shows it.
    fault: Option<String>,
    tstates: u64,
    rows: Vec<String>,
    printed: Vec<String>,
    prompts: Vec<String>,
    answers_left: Vec<String>,
    /// The bytes of the tape.
    saved: Vec<u8>,
    coverage: Option<Vec<((u16, u8), u64)>>,
    profile: Option<Vec<ProfiledLine>>,
}

/// A line with its runs, T-states, T-states of waiting, and text.
type ProfiledLine = (u16, u64, u64, u64, String);

/// The values in a pickle: what was observed, the variables, the screen, the snapshot, the paper and the samples.
type Pickled<'py> = (
    Seen,
    Py<PyDict>,
    Bound<'py, PyAny>,
    Vec<u8>,
    Option<Bound<'py, PyAny>>,
    Vec<u8>,
);

/// The variables at the end of the run.
enum Variables {
    Basic(Vec<Variable>),
    /// As the values of a pickle.
    Python(Py<PyDict>),
}

/// The end of the run. Pictures and snapshots are made from the machine on demand.
enum Last {
    Machine(Box<Spectrum>),
    Kept { screen: Image, snapshot: Vec<u8> },
}

/// What a run leaves besides its outcome.
pub struct Rest {
    pub variables: Vec<Variable>,
    pub place: Option<(u16, u8)>,
    pub fault: Option<String>,
    pub answers_left: Vec<String>,
    pub machine: Spectrum,
    pub paper: Option<Image>,
    pub saved: Vec<u8>,
    pub samples: Vec<i16>,
    pub cover: Option<Cover>,
    pub profile: Option<Profile>,
}

impl Result {
    /// Creates the result of a run.
    pub fn new(outcome: Outcome, rest: Rest) -> Result {
        let coverage = rest.cover.map(|cover| {
            let active = cover.runs().filter(|(_, _, statement)| statement.active);
            active
                .map(|(place, runs, _)| ((place.line, place.statement), runs))
                .collect()
        });
        let profile = rest.profile.map(|profile| {
            let lines = profile.lines().into_iter();
            lines
                .map(|(line, spent, text)| (line, spent.runs, spent.tstates, spent.waiting, text))
                .collect()
        });
        Result {
            variables: Variables::Basic(rest.variables),
            last: Last::Machine(Box::new(rest.machine)),
            paper: rest.paper,
            samples: rest.samples,
            seen: Seen {
                end: end_name(outcome.end),
                ok: outcome.ended_well(),
                transcript: outcome.transcript,
                report: outcome.report,
                place: rest.place,
                fault: rest.fault,
                tstates: outcome.tstates,
                rows: outcome.screen,
                printed: outcome.printer,
                prompts: outcome.prompts,
                answers_left: rest.answers_left,
                saved: rest.saved,
                coverage,
                profile,
            },
        }
    }

    /// Rebuilds a result from the values that `__reduce__` returned.
    pub fn unpickled(values: &Bound<'_, PyTuple>) -> PyResult<Result> {
        let (seen, variables, screen, snapshot, paper, samples): Pickled<'_> = values.extract()?;
        let (samples, rest) = samples.as_chunks();
        if !rest.is_empty() {
            return Err(PyValueError::new_err("the pickle of a result has half a sample"));
        }
        Ok(Result {
            seen,
            variables: Variables::Python(variables),
            last: Last::Kept {
                screen: Picture::unpickled(&screen)?,
                snapshot,
            },
            paper: paper.map(|paper| Picture::unpickled(&paper)).transpose()?,
            samples: samples.iter().map(|&sample| i16::from_le_bytes(sample)).collect(),
        })
    }

    fn last_screen(&self) -> Image {
        match &self.last {
            Last::Machine(machine) => machine.screen().rgb(true),
            Last::Kept { screen, .. } => screen.clone(),
        }
    }

    fn last_snapshot(&self) -> Vec<u8> {
        match &self.last {
            Last::Machine(machine) => szx::save(machine),
            Last::Kept { snapshot, .. } => snapshot.clone(),
        }
    }
}

/// The rows as the command shows them.
fn all_readable(rows: &[String]) -> Vec<Cow<'_, str>> {
    rows.iter().map(|row| readable(row)).collect()
}

#[pymethods]
impl Result {
    /// The text that the program printed on the upper screen; each row ends with a newline.
    #[getter]
    fn transcript(&self) -> Cow<'_, str> {
        readable(&self.seen.transcript)
    }

    /// How the run ended: `report`, `frames` (the time limit), `keys exhausted`, `tape ran out`,
    /// `output limit` or `idle`; `input exhausted` in the result of OutOfAnswers.
    #[getter]
    fn end(&self) -> &str {
        &self.seen.end
    }

    /// The ROM's report, such as `9 STOP statement, 20:1`; empty if the program did not stop.
    #[getter]
    fn report(&self) -> &str {
        &self.seen.report
    }

    /// Whether the program stopped with the report `0 OK` or `9 STOP statement`, or by NEW.
    #[getter]
    fn ok(&self) -> bool {
        self.seen.ok
    }

    /// The number of the line where the run ended; None if no line was running.
    #[getter]
    fn line(&self) -> Option<u16> {
        self.seen.place.map(|(line, _)| line)
    }

    /// The number of the statement in `line`, from 1; None if no line was running.
    #[getter]
    fn statement(&self) -> Option<u8> {
        self.seen.place.map(|(_, statement)| statement)
    }

    /// The runtime error with its line and details; None if there was none.
    #[getter]
    fn fault(&self) -> Option<&str> {
        self.seen.fault.as_deref()
    }

    /// The variables at the end of the run: numbers as int or float, strings as str, arrays as nested lists
    /// with names such as `a()` and `a$()`.
    #[getter]
    fn variables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        match &self.variables {
            Variables::Basic(variables) => of_variables(py, variables),
            Variables::Python(variables) => variables.bind(py).copy(),
        }
    }

    /// T-states from the start of the program to the end of the last frame; 3,500,000 are one second.
    #[getter]
    fn tstates(&self) -> u64 {
        self.seen.tstates
    }

    /// Emulated time in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        girafa_spectrum::time::EmulatedTime::of_tstates(self.seen.tstates).seconds()
    }

    /// The final screen with its border, 352 x 288 pixels.
    #[getter]
    fn screen(&self, py: Python<'_>) -> Picture {
        Picture::new(py, self.last_screen())
    }

    /// The 24 rows of the screen as text.
    #[getter]
    fn rows(&self) -> Vec<Cow<'_, str>> {
        all_readable(&self.seen.rows)
    }

    /// The ZX Printer's paper, 256 pixels wide; None if nothing was printed on it.
    #[getter]
    fn paper(&self, py: Python<'_>) -> Option<Picture> {
        self.paper.clone().map(|paper| Picture::new(py, paper))
    }

    /// The paper as text, one row of text per eight rows of dots.
    #[getter]
    fn printed(&self) -> Vec<Cow<'_, str>> {
        all_readable(&self.seen.printed)
    }

    /// The text on the lower screen at each INPUT, up to the cursor; rows are separated by newlines.
    #[getter]
    fn prompts(&self) -> Vec<Cow<'_, str>> {
        all_readable(&self.seen.prompts)
    }

    /// Answers that the program did not ask for.
    #[getter]
    fn answers_left(&self) -> Vec<String> {
        self.seen.answers_left.clone()
    }

    /// The final machine as the bytes of a .szx snapshot, for `Machine` and other emulators.
    #[getter]
    fn snapshot<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.last_snapshot())
    }

    /// The cassette that SAVE recorded on, as the bytes of a .tap file; empty if there is nothing on it.
    #[getter]
    fn saved<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.seen.saved)
    }

    /// The sound of the beeper and the tape: a memoryview of int16, mono, `SAMPLE_RATE` samples per second.
    /// Empty unless the run had `audio=True`.
    #[getter]
    fn audio<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        samples(py, &self.samples)
    }

    /// How often each statement ran: a dict from (line, statement) to a count, without statements that do
    /// nothing. None unless the run had `coverage=True`.
    #[getter]
    fn coverage<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let coverage = self.seen.coverage.as_ref();
        coverage.map(|counts| counts.into_py_dict(py)).transpose()
    }

    /// The time spent in each line, most T-states first: a list of (line, runs, tstates, waiting, text),
    /// where `waiting` is the T-states spent waiting for a key. None unless the run had `profile=True`.
    #[getter]
    fn profile(&self) -> Option<Vec<ProfiledLine>> {
        self.seen.profile.clone()
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &picture::rgb_png(&self.last_screen()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, result) = (slf.py(), slf.get());
        let samples: Vec<u8> = result
            .samples
            .iter()
            .flat_map(|sample| sample.to_le_bytes())
            .collect();
        let values = (
            result.seen.clone(),
            result.variables(py)?,
            Picture::pickled(py, &result.last_screen()),
            PyBytes::new(py, &result.last_snapshot()),
            result.paper.as_ref().map(|paper| Picture::pickled(py, paper)),
            PyBytes::new(py, &samples),
        );
        reduced(slf, (values,).into_pyobject(py)?)
    }

    fn __repr__(&self) -> String {
        let report = match &*self.seen.report {
            "" => &self.seen.end,
            report => report,
        };
        let rows = self.seen.transcript.lines().count();
        format!(
            "<girafa.Result: {report}; {rows} rows printed, {:.2} s>",
            self.seconds()
        )
    }
}
