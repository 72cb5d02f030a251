//! The travelling salesman after Little (book, sections 8.2 and 8.3): round trips through all towns, each
//! once, along the arcs that pass a pruning.
//!
//! Arcs are pruned that are longer by more than a margin DELTA than the shortest other arc from the same
//! town, and than the shortest other arc to the same town ([`prune`]); DELTA begins small and grows until
//! there is a solution. Then all trips are searched depth first ([`search`]): each step selects the town
//! with the fewest remaining arcs out of it or into it, tries these arcs in turn, and forbids the arc that
//! would close the path too early. In the worst case there are (n-1)! trips, and each step counts the
//! choices in O(n^2). The pruning can remove the shortest trip. Errors of the listings that
//! [`shortest_tour`] does not have:
//!
//! - **I(K) for L(K)** (line 225): when choosing an arc into a town, they check whether the Kth arc of the
//!   path starts at town 1, instead of whether an arc starts at town K ([`Rule`]). From five towns on, they
//!   find "trips" that leave a town twice, and miss others.
//! - **Five arcs followed** (line 735): the loop that orders a trip ends at 5 instead of at its length, so
//!   a trip through more than six towns ends with report 3 when it is shown ([`in_order`] follows all).
//! - **Five margins** (line 35): after five margins they stop and report that there is no trip, even if
//!   arcs of the only trip are still pruned.
//! - **Loops accepted** (line 505): an arc from a town to itself makes a cycle that they follow for ever,
//!   or leaves no town with few arcs: report 2.

pub mod sessions;

use crate::ended::Ended;
use crate::session::Run;

/// The length of a missing arc.
pub const NO_ARC: i32 = 256;

/// A directed connection of two towns, which are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arc {
    /// The town at its start.
    pub from: usize,
    /// The town at its end.
    pub to: usize,
}

/// Lengths of arcs: a row for each start town.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lengths(Vec<Vec<i32>>);

impl Lengths {
    /// No arcs between `towns` towns.
    pub fn new(towns: usize) -> Lengths {
        Lengths(vec![vec![NO_ARC; towns]; towns])
    }

    /// Number of towns.
    pub fn towns(&self) -> usize {
        self.0.len()
    }

    /// The rows.
    pub fn rows(&self) -> &[Vec<i32>] {
        &self.0
    }

    /// The length of an arc.
    pub fn of(&self, arc: Arc) -> i32 {
        self.0[arc.from][arc.to]
    }

    /// Sets the length of an arc and returns the previous length.
    pub fn set(&mut self, arc: Arc, length: i32) -> i32 {
        std::mem::replace(&mut self.0[arc.from][arc.to], length)
    }

    fn arcs(&self) -> impl Iterator<Item = Arc> + use<> {
        let towns = self.towns();
        (0..towns).flat_map(move |from| (0..towns).map(move |to| Arc { from, to }))
    }

    /// The sums, over all towns, of the longest and of the shortest arc out of and into the town. A town
    /// without arcs counts as 0 and 256.
    pub fn extremes(&self) -> (i32, i32) {
        let (mut longest, mut shortest) = (0, 0);
        for town in 0..self.towns() {
            let leaving = self.0[town].clone();
            let entering = self.0.iter().map(|row| row[town]).collect();
            for lengths in [leaving, entering] {
                longest += lengths
                    .iter()
                    .copied()
                    .filter(|&length| length != NO_ARC)
                    .fold(0, i32::max);
                shortest += lengths.iter().copied().fold(NO_ARC, i32::min);
            }
        }
        (longest, shortest)
    }
}

/// Prunes the arcs that are longer by more than `delta` than the shortest other arc from the same town and
/// than the shortest other arc to the same town. Each arc is compared with those that remain after the
/// previous ones.
pub fn prune(lengths: &mut Lengths, delta: i32) {
    for arc in lengths.arcs() {
        let others_leaving = (0..lengths.towns()).filter(|&to| to != arc.to);
        let from_here = others_leaving
            .map(|to| lengths.of(Arc { to, ..arc }))
            .fold(NO_ARC, i32::min);
        let others_entering = (0..lengths.towns()).filter(|&from| from != arc.from);
        let to_there = others_entering
            .map(|from| lengths.of(Arc { from, ..arc }))
            .fold(NO_ARC, i32::min);
        if lengths.of(arc) > to_there + delta && lengths.of(arc) > from_here + delta {
            lengths.set(arc, NO_ARC);
        }
    }
}

