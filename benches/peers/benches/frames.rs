//! Frames a second of each runner on the same snapshot, in one run. divan shows T-states as items, so that "Mitem/s"
//! is emulated MHz; a real Spectrum does 3.5.

use divan::{Bencher, counter::ItemsCount};
use girafa_peers::{ARITHMETIC, FlatGirafa, FlatZ80emu, Girafa, Runner, RustZx, SCREEN, STRINGS, Spectrusty, snapshot};

const FRAMES: u32 = 200;

fn main() {
    divan::main();
}

#[divan::bench(types = [Girafa, Spectrusty, RustZx, FlatGirafa, FlatZ80emu], args = ["arithmetic", "screen", "strings"])]
fn run<R: Runner>(bencher: Bencher, name: &str) {
    let program = match name {
        "arithmetic" => ARITHMETIC,
        "screen" => SCREEN,
        _ => STRINGS,
    };
    let (rom, sna) = snapshot(program);
    let mut runner = R::start(&rom, &sna);
    bencher.counter(ItemsCount::new(FRAMES * 69_888)).bench_local(|| {
        for _ in 0..FRAMES {
            runner.frame();
        }
    });
}
