//! Fits the delays of the ROM (`roms-open/delays.txt`) to the times of an original ROM, and prints them.
//!
//! `cargo run --release -p girafa-verify --example fit_delays >new.txt`, then `mv new.txt roms-open/delays.txt` and
//! `roms-open/build.py --commit`.
//!
//! Each run of the ROM at its own pace gives one equation: the observed time is the time of this ROM, plus the delay
//! of each label of its source times the visits of that label. The solution is the one with the least sum of
//! squares of relative errors, of which no delay is negative or longer than [`MAX_DELAY`], found by coordinate descent.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use girafa_basic::program::Program;
use girafa_basic::tokenise::{self, Options};
use girafa_inspect::sysvars;
use girafa_session::boot::Boot;
use girafa_session::driver::Until;
use girafa_session::hardware::{Hardware, Pace};
use girafa_session::listener::Listener;
use girafa_session::request::{RunRequest, Source};
use girafa_spectrum::{FRAME_TSTATES, ROM_SIZE, Spectrum};
use girafa_test_support::{root, shared_text};
use girafa_verify::conform::case;
use serde_json::Value;

/// Files of the source without delays: their time is that of a device or of a key press.
const TIMED: [&str; 7] = [
    "beeper",
    "tape",
    "printer",
    "editor",
    "statements_input",
    "keyboard",
    "start",
];
/// Labels that wait, or that are visited at the end of each run.
const LEFT_OUT: [&str; 4] = ["pause_bc", "wait_next", "main_report", "error"];
/// Classes of statements that the model does not describe.
const OTHER_CLASSES: [&str; 4] = ["beep", "pause", "copy", "lprint"];
/// Weight of the error of a whole program; that of a statement has 1.
const PROGRAM_WEIGHT: f64 = 3.0;
/// Programs that spend a larger part of their time on their answers are left out.
const MAX_TYPED: f64 = 0.1;
/// Frames that the key presses of one answer take.
const ANSWER_FRAMES: f64 = 4.0;
/// Keeps delays small that the observations do not determine. Unit: squares of relative errors, for a delay of
/// [`UNIT`].
const RIDGE: f64 = 1e-6;
/// T-states: most delays are of this order.
const UNIT: f64 = 200.0;
/// How often each delay is improved.
const SWEEPS: usize = 20_000;
/// Shorter delays, in T-states, are left out.
const MIN_DELAY: f64 = 8.0;
/// A label that is visited only once or twice in a run does not get the whole error of that run.
const MAX_DELAY: f64 = 15_000.0;

/// How often each address was executed, and the T-states of all instructions.
struct Visits {
    counts: Vec<u64>,
    tstates: u64,
}

impl Visits {
    fn new() -> Visits {
        Visits {
            counts: vec![0; ROM_SIZE],
            tstates: 0,
        }
    }

    /// Executes an instruction; counts it if `is_counted`.
    fn step(&mut self, machine: &mut Spectrum, is_counted: bool) {
        let (pc, since) = (machine.cpu.pc, machine.tstates());
        machine.step();
        if is_counted {
            self.tstates += machine.tstates() - since;
            if let Some(count) = self.counts.get_mut(usize::from(pc)) {
                *count += 1;
            }
        }
    }
}

