//! Joins rows to lines: decides which rows belong together, and what was at the breaks.

use girafa_basic::grammar::{self, Names, Parsed};
use girafa_basic::program::{LAST_LINE, Line};
use girafa_basic::source::Cell;
use girafa_basic::source::Spaces;
use girafa_basic::token;
use girafa_basic::work;

use super::fit::{self, Extra, Fit, Gap, RowWidth, WHOLE_LINE_WIDTH};
use super::page::PageRow;
use girafa_basic::llist::{self, Glyph};

/// A line's number and its rows.
pub(super) struct Group<'a> {
    pub(super) number: u16,
    pub(super) rows: &'a [PageRow],
    /// The work done to find it, in [`Joined::steps`].
    pub(super) steps: usize,
}

/// Returns the rows before the first line number, and the lines. Numbers must be above `after`.
pub(super) fn groups<'a>(
    rows: &'a [PageRow],
    after: u16,
    names: &Names,
    width: usize,
) -> (&'a [PageRow], Vec<Group<'a>>) {
    work::add(rows.len());
    let mut starts = Vec::new();
    let mut last = after;
    for (index, row) in rows.iter().enumerate() {
        let sure = |head: &Head| head.sure || starts.is_empty();
        if let Some(head) = Head::of(&row.cells).filter(|head| head.number > last && sure(head)) {
            starts.push((index, head.number));
            last = head.number;
        }
    }
    let ends = starts.iter().skip(1).map(|&(index, _)| index).chain([rows.len()]);
    let limits = starts.iter().skip(1).map(|&(_, number)| number).chain([u16::MAX]);
    let mut groups = Vec::new();
    for ((&(start, number), end), limit) in starts.iter().zip(ends).zip(limits) {
        let whole = Group {
            number,
            rows: &rows[start..end],
            steps: 0,
        };
        split_at_colons(whole, limit, names, width, &mut groups);
    }
    (
        &rows[..starts.first().map_or(rows.len(), |&(index, _)| index)],
        groups,
    )
}

/// How much better two lines must fit than one before a row that starts like `60: PRINT` is taken for a new
/// line: it may continue the row above (GO TO 160, for example), which is full in that case.
const SPLIT_MARGIN: u32 = 10;

/// Adds a line to `groups`, split if some of its rows are lines that start with a number below `limit` and a
/// colon.
fn split_at_colons<'a>(
    mut whole: Group<'a>,
    limit: u16,
    names: &Names,
    width: usize,
    groups: &mut Vec<Group<'a>>,
) {
    let fits = |number: u16| number > whole.number && number < limit;
    let starts: Vec<(usize, u16)> = (1..whole.rows.len())
        .filter_map(|row| {
            let head = Head::of(&whole.rows[row].cells)?;
            fits(head.number).then_some((row, head.number))
        })
        .take(MAX_DOUBTFUL_BREAKS)
        .collect();
    let length = whole.rows.len();
    for (index, &(row, number)) in starts.iter().enumerate() {
        let rows = whole.rows;
        let part = |first: usize, end: usize, number| Group {
            number,
            rows: &rows[first..end],
            steps: 0,
        };
        let mut above = part(0, row, whole.number);
        // The line extends to the next such row, the one after, or the end; a distant end is not tried.
        let ends = starts[index + 1..]
            .iter()
            .map(|&(row, _)| row)
            .take(2)
            .chain([length]);
        let margin = if width >= WHOLE_LINE_WIDTH {
            0
        } else {
            SPLIT_MARGIN
        };
        let mut steps = 0;
        let mut cost = |group: &Group<'_>| {
            let joined = join(group, names, width);
            steps += joined.steps;
            joined.cost
        };
        let splits = |end: usize| {
            let apart = cost(&above) + cost(&part(row, end, number));
            apart < NO_LINE_COST && apart + margin <= cost(&part(0, end, whole.number))
        };
        let split = ends.filter(|&end| end <= MAX_ROWS).any(splits);
        whole.steps += steps;
        if split {
            above.steps = whole.steps;
            groups.push(above);
            return split_at_colons(part(row, length, number), limit, names, width, groups);
        }
    }
    groups.push(whole);
}

/// Maximum number of rows of a line.
const MAX_ROWS: usize = 64;

/// Whether the characters of a row look like the start of a line.
pub(super) fn starts_line(cells: &[Cell]) -> bool {
    Head::of(cells).is_some()
}

/// Whether a row starts a line, regardless of the row above.
pub(super) fn surely_starts_line(row: &PageRow) -> bool {
    Head::of(&row.cells).is_some_and(|head| head.sure)
}

