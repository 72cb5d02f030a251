//! Compares the three versions of each program, the book's listing, our edition and the native reference, in
//! all sessions of `tests/sessions` and `tests/editions`. Each program runs each session once; the tests
//! share the results.
//!
//! GIRAFA_BOOK is the path of the book's text; without it, only editions and references are compared.
//! GIRAFA_ROM_DIR is a directory with a girafa48.rom to use instead of the built-in one.
//! GIRAFA_SESSIONS=ID... selects programs.
//!
//! The sessions of `tests/long-sessions.txt`, which take most of the time, run only if the tests are
//! [`thorough`].

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crate::support::{editions, rom};
use girafa_basic::program::Program;
use girafa_books as book;
use girafa_inspect::cover::Cover;
use girafa_session::boot::Boot;
use girafa_test_support::{book_text, root, thorough};
use girafa_verify::compare::diff::side_by_side;
use girafa_verify::compare::{Backend, Difference, Medium, Verdict, Versions, verdict};
use girafa_verify::script::{self, Script, SessionFile};
use rayon::prelude::*;

/// Minimum number of sessions of a program of the book, in addition to the book's sample runs.
const MIN_EXTRA_SESSIONS: usize = 3;
/// Required coverage of a listing's statements by its sessions, in per cent.
const MIN_COVERAGE: f64 = 95.0;
/// Minimum duration of a session in `tests/long-sessions.txt`, and maximum duration of any other, in emulated
/// seconds. They overlap, so that the list need not follow small changes of the ROM's speed.
const LONG_SECONDS: (f64, f64) = (35.0, 60.0);
/// The section of tests/sessions/README.md that lists uncovered statements.
const UNCOVERED_HEADING: &str = "## Statements that no session reaches";

/// A session and its verdict.
struct Judged {
    id: String,
    script: Script,
    verdict: Verdict,
}

pub(crate) static BOOT: LazyLock<Boot> = LazyLock::new(|| Boot::new(&rom()).expect("a ROM that boots"));

static ORIGINALS: LazyLock<Option<BTreeMap<String, Program>>> = LazyLock::new(|| {
    let listings = book::import(&book_text()?, &[]).expect("the book's listings");
    let programs = listings.into_iter().map(|listing| (listing.id, listing.program));
    Some(programs.collect())
});

static VERDICTS: LazyLock<Vec<Judged>> = LazyLock::new(|| {
    let mut editions = editions();
    let files = session_files();
    let ids: BTreeSet<&String> = files.iter().map(|file| &file.id).collect();
    let versions: BTreeMap<&String, Versions> = ids
        .into_iter()
        .map(|id| {
            let original = ORIGINALS
                .as_ref()
                .and_then(|originals| originals.get(id).cloned());
            let edition = editions
                .remove(id)
                .unwrap_or_else(|| panic!("{id} has no edition"));
            (id, Versions::of_book(id, original, Some(edition)))
        })
        .collect();
    let all = files
        .iter()
        .flat_map(|file| file.sessions.iter().map(move |script| (&file.id, script)));
    let (sessions, left_out): (Vec<(&String, &Script)>, Vec<_>) =
        all.partition(|(id, script)| thorough() || !LONG_SESSIONS.contains(&long_name(id, script)));
    if !left_out.is_empty() {
        println!(
            "{} long sessions are left out; GIRAFA_THOROUGH=1 runs them",
            left_out.len()
        );
    }
    sessions
        .into_par_iter()
        .with_max_len(1)
        .map(|(id, script)| Judged {
            verdict: verdict(&BOOT, &versions[id], script, None),
            id: id.clone(),
            script: script.clone(),
        })
        .collect()
});

/// The rows of `tests/long-sessions.txt`.
pub(crate) static LONG_SESSIONS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let text = fs::read_to_string(root().join("tests/long-sessions.txt")).expect("long-sessions.txt");
    text.lines().map(str::to_owned).collect()
});

/// The name of a session in `tests/long-sessions.txt`.
pub(crate) fn long_name(id: &str, script: &Script) -> String {
    format!("{id}: {}", script.name)
}

/// The session files of the selected programs.
pub(crate) fn session_files() -> Vec<SessionFile> {
    let selected = std::env::var("GIRAFA_SESSIONS").unwrap_or_default();
    let directories = ["tests/sessions", "tests/editions"].map(|directory| root().join(directory));
    let files = directories
        .iter()
        .flat_map(|directory| script::read_directory(directory).unwrap_or_else(|error| panic!("{error}")));
    let files: Vec<SessionFile> = files
        .filter(|file| selected.is_empty() || selected.split_whitespace().any(|id| id == file.id))
        .collect();
    assert!(!files.is_empty(), "no session of {selected}");
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
            further >= MIN_EXTRA_SESSIONS,
            "{id} has {further} sessions of our own"
        );
    }
    assert_eq!(files.len(), ids.len());
}

