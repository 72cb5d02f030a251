//! Listings with the errors of scans: measures how many errors in code are found, how often the first
//! suggestion is right, and how many correct rows are reported as doubtful.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::llist;
use girafa_basic::program::{Line, Program};
use girafa_basic::text;
use girafa_basic::tokenise::{Options, program};
use girafa_books as book;
use girafa_scan::fit::WHOLE_LINE_WIDTH;
use girafa_scan::fixes::Fixes;
use girafa_scan::page::PageRow;
use girafa_scan::reader;
use girafa_scan::repair::{Change, Repair};
use girafa_scan::scan::{self, Width};
use girafa_test_support::{Random, book_text, root, thorough};

const WIDTH: usize = 32;

/// Characters that OCR commonly confuses; from general knowledge, not from the reader under test.
const LOOK_ALIKES: [(char, &str); 62] = [
    ('0', "OoD"),
    ('O', "0DQ"),
    ('o', "0ae"),
    ('D', "O0"),
    ('Q', "O0"),
    ('1', "lI7"),
    ('l', "1I"),
    ('I', "1lJ"),
    ('J', "I"),
    ('i', "j1l"),
    ('j', "i"),
    ('2', "Z"),
    ('Z', "2"),
    ('z', "2"),
    ('3', "8"),
    ('4', "A"),
    ('A', "4"),
    ('5', "S6"),
    ('S', "5$8"),
    ('s', "5"),
    ('6', "Gb5"),
    ('G', "6C"),
    ('7', "1T"),
    ('T', "7I"),
    ('8', "B3"),
    ('B', "83"),
    ('9', "g"),
    ('g', "9q"),
    ('q', "g9"),
    ('E', "F"),
    ('F', "EP"),
    ('P', "F"),
    ('R', "K"),
    ('K', "X"),
    ('X', "K"),
    ('C', "G("),
    ('c', "eo"),
    ('e', "co"),
    ('a', "oe"),
    ('U', "V"),
    ('u', "vn"),
    ('V', "UY"),
    ('v', "uy"),
    ('Y', "V"),
    ('y', "v"),
    ('W', "V"),
    ('M', "NH"),
    ('N', "MH"),
    ('H', "NM"),
    ('n', "rhu"),
    ('h', "bn"),
    ('b', "h6"),
    ('t', "f"),
    ('f', "t"),
    ('$', "S#5"),
    ('(', "C<"),
    (')', ">"),
    ('<', "("),
    ('>', ")"),
    ('=', "-"),
    ('-', "="),
    ('"', "'"),
];

/// Confusions of punctuation, which are the most frequent ones.
const PUNCTUATION: [(char, &str); 6] = [
    (',', ".;"),
    ('.', ","),
    (';', ":,"),
    (':', ";."),
    ('*', "#x"),
    ('+', "t"),
];

/// Characters that merge or split.
const MERGES_AND_SPLITS: [(&str, &str); 10] = [
    ("m", "rn"),
    ("rn", "m"),
    ("w", "vv"),
    ("d", "cl"),
    ("<>", "()"),
    ("<=", "(="),
    (">=", ")="),
    ("\"\"", "\""),
    ("H", "I-I"),
    ("N", "IV"),
];

/// The type of damage to a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    LookAlike,
    Lost,
    Doubled,
    Together,
    Split,
}

impl Kind {
    fn any(random: &mut Random) -> Kind {
        match random.below(100) {
            0..65 => Kind::LookAlike,
            65..78 => Kind::Lost,
            78..86 => Kind::Doubled,
            86..95 => Kind::Together,
            _ => Kind::Split,
        }
    }
}

/// A row with the character at `at` damaged; `None` if this type of damage is not possible there.
fn damaged(row: &[char], at: usize, kind: Kind, random: &mut Random) -> Option<Vec<char>> {
    let here = row[at];
    let (length, put): (usize, String) = match kind {
        Kind::LookAlike => {
            let (_, others) = LOOK_ALIKES
                .iter()
                .chain(&PUNCTUATION)
                .find(|(character, _)| *character == here)?;
            let others: Vec<char> = others.chars().collect();
            (1, others[random.below(others.len())].to_string())
        }
        Kind::Lost => (1, String::new()),
        Kind::Doubled => (1, format!("{here}{here}")),
        Kind::Together => {
            let rest: String = row[at..].iter().collect();
            let (piece, other) = MERGES_AND_SPLITS
                .iter()
                .find(|(piece, _)| rest.starts_with(piece))?;
            (piece.chars().count(), (*other).to_string())
        }
        Kind::Split => (1, format!("{here} ")),
    };
    let mut damaged = row.to_vec();
    damaged.splice(at..at + length, put.chars());
    Some(damaged)
}

