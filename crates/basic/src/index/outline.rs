//! The structure of a listing: subroutines, loops, remarks.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Index;
use crate::charset;
use crate::check::statements::{Statement, Word};
use crate::token;

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// From the target of a GO SUB to its RETURN.
    Subroutine,
    /// From FOR to its NEXT.
    Loop,
    /// Lines of remarks.
    Remarks,
}

/// A block of consecutive lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The kind of the block.
    pub kind: BlockKind,
    /// The indices of its lines.
    pub lines: Range<usize>,
}

impl Index {
    /// Returns the subroutines called by GO SUB, in line order. A subroutine ends at the first line with a
    /// RETURN that does not depend on an IF; if there is none, at the last RETURN before the next subroutine;
    /// if there is none either, at its first line.
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

    /// Returns the subroutines, the loops, and groups of two or more lines with remarks.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = self.subroutines();
        blocks.extend(self.loops());
        blocks.extend(self.remarks());
        blocks
    }

    /// Returns the remark at the start of a line.
    pub fn remark(&self, line: usize) -> Option<String> {
        let statement = self.statements_in(line).next()?;
        match statement.word(1) {
            Some(Word::Text(text)) if statement.command() == Some(token::REM) => {
                let letters = text.iter().filter_map(|&code| charset::to_char(code));
                Some(letters.collect::<String>().trim().to_owned())
            }
            _ => None,
        }
    }

    fn statements_in(&self, line: usize) -> impl Iterator<Item = &Statement> {
        let from = self.statements.first_of(line).unwrap_or(usize::MAX);
        let statements = self.statements.statements.iter().skip(from);
        statements.take_while(move |statement| statement.line == line)
    }

    /// Whether a line's RETURN does not depend on an IF; `None` if it has no RETURN.
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
