//! Hand-made tape images, and the edges that the machine reads from them.

use girafa_spectrum::Tape;

use super::machine;

/// A `.tzx` image of these blocks.
pub fn tzx_of(blocks: &[&[u8]]) -> Vec<u8> {
    [b"ZXTape!\x1A\x01\x14", blocks.concat().as_slice()].concat()
}

/// The T-states at which a loop of 23 T-states first reads a changed tape level in port FE bit 6.
pub fn edges(tape: Tape, until: u64) -> Vec<u64> {
    let mut machine = machine(&[0xDB, 0xFE, 0x18, 0xFC]); // IN A,(FE): JR -4
    machine.insert_tape(tape);
    machine.play_tape();
    let (mut edges, mut level) = (Vec::new(), false);
    while machine.tstates() < until {
        machine.step();
        let now = machine.cpu.a & 0x40 != 0;
        if now != level {
            level = now;
            edges.push(machine.tstates());
        }
    }
    edges
}

/// Checks that the edges have these distances; the first edge is at the start of the tape.
pub fn assert_edges(tape: Tape, pulses: &[u64]) {
    let mut want = vec![0];
    for pulse in pulses {
        want.push(want[want.len() - 1] + pulse);
    }
    let got = edges(tape, want[want.len() - 1] + 50_000);
    assert_eq!(got.len(), want.len(), "edges at {got:?}, not {want:?}");
    for (got, want) in got.iter().zip(&want) {
        assert!((*want..want + 40).contains(got), "an edge at {got}, not {want}");
    }
}
