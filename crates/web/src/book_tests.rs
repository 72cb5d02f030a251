//! Tests of the book functions for the page. Tests that need the book's text skip unless GIRAFA_BOOK is set.

use girafa_test_support::book_text;

use super::*;
use crate::programs::sessions;

#[test]
fn another_text_is_refused() {
    let refused = restored("10 PRINT 1\n").err().expect("an error");
    assert!(refused.starts_with("this text is not the book"), "{refused}");
    let refused = compared_with("hanoi", Some("10 PRINT 1\n"), None)
        .err()
        .expect("an error");
    assert!(refused.starts_with("this text is not the book"), "{refused}");
}

#[test]
fn missing_programs_and_sessions() {
    let refused = |id, session| compared_with(id, None, session).err().expect("an error");
    assert_eq!(refused("nothing", None), "nothing has no sessions");
    assert_eq!(
        refused("hanoi", Some("nothing")),
        "hanoi has no session `nothing`"
    );
}

/// Compares one session of each program: our edition with the reference.
#[test]
fn editions_agree_with_their_references() {
    let all = sessions().unwrap();
    assert!(all.len() > 20, "{}", all.len());
    let of_hanoi = all.iter().find(|sessions| sessions.id == "hanoi").expect("hanoi");
    let session = of_hanoi.sessions.first().expect("a session");
    let compared = compared_with("hanoi", None, Some(session)).unwrap();
    let [compared] = &compared[..] else {
        panic!("{} sessions", compared.len())
    };
    assert_eq!((compared.standing, &compared.failure), ("agrees", &None));
    let ways: Vec<_> = compared.ways.iter().map(|ran| ran.backend).collect();
    assert_eq!(ways, ["edition", "reference"]);
    let sides = &compared.sides[0];
    assert_eq!(
        (sides.part, sides.left, sides.right, sides.agrees),
        ("transcript", "edition", "reference", true)
    );
    assert!(sides.rows.len() > 5, "{}", sides.rows.len());
    for row in &sides.rows {
        let (left, right) = (row.left.as_ref().unwrap(), row.right.as_ref().unwrap());
        assert_eq!((left.number, &left.text), (right.number, &right.text));
    }
}

#[test]
fn differences_are_shown_side_by_side() {
    let rows = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let sides = side_by_side(
        Aspect::Transcript,
        (Backend::Edition, &rows("a b c")),
        (Backend::Reference, &rows("a c d")),
    );
    let text = |row: &Option<Numbered>| {
        row.as_ref()
            .map_or("-".to_owned(), |row| format!("{}{}", row.number, row.text))
    };
    let rows: Vec<_> = sides
        .rows
        .iter()
        .map(|row| (text(&row.left), text(&row.right)))
        .collect();
    let expected = [("1a", "1a"), ("2b", "-"), ("3c", "2c"), ("-", "3d")];
    assert_eq!(
        rows,
        expected.map(|(left, right)| (left.to_owned(), right.to_owned()))
    );
    assert!(!sides.agrees);
}

#[test]
fn all_listings_of_the_book() {
    let Some(text) = book_text() else { return };
    let book = restored(&text).unwrap_or_else(|error| panic!("{error}"));
    assert!(!book.title.is_empty());
    assert_eq!(book.listings.len(), 21);
    for listing in &book.listings {
        assert_eq!(listing.error, None, "{}", listing.id);
        let source = listing.listing.as_deref().unwrap_or_default();
        assert!(source.lines().count() > 3 && listing.rows > 3, "{}", listing.id);
        assert!(!listing.title.is_empty());
    }
}

#[test]
fn the_books_listing_is_compared_too() {
    let Some(text) = book_text() else { return };
    let all = sessions().unwrap();
    let of_hanoi = all.iter().find(|sessions| sessions.id == "hanoi").expect("hanoi");
    let compared = compared_with(
        "hanoi",
        Some(&text),
        of_hanoi.sessions.first().map(|name| &**name),
    )
    .unwrap();
    let ways: Vec<_> = compared[0].ways.iter().map(|ran| ran.backend).collect();
    assert_eq!(ways, ["original", "edition", "reference"]);
    assert_eq!(compared[0].standing, "agrees");
    // A program that is not from the book has no other listing.
    let other = all
        .iter()
        .find(|sessions| original(&text, &sessions.id) == Ok(None))
        .expect("one");
    let compared = compared_with(&other.id, Some(&text), other.sessions.first().map(|name| &**name)).unwrap();
    assert!(compared[0].ways.iter().all(|ran| ran.backend != "original"));
}