/// The end of an arc that is fixed while the search tries others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// All arcs that leave a town.
    Leaving,
    /// All arcs that enter a town.
    Entering,
}

/// An arc on the path, and the changes made when it was added.
#[derive(Debug, Clone, Copy)]
struct Step {
    arc: Arc,
    choice: Choice,
    /// The arc that would close the path of this arc, and its length before it was forbidden.
    parasite: Arc,
    parasite_length: i32,
}

/// A step of the search.
#[derive(Debug)]
pub enum Event<'a> {
    /// The choices at a step are counted.
    Count,
    /// A trip is complete except for the arc that closes it.
    Tour {
        /// The arcs, in the order of their choice.
        arcs: Vec<Arc>,
        /// Length of the trip, including the arc that closes it.
        cost: i32,
        /// The arcs that remain.
        lengths: &'a Lengths,
    },
}

/// The last town chosen, which is kept if there is none to choose: counted from 0, with the towns to leave
/// before the towns to enter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LastChoice(Option<usize>);

/// Which arcs into a town count as arcs from a town that has been left already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The listings' rule: initially, those from town K if the Kth arc of the path starts at town 1.
    Listed,
    /// The correct rule: those from a town at which an arc of the path starts.
    Corrected,
}

/// Searches for all trips.
///
/// # Errors
/// An error from `watch`; report 2 if no town has few arcs and none was chosen before; [`Ended::Endless`]
/// for a cycle of arcs.
pub fn search(
    lengths: Lengths,
    rule: Rule,
    last: &mut LastChoice,
    watch: &mut dyn FnMut(Event) -> Run,
) -> Run {
    let towns = lengths.towns();
    let mut search = Search {
        left: vec![false; towns],
        entered: vec![false; towns],
        path: Vec::new(),
        lengths,
        rule,
    };
    let mut next = search.first_choice(last, watch)?;
    loop {
        while let Some((arc, choice)) = next {
            search.take(arc, choice)?;
            if search.path.len() + 1 < towns {
                next = search.first_choice(last, watch)?;
            } else {
                watch(search.tour())?;
                break;
            }
        }
        let Some(step) = search.take_back() else {
            return Ok(());
        };
        next = search.next_choice(step).map(|arc| (arc, step.choice));
    }
}

struct Search {
    lengths: Lengths,
    rule: Rule,
    path: Vec<Step>,
    left: Vec<bool>,
    entered: Vec<bool>,
}

impl Search {
    /// The arcs from `town` that can be chosen.
    fn leaving(&self, town: usize) -> impl Iterator<Item = Arc> {
        let arcs = (0..self.lengths.towns()).map(move |to| Arc { from: town, to });
        arcs.filter(|&arc| self.lengths.of(arc) != NO_ARC && !self.entered[arc.to])
    }

    /// The arcs to `town` that can be chosen.
    fn entering(&self, town: usize) -> impl Iterator<Item = Arc> {
        let arcs = (0..self.lengths.towns()).map(move |from| Arc { from, to: town });
        arcs.filter(|&arc| self.lengths.of(arc) != NO_ARC && !self.left[arc.from])
    }

    /// The first arc of the town with the fewest arcs; `None` if a town has no arcs.
    fn first_choice(
        &self,
        last: &mut LastChoice,
        watch: &mut dyn FnMut(Event) -> Run,
    ) -> Result<Option<(Arc, Choice)>, Ended> {
        let towns = self.lengths.towns();
        let leaving = (0..towns).map(|town| (!self.left[town]).then(|| self.leaving(town).count()));
        let entering = (0..towns).map(|town| (!self.entered[town]).then(|| self.entering(town).count()));
        let counts: Vec<Option<usize>> = leaving.chain(entering).collect();
        if counts.contains(&Some(0)) {
            return Ok(None);
        }
        watch(Event::Count)?;
        let few = counts
            .iter()
            .enumerate()
            .filter_map(|(town, count)| Some(((*count)?, town)));
        // The first of equals, if it has fewer arcs than there are towns.
        if let Some((_, town)) = few.filter(|&(count, _)| count < towns).min() {
            last.0 = Some(town);
        }
        let town = last.0.ok_or(Ended::VARIABLE_NOT_FOUND)?;
        Ok(if town < towns {
            self.leaving(town).next().map(|arc| (arc, Choice::Leaving))
        } else {
            self.first_entering(town - towns)
                .map(|arc| (arc, Choice::Entering))
        })
    }

