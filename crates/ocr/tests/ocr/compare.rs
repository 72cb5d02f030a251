//! Compares the rows found and read with the truth.

use std::ops::AddAssign;

use girafa_ocr::read::Candidates;
use girafa_ocr::{Font, RowGrid};

use crate::printed::Printed;

/// A cell is doubtful if the likelihood of its best candidate is below this.
pub const MIN_CERTAIN_LIKELIHOOD: f32 = 0.99;

/// Lower bounds of likelihood bins, which show whether the likelihoods of readings are calibrated.
pub const BINS: [f32; 7] = [0.0, 0.5, 0.9, MIN_CERTAIN_LIKELIHOOD, 0.999, 0.9999, 0.99999];

/// Counts for one page or many.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    pub pages: usize,
    pub rows: usize,
    pub rows_not_found: usize,
    /// Rows found with text where none is printed.
    pub false_rows: usize,
    /// Lines of BASIC, and those without a wrong cell; a part cut off by the end of a page is a separate
    /// line.
    pub lines: usize,
    pub lines_exact: usize,
    /// All cells of the printed rows, and those with ink.
    pub cells: usize,
    pub characters: usize,
    /// Cells of the printed rows that were found.
    pub read: usize,
    /// Characters of rows that were not found.
    pub lost: usize,
    /// Cells of rows that were found whose best reading is wrong, including characters without a cell and
    /// text read beside the row.
    pub wrong: usize,
    /// Wrong cells that are not doubtful.
    pub unreported: usize,
    /// Doubtful cells.
    pub doubtful: usize,
    /// Doubtful cells whose best reading is right.
    pub false_doubts: usize,
    /// Number of readings with a likelihood in each of [`BINS`], and how many of them are wrong.
    pub bins: [[usize; 2]; BINS.len()],
    pub seconds: f64,
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        self.pages += other.pages;
        self.rows += other.rows;
        self.rows_not_found += other.rows_not_found;
        self.false_rows += other.false_rows;
        self.lines += other.lines;
        self.lines_exact += other.lines_exact;
        self.cells += other.cells;
        self.characters += other.characters;
        self.read += other.read;
        self.lost += other.lost;
        self.wrong += other.wrong;
        self.unreported += other.unreported;
        self.doubtful += other.doubtful;
        self.false_doubts += other.false_doubts;
        for (bin, other) in self.bins.iter_mut().flatten().zip(other.bins.iter().flatten()) {
            *bin += other;
        }
        self.seconds += other.seconds;
    }
}

/// A page's counts, and the rows that differ: the printed text and the text read (`None` for a row that was
/// not found).
pub struct Compared {
    pub counts: Counts,
    pub differences: Vec<(String, Option<String>)>,
}

/// Compares a page. `lines` has the line of BASIC that each row belongs to.
pub fn compare(
    printed: &Printed,
    lines: &[usize],
    font: &Font,
    grids: &[RowGrid],
    read: &[Vec<Candidates>],
) -> Compared {
    assert_eq!(grids.len(), read.len(), "as many rows are read as are found");
    for (grid, cells) in grids.iter().zip(read) {
        assert_eq!(grid.columns(), cells.len(), "as many cells are read as a row has");
    }
    let truth = Truth::new(printed, font);
    let mut counts = Counts {
        pages: 1,
        rows: printed.rows.len(),
        cells: truth.text.iter().map(Vec::len).sum(),
        characters: truth.text.iter().flatten().filter(|&&text| text != ' ').count(),
        ..Counts::default()
    };
    let matches = truth.matches(grids);
    let has_print = |row: usize| read[row].iter().any(|cell| best(font, cell) != ' ');
    let is_matched = |row: usize| matches.iter().flatten().any(|found| found.row == row);
    counts.false_rows = (0..grids.len())
        .filter(|&row| !is_matched(row) && has_print(row))
        .count();

    let mut differences = Vec::new();
    let mut exact = vec![true; truth.text.len()];
    for (row, text) in truth.text.iter().enumerate() {
        let characters = text.iter().filter(|&&text| text != ' ').count();
        let Some(found) = &matches[row] else {
            if characters > 0 {
                counts.rows_not_found += 1;
                counts.lost += characters;
                exact[row] = false;
                differences.push((text.iter().collect(), None));
            }
            continue;
        };
        let cells = &read[found.row];
        let before = counts.wrong;
        counts.read += text.len();
        for (&text, cell) in text.iter().zip(&found.cells) {
            counts.cell(font, text, cell.map(|cell| &cells[cell]));
        }
        let is_beside = |cell: &usize| !found.cells.contains(&Some(*cell));
        let beside: Vec<usize> = (0..cells.len()).filter(is_beside).collect();
        for &cell in &beside {
            counts.cell(font, ' ', Some(&cells[cell]));
        }
        if counts.wrong > before {
            exact[row] = false;
            let on = found.cells.iter();
            let on = on.map(|cell| cell.map_or('\u{2205}', |cell| best(font, &cells[cell])));
            let mut read: String = on.collect();
            if beside.iter().any(|&cell| best(font, &cells[cell]) != ' ') {
                read.push_str("| and beside it: ");
                read.extend(beside.iter().map(|&cell| best(font, &cells[cell])));
            }
            differences.push((text.iter().collect(), Some(read)));
        }
    }
    for line in lines.chunk_by(|one, other| one == other).scan(0, |start, line| {
        let rows = *start..*start + line.len();
        *start += line.len();
        Some(rows)
    }) {
        counts.lines += 1;
        counts.lines_exact += usize::from(exact[line].iter().all(|&exact| exact));
    }
    Compared { counts, differences }
}

