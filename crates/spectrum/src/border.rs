//! The colour of the border at every position of the picture.

use crate::ula::{BORDER_CELL_PIXELS, FRAME_TSTATES};

/// T-states of a cell of one colour, at two pixels each.
const CELL_TSTATES: u32 = BORDER_CELL_PIXELS / 2;

/// Number of cells in a frame.
pub(crate) const CELLS: usize = (FRAME_TSTATES / CELL_TSTATES) as usize;

/// One frame's colours: the first colour, then the changes in order of time.
#[derive(Debug, Clone, Default, PartialEq)]
struct Frame {
    first: u8,
    changes: Vec<(u32, u8)>,
}

impl Frame {
    /// Colour of each cell.
    fn cells(&self) -> Vec<u8> {
        let mut cells = vec![self.first; CELLS];
        for &(tstate, colour) in &self.changes {
            if let Some(rest) = cells.get_mut(cell(tstate)..) {
                rest.fill(colour);
            }
        }
        cells
    }
}

/// The cell that is drawn at `tstate` of the frame. A colour change within a cell applies to the whole cell.
pub(crate) fn cell(tstate: u32) -> usize {
    (tstate / CELL_TSTATES) as usize
}

/// The colours of the border in this frame and the previous one.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct BorderLog {
    colour: u8,
    this: Frame,
    last: Frame,
}

impl BorderLog {
    /// A border that has always been `colour`.
    pub(crate) fn new(colour: u8) -> Self {
        let frame = Frame {
            first: colour,
            changes: Vec::new(),
        };
        BorderLog {
            colour,
            this: frame.clone(),
            last: frame,
        }
    }

    /// Sets the border to `colour`, 0 to 7, at `tstate` of the frame.
    pub(crate) fn set(&mut self, tstate: u32, colour: u8) {
        if colour != self.colour {
            self.colour = colour;
            self.this.changes.push((tstate, colour));
        }
    }

    /// The current colour.
    pub(crate) fn colour(&self) -> u8 {
        self.colour
    }

    /// Begins a new frame. Changes after the frame's end, made by an instruction that crosses it, move to the
    /// new frame.
    pub(crate) fn end_frame(&mut self) {
        std::mem::swap(&mut self.this, &mut self.last);
        let over = self
            .last
            .changes
            .partition_point(|&(tstate, _)| tstate < FRAME_TSTATES);
        self.this.changes.clear();
        self.this.changes.extend(
            self.last
                .changes
                .drain(over..)
                .map(|(t, colour)| (t - FRAME_TSTATES, colour)),
        );
        self.this.first = self
            .last
            .changes
            .last()
            .map_or(self.last.first, |&(_, colour)| colour);
    }

    /// The colour of each cell on the television. Cells that the beam has not yet reached at `now` are those
    /// of the previous frame.
    pub(crate) fn cells(&self, now: u32) -> Vec<u8> {
        let (mut cells, this) = (self.last.cells(), self.this.cells());
        let drawn = cell(now).min(CELLS);
        cells[..drawn].copy_from_slice(&this[..drawn]);
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_behind_the_end_belongs_to_the_next_frame() {
        let mut log = BorderLog::default();
        log.set(8, 1);
        log.set(FRAME_TSTATES + 5, 2);
        log.end_frame();
        let cells = log.cells(0);
        assert_eq!((cells[1], cells[2], cells[CELLS - 1]), (0, 1, 1));
        log.end_frame();
        let cells = log.cells(0);
        assert_eq!((cells[0], cells[1], cells[CELLS - 1]), (1, 2, 2));
    }

    #[test]
    fn the_beam_has_drawn_what_is_before_it() {
        let mut log = BorderLog::default();
        log.set(0, 3);
        let cells = log.cells(400);
        assert_eq!((cells[99], cells[100]), (3, 0));
    }
}
