//! The tokeniser and the editor agree: every program of the repository, typed on the emulated keyboard, has
//! the same bytes in memory as the tokeniser makes of its text.

use std::fs;
use std::path::{Path, PathBuf};

use girafa_basic::program::Program;
use girafa_basic::tokenise::{self, Options};
use girafa_books as book;
use girafa_session::boot::Boot;
use girafa_session::keystrokes;
use girafa_test_support::dictation::dictate;
use girafa_verify::conform::case;
use rayon::prelude::*;

use crate::support::rom;
use girafa_test_support::{book_text, root};

const PROG: u16 = 0x5C53;
const VARS: u16 = 0x5C4B;

/// A program and its name.
type Named = (String, Program);

/// The bytes of the program area after typing `program` just after start-up.
fn typed(boot: &Boot, program: &Program) -> Result<Vec<u8>, String> {
    let chords = keystrokes::program(program).map_err(|error| error.to_string())?;
    let mut machine = boot.ready.clone();
    dictate(&mut machine, chords).map_err(|error| error.to_string())?;
    let (start, end) = (machine.peek16(PROG), machine.peek16(VARS));
    Ok((start..end).map(|address| machine.peek(address)).collect())
}

/// Reports the first line in which typed and tokenised bytes differ.
fn compare(program: &Program, got: &[u8]) -> Result<(), String> {
    if got == program.to_bytes() {
        return Ok(());
    }
    let lines = Program::lines_from_bytes(got).map_err(|error| format!("in memory {error}"))?;
    let differs = (program.lines.iter().zip(&lines)).find(|(expected, got)| expected != got);
    Err(match differs {
        Some((expected, got)) => format!("tokenised {expected:02X?}\n    typed {got:02X?}"),
        None => format!("{} lines, typed {}", program.lines.len(), lines.len()),
    })
}

/// Types each program on its own machine and asserts that memory has the tokenised bytes.
fn type_all(programs: &[Named]) {
    let boot = Boot::new(&rom()).unwrap();
    let problems: Vec<String> = programs
        .par_iter()
        .filter_map(|(name, program)| {
            let result = typed(&boot, program).and_then(|got| compare(program, &got));
            Some(format!("{name}: {}", result.err()?))
        })
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    println!("{} programs typed", programs.len());
}

fn basic_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder's entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "bas"))
        .collect();
    files.sort();
    files
}

fn tokenised(path: &Path) -> Named {
    let text = fs::read_to_string(path).unwrap();
    let tokenised = tokenise::program(&text, &Options::default());
    let tokenised = tokenised.unwrap_or_else(|errors| panic!("{}: {errors:?}", path.display()));
    (path.display().to_string(), tokenised.program)
}

#[test]
fn every_program_of_the_repository_is_typed_as_it_is_tokenised() {
    let folders = ["benches/workloads", "basic-listings", "tests/programs"];
    let programs: Vec<Named> = folders
        .iter()
        .flat_map(|folder| basic_files(&root().join(folder)))
        .map(|path| tokenised(&path))
        .collect();
    assert!(programs.len() > 5, "only {} programs were found", programs.len());
    type_all(&programs);
}

/// All cases except those that the editor would reject, and those with codes that no key produces.
#[test]
fn programs_of_the_conformance_cases_are_typed_as_they_are_tokenised() {
    let text = fs::read_to_string(root().join("tests/conformance/cases.jsonl")).unwrap();
    let cases = case::read(&text).unwrap();
    let programs: Vec<Named> = cases
        .iter()
        .filter_map(|case| {
            let tokenised = tokenise::program(case.bas.as_ref()?, &Options::default()).ok()?;
            keystrokes::program(&tokenised.program).ok()?;
            Some((case.id.clone(), tokenised.program))
        })
        .collect();
    assert!(
        programs.len() > 2000,
        "only {} programs can be typed",
        programs.len()
    );
    type_all(&programs);
}

#[test]
fn the_books_listings_are_typed_as_they_are_restored() {
    let Some(text) = book_text() else { return };
    let restored = book::import(&text, &[]).unwrap();
    let programs: Vec<Named> = restored
        .into_iter()
        .map(|restored| (restored.id.to_string(), restored.program))
        .collect();
    type_all(&programs);
}
