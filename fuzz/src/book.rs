//! Inputs for restoring books. The first byte selects a restoration record, the book's text, a text with
//! listings, corrections of a scan, or a directory of records (catalogue, record and text, separated by rows
//! of `=`).
use super::{check_message, text_of};
use girafa_basic::diagnostic::Diagnostics;
use girafa_books::{self as book, Records, new, record, suggest};
use girafa_scan::fixes::Fixes;
use girafa_scan::scan::Width;
use girafa_scan::text::Text;

/// Maximum text length; longer texts are slow with instrumentation.
const MAX_TEXT_LENGTH: usize = 20_000;

/// Runs the target on these bytes.
pub fn try_out(bytes: &[u8]) {
    let input = text_of(bytes);
    let mut characters = input.chars();
    let kind = characters.next();
    let text = characters.as_str();
    if text.len() > MAX_TEXT_LENGTH {
        return;
    }
    match kind {
        Some('r') => restoration(text),
        Some('d') => directory(text),
        Some('l') => listings(text),
        Some('b') => {
            let error = book::import(text, &[]).expect_err("the book is long");
            check_message(&error);
        }
        Some('f') => match Fixes::parse(text) {
            Ok(fixes) => {
                let again = Fixes::parse(&fixes.to_toml()).expect("what is written is read");
                assert_eq!(again.to_toml(), fixes.to_toml());
            }
            Err(error) => check_message(&error),
        },
        _ => {}
    }
}

/// A record, applied to its own text.
fn restoration(toml: &str) {
    let read = match record::Record::parse(toml) {
        Ok(read) => read,
        Err(error) => return check_message(&error),
    };
    let text = Text::new(toml);
    let _ = read.fits(&text);
    let _ = (read.fingerprint_of(&text), read.anchor_of(&text));
    let _ = read.parts(&text, &mut Diagnostics::default());
    let _ = suggest::suggestions(&text, &read);
    let catalogue = format!("title = \"any\"\nlistings = [\"{}\"]\n", read.id);
    if let Ok(records) = Records::of_files(&[("book", catalogue.as_str()), (read.id.as_str(), toml)]) {
        let _ = records.each(toml, &[]);
    }
}

/// A directory of a catalogue, the record `x` and the text.
fn directory(text: &str) {
    let mut parts = text.splitn(3, "\n=\n");
    let [catalogue, record, text] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let records = match Records::of_files(&[("book", catalogue), ("x", record)]) {
        Ok(records) => records,
        Err(error) => return check_message(&error),
    };
    let _ = (records.catalogue.name(), records.catalogue.reference());
    match records.each(text, &[]) {
        Ok(each) => {
            for (_, restored) in each {
                if let Ok(imported) = restored {
                    assert!(
                        imported.rows_as_scanned() + imported.rows_corrected() <= imported.reading.rows.len()
                    );
                }
            }
        }
        Err(error) => check_message(&error),
    }
}

/// A text that may have listings: records made from those found must match it.
fn listings(text: &str) {
    match new::records(text, "any", Width::Auto) {
        Ok(new_records) => {
            let records = Records::of_files(&new_records.files).expect("new records are read");
            let each = records.each(text, &[]).expect("new records fit");
            assert_eq!(each.len(), new_records.listings.len());
        }
        Err(error) => check_message(&error),
    }
}
