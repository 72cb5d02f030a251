//! The character sets in snapshots and tapes, as fonts of pages that were printed with them.

use std::path::Path;

use girafa_inspect::sysvars;
use girafa_spectrum::snapshot::Format;
use girafa_spectrum::tape::Header;
use girafa_spectrum::{Spectrum, Tape};

use crate::LoadError;
use crate::open::{extension_of, is_packed, is_tape};
use crate::target::{Target, resolve};

/// Size of a character set in bytes: the characters 20 to 7F, eight rows each, the leftmost pixel in bit 7.
pub const SIZE: usize = 96 * 8;

/// Returns the character sets in a snapshot or tape: the one that CHARS points to in a snapshot, or the files of
/// [`SIZE`] bytes on a tape. `None` if the file has another extension.
///
/// # Errors
/// The file cannot be read, is damaged or has no character set; a snapshot uses the one of its ROM.
pub fn character_sets(path: &Path) -> Result<Option<Vec<[u8; SIZE]>>, LoadError> {
    let extension = extension_of(path).unwrap_or_default();
    if !is_tape(&extension) && !is_packed(&extension) && Format::of_extension(&extension).is_none() {
        return Ok(None);
    }
    let name = girafa_files::shown(path);
    let sets = match resolve(path)?.target {
        Target::Snapshot(snapshot) => {
            let machine = snapshot.load(&name, &girafa_rom::girafa48())?;
            of_machine(&machine).into_iter().collect()
        }
        Target::Tape(tape) => of_tape(&tape),
        Target::Program(_) | Target::Recording(_) | Target::Picture(_) => Vec::new(),
    };
    if sets.is_empty() {
        return Err(LoadError::NoCharacters { name });
    }
    Ok(Some(sets))
}

/// The character set that CHARS points to; `None` if it is the ROM's.
fn of_machine(machine: &Spectrum) -> Option<[u8; SIZE]> {
    let first = machine.peek16(sysvars::CHARS).checked_add(0x100)?;
    let last = first.checked_add(SIZE as u16 - 1)?;
    (first >= 0x4000).then(|| {
        let mut addresses = first..=last;
        [(); SIZE].map(|()| addresses.next().map_or(0, |address| machine.peek(address)))
    })
}

fn of_tape(tape: &Tape) -> Vec<[u8; SIZE]> {
    let pairs = tape.blocks().windows(2);
    pairs
        .filter(|pair| Header::of(&pair[0]).is_some_and(|header| header.kind == Header::BYTES))
        .filter_map(|pair| pair[1].data().try_into().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_that_a_program_uses() {
        let mut machine = Spectrum::new(&girafa_rom::girafa48());
        assert_eq!(of_machine(&machine), None);
        machine.poke(sysvars::CHARS + 1, 0x7F);
        machine.poke(0x8000, 0x81);
        machine.poke(0x82FF, 0x18);
        let set = of_machine(&machine).expect("it is in RAM");
        assert_eq!((set[0], set[SIZE - 1]), (0x81, 0x18));
        machine.poke(sysvars::CHARS + 1, 0xFE);
        assert_eq!(of_machine(&machine), None);
    }
}
