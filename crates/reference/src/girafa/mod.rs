//! A small expert system that reasons backwards (book, chapter 9): rules are data, and the engine knows nothing of
//! animals or plants.
//!
//! To prove a fact, the engine looks whether it is known; else it tries the rules that conclude it, proving their
//! premises one after the other; if there are none, it asks. Each fact is asked once, and what is proved is kept, so a
//! consultation costs at most a look at each rule for each fact that is wanted. What the program does not notice:
//!
//! - Contradictions: it asks whether the animal flies well and, if not, whether it does not fly, and takes any answers
//!   ([`contradictions`] tells them).
//! - A rule whose conclusions are all known already counts as failed, although they are what was to be proved. With the
//!   book's rules this cannot come about, as a known fact is not proved again.

pub mod bases;
pub mod sessions;

use crate::session::Ended;

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
    pub subject: &'static str,
    /// The rules.
    pub rules: &'static [Rule],
    /// The facts that one of is to be established, in the order in which they are tried.
    pub hypotheses: &'static [&'static str],
    /// Characters in a place for a fact.
    pub width: usize,
}

/// Where a question comes from: the rule that is tried, and the number of its premises that have been proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Why {
    /// The rule.
    pub rule: &'static Rule,
    /// The place of the premise in question.
    pub premise: usize,
}

/// Who answers the engine's questions and hears what it concludes.
pub trait Dialogue {
    /// Whether `fact` holds. `why` is missing for a hypothesis that no rule concludes. Errors end the consultation.
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
}

impl<'a, D: Dialogue> Engine<'a, D> {
    /// Begins with nothing known.
    pub fn new(base: &'a Base, dialogue: &'a mut D) -> Self {
        Engine {
            base,
            dialogue,
            known: Vec::new(),
            asked: Vec::new(),
        }
    }

    /// The first hypothesis that can be proved; `None` if none can. Errors: what the dialogue ends with.
    pub fn consult(&mut self) -> Result<Option<&'static str>, Ended> {
        for hypothesis in self.base.hypotheses {
            if self.prove(hypothesis, None)? {
                return Ok(Some(hypothesis));
            }
        }
        Ok(None)
    }

    /// Tries to prove `fact`, wanted as `why` says.
    fn prove(&mut self, fact: &'static str, why: Option<Why>) -> Result<bool, Ended> {
        if self.known.contains(&fact) {
            return Ok(true);
        }
        let concludes = |rule: &&Rule| rule.conclusions.contains(&fact);
        let mut rules = self.base.rules.iter().filter(concludes).peekable();
        if rules.peek().is_none() {
            return self.ask_once(fact, why);
        }
        for rule in rules {
            if self.holds(rule)? && self.apply(rule) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Asks, unless that has been done: then the answer was no, or the fact would be known.
    fn ask_once(&mut self, fact: &'static str, why: Option<Why>) -> Result<bool, Ended> {
        if self.asked.contains(&fact) {
            return Ok(false);
        }
        self.asked.push(fact);
        let holds = self.dialogue.ask(fact, why)?;
        if holds {
            self.known.push(fact);
        }
        Ok(holds)
    }

    /// Whether all premises can be proved.
    fn holds(&mut self, rule: &'static Rule) -> Result<bool, Ended> {
        for (premise, fact) in rule.premises.iter().enumerate() {
            if !self.prove(fact, Some(Why { rule, premise }))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds the conclusions that are not known yet. Whether there were any.
    fn apply(&mut self, rule: &'static Rule) -> bool {
        let mut any = false;
        for fact in rule.conclusions {
            if !self.known.contains(fact) {
                self.known.push(fact);
                self.dialogue.conclude(rule, fact);
                any = true;
            }
        }
        any
    }
}

/// The facts among `known` that are denied by another of them, told by a leading NAO: `NAO VOA` denies `VOA` and all that
/// begins so, such as `VOA BEM`.
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