#[test]
fn every_session_runs_in_every_way_that_there_is() {
    for Judged { id, script, verdict } in VERDICTS.iter() {
        let name = &script.name;
        assert_eq!(verdict.failure, None, "{id}, {name}");
        let has = |required| verdict.ways.iter().any(|(backend, _)| *backend == required);
        let is_original = ORIGINALS
            .as_ref()
            .is_some_and(|originals| originals.contains_key(id));
        assert_eq!(has(Backend::Original), is_original, "{id}, {name}");
        assert_eq!(has(Backend::Edition), script.lines.is_empty(), "{id}, {name}");
        if let Some(answer) = &verdict.not_modelled {
            // Some sessions of `tests/editions` have answers, such as fractions, that the reference reports
            // as not modelled.
            let files = script::read_directory(&root().join("tests/editions")).expect("sessions");
            let allowed = files
                .iter()
                .any(|file| file.id == *id && file.sessions.contains(script));
            assert!(allowed, "{id}, {name}: {answer}");
        } else {
            assert!(has(Backend::Reference), "{id} has no reference");
        }
    }
}

#[test]
fn editions_do_what_the_originals_do() {
    if ORIGINALS.is_some() {
        agree(Backend::Original, Backend::Edition);
    }
}

#[test]
fn originals_print_what_the_references_print() {
    if ORIGINALS.is_some() {
        agree(Backend::Original, Backend::Reference);
    }
}

#[test]
fn editions_print_what_the_references_print() {
    agree(Backend::Edition, Backend::Reference);
}

/// Sessions also expect that all their answers and keys are used.
#[test]
fn runs_are_what_the_sessions_expect() {
    agree(Backend::Original, Backend::Expected);
    agree(Backend::Edition, Backend::Expected);
}

/// Asserts that two versions agree in all sessions.
fn agree(left: Backend, right: Backend) {
    let mut differences = Vec::new();
    for Judged { id, script, verdict } in VERDICTS.iter() {
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

#[test]
fn long_sessions_are_those_that_are_listed() {
    if !thorough() {
        println!("skipped: GIRAFA_THOROUGH=1 runs the long sessions");
        return;
    }
    let mut wrong = Vec::new();
    let mut known: BTreeSet<String> = LONG_SESSIONS.clone();
    for Judged { id, script, verdict } in VERDICTS.iter() {
        let name = long_name(id, script);
        let seconds = verdict
            .tstates()
            .map_or(0.0, |tstates| tstates as f64 / 3_500_000.0);
        let listed = known.remove(&name);
        if listed && seconds < LONG_SECONDS.0 || !listed && seconds > LONG_SECONDS.1 {
            wrong.push(format!("{name}: {seconds:.1} s"));
        }
    }
    if std::env::var_os("GIRAFA_SESSIONS").is_none() {
        wrong.extend(known.into_iter().map(|name| format!("{name}: no such session")));
    }
    assert!(wrong.is_empty(), "tests/long-sessions.txt:\n{}", wrong.join("\n"));
}

/// The statements that no session reaches are few, and README.md lists them with reasons.
#[test]
fn statements_that_no_session_reaches_are_listed() {
    let Some(originals) = ORIGINALS.as_ref() else {
        return;
    };
    if !thorough() {
        println!("skipped: GIRAFA_THOROUGH=1 runs the long sessions, which reach some statements alone");
        return;
    }
    let listed = listed_as_unreached();
    let selected = session_files();
    let files = script::read_directory(&root().join("tests/sessions")).expect("sessions");
    let wrong: Vec<String> = files
        .par_iter()
        .with_max_len(1)
        .filter(|file| selected.contains(file))
        .filter_map(|file| Some((originals.get(&file.id)?, file)))
        .flat_map_iter(|(program, file)| {
            let known = listed.get(&file.id).cloned().unwrap_or_default();
            wrong_coverage(program, file, &known)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Statements that the sessions reach although they are in `known`, and those that they miss and that are
/// not.
fn wrong_coverage(program: &Program, file: &SessionFile, known: &BTreeSet<String>) -> Vec<String> {
    let id = &file.id;
    let cover = coverage(program, file, known);
    let missing: BTreeSet<String> = cover.missing().map(|(place, _)| place.to_string()).collect();
    let mut wrong: Vec<String> = missing
        .symmetric_difference(known)
        .map(|place| {
            let not = if known.contains(place) { "" } else { "not " };
            format!("{id}: {place} is {not}reached")
        })
        .collect();
    let percent = cover.statements().percent();
    if percent < MIN_COVERAGE {
        wrong.push(format!("{id}: {percent:.1} % are covered"));
    }
    wrong
}

/// The coverage of a listing by its sessions. Runs the shortest first, and stops when only `known` statements
/// are missing.
fn coverage(program: &Program, file: &SessionFile, known: &BTreeSet<String>) -> Cover {
    let mut scripts: Vec<(u64, &Script)> = file
        .sessions
        .iter()
        .map(|script| {
            let of_script = |judged: &&Judged| judged.id == file.id && judged.script == *script;
            let judged = VERDICTS.iter().find(of_script);
            // The verdict's T-states are those of the first version, the original.
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
            .request(&Medium::Program(program.clone()), Path::new(""), BOOT.hardware())
            .expect("a session that can be run")
            .start(|| Ok(BOOT.clone()))
            .expect("a program that starts")
            .with_statements()
            .run(script.frames(), &mut cover);
        all.add(&cover);
    }
    all
}

/// The rows `| program, program | 10:1, 10:2 | why |` of README.md.
fn listed_as_unreached() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join("tests/sessions/README.md")).expect("README.md");
    let (_, part) = text.split_once(UNCOVERED_HEADING).expect("its part");
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
