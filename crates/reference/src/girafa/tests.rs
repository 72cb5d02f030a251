use super::bases::{ANIMALS, PLANTS};
use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Someone who knows all that holds.
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

/// All that follows from `facts`, by applying rules forwards until nothing new comes.
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

/// A set of rules, and a part of what can be observed.
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
    fn what_is_proved_backwards_is_what_follows_forwards((base, holds) in situations()) {
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
        // One more blank, or two in a row, tell where a fact ends.
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
    // A bird that flies, does not fly, and is established all the same.
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

#[test]
fn a_rule_that_adds_nothing_counts_as_failed() {
    const ROUND: Base = Base {
        subject: "X",
        rules: &[
            Rule {
                name: "R1",
                premises: &["B"],
                conclusions: &["A"],
            },
            Rule {
                name: "R2",
                premises: &["C"],
                conclusions: &["B", "A"],
            },
        ],
        hypotheses: &["A"],
        width: 5,
    };
    let mut oracle = Oracle {
        holds: BTreeSet::from(["C"]),
        asked: Vec::new(),
        concluded: Vec::new(),
    };
    // R1 wants B; R2 gives it, and A with it; so R1 adds nothing, and R2 then neither.
    assert_eq!(Engine::new(&ROUND, &mut oracle).consult(), Ok(None));
    assert_eq!(oracle.concluded, ["B", "A"]);
}
