//! The state of a search: the domain of each cell, and how the constraints narrow it.
//!
//! A cell's domain is {water, boat}; an assignment leaves one of the two. Assignments are recorded on a
//! trail, which is both the queue of the propagation and the undo log: going back to an earlier length of
//! the trail undoes all later assignments. Row and column counters (missing pieces, open cells) make each
//! step of the propagation O(1), except for filling a line.

use super::puzzle::{FLEET, Grid, Piece, Puzzle, SIDE};

/// Cells of a row with a water cell at each end; the board is in a frame of water.
const WIDTH: usize = SIDE + 2;
/// Number of cells, including the frame.
const CELLS: usize = WIDTH * WIDTH;
/// Number of rows and columns.
pub const LINES: usize = 2 * SIDE;

/// The domain of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// Water or a piece.
    Open,
    /// Water.
    Water,
    /// A piece of a boat.
    Boat,
}

/// A contradiction: no completion of the board meets all constraints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict;

/// A row (0 to 9) or a column (10 to 19).
#[derive(Debug, Clone, Copy)]
struct Line {
    /// Missing pieces; negative in a conflict.
    missing: i32,
    /// Open cells.
    open: i32,
}

/// The cells with their domains, and the constraints.
#[derive(Debug, Clone)]
pub struct Board {
    cells: [Cell; CELLS],
    lines: [Line; LINES],
    totals: [usize; LINES],
    /// The cells assigned, in order.
    trail: Vec<usize>,
    /// The length of the trail that has been propagated.
    propagated: usize,
    /// Cells given as the middle of a boat.
    middles: Vec<usize>,
}

/// Steps to the four diagonal neighbours.
const DIAGONALS: [isize; 4] = [
    -(WIDTH as isize) - 1,
    -(WIDTH as isize) + 1,
    WIDTH as isize - 1,
    WIDTH as isize + 1,
];

/// The index of the cell `steps` from `cell`, which the frame keeps in range.
fn moved(cell: usize, steps: isize) -> usize {
    cell.wrapping_add_signed(steps)
}

/// The row and the column of a cell.
fn lines_of(cell: usize) -> [usize; 2] {
    [cell / WIDTH - 1, SIDE + cell % WIDTH - 1]
}

/// The first cell of a line, and the step from one to the next.
pub fn line_start(line: usize) -> (usize, usize) {
    if line < SIDE {
        ((line + 1) * WIDTH + 1, 1)
    } else {
        (WIDTH + line - SIDE + 1, WIDTH)
    }
}

impl Board {
    /// The puzzle's board, with the given cells propagated.
    ///
    /// # Errors
    /// The puzzle contradicts itself.
    pub fn new(puzzle: &Puzzle) -> Result<Board, Conflict> {
        let mut board = Board {
            cells: [Cell::Water; CELLS],
            lines: [Line {
                missing: 0,
                open: SIDE as i32,
            }; LINES],
            totals: [0; LINES],
            trail: Vec::new(),
            propagated: 0,
            middles: Vec::new(),
        };
        let pieces: usize = FLEET.iter().sum();
        if [puzzle.rows, puzzle.columns]
            .iter()
            .any(|totals| totals.iter().sum::<usize>() != pieces)
        {
            return Err(Conflict);
        }
        let totals = puzzle.rows.iter().chain(&puzzle.columns);
        for ((line, kept), &total) in board.lines.iter_mut().zip(&mut board.totals).zip(totals) {
            line.missing = total as i32;
            *kept = total;
        }
        for row in 0..SIDE {
            let (start, _) = line_start(row);
            board.cells[start..start + SIDE].fill(Cell::Open);
        }
        // A line that is full or empty from the start has no assigned cell that would trigger its
        // propagation.
        (0..LINES).try_for_each(|line| board.narrow(line))?;
        for (row, cells) in puzzle.given.iter().enumerate() {
            for (column, &piece) in cells.iter().enumerate() {
                board.give((row + 1) * WIDTH + column + 1, piece)?;
            }
        }
        board.propagate()?;
        Ok(board)
    }

    /// Assigns a given cell and the neighbours that it determines.
    fn give(&mut self, cell: usize, piece: Piece) -> Result<(), Conflict> {
        // Above, left, right, below.
        let around = match piece {
            Piece::Unknown => return Ok(()),
            Piece::Water => return self.assign(cell, Cell::Water),
            Piece::Middle => {
                self.middles.push(cell);
                return self.assign(cell, Cell::Boat);
            }
            Piece::Submarine => [Cell::Water; 4],
            Piece::Top => [Cell::Water, Cell::Water, Cell::Water, Cell::Boat],
            Piece::Bottom => [Cell::Boat, Cell::Water, Cell::Water, Cell::Water],
            Piece::Left => [Cell::Water, Cell::Water, Cell::Boat, Cell::Water],
            Piece::Right => [Cell::Water, Cell::Boat, Cell::Water, Cell::Water],
        };
        self.assign(cell, Cell::Boat)?;
        let neighbours = [cell - WIDTH, cell - 1, cell + 1, cell + WIDTH];
        neighbours
            .into_iter()
            .zip(around)
            .try_for_each(|(neighbour, value)| self.assign(neighbour, value))
    }

