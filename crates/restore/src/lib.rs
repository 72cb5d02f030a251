//! Printed listings and the way back from them to the program: scans of any page, and the listings of a book with their
//! restoration records ([`book`]).
//!
//! LLIST breaks a program line anywhere, after exactly 32 columns. So a row that is not its line's last one is a checksum:
//! counting the spaces that a scan drops it must come out 32 wide. The reader uses it in both directions:
//!
//! ```text
//! page.rs    rows of the page, with their places in the text
//! join.rs    rows to lines, tried against the grammar where the break hides whether a space stood there
//! fit.rs     which spaces make each row 32 wide
//! reader.rs  all of it for a whole listing, and the result listed again beside the page
//! scan.rs    a scan with its corrections, and all doubtful places with likely repairs
//!   unit.rs      the rows of one line, and how good they are as a line
//!   swap.rs      characters of a row replaced by others
//!   draft.rs     what the scan is taken for, step by step
//!   budget.rs    how much work may go into it
//!   numbers.rs   line numbers that are misread, and the lines that others swallow by it
//!   heads.rs     rows that are lines of their own, with a number or first keyword misread
//!   habits.rs    what scans read wrongly over and over
//!   runs.rs      rows of asterisks of which a scan keeps a few
//!   repair.rs    what the grammar and the widths show, searched with edits.rs and steps.rs
//!   keywords.rs  keywords that are nearly there
//!   suspects.rs  what parses and is wrong: names, jumps, numbers, by the facts.rs of the listing
//!   data.rs      DATA against their neighbours, their sums and what READ takes
//!   seen.rs      characters that a picture left uncertain
//!   words.rs     words that stand elsewhere in the listing with one other letter
//! review.rs  repairs in words, accepted ones as a fixes file, and the listing
//! book/      the listings of a book, by its records
//!   catalogue.rs what the book is, and all its records
//!   record.rs    where a listing stands in the text, and what is wrong with the scan
//!   erratum.rs   what is wrong in the book
//!   find.rs      listings in any text, with the headings of heading.rs
//!   new.rs       the records that an archivist begins with
//!   suggest.rs   what is doubtful, as corrections for a record
//! ```
#![forbid(unsafe_code)]

pub mod book;
mod budget;
mod characters;
pub mod correct;
mod data;
mod draft;
mod edits;
mod facts;
pub mod fit;
pub mod fixes;
mod habits;
mod heads;
mod join;
mod keywords;
mod numbers;
pub mod page;
mod quoted;
pub mod reader;
pub mod repair;
pub mod review;
mod runs;
pub mod scan;
pub mod seen;
mod steps;
mod suspects;
mod swap;
mod unit;
mod width;
mod words;