impl Counts {
    /// Counts a cell of a row that was found, whose printed character is `text`; `None` if no such cell was
    /// found.
    fn cell(&mut self, font: &Font, text: char, cell: Option<&Candidates>) {
        let Some(cell) = cell else {
            let is_missed = usize::from(text != ' ');
            self.wrong += is_missed;
            self.unreported += is_missed;
            return;
        };
        let is_wrong = best(font, cell) != text;
        let likelihood = cell[0].log_likelihood.exp();
        let is_doubtful = likelihood < MIN_CERTAIN_LIKELIHOOD;
        let bin = BINS.iter().rposition(|least| likelihood >= *least).unwrap_or(0);
        self.bins[bin][0] += 1;
        self.bins[bin][1] += usize::from(is_wrong);
        self.wrong += usize::from(is_wrong);
        self.unreported += usize::from(is_wrong && !is_doubtful);
        self.doubtful += usize::from(is_doubtful);
        self.false_doubts += usize::from(is_doubtful && !is_wrong);
    }
}

fn best(font: &Font, cell: &Candidates) -> char {
    font.glyphs[cell.first().expect("a cell has candidates").glyph].text
}

/// The printed rows.
struct Truth {
    /// Their visible text: characters that the font lacks are spaces.
    text: Vec<Vec<char>>,
    /// The centre and the width of each cell.
    cells: Vec<Vec<([f32; 2], f32)>>,
}

/// The match of a printed row with a row that was found.
#[derive(Clone)]
struct Match {
    /// Index of the row that was found.
    row: usize,
    /// Number of its cells that are on cells of the printed row.
    votes: usize,
    /// For each printed cell, the cell found there.
    cells: Vec<Option<usize>>,
}

impl Truth {
    fn new(printed: &Printed, font: &Font) -> Truth {
        let seen = |&text: &char| {
            let is_known = font.glyphs.iter().any(|glyph| glyph.text == text);
            if is_known { text } else { ' ' }
        };
        let cell = |grid: &RowGrid, cell: usize| {
            let [one, other] = [0.0, 1.0].map(|across| grid.at(cell as f32 + across, 0.5));
            (middle(grid, cell), distance(one, other))
        };
        let cells = |grid: &RowGrid| (0..grid.columns()).map(|at| cell(grid, at)).collect();
        Truth {
            text: printed
                .rows
                .iter()
                .map(|row| row.iter().map(seen).collect())
                .collect(),
            cells: printed.grids.iter().map(cells).collect(),
        }
    }

    /// The printed cell at a point: row, column and distance of its centre.
    fn at(&self, point: [f32; 2]) -> Option<(usize, usize, f32)> {
        let rows = self.cells.iter().enumerate();
        let cells =
            rows.flat_map(|(row, cells)| cells.iter().enumerate().map(move |(at, cell)| (row, at, cell)));
        cells
            .map(|(row, at, (middle, width))| (row, at, distance(*middle, point), 0.5 * width))
            .filter(|(_, _, from, within)| from < within)
            .min_by(|one, other| one.2.total_cmp(&other.2))
            .map(|(row, at, from, _)| (row, at, from))
    }

