//! The book's two rule bases: seven animals, and nine plants after Laurière; and some of our own for cases
//! that the book's do not cover (sessions with `lines`, see `tests/sessions/README.md`).

use super::limits::LISTING_LIMITS;
use super::{Base, Rule};

const fn rule(
    name: &'static str,
    premises: &'static [&'static str],
    conclusions: &'static [&'static str],
) -> Rule {
    Rule {
        name,
        premises,
        conclusions,
    }
}

/// Animals.
pub const ANIMALS: Base = Base {
    target: "ESTE ANIMAL",
    rules: &[
        rule("R1", &["TEM PELOS"], &["E'MAMIFERO"]),
        rule("R2", &["DA'LEITE"], &["E'MAMIFERO"]),
        rule("R3", &["TEM PENAS"], &["E'AVE"]),
        rule("R4", &["VOA", "E'OVIPARO"], &["E'AVE"]),
        rule("R5", &["COME CARNE"], &["E'CARNIVORO"]),
        rule(
            "R6",
            &["TEM DENTES AGUCADOS", "TEM GARRAS", "TEM OLHOS A FRENTE"],
            &["E'CARNIVORO"],
        ),
        rule("R7", &["E'MAMIFERO", "TEM CASCOS"], &["E'UNGULADO"]),
        rule("R8", &["E'MAMIFERO", "RUMINA"], &["E'UNGULADO"]),
        rule(
            "R9",
            &["E'MAMIFERO", "E'CARNIVORO", "TEM COR FULVA", "TEM MANCHAS NEGRAS"],
            &["E'PUMA"],
        ),
        rule(
            "R10",
            &["E'MAMIFERO", "E'CARNIVORO", "TEM COR FULVA", "TEM LISTAS NEGRAS"],
            &["E'TIGRE"],
        ),
        rule(
            "R11",
            &[
                "E'UNGULADO",
                "TEM PESCOCO COMPRIDO",
                "TEM PATAS COMPRIDAS",
                "TEM MANCHAS NEGRAS",
            ],
            &["E'GIRAFA"],
        ),
        rule("R12", &["E'UNGULADO", "TEM LISTAS NEGRAS"], &["E'ZEBRA"]),
        rule(
            "R13",
            &["E'AVE", "NAO VOA", "TEM PESCOCO COMPRIDO", "E'PRETO E BRANCO"],
            &["E'AVESTRUZ"],
        ),
        rule(
            "R14",
            &["E'AVE", "NAO VOA", "NADA", "E'PRETO E BRANCO"],
            &["E'PINGUIM"],
        ),
        rule("R15", &["E'AVE", "VOA BEM"], &["E'ALBATROZ"]),
    ],
    hypotheses: &[
        "E'ALBATROZ",
        "E'PINGUIM",
        "E'AVESTRUZ",
        "E'ZEBRA",
        "E'GIRAFA",
        "E'TIGRE",
        "E'PUMA",
    ],
    width: 21,
    limits: LISTING_LIMITS,
};

/// Plants. Rule 11 has "no leaves" and rule 14 "no leaf", which are two facts for the engine.
pub const PLANTS: Base = Base {
    target: "ESTE VEGETAL",
    rules: &[
        rule("R1", &["E'FLOR", "E'SEMENTE"], &["E'FANEROGAMICA"]),
        rule("R2", &["E'FANEROGAMICA", "E'SEMENTE A DESCOBERTO"], &["E'ABETO"]),
        rule(
            "R3",
            &["E'FANEROGAMICA", "E'1-COTILEDONE"],
            &["E'MONOCOTILEDONEA"],
        ),
        rule("R4", &["E'FANEROGAMICA", "E'2-COTILEDONE"], &["E'DICOTILEDONEA"]),
        rule("R5", &["E'MONOCOTILEDONEA", "E'RIZOMA"], &["E'CAMPAINHA"]),
        rule("R6", &["E'DICOTILEDONEA"], &["E'ANEMONA"]),
        rule("R7", &["E'MONOCOTILEDONEA", "E'NAO-RIZOMA"], &["E'LILAS"]),
        rule("R8", &["E'FOLHA", "E'FLOR"], &["E'CRIPTOGAMICA"]),
        rule("R9", &["E'CRIPTOGAMICA", "E'NAO-RAIZ"], &["E'MUSGO"]),
        rule("R10", &["E'CRIPTOGAMICA", "E'RAIZ"], &["E'FETO"]),
        rule("R11", &["E'NAO-FOLHAS", "E'PLANTA"], &["E'TALOFITO"]),
        rule("R12", &["E'TALOFITO", "E'CLOROFILA"], &["E'ALGA"]),
        rule("R13", &["E'TALOFITO", "E'NAO-CLOROFILA"], &["E'COGUMELO"]),
        rule(
            "R14",
            &["E'NAO-FOLHA", "E'NAO-FLOR", "E'NAO-PLANTA"],
            &["E'COLIBACILO"],
        ),
    ],
    hypotheses: &[
        "E'COLIBACILO",
        "E'COGUMELO",
        "E'ALGA",
        "E'FETO",
        "E'MUSGO",
        "E'LILAS",
        "E'ANEMONA",
        "E'CAMPAINHA",
        "E'ABETO",
    ],
    width: 23,
    limits: LISTING_LIMITS,
};

/// Two rules for A: the second one also concludes B, which the first one needs. No rule concludes D.
pub const TWO_RULES: &[Rule] = &[rule("R1", &["B"], &["A"]), rule("R2", &["C"], &["B", "A"])];

/// The hypotheses of [`TWO_RULES`].
pub const TWO_RULES_HYPOTHESES: &[&str] = &["A", "D"];

/// Each fact follows from the next one.
pub const CHAIN: &[Rule] = &[
    rule("R1", &["B"], &["A"]),
    rule("R2", &["C"], &["B"]),
    rule("R3", &["D"], &["C"]),
    rule("R4", &["E"], &["D"]),
    rule("R5", &["F"], &["E"]),
    rule("R6", &["G"], &["F"]),
    rule("R7", &["H"], &["G"]),
    rule("R8", &["I"], &["H"]),
    rule("R9", &["J"], &["I"]),
    rule("R10", &["K"], &["J"]),
    rule("R11", &["L"], &["K"]),
    rule("R12", &["M"], &["L"]),
];
