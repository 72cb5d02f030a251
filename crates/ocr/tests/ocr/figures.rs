//! Measures the reading of pages: all editions and the book's listings, printed and damaged, by preset and
//! resolution.
//!
//! `cargo test --release -p girafa-ocr --test ocr figures -- --ignored --nocapture` prints the table.
//! Environment variables select what it covers; values are separated by commas:
//!
//! - `GIRAFA_OCR_PRESETS`: `none`, `moderate`, `strong`; default: all
//! - `GIRAFA_OCR_DPI`: resolutions; default: `100,150,200,300,600`
//! - `GIRAFA_OCR_SEEDS`: number of random damages for each page; default: 1
//! - `GIRAFA_OCR_LISTINGS`: listings, such as `hanoi,galo` or the book's `book-galo`; default: all
//! - `GIRAFA_OCR_ROWS`: maximum number of rows of each edition
//! - `GIRAFA_OCR_DAMAGE`: a line such as `rotate=3 blur=0.5`, which is used as the only preset
//! - `GIRAFA_OCR_COLUMNS`: known number of cells per row; default: detected
//! - `GIRAFA_OCR_GRIDS=true`: use the true grids instead of those that are found, to measure reading alone
//! - `GIRAFA_OCR_THREADS`: number of pages at a time; default: one per core
//! - `GIRAFA_OCR_WORST`: number of pages with the most mistakes to write; default: 5
//!
//! Intermediate results are in `target/ocr/figures/table.md`. The pages with the most mistakes are in
//! `target/ocr/worst`, each with its damage and the rows that differ.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use girafa_basic::llist;
use girafa_books as book;
use girafa_ocr::{page, read};
use girafa_test_support::book_text;

use crate::compare::{BINS, Compared, Counts, MIN_CERTAIN_LIKELIHOOD, compare};
use crate::damage::{Damage, pictures, write_picture};
use crate::printed::{self, Printed};

/// Cells per row of an edition.
const WIDTH: usize = 32;
/// Rows per page, or per column of a magazine.
const PAGE_ROWS: usize = 56;
/// One page to print, find and read.
struct Job {
    preset: String,
    listing: String,
    number: usize,
    damage: Damage,
    rows: Vec<Vec<char>>,
    /// The line of BASIC of each row.
    lines: Vec<usize>,
}

impl Job {
    fn print(&self) -> Printed {
        self.damage.print(&self.rows, &printed::font())
    }

    /// Prints, finds, reads and compares. A panic counts as nothing found; also returns whether there was
    /// one.
    fn run(&self, plan: &Plan) -> (Compared, bool) {
        let printed = self.print();
        let font = printed::font();
        let start = Instant::now();
        let found = catch_unwind(AssertUnwindSafe(|| {
            if !plan.is_found {
                let cells = read::read(&printed.page, &printed.grids, &font);
                return (printed.grids.clone(), cells);
            }
            page::read(&printed.page, plan.columns, &font)
                .map_or_else(|_| Default::default(), |read| (read.rows, read.cells))
        }));
        let seconds = start.elapsed().as_secs_f64();
        let has_panicked = found.is_err();
        let (grids, cells) = found.unwrap_or_default();
        let mut compared = compare(&printed, &self.lines, &font, &grids, &cells);
        compared.counts.seconds = seconds;
        (compared, has_panicked)
    }

    /// The table row of this job.
    fn group(&self) -> Group {
        let magazine = self.damage.magazine != 0.0;
        (self.preset.clone(), magazine, self.damage.dpi.round() as u32)
    }
}

/// Preset, whether it is a magazine, dots per inch.
type Group = (String, bool, u32);

/// The settings of a run.
struct Plan {
    presets: Vec<String>,
    dpi: Vec<f32>,
    seeds: usize,
    /// Names; empty for all.
    listings: Vec<String>,
    /// Maximum number of rows of each listing.
    rows: usize,
    /// The damage of preset `line`.
    line: Option<Damage>,
    columns: Option<usize>,
    /// Whether the rows have to be found; otherwise their true grids are used.
    is_found: bool,
    threads: usize,
    /// Number of pages with the most mistakes to write.
    worst: usize,
    /// File to which the table of intermediate results is written after each page.
    table: Option<PathBuf>,
}

