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
use girafa_proof::compare::ended;
use girafa_proof::script::{self, Compared, Script, Sessions};
use girafa_reference::Ended;
use girafa_restore::book;
use girafa_session::boot::Boot;
use girafa_session::insight::cover::Cover;
use girafa_session::launch::{self, Command};
use girafa_session::outcome::{End, Outcome};
use girafa_session::session::Session;
use girafa_test_support::{book_text, root};
use rayon::prelude::*;

/// Sessions that a program of the book has at least, besides the book's sample runs.
const FURTHER_SESSIONS: usize = 3;
/// What the sessions of a listing reach of its statements, in hundredths.
const COVERED: f64 = 95.0;
/// The part of tests/sessions/README.md that lists the others.
const UNREACHED: &str = "## Statements that no session reaches";

/// A session in the ways that run on the machine.
struct Played {
    id: String,
    script: Script,
    /// Of the book's text, where it is known and has the program.
    original: Option<Outcome>,
    /// Of our edition, if the session is for it.
    edition: Option<Outcome>,
}

static BOOT: LazyLock<Boot> = LazyLock::new(|| Boot::new(&rom()).expect("a ROM that boots"));

static ORIGINALS: LazyLock<Option<BTreeMap<String, Program>>> = LazyLock::new(|| {
    let listings = book::import(&book_text()?, &[]).expect("the book's listings");
    let programs = listings.into_iter().map(|listing| (listing.id, listing.program));
    Some(programs.collect())
});

static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let editions = editions();
    let scripts: Vec<(String, Script)> = session_files()
        .into_iter()
        .flat_map(|file| {
            file.sessions
                .into_iter()
                .map(move |script| (file.id.clone(), script))
        })
        .collect();
    scripts
        .into_par_iter()
        .with_max_len(1)
        .map(|(id, script)| {
            let original = ORIGINALS.as_ref().and_then(|originals| originals.get(&id));
            let edition = script.lines.is_empty().then(|| &editions[&id]);
            Played {
                original: original.map(|program| run(program, &script)),
                edition: edition.map(|program| run(program, &script)),
                id,
                script,
            }
        })
        .collect()
});

/// The session files of the programs that are wanted.
fn session_files() -> Vec<Sessions> {
    let wanted = std::env::var("GIRAFA_SESSIONS").unwrap_or_default();
    let directories = ["tests/sessions", "tests/editions"].map(|directory| root().join(directory));
    let files = directories
        .iter()
        .flat_map(|directory| script::read_directory(directory).unwrap_or_else(|error| panic!("{error}")));
    let files: Vec<Sessions> = files
        .filter(|file| wanted.is_empty() || wanted.split_whitespace().any(|id| id == file.id))
        .collect();
    assert!(!files.is_empty(), "no session of {wanted}");
    files
}

fn started(program: &Program, script: &Script) -> Session {
    let program = script.changed(program).expect("lines that parse");
    let launched = launch::placed(&BOOT, &program, Command::Run).expect("a program that fits");
    Session::new(launched, BOOT.glyphs.clone())
        .answers(&script.answers)
        .expect("answers that can be typed")
}

fn run(program: &Program, script: &Script) -> Outcome {
    started(program, script)
        .with_transcript()
        .run(script.frames(), &mut ())
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
fn editions_do_what_the_originals_do() {
    if ORIGINALS.is_none() {
        return;
    }
    let differences = PLAYED.iter().filter_map(|played| {
        let (original, edition) = (played.original.as_ref()?, played.edition.as_ref()?);
        let mut fields = seen(original).into_iter().zip(seen(edition));
        let ((name, original), (_, edition)) = fields.find(|(original, edition)| original != edition)?;
        Some((played, name, original, edition))
    });
    none(differences);
}

#[test]
fn originals_print_what_the_references_print() {
    if ORIGINALS.is_none() {
        return;
    }
    none(against_references(|played| played.original.as_ref()));
}

#[test]
fn editions_print_what_the_references_print() {
    none(against_references(|played| played.edition.as_ref()));
}

/// A session, what differs in it, and what it is on either side.
type Difference<'a> = (&'a Played, &'static str, String, String);

fn none<'a>(differences: impl Iterator<Item = Difference<'a>>) {
    let told: Vec<String> = differences
        .map(|(played, what, one, other)| {
            let rows = first_difference(&one, &other);
            format!("{}, {}: {what}\n{rows}", played.id, played.script.name)
        })
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

fn against_references(way: fn(&Played) -> Option<&Outcome>) -> impl Iterator<Item = Difference<'static>> {
    PLAYED.iter().flat_map(move |played| {
        let machine = way(played);
        machine.map_or_else(Vec::new, |machine| against_reference(played, machine))
    })
}

