//! The book's listings on the emulated machine, and their references: the same transcript, paper and end in all sessions
//! of `tests/sessions`.
//!
//! GIRAFA_BOOK names the book's text. GIRAFA_ROM_DIR names another folder with a girafa48.rom than the embedded one, and
//! GIRAFA_SESSIONS=ID... the programs to take, for work on one of them.

#[path = "../../basic/tests/shared/mod.rs"]
mod shared;

use std::path::{Path, PathBuf};

use girafa_basic::{book, tap};
use girafa_proof::boot::Boot;
use girafa_proof::launch;
use girafa_proof::outcome::{End, Outcome};
use girafa_proof::session::Session;
use girafa_proof::sessions::{self, Compared, Script};
use girafa_reference::Ended;
use girafa_spectrum::Rom;
use rayon::prelude::*;

/// Sessions that a program has at least, besides the book's sample runs.
const FURTHER_SESSIONS: usize = 3;

fn session_files() -> Vec<sessions::Sessions> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/sessions");
    sessions::read_directory(&directory).unwrap_or_else(|error| panic!("{error}"))
}

fn boot() -> Boot {
    let rom = std::env::var_os("GIRAFA_ROM_DIR").map(|directory| {
        let image = std::fs::read(PathBuf::from(directory).join("girafa48.rom")).expect("a ROM image");
        Rom::from_bytes(&image).expect("a ROM")
    });
    Boot::new(&rom.unwrap_or_else(Rom::girafa48)).expect("a ROM that boots")
}

#[test]
fn every_program_has_its_sessions() {
    let files = session_files();
    for (id, _) in girafa_reference::programs() {
        let file = files.iter().find(|file| file.id == *id);
        let further = file.map_or(0, |file| {
            file.sessions
                .iter()
                .filter(|script| script.printed.is_empty())
                .count()
        });
        assert!(
            further >= FURTHER_SESSIONS,
            "{id} has {further} sessions of our own"
        );
    }
    assert_eq!(files.len(), girafa_reference::programs().count());
}

#[test]
fn originals_print_what_their_references_print() {
    let Some(text) = shared::book() else { return };
    let listings = book::import(&text, &[]).expect("the book's listings");
    let boot = boot();
    let wanted = std::env::var("GIRAFA_SESSIONS").unwrap_or_default();
    let files = session_files();
    let scripts: Vec<_> = files
        .iter()
        .filter(|file| girafa_reference::PROGRAMS.iter().any(|(id, _)| *id == file.id))
        .filter(|file| wanted.is_empty() || wanted.split_whitespace().any(|id| id == file.id))
        .flat_map(|file| file.sessions.iter().map(move |script| (file.id.as_str(), script)))
        .collect();
    let differences: Vec<String> = scripts
        .par_iter()
        .flat_map_iter(|&(id, script)| {
            let listing = listings.iter().find(|listing| listing.id == id).expect(id);
            let mut program = listing.program.clone();
            // As its reader would start it: RUN clears the screen of what LOAD has printed.
            program.autostart = None;
            let outcome = run(&boot, &tap::from_program(&program), script);
            println!("{id}, {}: {:.1} s", script.name, outcome.tstates as f64 / 3.5e6);
            differences(&outcome, id, script)
                .into_iter()
                .map(move |difference| format!("{id}, {}: {difference}", script.name))
        })
        .collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(!scripts.is_empty());
}

fn run(boot: &Boot, tape: &[u8], script: &Script) -> Outcome {
    let launched = launch::tape(boot, tape).expect("a program that loads");
    Session::new(launched, boot.glyphs.clone())
        .answers(&script.answers)
        .expect("answers that can be typed")
        .with_transcript()
        .run(script.frames(), &mut ())
}

fn differences(machine: &Outcome, id: &str, script: &Script) -> Vec<String> {
    let answers: Vec<&str> = script.answers.iter().map(String::as_str).collect();
    let reference = girafa_reference::run(id, &answers).expect("a program with a reference");
    let mut found = Vec::new();
    let mut compare = |what, machine: &str, reference: &str| {
        if script.compares(what) && machine != reference {
            found.push(format!("{what:?}\n{}", first_difference(machine, reference)));
        }
    };
    compare(Compared::Transcript, &machine.transcript, &reference.transcript);
    compare(
        Compared::Paper,
        &machine.printer.join("\n"),
        &reference.paper.join("\n"),
    );
    compare(Compared::End, &end(machine), &reference.ended.to_string());
    found
}

/// The machine's end in the reference's words.
fn end(machine: &Outcome) -> String {
    match machine.end {
        End::Report => format!("report {}", machine.report.chars().next().unwrap_or(' ')),
        End::InputExhausted => Ended::AnswersRanOut.to_string(),
        // A session that has no end is given a time that is long enough to show it.
        End::Frames => Ended::Endless.to_string(),
        other => format!("{other:?}"),
    }
}

/// The first rows that differ, with what stands before them.
fn first_difference(machine: &str, reference: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (machine.lines().collect(), reference.lines().collect());
    let at = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let show = |rows: &[&str]| {
        rows.iter()
            .skip(at.saturating_sub(3))
            .take(8)
            .map(|row| format!("    |{row}\n"))
            .collect::<String>()
    };
    format!(
        "  row {} of {} and {}\n  machine\n{}  reference\n{}",
        at + 1,
        a.len(),
        b.len(),
        show(&a),
        show(&b)
    )
}
