//! Programs on the machine beside their native references.

use girafa_proof::compare::diff::side_by_side;
use girafa_proof::compare::{Standing, Versions, compared};
use girafa_proof::script::SessionFile;
use girafa_subject::{book, editions, rom, scripts};
use pyo3::prelude::*;

use crate::errors::{error, of_subject};

/// What a session has shown in all the ways in which it was run.
#[pyclass(frozen, get_all, module = "girafa")]
pub struct Verdict {
    /// The session's name.
    pub session: String,
    /// Whether all ways agree; False too where there is nothing to compare with.
    pub agrees: bool,
    /// Rows that were compared.
    pub rows: usize,
    /// The ways in which it was run.
    pub ways: Vec<String>,
    /// What differs, side by side as the command shows it.
    pub differences: Vec<String>,
    /// Why it could not be run.
    pub failure: Option<String>,
}

#[pymethods]
impl Verdict {
    fn __bool__(&self) -> bool {
        self.agrees
    }

    fn __repr__(&self) -> String {
        let standing = if self.agrees { "agrees" } else { "differs" };
        format!("<{}: {standing}, {} rows>", self.session, self.rows)
    }
}

/// Runs the sessions of an included program on the machine, as the book prints it where the book is imported, as our edition,
/// and natively, and says whether all print the same.
///
/// Raises GirafaError for an id that has no sessions.
#[pyfunction]
#[pyo3(signature = (id, *, session = None))]
pub fn compare(py: Python<'_>, id: &str, session: Option<&str>) -> PyResult<Vec<Verdict>> {
    let subject_error = |failed| of_subject(py, failed);
    let files = scripts::all(None).map_err(subject_error)?;
    let file = files.into_iter().find(|file| file.id == id);
    let SessionFile { mut sessions, .. } =
        file.ok_or_else(|| error(format_args!("{id} has no sessions: `girafa programs` lists those that have")))?;
    if let Some(name) = session {
        sessions.retain(|script| script.name == name);
        if sessions.is_empty() {
            return Err(error(format_args!("{id} has no session `{name}`")));
        }
    }
    let original = book::original(id).map_err(subject_error)?;
    let edition = editions::edition(id).map_err(subject_error)?;
    let versions = Versions::of_book(id, original, edition);
    let boot = rom::load(None).and_then(|rom| rom.boot()).map_err(subject_error)?;
    let one = |script: &girafa_proof::script::Script| {
        let (verdict, _) = compared(&boot, &versions, script);
        Verdict {
            session: script.name.clone(),
            agrees: verdict.standing() == Standing::Agrees,
            rows: verdict.rows,
            ways: verdict.ways.iter().map(|(way, _)| way.name().to_owned()).collect(),
            differences: (verdict.differences.iter())
                .map(|difference| side_by_side(difference, false))
                .collect(),
            failure: verdict.failure,
        }
    };
    py.detach(|| Ok(sessions.iter().map(one).collect()))
}