    /// The best match of each printed row. At least half of the cells of a row that was found must be on
    /// cells of the printed row.
    fn matches(&self, grids: &[RowGrid]) -> Vec<Option<Match>> {
        let mut matches: Vec<Option<Match>> = vec![None; self.cells.len()];
        for (found, grid) in grids.iter().enumerate() {
            let on: Vec<_> = (0..grid.columns())
                .map(|cell| self.at(middle(grid, cell)))
                .collect();
            let votes = |row: usize| on.iter().flatten().filter(|on| on.0 == row).count();
            let rows = on.iter().flatten().map(|on| on.0);
            let Some(row) = rows.max_by_key(|&row| votes(row)) else {
                continue;
            };
            let votes = votes(row);
            let best = matches[row].as_ref().map_or(0, |best| best.votes);
            if 2 * votes < grid.columns() || votes <= best {
                continue;
            }
            let mut nearest: Vec<Option<(usize, f32)>> = vec![None; self.cells[row].len()];
            for (cell, on) in on.iter().enumerate() {
                let Some((_, at, from)) = on.filter(|on| on.0 == row) else {
                    continue;
                };
                if nearest[at].is_none_or(|(_, nearest)| from < nearest) {
                    nearest[at] = Some((cell, from));
                }
            }
            matches[row] = Some(Match {
                row: found,
                votes,
                cells: nearest.iter().map(|cell| cell.map(|(cell, _)| cell)).collect(),
            });
        }
        matches
    }
}

fn middle(grid: &RowGrid, cell: usize) -> [f32; 2] {
    grid.at(cell as f32 + 0.5, 0.5)
}

fn distance(one: [f32; 2], other: [f32; 2]) -> f32 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}

#[cfg(test)]
mod tests {
    use girafa_ocr::read::Candidate;

    use super::*;
    use crate::damage::Damage;
    use crate::printed;

    const LISTING: &str = "10 PRINT \"GIRAFA\"\n20 REM a longer line that needs two rows\n30 STOP\n";

    /// The truth, as if everything had been found and read with certainty.
    fn perfect() -> (Printed, Font, Vec<RowGrid>, Vec<Vec<Candidates>>) {
        let font = printed::font();
        let damage: Damage = "seed=1 dpi=100 rotate=3".parse().unwrap();
        let printed = damage.print(&printed::rows(LISTING, 32), &font);
        let cell = |text: &char| vec![candidate(&font, *text, 0.0)];
        let read = printed.rows.iter().map(|row| row.iter().map(cell).collect());
        let (read, grids) = (read.collect(), printed.grids.clone());
        (printed, font, grids, read)
    }

    fn candidate(font: &Font, text: char, log_likelihood: f32) -> Candidate {
        Candidate {
            glyph: font.glyphs.iter().position(|glyph| glyph.text == text).unwrap(),
            log_likelihood,
        }
    }

    fn move_by(grid: &mut RowGrid, by: [f32; 2]) {
        for point in grid.top.iter_mut().chain(&mut grid.bottom) {
            *point = [point[0] + by[0], point[1] + by[1]];
        }
    }

    const LINES: [usize; 4] = [0, 1, 1, 2];

    #[test]
    fn perfect_readings_have_no_differences() {
        let (printed, font, grids, read) = perfect();
        let compared = compare(&printed, &LINES, &font, &grids, &read);
        let characters = LISTING.chars().filter(|text| !text.is_whitespace()).count();
        let expected = Counts {
            pages: 1,
            rows: 4,
            lines: 3,
            lines_exact: 3,
            cells: 4 * 32,
            characters,
            read: 4 * 32,
            bins: [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [4 * 32, 0]],
            ..Counts::default()
        };
        assert_eq!(compared.counts, expected);
        assert!(compared.differences.is_empty());
    }