/// The number of a row that starts a line, regardless of the row above.
pub(super) fn sure_number(row: &PageRow) -> Option<u16> {
    Head::of(&row.cells)
        .filter(|head| head.sure)
        .map(|head| head.number)
}

/// The start of a row that may be the first of a line.
struct Head {
    number: u16,
    /// The index of the first cell after the number and a following cursor or space.
    start: usize,
    /// Whether it starts a line regardless of the row above. A continued row may also start with digits, but
    /// not with a keyword after them; after a colon there is no such check.
    sure: bool,
}

impl Head {
    fn of(cells: &[Cell]) -> Option<Head> {
        let is_digit = |cell: &&Cell| cell.code.is_ascii_digit() && !cell.escaped;
        let digits = cells.iter().take_while(is_digit).count();
        let add = |number: u16, cell: &Cell| number.checked_mul(10)?.checked_add(u16::from(cell.code - b'0'));
        let number = cells[..digits].iter().try_fold(0, add);
        let number = number.filter(|number| (1..=LAST_LINE).contains(number))?;
        let separators = cells[digits..]
            .iter()
            .take_while(|cell| matches!(cell.code, b' ' | b'>'))
            .count();
        let start = digits + separators;
        let text: Vec<u8> = cells[start..]
            .iter()
            .map(|cell| cell.code)
            .take(MAX_KEYWORD)
            .collect();
        let sure = separators > 0 && token::command_at(&text).is_some();
        (sure || text.first() == Some(&b':')).then_some(Head { number, start, sure })
    }
}

/// Length of the longest keyword, including spaces inside it.
const MAX_KEYWORD: usize = 32;

/// The rows of a line, joined in one way.
pub(super) struct Joined {
    /// Everything after the line number.
    pub(super) cells: Vec<Cell>,
    /// The row of each of these cells.
    row_of: Vec<usize>,
    /// For each row, the index of its first cell among these, and the number of the row's cells before that.
    starts: Vec<(usize, usize)>,
    pub(super) parsed: Parsed,
    /// The measurements of the rows; empty if the line does not parse.
    measured: Vec<RowWidth>,
    /// How each row is filled.
    pub(super) fits: Vec<Fit>,
    glyphs: Vec<Glyph>,
    /// The row of each glyph that is not a space.
    glyph_rows: Vec<Option<usize>>,
    /// The first and last non-space glyph of each row.
    ends: Vec<Option<(usize, usize)>>,
    number: u16,
    pub(super) cost: u32,
    /// The work of all attempts: about the number of rows read.
    pub(super) steps: usize,
}

/// Maximum number of breaks that are tried both with and without a space.
const MAX_DOUBTFUL_BREAKS: usize = 8;
/// Cost of a name with a space inside.
const SPACE_IN_NAME_COST: u32 = 20;
/// Cost of a line that does not parse.
pub(super) const NO_LINE_COST: u32 = 1_000_000;

/// Joins the rows of a line in the cheapest way. For breaks inside strings one attempt is enough: the widths
/// determine the spaces.
pub(super) fn join(group: &Group<'_>, names: &Names, width: usize) -> Joined {
    let quoted = quoted_breaks(group.rows);
    let doubtful: Vec<usize> = (1..group.rows.len())
        .filter(|&row| !quoted[row] && is_doubtful(group, row))
        .take(if group.rows.len() > MAX_ROWS {
            0
        } else {
            MAX_DOUBTFUL_BREAKS
        })
        .collect();
    let mut best: Option<Joined> = None;
    let mut steps = 0;
    for choice in 0..1usize << doubtful.len() {
        let space_before = |row: usize| {
            let bit = doubtful.iter().position(|&other| other == row);
            bit.is_some_and(|bit| (choice >> bit & 1 != 0) != starts_or_ends_with_keyword(group, row))
        };
        let joined = Joined::new(group, space_before, names, width);
        steps += joined.steps;
        if best.as_ref().is_none_or(|best| joined.cost < best.cost) {
            best = Some(joined);
        }
        if best.as_ref().is_some_and(|best| best.cost == 0) {
            break;
        }
    }
    let best = best.unwrap_or_else(|| Joined::new(group, |_| false, names, width));
    Joined { steps, ..best }
}

