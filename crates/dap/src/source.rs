//! Maps statements to rows and columns of the listing's text.

use std::collections::BTreeMap;

use girafa_basic::diagnostic::{Diagnostics, Places};
use girafa_basic::source::{self, Cell};
use girafa_inspect::StatementPlace;

/// The positions of the statements in a text.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    /// The row and column, both from 1, where each statement begins.
    places: BTreeMap<StatementPlace, (usize, usize)>,
    /// The last row of each line.
    last_rows: BTreeMap<u16, usize>,
}

impl SourceMap {
    /// Creates the map of the text of a program.
    pub fn of(text: &str) -> SourceMap {
        let places = Places::new(text);
        let mut map = SourceMap::default();
        for line in source::lines(text, true, &mut Diagnostics::default()) {
            for (start, statement) in starts(&line.cells).into_iter().zip(1..=u8::MAX) {
                let at = line
                    .cells
                    .get(start)
                    .map_or(line.number_span.start, |cell| cell.span.start);
                let at = if statement == 1 {
                    line.number_span.start
                } else {
                    at
                };
                let place = StatementPlace {
                    line: line.number,
                    statement,
                };
                map.places.entry(place).or_insert_with(|| places.of(at));
            }
            let end = line
                .cells
                .last()
                .map_or(line.number_span.end, |cell| cell.span.start);
            map.last_rows
                .entry(line.number)
                .or_insert_with(|| places.of(end).0);
        }
        map
    }

    /// Returns the numbers of the lines, in their order.
    pub fn lines(&self) -> impl Iterator<Item = u16> {
        self.last_rows.keys().copied()
    }

    /// Returns the row and column, both from 1, of a statement.
    pub fn at(&self, place: StatementPlace) -> Option<(usize, usize)> {
        self.places.get(&place).copied()
    }

    /// Returns the statement for a breakpoint at `row` and an optional `column`, both from 1: the row's last
    /// statement that begins at or before the column; without a column the row's first; if the row has no
    /// line, the first of the next line.
    pub fn statement(&self, row: usize, column: Option<usize>) -> Option<StatementPlace> {
        let mut found: Vec<(&StatementPlace, &(usize, usize))> =
            self.places.iter().filter(|(_, at)| at.0 == row).collect();
        found.sort_by_key(|(_, at)| **at);
        let at_column = |column: usize| found.iter().rev().find(|(_, at)| at.1 <= column);
        if let Some((place, _)) = column.and_then(at_column).or(found.first()) {
            return Some(**place);
        }
        // A row within a line belongs to that line.
        let within = self.places.iter().filter(|(place, at)| {
            at.0 < row && self.last_rows.get(&place.line).is_some_and(|&last| last >= row)
        });
        let next = self
            .places
            .iter()
            .filter(|(_, at)| at.0 > row)
            .min_by_key(|(_, at)| **at);
        within
            .max_by_key(|(_, at)| **at)
            .or(next)
            .map(|(place, _)| *place)
    }

    /// Returns the statements that begin in rows `first` to `last`, with their positions, in their order.
    pub fn between(&self, first: usize, last: usize) -> Vec<((usize, usize), StatementPlace)> {
        let places = self.places.iter().map(|(place, at)| (*at, *place));
        let mut found: Vec<_> = places.filter(|(at, _)| (first..=last).contains(&at.0)).collect();
        found.sort_unstable();
        found
    }
}

/// The indices of the cells at which the statements of a line begin.
fn starts(cells: &[Cell]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut in_string = false;
    let mut is_start = true;
    let mut at = 0;
    let letters = |at: usize, word: &[u8]| {
        let rest = cells.get(at..).unwrap_or_default();
        rest.len() >= word.len()
            && rest
                .iter()
                .zip(word)
                .all(|(cell, letter)| !cell.escaped && cell.code.eq_ignore_ascii_case(letter))
    };
    while at < cells.len() {
        let cell = &cells[at];
        if is_start && cell.code == b' ' {
            at += 1;
            continue;
        }
        if std::mem::take(&mut is_start) {
            starts.push(at);
            if letters(at, b"REM") {
                return starts;
            }
        }
        in_string ^= cell.code == b'"' && !cell.escaped;
        let follows_letter = at > 0 && cells[at - 1].code.is_ascii_alphabetic();
        let is_then = !in_string && !follows_letter && letters(at, b"THEN");
        if !in_string && cell.code == b':' && !cell.escaped {
            is_start = true;
        } else if is_then || cell.code == girafa_basic::token::THEN {
            is_start = true;
            at += if is_then { 3 } else { 0 };
        }
        at += 1;
    }
    if is_start {
        starts.push(cells.len());
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_basic::tokenise;
    use girafa_inspect::statements;

    const TEXT: &str = "# a comment\n10 IF a=1 THEN PRINT \"a:b\": LET c=2\n20 REM x: y\n\n30 DATA 1: : STOP\n40 PRINT \\\n  1: \\\n  STOP\n";

    #[test]
    fn there_are_as_many_statements_as_the_machine_counts() {
        let map = SourceMap::of(TEXT);
        let program = tokenise::program(TEXT, &Default::default()).unwrap().program;
        for line in &program.lines {
            for statement in 1..=statements::of_line(line).len() as u8 + 1 {
                let place = StatementPlace {
                    line: line.number,
                    statement,
                };
                let is_there = usize::from(statement) <= statements::of_line(line).len();
                assert_eq!(map.at(place).is_some(), is_there, "{place}");
            }
        }
        let at = |line, statement| map.at(StatementPlace { line, statement }).unwrap();
        assert_eq!([at(10, 1), at(10, 2), at(10, 3)], [(2, 1), (2, 16), (2, 29)]);
        assert_eq!([at(40, 1), at(40, 2)], [(6, 1), (8, 3)]);
    }

    #[test]
    fn rows_and_columns_mean_statements() {
        let map = SourceMap::of(TEXT);
        let means = |row, column| map.statement(row, column).map(|place| place.to_string());
        assert_eq!(means(2, None).as_deref(), Some("10:1"));
        assert_eq!(means(2, Some(20)).as_deref(), Some("10:2"));
        assert_eq!(means(2, Some(99)).as_deref(), Some("10:3"));
        assert_eq!(means(1, None).as_deref(), Some("10:1"));
        assert_eq!(means(4, None).as_deref(), Some("30:1"));
        assert_eq!(means(7, None).as_deref(), Some("40:1"));
        assert_eq!(means(99, None), None);
        let places: Vec<(usize, usize)> = map.between(2, 3).into_iter().map(|(at, _)| at).collect();
        assert_eq!(places, [(2, 1), (2, 16), (2, 29), (3, 1)]);
    }
}
