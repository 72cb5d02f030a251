//! For any kind of page, twice the scan takes twice the work, measured in characters and rows examined.

use girafa_basic::work;
use girafa_scan::fit::WHOLE_LINE_WIDTH;
use girafa_scan::fixes::Fixes;
use girafa_scan::scan::{self, Width};

/// Makes an input of a given number of pieces.
type Make = fn(usize) -> String;

/// Scans that the reader has been slow with.
const SCANS: [(&str, Make); 7] = [
    ("nearly a keyword", |n| "10 PRIN\n".repeat(n)),
    ("numbers", |n| {
        (1..=n).map(|row| format!("{}\n", row * 7_919 % 10_000)).collect()
    }),
    ("characters that there are not", |n| {
        (1..=n).map(|row| format!("{row} PRINT \"жжж\"\n")).collect()
    }),
    ("rows of data", |n| {
        (1..=n)
            .map(|row| format!("{row} DATA {},{}\n", row * 31, row * 17))
            .collect()
    }),
    ("names", |n| {
        (1..=n).map(|row| format!("{row} LET a{row}=b{row}\n")).collect()
    }),
    ("jumps", |n| {
        (1..=n)
            .map(|row| format!("{row} GO SUB {}: RETURN\n", row * 7 % 9_999))
            .collect()
    }),
    ("one long row", |n| {
        format!("10 PRINT \"{}\"\n", "ж".repeat(n * 4))
    }),
];

#[test]
fn scans() {
    for width in [Width::Auto, Width::Columns(32), Width::Columns(WHOLE_LINE_WIDTH)] {
        for (what, make) in SCANS {
            let works: Vec<u64> = [1, 2, 4, 8]
                .map(|times| {
                    let page = make(times * 400);
                    work::of(|| scan::read(&page, &Fixes::default(), width).unwrap())
                })
                .into();
            for pair in works.windows(2) {
                assert!(pair[0] > 0, "{what}: nothing was counted");
                assert!(
                    pair[1] <= pair[0] * 22 / 10 + 2_000,
                    "{what} {width:?}: {works:?}"
                );
            }
        }
    }
}
