//! Random changes of programs and sessions: a change with visible effects must fail a session.
//!
//! A mutant is one of the examples with one change in its listing or its session file. It survives if all its
//! sessions pass although the run of one of them shows something different, except for spaces at the ends of
//! prompts, which are not compared. All survivors are listed.

use std::fmt;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use girafa_basic::tokenise;
use girafa_session::boot::Boot;
use girafa_test_support::{Random, thorough};
use girafa_verify::compare::{Aspect, Backend, Judging, Medium, Observation, Verdict, Versions, compared};
use girafa_verify::script::{self, Script, SessionFile, Transcript, Value};
use girafa_verify::suite::{self, Program, Tested};
use rayon::prelude::*;

use crate::support::rom;

/// Time limit of a session in emulated time: mutants may run forever. The longest example takes 18 s.
const TIME_LIMIT: Duration = Duration::from_secs(40);

/// An example and the observed results of its sessions.
struct Example {
    id: String,
    directory: PathBuf,
    listing: String,
    file: SessionFile,
    seen: Vec<Observation>,
}

/// A change and its visible effects.
struct Mutant {
    id: String,
    change: String,
    /// The sessions with different results, and the aspects that differ.
    visible: Vec<(String, Vec<Aspect>)>,
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.id, self.change)?;
        for (session, aspects) in &self.visible {
            let names: Vec<&str> = aspects.iter().map(|aspect| aspect.name()).collect();
            writeln!(f, "    {session}: {}", names.join(", "))?;
        }
        Ok(())
    }
}

#[derive(Default)]
struct Counts {
    /// Mutants with an invalid listing.
    refused: usize,
    /// Mutants that fail a session.
    failed: usize,
    /// Mutants that pass and show the same.
    same: usize,
    /// Mutants that pass and show something different.
    survivors: Vec<Mutant>,
}

fn examples(boot: &Boot) -> Vec<Example> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut paths = script::session_files(&directory).unwrap();
    paths.retain(|path| path.with_extension("bas").is_file());
    assert!(paths.len() >= 8, "{paths:?}");
    let example = |path: &PathBuf| {
        let mut file = script::read(path).unwrap();
        for script in &mut file.sessions {
            script.time = TIME_LIMIT;
            // Python may not be installed; the sessions also expect the output of the reference.
            script.reference = Some(Vec::new());
        }
        file.coverage = None;
        let listing = fs::read_to_string(path.with_extension("bas")).unwrap();
        let mut example = Example {
            id: file.id.clone(),
            directory: directory.clone(),
            listing,
            file,
            seen: Vec::new(),
        };
        let program = example.program(&example.listing, &example.file).unwrap();
        let tested = suite::run(boot, std::slice::from_ref(&program), Judging::default(), |_| ());
        assert!(is_well(&tested), "{}", example.id);
        example.seen = observed(boot, &program);
        example
    };
    paths.iter().map(example).collect()
}

impl Example {
    /// The program of a listing with its sessions; `None` if the listing is invalid.
    fn program(&self, listing: &str, file: &SessionFile) -> Option<Program> {
        let done = tokenise::program(listing, &tokenise::Options::default()).ok()?;
        let versions = Versions {
            id: self.id.clone(),
            machine: vec![(Backend::Listing, Medium::Program(done.program))],
            directory: self.directory.clone(),
            ..Versions::default()
        };
        Some(Program::new(versions, file.clone()))
    }
}

fn is_well(tested: &[Tested]) -> bool {
    tested
        .iter()
        .flat_map(Tested::verdicts)
        .all(|verdict| verdict.is_well())
}

fn observed(boot: &Boot, program: &Program) -> Vec<Observation> {
    let one = |script| compared(boot, &program.versions, script).1.remove(0);
    program.scripts.iter().map(one).collect()
}

