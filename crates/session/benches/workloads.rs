//! T-states per second of the headless machine while a BASIC program runs. divan shows T-states as items, so
//! that "Mitem/s" is emulated MHz; a real Spectrum runs at 3.5. `benches/peers` compares other emulators.

use divan::{Bencher, counter::ItemsCount};
use girafa_basic::tokenise;
use girafa_session::boot::{Boot, StartCommand};
use girafa_session::hardware::{Hardware, Pace};
use girafa_session::{driver::Driver, launch};
use girafa_spectrum::{FRAME_TSTATES, Spectrum};

const WORKLOADS: [(&str, &str); 3] = [
    (
        "arithmetic",
        include_str!("../../../benches/workloads/arithmetic.bas"),
    ),
    ("screen", include_str!("../../../benches/workloads/screen.bas")),
    ("strings", include_str!("../../../benches/workloads/strings.bas")),
];

/// Frames per measurement.
const FRAMES: u32 = 200;
/// Frames before the measurement.
const WARM_UP: u64 = 100;

fn main() {
    divan::main();
}

fn in_mid_run(source: &str) -> Spectrum {
    let boot = Boot::new(&girafa_rom::girafa48()).expect("the ROM starts");
    let boot = boot.with_hardware(Hardware::of_pace(Pace::Rom));
    let tokenised = tokenise::program(source, &tokenise::Options::default()).expect("the program is right");
    let launched = launch::placed(&boot, &tokenised.program, StartCommand::Run).expect("the program starts");
    let mut session = Driver::new(launched, boot.glyphs.clone()).to_the_limit();
    session.run(WARM_UP, &mut ());
    let mut machine = session.machine().clone();
    machine.breakpoints_mut().clear();
    machine.set_instant_tape(false);
    machine
}

#[divan::bench(args = WORKLOADS.map(|(name, _)| name))]
fn frames(bencher: Bencher, name: &str) {
    let source = WORKLOADS
        .iter()
        .find(|(other, _)| *other == name)
        .expect("a workload")
        .1;
    let mut machine = in_mid_run(source);
    bencher
        .counter(ItemsCount::new(FRAMES * FRAME_TSTATES))
        .bench_local(|| {
            for _ in 0..FRAMES {
                machine.run_frame();
            }
        });
}