/// The columns of a row's characters that belong to code. `state` is whether the row starts in a string, and
/// whether in a remark.
fn code(row: &[char], state: &mut (bool, bool)) -> Vec<usize> {
    let mut places = Vec::new();
    for (at, &character) in row.iter().enumerate() {
        let (quoted, remark) = *state;
        if !remark && (!quoted || character == '"') && character != ' ' {
            places.push(at);
        }
        state.0 ^= character == '"' && !remark;
        let word: String = row[..=at].iter().rev().take(4).collect();
        let starts = word.starts_with("MER") && !word.chars().nth(3).is_some_and(char::is_alphanumeric);
        state.1 |= !quoted && starts;
    }
    places
}

/// A page and its damage.
struct Page {
    name: String,
    lines: Vec<Line>,
    /// The rows as the machine lists them, and after the damage.
    listed: Vec<String>,
    rows: Vec<String>,
    damage: Vec<Damage>,
    /// The rows of each line.
    places: Vec<Range<usize>>,
}

struct Damage {
    /// The index of the line.
    line: usize,
    row: usize,
    kinds: Vec<Kind>,
}

/// The number of characters that are damaged.
#[derive(Clone, Copy)]
enum Amount {
    /// One to three in the whole listing.
    Listing,
    /// One to three in each of some rows: one row in twenty.
    Rows,
}

impl Page {
    fn of(name: &str, program: &Program, width: usize, amount: Amount, random: &mut Random) -> Page {
        let mut page = Page {
            name: name.to_string(),
            lines: program.lines.clone(),
            listed: Vec::new(),
            rows: Vec::new(),
            damage: Vec::new(),
            places: Vec::new(),
        };
        let mut places: Vec<(usize, usize, Vec<usize>)> = Vec::new();
        for (index, line) in program.lines.iter().enumerate() {
            let listed = llist::line_rows(line, width);
            let start = page.listed.len();
            page.places.push(start..start + listed.len());
            let mut state = (false, false);
            for (offset, row) in listed.iter().enumerate() {
                let characters: Vec<char> = row.trim().chars().collect();
                places.push((index, start + offset, code(&characters, &mut state)));
                page.listed.push(characters.iter().collect());
            }
        }
        page.rows.clone_from(&page.listed);
        places.retain(|(.., places)| !places.is_empty());
        let attempts = match amount {
            Amount::Listing => 1 + random.below(3),
            Amount::Rows => places.len() / 20,
        };
        for _ in 0..attempts {
            let (line, row, places) = &places[random.below(places.len())];
            let count = match amount {
                Amount::Listing => 1,
                Amount::Rows => 1 + random.below(3),
            };
            // Damage only one row of a line, so that the result can be attributed to it.
            if page.damage.iter().all(|damage| damage.line.abs_diff(*line) > 1) {
                page.damage_row(*line, *row, places, count, random);
            }
        }
        page
    }

    /// Damages characters of a row.
    fn damage_row(&mut self, line: usize, row: usize, places: &[usize], count: usize, random: &mut Random) {
        let characters: Vec<char> = self.rows[row].chars().collect();
        let mut chosen: BTreeMap<usize, Kind> = BTreeMap::new();
        for _ in 0..MAX_TRIES {
            let at = places[random.below(places.len())];
            let kind = Kind::any(random);
            let apart = chosen.keys().all(|&other| other.abs_diff(at) > 1);
            if chosen.len() < count && apart && damaged(&characters, at, kind, &mut Random(0)).is_some() {
                chosen.insert(at, kind);
            }
        }
        let mut now = characters;
        for (&at, &kind) in chosen.iter().rev() {
            now = damaged(&now, at, kind, random).unwrap_or(now);
        }
        if !chosen.is_empty() {
            let now: String = now.into_iter().collect();
            self.rows[row] = now.trim().to_string();
            let kinds = chosen.into_values().collect();
            self.damage.push(Damage { line, row, kinds });
        }
    }

    fn text(&self) -> String {
        self.rows.iter().map(|row| format!("{row}\n")).collect()
    }

    /// Whether a suggestion restores a line's rows, except for spaces.
    fn is_right(&self, line: usize, repair: &Repair) -> bool {
        let mut rows = self.rows.clone();
        for Change { line, wrong, right } in &repair.changes {
            let row = &mut rows[line - 1];
            *row = row.replacen(wrong, &right.replace('␣', " "), 1);
        }
        let place = self.places[line].clone();
        let ink = |rows: &[String]| rows.concat().replace(' ', "").to_ascii_uppercase();
        let elsewhere = |row: &usize| !place.contains(row) && rows[*row] != self.rows[*row];
        ink(&rows[place.clone()]) == ink(&self.listed[place.clone()])
            && !(0..rows.len()).any(|row| elsewhere(&row))
    }
}

