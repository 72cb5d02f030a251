//! A block as the pulses that the ROM saves: pilot, sync, bits, pause.

use crate::facts::{
    BIT_PULSES, PAUSE_TSTATES, PILOT_DATA_PULSES, PILOT_HEADER_PULSES, PILOT_TSTATES, SYNC_TSTATES,
};

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Pilot { left: u32 },
    Sync { index: usize },
    Bit { index: usize, second: bool },
    Pause,
    Done,
}

/// Where in a block the tape stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pulses {
    phase: Phase,
}

impl Pulses {
    /// The start of a block with this flag byte: headers (below 128) have the longer pilot.
    pub(super) fn new(flag: u8) -> Self {
        let left = if flag < 0x80 {
            PILOT_HEADER_PULSES
        } else {
            PILOT_DATA_PULSES
        };
        Pulses {
            phase: Phase::Pilot { left },
        }
    }

    /// Whether the sync is still to come.
    pub(super) fn is_pilot(&self) -> bool {
        matches!(self.phase, Phase::Pilot { .. })
    }

    /// T-states of the next pulse of the block whose bytes these are; the signal changes before each. The pause
    /// is the last.
    pub(super) fn next(&mut self, bytes: &[u8]) -> Option<u32> {
        let (tstates, next) = match self.phase {
            Phase::Pilot { left: 1 } => (PILOT_TSTATES, Phase::Sync { index: 0 }),
            Phase::Pilot { left } => (PILOT_TSTATES, Phase::Pilot { left: left - 1 }),
            Phase::Sync { index: 0 } => (SYNC_TSTATES[0], Phase::Sync { index: 1 }),
            Phase::Sync { index } => (
                SYNC_TSTATES[index],
                Phase::Bit {
                    index: 0,
                    second: false,
                },
            ),
            Phase::Bit { index, second } => {
                let bit = bytes[index / 8] >> (7 - index % 8) & 1;
                let next = match (second, index + 1) {
                    (false, _) => Phase::Bit { index, second: true },
                    (true, behind) if behind == 8 * bytes.len() => Phase::Pause,
                    (true, behind) => Phase::Bit {
                        index: behind,
                        second: false,
                    },
                };
                (BIT_PULSES[usize::from(bit)], next)
            }
            Phase::Pause => (PAUSE_TSTATES, Phase::Done),
            Phase::Done => return None,
        };
        self.phase = next;
        Some(tstates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The times are the format's; a header's pilot is 8,063 pulses long, a data block's 3,223.
    #[test]
    fn a_block_is_pilot_sync_bits_pause() {
        for (flag, pilot) in [(0x00, 8063), (0x7F, 8063), (0x80, 3223), (0xFF, 3223)] {
            let bytes = [flag, 0xA5];
            let mut pulses = Pulses::new(flag);
            let all: Vec<_> = std::iter::from_fn(|| pulses.next(&bytes)).collect();
            assert!(all[..pilot].iter().all(|&pulse| pulse == 2168), "flag {flag}");
            assert_eq!(all[pilot..pilot + 2], [667, 735]);
            let bits: Vec<_> = all[pilot + 2..all.len() - 1].chunks(2).collect();
            assert_eq!(bits.len(), 16);
            let value = bits.iter().fold(0u16, |value, bit| {
                assert!(*bit == [855, 855] || *bit == [1710, 1710]);
                value << 1 | u16::from(bit[0] == 1710)
            });
            assert_eq!(value.to_be_bytes(), bytes);
            assert_eq!(all.last(), Some(&3_500_000));
        }
    }
}
