//! Renumbered editions print the same as the original ones.

use std::collections::BTreeMap;

use girafa_basic::renumber::{self, Numbering};
use girafa_basic::tokenise;
use girafa_verify::compare::{Standing, Verdict, Versions, verdict};
use girafa_verify::script::Script;
use rayon::prelude::*;

use crate::programs::{BOOT, LONG_SESSIONS, long_name, session_files};

/// Runs one session of each, the first short one, against the reference.
#[test]
fn editions_with_other_numbers_agree_with_the_reference() {
    let editions: BTreeMap<&str, &str> = girafa_listings::EDITIONS.iter().copied().collect();
    let compared: Vec<_> = session_files()
        .into_par_iter()
        .filter_map(|file| {
            let listing = editions.get(&*file.id)?;
            let is_short = |script: &&Script| !LONG_SESSIONS.contains(&long_name(&file.id, script));
            let mut of_edition = file.sessions.iter().filter(|script| script.lines.is_empty());
            let script = of_edition.find(is_short)?;
            let numbering = Numbering {
                first: 3,
                step: 7,
                ..Numbering::default()
            };
            let renumbering =
                renumber::text(listing, &numbering).unwrap_or_else(|error| panic!("{}: {error}", file.id));
            // Skips programs with computed jump targets, which renumbering cannot change and reports.
            if !renumbering.notes.is_empty() {
                return None;
            }
            let renumbered = renumbering.apply(listing);
            assert_ne!(&renumbered, listing);
            let done = tokenise::program(&renumbered, &tokenise::Options::default());
            let program = done
                .unwrap_or_else(|errors| panic!("{}", errors.render(&file.id, &renumbered, false)))
                .program;
            let versions = Versions::of_book(&file.id, None, Some(program));
            let verdict = verdict(&BOOT, &versions, script, None);
            Some((file.id.clone(), verdict))
        })
        .collect();
    let is_wrong = |(_, verdict): &&(String, Verdict)| verdict.standing() != Standing::Agrees;
    let wrong: Vec<_> = compared.iter().filter(is_wrong).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(compared.len() > 15, "{}", compared.len());
}
