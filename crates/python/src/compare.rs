//! Compares programs with their native references and with the expectations of their sessions.

use girafa_inspect::cover::Cover;
use girafa_loader::place::{Place, program_beside};
use girafa_loader::{book, editions, rom, scripts};
use girafa_session::boot::Boot;
use girafa_verify::compare::diff::{first_row, side_by_side};
use girafa_verify::compare::{Judging, Standing, Versions, compared, judge};
use girafa_verify::script::{SessionFile, lines_of_sessions};
use girafa_verify::suite::Program;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

use crate::errors::{error, of_file, of_target};
use crate::interrupt::interruptible;
use crate::path::Name;
use crate::pickle::{Reduced, attributes, of_attributes};

/// The verdict of a session: the comparison of all its runs.
#[pyclass(frozen, get_all, module = "girafa")]
pub struct Verdict {
    /// The session's name.
    pub session: String,
    /// Whether all runs agree; also False if there was nothing to compare with.
    pub agrees: bool,
    /// Number of rows that were compared.
    pub rows: usize,
    /// The names of the backends that ran the session.
    pub ways: Vec<String>,
    /// The differences, side by side as the command shows them.
    pub differences: Vec<String>,
    /// Additional notes on the differences.
    pub remarks: Vec<String>,
    /// Why the session could not be run or compared; None if it could.
    pub failure: Option<String>,
    /// The first difference, or the failure, in one line; None if there is neither.
    pub first: Option<String>,
    /// What an update wrote, with the name of the file.
    pub written: Vec<String>,
}

attributes!(Verdict {
    session,
    agrees,
    rows,
    ways,
    differences,
    remarks,
    failure,
    first,
    written
});

#[pymethods]
impl Verdict {
    fn __bool__(&self) -> bool {
        self.agrees
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        of_attributes(slf)
    }

    fn __repr__(&self) -> String {
        let standing = if self.agrees { "agrees" } else { "differs" };
        format!("<{}: {standing}, {} rows>", self.session, self.rows)
    }
}

impl Verdict {
    fn of(verdict: girafa_verify::compare::Verdict, written: Vec<String>) -> Verdict {
        let failure = verdict
            .failure
            .as_ref()
            .and_then(|failure| failure.lines().next());
        let first = failure
            .map(str::to_owned)
            .or_else(|| verdict.differences.first().map(first_row));
        let differences = verdict.differences.iter();
        Verdict {
            agrees: verdict.standing() == Standing::Agrees,
            rows: verdict.rows,
            ways: verdict
                .ways
                .iter()
                .map(|(backend, _)| backend.name().to_owned())
                .collect(),
            differences: differences
                .map(|difference| side_by_side(difference, false))
                .collect(),
            remarks: verdict.remarks,
            failure: verdict.failure,
            session: verdict.session,
            first,
            written,
        }
    }
}

/// A program's file and the session file next to it, as `girafa test` runs them.
#[pyclass(module = "girafa")]
pub struct Sessions {
    place: Place,
    program: Program,
    /// The line of each session in the file, from 1.
    lines: Vec<usize>,
    boot: Boot,
    cover: Option<Cover>,
}

#[pymethods]
impl Sessions {
    /// Reads the sessions of `path`: a session file (.toml), or a program with a session file next to it.
    ///
    /// Raises GirafaError if one of the two files is missing or malformed, and ListingError if the listing
    /// has errors.
    #[new]
    fn new(py: Python<'_>, path: Name) -> PyResult<Sessions> {
        let target_error = |failed| of_target(py, failed);
        let Name(path) = path;
        let sessions = path.with_extension("toml");
        let place = Place::new(program_beside(&sessions), sessions);
        let (program, _) = place.read().map_err(target_error)?;
        let text = girafa_files::read_text(&place.sessions).map_err(of_file)?;
        let lines = lines_of_sessions(&text).map_err(error)?;
        let boot = rom::load(None).and_then(|rom| rom.boot()).map_err(target_error)?;
        Ok(Sessions {
            place,
            program,
            lines,
            boot,
            cover: None,
        })
    }

