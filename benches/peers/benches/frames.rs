//! Frames per second of each runner on the same snapshot, in one run. divan shows T-states as items, so that
//! "Mitem/s" is emulated MHz; a real Spectrum runs at 3.5. The bench first checks that Girafa and SPECTRUSTY
//! agree; if they do not, it prints no figures.

use divan::{Bencher, counter::ItemsCount};
use girafa_peers::{FlatGirafa, FlatZ80emu, Girafa, Runner, RustZx, Spectrusty, WORKLOADS, agree, snapshot};

/// Frames per measurement.
const FRAMES: u32 = 200;
/// Number of frames for which RAM and registers must agree.
const AGREE_FRAMES: u64 = 20_000;

fn main() {
    for (name, _) in WORKLOADS {
        let (rom, sna) = snapshot(name);
        match agree(&rom, &sna, AGREE_FRAMES) {
            Ok(compared) => {
                println!("{name}: equal to SPECTRUSTY at {compared} frame ends of {AGREE_FRAMES}")
            }
            Err(difference) => panic!("{name}: {difference}"),
        }
    }
    divan::main();
}

#[divan::bench(types = [Girafa, Spectrusty, RustZx, FlatGirafa, FlatZ80emu], args = WORKLOADS.map(|(name, _)| name))]
fn run<R: Runner>(bencher: Bencher, name: &str) {
    let (rom, sna) = snapshot(name);
    let mut runner = R::start(&rom, &sna);
    bencher.counter(ItemsCount::new(FRAMES * 69_888)).bench_local(|| {
        for _ in 0..FRAMES {
            runner.frame();
        }
    });
}
