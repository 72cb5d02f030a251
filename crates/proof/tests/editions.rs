//! Our own editions of the book's programs (`basic-listings`): in the sessions of `tests/sessions` and `tests/editions`
//! they do what the originals do, and print what the references print. So do the programs after the book's companion
//! papers, which have no original.
//!
//! GIRAFA_BOOK names the book's text; without it editions are compared with the references alone. GIRAFA_SESSIONS=ID...
//! takes these programs only, for work on one of them.

#[path = "../../basic/tests/shared/mod.rs"]
mod shared;
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use girafa_basic::program::Program;
use girafa_basic::{book, tokenise};
use girafa_proof::boot::Boot;
use girafa_proof::launch::{self, Command};
use girafa_proof::outcome::{End, Outcome};
use girafa_proof::session::Session;
use girafa_proof::sessions::{self, Compared, Script};
use girafa_reference::Ended;
use rayon::prelude::*;
use support::{rom, root};

/// Our editions by id.
fn editions() -> BTreeMap<String, Program> {
    let mut editions = BTreeMap::new();
    for entry in fs::read_dir(root().join("basic-listings")).expect("basic-listings") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "bas") {
            continue;
        }
        let id = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a text");
        let done = tokenise::program(&text, &tokenise::Options::default());
        let done = done.unwrap_or_else(|errors| panic!("{}", errors.render(&id, &text, false)));
        assert!(
            done.warnings.is_empty(),
            "{}",
            done.warnings.render(&id, &text, false)
        );
        editions.insert(id, done.program);
    }
    editions
}

/// All sessions with the ids of their programs.
fn scripts() -> Vec<(String, Script)> {
    let wanted = std::env::var("GIRAFA_SESSIONS").unwrap_or_default();
    let mut scripts = Vec::new();
    for directory in ["tests/sessions", "tests/editions"] {
        let files = sessions::read_directory(&root().join(directory));
        for file in files.unwrap_or_else(|error| panic!("{error}")) {
            if wanted.is_empty() || wanted.split_whitespace().any(|id| id == file.id) {
                let id = file.id;
                scripts.extend(file.sessions.into_iter().map(|script| (id.clone(), script)));
            }
        }
    }
    assert!(!scripts.is_empty());
    scripts
}

fn run(boot: &Boot, program: &Program, script: &Script) -> Outcome {
    let launched = launch::placed(boot, program, Command::Run).expect("a program that fits");
    Session::new(launched, boot.glyphs.clone())
        .answers(&script.answers)
        .expect("answers that can be typed")
        .with_transcript()
        .run(script.frames(), &mut ())
}

#[test]
fn every_program_has_an_edition_and_sessions() {
    let records = book::records().expect("the records");
    let of_papers = girafa_reference::papers::PROGRAMS.iter();
    let ids: BTreeSet<String> = records
        .into_iter()
        .map(|record| record.id)
        .chain(of_papers.map(|(id, _)| (*id).to_owned()))
        .collect();
    let editions = editions();
    for id in &ids {
        assert!(editions.contains_key(id), "{id} has no edition");
    }
    let tried: BTreeSet<String> = scripts().into_iter().map(|(id, _)| id).collect();
    if std::env::var_os("GIRAFA_SESSIONS").is_none() {
        assert_eq!(tried, ids, "programs with sessions");
    }
}

/// What is written anew does not repeat the book's lines: statements alike are those that anyone would write.
#[test]
fn editions_are_not_the_listings() {
    let Some(text) = shared::book() else { return };
    for original in book::import(&text, &[]).expect("the book's listings") {
        let edition = &editions()[&original.id];
        let lines: BTreeSet<&[u8]> = original.program.lines.iter().map(|line| &line.body[..]).collect();
        for line in &edition.lines {
            // What the screen must show is the same; short lines such as RETURN are nobody's.
            let shows = line.body.contains(&b'"');
            assert!(
                shows || line.body.len() < 24 || !lines.contains(&line.body[..]),
                "{}: line {} is the book's",
                original.id,
                line.number
            );
        }
    }
}

