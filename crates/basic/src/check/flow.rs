//! Checks jumps, loops and unreachable lines.

use super::loops::{self, Loops, counter};
use super::statements::{Statement, Statements, Word};
use super::values::{Known, Value, Values};
use crate::diagnostic::Diagnostic;
use crate::token;

/// Returns the diagnostics about jumps.
pub(super) fn check(program: &Statements, loops: &Loops) -> Vec<Diagnostic> {
    let mut findings = jumps(program);
    findings.extend(never_entered(program, loops));
    findings.extend(unreached(program, loops));
    findings.extend(loops::crossed(program));
    findings.extend(calls_of_lines(program));
    findings
}

/// Returns the diagnostics about incomplete loops and subroutines: FOR without NEXT, GO SUB without RETURN,
/// and the reverse.
pub(super) fn halves(program: &Statements, loops: &Loops) -> Vec<Diagnostic> {
    let mut findings = without_other(program, loops);
    findings.extend(subroutines(program));
    findings
}

fn jumps(program: &Statements) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for statement in &program.statements {
        let keyword = match statement.command() {
            Some(token::GO_TO) => "GO TO",
            Some(token::GO_SUB) => "GO SUB",
            _ => continue,
        };
        let Some((number, span)) = statement.constant() else {
            continue;
        };
        match program.line_from(number) {
            Some(line) if f64::from(program.lines[line].0) == number => {}
            // Report B, which the range checks find.
            _ if !(0.0..=61_439.0).contains(&number) => {}
            Some(line) => {
                let next = program.lines[line].0;
                let message = format!("{keyword} {number}: there is no line {number}");
                let finding = Diagnostic::warning(span, message, "").code("G001");
                findings.push(finding.help(format!("the machine continues at line {next}")));
            }
            None => {
                let message = format!("{keyword} {number} goes beyond the last line");
                let finding = Diagnostic::warning(span, message, "").code("G002");
                findings.push(finding.help("the program ends there with report 0"));
            }
        }
    }
    findings
}

fn without_other(program: &Statements, loops: &Loops) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for next in program
        .with(token::NEXT)
        .filter(|next| !loops.heads.contains_key(counter(next)))
    {
        let message = format!("NEXT {} has no FOR", counter(next));
        findings.push(Diagnostic::error(next.span(), message, "stops with report 1 or 2").code("G003"));
    }
    for head in program
        .with(token::FOR)
        .filter(|head| !loops.ends.contains_key(counter(head)))
    {
        let message = format!("FOR {} has no NEXT", counter(head));
        let finding = Diagnostic::warning(head.span(), message, "").code("G004");
        findings.push(finding.help("the body runs once; report I if the loop is not entered"));
    }
    findings
}

/// Reports FOR loops that are never entered, according to their limits.
fn never_entered(program: &Statements, loops: &Loops) -> Vec<Diagnostic> {
    let known = Known::new();
    let mut findings = Vec::new();
    for (at, head) in program.statements.iter().enumerate() {
        if head.command() != Some(token::FOR) {
            continue;
        }
        let Some((first, limit, step)) = loops::limits(head, &known) else {
            continue;
        };
        if loops::runs(first, limit, step) {
            continue;
        }
        let message = format!("FOR {} from {first} to {limit} never runs", counter(head));
        findings.push(if loops.next_of(counter(head), at).is_some() {
            let step_help = if step.to_f64() < 0.0 {
                "a loop that counts up needs a positive STEP"
            } else {
                "a loop that counts down needs STEP -1"
            };
            let warning = Diagnostic::warning(head.span(), message, "").help(step_help);
            let is_plain = !head
                .words
                .iter()
                .any(|placed| placed.word == Word::Key(token::STEP));
            let end = head.span().end;
            if is_plain {
                warning.fix("count downwards: ` STEP -1`", end..end, " STEP -1")
            } else {
                warning
            }
        } else {
            Diagnostic::error(head.span(), message, "stops with report I").help("and it has no NEXT")
        });
    }
    findings.into_iter().map(|finding| finding.code("G034")).collect()
}

