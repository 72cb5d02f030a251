//! C(N,P), the number of ways to choose P things out of N, by C(N,P) = C(N-1,P) + C(N-1,P-1) on its own
//! stack (book, section 3.2.4), with an optional trace of the stack.
//!
//! The recursion reaches each 1 of Pascal's triangle separately: C(N,P) - 1 additions, exponential in N for
//! P = N/2, compared to N * P with a table; the stack has at most 2 (N-1) elements. Errors of the listing
//! that [`combinations`] does not have:
//!
//! - **0 beyond the stack** (line 6): the answer for N > 51, for which the stack has no room, is 0.
//! - **Negative P** (line 10): the result should be 0, but the recursion never reaches its ends, and the
//!   stack overflows, report 3. If N is the same negative number, the answer is 1.

use girafa_basic::float5::Float5;

use crate::console::Console;
use crate::ended::Ended;
use crate::session::Finished;

/// Size of the listing's stack.
const STACK: usize = 100;
/// The largest N for which the stack has room.
const N_MAX: i32 = 51;
/// The line to return to, which the listing's stack holds for a call in progress.
const FIRST_RETURN_LINE: u8 = 12;
const SECOND_RETURN_LINE: u8 = 13;

/// A call in progress on the stack.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Call {
    /// Waits for C(N-1,P). Uses one element of the listing's stack.
    First,
    /// Waits for C(N-1,P-1) and keeps C(N-1,P). Uses two elements.
    Second(Float5),
}

/// A step of the recursion, with the variables of the listing; the stack's height is its number of
/// elements.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// C(N-1,P) is about to be computed; `n` is that N-1.
    First {
        /// Elements on the stack.
        height: usize,
        /// N of the call.
        n: i32,
    },
    /// C(N-1,P) is `first`, and C(N-1,P-1) is about to be computed; `p` is that P-1.
    Second {
        /// C(N-1,P).
        first: Float5,
        /// Elements on the stack.
        height: usize,
        /// P of the call.
        p: i32,
    },
    /// Both have been added: C(`n`,`p`) is `c`.
    Sum {
        /// C(N,P).
        c: Float5,
        /// P of the finished call.
        p: i32,
        /// N of the finished call.
        n: i32,
        /// Elements on the stack.
        height: usize,
    },
}

/// Asks for N, P and whether to show the local variables, and prints C(N,P).
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| {
        let n = console.whole()?;
        let p = console.whole()?;
        let c = if n > N_MAX || p > n {
            Float5::ZERO
        } else {
            let traced = matches!(console.text()?, "S" | "s");
            if !traced {
                writeln!(console.screen, "AGUARDE, POR FAVOR...\n");
            }
            recursive(n, p, |step| {
                if traced {
                    show(console, step);
                }
            })?
        };
        writeln!(console.screen, "\nCNP={c}");
        Err(Ended::Stop)
    })
}

/// Computes C(`n`,`p`) as the listing does, for `p` <= `n` <= 51.
///
/// # Errors
/// The stack overflows (report 3), for example if `p` < 0.
pub fn recursive(mut n: i32, mut p: i32, mut watch: impl FnMut(Step)) -> Result<Float5, Ended> {
    let mut stack = Vec::new();
    let mut height = 0;
    loop {
        while p != 0 && p != n {
            height = room_for(height + 1)?;
            stack.push(Call::First);
            n -= 1;
            watch(Step::First { height, n });
        }
        let mut c = Float5::from(1);
        // Return through the calls that this completes, to one that still needs its second term.
        while let Some(Call::Second(first)) = stack.last().copied() {
            stack.pop();
            height -= 2;
            (c, n, p) = (c.plus(first)?, n + 1, p + 1);
            watch(Step::Sum { c, p, n, height });
        }
        if stack.pop().is_none() {
            return Ok(c);
        }
        height = room_for(height + 1)?;
        stack.push(Call::Second(c));
        p -= 1;
        watch(Step::Second { first: c, height, p });
    }
}

