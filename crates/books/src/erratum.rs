//! Errata of the book, and the corrected listings.
//!
//! ```toml
//! [[erratum]]
//! lines = [40]                  # of the program
//! printed = "DIM T(10)"         # is in each of them exactly once, as LLIST prints it
//! corrected = "DIM T(11)"       # "" takes it out, and the line where nothing remains
//! because = "a row of ten needs an eleventh place"
//!
//! [[erratum]]
//! lines = [45]                  # a line that the book lacks: nothing is printed
//! corrected = "LET T(11)=0"
//! because = "it is read before it is set"
//! ```
//!
//! Errata are not applied to the listing itself, which stays as printed. They give a second one, the
//! corrected listing.

use std::collections::BTreeMap;

use girafa_basic::program::Program;
use girafa_basic::text;
use girafa_basic::tokenise::{self, Options};
use serde::Deserialize;

/// A mistake of the book.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    /// The numbers of the program's lines that have the mistake.
    pub lines: Vec<u16>,
    /// The printed text; empty if the book lacks the line.
    #[serde(default)]
    pub printed: String,
    /// The correct text.
    pub corrected: String,
    /// Why the correction is known to be right.
    pub because: String,
}

/// An erratum that does not fit: the number of the program's line, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Misfit {
    pub(crate) number: u16,
    pub(crate) reason: String,
}

/// Applies the errata to the program, in order. Errata `inherited` from the listings that this one is built
/// from are skipped if they do not fit, as their lines have been replaced.
pub(crate) fn corrected(
    program: &Program,
    inherited: &[Erratum],
    own: &[Erratum],
) -> Result<Program, Misfit> {
    let (head, mut lines) = written(program);
    let mut changed = Vec::new();
    let inherited = inherited.iter().map(|erratum| (erratum, false));
    for (erratum, must_fit) in inherited.chain(own.iter().map(|erratum| (erratum, true))) {
        for &number in &erratum.lines {
            match change(lines.get(&number).map(String::as_str), erratum) {
                Ok(line) => {
                    lines.insert(number, line);
                    changed.push(number);
                }
                Err(reason) if must_fit => return Err(Misfit { number, reason }),
                Err(_) => {}
            }
        }
    }
    lines.retain(|_, line| !line.trim().is_empty());
    let rows = lines.iter().map(|(number, line)| format!("{number} {line}\n"));
    let source = head.clone() + &rows.collect::<String>();
    let read = tokenise::program(&source, &Options::default()).map_err(|errors| {
        let wrong = errors.iter().next();
        let row = wrong.map_or(1, |wrong| wrong.position(&source).0);
        let number = lines.keys().nth((row - 1).saturating_sub(head.lines().count()));
        Misfit {
            number: number.copied().unwrap_or_default(),
            reason: format!(
                "the line does not parse with it: {}",
                wrong.map_or("", |wrong| wrong.message.as_str())
            ),
        }
    })?;
    let mut corrected = program.clone();
    corrected.lines.retain(|line| !changed.contains(&line.number));
    let taken = read.program.lines.into_iter();
    corrected
        .lines
        .extend(taken.filter(|line| changed.contains(&line.number)));
    corrected.lines.sort_by_key(|line| line.number);
    Ok(corrected)
}

/// The program as text: its leading comments, and each line without its number.
fn written(program: &Program) -> (String, BTreeMap<u16, String>) {
    let (mut head, mut lines) = (String::new(), BTreeMap::new());
    for row in text::from_program(program).split_inclusive('\n') {
        let row_of_line = row.trim();
        let digits = row_of_line.bytes().take_while(u8::is_ascii_digit).count();
        match row_of_line[..digits].parse() {
            Ok(number) => {
                lines.insert(number, row_of_line[digits..].trim_start().to_owned());
            }
            Err(_) => head += row,
        }
    }
    (head, lines)
}

/// Applies an erratum to a line, or returns the reason why it does not fit.
fn change(line: Option<&str>, erratum: &Erratum) -> Result<String, String> {
    let Erratum {
        printed, corrected, ..
    } = erratum;
    match line {
        None if printed.is_empty() => Ok(corrected.clone()),
        None => Err("the listing has no such line".to_owned()),
        Some(_) if printed.is_empty() => {
            Err("it says that nothing is printed, but the listing has this line".to_owned())
        }
        Some(line) => match line.matches(printed.as_str()).count() {
            1 => Ok(line.replace(printed.as_str(), corrected)),
            count => Err(format!("`{printed}` is there {count} times, expected once")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(source: &str) -> Program {
        tokenise::program(source, &Options::default()).unwrap().program
    }

    fn erratum(lines: &[u16], printed: &str, corrected: &str) -> Erratum {
        Erratum {
            lines: lines.to_vec(),
            printed: printed.to_owned(),
            corrected: corrected.to_owned(),
            because: "it is wrong".to_owned(),
        }
    }

    const PRINTED_LISTING: &str = "10 DIM t(10)\n20 PRINT \"a\"\n30 STOP\n40 PRINT \"b\"\n";

    #[test]
    fn lines_are_changed_added_and_removed() {
        let errata = [
            erratum(&[10], "t(10)", "t(11)"),
            erratum(&[20, 40], "PRINT ", "LPRINT "),
            erratum(&[30], "STOP", ""),
            erratum(&[15], "", "LET t(11)=5"),
        ];
        let corrected = corrected(&program(PRINTED_LISTING), &[], &errata).unwrap();
        let expected = "10 DIM t(11)\n15 LET t(11)=5\n20 LPRINT \"a\"\n40 LPRINT \"b\"\n";
        assert_eq!(corrected.lines, program(expected).lines);
    }

    #[test]
    fn errata_that_do_not_fit_are_rejected_unless_inherited() {
        for (wrong, reason) in [
            (erratum(&[20], "c", "d"), "is there 0 times"),
            (erratum(&[50], "c", "d"), "no such line"),
            (erratum(&[10], "", "CLS"), "has this line"),
            (erratum(&[10], "(10)", "("), "does not parse"),
        ] {
            let misfit = corrected(&program(PRINTED_LISTING), &[], std::slice::from_ref(&wrong)).unwrap_err();
            assert_eq!(misfit.number, wrong.lines[0]);
            assert!(misfit.reason.contains(reason), "{}", misfit.reason);
        }
        let inherited = [erratum(&[50], "c", "d")];
        let corrected = corrected(&program(PRINTED_LISTING), &inherited, &[]).unwrap();
        assert_eq!(corrected.lines, program(PRINTED_LISTING).lines);
    }
}
