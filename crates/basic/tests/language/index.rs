//! The names of a listing and their positions, and renaming.

use girafa_basic::edit;
use girafa_basic::index::{Access, BlockKind, Index, RenameError, Sort, rename};
use proptest::prelude::*;

const LISTING: &str = "10 DEF FN f(x)=x*a+FN g(1)\n\
    20 LET a=1: DIM a(5): LET a$=\"a\": LET a(a)=a\n\
    30 FOR n=1 TO 3: PRINT n;a$(1);FN f(n): NEXT n\n\
    40 GO SUB 100: RESTORE 55: GO TO VAL \"40\"\n\
    100 REM the end\n\
    110 IF a THEN RETURN\n\
    120 INPUT a: RETURN\n";

fn at(text: &str, mark: &str, after: usize) -> usize {
    text.find(mark).unwrap() + after
}

#[test]
fn names_of_different_kinds_are_separate() {
    let index = Index::read(LISTING);
    let seen = |mark: &str, after: usize| {
        let found = index.use_at(at(LISTING, mark, after)).unwrap();
        let all: Vec<u16> = index
            .of(&found.symbol)
            .map(|found| index.lines[found.line].number)
            .collect();
        (found.symbol.to_string(), found.access, all)
    };
    assert_eq!(
        seen("LET a=", 4),
        ("a".into(), Access::Sets, vec![10, 20, 20, 20, 110, 120])
    );
    assert_eq!(seen("DIM a", 4), ("a()".into(), Access::Dims, vec![20, 20]));
    assert_eq!(seen("a$(1)", 0), ("a$".into(), Access::Reads, vec![20, 30]));
    assert_eq!(seen("FN f(n)", 3), ("FN f".into(), Access::Reads, vec![10, 30]));
    assert_eq!(seen("x*a", 0), ("x".into(), Access::Reads, vec![10, 10]));
    assert_eq!(seen("INPUT a", 6).1, Access::Sets);
    assert!(
        index
            .uses
            .iter()
            .any(|found| matches!(found.symbol.sort, Sort::Parameter(0)))
    );
}

#[test]
fn targets_lead_where_the_machine_goes() {
    let index = Index::read(LISTING);
    let found: Vec<_> = index
        .targets
        .iter()
        .map(|target| {
            (
                target.what,
                target.number,
                target.line.map(|line| index.lines[line].number),
            )
        })
        .collect();
    // VAL "40" is evaluated only at run time.
    assert_eq!(
        found,
        [("GO SUB", 100.0, Some(100)), ("RESTORE", 55.0, Some(100))]
    );
    let beyond = Index::read("10 GO TO 20\n");
    assert_eq!(beyond.targets[0].line, None);
}

#[test]
fn blocks_end_where_they_end() {
    let index = Index::read(LISTING);
    let subroutines = index.subroutines();
    assert_eq!(subroutines.len(), 1);
    assert_eq!(subroutines[0].lines, 4..7);
    assert_eq!(index.remark(4).as_deref(), Some("the end"));
    let looped = Index::read("10 FOR a=1 TO 2\n20 FOR b=1 TO 2: NEXT b\n30 NEXT a\n40 REM x\n50 REM y\n");
    let kinds: Vec<_> = looped
        .blocks()
        .into_iter()
        .map(|block| (block.kind, block.lines))
        .collect();
    assert_eq!(kinds, [(BlockKind::Loop, 0..3), (BlockKind::Remarks, 3..5)]);
    let pounds = Index::read("10 REM £5 © ↑\n");
    assert_eq!(pounds.remark(0).as_deref(), Some("£5 © ↑"));
}

#[test]
fn renaming_changes_every_use_of_a_variable_and_nothing_else() {
    let renamed = |mark: &str, after: usize, name: &str| {
        let result = rename(LISTING, at(LISTING, mark, after), name);
        result.map(|renamed| edit::apply(LISTING, &renamed.edits))
    };
    assert_eq!(
        renamed("LET a=", 4, "total").unwrap(),
        "10 DEF FN f(x)=x*total+FN g(1)\n\
         20 LET total=1: DIM a(5): LET a$=\"a\": LET a(total)=total\n\
         30 FOR n=1 TO 3: PRINT n;a$(1);FN f(n): NEXT n\n\
         40 GO SUB 100: RESTORE 55: GO TO VAL \"40\"\n\
         100 REM the end\n\
         110 IF total THEN RETURN\n\
         120 INPUT total: RETURN\n"
    );
    assert!(renamed("a$(1)", 0, "z$").unwrap().contains("LET z$=\"a\""));
    assert!(renamed("FN f(n)", 3, "h").unwrap().starts_with("10 DEF FN h(x)"));
    assert!(renamed("x*a", 0, "y").unwrap().starts_with("10 DEF FN f(y)=y*a"));
}

