//! Formatting keeps the program byte for byte, and formatting again changes nothing.

use std::path::{Path, PathBuf};

use girafa_basic::edit;
use girafa_basic::format::edits;
use girafa_basic::program::{Line, Program};
use girafa_basic::tokenise::{self, Options};
use girafa_basic::{text, token};
use girafa_test_support::{Random, root, shared_text};
use proptest::prelude::*;
use serde::Deserialize;

fn formatted(listing: &str) -> String {
    let edits = edits(listing).unwrap_or_else(|error| panic!("{error}\n{listing}"));
    assert!(
        edits
            .windows(2)
            .all(|pair| pair[0].span.end <= pair[1].span.start),
        "{edits:?}"
    );
    edit::apply(listing, &edits)
}

fn program(listing: &str) -> Option<Program> {
    let done = tokenise::program(listing, &Options::default());
    done.ok().map(|done| done.program)
}

/// Formats a listing and checks that the program is the same and that formatting again changes nothing.
/// `None` if it has errors.
fn held(listing: &str) -> Option<String> {
    let before = program(listing)?;
    let once = match edits(listing) {
        Ok(edits) => edit::apply(listing, &edits),
        Err(error) => panic!("{error}\n{listing}"),
    };
    assert_eq!(program(&once).as_ref(), Some(&before), "{listing}\n{once}");
    assert_eq!(edits(&once), Ok(Vec::new()), "{listing}\n{once}");
    Some(once)
}

#[test]
fn lines_are_as_list_shows_them() {
    let listing = "# remark  \n\n  005 let a = 1 :print a ;\"a  b\"  \n10 goto 5:rem  goto 5 \n\n20 print\\\n   1\n\n\n";
    let expected = "# remark\n\n5 LET a=1: PRINT a;\"a  b\"\n10 GO TO 5: REM  goto 5\\{32}\n\n20 PRINT 1\n";
    assert_eq!(formatted(listing), expected);
    assert_eq!(held(listing).as_deref(), Some(expected));
}

#[test]
fn significant_spaces_and_line_breaks_are_kept() {
    let kept = "# girafa: spaces=kept\n10  PRINT  a = 1\n";
    assert_eq!(formatted(kept), kept);
    assert_eq!(
        formatted("10 cls\r\n# x \r\n20 cls"),
        "10 CLS\r\n# x\r\n20 CLS\r\n"
    );
    assert_eq!(
        formatted("10 PRINT \"\\::\\a\\{PRINT}\""),
        "10 PRINT \"█\\a\\{PRINT}\"\n"
    );
    assert_eq!(
        formatted("10 LET print=1: PRINT print"),
        "10 LET print=1: PRINT print\n"
    );
}

#[test]
fn listings_that_cannot_be_formatted_are_reported() {
    assert!(edits("10 PIRNT 1\n").is_err());
}

/// The placeholder for a label during formatting does not grow with the listing.
#[test]
fn labels_beside_many_zeros() {
    let listing = format!(
        "@a: REM {}\n@b: REM {} 01111111\n",
        "0".repeat(20_000),
        "@a ".repeat(5_000)
    );
    let before = girafa_basic::work::of(|| formatted(&listing));
    assert!(before < 40 * listing.len() as u64, "{before}");
    assert_eq!(held(&listing).as_deref(), Some(listing.as_str()));
}

#[test]
fn labels_are_kept() {
    let listing = "# girafa: name=\"x\"\n\n  @start:  \n  let a=0010 : gosub @sub\n@loop: print   a;\\\n  \"@a\" \n\
        if a<3 then let a=a+1:goto @loop\n@end:goto @end : rem  x @end\n@sub:\nrestore @d +1 : return\n@d: data 007 , @loop , @end\n";
    assert_eq!(
        formatted(&listing.replace("\"@a\"", "\"\\@a\"")),
        "# girafa: name=\"x\"\n\n  @start:\nLET a=0010: GO SUB @sub\n@loop: PRINT a;\"\\@a\"\n\
        IF a<3 THEN LET a=a+1: GO TO @loop\n@end: GO TO @end: REM  x @end\n@sub:\nRESTORE @d +1: RETURN\n@d: DATA 007,@loop ,@end\n"
    );
    // Rows without references to labels are formatted as usual, and a label where no number is allowed stays
    // unchanged.
    assert_eq!(formatted("@a: LET b1 = 2\n"), "@a: LET b1=2\n");
    for odd in ["@a: LET b@a = 2\ncls\n", "@a: PRINT \"x@a\"\ncls\n"] {
        held(odd);
    }
}

