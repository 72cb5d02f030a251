//! Response times of the debugger for a run of ten emulated minutes, from positions all over the run:
//! `cargo bench -p girafa-debugger`. The column "slowest" is the longest wait. `ten_minutes` measures the run
//! itself.

use std::cell::{Cell, RefCell};

use divan::Bencher;
use girafa_basic::tokenise;
use girafa_debugger::{Condition, Debugger, Direction, Location, Step, Stop};
use girafa_inspect::target::Target;
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::emulator::Emulator;
use girafa_session::history::Moment;
use girafa_session::launch;

/// The event that is searched for happens once, after 1:51 minutes; the rest of the run repeats the same few
/// lines.
const LISTING: &str = "10 LET x=1: LET k=0: LET y=0\n20 LET k=k+1: PRINT AT 0,0;k: FOR i=1 TO 5: LET s=SQR (i*k): NEXT i\n\
    30 IF k=400 THEN LET y=k: LET x=y*2: GO SUB 300\n40 GO SUB 100: GO TO 20\n100 LET z=s*2: PRINT AT 2,0;z;\"  \": RETURN\n\
    300 PRINT AT 5,5;\"*\": RETURN";
const FRAMES: u64 = 30_000;

fn main() {
    divan::main();
}

fn started() -> Debugger {
    let boot = Boot::new(&girafa_rom::girafa48()).expect("the ROM starts");
    let tokenised = tokenise::program(LISTING, &tokenise::Options::default()).expect("the program is right");
    let launched = launch::program(&boot, &tokenised.program, StartCommand::Run).expect("the program starts");
    Debugger::new(Emulator::new(launched, boot.glyphs))
}

fn run() -> Debugger {
    let mut debugger = started();
    debugger.resume(&mut |frames| frames < FRAMES);
    debugger
}

/// Measures `ask` at moments all over the run, each far from the one before, after `prepare`, and in a
/// different segment from the event that is searched for.
fn ask_prepared(bencher: Bencher, prepare: impl Fn(&mut Debugger), mut ask: impl FnMut(&mut Debugger)) {
    let debugger = RefCell::new(run());
    let at = Cell::new(0);
    bencher
        .with_inputs(|| {
            at.set((at.get() + 18_541) % (FRAMES - 13_000));
            let frame = 13_000 + at.get();
            let mut debugger = debugger.borrow_mut();
            debugger.go_to(Moment {
                frame,
                tstate: 30_000,
            });
            prepare(&mut debugger);
        })
        .bench_local_values(|()| ask(&mut debugger.borrow_mut()));
}

fn ask(bencher: Bencher, ask: impl FnMut(&mut Debugger)) {
    ask_prepared(bencher, |_| {}, ask);
}

#[divan::bench(sample_count = 3)]
fn ten_minutes() {
    divan::black_box(run());
}

#[divan::bench(sample_count = 60)]
fn go_to(bencher: Bencher) {
    let mut frame = 0;
    ask(bencher, |debugger| {
        frame = (frame + 7_919) % FRAMES;
        debugger.go_to(Moment {
            frame,
            tstate: 20_000,
        });
    });
}

fn step(bencher: Bencher, step: Step, direction: Direction) {
    ask(bencher, |debugger| {
        divan::black_box(debugger.step(step, direction, &mut |_| true));
    });
}

#[divan::bench(sample_count = 60)]
fn statement(bencher: Bencher) {
    step(bencher, Step::Statement, Direction::Forward);
}

#[divan::bench(sample_count = 60)]
fn statement_back(bencher: Bencher) {
    step(bencher, Step::Statement, Direction::Backward);
}

#[divan::bench(sample_count = 60)]
fn over_back(bencher: Bencher) {
    step(bencher, Step::LineOver, Direction::Backward);
}

/// Steps out backwards from the end of a subroutine.
#[divan::bench(sample_count = 60)]
fn out_back(bencher: Bencher) {
    let prepare = |debugger: &mut Debugger| {
        let event = debugger.last_run(100, Some(3), None).expect("it has run");
        debugger.go_to(event.moment);
    };
    ask_prepared(bencher, prepare, |debugger| {
        assert_eq!(
            debugger.step(Step::Out, Direction::Backward, &mut |_| true),
            Stop::Step
        );
    });
}

/// Runs back to the breakpoint that was reached once, after 1:51 minutes.
#[divan::bench(sample_count = 60)]
fn reverse_continue(bencher: Bencher) {
    let prepare = |debugger: &mut Debugger| {
        if debugger.breakpoints().is_empty() {
            let place = debugger.place_for(300, None).expect("there is such a line");
            let added =
                debugger.add_breakpoint(Location::Statement(place), Condition::default(), None, false);
            added.expect("there is room");
        }
    };
    ask_prepared(bencher, prepare, |debugger| {
        assert!(matches!(debugger.resume_back(&mut |_| true), Stop::Breakpoint(_)));
    });
}

#[divan::bench(sample_count = 60)]
fn last_change_of_a_variable(bencher: Bencher) {
    ask(bencher, |debugger| {
        let target = Target::parse("x", debugger.machine()).expect("a variable");
        let set = debugger.last_set(&target, None, false).expect("it was set");
        assert_eq!(set.place.to_string(), "30:3");
    });
}

#[divan::bench(sample_count = 60)]
fn last_run_of_a_line(bencher: Bencher) {
    ask(bencher, |debugger| {
        assert!(debugger.last_run(300, None, None).is_some());
    });
}

#[divan::bench(sample_count = 60)]
fn who_wrote_a_cell(bencher: Bencher) {
    ask(bencher, |debugger| {
        let written = debugger.last_written(5, 5).expect("it was written to");
        assert_eq!(written.statement.expect("by the program").0.to_string(), "300:1");
    });
}

#[divan::bench(sample_count = 60)]
fn why(bencher: Bencher) {
    ask(bencher, |debugger| {
        assert_eq!(debugger.why("x", None).expect("it was set").reads.len(), 1);
    });
}

/// A debugger of an emulator with picture and sound, after ten minutes, moved back to frame `at`.
fn live(at: u64) -> Debugger {
    let mut debugger = Debugger::live(started().emulator().clone());
    while debugger.moment().frame < FRAMES {
        debugger.frame();
        debugger.emulator_mut().machine_mut().take_beeper_edges();
    }
    debugger.go_to(Moment { frame: at, tstate: 0 });
    debugger
}

/// A frame of the emulator.
#[divan::bench(sample_count = 2000, sample_size = 1)]
fn frame(bencher: Bencher) {
    let mut debugger = live(FRAMES);
    bencher.bench_local(|| debugger.frame());
}

/// Steps back frame by frame, from the end and from an early frame.
#[divan::bench(sample_count = 2000, sample_size = 1, args = [FRAMES, 4_000])]
fn frame_back(bencher: Bencher, from: u64) {
    let mut debugger = live(from);
    bencher.bench_local(|| assert!(debugger.rewind(1)));
}
