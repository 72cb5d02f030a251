//! Scans: doubtful text is reported with a suggested correction, nothing is changed automatically, and any
//! text is read in bounded time.

use girafa_basic::llist;
use girafa_basic::tokenise::{Options, program};
use girafa_scan::correct::Unfit;
use girafa_scan::fit::WHOLE_LINE_WIDTH;
use girafa_scan::fixes::Fixes;
use girafa_scan::scan::{self, Scan, ScanError, Width};
use proptest::prelude::*;

use crate::support::suggested;

const LISTING: &str = "10 LET A$=\"S\": FOR I=1 TO 10: PRINT \"ROW\";I;\" OF 10\": NEXT I\n\
                       20 IF A$<>\"S\" AND I>10 THEN GO TO 10: LET I=0\n\
                       30 PRINT AT 10,10;\"THE END OF IT ALL\": GO TO 20\n";

/// The listing as printed on a page: rows of `width` columns without trailing spaces.
fn page(width: usize) -> String {
    let program = program(LISTING, &Options::default()).unwrap().program;
    let rows = llist::rows(&program, width);
    rows.iter().map(|row| format!("{}\n", row.trim())).collect()
}

fn read(scan: &str, width: Width) -> Scan {
    scan::read(scan, &Fixes::default(), width).unwrap()
}

#[test]
fn a_clean_page_is_read_at_any_width() {
    let whole = program(LISTING, &Options::default()).unwrap().program.lines;
    for width in [24, 32, 40] {
        for setting in [Width::Columns(width), Width::Auto] {
            let scan = read(&page(width), setting);
            assert!(scan.doubts.is_empty(), "{width}: {:?}", scan.doubts);
            assert_eq!((scan.width, &scan.lines), (width, &whole));
        }
    }
}

#[test]
fn unwrapped_listings_are_read() {
    let whole = program(LISTING, &Options::default()).unwrap().program.lines;
    let one_row = LISTING.replace('\n', " ");
    for text in [LISTING, &one_row] {
        let scan = read(text, Width::Auto);
        assert!(scan.doubts.is_empty(), "{:?}", scan.doubts);
        assert_eq!((scan.width, &scan.lines), (WHOLE_LINE_WIDTH, &whole));
    }
}

#[test]
fn the_right_repair_comes_first() {
    let page = page(32);
    let whole = read(&page, Width::Columns(32)).lines;
    for (right, wrong) in [
        ("10 LET", "1O LET"),
        ("20 IF", "2O IF"),
        ("<>\"S\"", "((\">\"S\""),
        ("PRINT AT 10,10;", "PRINT AT 10.10;"),
        ("FOR I=1", "I=1"),
    ] {
        let damaged = page.replacen(right, wrong, 1);
        assert_ne!(damaged, page, "{right}");
        let scan = read(&damaged, Width::Columns(32));
        assert!(!scan.doubts.is_empty(), "{wrong}: nothing is reported");
        let repaired = scan::read(&damaged, &suggested(&scan), Width::Columns(32)).unwrap();
        let repairs: Vec<_> = scan.doubts.iter().map(|doubt| &doubt.repairs).collect();
        assert!(
            repaired.doubts.is_empty(),
            "{wrong}: {repairs:?}, then {:?}",
            repaired.doubts
        );
        assert_eq!(repaired.lines, whole, "{wrong}: {repairs:?}");
    }
}

