//! DATA: corrections of a misread item by its neighbours, by sums and by the READs of a listing.

use girafa_basic::tokenise::{Options, program};
use girafa_scan::fit::WHOLE_LINE_WIDTH;
use girafa_scan::fixes::Fixes;
use girafa_scan::scan::{self, Width};

use crate::support::suggested;

/// Lines of bytes; the last item of each is computed by `rule`.
fn listing(rule: impl Fn(&[u32], u32) -> u32, reads: &str) -> String {
    let lines = (0..6).map(|line| {
        let number = 9000 + 10 * line;
        let bytes: Vec<u32> = (1..8).map(|at| (line * 37 + at * at * 11 + 20) % 256).collect();
        let last = rule(&bytes, number);
        let items: Vec<String> = bytes.iter().map(u32::to_string).collect();
        format!("{number} DATA {},{last}\n", items.join(","))
    });
    format!("{reads}{}", lines.collect::<String>())
}

const READ_LOOP: &str =
    "10 FOR n=1 TO 6: LET s=0: FOR i=1 TO 7: READ a: LET s=s+a: NEXT i: READ c: NEXT n: STOP\n";

/// Checks that the listing has no doubts, and that after misreading `right` as `wrong` the first suggestion
/// corrects it.
fn check_repair(listing: &str, right: &str, wrong: &str) {
    let whole = program(listing, &Options::default()).unwrap().program.lines;
    let read = |text: &str, fixes: &Fixes| scan::read(text, fixes, Width::Columns(WHOLE_LINE_WIDTH)).unwrap();
    let clean = read(listing, &Fixes::default());
    assert!(clean.doubts.is_empty(), "{listing}{:?}", clean.doubts);
    assert_eq!(listing.matches(right).count(), 1, "{right}\n{listing}");
    let damaged = listing.replace(right, wrong);
    let doubted = read(&damaged, &Fixes::default());
    assert!(
        !doubted.doubts.is_empty(),
        "{wrong}: nothing is reported\n{damaged}"
    );
    let repaired = read(&damaged, &suggested(&doubted));
    let repairs: Vec<_> = doubted
        .doubts
        .iter()
        .map(|doubt| (&doubt.diagnostic.message, &doubt.repairs))
        .collect();
    assert_eq!(repaired.lines, whole, "{wrong}: {repairs:?}\n{damaged}");
}

#[test]
fn lines_with_sums() {
    let rules: [fn(&[u32], u32) -> u32; 6] = [
        |bytes, _| bytes.iter().sum(),
        |bytes, _| bytes.iter().sum::<u32>() % 256,
        |bytes, line| bytes.iter().sum::<u32>() + line,
        |bytes, _| bytes.iter().fold(0, |all, byte| all ^ byte),
        |bytes, _| (1..).zip(bytes).map(|(place, byte)| place * byte).sum(),
        |bytes, _| (256 - bytes.iter().sum::<u32>() % 256) % 256,
    ];
    for rule in rules {
        let listing = listing(rule, READ_LOOP);
        let line = listing.lines().nth(3).unwrap();
        let items: Vec<&str> = line.split([' ', ',']).skip(2).collect();
        // A 3 read for an 8 or the reverse, a doubled digit, a point for a comma.
        let start = format!("DATA {},{},", items[0], items[1]);
        assert_eq!(start, "DATA 105,138,");
        check_repair(&listing, &start, "DATA 105,133,");
        check_repair(&listing, &start, "DATA 1055,138,");
        check_repair(&listing, &start, "DATA 105.138,");
    }
}

#[test]
fn a_total_that_is_tested() {
    let bytes = [62, 2, 205, 1, 22, 33, 0, 64, 17, 1, 38, 12, 201];
    let items: Vec<String> = bytes.iter().map(u32::to_string).collect();
    let total: u32 = bytes.iter().sum();
    let listing = format!(
        "10 LET s=0: FOR n=50000 TO 50012: READ a: POKE n,a: LET s=s+a: NEXT n\n\
         20 IF s<>{total} THEN PRINT \"ERRO\": STOP\n30 RANDOMIZE USR 50000: STOP\n40 DATA {}\n",
        items.join(",")
    );
    check_repair(&listing, ",205,", ",206,");
    check_repair(&listing, ",64,", ",6,");
    check_repair(&listing, ",201", ",20");
    check_repair(&listing, ",0,64,", ",0.64,");
}

#[test]
fn items_unlike_the_others() {
    let plain = |read: &str| listing(|bytes, _| bytes[0] / 2 + 7, read);
    let listing = plain("10 FOR n=1 TO 48: READ a: NEXT n: STOP\n");
    // A point, a value above 255, and two items joined so that READ lacks one.
    check_repair(&listing, "DATA 105,138,", "DATA 105.138,");
    check_repair(&listing, "DATA 105,138,", "DATA 105,1388,");
    check_repair(&listing, "DATA 105,138,", "DATA 105138,");
}
