//! C(N,P) = N! / (P! (N-P)!) (book, section 3.2.5): three products of at most 33 factors instead of a
//! recursion.
//!
//! Factorials beyond 12! do not fit the Spectrum's 32-bit mantissa, so the last digit of a large result can
//! be wrong; [`Float5`] reproduces that. O(N) multiplications. Errors of the listing that
//! [`crate::cnp::combinations`] does not have:
//!
//! - **Inexact factorials** (line 10): from 13! on they are rounded, and so is the result, which may not be
//!   an integer.
//! - **Negative P** (line 120) is accepted. The factorial of a number below 1 is 1 there, so C(5,-1) is
//!   computed as 5!/6!.

use girafa_basic::float5::{Float5, TooBig};

use crate::ended::Ended;
use crate::session::Finished;

/// 34! is too big for the Spectrum's numbers.
const N_BOUND: f64 = 34.0;

/// Asks for N and P until they are valid, and prints C(N,P).
pub fn session(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| {
        let (n, p) = loop {
            console.screen.cls();
            writeln!(console.screen, "  *** CALCULO DE CNP(N,P) ***");
            writeln!(
                console.screen,
                "\n\nO VALOR DE N TEM DE SER INFERIOR        A 34 E P<=N !"
            );
            let (n, p) = (console.number()?, console.number()?);
            if n.to_f64() < N_BOUND && p.to_f64() <= n.to_f64() {
                break (n, p);
            }
        };
        let c = combinations(n, p)?;
        console.screen.cls();
        writeln!(console.screen, "CNP({n};{p})={c}");
        Err(Ended::Stop)
    })
}

/// Computes N! / (P! (N-P)!) in the Spectrum's arithmetic.
///
/// # Errors
/// Report 6: a factorial is too big.
pub fn combinations(n: Float5, p: Float5) -> Result<Float5, TooBig> {
    let denominator = |p: Float5| {
        let of_p = factorial(p)?;
        of_p.times(factorial(n.minus(p)?)?)
    };
    // N! is computed first, so that its report 6 comes first.
    let numerator = factorial(n)?;
    numerator.over(denominator(p)?)
}

/// The product of `n`, `n`-1, and so on down to 1; 1 if `n` is below 1.
fn factorial(n: Float5) -> Result<Float5, TooBig> {
    let one = Float5::from(1);
    let mut product = one;
    let mut factor = n;
    while factor.to_f64() >= 1.0 {
        product = product.times(factor)?;
        factor = factor.minus(one)?;
    }
    Ok(product)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnp;

    #[test]
    fn is_exact_as_long_as_the_factorials_are() {
        for n in 0..=12 {
            for p in 0..=n {
                let c = combinations(Float5::from(n), Float5::from(p)).unwrap();
                let exact = cnp::combinations(n as u32, p).unwrap();
                assert_eq!(c.to_string(), exact.to_string(), "C({n},{p})");
            }
        }
    }

    #[test]
    fn is_right_to_nine_digits_up_to_33() {
        let mut worst = 0f64;
        for n in 0..34 {
            for p in 0..=n {
                let c = combinations(Float5::from(n), Float5::from(p)).unwrap().to_f64();
                let exact = cnp::combinations(n as u32, p).unwrap() as f64;
                worst = worst.max((c / exact - 1.0).abs());
            }
        }
        // The factorials are inexact: the rounding must show in some result.
        assert!(worst > 1e-9 && worst < 1e-8, "{worst}");
    }

    #[test]
    fn a_negative_p_is_let_through() {
        assert_eq!(
            session(&["5", "-1"]).transcript.lines().last(),
            Some("CNP(5;-1)=0.16666667")
        );
        assert_eq!(cnp::combinations(5, -1), Some(0));
        assert_eq!(session(&["33", "-1"]).ended, Ended::NUMBER_TOO_BIG);
    }

    #[test]
    fn unsuitable_answers_are_asked_for_again() {
        let session = session(&["34", "2", "3", "4"]);
        assert_eq!(session.transcript.matches("CALCULO").count(), 3);
        assert_eq!(session.ended, Ended::AnswersRanOut);
    }
}
