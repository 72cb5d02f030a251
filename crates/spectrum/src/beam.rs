//! The screen as the ULA fetches it: bytes that change while the beam draws them, and snow.
//!
//! Nothing is drawn while the machine runs. The log keeps only what memory does not show: each screen byte
//! that changed, with its time and its previous value, and each fetch that snow corrupted, for this frame and
//! the previous one. From these, [`BeamLog::cells`] undoes the changes back to the start of a frame and then
//! replays them along the beam.

use std::ops::Range;

use crate::ula::{self, BITMAP, FETCH_TSTATES, FIRST_FETCH, FRAME_TSTATES, LINE_TSTATES, SCREEN_ROWS};

/// Columns of eight pixels.
const COLUMNS: u32 = 32;

/// Bytes of bitmap and attributes together.
const SCREEN_SIZE: usize = (ula::SCREEN_END - BITMAP) as usize;

/// The address bits that a memory chip takes first, as its row. The lower RAM uses chips with seven address
/// lines, and only seven bits of a refresh address count (ULA; Zilog UM0080: R's lower seven bits).
const CHIP_ROW: u16 = 0x7F;

/// The bitmap byte and the attribute that the ULA fetched for eight pixels of one row.
pub(crate) type Cell = [u8; 2];

/// A byte of the screen that changed.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Change {
    tstate: u32,
    /// Offset from the start of the bitmap.
    offset: u16,
    /// The value that is not on the screen: the previous one until the change is undone, the new one
    /// afterwards.
    other: u8,
}

/// A frame's changes and corrupted fetches, each in order of time.
#[derive(Debug, Clone, Default, PartialEq)]
struct Frame {
    changes: Vec<Change>,
    /// T-state at which the cell's bitmap byte was fetched, and R.
    snow: Vec<(u32, u8)>,
}

impl Frame {
    fn clear(&mut self) {
        self.changes.clear();
        self.snow.clear();
    }

    /// Undoes the frame's changes to `screen`, from its end to its start.
    fn undo(&mut self, screen: &mut [u8]) {
        for change in self.changes.iter_mut().rev() {
            std::mem::swap(&mut screen[usize::from(change.offset)], &mut change.other);
        }
    }

    /// Replays the frame on `screen`, which is in the state of the frame's start, up to its end. Sets the
    /// cells that are fetched at `tstates`. No change falls between the two bytes of a cell, as the ULA stops
    /// the processor during that time.
    fn draw(&self, screen: &mut [u8], tstates: Range<u32>, cells: &mut [Cell]) {
        let (mut changes, mut snow) = (self.changes.iter().peekable(), self.snow.iter().peekable());
        for (row, cells) in (0..SCREEN_ROWS).zip(cells.chunks_exact_mut(COLUMNS as usize)) {
            let [first, last] = [0, COLUMNS - 1].map(|column| ula::fetch_tstate(row, column));
            while let Some(change) = changes.next_if(|change| change.tstate < first) {
                screen[usize::from(change.offset)] = change.other;
            }
            // Fast path: in most frames most rows do not change, and 50 frames a second are drawn.
            let is_still = changes.peek().is_none_or(|change| change.tstate >= last)
                && snow.peek().is_none_or(|&&(tstate, _)| tstate > last);
            if is_still && tstates.contains(&first) && tstates.contains(&last) {
                let [bitmap, attributes] = [ula::bitmap_address, ula::attribute_address]
                    .map(|address| &screen[usize::from(address(row, 0) - BITMAP)..][..COLUMNS as usize]);
                let bytes = bitmap.iter().zip(attributes);
                cells
                    .iter_mut()
                    .zip(bytes)
                    .for_each(|(cell, (&bitmap, &attribute))| *cell = [bitmap, attribute]);
                continue;
            }
            let mut left = Cell::default();
            for (column, cell) in (0..COLUMNS).zip(cells) {
                let fetched = ula::fetch_tstate(row, column);
                while let Some(change) = changes.next_if(|change| change.tstate < fetched) {
                    screen[usize::from(change.offset)] = change.other;
                }
                let spoiled = std::iter::from_fn(|| snow.next_if(|&&(tstate, _)| tstate <= fetched))
                    .last()
                    .filter(|&&(tstate, _)| tstate == fetched)
                    .map(|&(_, r)| r);
                let is_repeated = spoiled.is_some() && column % 2 == 1;
                if !is_repeated {
                    let addresses = [
                        ula::bitmap_address(row, column),
                        ula::attribute_address(row, column),
                    ];
                    left = addresses.map(|address| {
                        let address =
                            spoiled.map_or(address, |r| address & !CHIP_ROW | u16::from(r) & CHIP_ROW);
                        screen[usize::from(address - BITMAP)]
                    });
                }
                if tstates.contains(&fetched) {
                    *cell = left;
                }
            }
        }
        for change in changes {
            screen[usize::from(change.offset)] = change.other;
        }
    }
}

