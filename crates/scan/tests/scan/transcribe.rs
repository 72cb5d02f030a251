//! Whole transcriptions: their doubt codes, errors and widths.

use girafa_scan::finding::DoubtCode;
use girafa_scan::fixes::{self, Fixes, FixesError};
use girafa_scan::review::NoListing;
use girafa_scan::scan::{MAX_BYTES, MAX_ROWS, Width};
use girafa_scan::source::Source;
use girafa_scan::transcribe::{Options, TranscribeError, transcribe};
use girafa_scan::uncertain::Uncertain;

fn codes(source: Source<'_>, width: Width) -> Vec<&'static str> {
    let options = Options {
        width,
        ..Options::default()
    };
    let read = transcribe(source, options).unwrap();
    let is_doubtful = read.listing == Err(NoListing::Doubtful);
    assert_eq!(is_doubtful, !read.doubts.is_empty());
    read.doubts.iter().map(|doubt| doubt.code.as_str()).collect()
}

#[test]
fn doubts_have_codes() {
    let codes_of = |text: &str, width| codes(Source::from(text), width);
    let whole = Width::new(0).unwrap();
    let paper = Width::Columns(32);
    assert!(codes_of("10 PRINT 1\n20 GO TO 10\n", whole).is_empty());
    assert_eq!(codes_of("10 PRINT \"é\"\n", whole), ["unknown-character"]);
    assert_eq!(codes_of("hello\n10 STOP\n", whole)[0], "no-line");
    assert_eq!(codes_of("10 PRINT (1\n", whole), ["syntax"]);
    let wide = "  10 PRINT \"ABCDEFGHIJKLMNOPQRSTUVWXYZ\"\n  20 STOP\n";
    assert_eq!(codes_of(wide, paper), ["row-too-wide", "row-breaks"]);
    let narrow = "  10 LET a=1: LET bcd=2: LET e\n=3\n  20 STOP\n";
    assert!(
        codes_of(narrow, paper).contains(&"row-too-narrow"),
        "{:?}",
        codes_of(narrow, paper)
    );
    let uncertain = [Uncertain {
        line: 1,
        column: 10,
        likelihood: 0.6,
        others: vec![('7', 0.4)],
        place: String::new(),
    }];
    let text = "10 PRINT 1\n";
    let source = Source {
        text,
        uncertain: &uncertain,
        unread: &[],
    };
    assert_eq!(codes(source, whole), [DoubtCode::UncertainCharacter.as_str()]);
}

#[test]
fn errors_have_types() {
    let fails = |text: &str, fixes: &str| {
        let fixes = Fixes::parse(fixes).unwrap();
        let options = Options {
            fixes,
            ..Options::default()
        };
        transcribe(Source::from(text), options).unwrap_err()
    };
    let long = "x".repeat(MAX_BYTES as usize + 1);
    assert_eq!(fails(&long, ""), TranscribeError::TooLong(long.len()));
    assert_eq!(
        fails(&"\n".repeat(MAX_ROWS + 1), ""),
        TranscribeError::TooManyRows
    );
    let doubt = "[[doubt]]\nline = 9\nnote = \"\"\n";
    assert!(matches!(
        fails("10 STOP\n", doubt),
        TranscribeError::Correction(_)
    ));
    let long = "#".repeat(fixes::MAX_BYTES as usize + 1);
    assert!(matches!(Fixes::parse(&long), Err(FixesError::TooLong(_))));
}

#[test]
fn widths_are_numbers_or_words() {
    for (text, width) in [
        ("auto", Width::Auto),
        ("none", Width::Columns(1000)),
        ("32", Width::Columns(32)),
    ] {
        assert_eq!(text.parse(), Ok(width));
    }
    for text in ["", "0", "5", "1001", "-32", "wide"] {
        assert!(text.parse::<Width>().is_err(), "{text}");
    }
    assert_eq!(Width::new(0).and_then(Width::columns), None);
    assert_eq!(Width::new(32).and_then(Width::columns), Some(32));
    assert_eq!(Width::new(5), None);
}
