//! The text that a statement was reading when it stopped, if it is not the statement itself.

use std::ops::Range;

use girafa_basic::program::Line;
use girafa_basic::token;

use super::Kind;
use super::cause::Case;
use super::report;
use super::scene::{DATADD, Found, X_PTR};
use super::trial::Evaluated;
use super::words::{self, Word};
use crate::sysvars;

/// A text other than the statement, and the part of the statement that caused it to be read.
pub struct Elsewhere {
    /// The kind of text.
    pub what: Kind,
    /// The text.
    pub found: Found,
    /// The part of the statement that caused it to be read, if known.
    pub mark: Option<Range<usize>>,
}

/// The text that `statement` was reading at `point`, an address outside it.
pub fn of(statement: &Case, point: u16) -> Option<Elsewhere> {
    definition(statement, point)
        .or_else(|| data(statement, point))
        .or_else(|| answer(statement, point))
        .or_else(|| value(statement, point))
}

/// The definition of a function that is being evaluated. For a missing DEF FN, `point` is of no use, as the
/// ROM has searched the whole program.
fn definition(statement: &Case, point: u16) -> Option<Elsewhere> {
    let parameters = statement.scene.machine.peek16(sysvars::DEFADD);
    if parameters < 0x100 {
        return None;
    }
    let is_search = statement.code == report::FN_WITHOUT_DEF;
    let found = statement.scene.at(if is_search { parameters } else { point })?;
    let words = first_words(&found);
    let name = words
        .get(1)
        .filter(|_| words[0].is(token::DEF_FN))
        .map(|word| words::name(&found.line.body, word))?;
    let call = statement.functions().find(|&index| statement.name(index) == name);
    Some(Elsewhere {
        what: Kind::DefFn,
        found,
        mark: call.map(|index| statement.span(statement.call(index))),
    })
}

/// DATA items, which READ evaluates; X PTR then stores the position in the READ statement.
fn data(statement: &Case, point: u16) -> Option<Elsewhere> {
    let machine = statement.scene.machine;
    let found = statement.scene.at(point)?;
    if !first_words(&found).first()?.is(token::DATA) || point < machine.peek16(DATADD) {
        return None;
    }
    let kept = machine.peek16(X_PTR);
    let target = (0..statement.words.len()).rev().find(|&index| {
        let end = statement.words[index].span.end;
        statement.is_variable(index) && usize::from(kept.wrapping_sub(statement.address)) >= end
    });
    Some(Elsewhere {
        what: Kind::Data,
        found,
        mark: target.map(|index| statement.span(index..index + 1)),
    })
}

/// An answer to INPUT, which is an expression.
fn answer(statement: &Case, point: u16) -> Option<Elsewhere> {
    let scene = statement.scene;
    let is_input = statement.words.first()?.is(token::INPUT) && sysvars::in_input(scene.machine);
    let (address, line) = scene.answer(point).filter(|_| is_input)?;
    Some(Elsewhere {
        what: Kind::Answer,
        found: whole(address, line),
        mark: None,
    })
}

/// The argument of a VAL or VAL$.
fn value(statement: &Case, point: u16) -> Option<Elsewhere> {
    let Case {
        scene, trial, words, ..
    } = statement;
    let functions =
        (0..words.len()).filter(|&index| words[index].is(token::VAL) || words[index].is(token::VAL_S));
    for function in functions {
        for end in function + 2..=words.len() {
            let Some(Evaluated::String(text)) = trial.words(statement.body, &words[function + 1..end]) else {
                continue;
            };
            if let Some(address) = scene.copy_of(&text, point) {
                return Some(Elsewhere {
                    what: Kind::Val,
                    found: whole(address, scene.text(address)),
                    mark: Some(statement.span(function..end)),
                });
            }
        }
    }
    None
}

fn first_words(found: &Found) -> Vec<Word> {
    words::of(&found.line.body, found.range.clone())
}

/// A separate text as a single statement.
fn whole(address: u16, line: Line) -> Found {
    Found {
        statement: 1,
        range: 0..line.body.len(),
        line,
        address,
    }
}
