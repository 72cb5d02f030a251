//! The towers of Hanoi (book, section 3.3.2): N rings are moved from one peg to another, one at a time, and
//! no ring may be on a smaller one. 2^N - 1 moves, the minimum: O(2^N) steps, with at most 2 (N-1) elements
//! on the stack.
//!
//! The listing's recursion has its own stack, whose height its traced form prints. Errors of the listing
//! that [`moves`] does not have:
//!
//! - **One ring** (line 110) is moved, but then the listing reads the top of an empty stack: report 3.
//! - **No rings** (line 70), or fewer, recurse for ever: the stack overflows, report 3.
//! - **Unchecked pegs** (line 30): it accepts the same peg twice, and a peg 4 ([`are_pegs`] checks them).

use crate::console::Console;
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// Size of the listing's stack.
const STACK: usize = 100;
/// The entry of the listing's stack for a call in progress: in its first or second inner call.
const FIRST_INNER_CALL: u8 = 12;
const SECOND_INNER_CALL: u8 = 13;

/// A step of the recursion, with the variables of the listing. Pegs are 1 to 3; the stack's height is its
/// number of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A ring is moved.
    Move {
        /// The peg that the ring leaves.
        from: i32,
        /// The peg that the ring goes to.
        to: i32,
    },
    /// The upper `n` rings are about to be moved to the spare peg `to`.
    Aside {
        /// Rings.
        n: i32,
        /// Peg.
        to: i32,
        /// Elements on the stack.
        height: usize,
    },
    /// The largest ring is about to be moved to the peg `to`.
    Largest {
        /// Peg.
        to: i32,
    },
    /// The rings on the spare peg are about to be moved onto the largest ring.
    Follow {
        /// The spare peg.
        from: i32,
        /// The peg with the largest ring.
        to: i32,
        /// Elements on the stack.
        height: usize,
    },
    /// All `n` rings have been moved.
    Done {
        /// The peg from which they were moved.
        from: i32,
        /// Number of rings moved.
        n: i32,
        /// Elements on the stack.
        height: usize,
    },
}

/// Asks for the number of rings and the two pegs, and prints the moves.
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| {
        play(console, |console, step| {
            if let Step::Move { from, to } = step {
                show_move(console, from, to);
            }
        })
    })
}

/// The session with a trace of the recursion's variables.
pub fn traced_session(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| play(console, show))
}

fn play(console: &mut Console, mut show: impl FnMut(&mut Console, Step)) -> Run {
    let (n, from, to) = (console.whole()?, console.whole()?, console.whole()?);
    writeln!(console.screen, "\n    TRANSPORTE DE UM ANEL DE:\n\n\n");
    transport(n, (from, to), 0, &mut |step| {
        show(console, step);
        if console.screen.is_endless() {
            Err(Ended::Endless)
        } else {
            Ok(())
        }
    })?;
    if n == 1 {
        // Nothing has been pushed on the stack whose top is read.
        return Err(Ended::SUBSCRIPT_WRONG);
    }
    Err(Ended::Stop)
}

/// Moves `n` rings from one peg to another, with `height` elements on the stack.
///
/// # Errors
/// An error from `watch`; the stack overflows (report 3), for example if `n` < 1.
pub fn transport(n: i32, (from, to): (i32, i32), height: usize, watch: &mut dyn FnMut(Step) -> Run) -> Run {
    if n == 1 {
        return watch(Step::Move { from, to });
    }
    let third = 6 - from - to;
    let (aside, follow) = (height + 1, height + 2);
    if aside > STACK {
        return Err(Ended::SUBSCRIPT_WRONG);
    }
    watch(Step::Aside {
        n: n - 1,
        to: third,
        height: aside,
    })?;
    transport(n - 1, (from, third), aside, watch)?;
    watch(Step::Largest { to })?;
    watch(Step::Move { from, to })?;
    if follow > STACK {
        return Err(Ended::SUBSCRIPT_WRONG);
    }
    watch(Step::Follow {
        from: third,
        to,
        height: follow,
    })?;
    transport(n - 1, (third, to), follow, watch)?;
    watch(Step::Done { from, n, height })
}