/// Number of attempts to find a position and a type of damage for a row.
const MAX_TRIES: usize = 40;

/// A line's number and its codes without spaces and case.
fn meaning(line: &Line) -> (u16, Vec<u8>) {
    let codes = line.body.iter().filter(|&&code| code != b' ');
    (line.number, codes.map(u8::to_ascii_uppercase).collect())
}

/// The lines of a page read without corrections, omitting lines with errors.
fn plainly(text: &str) -> Vec<Line> {
    let mut start = 0;
    let rows: Vec<PageRow> = text
        .lines()
        .enumerate()
        .map(|(index, row)| {
            let here = start;
            start += row.len() + 1;
            PageRow::new(index + 1, here, row, &mut Diagnostics::default())
        })
        .collect();
    let names = reader::names(&rows, WIDTH);
    reader::read(&rows, WIDTH, &names).lines
}

fn has(lines: &[Line], line: &Line) -> bool {
    lines.iter().any(|other| meaning(other) == meaning(line))
}

#[derive(Clone, Copy, Default)]
struct Count {
    errors: usize,
    found: usize,
    right: usize,
    rows: usize,
    doubts: usize,
    false_doubts: usize,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.errors += other.errors;
        self.found += other.found;
        self.right += other.right;
        self.rows += other.rows;
        self.doubts += other.doubts;
        self.false_doubts += other.false_doubts;
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: usize| 100.0 * part as f64 / self.errors.max(1) as f64;
        write!(
            f,
            "{} errors in code, {} found ({:.1} %), first suggestion right {} ({:.1} %); {} rows, {} doubts, {} of them false",
            self.errors,
            self.found,
            percent(self.found),
            self.right,
            percent(self.right),
            self.rows,
            self.doubts,
            self.false_doubts
        )
    }
}

/// Reads a damaged page and counts the results, in total and by the types and the number of damaged
/// characters.
fn count(page: &Page, by: &mut BTreeMap<String, Count>) -> Count {
    let text = page.text();
    let before = plainly(&text);
    let read = scan::read(&text, &Fixes::default(), Width::Columns(WIDTH)).unwrap();
    let mut count = Count {
        rows: page.rows.len(),
        doubts: read.doubts.len(),
        ..Count::default()
    };
    let verbose = std::env::var_os("GIRAFA_VERBOSE").is_some();
    for damage in &page.damage {
        let line = &page.lines[damage.line];
        if has(&before, line) {
            continue;
        }
        let place = &page.places[damage.line];
        // With a damaged number the row becomes part of the line above.
        let first = place.start - usize::from(damage.row == place.start && place.start > 0);
        let doubt = read
            .doubts
            .iter()
            .find(|doubt| (first..place.end).contains(&(doubt.line - 1)));
        let right = read
            .doubts
            .iter()
            .filter(|doubt| (first..place.end).contains(&(doubt.line - 1)))
            .find_map(|doubt| doubt.repairs.first())
            .is_some_and(|repair| page.is_right(damage.line, repair));
        let here = Count {
            errors: 1,
            found: usize::from(doubt.is_some()),
            right: usize::from(right),
            ..Count::default()
        };
        if verbose && here.right == 0 {
            let was = &page.listed[damage.row];
            println!(
                "{} {} {:?} {}\n    was {}\n    now {}\n    {:?}\n    {:?}",
                page.name,
                damage.row + 1,
                damage.kinds,
                if here.found == 0 { "MISSED" } else { "" },
                was.trim(),
                page.rows[damage.row],
                doubt.map(|doubt| &doubt.diagnostic.message),
                doubt.map(|doubt| doubt
                    .repairs
                    .iter()
                    .map(|repair| repair
                        .changes
                        .iter()
                        .map(|change| (change.line, &change.wrong, &change.right))
                        .collect::<Vec<_>>())
                    .collect::<Vec<_>>()),
            );
        }
        by.entry(format!("{} characters", damage.kinds.len()))
            .or_default()
            .add(here);
        if let [kind] = damage.kinds[..] {
            by.entry(format!("1 character {kind:?}")).or_default().add(here);
        }
        count.add(here);
    }
    for doubt in &read.doubts {
        let row = doubt.line - 1;
        let damaged = page.damage.iter().any(|damage| {
            let place = &page.places[damage.line];
            let below = page
                .places
                .get(damage.line + 1)
                .map_or(place.end, |next| next.end);
            let above = page.places[damage.line.saturating_sub(1)].start;
            if damage.row == place.start {
                above..below
            } else {
                place.start..below
            }
            .contains(&row)
        });
        if !damaged {
            count.false_doubts += 1;
            if verbose {
                println!(
                    "FALSE {} {}: {} {:?} {:?}",
                    page.name, doubt.line, page.rows[row], doubt.diagnostic.message, doubt.repairs
                );
            }
        }
    }
    count
}

