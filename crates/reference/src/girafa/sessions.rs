//! The two programs: the same engine with either rule base (book, section 9.4).

use super::bases::{ANIMALS, CHAIN, PLANTS, TWO_RULES, TWO_RULES_HYPOTHESES};
use super::limits::{HYPOTHESIS_PLACES, LISTING_LIMITS, Limits};
use super::{Base, Broken, Dialogue, Engine, Rule, Why};
use crate::console::Console;
use crate::ended::Ended;
use crate::session::{Finished, Run};

/// The session with the animals.
pub fn animals(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| play(console, &ANIMALS))
}

/// The session with the plants.
pub fn plants(answers: &[&str]) -> Finished {
    Finished::of(answers, |console| play(console, &PLANTS))
}

/// The program of `base` with other rules or limits; `None` if there is no such variant.
pub fn variant(base: &Base, name: &str, answers: &[&str]) -> Option<Finished> {
    let twice = Base {
        target: "ISTO",
        rules: TWO_RULES,
        hypotheses: TWO_RULES_HYPOTHESES,
        ..*base
    };
    let less = |limits: Limits| Base { limits, ..*base };
    let base = match name {
        "no rules" => Base { rules: &[], ..twice },
        "no hypotheses" => Base {
            hypotheses: &[],
            ..twice
        },
        "two conclusions" => twice,
        "chain" => Base {
            rules: CHAIN,
            hypotheses: &["A"],
            ..twice
        },
        "twenty hypotheses" => Base {
            hypotheses: &["A"; HYPOTHESIS_PLACES],
            ..*base
        },
        "few rule texts" => less(Limits {
            rule_texts: 10,
            ..LISTING_LIMITS
        }),
        "no room for hypotheses" => less(Limits {
            hypotheses: 0,
            ..LISTING_LIMITS
        }),
        "few texts" => less(Limits {
            texts: 1,
            ..LISTING_LIMITS
        }),
        "few numbers" => less(Limits {
            numbers: 5,
            ..LISTING_LIMITS
        }),
        "few facts" => less(Limits {
            facts: 1,
            ..LISTING_LIMITS
        }),
        "few questions" => less(Limits {
            asked: 2,
            ..LISTING_LIMITS
        }),
        _ => return None,
    };
    Some(Finished::of(answers, |console| play(console, &base)))
}

fn play(console: &mut Console, base: &Base) -> Run {
    introduce(console, base)?;
    let stars = "*".repeat(32);
    loop {
        let mut dialogue = Conversation { console, base };
        let established = match Engine::new(base, &mut dialogue).consult() {
            Ok(established) => established,
            Err(Broken::Ended(ended)) => return Err(ended),
            Err(Broken::Full(full)) => {
                let message = full.message().ok_or(Ended::SUBSCRIPT_WRONG)?;
                writeln!(console.screen, "{message}");
                return Err(Ended::Stop);
            }
        };
        let screen = &mut console.screen;
        match established {
            Some(hypothesis) => {
                write!(screen, "\n\n{stars}\n  CONCLUI QUE :\n");
                write!(screen, "    {} {hypothesis}.\n{stars}\n\n", base.target);
            }
            None => {
                write!(screen, "\n{stars}\n    NENHUMA HIPOTESE PODE SER   ");
                write!(screen, "           CONFIRMADA\n{stars}\n");
            }
        }
        if !wants_more(console)? {
            break;
        }
        write!(console.screen, "\n*********** RECOMECO ***********\n");
    }
    write!(console.screen, "\n** TIVE MUITO GOSTO EM CONVERSAR");
    write!(console.screen, "   CONSIGO...\n ATE'A PROXIMA!\n");
    Err(Ended::Stop)
}

