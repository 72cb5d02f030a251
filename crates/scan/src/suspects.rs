//! Errors in lines that parse and have the right width: undefined variables, jumps to missing lines, routines
//! that are not called, numbers that are almost equal to a frequent one. They are reported only if replacing
//! a character that scans confuse corrects them, because such code may be intended.

use std::collections::{BTreeMap, BTreeSet};

use girafa_basic::work;

use super::digits;
use super::draft::Draft;
use super::edits;
use super::facts::{Facts, Jump, Name, Role, Routine, Spot};
use super::keywords;
use super::pokes;
use super::suspect::{Suspect, is_number, near_number, ordered, readings, suspect};

/// Returns arrays that are dimensioned twice, once probably in place of another.
pub(super) fn dimensions(draft: &Draft) -> Vec<Suspect> {
    let mut found = Vec::new();
    names(&Facts::of(draft), true, &mut found);
    ordered(found)
}

/// Returns all other suspects of a draft.
pub(super) fn find(draft: &Draft) -> Vec<Suspect> {
    let facts = Facts::of(draft);
    let mut found = Vec::new();
    names(&facts, false, &mut found);
    literals_for_names(&facts, &mut found);
    jumps(&facts, &mut found);
    numbers(&facts, &mut found);
    pokes::check(&facts, &mut found);
    ordered(found)
}

/// Returns routines that nothing jumps to.
pub(super) fn lost_routines(draft: &Draft) -> Vec<Suspect> {
    let mut found = Vec::new();
    routines(&Facts::of(draft), &mut found);
    ordered(found)
}

/// Returns the cost of turning `word` into `other` with one edit, or `None` if one edit is not enough.
fn one_apart(word: &str, other: &str) -> Option<u32> {
    let (word, other) = (word.as_bytes(), other.as_bytes());
    let first = word
        .iter()
        .zip(other)
        .take_while(|(one, other)| one == other)
        .count();
    let (rest, rest_other) = (&word[first..], &other[first..]);
    let doubled = first > 0 && rest.first() == Some(&word[first - 1]);
    match (rest, rest_other) {
        ([_, after @ ..], _) if after == rest_other => Some(if doubled { 2 } else { 7 }),
        (_, [_, after @ ..]) if after == rest => Some(5),
        ([_, after @ ..], [_, after_other @ ..]) if after == after_other && word.len() > 1 => Some(6),
        _ => None,
    }
}

/// Reports undefined variables and arrays that differ by one scan error from a defined one.
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
    let mut places: BTreeMap<&Name, Vec<usize>> = BTreeMap::new();
    for (name, _, spot) in &facts.names {
        places.entry(name).or_default().push(spot.row());
    }
    if places.len() > MAX_NAMES {
        return;
    }
    let count = |name: &Name| places.get(name).map_or(0, Vec::len);
    let others = |name: &Name, spot: &Spot, fits: &dyn Fn(&Name) -> bool| near(name, spot, &places, fits);
    let mut dimensioned: BTreeSet<&Name> = BTreeSet::new();
    let mut unset: BTreeSet<&Name> = BTreeSet::new();
    for (name, role, spot) in all {
        if *role == Role::Dim && dimensioned.insert(name) && used(name) {
            continue;
        }
        let words = match role {
            // A name that is never set.
            Role::Read | Role::Set if !known(name) && (name.array || *role == Role::Read) => {
                let others = others(name, spot, &|other| {
                    known(other) || is_number(&other.text) && !name.array
                });
                // A name that is not used otherwise is more likely.
                let (idle, busy): (Vec<String>, Vec<String>) =
                    others.into_iter().partition(|other| !used(&name.with(other)));
                // If this name is frequent and the other occurs once, the other is wrong, and is reported.
                let sole = |other: &String| {
                    let other = name.with(other);
                    count(&other) == 1 && alike(name, &other, spot.small)
                };
                let dimensioned = |other: &String| name.array && dims.get(&name.with(other)) == Some(&1);
                if count(name) > 1
                    && idle
                        .iter()
                        .any(|other| !name.array && sole(other) || dimensioned(other))
                {
                    continue;
                }
                let operators = with_operator(name, spot.tested, &known);
                let keywords = with_keyword(name);
                let looks = |word: &String| {
                    readings(&name.text, spot.small)
                        .iter()
                        .any(|(reading, _)| reading == word)
                };
                let (near, far): (Vec<String>, Vec<String>) =
                    [idle, busy].concat().into_iter().partition(looks);
                [near, keywords, operators, far].concat()
            }
            // Dimensioned twice, while another array is used without a DIM.
            // Dimensioned but not used, while another array is used without a DIM.
            Role::Dim if !used(name) && dims[name] == 1 => others(name, spot, &|other| {
                !dims.contains_key(other) && used(other) && count(other) > 1
            }),
            Role::Dim if dims[name] > 1 => {
                others(name, spot, &|other| !dims.contains_key(other) && used(other))
            }
            // Set and never read, while another name is read and never set.
            Role::Set if !name.array && !used(name) && !dims.contains_key(name) => {
                // If the other is read only once, the other is reported.
                let often = |other: &Name| count(other) > 1;
                let unset = others(name, spot, &|other| !known(other) && used(other) && often(other));
                // Or a long name that is similar to another.
                let long = |other: &Name| facts.complete && alike(name, other, spot.small);
                let alike = others(name, spot, &|other| {
                    known(other) && used(other) && often(other) && long(other)
                });
                [unset, alike].concat()
            }
            _ => continue,
        };
        // If it is read often, the place that sets it is probably wrong; one report is enough.
        let certain = *role == Role::Read && facts.complete && !name.array && unset.insert(name);
        if !words.is_empty() || certain {
            let message = match role {
                Role::Dim if !used(name) => format!("{} is dimensioned but never used", name.text),
                Role::Dim => format!("{} is dimensioned twice", name.text),
                Role::Set if !name.array => format!("{} is set but never read", name.text),
                _ if name.array => format!("there is no DIM for {}", name.text),
                _ => format!("{} is never set", name.text),
            };
            found.push(suspect(spot, &name.text, &words, message));
        }
    }
}