fn against_reference<'a>(played: &'a Played, machine: &Outcome) -> Vec<Difference<'a>> {
    let script = &played.script;
    let answers: Vec<&str> = script.answers.iter().map(String::as_str).collect();
    let reference = girafa_reference::run_variant(&played.id, script.variant.as_deref(), &answers);
    let reference = reference.unwrap_or_else(|| panic!("{} has no reference", played.id));
    if let Ended::NotModelled(answer) = &reference.ended {
        // A few of `tests/editions` give answers, such as fractions, that the reference says it does not model.
        let files = script::read_directory(&root().join("tests/editions")).expect("sessions");
        let allowed = files
            .iter()
            .any(|file| file.id == played.id && file.sessions.contains(script));
        assert!(allowed, "{}, {}: {answer}", played.id, script.name);
        return Vec::new();
    }
    let parts = [
        (
            Compared::Transcript,
            machine.transcript.clone(),
            reference.transcript,
        ),
        (
            Compared::Paper,
            machine.printer.join("\n"),
            reference.paper.join("\n"),
        ),
        (Compared::End, ended(machine), reference.ended.to_string()),
    ];
    parts
        .into_iter()
        .filter(|(part, machine, reference)| script.compares(*part) && machine != reference)
        .map(|(part, machine, reference)| (played, part.name(), machine, reference))
        .collect()
}

/// The listings' statements that no session reaches are those that README.md lists and gives reasons for, and few.
#[test]
fn what_no_session_reaches_is_listed() {
    let Some(originals) = ORIGINALS.as_ref() else {
        return;
    };
    let listed = listed_as_unreached();
    let mut told = Vec::new();
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
            told.push(format!("{}: {place} is {is}", file.id));
        }
        let percent = cover.statements().percent();
        if percent < COVERED {
            told.push(format!("{}: {percent:.1} % are covered", file.id));
        }
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
}

/// What the sessions reach of a listing. The short ones are run first, and the rest only while something is missing that
/// is not `known` to be.
fn coverage(program: &Program, file: &Sessions, known: &BTreeSet<String>) -> Cover {
    let mut scripts: Vec<(u64, &Script)> = file
        .sessions
        .iter()
        .map(|script| {
            let of_script = |played: &&Played| played.id == file.id && played.script == *script;
            let original = PLAYED
                .iter()
                .find(of_script)
                .and_then(|played| played.original.as_ref());
            (original.map_or(0, |outcome| outcome.tstates), script)
        })
        .collect();
    scripts.sort_by_key(|(tstates, _)| *tstates);
    let mut all = Cover::new(program);
    for (_, script) in scripts {
        if all.missing().all(|(place, _)| known.contains(&place.to_string())) {
            break;
        }
        let mut cover = Cover::new(program).in_changed(&script.changed(program).expect("lines that parse"));
        started(program, script)
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

/// All that a user sees of a run, each with its name: what the reader of the book and the reader of an edition must share.
fn seen(outcome: &Outcome) -> [(&'static str, String); 8] {
    [
        ("transcript", outcome.transcript.clone()),
        ("screen", outcome.screen[..22].join("\n")),
        ("screen's dots", outcome.gfx_crc32.clone()),
        ("screen's colours", outcome.attr_crc32.clone()),
        ("prompts", outcome.prompts.join("\n")),
        ("paper", outcome.printer.join("\n")),
        ("paper's dots", outcome.printer_crc32.clone()),
        ("end", format!("{:?} {}", outcome.end, code(outcome))),
    ]
}

/// The report's code.
fn code(outcome: &Outcome) -> &str {
    match outcome.end {
        End::Report => outcome.report.get(..1).unwrap_or(""),
        _ => "",
    }
}

/// The first rows that differ, with what stands before them.
fn first_difference(one: &str, other: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (one.lines().collect(), other.lines().collect());
    let at = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let show = |rows: &[&str]| -> String {
        let rows = rows.iter().skip(at.saturating_sub(3)).take(8);
        rows.map(|row| format!("    |{row}\n")).collect()
    };
    format!(
        "  row {} of {} and {}\n{}  and\n{}",
        at + 1,
        a.len(),
        b.len(),
        show(&a),
        show(&b)
    )
}
