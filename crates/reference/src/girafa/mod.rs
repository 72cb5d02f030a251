//! A small expert system that reasons backwards (book, section 9.4): rules are data, and the engine knows
//! nothing of animals or plants.
//!
//! To prove a fact, the engine looks whether it is known; else it tries the rules that conclude it, proving
//! their premises one after the other; if there are none, it asks. Each fact is asked once, and what is
//! proved is kept; that a fact could not be proved is not, so its rules are tried again each time that it is
//! required. At worst that is exponential in the depth of the rules, which the stacks hold to eleven; each
//! fact looks through all rules and facts. What the program does not notice:
//!
//! - **Contradictions**: it asks whether the animal flies well and, if not, whether it does not fly, and
//!   takes any answers ([`contradictions`] finds them).
//! - **Nothing new** (line 3010): a rule whose conclusions are all known already counts as failed, although
//!   they are what was to be proved. With the book's rules this cannot come about, as a known fact is not
//!   proved again; with others it can, and then a hypothesis that is known is denied ([`Engine::correctly`]
//!   takes such a rule as the success that it is).
//! - **Limit beyond the array** (line 15): the number stack is held to 200 numbers ([`Limits::numbers`]) and
//!   has places for [`limits::NUMBER_PLACES`], so rules that lead twelve deep end with report 3, Subscript
//!   wrong, and not with the message that the listing has for a full stack.
//! - **Hypotheses counted once** (line 550): their limit is looked at before the first is read, and the word
//!   that ends them takes a place as well: with twenty the program ends with report 3 and not with its
//!   message ([`Limits::has_room_for_hypotheses`] counts them).
//!
//! The listing has no GO SUB within GO SUB for this: it keeps the wanted facts on a stack of texts, and who
//! needs them, the rules that are left and the premise that is tried on a stack of numbers. [`Stacks`] counts
//! what is there, because their ends are part of what the program says.

pub mod bases;
pub mod limits;
pub mod sessions;

use crate::ended::Ended;
use limits::{Full, Limits, Stacks};

/// From premises to conclusions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// What must hold.
    pub premises: &'static [&'static str],
    /// What holds then.
    pub conclusions: &'static [&'static str],
}

/// What the engine reasons with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Base {
    /// What all facts are about.
    pub target: &'static str,
    /// The rules.
    pub rules: &'static [Rule],
    /// The facts that one of is to be established, in the order in which they are tried.
    pub hypotheses: &'static [&'static str],
    /// Characters in a place for a fact.
    pub width: usize,
    /// How much there is room for.
    pub limits: Limits,
}

/// Where a question comes from: the rule that is tried, and the number of its premises that have been proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Why {
    /// The rule.
    pub rule: &'static Rule,
    /// The place of the premise in question.
    pub premise: usize,
}

/// Why a consultation was broken off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Broken {
    /// The program ends, as when there are no more answers.
    Ended(Ended),
    /// There is no more room.
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

/// Who answers the engine's questions and hears what it concludes.
pub trait Dialogue {
    /// Whether `fact` holds. `why` is missing for a hypothesis that no rule concludes. Errors end the
    /// consultation.
    fn ask(&mut self, fact: &'static str, why: Option<Why>) -> Result<bool, Ended>;
    /// `rule` has added `fact` to what is known.
    fn conclude(&mut self, rule: &'static Rule, fact: &'static str);
}

/// A consultation: what is known so far.
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
    /// Begins with nothing known.
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

    /// An engine that takes a rule whose premises hold as proved, whether it adds something or not.
    pub fn correctly(self) -> Self {
        Engine {
            is_correct: true,
            ..self
        }
    }

    /// The first hypothesis that can be proved; `None` if none can.
    ///
    /// # Errors
    /// What the dialogue ends with, or no more room.
    pub fn consult(&mut self) -> Result<Option<&'static str>, Broken> {
        for hypothesis in self.base.hypotheses {
            if self.prove(hypothesis, None)? {
                return Ok(Some(hypothesis));
            }
        }
        Ok(None)
    }

    /// Tries to prove `fact`, wanted as `why` says. The result passes over the stack of texts.
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
        // The wanted fact; who needs it, the rules with their number and which is tried; the rule and the way
        // back.
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

    /// Asks, unless that has been done: then the answer was no, or the fact would be known.
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
            // The way back, the rule and the premise.
            self.stacks.numbers(3)?;
            let proved = self.prove(fact, Some(Why { rule, premise }))?;
            self.stacks.drop_numbers(3);
            if !proved {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds the conclusions that are not known yet. Whether there were any.
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

/// The facts among `known` that are denied by another of them, marked by a leading NAO: `NAO VOA` denies
/// `VOA` and all that begins so, such as `VOA BEM`.
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
