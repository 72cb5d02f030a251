use super::bases::{ANIMALS, PLANTS};
use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A dialogue that knows all facts that hold.
struct Oracle {
    holds: BTreeSet<&'static str>,
    asked: Vec<&'static str>,
    concluded: Vec<&'static str>,
}

impl Dialogue for Oracle {
    fn ask(&mut self, fact: &'static str, _: Option<Why>) -> Result<bool, Ended> {
        self.asked.push(fact);
        Ok(self.holds.contains(fact))
    }

    fn conclude(&mut self, _: &'static Rule, fact: &'static str) {
        self.concluded.push(fact);
    }
}

/// The facts that no rule concludes, in the order of the rules.
fn observable(base: &Base) -> Vec<&'static str> {
    let concluded = |fact: &str| base.rules.iter().any(|rule| rule.conclusions.contains(&fact));
    let premises: BTreeSet<&str> = base
        .rules
        .iter()
        .flat_map(|rule| rule.premises)
        .copied()
        .collect();
    premises.into_iter().filter(|fact| !concluded(fact)).collect()
}

/// All facts that follow from `facts`, by applying the rules forwards until nothing is added.
fn closure(base: &Base, facts: &BTreeSet<&'static str>) -> BTreeSet<&'static str> {
    let mut known = facts.clone();
    loop {
        let before = known.len();
        for rule in base.rules {
            if rule.premises.iter().all(|premise| known.contains(premise)) {
                known.extend(rule.conclusions);
            }
        }
        if known.len() == before {
            return known;
        }
    }
}

/// A rule base, and a subset of the observable facts.
fn situations() -> impl Strategy<Value = (Base, BTreeSet<&'static str>)> {
    prop_oneof![Just(ANIMALS), Just(PLANTS)].prop_flat_map(|base| {
        let facts = observable(&base);
        let some = prop::sample::subsequence(facts.clone(), 0..=facts.len());
        (Just(base), some.prop_map(|facts| facts.into_iter().collect()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn backward_chaining_agrees_with_forward_chaining((base, holds) in situations()) {
        let follows = closure(&base, &holds);
        let mut oracle = Oracle { holds, asked: Vec::new(), concluded: Vec::new() };
        let established = Engine::new(&base, &mut oracle).consult().unwrap();
        let expected = base.hypotheses.iter().find(|&hypothesis| follows.contains(hypothesis));
        prop_assert_eq!(established, expected.copied());
        prop_assert!(oracle.concluded.iter().all(|fact| follows.contains(fact)));
        let distinct: BTreeSet<_> = oracle.asked.iter().collect();
        prop_assert_eq!(distinct.len(), oracle.asked.len());
    }
}

#[test]
fn rules_have_nothing_that_the_programs_tables_cannot_hold() {
    for base in [ANIMALS, PLANTS] {
        let facts = base
            .rules
            .iter()
            .flat_map(|rule| rule.premises.iter().chain(rule.conclusions));
        // One space at the end, or two in a row, mark the end of a fact.
        assert!(
            facts
                .chain(base.hypotheses)
                .all(|fact| fact.len() < base.width && !fact.contains("  "))
        );
        assert!(base.hypotheses.iter().all(|hypothesis| {
            base.rules
                .iter()
                .any(|rule| rule.conclusions.contains(hypothesis))
        }));
    }
    assert_eq!((observable(&ANIMALS).len(), observable(&PLANTS).len()), (20, 17));
}

#[test]
fn contradictory_answers_are_taken() {
    // A bird that flies and does not fly is established all the same.
    let holds = BTreeSet::from(["VOA", "E'OVIPARO", "NAO VOA", "NADA", "E'PRETO E BRANCO"]);
    let mut oracle = Oracle {
        holds,
        asked: Vec::new(),
        concluded: Vec::new(),
    };
    let mut engine = Engine::new(&ANIMALS, &mut oracle);
    assert_eq!(engine.consult(), Ok(Some("E'PINGUIM")));
    assert_eq!(contradictions(&engine.known), [("VOA", "NAO VOA")]);
    assert_eq!(contradictions(&["NADA", "TEM PENAS", "NAO VOA"]), []);
    assert_eq!(
        contradictions(&["E'RIZOMA", "E'NAO-RIZOMA"]),
        [("E'RIZOMA", "E'NAO-RIZOMA")]
    );
}

fn twice() -> Base {
    Base {
        rules: bases::TWO_RULES,
        hypotheses: &["A"],
        ..ANIMALS
    }
}

#[test]
fn a_rule_that_adds_nothing_counts_as_failed() {
    let knows = |fact| Oracle {
        holds: BTreeSet::from([fact]),
        asked: Vec::new(),
        concluded: Vec::new(),
    };
    // R1 needs B; R2 proves it together with A; so R1 adds nothing, and neither does R2 after it.
    let mut oracle = knows("C");
    assert_eq!(Engine::new(&twice(), &mut oracle).consult(), Ok(None));
    assert_eq!(oracle.concluded, ["B", "A"]);
    // A is known, so it should be established.
    let mut oracle = knows("C");
    assert_eq!(
        Engine::new(&twice(), &mut oracle).correctly().consult(),
        Ok(Some("A"))
    );
    assert_eq!(oracle.concluded, ["B", "A"]);
    // Neither engine establishes a fact that does not follow.
    assert_eq!(
        Engine::new(&twice(), &mut knows("X")).correctly().consult(),
        Ok(None)
    );
}

#[test]
fn rules_that_lead_deep_end_at_the_number_stacks_places_and_not_at_its_limit() {
    let consult = |limits| {
        let base = Base {
            rules: bases::CHAIN,
            hypotheses: &["A"],
            limits,
            ..ANIMALS
        };
        let mut oracle = Oracle {
            holds: BTreeSet::from(["M"]),
            asked: Vec::new(),
            concluded: Vec::new(),
        };
        Engine::new(&base, &mut oracle).consult()
    };
    let limits = limits::LISTING_LIMITS;
    assert_eq!(consult(limits), Err(Broken::Full(limits::Full::Array)));
    // With a limit that fits its array, the program would print its message.
    let numbers = limits::NUMBER_PLACES;
    assert_eq!(
        consult(Limits { numbers, ..limits }),
        Err(Broken::Full(limits::Full::Stack))
    );
}
