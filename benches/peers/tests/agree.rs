//! Checks that both machines do the same, which makes their speeds comparable.

use girafa_peers::{WORKLOADS, agree, snapshot};

/// A hundredth of the frames that the bench compares.
const FRAMES: u64 = 200;

#[test]
fn girafa_and_spectrusty_run_in_step() {
    for (name, _) in WORKLOADS {
        let (rom, sna) = snapshot(name);
        let compared = agree(&rom, &sna, FRAMES).unwrap_or_else(|difference| panic!("{name}: {difference}"));
        assert!(compared > 0, "{name}: no frame could be compared");
    }
}
