//! A small expert system with backward chaining (book, section 9.4): rules are data, and the engine knows
//! nothing about animals or plants.
//!
//! To prove a fact, the engine checks whether it is known. Otherwise it tries the rules that conclude it,
//! proving their premises one after the other; if there are none, it asks. It asks for each fact once and
//! keeps the facts that it proves, but not the failures, so a fact's rules are tried again each time that
//! it is required. In the worst case that is exponential in the depth of the rules, which the stacks limit
//! to eleven; each fact searches all rules and facts. Errors of the program:
//!
//! - **Contradictions**: it asks whether the animal flies well and, if not, whether it does not fly, and
//!   accepts any answers ([`contradictions`] finds them).
//! - **Nothing new** (line 3010): a rule whose conclusions are all known already counts as failed, although
//!   they were to be proved. With the book's rules this cannot happen, as a known fact is not proved again;
//!   with others it can, and then a known hypothesis is denied ([`Engine::correctly`] counts such a rule as
//!   a success).
//! - **Limit beyond the array** (line 15): the limit of the number stack is 200 ([`Limits::numbers`]), but
//!   its array has [`limits::NUMBER_PLACES`] elements, so rules that are twelve deep end with report 3,
//!   Subscript wrong, and not with the listing's message for a full stack.
//! - **Hypotheses checked once** (line 550): their limit is checked before the first one is read, and the
//!   word that ends them needs an element too: with twenty hypotheses the program ends with report 3 and
//!   not with its message ([`Limits::has_room_for_hypotheses`] counts them).
//!
//! The listing does not nest GO SUB for this: it keeps the facts to prove on a stack of texts, and their
//! callers, the remaining rules and the current premises on a stack of numbers. [`Stacks`] counts the
//! elements, as overflows are visible in the program's output.

pub mod bases;
pub mod limits;
pub mod sessions;

use crate::ended::Ended;
use limits::{Full, Limits, Stacks};

/// A rule from premises to conclusions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// The facts that must hold.
    pub premises: &'static [&'static str],
    /// The facts that follow.
    pub conclusions: &'static [&'static str],
}

/// The knowledge base of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Base {
    /// The subject of all facts.
    pub target: &'static str,
    /// The rules.
    pub rules: &'static [Rule],
    /// The facts of which one is to be established, in the order in which they are tried.
    pub hypotheses: &'static [&'static str],
    /// Characters reserved for a fact.
    pub width: usize,
    /// The limits of the program.
    pub limits: Limits,
}

/// The reason for a question: the rule that is tried, and the number of its premises that have been proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Why {
    /// The rule.
    pub rule: &'static Rule,
    /// The index of the premise in question.
    pub premise: usize,
}

/// Why a consultation was aborted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Broken {
    /// The program ends, for example because there are no more answers.
    Ended(Ended),
    /// A limit was exceeded.
    Full(Full),
}

impl From<Ended> for Broken {
    fn from(ended: Ended) -> Broken {
        Broken::Ended(ended)
    }
}

impl From<Full> for Broken {
    fn from(full: Full) -> Broken {
        Broken::Full(full)
    }
}

/// The dialogue that answers the engine's questions and receives its conclusions.
pub trait Dialogue {
    /// Asks whether `fact` holds. `why` is `None` for a hypothesis that no rule concludes. An error ends
    /// the consultation.
    fn ask(&mut self, fact: &'static str, why: Option<Why>) -> Result<bool, Ended>;
    /// Reports that `rule` has added `fact` to the known facts.
    fn conclude(&mut self, rule: &'static Rule, fact: &'static str);
}

/// A consultation and the facts known so far.
#[derive(Debug)]
pub struct Engine<'a, D> {
    base: &'a Base,
    dialogue: &'a mut D,
    known: Vec<&'static str>,
    asked: Vec<&'static str>,
    stacks: Stacks,
    is_correct: bool,
}

impl<'a, D: Dialogue> Engine<'a, D> {
    /// An engine without known facts.
    pub fn new(base: &'a Base, dialogue: &'a mut D) -> Self {
        Engine {
            base,
            dialogue,
            known: Vec::new(),
            asked: Vec::new(),
            stacks: Stacks::new(base.limits),
            is_correct: false,
        }
    }