/// Whether each row starts inside a string, according to the quotes before it.
fn quoted_breaks(rows: &[PageRow]) -> Vec<bool> {
    let mut quoted = Vec::with_capacity(rows.len());
    let (mut in_string, mut in_remark) = (false, false);
    for row in rows {
        quoted.push(in_string && !in_remark);
        for (at, cell) in row.cells.iter().enumerate() {
            in_string ^= cell.code == b'"';
            let starts = |word: &[u8]| {
                let ahead = row.cells[at..].iter().map(|cell| cell.code);
                ahead.take(word.len()).eq(word.iter().copied())
            };
            let alone = at == 0 || !row.cells[at - 1].code.is_ascii_alphabetic();
            in_remark |= !in_string && alone && starts(b"REM");
        }
    }
    quoted
}

/// Whether a space between a row and the one before can make a difference: only between letters and digits.
fn is_doubtful(group: &Group<'_>, row: usize) -> bool {
    let is_word = |cell: Option<&Cell>| cell.is_some_and(|cell| cell.code.is_ascii_alphanumeric());
    is_word(group.rows[row - 1].cells.last()) && is_word(group.rows[row].cells.first())
}

/// Whether the word before or after the break is a keyword, so that a space is likely.
fn starts_or_ends_with_keyword(group: &Group<'_>, row: usize) -> bool {
    let is_letter = |cell: &&Cell| cell.code.is_ascii_alphabetic();
    let first: Vec<u8> = group.rows[row]
        .cells
        .iter()
        .take_while(is_letter)
        .map(|cell| cell.code)
        .collect();
    let mut last: Vec<u8> = group.rows[row - 1]
        .cells
        .iter()
        .rev()
        .take_while(is_letter)
        .map(|cell| cell.code)
        .collect();
    last.reverse();
    [first, last]
        .iter()
        .any(|word| token::longest_at(word).is_some_and(|(_, length)| length == word.len()))
}

impl Joined {
    fn new(group: &Group<'_>, space_before: impl Fn(usize) -> bool, names: &Names, width: usize) -> Joined {
        let mut cells = Vec::new();
        let mut row_of = Vec::new();
        let mut starts = Vec::with_capacity(group.rows.len());
        for (index, row) in group.rows.iter().enumerate() {
            let start = match index {
                0 => Head::of(&row.cells).map_or(0, |head| head.start),
                _ => 0,
            };
            if index > 0 && space_before(index) {
                let at = row.cells.first().map_or(row.span.start, |cell| cell.span.start);
                cells.push(Cell {
                    code: b' ',
                    escaped: false,
                    span: at..at,
                });
                row_of.push(index);
            }
            starts.push((cells.len(), start));
            cells.extend_from_slice(&row.cells[start..]);
            row_of.resize(cells.len(), index);
        }
        let end = group.rows.last().map_or(0, |row| row.span.end);
        let parsed = grammar::line(&cells, end, names, Spaces::Dropped);
        let mut joined = Joined {
            cells,
            row_of,
            starts,
            parsed,
            measured: Vec::new(),
            fits: Vec::new(),
            glyphs: Vec::new(),
            glyph_rows: Vec::new(),
            ends: Vec::new(),
            number: group.number,
            cost: NO_LINE_COST,
            steps: 0,
        };
        joined.steps = group.rows.len() + joined.cells.len() / llist::WIDTH;
        if joined
            .parsed
            .diagnostics
            .iter()
            .all(|diagnostic| diagnostic.severity < girafa_basic::diagnostic::Severity::Error)
        {
            joined.measure(group, width);
        } else {
            // Of the attempts that do not parse, the one that fails last is the most informative.
            let first = joined
                .parsed
                .diagnostics
                .iter()
                .map(|diagnostic| diagnostic.span.start)
                .min();
            joined.cost =
                NO_LINE_COST + u32::try_from(end - first.unwrap_or(end).min(end)).unwrap_or(NO_LINE_COST);
        }
        joined
    }