impl Plan {
    /// The settings from the environment variables.
    fn by_environment() -> Plan {
        let listed = |name: &str, without: &str| -> Vec<String> {
            let value = std::env::var(name).unwrap_or_else(|_| without.to_owned());
            value
                .split(',')
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect()
        };
        let line = std::env::var("GIRAFA_OCR_DAMAGE").ok();
        let line: Option<Damage> = line.map(|line| line.parse().unwrap());
        let (presets, dpi) = match &line {
            Some(damage) => (vec!["line".to_owned()], damage.dpi.to_string()),
            None => (
                listed("GIRAFA_OCR_PRESETS", "none,moderate,strong"),
                "100,150,200,300,600".to_owned(),
            ),
        };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Plan {
            presets,
            dpi: listed("GIRAFA_OCR_DPI", &dpi)
                .iter()
                .map(|dpi| number(dpi))
                .collect(),
            seeds: number(&listed("GIRAFA_OCR_SEEDS", "1")[0]),
            listings: listed("GIRAFA_OCR_LISTINGS", ""),
            rows: listed("GIRAFA_OCR_ROWS", "")
                .first()
                .map_or(usize::MAX, |rows| number(rows)),
            line,
            columns: listed("GIRAFA_OCR_COLUMNS", "")
                .first()
                .map(|columns| number(columns)),
            is_found: listed("GIRAFA_OCR_GRIDS", "") != ["true"],
            threads: number(&listed("GIRAFA_OCR_THREADS", &cores.to_string())[0]),
            worst: number(&listed("GIRAFA_OCR_WORST", "5")[0]),
            table: Some(pictures("figures").join("table.md")),
        }
    }

    fn damage(&self, preset: &str, seed: u64, dpi: f32) -> Damage {
        match preset {
            "none" => Damage::none(dpi),
            "moderate" => Damage::moderate(seed, dpi),
            "strong" => Damage::strong(seed, dpi),
            "line" => Damage {
                dpi,
                ..self.line.clone().expect("GIRAFA_OCR_DAMAGE is that line")
            },
            _ => panic!("{preset} is no preset; there are none, moderate and strong"),
        }
    }

    /// All pages. A page has the same damage at each resolution.
    fn jobs(&self) -> Vec<Job> {
        let all = listings();
        for name in &self.listings {
            assert!(all.iter().any(|(id, _)| id == name), "{name} is no listing");
        }
        let mut jobs = Vec::new();
        for (index, (listing, text)) in (0_u64..).zip(&all) {
            if !self.listings.is_empty() && !self.listings.contains(listing) {
                continue;
            }
            let (mut rows, mut lines) = rows_by_line(text);
            rows.truncate(self.rows);
            lines.truncate(self.rows);
            for preset in &self.presets {
                // A page without damage does not depend on the seed.
                let seeds = if preset == "none" { 1 } else { self.seeds };
                for (seed, &dpi) in (0..seeds).flat_map(|seed| self.dpi.iter().map(move |dpi| (seed, dpi))) {
                    let mut start = 0;
                    for number in 0.. {
                        if start >= rows.len() {
                            break;
                        }
                        let seed = 10_000 * index + 100 * number as u64 + seed as u64;
                        let damage = self.damage(preset, seed, dpi);
                        let columns = if damage.magazine != 0.0 { 2 } else { 1 };
                        let page = start..(start + PAGE_ROWS * columns).min(rows.len());
                        start = page.end;
                        jobs.push(Job {
                            preset: preset.clone(),
                            listing: listing.clone(),
                            number,
                            damage,
                            rows: rows[page.clone()].to_vec(),
                            lines: lines[page].to_vec(),
                        });
                    }
                }
            }
        }
        jobs
    }

    /// Runs all jobs, `threads` pages at a time.
    fn run(&self) -> Figures {
        let jobs = self.jobs();
        let next = AtomicUsize::new(0);
        let figures = Mutex::new(Figures::default());
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let (compared, has_panicked) = job.run(self);
                        let mut figures = figures.lock().unwrap();
                        figures.add(job, compared, has_panicked);
                        if let Some(path) = &self.table {
                            fs::write(path, figures.table()).unwrap();
                        }
                    }
                });
            }
        });
        let mut figures = figures.into_inner().unwrap();
        // Sort, so that the result does not depend on the order in which threads finish.
        figures.panicked.sort();
        figures
            .pages
            .sort_by_key(|page| (Reverse(page.mistakes), page.name.clone()));
        figures
    }
}

/// Parses a number of an environment variable.
fn number<T: FromStr>(text: &str) -> T {
    let number = text.trim().parse();
    number.unwrap_or_else(|_| panic!("{text} is no number"))
}

/// All listings with their names: the repository's, and the book's if its text is available.
fn listings() -> Vec<(String, String)> {
    let own = girafa_listings::EDITIONS.iter();
    let mut all: Vec<(String, String)> = own.map(|&(id, text)| (id.to_owned(), text.to_owned())).collect();
    if let Some(text) = book_text() {
        let restored = book::import(&text, &[]).unwrap();
        all.extend(
            restored
                .into_iter()
                .map(|listing| (format!("book-{}", listing.id), listing.source)),
        );
    }
    all
}

