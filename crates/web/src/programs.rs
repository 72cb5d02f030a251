//! The included programs with their sessions, for a gallery.

use girafa_loader::{editions, scripts};
use girafa_verify::script::Script;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::errors::{JsResult, error, json, of_target, target_error};

/// A program of the gallery.
#[derive(Serialize)]
struct Program {
    id: &'static str,
    title: String,
    listing: &'static str,
    is_of_book: bool,
    sessions: Vec<Answers>,
}

/// The answers of a session.
#[derive(Serialize)]
struct Answers {
    name: String,
    answers: Vec<String>,
}

/// The included programs as JSON, sorted by id, with the answers of their sessions.
///
/// # Errors
/// An included record or session file is malformed.
#[wasm_bindgen]
pub fn programs() -> JsResult<String> {
    let sessions = scripts::all(None).map_err(target_error)?;
    let included = editions::included().map_err(target_error)?;
    let program = |included: editions::Included| {
        let is_it = |(id, _): &&girafa_listings::Named| *id == included.id;
        let (_, listing) = girafa_listings::EDITIONS.iter().find(is_it)?;
        let file = sessions.iter().find(|file| file.id == included.id);
        // Sessions that change the book's listing or use its tape do not apply to our edition.
        let of_ours = |script: &&Script| script.lines.is_empty() && script.tape.is_none();
        let scripts = file.into_iter().flat_map(|file| &file.sessions).filter(of_ours);
        Some(Program {
            id: included.id,
            title: included.title,
            listing,
            is_of_book: included.is_of_book,
            sessions: scripts
                .map(|script| Answers {
                    name: script.name.clone(),
                    answers: script.answers.clone(),
                })
                .collect(),
        })
    };
    Ok(json(
        &included.into_iter().filter_map(program).collect::<Vec<_>>(),
    ))
}

/// The sessions of a program.
#[derive(Serialize)]
pub(crate) struct Sessions {
    pub(crate) id: String,
    pub(crate) sessions: Vec<String>,
}

/// The programs that can be compared with their native references, with the names of their sessions, as JSON.
///
/// # Errors
/// An included session file is malformed.
#[wasm_bindgen]
pub fn comparable() -> JsResult<String> {
    sessions().map(|all| json(&all)).map_err(error)
}

pub(crate) fn sessions() -> Result<Vec<Sessions>, String> {
    let files = scripts::all(None).map_err(|failed| of_target(&failed))?;
    let of_file = |file: girafa_verify::script::SessionFile| Sessions {
        id: file.id,
        sessions: file.sessions.into_iter().map(|script| script.name).collect(),
    };
    Ok(files.into_iter().map(of_file).collect())
}
