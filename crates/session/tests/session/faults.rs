//! Errors in a program, and BREAK at any moment, lead to a report, an intact program, and an editor that
//! accepts the next command.

use girafa_basic::program::{Line, Piece, Program, pieces};
use girafa_basic::token;
use girafa_basic::tokenise::{self, Options};
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::driver::Driver;
use girafa_session::keys::parse_raw;
use girafa_session::launch;
use girafa_spectrum::{Key, Spectrum};
use girafa_test_support::dictation::dictate;
use rayon::prelude::*;

use crate::rom;

const PROG: u16 = 0x5C53;
const VARS: u16 = 0x5C4B;
const E_LINE: u16 = 0x5C59;

/// The address that [`lives`] pokes: above every program here, in the middle of the RAM.
const PROBE_ADDRESS: u16 = 60_000;

fn boot() -> Boot {
    Boot::new(&rom()).unwrap()
}

fn tokenised(text: &str) -> Program {
    let options = Options {
        lenient: true,
        ..Options::default()
    };
    tokenise::program(text, &options).unwrap().program
}

/// Types RUN for `text` and runs it for up to `frames` frames, answering INPUT with `answers`.
fn run(boot: &Boot, text: &str, answers: &[&str], frames: u64) -> (String, Spectrum) {
    let launched = launch::placed(boot, &tokenised(text), StartCommand::Run).unwrap();
    let mut session = Driver::new(launched, boot.glyphs.clone())
        .answers(answers)
        .unwrap();
    let outcome = session.run(frames, &mut ());
    (outcome.report, session.into_machine())
}

fn idle(machine: &mut Spectrum, frames: u32) {
    (0..frames).for_each(|_| {
        machine.run_frame();
    });
}

fn hold_break(machine: &mut Spectrum, frames: u32) {
    machine.keyboard_mut().press(Key::CapsShift);
    machine.keyboard_mut().press(Key::Space);
    idle(machine, frames);
    machine.keyboard_mut().release_all();
}

/// Whether the machine still executes commands. Types BREAK to stop the program, deletes the edit line, types
/// STOP to end an INPUT, and then checks the effect of a POKE.
fn lives(machine: &mut Spectrum) -> bool {
    let keys = format!("{}{{ss+a}}\no{PROBE_ADDRESS},77\n", "{cs+0}".repeat(40));
    machine.poke(PROBE_ADDRESS, 0);
    (0..2).any(|_| {
        machine.keyboard_mut().release_all();
        // A BEEP is not interrupted.
        hold_break(machine, 40);
        idle(machine, 30);
        dictate(machine, parse_raw(&keys).unwrap()).is_ok() && machine.peek(PROBE_ADDRESS) == 77
    })
}

/// Whether `program` is in memory unchanged, except for the argument values in DEF FN.
fn is_in_place(machine: &Spectrum, program: &Program) -> bool {
    let area: Vec<u8> = (machine.peek16(PROG)..machine.peek16(VARS))
        .map(|address| machine.peek(address))
        .collect();
    let expected = program.to_bytes();
    let Ok(lines) = Program::lines_from_bytes(&area) else {
        return false;
    };
    let codes = |line: &Line| -> Vec<Piece> {
        let is_code = |piece: &Piece| matches!(piece, Piece::Code(_));
        pieces(&line.body).filter(is_code).collect()
    };
    area.len() == expected.len()
        && lines.len() == program.lines.len()
        && (lines.iter().zip(&program.lines)).all(|(got, expected)| {
            got == expected || expected.body.contains(&token::DEF_FN) && codes(got) == codes(expected)
        })
}

/// Returns what is wrong with a machine that has run `program`, or `None`.
fn damage(machine: &Spectrum, program: &Program) -> Option<&'static str> {
    if !is_in_place(machine, program) {
        Some("the program has changed")
    } else if !variables_are_sound(machine) {
        Some("the variables are spoilt")
    } else {
        None
    }
}

fn none_of(problems: Vec<String>) {
    let shown = problems.len().min(10);
    assert!(
        problems.is_empty(),
        "{} problems:\n{}",
        problems.len(),
        problems[..shown].join("\n")
    );
}

