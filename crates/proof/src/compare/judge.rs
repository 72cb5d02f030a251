//! The verdict: a session run in all ways that there are, and each compared with each.

use girafa_basic::program::Program;
use girafa_reference::{Ended, Finished};
use girafa_session::boot::Boot;

use crate::compare::{Seen, Verdict, Way};
use crate::script::Script;

/// A program's versions that run on the machine.
#[derive(Debug, Clone)]
pub struct Versions {
    /// The program's id, by which its reference is found.
    pub id: String,
    /// The book's listing, where it is known.
    pub original: Option<Program>,
    /// Our edition, where there is one.
    pub edition: Option<Program>,
}

/// Runs a session in all ways that there are: both versions, loaded from tape, and the native reference. Whatever happens is
/// a verdict. With the book's text, the run that it prints is compared too.
///
/// A session with lines of its own is for the book's listing, as our edition has other lines. An answer that the reference
/// [does not model](Verdict::not_modelled) leaves the versions to be compared with each other.
pub fn judge(boot: &Boot, versions: &Versions, script: &Script, book: Option<&str>) -> Verdict {
    let edition = versions.edition.as_ref().filter(|_| script.lines.is_empty());
    let machine = [
        (Way::Original, versions.original.as_ref()),
        (Way::Edition, edition),
    ];
    let mut seen = Vec::new();
    for (way, program) in machine {
        let Some(program) = program else { continue };
        match Seen::on_machine(boot, way, program, script) {
            Ok(run) => seen.push(run),
            Err(error) => {
                return Verdict::failed(&versions.id, script, format!("{}: {error}", way.name()));
            }
        }
    }
    let answers: Vec<&str> = script.answers.iter().map(String::as_str).collect();
    let mut not_modelled = None;
    match girafa_reference::run_variant(&versions.id, script.variant.as_deref(), &answers) {
        Some(Finished {
            ended: Ended::NotModelled(answer),
            ..
        }) => not_modelled = Some(answer),
        Some(run) => seen.push(Seen::of_reference(run)),
        None => {}
    }
    let verdict = Verdict {
        not_modelled,
        ..Verdict::of(&versions.id, script, &seen)
    };
    match book {
        Some(book) => verdict.with_printed(book, script, &seen),
        None => verdict,
    }
}