/// A listing with everything that the rules for whole listings need: names, subroutines, texts.
const WHOLE_LISTING: &str = "10 REM SOLUCAO DO PUZZLE\n\
                             20 DIM V(9): DIM B$(9,4): LET MAXI=256: LET S9=20: GO SUB 800: POKE 23692,0\n\
                             30 LET C$=\"A\": FOR I=1 TO 9: LET V(I)=256: LET B$(I)=C$: NEXT I: IF C$<>\"S\" AND C$<>\"s\" THEN GO TO 60\n\
                             40 IF V(1)=256 OR V(2)=256 OR V(3)=256 THEN PRINT \"SOLUCAO \";V(1);\" E' DADA\"\n\
                             50 IF V(4)<S9 THEN GO SUB 600\n\
                             60 PRINT \"********************************\": PRINT \"O FIM DA SOLUCAO\": STOP\n\
                             600 PRINT \"FIM\": RETURN\n\
                             800 DATA \"UM\",\"DOIS\",\"TRES\",\"QUATRO\",\"CINCO\"\n\
                             810 READ A$: PRINT A$''B$(1)'': RETURN\n";

#[test]
fn errors_are_repaired_from_the_whole_listing() {
    let program = program(WHOLE_LISTING, &Options::default()).unwrap().program;
    let page: String = llist::rows(&program, 32)
        .iter()
        .map(|row| format!("{}\n", row.trim()))
        .collect();
    let clean = read(&page, Width::Columns(32));
    assert!(clean.doubts.is_empty(), "{page}{:?}", clean.doubts);
    assert_eq!(clean.lines, program.lines);
    for (right, wrong) in [
        // Frequent errors of scans.
        ("LET C$=\"A\"", "LET C#=\"A\""),
        ("C$<>\"S\"", "C$((\">\"S)"),
        ("(1);\" E", "(1):\" E"),
        ("E' DADA", "E/ DADA"),
        ("SOLUCAO DO", "SOLUCao DO"),
        // Names, jumps, numbers, words.
        ("V(4)<", "U(4)<"),
        ("V(2)=256", "V(2)=255"),
        ("<S9", "<59"),
        ("GO SUB 800", "GO SUB 500"),
        ("POKE 23692", "POKE 23892"),
        ("REM SOLUCAO", "REM SOLUCAD"),
        // Rows of asterisks.
        ("**********", "*****"),
        ("800 DATA", "80O DATA"),
    ] {
        let damaged = page.replacen(right, wrong, 1);
        assert_ne!(damaged, page, "{right}\n{page}");
        let scan = read(&damaged, Width::Columns(32));
        let repairs: Vec<_> = scan.doubts.iter().map(|doubt| &doubt.repairs).collect();
        let repaired = scan::read(&damaged, &suggested(&scan), Width::Columns(32)).unwrap();
        assert_eq!(repaired.lines, program.lines, "{wrong}\n{damaged}{repairs:?}");
    }
}

/// Why: each of these was doubted because another system variable is poked more often.
#[test]
fn addresses_that_programs_poke_are_not_doubted() {
    for address in [
        23_306, 23_606, 23_609, 23_613, 23_617, 23_659, 23_673, 23_675, 23_692, 23_756,
    ] {
        let page = format!("10 POKE {address},0\n20 PRINT PEEK {address}\n");
        let scan = read(&page, Width::Auto);
        assert!(scan.doubts.is_empty(), "{page}{:?}", scan.doubts);
    }
    let scan = read("10 POKE 23892,0\n20 PRINT 1\n", Width::Auto);
    assert_eq!(scan.doubts.len(), 1);
}

/// A listing's page at 32 columns.
fn page_of(listing: &str) -> String {
    let program = program(listing, &Options::default()).unwrap().program;
    let rows = llist::rows(&program, 32);
    rows.iter().map(|row| format!("{}\n", row.trim())).collect()
}

