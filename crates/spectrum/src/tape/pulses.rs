//! Converts a tape item to pulses: pilot, sync, bits, tail. Phases that an item lacks are skipped.

use super::item::{Data, Edge, Item, Symbols};
use super::{Block, Tape};
use crate::ula::{BIT_PULSES, PILOT_DATA_PULSES, PILOT_HEADER_PULSES, PILOT_TSTATES, SYNC_TSTATES};

/// The phase of the next pulse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Pilot {
        played: u32,
    },
    Sync {
        index: usize,
    },
    Bit {
        index: usize,
        pulse: usize,
    },
    /// Index of a run in a stream of symbols, how often its symbol has been played, and the pulse within the
    /// symbol.
    Symbol {
        run: usize,
        played: u32,
        pulse: usize,
    },
    Tail,
    Done,
}

/// The position within an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pulses {
    phase: Phase,
    begun: bool,
}

/// The pulses of an item, in T-states.
#[derive(Clone, Copy, Default)]
struct Shape<'a> {
    start: Option<bool>,
    pilot: u32,
    pilot_pulses: u32,
    sync: &'a [u32],
    bytes: &'a [u8],
    bits: usize,
    /// Pulses of a 0 and of a 1.
    bit: [&'a [u32]; 2],
    tail: u32,
}

impl<'a> Shape<'a> {
    fn of(item: &'a Item, tape: &'a Tape) -> Shape<'a> {
        match item {
            Item::Block { index, tail } => Shape::standard(&tape.blocks()[*index], *tail),
            Item::Data(data) => Shape::of_data(data),
            Item::Tone { pulse, count } => Shape {
                pilot: *pulse,
                pilot_pulses: *count,
                ..Shape::default()
            },
            Item::Pulses { start, pulses } => Shape {
                start: *start,
                sync: pulses,
                ..Shape::default()
            },
            Item::Pause { level, tstates } => Shape {
                start: Some(*level),
                tail: *tstates,
                ..Shape::default()
            },
            Item::Symbols(symbols) => Shape {
                tail: symbols.tail,
                ..Shape::default()
            },
            Item::Level(_)
            | Item::Stop
            | Item::Repeat(_)
            | Item::EndRepeat
            | Item::Jump(_)
            | Item::Call(_)
            | Item::Return => Shape::default(),
        }
    }

    /// The shape of a block as the ROM saves it. Headers, whose flag byte is below 128, have the longer
    /// pilot.
    fn standard(block: &Block, tail: u32) -> Shape<'_> {
        Shape {
            start: None,
            pilot: PILOT_TSTATES,
            pilot_pulses: if block.flag() < 0x80 {
                PILOT_HEADER_PULSES
            } else {
                PILOT_DATA_PULSES
            },
            sync: &SYNC_TSTATES,
            bytes: block.bytes(),
            bits: 8 * block.bytes().len(),
            bit: [&[BIT_PULSES[0]; 2], &[BIT_PULSES[1]; 2]],
            tail,
        }
    }

    fn of_data(data: &Data) -> Shape<'_> {
        Shape {
            start: data.start,
            pilot: data.pilot.0,
            pilot_pulses: data.pilot.1,
            sync: &data.sync,
            bytes: &data.bytes,
            bits: data.bits,
            bit: [&data.zero, &data.one],
            tail: data.tail,
        }
    }
}

impl Pulses {
    /// Creates a position at the start of an item.
    pub(super) fn new() -> Self {
        Pulses {
            phase: Phase::Pilot { played: 0 },
            begun: false,
        }
    }

    /// Whether the sync has not begun yet.
    pub(super) fn is_pilot(&self) -> bool {
        matches!(self.phase, Phase::Pilot { .. } | Phase::Sync { index: 0 })
    }

    /// The next pulse of `item`, which must be the same item at each call: the signal change and the length
    /// in T-states.
    pub(super) fn next(&mut self, item: &Item, tape: &Tape) -> Option<(Edge, u32)> {
        if let Item::Symbols(symbols) = item
            && let Some(pulse) = self.next_of_symbols(symbols)
        {
            return Some(pulse);
        }
        let shape = Shape::of(item, tape);
        let tstates = self.next_length(&shape)?;
        let edge = match shape.start {
            Some(level) if !self.begun => Edge::To(level),
            _ => Edge::Change,
        };
        self.begun = true;
        Some((edge, tstates))
    }

    /// The next pulse of a stream of symbols; `None` after the last one, when the tail follows.
    fn next_of_symbols(&mut self, symbols: &Symbols) -> Option<(Edge, u32)> {
        if matches!(self.phase, Phase::Pilot { .. }) {
            (self.phase, self.begun) = (
                Phase::Symbol {
                    run: 0,
                    played: 0,
                    pulse: 0,
                },
                true,
            );
        }
        while let Phase::Symbol { run, played, pulse } = &mut self.phase {
            let Some((symbol, times)) = symbols.stream.run(*run) else {
                self.phase = Phase::Tail;
                break;
            };
            let symbol = &symbols.alphabet[usize::from(symbol)];
            if *played == times {
                (*run, *played) = (*run + 1, 0);
            } else if let Some(&length) = symbol.pulses.get(*pulse) {
                *pulse += 1;
                let edge = if *pulse == 1 { symbol.start } else { Edge::Change };
                return Some((edge, length));
            } else {
                (*played, *pulse) = (*played + 1, 0);
            }
        }
        None
    }

    fn next_length(&mut self, shape: &Shape) -> Option<u32> {
        loop {
            match self.phase {
                Phase::Pilot { played } if played < shape.pilot_pulses => {
                    self.phase = Phase::Pilot { played: played + 1 };
                    return Some(shape.pilot);
                }
                Phase::Pilot { .. } => self.phase = Phase::Sync { index: 0 },
                Phase::Sync { index } => {
                    if let Some(&pulse) = shape.sync.get(index) {
                        self.phase = Phase::Sync { index: index + 1 };
                        return Some(pulse);
                    }
                    self.phase = Phase::Bit { index: 0, pulse: 0 };
                }
                Phase::Bit { index, pulse } if index < shape.bits => {
                    let bit = shape.bytes[index / 8] >> (7 - index % 8) & 1;
                    if let Some(&length) = shape.bit[usize::from(bit)].get(pulse) {
                        self.phase = Phase::Bit {
                            index,
                            pulse: pulse + 1,
                        };
                        return Some(length);
                    }
                    self.phase = Phase::Bit {
                        index: index + 1,
                        pulse: 0,
                    };
                }
                Phase::Bit { .. } | Phase::Symbol { .. } => self.phase = Phase::Tail,
                Phase::Tail => {
                    self.phase = Phase::Done;
                    if shape.tail > 0 {
                        return Some(shape.tail);
                    }
                }
                Phase::Done => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lengths are the format's; a header's pilot has 8,063 pulses, a data block's 3,223.
    #[test]
    fn a_block_is_pilot_sync_bits_pause() {
        for (flag, pilot) in [(0x00, 8063), (0x7F, 8063), (0x80, 3223), (0xFF, 3223)] {
            let bytes = [flag, 0xA5];
            let tape = Tape::new(vec![Block::from_bytes(bytes.to_vec()).unwrap()]);
            let mut pulses = Pulses::new();
            let next = || pulses.next(&tape.items()[0], &tape);
            let all: Vec<_> = std::iter::from_fn(next).map(|(_, length)| length).collect();
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
