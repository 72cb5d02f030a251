//! Listings with totals and checksums, broken at random columns and with some wrong characters: they are read
//! to the end, and suggestions can be applied.

use girafa_basic::{llist, tokenise};
use girafa_scan::Source;
use girafa_scan::fit::WHOLE_LINE_WIDTH;
use girafa_scan::fixes::{Correction, Fixes, Kind};
use girafa_scan::repair::{Change, Repair};
use girafa_scan::scan::{self, Width};
use girafa_scan::uncertain::Uncertain;
use girafa_test_support::{Random, thorough};

/// Numbers with digits that scans confuse, so that one wrong character makes another number.
const NUMBERS: &[u32] = &[
    3, 8, 9, 33, 38, 39, 88, 99, 190, 199, 203, 209, 238, 98, 6, 5, 105, 138, 250,
];
const REPLACEMENTS: &[u8] = b"0123456789OlISBZ.,:;\"()<>=+-$ ABDEGPRTU";

/// A listing whose DATA have a total that the program tests, a checksum in each line, or both.
fn listing(random: &mut Random) -> String {
    let lines = 1 + random.below(8);
    let each = 1 + random.below(14);
    let data: Vec<Vec<u32>> = (0..lines)
        .map(|_| {
            let mut items: Vec<u32> = (0..each).map(|_| NUMBERS[random.below(NUMBERS.len())]).collect();
            match random.below(3) {
                0 => items.push(items.iter().sum()),
                1 => items.push(items.iter().sum::<u32>() % 256),
                _ => {}
            }
            items
        })
        .collect();
    let total: u32 = data.iter().flatten().sum();
    let count: usize = data.iter().map(Vec::len).sum();
    let mut text = format!("10 REM soma {}\n20 LET s=0\n", "*".repeat(random.below(40)));
    text += &match random.below(3) {
        0 => format!("30 FOR i=1 TO {count}: READ a: LET s=s+a: NEXT i\n"),
        1 => "30 READ a: IF a<0 THEN GO TO 50\n35 LET s=s+a: GO TO 30\n".to_owned(),
        _ => format!(
            "30 FOR n=50000 TO {}: READ a: POKE n,a: LET s=s+a: NEXT n\n",
            49_999 + count
        ),
    };
    text += &format!("50 IF s<>{total} THEN PRINT \"ERRO NOS DADOS DA LINHA\": STOP\n");
    if random.one_in(2) {
        text += "60 RANDOMIZE USR 50000: GO SUB 200: STOP\n";
    }
    for (index, items) in data.iter().enumerate() {
        let items: Vec<String> = items.iter().map(u32::to_string).collect();
        text += &format!("{} DATA {}\n", 100 + 10 * index, items.join(","));
    }
    text + "200 PRINT \"FIM DA LINHA DOS DADOS\": RETURN\n"
}

/// Replaces, removes or adds one to three characters.
fn damaged(rows: &[String], random: &mut Random) -> String {
    let mut page: Vec<u8> = rows.join("\n").into_bytes();
    for _ in 0..1 + random.below(3) {
        // Prefer digits, which the rules are about.
        let digits: Vec<usize> = (0..page.len()).filter(|&at| page[at].is_ascii_digit()).collect();
        let at = if random.one_in(3) {
            random.below(page.len())
        } else {
            digits[random.below(digits.len())]
        };
        let wrong = REPLACEMENTS[random.below(REPLACEMENTS.len())];
        match random.below(5) {
            0 => drop(page.remove(at)),
            1 => page.insert(at, wrong),
            _ => page[at] = wrong,
        }
    }
    page.push(b'\n');
    String::from_utf8(page).expect("it is ASCII")
}

/// Characters that a picture may leave uncertain, each with two alternatives.
fn uncertain(page: &str, random: &mut Random) -> Vec<Uncertain> {
    let rows: Vec<&str> = page.lines().filter(|row| !row.is_empty()).collect();
    let some = (0..random.below(4)).map(|_| {
        let line = random.below(rows.len());
        let mut other = || (char::from(REPLACEMENTS[random.below(REPLACEMENTS.len())]), 0.2);
        let others = vec![other(), other()];
        Uncertain {
            line: line + 1,
            column: 1 + random.below(rows[line].len()),
            likelihood: 0.6,
            others,
            place: "at 1,2 of a.png".to_owned(),
        }
    });
    some.collect()
}

/// The corrections of one suggestion.
fn fixes(repair: &Repair) -> Fixes {
    let correction = |change: &Change| Correction {
        line: change.line,
        wrong: change.wrong.clone(),
        right: change.right.clone(),
        kind: Kind::Scan,
        reason: "suggested".to_owned(),
    };
    Fixes {
        corrections: repair.changes.iter().map(correction).collect(),
        ..Fixes::default()
    }
}

#[test]
fn totals_and_checksums() {
    let count = if thorough() { 10_000 } else { 200 };
    let mut elsewhere = 0;
    for seed in 0..count {
        let mut random = Random(seed);
        let text = listing(&mut random);
        let program = tokenise::program(&text, &tokenise::Options::default())
            .unwrap()
            .program;
        let width = [20, 32, 32, 32, 40, 64, WHOLE_LINE_WIDTH][random.below(7)];
        let page = damaged(&llist::rows(&program, width), &mut random);
        let width = if random.one_in(4) {
            Width::Auto
        } else {
            Width::Columns(width)
        };
        let uncertain = uncertain(&page, &mut random);
        let read = |fixes: &Fixes| {
            let source = Source {
                uncertain: &uncertain,
                ..Source::from(page.as_str())
            };
            scan::read_source(source, fixes, width)
                .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{page}"))
        };
        for doubt in read(&Fixes::default()).doubts {
            // Suggestions for the same row are covered by other tests.
            let is_elsewhere =
                |repair: &&Repair| repair.changes.iter().any(|change| change.line != doubt.line);
            if let Some(repair) = doubt.repairs.iter().find(is_elsewhere) {
                elsewhere += 1;
                read(&fixes(repair));
            }
        }
    }
    assert!(elsewhere > 0, "no repair of another row was suggested");
}