#[test]
fn swallowed_lines_are_reported() {
    const REMARKS: &str = "10 REM SOLUCAO DO PUZZLE\n20 DIM V(9): LET M=256\n30 REM OUTRO COMENTARIO\n\
                           40 LET C$=\"A\": PRINT C$;\"\"\n50 PRINT \"OLA OLA\"\n60 GO TO 20\n";
    let page = page_of(REMARKS);
    let whole = read(&page, Width::Columns(32));
    assert!(whole.doubts.is_empty(), "{:?}", whole.doubts);
    for (right, wrong) in [
        // A line that is taken for part of a remark.
        ("40 LET", "4O LET"),
        ("20 DIM", "2O DIM"),
        ("40 LET", "40.LET"),
        ("40 LET", "10 LET"),
        ("40 LET", "40 LFT"),
        ("20 DIM", "20 0IM"),
        // Lines after one whose number is too large.
        ("30 REM", "80 REM"),
        ("20 DIM", "70 DIM"),
        ("10 REM", "910 REM"),
    ] {
        let damaged = page.replacen(right, wrong, 1);
        assert_ne!(damaged, page, "{right}");
        let scan = read(&damaged, Width::Columns(32));
        assert!(!scan.doubts.is_empty(), "{wrong}: nothing is reported");
        let repairs: Vec<_> = scan.doubts.iter().map(|doubt| &doubt.repairs).collect();
        let repaired = scan::read(&damaged, &suggested(&scan), Width::Columns(32)).unwrap();
        assert_eq!(repaired.lines, whole.lines, "{wrong}: {repairs:?}");
    }
}

#[test]
fn numbers_in_remarks_and_strings_are_not_lines() {
    for listing in [
        // The second row starts with `15 VEZES`, `20 LPT`, `2O LETRAS`, `1S TO`.
        "10 REM ISTO FAZ-SE SEMPRE UMAS 15 VEZES POR DIA\n20 STOP\n",
        "10 REM ISTO FAZ-SE SEMPRE UMAS 20 LPT POR DIA\n30 STOP\n",
        "10 PRINT \"ISTO FAZ-SE SEMPRE A2O LETRAS POR DIA\"\n30 STOP\n",
        "10 PRINT \"ISTO FAZ-SE SEMPRE A1S TO POR DIA\"\n30 STOP\n",
    ] {
        let scan = read(&page_of(listing), Width::Columns(32));
        assert!(scan.doubts.is_empty(), "{listing}{:?}", scan.doubts);
    }
}

/// A row with a plausible number is never silently taken for part of the remark above it, whether or not it
/// can be corrected.
#[test]
fn invalid_statements_are_not_taken_for_remarks() {
    for (row, repairs) in [("GO 5UB 9000", true), ("qwertz = 17 + nothing", false)] {
        let text = format!("   10 REM t\n   20 {row}\n   50 STOP\n 9000 RETURN\n");
        for width in [Width::Columns(32), Width::Columns(WHOLE_LINE_WIDTH), Width::Auto] {
            let scan = read(&text, width);
            let lines: Vec<usize> = scan.doubts.iter().map(|doubt| doubt.line).collect();
            assert_eq!(lines, [2], "{row} {width:?}");
            if repairs {
                let repaired = scan::read(&text, &suggested(&scan), width).unwrap();
                assert_eq!(repaired.lines.len(), 4, "{width:?}");
                assert!(repaired.doubts.is_empty());
            }
        }
    }
    // A row without a number may continue the remark.
    let scan = read("10 REM t\nqwertz\n20 STOP\n", Width::Columns(WHOLE_LINE_WIDTH));
    assert!(scan.doubts.is_empty());
}

/// Each misread line number adds 20 rows or more to the line before: the maximum number of attempts that a
/// page of 400 rows can cause.
#[test]
fn a_page_of_swallowed_rows_is_read() {
    let line = |number: usize| {
        format!("{number} LET A=B+C{number}*AREA TO TAL\nLARGURA5 ALTURA IF MAXIMO5THEN\n5PRINT A\n")
    };
    let page: String = (0..132)
        .map(|index| {
            let misread = if index % 9 == 0 { 88 } else { 0 };
            line(10 * (index + 1) + misread)
        })
        .collect();
    assert!(page.lines().count() >= 396);
    let scan = read(&page, Width::Columns(32));
    // The errors are still reported.
    assert!(scan.doubts.len() >= 132 / 9, "{}", scan.doubts.len());
}

