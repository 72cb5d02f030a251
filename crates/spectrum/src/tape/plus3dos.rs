//! Files of a Spectrum +3 disk with their header: converted to the header and the block that the file has on
//! a tape.
//!
//! Source: ZX Spectrum +3 manual, chapter 8, part 27 (guide to +3DOS): 128 bytes of header: the name of the
//! format, issue and version, the length of the file, then the type, the length and the two parameters of a
//! tape header; the last byte is the sum of the others.

use super::reader::ImageError;
use super::{Block, Header, Tape};

/// The first bytes of such a file.
pub const MAGIC: &[u8] = b"PLUS3DOS\x1A";

const FORMAT: &str = "+3DOS";
const HEADER_LENGTH: usize = 128;
const KIND: usize = 15;

/// Reads a +3 disk file with its header.
///
/// # Errors
/// Not such a file, or shorter than its header states.
pub fn read(bytes: &[u8]) -> Result<Tape, ImageError> {
    let (header, body) = bytes
        .split_at_checked(HEADER_LENGTH)
        .filter(|(header, _)| header.starts_with(MAGIC) && header[HEADER_LENGTH - 1] == sum(header))
        .ok_or(ImageError::Magic { format: FORMAT })?;
    let word = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
    let length = word(KIND + 1);
    let data = body.get(..length.into()).ok_or_else(|| ImageError::Truncated {
        format: FORMAT,
        block: "data".to_owned(),
        offset: HEADER_LENGTH,
        expected: usize::from(length) - body.len(),
        found: 0,
    })?;
    let header = Header {
        kind: header[KIND],
        name: Vec::new(),
        length,
        parameter_1: word(KIND + 3),
        parameter_2: word(KIND + 5),
    };
    const DATA: u8 = 0xFF;
    // A length of 65,534 or 65,535 does not fit into a tape block; no real file has it.
    let data = Block::new(DATA, data).ok_or(ImageError::Magic { format: FORMAT })?;
    Ok(Tape::new(vec![header.block(), data]))
}

fn sum(header: &[u8]) -> u8 {
    header[..HEADER_LENGTH - 1]
        .iter()
        .fold(0, |sum, &byte| sum.wrapping_add(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(kind: u8, data: &[u8]) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend([1, 0]);
        file.extend((HEADER_LENGTH as u32 + data.len() as u32).to_le_bytes());
        file.push(kind);
        file.extend((data.len() as u16).to_le_bytes());
        file.extend([0x00, 0x80, 0x12, 0x34]);
        file.resize(HEADER_LENGTH - 1, 0);
        let mut file = [file, vec![0], data.to_vec()].concat();
        file[HEADER_LENGTH - 1] = sum(&file[..HEADER_LENGTH]);
        file
    }

    #[test]
    fn header_and_data() {
        let mut bytes = file(3, b"data");
        // Disk sectors are padded.
        bytes.extend([0x1A; 9]);
        let tape = read(&bytes).unwrap();
        let [header, data] = tape.blocks() else {
            panic!("{:?}", tape.blocks());
        };
        let header = Header::of(header).unwrap();
        assert_eq!(
            (header.kind, header.length, header.parameter_1, header.parameter_2),
            (3, 4, 0x8000, 0x3412)
        );
        assert_eq!(data.data(), b"data");
    }

    #[test]
    fn damaged_files() {
        let good = file(0, b"data");
        for length in 0..good.len() {
            assert!(read(&good[..length]).is_err(), "{length}");
        }
        let mut wrong = good;
        wrong[KIND] ^= 1;
        assert_eq!(read(&wrong), Err(ImageError::Magic { format: FORMAT }));
    }
}
