//! Generalized data: two alphabets of waveforms, one for a run-length coded pilot, one for bits (block 19 of
//! TZX 1.20).

use super::item::{Edge, Item, Stream, Symbol, Symbols};
use super::reader::{Builder, ImageError, Reader, tail};

/// The header of one of the block's two tables.
struct Table {
    /// Number of symbols that are played, or of runs of them.
    total: usize,
    /// Maximum number of pulses of a symbol.
    longest: usize,
    /// Number of symbols in the alphabet.
    size: usize,
}

impl Table {
    fn read(block: &mut Reader) -> Result<Table, ImageError> {
        let total = block.number(4)? as usize;
        let longest = block.number(1)? as usize;
        let size = match block.number(1)? as usize {
            0 => 256,
            size => size,
        };
        Ok(Table { total, longest, size })
    }

    /// Reads each symbol: its first edge and its pulses, terminated by a length of 0.
    fn alphabet(&self, block: &mut Reader) -> Result<Vec<Symbol>, ImageError> {
        let symbol = |_| {
            let start = match block.number(1)? & 3 {
                0 => Edge::Change,
                1 => Edge::Same,
                polarity => Edge::To(polarity == 3),
            };
            let mut pulses = (0..self.longest)
                .map(|_| block.number(2))
                .collect::<Result<Vec<_>, _>>()?;
            let end = pulses.iter().position(|&pulse| pulse == 0);
            pulses.truncate(end.unwrap_or(pulses.len()));
            Ok(Symbol { start, pulses })
        };
        (0..self.size).map(symbol).collect()
    }
}

/// Reads the block after its length field.
pub(super) fn read(block: &mut Reader, builder: &mut Builder) -> Result<(), ImageError> {
    let pause = block.number(2)?;
    let [pilot, data] = [Table::read(block)?, Table::read(block)?];
    if pilot.total > 0 {
        let alphabet = pilot.alphabet(block)?;
        let stream = runs(block, pilot.total, &alphabet)?;
        builder.item(Item::Symbols(Symbols {
            alphabet,
            stream,
            tail: 0,
        }));
    }
    let (mut alphabet, mut stream) = (Vec::new(), Stream::Runs(Vec::new()));
    if data.total > 0 {
        alphabet = data.alphabet(block)?;
        stream = bits(block, data.total, &alphabet)?;
    }
    let tail = tail(pause);
    if data.total > 0 || tail > 0 {
        builder.item(Item::Symbols(Symbols {
            alphabet,
            stream,
            tail,
        }));
    }
    builder.rest_of_pause(pause);
    Ok(())
}

/// Whether the symbol makes any pulses; fails if it is not in the alphabet. Symbols without pulses are
/// dropped, as no tape may stop the clock.
fn is_played(block: &Reader, alphabet: &[Symbol], symbol: u8) -> Result<bool, ImageError> {
    match alphabet.get(usize::from(symbol)) {
        Some(symbol) => Ok(!symbol.pulses.is_empty()),
        None => Err(block.error("has a symbol that is not in its alphabet")),
    }
}

/// Reads the pilot: symbols, each with a repeat count.
fn runs(block: &mut Reader, total: usize, alphabet: &[Symbol]) -> Result<Stream, ImageError> {
    let mut runs = Vec::new();
    for _ in 0..total {
        let (symbol, times) = (block.number(1)? as u8, block.number(2)?);
        if is_played(block, alphabet, symbol)? && times > 0 {
            runs.push((symbol, times));
        }
    }
    Ok(Stream::Runs(runs))
}

/// Reads the data. The alphabet's size determines the bits per symbol: 0 if it has only one.
fn bits(block: &mut Reader, total: usize, alphabet: &[Symbol]) -> Result<Stream, ImageError> {
    let width = alphabet.len().next_power_of_two().ilog2() as usize;
    if width == 0 {
        let run = is_played(block, alphabet, 0)?.then_some((0, total as u32));
        return Ok(Stream::Runs(run.into_iter().collect()));
    }
    let bytes = block.bytes(total.saturating_mul(width).div_ceil(8))?.to_vec();
    let all = Stream::Packed {
        width,
        bytes,
        count: total,
    };
    let (mut bytes, mut bits) = (Vec::new(), 0);
    for index in 0..total {
        let (symbol, _) = all.run(index).expect("there are so many");
        if is_played(block, alphabet, symbol)? {
            for bit in (0..width).rev() {
                if bits % 8 == 0 {
                    bytes.push(0);
                }
                bytes[bits / 8] |= (symbol >> bit & 1) << (7 - bits % 8);
                bits += 1;
            }
        }
    }
    let count = bits / width;
    Ok(Stream::Packed { width, bytes, count })
}
