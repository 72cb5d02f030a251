//! The parts of a listing that belong together: subroutines, loops, remarks.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Index;
use crate::check::statements::{Statement, Word};
use crate::token;

/// What lines belong together for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// GO SUB leads to the first line; the last one has the RETURN.
    Subroutine,
    /// From FOR to its NEXT.
    Loop,
    /// Lines of remarks.
    Remarks,
}

/// Lines that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What for.
    pub kind: BlockKind,
    /// Their indices.
    pub lines: Range<usize>,
}

impl Index {
    /// The subroutines that GO SUB names, in the order of the lines. One goes up to the first line after
    /// whose RETURN nothing of it can follow, which is one that depends on no IF, and to the last RETURN
    /// before the next subroutine where there is no such line; where there is none at all it is its first
    /// line.
    pub fn subroutines(&self) -> Vec<Block> {
        let calls = self.targets.iter().filter(|target| target.what == "GO SUB");
        let starts: BTreeSet<usize> = calls.filter_map(|target| target.line).collect();
        let starts: Vec<usize> = starts.into_iter().collect();
        let block = |(at, &start): (usize, &usize)| {
            let next = starts.get(at + 1).copied().unwrap_or(self.lines.len());
            let certain = (start..self.lines.len()).find(|&line| self.returns(line) == Some(true));
            let doubtful = || (start..next).rev().find(|&line| self.returns(line).is_some());
            let last = certain.or_else(doubtful).unwrap_or(start);
            Block {
                kind: BlockKind::Subroutine,
                lines: start..last + 1,
            }
        };
        starts.iter().enumerate().map(block).collect()
    }

    /// The subroutines, the loops, and two lines of remarks or more.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = self.subroutines();
        blocks.extend(self.loops());
        blocks.extend(self.remarks());
        blocks
    }

    /// The remark that a line begins with.
    pub fn remark(&self, line: usize) -> Option<String> {
        let statement = self.statements_in(line).next()?;
        match statement.word(1) {
            Some(Word::Text(text)) if statement.command() == Some(token::REM) => {
                let letters = text.iter().filter(|code| (b' '..=b'~').contains(code));
                Some(
                    letters
                        .map(|&code| char::from(code))
                        .collect::<String>()
                        .trim()
                        .to_owned(),
                )
            }
            _ => None,
        }
    }

    fn statements_in(&self, line: usize) -> impl Iterator<Item = &Statement> {
        let from = self.statements.first_of(line).unwrap_or(usize::MAX);
        let statements = self.statements.statements.iter().skip(from);
        statements.take_while(move |statement| statement.line == line)
    }

    /// Whether a line has a RETURN, and one that depends on no IF.
    fn returns(&self, line: usize) -> Option<bool> {
        let mut depends = false;
        for statement in self.statements_in(line) {
            match statement.command() {
                Some(token::RETURN) => return Some(!depends),
                Some(token::IF) => depends = true,
                _ => {}
            }
        }
        None
    }

    fn loops(&self) -> Vec<Block> {
        let mut open: Vec<(&str, usize)> = Vec::new();
        let mut found = Vec::new();
        for statement in &self.statements.statements {
            let (Some(command @ (token::FOR | token::NEXT)), Some(Word::Name(name))) =
                (statement.command(), statement.word(1))
            else {
                continue;
            };
            if command == token::FOR {
                open.push((name, statement.line));
            } else if let Some(at) = open.iter().rposition(|(other, _)| other == name) {
                let (_, start) = open[at];
                open.truncate(at);
                found.push(Block {
                    kind: BlockKind::Loop,
                    lines: start..statement.line + 1,
                });
            }
        }
        found.retain(|block| block.lines.len() > 1);
        found
    }

    fn remarks(&self) -> Vec<Block> {
        let mut found: Vec<Block> = Vec::new();
        let is_remark = |line: usize| {
            let first = self.statements_in(line).next();
            first.is_some_and(|statement| statement.command() == Some(token::REM))
        };
        for line in (0..self.lines.len()).filter(|&line| is_remark(line)) {
            match found.last_mut().filter(|last| last.lines.end == line) {
                Some(last) => last.lines.end += 1,
                None => found.push(Block {
                    kind: BlockKind::Remarks,
                    lines: line..line + 1,
                }),
            }
        }
        found.retain(|block| block.lines.len() > 1);
        found
    }
}
