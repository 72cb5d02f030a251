//! Runs of any program without a machine to look at.

use std::path::Path;

use girafa_frontend::listing;
use girafa_inspect::fault::RuntimeError;
use girafa_inspect::variables::{self, Variable};
use girafa_loader::{launch, rom};
use girafa_session::hardware::{Hardware, Pace};
use girafa_session::outcome::Outcome;
use girafa_session::request::{Limit, RunRequest};
use girafa_session::{key_script, limits, picture};
use girafa_spectrum::snapshot::szx;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::errors::{JsResult, error, json, target_error};

/// The options of [`run`].
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct RunOptions {
    /// Answers to type in order when the program waits at INPUT.
    answers: Vec<String>,
    /// Keys in the notation of session files.
    keys: String,
    /// Maximum emulated time in seconds.
    seconds: Option<f64>,
    /// How long the ROM's routines take.
    pace: Pace,
}

/// The result of a run: the keys of `girafa run --json`, and some more.
#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    outcome: Outcome,
    /// The error that stopped the program.
    fault: Option<RuntimeError>,
    /// Whether the run ended on its own and without an error.
    ended_well: bool,
    /// The line at which it ended.
    line: Option<u16>,
    answers_left: usize,
    variables: Vec<Variable>,
}

/// A finished run: its results and its pictures.
#[wasm_bindgen]
pub struct Run {
    shown: String,
    screen: Vec<u8>,
    paper: Vec<u8>,
    snapshot: Vec<u8>,
}

#[wasm_bindgen]
impl Run {
    /// The results as JSON.
    #[wasm_bindgen(getter)]
    pub fn shown(&self) -> String {
        self.shown.clone()
    }

    /// The screen as a PNG.
    #[wasm_bindgen(getter)]
    pub fn screen(&self) -> Vec<u8> {
        self.screen.clone()
    }

    /// The printer's paper as a PNG; empty if nothing was printed.
    #[wasm_bindgen(getter)]
    pub fn paper(&self) -> Vec<u8> {
        self.paper.clone()
    }

    /// The machine as a `.szx` file.
    #[wasm_bindgen(getter)]
    pub fn snapshot(&self) -> Vec<u8> {
        self.snapshot.clone()
    }
}

/// Runs a file to its end, without real-time pacing; `name` determines its format. `options` is JSON:
/// `{"answers": ["10"], "keys": "s 2s", "seconds": 60, "pace": "rom"}`.
///
/// # Errors
/// The file is damaged or has errors; a character has no key.
#[wasm_bindgen]
pub fn run(name: &str, bytes: Vec<u8>, options: &str) -> JsResult<Run> {
    let options: RunOptions =
        serde_json::from_str(options).map_err(|failed| error(format_args!("options: {failed}")))?;
    let target = girafa_loader::of_bytes(Path::new(name), bytes)
        .map_err(target_error)?
        .target;
    let request = RunRequest {
        answers: options.answers,
        keys: key_script::parse(&options.keys).map_err(error)?,
        hardware: Hardware::of_pace(options.pace),
        limit: options.seconds.map_or_else(Limit::default, |seconds| {
            Limit::AtMost((seconds * 50.0).clamp(1.0, limits::MAX_FRAMES as f64) as u64)
        }),
        ..RunRequest::default()
    };
    let frames = request.limit.frames();
    let rom = rom::load(None).map_err(error)?;
    let (session, _) = launch::start(name, &target, &rom, request).map_err(target_error)?;
    let mut session = session.with_transcript().with_beam_replay();
    let outcome = session.run(frames, &mut ());
    let machine = session.machine_with_beam();
    let shown = Shown {
        ended_well: outcome.ended_well(),
        fault: session.fault(),
        line: listing::running_line(&machine),
        answers_left: session.answers_left().count(),
        variables: variables::of_machine(&machine),
        outcome,
    };
    let rows = session.history().paper();
    Ok(Run {
        shown: json(&shown),
        screen: picture::screen_png(&machine),
        paper: if rows.is_empty() {
            Vec::new()
        } else {
            picture::paper_png(rows)
        },
        snapshot: szx::save(&machine),
    })
}
