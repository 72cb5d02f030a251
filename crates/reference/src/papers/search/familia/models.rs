//! Compares the deductions with all possible families: four persons with names, and as many without names
//! as they need.

use super::deduction::{Deduced, Record, Relation};

const PERSONS: usize = 4;

/// All possible records, a bit each.
fn records() -> Vec<Record> {
    let mut records = Vec::new();
    for one in 0..PERSONS {
        for other in 0..PERSONS {
            let mut add = |relation| records.push(Record { one, relation, other });
            if one != other {
                add(Relation::Child);
            }
            if one < other {
                add(Relation::Spouse);
                add(Relation::Sibling);
            }
        }
    }
    records
}

/// The possible parents of a person: a couple without names, a named person and someone without a name, or
/// a named couple.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Parents {
    Unnamed(usize),
    One(usize),
    Two(usize, usize),
}

impl Parents {
    fn named(self) -> Vec<usize> {
        match self {
            Parents::Unnamed(_) => vec![],
            Parents::One(parent) => vec![parent],
            Parents::Two(one, other) => vec![one, other],
        }
    }
}

/// Every way to pair some of the persons.
fn marriages() -> Vec<[Option<usize>; PERSONS]> {
    let mut marriages = vec![[None; PERSONS]];
    for one in 0..PERSONS {
        for other in one + 1..PERSONS {
            for known in marriages.clone() {
                if known[one].is_none() && known[other].is_none() {
                    let mut more = known;
                    (more[one], more[other]) = (Some(other), Some(one));
                    marriages.push(more);
                }
            }
        }
    }
    marriages
}

/// A person's ancestors, generation by generation, as their `Parents`, which relatives share. `None` if
/// there are more generations than persons.
fn ancestry(parents: &[Parents], person: usize) -> Option<Vec<Parents>> {
    let mut generation = vec![person];
    let mut marks = Vec::new();
    for _ in 0..=PERSONS {
        marks.extend(generation.iter().map(|&person| parents[person]));
        generation = generation
            .iter()
            .flat_map(|&person| parents[person].named())
            .collect();
    }
    generation.is_empty().then_some(marks)
}

/// The true relations in each possible family, as bits of `records`.
fn families(records: &[Record]) -> Vec<u32> {
    let mut families = Vec::new();
    for spouses in marriages() {
        let mut choices: Vec<Parents> = (0..PERSONS).map(Parents::Unnamed).collect();
        for (one, spouse) in spouses.into_iter().enumerate() {
            match spouse {
                None => choices.push(Parents::One(one)),
                Some(other) if one < other => choices.push(Parents::Two(one, other)),
                Some(_) => {}
            }
        }
        for number in 0..choices.len().pow(PERSONS as u32) {
            let digit = |place| number / choices.len().pow(place) % choices.len();
            let parents: Vec<Parents> = (0..PERSONS as u32).map(|place| choices[digit(place)]).collect();
            let Some(ancestries) = (0..PERSONS)
                .map(|person| ancestry(&parents, person))
                .collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            let related = |one: usize, other: usize| {
                ancestries[one]
                    .iter()
                    .any(|mark| ancestries[other].contains(mark))
            };
            if (0..PERSONS).any(|one| spouses[one].is_some_and(|other| related(one, other))) {
                continue;
            }
            let is_true = |record: &Record| match record.relation {
                Relation::Spouse => spouses[record.one] == Some(record.other),
                Relation::Child => parents[record.one].named().contains(&record.other),
                Relation::Sibling => parents[record.one] == parents[record.other],
            };
            let bits = records
                .iter()
                .rev()
                .fold(0, |bits, record| bits << 1 | u32::from(is_true(record)));
            families.push(bits);
        }
    }
    families.sort();
    families.dedup();
    families
}

/// For up to four records, the deductions are the relations that are true in all families with these
/// records, and there is a contradiction if there is no such family.
#[test]
fn deduced_is_what_is_true_in_all_families() {
    let records = records();
    let families = families(&records);
    let (mut contradictory, mut more) = (0, 0);
    for bits in 0u32..1 << records.len() {
        if bits.count_ones() > 4 {
            continue;
        }
        let given: Vec<Record> = (0..records.len())
            .filter(|place| bits >> place & 1 == 1)
            .map(|place| records[place])
            .collect();
        let true_in_all = families
            .iter()
            .filter(|&family| family & bits == bits)
            .copied()
            .reduce(|a, b| a & b);
        let deduced = Deduced::from_records(PERSONS, &given).map(|deduced| {
            let place = |record| records.iter().position(|&known| known == record).unwrap();
            deduced.relations().map(|record| 1 << place(record)).sum::<u32>()
        });
        assert_eq!(deduced, true_in_all, "{given:?}");
        contradictory += usize::from(deduced.is_none());
        more += usize::from(deduced.is_some_and(|deduced| deduced != bits));
    }
    assert!(contradictory > 1000 && more > 500, "{contradictory} {more}");
}
