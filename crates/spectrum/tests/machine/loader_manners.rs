//! Loaders modelled on commercial ones: how they read the port, where they are and where they load to. The
//! recorder starts automatically when they listen.

use crate::common::CODE;
use crate::common::loader::{Count, DATA, Manner, PLAIN_MANNER, Step, Wait, runs_to_end, tape, with_tape};

const TARGET_ADDRESS: u16 = 0x9000;

#[track_caller]
fn loads_at(manner: Manner, origin: u16, to: u16, step: Step) {
    let code = manner.loader(origin, to, 6, step);
    let mut machine = with_tape(origin, &code, tape(&[manner.block(&DATA, 100)]));
    runs_to_end(&mut machine, 100);
    let at = |n: u16| match step {
        Step::Up => to + n,
        Step::Down => to - n,
    };
    let loaded: Vec<_> = (0..6).map(|n| machine.peek(at(n))).collect();
    assert_eq!(loaded, DATA, "{manner:?} at {origin:04X}");
}

#[track_caller]
fn loads(manner: Manner) {
    loads_at(manner, CODE, TARGET_ADDRESS, Step::Up);
}

/// Any selected half-rows, any counter register, and one or two pulses per bit.
#[test]
fn ports_counts_and_pulses() {
    for high in [0x00, 0x7F, 0xBF, 0xFE, 0xFF] {
        for count in [Count::B, Count::C, Count::D, Count::E, Count::R] {
            for pulses in [1, 2] {
                // A shift and RET NC test a key if keys are selected.
                for has_break in [false, count != Count::R] {
                    loads(Manner {
                        high,
                        count,
                        pulses,
                        has_break,
                        ..PLAIN_MANNER
                    });
                }
            }
        }
    }
}

/// Searches of 50 to 250 reads with pauses between them.
#[test]
fn searches_and_pauses() {
    for start in [0x00, 0x64, 0x9C, 0xC0] {
        for pause in [0, 80, 160, 400, 1000] {
            loads(Manner {
                start,
                pause,
                ..PLAIN_MANNER
            });
        }
    }
}

/// Loops that differ from the ROM's.
#[test]
fn waits() {
    for wait in [Wait::Djnz, Wait::Sign, Wait::BitOfD] {
        for high in [0x00, 0x7F, 0xBF, 0xFE, 0xFF] {
            for pulses in [1, 2] {
                loads(Manner {
                    wait,
                    high,
                    pulses,
                    ..PLAIN_MANNER
                });
            }
        }
    }
    // If the byte includes keys, this loop cannot be distinguished from a wait for a key.
    loads(Manner {
        wait: Wait::Whole,
        high: 0xFF,
        ..PLAIN_MANNER
    });
}

/// In uncontended and contended RAM; upwards and downwards, over the screen and the system variables.
#[test]
fn places() {
    for origin in [0x5E00, 0x7F00, 0x8000, 0xFE00] {
        for (to, step) in [
            (0x4000, Step::Up),
            (0x5AFF, Step::Down),
            (0x5C00, Step::Up),
            (0x5CB5, Step::Down),
            (0xC000, Step::Down),
        ] {
            loads_at(PLAIN_MANNER, origin, to, step);
        }
    }
}
