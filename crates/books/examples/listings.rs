//! Finds the listings in text files, or in a built-in text:
//! `cargo run -p girafa-books --example listings -- FILE...`

use girafa_books::find::listings;
use girafa_books::forms;
use girafa_scan::scan::Width;
use girafa_scan::text::Text;

const TEXT: &str = "Um programa que soma:\n\n10 INPUT a,b\n20 PRINT a+b\n30 GO TO 10\n\nE em 1984 outro.\n";

fn main() {
    let mut files: Vec<(String, String)> = Vec::new();
    for name in std::env::args().skip(1) {
        let text = std::fs::read(&name).unwrap_or_default();
        files.push((name, String::from_utf8_lossy(&text).into_owned()));
    }
    if files.is_empty() {
        files.push(("its own text".to_owned(), TEXT.to_owned()));
    }
    let (mut rows, mut found) = (0, 0);
    for (name, text) in &files {
        let text = forms::plain(text);
        let text = Text::new(&text);
        rows += text.count();
        for listing in listings(&text, Width::Auto).listings {
            found += 1;
            println!("{name}: rows {:?}, {} lines", listing.rows, listing.lines);
        }
    }
    println!("{found} listings in {} texts of {rows} rows", files.len());
}
