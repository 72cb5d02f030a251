//! The result of a run.

use girafa_inspect::cover::Cover;
use girafa_inspect::profile::Profile;
use girafa_inspect::variables::Variable;
use girafa_session::outcome::Outcome;
use girafa_session::picture;
use girafa_spectrum::snapshot::szx;
use girafa_spectrum::{Image, Spectrum};
use girafa_verify::compare::end_name;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::picture::Picture;
use crate::values::{of_variables, samples};

/// The result of a run: all that can be observed at its end.
#[pyclass(frozen, module = "girafa")]
pub struct Result {
    pub outcome: Outcome,
    pub variables: Vec<Variable>,
    /// The line and the statement where the run ended.
    pub place: Option<(u16, u8)>,
    /// The runtime error, as the command shows it.
    pub fault: Option<String>,
    pub answers_left: Vec<String>,
    /// The final machine. Pictures and snapshots are made from it on demand.
    pub machine: Spectrum,
    pub paper: Option<Image>,
    pub saved: Vec<u8>,
    pub samples: Vec<i16>,
    pub cover: Option<Cover>,
    pub profile: Option<Profile>,
}

#[pymethods]
impl Result {
    /// The text that the program printed on the upper screen; each row ends with a newline.
    #[getter]
    fn transcript(&self) -> &str {
        &self.outcome.transcript
    }

    /// How the run ended: `report`, `frames` (the time limit), `keys exhausted`, `tape ran out`,
    /// `output limit` or `idle`; `input exhausted` in the result of OutOfAnswers.
    #[getter]
    fn end(&self) -> String {
        end_name(self.outcome.end)
    }

    /// The ROM's report, such as `9 STOP statement, 20:1`; empty if the program did not stop.
    #[getter]
    fn report(&self) -> &str {
        &self.outcome.report
    }

    /// Whether the program stopped with the report `0 OK` or `9 STOP statement`, or by NEW.
    #[getter]
    fn ok(&self) -> bool {
        self.outcome.ended_well()
    }

    /// The number of the line where the run ended; None if no line was running.
    #[getter]
    fn line(&self) -> Option<u16> {
        self.place.map(|(line, _)| line)
    }

    /// The number of the statement in `line`, from 1; None if no line was running.
    #[getter]
    fn statement(&self) -> Option<u8> {
        self.place.map(|(_, statement)| statement)
    }

    /// The runtime error with its line and details; None if there was none.
    #[getter]
    fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The variables at the end of the run: numbers as int or float, strings as str, arrays as nested lists
    /// with names such as `a()` and `a$()`.
    #[getter]
    fn variables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        of_variables(py, &self.variables)
    }

    /// T-states from the start of the program to the end of the last frame; 3,500,000 are one second.
    #[getter]
    fn tstates(&self) -> u64 {
        self.outcome.tstates
    }

    /// Emulated time in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        girafa_spectrum::time::EmulatedTime::of_tstates(self.outcome.tstates).seconds()
    }

    /// The final screen with its border, 352 x 288 pixels.
    #[getter]
    fn screen(&self, py: Python<'_>) -> Picture {
        Picture::new(py, self.machine.screen().rgb(true))
    }

    /// The 24 rows of the screen as text.
    #[getter]
    fn rows(&self) -> Vec<String> {
        self.outcome.screen.clone()
    }

    /// The ZX Printer's paper, 256 pixels wide; None if nothing was printed on it.
    #[getter]
    fn paper(&self, py: Python<'_>) -> Option<Picture> {
        self.paper.clone().map(|paper| Picture::new(py, paper))
    }

    /// The paper as text, one row of text per eight rows of dots.
    #[getter]
    fn printed(&self) -> Vec<String> {
        self.outcome.printer.clone()
    }

    /// The text on the lower screen at each INPUT, up to the cursor; rows are separated by newlines.
    #[getter]
    fn prompts(&self) -> Vec<String> {
        self.outcome.prompts.clone()
    }

    /// Answers that the program did not ask for.
    #[getter]
    fn answers_left(&self) -> Vec<String> {
        self.answers_left.clone()
    }

    /// The final machine as the bytes of a .szx snapshot, for `Machine` and other emulators.
    #[getter]
    fn snapshot<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &szx::save(&self.machine))
    }

    /// The cassette that SAVE recorded on, as the bytes of a .tap file; empty if there is nothing on it.
    #[getter]
    fn saved<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.saved)
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
        let Some(cover) = &self.cover else { return Ok(None) };
        let counts = PyDict::new(py);
        for (place, runs, _) in cover.runs().filter(|(_, _, statement)| statement.active) {
            counts.set_item((place.line, place.statement), runs)?;
        }
        Ok(Some(counts))
    }

    /// The time spent in each line, most T-states first: a list of (line, runs, tstates, waiting, text),
    /// where `waiting` is the T-states spent waiting for a key. None unless the run had `profile=True`.
    #[getter]
    fn profile<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some(profile) = &self.profile else {
            return Ok(None);
        };
        let rows = profile.lines().into_iter();
        let rows = rows.map(|(line, spent, text)| (line, spent.runs, spent.tstates, spent.waiting, text));
        PyList::new(py, rows.collect::<Vec<_>>()).map(Some)
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &picture::screen_png(&self.machine))
    }

    fn __repr__(&self) -> String {
        let report = match &*self.outcome.report {
            "" => self.end(),
            report => report.to_owned(),
        };
        let rows = self.outcome.transcript.lines().count();
        format!(
            "<girafa.Result: {report}; {rows} rows printed, {:.2} s>",
            self.seconds()
        )
    }
}
