//! Recordings as pulse lengths in samples (Format: CSW 2, as in block 18 of TZX 1.20).
//!
//! A byte is the length of a pulse; 0 introduces a length of four bytes. Type 2 is the same, compressed with
//! zlib.

use std::io::{ErrorKind, Read};

use flate2::bufread::ZlibDecoder;

use super::reader::{ImageError, Reader};
use crate::ula::CLOCK_HZ;

/// Maximum number of pulses that a tape stores one by one, over all recordings: more than an hour of the
/// ROM's data.
pub(super) const MAX_PULSES: usize = 1 << 24;
/// The message for a tape with more pulses.
pub(super) const TOO_LONG: &str = "makes the tape too long: its recordings have more than 16,777,216 pulses";

/// The pulses of block 18 after its pause field, in T-states: sampling rate, compression, number of pulses,
/// then at most `most` pulses. Each ends at the T-state nearest to its sample, so that rounding errors do not
/// accumulate.
pub(super) fn pulses(block: &mut Reader, most: usize) -> Result<Vec<u32>, ImageError> {
    let rate = u64::from(block.number(3)?);
    if rate == 0 {
        return Err(block.error("has a sampling rate of 0"));
    }
    let compression = block.number(1)?;
    let count = block.number(4)? as usize;
    if count > most {
        return Err(block.error(TOO_LONG));
    }
    let data = block.rest();
    let lengths = match compression {
        1 => lengths(data, count),
        2 => lengths(std::io::BufReader::new(ZlibDecoder::new(data)), count),
        _ => return Err(block.error("has an unknown compression: expected RLE or Z-RLE")),
    };
    let mut rest = rate / 2;
    let mut tstates = |samples: u32| {
        let scaled = u64::from(samples) * u64::from(CLOCK_HZ) + rest;
        rest = scaled % rate;
        u32::try_from(scaled / rate).unwrap_or(u32::MAX).max(1)
    };
    match lengths {
        Ok(mut lengths) if lengths.len() == count => {
            lengths.iter_mut().for_each(|length| *length = tstates(*length));
            Ok(lengths)
        }
        Ok(_) => Err(block.error("has a wrong number of pulses")),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            Err(block.error("is truncated inside its recording"))
        }
        Err(_) => Err(block.error("cannot be unpacked")),
    }
}

/// Lengths in samples, at most `count` + 1 of them.
fn lengths(mut data: impl Read, count: usize) -> std::io::Result<Vec<u32>> {
    // Allocate at most the maximum: a growing vector would double its size.
    let mut lengths = Vec::with_capacity(count + 1);
    let mut byte = [0];
    while lengths.len() <= count && data.read(&mut byte)? > 0 {
        lengths.push(match byte {
            [0] => {
                let mut long = [0; 4];
                data.read_exact(&mut long)?;
                u32::from_le_bytes(long)
            }
            [short] => u32::from(short),
        });
    }
    lengths.shrink_to_fit();
    Ok(lengths)
}
