//! Finds listings in any text: rows that begin with increasing line numbers and a keyword, most of which
//! parse.
//!
//! A scan has page numbers and headers between the rows, and misread numbers and keywords; prose has
//! numbered paragraphs, tables and years. So rows are first grouped by their numbers, across damage and
//! page breaks. A group is a listing if enough of its lines parse and look like code. Each row is examined
//! only a few times.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::token;

use girafa_scan::{PageRow, Text, WHOLE_LINE_WIDTH, Width, page, reader, reader::LineTrial, width};

use crate::catalogue::MAX_LISTINGS;
use crate::heading;

/// A listing found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Its lines of the text, from 1, including code fences but not the page numbers and headers between
    /// its rows.
    pub rows: Vec<RangeInclusive<usize>>,
    /// The first and the last readable line number.
    pub numbers: (u16, u16),
    /// The number of readable line numbers.
    pub lines: usize,
    /// The width of its rows in columns; [`WHOLE_LINE_WIDTH`] if each row is a whole line.
    pub width: usize,
    /// The heading above it, if any.
    pub heading: Option<String>,
}

/// The result of a search for listings.
#[derive(Clone, Debug)]
pub struct Found {
    /// The listings, in the order of the text.
    pub listings: Vec<Listing>,
    /// The cost of the search: about the number of rows examined.
    pub steps: usize,
}

/// Minimum number of lines of a listing.
const MIN_LINES: usize = 3;
/// Maximum number of rows of a page between two line numbers.
const MAX_ROWS_BETWEEN_NUMBERS: usize = 40;
/// Maximum number of rows between two rows of a listing that are not part of it: page number, header,
/// footnotes.
const MAX_STRAY_ROWS: usize = 3;
/// Maximum number of rows of a line.
const MAX_ROWS: usize = 24;
/// Number of lines examined to decide whether a group is a listing.
const SAMPLE_LINES: usize = 64;

/// Number of lines examined to determine the width of the rows.
const WIDTH_SAMPLE_LINES: usize = 200;

/// Finds the listings of a text. The search stops after [`MAX_LISTINGS`] + 1 listings.
pub fn listings(text: &Text<'_>, width: Width) -> Found {
    let mut page = Page::new(text);
    let mut listings: Vec<Listing> = Vec::new();
    let mut free = 1;
    for run in page.runs() {
        let Some(listing) = page.listing(&run, free, width) else {
            continue;
        };
        free = listing.rows.last().map_or(free, |rows| rows.end() + 1);
        listings.push(listing);
        if listings.len() > MAX_LISTINGS {
            break;
        }
    }
    if width == Width::Auto {
        agree(&mut listings, text);
    }
    Found {
        listings,
        steps: page.steps,
    }
}

/// Gives listings the usual width of the book, as its listings are from the same printer. A listing is
/// damaged or short if it seems one column wider or narrower, or if it seems unbroken although its lines
/// continue on other rows and no row is wider.
fn agree(listings: &mut [Listing], text: &Text<'_>) {
    let mut lines: HashMap<usize, usize> = HashMap::new();
    for listing in listings.iter().filter(|listing| listing.width < WHOLE_LINE_WIDTH) {
        *lines.entry(listing.width).or_default() += listing.lines;
    }
    let Some((&usual, _)) = lines.iter().max_by_key(|&(&width, &lines)| (lines, width)) else {
        return;
    };
    for listing in listings {
        let rows = || {
            let lines = listing
                .rows
                .iter()
                .cloned()
                .flatten()
                .map(|row| text.line(row).trim());
            lines.filter(|line| !line.is_empty() && !line.starts_with("```"))
        };
        let goes_on = || rows().count() > listing.lines && rows().all(|row| row.chars().count() <= usual + 1);
        if listing.width.abs_diff(usual) == 1 || listing.width >= WHOLE_LINE_WIDTH && goes_on() {
            listing.width = usual;
        }
    }
}

/// A row that begins with a line number, like the first row of a program line.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// The row's line of the text, from 1.
    row: usize,
    number: u16,
    /// Whether the number is certain: it has only digits, and no `)` follows.
    sure: bool,
}

/// The kind of a line of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Blank,
    Fence,
    Row,
}

struct Page<'a> {
    text: &'a Text<'a>,
    kinds: Vec<Kind>,
    /// For each line: whether it is inside a code fence.
    fenced: Vec<bool>,
    /// For each line: the nearest line above that is not a row, or 0.
    breaks: Vec<u32>,
    heads: Vec<Head>,
    steps: usize,
}