/// Whether the variables area is well-formed up to its end mark.
fn variables_are_sound(machine: &Spectrum) -> bool {
    let word = |address: u16| machine.peek16(address);
    let mut at = word(VARS);
    let end = word(E_LINE).wrapping_sub(1);
    while at < end {
        let first = machine.peek(at);
        at = match first >> 5 {
            2 | 4 | 6 => at.saturating_add(3).saturating_add(word(at + 1)),
            3 => at + 6,
            7 => at + 19,
            5 => {
                let name = (at + 1..end).find(|&address| machine.peek(address) >> 7 == 1);
                name.map_or(u16::MAX, |last| last + 6)
            }
            _ => return false,
        };
    }
    at == end && machine.peek(at) == 0x80
}

/// A deterministic random generator.
struct Noise(u64);

impl Noise {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// Programs that exhaust a resource, and their reports.
const GREEDY_PROGRAMS: &[(&str, &str)] = &[
    ("10 GO SUB 10", "4 Out of memory, 10:1"),
    (
        "10 LET a$=\"x\"\n20 LET a$=a$+a$: GO TO 20",
        "4 Out of memory, 20:1",
    ),
    (
        "10 DIM a$(40000): PRINT LEN a$: LET b$=a$",
        "4 Out of memory, 10:3",
    ),
    ("10 DIM a(9000)", "4 Out of memory, 10:1"),
    ("10 DIM a(255,255,255,255)", "4 Out of memory, 10:1"),
    (
        "10 FOR i=1 TO 99: LET a$=STR$ i: DIM b$(i*999): NEXT i",
        "4 Out of memory, 10:3",
    ),
    (
        "10 DEF FN f(x)=1+FN f(x)\n20 PRINT FN f(1)",
        "4 Out of memory, 20:1",
    ),
    (
        "10 DEF FN f$(x$)=x$+FN f$(x$+\"a\")\n20 PRINT FN f$(\"b\")",
        "4 Out of memory, 20:1",
    ),
    (
        "10 LET a$=\"VAL a$\"\n20 LET a$=CHR$ 176+\"a$\": PRINT VAL a$",
        "4 Out of memory, 20:2",
    ),
    (
        "10 LET a$=CHR$ 174+\"a$\": PRINT VAL$ a$",
        "4 Out of memory, 10:2",
    ),
    (
        "10 LET a$=\"(\"\n20 LET a$=a$+a$: IF LEN a$<8192 THEN GO TO 20\n30 PRINT VAL a$",
        "4 Out of memory, 30:1",
    ),
    (
        "10 LET a$=\"-\"\n20 LET a$=a$+a$: IF LEN a$<16384 THEN GO TO 20\n30 PRINT VAL (a$+\"1\")",
        "4 Out of memory, 30:1",
    ),
    ("10 CLEAR 23820", "M RAMTOP no good, 10:1"),
    ("10 CLEAR 65535: CLEAR 0: CLEAR 16384", "M RAMTOP no good, 10:3"),
    ("10 RETURN", "7 RETURN without GOSUB, 10:1"),
    (
        "10 GO SUB 20: GO SUB 20\n20 RETURN : RETURN : RETURN",
        "7 RETURN without GOSUB, 20:1",
    ),
];

#[test]
fn programs_that_use_up_the_memory_stop_with_a_report() {
    let boot = boot();
    let problems = GREEDY_PROGRAMS.par_iter().filter_map(|&(text, expected)| {
        let (report, mut machine) = run(&boot, text, &[], 6000);
        if report != expected {
            return Some(format!("{report:?}, not {expected:?}: {text}"));
        }
        if let Some(damage) = damage(&machine, &tokenised(text)) {
            return Some(format!("{damage}: {text}"));
        }
        // CLEAR (key X) frees the memory.
        let cleared = dictate(&mut machine, parse_raw("x\n").unwrap()).is_ok();
        (!cleared || !lives(&mut machine)).then(|| format!("the machine is dead: {text}"))
    });
    none_of(problems.collect());
}

/// The lowest RAMTOP with which an original prints this after LOAD ""; one byte less gives report 4 there.
#[test]
fn ramtop_may_be_as_low_as_on_an_original() {
    let boot = boot();
    for (ramtop, expected) in [(23896, "4 Out of memory, 10:2"), (23897, "0 OK, 10:2")] {
        let mut program = tokenised(&format!("1 CLS\n10 CLEAR {ramtop}: PRINT \"ok\""));
        program.autostart = Some(1);
        let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
        let mut session = Driver::new(launched, boot.glyphs.clone());
        assert_eq!(session.run(100, &mut ()).report, expected, "{ramtop}");
        assert_eq!(damage(session.machine(), &program), None, "{ramtop}");
    }
}

/// With almost no memory to half a kilobyte left, everything that needs memory works or stops with a report,
/// and nothing overwrites the program.
#[test]
fn scarce_memory_is_noticed() {
    let boot = boot();
    let statements = [
        "LET a$=\"abcdefghijklmnopqrstuvwxyz\": LET b$=a$+a$: PRINT b$(2 TO 50)+a$",
        "FOR i=1 TO 3: LET x=SIN i+COS i^2*SQR i: NEXT i: PRINT x",
        "DIM a(5): LET a(2)=1: DIM b$(3,5): LET b$(2)=\"xyz\"",
        "CIRCLE 100,100,50: DRAW 10,10,3",
        "INPUT a: INPUT LINE a$: PRINT a;a$",
        "LET a$=STR$ PI+CHR$ 65+SCREEN$ (0,0): PRINT VAL \"1+2*(3-4)\"",
        "DEF FN f(x,y)=x*y+1: PRINT FN f(2,FN f(3,4))",
        "GO SUB 100: GO SUB 100",
        "LIST : LPRINT \"x\": BEEP .01,3: PLOT 1,1",
        "SAVE \"x\": SAVE \"y\"CODE 0,9",
    ];
    let runs: Vec<(&str, u16)> = statements
        .iter()
        .flat_map(|&statement| (0..124).map(move |step| (statement, step * 5)))
        .collect();
    let results: Vec<(String, Option<&str>)> = runs
        .par_iter()
        .map(|(statement, more)| {
            let text = format!(
                "10 CLEAR {}+PEEK 23627+256*PEEK 23628\n20 {statement}\n30 STOP\n100 RETURN",
                60 + more
            );
            let answers = ["12", "abcdefghijklmnopqrstuvwxyz"];
            let (report, machine) = run(&boot, &text, &answers, 1500);
            let damage = damage(&machine, &tokenised(&text));
            (
                format!("{report:?} {text}"),
                damage.or((!report.contains(", ")).then_some("no report")),
            )
        })
        .collect();
    let had_room = results
        .iter()
        .filter(|(report, _)| report.starts_with("\"9"))
        .count();
    let problems = results
        .iter()
        .filter_map(|(report, damage)| Some(format!("{}: {report}", (*damage)?)));
    none_of(problems.collect());
    assert!(
        (100..1_100).contains(&had_room),
        "{had_room} of {} had room enough",
        runs.len()
    );
    println!("{had_room} of {} had room enough", runs.len());
}

/// Programs to interrupt; each runs forever.
const ENDLESS_PROGRAMS: &[&str] = &[
    "10 LET a=1\n20 LET a=a+1: LET a$=STR$ a+\"xyz\": GO TO 20",
    "10 FOR i=1 TO 100: PRINT i;\" \";SIN i: NEXT i: GO TO 10",
    "10 DIM a(200): FOR i=1 TO 200: LET a(i)=i^2: NEXT i: DIM b$(20,20): GO TO 10",
    "10 INPUT \"a\";a: INPUT LINE a$: GO TO 10",
    "10 LPRINT \"line\";TAB 8;a$;: LPRINT 1/3: LET a$=\"q\": GO TO 10",
    "10 BEEP .3,7: PAUSE 9: BEEP .02,-5: GO TO 10",
    "10 PAUSE 0: PRINT \"p\": GO TO 10",
    "10 COPY : GO TO 10",
    "10 LOAD \"\"",
    "10 SAVE \"name\" LINE 10: GO TO 10",
    "10 VERIFY \"\"CODE : GO TO 10",
    "10 CIRCLE 120,80,70: PLOT 0,0: DRAW 255,175,2: CLS : GO TO 10",
    "10 LIST : LLIST : GO TO 10",
    "10 GO SUB 20: GO TO 10\n20 READ a,b$: DATA 1,\"x\": RESTORE : RETURN",
    "10 DEF FN f(x)=x*x+1: LET a=FN f(FN f(2)): PRINT VAL \"FN f(3)\": GO TO 10",
    "10 RUN",
    "10 CLEAR : DIM a$(100): GO TO 10",
    "10 MERGE \"\"",
];

/// After BREAK at a random moment and for a random time, the program is unchanged, the variables are
/// well-formed, and the editor executes the next command. The tape runs in real time, so LOAD waits and SAVE
/// takes its time.
#[test]
fn break_at_any_moment_does_no_harm() {
    let boot = boot();
    let runs: Vec<(&str, u64)> = ENDLESS_PROGRAMS
        .iter()
        .flat_map(|&text| (0..30).map(move |run| (text, run)))
        .collect();
    let problems = runs.par_iter().filter_map(|&(text, run)| {
        let mut noise = Noise(run * 7919 + text.len() as u64);
        let launched = launch::placed(&boot, &tokenised(text), StartCommand::Run).unwrap();
        let mut machine = launched.machine;
        machine.set_instant_tape(false);
        machine.keyboard_mut().press(Key::Enter);
        idle(&mut machine, 3);
        machine.keyboard_mut().release_all();
        idle(&mut machine, noise.below(300) as u32);
        // Continues to a random point within the frame.
        for _ in 0..noise.below(4000) {
            machine.step();
        }
        hold_break(&mut machine, 1 + noise.below(20) as u32);
        idle(&mut machine, noise.below(40) as u32);
        let damage = if lives(&mut machine) {
            damage(&machine, &tokenised(text))
        } else {
            Some("the machine is dead")
        };
        Some(format!("{}: run {run} of {text}", damage?))
    });
    none_of(problems.collect());
    println!("{} times BREAK", runs.len());
}

/// System variables that the ROM depends on: pointers to memory areas, the error return address, the streams,
/// and MODE, which determines the meaning of keys.
fn is_structural(address: u16) -> bool {
    matches!(address, 0x5C10..=0x5C1D | 0x5C3D | 0x5C3E | 0x5C41 | 0x5C4B..=0x5C54 | 0x5C59..=0x5C66)
}

/// A POKE into any system variable. If it only affects display or sound, the machine stays usable.
#[test]
fn pokes_into_the_system_variables() {
    let boot = boot();
    let mut noise = Noise(48);
    let mut pokes: Vec<(u16, u8)> = Vec::new();
    for address in 0x5C00..0x5CB6 {
        pokes.extend([0, 1, 24, 33, 128, 255].map(|value| (address, value)));
        pokes.extend((0..2).map(|_| (address, noise.below(256) as u8)));
    }
    let dead = pokes.par_iter().filter(|&&(address, value)| {
        let text = format!(
            "10 POKE {address},{value}\n20 PRINT \"hello\";1.5;AT 3,3;\"x\": LET z=SIN 1: PLOT 10,10: DRAW 50,20\n\
             30 FOR i=1 TO 30: PRINT i: NEXT i\n40 INPUT \"q\";q: LET a$=\"abc\"+STR$ q\n50 PRINT a$: PRINT #1;a$"
        );
        let (report, mut machine) = run(&boot, &text, &["7"], 1500);
        let lives = lives(&mut machine);
        assert!(lives || is_structural(address), "POKE {address},{value}: {report}");
        !lives
    });
    println!(
        "{} of {} POKEs left a machine that has to be switched off",
        dead.count(),
        pokes.len()
    );
}