#[test]
fn comments_of_a_text_listing_are_skipped() {
    let plain = "10 PRINT \"A\"\n20 GO TO 10\n";
    let whole = read(plain, Width::Columns(32)).lines;
    let text = format!("\u{feff}# girafa: name=\"first\" autostart=20\n#\n# what it does\n\n{plain}");
    for width in [Width::Columns(32), Width::Columns(WHOLE_LINE_WIDTH), Width::Auto] {
        let scan = read(&text, width);
        assert!(scan.doubts.is_empty(), "{:?}", scan.doubts);
        assert_eq!((&scan.name[..], scan.autostart), (&b"first"[..], Some(20)));
        assert_eq!(scan.lines, whole);
    }
    // Comments between lines are allowed only if no line continues in the next row.
    let between = plain.replace("20", "# jump\n20");
    assert!(read(&between, Width::Columns(WHOLE_LINE_WIDTH)).doubts.is_empty());
    assert!(!read(&between, Width::Columns(32)).doubts.is_empty());
    // A misread first row that looks like a comment is reported.
    assert!(!read("#0 PRINT 1\n", Width::Columns(32)).doubts.is_empty());
    let wrong = read("# girafa: nam=\"first\"\n10 STOP\n", Width::Columns(32));
    assert!(
        wrong.doubts[0].diagnostic.message.contains("head comment"),
        "{:?}",
        wrong.doubts
    );
}

/// Girafa's listings as LLIST prints them must have no doubts; exceptions are listed here.
#[test]
fn clean_pages_have_no_doubts() {
    const LISTINGS_WITH_DOUBTS: [&str; 1] = ["moedas"];
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../basic-listings");
    let mut listings: Vec<_> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    listings.retain(|path| path.extension().is_some_and(|extension| extension == "bas"));
    listings.sort();
    assert!(listings.len() > 20, "{listings:?}");
    let mut doubted = Vec::new();
    for path in &listings {
        let text = std::fs::read_to_string(path).unwrap();
        let program = program(&text, &Options::default()).unwrap().program;
        let page: String = llist::rows(&program, 32)
            .iter()
            .map(|row| format!("{row}\n"))
            .collect();
        if !read(&page, Width::Columns(32)).doubts.is_empty() {
            doubted.push(path.file_stem().unwrap().to_string_lossy().into_owned());
        }
    }
    assert_eq!(doubted, LISTINGS_WITH_DOUBTS);
}

/// A suggestion corrects a misread row instead of removing what does not parse.
#[test]
fn repairs_keep_the_misread_text() {
    const FIRST_LINE: &str = "10 DIM a(5): LET t=3: LET j=1\n";
    for (wrong, right) in [
        ("20 IF a(j)(=t THEN GO TO 10", "20 IF a(j)<=t THEN GO TO 10"),
        ("20 LET k=a(j)(=t: PRINT k", "20 LET k=a(j)<=t: PRINT k"),
        ("20 PRINT \"HELLO", "20 PRINT \"HELLO\""),
        ("20 PRINT \"HELLO: STOP", "20 PRINT \"HELLO: STOP\""),
        ("20 PRINT \"HELLO';t", "20 PRINT \"HELLO\";t"),
        ("20 PKINT \"HELLO\"", "20 PRINT \"HELLO\""),
        ("20 GO 5UB 10", "20 GO SUB 10"),
    ] {
        for width in [Width::Columns(32), Width::Columns(WHOLE_LINE_WIDTH), Width::Auto] {
            let scan = read(&format!("{FIRST_LINE}{wrong}\n30 STOP\n"), width);
            assert_eq!(scan.doubts.len(), 1, "{wrong}: {:?}", scan.doubts);
            assert_eq!(scan.doubts[0].line, 2, "{wrong}: {:?}", scan.doubts);
            let whole = format!("{FIRST_LINE}{wrong}\n30 STOP\n");
            let repaired = scan::read(&whole, &suggested(&scan), width).unwrap();
            let expected = program(&format!("{FIRST_LINE}{right}\n30 STOP\n"), &Options::default()).unwrap();
            assert_eq!(
                repaired.lines, expected.program.lines,
                "{wrong}: {:?}",
                scan.doubts[0].repairs
            );
        }
    }
}