/// Makes one random change of the listing and describes it; `None` if that kind of change is not possible.
fn of_listing(listing: &str, random: &mut Random) -> Option<(String, String)> {
    let mut rows: Vec<String> = listing.lines().map(str::to_owned).collect();
    let own: Vec<usize> = (0..rows.len())
        .filter(|&row| !rows[row].starts_with('#'))
        .collect();
    let row = *random.pick(&own);
    let before = rows[row].clone();
    let (number, text) = before.split_once(' ')?;
    let after = match random.below(7) {
        0 => String::new(),
        1 => {
            // Uses the statements of another line.
            let other = rows[*random.pick(&own)].clone();
            format!("{number} {}", other.split_once(' ')?.1)
        }
        2 => {
            let statements: Vec<&str> = text.split(": ").collect();
            let gone = random.below(statements.len());
            let kept = (0..statements.len()).filter(|&at| at != gone);
            let kept: Vec<&str> = kept.map(|at| statements[at]).collect();
            format!("{number} {}", kept.join(": "))
        }
        3 => format!("{number} {}", changed_digit(text, random)?),
        4 => format!("{number} {}", exchanged(text, random)?),
        5 => format!("{number} {}", changed_letter(text, random)?),
        _ => format!("{number} STOP : {text}"),
    };
    rows[row].clone_from(&after);
    (before != after).then(|| (rows.join("\n") + "\n", format!("`{before}` is now `{after}`")))
}

/// Changes a digit of the text.
fn changed_digit(text: &str, random: &mut Random) -> Option<String> {
    changed_character(text, '0'..='9', random)
}

/// Changes a letter of the text: of a keyword, a variable or a string.
fn changed_letter(text: &str, random: &mut Random) -> Option<String> {
    changed_character(text, 'a'..='z', random)
}

/// Replaces one of `characters` in the text by another one of them.
fn changed_character(text: &str, characters: RangeInclusive<char>, random: &mut Random) -> Option<String> {
    let places = text.match_indices(|c| characters.contains(&c));
    let places: Vec<usize> = places.map(|(at, _)| at).collect();
    let at = *places.get(random.below(places.len().max(1)))?;
    let new = *random.pick(&characters.collect::<Vec<char>>());
    Some(format!("{}{new}{}", &text[..at], &text[at + 1..]))
}

/// Replaces an operator, a separator or a keyword by another.
fn exchanged(text: &str, random: &mut Random) -> Option<String> {
    const PAIRS: [(&str, &str); 16] = [
        ("+", "-"),
        ("-", "+"),
        ("*", "+"),
        ("/", "*"),
        ("<=", ">="),
        ("<", ">"),
        (">", "<="),
        ("=", "<>"),
        (";", ","),
        ("AND", "OR"),
        ("OR", "AND"),
        ("GO TO", "GO SUB"),
        ("GO SUB", "GO TO"),
        ("PRINT", "LPRINT"),
        ("INT", "ABS"),
        ("NEXT", "REM NEXT"),
    ];
    let there: Vec<(&str, &str)> = PAIRS.into_iter().filter(|(old, _)| text.contains(old)).collect();
    let (old, new) = *there.get(random.below(there.len().max(1)))?;
    let places: Vec<usize> = text.match_indices(old).map(|(at, _)| at).collect();
    let at = *random.pick(&places);
    Some(format!("{}{new}{}", &text[..at], &text[at + old.len()..]))
}

/// Makes one random change of a session and describes it; `None` if that kind of change is not possible.
fn of_session(file: &SessionFile, random: &mut Random) -> Option<(SessionFile, String)> {
    let mut file = file.clone();
    let at = random.below(file.sessions.len());
    let script = &mut file.sessions[at];
    let change = changed_session(script, random)?;
    let change = format!("{}: {change}", script.name);
    Some((file, change))
}

fn changed_session(script: &mut Script, random: &mut Random) -> Option<String> {
    let expected = &mut script.expected;
    let answer = random.below(script.answers.len().max(1));
    Some(match random.below(12) {
        0 => format!("without the answer {:?}", remove(&mut script.answers, answer)?),
        1 => {
            let old = script.answers.get_mut(answer)?;
            let new = random.pick(&["0", "1", "2", "x", "Ana", ""]).to_string();
            (*old != new)
                .then(|| format!("{old:?} is now {:?}", std::mem::replace(old, new.clone())))
                .map(|was| format!("{was} -> {new:?}"))?
        }
        2 => {
            script.answers.insert(answer, "1".to_owned());
            format!("one more answer before the {answer}th")
        }
        3 => {
            let key = random.below(script.keys.len().max(1));
            format!("without the key {:?}", remove(&mut script.keys, key)?)
        }
        4 => {
            script.time = Duration::from_millis(100 + 20 * random.below(500) as u64);
            format!("time = {:?}", script.time)
        }
        5 => format!("without the tape {:?}", script.tape.take()?),
        6 => {
            let Some(Transcript::Rows(rows)) = &mut expected.transcript else {
                return None;
            };
            let row = random.below(rows.len().max(1));
            format!("the transcript without {:?}", remove(rows, row)?)
        }
        7 => {
            let Some(Transcript::Rows(rows)) = &mut expected.transcript else {
                return None;
            };
            let row = random.below(rows.len().max(1));
            let old = rows.get(row)?.clone();
            rows[row] = changed_digit(&old, random)
                .or_else(|| changed_letter(&old, random))
                .filter(|new| *new != old)?;
            format!("the transcript's {old:?} is now {:?}", rows[row])
        }
        8 => {
            let report = expected.report.as_mut()?;
            let old = report.clone();
            *report = changed_digit(report, random).filter(|new| *new != old)?;
            format!("report = {report:?}")
        }
        9 => {
            let value = expected.variables.as_mut()?.values_mut().next()?;
            let Value::Integer(number) = value else {
                return None;
            };
            *number += 1;
            format!("a variable is {number}")
        }
        10 => {
            expected.tstates = Some(expected.tstates? / (2 + random.below(9) as u64));
            format!("tstates = {:?}", expected.tstates)
        }
        _ => {
            let rest = script.lines.len();
            format!(
                "without the line {:?}",
                remove(&mut script.lines, random.below(rest.max(1)))?
            )
        }
    })
}

