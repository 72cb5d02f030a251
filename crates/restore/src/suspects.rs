//! What parses and is as wide as it should be, and is wrong all the same: names that nothing sets, jumps into nowhere, routines
//! that nothing calls, numbers of which the listing has a neighbour everywhere else. Where one character that scans confuse
//! with another makes it right, it is reported; what no such reading helps is not, for programs may do as they like.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::Draft;
use super::edits;
use super::facts::{Facts, Name, Role, Routine, Spot};
use super::swap::Swap;

/// A place that is likely misread, and what it may have been, the likeliest first.
pub(super) struct Suspect {
    pub(super) message: String,
    pub(super) alternatives: Vec<Vec<Swap>>,
}

/// Arrays that are dimensioned twice, for another.
pub(super) fn dimensions(draft: &Draft) -> Vec<Suspect> {
    let mut found = Vec::new();
    names(&Facts::of(draft), true, &mut found);
    ordered(found)
}

/// All other suspects of a draft.
pub(super) fn find(draft: &Draft) -> Vec<Suspect> {
    let facts = Facts::of(draft);
    let mut found = Vec::new();
    names(&facts, false, &mut found);
    literals_for_names(&facts, &mut found);
    jumps(&facts, &mut found);
    numbers(&facts, &mut found);
    pokes(&facts, &mut found);
    ordered(found)
}

/// Routines that nothing leads to.
pub(super) fn lost_routines(draft: &Draft) -> Vec<Suspect> {
    let mut found = Vec::new();
    routines(&Facts::of(draft), &mut found);
    ordered(found)
}

/// The last first, so that what is changed does not move what comes before.
fn ordered(mut found: Vec<Suspect>) -> Vec<Suspect> {
    let place = |suspect: &Suspect| {
        suspect.alternatives[0]
            .iter()
            .map(|swap| (swap.row, swap.cells.start))
            .max()
    };
    found.retain(|suspect| !suspect.alternatives.is_empty());
    found.sort_by_key(|suspect| std::cmp::Reverse(place(suspect)));
    found
}

/// How many readings of one place are reported.
const MOST: usize = 3;

/// The readings of a word in which one character is another that scans take for it, with what each costs.
fn readings(word: &str) -> Vec<(String, u32)> {
    let characters: Vec<char> = word.chars().collect();
    let mut readings = Vec::new();
    for (at, &character) in characters.iter().enumerate() {
        for (other, cost) in edits::confused(character) {
            let mut reading = characters.clone();
            reading[at] = other;
            readings.push((reading.into_iter().collect(), cost));
        }
    }
    readings.sort_by_key(|(_, cost)| *cost);
    readings
}

/// The suspect that a spot is one of some words, the likeliest first.
fn suspect(spot: &Spot, words: &[String], message: String) -> Suspect {
    let alternatives = words
        .iter()
        .filter_map(|word| spot.swaps(word))
        .take(MOST)
        .collect();
    Suspect {
        message,
        alternatives,
    }
}