/// Prints the greeting, reads the rules and lists the hypotheses. Fails if there are none, or a limit is
/// exceeded.
fn introduce(console: &mut Console, base: &Base) -> Run {
    let screen = &mut console.screen;
    let stars = "*".repeat(32);
    write!(screen, "{stars}         >>> GIRAFA <<<         ");
    write!(screen, "         SISTEMA PERITO         {stars}\n\n\n");
    writeln!(screen, "BONS DIAS...");
    let limits = base.limits;
    // The rules are read before the hypotheses, whose array also has to hold the word that ends them.
    let are_read = !base.rules.is_empty() && rule_texts(base) <= limits.rule_texts && limits.hypotheses > 0;
    if are_read && base.hypotheses.len() >= HYPOTHESIS_PLACES {
        return Err(Ended::SUBSCRIPT_WRONG);
    }
    let is_empty = base.rules.is_empty() || base.hypotheses.is_empty();
    if is_empty || limits.hypotheses == 0 || rule_texts(base) > limits.rule_texts {
        writeln!(screen, "ERRO!!!");
        return Err(Ended::Stop);
    }
    writeln!(screen, "VOU UTILIZAR AS MINHAS {} REGRAS", base.rules.len());
    writeln!(screen, "PARA ESTABELECER UMA DAS {} HIPO-", base.hypotheses.len());
    writeln!(screen, "TESES (BEM, VOU TENTAR...)\n\n");
    let width = base.width;
    for hypothesis in base.hypotheses {
        writeln!(screen, "    {} {hypothesis:width$}", base.target);
    }
    write!(screen, "\nRESPONDA COM :\nSIM (S), NAO (N) E PORQUE? (P)\n");
    Ok(())
}

/// The number of texts in the rules: name, SE, premises, ENTAO and conclusions of each, and STOP at the
/// end.
fn rule_texts(base: &Base) -> usize {
    let of_rule = |rule: &Rule| 3 + rule.premises.len() + rule.conclusions.len();
    base.rules.iter().map(of_rule).sum::<usize>() + 1
}

/// Asks whether to start again or to leave.
fn wants_more(console: &mut Console) -> Result<bool, Ended> {
    loop {
        writeln!(console.screen);
        match console.text()? {
            "R" | "r" => return Ok(true),
            "D" | "d" => return Ok(false),
            _ => {}
        }
    }
}

/// The engine's questions on the screen.
#[derive(Debug)]
struct Conversation<'a, 'b> {
    console: &'a mut Console<'b>,
    base: &'a Base,
}

impl Dialogue for Conversation<'_, '_> {
    fn ask(&mut self, fact: &'static str, why: Option<Why>) -> Result<bool, Ended> {
        loop {
            let target = self.base.target;
            write!(self.console.screen, "\n> E'VERDADE QUE \n{target} {fact} ? \n");
            match self.console.text()? {
                "S" | "s" => return Ok(true),
                "N" | "n" => return Ok(false),
                "P" | "p" => {
                    if let Some(why) = why {
                        self.explain(why);
                    }
                }
                _ => {}
            }
        }
    }

    fn conclude(&mut self, rule: &'static Rule, fact: &'static str) {
        let (name, target) = (rule.name, self.base.target);
        write!(
            self.console.screen,
            "\nDA REGRA {name:3} DEDUZ-SE :\n{target} {fact}\n"
        );
    }
}

impl Conversation<'_, '_> {
    /// Shows the rule that is tried: its known premises, the others, and its conclusions.
    fn explain(&mut self, Why { rule, premise }: Why) {
        let width = self.base.width;
        writeln!(
            self.console.screen,
            "\nESTOU A EXPERIMENTAR A REGRA {:width$}",
            rule.name
        );
        let (known, remaining) = rule.premises.split_at(premise);
        if !known.is_empty() {
            self.list("\nEU SEI QUE ", known);
        }
        self.list("SE:", remaining);
        self.list("ENTAO:", rule.conclusions);
        writeln!(self.console.screen);
    }

    /// Lists facts below a heading, padded to their full width, which can make another row.
    fn list(&mut self, heading: &str, facts: &[&str]) {
        let (target, width) = (self.base.target, self.base.width);
        writeln!(self.console.screen, "{heading}");
        for fact in facts {
            writeln!(self.console.screen, "{target} {fact:width$}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hypotheses_counted_once_overflow_their_array() {
        let with = |hypotheses: &'static [&'static str]| {
            let base = Base {
                hypotheses,
                ..ANIMALS
            };
            Finished::of(&[], |console| play(console, &base)).ended
        };
        assert_eq!(with(&["A"; 19]), Ended::AnswersRanOut);
        assert_eq!(with(&["A"; 20]), Ended::SUBSCRIPT_WRONG);
        assert!(LISTING_LIMITS.has_room_for_hypotheses(19) && !LISTING_LIMITS.has_room_for_hypotheses(20));
    }
}