fn room_for(height: usize) -> Result<usize, Ended> {
    if height <= STACK {
        Ok(height)
    } else {
        Err(Ended::SUBSCRIPT_WRONG)
    }
}

fn show(console: &mut Console, step: Step) {
    let screen = &mut console.screen;
    match step {
        Step::First { height, n } => {
            writeln!(screen, "\nIP={height}  P(IP)={FIRST_RETURN_LINE} N={n}\n");
        }
        Step::Second { first, height, p } => {
            writeln!(
                screen,
                "\nP(IP)={first} IP={height} P(IP)={SECOND_RETURN_LINE} P={p}\n"
            );
        }
        Step::Sum { c, p, n, height } => writeln!(screen, "\nC={c}  P={p} N={n} IP={height}"),
    }
}

/// The correct C(`n`,`p`), without the listing's limits: 0 unless 0 <= `p` <= `n`; `None` if it exceeds 128
/// bits.
pub fn combinations(n: u32, p: i32) -> Option<u128> {
    let Some(p) = u32::try_from(p).ok().filter(|&p| p <= n) else {
        return Some(0);
    };
    // After multiplying by n-i+1 and dividing by i, c is C(n,i), so each division is exact.
    (1..=u128::from(p.min(n - p))).try_fold(1u128, |c, i| {
        let factor = u128::from(n) - i + 1;
        Some(c.checked_mul(factor)? / i)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of Pascal's triangle.
    fn pascal(rows: usize) -> Vec<Vec<u128>> {
        let next = |row: &Vec<u128>| {
            let inner = row.windows(2).map(|pair| pair[0] + pair[1]);
            Some(std::iter::once(1).chain(inner).chain([1]).collect())
        };
        std::iter::successors(Some(vec![1]), next).take(rows).collect()
    }

    #[test]
    fn both_are_pascals_triangle() {
        for (n, row) in pascal(17).iter().enumerate() {
            for (p, &expected) in row.iter().enumerate() {
                let c = recursive(n as i32, p as i32, |_| ()).unwrap();
                assert_eq!(c.to_f64(), expected as f64, "C({n},{p})");
            }
        }
        for (n, row) in pascal(100).iter().enumerate() {
            for (p, &expected) in row.iter().enumerate() {
                assert_eq!(combinations(n as u32, p as i32), Some(expected), "C({n},{p})");
            }
        }
        assert_eq!(combinations(5, -1), Some(0));
        assert_eq!(combinations(5, 6), Some(0));
        assert_eq!(combinations(300, 150), None);
    }

    #[test]
    fn the_stack_is_just_high_enough_for_51() {
        let mut highest = 0;
        let c = recursive(51, 50, |step| {
            if let Step::Second { height, .. } = step {
                highest = highest.max(height);
            }
        });
        assert_eq!(c.unwrap().to_f64(), 51.0);
        assert_eq!(highest, STACK);
        assert_eq!(recursive(51, 1, |_| ()).unwrap().to_f64(), 51.0);
    }

    #[test]
    fn more_than_51_is_answered_by_zero() {
        let session = session(&["52", "34"]);
        assert_eq!(
            (session.transcript.as_str(), session.ended),
            ("\nCNP=0\n", Ended::Stop)
        );
        assert_eq!(combinations(52, 34), Some(42_671_977_361_650));
    }

    #[test]
    fn a_negative_p_overflows_the_stack() {
        assert_eq!(recursive(4, -1, |_| ()), Err(Ended::SUBSCRIPT_WRONG));
        assert_eq!(session(&["4", "-1", "N"]).ended, Ended::SUBSCRIPT_WRONG);
        assert_eq!(combinations(4, -1), Some(0));
        assert_eq!(session(&["-2", "-2", "S"]).transcript, "\nCNP=1\n");
    }
}
