//! Reads the scan of a printed listing and prints its doubts:

use std::error::Error;

use girafa_basic::program::Program;
use girafa_basic::text;
use girafa_scan::fixes::Fixes;
use girafa_scan::scan::{self, Width};

/// A page with 32 columns, as LLIST prints it, with a letter O misread for a zero.
const PAGE: &str = "\
  10 REM POTENCIAS DE DOIS
  20 LET A=1: FOR I=1 TO 1O: LET
 A=A*2: PRINT \"DOIS ELEVADO A \";
I;\" E' IGUAL A \";A: NEXT I
  30 GO TO 20
";

fn main() -> Result<(), Box<dyn Error>> {
    let (path, page, width) = match std::env::args().nth(1) {
        Some(path) => {
            let page = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
            (path, page, Width::Auto)
        }
        None => ("example".to_owned(), PAGE.to_owned(), Width::Columns(32)),
    };
    let read = scan::read(&page, &Fixes::default(), width)?;
    println!("{} lines, {} columns wide\n", read.lines.len(), read.width);
    for doubt in &read.doubts {
        println!("{}", doubt.diagnostic.render(&path, &page, false).trim_end());
        for repair in &doubt.repairs {
            for change in &repair.changes {
                println!(
                    "  likely: line {}: `{}` for `{}`",
                    change.line, change.right, change.wrong
                );
            }
        }
        println!();
    }
    let program = Program {
        lines: read.lines,
        ..Program::default()
    };
    print!("{}", text::from_program(&program));
    Ok(())
}