    fn first_entering(&self, town: usize) -> Option<Arc> {
        if self.rule == Rule::Corrected {
            return self.entering(town).next();
        }
        let mut arcs = (0..self.lengths.towns()).map(|from| Arc { from, to: town });
        let mistaken = |from: usize| self.path.get(from).is_some_and(|step| step.arc.from == 0);
        arcs.find(|&arc| self.lengths.of(arc) != NO_ARC && !mistaken(arc.from))
    }

    /// The arc to try after the one just removed.
    fn next_choice(&self, Step { arc, choice, .. }: Step) -> Option<Arc> {
        match choice {
            Choice::Leaving => self.leaving(arc.from).find(|other| other.to > arc.to),
            Choice::Entering => self.entering(arc.to).find(|other| other.from > arc.from),
        }
    }

    /// Adds an arc to the path, and forbids the arc that would close it.
    fn take(&mut self, arc: Arc, choice: Choice) -> Run {
        let arcs: Vec<Arc> = self.path.iter().map(|step| step.arc).chain([arc]).collect();
        let start = follow(arc, |at| arcs.iter().find(|other| other.to == at.from))?;
        let end = follow(arc, |at| arcs.iter().find(|other| other.from == at.to))?;
        let parasite = Arc {
            from: end.to,
            to: start.from,
        };
        let parasite_length = self.lengths.set(parasite, NO_ARC);
        self.left[arc.from] = true;
        self.entered[arc.to] = true;
        self.path.push(Step {
            arc,
            choice,
            parasite,
            parasite_length,
        });
        Ok(())
    }

    /// Removes the last arc; `None` at the start.
    fn take_back(&mut self) -> Option<Step> {
        let step = self.path.pop()?;
        self.left[step.arc.from] = false;
        self.entered[step.arc.to] = false;
        self.lengths.set(step.parasite, step.parasite_length);
        Some(step)
    }

    fn tour(&self) -> Event<'_> {
        let arcs: Vec<Arc> = self.path.iter().map(|step| step.arc).collect();
        let along: i32 = arcs.iter().map(|&arc| self.lengths.of(arc)).sum();
        let closing = self.path.last().map_or(0, |step| step.parasite_length);
        Event::Tour {
            arcs,
            cost: along + closing,
            lengths: &self.lengths,
        }
    }
}

/// Follows arcs as long as `next` returns one. Fails if the arcs form a cycle.
fn follow<'a>(arc: Arc, next: impl Fn(Arc) -> Option<&'a Arc>) -> Result<Arc, Ended> {
    const MAX_PATH_ARCS: usize = 16;
    let mut at = arc;
    for _ in 0..MAX_PATH_ARCS {
        match next(at) {
            Some(&further) => at = further,
            None => return Ok(at),
        }
    }
    Err(Ended::Endless)
}

/// The arcs of a path, each after the arc that leads to it; without those of a cycle, which has no first
/// arc.
pub fn in_order(arcs: &[Arc]) -> Vec<Arc> {
    let first = arcs
        .iter()
        .find(|arc| arcs.iter().all(|other| other.to != arc.from));
    let next = |at: &&Arc| arcs.iter().find(|arc| arc.from == at.to);
    std::iter::successors(first, next)
        .take(arcs.len())
        .copied()
        .collect()
}

/// The shortest round trip and its towns in order from town 0, by trying all; `None` if there is none, or
/// there are no towns. Arcs from a town to itself are ignored.
pub fn shortest_tour(lengths: &Lengths) -> Option<(i32, Vec<usize>)> {
    fn extend(lengths: &Lengths, towns: &mut Vec<usize>, cost: i32, best: &mut Option<(i32, Vec<usize>)>) {
        let last = towns[towns.len() - 1];
        let to = |town| Some(lengths.of(Arc { from: last, to: town })).filter(|&length| length != NO_ARC);
        if towns.len() == lengths.towns() {
            if let Some(closing) = to(0)
                && best.as_ref().is_none_or(|(least, _)| cost + closing < *least)
            {
                *best = Some((cost + closing, towns.clone()));
            }
            return;
        }
        for town in 1..lengths.towns() {
            if let Some(length) = to(town).filter(|_| !towns.contains(&town)) {
                towns.push(town);
                extend(lengths, towns, cost + length, best);
                towns.pop();
            }
        }
    }
    let mut best = None;
    if lengths.towns() > 1 {
        extend(lengths, &mut vec![0], 0, &mut best);
    }
    best
}

#[cfg(test)]
mod tests;