/// Counts whole frames on copies of the machine, without the keys that are pressed in them.
impl Listener for Visits {
    fn frame(&mut self, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn picture(&mut self, machine: &Spectrum) {
        let mut machine = machine.clone();
        let end = machine.tstates() + u64::from(FRAME_TSTATES);
        while machine.tstates() < end && !machine.cpu.halted {
            self.step(&mut machine, true);
        }
    }
}

/// An equation.
struct Row {
    counts: Vec<u64>,
    /// What the delays have to add, in T-states.
    missing: f64,
    weight: f64,
}

fn rows_of(name: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let text = shared_text(&format!("conformance/{name}"))
        .ok_or("the observations are not here: set GIRAFA_SHARED")?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// The equations of single statements.
fn statements(boot: &Boot) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = Vec::new();
    for case in rows_of("pace.jsonl")? {
        let class = case["cat"].as_str().unwrap_or_default();
        let (Some(listing), Some(observed)) = (case["bas"].as_str(), case["tstates"].as_f64()) else {
            continue;
        };
        if OTHER_CLASSES.contains(&class) {
            continue;
        }
        let mut request = RunRequest::of_listing(listing)?;
        request.hardware = Hardware::of_pace(Pace::Rom);
        let mut driver = request.start(|| Ok(boot.clone()))?;
        let mut before = driver.machine().clone();
        while !sysvars::runs_program(driver.machine()) {
            before = driver.machine().clone();
            driver.advance(Until::frames(1), &mut ());
        }
        let line = case["line"].as_u64().and_then(|line| u16::try_from(line).ok());
        let visits = visits_in_line(before, line.unwrap_or_default());
        let tstates = visits.tstates as f64;
        // A program that ends there also counts its report.
        if tstates < 1.2 * observed {
            rows.push(Row {
                counts: visits.counts,
                missing: observed - tstates,
                weight: 1.0 / observed,
            });
        }
    }
    Ok(rows)
}

/// What is executed while the program is in `line`, up to its STOP in line 130.
fn visits_in_line(mut machine: Spectrum, line: u16) -> Visits {
    const LAST: u16 = 130;
    let mut visits = Visits::new();
    let mut current = 0;
    let end = machine.frames() + 5_000;
    while current != LAST && machine.frames() < end {
        let begins = counts_statement(&machine);
        visits.step(&mut machine, current == line);
        if begins && sysvars::runs_program(&machine) {
            current = sysvars::place(&machine).line;
        }
    }
    visits
}

/// Whether the next instruction is an INC of SUBPPC. The ROM executes it at the start of a statement.
fn counts_statement(machine: &Spectrum) -> bool {
    const INC_HL: u8 = 0x34;
    const IY: u8 = 0xFD;
    let cpu = &machine.cpu;
    let [first, second, third] = [0, 1, 2].map(|offset| machine.peek(cpu.pc.wrapping_add(offset)));
    match [first, second] {
        [INC_HL, _] => cpu.hl() == sysvars::SUBPPC,
        [IY, INC_HL] => cpu.iy.wrapping_add_signed(third.cast_signed().into()) == sysvars::SUBPPC,
        _ => false,
    }
}

/// The equations of whole programs.
fn programs(boot: &Boot) -> Result<Vec<Row>, Box<dyn Error>> {
    let editions: BTreeMap<&str, &str> = girafa_listings::EDITIONS.iter().copied().collect();
    let mut rows = Vec::new();
    for case in rows_of("pace-programs.jsonl")? {
        let Some((id, observed)) = case["id"].as_str().zip(case["tstates"].as_f64()) else {
            continue;
        };
        let answers: Vec<String> = serde_json::from_value(case["answers"].clone())?;
        let typed = answers.len() as f64 * ANSWER_FRAMES * f64::from(FRAME_TSTATES);
        if typed > MAX_TYPED * observed {
            continue;
        }
        let listing = editions.get(id).ok_or("an edition is missing")?;
        let program = tokenise::program(listing, &Options::default())?.program;
        rows.extend(whole_run(boot, program, answers, observed)?);
    }
    Ok(rows)
}

/// The equations of the `bench` cases of conformance.
fn benches(boot: &Boot) -> Result<Vec<Row>, Box<dyn Error>> {
    let cases = fs::read_to_string(root().join("tests/conformance/cases.jsonl"))?;
    let mut rows = Vec::new();
    for case in case::read(&cases)?.iter().filter(|case| case.cat == "bench") {
        let (Some(listing), Some(observed)) = (&case.bas, case.expect["tstates"].as_f64()) else {
            continue;
        };
        let options = Options {
            lenient: true,
            ..Options::default()
        };
        let mut program = tokenise::program(listing, &options)?.program;
        program.start_itself();
        rows.extend(whole_run(boot, program, Vec::new(), observed)?);
    }
    Ok(rows)
}

/// The equation of a whole run, which took an original ROM `observed` T-states.
fn whole_run(
    boot: &Boot,
    program: Program,
    answers: Vec<String>,
    observed: f64,
) -> Result<Option<Row>, Box<dyn Error>> {
    let mut request = RunRequest::of(Source::Program(program));
    request.answers = answers;
    request.hardware = Hardware::of_pace(Pace::Rom);
    let mut driver = request.start(|| Ok(boot.clone()))?;
    let mut visits = Visits::new();
    let outcome = driver.run(request.limit.frames(), &mut visits);
    // The printer determines the time of a program that prints.
    Ok((outcome.printer_rows == 0).then(|| Row {
        counts: visits.counts,
        missing: observed - outcome.tstates as f64,
        weight: PROGRAM_WEIGHT / observed,
    }))
}

/// The labels of the ROM's source that can have a delay, with their addresses in ascending order.
fn labels() -> Result<Vec<(u16, String)>, Box<dyn Error>> {
    let directory = root().join("roms-open");
    let mut wanted = BTreeSet::new();
    for entry in fs::read_dir(&directory)? {
        let path = entry?.path();
        let stem = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default();
        if path.extension() == Some("asm".as_ref()) && !TIMED.contains(&stem) {
            wanted.extend(labels_of(&path)?);
        }
    }
    let mut labels = Vec::new();
    for line in fs::read_to_string(directory.join("girafa48.sym"))?.lines() {
        if let Some((label, value)) = line.split_once("EQU")
            && wanted.contains(label.trim())
        {
            let address = u16::from_str_radix(value.trim().trim_end_matches('H'), 16)?;
            labels.push((address, label.trim().to_owned()));
        }
    }
    labels.sort();
    labels.dedup_by_key(|label| label.0);
    Ok(labels)
}

/// The labels that a file of the source defines.
fn labels_of(path: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let heads = text.lines().filter_map(|line| line.split_once(':'));
    Ok(heads
        .map(|(head, _)| head.to_owned())
        .filter(|head| !head.is_empty() && head.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
        .filter(|head| !LEFT_OUT.contains(&head.as_str()))
        .collect())
}

/// The delays of these addresses, in T-states.
fn fit(rows: &[Row], addresses: &[u16]) -> Vec<f64> {
    let matrix: Vec<Vec<f64>> = rows
        .iter()
        .map(|row| {
            addresses
                .iter()
                .map(|&pc| row.counts[usize::from(pc)] as f64 * UNIT * row.weight)
                .collect()
        })
        .collect();
    let size = addresses.len();
    // Half of the slope of the sum in the direction of each delay, downwards.
    let mut slopes = vec![0.0; size];
    let mut squares = vec![0.0; size * size];
    for (row, values) in rows.iter().zip(&matrix) {
        for (i, a) in values.iter().enumerate().filter(|(_, a)| **a != 0.0) {
            slopes[i] += a * row.missing * row.weight;
            for (sum, b) in squares[i * size..].iter_mut().zip(values) {
                *sum += a * b;
            }
        }
    }
    let mut delays: Vec<f64> = vec![0.0; size];
    for _ in 0..SWEEPS {
        for i in 0..size {
            let column = &squares[i * size..(i + 1) * size];
            let next = delays[i] + (slopes[i] - RIDGE * delays[i]) / (column[i] + RIDGE);
            let next = next.clamp(0.0, MAX_DELAY / UNIT);
            let change = next - delays[i];
            if change != 0.0 {
                delays[i] = next;
                for (slope, product) in slopes.iter_mut().zip(column) {
                    *slope -= product * change;
                }
            }
        }
    }
    delays.iter().map(|delay| delay * UNIT).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let boot = Boot::new(&girafa_rom::girafa48())?;
    let mut rows = statements(&boot)?;
    rows.extend(programs(&boot)?);
    rows.extend(benches(&boot)?);
    let mut labels = labels()?;
    labels.retain(|(pc, _)| rows.iter().any(|row| row.counts[usize::from(*pc)] > 0));
    eprintln!("{} equations, {} labels", rows.len(), labels.len());
    let addresses: Vec<u16> = labels.iter().map(|label| label.0).collect();
    println!(
        "# T-states that pass before the instruction at a label of the ROM when a machine has the pace of an original"
    );
    println!("# ROM; see README.md. build.py makes src/delays.rs of them. They were fitted by");
    println!("# cargo run --release -p girafa-verify --example fit_delays");
    for ((_, label), delay) in labels.iter().zip(fit(&rows, &addresses)) {
        // A delay that the end of a frame cuts is as long on average as it was fitted.
        let delay = delay * (1.0 + delay / (2.0 * f64::from(FRAME_TSTATES)));
        if delay >= MIN_DELAY {
            println!("{label} {delay:.0}");
        }
    }
    Ok(())
}
