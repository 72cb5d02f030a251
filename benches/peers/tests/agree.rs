//! What makes the speeds comparable, without the speeds: both machines do the same.

use girafa_peers::{WORKLOADS, agree, snapshot};

/// A hundredth of what the bench runs before it prints a figure.
const FRAMES: u64 = 200;

#[test]
fn girafa_and_spectrusty_run_in_step() {
    for (name, _) in WORKLOADS {
        let (rom, sna) = snapshot(name);
        let compared = agree(&rom, &sna, FRAMES).unwrap_or_else(|difference| panic!("{name}: {difference}"));
        assert!(compared > 0, "{name}: no frame could be compared");
    }
}