    /// Finds the row of every character of the line in its listed form, and how the rows are filled.
    fn measure(&mut self, group: &Group<'_>, width: usize) {
        self.glyphs = llist::glyphs(&self.line());
        self.glyph_rows = self.glyphs.iter().map(|_| None).collect();
        let inks: Vec<usize> = (0..self.cells.len())
            .filter(|&at| is_ink(&self.cells[at]))
            .collect();
        let mut letter = 0;
        for index in 0..self.glyphs.len() {
            let Glyph { code, at, .. } = self.glyphs[index];
            let Some(at) = at else {
                self.glyph_rows[index] = (code != b' ').then_some(0);
                continue;
            };
            if index == 0 || self.glyphs[index - 1].at != Some(at) {
                letter = 0;
            }
            let origin = self.parsed.origins[at].min(self.cells.len() - 1);
            let cell = &self.cells[origin];
            let counted = cell.escaped && self.parsed.body[at] == b' ';
            if code == b' ' && !counted {
                continue;
            }
            let spelled = !cell.escaped && cell.code < token::FIRST;
            let ink = inks.partition_point(|&ink| ink < origin) + if spelled { letter } else { 0 };
            self.glyph_rows[index] = inks.get(ink).map(|&ink| self.row_of[ink]);
            letter += 1;
        }
        self.ends = vec![None; group.rows.len()];
        for (at, row) in self.glyph_rows.iter().enumerate() {
            if let Some(ends) = row.and_then(|row| self.ends.get_mut(row)) {
                let first = ends.map_or(at, |(first, _)| first);
                *ends = Some((first, at));
            }
        }
        let quoted = quoted_glyphs(&self.glyphs, &self.parsed.body);
        let rows: Vec<RowWidth> = (0..group.rows.len())
            .map(|row| self.row(group, row, &quoted))
            .collect();
        let (fits, cost) = fit::fit(&rows, width);
        self.steps += rows.len() * fit::steps(width);
        self.fits = fits;
        self.measured = rows;
        self.cost = cost + SPACE_IN_NAME_COST * self.spaces_in_names(&quoted);
    }

    /// Returns a cell's row and its index there; `None` for an assumed space at a break.
    pub(super) fn place(&self, cell: usize) -> Option<(usize, usize)> {
        let row = *self.row_of.get(cell)?;
        let (first, before) = self.starts[row];
        Some((row, cell.checked_sub(first)? + before))
    }

    /// Number of columns of the whole line, without inserted spaces.
    pub(super) fn columns(&self) -> usize {
        self.glyphs.len()
    }

    /// Number of spaces that the fit inserts at the break after a row, beyond those that the page shows
    /// before the next.
    pub(super) fn added_spaces(&self, row: usize) -> usize {
        match (
            self.fits.get(row),
            self.fits.get(row + 1),
            self.measured.get(row),
            self.measured.get(row + 1),
        ) {
            (Some(fit), Some(next), Some(RowWidth { gap, .. }), Some(below)) => {
                (fit.trail + next.lead).saturating_sub(gap.own + below.indent)
            }
            _ => 0,
        }
    }

    /// Number of spaces that the fit inserts at the break after a row without evidence: between keywords or
    /// symbols.
    pub(super) fn unseen_spaces(&self, row: usize) -> usize {
        match (self.fits.get(row), self.fits.get(row + 1), self.measured.get(row)) {
            (Some(fit), Some(next), Some(RowWidth { gap, .. })) if !gap.quoted => {
                (fit.trail + next.lead).saturating_sub(gap.own)
            }
            _ => 0,
        }
    }

    /// Number of names with a space inside. The machine allows them, but people do not write them.
    fn spaces_in_names(&self, quoted: &[bool]) -> u32 {
        let in_name = |glyph: &Glyph| {
            glyph
                .at
                .map(|at| self.parsed.body[at])
                .is_some_and(|code| code.is_ascii_alphanumeric())
        };
        let apart = |pair: &[Glyph]| match (pair[0].at, pair[1].at) {
            (Some(before), Some(at)) => self.parsed.origins[at] > self.parsed.origins[before] + 1,
            _ => false,
        };
        let names = self
            .glyphs
            .windows(2)
            .zip(quoted)
            .filter(|(pair, quoted)| !**quoted && in_name(&pair[0]) && in_name(&pair[1]) && apart(pair));
        names.count() as u32
    }

    /// The indices of a row's first and last glyph.
    fn ends_of(&self, row: usize) -> Option<(usize, usize)> {
        let (first, last) = self.ends.get(row).copied().flatten()?;
        // The padding of the line number belongs to the first row.
        Some((if row == 0 { 0 } else { first }, last))
    }

    /// Measures a row; `quoted` marks the glyphs in strings and remarks.
    fn row(&self, group: &Group<'_>, row: usize, quoted: &[bool]) -> RowWidth {
        let Some((first, last)) = self.ends_of(row) else {
            return RowWidth::default();
        };
        let inside = || first..=last;
        let remark = self.parsed.body.iter().position(|&code| code == token::REM);
        let remarked: Vec<u8> = inside()
            .map(|at| self.glyphs[at])
            .filter(|glyph| glyph.code != b' ' && remark.is_some_and(|remark| glyph.at > Some(remark)))
            .map(|glyph| glyph.code)
            .collect();
        let next = self.ends_of(row + 1).map_or(last, |(next, _)| next);
        let asterisks = remarked.len() >= 3 && remarked.iter().all(|&code| code == b'*');
        RowWidth {
            inner: last - first + 1,
            indent: if row == 0 || asterisks {
                0
            } else {
                group.rows[row].indent
            },
            asterisks,
            typed: self.typed_spaces(row).len(),
            run: inside().any(|at| quoted[at] && self.glyphs[at].code == b' ' && !self.glyphs[at].own),
            gap: Gap {
                own: next.saturating_sub(last + 1),
                quoted: quoted[next] && next > last,
                inside_keyword: self.glyphs[next].at == self.glyphs[last].at,
            },
        }
    }

