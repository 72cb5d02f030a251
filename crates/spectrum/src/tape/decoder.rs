//! Decodes the pulses that a program sends to the recorder into blocks.
//!
//! Only the ROM's recording format at its standard speed is decoded.

use crate::ula::{BIT_PULSES, PILOT_TSTATES};

use super::MAX_BLOCK_LENGTH;

/// Length of a pilot pulse: three to five quarters of the standard length.
const PILOT: std::ops::RangeInclusive<u64> = PILOT_TSTATES as u64 * 3 / 4..=PILOT_TSTATES as u64 * 5 / 4;
/// Minimum number of pilot pulses before a sync pulse is accepted.
const MIN_PILOT_PULSES: u32 = 256;
/// Maximum length of a sync pulse: well below the pilot's.
const MAX_SYNC: u64 = 1_200;
/// The two pulses of a bit longer than this in total are a 1: half-way between 0 and 1.
const MIN_ONE_TSTATES: u64 = (BIT_PULSES[0] + BIT_PULSES[1]) as u64;
/// Maximum length of a bit's pulse: half-way between a 1's and the pilot's.
const MAX_BIT: u64 = (BIT_PULSES[1] + PILOT_TSTATES) as u64 / 2;
/// Length of the silence that ends a block.
const SILENCE: u64 = 20_000;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum State {
    #[default]
    Idle,
    Pilot(u32),
    Sync,
    Bits(Bits),
}

/// The bits of a block so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Bits {
    bytes: Vec<u8>,
    /// Bits of the incomplete byte, after a leading 1 that marks their number.
    partial: u16,
    /// Length of a bit's first pulse, until its second ends.
    half: Option<u64>,
}

impl Bits {
    fn push(&mut self, bit: bool) {
        self.partial = self.partial << 1 | u16::from(bit);
        if self.partial >= 0x100 {
            self.bytes.push(self.partial as u8);
            self.partial = 1;
        }
    }
}

/// Decodes the level changes of port FE bit 3.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Decoder {
    state: State,
    last_edge: u64,
}

impl Decoder {
    /// Handles a level change at `now`; returns the bytes of a block that it ends.
    pub(super) fn edge(&mut self, now: u64) -> Option<Vec<u8>> {
        let pulse = now.saturating_sub(self.last_edge);
        self.last_edge = now;
        match &mut self.state {
            State::Pilot(pulses) if PILOT.contains(&pulse) => *pulses = pulses.saturating_add(1),
            State::Pilot(MIN_PILOT_PULSES..) if pulse <= MAX_SYNC => self.state = State::Sync,
            State::Sync if pulse <= MAX_SYNC => {
                self.state = State::Bits(Bits {
                    partial: 1,
                    ..Bits::default()
                });
            }
            State::Bits(bits) if pulse <= MAX_BIT => match bits.half.take() {
                None => bits.half = Some(pulse),
                Some(first) => {
                    bits.push(first + pulse > MIN_ONE_TSTATES);
                    if bits.bytes.len() > MAX_BLOCK_LENGTH {
                        self.state = State::Idle;
                    }
                }
            },
            _ => {
                let block = self.finish();
                self.state = if PILOT.contains(&pulse) {
                    State::Pilot(1)
                } else {
                    State::Idle
                };
                return block;
            }
        }
        None
    }

    /// Advances to `now`; returns the bytes of a block that silence has ended.
    pub(super) fn listen(&mut self, now: u64) -> Option<Vec<u8>> {
        if now.saturating_sub(self.last_edge) < SILENCE {
            None
        } else {
            self.finish()
        }
    }

    fn finish(&mut self) -> Option<Vec<u8>> {
        let State::Bits(mut bits) = std::mem::take(&mut self.state) else {
            return None;
        };
        // The last pulse may have no final edge: its bit is known from the first pulse.
        if let Some(first) = bits.half {
            bits.push(2 * first > MIN_ONE_TSTATES);
        }
        (!bits.bytes.is_empty()).then_some(bits.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pulses::Pulses;
    use super::super::{Block, Tape};
    use super::*;
    use proptest::prelude::*;

    /// Sends a block's pulses, each lengthened by the next value of `jitter`, optionally without the edge
    /// that ends the last one. Returns the decoded bytes and the time.
    fn send(
        decoder: &mut Decoder,
        bytes: &[u8],
        mut now: u64,
        mut jitter: impl FnMut() -> u64,
        last_edge: bool,
    ) -> (Vec<Vec<u8>>, u64) {
        let tape = Tape::new(vec![Block::from_bytes(bytes.to_vec()).unwrap()]);
        let mut pulses = Pulses::new();
        let lengths: Vec<_> = std::iter::from_fn(|| pulses.next(&tape.items()[0], &tape))
            .map(|(_, length)| u64::from(length))
            .collect();
        let mut blocks: Vec<_> = decoder.edge(now).into_iter().collect();
        for (i, length) in lengths.iter().enumerate() {
            now += length + jitter();
            if i + 2 < lengths.len() || last_edge && i + 2 == lengths.len() {
                blocks.extend(decoder.edge(now));
            }
        }
        blocks.extend(decoder.listen(now));
        (blocks, now)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        /// Contention makes pulses a little longer; decoding must tolerate it.
        #[test]
        fn sent_blocks_are_decoded(
            blocks in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..40), 1..3),
            seed in any::<u64>(),
            last_edge: bool,
        ) {
            let (mut decoder, mut now, mut noise) = (Decoder::default(), 1_000, seed);
            for block in &blocks {
                let jitter = || {
                    noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    noise >> 58
                };
                let (got, behind) = send(&mut decoder, block, now, jitter, last_edge);
                now = behind;
                prop_assert_eq!(&got, &vec![block.clone()]);
            }
        }

        /// Beeper music reaches the recorder too: no pulses without pilot and sync may produce a block.
        #[test]
        fn noise_makes_no_block(pulses in prop::collection::vec(1u64..5_000, 0..250)) {
            let (mut decoder, mut now) = (Decoder::default(), 0);
            for pulse in pulses {
                now += pulse;
                prop_assert_eq!(decoder.edge(now), None);
            }
            prop_assert_eq!(decoder.listen(now + SILENCE), None);
        }
    }
}
