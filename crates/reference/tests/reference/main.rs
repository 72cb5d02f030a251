//! The programs' puzzles, problem files and answers, and what their listings have in common.

mod any_text;
mod bimaru;
mod shared_search;

/// The listing of a program: our own edition.
fn listing(id: &str) -> &'static str {
    let edition = girafa_listings::EDITIONS.iter().find(|(known, _)| *known == id);
    edition.unwrap_or_else(|| panic!("no edition {id}")).1
}