impl<'a> Page<'a> {
    fn new(text: &'a Text<'a>) -> Page<'a> {
        let mut page = Page {
            text,
            kinds: Vec::with_capacity(text.count()),
            fenced: Vec::with_capacity(text.count()),
            breaks: Vec::with_capacity(text.count()),
            heads: Vec::new(),
            steps: text.count(),
        };
        let mut is_fenced = false;
        let mut last_break = 0;
        for number in 1..=text.count() {
            let line = text.line(number);
            let kind = match line.trim_start() {
                "" => Kind::Blank,
                content if content.starts_with("```") => Kind::Fence,
                _ => Kind::Row,
            };
            is_fenced ^= kind == Kind::Fence;
            page.breaks.push(last_break);
            if kind != Kind::Row {
                last_break = u32::try_from(number).unwrap_or(u32::MAX);
            }
            page.kinds.push(kind);
            page.fenced.push(is_fenced || kind == Kind::Fence);
            if kind == Kind::Row {
                page.heads.extend(head(number, line));
            }
        }
        page
    }

    fn kind(&self, row: usize) -> Kind {
        self.kinds.get(row - 1).copied().unwrap_or(Kind::Blank)
    }

    fn is_fenced(&self, row: usize) -> bool {
        self.fenced.get(row - 1).copied().unwrap_or(false)
    }

    /// Groups heads that have increasing numbers and are near each other.
    fn runs(&mut self) -> Vec<Vec<Head>> {
        let mut runs: Vec<Vec<Head>> = Vec::new();
        let mut run: Vec<Head> = Vec::new();
        let heads = std::mem::take(&mut self.heads);
        for (index, &head) in heads.iter().enumerate() {
            let Some(&last) = run.last() else {
                run.push(head);
                continue;
            };
            let is_near = self.is_near(last, head);
            if is_near && head.number > last.number {
                run.push(head);
                continue;
            }
            let next = heads.get(index + 1).filter(|next| self.is_near(head, **next));
            let before = run.len().checked_sub(2).map(|at| run[at].number);
            if is_near && next.is_some_and(|next| next.number > last.number && head.number > run[0].number) {
                // The number of this head is misread: too low.
                continue;
            }
            if is_near && before.is_some_and(|before| head.number > before) {
                // The number of the previous head is misread: too high.
                run.pop();
                run.push(head);
                continue;
            }
            runs.push(std::mem::replace(&mut run, vec![head]));
        }
        runs.push(run);
        runs
    }

    /// Whether the line at `below` may follow the line at `above` in a listing.
    fn is_near(&mut self, above: Head, below: Head) -> bool {
        let between = above.row + 1..below.row;
        if between.len() > MAX_ROWS_BETWEEN_NUMBERS {
            return false;
        }
        self.steps += between.len();
        let stray = between.filter(|&row| self.is_stray(above.row, row)).count();
        stray <= MAX_STRAY_ROWS
    }

    /// Whether a row after the line that starts at `above` is not part of a line. A row is part of the line
    /// if nothing separates them, or if the row is in a code fence.
    fn is_stray(&self, above: usize, row: usize) -> bool {
        self.kind(row) == Kind::Row && !self.is_fenced(row) && self.breaks[row - 1] as usize >= above
    }

    /// The rows of the line that starts at `from`, up to `to`, without blank lines, fences and stray rows.
    fn rows(&self, from: usize, to: usize) -> Vec<PageRow> {
        (from..=to)
            .filter(|&row| self.kind(row) == Kind::Row && !self.is_stray(from, row))
            .map(|row| self.row(row))
            .collect()
    }

    /// All rows of a run, up to the head of its last line.
    fn body(&self, run: &[Head]) -> Vec<PageRow> {
        let ends = run.iter().skip(1).map(|next| next.row - 1);
        let ends = ends.chain(run.last().map(|last| last.row));
        let mut rows: Vec<PageRow> = run
            .iter()
            .zip(ends)
            .flat_map(|(head, end)| self.rows(head.row, end))
            .collect();
        page::level_indents(&mut rows);
        rows
    }

    fn row(&self, row: usize) -> PageRow {
        let mut unknown = Diagnostics::default();
        PageRow::new(row, self.text.start(row), self.text.line(row), &mut unknown)
    }

    /// The listing of a run of heads, if it is one; it may begin at line `free` of the text or below.
    fn listing(&mut self, run: &[Head], free: usize, width: Width) -> Option<Listing> {
        let (first, last) = (run.first()?, run.last()?);
        if run.len() < MIN_LINES || !self.is_code(run) {
            return None;
        }
        let first_row = first.row;
        let body = self.body(&run[..run.len().min(WIDTH_SAMPLE_LINES)]);
        self.steps += body.len();
        let width = match width {
            Width::Columns(width) => width.min(WHOLE_LINE_WIDTH),
            Width::Auto => width::of(&body),
        };
        let start = self.start(*first, free);
        let end = self.end(*last, width);
        let mut rows: Vec<RangeInclusive<usize>> = Vec::new();
        let mut above = first_row;
        let mut open = start;
        let mut heads = run.iter().map(|head| head.row).peekable();
        for row in start..=end {
            if heads.next_if_eq(&row).is_some() {
                above = row;
            }
            if row > above && self.is_stray(above, row) {
                if (open..row).any(|row| self.kind(row) != Kind::Blank) {
                    rows.push(open..=row - 1);
                }
                open = row + 1;
            }
        }
        if open <= end {
            rows.push(open..=end);
        }
        Some(Listing {
            rows,
            numbers: (first.number, last.number),
            lines: run.len(),
            width,
            heading: heading::above(self.text, start, free, |row| self.is_fenced(row)),
        })
    }

    /// Whether enough of the lines parse and look like code.
    fn is_code(&mut self, run: &[Head]) -> bool {
        let (mut tried, mut parsed, mut telling) = (0, 0, 0);
        let mut keywords: Vec<u8> = Vec::new();
        for (index, head) in run.iter().enumerate().take(SAMPLE_LINES) {
            let end = run.get(index + 1).map_or(head.row, |next| next.row - 1);
            let rows = self.rows(head.row, end.min(head.row + MAX_ROWS));
            tried += 1;
            if !head.sure {
                continue;
            }
            let mut line = reader::try_line(head.number, &rows, WHOLE_LINE_WIDTH);
            self.steps += line.steps;
            if !line.parses && rows.len() > 1 {
                // The rows below may not be part of the line.
                line = reader::try_line(head.number, &rows[..1], WHOLE_LINE_WIDTH);
                self.steps += line.steps;
            }
            if !line.parses {
                continue;
            }
            parsed += 1;
            let body = &line.body;
            keywords.extend(body.first().filter(|code| !keywords.contains(code)));
            telling += usize::from(is_telling(body));
        }
        parsed >= 2
            && parsed * 4 >= tried
            && (telling >= 2 || telling >= 1 && parsed >= 3 && keywords.len() >= 2)
    }

    /// Where the listing begins whose first readable number is `first`. Rows directly above that begin with
    /// a lower number are lines of the listing with a damaged keyword; a code fence above is part of it
    /// too.
    fn start(&self, first: Head, free: usize) -> usize {
        let mut start = first.row;
        let mut number = first.number;
        while start > free && self.kind(start - 1) == Kind::Row {
            let above = self.text.line(start - 1);
            match weak_number(above).filter(|&above| above < number) {
                Some(above) => number = above,
                None => break,
            }
            start -= 1;
        }
        let fence = (free..start).rev().find(|&row| self.kind(row) != Kind::Blank);
        match fence.filter(|&row| self.kind(row) == Kind::Fence && self.is_fenced(start)) {
            Some(fence) => fence,
            None => start,
        }
    }

    /// Where the listing ends whose last readable number is `last`.
    fn end(&mut self, last: Head, width: usize) -> usize {
        let is_row = |row: usize| self.kind(row) == Kind::Row;
        if self.is_fenced(last.row) {
            let fence = (last.row + 1..=last.row + MAX_ROWS).find(|&row| self.kind(row) == Kind::Fence);
            let is_last = |fence: &usize| {
                let below = (last.row + 1..*fence).skip_while(|&row| is_row(row));
                below.into_iter().all(|row| !is_row(row))
            };
            if let Some(fence) = fence.filter(is_last) {
                return fence;
            }
        }
        let most = (last.row + 1..last.row + MAX_ROWS)
            .take_while(|&row| is_row(row))
            .last()
            .unwrap_or(last.row);
        // A full row continues on the next one.
        let tried: Vec<LineTrial> = (last.row..=most)
            .map(|end| reader::try_line(last.number, &self.rows(last.row, end), width))
            .collect();
        self.steps += tried.iter().map(|line| line.steps).sum::<usize>();
        let mut end = match width {
            WHOLE_LINE_WIDTH.. => tried.iter().position(|line| line.is_full),
            _ => tried.iter().rposition(|line| line.is_full),
        }
        .or_else(|| tried.iter().position(|line| line.parses))
        .map_or(last.row, |rows| last.row + rows);
        // Lines with a damaged keyword may follow.
        let mut number = last.number;
        for row in end + 1..=most {
            match weak_number(self.text.line(row)).filter(|&below| below > number) {
                Some(below) => (number, end) = (below, row),
                None => break,
            }
        }
        end
    }
}