/// A row whose start resembles a line, with a damaged number or not, does not continue the remark or string
/// above it.
#[test]
fn damaged_lines_do_not_continue_the_line_above() {
    for above in ["10 REM t", "10 REM AS PALAVRAS DE UM TEXTO A", "10 PRINT \"A\""] {
        for (row, right) in [
            ("20 GO 5UB 9000", "20 GO SUB 9000"),
            ("2O GO SUB 9000", "20 GO SUB 9000"),
            ("Z0 GO SUB 9000", "20 GO SUB 9000"),
            ("20 FRINT 1", "20 PRINT 1"),
            ("20 LEI a=1", "20 LET a=1"),
            ("2O LEI a=1", "20 LET a=1"),
            ("20 RE OLA", "20 REM OLA"),
        ] {
            let text = format!("{above}\n{row}\n30 STOP\n9000 RETURN\n");
            let scan = read(&text, Width::Columns(32));
            assert!(scan.doubts.iter().any(|doubt| doubt.line == 2), "{above} / {row}");
            let repaired = scan::read(&text, &suggested(&scan), Width::Columns(32)).unwrap();
            let line = program(&format!("{right}\n"), &Options::default())
                .unwrap()
                .program
                .lines[0]
                .clone();
            let repairs: Vec<_> = scan.doubts.iter().map(|doubt| &doubt.repairs).collect();
            assert!(repaired.lines.contains(&line), "{above} / {row}: {repairs:?}");
        }
    }
}

#[test]
fn corrections_that_do_not_fit_are_reported() {
    let toml = |line: usize, wrong: &str| {
        format!(
            "[[correction]]\nline = {line}\nwrong = \"{wrong}\"\nright = \"x\"\nkind = \"scan\"\nreason = \"\"\n"
        )
    };
    let error = |toml: &str| {
        let fixes = Fixes::parse(toml).unwrap();
        scan::read("10 PRINT 1", &fixes, Width::Columns(32)).unwrap_err()
    };
    assert!(matches!(
        error(&toml(1, "STOP")),
        ScanError::Correction {
            line: 1,
            reason: Unfit::NoMatch { count: 0, .. }
        }
    ));
    assert!(matches!(
        error(&toml(1, "1")),
        ScanError::Correction {
            line: 1,
            reason: Unfit::NoMatch { count: 2, .. }
        }
    ));
    assert!(matches!(
        error(&toml(2, "1")),
        ScanError::NoLine { line: 2, count: 1 }
    ));
    assert!(Fixes::parse("[[correction]]\nrow = 1\n").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_text_is_read(text in "(\\PC{0,40}\n){0,8}", width in 6usize..80) {
        let _ = read(&text, Width::Columns(width));
        let _ = read(&text, Width::Auto);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Damage that looks like a listing takes the most attempts; their number is limited, so this ends.
    #[test]
    fn damaged_listings_are_read(places in prop::collection::vec((0usize..400, prop::sample::select(vec!['"', '(', ' ', ':', '0', 'O', '\n', 'Ç'])), 1..20)) {
        let mut characters: Vec<char> = page(32).chars().collect();
        for (place, character) in places {
            let place = place % characters.len();
            characters[place] = character;
        }
        let text: String = characters.into_iter().collect();
        let scan = read(&text, Width::Columns(32));
        for doubt in scan.doubts {
            prop_assert!(doubt.line >= 1 && doubt.column >= 1 && doubt.repairs.len() <= 3);
        }
    }
}