/// The rows that LLIST prints for a listing, and the line that each row belongs to.
fn rows_by_line(listing: &str) -> (Vec<Vec<char>>, Vec<usize>) {
    let program = printed::program(listing);
    let by_line = program
        .lines
        .iter()
        .map(|line| llist::line_rows(line, WIDTH).len());
    let lines = by_line
        .enumerate()
        .flat_map(|(at, rows)| vec![at; rows])
        .collect();
    (printed::rows(listing, WIDTH), lines)
}

/// A page and its number of mistakes.
struct Page {
    mistakes: usize,
    name: String,
    damage: Damage,
    rows: Vec<Vec<char>>,
    differences: Vec<(String, Option<String>)>,
}

/// The results.
#[derive(Default)]
struct Figures {
    groups: BTreeMap<Group, Counts>,
    pages: Vec<Page>,
    /// The pages where finding or reading panicked.
    panicked: Vec<String>,
}

impl Figures {
    fn add(&mut self, job: &Job, compared: Compared, has_panicked: bool) {
        let name = format!("{}-{}-{}-{}", job.listing, job.number, job.preset, job.damage.dpi);
        if has_panicked {
            self.panicked.push(format!("{name}: {}", job.damage));
        }
        let counts = compared.counts;
        *self.groups.entry(job.group()).or_default() += &counts;
        self.pages.push(Page {
            mistakes: counts.wrong + counts.lost + WIDTH * counts.false_rows,
            name,
            damage: job.damage.clone(),
            rows: job.rows.clone(),
            differences: compared.differences,
        });
    }

    fn sum(&self, preset: &str) -> Counts {
        let mut sum = Counts::default();
        for (_, counts) in self.groups.iter().filter(|((name, ..), _)| name == preset) {
            sum += counts;
        }
        sum
    }

    /// The results as a Markdown table.
    fn table(&self) -> String {
        let mut table = String::from(
            "| damage | page | dpi | pages | rows | not found | false | cells | characters | lost | read | wrong | of read | unreported \
             | doubtful | false doubts | lines | exact | s/page |\n\
             | --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n",
        );
        for ((preset, magazine, dpi), counts) in &self.groups {
            let Counts {
                pages,
                rows,
                rows_not_found,
                false_rows,
                lines,
                lines_exact,
                cells,
                characters,
                read,
                lost,
                wrong,
                unreported,
                doubtful,
                false_doubts,
                bins: _,
                seconds,
            } = *counts;
            let page = if *magazine { "magazine" } else { "sheet" };
            let share = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
            writeln!(
                table,
                "| {preset} | {page} | {dpi} | {pages} | {rows} | {rows_not_found} | {false_rows} | {cells} | {characters} \
                 | {lost} | {read} | {wrong} | {:.3} % | {unreported} | {doubtful} | {false_doubts} | {lines} | {:.1} % | {:.2} |",
                share(wrong, read),
                share(lines_exact, lines),
                seconds / pages as f64,
            )
            .unwrap();
        }
        table
    }

    /// A Markdown table of the share of wrong readings by likelihood. If likelihoods are calibrated, the
    /// share of wrong readings in a bin is at most what its likelihoods imply.
    fn calibration(&self) -> String {
        let mut table = String::from(
            "| damage | likelihood | readings | wrong | of them |\n| --- | --- | --: | --: | --: |\n",
        );
        let presets: BTreeSet<&String> = self.groups.keys().map(|(preset, ..)| preset).collect();
        for preset in presets {
            for (least, [readings, wrong]) in BINS.iter().zip(self.sum(preset).bins) {
                let share = 100.0 * wrong as f64 / readings.max(1) as f64;
                writeln!(
                    table,
                    "| {preset} | {least} or more | {readings} | {wrong} | {share:.3} % |"
                )
                .unwrap();
            }
        }
        table
    }

    /// Writes the worst pages and returns a message with their locations.
    fn write_worst(&self, count: usize) -> String {
        let directory = pictures("worst");
        let mut list = String::new();
        for (place, page) in (1..).zip(self.pages.iter().take(count)) {
            let name = format!("{place}-{}", page.name);
            let path = directory.join(format!("{name}.png"));
            write_picture(&path, &page.damage.print(&page.rows, &printed::font()).page);
            let mut text = format!("{}\n\n", page.damage);
            for (printed, read) in &page.differences {
                let read = read.as_deref().unwrap_or("(not found)");
                writeln!(text, "printed {printed}|\nread    {read}|\n").unwrap();
            }
            fs::write(directory.join(format!("{name}.txt")), text).unwrap();
            writeln!(
                list,
                "{} mistakes: {} ({})",
                page.mistakes,
                path.display(),
                page.damage
            )
            .unwrap();
        }
        list
    }
}

