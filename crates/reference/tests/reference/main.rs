//! Tests of the programs' puzzles, problem files and answers, and of the code that their listings share.

mod any_text;
mod bimaru;
mod shared_search;

/// The listing of a program in Girafa's edition.
fn listing(id: &str) -> &'static str {
    let edition = girafa_listings::EDITIONS.iter().find(|(known, _)| *known == id);
    edition.unwrap_or_else(|| panic!("no edition {id}")).1
}
