//! The family records (exercise 2 of chapter 10): the consequences of notes such as X is a child of Y. The
//! records contradict each other, or they are not enough for the family tree, or the listing prints all
//! further relations and the tree.

pub mod deduction;
#[cfg(test)]
mod models;
mod tree;

use super::questions::{capitals, yes};
use crate::console::Console;
use crate::ended::Ended;
use crate::session::{Finished, Run};
use deduction::{Deduced, Record, Relation};

/// Maximum number of persons of the listing.
const PERSONS: usize = 30;
/// Maximum number of letters of a name.
const LETTERS: usize = 8;

/// Persons by name, and the records about them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Family {
    /// Names, in the order in which they were first read.
    pub names: Vec<String>,
    /// The records, with persons as indices into `names`.
    pub records: Vec<Record>,
}

/// The result of the records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conclusion {
    /// No family is consistent with the records.
    Contradictory,
    /// The records are not enough for the tree.
    Incomplete,
    /// All relations are known.
    Complete(Deduced),
}

impl Family {
    /// The conclusion from the records. The tree can be drawn if all persons are of one family and each
    /// child, siblings included, has two parents with known names.
    pub fn verdict(&self) -> Conclusion {
        match Deduced::from_records(self.names.len(), &self.records) {
            None => Conclusion::Contradictory,
            Some(deduced) if deduced.is_complete() => Conclusion::Complete(deduced),
            Some(_) => Conclusion::Incomplete,
        }
    }

    /// The index of the person with this name, who is added if missing.
    fn person(&mut self, name: &str) -> usize {
        self.find(name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }
}

/// Asks for the records of one family after the other.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, play)
}

fn play(console: &mut Console) -> Run {
    loop {
        writeln!(
            console.screen,
            "FICHAS DA FAMILIA\n\nC CONJUGE F FILHO(A) I IRMAO(A)\n"
        );
        let family = asked(console)?;
        writeln!(console.screen);
        match family.verdict() {
            Conclusion::Contradictory => writeln!(console.screen, "INFORMACOES INCOMPATIVEIS"),
            Conclusion::Incomplete => writeln!(console.screen, "INFORMACOES INCOMPLETAS"),
            Conclusion::Complete(deduced) => {
                show_deduced(console, &family, &deduced);
                tree::show(console, &family.names, &deduced);
            }
        }
        if !yes(console)? {
            return Err(Ended::Stop);
        }
        console.screen.cls();
    }
}

/// Asks for the records of a family.
fn asked(console: &mut Console) -> Result<Family, Ended> {
    let mut family = Family::default();
    loop {
        let answer = capitals(console)?;
        if answer == "FIM" {
            return Ok(family);
        }
        let Some((one, relation, other)) = parse(&answer) else {
            writeln!(console.screen, "NAO SERVE: {answer}");
            continue;
        };
        let mut new = vec![one, other];
        new.dedup();
        new.retain(|name| family.find(name).is_none());
        if family.names.len() + new.len() > PERSONS {
            writeln!(console.screen, "NAO CABEM MAIS PESSOAS");
            continue;
        }
        let record = Record {
            one: family.person(one),
            relation,
            other: family.person(other),
        };
        show(console, &family, record);
        family.records.push(record);
    }
}

/// Parses a record: name, letter of the relation, name, separated by spaces.
fn parse(text: &str) -> Option<(&str, Relation, &str)> {
    let [one, letter, other] = text.split(' ').collect::<Vec<_>>()[..] else {
        return None;
    };
    let relation = match letter {
        "C" => Relation::Spouse,
        "F" => Relation::Child,
        "I" => Relation::Sibling,
        _ => return None,
    };
    let is_name = |name: &str| {
        (1..=LETTERS).contains(&name.len()) && name.bytes().all(|letter| letter.is_ascii_uppercase())
    };
    (is_name(one) && is_name(other)).then_some((one, relation, other))
}

fn show(console: &mut Console, family: &Family, Record { one, relation, other }: Record) {
    let of = match relation {
        Relation::Spouse => "CONJUGE",
        Relation::Child => "FILHO(A)",
        Relation::Sibling => "IRMAO(A)",
    };
    let [one, other] = [one, other].map(|person| &family.names[person]);
    writeln!(console.screen, "{one} E' {of} DE {other}");
}

/// Shows the true relations that are not in the records.
fn show_deduced(console: &mut Console, family: &Family, deduced: &Deduced) {
    writeln!(console.screen, "RELACOES DEDUZIDAS");
    let all = deduced.relations();
    let mut new = all
        .filter(|record| !family.records.iter().any(|known| known.says(*record)))
        .peekable();
    if new.peek().is_none() {
        writeln!(console.screen, "NENHUMA");
    }
    new.for_each(|record| show(console, family, record));
}
