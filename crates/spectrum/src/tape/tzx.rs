//! Tapes in the `.tzx` format (Format: TZX 1.20).
//!
//! | block | |
//! | --- | --- |
//! | 10 11 14 | data at the ROM's speed, at another one with pilot, without |
//! | 12 13 15 | a tone, single pulses, samples of one bit |
//! | 18 19 | a recording (CSW), symbols of any wave form (generalized data) |
//! | 20 2A 2B | pause or stop, stop (as this is a 48K), level |
//! | 23 | jump |
//! | 24 25 | start and end of a loop |
//! | 26 27 | calls of sequences, end of a sequence |
//! | 21 30 31 32 | texts: group, description, message, archive info |
//! | 33 | the machines: if a 48K is not one of them, this is noted |
//! | 22 28 34 35 5A | ignored |
//!
//! A text longer than its block or the file is truncated rather than rejected: the machine never sees texts.
//!
//! Loops and calls do not nest. Endless loops and tapes that become too long are rejected. A pulse of length
//! 0 lasts one T-state, except in a symbol of block 19, where it ends the symbol.

use super::item::{Data, Item};
use super::reader::{Builder, ImageError, Reader, tail};
use super::{Block, Tape, csw, generalized, order};
use crate::ula::{BIT_PULSES, PILOT_DATA_PULSES, PILOT_HEADER_PULSES, PILOT_TSTATES, SYNC_TSTATES};

/// The first bytes of a `.tzx` file, followed by two bytes of version.
pub const MAGIC: &[u8; 8] = b"ZXTape!\x1A";

const FORMAT: &str = ".tzx";

/// A block of the image.
struct ImageBlock {
    id: u8,
    offset: usize,
    /// Index of its first item, or of the next block's if it has none.
    item: usize,
}

/// Reads a `.tzx` image.
///
/// # Errors
/// Not a `.tzx` image, truncated, or with a block that is invalid or has an invalid target.
pub fn read(bytes: &[u8]) -> Result<Tape, ImageError> {
    if !bytes.starts_with(MAGIC) || bytes.len() < MAGIC.len() + 2 {
        return Err(ImageError::Magic { format: FORMAT });
    }
    let mut reader = Reader::new(bytes, MAGIC.len() + 2, FORMAT);
    let mut builder = Builder::default();
    let (mut places, mut left) = (Vec::new(), csw::MAX_PULSES);
    while !reader.is_at_end() {
        let id = reader.bytes(1)?[0];
        reader.begin(format!("{id:02X}"), 1);
        let number = places.len();
        reader.limit(number, &builder)?;
        places.push(ImageBlock {
            id,
            offset: reader.offset(),
            item: builder.items().len(),
        });
        match id {
            0x10 => {
                let pause = reader.number(2)?;
                let block = Block::from_bytes(reader.counted(2)?.to_vec());
                builder.block(block.ok_or_else(|| reader.error("has no bytes"))?, tail(pause));
                builder.rest_of_pause(pause);
            }
            0x11 => turbo(&mut reader, &mut builder)?,
            0x12 => {
                let (pulse, count) = (pulse(&mut reader)?, reader.number(2)?);
                if count > 0 {
                    builder.item(Item::Tone { pulse, count });
                }
            }
            0x13 => {
                let count = reader.number(1)?;
                let pulses = (0..count)
                    .map(|_| pulse(&mut reader))
                    .collect::<Result<Vec<_>, _>>()?;
                if !pulses.is_empty() {
                    builder.item(Item::Pulses { start: None, pulses });
                }
            }
            0x14 => {
                let bit = [pulse(&mut reader)?, pulse(&mut reader)?];
                data(&mut reader, &mut builder, bit, (0, 0), Vec::new())?;
            }
            0x15 => samples(&mut reader, &mut builder, &mut left)?,
            0x18 => {
                let mut block = reader.inside(4)?;
                let pause = block.number(2)?;
                let mut pulses = csw::pulses(&mut block, left)?;
                left -= pulses.len();
                pulses.extend((pause > 0).then_some(tail(pause)));
                builder.item(Item::Pulses { start: None, pulses });
                builder.rest_of_pause(pause);
            }
            0x19 => generalized::read(&mut reader.inside(4)?, &mut builder)?,
            0x20 => match reader.number(2)? {
                0 => builder.item(Item::Stop),
                milliseconds => builder.pause(milliseconds),
            },
            0x2A => {
                reader.counted(4)?;
                builder.item(Item::Stop);
            }
            0x2B => {
                let level = reader.counted(4)?.first().is_some_and(|&level| level != 0);
                builder.item(Item::Level(level));
            }
            0x23 => {
                let to = other_block(&mut reader, number)?;
                builder.item(Item::Jump(to));
            }
            0x24 => builder.item(Item::Repeat(reader.number(2)? as u16)),
            0x25 => builder.item(Item::EndRepeat),
            0x26 => {
                let sequences = (0..reader.number(2)?).map(|_| other_block(&mut reader, number));
                let sequences = sequences.collect::<Result<_, _>>()?;
                builder.item(Item::Call(sequences));
            }
            0x27 => builder.item(Item::Return),
            0x21 | 0x30 => builder.note(reader.text(1)?),
            0x31 => {
                reader.number(1)?;
                builder.note(reader.text(1)?);
            }
            0x32 => archive_info(&mut reader, &mut builder)?,
            0x22 => {}
            0x28 => drop(reader.counted(2)?),
            0x33 => {
                let count = reader.number(1)? as usize;
                if let Some(machine) = machine_needed(reader.bytes(3 * count)?) {
                    builder.note(format!("made for {machine}, not for a 48K").as_bytes());
                }
            }
            0x34 => drop(reader.bytes(8)?),
            0x35 => {
                reader.bytes(16)?;
                reader.counted(4)?;
            }
            0x5A => drop(reader.bytes(9)?),
            // All blocks of later versions begin with their length, so they can be skipped.
            _ => drop(reader.counted(4)?),
        }
    }
    resolve(builder.items(), &places)
        .and_then(|()| order::order(builder.items()))
        .map_err(|(item, what)| {
            let place = &places[places.partition_point(|place| place.item <= item) - 1];
            ImageError::Block {
                format: FORMAT,
                block: format!("{:02X}", place.id),
                offset: place.offset,
                what,
            }
        })
        .map(|order| builder.tape_in_order(order))
}

