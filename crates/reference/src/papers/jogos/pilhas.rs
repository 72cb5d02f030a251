//! The game of splitting heaps (section 13.1 and figure 14), searched completely: two players take turns
//! splitting a heap into two unequal ones; a player who cannot move loses.
//!
//! The search visits all states of n sticks, once for each path to them, as minimax does: 24 nodes for
//! seven sticks, about three times as many for each further stick. A state of k heaps comes after k - 1
//! moves, so its level shows who moves; whether that player wins does not depend on who it is. The game is
//! Grundy's: by the theory of sums of games a state is lost if the exclusive or of its heaps' Grundy values
//! is 0. [`grundy`] computes them in O(n^2).

/// Heaps, the largest first.
pub type Heaps = Vec<u32>;

/// A move: the index of the heap, and the larger of its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    /// The heap.
    pub heap: usize,
    /// Its larger part.
    pub part: u32,
}

impl Split {
    /// The heaps after the move.
    pub fn apply(self, heaps: &[u32]) -> Heaps {
        let mut after = heaps.to_vec();
        let whole = after.remove(self.heap);
        after.extend([self.part, whole - self.part]);
        after.sort_by(|a, b| b.cmp(a));
        after
    }
}

/// The possible moves, with heaps of equal size only once; the most unequal parts first.
pub fn splits(heaps: &[u32]) -> impl Iterator<Item = Split> {
    let is_first = |heap: usize| heap == 0 || heaps[heap] != heaps[heap - 1];
    (0..heaps.len())
        .filter(move |&heap| is_first(heap))
        .flat_map(move |heap| {
            let parts = (1..heaps[heap])
                .rev()
                .take_while(move |part| 2 * part > heaps[heap]);
            parts.map(move |part| Split { heap, part })
        })
}

/// All states that can follow from a heap.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Space {
    /// The distinct states, each after its successors, and whether the player to move wins there.
    pub states: Vec<(Heaps, bool)>,
    /// Number of nodes of the tree: a state counts once for each path to it.
    pub nodes: usize,
}

impl Space {
    /// Searches all states that can follow from one heap of `sticks`.
    pub fn of(sticks: u32) -> Space {
        let mut space = Space::default();
        space.explore(&[sticks]);
        space
    }

    /// Whether the player to move in `heaps` wins: some move leads to a state in which the player to move
    /// loses.
    fn explore(&mut self, heaps: &[u32]) -> bool {
        self.nodes += 1;
        let mut wins = false;
        for split in splits(heaps) {
            wins |= !self.explore(&split.apply(heaps));
        }
        if self.wins(heaps).is_none() {
            self.states.push((heaps.to_vec(), wins));
        }
        wins
    }

    /// Whether the player to move in `heaps` wins; `None` if the state cannot be reached.
    pub fn wins(&self, heaps: &[u32]) -> Option<bool> {
        let known = self.states.iter().find(|(state, _)| state == heaps);
        known.map(|&(_, wins)| wins)
    }

    /// The machine's move: the first one to a state in which the player to move loses, otherwise the first
    /// one; `None` if there is none.
    pub fn reply(&self, heaps: &[u32]) -> Option<Split> {
        let leaves_a_loss = |split: &Split| self.wins(&split.apply(heaps)) == Some(false);
        splits(heaps).find(leaves_a_loss).or_else(|| splits(heaps).next())
    }
}

/// The Grundy value of each heap up to `sticks`: the least number that is not the exclusive or of the two
/// parts' values in any move.
pub fn grundy(sticks: u32) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=sticks as usize {
        let reached: Vec<u32> = (1..heap)
            .take_while(|part| 2 * part < heap)
            .map(|part| values[part] ^ values[heap - part])
            .collect();
        let value = (0..).find(|value| !reached.contains(value));
        values.extend(value);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_and_the_theory_agree() {
        let grundy = grundy(14);
        let mut lost = Vec::new();
        for sticks in 1..=14 {
            let space = Space::of(sticks);
            for (heaps, wins) in &space.states {
                let sum = heaps.iter().fold(0, |sum, &heap| sum ^ grundy[heap as usize]);
                assert_eq!(*wins, sum != 0, "{heaps:?}");
                assert_eq!(heaps.iter().sum::<u32>(), sticks);
            }
            if space.wins(&[sticks]) == Some(false) {
                lost.push(sticks);
            }
        }
        // The known zeros of Grundy's game.
        assert_eq!(lost, [1, 2, 4, 7, 10]);
    }

    #[test]
    fn seven_sticks_as_in_figure_14() {
        let space = Space::of(7);
        assert_eq!((space.nodes, space.states.len()), (24, 14));
        // "Whatever MIN begins with, MAX can win".
        for split in splits(&[7]) {
            assert_eq!(space.wins(&split.apply(&[7])), Some(true));
        }
    }

    #[test]
    fn the_machine_wins_what_can_be_won() {
        for sticks in 1..=9 {
            let space = Space::of(sticks);
            let machine_can_win = space.wins(&[sticks]) == Some(true);
            let lost = plays_lost(&space, vec![sticks], true);
            assert_eq!(lost == 0, machine_can_win, "{sticks}");
        }
    }

    /// The number of games that the machine loses against all moves of the opponent.
    fn plays_lost(space: &Space, heaps: Heaps, machine_moves: bool) -> usize {
        if splits(&heaps).next().is_none() {
            return usize::from(machine_moves);
        }
        if machine_moves {
            let split = space.reply(&heaps).expect("a move");
            return plays_lost(space, split.apply(&heaps), false);
        }
        splits(&heaps)
            .map(|split| plays_lost(space, split.apply(&heaps), true))
            .sum()
    }

    #[test]
    fn no_state_is_reached_by_a_forbidden_move() {
        for (heaps, _) in Space::of(12).states {
            for split in splits(&heaps) {
                let after = split.apply(&heaps);
                assert_eq!(after.len(), heaps.len() + 1);
                assert!(after.is_sorted_by(|a, b| a >= b) && after.iter().all(|&heap| heap > 0));
                assert_ne!(2 * split.part, heaps[split.heap]);
            }
        }
    }
}