#[test]
#[ignore = "takes an hour or more: the table of figures"]
fn figures() {
    let plan = Plan::by_environment();
    let figures = plan.run();
    println!(
        "Doubtful: less likely than {MIN_CERTAIN_LIKELIHOOD}. {} pages at a time.\n",
        plan.threads
    );
    println!(
        "{}\n{}\n{}",
        figures.table(),
        figures.calibration(),
        figures.write_worst(plan.worst)
    );
    assert!(
        figures.panicked.is_empty(),
        "panics:\n{}",
        figures.panicked.join("\n")
    );
}

/// A few rows of a few listings.
fn few(presets: &[&str], dpi: &[f32], seeds: usize) -> Plan {
    Plan {
        presets: presets.iter().map(|&preset| preset.to_owned()).collect(),
        dpi: dpi.to_vec(),
        seeds,
        listings: ["galo", "hanoi", "retrato"].map(str::to_owned).to_vec(),
        rows: 16,
        line: None,
        columns: None,
        is_found: true,
        threads: 2,
        worst: 0,
        table: None,
    }
}

#[test]
fn perfect_pages_are_read_without_errors() {
    let perfect = few(&["none"], &[150.0, 300.0], 1).run();
    println!("{}", perfect.table());
    assert_eq!(perfect.panicked, [""; 0]);
    let counts = perfect.sum("none");
    assert_eq!(
        (counts.pages, counts.rows, counts.lines),
        (6, 96, counts.lines_exact)
    );
    assert_eq!(
        (counts.rows_not_found, counts.false_rows, counts.wrong),
        (0, 0, 0)
    );
    assert!(counts.doubtful * 1000 <= counts.cells, "{counts:?}");
}

#[test]
fn moderately_damaged_pages_are_read() {
    let damaged = few(&["moderate"], &[200.0], 2).run();
    println!("{}", damaged.table());
    assert_eq!(damaged.panicked, [""; 0]);
    let counts = damaged.sum("moderate");
    assert!(counts.rows_not_found * 50 <= counts.rows, "{counts:?}");
    assert!(counts.false_rows * 50 <= counts.rows, "{counts:?}");
    assert!(counts.wrong * 200 <= counts.cells, "{counts:?}");
    assert!(counts.unreported * 1000 <= counts.cells, "{counts:?}");
}

#[test]
fn strongly_damaged_pages_are_read() {
    let damaged = few(&["strong"], &[200.0], 2).run();
    println!("{}", damaged.table());
    assert_eq!(damaged.panicked, [""; 0]);
    let counts = damaged.sum("strong");
    assert!(counts.rows_not_found * 4 <= counts.rows, "{counts:?}");
    assert!(counts.wrong * 8 <= counts.cells, "{counts:?}");
}

#[test]
fn each_row_of_an_edition_belongs_to_a_line() {
    for (id, text) in &listings() {
        let (rows, lines) = rows_by_line(text);
        assert_eq!(rows.len(), lines.len(), "{id}");
        for (row, pair) in rows[1..].iter().zip(lines.windows(2)) {
            let number: String = row[..4].iter().collect();
            let begins = number.trim_start().parse::<u32>().is_ok();
            assert!(
                begins || pair[0] == pair[1],
                "{id}: {}",
                row.iter().collect::<String>()
            );
        }
    }
}

#[test]
fn all_pages_of_a_plan() {
    let plan = Plan {
        presets: ["none", "moderate", "strong"].map(str::to_owned).to_vec(),
        dpi: vec![100.0, 300.0],
        seeds: 2,
        listings: Vec::new(),
        rows: usize::MAX,
        line: None,
        columns: None,
        is_found: true,
        threads: 1,
        worst: 0,
        table: None,
    };
    let jobs = plan.jobs();
    let all: usize = listings()
        .iter()
        .map(|(_, text)| rows_by_line(text).0.len())
        .sum();
    let rows = |preset: &str| -> usize {
        let jobs = jobs.iter().filter(|job| job.preset == preset);
        jobs.map(|job| job.rows.len()).sum()
    };
    assert_eq!(
        [rows("none"), rows("moderate"), rows("strong")],
        [2 * all, 4 * all, 4 * all]
    );
    // At each resolution a page has the same damage.
    let at = |dpi: f32| jobs.iter().filter(move |job| job.damage.dpi == dpi);
    for (one, other) in at(100.0).zip(at(300.0)) {
        let mut damage = one.damage.clone();
        damage.dpi = other.damage.dpi;
        assert!(damage == other.damage && one.rows == other.rows);
    }
    for magazine in [0.0, 1.0] {
        assert!(jobs.iter().any(|job| job.damage.magazine == magazine));
    }
}