/// Girafa's listings, and the book's if its text is available.
fn listings() -> Vec<(String, Program)> {
    let mut paths: Vec<_> = [root().join("basic-listings"), root().join("basic-listings/book")]
        .iter()
        .flat_map(|directory| std::fs::read_dir(directory).unwrap())
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "bas"));
    paths.sort();
    assert!(paths.len() > 20, "{paths:?}");
    let mut listings: Vec<(String, Program)> = paths
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, program(&text, &Options::default()).unwrap().program)
        })
        .collect();
    if let Some(text) = book_text() {
        for restored in book::import(&text, &[]).unwrap() {
            listings.push((format!("book's {}", restored.id), restored.program));
        }
    }
    listings
}

/// Reads all listings, with new random damage in each round.
fn measured(amount: Amount, rounds: u64) -> Count {
    let mut total = Count::default();
    let mut by = BTreeMap::new();
    let started = std::time::Instant::now();
    for (index, (name, program)) in listings().iter().enumerate() {
        for round in 0..rounds {
            let mut random = Random(1 + round * 1000 + index as u64);
            let page = Page::of(name, program, WIDTH, amount, &mut random);
            total.add(count(&page, &mut by));
        }
    }
    for (name, count) in &by {
        println!("{name}: {count}");
    }
    println!("{total}; {:?}", started.elapsed());
    total
}

/// One to three damaged characters per listing, as in a scan of good print.
#[test]
fn errors_in_code_are_found() {
    let count = measured(Amount::Listing, if thorough() { 20 } else { 2 });
    assert!(
        count.found * 100 >= count.errors * MIN_REPORTED_PERCENT,
        "{count}"
    );
    assert!(count.right * 100 >= count.errors * MIN_RIGHT_PERCENT, "{count}");
    assert!(
        count.false_doubts * MIN_ROWS_PER_FALSE_DOUBT <= count.rows,
        "{count}"
    );
}

/// Minimum percentage of errors that are reported, and of those whose first suggestion is right.
const MIN_REPORTED_PERCENT: usize = 90;
const MIN_RIGHT_PERCENT: usize = 75;
/// Minimum number of rows per false doubt.
const MIN_ROWS_PER_FALSE_DOUBT: usize = 200;

/// Bad print: up to three damaged characters in one row in twenty. Fewer suggestions are right, as each must
/// correct all of them.
#[test]
fn rows_with_several_errors() {
    let count = measured(Amount::Rows, if thorough() { 4 } else { 1 });
    assert!(
        count.found * 100 >= count.errors * MIN_REPORTED_PERCENT,
        "{count}"
    );
    assert!(
        count.right * 100 >= count.errors * MIN_RIGHT_PERCENT_IN_BAD_PRINT,
        "{count}"
    );
    assert!(
        count.false_doubts * MIN_ROWS_PER_FALSE_DOUBT <= count.rows * 2,
        "{count}"
    );
}

const MIN_RIGHT_PERCENT_IN_BAD_PRINT: usize = 50;

/// The width of a page is detected from its damaged rows.
#[test]
fn widths_are_found() {
    let mut wrong = Vec::new();
    for (index, (name, program)) in listings().iter().enumerate() {
        for width in [28, 32, 40, 64, 80] {
            let page = Page::of(name, program, width, Amount::Rows, &mut Random(index as u64));
            let found = scan::width(&page.text());
            // A page on which no line is broken has no width.
            let broken = page.places.iter().any(|place| place.len() > 1);
            if found != if broken { width } else { WHOLE_LINE_WIDTH } {
                wrong.push((name.clone(), width, found));
            }
        }
        let whole = text::from_program(program);
        if scan::width(&whole) != WHOLE_LINE_WIDTH {
            wrong.push((name.clone(), WHOLE_LINE_WIDTH, scan::width(&whole)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Rows without doubts are read exactly as they are on the page: there are no unreported changes.
#[test]
fn all_changes_are_reported() {
    for (index, (name, program)) in listings().iter().enumerate() {
        let page = Page::of(name, program, WIDTH, Amount::Rows, &mut Random(77 + index as u64));
        let read = scan::read(&page.text(), &Fixes::default(), Width::Columns(WIDTH)).unwrap();
        let doubted = |number: u16| {
            let rows = read.rows.iter().filter(|row| row.number == number);
            rows.map(|row| row.page_line)
                .any(|line| read.doubts.iter().any(|doubt| doubt.line == line))
        };
        for row in read.rows.iter().filter(|row| !doubted(row.number)) {
            assert!(row.as_scanned(), "{name}: {row:?}");
        }
    }
}