/// Collects all listings in a directory and its subdirectories.
fn listings(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !path.is_symlink() {
            if !["target", "node_modules", ".git"].contains(&name.as_str()) {
                listings(&path, found);
            }
        } else if name.ends_with(".bas") {
            found.push(path);
        }
    }
}

/// The listing with random spaces inserted and random letters in the other case; it may no longer be valid.
fn mangled(listing: &str, random: &mut Random) -> String {
    let mut mangled = String::new();
    for character in listing.chars() {
        match random.below(12) {
            0 => mangled.extend([' ', character]),
            1 if character.is_ascii_uppercase() => mangled.push(character.to_ascii_lowercase()),
            2 if character == ' ' => {}
            _ => mangled.push(character),
        }
    }
    mangled
}

#[test]
fn every_listing_of_the_repository() {
    let mut paths = Vec::new();
    listings(&root(), &mut paths);
    let mut random = Random(17);
    let (mut whole, mut rows) = (0, 0);
    for path in paths {
        let Ok(listing) = std::fs::read_to_string(&path) else {
            continue;
        };
        whole += usize::from(held(&listing).is_some());
        // Each row alone, as one invalid row would make the whole listing invalid.
        for row in listing.lines() {
            rows += usize::from(held(&mangled(row, &mut random)).is_some());
        }
    }
    assert!(whole > 30 && rows > 500, "{whole} listings, {rows} rows");
}

#[derive(Deserialize)]
struct Case {
    bas: Option<String>,
}

#[test]
fn conformance_programs() {
    let Some(cases) = shared_text("conformance/cases.jsonl") else {
        return;
    };
    let listings = cases.lines().filter_map(|case| {
        let case: Case = serde_json::from_str(case).unwrap();
        case.bas
    });
    let held = listings.filter(|listing| held(listing).is_some()).count();
    assert!(held > 2_000, "{held}");
}

/// Codes as they occur in lines: mostly meaningful ones, now and then any code.
fn code() -> impl Strategy<Value = u8> {
    let sensible = r#" "0123456789.:;,'+-*/()=<>abcDEF$#^E"#.as_bytes();
    prop_oneof![
        6 => prop::sample::select(sensible),
        4 => token::FIRST..=255u8,
        1 => any::<u8>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_program(
        bodies in prop::collection::vec(prop::collection::vec(code(), 0..40), 1..6),
        seed in any::<u64>(),
    ) {
        let lines = bodies.into_iter().zip(1..).map(|(body, number)| Line { number, body }).collect();
        let listing = text::from_program(&Program { lines, ..Program::default() });
        prop_assert!(held(&listing).is_some());
        held(&mangled(&listing, &mut Random(seed | 1)));
    }

    #[test]
    fn any_text_with_labels(rows in prop::collection::vec("(@[ab]:)? {0,2}(goto @[ab]( |:|\\+)|print |@[ab] |0{0,3}[0-9]|[a-c=+\":;,]|rem ){0,8}", 1..6)) {
        let listing = format!("@a:\n@b: cls\n{}\n", rows.join("\n"));
        held(&listing.replacen("@a:\n", if listing.matches("@a:").count() > 1 { "" } else { "@a:\n" }, 1));
    }

    #[test]
    fn any_text(listing in "(([1-9]0? )?[ -~\\n]{0,30}\\n){0,4}") {
        held(&listing);
    }
}
