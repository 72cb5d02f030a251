//! Derives all consequences of family records, or shows that they cannot all be true.
//!
//! Assumptions that the exercise states or implies: everyone marries at most once; brothers and sisters
//! have both parents in common; parents are married; nobody marries a blood relative, that is someone with
//! whom they share an ancestor. So the records are closed under four rules, each of which only adds:
//!
//! - siblings of the same person are siblings of each other, with the same parents;
//! - two parents of a child are married;
//! - the spouse of a parent is the other parent;
//! - children of the same parent are siblings.
//!
//! A rule that would give someone a second spouse or a third parent shows a contradiction. So does, at the
//! end, a person who descends from themselves or a couple with a common ancestor. For n persons and r
//! records the closure takes time of about (n + r) n^2.

use std::collections::BTreeSet;

/// The relations of the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Husband or wife.
    Spouse,
    /// Son or daughter.
    Child,
    /// Brother or sister.
    Sibling,
}

/// A record: `one` is the spouse, child or sibling of `other`. Persons are numbers from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Record {
    /// The first person.
    pub one: usize,
    /// The relation of the first person to the other.
    pub relation: Relation,
    /// The other person.
    pub other: usize,
}

impl Record {
    /// Whether the records are equivalent: spouses and siblings are symmetric relations.
    pub fn says(self, other: Record) -> bool {
        let turned = Record {
            one: self.other,
            other: self.one,
            ..self
        };
        self == other || self.relation != Relation::Child && turned == other
    }
}

/// Records that contradict each other.
struct Contradiction;

/// Siblings and their parents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Siblings {
    members: BTreeSet<usize>,
    /// At most two.
    parents: BTreeSet<usize>,
}

/// The known facts about a family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deduced {
    spouses: Vec<Option<usize>>,
    /// Groups of siblings; everyone is in one of them.
    siblings: Vec<Siblings>,
}

impl Deduced {
    /// The consequences of records about `persons` persons; `None` if they contradict each other.
    pub fn from_records(persons: usize, records: &[Record]) -> Option<Deduced> {
        let alone = |person| Siblings {
            members: [person].into(),
            parents: BTreeSet::new(),
        };
        let mut family = Deduced {
            spouses: vec![None; persons],
            siblings: (0..persons).map(alone).collect(),
        };
        family.close(records).ok()?;
        family.is_possible().then_some(family)
    }

    /// The spouse, if known.
    pub fn spouse(&self, person: usize) -> Option<usize> {
        self.spouses[person]
    }

    /// The known parents.
    pub fn parents(&self, person: usize) -> &BTreeSet<usize> {
        &self.group(person).parents
    }

    /// The children, in the order of their numbers.
    pub fn children(&self, person: usize) -> impl Iterator<Item = usize> {
        (0..self.spouses.len()).filter(move |&child| self.parents(child).contains(&person))
    }

    /// All true relations, each once: by the first person, then by the second.
    pub fn relations(&self) -> impl Iterator<Item = Record> {
        let persons = self.spouses.len();
        let pairs = (0..persons).flat_map(move |one| (0..persons).map(move |other| (one, other)));
        pairs.filter_map(|(one, other)| {
            let relation = if self.parents(one).contains(&other) {
                Relation::Child
            } else if one >= other {
                return None;
            } else if self.spouse(one) == Some(other) {
                Relation::Spouse
            } else if self.group(one).members.contains(&other) {
                Relation::Sibling
            } else {
                return None;
            };
            Some(Record { one, relation, other })
        })
    }

    /// Whether the tree can be drawn: the family is connected, children have two parents, and siblings have
    /// parents.
    pub fn is_complete(&self) -> bool {
        let parents_known = self.siblings.iter().all(|group| match group.parents.len() {
            0 => group.members.len() == 1,
            parents => parents == 2,
        });
        parents_known && !self.spouses.is_empty() && self.connected(0).len() == self.spouses.len()
    }