/// Whether rings can be moved between these pegs: two different ones of three.
pub fn are_pegs(from: i32, to: i32) -> bool {
    let pegs = 1..=3;
    pegs.contains(&from) && pegs.contains(&to) && from != to
}

/// The moves only, without the listing's errors: none for no rings.
pub fn moves(n: u32, from: i32, to: i32) -> Vec<(i32, i32)> {
    let Some(upper) = n.checked_sub(1) else {
        return Vec::new();
    };
    let third = 6 - from - to;
    let mut all = moves(upper, from, third);
    all.push((from, to));
    all.extend(moves(upper, third, to));
    all
}

fn show_move(console: &mut Console, from: i32, to: i32) {
    console.screen.tab(11);
    writeln!(console.screen, "{from} PARA {to}");
}

fn show(console: &mut Console, step: Step) {
    match step {
        Step::Move { from, to } => {
            writeln!(console.screen);
            show_move(console, from, to);
        }
        Step::Aside { n, to, height } => {
            writeln!(
                console.screen,
                "N={n}  EC={to}  IP={height} P(IP)={FIRST_INNER_CALL}"
            );
        }
        Step::Largest { to } => writeln!(console.screen, "L={to}"),
        Step::Follow { from, to, height } => {
            writeln!(
                console.screen,
                "EP={from}  EC={to}  IP={height} P(IP)={SECOND_INNER_CALL}"
            );
        }
        Step::Done { from, n, height } => writeln!(console.screen, "EP={from}\nIP={height} N={n}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transported(n: i32, from: i32, to: i32) -> Vec<(i32, i32)> {
        let mut moved = Vec::new();
        let watch = &mut |step| {
            if let Step::Move { from, to } = step {
                moved.push((from, to));
            }
            Ok(())
        };
        transport(n, (from, to), 0, watch).unwrap();
        moved
    }

    #[test]
    fn moves_are_legal_and_as_few_as_can_be() {
        for n in 1..=10 {
            for (from, to) in [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)] {
                let mut pegs = [const { Vec::new() }; 4];
                pegs[from as usize] = (1..=n).rev().collect();
                let moved = transported(n, from, to);
                assert_eq!(moved, moves(n as u32, from, to));
                for &(from, to) in &moved {
                    let ring = pegs[from as usize].pop().expect("a ring to move");
                    assert!(pegs[to as usize].last().is_none_or(|&below| below > ring));
                    pegs[to as usize].push(ring);
                }
                assert_eq!(pegs[to as usize].len(), n as usize);
                assert_eq!(moved.len(), (1 << n) - 1);
            }
        }
    }

    #[test]
    fn one_ring_is_moved_but_ends_with_an_error() {
        let session = session(&["1", "2", "3"]);
        assert!(session.transcript.ends_with("\n           2 PARA 3\n"));
        assert_eq!(session.ended, Ended::SUBSCRIPT_WRONG);
        assert_eq!(moves(1, 2, 3), [(2, 3)]);
    }

    #[test]
    fn pegs_unchecked_send_rings_to_a_fourth() {
        assert_eq!(transported(2, 1, 1), [(1, 4), (1, 1), (4, 1)]);
        assert!(!are_pegs(1, 1) && !are_pegs(0, 1) && !are_pegs(3, 4));
        assert!(are_pegs(3, 1) && are_pegs(2, 3));
    }

    #[test]
    fn no_rings_overflow_the_stack() {
        let session = traced_session(&["0", "1", "2"]);
        assert!(
            session.transcript.ends_with("N=-100  EC=2  IP=100 P(IP)=12\n"),
            "{}",
            session.transcript
        );
        assert_eq!(session.ended, Ended::SUBSCRIPT_WRONG);
        assert_eq!(moves(0, 1, 2), []);
    }
}
