//! The family tree: each couple without known parents, and below it, indented, its children with theirs.

use std::collections::BTreeSet;

use super::deduction::Deduced;
use crate::console::Console;

/// Prints the tree. A couple whose partners both have parents appears below both; its children are printed
/// only the first time.
pub fn show(console: &mut Console, names: &[String], family: &Deduced) {
    writeln!(console.screen, "\nARVORE");
    let mut shown = BTreeSet::new();
    for person in 0..names.len() {
        let is_first = family
            .spouse(person)
            .is_none_or(|spouse| person < spouse && family.parents(spouse).is_empty());
        if is_first && family.parents(person).is_empty() {
            branch(console, names, family, (person, 0), &mut shown);
        }
    }
}

fn branch(
    console: &mut Console,
    names: &[String],
    family: &Deduced,
    (person, depth): (usize, usize),
    shown: &mut BTreeSet<usize>,
) {
    let screen = &mut console.screen;
    write!(screen, "{}+-{}", "  ".repeat(depth), names[person]);
    let Some(spouse) = family.spouse(person) else {
        return writeln!(screen);
    };
    write!(screen, " + {}", names[spouse]);
    if !shown.insert(person) {
        return writeln!(screen, " (ACIMA)");
    }
    writeln!(screen);
    shown.insert(spouse);
    for child in family.children(person) {
        branch(console, names, family, (child, depth + 1), shown);
    }
}