    /// An engine that counts a rule whose premises hold as a success, whether it adds a fact or not.
    pub fn correctly(self) -> Self {
        Engine {
            is_correct: true,
            ..self
        }
    }

    /// The first hypothesis that can be proved; `None` if none can.
    ///
    /// # Errors
    /// An error from the dialogue, or a limit is exceeded.
    pub fn consult(&mut self) -> Result<Option<&'static str>, Broken> {
        for hypothesis in self.base.hypotheses {
            if self.prove(hypothesis, None)? {
                return Ok(Some(hypothesis));
            }
        }
        Ok(None)
    }

    /// Tries to prove `fact`, which is required for `why`. The result passes over the stack of texts.
    fn prove(&mut self, fact: &'static str, why: Option<Why>) -> Result<bool, Broken> {
        let proved = self.known.contains(&fact) || self.derive_or_ask(fact, why)?;
        self.stacks.texts(1)?;
        self.stacks.drop_texts(1);
        Ok(proved)
    }

    fn derive_or_ask(&mut self, fact: &'static str, why: Option<Why>) -> Result<bool, Broken> {
        let concludes = |rule: &&Rule| rule.conclusions.contains(&fact);
        let rules: Vec<&Rule> = self.base.rules.iter().filter(concludes).collect();
        if rules.is_empty() {
            return self.ask_once(fact, why);
        }
        // The fact to prove; its caller, the rules with their number and the current one; the rule and the
        // return address.
        let numbers = 3 + rules.len() + 2;
        for rule in rules {
            self.stacks.texts(1)?;
            self.stacks.numbers(numbers)?;
            let proved = self.holds(rule)? && self.apply(rule)?;
            self.stacks.drop_numbers(numbers);
            self.stacks.drop_texts(1);
            if proved {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Asks, unless that was done before: then the answer was no, as the fact would be known otherwise.
    fn ask_once(&mut self, fact: &'static str, why: Option<Why>) -> Result<bool, Broken> {
        if self.asked.contains(&fact) {
            return Ok(false);
        }
        if self.asked.len() == self.base.limits.asked {
            return Err(Full::Asked.into());
        }
        self.asked.push(fact);
        let holds = self.dialogue.ask(fact, why)?;
        if holds {
            self.learn(fact)?;
        }
        Ok(holds)
    }

    /// Whether all premises can be proved.
    fn holds(&mut self, rule: &'static Rule) -> Result<bool, Broken> {
        for (premise, fact) in rule.premises.iter().enumerate() {
            // The return address, the rule and the premise.
            self.stacks.numbers(3)?;
            let proved = self.prove(fact, Some(Why { rule, premise }))?;
            self.stacks.drop_numbers(3);
            if !proved {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds the conclusions that are not known yet; returns whether there were any.
    fn apply(&mut self, rule: &'static Rule) -> Result<bool, Broken> {
        let mut any = self.is_correct;
        for fact in rule.conclusions {
            if !self.known.contains(fact) {
                self.learn(fact)?;
                self.dialogue.conclude(rule, fact);
                any = true;
            }
        }
        Ok(any)
    }

    fn learn(&mut self, fact: &'static str) -> Result<(), Full> {
        if self.known.len() == self.base.limits.facts {
            return Err(Full::Facts);
        }
        self.known.push(fact);
        Ok(())
    }
}

/// The facts among `known` that another one denies, marked by a leading NAO: `NAO VOA` denies `VOA` and all
/// facts that begin with it, such as `VOA BEM`.
pub fn contradictions<'a>(known: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    let denied = |fact: &str, by: &str| {
        let denial = by.strip_prefix("NAO ").or_else(|| by.strip_prefix("E'NAO-"));
        denial.is_some_and(|what| fact.trim_start_matches("E'").split(' ').next() == Some(what))
    };
    let pairs = known
        .iter()
        .flat_map(|&fact| known.iter().map(move |&by| (fact, by)));
    pairs.filter(|(fact, by)| denied(fact, by)).collect()
}

#[cfg(test)]
mod tests;