/// Maximum number of names: each is compared with all others, and no real program has more.
const MAX_NAMES: usize = 1_000;

/// Whether a name is too similar to another to be a name of its own. Short names only if a letter is
/// confused: many of them are similar by design.
fn alike(name: &Name, other: &Name, small: bool) -> bool {
    let digits = |name: &Name| name.text.chars().filter(char::is_ascii_digit).collect::<String>();
    let shorter = letters(name).min(letters(other));
    let looks = || {
        readings(&name.text, small)
            .iter()
            .any(|(reading, _)| *reading == other.text)
    };
    digits(name) == digits(other) && (shorter >= MIN_NAME_LETTERS || shorter > 1 && looks())
}

/// Number of letters and digits in a name.
fn letters(name: &Name) -> usize {
    name.text.trim_end_matches('$').len()
}

/// Shorter names are often similar by design.
const MIN_NAME_LETTERS: usize = 3;

/// Splits a name that starts with a misread keyword: `BINN0111` is `BIN 0111`.
fn with_keyword(name: &Name) -> Vec<String> {
    let text: Vec<char> = name.text.chars().collect();
    let likely = keywords::nearly(&text)
        .into_iter()
        .filter(|nearly| nearly.cost <= MAX_LIKELY_COST);
    let candidates = likely.map(|nearly| {
        let mut candidate = text.clone();
        candidate.splice(nearly.at..nearly.at + nearly.length, nearly.put.chars());
        let letters = candidate
            .iter()
            .take_while(|character| character.is_ascii_alphabetic())
            .count();
        candidate.insert(letters, ' ');
        candidate.into_iter().collect()
    });
    if text.len() > MIN_NAME_LETTERS {
        candidates.collect()
    } else {
        Vec::new()
    }
}

/// Splits a name into a name, an operator and a number: `ET64` is `E+64`, `V1` is `V=1`.
fn with_operator(name: &Name, tested: bool, known: &dyn Fn(&Name) -> bool) -> Vec<String> {
    let is_known = |text: &str| {
        let array = false;
        let text = text.to_owned();
        known(&Name { text, array })
    };
    let fits = |left: &str, right: &str| {
        let number = !right.is_empty() && right.bytes().all(|code| code.is_ascii_digit());
        is_known(left) && (number || is_known(right))
    };
    let text = &name.text;
    if name.array || !text.is_ascii() {
        return Vec::new();
    }
    let mut words = Vec::new();
    for at in 1..text.len().saturating_sub(1) {
        let (left, right) = (&text[..at], &text[at + 1..]);
        let others = edits::confused(char::from(text.as_bytes()[at].to_ascii_lowercase()));
        let operators = others.iter().filter(|(other, _)| "+-*/=<>".contains(*other));
        words.extend(
            operators
                .filter(|_| fits(left, right))
                .map(|(operator, _)| format!("{left}{operator}{right}")),
        );
    }
    for at in 1..text.len() {
        let (left, right) = (&text[..at], &text[at..]);
        if fits(left, right) {
            let lost = if tested { ["=", "+", "-"] } else { ["+", "-", "*"] };
            words.extend(lost.map(|operator| format!("{left}{operator}{right}")));
        }
    }
    words
}