/// Names that nothing sets, or no DIM, where a name that is set is read nearly the same.
fn names(facts: &Facts, dimensions: bool, found: &mut Vec<Suspect>) {
    let mut sets: BTreeSet<&Name> = BTreeSet::new();
    let mut reads: BTreeSet<&Name> = BTreeSet::new();
    let mut dims: BTreeMap<&Name, usize> = BTreeMap::new();
    for (name, role, _) in &facts.names {
        match role {
            Role::Set => drop(sets.insert(name)),
            Role::Read => drop(reads.insert(name)),
            Role::Dim => *dims.entry(name).or_default() += 1,
        }
    }
    let known = |name: &Name| {
        let set = dims.contains_key(name) || !name.array && sets.contains(name);
        set || facts.unread.contains(&name.text)
    };
    let all = facts
        .names
        .iter()
        .filter(|(_, role, _)| (*role == Role::Dim) == dimensions);
    let used = |name: &Name| reads.contains(name) || name.array && sets.contains(name);
    let mut dimensioned: BTreeSet<&Name> = BTreeSet::new();
    for (name, role, spot) in all {
        if *role == Role::Dim && dimensioned.insert(name) {
            continue;
        }
        let wanted = match role {
            // A name that nothing sets.
            Role::Read | Role::Set if !known(name) && (name.array || *role == Role::Read) => {
                let mut others = near(name, |other| known(other));
                if others.is_empty() && !name.array {
                    others = near_number(&name.text, |_| true);
                }
                // Rather one that nothing else uses.
                let (idle, busy): (Vec<String>, Vec<String>) =
                    others.into_iter().partition(|other| !used(&name.with(other)));
                [idle, busy].concat()
            }
            // Dimensioned twice, where another that is used has no DIM.
            Role::Dim if dims[name] > 1 => near(name, |other| !dims.contains_key(other) && used(other)),
            // Set and never read, where what is read is never set.
            Role::Set if !name.array && !used(name) && !dims.contains_key(name) => {
                // Where that is read only once, it is the one to be reported.
                let often = |other: &Name| facts.names.iter().filter(|(name, ..)| name == other).count() > 1;
                near(name, |other| !known(other) && used(other) && often(other))
            }
            _ => continue,
        };
        if !wanted.is_empty() {
            let message = match role {
                Role::Dim => format!("{} is dimensioned twice", name.text),
                Role::Set if !name.array => format!("{} is set and never read", name.text),
                _ if name.array => format!("there is no DIM for {}", name.text),
                _ => format!("nothing sets {}", name.text),
            };
            found.push(suspect(spot, &wanted, message));
        }
    }
}

/// The readings of a name that satisfy a condition.
fn near(name: &Name, fits: impl Fn(&Name) -> bool) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (reading, _) in readings(&name.text) {
        if !words.contains(&reading) && fits(&name.with(&reading)) {
            words.push(reading);
        }
    }
    words
}

/// Numbers that read nearly as a name that is set and never read: `59` for `S9`.
fn literals_for_names(facts: &Facts, found: &mut Vec<Suspect>) {
    let reads = |text: &str| {
        facts
            .names
            .iter()
            .any(|(name, role, _)| name.text == text && *role == Role::Read)
    };
    let sets = |text: &str| {
        facts
            .names
            .iter()
            .any(|(name, role, _)| name.text == text && *role == Role::Set && !name.array)
    };
    for (number, spot, _) in &facts.numbers {
        let words: Vec<String> = readings(number)
            .into_iter()
            .map(|(reading, _)| reading)
            .filter(|reading| reading.starts_with(|character: char| character.is_ascii_alphabetic()))
            .filter(|reading| sets(reading) && !reads(reading))
            .collect();
        if !words.is_empty() {
            found.push(suspect(
                spot,
                &words,
                format!("{} is set and never read", words[0]),
            ));
        }
    }
}

/// Readings of a number that satisfy a condition.
fn near_number(number: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (reading, _) in readings(number) {
        let digits = reading.bytes().all(|character| character.is_ascii_digit());
        if digits && !words.contains(&reading) && fits(&reading) {
            words.push(reading);
        }
    }
    words
}

/// Jumps to lines that there are not.
fn jumps(facts: &Facts, found: &mut Vec<Suspect>) {
    let is_line = |number: &str| {
        number
            .parse()
            .is_ok_and(|number: u16| facts.lines.contains_key(&number))
    };
    for jump in facts.jumps.iter().filter(|jump| !is_line(&jump.number)) {
        let number = &jump.number;
        let mut words = near_number(number, is_line);
        // A digit too many: GO TO 12000.
        let shorter = (0..number.len()).map(|at| [&number[..at], &number[at + 1..]].concat());
        words.extend(shorter.filter(|shorter| number.len() > 4 && is_line(shorter)));
        // First where nothing else leads, and there any digit may be another.
        let lost = facts
            .routines()
            .into_iter()
            .filter(|routine| !is_called(facts, routine, None));
        let starts: Vec<String> = lost
            .flat_map(|routine| routine.starts)
            .map(|line| line.to_string())
            .collect();
        words.sort_by_key(|word| !starts.contains(word));
        words.extend(starts.into_iter().filter(|start| {
            let differ = start
                .bytes()
                .zip(number.bytes())
                .filter(|(one, other)| one != other)
                .count();
            start.len() == number.len() && differ == 1
        }));
        words.dedup();
        if !words.is_empty() {
            found.push(suspect(&jump.spot, &words, format!("there is no line {number}")));
        }
    }
}