    /// The body indices where this row has, before them, a scanned space that does not belong to a keyword.
    fn typed_spaces(&self, row: usize) -> Vec<usize> {
        let mut places = Vec::new();
        let (first, last) = self.ends_of(row).unwrap_or_default();
        for index in first.max(1)..=last {
            let glyph = &self.glyphs[index];
            let (Some(at), before) = (glyph.at, &self.glyphs[index - 1]) else {
                continue;
            };
            let starts = before.at != Some(at) && self.glyph_rows[index] == Some(row);
            if !starts || before.code == b' ' {
                continue;
            }
            let origin = self.parsed.origins[at];
            let scanned = origin > 0 && self.row_of[origin - 1] == row && {
                let cell = &self.cells[origin - 1];
                cell.code == b' ' && !cell.escaped && !cell.span.is_empty()
            };
            if scanned {
                places.push(at);
            }
        }
        places
    }

    /// The line without inserted spaces.
    fn line(&self) -> Line {
        Line {
            number: self.number,
            body: self.parsed.body.clone(),
        }
    }

    /// Returns the restored line, with everything that fills the rows.
    pub(super) fn restored(&self) -> Line {
        let mut insertions: Vec<(usize, usize, u8)> = Vec::new();
        let quoted = quoted_glyphs(&self.glyphs, &self.parsed.body);
        for (row, fit) in self.fits.iter().enumerate() {
            let Some((first, last)) = self.ends_of(row) else {
                continue;
            };
            let body_at = |glyph: usize| self.glyphs.get(glyph).and_then(|glyph| glyph.at);
            let in_row = |glyph: usize| (first..=last).contains(&glyph);
            match fit.extra {
                Extra::None => {}
                Extra::Asterisks(count) => {
                    let star = (first..=last).find(|&at| quoted[at] && self.glyphs[at].code == b'*');
                    insertions.extend(star.and_then(body_at).map(|at| (at, count, b'*')));
                }
                Extra::Typed(count) => {
                    insertions.extend(
                        self.typed_spaces(row)
                            .into_iter()
                            .take(count)
                            .map(|at| (at, 1, b' ')),
                    );
                }
                Extra::Run(count) => {
                    let space =
                        |&at: &usize| quoted[at] && self.glyphs[at].code == b' ' && !self.glyphs[at].own;
                    let longest = (first..=last)
                        .filter(space)
                        .max_by_key(|&at| run_length(&self.glyphs, at));
                    insertions.extend(
                        longest
                            .filter(|&at| in_row(at))
                            .and_then(body_at)
                            .map(|at| (at, count, b' ')),
                    );
                }
            }
            if let (Some(next), Some((next_first, _))) = (self.fits.get(row + 1), self.ends_of(row + 1)) {
                let own = next_first - last - 1;
                let count = (fit.trail + next.lead).saturating_sub(own);
                insertions.extend(body_at(next_first).map(|at| (at, count, b' ')));
            }
        }
        let mut line = self.line();
        // From last to first, so that indices stay valid; of two at the same position, the later one first.
        insertions.reverse();
        insertions.sort_by_key(|&(at, ..)| std::cmp::Reverse(at));
        for (at, count, code) in insertions {
            line.body.splice(at..at, std::iter::repeat_n(code, count));
        }
        line
    }
}

fn run_length(glyphs: &[Glyph], at: usize) -> usize {
    glyphs[at..].iter().take_while(|glyph| glyph.code == b' ').count()
}

fn is_ink(cell: &Cell) -> bool {
    cell.code != b' ' || cell.escaped
}

/// For each glyph, whether a space before it may belong to a string or remark.
fn quoted_glyphs(glyphs: &[Glyph], body: &[u8]) -> Vec<bool> {
    let mut in_string = false;
    let mut remark = None;
    glyphs
        .iter()
        .map(|glyph| {
            let before = in_string || remark.is_some_and(|at| glyph.at > Some(at));
            if remark.is_none() {
                in_string ^= glyph.code == b'"' && glyph.at.is_some();
                if let Some(at) = glyph.at.filter(|&at| !in_string && body[at] == token::REM) {
                    remark = Some(at);
                }
            }
            before
        })
        .collect()
}