const NO_BLOCK: &str = "leads to a block that is not on the tape";

/// Reads a relative block number; returns the absolute number, from 0, relative to block `number`.
fn other_block(reader: &mut Reader, number: usize) -> Result<usize, ImageError> {
    let away = reader.number(2)? as u16 as i16;
    let block = number.checked_add_signed(away.into());
    block.ok_or_else(|| reader.error(NO_BLOCK))
}

/// Converts block numbers in jumps and calls to item indices, once all blocks are read.
fn resolve(items: &mut [Item], places: &[ImageBlock]) -> Result<(), (usize, &'static str)> {
    let end = items.len();
    for (index, item) in items.iter_mut().enumerate() {
        let targets = match item {
            Item::Jump(to) => std::slice::from_mut(to),
            Item::Call(sequences) => sequences,
            _ => continue,
        };
        for target in targets {
            *target = match places.get(*target) {
                Some(place) => place.item,
                None if *target == places.len() => end,
                None => return Err((index, NO_BLOCK)),
            };
        }
    }
    Ok(())
}

/// Reads the length of a pulse, at least 1, so that no number of pulses stops the clock.
fn pulse(reader: &mut Reader) -> Result<u32, ImageError> {
    Ok(reader.number(2)?.max(1))
}

fn turbo(reader: &mut Reader, builder: &mut Builder) -> Result<(), ImageError> {
    let pilot = pulse(reader)?;
    let sync = vec![pulse(reader)?, pulse(reader)?];
    let bit = [pulse(reader)?, pulse(reader)?];
    let count = reader.number(2)?;
    data(reader, builder, bit, (pilot, count), sync)
}

