//! The columns of a listing among those of its lattice.

use super::profile::PARTS;

/// The default number of columns.
pub(crate) const COLUMNS: usize = 32;
/// The width in cells of a right-aligned line number.
const NUMBER_WIDTH: usize = 4;
/// A row has ended if this many cells before the last column are empty.
const END_CELLS: usize = 4;
/// A column with at least one row in this many, relative to the column with ink in the most rows, is not a
/// speck.
const MIN_COLUMN_SHARE: usize = 4;

/// A row of the lattice.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The ink of each cell, from the leftmost column of the lattice.
    pub(super) ink: Vec<f64>,
    /// The ink profiles across and down a cell.
    pub(super) profiles: [[f64; PARTS]; 2],
}

impl Row {
    pub(super) fn inked(&self, limit: f64) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.ink.len()).filter(move |&cell| self.ink[cell] > limit)
    }
}

/// Returns the leftmost cell of the listing, the number of columns, and the share of rows that begin with a
/// line number.
pub(super) fn found(rows: &[Row], limit: f64, columns: Option<usize>) -> (i64, usize, f64) {
    let ends: Vec<(i64, i64)> = rows
        .iter()
        .filter_map(|row| {
            let mut inked = row.inked(limit);
            let first = inked.next()?;
            Some((first as i64, inked.next_back().unwrap_or(first) as i64))
        })
        .collect();
    // A speck next to the rows is not text.
    let few = rows.len() / 40;
    let nth = |mut values: Vec<i64>, nth: usize| {
        values.sort_unstable();
        values.get(nth).copied().unwrap_or(0)
    };
    let least = nth(ends.iter().map(|end| end.0).collect(), few);
    let most = -nth(ends.iter().map(|end| -end.1).collect(), few);
    let is_inked = |row: &Row, cell: i64| {
        usize::try_from(cell)
            .ok()
            .and_then(|cell| row.ink.get(cell))
            .is_some_and(|&ink| ink > limit)
    };
    // Spaces, then digits up to the fourth cell, then a space.
    let is_numbered = |row: &Row, left: i64| {
        let cells: Vec<bool> = (left..=left + NUMBER_WIDTH as i64)
            .map(|cell| is_inked(row, cell))
            .collect();
        let first = cells.iter().position(|&inked| inked).unwrap_or(cells.len());
        !(0..left).any(|cell| is_inked(row, cell))
            && first < NUMBER_WIDTH
            && cells[first..NUMBER_WIDTH].iter().all(|&inked| inked)
            && !cells[NUMBER_WIDTH]
            && is_inked(row, left + NUMBER_WIDTH as i64 + 1)
    };
    let width = columns.unwrap_or(COLUMNS) as i64;
    let numbered = |left: i64| rows.iter().filter(|row| is_numbered(row, left)).count();
    let before = |left: i64| ends.iter().filter(|end| end.0 < left).count();
    let after = |left: i64| ends.iter().filter(|end| end.1 >= left + width).count();
    let best = |least: i64, outside: &dyn Fn(i64) -> usize| {
        let score = |left: i64| numbered(left) as i64 - 3 * outside(left) as i64;
        (least - (NUMBER_WIDTH as i64 - 1)..=least + 2)
            .rev()
            .max_by_key(|&left| (score(left), -(left - least).abs()))
            .unwrap_or(least)
    };
    let fits = most - least < width;
    let mut left = best(least, &|left| before(left) + if fits { after(left) } else { 0 });
    // There may be more than a few specks before the rows: then more rows are too wide than there are rows
    // with specks.
    let count = |cell: usize| rows.iter().filter(|row| row.ink[cell] > limit).count();
    let counts: Vec<usize> = (0..rows.first().map_or(0, |row| row.ink.len()))
        .map(count)
        .collect();
    let many = counts.iter().max().map_or(0, |most| most / MIN_COLUMN_SHARE);
    if let Some(dense) = counts.iter().position(|&count| count > many) {
        let outside = |left: i64| before(left) + after(left);
        let without = best(dense as i64, &outside);
        if dense as i64 > least + 2 && outside(without) < outside(left) {
            left = without;
        }
    }
    // Ink after the end of a row is not text but, for example, the scanner's bed next to the paper, unless most rows that
    // are full go on there, and most rows that have ended do not.
    let beyond = usize::try_from(left + COLUMNS as i64).unwrap_or(0);
    let inked =
        |row: &Row, from: usize, to: usize| row.ink.iter().take(to).skip(from).any(|&ink| ink > limit);
    let has_ended = |row: &&Row| !inked(row, beyond.saturating_sub(END_CELLS), beyond);
    let is_wide = |row: &&Row| inked(row, beyond, row.ink.len());
    let ended = rows.iter().filter(has_ended).count();
    let beside = rows.iter().filter(has_ended).filter(is_wide).count();
    let wide = rows.iter().filter(is_wide).count();
    let is_full = |row: &&Row| inked(row, beyond.saturating_sub(1), beyond);
    let goes_on = |row: &&Row| inked(row, beyond, beyond + 1);
    let full = rows.iter().filter(is_full).count();
    let full_on = rows.iter().filter(is_full).filter(goes_on).count();
    let ended_on = rows.iter().filter(has_ended).filter(goes_on).count();
    let is_text = 2 * full_on > full && 2 * ended_on < ended;
    let is_bed = beside >= 2 && beside * 4 >= ended && !is_text;
    let fits = columns.is_some() || is_bed || wide <= 1.max(rows.len() / 10);
    let columns = if fits { width } else { most - left + 1 };
    (
        left,
        columns as usize,
        numbered(left) as f64 / ends.len().max(1) as f64,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> Row {
        Row {
            ink: text
                .bytes()
                .map(|text| f64::from(u8::from(text != b' ')) * 20.0)
                .collect(),
            profiles: [[0.0; PARTS]; 2],
        }
    }

    #[test]
    fn print_beside_rows_that_have_ended_is_not_a_column() {
        let columns = |texts: [&str; 2]| {
            let rows: Vec<Row> = texts.iter().cycle().take(20).map(|text| row(text)).collect();
            found(&rows, 3.0, None).1
        };
        let [short, full] = [
            "  10 PRINT 1                    ",
            "  20 REM a line that fills it all",
        ];
        let full = &full[..32];
        assert_eq!(columns([short, full]), 32);
        let beside = |text: &str| format!("{text} ##");
        assert_eq!(columns([&beside(short), &beside(full)]), 32);
        // Text that continues.
        assert_eq!(columns([short, &format!("{full}text")]), 36);
    }

    #[test]
    fn a_wide_listing_whose_rows_have_spaces_is_not_two() {
        let long = " 100 PRINT aa: PRINT bb: PRINT cc: PRINT dd";
        let spaced = "  20 REM                          a remark after spaces";
        let rows: Vec<Row> = [long, long, spaced, long, spaced]
            .iter()
            .cycle()
            .take(20)
            .map(|text| row(&format!("{text:54}")))
            .collect();
        assert_eq!(found(&rows, 3.0, None).1, spaced.len());
    }

    #[test]
    fn specks_before_rows_are_not_a_column() {
        let rows: Vec<Row> = (0..50)
            .map(|at| {
                let speck = if at % 12 == 0 { "#" } else { " " };
                let text = if at % 3 == 0 {
                    "goes on in a row that fills it a"
                } else {
                    " 420 FOR q=1 TO 9: PRINT q: NEXT"
                };
                row(&format!("{speck}     {text}"))
            })
            .collect();
        let (left, columns, _) = found(&rows, 3.0, None);
        assert_eq!((left, columns), (6, 32));
    }
}