#[test]
fn editions_do_what_the_originals_do() {
    let Some(text) = shared::book() else { return };
    let originals = book::import(&text, &[]).expect("the book's listings");
    let editions = editions();
    let boot = Boot::new(&rom()).expect("a ROM that boots");
    let differences: Vec<String> = scripts()
        .par_iter()
        .flat_map_iter(|(id, script)| {
            // The programs after the papers are ours alone.
            let Some(original) = originals.iter().find(|original| original.id == *id) else {
                return Vec::new();
            };
            let original = seen(run(&boot, &original.program, script));
            let edition = seen(run(&boot, &editions[id], script));
            let fields = original.into_iter().zip(edition);
            fields
                .filter(|(original, edition)| original != edition)
                .map(|(original, edition)| {
                    let what = first_difference(&original.1, &edition.1);
                    format!("{id}, {}: {}\n{what}", script.name, original.0)
                })
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn editions_print_what_the_references_print() {
    let editions = editions();
    let boot = Boot::new(&rom()).expect("a ROM that boots");
    let differences: Vec<String> = scripts()
        .par_iter()
        .flat_map_iter(|(id, script)| {
            let answers: Vec<&str> = script.answers.iter().map(String::as_str).collect();
            let Some(reference) = girafa_reference::run(id, &answers) else {
                return Vec::new();
            };
            // A few of `tests/editions` give answers, such as fractions, that the reference says it does not model; in
            // `tests/sessions` it may not (crates/reference/tests/originals.rs).
            if matches!(reference.ended, Ended::NotModelled(_)) {
                return Vec::new();
            }
            let edition = run(&boot, &editions[id], script);
            let ended = match edition.end {
                End::Report => format!("report {}", code(&edition)),
                End::InputExhausted => Ended::AnswersRanOut.to_string(),
                // A session that has no end is given a time that is long enough to show it.
                End::Frames => Ended::Endless.to_string(),
                other => format!("{other:?}"),
            };
            let pairs = [
                (Compared::Transcript, reference.transcript, edition.transcript),
                (
                    Compared::Paper,
                    reference.paper.join("\n"),
                    edition.printer.join("\n"),
                ),
                (Compared::End, reference.ended.to_string(), ended),
            ];
            pairs
                .into_iter()
                .filter(|(what, reference, edition)| script.compares(*what) && reference != edition)
                .map(|(what, reference, edition)| {
                    let difference = first_difference(&reference, &edition);
                    format!("{id}, {}: {what:?}\n{difference}", script.name)
                })
                .collect()
        })
        .collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// All that a user sees of a run, each with its name: what the reader of the book and the reader of an edition must share.
fn seen(outcome: Outcome) -> [(&'static str, String); 8] {
    [
        ("transcript", outcome.transcript.clone()),
        ("screen", outcome.screen[..22].join("\n")),
        ("screen's dots", outcome.gfx_crc32.clone()),
        ("screen's colours", outcome.attr_crc32.clone()),
        ("prompts", outcome.prompts.join("\n")),
        ("paper", outcome.printer.join("\n")),
        ("paper's dots", outcome.printer_crc32.clone()),
        ("end", format!("{:?} {}", outcome.end, code(&outcome))),
    ]
}

/// The report's code.
fn code(outcome: &Outcome) -> &str {
    match outcome.end {
        End::Report => outcome.report.get(..1).unwrap_or(""),
        _ => "",
    }
}

/// The first rows that differ.
fn first_difference(one: &str, other: &str) -> String {
    let mut rows = one.lines().zip(other.lines()).enumerate();
    match rows.find(|(_, (one, other))| one != other) {
        Some((row, (one, other))) => format!("  row {}\n    |{one}\n    |{other}", row + 1),
        None => format!("  {} and {} rows", one.lines().count(), other.lines().count()),
    }
}