/// Reads the end of blocks 11 and 14: used bits of the last byte, pause, bytes.
fn data(
    reader: &mut Reader,
    builder: &mut Builder,
    [zero, one]: [u32; 2],
    pilot: (u32, u32),
    sync: Vec<u32>,
) -> Result<(), ImageError> {
    let used = reader.number(1)?;
    let pause = reader.number(2)?;
    let bytes = reader.counted(3)?.to_vec();
    let bits = used_bits(&bytes, used);
    let tail = tail(pause);
    // The ROM also loads speeds close to its own: make it a block like those of a .tap.
    let near = |got: u32, want: u32| got.abs_diff(want) <= want / 8;
    let is_roms = pilot.1 >= PILOT_DATA_PULSES.min(PILOT_HEADER_PULSES) / 4
        && near(pilot.0, PILOT_TSTATES)
        && sync.iter().zip(SYNC_TSTATES).all(|(&got, want)| near(got, want))
        && near(zero, BIT_PULSES[0])
        && near(one, BIT_PULSES[1])
        && bits == 8 * bytes.len();
    if is_roms && (1..=super::MAX_BLOCK_LENGTH).contains(&bytes.len()) {
        let block = Block::from_bytes(bytes).expect("the length is right");
        builder.block(block, tail);
    } else {
        let (zero, one) = (vec![zero; 2], vec![one; 2]);
        builder.item(Item::Data(Data {
            start: None,
            pilot,
            sync,
            zero,
            one,
            bytes,
            bits,
            tail,
        }));
    }
    builder.rest_of_pause(pause);
    Ok(())
}

/// Number of used bits in `bytes` when the last byte has `used`, of which 0 and more than 8 mean all.
fn used_bits(bytes: &[u8], used: u32) -> usize {
    let unused = if (1..8).contains(&used) {
        8 - used as usize
    } else {
        0
    };
    (8 * bytes.len()).saturating_sub(unused)
}

/// Converts samples of one bit to pulses, at most `left` of them.
fn samples(reader: &mut Reader, builder: &mut Builder, left: &mut usize) -> Result<(), ImageError> {
    let sample = pulse(reader)?;
    let pause = reader.number(2)?;
    let used = reader.number(1)?;
    let bytes = reader.counted(3)?;
    let bits = used_bits(bytes, used);
    let level = |bit: usize| bytes[bit / 8] >> (7 - bit % 8) & 1 != 0;
    let mut pulses: Vec<u32> = Vec::new();
    for bit in 0..bits {
        let count = pulses.len();
        match pulses.last_mut() {
            Some(last) if level(bit) == level(bit - 1) => *last = last.saturating_add(sample),
            _ if count == *left => return Err(reader.error(csw::TOO_LONG)),
            _ => pulses.push(sample),
        }
    }
    *left -= pulses.len();
    pulses.shrink_to_fit();
    if bits > 0 {
        builder.item(Item::Pulses {
            start: Some(level(0)),
            pulses,
        });
    }
    if pause > 0 {
        builder.pause(pause);
    }
    Ok(())
}

fn archive_info(reader: &mut Reader, builder: &mut Builder) -> Result<(), ImageError> {
    let bytes = reader.text(2)?;
    let mut rest = bytes.get(1..).unwrap_or_default();
    while let [_kind, length, more @ ..] = rest {
        let (text, after) = more.split_at(more.len().min(usize::from(*length)));
        builder.note(text);
        rest = after;
    }
    Ok(())
}

/// A computer on which the tape runs, if it does not run on a 48K. Each entry of block 33 is a kind (0: a
/// computer), its number, and what is known (3: the tape does not run with it).
fn machine_needed(entries: &[u8]) -> Option<&'static str> {
    let (entries, _) = entries.as_chunks();
    let runs_on = |wanted: std::ops::RangeInclusive<u8>| {
        let mut entries = entries.iter();
        entries.any(|&[kind, machine, known]| kind == 0 && known < 3 && wanted.contains(&machine))
    };
    // 16K and 48K; Didaktik and TK90X are compatible with them.
    if [0..=2, 0x0A..=0x0B, 0x10..=0x11].into_iter().any(runs_on) {
        return None;
    }
    let machines = [
        (3..=3, "a Spectrum 128K"),
        (4..=4, "a Spectrum +2"),
        (5..=5, "a Spectrum +2A or +3"),
        (6..=7, "a Timex"),
        (8..=8, "a Pentagon"),
        (9..=9, "a SAM Coupe"),
        (0x0C..=0x0D, "a ZX80 or ZX81"),
        (0x0E..=0x0F, "a Spectrum 128K"),
        (0x14..=0x14, "a Scorpion"),
        (0..=0xFF, "another machine"),
    ];
    machines
        .into_iter()
        .find(|(machines, _)| runs_on(machines.clone()))
        .map(|(_, name)| name)
}