/// Returns the readings of a name that satisfy a condition, most likely first; those that occur nearby are
/// more likely.
fn near(
    name: &Name,
    spot: &Spot,
    places: &BTreeMap<&Name, Vec<usize>>,
    fits: &dyn Fn(&Name) -> bool,
) -> Vec<String> {
    let mut words: Vec<(u32, String)> = Vec::new();
    let mut push = |cost: u32, word: String| {
        if word != name.text && words.iter().all(|(_, known)| *known != word) && fits(&name.with(&word)) {
            let here = spot.row();
            let close = places.get(&name.with(&word)).is_some_and(|rows| {
                let next = rows.partition_point(|&row| row + NEARBY_ROWS < here);
                rows.get(next).is_some_and(|&row| row <= here + NEARBY_ROWS)
            });
            let far = !close && !is_number(&word);
            words.push((cost + if far { DISTANT_NAME_COST } else { 0 }, word));
        }
    };
    for (reading, cost) in readings(&name.text, spot.small) {
        // A number counts as nearby, so that only frequent confusions are accepted.
        if !is_number(&reading) || cost <= MAX_LIKELY_COST + u32::from(reading.len() > 1) {
            push(cost, reading);
        }
    }
    work::add(places.len());
    for other in places.keys().filter(|other| other.array == name.array) {
        let same_kind = other.text.ends_with('$') == name.text.ends_with('$');
        if let Some(cost) = one_apart(&name.text, &other.text).filter(|_| same_kind) {
            push(cost, other.text.clone());
        }
    }
    words.sort();
    words.into_iter().map(|(_, word)| word).collect()
}

/// Maximum cost of a frequent confusion.
const MAX_LIKELY_COST: u32 = 3;
/// Maximum distance in rows of a name that occurs nearby, and the additional cost of others.
const NEARBY_ROWS: usize = 1;
const DISTANT_NAME_COST: u32 = 2;

/// Reports numbers that resemble a name that is set but never read: `59` for `S9`.
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
    for (number, spot, _) in facts.numbers.iter().filter(|(number, ..)| number.len() > 1) {
        let words: Vec<String> = readings(number, false)
            .into_iter()
            .map(|(reading, _)| reading)
            .filter(|reading| reading.starts_with(|character: char| character.is_ascii_alphabetic()))
            .filter(|reading| sets(reading) && !reads(reading))
            .collect();
        if !words.is_empty() {
            found.push(suspect(
                spot,
                number,
                &words,
                format!("{} is set but never read", words[0]),
            ));
        }
    }
}

/// Reports jumps to missing lines.
fn jumps(facts: &Facts, found: &mut Vec<Suspect>) {
    let is_line = |number: &str| {
        number
            .parse()
            .is_ok_and(|number: u16| facts.lines.contains_key(&number))
    };
    // First to lines that are not reached otherwise; for these, any digit may be replaced.
    let callers = Callers::of(facts);
    let routines = facts.routines().into_iter();
    let lost = routines.filter(|routine| callers.of_routine(facts, routine).next().is_none());
    let lost: Vec<String> = lost
        .flat_map(|routine| routine.starts)
        .map(|line| line.to_string())
        .take(MAX_UNCALLED_ROUTINES)
        .collect();
    for jump in facts.jumps.iter().filter(|jump| !is_line(&jump.number)) {
        work::add(lost.len());
        let number = &jump.number;
        let mut words = near_number(number, false, is_line);
        let others = digits::readings(number)
            .into_iter()
            .filter(|(cost, _)| *cost < digits::UNUSUAL_DIGIT_COST)
            .map(|(_, other)| other);
        let others: Vec<String> = others
            .filter(|other| is_line(other) && !words.contains(other))
            .collect();
        words.extend(others);
        words.sort_by_key(|word| !lost.contains(word));
        let digits = |start: &&String| {
            let differ = start
                .bytes()
                .zip(number.bytes())
                .filter(|(one, other)| one != other)
                .count();
            start.len() == number.len() && differ == 1
        };
        words.extend(lost.iter().filter(digits).cloned());
        words.dedup();
        if !words.is_empty() {
            found.push(suspect(
                &jump.spot,
                &jump.number,
                &words,
                format!("there is no line {number}"),
            ));
        }
    }
}