/// Reports USR of a constant that is the number of a line with DATA: USR calls an address.
fn calls_of_lines(program: &Statements) -> Vec<Diagnostic> {
    let known = Known::new();
    let mut findings = Vec::new();
    for statement in &program.statements {
        for (at, placed) in statement.words.iter().enumerate() {
            if placed.word != Word::Key(token::USR) {
                continue;
            }
            let Some(Value::Number(Some(number))) = Values::new(&statement.words, at + 1, &known).primary()
            else {
                continue;
            };
            let number = number.to_f64();
            let line = program.line_from(number);
            let has_data = line.and_then(|line| program.first_of(line)).is_some_and(|first| {
                program.statements[first].command() == Some(token::DATA)
                    && f64::from(program.number_of(&program.statements[first])) == number
            });
            if has_data {
                let span = placed.span.start..statement.words[at + 1].span.end;
                let message =
                    format!("USR {number} calls the address {number}, not the DATA of line {number}");
                let finding = Diagnostic::warning(span, message, "the ROM is there").code("G036");
                findings.push(finding.help(
                    "READ the bytes, POKE them above RAMTOP (CLEAR 59999), and call where they begin: USR 60000",
                ));
            }
        }
    }
    findings
}

fn subroutines(program: &Statements) -> Vec<Diagnostic> {
    if program.has(token::GO_SUB) {
        return Vec::new();
    }
    let label = "stops with report 7";
    program
        .with(token::RETURN)
        .map(|found| Diagnostic::error(found.span(), "RETURN, but there is no GO SUB", label).code("G005"))
        .collect()
}

/// Whether the next statement in the text can run after this one.
pub(super) fn goes_on(statement: &Statement) -> bool {
    !matches!(
        statement.command(),
        Some(token::GO_TO | token::STOP | token::RETURN | token::RUN | token::NEW | token::CONTINUE)
    )
}

/// Whether it makes no difference if the statement is not executed.
pub(super) fn is_passive(statement: &Statement) -> bool {
    matches!(
        statement.command(),
        Some(token::REM | token::DATA | token::DEF_FN)
    )
}

/// Whether the statement jumps to a line that it names.
pub(super) fn jumps_away(statement: &Statement) -> bool {
    matches!(
        statement.command(),
        Some(token::GO_TO | token::GO_SUB | token::RUN)
    ) && statement.words.len() > 1
}

/// Returns for each statement whether it is reachable; `None` if that is unknown, because a jump is computed
/// or the program loads. If `strict`, constant conditions and loops that are never entered are taken into
/// account.
pub(super) fn reached(program: &Statements, loops: &Loops, strict: bool) -> Option<Vec<bool>> {
    let is_computed = |statement: &Statement| statement.constant().is_none();
    let mut leaving = program
        .statements
        .iter()
        .filter(|statement| jumps_away(statement));
    if leaving.any(is_computed) || program.has(token::LOAD) || program.has(token::MERGE) {
        return None;
    }
    let known = Known::new();
    let mut reached = vec![false; program.statements.len()];
    let mut open: Vec<usize> = (!reached.is_empty()).then_some(0).into_iter().collect();
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut reached[at], true) {
            continue;
        }
        let statement = &program.statements[at];
        let next = (at + 1 < reached.len()).then_some(at + 1);
        let next_line = program.first_of(statement.line + 1);
        match statement.command() {
            Some(token::IF) => {
                let condition = Values::new(&statement.words, 1, &known)
                    .number()
                    .flatten()
                    .filter(|_| strict)
                    .map(|value| value.to_f64() != 0.0);
                open.extend(next.filter(|_| condition != Some(false)));
                // If the condition is false, the next line follows.
                open.extend(next_line.filter(|_| condition != Some(true)));
            }
            Some(token::FOR) => {
                // The loop's NEXT is reachable; a loop that is not entered continues after it.
                let past = loops
                    .next_of(counter(statement), at)
                    .map(|next| if strict { next + 1 } else { next });
                let is_entered = !strict
                    || loops::limits(statement, &known)
                        .is_none_or(|(first, limit, step)| loops::runs(first, limit, step));
                open.extend(next.filter(|_| is_entered));
                open.extend(past.filter(|&past| past < reached.len()));
            }
            _ => {
                if goes_on(statement) {
                    open.extend(next);
                }
                if jumps_away(statement) {
                    let target = statement
                        .constant()
                        .and_then(|(number, _)| program.line_from(number));
                    open.extend(target.and_then(|line| program.first_of(line)));
                }
            }
        }
    }
    Some(reached)
}

/// Reports unreachable statements.
fn unreached(program: &Statements, loops: &Loops) -> Vec<Diagnostic> {
    let Some(reached) = reached(program, loops, false) else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    let mut before = true;
    for (statement, &reached) in program.statements.iter().zip(&reached) {
        if is_passive(statement) {
            continue;
        }
        // One diagnostic for each group of consecutive statements.
        if before && !reached {
            let number = program.lines[statement.line].0;
            let message = format!("unreachable: no statement reaches this place in line {number}");
            let finding = Diagnostic::warning(statement.span(), message, "").code("G007");
            findings.push(finding.help("only a direct command such as GO TO reaches it"));
        }
        before = reached;
    }
    findings
}