    /// The names of the sessions, in the order of the file.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.program
            .scripts
            .iter()
            .map(|script| script.name.clone())
            .collect()
    }

    /// The line of a session in the file, from 1, and its answers.
    ///
    /// Raises KeyError if there is no session `name`.
    fn place(&self, name: &str) -> PyResult<(usize, Vec<String>)> {
        let script = self
            .program
            .scripts
            .iter()
            .zip(&self.lines)
            .find(|(script, _)| script.name == name);
        let (script, line) = script.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        Ok((*line, script.answers.clone()))
    }

    /// Runs a session, checks its expectations and returns the verdict. With `update`, updates the session
    /// file to the observed results, unless the run ended early.
    ///
    /// Raises KeyError if there is no session `name`, and GirafaError if a file cannot be written.
    #[pyo3(signature = (name, *, update = false))]
    fn judge(&mut self, py: Python<'_>, name: &str, update: bool) -> PyResult<Verdict> {
        let script = self.program.scripts.iter().find(|script| script.name == name);
        let script = script.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        let how = Judging {
            blesses: update,
            covers: true,
            ..Judging::default()
        };
        let (boot, versions, script) = (self.boot.clone(), self.program.versions.clone(), script.clone());
        let mut judged = interruptible(py, move |_| judge(&boot, &versions, &script, how))?;
        if let Some(cover) = judged.cover.take() {
            match &mut self.cover {
                Some(all) => all.add(&cover),
                None => self.cover = Some(cover),
            }
        }
        let written = self.place.bless(std::slice::from_ref(&judged)).map_err(error)?;
        Ok(Verdict::of(judged.verdict, written))
    }

    /// The coverage of the sessions run so far: the number of statements that have run, the number of all
    /// statements, and a list of those that have not run, each as `line:statement` and its text.
    #[getter]
    fn coverage(&self) -> (usize, usize, Vec<(String, String)>) {
        let Some(cover) = &self.cover else {
            return (0, 0, Vec::new());
        };
        let count = cover.statements();
        let missing = cover
            .missing()
            .map(|(place, text)| (place.to_string(), text.to_owned()));
        (count.run, count.total, missing.collect())
    }

    fn __repr__(&self) -> String {
        format!("<{}: {} sessions>", self.place.name, self.program.scripts.len())
    }
}

/// Runs the sessions of an included program and returns a verdict for each: whether all backends print the
/// same. The backends are the book's listing (if the book is imported) and our edition on the machine, and
/// the native reference. `session` selects one session.
///
/// Raises GirafaError if the program or the session does not exist.
#[pyfunction]
#[pyo3(signature = (id, *, session = None))]
pub fn compare(py: Python<'_>, id: &str, session: Option<&str>) -> PyResult<Vec<Verdict>> {
    let target_error = |failed| of_target(py, failed);
    let files = scripts::all(None).map_err(target_error)?;
    let file = files.into_iter().find(|file| file.id == id);
    let SessionFile { mut sessions, .. } =
        file.ok_or_else(|| error(format_args!("{id} has no recorded sessions")))?;
    if let Some(name) = session {
        sessions.retain(|script| script.name == name);
        if sessions.is_empty() {
            return Err(error(format_args!("{id} has no session `{name}`")));
        }
    }
    let original = book::original(id).map_err(target_error)?;
    let edition = editions::edition(id).map_err(target_error)?;
    let versions = Versions::of_book(id, original, edition);
    let boot = rom::load(None).and_then(|rom| rom.boot()).map_err(target_error)?;
    interruptible(py, move |cancelled| {
        let wanted = sessions.iter().take_while(|_| !cancelled.is_set());
        let verdict = |script| Verdict::of(compared(&boot, &versions, script).0, Vec::new());
        wanted.map(verdict).collect()
    })
}