/// Maximum number of uncalled routines that are compared with each jump.
const MAX_UNCALLED_ROUTINES: usize = 100;

/// The jumps, sorted by the line that they jump to.
struct Callers(Vec<(u16, usize)>);

impl Callers {
    fn of(facts: &Facts) -> Callers {
        let jumps = facts.jumps.iter().enumerate();
        let mut callers: Vec<(u16, usize)> = jumps
            .filter_map(|(index, jump)| Some((jump.number.parse().ok()?, index)))
            .collect();
        callers.sort_unstable();
        Callers(callers)
    }

    /// Returns the jumps to a routine.
    fn of_routine(&self, facts: &Facts, routine: &Routine) -> impl Iterator<Item = usize> {
        let first = facts
            .lines
            .range(..routine.starts[0])
            .next_back()
            .map_or(0, |(&line, _)| line + 1);
        let last = routine.starts[routine.starts.len() - 1];
        let at = self.0.partition_point(|&(line, _)| line < first);
        self.0[at..]
            .iter()
            .take_while(move |&&(line, _)| line <= last)
            .map(|&(_, index)| index)
    }
}

/// Reports jumps to routines with other callers, if the number resembles that of a routine without callers.
fn routines(facts: &Facts, found: &mut Vec<Suspect>) {
    let routines = facts.routines();
    if facts.computed {
        return;
    }
    let callers = Callers::of(facts);
    // Two callers are enough to know that one is left if the other is changed.
    let called: Vec<Vec<usize>> = routines
        .iter()
        .map(|routine| callers.of_routine(facts, routine).take(2).collect())
        .collect();
    let mut starting: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
    for (at, routine) in routines.iter().enumerate() {
        for &line in &routine.starts {
            starting.entry(line).or_default().push(at);
        }
    }
    // Jumps that may be changed, because each of their routines has another caller.
    let spared = |(index, jump): (usize, &Jump)| {
        let line = jump.number.parse().ok();
        let there = line
            .and_then(|line: u16| starting.get(&line))
            .into_iter()
            .flatten();
        there
            .map(|&routine| &called[routine])
            .all(|called| called.iter().any(|&other| other != index))
    };
    let spared: Vec<bool> = facts.jumps.iter().enumerate().map(spared).collect();
    let mut candidates: BTreeMap<usize, (Vec<String>, u16)> = BTreeMap::new();
    let lost = routines
        .iter()
        .zip(&called)
        .filter(|(_, called)| called.is_empty())
        .take(MAX_UNCALLED_ROUTINES);
    for (routine, _) in lost {
        work::add(facts.jumps.len());
        for (index, jump) in facts.jumps.iter().enumerate() {
            let inside = (routine.starts[0]..=routine.end).contains(&jump.line);
            if inside || jump.call != routine.returns || !spared[index] {
                continue;
            }
            let there = |reading: &str| {
                reading
                    .parse()
                    .is_ok_and(|line: u16| routine.starts.contains(&line))
            };
            for word in near_number(&jump.number, false, there) {
                let entry = candidates.entry(index).or_insert((Vec::new(), routine.starts[0]));
                entry.0.push(word);
            }
        }
    }
    for (index, (mut words, line)) in candidates {
        let jump = &facts.jumps[index];
        // Readings are sorted by likelihood, not by routine.
        let order = near_number(&jump.number, false, |_| true);
        words.sort_by_key(|word| order.iter().position(|other| other == word));
        let message = format!(
            "no statement jumps to line {line}, and {} looks almost the same",
            jump.number
        );
        found.push(suspect(&jump.spot, &jump.number, &words, message));
    }
}

/// Reports numbers of three or more digits that resemble a more frequent one.
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
                    .is_some_and(|&other| other > count && other >= MIN_OCCURRENCES)
        };
        let words = near_number(number, false, often);
        if !words.is_empty() {
            let message = format!(
                "{number} is used here, but {} elsewhere {} times",
                words[0],
                counts[words[0].as_str()]
            );
            found.push(suspect(spot, number, &words, message));
        }
    }
}

/// Minimum number of occurrences of a number for similar ones to be suspects.
const MIN_OCCURRENCES: usize = 4;
