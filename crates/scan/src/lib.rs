//! Converts scans of printed listings to programs.
//!
//! [`transcribe()`] reads a whole scan and returns its rows as lines of BASIC, the doubts with likely
//! repairs, and the listing if there are no doubts.
//!
//! ```
//! use girafa_scan::{Options, Source, transcribe};
//! let page = "  10 PRINT 1\n  20 GO TO 1O\n";
//! let read = transcribe(Source::from(page), Options::default()).unwrap();
//! assert_eq!(read.doubts[0].code.as_str(), "syntax");
//! assert_eq!(read.doubts[0].repairs[0].changes[0].right, "10");
//! assert!(read.listing.is_err());
//! ```
//!
//! LLIST breaks a program line anywhere, after exactly 32 columns. So each row except the last one of its
//! line has a checksum: with the spaces that a scan drops, it must be 32 columns wide. The reader uses this
//! in both directions:
//!
//! ```text
//! text.rs    a text by its lines
//! page.rs    rows of the page, with their places in the text
//! fixes.rs   corrections as a file; correct.rs applies them to a row
//! join.rs    rows to lines, tried against the grammar where the break hides whether there was a space
//! fit.rs     which spaces make each row 32 wide
//! width.rs   how wide the rows of a page are
//! reader.rs  all of it for a whole listing, and the result listed again and compared with the page
//! finding.rs uncertain places, with a code for each kind
//! scan.rs    a scan with its corrections, and all uncertain places with likely repairs
//!   unit.rs      the rows of one line, and how good they are as a line
//!   swap.rs      characters of a row replaced by others
//!   draft.rs     the reading of the scan, step by step
//!   budget.rs    a limit on the work
//!   digits.rs    the digits of numbers, and how they are misread
//!   numbers.rs   line numbers that are misread, and the lines that are joined to others because of it
//!   heads.rs     rows that are lines of their own, with a number or first keyword misread
//!   habits.rs    typical errors of scans
//!   runs.rs      rows of asterisks of which a scan keeps a few
//!   repair.rs    what the grammar and the widths show, searched with edits.rs and steps.rs
//!   keywords.rs  misspelled keywords
//!   suspects.rs  lines that parse and are wrong: names, jumps, numbers, by the facts.rs of the listing
//!   data.rs      DATA against their neighbours, their sums and what READ takes
//!   dialect.rs   repairs of a listing for another dialect
//!   uncertain.rs characters that a picture left uncertain
//!   unread.rs    print of a picture that is in no row
//!   words.rs     words that occur elsewhere in the listing with one letter changed
//! review.rs  repairs in words, accepted ones as a fixes file, and the listing
//! source.rs  a text with what is known of its pictures
//! transcribe.rs  all of it in one call
//! ```
//!
//! The tests of `girafa-books` measure the reader on whole listings, damaged and as scanned.
#![forbid(unsafe_code)]

mod budget;
mod characters;
pub mod correct;
mod data;
mod dialect;
mod digits;
mod draft;
mod edits;
mod facts;
pub mod finding;
pub mod fit;
pub mod fixes;
mod habits;
mod heads;
mod join;
mod keywords;
mod numbers;
pub mod page;
mod pokes;
pub mod quoted;
pub mod reader;
pub mod repair;
pub mod review;
mod runs;
pub mod scan;

pub mod source;
mod steps;
mod suspect;
mod suspects;
mod swap;
pub mod text;
pub mod transcribe;
pub mod uncertain;
mod unit;
pub mod unread;
pub mod width;
mod words;

pub use finding::{DoubtCode, Finding};
pub use fit::WHOLE_LINE_WIDTH;
pub use fixes::{AcceptedRow, Correction, Fixes, FixesError, Kind};
pub use page::PageRow;
pub use reader::{ReadRow, Reading};
pub use repair::{Change, Repair};
pub use review::NoListing;
pub use scan::{Doubt, Note, Scan, ScanError, Width};
pub use source::Source;
pub use text::Text;
pub use transcribe::{Options, TranscribeError, Transcription, transcribe};
pub use uncertain::Uncertain;
pub use unread::UnreadPrint;
