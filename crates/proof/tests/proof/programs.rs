//! The three ways: the book's listings, our editions and the native references, in all sessions of `tests/sessions` and
//! `tests/editions`. Each program runs each session once, whatever is asked of the run afterwards.
//!
//! GIRAFA_BOOK names the book's text, without which the editions and the references are left. GIRAFA_ROM_DIR names another
//! folder with a girafa48.rom than the embedded one, and GIRAFA_SESSIONS=ID... the programs to take, for work on one of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use crate::support::{editions, rom};
use girafa_basic::program::Program;
use girafa_proof::compare::diff::side_by_side;
use girafa_proof::compare::{Difference, Verdict, Versions, Way, judge};
use girafa_proof::script::{self, Script, SessionFile};
use girafa_restore::book;
use girafa_session::boot::Boot;
use girafa_session::insight::cover::Cover;
use girafa_test_support::{book_text, root};
use rayon::prelude::*;

/// Sessions that a program of the book has at least, besides the book's sample runs.
const FURTHER_SESSIONS: usize = 3;
/// What the sessions of a listing reach of its statements, in hundredths.
const COVERED: f64 = 95.0;
/// The part of tests/sessions/README.md that lists the others.
const UNREACHED: &str = "## Statements that no session reaches";

/// A session and its verdict.
struct Judged {
    id: String,
    script: Script,
    verdict: Verdict,
}

static BOOT: LazyLock<Boot> = LazyLock::new(|| Boot::new(&rom()).expect("a ROM that boots"));

static ORIGINALS: LazyLock<Option<BTreeMap<String, Program>>> = LazyLock::new(|| {
    let listings = book::import(&book_text()?, &[]).expect("the book's listings");
    let programs = listings.into_iter().map(|listing| (listing.id, listing.program));
    Some(programs.collect())
});

static JUDGED: LazyLock<Vec<Judged>> = LazyLock::new(|| {
    let mut editions = editions();
    let files = session_files();
    let ids: BTreeSet<&String> = files.iter().map(|file| &file.id).collect();
    let versions: BTreeMap<&String, Versions> = ids
        .into_iter()
        .map(|id| {
            let versions = Versions {
                id: id.clone(),
                original: ORIGINALS
                    .as_ref()
                    .and_then(|originals| originals.get(id).cloned()),
                edition: Some(
                    editions
                        .remove(id)
                        .unwrap_or_else(|| panic!("{id} has no edition")),
                ),
            };
            (id, versions)
        })
        .collect();
    let sessions: Vec<(&String, &Script)> = files
        .iter()
        .flat_map(|file| file.sessions.iter().map(move |script| (&file.id, script)))
        .collect();
    sessions
        .into_par_iter()
        .with_max_len(1)
        .map(|(id, script)| Judged {
            verdict: judge(&BOOT, &versions[id], script, None),
            id: id.clone(),
            script: script.clone(),
        })
        .collect()
});

/// The session files of the programs that are wanted.
fn session_files() -> Vec<SessionFile> {
    let wanted = std::env::var("GIRAFA_SESSIONS").unwrap_or_default();
    let directories = ["tests/sessions", "tests/editions"].map(|directory| root().join(directory));
    let files = directories
        .iter()
        .flat_map(|directory| script::read_directory(directory).unwrap_or_else(|error| panic!("{error}")));
    let files: Vec<SessionFile> = files
        .filter(|file| wanted.is_empty() || wanted.split_whitespace().any(|id| id == file.id))
        .collect();
    assert!(!files.is_empty(), "no session of {wanted}");
    files
}

#[test]
fn every_program_has_its_sessions() {
    let files =
        script::read_directory(&root().join("tests/sessions")).unwrap_or_else(|error| panic!("{error}"));
    let ids: Vec<&str> = girafa_reference::programs().map(|(id, _)| *id).collect();
    for file in &files {
        assert!(ids.contains(&file.id.as_str()), "{}: no such program", file.id);
        for script in &file.sessions {
            let variant = script.variant.as_deref();
            let reference = girafa_reference::run_variant(&file.id, variant, &[]);
            assert!(reference.is_some(), "{}: no variant {variant:?}", file.id);
        }
    }
    for id in &ids {
        let file = files.iter().find(|file| file.id == *id);
        let further = file.map_or(0, |file| {
            let own = file.sessions.iter().filter(|script| script.printed.is_empty());
            own.count()
        });
        assert!(
            further >= FURTHER_SESSIONS,
            "{id} has {further} sessions of our own"
        );
    }
    assert_eq!(files.len(), ids.len());
}

