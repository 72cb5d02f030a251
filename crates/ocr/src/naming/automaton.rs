//! A hidden Markov model of the characters of a listing, and the probability of each character of a cell
//! given all other cells.

use super::ALPHABET;

/// What a state emits.
#[derive(Clone, Copy)]
pub(super) enum Emission {
    /// One character.
    One(u8),
    /// One of several, by the index of their probabilities.
    Set(usize),
}

/// The probabilities of the characters of a set.
pub(super) type Probabilities = [f32; ALPHABET];

/// A transition to a state, with its probability.
pub(super) type Arc = (u32, f32);

/// The states of a listing, row after row.
pub(super) struct Automaton {
    /// What each state emits.
    emissions: Vec<Emission>,
    /// The probabilities of each set.
    sets: Vec<Probabilities>,
    /// The transitions between two cells of a row.
    within: Vec<Vec<Arc>>,
    /// The transitions from the last cell of a row to the first of the next.
    across: Vec<Vec<Arc>>,
    /// The states at the start of a line.
    start: Vec<Arc>,
    /// The states that emit each character, with its probability.
    emitters: Vec<Vec<Arc>>,
}

/// The probability of any state after any other, so that nothing is impossible.
const ANY_STATE: f32 = 1e-7;
/// The probability that a row starts a line, whatever the end of the row before it.
const ANY_START: f32 = 1e-4;
/// A state with a lower probability is not followed if the characters are known.
const MIN_STATE: f32 = 1e-6;

impl Automaton {
    /// `sets` are the probabilities of each set that a state may emit, `within` the transitions between two cells of
    /// a row, `across` those to the next row, and `start` the states at the start of a line.
    pub(super) fn new(
        emissions: Vec<Emission>,
        sets: Vec<Probabilities>,
        [within, across]: [Vec<Vec<Arc>>; 2],
        start: Vec<Arc>,
    ) -> Automaton {
        let mut automaton = Automaton {
            emissions,
            sets,
            within,
            across,
            start,
            emitters: Vec::new(),
        };
        let emitters = |character: usize| {
            let states = 0..automaton.emissions.len() as u32;
            let shares = states.map(|state| (state, automaton.share(state, character)));
            shares.filter(|(_, share)| *share > 0.0).collect()
        };
        automaton.emitters = (0..ALPHABET).map(emitters).collect();
        automaton
    }

    /// Returns, for each cell of all rows, the probability of each character by all other cells. `seen` are
    /// the likelihoods of the characters in each cell; all rows have the same number of `columns`.
    pub(super) fn expect(&self, seen: &[Probabilities], columns: usize) -> (Vec<Probabilities>, f32) {
        let weights: Vec<Vec<f32>> = seen.iter().map(|cell| self.weights(cell)).collect();
        let (before, evidence) = self.forward(&weights, columns);
        // The probability of all later cells after each state.
        let mut after = vec![1.0_f32; self.emissions.len()];
        let mut expected = vec![[0.0; ALPHABET]; seen.len()];
        for cell in (0..seen.len()).rev() {
            let both = before[cell]
                .iter()
                .zip(&after)
                .map(|(before, after)| before * after);
            expected[cell] = self.characters(both);
            let here: Vec<f32> = after
                .iter()
                .zip(&weights[cell])
                .map(|(after, weight)| after * weight)
                .collect();
            let mut anything = ANY_STATE * here.iter().sum::<f32>();
            if cell.is_multiple_of(columns) {
                anything += ANY_START * total(&self.start, &here);
            }
            if cell > 0 {
                after = (self.arcs(cell, columns).iter())
                    .map(|arcs| anything + total(arcs, &here))
                    .collect();
                normalise(&mut after);
            }
        }
        (expected, evidence)
    }

    /// Returns the log likelihood of all cells.
    pub(super) fn evidence(&self, seen: &[Probabilities], columns: usize) -> f32 {
        let weights: Vec<Vec<f32>> = seen.iter().map(|cell| self.weights(cell)).collect();
        self.forward(&weights, columns).1
    }

    /// Returns the number of states.
    pub(super) fn states(&self) -> usize {
        self.emissions.len()
    }