#[test]
fn names_that_cannot_be_are_refused() {
    let refused =
        |mark: &str, after: usize, name: &str| rename(LISTING, at(LISTING, mark, after), name).unwrap_err();
    let message = |mark: &str, after: usize, name: &str| refused(mark, after, name).to_string();
    assert_eq!(
        message("LET a=", 4, "n"),
        "the listing already has `n`, in line 30"
    );
    assert_eq!(
        message("LET a=", 4, "a$"),
        "a is a number: the name of it has no $"
    );
    assert_eq!(
        message("a$(1)", 0, "b"),
        "a$ is a string: the name of it ends in $"
    );
    assert_eq!(
        message("a$(1)", 0, "ab$"),
        "a string's name has one letter and $, not `ab$`"
    );
    assert_eq!(
        message("DIM a", 4, "list"),
        "an array's name has one letter, not `list`"
    );
    assert_eq!(
        message("FOR n", 4, "count"),
        "the variable of a FOR has one letter, not `count`"
    );
    assert!(matches!(refused("LET a=", 4, "1a"), RenameError::NotAName(_)));
    assert!(matches!(refused("LET a=", 4, "a b"), RenameError::NotAName(_)));
    assert!(matches!(refused("PRINT", 1, "x"), RenameError::NoName));
    // The parameter x would capture the new name.
    assert!(matches!(
        refused("LET a=", 4, "x"),
        RenameError::ReadsOtherwise(_, 10)
    ));
    // `PRINT pi` is the keyword if the name is never written in capitals.
    let pi = "10 INPUT q\n20 PRINT q\n";
    match rename(pi, at(pi, "q", 0), "pi") {
        Ok(renamed) => assert_eq!(edit::apply(pi, &renamed.edits), "10 INPUT pi\n20 PRINT pi\n"),
        Err(error) => assert!(matches!(error, RenameError::ReadsOtherwise(..)), "{error}"),
    }
    assert!(matches!(
        rename("10 LET a=\n", 7, "b"),
        Err(RenameError::Mistakes)
    ));
}

#[test]
fn names_that_renaming_cannot_change_are_noted() {
    let listing = "10 LET a=1: PRINT VAL \"a+1\";VAL \"ab\"\n";
    let notes = rename(listing, 7, "z").unwrap().notes;
    assert_eq!(notes.len(), 1);
    assert_eq!(&listing[notes[0].span.clone()], "\"a+1\"");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// For any text, positions are inside it and in order; renaming there and back restores the text.
    #[test]
    fn any_text(text in "(([1-9]0? )?([ -~£]|LET a=|FOR n=|NEXT n|GO TO 10|a\\$|FN f\\(){0,12}\\n){0,4}", pick in any::<usize>()) {
        let index = Index::read(&text);
        for word in &index.words {
            prop_assert!(text.get(word.span.clone()).is_some());
        }
        prop_assert!(index.words.windows(2).all(|pair| pair[0].span.start <= pair[1].span.start));
        prop_assert!(index.uses.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
        for block in index.blocks() {
            prop_assert!(block.lines.start < block.lines.end && block.lines.end <= index.lines.len());
        }
        if let Some(found) = index.uses.get(pick % index.uses.len().max(1)) {
            let name = if found.symbol.name.ends_with('$') { "z$" } else { "z" };
            if let Ok(renamed) = rename(&text, found.span.start, name) {
                let there = edit::apply(&text, &renamed.edits);
                let again = Index::read(&there);
                prop_assert_eq!(again.uses.len(), index.uses.len());
            }
        }
    }
}

#[test]
fn labels_have_places_and_lines() {
    let listing = "GO TO @b\n@a: @b: PRINT @c\n@end:\n";
    let index = Index::read(listing);
    let labels = index.labels.iter();
    let seen: Vec<_> = labels
        .map(|label| {
            (
                &listing[label.span.clone()],
                label.is_definition,
                index.line_of(label),
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            ("@b", false, None),
            ("@a", true, Some(1)),
            ("@b", false, None),
            ("@c", false, None),
            ("@end", true, None)
        ]
    );
    // With line numbers, @ is a character.
    assert_eq!(Index::read("10 PRINT \"@a\"\n").labels, []);
}