    /// All persons connected with this person.
    fn connected(&self, person: usize) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut waiting = vec![person];
        while let Some(person) = waiting.pop() {
            if reached.insert(person) {
                waiting.extend(self.spouse(person));
                waiting.extend(self.parents(person));
                waiting.extend(self.children(person));
            }
        }
        reached
    }

    fn place(&self, person: usize) -> usize {
        let is_in = |group: &Siblings| group.members.contains(&person);
        self.siblings.iter().position(is_in).unwrap_or_default()
    }

    fn group(&self, person: usize) -> &Siblings {
        &self.siblings[self.place(person)]
    }

    /// Applies the records and the rules until nothing more is added.
    fn close(&mut self, records: &[Record]) -> Result<(), Contradiction> {
        loop {
            let before = self.clone();
            for &Record { one, relation, other } in records {
                match relation {
                    Relation::Spouse => self.marry(one, other)?,
                    Relation::Child => self.add_parent(one, other)?,
                    Relation::Sibling => self.join(one, other)?,
                }
            }
            for child in 0..self.spouses.len() {
                let parents: Vec<usize> = self.parents(child).iter().copied().collect();
                if let [one, other] = parents[..] {
                    self.marry(one, other)?;
                }
                for parent in parents {
                    if let Some(spouse) = self.spouse(parent) {
                        self.add_parent(child, spouse)?;
                    }
                    let siblings: Vec<usize> =
                        self.children(parent).filter(|&other| other != child).collect();
                    siblings
                        .into_iter()
                        .try_for_each(|sibling| self.join(child, sibling))?;
                }
            }
            if *self == before {
                return Ok(());
            }
        }
    }

    fn marry(&mut self, one: usize, other: usize) -> Result<(), Contradiction> {
        for (one, other) in [(one, other), (other, one)] {
            if one == other || self.spouses[one].is_some_and(|spouse| spouse != other) {
                return Err(Contradiction);
            }
            self.spouses[one] = Some(other);
        }
        Ok(())
    }

    fn add_parent(&mut self, child: usize, parent: usize) -> Result<(), Contradiction> {
        let place = self.place(child);
        let parents = &mut self.siblings[place].parents;
        parents.insert(parent);
        if parents.len() > 2 {
            Err(Contradiction)
        } else {
            Ok(())
        }
    }

    fn join(&mut self, one: usize, other: usize) -> Result<(), Contradiction> {
        if one == other {
            return Err(Contradiction);
        }
        let (kept, joined) = (self.place(one), self.place(other));
        if kept == joined {
            return Ok(());
        }
        let Siblings { members, parents } = std::mem::take(&mut self.siblings[joined]);
        self.siblings[kept].members.extend(members);
        self.siblings.retain(|group| !group.members.is_empty());
        parents
            .into_iter()
            .try_for_each(|parent| self.add_parent(one, parent))
    }

    /// Whether nobody descends from themselves and no couple is related.
    fn is_possible(&self) -> bool {
        let descends_from_itself = |place: &usize| {
            let parents = &self.siblings[*place].parents;
            parents
                .iter()
                .any(|&parent| self.bloodlines(parent).contains(place))
        };
        let is_related = |(one, spouse): (usize, &Option<usize>)| {
            spouse.is_some_and(|other| !self.bloodlines(one).is_disjoint(&self.bloodlines(other)))
        };
        !(0..self.siblings.len()).any(|place| descends_from_itself(&place))
            && !self.spouses.iter().enumerate().any(is_related)
    }

    /// The groups of siblings of a person and of all ancestors. Two people are related if they have one in
    /// common.
    fn bloodlines(&self, person: usize) -> BTreeSet<usize> {
        let mut lines = BTreeSet::new();
        let mut waiting = vec![self.place(person)];
        while let Some(place) = waiting.pop() {
            if lines.insert(place) {
                let parents = self.siblings[place].parents.iter();
                waiting.extend(parents.map(|&parent| self.place(parent)));
            }
        }
        lines
    }
}