    /// Returns the log likelihood of a row whose characters are known, and the likely states after it. `before` are those
    /// after the row before, if it is not the first one. `next` has a value for each state. Only likely states are followed,
    /// so that it takes a small part of the time of [`Automaton::evidence`].
    pub(super) fn follow(
        &self,
        before: Option<&[Arc]>,
        characters: &[usize],
        next: &mut [f32],
    ) -> (f32, Vec<Arc>) {
        let mut states: Vec<Arc> = before.unwrap_or_default().to_vec();
        let mut evidence = 0.0;
        for (column, &character) in characters.iter().enumerate() {
            let emitters = &self.emitters[character];
            for &(state, _) in emitters {
                next[state as usize] = ANY_STATE;
            }
            if column == 0 {
                add(next, &self.start, if before.is_none() { 1.0 } else { ANY_START });
            }
            let arcs = if column == 0 { &self.across } else { &self.within };
            for &(state, share) in &states {
                add(next, &arcs[state as usize], share);
            }
            states.clear();
            states.extend((emitters.iter()).map(|&(state, share)| (state, share * next[state as usize])));
            let sum = states
                .iter()
                .map(|(_, share)| share)
                .sum::<f32>()
                .max(f32::MIN_POSITIVE);
            evidence += sum.ln();
            states.iter_mut().for_each(|(_, share)| *share /= sum);
            states.retain(|(_, share)| *share > MIN_STATE);
        }
        (evidence, states)
    }

    /// Returns the probability of a character in a state.
    fn share(&self, state: u32, character: usize) -> f32 {
        match self.emissions[state as usize] {
            Emission::One(one) => f32::from(usize::from(one) == character),
            Emission::Set(set) => self.sets[set][character],
        }
    }

    /// Returns the probability of each state before its own emission is seen, for each cell, and the log
    /// likelihood of all cells. `weights` are the likelihoods of each cell in each state.
    fn forward(&self, weights: &[Vec<f32>], columns: usize) -> (Vec<Vec<f32>>, f32) {
        let mut before: Vec<Vec<f32>> = Vec::with_capacity(weights.len());
        let mut state = vec![0.0; self.emissions.len()];
        let mut evidence = 0.0;
        for (cell, weights) in weights.iter().enumerate() {
            let mut next = vec![ANY_STATE; state.len()];
            if cell.is_multiple_of(columns) {
                let share = if cell == 0 { 1.0 } else { ANY_START };
                add(&mut next, &self.start, share);
            }
            if cell > 0 {
                for (arcs, &from) in self.arcs(cell, columns).iter().zip(&state) {
                    if from > f32::MIN_POSITIVE {
                        add(&mut next, arcs, from);
                    }
                }
            }
            state = next
                .iter()
                .zip(weights)
                .map(|(next, weight)| next * weight)
                .collect();
            evidence += normalise(&mut state).ln();
            before.push(next);
        }
        (before, evidence)
    }

    /// Returns the transitions to a cell from the one before it.
    fn arcs(&self, cell: usize, columns: usize) -> &[Vec<Arc>] {
        if cell.is_multiple_of(columns) {
            &self.across
        } else {
            &self.within
        }
    }

    /// Returns the likelihood of a cell in each state.
    fn weights(&self, seen: &Probabilities) -> Vec<f32> {
        let of_set = |set: &Probabilities| set.iter().zip(seen).map(|(one, other)| one * other).sum();
        let sets: Vec<f32> = self.sets.iter().map(of_set).collect();
        let weight = |emission: &Emission| match *emission {
            Emission::One(character) => seen[usize::from(character)],
            Emission::Set(set) => sets[set],
        };
        self.emissions.iter().map(weight).collect()
    }

    /// Returns the probabilities of the characters, by those of the states.
    fn characters(&self, states: impl Iterator<Item = f32>) -> Probabilities {
        let mut characters = [0.0; ALPHABET];
        let mut sets = vec![0.0; self.sets.len()];
        for (emission, weight) in self.emissions.iter().zip(states) {
            match *emission {
                Emission::One(character) => characters[usize::from(character)] += weight,
                Emission::Set(set) => sets[set] += weight,
            }
        }
        for (set, weight) in self.sets.iter().zip(sets) {
            characters
                .iter_mut()
                .zip(set)
                .for_each(|(sum, share)| *sum += weight * share);
        }
        normalise(&mut characters);
        characters
    }
}

fn add(to: &mut [f32], arcs: &[Arc], weight: f32) {
    for &(state, probability) in arcs {
        to[state as usize] += weight * probability;
    }
}

fn total(arcs: &[Arc], values: &[f32]) -> f32 {
    arcs.iter()
        .map(|&(state, probability)| probability * values[state as usize])
        .sum()
}

/// Scales the values to a sum of 1; returns the sum before.
fn normalise(values: &mut [f32]) -> f32 {
    let sum: f32 = values.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    values.iter_mut().for_each(|value| *value /= sum);
    sum
}