/// The changes and the snow of this frame and the previous one.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct BeamLog {
    this: Frame,
    last: Frame,
}

impl BeamLog {
    /// Records that the byte at `address` had the value `before` until `tstate` of the frame.
    #[inline]
    pub(crate) fn change(&mut self, tstate: u32, address: u16, before: u8) {
        self.this.changes.push(Change {
            tstate,
            offset: address - BITMAP,
            other: before,
        });
    }

    /// Drops the changes of `address`: the host has written the byte, which now counts as unchanged.
    pub(crate) fn forget(&mut self, address: u16) {
        for frame in [&mut self.this, &mut self.last] {
            if !frame.changes.is_empty() {
                frame.changes.retain(|change| BITMAP + change.offset != address);
            }
        }
    }

    /// Records that the processor puts the refresh address `ir`, which is in contended memory, on the bus at
    /// `tstate`, the third of the opcode fetch. If the ULA begins to fetch a cell two T-states later, this cell
    /// is wrong: the first of a pair comes from the memory chips' row that `ir` names, both bitmap and
    /// attribute; the second repeats the first. (A rule fitted to photographs of three 48Ks.)
    pub(crate) fn refresh(&mut self, tstate: u32, ir: u16) {
        if ula::is_cell_fetch(tstate + 2) {
            self.this.snow.push((tstate + 2, ir as u8));
        }
    }

    /// Begins a new frame. Changes after the frame's end, made by an instruction that crosses it, move to the
    /// new frame; no snow occurs there.
    pub(crate) fn end_frame(&mut self) {
        std::mem::swap(&mut self.this, &mut self.last);
        self.this.clear();
        let over = self
            .last
            .changes
            .partition_point(|change| change.tstate < FRAME_TSTATES);
        self.this
            .changes
            .extend(self.last.changes.drain(over..).map(|change| Change {
                tstate: change.tstate - FRAME_TSTATES,
                ..change
            }));
    }

    /// The cells on the television at `now` of the frame, row by row. Cells that the beam has not yet reached
    /// are those of the previous frame.
    pub(crate) fn cells(&self, memory: &[u8; 0x1_0000], now: u32) -> Vec<Cell> {
        const FETCHES_END: u32 = FIRST_FETCH + (SCREEN_ROWS - 1) * LINE_TSTATES + FETCH_TSTATES;
        let mut screen = memory[usize::from(BITMAP)..][..SCREEN_SIZE].to_vec();
        let mut cells = vec![Cell::default(); (SCREEN_ROWS * COLUMNS) as usize];
        let (mut this, mut last) = (self.this.clone(), self.last.clone());
        this.undo(&mut screen);
        if now < FETCHES_END {
            last.undo(&mut screen);
            last.draw(&mut screen, now..FRAME_TSTATES, &mut cells);
        }
        this.draw(&mut screen, 0..now, &mut cells);
        cells
    }
}