#[test]
fn every_session_runs_in_every_way_that_there_is() {
    for Judged { id, script, verdict } in JUDGED.iter() {
        let name = &script.name;
        assert_eq!(verdict.failure, None, "{id}, {name}");
        let has = |wanted| verdict.ways.iter().any(|(way, _)| *way == wanted);
        let is_original = ORIGINALS
            .as_ref()
            .is_some_and(|originals| originals.contains_key(id));
        assert_eq!(has(Way::Original), is_original, "{id}, {name}");
        assert_eq!(has(Way::Edition), script.lines.is_empty(), "{id}, {name}");
        if let Some(answer) = &verdict.not_modelled {
            // A few of `tests/editions` give answers, such as fractions, that the reference says it does not model.
            let files = script::read_directory(&root().join("tests/editions")).expect("sessions");
            let allowed = files
                .iter()
                .any(|file| file.id == *id && file.sessions.contains(script));
            assert!(allowed, "{id}, {name}: {answer}");
        } else {
            assert!(has(Way::Reference), "{id} has no reference");
        }
    }
}

#[test]
fn editions_do_what_the_originals_do() {
    if ORIGINALS.is_some() {
        agree(Way::Original, Way::Edition);
    }
}

#[test]
fn originals_print_what_the_references_print() {
    if ORIGINALS.is_some() {
        agree(Way::Original, Way::Reference);
    }
}

#[test]
fn editions_print_what_the_references_print() {
    agree(Way::Edition, Way::Reference);
}

/// Fails with all sessions in which these two ways differ.
fn agree(left: Way, right: Way) {
    let mut differences = Vec::new();
    for Judged { id, script, verdict } in JUDGED.iter() {
        let between = |difference: &&Difference| (difference.left.0, difference.right.0) == (left, right);
        for difference in verdict.differences.iter().filter(between) {
            differences.push(format!(
                "{id}, {}\n{}",
                script.name,
                side_by_side(difference, false)
            ));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// The listings' statements that no session reaches are those that README.md lists and gives reasons for, and few.
#[test]
fn what_no_session_reaches_is_listed() {
    let Some(originals) = ORIGINALS.as_ref() else {
        return;
    };
    let listed = listed_as_unreached();
    let mut wrong = Vec::new();
    for file in script::read_directory(&root().join("tests/sessions")).expect("sessions") {
        let Some(program) = originals.get(&file.id) else {
            continue;
        };
        if !session_files().contains(&file) {
            continue;
        }
        let known = listed.get(&file.id).cloned().unwrap_or_default();
        let cover = coverage(program, &file, &known);
        let missing: BTreeSet<String> = cover.missing().map(|(place, _)| place.to_string()).collect();
        for place in missing.symmetric_difference(&known) {
            let is = if known.contains(place) {
                "reached"
            } else {
                "not reached"
            };
            wrong.push(format!("{}: {place} is {is}", file.id));
        }
        let percent = cover.statements().percent();
        if percent < COVERED {
            wrong.push(format!("{}: {percent:.1} % are covered", file.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the sessions reach of a listing. The short ones are run first, and the rest only while something is missing that
/// is not `known` to be.
fn coverage(program: &Program, file: &SessionFile, known: &BTreeSet<String>) -> Cover {
    let mut scripts: Vec<(u64, &Script)> = file
        .sessions
        .iter()
        .map(|script| {
            let of_script = |judged: &&Judged| judged.id == file.id && judged.script == *script;
            let judged = JUDGED.iter().find(of_script);
            // The original is the first way.
            (
                judged.and_then(|judged| judged.verdict.tstates()).unwrap_or(0),
                script,
            )
        })
        .collect();
    scripts.sort_by_key(|(tstates, _)| *tstates);
    let mut all = Cover::new(program);
    for (_, script) in scripts {
        if all.missing().all(|(place, _)| known.contains(&place.to_string())) {
            break;
        }
        let mut cover = Cover::new(program).in_changed(&script.changed(program).expect("lines that parse"));
        script
            .session(&BOOT, program)
            .expect("a session that can be run")
            .with_statements()
            .run(script.frames(), &mut cover);
        all.add(&cover);
    }
    all
}

/// The rows `| program, program | 10:1, 10:2 | why |` of README.md.
fn listed_as_unreached() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join("tests/sessions/README.md")).expect("README.md");
    let (_, part) = text.split_once(UNREACHED).expect("its part");
    let mut listed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in part.lines().take_while(|row| !row.starts_with("## ")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [programs, places, _why] = cells[..] else {
            continue;
        };
        for program in programs.split(", ") {
            let places = places.split(", ").filter(|place| place.contains(':'));
            listed
                .entry(program.to_owned())
                .or_default()
                .extend(places.map(str::to_owned));
        }
    }
    listed
}