fn remove<T>(from: &mut Vec<T>, at: usize) -> Option<T> {
    (at < from.len()).then(|| from.remove(at))
}

/// The aspects in which two runs differ.
fn differing(before: &Observation, after: &Observation) -> Vec<Aspect> {
    let verdict = Verdict::of("", &Script::named(""), &[before.clone(), after.clone()]);
    let differences = verdict.differences.iter().filter(|difference| {
        let trimmed = |rows: &[String]| {
            rows.iter()
                .map(|row| row.trim_end().to_owned())
                .collect::<Vec<_>>()
        };
        difference.part != Aspect::Prompts || trimmed(&difference.left.1) != trimmed(&difference.right.1)
    });
    differences.map(|difference| difference.part).collect()
}

fn run(boot: &Boot, examples: &[Example], seeds: std::ops::Range<u64>) -> Counts {
    let one = |seed: u64| {
        let random = &mut Random(seed);
        let example = random.pick(examples);
        let (program, change, expects_other) = loop {
            if random.one_in(2) {
                let Some((listing, change)) = of_listing(&example.listing, random) else {
                    continue;
                };
                match example.program(&listing, &example.file) {
                    Some(program) => break (program, change, false),
                    None => return None,
                }
            }
            let Some((file, change)) = of_session(&example.file, random) else {
                continue;
            };
            let expects_other = file
                .sessions
                .iter()
                .zip(&example.file.sessions)
                .any(|(new, old)| new.expected != old.expected);
            break (example.program(&example.listing, &file)?, change, expects_other);
        };
        let tested = suite::run(boot, std::slice::from_ref(&program), Judging::default(), |_| ());
        let passes = is_well(&tested);
        let after = if passes {
            observed(boot, &program)
        } else {
            Vec::new()
        };
        let differences = example.file.sessions.iter().zip(example.seen.iter().zip(&after));
        let mut visible: Vec<(String, Vec<Aspect>)> = differences
            .map(|(script, (before, after))| (script.name.clone(), differing(before, after)))
            .collect();
        visible.retain(|(_, aspects)| !aspects.is_empty());
        if expects_other && passes {
            visible.push(("an expectation that does not hold".to_owned(), Vec::new()));
        }
        let id = example.id.clone();
        Some((passes, Mutant { id, change, visible }))
    };
    let mutants: Vec<Option<(bool, Mutant)>> = seeds.into_par_iter().map(one).collect();
    let mut counts = Counts::default();
    for mutant in mutants {
        match mutant {
            None => counts.refused += 1,
            Some((false, _)) => counts.failed += 1,
            Some((true, mutant)) if mutant.visible.is_empty() => counts.same += 1,
            Some((true, mutant)) => counts.survivors.push(mutant),
        }
    }
    counts
}

#[test]
fn mutants_with_visible_changes_fail() {
    let boot = Boot::new(&rom()).unwrap();
    let examples = examples(&boot);
    let count = if thorough() { 2_000 } else { 100 };
    let counts = run(&boot, &examples, 0..count);
    let list: String = counts.survivors.iter().map(Mutant::to_string).collect();
    println!(
        "{count} mutants: {} refused, {} failed, {} passed and showed the same, {} passed and showed something else",
        counts.refused,
        counts.failed,
        counts.same,
        counts.survivors.len()
    );
    assert!(counts.failed > count as usize / 2, "few mutants changed anything");
    assert!(list.is_empty(), "{list}");
}
