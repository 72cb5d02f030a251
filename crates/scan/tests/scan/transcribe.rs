//! Whole transcriptions: their doubt codes, errors and widths.

use girafa_basic::{llist, tokenise};
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

/// Statements of Interface 1, DISCiPLE and a Spectrum 128 are kept as they are printed, in rows of any width, and
/// are noted, not doubted.
#[test]
fn statements_of_extensions() {
    let listing = "10 OPEN #4;\"m\";1;\"dados\"\n20 LET a$=\"nome\": SAVE *\"m\";1;a$ LINE 10\n\
                   30 LOAD d1\"imagem\"SCREEN$\n40 PLAY \"abc\",a$: PRINT 1\n50 MOVE \"m\";1;\"dados\" TO #2\n";
    let program = tokenise::program(listing, &tokenise::Options::default())
        .unwrap()
        .program;
    let printed = llist::rows(&program, 32).join("\n");
    for (text, width) in [
        (listing, Width::new(0).unwrap()),
        (printed.as_str(), Width::Columns(32)),
    ] {
        let options = Options {
            width,
            ..Options::default()
        };
        let read = transcribe(Source::from(text), options).unwrap();
        let doubts: Vec<_> = read
            .doubts
            .iter()
            .map(|doubt| &doubt.diagnostic.message)
            .collect();
        assert!(doubts.is_empty(), "{doubts:?}");
        let notes: Vec<&str> = read
            .notes
            .iter()
            .map(|note| note.diagnostic.message.as_str())
            .collect();
        let needed = [
            "an Interface 1",
            "an Interface 1",
            "a DISCiPLE or +D",
            "a Spectrum 128",
            "an Interface 1",
        ];
        assert_eq!(
            notes,
            needed.map(|system| format!("this statement needs {system}"))
        );
        let tokenised = |text: &str| {
            tokenise::program(text, &tokenise::Options::default())
                .unwrap()
                .program
                .lines
        };
        assert_eq!(tokenised(&read.listing.unwrap()), tokenised(listing));
    }
}

/// A listing for the ZX81 is named, and no repair changes its keywords; a misread digit is still repaired.
#[test]
fn listings_for_the_zx81() {
    let text = "   1 REM JOGO\n  10 RAND\n  15 FAST\n  20 LET A=2**3\n  30 PRINT AT 1,1;\"X\"\n  40 SCROLL\n  \
                50 UNPLOT 3,4\n  60 IF INKEY$=\"\" THEN GOTO 6O\n  70 SLOW\n  80 RAND USR 16514\n";
    let read = transcribe(Source::from(text), Options::default()).unwrap();
    let [note] = &read.notes[..] else {
        panic!("{:?}", read.notes)
    };
    assert!(
        note.diagnostic
            .message
            .starts_with("this listing seems to be for the ZX81")
    );
    let changes: Vec<_> = read
        .doubts
        .iter()
        .flat_map(|doubt| &doubt.repairs)
        .flat_map(|repair| &repair.changes)
        .map(|change| (change.line, change.right.as_str()))
        .collect();
    assert!(changes.iter().all(|(line, _)| *line == 8), "{changes:?}");
    assert!(
        changes.iter().any(|(_, right)| right.ends_with("60")),
        "{changes:?}"
    );
    let without = transcribe(Source::from("10 FORR i=1 TO 3\n"), Options::default()).unwrap();
    assert!(without.notes.is_empty());
}
