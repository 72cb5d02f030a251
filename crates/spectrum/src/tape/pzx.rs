//! Tapes in the `.pzx` format (Format: PZX 1.0): blocks, each preceded by its name and length.
//!
//! | block | |
//! | --- | --- |
//! | PZXT BRWS | texts |
//! | PULS | pulses, the first of them low |
//! | DATA | bits, each a sequence of pulses |
//! | PAUS STOP | silence at a level; stop (always, as this is a 48K) |
//!
//! Other blocks are ignored. A pilot, two sync pulses and bits at the ROM's speed become one block of the
//! tape.

use super::csw::MAX_PULSES;
use super::item::{Data, Item};
use super::reader::{Builder, ImageError, Reader};
use super::{Block, MAX_BLOCK_LENGTH, Tape};
use crate::ula::{BIT_PULSES, PILOT_TSTATES, SYNC_TSTATES};

/// The first four bytes of a `.pzx` file.
pub const MAGIC: &[u8; 4] = b"PZXT";

const FORMAT: &str = ".pzx";
/// The bit that holds the level of the first pulse, packed with another number.
const LEVEL_BIT: u32 = 0x8000_0000;

/// Reads a `.pzx` image.
///
/// # Errors
/// Not a `.pzx` image, truncated, or a block with inconsistent fields.
pub fn read(bytes: &[u8]) -> Result<Tape, ImageError> {
    if !bytes.starts_with(MAGIC) {
        return Err(ImageError::Magic { format: FORMAT });
    }
    let mut reader = Reader::new(bytes, 0, FORMAT);
    let mut builder = Builder::default();
    let (mut blocks, mut left) = (0, MAX_PULSES);
    while !reader.is_at_end() {
        blocks += 1;
        reader.limit(blocks, &builder)?;
        reader.begin("header".to_owned(), 0);
        let name = reader.bytes(4)?;
        reader.begin(String::from_utf8_lossy(name).into_owned(), 4);
        let contents = reader.counted(4)?;
        let mut inside = Reader::new(contents, 0, FORMAT);
        inside.begin(
            format!("{} (counted inside it)", String::from_utf8_lossy(name)),
            0,
        );
        match name {
            b"PZXT" => texts(contents.get(2..).unwrap_or_default(), &mut builder),
            b"BRWS" => builder.note(contents),
            b"PULS" => pulses(&mut inside, &mut builder, &mut left)?,
            b"DATA" => data(&mut inside, &mut builder)?,
            b"PAUS" => {
                let pause = inside.number(4)?;
                let (level, tstates) = (pause & LEVEL_BIT != 0, pause & !LEVEL_BIT);
                builder.item(Item::Pause { level, tstates });
            }
            b"STOP" => builder.item(Item::Stop),
            _ => {}
        }
    }
    Ok(builder.tape())
}

/// Reads texts: the title, then pairs of a kind and a text, each terminated by 0.
fn texts(bytes: &[u8], builder: &mut Builder) {
    let mut texts = bytes.split(|&byte| byte == 0);
    builder.note(texts.next().unwrap_or_default());
    while let (Some(kind), Some(text)) = (texts.next(), texts.next()) {
        builder.note(&[kind, b": ", text].concat());
    }
}

/// Reads runs of equal pulses. Long runs become tones; shorter ones are stored pulse by pulse, with at most
/// `left` pulses left.
fn pulses(reader: &mut Reader, builder: &mut Builder, left: &mut usize) -> Result<(), ImageError> {
    let (mut start, mut singles) = (Some(false), Vec::new());
    while !reader.is_at_end() {
        let mut count = 1;
        let mut length = reader.number(2)?;
        if length > 0x8000 {
            count = length & 0x7FFF;
            length = reader.number(2)?;
        }
        if length >= 0x8000 {
            length = (length & 0x7FFF) << 16 | reader.number(2)?;
        }
        if length == 0 {
            // An even number of pulses of length 0 has no effect; an odd number is equal to one.
            count &= 1;
        }
        if count <= 16 {
            *left = left.checked_sub(count as usize).ok_or_else(|| {
                reader.error("makes the tape too long: it has more than 16,777,216 pulses outside tones")
            })?;
            singles.extend((0..count).map(|_| length));
        } else {
            flush(&mut start, &mut singles, builder);
            if let Some(level) = start.take() {
                // A tone begins by changing the level: set the opposite one first.
                builder.item(Item::Level(!level));
            }
            builder.item(Item::Tone { pulse: length, count });
            reader.limit(0, builder)?;
        }
    }
    flush(&mut start, &mut singles, builder);
    Ok(())
}

fn flush(start: &mut Option<bool>, singles: &mut Vec<u32>, builder: &mut Builder) {
    if !singles.is_empty() {
        let (start, mut pulses) = (start.take(), std::mem::take(singles));
        pulses.shrink_to_fit();
        builder.item(Item::Pulses { start, pulses });
    }
}

fn data(reader: &mut Reader, builder: &mut Builder) -> Result<(), ImageError> {
    let count = reader.number(4)?;
    let (high, bits) = (count & LEVEL_BIT != 0, (count & !LEVEL_BIT) as usize);
    let tail = reader.number(2)?;
    let counts = [reader.number(1)?, reader.number(1)?];
    let mut sequence = |count: u32| {
        (0..count)
            .map(|_| reader.number(2))
            .collect::<Result<Vec<_>, _>>()
    };
    let [zero, one] = [sequence(counts[0])?, sequence(counts[1])?];
    let [zero, one] = [zero, one].map(without_empty_ones);
    let bytes = reader.bytes(bits.div_ceil(8))?.to_vec();
    let is_roms = zero == [BIT_PULSES[0]; 2] && one == [BIT_PULSES[1]; 2] && bits == 8 * bytes.len();
    if is_roms && (1..=MAX_BLOCK_LENGTH).contains(&bytes.len()) && take_pilot(builder.items()) {
        let block = Block::from_bytes(bytes).expect("the length is right");
        builder.block(block, tail);
    } else {
        let (start, pilot, sync) = (Some(high), (0, 0), Vec::new());
        builder.item(Item::Data(Data {
            start,
            pilot,
            sync,
            zero,
            one,
            bytes,
            bits,
            tail,
        }));
    }
    Ok(())
}

/// Reduces a sequence of only pulses of length 0 to one pulse, or none if their number is even.
fn without_empty_ones(mut pulses: Vec<u32>) -> Vec<u32> {
    if pulses.iter().all(|&pulse| pulse == 0) {
        pulses.truncate(pulses.len() & 1);
    }
    pulses
}

/// Removes the ROM's pilot and sync from the end, if present: they belong to the block that follows.
fn take_pilot(items: &mut Vec<Item>) -> bool {
    let [
        ..,
        Item::Level(_),
        Item::Tone {
            pulse: PILOT_TSTATES,
            count: 256..,
        },
        Item::Pulses { start: None, pulses },
    ] = items.as_slice()
    else {
        return false;
    };
    let found = *pulses == SYNC_TSTATES;
    if found {
        items.truncate(items.len() - 3);
    }
    found
}
