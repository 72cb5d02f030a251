//! The work for pages with every kind of error is proportional to their rows, however wide the paper.

use girafa_basic::{llist, tokenise, work};
use girafa_scan::fit::WHOLE_LINE_WIDTH;
use girafa_scan::fixes::Fixes;
use girafa_scan::scan::{self, Width};
use girafa_test_support::Random;

/// Maximum work per character of a page, and the constant for any page. Of 15 such pages at four widths the
/// worst took 30 million for 1,303 characters, which is the step limit of its rows.
const MAX_WORK_PER_CHARACTER: u64 = 20_000;
const BASE_WORK: u64 = 10_000_000;

const REPLACEMENTS: &[u8] = b"0O1lI|!:;,.\"'()<>=+-*/$# ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Loses, adds, swaps and misreads characters; cuts and joins rows and removes their numbers.
fn mutated(rows: &[String], random: &mut Random) -> String {
    let rarity = [3, 7, 20, 100][random.below(4)];
    let mut page = String::new();
    for row in rows {
        let mut out: Vec<u8> = Vec::new();
        for &byte in row.as_bytes().iter().filter(|byte| byte.is_ascii()) {
            if !random.one_in(rarity) {
                out.push(byte);
                continue;
            }
            match random.below(5) {
                0 => {}
                1 => out.extend([byte, REPLACEMENTS[random.below(REPLACEMENTS.len())]]),
                2 => out.insert(out.len().saturating_sub(1), byte),
                3 => out.push(b' '),
                _ => out.push(REPLACEMENTS[random.below(REPLACEMENTS.len())]),
            }
        }
        if random.one_in(rarity * 2) {
            out.truncate(random.below(out.len() + 1));
        }
        let text = String::from_utf8(out).unwrap();
        let without = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        page += if random.one_in(rarity) { without } else { &text };
        if !random.one_in(rarity) {
            page.push('\n');
        }
    }
    page
}

/// A listing's rows at this paper width.
fn printed(name: &str, width: usize) -> Vec<String> {
    let path = girafa_test_support::root().join("basic-listings").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let program = tokenise::program(&text, &tokenise::Options::default()).unwrap();
    llist::rows(&program.program, width)
}

#[test]
fn mutated_pages() {
    let mut random = Random(14);
    let mut worst = (0, String::new());
    for (number, name) in ["nim.bas", "hanoi.bas", "galo.bas", "jarros.bas", "quarto.bas"]
        .into_iter()
        .cycle()
        .take(6)
        .enumerate()
    {
        let width = [20, 32, 64, 120][number % 4];
        let rows = printed(name, width);
        let page = mutated(&rows[..rows.len().min(60)], &mut random);
        for taken in [Width::Auto, Width::Columns(119)] {
            let done = work::of(|| {
                let _ = scan::read(&page, &Fixes::default(), taken);
            });
            let what = format!(
                "page {number}, {name}, {taken:?}: {done} for {} characters",
                page.len()
            );
            assert!(
                done <= BASE_WORK + MAX_WORK_PER_CHARACTER * page.len() as u64,
                "{what}"
            );
            worst = worst.max((done, what));
        }
    }
    println!("the most work: {}", worst.1);
}

/// One very long row: of numbers that may each begin a line, or of many lines.
#[test]
fn one_row() {
    for piece in ["7 ", "10 PRIN ", "10 PRINT 1 20 PRINT 2 "] {
        let works = [10_000, 20_000, 40_000].map(|length| {
            let page = piece.repeat(length / piece.len()) + "\n";
            work::of(|| {
                let _ = scan::read(&page, &Fixes::default(), Width::Columns(WHOLE_LINE_WIDTH));
            })
        });
        for pair in works.windows(2) {
            assert!(pair[1] <= pair[0] * 22 / 10 + 200_000, "{piece}: {works:?}");
        }
    }
    let numbered = |count: usize| {
        (1..=count)
            .map(|number| format!("{number} CLS "))
            .collect::<String>()
            + "\n"
    };
    let works = [500, 1_000, 2_000, 4_000].map(|count| {
        let page = numbered(count);
        let done = work::of(|| {
            let _ = scan::read(&page, &Fixes::default(), Width::Columns(WHOLE_LINE_WIDTH));
        });
        (done, page.len() as u64)
    });
    for (done, length) in works {
        assert!(done <= 1_000_000 + 200 * length, "{works:?}");
    }
}