/// Does any jump lead to a routine? One of the jumps may lead elsewhere.
fn is_called(facts: &Facts, routine: &Routine, but: Option<usize>) -> bool {
    let first = facts
        .lines
        .range(..routine.starts[0])
        .next_back()
        .map_or(0, |(&line, _)| line + 1);
    let last = routine.starts[routine.starts.len() - 1];
    facts.jumps.iter().enumerate().any(|(index, jump)| {
        but != Some(index)
            && jump
                .number
                .parse()
                .is_ok_and(|line: u16| (first..=last).contains(&line))
    })
}

/// Routines that nothing leads to, where a jump elsewhere reads nearly as one there, and where that leads others lead too.
fn routines(facts: &Facts, found: &mut Vec<Suspect>) {
    let routines = facts.routines();
    if facts.computed {
        return;
    }
    let mut wanted: BTreeMap<usize, (Vec<String>, u16)> = BTreeMap::new();
    for routine in routines.iter().filter(|routine| !is_called(facts, routine, None)) {
        for (index, jump) in facts.jumps.iter().enumerate() {
            let spared = |other: &Routine| {
                let leads = jump
                    .number
                    .parse()
                    .is_ok_and(|line: u16| other.starts.contains(&line));
                !leads || is_called(facts, other, Some(index))
            };
            let inside = (routine.starts[0]..=routine.end).contains(&jump.line);
            if inside || jump.call != routine.returns || !routines.iter().all(spared) {
                continue;
            }
            let there = |reading: &str| {
                reading
                    .parse()
                    .is_ok_and(|line: u16| routine.starts.contains(&line))
            };
            for word in near_number(&jump.number, there) {
                let entry = wanted.entry(index).or_insert((Vec::new(), routine.starts[0]));
                entry.0.push(word);
            }
        }
    }
    for (index, (mut words, line)) in wanted {
        let jump = &facts.jumps[index];
        // The likeliest reading first, whichever routine it leads to.
        let order = near_number(&jump.number, |_| true);
        words.sort_by_key(|word| order.iter().position(|other| other == word));
        let message = format!(
            "nothing leads to line {line}, and {} reads nearly the same",
            jump.number
        );
        found.push(suspect(&jump.spot, &words, message));
    }
}

/// Numbers of three digits and more of which nearly the same stands elsewhere more often.
fn numbers(facts: &Facts, found: &mut Vec<Suspect>) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, ..) in facts.numbers.iter().filter(|(_, _, data)| !data) {
        *counts.entry(number.as_str()).or_default() += 1;
    }
    for (number, spot, data) in &facts.numbers {
        let count = counts.get(number.as_str()).copied().unwrap_or(0);
        if number.len() < 3 || *data || number.ends_with("00") {
            continue;
        }
        let last = |reading: &str| reading[..reading.len() - 1] == number[..number.len() - 1];
        let often = |reading: &str| {
            last(reading)
                && counts
                    .get(reading)
                    .is_some_and(|&other| other > count && other >= OFTEN)
        };
        let words = near_number(number, often);
        if !words.is_empty() {
            let message = format!(
                "{number} stands here, {} elsewhere {} times",
                words[0],
                counts[words[0].as_str()]
            );
            found.push(suspect(spot, &words, message));
        }
    }
}

/// How often a number must stand in a listing for others to be suspected.
const OFTEN: usize = 4;

/// Addresses that programs POKE, among the system variables: SCR CT, the keyboard's delays, the colours.
const POKED: [&str; 8] = [
    "23692", "23658", "23609", "23561", "23562", "23624", "23693", "23606",
];

/// POKEs about the system variables where another reading is one that programs use.
fn pokes(facts: &Facts, found: &mut Vec<Suspect>) {
    for (number, spot) in &facts.pokes {
        let about = number
            .parse()
            .is_ok_and(|address: u32| (23_000..24_000).contains(&address));
        if about && !POKED.contains(&number.as_str()) {
            let words = near_number(number, |reading| POKED.contains(&reading));
            if !words.is_empty() {
                found.push(suspect(
                    spot,
                    &words,
                    format!("POKE {number} is of no use, {} is usual", words[0]),
                ));
            }
        }
    }
}