    /// Reduces the domain of `cell` to `value`.
    ///
    /// # Errors
    /// The domain becomes empty.
    pub fn assign(&mut self, cell: usize, value: Cell) -> Result<(), Conflict> {
        if self.cells[cell] == value {
            return Ok(());
        }
        if self.cells[cell] != Cell::Open {
            return Err(Conflict);
        }
        self.cells[cell] = value;
        self.trail.push(cell);
        for line in lines_of(cell) {
            self.lines[line].open -= 1;
            self.lines[line].missing -= i32::from(value == Cell::Boat);
        }
        Ok(())
    }

    /// Forward checking until nothing more follows: the diagonal neighbours of a piece are water, a line
    /// with all its pieces is water elsewhere, and a line with as many open cells as missing pieces has
    /// boats in all of them.
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        loop {
            while let Some(&cell) = self.trail.get(self.propagated) {
                self.propagated += 1;
                if self.cells[cell] == Cell::Boat {
                    DIAGONALS
                        .into_iter()
                        .try_for_each(|steps| self.assign(moved(cell, steps), Cell::Water))?;
                }
                lines_of(cell)
                    .into_iter()
                    .try_for_each(|line| self.narrow(line))?;
            }
            for index in 0..self.middles.len() {
                self.align(self.middles[index])?;
            }
            if self.propagated == self.trail.len() {
                return Ok(());
            }
        }
    }

    /// Fills a line whose open cells must all be water or all be boat.
    fn narrow(&mut self, line: usize) -> Result<(), Conflict> {
        let Line { missing, open } = self.lines[line];
        if missing < 0 || missing > open {
            return Err(Conflict);
        }
        let value = match missing {
            _ if open == 0 => return Ok(()),
            0 => Cell::Water,
            _ if missing == open => Cell::Boat,
            _ => return Ok(()),
        };
        let (start, step) = line_start(line);
        for cell in (start..).step_by(step).take(SIDE) {
            if self.cells[cell] == Cell::Open {
                self.assign(cell, value)?;
            }
        }
        Ok(())
    }

    /// Constrains the neighbours of a given middle: opposite ones are equal, and water on one axis means
    /// boat on the other.
    fn align(&mut self, cell: usize) -> Result<(), Conflict> {
        for (along, across) in [(1, WIDTH), (WIDTH, 1)] {
            let ends = [self.cells[cell - along], self.cells[cell + along]];
            let value = match ends {
                _ if ends.contains(&Cell::Boat) => Cell::Boat,
                _ if ends.contains(&Cell::Water) => Cell::Water,
                _ => continue,
            };
            let other = if value == Cell::Boat {
                Cell::Water
            } else {
                Cell::Boat
            };
            self.assign(cell - along, value)?;
            self.assign(cell + along, value)?;
            self.assign(cell - across, other)?;
            self.assign(cell + across, other)?;
        }
        Ok(())
    }

    /// The domain of a cell.
    pub fn cell(&self, cell: usize) -> Cell {
        self.cells[cell]
    }

    /// The total of a line.
    pub fn total(&self, line: usize) -> usize {
        self.totals[line]
    }

    /// The number of missing pieces of a line.
    pub fn missing(&self, line: usize) -> i32 {
        self.lines[line].missing
    }

    /// The current position of the trail, for [`Board::go_back`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all assignments after `mark`.
    pub fn go_back(&mut self, mark: usize) {
        for cell in self.trail.drain(mark..) {
            let boat = self.cells[cell] == Cell::Boat;
            self.cells[cell] = Cell::Open;
            for line in lines_of(cell) {
                self.lines[line].open += 1;
                self.lines[line].missing += i32::from(boat);
            }
        }
        self.propagated = mark;
    }

    /// The pieces: the shape of each boat cell follows from its neighbours.
    pub fn pieces(&self) -> Grid {
        let boat = |cell: usize| self.cells[cell] == Cell::Boat;
        std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                let cell = (row + 1) * WIDTH + column + 1;
                match self.cells[cell] {
                    Cell::Open => return Piece::Unknown,
                    Cell::Water => return Piece::Water,
                    Cell::Boat => {}
                }
                Piece::with_neighbours([cell - WIDTH, cell + WIDTH, cell - 1, cell + 1].map(boat))
            })
        })
    }
}