/// Whether a line that parses has something rare in prose: an operator, a string, a jump to a number, PRINT of a
/// number, a list of short names.
fn is_telling(body: &[u8]) -> bool {
    let is_number = |pair: &[u8]| {
        matches!(pair[0], token::GO_TO | token::GO_SUB | token::PRINT) && pair[1].is_ascii_digit()
    };
    match body.first() {
        Some(&token::REM) | None => false,
        Some(&token::READ | &token::PRINT) if is_list_of_short_names(&body[1..]) => true,
        _ => body.iter().any(|code| b"=\"();$+*<>".contains(code)) || body.windows(2).any(is_number),
    }
}

/// Whether a list has several items, each of at most [`MAX_SHORT_NAME`] characters.
fn is_list_of_short_names(items: &[u8]) -> bool {
    let mut items = items.split(|&code| code == b',');
    items.clone().count() > 1 && items.all(|item| (1..=MAX_SHORT_NAME).contains(&item.len()))
}

/// Maximum length of a name that is not taken for a word of prose.
const MAX_SHORT_NAME: usize = 2;

/// The head of a row, if the row begins like a line. Its number may have letters that are misread digits.
fn head(row: usize, line: &str) -> Option<Head> {
    let content = line.trim_start();
    let first = content.as_bytes().first()?;
    if !first.is_ascii_digit() && digit(*first).is_none() {
        return None;
    }
    let number = content.split([' ', '>', ')']).next()?;
    if number.len() > 4 {
        return None;
    }
    // The scan may have the cursor `>` of the current line as a bracket.
    let after = &content[number.len()..];
    let rest = after.trim_start_matches([' ', '>', ')']);
    let is_sure = number.bytes().all(|byte| byte.is_ascii_digit()) && !after.starts_with(')');
    if rest.len() == content.len() - number.len() {
        return None;
    }
    let ahead = &rest.as_bytes()[..rest.len().min(MAX_KEYWORD)];
    let (_, length) = token::command_at(ahead)?;
    let is_word =
        ahead.get(length).is_some_and(u8::is_ascii_alphabetic) && ahead[length - 1].is_ascii_alphabetic();
    if is_word {
        return None;
    }
    let number: String = number
        .bytes()
        .map(|byte| digit(byte).map(char::from))
        .collect::<Option<_>>()?;
    let number = number.parse().ok().filter(|number| (1..=9999).contains(number))?;
    (is_sure || content.bytes().take(4).any(|byte| byte.is_ascii_digit())).then_some(Head {
        row,
        number,
        sure: is_sure,
    })
}

/// Bytes examined for a keyword: more than CONTINUE and RANDOMIZE have.
const MAX_KEYWORD: usize = 12;

/// The digit that a character of a line number stands for.
fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte),
        b'O' | b'o' | b'Q' | b'D' => Some(b'0'),
        b'I' | b'l' | b'|' | b'i' => Some(b'1'),
        b'Z' => Some(b'2'),
        b'S' => Some(b'5'),
        b'B' => Some(b'8'),
        _ => None,
    }
}

/// The number at the start of a row, whatever follows it.
fn weak_number(line: &str) -> Option<u16> {
    let content = line.trim_start();
    let digits = content.bytes().take_while(u8::is_ascii_digit).count();
    let rest = content[digits..].strip_prefix([' ', '>'])?.trim_start();
    let is_text = rest.starts_with(|character: char| character.is_ascii_alphabetic());
    content[..digits].parse().ok().filter(|_| is_text && digits <= 4)
}
