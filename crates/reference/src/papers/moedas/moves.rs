//! Finds a good move for a number of coins with three methods.
//!
//! A move is good if it leaves the other player a bad position; a position is bad if it has no good move.
//! One coin, which must be taken, is the first bad position (paper, its first pair of functions).

/// Maximum number of coins of a move.
pub const MAX_TAKE: usize = 3;

/// The cached result for a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Unknown,
    GoodMove(Option<usize>),
}

/// The mutual recursion, with the number of calls.
///
/// It stops at the first good move, and still needs about 7^(n/4) calls for n coins: a bad position evaluates
/// its three followers, which evaluate the bad position four coins below 1, 2 and 4 times. With cached
/// results it is O(n).
#[derive(Debug, Clone)]
pub struct Recursion {
    calls: u64,
    /// Results by number of coins; empty without a cache.
    kept: Vec<Known>,
}

impl Recursion {
    /// The paper's recursion, which computes every position again each time.
    pub fn forgetful() -> Self {
        Recursion {
            calls: 0,
            kept: Vec::new(),
        }
    }

    /// The same recursion with a cache, for up to `most` coins.
    pub fn keeping(most: usize) -> Self {
        Recursion {
            calls: 0,
            kept: vec![Known::Unknown; most + 1],
        }
    }

    /// Number of calls of both functions so far.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// The number of coins to take from `coins`, two or more, so that the rest is a bad position; `None` if
    /// there is none.
    pub fn good_move(&mut self, coins: usize) -> Option<usize> {
        self.calls += 1;
        if let Some(&Known::GoodMove(known)) = self.kept.get(coins) {
            return known;
        }
        // More coins than there are is never tried: leaving one coin is a good move.
        let good = (1..=MAX_TAKE).find(|taken| self.is_bad(coins - taken));
        if let Some(kept) = self.kept.get_mut(coins) {
            *kept = Known::GoodMove(good);
        }
        good
    }

    /// Whether the player to move with `coins`, one or more, loses against a good player.
    pub fn is_bad(&mut self, coins: usize) -> bool {
        self.calls += 1;
        coins == 1 || self.good_move(coins).is_none()
    }
}

/// The good moves for up to `most` coins, by number of coins (exercise 3); `None` if there is none.
/// O(most).
pub fn table(most: usize) -> Vec<Option<usize>> {
    let mut table = vec![None; most + 1];
    for coins in 2..=most {
        table[coins] = (1..=MAX_TAKE.min(coins - 1)).find(|taken| table[coins - taken].is_none());
    }
    table
}

/// The good move by arithmetic (exercise 4): bad are 1, 5, 9, 13... coins, one more than a multiple of the
/// number that the two players can always take together. O(1).
pub fn by_rule(coins: usize) -> Option<usize> {
    Some((coins - 1) % (MAX_TAKE + 1)).filter(|&taken| taken > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The limit for the paper's recursion, whose time is exponential.
    const MAX_PLAIN_RECURSION: usize = 34;
    const MAX_COINS: usize = 200;

    #[test]
    fn recursion_table_and_rule_agree_up_to_200() {
        let table = table(MAX_COINS);
        for (coins, &tabulated) in table.iter().enumerate().skip(1) {
            let mut keeping = Recursion::keeping(MAX_COINS);
            assert_eq!(keeping.is_bad(coins), by_rule(coins).is_none(), "{coins}");
            assert_eq!(tabulated, by_rule(coins), "{coins}");
            if coins > 1 {
                assert_eq!(keeping.good_move(coins), by_rule(coins), "{coins}");
            }
        }
        assert_eq!(table.len(), MAX_COINS + 1);
    }

    #[test]
    fn the_recursion_that_keeps_nothing_agrees_with_the_one_that_keeps_all() {
        for coins in 2..=MAX_PLAIN_RECURSION {
            let forgetful = Recursion::forgetful().good_move(coins);
            assert_eq!(forgetful, Recursion::keeping(coins).good_move(coins), "{coins}");
        }
    }

    /// With good moves of both players the result is that of the complete search.
    #[test]
    fn good_moves_win_against_every_reply() {
        fn loses(coins: usize) -> bool {
            match by_rule(coins) {
                None => (1..=MAX_TAKE.min(coins)).all(|taken| coins == taken || !loses(coins - taken)),
                Some(taken) => !loses(coins - taken),
            }
        }
        (1..=24).for_each(|coins| assert_eq!(loses(coins), coins % 4 == 1, "{coins}"));
    }

    #[test]
    fn four_coins_more_are_seven_times_the_calls() {
        let calls = |coins| {
            let mut search = Recursion::forgetful();
            search.good_move(coins);
            search.calls()
        };
        for coins in 12..=28 {
            let ratio = calls(coins + 4) as f64 / calls(coins) as f64;
            assert!((6.9..7.1).contains(&ratio), "{coins}: {ratio}");
        }
        let mut keeping = Recursion::keeping(MAX_COINS);
        keeping.good_move(MAX_COINS);
        assert!(keeping.calls() < 6 * MAX_COINS as u64, "{}", keeping.calls());
    }
}