    #[test]
    fn wrong_and_doubtful_cells() {
        let (printed, font, grids, mut read) = perfect();
        // "10" is read as "I0" with certainty and as "1O" with doubt; the space before is doubtful but right.
        read[0][2] = vec![candidate(&font, 'I', -0.001)];
        read[0][3] = vec![candidate(&font, 'O', -0.5), candidate(&font, '0', -1.0)];
        read[0][1] = vec![candidate(&font, ' ', -0.1)];
        let compared = compare(&printed, &LINES, &font, &grids, &read);
        let Counts {
            wrong,
            unreported,
            doubtful,
            false_doubts,
            lines_exact,
            ..
        } = compared.counts;
        assert_eq!(
            (wrong, unreported, doubtful, false_doubts, lines_exact),
            (2, 1, 2, 1, 2)
        );
        let bins = [[0, 0], [1, 1], [1, 0], [0, 0], [1, 1]];
        assert_eq!(compared.counts.bins[..5], bins);
        let [(true_row, Some(read_row))] = &compared.differences[..] else {
            panic!("one row differs");
        };
        assert!(true_row.starts_with("  10 PRINT") && read_row.starts_with("  IO PRINT"));
    }

    #[test]
    fn missed_and_false_rows() {
        let (printed, font, mut grids, mut read) = perfect();
        // The second row of line 20 is missed; a row is found far below, and an empty one.
        let lost = printed.rows[2].iter().filter(|&&text| text != ' ').count();
        move_by(&mut grids[2], [0.0, 500.0]);
        let mut empty = grids[2].clone();
        move_by(&mut empty, [0.0, 500.0]);
        grids.push(empty);
        read.push(vec![vec![candidate(&font, ' ', 0.0)]; 32]);
        let counts = compare(&printed, &LINES, &font, &grids, &read).counts;
        let Counts {
            rows_not_found,
            false_rows,
            wrong,
            lines_exact,
            ..
        } = counts;
        assert_eq!((rows_not_found, false_rows, wrong, lines_exact), (1, 1, 0, 2));
        assert_eq!(counts.lost, lost);
    }

    #[test]
    fn shortened_and_shifted_grids() {
        let (printed, font, mut grids, mut read) = perfect();
        // The two cells at the left are empty, so nothing is lost without them; without three, a character
        // is.
        let shorten = |grid: &mut RowGrid, row: &mut Vec<Candidates>, cells: usize| {
            grid.top.drain(..cells);
            grid.bottom.drain(..cells);
            row.drain(..cells);
        };
        shorten(&mut grids[0], &mut read[0], 2);
        shorten(&mut grids[1], &mut read[1], 3);
        let counts = compare(&printed, &LINES, &font, &grids, &read).counts;
        assert_eq!(
            (counts.wrong, counts.unreported, counts.rows_not_found),
            (1, 1, 0)
        );
        // Text read in extra cells at the right is wrong, unless it is a space.
        let (printed, font, mut grids, mut read) = perfect();
        let grid = &mut grids[0];
        for edge in [&mut grid.top, &mut grid.bottom] {
            let [one, last] = [edge[31], edge[32]];
            let further = |steps: f32| [0, 1].map(|axis| last[axis] + steps * (last[axis] - one[axis]));
            edge.extend([further(1.0), further(2.0)]);
        }
        read[0].extend([' ', 'X'].map(|text| vec![candidate(&font, text, 0.0)]));
        let compared = compare(&printed, &LINES, &font, &grids, &read);
        assert_eq!((compared.counts.wrong, compared.counts.lines_exact), (1, 2));
        assert!(
            compared.differences[0]
                .1
                .as_ref()
                .unwrap()
                .ends_with("| and beside it:  X")
        );
        // One cell further to the right, each cell has the character before.
        let (printed, font, mut grids, read) = perfect();
        let step = [0, 1].map(|axis| grids[3].top[1][axis] - grids[3].top[0][axis]);
        move_by(&mut grids[3], step);
        let counts = compare(&printed, &LINES, &font, &grids, &read).counts;
        assert!(counts.wrong >= 6, "{counts:?}");
        // It is not better upside down.
        let (printed, font, mut grids, read) = perfect();
        for grid in &mut grids {
            std::mem::swap(&mut grid.top, &mut grid.bottom);
            grid.top.reverse();
            grid.bottom.reverse();
        }
        let counts = compare(&printed, &LINES, &font, &grids, &read).counts;
        assert!(counts.rows_not_found == 0 && counts.wrong >= 40, "{counts:?}");
    }
}
